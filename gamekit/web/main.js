// The page: it shows what the worker tells of each board, keeps games, and takes link codes from its address.
import face, { kinds } from './face.js';

const here = new URL('./', import.meta.url), root = document.documentElement, page = document.body.dataset;
const words = JSON.parse(document.getElementById('gk-words').textContent);
const worker = () => new Worker(new URL('worker.js', here), {type: 'module'});
const GAMES = 'gamekit.games', TYPE = 'gamekit.type';
const first = worker(), boards = new Map();  // by its number: {el, model, whole, hear, end, figure}
const gk = window.gk = {live: null, lives: {}, times: null, faults: [], took: [], board: number => boards.get(number)};
const query = new URLSearchParams(location.search), language = page.language;

// Games, in the reader's own browser -----------------------------------------------------------------------------------
const store = {
  read() { try { return localStorage.getItem(GAMES) ?? ''; } catch { return ''; } },
  keep(changed) {
    const games = JSON.parse(store.read() || '{}');
    for (const [name, text] of Object.entries(changed)) if (text === null) delete games[name]; else games[name] = text;
    const names = Object.keys(games).sort();
    while (names.length) {
      try { localStorage.setItem(GAMES, JSON.stringify(games)); return; } catch { delete games[names.shift()]; }  // full: the oldest goes
    }
    try { localStorage.removeItem(GAMES); } catch { /* no store: nothing is kept */ }
  },
};
const say = content => first.postMessage({language, games: store.read(), address: new URL('./', location.href).href, ...content});

// Boards ---------------------------------------------------------------------------------------------------------------
function modelOf(number) {
  const board = boards.get(number) ?? {};
  boards.set(number, board);
  return board.model ??= {
    get: () => board.whole,
    send: said => { gk.said = performance.now(); first.postMessage({do: 'said', board: number, said}); },
    on: (name, does) => { if (name === 'msg:custom') board.hear = does; },
    off: () => { board.hear = null; },
    within: (inner, el) => { modelOf(inner); boards.get(inner).el = el; render(inner); return () => { boards.get(inner)?.end?.(); boards.delete(inner); }; },
  };
}

function render(number) {
  const board = boards.get(number);
  if (!board.el || !board.whole) return;
  board.end?.();
  board.el.replaceChildren();
  board.el.classList.add('gk-page', ...(board.classes ?? []));
  board.end = face.render({model: modelOf(number), el: board.el, kinds});
}

const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const HEARS = {
  open({board, whole}) {
    modelOf(board);
    boards.get(board).whole = whole;
    const {figure} = boards.get(board);
    if (figure) { figure.classList.add('gk-now'); figure.querySelector('.gk-still')?.remove(); figure.querySelector('.gk-wait')?.remove(); }
    render(board);
    if (board < 1000) { gk.live ??= performance.now(); gk.lives[board] ??= performance.now(); }
  },
  classes({board, classes, title}) {
    modelOf(board);
    boards.get(board).classes = classes;
    boards.get(board).el?.classList.add(...classes);
    if (page.board && board === 1 && title) document.title = `${title.slice(0, 80)} · gamekit`;
  },
  ready({times}) { gk.times = times; next(); },
  warm() { if (!opening) next(); },
  keep({games}) { store.keep(games); },
  code({code}) { gk.code = code; },
  memory({bytes}) { gk.memory = bytes; },
  work(job) {
    clearTimeout(resting);
    helper ??= newHelper();
    helper.job = {do: 'work', language, ...job};
    if (helper.warm) helper.postMessage(helper.job);
  },
  'end helper': () => {
    if (helper && !helper.warm) { helper.job = null; return; }  // a worker ended while it begins may take the page with it
    helper?.terminate();
    helper = null;
  },
  fault({board, text}) {
    gk.faults.push(text); console.error(text);
    const wait = boards.get(board)?.figure?.querySelector('.gk-wait') ?? document.querySelector('.gk-wait');
    if (wait) { wait.textContent = words.fault; wait.setAttribute('role', 'alert'); }
    next();
  },
};
first.onmessage = ({data}) => {
  const told = JSON.parse(data);
  if (HEARS[told.event]) return HEARS[told.event](told);
  boards.get(told.board)?.hear?.(told, told.base64 ? [bytesOf(told.base64)] : []);
};
first.onerror = event => HEARS.fault({board: 1, text: event.message ?? 'the worker could not be loaded'});

