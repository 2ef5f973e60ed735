"""A position of the whole game as JSON, and back: the fields of ``State`` under ``game`` and ``format``.

Places, powers and leaders are numbers: of ``places.PLACES``, of the scenario's powers, of the position's leaders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.geography import CARD_TIMES, FIRST_STRAIT, PLACES
from gamekit.roma_victrix.rules.cards import CARD_NAMES, RAISED, WARBANDS
from gamekit.roma_victrix.rules.control import ScenarioConstants, constants_of
from gamekit.roma_victrix.rules.sequence import LEADERS
from gamekit.roma_victrix.rules.setup import MIX
from gamekit.roma_victrix.scenario import SOLITAIRE
from gamekit.roma_victrix.state import (
    ACTIONS,
    COUNTERS,
    NONE,
    Action,
    Commit,
    Due,
    Leave,
    Pending,
    State,
    as_eliminated,
    total,
)
from gamekit.roma_victrix.tables import MARKERS
from gamekit.storage.serialization import PositionError, parse_object, structure
from gamekit.storage.serialization import action_from_json as decoded
from gamekit.storage.serialization import action_to_json as encoded
from gamekit.storage.serialization import to_json as written

GAME: Final = "roma_victrix"
FORMAT: Final = 1
ADDED: Final[dict[str, dict[str, Any]]] = {"Swap": {"card": ""}, "Maintain": {"counter": "", "count": 0}}

__all__ = ["PositionError", "action_from_json", "action_to_json", "check", "from_json", "omitted_action", "to_json"]


def to_json(state: State) -> str:
    """Return the position as a JSON text."""
    return written(state, game=GAME, format=FORMAT)


def from_json(text: str) -> State:
    """Return the position that a JSON text describes. PositionError if it is invalid."""
    found = parse_object(text)
    if found.pop("game", None) != GAME or found.pop("format", None) != FORMAT:
        raise PositionError(f"the position should say game {GAME!r} and format {FORMAT}")
    state: State = structure(State, found, "position", allow_missing=True)  # what later versions added has defaults
    try:
        check(state)
    except PositionError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise PositionError(f"position: {str(error)[:200] or 'it is invalid'}") from None
    return state


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as a JSON object; fields of later versions are left out while they have their defaults."""
    found = encoded(action)
    more = ADDED.get(found["do"], {})
    return {key: value for key, value in found.items() if key not in more or value != more[key]}


def action_from_json(data: Any) -> Action:
    """Return the action that a JSON object describes. ValueError if there is no such action."""
    more = ADDED.get(str(data.get("do")), {}) if isinstance(data, dict) else {}
    action: Action = decoded(ACTIONS, {**more, **data} if more else data)
    return action


def omitted_action(state: State, action: Action) -> Action | None:
    """Return the ``Commit`` (interceptors take all units) that older records left out before an action, or None."""
    if state.agenda[-1].phase == Due.COMMIT and not isinstance(action, Commit | Leave):
        return Commit()
    return None


def check(state: State) -> None:
    """Raise PositionError unless the position fits its scenario: tuple sizes, numbers, counters, and a step to do."""
    fixed = constants_of(state.scenario, state.seats)
    powers = len(fixed.powers)
    for name in ("patron", "eliminated", "unused", "treasury", "hands"):
        _need(len(getattr(state, name)) == powers, f"{name} should have {powers} entries, one for each power")
    for name in ("garrisons", "limes", "markers"):
        _need(len(getattr(state, name)) == FIRST_STRAIT, f"{name} should have {FIRST_STRAIT} entries")
    _numbers(state.patron, powers, "patron")
    _numbers(state.garrisons, powers, "garrisons")
    _numbers((state.phasing,), powers, "phasing")
    _need(all(limes in (0, 1, 2) for limes in state.limes), "limes are 0, 1 or 2 (10.64)")
    stock = {row.warbands: row.copies for row in MARKERS}
    _need(all(state.drawn.count(number) <= stock.get(number, 0) for number in state.drawn), "drawn: no such markers")
    _need("barbarian" in fixed.kinds or not any(state.markers), "markers: the scenario has none (13.11)")
    camps, leaders = range(NONE - powers, NONE), range(LEADERS, LEADERS + len(state.leaders))
    _need(all(one in range(powers) or one in camps or one in leaders for one in state.bag), "bag: no such markers")
    _need(all(points >= 0 for points in state.treasury), "a treasury is 0 or more (9.17)")
    _pieces(state, powers)
    _counters(state, powers)
    _cards(state)
    _steps(state, fixed)


