"""Combat on land, at sea and in a siege, from the attack to the retreat (3.34, 5.3, 5.5, 5.7, 10.4).

``procedures`` computes losses, ratios and modifiers. Groups that fight have status HELD until the verdict."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import eq
from typing import Final

from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import Force, Modifier, Stack
from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_STRAIT,
    INDEX,
    LAND_STEPS,
    PLACES,
    PROVINCE,
    distances,
    province_of,
)
from gamekit.roma_victrix.rules import cards, movement, sea, subjects
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_at,
    decider,
    has_land_units_of_others,
    has_shelter,
    is_friendly,
    is_roman,
    may_move_and_fight,
    name_of,
    occupy,
    pay_into,
    pays_and_collects,
    players_after,
    ruling,
    scenario_constants,
    treasurer,
    with_garrison,
)
from gamekit.roma_victrix.rules.units import (
    active_force,
    active_of,
    change_groups,
    eliminate,
    groups_at,
    groups_in_hand,
    has_enemy_fleets,
    leader_named,
    leaders_at,
    rating_of,
    reduce_counter,
    supreme_leader,
    units_of,
    with_leader,
    without_leader,
)
from gamekit.roma_victrix.tables import CARDS, FACES, FIGURES, ROLLS, SACK, UNITS

BOTH: Final = Dist({s.Dice(attacker, defender): 1 for attacker in FACES for defender in FACES})
MARKERS: Final = dict.fromkeys(("GAR", "LIMES", "rLIMES", "CITY"), 1)  # CSP that one step of these markers pays
WORTH: Final = MARKERS | {
    counter: loss
    for kind, full, weak in zip(s.KINDS, s.STRENGTH[::2], s.STRENGTH[1::2])
    for counter, loss in ((kind, full - weak), (f"r{kind}", weak))
}


def battle_of(state: s.State) -> s.Clash:
    """Return the current fight. ValueError if there is none."""
    if state.battle is None:
        raise ValueError("the position has no fight; battle should be a Clash")
    return state.battle


def best_leader(state: s.State, place: int, side: int, inside: bool = False) -> int:
    """Return the number of the leader whose rating counts for a camp in a province (5.31 step 5), or NONE."""
    found = (number for number in leaders_at(state, place, side) if state.leaders[number].inside == inside)
    return next(found, s.NONE)


# The attack -----------------------------------------------------------------------------------------------------------


def attack(state: s.State, action: s.Attack) -> s.State:
    """Spend an OP on an attack; the defender answers next (5.31 steps 1 and 2)."""
    active, leader, place, side = active_force(state)
    cost = procedures.operations_cost(["naval attack" if active.aboard else "attack"])
    found = sea.sea_targets(state, place, side) if active.aboard else movement.land_targets(state, place, side)
    other = next(each for each in found if name_of(state, each) == action.power)
    if other < 0 and (rising := subjects.steps_on_provoking(state, place, side, -other - 2)):
        return s.push(state, *rising)  # 3.84, 3.88: its neutrality is broken first
    state = replace(state, active=replace(active, ops=active.ops - cost, fought=active.fought | {other}))
    state = subjects.rouse_allies(state, province_of(place), side)  # 11.14, 11.24
    if active.aboard:
        foe = best_leader(state, province_of(place), other)
        state = replace(state, battle=s.Clash("sea", place, (side, other), (active.leader, foe), active.origin))
        return s.push(state, s.Pending(s.Due.ANSWER, decider(state, other), place), s.Pending(s.Due.CLASH, place=place))
    if ruling(state, "commit") == "all":
        state = _all_in(state, place, side)
    foe = best_leader(state, place, other)
    ambush = leader.raised == "Ambush" and active.origin == s.NONE  # where they lay in wait
    fight = s.Clash("land", place, (side, other), (active.leader, foe), active.origin, lost=ambush)
    state = replace(state, battle=fight)
    outside = any(_stands(state, group, place, other) for group in state.groups)
    answer = (s.Pending(s.Due.ANSWER, decider(state, other), place),) if outside else ()
    return s.push(state, *answer, s.Pending(s.Due.CLASH, place=place))


def _all_in(state: s.State, place: int, side: int) -> s.State:
    return change_groups(
        state,
        lambda group: (
            group.place == place
            and camp(state, group.owner) == side
            and s.has_land(group.units)
            and group.status in (s.Status.FREE, s.Status.LEFT)
            and group.owner in movement.turn_powers(state)
            and may_move_and_fight(state, group.owner)
        ),
        status=s.Status.HELD,
    )


def _stands(state: s.State, group: s.Body, place: int, side: int) -> bool:
    return group.place == place and camp(state, group.owner) == side and s.has_land(group.units) and not group.inside


def intercept(state: s.State, action: s.Intercept) -> s.State:
    """Try to intercept, by a roll or a card (5.45, 5.85, 14.2)."""
    step = state.agenda[-1]
    number = leader_named(state, action.leader)
    active = active_of(state)
    if active.aboard:
        again = ruling(state, "naval_attempts") == "again"
        state = s.replace_step(state, step if again else replace(step, note=(*step.note, number)))
    else:
        state = replace(state, active=replace(active, tried=active.tried | {number}))
    if action.card:
        state = cards.discard_card(state, step.actor, action.card)
        return cards.cancellable(state, step.actor, s.Pending(s.Due.CLASH, place=step.place, who=number, left=1))
    if step.left:  # 5.27: in the same province there is no roll
        return begin_interception(state, number, step.place)
    return s.push(state, s.Pending(s.Due.INTERCEPT_ROLL, step.actor, step.place, number))


def intercept_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve an interception roll: on land the rating or less, at sea seven with the rating added (5.45, 5.85)."""
    step = state.agenda[-1]
    state = s.pop(state)
    rating = state.leaders[step.who].rating
    afloat = state.active is not None and state.active.aboard
    hit = action.die + rating >= FIGURES["naval_interception"] if afloat else action.die <= rating
    return begin_interception(state, step.who, step.place) if hit else state


