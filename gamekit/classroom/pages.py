"""The folder that a class is served from: every notebook once for each language, and the card that stands for it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from gamekit.text.translation import LANGUAGES, word, word_or

HIDDEN: Final = "notebook-only"  # the tag of a cell that is about its own code
CODE: Final = re.compile(r"<!--code-->.*?<!--/code-->", re.DOTALL)  # words of a text that are
FILES: Final = (".svg", ".png", ".jpg")  # what stands beside notebooks and is shown on pages
FIRST: Final = (  # the order of the cards; what is not named here comes after them
    "history_civil_war",
    "00_start_here",
    "julius_caesar_battle",
    "julius_caesar_campaign",
    "julius_caesar_decisions",
    "roma_victrix_combat",
    "roma_victrix_game",
    "caesar_conflict",
    "caesar_game",
    "aquileia_dice",
    "aquileia_game",
    "how_lucky",
)
MAKERS: Final = (
    "teachers_guide",
    "writers_cookbook",
    "your_own_game",
)  # for whoever teaches with games, writes about them or makes one
GROUPS: Final = ("pupils", "makers")
PICTURE: Final = re.compile(r'<img[^>]*?\ssrc="(data:image/[^"]+)"')
HEADING: Final = re.compile(r"^#\s+(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PageCard:
    """A page of the index: its address below that of its language, its title, what it asks, and a picture of it."""

    name: str
    title: str
    asks: str
    picture: str  # the address of an image within the page, "" where there is none

    @property
    def group(self) -> str:
        """Under which heading it stands."""
        return GROUPS[self.name in MAKERS]


def laid_out(notebooks: Path, folder: Path) -> dict[str, tuple[PageCard, ...]]:
    """Put the notebooks into the folder, once for each language, and give their cards by language.

    A notebook with a twin of a language (``NAME_ja.ipynb``) is that twin there. Cells about their own code, and what
    was stored when the notebook was last executed, are left out. Raises ValueError where there is no notebook."""
    names = [path.stem for path in sorted(notebooks.glob("*.ipynb")) if _own(path)]
    if not names:
        raise ValueError(f"no notebook in {notebooks}; name the folder that has them")
    return {language: tuple(_all(notebooks, folder / language, language, names)) for language in LANGUAGES}


def _own(path: Path) -> bool:
    """Whether a notebook is not the twin of another."""
    stem, _, tail = path.stem.rpartition("_")
    return not (tail in LANGUAGES and path.with_stem(stem).exists())


def _all(notebooks: Path, folder: Path, language: str, names: list[str]) -> Iterator[PageCard]:
    import nbformat

    form: Any = nbformat

    folder.mkdir(parents=True)
    twins, picture = _twins(notebooks, language), ""
    for path in notebooks.iterdir():
        if path.suffix in FILES:
            shutil.copy(path, folder)
    for name in sorted(names, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name)):
        twin = notebooks / f"{name}_{language}.ipynb"
        notebook = form.read(twin if twin.exists() else notebooks / f"{name}.ipynb", 4)
        card = _card(name, notebook, language, twin.exists())
        served = _served(notebook, card.title)
        if language != LANGUAGES[0] and not twin.exists():
            served.cells.insert(1, form.v4.new_markdown_cell(word("class.no_twin", language, pages=twins)))
        form.write(served, folder / f"{name}.ipynb")
        picture = card.picture or picture  # a page without one of its own has that of the page before it
        yield replace(card, picture=picture)


def _twins(notebooks: Path, language: str) -> str:
    """The pages whose text is in a language, as links."""
    import nbformat

    form: Any = nbformat
    found = {path: form.read(path, 4) for path in sorted(notebooks.glob(f"*_{language}.ipynb")) if not _own(path)}
    names = {path.stem.removesuffix(f"_{language}"): notebook for path, notebook in found.items()}
    return " · ".join(
        f"[{_card(name, notebook, language, True).title}]({name}.ipynb)" for name, notebook in names.items()
    )


def _card(name: str, notebook: Any, language: str, twin: bool) -> PageCard:
    heading = next((found[1] for cell in notebook.cells if (found := HEADING.search(cell.source))), name)
    title = heading if twin else word_or(f"class.card.{name}", heading, language)
    return PageCard(name, title, word_or(f"class.asks.{name}", "", language), next(pictures(notebook), ""))


def pictures(notebook: Any) -> Iterator[str]:
    """The images that were stored when a notebook was executed."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            html = "".join(output.get("data", {}).get("text/html", ""))
            yield from (found[1] for found in PICTURE.finditer(html))


def _served(notebook: Any, title: str) -> Any:
    """The notebook as a page is made of it."""
    hidden = [cell for cell in notebook.cells if HIDDEN in cell.metadata.get("tags", ())]
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code" or cell not in hidden]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            unseen = "%%capture\n" if cell in hidden else ""  # it is run: a later cell may need what it defines
            cell.source, cell.outputs, cell.execution_count = unseen + cell.source, [], None
        else:
            cell.source = CODE.sub("", cell.source)
    notebook.metadata["title"] = title
    return notebook


def bar(language: str, name: str) -> dict[str, str]:
    """What stands at the head of a page: the language it is in, and the words of its links and buttons."""
    said = {key: word(f"class.{key}", language) for key in ("all", "larger", "full", "opening")}
    other = LANGUAGES[1 - LANGUAGES.index(language)]
    return {**said, "language": language, "other": other, "name": name, "switch": word("kit.switch", language)}
