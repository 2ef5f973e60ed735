"""What nobody plays, in running games, against what 16.0 says of it: read from the position's tuples and the CSV files
alone, by a reading that has not seen ``rules/solitaire.py``."""

import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.rules import solitaire
from gamekit.roma_victrix.state import STRENGTH, Due, State
from tests.roma_victrix.positions import land, moved_on, owner, side, table
from tests.roma_victrix.setting import legal
from tests.roma_victrix.solitaire import SCENARIO, awake, begun

pytestmark = pytest.mark.usefixtures("alone")


PLAN = tomllib.loads(SCENARIO)
POWERS: list[dict[str, Any]] = PLAN["powers"]
NAMES = [power["name"] for power in POWERS]
KIND = {row["name"]: row["kind"] for row in table("powers")}
ROW = {row["warbands"]: row for row in PLAN["new_units"]}
REVENUE = {row["name"]: int(row["revenue"]) for row in table("provinces")}
ISLANDS = {"Baleares", "Corsica", "Creta", "Cyprus", "Rhodus", "Sardinia"}
ROME = 0


@cache
def games() -> tuple[tuple[tuple[State, ...], ...], tuple[tuple[State, Any], ...]]:
    """The positions of random games, and what powers that nobody plays were asked in them and answered."""
    answers, found = solitaire.auto_action, []

    def told(state: State, legal: tuple[s.Action, ...]) -> s.Action | None:
        found.append((state, answers(state, legal)))
        return found[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solitaire, "auto_action", told)
        played = tuple(tuple(game(seed)) for seed in range(8))
    return played, tuple(found)


def game(seed: int) -> Iterator[State]:
    """A random game in which Rome likes to march; in two of three the others are in it from the start."""
    random, state = Random(seed), begun()
    yield (state := awake(state, *(NAMES[1:] if seed % 3 else ())))
    while rules.current_player(state) != OVER:
        marches = legal(state, s.Activate, s.Take, s.Enter) if rules.current_player(state) != CHANCE else []
        yield (state := rules.apply(state, random.choice(marches)) if marches else moved_on(state, random))


def roman(state: State, place: int) -> bool:
    return owner(state, place) >= 0 and side(state, owner(state, place)) == ("player", ROME)


def beside(place: str) -> set[str]:
    """What has a border or a strait in common with a place."""
    pairs = [(row["a"], row["b"]) for row in table("links") if row["kind"] in ("land", "pass", "strait")]
    return {b for a, b in pairs if a == place} | {a for a, b in pairs if b == place}


def defenders(state: State, place: str) -> int:
    """CSP of Roman land units, garrison, limes and capital in a province."""
    number = INDEX[place]
    groups = [each for each in state.groups if each.place == number and land(each)]
    units = sum(n * csp for each in groups if each.owner == ROME for n, csp in zip(each.units, STRENGTH))
    city = sum(each.csp for each in state.capitals if each.place == number)
    return units + (state.garrisons[number] >= 0) + state.limes[number] + city


def goals(state: State) -> list[str]:
    """16.42 G 1 b: Roman, next door, of the highest revenue, the worst defended; by the alphabet."""
    leader = state.leaders[state.active.leader]
    near = [name for name in beside(PLACES[leader.place]) if name in REVENUE and roman(state, INDEX[name])]
    near = [name for name in near if state.active.ops >= 1 + state.limes[INDEX[name]]]  # 5.22
    best = max((REVENUE[name] for name in near), default=0)
    weak = min((defenders(state, name) for name in near if REVENUE[name] == best), default=0)
    return sorted(name for name in near if (REVENUE[name], defenders(state, name)) == (best, weak))


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "16.42")
def test_every_leader_goes_by_the_alphabet_and_marches_where_the_clause_sends_him() -> None:
    seen = {"march": 0, "die": 0, "nowhere": 0, "alphabet": 0}
    for state, action in games()[1]:
        if state.agenda[-1].phase == Due.ORDERS:
            his = [who for who in state.leaders if who.owner == state.phasing and who.place >= 0]
            free = [who.name for who in his if who.status == s.Status.FREE]
            assert action == (s.Activate(min(free)) if free else s.EndTurn())
            seen["alphabet"] += len(free) > 1
        if state.agenda[-1].phase != Due.LEADER or isinstance(action, s.Take | s.Attack | s.Besiege | s.Pillage):
            continue
        here = state.leaders[state.active.leader].place
        others = [each for each in state.groups if each.place == here and land(each) and each.owner != state.phasing]
        there = [] if others and state.active.blocked else goals(state)  # 5.27, 5.29
        if action is None:
            rolling = solitaire.schedule_target_die(state)
            ways = [solitaire.choose_target(rolling, s.Die(die)).leaders for die in range(1, 7)]
            chosen = [PLACES[leaders[state.active.leader].place] for leaders in ways]
            assert len(there) > 1
            assert chosen == [there[0]] * 3 + [there[-1]] * 3
            seen["die"] += 1
        elif isinstance(action, s.Enter):
            assert [action.place] == there
            seen["march"] += 1
        else:
            assert (action, there) == (s.EndLeader(), [])
            seen["nowhere"] += 1
    assert min(seen.values()) > 0, seen


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "16.42", "9.54")
def test_each_province_of_a_power_in_the_game_draws_one_marker_and_its_row_of_the_table() -> None:
    drawn = short = 0
    for played in games()[0]:
        year, before = 0, None
        for state in played:
            if before is not None and before.agenda[-1].phase == Due.MUSTER_DRAW:
                short += check_row(before, state)
                drawn += 1
            if state.agenda[-1].phase == Due.MUSTER_DRAW and year != state.turn:
                year = state.turn
                steps = [(x.who, x.place) for x in state.agenda if x.phase == Due.MUSTER_DRAW]
                assert sorted(steps) == mustering(state)
            before = state if rules.current_player(state) == CHANCE else None
    assert drawn > 100
    assert short < drawn / 4


