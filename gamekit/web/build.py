"""Build the site: a page per notebook and per board, live in any browser, from static files.

    python -m gamekit.web.build build/site

Python for the browser is Pyodide, pinned, fetched once from its npm package and kept in the user's cache; a page asks
no other server for anything."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from gamekit.lessons.exercises import MIXED, TOPICS
from gamekit.storage import data_files
from gamekit.text.translation import LANGUAGES, word
from gamekit.web import boot, notebook
from gamekit.widgets import link_codes, page
from gamekit.widgets.lessons import worksheet
from gamekit.widgets.lessons.worksheet import FORM
from gamekit.widgets.look import asset
from gamekit.widgets.svg import image

VERSION: Final = "314.0.7"
INTEGRITY: Final = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent
CSP: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"
)
UNUSED: Final = (  # parts of the library that no board imports
    "_android_support", "_aix_support", "_apple_support", "_ios_support", "_osx_support", "_pydatetime",
    "_pydecimal", "_pyio", "_pyrepl", "antigravity", "argparse", "bdb", "cProfile", "calendar", "cmd", "code.",
    "compileall", "configparser", "curses", "dbm", "doctest", "email/", "ensurepip", "filecmp", "fileinput",
    "ftplib", "getopt", "getpass", "gettext", "graphlib", "http/", "idlelib", "imaplib", "ipaddress", "lib2to3",
    "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "platform",
    "plistlib", "poplib", "pprint", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "rlcompleter",
    "runpy", "sched", "shelve", "shlex", "smtplib", "socketserver", "sqlite3", "symtable", "tabnanny", "tarfile",
    "this", "timeit", "tkinter", "trace.", "tracemalloc", "turtle", "unittest", "uuid", "venv", "wave", "webbrowser",
    "wsgiref", "xml", "zipapp", "zoneinfo",
)  # fmt: skip
OLD: Final = 30 * 24 * 3600  # seconds that bytecode of other sources is kept
ENCODINGS: Final = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig", "utf_16")


class BoardPage(NamedTuple):
    """A page of one board: its name and the name of the board."""

    name: str
    kind: str


BOARDS: Final = (
    *(BoardPage(name, name) for name in link_codes.PAGES),
    BoardPage("board", "battle"),  # for a link whose board has no page
)


# The runtime ----------------------------------------------------------------------------------------------------------


def cache() -> Path:
    """Return the folder where the runtime is kept between builds."""
    return Path(os.environ.get("GAMEKIT_RUNTIME") or Path.home() / ".cache" / "gamekit")


def runtime(fetch: bool = True) -> Path:
    """Return the folder of the pinned runtime, fetched from npm the first time; SystemExit with a reason on failure."""
    archive, unpacked = cache() / f"pyodide-{VERSION}.tgz", cache() / f"pyodide-{VERSION}"
    if not archive.exists():
        npm = shutil.which("npm")
        if not (fetch and npm):
            raise SystemExit(
                "npm is missing: the site needs Python for the browser, which comes from the npm package pyodide. "
                f"Install Node.js, or put pyodide-{VERSION}.tgz into {cache()}."
            )
        cache().mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "pack", "--silent", f"pyodide@{VERSION}"], cwd=cache(), check=True, stdout=subprocess.PIPE)
    found = "sha512-" + b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != INTEGRITY:
        raise SystemExit(f"{archive} is not the pyodide {VERSION} that this site is made for: {found}, not {INTEGRITY}")
    if not (unpacked / "package" / RUNTIME[-1]).exists():
        with tarfile.open(archive) as packed:
            packed.extractall(unpacked, filter="data")
    return unpacked / "package"


# Python sources -------------------------------------------------------------------------------------------------------


NOT_THERE: Final = ("live", "canvas", "notebooks", "notebook_files", "cli", "__main__")


def shipped(path: Path) -> bool:
    """Whether a page needs a file of the package."""
    built = path.parts[0] == "web" and path.name not in ("__init__.py", "boot.py", "face.py", "rows.py")
    built = built or "__pycache__" in path.parts or path.suffix == ".js"
    return not built and path.stem not in NOT_THERE and not path.name.endswith(("_kernel.py", "_numpy.py"))


def sources() -> bytes:
    """Return gamekit as a zip of sources and data files."""
    data = next(folder for folder in data_files.FOLDERS if folder.is_dir())
    files = {f"gamekit/{name}": file for name, file in _files(PACKAGE) if shipped(Path(name))}
    for name, file in _files(data):
        if not name.startswith(("fonts/", "tournaments.csv")) and file.suffix != ".md":
            files[f"gamekit/_data/{name}"] = file
    return _zip((name, file.read_bytes()) for name, file in files.items())


def _files(folder: Path) -> list[tuple[str, Path]]:
    return [(file.relative_to(folder).as_posix(), file) for file in sorted(folder.rglob("*")) if file.is_file()]


def library(package: Path) -> bytes:
    """Return the Python library as a zip, without the modules that no board imports."""
    with zipfile.ZipFile(package / "python_stdlib.zip") as whole:
        kept = [
            name
            for name in whole.namelist()
            if not name.startswith(UNUSED)
            and not name.endswith("/")
            and (not name.startswith("encodings/") or name[10:-3] in ENCODINGS)
        ]
        return _zip((name, whole.read(name)) for name in kept)


def _zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files:
            out.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def pack(kit: Path, package: Path) -> None:
    """Write library and gamekit as bytecode, and the memory of a Python that has imported them, made by the site's own
    Python; unchanged ones are kept."""
    node = shutil.which("node")
    if not node:
        raise SystemExit("node is missing: it makes the memory that a page starts from. Install Node.js.")
    made = {"python_stdlib.zip": library(package), "gamekit.zip": sources()}
    stamp = hashlib.sha256(VERSION.encode() + (HERE / "pack.mjs").read_bytes() + b"".join(made.values())).hexdigest()
    folder = cache() / "parts" / stamp[:24]
    if not (folder / "memory.js").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            (folder / name).write_bytes(content)
        command = [node, str(HERE / "pack.mjs"), str(package), str(folder)]
        if (done := subprocess.run(command, capture_output=True, text=True)).returncode:
            raise SystemExit(f"the site's Python could not be made: {done.stderr[-800:]}")
    for file in folder.iterdir():
        shutil.copyfile(file, kit / ("pyodide" if file.name == "python_stdlib.zip" else "") / file.name)
    (kit / "pyodide" / "none.zip").write_bytes(_zip(()))  # the library of a Python that remembers it
    folder.touch()
    for old in folder.parent.iterdir():  # of builds long before
        if time.time() - old.stat().st_mtime > OLD:
            shutil.rmtree(old) if old.is_dir() else old.unlink()


# Pages ----------------------------------------------------------------------------------------------------------------


def html(name: str, title: str, body: str, language: str, board: str = "", tools: bool = True) -> str:
    """Return a page of the site as HTML; ``board`` names the board if it is a board's page."""
    up, away = ("", f"ja/{name}") if language == "en" else ("../", f"../{name}")
    say = {key: escape(word(f"web.{key}", language)) for key in ("large", "full", "open", "reference")}
    other = next(one for one in LANGUAGES if one != language)
    switch = f'<a class="gk-other" lang="{other}" href="{away}">{escape(word("kit.switch", language))}</a>'
    told = json.dumps({"fault": word("web.fault", language)}, ensure_ascii=False).replace("<", "\\u003c")
    buttons = (
        f'<button type="button" data-do="large" aria-pressed="false">{say["large"]}</button>'
        f'<button type="button" data-do="full">{say["full"]}</button>'
    )
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{CSP}"><title>{escape(title)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="{up}gk/board.css">
<link rel="modulepreload" href="{up}gk/face.js"></head>
<body data-language="{language}"{f' data-board="{board}"' if board else ""}><header class="gk-site">
<nav><a href="index.html">gamekit</a><a href="{up}reference/index.html">{say["reference"]}</a></nav>
<span>{buttons if tools else ""}{switch}</span></header>
<main>{body}</main>
<a class="gk-in-gamekit" target="_top" href="#">{say["open"]}</a>
<script type="application/json" id="gk-words">{told}</script>
<script type="module" src="{up}gk/main.js"></script></body></html>
"""


def live(inner: str, language: str, board: str = "", cell: str = "") -> str:
    """Return the HTML of a place where a board starts; until then it shows the picture ``inner`` and a loading line."""
    wait, script = (escape(word(key, language)) for key in ("web.wait", "web.script"))
    of = f'data-board="{board}"' if board else f'data-cell="{cell}"'
    return (
        f'<figure class="gk-board-here" {of}><p class="gk-wait" role="status">{wait}</p>'
        f'<noscript><p class="gk-noscript">{script}</p></noscript>'
        f'<div class="gk-still">{inner}</div><div class="gk-live-here"></div></figure>'
    )


def board_page(board: BoardPage, language: str) -> tuple[str, str]:
    """Return the title and the HTML of a board's page, which shows its picture at once."""
    made = boot.new(board.kind, language)
    title = word(f"web.page.{board.name}", language)
    shown = next(one for one in page.controls(made.page) if isinstance(one, page.Picture))
    picture = image(page.printed_scene(shown))
    return title, f'<h1 class="gk-unseen">gamekit</h1><h2 class="gk-title">{escape(title)}</h2>' + live(
        picture, language, board=board.kind
    )


