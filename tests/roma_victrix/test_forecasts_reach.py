"""Marches and fights ahead against twins: every way point by point, every counter unseen, one plan for every die."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import Siege
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.odds.hidden import land_distribution
from gamekit.roma_victrix.odds.march import FightAhead
from gamekit.roma_victrix.rules import View
from gamekit.roma_victrix.rules.units import change_groups, leader_named, sort_and_merge, with_leader
from gamekit.roma_victrix.state import COUNTERS, Body, State, Status, only, plus
from tests.cases import Cases
from tests.roma_victrix import referee, twin
from tests.roma_victrix.positions import board_of, land, owner, positions, powers, scenario, side, table
from tests.roma_victrix.setting import active, empty, leader, placed, power, put, turn_of, walled, with_csp

pytestmark = pytest.mark.long
SUBJECT = ("client", "ally")


def called(state: State, owner: int, woken: frozenset[int] = frozenset()) -> bool:
    """11.12, 11.14: a client's or an ally's units act only when it was called, or when its land has been entered."""
    role = scenario(state.scenario)["powers"][owner]["role"]
    return role not in SUBJECT or owner in state.called | state.roused | woken


@cache
def province_names() -> frozenset[str]:
    return frozenset(row["name"] for row in table("provinces"))


def fleets(state: State, place: str, mine: tuple[str, int]) -> bool:
    return any(PLACES[g.place] == place and any(g.units[-2:]) and side(state, g.owner) != mine for g in state.groups)


def lying_in_wait(state: State, there: str, mine: tuple[str, int], woken: frozenset[int]) -> frozenset[int]:
    """5.41: enemy leaders next door with land units of their own that may act and are in no capital."""
    found = set()
    beside = {other for name, other in referee.BY_LAND if name == there}
    for number, who in enumerate(state.leaders):
        his = side(state, who.owner)
        if who.place < 0 or PLACES[who.place] not in beside or who.inside or his == mine:
            continue
        if his[0] == "alone" and who.owner not in woken:
            continue
        if there not in province_names() and fleets(state, there, his):
            continue
        for group in state.groups:
            theirs = group.place == who.place and side(state, group.owner) == his and not group.inside
            if theirs and land(group) and called(state, group.owner, woken):
                found.add(number)
    return frozenset(found)


def subjects(state: State, there: str, mine: tuple[str, int]) -> frozenset[int]:
    """11.14, 11.24: others' clients and allies whose province or units an army comes upon, ships in its ports too."""
    spots = {there, *(name for name in PLACES if name.startswith(f"{there} ("))}
    owners = {group.owner for group in state.groups if PLACES[group.place] in spots}
    owners |= {state.garrisons[INDEX[there]]} if there in province_names() else set()
    roles = [row["role"] for row in scenario(state.scenario)["powers"]]
    return frozenset(each for each in owners if each >= 0 and roles[each] in SUBJECT and side(state, each) != mine)


def neutrals(state: State, there: str) -> frozenset[int]:
    """3.84, 3.88: whose neutrality an army breaks there; under a marker nobody is known yet."""
    if there not in province_names() or state.markers[INDEX[there]]:
        return frozenset()
    owners = {g.owner for g in state.groups if PLACES[g.place] == there and land(g)} | {state.garrisons[INDEX[there]]}
    return frozenset(owner for owner in owners if owner >= 0 and state.patron[owner] < 0)


def walked(state: State, number: int) -> dict[str, Fraction]:
    """Every way that the points suffice for: the best chance of a quiet arrival, by place."""
    who, board = state.leaders[number], board_of(state)
    mine, start = side(state, who.owner), PLACES[who.place]
    home = [g for g in state.groups if g.place == who.place and side(state, g.owner) == mine and land(g)]
    army = any(called(state, group.owner) for group in home)
    best: dict[str, Fraction] = {}
    nothing: frozenset[int] = frozenset()
    ahead, seen = [(start, 0, nothing, nothing)], set()
    while ahead:
        here, cost, tried, woken = ahead.pop()
        if (here, cost, tried, woken) in seen:
            continue
        seen.add((here, cost, tried, woken))
        p = Fraction(sum(die + who.rating >= cost for die in range(1, 7)), 6)
        for each in tried:
            p *= Fraction(6 - state.leaders[each].rating, 6)
        best[here] = max(p, best.get(here, Fraction(0)))
        occupied = any(PLACES[g.place] == here and land(g) and side(state, g.owner) != mine for g in state.groups)
        warbands = army and here in province_names() and state.markers[INDEX[here]]
        if here != start and (occupied or warbands):
            continue
        for there in (b for a, b in referee.BY_LAND if a == here):
            step = referee.price(board, board["powers"][who.owner], here, there)
            if step is not None and (onward := cost + step) <= 6 + who.rating:
                roused = woken | neutrals(state, there) | subjects(state, there, mine) if army else woken
                ahead.append((there, onward, tried | lying_in_wait(state, there, mine, roused), roused))
    del best[start]
    return {place: p for place, p in best.items() if p}


