"""Positions for tests: who stands where, who holds what, and then the game's own course."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Step, Task
from gamekit.play.protocol import IllegalAction

FOUR = ("Stefan", "Walter", "Giorgio", "Kiko")


def acting(
    placed: Mapping[str, str],
    track: Iterable[str] = FOUR,
    *,
    players: tuple[str, ...] = FOUR,
    purses: Mapping[str, aq.Purse] | None = None,
    hands: Mapping[str, Iterable[str]] | None = None,
    houses: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    **table: Any,
) -> aq.State:
    """All pieces placed, nothing done: fields and houses by player, the track as names ("" for a free place)."""
    state = aq.initial_state(players, **(options or {}))
    seat = {name: index for index, name in enumerate(players)} | {"": NOBODY}
    on = tuple(seat[placed.get(field, "")] for field in FIELD_INDEX)
    places = [seat[name] for name in track]
    places += [NOBODY] * (len(state.table.track) - len(places))
    owners = tuple(seat[(houses or {}).get(name, "")] for name in aq.BUILDINGS)
    coins = tuple((purses or {}).get(name, aq.Purse()) for name in players)
    held = {name: tuple(sorted((hands or {}).get(name, ()))) for name in players}
    lying = tuple(f"portus {kind}" in placed for kind in aq.COINS)
    given = {
        "agenda": (Task(Step.ACT),), "row": ("weapon 1", "weapon 2", "gold horse 1"), "face_up": "blue",
        "harbour": lying, "owners": owners,
    }  # fmt: skip
    changed = replace(state.table, placed=on, track=tuple(places), purses=coins, **(given | table))
    used = [card for cards in held.values() for card in cards]
    return replace(
        state,
        table=changed,
        hands=tuple(held[name] for name in players),
        gear=_left(state.gear, [*used, *changed.row]),
        slaves=_left(state.slaves, used),
        stadium=_left(state.stadium, [changed.face_up]),
    )


def _left(deck: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    left = list(deck)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def begin(state: aq.State) -> aq.State:
    """The position when the first action is to be done."""
    from gamekit.aquileia.rules import _follow

    return _follow(state)


def play(state: aq.State, *actions: aq.Action) -> aq.State:
    """The position after these actions, each checked by the rules."""
    for action in actions:
        state = aq.apply(state, action)
    return state


def refused(said: str, state: aq.State, *actions: Any) -> None:
    """Assert that the actions are refused, the last of them, with a sentence that has ``said`` in it."""
    *before, last = actions
    for action in before:
        state = aq.apply(state, action)
    pytest.raises(IllegalAction, aq.apply, state, last).match(said)


def roll(*faces: str) -> aq.Roll:
    """A throw, its faces in any order."""
    return aq.Roll(tuple(sorted(faces, key=aq.COINS.index)))


def until(state: aq.State, *steps: Step) -> aq.State:
    """The position at the next of these steps, everything before it passed, declined or thrown in the first way."""
    while state.table.agenda and state.table.current_task.step not in steps:
        if aq.current_player(state) == "chance":
            state = aq.apply(state, next(iter(aq.chance_outcomes(state))))
        else:
            state = aq.apply(state, aq.legal_actions(state)[-1])
    return state


def purse(state: aq.State, name: str) -> aq.Purse:
    return state.table.purses[state.table.names.index(name)]


def points(state: aq.State, name: str) -> int:
    return state.table.points[state.table.names.index(name)]


def hand(state: aq.State, name: str) -> tuple[str, ...]:
    return state.hands[state.table.names.index(name)]