def sheets(folder: Path, language: str) -> Iterator[tuple[str, str, str]]:
    """Write a worksheet of each topic and its key; yield (topic, file, file of the key)."""
    ending = FORM[0]
    for topic in (MIXED, *TOPICS):
        sheet = worksheet(topic, language, level=1, seed=49)
        names = [f"worksheet_{topic}{of}.{ending}" for of in ("", "_key")]
        for name, key in zip(names, (False, True)):
            content = sheet.pdf(key) if ending == "pdf" else sheet.html(key).encode()
            (folder / name).write_bytes(content)
        yield topic, names[0], names[1]


def build(site: Path, notebooks: Path) -> Iterator[str]:
    """Write the site; yield a line for each thing made."""
    package = runtime()
    kit = site / "gk"
    shutil.rmtree(kit, ignore_errors=True)
    (kit / "pyodide").mkdir(parents=True)
    for name in RUNTIME:
        shutil.copyfile(package / name, kit / "pyodide" / name)
    lock = json.loads((package / "pyodide-lock.json").read_text("utf-8")) | {"packages": {}}  # none is loaded
    (kit / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    pack(kit, package)
    yield f"{kit}: Python {VERSION} and gamekit, as bytecode and as a memory"
    names = ("main.js", "worker.js")
    for name in names:
        shutil.copyfile(HERE / name, kit / name)
    face = "".join(asset(name) for name in ("file.js", "walk.js", "page.js")) + (HERE / "picture.js").read_text("utf-8")
    (kit / "face.js").write_text(face, "utf-8")
    (kit / "board.css").write_text(page.board_css() + (HERE / "site.css").read_text("utf-8"), "utf-8")
    for language in LANGUAGES:
        folder = site if language == "en" else site / language
        folder.mkdir(exist_ok=True)

        def write(name: str, *given: Any, folder: Path = folder, **more: Any) -> None:
            (folder / name).write_text(html(name, *given, **more), "utf-8")

        for board in BOARDS:
            write(f"{board.name}.html", *board_page(board, language), language, board=board.kind)
        read = notebook.pages(notebooks, language)
        for one in read:
            write(f"{one.name}.html", one.title, one.body(live), language)
        played = [board.name for board in BOARDS if board.name != "board"]
        first = notebook.index(read, played, list(sheets(folder, language)), language)
        write("index.html", "gamekit", first, language, tools=False)
        yield f"{folder}: {len(BOARDS)} boards and {len(read)} notebooks"


def main() -> None:
    site = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    site.mkdir(parents=True, exist_ok=True)
    for said in build(site, Path("notebooks")):
        print(said, flush=True)


if __name__ == "__main__":
    main()
