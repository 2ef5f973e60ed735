"""The chance of a battle, a combat or a contest: guessed by a class before it is shown, then the dice fall one by one;
or step by step, with every way the dice can fall and the running chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from operator import attrgetter
from random import Random
from typing import Any, Final, TypeVar

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.course import MAIN, RESERVE
from gamekit.julius_caesar.tables import ATTACKER, ROMAN, Block
from gamekit.lessons import history, predictions
from gamekit.lessons.predictions import CONTEST, DiceRun, DiceThrow, Prediction, as_frequency, guess_verdict
from gamekit.lessons.probability_tree import Branch, Node, first_node, nodes_along
from gamekit.lessons.votes import Votes
from gamekit.text.translation import TranslatableText, in_table_language, language_or_default, percent, translate, word
from gamekit.widgets import layout as box
from gamekit.widgets import page
from gamekit.widgets.cover import NOBODY, Cover, over
from gamekit.widgets.julius_caesar.pieces import die, sign, sign_of_block, tint
from gamekit.widgets.layout import BOLD, STRONG, WIDE, Room, Sized
from gamekit.widgets.lessons.board import HEAD, LETTER, LessonBoard, lesson_page, sentences
from gamekit.widgets.look import BAR, GOOD, INK, LINE, MUTED, NEUTRAL, TABLE, TINTS, WHITE, Tint
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, Text, polyline_path

DIE, SMALL_DIE = 48.0, 36.0  # px of a die that has fallen, and of one that may fall
COVERED: Final = -1
PACE: Final = 700  # milliseconds between two throws
RARE: Final = 0.001  # a chance that questions the board before it tells of luck
MISS: Final = 6  # a face that stands for those that do not count
MOST: Final = 400  # steps: a battle has four rounds
Stand = tuple[Block, int, str]  # a block, its strength now, where it stands


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """The question, the battle of the past if it is one, and the estimate of its forces."""

    asked: Prediction
    name: str = ""
    force_measure: str = ""
    language: str = "en"

    @property
    def title(self) -> str:
        """The name of a battle of the past, or of the contest; "" for a thing of one's own."""
        return battle_title(self.name) if self.name else ""

    @property
    def staged(self) -> history.HistoricalSetup | None:
        """A battle of the past as it is set up."""
        return history.historical_setups().get(self.name)


def battle_title(name: str) -> str:
    """Return the name of a battle of the past, or of the contest."""
    staged = name in history.historical_setups()
    return history.localize(history.battles()[name], "name") if staged else word("predict.contest")


State = TypeVar("State", bound=QuestionTable)


def begin_state(state: type[State], thing: Any, side: str | None, language: str | None) -> State:
    """Return a board's state for a battle of the past, or for a thing of one's own and the side whose chance it is."""
    language = language_or_default(language)
    if isinstance(thing, str):
        asked, by = predictions.named_prediction(thing, side)
        return state(asked, thing, by, language)
    return state(Prediction(thing, side or getattr(thing, "names", (ATTACKER,))[0]), language=language)


def choose_battle(table: State, message: page.Message) -> State:
    """Return the state after the choice of a battle or of an estimate of its forces; unchanged for other messages."""
    match message:
        case ("battle", name):
            return begin_state(type(table), name, None, table.language)
        case ("by", by):
            return begin_state(type(table), table.name, by, table.language)
    return table


def _choices(table: QuestionTable) -> Iterator[page.Control]:
    if not table.name:
        return
    names = tuple((battle_title(one), one) for one in (*history.historical_setups(), CONTEST))
    yield page.Menu(names, table.name, ("battle",), tooltip=word("predict.battle"))
    measures = [one.force_measure for one in table.staged.musters] if table.staged else []
    ways = tuple((word(f"predict.by.{one}"), one) for one in measures) or (("", table.force_measure),)
    yield page.Menu(ways, table.force_measure, ("by",), tooltip=word("predict.forces"), shown=len(ways) > 1)


def tints(asked: Prediction, side: str) -> Tint:
    """The colours of a side: its blocks', else its role's; of entrants only who is asked about has one."""
    if isinstance(asked.thing, aq.Contest):
        return TINTS["Caesar"] if side == asked.side else TINTS["neutral"]
    owners = {block.side for block in getattr(asked.thing, side)} if isinstance(asked.thing, jc.Battle) else set()
    return TINTS[next(iter(owners - {None}), "Caesar" if side == ATTACKER else "Pompey")]


