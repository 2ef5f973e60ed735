"""Cases for the twins of Roma Victrix."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

from gamekit import roma_victrix as rv
from gamekit.play.protocol import CHANCE
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.state import State
from tests.roma_victrix import twin
from tests.roma_victrix.positions import table
from tests.roma_victrix.setting import empty, lead, put, turn_of

LAND = ("LGN", "HI", "AUX", "BI", "CAV", "HC")


def some_units(random: Random, kinds: tuple[str, ...], most: int) -> list[str]:
    return [random.choice(("", "", "r")) + random.choice(kinds) for _ in range(random.randint(1, most))]


def names_of(force: rv.Force) -> tuple[str, ...]:
    """Every counter of a force by its name, in order, as the twin takes them."""
    names = (name for each in force.stacks for name in [each.unit] * each.full + ["r" + each.unit] * each.reduced)
    return tuple(sorted(names))


def text(names: list[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in Counter(names).items())


def tuple_of(result: rv.CombatResult) -> tuple[int, int, int, int]:
    return result.attacker_loss_pct, result.defender_loss_pct, result.attacker_loss, result.defender_loss


def odd_taste(result: rv.CombatResult) -> int:
    return liking(tuple_of(result))


def liking(found: tuple[int, int, int, int]) -> int:
    """A function of a result that no named objective resembles."""
    return 3 * found[3] - 5 * found[2] - found[0] % 30


def law_of(fight: rv.Combat, objective: object) -> dict[tuple[int, int, int, int], int]:
    found: Counter[tuple[int, int, int, int]] = Counter()
    for result, weight in fight.odds(objective).items():  # type: ignore[arg-type]
        found[tuple_of(result)] += int(weight)
    return dict(found)


def land_case(seed: int) -> tuple[rv.Combat, dict[tuple[int, int, int, int], int], dict[str, bool]]:
    random = Random(seed)
    mine, theirs = some_units(random, LAND, 9), some_units(random, LAND, 9)
    theirs += random.choice(([], ["GAR"], ["LIMES"], ["rLIMES"], ["GAR", "LIMES"]))
    if random.random() < 0.1:
        theirs = ["GAR"]
    leaders = random.randint(0, 4), random.randint(0, 4)
    advantage = random.choice(((), (), ("attacker",), ("defender",), ("attacker", "defender")))
    objective, treachery = random.choice((*rv.OBJECTIVES, "taste")), random.random() < 0.1
    cards = (2 * ("attacker" in advantage), 2 * ("defender" in advantage))
    counted = leaders[0], 0 if twin.only_markers(theirs) else leaders[1]  # a leader of nobody is gone (3.34 a)
    cavalries = twin.cavalry(mine), twin.cavalry(theirs)
    net = twin.net_modifier(twin.csp(mine), twin.csp(theirs), counted, cavalries, cards)
    attacker, defender = (rv.force(text(units), leader=leader) for units, leader in zip((mine, theirs), leaders))
    fight = rv.LandCombat(attacker, defender, advantage=advantage, treachery=treachery)
    assert fight.net_drm == net, (fight, net)
    expected = twin.law(twin.csp(mine), twin.csp(theirs), net, liking if objective == "taste" else objective, treachery)
    seen = dict.fromkeys([*mine, *theirs, *(name.lstrip("r") for name in mine + theirs)], True)
    seen |= {"leader": leaders[0] != leaders[1], "card": bool(advantage), "treachery": treachery, objective: True}
    seen |= {"attacker holds": net > 0, "defender holds": net < 0, "nobody holds": net == 0, "over ten": abs(net) > 10}
    actual = law_of(fight, odd_taste if objective == "taste" else objective)
    assert actual == expected, (fight, objective)
    return fight, expected, seen


def siege_case(seed: int) -> tuple[rv.Siege, twin.SiegeTwin, tuple[int, int, int, int], list[Fraction], bool]:
    random = Random(seed)
    major = random.random() < 0.5
    city = random.randint(1, 4 if major else 2)
    inside = [] if random.random() < 0.2 else some_units(random, LAND, 2) + random.choice(([], ["GAR"]))
    mine = some_units(random, LAND, 5)
    while twin.csp(mine) < twin.csp(inside) + city and random.random() < 0.9:
        mine.append(random.choice(LAND))
    leaders = random.randint(0, 4), random.randint(0, 4) if inside else 0
    advantage = random.choice(((), (), ("attacker",), ("defender",)))
    operations = random.randint(1, 3)
    worth = [Fraction(random.randint(0, 24), 2), Fraction(random.randint(0, 3)), Fraction(random.randint(0, 3))]
    worth += [random.choice((worth[2], Fraction(1, 2))), Fraction(random.randint(0, 2), 3)]
    defender = rv.force(text(inside), leader=leaders[1]) if inside else None
    attacker = rv.force(text(mine), leader=leaders[0])
    siege = rv.Siege(attacker, defender, city, major, operations=operations, advantage=advantage)
    cards = (2 * ("attacker" in advantage), 2 * ("defender" in advantage))
    start = (twin.csp(mine), twin.csp(inside), city, operations)
    return siege, twin.SiegeTwin(leaders, worth, cards), start, worth, bool(leaders[1])


SEA = "Mare Tyrrhenum"

PORTS = [f"{name} ({SEA})" for name in ("Latium", "Apulia", "Cisalpina", "Sicilia", "Africa")]


ADMIRALS = {"Rome": ("Scipio", 2), "Carthage": ("Mago", 3), "Seleucid": ("Polyxenidas", 1), "Aegyptus": ("Callias", 4)}


LIVELY = (s.Activate, s.Embark, s.SailTo, s.Attack, s.Intercept, s.Withdraw, s.Land)


class Step(NamedTuple):
    before: State
    action: Any
    after: State


@cache
def steps() -> tuple[Step, ...]:
    """Every action of some turns in which fleets of four powers lie close together."""
    return tuple(step for seed in range(40) for step in voyages(Random(seed)))


def voyages(random: Random) -> Iterator[Step]:
    state = at_sea(random)
    for _ in range(120):
        if rules.current_player(state) == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            legal = rules.legal_actions(state)
            lively = [each for each in legal if isinstance(each, LIVELY) or each in (s.Take("all"), s.Commit())]
            action = random.choice(lively if lively and random.random() < 0.97 else legal)
        after = rules.apply(state, action)
        yield Step(state, action, after)
        if after.turn != state.turn:
            return
        state = after


def at_sea(random: Random) -> State:
    """Fleets, cargo and admirals of four powers in ports of one sea; the turn of one of them."""
    state = empty()
    for name, (admiral, rating) in ADMIRALS.items():
        port = random.choice(PORTS)
        state = put(state, name, port, random.choice(("FLEET", "3 FLEET", "2 FLEET, rFLEET", "6 FLEET, 2 rFLEET")))
        state = put(state, name, random.choice(PORTS), "FLEET, rFLEET")
        home = port.partition(" (")[0]
        if random.random() < 0.7:
            state = put(state, name, home, random.choice(("HI", "AUX, rHI", "2 CAV, rAUX")))
        state = lead(state, name, admiral, rating, home, True)
    return turn_of(state, random.choice(list(ADMIRALS)))


@cache
def port(name: str) -> bool:
    return " (" in name and name.partition(" (")[0] in {row["name"] for row in table("provinces")}