def begin_interception(state: s.State, number: int, place: int) -> s.State:
    """Let the interceptors, which may leave some units behind, attack the arriving force; a retreat ends there."""
    if state.battle is not None:
        state = end_fight(s.drop_phase(s.drop_phase(state, s.Due.RETREAT), s.Due.CASTING))
    leader, afloat = state.leaders[number], active_of(state).aboard
    side = camp(state, leader.owner)

    def comes(group: s.Body) -> bool:
        if not afloat:
            return movement.follows(state, group, leader.place, side)
        based = group.place in sea.coasts_adjacent_to(leader.place, place) and may_move_and_fight(state, group.owner)
        return based and camp(state, group.owner) == side and s.has_fleet(group.units)

    return s.push(change_groups(state, comes, status=s.Status.HELD), s.Pending(s.Due.COMMIT, side, place, number))


def commit_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the interceptor's actions: set out, or leave counters behind, but not the last (5.47: it is the attacker
    and, by the ruling ``commit``, chooses the units)."""
    coming = groups_in_hand(state, state.agenda[-1].actor)
    total = sum(units_of(coming))
    found: list[s.Action] = [s.Commit()]
    if ruling(state, "commit") == "all":
        return tuple(found)
    for (owner, counter), count in movement.count_counters(coming).items():
        counts = [each for each in dict.fromkeys((1, count)) if each < total]
        found += [s.Leave(counter, name_of(state, owner), each) for each in counts]
    return tuple(found)


def hold_back(state: s.State, action: s.Leave) -> s.State:
    """Leave counters of the interceptor where they are."""
    return movement.change_status(state, groups_in_hand(state, state.agenda[-1].actor), action, s.Status.FREE)


def commit_interceptors(state: s.State, action: s.Commit) -> s.State:
    """Move the interceptors in; they fight only the arriving force (5.47)."""
    step, active = state.agenda[-1], active_of(state)
    start, other = state.leaders[step.who].place, sea.intercepted_side(state, step)
    coming = {id(group) for group in groups_in_hand(state, step.actor)}
    state = change_groups(state, lambda group: id(group) in coming, place=step.place)
    state = with_leader(s.pop(state), step.who, place=step.place)
    foe = active.leader
    if camp(state, state.leaders[foe].owner) != other:  # 5.83: ships that have withdrawn, with their leaders
        aboard = (
            each
            for each in leaders_at(state, province_of(step.place), other)
            if state.leaders[each].place == step.place
        )
        foe = next(aboard, s.NONE)
    if not active.aboard:
        state = movement.lose_lone_leaders(state, step.place, step.actor)
    at_ = "sea" if active.aboard else "land"
    fight = s.Clash(at_, step.place, (step.actor, other), (step.who, foe), start, interception=True)
    return s.push(replace(state, battle=fight), s.Pending(s.Due.CLASH, place=step.place))


# The answer -----------------------------------------------------------------------------------------------------------


def defender_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the defender's choices: stand, withdraw by a roll or a card, or go into the capital (5.5, 5.71)."""
    step, fight = state.agenda[-1], battle_of(state)
    found: list[s.Action] = [s.Stand()]
    if fight.at == "sea":
        return (*found, *([s.Withdraw()] if sea.havens(state, fight.sides[1]) else []))
    if has_shelter(state, fight.place, fight.sides[1]):
        found.append(s.EnterCapital())
    far = max(FIGURES["least_withdrawal"], rating_of(state, leading_leader(state, 1)) - min(FACES))
    if refuges(state, fight.place, fight.sides[1], far):
        found.append(s.Withdraw())
    by_card = CARDS[cards.WITHDRAWAL, "provinces"]
    if cards.holds_card(state, step.actor, cards.WITHDRAWAL) and refuges(state, fight.place, fight.sides[1], by_card):
        found.append(s.Withdraw(cards.WITHDRAWAL))
    return tuple(found)


def shut_gates(state: s.State, action: s.EnterCapital) -> s.State:
    """Move the defender into the capital; there is no combat (5.52)."""
    fight = battle_of(state)
    state = movement.into_capital(s.pop(state), fight.place, fight.sides[1])
    return replace(s.drop_phase(state, s.Due.CLASH), battle=None)


def withdraw(state: s.State, action: s.Withdraw) -> s.State:
    """Begin a withdrawal, by a roll or by the card that replaces the roll."""
    step = state.agenda[-1]
    if action.card:
        state = cards.discard_card(s.pop(state), step.actor, action.card)
        there = s.Pending(s.Due.WITHDRAW, step.actor, step.place, left=CARDS[cards.WITHDRAWAL, "provinces"])
        return cards.cancellable(state, step.actor, there)
    return s.replace_step(state, s.Pending(s.Due.WITHDRAW_ROLL, step.actor, step.place))


