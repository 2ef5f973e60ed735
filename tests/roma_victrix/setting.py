"""Positions of the whole game, set up by hand: counters, leaders and whose turn it is, in a few words; and the names of
the rules that every test of a clause speaks of."""

from dataclasses import replace
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, IllegalAction
from gamekit.roma_victrix import Force, force, rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES, province_of
from gamekit.roma_victrix.rules import control, sequence, subjects
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.rules.units import add_group
from gamekit.roma_victrix.state import NONE, Body, Due, Leader, Pending, State

__all__ = [  # the words of the tests of clauses, which import them all
    "INDEX", "NONE", "PLACES", "Due", "Pending", "State", "action_values", "active", "at", "attrition_checks",
    "attrition_of", "before_africa", "can", "city", "clause", "counters", "do", "economy_of", "empty", "garrisoned",
    "hand", "holder", "lead", "leader", "legal", "losses_paid", "marked", "money", "ops", "paid", "phase", "pillaged",
    "placed", "power", "put", "read", "refused", "repeated", "rich", "rules", "s", "sailed", "summoned", "targets",
    "turn_of", "under", "undisturbed", "unwalled", "walled", "where", "with_csp",
]  # fmt: skip


def clause(*names: str) -> pytest.MarkDecorator:
    """The clauses of the rulebook that a test is of."""
    return pytest.mark.clause("roma_victrix", *names)


def empty(scenario: str = "second_punic_war", **asked: Any) -> State:
    """A scenario without any counters, leaders or cards in hand; garrisons, markers and capitals stand."""
    state = rules.initial_state(scenario, **asked)
    hands = ((),) * len(state.hands)
    return replace(state, groups=(), leaders=(), hands=hands, deck=(), turn=1, agenda=(Pending(Due.GAME_TURN),))


def power(state: State, name: str) -> int:
    return scenario_constants(state).powers.index(name)


def put(state: State, owner: str, place: str, units: str, **marks: Any) -> State:
    """Counters of a power in a province, on a coast or in a strait."""
    return add_group(state, Body(INDEX[place], power(state, owner), s.as_units(force(units)), **marks))


def lead(state: State, owner: str, name: str, rating: int, place: str, supreme: bool = False) -> State:
    """A leader in a province."""
    return replace(state, leaders=(*state.leaders, Leader(name, rating, power(state, owner), INDEX[place], supreme)))


def placed(first: State | str, *bodies: str, **garrisons: str | None) -> State:
    """Counters and leaders of powers, as in "Rome in Latium: 4 LGN, CAV, Scipio 3*", and garrisons by province, on a
    position, or on the empty map of the Second Punic War. A leader has his rating, the supreme one a star."""
    state, bodies = (empty(), (first, *bodies)) if isinstance(first, str) else (first, bodies)
    for body in bodies:
        where, _, members = body.partition(": ")
        owner, _, place = where.partition(" in ")
        leaders = [each for each in members.split(", ") if each.rstrip("*")[-1].isdigit()]
        if units := [each for each in members.split(", ") if each not in leaders]:
            state = put(state, owner, place, ", ".join(units))
        for name, _, rating in (each.rpartition(" ") for each in leaders):
            state = lead(state, owner, name, int(rating.rstrip("*")), place, rating.endswith("*"))
    return garrisoned(state, **garrisons)


def garrisoned(state: State, **owners: str | None) -> State:
    """Garrisons by province, spaces as underscores; None for none."""
    for place, name in owners.items():
        owner = NONE if name is None else power(state, name)
        state = control.with_garrison(state, INDEX[place.replace("_", " ")], owner)
    return state


def marked(state: State, **numbers: int) -> State:
    """Barbari Incognita by province, spaces as underscores."""
    for place, number in numbers.items():
        state = replace(state, markers=s.with_item(state.markers, INDEX[place.replace("_", " ")], number))
    return state


def walled(state: State, place: str, strength: int) -> State:
    """Limes of a strength in a province."""
    return replace(state, limes=s.with_item(state.limes, INDEX[place], strength))


