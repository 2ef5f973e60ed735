"""Roma Victrix: combats, sieges and fights at sea, exactly.

    >>> from gamekit import roma_victrix as rv
    >>> cappadocia = rv.force("3 HI, 2 AUX, 4 CAV", leader=1)
    >>> seleucid = rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1)
    >>> fight = rv.LandCombat(attacker=cappadocia, defender=seleucid)
    >>> fight.odds("win").p(rv.attacker_wins)
    Fraction(13, 18)
    >>> [str(way.left) for way in rv.pay(seleucid, 11, limit=2)]
    ['2 AUX, rAUX, CAV', 'HI, AUX, CAV']

Combats and sieges: ``LandCombat``, ``NavalCombat``, ``Siege`` and its ``plan``, ``odds_table``. Losses in counters:
``pay``, ``campaign``. Attrition: ``attrition``, ``attrition_card``, ``sea_attrition``, ``piracy``. Single
rolls: ``chance("withdrawal", 2)`` and the like. Revenue and new units: ``levy_limits``, ``production_csp``,
``maintenance``.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from gamekit.roma_victrix.scenario import SCENARIOS, Scenario, judged, scenario  # its module has its name

if TYPE_CHECKING:
    from gamekit.play.protocol import Rules
    from gamekit.roma_victrix import players, rules
    from gamekit.roma_victrix.forces import Force, Modifier, Result, Stack, attacker_wins, defender_wins, force, is_draw
    from gamekit.roma_victrix.geography import PROVINCES
    from gamekit.roma_victrix.luck import fights_of, narrate_year
    from gamekit.roma_victrix.notation import describe_action, describe_view
    from gamekit.roma_victrix.odds.batch import combats, odds_table
    from gamekit.roma_victrix.odds.campaign import Campaign, End, Stage, campaign
    from gamekit.roma_victrix.odds.combat import BestSplit, Combat, LandCombat, Luck, NavalCombat, Spent, example
    from gamekit.roma_victrix.odds.events import can_pay, holds, is_taken, leads, rises
    from gamekit.roma_victrix.odds.forecasts.budget import budget
    from gamekit.roma_victrix.odds.forecasts.fight import fight, siege_year
    from gamekit.roma_victrix.odds.forecasts.reach import reach
    from gamekit.roma_victrix.odds.losses import Payment, cheapest, pay, rebuild_cost
    from gamekit.roma_victrix.odds.plan import Choice, Course, Plan
    from gamekit.roma_victrix.odds.rolls import (
        attrition,
        attrition_card,
        barbari_incognita,
        chance,
        loading,
        piracy,
        raised_force,
        sea_attrition,
        warbands,
    )
    from gamekit.roma_victrix.odds.siege import Round, Siege, SiegePosition, sieges
    from gamekit.roma_victrix.odds.spending import OBJECTIVES
    from gamekit.roma_victrix.positions import (
        PositionError,
        action_from_json,
        action_to_json,
        from_json,
        omitted,
        to_json,
    )
    from gamekit.roma_victrix.procedures import (
        levy_limits,
        limes_cost,
        maintenance,
        may_intercept,
        may_retreat,
        may_withdraw,
        numerical,
        operations_cost,
        percentage_loss,
        production_csp,
        ratio,
        retreat,
        superiority,
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
    from gamekit.roma_victrix.state import ACTIONS, Action, Due, State
    from gamekit.roma_victrix.tables import EXAMPLES, HEAVY_CAVALRY, UNITS
    from gamekit.storage.record import Record

    _checked: Rules = rules  # the module keeps to the protocol

_ROOMS: Final = {  # the modules of the public names, each loaded when one of its names is first asked for
    "forces": "Force Modifier Result Stack attacker_wins defender_wins is_draw force",
    "geography": "PROVINCES",
    "luck": "fights_of narrate_year",
    "notation": "describe_view describe_action",
    "odds.batch": "combats odds_table",
    "odds.campaign": "Campaign End Stage campaign",
    "odds.combat": "BestSplit Combat LandCombat Luck NavalCombat Spent example",
    "odds.events": "can_pay holds is_taken leads rises",
    "odds.forecasts.budget": "budget",
    "odds.forecasts.fight": "fight siege_year",
    "odds.forecasts.reach": "reach",
    "odds.losses": "Payment cheapest pay rebuild_cost",
    "odds.plan": "Choice Course Plan",
    "odds.rolls": (
        "attrition attrition_card barbari_incognita chance loading piracy raised_force sea_attrition warbands"
    ),
    "odds.siege": "Round Siege SiegePosition sieges",
    "odds.spending": "OBJECTIVES",
    "positions": "PositionError action_from_json action_to_json from_json omitted to_json",
    "procedures": (
        "levy_limits limes_cost maintenance may_intercept may_retreat may_withdraw numerical operations_cost "
        "percentage_loss production_csp ratio retreat superiority"
    ),
    "rules": "View apply chance_outcomes current_player initial_state legal_actions observe returns",
    "scenario": "SCENARIOS Scenario judged scenario",
    "state": "ACTIONS Action Due State",
    "tables": "EXAMPLES HEAVY_CAVALRY UNITS",
}
_ROOM_OF: Final = {name: room for room, names in _ROOMS.items() for name in names.split()}
__all__ = [*_ROOM_OF, "players", "rules", "example_of_play"]


def example_of_play() -> "Record":
    """Return the rulebook's example of play (X.2 to X.11), 218 BC, as a record by the rules.

    >>> len(example_of_play().entries)
    427
    """
    from gamekit.storage import data_files, record

    return record.read(data_files.text("roma_victrix/example_of_play.jsonl"), sys.modules[__name__])


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
