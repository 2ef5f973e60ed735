"""A battle as one side sees it, and its odds over all that may stand on the other side, or against average blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import mean
from typing import Any, Final

from gamekit.julius_caesar.odds.automaton import RESERVE, Army, Position, Standing
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.from_state import block_of, served
from gamekit.julius_caesar.odds.hidden_blocks import WorldGroup
from gamekit.julius_caesar.rules.control import blocks_at
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, State
from gamekit.julius_caesar.tables import (
    BLOCK,
    FIREPOWER,
    FULL,
    LIMITS,
    NAVIS,
    PLACE,
    PLACES,
    ROAD_BETWEEN,
    ROLES,
    SIDES,
    Block,
    place,
)
from gamekit.probability.distribution import Basis

AVERAGE_FIREPOWER: Final = round(mean(FIREPOWER))
AVERAGE_STRENGTH: Final = round(mean(FULL))


@dataclass(frozen=True, slots=True)
class BattleSeen:
    """A battle at a place as one side sees it: its own blocks, as ``army`` makes them, against what stands there.

    ``own`` is the main body, ``reserve`` what comes by other roads (7.3); ``attacks`` is False where the other side
    attacks. ``first_strike``, ``cut_off`` and ``defender_cut_off`` are as in ``Battle``. ValueError for no such place
    or an empty main body.

    >>> from gamekit import julius_caesar as jc
    >>> jc.BattleSeen("Tarraco", jc.army("Legio 1", "Pompey")).where
    'Tarraco'
    """

    where: str
    own: Army
    reserve: Army = ()
    attacks: bool = True
    first_strike: bool = False
    cut_off: bool = False
    defender_cut_off: bool = False

    def __post_init__(self) -> None:
        place(self.where)
        if not self.own:
            raise ValueError(f"own is empty: name the blocks that fight at {self.where}, as jc.army makes them")

    def against(self, main: Army, reserve: Army) -> Battle:
        """The battle if these stand on the other side."""
        if not main:  # nobody to wait for
            main, reserve = reserve, ()
        sides = ((self.own, self.reserve), (main, reserve))
        (attacker, second), (defender, third) = sides if self.attacks else sides[::-1]
        return Battle(attacker, defender, second, third, self.first_strike, self.cut_off, self.defender_cut_off)


def coming_battle(state: State, where: str, eyes: str) -> BattleSeen | None:
    """The battle that is to be fought at a place as one side knows it now; None where none is or it has no block there.

    While the attacker has not declared the main attack, it is reckoned as that of the first block listed (7.3).
    """
    attack = next((attack for attack in state.attacks if PLACES[attack.place] == where), None)
    own = blocks_at(state, PLACE[where], SIDES.index(eyes)) if attack else []
    if attack is None or not own:
        return None
    attacks, came = SIDES[attack.attacker] == eyes, dict(attack.came)
    main = attack.main if attack.main != NONE else came.get(own[0], NONE)
    first = [block for block in own if came.get(block, NONE) == (main if attacks else NONE)] or own
    rest = [block for block in own if block not in first]
    main_body, reserve = (tuple(block_of(state, block) for block in body) for body in (first, rest))
    return BattleSeen(where, main_body, reserve, attacks)


def plan_attack(view: View, origin: str, where: str) -> BattleSeen | None:
    """The attack by road that the blocks of one place could begin, the strongest that the road carries (6.11)."""
    road = ROAD_BETWEEN.get((PLACE[origin], PLACE[where])) if origin in PLACE else None
    fresh = [p for p in view.pieces if p.place == origin and not p.moved and not NAVIS[BLOCK[p.block]]]
    if road is None or not fresh:
        return None
    going = sorted(fresh, key=lambda piece: -piece.strength)[: LIMITS[road].attack]
    return BattleSeen(where, tuple(served(BLOCK[p.block], p.strength, view.player) for p in going))


@dataclass(frozen=True, slots=True)
class Case:
    """One stack that may stand there: main body and reserve, how likely it is, and the chance to win against it."""

    main: Army
    reserve: Army
    likely: Any
    p: Any

    def __str__(self) -> str:
        waiting = f" + {', '.join(map(str, self.reserve))}" if self.reserve else ""
        return ", ".join(map(str, self.main)) + waiting


@dataclass(frozen=True, slots=True)
class OddsSeen:
    """The odds of a ``BattleSeen`` by a ``Belief``: ``cases`` are all stacks that may stand there, likeliest first.

    Each ``p`` is the chance that these eyes win: that no defender is left for an attacker, else that some is.
    ``least`` is the chance from which one would fight. Numbers are Fractions where the belief is counted and exact
    ones were asked for, else floats.
    """

    cases: tuple[Case, ...]
    least: Any
    basis: Basis = field(default=(), repr=False)
    samples: int = 0  # the effective number of samples, 0 where all stacks are counted

    @property
    def mean(self) -> Any:
        """The chance to win, averaged over what may stand there."""
        return sum(case.likely * case.p for case in self.cases)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 where all stacks are counted."""
        spread = sum(float(case.likely * (case.p - self.mean) ** 2) for case in self.cases)
        return sqrt(spread / self.samples) if self.samples else 0.0

    @property
    def worst(self) -> Case:
        """The case with the least chance to win."""
        return min(self.cases, key=lambda case: case.p)

    @property
    def best(self) -> Case:
        """The case with the greatest chance to win."""
        return max(self.cases, key=lambda case: case.p)

    @property
    def likeliest(self) -> Case:
        """The likeliest case."""
        return self.cases[0]

    @property
    def fights(self) -> bool:
        """Whether one would fight, not knowing which case it is."""
        return bool(self.mean >= self.least)

    @property
    def would_fight(self) -> Any:
        """How likely it is that one would fight if one knew."""
        return sum((case.likely for case in self.cases if case.p >= self.least), self.least * 0)

    @property
    def knowing(self) -> Any:
        """What it is worth to know before one decides: how much chance to win above ``least`` is gained on average."""
        informed = sum(case.likely * max(case.p - self.least, 0) for case in self.cases)
        return max(informed - max(self.mean - self.least, 0), 0)