// The helper: a second worker for what takes long, begun when it is first asked; it can be ended in the midst of it ------
const REST = 20_000;  // milliseconds without work after which it ends, and its memory is free
let helper = null, resting;
function newHelper() {
  const made = worker();
  made.onmessage = ({data}) => {
    const told = JSON.parse(data);
    if (told.event === 'warm') {
      made.warm = true;
      if (made.job) made.postMessage(made.job);
    } else if (told.event === 'done') {
      resting = setTimeout(HEARS['end helper'], REST);
      first.postMessage({...told, do: 'came'});
    } else if (told.event === 'share') first.postMessage({...told, do: 'share'});
    else if (told.event === 'fault') { gk.faults.push(told.text); console.error(told.text); }
  };
  made.postMessage({do: 'warm', language});
  return made;
}

// What is on this page -------------------------------------------------------------------------------------------------
const figures = [...document.querySelectorAll('.gk-board-here')], waiting = [];
let opening = false;
function next() {  // one after the other, the one in sight first
  opening = false;
  const figure = waiting.find(one => one.seen) ?? waiting[0];
  if (!figure) return;
  waiting.splice(waiting.indexOf(figure), 1);
  opening = true;
  open(figure.number, figure.el);
}
function open(number, figure, code = '') {
  const {board, cell} = figure.dataset;
  modelOf(number);
  Object.assign(boards.get(number), {figure, el: figure.querySelector('.gk-live-here')});
  if (cell) say({do: 'cell', board: number, lines: JSON.parse(document.getElementById(cell).textContent)});
  else say({do: 'open', board: number, name: board, code});
}
const codeHere = () => { const text = decodeURIComponent(location.hash.slice(1)); return /^gk\d/i.test(text) ? text : ''; };
if (page.board && figures.length) {
  open(1, figures[0], codeHere());
  addEventListener('hashchange', () => { if (codeHere()) open(1, figures[0], codeHere()); });
} else if (figures.length) {
  const near = new IntersectionObserver(seen => {
    for (const one of seen) {
      const at = waiting.find(({el}) => el === one.target);
      if (at && one.isIntersecting) { at.seen = true; near.unobserve(one.target); if (!opening) next(); }
    }
  }, {rootMargin: '800px'});
  figures.forEach((el, at) => { waiting.push({el, number: at + 1, seen: false}); near.observe(el); });
  say({do: 'warm'});  // Python comes meanwhile
} 

// For a class: larger type, the whole screen ---------------------------------------------------------------------------
if (query.has('embed')) {
  root.classList.add('gk-embed');
  const link = document.querySelector('.gk-in-gamekit');
  if (link) {
    const to = () => { const away = new URL(location.href); away.search = ''; link.href = away.href; };
    to(); addEventListener('hashchange', to);
  }
}
const large = on => {
  root.classList.toggle('gk-large', on);
  document.querySelector('[data-do=large]')?.setAttribute('aria-pressed', String(on));
  try { localStorage.setItem(TYPE, on ? 'large' : ''); } catch { /* not kept */ }
};
try { if (localStorage.getItem(TYPE) === 'large') large(true); } catch { /* not kept */ }
document.querySelector('[data-do=large]')?.addEventListener('click', () => large(!root.classList.contains('gk-large')));
document.querySelector('[data-do=full]')?.addEventListener('click', () => {
  if (document.fullscreenElement) document.exitFullscreen(); else root.requestFullscreen?.();
});
