"""Positions and actions as plain JSON, and back with every field checked.

A position is an object with the fields of ``State``; its ``table`` is an object with the fields of ``Table``, and so
on down. Coins are ``{"bronze": 1, "silver": 0, "gold": 2}``, seats whole numbers from 0 clockwise, -1 for nobody.
An action is an object with its kind under ``"do"`` and its fields: ``{"do": "Place", "field": "arena 1"}``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gamekit import record
from gamekit.aquileia.rules import ACTIONS, BLUE_DICE, TIE_BREAKER
from gamekit.aquileia.rules.placement import COIN_FIELDS, IN, LATER, MARKET_STEPS
from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Action, State, Step, Table, Task
from gamekit.aquileia.tables import (
    BUILDINGS,
    CARDS,
    COINS,
    COLOURS,
    CONTESTS,
    FIELDS,
    LAURELS,
    SETUP,
    STADIUM,
    THEATRE,
    known,
)

UNSEATED = {Step.ACT, Step.REFILL, Step.CONTEST, Step.RANK, Step.DISCARD, Step.CLEAR, Step.TURN_UP, Step.SCORE}
FIGHTING = {Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL, Step.PRIZE, Step.LOOK, Step.LAUREL}
# What a task may be about, for steps that are about something.
ABOUT: dict[Step, tuple[str, ...]] = {
    Step.PLACE: ("", LATER),
    Step.REFILL: tuple(map(str, range(SETUP["row"]))),
    Step.DISCARD: ("stadium", "theatre"),
    Step.REVEAL: IN["theatrum"],
    Step.FORUM: IN["forum"],
    Step.LATRO: ("latro",),
    Step.HARBOUR: COIN_FIELDS,
    **{step: tuple(name for name in IN["mercatus"] if name.startswith(first)) for first, step in MARKET_STEPS.items()},
    **dict.fromkeys((Step.CONTEST, Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL, Step.RANK), CONTESTS),
}


def to_json(state: State) -> str:
    """A position as JSON text; ``from_json`` gives it back, equal in every part.

    >>> from gamekit.aquileia.rules import initial_state
    >>> json.loads(to_json(initial_state()))["table"]["names"]
    ['Stefan', 'Walter', 'Giorgio', 'Kiko']
    """
    fields = {name: value for name, value in record.encoded(state).items() if name != "do"}
    return json.dumps(fields, ensure_ascii=False)


def from_json(text: str) -> State:
    """A position from JSON text. Raises ValueError saying which field is wrong and what would be right.

    >>> from gamekit.aquileia.rules import initial_state
    >>> from_json(to_json(initial_state())) == initial_state()
    True
    """
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"not a position: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"not a position: {str(found)[:40]!r} is no object")
    state: State = record.decoded((State,), {**found, "do": "State"})
    _check(state)
    return state


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a plain object.

    >>> from gamekit.aquileia.state import Place
    >>> action_to_json(Place("arena 1"))
    {'do': 'Place', 'field': 'arena 1'}
    """
    return record.encoded(action)


def action_from_json(found: Any) -> Action:
    """An action from a plain object; ValueError when it is none.

    >>> action_from_json({"do": "Bid", "coins": {"bronze": 0, "silver": 1, "gold": 0}})
    Bid(coins=Purse(bronze=0, silver=1, gold=0))
    """
    action: Action = record.decoded(ACTIONS, found)
    return action


def _check(state: State) -> None:
    """That lists have their lengths, names are known, seats exist and numbers are in range, each field by itself; and
    that an auction or a contest which the agenda goes on with is there."""
    table, players = state.table, len(state.table.names)
    _number("names, counted", players, SETUP["players_least"], SETUP["players_most"])
    lengths = {
        "purses": players,
        "points": players,
        "shown": players,
        "placed": len(FIELD_INDEX),
        "track": SETUP["tie_places"],
        "harbour": len(COINS),
        "owners": len(BUILDINGS),
        "row": SETUP["row"],
    }
    for name, length in lengths.items():
        if len(getattr(table, name)) != length:
            raise ValueError(f"State.table.{name} has {len(getattr(table, name))} entries; it should have {length}")
    for name in ("hands", "laurels"):
        if len(getattr(state, name)) != players:
            raise ValueError(f"State.{name} has {len(getattr(state, name))} entries; one for each of {players} players")
    _number("start", table.start, 0, players - 1)
    _number("round", table.round, 1, SETUP["rounds"])
    _number("blue", table.blue, 0, SETUP["blue_dice"])
    known("way to throw the blue dice", table.blue_dice, BLUE_DICE)
    known("option", table.tie_breaker, TIE_BREAKER)
    known("contest", table.contest, ("", *CONTESTS))
    for seat in (table.potentia, *table.placed, *table.track, *table.owners):
        _seat(seat, players, NOBODY)
    for task in table.agenda:
        _check_task(table, task)
    for fighter in table.fighters:
        _seat(fighter.seat, players)
        _all("coin kind", (fighter.side, *fighter.red, *fighter.blue), COINS)
    if table.auction:
        for seat in (table.auction.placer, *table.auction.waiting):
            _seat(seat, players)
        _seat(table.auction.bidder, players, NOBODY)
        _all("theatre laurel", (table.auction.laurel,), THEATRE)
    held = (*state.gear, *state.slaves, *table.gear_discards, *table.slave_discards, *filter(None, table.row))
    played = (card for cards in (*state.hands, *(fighter.cards for fighter in table.fighters)) for card in cards)
    _all("card", (*held, *played), CARDS)
    _all("stadium laurel", (*state.stadium, *state.offered, *filter(None, (table.face_up,))), STADIUM)
    _all("theatre laurel", state.theatre, THEATRE)
    _all("laurel", (name for own in (*state.laurels, *table.shown) for name in own), LAURELS)
    _all("villa colour", (colour for score in table.scores for colour in score.colours), COLOURS)


def _check_task(table: Table, task: Task) -> None:
    """A task's seat, what it is about, and its number."""
    _all(f"thing to {task.step.value}", (task.about,), ABOUT.get(task.step, ("",)))
    most = {Step.BLUE_ROLL: SETUP["blue_dice"], Step.SLAVE: max(field.cards for field in FIELDS.values())}.get(
        task.step, 0
    )
    _number(f"agenda: the count to {task.step.value}", task.count, min(1, most), most)
    if task.step not in UNSEATED:
        _seat(task.seat, len(table.names))
    if task.step == Step.BID and (not table.auction or table.auction.waiting[:1] != (task.seat,)):
        raise ValueError(f"State.table.auction: seat {task.seat} is to bid and should be the first of those waiting")
    if task.step in FIGHTING and task.seat not in [fighter.seat for fighter in table.fighters]:
        raise ValueError(f"State.table.fighters: seat {task.seat} is to {task.step.value} and is not among them")


def _all(what: str, names: Iterable[str], right: Iterable[str]) -> None:
    choices = tuple(dict.fromkeys(right))
    for name in names:
        known(what, name, choices)


def _number(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ValueError(f"State.table.{what} is {number}; it should be from {least} to {most}")


def _seat(seat: int, players: int, least: int = 0) -> None:
    if not least <= seat < players:
        nobody = " and -1 for nobody" if least < 0 else ""
        raise ValueError(f"seat {seat} in State.table; there are {players} players, from 0,{nobody}".removesuffix(","))
