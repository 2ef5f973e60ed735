function plotly(model) {
  globalThis.__gamekit_plotly ??= (async () => {
    const id = model.get('library').slice('IPY_MODEL_'.length);
    const library = await model.widget_manager.get_model(id);
    const module = {exports: {}};
    new Function('module', library.get('source'))(module);
    return module.exports;
  })();
  return globalThis.__gamekit_plotly;
}

export default { render({model, el}) {
  const place = document.createElement('div');
  el.append(place);
  let gone = false, drawing = false, stale = false, width = 0;
  const draw = async () => {
    stale = true;
    if (drawing || !width) return;
    drawing = true;
    const Plotly = await plotly(model);
    while (stale && !gone) {
      stale = false;
      const {data, layout, config} = structuredClone(model.get('figure'));
      await Plotly.react(place, data, {...layout, width}, config);
    }
    drawing = false;
  };
  const observer = new ResizeObserver(() => {
    const now = Math.floor(el.clientWidth);
    if (now && now !== width) { width = now; draw(); }
  });
  model.on('change:figure', draw);
  observer.observe(el);
  return async () => {
    gone = true;
    model.off('change:figure', draw);
    observer.disconnect();
    (await plotly(model)).purge(place);
  };
} };
