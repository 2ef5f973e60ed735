"""Revenue and new units, as far as they follow from figures: levies, production, upkeep, control, capitals lost."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from gamekit.roma_victrix.state import Force, Stack, a_force, amount, one_of, rating, whole, with_stacks
from gamekit.roma_victrix.tables import CONVERSIONS, FIGURES, LEVY, RULED, RULINGS

LEVIERS = ("capital", "supreme leader", "leader")


def levy_limits(
    levier: str,
    *,
    roman: bool = False,
    rebuilding: bool = False,
    coastal: bool = True,
    island: bool = False,
    contested: bool = False,
    pillaged: bool = False,
) -> dict[str, int]:
    """How many units of each kind a province may raise in a turn (9.12, 9.15, 9.17).

    ``levier`` is a capital, the supreme leader or another leader, who raises only AUX and FLEET anew and rebuilds all.
    Romans raise LGN and HI within one limit of two, ``"LGN or HI"``; others raise HI. ``island`` means one of the six
    small islands, not Sicilia. Nothing is raised in a contested or pillaged province.

    >>> levy_limits("leader"), levy_limits("capital", roman=True)
    ({'AUX': 2, 'FLEET': 1}, {'LGN or HI': 2, 'AUX': 2, 'CAV': 1, 'FLEET': 1})
    """
    one_of(levier, LEVIERS, "who raises the units")
    if contested or pillaged:
        return {}
    barred = {"HI" if roman else "LGN", *(() if coastal or island else ("FLEET",))}
    anew = levier != "leader" or rebuilding
    return {
        "LGN or HI" if row.unit == "LGN" else row.unit: row.most
        for row in LEVY
        if (anew or row.new_by == "any") and (row.islands or not island) and row.unit not in barred
    }


def production(revenue: int) -> int:
    """Units that an ally or a client raises: its home province's revenue value (9.44, 11.16, 11.26).

    >>> production(3)
    3
    """
    return whole(revenue, "the revenue value", 0)


def production_csp(revenue: int, leader: int, capital: bool = False) -> int:
    """CSP that Parthia or Persia raises in a province: revenue value, leader's rating, and 5 for the capital (9.64,
    9.65). The card Recruit New Units counts the same.

    >>> production_csp(3, 3), production_csp(3, 3, capital=True)
    (6, 11)
    """
    return whole(revenue, "the revenue value", 0) + rating(leader) + (FIGURES["capital_production"] if capital else 0)


def maintenance(units: int | Fraction) -> int:
    """Revenue points to maintain so many units, half a point each, rounded up (8.1); see ``maintained``.

    >>> maintenance(25), maintenance(37)
    (13, 19)
    """
    count = amount(units, "the number of units")
    whole(int(2 * count), "the number of units", 0)
    return int(-(-count // FIGURES["units_per_maintenance_point"]))


def maintained(force: Force, options: Collection[str] = (), odd_reduced: str | None = None) -> Fraction:
    """Units of a force that need maintenance: two reduced ones of a kind count as one (4.2 C).

    An odd reduced unit counts as one (the ruling ``odd_reduced``, judged; the other reading: ``half`` of one). BI cost
    nothing (8.1, 9.52) but under option 15.2; markers never.

    >>> from gamekit import roma_victrix as rv
    >>> [str(maintained(rv.force("2 HI, 3 rHI, 4 BI, GAR"), options)) for options in ((), ("15.2",))]
    ['4', '8']
    """
    reading = one_of(odd_reduced or RULINGS["odd_reduced"].value, RULED["odd_reduced"], "the ruling odd_reduced")
    paid = [stack for stack in force.of_kind("land", "sea").stacks if stack.unit != "BI" or "15.2" in options]
    odd = Fraction(1) if reading == "one" else Fraction(1, 2)
    return sum((stack.full + stack.reduced // 2 + stack.reduced % 2 * odd for stack in paid), Fraction(0))


def controls_region(held: int, provinces: int) -> bool:
    """Whether so many provinces control a region: more than half of them (10.13).

    >>> controls_region(4, 7), controls_region(3, 7)
    (True, False)
    """
    whole(held, "the provinces held", 0, whole(provinces, "the provinces of the region", 1))
    return 2 * held > provinces


def controls_province(force: Force, enemy: Force | None = None) -> bool:
    """Whether a force controls its province: land units or a garrison, no enemy land units (10.14, 10.15, 10.23)."""
    mine = force.of_kind("land").stacks or force.stack("GAR").full
    return bool(mine) and not (enemy is not None and enemy.of_kind("land").stacks)


def converts_to(force: Force, unit: str) -> Force:
    """A force after one of its full fleets has become a land unit: rLGN for Romans, rHI or AUX (9.3).

    >>> from gamekit import roma_victrix as rv
    >>> converts_to(rv.force("2 FLEET", roman=True), "LGN")
    force('rLGN, FLEET', roman=True)
    """
    row = next(row for row in CONVERSIONS if row.unit == one_of(unit, [row.unit for row in CONVERSIONS], "the unit"))
    fleet, old = a_force(force, "the force").stack("FLEET"), force.stack(unit)
    if not fleet.full:
        raise ValueError(f"{force} has no full FLEET to convert (9.3)")
    if row.roman_only and not force.roman:
        raise ValueError(f"only Romans convert a FLEET to {unit} (9.3)")
    new = Stack(unit, old.full + (not row.reduced), old.reduced + row.reduced)
    return with_stacks(force, (*force.stacks, Stack("FLEET", fleet.full - 1, fleet.reduced), new))


def limes_restored(force: Force) -> Force:
    """A force whose limes are whole again, without cost, when new units are raised (10.68).

    >>> from gamekit import roma_victrix as rv
    >>> limes_restored(rv.force("HI, rLIMES"))
    force('HI, LIMES')
    """
    return with_stacks(force, (*a_force(force, "the force").stacks, Stack("LIMES", 1, 0)))
