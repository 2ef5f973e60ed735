"""The names of the whole game, which the package loads when the first of them is asked for: odds alone need none."""

from typing import TYPE_CHECKING

from gamekit import data
from gamekit.julius_caesar import rules, strategies
from gamekit.julius_caesar.log import block_name, consequences, describe, faces, place_name, year_name
from gamekit.julius_caesar.positions import PositionError, action_from_json, action_to_json, from_json, to_json
from gamekit.julius_caesar.rules import (
    apply,
    chance_outcomes,
    current_player,
    initial_state,
    legal_actions,
    observe,
    returns,
    victory_points,
)
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import (
    ACTIONS,
    Action,
    Deal,
    Deploy,
    Disband,
    Discard,
    Done,
    Draw,
    Embark,
    Fire,
    Go,
    Hits,
    JoinBattle,
    Levy,
    MainAttack,
    Pass,
    Phase,
    Play,
    Regroup,
    Retreat,
    State,
    Stop,
    Strengthen,
    Take,
    TakeHit,
    Target,
)

if TYPE_CHECKING:
    from gamekit.record import Record


def first_year() -> "Record":
    """A game's first year, 49 BC, as it might have been played: the record that ships with the game.

    >>> year = first_year()
    >>> len(year.entries), year_name(year.positions()[-1].year)
    (248, '48 BC (706 AUC)')
    """
    from gamekit import julius_caesar, record

    return record.read(data.text("julius_caesar/first_year.jsonl"), julius_caesar)


__all__ = [
    "ACTIONS",
    "Action",
    "Deal",
    "Deploy",
    "Disband",
    "Discard",
    "Done",
    "Draw",
    "Embark",
    "Fire",
    "Go",
    "Hits",
    "JoinBattle",
    "Levy",
    "MainAttack",
    "Pass",
    "Phase",
    "Play",
    "PositionError",
    "Regroup",
    "Retreat",
    "State",
    "Stop",
    "Strengthen",
    "Take",
    "TakeHit",
    "Target",
    "View",
    "action_from_json",
    "action_to_json",
    "apply",
    "block_name",
    "chance_outcomes",
    "consequences",
    "current_player",
    "describe",
    "faces",
    "first_year",
    "from_json",
    "initial_state",
    "legal_actions",
    "observe",
    "place_name",
    "returns",
    "rules",
    "strategies",
    "to_json",
    "victory_points",
    "year_name",
]

if TYPE_CHECKING:
    from gamekit.game import Rules

    _checked: Rules = rules  # the module keeps to the protocol
