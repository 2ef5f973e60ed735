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
from gamekit.aquileia.odds.bidding import (
    AuctionCourse,
    AuctionStanding,
    Bidder,
    auction_course,
    auction_standing,
    cannot_raise,
    reachable_bids,
)
from gamekit.aquileia.odds.contest import (
    Contest,
    Entrant,
    break_even,
    example_contests,
    rank_chances_by_blue_dice,
    rank_rows,
)
from gamekit.aquileia.odds.from_state import contest_from_table
from gamekit.aquileia.odds.money import (
    ExactPayment,
    ExchangeOption,
    Exchanges,
    HarbourYield,
    Payments,
    dolus_coins,
    exchange_options,
    harbour_yield,
    latro_coins,
    payments,
)
from gamekit.aquileia.odds.plan import BlueDiceSplit, ContestChoice, ContestPlan, best_play, split_blue_dice
from gamekit.aquileia.odds.worth import (
    VillaPoints,
    expected_prize,
    final_points,
    laurel_gain,
    p_laurel_drawn,
    prize_by_tie_place,
    rank_chances_with_hidden_cards,
    slave_worth_in_arena,
    strength_drawn,
    villa_gain,
    villa_points,
    villa_totals,
    villa_worth_per_slave,
)
from gamekit.aquileia.players import evaluate_placements
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
from gamekit.aquileia.rules.districts import raises_by_one_coin
from gamekit.aquileia.state import (
    Action,
    Bid,
    Blue,
    Build,
    Buy,
    Change,
    Draw,
    FinalScore,
    Pass,
    Pay,
    Place,
    Play,
    Roll,
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
    JudgedValue,
    Laurel,
    PointWorth,
    Purse,
    judged_values,
    prize_coins,
)
from gamekit.storage.serialization import action_to_json, to_json

__all__ = [name for name, value in globals().items() if name[0] != "_" and not _is_module(value)]
__all__ += ["players", "presentation", "rules"]
