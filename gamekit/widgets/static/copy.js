export default { render({model, el}) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'gk-copy';
  const name = () => { button.textContent = model.get('title'); button.title = model.get('text'); };
  const old = text => {
    const area = document.createElement('textarea');
    area.value = text; area.style.position = 'fixed'; area.style.opacity = 0;
    document.body.append(area); area.select();
    const done = document.execCommand('copy');
    area.remove(); button.focus();
    return done;
  };
  const asked = () => new Promise(resolve => {
    const heard = message => {
      if (message.event !== 'text') return;
      model.off('msg:custom', heard); resolve(message.text);
    };
    model.on('msg:custom', heard); model.send({event: 'ask'});
  });
  button.addEventListener('click', async () => {
    const text = model.get('text') || await asked();
    if (!text) return;
    try { await navigator.clipboard.writeText(text); } catch { if (!old(text)) return; }
    button.textContent = model.get('done');
    setTimeout(name, 1500);
  });
  el.append(button);
  name();
  model.on('change:title change:text', name);
  return () => model.off('change:title change:text', name);
} };
