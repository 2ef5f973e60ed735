"""The distribution of the face-down blocks by what a side has seen, and the odds of a battle against them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from math import sqrt
from numbers import Real
from typing import Any, Final, NamedTuple, TypeAlias

from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import CHANCES, RESERVE, Army, BattlePosition, Chances, check_numbers
from gamekit.julius_caesar.odds.from_state import block_at_strength, block_of
from gamekit.julius_caesar.odds.sights import Observation, Whereabouts, hidden_blocks, in_reserve, observations, update
from gamekit.julius_caesar.rules.control import blocks_at
from gamekit.julius_caesar.rules.views import View, observe
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.probability.sampling import Posterior
from gamekit.text.translation import note

OwnSide: TypeAlias = tuple[Army, Army, bool]  # a side's main body and its reserve, and whether it attacks


def coming_battle(state: State, where: str, eyes: str) -> OwnSide | None:
    """Return side ``eyes``' part in the battle to be fought at a place, as it knows it now; None if there is none or it
    has no block there. Until the attacker declares the main attack, it is taken to be that of the first block listed
    (7.3)."""
    attack = next((attack for attack in state.attacks if t.PLACES[attack.place] == where), None)
    own = blocks_at(state, t.PLACE[where], t.SIDES.index(eyes)) if attack else []
    if attack is None or not own:
        return None
    attacks, came = t.SIDES[attack.attacker] == eyes, dict(attack.came)
    main = attack.main if attack.main != NONE else came.get(own[0], NONE)
    first = [block for block in own if came.get(block, NONE) == (main if attacks else NONE)] or own
    rest = [block for block in own if block not in first]
    main_body, reserve = (tuple(block_of(state, block) for block in body) for body in (first, rest))
    return main_body, reserve, attacks


def plan_attack(view: View, origin: str, where: str) -> OwnSide | None:
    """Return the strongest attack that the blocks at ``origin`` could begin, as many as the road carries (6.11)."""
    road = t.ROAD_BETWEEN.get((t.PLACE[origin], t.PLACE[where])) if origin in t.PLACE else None
    fresh = [p for p in view.pieces if p.place == origin and not p.moved and not t.NAVIS[t.BLOCK[p.block]]]
    if road is None or not fresh:
        return None
    going = sorted(fresh, key=lambda piece: -piece.strength)[: t.LIMITS[road].attack]
    return tuple(block_at_strength(t.BLOCK[p.block], p.strength, view.player) for p in going), (), True


class PossibleStack(NamedTuple):
    """One possible enemy stack: main body and reserve, its chance to be there, and the chance to win against it."""

    main: Army
    reserve: Army
    likely: Any
    p: Any

    def __str__(self) -> str:
        waiting = f" + {', '.join(map(str, self.reserve))}" if self.reserve else ""
        return ", ".join(map(str, self.main)) + waiting


@dataclass(frozen=True, slots=True)
class OddsSeen:
    """The odds of a battle by a ``Belief``: ``cases`` are all possible stacks, likeliest first, ``worst`` and ``best``
    those with the least and the greatest chance to win. Each ``p`` is the viewing side's chance to win: for an attacker
    that no defender is left, for a defender that one is. ``mean`` is averaged over the cases, with its standard error,
    0 where all are counted.

    ``fights`` says whether one would fight without knowing the stack, by the mean, ``would_fight`` is the chance that
    one would if one knew it, both from the chance asked for. ``worth_of_knowing`` it before deciding is the mean gain
    in chance to win above that.

    Numbers are Fractions if the belief is counted and exact ones were asked for, else floats.
    """

    cases: tuple[PossibleStack, ...]
    worst: PossibleStack
    best: PossibleStack
    mean: Any
    error: float
    fights: bool
    would_fight: Any
    worth_of_knowing: Any
    samples: int  # the effective number of samples, 0 where all stacks are counted
    basis: Basis = field(default=(), repr=False)


def with_reserve(battle: Battle, position: BattlePosition, role: str, reserve: Army) -> tuple[Battle, BattlePosition]:
    """Return battle and position with a role's reserve, not yet arrived, replaced by as many other blocks."""
    arriving = iter(reserve)
    standing = tuple(
        replace(now, block=(new := next(arriving)), strength=new.strength) if now.place == RESERVE else now
        for now in position.blocks_of_side(role)
    )
    return replace(battle, **{f"{role}_reserve": reserve}), replace(position, **{role: standing})


BEGINNINGS: Final = tuple(map(Phase, ("deploy", "deal", "discard", "play", "jupiter", "vulcan", "move", "levy")))