def forces_box(
    asked: Prediction, standing: Any = None, acting: tuple[str, int] | None = None, struck: Set[str] = frozenset()
) -> Sized:
    """Each side's heading and forces on a table.

    ``standing`` is the present state, ``acting`` the block on turn, ``struck`` the labels of those hit last."""
    sides = []
    for side in asked.possible_sides:
        if not isinstance(asked.thing, jc.Battle):
            force = box.text_box(_listed(standing or asked.thing, side), LETTER, fill=INK, weight=STRONG)
            sides.append(box.col(_headed(asked, side), force, gap=12))
            continue
        began = [block for body in asked.thing.mains_and_reserves[side] for block in body]
        blocks = standing[side] if standing else [(block, block.strength, MAIN) for block in began]
        steps = word("predict.steps", steps=sum(strength for _, strength, _ in blocks))
        now = acting[1] if acting and acting[0] == side else -1
        head = box.across(_headed(asked, side), box.text_box(steps, LETTER, "end", 130, fill=MUTED))
        sides.append(box.col(head, box.by_width(partial(_blocks, blocks, side, now, struck)), gap=12))
    return box.framed(box.across(*sides, gap=24), 16, 8, fill=TABLE)


def _headed(asked: Prediction, side: str) -> Sized:
    who = predictions.side_name(asked, side)
    name = translate(who)
    if isinstance(who, TranslatableText) and who.key.startswith("predict.the."):
        name = name[0].upper() + name[1:]
    elif not isinstance(asked.thing, aq.Contest):
        name = word("predict.attacks" if side == ATTACKER else "predict.defends", who=name)
    return box.text_box(name, LETTER, fill=tints(asked, side).face, family="serif", weight=BOLD)


def _blocks(blocks: Sequence[Stand], side: str, acting: int, struck: Set[str], width: float) -> Sized:
    """As many in a row as fit: an outline for one that is gone, pale in reserve, with a green ring on turn."""
    size = 62.0 if width > 450 else 52.0

    def draw(place: int, stand: Stand, room: Room) -> Iterator[Shape]:
        (block, strength, where), square = stand, room._replace(height=size)
        label = f"{block.with_strength(strength) if strength else block.name} {block.rating(side)}"
        if strength:
            pale = 0.5 if where == RESERVE else 1
            yield Group(_face(block, strength, size), *square[:2], label=label, opacity=pale)
        else:
            yield square.rect(6, stroke=LINE, stroke_width=2, dash=(5, 5), label=label)
        if place == acting:
            yield square.inset(-4).rect(9, stroke=GOOD, stroke_width=4)
        elif block.name_for_army in struck:
            yield square.inset(-4).rect(9, stroke=INK, stroke_width=3, dash=(3, 4))

    drawn = (box.drawing(size + 12, partial(draw, *stand), size) for stand in enumerate(blocks))
    return box.flow_boxes(*drawn, gap=8)


def _face(block: Block, strength: int, size: float) -> tuple[Shape, ...]:
    colours = tint(block, block.side)
    square = Rect(0, 0, size, size, 6, fill=colours.face, stroke=colours.rim, stroke_width=2)
    numeral = Text(size / 2, 0.47 * size, ROMAN[strength], LETTER, "#ffffff", "serif", BOLD, anchor="middle")
    drawn = sign(sign_of_block(block), "#ffffff", colours.face)
    return square, numeral, Group(drawn, size * 0.29, size * 0.52, scale=0.42 * size / 24)


def _listed(thing: Any, side: str) -> str:
    if isinstance(thing, aq.Contest):
        one = thing.entrant(side)
        return f"{one.sure_strength} + {one.red + one.blue} \u2684"
    return str(thing.force(side))


@dataclass(frozen=True, slots=True)
class PredictTable(QuestionTable):
    """The class's votes, and the number of throws seen: ``COVERED`` before the chance is shown."""

    votes: Votes = NOBODY
    seed: int = 0
    seen: int = COVERED

    @property
    def run(self) -> DiceRun:
        return self.asked.play(self.seed)

    @property
    def revealed(self) -> bool:
        return self.seen != COVERED

    @property
    def throw(self) -> DiceThrow | None:
        """The last throw, or None."""
        return self.run.throws[self.seen - 1] if self.seen > 0 else None

    @property
    def done(self) -> bool:
        """Whether every throw has fallen."""
        return self.revealed and self.seen >= len(self.run.throws)

    @property
    def outcome_text(self) -> str:
        """The result of the dice in words, after the last throw."""
        key = f"predict.yes.{self.asked.fight_kind}" if self.run.happened else f"predict.no.{self.asked.fight_kind}"
        return word(key, who=translate(self.asked.side_name)) if self.done else ""


