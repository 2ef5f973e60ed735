"""Positions and actions as plain JSON, and back with every field checked.

A position is an object with the fields of ``State``; its ``table`` is an object with the fields of ``Table``, and so
on down. Coins are ``{"bronze": 1, "silver": 0, "gold": 2}``, seats whole numbers from 0 clockwise, -1 for nobody.
An action is an object with its kind under ``"do"`` and its fields: ``{"do": "Place", "field": "arena 1"}``."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Action, State, Table
from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, LAURELS, SETUP, known

ACTIONS = {kind.__name__: kind for kind in get_args(Action)}


def to_json(state: State) -> str:
    """A position as JSON text; ``from_json`` gives it back, equal in every part."""
    return json.dumps(_plain(state), ensure_ascii=False)


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
    state: State = _typed(found, State, "state")
    _check(state)
    return state


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a plain object.

    >>> from gamekit.aquileia.state import Place
    >>> action_to_json(Place("arena 1"))
    {'do': 'Place', 'field': 'arena 1'}
    """
    return {"do": type(action).__name__, **_plain(action)}


def action_from_json(found: Any) -> Action:
    """An action from a plain object; ValueError when it is none.

    >>> action_from_json({"do": "Bid", "coins": {"bronze": 0, "silver": 1, "gold": 0}})
    Bid(coins=Purse(bronze=0, silver=1, gold=0))
    """
    if not isinstance(found, dict) or "do" not in found:
        raise ValueError(f"{found!r} is no action; it should be an object with its kind under 'do'")
    kind = ACTIONS[known("kind of action", found["do"], ACTIONS)]
    action: Action = _typed({key: value for key, value in found.items() if key != "do"}, kind, str(found["do"]))
    return action


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _typed(found: Any, kind: Any, where: str) -> Any:
    if get_origin(kind) in (Union, UnionType):
        return None if found is None else _typed(found, get_args(kind)[0], where)
    if get_origin(kind) is tuple:
        if not isinstance(found, list):
            raise ValueError(f"{where} is {found!r}; it should be a list")
        return tuple(_typed(item, get_args(kind)[0], f"{where}[{place}]") for place, item in enumerate(found))
    if is_dataclass(kind):
        return _record(found, kind, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(known(where, found, [member.value for member in kind]))
    if type(found) is not kind:
        right = {int: "a whole number", str: "a text", bool: "true or false"}[kind]
        raise ValueError(f"{where} is {found!r}; it should be {right}")
    return found


def _record(found: Any, kind: Any, where: str) -> Any:
    hints = _hints(kind)
    if not isinstance(found, dict):
        raise ValueError(f"{where} is {found!r}; it should be an object with {', '.join(hints)}")
    if odd := sorted(found.keys() ^ hints.keys()):
        raise ValueError(f"{where} {'lacks' if odd[0] in hints else 'has no field'} {odd[0]!r}")
    values = {name: _typed(found[name], hint, f"{where}.{name}") for name, hint in hints.items()}
    try:
        return kind(**values)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


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
            raise ValueError(f"state.table.{name} has {len(getattr(table, name))} entries; it should have {length}")
    for name in ("hands", "laurels"):
        if len(getattr(state, name)) != players:
            raise ValueError(f"state.{name} has {len(getattr(state, name))} entries; one for each of {players} players")
    for seat in _seats(table):
        if not NOBODY <= seat < players:
            raise ValueError(f"seat {seat} in state.table; there are {players} players, from 0, and -1 for nobody")
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
