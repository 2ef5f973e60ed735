"""What the end of a battle is worth to the side that attacked, and how many blocks may leave it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from numbers import Rational
from typing import Any, Final

from gamekit.julius_caesar.tables import Block
from gamekit.text.translation import note
from gamekit.text.validation import plain_fields

Number = int | float | Fraction
NAMED: Final = ("win", "killed")


@dataclass(frozen=True, slots=True)
class Worth:
    """What an end is worth to the attacker: the place held, each own step left, each enemy step less, dead leaders.

    ``win`` counts when the attacker holds the place. Steps of blocks that retreated count; a step is what one hit
    costs (7.41). ``leader`` counts for every enemy leader dead and against every own one (7.51). Raises ValueError for
    anything but finite numbers.

    >>> Worth(win=1, own_step=0.1, enemy_step=0.1, leader=0.5).leader
    0.5
    """

    win: Number = 1
    own_step: Number = 0
    enemy_step: Number = 0
    leader: Number = 0

    def __post_init__(self) -> None:
        plain_fields(self)
        for each in fields(self):
            value = getattr(self, each.name)
            number: Any = (Rational, float)
            sound = isinstance(value, number) and not isinstance(value, bool) and -1e9 < value < 1e9
            if not sound:
                raise ValueError(note("julius_caesar.error.best_number", name=each.name, found=repr(value)))


@dataclass(frozen=True, slots=True)
class Exits:
    """How many blocks of a side may still leave in each round (7.61-7.64); None is no limit, 0 is none.

    ``attacker`` and ``defender``, the sides as the battle began, count land blocks, by road and at most one by sea;
    navis count apart (7.82). Raises ValueError for anything but None and whole numbers from 0.

    >>> Exits(attacker=2, defender=0)
    Exits(attacker=2, defender=0, attacker_navis=None, defender_navis=None)
    """

    attacker: int | None = None
    defender: int | None = None
    attacker_navis: int | None = None
    defender_navis: int | None = None

    def __post_init__(self) -> None:
        plain_fields(self)
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise ValueError(note("julius_caesar.error.best_exit", name=each.name, found=repr(value)))

    def of(self, side: int) -> tuple[int | None, int | None]:
        """The limits of the attacker (0) or defender (1): for land blocks, for navis."""
        return (self.defender, self.defender_navis) if side else (self.attacker, self.attacker_navis)


@dataclass(frozen=True, slots=True)
class Gain:
    """One number that is carried back from the ends of a battle.

    An end is worth ``always``, ``held`` if the attacker holds the place, and what ``standing`` gives for every block
    alive: by side and slot a row over the strengths. ``retreat`` says by side what is left of the number when a block
    retreats: (a constant, a factor, of which of the numbers carried along).
    """

    always: Any = 0
    held: Any = 0
    standing: tuple[Any, Any] = ((), ())
    retreat: tuple[tuple[Any, Any, int], ...] = ()

    def leaving(self, side: int, slot: int, strength: int) -> tuple[Any, int, Any]:
        """(factor, source, plus): when a block leaves, the number is the factor times the number ``source``, plus."""
        constant, factor, source = self.retreat[side]
        return factor, source, constant + (self.standing[side][slot][strength] if factor else 0)


def checked_worth(worth: object) -> None:
    """ValueError unless it is "win", "killed" or a Worth."""
    if not (isinstance(worth, Worth) or (isinstance(worth, str) and worth in NAMED)):
        raise ValueError(note("julius_caesar.error.best_worth", found=repr(worth)))


def checked_exits(exits: object) -> None:
    """ValueError unless they are ``Exits``."""
    if not isinstance(exits, Exits):
        raise ValueError(note("julius_caesar.error.best_exits", found=repr(exits)))


def total(sides: Sequence[Sequence[Block]], place: int, each: Callable[[int, Block, int], Any]) -> Gain:
    """The sum of ``each(side, block, strength)`` over all blocks alive, those that retreated included."""
    rows = [tuple((0, *(each(n, one, s) for s in range(1, 5))) for one in blocks) for n, blocks in enumerate(sides)]
    return Gain(standing=(rows[0], rows[1]), retreat=((0, 1, place), (0, 1, place)))


def steps(block: Block, strength: int) -> int:
    """How many hits a block can take (7.41)."""
    return -(-strength // block.step)


def gain_of(worth: str | Worth, sides: Sequence[Sequence[Block]], place: int = 0) -> Gain:
    """A worth as what is carried back, ``place`` being its own among the numbers carried."""
    if not isinstance(worth, Worth):
        held = replace(total(sides, place, lambda *_: 0), held=1)
        return replace(held, retreat=((0, 1, place), (0, 0, place))) if worth == "killed" else held
    win, own, enemy, leader = map(float, (worth.win, worth.own_step, worth.enemy_step, worth.leader))

    def each(side: int, block: Block, strength: int) -> Any:
        step, alive = (-enemy, -leader) if side else (own, leader)
        return step * steps(block, strength) + (alive if block.type == "leader" else 0)

    leaders = [sum(block.type == "leader" for block in blocks) for blocks in sides]
    return replace(total(sides, place, each), always=leader * (leaders[1] - leaders[0]), held=win)


def chance_gains(sides: Sequence[Sequence[Block]], first: int) -> list[Gain]:
    """Four numbers of ``Chances``, carried from place ``first`` on: that the attacker wins, that the attacker is
    eliminated, and the mean strengths left."""
    none = total(sides, first, lambda *_: 0).standing
    return [
        Gain(0, 1, none, ((0, 1, first), (0, 0, first))),
        Gain(1, -1, none, ((0, 0, first + 1), (0, 1, first + 1))),
        total(sides, first + 2, lambda side, _, strength: 0 if side else strength),
        total(sides, first + 3, lambda side, _, strength: strength if side else 0),
    ]


def plan_gains(sides: Sequence[Sequence[Block]], own: int) -> list[Gain]:
    """Three numbers of a plan of one side, carried from place 1 on: the place held, and its steps and leaders left."""
    return [
        gain_of("win", sides, 1),
        total(sides, 2, lambda side, block, strength: steps(block, strength) if side == own else 0),
        total(sides, 3, lambda side, block, _: int(side == own and block.type == "leader")),
    ]
