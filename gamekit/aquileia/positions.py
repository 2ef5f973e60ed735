"""Positions and actions as JSON, and back; an unplayable position is refused with a reason.

A position is an object with the fields of ``State``; its ``table`` is an object with the fields of ``Table``, and so
on down. Coins are ``{"bronze": 1, "silver": 0, "gold": 2}``, seats whole numbers from 0 clockwise, -1 for nobody.
An action is an object with its kind under ``"do"`` and its fields: ``{"do": "Place", "field": "arena 1"}``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from gamekit.aquileia import rules
from gamekit.aquileia.rules import ACTIONS, BLUE_DICE, FOLLOW, TIE_BREAKER, check_names
from gamekit.aquileia.rules.rounds import COIN_FIELDS, IN, LATER, MARKET_STEPS
from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Action, State, Step, Table, Task
from gamekit.aquileia.tables import (
    BUILDINGS,
    CARDS,
    COINS,
    COLOURS,
    CONTESTS,
    FIELDS,
    GEAR,
    LAURELS,
    SETUP,
    SLAVES,
    STADIUM,
    THEATRE,
    require_known,
)
from gamekit.play.protocol import CHANCE
from gamekit.storage import serialization
from gamekit.storage.serialization import PositionError

Faults = Iterator[str | None]
MOST_COINS, MOST_POINTS = 1_000, 10_000
UNSEATED = {Step.ACT, Step.REFILL, Step.CONTEST, Step.RANK, Step.DISCARD, Step.CLEAR, Step.TURN_UP, Step.SCORE}
FIGHTING = {Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL, Step.RANK, Step.PRIZE, Step.LOOK, Step.LAUREL}
# What a task may be about, for steps that are about something.
ABOUT: dict[Step, tuple[str, ...]] = {
    Step.PLACE: ("", LATER),
    Step.REFILL: tuple(map(str, range(SETUP["row"]))),
    Step.DISCARD: ("stadium", "theatre"),
    Step.REVEAL: IN["theatrum"],
    Step.FORUM: IN["forum"],
    Step.LATRO: ("latro",),
    Step.HARBOUR: COIN_FIELDS,
    **{step: tuple(name for name in IN["mercatus"] if name.startswith(first)) for first, step in MARKET_STEPS.items()},
    **dict.fromkeys((Step.CONTEST, Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL, Step.RANK), CONTESTS),
}


def check(state: State) -> None:
    """Raise PositionError, a ValueError, with the first fault of a position that cannot be played on."""
    _fields(state)
    for fault in _faults(state):
        if fault:
            raise PositionError(fault)


def _faults(state: State) -> Faults:
    table = state.table
    yield from _pieces(state)
    if not table.agenda:
        count = len(table.names) if table.round == SETUP["rounds"] else -1
        yield None if len(table.scores) == count else "agenda: the game ends after the last round, with all scores"
        return
    fights = [task for task in table.agenda if task.step in FIGHTING]
    if bool(fights or table.contest) != bool(table.fighters) or len(set(fights)) < len(fights):
        yield "contest: its name, its fighters and all it still brings are there while it is on, and not otherwise"
    yield from _laurels(state)
    yield from _goes_on(state)


def _pieces(state: State) -> Faults:
    """Yield the faults of cards, coins, points, houses and henchmen: too many, or a card lost."""
    table = state.table
    held = [card for hand in state.hands for card in hand]
    slaves, gear = (*state.slaves, *table.slave_discards), (*state.gear, *table.gear_discards, *filter(None, table.row))
    if Counter((*held, *slaves, *gear)) != Counter((*GEAR, *SLAVES)):
        yield "hands, decks, row and discards together should be the cards of the game, each as often as it is printed"
    mixed = [card for pile, slave in ((slaves, True), (gear, False)) for card in pile if (card in SLAVES) != slave]
    yield f"{mixed[0]} lies in the wrong deck or in the row" if mixed else None
    for seat, name in enumerate(table.names):
        if table.placed.count(seat) > SETUP["henchmen"] or table.track.count(seat) > 1:
            yield f"{name} has more henchmen or tie-breakers on the board than there are"
        yield f"{name} has more than {SETUP['houses']} houses" if table.owners.count(seat) > SETUP["houses"] else None
        if sum(dict(table.purses[seat].items()).values()) > MOST_COINS or not 0 <= table.points[seat] <= MOST_POINTS:
            yield f"{name} should have at most {MOST_COINS} coins, and 0 to {MOST_POINTS} points"


def _laurels(state: State) -> Faults:
    """Yield the faults of laurels: two of the stadium and one of the theatre leave the decks every round (9.1)."""
    table, tasks = state.table, state.table.agenda
    steps = {task.step for task in tasks}
    hidden = [laurel for own in (*state.laurels, *table.shown) for laurel in own]
    hidden += [table.face_up] if table.face_up else []
    hidden += [table.auction.laurel] if table.auction else []
    if Counter((*state.stadium, *state.theatre, *state.offered, *hidden)) - Counter((*STADIUM, *THEATRE)):
        yield "laurels: one is there more often than it is printed"
    looked = table.current_task.step == Step.LAUREL
    yield None if len(state.offered) == 2 * looked else "offered: the winner of the race sees two laurels (5.5)"
    early = bool(steps & {Step.PLACE, Step.TURN_UP})
    racing = table.contest == "stadium" and bool(steps & {Step.RANK, Step.LOOK})
    waiting = Task(Step.CONTEST, about="stadium") in tasks and any(
        table.seat_on_field(name) != NOBODY for name in IN["stadium"]
    )
    to_go = early or racing or waiting or Task(Step.DISCARD, about="stadium") in tasks
    is_open = to_go and Step.TURN_UP not in steps
    left = len(STADIUM) - 2 * table.round + to_go + (to_go and not is_open)
    if len(state.stadium) != left or bool(table.face_up) != is_open:
        yield f"stadium: {len(state.stadium)} laurels lie there and one open or none; it should be {left} in this round"
    unsold = early or Step.REVEAL in steps or Task(Step.DISCARD, about="theatre") in tasks
    left = len(THEATRE) - table.round + unsold
    yield None if len(state.theatre) == left else f"theatre: {len(state.theatre)} laurels; it should be {left}"


def _goes_on(state: State) -> Faults:
    """Yield a fault if neither a player nor chance has an action."""
    task = state.table.current_task
    if task.step in FOLLOW:
        follows = FOLLOW[task.step](rules.start_next_task(state), task)
        yield f"agenda: {task.step.value} passes at once and cannot be set up" if follows is not None else None
    chance = rules.current_player(state) == CHANCE
    if not (rules.chance_outcomes(state) if chance else rules.legal_actions(state)):
        yield f"agenda: there is nothing to be done at {task.step.value}"


def _fields(state: State) -> None:
    """Check each field alone: lengths of lists, ranges of numbers, options and seats."""
    table, players = state.table, len(state.table.names)
    _number("names, counted", players, SETUP["players_least"], SETUP["players_most"])
    lengths = {
        "placed": len(FIELD_INDEX),
        "track": SETUP["tie_places"],
        "harbour": len(COINS),
        "owners": len(BUILDINGS),
        "row": SETUP["row"],
        **dict.fromkeys(("purses", "points", "shown"), players),
    }
    lists = [(f"table.{name}", getattr(table, name), length) for name, length in lengths.items()]
    for name, found, length in (*lists, ("hands", state.hands, players), ("laurels", state.laurels, players)):
        if len(found) != length:
            raise ValueError(f"State.{name} has {len(found)} entries; it should have {length}")
    check_names(table.names)
    _number("start", table.start, 0, players - 1)
    _number("round", table.round, 1, SETUP["rounds"])
    _number("blue", table.blue, 0, SETUP["blue_dice"])
    require_known("way to throw the blue dice", table.blue_dice, BLUE_DICE)
    require_known("option", table.tie_breaker, TIE_BREAKER)
    require_known("contest", table.contest, ("", *CONTESTS))
    for seat in (table.potentia, *table.placed, *table.track, *table.owners):
        _seat(seat, players, NOBODY)
    for task in table.agenda:
        _check_task(table, task)
    for fighter in table.fighters:
        _seat(fighter.seat, players)
        _all("coin kind", (fighter.side, *fighter.red, *fighter.blue), COINS)
    if table.auction:
        for seat in (table.auction.placer, *table.auction.waiting):
            _seat(seat, players)
        _seat(table.auction.bidder, players, NOBODY)
        _all("theatre laurel", (table.auction.laurel,), THEATRE)
    _names(state)


def _names(state: State) -> None:
    """Check that every card, laurel and colour is one of the game."""
    table = state.table
    held = (*state.gear, *state.slaves, *table.gear_discards, *table.slave_discards, *filter(None, table.row))
    played = (card for cards in (*state.hands, *(fighter.cards for fighter in table.fighters)) for card in cards)
    _all("card", (*held, *played), CARDS)
    _all("stadium laurel", (*state.stadium, *state.offered, *filter(None, (table.face_up,))), STADIUM)
    _all("theatre laurel", state.theatre, THEATRE)
    _all("laurel", (name for own in (*state.laurels, *table.shown) for name in own), LAURELS)
    _all("villa colour", (colour for score in table.scores for colour in score.colours), COLOURS)


def _check_task(table: Table, task: Task) -> None:
    """Check a task's seat, its subject and its number."""
    _all(f"thing to {task.step.value}", (task.about,), ABOUT.get(task.step, ("",)))
    most = {Step.BLUE_ROLL: SETUP["blue_dice"], Step.SLAVE: max(field.cards for field in FIELDS.values())}.get(
        task.step, 0
    )
    _number(f"agenda: the count to {task.step.value}", task.count, min(1, most), most)
    if task.step not in UNSEATED:
        _seat(task.seat, len(table.names))
    if task.step == Step.BID and (not table.auction or table.auction.waiting[:1] != (task.seat,)):
        raise ValueError(f"State.table.auction: seat {task.seat} is to bid and should be the first of those waiting")
    if task.step in FIGHTING - UNSEATED and task.seat not in [fighter.seat for fighter in table.fighters]:
        raise ValueError(f"State.table.fighters: seat {task.seat} is to {task.step.value} and is not among them")


def _all(what: str, names: Iterable[str], right: Iterable[str]) -> None:
    choices = tuple(dict.fromkeys(right))
    for name in names:
        require_known(what, name, choices)


def _number(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ValueError(f"State.table.{what} is {number}; it should be from {least} to {most}")


def _seat(seat: int, players: int, least: int = 0) -> None:
    if not least <= seat < players:
        nobody = " and -1 for nobody" if least < 0 else ""
        raise ValueError(f"seat {seat} in State.table; there are {players} players, from 0,{nobody}".removesuffix(","))


def from_json(text: str) -> State:
    """Return a position from JSON text. Raises ValueError saying which field is wrong and what would be right.

    >>> from gamekit.aquileia.rules import initial_state
    >>> from_json(serialization.to_json(initial_state())) == initial_state()
    True
    """
    return serialization.read_dataclass(State, text, check)


def action_from_json(data: Any) -> Action:
    """Return an action from a plain object; ValueError if it is invalid.

    >>> action_from_json({"do": "Bid", "coins": {"bronze": 0, "silver": 1, "gold": 0}})
    Bid(coins=Purse(bronze=0, silver=1, gold=0))
    """
    action: Action = serialization.action_from_json(ACTIONS, data)
    return action
