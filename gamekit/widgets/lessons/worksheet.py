"""A page to print: exercises with lines to write on, and a key with the answers, both as pictures.

>>> sheet = worksheet("mixed", "en", level=2, seed=49)
>>> [one.topic for one in sheet.exercises], sheet.page.title
(['die', 'adding', 'losses', 'conditional', 'chart'], 'Dice and decisions')
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from importlib.util import find_spec
from itertools import chain, product
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.army import full_name
from gamekit.lessons.exercises import LEVELS, MIXED, TOPICS, BlankToFill, Exercise, exercise_series, nth_exercise
from gamekit.text import export
from gamekit.text.translation import (
    LANGUAGES,
    default_language,
    in_table_language,
    language_or_default,
    note,
    translate,
    word,
)
from gamekit.widgets import page
from gamekit.widgets.julius_caesar.pieces import block_group
from gamekit.widgets.layout import BOLD, STRONG, Room, Sized, break_lines, centred, col, drawing, legible
from gamekit.widgets.lessons.board import DRAWN, LessonBoard, lesson_page
from gamekit.widgets.lessons.predict import dice_in_a_row
from gamekit.widgets.look import CAESAR, EDGE, HAIRLINE, INK, LINE, MUTED, WHITE
from gamekit.widgets.roma_victrix.forces import SIDE_TINTS, sign
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, line, polyline_path, text_width
from gamekit.widgets.svg import svg

ANSWER, ANSWER_TINT, COVER = "#1F6A49", "#DCEBE2", "#EEE6D2"  # of the key; 6.5:1 on white; of a die nobody has seen
TEXT, NOTE, HEADING, SOLVED = 15.0, 12.0, 18.0, 16.0
LEADING, PITCH = 21.0, 29.0
INDENT, TOP, GUTTER = 36.0, 34.0, 20.0  # right of the number, below the heading, between text and picture
WRITING: Final = (90.0, 190.0)  # the shortest and the longest line to write on
BLOCK, DIE, CELL, FACE = 70.0, 28.0, 20.0, 52.0
SET = 0.93  # of the reckoned width is what letters take, but for the widest fonts, which are squeezed
BLANK_LETTERS = "abcdef"
Draw: TypeAlias = Callable[[Exercise, Room, bool], Iterator[Shape]]
MARGIN, HEAD, FOOT = 64.0, 132.0, 68.0
TITLE, SUBTITLE, SMALL = 30.0, 15.0, 12.0
MOST_GAP = 60.0  # between two exercises, where the page has room left
FORM = ("pdf", "application/pdf") if find_spec("typst") else ("html", "text/html")
SCALE: Final = 1.6  # of the worksheet: its 15 px are 24 here
NONE: Final = -1  # no answer yet
LETTERS: Final = 14.5  # px of the smallest letters at the least width, of which a page of 800 px shows less than half


def exercise_box(one: Exercise, number: int, key: bool) -> Sized:
    """Return a box with an exercise: with lines to write on or, in the key, as high, with the answers and the reason.

    What stands below the picture has the whole width."""
    found = partial(_exercise, one, number, key)
    return Sized(lambda width: found(Room(0, 0, width, 0))[1], lambda room: found(room)[0])


def _exercise(one: Exercise, number: int, key: bool, room: Room) -> tuple[list[Shape], float]:
    aside, tall, draw = PICTURES[one.picture[0]]
    x, top = room.x + INDENT, room.y + TOP
    narrow, whole = room.width - INDENT - aside - GUTTER, room.width - INDENT
    shapes: list[Shape] = [
        Circle(room.x + 13, room.y + 18, 13, fill=INK),
        Text(room.x + 13, room.y + 23.5, str(number), TEXT, "#ffffff", weight=BOLD, anchor="middle"),
        Text(x, room.y + 24, word(f"exercise.topic.{one.topic}"), HEADING, INK, "serif", BOLD),
        *_corner(one, room, key),
        *draw(one, Room(room.right - aside, top, aside, tall), key),
    ]
    text = break_lines(translate(one.text), narrow, TEXT)
    shapes += [Text(x, top + 16 + LEADING * rank, said, TEXT) for rank, said in enumerate(text)]
    y = LEADING * len(text) + 4
    for place, blank in enumerate(one.blanks):
        label, solution = translate(blank.text), blank.worked_solution()
        label = f"{BLANK_LETTERS[place]}) {label}" if len(one.blanks) > 1 else label
        space, begins = narrow if y < tall else whole, SET * text_width(label, TEXT) + 10
        beside = begins + max(WRITING[0], SET * text_width(solution, SOLVED, BOLD)) <= space
        below, at = (0.0, begins) if beside else (PITCH - 4, 18.0)
        line_y = top + y + below + 20
        shapes.append(Text(x, top + y + 20, label, TEXT, max_width=at - 8 if beside else space))
        if key:
            shapes.append(Text(x + at, line_y, solution, SOLVED, ANSWER, weight=BOLD, max_width=space - at))
        else:
            shapes.append(line(x + at, line_y + 4, x + min(at + WRITING[1], space), line_y + 4, MUTED, 1.2))
        y += PITCH + below
    because = break_lines(translate(one.because), narrow if y < tall else whole, NOTE)
    if key and one.blanks:
        shapes += [Text(x, top + y + 16 + 16 * rank, said, NOTE, ANSWER) for rank, said in enumerate(because)]
    return shapes, TOP + max(y + 16 * len(because) + 10, tall)


def _corner(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    if key and one.clause:
        yield Text(room.right, room.y + 22, word("basis.rules", clauses=one.clause), NOTE + 1, MUTED, anchor="end")
    elif one.blanks and not key:
        yield Rect(room.right - 54, room.y + 6, 54, 24, 4, fill="#ffffff", stroke=EDGE)
        yield Text(room.right - 8, room.y + 23, f"/ {len(one.blanks)}", 14, MUTED, anchor="end")


def _block(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    _, text, side, thrown = one.picture
    yield from _piece(text, side, room.x + BLOCK / 2, room.y)
    rows = (thrown[:2], thrown[2:]) if len(thrown) > 3 else (thrown,)
    beside = Room(room.x + BLOCK + 20, room.y, room.width - BLOCK - 20, BLOCK)
    beside = beside.centred(beside.width, (DIE + 6) * len(rows) - 6)
    for faces, row in zip(rows, beside.rows(len(rows), 6)):
        yield from dice_in_a_row([(face, None) for face in faces], DIE, 6, row)


def _piece(text: str, side: str, x: float, y: float) -> Iterator[Shape]:
    (block,) = jc.army(text, side)
    yield block_group(block, side, "attacker", BLOCK, x, y + BLOCK / 2)
    yield Text(x, y + BLOCK + 20, translate(full_name(block)), 13, INK, "serif", anchor="middle")


def _fight(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    _, firing, target, side = one.picture
    yield from _piece(firing, side, room.x + BLOCK / 2 + 4, room.y)
    x, y = room.x + BLOCK + 16, room.y + BLOCK / 2
    yield line(x, y, x + 24, y, INK, 2)
    yield Path(polyline_path([(x + 18, y - 6), (x + 26, y), (x + 18, y + 6)]), stroke=INK, stroke_width=2)
    yield from _piece(target, "Pompey" if side == "Caesar" else "Caesar", room.x + 1.5 * BLOCK + 50, room.y)


def _sums(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    """The table of two dice: its first rank, in the key all of it with the sums asked for."""
    sums = Room(room.right - 6 * CELL - 26, room.y + CELL, 6 * CELL, 6 * CELL)
    for face in range(1, 7):
        for x, y in ((sums.x + CELL * (face - 0.5), sums.y - 6), (sums.x - 12, sums.y + CELL * (face - 0.3))):
            yield Text(x, y, str(face), NOTE, MUTED, weight=BOLD, anchor="middle")
    for (first, second), cell in zip(product(range(1, 7), repeat=2), sums.grid(6, 6, 0)):
        found = key and first + second in one.picture[1]
        yield cell.rect(fill=ANSWER_TINT if found else "#ffffff", stroke=EDGE)
        if key or first == 1:
            look: dict[str, Any] = {"fill": ANSWER, "weight": BOLD} if found else {}
            yield centred(str(first + second), cell, NOTE, **look)


def _hidden(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    count = one.picture[1]
    row = room._replace(y=room.y + 4, height=FACE).centred(count * (FACE + 12) - 12, FACE)
    for unseen in row.columns(count, 12):
        yield unseen.rect(8, fill=COVER, stroke=EDGE)
        yield centred("?", unseen, 28, fill=MUTED, weight=BOLD)
    if one.topic == "conditional":
        heard = word("exercise.conditional.heard")
        yield Text(room.middle[0], room.y + FACE + 26, heard, NOTE, MUTED, anchor="middle", max_width=room.width)


def _force(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    tint = SIDE_TINTS["attacker"]
    for rank, part in enumerate(one.picture[1].split(", ")):
        count, unit = part.split()
        counter = Room(room.x + 20, room.y + 44 * rank, 38, 38)
        yield counter.rect(4, fill=tint.face, stroke=tint.rim)
        yield Group(sign(unit, "#ffffff", tint.face), counter.x + 7, counter.y + 7)
        yield Text(counter.right + 14, counter.y + 25, f"{count} {unit}", TEXT, weight=STRONG)


def _matrix(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    points = Room(room.right - 112, room.y + 40, 112, 68)
    ways = [word(f"exercise.strategies.{way}") for way in ("left", "right")]
    for way, above, beside in zip(ways, points.columns(2, 0), points.rows(2, 0)):
        yield centred(way, above._replace(y=points.y - 22, height=20), NOTE + 1)
        yield Text(points.x - 8, beside.y + 0.62 * beside.height, way, NOTE + 1, anchor="end")
    caesar, pompey = (word(f"julius_caesar.side.{side}") for side in ("Caesar", "Pompey"))
    yield centred(pompey, points._replace(y=room.y, height=18), NOTE + 1, weight=BOLD)
    yield Text(points.x - 8, points.y - 8, caesar, NOTE + 1, weight=BOLD, anchor="end")
    for value, cell in zip(chain(*one.picture[1]), points.grid(2, 2, 0)):
        yield cell.rect(fill="#ffffff", stroke=LINE)
        yield centred(str(value).replace("-", "\u2212"), cell, TEXT, weight=STRONG)


def _bars(one: Exercise, room: Room, key: bool) -> Iterator[Shape]:
    plane = Room(room.x + 44, room.y + 42, room.width - 44, room.height - 64)
    yield Text(plane.x, room.y + 4, word("exercise.chart.title"), NOTE, MUTED)
    for share in (0, 50, 100):
        y = plane.bottom - plane.height * share / 100
        yield line(plane.x, y, plane.right, y, HAIRLINE, 1)
        yield Text(plane.x - 8, y + 4, f"{share}%", NOTE, MUTED, anchor="end")
    for place, (share, cell) in enumerate(zip(one.picture[1], plane.columns(len(one.picture[1]), 0)), 1):
        tall, middle = plane.height * share / 100, cell.middle[0]
        yield Rect(cell.x + 7, plane.bottom - tall, cell.width - 14, tall, 2, fill=CAESAR)
        said = f"{share}%" if share < 100 else ">99%"
        yield Text(middle, plane.bottom - tall - 6, said, NOTE, weight=BOLD, anchor="middle", halo=WHITE)
        yield Text(middle, plane.bottom + 18, str(place), 13, anchor="middle")


PICTURES: Final[dict[str, tuple[float, float, Draw]]] = {  # the width and the height that each takes
    "block": (196, 98, _block),
    "sums": (196, 148, _sums),
    "fight": (196, 98, _fight),
    "hidden": (196, 90, _hidden),
    "force": (196, 134, _force),
    "matrix": (196, 116, _matrix),
    "bars": (290, 150, _bars),
}


class Paper(NamedTuple):
    """A size of paper: its name in CSS, its width and height in px of 1/96 inch."""

    name: str
    width: float
    height: float

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms of the head, the exercises and the foot."""
        return Room(0, 0, self.width, self.height).inset(MARGIN, 0).column(HEAD, None, FOOT)


