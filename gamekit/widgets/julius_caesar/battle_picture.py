"""A battle as one still picture: who attacks, the chances, the board. For print, and for a notebook that is not run."""

from __future__ import annotations

from gamekit.julius_caesar import Battle
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER
from gamekit.widgets.julius_caesar.battle_setup import setup_of
from gamekit.widgets.julius_caesar.battle_story import Table, basis, counted, view
from gamekit.widgets.julius_caesar.battle_view import WIDTH, scene
from gamekit.widgets.look import ANSWER, HEADING, INK, MUTED, NAME, NEUTRAL, PAPER, TEXT, WHITE
from gamekit.widgets.scene import Group, Rect, Scene, Shape, Text, text_width
from gamekit.widgets.svg import svg
from gamekit.words import Note, basis_line, language_or_default, percent

MARGIN, TOP, BAR = 24, 168, 26


def picture(battle: Battle, language: str | None = None) -> str:
    """A battle as an SVG document: title, chances, board.

    >>> from gamekit import julius_caesar as jc
    >>> battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    >>> "68.5%" in picture(battle)
    True
    """
    return svg(still(counted(Table(setup_of(battle), language=language_or_default(language)), exact=True)))


def still(table: Table) -> Scene:
    """The picture of a table as a scene; without chances while it is not a battle."""
    seen = view(table)
    board = scene(seen, WIDTH, table.language)
    top = TOP if table.chances else 52
    shapes = [
        Text(MARGIN, 38, table.title, HEADING, INK, "serif", 700),
        *_answer(table),
        Group(tuple(shape for layer in board.layers for shape in layer), MARGIN, top),
    ]
    size = board.width + 2 * MARGIN, top + board.height + MARGIN
    return Scene(*size, static=tuple(shapes), title=seen.title, sentence=seen.sentence, ground=PAPER)


def _answer(table: Table) -> list[Shape]:
    battle, chances = table.battle, table.chances
    if not battle or not chances:
        return []
    number = percent(chances.attacker_wins)
    left = MARGIN + text_width(number, ANSWER, 700) + 16
    bar = max(344, left + text_width(table.ends[0], NAME, 600) + 24)
    shapes: list[Shape] = [
        Text(MARGIN - 2, 98, number, ANSWER, table.colour(ATTACKER), weight=700),
        Text(left, 90, table.ends[0], NAME, weight=600),
        *_bar(table, bar, MARGIN + WIDTH - bar),
    ]
    entries = basis(table, battle)
    notes = tuple(entry for entry in entries if isinstance(entry, Note))
    rules = tuple(entry for entry in entries if not isinstance(entry, Note))
    captions = [basis_line(notes, table.language), basis_line(rules, table.language)]
    return [
        *shapes,
        *(Text(MARGIN, 134 + 18 * n, text, TEXT, MUTED, max_width=WIDTH) for n, text in enumerate(captions)),
    ]


def _bar(table: Table, left: float, width: float) -> list[Shape]:
    """The three chances side by side, their names below at the left, at the joint and at the right end."""
    assert table.chances
    shares = [table.chances.attacker_wins, table.chances.attacker_leaves, table.chances.attacker_eliminated]
    colours = (table.colour(ATTACKER), NEUTRAL, table.colour(DEFENDER))
    said = [table.ends[0], *(f"{percent(share)} {end}" for share, end in zip(shares[1:], table.ends[1:]))]
    room = [text_width(text, TEXT, 600) + 16 for text in said]
    joint = min(max(left + float(shares[0]) * width, left + room[0]), left + width - room[2] - room[1])
    places = ((left, "start"), (joint, "start"), (left + width, "end"))
    shapes: list[Shape] = []
    x = left
    for share, colour in zip(shares, colours):
        shapes.append(Rect(x, 62, float(share) * width, BAR, fill=colour))
        x += float(share) * width
    if shares[0] > 0.02:
        shapes.append(Rect(left + float(shares[0]) * width - 1, 62, 2, BAR, fill=WHITE))
    texts = [Text(x, 105, text, TEXT, colour, weight=600, anchor=anchor)
             for (x, anchor), text, colour in zip(places, said, colours)]  # fmt: skip
    return [*shapes, *texts]
