"""Aquileia's questions answered exactly: contests, plans for cards and blue dice, coins, auctions, villas."""

from gamekit.aquileia.odds.bidding import (
    AuctionCourse,
    AuctionStanding,
    Bidder,
    auction,
    beaten,
    raises,
    reach,
    standing,
)
from gamekit.aquileia.odds.contest import Contest, Entrant, blue_gain, break_even, rank_rows, ready_contests
from gamekit.aquileia.odds.from_state import contest_on
from gamekit.aquileia.odds.laurels import (
    VillaPoints,
    final_points,
    laurel_gain,
    villa_gain,
    villa_points,
    villa_totals,
)
from gamekit.aquileia.odds.money import (
    ExactPayment,
    Exchanged,
    Exchanges,
    Harbour,
    Payments,
    dolus,
    exchange,
    harbour,
    latro,
    payments,
)
from gamekit.aquileia.odds.plan import BlueSplit, ContestChoice, Plan, best_play, blue_split
from gamekit.aquileia.odds.what_if import contests

__all__ = [
    "AuctionCourse",
    "AuctionStanding",
    "Bidder",
    "BlueSplit",
    "Contest",
    "ContestChoice",
    "Entrant",
    "ExactPayment",
    "Exchanged",
    "Exchanges",
    "Harbour",
    "Payments",
    "Plan",
    "VillaPoints",
    "auction",
    "beaten",
    "best_play",
    "blue_gain",
    "blue_split",
    "break_even",
    "contest_on",
    "contests",
    "dolus",
    "exchange",
    "final_points",
    "harbour",
    "latro",
    "laurel_gain",
    "payments",
    "raises",
    "rank_rows",
    "reach",
    "ready_contests",
    "standing",
    "villa_gain",
    "villa_points",
    "villa_totals",
]
