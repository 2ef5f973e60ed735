"""A battle and what a writer asks about it: the chances, round by round, hit by hit, block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gamekit.dist import Basis, Dist
from gamekit.julius_caesar.odds.course import (
    Flags,
    Leg,
    Moment,
    Stage,
    Start,
    backward,
    forward,
    plan,
)
from gamekit.julius_caesar.odds.outcome import Outcome, attacker_eliminated, attacker_leaves, attacker_wins
from gamekit.julius_caesar.odds.sides import LEFT, MAIN, RESERVE, Muster, Order, State, muster
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES, ROMAN, Block
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

Army = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A block at a moment of a battle: its strength now (0 = gone), where it stands, and its turn.

    ``place`` is "main", "reserve" (not arrived yet) or "left". ``ready`` matters for Cleopatra alone: whether
    she has her turn of this round before her (7.52).
    """

    block: Block
    strength: int
    place: str = MAIN
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """A battle at one moment of any round, for ``battle.at``.

    ``attacker`` and ``defender`` list the main body, then the reserve, then Cleopatra if she has joined that side.
    ``turn`` counts the volleys of this round that have begun; ``firing`` are the slots that still have their turn
    in the last of them, and ``hits`` those of the block that fired last which still have to be taken.
    """

    attacker: tuple[Standing, ...]
    defender: tuple[Standing, ...]
    round: int = 1
    turn: int = 0
    exchanged: bool = False
    firing: tuple[int, ...] = ()
    hits: int = 0

    def side(self, side: str) -> tuple[Standing, ...]:
        """The blocks of "attacker" or "defender", as the battle began."""
        return self.attacker if side == ATTACKER else self.defender


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