def withdraw_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a withdrawal roll: on land the rating or less; without a leader and at sea by ``rolls.csv`` (5.51,
    5.53, 5.71)."""
    step, fight = state.agenda[-1], battle_of(state)
    if fight.at == "sea":
        if action.die not in ROLLS["naval_withdrawal"].faces:
            return s.pop(state)
        return s.replace_step(state, s.Pending(s.Due.PUT_IN, step.actor, fight.place, left=1))
    rating = rating_of(state, leading_leader(state, 1))
    succeeds = action.die <= rating if rating else action.die in ROLLS["withdrawal_without_leader"].faces
    far = max(FIGURES["least_withdrawal"], rating - action.die)
    if not succeeds or not refuges(state, fight.place, fight.sides[1], far):
        return s.pop(state)
    return s.replace_step(state, s.Pending(s.Due.WITHDRAW, step.actor, step.place, left=far))


def refuges(state: s.State, place: int, side: int, far: int) -> list[int]:
    """Return the provinces within ``far`` areas of a place that a camp reaches through friendly ones (5.51, 5.54)."""
    found = {place}
    edge = [place]
    for _ in range(far):
        steps = [
            there for here in edge for there in LAND_STEPS[here] if there not in found and _safe(state, there, side)
        ]
        edge = list(dict.fromkeys(steps))
        found |= set(edge)
    return sorted(there for there in found if there < FIRST_STRAIT and there != place)


def _safe(state: s.State, place: int, side: int) -> bool:
    """Return whether a force may withdraw to or through a place: friendly, or a strait without enemies (3.23, 5.54)."""
    if place < FIRST_STRAIT:
        return is_friendly(state, place, side)
    barred = ruling(state, "withdrawal_strait") == "barred"
    return not (barred or has_enemy_fleets(state, place, side) or has_land_units_of_others(state, place, side))


def refuge_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the places to which the force may withdraw."""
    fight, far = battle_of(state), state.agenda[-1].left
    return tuple(s.RetreatTo(PLACES[there]) for there in refuges(state, fight.place, fight.sides[1], far))


def complete_withdrawal(state: s.State, action: s.RetreatTo) -> s.State:
    """Move the withdrawing force to the place chosen, before the combat.

    A garrison left behind is replaced by the attacker's (X.6) or, by the other reading of the rule, fights."""
    fight = battle_of(state)
    there = INDEX[action.place]
    place, (side, other) = fight.place, fight.sides
    for number in leaders_at(state, place, other):
        if not state.leaders[number].inside:
            state = with_leader(state, number, place=there)
    state = change_groups(state, lambda group: _stands(state, group, place, other), place=there)
    state = movement.lose_lone_leaders(replace(s.drop_phase(s.pop(state), s.Due.CLASH), battle=None), there, other)
    garrison = state.garrisons[place] if place < FIRST_STRAIT else s.NONE
    left = garrison != s.NONE and camp(state, garrison) == other and not has_shelter(state, place, other)
    if left and ruling(state, "withdrawn_garrison") == "replaced":
        state = occupy(with_garrison(state, place, s.NONE), place, side)
    return state


# The clash ------------------------------------------------------------------------------------------------------------


def prepare_fight(state: s.State) -> s.State:
    """Determine the forces, and let players with cards play one (5.31 steps 3 to 5)."""
    step = state.agenda[-1]
    state = s.pop(state)
    if step.left:  # an interception by card
        return begin_interception(state, step.who, step.place) if state.active else state
    fight = battle_of(state)
    state = _counted(state, fight)
    if not all(any(force.stacks) for force in fight_forces(state)):
        return end_fight(state)
    windows = [s.Pending(s.Due.WINDOW, side, fight.place, left=1) for side in dict.fromkeys(fight.sides) if side >= 0]
    if (
        fight.at != "sea" and state.active and state.active.origin == s.NONE
    ):  # no move before it, at which to play a card
        others = (each for each in players_after(state, fight.sides[0]) if each not in fight.sides)
        windows += [s.Pending(s.Due.WINDOW, other, fight.place, left=cards.ANY) for other in others]
    return s.push(state, *windows, s.Pending(s.Due.DICE, decider(state, fight.sides[0]), fight.place))


def _counted(state: s.State, fight: s.Clash) -> s.State:
    place, (mine, other) = fight.place, fight.sides
    if not fight.interception:
        inside = fight.at == "siege"

        def defends(group: s.Body) -> bool:
            if group.place != place or camp(state, group.owner) != other:
                return False
            return s.has_fleet(group.units) if fight.at == "sea" else s.has_land(group.units) and group.inside == inside

        state = change_groups(state, defends, status=s.Status.HELD)
    state = change_groups(
        state,
        lambda group: (
            group.status == s.Status.HELD and group.place == place and camp(state, group.owner) in (mine, other)
        ),
        known=s.EVERYBODY,
    )
    if fight.at == "sea" or fight.interception or place >= FIRST_STRAIT:
        return state
    garrison = state.garrisons[place]
    guards = garrison != s.NONE and camp(state, garrison) == other
    if fight.at == "siege":
        guards = bool(movement.besieged_garrison(state, place, other))
    leader = state.leaders[fight.leaders[0]].owner
    walls = fight.at == "land" and bool(state.limes[place]) and not is_roman(state, leader)
    owners = [group.owner for group in groups_at(state, place) if camp(state, group.owner) == other]
    walls = walls and any(is_roman(state, power) for power in (*owners, *([garrison] if guards else [])))
    return replace(state, battle=replace(fight, garrison=guards, limes=walls))


def leading_leader(state: s.State, role: int) -> int:
    """Return the leader whose rating counts for a side: its first leader or, for defenders whose leader has fallen, the
    best one left (5.31 steps 5, 11 b)."""
    fight = battle_of(state)
    number = fight.leaders[role]
    if number == s.NONE or state.leaders[number].place != s.NONE:
        return number
    heirs = role == 1 and not fight.interception
    return best_leader(state, province_of(fight.place), fight.sides[1], fight.at == "siege") if heirs else s.NONE


