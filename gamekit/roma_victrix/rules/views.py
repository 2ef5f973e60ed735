"""What each player sees: all but others' hands, the deck, and counters that he has not seen (6.2)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.rules.control import camp, scenario_constants
from gamekit.roma_victrix.state import FLEET, NONE, Body, Due, Pending, State, has_fleet, has_land

HIDDEN: Final = "?"  # a card in another's hand
UNSEEN: Final = -1  # the count of a counter in a stack that is not known
UNSEEN_OF: Final = {  # by whether it has land units, and fleets
    (land, ships): (UNSEEN * land,) * FLEET + (UNSEEN * ships,) * (len(s.COUNTERS) - FLEET)
    for land in (False, True)
    for ships in (False, True)
}


@dataclass(frozen=True, slots=True)
class View:
    """A position as a player sees it: counts that he does not know are -1, cards "?", the deck all he has not seen."""

    player: int
    state: State


def observe(state: State, player: Hashable) -> View:
    """Return what a player sees of a position. ValueError when nobody has that name."""
    frame = scenario_constants(state)
    names = [frame.powers[seat] for seat in frame.seats]
    if player not in names:
        raise ValueError(f"{player!r} is not a player here; they are {', '.join(names)}")
    seat = frame.powers.index(str(player))
    open_ = "open stacks" in state.options
    groups = tuple(_seen(state, group, seat, open_) for group in state.groups)
    hands = tuple(hand if power == seat else (HIDDEN,) * len(hand) for power, hand in enumerate(state.hands))
    others = [card for power, hand in enumerate(state.hands) if power != seat for card in hand]
    unused = tuple(
        units if open_ or camp(state, power) == seat else s.NO_UNITS for power, units in enumerate(state.unused)
    )
    agenda = tuple(_step(step, seat) for step in state.agenda)
    deck = tuple(sorted((*state.deck, *others)))
    raised = state.raised if open_ or agenda[-1].actor == seat else ()  # what others raise joins their stacks
    return View(
        seat, replace(state, groups=groups, hands=hands, unused=unused, agenda=agenda, deck=deck, raised=raised)
    )


def common_view(state: State) -> View:
    """Return what all players see: nobody's hand, and only the counters that every one of them knows."""
    frame = scenario_constants(state)
    views = [observe(state, frame.powers[seat]).state for seat in frame.seats]
    known = [{view.groups[number].units for view in views} for number in range(len(state.groups))]
    groups = tuple(
        replace(group, known=0) if len(units) == 1 else _seen(state, replace(group, known=0), NONE, False)
        for group, units in zip(views[0].groups, known)
    )
    hands = tuple((HIDDEN,) * len(hand) for hand in state.hands)
    deck = tuple(sorted((*state.deck, *(card for hand in state.hands for card in hand))))
    unused = (s.NO_UNITS,) * len(state.unused)
    agenda = tuple(replace(step, note=()) if step.phase == Due.PAY else step for step in state.agenda)
    return View(NONE, replace(state, groups=groups, hands=hands, unused=unused, agenda=agenda, deck=deck, raised=()))


def _seen(state: State, group: Body, seat: int, open_: bool) -> Body:
    if open_ or camp(state, group.owner) == seat or (seat >= 0 and group.known >> seat & 1):
        return Body(group.place, group.owner, group.units, group.status, group.inside, group.hungry, 1 << seat)
    units = UNSEEN_OF[has_land(group.units), has_fleet(group.units)]
    return Body(group.place, group.owner, units, group.status, group.inside, group.hungry)


def _step(step: Pending, seat: int) -> Pending:
    """Return a payment says what was there before it: only its owner knows."""
    return replace(step, note=()) if step.phase == Due.PAY and step.actor != seat else step


def decides(state: State, chances: frozenset[Due]) -> str:
    """Return who acts: a player by the name of his power, CHANCE or OVER."""
    step = state.agenda[-1]
    if step.phase == Due.OVER:
        return OVER
    return CHANCE if step.phase in chances else scenario_constants(state).powers[step.actor]
