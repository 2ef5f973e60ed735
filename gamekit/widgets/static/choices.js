export default { render({model, el}) {
  const name = 'gk-' + Math.random().toString(36).slice(2);
  const show = () => {
    const had = el.contains(document.activeElement);
    el.setAttribute('role', 'radiogroup');
    el.setAttribute('aria-label', model.get('label'));
    el.replaceChildren(...model.get('options').map(([title, note, value], index) => {
      const row = document.createElement('label'), input = document.createElement('input');
      const chosen = index === model.get('index');
      row.className = 'gk-choice' + (chosen ? ' gk-chosen' : '');
      input.type = 'radio'; input.name = name; input.checked = chosen;
      input.addEventListener('change', () => { model.set('index', index); model.save_changes(); });
      row.append(input);
      for (const [text, kind] of [[title, 'gk-name'], [note, 'gk-quiet'], [value, 'gk-value']]) {
        const part = document.createElement('span');
        part.className = kind; part.textContent = text; row.append(part);
      }
      return row;
    }));
    if (had) el.querySelector('input:checked')?.focus();
  };
  show();
  model.on('change:options change:index change:label', show);
  return () => model.off('change:options change:index change:label', show);
} };
