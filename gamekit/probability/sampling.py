"""Where every hidden item may be: weighted worlds, counted in independent groups, and sampled past a bound.

A world gives each item a status, any value of a game's own. What is seen either draws one of the items that are able,
each as likely, or tells statuses and so rules worlds out. Items that no draw concerns together stay in groups of their
own. A group of too many worlds is sampled: its steps are kept, and particles are drawn through all of them on demand.
A particle that drew without looking ahead would hardly ever agree with what is told later, so each draw prefers the
items whose later steps are then likelier, item by item, as if the others were average ones. That is only the proposal:
every particle is weighted by its true chance over its proposal chance (importance sampling). So drawn, particles need
no resampling: over six games of 1,300 actions the least effective size was 153, and with resampling 3."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate, product
from math import prod
from operator import itemgetter
from random import Random
from typing import Any, Final, NamedTuple

from gamekit.probability.distribution import Dist, identity

MOST: Final = 1024  # the most worlds of a group that are counted; beyond, it is sampled
PARTICLES: Final = 1024
ENOUGH: Final = 256  # effective particles; if fewer are left, four times as many are drawn
SLIGHT: Final = 1e-4  # the least average chance
LOWEST: Final = 1e-20  # the least worth of a status, so that no world is left out
NONE_LEFT: Final = "no game that could have been agrees with what is seen: a view is left out, or is of another game"

Item = Any
Status = Any
World = tuple[Status, ...]
Change = Callable[[Item, Status], Status]  # the next status of an item; None if it is not able
Rows = Mapping[Item, Mapping[Status, Status]]  # an item's next status by its present one
Marginals = Mapping[Item, Mapping[Status, float]]
Guides = dict[Item, dict[Status, tuple[Status, float, float]]]
Particle = dict[Item, Status]
Move = Callable[[Particle, Random], float]  # changes a particle, and returns the factor of its weight


class Evidence(NamedTuple):
    """What is seen. Without ``odds`` each item in ``rows`` becomes what its row says, and a status that is not in the
    row is ruled out. With them it is a draw of one of the items whose status is in its row: ``odds`` are by item how
    much likelier the draw is if the item is able and stays, and if it is drawn, than if it is not able, as if the
    others were average ones. ``chance``: whether a world gains weight by every item that is able.
    """

    rows: Rows
    odds: Mapping[Item, tuple[float, float]] = {}
    chance: bool = False

    def updated_marginals(self, chances: Marginals) -> dict[Item, dict[Status, float]]:
        """The chances of each item in ``rows`` after the step, as if the others were average ones."""
        found: dict[Item, dict[Status, float]] = {}
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
class Worlds:
    """The distribution of worlds of some items; ``drawn`` is the effective size of a sample, 0 if all are counted."""

    items: tuple[Item, ...]
    dist: Dist[World]
    drawn: int = 0

    @cached_property
    def marginals(self) -> Marginals:
        """The chance of each status of each item."""
        columns = {item: self.dist.map(itemgetter(n)) for n, item in enumerate(self.items)}
        return {item: {s: w / self.dist.total_weight for s, w in column.items()} for item, column in columns.items()}

    def only(self, items: Container[Item], change: Callable[[Status], Status] = identity) -> Worlds:
        """The worlds of these items alone, each status changed."""
        columns = [n for n, item in enumerate(self.items) if item in items]
        dist = self.dist.map(lambda world: tuple(change(world[n]) for n in columns))
        return Worlds(tuple(self.items[n] for n in columns), dist, self.drawn)

    def independent_parts_after(self, step: Evidence) -> list[Worlds]:
        """The worlds after a step, in lowest terms: of each item that is then certain, and of the others together."""
        rows = [(n, step.rows[item]) for n, item in enumerate(self.items) if item in step.rows]
        courses: dict[World, Dist[World]] = {}  # what each world may become
        for world in self.dist:
            able = {n: row[world[n]] for n, row in rows if world[n] in row}
            if step.odds and able:
                courses[world] = Dist(((*world[:n], then, *world[n + 1 :]), 1) for n, then in able.items())
            elif len(able) == len(rows):
                courses[world] = Dist({tuple(able.get(n, status) for n, status in enumerate(world)): 1})
        if not courses:
            raise ValueError(NONE_LEFT)
        start = {w: self.dist[w] * (then.total_weight if step.chance else 1) for w, then in courses.items()}
        whole = Worlds(self.items, Dist(start).then(courses.__getitem__))
        alone, others = part_certain(whole.marginals)
        return [*alone, whole.only(others) if alone else whole] if others else alone


def part_certain(marginals: Marginals) -> tuple[list[Worlds], Marginals]:
    """The world of each item that is certain, and the marginals of the others."""
    alone = [Worlds((item,), Dist({(*column,): 1})) for item, column in marginals.items() if len(column) == 1]
    return alone, {item: column for item, column in marginals.items() if len(column) > 1}


def product_of_worlds(parts: Sequence[Worlds]) -> Worlds | None:
    """Independent worlds as one; None if they are too many."""
    if len(parts) > 1 and prod(len(part.dist) for part in parts) > MOST:
        return None
    joined = Worlds((), Dist({(): 1}))
    for part in parts:
        pairs = product(joined.dist.items(), part.dist.items())
        dist = Dist((one + other, weight * share) for (one, weight), (other, share) in pairs)
        joined = Worlds(joined.items + part.items, dist, max(joined.drawn, part.drawn))
    return joined


@dataclass(frozen=True)
class Sampled:
    """The items with too many worlds to count: all events since the first of them, which are worlds that join and
    steps, and ``marginals``, the chances of the items, as if the others were average ones."""

    events: tuple[Worlds | Evidence, ...] = ()
    marginals: Marginals = field(default_factory=dict)

    @cached_property
    def worlds(self) -> Worlds:
        """A sample, ``drawn`` the number of equal independent draws worth as much; ValueError where none agrees."""
        moves, random = look_ahead(self.events), Random(len(self.events))  # the same for all records that look the same
        for count in (PARTICLES, 4 * PARTICLES):
            particles: list[Particle] = [{} for _ in range(count)]
            weights = [1.0] * count
            for move in moves:
                weights = [weight and weight * move(particle, random) for weight, particle in zip(weights, particles)]
                largest = max(weights) or 1.0
                weights = [weight / largest for weight in weights]
            squares = sum(weight**2 for weight in weights)
            if (effective := int(sum(weights) ** 2 / squares) if squares else 0) >= ENOUGH:
                break
        if not effective:
            raise ValueError(NONE_LEFT)
        kept = [(particle, weight) for particle, weight in zip(particles, weights) if weight]
        found = Dist((tuple(particle[item] for item in self.marginals), weight) for particle, weight in kept)
        drawn = (event.drawn for event in self.events if isinstance(event, Worlds) and event.drawn)
        return Worlds(tuple(self.marginals), found, min((effective, *drawn)))


@dataclass(frozen=True)
class Posterior:
    """The distribution over the statuses of all hidden items: ``counted`` in independent groups, or ``sampled``."""

    counted: tuple[Worlds, ...] = ()
    sampled: Sampled = Sampled()

    @cached_property
    def marginals(self) -> Marginals:
        """The chance of each status of each item; approximate where it is sampled."""
        parts = (*(part.marginals for part in self.counted), self.sampled.marginals)
        return {item: column for part in parts for item, column in part.items()}

    def over(self, items: Iterable[Item], change: Callable[[Status], Status] = identity) -> Worlds:
        """The worlds of some items, each status changed; sampled if they have too many worlds together."""
        wanted = set(items)
        parts = [part.only(wanted, change) for part in self.counted if not wanted.isdisjoint(part.items)]
        if not wanted.isdisjoint(self.sampled.marginals):
            parts.append(self.sampled.worlds.only(wanted, change))
        marginals = {item: column for part in parts for item, column in part.marginals.items()}
        return product_of_worlds(parts) or Sampled(tuple(parts), marginals).worlds

    def draw(self, next_status: Change, chance: bool = False) -> Posterior:
        """Return the posterior after the draw of an item that is able: its ``next_status(item, status)`` is not None.
        Each is as likely; ValueError if no world has one. A draw that was seen counts as certain where it was possible.
        With ``chance`` it was made among as many items in every world, so worlds with more able items gain weight."""
        if not (rows := {item: row for item, row in self._rows(next_status).items() if row}):
            raise ValueError(NONE_LEFT)
        p = {item: sum(self.marginals[item][status] for status in row) for item, row in rows.items()}
        every, odds = sum(p.values()), {}
        share = min(1 / max(every, 1.0), 1 - SLIGHT)  # of an able item
        for item in rows if len(rows) > 1 else ():  # the only one is told
            others = min(max((every - p[item]) / max(1 - p[item], SLIGHT), SLIGHT), 1.0)  # the chance of another one
            odds[item] = (1 - share) / others, share / others
        step = Evidence(rows, odds, chance)
        met = [part for part in self.counted if not rows.keys().isdisjoint(part.items)]
        rest = [part for part in self.counted if rows.keys().isdisjoint(part.items)]
        if rows.keys().isdisjoint(self.sampled.marginals) and (whole := product_of_worlds(met)):
            parts = whole.independent_parts_after(step)
            if len(parts[-1].dist) <= MOST:
                return Posterior((*rest, *parts), self.sampled)
        return self._sampled_after((*met, step), rest)

    def tell(self, next_status: Change) -> Posterior:
        """Return the posterior with each status replaced by ``next_status(item, status)``; None rules a world out."""
        rows = {i: row for i, row in self._rows(next_status).items() if any(row.get(s) != s for s in self.marginals[i])}
        step = Evidence(rows)
        parts = [[p] if rows.keys().isdisjoint(p.items) else p.independent_parts_after(step) for p in self.counted]
        counted = [each for part in parts for each in part]
        told = {item: row for item, row in rows.items() if item in self.sampled.marginals}
        return self._sampled_after((Evidence(told),), counted) if told else Posterior((*counted,), self.sampled)

    def _sampled_after(self, events: Iterable[Worlds | Evidence], counted: Iterable[Worlds]) -> Posterior:
        """The posterior with these counted worlds and what is sampled after more events."""
        then = dict(self.sampled.marginals)
        for event in events:
            then |= event.marginals if isinstance(event, Worlds) else event.updated_marginals(then)
        alone, left = part_certain(then)
        return Posterior((*counted, *alone), Sampled((*self.sampled.events, *events) if left else (), left))

    def _rows(self, next_status: Change) -> Rows:
        return {
            item: {status: then for status in column if (then := next_status(item, status)) is not None}
            for item, column in self.marginals.items()
        }

    def exchange(self, out: Iterable[Item], new: Mapping[Item, Status]) -> Posterior:
        """Return the posterior without some items whose status is certain, and with other such items."""
        kept = [part for part in self.counted if set(out).isdisjoint(part.items)]
        come, _ = part_certain({item: {status: 1.0} for item, status in new.items()})
        return Posterior((*kept, *come), self.sampled)


def look_ahead(events: Sequence[Worlds | Evidence]) -> list[Move]:
    """The events as moves of a particle, each guided by the worth of an item's status to all that follows.

    The worth is how likely all later events are from there, if the other items were average ones, up to a factor common
    to all statuses; it is computed from the last event to the first.
    """
    worths: dict[Item, dict[Status, float]] = {}  # by status, and under None of any other status
    moves: list[Move] = []
    for event in reversed(events):
        if isinstance(event, Worlds):
            laters = [worths.pop(item, {None: 1.0}) for item in event.items]
            sums = accumulate(
                prod((later.get(status, later[None]) for later, status in zip(laters, world)), start=float(weight))
                for world, weight in event.dist.items()
            )
            moves.append(partial(_join, [dict(zip(event.items, world)) for world in event.dist], list(sums)))
            continue
        guides: Guides = {}
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
        moves.append(partial(_draw, guides, event.chance) if event.odds else partial(_tell, event.rows))
    return moves[::-1]


def _join(worlds: list[Particle], sums: list[float], particle: Particle, random: Random) -> float:
    particle |= random.choices(worlds, cum_weights=sums)[0]
    return 1.0


def _draw(guides: Guides, chance: bool, particle: Particle, random: Random) -> float:
    total, factor, options = 0.0, 1.0, []
    for item, row in guides.items():
        if found := row.get(particle[item]):
            total, factor = total + found[1], factor * found[2]
            options.append((total, item, found[0]))
    if not options:
        return 0.0
    at = random.random() * total
    _, item, then = next((option for option in options if at < option[0]), options[-1])
    particle[item] = then
    return factor * total / (1 if chance else len(options))


def _tell(rows: Rows, particle: Particle, random: Random) -> float:
    for item, row in rows.items():
        if (then := row.get(particle[item])) is None:
            return 0.0
        particle[item] = then
    return 1.0
