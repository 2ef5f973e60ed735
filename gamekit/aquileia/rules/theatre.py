"""District IV, the theatre: the auction of one laurel (6.1 to 6.4)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.aquileia.rules.steps import gain, lift, on_table, pay, push, put, taken
from gamekit.aquileia.state import NOBODY, Action, Auction, Bid, Draw, Pass, State, Step, Task
from gamekit.aquileia.tables import ONE, Purse, a_purse
from gamekit.text.translation import note


def raises(bid: Purse, purse: Purse) -> tuple[Purse, ...]:
    """The legal raises: the very coins of the highest bid and one more, or one coin to open (6.1).

    >>> raises(Purse(silver=2, bronze=1), Purse(silver=2, gold=1))
    ()
    >>> raises(Purse(silver=1), Purse(silver=2, gold=1))
    (Purse(bronze=0, silver=2, gold=0), Purse(bronze=0, silver=1, gold=1))
    """
    a_purse(bid, "the bid")
    a_purse(purse)
    return tuple(bid + one for one in ONE.values() if purse.covers(bid + one))


def reveal(state: State, task: Task, action: Action) -> State:
    """6.1: the top laurel is shown; its placer speaks first, then clockwise."""
    assert isinstance(action, Draw)
    players = len(state.table.names)
    waiting = tuple((task.seat + turn) % players for turn in range(players))
    state = on_table(taken(state, task, action.card), auction=Auction(action.card, task.seat, waiting))
    return push(state, Task(Step.BID, task.seat))


def auction(state: State) -> Auction:
    """The auction that is on."""
    assert state.table.auction
    return state.table.auction


def legal(state: State, task: Task) -> tuple[Action, ...]:
    return (*map(Bid, raises(auction(state).bid, state.table.purses[task.seat])), Pass())


def speak(state: State, task: Task, action: Action) -> State:
    """6.1, 6.3: a raise, or out for good; the last one in who has bid wins."""
    sale = auction(state)
    speaker, *others = sale.waiting
    if isinstance(action, Pass):
        sale = replace(sale, waiting=tuple(others))
    else:
        assert isinstance(action, Bid)
        sale = replace(sale, waiting=(*others, speaker), bid=action.coins, bidder=speaker)
    if sale.waiting in ((), (sale.bidder,)):
        return _sold(state, sale)
    return push(on_table(state, auction=sale), Task(Step.BID, sale.waiting[0]))


def _sold(state: State, sale: Auction) -> State:
    """6.2, 6.3: the price goes to the placer, or to the bank from himself; unsold it is his for nothing."""
    winner = sale.placer if sale.bidder == NOBODY else sale.bidder
    state = pay(state, winner, sale.bid)
    if winner != sale.placer:
        state = gain(state, sale.placer, sale.bid)
    shown = state.table.shown
    state = on_table(state, auction=None, shown=put(shown, winner, (*shown[winner], sale.laurel)))
    return lift(state, "theatrum")


def why_no_bid(state: State, task: Task, action: Action) -> str:
    sale, purse = auction(state), state.table.purses[task.seat]
    assert isinstance(action, Bid)
    if not purse.covers(action.coins):
        short = purse.missing(action.coins)
        return note("aquileia.error.bid_short", purse=str(purse), bid=str(action.coins), short=str(short))
    return note("aquileia.error.bid", bid=str(sale.bid))
