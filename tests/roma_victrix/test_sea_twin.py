"""Fleets that meet in running games, against 5.6 to 5.9: who fights whom with what, what it costs, who intercepts and
where the beaten go, from the position's tuples and the CSV files by a reading that has not seen ``rules/sea.py``."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.state import COUNTERS, IS_FLEET, STRENGTH, Body, Due, State, Status
from tests.roma_victrix import referee, twin
from tests.roma_victrix.generators import SEA, port, steps
from tests.roma_victrix.positions import owner
from tests.roma_victrix.positions import side as camp

FULL, TURNED = COUNTERS.index("FLEET"), COUNTERS.index("rFLEET")


# The sea as the tables have it
@cache
def waters() -> dict[str, set[str]]:
    """5.61: from a coast to its sea or to a coast next door on the same sea; straits; from sea to sea."""
    pairs = referee.berths()
    return {here: {there for start, there in pairs if start == here} for here, _ in pairs}


def ships(group: Body) -> bool:
    return any(group.units[FULL:])


def points(groups: list[Body]) -> int:
    return sum(n * csp for group in groups for n, csp, ship in zip(group.units, STRENGTH, IS_FLEET) if ship)


def fleet(state: State, who: tuple[str, int], place: int | None = None, held: bool = False) -> list[Body]:
    his = [group for group in state.groups if ships(group) and camp(state, group.owner) == who]
    here = [group for group in his if place is None or group.place == place]
    return [group for group in here if not held or group.status == Status.HELD]


def of(state: State, number: int) -> tuple[str, int]:
    """A side of a fight: a player, or below zero nobody's power."""
    return ("player", number) if number >= 0 else ("alone", -number - 2)


def friendly(state: State, name: str, who: tuple[str, int]) -> bool:
    holder = owner(state, INDEX[name.partition(" (")[0]])
    return holder >= 0 and camp(state, holder) == who


# What the clauses say
@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "5.72", "5.7", "5.87")
def test_every_fight_at_sea_has_the_modifiers_and_losses_of_the_clause() -> None:
    seen: Counter[str] = Counter()
    rows = steps()
    for number, (before, action, _) in enumerate(rows):
        if not (isinstance(action, s.Dice) and before.battle and before.battle.at == "sea"):
            continue
        fight = before.battle
        mine = fleet(before, of(before, fight.sides[0]), fight.place, held=True)
        theirs = fleet(before, of(before, fight.sides[1]), fight.place, held=fight.interception)
        ratings = [best_rating(before, fight, role) for role in (0, 1)]
        net = twin.net_modifier(points(mine), points(theirs), tuple(ratings))
        dice = [action.attacker, action.defender]
        end = number
        while rows[end].after.agenda[-1].phase in (Due.SPLIT, Due.PAY):
            end += 1
            if isinstance(split := rows[end].action, s.Split):
                holder = 0 if net > 0 else 1
                assert split.raise_enemy + split.lower_own <= abs(net)
                dice[holder] += split.raise_enemy
                dice[1 - holder] -= split.lower_own
        assert all(1 <= die <= 10 for die in dice)
        state = rows[end].after
        for role, groups, die in ((0, mine, dice[1]), (1, theirs, dice[0])):
            who = of(before, fight.sides[role])
            lost = points(fleet(before, who)) - points(fleet(state, who))
            owed = twin.loss(points(groups), 10 * die)
            stuck = dice[role] < dice[1 - role] and not nearest(before, fight.place, who)
            assert lost == (points(groups) if stuck else owed)
            leader = fight.leaders[role]
            if leader >= 0 and before.leaders[leader].place == fight.place:
                assert (state.leaders[leader].place < 0) == (lost == points(groups))  # step 9
                seen["admirals"] += state.leaders[leader].place < 0
        seen["fights"] += 1
        seen["intercepted"] += fight.interception
        assert fits(state)
    assert min(seen[each] for each in ("fights", "intercepted")) > 0, seen


def best_rating(state: State, fight: Any, role: int) -> int:
    """One leader of a side counts: who sails, or of those in port the best (step 3 A)."""
    if role == 0 or fight.interception:
        number = fight.leaders[role]
        return state.leaders[number].rating if number >= 0 else 0
    home = PLACES[fight.place].partition(" (")[0]
    his = [each for each in state.leaders if camp(state, each.owner) == of(state, fight.sides[1])]
    here = [each for each in his if each.place >= 0 and PLACES[each.place].partition(" (")[0] == home]
    return max((each.rating for each in here if not each.inside), default=0)


def fits(state: State) -> bool:
    """5.94: aboard are no more full units than full fleets, and of reduced ones what room is left."""
    for place in {group.place for group in state.groups if " (" in PLACES[group.place] or PLACES[group.place] == SEA}:
        held = [group for group in state.groups if group.place == place and group.status == Status.HELD]
        units = [sum(column) for column in zip(*(group.units for group in held))] or [0] * len(COUNTERS)
        full, weak = sum(units[:FULL:2]), sum(units[1:FULL:2])
        if full > units[FULL] or weak > 2 * (units[FULL] - full) + units[TURNED]:
            return False
    return True


def nearest(state: State, place: int, who: tuple[str, int]) -> set[str]:
    """Step 8: the friendly coasts, without enemy fleets, that are fewest areas away."""
    near, seen = {PLACES[place]}, {PLACES[place]}
    while near:
        near = {there for here in near for there in waters()[here]} - seen
        seen |= near
        found = {name for name in near if port(name) and friendly(state, name, who) and not enemies(state, name, who)}
        if found:
            return found
    return set()