def guess_scene(table: PredictTable, width: float) -> Scene:
    """The forces, and below them the dice that fell last."""
    whole = box.col(forces_box(table.asked), _dice(table) if table.revealed else None, gap=16)
    return box.picture(whole, width, translate(table.asked.question), spoken_sentence(table))


def spoken_sentence(table: PredictTable) -> str:
    """The page in one spoken sentence."""
    if not table.revealed or table.votes.mean is None:
        return f"{translate(table.asked.question)} {word('predict.hands', count=table.votes.count)}"
    chance, mean = percent(table.asked.chance, 0), f"{round(table.votes.mean)}%"
    end = table.outcome_text or _throw_said(table)
    return word("predict.spoken_end" if end else "predict.spoken", mean=mean, chance=chance, end=end)


def _dice(table: PredictTable) -> Sized:
    throw, count = table.throw, word("predict.throws", number=max(table.seen, 0), count=len(table.run.throws))
    colour = tints(table.asked, throw.side).face if throw else ""
    fallen = [(face, colour if counts else None) for face, counts in zip(throw.faces, throw.counts)] if throw else ()
    return box.col(
        box.text_box(count, LETTER, fill=MUTED),
        box.text_box(_throw_said(table), LETTER, fill=INK, weight=STRONG),
        box.drawing(DIE + 8, partial(dice_in_a_row, fallen, DIE, 12)),
        box.text_box(table.outcome_text, HEAD, fill=INK, family="serif", weight=BOLD),
    )


def dice_in_a_row(dice: Sequence[tuple[int, str | None]], size: float, gap: float, room: Room) -> Iterator[Shape]:
    """Dice side by side from the left of a room: each a face and its colour, None where it does not count."""
    for place, (face, colour) in enumerate(dice):
        yield Group(die(face, colour, size), room.x + (size + gap) * place, room.y)


def _throw_said(table: PredictTable) -> str:
    throw = table.throw
    return word("predict.fell", who=translate(throw.who), count=sum(throw.counts)) if throw else ""


def guess_screen(table: PredictTable, viewport: page.Viewport) -> page.Container:
    """The question; the votes over the covered chance; then the chance, the dice and what really happened."""
    title, roles = translate(table.asked.question), ""
    if staged := table.staged:
        title = word("predict.title", battle=table.title, question=history.localize(staged, "question"))
        rounds = word("predict.rounds") if table.asked.fight_kind == "battle" else ""
        roles = sentences(history.localize(staged, "roles"), rounds, word("predict.judged"))
    after = (
        page.Button(word("predict.next"), ("fall",), disabled=table.done),
        page.Button(word("predict.all"), ("all",), disabled=table.done),
        page.Button(word("predict.again"), ("reveal",), chance=True, disabled=not table.done),
        page.Button(word("predict.cover"), ("cover",)),
    )
    shown = lesson_page(
        viewport,
        title,
        _answer(table),
        after if table.revealed else (),
        page.Picture(guess_scene(table, viewport.width)),
        page.Clock(("fall",), table.revealed and not table.done and not viewport.reduced, PACE),
        *_happened(table),
        page.Html(f'<span class="gk-why">{escape(roles)}</span>', shown=bool(staged), key="roles"),
        page.row(*_choices(table)),
    )
    if table.revealed:
        return shown
    reveal = page.Button(word("predict.reveal"), ("reveal",), "main", chance=True)
    return over(shown, Cover(True, table.votes), table.language, reveal=reveal)


def _answer(table: PredictTable) -> str:
    asked, colour = table.asked, tints(table.asked, table.asked.side).face
    claim = word(f"predict.chance.{asked.fight_kind}", who=translate(asked.side_name))
    mean, note = table.votes.mean, ""
    if mean is not None:
        note = sentences(translate(guess_verdict(table.votes, asked)), word("predict.class", mean=round(mean)))
    parts = [(translate(asked.side_name), float(asked.chance), colour), ("", 1 - float(asked.chance), NEUTRAL)]
    return page.answer_html(percent(asked.chance, 0), claim, note, parts, "", colour=colour)


