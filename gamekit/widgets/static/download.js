export default { render({model, el}) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'gk-copy';
  const name = () => { button.textContent = model.get('title'); };
  button.addEventListener('click', () => model.send({event: 'ask'}));
  model.on('msg:custom', message => {
    if (message.event !== 'file') return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([message.text], {type: message.type}));
    link.download = message.name;
    document.body.append(link); link.click(); link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  el.append(button);
  name();
  model.on('change:title', name);
  return () => model.off('change:title', name);
} };