@dataclass(frozen=True, repr=False)
class Belief:
    """The distribution over (place, strength) of every enemy block, by what one side has seen since the set-up.

    ``Belief.from_record`` makes it from a record, ``Belief.from_setup`` from the position that both sides know at the
    beginning; ``view`` is the side's last view. ``basis`` says how hidden choices are modelled.

    >>> from gamekit import julius_caesar as jc
    >>> belief = jc.Belief.from_record(jc.first_year().first_actions(100), "Pompey")
    >>> belief.likeliest_blocks("Tarraco", 2)
    (('Caesar:Legio 7', Fraction(1, 1)), ('Caesar:Legio 10', Fraction(1, 1)))
    """

    view: View
    posterior: Posterior
    taken: Posterior | None = None  # while an enemy block is in hand, the posterior before

    @classmethod
    def from_setup(cls, setup: State, viewer: str) -> Belief:
        """The belief of side ``viewer`` at the beginning: every block is where the set-up has it. ValueError for an
        unknown side, and for a set-up with a block in hand or a battle."""
        view = observe(setup, viewer)
        if setup.phase not in BEGINNINGS or setup.held != NONE or setup.combat is not None:
            raise ValueError("a set-up has no block in hand and no battle: begin before the turn's first move")
        return cls(view, Posterior().exchange((), hidden_blocks(setup, viewer)))

    @classmethod
    def from_record(cls, record: Any, viewer: str = "Caesar") -> Belief:
        """The belief at the end of a record, whose first position both sides know. ValueError where no sample is left
        that agrees with what is seen."""
        setup = cls.from_setup(record.initial_state(), viewer)
        return reduce(cls.after, observations(record, viewer), setup)

    def after(self, event: Observation) -> Belief:
        """The belief after one more event."""
        if not isinstance(event, Observation) or event.view.player != self.view.player:
            raise ValueError(
                f"event is not an Observation through the eyes of {self.view.player}; jc.observations makes them"
            )
        return Belief(event.view, *update(event, self.posterior, self.taken))

    @property
    def effective_sample_size(self) -> int:
        """The effective sample size; 0 if all worlds are counted."""
        sampled = self.posterior.sampled
        return sampled.worlds.drawn if sampled.marginals else 0

    @property
    def basis(self) -> tuple[str, ...]:
        """The model of hidden choices; for a sample also its effective size and standard error."""
        return _basis(self.effective_sample_size)

    def whereabouts(self, block: str) -> Dist[tuple[str, int]]:
        """Return the distribution of (place, strength) of an enemy block; "pool" and "aside" are places too.

        ValueError for an unknown block, and for one that the viewer sees: eliminated, a trophy or their own.
        """
        number = t.block_number(block)
        if number not in self.posterior.marginals:
            raise ValueError(f"{self.view.player} sees {block}; give an enemy block that is hidden or on the map")
        worlds, names = self.posterior.over((number,)), dict(enumerate(t.PLACES)) | t.OFF_MAP
        return Dist(worlds.dist.map(lambda world: (names[world[0].at], world[0].strength)), _basis(worlds.drawn))

    def _may_stand(self, here: int) -> list[int]:
        """The blocks that may be at a place."""
        return [b for b, column in self.posterior.marginals.items() if any(status.at == here for status in column)]

    def _cases(
        self, where: str, fight: Callable[[Army, Army], Any], numbers: type, reserve: bool = False
    ) -> tuple[list[tuple[PossibleStack, Chances]], Basis, int]:
        """Every stack that may be at a place, or reserve of the battle there, with the chances against it; the basis
        and the effective number of samples."""
        here, waits, battle = t.place_number(where), in_reserve(self.view, where), self.view.battle
        if t.PLACES[here] not in (there := [stack.place for stack in self.view.enemy]):
            raise ValueError(f"no enemy block is at {where} in this view; they are in {', '.join(there) or 'no place'}")
        shown = {t.BLOCK[piece.block] for piece in battle.enemy} if reserve and battle else set()
        worlds = self.posterior.over(
            set(self._may_stand(here)) - shown,
            lambda status: status._replace(moved=False) if status.at == here else Whereabouts(NONE),
        )

        def stack(world: tuple[Whereabouts, ...]) -> tuple[Army, ...]:
            bodies: tuple[list[t.Block], list[t.Block]] = ([], [])
            for block, status in sorted(zip(worlds.items, world)):
                if status.at == here:
                    body = bodies[reserve or waits(status.origin)]
                    body.append(block_at_strength(block, status.strength, self.view.opponent))
            return tuple(map(tuple, bodies))

        stacks, known, found = worlds.dist.map(stack), dict[Any, Chances](), []
        exact, total = not worlds.drawn and check_numbers(numbers) is not float, stacks.total_weight
        for (main, rest), weight in stacks.items():
            key = tuple(tuple(block.code for block in body) for body in (main, rest))  # blocks with equal ratings
            if key not in known:
                known[key] = fight(main, rest).chances(int if exact else float)
            share = Fraction(weight, total) if exact else weight / total
            found.append((PossibleStack(main, rest, share, known[key].attacker_wins), known[key]))
        return found, join_bases(*(of.basis for of in known.values()), _basis(worlds.drawn)), worlds.drawn

    def odds(
        self,
        where: str,
        own: Army,
        reserve: Army = (),
        attacks: bool = True,
        fight_from_chance: Any = 0.5,
        numbers: type = int,
        **conditions: Any,
    ) -> OddsSeen:
        """Return the odds of a battle at a place over all possible enemy stacks: mean, worst, best, likeliest. ``own``
        is the main body, as ``army`` makes it, ``reserve`` the blocks that come by other roads (7.3); ``attacks`` is
        False where the other side attacks; ``conditions`` are ``first_strike`` and the like, as in ``Battle``.

        One fights from a chance of ``fight_from_chance`` on; ``worth_of_knowing`` is what it is worth to know the stack
        first. Exact Fractions if all worlds are counted, floats if sampled or with ``numbers=float``. Raises ValueError
        if no enemy block is at the place, and for a ``fight_from_chance`` outside 0 to 1.

        >>> from gamekit import julius_caesar as jc
        >>> belief = jc.Belief.from_record(jc.first_year().first_actions(60), "Caesar")
        >>> odds = belief.odds("Alexandria", jc.army("Legio 7, Legio 8, Legio 9", "Caesar"))
        >>> len(odds.cases), str(odds.cases[0]), odds.fights
        (8, 'Cleopatra/IV, Legio 38/II, Navis 2/II', True)
        >>> [round(float(chance), 3) for chance in (odds.worst.p, odds.mean, odds.best.p, odds.worth_of_knowing)]
        [0.276, 0.529, 0.594, 0.031]
        """
        least = python_number(fight_from_chance)
        if isinstance(least, bool) or not isinstance(least, Real) or not 0 <= float(least) <= 1:
            raise ValueError(f"fight_from_chance is {least!r}; it should be a chance, from 0 to 1")

        def fight(main: Army, rest: Army) -> Battle:
            main, rest = (main, rest) if main else (rest, ())  # no main body to wait for
            sides = (own, main, reserve, rest) if attacks else (main, own, rest, reserve)
            return Battle(*sides, **conditions)

        found, basis, samples = self._cases(where, fight, numbers)
        exact = not samples and numbers is not float
        least = Fraction(least).limit_denominator(10**6) if exact else float(least)  # type: ignore[call-overload]
        views = (case if attacks else case._replace(p=1 - case.p) for case, _ in found)
        cases = tuple(sorted(views, key=lambda case: -case.likely))
        mean = sum(case.likely * case.p for case in cases)
        variance = sum(float(case.likely * (case.p - mean) ** 2) for case in cases)
        informed = sum(case.likely * max(case.p - least, 0) for case in cases)
        worst, best = (pick(cases, key=lambda case: case.p) for pick in (min, max))
        would_fight = sum((case.likely for case in cases if case.p >= least), least * 0)
        worth, error = max(informed - max(mean - least, 0), 0), sqrt(variance / samples) if samples else 0.0
        return OddsSeen(cases, worst, best, mean, error, bool(mean >= least), would_fight, worth, samples, basis)

    def chances(self, battle: Battle, position: BattlePosition, numbers: type = int) -> Chances:
        """Return the chances from a position of the battle under way, over all possible enemy reserves (7.3).
        ``battle`` and ``position`` are the battle as seen, with any blocks in place of that reserve. Exact Fractions if
        all worlds are counted, floats if sampled or with ``numbers=float``. ValueError if no battle is fought or no
        enemy block waits unseen.
        """
        if self.view.battle is None or not self.view.battle.enemy_reserves:
            raise ValueError(f"no battle is fought in which {self.view.player} has not seen the enemy's reserve")
        role = next(r for r in t.ROLES if any(b.side == self.view.opponent for b in getattr(battle, f"{r}_reserve")))

        def fight(_: Army, stack: Army) -> Any:
            made, now = with_reserve(battle, position, role, stack)
            return made.at(now)

        found, basis, _ = self._cases(self.view.battle.place, fight, numbers, reserve=True)
        sums: dict[str, Any] = {name: sum(case.likely * getattr(of, name) for case, of in found) for name in CHANCES}
        return Chances(**sums, basis=basis)

    def likeliest_blocks(self, place_name: str, n: int = 5) -> tuple[tuple[str, Any], ...]:
        """Return the ``n`` likeliest enemy blocks at a place, each with its chance to be there."""
        here, names = t.place_number(place_name), t.BLOCK_NAMES
        laws = ((names[block], self.whereabouts(names[block])) for block in sorted(self._may_stand(here)))
        chances = [(name, law.p(lambda found: found[0] == t.PLACES[here])) for name, law in laws]
        return tuple(sorted((chance for chance in chances if chance[1]), key=lambda chance: -chance[1])[:n])


def _basis(samples: int) -> Basis:
    even = "5.2", "7.1", "E.Jupiter", note("julius_caesar.belief.even")
    if not samples:
        return even
    return *even, note("julius_caesar.belief.samples", samples=samples, error=f"{0.5 / sqrt(samples):.1%}")
