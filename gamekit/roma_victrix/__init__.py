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
from typing import Any

from gamekit.roma_victrix.economy import levy_limits, maintenance, production_csp
from gamekit.roma_victrix.forces import Force, Modifier, Result, Stack, attacker_wins, defender_wins, drawn, force
from gamekit.roma_victrix.geography import PROVINCES
from gamekit.roma_victrix.odds.attrition import attrition, attrition_card, loading, piracy, sea_attrition
from gamekit.roma_victrix.odds.batch import combats, odds_table
from gamekit.roma_victrix.odds.campaign import Campaign, End, Stage, campaign
from gamekit.roma_victrix.odds.combat import BestSplit, Combat, LandCombat, Luck, NavalCombat, Spent, example
from gamekit.roma_victrix.odds.losses import Payment, cheapest, pay, rebuild_cost
from gamekit.roma_victrix.odds.plan import Choice, Course, Plan
from gamekit.roma_victrix.odds.rolls import barbari_incognita, chance, raised_force, warbands
from gamekit.roma_victrix.odds.siege import Round, Siege, SiegePosition, sieges
from gamekit.roma_victrix.odds.spending import OBJECTIVES
from gamekit.roma_victrix.procedures import (
    limes_cost,
    may_intercept,
    may_retreat,
    may_withdraw,
    numerical,
    operations_cost,
    percentage_loss,
    ratio,
    retreat,
    superiority,
)
from gamekit.roma_victrix.scenario import SCENARIOS, Scenario, scenario
from gamekit.roma_victrix.sources import judged
from gamekit.roma_victrix.tables import EXAMPLES, HEAVY_CAVALRY, UNITS

__all__ = [
    "EXAMPLES",
    "HEAVY_CAVALRY",
    "OBJECTIVES",
    "PROVINCES",
    "SCENARIOS",
    "UNITS",
    "BestSplit",
    "Campaign",
    "Choice",
    "Combat",
    "Course",
    "End",
    "Force",
    "LandCombat",
    "Luck",
    "Modifier",
    "NavalCombat",
    "Payment",
    "Plan",
    "Result",
    "Round",
    "Scenario",
    "Siege",
    "SiegePosition",
    "Spent",
    "Stack",
    "Stage",
    "attacker_wins",
    "attrition",
    "attrition_card",
    "barbari_incognita",
    "campaign",
    "chance",
    "cheapest",
    "combats",
    "defender_wins",
    "drawn",
    "example",
    "force",
    "judged",
    "levy_limits",
    "limes_cost",
    "loading",
    "maintenance",
    "may_intercept",
    "may_retreat",
    "may_withdraw",
    "numerical",
    "odds_table",
    "operations_cost",
    "pay",
    "percentage_loss",
    "piracy",
    "production_csp",
    "raised_force",
    "ratio",
    "rebuild_cost",
    "retreat",
    "scenario",
    "sea_attrition",
    "sieges",
    "superiority",
    "warbands",
]


def __getattr__(name: str) -> Any:
    """The rooms of the package, and the names of the whole game (``game.py``), loaded when first asked for."""
    if find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    if name.startswith("__") or not hasattr(import_module(f"{__name__}.game"), name):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    globals()[name] = found = getattr(import_module(f"{__name__}.game"), name)  # asked for once
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module(f"{__name__}.game").__all__})
