"""Revenue and new units, as far as they follow from figures: levies, production, upkeep."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from gamekit.roma_victrix.forces import Force, amount, one_of, rating, whole
from gamekit.roma_victrix.tables import FIGURES, LEVY, RULED, RULINGS

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
