"""Aquileia's questions answered exactly: contests, plans for cards and blue dice, coins, auctions, villas."""

from gamekit.aquileia.odds.bidding import (
    AuctionCourse,
    AuctionStanding,
    Bidder,
    auction,
    beaten,
    reach,
    standing,
)
from gamekit.aquileia.odds.contest import Contest, Entrant, blue_gain, break_even, rank_rows, ready_contests
from gamekit.aquileia.odds.from_state import contest_on
from gamekit.aquileia.odds.hidden import (
    hidden_ranks,
    laurel_to_come,
    prize,
    slave_in_arena,
    slave_in_villa,
    strength_drawn,
    tie_worths,
)
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
from gamekit.aquileia.odds.plan import BlueSplit, ContestChoice, ContestPlan, best_play, blue_split
from gamekit.aquileia.odds.what_if import contests
from gamekit.aquileia.rules.districts import raises

__all__ = [
    "AuctionCourse",
    "AuctionStanding",
    "Bidder",
    "BlueSplit",
    "Contest",
    "ContestChoice",
    "ContestPlan",
    "Entrant",
    "ExactPayment",
    "Exchanged",
    "Exchanges",
    "Harbour",
    "Payments",
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
    "hidden_ranks",
    "latro",
    "laurel_gain",
    "laurel_to_come",
    "payments",
    "prize",
    "raises",
    "rank_rows",
    "reach",
    "ready_contests",
    "slave_in_arena",
    "slave_in_villa",
    "standing",
    "strength_drawn",
    "tie_worths",
    "villa_gain",
    "villa_points",
    "villa_totals",
]