PAPERS: Final = {"A4": Paper("A4", 794, 1123), "Letter": Paper("letter", 816, 1056)}


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Exercises for one page; ``page`` and ``key`` are pictures, which a notebook and ``save()`` give as PDF."""

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
        drawn = f"svg {{ display: block; width: {paper.width}px; height: {paper.height}px }}"
        style = f"@page {{ size: {paper.name} portrait; margin: 0 }} body {{ margin: 0 }} {drawn}"
        head = f'<meta charset="utf-8"><title>{scene.title}</title><style>{style}</style>'
        body = f"<head>{head}</head>\n<body>\n{svg(scene)}\n</body>"
        return f'<!doctype html>\n<html lang="{self.language}">{body}</html>\n'

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
        export.warn_of_missing_characters(drawn)
        ours: dict[str, Any] = {"font_paths": [export.font_folder()], "ignore_system_fonts": True}
        made: bytes = typst.compile(source.encode(), sys_inputs={"page": drawn}, **ours)
        return made

    def name(self, key: bool = False) -> str:
        """Return the file name, without an ending."""
        return f"worksheet_{self.topic}_{self.language}_{self.level}_{self.seed}{'_key' if key else ''}"

    def save(self, folder: str | pathlib.Path = ".") -> tuple[pathlib.Path, ...]:
        """Write the sheet and its key, as HTML and as PDF, into a folder; gives the four paths."""
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        paths = []
        for key in (False, True):
            for ending, content in (("html", self.html(key).encode()), ("pdf", self.pdf(key))):
                paths.append(pathlib.Path(folder) / f"{self.name(key)}.{ending}")
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
    >>> sheet.exercises[0].blanks[0].worked_solution("ja")
    '3 × 2/6 = 1'
    """
    if paper not in PAPERS:
        raise ValueError(note("worksheet.error.paper", paper=repr(paper)[:40], papers=", ".join(PAPERS)))
    chosen = _fitting(exercise_series(topic, level, seed), PAPERS[paper])
    return Worksheet(topic, language_or_default(language), level, seed, paper, chosen)