def _happened(table: PredictTable) -> Iterator[page.Control]:
    """Yield the historical result, how lucky it was, and what the board leaves out, after the last throw."""
    staged = table.staged if table.done else None
    left_out = [escape(history.localize(staged, "leaves_out"))] if staged else []
    for key, lines in (("happened", _past(table) if staged else []), ("leaves_out", left_out)):
        texts = page.Html("".join(f"<p>{text}</p>" for text in lines), key=(key, "text"))
        yield page.section(word(f"predict.{key}"), texts, shown=bool(staged), key=key)


def _past(table: PredictTable) -> list[str]:
    """Who won, what it cost, and how likely that was on the board: to win at all, as cheaply, to the end."""
    battle, staged = history.battles()[table.name], history.historical_setup(table.name)
    sides = {"a": history.localize(battle, "a_side"), "b": history.localize(battle, "b_side")}
    lost = {side: history.localize(battle, f"{side}_losses") for side in "ab"}
    told = [escape(word("predict.won", who=sides[battle.winner]))]
    told += [escape(word("predict.losses", side=sides[side], losses=text)) for side, text in lost.items()]
    wins, draws = history.p_winner_and_draw(table.name, table.force_measure)
    cheap = history.p_winner_wins_at_real_cost(table.name, table.force_measure)
    end = history.p_side_a_wins_without_round_limit(table.name, table.force_measure)
    rows: list[tuple[str, Any]] = [(word("predict.to_win"), wins), (word("predict.draw"), draws or None)]
    rows += [(f"{word('predict.cheaply')} ({history.localize(staged, 'lost')})", cheap)]
    rows += [(word("predict.to_the_end"), end if end is None or battle.side_a_won else 1 - end)]
    lines = (f"<th>{escape(what)}</th><td>{escape(as_frequency(p))}</td>" for what, p in rows if p is not None)
    told.append(f"<b>{escape(word('predict.lucky'))}</b>")
    told.append(f'<table class="gk-tellings"><tbody>{"".join(f"<tr>{line}</tr>" for line in lines)}</tbody></table>')
    if cheap is not None and cheap < RARE:
        told.append(escape(word("predict.asks", often=as_frequency(cheap))))
    return told


def guess_update(table: PredictTable, message: page.Message) -> PredictTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("fall",) if table.revealed and not table.done:
            return replace(table, seen=table.seen + 1)
        case ("all",) if table.revealed:
            return replace(table, seen=len(table.run.throws))
        case ("cover",):
            return replace(table, seen=COVERED)
        case ("reveal", luck) if table.votes.count:
            return replace(table, seed=luck, seen=0)
        case (("guess" | "hand"), *_) if not table.revealed:
            return replace(table, votes=Cover(True, table.votes).after(("", *message)).votes)
    return choose_battle(table, message)


class PredictBoard(LessonBoard, screen=guess_screen, update=guess_update, covers=False):
    """A chance that a class guesses before it is shown: of a battle of the past by its name, or of any battle, combat
    or contest; ``side`` is the role or the entrant whose chance it is.

    >>> board = PredictBoard("Zela", language="en")
    >>> for message in [("guess", 45), ("reveal", 7), ("all",)]:
    ...     board.send(message)
    >>> board.summary_sentence
    'The class said 45%, the chance is 92%. This time Caesar wins the battle.'
    """

    table: PredictTable

    def __init__(self, thing: Any = "Pharsalus", side: str | None = None, language: str | None = None) -> None:
        super().__init__(begin_state(PredictTable, thing, side, language))


@dataclass(frozen=True, slots=True)
class StepTable(QuestionTable):
    """The branches taken so far, each by its count."""

    path: tuple[int, ...] = ()

    @property
    def steps(self) -> tuple[Node, ...]:
        """The moments so far, the last being now."""
        return nodes_along(self.asked, self.path)


