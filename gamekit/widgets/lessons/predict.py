"""Predict, then reveal: a chance stays covered until the class has voted; then the dice fall one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from html import escape
from math import ceil
from typing import Any, Final

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.course import MAIN, RESERVE
from gamekit.julius_caesar.tables import ATTACKER, ROMAN, Block
from gamekit.lessons import history
from gamekit.lessons.predictions import Decided, Prediction, Throw, as_frequency, ready, side_name, verdict
from gamekit.lessons.votes import Votes
from gamekit.text.translation import Note, language_or_default, percent, translate, word
from gamekit.widgets import page
from gamekit.widgets.cover import NOBODY, Cover, over
from gamekit.widgets.julius_caesar.pieces import die, kind, sign, tint
from gamekit.widgets.layout import BOLD, STRONG, Room, Sized, across, col, drawn, framed, picture, said
from gamekit.widgets.lessons.board import HEAD, LETTER, LessonBoard, chosen, lesson, sentences
from gamekit.widgets.look import GOOD, INK, LINE, MUTED, NEUTRAL, TABLE, TINTS, Tint
from gamekit.widgets.scene import Group, Rect, Scene, Shape, Text

DIE: Final = 48.0
COVERED: Final = -1
PACE: Final = 700  # milliseconds between two throws
RARE: Final = 0.001  # a chance that questions the board before it tells of luck


@dataclass(frozen=True, slots=True)
class GuessState:
    """The question, the class's votes, and the number of throws seen: ``COVERED`` before the chance is shown."""

    asked: Prediction
    name: str = ""  # of the battle of the past, if it is one
    by: str = ""
    votes: Votes = NOBODY
    seed: int = 0
    seen: int = COVERED
    language: str = "en"

    @property
    def run(self) -> Decided:
        return self.asked.play(self.seed)

    @property
    def revealed(self) -> bool:
        return self.seen != COVERED

    @property
    def throw(self) -> Throw | None:
        """The last throw, or None."""
        return self.run.throws[self.seen - 1] if self.seen > 0 else None

    @property
    def done(self) -> bool:
        """Whether every throw has fallen."""
        return self.revealed and self.seen >= len(self.run.throws)

    @property
    def end(self) -> str:
        """The result of the dice in words, after the last throw."""
        if not self.done:
            return ""
        key = f"predict.yes.{self.asked.kind}" if self.run.happened else f"predict.no.{self.asked.kind}"
        return word(key, self.language, who=translate(self.asked.who, self.language))


# The picture ----------------------------------------------------------------------------------------------------------


def scene(table: GuessState, width: float) -> Scene:
    """The forces, and below them the dice that fell last."""
    question = translate(table.asked.question, table.language)
    whole = col(forces(table.asked, table.language), _dice(table) if table.revealed else None, gap=16)
    return picture(whole, width, question, sentence(table))


def sentence(table: GuessState) -> str:
    """The page in one spoken sentence."""
    if not table.revealed or table.votes.mean is None:
        question = translate(table.asked.question, table.language)
        return f"{question} {word('predict.hands', table.language, count=table.votes.count)}"
    chance, mean = percent(table.asked.chance, 0), f"{round(table.votes.mean)}%"
    end = table.end or _throw_said(table)
    return word("predict.spoken_end" if end else "predict.spoken", table.language, mean=mean, chance=chance, end=end)


def _dice(table: GuessState) -> Sized:
    """The throw that fell last, and in the end what came of them all."""
    throw, numbers = table.throw, {"number": max(table.seen, 0), "count": len(table.run.throws)}

    def draw(room: Room) -> Iterator[Shape]:
        for place, (face, counts) in enumerate(zip(throw.faces, throw.counts) if throw else ()):
            colour = tints(table.asked, throw.side).face if counts and throw else None
            yield Group(die(face, colour, DIE), room.x + (DIE + 12) * place, room.y)

    return col(
        said(word("predict.throws", table.language, **numbers), LETTER, fill=MUTED),
        said(_throw_said(table), LETTER, fill=INK, weight=STRONG),
        drawn(DIE + 8, draw),
        said(table.end, HEAD, fill=INK, family="serif", weight=BOLD),
    )


def _throw_said(table: GuessState) -> str:
    if table.throw is None:
        return ""
    who = translate(table.throw.who, table.language)
    return word("predict.fell", table.language, who=who, count=sum(table.throw.counts))


def tints(asked: Prediction, side: str) -> Tint:
    """The colours of a side: its blocks', else its role's; of entrants only who is asked about has one."""
    if isinstance(asked.thing, aq.Contest):
        return TINTS["Caesar"] if side == asked.side else TINTS["neutral"]
    if isinstance(asked.thing, jc.Battle):
        owners = {block.side for block in getattr(asked.thing, side)} - {None}
        if owners:
            return TINTS[owners.pop()]
    return TINTS["Caesar" if side == ATTACKER else "Pompey"]


Stand = tuple[Block, int, str]  # a block, its strength now, where it stands


