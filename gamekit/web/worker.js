// Python in a worker: all boards of a page; the same file is the helper, which does slow work and can be ended in it.
import { loadPyodide } from './pyodide/pyodide.mjs';
import MEMORY from './memory.js';

const times = {}, mark = name => { times[name] = Math.round(performance.now()); };
const tell = content => postMessage(JSON.stringify(content));
const here = new URL('./', import.meta.url), at = name => new URL(name, here).href;
const got = name => fetch(at(name)).then(answer => {
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
});
const OPTIONS = {indexURL: at('pyodide/'), env: {HOME: '/home/pyodide'}};
let py, boot, started;

// Python as it was when the site was built, with all of gamekit imported: its memory is put into a new one.
async function remembered() {
  const {default: runtime} = await import('./pyodide/pyodide.asm.mjs');  // so its code is cached
  const createPyodideModule = async settings => {
    const made = await runtime(settings);
    const word = made.__PyRuntime + made.HEAP32[made.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2] >> 2, own = made.HEAP32[word];
    if (made.HEAP8.length < MEMORY.size) made._emscripten_resize_heap(MEMORY.size);
    const {body} = await got(MEMORY.file);  // not earlier: it would wait in memory
    let run = 0, [[place]] = MEMORY.runs;
    const write = bytes => {
      while (bytes.length) {
        const part = bytes.subarray(0, MEMORY.runs[run][1] - place);
        made.HEAPU8.set(part, place);
        place += part.length;
        bytes = bytes.subarray(part.length);
        if (place === MEMORY.runs[run][1] && run + 1 < MEMORY.runs.length) [place] = MEMORY.runs[++run];
      }
    };
    await body.pipeThrough(new DecompressionStream('gzip')).pipeTo(new WritableStream({write}));
    made.HEAP32[word] = own;  // how this browser, not that of the build, calls functions of another type
    made.API.restoreSnapshot = () => MEMORY.kept;
    return made;
  };
  return loadPyodide({...OPTIONS, stdLibURL: at('pyodide/none.zip'), _loadSnapshot: new Uint8Array(16), createPyodideModule});
}

// The same from bytecode, in three times the time, where a browser does not take the memory.
async function imported() {
  const [python, bundle] = await Promise.all([loadPyodide(OPTIONS), got('gamekit.zip').then(answer => answer.arrayBuffer())]);
  python.unpackArchive(bundle, 'zip', {extractDir: '/lib/python3.14/site-packages'});
  return python;
}

async function start({games, address, language}) {
  mark('asked');
  const begin = async python => {
    py = await python;
    mark('booted');
    boot = py.pyimport('gamekit.web.boot');
    boot.begin(games ?? '', address ?? '', language);
  };
  await begin(remembered()).catch(error => { console.warn(String(error)); return begin(imported()); });
  mark('imported');
}

const DOES = {
  open({board, name, code, language}) {
    boot.open_board(board, name, code, language);
    mark('shown');
    tell({event: 'ready', board, times});
  },
  cell({board, lines, language}) {
    boot.open_cell(board, py.toPy(lines), language);
    tell({event: 'ready', board, times});
  },
  said({board, said}) { boot.hear(board, JSON.stringify(said)); },
  code({board}) { tell({event: 'code', board, code: boot.code(board)}); },
  came({number, parcel}) { boot.helper.came(number, parcel); },
  share({number, share}) { boot.helper.told(number, share); },
  warm() { tell({event: 'warm'}); },
  work({number, parcel}) { tell({event: 'done', number, parcel: boot.work(number, parcel)}); },
};

let turn = Promise.resolve();  // one after the other, as the page said it
onmessage = ({data}) => {
  turn = turn.then(async () => {
    try {
      await (started ??= start(data));
      DOES[data.do](data);
    } catch (error) { tell({event: 'fault', board: data.board, text: String(error).slice(-2000)}); }
  });
};
