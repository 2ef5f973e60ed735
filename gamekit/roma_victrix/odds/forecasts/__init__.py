"""Forecasts for the whole game: who stands where, what can be paid, who arrives, what may rise.

Each takes a ``State``, all of which it uses, or a seat's ``View``, of which it uses what that seat may know. Each
answer says what it rests on (``basis``) and prints as sentences (``said(language)``)."""

from gamekit.roma_victrix.odds.forecasts.budget import Budget, Unsupplied, budget
from gamekit.roma_victrix.odds.forecasts.fight import FightAhead, fight
from gamekit.roma_victrix.odds.forecasts.reach import Destination, Reach, reach
from gamekit.roma_victrix.odds.forecasts.robust import Robust, Trial, robust
from gamekit.roma_victrix.odds.forecasts.siege_year import SiegeYear, siege_year
from gamekit.roma_victrix.odds.forecasts.standing import Placing, Ranking, Shift, standing
from gamekit.roma_victrix.odds.forecasts.unrest import Cause, Unrest, unrest

__all__ = [
    "Budget",
    "Cause",
    "Destination",
    "FightAhead",
    "Placing",
    "Ranking",
    "Reach",
    "Robust",
    "Shift",
    "SiegeYear",
    "Trial",
    "Unrest",
    "Unsupplied",
    "budget",
    "fight",
    "reach",
    "robust",
    "siege_year",
    "standing",
    "unrest",
]
