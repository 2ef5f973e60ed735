"""Roma Victrix: the rules, and exact odds of combats, sieges and naval combats.

    >>> from gamekit import roma_victrix as rv
    >>> cappadocia = rv.force("3 HI, 2 AUX, 4 CAV", leader=1)
    >>> seleucid = rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1)
    >>> fight = rv.LandCombat(attacker=cappadocia, defender=seleucid)
    >>> fight.odds("win").p(rv.attacker_wins)
    Fraction(13, 18)
    >>> [str(way.left) for way in rv.ways_to_pay_loss(seleucid, 11, limit=2)]
    ['2 AUX, rAUX, CAV', 'HI, AUX, CAV']

Combats and sieges: ``LandCombat``, ``NavalCombat``, ``Siege`` and its ``plan``, ``odds_by_csp``. Losses in counters:
``ways_to_pay_loss``, ``campaign``. Attrition: ``attrition_csp_loss``, ``attrition_card``, ``sea_attrition``,
``piracy_csp_loss``. Single rolls: ``chance("withdrawal", 2)`` and the like. Upkeep: ``maintenance``.
"""

import sys as _sys
from inspect import ismodule as _is_module

from gamekit.play.protocol import Rules as _Rules
from gamekit.roma_victrix import luck, notation, players, positions, presentation, rules
from gamekit.roma_victrix.forces import (
    CombatResult,
    Force,
    Modifier,
    Stack,
    attacker_wins,
    defender_wins,
    force,
    is_draw,
)
from gamekit.roma_victrix.geography import PROVINCES
from gamekit.roma_victrix.luck import fights_of, narrate_year
from gamekit.roma_victrix.notation import describe_action, describe_view, name_by_spelling
from gamekit.roma_victrix.odds.budget import budget
from gamekit.roma_victrix.odds.campaign import Campaign, CampaignEnd, CampaignStage, campaign
from gamekit.roma_victrix.odds.combat import (
    BestSplit,
    Combat,
    LandCombat,
    ModifierSplit,
    NavalCombat,
    RollRank,
    odds_by_csp,
    rulebook_combat,
)
from gamekit.roma_victrix.odds.events import (
    can_pay_upkeep,
    capital_sacked_this_year,
    controls_at_year_end,
    ranks_first_at_year_end,
    rebels_this_year,
)
from gamekit.roma_victrix.odds.losses import LossPayment, force_after_cheapest_loss, rebuild_cost, ways_to_pay_loss
from gamekit.roma_victrix.odds.march import fight_ahead, leader_reach, siege_year
from gamekit.roma_victrix.odds.plan import RoundDecision, SiegePlan, SiegePlanOutcome
from gamekit.roma_victrix.odds.rolls import (
    attrition_card,
    attrition_csp_loss,
    chance,
    event_card_force,
    load_ships,
    piracy_csp_loss,
    sea_attrition,
    warbands,
    warbands_on_markers,
)
from gamekit.roma_victrix.odds.siege import Siege, SiegePosition, SiegeRound
from gamekit.roma_victrix.odds.spending import OBJECTIVES
from gamekit.roma_victrix.positions import (
    PositionError,
    action_from_json,
    action_to_json,
    from_json,
    omitted_action,
    to_json,
)
from gamekit.roma_victrix.procedures import (
    cavalry_modifier,
    maintenance,
    numbers_modifier,
    operations_cost,
    percentage_loss,
    ratio,
)
from gamekit.roma_victrix.rules import (
    View,
    apply,
    chance_outcomes,
    current_player,
    initial_state,
    legal_actions,
    observe,
    returns,
)
from gamekit.roma_victrix.scenario import SCENARIOS, Scenario, judged_values, scenario  # the function hides its module
from gamekit.roma_victrix.state import ACTIONS, Action, Due, State
from gamekit.roma_victrix.tables import EXAMPLES, HEAVY_CAVALRY, UNITS
from gamekit.storage import data_files as _data_files
from gamekit.storage import record as _record

_checked: _Rules = rules  # mypy checks that the module follows the protocol


def example_of_play() -> _record.Record:
    """Return the rulebook's example of play (X.2 to X.11), 218 BC, as a record that the rules accept.

    >>> len(example_of_play().entries)
    427
    """
    return _record.read(_data_files.text("roma_victrix/example_of_play.jsonl"), _sys.modules[__name__])


__all__ = ["players", "rules", *(name for name, it in [*vars().items()] if name[0] != "_" and not _is_module(it))]
