"""The best plan for a siege, by backward induction over the operations points (OP) left.

The value of a siege's end depends only on the CSP left, so a position is enough as state. A throw, changed by the net
modifier, leads to few positions; in the holder's order of preference each takes the throws that reach it and that no
better one has taken. Floats decide (values too close to distinguish count as equal, and a rule breaks the tie), and one
exact forward pass over the decisions gives the chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from itertools import chain, product
from math import inf, lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.forces import exact_fraction
from gamekit.roma_victrix.odds.combat import basis_frame, losses
from gamekit.roma_victrix.odds.spending import THROWS, Pair, reachable_pairs, throws_reaching, throws_taken
from gamekit.roma_victrix.tables import ruling_basis
from gamekit.storage.serialization import short_repr
from gamekit.text.progress import report
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, require_type, whole_number

if TYPE_CHECKING:
    import pandas as pd

CLOSE = 1e-12  # relative to a siege's highest value: floats nearer than this count as equal
FOUR = "four whole numbers: attacker, units, capital and operations"
MOST_POSITIONS = 2_000_000  # of a plan with numpy; some ten seconds
MOST_IN_PLAIN = 300_000  # and without it
FEW = 3_000  # positions up to which plain Python needs no more time than loading numpy does
ENDS = ("captured", "out of points", "stopped by choice", "too few to go on")


class Worths(NamedTuple):
    """The values to the attacker of a capture, and of each CSP and OP."""

    capture: Any
    own_csp: Any
    enemy_csp: Any
    capital_csp: Any
    op: Any


@dataclass(frozen=True, slots=True)
class RoundDecision:
    """The plan's decisions for a roll: the split, the city's part of the loss (``from_capital``), the CSP left
    (``attacker``, ``units``, ``capital``); and the CSP sent into the round."""

    raise_enemy: int
    lower_own: int
    from_capital: int
    attacker: int
    units: int
    capital: int
    sent: int


class SiegeEnd(NamedTuple):
    """The end of a siege: one of ``ENDS``, the CSP left of each side and of the city, and the OP spent."""

    end: str
    attacker_left: int
    units_left: int
    capital_left: int
    operations: int

    @property
    def is_captured(self) -> bool:
        """Whether the city has fallen."""
        return self.end == ENDS[0]


@dataclass(frozen=True, slots=True)
class SiegePlanOutcome:
    """The outcome of a plan: the chance of each end, of a capture and of another end by each OP, and mean costs."""

    p_ends: tuple[Any, ...]  # in the order of ENDS
    p_capture: tuple[Any, ...]
    p_given_up: tuple[Any, ...]
    attacker_loss: Any
    units_loss: Any
    capital_loss: Any
    operations: Any
    distribution: Dist[SiegeEnd] = field(compare=False, repr=False)

    @property
    def chance_of_each_end(self) -> dict[str, Any]:
        """The chance of each end: captured, out of points, stopped by choice, too few to go on."""
        return dict(zip(ENDS, self.p_ends))


class GridPosition(NamedTuple):
    """A position: the CSP of the city, of the attacker, and of the defender in total, city included."""

    city: int
    attacker: int
    enemy: int


class DiceResult(NamedTuple):
    """A result that dice lead to: CSP lost by the enemy and by the attacker, its value once the defender has chosen the
    payment, and the throws used for it, as bits."""

    killed: int
    lost: int
    worth: float
    throws: int


class SiegeGrid:
    """All positions that a siege can still reach, numbered, and the positions that the dice lead to from each."""

    attacker: int
    units: int
    city: int
    operations: int
    led: int  # the besieger's rating, and that of the leader inside
    inside: int

    def __init__(self, siege: Any) -> None:
        self.attacker, self.units, self.city, self.operations = siege.current_position
        self.enemy = self.units + self.city
        self.row, self.plane = self.enemy + 1, (self.attacker + 1) * (self.enemy + 1)
        self.losses = [losses(csp) for csp in range(max(self.attacker, self.enemy) + 1)]
        printed = {reason for reason, _, _ in siege.printed}
        self.fixed: int = procedures.net_modifier(row for row in siege.modifiers if row.reason in printed | {"card"})
        counts = "leader" not in printed
        self.led, self.inside = siege.attacker.leader * counts, siege.inside_leader_rating * counts
        self.counted = "numerical" not in printed

    def number(self, place: GridPosition) -> int:
        """Return the number of a position."""
        return place.city * self.plane + place.attacker * self.row + place.enemy

    def ends(self, worths: Worths) -> list[float]:
        """Return the value of each position as an end; infinite for impossible ones, so that they are never chosen."""
        places = map(GridPosition._make, product(range(self.city + 1), range(self.attacker + 1), range(self.row)))
        return [
            float(end_worth(place, worths)) if place.city <= place.enemy <= place.city + self.units else inf
            for place in places
        ]

    def rounds(self, commit: bool) -> Iterator[tuple[GridPosition, int]]:
        """Yield (position, CSP sent) wherever a round may begin: all CSP, or with ``commit`` each allowed number."""
        for city in range(self.city + 1):
            for enemy in range(max(city, 1), city + self.units + 1):
                for attacker in range(enemy, self.attacker + 1):
                    for sent in range(attacker, (enemy if commit else attacker) - 1, -1):
                        yield GridPosition(city, attacker, enemy), sent

    def net(self, place: GridPosition, sent: int) -> int:
        """Return the net modifier of a round, for the CSP present; the leader inside counts while units remain."""
        leaders = self.led - (self.inside if place.enemy > place.city else 0)
        return self.fixed + leaders + (sent // place.enemy - 1) * self.counted

    def dice_results(self, place: GridPosition, sent: int) -> dict[tuple[int, int], int]:
        """Return the results that dice can reach: (enemy's loss, attacker's loss) in CSP, with the throws as bits."""
        net, found = self.net(place, sent), dict[tuple[int, int], int]()
        killed, lost = self.losses[place.enemy], self.losses[sent]
        for (own, other), throws in throws_reaching(abs(net)).items():
            pays = (killed[own - 1], lost[other - 1]) if net >= 0 else (killed[other - 1], lost[own - 1])
            found[pays] = found[pays] | throws if pays in found else throws
        return found

    def defender_minima(self, values: list[float]) -> list[float]:
        """Return the minima of ``values`` over the city's CSP, from the least that may be left up to that before
        (indexed by ``low_number``): the defender chooses the payment."""
        tables: dict[tuple[int, int], list[float]] = {}
        for city in range(self.city + 1):
            plane = values[city * self.plane : (city + 1) * self.plane]
            for least in range(city):
                tables[city, least] = list(map(min, tables[city - 1, least], plane))
            tables[city, city] = plane
        return list(chain.from_iterable(tables.values()))

    def low_number(self, city: Any, killed: Any, attacker: Any, enemy: Any) -> Any:
        """Return the index among the minima for a loss: the city's CSP before it, CSP killed, attacker's and enemy's
        CSP left; integers or arrays."""
        least = (city - killed) * (killed < city)
        return (city * (city + 1) // 2 + least) * self.plane + attacker * self.row + enemy


def end_worth(place: GridPosition, worths: Worths) -> Any:
    """Return the value of a position as an end."""
    units = place.enemy - place.city
    held = worths.own_csp * place.attacker - worths.enemy_csp * units - worths.capital_csp * place.city
    return held + (0 if place.enemy else worths.capture)


Layers: TypeAlias = "tuple[list[list[float]], list[list[int]]]"


def layers(grid: SiegeGrid, end: list[float], op: float, close: float, commit: bool) -> Layers:
    """Return the value of every position with no OP left, with one, ..., and the CSP to send into another round there
    (0 to stop; of equally good numbers the largest)."""
    tries = []
    for (city, attacker, enemy), sent in grid.rounds(commit):
        place = GridPosition(city, attacker, enemy)
        leads, attacks = grid.dice_results(place, sent), grid.net(place, sent) >= 0
        numbers = [grid.low_number(city, killed, attacker - lost, enemy - killed) for killed, lost in leads]
        get = itemgetter(*numbers, numbers[0])  # one index more: a tuple even for one; ``zip`` drops it
        tries.append((grid.number(place), sent, get, tuple(leads.values()), attacks))
    values, sending, full = [end], [[0] * len(end)], (1 << len(THROWS)) - 1
    for left in range(1, grid.operations + 1):
        low, layer, sends = grid.defender_minima(values[-1]), end.copy(), [0] * len(end)
        for number, sent, get, masks, attacks in tries:
            total, open_ = 0.0, full
            for worth, mask in sorted(zip(get(low), masks), reverse=attacks):
                if taken := mask & open_:
                    total += worth * taken.bit_count()
                    open_ ^= taken
                    if not open_:
                        break
            worth = total / len(THROWS) - op
            if worth > layer[number] + close:
                layer[number], sends[number] = worth, sent
        values.append(layer)
        sending.append(sends)
        report(left / grid.operations)
    return values, sending


@dataclass(frozen=True, eq=False)
class SiegePlan:
    """The best play of a siege by both sides, made by ``Siege.plan``.

    ``value`` is its value from the start, ``should_begin`` whether to begin; ``value_at``, ``should_continue`` and
    ``csp_to_send`` answer for every position, ``best_split_for_roll`` for a roll; ``chance_of_each_end``,
    ``p_captured_by_operation`` and the mean costs describe the outcome. On equal values the attacker stops, then sends
    the most; the split with the larger swing is taken, then the one with the smaller own loss, then the fewest points;
    the city pays before the units."""

    siege: Any  # the ``Siege`` that was planned, whose module imports this one
    worths: Worths
    numbers: type[Any]
    grid: SiegeGrid
    values: list[list[float]]  # by OP left: the value of each position
    sending: list[list[int]]  # and the CSP to send into another round, 0 to stop
    close: float
    commit: bool
    basis: Basis
    decided: dict[tuple[int, GridPosition], dict[GridPosition, int] | None] = field(default_factory=dict, repr=False)
    exactly: dict[tuple[int, GridPosition], int] = field(default_factory=dict, repr=False)

    @property
    def question(self) -> Any:
        """The siege, as link codes keep the question: without the ``worths``."""
        return self.siege

    def for_siege(self, siege: Any) -> SiegePlan:
        """Return this plan's decisions for another siege whose position is among those of this plan."""
        require_type(siege, type(self.siege), "the siege", "an rv.Siege")
        return replace(self, siege=siege, basis=_basis(siege, self.worths, self.numbers, self.commit))

    def _place(self, attacker: int, units: int, capital: int, operations: int) -> tuple[int, GridPosition]:
        given, first = (attacker, units, capital, operations), self.siege.current_position
        for name, value, most in zip(first._fields, given, first):
            whole_number(value, f"{name} in the plan", 0, most)
        return operations, GridPosition(capital, attacker, units + capital)

    def value_at(self, attacker: int, units: int, capital: int, operations: int) -> Any:
        """Return the value of going on from a position; 0 when the plan stops, or when the city has fallen."""
        left, place = self._place(attacker, units, capital, operations)
        if not place.enemy:
            return 0.0 if self.numbers is float else Fraction(0)
        if self.numbers is float:
            return self.values[left][self.grid.number(place)] - float(end_worth(place, self.worths))
        return Fraction(self._exact(left, place), self._scale * len(THROWS) ** left) - end_worth(place, self.worths)

    @cached_property
    def _scale(self) -> int:
        return lcm(*(worth.denominator for worth in self.worths))

    def _exact(self, left: int, place: GridPosition) -> int:
        """Return the value from here, times the worths' common denominator and 36 to the power of the OP left."""
        if (left, place) not in self.exactly:
            after, unit = self._after(left, place), self._scale * len(THROWS) ** left
            if after is None:
                found = int(end_worth(place, self.worths) * unit)
            else:
                found = sum(many * self._exact(left - 1, there) for there, many in after.items())
                found -= int(self.worths.op * unit)
            self.exactly[left, place] = found
        return self.exactly[left, place]

    def should_continue(self, attacker: int, units: int, capital: int, operations: int) -> bool:
        """Return whether to spend an OP on another round, given the CSP of the attacker, of the units inside and of
        the city, and the OP left."""
        return self.csp_to_send(attacker, units, capital, operations) > 0

    def csp_to_send(self, attacker: int, units: int, capital: int, operations: int) -> int:
        """Return the CSP to send into another round in a position: all unless planned with ``commit``; 0 to stop."""
        return self._sends(*self._place(attacker, units, capital, operations))

    def _sends(self, left: int, place: GridPosition) -> int:
        return self.sending[left][self.grid.number(place)]

    def _choices(self, left: int, place: GridPosition, killed: int, lost: int) -> list[float]:
        """Return the values after a loss, by the city's CSP from the least that the defender may leave up to that
        before; infinite where the units are too few for the rest of the loss."""
        there, plane = (place.attacker - lost) * self.grid.row + place.enemy - killed, self.grid.plane
        least = max(0, place.city - killed)
        return self.values[left - 1][there + least * plane : there + place.city * plane + 1 : plane]

    def _paid(self, left: int, place: GridPosition, killed: int, lost: int) -> GridPosition:
        """Return the position after a loss, its payment chosen by the defender; on equal values the city pays first."""
        worths = self._choices(left, place, killed, lost)
        most = min(worths) + self.close
        city = max(0, place.city - killed) + next(more for more, worth in enumerate(worths) if worth <= most)
        return GridPosition(city, place.attacker - lost, place.enemy - killed)

    def _ranked(self, left: int, place: GridPosition, sent: int) -> list[DiceResult]:
        """Return the results of a round in the holder's order of preference, each with the throws that reach it: by
        value, then the larger swing, then the smaller own loss."""
        found = [
            DiceResult(*pays, min(self._choices(left, place, *pays)), throws)
            for pays, throws in self.grid.dice_results(place, sent).items()
        ]
        attacks = self.grid.net(place, sent) >= 0
        found.sort(key=itemgetter(2), reverse=attacks)
        keys, group, before = {}, 0, found[0].worth
        for lead in found:
            killed, lost, worth, _ = lead
            group += abs(before - worth) > self.close
            before, swing = worth, killed - lost
            keys[lead] = (group, -swing, lost) if attacks else (group, swing, killed)
        return sorted(found, key=keys.__getitem__)

    def _after(self, left: int, place: GridPosition) -> dict[GridPosition, int] | None:
        """Return how many of the 36 throws lead to each position at best play; None where the siege ends."""
        if (left, place) not in self.decided:
            sent, after = self._sends(left, place), Counter[GridPosition]()
            ranked = self._ranked(left, place, sent) if sent else []
            for (killed, lost, *_), taken in zip(ranked, throws_taken(lead.throws for lead in ranked)):
                if taken:
                    after[self._paid(left, place, killed, lost)] += taken.bit_count()
            self.decided[left, place] = after if sent else None
        return self.decided[left, place]

    def _betrayed(self, left: int, place: GridPosition) -> dict[GridPosition, int]:
        """Return how many throws lead to each position in the round of Treachery, which swaps the final percentages."""
        sent, after = self._sends(left, place), Counter[GridPosition]()
        for throw in THROWS:
            attacker, defender = self._spent(left, place, sent, throw)
            killed, lost = self.grid.losses[place.enemy][defender - 1], self.grid.losses[sent][attacker - 1]
            after[self._paid(left, place, killed, lost)] += 1
        return after

    def _spent(self, left: int, place: GridPosition, sent: int, dice: Pair) -> Pair:
        """Return the modified dice of a throw (attacker's, defender's) after the best split."""
        net, killed, lost = self.grid.net(place, sent), self.grid.losses[place.enemy], self.grid.losses[sent]
        own = dice if net >= 0 else dice[::-1]
        throw = 1 << THROWS.index(own)
        best = next(lead for lead in self._ranked(left, place, sent) if lead.throws & throw)
        made = sorted(
            reachable_pairs(*own, abs(net)), key=lambda pair: pair[::-1]
        )  # the least own loss, the fewest points
        both = (pair if net >= 0 else pair[::-1] for pair in made)
        return next(pair for pair in both if (killed[pair[0] - 1], lost[pair[1] - 1]) == best[:2])

    @property
    def should_begin(self) -> bool:
        """Whether the attacker should begin the siege."""
        return self.should_continue(*self.siege.current_position)

    @property
    def value(self) -> Any:
        """The value of the siege to the attacker from its start, in the units of ``worths``, with the effect of a
        Treachery card, which the plan's decisions do not foresee."""
        if not self.siege.treachery:
            return self.value_at(*self.siege.current_position)
        capture, own, enemy, city, op = self.worths
        gained = (
            capture * self.chance_of_each_end["captured"]
            + enemy * self.outcome.units_loss
            + city * self.outcome.capital_loss
        )
        return gained - own * self.mean_attacker_loss - op * self.mean_operations

    @cached_property
    def outcome(self) -> SiegePlanOutcome:
        """The ends of the siege when both sides play the plan, by a forward pass over the positions' weights by OP."""
        start = self.siege.current_position
        dist: list[tuple[SiegeEnd, int]] = []
        mass = {GridPosition(start.capital, start.attacker, start.units + start.capital): 1}
        for left in range(start.operations, -1, -1):
            later, ended = Counter[GridPosition](), list[tuple[int, GridPosition]]()
            betrayed = self.siege.operations - left + 1 == self.siege.treachery  # counted from the siege's beginning
            for place, weight in mass.items():
                after = self._after(left, place)
                if after is None:
                    end = 0 if not place.enemy else 3 if place.attacker < place.enemy else 2 if left else 1
                    ended.append((end, place))
                    continue
                for there, many in (self._betrayed(left, place) if betrayed else after).items():
                    later[there] += many * weight
            for end, place in sorted(ended, key=lambda one: (one[0] != 0, one[0] != len(ENDS) - 1, one[1])):
                inside, weight = place.enemy - place.city, mass[place] * len(THROWS) ** left
                found = SiegeEnd(ENDS[end], place.attacker, inside, place.city, start.operations - left)
                dist.append((found, weight))
            mass = later
        return _course(start, Dist(dist), float if self.numbers is float else Fraction)

    def distribution(self, numbers: type | None = None) -> Dist[SiegeEnd]:
        """Return the distribution of the end when both play the plan; exact if the plan is, unless ``numbers=float``.

        >>> from gamekit import roma_victrix as rv
        >>> siege = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=1)
        >>> ends = siege.plan().distribution()
        >>> ends.p(lambda end: end.is_captured), len(ends)
        (Fraction(1, 2), 9)
        """
        dist = self.outcome.distribution
        return Dist(
            {end: float(w / dist.total_weight) for end, w in dist.items()} if numbers is float else dist, self.basis
        )

    @property
    def chance_of_each_end(self) -> dict[str, Any]:
        """The chance of each end: captured, out of points, stopped by choice, too few to go on."""
        return self.outcome.chance_of_each_end

    @property
    def p_captured_by_operation(self) -> tuple[Any, ...]:
        """The chances that the city has fallen after 1, 2, ... operations points."""
        return self.outcome.p_capture

    @property
    def mean_attacker_loss(self) -> Any:
        """The attacker's mean loss in CSP."""
        return self.outcome.attacker_loss

    @property
    def mean_operations(self) -> Any:
        """The mean number of OP spent."""
        return self.outcome.operations

    def best_split_for_roll(
        self, attacker_die: int, defender_die: int, position: tuple[int, int, int, int] | None = None
    ) -> RoundDecision:
        """Return both sides' decisions for a roll at a position (default: the siege's own); all CSP take part where the
        plan would stop. ValueError where no round may begin.

        >>> from gamekit import roma_victrix as rv
        >>> plan = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1)).plan()
        >>> plan.best_split_for_roll(4, 3)
        RoundDecision(raise_enemy=1, lower_own=0, from_capital=4, attacker=17, units=6, capital=0, sent=24)
        """
        here = as_tuple(position or self.siege.current_position, "the position", FOUR)
        if len(here) != len(self.siege.current_position):
            raise ValueError(f"the position is {short_repr(here)}; it should be {FOUR}")
        left, place = self._place(*here)
        self.siege.at(*here).resolve(attacker_die, defender_die)
        sent = self._sends(left, place) or place.attacker
        attacker, defender = self._spent(left, place, sent, (attacker_die, defender_die))
        killed, lost = self.grid.losses[place.enemy][attacker - 1], self.grid.losses[sent][defender - 1]
        points = attacker - attacker_die, defender_die - defender
        if self.grid.net(place, sent) < 0:
            points = defender - defender_die, attacker_die - attacker
        there = self._paid(left, place, killed, lost)
        return RoundDecision(
            *points, place.city - there.city, there.attacker, there.enemy - there.city, there.city, sent
        )

    def to_frame(self, operations: int | None = None, capital: int | None = None) -> pd.DataFrame:
        """Return the go-or-stop map at some operations points and a city's strength (default: those at the start), one
        row per position: attacker and units inside (CSP), allowed, go, send (CSP sent on), worth."""
        first = self.siege.current_position
        left = first.operations if operations is None else operations
        city = first.capital if capital is None else capital
        here = [(attacker, units) for units in range(first.units + 1) for attacker in range(first.attacker + 1)]
        rows = []
        for attacker, units in here:
            left, place = self._place(attacker, units, city, left)
            send, worth = self._sends(left, place), self.value_at(attacker, units, city, left)
            row = {"attacker": attacker, "units": units, "allowed": left > 0 and attacker >= place.enemy > 0}
            rows.append(row | {"go": send > 0, "send": send, "worth": worth})
        return basis_frame(rows, self.basis)


