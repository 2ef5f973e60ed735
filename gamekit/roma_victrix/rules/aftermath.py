"""After the losses: who is beaten, which leaders fall, who stays and who retreats (5.31 steps 8 to 12, 5.33, 10.42)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import FIRST_STRAIT, INDEX, PLACES, PROVINCE, neighbours, province_of
from gamekit.roma_victrix.procedures import BEATEN_AFTER_INTERCEPTION, operations_cost
from gamekit.roma_victrix.rules import battle, movement, subjects
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_at,
    decider,
    has_other_land_units,
    has_shelter,
    pay_into,
    pays_and_collects,
    ruling,
    scenario_constants,
    treasurer,
    with_garrison,
)
from gamekit.roma_victrix.rules.units import (
    active_of,
    change_groups,
    eliminate,
    groups_in_hand,
    has_enemy_fleets,
    leaders_at,
    rating_of,
    supreme_leader,
    units_of,
    with_leader,
    without_leader,
)
from gamekit.roma_victrix.state import NONE, Clash, Due, Pending, State, pop, push, replace_step
from gamekit.roma_victrix.tables import ROLLS, SACK

CHOOSE, WILLING, FORCED = range(3)  # how a retreat stands: to be decided, by choice, or so many provinces


def verdict(state: State) -> State:
    """Eliminate leaders without units; the beaten side's leader rolls, and then it stays or goes."""
    fight = battle.battle_of(state)
    state = pop(state)
    for role in (0, 1):
        if not units_left(state, role):
            state = _leaderless(state, fight, role)
    if fight.at == "siege":
        return _after_siege(state, fight)
    beaten = beaten_role(fight)
    alone = beaten is not None and not units_left(state, 1 - beaten) and ruling(state, "beaten_alone") == "stands"
    if beaten is None or alone or not units_left(state, beaten):
        return _unguarded(state, fight, beaten) if beaten == 1 and not alone else battle.cast_off(state)
    steps = [Pending(Due.RETREAT, decider(state, fight.sides[beaten]), fight.place, beaten, note=(CHOOSE,))]
    leader = battle.leading(state, beaten)
    if leader != NONE and _risks_death(state, fight):
        found = {leader, *(_going(state, fight, steps[0]) if ruling(state, "beaten_leaders") == "each" else ())}
        steps = [Pending(Due.DEATH_ROLL, steps[0].actor, fight.place, each) for each in sorted(found)] + steps
    if fight.at == "sea":
        steps[-1] = Pending(Due.PUT_IN, steps[-1].actor, fight.place, left=2 + beaten)
    return push(_penalty(state, fight, beaten), *steps, Pending(Due.CASTING))


def units_left(state: State, role: int) -> bool:
    """Return whether a side still has units in the fight; garrisons and limes are markers (3.9)."""
    return bool(battle.fighters(state, role))


def beaten_role(fight: Clash) -> int | None:
    """Return who lost the higher per cent (5.31 step 8): 0 the attacker, 1 the defender, None when both lost the
    same."""
    mine, theirs = fight.percents
    return None if mine == theirs else int(theirs > mine)


def _risks_death(state: State, fight: Clash) -> bool:
    return fight.at == "land" or ruling(state, "naval_leader") == "3.34"


def _leaderless(state: State, fight: Clash, role: int) -> State:
    """3.34 b: a leader goes with the last of his units; so do others of his side who have none there."""
    side = fight.sides[role]
    leader = fight.leaders[role]
    if leader != NONE and (role == 0 or fight.interception) and state.leaders[leader].place != NONE:
        return without_leader(state, leader)
    for number in leaders_at(state, province_of(fight.place), side):
        if not _has_company(state, number):
            state = without_leader(state, number)
    return state


def _has_company(state: State, number: int) -> bool:
    leader = state.leaders[number]
    here, side = province_of(leader.place), camp(state, leader.owner)
    return any(province_of(group.place) == here and camp(state, group.owner) == side for group in state.groups)


