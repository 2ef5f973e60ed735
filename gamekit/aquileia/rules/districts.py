"""Districts I and IV to VI: market, theatre, forum and harbour (3.1-3.5, 6.1-8.2). ``contests`` has II and III."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

from gamekit.aquileia import state as s
from gamekit.aquileia import tables as t
from gamekit.aquileia.rules.contests import discard
from gamekit.aquileia.rules.steps import (
    drawable_cards,
    gain,
    on_table,
    pay,
    push_tasks,
    replace_at,
    score,
    slaves_to_draw,
    take_back_henchmen,
    take_card,
    to_hand,
)
from gamekit.aquileia.state import Action, State
from gamekit.aquileia.tables import Purse
from gamekit.text.translation import note


def pay_dolus(state: State, task: s.Task, action: Action) -> State:
    """Pay the coins of the swindler's two dice (3.1)."""
    assert isinstance(action, s.Roll)
    return take_back_henchmen(gain(state, task.seat, Purse.of(*action.faces)), task.about)


def legal_exchanges(state: State, task: s.Task) -> tuple[Action, ...]:
    """Return the exchanges of the list that the purse can make (3.2)."""
    purse = state.table.purses[task.seat]
    return (*(s.Change(give, get) for give, get in t.EXCHANGES if purse.covers(give)), s.Pass())


def exchange(state: State, task: s.Task, action: Action) -> State:
    if isinstance(action, s.Change):
        state = gain(pay(state, task.seat, action.give), task.seat, action.get)
    return take_back_henchmen(score(state, task.seat, t.SETUP["exchange_points"]), task.about)


def market_slot(field: str) -> int:
    """Return the place in the market row beside an equi et arma field, from 0."""
    return [name for name in t.FIELDS if name.startswith("equi")].index(field)


def coins_of_kind(cards: int, coin: str) -> Purse:
    """Return a number of coins of a kind."""
    return Purse(**{coin: cards * t.SETUP["card_price"]})


def legal_gear(state: State, task: s.Task) -> tuple[Action, ...]:
    """Return the actions of a gear field: buy the card beside the henchman for a bronze (3.3), or pass."""
    purse = state.table.purses[task.seat]
    offered = state.table.row[market_slot(task.about)]
    return (s.Buy(1), s.Pass()) if offered and purse.covers(t.ONE[t.FIELDS[task.about].coin]) else (s.Pass(),)


def buy_gear(state: State, task: s.Task, action: Action) -> State:
    state = take_back_henchmen(state, task.about)
    if not isinstance(action, s.Buy):
        return state
    table, place = state.table, market_slot(task.about)
    state = to_hand(pay(state, task.seat, coins_of_kind(1, t.FIELDS[task.about].coin)), task.seat, table.row[place])
    state = on_table(state, row=replace_at(table.row, place, ""))
    return push_tasks(state, s.Task(s.Step.GEAR, task.seat)) if t.FIELDS[task.about].cards > 1 else state


def draw_gear(state: State, task: s.Task, action: Action) -> State:
    """Draw the top card that comes with the left-most one, seen by its buyer only (3.3)."""
    assert isinstance(action, s.Draw)
    return to_hand(take_card(state, task, action.card), task.seat, action.card)


def legal_slaves(state: State, task: s.Task) -> tuple[Action, ...]:
    """Return the purchases: a slave for a bronze, up to two for a silver each, up to three for a gold each
    (3.4)."""
    field = t.FIELDS[task.about]
    held = dict(state.table.purses[task.seat].items())[field.coin] // t.SETUP["card_price"]
    most = min(field.cards, held, slaves_to_draw(state))
    return (*(s.Buy(cards) for cards in range(1, most + 1)), s.Pass())


def buy_slaves(state: State, task: s.Task, action: Action) -> State:
    state = take_back_henchmen(state, task.about)
    if not isinstance(action, s.Buy):
        return state
    state = pay(state, task.seat, coins_of_kind(action.cards, t.FIELDS[task.about].coin))
    return push_tasks(state, s.Task(s.Step.SLAVE, task.seat, count=action.cards))


def draw_slave(state: State, task: s.Task, action: Action) -> State:
    assert isinstance(action, s.Draw)
    state = to_hand(take_card(state, task, action.card), task.seat, action.card)
    return push_tasks(state, replace(task, count=task.count - 1)) if task.count > 1 else state


def give_blue_dice(state: State, task: s.Task) -> State:
    """Give the four blue dice for this round's arena and stadium (3.5)."""
    return take_back_henchmen(on_table(state, potentia=task.seat, blue=t.SETUP["blue_dice"]), task.about)


