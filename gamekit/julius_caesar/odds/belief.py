"""What stands under the face-down blocks: the distribution that follows from all a side has seen since the set-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from fractions import Fraction
from math import sqrt
from numbers import Real
from typing import Any, Final

from gamekit.julius_caesar.odds.automaton import Army, Position
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.battle_seen import BattleSeen, Case, OddsSeen, stacks_at, waits, with_reserves
from gamekit.julius_caesar.odds.course import CHANCES, Chances, check_numbers
from gamekit.julius_caesar.odds.hidden_blocks import HiddenBlocksPosterior, Whereabouts, WorldGroup, sure
from gamekit.julius_caesar.odds.sights import Hand, Sight, sights, update
from gamekit.julius_caesar.rules.cards import initial_state
from gamekit.julius_caesar.rules.views import View, observe
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import (
    BLOCK,
    BLOCK_NAMES,
    OFF_MAP,
    PLACES,
    POOL,
    ROLES,
    ROMAN,
    SIDES,
    block_number,
    place,
)
from gamekit.probability.distribution import Basis, Dist, join, plain
from gamekit.text.translation import note
from gamekit.text.validation import require_type

BEGINNINGS: Final = frozenset(
    (Phase.DEPLOY, Phase.DEAL, Phase.DISCARD, Phase.PLAY, Phase.JUPITER, Phase.VULCAN, Phase.MOVE, Phase.LEVY)
)


class Belief:
    """The distribution over (place, strength) of every enemy block, by what ``eyes`` has seen since the set-up.

    ``events`` are ``Sight``s in order, the first one of the set-up; ``Belief.of`` makes them from a record. ``setup``
    is the position that both sides know at the beginning; left out, the deployment of history. ``basis`` says how
    hidden choices are reckoned. ValueError for unknown eyes, for events that begin with no ``Sight``, a
    first view that is not the set-up's, a set-up with a block in hand or a battle, views that no game shows, and
    where no sample is left that agrees with what is seen.

    >>> from gamekit import julius_caesar as jc
    >>> belief = jc.Belief.of(jc.first_year().until(100), "Pompey")
    >>> belief.likeliest("Tarraco", 2)
    (('Caesar:Legio 7', Fraction(1, 1)), ('Caesar:Legio 10', Fraction(1, 1)))
    """

    def __init__(self, events: Iterable[Sight], eyes: str = "Caesar", setup: State | None = None) -> None:
        if eyes not in SIDES:
            raise ValueError(f"{eyes!r} is not a side; the sides are {' and '.join(SIDES)}")
        first, *rest = tuple(events) or (None,)
        if not isinstance(first, Sight):
            raise ValueError("a belief begins with the Sight of the set-up; Belief.of(record, eyes) makes all of them")
        self.eyes, self.view = eyes, first.view
        self._hand: Hand | None = None
        self._posterior = _begun(first.view, eyes, setup)
        for event in rest:
            self._see(event)

    @classmethod
    def of(cls, record: Any, eyes: str = "Caesar") -> Belief:
        """The belief at the end of a record, whose first position both sides know."""
        return cls(sights(record, eyes), eyes, record.initial_state())

    def after(self, event: Sight) -> Belief:
        """The belief after one more event; this one stays as it was."""
        then = copy(self)
        then._see(event)
        return then

    def knowing(self, block: str, where: str, strength: int | None = None) -> Belief:
        """The belief if an enemy block is known to stand at a place or in the "pool" now, taken as seen.

        ValueError where that contradicts what was seen, with the places where the block may be; and while an enemy
        block is in hand, whose path decides anew which one it was.

        >>> from gamekit import julius_caesar as jc
        >>> belief = jc.Belief.of(jc.first_year().until(60), "Caesar")
        >>> belief.likeliest("Carthago Nova")
        (('Pompey:Legio 2', Fraction(1, 2)), ('Pompey:Legio 4', Fraction(1, 2)))
        >>> belief.knowing("Pompey:Legio 2", "Tarraco").likeliest("Carthago Nova")
        (('Pompey:Legio 4', Fraction(1, 1)),)
        """
        number, at = block_number(block), POOL if where == OFF_MAP[POOL] else place(where)
        if self._hand is not None:
            raise ValueError(f"an enemy block is in hand: say where {block} is when it has been put down")
        may = self.whereabouts(block)

        def fits(other: int, status: Whereabouts) -> Whereabouts | None:
            return status if other != number or (status.at == at and strength in (None, status.strength)) else None

        then = copy(self)
        try:
            then._posterior = self._posterior.tell(fits)
            then.samples  # noqa: B018  (a sample that contradicts it is empty)
        except ValueError:
            known = ", ".join(f"{name}/{ROMAN[steps]}" if steps else name for name, steps in sorted(may))
            said = where if strength is None else f"{where}/{strength}"
            raise ValueError(f"{block} at {said} contradicts what {self.eyes} has seen; it may be at {known}") from None
        return then

    def _see(self, event: Sight) -> None:
        if not isinstance(event, Sight) or event.view.player != self.eyes:
            raise ValueError(f"an event is a Sight through the eyes of {self.eyes}")
        self._posterior, self._hand = update(self.view, event, self._posterior, self._hand)
        self.view = event.view

    @property
    def samples(self) -> int:
        """The effective size of the sample that a part is taken from; 0 where all worlds are counted."""
        return self._posterior.effective

    @property
    def basis(self) -> tuple[str, ...]:
        """How hidden choices are reckoned, and the effective size of the sample and its standard error if any."""
        return _basis(self.samples)

    def whereabouts(self, block: str) -> Dist[tuple[str, int]]:
        """Return the distribution of (place, strength) of an enemy block; "pool" and "aside" are places too.

        ValueError for a block that does not exist, or lies open to these eyes: fallen, a trophy or their own.
        """
        number = block_number(block)
        if number not in self._posterior.marginals():
            raise ValueError(f"{block} lies open to {self.eyes}: no enemy block that is hidden or on the map")
        group = self._posterior.over((number,))
        named = (((_name(status.at), status.strength), weight) for (status,), weight in group.worlds.items())
        return Dist(named, _basis(group.drawn))

    def _may_stand(self, here: int) -> list[int]:
        return [b for b, column in self._posterior.marginals().items() if any(status.at == here for status in column)]

    def _there(self, where: str) -> WorldGroup:
        return self._posterior.over(self._may_stand(here := place(where)), here)

    def odds(self, seen: BattleSeen, least: Any = 0.5, numbers: type = int) -> OddsSeen:
        """The odds of a battle over all that may stand on the other side: mean, worst, best, likeliest.

        One fights from a chance of ``least`` on; ``knowing`` says what it is worth to know the stack before one
        decides. Exact Fractions where all worlds are counted, floats where it is sampled or with ``numbers=float``.
        Raises ValueError where no enemy block stands at the place, and for a ``least`` outside 0 to 1.

        >>> from gamekit import julius_caesar as jc
        >>> belief = jc.Belief.of(jc.first_year().until(60), "Caesar")
        >>> odds = belief.odds(jc.BattleSeen("Alexandria", jc.army("Legio 7, Legio 8, Legio 9", "Caesar")))
        >>> len(odds.cases), str(odds.likeliest), odds.fights
        (8, 'Cleopatra/IV, Legio 38/II, Navis 2/II', True)
        >>> [round(float(chance), 3) for chance in (odds.worst.p, odds.mean, odds.best.p, odds.knowing)]
        [0.276, 0.529, 0.594, 0.031]
        """
        require_type(seen, BattleSeen, "the battle", "a jc.BattleSeen")
        least = plain(least)
        if isinstance(least, bool) or not isinstance(least, Real) or not 0 <= float(least) <= 1:
            raise ValueError(f"least is {least!r}; it should be a chance, from 0 to 1")
        check_numbers(numbers)
        group = self._there(seen.where)
        found, basis = self._against(group, seen.where, waits(seen, self.view), seen.against, numbers)
        if any(not main + reserve for main, reserve, *_ in found):
            there = ", ".join(stack.place for stack in self.view.enemy) or "no place"
            raise ValueError(f"no enemy block stands at {seen.where} in this view; they stand in {there}")
        cases = [
            Case(main, reserve, share, of.attacker_wins if seen.attacks else 1 - of.attacker_wins)
            for main, reserve, share, of in found
        ]
        cases.sort(key=lambda case: -case.likely)
        whole = group.drawn == 0 and numbers is not float
        bound = Fraction(least).limit_denominator(10**6) if whole else float(least)  # type: ignore[arg-type]
        return OddsSeen(tuple(cases), bound, basis, group.drawn)

    def _against(
        self,
        group: WorldGroup,
        where: str,
        waits: Callable[[int], bool],
        fight: Callable[[Army, Army], Any],
        numbers: type,
    ) -> tuple[list[tuple[Army, Army, Any, Chances]], Basis]:
        """(main body, reserve, chance, odds against them) of every stack that may stand there, and the basis."""
        stacks = stacks_at(self.view, group, where, waits)
        whole, total, known = group.drawn == 0 and numbers is not float, sum(stacks.values()), dict[Any, Chances]()
        found = []
        for (main, reserve), weight in stacks.items():
            if not main + reserve:
                return [(main, reserve, 1, None)], ()  # type: ignore[list-item]
            key = tuple(tuple(block.code for block in body) for body in (main, reserve))  # of the same figures
            if key not in known:
                known[key] = fight(main, reserve).chances(int if whole else float)
            found.append((main, reserve, Fraction(weight, total) if whole else weight / total, known[key]))
        return found, join(*(of.basis for of in known.values()), _basis(group.drawn))

    def chances(self, battle: Battle, position: Position, numbers: type = int) -> Chances:
        """The chances from a position of the battle under way, over all that may wait in the enemy's reserve (7.3).

        ``battle`` and ``position`` are those of the battle that is seen, whatever stands for the blocks of that
        reserve. Exact Fractions where all worlds are counted, floats where it is sampled or with ``numbers=float``.
        ValueError where no battle is fought or no enemy block waits unseen.
        """
        if self.view.battle is None or not self.view.battle.enemy_reserves:
            raise ValueError(f"no battle is fought in which {self.eyes} has not seen the enemy's reserve")
        check_numbers(numbers)
        group = self._there(self.view.battle.place)
        waiting = group.only(set(group.blocks) - {BLOCK[piece.block] for piece in self.view.battle.enemy})
        role = next(r for r in ROLES if any(b.side == self.view.opponent for b in getattr(battle, f"{r}_reserve")))

        def fight(_: Army, stack: Army) -> Any:
            made, now = with_reserves(battle, position, {role: stack})
            return made.at(now)

        found, basis = self._against(waiting, self.view.battle.place, lambda origin: True, fight, numbers)
        sums: dict[str, Any] = {name: sum(share * getattr(of, name) for *_, share, of in found) for name in CHANCES}
        return Chances(**sums, basis=basis)

    def likeliest(self, where: str, n: int = 5) -> tuple[tuple[str, Any], ...]:
        """The ``n`` enemy blocks that are likeliest at a place, each with its chance to be there."""
        here, name = place(where), _name(place(where))
        chances = [
            (BLOCK_NAMES[block], self.whereabouts(BLOCK_NAMES[block]).p(lambda found: found[0] == name))
            for block in sorted(self._may_stand(here))
        ]
        return tuple(sorted((chance for chance in chances if chance[1]), key=lambda chance: -chance[1])[:n])


def _basis(samples: int) -> Basis:
    even = "5.2", "7.1", "E.Jupiter", note("julius_caesar.belief.even")
    if not samples:
        return even
    return *even, note("julius_caesar.belief.samples", samples=samples, error=f"{0.5 / sqrt(samples):.1%}")


def _name(at: int) -> str:
    return PLACES[at] if at < POOL else OFF_MAP[at]


def _begun(view: View, eyes: str, setup: State | None) -> HiddenBlocksPosterior:
    """Every enemy block where the set-up has it."""
    if setup is None:
        setup = initial_state(free_deployment=view.phase == Phase.DEPLOY)
    if setup.phase not in BEGINNINGS or setup.held != NONE or setup.combat is not None:
        raise ValueError("a set-up has no block in hand and no battle: begin before the turn's first move")
    if _blocks(observe(setup, eyes)) != _blocks(view):
        raise ValueError("the first view does not show the set-up; give the position that both sides know as setup")
    you, came = 1 - SIDES.index(eyes), dict(pair for attack in setup.attacks for pair in attack.came)
    known = (
        sure(block, Whereabouts(at, bool(setup.moved >> block & 1), came.get(block, NONE), strength))
        for block, (at, strength, side) in enumerate(zip(setup.location, setup.strength, setup.side))
        if side == you and at not in (POOL + 1, POOL + 2)
    )
    return HiddenBlocksPosterior(tuple(known))


def _blocks(view: View) -> tuple[Any, ...]:
    return view.player, view.enemy, view.enemy_pool, view.pieces, view.fallen, view.trophies