def _penalty(state: State, fight: Clash, beaten: int) -> State:
    """5.49: an intercepted leader who is beaten on land loses a point more."""
    active = state.active
    if not (fight.interception and fight.at == "land" and beaten == 1 and active):
        return state
    return replace(state, active=replace(active, ops=max(0, active.ops - BEATEN_AFTER_INTERCEPTION)))


def _unguarded(state: State, fight: Clash, beaten: int) -> State:
    """A garrison alone that is beaten stays in its capital and at home (5.33), else on a 1 (5.31 step 11 b); it cannot
    retreat (10.57)."""
    side = fight.sides[beaten]
    alone = fight.garrison and fight.at == "land" and not has_shelter(state, fight.place, side)
    if not alone or at_home(state, fight, beaten):
        return battle.cast_off(state)
    if ruling(state, "beaten_garrison") == "10.57":
        return battle.cast_off(with_garrison(state, fight.place, NONE))
    actor = decider(state, side)
    retreat = Pending(Due.RETREAT, actor, fight.place, beaten, note=(CHOOSE,))
    return push(state, Pending(Due.STAY_ROLL, actor, fight.place, beaten), retreat, Pending(Due.CASTING))


def casting(state: State) -> State:
    """End the fight."""
    return battle.cast_off(pop(state))


def death_roll(state: State, action: s.Die) -> State:
    """Resolve a beaten leader's death roll: it falls on a 1 (3.34 c, 5.31 step 10)."""
    step = state.agenda[-1]
    state = pop(state)
    return without_leader(state, step.who) if action.die in ROLLS["leader_killed"].faces else state


# Retreat --------------------------------------------------------------------------------------------------------------


def at_home(state: State, fight: Clash, role: int) -> bool:
    """Return whether a side need not retreat (5.33): minor powers and barbarians at home, forces raised by a card."""
    if role == 0 or fight.interception:
        leader = fight.leaders[role]
        return leader != NONE and state.leaders[leader].raised in ("Ambush", "Minor Rebellion", "Major Rebellion")
    frame = scenario_constants(state)
    owners = {group.owner for group in battle.fighters(state, role)} or {state.garrisons[fight.place]} - {NONE}
    return bool(owners) and all(
        frame.roles[owner] in ("client", "ally", "neutral", "barbaricum") and fight.place in frame.homes[owner]
        for owner in owners
    )


def retreats(state: State) -> tuple[s.Action, ...]:
    """Return a beaten force's choices: into the capital, to a neighbour, an attempt to stay; not if it must retreat."""
    step, fight = state.agenda[-1], battle.battle_of(state)
    mode, *seen = step.note
    side = fight.sides[step.who]
    found: list[s.Action] = []
    if mode != FORCED:
        found.append(s.Stay())
    if mode == CHOOSE and has_shelter(state, step.place, side):
        found.append(s.EnterCapital())
    left = step.left if mode == FORCED else 1
    found += [s.RetreatTo(PLACES[there]) for there in ways(state, step, left, tuple(seen))]
    return tuple(found)


def ways(state: State, step: Pending, left: int, seen: tuple[int, ...]) -> list[int]:
    """Return the next places of a retreat from which the rest of it is possible (5.31 step 11 d)."""
    fight = battle.battle_of(state)
    path = (*seen, fight.place, step.place)
    found = []
    for there in neighbours(step.place):
        if there not in path and open_to(state, fight, step.who, there):
            onward = replace(step, place=there)
            if left == 1 or ways(state, onward, left - 1, (*path,)):
                found.append(there)
    return found


