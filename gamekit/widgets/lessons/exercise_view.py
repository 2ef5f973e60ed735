"""One exercise as shapes: its text, its lines to write on or its answers, and its picture at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.army import full_name
from gamekit.lessons.exercises import Blank, Exercise
from gamekit.text.translation import translate, word
from gamekit.widgets.julius_caesar.pieces import block_group, die
from gamekit.widgets.layout import BOLD, STRONG, Room, broken, centred
from gamekit.widgets.look import CAESAR, EDGE, INK, LINE, MUTED, WHITE
from gamekit.widgets.roma_victrix.counters import SIDE_TINTS, sign
from gamekit.widgets.scene import Circle, Group, Path, Rect, Shape, Text, text_width
from gamekit.widgets.scene import line as straight

ANSWER, ANSWER_TINT, COVER = "#1F6A49", "#DCEBE2", "#EEE6D2"  # of the key; 6.5:1 on white; of a die nobody has seen
TEXT, NOTE, HEAD, SOLVED = 15.0, 12.0, 18.0, 16.0
LEADING, PITCH = 21.0, 29.0
INDENT, TOP, GUTTER = 36.0, 34.0, 20.0  # right of the number, below the heading, between text and picture
WRITING: Final = (90.0, 190.0)  # the shortest and the longest line to write on
BLOCK, DIE, CELL, FACE = 70.0, 28.0, 20.0, 52.0
SET = 0.93  # of the reckoned width is what letters take, but for the widest fonts, which are squeezed
BARS: Final = (290.0, 150.0)  # the chart's room
LETTERS = "abcdef"


def width_of(one: Exercise) -> float:
    """The room that an exercise's picture takes at the right."""
    return BARS[0] if one.picture[0] == "bars" else 196.0


class Line(NamedTuple):
    """Where a blank stands: the baseline of its words, where its answer begins and how far there is room."""

    blank: Blank
    label: str
    y: float
    answer_x: float
    answer_y: float
    right: float


class Laid(NamedTuple):
    """An exercise in its column: text lines, blanks, the reason's lines, all from the text's left top corner."""

    text: tuple[str, ...]
    lines: tuple[Line, ...]
    because: tuple[str, ...]
    because_y: float
    height: float


@lru_cache(256)
def laid(one: Exercise, width: float, language: str) -> Laid:
    """The places of an exercise, the same for the questions and for the key.

    What stands below the picture has the whole width."""
    narrow, picture = width - INDENT - width_of(one) - GUTTER, HEIGHTS[one.picture[0]]
    text = broken(translate(one.text, language), narrow, TEXT)
    y, lines = LEADING * len(text) + 4, list[Line]()
    for place, blank in enumerate(one.blanks):
        label = translate(blank.text, language)
        label = f"{LETTERS[place]}) {label}" if len(one.blanks) > 1 else label
        room = narrow if y < picture else width - INDENT
        begins = SET * text_width(label, TEXT) + 10
        wanted = SET * text_width(blank.solution(language), SOLVED, BOLD)
        beside = begins + max(WRITING[0], wanted) <= room
        below = 0 if beside else PITCH - 4
        lines.append(Line(blank, label, y + 20, begins if beside else 18, y + below + 20, room))
        y += PITCH + below
    room = narrow if y < picture else width - INDENT
    because = broken(translate(one.because, language), room, NOTE)
    return Laid(text, tuple(lines), because, y + 16, TOP + max(y + 16 * len(because) + 10, picture))


def height_of(one: Exercise, width: float, language: str) -> float:
    """The height of an exercise in a column."""
    return laid(one, width, language).height


