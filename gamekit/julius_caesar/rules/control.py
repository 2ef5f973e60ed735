"""Control of cities and seas (4.21, 4.4), losses and victory points, as every phase needs them."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.state import NONE, OngoingBattle, Pair, State

Counts: TypeAlias = tuple[list[int], list[int]]
TROPHY_VALUE = t.NUMBERS["trophy"]
VALUED = tuple(city for city, value in enumerate(t.VALUE) if value)
LEADERS = tuple(block for block, leader in enumerate(t.LEADER) if leader)


def replace_at(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return the tuple with one entry changed."""
    return (*values[:at], value, *values[at + 1 :])


def block_counts(state: State) -> Counts:
    """Return the number of blocks of each side at each place, on the map and off it."""
    found = [0] * (t.ASIDE + 1), [0] * (t.ASIDE + 1)
    for place, side in zip(state.location, state.side):
        found[side][place] += 1
    return found


def is_friendly(held: Counts, place: int, side: int) -> bool:
    """Return whether only this side has blocks at a place (4.21)."""
    return held[side][place] > 0 and not held[1 - side][place]


def current_battle(state: State) -> OngoingBattle:
    """Return the battle being fought; ValueError in a position that has none."""
    if state.combat is None:
        raise ValueError(f"no battle is fought in this position, whose phase is {state.phase}")
    return state.combat


def blocks_at(state: State, place: int, side: int) -> list[int]:
    """Return a side's blocks at a place."""
    return [block for block, at in enumerate(state.location) if at == place and state.side[block] == side]


def blocks_on_map(state: State, side: int) -> list[int]:
    """Return a side's blocks on the map."""
    return [block for block, at in enumerate(state.location) if at < t.POOL and state.side[block] == side]


def blocks_of_mask(mask: int) -> list[int]:
    """Return the blocks of a bit mask.

    >>> blocks_of_mask(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def move_to(state: State, block: int, place: int) -> State:
    """Return the position with the block at another place."""
    return replace(state, location=replace_at(state.location, block, place))


def lose_step(state: State, block: int) -> State:
    """Take a step off a block; a block without a step left is eliminated (3.11, 7.41, 7.5)."""
    lower = t.LOWER[block][state.strength[block]]
    return replace(state, strength=replace_at(state.strength, block, lower)) if lower else eliminate(state, block)


def eliminate(state: State, block: int) -> State:
    """Remove a block: face up into the pool of its colour, a leader for good (7.5, 7.51); Cleopatra see 7.52."""
    return _off_map(state, block, t.TROPHY if t.LEADER[block] else t.FALLEN)


def disband(state: State, block: int) -> State:
    """Return a block to its pool, to be levied again next year (8.2, 8.3, 8.5)."""
    return _off_map(state, block, t.POOL)


def _off_map(state: State, block: int, where: int) -> State:
    owner = (
        state.side[block] if block == t.CLEOPATRA else t.COLOUR[block]
    )  # Jupiter: a defector returns to its first side
    return replace(
        state,
        location=replace_at(state.location, block, where),
        strength=replace_at(state.strength, block, 0),
        side=replace_at(state.side, block, owner),
        moved=state.moved & ~(1 << block),
    )


def victory_points(state: State) -> Pair:
    """Return each side's VP: its cities' values, and one for each enemy leader killed (1.2)."""
    held = block_counts(state)
    points = [0, 0]
    for city in VALUED:
        for side in (0, 1):
            points[side] += t.VALUE[city] * is_friendly(held, city, side)
    for block in LEADERS:
        if state.location[block] == t.TROPHY:
            points[1 - t.COLOUR[block]] += TROPHY_VALUE
    return points[0], points[1]


def points_leader(points: Pair, rome: int) -> int:
    """Return the side with more VP, else the one that holds Rome, else NONE (1.2)."""
    if points[0] != points[1]:
        return 0 if points[0] > points[1] else 1
    return rome


def side_ahead(state: State) -> int:
    """Return the side that would win on points now, or NONE."""
    held = block_counts(state)
    rome = next((side for side in (0, 1) if is_friendly(held, t.ROME, side)), NONE)
    return points_leader(victory_points(state), rome)
