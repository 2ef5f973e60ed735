"""Arguments of a wrong kind are refused with a sentence: no AttributeError or TypeError comes out of the depths."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import gamekit
from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.aquileia import Bidder, Contest, Entrant, Purse

ODD: tuple[Any, ...] = (None, True, -1, 0, 1.5, 10**30, "", "x", [], [1], {})  # what a writer may type
ARENA = Contest([Entrant("Ada", 1, 1), Entrant("Ben", 2, 2)])
BATTLE = jc.Battle(jc.army("2 C3/III"), jc.army("C3/II"))
FIGHT = rv.LandCombat(rv.force("3 HI, 2 CAV", leader=1), rv.force("3 HI, GAR", leader=1))
FORCE, FLEET = rv.force("3 HI, 2 AUX", leader=1), rv.force("2 FLEET, HI", leader=1)
PLACE = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
PLAN = rv.Siege(rv.force("2 LGN"), capital=1, operations=2).plan()
WORTH = aq.PointWorth()
ASKED: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lambda *given: gamekit.needed(lambda dice: 1, *given), ((1, 2), 1)),
    (lambda level: gamekit.break_even(lambda a, b: a, level, a=(1, 2), b=(1, 2)), (1,)), (gamekit.in_a_row, ([FIGHT],)),
    (lambda numbers: gamekit.sweep(bool, numbers=numbers, x=()), (float,)), (gamekit.Dist, ({1: 1},)),
    (lambda game, players: gamekit.tournament(game, players, 1), (caesar, ("plain", "random"))),
    (lambda game, players: gamekit.outlook(game, PLACE, players, 1), (caesar, "plain")),
    (lambda name: gamekit.readable(gamekit.sweep(float, x=()), name), ("x",)),
    (BATTLE.chances, (float, None)), (BATTLE.strengths, ("attacker", float)), (jc.army, ("C3/III", "Caesar")),
    (jc.Fight, (BATTLE,)), (jc.Fight(BATTLE).fire, ((1, 2),)), (jc.Worth, (1, 0)), (jc.wins_to_the_end, (BATTLE,)),
    (jc.losses, (next(iter(BATTLE.odds())), "attacker")), (lambda n: jc.army("C3/II")[0].at(n), (1,)),
    (aq.raises, (Purse(1), Purse(2))), (aq.reach, (Purse(1), Purse(2))), (aq.is_beaten, (Purse(1), Purse(2))),
    (aq.standing, (Purse(1), Purse(2), {"Ben": Purse(2)})), (Bidder, ("Ada", Purse(1), 3, WORTH)),
    (aq.auction, ([Bidder("Ada", Purse(1))],)), (aq.exchange, (Purse(1),)), (aq.latro, ({"gold"},)),
    (aq.payments, ("bank 4", Purse(2, 2, 1), ["slave 2"], WORTH)), (aq.harbour, ("silver", ["bank 4"], Purse(1))),
    (Contest, (ARENA.entrants,)), (aq.break_even, (ARENA, "Ada", Fraction(1, 2), 3)), (aq.blue_gain, (ARENA, "Ada")),
    (lambda *given: aq.best_play(*given, numbers=float), (ARENA, {"Ada": ["slave 1"]}, WORTH)),
    (aq.prize, (ARENA, "Ada", WORTH)), (aq.tie_worths, (ARENA, "Ada", WORTH)), (aq.slave_in_arena, (ARENA, "Ada")),
    (aq.hidden_ranks, (ARENA, "Ada", {"Ben": 1}, ["slave 1"])), (aq.slave_in_villa, ("blue 6", 1, WORTH)),
    (aq.strength_drawn, (1, ["slave 1"])), (aq.laurel_to_come, ("blue", 1, ["blue"])),
    (aq.contest_on, (aq.initial_state().table, "arena")),
    (aq.final_points, (["blue 6"], ["3"], ["blue/purple"], 1)), (aq.laurel_gain, ("5", ["blue 6"], ["3"], [])),
    (aq.villa_gain, ("blue 6", {"blue": 1}, ["3"], [])), (aq.prize_coins, ("arena", 1)), (WORTH.coins, (Purse(1),)),
    (caesar.hand, ((1, 2),)), (caesar.Conflict, (2, 3, (1,), (2,))), (caesar.duel, ([(1, 1)], (9,), (8,), float)),
    (caesar.solve, (PLACE, "lead", 100)),
    (caesar.effects, (PLACE, caesar.Attack("a1", "e1"))),
    (caesar.say, ({9: 1},)), (caesar.urn, ({9: 1}, 10)), (caesar.values, (None,)), (caesar.effects_now, (PLACE,)),
    (caesar.position, (["R . . . B"] + [". . . . ."] * 4, [(9,), (8,)])), (caesar.review, (PLACE, 9, 8)),
    (rv.pay, (FORCE, 3)), (rv.cheapest, (FORCE, 3)), (lambda op, prize: rv.campaign([FIGHT], op, prize=prize), (2, 5)),
    (lambda card: rv.LandCombat(FORCE, FORCE, advantage=card), ("attacker",)),
    (rv.barbari_incognita, (1, (3,))), (rv.chance, ("withdrawal", 2)),
    (rv.operations_cost, (["attack"],)), (PLAN.best, (5, 2, None)), (PLAN.on, (PLAN.siege,)),
    (PLAN.siege.plan, (10, 1)),
    (rv.attrition_card, (FORCE,)), (rv.sea_attrition, (FLEET,)), (FIGHT.by_net, ((0, 1),)),
]  # fmt: skip


def name_of(ask: Callable[..., Any]) -> str:
    """The name of a function, or those that a lambda uses."""
    code = getattr(ask, "__code__", None)
    return ".".join(code.co_names) if code and code.co_name == "<lambda>" else getattr(ask, "__qualname__", str(ask))


@pytest.mark.parametrize(("ask", "right"), [pytest.param(*asked, id=name_of(asked[0])) for asked in ASKED])
def test_what_is_of_a_wrong_kind_is_refused_with_a_sentence(
    ask: Callable[..., Any], right: tuple[Any, ...], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refusals = []
    for place in range(len(right)):
        for odd in ODD:
            try:
                ask(*right[:place], odd, *right[place + 1 :])
            except ValueError as refused:
                refusals.append(str(refused))
    assert refusals
    assert all(0 < len(refusal) < 500 for refusal in refusals)
