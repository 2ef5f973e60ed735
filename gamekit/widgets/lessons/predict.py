"""Predict, then reveal: a chance stays covered until the class has voted; then the dice fall one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from html import escape
from math import ceil
from typing import Any, Final, NamedTuple

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.course import MAIN, RESERVE
from gamekit.julius_caesar.tables import ATTACKER, ROMAN, Block
from gamekit.lessons import history
from gamekit.lessons.predictions import BANDS, Decided, Prediction, Throw, Votes, often, ready, side_name, verdict
from gamekit.text.translation import Note, language_or_default, percent, translate, word
from gamekit.widgets.cover import NOBODY, voting
from gamekit.widgets.julius_caesar.pieces import die, kind, sign, tint
from gamekit.widgets.layout import BOLD, STRONG, Room, broken, centred
from gamekit.widgets.lessons.board import LessonBoard, chosen, lesson, other, sentences, switch
from gamekit.widgets.look import GOOD, HAIRLINE, INK, LINE, MUTED, NEUTRAL, TABLE, TINTS, WHITE, Tint
from gamekit.widgets.page import (
    Area,
    Button,
    Clock,
    Control,
    Html,
    Message,
    Picture,
    Seat,
    heading_html,
    row,
    section,
    status,
)
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, Text, line

LEAST, HEAD, QUESTION, ANSWER = 24.0, 28.0, 52.0, 84.0  # sizes of letters
COVER, HATCH = "#E6DCC5", "#D9CDB3"
PANEL, DIE = 330.0, 48.0
NARROW = 1000.0


class GuessView(NamedTuple):
    """What of a guess is to be seen: ``throw`` is the one that fell last, None while the chance is covered."""

    asked: Prediction
    votes: Votes
    revealed: bool
    throw: Throw | None
    number: int
    throws: int
    end: str
    language: str
    counts: bool = True


def scene(seen: GuessView, width: float) -> Scene:
    """The forces above, the guess or the chance below."""
    drawn, top = forces(seen.asked, width, seen.language)
    panel = Room(0, top + 16, width, PANEL if width >= NARROW else 2 * PANEL - 40)
    halves = panel.columns(2, 32) if width >= NARROW else panel.rows(2, 16)
    shapes = [*drawn]
    shapes += _answer(seen, halves[0]) if seen.revealed else _cover(seen, halves[0])
    shapes += _dice(seen, halves[1]) if seen.revealed else _hands(seen, halves[1]) if seen.counts else ()
    return Scene(width, panel.bottom + 8, pieces=tuple(shapes), title=_question(seen), sentence=sentence(seen))


def sentence(seen: GuessView) -> str:
    """The page in one spoken sentence."""
    if not seen.revealed or seen.votes.mean is None:
        return f"{_question(seen)} {word('predict.hands', seen.language, count=seen.votes.count)}"
    chance, mean = percent(seen.asked.chance, 0), f"{round(seen.votes.mean)}%"
    end = seen.end or _throw_said(seen)
    return word("predict.spoken_end" if end else "predict.spoken", seen.language, mean=mean, chance=chance, end=end)


def _question(seen: GuessView) -> str:
    return translate(seen.asked.question, seen.language)


# Forces ---------------------------------------------------------------------------------------------------------------


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
    width: float,
    language: str,
    standing: Any = None,
    acting: tuple[str, int] | None = None,
    struck: Set[str] = frozenset(),
) -> tuple[list[Shape], float]:
    """Each side's heading and forces on a table, and how far down it reaches.

    ``standing`` is how things stand, as (block, strength, place) a side or a contest; ``acting`` the block on turn,
    ``struck`` the labels of those that were hit last."""
    rooms = Room(16, 0, width - 32, 0).columns(len(asked.sides), 24)
    shapes, top = list[Shape](), 0.0
    for side, room in zip(asked.sides, rooms):
        shapes += _headed(asked, side, room, language, width >= NARROW)
        if isinstance(asked.thing, jc.Battle):
            began = [block for body in asked.thing.bodies[side] for block in body]
            blocks = standing[side] if standing else [(block, block.strength, MAIN) for block in began]
            now = acting[1] if acting and acting[0] == side else -1
            drawn, height = _blocks(blocks, side, room, now, struck)
            strength = word("predict.steps", language, steps=sum(strength for _, strength, _ in blocks))
            if width >= NARROW:
                drawn.append(Text(room.right, 40, strength, LEAST, MUTED, anchor="end", max_width=room.width * 0.26))
        else:
            drawn, height = _listed(standing or asked.thing, side, room)
        shapes, top = [*shapes, *drawn], max(top, height)
    return [Rect(0, 0, width, top, 8, fill=TABLE), *shapes], top


def _headed(asked: Prediction, side: str, room: Room, language: str, wide: bool) -> Iterator[Shape]:
    """The name of a side, and whether it attacks."""
    who = side_name(asked, side)
    said = translate(who, language)
    if isinstance(who, Note) and who.key.startswith("predict.the."):
        said = said[0].upper() + said[1:]
    elif not isinstance(asked.thing, aq.Contest):
        said = word("predict.attacks" if side == ATTACKER else "predict.defends", language, who=said)
    colour = tints(asked, side).face
    yield Text(room.x, 40, said, LEAST, colour, "serif", BOLD, max_width=room.width * (0.72 if wide else 1))


def _blocks(blocks: Sequence[Stand], side: str, room: Room, acting: int, struck: Set[str]) -> tuple[list[Shape], float]:
    """Blocks with their strength and their kind, as many in a row as fit; small ones have the strength alone.

    One that is gone leaves its outline, one in reserve is pale, the one on turn has a green ring."""
    size = 62.0 if room.width > 450 else 46.0
    pitch, drop = size + 8, size + 16
    wide = max(1, int((room.width + 8) // pitch))
    shapes: list[Shape] = []
    for place, (block, strength, where) in enumerate(blocks):
        x, y = room.x + pitch * (place % wide), 60 + drop * (place // wide)
        label = f"{block.at(strength) if strength else block.name} {block.rating(side)}"
        if strength:
            faces, faint = _face(block, strength, size), 0.5 if where == RESERVE else 1
            shapes.append(Group(faces, x, y, label=label, opacity=faint))
        else:
            shapes.append(Rect(x, y, size, size, 6, stroke=LINE, stroke_width=2, dash=(5, 5), label=label))
        if place == acting:
            shapes.append(Rect(x - 4, y - 4, size + 8, size + 8, 9, stroke=GOOD, stroke_width=4))
        elif block.label in struck:
            shapes.append(Rect(x - 4, y - 4, size + 8, size + 8, 9, stroke=INK, stroke_width=3, dash=(3, 4)))
    return shapes, 60 + drop * ceil(len(blocks) / wide) + 4


def _face(block: Block, strength: int, size: float) -> tuple[Shape, ...]:
    colours, large = tint(block, block.side), size > 50
    y, letters = (0.46 * size, 26) if large else (0.68 * size, LEAST)
    faces: list[Shape] = [
        Rect(0, 0, size, size, 6, fill=colours.face, stroke=colours.rim, stroke_width=2),
        Text(size / 2, y, ROMAN[strength], letters, "#ffffff", "serif", BOLD, anchor="middle"),
    ]
    if large:
        drawn = sign(kind(block), "#ffffff", colours.face)
        faces.append(Group(drawn, size * 0.29, size * 0.52, scale=0.42 * size / 24))
    return tuple(faces)


def _listed(thing: Any, side: str, room: Room) -> tuple[list[Shape], float]:
    """The units of a force, or what an entrant brings, in words."""
    if isinstance(thing, aq.Contest):
        one = thing.entrant(side)
        said = f"{one.sure_strength} + {one.red + one.blue} \u2684"
    else:
        said = str(thing.force(side))
    lines = broken(said, room.width, LEAST)
    texts: list[Shape] = [Text(room.x, 80 + 34 * n, text, LEAST, weight=STRONG) for n, text in enumerate(lines)]
    return texts, 80 + 34 * len(lines)


# Before ---------------------------------------------------------------------------------------------------------------


def _cover(seen: GuessView, room: Room) -> Iterator[Shape]:
    """The chance under its cover, hatched, so that it does not read as none."""
    yield Text(room.x, room.y + 34, word("predict.think", seen.language), HEAD, INK, "serif", BOLD)
    cover = Room(room.x, room.y + 56, room.width, 112)
    yield cover.rect(6, fill=COVER)
    for place in range(int(cover.width // 56)):
        x = cover.x + 18 + 56 * place
        yield Path(f"M{x + 24} {cover.y}L{x} {cover.bottom}", stroke=HATCH, stroke_width=9)
    yield Text(cover.x + 32, cover.y + 74, "??%", QUESTION, weight=BOLD)
    covered = word("predict.covered", seen.language)
    yield Text(cover.right - 24, cover.y + 66, covered, LEAST, anchor="end", halo=COVER, max_width=cover.width - 190)
    yield Text(room.x, room.y + 214, _question(seen), LEAST, max_width=room.width)


def _hands(seen: GuessView, room: Room) -> Iterator[Shape]:
    """A bar for each band of raised hands, with a button for one more and one for one fewer."""
    count = word("predict.hands", seen.language, count=sum(seen.votes.hands))
    yield Text(room.x, room.y + 34, count, LEAST, weight=STRONG)
    most, foot = max(6, *seen.votes.hands), room.y + 222
    for band, (part, (low, high), hands) in enumerate(
        zip(room._replace(height=0).columns(len(BANDS), 8), BANDS, seen.votes.hands)
    ):
        tall, middle = 130 * hands / most, part.x + part.width / 2
        yield Rect(part.x + 10, foot - tall, part.width - 20, tall or 1, 3, fill=LINE)
        yield Text(middle, foot - tall - 10, str(hands), LEAST, weight=BOLD, anchor="middle")
        yield Text(middle, foot + 32, f"{low}–{high}", LEAST, MUTED, anchor="middle", max_width=part.width)
        for step, x, text in ((-1, middle - 44, "\u2212"), (1, middle + 4, "+")):
            key = "predict.more" if step > 0 else "predict.fewer"
            label = word(key, seen.language, low=low, high=high)
            button = Room(x, foot + 48, 40, 40)
            drawn = (button.rect(6, fill=WHITE, stroke=LINE), centred(text, button, LEAST, weight=BOLD))
            yield Group(drawn, label=label, action=("hand", band, step))


# After ----------------------------------------------------------------------------------------------------------------


def _answer(seen: GuessView, room: Room) -> Iterator[Shape]:
    """The chance in large figures, and the class's guess above a bar of it."""
    colours, say = tints(seen.asked, seen.asked.side), seen.language
    number = percent(seen.asked.chance, 0)
    yield Text(room.x, room.y + 84, number, ANSWER, colours.face, weight=BOLD)
    said = word(f"predict.chance.{seen.asked.kind}", say, who=translate(seen.asked.who, say))
    for place, text in enumerate(broken(said, room.width - 230, LEAST)):
        yield Text(room.x + 220, room.y + 48 + 32 * place, text, LEAST, weight=STRONG)
    bar = Room(room.x, room.y + 182, room.width, 40)
    share = float(seen.asked.chance) * bar.width
    yield Rect(bar.x, bar.y, bar.width, bar.height, 4, fill=NEUTRAL)
    if share > 1:
        yield Rect(bar.x, bar.y, share, bar.height, 4, fill=colours.face)
        yield line(bar.x + share, bar.y, bar.x + share, bar.bottom, WHITE, 3)
    for per, anchor in ((0, "start"), (50, "middle"), (100, "end")):
        yield Text(bar.x + bar.width * per / 100, bar.bottom + 32, f"{per}%", LEAST, MUTED, anchor=anchor)
    if seen.votes.mean is not None:
        yield from _pointer(seen, bar)