def forces(
    asked: Prediction,
    language: str,
    standing: Any = None,
    acting: tuple[str, int] | None = None,
    struck: Set[str] = frozenset(),
) -> Sized:
    """Each side's heading and forces on a table.

    ``standing`` is the present state, as (block, strength, place) per side or a contest; ``acting`` the block on turn,
    ``struck`` the labels of those that were hit last."""
    sides = []
    for side in asked.sides:
        if not isinstance(asked.thing, jc.Battle):
            force = said(_listed(standing or asked.thing, side), LETTER, fill=INK, weight=STRONG)
            sides.append(col(_headed(asked, side, language), force, gap=12))
            continue
        began = [block for body in asked.thing.bodies[side] for block in body]
        blocks = standing[side] if standing else [(block, block.strength, MAIN) for block in began]
        steps = word("predict.steps", language, steps=sum(strength for _, strength, _ in blocks))
        now = acting[1] if acting and acting[0] == side else -1
        head = across(_headed(asked, side, language), said(steps, LETTER, "end", 130, fill=MUTED))
        sides.append(col(head, _blocks(blocks, side, now, struck), gap=12))
    return framed(across(*sides, gap=24), 16, 8, fill=TABLE)


def _headed(asked: Prediction, side: str, language: str) -> Sized:
    """The name of a side, and whether it attacks."""
    who = side_name(asked, side)
    name = translate(who, language)
    if isinstance(who, Note) and who.key.startswith("predict.the."):
        name = name[0].upper() + name[1:]
    elif not isinstance(asked.thing, aq.Contest):
        name = word("predict.attacks" if side == ATTACKER else "predict.defends", language, who=name)
    return said(name, LETTER, fill=tints(asked, side).face, family="serif", weight=BOLD)


