"""The best plan for a siege, by backward induction over the operations points (OP) left.

What a siege is worth at its end depends on what is left alone, so playing on only moves the position. Values are whole
numbers over a common power of 36, so nothing is rounded, and both passes run over all positions at once."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.codec import shown
from gamekit.dist import Basis, Dist, join
from gamekit.given import of_kind, several
from gamekit.progress import tell
from gamekit.roma_victrix.odds.comparison import frame
from gamekit.roma_victrix.odds.ground import Ground, Places, after, choices, ground_of, grouped, minima, spent
from gamekit.roma_victrix.odds.rounds import Rounds
from gamekit.roma_victrix.state import amount, whole
from gamekit.roma_victrix.tables import FACES, ruling
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

ROLLS = len(FACES) ** 2
CLOSE = 1e-9  # floats nearer than this are taken as equal
SAFE = 2**62  # whole numbers up to here fit numpy's own
FOUR = "four whole numbers: attacker, units, capital and operations"
MOST_POSITIONS = 6_000_000  # that a plan looks at in all; some twenty seconds
LONGER = 48  # OP whose exact numbers take as long again as a position else does
ENDS = ("captured", "out of points", "stopped by choice", "too few to go on")


class Worths(NamedTuple):
    """What things are worth to the attacker."""

    capture: Any
    own_csp: Any
    enemy_csp: Any
    capital_csp: Any
    op: Any


@dataclass(frozen=True, slots=True)
class Choice:
    """What the plan does with a roll: the split, what of the loss the city pays, the CSP left; and how many it sent."""

    raise_enemy: int
    lower_own: int
    from_capital: int
    attacker: int
    units: int
    capital: int
    sent: int


class SiegeEnd(NamedTuple):
    """How a siege ends: one of ``ENDS``, the CSP that each side and the city have left, and the OP spent."""

    end: str
    attacker_left: int
    units_left: int
    capital_left: int
    operations: int

    @property
    def captured(self) -> bool:
        """The city has fallen."""
        return self.end == ENDS[0]


@dataclass(frozen=True, slots=True)
class Course:
    """How the plan runs: the chance of each end, of a capture and of another end by each OP, mean prices in CSP and
    OP."""

    p_ends: tuple[Any, ...]  # in the order of ENDS
    p_capture: tuple[Any, ...]
    p_given_up: tuple[Any, ...]
    attacker_loss: Any
    units_loss: Any
    capital_loss: Any
    operations: Any
    law: Dist[SiegeEnd] = field(compare=False, repr=False)

    @property
    def ends(self) -> dict[str, Any]:
        """The chance of each end: captured, out of points, stopped by choice, too few to go on."""
        return dict(zip(ENDS, self.p_ends))


@dataclass(frozen=True, eq=False)
class Plan:
    """A siege at its best on both sides, made by ``Siege.plan``.

    ``value`` is what it is worth from the start, ``go`` whether to begin; ``worth``, ``goes`` and ``sends`` answer for
    every position, ``best`` for a roll; ``ends``, ``p_capture`` and the mean prices say how it runs. On equal values
    the attacker stops, then sends the most; the split with the larger swing is taken, then the one with the smaller own
    loss, then the fewest points; the city pays before the units."""

    siege: Any  # the ``Siege`` that was planned, whose module imports this one
    worths: Worths
    numbers: type[Any]
    scale: int
    ground: Ground
    values: tuple[NDArray[Any], ...]  # by OP left: what the end is worth, times scale and 36 to the power of OP left
    sending: tuple[NDArray[Any], ...]  # how many CSP to send into another round, 0 to stop
    commit: bool
    basis: Basis

    def on(self, siege: Any) -> Plan:
        """The same plan for a siege that stands where this one can come to, or could have begun."""
        of_kind(siege, type(self.siege), "the siege", "an rv.Siege")
        return replace(self, siege=siege, basis=_basis(siege, self.worths, self.numbers, self.commit))

    def _place(self, attacker: int, units: int, capital: int, operations: int) -> tuple[int, tuple[int, int, int]]:
        given, first = (attacker, units, capital, operations), self.siege.now
        for name, value, most in zip(first._fields, given, first):
            whole(value, f"{name} in the plan", 0, most)
        return operations, (capital, attacker, units + capital)

    def worth(self, attacker: int, units: int, capital: int, operations: int) -> Any:
        """What going on from here is worth: nothing when it stops, or when the city has fallen."""
        left, place = self._place(attacker, units, capital, operations)
        if units == capital == 0:
            return 0.0 if self.numbers is float else Fraction(0)
        value = self.values[left][place]
        _, own, enemy, city, _ = self.worths
        held = enemy * units + city * capital - own * attacker
        return (float(value) if self.numbers is float else Fraction(int(value), self.scale * ROLLS**left)) + held

    def goes(self, attacker: int, units: int, capital: int, operations: int) -> bool:
        """Whether to spend an OP on another round here."""
        return self.sends(attacker, units, capital, operations) > 0

    def sends(self, attacker: int, units: int, capital: int, operations: int) -> int:
        """How many CSP to send into another round here: all of them unless the plan may ``commit``; 0 to stop."""
        left, place = self._place(attacker, units, capital, operations)
        return int(self.sending[left][place])

    @property
    def go(self) -> bool:
        """Whether to begin."""
        return self.goes(*self.siege.now)

    @property
    def value(self) -> Any:
        """What the siege is worth from the start; a Treachery that nobody foresees is counted."""
        if not self.siege.treachery:
            return self.worth(*self.siege.now)
        capture, own, enemy, city, op = self.worths
        gained = capture * self.ends["captured"] + enemy * self.units_loss + city * self.capital_loss
        return gained - own * self.attacker_loss - op * self.operations

    @cached_property
    def course(self) -> Course:
        """How the siege runs when both sides play the plan."""
        return _run(self)

    def law(self, numbers: type | None = None) -> Dist[SiegeEnd]:
        """The law of the end when both sides play the plan; exact where it is, unless ``numbers=float``.

        >>> from gamekit import roma_victrix as rv
        >>> siege = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=1)
        >>> law = siege.plan().law()
        >>> law.p(lambda end: end.captured), len(law)
        (Fraction(1, 2), 9)
        """
        law = self.course.law
        return Dist({end: float(w / law.total) for end, w in law.items()} if numbers is float else law, self.basis)

    @property
    def ends(self) -> dict[str, Any]:
        """The chance of each end: captured, out of points, stopped by choice, too few to go on."""
        return self.course.ends

    @property
    def p_capture(self) -> tuple[Any, ...]:
        """The chance that the city has fallen by the first OP, by the second, ..."""
        return self.course.p_capture

    @property
    def p_given_up(self) -> tuple[Any, ...]:
        """The chance that the siege has ended without a capture by the first OP, by the second, ..."""
        return self.course.p_given_up

    @property
    def attacker_loss(self) -> Any:
        """CSP that the attacker loses on average."""
        return self.course.attacker_loss

    @property
    def units_loss(self) -> Any:
        """CSP of units that the defender loses on average."""
        return self.course.units_loss

    @property
    def capital_loss(self) -> Any:
        """CSP that the city loses on average."""
        return self.course.capital_loss

    @property
    def operations(self) -> Any:
        """OP spent on average."""
        return self.course.operations

    def best(self, attacker_die: int, defender_die: int, position: tuple[int, int, int, int] | None = None) -> Choice:
        """What both sides do with a roll where a round may begin, all taking part where the plan would stop; ValueError
        where none may.

        >>> from gamekit import roma_victrix as rv
        >>> plan = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1)).plan()
        >>> plan.best(4, 3)
        Choice(raise_enemy=1, lower_own=0, from_capital=4, attacker=17, units=6, capital=0, sent=24)
        """
        here = several(position or self.siege.now, "the position", FOUR)
        if len(here) != len(self.siege.now):
            raise ValueError(f"the position is {shown(here)}; it should be {FOUR}")
        left, place = self._place(*here)
        self.siege.at(*here).resolve(attacker_die, defender_die)
        sent = self.sends(*here) or here[0]
        places = tuple(np.array([axis]) for axis in (*place, sent))
        (group,) = grouped(self.ground, places)
        rolled = (attacker_die, defender_die) if group.attacks else (defender_die, attacker_die)
        roll = rolled[0] - 1, rolled[1] - 1
        dice = spent(minima(self.values[left - 1], self.ground), self.ground, group, self.close)
        own, enemy, hits_enemy, hits_attacker = (axis[roll] for axis in dice)
        leads = after(self.ground, places, hits_enemy, hits_attacker)
        city = int(choices(self.values[left - 1], self.ground, self.close)[leads].item())
        points = int(own.item()) - rolled[0], rolled[1] - int(enemy.item())
        return Choice(*points, place[0] - city, int(leads[2].item()), int(leads[3].item()) - city, city, sent)

    @property
    def close(self) -> float:
        """How near values count as equal."""
        return CLOSE if self.numbers is float else 0

    def to_frame(self, operations: int | None = None, capital: int | None = None) -> pd.DataFrame:
        """The map of go and stop for so many OP left and a city of so many CSP, the plan's first if not given: one row
        a position with the columns attacker, units, allowed, go, send and worth."""
        first = self.siege.now
        left = first.operations if operations is None else operations
        city = first.capital if capital is None else capital
        here = [(attacker, units) for units in range(first.units + 1) for attacker in range(first.attacker + 1)]
        return frame([self._row(attacker, units, city, left) for attacker, units in here], self.basis)

    def _row(self, attacker: int, units: int, city: int, left: int) -> dict[str, Any]:
        left, place = self._place(attacker, units, city, left)
        allowed = left > 0 and bool(self.ground.allowed[place])
        send = int(self.sending[left][place])
        found = {"go": send > 0, "send": send, "worth": self.worth(attacker, units, city, left)}
        return {"attacker": attacker, "units": units, "allowed": allowed} | found


def make_plan(siege: Any, worths: Worths, numbers: type[Any], commit: bool) -> Plan:
    """The backward pass over OP left."""
    exactly = numbers is not float
    exact = Worths(*(amount(value, name) for name, value in zip(Worths._fields, worths)))
    worths = exact if exactly else Worths(*map(float, exact))
    scale = lcm(*(value.denominator for value in worths)) if exactly else 1
    check_size(siege, commit, exactly)
    ground = ground_of(siege)
    most = _most(siege, worths) * scale * (ROLLS**siege.now.operations if exactly else 1)
    dtype = float if not exactly else np.int64 if most < SAFE else object
    end = _end(ground, worths, scale, dtype)
    rounds = Rounds(ground, siege.now.operations, siege.now.attacker if commit else 0)
    values, sending = [_barred(end, ground, most)], [np.zeros(ground.shape, dtype=np.int64)]
    for used in range(1, siege.now.operations + 1):
        unit = ROLLS**used if exactly else 1
        stop, price = _barred(end * unit, ground, most), worths.op * scale * unit
        value, sent = _step(rounds, rounds.totals(values[-1], most), stop, price, exactly)
        values.append(value)
        sending.append(sent)
        tell(used / siege.now.operations)
    basis = _basis(siege, worths, numbers, commit)
    return Plan(siege, worths, numbers, scale, ground, tuple(values), tuple(sending), commit, basis)


def _basis(siege: Any, worths: Worths, numbers: type[Any], commit: bool) -> Basis:
    counted = note("roma_victrix.worths", **{name: f"{float(worth):g}" for name, worth in worths._asdict().items()})
    notes = (note("basis.rounded" if numbers is float else "basis.exact"), note("roma_victrix.both_best"), counted)
    taken = ("5.15", *ruling("commit", "chosen")) if commit else ruling("commit", "all")
    return join(
        notes, taken, (note("roma_victrix.city_counts"), note("roma_victrix.last_besieger"), "10.42"), siege.basis
    )


def size(siege: Any, commit: bool = False) -> int:
    """How many positions a plan looks at in all, a position for each number of CSP that can be sent if it may
    ``commit``; known before it starts."""
    first, units, capital, operations = siege.now
    enemies = np.arange(capital + 1)[:, None] + np.arange(units + 1)
    strengths = np.clip(first - np.maximum(enemies, 1) + 1, 0, None)  # of the attacker, who may not have fewer
    return int((strengths * (strengths + 1) // 2 if commit else strengths).sum()) * int(operations)


def check_size(siege: Any, commit: bool = False, exactly: bool = True) -> None:
    """Raise ValueError for a plan of too many positions, with how many and with what would fit; exact numbers grow with
    the OP, so that fewer are worked out."""
    count, operations = max(size(siege, commit), siege.now.operations), siege.now.operations
    most = max(1, MOST_POSITIONS // (1 + operations // LONGER * exactly))
    if count > most:
        each = count // operations
        tried = range(MOST_POSITIONS // each + 1)
        fits = bisect_right(tried, MOST_POSITIONS, key=lambda op: each * op * (1 + op // LONGER * exactly)) - 1
        part = int(100 * (most / count) ** (1 / (3 if commit else 2)))
        right = (
            note("roma_victrix.error.plan_op", op=f"{fits:,}")
            if fits
            else note("roma_victrix.error.plan_part", part=part)
        )
        raise ValueError(note("roma_victrix.error.plan", count=f"{count:,}", most=f"{most:,}", right=right))


def _most(siege: Any, worths: Worths) -> Any:
    """More than any position can be worth, either way."""
    capture, own, enemy, city, op = map(abs, worths)
    now = siege.now
    return 1 + capture + own * now.attacker + enemy * now.units + city * now.capital + op * now.operations


def _barred(values: NDArray[Any], ground: Ground, most: Any) -> NDArray[Any]:
    """Values with more than anything where there is no such position, so that no minimum takes it."""
    values[~ground.there] = float("inf") if values.dtype == float else int(most)
    return values


def _end(ground: Ground, worths: Worths, scale: int, dtype: Any) -> NDArray[Any]:
    """What each position is worth as an end, times scale."""
    capture, own, enemy, city, _ = (value if dtype is float else int(value * scale) for value in worths)
    cities, attackers, enemies = (axis.astype(dtype) for axis in np.ogrid[tuple(slice(size) for size in ground.shape)])
    end: NDArray[Any] = own * attackers - enemy * (enemies - cities) - city * cities
    end[:, :, 0] += capture
    return end


def _step(
    rounds: Rounds, totals: NDArray[Any], stop: NDArray[Any], price: Any, exactly: bool
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Values and CSP sent with one more OP left, from the sums over the rolls in the places of the rounds."""
    value, sending = stop.copy(), np.zeros(stop.shape, dtype=np.int64)
    worths = totals - int(price) if exactly else totals / ROLLS - price
    for part in rounds.tries:
        *axes, sent = (axis[part] for axis in rounds.places)
        here, worth = tuple(axes), worths[part]
        better = (worth > value[here] + (0 if exactly else CLOSE)).astype(bool)
        value[here] = np.where(better, worth, value[here])
        sending[here] = np.where(better, sent, sending[here])
    return value, sending


