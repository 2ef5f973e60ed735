"""The plain player's valuation of a view, and ``worth``, the chance to win that a position gives at the end of a turn.

Face-down blocks are taken as average ones, not by a ``Belief``: the odds of one attack by it took more than 10 ms in
half of 92 cases, and a decision compares many attacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import exp
from typing import Final

from gamekit.julius_caesar.odds.army import AVERAGE_FIREPOWER, AVERAGE_STRENGTH, generic_block
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.rules import returns
from gamekit.julius_caesar.rules.control import victory_points
from gamekit.julius_caesar.rules.views import SeenBlock, View
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import (
    BLOCK,
    FIREPOWER,
    FIRST_SEA,
    LEADER,
    LEVIED_AT,
    LIMITS,
    NAVIS,
    NUMBERS,
    PLACE,
    PLACES,
    POOL,
    ROAD_BETWEEN,
    SIDES,
    VALUE,
    WATERS,
    WAYS,
    Block,
    place_number,
)
from gamekit.storage.data_files import csv_records

SUPPLY = NUMBERS["winter_supply"]
MOST = 8  # most blocks of a side in the odds


def _force(blocks: int, strength: int, firepower: int) -> tuple[Block, ...]:
    """``blocks`` blocks with ``strength`` steps in all, spread as evenly as possible."""
    low, more = divmod(strength, blocks)
    return tuple(generic_block(min(low + (number < more), 4), firepower) for number in range(blocks))


@lru_cache(maxsize=4096)
def chance_to_win(blocks: int, strength: int, firepower: int, enemies: int) -> float:
    """Return the chance to win against average enemies, by the number of attackers and their total strength."""
    if not blocks:
        return 0.0
    enemy = _force(enemies, enemies * AVERAGE_STRENGTH, AVERAGE_FIREPOWER)
    return float(Battle(_force(blocks, strength, firepower), enemy).chances(float).attacker_wins)


@lru_cache(maxsize=1)
def distances() -> dict[bool, list[dict[int, int]]]:
    """Return the number of steps from each place to each other, by kind: navis or not."""
    found: dict[bool, list[dict[int, int]]] = {}
    for navis in (False, True):
        near = [WATERS[here] if navis else tuple(way.to for way in WAYS[here]) for here in range(len(PLACES))]
        found[navis] = [_reach(near, start) for start in range(len(PLACES))]
    return found


def _reach(near: list[tuple[int, ...]], start: int) -> dict[int, int]:
    reached, waiting = {start: 0}, [start]
    for here in waiting:  # it grows while it is walked
        for to in near[here]:
            if to not in reached:
                reached[to] = reached[here] + 1
                waiting.append(to)
    return reached


@dataclass(frozen=True, slots=True)
class Weights:
    """The plain player's weights, in tenths of a VP."""

    city: float = 10.0  # a VP to be taken without a fight
    prize: float = 10.0  # a VP to be taken by an attack, times its odds
    kill: float = 1.0  # an enemy block attacked, times the odds
    fight: float = 3.0  # any attack, times its odds
    join: float = 5.0  # a block more in an attack begun
    near: float = 0.6  # a step nearer to a prize
    leave: float = 10.0  # a VP left empty
    threat: float = 4.0  # a VP left to at least as many enemies
    odds: float = 0.55  # the least chance of an attack
    sure: float = 0.9  # the chance beyond which no attackers are added
    quit: float = 2.0  # the ratio of enemy to own strength at which a battle is left
    new: float = -0.5  # a new block instead of a step for a block
    hunger: float = 3.0  # going where winter supply fails, in the year's last turns
    guard: float = 0.0  # a VP of one's own reached that as many enemies threaten
    gather: float = 0.0  # joining others beside an enemy


PLAIN_WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class PlanBonuses:
    """A plan's bonuses beyond the plain worth of cities: for going to a place, and for staying in one."""

    to: Mapping[int, float] = field(default_factory=dict)
    stay: Mapping[int, float] = field(default_factory=dict)
    weights: Weights = PLAIN_WEIGHTS
    bold: frozenset[int] = frozenset()  # places that are attacked at any odds


