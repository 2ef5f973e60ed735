export default { render({model, el}) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'gk-copy';
  const name = () => { button.textContent = model.get('title'); };
  button.addEventListener('click', () => model.send({event: 'ask'}));
  model.on('msg:custom', (message, buffers) => { if (message.event === 'file') give(message, buffers); });
  el.append(button);
  name();
  model.on('change:title', name);
  return () => model.off('change:title', name);
} };
