// What a board's page has that a notebook shows by widgets of its own: pictures, and boards on a board.
const SVG = 'http://www.w3.org/2000/svg';
const parse = texts => {
  const held = document.createElementNS(SVG, 'svg');
  held.innerHTML = texts.join('');
  return [...held.children];
};
const FAR = 6, FRAME = 48;  // px until a press becomes a drag; milliseconds

// Shapes that can be clicked, dragged and walked among by keys.
function Picture(node) {
  const svg = document.createElementNS(SVG, 'svg');
  const layer = () => svg.appendChild(document.createElementNS(SVG, 'g'));
  const shapes = layer(), top = layer();
  node.base = 'gk-picture';
  node.el = tag('div', '', svg);
  const at = event => {  // in px of the picture
    const box = svg.getBoundingClientRect(), [width, height] = node.fields.size;
    return [(event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height];
  };
  const meant = target => target?.closest?.('.gk-do');
  const named = () => [...shapes.querySelectorAll('.gk-do[role=button]')];
  let over = null, down = null, ghost = null, last = null, hand = '';
  const enter = key => {
    if (!node.fields.hovers || key === over) return;
    over = key; node.tell('over', {name: key});
  };
  svg.addEventListener('pointerover', event => { if (event.pointerType === 'mouse') enter(meant(event.target)?.dataset.do ?? null); });
  svg.addEventListener('pointerleave', () => enter(null));
  svg.addEventListener('focusin', event => {
    last = event.target;
    named().forEach(shape => { shape.tabIndex = shape === last ? 0 : -1; });
    if (last.matches(':focus-visible')) enter(last.dataset.do);
  });
  svg.addEventListener('focusout', () => enter(null));
  svg.addEventListener('pointerdown', event => {
    const from = meant(event.target), key = from?.dataset.do;
    down = node.fields.drags.includes(key) && {from, key, spot: at(event)};
  });
  svg.addEventListener('pointermove', event => {
    if (!down) return;
    const [x, y] = at(event), dx = x - down.spot[0], dy = y - down.spot[1];
    if (!ghost && Math.abs(dx) + Math.abs(dy) < FAR) return;
    ghost ??= top.appendChild(down.from.cloneNode(true));
    ghost.setAttribute('transform', `translate(${dx} ${dy})`);
    ghost.classList.add('gk-ghost');
  });
  const drop = event => {
    const carried = ghost && down.key;
    ghost?.remove(); down = ghost = null;
    if (!carried) return;
    const stop = click => click.stopPropagation();  // what was dragged was not clicked
    addEventListener('click', stop, {capture: true, once: true});
    setTimeout(() => removeEventListener('click', stop, {capture: true}));
    const target = meant(document.elementFromPoint(event.clientX, event.clientY));
    if (event.type === 'pointerup') node.say(target?.dataset.do ?? null, {name: carried});
  };
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', drop);
  svg.addEventListener('click', event => {
    const key = meant(event.target)?.dataset.do;
    if (key) node.say(key, {name: key});
  });
  svg.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    }
    const key = event.target.dataset.do;
    if ((event.key === 'Delete' || event.key === 'Backspace') && node.fields.drags.includes(key)) {
      event.preventDefault();
      node.say(null, {name: key});  // as if it were dragged away
    }
    walk(event, named())?.focus();
  });
  const quiet = matchMedia('(prefers-reduced-motion: reduce)');
  const watch = new ResizeObserver(() => {
    if (node.el.clientWidth) node.tell('room', {room: node.el.clientWidth, reduced: quiet.matches});
  });
  watch.observe(node.el);
  let timers = [];
  const still = () => { timers.forEach(clearTimeout); timers = []; top.replaceChildren(); };
  node.play = frames => {
    still();
    timers = [...frames, []].map((frame, n) => setTimeout(() => top.replaceChildren(...parse(frame)), n * FRAME));
  };
  node.gone = () => { watch.disconnect(); still(); removeEventListener('pointerup', drop); removeEventListener('pointercancel', drop); };
  return (fields, changed) => {
    const [width, height] = fields.size;
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', fields.label);
    svg.style.cssText = `max-width: ${width}px; background: ${fields.ground}`;
    if (!('shapes' in changed)) return;
    const had = svg.contains(document.activeElement) ? document.activeElement : null;
    const place = named().indexOf(had ?? last), key = (had ?? last)?.dataset.do, old = [...shapes.children];
    const fresh = parse(changed.shapes.filter(part => typeof part === 'string'));
    shapes.replaceChildren(...changed.shapes.flatMap(part =>
      typeof part === 'string' ? fresh.shift() : old.slice(part[0], part[0] + part[1])));
    const all = named();
    const again = all.find(shape => shape.dataset.do === key) ?? all[Math.max(0, Math.min(place, all.length - 1))];
    all.forEach(shape => { shape.tabIndex = shape === again ? 0 : -1; });
    if (had && again) again.focus({preventScroll: true});
  };
}

function Board(node, page) {
  node.el = tag('div');
  node.base = 'gk-widget';
  const end = page.model.within(node.fields.board, node.el.appendChild(tag('div', 'gk-page')));
  node.gone = () => end();
  return () => {};
}

export const kinds = {Picture, Board};
