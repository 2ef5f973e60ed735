"""The course of a battle under standing orders: how likely every pair of both sides' states is, volley by volley.

All blocks of one letter on one side fire together, for nothing that they do can change what the others of their volley
roll. So a battle is a table, {attacker's state: {defender's state: weight}}, not a tree, carried forward from volley to
volley by ``spread``, its heart. Exact weights are whole numbers over their sum; with floats the same runs on chances.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd, lcm
from typing import Any, NamedTuple

from gamekit.julius_caesar.odds.automaton import Automaton, Pool, SideState, volleys
from gamekit.julius_caesar.tables import ATTACKER, ROLES
from gamekit.probability.distribution import Basis
from gamekit.text.translation import note

CLEOPATRAS = "C"  # her letter in either role
LAST = 4  # the round in which the attackers leave
Row = dict[int, Any]  # weights by the number of the other side's state
Table = dict[int, Row]  # rows by the number of the attacker's state
Who = str | tuple[int, ...]  # a letter, or the slots that still have their turn
empty_row = partial(defaultdict[int, Any], int)
SAME, WON, WON_SPENT = range(3)  # Cleopatra did not come over; she did with her turn before her; after her turn (7.52)


@lru_cache(maxsize=4096)
def hit_weights(pool: Pool) -> tuple[int, ...]:
    """How many of the equally likely rolls of a pool make 0, 1, 2 ... hits (7.4), in lowest terms.

    A pool is the number of dice by firepower, 1 to 6.

    >>> hit_weights((0, 2, 0, 0, 0, 0))
    (4, 4, 1)
    """
    weights = [1]
    for firepower, dice in enumerate(pool, 1):
        miss, hit = (part // gcd(firepower, 6) for part in (6 - firepower, firepower))
        for _ in range(dice):
            weights = [a * miss + b * hit for a, b in zip([*weights, 0], [0, *weights])]
    return tuple(weights)


class Axis:
    """The states of one side in one role, numbered as they are met, and where hits lead from each."""

    def __init__(self, automaton: Automaton, role: str) -> None:
        self.automaton, self.role = automaton, role
        self.states: list[SideState] = []
        self.fights: list[bool] = []  # whether anybody is in the battle, or still to arrive
        self.strength: list[int] = []
        self.alive: list[bool] = []  # whether anybody is left, gone or not
        self._numbers: dict[SideState, int] = {}
        self._paths: dict[int, list[tuple[int, int]]] = {}
        self._weights: dict[tuple[int, Who, bool], tuple[int, ...]] = {}

    def number(self, state: SideState) -> int:
        """The number of a state."""
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
            self.fights.append(self.automaton.fights_on(state))
            self.strength.append(sum(state.strengths))
            self.alive.append(any(state.strengths) or state.left >> len(state.strengths) > 0)
        return self._numbers[state]

    def path(self, start: int, hits: int) -> list[tuple[int, int]]:
        """Where 0, 1, 2 ... hits lead, at least so many, each with whether Cleopatra came over on the way."""
        path = self._paths.setdefault(start, [(SAME, start)])
        while len(path) <= hits:
            came, last = path[-1]
            state, turned = self.automaton.hit(self.states[last], self.role)
            if turned:
                came = WON if self.states[start].ready else WON_SPENT
            path.append((came, self.number(state)))
        return path

    def joined(self, number: int) -> int:
        """Cleopatra has joined the side, with her turn of the next round before her."""
        return self.number(self.automaton.join(self.states[number], True))

    def weights(self, number: int, who: Who, late: bool = False) -> tuple[int, ...]:
        """The weights of 0, 1, 2 ... hits by a letter or some slots; ``late``: by Cleopatra alone."""
        if (number, who, late) not in self._weights:
            slots = self.slots(self.states[number], who)
            slots = [slot for slot in slots if not late or self.automaton.cleopatra >> slot & 1]
            self._weights[number, who, late] = hit_weights(self.automaton.pool(self.states[number], slots))
        return self._weights[number, who, late]

    def slots(self, state: SideState, who: Who) -> list[int]:
        """The slots of a letter that act, or those of some that are there."""
        if isinstance(who, str):
            return self.automaton.on_turn(state, who, self.role)
        return [slot for slot in self.automaton.present(state) if slot in who]

    def is_hers(self, who: Who) -> bool:
        """Whether it may be Cleopatra's turn."""
        return who == CLEOPATRAS or any(self.automaton.cleopatra >> slot & 1 for slot in who if isinstance(slot, int))


class RoundEnd(NamedTuple):
    """The end of a round: the battles that end and those that go on, as shares of ``total``."""

    course: BattleCourse
    round: int
    ended: Table
    running: Table
    total: int
    gone: Any  # what the attackers forgotten in it add to the mean strength (``merge``)