def open_to(state: State, fight: Clash, role: int, there: int) -> bool:
    """Return whether a beaten side may retreat into a place."""
    side = fight.sides[role]
    barred = role == 1 or ruling(state, "beaten_attacker") == "barred"
    if barred and there == fight.origin:
        return False
    if there >= FIRST_STRAIT:
        return not has_enemy_fleets(state, there, side) and not has_other_land_units(state, there, side)
    if (
        PROVINCE[there].impassable
        or there not in scenario_constants(state).area
        or has_other_land_units(state, there, side)
    ):
        return False
    bar, garrison = ruling(state, "retreat_bar"), state.garrisons[there]
    if state.markers[there]:
        own = camp(state, subjects.people_of(state, there)) == side
        return bar == "11d" or (own and bar == "neutrals")
    return bar == "11d" or garrison == NONE or state.patron[garrison] != NONE


def stay(state: State, action: s.Stay) -> State:
    """Stay: at once after going far enough or at home, else by a roll (5.31 step 11 b, 5.33)."""
    step, fight = state.agenda[-1], battle.battle_of(state)
    if step.note[0] == WILLING or at_home(state, fight, step.who):
        return pop(state)
    return push(state, Pending(Due.STAY_ROLL, step.actor, step.place, step.who))


def stay_roll(state: State, action: s.Die) -> State:
    """Resolve a stay roll: the rating or less stays; else the force retreats by the difference (5.31 step 11 b
    and c)."""
    state = pop(state)
    step = state.agenda[-1]
    leader = battle.leading(state, step.who) if units_left(state, step.who) else NONE
    rating = rating_of(state, leader) or max(ROLLS["stays_without_leader"].faces)
    if action.die <= rating:
        return pop(state)
    state = replace_step(state, replace(step, left=action.die - rating, note=(FORCED,)))
    return no_way(state)


def no_way(state: State) -> State:
    """Eliminate a force that must go on and cannot (5.31 step 11 e)."""
    step, fight = state.agenda[-1], battle.battle_of(state)
    mode, *seen = step.note
    lost = fight.lost and step.who == 1
    goes = any(group.place == step.place for group in groups_in_hand(state, fight.sides[step.who]))
    if not lost and (mode != FORCED or (goes and ways(state, step, step.left, tuple(seen)))):
        return state
    side = fight.sides[step.who]
    state = eliminate(state, lambda group: group in groups_in_hand(state, side) and group.place == step.place)
    state = _without_markers(pop(state), fight, step.who)
    return _leaderless(state, replace(fight, place=step.place), step.who)


def _without_markers(state: State, fight: Clash, role: int) -> State:
    guards = fight.garrison and role == 1 and fight.place < FIRST_STRAIT
    return with_garrison(state, fight.place, NONE) if guards else state


def enter_capital(state: State, action: s.EnterCapital) -> State:
    """Move the beaten defenders into their capital with the garrison (5.31 steps 11 a and 11 f)."""
    step, fight = state.agenda[-1], battle.battle_of(state)
    beaten = tuple(_going(state, fight, step))
    return movement.into_capital(pop(state), step.place, fight.sides[step.who], beaten)


def retreat(state: State, action: s.RetreatTo) -> State:
    """Retreat one place on; enemies of the active leader may intercept there (5.43)."""
    step, fight = state.agenda[-1], battle.battle_of(state)
    there, side = INDEX[action.place], fight.sides[step.who]
    mode, *seen = step.note
    for number in _going(state, fight, step):
        state = with_leader(state, number, place=there, inside=False)
    moving = set(map(id, (group for group in groups_in_hand(state, side) if group.place == step.place)))
    state = change_groups(state, lambda group: id(group) in moving, place=there)
    if mode == CHOOSE or not seen:
        state = _without_markers(state, fight, step.who)
    left = step.left - 1 if mode == FORCED else 1
    note = (FORCED if mode == FORCED else WILLING, *seen, step.place)
    done = left == 0 if mode == FORCED else mode == WILLING
    state = pop(state) if done else replace_step(state, replace(step, place=there, left=left, note=note))
    state = movement.lose_lone_leaders(subjects.rouse(state, there, side), there, side) if moving else state
    return push(_pursued(state, side, there), *subjects.risings(state, there, side))


