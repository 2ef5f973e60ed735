"""A page to print: exercises with lines to write on, and a key with the answers, both as pictures.

>>> sheet = worksheet("mixed", "en", level=2, seed=49)
>>> [one.topic for one in sheet.exercises], sheet.page.title
(['die', 'adding', 'losses', 'conditional', 'chart'], 'Dice and decisions')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from gamekit.lessons.exercises import LEVELS, MIXED, TOPICS, Exercise, series
from gamekit.text import export
from gamekit.text.translation import LANGUAGES, language_or_default, note, translate, word
from gamekit.widgets.layout import BOLD, STRONG, Room
from gamekit.widgets.lessons.board import LessonBoard, lesson, other, switch
from gamekit.widgets.lessons.exercise_view import ANSWER, height_of, shapes_of
from gamekit.widgets.look import HAIRLINE, INK, MUTED
from gamekit.widgets.page import Area, Download, Html, Menu, Message, Picture, Seat, heading_html, row, status
from gamekit.widgets.scene import Rect, Scene, Shape, Text, line, text_width
from gamekit.widgets.svg import svg


class Paper(NamedTuple):
    """A size of paper: its name in CSS, its width and height in px of 1/96 inch."""

    name: str
    width: float
    height: float


PAPERS: Final = {"A4": Paper("A4", 794, 1123), "Letter": Paper("letter", 816, 1056)}
MARGIN, HEAD, FOOT = 64.0, 142.0, 68.0
TITLE, SUBTITLE, SMALL = 30.0, 15.0, 12.0
MOST_GAP = 60.0  # between two exercises, where the page has room left


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Exercises for one page; ``page`` and ``key`` are pictures. A notebook shows the page, and buttons for both as
    PDF; ``save()`` writes them as files."""

    topic: str
    language: str
    level: int
    seed: int
    paper: str
    exercises: tuple[Exercise, ...]

    @property
    def page(self) -> Scene:
        """The page for the pupils."""
        return _page(self, key=False)

    @property
    def key(self) -> Scene:
        """The same page with the answers, for the teacher."""
        return _page(self, key=True)

    def html(self, key: bool = False) -> str:
        """A whole HTML page that prints as drawn and needs nothing but itself.

        >>> worksheet("die", "en", paper="Letter").html().count("<svg")
        1
        """
        scene, paper = self.key if key else self.page, PAPERS[self.paper]
        style = (
            f"@page {{ size: {paper.name} portrait; margin: 0 }} body {{ margin: 0 }} "
            f"svg {{ display: block; width: {paper.width}px; height: {paper.height}px }}"
        )
        head = f'<meta charset="utf-8"><title>{scene.title}</title><style>{style}</style>'
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head>{head}</head>\n<body>\n{svg(scene)}\n</body></html>\n'
        )

    def pdf(self, key: bool = False) -> bytes:
        """The page as a PDF with real text, its fonts within; ValueError where the extra "lab" is not installed."""
        try:
            import typst
        except ImportError:
            raise ValueError(note("worksheet.error.pdf")) from None
        scene, paper = self.key if key else self.page, PAPERS[self.paper]
        size = f"width: {paper.width * 0.75}pt, height: {paper.height * 0.75}pt"
        picture = '#image(bytes(sys.inputs.page), format: "svg", width: 100%, height: 100%)'
        source = f'#set document(title: "{scene.title}")\n#set page({size}, margin: 0pt)\n{picture}'
        drawn = svg(scene)
        export.warn_of_lacking(drawn)
        ours: dict[str, Any] = {"font_paths": [export.fonts()], "ignore_system_fonts": True}
        made: bytes = typst.compile(source.encode(), sys_inputs={"page": drawn}, **ours)
        return made

    def name(self, key: bool = False) -> str:
        """What its file is called, without an ending."""
        return f"worksheet_{self.topic}_{self.language}_{self.level}_{self.seed}{'_key' if key else ''}"

    def save(self, folder: str | Path = ".") -> tuple[Path, ...]:
        """Write the sheet and its key, as HTML and as PDF, into a folder; gives the four paths."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        paths = []
        for key in (False, True):
            for ending, content in (("html", self.html(key).encode()), ("pdf", self.pdf(key))):
                paths.append(Path(folder) / f"{self.name(key)}.{ending}")
                paths[-1].write_bytes(content)
        return tuple(paths)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The sheet with buttons that give it and its key as PDF; the key itself is never on the page."""
        return SheetBoard(self)._repr_mimebundle_(**kwargs)


def worksheet(
    topic: str = MIXED, language: str | None = None, level: int = 2, seed: int = 49, paper: str = "A4"
) -> Worksheet:
    """A page of exercises of a topic, or of several ("mixed"), five or as many as fit; the same for the same seed.

    Topics: "die", "adding", "losses", "conditional", "rounding", "strategies", "chart". Levels 1 to 3. Paper: "A4" or
    "Letter". Raises ValueError for anything else.

    >>> sheet = worksheet("losses", "ja", seed=7)
    >>> sheet.exercises[0].blanks[0].solution("ja")
    '3 × 2/6 = 1'
    """
    if paper not in PAPERS:
        raise ValueError(note("worksheet.error.paper", paper=repr(paper)[:40], papers=", ".join(PAPERS)))
    chosen = _fitting(series(topic, level, seed), PAPERS[paper])
    return Worksheet(topic, language_or_default(language), level, seed, paper, chosen)


def _fitting(exercises: Sequence[Exercise], paper: Paper) -> tuple[Exercise, ...]:
    """As many of the exercises as one page holds in either language."""
    room = _inner(paper)
    heights = {language: [height_of(one, room.width, language) for one in exercises] for language in LANGUAGES}
    counts = range(1, len(exercises) + 1)
    most = max(n for n in counts if n == 1 or all(sum(high[:n]) <= room.height for high in heights.values()))
    return tuple(exercises[:most])


