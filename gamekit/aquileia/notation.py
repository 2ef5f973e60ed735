"""Aquileia in words: its things by name, its actions as options and as lines of the log.

The sentences are in ``data/words.csv``; here their fields are filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import reduce
from typing import Any

from gamekit.aquileia.rules.contests import fighter
from gamekit.aquileia.state import (
    NOBODY,
    Action,
    Bid,
    Blue,
    Build,
    Buy,
    Change,
    Draw,
    Pass,
    Pay,
    Place,
    Play,
    Roll,
    State,
    Step,
    Take,
    TieBreaker,
)
from gamekit.aquileia.tables import BUILDINGS, FIELDS, LAURELS, SETUP, Purse
from gamekit.text.translation import translate, word


class Words:
    """The names of the game's things in a language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **fields: Any) -> str:
        """Return the board's sentence with this key, its ``fields`` filled in."""
        return word(f"aquileia.board.{key}", self.language, **fields)

    def name(self, what: str, key: str) -> str:
        """Return the name of a district, coin, colour and the like: ``what`` is the kind, ``key`` the thing."""
        return word(f"aquileia.board.{what}.{key}", self.language)

    def listed(self, items: Iterable[str]) -> str:
        """Return several texts as one list; "" when there are none."""
        found = list(items)
        return reduce(lambda one, other: self.say("two", one=one, other=other), found) if found else ""

    def coins(self, purse: Purse) -> str:
        """Return coins in words: "2 silver, 1 bronze"; an empty purse has its own words."""
        return translate(str(purse), self.language)

    def field(self, name: str) -> str:
        """Return an action field in words: "Arena 3, strength 2"."""
        field, (kind, _, number) = FIELDS[name], name.partition(" ")
        kind = "stadium" if field.district == "stadium" else kind
        coin = self.name("coin", field.coin) if field.coin else ""
        found = {"number": number, "strength": field.strength, "coin": coin}
        return word(f"aquileia.board.field.{kind}", self.language, **found)

    def card(self, card: str) -> str:
        """Return a card in words: "weapon +2"; a laurel: "blue/yellow laurel", "laurel of 5 points"."""
        if card not in LAURELS:
            kind, strength = card.rsplit(" ", 1)
            return f"{self.name('card', kind)} +{strength}"
        laurel = LAURELS[card]
        if laurel.points:
            return self.say("laurel_points", points=laurel.points)
        return self.say("laurel_colour", colour="/".join(self.name("colour", colour) for colour in laurel.colours))

    def cards(self, cards: Iterable[str]) -> str:
        """Return cards in words, or that there are none."""
        return self.listed(map(self.card, cards)) or self.say("no_card")

    def building(self, name: str) -> str:
        """Return a building in words: "blue villa of 10", "workshop of 4 VP", "bank of 1 gold"."""
        house = BUILDINGS[name]
        colour = self.name("colour", house.colour) if house.colour else ""
        found = {"colour": colour, "points": house.points, "coins": self.coins(house.income)}
        return word(f"aquileia.board.named.{house.kind}", self.language, **found)

    def offer(self, name: str) -> str:
        """Return a building with its price in coins, which distinguishes those of equal yield."""
        return self.say("offer", building=self.building(name), price=self.coins(BUILDINGS[name].coin_cost))

    def faces(self, faces: Iterable[str]) -> str:
        """Return the faces of a roll in words."""
        return self.listed(self.name("coin", face) for face in faces)


# Actions --------------------------------------------------------------------------------------------------------------

_KINDS = {
    Place: "place", TieBreaker: "tie", Roll: "roll", Change: "change", Buy: "buy", Play: "play",
    Blue: "blue", Take: "laurel", Bid: "bid", Build: "build", Pay: "pay",
}  # fmt: skip
_PASSES = {
    Step.PLACE: "placed", Step.CARDS: "no_card", Step.FORUM: "no_house", Step.PECUNIA: "no_change",
    Step.HARBOUR: "no_pay", Step.EQUI: "nothing_bought", Step.SERVI: "nothing_bought",
}  # fmt: skip
_DRAWS = {
    Step.REFILL: "row", Step.REVEAL: "reveal", Step.TURN_UP: "turn_up", Step.DISCARD: "discard", Step.LOOK: "look",
}  # fmt: skip
_FIELDS: dict[str, Callable[[Words, Any], str]] = {  # how the fields of actions are put into words; numbers unchanged
    "field": Words.field, "card": Words.card, "faces": Words.faces, "give": Words.coins, "get": Words.coins,
    "coins": Words.coins, "building": Words.building, "slaves": Words.cards,
}  # fmt: skip


def option_text(state: State, action: Action, language: str = "en") -> str:
    """Return an action as the text of a button or a list.

    >>> from gamekit.aquileia.rules import initial_state
    >>> option_text(initial_state(), Place("arena 3"))
    'Arena 3, strength 2'
    """
    kind, found = _said(state, action, Words(language))
    return word(f"aquileia.board.do.{kind}", language, **found)


def log_text(state: State, action: Action, language: str = "en") -> str:
    """Return an action done in a position, as a sentence; of a draw only its public part.

    >>> from gamekit.aquileia.rules import initial_state
    >>> log_text(initial_state(), Draw("weapon 2"))
    'weapon +2 comes to the row'
    """
    kind, found = _said(state, action, Words(language))
    return word(f"aquileia.board.log.{kind}", language, **found)


def _said(state: State, action: Action, words: Words) -> tuple[str, dict[str, Any]]:
    """Return an action's key in the words, and the fields of its sentences."""
    found = {one.name: getattr(action, one.name) for one in fields(action)}
    found = {name: _FIELDS[name](words, value) if name in _FIELDS else value for name, value in found.items()}
    table, task = state.table, state.table.current_task
    found["name"] = table.names[task.seat] if task.seat != NOBODY else ""
    match action:
        case Pass():
            return _PASSES.get(task.step, "pass"), found
        case Draw():
            where = "theatrum" if task.about == "theatre" else "stadium"
            return _DRAWS.get(task.step, "draw"), {**found, "place": words.name("district", where)}
        case Take("slave" | "points" as prize):
            return prize, {**found, "points": SETUP["victory_factor"] * fighter(table, task.seat).strength}
        case Take(laurel):
            return "laurel", {**found, "laurel": words.card(laurel)}
        case Blue(0):
            return "no_blue", found
        case Buy(cards):
            return "buy_one" if cards == 1 else "buy", {**found, "at": words.field(task.about)}
        case Pay():
            return "pay", {**found, "coin": words.name("coin", FIELDS[task.about].coin)}
    return _KINDS[type(action)], found
