"""Bluff and be punished: play a duel again and again against the equilibrium, and see what one's choices cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from gamekit import caesar
from gamekit.caesar import LETTERS
from gamekit.caesar.odds.duel import QUICK_GAMES, ROUNDS, DuelRounds, FightPlayed, Stakes, games
from gamekit.caesar.odds.mix import format_signed, say_card
from gamekit.caesar.tables import Card, Hand
from gamekit.storage.serialization import FORMS, Converter, plain, value_of
from gamekit.text.translation import basis_line, language_or_default, note, word
from gamekit.widgets import page
from gamekit.widgets.app import App
from gamekit.widgets.caesar import charts, story
from gamekit.widgets.caesar.duel_board import Setup, opening
from gamekit.widgets.caesar.pieces import looks
from gamekit.widgets.caesar.story import BoardSight
from gamekit.widgets.caesar.view import NARROWEST, WIDTH, FightsView, FightView, HandView, Screen, printed, scene


@dataclass(frozen=True, slots=True)
class RoundsTable(DuelRounds):
    """The rounds, the card ``picked`` in the list, and whether the best play is shown."""

    SHARED: ClassVar = ("begin", "rounds", "seed", "expected", "actual", "fought", "last")

    picked: Card | None = None
    peek: bool = False
    language: str = "en"

    def say(self, key: str, **fields: Any) -> str:
        return word(f"caesar.board.{key}", self.language, **fields)

    @property
    def card(self) -> Card:
        hand = self.duel.hand
        return self.picked if self.picked is not None and self.picked in hand else hand[0]


FORMS[caesar.Duel] = Converter(
    lambda duel: plain((duel.stakes, duel.hand, duel.other_hand)), lambda found: _begun(*value_of(found, Setup))
)


def _begun(stakes: Stakes, hand: Hand, other_hand: Hand) -> caesar.Duel:
    if games(min(len(stakes), len(hand), len(other_hand)), len(hand), len(other_hand)) > QUICK_GAMES:
        raise ValueError(note("share.slow"))
    return caesar.duel(*opening(stakes, hand, other_hand))


def update(table: RoundsTable, message: page.Message) -> RoundsTable:
    match message:
        case ("card", card):
            return table.played(card)
        case ("pick", card):
            return replace(table, picked=card)
        case ("do",):
            return table.played(table.card)
        case ("mix",):
            return table.played(table.best())
        case ("all",):
            stubborn = table.card
            while not table.over:
                table = table.played(stubborn if stubborn in table.duel.hand else table.best())
        case ("again",):
            return table.again(table.seed)
        case ("seed", text):
            return table.again(text.strip())
        case ("peek", on):
            return replace(table, peek=on)
    return table


def screen(table: RoundsTable, seat: page.Seat) -> page.Area:
    say, over, language = table.say, table.over, table.language
    cards = tuple((say_card(card, language), card) for card in table.duel.hand)
    chart = partial(charts.rounds, table.expected, table.actual, language)
    return page.page(
        seat,
        page.heading_html(say("rounds_title")),
        page.told_html(claim(table), _note(table), say("basis", basis=basis_line(table.begin.basis, language))),
        (
            page.Picture(
                scene(picture(table), seat.width, language),
                printed=lambda: scene(printed(picture(table)), seat.width, language),
            ),
            page.status(seat.error),
        ),
        (
            page.section(
                "",
                page.Menu(cards, table.card, ("pick",), tooltip=say("card_list"), disabled=over),
                page.Button(say("play_it"), ("do",), "main", disabled=over),
                page.Button(say("by_mix"), ("mix",), disabled=over),
                page.Button(say("all_rounds"), ("all",), disabled=over),
                page.Button(say("again"), ("again",)),
            ),
            page.section(
                "",
                page.Check(say("peek"), table.peek, ("peek",)),
                page.Input(table.seed, ("seed",), word("session.seed", language)),
            ),
        ),
        (page.Area("gk-charts", (page.LiveChart(chart, table.expected, language),), shown=bool(table.expected)),),
    )


def claim(table: RoundsTable) -> str:
    if table.over:
        return table.say("rounds_over", rounds=table.rounds)
    now = {"round": len(table.expected) + 1, "fight": len(table.fought) + 1}
    return table.say("round_of", rounds=table.rounds, **now)


def _note(table: RoundsTable) -> str:
    if not table.expected:
        return table.say("round_worth", value=format_signed(table.begin.value))
    return table.say("cost_so_far", expected=f"{table.expected[-1]:.1f}", actual=format_signed(table.actual[-1]))


def picture(table: RoundsTable) -> Screen:
    duel, shown = table.duel, table.fought or table.last
    state = caesar.State(("",) * len(caesar.SQUARES), (table.begin.hand, table.begin.other_hand))
    mixes, matrix = story.duel_screen(BoardSight(state, table.language, duel=duel), duel) if table.peek else ((), None)
    fights = tuple(_fight(table, place, shown) for place in range(len(table.begin.stakes)))
    hands = tuple(_hand(table, player) for player in (0, 1))
    sentence = table.say("sentence_rounds", claim=claim(table), note=_note(table))
    told = _last_round(table) if not table.fought and table.last else _hint(table)
    return Screen(FightsView(fights), hands, mixes, matrix, (told,), table.say("rounds_title"), sentence)


def _hint(table: RoundsTable) -> str:
    you, other, *_ = (look.name for look in looks(table.language))
    return table.say("rounds_hint", you=you, other=other)


def _last_round(table: RoundsTable) -> str:
    result, cost = sum(fight.swing for fight in table.last), sum(fight.loss for fight in table.last)
    return table.say(
        "round_was", result=format_signed(result), value=format_signed(table.begin.value), cost=f"{cost:.1f}"
    )


def _fight(table: RoundsTable, place: int, shown: Sequence[FightPlayed]) -> FightView:
    sizes, done = table.begin.stakes[place], place < len(shown)
    title = table.say("fight_later", fight=place + 1)
    if done:
        turn = shown[place]
        card, other = (say_card(one, table.language) for one in (turn.card, turn.other))
        title = table.say("fight_done", fight=place + 1, card=card, other=other, swing=format_signed(turn.swing))
    own, against = ("n" * (size - 1) + letter for size, letter in zip(sizes, LETTERS))
    return FightView(own, against, title, place == len(table.fought) and not table.over)


def _hand(table: RoundsTable, player: int) -> HandView:
    look, held = looks(table.language)[player], (table.duel.hand, table.duel.other_hand)[player]
    mine = held if player == 0 and not table.over else ()
    actions = {card: (("card", card), table.say("play_card", card=say_card(card, table.language))) for card in mine}
    title, count = table.say("hand", name=look.name), table.say("held_short", held=len(held))
    return HandView(look, title, held, count, actions, active=player == 0)


class RoundsBoard(App, screen=screen, update=update, undoes=None, widths=(NARROWEST, WIDTH)):
    """A duel played ``rounds`` times against the equilibrium; shows itself in a notebook.

    Each round begins with the stakes and hands given, by default the two fights that are matching pennies; the
    other side draws its card from its mix. ``board.table`` says what one's choices cost, after each round that is over.

    >>> board = RoundsBoard(seed="1")
    >>> for _ in range(2):
    ...     board.send(("card", 1 if 1 in board.table.duel.hand else 9))
    >>> len(board.table.expected), board.table.expected[0] > 0
    (1, True)
    """

    table: RoundsTable

    def __init__(
        self,
        stakes: Iterable[Sequence[int]] | None = None,
        hand: Iterable[Any] | None = None,
        other_hand: Iterable[Any] | None = None,
        rounds: int = ROUNDS,
        seed: Any = "1",
        language: str | None = None,
    ) -> None:
        begin = caesar.duel(*opening(stakes, hand, other_hand))
        if not begin.play:
            raise ValueError("a duel without a fight cannot be played")
        super().__init__(RoundsTable(begin, rounds, str(seed).strip(), language=language_or_default(language)))
