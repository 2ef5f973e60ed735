"""Numbers and truth values of numpy and pandas stand wherever Python's do, with the same answers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.analysis import solve_for
from gamekit.analysis import sweep as sweeps
from gamekit.julius_caesar.odds import battle as batch
from gamekit.lessons import exercises, history
from gamekit.play import tournament as tournaments
from gamekit.play.simulate import outlook
from gamekit.probability.distribution import Dist
from gamekit.storage import link_code

TRUTH = pd.Series([False, True])
Whole = Callable[[int], Any]
Half = Callable[[float], Any]
Yes = Callable[[bool], Any]


def fought(n: Whole) -> jc.Battle:
    return jc.Battle(jc.army(f"{n(2)} C3/III"), jc.army("2 C3/III"))


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
    "battle code": lambda n, h, y: link_code.code(
        jc.Battle(jc.army("C3/III"), jc.army("C3/II"), first_strike=y(True), cut_off=y(True))
    ),
    "battle at": lambda n, h, y: fought(n).hits(n(2)),
    "many battles": lambda n, h, y: jc.odds_of_many([fought(n)]).to_csv(),
    "improve": lambda n, h, y: fought(n).improve(jc.army("C3/III, A1/I"), numbers=float).to_csv(),
    "fire": lambda n, h, y: jc.Fight(fought(n)).fire((n(1), n(4), n(6))).position,
    "worth": lambda n, h, y: fought(n).best(worth=jc.Worth(win=h(3), own_step=h(0.5))).value,
    "exits": lambda n, h, y: fought(n).best(exits=jc.Exits(attacker=n(1))).value,
    "conflict": lambda n, h, y: caesar.Conflict(n(3), n(2), (n(9), n(1)), (n(8), n(5))).equilibrium().value,
    "conflict code": lambda n, h, y: link_code.code(caesar.Conflict(n(3), n(2), (n(9), n(1)), (n(8), n(5)))),
    "duel": lambda n, h, y: caesar.duel([(n(1), n(1)), (n(3), n(3))], (n(9), n(1), "F"), (n(8), n(5), "F")),
    "duel code": lambda n, h, y: link_code.code(caesar.duel([(n(1), n(1))], (n(9), n(1)), (n(8), n(5)))),
    "hand": lambda n, h, y: caesar.hand([n(9), n(1)]),
    "position": lambda n, h, y: caesar.position(
        ["R . . . B"] + [". . . . ."] * 4, hands=[(n(9),), (n(8),)], player=n(1), unplaced=n(0)
    ),
    "contest": lambda n, h, y: aq.Contest(entrants(n)).p_rank("Ada"),
    "contest code": lambda n, h, y: link_code.code(aq.Contest(entrants(n))),
    "break even": lambda n, h, y: aq.break_even(aq.Contest(entrants(n)), "Ada", h(0.5), most=n(9)),
    "best play": lambda n, h, y: aq.best_play(aq.Contest(entrants(n)), throw=n(1)).worth,
    "best play code": lambda n, h, y: link_code.code(aq.best_play(aq.Contest(entrants(n)), throw=n(1))),
    "blue split": lambda n, h, y: (
        aq.blue_split(aq.ready_contests()["arena"], aq.ready_contests()["race"], dice=n(2)).values
    ),
    "purse": lambda n, h, y: aq.Purse(bronze=n(1), silver=n(2)),
    "auction": lambda n, h, y: aq.auction(
        [aq.Bidder("Ada", aq.Purse(silver=n(1)), n(0)), aq.Bidder("Ben", aq.Purse(gold=n(2)), h(9.5))]
    ),
    "auction code": lambda n, h, y: link_code.code(
        aq.auction([aq.Bidder("Ada", aq.Purse(silver=n(1)), n(0)), aq.Bidder("Ben", aq.Purse(gold=n(2)), h(9.5))])
    ),
    "harbour": lambda n, h, y: aq.harbour("bronze"),
    "payments": lambda n, h, y: aq.payments("bank 4", aq.Purse(bronze=n(6), silver=n(6), gold=n(3))),
    "villa points": lambda n, h, y: aq.slave_in_villa("blue 10", laurels=n(2)),
    "point worth": lambda n, h, y: aq.PointWorth(gold=n(3), silver=h(1.5)).coins(aq.Purse(gold=n(1), silver=n(1))),
    "combat": lambda n, h, y: rv.LandCombat(
        rv.force("3 HI", leader=n(2)), rv.force("2 HI", roman=y(True)), treachery=y(True)
    ).odds("win"),
    "combat code": lambda n, h, y: link_code.code(
        rv.LandCombat(rv.force("3 HI", leader=n(2)), rv.force("2 HI", roman=y(True)), treachery=y(True))
    ),
    "siege": lambda n, h, y: siege(n, y).plan(capture=h(5.5), own_csp=n(1), commit=y(False)).value,
    "siege code": lambda n, h, y: link_code.code(siege(n, y)),
    "campaign": lambda n, h, y: (
        rv.campaign(
            [rv.LandCombat(rv.force("6 HI", leader=n(3)), rv.force("2 HI"))] * 2, n(3), march=n(1), prize=h(4.5)
        ).value
    ),
    "campaign code": lambda n, h, y: link_code.code(
        rv.campaign([rv.LandCombat(rv.force("6 HI"), rv.force("2 HI"))] * 2, n(3), march=n(1), prize=h(4.5))
    ),
    "pay": lambda n, h, y: [str(way.left) for way in rv.pay(rv.force("3 HI, CAV"), n(3), limit=n(2))],
    "attrition": lambda n, h, y: rv.attrition(rv.force("8 LGN", leader=n(1)), halved=y(True)),
    "chance": lambda n, h, y: rv.chance("withdrawal", n(2)),
    "percentage": lambda n, h, y: rv.percentage_loss(n(20), n(35)),
    "ratio": lambda n, h, y: rv.ratio(n(9), n(4)),
    "dist": lambda n, h, y: Dist({"a": n(1), "b": n(2)}).p(lambda outcome: y(outcome == "a")),
    "float dist": lambda n, h, y: Dist({"a": h(1.5), "b": h(2.5)}).p(lambda outcome: y(outcome == "a")),
    "mean": lambda n, h, y: Dist({1: n(1), 3: n(2)}).mean(lambda outcome: n(outcome)),
    "quantile": lambda n, h, y: Dist({1: 1, 3: 2}).quantile(h(0.5)),
    "event": lambda n, h, y: fought(n).odds().p(lambda end: y(end.defender_strength == 0)),
    "needed": lambda n, h, y: (
        solve_for.needed(
            lambda count: jc.Battle(jc.army(f"{count} C3/III"), jc.army("2 C3/III")), [n(1), n(2), n(3)], h(0.5)
        ).least
    ),
    "break-even": lambda n, h, y: str(
        solve_for.break_even(
            lambda own, enemy: h(own / (own + enemy)), level=h(0.5), own=[n(2), n(3)], enemy=[n(1), n(2), n(4)]
        )
    ),
    "needed of numbers": lambda n, h, y: solve_for.needed(lambda k: h(k / 10), [n(1), n(5), n(9)], h(0.5)).least,
    "needed of truth": lambda n, h, y: solve_for.needed(lambda k: y(k > 3), [n(1), n(5), n(9)], n(1)).least,
    "sweep": lambda n, h, y: sweeps.sweep(
        lambda k, strike: jc.Battle(jc.army(f"{k} C3/III"), jc.army("2 C3/III"), first_strike=strike),
        k=[n(1), n(2)],
        strike=[y(True), y(False)],
    )["attacker_wins"].to_list(),
    "outlook": lambda n, h, y: str(outlook(caesar, caesar.initial_state(), games=n(2), seed=n(1))),
    "exercise": lambda n, h, y: exercises.series(exercises.MIXED, n(1), seed=n(3), count=n(2)),
    "year": lambda n, h, y: (history.events(n(-48)), history.year_name(n(-48)), history.year_name(n(1))),
    "opening hands": lambda n, h, y: caesar.initial_state(players=n(3)),
    "drawn": lambda n, h, y: aq.strength_drawn(n(2)),
    "levies": lambda n, h, y: len(list(jc.levies(jc.army("Caesar", "Caesar"), jc.army("Legio 8", "Caesar"), n(2)))),
    "matchups": lambda n, h, y: batch.matchups("C3/III", "C3/II", most=n(2)).to_csv(),
    "of": lambda n, h, y: (
        solve_for.needed(
            lambda count: jc.Battle(jc.army(f"{count} C3/III"), jc.army("C3/III")),
            [n(1), n(2)],
            h(0.5),
            of=lambda end: y(end.defender_strength == 0),
        ).least
    ),
    "free deployment": lambda n, h, y: jc.initial_state(free_deployment=y(True)),
}
WAYS: dict[str, tuple[Whole, Half, Yes]] = {
    "numpy": (np.int64, np.float64, np.bool_),
    "narrow": (np.uint8, np.float32, np.bool_),
    "pandas": (lambda k: pd.Series([k])[0], lambda k: pd.Series([k])[0], lambda k: TRUTH[int(k)]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_the_same_as_of_python(name: str, way: str) -> None:
    if way == "narrow" and name == "year":
        pytest.skip("an unsigned number is no year before Christ")
    assert CASES[name](*WAYS[way]) == CASES[name](int, float, bool)


@pytest.mark.parametrize("games", [np.int64(2), pd.Series([2])[0]])
def test_tournaments_count_games_of_numpy(games: Any) -> None:
    assert len(tournaments.tournament(caesar, ("plain", "random"), games=games, jobs=np.int64(1)).games) == 2