def refill_market(state: State, task: s.Task, action: Action) -> State:
    """Put a new card into an empty place of the row (1.4)."""
    assert isinstance(action, s.Draw)
    state = take_card(state, task, action.card)
    return on_table(state, row=replace_at(state.table.row, int(task.about), action.card))


def skip_refill(state: State, task: s.Task) -> State | None:
    """Return the position unchanged if the place is full or no card is left, else None: a card is to be drawn."""
    return state if state.table.row[int(task.about)] or not drawable_cards(state, task) else None


def skip_draw(state: State, task: s.Task) -> State | None:
    """Return the position unchanged if no card is left to draw, else None."""
    return None if drawable_cards(state, task) else state


def why_no_card(table: s.Table, task: s.Task) -> str:
    """Return the reason why nothing, or no more, can be bought at a field."""
    field = t.FIELDS[task.about]
    kind, number = field.name.split()
    most = 1 if kind == "equi" else field.cards
    return note(f"aquileia.error.{kind}", number=number, cards=most, coin=t.coin_note(field.coin))


def raises_by_one_coin(bid: Purse, purse: Purse) -> tuple[Purse, ...]:
    """Return the legal raises: the very coins of the highest bid and one more, or one coin to open (6.1).

    >>> raises_by_one_coin(Purse(silver=2, bronze=1), Purse(silver=2, gold=1))
    ()
    >>> raises_by_one_coin(Purse(silver=1), Purse(silver=2, gold=1))
    (Purse(bronze=0, silver=2, gold=0), Purse(bronze=0, silver=1, gold=1))
    """
    t.require_purse(bid, "the bid")
    t.require_purse(purse)
    return tuple(bid + one for one in t.ONE.values() if purse.covers(bid + one))


def reveal_laurel(state: State, task: s.Task, action: Action) -> State:
    """Show the top laurel; its placer speaks first, then clockwise (6.1)."""
    assert isinstance(action, s.Draw)
    players = len(state.table.names)
    waiting = tuple((task.seat + turn) % players for turn in range(players))
    state = on_table(take_card(state, task, action.card), auction=s.Auction(action.card, task.seat, waiting))
    return push_tasks(state, s.Task(s.Step.BID, task.seat))


def current_auction(state: State) -> s.Auction:
    """Return the auction under way."""
    assert state.table.auction
    return state.table.auction


def legal_bids(state: State, task: s.Task) -> tuple[Action, ...]:
    return (*map(s.Bid, raises_by_one_coin(current_auction(state).bid, state.table.purses[task.seat])), s.Pass())


def bid_or_leave(state: State, task: s.Task, action: Action) -> State:
    """Raise, or leave the auction for good; the last bidder left wins (6.1, 6.3)."""
    sale = current_auction(state)
    speaker, *others = sale.waiting
    if isinstance(action, s.Pass):
        sale = replace(sale, waiting=tuple(others))
    else:
        assert isinstance(action, s.Bid)
        sale = replace(sale, waiting=(*others, speaker), bid=action.coins, bidder=speaker)
    if sale.waiting in ((), (sale.bidder,)):
        return _sold(state, sale)
    return push_tasks(on_table(state, auction=sale), s.Task(s.Step.BID, sale.waiting[0]))


def _sold(state: State, sale: s.Auction) -> State:
    """Pay the price to the placer, or to the bank if the placer wins; unsold, the placer gets it free (6.2, 6.3)."""
    winner = sale.placer if sale.bidder == s.NOBODY else sale.bidder
    state = pay(state, winner, sale.bid)
    if winner != sale.placer:
        state = gain(state, sale.placer, sale.bid)
    shown = state.table.shown
    state = on_table(state, auction=None, shown=replace_at(shown, winner, (*shown[winner], sale.laurel)))
    return take_back_henchmen(state, "theatrum")


def why_no_bid(state: State, task: s.Task, action: Action) -> str:
    sale, purse = current_auction(state), state.table.purses[task.seat]
    assert isinstance(action, s.Bid)
    if not purse.covers(action.coins):
        short = purse.missing_to_pay(action.coins)
        return note("aquileia.error.bid_short", purse=str(purse), bid=str(action.coins), short=str(short))
    return note("aquileia.error.bid", bid=str(sale.bid))


_INDEX = {name: index for index, name in enumerate(t.BUILDINGS)}


