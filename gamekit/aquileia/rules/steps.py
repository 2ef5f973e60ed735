"""Steps shared by all districts: change the table, push tasks, move coins and cards, throw and draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from operator import attrgetter
from typing import Any, TypeVar

from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Action, Draw, Roll, State, Step, Table, Task
from gamekit.aquileia.tables import COINS, SETUP, Purse
from gamekit.probability.distribution import Dist

Item = TypeVar("Item")
Value = TypeVar("Value", State, Table)
DICE = {Step.DOLUS: SETUP["thrown"], Step.LATRO: SETUP["thrown"], Step.RED: SETUP["red_dice"]}
DECKS = {Step.GEAR: "gear", Step.REFILL: "gear", Step.SLAVE: "slaves", Step.LOOK: "stadium", Step.TURN_UP: "stadium"}
DISCARDS = {"gear": "gear_discards", "slaves": "slave_discards"}


@cache
def _slots(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), tuple(kind.__dict__[name].__set__ for name in names)


def replace_fields(value: Value, **changes: Any) -> Value:
    """Return the value with fields replaced, as ``dataclasses.replace`` does, in half its time."""
    kind: Any = type(value)
    read, writers = _slots(kind)
    new: Value = object.__new__(kind)
    for write, item in zip(writers, read(value)):
        write(new, item)
    for name, item in changes.items():
        object.__setattr__(new, name, item)
    return new


def replace_at(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return the tuple with one place changed."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Return the tuple with one copy of an item taken out."""
    index = items.index(item)
    return (*items[:index], *items[index + 1 :])


def on_table(state: State, **changes: Any) -> State:
    """Return the position with fields of the open table changed."""
    return replace_fields(state, table=replace_fields(state.table, **changes))


def push_tasks(state: State, *tasks: Task) -> State:
    """Return the position with tasks to be done before all others."""
    return on_table(state, agenda=tasks + state.table.agenda)


def gain(state: State, seat: int, coins: Purse) -> State:
    """Pay coins from the bank, which never runs short (1.1)."""
    purses = state.table.purses
    return on_table(state, purses=replace_at(purses, seat, purses[seat] + coins)) if coins else state


def pay(state: State, seat: int, coins: Purse) -> State:
    """Pay exact coins to the bank (1.3)."""
    purses = state.table.purses
    return on_table(state, purses=replace_at(purses, seat, purses[seat] - coins))


def score(state: State, seat: int, points: int) -> State:
    """Add victory points on the way."""
    held = state.table.points
    return on_table(state, points=replace_at(held, seat, held[seat] + points)) if points else state


def take_back_henchmen(state: State, *fields: str) -> State:
    """Take back the henchmen from fields whose action is done."""
    placed = list(state.table.placed)
    for field in fields:
        placed[FIELD_INDEX[field]] = NOBODY
    return on_table(state, placed=tuple(placed))


def to_hand(state: State, seat: int, card: str) -> State:
    """Add a card to a player's hand, kept in order so that equal hands are equal."""
    hand = tuple(sorted((*state.hands[seat], card)))
    return replace_fields(state, hands=replace_at(state.hands, seat, hand))


def to_laurels(state: State, seat: int, laurel: str) -> State:
    """Give a stadium laurel to a player, face down (5.5)."""
    laurels = tuple(sorted((*state.laurels[seat], laurel)))
    return replace_fields(state, laurels=replace_at(state.laurels, seat, laurels))


def deck_of(task: Task) -> str:
    """Return the deck that a drawing task draws from, or ""."""
    if task.step == Step.DISCARD:
        return task.about
    return "theatre" if task.step == Step.REVEAL else DECKS.get(task.step, "")


def drawable_cards(state: State, task: Task) -> tuple[str, ...]:
    """Return the cards that may be drawn: the deck, or the shuffled discards when it is empty."""
    deck = deck_of(task)
    cards: tuple[str, ...] = getattr(state, deck)
    if not cards and deck in DISCARDS:
        cards = getattr(state.table, DISCARDS[deck])
    return cards


def take_card(state: State, task: Task, card: str) -> State:
    """Return the position with a card taken from its deck, reshuffled first if empty (1.3)."""
    deck = deck_of(task)
    if not getattr(state, deck):
        state = replace_fields(
            on_table(state, **{DISCARDS[deck]: ()}), **{deck: tuple(sorted(drawable_cards(state, task)))}
        )
    return replace_fields(state, **{deck: without(getattr(state, deck), card)})


def slaves_to_draw(state: State) -> int:
    """Return how many slave cards can still be drawn, at most three."""
    return min(3, len(state.slaves) + len(state.table.slave_discards))


def dice_count(task: Task) -> int:
    """Return how many dice a throwing task throws; 0 for any other."""
    return task.count if task.step == Step.BLUE_ROLL else DICE.get(task.step, 0)


@cache
def roll_odds(dice: int) -> Dist[Action]:
    """Return the distribution of rolls of some dice as faces in order, each face one in three (1.2)."""
    whole = factorial(dice)
    faces = combinations_with_replacement(COINS, dice)
    dist: dict[Action, int] = {
        Roll(throw): whole // prod(factorial(throw.count(kind)) for kind in COINS) for throw in faces
    }
    return Dist(dist, ("1.2",))


def draw_odds(state: State, task: Task) -> Dist[Action]:
    """Return the distribution of the card drawn, by the number of copies."""
    dist: dict[Action, int] = {Draw(card): count for card, count in Counter(drawable_cards(state, task)).items()}
    return Dist(dist)


def chance_allows(state: State, task: Task, action: Action) -> bool:
    """Return whether an action is a possible outcome of chance for the task."""
    if isinstance(action, Roll):
        return bool(dice_count(task)) and action in tuple(roll_odds(dice_count(task)))
    return isinstance(action, Draw) and bool(deck_of(task)) and action.card in drawable_cards(state, task)


def name_of(table: Table, seat: int) -> str:
    """Return the name of a seat's player, or of nobody for -1."""
    return table.names[seat] if seat != NOBODY else "nobody"
