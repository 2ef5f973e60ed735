"""A battle, combat or contest as a probability tree: who throws, every result of the dice, and the chance after each.

A step's branches have chances that sum to 1, and the chances after them, weighted, give the chance before: nothing
is lost on the way. Where the rules leave a choice, standing orders decide, as in the odds.

>>> from gamekit.lessons.predictions import historical_prediction
>>> step = first_node(historical_prediction("Zela", "value"))
>>> str(step.thrower_name), step.dice_count, step.highest_hit, f"{float(step.p_win_from_here):.1%}"
('Caesar', 3, 3, '91.9%')
>>> [(branch.count, str(branch.chance), f"{float(branch.then.p_win_from_here):.1%}") for branch in step.branches]
[(0, '1/8', '80.9%'), (1, '3/8', '89.5%'), (2, '3/8', '95.7%'), (3, '1/8', '98.5%')]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import Any

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import ROLES
from gamekit.lessons.history import p_wins
from gamekit.lessons.predictions import COUNTING, FACES, Prediction, block_name, side_name


@dataclass(frozen=True, slots=True)
class Branch:
    """One result of a throw: how many dice count (in a combat: the face), its chance, and the node after it.

    ``taken`` lists (side, name, strength before, after) of each step lost; ``wasted`` counts hits beyond the last
    block; ``leaves`` says that the block retreats instead of throwing (7.2)."""

    count: int
    chance: Fraction
    then: Node
    taken: tuple[tuple[str, str, int, int], ...] = ()
    wasted: int = 0
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree of throws: the state ``at`` before a throw, whose results are its ``branches``.

    ``at`` is a ``jc.Fight``, a contest with some dice thrown, or a combat's dice so far."""

    asked: Prediction
    at: Any

    @property
    def p_win_from_here(self) -> Fraction:
        """The exact chance, from here, that the side in question wins."""
        return _chance(self)

    @property
    def is_over(self) -> bool:
        """Whether no throw is left."""
        return not self.dice_count

    @property
    def round(self) -> int:
        """The battle round, 1 to 4; a combat and a contest have one."""
        return self.at.position.round if isinstance(self.at, jc.Fight) else 1

    @property
    def throwing_side(self) -> str:
        """The side that throws next, "" at the end."""
        match self.at:
            case jc.Fight():
                return self.at.turn.side if self.at.turn else ""
            case aq.Contest():
                return next((one.name for one in self.at.entrants if one.red + one.blue), "")
        return ROLES[len(self.at)] if len(self.at) < len(ROLES) else ""

    @property
    def thrower_name(self) -> str:
        """The name of the block or of the side that throws next."""
        if isinstance(self.at, jc.Fight):
            return block_name(self.asked, self.throwing_side, self.at.turn.block) if self.at.turn else ""
        return side_name(self.asked, self.throwing_side) if self.throwing_side else ""

    @property
    def dice_count(self) -> int:
        """The number of dice of the next throw, 0 at the end."""
        match self.at:
            case jc.Fight():
                return self.at.turn.dice if self.at.turn else 0
            case aq.Contest():
                return sum((one.red + one.blue) for one in self.at.entrants if one.name == self.throwing_side)
        return 1 if self.throwing_side else 0

    @property
    def highest_hit(self) -> int:
        """The highest face that counts; 0 in a combat, where each face is a branch."""
        match self.at:
            case jc.Fight():
                return self.at.turn.firepower if self.at.turn else 0
            case aq.Contest():
                return max(COUNTING)
        return 0

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The branches of the next throw, by ``count``; none at the end."""
        return _branches(self)

    def random_branch(self, random: Random) -> Branch:
        """Return a random branch, drawn by the branches' chances."""
        weights = [float(branch.chance) for branch in self.branches]
        return random.choices(self.branches, weights)[0]


def first_node(prediction: Prediction) -> Node:
    """The moment before the first throw."""
    match prediction.thing:
        case jc.Battle():
            return Node(prediction, jc.Fight(prediction.thing))
        case aq.Contest():
            return Node(prediction, prediction.thing)
    return Node(prediction, ())


def nodes_along(prediction: Prediction, branch_counts: Sequence[int]) -> tuple[Node, ...]:
    """Return the nodes along a path of branches, each given by its ``count``; ValueError for a missing branch."""
    steps = [first_node(prediction)]
    for count in branch_counts:
        found = [branch.then for branch in steps[-1].branches if branch.count == count]
        if not found:
            raise ValueError(f"no branch with {count} here; there are {[one.count for one in steps[-1].branches]}")
        steps += found
    return tuple(steps)


@lru_cache(4096)
def _chance(step: Node) -> Fraction:
    asked, at = step.asked, step.at
    match at:
        case jc.Fight():
            return p_wins(at.battle.at(at.position), asked.side)
        case aq.Contest():
            return replace(asked, thing=at).chance
    faces = range(1, FACES + 1)
    ways = [(*at, *rest) for rest in _rest(faces, len(ROLES) - len(at))]
    won = sum(asked.thing.best_split(*way, "win").result.winner == asked.side for way in ways)
    return Fraction(won, len(ways))


def _rest(faces: range, dice: int) -> Iterator[tuple[int, ...]]:
    if not dice:
        yield ()
    else:
        yield from ((face, *more) for face in faces for more in _rest(faces, dice - 1))


@lru_cache(512)
def _branches(step: Node) -> tuple[Branch, ...]:
    if step.is_over:
        return ()
    turn = step.at.turn if isinstance(step.at, jc.Fight) else None
    if turn and turn.must_leave:
        return (Branch(0, Fraction(1), Node(step.asked, step.at.leave()), leaves=True),)
    if not step.highest_hit:
        faces = range(1, FACES + 1)
        return tuple(Branch(face, Fraction(1, FACES), Node(step.asked, (*step.at, face))) for face in faces)
    return tuple(_counted(step, count) for count in range(step.dice_count + 1))


def _counted(step: Node, count: int) -> Branch:
    """Return the branch in which ``count`` of the dice count."""
    dice, counting = step.dice_count, step.highest_hit
    ways = comb(dice, count) * counting**count * (FACES - counting) ** (dice - count)
    chance = Fraction(ways, FACES**dice)
    if isinstance(step.at, aq.Contest):
        one = step.at.entrant(step.throwing_side)
        at = step.at.with_entrant(one.name, rolled=one.rolled + count, red=0, blue=0)
        return Branch(count, chance, Node(step.asked, at))
    fight = step.at.fire((1,) * count + (FACES,) * (dice - count))
    while fight.hits_to_take:
        fight = fight.take_hit()
    deed, struck = fight.log[-1], ROLES[1 - ROLES.index(step.throwing_side)]
    names = {block.name_for_army: block_name(step.asked, struck, block) for block in step.at.battle.blocks}
    taken = tuple((struck, names.get(label, label), before, after) for label, before, after in deed.taken)
    return Branch(count, chance, Node(step.asked, fight), taken, deed.wasted)