@cache
def slave_ways(needed: int, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return every minimal set of slave cards that gives at least ``needed`` slaves (7.2).

    >>> slave_ways(3, ("slave 1", "slave 2", "slave 2"))
    (('slave 1', 'slave 2'), ('slave 2', 'slave 2'))
    """
    held = Counter(card for card in hand if t.CARDS[card].kind == "slave")
    kinds = sorted(held)
    ways = []
    for counts in product(*(range(held[kind] + 1) for kind in kinds)):
        over = sum(t.CARDS[kind].strength * count for kind, count in zip(kinds, counts)) - needed
        if over >= 0 and all(t.CARDS[kind].strength > over for kind, count in zip(kinds, counts) if count):
            ways.append(tuple(card for kind, count in zip(kinds, counts) for card in (kind,) * count))
    return tuple(sorted(ways, key=lambda paid: (sum(t.CARDS[card].strength for card in paid), len(paid), paid)))


def legal_builds(state: State, task: s.Task) -> tuple[Action, ...]:
    """Return the builds of free buildings (coins paid exactly, slaves perhaps overpaid) and the pass."""
    table, seat, hand = state.table, task.seat, state.hands[task.seat]
    purse = table.purses[seat]
    if table.owners.count(seat) >= t.SETUP["houses"]:
        return (s.Pass(),)
    slaves = tuple(card for card in hand if t.CARDS[card].kind == "slave")
    return (
        *(
            s.Build(name, paid)
            for (name, building), owner in zip(t.BUILDINGS.items(), table.owners)
            if owner == s.NOBODY and purse.covers(t.PRICES[name])
            for paid in slave_ways(building.slaves, slaves)
        ),
        s.Pass(),
    )


def build(state: State, task: s.Task, action: Action) -> State:
    """Put a house on the building; the second and fifth field score its points at once (7.1)."""
    following = state.table.agenda[:1]
    if not (following and following[0].step == s.Step.FORUM and following[0].about == task.about):
        state = take_back_henchmen(state, task.about)
    if not isinstance(action, s.Build):
        return state
    building = t.BUILDINGS[action.building]
    state = pay(state, task.seat, building.coin_cost)
    for card in action.slaves:
        state = discard(state, task.seat, card)
    state = on_table(state, owners=replace_at(state.table.owners, _INDEX[action.building], task.seat))
    return score(state, task.seat, building.points) if t.FIELDS[task.about].scores else state


def why_no_house(state: State, task: s.Task, action: Action) -> str:
    assert isinstance(action, s.Build)
    table = state.table
    if action.building not in t.BUILDINGS:
        return "there is no such building"
    building = t.BUILDINGS[action.building]
    if (owner := table.owners[_INDEX[action.building]]) != s.NOBODY:
        return note("aquileia.error.house", name=table.names[owner])
    if table.owners.count(task.seat) >= t.SETUP["houses"]:
        return note("aquileia.error.houses", houses=t.SETUP["houses"])
    if short := table.purses[task.seat].missing_to_pay(building.coin_cost):
        return f"{short} missing (7.2)"
    return (
        f"it takes {building.slaves} slave{'s' * (building.slaves != 1)} by cards in hand, and no needless card (7.2)"
    )


def steal_coins(state: State, task: s.Task, action: Action) -> State:
    """Give the player the rolled coins that are in the harbour, one per field (8.1)."""
    assert isinstance(action, s.Roll)
    lying = dict(zip(t.COINS, state.table.harbour))
    stolen = [kind for kind in t.COINS if kind in action.faces and lying[kind]]
    left = tuple(lying[kind] and kind not in stolen for kind in t.COINS)
    state = on_table(gain(state, task.seat, Purse.of(*stolen)), harbour=left)
    return take_back_henchmen(state, task.about)


def income(table: s.Table, seat: int) -> tuple[int, Purse]:
    """Return the points of a seat's workshops and the coins of its private banks (8.2)."""
    own = [t.BUILDINGS[name] for name in table.buildings(seat)]
    points = sum(building.points for building in own if building.kind == "workshop")
    return points, sum((building.income for building in own), Purse())


def activate_harbour_field(state: State, task: s.Task) -> State:
    points, coins = income(state.table, task.seat)
    return take_back_henchmen(score(gain(state, task.seat, coins), task.seat, points), task.about)


def settle_harbour_field(state: State, task: s.Task) -> State | None:
    """Activate a harbour field whose coin is still there; without it the player may pay again, if able (8.2)."""
    kind = t.FIELDS[task.about].coin
    table = state.table
    if table.harbour[t.COINS.index(kind)]:
        return activate_harbour_field(
            on_table(state, harbour=replace_at(table.harbour, t.COINS.index(kind), False)), task
        )
    return None if table.purses[task.seat].covers(t.ONE[kind]) else take_back_henchmen(state, task.about)


def legal_repayments(state: State, task: s.Task) -> tuple[Action, ...]:
    return (s.Pay(), s.Pass())


def pay_again(state: State, task: s.Task, action: Action) -> State:
    if isinstance(action, s.Pass):
        return take_back_henchmen(state, task.about)
    return activate_harbour_field(pay(state, task.seat, t.ONE[t.FIELDS[task.about].coin]), task)
