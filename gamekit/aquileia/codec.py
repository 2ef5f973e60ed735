"""Positions and actions as plain JSON, and back with every field checked.

A position is an object with the fields of ``State``; its ``table`` is an object with the fields of ``Table``, and so
on down. Coins are ``{"bronze": 1, "silver": 0, "gold": 2}``, seats whole numbers from 0 clockwise, -1 for nobody.
An action is an object with its kind under ``"do"`` and its fields: ``{"do": "Place", "field": "arena 1"}``."""

from __future__ import annotations

import json
from typing import Any, get_args

from gamekit import record
from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Action, State, Table
from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, LAURELS, SETUP, known

ACTIONS = get_args(Action)


def to_json(state: State) -> str:
    """A position as JSON text; ``from_json`` gives it back, equal in every part."""
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
    """That lists have their lengths, names are known and seats exist."""
    table, players = state.table, len(state.table.names)
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
    for seat in _seats(table):
        if not NOBODY <= seat < players:
            raise ValueError(f"seat {seat} in State.table; there are {players} players, from 0, and -1 for nobody")
    held = (*state.gear, *state.slaves, *table.gear_discards, *table.slave_discards, *filter(None, table.row))
    for card in (*held, *(card for hand in state.hands for card in hand)):
        known("card", card, CARDS)
    for laurel in (*state.stadium, *state.theatre, *state.offered, *(name for own in state.laurels for name in own)):
        known("laurel", laurel, LAURELS)


def _seats(table: Table) -> tuple[int, ...]:
    fighters = tuple(fighter.seat for fighter in table.fighters)
    return (
        *(table.start, table.potentia, *table.placed, *table.track, *table.owners),
        *(task.seat for task in table.agenda),
        *fighters,
    )
