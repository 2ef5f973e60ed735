// The site's Python, in FOLDER: sources to bytecode of the very Python that runs in a page, and the memory of one that has
// imported all of it: pack.mjs RUNTIME FOLDER
import crypto from 'crypto';
import fs from 'fs';
import zlib from 'zlib';
const [,, runtime, folder] = process.argv;
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const env = {HOME: '/home/pyodide', PYTHONNODEBUGRANGES: '1'};  // the columns of a line of code are a fifth of bytecode
const py = await loadPyodide({env});
const START = 48;  // of what Pyodide notes of a memory, in a snapshot
const PAGE = 65536, GAP = 16 * PAGE;  // bytes of zero that are not sent
const NAMES = ['python_stdlib.zip', 'gamekit.zip'], PACKAGES = '/lib/python3.14/site-packages';
for (const name of NAMES) {
  py.unpackArchive(new Uint8Array(fs.readFileSync(`${folder}/${name}`)), 'zip', {extractDir: `/of/${name}`});
  py.runPython(`
import compileall, pathlib, py_compile, zipfile
root = pathlib.Path('/of/${name}')
compileall.compile_dir(root, quiet=1, legacy=True, optimize=2, stripdir=str(root),
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile('/${name}', 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for path in sorted(root.rglob('*')):
        if path.is_file() and (path.suffix != '.py' or not path.with_suffix('.pyc').exists()) and '__pycache__' not in path.parts:
            made.writestr(zipfile.ZipInfo(str(path.relative_to(root))), path.read_bytes(), zipfile.ZIP_DEFLATED)
`);
  fs.writeFileSync(`${folder}/${name}`, py.FS.readFile(`/${name}`));
}
const fresh = await loadPyodide({stdLibURL: `${folder}/${NAMES[0]}`, env, _makeSnapshot: true});
fresh.unpackArchive(new Uint8Array(fs.readFileSync(`${folder}/${NAMES[1]}`)), 'zip', {extractDir: PACKAGES});
fresh.runPython('from gamekit.web import boot; boot.remember()');
const snapshot = fresh.makeMemorySnapshot(), [, head, length] = new Uint32Array(snapshot.buffer, 0, 3);
const memory = snapshot.subarray(head), runs = [];  // [from, to) of what is not zero: the stack is empty, and so is the end
for (let page = 0; page < memory.length; page += PAGE) {
  if (!memory.subarray(page, page + PAGE).some(Boolean)) continue;
  if (page <= (runs.at(-1)?.[1] ?? 0) + GAP) (runs.at(-1) ?? (runs[0] = [0, 0]))[1] = page + PAGE;
  else runs.push([page, page + PAGE]);
}
const packed = zlib.gzipSync(Buffer.concat(runs.map(run => memory.subarray(...run))), {level: 9});
const file = `python-${crypto.createHash('sha256').update(packed).digest('hex').slice(0, 12)}.memory`;  // none of an older site
const kept = JSON.parse(Buffer.from(snapshot.buffer, START, length).toString());
fs.writeFileSync(`${folder}/${file}`, packed);
fs.writeFileSync(`${folder}/memory.js`, `export default ${JSON.stringify({file, size: memory.length, runs, kept})};\n`);
