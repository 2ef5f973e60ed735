"""Fights ahead against a twin: every counter that is not seen in each stack that is not, and every die for each."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import Siege
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.odds.march import FightAhead
from gamekit.roma_victrix.rules import View
from gamekit.roma_victrix.rules.units import sort_and_merge
from gamekit.roma_victrix.state import COUNTERS, State, Status, only, plus
from tests.cases import Cases
from tests.roma_victrix import twin
from tests.roma_victrix.positions import land, owner, side
from tests.roma_victrix.setting import active, empty, placed, power, put, turn_of

SPOTS = ("Apulia", "Sardinia", "Tarraconensis", "Baleares", "Narbonensis", "Africa")
WAYS = 3000  # that a position's counters may lie


def scattered(random: Random) -> State:
    """Two armies of the consuls, some of the other's counters fallen, his leaders and stacks somewhere else."""
    state = rv.initial_state("two_consuls")
    foe = power(state, "Pompeius")
    leaders = tuple(
        replace(each, place=INDEX[random.choice(SPOTS)]) if each.owner == foe and random.random() < 0.6 else each
        for each in state.leaders
    )
    groups, fallen = [], list(state.eliminated)
    for group in state.groups:
        if group.owner == foe and land(group):
            few = tuple(random.randint(0, min(2, count)) for count in group.units)
            few = few if any(few) else only("AUX")
            fallen[foe] = plus(fallen[foe], tuple(max(0, a - b) for a, b in zip(group.units, few)))
            place = INDEX[random.choice(SPOTS)] if random.random() < 0.5 else group.place
            group = replace(group, units=few, place=place, known=random.choice((0, 0, 0, -1)))
        groups.append(group)
    return replace(state, leaders=leaders, groups=sort_and_merge(groups), eliminated=tuple(fallen))


def hidden(group: object) -> bool:
    return min(group.units) < 0  # type: ignore[attr-defined]


def names(units: tuple[int, ...]) -> list[str]:
    """The land counters one by one."""
    return [name for name, count in zip(COUNTERS, units) for _ in range(count) if not name.endswith("FLEET")]


def less(some: list[str], others: list[str]) -> list[str]:
    """Some counters without others; off the map, and behind a stack's back, a reduced one is a full one."""
    left = list(some)
    for name in others:
        if name.removeprefix("r") in left:
            left.remove(name.removeprefix("r"))
    return left


def may_be(view: State, foe: int, place: int) -> list[list[str]] | None:
    """What the foe's stacks in a place may be, once for each way of the counters to lie; None for too many."""
    start = rv.initial_state(view.scenario)
    where: dict[int, list[str]] = {}
    for group in start.groups:
        if group.owner == foe and land(group):
            where.setdefault(group.place, []).extend(names(group.units))
    covered = {g.place for g in view.groups if g.owner == foe and hidden(g) and min(g.units[:-2]) < 0}
    led = {each.place for each in start.leaders if each.owner == foe}
    still = {each.place for each in view.leaders if each.owner == foe}
    stood = {at: units for at, units in where.items() if at in covered and (at not in led or at in still)}
    away = [name for at, units in where.items() for name in units]
    seen = [name for g in view.groups if g.owner == foe and not hidden(g) for name in names(g.units)]
    away = less(away, [*seen, *names(view.eliminated[foe]), *(name for units in stood.values() for name in units)])
    spots = sorted(covered - set(stood)) or sorted(covered)
    if len(spots) ** len(away) > WAYS:
        return None
    plain = [
        name for g in view.groups if g.place == place and g.owner == foe and not hidden(g) for name in names(g.units)
    ]
    if place not in covered:
        return [plain]
    found = []
    for lot in product(spots, repeat=len(away)):
        here = [*stood.get(place, []), *(name for name, at in zip(away, lot) if at == place)]
        found += [[*plain, *here]] if here else []
    return found or [[*plain, "AUX"]]


def beaten(mine: list[str], leader: int, theirs: list[str], foe: int) -> Fraction:
    """How often the attack wins: every die, by the twin."""
    sums, horse = (twin.csp(mine), twin.csp(theirs)), (twin.cavalry(mine), twin.cavalry(theirs))
    law = twin.law(*sums, twin.net_modifier(*sums, (leader, foe), horse), "win")
    return Fraction(sum(rolls for (own, enemy, *_), rolls in law.items() if own < enemy), 36)


@pytest.mark.clause("roma_victrix", "6.2")
@pytest.mark.long
def test_odds_over_what_may_be_there_are_those_of_every_way_of_the_counters_to_lie(cases: Cases) -> None:
    random, tried, wide = Random(62), 0, 0
    while tried < cases(10, 500):
        state = scattered(random)
        me, foe = (power(state, name) for name in ("Crassus", "Pompeius"))
        view = rv.observe(state, "Crassus")
        spots = {g.place for g in view.state.groups if g.owner == foe and land(g) and g.place < 89}
        place = random.choice(sorted(spots))
        ways = may_be(view.state, foe, place)
        guarded = owner(state, place) == foe and state.garrisons[place] == foe
        if ways is None or any(city.place == place for city in state.capitals):
            continue
        who = next(each for each in state.leaders if each.name == "Crassus")
        mine = [
            n
            for g in state.groups
            if g.place == who.place and side(state, g.owner) == side(state, me)
            for n in names(g.units)
        ]
        rating = max((each.rating for each in state.leaders if each.place == place and each.owner == foe), default=0)
        guards = ["GAR"] if guarded else []
        found = rv.fight_ahead(view, "Crassus", PLACES[place])
        assert found.p == sum(beaten(mine, who.rating, [*way, *guards], rating) for way in ways) / len(ways)
        assert sum(p for _, p in found.cases) == 1
        tried, wide = tried + 1, wide + (len(found.cases) > 3)
    assert wide >= cases(1, 75)


