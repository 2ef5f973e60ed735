"""Combats and sieges of Roma Victrix against plain enumeration and one combat at a time.

Every peer answers the same question and its answer is compared before anything is timed. The whole game has no peer:
its games a minute, its reach and a year of the plain player stand as they are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from random import Random
from time import process_time
from unittest.mock import patch

from gamekit import roma_victrix as rv
from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import players, rules
from gamekit.roma_victrix.odds import plan
from gamekit.roma_victrix.players import evaluation
from tests.benchmarks.measure import compare, line
from tests.roma_victrix import twin

FIGHT = rv.LandCombat(rv.force("8 HI, 3 AUX, 5 CAV", leader=4), rv.force("4 LGN, HI, 2 AUX, 2 CAV, GAR", leader=1))
SMALL = rv.Siege(rv.force("4 LGN, 2 HI", leader=2), rv.force("HI", leader=1), operations=3)
# 60 CSP and 10 OP: a usual one, and the one whose many points make each roll a wide choice.
LARGE = rv.Siege(rv.force("15 LGN", leader=2), rv.force("10 HI", leader=1), operations=10)
WIDEST = rv.Siege(rv.force("15 LGN", leader=4), rv.force("18 HI", leader=1), operations=10, advantage="attacker")
CSPS, FEW = range(1, 61), range(1, 13)


def plain_combat() -> dict[tuple[int, int, int, int], int]:
    """The peer: every roll, every split, every result compared."""
    mine, theirs = FIGHT.attacker.csp, FIGHT.defender.csp
    return twin.law(mine, theirs, FIGHT.net_drm, "win")


def plain_siege() -> Fraction:
    """The peer: recursion over rounds, dice, splits and the defender's choices, each position once."""
    worth = [Fraction(value) for value in (10, 1, 1, 1, 0)]
    return twin.SiegeTwin((SMALL.attacker.leader, SMALL.inside), worth).value(*SMALL.now)


def one_by_one(csps: range) -> list[float]:
    """The peer: a combat object for every pair of strengths."""
    pairs = ((a, d) for a in csps for d in csps)
    laws = (rv.LandCombat(rv.force(f"{a} rAUX", 1), rv.force(f"{d} rAUX", 1)).odds(numbers=float) for a, d in pairs)
    return [law.p(rv.attacker_wins) for law in laws]


def planned(siege: rv.Siege, few: float = plan.FEW) -> rv.Plan:
    """A siege's plan with what comes of it; up to ``few`` positions in plain Python."""
    with patch.object(plan, "FEW", few):
        made = siege.plan()
    assert made.course
    return made


def sieges(small: bool) -> None:
    """Plans of 60 CSP in all: how long, and what numpy buys over plain Python."""
    for name, siege in (("20 v 7", SMALL),) if small else (("60 v 34", LARGE), ("60 v 58", WIDEST)):
        assert planned(siege, 0).value == planned(siege, inf).value
        print(f"siege of {name}, {siege.operations} OP: {timed(lambda s=siege: planned(s)):.2f} s of processor")
        both = compare(lambda _, s=siege: planned(s, 0), lambda _, s=siege: planned(s, inf), 1)
        print(line(f"siege of {name}, with numpy v plain Python", both))


def at_random(seed: int, name: str = "two_consuls", plain: bool = False, turns: int = 99) -> int:
    """So many turns of a scenario by random players, or by plain ones; how many actions they took."""
    state, random, actions = rules.initial_state(name), Random(seed), 0
    while state.turn <= turns and (player := rules.current_player(state)) != OVER:
        legal = rules.legal_actions(state)
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            action = players.plain(rules.observe(state, player), legal) if plain else random.choice(legal)
        state, actions = rules.apply(state, action), actions + 1
    return actions


def timed(run: Callable[[], object]) -> float:
    """Seconds of processor that it takes."""
    start = process_time()
    run()
    return process_time() - start


def whole_game(small: bool) -> None:
    """The game's own speed, which has no peer: games a minute, three turns, where an army reaches, a plain year."""
    at_random(0)
    number = 1 if small else 20
    games = timed(lambda: [at_random(seed) for seed in range(number)]) / number
    print(f"random games of two consuls: {60 / games:.0f} a minute")
    war = "second_punic_war"
    if not small:
        print(f"three turns of the Second Punic War at random: {timed(lambda: at_random(1, war, turns=3)):.2f} s")
        print(f"a year of the Second Punic War by plain players: {timed(lambda: at_random(1, war, True, 1)):.2f} s")
    state = rules.initial_state(war)
    side = state.leaders[0].owner
    reach = (
        timed(lambda: [evaluation.by_land(state, state.leaders[0].place, side, side) for _ in range(number)]) / number
    )
    print(f"where an army reaches by land: {1000 * reach:.2f} ms")
    budget = timed(lambda: [rv.budget(state, "Rome", "2 LGN") for _ in range(number)]) / number
    marches = timed(lambda: [rv.reach(state, "Hannibal") for _ in range(number)]) / number
    print(f"a budget: {1000 * budget:.1f} ms; where Hannibal arrives: {1000 * marches:.1f} ms")


def main(quick: bool = False) -> None:
    """``quick``: each once, in its smallest form."""
    laws, repeats = FIGHT.odds().items(), 1 if quick else 7
    found = {(r.attacker_loss_pct, r.defender_loss_pct, r.attacker_loss, r.defender_loss): w for r, w in laws}
    assert found == plain_combat()
    assert SMALL.plan().value == plain_siege()
    csps = FEW if quick else CSPS
    table = rv.odds_table(FEW, FEW, leader=(1, 1), numbers=float)
    assert max(abs(a - b) for a, b in zip(table.p_win, one_by_one(FEW))) < 1e-12
    combat = compare(lambda _: FIGHT.odds(), lambda _: plain_combat(), repeats)
    print(line("one combat, exact, v every split", combat))
    print(line("siege of 3 OP, exact, v recursion", compare(lambda _: SMALL.plan(), lambda _: plain_siege(), repeats)))
    ours = compare(lambda _: rv.odds_table(csps, csps, leader=(1, 1), numbers=float), lambda _: one_by_one(csps), 1)
    print(line(f"{len(csps)} x {len(csps)} strengths as floats, v one by one", ours))
    sieges(quick)
    whole_game(quick)


if __name__ == "__main__":
    main()