@dataclass(frozen=True, slots=True, repr=False)
class Battle:
    """Two armies that meet (7.1-7.52), fought by standing orders unless an ``order`` says otherwise.

    ``attacker`` and ``defender`` are the main bodies, tuples of blocks as ``army`` makes them; the reserves arrive
    in round 2 (7.3). ``first_strike``: the attackers fire first in round 1 (Mars, Neptune). ``cut_off``: attackers
    that must leave are eliminated (7.6); ``defender_cut_off``: likewise defenders after an exchange of roles (7.31).

    Standing orders: every block fires on each turn; attackers leave on their own turn of round 4; among the
    strongest the owner reduces the lowest firepower, then the latest letter, then the last listed.

    Raises ValueError for an empty main body, a block listed twice or blocks of one side on both.

    >>> from gamekit import julius_caesar as jc
    >>> battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    >>> battle.odds().p(jc.attacker_wins)
    Fraction(2237911607, 3265173504)
    """

    attacker: Army
    defender: Army
    attacker_reserve: Army = ()
    defender_reserve: Army = ()
    first_strike: bool = False
    cut_off: bool = False
    defender_cut_off: bool = False
    basis: Basis = field(init=False, compare=False, default=())

    def __post_init__(self) -> None:
        for name in ("attacker", "defender", "attacker_reserve", "defender_reserve"):
            object.__setattr__(self, name, _checked(getattr(self, name), name))
        for name in ("first_strike", "cut_off", "defender_cut_off"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is {getattr(self, name)!r}; it should be True or False")
        if not self.attacker or not self.defender:
            empty = DEFENDER if self.attacker else ATTACKER
            raise ValueError(f"the {empty}'s main body is empty; a battle needs a block on each side")
        _check_sides(self)
        object.__setattr__(self, "basis", _basis(self))

    def __repr__(self) -> str:
        parts = [f"attacker={_code(self.attacker)}", f"defender={_code(self.defender)}"]
        parts += [
            f"{n}={_code(getattr(self, n))}" for n in ("attacker_reserve", "defender_reserve") if getattr(self, n)
        ]
        parts += [f"{n}=True" for n in ("first_strike", "cut_off", "defender_cut_off") if getattr(self, n)]
        return f"jc.Battle({', '.join(parts)})"

    @property
    def start(self) -> Position:
        """The battle before its first turn."""

        def standing(main: Army, reserve: Army) -> tuple[Standing, ...]:
            waiting = (Standing(block, block.strength, RESERVE) for block in reserve)
            return (*(Standing(block, block.strength) for block in main), *waiting)

        return Position(standing(self.attacker, self.attacker_reserve), standing(self.defender, self.defender_reserve))

    def at(self, position: Position | None = None) -> Engagement:
        """The same questions from the middle of any round; the exact same battle when no position is given."""
        return Engagement(self, position or self.start)

    def odds(self, numbers: type = int, order: Order | None = None) -> Dist[Outcome]:
        """The law of how the battle ends: exact whole weights, or floats with ``numbers=float``."""
        return self.at().odds(numbers, order)

    def chances(self, numbers: type = int, order: Order | None = None) -> Chances:
        """The three chances and both mean strengths, without the law behind them."""
        return self.at().chances(numbers, order)

    def by_round(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """Rows 0 to 4: the chance that the battle is over by the end of that round, how, and mean strengths then."""
        return self.at().by_round(numbers, order)

    def leader_dies(self, name: str, order: Order | None = None) -> Fraction:
        """The chance that a leader is eliminated (7.51: a trophy worth 1 VP); ValueError if no such leader fights."""
        fighting = [*self.attacker, *self.attacker_reserve, *self.defender, *self.defender_reserve]
        leaders = [block.label for block in fighting if block.type == "leader"]
        if name not in leaders:
            raise ValueError(f"{name!r} is no leader in this battle; {', '.join(leaders) or 'there is none'}")
        dies: Fraction = self.odds(order=order).p(lambda end: name not in dict((*end.attacker, *end.defender)))
        return dies

    def hits(self, round: int = 1, numbers: type = int, order: Order | None = None) -> Dist[tuple[int, int]]:
        """The law of (hits by the attacker's dice, by the defender's) in a round, wasted ones included.

        A battle that is over before that round has (0, 0).
        """
        from gamekit.julius_caesar.odds.tally import hits_in_round

        if round not in (1, 2, 3, 4):
            raise ValueError(f"round is {round!r}; a battle has rounds 1 to 4")
        return Dist(hits_in_round(*self.at().plan(numbers, order), 1, round), _tagged(self.basis, numbers, order))

    def improve(
        self, pool: Iterable[Block], side: str = ATTACKER, numbers: type = int, order: Order | None = None
    ) -> pd.DataFrame:
        """Every block of a pool, ranked by what adding it to a side's main body does to the chance to win.

        Columns: block (its text), rating, p (the attacker's chance to win with it, or for the defender the chance
        that the attacker does not win) and change (p less what it is without). Best first.
        """
        import pandas as pd

        if side not in ROLES:
            raise ValueError(f"side is {side!r}; it should be 'attacker' or 'defender'")

        def p(battle: Battle) -> Any:
            wins = battle.chances(numbers, order).attacker_wins
            return wins if side == ATTACKER else 1 - wins

        base, found = p(self), {}
        for block in pool:
            joined = (*getattr(self, side), block)
            if block not in found:
                found[block] = p(replace(self, attacker=joined) if side == ATTACKER else replace(self, defender=joined))
        rows = [(str(b), f"{b.rating(side)}/{ROMAN[b.strength]}", found[b], found[b] - base) for b in found]
        frame = pd.DataFrame(rows, columns=["block", "rating", "p", "change"])
        frame = frame.sort_values("p", ascending=False, kind="stable", ignore_index=True)
        frame.attrs["basis"] = _tagged(self.basis, numbers, order)
        frame.attrs["without"] = base
        return frame

    def from_damage(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """The attacker's chance to win from every state of damage at the start of every round, in one backward pass.

        Columns: round, exchanged (7.31), attacker and defender (what stands, as text), attacker_strength,
        defender_strength, p. Rows run by round, then from the least damage to the most.
        """
        return self.at().from_damage(numbers, order)


class BattleOdds(Dist[Outcome]):
    """The law of a battle's ends: the three chances at once, the whole law when something else is asked.

    From eight blocks against eight there are thousands of ways to end, so they are listed only when needed.
    """

    __slots__ = ("_chances", "_engagement", "_numbers", "_order")

    def __init__(self, engagement: Engagement, numbers: type, order: Order | None) -> None:
        self._engagement, self._numbers, self._order = engagement, numbers, order
        self._chances = engagement.chances(numbers, order)
        self.basis = _tagged(engagement.basis, numbers, order)

    def __getattr__(self, name: str) -> Any:
        if name not in ("_weights", "total"):
            raise AttributeError(name)
        Dist.__init__(self, self._engagement._weights(self._numbers, self._order), self.basis)
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
        _check_position(self.battle, self.position)

    @property
    def basis(self) -> Basis:
        """What the answers rest on."""
        return self.battle.basis

    def plan(self, numbers: type = int, order: Order | None = None, merge: bool = False) -> tuple[Leg, tuple[int, int]]:
        """The course from here and the cell that it begins in."""
        sides, states = musters(self.battle, self.position, order)
        here = self.position
        start = Start(states[ATTACKER], states[DEFENDER], here.round, here.turn, here.exchanged, here.firing, here.hits)
        cut_off = {ATTACKER: self.battle.cut_off, DEFENDER: self.battle.defender_cut_off}
        unable = tuple(side for side in ROLES if cut_off[side])
        leg = plan(sides, start, Flags(self.battle.first_strike, unable, merge, _number(numbers) is not float))
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
                if attacker and defender:  # 7.62, or whoever has gone before
                    withdrew = (
                        leaver
                        if here[ATTACKER][x] == here[DEFENDER][y]
                        else DEFENDER
                        if here[ATTACKER][x]
                        else ATTACKER
                    )
                end = Outcome(attacker, defender, withdrew)
                weights[end] = weights.get(end, 0) + moment.ended[x, y] * scale
        return weights

    def chances(self, numbers: type = int, order: Order | None = None) -> Chances:
        """The three chances and both mean strengths from here."""
        moments = self._moments(numbers, order, merge=True)
        sums = _sums([_tally(moment, moment.ended) for moment in moments], numbers)
        return Chances(*sums, basis=_tagged(self.basis, numbers, order))

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
        frame.attrs["basis"] = _tagged(self.basis, numbers, order)
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
        frame = pd.DataFrame(rows, columns=columns)
        frame.attrs["basis"] = _tagged(self.basis, numbers, order)
        return frame


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


def _sums(tallies: Sequence[Tally], numbers: type) -> tuple[Any, ...]:
    """The five sums over several tables, as shares of everything."""
    if numbers is float:
        return tuple(float(sum(tally[n] for tally in tallies)) for n in range(1, 6))
    return tuple(sum((Fraction(int(tally[n]), 6**tally.dice) for tally in tallies), Fraction(0)) for n in range(1, 6))


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
    return (alive[0][:, None] | alive[1][None, :]) & fresh[0][:, None] & fresh[1][None, :] & stage.possible()


def _damage(side: Muster, state: State) -> str:
    return ", ".join(f"{name}/{ROMAN[strength]}" for name, strength in side.survivors(state)) or "-"


def musters(
    battle: Battle, position: Position, order: Order | None = None
) -> tuple[dict[str, Muster], dict[str, State]]:
    """Both sides as automata, and their states in a position."""
    cleopatra = next((b for b in _all_blocks(battle) if b.type == "cleopatra"), None)
    armies = ((battle.attacker, battle.attacker_reserve), (battle.defender, battle.defender_reserve))
    sides, states = {}, {}
    for side, (main, reserve) in zip(ROLES, armies):
        sides[side], full = muster(side, main, reserve, order, cleopatra)
        standing = position.side(side)
        strengths = tuple(block.strength for block in standing)
        strengths += (0,) * (len(full.strengths) - len(strengths))
        left = sum(1 << slot for slot, block in enumerate(standing) if block.place == LEFT)
        waiting = sum(1 << slot for slot, block in enumerate(standing) if block.place == RESERVE)
        state = State(strengths, left, waiting)
        ready = sides[side].has_cleopatra(state) and all(
            block.ready for slot, block in enumerate(standing) if sides[side].cleopatra >> slot & 1 and block.strength
        )
        states[side] = state._replace(ready=ready)
    return sides, states


def _all_blocks(battle: Battle) -> tuple[Block, ...]:
    return (*battle.attacker, *battle.attacker_reserve, *battle.defender, *battle.defender_reserve)


def _checked(army: object, name: str) -> Army:
    if isinstance(army, str) or not isinstance(army, Iterable):
        raise ValueError(f"{name} takes blocks, as jc.army({army!r}, 'Caesar') makes them, not {army!r}")
    blocks = tuple(army)
    for block in blocks:
        if not isinstance(block, Block):
            raise ValueError(f"{name} takes blocks, as jc.army(...) makes them, not {block!r}")
    return blocks


def _check_sides(battle: Battle) -> None:
    sides = {
        ATTACKER: {block.side for block in (*battle.attacker, *battle.attacker_reserve)} - {None},
        DEFENDER: {block.side for block in (*battle.defender, *battle.defender_reserve)} - {None},
    }
    for role, fighting in sides.items():
        if len(fighting) > 1:
            raise ValueError(f"the {role}'s blocks fight for {' and '.join(sorted(map(str, fighting)))}; name one side")
    named = [(b.colour, b.name) for b in _all_blocks(battle) if b.type != "generic"]
    for colour, name in named:
        if named.count((colour, name)) > 1:
            raise ValueError(f"{name} of {colour} is listed twice; there is only one")
    if both := sides[ATTACKER] & sides[DEFENDER]:
        raise ValueError(f"both armies fight for {both.pop()}; make one of them the other side's")


def _check_position(battle: Battle, position: Position) -> None:
    if position.round not in (1, 2, 3, 4):
        raise ValueError(f"round is {position.round!r}; a battle has rounds 1 to 4")
    if not 0 <= position.turn <= 8:
        raise ValueError(f"turn is {position.turn!r}; a round has 8 volleys")
    for side, standing in zip(ROLES, (position.attacker, position.defender)):
        listed = (*getattr(battle, side), *getattr(battle, f"{side}_reserve"))
        if [now.block for now in standing[: len(listed)]] != list(listed):
            raise ValueError(f"the position's {side} does not list the blocks of the battle in their order")
        if any(now.block.type != "cleopatra" for now in standing[len(listed) :]) or len(standing) > len(listed) + 1:
            raise ValueError(f"only Cleopatra can have joined the {side} during the battle")
        for now in standing:
            if now.strength and now.strength not in now.block.track:
                raise ValueError(f"{now.block.label} cannot stand at strength {now.strength}")
            if now.place not in (MAIN, RESERVE, LEFT):
                raise ValueError(f"{now.block.label}: place is {now.place!r}; it should be main, reserve or left")


def _number(numbers: type) -> type:
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; leave it out for exact weights, or give float")
    return numbers


def _code(army: Army) -> str:
    if not army:
        return "()"
    texts = []
    for text, same in groupby(str(block) for block in army):
        count = len(list(same))
        texts.append(f"{count} {text}" if count > 1 else text)
    side = next((block.side for block in army if block.side), None)
    return f"jc.army({', '.join(repr(part) for part in ([', '.join(texts)] + ([side] if side else [])))})"


def _basis(battle: Battle) -> Basis:
    blocks = _all_blocks(battle)
    types = {block.type for block in blocks}
    reserves = battle.attacker_reserve or battle.defender_reserve
    navis_only = all(b.type == "navis" for b in blocks)
    clauses = {
        "7.2": True,
        "7.3": bool(reserves),
        "7.31": bool(reserves),
        "7.4": True,
        "7.41": "elephant" in types,
        "7.42": "ballista" in types,
        "7.51": "leader" in types,
        "7.52": "cleopatra" in types,
        "7.6": battle.cut_off or battle.defender_cut_off,
        "7.62": not battle.cut_off,
        "7.8": navis_only,
        "7.81": "navis" in types and not navis_only,
        "E.Mars": battle.first_strike,
        "E.Neptune": battle.first_strike,
    }
    orders = [
        "julius_caesar.basis.fire",
        "julius_caesar.basis.cut_off" if battle.cut_off else "julius_caesar.basis.leave",
    ]
    orders += ["julius_caesar.basis.defender_cut_off"] if battle.defender_cut_off else []
    orders += ["julius_caesar.basis.ties"]
    orders += ["julius_caesar.basis.first_strike"] if battle.first_strike else []
    return (*map(note, orders), *(clause for clause, holds in clauses.items() if holds))


def _tagged(basis: Basis, numbers: type, order: Order | None) -> Basis:
    ties = note("julius_caesar.basis.ties")
    kept = tuple(note("julius_caesar.basis.order") if order and entry == ties else entry for entry in basis)
    return (note("basis.rounded" if numbers is float else "basis.exact"), *kept)