def _run(plan: Plan) -> Course:
    """The forward pass: the weight of each position after each OP, and where it ends."""
    start, ground = plan.siege.now, plan.ground
    total, begun = start.operations, plan.siege.operations  # rounds are counted from the siege's beginning
    ledger = _Ledger(start, 1 if plan.numbers is float else ROLLS**total)
    dtype = float if plan.numbers is float else np.int64 if ROLLS**total * (start.attacker + 1) < SAFE else object
    mass = np.zeros(ground.shape, dtype=dtype)
    mass[start.capital, start.attacker, start.units + start.capital] = 1
    for left in range(total, -1, -1):
        unit = 1 if plan.numbers is float else ROLLS**left
        places = np.nonzero(mass)
        sent = plan.sending[left][places]
        goes = sent > 0
        for name, which in _ended(ground, tuple(axis[~goes] for axis in places), left):
            ended = tuple(axis[~goes][which] for axis in places)
            ledger.close(name, ended, mass[ended] * unit, total - left)
        ledger.captures.append(ledger.ends["captured"])
        ledger.others.append(sum(ledger.ends.values()) - ledger.ends["captured"])
        going = tuple(axis[goes] for axis in places)
        ledger.rounds += int(mass[going].sum()) * unit if dtype is not float else mass[going].sum()
        mass = _moved(plan, left, (*going, sent[goes]), mass[going], begun - left + 1 == plan.siege.treachery)
    return ledger.course()


