export default { render({model, el}) {
  const button = document.createElement('button'), input = document.createElement('input');
  button.type = 'button'; button.className = 'gk-copy'; button.textContent = model.get('title');
  input.type = 'file'; input.accept = model.get('accept'); input.style.display = 'none';
  input.setAttribute('aria-label', model.get('title'));
  button.addEventListener('click', () => input.click());
  input.addEventListener('change', async () => {
    if (!input.files.length) return;
    model.send({event: 'file', text: await input.files[0].text()});
    input.value = '';
  });
  el.append(button, input);
} };