@dataclass
class BattleCourse:
    """One battle as maps on tables, while the roles stay as they are."""

    sides: dict[str, Automaton]
    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    joins_late: bool = False  # won over in her new side's C turn, Cleopatra still acts in it (a reading of 7.52)
    exact: bool = True
    merge: bool = False  # forget which attackers have left in round 4, which keeps the tables small
    exchanged: bool = False
    axes: tuple[Axis, Axis] = field(init=False)

    def __post_init__(self) -> None:
        roles = reversed(ROLES) if self.exchanged else ROLES
        first, second = (Axis(self.sides[side], role) for side, role in zip(ROLES, roles))
        self.axes = first, second
        self.hers = any(automaton.cleopatra for automaton in self.sides.values())
        self.reserves = any(automaton.reserves for automaton in self.sides.values())
        self.known: dict[Any, Any] = {}

    def goes_on(self, own: int, enemy: int) -> bool:
        """Whether both sides are there, or still to arrive."""
        return self.axes[0].fights[own] and self.axes[1].fights[enemy]

    def wins(self, own: int, enemy: int) -> bool:
        """Whether no defender is left alive."""
        return not self.axes[1].strength[enemy]

    def spread(self, table: Table, side: str, shares: Mapping[int, Sequence[Any]], rest: Any, hers: bool) -> Table:
        """Spread the weight of every pair of states over the hits that a side makes.

        ``shares`` has the shares of 0, 1, 2 ... hits by the number of the side's state, ``rest`` the share that stays
        with a battle that is over; ``hers``: Cleopatra has her turn.
        """
        firing, struck = self.axes if side == ATTACKER else self.axes[::-1]
        rows = table if side == ATTACKER else transpose(table)
        most, fresh = max(len(shares[own]) for own in rows) - 1, defaultdict[int, Row](empty_row)
        paths = {enemy: struck.path(enemy, most if struck.fights[enemy] else 0) for enemy in columns(rows)}
        for own, row in rows.items():
            landing = self.landing(fresh, firing, own, hers)
            of_hits = shares[own] if firing.fights[own] else (rest,)
            for enemy, weight in row.items():
                for share, (came, after) in zip(of_hits if struck.fights[enemy] else (rest,), paths[enemy]):
                    landing[came][after] += weight * share
        return _filled(fresh) if side == ATTACKER else transpose(fresh)

    def landing(self, fresh: Table, axis: Axis, own: int, hers: bool) -> tuple[Row, Row, Row]:
        """Return the rows for a firing side: unchanged, and with Cleopatra won over before or after her turn (7.52)."""
        if not self.hers:
            return fresh[own], fresh[own], fresh[own]
        state = axis.states[own]._replace(ready=False) if hers else axis.states[own]
        same = fresh[axis.number(state)]
        if axis.automaton.holds_cleopatra(state):
            return same, same, same
        won, spent = (fresh[axis.number(axis.automaton.join(state, ready))] for ready in (True, False))
        return same, won, spent

    def fire(self, table: Table, side: str, who: Who, late: bool = False) -> Table:
        """Let the blocks of a letter on one side fire, or some slots; ``late``: Cleopatra alone, where she is due."""
        axis = self.axes[ROLES.index(side)]
        numbers = table if side == ATTACKER else columns(table)
        rolled = {number: axis.weights(number, who, late) for number in numbers}
        if all(len(weights) == 1 for weights in rolled.values()):
            return table
        totals = {number: sum(weights) for number, weights in rolled.items()}
        common = lcm(*totals.values()) if self.exact else 1.0
        scales = {n: common // total if self.exact else common / total for n, total in totals.items()}
        shares = {n: [weight * scales[n] for weight in weights] for n, weights in rolled.items()}
        return self.spread(table, side, shares, common, axis.is_hers(who))

    def turn(self, table: Table, side: str, round: int, who: Who) -> Table:
        """One letter's turn of a side, or the turns of the slots that still have to act."""
        axis = self.axes[ROLES.index(side)]
        if self.leaving(side, round):  # 7.2, 7.62: the attackers must leave
            if side not in self.cut_off and not self.fired_at_after(side, who):
                return table
            merge = self.merge and isinstance(who, str)

            def gone(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
                return automaton.leave(state, axis.slots(state, who), side in self.cut_off, merge)

            return self.changed(table, {side: gone})
        return self.join_late(self.fire(table, side, who), side, round, who)

    def join_late(self, table: Table, side: str, round: int, letter: Who) -> Table:
        """Let Cleopatra fire at the end of the C turn in which she was won over, where the reading has it so (7.52)."""
        late = self.joins_late and letter == CLEOPATRAS and not self.leaving(side, round)
        return self.fire(table, side, letter, late=True) if late else table

    def leaving(self, side: str, round: int) -> bool:
        """Whether a side must leave in this round."""
        return round == LAST and self.axes[ROLES.index(side)].role == ATTACKER

    def fired_at_after(self, side: str, who: Who) -> bool:
        """Whether an enemy fires at a side in round 4 after this turn; else it does not matter who has left."""
        axis = self.axes[1 - ROLES.index(side)]
        return max(axis.automaton.letters[axis.role]) > (who if isinstance(who, str) else "A")

    def changed(self, table: Table, changes: dict[str, Change], to: BattleCourse | None = None) -> Table:
        """Return the table after changes of states; one may bring Cleopatra over, who acts in the next round."""
        to, fresh = to or self, defaultdict[int, Row](empty_row)
        after: list[dict[int, tuple[int, bool]]] = []
        for place, numbers in enumerate((table, columns(table))):
            change, axis = changes.get(ROLES[place], _same), self.axes[place]
            states = {number: change(axis.automaton, axis.states[number]) for number in numbers}
            after.append({number: (to.axes[place].number(now), came) for number, (now, came) in states.items()})
        for own, row in table.items():
            for enemy, weight in row.items():
                (here, lost), (there, came) = after[0][own], after[1][enemy]
                here = to.axes[0].joined(here) if came else here
                there = to.axes[1].joined(there) if lost else there
                fresh[here][there] += weight
        return fresh

    def begun(self, states: dict[str, SideState], here: Any) -> Table:
        """Return the table of a position; where a volley is under way, as it is when that is over."""
        own, enemy = (axis.number(states[side]) for axis, side in zip(self.axes, ROLES))
        table: Table = {own: {enemy: 1}}
        if not here.turn or not (here.hits or here.firing) or not self.goes_on(own, enemy):
            return table
        side, letter = volleys(here.round, self.first_strike, self.exchanged)[here.turn - 1]
        if here.hits:
            sure: dict[int, tuple[int, ...]] = defaultdict(lambda: (0,) * here.hits + (1,))
            table = keep(self.spread(table, side, sure, 1, False))
        if here.firing:
            table = self.turn(table, side, here.round, here.firing)
        return self.join_late(table, side, here.round, letter)

    def played(self, table: Table, round: int, turn: int = 0) -> tuple[Table, Any]:
        """Return the table at the end of a round, and the mean strength of attackers forgotten (``merge``)."""
        gone = Fraction(0) if self.exact else 0.0
        for side, letter in volleys(round, self.first_strike, self.exchanged)[turn:]:
            before = table
            table = self.turn(table, side, round, letter)
            if self.merge and self.leaving(side, round) and side not in self.cut_off:
                place = ROLES.index(side)
                gone += self.mean_strength(before, place) - self.mean_strength(table, place)
        return table, gone

    def mean_strength(self, table: Table, place: int) -> Any:
        """Return the mean strength of a side in a table, by its place in it."""
        strength = self.axes[place].strength
        rows = transpose(table) if place else table
        mean = sum(strength[own] * sum(row.values()) for own, row in rows.items())
        return Fraction(mean, weight_of(table)) if self.exact else mean / weight_of(table)

    def following(self, table: Table, round: int) -> list[tuple[BattleCourse, Table]]:
        """The beginning of the next round for the battles that go on."""
        going = keep(table, self.goes_on)
        if round == LAST or not going:
            return []
        if round == 1 and self.reserves:
            return self.reinforced(going)
        return [(self, self.changed(going, dict.fromkeys(ROLES, _refreshed)) if self.hers else going)]

    def reinforced(self, table: Table) -> list[tuple[BattleCourse, Table]]:
        """The beginning of round 2 where reserves arrive: with the roles exchanged where the defender's main body died
        (7.31), or not."""
        alive, found = [bool(self.axes[1].automaton.present(state)) for state in self.axes[1].states], []
        for lost in (False, True):
            if part := keep(table, lambda own, enemy, lost=lost: alive[enemy] != lost):  # type: ignore[misc]
                course = self.exchanging(lost)
                found.append((course, self.changed(part, dict.fromkeys(ROLES, _arrived), course)))
        return found

    def exchanging(self, exchanged: bool) -> BattleCourse:
        """The course of what follows when reserves have arrived."""
        if exchanged not in self.known:
            self.known[exchanged] = replace(self, exchanged=exchanged)
        course: BattleCourse = self.known[exchanged]
        return course

    def round_end(self, table: Table, total: int, round: int, turn: int = 0) -> RoundEnd:
        """The end of a round that begins with a table, or goes on from a turn of it."""
        (after, gone), mass = self.played(table, round, turn), weight_of(table)
        gone *= Fraction(mass, total) if self.exact else mass
        total = total * weight_of(after) // mass if self.exact else 1
        running = {} if round == LAST else keep(after, self.goes_on)
        ended = keep(after, lambda own, enemy: round == LAST or not self.goes_on(own, enemy))
        return RoundEnd(self, round, ended, running, total, gone)

    def ends(self, table: Table, round: int, turn: int) -> list[RoundEnd]:
        """Return the end of every round, on every branch, from a table before a turn of a round."""
        total, found = weight_of(table) if self.exact else 1, list[RoundEnd]()
        if not keep(table, self.goes_on):
            return [RoundEnd(self, round, table, {}, total, 0)]
        waiting = [self.round_end(table, total, round, turn)]
        while waiting:
            end = waiting.pop()
            found.append(end)
            begun = end.course.following(end.running, end.round)
            waiting += [course.round_end(table, end.total, end.round + 1) for course, table in begun]
        return found

    def hits_in(self, table: Table, round: int) -> list[tuple[int, dict[tuple[int, int], Any]]]:
        """Return (total, weights of the pairs of hits) of a round on every branch, wasted hits included.

        The course of that round has states that count the hits which their side takes.
        """
        found: list[tuple[int, dict[tuple[int, int], Any]]] = []
        begun = [(self, table, 1)]
        for before in range(1, round):
            ends = [course.round_end(table, total, before) for course, table, total in begun]
            found += [(end.total, {(0, 0): weight_of(end.ended)}) for end in ends]
            begun = [(*next, end.total) for end in ends for next in end.course.following(end.running, before)]
        for course, table, total in begun:
            counting = replace(course, sides={s: replace(each, counting=True) for s, each in course.sides.items()})
            end, pairs = counting.round_end(course.changed(table, {}, counting), total, round), Counter[Any]()
            taken = [[state.taken for state in axis.states] for axis in counting.axes]
            for own, row in (*end.ended.items(), *end.running.items()):
                for enemy, weight in row.items():
                    pairs[taken[1][enemy], taken[0][own]] += weight
            found.append((end.total, pairs))
        return found


Change = Callable[[Automaton, SideState], tuple[SideState, bool]]  # a new state, and whether Cleopatra changes sides


def _same(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return state, False


def _refreshed(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return automaton.refresh(state), False


def _arrived(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    arrived, turned = automaton.arrive(state)
    return automaton.refresh(arrived), turned


def transpose(table: Table) -> Table:
    """Return the table with columns as rows."""
    fresh: Table = defaultdict(dict)
    for own, row in table.items():
        for enemy, weight in row.items():
            fresh[enemy][own] = weight
    return fresh


def columns(table: Table) -> set[int]:
    """The numbers of the other side's states."""
    return set().union(*table.values())


def keep(table: Table, fits: Callable[[int, int], bool] = lambda own, enemy: True) -> Table:
    """Return the pairs of states that fit and have any weight."""
    return _filled({own: {n: w for n, w in row.items() if w and fits(own, n)} for own, row in table.items()})


def weight_of(table: Table) -> Any:
    """The sum of all weights."""
    return sum(sum(row.values()) for row in table.values())


def _filled(table: Table) -> Table:
    return {own: row for own, row in table.items() if row}


@dataclass(frozen=True, slots=True)
class Chances:
    """The three chances of a battle, and the mean strengths left; it unpacks into these five numbers.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit.analysis.sweep import sweep
    >>> grid = sweep(lambda n: jc.Battle(jc.army(f"{n} C3/III"), jc.army("C3/III")).chances(float), n=(1, 2))
    >>> grid[["n", "attacker_wins", "attacker_strength"]].round(3)
       n  attacker_wins  attacker_strength
    0  1          0.205              0.453
    1  2          0.916              3.887
    """

    attacker_wins: Any
    attacker_eliminated: Any
    attacker_leaves: Any
    attacker_strength: Any
    defender_strength: Any
    basis: Basis = field(default=(), compare=False, repr=False)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in CHANCES)


CHANCES = ("attacker_wins", "attacker_eliminated", "attacker_leaves", "attacker_strength", "defender_strength")


def check_numbers(numbers: type) -> type:
    """The kind of weights asked for: ``float``, or ``int`` for exact ones; ValueError for anything else."""
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; leave it out for exact weights, or give float")
    return numbers


def tag_basis(basis: Basis, numbers: type, order: Callable[..., Any] | None) -> Basis:
    """The basis of one answer: the battle's own, whether the numbers are exact, and whose order decides ties."""
    ties = note("julius_caesar.basis.ties")
    keep = tuple(note("julius_caesar.basis.order") if order and entry == ties else entry for entry in basis)
    return (note("basis.rounded" if numbers is float else "basis.exact"), *keep)
