"""What the calculators answer to random questions stays as it is; that it is right is for their twins to say.

A line of golden/odds/ is a question, the answer in a few figures, and digits that stand for all of it. Whoever means to
change answers writes them anew by ``pytest --update-golden tests/test_golden_odds.py``."""

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
from gamekit.julius_caesar.fight.moments import begin, costs_of, hits_taken, play_out
from gamekit.julius_caesar.odds.from_state import battle_of, exit_limits_by_side, position_of, readings_that_matter
from gamekit.julius_caesar.tables import BLOCK_NAMES
from gamekit.probability.distribution import Dist
from gamekit.roma_victrix.odds.rolls import CHANCES
from tests.aquileia.generators import contest_of, random_people, random_worth
from tests.caesar.generators import endgame, some_duel, some_hand
from tests.cases import Cases
from tests.golden_files import Golden, digest, ordered
from tests.julius_caesar.best_battles import KINDS, drawn_battles
from tests.julius_caesar.generators import short_record
from tests.julius_caesar.random_battles import random_battle
from tests.roma_victrix.generators import land_case, siege_case, some_units, text

LAND = ("HI", "AUX", "CAV", "LGN")


def line(question: object, shown: object, *all_of_it: Any) -> str:
    """A question, what is shown of its answer, and digits that change with any part of it."""
    return ordered(f"{question}: {figures(shown)} [{digest([shown, *all_of_it])}]").replace("\n", " / ")


def figures(shown: Any) -> str:
    """Numbers to six places, everything else as it is written."""
    if isinstance(shown, (Fraction, float)):
        return f"{float(shown) + 0.0:.6f}"
    if isinstance(shown, (list, tuple)):
        return " ".join(map(figures, shown))
    if isinstance(shown, dict):
        return ", ".join(f"{key} {figures(value)}" for key, value in shown.items())
    return str(shown)


def battles() -> Iterator[str]:
    random = Random(1)
    for number in range(25):
        battle = random_battle(random).battle()
        yield line(battle, battle.chances(), shares(battle.odds()), battle.by_round(), battle.basis)
        hits, better = shares(battle.hits(2)), battle.improve(jc.army("C3/III, B2/II, A1/I"))
        yield line("  hits, improvements, readings", len(hits), hits, better, readings_that_matter(battle))
        dead = {name: asked(battle.p_leader_dies, name) for name in ("Caesar", "Pompey", "Scipio", "Antonius")}
        yield line("  leaders who die", {name: p for name, p in dead.items() if isinstance(p, Fraction)}, dead)
        course = play_out(begin(battle), "seed")
        costs = costs_of(battle, course) if number % 8 == 0 else None
        yield line("  played out, hits taken", len(hits_taken(course)), course, hits_taken(course), costs)


def shares(law: Dist[Any]) -> list[tuple[str, str]]:
    """A law whatever the order of its outcomes and the scale of its weights."""
    return sorted((repr(outcome), str(Fraction(weight, law.total_weight))) for outcome, weight in law.items())