def _fitting(exercises: Sequence[Exercise], paper: Paper) -> tuple[Exercise, ...]:
    """As many of the exercises as one page holds in either language."""
    room, most = paper.rooms[1], len(exercises)
    for language in LANGUAGES:
        with default_language(language):
            heights = [exercise_box(one, 1, False).high(room.width) for one in exercises]
        while most > 1 and sum(heights[:most]) > room.height:
            most -= 1
    return tuple(exercises[:most])


@in_table_language
def _page(sheet: Worksheet, key: bool) -> Scene:
    """The exercises one below the other, the room that is left spread between them."""
    paper, title = PAPERS[sheet.paper], word(f"worksheet.{'key' if key else 'title'}")
    head, inner, foot = paper.rooms
    boxes = [exercise_box(one, number, key) for number, one in enumerate(sheet.exercises, 1)]
    gap = min(MOST_GAP, (inner.height - sum(one.high(inner.width) for one in boxes)) / len(boxes))
    rule = drawing(0, lambda room: [line(room.x, room.y, room.right, room.y, HAIRLINE, 1.5)])
    body = col(*[part for one in boxes for part in (rule, one)][1:], gap=gap / 2)
    shapes = *_head(head, title, key), *_foot(sheet, foot, key), *body.draw(inner)
    said = " ".join(translate(one.text) for one in sheet.exercises)
    return Scene(paper.width, paper.height, shapes, title=title, sentence=said, ground="#ffffff")


