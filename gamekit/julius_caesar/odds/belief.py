"""What a side knows of face-down blocks: what it sees of each action, the distribution over those blocks by all that it
has seen, and the odds of a battle against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import sqrt
from numbers import Real
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import rules
from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.odds.battle import Battle, BattleFromPosition
from gamekit.julius_caesar.odds.course import CHANCES, RESERVE, Army, BattlePosition, Chances, check_numbers
from gamekit.julius_caesar.odds.from_state import block_at_strength
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import SHOWN, SeenBlock, View, observe
from gamekit.julius_caesar.state import NONE, Action, Phase, State
from gamekit.julius_caesar.tables import ALEXANDRIA, ASIDE, BLOCK, CLEOPATRA, NAVIS, PLACE, POOL, is_sea
from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.probability.sampling import Posterior
from gamekit.text.translation import note

GONE: Final = -2  # eliminated, or on the viewing side
BEGINNINGS: Final = tuple(map(Phase, ("deploy", "deal", "discard", "play", "jupiter", "vulcan", "move", "levy")))
WINTER: Final = (Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND, Phase.OVER)
IN_HAND: Final = (Phase.STEP, Phase.VOYAGE)
_latest = lru_cache(maxsize=4)  # each position is looked at after one action and before the next
_observe = _latest(observe)


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = NONE
    strength: int = 0


@_latest
def hidden_blocks(state: State, viewer: str) -> dict[int, Whereabouts]:
    """Return the other side's blocks, on the map or waiting off it, by number; the fallen lie open to both sides."""
    came = dict(pair for attack in state.attacks for pair in attack.came)
    return {
        block: Whereabouts(at, bool(state.moved >> block & 1), came.get(block, NONE), strength)
        for block, (at, strength, side) in enumerate(zip(state.location, state.strength, state.side))
        if t.SIDES[side] != viewer and at not in (t.FALLEN, t.TROPHY)
    }


class Observation(NamedTuple):
    """What a side sees of an action: its views before and after, and ``path``, the places which the log names to both
    sides: where the enemy's block that acts stood, and where it goes. ``winter``: from where to where the enemy's
    blocks go home or to port, if by the action (8.1, 8.2). ``out``: the blocks no longer hidden, with their strength;
    ``new``: those from now on hidden, all of which the side sees."""

    before: View
    view: View
    path: tuple[int, ...] = ()
    winter: tuple[tuple[int, int], ...] = ()
    out: tuple[tuple[int, int], ...] = ()
    new: tuple[tuple[int, Whereabouts], ...] = ()


def observation(before: State, action: Action, after: State, viewer: str) -> Observation | None:
    """Return what a side sees of an action; None if it sees nothing."""
    seen, view, path = _observe(before, viewer), _observe(after, viewer), tuple[int, ...]()
    was, now = hidden_blocks(before, viewer), hidden_blocks(after, viewer)
    actor = BLOCK[action.block] if hasattr(action, "block") else before.held
    match action:
        case s.Levy() if after.phase == Phase.MUSTER:  # it is seen where the block appears
            return None if view == seen else Observation(seen, view)
        case s.MainAttack():
            path = PLACE[action.origin], PLACE[action.place]
        case s.Target():
            path = (PLACE[action.place],)
        case _ if actor not in was:
            pass
        case s.Levy():
            path = POOL, t.LEVIED_AT[actor][0]
        case s.Deploy():
            path = ASIDE, next_city(before)
        case s.Strengthen() | s.Disband() | s.Draw():
            path = (was[actor].at,)
        case s.Stop():
            path = before.path
        case s.Go() if before.phase in IN_HAND and after.phase != Phase.VOYAGE:  # seen when it is in port
            path = *before.path, PLACE[action.place]
        case s.Go() if before.combat or before.phase == Phase.MUSTER:
            path = before.combat.place if before.combat else POOL, PLACE[action.place]
    begun = before if before.phase == Phase.HARBOUR else after  # the winter
    if before.phase not in WINTER and (after.phase in WINTER or after.year != before.year):
        begun = rules.apply(before, action, until=Phase.WINTER)
    ways = ((was.at, now[block].at if block in now else GONE) for block, was in hidden_blocks(begun, viewer).items())
    winter = tuple(sorted((at, to) for at, to in ways if at < POOL and at != to))
    out = tuple((block, after.strength[block]) for block in was if block not in now)
    new = tuple((block, status._replace(origin=NONE)) for block, status in now.items() if block not in was)
    return Observation(seen, view, path, winter, out, new)


