"""Aquileia in words: its things by name, and its actions as options and as lines of the log.

The sentences stand in ``data/words.csv``; here they are given what they speak of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any

from gamekit import aquileia as aq
from gamekit.aquileia.rules.contests import fighter
from gamekit.aquileia.state import NOBODY, State, Step, Table, View
from gamekit.aquileia.tables import BUILDINGS, FIELDS, LAURELS, SETUP, Purse
from gamekit.widgets.aquileia.pieces import Pawn, pawns
from gamekit.words import spoken, word

SECRET = (Step.CARDS, Step.FORUM, Step.LAUREL)  # steps whose choices tell something of the hand


class Words:
    """Whatever speaks of the city in a language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **fields: Any) -> str:
        """A sentence of the board."""
        return word(f"aquileia.board.{key}", self.language, **fields)

    def name(self, what: str, key: str) -> str:
        """A district, coin, colour and the like by name."""
        return word(f"aquileia.board.{what}.{key}", self.language)

    def listed(self, items: Iterable[str]) -> str:
        """Several texts as one list; "" when there are none."""
        found = list(items)
        return reduce(lambda one, other: self.say("two", one=one, other=other), found) if found else ""

    def coins(self, purse: Purse) -> str:
        """Coins in words: "2 silver, 1 bronze"; an empty purse is said so."""
        return spoken(str(purse), self.language)

    def field(self, name: str) -> str:
        """An action field in words: "Arena 3, strength 2"."""
        field, (kind, _, number) = FIELDS[name], name.partition(" ")
        kind = "stadium" if field.district == "stadium" else kind
        coin = self.name("coin", field.coin) if field.coin else ""
        found = {"number": number, "strength": field.strength, "coin": coin}
        return word(f"aquileia.board.field.{kind}", self.language, **found)

    def card(self, card: str) -> str:
        """A card in words: "weapon +2"; a laurel: "blue/yellow laurel", "laurel of 5 points"."""
        if card not in LAURELS:
            kind, strength = card.rsplit(" ", 1)
            return f"{self.name('card', kind)} +{strength}"
        laurel = LAURELS[card]
        if laurel.points:
            return self.say("laurel_points", points=laurel.points)
        return self.say("laurel_colour", colour="/".join(self.name("colour", colour) for colour in laurel.colours))

    def cards(self, cards: Iterable[str]) -> str:
        """Cards in words, or that there are none."""
        return self.listed(map(self.card, cards)) or self.say("no_card")

    def building(self, name: str) -> str:
        """A building in words: "blue villa of 10", "workshop of 4 VP", "bank of 1 gold"."""
        house = BUILDINGS[name]
        colour = self.name("colour", house.colour) if house.colour else ""
        found = {"colour": colour, "points": house.points, "coins": self.coins(house.income)}
        return word(f"aquileia.board.named.{house.kind}", self.language, **found)

    def offer(self, name: str) -> str:
        """A building with its price in coins, which tells apart those of the same yield."""
        return self.say("offer", building=self.building(name), price=self.coins(BUILDINGS[name].coins))

    def faces(self, faces: Iterable[str]) -> str:
        """The faces of a throw in words."""
        return self.listed(self.name("coin", face) for face in faces)


@dataclass(frozen=True, slots=True)
class Show(Words):
    """A position as ``eyes`` see it, and what is done there.

    ``open_hand``: whether the hand lies face up; ``paying``: the building being paid; ``last``: the action before this
    position, and the position it was done in."""

    state: State
    eyes: str
    open_hand: bool = True
    paying: str = ""
    last: tuple[State, aq.Action] | None = None
    fraction: bool = False
    language: str = "en"

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def view(self) -> View:
        return aq.observe(self.state, self.eyes)

    @property
    def player(self) -> str:
        """Who decides, or chance, or over."""
        return aq.current_player(self.state)

    @property
    def step(self) -> Step | None:
        return self.table.task.step if self.table.agenda else None

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        return pawns(self.table.names)

    @property
    def secret(self) -> bool:
        """Whether the choices would tell something of a hand that is face down."""
        return not self.open_hand and self.step in SECRET

    @property
    def seat(self) -> int:
        """Whose task it is, a player's even when chance moves for them."""
        return self.table.task.seat if self.table.agenda else NOBODY

    @property
    def actor(self) -> str:
        """The name of whose task it is, "" for nobody's."""
        return self.table.names[self.seat] if self.seat != NOBODY else ""


# Actions --------------------------------------------------------------------------------------------------------------

_KINDS = {
    aq.Place: "place", aq.TieBreaker: "tie", aq.Roll: "roll", aq.Change: "change", aq.Buy: "buy", aq.Play: "play",
    aq.Blue: "blue", aq.Take: "laurel", aq.Bid: "bid", aq.Build: "build", aq.Pay: "pay",
}  # fmt: skip
_PASSES = {
    Step.PLACE: "placed", Step.CARDS: "no_card", Step.FORUM: "no_house", Step.PECUNIA: "no_change",
    Step.HARBOUR: "no_pay", Step.EQUI: "nothing_bought", Step.SERVI: "nothing_bought",
}  # fmt: skip
_DRAWS = {
    Step.REFILL: "row", Step.REVEAL: "reveal", Step.TURN_UP: "turn_up", Step.DISCARD: "discard", Step.LOOK: "look",
}  # fmt: skip
_FIELDS: dict[str, Callable[[Words, Any], str]] = {  # how the fields of actions are said; numbers as they are
    "field": Words.field, "card": Words.card, "faces": Words.faces, "give": Words.coins, "get": Words.coins,
    "coins": Words.coins, "building": Words.building, "slaves": Words.cards,
}  # fmt: skip


def option_text(show: Show, action: aq.Action) -> str:
    """An action as it stands on a button or in a list."""
    kind, found = _said(show, action)
    return word(f"aquileia.board.do.{kind}", show.language, **found)


def log_text(show: Show, action: aq.Action) -> str:
    """An action done in ``show``'s position, as a sentence; of a draw only what everybody sees."""
    kind, found = _said(show, action)
    return word(f"aquileia.board.log.{kind}", show.language, **found)


def _said(show: Show, action: aq.Action) -> tuple[str, dict[str, Any]]:
    """What an action is called among the words, and what its sentences may name."""
    found = {one.name: getattr(action, one.name) for one in fields(action)}
    found = {name: _FIELDS[name](show, value) if name in _FIELDS else value for name, value in found.items()}
    found["name"], about = show.actor, show.table.task.about
    match action:
        case aq.Pass():
            return _PASSES.get(show.step or Step.BID, "pass"), found
        case aq.Draw():
            where = "theatrum" if about == "theatre" else "stadium"
            return _DRAWS.get(show.step or Step.SLAVE, "draw"), {**found, "place": show.name("district", where)}
        case aq.Take("slave" | "points" as prize):
            return prize, {**found, "points": SETUP["victory_factor"] * fighter(show.table, show.seat).strength}
        case aq.Take(laurel):
            return "laurel", {**found, "laurel": show.card(laurel)}
        case aq.Blue(0):
            return "no_blue", found
        case aq.Buy(cards):
            return "buy_one" if cards == 1 else "buy", {**found, "at": show.field(about)}
        case aq.Pay():
            return "pay", {**found, "coin": show.name("coin", FIELDS[about].coin)}
    return _KINDS[type(action)], found