class _Ledger:
    """What has ended so far, in weights whose total is ``unit``."""

    def __init__(self, start: tuple[int, int, int, int], unit: int) -> None:
        self.start, self.unit = start, unit
        self.ends: dict[str, Any] = dict.fromkeys(ENDS, 0)
        self.captures: list[Any] = []
        self.others: list[Any] = []
        self.lost = [0, 0, 0]
        self.rounds: Any = 0
        self.law: list[tuple[SiegeEnd, Any]] = []

    def close(self, name: str, places: Places, weights: NDArray[Any], spent: int) -> None:
        cities, attackers, enemies = places
        axes = (axis.tolist() for axis in (attackers, enemies - cities, cities, weights))
        self.law += ((SiegeEnd(name, own, units, city, spent), weight) for own, units, city, weight in zip(*axes))
        self.ends[name] += weights.sum()
        attacker, units, capital, _ = self.start
        losses = attacker - attackers, units - enemies + cities, capital - cities
        self.lost = [before + (weights * loss).sum() for before, loss in zip(self.lost, losses)]

    def share(self, weight: Any) -> Any:
        return float(weight / self.unit) if isinstance(weight, float) else Fraction(int(weight), self.unit)

    def course(self) -> Course:
        ends = tuple(self.share(self.ends[name]) for name in ENDS)
        captures, others = (tuple(map(self.share, found[1:])) for found in (self.captures, self.others))
        own, units, capital = map(self.share, self.lost)
        return Course(ends, captures, others, own, units, capital, self.share(self.rounds), Dist(self.law))


