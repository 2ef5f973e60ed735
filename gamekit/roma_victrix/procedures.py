"""The procedures of combat and of the economy as pure functions: losses, ratios, modifiers, levies, upkeep."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gamekit.roma_victrix.forces import Force, Modifier, exact_fraction, one_of, require_force
from gamekit.roma_victrix.tables import FIGURES, LOSSES, OPERATIONS, PRINTED, RULINGS, SIDES, UNITS, Side
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, whole_number

READINGS = ("nearest", "as printed")
REASONS = ("leader", "numerical", "cavalry", "card")
LOW, HIGH, PER_PIP = FIGURES["lowest_die"], FIGURES["highest_die"], FIGURES["percent_per_pip"]
BEATEN_AFTER_INTERCEPTION = FIGURES["beaten_after_interception"]
AS_PRINTED = {(cell.csp, cell.percent): cell.loss for cell in PRINTED}


def percentage_loss(csp: int, percent: int, reading: str = "nearest") -> int:
    """Return the CSP lost by a force of ``csp`` at ``percent`` (0 to 100 in fives) by the percentage table (3.72).

    Larger forces are split into parts of the table's last row and a rest (X.3). The table is judged: nearest whole
    number, halves up. ``reading="as printed"`` gives the rulebook's own figure where a stray example contradicts it.

    >>> percentage_loss(15, 40), percentage_loss(5, 50), percentage_loss(3, 50, "as printed")
    (6, 3, 1)
    """
    csp, percent = whole_number(csp, "the CSP", 0), whole_number(percent, "the percentage", 0, 100)
    if percent % 5:
        raise ValueError(f"{percent} per cent is not on the percentage table; its columns are 0, 5, 10 ... 100")
    if one_of(reading, READINGS, "the reading") == "as printed" and (csp, percent) in AS_PRINTED:
        return AS_PRINTED[csp, percent]
    splits, row = divmod(csp, len(LOSSES) - 1)
    return splits * LOSSES[-1][percent // 5] + LOSSES[row][percent // 5]


def ratio(attacker: int, defender: int) -> str:
    """Return the CSP ratio as text, attacker's first, rounded in favour of the smaller force (5.31 step 4).

    >>> ratio(9, 5), ratio(9, 3), ratio(3, 11)
    ('1:1', '3:1', '1:3')
    """
    points = numbers_modifier(attacker, defender)
    return f"{1 + points}:1" if attacker >= defender else f"1:{1 - points}"


def numbers_modifier(attacker_csp: int, defender_csp: int) -> int:
    """Return the modifier for the larger force by CSP ratio, positive for the attacker (5.31 step 5).

    >>> numbers_modifier(9, 3), numbers_modifier(9, 5), numbers_modifier(3, 11)
    (2, 0, -2)
    """
    for side, csp in zip(SIDES, (attacker_csp, defender_csp)):
        whole_number(csp, f"the {side}'s CSP", 1)
    return attacker_csp // defender_csp - 1 if attacker_csp >= defender_csp else 1 - defender_csp // attacker_csp


def cavalry_modifier(attacker_cavalry: int, defender_cavalry: int) -> int:
    """Return the modifier for at least twice the enemy's cavalry CSP, positive for the attacker (5.31 step 5).

    >>> cavalry_modifier(8, 2), cavalry_modifier(4, 4), cavalry_modifier(0, 2)
    (2, 0, -2)
    """
    for side, csp in zip(SIDES, (attacker_cavalry, defender_cavalry)):
        whole_number(csp, f"the {side}'s cavalry CSP", 0)
    ratio_needed, points = FIGURES["cavalry_ratio"], FIGURES["cavalry_points"]
    if attacker_cavalry and attacker_cavalry >= ratio_needed * defender_cavalry:
        return points
    return -points if defender_cavalry and defender_cavalry >= ratio_needed * attacker_cavalry else 0


def as_modifier(reason: str, points: int) -> Modifier:
    """Return points (positive: the attacker's) as a modifier of the side that has them."""
    return Modifier(reason, "attacker" if points >= 0 else "defender", abs(points))


def printed_rows(printed: Any) -> tuple[tuple[str, Side, int], ...]:
    """Return printed modifiers as (reason, side, points) rows, or raise ValueError."""
    right = "rows of reason, side and points, such as [('numerical', 'defender', 1)]"
    found: list[tuple[str, Side, int]] = []
    for row in as_tuple(printed, "printed", right):
        if len(cells := as_tuple(row, "a row of printed", right)) != 3:
            raise ValueError(f"a row of printed is {row!r}; it should be {right}")
        reason, side, points = cells
        one_of(reason, REASONS, "a printed modifier's reason")
        one_of(side, SIDES, f"the side of the printed modifier {reason!r}")
        found.append((reason, side, whole_number(points, f"the points of the printed {reason!r}", 0)))
    return tuple(found)


def with_printed(rows: Iterable[Modifier], printed: Sequence[tuple[str, Side, int]]) -> tuple[Modifier, ...]:
    """Return the modifiers in rule order without zeros, printed ones in place of calculated ones of the same reason."""
    found: dict[str, list[Modifier]] = {reason: [] for reason in REASONS}
    for row in rows:
        found[row.reason].append(row)
    found |= {reason: [] for reason, _, _ in printed}
    for reason, side, points in printed:
        found[reason].append(Modifier(reason, side, points))
    return tuple(row for reason in REASONS for row in found[reason] if row.points)


def net_modifier(rows: Iterable[Modifier]) -> int:
    """Return the net die-roll modifier, positive for the attacker."""
    return sum(row.points if row.side == "attacker" else -row.points for row in rows)


def check_land(attacker: Force, defender: Force) -> None:
    """Raise ValueError if these forces cannot meet in land combat."""
    for side, force in zip(SIDES, (attacker, defender)):
        _needs_units(side, force)
        if force.has_fleets:
            raise ValueError(note("roma_victrix.error.fleet_land", side=note(f"side.{side}")))
    _only_defends(attacker)
    if attacker.roman and defender.stack("LIMES").csp:
        raise ValueError(note("roma_victrix.error.limes_romans"))
    if attacker.roman and defender.roman and [stack.unit for stack in defender.stacks] == ["GAR"]:
        raise ValueError(note("roma_victrix.error.garrison_romans"))


def check_sea(attacker: Force, defender: Force) -> None:
    """Raise ValueError if these forces cannot meet at sea."""
    for side, force in zip(SIDES, (attacker, defender)):
        _needs_units(side, force)
        if (markers := force.of_kind("marker")).stacks:
            raise ValueError(note("roma_victrix.error.marker_sea", side=note(f"side.{side}"), units=str(markers)))
        if not force.has_fleets:
            raise ValueError(note("roma_victrix.error.no_fleet", side=note(f"side.{side}")))
        check_cargo(force)


def check_siege(attacker: Force, defender: Force | None) -> None:
    """Raise ValueError if this attacker cannot besiege these defenders."""
    forces = [attacker] if defender is None else [attacker, defender]
    for side, force in zip(SIDES, forces):
        _needs_units(side, force)
        if force.has_fleets:
            raise ValueError(note("roma_victrix.error.fleet_siege", side=note(f"side.{side}")))
    _only_defends(attacker)
    if defender is not None and defender.stack("LIMES").csp:
        raise ValueError(note("roma_victrix.error.limes_siege"))


def _needs_units(side: str, force: Force) -> None:
    if not require_force(force, f"the {side}").stacks:
        raise ValueError(note("roma_victrix.error.no_units", side=note(f"side.{side}")))


def _only_defends(attacker: Force) -> None:
    markers = attacker.of_kind("marker")
    if markers.stacks:
        raise ValueError(note("roma_victrix.error.only_defends", units=str(markers)))


def check_cargo(force: Force) -> None:
    """Raise ValueError if the land units do not fit aboard (5.94)."""
    fleet = force.stack("FLEET")
    full = sum(stack.full for stack in force.force_aboard.stacks)
    reduced = sum(stack.reduced for stack in force.force_aboard.stacks)
    if full > fleet.full or reduced > cargo_room(fleet.full - full, fleet.reduced):
        raise ValueError(note("roma_victrix.error.cargo", cargo=str(force.force_aboard), fleets=str(force.fleet_force)))


def without_lost_leader(before: Force, left: Force) -> Force:
    """Return the force ``left`` after a combat, without its leader if its last unit is lost: garrisons and limes are
    markers, not units (3.9, 3.34 b, 5.31 step 10)."""
    return replace(left, leader=0) if _has_units(before) and not _has_units(left) else left


def effective_rating(force: Force) -> int:
    """Return the rating that counts in a fight: 0 for a leader without units (3.34 a, 3.9).

    >>> from gamekit import roma_victrix as rv
    >>> effective_rating(rv.force("HI, GAR", leader=4)), effective_rating(rv.force("GAR", leader=4))
    (4, 0)
    """
    return force.leader if _has_units(force) else 0


def least_left(force: Force, *kinds: str) -> int:
    """Return the least CSP that can be left of a force with a counter of these kinds among them; a loss that leaves
    less eliminates all of these. More than the force's CSP if it has none of these kinds.

    >>> from gamekit import roma_victrix as rv
    >>> least_left(rv.force("2 HI, GAR"), "land"), least_left(rv.force("2 HI, GAR"), "land", "marker")
    (2, 1)
    """
    units = [UNITS[stack.unit] for stack in force.stacks]
    return min((unit.reduced or unit.full for unit in units if unit.kind in kinds), default=force.csp + 1)


def _has_units(force: Force) -> bool:
    return any(UNITS[stack.unit].kind != "marker" for stack in force.stacks)


def cargo_room(full: int, reduced: int) -> int:
    """Return the capacity of full and reduced fleets in reduced land units; a full unit counts as two."""
    return 2 * full + reduced


def operations_cost(actions: Iterable[str]) -> int:
    """Return the total operations points of a leader's actions (5.22, 5.62).

    >>> operations_cost(["enter a province", "attack"])
    2
    """
    listed = as_tuple(actions, "the actions", "several, such as ['enter a province', 'attack']")
    return sum(OPERATIONS[one_of(action, OPERATIONS, "the action")].cost for action in listed)


def maintenance(units: int | Fraction) -> int:
    """Return the upkeep of a number of units in revenue points: half a point each, rounded up (8.1).

    >>> maintenance(25), maintenance(37)
    (13, 19)
    """
    count = exact_fraction(units, "the number of units")
    whole_number(int(2 * count), "the number of units", 0)
    return int(-(-count // FIGURES["units_per_maintenance_point"]))


def units_to_maintain(force: Force, options: Collection[str] = (), odd_reduced: str | None = None) -> Fraction:
    """Return the number of a force's units that need upkeep: two reduced ones of a kind count as one (4.2 C).

    An odd reduced unit counts as one (the ruling ``odd_reduced``, judged; the other reading: ``half`` of one). BI cost
    nothing (8.1, 9.52) but under option 15.2; markers never.

    >>> from gamekit import roma_victrix as rv
    >>> [str(units_to_maintain(rv.force("2 HI, 3 rHI, 4 BI, GAR"), options)) for options in ((), ("15.2",))]
    ['4', '8']
    """
    reading = one_of(
        odd_reduced or RULINGS["odd_reduced"].value, RULINGS["odd_reduced"].readings, "the ruling odd_reduced"
    )
    paid = [stack for stack in force.of_kind("land", "sea").stacks if stack.unit != "BI" or "15.2" in options]
    odd = Fraction(1) if reading == "one" else Fraction(1, 2)
    return sum((stack.full + stack.reduced // 2 + stack.reduced % 2 * odd for stack in paid), Fraction(0))