def _course(start: Any, dist: Dist[SiegeEnd], kind: Any) -> SiegePlanOutcome:
    ended, by = Counter[str](), Counter[tuple[bool, int]]()
    for end, weight in dist.items():
        ended[end.end] += weight
        for op in range(end.operations, start.operations + 1):
            by[end.is_captured, op] += weight

    def share(weight: int) -> Any:
        return kind(Fraction(weight, dist.total_weight))

    captured, others = (tuple(share(by[which, op]) for op in range(1, start.operations + 1)) for which in (True, False))
    attacker, units, city, spent = (dist.mean(itemgetter(at)) for at in range(1, 5))
    own, inside, walls = kind(start.attacker - attacker), kind(start.units - units), kind(start.capital - city)
    shares = Dist({end: share(weight) for end, weight in dist.items()}) if kind is float else dist
    return SiegePlanOutcome(
        tuple(share(ended[name]) for name in ENDS), captured, others, own, inside, walls, kind(spent), shares
    )


def make_plan(siege: Any, worths: Worths, numbers: type[Any], commit: bool) -> SiegePlan:
    """Return the plan by a backward pass over OP left, in plain Python, or for a large one with numpy if installed."""
    exact = Worths(*(exact_fraction(value, name) for name, value in zip(Worths._fields, worths)))
    check_size(siege, commit)
    grid, now, about = SiegeGrid(siege), siege.current_position, Worths(*map(float, exact))
    close = CLOSE * float(1 + sum(abs(worth) * many for worth, many in zip(exact, (1, *now))))
    best_layers = layers
    if position_count(siege, commit) > FEW and numpy_is_there():
        from gamekit.roma_victrix.odds.plan_numpy import layers as best_layers
    values, sending = best_layers(grid, grid.ends(about), about.op, close, commit)
    return SiegePlan(siege, exact, numbers, grid, values, sending, close, commit, _basis(siege, exact, numbers, commit))


