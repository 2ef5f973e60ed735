"""Step by step: who throws, every way the dice can fall, and the running chance; one screen a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from random import Random
from typing import Any, Final

from gamekit.lessons.predictions import Prediction, ready
from gamekit.lessons.probability_tree import Node, first, nodes_along
from gamekit.text.translation import language_or_default, translate, word
from gamekit.widgets.lessons.board import LessonBoard, chosen, lesson, other, switch, title
from gamekit.widgets.lessons.steps_view import counted, scene, standing, thrown
from gamekit.widgets.page import Area, Button, Control, Menu, Message, Picture, Seat, heading_html, row, status

MOST: Final = 400  # steps: a battle has four rounds


@dataclass(frozen=True, slots=True)
class Stepping:
    """What is asked, and the branches taken so far, each by its count."""

    asked: Prediction
    name: str = ""  # of what was chosen from the list
    by: str = ""
    path: tuple[int, ...] = ()
    language: str = "en"

    @property
    def steps(self) -> tuple[Node, ...]:
        """The moments so far, the last being now."""
        return nodes_along(self.asked, self.path)


def screen(table: Stepping, seat: Seat) -> Area:
    """The step in large type: the chance now, the forces, the ways from here; back, next, jump."""
    say, name = table.language, title(table.name, table.language) if table.name else ""
    head = word("steps.title", say, battle=name) if name else translate(table.asked.question, say)
    return lesson(
        seat,
        heading_html(head),
        f"<b>{escape(thrown(table.steps[-1], say))}</b>",
        [
            row(*chosen(table.name, table.by, say), switch(say)),
            Picture(scene(table.steps, seat.width, say), covered=partial(standing, table.steps, seat.width, say)),
            status(seat.error),
            row(*_ways(table)),
            _jump(table),
        ],
    )


def _ways(table: Stepping) -> Iterator[Control]:
    say, over = table.language, table.steps[-1].over
    yield Button(word("steps.back", say), ("back",), disabled=not table.path)
    yield Button(word("steps.next", say), ("next",), "main", disabled=over)
    yield Button(word("steps.roll", say), ("roll",), chance=True, disabled=over)
    yield Button(word("steps.round", say), ("round",), chance=True, disabled=over)


def _jump(table: Stepping) -> Menu:
    """Every step so far, the beginning first."""
    say, steps = table.language, table.steps
    named = [(word("steps.start", say), 0)]
    for number, (step, count) in enumerate(zip(steps, table.path), 1):
        who, what = translate(step.who, say), counted(step, count, say)
        named.append((word("steps.done", say, number=number, who=who, count=what), number))
    return Menu(tuple(named), len(table.path), ("jump",), tooltip=word("steps.jump", say))


def update(table: Stepping, message: Message) -> Stepping:
    """The table after a message."""
    step = table.steps[-1]
    match message:
        case ("battle", name):
            return _begin(name, None, table.language)
        case ("by", by):
            return _begin(table.name, by, table.language)
        case ("language",):
            return replace(table, language=other(table.language))
        case ("back",):
            return replace(table, path=table.path[:-1])
        case ("jump", number):
            return replace(table, path=table.path[:number])
        case ("branch", count):
            return replace(table, path=(*table.path, count))
        case ("next",) if not step.over:
            likeliest = max(step.branches, key=lambda branch: branch.chance)
            return replace(table, path=(*table.path, likeliest.count))
        case ("roll", luck) if not step.over:
            return replace(table, path=(*table.path, step.fallen(Random(luck)).count))
        case ("round", luck):
            return _to_the_end_of_the_round(table, Random(luck))
    return table


def _to_the_end_of_the_round(table: Stepping, random: Random) -> Stepping:
    step, path, now = table.steps[-1], list(table.path), table.steps[-1].round
    while not step.over and step.round == now and len(path) < MOST:
        branch = step.fallen(random)
        step = branch.then
        path.append(branch.count)
    return replace(table, path=tuple(path))


def _begin(name: str, by: str | None, language: str) -> Stepping:
    asked, by = ready(name, by)
    return Stepping(asked, name, by, language=language)


class StepBoard(LessonBoard, screen=screen, update=update):
    """A battle, a combat or a contest one throw at a time, as a tree: a battle of the past by its name, "arena", or
    any thing of one's own, ``side`` being the role or the entrant that is asked about.

    >>> board = StepBoard("Zela", language="en")
    >>> board.send(("branch", 2))
    >>> board.sentence
    'Round 1: Pharnaces throws. Dice: 2; faces up to 2 count. Now the chance that Caesar has the field is 95.7%.'
    """

    table: Stepping

    def __init__(self, thing: Any = "Zela", side: str | None = None, language: str | None = None) -> None:
        language = language_or_default(language)
        if isinstance(thing, str):
            super().__init__(_begin(thing, side, language))
        else:
            names = getattr(thing, "names", ("attacker",))
            asked = Prediction(thing, side or names[0])
            first(asked)
            super().__init__(Stepping(asked, language=language))
