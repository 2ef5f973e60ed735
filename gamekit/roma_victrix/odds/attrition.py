"""Attrition: the yearly check, the Attrition card, the open sea and pirates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from gamekit.probability.distribution import Dist, join
from gamekit.roma_victrix.forces import Force, Stack, a_force, one_of, whole, with_stacks
from gamekit.roma_victrix.odds.losses import CARGO
from gamekit.roma_victrix.odds.rolls import binomial
from gamekit.roma_victrix.procedures import check_cargo, percentage_loss
from gamekit.roma_victrix.tables import (
    ATTRITION,
    CARDS,
    FACES,
    PERCENTAGE_BASIS,
    RATINGS,
    ROLLS,
    RULINGS,
    UNITS,
    ruling,
)


def attrition(force: Force, variant: str | None = None, *, halved: bool = False) -> Dist[int]:
    """The law of the CSP that a force loses in an attrition check under its own leader (4.2 B).

    Land units and fleets roll separately; garrisons and limes do not. ``variant`` is the table, A or B (both judged);
    ``halved`` is for the passes of scenario 1 (X.3). ValueError when nothing in the force can suffer attrition.

    >>> from gamekit import roma_victrix as rv
    >>> attrition(rv.force("8 LGN, 4 AUX, 4 CAV", leader=1), halved=True)[2]
    1
    """
    table = one_of(variant or RULINGS["attrition"].value, sorted({key[0] for key in ATTRITION}), "the variant")
    arms = [arm for arm in (a_force(force, "the force").of_kind("land"), force.fleets) if arm.stacks]
    if not arms:
        raise ValueError(f"{force} has no land units and no fleets, so nothing to lose by attrition")
    lost = Dist({0: 1}, join(("4.2",), ruling("attrition", table), PERCENTAGE_BASIS, ("X.3",) if halved else ()))
    for arm in arms:
        rolled = Dist((_loss(arm, table, die, halved), 1) for die in FACES)
        lost = lost.then(lambda before, rolled=rolled: rolled.map(lambda more: before + more))  # type: ignore[misc]
    return lost


def _loss(force: Force, table: str, die: int, halved: bool) -> int:
    percent = ATTRITION[table, force.leader, die].percent
    return percentage_loss(force.csp, percent // 2 if halved else percent)


def attrition_card(force: Force) -> Dist[Force]:
    """What the Attrition card leaves of a leader's units: one die for each, which is turned or, reduced, eliminated.

    ValueError without a leader, whom the card asks for. The leader himself is not affected.

    >>> from gamekit import roma_victrix as rv
    >>> attrition_card(rv.force("LGN, rHI", leader=3)).p(lambda left: left == rv.force("rLGN", leader=3))
    Fraction(1, 9)
    """
    leader = whole(a_force(force, "the force").leader, "the rating of the leader", RATINGS[1], RATINGS[-1])
    hits = CARDS["Attrition", f"hit_{leader}"]
    basis = join(("14.2 Attrition",), force.basis, ("5.94",) if force.cargo.stacks else ())
    units = force.of_kind("land", "sea").stacks
    left = Dist({with_stacks(force, force.of_kind("marker").stacks): 1}, basis)
    for stack in units:
        worn = _worn(stack, hits)
        left = left.then(lambda rest, worn=worn: worn.map(lambda now: _with(rest, now)))  # type: ignore[misc]
    return left.map(_unladen) if force.cargo.stacks else left


def _worn(stack: Stack, hits: int) -> Dist[Stack]:
    turned, gone = binomial(stack.full, hits), binomial(stack.reduced, hits)
    return turned.then(
        lambda weak: gone.map(lambda dead: Stack(stack.unit, stack.full - weak, stack.reduced + weak - dead))
    )


def _with(force: Force, stack: Stack) -> Force:
    return with_stacks(force, (*force.stacks, stack))


def _unladen(force: Force) -> Force:
    """The force without the cargo that no longer fits aboard: the weakest goes first (5.94)."""
    try:
        check_cargo(force)
    except ValueError:
        return _unladen(_lightened(force))
    return force


def _lightened(force: Force) -> Force:
    """One step less of cargo: a full unit too many is turned, else the weakest reduced one is lost."""
    land, fleet = force.cargo.stacks, force.stack("FLEET")
    if sum(stack.full for stack in land) > fleet.full:
        stack = min((stack for stack in land if stack.full), key=lambda stack: UNITS[stack.unit].full)
        return _with(force, Stack(stack.unit, stack.full - 1, stack.reduced + 1))
    stack = min((stack for stack in land if stack.reduced), key=lambda stack: UNITS[stack.unit].reduced or 0)
    return _with(force, Stack(stack.unit, stack.full, stack.reduced - 1))


class Ship(NamedTuple):
    """A fleet, full or not, and the faces of the land units aboard: (unit, full)."""

    full: bool
    load: tuple[tuple[str, bool], ...] = ()


def loading(force: Force) -> tuple[Ship, ...]:
    """The ships of a force with their cargo: full units first, reduced ones spread over as many ships as there are.

    >>> from gamekit import roma_victrix as rv
    >>> [ship.load for ship in loading(rv.force("2 FLEET, HI, rAUX"))]
    [(('HI', True),), (('AUX', False),)]
    """
    check_cargo(a_force(force, "the force"))
    fleet = force.stack("FLEET")
    full = [(stack.unit, True) for stack in force.cargo.stacks for _ in range(stack.full)]
    weak = [(stack.unit, False) for stack in force.cargo.stacks for _ in range(stack.reduced)]
    laden = [Ship(True, (unit,)) for unit in full]
    empty = fleet.full - len(full)
    places: list[list[tuple[str, bool]]] = [[] for _ in range(empty + fleet.reduced)]
    order = [*range(empty + fleet.reduced), *range(empty)]
    for place, unit in zip(order, weak):
        places[place].append(unit)
    return (*laden, *(Ship(place < empty, tuple(load)) for place, load in enumerate(places)))


def sea_attrition(force: Force, cargo: str | None = None) -> Dist[Force]:
    """What is left of fleets that have spent 3 operations points at sea, and of their cargo (5.69).

    Each fleet is turned by a 1, or eliminated with its cargo if it was reduced already; every unit aboard a turned
    fleet is reduced too (``step``; that a reduced one is then lost is judged), or the fleet keeps what it can still
    carry (``capacity``). Ships are laden as in ``loading``.

    >>> from gamekit import roma_victrix as rv
    >>> sea_attrition(rv.force("FLEET, HI")).p(lambda left: left == rv.force("rFLEET, rHI"))
    Fraction(1, 6)
    """
    if not a_force(force, "the force").at_sea:
        raise ValueError(f"{force} has no FLEET, and only fleets suffer from the sea (5.69)")
    reading = one_of(cargo or RULINGS["sea_cargo"].value, CARGO, "the cargo rule")
    basis = join(("5.69", "5.94"), ruling("sea_cargo", reading) if force.cargo.stacks else ())
    left, hits = Dist({with_stacks(force, ()): 1}, basis), len(ROLLS["sea_attrition"].faces)
    ships = Counter(loading(force))
    for ship, count in ships.items():
        fates = binomial(count, hits).map(partial(_fates, ship, count, reading))
        left = left.then(lambda rest, fates=fates: fates.map(lambda now: _joined(rest, now)))  # type: ignore[misc]
    return left


def _fates(ship: Ship, count: int, cargo: str, hit: int) -> tuple[tuple[Ship, int], ...]:
    """What is left of so many equal ships when some are hit, each kind of ship with its number."""
    return (ship, count - hit), *((struck, hit) for struck in _struck(ship, cargo))


def _struck(ship: Ship, cargo: str) -> tuple[Ship, ...]:
    """What a hit leaves of a ship."""
    if not ship.full:
        return ()
    if cargo == "step":
        return (Ship(False, tuple((unit, False) for unit, full in ship.load if full)),)
    strongest = sorted(ship.load, key=lambda unit: -(UNITS[unit[0]].reduced or 0))
    return (Ship(False, tuple((unit, False) for unit, _ in strongest[:1])),)


def _joined(force: Force, ships: Iterable[tuple[Ship, int]]) -> Force:
    """The force with so many more of each of these ships."""
    for ship, count in ships:
        for unit, full in (("FLEET", ship.full), *ship.load):
            stack = force.stack(unit)
            force = _with(force, Stack(unit, stack.full + full * count, stack.reduced + (not full) * count))
    return force


def piracy(force: Force) -> Dist[int]:
    """The fleet CSP that the card Piracy costs a force at sea: ten per cent a pip, the rating off the die (judged).

    >>> from gamekit import roma_victrix as rv
    >>> piracy(rv.force("5 FLEET", leader=2)).mean()
    Fraction(5, 3)
    """
    if not a_force(force, "the force").at_sea:
        raise ValueError(f"{force} has no FLEET for pirates to attack")
    floor, each = int(RULINGS["piracy"].value), CARDS["Piracy", "percent_per_pip"]
    basis = join(("14.2 Piracy",), PERCENTAGE_BASIS, ruling("piracy"))
    percents = (max(floor, die - force.leader) * each for die in FACES)
    return Dist(((percentage_loss(force.csp, percent), 1) for percent in percents), basis)
