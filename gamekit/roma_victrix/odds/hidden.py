"""The possible counters of hidden stacks in a seat's view: those set up, not eliminated and not seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random

from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.rules import View
from gamekit.roma_victrix.rules.control import camp
from gamekit.roma_victrix.rules.setup import MIX, initial_setup
from gamekit.roma_victrix.rules.units import units_of
from gamekit.roma_victrix.state import EVERYBODY, FLEET, Body, State, Units, as_eliminated, fleets_of, has_land, land_of


def is_hidden(group: Body) -> bool:
    """Return whether a view hides the group's counters."""
    return min(group.units) < 0


@lru_cache(maxsize=16)
def set_up(scenario: str, seats: int, options: frozenset[str]) -> tuple[Units, ...]:
    """Return each power's counters at the start, which are public."""
    start = initial_setup(scenario, seats, options, None)
    return tuple(
        s.total(group.units for group in start.groups if group.owner == power) for power in range(len(start.patron))
    )


def hidden_counters(state: State, power: int) -> Units:
    """Return the counters that a power's hidden stacks may hold: set up, not eliminated, and not seen now."""
    start = set_up(state.scenario, state.seats, state.options)[power]
    seen = s.total(group.units for group in state.groups if group.owner == power and not is_hidden(group))
    left = s.minus(s.minus(start, as_eliminated(seen)), state.eliminated[power])
    return tuple(max(0, count) for count in left)


def with_pool_revealed(state: State) -> State:
    """Return the position with the pool's counters filled into the hidden stacks: one each, and the rest in the first,
    land units and fleets apart. For sums over a power, not for single stacks."""
    groups: list[Body] = []
    left: dict[tuple[int, bool], Units] = {}
    for group in reversed(state.groups):  # the first of them comes last and has the rest
        if is_hidden(group):
            key = group.owner, bool(group.units[FLEET])
            rest = left.setdefault(key, (fleets_of if key[1] else land_of)(hidden_counters(state, group.owner)))
            done = state.groups[len(state.groups) - len(groups) :]
            last = _alike(state.groups, key) == _alike(done, key) + 1
            one = s.only(next((c for c, count in zip(s.COUNTERS, rest) if count), "FLEET" if key[1] else "AUX"))
            units = rest if last and any(rest) else one
            left[key] = tuple(max(0, count) for count in s.minus(rest, units))
            group = replace(group, units=units)
        groups.append(group)
    groups.reverse()
    state = replace(state, groups=tuple(groups))
    return replace(state, unused=tuple(_left_over(state, power) for power in range(len(state.patron))))


def _alike(groups: tuple[Body, ...], key: tuple[int, bool]) -> int:
    """Return the number of hidden stacks with a key: (power, whether fleets)."""
    return sum(is_hidden(group) and (group.owner, bool(group.units[FLEET])) == key for group in groups)


def _left_over(state: State, power: int) -> Units:
    """Return a power's counters off the map; where a view hides them, the rest of its counter mix (9.0)."""
    if any(state.unused[power]):
        return state.unused[power]
    out = s.total(group.units for group in state.groups if group.owner == power)
    left = s.minus(s.minus(MIX, as_eliminated(out)), state.eliminated[power])
    return tuple(max(0, count) for count in left)


def sample(view: View, random: Random) -> State:
    """Return a full position that looks like the view: hidden land stacks drawn by ``land_distribution``, fleets
    likewise, others' hands from the cards not seen. A camp in a place with a battle knows its fighters.

    >>> from gamekit import roma_victrix as rv
    >>> view = rv.observe(rv.initial_state("second_punic_war"), "Rome")
    >>> rv.observe(sample(view, Random(1)), "Rome") == view
    True
    """
    state, deck = view.state, list(view.state.deck)
    dealt: dict[int, Units] = {}
    for power in sorted({group.owner for group in state.groups if is_hidden(group)}):
        dealt |= _dealt(state, power, random)
    groups = tuple(
        replace(group, units=dealt[number]) if number in dealt
        else replace(group, known=EVERYBODY) if state.battle and group.place == state.battle.place
        else group
        for number, group in enumerate(state.groups)
    )  # fmt: skip
    random.shuffle(deck)
    hands = tuple(
        hand if power == view.player else tuple(sorted(deck.pop() for _ in hand))
        for power, hand in enumerate(state.hands)
    )
    drawn = replace(state, groups=groups, hands=hands, deck=tuple(sorted(deck)))
    return replace(drawn, unused=tuple(_left_over(drawn, power) for power in range(len(state.patron))))


def _dealt(state: State, power: int, random: Random) -> dict[int, Units]:
    """Return sampled counters of a power's hidden stacks by group number: the starting ones where they have not left,
    each other counter in a random one of the rest."""
    mine = {number: group for number, group in enumerate(state.groups) if group.owner == power and is_hidden(group)}
    land = [number for number, group in mine.items() if has_land(group.units)]
    ships = [number for number, group in mine.items() if group.units[FLEET]]
    left, found = _stood(state, power, {mine[number].place: number for number in reversed(land)})
    loose = sorted(set(land) - set(found)) or land
    left = _scattered(left, found, loose, range(FLEET), random)
    _scattered(left, found, ships, range(FLEET, len(left)), random)
    least = {number: s.only("AUX" if number in land else "FLEET") for number in mine}
    return {number: units if any(units := found.get(number, s.NO_UNITS)) else least[number] for number in mine}


