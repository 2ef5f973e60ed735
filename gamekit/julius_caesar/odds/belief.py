"""The distribution of the face-down blocks by what a side has seen, and the odds of a battle against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from numbers import Real
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar.odds.army import AVERAGE_STRENGTH, generic_block
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import (
    CHANCES,
    RESERVE,
    Army,
    BattlePosition,
    BlockStatus,
    Chances,
    check_numbers,
)
from gamekit.julius_caesar.odds.from_state import block_at_strength, block_of
from gamekit.julius_caesar.odds.sights import MovingBlock, Observation, Whereabouts, in_reserve, observations, update
from gamekit.julius_caesar.rules.control import blocks_at
from gamekit.julius_caesar.rules.views import View, observe
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import (
    BLOCK,
    BLOCK_NAMES,
    LIMITS,
    NAVIS,
    OFF_MAP,
    PLACE,
    PLACES,
    POOL,
    ROAD_BETWEEN,
    ROLES,
    SIDES,
    Block,
    block_number,
    place_number,
)
from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.probability.sampling import Posterior, certain_item
from gamekit.text.translation import note
from gamekit.text.validation import require_type


@dataclass(frozen=True, slots=True)
class ObservedBattle:
    """A battle at a place as one side sees it: its own blocks, as ``army`` makes them, against the blocks there.
    ``own`` is the main body, ``reserve`` the blocks that come by other roads (7.3); ``attacks`` is False where the
    other side attacks. ``first_strike``, ``cut_off`` and ``defender_cut_off`` are as in ``Battle``. ValueError for an
    unknown place or an empty main body.

    >>> from gamekit import julius_caesar as jc
    >>> jc.ObservedBattle("Tarraco", jc.army("Legio 1", "Pompey")).where
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
        place_number(self.where)
        if not self.own:
            raise ValueError(f"own is empty: name the blocks that fight at {self.where}, as jc.army makes them")

    def against(self, main: Army, reserve: Army) -> Battle:
        """The battle if the other side has this main body and this reserve."""
        if not main:  # no main body to wait for
            main, reserve = reserve, ()
        sides = ((self.own, self.reserve), (main, reserve))
        (attacker, second), (defender, third) = sides if self.attacks else sides[::-1]
        return Battle(attacker, defender, second, third, self.first_strike, self.cut_off, self.defender_cut_off)


def coming_battle(state: State, where: str, eyes: str) -> ObservedBattle | None:
    """Return the battle to be fought at a place as side ``eyes`` knows it now; None if there is none or it has no block
    there. Until the attacker declares the main attack, it is taken to be that of the first block listed (7.3).
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
    return ObservedBattle(where, main_body, reserve, attacks)


def plan_attack(view: View, origin: str, where: str) -> ObservedBattle | None:
    """Return the strongest attack that the blocks at ``origin`` could begin, as many as the road carries (6.11)."""
    road = ROAD_BETWEEN.get((PLACE[origin], PLACE[where])) if origin in PLACE else None
    fresh = [p for p in view.pieces if p.place == origin and not p.moved and not NAVIS[BLOCK[p.block]]]
    if road is None or not fresh:
        return None
    going = sorted(fresh, key=lambda piece: -piece.strength)[: LIMITS[road].attack]
    return ObservedBattle(where, tuple(block_at_strength(BLOCK[p.block], p.strength, view.player) for p in going))


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
    """The odds of a ``ObservedBattle`` by a ``Belief``: ``cases`` are all possible stacks, likeliest first. Each ``p``
    is the viewing side's chance to win: for an attacker that no defender is left, for a defender that one is. ``least``
    is the chance from which one would fight. Numbers are Fractions if the belief is counted and exact ones were asked
    for, else floats.
    """

    cases: tuple[PossibleStack, ...]
    least: Any
    basis: Basis = field(default=(), repr=False)
    samples: int = 0  # the effective number of samples, 0 where all stacks are counted

    @property
    def mean(self) -> Any:
        """The chance to win, averaged over the possible stacks."""
        return sum(case.likely * case.p for case in self.cases)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 where all stacks are counted."""
        spread = sum(float(case.likely * (case.p - self.mean) ** 2) for case in self.cases)
        return sqrt(spread / self.samples) if self.samples else 0.0

    @property
    def worst(self) -> PossibleStack:
        """The case with the least chance to win."""
        return min(self.cases, key=lambda case: case.p)

    @property
    def best(self) -> PossibleStack:
        """The case with the greatest chance to win."""
        return max(self.cases, key=lambda case: case.p)

    @property
    def fights(self) -> bool:
        """Whether one would fight without knowing the stack: the mean is at least ``least``."""
        return bool(self.mean >= self.least)

    @property
    def would_fight(self) -> Any:
        """The chance that one would fight if one knew the stack."""
        return sum((case.likely for case in self.cases if case.p >= self.least), self.least * 0)

    @property
    def worth_of_knowing(self) -> Any:
        """The worth of knowing the stack before deciding: the mean gain in chance to win above ``least``."""
        informed = sum(case.likely * max(case.p - self.least, 0) for case in self.cases)
        return max(informed - max(self.mean - self.least, 0), 0)


