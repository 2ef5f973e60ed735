"""What the calculators answer to random questions stays as it is; that it is right is for their twins to say.

Each answer has a byte in golden/odds.json. Whoever means to change answers writes them anew by
``python -m tests.test_golden_odds``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.fight.decisions import costs_of
from gamekit.julius_caesar.fight.played import begin, hits_taken, play_out
from gamekit.julius_caesar.odds.from_state import battle_of, exits_of, position_of
from gamekit.julius_caesar.odds.reading_dependence import depends_on_reading
from gamekit.julius_caesar.tables import BLOCK_NAMES
from gamekit.probability.distribution import Dist
from gamekit.roma_victrix.odds.rolls import CHANCES
from tests.aquileia.test_plan import contest_of, random_people, random_worth
from tests.caesar.test_twin import endgame, some_duel, some_hand
from tests.golden_digest import check, write
from tests.julius_caesar.best_battles import KINDS, drawn_battles
from tests.julius_caesar.random_battles import random_battle
from tests.julius_caesar.test_belief import short_record
from tests.roma_victrix.test_twin import land_case, siege_case, some_units, text

LAND = ("HI", "AUX", "CAV", "LGN")


def battles() -> Iterator[Any]:
    random = Random(1)
    for number in range(25):
        battle = random_battle(random).battle()
        yield [battle.chances(), shares(battle.odds()), battle.by_round(), battle.basis]
        yield [shares(battle.hits(2)), battle.improve(jc.army("C3/III, B2/II, A1/I")), depends_on_reading(battle)]
        yield [asked(battle.leader_dies, name) for name in ("Caesar", "Pompey", "Scipio", "Antonius")]
        course = play_out(begin(battle), "seed")
        yield [course, hits_taken(course), costs_of(battle, course) if number % 8 == 0 else None]


def shares(law: Dist[Any]) -> list[tuple[str, str]]:
    """A law whatever the order of its outcomes and the scale of its weights."""
    return sorted((repr(outcome), str(Fraction(weight, law.total))) for outcome, weight in law.items())


def asked(ask: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """The answer, or why there is none."""
    try:
        return ask(*given, **named)
    except ValueError as refused:
        return str(refused)


def best_play() -> Iterator[Any]:
    for kind in KINDS:
        for number, first in enumerate(islice(drawn_battles(3, kind, steps=4), 2)):
            worth: Any = ("win", "killed", jc.Worth(1, 0.1, 0.15, 0.5))[number]
            best = battle_of(first).best(worth).at(position_of(first), left=exits_of(first, left=True))
            yield [best.value, best.options(), best.chances, best.against(), best.basis]


def beliefs() -> Iterator[Any]:
    for seed, kind in enumerate(("", "", "deployment")):
        record = short_record(seed, kind, 40)
        for eyes in ("Caesar", "Pompey"):
            belief = jc.Belief.of(record, eyes)
            yield [asked(belief.whereabouts, name) for name in BLOCK_NAMES[::5]]
            yield [belief.likeliest(place) for place in ("Rome", "Genua", "Massilia", "Athena")]


def combats() -> Iterator[Any]:
    for seed in range(40):
        fight, _, _ = land_case(seed)
        objective = Random(seed).choice(rv.OBJECTIVES)
        yield [fight.cells(objective), fight.modifiers, fight.ratio, fight.basis, fight.may_withdraw]
        yield [fight.best_split(3, 4, objective), fight.luck(5, 2, objective, "defender"), fight.operations]
        yield [fight.leader_dies(side, objective) for side in ("attacker", "defender")]
        if seed % 8 == 0:
            yield [fight.objectives(), fight.worth(objective), fight.by_net(), fight.compare(objective, capital=True)]
            yield [fight.how_many(objective), fight.explain(objective)]


def sieges() -> Iterator[Any]:
    for seed in range(30):
        siege, _, _, worth, _ = siege_case(seed)
        plan = siege.plan(*worth[:3], worth[4], capital_csp=worth[3], commit=seed % 3 == 0)
        yield [plan.value, plan.go, plan.to_frame(), plan.basis, siege.modifiers]
        if plan.siege.at(*siege.now).now.operations and not siege.captured:
            yield [plan.course, plan.ends]
        yield [asked(siege.odds, "own"), asked(siege.resolve, 4, 3), asked(plan.best, 2, 5)]


def losses() -> Iterator[Any]:
    random = Random(2)
    for _ in range(30):
        army = rv.force(text(some_units(random, LAND, 6)), leader=random.randint(0, 4))
        lost = random.randint(0, army.csp)
        yield [rv.pay(army, lost, by) for by in ("csp", "rebuild", "cavalry")]
        yield [rv.attrition(army), rv.attrition(army, halved=True), asked(rv.attrition_card, army)]
        fleet = rv.force(f"{random.randint(2, 4)} FLEET, rFLEET, {random.randint(1, 2)} HI, rAUX", leader=1)
        yield [rv.pay(fleet, random.randint(0, fleet.csp)), rv.sea_attrition(fleet), rv.piracy(fleet)]
        yield rv.loading(fleet)
    for operations, beaten, joining in ((3, "retreats", "never"), (2, "stays", "best"), (2, "at home", "always")):
        army = rv.force("3 HI, 2 LGN, rAUX, CAV", 2)
        fights = [rv.LandCombat(army, rv.force(foe, 1)) for foe in ("2 HI, GAR", "3 AUX, CAV")]
        found = rv.campaign(fights, operations, march=0, beaten=beaten, joining=joining, prize=9)
        yield [found.value, found.p_won, found.after, found.ends, found.enemy_loss, found.decided, found.basis]


def rolls() -> Iterator[Any]:
    for name in CHANCES:
        yield [asked(rv.chance, name, *leaders) for leaders in ((), *((leader,) for leader in range(5)))]
    yield [rv.chance("fleet capture", 2, times=3), rv.chance("land interception", 1, 2)]
    yield [rv.barbari_incognita(2), rv.barbari_incognita(1, [3]), rv.raised_force("Ambush")]
    for objective in rv.OBJECTIVES:
        yield rv.odds_table(range(2, 9), range(1, 7), leader=(2, 1), cavalry="attacker", objective=objective)


def conflicts() -> Iterator[Any]:
    random = Random(3)
    for _ in range(25):
        stakes, mine, theirs = some_duel(random)
        yield [caesar.duel(stakes, mine, theirs), caesar.duel(stakes, mine, theirs, numbers=float).value]
        conflict = caesar.Conflict(random.randint(1, 9), random.randint(1, 9), mine, some_hand(random, 4))
        yield conflict.equilibrium()
    for _ in range(12):
        state, _ = endgame(random, {})
        found = asked(caesar.solve, state, "lead", limit=60)
        yield found if isinstance(found, str) else [found.values, found.mix, found.size]


def contests() -> Iterator[Any]:
    random = Random(4)
    for number in range(25):
        people = random_people(random, race=number % 2 == 0)
        contest = contest_of(people)
        hands = {one["name"]: one["hand"] for one in people if one.get("hand")}
        yield [contest.p_rank(one["name"]) for one in people]
        yield asked(aq.best_play, contest, hands, aq.PointWorth(**random_worth(random)), what_if=True)


QUESTIONS: dict[str, Callable[[], Iterator[Any]]] = {
    ask.__name__: ask for ask in (battles, best_play, beliefs, combats, sieges, losses, rolls, conflicts, contests)
}


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.long
def test_answers_are_what_they_were(name: str) -> None:
    check("odds", name, QUESTIONS[name]())


if __name__ == "__main__":
    write("odds", {name: ask() for name, ask in QUESTIONS.items()})