def _pointer(seen: GuessView, bar: Room) -> Iterator[Shape]:
    """The class's mean: a black pointer, its words at the side with more room."""
    mean = float(seen.votes.mean or 0)
    x = bar.x + bar.width * mean / 100
    yield Path(f"M{x - 12} {bar.y - 20}H{x + 12}L{x} {bar.y}Z", fill=INK)
    yield line(x, bar.y, x, bar.bottom, INK, 3)
    said = word("predict.class", seen.language, mean=round(mean))
    left = mean > 50
    yield Text(x - 20 if left else x + 20, bar.y - 8, said, LEAST, weight=BOLD, anchor="end" if left else "start")


def _dice(seen: GuessView, room: Room) -> Iterator[Shape]:
    """The throw that fell last, and in the end what came of them all."""
    say = seen.language
    yield Text(room.x, room.y + 34, word("predict.throws", say, number=seen.number, count=seen.throws), LEAST, MUTED)
    if seen.throw:
        yield Text(room.x, room.y + 74, _throw_said(seen), LEAST, weight=STRONG, max_width=room.width)
        colour = tints(seen.asked, seen.throw.side).face
        for place, (face, counts) in enumerate(zip(seen.throw.faces, seen.throw.counts)):
            yield Group(die(face, colour if counts else None, DIE), room.x + (DIE + 12) * place, room.y + 100)
    yield line(room.x, room.y + 178, room.right, room.y + 178, HAIRLINE, 2)
    if seen.end:
        yield Text(room.x, room.y + 224, seen.end, HEAD, INK, "serif", BOLD, max_width=room.width)


