"""District I, the market: swindler's dice, bank, horses and weapons, slaves, the blue dice (3.1 to 3.5)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.aquileia.rules.steps import gain, lift, on_table, pay, pool, push, put, score, stock, taken, to_hand
from gamekit.aquileia.state import Action, Buy, Change, Draw, Pass, Roll, State, Step, Table, Task
from gamekit.aquileia.tables import EXCHANGES, FIELDS, ONE, SETUP, Purse, coin_note
from gamekit.text.translation import note


def dolus(state: State, task: Task, action: Action) -> State:
    """3.1: both coins thrown."""
    assert isinstance(action, Roll)
    return lift(gain(state, task.seat, Purse.of(*action.faces)), task.about)


def legal_exchanges(state: State, task: Task) -> tuple[Action, ...]:
    """3.2: one exchange of the list that the purse can give."""
    purse = state.table.purses[task.seat]
    return (*(Change(give, get) for give, get in EXCHANGES if purse.covers(give)), Pass())


def exchange(state: State, task: Task, action: Action) -> State:
    if isinstance(action, Change):
        state = gain(pay(state, task.seat, action.give), task.seat, action.get)
    return lift(score(state, task.seat, SETUP["exchange_points"]), task.about)


def slot(field: str) -> int:
    """The place in the market row beside an equi et arma field, from 0."""
    return [name for name in FIELDS if name.startswith("equi")].index(field)


def price(cards: int, coin: str) -> Purse:
    """So many coins of a kind."""
    return Purse(**{coin: cards * SETUP["card_price"]})


def legal_gear(state: State, task: Task) -> tuple[Action, ...]:
    """3.3: the card beside the henchman for a bronze."""
    purse = state.table.purses[task.seat]
    offered = state.table.row[slot(task.about)]
    return (Buy(1), Pass()) if offered and purse.covers(ONE[FIELDS[task.about].coin]) else (Pass(),)


def buy_gear(state: State, task: Task, action: Action) -> State:
    state = lift(state, task.about)
    if not isinstance(action, Buy):
        return state
    table, place = state.table, slot(task.about)
    state = to_hand(pay(state, task.seat, price(1, FIELDS[task.about].coin)), task.seat, table.row[place])
    state = on_table(state, row=put(table.row, place, ""))
    return push(state, Task(Step.GEAR, task.seat)) if FIELDS[task.about].cards > 1 else state


def draw_gear(state: State, task: Task, action: Action) -> State:
    """3.3: the top card that comes with the left-most one, seen by its buyer only."""
    assert isinstance(action, Draw)
    return to_hand(taken(state, task, action.card), task.seat, action.card)


def legal_slaves(state: State, task: Task) -> tuple[Action, ...]:
    """3.4: one for a bronze, up to two for a silver each, up to three for a gold each."""
    field = FIELDS[task.about]
    held = dict(state.table.purses[task.seat].items())[field.coin] // SETUP["card_price"]
    most = min(field.cards, held, stock(state))
    return (*(Buy(cards) for cards in range(1, most + 1)), Pass())


def buy_slaves(state: State, task: Task, action: Action) -> State:
    state = lift(state, task.about)
    if not isinstance(action, Buy):
        return state
    state = pay(state, task.seat, price(action.cards, FIELDS[task.about].coin))
    return push(state, Task(Step.SLAVE, task.seat, count=action.cards))


def draw_slave(state: State, task: Task, action: Action) -> State:
    assert isinstance(action, Draw)
    state = to_hand(taken(state, task, action.card), task.seat, action.card)
    return push(state, replace(task, count=task.count - 1)) if task.count > 1 else state


def potentia(state: State, task: Task) -> State:
    """3.5: the four blue dice for this round's arena and stadium."""
    return lift(on_table(state, potentia=task.seat, blue=SETUP["blue_dice"]), task.about)


def refill(state: State, task: Task, action: Action) -> State:
    """1.4: a new card for an empty place of the row."""
    assert isinstance(action, Draw)
    state = taken(state, task, action.card)
    return on_table(state, row=put(state.table.row, int(task.about), action.card))


def skip_refill(state: State, task: Task) -> State | None:
    return state if state.table.row[int(task.about)] or not pool(state, task) else None


def skip_draw(state: State, task: Task) -> State | None:
    return None if pool(state, task) else state


def why_no_card(table: Table, task: Task) -> str:
    """Why nothing, or no more, can be bought at a field."""
    field = FIELDS[task.about]
    kind, number = field.name.split()
    most = 1 if kind == "equi" else field.cards
    return note(f"aquileia.error.{kind}", number=number, cards=most, coin=coin_note(field.coin))