def call_off_fight(state: s.State) -> s.State | None:
    """Return the position without the fight if the attacker's leader fell before the dice (5.0, 14.2), else None."""
    fight = battle_of(state)
    number = fight.leaders[0]
    if number == s.NONE or state.leaders[number].place != s.NONE:
        return None
    return end_fight(s.drop_phase(s.pop(state), s.Due.CLASH))


def fighters(state: s.State, role: int) -> tuple[s.Body, ...]:
    """Return the groups that fight for the attacker (0) or the defender (1)."""
    fight = battle_of(state)
    return tuple(group for group in groups_in_hand(state, fight.sides[role]) if group.place == fight.place)


def fight_forces(state: s.State) -> tuple[Force, Force]:
    """Return (attacker, defender) as forces for ``procedures``, without a city's own CSP."""
    fight = battle_of(state)
    found = []
    for role in (0, 1):
        units = units_of(fighters(state, role))
        units = tuple(count * counter_fights(state, counter) for counter, count in zip(s.COUNTERS, units))
        garrison = int(role == 1 and fight.garrison)
        limes = state.limes[fight.place] if role == 1 and fight.limes else 0
        found.append(s.as_force(units, rating_of(state, leading_leader(state, role)), garrison=garrison, limes=limes))
    if fight.at == "siege" and not any(found[1].stacks) and _city(state):
        found[1] = replace(found[1], stacks=(Stack("GAR", 0, 0),))
    return found[0], found[1]


def _city(state: s.State) -> int:
    fight = battle_of(state)
    city = capital_at(state, fight.place) if fight.at == "siege" else None
    return city.csp if city else 0


def fight_csp(state: s.State) -> tuple[int, int]:
    """Return the CSP of both sides, a besieged city's included."""
    mine, theirs = fight_forces(state)
    return mine.csp, theirs.csp + _city(state)


def modifiers(state: s.State) -> list[Modifier]:
    """Return the die-roll modifiers of the fight (5.31 step 5, 5.72 step 3, 10.41 step 5)."""
    fight = battle_of(state)
    mine, theirs = fight_forces(state)
    lone = theirs.leader if fight.garrison and ruling(state, "garrison_leader") == "counts" else 0
    rows = [
        procedures.as_modifier(
            "leader", procedures.effective_rating(mine) - max(lone, procedures.effective_rating(theirs))
        )
    ]
    rows.append(procedures.as_modifier("numerical", procedures.numbers_modifier(*fight_csp(state))))
    if fight.at == "land":
        rows.append(
            procedures.as_modifier("cavalry", procedures.cavalry_modifier(mine.cavalry_csp, theirs.cavalry_csp))
        )
    rows += [procedures.as_modifier("card", fight.points[0]), procedures.as_modifier("card", -fight.points[1])]
    return rows


def roll(state: s.State, action: s.Dice) -> s.State:
    """Record the dice; the holder of the net modifier spends it next (5.31 steps 6 and 7)."""
    fight = battle_of(state)
    net = procedures.net_modifier(modifiers(state))
    percents = action.defender * procedures.PER_PIP, action.attacker * procedures.PER_PIP
    fight = replace(fight, net=net, dice=(action.attacker, action.defender), percents=percents)
    state = replace(s.pop(state), battle=fight)
    holder = fight.sides[0 if net > 0 else 1]
    steps = [s.Pending(s.Due.SPLIT, decider(state, holder), fight.place)] if net else []
    seats = [seat for seat in (holder, *players_after(state, holder)) if seat >= 0]
    windows = [s.Pending(s.Due.WINDOW, seat, fight.place, left=2) for seat in dict.fromkeys(seats)]
    return s.push(state, *steps, *windows, s.Pending(s.Due.LOSSES, place=fight.place))


