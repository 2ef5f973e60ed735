"""What one side sees of a record, step by step: its view, and what is told openly of the action that led there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import View, observe
from gamekit.julius_caesar.state import Action, Phase, State
from gamekit.julius_caesar.tables import BLOCK, LEVIED_AT, PLACES

STAYING: Final = (s.Take, s.Embark, s.Strengthen, s.Regroup, s.Disband, s.Retreat)


class Sight(NamedTuple):
    """A view, with the kind of the action before it and the places that the log names to both sides."""

    view: View
    deed: str = ""
    places: tuple[str, ...] = ()


def sight(before: State, action: Action, after: State, eyes: str) -> Sight | None:
    """What a side sees of an action; None where nothing is to be seen."""
    view = observe(after, eyes)
    match action:
        case s.Levy() if after.phase == Phase.MUSTER:
            return None if view == observe(before, eyes) else Sight(view)
        case s.Levy():
            return Sight(view, "Levy", (PLACES[LEVIED_AT[BLOCK[action.block]][0]],))
        case s.Go() if before.phase == Phase.MUSTER:
            return Sight(view, "Levy", (action.place,))
        case s.MainAttack():
            return Sight(view, "MainAttack", (action.place, action.origin))
        case s.Deploy():
            return Sight(view, "Deploy", (PLACES[next_city(before)],))
        case s.Go() | s.Target() | s.JoinBattle():
            return Sight(view, type(action).__name__, (action.place,))
    if isinstance(action, STAYING):
        return Sight(view, type(action).__name__, (PLACES[before.location[BLOCK[action.block]]],))
    return Sight(view, type(action).__name__)


def sights(record: Any, eyes: str) -> tuple[Sight, ...]:
    """All that a side sees of a record, from the set-up on."""
    positions = record.positions()
    seen = [
        sight(before, entry.action, after, eyes)
        for before, entry, after in zip(positions, record.entries, positions[1:])
    ]
    return (Sight(observe(positions[0], eyes)), *(one for one in seen if one is not None))
