export default { render({model, el}) {
  const details = document.createElement('details'), line = document.createElement('summary');
  const body = document.createElement('div');
  details.append(line, body);
  details.open = model.get('opened');
  line.style.cursor = 'pointer';
  const fill = () => { line.textContent = model.get('summary'); body.innerHTML = model.get('table'); };
  model.on('change:summary change:table', fill);
  fill();
  el.append(details);
  return () => model.off('change:summary change:table', fill);
} };
