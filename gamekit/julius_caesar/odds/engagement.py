"""The questions asked of a battle from any moment on, answered from the course of the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gamekit.dist import Basis, Dist
from gamekit.julius_caesar.odds.course import Leg, Moment, Start, backward, forward, plan
from gamekit.julius_caesar.odds.kernel import compiled_chances, encoded, kernel_is_loaded
from gamekit.julius_caesar.odds.outcome import Outcome, attacker_eliminated, attacker_leaves, attacker_wins
from gamekit.julius_caesar.odds.position import Position, check, musters
from gamekit.julius_caesar.odds.sides import LEFT, Muster, Order, State, asked_once
from gamekit.julius_caesar.odds.stage import Flags, Stage
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES, ROMAN
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.julius_caesar.odds.battle import Battle


@dataclass(frozen=True, slots=True)
class Chances:
    """The three chances of a battle, and the mean strengths left; it unpacks into these five numbers.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit.sweep import sweep
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


class BattleOdds(Dist[Outcome]):
    """The law of a battle's ends: the three chances at once, the whole law when something else is asked.

    From eight blocks against eight there are thousands of ways to end, so they are listed only when needed.
    """

    __slots__ = ("_chances", "_engagement", "_numbers", "_order")

    def __init__(self, engagement: Engagement, numbers: type, order: Order | None) -> None:
        self._engagement, self._numbers, self._order = engagement, numbers, asked_once(order)
        self._chances = engagement.chances(numbers, self._order)
        self._basis = tagged(engagement.basis, numbers, order)

    def __getattr__(self, name: str) -> Any:
        if name not in ("_weights", "_total"):
            raise AttributeError(name)
        Dist.__init__(self, self._engagement._weights(self._numbers, self._order), self._basis)
        return getattr(self, name)

    def p(self, event: Callable[[Outcome], bool]) -> Any:
        """The chance of an event, a function from outcome to ``bool``."""
        name = EVENTS.get(event)
        return getattr(self._chances, name) if name else Dist.p(self, event)