def split_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the ways to spend the net modifier without waste, the most points first (5.31 step 7)."""
    fight = battle_of(state)
    own, enemy = fight.dice if fight.net > 0 else fight.dice[::-1]
    points = abs(fight.net)
    found = [
        (up, down)
        for up in range(min(points, procedures.HIGH - own) + 1)
        for down in range(min(points - up, enemy - procedures.LOW) + 1)
    ]
    return tuple(s.Split(*pair) for pair in sorted(found, key=lambda pair: (-sum(pair), pair)))


def spend_net(state: s.State, action: s.Split) -> s.State:
    """Fix the percentages that both sides lose."""
    fight = battle_of(state)
    attacker, defender = fight.dice
    if fight.net > 0:
        attacker, defender = attacker + action.raise_enemy, defender - action.lower_own
    else:
        attacker, defender = attacker - action.lower_own, defender + action.raise_enemy
    percents = defender * procedures.PER_PIP, attacker * procedures.PER_PIP
    return replace(s.pop(state), battle=replace(fight, percents=percents))


# Losses ---------------------------------------------------------------------------------------------------------------


def losses(state: s.State) -> s.State:
    """Assign the loss that each side owes by the percentage table (5.31 steps 8 and 9)."""
    fight = battle_of(state)
    if fight.swapped:
        fight = replace(fight, percents=fight.percents[::-1])
        state = replace(state, battle=fight)
    owed = [procedures.percentage_loss(csp, percent) for csp, percent in zip(fight_csp(state), fight.percents)]
    steps = [
        s.Pending(s.Due.PAY, decider(state, side), fight.place, role, owed[role], _tally(state, role))
        for role, side in enumerate(fight.sides)
    ]
    return s.replace_step(state, *steps, s.Pending(s.Due.VERDICT, place=fight.place))


WEAR, WANT = 2, 4  # ``who`` of a payment outside combat: by all units of the player in the place; by unsupplied ones


def groups_to_pay(state: s.State, step: s.Pending) -> tuple[s.Body, ...]:
    """Return the groups that can pay the loss of a step."""
    if step.who in (WEAR, WANT):
        return tuple(group for group in groups_in_hand(state, step.actor) if group.place == step.place)
    return fighters(state, step.who)


def _tally(state: s.State, role: int) -> tuple[int, ...]:
    return (*units_of(fighters(state, role)), *_marks(state, role))


def _marks(state: s.State, role: int) -> tuple[int, int, int, int]:
    """Return the counts of garrison, full limes, reduced limes and city CSP that pay for a side."""
    if role != 1 or state.battle is None:
        return 0, 0, 0, 0
    fight = state.battle
    limes = state.limes[fight.place] if fight.limes else 0
    return int(fight.garrison), int(limes == 2), int(limes == 1), _city(state)


def payments(state: s.State) -> tuple[s.Action, ...]:
    """Return the counters that may pay the next step: none that overshoots while a smaller step would have met
    the loss."""
    step = state.agenda[-1]
    available = _available(state, step)
    exact = [(counter, owner) for counter, owner in available if WORTH[counter] <= step.left]
    if step.left == 1 and step.who != sea.CARGO:
        now = (*units_of(groups_to_pay(state, step)), *_marks(state, step.who))
        exact += [
            (counter, owner)
            for counter, owner in available
            if WORTH[counter] == 2 and not _undoable(step.note, now, counter)
        ]
    chosen = available if step.who == sea.CARGO else exact or available
    return tuple(s.Pay(counter, name_of(state, owner)) for counter, owner in chosen)


def _available(state: s.State, step: s.Pending) -> list[tuple[str, int]]:
    if step.who == sea.CARGO:
        return sea.reducible_cargo(state, step)
    found = {
        (counter, group.owner)
        for group in groups_to_pay(state, step)
        for counter, count in zip(s.COUNTERS, group.units)
        if count and _pays(state, step, counter)
    }
    if step.who == 1 and state.battle is not None:
        marks = zip(MARKERS, _marks(state, 1))
        found |= {(name, _marker_owner(state, name)) for name, count in marks if count}
    return sorted(found, key=lambda pair: (pair[1], [*s.COUNTERS, *MARKERS].index(pair[0])))


def _pays(state: s.State, step: s.Pending, counter: str) -> bool:
    """Return whether a loss may be paid with this kind of counter."""
    if step.who not in (WEAR, WANT):
        return counter_fights(state, counter)
    number = s.COUNTERS.index(counter.removeprefix("r"))
    return any(step.note[number : number + 2]) or not step.note  # 8.32, 8.4: BI pay no attrition


def counter_fights(state: s.State, counter: str) -> bool:
    """Return whether a counter fights: fleets at sea, land units ashore, cavalry in a siege by a ruling (10.41 step
    3)."""
    fight, kind = battle_of(state), UNITS[counter.removeprefix("r")]
    if fight.at == "siege" and kind.cavalry:
        return ruling(state, "siege_cavalry") == "yes"
    return (kind.kind == "sea") == (fight.at == "sea")


def _marker_owner(state: s.State, marker: str) -> int:
    fight = battle_of(state)
    city = capital_at(state, fight.place)
    if marker == "CITY" and city:
        return city.owner
    owner = state.garrisons[fight.place] if fight.place < FIRST_STRAIT else s.NONE
    return owner if owner != s.NONE else fight.sides[1]


def _undoable(before: tuple[int, ...], now: tuple[int, ...], counter: str) -> bool:
    """Return whether, once this step is paid, an earlier step of 1 CSP could be taken back."""
    if not before:
        return False
    after = list(now)
    if counter in s.COUNTERS:
        number = s.COUNTERS.index(counter)
        after[number] -= 1
        if number % 2 == 0:
            after[number + 1] += 1
    for number in range(0, len(s.COUNTERS), 2):
        full, weak = s.STRENGTH[number : number + 2]
        had, has = before[number : number + 2], after[number : number + 2]
        if has[0] < had[0] and has[1] and full - weak == 1:
            return True
        if sum(has) < sum(had) and weak == 1:
            return True
    return before[-4:] != tuple(after[-4:])


def pay(state: s.State, action: s.Pay) -> s.State:
    """Pay one step of a loss."""
    step = state.agenda[-1]
    if step.who == sea.CARGO:
        return sea.jettison(state, action.counter, scenario_constants(state).powers.index(action.owner))
    state = _struck(state, step, action)
    left = step.left - WORTH[action.counter]
    return s.replace_step(state, replace(step, left=left)) if left > 0 else _settled_cargo(s.pop(state), step)


def _struck(state: s.State, step: s.Pending, action: s.Pay) -> s.State:
    if action.counter in MARKERS:
        return _marker_struck(state, action.counter)
    counter = action.counter
    group = next(
        each
        for each in groups_to_pay(state, step)
        if name_of(state, each.owner) == action.owner and each.units[s.COUNTERS.index(counter)]
    )
    state = reduce_counter(state, group, counter)
    if step.who == WANT and counter.startswith("r") and "8.23" in state.options:
        state = _changes_sides(state, group.owner, step.place, counter)
    return state


def _changes_sides(state: s.State, power: int, place: int, counter: str) -> s.State:
    """8.23: in a Roman civil war units that attrition would eliminate go over to the nearest hostile Roman leader."""
    if not is_roman(state, power):
        return state
    side = camp(state, power)
    foes = [
        leader
        for leader in state.leaders
        if leader.place != s.NONE and is_roman(state, leader.owner) and camp(state, leader.owner) != side
    ]
    if not foes:
        return state
    near_by = distances(province_of(place))
    leader = min(foes, key=lambda each: near_by[each.place])
    fleet = counter == "rFLEET"
    coasts = COASTS[province_of(leader.place)]
    if fleet and not coasts:
        return state
    return subjects.place_counters(
        state, leader.owner, coasts[0] if fleet else province_of(leader.place), s.only(counter)
    )


def _marker_struck(state: s.State, marker: str) -> s.State:
    fight = battle_of(state)
    if marker == "GAR":
        return replace(with_garrison(state, fight.place, s.NONE), battle=replace(fight, garrison=False))
    if marker == "CITY":
        cities = (replace(city, csp=city.csp - 1) if city.place == fight.place else city for city in state.capitals)
        return replace(state, capitals=tuple(cities))
    return replace(state, limes=s.with_item(state.limes, fight.place, state.limes[fight.place] - 1))


def pay_forced(state: s.State) -> s.State | None:
    """Return the position once a payment that leaves no choice is made; None while there is one."""
    step = state.agenda[-1]
    if step.left <= 0:
        return _settled_cargo(s.pop(state), step)
    available = _available(state, step)
    if step.who == sea.CARGO:
        return sea.jettison(state, *available[0]) if len(available) == 1 else None if available else s.pop(state)
    worth = sum(_whole(state, step, counter, owner) for counter, owner in available)
    if worth <= step.left:
        for _ in range(4):
            for counter, owner in _available(state, step):
                while (counter, owner) in _available(state, step):
                    state = _struck(state, step, s.Pay(counter, name_of(state, owner)))
        return _settled_cargo(s.pop(state), step)
    return None


def _whole(state: s.State, step: s.Pending, counter: str, owner: int) -> int:
    """Return the CSP of all counters of this kind and owner among the payers."""
    if counter in MARKERS:
        return {"LIMES": 2, "CITY": _city(state)}.get(counter, 1)
    number = s.COUNTERS.index(counter)
    count = sum(group.units[number] for group in groups_to_pay(state, step) if group.owner == owner)
    return count * s.STRENGTH[number]


def _settled_cargo(state: s.State, step: s.Pending) -> s.State:
    """5.72: cargo that no longer fits aboard is lost; by the other reading the cargo of a turned ship is turned."""
    fight = state.battle
    if fight is None or fight.at != "sea" or step.who not in (0, 1):
        return state
    turned = 0
    if ruling(state, "cargo") == "step":
        ships = units_of(fighters(state, step.who))[s.FLEET :]
        turned = min(ships[1], step.note[s.FLEET] - ships[0])
    return sea.schedule_jettison(state, fight.place, fight.sides[step.who], turned)


def end_fight(state: s.State) -> s.State:
    """End the fight: free all groups not with the active leader, and let the victor occupy the province."""
    fight = state.battle
    if fight is None:
        return state
    mine = s.NONE
    if state.active is not None:
        mine = camp(state, state.leaders[state.active.leader].owner)
    state = change_groups(
        state, lambda group: group.status == s.Status.HELD and camp(state, group.owner) != mine, status=s.Status.FREE
    )
    state = replace(state, battle=None)
    if fight.at != "sea":
        for side in fight.sides:
            state = occupy(state, fight.place, side)
        state = subjects.note_vacated(state, fight.place)
    return state


# After the losses -----------------------------------------------------------------------------------------------------

CHOOSE, WILLING, FORCED = range(3)  # state of a retreat: to be decided, by choice, or for a number of provinces


def after_losses(state: s.State) -> s.State:
    """Eliminate leaders without units; then the beaten side's leader rolls, and the side stays or retreats."""
    fight = battle_of(state)
    state = s.pop(state)
    for role in (0, 1):
        if not units_left(state, role):
            state = _leaderless(state, fight, role)
    if fight.at == "siege":
        return _after_siege(state, fight)
    mine, theirs = fight.percents  # 5.31 step 8: the side with the higher percentage lost, unless equal
    beaten = None if mine == theirs else int(theirs > mine)
    alone = beaten is not None and not units_left(state, 1 - beaten) and ruling(state, "beaten_alone") == "stands"
    if beaten is None or alone or not units_left(state, beaten):
        return _unguarded(state, fight, beaten) if beaten == 1 and not alone else end_fight(state)
    steps = [s.Pending(s.Due.RETREAT, decider(state, fight.sides[beaten]), fight.place, beaten, note=(CHOOSE,))]
    leader = leading_leader(state, beaten)
    if leader != s.NONE and (fight.at == "land" or ruling(state, "naval_leader") == "3.34"):
        found = {leader, *(_going(state, fight, steps[0]) if ruling(state, "beaten_leaders") == "each" else ())}
        steps = [s.Pending(s.Due.DEATH_ROLL, steps[0].actor, fight.place, each) for each in sorted(found)] + steps
    if fight.at == "sea":
        steps[-1] = s.Pending(s.Due.PUT_IN, steps[-1].actor, fight.place, left=2 + beaten)
    if fight.interception and fight.at == "land" and beaten == 1 and state.active:  # 5.49
        ops = max(0, state.active.ops - procedures.BEATEN_AFTER_INTERCEPTION)
        state = replace(state, active=replace(state.active, ops=ops))
    return s.push(state, *steps, s.Pending(s.Due.CASTING))


