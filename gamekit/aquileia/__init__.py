"""Aquileia, the worker placement game of dice and coins: exact odds, the whole game, its calculators.

>>> from gamekit import aquileia as aq
>>> arena = aq.Contest([
...     aq.Entrant("Stefan", base=1, tie=1),
...     aq.Entrant("Giorgio", base=2, cards=3, blue=2, tie=4),
...     aq.Entrant("Kiko", base=1, cards=2, tie=2),
... ])
>>> arena.p_rank("Kiko")
[Fraction(304, 6561), Fraction(5645, 6561), Fraction(68, 729)]
"""

from inspect import ismodule as _is_module

from gamekit.aquileia import players, presentation, rules
from gamekit.aquileia.odds.bidding import AuctionCourse, AuctionStanding, Bidder, auction, is_beaten, reach, standing
from gamekit.aquileia.odds.contest import Contest, Entrant, blue_gain, break_even, rank_rows, ready_contests
from gamekit.aquileia.odds.from_state import contest_on
from gamekit.aquileia.odds.money import (
    ExactPayment,
    ExchangeOption,
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
from gamekit.aquileia.odds.worth import (
    VillaPoints,
    final_points,
    hidden_ranks,
    laurel_gain,
    laurel_to_come,
    prize,
    slave_in_arena,
    slave_in_villa,
    strength_drawn,
    tie_worths,
    villa_gain,
    villa_points,
    villa_totals,
)
from gamekit.aquileia.players import field_worths
from gamekit.aquileia.positions import action_from_json, from_json
from gamekit.aquileia.rules import (
    apply,
    chance_outcomes,
    current_player,
    initial_state,
    legal_actions,
    observe,
    returns,
    winners,
)
from gamekit.aquileia.rules.districts import legal_raises
from gamekit.aquileia.state import (
    Action,
    Bid,
    Blue,
    Build,
    Buy,
    Change,
    Draw,
    Pass,
    Pay,
    Place,
    Play,
    Roll,
    Score,
    State,
    Step,
    Table,
    Take,
    Task,
    TieBreaker,
    View,
)
from gamekit.aquileia.tables import (
    BUILDINGS,
    CARDS,
    COINS,
    COLOURS,
    FIELDS,
    LAURELS,
    ActionField,
    Building,
    BuildingCost,
    Card,
    JudgedFigure,
    Laurel,
    PointWorth,
    Purse,
    judged,
    prize_coins,
)
from gamekit.storage.serialization import action_to_json, to_json

__all__ = [name for name, value in globals().items() if name[0] != "_" and not _is_module(value)]
__all__ += ["players", "presentation", "rules"]
