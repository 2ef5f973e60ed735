"""District V, the forum: ways to pay, building, points at once (7.1, 7.2)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from gamekit.aquileia.rules.contests import discard
from gamekit.aquileia.rules.steps import lift, on_table, pay, put, score
from gamekit.aquileia.state import NOBODY, Action, Build, Pass, State, Step, Task
from gamekit.aquileia.tables import BUILDINGS, CARDS, FIELDS, PRICES, SETUP
from gamekit.text.translation import note

_INDEX = {name: index for index, name in enumerate(BUILDINGS)}


@cache
def slave_ways(needed: int, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every set of slave cards that gives at least so many slaves and none of whose cards could be left out (7.2).

    >>> slave_ways(3, ("slave 1", "slave 2", "slave 2"))
    (('slave 1', 'slave 2'), ('slave 2', 'slave 2'))
    """
    held = Counter(card for card in hand if CARDS[card].kind == "slave")
    kinds = sorted(held)
    ways = []
    for counts in product(*(range(held[kind] + 1) for kind in kinds)):
        over = sum(CARDS[kind].strength * count for kind, count in zip(kinds, counts)) - needed
        if over >= 0 and all(CARDS[kind].strength > over for kind, count in zip(kinds, counts) if count):
            ways.append(tuple(card for kind, count in zip(kinds, counts) for card in (kind,) * count))
    return tuple(sorted(ways, key=lambda paid: (sum(CARDS[card].strength for card in paid), len(paid), paid)))


def legal(state: State, task: Task) -> tuple[Action, ...]:
    """Free buildings that coins and slaves pay exactly; slaves may be overpaid."""
    table, seat, hand = state.table, task.seat, state.hands[task.seat]
    purse = table.purses[seat]
    if table.owners.count(seat) >= SETUP["houses"]:
        return (Pass(),)
    slaves = tuple(card for card in hand if CARDS[card].kind == "slave")
    return (
        *(
            Build(name, paid)
            for (name, building), owner in zip(BUILDINGS.items(), table.owners)
            if owner == NOBODY and purse.covers(PRICES[name])
            for paid in slave_ways(building.slaves, slaves)
        ),
        Pass(),
    )


def build(state: State, task: Task, action: Action) -> State:
    """7.1: a house on the building; the second and fifth field score its points at once."""
    following = state.table.agenda[:1]
    if not (following and following[0].step == Step.FORUM and following[0].about == task.about):
        state = lift(state, task.about)
    if not isinstance(action, Build):
        return state
    building = BUILDINGS[action.building]
    state = pay(state, task.seat, building.coins)
    for card in action.slaves:
        state = discard(state, task.seat, card)
    state = on_table(state, owners=put(state.table.owners, _INDEX[action.building], task.seat))
    return score(state, task.seat, building.points) if FIELDS[task.about].scores else state


def why_no_house(state: State, task: Task, action: Action) -> str:
    assert isinstance(action, Build)
    table = state.table
    if action.building not in BUILDINGS:
        return "there is no such building"
    building = BUILDINGS[action.building]
    if (owner := table.owners[_INDEX[action.building]]) != NOBODY:
        return note("aquileia.error.house", name=table.names[owner])
    if table.owners.count(task.seat) >= SETUP["houses"]:
        return note("aquileia.error.houses", houses=SETUP["houses"])
    if short := table.purses[task.seat].missing(building.coins):
        return f"{short} missing (7.2)"
    return (
        f"it takes {building.slaves} slave{'s' * (building.slaves != 1)} by cards in hand, and no needless card (7.2)"
    )
