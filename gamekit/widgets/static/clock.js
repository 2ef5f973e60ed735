export default { render({model, el}) {
  el.style.display = 'none';
  let timer = null;
  const set = () => {
    clearInterval(timer);
    timer = model.get('on') ? setInterval(() => model.send({event: 'tick'}), model.get('milliseconds')) : null;
  };
  set();
  model.on('change:on', set);
  return () => { clearInterval(timer); model.off('change:on', set); };
} };
