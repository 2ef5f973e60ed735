"""Marches against a twin that walks every way, point by point; sieges of a year against one plan for every die."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.odds.hidden import land_distribution
from gamekit.roma_victrix.state import State
from tests.cases import Cases
from tests.roma_victrix import referee
from tests.roma_victrix.positions import board_of, land, positions, powers, scenario, side, table
from tests.roma_victrix.setting import empty, placed, power, put

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
    for number, leader in enumerate(state.leaders):
        his = side(state, leader.owner)
        if leader.place < 0 or PLACES[leader.place] not in beside or leader.inside or his == mine:
            continue
        if his[0] == "alone" and leader.owner not in woken:
            continue
        if there not in province_names() and fleets(state, there, his):
            continue
        for group in state.groups:
            theirs = group.place == leader.place and side(state, group.owner) == his and not group.inside
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
@pytest.mark.long
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


@pytest.mark.long
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
            chances.append(plan.p_capture[-1] if plan else 0)
        assert abs(rv.siege_year(siege, march=march, numbers=float).p - sum(chances) / 6) < 1e-12


@pytest.mark.clause("roma_victrix", "10.41")
def test_treachery_comes_in_its_round_whatever_the_die_for_the_points() -> None:
    """Rounds were counted from the most points that a die could bring: with 3 points the city fell in 48% for 21%."""
    siege = rv.Siege(rv.force("2 LGN, AUX", 1), rv.force("AUX", 1), 2, False, treachery=1)
    found = rv.siege_year(siege, march=2)
    assert dict(found.capture) == {
        left: replace(siege, operations=left).plan().p_capture[-1] for left in range(1, 1 + max(found.points))
    }
    begun = replace(siege, operations=6, treachery=2).at(9, 2, 1, 5)  # one round is over, the next is the second
    assert rv.siege_year(begun).capture[3][1] == replace(begun, operations=5).at(9, 2, 1, 4).plan().p_capture[-1]


@pytest.mark.clause("roma_victrix", "10.42")
def test_units_in_a_city_without_walls_left_are_besieged_still() -> None:
    state = placed(empty("two_consuls"), "Pompeius in Latium: 4 LGN, Gnaeus 2")
    state = put(state, "Crassus", "Latium", "AUX, rHI", inside=True)
    cities = (replace(city, csp=0) if city.place == INDEX["Latium"] else city for city in state.capitals)
    state = replace(state, capitals=tuple(cities))
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
    by_die = [replace(siege, operations=die).plan().p_capture[-1] for die in range(1, 7)]
    assert found.p == Fraction(5, 6) * sum(by_die) / 6
    pytest.raises(ValueError, lambda: rv.siege_year(state, "Gnaeus", "Sicilia")).match("no capital")


def test_what_a_seat_has_not_seen_is_a_law_over_what_may_be_there() -> None:
    state = rv.initial_state("two_consuls")
    view = rv.observe(state, "Crassus").state
    foe = ("player", power(state, "Pompeius"))[1]
    exact = land_distribution(view, INDEX["Carthaginiensis"], foe)
    assert len(exact) == 1  # as it was set up, and its leader is there
    moved = replace(
        view,
        groups=tuple(
            replace(g, place=INDEX["Tarraconensis"]) if g.place == INDEX["Africa"] else g for g in view.groups
        ),
        leaders=tuple(replace(w, place=INDEX["Baetica"]) if w.name == "Pompeius" else w for w in view.leaders),
    )
    law = land_distribution(
        moved, INDEX["Carthaginiensis"], foe
    )  # 4 LGN, 2 AUX, CAV and Africa's LGN, AUX in two stacks
    assert law.p(lambda units: sum(units) == 9) == Fraction(1, 2**9 - 1)
    assert powers(state)[foe] == "Pompeius"


def test_places_that_are_not_named_are_counted() -> None:
    state = rv.initial_state("six_powers")
    cut = 0
    for leader in (each.name for each in state.leaders if each.place >= 0):
        found = rv.leader_reach(state, leader)
        sure = sum(each.p_arrives == 1 for each in found.arrivals)
        unsure = sum(0 < each.p_arrives < 1 for each in found.arrivals)
        assert (f" and {sure - 8} more." in found.explain()) == (sure > 8)
        assert (f"And {unsure - 4} more that are not sure." in found.explain()) == (unsure > 4)
        cut |= (sure > 8) + 2 * (unsure > 4)
    assert cut == 3