@in_table_language
def step_scene(table: StepTable, width: float, ways: bool = True) -> Scene:
    """Return the picture: both sides now, and the branches from here, each with its chance."""
    step = table.steps[-1]
    note = "" if step.is_over else word("steps.sum", chance=percent(step.p_win_from_here))
    below = [*(_way(step, branch, width >= WIDE) for branch in step.branches), box.text_box(note, LETTER)]
    what = word(f"steps.now.{step.asked.fight_kind}", who=translate(step.asked.side_name))
    sentence = word("steps.spoken", throws=throw_sentence(step), what=what, chance=percent(step.p_win_from_here))
    title = translate(step.asked.question)
    whole = box.col(_forces(table), *(below if ways else ()), gap=12)
    return box.picture(box.inset(whole, 0, 4), width, title, sentence if ways else title)


def _forces(table: StepTable) -> Sized:
    step, last = table.steps[-1], table.steps[-1].at
    if not isinstance(last, jc.Fight):
        return forces_box(step.asked, step.asked.thing if isinstance(last, tuple) else last)
    blocks = {side: last.position.blocks_of_side(side) for side in step.asked.possible_sides}
    standing = {side: [(now.block, now.strength, now.place) for now in blocks[side]] for side in blocks}
    struck = {name for name, *_ in last.log[-1].taken} if len(table.steps) > 1 else set[str]()
    acting = (last.turn.side, last.turn.index) if last.turn else None
    return forces_box(step.asked, standing, acting, struck)


def _way(step: Node, branch: Branch, wide: bool) -> Sized:
    colour, lost = tints(step.asked, step.throwing_side).face, losses_sentence(step, branch)
    misses: list[tuple[int, str | None]] = [(MISS, None)] * (step.dice_count - branch.count)
    hits = [(1, colour)] * branch.count
    fallen = [] if branch.leaves else [*hits, *misses] if step.highest_hit else [(branch.count, colour)]
    chance, after = percent(branch.chance), percent(branch.then.p_win_from_here)
    told = box.text_box(lost, LETTER, fill=INK)
    line = box.across(
        box.drawing(SMALL_DIE, partial(dice_in_a_row, fallen, SMALL_DIE, 6), (SMALL_DIE + 6) * max(4, step.dice_count)),
        box.col(box.blank(0), box.share_bar(float(branch.chance), LINE, 20, fill=BAR), gap=8, wide=90),
        box.text_box(chance, LETTER, wide=96, fill=INK, weight=BOLD),
        told if wide else box.text_box(""),
        box.text_box(word("steps.then", chance=after), LETTER, "end", 210 if wide else 170, fill=INK, weight=BOLD),
        box.drawing(SMALL_DIE, partial(_arrow, float(branch.then.p_win_from_here - step.p_win_from_here)), 20),
    )
    label = word("steps.branch", count=branch_text(step, branch.count), result=lost, chance=chance, then=after)
    inner, action = line if wide else box.col(line, told, gap=4), ("branch", branch.count)
    return box.framed(inner, 14, 8, label, action, fill=WHITE, stroke=LINE, stroke_width=1.5)


def _arrow(gain: float, room: Room) -> Iterator[Shape]:
    if abs(gain) >= 0.0005:
        x, y, up = room.x, room.y + 16, 8 if gain > 0 else -8
        outline = polyline_path(((x, y + up), (x + 9, y - up), (x + 18, y + up)), closed=True)
        yield Path(outline, fill=INK if gain > 0 else WHITE, stroke=INK, stroke_width=2)


def throw_sentence(step: Node) -> str:
    """Return a sentence on the thrower, the number of dice, and the faces that count."""
    who = translate(step.thrower_name)
    if step.is_over:
        return word("steps.over")
    if step.branches[0].leaves:
        return word("steps.leaves", round=step.round, who=who)
    fields: dict[str, Any] = {"round": step.round} if step.asked.fight_kind == "battle" else {}
    if step.highest_hit:
        fields |= {"dice": step.dice_count, "counting": step.highest_hit}
    return word(f"steps.throws.{step.asked.fight_kind}", who=who, **fields)


def branch_text(step: Node, count: int) -> str:
    """A branch in short: how many count, or the face."""
    key = "goes" if step.branches[0].leaves else "count" if step.highest_hit else "face"
    return word(f"steps.{key}", count=count)