EVENTS: dict[Any, str] = {
    attacker_wins: "attacker_wins",
    attacker_eliminated: "attacker_eliminated",
    attacker_leaves: "attacker_leaves",
}


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle from a position on: the same questions as ``Battle`` answers from the start."""

    battle: Battle
    position: Position

    def __post_init__(self) -> None:
        check(self.battle, self.position)

    @property
    def basis(self) -> Basis:
        """What the answers rest on."""
        return self.battle.basis

    def plan(self, numbers: type = int, order: Order | None = None, merge: bool = False) -> tuple[Leg, tuple[int, int]]:
        """The course from here and the cell that it begins in."""
        sides, states = musters(self.battle, self.position, asked_once(order))
        here = self.position
        start = Start(states[ATTACKER], states[DEFENDER], here.round, here.turn, here.exchanged, here.firing, here.hits)
        cut_off = {ATTACKER: self.battle.cut_off, DEFENDER: self.battle.defender_cut_off}
        unable = tuple(side for side in ROLES if cut_off[side])
        leg = plan(sides, start, Flags(self.battle.first_strike, unable, merge, whole_or_float(numbers) is not float))
        return leg, (leg.start.at[ATTACKER][start.attacker], leg.start.at[DEFENDER][start.defender])

    def _moments(self, numbers: type, order: Order | None, merge: bool) -> list[Moment]:
        leg, cell = self.plan(numbers, order, merge)
        table = np.zeros(leg.start.shape, dtype=object if leg.start.flags.exact else float)
        table[cell] = 1
        return list(forward(leg, table))

    def odds(self, numbers: type = int, order: Order | None = None) -> Dist[Outcome]:
        """The law of how the battle ends from here."""
        return BattleOdds(self, numbers, order)

    def _weights(self, numbers: type, order: Order | None) -> dict[Outcome, Any]:
        moments = self._moments(numbers, order, merge=False)
        most = max(moment.dice for moment in moments)
        weights: dict[Outcome, Any] = {}
        for moment in moments:
            scale = 1 if numbers is float else 6 ** (most - moment.dice)
            named = {side: [moment.stage.sides[side].survivors(s) for s in moment.stage.states[side]] for side in ROLES}
            here = {side: [moment.stage.sides[side].fights_on(s) for s in moment.stage.states[side]] for side in ROLES}
            leaver = DEFENDER if moment.stage.exchanged else ATTACKER
            for x, y in zip(*(axis.tolist() for axis in moment.ended.nonzero())):
                attacker, defender = named[ATTACKER][x], named[DEFENDER][y]
                withdrew = None
                if attacker and defender:  # 7.62: who must leave, or whoever has gone before
                    gone = DEFENDER if here[ATTACKER][x] else ATTACKER
                    withdrew = leaver if here[ATTACKER][x] == here[DEFENDER][y] else gone
                end = Outcome(attacker, defender, withdrew)
                weights[end] = weights.get(end, 0) + moment.ended[x, y] * scale
        return weights

    def chances(self, numbers: type = int, order: Order | None = None) -> Chances:
        """The three chances and both mean strengths from here."""
        basis = tagged(self.basis, numbers, order)
        if numbers is float and order is None and kernel_is_loaded() and self.position == self.battle.start:
            codes, counts, flags = encoded([self.battle])
            if flags[0] >= 0:
                wins, eliminated, leaves, own, enemy = compiled_chances(codes, counts, flags)[0].tolist()
                return Chances(wins, eliminated, leaves, own, enemy, basis)
        moments = self._moments(numbers, order, merge=True)
        sums = _sums([_tally(moment, moment.ended) for moment in moments], numbers)
        return Chances(*sums, basis)

    def by_round(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """One row for the start and one for the end of each round from here."""
        import pandas as pd

        moments = self._moments(numbers, order, merge=True)
        first = self.position.round - 1
        rows = [(first, *_now(self.position, numbers))]
        for number in range(first + 1, 5):
            ended = [_tally(moment, moment.ended) for moment in moments if moment.round <= number]
            going = [_tally(moment, moment.running) for moment in moments if moment.round == number]
            rows.append((number, *_round_row(ended, going, numbers)))
        frame = pd.DataFrame(rows, columns=["round", "over", *CHANCES], dtype=object)
        frame = frame.astype({"round": int} if numbers is not float else dict.fromkeys(frame.columns[1:], float))
        frame.attrs["basis"] = tagged(self.basis, numbers, order)
        return frame

    def from_damage(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """The chance to win from every state of damage at the start of this round and the later ones."""
        import pandas as pd

        leg, _ = self.plan(numbers, order)
        kind = object if leg.start.flags.exact else float
        rows = []
        for prospect in backward(leg, lambda stage: _wins(stage).astype(kind), self.position.round):
            stage = prospect.stage
            texts = {side: [_damage(stage.sides[side], s) for s in stage.states[side]] for side in ROLES}
            totals = {side: [sum(s.strengths) for s in stage.states[side]] for side in ROLES}
            for x, y in zip(*(axis.tolist() for axis in _some_left(stage).nonzero())):
                value = prospect.values[x, y]
                p = value if numbers is float else Fraction(value, 6**prospect.dice)
                described = texts[ATTACKER][x], texts[DEFENDER][y], totals[ATTACKER][x], totals[DEFENDER][y]
                rows.append((prospect.round, stage.exchanged, *described, p))
        columns = ["round", "exchanged", "attacker", "defender", "attacker_strength", "defender_strength", "p"]
        # Cleopatra may have come back to the same end of the same list: one row for what looks the same.
        frame = pd.DataFrame(rows, columns=columns).drop_duplicates(columns[:-1], ignore_index=True)
        frame.attrs["basis"] = tagged(self.basis, numbers, order)
        return frame


Five = tuple[Any, Any, Any, Any, Any]


class Tally(NamedTuple):
    """Sums of weights over a table: wins, eliminations, leaves, and strengths times weight; all over 6**dice."""

    dice: int
    wins: Any
    eliminated: Any
    leaves: Any
    attacker_strength: Any
    defender_strength: Any


def _tally(moment: Moment, table: Any) -> Tally:
    gained = moment.gained if table is moment.ended else dict.fromkeys(ROLES, 0)
    alive = {side: np.array([any(s.strengths) or bool(s.left) for s in moment.stage.states[side]]) for side in ROLES}
    strength = {side: np.array([sum(s.strengths) for s in moment.stage.states[side]]) for side in ROLES}
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    both = rows[alive[ATTACKER]].sum() - table[alive[ATTACKER]][:, ~alive[DEFENDER]].sum()
    return Tally(
        moment.dice,
        columns[~alive[DEFENDER]].sum(),
        rows[~alive[ATTACKER]].sum(),
        both,
        (rows * strength[ATTACKER]).sum() + gained[ATTACKER],
        (columns * strength[DEFENDER]).sum() + gained[DEFENDER],
    )


def _sums(tallies: Sequence[Tally], numbers: type) -> Five:
    """The five sums over several tables, as shares of everything."""
    shares: list[Any] = [0.0 if numbers is float else Fraction(0)] * 5
    for dice, *sums in tallies:
        shares = [s + (float(n) if numbers is float else Fraction(int(n), 6**dice)) for s, n in zip(shares, sums)]
    wins, eliminated, leaves, attacker_strength, defender_strength = shares
    return wins, eliminated, leaves, attacker_strength, defender_strength


def _round_row(ended: Sequence[Tally], going: Sequence[Tally], numbers: type) -> tuple[Any, ...]:
    done, open_ = _sums(ended, numbers), _sums(going, numbers)
    return (sum(done[:3]), *done[:3], done[3] + open_[3], done[4] + open_[4])


def _wins(stage: Stage) -> Any:
    dead = np.array([not any(state.strengths) for state in stage.states[DEFENDER]])
    return np.broadcast_to(dead[None, :], stage.shape).astype(int)


def _now(position: Position, numbers: type) -> tuple[Any, ...]:
    """The row of the start: nothing is over yet unless one side is gone."""
    strengths = [sum(standing.strength for standing in position.side(side)) for side in ROLES]
    here = [any(s.strength and s.place != LEFT for s in position.side(side)) for side in ROLES]
    wins, lost = not strengths[1], not strengths[0]
    over = not all(here)
    row = (over, wins, lost, over and not wins and not lost, *strengths)
    return tuple(float(value) if numbers is float else Fraction(int(value)) for value in row)


def _some_left(stage: Stage) -> Any:
    """The cells that a round can begin in: not everybody dead, and Cleopatra on one side, her turn before her."""
    alive = [np.array([any(state.strengths) for state in stage.states[side]]) for side in ROLES]
    fresh = [np.array([stage.sides[side].refresh(state) == state for state in stage.states[side]]) for side in ROLES]
    found = (alive[0][:, None] | alive[1][None, :]) & fresh[0][:, None] & fresh[1][None, :]
    if stage.cleopatra:  # 7.52: never eliminated, she changes sides
        hers = [np.array([stage.sides[side].holds_cleopatra(state) for state in stage.states[side]]) for side in ROLES]
        found &= hers[0][:, None] ^ hers[1][None, :]
    return found


def _damage(side: Muster, state: State) -> str:
    return ", ".join(f"{name}/{ROMAN[strength]}" for name, strength in side.survivors(state)) or "-"


def whole_or_float(numbers: type) -> type:
    """The kind of weights asked for: ``float``, or ``int`` for exact ones; ValueError for anything else."""
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; leave it out for exact weights, or give float")
    return numbers


def tagged(basis: Basis, numbers: type, order: Order | None) -> Basis:
    """A battle's basis as an answer carries it: exact or rounded, and whose order decides ties."""
    ties = note("julius_caesar.basis.ties")
    kept = tuple(note("julius_caesar.basis.order") if order and entry == ties else entry for entry in basis)
    return (note("basis.rounded" if numbers is float else "basis.exact"), *kept)