def _inner(paper: Paper) -> Room:
    return Room(MARGIN, HEAD, paper.width - 2 * MARGIN, paper.height - HEAD - FOOT - 10)


def _page(sheet: Worksheet, key: bool) -> Scene:
    """The exercises one below the other, the room that is left spread between them."""
    paper = PAPERS[sheet.paper]
    inner = _inner(paper)
    heights = [height_of(one, inner.width, sheet.language) for one in sheet.exercises]
    title = word(f"worksheet.{'key' if key else 'title'}", sheet.language)
    shapes = [*_head(sheet, paper, title, key), *_foot(sheet, paper, key)]
    gap = min(MOST_GAP, (inner.height - sum(heights)) / len(heights))
    y = inner.y
    for number, (one, height) in enumerate(zip(sheet.exercises, heights), 1):
        if number > 1:
            shapes.append(line(inner.x, y - gap / 2, inner.right, y - gap / 2, HAIRLINE, 1.5))
        shapes += shapes_of(one, number, Room(inner.x, y, inner.width, height), sheet.language, key)
        y += height + gap
    said = " ".join(translate(one.text, sheet.language) for one in sheet.exercises)
    return Scene(paper.width, paper.height, tuple(shapes), title=title, sentence=said, ground="#ffffff")


def _head(sheet: Worksheet, paper: Paper, title: str, key: bool) -> Iterator[Shape]:
    right = paper.width - MARGIN
    yield Text(MARGIN, 84, title, TITLE, INK, "serif", BOLD)
    yield Text(MARGIN, 110, word("worksheet.subtitle", sheet.language), SUBTITLE, MUTED)
    yield line(MARGIN, 134, right, 134, INK, 1.5)
    if key:
        yield Rect(right - 150, 58, 150, 34, 4, fill=ANSWER)
        teacher = word("worksheet.teacher", sheet.language)
        yield Text(right - 75, 81, teacher, 16, "#ffffff", weight=BOLD, anchor="middle", max_width=140)
        return
    left = paper.width - MARGIN - 300
    for field, x, end, y in (
        ("name", left, right, 84),
        ("class", left, left + 160, 116),
        ("date", left + 172, right, 116),
    ):
        said = word(f"worksheet.{field}", sheet.language)
        yield Text(x, y, said, SUBTITLE, MUTED)
        yield line(x + text_width(said, SUBTITLE) + 4, y + 3, end, y + 3, MUTED, 1.2)


def _foot(sheet: Worksheet, paper: Paper, key: bool) -> Iterator[Shape]:
    y = paper.height - FOOT
    yield line(MARGIN, y, paper.width - MARGIN, y, MUTED, 1.2)
    say, made = (
        sheet.language,
        f'worksheet("{sheet.topic}", "{sheet.language}", level={sheet.level}, seed={sheet.seed})',
    )
    topic = f"{word(f'exercise.topic.{sheet.topic}', say)} · {word('quiz.level', say, level=sheet.level)}"
    yield Text(MARGIN, y + 22, f"{made if key else topic} · {word('worksheet.exact', say)}", SMALL, MUTED)
    said = word("worksheet.seed", say, seed=sheet.seed)
    yield Text(paper.width - MARGIN, y + 22, said, SMALL, INK, weight=STRONG, anchor="end")


# On the screen --------------------------------------------------------------------------------------------------------

FORM = ("pdf", "application/pdf") if find_spec("typst") else ("html", "text/html")


def downloads(sheet: Worksheet) -> tuple[Download, ...]:
    """The buttons that give a worksheet and its key as files: PDF, or HTML to print without the extra "lab"."""

    def made(key: bool) -> str | bytes:
        return sheet.pdf(key) if FORM[0] == "pdf" else sheet.html(key)

    return tuple(
        Download(
            word(f"worksheet.save.{name}", sheet.language), f"{sheet.name(key)}.{FORM[0]}", partial(made, key), FORM[1],
            key=("sheet", name),
        )
        for name, key in (("sheet", False), ("key", True))
    )  # fmt: skip


def screen(sheet: Worksheet, seat: Seat) -> Area:
    """The sheet as it prints; the key is only a file, never on the page."""
    say = sheet.language
    topics = tuple((word(f"exercise.topic.{topic}", say), topic) for topic in (*TOPICS, MIXED))
    levels = tuple((word("quiz.level", say, level=level), level) for level in LEVELS)
    lists = (
        Menu(topics, sheet.topic, ("topic",), tooltip=word("quiz.topic", say)),
        Menu(levels, sheet.level, ("level",), tooltip=word("quiz.levels", say)),
    )
    code = f'worksheet("{sheet.topic}", level={sheet.level}, seed={sheet.seed}).save()'
    told = f'<span class="gk-quiet">{escape(word("worksheet.met", say, code=code))}</span>'
    main: list[Any] = [row(*lists, switch(say)), row(*downloads(sheet)), Html(told), Picture(sheet.page)]
    main.append(status(seat.error))
    return lesson(seat, heading_html(sheet.page.title), "", main)


def update(sheet: Worksheet, message: Message) -> Worksheet:
    """The sheet after a message."""
    match message:
        case ("topic", topic):
            return worksheet(topic, sheet.language, sheet.level, sheet.seed, sheet.paper)
        case ("level", level):
            return worksheet(sheet.topic, sheet.language, level, sheet.seed, sheet.paper)
        case ("language",):
            return replace(sheet, language=other(sheet.language))
    return sheet


class SheetBoard(LessonBoard, screen=screen, update=update, covers=False):
    """A worksheet with its buttons; what a ``Worksheet`` shows itself as in a notebook."""