def _need(right: bool, said: str) -> None:
    if not right:
        raise PositionError(f"position: {said}")


def _numbers(values: Iterable[int], end: int, name: str) -> None:
    _need(all(NONE <= value < end for value in values), f"{name}: a number is {NONE} to {end - 1}")


def _pieces(state: State, powers: int) -> None:
    for group in state.groups:
        _need(0 <= group.place < len(PLACES) and 0 <= group.owner < powers, "groups: no such place or power")
        _need(len(group.units) == len(COUNTERS) and min(group.units) >= 0, "groups: units are counts of each counter")
    for leader in state.leaders:
        _need(NONE <= leader.place < len(PLACES) and 0 <= leader.owner < powers, "leaders: no such place or power")
        _need(1 <= leader.rating <= 4, "leaders: a rating is 1 to 4 (3.31)")
    _need(len({leader.name for leader in state.leaders}) == len(state.leaders), "leaders: a name is there twice")
    for city in state.capitals:
        _need(0 <= city.place < FIRST_STRAIT and 0 <= city.owner < powers, "capitals: no such place or power")
        _need(0 <= city.csp <= 4, "capitals: 0 to 4 CSP (10.31)")
    _need(all(0 <= place < FIRST_STRAIT for place in state.pillaged), "pillaged: no such province")


def _counters(state: State, powers: int) -> None:
    """Raise PositionError unless each power's counters on and off the map make its mix (9.0)."""
    for power in range(powers):
        lots = [group.units for group in state.groups if group.owner == power]
        found = as_eliminated(total([*lots, state.unused[power], state.eliminated[power]]))
        _need(found == MIX, f"counters of power {power}: on the map, unused and eliminated should make its mix (9.0)")
        _need(min(*state.unused[power], *state.eliminated[power]) >= 0, "unused, eliminated: counts are 0 or more")


def _cards(state: State) -> None:
    cards = [*state.deck, *state.discards, *(card for hand in state.hands for card in hand)]
    _need(set(cards) <= set(CARD_TIMES) and len(set(cards)) == len(cards), "cards: unknown, or one twice (14.12)")


def _steps(state: State, fixed: ScenarioConstants) -> None:
    _need(bool(state.agenda), "agenda: there is something to do")
    for step in state.agenda:
        _step(state, step, fixed)
    phases = [step.phase for step in state.agenda]
    draws = phases.count(Due.INITIATIVE)
    _need(draws < 2 and (not draws or Due.BAG in phases or bool(state.bag)), "agenda: there is no marker to draw")
    player = rules.current_player(state)
    if player == CHANCE:
        rules.chance_outcomes(state)
    elif player != OVER:
        _need(bool(rules.legal_actions(state)), "agenda: nothing can be done here")


def _step(state: State, step: Pending, fixed: ScenarioConstants) -> None:
    others = range(len(fixed.powers)) if len(fixed.seats) == SOLITAIRE else fixed.seats
    _need(step.actor == NONE or step.actor in others, "agenda: who acts is a player or nobody")
    _need(NONE <= step.place < len(PLACES) and step.who >= NONE, "agenda: no such place")
    if step.phase in (Due.LEADER, Due.END_LEADER):
        _need(state.active is not None, "agenda: no leader is active")
    if step.phase == Due.CARD_DRAW and step.note:
        card = CARD_NAMES[step.who] if 0 <= step.who < len(CARD_NAMES) else ""
        raises = card in RAISED or (card in WARBANDS and "barbarian" in fixed.kinds)
        _need(raises and 0 <= step.place < FIRST_STRAIT, "agenda: no card raises a force there")