def losses_sentence(step: Node, branch: Branch) -> str:
    """Return a sentence on the steps lost and by whom."""
    if not isinstance(step.at, jc.Fight) or branch.leaves:
        return branch_text(step, branch.count)
    lost: dict[str, tuple[int, int]] = {}
    for _, who, before, after in branch.taken:
        lost[who] = lost.get(who, (before, 0))[0], after
    said = []
    for who, (before, after) in lost.items():
        how = {"before": ROMAN[before], "after": ROMAN[after]} if after else {}
        said.append(word("steps.loses" if after else "steps.dies", who=translate(who), **how))
    said += [word("steps.wasted")] if branch.wasted else []
    return ", ".join(said) or word("steps.nothing")


def step_screen(table: StepTable, viewport: page.Viewport) -> page.Container:
    """The step in large type: the chance now, the forces, the ways from here; back, next, jump."""
    head = word("steps.title", battle=table.title) if table.title else translate(table.asked.question)
    covered, over = partial(step_scene, table, viewport.width, ways=False), table.steps[-1].is_over
    ways = (
        page.Button(word("steps.back"), ("back",), disabled=not table.path),
        page.Button(word("steps.next"), ("next",), "main", disabled=over),
        page.Button(word("steps.roll"), ("roll",), chance=True, disabled=over),
        page.Button(word("steps.round"), ("round",), chance=True, disabled=over),
    )
    picture = page.Picture(step_scene(table, viewport.width), covered=covered)
    lists, aside = page.row(_jump(table), *_choices(table)), throw_sentence(table.steps[-1])
    return lesson_page(viewport, head, _chance_now(table), ways, picture, lists, aside=aside)


def _chance_now(table: StepTable) -> str:
    step, note = table.steps[-1], ""
    chance, asked = step.p_win_from_here, step.asked
    if len(table.steps) > 1:
        points = 100 * float(chance - table.steps[-2].p_win_from_here)
        way = "same" if abs(points) < 0.05 else "more" if points > 0 else "less"
        note = word(f"steps.{way}", points=f"{abs(points):.1f}")
    colour, who = tints(asked, asked.side).face, translate(asked.side_name)
    parts = [(who, float(chance), colour), (word("steps.else"), 1 - float(chance), NEUTRAL)]
    claim = word(f"steps.now.{asked.fight_kind}", who=who)
    return page.answer_html(percent(chance), claim, note, parts, "", colour=colour)


def _jump(table: StepTable) -> page.Menu:
    taken = ((translate(step.thrower_name), branch_text(step, count)) for step, count in zip(table.steps, table.path))
    named = [word("steps.done", number=number, who=who, count=what) for number, (who, what) in enumerate(taken, 1)]
    places = tuple(zip((word("steps.start"), *named), range(len(named) + 1)))
    return page.Menu(places, len(table.path), ("jump",), tooltip=word("steps.jump"))


def step_update(table: StepTable, message: page.Message) -> StepTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    step = table.steps[-1]
    match message:
        case ("back",):
            return replace(table, path=table.path[:-1])
        case ("jump", number):
            return replace(table, path=table.path[:number])
        case ("branch", count):
            return replace(table, path=(*table.path, count))
        case ("next",) if not step.is_over:
            return replace(table, path=(*table.path, max(step.branches, key=attrgetter("chance")).count))
        case ("roll", luck) if not step.is_over:
            return replace(table, path=(*table.path, step.random_branch(Random(luck)).count))
        case ("round", luck):
            return _to_the_end_of_the_round(table, Random(luck))
    return choose_battle(table, message)


def _to_the_end_of_the_round(table: StepTable, random: Random) -> StepTable:
    step, path = table.steps[-1], list(table.path)
    while not step.is_over and step.round == table.steps[-1].round and len(path) < MOST:
        branch = step.random_branch(random)
        step, path = branch.then, [*path, branch.count]
    return replace(table, path=tuple(path))


class StepBoard(LessonBoard, screen=step_screen, update=step_update):
    """A battle, a combat or a contest one throw at a time, as a tree: a battle of the past by its name, "arena", or
    any thing of one's own, ``side`` being the role or the entrant whose chance it is.

    >>> board = StepBoard("Zela", language="en")
    >>> board.send(("branch", 2))
    >>> board.summary_sentence
    'Round 1: Pharnaces throws. Dice: 2; faces up to 2 count. Now the chance that Caesar wins the battle is 95.7%.'
    """

    table: StepTable

    def __init__(self, thing: Any = "Zela", side: str | None = None, language: str | None = None) -> None:
        table = begin_state(StepTable, thing, side, language)
        first_node(table.asked)  # refuses what has too many branches
        super().__init__(table)
