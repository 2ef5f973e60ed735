"""Best play in a battle, solved from its end back, one letter's turn of a side after the other.

While a letter acts, its own side changes only by who has acted or gone, the other only by hits. So a turn is a small
graph of stands of the side that acts, each with an array over all stands of the side that is fired at. Blocks that are
alike are kept in order, so that one stand is there for all their permutations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import comb, inf
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.automaton import LEFT, MAIN, RESERVE
from gamekit.julius_caesar.odds.best_worth import Exits, Gain
from gamekit.julius_caesar.odds.course import volleys
from gamekit.julius_caesar.odds.position import Army, Position, Standing
from gamekit.julius_caesar.tables import LETTERS, ROLES, Block
from gamekit.words import note

Array = Any
Asked = Callable[[Position], Any]
Progress = Callable[[float], None]
ACTS = ("fires", "passes", "retreats")
TAKES = "takes it"
TIE = 1e-12  # worths closer than this are equal
LAST = 4
MOST_SLOTS = 13  # of one side
MOST_STANDS = 20_000  # likewise
MOST_WORK = 40_000_000  # positions times numbers, some minutes


class SideStand(NamedTuple):
    """How a side stands: the strength of each slot, 0 for dead or gone, and who has yet to act on the turn under way.

    ``spent``: Cleopatra has acted in this round, where that has to be remembered (7.52, Mars and Neptune). ``land`` and
    ``navis``: how many may still leave in this round, where that is limited."""

    strengths: tuple[int, ...]
    todo: int = 0  # bit mask over the slots
    spent: bool = False
    land: int = 0
    navis: int = 0


@dataclass(frozen=True, slots=True)
class Deciding:
    """What a side decides for the best on its turns: who is next, what it does. The rest its policy says.

    Standing orders say that the first listed of those to act fires, or leaves if it must."""

    any_block: bool = True
    any_act: bool = True
    leave_behind: int | None = None  # each leaves when the side is so many steps behind, else it fires
    asked: Asked | None = None  # a function of the position says it


@dataclass(frozen=True, slots=True)
class Policy:
    """How a side decides: what acts next and how (``plans`` by round), and who takes hits."""

    plans: tuple[Deciding, ...] = (Deciding(),) * 4
    hits_by_orders: bool = False
    hits_asked: Asked | None = None

    @property
    def leaves(self) -> bool:
        """Whether blocks of the side may leave of their own will."""
        return any(plan.any_act or plan.leave_behind is not None or plan.asked for plan in self.plans)

    @property
    def asked(self) -> Asked | None:
        """The function that is asked for some decision."""
        return self.hits_asked or self.plans[0].asked

    @property
    def keeps_the_place(self) -> bool:
        """Whether the side never leaves where to pass would hold the place as well."""
        return self.asked is None and all(plan.leave_behind is None for plan in self.plans)


@dataclass(frozen=True)
class Side:
    """The slots of a side: blocks that are alike together, in the order in which they are first listed."""

    number: int  # 0 attacker, 1 defender, as the battle began
    blocks: tuple[Block, ...]
    listed: tuple[int, ...]  # by slot its place in the battle's list, -1 for Cleopatra come over
    reserve: tuple[bool, ...]
    kinds: tuple[int, ...]  # by slot, equal for blocks that are alike
    limits: tuple[int | None, int | None]  # how many land blocks, how many navis may leave in a round

    @cached_property
    def cleopatra(self) -> int:
        """Her slot, -1 where she is not in this battle."""
        return next((slot for slot, block in enumerate(self.blocks) if block.type == "cleopatra"), -1)

    def sails(self, slot: int) -> bool:
        """Whether a slot leaves as navis do."""
        return self.blocks[slot].type == "navis"


def side_of(
    number: int, main: Sequence[Block], reserve: Sequence[Block], joins: Block | None, exits: Exits,
    apart: Callable[[Block], Any],
) -> Side:  # fmt: skip
    """A side's slots; ``joins`` is Cleopatra where she begins on the other side, ``apart`` tells blocks apart."""
    listed = [(block, n, n >= len(main)) for n, block in enumerate((*main, *reserve))]
    listed += [] if joins is None else [(joins, -1, False)]
    blocks = [block for block, _, _ in listed]
    sorts = [sum(block.type != "navis" for block in blocks), sum(block.type == "navis" for block in blocks)]
    limits = [None if most is None or most >= there else most for most, there in zip(exits.of(number), sorts)]
    known: dict[Any, int] = {}
    rows = []
    for block, n, waits in listed:
        figures = (block.initiative_attacking, block.initiative_defending, block.firepower, block.step)
        sails = exits.of(number) != (None, None) and block.type == "navis"
        kind = known.setdefault((*figures, block.type == "cleopatra", sails, apart(block)), len(known))
        rows.append((kind, waits, -block.strength, n, block))
    rows.sort(key=lambda row: row[:4])
    kinds, waiting, _, places, slots = zip(*rows)
    return Side(number, slots, places, waiting, kinds, (limits[0], limits[1]))