def _throw_said(seen: GuessView) -> str:
    if seen.throw is None:
        return ""
    who = translate(seen.throw.who, seen.language)
    return word("predict.fell", seen.language, who=who, count=sum(seen.throw.counts))


COVERED: Final = -1
PACE: Final = 700  # milliseconds between two throws
RARE: Final = 0.001  # a chance that questions the board before it tells of luck


@dataclass(frozen=True, slots=True)
class Guessing:
    """What is asked, the class's votes, and how many throws have been seen: ``COVERED`` before the chance is shown."""

    asked: Prediction
    name: str = ""  # of the battle of the past, if it is one
    by: str = ""
    votes: Votes = NOBODY
    seed: int = 0
    seen: int = COVERED
    counts: bool = True  # whether raised hands are counted, beside the guess of one's own
    language: str = "en"

    @property
    def run(self) -> Decided:
        return self.asked.play(self.seed)

    @property
    def revealed(self) -> bool:
        return self.seen != COVERED

    @property
    def done(self) -> bool:
        """Whether every throw has fallen."""
        return self.revealed and self.seen >= len(self.run.throws)

    @property
    def end(self) -> str:
        """What came of the dice, in words, once they lie."""
        if not self.done:
            return ""
        who, kind = translate(self.asked.who, self.language), self.asked.kind
        yes, no = f"predict.yes.{kind}", f"predict.no.{kind}"
        return word(yes if self.run.happened else no, self.language, who=who)