def _head(room: Room, title: str, key: bool) -> Iterator[Shape]:
    yield Text(room.x, 84, title, TITLE, INK, "serif", BOLD)
    yield Text(room.x, 110, word("worksheet.subtitle"), SUBTITLE, MUTED)
    yield line(room.x, 134, room.right, 134, INK, 1.5)
    if key:
        sign = Room(room.right - 150, 58, 150, 34)
        yield sign.rect(4, fill=ANSWER)
        yield centred(word("worksheet.teacher"), sign.inset(5, 0), 16, fill="#ffffff", weight=BOLD)
        return
    left, right = room.right - 300, room.right
    fields = ("name", left, right, 84), ("class", left, left + 160, 116), ("date", left + 172, right, 116)
    for field, x, end, y in fields:
        said = word(f"worksheet.{field}")
        yield Text(x, y, said, SUBTITLE, MUTED)
        yield line(x + text_width(said, SUBTITLE) + 4, y + 3, end, y + 3, MUTED, 1.2)


def _foot(sheet: Worksheet, room: Room, key: bool) -> Iterator[Shape]:
    yield line(room.x, room.y, room.right, room.y, MUTED, 1.2)
    made = f'worksheet("{sheet.topic}", "{sheet.language}", level={sheet.level}, seed={sheet.seed})'
    topic = f"{word(f'exercise.topic.{sheet.topic}')} · {word('quiz.level', level=sheet.level)}"
    yield Text(room.x, room.y + 22, f"{made if key else topic} · {word('worksheet.exact')}", SMALL, MUTED)
    said = word("worksheet.seed", seed=sheet.seed)
    yield Text(room.right, room.y + 22, said, SMALL, INK, weight=STRONG, anchor="end")