def asked(ask: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """The answer, or why there is none."""
    try:
        return ask(*given, **named)
    except ValueError as refused:
        return str(refused)


def best_play() -> Iterator[str]:
    for kind in KINDS:
        for number, first in enumerate(islice(drawn_battles(3, kind, steps=4), 2)):
            worth: Any = ("win", "killed", jc.Worth(1, 0.1, 0.15, 0.5))[number]
            best = (
                battle_of(first).best(worth).at(position_of(first), left=exit_limits_by_side(first, rest_of_round=True))
            )
            rest = (best.options(), best.chances, best.against(), best.basis)
            yield line(f"{kind}, {worth}, {battle_of(first)}", best.value, *rest)


def beliefs() -> Iterator[str]:
    for seed, kind in enumerate(("", "", "deployment")):
        record = short_record(seed, kind, 40)
        for eyes in ("Caesar", "Pompey"):
            belief = jc.Belief.from_record(record, eyes)
            laws = [asked(belief.whereabouts, name) for name in BLOCK_NAMES[::5]]
            open_to = sum(isinstance(law, str) for law in laws)
            yield line(f"game {seed} {kind} by {eyes}, blocks that lie open", f"{open_to} of {len(laws)}", laws)
            for place in ("Rome", "Genua", "Massilia", "Athena"):
                yield line(f"  likeliest at {place}", belief.likeliest_blocks(place))


def combats() -> Iterator[str]:
    for seed in range(40):
        fight, _, _ = land_case(seed)
        objective = Random(seed).choice(rv.OBJECTIVES)
        rest = (fight.modifiers, fight.ratio, fight.basis, fight.may_withdraw)
        yield line(f"{fight}, {objective}", fight.ratio, fight.best_split_by_roll(objective), *rest)
        split, luck = fight.best_split(3, 4, objective), fight.roll_rank(5, 2, objective, "defender")
        yield line(
            "  a roll of 3 and 4, raise, lower",
            [split.raise_enemy, split.lower_own],
            split,
            luck,
            fight.operations_cost,
        )
        yield line("  leaders die", [fight.p_leader_dies(side, objective) for side in ("attacker", "defender")])
        if seed % 8 == 0:
            rest = (
                fight.compare_objectives(),
                fight.by_net_modifier(),
                fight.compare_defender_choices(objective, capital_in_province=True),
            )
            yield line(
                "  worth", fight.modifier_worths(objective).p_win.tolist(), fight.modifier_worths(objective), *rest
            )


def sieges() -> Iterator[str]:
    for seed in range(30):
        siege, _, _, worth, _ = siege_case(seed)
        plan = siege.plan(*worth[:3], worth[4], capital_csp=worth[3], may_hold_back=seed % 3 == 0)
        yield line(
            f"{siege}",
            [plan.value, "goes on" if plan.should_begin else "ends"],
            plan.to_frame(),
            plan.basis,
            siege.modifiers,
        )
        if plan.siege.at(*siege.current_position).current_position.operations and not siege.is_captured:
            yield line("  ends", len(plan.chance_of_each_end), plan.outcome, plan.chance_of_each_end)
        rolls = [asked(siege.odds, "own"), asked(siege.resolve, 4, 3), asked(plan.best_split_for_roll, 2, 5)]
        yield line("  a roll of 4 and 3, of 2 and 5", rolls[1:], rolls)


def losses() -> Iterator[str]:
    random = Random(2)
    for _ in range(30):
        army = rv.force(text(some_units(random, LAND, 6)), leader=random.randint(0, 4))
        lost = random.randint(0, army.csp)
        paid = [rv.ways_to_pay_loss(army, lost, by) for by in ("csp", "rebuild", "cavalry")]
        yield line(f"{army} pays {lost}", [each[0].left for each in paid], paid)
        rest = (rv.attrition_csp_loss(army, halved=True), asked(rv.attrition_card, army))
        yield line("  attrition", shares(rv.attrition_csp_loss(army)), rv.attrition_csp_loss(army), *rest)
        fleet = rv.force(f"{random.randint(2, 4)} FLEET, rFLEET, {random.randint(1, 2)} HI, rAUX", leader=1)
        paid = rv.ways_to_pay_loss(fleet, random.randint(0, fleet.csp))
        yield line(
            f"{fleet} pays", [paid[0].paid, paid[0].left], paid, rv.sea_attrition(fleet), rv.piracy_csp_loss(fleet)
        )
        yield line("  loads", rv.load_ships(fleet))
    for operations, beaten, joining in ((3, "retreats", "never"), (2, "stays", "best"), (2, "at home", "always")):
        army = rv.force("3 HI, 2 LGN, rAUX, CAV", 2)
        fights = [rv.LandCombat(army, rv.force(foe, 1)) for foe in ("2 HI, GAR", "3 AUX, CAV")]
        found = rv.campaign(fights, operations, march=0, beaten=beaten, joining=joining, prize=9)
        rest = (found.after, found.ends, found.enemy_loss, found.decided, found.basis)
        yield line(f"{army} campaigns, {beaten}, joining {joining}", [found.value, *found.p_won], *rest)


def rolls() -> Iterator[str]:
    for name in CHANCES:
        found = {leaders: asked(rv.chance, name, *leaders) for leaders in ((), *((leader,) for leader in range(5)))}
        yield line(name, [chance for chance in found.values() if not isinstance(chance, str)], [*found.values()])
    yield line("captures, interception", [rv.chance("fleet capture", 2, times=3), rv.chance("land interception", 1, 2)])
    rest = (rv.warbands_on_markers(1, [3]), rv.event_card_force("Ambush"))
    yield line("barbarians", len(rv.warbands_on_markers(2)), rv.warbands_on_markers(2), *rest)
    for objective in rv.OBJECTIVES:
        table = rv.odds_by_csp(range(2, 9), range(1, 7), leader=(2, 1), cavalry="attacker", objective=objective)
        yield line(f"table, {objective}", len(table), table)


def conflicts() -> Iterator[str]:
    random = Random(3)
    for _ in range(25):
        stakes, mine, theirs = some_duel(random)
        exact, rounded = (caesar.duel(stakes, mine, theirs, numbers=numbers) for numbers in (int, float))
        yield line(
            f"{stakes}, {mine} against {theirs}", [exact.value, exact.play, exact.other_play], exact, rounded.value
        )
        conflict = caesar.Conflict(random.randint(1, 9), random.randint(1, 9), mine, some_hand(random, 4))
        even = conflict.equilibrium()
        yield line(conflict, [even.value, even.attacker, even.defender], even)
    for _ in range(12):
        state, _ = endgame(random, {})
        found = asked(caesar.solve, state, "lead", max_positions=60)
        yield line(state, found if isinstance(found, str) else [*found.value_by_player, found.mix, found.size])


def contests() -> Iterator[str]:
    random = Random(4)
    for number in range(25):
        people = random_people(random, race=number % 2 == 0)
        contest = contest_of(people)
        hands = {one["name"]: one["hand"] for one in people if one.get("hand")}
        yield line(contest, [contest.p_rank(one["name"]) for one in people])
        found = asked(aq.best_play, contest, hands, aq.PointWorth(**random_worth(random)))
        yield line("  best play", found if isinstance(found, str) else found.worth, found)


QUESTIONS: dict[str, tuple[Callable[[], Iterator[str]], int]] = {  # and how many lines every run looks at
    "battles": (battles, 8),
    "best_play": (best_play, 4),
    "beliefs": (beliefs, 10),
    "combats": (combats, 40),
    "sieges": (sieges, 60),
    "losses": (losses, 60),
    "rolls": (rolls, 200),
    "conflicts": (conflicts, 60),
    "contests": (contests, 40),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_are_what_they_were(name: str, golden: Golden, cases: Cases) -> None:
    ask, lines = QUESTIONS[name]
    golden(f"odds/{name}", ask(), cases(lines, 10**6))
