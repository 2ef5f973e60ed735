"""Public names of the whole game, imported when the first is asked for, so that ``import julius_caesar`` stays fast."""

from typing import TYPE_CHECKING

from gamekit.julius_caesar import players, rules
from gamekit.julius_caesar.notation import (
    block_name,
    check_comment,
    consequences,
    describe,
    faces,
    place_name,
    year_name,
)
from gamekit.julius_caesar.odds.battle_seen import BattleSeen
from gamekit.julius_caesar.odds.belief import Belief
from gamekit.julius_caesar.odds.events import holds_city, leads
from gamekit.julius_caesar.odds.from_state import exits_of
from gamekit.julius_caesar.odds.reading_dependence import depends_on_reading
from gamekit.julius_caesar.odds.sights import Sight, sight, sights
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

__all__ = [
    "ACTIONS",
    "Action",
    "BattleSeen",
    "Belief",
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
    "Sight",
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
    "check_comment",
    "consequences",
    "current_player",
    "depends_on_reading",
    "describe",
    "exits_of",
    "faces",
    "from_json",
    "holds_city",
    "initial_state",
    "leads",
    "legal_actions",
    "observe",
    "place_name",
    "players",
    "returns",
    "rules",
    "sight",
    "sights",
    "to_json",
    "victory_points",
    "year_name",
]

if TYPE_CHECKING:
    from gamekit.play.protocol import Rules

    _checked: Rules = rules  # the module keeps to the protocol
