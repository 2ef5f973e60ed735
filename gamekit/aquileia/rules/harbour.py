"""District VI, the harbour: the thief, then workshops and private banks (8.1, 8.2)."""

from __future__ import annotations

from gamekit.aquileia.rules.steps import gain, lift, on_table, pay, put, score
from gamekit.aquileia.state import Action, Pass, Pay, Roll, State, Table, Task
from gamekit.aquileia.tables import BUILDINGS, COINS, FIELDS, ONE, Purse


def steal(state: State, task: Task, action: Action) -> State:
    """8.1: the coins thrown, as far as they lie in the harbour, one a field."""
    assert isinstance(action, Roll)
    lying = dict(zip(COINS, state.table.harbour))
    stolen = [kind for kind in COINS if kind in action.faces and lying[kind]]
    left = tuple(lying[kind] and kind not in stolen for kind in COINS)
    state = on_table(gain(state, task.seat, Purse.of(*stolen)), harbour=left)
    return lift(state, task.about)


def income(table: Table, seat: int) -> tuple[int, Purse]:
    """The points of all one's workshops and the coins of all one's private banks (8.2)."""
    own = [BUILDINGS[name] for name in table.buildings(seat)]
    points = sum(building.points for building in own if building.kind == "workshop")
    return points, sum((building.income for building in own), Purse())


def activate(state: State, task: Task) -> State:
    points, coins = income(state.table, task.seat)
    return lift(score(gain(state, task.seat, coins), task.seat, points), task.about)


def settled(state: State, task: Task) -> State | None:
    """8.2: a coin that still lies there is spent; without it one may pay again, if one can."""
    kind = FIELDS[task.about].coin
    table = state.table
    if table.harbour[COINS.index(kind)]:
        return activate(on_table(state, harbour=put(table.harbour, COINS.index(kind), False)), task)
    return None if table.purses[task.seat].covers(ONE[kind]) else lift(state, task.about)


def legal(state: State, task: Task) -> tuple[Action, ...]:
    return (Pay(), Pass())


def pay_again(state: State, task: Task, action: Action) -> State:
    if isinstance(action, Pass):
        return lift(state, task.about)
    return activate(pay(state, task.seat, ONE[FIELDS[task.about].coin]), task)
