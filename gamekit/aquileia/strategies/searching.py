"""A player who plays on: positions that look like the view, then the rest of the game by rules of thumb, many times.

What others hold is drawn from the cards not seen; how many they hold, which no view tells, from how many seats held in
games of the plain player, by round. The rest of the game is played by a compiled copy of the rules
(``odds.playout_kernel``), after what is half done, as an auction, has been played by the rules and the plain player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gamekit import data
from gamekit import search as searching
from gamekit.aquileia import rules
from gamekit.aquileia.rules.placement import LATER
from gamekit.aquileia.state import NOBODY, Action, Pass, Place, State, Step, Table, TieBreaker, View
from gamekit.aquileia.strategies.rule_of_thumb import estimates, plain
from gamekit.aquileia.tables import (
    BUILDINGS,
    CARDS,
    COINS,
    COLOURS,
    FIELDS,
    GEAR,
    LAURELS,
    PLAIN,
    SETUP,
    SLAVES,
    STADIUM,
    THEATRE,
    prize_coins,
)
from gamekit.game import CHANCE, Strategy
from gamekit.search import Hooks, SearchFound

if TYPE_CHECKING:
    import pandas as pd

GAME = SimpleNamespace(rules=rules)
SECONDS = 0.1  # of processor time a decision
APART = 10.0  # points that make one ahead e times as likely to win: only so far do a few points decide a game
SAMPLES = 48  # positions drawn: beyond that they are played again with other dice
TRUST = 10.0  # playings that the plain player's estimate counts for
POINT = 0.012  # of the chance to win, that a point by that estimate is taken for
TAKEN = 0.05  # likewise, that the plain player's choice is where it is not placing


@dataclass(frozen=True, slots=True)
class Held:
    """How many seats held so many slave cards, other cards and stadium laurels when a round began."""

    round: int
    held: int
    slaves: int
    gear: int
    laurels: int
    source: str


HELD = data.rows(Held, "aquileia/held.csv", key=("round", "held"))


@cache
def _law(round_: int, what: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rows = [row for row in HELD if row.round == round_]
    return tuple(row.held for row in rows), tuple(getattr(row, what) for row in rows)


def _unseen(whole: Sequence[str], *seen: Sequence[str]) -> list[str]:
    """The cards of a deck that lie nowhere in sight."""
    left = Counter(whole)
    for cards in seen:
        left.subtract(card for card in cards if card in left)
    return list(left.elements())


def sample(view: View, random: Random) -> State:
    """A whole position that looks like the view: decks and hands dealt from what is unseen, each card as likely.

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
    """How many cards each other seat holds: drawn again until there are so many, and the deck's stock is as seen."""
    others = [seat for seat in range(len(view.table.names)) if seat != view.seat]
    discards = len(view.table.slave_discards)
    values, weights = _law(view.table.round, what)
    for _ in range(100):
        counts = random.choices(values, weights, k=len(others))
        left = most - sum(counts)
        if left >= 0 and (what != "slaves" or min(3, left + discards) == view.slave_stock):
            return dict(zip(others, counts))
    short = what == "slaves" and view.slave_stock < 3  # then the others hold all but so many
    least = most - max(0, view.slave_stock - discards) if short else 0
    return {seat: least // len(others) + (place < least % len(others)) for place, seat in enumerate(others)}


def _to_come(table: Table, place: str) -> int:
    """Whether this round's draw from a laurel deck is still to come."""
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
    """Stadium laurels: as many in the deck as the rounds have left, the others' from those that have gone."""
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


# The position as the kernel reads it

_PLACES = (
    "dolus", "pecunia", *(f"{name} {n}" for name in ("equi", "servi") for n in (1, 2, 3)), "potentia",
    *(f"{name} {n}" for name in ("arena", "gold", "silver") for n in (1, 2, 3)), "theatrum",
    *(f"forum {n}" for n in range(1, 6)), "latro", *(f"portus {kind}" for kind in COINS),
)  # fmt: skip
_KINDS = ("slave", "gold horse", "silver horse", "weapon")
_DESIGNS = sorted(CARDS, key=lambda name: _KINDS.index(CARDS[name].kind))
_LAURELS = sorted(LAURELS, key=lambda name: LAURELS[name].place != "stadium")
_PLACE = {name: place for place, name in enumerate(_PLACES)}
_DESIGN = {name: place for place, name in enumerate(_DESIGNS)}
_LAUREL = {name: place for place, name in enumerate(_LAURELS)}


def _houses(t: list[int], kernel: Any) -> None:
    for place in range(kernel.HOUSES):
        t[kernel.HOUSE + 8 * place + 5] = -1
    for place, house in enumerate(BUILDINGS.values()):
        colour = COLOURS.index(house.colour) if house.kind == "villa" else -1
        income = sum(count << 4 * kind for kind, (_, count) in enumerate(house.income.items()))
        coins = [count for _, count in house.coins.items()]
        t[kernel.HOUSE + 8 * place : kernel.HOUSE + 8 * place + 7] = colour, house.points, *coins, house.slaves, income


@cache
def figures() -> tuple[Any, Any]:
    """The printed figures and the judged weights, flat."""
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import flat

    t = [0] * kernel.FIGURES
    six = ("rounds", "henchmen", "houses", "victory_factor", "exchange_points", "blue_dice")
    t[: len(six)] = [SETUP[key] for key in six]
    t[kernel.PRIZES : kernel.PRIZES + 6] = [prize_coins(c, rank) for c in ("arena", "stadium") for rank in (1, 2, 3)]
    for place, name in enumerate(_DESIGNS):
        t[kernel.CARD + 2 * place : kernel.CARD + 2 * place + 2] = _KINDS.index(CARDS[name].kind), CARDS[name].strength
    for place, name in enumerate(_LAURELS):
        colours = [COLOURS.index(colour) for colour in LAURELS[name].colours]
        t[kernel.LAUREL + 3 * place : kernel.LAUREL + 3 * place + 3] = *[*colours, -1, -1][:2], LAURELS[name].points
    for place, name in enumerate(_PLACES):
        field = FIELDS[name]
        coin = COINS.index(field.coin) if field.coin else -1
        row = field.strength, coin, field.cards, 2 * field.builds + bool(field.scores)
        t[kernel.FIELD + 4 * place : kernel.FIELD + 4 * place + 4] = row
    _houses(t, kernel)
    slaves, stadium = (
        sum(CARDS[name].kind == "slave" for name in _DESIGNS),
        sum(LAURELS[name].place == "stadium" for name in _LAURELS),
    )
    t[kernel.COUNTS : kernel.COUNTS + 4] = slaves, len(_DESIGNS), stadium, len(_LAURELS)
    return flat(t), flat([float(weight) for weight in PLAIN.values()])


def _begun(g: list[int], table: Table, kernel: Any) -> None:
    """The blue dice, and a contest under way."""
    g[kernel.BLUE] = table.blue
    if table.contest and table.task.step != Step.RED:
        to_play = {task.seat for task in table.agenda if task.step == Step.CARDS}
        g[kernel.BEGUN] = 1 if table.contest == "arena" else 2
        g[kernel.PLAYED] = sum(1 << seat for seat in range(len(table.names)) if seat not in to_play)
        for fighter in table.fighters:
            g[kernel.FOUGHT + fighter.seat] = fighter.strength


def flattened(state: State, random: Random) -> Any:
    """A position at which the kernel can play on (``_horizon``), flat."""
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import flat

    table = state.table
    g = [0] * kernel.LENGTH
    turns = [task.seat + kernel.LATER * (task.about == LATER) for task in table.agenda if task.step == Step.PLACE]
    face = _LAURELS.index(table.face_up) if table.face_up else -1
    g[:6] = len(table.names), table.round, table.start, table.potentia, face, len(turns)
    _begun(g, table, kernel)
    parts = (
        (kernel.TURN, turns),
        (kernel.PLACED, [table.on(name) for name in _PLACES]),
        (kernel.TRACK, list(table.track)[: kernel.SEATS] + [-1] * (kernel.SEATS - len(table.track))),
        (kernel.HARBOUR, table.harbour),
        (kernel.PURSE, [count for purse in table.purses for _, count in purse.items()]),
        (kernel.POINTS, table.points),
        (kernel.OWNER, table.owners + (NOBODY,) * (kernel.HOUSES - len(table.owners))),
        (kernel.ROW, [_DESIGN[card] if card else -1 for card in table.row]),
    )
    for start, values in parts:
        g[start : start + len(values)] = values
    if not any(task.step == Step.PLACE or task.about in ("theatrum", "theatre") for task in table.agenda):
        g[kernel.PLACED + kernel.THEATRE] = kernel.SOLD
    for seat, hand in enumerate(state.hands):
        _count(g, kernel.HAND + seat * kernel.DESIGNS, _DESIGN, hand)
        _count(g, kernel.OWN + seat * kernel.LAURELS, _LAUREL, (*table.shown[seat], *state.laurels[seat]))
    _count(g, kernel.GEAR, _DESIGN, (*state.gear, *state.slaves))
    _count(g, kernel.GEAR_GONE, _DESIGN, (*table.gear_discards, *table.slave_discards))
    _count(g, kernel.DECK, _LAUREL, (*state.stadium, *state.theatre))
    g[kernel.SEED] = g[kernel.LUCK] = random.randrange(1, 1 << 32)
    return flat(g)


def _count(g: list[int], start: int, places: dict[str, int], cards: Sequence[str]) -> None:
    for card in cards:
        g[start + places[card]] += 1


def final_points(state: State, random: Random) -> list[int]:
    """Everybody's points at the end of one playing out from where the kernel can play on."""
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import floats

    g, (t, w) = flattened(state, random), figures()
    kernel.play_on(g, t, w, floats(kernel.SCRATCH))
    return _points(state, g)


def _points(state: State, g: Any) -> list[int]:
    from gamekit.aquileia.odds.playout_kernel import POINTS

    return [int(points) for points in g[POINTS : POINTS + len(state.table.names)]]


def _at_once(state: State) -> Callable[[Action, Random], dict[str, float] | None]:
    """Plays out turns to place, the position being flattened once for all actions and dice."""
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import floats

    if state.table.task.step != Step.PLACE:
        return lambda action, random: None
    flat, (t, w), scratch = flattened(state, Random(0)), figures(), floats(kernel.SCRATCH)
    first = next((place for place, seat in enumerate(state.table.track, 1) if seat == NOBODY), 0)
    others = {Pass(): kernel.NO_MORE, TieBreaker(first): kernel.TIE}

    def played(action: Action, random: Random) -> dict[str, float] | None:
        where = _PLACE[action.field] if isinstance(action, Place) else others.get(action)
        if where is None:
            return None
        g = flat[:] if isinstance(flat, list) else flat.copy()
        g[kernel.SEED] = g[kernel.LUCK] = random.randrange(1, 1 << 32)
        kernel.play_from(g, t, w, scratch, where)
        return shares(state.table, _points(state, g))

    return played


def shares(table: Table, points: Sequence[float]) -> dict[str, float]:
    """The chance to win that points at the end stand for: the best one's is largest, a few points less are not all."""
    best = max(points)
    parts = [exp((each - best) / APART) for each in points]
    return {name: part / sum(parts) for name, part in zip(table.names, parts)}


def _playout(state: State, random: Random) -> dict[str, float]:
    return shares(state.table, final_points(state, random))


def _value(state: State) -> dict[str, float]:
    return shares(state.table, state.table.points)


_HALF_DONE = (
    Step.GEAR, Step.SLAVE, Step.BLUE_ROLL, Step.PRIZE, Step.LOOK, Step.LAUREL, Step.BID, Step.TURN_UP, Step.SCORE,
)  # fmt: skip


def _horizon(state: State, start: State) -> bool:
    """Whether the kernel can play on: nothing is half done, as in an auction, red dice, or with one of two houses."""
    task, table = state.table.task, state.table
    if task.step == Step.FORUM:
        return sum(task == other for other in table.agenda) == FIELDS[task.about].builds
    if task.step == Step.RED:
        return not any(fighter.red for fighter in table.fighters)
    return task.step not in _HALF_DONE


def _plans(view: View, legal: tuple[Action, ...]) -> list[searching.SeatPlan]:
    """Each action by the plain player's estimate; of fields that are alike the first."""
    each = POINT if view.table.task.step == Step.PLACE else TAKEN
    plans = [searching.once(view, action, each * worth) for action, worth in zip(legal, estimates(view, legal))]
    kinds = [_like(action) for action in legal]
    return [plan for place, plan in enumerate(plans) if kinds.index(kinds[place]) == place]


def _like(action: Action) -> Any:
    """The action, or what fields have that are alike: contests' of a strength."""
    if not isinstance(action, Place) or FIELDS[action.field].district not in ("arena", "stadium"):
        return action
    field = FIELDS[action.field]
    return field.district, field.coin, field.strength


HOOKS = Hooks(
    sample, plans=_plans, rollout=plain, horizon=_horizon, playout=_playout, value=_value, at_once=_at_once,
    trust=TRUST, samples=SAMPLES,
)  # fmt: skip


@cache
def _warm() -> None:
    """Load the compiled playing out before any seconds are counted."""
    state = rules.initial_state()
    while rules.current_player(state) == CHANCE:
        state = rules.apply(state, next(iter(rules.chance_outcomes(state))))
    final_points(state, Random(0))
    _at_once(state)(rules.legal_actions(state)[0], Random(0))


def find(
    view: View,
    legal: tuple[Action, ...],
    *,
    seconds: float | None = SECONDS,
    iterations: int | None = None,
    random: Random | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchFound:
    """The search's answer to a decision; values are chances to win, by points at the end (``gamekit.search.find``)."""
    _warm()
    return searching.find(
        GAME, view, legal, hooks=HOOKS, seconds=seconds, iterations=iterations, random=random, stop=stop
    )


def search(random: Random | None = None, seconds: float | None = SECONDS, iterations: int | None = None) -> Strategy:
    """A player who searches every decision; ``iterations`` instead of ``seconds`` makes it repeatable."""
    _warm()
    return searching.player(GAME, random, None if iterations else seconds, iterations, HOOKS)


def _said(action: Action) -> str:
    return action.field if isinstance(action, Place) else "tie-breaker" if isinstance(action, TieBreaker) else "pass"


def field_worths(
    view: View, legal: tuple[Action, ...], iterations: int = 4000, random: Random | None = None
) -> pd.DataFrame:
    """What a henchman on each free field is worth before placing, and the tie-breaker, and to pass: a row each.

    All are tried as often, on common samples and dice. ``chance``: to win, by points at the end, as ``shares`` counts
    it; ``error``: its standard error; ``alike``: whether the results leave open that it is best (95%)."""
    import pandas as pd

    _warm()
    hooks = replace(HOOKS, halves=False, trust=0.0, samples=None)
    found = searching.find(GAME, view, legal, hooks=hooks, iterations=iterations, random=random)
    near = {found.best, *found.alike}
    rows = [(_said(plan.action), plan.value, plan.error, plan.tries, plan.action in near) for plan in found.plans]
    frame = pd.DataFrame(rows, columns=["field", "chance", "error", "tries", "alike"])
    frame.attrs["basis"] = found.basis
    return frame