@dataclass(frozen=True)
class Question:
    """What is asked of a battle: its sides, the numbers to carry back, the policies."""

    sides: tuple[Side, Side]
    bodies: tuple[tuple[Army, Army], ...]  # by side the main body and the reserve
    first_strike: bool
    gains: tuple[Gain, ...]
    policies: tuple[Policy, Policy]
    exact: bool
    leaves: bool = True  # blocks may leave of their own will
    last: int = 4  # the round behind which all is known
    late: bool = False  # Cleopatra acts in the C turn in which she is won over (a reading of 7.52)

    @property
    def kind(self) -> Any:
        """The type of arrays."""
        return object if self.exact else float


@cache
def law_of_hits(dice: int, fire: int, exact: bool) -> list[Any]:
    """The chances of 0, 1, 2 ... hits of a block's dice."""
    whole = [comb(dice, hits) * fire**hits * (6 - fire) ** (dice - hits) for hits in range(dice + 1)]
    return [Fraction(ways, 6**dice) if exact else ways / 6**dice for ways in whole]


Going = tuple[int, Sequence[int]]  # the side whose blocks may leave now, and which


class Leg:
    """Rounds that follow one another with the same roles: round 1 while reserves wait, or all that comes after."""

    def __init__(
        self, question: Question, exchanged: bool, first: int, starts: Sequence[set[SideStand]], going: Going = (0, ())
    ) -> None:
        self.question, self.exchanged, self.first = question, exchanged, first
        self.waiting = first == 1 and any(any(side.reserve) for side in question.sides)
        self.last = 1 if self.waiting else max(question.last, first)
        self.values: dict[tuple[int, int], Array] = {}
        self.runs = []
        for side in question.sides:
            told = [(kind, waits and self.waiting) for kind, waits in zip(side.kinds, side.reserve)]
            edges = [slot for slot in range(len(told)) if not slot or told[slot] != told[slot - 1]]
            self.runs.append(list(zip(edges, [*edges[1:], len(told)])))
        self.stands = [self._closed(n, self.away(n, starts[n], going[1] if n == going[0] else ())) for n in (0, 1)]
        self.index = [{stand: place for place, stand in enumerate(stands)} for stands in self.stands]

    # One side ---------------------------------------------------------------------------------------------------------

    def attacks(self, side: int) -> bool:
        """Whether a side attacks in these rounds."""
        return (side == 0) != self.exchanged

    def tracked(self, round: int) -> bool:
        """Whether it matters in a round that Cleopatra has acted: the attackers have fired first."""
        return self.question.first_strike and round == 1

    def fights(self, side: int, slot: int) -> bool:
        """Whether a slot is not in reserve."""
        return not (self.waiting and self.question.sides[side].reserve[slot])

    def letter(self, side: int, slot: int) -> str:
        """The letter of a slot."""
        return self.question.sides[side].blocks[slot].letter(ROLES[not self.attacks(side)])

    def tidy(self, side: int, stand: SideStand) -> SideStand:
        """The stand with blocks that are alike in order, the strongest first."""
        strengths, todo = list(stand.strengths), stand.todo
        for first, end in self.runs[side]:
            if end - first > 1:
                pairs = sorted(((strengths[n], todo >> n & 1) for n in range(first, end)), reverse=True)
                for n, (strength, acts) in enumerate(pairs, first):
                    strengths[n], todo = strength, todo & ~(1 << n) | acts << n
        return stand._replace(strengths=tuple(strengths), todo=todo)

    def lowered(self, side: int, stand: SideStand, slot: int, strength: int) -> SideStand:
        """The stand with another strength of a slot, which has nothing more to do where that is 0."""
        strengths = (*stand.strengths[:slot], strength, *stand.strengths[slot + 1 :])
        hers = slot == self.question.sides[side].cleopatra
        todo = stand.todo if strength else stand.todo & ~(1 << slot)
        spent = stand.spent and not (hers and not strength)
        return self.tidy(side, stand._replace(strengths=strengths, todo=todo, spent=spent))

    @cache  # noqa: B019
    def struck(self, side: int, stand: SideStand) -> list[tuple[int, SideStand, int]]:
        """(slot, stand after, code) for every block that may take a hit: one of the strongest (7.4).

        The code is 1 where that makes Cleopatra change sides, 2 where she has acted in this round."""
        of = self.question.sides[side]
        strengths = [s if self.fights(side, n) else 0 for n, s in enumerate(stand.strengths)]
        if not (most := max(strengths, default=0)):
            return []
        found = []
        for first, end in self.runs[side]:
            if most in strengths[first:end]:
                slot = max(n for n in range(first, end) if strengths[n] == most)
                left = max(0, most - of.blocks[slot].step)
                code = 0 if left or slot != of.cleopatra else 1 + stand.spent
                found.append((slot, self.lowered(side, stand, slot, left), code))
        return found

    def by_orders(self, side: int, choices: Sequence[tuple[int, SideStand, int]]) -> int:
        """Which hit standing orders take: the lowest firepower, then the latest letter, then the last listed."""
        of = self.question.sides[side]
        ends = {n: max(of.listed[first:end]) for first, end in self.runs[side] for n in range(first, end)}
        rank = [(of.blocks[n].firepower, -ord(self.letter(side, n)), -ends[n]) for n, _, _ in choices]
        return rank.index(min(rank))

    def gone(self, side: int, stand: SideStand, slot: int) -> SideStand | None:
        """The stand after a block has left; None where no exit is left."""
        of, sails = self.question.sides[side], self.question.sides[side].sails(slot)
        if of.limits[sails] is not None:
            if not (stand.navis if sails else stand.land):
                return None
            stand = stand._replace(navis=stand.navis - 1) if sails else stand._replace(land=stand.land - 1)
        return self.lowered(side, stand, slot, 0)

    def away(self, side: int, stands: set[SideStand], slots: Sequence[int]) -> set[SideStand]:
        """Stands, and what they are after any of some blocks have left."""
        for slot in slots:
            of = self.question.sides[side]
            there = (stand._replace(navis=of.limits[1] or 0) for stand in stands if stand.strengths[slot])
            left = (self.gone(side, stand, slot) for stand in there)
            stands = stands | {stand._replace(navis=0) for stand in left if stand}
        return {self.tidy(side, stand) for stand in stands}

    def joined(self, side: int, stand: SideStand, spent: bool, todo: bool = False) -> SideStand:
        """The stand with Cleopatra come over at strength I (7.52)."""
        hers = self.question.sides[side].cleopatra
        if stand.strengths[hers]:
            return stand
        stand = self.lowered(side, stand, hers, 1)
        return stand._replace(spent=spent, todo=stand.todo | todo << hers)

    def renewed(self, side: int, stand: SideStand) -> SideStand:
        """The stand as a round begins."""
        return stand._replace(spent=False, land=self.question.sides[side].limits[0] or 0, navis=0)

    def _closed(self, side: int, starts: set[SideStand]) -> list[SideStand]:
        """Every stand between turns that the side comes to, whatever is done."""
        must = self.last == LAST and self.attacks(side)
        leaves = must or (self.last > 1 and self.question.leaves and self.question.policies[side].leaves)
        found, fresh = dict.fromkeys(sorted(starts)), sorted(starts)
        while fresh:
            stand = fresh.pop()
            after = [self.renewed(side, stand), *(each for _, each, _ in self.struck(side, stand))]
            after += self._by_cleopatra(side, stand) + (self._by_leaving(side, stand, must) if leaves else [])
            fresh += [each for each in dict.fromkeys(after) if each not in found]
            found |= dict.fromkeys(after)
            if len(found) > MOST_STANDS:
                raise ValueError(note("julius_caesar.error.best_rows", positions=f"{16 * LAST * len(found) ** 2:,}"))
        return list(found)

    def _by_cleopatra(self, side: int, stand: SideStand) -> list[SideStand]:
        """The stand when she comes over, and when she has acted."""
        hers = self.question.sides[side].cleopatra
        if hers < 0:
            return []
        turns = (False, True) if self.tracked(self.first) else (False,)
        acted = [stand._replace(spent=spent and stand.strengths[hers] > 0) for spent in turns]
        return acted + [self.joined(side, stand, spent) for spent in turns]

    def _by_leaving(self, side: int, stand: SideStand, must: bool) -> list[SideStand]:
        """The stand when one of its blocks is gone; who must leave and cannot is eliminated."""
        limits, slots = self.question.sides[side].limits, [n for n, strength in enumerate(stand.strengths) if strength]
        away = (self.gone(side, stand._replace(navis=limits[1] or 0), slot) for slot in slots)
        dead = [self.lowered(side, stand, slot, 0) for slot in slots if must and limits != (None, None)]
        return [each._replace(navis=0) for each in away if each] + dead

    @cache  # noqa: B019
    def targets(self, side: int) -> tuple[Array, Array, Array, Array]:
        """By choice and stand of a side that is fired at: the stand after, the code, whether there is such a choice,
        and whether standing orders make it. Where nobody stands a hit is wasted."""
        listed = [self.struck(side, stand) for stand in self.stands[side]]
        shape = max(1, *map(len, listed)), len(listed)
        after, codes = np.tile(np.arange(len(listed)), (shape[0], 1)), np.zeros(shape, int)
        may, ordered = np.zeros((2, *shape), bool)
        for place, choices in enumerate(listed):
            may[0, place] = ordered[0, place] = not choices
            for n, (_, stand, code) in enumerate(choices):
                after[n, place], codes[n, place], may[n, place] = self.index[side][stand], code, True
            if choices:
                ordered[self.by_orders(side, choices), place] = True
        return after, codes, may, ordered

    @cache  # noqa: B019
    def over(self, side: int) -> Array:
        """The stands of a side in which nobody is there."""
        fights = [self.fights(side, slot) for slot in range(len(self.question.sides[side].blocks))]
        return np.array([not any(s for s, here in zip(stand.strengths, fights) if here) for stand in self.stands[side]])

    @cache  # noqa: B019
    def standing(self, side: int, stand: SideStand) -> tuple[Standing, ...]:
        """The blocks of a side as they are listed; who is gone stands at 0."""
        of, (main, reserve) = self.question.sides[side], self.question.bodies[side]
        found = []
        for listed, block in enumerate((*main, *reserve)):
            slot = of.listed.index(listed)
            place = RESERVE if self.waiting and listed >= len(main) else MAIN
            found.append(Standing(block, stand.strengths[slot], place, not (slot == of.cleopatra and stand.spent)))
        if -1 in of.listed and stand.strengths[of.cleopatra]:
            found.append(Standing(of.blocks[of.cleopatra], stand.strengths[of.cleopatra], ready=not stand.spent))
        return tuple(found)

    # Both sides -------------------------------------------------------------------------------------------------------

    def order(self, round: int) -> list[tuple[int, str]]:
        """The turns of a round."""
        turns = volleys(round, self.question.first_strike, self.exchanged)
        return [(ROLES.index(side), letter) for side, letter in turns]

    def acts(self, side: int, letter: str) -> list[int]:
        """The slots of a letter that fight."""
        slots = range(len(self.question.sides[side].blocks))
        return [slot for slot in slots if self.fights(side, slot) and self.letter(side, slot) == letter]

    @property
    def positions(self) -> int:
        """How many positions there are before all turns together."""
        turns = (turn for round in range(self.first, self.last + 1) for turn in self.order(round))
        return sum(bool(self.acts(*turn)) for turn in turns) * len(self.stands[0]) * len(self.stands[1])

    def ends(self, hold: bool | None) -> tuple[Array, Array]:
        """The numbers of every pair of stands where the battle is over, and where that is; ``hold`` says who has the
        place where both still stand."""
        gains, kind = self.question.gains, self.question.kind
        gone = [np.array([not any(stand.strengths) for stand in stands]) for stands in self.stands]
        held, done = gone[1][None, :] & ~gone[0][:, None], gone[0][:, None] | gone[1][None, :]
        held = held if hold is None else np.where(done, held, hold)
        values = np.zeros((len(gains), *map(len, self.stands)), dtype=kind)
        for k, gain in enumerate(gains):
            own, enemy = (
                np.array([sum(row[s] for row, s in zip(gain.standing[n], one.strengths)) for one in stands], dtype=kind)
                for n, stands in enumerate(self.stands)
            )
            values[k] = own[:, None] + enemy[None, :] + np.where(held, gain.held, 0) + gain.always
        return values, done