@pytest.mark.clause("roma_victrix", "5.11", "5.27", "5.41", "5.45", "10.65")
def test_marches_are_those_of_every_way_in_random_positions(cases: Cases) -> None:
    random, intercepted, tried = Random(5), 0, 0
    for state in positions(cases(8, 500)):
        state = replace(state, active=None)
        able = [n for n, who in enumerate(state.leaders) if 0 <= who.place < 89 and not who.drilling]
        if not able:
            continue
        number = random.choice(able)
        found = rv.leader_reach(state, state.leaders[number].name)
        assert {each.place: each.p_arrives for each in found.arrivals} == walked(state, number)
        tried, intercepted = tried + 1, intercepted + any(each.interceptors for each in found.arrivals)
    assert tried >= cases(8, 490)
    assert intercepted >= cases(1, 100)


def test_the_points_left_and_the_interceptor_share_no_die() -> None:
    state = placed(empty("two_consuls"), "Pompeius in Carthaginiensis: LGN, Gnaeus 1")
    state = placed(state, "Crassus in Narbonensis: LGN, Publius 2")
    found = rv.leader_reach(state, "Gnaeus").at("Tarraconensis")
    assert found.interceptors == ("Publius",)
    assert found.left.p(lambda left: left == 6) == Fraction(1, 6) * Fraction(4, 6)
    assert found.left.p(lambda left: left < 0) == Fraction(2, 6)


def test_a_fleet_in_the_strait_bars_the_way() -> None:
    state = rv.initial_state("second_punic_war")
    open_ = rv.leader_reach(state, "Scipio").at("Sicilia")
    assert open_.p_arrives == Fraction(2, 3)
    barred = rv.leader_reach(put(state, "Carthage", "Messina", "FLEET"), "Scipio").at("Sicilia")
    assert (barred.p_arrives, barred.way) == (0, ())


def test_a_leader_at_sea_marches_nowhere() -> None:
    assert rv.leader_reach(placed("Rome in Mare Tyrrhenum: Marcellus 2"), "Marcellus").arrivals == ()


def test_a_year_of_siege_is_one_plan_for_every_die(cases: Cases) -> None:
    random = Random(41)
    for _ in range(cases(6, 500)):
        rating, march = random.randint(1, 4), random.randint(0, 3)
        csp, city = random.randint(2, 12), random.choice([1, 2, 4])
        inside = rv.force(f"{random.randint(1, 3)} rAUX", random.randint(0, 2)) if random.random() < 0.5 else None
        siege = rv.Siege(rv.force(f"{csp} rAUX", rating), inside, city, city == 4)
        chances = []
        for die in range(1, 7):
            points = die + rating - march
            able = (
                points > 0
                and siege.current_position.attacker >= siege.current_position.units + siege.current_position.capital
            )
            plan = replace(siege, operations=points).plan(numbers=float) if able else None
            chances.append(plan.p_captured_by_operation[-1] if plan else 0)
        assert abs(rv.siege_year(siege, march=march, numbers=float).p - sum(chances) / 6) < 1e-12


@pytest.mark.clause("roma_victrix", "10.41")
def test_treachery_comes_in_its_round_whatever_the_die_for_the_points() -> None:
    """Rounds were counted from the most points that a die could bring: with 3 points the city fell in 48% for 21%."""
    siege = rv.Siege(rv.force("2 LGN, AUX", 1), rv.force("AUX", 1), 2, False, treachery=1)
    found = rv.siege_year(siege, march=2)
    assert dict(found.capture) == {
        left: replace(siege, operations=left).plan().p_captured_by_operation[-1]
        for left in range(1, 1 + max(found.points))
    }
    begun = replace(siege, operations=6, treachery=2).at(9, 2, 1, 5)  # one round is over, the next is the second
    assert (
        rv.siege_year(begun).capture[3][1]
        == replace(begun, operations=5).at(9, 2, 1, 4).plan().p_captured_by_operation[-1]
    )


@pytest.mark.clause("roma_victrix", "10.42")
def test_units_in_a_city_without_walls_left_are_besieged_still() -> None:
    state = placed(empty("two_consuls"), "Pompeius in Latium: 4 LGN, Gnaeus 2")
    state = put(state, "Crassus", "Latium", "AUX, rHI", inside=True)
    state = with_csp(state, "Latium", 0)
    ((siege, _),) = rv.siege_year(state, "Gnaeus", "Latium").sieges
    assert (siege.current_position.attacker, str(siege.defender), siege.current_position.capital) == (
        16,
        "rHI, AUX, GAR",
        0,
    )
    outside = placed(state, "Crassus in Latium: AUX")
    assert not rv.fight_ahead(outside, "Gnaeus", "Latium").sieges  # 10.41 step 3: whoever is outside is fought first