def observations(record: Any, viewer: str) -> tuple[Observation, ...]:
    """Return all that a side sees of a record after the set-up."""
    positions = record.positions()
    steps = zip(positions, record.entries, positions[1:])
    return tuple(seen for before, entry, after in steps if (seen := observation(before, entry.action, after, viewer)))


def update(seen: Observation, posterior: Posterior, taken: Posterior | None) -> tuple[Posterior, Posterior | None]:
    """Return the posterior after an event, and while an enemy block is in hand the one from before it was taken;
    ValueError if no counted world agrees with it."""
    before, after, path = seen.before, seen.view, seen.path
    if before.phase == Phase.MOVE and before.decides == before.opponent and after.phase in IN_HAND:
        taken = posterior
    if before.phase == Phase.VULCAN and path:
        posterior = posterior.tell(lambda block, was: _weaker(block, was) if was.at == path[0] else was)
    elif path and before.phase not in (Phase.MAIN, Phase.JUPITER):  # a block in hand is drawn anew at each step
        posterior = (taken or posterior).draw(partial(_becomes, seen), chance=before.phase == Phase.DRAW)
    posterior = _battle(seen, posterior)
    winter = after.phase in WINTER or after.year != before.year
    if winter or before.turn != after.turn:
        posterior = posterior.tell(lambda block, was: was._replace(moved=False, origin=NONE))
    if winter:
        posterior = _winter(seen, posterior)
    return _revealed(seen, posterior), taken if after.phase in IN_HAND else None


