// Sources to bytecode of the very Python that runs in a page: pack.mjs RUNTIME SOURCES.zip OUT.zip [SOURCES.zip OUT.zip ...]
import fs from 'fs';
const [,, runtime, ...pairs] = process.argv;
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const py = await loadPyodide();
for (let n = 0; n < pairs.length; n += 2) {
  py.unpackArchive(new Uint8Array(fs.readFileSync(pairs[n])), 'zip', {extractDir: `/src${n}`});
  py.runPython(`
import compileall, pathlib, py_compile, zipfile
root = pathlib.Path('/src${n}')
compileall.compile_dir(root, quiet=1, legacy=True, optimize=2, stripdir=str(root),
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile('/out${n}.zip', 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for path in sorted(root.rglob('*')):
        if path.is_file() and (path.suffix != '.py' or not path.with_suffix('.pyc').exists()) and '__pycache__' not in path.parts:
            made.writestr(zipfile.ZipInfo(str(path.relative_to(root))), path.read_bytes(), zipfile.ZIP_DEFLATED)
`);
  fs.writeFileSync(pairs[n + 1], py.FS.readFile(`/out${n}.zip`));
}
