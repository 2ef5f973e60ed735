// What the browser tests evaluate on a page, each under its name; ``page.script`` gives it.

// == INK
canvas => {
  const [width, height] = [canvas.width, canvas.height];
  if (!width || !height) return 0;
  const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const [r, g, b, a] = pixels;
  let inked = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i + 3] > 0 && (Math.abs(pixels[i] - r) + Math.abs(pixels[i + 1] - g) + Math.abs(pixels[i + 2] - b)
        + Math.abs(pixels[i + 3] - a) > 24)) inked++;
  return inked;
}

// == OUTSIDE
// What sticks out of a board, and which words do not fit where they stand: evaluated on a board, both should be [].
page => {
  const edge = page.getBoundingClientRect();
  return [...page.querySelectorAll('h2, h3, b, button, select, label, input, canvas, span, td')]
    .filter(e => !e.closest('.gk-style') && e.getClientRects().length)
    .filter(e => {
      const box = e.getBoundingClientRect();
      return box.width && (box.right > edge.right + 1 || box.left < edge.left - 1);
    })
    .map(e => e.outerHTML.slice(0, 80));
}

// == UNREADABLE
// By the width of the text itself: scrollWidth says nothing of an ellipsis. A card's two numbers are no line.
page => {
  const pen = document.createElement('canvas').getContext('2d');
  const wide = (e, text, s = getComputedStyle(e)) => {
    const parts = e.tagName === 'SELECT' ? [] : [...e.children];
    if (parts.length && text === e.textContent)  // each in its own weight
      return [...e.childNodes].reduce((sum, node) => sum + (node.tagName ? wide(node, node.textContent) :
        wide({tagName: 'SELECT', textContent: ''}, node.textContent, s)), 0);
    pen.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    pen.letterSpacing = s.letterSpacing === 'normal' ? '0px' : s.letterSpacing;
    return pen.measureText(text).width;
  };
  const room = (e, s = getComputedStyle(e)) =>
    e.getBoundingClientRect().width - ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth']
      .reduce((sum, side) => sum + parseFloat(s[side]), 0);
  const kinds = 'button:not(.gk-target), .gk-copy, .widget-label, .gk-joints span, .gk-number, h2, h3, select';
  return [...page.querySelectorAll(kinds)]
    .filter(e => e.clientWidth > 1 && getComputedStyle(e).display !== 'inline')
    .map(e => [e, (e.tagName === 'SELECT' ? e.selectedOptions[0]?.textContent : e.textContent) ?? ''])
    .filter(([e, text]) => {
      const wraps = e.tagName !== 'SELECT' && getComputedStyle(e).whiteSpace === 'normal';
      const lines = !wraps ? [text] : /[　-鿿]/.test(text) ? [] : text.split(/\s+/);
      return lines.some(line => wide(e, line) > room(e) + 1);
    })
    .map(([e, text]) => `${text}: ${Math.ceil(wide(e, text))} px in ${Math.floor(room(e))}`)
    .filter(text => !text.includes('move'));
}

// == OFF_SCREEN
// What lies lower on its board than so many pixels.
(controls, room) => {
  const box = e => e.getBoundingClientRect(), board = e => e.closest('[data-board]').querySelector('.gk-page');
  board(controls[0]).scrollIntoView({block: 'start'});  // what is above it may have grown since
  return controls.filter(e => e.getClientRects().length && box(e).bottom - box(board(e)).top > room)
    .map(e => e.outerHTML.slice(0, 120));
}

