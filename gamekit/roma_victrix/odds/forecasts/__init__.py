"""Forecasts for the whole game: who stands where, what can be paid, who arrives, what may rise.

Each takes a ``State``, all of which it uses, or a seat's ``View``, of which it uses what that seat may know. Each
answer says what it rests on (``basis``) and prints as sentences (``said(language)``)."""

from gamekit.roma_victrix.odds.forecasts.budget import Budget, Unsupplied, budget
from gamekit.roma_victrix.odds.forecasts.reach import Arrival, Reach, reach
from gamekit.roma_victrix.odds.forecasts.siege_year import SiegeYear, siege_year
from gamekit.roma_victrix.odds.forecasts.standing import Placing, Ranking, Shift, standing

__all__ = [
    "Arrival",
    "Budget",
    "Placing",
    "Ranking",
    "Reach",
    "Shift",
    "SiegeYear",
    "Unsupplied",
    "budget",
    "reach",
    "siege_year",
    "standing",
]