def _going(state: State, fight: Clash, step: Pending) -> list[int]:
    if step.who == 0 or fight.interception:
        leader = fight.leaders[step.who]
        return [leader] if leader != NONE and state.leaders[leader].place == step.place else []
    side = fight.sides[1]
    return [number for number in leaders_at(state, step.place, side) if state.leaders[number].place == step.place]


def _pursued(state: State, side: int, there: int) -> State:
    active = state.active
    if active is None or state.leaders[active.leader].place != there:
        return state
    if camp(state, state.leaders[active.leader].owner) != side:
        return state
    others = movement.interceptor_sides(state, side)
    return push(state, *(Pending(Due.INTERCEPT, other, there, active.leader) for other in others))


# Sieges ---------------------------------------------------------------------------------------------------------------


def besiege(state: State, action: s.Besiege) -> State:
    """Begin a round of siege (10.41): a point, if the besieger has as many CSP as the defenders, counted now."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    place, side = leader.place, camp(state, leader.owner)
    city = capital_at(state, place)
    if city is None:
        raise ValueError("there is no capital here")
    other = camp(state, city.owner)
    if ruling(state, "commit") == "all":
        state = battle._all_in(state, place, side)
    inside = [group for group in state.groups if group.place == place and camp(state, group.owner) == other]
    for group in inside:
        if group.inside:
            state = change_groups(state, partial(_is, group), known=group.known | 1 << max(side, 0))
    horse = ruling(state, "siege_cavalry") == "yes"
    mine = s.land_csp(units_of(groups_in_hand(state, side)), horse)
    theirs = sum(s.land_csp(group.units, horse) for group in inside if group.inside)
    theirs += city.csp + movement.besieged_garrison(state, place, other)
    if mine < theirs:
        return state
    foe = battle.best_leader(state, place, other, inside=True)
    cost = operations_cost(["besiege"])
    fight = Clash("siege", place, (side, other), (active.leader, foe), active.origin, points=active.siege)
    state = replace(state, battle=fight, active=replace(active, ops=active.ops - cost, fought=active.fought | {other}))
    return push(state, Pending(Due.CLASH, place=place))


def _is(group: s.Body, other: s.Body) -> bool:
    return other == group


def _after_siege(state: State, fight: Clash) -> State:
    """10.42: a capital without CSP and units is sacked; nobody has the plunder when the besiegers died with it (a
    ruling)."""
    city = capital_at(state, fight.place)
    if city is None or city.csp or units_left(state, 1):
        if state.active is not None:  # 14.2: a card counts in every round
            state = replace(state, active=replace(state.active, siege=fight.points))
        return battle.cast_off(state)
    for number in leaders_at(state, fight.place, fight.sides[1]):
        state = without_leader(state, number)
    state = with_garrison(state, fight.place, NONE)
    if units_left(state, 0) or ruling(state, "wiped_out") == "5.31":
        state = _sacked(state, fight, city)
    state = replace(state, pillaged=state.pillaged | {fight.place})
    state = battle.cast_off(state)
    king = supreme_leader(state, city.owner) if city.major else None
    if king is None or state.patron[city.owner] == NONE:
        return state
    return push(state, Pending(Due.FOUND, state.patron[city.owner], who=city.owner))


def _sacked(state: State, fight: Clash, city: s.Capital) -> State:
    """The plunder (10.34, 10.35), or by 7.8 half the treasury alone."""
    winner = treasurer(state, state.leaders[fight.leaders[0]].owner) if fight.leaders[0] != NONE else fight.sides[0]
    row = SACK["major" if city.major else "minor"]
    plunder = 0 if city.major and ruling(state, "sack") == "7.8" else row.plunder
    share = 0
    if city.major:
        share = -(-state.treasury[city.owner] * row.treasury_share.numerator // row.treasury_share.denominator)
        state = pay_into(state, city.owner, -share)
    return pay_into(state, winner, plunder + share) if pays_and_collects(state, winner) else state