def units_left(state: s.State, role: int) -> bool:
    """Return whether a side still has units in the fight; garrisons and limes are markers (3.9)."""
    return bool(fighters(state, role))


def _leaderless(state: s.State, fight: s.Clash, role: int) -> s.State:
    """3.34 b: a leader is eliminated with its last unit; so are other leaders of its side without units there."""
    side = fight.sides[role]
    leader = fight.leaders[role]
    if leader != s.NONE and (role == 0 or fight.interception) and state.leaders[leader].place != s.NONE:
        return without_leader(state, leader)
    here = province_of(fight.place)
    for number in leaders_at(state, here, side):
        if not any(province_of(group.place) == here and camp(state, group.owner) == side for group in state.groups):
            state = without_leader(state, number)
    return state


def _unguarded(state: s.State, fight: s.Clash, beaten: int) -> s.State:
    """A garrison alone that is beaten stays in its capital and at home (5.33), else on a 1 (5.31 step 11 b); it cannot
    retreat (10.57)."""
    side = fight.sides[beaten]
    alone = fight.garrison and fight.at == "land" and not has_shelter(state, fight.place, side)
    if not alone or need_not_retreat(state, fight, beaten):
        return end_fight(state)
    if ruling(state, "beaten_garrison") == "10.57":
        return end_fight(with_garrison(state, fight.place, s.NONE))
    actor = decider(state, side)
    retreat = s.Pending(s.Due.RETREAT, actor, fight.place, beaten, note=(CHOOSE,))
    return s.push(state, s.Pending(s.Due.STAY_ROLL, actor, fight.place, beaten), retreat, s.Pending(s.Due.CASTING))


