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
from inspect import ismodule as _is_module

from gamekit.julius_caesar import fight, luck, players, presentation, rules
from gamekit.julius_caesar.fight import BlockAct, BlockTurn, Fight
from gamekit.julius_caesar.notation import (
    block_name,
    check_comment,
    consequences,
    describe,
    dice_for_outcome,
    name_by_spelling,
    place_name,
    year_name,
)
from gamekit.julius_caesar.odds.army import army
from gamekit.julius_caesar.odds.battle import Battle, BattleFromPosition, chances_of_battles, p_wins_without_round_limit
from gamekit.julius_caesar.odds.belief import Belief, Observation, observation, observations
from gamekit.julius_caesar.odds.best_solve import ExitLimits, Worth
from gamekit.julius_caesar.odds.course import BattlePosition, BlockStatus, Chances, HitCandidate
from gamekit.julius_caesar.odds.events import (
    Outcome,
    attacker_eliminated,
    attacker_holds,
    attacker_leaves,
    attacker_wins,
    attacker_withdraws,
    defender_withdraws,
    holds_city_at_year_end,
    leads_at_year_end,
    steps_lost,
)
from gamekit.julius_caesar.odds.from_state import exit_limits_by_side, readings_that_matter
from gamekit.julius_caesar.odds.what_if import levies
from gamekit.julius_caesar.positions import action_from_json, from_json, to_json
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
from gamekit.storage import data_files, record
from gamekit.storage.serialization import PositionError, action_to_json


def first_year() -> record.Record:
    """Return the record that ships with the game: a first year, 49 BC, as it might have been played.

    >>> from gamekit import julius_caesar as jc
    >>> year = first_year()
    >>> len(year.entries), jc.year_name(year.positions()[-1].year)
    (248, '48 BC (706 AUC)')
    """
    name = "julius_caesar/first_year.jsonl"
    try:
        return record.read(data_files.text(name), sys.modules[__name__])
    except record.RecordError as error:
        raise data_files.DataError(f"{name}, {error}") from None


__all__ = [name for name, value in globals().items() if name[0] != "_" and not _is_module(value)]
__all__ += ["players", "rules"]