class Solver:
    """A question being solved from some position on; what is known of later turns is kept."""

    def __init__(self, question: Question, position: Position, exits: Exits, progress: Progress | None = None) -> None:
        self.question, self.progress, self.done = question, progress, 0.0
        if (width := max(len(side.blocks) for side in question.sides)) > MOST_SLOTS:
            raise ValueError(note("julius_caesar.error.best_blocks", blocks=width, most=MOST_SLOTS))
        first = position.round
        self.leg = Leg(question, position.exchanged, first, self._starts(position, exits), self._going(position))
        self.start = (position.round, position.turn)
        self.legs = self._following() if self.leg.waiting else {}
        self.positions = sum(leg.positions for leg in (self.leg, *self.legs.values()))
        if self.positions * len(question.gains) * (30 if question.exact or self._asks else 1) > MOST_WORK:
            numbers = len(question.gains)
            raise ValueError(note("julius_caesar.error.best_long", positions=f"{self.positions:,}", numbers=numbers))

    @property
    def _asks(self) -> bool:
        return any(policy.asked for policy in self.question.policies)

    def _starts(self, position: Position, exits: Exits) -> list[set[SideStand]]:
        return [{_stand(self.question, position, n, exits)[0]._replace(todo=0, navis=0)} for n in (0, 1)]

    def _going(self, position: Position) -> Going:
        """The blocks that may leave at a position: where it is asked what that is worth, though it is never best."""
        if position.round == 1 or not position.turn or position.hits:
            return 0, ()
        order = volleys(position.round, self.question.first_strike, position.exchanged)
        side = ROLES.index(order[position.turn - 1][0])
        slots = _stand(self.question, position, side, Exits())[1]
        return side, [slots[n] for n in position.firing]

    def knows(self, position: Position, exits: Exits) -> bool:
        """Whether a position is among those that play can reach from where it was begun."""
        leg = self._leg(position)
        if leg is None or position.round > leg.last or (position.round, position.turn) < self.start:
            return False
        side, slots = self._going(position)
        stands = [leg.away(n, one, slots if n == side else ()) for n, one in enumerate(self._starts(position, exits))]
        return all(stand in leg.index[n] for n in (0, 1) for stand in stands[n])

    def _leg(self, position: Position) -> Leg | None:
        if self.leg.waiting and position.round > 1:
            return self.legs.get(position.exchanged)
        return self.leg if self.leg.exchanged == position.exchanged else None

    def _following(self) -> dict[bool, Leg]:
        """The legs of rounds 2 to 4: with the roles as they were, and exchanged where the defenders' main body died."""
        arrived = [[self._arrived(n, stand) for stand in self.leg.stands[n]] for n in (0, 1)]
        defenders = [{stand for stand, lost, _ in arrived[1] if lost == gone} for gone in (False, True)]
        attackers = {stand for stand, _, _ in arrived[0]}
        return {bool(n): Leg(self.question, bool(n), 2, (attackers, side)) for n, side in enumerate(defenders) if side}

    def _arrived(self, side: int, stand: SideStand) -> tuple[SideStand, bool, bool]:
        """7.31: the stand after the reserves arrived, whether the main body had died, whether that turned Cleopatra."""
        of = self.question.sides[side]
        lost = not any(s for s, waits in zip(stand.strengths, of.reserve) if not waits)
        strengths = tuple(
            max(0, s - block.step) if lost and waits else s
            for s, waits, block in zip(stand.strengths, of.reserve, of.blocks)
        )
        turned = of.cleopatra >= 0 and stand.strengths[of.cleopatra] > 0 and not strengths[of.cleopatra]
        return self.leg.renewed(side, SideStand(strengths)), lost, turned

    def before(self, leg: Leg, round: int, turn: int) -> Array:
        """(number, attacker's stand, defender's stand): what all is worth before a turn."""
        if (round, turn) not in leg.values:
            leg.values[round, turn] = self._before(leg, round, turn)
        return leg.values[round, turn]

    def _before(self, leg: Leg, round: int, turn: int) -> Array:
        order = leg.order(round)
        if turn == len(order):
            values, done = leg.ends(leg.exchanged if round == leg.last and not leg.waiting else None)
            if leg.waiting:
                return self._reinforced(leg, values, done)
            if round == leg.last:
                return values
            after, (own, enemy) = (
                self.before(leg, round + 1, 0),
                (np.array([leg.index[n][leg.renewed(n, stand)] for stand in leg.stands[n]]) for n in (0, 1)),
            )
            return np.where(done, values, after[:, own[:, None], enemy[None, :]])
        after, (side, letter) = self.before(leg, round, turn + 1), order[turn]
        return LetterTurn(self, leg, round, side, letter, after).all() if leg.acts(side, letter) else after

    def _reinforced(self, leg: Leg, values: Array, done: Array) -> Array:
        """The end of round 1: what round 2 is worth where the reserves have come."""
        own, enemy = ([self._arrived(n, stand) for stand in leg.stands[n]] for n in (0, 1))
        for x, (attackers, _, left) in enumerate(own):
            for y, (defenders, lost, came) in enumerate(enemy):
                if not done[x, y]:
                    after = self.legs[lost]
                    pair = [after.tidy(0, attackers), after.tidy(1, defenders)]
                    if came or left:
                        pair[left] = after.joined(int(left), pair[left], False)
                    at = [index.get(stand) for index, stand in zip(after.index, pair)]
                    if None not in at:  # else they cannot meet
                        values[:, x, y] = self.before(after, 2, 0)[:, at[0], at[1]]
        return values

    def tell(self, cells: float) -> None:
        """So many positions are done."""
        self.done += cells
        if self.progress is not None:
            self.progress(min(1.0, self.done / self.positions))

    def answer(self, position: Position, exits: Exits) -> tuple[list[Any], list[tuple[str, int, Any]], int]:
        """The numbers at a position, its choices (act, place in the list, worth), and who chooses, -1 for nobody."""
        leg = self._leg(position)
        assert leg is not None
        if not position.firing and not position.hits:
            numbers = self._over(position, exits)
            return _counted(self.question, position, numbers), [], -1
        side, letter = leg.order(position.round)[position.turn - 1]
        after = self.before(leg, position.round, position.turn)
        turn = LetterTurn(self, leg, position.round, side, letter, after, asked=not position.hits)
        found = [_stand(self.question, position, n, exits, n == side) for n in (0, 1)]
        condition, at = leg.tidy(side, found[side][0]), leg.index[1 - side][leg.tidy(1 - side, found[1 - side][0])]
        chooser = 1 - side if position.hits else side
        values = turn.hits(condition, position.hits)[:, at]
        choices = turn.choices(condition, at, position, found[chooser][1])
        rest = list(values[1:])
        counted = [(act, n, _counted(self.question, position, [worth, *rest])[0]) for act, n, worth in choices]
        self.tell(self.positions)
        return _counted(self.question, position, list(values)), counted, chooser

    def _over(self, position: Position, exits: Exits) -> list[Any]:
        """The numbers of a battle that has ended."""
        leg = Leg(
            self.question, position.exchanged, 4, [{_stand(self.question, position, n, exits)[0]} for n in (0, 1)]
        )
        at = [leg.index[n][leg.tidy(n, _stand(self.question, position, n, exits)[0])] for n in (0, 1)]
        return list(leg.ends(position.exchanged)[0][:, at[0], at[1]])


