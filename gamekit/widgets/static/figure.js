function plotly(model) {
  globalThis.__gamekit_plotly ??= (async () => {
    const id = model.get('library').slice('IPY_MODEL_'.length);
    const library = await model.widget_manager.get_model(id);
    await painted();  // boards come first: the library keeps a page busy for half a second
    await turn();
    const module = {exports: {}};
    new Function('module', library.get('source'))(module);
    return module.exports;
  })();
  return globalThis.__gamekit_plotly;
}

const PAPER = 680;  // px that a printed page surely has

export default { render({model, el}) {
  const place = document.createElement('div');
  el.append(place);
  const saves = document.createElement('div');
  saves.className = 'gk-saves';
  saves.style.cssText = 'display: flex; gap: 14px; padding: 0 8px 4px';
  for (const [what, title] of model.get('saves')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.style.cssText = 'border: 0; background: none; padding: 0; cursor: pointer; font: 500 13px/24px system-ui, sans-serif; color: #1D5A8A';
    button.textContent = title;
    button.addEventListener('click', () => model.send({event: 'ask', what}));
    saves.append(button);
  }
  el.append(saves);
  const heard = (message, buffers) => { if (message.event === 'file') give(message, buffers); };
  model.on('msg:custom', heard);
  let gone = false, drawing = false, stale = false, width = 0, library = null;
  const draw = async () => {
    stale = true;
    if (drawing || !width) return;
    drawing = true;
    const Plotly = await plotly(model);
    if (!library) await turn();
    library = Plotly;
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
  const fit = room => { if (library && width && !gone) library.relayout(place, {width: room}); };
  const printing = () => fit(Math.min(width, PAPER)), printed = () => fit(width);
  addEventListener('beforeprint', printing);
  addEventListener('afterprint', printed);
  model.on('change:figure', draw);
  observer.observe(el);
  return async () => {
    gone = true;
    model.off('change:figure', draw);
    model.off('msg:custom', heard);
    observer.disconnect();
    removeEventListener('beforeprint', printing);
    removeEventListener('afterprint', printed);
    (await plotly(model)).purge(place);
  };
} };