def screen(table: Guessing, seat: Seat) -> Area:
    """The question; the votes and their cover; then the chance, the dice and what really happened."""
    say, staged = table.language, history.stagings().get(table.name)
    title = translate(table.asked.question, say)
    if staged:
        told_of = {"battle": history.localize(history.battles()[table.name], "name", say)}
        title = word("predict.title", say, **told_of, question=history.localize(staged, "question", say))
    answer = translate(verdict(table.votes, table.asked), say) if table.revealed else word("predict.covered", say)
    below = [*_votes(table), row(*_after(table), shown=table.revealed), *_happened(table)]
    return lesson(
        seat,
        heading_html(title),
        f"<b>{escape(answer)}</b>",
        [
            row(*chosen(table.name, table.by, say), switch(say)),
            Html(f'<span class="gk-why">{escape(_roles(table))}</span>', shown=bool(staged), key="roles"),
            Picture(scene(_seen(table), seat.width)),
            status(seat.error),
            Clock(("fall",), table.revealed and not table.done and not seat.reduced, PACE),
            *below,
        ],
    )


def _seen(table: Guessing) -> GuessView:
    throws = table.run.throws if table.revealed else ()
    last = throws[table.seen - 1] if 0 < table.seen <= len(throws) else None
    return GuessView(
        table.asked,
        table.votes,
        table.revealed,
        last,
        max(table.seen, 0),
        len(throws),
        table.end,
        table.language,
        table.counts,
    )


def _roles(table: Guessing) -> str:
    if table.name not in history.stagings():
        return ""
    said = [history.localize(history.staging(table.name), "roles", table.language)]
    said += [word("predict.rounds", table.language)] if table.asked.kind == "battle" else []
    return sentences([*said, word("predict.judged", table.language)], table.language)


def _votes(table: Guessing) -> list[Control]:
    """The slider, the counts of hands, and the button that is dull until there is a vote."""
    say = table.language
    slider, *hands = voting(table.votes, say)
    reveal = Button(word("predict.reveal", say), ("reveal",), "main", chance=True, disabled=not table.votes.count)
    return [section("", slider, *(hands if table.counts else ()), row(reveal), shown=not table.revealed, key="votes")]


def _after(table: Guessing) -> Iterator[Control]:
    say = table.language
    yield Button(word("predict.next", say), ("fall",), disabled=table.done)
    yield Button(word("predict.all", say), ("all",), disabled=table.done)
    yield Button(word("predict.again", say), ("reveal",), chance=True, disabled=not table.done)
    yield Button(word("predict.cover", say), ("cover",))