// == VIOLATIONS
// Contrast, which takes axe longest, is asked of one of all words that look alike and stand on the same ground.
async ([within, least]) => {
  const grounds = new Map(), looks = new Set();
  const ground = e => {
    if (!e) return '';
    if (!grounds.has(e)) {
      const s = getComputedStyle(e);
      grounds.set(e, `${ground(e.parentElement)}|${s.backgroundColor}${s.backgroundImage}${s.opacity}${s.position}`);
    }
    return grounds.get(e);
  };
  for (const e of document.querySelectorAll('body *')) {
    e.removeAttribute('data-look');
    if (!e.value && ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const s = getComputedStyle(e), kind = `${e.tagName} ${e.getAttribute('class')} ${e.parentElement.className}`;
    const look = [kind, s.color, s.fontSize, s.fontWeight, e.matches(':disabled'), ground(e)].join();
    if (!e.checkVisibility() || looks.has(look)) continue;
    looks.add(look);
    e.setAttribute('data-look', '');
  }
  axe.configure({rules: [{id: 'color-contrast', selector: '[data-look]'}]});
  const {violations} = await axe.run(within, {resultTypes: ['violations']});
  return violations.filter(one => least.includes(one.impact))
    .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`));
}

// == MIDDLE
(within, label) => {
  const found = [...within.querySelectorAll('.gk-target')].find(e => e.getAttribute('aria-label')?.startsWith(label));
  if (!found) return null;
  const answer = found.closest('.gk-page')?.querySelector('.gk-top')?.getBoundingClientRect().bottom ?? 0;
  // clear of bars above and below, and of the answer that stays in sight
  const seen = box => box.top >= Math.max(100, answer) && box.bottom <= window.innerHeight - 40;
  if (!seen(found.getBoundingClientRect())) found.scrollIntoView({block: 'center', inline: 'nearest'});
  const box = found.getBoundingClientRect();
  return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}

// == SETTLED
// Until the kernel has done what it was asked for and the boards have not changed for a while since: what a click is
// aimed at may else move on under the pointer, or be set again by what the kernel has still to say.
async quiet => {
  const app = window.jupyterapp, end = performance.now() + 100 * quiet;
  const kernel = app?.shell.currentWidget?.sessionContext?.session?.kernel;
  // A page in the background is never idle, and a kernel that goes answers nothing: at most 5 s each.
  const within = (wait, ms = 5000) => Promise.race([wait, new Promise(resolve => setTimeout(resolve, ms))]);
  const moved = () => new Promise(resolve => {
    let changes = 0;
    const observer = new MutationObserver(() => { changes++; });
    for (const page of document.querySelectorAll('.gk-page'))
      observer.observe(page, {subtree: true, childList: true, attributes: true, characterData: true});
    const done = () => { observer.disconnect(); resolve(changes > 0); };
    // Idle twice with a frame between: on a busy machine a while may pass in which the page could do nothing. A page
    // that paints nothing may not be called idle for seconds, and is asked like any other task after a while.
    const idle = then => requestIdleCallback(then, {timeout: quiet});
    setTimeout(() => idle(() => requestAnimationFrame(() => idle(done))), quiet);
    setTimeout(done, 5000);
  });
  do {
    if (kernel) await within(kernel.requestKernelInfo());  // what is asked last is answered last
  } while (await moved() && performance.now() < end);
}

// == CLICKED
e => {
  e.clicked = false;
  e.addEventListener('click', () => { e.clicked = true; }, {once: true, capture: true});
}

// == OPENED
// Another notebook in place of those that are open, whose changes go; false where JupyterLab is not there.
async name => {
  const app = window.jupyterapp;
  if (!app || document.querySelector('.jp-Dialog')) return false;
  for (const open of [...app.shell.widgets('main')]) open.dispose();
  const panel = await app.commands.execute('docmanager:open', {path: name, factory: 'Notebook'});
  await panel.context.ready;
  await panel.sessionContext.ready;
  app.shell.activateById(panel.id);
  return true;
}

// == RAN
() => {
  const cells = [...document.querySelectorAll(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell")];
  const prompts = cells.map(cell => cell.querySelector(".jp-InputPrompt")?.textContent ?? "");
  const empty = cells.map(cell => !cell.querySelector(".cm-content")?.textContent.trim());
  return cells.length && prompts.every((prompt, n) => empty[n] || /\[\d+\]/.test(prompt));
}

// == TOLD
// What the kernel of the notebook in front says to a piece of code; nothing waits for it unless asked.
async ([code, wait]) => {
  const {kernel} = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const asked = kernel.requestExecute({code, store_history: false});
  return wait ? (await asked.done).content : null;
}

// == NAMED
// Give each board of the gallery its name, once all are there.
names => {
  const outputs = [...document.querySelectorAll('.jp-OutputArea-child')].filter(e => e.querySelector('.gk-page'));
  if (outputs.length !== names.length) return false;
  outputs.forEach((e, at) => { e.dataset.board = names[at]; });
  return true;
}

// == NAMELESS
// What a keyboard comes to within a board and has no name.
board => {
  const label = e => e.labels?.[0]?.textContent;
  const named = e => (e.getAttribute('aria-label') || e.textContent || e.title || label(e) || '').trim();
  return [...board.querySelectorAll('button, select, input, summary, a[href]')]
    .filter(e => !e.disabled && e.getClientRects().length)
    .filter(e => !named(e)).map(e => e.outerHTML.slice(0, 120));
}

// == WHITE
// Placeholders in the letters of JupyterLab's theme, white where that is dark.
board => [...board.querySelectorAll('input[placeholder], textarea[placeholder]')]
  .filter(e => e.placeholder && e.getClientRects().length)
  .filter(e => {
    const ours = document.createElement('i');
    ours.style.color = 'var(--gk-neutral)';
    board.append(ours);
    const colour = getComputedStyle(ours).color;
    ours.remove();
    return getComputedStyle(e, '::placeholder').color !== colour;
  }).map(e => e.outerHTML.slice(0, 120))

// == ROOM
// How high the notebook's panel is.
() => {
  const sheet = [...document.querySelectorAll('.jp-WindowedPanel-outer')].find(e => e.offsetParent);
  return document.querySelector('#jp-main-statusbar').getBoundingClientRect().top - sheet.getBoundingClientRect().top;
}

// == HURRY
// A tick, and 0 to 10 ms later a choice; when the kernel has answered both: what is set, and what the kernel says is.
async (page, times) => {
  const find = kind => page.querySelector(kind), lost = [];
  const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
  const heard = changes => new Promise(resolve => {
    const look = () => Number(find('.changes').textContent) >= changes;
    const limit = setTimeout(() => { watch.disconnect(); resolve(); }, 15000);
    const watch = new MutationObserver(() => { if (look()) { clearTimeout(limit); watch.disconnect(); resolve(); } });
    if (look()) { clearTimeout(limit); resolve(); } else watch.observe(page, {subtree: true, childList: true});
  });
  for (let n = 0; n < times && lost.length < 3; n++) {
    const tick = find('input[type=checkbox]'), list = find('select');
    const before = Number(find('.changes').textContent);
    tick.click();
    const ticked = tick.checked, chosen = (list.selectedIndex + 1) % 5;
    await wait(n % 11);
    list.selectedIndex = chosen; list.dispatchEvent(new Event('change', {bubbles: true}));
    await heard(before + 2);
    await wait(0);
    const said = find('.toy').textContent.split(' ').slice(0, 2).join(' ');
    const wanted = `${ticked ? 'True' : 'False'} ${chosen}`;
    const shown = `${tick.checked ? 'True' : 'False'} ${list.selectedIndex}`;
    if (said !== wanted || shown !== wanted) lost.push(`${n}: set ${wanted}, shown ${shown}, heard ${said}`);
  }
  return lost;
}

// == DRAGGED
async page => {
  const line = page.querySelector('input[type=range]'), seen = [];
  for (let n = 6; n <= 95; n++) {
    line.value = n; line.dispatchEvent(new Event('input', {bubbles: true}));
    await new Promise(resolve => setTimeout(resolve, 1));
    seen.push(Number(line.value) === n);
  }
  return seen.every(Boolean);
}

// == HEIGHT
// Where a cell's heading stands between the upper edge of what scrolls it (0) and the lower one (1).
heading => {
  let box = heading.parentElement;
  const scrolls = e => e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== "visible";
  while (box.parentElement && !scrolls(box)) box = box.parentElement;
  const { top, bottom } = box.getBoundingClientRect(), edge = Math.max(0, top);
  return (heading.getBoundingClientRect().top - edge) / (Math.min(innerHeight, bottom) - edge);
}

// == IN_JAPANESE
// A place in Japanese has its board in Japanese, on a page in English.
(() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (said) {
    const place = ['open', 'cell'].includes(said.do) && document.querySelectorAll('.gk-board-here')[said.board - 1];
    return post.call(this, place && place.closest('[lang=ja]') ? {...said, language: 'ja'} : said);
  };
})()

// == SMALL
// Words of a lesson outside its picture that cannot be read at ten metres from a projector.
page => [...page.querySelectorAll('button, b, span, h2, h3, select, label, td')]
  .filter(e => e.getClientRects().length && e.textContent.trim() && !e.closest('.gk-targets, .gk-style'))
  .filter(e => parseFloat(getComputedStyle(e).fontSize) * (e.currentCSSZoom || 1) < 23)
  .map(e => e.outerHTML.slice(0, 100))

// == SCRIPTS
// Scripts as a page or a link might bring them; what ran is noted, at the latest when the picture has failed.
() => new Promise(resolve => {
  window.ran = [];
  document.body.append(Object.assign(document.createElement('script'), {textContent: 'ran.push(1)'}));
  const held = document.createElement('p');
  held.innerHTML = '<img src=x onerror="ran.push(2)">';
  held.firstChild.addEventListener('error', () => setTimeout(() => resolve(ran)));
  document.body.append(held);
  const link = Object.assign(document.createElement('a'), {href: 'javascript:ran.push(3)'});
  document.body.append(link); link.click();
})
