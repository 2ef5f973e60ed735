"""A siege (10.4): its modifiers, odds and results of one round. ``plan`` has the best play over all rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit.analysis.evaluate import Perturbation, perturbation
from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix import tables as t
from gamekit.roma_victrix.forces import Force, Modifier, force, require_flag
from gamekit.roma_victrix.odds.combat import as_sides, fight_changes, losses, modified_dice, order_dice
from gamekit.roma_victrix.odds.plan import SiegeEnd, SiegePlan, Worths, make_plan
from gamekit.roma_victrix.odds.spending import (
    THROWS,
    Objective,
    best_pairs,
    check_objective,
    objective_note,
    rank_pairs,
)
from gamekit.text.translation import note
from gamekit.text.validation import convert_numpy_fields, whole_number

if TYPE_CHECKING:
    pass

CARD = "Siege Combat Advantage"
MOST_OPERATIONS = t.RATINGS[-1] + t.FACES[-1] + t.CARDS["Forced March / Favorable Winds", "dice"] * t.FACES[-1]


class SiegePosition(NamedTuple):
    """The state of a siege: CSP of the attacker, of the units inside and of the city, and OP left."""

    attacker: int
    units: int
    capital: int
    operations: int


@dataclass(frozen=True, slots=True)
class SiegeRound:
    """The losses of a round of siege and the CSP left; a round has no winner."""

    attacker_loss_pct: int
    defender_loss_pct: int
    attacker_loss: int
    defender_loss: int
    attacker_left: int
    units_left: int
    capital_left: int

    @property
    def is_captured(self) -> bool:
        """Whether the city has fallen: neither units nor city have a CSP left."""
        return self.units_left == self.capital_left == 0


@dataclass(frozen=True, slots=True)
class Siege:
    """A besieger before a capital (10.4), each round for 1 OP.

    ``defender=None`` is a capital alone. ``capital`` is its CSP, full if not given: 4 for a ``major`` one and 2 for a
    minor one (10.31). ``treasury`` is the owner's, in revenue points (10.34), ``operations`` the besieger's OP.
    ``advantage`` names the side, or sides, that play Siege Combat Advantage, for the whole siege; ``treachery`` is the
    number of the round in which that card swaps the percentages after the split, unforeseen (0: none). ``cavalry`` and
    ``garrison``: whether their CSP count (judged: yes). ``position`` is the state of a siege that has begun. ValueError
    on forces that cannot besiege or be besieged.

    >>> from gamekit import roma_victrix as rv
    >>> siege = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1))
    >>> siege.ratio, siege.net_drm, siege.sack_revenue, siege.owner_revenue
    ('2:1', 1, 10, 5)
    """

    attacker: Force
    defender: Force | None = None
    capital: int | None = None
    major: bool = True
    treasury: int = 0
    operations: int = 5
    advantage: str | tuple[str, ...] = ()
    treachery: int = 0
    cavalry: bool | None = None
    garrison: bool | None = None
    printed: tuple[tuple[str, t.Side, int], ...] = ()
    position: SiegePosition | None = None

    def __post_init__(self) -> None:
        convert_numpy_fields(self)
        procedures.check_siege(self.attacker, self.defender)
        require_flag(self.major, "major")
        for name, counts in (("cavalry", self.cavalry), ("garrison", self.garrison)):
            require_flag(counts if counts is not None else True, name)
        full = t.FULL_CITY[self.capital_kind]
        capital, least = full if self.capital is None else self.capital, 0 if self.defender is not None else 1
        object.__setattr__(
            self, "capital", whole_number(capital, f"the CSP of a {self.capital_kind} capital", least, full)
        )
        whole_number(self.treasury, "the treasury", 0)
        whole_number(self.operations, "the operations points", 0, MOST_OPERATIONS)
        whole_number(self.treachery, "the round of Treachery", 0)
        object.__setattr__(self, "advantage", as_sides(self.advantage, "the side with the advantage"))
        object.__setattr__(self, "printed", procedures.printed_rows(self.printed))
        if self.position is not None:
            for name, value, most in zip(self.position._fields, self.position, self._first):
                whole_number(value, f"{name} in the position", 0, most)

    @property
    def capital_kind(self) -> str:
        """The kind of capital: "major" or "minor"."""
        return "major" if self.major else "minor"

    @property
    def _first(self) -> SiegePosition:
        inside = _counted(self, self.defender) if self.defender is not None else 0
        return SiegePosition(_counted(self, self.attacker), inside, self.capital or 0, self.operations)

    @property
    def current_position(self) -> SiegePosition:
        """The present state of the siege."""
        return self._first if self.position is None else self.position

    def at(self, attacker_csp: int, units_csp: int, capital_csp: int, operations: int) -> Siege:
        """Return this siege in another state: CSP of attacker, units inside and city, and OP left."""
        return replace(self, position=SiegePosition(attacker_csp, units_csp, capital_csp, operations))

    def with_csp(self, attacker_csp: int, units_csp: int) -> Siege:
        """Return this siege before its first round with forces of these CSP: for maps over all strengths."""
        mine = force(f"{whole_number(attacker_csp, 'the CSP', 1)} rAUX", self.attacker.leader)
        inside = whole_number(units_csp, "the CSP inside", 0)
        theirs = force(f"{inside} rAUX", self.inside_leader_rating) if inside else None
        return replace(self, attacker=mine, defender=theirs, position=None)

    @property
    def is_captured(self) -> bool:
        """Whether the city has fallen: neither units nor city have a CSP left (10.42), even if no besieger is left."""
        return self.current_position.units == self.current_position.capital == 0

    @property
    def may_begin_round(self) -> bool:
        """Whether a round may begin (10.41 step 3): an OP is left, and at least the CSP of units and city together."""
        return (
            self.current_position.operations > 0
            and not self.is_captured
            and self.current_position.attacker >= self.current_position.units + self.current_position.capital
        )

    @property
    def ratio(self) -> str:
        """The CSP ratio, attacker first, against units and city together: '2:1'."""
        return procedures.ratio(
            self.current_position.attacker, self.current_position.units + self.current_position.capital
        )

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """(reason, side, points) of the next round; there is no cavalry superiority, and a leader inside counts while
        units remain (10.41 steps 5 and 10b). No numerical modifier if a side has 0 CSP."""
        mine, theirs = self.current_position.attacker, self.current_position.units + self.current_position.capital
        rows = [
            procedures.as_modifier(
                "leader", self.attacker.leader - (self.inside_leader_rating if self.current_position.units else 0)
            )
        ]
        if mine and theirs:
            rows.append(procedures.as_modifier("numerical", procedures.numbers_modifier(mine, theirs)))
        rows += [Modifier("card", side, t.CARDS[CARD, "points"]) for side in as_sides(self.advantage, "the side")]
        return procedures.with_printed(rows, self.printed)

    @property
    def inside_leader_rating(self) -> int:
        """The rating of the leader inside as the siege began; 0 without one, and for a garrison alone (3.9)."""
        return procedures.effective_rating(self.defender) if self.defender is not None else 0

    @property
    def is_inside_leader_dead(self) -> bool:
        """Whether the leader inside has died with its last unit (10.41 step 10b)."""
        return self.inside_leader_rating > 0 and self.current_position.units == 0

    @property
    def net_drm(self) -> int:
        """The net die-roll modifier of the next round, positive for the attacker."""
        return procedures.net_modifier(self.modifiers)

    @property
    def modifier_holder(self) -> t.Side:
        """The side that spends the net modifier (the attacker if it is 0)."""
        return "attacker" if self.net_drm >= 0 else "defender"

    @property
    def owner_revenue(self) -> int:
        """The revenue points of the capital's owner each turn: 5, at half strength or less 3, sacked 0 (10.33)."""
        return t.REVENUE[self.capital_kind, self.current_position.capital]

    @property
    def sack_revenue(self) -> int:
        """The victor's revenue points: 10 and half the treasury rounded up; 5 for a minor capital (10.34, 10.35)."""
        sack = t.SACK[self.capital_kind]
        return sack.plunder + -(-sack.treasury_share * self.treasury // 1)

    @property
    def basis(self) -> Basis:
        """The clauses, rulings and judged figures that a round is based on."""
        forces = [self.attacker, *([self.defender] if self.defender is not None else [])]
        matters = {"siege_cavalry": any(one.cavalry_csp for one in forces)}
        matters["siege_garrison"] = any(one.stack("GAR").full for one in forces)
        found: list[Iterable[str]] = [("10.41", "10.31"), *(one.basis for one in forces), t.PERCENTAGE_BASIS]
        found += [
            t.ruling_basis(name, "yes" if _takes(self, name) else "no") for name, there in matters.items() if there
        ]
        found.append([f"14.2 {CARD}"] if self.advantage else [])
        found.append(["14.2 Treachery"] if self.treachery else [])
        found.append([note("roma_victrix.printed")] if self.printed else [])
        found.append([] if self.attacker.leader else [note("roma_victrix.no_leader")])
        return join_bases(*found, (note("roma_victrix.divisible"),))

    def resolve(
        self,
        attacker_die: int,
        defender_die: int,
        raise_enemy: int = 0,
        lower_own: int = 0,
        from_capital: int | None = None,
        *,
        swapped: bool = False,
    ) -> SiegeRound:
        """Return a round's result when the net modifier's holder spends ``raise_enemy`` points on raising the enemy's
        loss and ``lower_own`` points on lowering its own.

        ``from_capital`` is the CSP of the defender's loss that the city pays, by the defender's choice (step 9): if
        None as many as it can. With ``swapped`` Treachery is played in the round. ValueError on dice outside 1-6, a
        split over the net, a share that units and city cannot pay, or when no round may begin.
        """
        _must_be_allowed(self)
        dice = modified_dice(order_dice(attacker_die, defender_die, self.modifier_holder), self, raise_enemy, lower_own)
        return self._round(*(dice[::-1] if swapped else dice), from_capital)

    def _round(self, attacker: int, defender: int, from_capital: int | None) -> SiegeRound:
        now, enemy = self.current_position, self.current_position.units + self.current_position.capital
        lost, killed = losses(now.attacker)[defender - 1], losses(enemy)[attacker - 1]
        low, high = max(0, killed - now.units), min(now.capital, killed)
        city = (
            high if from_capital is None else whole_number(from_capital, f"the city's share of {killed} CSP", low, high)
        )
        percents = defender * procedures.PER_PIP, attacker * procedures.PER_PIP
        left = now.units - (killed - city), now.capital - city
        return SiegeRound(*percents, lost, killed, now.attacker - lost, *left)

    def odds(self, objective: Objective = "swing", *, numbers: type[Any] = Fraction) -> Dist[SiegeRound]:
        """Return the distribution of one round when the holder plays for ``swing``, ``own``, ``enemy`` or a function of
        the Round, and the city pays first. ``win`` is refused: a round has no winner. Sweeps and comparisons of sieges
        (``gamekit.needed``, ``compare``, ``of=``) use the end of the plan."""
        _must_be_allowed(self)
        if objective == "win":
            raise ValueError("a round of siege has no winner; play it for 'swing', 'own' or 'enemy', or plan the siege")
        points, attacks = abs(self.net_drm), self.modifier_holder == "attacker"
        lost, killed = (
            losses(self.current_position.attacker),
            losses(self.current_position.units + self.current_position.capital),
        )

        def result_of(pair: tuple[int, int]) -> Any:
            return self._round(*(pair if attacks else pair[::-1]), None)

        ordered = (killed, lost) if attacks else (lost, killed)
        dice = best_pairs(rank_pairs(check_objective(objective), ordered, result_of, points, contest=False), points)
        weight = 1 / len(THROWS) if numbers is float else 1
        exact = note("basis.rounded" if numbers is float else "basis.exact")
        return Dist(
            ((result_of(pair), weight) for pair in dice.values()),
            join_bases((exact, objective_note(objective)), self.basis),
        )

    def p_falls_next_round(self) -> Fraction:
        """Return the chance that the city falls to the next throw, when the side that the net modifier favours
        spends it on that alone: the besieger for it, the defender against it."""
        mine = self.modifier_holder == "attacker"

        def falls(end: Any) -> bool:
            return bool(end.is_captured)

        return Fraction(self.odds(lambda end: falls(end) == mine).p(falls))

    def summary(self, numbers: type = Fraction) -> dict[str, Any]:
        """Return the figures for sweeps, at best play of both sides: value, chance of a capture, mean losses."""
        plan = self.plan(numbers=float if numbers is float else Fraction)
        found = {"value": plan.value, "p_captured": plan.chance_of_each_end["captured"]}
        names = ("attacker_loss", "units_loss", "capital_loss", "operations")
        return {**found, **{name: getattr(plan.outcome, name) for name in names}, "basis": plan.basis}

    def distribution(self, numbers: type = Fraction) -> Dist[SiegeEnd]:
        """Return the distribution of the end when both sides play their best plan."""
        return self.plan(numbers=float if numbers is float else Fraction).distribution()

    def changes(self) -> Iterator[Perturbation]:
        """Yield each change of one input: a counter, a face, a rating, a card, the net modifier, OP, the city's CSP."""
        yield from fight_changes(self, self._with)
        for name in ("operations", "capital"):
            now, first = getattr(self.current_position, name), getattr(self, name)
            ways = [(str(now + by), partial(self._with, name, first + by)) for by in (-1, 1)]
            yield perturbation(note(f"roma_victrix.change.{name}"), *ways)

    def _with(self, name: str, value: Any) -> Siege:
        """Return the siege with another value of a field; if it has begun, its state changes by the difference."""
        if self.position is None:
            return replace(self, **{name: value})
        before, after = replace(self, position=None), replace(self, position=None, **{name: value})
        return after.at(
            *(
                at + new - old
                for at, new, old in zip(self.current_position, after.current_position, before.current_position)
            )
        )

    def plan(
        self,
        capture: Any = 10,
        own_csp: Any = 1,
        enemy_csp: Any = 1,
        op: Any = 0,
        *,
        capital_csp: Any = None,
        may_hold_back: bool = False,
        numbers: type[Any] = Fraction,
    ) -> SiegePlan:
        """Return the plan of best play by both sides, for every position that the siege can reach.

        The attacker maximises and the defender minimises what capturing is worth (``capture``), less ``own_csp`` for
        each CSP that the attacker loses, plus ``enemy_csp`` for each that the defender loses (``capital_csp`` for each
        of the city's, the same unless given), less ``op`` for each OP. The attacker goes on or stops; the holder of the
        net modifier splits it; the defender chooses whether units or city pay. ``numbers=float`` rounds. A city that
        falls with the last of its besiegers counts as captured, although no besieger is left to plunder it.

        Every unit takes part in each round; with ``may_hold_back`` the attacker chooses how many CSP to send into each
        (5.15, 10.41 step 3; a ruling), at least as many as units and city have, and keeps the rest out of the losses.
        ValueError when there are too many positions, with the most that is possible.

        >>> from gamekit import roma_victrix as rv
        >>> siege = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1))
        >>> plans = siege.plan(), siege.plan(may_hold_back=True)
        >>> [f"{plan.csp_to_send(*siege.current_position)} sent: worth {float(plan.value):.2f}" for plan in plans]
        ['24 sent: worth 2.18', '12 sent: worth 7.38']
        >>> plan = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=2).plan()
        >>> plan.should_begin, plan.value, plan.p_captured_by_operation
        (True, Fraction(12773, 1296), (Fraction(13, 36), Fraction(1, 1)))
        """
        city = enemy_csp if capital_csp is None else capital_csp
        require_flag(may_hold_back, "may_hold_back")
        return make_plan(self, Worths(capture, own_csp, enemy_csp, city, op), numbers, may_hold_back)


def _counted(siege: Siege, units: Force) -> int:
    """Return the CSP of a force in the siege, with or without cavalry and garrison by the rulings taken."""
    left_out = 0 if _takes(siege, "siege_cavalry") else units.cavalry_csp
    return units.csp - left_out - (0 if _takes(siege, "siege_garrison") else units.stack("GAR").csp)


def _takes(siege: Siege, name: str) -> bool:
    taken = siege.cavalry if name == "siege_cavalry" else siege.garrison
    return t.RULINGS[name].value == "yes" if taken is None else taken


def _must_be_allowed(siege: Siege) -> None:
    """Raise ValueError when no round may begin (10.41 step 3)."""
    now = siege.current_position
    if siege.is_captured:
        raise ValueError("the city has fallen; there is nothing left to besiege")
    if now.attacker < now.units + now.capital:
        raise ValueError(f"{now.attacker} CSP may not besiege {now.units} and a city of {now.capital} (10.41 step 3)")
    if not now.operations:
        raise ValueError("a round of siege costs 1 OP, and none is left (10.41 step 3)")