def _slots(of: Side, standing: Sequence[Standing]) -> dict[int, int]:
    """The slot of each block of a side's list."""
    slots = {listed: slot for slot, listed in enumerate(of.listed) if listed >= 0}
    return slots | {n: of.cleopatra for n in range(len(standing)) if n not in slots}


def _exits_left(limit: int | None, left: int | None) -> int:
    """How many may still leave in this round, 0 where that is not limited."""
    return min(limit or 0, limit or 0 if left is None else left)


def _stand(
    question: Question, position: Position, side: int, exits: Exits, acts: bool = False
) -> tuple[SideStand, dict[int, int]]:
    """A side's stand in a position, and the slot of each block of its list."""
    of, standing = question.sides[side], position.side(ROLES[side])
    slots, strengths, todo = _slots(of, standing), [0] * len(of.blocks), 0
    there = [(n, now) for n, now in enumerate(standing) if now.place != LEFT]
    for n, now in there:
        strengths[slots[n]] = now.strength
        todo |= (acts and n in position.firing) << slots[n]
    spent = any(now.block.type == "cleopatra" and now.strength and not now.ready for _, now in there)
    spent = spent and question.first_strike and position.round == 1
    land, navis = map(_exits_left, of.limits, exits.of(side))
    sails = acts and volleys(position.round, question.first_strike, position.exchanged)[position.turn - 1][1] == "D"
    return SideStand(tuple(strengths), todo, spent, land, navis if sails else 0), slots


