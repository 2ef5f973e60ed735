"""The pages of the site that stand elsewhere already: README, notebooks, reference, words, where numbers come from.

A hook of mkdocs; a notebook is shown as it is stored."""

from __future__ import annotations

import csv
import posixpath
import re
import sys
from collections.abc import Iterator
from html import escape
from importlib import import_module
from inspect import isclass, isfunction, ismodule
from pathlib import Path
from typing import Any

import griffe

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # jsonschema does without: a grammar of 2 s
import nbformat  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
GAMES = ("julius_caesar", "caesar", "aquileia", "roma_victrix")
TITLES = {"julius_caesar": "Julius Caesar", "caesar": "Caesar", "aquileia": "Aquileia", "roma_victrix": "Roma Victrix"}
COPIED = {  # what stands elsewhere, and the page that it becomes
    "README.md": "index.md",
    "data/SOURCES.md": "sources.md",
    "data/FORMATS.md": "formats.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
SHOWN = ("charts", "page", "app", "scene")  # rooms of gamekit.widgets that a reader may use


class Doctests(griffe.Extension):
    """Examples in docstrings are code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with its examples as blocks of code.

    >>> print(fenced("Adds.\\n\\n>>> 1 + 1\\n2"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    blocks = re.split(r"\n[ \t]*\n", text)
    for at, block in enumerate(blocks):
        first, mark, rest = (
            re.split(r"(?m)^([ \t]*)(?=>>> )", block, maxsplit=1) if ">>> " in block else (block, "", "")
        )
        if rest:
            lines = (mark + rest).splitlines()
            example = "\n".join(line.removeprefix(mark) for line in lines)
            blocks[at] = f"{first.rstrip()}\n\n```pycon\n{example}\n```".strip("\n")
    return "\n\n".join(blocks)


# Pages ---------------------------------------------------------------------------------------------------------------


def on_files(files: Files, config: Any) -> Files:
    pages = dict(made())
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    for path in (ROOT / "notebooks").glob("*.svg"):
        files.append(File.generated(config, f"notebooks/{path.name}", content=path.read_bytes()))
    config.nav = navigation(pages)
    return files


def on_post_template(output: str, template_name: str, config: Any) -> str:
    """Every template but the page of a server that has not found one, which cannot lead anywhere from a folder."""
    return "" if template_name == "404.html" else output


def made() -> Iterator[tuple[str, str]]:
    """Every page that is made, by name."""
    for source, page in COPIED.items():
        yield page, relinked((ROOT / source).read_text(encoding="utf-8"), source, page)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        yield f"notebooks/{path.stem}.md", notebook(path)
    for module in modules():
        yield f"reference/{module}.md", reference(module)
    yield "words.md", words()


def navigation(pages: dict[str, str]) -> list[Any]:
    def under(folder: str) -> list[dict[str, str]]:
        return [{pages[name].splitlines()[0].removeprefix("# "): name} for name in pages if name.startswith(folder)]

    about = {"How it is fast": "fast", "Where the numbers come from": "sources", "File formats": "formats"}
    about |= {"Security": "security", "Changes": "changelog"}
    return [
        {"gamekit": "index.md"},
        {"Notebooks": under("notebooks/")},
        {"Reference": under("reference/")},
        {"Words in English and Japanese": "words.md"},
        {"Adding a game": "your_game.md"},
        {"How it is built": "how_it_is_built.md"},
        {"About": [{title: f"{name}.md"} for title, name in about.items()]},
    ]


def relinked(text: str, source: str, page: str) -> str:
    """A text with its links to files of the project leading to the pages that they became."""

    def link(match: re.Match[str]) -> str:
        target, _, anchor = match[2].partition("#")
        if "://" in target or not target:
            return match[0]
        here = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        anchor = anchor.removeprefix("cell-id=")
        there = COPIED.get(here) or (re.sub(r"\.ipynb$", ".md", here) if here.startswith("notebooks/") else None)
        if there is None:
            return match[1].removeprefix("!")[1:-1]  # no page of its own: its name alone
        way = posixpath.relpath(there, posixpath.dirname(page) or ".")
        return f"{match[1]}({way}{'#' + anchor if anchor else ''})"

    return re.sub(r"(!?\[[^\]]*\])\(([^)\s]+)\)", link, text)


# Notebooks -----------------------------------------------------------------------------------------------------------


def notebook(path: Path) -> str:
    """A notebook as a page: its text, its code, its answers."""
    name = f"notebooks/{path.name}"
    cells = []
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            anchor = f'<span id="{cell.id}"></span>\n\n' if cell.source.startswith("#") and cells else ""
            text = relinked(cell.source, name, name)
            cells.append(re.sub(r"^(#+ .*)$", rf"\1 {{#{cell.id}}}", text, count=1, flags=re.M) if anchor else text)
        else:
            cells.append(f"```python\n{cell.source}\n```")
            cells += [shown for shown in map(answer, cell.outputs) if shown]
    return "\n\n".join(cells) + "\n"


def answer(output: Any) -> str:
    """An output of a cell: its HTML, else its text."""
    data = output.get("data", {})
    html = data.get("text/html", "")
    if html:
        from gamekit.widgets.svg import picture_bar

        flat = re.sub(r"\s*\n\s*", " ", html.replace(picture_bar("en"), "").replace(picture_bar("ja"), ""))
        return f'<div class="gk-answer-of-a-cell">{flat}</div>'
    text = output.get("text") or data.get("text/plain", "")
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


# Reference -----------------------------------------------------------------------------------------------------------


def modules() -> list[str]:
    """Every module whose names a reader may use."""
    rooms = ("probability", "analysis", "play", "storage", "text", "lessons")
    core = [f"{room}.{path.stem}" for room in rooms for path in sorted((ROOT / "gamekit" / room).glob("[!_]*.py"))]
    boards = [f"gamekit.widgets.{name}" for name in (*GAMES, *SHOWN) if (ROOT / "gamekit/widgets" / name).exists()
              or (ROOT / f"gamekit/widgets/{name}.py").exists()]  # fmt: skip
    return ["gamekit", *(f"gamekit.{game}" for game in GAMES), *(f"gamekit.{name}" for name in core),
            "gamekit.widgets", *boards]  # fmt: skip


def public(name: str) -> list[tuple[str, str]]:
    """The public names of a module, each with the module that defines it: those listed, else its own."""
    module = import_module(name)
    listed = getattr(module, "__all__", None)
    if listed is None:
        listed = [key for key, thing in vars(module).items() if key[0] != "_" and defined(module, thing)]
    found = dict.fromkeys(listed, name)
    things = {key: getattr(module, key) for key in sorted(found, key=str.lower)}
    return [(key, home(thing, found[key])) for key, thing in things.items() if not ismodule(thing)]


def home(thing: Any, place: str) -> str:
    """The module that defines a class or a function: a name may be that of a module as well."""
    own = getattr(thing, "__module__", "") if isclass(thing) or isfunction(thing) else ""
    return own if own.startswith("gamekit") else place


def defined(module: Any, thing: Any) -> bool:
    return (isclass(thing) or isfunction(thing)) and thing.__module__ == module.__name__


def reference(name: str) -> str:
    """A module's page: what it says of itself, then each public name."""
    parts = [f"# {name}", fenced((import_module(name).__doc__ or "").strip())]
    parts += [f"::: {place}.{key}" for key, place in public(name)]
    return "\n\n".join(parts) + "\n"


# Words ---------------------------------------------------------------------------------------------------------------


def words() -> str:
    """The glossary: every short term of the data files in both languages, by game."""
    found: dict[str, dict[str, str]] = {}
    for path in (ROOT / "data/words.csv", *sorted((ROOT / "data").glob("*/words.csv"))):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                game = row["key"].split(".")[0]
                if len(row["en"].split()) <= 3 and not re.search(r"[{}.:;?!→]", row["en"]):
                    found.setdefault(game if game in GAMES else "all", {}).setdefault(row["en"].lower(), row["ja"])
    parts = [
        "# Words in English and Japanese",
        "The terms of boards, charts and answers, as the games' rulebooks have them.",
    ]
    for game in ("all", *GAMES):
        lines = "\n".join(f"| {escape(en)} | {escape(ja)} |" for en, ja in sorted(found[game].items()))
        parts.append(f"## {TITLES.get(game, 'Everywhere')}\n\n| English | 日本語 |\n|---|---|\n{lines}")
    return "\n\n".join(parts) + "\n"