def _stood(state: State, power: int, stacks: dict[int, int]) -> tuple[Units, dict[int, Units]]:
    """Return the pool less the stacks still where they started, and these by group number."""
    left, found = hidden_counters(state, power), dict[int, Units]()
    stood = last_seen(state, power)
    for place, number in stacks.items():
        if place in stood:
            found[number] = tuple(map(min, stood[place], left))
            left = s.minus(left, found[number])
    return left, found


def _scattered(left: Units, found: dict[int, Units], where: list[int], kinds: range, random: Random) -> Units:
    """Return the pool after each of its counters of these kinds has gone to a random stack, added to ``found``."""
    for number in random.choices(where, k=sum(left[kind] for kind in kinds)) if where else ():
        counter = s.only(s.COUNTERS[next(kind for kind in kinds if left[kind])])
        found[number], left = s.plus(found.get(number, s.NO_UNITS), counter), s.minus(left, counter)
    return left


def land_distribution(state: State, place: int, side: int) -> Dist[Units]:
    """Return the distribution of a camp's land units in a place for the seat whose view it is.

    It is certain where they are seen. Units there at the start that have not left with a leader are assumed to be there
    still; all other units set up, not eliminated and not seen are each in any of the power's other hidden stacks with
    equal chance, all at full strength. Units raised later are unknown and not counted.
    """
    here = [group for group in state.groups if group.place == place and camp(state, group.owner) == side]
    found = Dist({land_of(units_of(group for group in here if not is_hidden(group))): 1})
    for power in sorted({group.owner for group in here if is_hidden(group) and has_land(group.units)}):
        share = _share(state, power, place)
        found = found.then(lambda so_far, share=share: share.map(lambda more: s.plus(so_far, more)))  # type: ignore[misc]
    return found


def cases_by_strength(units_there: Dist[Units]) -> list[tuple[Units, Fraction]]:
    """Return (counters, chance) of the cases that differ in a fight, likeliest first: counters of equal CSP and equal
    cavalry CSP are merged, represented by the likeliest."""
    found: dict[tuple[int, int], list[tuple[int, Units]]] = {}
    for units, weight in units_there.items():
        found.setdefault((s.land_csp(units), s.land_csp(units, False)), []).append((weight, units))
    each = [
        (max(alike)[1], Fraction(sum(weight for weight, _ in alike), units_there.total_weight))
        for alike in found.values()
    ]
    return sorted(each, key=lambda case: (-case[1], case[0]))


def _share(state: State, power: int, place: int) -> Dist[Units]:
    """Return the distribution of one power's hidden land units in a place."""
    hidden = {g.place for g in state.groups if g.owner == power and is_hidden(g) and has_land(g.units)}
    stood = {where: units for where, units in last_seen(state, power).items() if where in hidden}
    rest = s.minus(land_of(hidden_counters(state, power)), s.total(stood.values()))
    rest = tuple(max(0, count) for count in rest)
    open_ = hidden - set(stood) or hidden
    found = Dist({stood.get(place, s.NO_UNITS): 1})
    if place in open_:
        for number, count in enumerate(rest):
            found = found.then(lambda units, number=number, count=count: _joined(units, number, count, len(open_)))  # type: ignore[misc]
    whole = found.p(lambda units: any(units))
    return found.given(lambda units: any(units)) if whole else Dist({s.only("AUX"): 1})


def _joined(units: Units, number: int, count: int, stacks: int) -> Dist[Units]:
    """Return the distribution of ``units`` plus this stack's part of ``count`` counters dealt at random to
    ``stacks``."""
    if not count:
        return Dist({units: 1})
    found = {
        s.plus(units, s.only(s.COUNTERS[number], n)): comb(count, n) * (stacks - 1) ** (count - n)
        for n in range(count + 1)
    }
    return Dist(found)


def last_seen(state: State, power: int) -> dict[int, Units]:
    """Return the public starting counters, by place, of a power's stacks that have not left with their leaders."""
    return {
        place: units
        for place, led, units in _start(state.scenario, state.seats, state.options, power)
        if not led or place in _led(state, power)
    }


def _led(state: State, power: int) -> Collection[int]:
    return {leader.place for leader in state.leaders if leader.place >= 0 and leader.owner == power}


@lru_cache(maxsize=64)
def _start(scenario: str, seats: int, options: frozenset[str], power: int) -> tuple[tuple[int, bool, Units], ...]:
    """Return a power's land stacks at the start: place, whether a leader was there, counters."""
    start = initial_setup(scenario, seats, options, None)
    found: dict[int, Units] = {}
    for group in start.groups:
        if group.owner == power and has_land(group.units):
            found[group.place] = s.plus(found.get(group.place, s.NO_UNITS), group.units)
    return tuple((place, place in _led(start, power), units) for place, units in sorted(found.items()))