def _counted(question: Question, position: Position, numbers: list[Any]) -> list[Any]:
    """The numbers, what has left the battle before counted in."""
    for side in (0, 1):
        _, slots = _stand(question, position, side, Exits())
        for n, now in enumerate(position.side(ROLES[side])):
            if now.place == LEFT and now.strength:
                numbers = [_left(gain, side, slots[n], now.strength, numbers) for gain in question.gains]
    return numbers


def _left(gain: Gain, side: int, slot: int, strength: int, numbers: Any) -> Any:
    """A number when a block leaves, with what it takes along."""
    constant, factor, source = gain.retreat[side]
    return constant + (
        factor * numbers[source] + gain.standing[side][slot][strength] if factor else numbers[source] * 0
    )


@dataclass
class LetterTurn:
    """One letter's turn of a side: its stands with who has yet to act, each with an array over those fired at."""

    solver: Solver
    leg: Leg
    round: int
    side: int
    letter: str
    after: Array  # (number, attacker's stand, defender's stand) when it is over
    asked: bool = False  # what every choice is worth, leaving among them
    known: dict[tuple[SideStand, int], Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.question, self.other = self.leg.question, 1 - self.side
        self.of, self.group = self.question.sides[self.side], self.leg.acts(self.side, self.letter)
        self.facing = self.after if self.side == 0 else self.after.transpose(0, 2, 1)
        self.sign = 1 - 2 * self.side
        self.plan = self.question.policies[self.side].plans[self.round - 1]
        self.must = self.round == LAST and self.leg.attacks(self.side)  # 7.2
        willing = self.question.leaves and self.question.policies[self.side].leaves
        self.free = self.must or ((willing or self.asked) and self.round > 1)
        tracked = self.leg.tracked(self.round)
        self.late = self.question.late and self.of.cleopatra in self.group
        self.late = self.late and (tracked or not self.leg.attacks(self.side))
        self.tracked, self.none = tracked, self.leg.over(self.other)

    def all(self) -> Array:
        """What all is worth before the turn."""
        values = self.facing.copy()
        for place, stand in enumerate(self.leg.stands[self.side]):
            begun = self.begun(stand)
            if begun.todo:
                values[:, place] = self.value(begun)
            if place % 32 == 31:
                self.solver.tell(32 * len(self.none))
        self.solver.tell(len(self.leg.stands[self.side]) % 32 * len(self.none))
        return values if self.side == 0 else values.transpose(0, 2, 1)

    def begun(self, stand: SideStand) -> SideStand:
        """A stand when the turn begins."""
        todo = 0
        for slot in self.group:
            ready = not (slot == self.of.cleopatra and stand.spent)
            todo |= (stand.strengths[slot] > 0 and ready) << slot
        navis = (self.of.limits[1] or 0) if self.letter == LETTERS[-1] else 0
        return self.leg.tidy(self.side, stand._replace(todo=todo, navis=navis))

    def ended(self, stand: SideStand) -> SideStand:
        """A stand when all have acted."""
        hers = self.of.cleopatra
        spent = stand.spent or (self.tracked and hers >= 0 and stand.todo >> hers & 1 > 0)
        return self.leg.tidy(self.side, stand._replace(todo=0, navis=0, spent=spent))

    def value(self, stand: SideStand) -> Array:
        """(number, stand fired at) when nobody has a hit to take."""
        return self.hits(stand, 0)

    def hits(self, stand: SideStand, count: int) -> Array:
        """(number, stand fired at) when so many hits are still to be taken."""
        if (stand, count) not in self.known:
            made = self._taken(stand, count) if count else self._acted(stand)
            self.known[stand, count] = made
        return self.known[stand, count]

    def _taken(self, stand: SideStand, count: int) -> Array:
        """The side that is fired at chooses who takes the next hit."""
        after, codes, may, ordered = self.leg.targets(self.other)
        policy, found = self.question.policies[self.other], []
        for choice, to in enumerate(after):
            numbers = self.hits(stand, count - 1)[:, to]
            for code in (1, 2):
                if (turned := codes[choice] == code).any():
                    came = self.came(stand, code)
                    numbers[:, turned] = self.hits(came, count - 1)[:, to[turned]]
            found.append(numbers)
        if policy.hits_asked:
            may = self._said_taker(policy.hits_asked, stand, count, may)
        return self.best(found, ordered if policy.hits_by_orders else may, -self.sign)

    def came(self, stand: SideStand, code: int) -> SideStand:
        """A stand with Cleopatra come over; a code of 2 where she has acted in this round."""
        spent = code == 2 and self.tracked
        return self.leg.joined(self.side, stand, spent, self.late and code == 1)

    def _acted(self, stand: SideStand) -> Array:
        """The side whose letter acts chooses who does what."""
        stays = self.facing[:, self.leg.index[self.side][self.ended(stand)]]
        if not stand.todo:
            return stays
        moves = list(self.moves(stand))
        if self.must and not moves:  # 7.6: who cannot leave is eliminated
            return np.where(self.none, stays, self._eliminated(stand))
        found = self.best([numbers for _, _, numbers in moves], self.allowed(stand, moves), self.sign)
        return np.where(self.none, stays, found)

    def moves(self, stand: SideStand) -> Iterator[tuple[str, int, Array]]:
        """(act, slot, numbers) of everything that may be done next; of blocks that are alike the last acts."""
        slots = [slot for slot in self.group if stand.todo >> slot & 1]
        same = {(self.of.kinds[n], self.of.reserve[n] and self.leg.waiting, stand.strengths[n]): n for n in slots}
        slots = sorted(same.values())
        for act in ACTS[: 0 if self.must else 2]:
            for slot in slots:
                yield act, slot, self.fired(stand, slot) if act == "fires" else self.value(self.acted(stand, slot))
        for slot in slots if self.free else ():
            if (away := self.leg.gone(self.side, stand, slot)) is not None:
                numbers, strength = self.value(away), stand.strengths[slot]
                left = [_left(gain, self.side, slot, strength, numbers) for gain in self.question.gains]
                yield "retreats", slot, np.array(left, dtype=self.question.kind)

    def acted(self, stand: SideStand, slot: int) -> SideStand:
        """The stand after a block has acted."""
        spent = stand.spent or (self.tracked and slot == self.of.cleopatra)
        return self.leg.tidy(self.side, stand._replace(todo=stand.todo & ~(1 << slot), spent=spent))

    def fired(self, stand: SideStand, slot: int) -> Array:
        """The numbers when a block fires, as its dice fall."""
        law = law_of_hits(stand.strengths[slot], self.of.blocks[slot].firepower, self.question.exact)
        after = self.acted(stand, slot)
        return sum(p * self.hits(after, count) for count, p in enumerate(law))

    def _eliminated(self, stand: SideStand) -> Array:
        hers, after = self.of.cleopatra, stand
        for slot in range(len(self.of.blocks)):
            if stand.todo >> slot & 1:
                after = after._replace(strengths=(*after.strengths[:slot], 0, *after.strengths[slot + 1 :]))
        numbers = self.facing[:, self.leg.index[self.side][self.leg.tidy(self.side, after._replace(todo=0, navis=0))]]
        if hers < 0 or not stand.todo >> hers & 1:
            return numbers
        index, stands = self.leg.index[self.other], self.leg.stands[self.other]
        return numbers[:, [index[self.leg.joined(self.other, enemy, False)] for enemy in stands]]

    def best(self, found: Sequence[Array], allowed: Array | None, sign: int) -> Array:
        """The best of some choices for who decides; numbers behind the first follow it as their mode says."""
        if len(found) == 1:
            return found[0]
        tie = 0 if self.question.exact else TIE
        worth = [numbers[0] * sign if allowed is None else np.where(allowed[n], numbers[0] * sign, -inf)
                 for n, numbers in enumerate(found)]  # fmt: skip
        most = worth[0]
        for one in worth[1:]:
            most = np.where(one > most, one, most)
        chosen, open_ = np.empty_like(found[0]), np.ones(len(most), bool)
        for numbers, one in zip(found, worth):
            here = open_ & (one >= most - tie).astype(bool)
            chosen[:, here] = numbers[:, here]
            open_ &= ~here
        chosen[0] = most * sign
        for k, gain in enumerate(self.question.gains):
            if gain.mode:
                for numbers, one in zip(found, worth):
                    further = (one >= most - tie).astype(bool) & ((numbers[k] - chosen[k]) * gain.mode > 0).astype(bool)
                    chosen[k] = np.where(further, numbers[k], chosen[k])
        return chosen

    # Policies ---------------------------------------------------------------------------------------------------------

    def allowed(self, stand: SideStand, moves: Sequence[tuple[str, int, Array]]) -> Array | None:
        """(move, stand fired at): what the side's plan lets it do; None for everything."""
        plan = self.plan
        if plan.any_block and plan.any_act:
            return None
        first = min(slot for _, slot, _ in moves)
        slots, acts = np.full(len(self.none), first), np.full(len(self.none), "fires", dtype=object)
        if plan.leave_behind is not None:
            enemy = np.array([sum(other.strengths) for other in self.leg.stands[self.other]])
            acts = np.where(enemy - sum(stand.strengths) >= plan.leave_behind, "retreats", "fires")
        elif plan.asked:
            may = [(act, slot) for act, slot, _ in moves]
            for column, position in self.positions(stand, 0):
                if (said := plan.asked(position)) is not None:
                    acts[column], slots[column] = self._said(said, may, position, self.side)
        legal = {(act, slot) for act, slot, _ in moves}
        acts = np.array(["retreats" if self.must else act if (act, slot) in legal else "fires"
                         for act, slot in zip(acts, slots)], dtype=object)  # fmt: skip
        return np.array([(plan.any_block | (slots == slot)) & (plan.any_act | (acts == act)) for act, slot, _ in moves])

    def _said_taker(self, asked: Asked, stand: SideStand, count: int, may: Array) -> Array:
        """Who takes a hit as a function says; by standing orders where it says nothing."""
        ordered, stands = self.leg.targets(self.other)[3].copy(), self.leg.stands[self.other]
        for column, position in self.positions(stand, count):
            choices = self.leg.struck(self.other, stands[column])
            if len(choices) > 1 and (said := asked(position)) is not None:
                slot = self._said(said, [(TAKES, slot) for slot, _, _ in choices], position, self.other)[1]
                ordered[:, column] = [n < len(choices) and choices[n][0] == slot for n in range(len(ordered))]
        return ordered

    def positions(self, stand: SideStand, hits: int) -> Iterator[tuple[int, Position]]:
        """The positions with each stand fired at, but for those where the battle is over or Cleopatra on both sides."""
        places = {n: self.leg.question.sides[self.side].listed[n] for n in range(len(self.of.blocks))}
        own, enemy_of = self.leg.standing(self.side, stand), self.question.sides[self.other]
        firing = tuple(sorted(places[n] if places[n] >= 0 else len(own) - 1 for n in places if stand.todo >> n & 1))
        number = self.leg.order(self.round).index((self.side, self.letter)) + 1
        hers = self.of.cleopatra >= 0 and stand.strengths[self.of.cleopatra] > 0
        for column, enemy in enumerate(self.leg.stands[self.other]):
            if not self.none[column] and not (hers and enemy.strengths[enemy_of.cleopatra]):
                sides = own, self.leg.standing(self.other, enemy)
                first, second = sides[:: self.sign]
                yield column, Position(first, second, self.round, number, self.leg.exchanged, firing, hits)

    def _said(self, said: Any, may: Sequence[tuple[str, int]], position: Position, side: int) -> tuple[str, int]:
        """What a function answered: an act with the place of its block, or an act alone of the first that may."""
        of, last = self.question.sides[side], len(position.side(ROLES[side])) - 1
        open_ = {(act, of.listed[slot] if of.listed[slot] >= 0 else last): (act, slot) for act, slot in may}
        for act in sorted(open_, key=lambda each: ((*ACTS, TAKES).index(each[0]), each[1])):
            if said in (act, act[0]):
                return open_[act]
        listed = ", ".join(map(repr, open_))
        raise ValueError(note("julius_caesar.error.best_said", found=repr(said)[:80], may=listed))

    # A position -------------------------------------------------------------------------------------------------------

    def choices(
        self, stand: SideStand, at: int, position: Position, slots: dict[int, int]
    ) -> Iterator[tuple[str, int, Any]]:
        """(act, place in the list, worth) of every choice at a position."""
        if position.hits:
            by_kind = self._by_kind(self.other, slots, position)
            for slot, after, code in self.leg.struck(self.other, self.leg.stands[self.other][at]):
                came = self.came(stand, code) if code else stand
                worth = self.hits(came, position.hits - 1)[0, self.leg.index[self.other][after]]
                for listed in by_kind[self.kind(self.other, slot, self.leg.stands[self.other][at])]:
                    yield TAKES, listed, worth
            return
        by_kind = self._by_kind(self.side, slots, position)
        for act, slot, numbers in self.moves(stand):
            for listed in by_kind[self.kind(self.side, slot, stand)]:
                if listed in position.firing:
                    yield act, listed, numbers[0, at]

    def kind(self, side: int, slot: int, stand: SideStand) -> tuple[int, int]:
        """What tells a block from others in a position."""
        return self.question.sides[side].kinds[slot], stand.strengths[slot]

    def _by_kind(self, side: int, slots: dict[int, int], position: Position) -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = {}
        for n, now in enumerate(position.side(ROLES[side])):
            if now.place == MAIN and now.strength:
                found.setdefault((self.question.sides[side].kinds[slots[n]], now.strength), []).append(n)
        return found