def mustering(state: State) -> list[tuple[int, int]]:
    """(power, province) for each marker to be drawn: a major power's provinces, and one of Barbaricum's barbarians."""
    found = []
    for number, power in enumerate(POWERS):
        if number == ROME or state.patron[number] != number:
            continue
        mine = [p for p in range(len(state.garrisons)) if owner(state, p) == number and p not in state.pillaged]
        if power["role"] == "barbaricum":
            mine = sorted(mine, key=lambda place: PLACES[place])[:1]
        found += [(number, place) for place in mine]
    return sorted(found)


def check_row(before: State, state: State) -> bool:
    """What stands in the province more than before is the row of the marker drawn; and whether counters were short."""
    step = before.agenda[-1]
    number = state.drawn[-1]
    if POWERS[step.who]["role"] == "barbaricum":
        row = f"{number} BI"  # infantry and cavalry by its share: as many in all
    else:
        row = ROW[number]["persian" if KIND[NAMES[step.who]] == "Persian" else "others"]
    coast = any(name.startswith(f"{PLACES[step.place]} (") for name in PLACES)
    wanted: dict[str, int] = {}
    for piece in row.split(", "):
        *count, kind = piece.split()
        if (kind != "FLEET" or coast) and (PLACES[step.place] not in ISLANDS or kind in ("FLEET", "AUX")):
            wanted[kind] = int(count[0]) if count else 1
    now, then = (s.total(g.units for g in each.groups if g.owner == step.who) for each in (state, before))
    gained = {kind: more - had for kind, more, had in zip(s.COUNTERS, now, then) if more != had}
    if POWERS[step.who]["role"] == "barbaricum":
        assert sum(gained.values()) <= number
        return sum(gained.values()) < number
    assert all(count <= wanted.get(kind, 0) for kind, count in gained.items())
    off = {kind: before.unused[step.who][n] + before.eliminated[step.who][n] for n, kind in enumerate(s.COUNTERS)}
    assert gained == {kind: n for kind, count in wanted.items() if (n := min(count, off[kind]))}
    return gained != wanted


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "16.41", "16.42", "16.2", "16.16", "16.3")
def test_rome_first_then_each_power_once_without_cards_or_money_and_who_pillages() -> None:
    turns, burnt, woken = 0, 0, 0
    for played in games()[0]:
        order: dict[int, list[int]] = {}
        before = None
        for state in played:
            assert not any(state.hands)
            assert not any(state.treasury[1:])
            if before is not None:
                if before.phasing >= 0 and state.turn == before.turn and state.phasing != ROME:
                    burnt += check_pillage(before, state)
                fresh = [n for n in range(1, len(NAMES)) if before.patron[n] < 0 <= state.patron[n]]
                assert all(state.patron[n] == n and state.phasing == ROME for n in fresh)  # 16.16
                woken += len(fresh)
            if state.phasing >= 0 and any(x.phase in (Due.ORDERS, Due.LEADER) for x in state.agenda):
                order.setdefault(state.turn, []).append(state.phasing)
            before = state
        for powers in order.values():
            rounds = [who for n, who in enumerate(powers) if n == 0 or powers[n - 1] != who]
            assert ROME not in rounds[1:]  # first, unless it has nothing to do
            assert len(rounds) == len(set(rounds))
            turns += len(rounds)
    assert min(turns, burnt) > 3
    assert woken


def check_pillage(before: State, state: State) -> int:
    """16.3: a province pillaged in a power's turn, but for a capital that has been sacked, was by barbarians."""
    cities = {city.place for city in state.capitals}
    fresh = {place for place in state.pillaged - before.pillaged if place not in cities}
    who = before.phasing if before.phasing != ROME else state.phasing
    assert not fresh or KIND[NAMES[who]] == "barbarian"
    return len(fresh)
