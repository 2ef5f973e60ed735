export default { render({model, el}) {
  el.classList.add('gk-tiles');
  const show = () => {
    const had = el.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const index = [...el.children].indexOf(document.activeElement);
    el.setAttribute('role', 'group');
    el.setAttribute('aria-label', model.get('label'));
    el.replaceChildren(...model.get('tiles').map(tile => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'gk-tile ' + tile.kind + (tile.pressed ? ' gk-pressed' : '');
      button.dataset.key = tile.key;
      button.disabled = tile.disabled;
      button.title = tile.label;
      button.setAttribute('aria-label', tile.label);
      if (tile.pressed) button.setAttribute('aria-pressed', 'true');
      button.innerHTML = tile.html;
      button.addEventListener('click', () => model.send({event: 'press', key: tile.key}));
      return button;
    }));
    if (had === null) return;
    const all = [...el.querySelectorAll('button:enabled')];
    const next = all.find(b => b.dataset.key === had) || all[Math.min(index, all.length - 1)];
    next?.focus();
  };
  show();
  model.on('change:tiles', show);
  return () => model.off('change:tiles', show);
} };
