"""What stands under the face-down blocks: the law that a side can reckon from all it has seen since the set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from math import sqrt
from random import Random
from typing import Any, Final

from gamekit.dist import Dist
from gamekit.julius_caesar.blocks import BLOCK_NAMES, block_number
from gamekit.julius_caesar.odds.reckoning import Hand, reckoned
from gamekit.julius_caesar.odds.sights import Sight, sights
from gamekit.julius_caesar.odds.worlds import Group, Whereabouts, World, joined, sure
from gamekit.julius_caesar.places import OFF_MAP, PLACES, POOL, place
from gamekit.julius_caesar.rules.cards import initial_state
from gamekit.julius_caesar.rules.views import View, observe
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.words import note

BEGINNINGS: Final = (Phase.DEPLOY, Phase.DEAL, Phase.DISCARD, Phase.PLAY, Phase.MOVE, Phase.LEVY)
Stack = tuple[tuple[str, int], ...]


class Belief:
    """The law over (place, strength) of every enemy block, by what ``eyes`` has seen since the set-up.

    ``events`` are ``Sight``s in order, the first one of the set-up; ``Belief.of`` makes them from a record. ``setup``
    is the position that both sides know at the beginning; left out, the deployment of history. ``basis`` says how
    hidden choices are reckoned. ValueError for eyes that are no side's, for events that begin with no ``Sight``, a
    first view that is not the set-up's, a set-up with a block in hand or a battle, views that no game shows, and
    where no sample is left that agrees with what is seen.

    >>> from gamekit import julius_caesar as jc
    >>> belief = jc.Belief.of(jc.first_year().until(100), "Pompey")
    >>> belief.likeliest("Tarraco", 2)
    (('Caesar:Legio 7', Fraction(1, 1)), ('Caesar:Legio 10', Fraction(1, 1)))
    """

    __slots__ = ("_groups", "_hand", "_seen", "eyes", "view")
    _groups: tuple[Group, ...]
    _hand: Hand | None
    view: View

    def __init__(self, events: Iterable[Sight], eyes: str = "Caesar", setup: State | None = None) -> None:
        if eyes not in SIDES:
            raise ValueError(f"{eyes!r} is no side; the sides are {' and '.join(SIDES)}")
        first, *rest = tuple(events) or (None,)
        if not isinstance(first, Sight):
            raise ValueError("a belief begins with the Sight of the set-up; Belief.of(record, eyes) makes all of them")
        self.eyes, self.view, self._hand, self._seen = eyes, first.view, None, 0
        self._groups = _begun(first.view, eyes, setup)
        for event in rest:
            self._see(event)

    @classmethod
    def of(cls, record: Any, eyes: str = "Caesar") -> Belief:
        """The belief at the end of a record, whose first position both sides know."""
        if eyes not in SIDES:
            raise ValueError(f"{eyes!r} is no side; the sides are {' and '.join(SIDES)}")
        return cls(sights(record, eyes), eyes, record.initial_state())

    def after(self, event: Sight) -> Belief:
        """The belief after one more event; this one stays as it was."""
        then = copy(self)
        then._see(event)
        return then

    def _see(self, event: Sight) -> None:
        if not isinstance(event, Sight) or event.view.player != self.eyes:
            raise ValueError(f"an event is a Sight through the eyes of {self.eyes}")
        random = Random(f"belief:{self.eyes}:{self._seen}")
        self._groups, self._hand = reckoned(self.view, event, self._groups, self._hand, random)
        self.view, self._seen = event.view, self._seen + 1

    @property
    def samples(self) -> int:
        """The least number of samples that a part of the law rests on; 0 where all worlds are counted."""
        return min((group.drawn for group in self._groups if group.drawn), default=0)

    @property
    def basis(self) -> tuple[str, ...]:
        """What the law rests on: how hidden choices are reckoned, and the samples and their standard error if any."""
        even = "5.2", "7.1", "E.Jupiter", note("julius_caesar.belief.even")
        if not self.samples:
            return even
        return (
            *even,
            note("julius_caesar.belief.samples", samples=self.samples, error=f"{0.5 / sqrt(self.samples):.1%}"),
        )

    def law(self, block: str) -> Dist[tuple[str, int]]:
        """The law of (place, strength) of an enemy block; "pool" and "aside" are places too.

        ValueError for a block that does not exist, or lies open to these eyes: fallen, a trophy or their own.
        """
        number = block_number(block)
        group = next((group for group in self._groups if number in group.blocks), None)
        if group is None:
            raise ValueError(f"{block} lies open to {self.eyes}: no enemy block that is hidden or on the map")
        column, weights = group.blocks.index(number), Counter[tuple[str, int]]()
        for world, weight in _weighed(group).items():
            weights[_name(world[column].at), world[column].strength] += weight
        return Dist(weights, self.basis)

    def at(self, where: str) -> Dist[Stack]:
        """The law of the enemy's stack at a place, (block, strength) of each block there.

        Where several groups of blocks meet there in too many ways it is sampled, as ``basis`` says of the groups.
        """
        here = place(where)
        parts = [part for group in self._groups if (part := _standing(group, here))]
        whole = joined(parts, Random(f"stack:{self.eyes}:{self._seen}")) if parts else None
        stacks: Counter[Stack] = Counter()
        for world, weight in _weighed(whole).items() if whole else [((), 1)]:
            there = [(b, s.strength) for b, s in zip(whole.blocks if whole else (), world) if s.at == here]
            stacks[tuple((BLOCK_NAMES[block], strength) for block, strength in sorted(there))] += weight
        return Dist(stacks, self.basis)

    def likeliest(self, where: str, n: int = 5) -> tuple[tuple[str, Any], ...]:
        """The ``n`` enemy blocks that are likeliest at a place, each with its chance to be there."""
        here = place(where)
        chances = []
        for group in self._groups:
            worlds = _weighed(group)
            total = sum(worlds.values())
            for column, block in enumerate(group.blocks):
                weight = sum(each for world, each in worlds.items() if world[column].at == here)
                if weight:
                    chances.append((BLOCK_NAMES[block], Dist({True: weight, False: total - weight}).p(bool)))
        return tuple(sorted(chances, key=lambda chance: -chance[1])[:n])


def _weighed(group: Group) -> dict[World, Any]:
    """The worlds of a group with whole weights, with floats where they are sampled."""
    return {world: float(weight) for world, weight in group.worlds.items()} if group.drawn else group.worlds


def _name(at: int) -> str:
    return PLACES[at] if at < POOL else OFF_MAP[at]


def _standing(group: Group, here: int) -> Group | None:
    """The part of a group that says who stands at a place; None where none of its blocks may."""
    columns = [n for n, statuses in enumerate(group.statuses()) if any(status.at == here for status in statuses)]
    if not columns:
        return None
    worlds: Counter[World] = Counter()
    for world, weight in group.worlds.items():
        there = (world[n] for n in columns)
        worlds[tuple(Whereabouts(s.at, strength=s.strength) if s.at == here else Whereabouts(NONE) for s in there)] += (
            weight
        )
    return Group(tuple(group.blocks[n] for n in columns), dict(worlds), group.drawn)


def _begun(view: View, eyes: str, setup: State | None) -> tuple[Group, ...]:
    """Every enemy block where the set-up has it."""
    if setup is None:
        setup = initial_state(free_deployment=view.phase == Phase.DEPLOY)
    if setup.phase not in BEGINNINGS or setup.held != NONE or setup.combat is not None:
        raise ValueError("a set-up has no block in hand and no battle: begin before the turn's first move")
    if _blocks(observe(setup, eyes)) != _blocks(view):
        raise ValueError("the first view does not show the set-up; give the position that both sides know as setup")
    you, came = 1 - SIDES.index(eyes), dict(pair for attack in setup.attacks for pair in attack.came)
    return tuple(
        sure(block, Whereabouts(at, bool(setup.moved >> block & 1), came.get(block, NONE), strength))
        for block, (at, strength, side) in enumerate(zip(setup.location, setup.strength, setup.side))
        if side == you and at not in (POOL + 1, POOL + 2)
    )


def _blocks(view: View) -> tuple[Any, ...]:
    return view.player, view.enemy, view.enemy_pool, view.pieces, view.fallen, view.trophies