def shapes_of(one: Exercise, number: int, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """Everything of an exercise: with lines to write on, or, in the key, with the answers and the reason."""
    yield Circle(room.x + 13, room.y + 18, 13, fill=INK)
    yield Text(room.x + 13, room.y + 23.5, str(number), TEXT, "#ffffff", weight=BOLD, anchor="middle")
    yield Text(room.x + INDENT, room.y + 24, word(f"exercise.topic.{one.topic}", language), HEAD, INK, "serif", BOLD)
    yield from _corner(one, room, language, key)
    picture = Room(room.right - width_of(one), room.y + TOP, width_of(one), room.height - TOP)
    yield from PICTURES[one.picture[0]](one, picture, language, key)
    x, y, places = room.x + INDENT, room.y + TOP, laid(one, room.width, language)
    for row, said in enumerate(places.text):
        yield Text(x, y + 16 + LEADING * row, said, TEXT)
    for line in places.lines:
        fits = line.answer_x - 8 if line.answer_y == line.y else line.right
        yield Text(x, y + line.y, line.label, TEXT, max_width=fits)
        if key:
            solution = line.blank.solution(language)
            yield Text(
                x + line.answer_x,
                y + line.answer_y,
                solution,
                SOLVED,
                ANSWER,
                weight=BOLD,
                max_width=line.right - line.answer_x,
            )
        else:
            end = min(line.answer_x + WRITING[1], line.right)
            yield straight(x + line.answer_x, y + line.answer_y + 4, x + end, y + line.answer_y + 4, MUTED, 1.2)
    for row, said in enumerate(places.because if key and one.blanks else ()):
        yield Text(x, y + places.because_y + 16 * row, said, NOTE, ANSWER)


def _corner(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """What it is worth, to be filled in by the teacher; in the key the clause."""
    if key and one.clause:
        said = word("basis.rules", language, clauses=one.clause)
        yield Text(room.right, room.y + 22, said, NOTE + 1, MUTED, anchor="end")
    elif one.blanks and not key:
        yield Rect(room.right - 54, room.y + 6, 54, 24, 4, fill="#ffffff", stroke=EDGE)
        yield Text(room.right - 8, room.y + 23, f"/ {len(one.blanks)}", 14, MUTED, anchor="end")


# Pictures -------------------------------------------------------------------------------------------------------------


def _block(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    _, text, side, thrown = one.picture
    yield from _piece(text, side, room.x + BLOCK / 2, room.y, language)
    rows = (thrown[:2], thrown[2:]) if len(thrown) > 3 else (thrown,)
    for row, faces in enumerate(rows):
        top = room.y + (BLOCK - DIE * len(rows) - 6 * (len(rows) - 1)) / 2 + (DIE + 6) * row
        for place, face in enumerate(faces):
            yield from _die(face, room.x + BLOCK + 20 + (DIE + 6) * place, top)


def _die(face: int, x: float, y: float) -> Iterator[Shape]:
    yield Group(die(face, None, DIE), x, y)


def _piece(text: str, side: str, x: float, y: float, language: str) -> Iterator[Shape]:
    """A block by its text, its middle at x, and its name below."""
    (block,) = jc.army(text, side)
    yield block_group(block, side, "attacker", BLOCK, x, y + BLOCK / 2)
    yield Text(x, y + BLOCK + 20, translate(full_name(block), language), 13, INK, "serif", anchor="middle")


def _fight(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    _, firing, target, side = one.picture
    yield from _piece(firing, side, room.x + BLOCK / 2 + 4, room.y, language)
    x, y = room.x + BLOCK + 16, room.y + BLOCK / 2
    yield straight(x, y, x + 24, y, INK, 2)
    yield Path(f"M{x + 18} {y - 6}L{x + 26} {y}L{x + 18} {y + 6}", stroke=INK, stroke_width=2)
    yield from _piece(target, "Pompey" if side == "Caesar" else "Caesar", room.x + 1.5 * BLOCK + 50, room.y, language)


def _sums(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """The table of two dice: its first row, in the key all of it with the sums asked for."""
    left, top = room.right - 6 * CELL - 26, room.y + CELL
    for face in range(1, 7):
        for x, y in ((left + CELL * (face - 0.5), top - 6), (left - 12, top + CELL * (face - 0.3))):
            yield Text(x, y, str(face), NOTE, MUTED, weight=BOLD, anchor="middle")
    for first, second in product(range(1, 7), repeat=2):
        x, y, found = left + CELL * (second - 1), top + CELL * (first - 1), key and first + second in one.picture[1]
        yield Rect(x, y, CELL, CELL, fill=ANSWER_TINT if found else "#ffffff", stroke=EDGE)
        if key or first == 1:
            look: dict[str, Any] = {"fill": ANSWER, "weight": BOLD} if found else {}
            yield centred(str(first + second), Room(x, y, CELL, CELL), NOTE, **look)


def _hidden(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """Dice that nobody has seen."""
    count = one.picture[1]
    left = room.x + (room.width - count * (FACE + 12) + 12) / 2
    for place in range(count):
        die_room = Room(left + place * (FACE + 12), room.y + 4, FACE, FACE)
        yield die_room.rect(8, fill=COVER, stroke=EDGE)
        yield centred("?", die_room, 28, fill=MUTED, weight=BOLD)
    if one.topic == "conditional":
        heard = word("exercise.conditional.heard", language)
        yield Text(room.middle[0], room.y + FACE + 26, heard, NOTE, MUTED, anchor="middle", max_width=room.width)


def _force(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """The counters of an army, a kind a line."""
    tint = SIDE_TINTS["attacker"]
    for row, part in enumerate(one.picture[1].split(", ")):
        count, unit = part.split()
        counter = Room(room.x + 20, room.y + 44 * row, 38, 38)
        yield counter.rect(4, fill=tint.face, stroke=tint.rim)
        yield Group(sign(unit, "#ffffff", tint.face), counter.x + 7, counter.y + 7)
        yield Text(counter.right + 14, counter.y + 25, f"{count} {unit}", TEXT, weight=STRONG)


def _matrix(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """Caesar's points: his choice at the left, Pompey's above."""
    wide, high, left, top = 56.0, 34.0, room.right - 112, room.y + 40
    ways = [word(f"exercise.strategies.{way}", language) for way in ("left", "right")]
    for place, way in enumerate(ways):
        yield centred(way, Room(left + wide * place, top - 22, wide, 20), NOTE + 1)
        yield Text(left - 8, top + high * (place + 0.62), way, NOTE + 1, anchor="end")
    yield centred(
        word("julius_caesar.side.Pompey", language), Room(left, top - 40, 2 * wide, 18), NOTE + 1, weight=BOLD
    )
    caesar = word("julius_caesar.side.Caesar", language)
    yield Text(left - 8, top - 8, caesar, NOTE + 1, weight=BOLD, anchor="end")
    for row, column in product(range(2), repeat=2):
        cell = Room(left + wide * column, top + high * row, wide, high)
        yield cell.rect(fill="#ffffff", stroke=LINE)
        yield centred(str(one.picture[1][row][column]).replace("-", "\u2212"), cell, TEXT, weight=STRONG)


def _bars(one: Exercise, room: Room, language: str, key: bool) -> Iterator[Shape]:
    """Chances in per cent as bars, each with its number."""
    title, left, foot = word("exercise.chart.title", language), room.x + 44, room.y + BARS[1] - 22
    high, bar = BARS[1] - 64, (room.right - room.x - 44) / len(one.picture[1])
    yield Text(left, room.y + 4, title, NOTE, MUTED)
    for share in (0, 50, 100):
        y = foot - high * share / 100
        yield straight(left, y, room.right, y, "#DDD2BB", 1)
        yield Text(left - 8, y + 4, f"{share}%", NOTE, MUTED, anchor="end")
    for place, share in enumerate(one.picture[1]):
        x, top = left + bar * place, foot - high * share / 100
        yield Rect(x + 7, top, bar - 14, foot - top, 2, fill=CAESAR)
        yield Text(
            x + bar / 2, top - 6, f"{share}%" if share < 100 else ">99%", NOTE, weight=BOLD, anchor="middle", halo=WHITE
        )
        yield Text(x + bar / 2, foot + 18, str(place + 1), 13, anchor="middle")


PICTURES: Final[dict[str, Callable[[Exercise, Room, str, bool], Iterator[Shape]]]] = {
    "block": _block,
    "sums": _sums,
    "fight": _fight,
    "hidden": _hidden,
    "force": _force,
    "matrix": _matrix,
    "bars": _bars,
}
HEIGHTS: Final = {"block": 98.0, "sums": 148.0, "fight": 98.0, "hidden": 90.0, "force": 134.0, "matrix": 116.0} | {
    "bars": BARS[1]
}
