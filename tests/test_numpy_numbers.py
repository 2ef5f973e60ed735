"""Numbers and truth values of numpy and pandas stand wherever Python's do, with the same answers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.analysis import solve_for
from gamekit.analysis import sweep as sweeps
from gamekit.lessons import history
from gamekit.play.simulate import outlook
from gamekit.probability.distribution import Dist

Whole = Callable[[int], Any]
Half = Callable[[float], Any]
Yes = Callable[[bool], Any]


def entrants(n: Whole) -> list[Any]:
    return [
        aq.Entrant("Ada", base=n(2), tie=n(1), cards=n(1), rolled=n(1), red=n(1), blue=n(2)),
        aq.Entrant("Ben", base=n(1), tie=n(2), red=n(1)),
    ]


def siege(n: Whole, y: Yes = bool) -> Any:
    return rv.Siege(rv.force("4 LGN", leader=n(1)), rv.force("HI"), operations=n(2), major=y(True))


CASES: dict[str, Callable[[Whole, Half, Yes], Any]] = {
    "battle": lambda n, h, y: jc.Battle(
        jc.army("C3/III"), jc.army("C3/II"), first_strike=y(True), cut_off=y(False), defender_cut_off=y(True)
    ).chances(),
    "conflict": lambda n, h, y: caesar.Conflict(n(3), n(2), (n(9), n(1)), (n(8), n(5))).equilibrium().value,
    "contest": lambda n, h, y: aq.Contest(entrants(n)).p_rank("Ada"),
    "combat": lambda n, h, y: rv.LandCombat(
        rv.force("3 HI", leader=n(2)), rv.force("2 HI", roman=y(True)), treachery=y(True)
    ).odds("win"),
    "siege": lambda n, h, y: siege(n, y).plan(capture=h(5.5), own_csp=n(1), may_hold_back=y(False)).value,
    "pay": lambda n, h, y: [str(way.left) for way in rv.ways_to_pay_loss(rv.force("3 HI, CAV"), n(3), limit=n(2))],
    "dist": lambda n, h, y: Dist({"a": n(1), "b": n(2)}).p(lambda outcome: y(outcome == "a")),
    "needed": lambda n, h, y: (
        solve_for.needed(
            lambda count: jc.Battle(jc.army(f"{count} C3/III"), jc.army("2 C3/III")), [n(1), n(2), n(3)], h(0.5)
        ).least
    ),
    "sweep": lambda n, h, y: sweeps.sweep(
        lambda k, strike: jc.Battle(jc.army(f"{k} C3/III"), jc.army("2 C3/III"), first_strike=strike),
        k=[n(1), n(2)],
        strike=[y(True), y(False)],
    )["attacker_wins"].to_list(),
    "outlook": lambda n, h, y: str(outlook(caesar, caesar.initial_state(), games=n(2), seed=n(1))),
    "year": lambda n, h, y: (history.events(n(-48)), history.year_name(n(-48)), history.year_name(n(1))),
}


@pytest.mark.parametrize("name", CASES)
def test_the_same_as_of_python(name: str) -> None:
    assert CASES[name](np.int64, np.float64, np.bool_) == CASES[name](int, float, bool)