def death_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a beaten leader's death roll: it falls on a 1 (3.34 c, 5.31 step 10)."""
    step = state.agenda[-1]
    state = s.pop(state)
    return without_leader(state, step.who) if action.die in ROLLS["leader_killed"].faces else state


# Retreat --------------------------------------------------------------------------------------------------------------


def need_not_retreat(state: s.State, fight: s.Clash, role: int) -> bool:
    """Return whether a side need not retreat (5.33): minor powers and barbarians at home, forces raised by a card."""
    if role == 0 or fight.interception:
        leader = fight.leaders[role]
        return leader != s.NONE and state.leaders[leader].raised in ("Ambush", "Minor Rebellion", "Major Rebellion")
    frame = scenario_constants(state)
    owners = {group.owner for group in fighters(state, role)} or {state.garrisons[fight.place]} - {s.NONE}
    return bool(owners) and all(
        frame.roles[owner] in ("client", "ally", "neutral", "barbaricum") and fight.place in frame.homes[owner]
        for owner in owners
    )


def retreat_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return a beaten force's choices: into the capital, to a neighbour, or try to stay unless it must retreat."""
    step, fight = state.agenda[-1], battle_of(state)
    mode, *seen = step.note
    side = fight.sides[step.who]
    found: list[s.Action] = []
    if mode != FORCED:
        found.append(s.Stay())
    if mode == CHOOSE and has_shelter(state, step.place, side):
        found.append(s.EnterCapital())
    left = step.left if mode == FORCED else 1
    found += [s.RetreatTo(PLACES[there]) for there in retreat_steps(state, step, left, tuple(seen))]
    return tuple(found)


def retreat_steps(state: s.State, step: s.Pending, left: int, seen: tuple[int, ...]) -> list[int]:
    """Return the next places of a retreat of ``left`` provinces that can be completed from there (5.31 step 11 d)."""
    fight = battle_of(state)
    path = (*seen, fight.place, step.place)
    found = []
    for there in LAND_STEPS[step.place]:
        if there not in path and may_retreat_into(state, fight, step.who, there):
            onward = replace(step, place=there)
            if left == 1 or retreat_steps(state, onward, left - 1, (*path,)):
                found.append(there)
    return found


def may_retreat_into(state: s.State, fight: s.Clash, role: int, there: int) -> bool:
    """Return whether a beaten side may retreat into a place."""
    side = fight.sides[role]
    barred = role == 1 or ruling(state, "beaten_attacker") == "barred"
    if barred and there == fight.origin:
        return False
    if there >= FIRST_STRAIT:
        return not has_enemy_fleets(state, there, side) and not has_land_units_of_others(state, there, side)
    if (
        PROVINCE[there].impassable
        or there not in scenario_constants(state).area
        or has_land_units_of_others(state, there, side)
    ):
        return False
    bar, garrison = ruling(state, "retreat_bar"), state.garrisons[there]
    if state.markers[there]:
        own = camp(state, subjects.barbarian_power_of(state, there)) == side
        return bar == "11d" or (own and bar == "neutrals")
    return bar == "11d" or garrison == s.NONE or state.patron[garrison] != s.NONE


def stay(state: s.State, action: s.Stay) -> s.State:
    """Let a beaten force stay: at home or after retreating far enough at once, else by a roll (5.31 step 11, 5.33)."""
    step, fight = state.agenda[-1], battle_of(state)
    if step.note[0] == WILLING or need_not_retreat(state, fight, step.who):
        return s.pop(state)
    return s.push(state, s.Pending(s.Due.STAY_ROLL, step.actor, step.place, step.who))


