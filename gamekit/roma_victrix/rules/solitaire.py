"""The solitaire game: Rome against powers that no player holds, which act by rule once Rome has invaded them (16.0).

We do not have its New Unit Creation Table (16.42 D): a scenario for one player has to give it. Where the text is silent
we judged: such a power goes on as long as it has points and a Roman province beside it, fights every combat and siege
it can, retreats by one province, and does not intercept."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, LAND_STEPS, PLACES, PROVINCE
from gamekit.roma_victrix.rules import movement, subjects, treasury
from gamekit.roma_victrix.rules.control import camp, capital_at, is_friendly, scenario_constants
from gamekit.roma_victrix.rules.units import active_force, active_of, groups_at, units_of
from gamekit.roma_victrix.state import NONE, Due, Pending, State, pop, push, replace_step

LOW: Final = (1, 2, 3)  # 16.42 G 1 b: the first in the order of the alphabet; else the last


def creation_steps(state: State) -> State:
    """Schedule the creation of units (16.42 D): a marker for every province of a non-Roman major power that is
    in the game, by the table; one for one province of a barbarian minor power, by 9.54."""
    frame = scenario_constants(state)
    steps: list[Pending] = []
    for power in range(len(frame.powers)):
        major, awake = frame.roles[power] == "major", state.patron[power] == power and power not in frame.seats
        if awake and (major or frame.kinds[power] == "barbarian"):
            places = [place for place in range(len(PROVINCE)) if treasury.may_raise_in(state, power, place)]
            chosen = places if major else sorted(places, key=PLACES.__getitem__)[:1]
            note = (treasury.TABLE,) if major else ()
            steps += [Pending(Due.MUSTER_DRAW, NONE, place, power, 1, note) for place in chosen]
    return push(pop(state), *steps)


# Choices of powers without a player ----------------------------------------------------------------------------------


def auto_action(state: State, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the action that a power without a player takes, out of ``legal``; None when a die decides."""
    phase = state.agenda[-1].phase
    if phase == Due.ORDERS:
        leaders = [action for action in legal if isinstance(action, s.Activate)]
        return min(leaders, key=lambda action: action.leader, default=s.EndTurn())  # 16.42 G 1 a
    if phase == Due.LEADER:
        return _operation(state, legal)
    if phase in (Due.SHELTER, Due.ANSWER):
        return s.EnterCapital() if s.EnterCapital() in legal and _weaker(state) else s.Stand()
    if phase == Due.RETREAT:
        gone = state.agenda[-1].note[0] != 0
        ways = [action for action in legal if not isinstance(action, s.Stay)]
        return s.Stay() if s.Stay() in legal and (gone or not ways) else ways[0]
    return legal[-1] if phase == Due.FOUND else legal[0]


def _weaker(state: State) -> bool:
    """Return whether a power's units in a province have fewer CSP than the Roman army that has entered it."""
    step = state.agenda[-1]
    lots: dict[bool, int] = {True: 0, False: 0}
    for group in groups_at(state, step.place):
        lots[camp(state, group.owner) == step.actor] += s.land_csp(group.units)
    return lots[True] < lots[False]


def _operation(state: State, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the first possible: take all units; attack; pillage (barbarians, 16.3); march to a Roman province."""
    for wanted in (s.Take, s.Attack, s.Besiege):
        found = next((action for action in legal if isinstance(action, wanted)), None)
        if found is not None and (wanted is not s.Take or found == s.Take(movement.ALL)):
            return found
    if s.Pillage() in legal and scenario_constants(state).kinds[active_force(state)[1].owner] == "barbarian":
        return s.Pillage()
    goals = roman_targets(state, [INDEX[action.place] for action in legal if isinstance(action, s.Enter)])
    if not goals:
        return s.EndLeader()
    return s.Enter(PLACES[goals[0]]) if len(goals) == 1 else None


def roman_targets(state: State, places: list[int]) -> list[int]:
    """Return Rome's provinces of highest revenue among ``places``, of these the least defended, in alphabetical order
    (16.42 G 1 b)."""
    rome = scenario_constants(state).seats[0]
    ours = [place for place in places if place < len(PROVINCE) and is_friendly(state, place, rome)]
    rank = {place: (-PROVINCE[place].revenue, defending_csp(state, place, rome)) for place in ours}
    return sorted((place for place in ours if rank[place] == min(rank.values())), key=PLACES.__getitem__)


def defending_csp(state: State, place: int, side: int) -> int:
    """Return the CSP that defend a province for a camp: land units, garrison, limes and capital."""
    units = units_of(group for group in groups_at(state, place) if camp(state, group.owner) == side)
    city = capital_at(state, place)
    return s.land_csp(units) + (state.garrisons[place] != NONE) + state.limes[place] + (city.csp if city else 0)


def schedule_target_die(state: State) -> State:
    """Schedule the die that decides between equally good provinces."""
    here = state.leaders[active_of(state).leader].place
    goals = roman_targets(state, [there for there in LAND_STEPS[here] if movement.may_enter(state, here, there)])
    return push(state, Pending(Due.WAY_ROLL, NONE, here, note=(goals[0], goals[-1])))


def choose_target(state: State, action: s.Die) -> State:
    """Choose the first or the last target in alphabetical order (16.42 G 1 b)."""
    first, last = state.agenda[-1].note
    there = first if action.die in LOW else last
    return movement.enter(pop(state), s.Enter(PLACES[there]))


# The turn -------------------------------------------------------------------------------------------------------------


def roman_turn(state: State) -> State:
    """Begin Rome's turn, which is always the first (16.42 E)."""
    rome = scenario_constants(state).seats[0]
    return replace_step(
        replace(subjects.place_vacated_markers(state), phasing=rome, summoned=frozenset()), Pending(Due.ORDERS, rome)
    )


def draw_other_majors(state: State) -> State:
    """Draw the markers of the non-Roman major powers one after the other (16.42 F)."""
    seats = scenario_constants(state).seats
    bag = tuple(power for power in subjects.active_majors(state) if power not in seats)
    state = replace(pop(state), bag=bag)
    return push(state, Pending(Due.INITIATIVE)) if bag else state