def with_reserves(
    battle: Battle, position: BattlePosition, reserves: Mapping[str, Army]
) -> tuple[Battle, BattlePosition]:
    """Return battle and position with the reserves not yet arrived replaced by ``reserves``, by role."""
    standing: dict[str, Any] = {}
    for role, reserve in reserves.items():
        new = iter(BlockStatus(block, block.strength, RESERVE) for block in reserve)
        standing[role] = tuple(next(new) if now.place == RESERVE else now for now in position.blocks_of_side(role))
    changes: dict[str, Any] = {f"{role}_reserve": reserve for role, reserve in reserves.items()}
    return replace(battle, **changes), replace(position, **standing)


def with_average_reserves(
    battle: Battle, position: BattlePosition, roles: Sequence[str]
) -> tuple[Battle, BattlePosition]:
    """Return battle and position with an average block for each block that waits in the reserve of ``roles``."""
    waiting = {role: getattr(battle, f"{role}_reserve") for role in roles}
    average = {role: tuple(generic_block(AVERAGE_STRENGTH, side=b.side) for b in row) for role, row in waiting.items()}
    return with_reserves(battle, position, average)


BEGINNINGS: Final = frozenset(
    (Phase.DEPLOY, Phase.DEAL, Phase.DISCARD, Phase.PLAY, Phase.JUPITER, Phase.VULCAN, Phase.MOVE, Phase.LEVY)
)


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
    hand: MovingBlock | None = None

    @classmethod
    def from_setup(cls, setup: State, viewer: str) -> Belief:
        """The belief of side ``viewer`` at the beginning: every block is where the set-up has it. ValueError for an
        unknown side, and for a set-up with a block in hand or a battle."""
        view = observe(setup, viewer)
        if setup.phase not in BEGINNINGS or setup.held != NONE or setup.combat is not None:
            raise ValueError("a set-up has no block in hand and no battle: begin before the turn's first move")
        enemy, came = SIDES.index(view.opponent), dict(pair for attack in setup.attacks for pair in attack.came)
        known = (
            certain_item(block, Whereabouts(at, bool(setup.moved >> block & 1), came.get(block, NONE), strength))
            for block, (at, strength, side) in enumerate(zip(setup.location, setup.strength, setup.side))
            if side == enemy and at not in (POOL + 1, POOL + 2)
        )
        return cls(view, Posterior(tuple(known)))

    @classmethod
    def from_record(cls, record: Any, viewer: str = "Caesar") -> Belief:
        """The belief at the end of a record, whose first position both sides know. ValueError where no sample is left
        that agrees with what is seen."""
        belief = cls.from_setup(record.initial_state(), viewer)
        for event in observations(record, viewer):
            belief = belief.after(event)
        return belief

    def after(self, event: Observation) -> Belief:
        """The belief after one more event."""
        if not isinstance(event, Observation) or event.view.player != self.viewer:
            raise ValueError(f"event is not a Sight through the eyes of {self.viewer}; Belief.of makes them")
        return Belief(event.view, *update(self.view, event, self.posterior, self.hand))

    @property
    def viewer(self) -> str:
        """The side that believes."""
        return self.view.player

    @property
    def effective_sample_size(self) -> int:
        """The effective sample size; 0 if all worlds are counted."""
        return self.posterior.effective

    @property
    def basis(self) -> tuple[str, ...]:
        """The model of hidden choices; for a sample also its effective size and standard error."""
        return _basis(self.effective_sample_size)

    def whereabouts(self, block: str) -> Dist[tuple[str, int]]:
        """Return the distribution of (place, strength) of an enemy block; "pool" and "aside" are places too.

        ValueError for an unknown block, and for one that the viewer sees: eliminated, a trophy or their own.
        """
        number = block_number(block)
        if number not in self.posterior.marginals:
            raise ValueError(f"{self.viewer} sees {block}; give an enemy block that is hidden or on the map")
        worlds, names = self.posterior.over((number,)), dict(enumerate(PLACES)) | OFF_MAP
        named = (((names[status.at], status.strength), weight) for (status,), weight in worlds.weights.items())
        return Dist(named, _basis(worlds.drawn))

    def _may_stand(self, here: int) -> list[int]:
        """The blocks that may be at a place."""
        return [b for b, column in self.posterior.marginals.items() if any(status.at == here for status in column)]

    def _fought(
        self, where: str, fight: Callable[[Army, Army], Any], numbers: type, reserve: bool = False
    ) -> tuple[list[tuple[PossibleStack, Chances]], Basis, int]:
        """Every stack that may be at a place, or reserve of the battle there, with the chances against it; the basis
        and the effective number of samples."""
        here, waits, opponent = place_number(where), in_reserve(self.view, where), self.view.opponent
        shown = {BLOCK[piece.block] for piece in self.view.battle.enemy} if reserve and self.view.battle else set()
        worlds = self.posterior.over(
            set(self._may_stand(here)) - shown,
            lambda status: status._replace(moved=False) if status.at == here else Whereabouts(NONE),
        )
        stacks, known = Counter[tuple[Army, Army]](), dict[Any, Chances]()
        for world, weight in worlds.weights.items():
            bodies: tuple[list[Block], list[Block]] = ([], [])
            for block, status in sorted(zip(worlds.items, world)):
                if status.at == here:
                    body = bodies[reserve or waits(status.origin)]
                    body.append(block_at_strength(block, status.strength, opponent))
            stacks[tuple(bodies[0]), tuple(bodies[1])] += weight
        found, total = [], sum(stacks.values())
        exact = not worlds.drawn and check_numbers(numbers) is not float
        for (main, rest), weight in stacks.items():
            if not main + rest:
                there = ", ".join(stack.place for stack in self.view.enemy) or "no place"
                raise ValueError(f"no enemy block is at {where} in this view; they are in {there}")
            key = tuple(tuple(block.code for block in body) for body in (main, rest))  # blocks with equal ratings
            if key not in known:
                known[key] = fight(main, rest).chances(int if exact else float)
            share = Fraction(weight, total) if exact else weight / total
            found.append((PossibleStack(main, rest, share, known[key].attacker_wins), known[key]))
        basis = join_bases(*(of.basis for of in known.values()), _basis(worlds.drawn))
        return found, basis, worlds.drawn

    def odds(self, observed_battle: ObservedBattle, fight_from_chance: Any = 0.5, numbers: type = int) -> OddsSeen:
        """Return the odds of a battle over all possible enemy stacks: mean, worst, best, likeliest. One fights from a
        chance of ``fight_from_chance`` on; ``worth_of_knowing`` is what it is worth to know the stack first. Exact
        Fractions if all worlds are counted, floats if sampled or with ``numbers=float``. Raises ValueError if no enemy
        block is at the place, and for a ``fight_from_chance`` outside 0 to 1.

        >>> from gamekit import julius_caesar as jc
        >>> belief = jc.Belief.from_record(jc.first_year().first_actions(60), "Caesar")
        >>> odds = belief.odds(jc.ObservedBattle("Alexandria", jc.army("Legio 7, Legio 8, Legio 9", "Caesar")))
        >>> len(odds.cases), str(odds.cases[0]), odds.fights
        (8, 'Cleopatra/IV, Legio 38/II, Navis 2/II', True)
        >>> [round(float(chance), 3) for chance in (odds.worst.p, odds.mean, odds.best.p, odds.worth_of_knowing)]
        [0.276, 0.529, 0.594, 0.031]
        """
        require_type(observed_battle, ObservedBattle, "the battle", "a jc.ObservedBattle")
        fight_from_chance = python_number(fight_from_chance)
        if (
            isinstance(fight_from_chance, bool)
            or not isinstance(fight_from_chance, Real)
            or not 0 <= float(fight_from_chance) <= 1
        ):
            raise ValueError(f"least is {fight_from_chance!r}; it should be a chance, from 0 to 1")
        found, basis, samples = self._fought(observed_battle.where, observed_battle.against, numbers)
        cases = [case if observed_battle.attacks else case._replace(p=1 - case.p) for case, _ in found]
        exact = not samples and numbers is not float
        bound = Fraction(fight_from_chance).limit_denominator(10**6) if exact else float(fight_from_chance)  # type: ignore[call-overload]
        return OddsSeen(tuple(sorted(cases, key=lambda case: -case.likely)), bound, basis, samples)

    def chances(self, battle: Battle, position: BattlePosition, numbers: type = int) -> Chances:
        """Return the chances from a position of the battle under way, over all possible enemy reserves (7.3).
        ``battle`` and ``position`` are the battle as seen, with any blocks in place of that reserve. Exact Fractions if
        all worlds are counted, floats if sampled or with ``numbers=float``. ValueError if no battle is fought or no
        enemy block waits unseen.
        """
        if self.view.battle is None or not self.view.battle.enemy_reserves:
            raise ValueError(f"no battle is fought in which {self.viewer} has not seen the enemy's reserve")
        role = next(r for r in ROLES if any(b.side == self.view.opponent for b in getattr(battle, f"{r}_reserve")))

        def fight(_: Army, stack: Army) -> Any:
            made, now = with_reserves(battle, position, {role: stack})
            return made.at(now)

        found, basis, _ = self._fought(self.view.battle.place, fight, numbers, reserve=True)
        sums: dict[str, Any] = {name: sum(case.likely * getattr(of, name) for case, of in found) for name in CHANCES}
        return Chances(**sums, basis=basis)

    def likeliest_blocks(self, place_name: str, n: int = 5) -> tuple[tuple[str, Any], ...]:
        """Return the ``n`` likeliest enemy blocks at a place, each with its chance to be there."""
        here, chances = place_number(place_name), []
        for block in sorted(self._may_stand(here)):
            name = BLOCK_NAMES[block]
            chances.append((name, self.whereabouts(name).p(lambda found: found[0] == PLACES[here])))
        return tuple(sorted((chance for chance in chances if chance[1]), key=lambda chance: -chance[1])[:n])


def _basis(samples: int) -> Basis:
    even = "5.2", "7.1", "E.Jupiter", note("julius_caesar.belief.even")
    if not samples:
        return even
    return *even, note("julius_caesar.belief.samples", samples=samples, error=f"{0.5 / sqrt(samples):.1%}")