def _basis(siege: Any, worths: Worths, numbers: type[Any], commit: bool) -> Basis:
    even = worths.own_csp == worths.enemy_csp == worths.capital_csp and not worths.op
    kind = "roma_victrix.worths_even" if even else "roma_victrix.worths"
    counted = note(kind, **{name: f"{float(worth):g}" for name, worth in worths._asdict().items()})
    notes = (note("basis.rounded" if numbers is float else "basis.exact"), note("roma_victrix.both_best"), counted)
    taken = ("5.15", *ruling_basis("commit", "chosen")) if commit else ruling_basis("commit", "all")
    return join_bases(
        notes, taken, (note("roma_victrix.city_counts"), note("roma_victrix.last_besieger"), "10.42"), siege.basis
    )


def position_count(siege: Any, commit: bool = False) -> int:
    """Return the number of positions that a plan evaluates, with ``commit`` counted once for each number of CSP that
    can be sent; known before it starts."""
    first, units, capital, operations = siege.current_position
    total = 0
    for city in range(capital + 1):
        for enemy in range(max(city, 1), min(city + units, first) + 1):
            strengths = first - enemy + 1  # of the attacker, who may not have fewer
            total += strengths * (strengths + 1) // 2 if commit else strengths
    return total * int(operations)


def numpy_is_there() -> bool:
    try:
        return find_spec("numpy") is not None
    except ImportError:  # its import is blocked
        return False


def check_size(siege: Any, commit: bool = False) -> None:
    """Raise ValueError for a plan of too many positions; with ``commit`` it chooses the CSP sent in each round."""
    count, operations = position_count(siege, commit), siege.current_position.operations
    most = MOST_POSITIONS if numpy_is_there() else MOST_IN_PLAIN
    if count > most:
        fits, part = most // (count // operations), int(100 * (most / count) ** (1 / (3 if commit else 2)))
        right = (
            note("roma_victrix.error.plan_op", op=f"{fits:,}")
            if fits
            else note("roma_victrix.error.plan_part", part=part)
        )
        raise ValueError(note("roma_victrix.error.plan", count=f"{count:,}", most=f"{most:,}", right=right))