def stacks_at(view: View, group: WorldGroup, where: str, waits: Callable[[int], bool]) -> Counter[tuple[Army, Army]]:
    """The weights of all stacks that may stand at a place, as main body and reserve."""
    found, here = Counter[tuple[Army, Army]](), PLACE[where]
    for world, weight in group.worlds.items():
        bodies: tuple[list[Block], list[Block]] = ([], [])
        for block, status in sorted(zip(group.blocks, world)):
            if status.at == here:
                bodies[waits(status.origin)].append(served(block, status.strength, view.opponent))
        found[tuple(bodies[0]), tuple(bodies[1])] += weight
    return found


def waits(seen: BattleSeen, view: View) -> Callable[[int], bool]:
    """Whether an enemy block with this origin waits in reserve: it came, and not by the main attack (7.3)."""
    threat = next((threat for threat in view.threats if threat.place == seen.where), None)
    if seen.attacks or threat is None:
        return lambda origin: origin != NONE
    roads = [arrival.origin for arrival in threat.arrivals if arrival.side == view.opponent]
    main = threat.main or (roads[0] if len(roads) == 1 else None)
    # The main attack is not declared yet: as if all came by one road.
    return lambda origin: main is not None and origin not in (NONE, PLACE[main])


def generic(strength: int, firepower: int = AVERAGE_FIREPOWER, side: str | None = None) -> Block:
    """A block of initiative C known by its rating alone; it has no strengths above the one given."""
    track = tuple(range(strength, 0, -1))
    return Block(f"C{firepower}", side, "generic", "C", "C", firepower, track, strength)


def with_reserves(battle: Battle, position: Position, reserves: Mapping[str, Army]) -> tuple[Battle, Position]:
    """The battle and the position with other blocks in the reserves of some roles that have not arrived yet."""
    changes: dict[str, Any] = {f"{role}_reserve": reserve for role, reserve in reserves.items()}
    standing = {role: position.side(role) for role in ROLES}
    for role, reserve in reserves.items():
        waiting = iter(reserve)
        standing[role] = tuple(
            Standing(block := next(waiting), block.strength, RESERVE) if now.place == RESERVE else now
            for now in standing[role]
        )
    made = replace(battle, **changes)
    return made, replace(position, attacker=standing[ROLES[0]], defender=standing[ROLES[1]])


def with_average_reserves(battle: Battle, position: Position, roles: Sequence[str]) -> tuple[Battle, Position]:
    """The battle and the position with an average block for each block that waits in the reserve of ``roles``."""
    waiting = {role: getattr(battle, f"{role}_reserve") for role in roles}
    average = {role: tuple(generic(AVERAGE_STRENGTH, side=b.side) for b in blocks) for role, blocks in waiting.items()}
    return with_reserves(battle, position, average)
