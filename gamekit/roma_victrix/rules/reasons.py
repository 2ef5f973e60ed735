"""The reason why an action is not legal, as a sentence that names the action, the place and the clause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import FIRST_STRAIT, INDEX, LAND_STEPS, PLACES, PROVINCE, SEA_STEPS
from gamekit.roma_victrix.rules import movement
from gamekit.roma_victrix.rules.control import camp, scenario_constants
from gamekit.roma_victrix.rules.units import has_enemy_fleets
from gamekit.roma_victrix.state import NONE, Due, State

ASKED: Final = {
    Due.MAINTAIN: "says which units are paid for (8.1)",
    Due.RAISE: "raises units or has done (9.0)",
    Due.CARD: "keeps or changes the event card (4.2 C)",
    Due.ORDERS: "activates a leader or ends the turn (5.1)",
    Due.LEADER: "says what the active leader does (5.1)",
    Due.PASSAGE: "allows passage or not (5.27)",
    Due.SHELTER: "goes into the capital or stands (10.41)",
    Due.INTERCEPT: "intercepts or not (5.4, 5.8)",
    Due.COMMIT: "says which units intercept (5.31 step 3, 5.47)",
    Due.ANSWER: "withdraws or stands (5.5, 5.71)",
    Due.WITHDRAW: "says where the force withdraws (5.51)",
    Due.WINDOW: "may play a card (14.2)",
    Due.TARGET: "names the province for the card (14.2)",
    Due.SPLIT: "spends the net modifier (5.31 step 7)",
    Due.PAY: "pays losses in counters (5.31 step 9)",
    Due.RETREAT: "stays or retreats (5.31 step 11)",
    Due.PLACE_LEADER: "says where the drawn leader joins friendly units (15.1)",
    Due.PUT_IN: "says where the ships put in (5.68, 5.71, 5.72)",
    Due.FOUND: "founds a new capital or not (10.36)",
    Due.CARDS: "raises units by the card (14.2)",
}
Reason = Callable[[State, Any], str | None]


def describe_action(action: Any) -> str:
    """Return the action in words.

    >>> describe_action(s.Enter("Latium"))
    'Enter(Latium)'
    """
    if not isinstance(action, s.ACTIONS):
        return repr(action)[:80]
    values = ", ".join(str(getattr(action, field.name))[:60] for field in fields(action))
    return f"{type(action).__name__}({values})"


def why_not(state: State, action: Any, chance: bool = False) -> str:
    """Return a sentence that says why an action is not legal and what is to be decided instead."""
    step = state.agenda[-1]
    if step.phase == Due.OVER:
        return f"{describe_action(action)}: the game is over"
    if chance:
        return f"{describe_action(action)} is not an outcome here: chance decides a {step.phase}"
    now = f"{scenario_constants(state).powers[step.actor]} {ASKED[step.phase]}"
    if not isinstance(action, s.ACTIONS):
        return f"{describe_action(action)} is not an action of this game; {now}"
    reason_of = REASONS.get(type(action))
    reason = _unknown(action) or (reason_of(state, action) if reason_of else None)
    return f"{describe_action(action)} is not legal: {reason or f'now {now}'}"


def _unknown(action: Any) -> str | None:
    place = getattr(action, "place", None)
    if place is None or place in INDEX:
        return None
    near = get_close_matches(str(place), PLACES, 1)
    return f"there is no place {str(place)[:60]!r}" + (f"; did you mean {near[0]!r}?" if near else "")


def _activate(state: State, action: s.Activate) -> str | None:
    leader = next((each for each in state.leaders if each.name == action.leader), None)
    if leader is None:
        return f"there is no leader {action.leader[:60]!r}"
    if leader.place == NONE:
        return f"{leader.name} is not in play (3.34)"
    if leader.drilling:
        return f"{leader.name} failed the levy roll and has no points this phase (9.14)"
    if leader.status != s.Status.FREE:
        return f"{leader.name} has been activated in this phase (5.23)"
    return None


def _enter(state: State, action: s.Enter) -> str | None:
    if state.active is None or state.agenda[-1].phase != Due.LEADER:
        return None
    leader = state.leaders[state.active.leader]
    there, here = INDEX[action.place], leader.place
    if state.active.aboard:
        return f"{leader.name} is aboard and must land first (5.95)"
    if there not in LAND_STEPS[here]:
        return f"{action.place} is not next to {PLACES[here]} by land (5.25)"
    if there < FIRST_STRAIT and PROVINCE[there].impassable:
        return f"no land unit enters {action.place} (3.22)"
    if movement.is_blocked(state):
        return f"others' land units are in {PLACES[here]}, and nobody marches through them unasked (5.27)"
    if has_enemy_fleets(state, there, camp(state, leader.owner)):
        return f"enemy fleets hold the strait {action.place} (3.23, 5.66)"
    if there < FIRST_STRAIT and there not in scenario_constants(state).area:
        return f"{action.place} is not among the scenario's provinces"
    cost = movement.enter_cost(state, leader.owner, here, there)
    return f"it costs {cost} OP, and {leader.name} has {state.active.ops} (5.22)"


def _sail(state: State, action: s.SailTo) -> str | None:
    if state.active is None or not state.active.aboard:
        return "the leader is not aboard (5.91)" if state.active else None
    here = state.leaders[state.active.leader].place
    if INDEX[action.place] not in SEA_STEPS[here]:
        return f"{action.place} is not next to {PLACES[here]} by sea (5.61)"
    return f"{state.active.ops} OP do not suffice to sail there and put in with all aboard (5.65, 5.93)"


def _points(clause: str) -> Reason:
    def reason(state: State, action: Any) -> str | None:
        if state.active is None or state.agenda[-1].phase != Due.LEADER:
            return None
        return f"{state.leaders[state.active.leader].name} has {state.active.ops} OP, and {clause}"

    return reason


REASONS: Final[dict[type, Reason]] = {
    s.Activate: _activate,
    s.Enter: _enter,
    s.SailTo: _sail,
    s.Attack: _points("an attack needs 1 OP, land units with the leader and an enemy there (5.31 step 1)"),
    s.Besiege: _points(
        "a siege needs 1 OP, as many CSP as the defenders, and no enemies outside the capital (10.41 step 3)"
    ),
    s.Pillage: _points("pillaging needs 1 OP and a province conquered in this phase or occupied alone, once (10.71)"),
    s.Embark: _points("boarding needs 1 OP, the leader's fleets on that coast and room in them (5.92, 5.94)"),
    s.EndLeader: _points("nobody ends at sea or with land units aboard (5.65, 5.93)"),
}
