// Python in a worker: all boards of a page; the same file is the helper, which does slow work and can be ended in it.
import { loadPyodide } from './pyodide/pyodide.mjs';

const times = {}, mark = name => { times[name] = Math.round(performance.now()); };
const tell = content => postMessage(JSON.stringify(content));
const here = new URL('./', import.meta.url);
const bytes = name => fetch(new URL(name, here)).then(answer => {
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
});
const PACKAGES = '/lib/python3.14/site-packages', loaded = new Set();
let py, boot, started, wanted = new Map();

// The core comes with the runtime; a game's rules, boards and figures when the first board asks for them.
const load = parts => Promise.all(parts.filter(part => !loaded.has(part)).map(async part => {
  if (!wanted.has(part)) wanted.set(part, bytes(`${part}.zip`));
  const bundle = await wanted.get(part);
  if (!loaded.has(part)) { loaded.add(part); py.unpackArchive(bundle, 'zip', {extractDir: PACKAGES}); }
}));

async function start({games, address, language, parts}) {
  mark('asked');
  for (const part of ['core', ...parts]) wanted.set(part, bytes(`${part}.zip`));
  py = await loadPyodide({indexURL: new URL('./pyodide/', here).href, env: {HOME: '/home/pyodide', GAMEKIT_LANGUAGE: language}});
  mark('booted');
  await load(['core', ...parts]);
  mark('unpacked');
  boot = py.pyimport('gamekit.web.boot');
  boot.begin(games ?? '', address ?? '');
  mark('imported');
}

const DOES = {
  async open({board, name, code, language, parts}) {
    await load(parts);
    boot.open_board(board, name, code, language);
    mark('shown');
    tell({event: 'ready', board, times});
  },
  async cell({board, lines, language, parts}) {
    await load(parts);
    boot.open_cell(board, py.toPy(lines), language);
    tell({event: 'ready', board, times});
  },
  said({board, said}) { boot.hear(board, JSON.stringify(said)); },
  code({board}) { tell({event: 'code', board, code: boot.code(board)}); },
  memory() { tell({event: 'memory', bytes: py._module.HEAP8.length}); },
  helper() { boot.helper.begin(); },
  came({number, parcel}) { boot.helper.came(number, parcel); },
  share({number, share}) { boot.helper.told(number, share); },
  async warm({parts}) { await load(parts); tell({event: 'warm'}); },
  async work({number, parcel, parts}) { await load(parts); tell({event: 'done', number, parcel: boot.work(number, parcel)}); },
};

let turn = Promise.resolve();  // one after the other, as the page said it
onmessage = ({data}) => {
  turn = turn.then(async () => {
    try {
      await (started ??= start(data));
      await DOES[data.do](data);
    } catch (error) { tell({event: 'fault', board: data.board, text: String(error).slice(-2000)}); }
  });
};
