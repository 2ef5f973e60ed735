const FAR = 12;  // pixels of the canvas that the mouse must move before a click becomes a drag

function render({model, el}) {
  const root = document.createElement('div');
  root.className = 'gk-targets';
  el.classList.add('gk-helper');
  el.appendChild(root);
  let canvas = null, stage = null, dragging = false, last = 0, stop = [], over = null;
  let down = null, movable = false;  // where the button went down, and whether something there can be dragged
  const on = (node, kind, act, options) => {
    node.addEventListener(kind, act, options);
    stop.push(() => node.removeEventListener(kind, act, options));
  };
  const regions = () => model.get('regions');
  const spot = (event, [width, height]) => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height];
  };
  const within = (event) => {
    const [x, y] = spot(event, model.get('size'));
    return regions().filter(r => x >= r[0] && x <= r[0] + r[2] && y >= r[1] && y <= r[1] + r[3]);
  };
  const under = (event) => within(event).at(-1);
  const name = () => {
    if (!canvas) return;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', model.get('label'));
    canvas.removeAttribute('tabindex');
    canvas.dispatchEvent(new Event('gk-named', {bubbles: true}));
  };
  // pixels of the screen for each px of the picture, also where a page is shown larger, as on a projector
  const ratio = () => window.devicePixelRatio * (stage?.offsetWidth ? stage.getBoundingClientRect().width / stage.offsetWidth : 1);
  const tell = (what) => { try { what(); } catch { /* the page is being left: nobody hears it */ } };
  let waiting = 0;  // until it is painted: what is said before the page has its own thread waits behind the cells
  const attached = (seconds = 1) => {
    clearTimeout(waiting);
    tell(() => model.send({event: 'attached', room: stage?.offsetWidth ?? 0, ratio: ratio()}));
    if (seconds < 60) waiting = setTimeout(attached, 1000 * seconds, 2 * seconds);
  };
  stop.push(() => clearTimeout(waiting));
  const report = () => {
    if (!canvas) return;
    const width = canvas.offsetWidth, room = stage.offsetWidth;  // in px of the page, however large it is shown
    if (!width) return;
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    model.set('ratio', ratio()); model.set('shown', width);
    model.set('room', room); model.set('reduced', reduced); tell(() => model.save_changes());
  };
  const press = (key) => model.send({event: 'press', key});  // not its number: the board may have changed since
  const enter = (key) => {
    if (key === over || !model.get('hovers')) return;
    over = key;
    model.send({event: 'over', key});
  };
  let last_index = 0;
  const target = key => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'gk-target';
    button.dataset.key = key;
    button.addEventListener('click', () => press(key));
    button.addEventListener('focus', () => {
      root.querySelectorAll('button').forEach(b => { b.tabIndex = b === button ? 0 : -1; });
      root.dataset.key = key; last_index = [...root.children].indexOf(button); enter(key);
    });
    button.addEventListener('blur', () => enter(null));
    return button;
  };
  const rebuild = () => {  // what can still be clicked keeps its button
    const [width, height] = model.get('size');
    const had = root.contains(document.activeElement), keep = root.dataset.key;
    const old = new Map([...root.children].map(button => [button.dataset.key, button]));
    const all = regions().map(r => {
      const button = old.get(r[6]) ?? target(r[6]);
      const place = `left:${r[0] / width * 100}%;top:${r[1] / height * 100}%;` +
        `width:${r[2] / width * 100}%;height:${r[3] / height * 100}%`;
      old.delete(r[6]);
      if (button.ariaLabel !== r[4]) button.ariaLabel = r[4];
      if (button.dataset.place !== place) button.style.cssText = button.dataset.place = place;
      return button;
    });
    for (const button of old.values()) button.remove();
    all.forEach((b, n) => { if (root.children[n] !== b) root.insertBefore(b, root.children[n] ?? null); });
    const again = all.find(b => b.dataset.key === keep) || all[Math.min(last_index, all.length - 1)];
    all.forEach(b => { b.tabIndex = b === again ? 0 : -1; });
    if (again && had && again !== document.activeElement) again.focus({preventScroll: true});
  };
  root.addEventListener('keydown', event => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      model.send({event: 'remove', key: event.target.dataset.key});
    }
    walk(event, root.children)?.focus();
  });
  const attach = () => {
    stage = el.closest('.gk-board');
    const found = stage && stage.querySelector('canvas');
    if (!found) return false;
    canvas = found;
    stage.style.position = 'relative';
    name();
    on(stage, 'keydown', event => { if (event.target === canvas) event.stopPropagation(); }, true);
    on(stage, 'wheel', event => event.stopPropagation(), {capture: true, passive: true});
    canvas.focus = () => {};
    // A click goes to the kernel as one message; button down and the moves only once something is dragged.
    const pixel = event => spot(event, [canvas.width, canvas.height]);
    const far = (one, other) => Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) > FAR;
    on(stage, 'mousedown', event => {
      if (event.target !== canvas) return;
      event.stopPropagation();
      down = pixel(event);
      movable = within(event).some(r => r[5]);
    }, true);
    on(stage, 'mouseup', event => {
      if (event.target !== canvas || dragging) return;
      event.stopPropagation();
      if (down) model.send({event: 'click', down, up: pixel(event)});
    }, true);
    on(window, 'mouseup', () => setTimeout(() => { dragging = false; down = null; }), true);
    on(stage, 'mouseout', event => { if (!dragging) event.stopPropagation(); }, true);
    on(stage, 'mousemove', event => {
      if (event.target !== canvas) return;
      const region = under(event);
      canvas.style.cursor = region ? (region[5] ? 'grab' : 'pointer') : 'default';
      canvas.title = region ? region[4] : '';
      enter(region ? region[6] : null);
      if (down && movable && far(down, pixel(event))) {
        model.send({event: 'down', at: down});
        dragging = true; down = null;
      }
      if (!dragging || event.timeStamp - last < 33) event.stopPropagation();
      else last = event.timeStamp;
    }, true);
    on(stage, 'mouseleave', () => enter(null));
    on(stage, 'touchstart', event => {
      if (event.target !== canvas) return;
      const region = event.touches.length === 1 && under(event.touches[0]);
      dragging = Boolean(region && region[5]);
      if (!dragging) event.stopPropagation();
    }, {capture: true, passive: true});
    for (const kind of ['touchmove', 'touchend', 'touchcancel'])
      on(stage, kind, event => { if (!dragging) event.stopPropagation(); }, {capture: true, passive: true});
    for (const kind of ['touchend', 'touchcancel']) on(window, kind, () => setTimeout(() => { dragging = false; }), true);
    const watch = new ResizeObserver(report);
    stop.push(() => watch.disconnect());
    const begin = () => {
      watch.observe(stage); watch.observe(canvas);
      report();
      attached();
    };
    if (stage === document.querySelector('.gk-board') || stage.getBoundingClientRect().top < innerHeight) begin();
    else painted().then(turn).then(() => stop && begin());  // what is in sight comes before the rest
    return true;
  };
  if (!attach()) {
    const wait = new MutationObserver(() => { if (attach()) wait.disconnect(); });
    wait.observe(document.body, {childList: true, subtree: true});
    stop.push(() => wait.disconnect());
  }
  rebuild();
  const said = message => {
    if (message.event !== 'painted') return;
    clearTimeout(waiting);
    globalThis.__gamekit_painted = true;
    requestAnimationFrame(() => setTimeout(() => dispatchEvent(new Event('gk-painted'))));
  };
  const resized = () => {  // a canvas may have been cleared after it was painted
    rebuild();
    requestAnimationFrame(() => stop && tell(() => model.send({event: 'resized'})));
  };
  model.on('msg:custom', said);
  model.on('change:regions', rebuild);
  model.on('change:size', resized);
  model.on('change:label', name);
  return () => {
    stop.forEach(undo => undo());
    stop = null;
    model.off('msg:custom', said);
    model.off('change:regions', rebuild); model.off('change:size', resized); model.off('change:label', name);
  };
}
export default { render };
