"""A battle as one still picture: who attacks, the chances, the board. For print, and for a notebook that is not run."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import Battle, Chances
from gamekit.julius_caesar.fight.setup import setup_of
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER
from gamekit.text.translation import Note, basis_line, language_or_default, percent
from gamekit.widgets.julius_caesar.battle_story import BattleTable, basis, counted, view
from gamekit.widgets.julius_caesar.battle_view import WIDTH, scene
from gamekit.widgets.layout import BOLD, LEADING, PAD, STRONG, Room, broken, heading, label, strong
from gamekit.widgets.look import ANSWER, HEADING, NAME, NEUTRAL, PAPER, TEXT, WHITE
from gamekit.widgets.scene import Group, Rect, Scene, Shape, text_width
from gamekit.widgets.svg import svg

MARGIN = 24


def picture(battle: Battle, language: str | None = None) -> str:
    """A battle as an SVG document: title, chances, board.

    >>> from gamekit import julius_caesar as jc
    >>> battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    >>> "68.5%" in picture(battle)
    True
    """
    return svg(still(counted(BattleTable(setup_of(battle), language=language_or_default(language)), exact=True)))


def still(table: BattleTable) -> Scene:
    """The picture of a table as a scene, as one would print it: no empty places, no pool, no hints; without chances
    while it is not a battle."""
    seen = replace(view(table), pools=False)
    board = scene(seen, WIDTH, table.language)
    captions = _captions(table, board.width)
    parts = (HEADING, ANSWER, len(captions) * LEADING) if captions else (HEADING,)
    inner = Room(0, 0, board.width + 2 * MARGIN, sum(parts) + (len(parts) - 1) * PAD + 2 * MARGIN).inset(MARGIN)
    head, *rest = inner.column(*parts, gap=PAD)
    top = inner.bottom + PAD
    drawn = Group(tuple(shape for layer in board.layers for shape in layer), MARGIN, top)
    shapes = (heading(table.title, head, weight=BOLD), *_answer(table, rest, captions), drawn)
    size = board.width + 2 * MARGIN, top + board.height + MARGIN
    return Scene(*size, static=shapes, title=seen.title, sentence=seen.sentence, ground=PAPER)


def _captions(table: BattleTable, width: float) -> list[str]:
    """What the chances rest on, in lines that fit: first in words, then by clauses."""
    if not table.battle or not table.law:
        return []
    entries = basis(table, table.battle)
    notes = tuple(entry for entry in entries if isinstance(entry, Note))
    rules = tuple(entry for entry in entries if not isinstance(entry, Note))
    return [line for part in (notes, rules) for line in broken(basis_line(part, table.language), width)]


def _answer(table: BattleTable, rooms: list[Room], captions: list[str]) -> list[Shape]:
    if not table.law or not rooms:
        return []
    room, below = rooms
    number, end = percent(table.law.attacker_wins), table.ends[0]
    widths = text_width(number, ANSWER, BOLD), max(room.width / 6, text_width(end, NAME, STRONG))
    large, told, bar = room.row(*widths, None, gap=PAD)
    return [
        heading(number, large, size=ANSWER, fill=table.colour(ATTACKER), family="sans", weight=BOLD),
        strong(end, told._replace(y=told.middle[1]), size=NAME),
        *_bar(table, table.law, bar),
        *(label(text, below, line) for line, text in enumerate(captions)),
    ]


def _bar(table: BattleTable, law: Chances, room: Room) -> list[Shape]:
    """The three chances side by side, their names below at the left, at the joint and at the right end."""
    chances = law.attacker_wins, law.attacker_leaves, law.attacker_eliminated
    shares = [float(share) for share in chances]
    colours = (table.colour(ATTACKER), NEUTRAL, table.colour(DEFENDER))
    said = [table.ends[0], *(f"{percent(share)} {end}" for share, end in zip(chances[1:], table.ends[1:]))]
    first, second, third = (text_width(text, TEXT, STRONG) + LEADING for text in said)
    bar, names = room.column(None, LEADING, gap=2)
    joint = min(max(bar.x + shares[0] * bar.width, bar.x + first), bar.right - third - second)
    parts = bar.row(*(share * bar.width for share in shares), gap=0)
    shapes: list[Shape] = [part.rect(fill=colour) for part, colour in zip(parts, colours)]
    if shares[0] > 0.02:
        shapes.append(Rect(parts[1].x - 1, bar.y, 2, bar.height, fill=WHITE))
    places = names._replace(width=first), names._replace(x=joint, width=second), names
    sides = ("start", "start", "end")
    return [*shapes, *(strong(text, place, side=side, fill=colour)
                       for text, place, side, colour in zip(said, places, sides, colours))]  # fmt: skip