def stay_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a stay roll: the rating or less stays; else the force retreats by the difference (5.31 step 11 b
    and c)."""
    state = s.pop(state)
    step = state.agenda[-1]
    leader = leading_leader(state, step.who) if units_left(state, step.who) else s.NONE
    rating = rating_of(state, leader) or max(ROLLS["stays_without_leader"].faces)
    if action.die <= rating:
        return s.pop(state)
    state = s.replace_step(state, replace(step, left=action.die - rating, note=(FORCED,)))
    return eliminate_trapped(state)


def eliminate_trapped(state: s.State) -> s.State:
    """Eliminate a force that must go on and cannot (5.31 step 11 e)."""
    step, fight = state.agenda[-1], battle_of(state)
    mode, *seen = step.note
    lost = fight.lost and step.who == 1
    goes = any(group.place == step.place for group in groups_in_hand(state, fight.sides[step.who]))
    if not lost and (mode != FORCED or (goes and retreat_steps(state, step, step.left, tuple(seen)))):
        return state
    side = fight.sides[step.who]
    state = eliminate(state, lambda group: group in groups_in_hand(state, side) and group.place == step.place)
    state = _without_markers(s.pop(state), fight, step.who)
    return _leaderless(state, replace(fight, place=step.place), step.who)


def _without_markers(state: s.State, fight: s.Clash, role: int) -> s.State:
    guards = fight.garrison and role == 1 and fight.place < FIRST_STRAIT
    return with_garrison(state, fight.place, s.NONE) if guards else state


def enter_capital(state: s.State, action: s.EnterCapital) -> s.State:
    """Move the beaten defenders into their capital with the garrison (5.31 steps 11 a and 11 f)."""
    step, fight = state.agenda[-1], battle_of(state)
    beaten = tuple(_going(state, fight, step))
    return movement.into_capital(s.pop(state), step.place, fight.sides[step.who], beaten)


def retreat(state: s.State, action: s.RetreatTo) -> s.State:
    """Retreat one place on; enemies of the active leader may intercept there (5.43)."""
    step, fight = state.agenda[-1], battle_of(state)
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
    state = s.pop(state) if done else s.replace_step(state, replace(step, place=there, left=left, note=note))
    state = movement.lose_lone_leaders(subjects.rouse_allies(state, there, side), there, side) if moving else state
    if state.active and active_force(state)[2:] == (there, side):  # the active leader itself, who may be pursued
        others = movement.interceptor_sides(state, side)
        state = s.push(state, *(s.Pending(s.Due.INTERCEPT, other, there, state.active.leader) for other in others))
    return s.push(state, *subjects.steps_on_entering(state, there, side))


def _going(state: s.State, fight: s.Clash, step: s.Pending) -> list[int]:
    if step.who == 0 or fight.interception:
        leader = fight.leaders[step.who]
        return [leader] if leader != s.NONE and state.leaders[leader].place == step.place else []
    side = fight.sides[1]
    return [number for number in leaders_at(state, step.place, side) if state.leaders[number].place == step.place]


# Sieges ---------------------------------------------------------------------------------------------------------------


def besiege(state: s.State, action: s.Besiege) -> s.State:
    """Begin a round of siege for an OP (10.41), if the besieger has at least the CSP of the defenders now."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    place, side = leader.place, camp(state, leader.owner)
    city = capital_at(state, place)
    if city is None:
        raise ValueError("there is no capital here to besiege")
    other = camp(state, city.owner)
    if ruling(state, "commit") == "all":
        state = _all_in(state, place, side)
    inside = [group for group in state.groups if group.place == place and camp(state, group.owner) == other]
    for group in inside:
        if group.inside:
            state = change_groups(state, partial(eq, group), known=group.known | 1 << max(side, 0))
    horse = ruling(state, "siege_cavalry") == "yes"
    mine = s.land_csp(units_of(groups_in_hand(state, side)), horse)
    theirs = sum(s.land_csp(group.units, horse) for group in inside if group.inside)
    theirs += city.csp + movement.besieged_garrison(state, place, other)
    if mine < theirs:
        return state
    foe = best_leader(state, place, other, inside=True)
    cost = procedures.operations_cost(["besiege"])
    fight = s.Clash("siege", place, (side, other), (active.leader, foe), active.origin, points=active.siege)
    state = replace(state, battle=fight, active=replace(active, ops=active.ops - cost, fought=active.fought | {other}))
    return s.push(state, s.Pending(s.Due.CLASH, place=place))


def _after_siege(state: s.State, fight: s.Clash) -> s.State:
    """10.42: a capital without CSP and units is sacked; nobody gets the plunder when the besiegers have no CSP left (a
    ruling)."""
    city = capital_at(state, fight.place)
    if city is None or city.csp or units_left(state, 1):
        if state.active is not None:  # 14.2: a card counts in every round
            state = replace(state, active=replace(state.active, siege=fight.points))
        return end_fight(state)
    for number in leaders_at(state, fight.place, fight.sides[1]):
        state = without_leader(state, number)
    state = with_garrison(state, fight.place, s.NONE)
    if units_left(state, 0) or ruling(state, "wiped_out") == "5.31":
        state = _sacked(state, fight, city)
    state = replace(state, pillaged=state.pillaged | {fight.place})
    state = end_fight(state)
    king = supreme_leader(state, city.owner) if city.major else None
    if king is None or state.patron[city.owner] == s.NONE:
        return state
    return s.push(state, s.Pending(s.Due.FOUND, state.patron[city.owner], who=city.owner))


def _sacked(state: s.State, fight: s.Clash, city: s.Capital) -> s.State:
    """Return the position after a sack: plunder (10.34, 10.35), or by 7.8 only half the treasury."""
    winner = treasurer(state, state.leaders[fight.leaders[0]].owner) if fight.leaders[0] != s.NONE else fight.sides[0]
    row = SACK["major" if city.major else "minor"]
    plunder = 0 if city.major and ruling(state, "sack") == "7.8" else row.plunder
    share = 0
    if city.major:
        share = -(-state.treasury[city.owner] * row.treasury_share.numerator // row.treasury_share.denominator)
        state = pay_into(state, city.owner, -share)
    return pay_into(state, winner, plunder + share) if pays_and_collects(state, winner) else state