def with_csp(state: State, place: str, csp: int) -> State:
    """A capital of so many CSP."""
    cities = (replace(each, csp=csp) if PLACES[each.place] == place else each for each in state.capitals)
    return replace(state, capitals=tuple(cities))


def unwalled(state: State) -> State:
    """The map without any capital."""
    return replace(state, capitals=())


def pillaged(state: State, *places: str) -> State:
    """These provinces alone are pillaged."""
    return replace(state, pillaged=frozenset(INDEX[place] for place in places))


def read(state: State, **rulings: str) -> State:
    """The position with rulings read otherwise."""
    return replace(state, rulings=tuple(sorted(rulings.items())))


def summoned(state: State, *names: str) -> State:
    """Clients and allies that were called in the last game-turn."""
    return replace(state, summoned=frozenset(power(state, name) for name in names))


def hand(state: State, who: str, *cards: str) -> State:
    """The cards in a player's hand."""
    hands = list(state.hands)
    hands[power(state, who)] = cards
    return replace(state, hands=tuple(hands))


def under(state: State, **players: str) -> State:
    """Powers that have come under players before this game-turn."""
    for name, player in players.items():
        state = subjects.bring_under(state, power(state, name), power(state, player))
    return replace(state, bag=())


def turn_of(state: State, name: str, *cards: str) -> State:
    """A power's turn begins, with these cards in its hand, if any; behind it the game-turn ends."""
    who, state = power(state, name), hand(state, name, *cards) if cards else state
    step = Pending(Due.ORDERS, state.patron[who])
    return rules.settled(replace(state, phasing=who, agenda=(Pending(Due.GAME_TURN), step)))


def economy_of(state: State, name: str, phase: Due) -> State:
    """One power's segment of the joint economic phase, and then its turn."""
    who = power(state, name)
    player = state.patron[who]
    agenda = (Pending(Due.GAME_TURN), Pending(Due.ORDERS, player), Pending(phase, player, who=who))
    return rules.settled(replace(state, phasing=who, agenda=agenda))


def attrition_of(state: State) -> State:
    """The attrition phase before Rome's turn."""
    agenda = (Pending(Due.GAME_TURN), Pending(Due.ORDERS, 0), Pending(Due.ATTRITION))
    return rules.settled(replace(state, agenda=agenda, phasing=0))


def attrition_checks(state: State) -> tuple[Pending, ...]:
    """Who checks for attrition where as a game-turn begins."""
    return sequence.schedule_attrition(replace(state, agenda=(Pending(Due.ATTRITION),))).agenda


def do(state: State, *actions: Any) -> State:
    """The position after the actions; a whole number is a die."""
    for action in actions:
        state = rules.apply(state, s.Die(action) if isinstance(action, int) else action)
    return state


def refused(said: str, state: State, *actions: Any) -> None:
    """Assert that the actions are refused, the last of them, with a sentence that has ``said`` in it."""
    *before, last = actions
    for action in before:
        state = do(state, action)
    pytest.raises(IllegalAction, do, state, last).match(said)


def active(state: State, name: str, points: int, *actions: Any) -> State:
    """The leader is activated with so many points and takes all he may; then the actions. Where nobody's turn has
    begun, his power's begins."""
    who = leader(state, name)
    state = turn_of(state, scenario_constants(state).powers[who.owner]) if phase(state) == Due.GAME_TURN else state
    state = do(state, s.Activate(name), min(6, max(1, points - who.rating)))
    assert state.active is not None
    state = replace(state, active=replace(state.active, ops=points))
    if s.Take("all") in rules.legal_actions(state):
        state = do(state, s.Take("all"))
    return do(state, *actions)


def undisturbed(state: State) -> State:
    """Nobody intercepts or plays a card; who has intercepted comes with all he has."""
    while phase(state) in (Due.INTERCEPT, Due.WINDOW, Due.COMMIT):
        state = do(state, s.Commit() if phase(state) == Due.COMMIT else s.Decline())
    return state


