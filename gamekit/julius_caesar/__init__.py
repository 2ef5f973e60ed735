"""Julius Caesar, the block wargame of the civil war 49-45 BC: exact odds of its battles, and the whole game.

>>> from gamekit import julius_caesar as jc
>>> battle = jc.Battle(jc.army("C3/III"), jc.army("C3/III"))
>>> odds = battle.odds()
>>> odds.p(jc.attacker_wins), odds.p(jc.attacker_eliminated), odds.p(jc.attacker_leaves)
(Fraction(53829, 262144), Fraction(1560181, 2097152), Fraction(106339, 2097152))

>>> state = jc.initial_state(hands={"Caesar": ["3/2", "3/2", "2/1", "2/1", "2/1"], "Pompey": ["2/2"] * 4 + ["Mars"]})
>>> for action in (jc.Play("3/2"), jc.Play("2/2"), jc.Take("Caesar:Caesar")):
...     state = jc.apply(state, action)
>>> jc.legal_actions(state)
(Go(place='Aquileia'), Go(place='Asculum'), Go(place='Genua'), Go(place='Rome'))
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gamekit.julius_caesar import players, rules
    from gamekit.julius_caesar.fight import Deed, Fight, Turn
    from gamekit.julius_caesar.notation import (
        block_name,
        check_comment,
        consequences,
        describe,
        faces,
        place_name,
        year_name,
    )
    from gamekit.julius_caesar.odds.army import army
    from gamekit.julius_caesar.odds.automaton import Candidate, Position, Standing
    from gamekit.julius_caesar.odds.battle import Battle, Engagement, odds_of_many, wins_to_the_end
    from gamekit.julius_caesar.odds.battle_seen import BattleSeen
    from gamekit.julius_caesar.odds.belief import Belief
    from gamekit.julius_caesar.odds.best_worth import Exits, Worth
    from gamekit.julius_caesar.odds.course import Chances
    from gamekit.julius_caesar.odds.events import holds_city, leads
    from gamekit.julius_caesar.odds.from_state import exits_of
    from gamekit.julius_caesar.odds.outcome import (
        Outcome,
        attacker_eliminated,
        attacker_holds,
        attacker_leaves,
        attacker_wins,
        attacker_withdraws,
        defender_withdraws,
        losses,
    )
    from gamekit.julius_caesar.odds.reading_dependence import depends_on_reading
    from gamekit.julius_caesar.odds.sights import Sight, sight, sights
    from gamekit.julius_caesar.odds.what_if import levies
    from gamekit.julius_caesar.positions import action_from_json, action_to_json, from_json, to_json
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
    from gamekit.julius_caesar.tables import BLOCKS, PRINTED, Block, PrintedBlock
    from gamekit.play.protocol import Rules
    from gamekit.storage.record import Record

    _checked: Rules = rules  # the module keeps to the protocol
    from gamekit.storage.serialization import PositionError

_ROOMS: Final = {  # the modules of the public names, each loaded when one of its names is first asked for
    "fight": "Deed Fight Turn",
    "notation": "block_name check_comment consequences describe faces place_name year_name",
    "odds.army": "army",
    "odds.automaton": "Candidate Position Standing",
    "odds.battle": "Battle Engagement odds_of_many wins_to_the_end",
    "odds.battle_seen": "BattleSeen",
    "odds.belief": "Belief",
    "odds.best_worth": "Exits Worth",
    "odds.course": "Chances",
    "odds.events": "holds_city leads",
    "odds.from_state": "exits_of",
    "odds.outcome": (
        "Outcome attacker_eliminated attacker_holds attacker_leaves attacker_wins attacker_withdraws "
        "defender_withdraws losses"
    ),
    "odds.reading_dependence": "depends_on_reading",
    "odds.sights": "Sight sight sights",
    "odds.what_if": "levies",
    "positions": "PositionError action_from_json action_to_json from_json to_json",
    "rules": "apply chance_outcomes current_player initial_state legal_actions observe returns victory_points",
    "rules.views": "View",
    "state": (
        "ACTIONS Action Deal Deploy Disband Discard Done Draw Embark Fire Go Hits JoinBattle Levy MainAttack "
        "Pass Phase Play Regroup Retreat State Stop Strengthen Take TakeHit Target"
    ),
    "tables": "BLOCKS PRINTED Block PrintedBlock",
}
_ROOM_OF: Final = {name: room for room, names in _ROOMS.items() for name in names.split()}
__all__ = [*_ROOM_OF, "players", "rules", "first_year"]


def first_year() -> "Record":
    """Return a game's first year, 49 BC, as it might have been played: the record that ships with the game.

    >>> from gamekit import julius_caesar as jc
    >>> year = first_year()
    >>> len(year.entries), jc.year_name(year.positions()[-1].year)
    (248, '48 BC (706 AUC)')
    """
    from gamekit.storage import data_files, record

    name = "julius_caesar/first_year.jsonl"
    try:
        return record.read(data_files.text(name), sys.modules[__name__])
    except record.RecordError as error:
        raise data_files.DataError(f"{name}, {error}") from None


def __getattr__(name: str) -> Any:
    """Return a public name or a room of the package, loaded when first asked for."""
    if name in _ROOM_OF:
        globals()[name] = found = getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
        return found
    if not name.startswith("__") and find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
