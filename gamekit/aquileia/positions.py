"""Positions and actions as plain JSON, and back with every field checked.

A position is an object with the fields of ``State``; its ``table`` is an object with the fields of ``Table``, and so
on down. Coins are ``{"bronze": 1, "silver": 0, "gold": 2}``, seats whole numbers from 0 clockwise, -1 for nobody.
An action is an object with its kind under ``"do"`` and its fields: ``{"do": "Place", "field": "arena 1"}``."""

from __future__ import annotations

from typing import Any

from gamekit.aquileia.rules import ACTIONS
from gamekit.aquileia.state import Action, State
from gamekit.aquileia.validate import check
from gamekit.storage import serialization


def to_json(state: State) -> str:
    """A position as JSON text; ``from_json`` gives it back, equal in every part.

    >>> from gamekit.aquileia.rules import initial_state
    >>> serialization.parse(to_json(initial_state()))["table"]["names"]
    ['Stefan', 'Walter', 'Giorgio', 'Kiko']
    """
    return serialization.to_json(state)


def from_json(text: str) -> State:
    """A position from JSON text. Raises ValueError saying which field is wrong and what would be right.

    >>> from gamekit.aquileia.rules import initial_state
    >>> from_json(to_json(initial_state())) == initial_state()
    True
    """
    return serialization.read(State, text, check)


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a plain object.

    >>> from gamekit.aquileia.state import Place
    >>> action_to_json(Place("arena 1"))
    {'do': 'Place', 'field': 'arena 1'}
    """
    return serialization.action_to_json(action)


def action_from_json(found: Any) -> Action:
    """An action from a plain object; ValueError when it is none.

    >>> action_from_json({"do": "Bid", "coins": {"bronze": 0, "silver": 1, "gold": 0}})
    Bid(coins=Purse(bronze=0, silver=1, gold=0))
    """
    action: Action = serialization.action_from_json(ACTIONS, found)
    return action
