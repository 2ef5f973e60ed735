"""Step by step: who throws, every way the dice can fall, and the running chance; one screen a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import ROMAN
from gamekit.lessons.predictions import Prediction, ready
from gamekit.lessons.probability_tree import Branch, Node, first_node, nodes_along
from gamekit.text.translation import language_or_default, percent, translate, word
from gamekit.widgets import page
from gamekit.widgets.julius_caesar.pieces import die
from gamekit.widgets.layout import BOLD, Room, Sized, across, col, drawn, framed, inset, picture, said, share
from gamekit.widgets.lessons.board import LETTER, NARROW, LessonBoard, chosen, lesson, title
from gamekit.widgets.lessons.predict import forces, tints
from gamekit.widgets.look import BAR, INK, LINE, NEUTRAL, WHITE
from gamekit.widgets.scene import Group, Path, Scene, Shape, through

DIE: Final = 36.0
MISS: Final = 6  # a face that stands for those that do not count
MOST: Final = 400  # steps: a battle has four rounds


@dataclass(frozen=True, slots=True)
class StepState:
    """The question, and the branches taken so far, each by its count."""

    asked: Prediction
    name: str = ""  # of what was chosen from the list
    by: str = ""
    path: tuple[int, ...] = ()
    language: str = "en"

    @property
    def steps(self) -> tuple[Node, ...]:
        """The moments so far, the last being now."""
        return nodes_along(self.asked, self.path)


# The picture ----------------------------------------------------------------------------------------------------------


def scene(table: StepState, width: float, ways: bool = True) -> Scene:
    """Return the picture: both sides now, and the branches from here, each with its chance."""
    step, say = table.steps[-1], table.language
    note = "" if step.over else word("steps.sum", say, chance=percent(step.chance))
    below = [*(_way(step, branch, say, width >= NARROW) for branch in step.branches), said(note, LETTER)]
    fields = {"throws": thrown(step, say), "what": _asked(step, say), "chance": percent(step.chance)}
    sentence, title = word("steps.spoken", say, **fields), translate(step.asked.question, say)
    whole = col(_forces(table), *(below if ways else ()), gap=12)
    return picture(inset(whole, 0, 4), width, title, sentence if ways else title)


def _forces(table: StepState) -> Sized:
    step, last = table.steps[-1], table.steps[-1].at
    if not isinstance(last, jc.Fight):
        return forces(step.asked, table.language, step.asked.thing if isinstance(last, tuple) else last)
    standing = {
        side: [(now.block, now.strength, now.place) for now in last.position.side(side)] for side in step.asked.sides
    }
    struck = {name for name, *_ in last.log[-1].taken} if len(table.steps) > 1 else set[str]()
    acting = (last.turn.side, last.turn.index) if last.turn else None
    return forces(step.asked, table.language, standing, acting, struck)


def _way(step: Node, branch: Branch, language: str, wide: bool) -> Sized:
    """One branch: its dice, its chance as a bar and in figures, who loses the step, the chance after it."""
    colour, faces = tints(step.asked, step.side).face, _faces(step, branch)

    def dice(room: Room) -> Iterator[Shape]:
        for place, face in enumerate(faces):
            counts = place < branch.count or not step.counting
            yield Group(die(face, colour if counts else None, DIE), room.x + (DIE + 6) * place, room.y)

    chance = share(float(branch.chance), LINE, fill=BAR)
    then = word("steps.then", language, chance=percent(branch.then.chance))
    told = said(result(step, branch, language), LETTER, fill=INK)
    line = across(
        drawn(DIE, dice, (DIE + 6) * max(4, step.dice)),
        drawn(DIE, lambda room: chance.draw(room._replace(y=room.y + 8, height=20)), 90),
        said(percent(branch.chance), LETTER, wide=96, fill=INK, weight=BOLD),
        told if wide else said(""),
        said(then, LETTER, "end", 210 if wide else 170, fill=INK, weight=BOLD),
        drawn(DIE, partial(_arrow, float(branch.then.chance - step.chance)), 20),
    )
    label = word(
        "steps.branch", language, count=counted(step, branch.count, language), result=result(step, branch, language),
        chance=percent(branch.chance), then=percent(branch.then.chance),
    )  # fmt: skip
    inner, action = line if wide else col(line, told, gap=4), ("branch", branch.count)
    return framed(inner, 14, 8, label, action, fill=WHITE, stroke=LINE, stroke_width=1.5)


def _arrow(gain: float, room: Room) -> Iterator[Shape]:
    """Up or down, where the chance rises or falls."""
    if abs(gain) >= 0.0005:
        x, y, up = room.x, room.y + 16, 8 if gain > 0 else -8
        outline = through(((x, y + up), (x + 9, y - up), (x + 18, y + up)), closed=True)
        yield Path(outline, fill=INK if gain > 0 else WHITE, stroke=INK, stroke_width=2)


def _faces(step: Node, branch: Branch) -> tuple[int, ...]:
    if branch.leaves:
        return ()
    if not step.counting:
        return (branch.count,)
    return (1,) * branch.count + (MISS,) * (step.dice - branch.count)


# In words -------------------------------------------------------------------------------------------------------------


def thrown(step: Node, language: str) -> str:
    """Return a sentence on the thrower, the number of dice, and the faces that count."""
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


def result(step: Node, branch: Branch, language: str) -> str:
    """Return a sentence on the steps lost and by whom."""
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


def _asked(step: Node, language: str) -> str:
    return word(f"steps.now.{step.asked.kind}", language, who=translate(step.asked.who, language))


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: StepState, viewport: page.Viewport) -> page.Container:
    """The step in large type: the chance now, the forces, the ways from here; back, next, jump."""
    say, name = table.language, title(table.name, table.language) if table.name else ""
    head = word("steps.title", say, battle=name) if name else translate(table.asked.question, say)
    covered = partial(scene, table, viewport.width, ways=False)
    return lesson(
        viewport,
        page.heading_html(head, thrown(table.steps[-1], say)),
        _answer(table),
        [
            page.row(*_ways(table)),
            page.Picture(scene(table, viewport.width), covered=covered),
            page.status(viewport.error),
            page.row(_jump(table), *chosen(table.name, table.by, say)),
        ],
    )


def _answer(table: StepState) -> str:
    """The chance now, and what the last throw did to it."""
    step, say, note = table.steps[-1], table.language, ""
    if len(table.steps) > 1:
        points = 100 * float(step.chance - table.steps[-2].chance)
        way = "same" if abs(points) < 0.05 else "more" if points > 0 else "less"
        note = word(f"steps.{way}", say, **({"points": f"{abs(points):.1f}"} if way != "same" else {}))
    colour, who = tints(step.asked, step.asked.side).face, translate(step.asked.who, say)
    parts = [(who, float(step.chance), colour), (word("steps.else", say), 1 - float(step.chance), NEUTRAL)]
    return page.answer_html(percent(step.chance), _asked(step, say), note, parts, "", colour=colour)


def _ways(table: StepState) -> Iterator[page.Control]:
    say, over = table.language, table.steps[-1].over
    yield page.Button(word("steps.back", say), ("back",), disabled=not table.path)
    yield page.Button(word("steps.next", say), ("next",), "main", disabled=over)
    yield page.Button(word("steps.roll", say), ("roll",), chance=True, disabled=over)
    yield page.Button(word("steps.round", say), ("round",), chance=True, disabled=over)


def _jump(table: StepState) -> page.Menu:
    """Every step so far, the beginning first."""
    say, steps = table.language, table.steps
    named = [(word("steps.start", say), 0)]
    for number, (step, count) in enumerate(zip(steps, table.path), 1):
        who, what = translate(step.who, say), counted(step, count, say)
        named.append((word("steps.done", say, number=number, who=who, count=what), number))
    return page.Menu(tuple(named), len(table.path), ("jump",), tooltip=word("steps.jump", say))


def update(table: StepState, message: page.Message) -> StepState:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    step = table.steps[-1]
    match message:
        case ("battle", name):
            return _begin(name, None, table.language)
        case ("by", by):
            return _begin(table.name, by, table.language)
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


def _to_the_end_of_the_round(table: StepState, random: Random) -> StepState:
    step, path, now = table.steps[-1], list(table.path), table.steps[-1].round
    while not step.over and step.round == now and len(path) < MOST:
        branch = step.fallen(random)
        step = branch.then
        path.append(branch.count)
    return replace(table, path=tuple(path))


def _begin(name: str, by: str | None, language: str) -> StepState:
    asked, by = ready(name, by)
    return StepState(asked, name, by, language=language)


class StepBoard(LessonBoard, screen=screen, update=update):
    """A battle, a combat or a contest one throw at a time, as a tree: a battle of the past by its name, "arena", or
    any thing of one's own, ``side`` being the role or the entrant whose chance it is.

    >>> board = StepBoard("Zela", language="en")
    >>> board.send(("branch", 2))
    >>> board.sentence
    'Round 1: Pharnaces throws. Dice: 2; faces up to 2 count. Now the chance that Caesar wins the battle is 95.7%.'
    """

    table: StepState

    def __init__(self, thing: Any = "Zela", side: str | None = None, language: str | None = None) -> None:
        language = language_or_default(language)
        if isinstance(thing, str):
            super().__init__(_begin(thing, side, language))
        else:
            names = getattr(thing, "names", ("attacker",))
            asked = Prediction(thing, side or names[0])
            first_node(asked)
            super().__init__(StepState(asked, language=language))