def _ended(ground: Ground, places: Places, left: int) -> list[tuple[str, NDArray[Any]]]:
    """Which of the positions that go no further end in which way."""
    _, attackers, enemies = places
    taken, few = enemies == 0, (enemies > 0) & (attackers < enemies)
    rest = ~taken & ~few
    return [("captured", taken), ("too few to go on", few), (ENDS[2] if left else ENDS[1], rest)]


def _moved(plan: Plan, left: int, places: Places, weights: NDArray[Any], treachery: bool) -> NDArray[Any]:
    """The weights after another round from these positions."""
    ground = plan.ground
    mass = np.zeros(ground.shape, dtype=weights.dtype)
    if not len(weights):
        return mass
    later = plan.values[left - 1]
    flat, city_kept = minima(later, ground), choices(later, ground, plan.close)
    for group in grouped(ground, places):
        *_, hits_enemy, hits_attacker = spent(flat, ground, group, plan.close)
        dice = (hits_attacker, hits_enemy) if treachery else (hits_enemy, hits_attacker)
        leads = after(ground, group.places, *dice)
        each = np.broadcast_to(weights[group.which], leads[0].shape)
        np.add.at(mass, (city_kept[leads], *leads[2:]), each)
    return mass / ROLLS if plan.numbers is float else mass