def repeated(state: State, action: Any, *phases: Due) -> State:
    """The same action as long as one of these phases is due; for None the first that may be done or may happen."""
    while phase(state) in phases:
        chance = rules.current_player(state) == CHANCE
        first = next(iter(rules.chance_outcomes(state) if chance else rules.legal_actions(state)))
        state = do(state, first if action is None else action)
    return state


def sailed(state: State, *steps: Any) -> State:
    """The active leader sails from place to place, or does something else; nobody interferes, and no ship founders."""
    for step in steps:
        state = undisturbed(do(state, s.SailTo(step) if isinstance(step, str) else step))
        state = undisturbed(repeated(state, 6, Due.SEA_ROLL))
    return state


def paid(state: State) -> State:
    """The first split that there is, and the losses paid in the first way."""
    return repeated(state, None, Due.SPLIT, Due.PAY)


def losses_paid(state: State) -> State:
    """Nobody intercepts or plays a card, no modifier is spent, and losses are paid in the first way there is."""
    while phase(state := undisturbed(state)) in (Due.SPLIT, Due.PAY):
        state = do(state, s.Split(0, 0) if phase(state) == Due.SPLIT else rules.legal_actions(state)[0])
    return state


def legal(state: State, *kinds: type, **fields: Any) -> list[Any]:
    """The legal actions of some kinds, with these fields."""
    found = [action for action in rules.legal_actions(state) if isinstance(action, kinds)]
    return [action for action in found if all(getattr(action, name) == value for name, value in fields.items())]


def at(state: State, place: str, owner: str | None = None) -> str:
    """The counters in a place, its coasts included: '4 LGN, FLEET'."""
    there = (each for each in state.groups if INDEX[place] in (each.place, province_of(each.place)))
    return str(counters(replace(state, groups=tuple(there)), owner))


def counters(state: State, owner: str | None = None) -> Force:
    """All counters on the map, or a power's."""
    owned = (group for group in state.groups if owner is None or group.owner == power(state, owner))
    return s.as_force(s.total(group.units for group in owned))


def city(state: State, place: str) -> int:
    """The CSP of the capital in a province."""
    return next(each.csp for each in state.capitals if each.place == INDEX[place])


def leader(state: State, name: str) -> Leader:
    return next(each for each in state.leaders if each.name == name)


def where(state: State, name: str) -> str | None:
    """Where a leader is; None when he is not on the map."""
    place = leader(state, name).place
    return PLACES[place] if place >= 0 else None


def ops(state: State) -> int:
    """The points that the active leader has left."""
    assert state.active is not None
    return state.active.ops


def holder(state: State, place: str) -> str | None:
    """Whose garrison is in a province."""
    owner = state.garrisons[INDEX[place]]
    return scenario_constants(state).powers[owner] if owner >= 0 else None


def money(state: State, name: str) -> int:
    return state.treasury[power(state, name)]


def rich(state: State, name: str, points: int) -> State:
    treasury = list(state.treasury)
    treasury[power(state, name)] = points
    return replace(state, treasury=tuple(treasury))


def can(state: State, kind: type) -> set[str]:
    """The places, or other first fields, of the legal actions of a kind."""
    return {str(next(iter(action_values(action)))) for action in rules.legal_actions(state) if isinstance(action, kind)}


def targets(state: State) -> set[str]:
    """What the cards that may be played may be played on."""
    return {each.target for each in legal(state, s.Play)}


def action_values(action: Any) -> list[Any]:
    return [getattr(action, name) for name in type(action).__slots__] or [""]


def phase(state: State) -> Due:
    return state.agenda[-1].phase


def before_africa(inside: str = "", mine: str = "6 LGN", points: int = 5) -> s.State:
    """Scipio has landed before Carthage."""
    state = placed(f"Rome in Numidia: {mine}, Scipio 3*")
    if inside:
        state = placed(state, f"Carthage in Africa: {inside}, Hanno 1")
    return active(turn_of(rich(state, "Carthage", 7), "Rome"), "Scipio", points, s.Enter("Africa"))