def _happened(table: Guessing) -> Iterator[Control]:
    """What really happened, how lucky that was, and what the board leaves out: once the dice lie."""
    verdict, say = table.name in history.stagings() and table.done, table.language
    for key, lines in (("happened", _past), ("leaves_out", _left_out)):
        said = "".join(f"<p>{text}</p>" for text in (lines(table) if verdict else ()))
        yield section(word(f"predict.{key}", say), Html(said, key=(key, "text")), shown=verdict, key=key)


def _past(table: Guessing) -> list[str]:
    """Who won, what it cost, and how likely that was on the board: to win at all, as cheaply, to the end."""
    say, battle, staged = table.language, history.battles()[table.name], history.staging(table.name)
    sides = {"a": history.localize(battle, "a_side", say), "b": history.localize(battle, "b_side", say)}
    said = [escape(word("predict.won", say, who=sides[battle.winner]))]
    lost = {side: history.localize(battle, f"{side}_losses", say) for side in "ab"}
    said += [escape(word("predict.losses", say, side=sides[side], losses=verdict)) for side, verdict in lost.items()]
    wins, draws = history.wins_again(table.name, table.by)
    rows = [(word("predict.to_win", say), often(wins, say))]
    if draws:
        rows.append((word("predict.draw", say), often(draws, say)))
    if (cheap := history.cheaply(table.name, table.by)) is not None:
        rows.append((f"{word('predict.cheaply', say)} ({history.localize(staged, 'lost', say)})", often(cheap, say)))
    if (end := history.to_the_end(table.name, table.by)) is not None:
        rows.append((word("predict.to_the_end", say), often(end if battle.a_won else 1 - end, say)))
    lines = "".join(f"<tr><th>{escape(what)}</th><td>{escape(often)}</td></tr>" for what, often in rows)
    return [
        *said,
        f"<b>{escape(word('predict.lucky', say))}</b>",
        f'<table class="gk-tellings"><tbody>{lines}</tbody></table>',
        *([escape(word("predict.asks", say, often=often(cheap, say)))] if cheap is not None and cheap < RARE else ()),
    ]


def _left_out(table: Guessing) -> list[str]:
    return [escape(history.localize(history.staging(table.name), "leaves_out", table.language))]


# Messages -------------------------------------------------------------------------------------------------------------


def update(table: Guessing, message: Message) -> Guessing:
    """The table after a message; what was voted stays until another battle is chosen."""
    match message:
        case ("battle", name):
            return _begin(name, None, table.language)
        case ("by", by):
            return _begin(table.name, by, table.language)
        case ("language",):
            return replace(table, language=other(table.language))
        case ("fall",) if table.revealed and not table.done:
            return replace(table, seen=table.seen + 1)
        case ("all",) if table.revealed:
            return replace(table, seen=len(table.run.throws))
        case ("cover",):
            return replace(table, seen=COVERED)
        case ("reveal", luck) if table.votes.count:
            return replace(table, seed=luck, seen=0)
    return table if table.revealed else _voted(table, message)


def _voted(table: Guessing, message: Message) -> Guessing:
    votes = table.votes
    match message:
        case ("guess", guess):
            votes = replace(votes, guess=guess)
        case ("hand", band, step):
            votes = votes.raised(band, max(0, min(99, votes.hands[band] + step)))
        case ("hands", band, text):
            votes = votes.typed(band, text)
    return replace(table, votes=votes)


def _begin(name: str, by: str | None, language: str) -> Guessing:
    asked, by = ready(name, by)
    return Guessing(asked, name, by, language=language)


class PredictBoard(LessonBoard, screen=screen, update=update, covers=False):
    """A chance to be guessed by a class before it is shown: of a battle of the past by its name, or of any battle,
    combat or contest, ``side`` being the role or the entrant that is asked about.

    >>> board = PredictBoard("Zela", language="en")
    >>> for message in [("guess", 45), ("reveal", 7), ("all",)]:
    ...     board.send(message)
    >>> board.sentence
    'The class said 45%, the chance is 92%. This time Caesar wins the battle.'
    """

    table: Guessing

    def __init__(self, thing: Any = "Pharsalus", side: str | None = None, language: str | None = None) -> None:
        language = language_or_default(language)
        if isinstance(thing, str):
            super().__init__(_begin(thing, side, language))
        else:
            names = getattr(thing, "names", ("attacker",))
            super().__init__(Guessing(Prediction(thing, side or names[0]), language=language))