@in_table_language
def downloads(sheet: Worksheet) -> tuple[page.Download, ...]:
    """The buttons that give a worksheet and its key as files: PDF, or HTML to print without the extra "lab"."""
    make: Callable[[bool], str | bytes] = sheet.pdf if FORM[0] == "pdf" else sheet.html
    files = []
    for name, key in (("sheet", False), ("key", True)):
        said, file = word(f"worksheet.save.{name}"), f"{sheet.name(key)}.{FORM[0]}"
        files.append(page.Download(said, file, partial(make, key), FORM[1], key=("sheet", name)))
    return tuple(files)


def _lists(table: Worksheet | Quiz) -> Iterator[page.Menu]:
    topics = tuple((word(f"exercise.topic.{topic}"), topic) for topic in (*TOPICS, MIXED))
    levels = tuple((word("quiz.level", level=level), level) for level in LEVELS)
    yield page.Menu(topics, table.topic, ("topic",), tooltip=word("quiz.topic"))
    yield page.Menu(levels, table.level, ("level",), tooltip=word("quiz.levels"))


def sheet_screen(sheet: Worksheet, viewport: page.Viewport) -> page.Container:
    """The sheet as it prints; the key is only a file, never on the page."""
    code = f'worksheet("{sheet.topic}", level={sheet.level}, seed={sheet.seed}).save()'
    controls, told = (*_lists(sheet), *downloads(sheet)), page.muted_line(word("worksheet.met", code=code))
    return lesson_page(viewport, sheet.page.title, "", controls, page.Picture(sheet.page), told)


def sheet_update(sheet: Worksheet, message: page.Message) -> Worksheet:
    """Return the sheet after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("topic" | "level" as field, value):
            now = {"topic": sheet.topic, "level": sheet.level, field: value}
            return worksheet(**now, language=sheet.language, seed=sheet.seed, paper=sheet.paper)
    return sheet


class SheetBoard(LessonBoard, screen=sheet_screen, update=sheet_update, covers=False):
    """A worksheet with its buttons; what a ``Worksheet`` shows itself as in a notebook."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """The exercise, the answer chosen for each blank, and the class's score so far."""

    topic: str = MIXED
    level: int = 1
    seed: int = 49
    number: int = 0
    chosen: tuple[int, ...] = ()
    right: int = 0
    asked: int = 0
    language: str = "en"

    @property
    def exercise(self) -> Exercise:
        """The exercise shown."""
        return nth_exercise(self.topic, self.level, self.seed, self.number)

    @property
    def done(self) -> bool:
        """Whether every blank of the exercise has an answer."""
        return NONE not in self.answers

    @property
    def answers(self) -> tuple[int, ...]:
        """The number of the choice made for each blank."""
        return (*self.chosen, *[NONE] * (len(self.exercise.blanks) - len(self.chosen)))

    def choices(self, place: int) -> tuple[BlankToFill, ...]:
        """A blank with each of the four answers to choose from."""
        blank = self.exercise.blanks[place]
        random = Random(f"{self.topic} {self.level} {self.seed} {self.number} {place}")
        return tuple(replace(blank, answer=answer) for answer in blank.answer_choices(random))


