"""Predict, then reveal: a chance stays covered until the class has voted; then the dice fall one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from gamekit.lessons import history
from gamekit.lessons.predictions import Decided, Prediction, often, ready, verdict
from gamekit.lessons.votes import Votes
from gamekit.text.translation import language_or_default, translate, word
from gamekit.widgets.cover import NOBODY, voting
from gamekit.widgets.lessons.board import LessonBoard, chosen, lesson, other, sentences, switch
from gamekit.widgets.lessons.predict_view import GuessView, scene
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
    'The class said 45%, the chance is 92%. This time Caesar has the field.'
    """

    table: Guessing

    def __init__(self, thing: Any = "Pharsalus", side: str | None = None, language: str | None = None) -> None:
        language = language_or_default(language)
        if isinstance(thing, str):
            super().__init__(_begin(thing, side, language))
        else:
            names = getattr(thing, "names", ("attacker",))
            super().__init__(Guessing(Prediction(thing, side or names[0]), language=language))