def test_a_stack_that_is_seen_is_one_case_and_hidden_twins_are_the_same() -> None:
    state = scattered(Random(3))
    open_ = rv.initial_state("two_consuls", options=["open stacks"])
    assert rv.fight_ahead(rv.observe(open_, "Crassus"), "Crassus", "Africa").seen
    places = [g.place for g in state.groups if g.owner == power(state, "Pompeius") and land(g)]
    for place in sorted(set(places)):
        view = rv.observe(state, "Crassus")
        bigger = tuple(
            replace(g, units=only("LGN")) if g.owner == power(state, "Pompeius") and land(g) and not g.known else g
            for g in state.groups
        )
        twin_view = rv.observe(replace(state, groups=bigger), "Crassus")
        assert rv.fight_ahead(view, "Crassus", PLACES[place]) == rv.fight_ahead(twin_view, "Crassus", PLACES[place])


@pytest.mark.long
def test_a_siege_over_unseen_defenders_is_the_mean_of_its_cases() -> None:
    state = placed(empty("two_consuls"), "Pompeius in Narbonensis: 2 LGN, Gnaeus 1")
    state = placed(state, "Crassus in Latium: AUX", "Crassus in Apulia: AUX")
    view = rv.observe(state, "Pompeius")
    fight = rv.fight_ahead(view, "Gnaeus", "Latium")
    assert not fight.seen
    assert all(isinstance(each, Siege) for each, _ in fight.cases)
    whole = rv.siege_year(fight)
    p = Fraction(0)
    for siege, weight in fight.sieges:
        for left, chance in whole.points.items():
            able = (
                left > 0
                and siege.current_position.attacker >= siege.current_position.units + siege.current_position.capital
            )
            captured = replace(siege, operations=left).plan().p_capture[-1] if able else 0
            p += weight * Fraction(chance, whole.points.total_weight) * captured
    assert whole.p == p
    assert "not seen" in whole.explain()


def test_there_is_no_fight_with_nobody_or_by_whom_one_does_not_see() -> None:
    state = rv.initial_state("two_consuls")
    with pytest.raises(ValueError, match="neither units, capital nor garrison"):
        rv.fight_ahead(replace(state, garrisons=(-1,) * len(state.garrisons)), "Crassus", "Corsica")
    with pytest.raises(ValueError, match="does not see the units with Pompeius"):
        rv.fight_ahead(rv.observe(state, "Crassus"), "Pompeius", "Latium")
    pytest.raises(ValueError, lambda: rv.fight_ahead(View(0, state), "Crassus", "Mare Ionium")).match("the province")


@pytest.mark.clause("roma_victrix", "10.62", "10.63", "10.67")
def test_limes_fight_for_romans_and_against_others_alone() -> None:
    state = empty("six_powers")
    limes = tuple(2 * (place == INDEX["Thracia"]) for place in range(len(state.limes)))
    cities = tuple(city for city in state.capitals if city.place != INDEX["Thracia"])
    bare = replace(state, limes=limes, capitals=cities, garrisons=(-1,) * len(state.garrisons))
    for foe, me, walls in (("Rome", "Pontus", "HI, LIMES"), ("Pontus", "Rome", "HI"), ("Pontus", "Parthia", "HI")):
        state = placed(bare, f"{me} in Macedonia: 4 HI, Ours 2", f"{foe} in Thracia: HI")
        ((asked, _),) = rv.fight_ahead(state, "Ours", "Thracia").cases
        assert str(asked.defender) == walls


@pytest.mark.clause("roma_victrix", "5.24")
def test_what_another_leader_has_led_this_year_is_not_counted() -> None:
    state = placed(empty("two_consuls"), "Crassus in Africa: LGN, Publius 1")
    state = placed(state, "Pompeius in Narbonensis: 2 LGN, Gnaeus 2")
    state = placed(put(state, "Pompeius", "Narbonensis", "3 HI", status=Status.MOVED), "Pompeius in Latium: Sextus 1")
    assert str(rv.fight_ahead(state, "Gnaeus", "Africa").cases[0][0].attacker) == "2 LGN"
    leads = active(turn_of(placed(state, "Pompeius in Narbonensis: AUX"), "Pompeius"), "Gnaeus", 5)
    assert str(rv.fight_ahead(leads, "Gnaeus", "Africa").cases[0][0].attacker) == "2 LGN, AUX"
    other = placed(leads, "Pompeius in Narbonensis: Third 3")
    pytest.raises(ValueError, lambda: rv.fight_ahead(other, "Third", "Africa")).match("Third has no land units")
    leaders = (replace(who, status=Status.MOVED) if who.name == "Third" else who for who in other.leaders)
    next_year = replace(other, leaders=tuple(leaders))
    assert str(rv.fight_ahead(next_year, "Third", "Africa").cases[0][0].attacker) == "2 LGN, 3 HI, AUX"


def test_the_likeliest_strength_is_that_of_all_cases_which_have_it() -> None:
    mine = rv.force("4 LGN", leader=1)
    shares = (("HI, AUX", Fraction(2, 5)), ("2 AUX, CAV", Fraction(3, 10)), ("3 AUX", Fraction(3, 10)))
    cases = tuple((rv.LandCombat(mine, rv.force(units)), p) for units, p in shares)
    found = FightAhead("Gnaeus", "Pompeius", "Crassus", "Africa", cases, False, rv.chance("operations points", 1))
    assert "5 to 6 CSP" in found.note()
    assert found.note().endswith("most likely 6.")
