"""``rv.campaign`` for armies of one kind against 5.31 read anew, step by step, in plain recursion: no code is shared
with the package nor with the other twin."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from gamekit import roma_victrix as rv
from tests.cases import Cases

KINDS = {"LGN": (4, 2, 5, 3), "HI": (3, 2, 4, 2), "AUX": (2, 1, 3, 2)}  # CSP of both sides; to create, to rebuild (9.2)


class Side(NamedTuple):
    """A force of one kind: full and reduced counters, a garrison or none, the leader's rating."""

    kind: str
    full: int
    weak: int
    garrison: int
    rating: int

    @property
    def csp(self) -> int:
        strong, turned, *_ = KINDS[self.kind]
        return strong * self.full + turned * self.weak + self.garrison

    @property
    def leads(self) -> int:
        """3.9: a leader leads units, and a garrison is none."""
        return self.rating if self.full + self.weak else 0

    def __str__(self) -> str:
        parts = (f"{self.full} {self.kind}" * bool(self.full), f"{self.weak} r{self.kind}" * bool(self.weak))
        return ", ".join(part for part in (*parts, "GAR" * self.garrison) if part)


@cache
def paid(side: Side, loss: int) -> Side:
    """Step 9: the counters that meet the loss: the least CSP, then the least revenue to restore, the most counters."""
    _, _, create, rebuild = KINDS[side.kind]
    ways = []
    for full in range(side.full + 1):
        for weak in range(side.full + side.weak - full + 1):
            for garrison in range(side.garrison + 1):
                left = side._replace(full=full, weak=weak, garrison=garrison)
                gone = side.full + side.weak - full - weak
                turned = max(0, side.full - full - gone)
                if weak <= side.weak + side.full - full and side.csp - left.csp >= loss:
                    ways.append(((-left.csp, create * gone + rebuild * turned, gone - garrison, weak), left))
    return min(ways)[1]


def lost(csp: int, die: int) -> int:
    """Step 8: ten per cent a pip, the nearest whole number."""
    return (csp * die * 10 + 50) // 100


def modifier(mine: Side, theirs: Side) -> int:
    """Step 5: leaders, and the ratio that step 4 rounds for the smaller force; no cavalry here."""
    more, less = max(mine.csp, theirs.csp), min(mine.csp, theirs.csp)
    points = more // less - 1
    return mine.leads - theirs.leads + (points if mine.csp >= theirs.csp else -points)


def spent(mine: Side, theirs: Side, dice: tuple[int, int]) -> tuple[int, int]:
    """Step 7: the holder raises the enemy's loss and lowers his own so that he wins, else draws; then by the swing."""
    net = modifier(mine, theirs)
    sides, dice = ((mine, theirs), dice) if net >= 0 else ((theirs, mine), dice[::-1])
    ways = []
    for up, down in product(range(abs(net) + 1), repeat=2):
        own, enemy = dice[0] + up, dice[1] - down
        if up + down <= abs(net) and own <= 10 and enemy >= 1:
            swing = lost(sides[1].csp, own) - lost(sides[0].csp, enemy)
            ways.append((((own > enemy) - (own < enemy), swing, -enemy, -up - down), (own, enemy)))
    best = max(ways)[1]
    return best if net >= 0 else best[::-1]


class Reading:
    """A campaign by recursion: so many points for a combat won, a CSP lost, a CSP of the enemy's, an OP."""

    def __init__(self, foes: list[Side], march: int, worth: tuple[int, ...]) -> None:
        self.foes, self.march, self.worth = foes, march, worth
        self.going, self.won = cache(self._going), cache(self._won)

    def cost(self, fight: int, again: bool) -> int:
        return 1 + (self.march if fight and not again else 0)

    def ways(self, fight: int, army: Side, foe: Side) -> list[tuple[int, Side, Side | None, bool, int]]:
        """How a combat goes for each of 36 throws: both sides after it, whether it is won and what the enemy lost."""
        found = []
        for dice in product(range(1, 7), repeat=2):
            mine, theirs = spent(army, foe, dice)
            left, rest = paid(army, lost(army.csp, theirs)), paid(foe, lost(foe.csp, mine))
            alive, beaten = bool(left.csp), theirs > mine
            gone = not rest.csp or mine > theirs  # fallen, or beaten and gone (step 11)
            found.append((1, left, None if gone else rest, alive and gone and not beaten, foe.csp - rest.csp))
            if beaten or not alive:
                found[-1] = (0, *found[-1][1:])
        return found

    def _going(self, fight: int, army: Side, foe: Side, points: int, again: bool) -> Fraction:
        """What another combat is worth."""
        cost = self.cost(fight, again)
        if points < cost:
            return Fraction(0)
        prize, own, enemy, op = self.worth
        total = Fraction(0)
        for on, left, rest, won, killed in self.ways(fight, army, foe):
            total += prize * won + enemy * killed - own * (army.csp - left.csp) - op * cost
            if on and (stage := self.next(fight, left, rest, points - cost)):
                total += max(Fraction(0), self.going(*stage))
        return total / 36

    def next(self, fight: int, army: Side, rest: Side | None, points: int) -> tuple[Any, ...] | None:
        if rest is not None:
            return fight, army, rest, points, True  # step 12: a draw, and he may attack again
        return (fight + 1, army, self.foes[fight + 1], points, False) if fight + 1 < len(self.foes) else None

    def _won(self, stage: tuple[Any, ...], number: int) -> Fraction:
        """The chance to win so many combats in all from here."""
        fight, army, foe, points, again = stage
        if number <= fight:
            return Fraction(1)
        if self.going(*stage) <= 0:
            return Fraction(0)
        total = Fraction(0)
        for on, left, rest, won, _ in self.ways(fight, army, foe):
            if won and number == fight + 1:
                total += 1
            elif on and (stage := self.next(fight, left, rest, points - self.cost(fight, again))):
                total += self.won(stage, number)
        return total / 36


def some_side(random: Random, most: int, garrison: int) -> Side:
    full = random.randint(1, most)
    return Side(random.choice(list(KINDS)), full, random.randint(0, most - full), garrison, random.randint(0, 4))


@pytest.mark.clause("roma_victrix", "5.31", "5.13", "5.19", "3.34")
def test_campaigns_are_worth_what_the_clause_says_step_by_step(cases: Cases) -> None:
    goes = 0
    for seed in range(cases(10, 300)):
        random = Random(seed)
        army = some_side(random, 5, 0)
        foes = [some_side(random, 3, random.randint(0, 1)) for _ in range(random.randint(1, 2))]
        march, points = random.randint(0, 2), random.randint(1, 4)
        worth = (random.randint(0, 6), random.randint(0, 3), random.randint(0, 2), random.randint(0, 1))
        fights = [rv.LandCombat(rv.force(str(army), army.rating), rv.force(str(foe), foe.rating)) for foe in foes]
        found = rv.campaign(
            fights, points, march=march, prize=worth[0], own_csp=worth[1], enemy_csp=worth[2], op=worth[3]
        )
        reading, start = Reading(foes, march, worth), (0, army, foes[0], points, False)
        assert found.value == max(0, reading.going(*start)), seed
        assert found.go == (reading.going(*start) > 0)
        assert found.p_won == tuple(reading.won(start, number) for number in range(1, len(foes) + 1)), seed
        goes += found.go
    assert goes > 3
