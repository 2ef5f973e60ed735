"""What is worked out exactly on the map before a decision: what can be paid this year, who arrives, what a fight is.

Each takes a ``State``, all of which it uses, or a seat's ``View``, of which it uses what that seat may know. Each
answer says its basis (``basis``) and prints as sentences (``said(language)``). What will be in a whole game is
played out (``gamekit.outlook`` with ``odds.events``)."""

from gamekit.roma_victrix.odds.forecasts.budget import Budget, Unsupplied, budget
from gamekit.roma_victrix.odds.forecasts.fight import FightAhead, SiegeYear, fight, siege_year
from gamekit.roma_victrix.odds.forecasts.reach import Destination, Reach, reach

__all__ = [
    "Budget",
    "Destination",
    "FightAhead",
    "Reach",
    "SiegeYear",
    "Unsupplied",
    "budget",
    "fight",
    "reach",
    "siege_year",
]