def quiz_screen(quiz: Quiz, viewport: page.Viewport) -> page.Container:
    """The question, its choices, what is right, and the score."""
    title, score = word("quiz.title"), escape(word("quiz.score", right=quiz.right, asked=quiz.asked))
    because = f'<span class="gk-why">{escape(translate(quiz.exercise.because))}</span>'
    one, width, inner = replace(quiz.exercise, blanks=()), viewport.width, viewport.width / SCALE
    drawn, small = exercise_box(one, quiz.number + 1, quiz.done), width == DRAWN[0]  # or less, and shrunk
    shapes = (legible(shape, LETTERS) if small else shape for shape in drawn.draw(Room(0, 0, inner, 0)))
    pieces = (Group(tuple(shapes), scale=SCALE),)
    return lesson_page(
        viewport,
        title,
        f"<b>{score}</b>",
        (*_lists(quiz), page.Button(word("quiz.again"), ("again",))),
        page.Picture(Scene(width, drawn.high(inner) * SCALE, (), pieces, (), title, translate(one.text))),
        *(_question(quiz, place) for place in range(len(quiz.exercise.blanks))),
        page.Html(because, shown=quiz.done, key="why"),
        page.row(page.Button(word("quiz.next"), ("next",), "main", disabled=not quiz.done)),
        page.row(*downloads(worksheet(quiz.topic, quiz.language, quiz.level, quiz.seed)), kind="gk-links"),
        aside=word("quiz.question", number=quiz.number + 1),
    )


def _question(quiz: Quiz, place: int) -> page.Container:
    blank, chosen = quiz.exercise.blanks[place], quiz.answers[place]
    label, done, choices, tiles = translate(blank.text), chosen != NONE, quiz.choices(place), list[page.Tile]()
    for number, choice in enumerate(choices):
        look = "gk-correct" if choice.answer == blank.answer else "gk-wrong" if number == chosen else ""
        said, do = choice.answer_text(), ("choose", place, number)
        tiles.append(page.Tile(escape(said), f"{label} {said}", do, look if done else "", number == chosen, done))
    good = choices[chosen].answer == blank.answer
    said = escape(word("quiz.right" if good else "quiz.wrong", solution=blank.worked_solution()))
    verdict = f'<span class="gk-verdict{"" if good else " gk-missed"}">{said}</span>' if done else ""
    return page.section(
        "",
        page.Html(f"<span>{escape(label)}</span>", key=("blank", place)),
        page.Tiles(tuple(tiles), label, key=("choices", place)),
        page.Html(verdict, "gk-live", key=("verdict", place)),
        key=("question", place),
    )


def quiz_update(quiz: Quiz, message: page.Message) -> Quiz:
    """Return the quiz after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("choose", place, number) if quiz.answers[place] == NONE:
            answers = (*quiz.answers[:place], number, *quiz.answers[place + 1 :])
            right = quiz.choices(place)[number].answer == quiz.exercise.blanks[place].answer
            return replace(quiz, chosen=answers, right=quiz.right + right, asked=quiz.asked + 1)
        case ("next",) if quiz.done:
            return replace(quiz, number=quiz.number + 1, chosen=())
        case ("topic" | "level" as field, value):
            return replace(quiz, number=0, chosen=(), **{field: value})
        case ("again",):
            return Quiz(quiz.topic, quiz.level, quiz.seed, language=quiz.language)
    return quiz


class QuizBoard(LessonBoard, screen=quiz_screen, update=quiz_update, covers=False):
    """A quiz to click through with a class; shows itself in a notebook. The same seed asks the same questions.

    >>> board = QuizBoard("die", level=1, seed=3)
    >>> for place, blank in enumerate(board.table.exercise.blanks):
    ...     answers = [choice.answer for choice in board.table.choices(place)]
    ...     board.send(("choose", place, answers.index(blank.answer)))
    >>> board.table.right, board.table.asked, board.table.done
    (2, 2, True)
    """

    table: Quiz

    def __init__(self, topic: str = MIXED, level: int = 1, seed: int = 49, language: str | None = None) -> None:
        nth_exercise(topic, level, seed, 0)  # refuses what is not there
        super().__init__(Quiz(topic, level, seed, language=language_or_default(language)))
