"""Step by step: who throws, every way the dice can fall, and the running chance; one screen a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from random import Random
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import ROMAN
from gamekit.lessons.predictions import Prediction, ready
from gamekit.lessons.probability_tree import Branch, Node, first, nodes_along
from gamekit.text.translation import language_or_default, percent, translate, word
from gamekit.widgets.julius_caesar.pieces import die
from gamekit.widgets.layout import BOLD, STRONG, Room, broken
from gamekit.widgets.lessons.board import LessonBoard, chosen, lesson, other, switch, title
from gamekit.widgets.lessons.predict import ANSWER, LEAST, NARROW, forces, tints
from gamekit.widgets.look import BAR, INK, LINE, MUTED, WHITE
from gamekit.widgets.page import Area, Button, Control, Menu, Message, Picture, Seat, heading_html, row, status
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, Text

DIE, LEFT = 36.0, 340.0  # a die, and the room of what falls and how likely it is
MISS = 6  # a face that stands for those that do not count


def scene(steps: Sequence[Node], width: float, language: str) -> Scene:
    """The step after those before it."""
    step = steps[-1]
    struck = {name for name, *_ in _lost(steps)}
    drawn, top = forces(step.asked, width, language, _standing(step), _acting(step), struck)
    shapes = [*_now(steps, Room(0, 0, width, 120), language), Group(tuple(drawn), 0, 124)]
    y = 124 + top + 24
    for branch in step.branches:
        ways = tuple(_way(step, branch, Room(0, 0, width, 200), language))
        high = max(shape.y + shape.height for shape in ways if isinstance(shape, Rect))
        shapes.append(Group(ways, 0, y, label=_said(step, branch, language), action=("branch", branch.count)))
        y += high + 10
    note = "" if step.over else word("steps.sum", language, chance=percent(step.chance))
    for line in broken(note, width, LEAST):
        y += 32
        shapes.append(Text(0, y, line, LEAST, MUTED, max_width=width))
    fields = {"throws": thrown(step, language), "what": _asked(step, language), "chance": percent(step.chance)}
    sentence = word("steps.spoken", language, **fields)
    return Scene(width, y + 16, pieces=tuple(shapes), title=translate(step.asked.question, language), sentence=sentence)


def standing(steps: Sequence[Node], width: float, language: str) -> Scene:
    """Both sides as they stand, without a chance."""
    step, struck = steps[-1], {name for name, *_ in _lost(steps)}
    drawn, high = forces(step.asked, width, language, _standing(step), _acting(step), struck)
    return Scene(width, high, pieces=tuple(drawn), title=translate(step.asked.question, language))


def thrown(step: Node, language: str) -> str:
    """Who throws how many dice, and what counts."""
    who = translate(step.who, language)
    if step.over:
        return word("steps.over", language)
    if step.branches[0].leaves:
        return word("steps.leaves", language, round=step.round, who=who)
    fields = {"battle": {"round": step.round}, "contest": {}, "combat": {}}[step.asked.kind]
    if step.counting:
        fields |= {"dice": step.dice, "counting": step.counting}
    return word(f"steps.throws.{step.asked.kind}", language, who=who, **fields)


def counted(step: Node, count: int, language: str) -> str:
    """A branch in short: how many count, or the face."""
    if step.branches[0].leaves:
        return word("steps.goes", language)
    return word("steps.count" if step.counting else "steps.face", language, count=count)


def _said(step: Node, branch: Branch, language: str) -> str:
    said = {"count": counted(step, branch.count, language), "result": result(step, branch, language)}
    chances = {"chance": percent(branch.chance), "then": percent(branch.then.chance)}
    return word("steps.branch", language, **said, **chances)


def result(step: Node, branch: Branch, language: str) -> str:
    """Who loses which step."""
    if not isinstance(step.at, jc.Fight) or branch.leaves:
        return counted(step, branch.count, language)
    lost: dict[str, tuple[int, int]] = {}
    for _, who, before, after in branch.taken:
        lost[who] = lost.get(who, (before, 0))[0], after
    said = [_loses(who, *steps, language) for who, steps in lost.items()]
    said += [word("steps.wasted", language)] if branch.wasted else []
    return ", ".join(said) or word("steps.nothing", language)


def _loses(who: str, before: int, after: int, language: str) -> str:
    if not after:
        return word("steps.dies", language, who=translate(who, language))
    return word("steps.loses", language, who=translate(who, language), before=ROMAN[before], after=ROMAN[after])


def _now(steps: Sequence[Node], room: Room, language: str) -> Iterator[Shape]:
    """The chance in large figures, and what the last throw did to it."""
    step = steps[-1]
    yield Text(room.x, room.y + 86, percent(step.chance), ANSWER, tints(step.asked, step.asked.side).face, weight=BOLD)
    right = room.x + 330
    yield Text(right, room.y + 48, _asked(step, language), LEAST, weight=STRONG, max_width=room.right - right)
    if len(steps) > 1:
        points = 100 * float(step.chance - steps[-2].chance)
        way = "same" if abs(points) < 0.05 else "more" if points > 0 else "less"
        fields = {"points": f"{abs(points):.1f}"} if way != "same" else {}
        yield Text(right, room.y + 84, word(f"steps.{way}", language, **fields), LEAST, MUTED,
                   max_width=room.right - right)  # fmt: skip


def _asked(step: Node, language: str) -> str:
    return word(f"steps.now.{step.asked.kind}", language, who=translate(step.asked.who, language))


def _way(step: Node, branch: Branch, room: Room, language: str) -> Iterator[Shape]:
    """One branch: its dice, its chance as a bar and in figures, who loses the step, the chance after it."""
    wide = room.width >= NARROW
    lines = broken(result(step, branch, language), room.width - LEFT - 270 if wide else room.width - 32, LEAST)
    high = max(64.0, 24 + 30.0 * len(lines)) if wide else 68 + 30.0 * len(lines)
    yield Rect(room.x, room.y, room.width, high, 8, fill=WHITE, stroke=LINE, stroke_width=1.5)
    colour = tints(step.asked, step.side).face
    for place, face in enumerate(_faces(step, branch)):
        counts = place < branch.count or not step.counting
        yield Group(die(face, colour if counts else None, DIE), room.x + 14 + (DIE + 6) * place, room.y + 14)
    bar = Room(room.x + 224 if step.dice < 5 else room.x + 262, room.y + 22, 90, 20)
    bar = bar if wide or step.dice < 5 else bar._replace(x=room.x + 262)
    yield Rect(bar.x, bar.y, bar.width, bar.height, 3, fill=BAR)
    yield Rect(bar.x, bar.y, max(2.0, bar.width * float(branch.chance)), bar.height, 3, fill=LINE)
    yield Text(bar.right + 12, room.y + 41, percent(branch.chance), LEAST, weight=BOLD)
    then = word("steps.then", language, chance=percent(branch.then.chance))
    yield Text(room.right - 44, room.y + 41, then, LEAST, weight=BOLD, anchor="end", max_width=210)
    yield from _arrow(room.right - 28, room.y + 32, float(branch.then.chance - step.chance))
    for place, line in enumerate(lines):
        x, y = (room.x + LEFT + 100, room.y + 41 + 30 * place) if wide else (room.x + 16, room.y + 84 + 30 * place)
        yield Text(x, y, line, LEAST, max_width=(room.right - 260 if wide else room.right - 12) - x)


def _arrow(x: float, y: float, gain: float) -> Iterator[Shape]:
    """Up or down, where the chance rises or falls."""
    if abs(gain) >= 0.0005:
        d = (
            f"M{x} {y + 8}L{x + 9} {y - 8}L{x + 18} {y + 8}Z"
            if gain > 0
            else f"M{x} {y - 8}L{x + 9} {y + 8}L{x + 18} {y - 8}Z"
        )
        yield Path(d, fill=INK if gain > 0 else WHITE, stroke=INK, stroke_width=2)


def _faces(step: Node, branch: Branch) -> tuple[int, ...]:
    if branch.leaves:
        return ()
    if not step.counting:
        return (branch.count,)
    return (1,) * branch.count + (MISS,) * (step.dice - branch.count)


# How it stands --------------------------------------------------------------------------------------------------------


def _standing(step: Node) -> Any:
    """The blocks of each side with their strengths now, 0 for those that are gone; else the thing as it stands."""
    if isinstance(step.at, jc.Fight):
        position = step.at.position
        return {
            side: [(now.block, now.strength, now.place) for now in position.side(side)] for side in step.asked.sides
        }
    return step.asked.thing if isinstance(step.at, tuple) else step.at


def _acting(step: Node) -> tuple[str, int] | None:
    turn = step.at.turn if isinstance(step.at, jc.Fight) else None
    return (turn.side, turn.index) if turn else None


def _lost(steps: Sequence[Node]) -> tuple[tuple[str, int, int], ...]:
    """What the last throw took."""
    last = steps[-1].at
    if len(steps) < 2 or not isinstance(last, jc.Fight):
        return ()
    return last.log[-1].taken


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
    'Round 1: Pharnaces throws. Dice: 2; faces up to 2 count. Now the chance that Caesar wins the battle is 95.7%.'
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