PLAIN: Final = PlanBonuses()


def _chance(pieces: list[SeenBlock], enemies: int) -> float:
    fighting = sorted(pieces, key=lambda piece: -piece.strength)[:MOST]
    strength = sum(piece.strength for piece in fighting)
    if 2 * strength < enemies * AVERAGE_STRENGTH:
        return 0.0
    firepower = round(sum(FIREPOWER[BLOCK[piece.block]] for piece in fighting) / max(len(fighting), 1))
    return chance_to_win(len(fighting), strength, max(firepower, 1), min(enemies, MOST))


class Valuation:
    """The valuation of a view for one decision."""

    def __init__(self, view: View, aims: PlanBonuses = PLAIN) -> None:
        self.view, self.aims, self.w = view, aims, aims.weights
        self.mine = Counter(place_number(piece.place) for piece in view.pieces)
        self.theirs = {place_number(stack.place): stack.count for stack in view.enemy}
        self.here = {piece.block: piece for piece in view.pieces}
        self.late = view.turn >= NUMBERS["turns"] - 1
        self._best: dict[tuple[str, bool], tuple[float, tuple[str, ...]]] = {}
        self._steps: dict[tuple[int, bool], int] = {}
        self._attacks: dict[int, float] = {}
        self._worth_there: dict[int, float] = {}
        self._threats: dict[int, int] = {}
        self.used = {ROAD_BETWEEN[PLACE[a], PLACE[b]]: count for a, b, count in view.roads}

    def value(self, name: str) -> int:
        """Return a place's VP."""
        return VALUE[PLACE[name]] if PLACE[name] < FIRST_SEA else 0

    def enemies(self, name: str) -> int:
        """Return how many enemy blocks are at a place."""
        return self.theirs.get(PLACE[name], 0)

    def room(self, name: str) -> int:
        """Return how many more blocks winter supply feeds at a place."""
        return self._room(PLACE[name])

    def _room(self, at: int) -> int:
        return SUPPLY + (VALUE[at] if at < FIRST_SEA else 0) - self.mine[at]

    def levied_at(self, block: str) -> list[str]:
        """Return the friendly cities where a block of the pool may be levied (6.4); empty if there is none."""
        friendly = (city for city in LEVIED_AT[BLOCK[block]] if self.mine[city] and city not in self.theirs)
        return [PLACES[city] for city in friendly]

    def muster(self, name: str) -> float:
        """Return the score of a city for a new block: near the front and supplied in winter."""
        return min(self.room(name), 2) + 0.5 * self.value(name) - 0.2 * self._distance(PLACE[name], False)

    @cached_property
    def prizes(self) -> list[int]:
        """The cities worth VP that the player does not hold."""
        return [city for city in range(FIRST_SEA) if VALUE[city] and (city in self.theirs or not self.mine[city])]

    def _distance(self, here: int, navis: bool) -> int:
        """The number of steps to the nearest prize."""
        if (here, navis) not in self._steps:
            reached = distances()[navis][here]
            self._steps[here, navis] = min((reached[prize] for prize in self.prizes if prize in reached), default=20)
        return self._steps[here, navis]

    def best(self, block: str) -> tuple[float, tuple[str, ...]]:
        """Return the best (score, way) for a block from its place; an empty way is to stay."""
        like = self.here[block].place, NAVIS[BLOCK[block]]  # blocks of a kind at a place have the same ways
        if like not in self._best:
            self._best[like] = self._best_way(block)
        return self._best[like]

    def _best_way(self, block: str) -> tuple[float, tuple[str, ...]]:
        navis, here = NAVIS[BLOCK[block]], PLACE[self.here[block].place]
        path = tuple(PLACE[name] for name in self.view.path)
        taken = max(len(path) - 1, 0)
        best, way = 0.0, tuple[int, ...]()
        for first in self._next(navis, here, path, taken):
            if (worth := self._worth(navis, here, first, 1)) > best:
                best, way = worth, (first,)
            if taken == 0 and first not in self.theirs:
                for second in self._next(navis, first, (*path, here), 1):
                    if (worth := self._worth(navis, here, second, 2)) > best:
                        best, way = worth, (first, second)
        return best, tuple(PLACES[to] for to in way)

    def _next(self, navis: bool, here: int, path: tuple[int, ...], taken: int) -> list[int]:
        if navis:
            near = [to for to in WATERS[here] if to not in path]
        else:
            ways = (way for way in WAYS[here] if way.to not in path)
            near = [way.to for way in ways if self._left(way.road, way.to) > 0]
        return near if taken == 0 else [to for to in near if to not in self.theirs]

    def _left(self, road: int, to: int) -> int:
        limits = LIMITS[road]
        return (limits.attack if to in self.theirs else limits.move) - self.used.get(road, 0)

    def score(self, block: str, way: tuple[str, ...]) -> float:
        """Return the worth of moving a block along this way."""
        return self._worth(NAVIS[BLOCK[block]], PLACE[self.here[block].place], PLACE[way[-1]], len(way))

    def _worth(self, navis: bool, here: int, to: int, steps: int) -> float:
        if to in self.theirs:
            gain = self._attack(navis, to)
        elif not self.mine[to] and to < FIRST_SEA and VALUE[to]:
            gain = self.w.city * VALUE[to]
        else:
            gain = self.w.near * (self._distance(here, navis) - self._distance(to, navis)) - 0.1 * steps
            if to < FIRST_SEA:
                gain += self._joined(to, navis)
            if self.late:
                gain += (
                    2 * self._crowded(here) - self.w.hunger * (self._room(to) <= 0) - 2 * (navis and to >= FIRST_SEA)
                )
        return gain + self.aims.to.get(to, 0.0) - self._missed(here)

    def _joined(self, to: int, navis: bool) -> float:
        """Return the worth of joining own blocks at a place with enemies beside it."""
        threat = self._threat(to)
        gain = self.w.guard * VALUE[to] * (threat >= self.mine[to])
        return gain + self.w.gather * (threat > 0 and self.mine[to] > 0 and not navis)

    def _crowded(self, here: int) -> bool:
        return here < FIRST_SEA and self.mine[here] > SUPPLY + VALUE[here]

    def _missed(self, here: int) -> float:
        """Return the loss at a place when one of its blocks leaves."""
        if here in self._worth_there:
            return self._worth_there[here]
        lost = self.aims.stay.get(here, 0.0)
        if here < FIRST_SEA and VALUE[here]:
            empty, weak = self.mine[here] == 1, self._threat(here) >= self.mine[here]
            lost += VALUE[here] * (self.w.leave if empty else self.w.threat * weak)
        self._worth_there[here] = lost
        return lost

    def _threat(self, here: int) -> int:
        """Return the largest number of enemies in one neighbouring place."""
        if here not in self._threats:
            self._threats[here] = max((self.theirs.get(way.to, 0) for way in WAYS[here]), default=0)
        return self._threats[here]

    def _attack(self, navis: bool, to: int) -> float:
        """Return an attack's worth: negative below good odds, and nothing for blocks beyond a sure win."""
        if to >= FIRST_SEA:
            return 2.0 if navis and self.mine[to] + 1 > self.theirs[to] else -1.0
        if to not in self._attacks:
            self._attacks[to] = self._attack_by_land(to)
        return self._attacks[to]

    def _attack_by_land(self, to: int) -> float:
        enemies = self.theirs[to]
        there = [piece for piece in self.view.pieces if place_number(piece.place) == to]
        if there and _chance(there, enemies) >= self.w.sure:
            return -1.0
        odds = _chance([*there, *self._gathered(to)], enemies)
        if odds < self.w.odds and not there and to not in self.aims.bold:
            return -1.0
        gain = self.w.prize * VALUE[to] + self.w.fight + self.w.kill * enemies
        return odds * gain + self.w.join * bool(there)

    def _gathered(self, to: int) -> list[SeenBlock]:
        """Return the blocks that could still join an attack: as many as the roads carry, from as many places
        as MP remain."""
        groups = []
        for way in WAYS[to]:
            waiting = [
                p for p in self.view.pieces if PLACE[p.place] == way.to and not p.moved and not NAVIS[BLOCK[p.block]]
            ]
            held_back = 1 if VALUE[way.to] else 0
            strong = sorted(waiting, key=lambda piece: -piece.strength)[: max(len(waiting) - held_back, 0)]
            opened = PLACES[way.to] in self.view.opened
            groups.append((opened, strong[: max(self._left(way.road, to), 0)]))
        free = [piece for opened, group in groups if opened for piece in group]
        paid = sorted((group for opened, group in groups if not opened), key=lambda group: -len(group))
        return [*free, *(piece for group in paid[: self.view.moves] for piece in group)]

    def chance_against(self, to: int) -> float:
        """Return the chance to win of all blocks that may attack a city now; 0 if none may."""
        gathered = self._gathered(to)
        return _chance(gathered, self.theirs[to]) if gathered else 0.0

    def regroup(self, block: str) -> tuple[float, str]:
        """Return (worth, place) of the best place to regroup to: worth 0 for the last block here, "" if none."""
        here = PLACE[self.here[block].place]
        near = WATERS[here] if NAVIS[BLOCK[block]] else tuple(way.to for way in WAYS[here])
        free = [PLACES[to] for to in near if to not in self.theirs]
        best = max(((self.regroup_score(name), name) for name in free), default=(0.0, ""))
        stays = self.mine[here] > 1
        return (best[0] if stays else 0.0), best[1]

    def regroup_score(self, name: str) -> float:
        """Return the worth of regrouping to a place."""
        number = PLACE[name]
        if not self.mine[number] and self.value(name):
            return 10.0 * self.value(name)
        battle = self.view.battle
        crowded = battle is not None and self.late and self._crowded(PLACE[battle.place])
        return float(min(self.room(name), 1)) if crowded and number < FIRST_SEA else 0.0