def _becomes(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    """What a block becomes if it is the one that acts, None if it could not be."""
    if was.at != seen.path[0]:
        return None
    before, after, to, own = seen.before, seen.view, seen.path[-1], t.SIDES.index(seen.before.opponent)
    fit, then = True, was._replace(at=to)
    match before.phase:
        case Phase.STEP | Phase.VOYAGE:  # 6.1, 6.2, 6.3
            navis = before.phase == Phase.STEP and any(map(is_sea, seen.path))
            attacks = any(PLACE[piece.place] == to for piece in before.pieces)
            fit = not was.moved and NAVIS[block] == navis
            then = then._replace(moved=after.phase not in IN_HAND, origin=seen.path[-2] if attacks else NONE)
        case Phase.LEVY if was.at == POOL:
            mourning = any(t.COLOUR[BLOCK[name]] == own for name in before.trophies)
            fit = to in t.LEVIED_AT[block] and (mourning or not t.SUCCESSOR[block])
            then = Whereabouts(to, strength=t.TRACK[block][-1])
        case Phase.LEVY:
            higher = t.HIGHER[block].get(was.strength)
            fit, then = bool(higher), was._replace(strength=higher or 0)
        case Phase.DEPLOY:
            fit = t.PORT[to] or not NAVIS[block]
        case Phase.REGROUP_TO:
            had, has = (sum(stack.moved for stack in view.enemy if PLACE[stack.place] == to) for view in seen[:2])
            fit = NAVIS[block] != ((was.at, to) in t.ROAD_BETWEEN) and was.moved == (has > had)
            then = then._replace(origin=NONE)
        case Phase.RETREAT:
            fit, then = block == BLOCK[before.held or ""], then._replace(origin=NONE)
        case Phase.DRAW:  # leaders and navis stay, others change sides in sight (E.Jupiter)
            stays = t.LEADER[block] or NAVIS[block]
            then = _weaker(block, was) if stays else Whereabouts(GONE, strength=was.strength)
        case _:  # disbanded: a defector goes back to the viewing side's pool
            then = Whereabouts(POOL if block == CLEOPATRA or t.COLOUR[block] == own else GONE)
    return then if fit else None


def _weaker(block: int, was: Whereabouts) -> Whereabouts:
    lower = t.LOWER[block][was.strength]
    return was._replace(strength=lower) if lower else Whereabouts(GONE)


def _battle(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior after what a battle shows: who fights there, who has died unseen, and that it is over."""
    old, new = seen.before.battle, seen.view.battle
    if old and old.enemy_reserves and all(stack.place != old.place for stack in seen.view.enemy):
        # 7.31: the main body is eliminated, and the reserve has died of its disruption before it was seen.
        posterior = _shown(seen, old.place, (), True, posterior)
    if new and seen.view.phase in SHOWN:
        posterior = _shown(seen, new.place, new.enemy, new.round > 1, posterior)
    if old and not (new and new.place == old.place):
        place = PLACE[old.place]
        posterior = posterior.tell(lambda block, was: was._replace(origin=NONE) if was.at == place else was)
    return posterior


def _shown(seen: Observation, place: str, enemy: Sequence[SeenBlock], arrived: bool, posterior: Posterior) -> Posterior:
    """The enemy blocks that fight are face up: main bodies at the start, reserves as they arrive (7.1, 7.3, 7.31)."""
    here, shown, old = PLACE[place], {BLOCK[piece.block]: piece.strength for piece in enemy}, seen.before.battle
    open_ = {BLOCK[piece.block] for piece in old.enemy} if old and old.place == place else set()
    declared = seen.path[0] if seen.before.phase == Phase.MAIN and seen.path[1:] == (here,) else None
    waits = in_reserve(seen.before, place, declared)
    main_lives = not shown.keys().isdisjoint(open_ | {BLOCK[piece.block] for piece in seen.before.pieces})

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        if block in open_:
            return was._replace(at=here, strength=shown[block]) if block in shown else was
        if was.at != here or (waits(was.origin) and not arrived):
            return None if block in shown else was
        then = _weaker(block, was) if arrived and not main_lives else was
        return then if shown.get(block, 0) == then.strength else None

    return posterior.tell(fits)


def in_reserve(view: View, place: str, declared: int | None = None) -> Callable[[int], bool]:
    """Return the test whether an enemy block that came to a battle from a place is in reserve, not of the main attack
    (7.3); until that is declared as if all came by one road."""
    threat, main = next((threat for threat in view.threats if threat.place == place), None), declared
    if threat is None or threat.attacker != view.opponent:
        main = NONE
    elif declared is None:
        main = PLACE[threat.main] if threat.main else None
    return lambda origin: main is not None and origin not in (NONE, main)


def _winter(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior after Cleopatra has gone home, if she was not there (8.1), and navis have put in, each of a
    sea as likely to be the one (8.2)."""
    home = {at: to for at, to in seen.winter if not is_sea(at)} or {at: at for at in (ALEXANDRIA, POOL, ASIDE, GONE)}

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        if block != CLEOPATRA:
            return was
        return was._replace(at=home[was.at]) if was.at in home else None

    posterior = posterior.tell(fits)
    for sea, to in seen.winter:
        if is_sea(sea):
            posterior = posterior.draw(partial(_puts_in, sea, to))
    return posterior


def _puts_in(sea: int, to: int, block: int, was: Whereabouts) -> Whereabouts | None:
    return was._replace(at=to, strength=was.strength if to < POOL else 0) if was.at == sea else None


def _revealed(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior without the blocks no longer hidden, and with those from now on hidden."""
    out, fought = dict(seen.out), {BLOCK[p.block] for p in seen.before.battle.enemy} if seen.before.battle else set()

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        gone = was.at == GONE
        if block not in out:
            return None if gone else was
        return Whereabouts(GONE) if block in fought or (gone and was.strength in (0, out[block])) else None

    return posterior.tell(fits).exchange(out, dict(seen.new))


class PossibleStack(NamedTuple):
    """One possible enemy stack: main body and reserve, its chance to be there, and the chance to win against it."""

    main: Army
    reserve: Army
    likely: Any
    p: Any

    def __str__(self) -> str:
        return " + ".join(", ".join(map(str, blocks)) for blocks in (self.main, self.reserve) if blocks)


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


def with_reserve(asked: BattleFromPosition, role: str, reserve: Army) -> BattleFromPosition:
    """Return the battle and its position with a role's reserve, not yet arrived, replaced by as many other blocks."""
    arriving = iter(reserve)
    standing: Any = tuple(
        replace(now, block=(new := next(arriving)), strength=new.strength) if now.place == RESERVE else now
        for now in asked.position.blocks_of_side(role)
    )
    changed: Any = {f"{role}_reserve": reserve}
    return BattleFromPosition(replace(asked.battle, **changed), replace(asked.position, **{role: standing}))


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
        if setup.phase not in BEGINNINGS or setup.held != NONE or setup.combat is not None:
            raise ValueError("a set-up has no block in hand and no battle: begin before the turn's first move")
        return cls(observe(setup, viewer), Posterior().exchange((), hidden_blocks(setup, viewer)))

    @classmethod
    def from_record(cls, record: Any, viewer: str = "Caesar") -> Belief:
        """The belief at the end of a record, whose first position both sides know. ValueError where no sample is left
        that agrees with what is seen."""
        return reduce(cls.after, observations(record, viewer), cls.from_setup(record.initial_state(), viewer))

    def after(self, event: Observation) -> Belief:
        """The belief after one more event."""
        if not isinstance(event, Observation) or event.view.player != self.view.player:
            raise ValueError(f"give an Observation through the eyes of {self.view.player}; jc.observations makes them")
        return Belief(event.view, *update(event, self.posterior, self.taken))

    @property
    def effective_sample_size(self) -> int:
        """The effective sample size; 0 if all worlds are counted."""
        return self.posterior.sampled.worlds.drawn if self.posterior.sampled.marginals else 0

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
    ) -> tuple[list[tuple[tuple[Army, Army], Any, Chances]], Basis, int]:
        """Every stack that may be at a place, or reserve of the battle there, its chance and those against it; their
        basis and the effective number of samples."""
        view, here, waits = self.view, t.place_number(where), in_reserve(self.view, where)
        if t.PLACES[here] not in (there := [stack.place for stack in view.enemy]):
            raise ValueError(f"no enemy block is at {where} in this view; they are in {', '.join(there) or 'no place'}")
        shown = {BLOCK[piece.block] for piece in view.battle.enemy} if reserve and view.battle else set()
        worlds = self.posterior.over(
            set(self._may_stand(here)) - shown,
            lambda status: status._replace(moved=False) if status.at == here else Whereabouts(NONE),
        )

        def stack(world: tuple[Whereabouts, ...]) -> tuple[Army, Army]:
            bodies: tuple[list[t.Block], list[t.Block]] = ([], [])
            for block, status in sorted(zip(worlds.items, world)):
                if status.at == here:
                    found = block_at_strength(block, status.strength, view.opponent)
                    bodies[reserve or waits(status.origin)].append(found)
            return tuple(bodies[0]), tuple(bodies[1])

        stacks, known, cases = worlds.dist.map(stack), dict[Any, Chances](), []
        exact, total = not worlds.drawn and check_numbers(numbers) is not float, stacks.total_weight
        for (main, rest), weight in stacks.items():
            key = tuple(tuple(block.code for block in body) for body in (main, rest))  # blocks with equal ratings
            if key not in known:
                known[key] = fight(main, rest).chances(int if exact else float)
            cases.append(((main, rest), Fraction(weight, total) if exact else weight / total, known[key]))
        return cases, join_bases(*(of.basis for of in known.values()), _basis(worlds.drawn)), worlds.drawn

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
        stacks = (PossibleStack(*both, p, c.attacker_wins if attacks else 1 - c.attacker_wins) for both, p, c in found)
        cases = tuple(sorted(stacks, key=lambda case: -case.likely))
        mean = sum(case.likely * case.p for case in cases)
        least = Fraction(least).limit_denominator(10**6) if isinstance(mean, Fraction) else float(least)  # type: ignore[call-overload]
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
        if not (fought := self.view.battle) or not fought.enemy_reserves:
            raise ValueError(f"no battle is fought in which {self.view.player} has not seen the enemy's reserve")
        role = next(r for r in t.ROLES if any(b.side == self.view.opponent for b in getattr(battle, f"{r}_reserve")))
        asked = BattleFromPosition(battle, position)
        found, basis, _ = self._cases(fought.place, lambda _, stack: with_reserve(asked, role, stack), numbers, True)
        sums: dict[str, Any] = {name: sum(p * getattr(of, name) for _, p, of in found) for name in CHANCES}
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
