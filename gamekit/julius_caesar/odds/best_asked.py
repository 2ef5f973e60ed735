"""A side of a battle that plays by a function: the positions that it is asked in, and what it says there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.automaton import MAIN, RESERVE
from gamekit.julius_caesar.odds.best_leg import Asked, LetterTurn, Stretch
from gamekit.julius_caesar.odds.best_states import DONE, SPENT, Array, rows_of
from gamekit.julius_caesar.odds.best_volley import FIRE, LEAVE, NOBODY, PASS, Acting, Decided, Struck
from gamekit.julius_caesar.odds.position import Position, Standing
from gamekit.julius_caesar.tables import ROLES
from gamekit.words import note

ACTS = {"fires": FIRE, "passes": PASS, "retreats": LEAVE}
TAKES = "takes it"


@dataclass(slots=True)
class Seen:
    """A turn as the functions see it: by condition of who acts and row of who is fired at a position."""

    leg: Stretch
    turn: LetterTurn
    made: Acting
    fired: Struck
    _enemies: list[tuple[Standing, ...]] = field(init=False)
    _named: dict[tuple[int, int], Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rows = rows_of(self.fired.keys, self._of(1).width + 2)
        self._enemies = [self._standing(1, row & 7, row & SPENT) for row in rows]

    def acts(self, asked: Asked) -> list[Decided]:
        """By number of blocks to act who acts, and what it does."""
        found: list[Decided] = []
        for n, keys in enumerate(self.made.keys):
            may, goes = self.made.act[n] != NOBODY, self.made.retreat[n] != NOBODY
            first = np.argmax(may | goes, axis=1)
            slot = np.repeat(first[:, None, None], len(self._enemies), axis=2)
            act = np.full_like(slot, FIRE)
            open_ = (may | goes).any(axis=1) & (n > 0)
            for x, y, position in self._met(keys, open_, ~self.fired.over):
                said = asked(position)
                if said is not None:
                    slot[x, 0, y], act[x, 0, y] = self._act(said, position, may[x], goes[x])
            found.append((slot, act))
        return found

    def hits(self, asked: Asked) -> Callable[[int, int], Array]:
        """Who takes a hit, by number of blocks to act and of hits to take: the choice among those of ``Struck``."""
        moment = self.leg.moment(1 - self.turn.side, self.turn.round)
        by_orders = replace(moment, orders=int(self.leg.attacks(1 - self.turn.side)))
        rows = rows_of(self.fired.keys, self._of(1).width + 2)
        ordered = np.argmax(by_orders.struck(rows)[1], axis=1)
        usual = np.argmax(self.fired.runs == ordered[:, None], axis=1)
        several = (self.fired.runs != self.fired.runs[:, :1]).any(axis=1)

        def named(n: int, hits: int) -> Array:
            if (n, hits) not in self._named:
                keys = self.made.keys[n]
                found = np.repeat(usual[None, :], len(keys), axis=0)
                for x, y, position in self._met(keys, np.ones(len(keys), bool), several, hits):
                    said = asked(position)
                    if said is not None:
                        found[x, y] = self._taker(said, position, self.fired.runs[y].tolist(), moment.runs)
                self._named[n, hits] = found
            return self._named[n, hits]

        return named

    def _of(self, other: int) -> Any:
        return self.leg.question.sides[self.turn.side ^ other]

    def _standing(self, other: int, strengths: Array, spent: Array) -> tuple[Standing, ...]:
        """The blocks of who acts, or of the ``other`` side, as they are listed; who is gone stands at 0."""
        of, bodies = self._of(other), self.leg.question.bodies
        assert bodies is not None
        main, reserve = bodies[ROLES[of.number]]
        found = []
        for listed, block in enumerate((*main, *reserve)):
            slot = of.listed.index(listed)
            place = RESERVE if self.leg.waiting and listed >= len(main) else MAIN
            found.append(Standing(block, int(strengths[slot]), place, not spent[slot]))
        if -1 in of.listed and strengths[of.cleopatra]:  # 7.52
            hers = replace(of.blocks[of.cleopatra], side=main[0].side)
            found.append(Standing(hers, int(strengths[of.cleopatra]), ready=not spent[of.cleopatra]))
        return tuple(found)

    def _met(self, keys: Array, open_: Array, facing: Array, hits: int = 0) -> Iterator[tuple[int, int, Position]]:
        """The positions of some conditions and rows fired at, but those with Cleopatra on both sides."""
        of, enemy = self._of(0), self._of(1)
        cells = rows_of(keys, of.width + 2)[:, : of.width]
        strengths = np.where(cells > DONE, cells - DONE, cells >> 1)
        hers = rows_of(self.fired.keys, enemy.width + 2)[:, enemy.cleopatra] > 0 if enemy.cleopatra >= 0 else ~facing
        listed = [len(of.listed) - 1 if at < 0 else at for at in of.listed]
        for x in np.flatnonzero(open_).tolist():
            own = self._standing(0, strengths[x], cells[x] > DONE)
            firing = tuple(
                sorted(listed[slot] for slot in range(of.width) if cells[x, slot] & 1 and cells[x, slot] < 10)
            )
            both = of.cleopatra >= 0 and strengths[x, of.cleopatra] > 0
            for y in np.flatnonzero(facing & ~(hers & both)).tolist():
                sides = (own, self._enemies[y]) if self.turn.side == 0 else (self._enemies[y], own)
                now, roles = (self.turn.round, self.turn.number + 1), self.leg.exchanged
                yield x, y, Position(*sides, *now, roles, firing, hits)

    def _act(self, said: Any, position: Position, may: Array, goes: Array) -> tuple[int, int]:
        of, group = self._of(0), self.made.group.tolist()
        at = {(len(of.listed) - 1 if of.listed[slot] < 0 else of.listed[slot]): j for j, slot in enumerate(group)}
        open_ = [(act, n) for act in ACTS for n in position.firing if (goes if act == "retreats" else may)[at[n]]]
        act, listed = _said(said, open_)
        return at[listed], ACTS[act]

    def _taker(self, said: Any, position: Position, choices: list[int], runs: Any) -> int:
        of = self._of(1)
        slots = [runs[run][0] for run in choices]
        taking = [len(of.listed) - 1 if of.listed[slot] < 0 else of.listed[slot] for slot in slots]
        return taking.index(_said(said, [(TAKES, n) for n in dict.fromkeys(taking)])[1])


def _said(said: Any, open_: list[tuple[str, int]]) -> tuple[str, int]:
    """What a function answered: an act with the place of its block, or an act alone of the first that may."""
    for act in open_:
        if said in (act, act[0]):
            return act
    may = ", ".join(map(repr, open_))
    raise ValueError(note("julius_caesar.error.best_said", found=repr(said)[:80], may=may))