WINTER: Final = frozenset((Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND))
LAST_YEAR: Final = NUMBERS["first_year"] + NUMBERS["years"] - 1


@dataclass(frozen=True, slots=True)
class FittedWeight:
    """A named weight of the searching player's evaluation, and the games that it was fitted to."""

    name: str
    value: float
    source: str


WEIGHTS: Final = {
    row.name: row.value for row in csv_records(FittedWeight, "julius_caesar/search_weights.csv", unique_key=("name",))
}
_OF_WORTH: Final = tuple(WEIGHTS[f"worth.{name}"] for name in (
    "one", "vp", "power", "leaders", "winning", "vp_late", "vp_last", "vp_year",
))  # fmt: skip


def features(state: State) -> tuple[float, ...]:
    """Return the features, Caesar's less Pompey's.

    1; VP; strength times firepower, in tens; leaders; VP above those short of victory, VP, and VP in the last year,
    each by how late in the year it is, 0 to 1; VP by the year, 0 to 1. The winter counts as the year to come.
    """
    points = victory_points(state)
    power = leaders = 0
    for block, at in enumerate(state.location):
        if at < POOL:
            sign = 1 - 2 * state.side[block]
            power += sign * state.strength[block] * FIREPOWER[block]
            leaders += sign * LEADER[block]
    winter = state.phase in WINTER
    late = 0.0 if winter else (state.turn - 1) / (NUMBERS["turns"] - 1)
    year = state.year + winter
    short = NUMBERS["victory"] - 1
    winning = max(points[0] - short, 0) - max(points[1] - short, 0)
    apart = points[0] - points[1]
    part = (year - NUMBERS["first_year"]) / (NUMBERS["years"] - 1)
    return (
        1.0,
        apart,
        power / 10,
        leaders,
        winning * late,
        apart * late,
        apart * late * (year == LAST_YEAR),
        apart * part,
    )


def worth(state: State) -> dict[str, float]:
    """Return each side's chance to win, 0 to 1, by a logistic curve; at the end of a game 1, 0 or a half."""
    if state.phase == Phase.OVER:
        return {side: (score + 1) / 2 for side, score in returns(state).items()}
    sum_ = sum(weight * feature for weight, feature in zip(_OF_WORTH, features(state)))
    chance = 1 / (1 + exp(-sum_))
    return {SIDES[0]: chance, SIDES[1]: 1 - chance}