def test_a_year_of_siege_on_the_map_joins_the_march_and_the_plan() -> None:
    state = placed(empty("two_consuls"), "Pompeius in Narbonensis: 6 LGN, Gnaeus 2")
    state = placed(state, "Crassus in Apulia: LGN, Publius 1", "Crassus in Latium: AUX")
    found = rv.siege_year(state, "Gnaeus", "Latium")
    ((siege, weight),) = found.sieges
    assert (weight, siege.current_position.units, siege.current_position.capital, found.points.at_least(1)) == (
        1,
        3,
        4,
        Fraction(5, 6),
    )
    by_die = [replace(siege, operations=die).plan().p_captured_by_operation[-1] for die in range(1, 7)]
    assert found.p == Fraction(5, 6) * sum(by_die) / 6
    pytest.raises(ValueError, lambda: rv.siege_year(state, "Gnaeus", "Sicilia")).match("no capital")


def test_what_a_seat_has_not_seen_is_a_law_over_what_may_be_there() -> None:
    state = rv.initial_state("two_consuls")
    view = rv.observe(state, "Crassus").state
    foe = power(state, "Pompeius")
    exact = land_distribution(view, INDEX["Carthaginiensis"], foe)
    assert len(exact) == 1  # as it was set up, and its leader is there
    moved = change_groups(view, lambda group: group.place == INDEX["Africa"], place=INDEX["Tarraconensis"])
    moved = with_leader(moved, leader_named(moved, "Pompeius"), place=INDEX["Baetica"])
    law = land_distribution(moved, INDEX["Carthaginiensis"], foe)  # 4 LGN, 2 AUX, CAV and LGN, AUX in two stacks
    assert law.p(lambda units: sum(units) == 9) == Fraction(1, 2**9 - 1)
    assert powers(state)[foe] == "Pompeius"


def test_places_that_are_not_named_are_counted() -> None:
    state = rv.initial_state("six_powers")
    cut = 0
    for name in (each.name for each in state.leaders if each.place >= 0):
        found = rv.leader_reach(state, name)
        sure = sum(each.p_arrives == 1 for each in found.arrivals)
        unsure = sum(0 < each.p_arrives < 1 for each in found.arrivals)
        assert (f" and {sure - 8} more." in found.explain()) == (sure > 8)
        assert (f"And {unsure - 4} more that are not sure." in found.explain()) == (unsure > 4)
        assert f" has {1 + leader(state, name).rating}-{6 + leader(state, name).rating} points." in found.explain()
        cut |= (sure > 8) + 2 * (unsure > 4)
    assert cut == 3
    ready = active(placed("Rome in Apulia: 4 LGN, Scipio 2*"), "Scipio", 5)
    assert rv.leader_reach(ready, "Scipio").explain().startswith("Scipio in Apulia has 5 points. ")


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


def hidden(group: Body) -> bool:
    return min(group.units) < 0


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
    here = [g for g in view.groups if g.place == place and g.owner == foe and not hidden(g)]
    plain = [name for g in here for name in names(g.units)]
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
        who = leader(state, "Crassus")
        led = [g for g in state.groups if g.place == who.place and side(state, g.owner) == side(state, me)]
        mine = [name for g in led for name in names(g.units)]
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
    foes = [g for g in state.groups if g.owner == power(state, "Pompeius") and land(g)]
    bigger = (replace(g, units=only("LGN")) if g in foes and not g.known else g for g in state.groups)
    view, twin_view = (rv.observe(each, "Crassus") for each in (state, replace(state, groups=tuple(bigger))))
    for place in sorted({g.place for g in foes}):
        assert rv.fight_ahead(view, "Crassus", PLACES[place]) == rv.fight_ahead(twin_view, "Crassus", PLACES[place])


def test_a_siege_over_unseen_defenders_is_the_mean_of_its_cases() -> None:
    state = placed(empty("two_consuls"), "Pompeius in Narbonensis: 2 LGN, Gnaeus 1")
    state = placed(state, "Crassus in Latium: AUX", "Crassus in Apulia: AUX")
    view = rv.observe(state, "Pompeius")
    fight = rv.fight_ahead(view, "Gnaeus", "Latium")
    half = put(state, "Crassus", "Latium", "HI", inside=True, known=1 << power(state, "Pompeius"))
    assert not fight.seen | rv.fight_ahead(rv.observe(half, "Pompeius"), "Gnaeus", "Latium").seen
    assert all(isinstance(each, Siege) for each, _ in fight.cases)
    whole = rv.siege_year(fight)
    p = Fraction(0)
    for siege, weight in fight.sieges:
        for left, chance in whole.points.items():
            able = (
                left > 0
                and siege.current_position.attacker >= siege.current_position.units + siege.current_position.capital
            )
            captured = replace(siege, operations=left).plan().p_captured_by_operation[-1] if able else 0
            p += weight * Fraction(chance, whole.points.total_weight) * captured
    assert whole.p == p
    assert "not seen" in whole.explain()
    assert fight.explain() == fight.note()  # a siege's chance is the year's


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
    cities = tuple(city for city in state.capitals if city.place != INDEX["Thracia"])
    bare = replace(walled(state, "Thracia", 2), capitals=cities, garrisons=(-1,) * len(state.garrisons))
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
    assert found.explain().endswith("most likely 6.")
    assert f"Gnaeus beats Crassus in Africa: {float(found.p):.1%}." in found.explain()
