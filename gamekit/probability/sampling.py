"""Where every hidden item may be: weighted worlds, counted in independent groups, and sampled past a bound.

A world gives each item a status, any value of a game's own. What is seen either draws one of the items that are able,
each as likely, or tells statuses and so rules worlds out. Items that no draw concerns together stay in groups of their
own. A group of too many worlds is sampled: its steps are kept, and particles are drawn through all of them on demand.
A particle that drew without looking ahead would hardly ever agree with what is told later, so each draw prefers the
items whose later steps are then likelier, item by item, as if the others were average ones. That is only the proposal:
every particle is weighted by its true chance over its proposal chance, and when few carry most of the weight, they are
resampled. The effective sample size counts particles by first ancestor, so that resampling does not make a sample look
surer than it is (Chan and Lai 2013)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate, product
from math import gcd, lcm, prod
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

MOST: Final = 1024  # the most worlds of a group that are counted; beyond, it is sampled
PARTICLES: Final = 1024
ENOUGH: Final = 256  # effective particles; if fewer are left, four times as many are drawn
FEW: Final = 64  # particles for a fact that holds in all worlds
SLIGHT: Final = 1e-4  # the least average chance
LOWEST: Final = 1e-20  # the least worth of a status, so that no world is left out
NONE_LEFT: Final = "no game that could have been agrees with what is seen: a view is left out, or is of another game"

AnyWorld = TypeVar("AnyWorld", bound=Hashable)
Item = Any
Status = Any
World = tuple[Status, ...]
Change = Callable[[Item, Status], Status]  # the next status of an item; None if it is not able
Row = Mapping[Status, Status]  # an item's next status by its present one
Marginal = Mapping[Status, float]
Particle = dict[Any, Any]
Move = Callable[[Particle, Random], float]  # changes a particle, and returns the factor of its weight


def branch_worlds(
    worlds: Mapping[AnyWorld, int],
    next_worlds: Callable[[AnyWorld], Sequence[tuple[AnyWorld, int]]],
    keep_world_weight: bool = False,
) -> dict[AnyWorld, int]:
    """Return the weights of the worlds after a step, in lowest terms; ``next_worlds(world)`` gives (next world, weight)
    pairs.

    With ``keep_world_weight`` each world's total weight is kept, however many ways it has; a world without a way is
    ruled out.

    >>> branch_worlds({"a": 1, "b": 1}, lambda w: [(w + "1", 1), ("x", 1)] if w == "a" else [("x", 1)],
    ...               keep_world_weight=True)
    {'a1': 1, 'x': 3}
    """
    options = [(weight, found) for world, weight in worlds.items() if (found := next_worlds(world))]
    totals = [sum(way for _, way in found) for _, found in options]
    scale = lcm(*set(totals)) if keep_world_weight else 1
    after: dict[AnyWorld, int] = {}
    for (weight, found), total in zip(options, totals):
        each = weight * scale // total if keep_world_weight else weight
        for world, way in found:
            after[world] = after.get(world, 0) + each * way
    common = gcd(*after.values())
    return {world: weight // common for world, weight in after.items()}


class ParticleSample(NamedTuple):
    """Weighted particles; the weights sum to 1. ``origins`` are their first ancestors by number."""

    particles: list[Particle]
    weights: list[float]
    origins: list[int]

    @property
    def effective_size(self) -> int:
        """The effective sample size: the number of equal independent draws that are worth as much."""
        shares: Counter[int] = Counter()
        for origin, weight in zip(self.origins, self.weights):
            shares[origin] += weight  # type: ignore[assignment]
        return int(1 / sum(share**2 for share in shares.values()))


def particle_filter(count: int, moves: Iterable[Move], random: Random) -> ParticleSample | None:
    """Return a sample of ``count`` initially empty particles after all moves; None if all weights are 0.

    Resamples systematically whenever the effective sample size is below half of ``count``.
    """
    particles: list[Particle] = [{} for _ in range(count)]
    weights, origins = [1.0] * count, list(range(count))
    for move in moves:
        weights = [weight and weight * move(particle, random) for weight, particle in zip(weights, particles)]
        if not (largest := max(weights)):
            return None
        weights = [weight / largest for weight in weights]
        if sum(weights) ** 2 < count / 2 * sum(weight**2 for weight in weights):
            picked = systematic_resample(weights, count, random)
            particles = [dict(particles[place]) for place in picked]
            weights, origins = [1.0] * count, [origins[place] for place in picked]
    alive, total = [place for place, weight in enumerate(weights) if weight], sum(weights)
    shares = [weights[place] / total for place in alive]
    return ParticleSample([particles[place] for place in alive], shares, [origins[place] for place in alive])


def systematic_resample(weights: Iterable[float], count: int, random: Random) -> list[int]:
    """Return ``count`` indices, each in proportion to its weight, rounded down or up (systematic resampling).

    >>> systematic_resample([1, 0, 3], 4, Random(1))
    [0, 2, 2, 2]
    """
    sums, offset = list(accumulate(weights)), random.random()
    return [min(bisect_left(sums, (n + offset) * sums[-1] / count), len(sums) - 1) for n in range(count)]


# Hidden items ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worlds:
    """Weighted worlds of some items; ``drawn`` is the effective size of a sample, 0 if all worlds are counted."""

    items: tuple[Item, ...]
    weights: Mapping[World, Any]
    drawn: int = 0

    @cached_property
    def marginals(self) -> dict[Item, dict[Status, float]]:
        """The chance of each status of each item."""
        found: dict[Item, dict[Status, float]] = {item: {} for item in self.items}
        total = sum(self.weights.values())
        for world, weight in self.weights.items():
            for item, status in zip(self.items, world):
                found[item][status] = found[item].get(status, 0.0) + weight / total
        return found

    def only(self, items: Iterable[Item], change: Callable[[Status], Status] = lambda status: status) -> Worlds:
        """The worlds of these items alone, each status changed."""
        columns, weights = [n for n, item in enumerate(self.items) if item in set(items)], Counter[World]()
        for world, weight in self.weights.items():
            weights[tuple(change(world[n]) for n in columns)] += weight
        return Worlds(tuple(self.items[n] for n in columns), weights, self.drawn)

    def after(self, step: Step) -> list[Worlds]:
        """The worlds after a step: of each item that is then certain, and of the others together."""
        columns = [step.rows.get(item) for item in self.items]

        def drawn(world: World) -> list[tuple[World, int]]:
            able = ((n, row.get(world[n])) for n, row in enumerate(columns) if row)
            return [((*world[:n], then, *world[n + 1 :]), 1) for n, then in able if then is not None]

        def told(world: World) -> list[tuple[World, int]]:
            then = tuple(status if row is None else row.get(status) for status, row in zip(world, columns))
            return [] if None in then else [(then, 1)]

        found = Worlds(self.items, branch_worlds(self.weights, drawn if step.odds else told, step.even))
        if not found.weights:
            raise ValueError(NONE_LEFT)
        alone = [certain_item(item, *column) for item, column in found.marginals.items() if len(column) == 1]
        others = [item for item, column in found.marginals.items() if len(column) > 1]
        return [*alone, found.only(others) if alone else found] if others else alone


def certain_item(item: Item, status: Status) -> Worlds:
    """The world of one item whose status is certain."""
    return Worlds((item,), {(status,): 1})


def join_worlds(parts: Sequence[Worlds]) -> Worlds | None:
    """Independent worlds as one; None if they are too many."""
    if len(parts) == 1:
        return parts[0]
    if prod(len(part.weights) for part in parts) > MOST:
        return None
    weights = {
        sum((world for world, _ in each), ()): prod(weight for _, weight in each)
        for each in product(*(part.weights.items() for part in parts))
    }
    return Worlds(sum((part.items for part in parts), ()), weights, max((part.drawn for part in parts), default=0))


class Step(NamedTuple):
    """What is seen. Without ``odds`` each item in ``rows`` becomes what its row says, and a status that is not in the
    row is ruled out. With them it is a draw of one of the items whose status is in its row: ``odds`` are by item how
    much likelier the draw is if the item is able and stays, and if it is drawn, than if it is not able, as if the
    others were average ones. ``even``: whether each world keeps its weight, however many items are able.
    """

    rows: Mapping[Item, Row]
    odds: Mapping[Item, tuple[float, float]] = {}
    even: bool = True

    def averaged(self, chances: Mapping[Item, Marginal]) -> dict[Item, Marginal]:
        """The chances of each item in ``rows`` after the step, as if the others were average ones."""
        found: dict[Item, Marginal] = {}
        for item, row in self.rows.items():
            stays, drawn = self.odds.get(item, (0.0, 1.0))
            then = {status: p * (stays if status in row else 1.0) for status, p in chances[item].items() if self.odds}
            for status, new in row.items():
                then[new] = then.get(new, 0.0) + chances[item][status] * drawn
            if not (total := sum(then.values())):
                raise ValueError(NONE_LEFT)
            found[item] = {status: p / total for status, p in then.items()}
        return found


@dataclass(frozen=True)
class Sampled:
    """The items with too many worlds to count: all events since the first of them, which are worlds that join and
    steps, and ``marginals``, the chances of the items, as if the others were average ones."""

    events: tuple[Worlds | Step, ...] = ()
    marginals: Mapping[Item, Marginal] = field(default_factory=dict)

    def after(self, *events: Worlds | Step) -> tuple[list[Worlds], Sampled]:
        """The items that are certain after more events, and the others."""
        then = dict(self.marginals)
        for event in events:
            then |= event.marginals if isinstance(event, Worlds) else event.averaged(then)
        alone = [certain_item(item, *column) for item, column in then.items() if len(column) == 1]
        left = {item: column for item, column in then.items() if len(column) > 1}
        return alone, Sampled((*self.events, *events) if left else (), left)

    @cached_property
    def worlds(self) -> Worlds:
        """A sample; ValueError where none agrees with what is seen."""
        return self.drawn(PARTICLES, ENOUGH)

    def drawn(self, count: int, enough: int = 1) -> Worlds:
        """A sample by ``count`` particles; by more of them if fewer than ``enough`` are effective."""
        moves, random = look_ahead(self.events), Random(len(self.events))  # the same for all records that look the same
        found, weights = particle_filter(count, moves, random), Counter[World]()
        if not found or found.effective_size < enough:
            found = particle_filter(4 * PARTICLES, moves, random) or found
        if not found:
            raise ValueError(NONE_LEFT)
        for particle, weight in zip(found.particles, found.weights):
            weights[tuple(particle[item] for item in self.marginals)] += weight  # type: ignore[assignment]
        return Worlds(tuple(self.marginals), weights, found.effective_size)


@dataclass(frozen=True)
class Posterior:
    """The distribution over the statuses of all hidden items: ``counted`` in independent groups, or ``sampled``."""

    counted: tuple[Worlds, ...] = ()
    sampled: Sampled = Sampled()

    @cached_property
    def marginals(self) -> dict[Item, Marginal]:
        """The chance of each status of each item; approximate where it is sampled."""
        parts = (*(part.marginals for part in self.counted), self.sampled.marginals)
        return {item: column for part in parts for item, column in part.items()}

    @property
    def effective(self) -> int:
        """The effective size of the sample; 0 where all worlds are counted."""
        return self.sampled.worlds.drawn if self.sampled.marginals else 0

    def possible_world(self) -> dict[Item, Status]:
        """A status of each item such that all of them may be at once."""
        parts = (*self.counted, self.sampled.drawn(FEW)) if self.sampled.marginals else self.counted
        return {item: status for part in parts for item, status in zip(part.items, next(iter(part.weights)))}

    def over(self, items: Iterable[Item], change: Callable[[Status], Status] = lambda status: status) -> Worlds:
        """The worlds of some items, each status changed; sampled if they have too many worlds together."""
        wanted = set(items)
        parts = [part.only(wanted, change) for part in self.counted if not wanted.isdisjoint(part.items)]
        if not wanted.isdisjoint(self.sampled.marginals):
            parts.append(self.sampled.worlds.only(wanted, change))
        if whole := join_worlds(parts):
            return whole
        rows, random = [World()] * PARTICLES, Random(1)
        for part in parts:
            worlds, picked = list(part.weights), systematic_resample(part.weights.values(), PARTICLES, random)
            random.shuffle(picked)
            rows = [row + worlds[place] for row, place in zip(rows, picked)]
        drawn = min((part.drawn for part in parts if part.drawn), default=PARTICLES)
        return Worlds(sum((part.items for part in parts), ()), Counter(rows), drawn)

    def draw(self, able: Change, chance: bool = False) -> Posterior:
        """Return the posterior after one of the ``able`` items is drawn, each as likely; ValueError if no world has
        one. A draw that was seen counts as certain in every world in which it was possible. With ``chance`` it was made
        by chance among the same number of items in every world, so worlds with more able items gain weight.
        """
        rows = {item: row for item, row in self._rows(able).items() if row}
        if not rows:
            raise ValueError(NONE_LEFT)
        p = {item: sum(self.marginals[item][status] for status in row) for item, row in rows.items()}
        every, odds = sum(p.values()), {}
        share = min(1 / max(every, 1.0), 1 - SLIGHT)  # of an able item
        for item in rows if len(rows) > 1 else ():  # the only one is told
            others = min(max((every - p[item]) / max(1 - p[item], SLIGHT), SLIGHT), 1.0)  # the chance of another one
            odds[item] = (1 - share) / others, share / others
        step = Step(rows, odds, not chance)
        met = [part for part in self.counted if not rows.keys().isdisjoint(part.items)]
        rest = [part for part in self.counted if rows.keys().isdisjoint(part.items)]
        if rows.keys().isdisjoint(self.sampled.marginals) and (whole := join_worlds(met)):
            parts = whole.after(step)
            if len(parts[-1].weights) <= MOST:
                return Posterior((*rest, *parts), self.sampled)
        alone, sampled = self.sampled.after(*met, step)
        return Posterior((*rest, *alone), sampled)

    def tell(self, fits: Change) -> Posterior:
        """Return the posterior with each status replaced by ``fits(item, status)``; None rules a world out."""
        rows = {i: row for i, row in self._rows(fits).items() if any(row.get(s) != s for s in self.marginals[i])}
        if not rows:
            return self
        parts = [[part] if rows.keys().isdisjoint(part.items) else part.after(Step(rows)) for part in self.counted]
        alone, sampled = list[Worlds](), self.sampled
        if told := {item: rows[item] for item in rows.keys() & sampled.marginals.keys()}:
            alone, sampled = sampled.after(Step(told))
        return Posterior((*(each for part in parts for each in part), *alone), sampled)

    def _rows(self, able: Change) -> dict[Item, Row]:
        return {
            item: {status: then for status in column if (then := able(item, status)) is not None}
            for item, column in self.marginals.items()
        }

    def exchange(self, out: set[Item], new: Mapping[Item, Status]) -> Posterior:
        """Return the posterior without some items whose status is certain, and with other such items."""
        kept = (part for part in self.counted if out.isdisjoint(part.items))
        return Posterior((*kept, *(certain_item(item, status) for item, status in new.items())), self.sampled)


# Looking ahead --------------------------------------------------------------------------------------------------------


def look_ahead(events: Sequence[Worlds | Step]) -> list[Move]:
    """The events as moves of a particle, each guided by the worth of an item's status to all that follows.

    The worth is how likely all later events are from there, if the other items were average ones, up to a factor common
    to all statuses; it is computed from the last event to the first.
    """
    worths: dict[Item, dict[Status, float]] = {}  # by status, and under None of any other status
    moves: list[Move] = []
    for event in reversed(events):
        if isinstance(event, Worlds):
            sums = [float(weight) for weight in event.weights.values()]
            for n, item in enumerate(event.items):
                later = worths.pop(item, {None: 1.0})
                sums = [each * later.get(world[n], later[None]) for each, world in zip(sums, event.weights)]
            worlds = [dict(zip(event.items, world)) for world in event.weights]
            moves.append(partial(_join, worlds, list(accumulate(sums))))
            continue
        guides: dict[Item, dict[Status, tuple[Status, float, float]]] = {}
        for item, row in event.rows.items():
            later, (stays, drawn) = worths.get(item, {None: 1.0}), event.odds.get(item, (0.0, 1.0))
            now = dict(later) if event.odds else {None: LOWEST}
            guides[item] = {}
            for status, then in row.items():
                gain = later.get(then, later[None]) / (was := later.get(status, later[None]))
                guides[item][status] = then, gain, 1 / (stays + drawn * gain)
                now[status] = was * (stays + drawn * gain)
            best = max(now.values())
            worths[item] = {status: max(worth / best, LOWEST) for status, worth in now.items()}
        moves.append(partial(_draw, guides, event.even) if event.odds else partial(_tell, event.rows))
    return moves[::-1]


def _join(worlds: list[Particle], sums: list[float], particle: Particle, random: Random) -> float:
    particle |= random.choices(worlds, cum_weights=sums)[0]
    return 1.0


def _draw(
    guides: Mapping[Item, Mapping[Status, tuple[Status, float, float]]], even: bool, particle: Particle, random: Random
) -> float:
    total, factor, options = 0.0, 1.0, []
    for item, row in guides.items():
        if found := row.get(particle[item]):
            total += found[1]
            factor *= found[2]
            options.append((total, item, found[0]))
    if not options:
        return 0.0
    at = random.random() * total
    _, item, then = next((option for option in options if at < option[0]), options[-1])
    particle[item] = then
    return factor * total / (len(options) if even else 1)


def _tell(rows: Mapping[Item, Row], particle: Particle, random: Random) -> float:
    for item, row in rows.items():
        if (then := row.get(particle[item])) is None:
            return 0.0
        particle[item] = then
    return 1.0
