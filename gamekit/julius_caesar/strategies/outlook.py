"""The plain player's valuation of its view: the worth of cities, and whether an attack has good odds.

Face-down blocks are reckoned as average ones, not by a ``Belief``: the odds of one attack by it took more than 10 ms in
half of 92 cases, and a decision compares many attacks."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

from gamekit.julius_caesar.blocks import BLOCK, FIREPOWER, LEVIED_AT, NAVIS
from gamekit.julius_caesar.odds import Battle
from gamekit.julius_caesar.odds.unseen import AVERAGE_FIREPOWER, AVERAGE_STRENGTH, generic
from gamekit.julius_caesar.places import (
    FIRST_SEA,
    LIMITS,
    NUMBERS,
    PLACE,
    PLACES,
    ROAD_BETWEEN,
    VALUE,
    WATERS,
    WAYS,
    place,
)
from gamekit.julius_caesar.rules.views import SeenBlock, View
from gamekit.julius_caesar.tables import Block

SUPPLY = NUMBERS["winter_supply"]
GOOD_ODDS = 0.55  # from here an attack is worth it
SURE_ODDS = 0.9  # beyond, more attackers are not needed
MOST = 8  # blocks a side reckoned with


def _force(blocks: int, strength: int, firepower: int) -> tuple[Block, ...]:
    """``blocks`` blocks with ``strength`` steps in all, spread as evenly as possible."""
    low, more = divmod(strength, blocks)
    return tuple(generic(min(low + (number < more), 4), firepower) for number in range(blocks))


@lru_cache(maxsize=4096)
def chance_to_win(blocks: int, strength: int, firepower: int, enemies: int) -> float:
    """The chance to win against average enemies, by the number of attackers and their total strength."""
    if not blocks:
        return 0.0
    enemy = _force(enemies, enemies * AVERAGE_STRENGTH, AVERAGE_FIREPOWER)
    return float(Battle(_force(blocks, strength, firepower), enemy).chances(float).attacker_wins)


@lru_cache(maxsize=1)
def _distances() -> dict[bool, list[dict[int, int]]]:
    """By kind (navis or not): how many steps from each place to each other."""
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


class Outlook:
    """A view, looked at once for a decision."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.mine = Counter(place(piece.place) for piece in view.pieces)
        self.theirs = {place(stack.place): stack.count for stack in view.enemy}
        self.here = {piece.block: piece for piece in view.pieces}
        self.late = view.turn >= NUMBERS["turns"] - 1
        self._best: dict[tuple[str, bool], tuple[float, tuple[str, ...]]] = {}
        self._steps: dict[tuple[int, bool], int] = {}
        self.used = {ROAD_BETWEEN[PLACE[a], PLACE[b]]: count for a, b, count in view.roads}

    def value(self, name: str) -> int:
        """A place's VP."""
        return VALUE[PLACE[name]] if PLACE[name] < FIRST_SEA else 0

    def enemies(self, name: str) -> int:
        """How many enemy blocks are there."""
        return self.theirs.get(PLACE[name], 0)

    def room(self, name: str) -> int:
        """How many more blocks winter feeds there."""
        return SUPPLY + self.value(name) - self.mine[PLACE[name]]

    def levied_at(self, block: str) -> list[str]:
        """The friendly cities where a block may be levied."""
        friendly = (city for city in LEVIED_AT[BLOCK[block]] if self.mine[city] and city not in self.theirs)
        return [PLACES[city] for city in friendly]

    def muster(self, name: str) -> float:
        """How good a city is for a new block: near the front and fed."""
        return min(self.room(name), 2) + 0.5 * self.value(name) - 0.2 * self._distance(PLACE[name], False)

    @cached_property
    def prizes(self) -> list[int]:
        """Cities worth VP that are not ours."""
        return [city for city in range(FIRST_SEA) if VALUE[city] and (city in self.theirs or not self.mine[city])]

    def _distance(self, here: int, navis: bool) -> int:
        """Steps to the nearest prize."""
        if (here, navis) not in self._steps:
            reached = _distances()[navis][here]
            self._steps[here, navis] = min((reached[prize] for prize in self.prizes if prize in reached), default=20)
        return self._steps[here, navis]

    def best(self, block: str) -> tuple[float, tuple[str, ...]]:
        """The best way for a block from where it is, with its score; an empty way is to stay."""
        like = self.here[block].place, NAVIS[BLOCK[block]]  # blocks of a kind at a place have the same ways
        if like not in self._best:
            self._best[like] = self._best_way(block)
        return self._best[like]

    def _best_way(self, block: str) -> tuple[float, tuple[str, ...]]:
        piece = self.here[block]
        here, path = PLACE[piece.place], tuple(PLACE[name] for name in self.view.path)
        taken = max(len(path) - 1, 0)
        found: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
        for first in self._next(block, here, path, taken):
            found.append((self.score(block, (PLACES[first],)), (PLACES[first],)))
            if taken == 0 and first not in self.theirs:
                for second in self._next(block, first, (*path, here), 1):
                    way = (PLACES[first], PLACES[second])
                    found.append((self.score(block, way), way))
        return max(found, key=lambda pair: pair[0])

    def _next(self, block: str, here: int, path: tuple[int, ...], taken: int) -> list[int]:
        if NAVIS[BLOCK[block]]:
            near = [to for to in WATERS[here] if to not in path]
        else:
            ways = (way for way in WAYS[here] if way.to not in path)
            near = [way.to for way in ways if self._left(way.road, way.to) > 0]
        return near if taken == 0 else [to for to in near if to not in self.theirs]

    def _left(self, road: int, to: int) -> int:
        limits = LIMITS[road]
        return (limits.attack if to in self.theirs else limits.move) - self.used.get(road, 0)

    def score(self, block: str, way: tuple[str, ...]) -> float:
        """The worth of moving a block along this way."""
        here, to, navis = PLACE[self.here[block].place], PLACE[way[-1]], NAVIS[BLOCK[block]]
        if to in self.theirs:
            gain = self._attack(block, to)
        elif not self.mine[to] and to < FIRST_SEA and VALUE[to]:
            gain = 10.0 * VALUE[to]
        else:
            gain = 0.6 * (self._distance(here, navis) - self._distance(to, navis)) - 0.1 * len(way)
            gain -= 3 * (self.late and self.room(way[-1]) <= 0) - 2 * (self.late and self._crowded(here))
            gain -= 2 * (navis and self.late and to >= FIRST_SEA)
        return gain - self._missed(here)

    def _crowded(self, here: int) -> bool:
        return here < FIRST_SEA and self.mine[here] > SUPPLY + VALUE[here]

    def _missed(self, here: int) -> float:
        """The worth that a place loses when one of its blocks leaves."""
        if here >= FIRST_SEA or not VALUE[here]:
            return 0.0
        if self.mine[here] == 1:
            return 10.0 * VALUE[here]
        threat = max((self.theirs.get(way.to, 0) for way in WAYS[here]), default=0)
        return 4.0 * VALUE[here] * (threat >= self.mine[here])

    def _attack(self, block: str, to: int) -> float:
        """An attack's worth: nothing good below good odds, and no more blocks than make it sure."""
        enemies = self.theirs[to]
        if to >= FIRST_SEA:
            return 2.0 if NAVIS[BLOCK[block]] and self.mine[to] + 1 > enemies else -1.0
        there = [piece for piece in self.view.pieces if place(piece.place) == to]
        if there and self._chance(there, enemies) >= SURE_ODDS:
            return -1.0
        odds = self._chance([*there, *self._gathered(to)], enemies)
        if odds < GOOD_ODDS and not there:
            return -1.0
        return odds * (10.0 * VALUE[to] + 3 + enemies) + 5 * bool(there)

    def _gathered(self, to: int) -> list[SeenBlock]:
        """The blocks that could still join an attack: as many as the roads carry, from as many places as MP remain."""
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

    def _chance(self, pieces: list[SeenBlock], enemies: int) -> float:
        fighting = sorted(pieces, key=lambda piece: -piece.strength)[:MOST]
        strength = sum(piece.strength for piece in fighting)
        if 2 * strength < enemies * AVERAGE_STRENGTH:
            return 0.0
        firepower = round(sum(FIREPOWER[BLOCK[piece.block]] for piece in fighting) / max(len(fighting), 1))
        return chance_to_win(len(fighting), strength, max(firepower, 1), min(enemies, MOST))

    def regroup(self, block: str) -> tuple[float, str]:
        """The best place to regroup to, if it is better than to stay."""
        here = PLACE[self.here[block].place]
        near = WATERS[here] if NAVIS[BLOCK[block]] else tuple(way.to for way in WAYS[here])
        free = [PLACES[to] for to in near if to not in self.theirs]
        best = max(((self.regroup_score(name), name) for name in free), default=(0.0, ""))
        stays = self.mine[here] > 1
        return (best[0] if stays else 0.0), best[1]

    def regroup_score(self, name: str) -> float:
        """The worth of regrouping to a place."""
        number = PLACE[name]
        if not self.mine[number] and self.value(name):
            return 10.0 * self.value(name)
        battle = self.view.battle
        crowded = battle is not None and self.late and self._crowded(PLACE[battle.place])
        return float(min(self.room(name), 1)) if crowded and number < FIRST_SEA else 0.0
