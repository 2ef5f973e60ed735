"""A player by simulation: positions consistent with the view, then the rest of the round by rules of thumb, many times.
Others' cards are drawn from the unseen ones; their number, hidden in a view, from the counts in games of the plain
player, by round. Plans are compared on the same positions, dice and cards. At the end of the round everybody's final
points are estimated from their possessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gamekit.aquileia import rules
from gamekit.aquileia.players.plain import estimates, quick_plain
from gamekit.aquileia.rules.rounds import final_score, villa_totals
from gamekit.aquileia.state import Action, Place, State, Step, Table, TieBreaker, View
from gamekit.aquileia.tables import BUILDINGS, CARDS, FIELDS, GEAR, SLAVES, STADIUM, THEATRE
from gamekit.play import search as searching
from gamekit.play.protocol import Strategy
from gamekit.play.search import SearchHooks, SearchResult
from gamekit.storage import data_files

if TYPE_CHECKING:
    import pandas as pd

GAME = SimpleNamespace(rules=rules)
SECONDS = 1.0  # seconds of processor time per decision
APART = 10.0  # a lead of this many points multiplies the odds of winning by e
SAMPLES = 48  # positions drawn; beyond that they are reused with other dice
WIDTH = 8  # actions that are tried, the best by the plain player's estimate
TRUST = 10.0  # playouts that the plain player's estimate counts for
POINT = 0.012  # the chance to win that a point of that estimate counts for
TAKEN = 0.05  # the same for the plain player's choice outside placing


@dataclass(frozen=True, slots=True)
class HandCounts:
    """The number of seats that began a round with given numbers of slave cards, other cards and stadium laurels."""

    round: int
    held: int
    slaves: int
    gear: int
    laurels: int
    source: str


HELD = data_files.csv_records(HandCounts, "aquileia/held.csv", unique_key=("round", "held"))


@cache
def _values_by_round(round_: int, what: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rows = [row for row in HELD if row.round == round_]
    return tuple(row.held for row in rows), tuple(getattr(row, what) for row in rows)


def _unseen(whole: Sequence[str], *seen: Sequence[str]) -> list[str]:
    """Return the cards of a deck that are not seen."""
    left = Counter(whole)
    for cards in seen:
        left.subtract(card for card in cards if card in left)
    return list(left.elements())


def sample(view: View, random: Random) -> State:
    """Return a whole position consistent with the view: decks and hands dealt from unseen cards, equally likely.

    >>> state = rules.initial_state()
    >>> for _ in range(4):
    ...     state = rules.apply(state, rules.chance_outcomes(state).sample(Random(1)))
    >>> drawn = sample(rules.observe(state, "Stefan"), Random(2))
    >>> rules.observe(drawn, "Stefan") == rules.observe(state, "Stefan"), sum(map(len, drawn.hands))
    (True, 0)
    """
    table, seats = view.table, range(len(view.table.names))
    slaves = _unseen(SLAVES, view.hand, table.slave_discards)
    gear = _unseen(GEAR, view.hand, table.row, table.gear_discards)
    held = {"slaves": slaves, "gear": gear}
    hands: list[tuple[str, ...]] = [() for _ in seats]
    for what, cards in held.items():
        random.shuffle(cards)
        for seat, count in _counts(view, what, len(cards), random).items():
            hands[seat] += tuple(cards.pop() for _ in range(count))
    hands[view.seat] = view.hand
    hidden, stadium = _laurels(view, random)
    theatre = _unseen(THEATRE, *table.shown, (table.auction.laurel,) if table.auction else ())
    left = len(THEATRE) - table.round + _to_come(table, "theatre")
    return State(
        table,
        tuple(tuple(sorted(hand)) for hand in hands),
        hidden,
        tuple(sorted(gear)),
        tuple(sorted(slaves)),
        stadium,
        tuple(sorted(random.sample(theatre, min(left, len(theatre))))),
        view.offered,
    )


def _counts(view: View, what: str, most: int, random: Random) -> dict[int, int]:
    """Return how many cards each other seat holds: redrawn until the cards suffice and the deck's stock is as seen."""
    others = [seat for seat in range(len(view.table.names)) if seat != view.seat]
    discards = len(view.table.slave_discards)
    values, weights = _values_by_round(view.table.round, what)
    for _ in range(100):
        counts = random.choices(values, weights, k=len(others))
        left = most - sum(counts)
        if left >= 0 and (what != "slaves" or min(3, left + discards) == view.slave_stock):
            return dict(zip(others, counts))
    short = what == "slaves" and view.slave_stock < 3  # then the others hold all but this many
    least = most - max(0, view.slave_stock - discards) if short else 0
    return {seat: least // len(others) + (place < least % len(others)) for place, seat in enumerate(others)}


def _to_come(table: Table, place: str) -> int:
    """Return whether this round's draw from a laurel deck is still to come."""
    step, contest = (Step.REVEAL, "") if place == "theatre" else (Step.LOOK, "stadium")
    early = (Step.PLACE, Step.ACT)
    return int(
        any(
            task.step in early
            or task.step == step
            or (task.step == Step.DISCARD and task.about == place)
            or (contest and task.step in (Step.CONTEST, Step.RANK) and task.about == contest)
            for task in table.agenda
        )
    )


def _laurels(view: View, random: Random) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return every seat's stadium laurels, the others' drawn, and the deck, whose size follows from the round."""
    table = view.table
    face = (table.face_up,) if table.face_up and table.face_up not in view.offered else ()
    unseen = _unseen(STADIUM, view.laurels, view.offered, face)
    random.shuffle(unseen)
    left = len(STADIUM) - 2 * table.round + _to_come(table, "stadium")
    deck, gone = unseen[: max(0, left)], unseen[max(0, left) :]
    hidden: list[tuple[str, ...]] = [() for _ in table.names]
    for seat, count in _counts(view, "laurels", len(gone), random).items():
        hidden[seat] = tuple(sorted(gone.pop() for _ in range(min(count, len(gone)))))
    hidden[view.seat] = view.laurels
    return tuple(hidden), tuple(sorted(deck))


# The value of a position


@dataclass(frozen=True, slots=True)
class FutureWorth:
    """The final points that one more of a thing adds to a seat, after a number of finished rounds."""

    thing: str
    after_1: float
    after_2: float
    after_3: float
    after_4: float
    after_5: float
    source: str


AHEAD = tuple(
    (row.after_1, row.after_2, row.after_3, row.after_4, row.after_5)
    for row in data_files.csv_records(FutureWorth, "aquileia/ahead.csv")
)


def holding_counts(state: State, seat: int) -> tuple[int, ...]:
    """Return a seat's possessions as counts, in the order of ``ahead.csv``."""
    table, hand = state.table, [CARDS[card] for card in state.hands[seat]]
    laurels = (*table.shown[seat], *state.laurels[seat])
    names = table.buildings(seat)
    built, scored = [BUILDINGS[name] for name in names], final_score(0, names, laurels)
    return (
        *(count for _, count in table.purses[seat].items()),
        *(sum(card.strength for card in hand if card.kind.endswith(kind)) for kind in ("slave", "weapon", "horse")),
        scored.villas,
        scored.laurels,
        len(scored.colours),
        sum(villa_totals(names).values()),
        sum(house.points for house in built if house.kind == "workshop"),
        sum(count for house in built for _, count in house.income.items()),
        len(built),
    )


def expected_points(state: State) -> list[float]:
    """Return everybody's expected final points when a round begins, up to a constant common to all seats."""
    table = state.table
    if not table.agenda:
        return [float(points) for points in table.points]
    weights = [row[table.round - 2] for row in AHEAD]
    return [
        points + sum(weight * count for weight, count in zip(weights, holding_counts(state, seat)))
        for seat, points in enumerate(table.points)
    ]


def shares(table: Table, points: Sequence[float]) -> dict[str, float]:
    """Return the chances to win by name from expected final points, by a softmax."""
    best = max(points)
    parts = [exp((each - best) / APART) for each in points]
    return {name: part / sum(parts) for name, part in zip(table.names, parts)}


def value(state: State) -> dict[str, float]:
    """Return everybody's chance to win by ``expected_points``, when a round begins or the game is over."""
    return shares(state.table, expected_points(state))


# Playing on


def is_round_over(state: State, start: State) -> bool:
    """Return whether the round is over."""
    return state.table.round > start.table.round


def luck_key(state: State) -> str:
    """Return a key of a roll or draw, equal for the same field or seat in all plans, so that they share its luck."""
    table, task = state.table, state.table.current_task
    return f"{table.round} {task.step.value} {task.seat} {task.about} {task.count}"


def _plans(view: View, legal: tuple[Action, ...]) -> list[searching.SeatPlan]:
    """Return each action by the plain player's estimate; of equivalent fields the first."""
    each = POINT if view.table.current_task.step == Step.PLACE else TAKEN
    plans = [
        searching.single_action_plan(view, action, each * worth) for action, worth in zip(legal, estimates(view, legal))
    ]
    kinds = [_like(action) for action in legal]
    return [plan for place, plan in enumerate(plans) if kinds.index(kinds[place]) == place]


def _like(action: Action) -> Any:
    """Return the action, or a key that equivalent fields share: contest fields of one strength."""
    if not isinstance(action, Place) or FIELDS[action.field].district not in ("arena", "stadium"):
        return action
    field = FIELDS[action.field]
    return field.district, field.coin, field.strength


HOOKS = SearchHooks(
    sample, plans=_plans, rollout=quick_plain, horizon=is_round_over, value=value, luck=luck_key, trust=TRUST,
    width=WIDTH, samples=SAMPLES,
)  # fmt: skip


def find(
    view: View,
    legal: tuple[Action, ...],
    *,
    seconds: float | None = SECONDS,
    iterations: int | None = None,
    random: Random | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Return the search's result for a decision; values are chances to win, by expected final points."""
    return searching.find(
        GAME, view, legal, hooks=HOOKS, seconds=seconds, iterations=iterations, random=random, stop=stop
    )


def search(random: Random | None = None, seconds: float | None = SECONDS, iterations: int | None = None) -> Strategy:
    """Return a player who searches every decision; ``iterations`` instead of ``seconds`` makes it repeatable."""
    return searching.player(GAME, random, None if iterations else seconds, iterations, HOOKS)


def _said(action: Action) -> str:
    return action.field if isinstance(action, Place) else "tie-breaker" if isinstance(action, TieBreaker) else "pass"


def evaluate_placements(
    view: View, legal: tuple[Action, ...], iterations: int = 800, random: Random | None = None
) -> pd.DataFrame:
    """Return the value of a henchman on each free field, of the tie-breaker and of the pass, one row each. All are
    tried equally often, on common samples and dice. ``chance``: to win, as ``shares`` estimates it; ``error``: its
    standard error; ``alike``: whether it may be the best at the 95% level."""
    import pandas as pd

    hooks = replace(HOOKS, halves=False, trust=0.0, samples=None, width=None)
    found = searching.find(GAME, view, legal, hooks=hooks, iterations=iterations, random=random)
    near = {found.best, *found.alike}
    rows = [(_said(plan.action), plan.value, plan.error, plan.tries, plan.action in near) for plan in found.plans]
    frame = pd.DataFrame(rows, columns=["field", "chance", "error", "tries", "alike"])
    frame.attrs["basis"] = found.basis
    return frame