def _blocks(blocks: Sequence[Stand], side: str, acting: int, struck: Set[str]) -> Sized:
    """Blocks with their strength and their kind, as many in a row as fit.

    One that is gone leaves its outline, one in reserve is pale, the one on turn has a green ring."""

    def shape(width: float) -> tuple[float, int]:
        size = 62.0 if width > 450 else 52.0
        return size, max(1, int((width + 8) // (size + 8)))

    def high(width: float) -> float:
        size, wide = shape(width)
        return (size + 12) * ceil(len(blocks) / wide)

    def draw(room: Room) -> Iterator[Shape]:
        size, wide = shape(room.width)
        for place, (block, strength, where) in enumerate(blocks):
            x, y = room.x + (size + 8) * (place % wide), room.y + (size + 12) * (place // wide)
            label = f"{block.at(strength) if strength else block.name} {block.rating(side)}"
            if strength:
                yield Group(_face(block, strength, size), x, y, label=label, opacity=0.5 if where == RESERVE else 1)
            else:
                yield Rect(x, y, size, size, 6, stroke=LINE, stroke_width=2, dash=(5, 5), label=label)
            if place == acting:
                yield Rect(x - 4, y - 4, size + 8, size + 8, 9, stroke=GOOD, stroke_width=4)
            elif block.label in struck:
                yield Rect(x - 4, y - 4, size + 8, size + 8, 9, stroke=INK, stroke_width=3, dash=(3, 4))

    return drawn(high, draw)


def _face(block: Block, strength: int, size: float) -> tuple[Shape, ...]:
    colours = tint(block, block.side)
    drawn_sign = sign(kind(block), "#ffffff", colours.face)
    return (
        Rect(0, 0, size, size, 6, fill=colours.face, stroke=colours.rim, stroke_width=2),
        Text(size / 2, 0.47 * size, ROMAN[strength], LETTER, "#ffffff", "serif", BOLD, anchor="middle"),
        Group(drawn_sign, size * 0.29, size * 0.52, scale=0.42 * size / 24),
    )


def _listed(thing: Any, side: str) -> str:
    """The units of a force, or what an entrant brings, in words."""
    if isinstance(thing, aq.Contest):
        one = thing.entrant(side)
        return f"{one.sure_strength} + {one.red + one.blue} \u2684"
    return str(thing.force(side))


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: GuessState, viewport: page.Viewport) -> page.Container:
    """The question; the votes over the covered chance; then the chance, the dice and what really happened."""
    say, staged = table.language, history.stagings().get(table.name)
    title = translate(table.asked.question, say)
    if staged:
        told_of = {"battle": history.localize(history.battles()[table.name], "name", say)}
        title = word("predict.title", say, **told_of, question=history.localize(staged, "question", say))
    shown = lesson(
        viewport,
        page.heading_html(title),
        _answer(table),
        [
            page.row(*_after(table), shown=table.revealed),
            page.Picture(scene(table, viewport.width)),
            page.status(viewport.error),
            page.Clock(("fall",), table.revealed and not table.done and not viewport.reduced, PACE),
            *_happened(table),
            page.Html(f'<span class="gk-why">{escape(_roles(table))}</span>', shown=bool(staged), key="roles"),
            page.row(*chosen(table.name, table.by, say)),
        ],
    )
    if table.revealed:
        return shown
    reveal = page.Button(word("predict.reveal", say), ("reveal",), "main", chance=True)
    return over(shown, Cover(True, table.votes), say, to=(), reveal=reveal)


def _answer(table: GuessState) -> str:
    """The chance in large figures, how near the class came, and both as a bar."""
    asked, say, colour = table.asked, table.language, tints(table.asked, table.asked.side).face
    claim = word(f"predict.chance.{asked.kind}", say, who=translate(asked.who, say))
    mean = table.votes.mean
    guessed = "" if mean is None else word("predict.class", say, mean=round(mean))
    note = sentences([translate(verdict(table.votes, asked), say) if mean is not None else "", guessed], say)
    parts = [(translate(asked.who, say), float(asked.chance), colour), ("", 1 - float(asked.chance), NEUTRAL)]
    return page.answer_html(percent(asked.chance, 0), claim, note, parts, "", colour=colour)


def _roles(table: GuessState) -> str:
    if table.name not in history.stagings():
        return ""
    told = [history.localize(history.staging(table.name), "roles", table.language)]
    told += [word("predict.rounds", table.language)] if table.asked.kind == "battle" else []
    return sentences([*told, word("predict.judged", table.language)], table.language)


def _after(table: GuessState) -> Iterator[page.Control]:
    say = table.language
    yield page.Button(word("predict.next", say), ("fall",), disabled=table.done)
    yield page.Button(word("predict.all", say), ("all",), disabled=table.done)
    yield page.Button(word("predict.again", say), ("reveal",), chance=True, disabled=not table.done)
    yield page.Button(word("predict.cover", say), ("cover",))


def _happened(table: GuessState) -> Iterator[page.Control]:
    """Yield the historical result, how lucky it was, and what the board leaves out, after the last throw."""
    told, say = table.name in history.stagings() and table.done, table.language
    for key, lines in (("happened", _past), ("leaves_out", _left_out)):
        texts = "".join(f"<p>{text}</p>" for text in (lines(table) if told else ()))
        yield page.section(word(f"predict.{key}", say), page.Html(texts, key=(key, "text")), shown=told, key=key)


def _past(table: GuessState) -> list[str]:
    """Who won, what it cost, and how likely that was on the board: to win at all, as cheaply, to the end."""
    say, battle, staged = table.language, history.battles()[table.name], history.staging(table.name)
    sides = {"a": history.localize(battle, "a_side", say), "b": history.localize(battle, "b_side", say)}
    lost = {side: history.localize(battle, f"{side}_losses", say) for side in "ab"}
    told = [escape(word("predict.won", say, who=sides[battle.winner]))]
    told += [escape(word("predict.losses", say, side=sides[side], losses=text)) for side, text in lost.items()]
    wins, draws = history.wins_again(table.name, table.by)
    cheap, end = history.cheaply(table.name, table.by), history.to_the_end(table.name, table.by)
    rows: list[tuple[str, Any]] = [(word("predict.to_win", say), wins), (word("predict.draw", say), draws or None)]
    rows += [(f"{word('predict.cheaply', say)} ({history.localize(staged, 'lost', say)})", cheap)]
    rows += [(word("predict.to_the_end", say), end if end is None or battle.a_won else 1 - end)]
    lines = (f"<th>{escape(what)}</th><td>{escape(as_frequency(p, say))}</td>" for what, p in rows if p is not None)
    told.append(f"<b>{escape(word('predict.lucky', say))}</b>")
    told.append(f'<table class="gk-tellings"><tbody>{"".join(f"<tr>{line}</tr>" for line in lines)}</tbody></table>')
    if cheap is not None and cheap < RARE:
        told.append(escape(word("predict.asks", say, often=as_frequency(cheap, say))))
    return told


def _left_out(table: GuessState) -> list[str]:
    return [escape(history.localize(history.staging(table.name), "leaves_out", table.language))]


def update(table: GuessState, message: page.Message) -> GuessState:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("battle", name):
            return _begin(name, None, table.language)
        case ("by", by):
            return _begin(table.name, by, table.language)
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
    return table


def _begin(name: str, by: str | None, language: str) -> GuessState:
    asked, by = ready(name, by)
    return GuessState(asked, name, by, language=language)


class PredictBoard(LessonBoard, screen=screen, update=update, covers=False):
    """A chance that a class guesses before it is shown: of a battle of the past by its name, or of any battle, combat
    or contest; ``side`` is the role or the entrant whose chance it is.

    >>> board = PredictBoard("Zela", language="en")
    >>> for message in [("guess", 45), ("reveal", 7), ("all",)]:
    ...     board.send(message)
    >>> board.sentence
    'The class said 45%, the chance is 92%. This time Caesar wins the battle.'
    """

    table: GuessState

    def __init__(self, thing: Any = "Pharsalus", side: str | None = None, language: str | None = None) -> None:
        language = language_or_default(language)
        if isinstance(thing, str):
            super().__init__(_begin(thing, side, language))
        else:
            names = getattr(thing, "names", ("attacker",))
            super().__init__(GuessState(Prediction(thing, side or names[0]), language=language))