def enemies(state: State, name: str, who: tuple[str, int]) -> bool:
    return any(ships(each) and each.place == INDEX[name] and camp(state, each.owner) != who for each in state.groups)


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "5.71", "5.72", "5.68")
def test_the_beaten_put_in_at_the_nearest_coast_and_who_withdraws_at_any_friendly_one() -> None:
    seen: Counter[str] = Counter()
    for before, action, state in steps():
        step = state.agenda[-1]
        if step.phase != Due.PUT_IN or not state.battle or before.agenda[-1].phase == Due.PUT_IN:
            continue
        choices = {each.place for each in rules.legal_actions(state)}
        role = 1 if step.left == 1 else step.left - 2
        who = of(state, state.battle.sides[role])
        if before.agenda[-1].phase == Due.WITHDRAW_ROLL:
            every = {name for name in waters() if port(name) and friendly(state, name, who)}
            assert choices == every - {PLACES[step.place]}
            assert action.die <= 3
            seen["withdrawn"] += 1
        else:
            assert choices == nearest(state, step.place, who)
            seen["beaten"] += 1
    for before, action, state in steps():
        if before.agenda[-1].phase == Due.WITHDRAW_ROLL and before.battle and before.battle.at == "sea":
            assert (state.agenda[-1].phase == Due.PUT_IN) == (action.die <= 3)
            seen["failed"] += action.die > 3
    assert min(seen[each] for each in ("withdrawn", "beaten", "failed")) > 1, seen


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "5.81", "5.82", "5.83", "5.84", "5.85", "5.86")
def test_who_may_intercept_at_sea_and_on_which_roll() -> None:
    seen: Counter[str] = Counter()
    for before, action, state in steps():
        step, active = state.agenda[-1], state.active
        if step.phase == Due.INTERCEPT and active and active.aboard:
            offered = {each.leader for each in rules.legal_actions(state) if isinstance(each, s.Intercept)}
            assert offered == {state.leaders[n].name for n in neighbours(state, step)}
            seen["offered"] += bool(offered)
        if before.agenda[-1].phase == Due.INTERCEPT_ROLL and before.active and before.active.aboard:
            roll = before.agenda[-1]
            hit = action.die + before.leaders[roll.who].rating >= 7
            met = state.agenda[-1].phase == Due.COMMIT or (state.battle is not None and state.battle.interception)
            assert met == hit
            assert state.active == before.active or not hit  # 5.86: for nothing
            seen["hit" if hit else "missed"] += 1
        if isinstance(action, s.SailTo) and port(action.place) and state.agenda[-1].phase != Due.INTERCEPT:
            fresh = replace(state.agenda[-1], place=INDEX[action.place], note=())
            others = (n for n in range(4) if n != before.patron[before.leaders[before.active.leader].owner])
            quiet = state.agenda[-1].phase in (Due.LEADER, Due.ORDERS)
            assert not quiet or not any(neighbours(state, replace(fresh, actor=other)) for other in others)
    assert min(seen[each] for each in ("offered", "hit", "missed")) > 1, seen


def neighbours(state: State, step: Any) -> set[int]:
    """5.81: a player's leaders with fleets on a coast next to where an enemy fleet has put in; each once (5.82)."""
    who = ("player", step.actor)
    arrived = [group for group in state.groups if group.place == step.place and group.status == Status.HELD]
    if not any(camp(state, group.owner) != who for group in arrived):
        return set()
    found = set()
    for number, leader in enumerate(state.leaders):
        if leader.place < 0 or camp(state, leader.owner) != who or PLACES[leader.place] == SEA or number in step.note:
            continue
        home = PLACES[leader.place].partition(" (")[0]
        spots = [name for name in waters()[PLACES[step.place]] if port(name) and name.partition(" (")[0] == home]
        if " (" in PLACES[leader.place]:
            spots = [name for name in spots if name == PLACES[leader.place]]
        if any(group.place == INDEX[name] for name in spots for group in fleet(state, who)):
            found.add(number)
    return found


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "5.61", "5.62", "5.64", "5.65", "5.89", "5.93")
def test_what_a_voyage_costs_and_where_it_goes() -> None:
    seen: Counter[str] = Counter()
    for before, action, state in steps():
        if not (before.active and isinstance(action, s.Embark | s.SailTo | s.Attack)) or not before.leaders:
            continue
        here = PLACES[before.leaders[before.active.leader].place]
        if isinstance(action, s.SailTo):
            assert action.place in waters()[here]
        if isinstance(action, s.SailTo | s.Embark) or before.active.aboard:
            assert (state.active and state.active.ops) == before.active.ops - 1
            seen[type(action).__name__] += 1
        if before.active.aboard and isinstance(action, s.Attack):
            assert port(here) or here == "Messina"
    for _, _, state in steps():
        if state.agenda[-1].phase == Due.ORDERS:
            assert not any(PLACES[group.place] == SEA for group in state.groups)  # 5.65
            assert not any(not ships(group) and " (" in PLACES[group.place] for group in state.groups)  # 5.93
    assert min(seen[each] for each in ("Embark", "SailTo", "Attack")) > 5, seen


def test_the_waters_are_those_of_the_map() -> None:
    assert waters()["Messina"] >= {"Mare Tyrrhenum", "Mare Ionium"}
    assert waters()["Latium (Mare Tyrrhenum)"] == {SEA, "Apulia (Mare Tyrrhenum)", "Cisalpina (Mare Tyrrhenum)"}
