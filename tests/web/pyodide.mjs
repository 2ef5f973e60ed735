// Run a piece of Python in the browser's Python, with the site's own gamekit: pyodide.mjs RUNTIME SITE TESTS.zip CODE
import fs from 'fs';
const [,, runtime, site, tests, code] = process.argv;
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const py = await loadPyodide({env: {HOME: '/home/pyodide', GAMEKIT_LANGUAGE: 'en'}});
for (const file of [`${site}/gk/gamekit.zip`, tests])
  py.unpackArchive(new Uint8Array(fs.readFileSync(file)), 'zip', {extractDir: '/lib/python3.14/site-packages'});
try { console.log(py.runPython(code)); } catch (error) { console.log(JSON.stringify({fault: String(error).slice(-3000)})); }
