"""Best play in a battle by backward induction: the engine.

A side is known by its *stand*: the strength of each of its blocks. While a letter acts (its *turn*), its own side
changes only by departures, the other only by the hits it takes. So all that matters before a turn is a table with one
row for each stand of the side that acts and one column for each stand of the side that is fired at, holding the
battle's value to the attacker from there on.

1. Forwards (``Solver._follow``): which stands each side can have before each turn.
2. At the end (``BattleEnd``) the worth of every pair of stands is known.
3. Backwards (``LetterTurn.table``): the table before a turn from that after it, one block at a time, the last block
   first. For one stand of the side that acts, with ``after`` its row::

       levels = [after]                            # what it is worth with 0, 1, 2 ... hits still to be taken:
       for each hit that the dice can score:       # the owner picks one of the strongest blocks for each hit (7.4)
           levels.append([best for its owner of levels[-1][stand after the hit] for each column])
       fires = sum(chance of n hits * levels[n])
       before = best for the block's side of fires, passes = after, retreats = row of the stand without it

The blocks of a letter act in a fixed order; each still decides after seeing the dice of those before it. Blocks that
are alike are kept sorted by strength, so that all their permutations are one stand. Several numbers can be carried at
once (the worth first): the others follow the choices made for the first. Where numba is installed
``best_kernel`` does step 3."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache, cached_property
from numbers import Rational
from operator import itemgetter
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar.odds.course import (
    CLEOPATRAS,
    LEFT,
    MAIN,
    RESERVE,
    Army,
    BattlePosition,
    BlockStatus,
    Bodies,
    blocks_of,
    hit_weights,
    turn_order,
)
from gamekit.julius_caesar.tables import ROLES, Block
from gamekit.text.translation import note
from gamekit.text.validation import convert_numpy_fields

Number = int | float | Fraction
NAMED: Final = ("win", "killed")


@dataclass(frozen=True, slots=True)
class Worth:
    """The attacker's utility of an end: the place held, each own step left, each enemy step lost, dead leaders.

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
        convert_numpy_fields(self)
        for each in fields(self):
            value = getattr(self, each.name)
            number: Any = (Rational, float)
            sound = isinstance(value, number) and not isinstance(value, bool) and -1e9 < value < 1e9
            if not sound:
                raise ValueError(note("julius_caesar.error.best_number", name=each.name, found=repr(value)))


@dataclass(frozen=True, slots=True)
class ExitLimits:
    """How many blocks of a side may still leave in each round (7.61-7.64); None is no limit, 0 is none.

    ``attacker`` and ``defender``, the sides as the battle began, limit land blocks that leave, by road and one by
    sea; navis count apart (7.82). Raises ValueError for anything but None and whole numbers from 0.

    >>> ExitLimits(attacker=2, defender=0)
    ExitLimits(attacker=2, defender=0, attacker_navis=None, defender_navis=None)
    """

    attacker: int | None = None
    defender: int | None = None
    attacker_navis: int | None = None
    defender_navis: int | None = None

    def __post_init__(self) -> None:
        convert_numpy_fields(self)
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise ValueError(note("julius_caesar.error.best_exit", name=each.name, found=repr(value)))

    def land_and_navis_limits(self, side: int) -> tuple[int | None, int | None]:
        """The limits of the attacker (0) or defender (1): for land blocks, for navis."""
        return (self.defender, self.defender_navis) if side else (self.attacker, self.attacker_navis)


@dataclass(frozen=True, slots=True)
class Gain:
    """One number that is carried back from the ends of a battle.

    Its value at an end is ``always``, plus ``held`` if the attacker holds the place, plus
    ``standing[side][slot][strength]`` for every block alive. ``retreat`` gives by side its value after a block
    retreats: (a constant, a factor, the index of the number carried along that is multiplied).
    """

    always: Any = 0
    held: Any = 0
    standing: tuple[Any, Any] = ((), ())
    retreat: tuple[tuple[Any, Any, int], ...] = ()

    def leaving(self, side: int, slot: int, strength: int) -> tuple[Any, int, Any]:
        """Return (factor, source, plus): after a retreat the gain is factor * number[source] + plus."""
        constant, factor, source = self.retreat[side]
        return factor, source, constant + (self.standing[side][slot][strength] if factor else 0)


def check_worth(worth: object) -> None:
    """Raise ValueError unless ``worth`` is "win", "killed" or a Worth."""
    if not (isinstance(worth, Worth) or (isinstance(worth, str) and worth in NAMED)):
        raise ValueError(note("julius_caesar.error.best_worth", found=repr(worth)))


def check_exits(exits: object) -> None:
    """Raise ValueError unless ``exits`` is an ``ExitLimits``."""
    if not isinstance(exits, ExitLimits):
        raise ValueError(note("julius_caesar.error.best_exits", found=repr(exits)))


def sum_gain(sides: Sequence[Sequence[Block]], place: int, each: Callable[[int, Block, int], Any]) -> Gain:
    """The ``Gain`` that sums ``each(side, block, strength)`` over all blocks alive, those that retreated included."""
    rows = [tuple((0, *(each(n, one, s) for s in range(1, 5))) for one in blocks) for n, blocks in enumerate(sides)]
    return Gain(standing=(rows[0], rows[1]), retreat=((0, 1, place), (0, 1, place)))


def hits_left(block: Block, strength: int) -> int:
    """Return the number of hits that eliminate a block at this strength (7.41)."""
    return -(-strength // block.strength_per_step)


def gain_from_worth(worth: str | Worth, sides: Sequence[Sequence[Block]], place: int = 0) -> Gain:
    """The ``Gain`` of a worth; ``place`` is its index among the numbers carried back."""
    if not isinstance(worth, Worth):
        held = replace(sum_gain(sides, place, lambda *_: 0), held=1)
        return replace(held, retreat=((0, 1, place), (0, 0, place))) if worth == "killed" else held
    win, own, enemy, leader = map(float, (worth.win, worth.own_step, worth.enemy_step, worth.leader))

    def each(side: int, block: Block, strength: int) -> Any:
        step, alive = (-enemy, -leader) if side else (own, leader)
        return step * hits_left(block, strength) + (alive if block.type == "leader" else 0)

    leaders = [sum(block.type == "leader" for block in blocks) for blocks in sides]
    return replace(sum_gain(sides, place, each), always=leader * (leaders[1] - leaders[0]), held=win)


def chance_gains(sides: Sequence[Sequence[Block]], first: int) -> list[Gain]:
    """Four numbers of ``Chances``, carried from index ``first`` on: the chances that the attacker wins and is
    eliminated, and the mean strengths left."""
    none = sum_gain(sides, first, lambda *_: 0).standing
    return [
        Gain(0, 1, none, ((0, 1, first), (0, 0, first))),
        Gain(1, -1, none, ((0, 0, first + 1), (0, 1, first + 1))),
        sum_gain(sides, first + 2, lambda side, _, strength: 0 if side else strength),
        sum_gain(sides, first + 3, lambda side, _, strength: strength if side else 0),
    ]


def plan_gains(sides: Sequence[Sequence[Block]], own: int) -> list[Gain]:
    """Three numbers for a plan of side ``own``, carried from index 1 on: place held, its steps and leaders left."""
    return [
        gain_from_worth("win", sides, 1),
        sum_gain(sides, 2, lambda side, block, strength: hits_left(block, strength) if side == own else 0),
        sum_gain(sides, 3, lambda side, block, _: int(side == own and block.type == "leader")),
    ]


Asked = Callable[[BattlePosition], Any]
Progress = Callable[[float], None]
Table = Any  # [number][stand of one side][stand of the other]
Row = Sequence[Any]
BEST, ORDERS = "best", "orders"
ACTS: Final = ("fires", "passes", "retreats")
FIRES, PASSES, RETREATS = range(3)
TAKES = "takes it"
TIE = 1e-12  # worths closer than this are equal
LAST = 4
MOST_STANDS = 20_000  # of one side
MOST_STATES = {False: 40_000_000, True: 400_000_000}  # limits, half a minute each: in Python, compiled


class Stand(NamedTuple):
    """The strength of each slot of a side, 0 for dead or gone.

    ``spent``: Cleopatra has acted in this round, if that has to be remembered (7.52, Mars and Neptune). ``land`` and
    ``navis``: how many blocks may still leave in this round, 0 if that is not limited."""

    strengths: tuple[int, ...]
    spent: bool = False
    land: int = 0
    navis: int = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """How a side decides what its blocks do (``acts``) and which block takes a hit (``hits``).

    Each is "best", "orders" or a function of the position. Standing orders: each block fires, or leaves if it must.
    ``behind[round]``: a block leaves when its side is that many strength points behind, else it fires."""

    acts: str | Asked = BEST
    hits: str | Asked = BEST
    behind: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if wrong := [said for said in (self.acts, self.hits) if said not in (BEST, ORDERS) and not callable(said)]:
            raise ValueError(note("julius_caesar.error.best_policy", found=repr(wrong[0])))

    @property
    def leaves(self) -> bool:
        """Whether blocks of the side may leave of their own will."""
        return self.acts != ORDERS or bool(self.behind)

    @property
    def asks(self) -> bool:
        """Whether the side decides by a function of the position."""
        return callable(self.acts) or callable(self.hits)

    @property
    def keeps_the_place(self) -> bool:
        """Whether the side never retreats because passing is at least as good (see ``best_play``)."""
        return not self.behind and not self.asks


@dataclass(frozen=True)
class Side:
    """The slots of a side: interchangeable blocks are adjacent, in the order in which they are first listed."""

    number: int  # 0 attacker, 1 defender, as the battle began
    blocks: tuple[Block, ...]
    listed: tuple[int, ...]  # by slot its index in the battle's list, -1 for Cleopatra after she changed sides
    reserve: tuple[bool, ...]
    kinds: tuple[int, ...]  # by slot, equal for blocks that are alike
    limits: tuple[int | None, int | None]  # the numbers of land blocks and of navis that may leave in a round

    @cached_property
    def cleopatra(self) -> int:
        """Cleopatra's slot, -1 if she is not in this battle."""
        return next((slot for slot, block in enumerate(self.blocks) if block.type == "cleopatra"), -1)

    def place(self, slot: int) -> int:
        """The index of a slot in a position's list; a Cleopatra that has joined is last."""
        return self.listed[slot] % len(self.listed)

    def sails(self, slot: int) -> bool:
        """Whether a slot leaves under the navis limit."""
        return self.blocks[slot].type == "navis"


def sides_of(bodies: Bodies, exits: ExitLimits, apart: Callable[[Block], Any]) -> tuple[Side, Side]:
    """Both sides' slots; ``apart`` is a key that distinguishes otherwise interchangeable blocks."""
    hers = next((block for block in blocks_of(bodies) if block.type == "cleopatra"), None)
    first, second = (_side_of(number, *bodies[role], hers, exits, apart) for number, role in enumerate(ROLES))
    return first, second


def _side_of(
    number: int, main: Army, reserve: Army, hers: Block | None, exits: ExitLimits, apart: Callable[[Block], Any]
) -> Side:
    listed = [(block, n, n >= len(main)) for n, block in enumerate((*main, *reserve))]
    listed += [] if hers is None or hers in (*main, *reserve) else [(hers, -1, False)]
    sailing = sum(block.type == "navis" for block, _, _ in listed)
    sorts = (len(listed) - sailing, sailing)
    by_sort = exits.land_and_navis_limits(number)
    limits = [None if most is None or most >= there else most for most, there in zip(by_sort, sorts)]
    known: dict[Any, int] = {}
    rows = []
    for block, n, waits in listed:
        figures = (block.initiative_attacking, block.initiative_defending, block.firepower, block.strength_per_step)
        sails = by_sort != (None, None) and block.type == "navis"
        kind = known.setdefault((*figures, block.type == "cleopatra", sails, apart(block)), len(known))
        rows.append((kind, waits, -block.strength, n, block))
    rows.sort(key=itemgetter(slice(4)))
    kinds, waiting, _, places, slots = zip(*rows)
    return Side(number, slots, places, waiting, kinds, (limits[0], limits[1]))


@dataclass(frozen=True)
class Question:
    """A question about a battle: its sides, the numbers to carry back, the policies."""

    sides: tuple[Side, Side]
    bodies: tuple[tuple[Army, Army], ...]  # by side the main body and the reserve
    first_strike: bool
    gains: tuple[Gain, ...]
    policies: tuple[Policy, Policy]
    leaves: bool = True  # blocks may choose to leave
    last: int = LAST  # the last round to solve
    late: bool = False  # Cleopatra acts in the C turn in which she is won over (a reading of 7.52)
    asks: bool = False  # whether a side decides by a function of the position

    @cached_property
    def compiled(self) -> bool:
        """Whether the compiled kernel answers it."""
        from gamekit.probability.jit import FAST

        return FAST and not self.asks


class Roles:
    """The transitions of a side's stand while the roles stay the same and the reserves wait or have arrived."""

    def __init__(self, question: Question, exchanged: bool, waiting: bool) -> None:
        self.question, self.exchanged, self.waiting = question, exchanged, waiting
        self.runs = []  # by side: the first and last slots of interchangeable blocks
        for side in question.sides:
            told = [(kind, waits and waiting) for kind, waits in zip(side.kinds, side.reserve)]
            edges = [slot for slot in range(len(told)) if not slot or told[slot] != told[slot - 1]]
            self.runs.append(list(zip(edges, [*edges[1:], len(told)])))

    def attacks(self, side: int) -> bool:
        """Whether a side attacks now."""
        return (side == 0) != self.exchanged

    def order(self, round: int) -> list[tuple[int, str]]:
        """The turns of a round: side and letter."""
        turns = turn_order(round, self.question.first_strike, self.exchanged)
        return [(ROLES.index(side), letter) for side, letter in turns]

    def fights(self, side: int, slot: int) -> bool:
        """Whether a slot is not in reserve."""
        return not (self.waiting and self.question.sides[side].reserve[slot])

    def acting(self, side: int, letter: str) -> list[int]:
        """The slots of a letter that fight."""
        blocks, role = self.question.sides[side].blocks, ROLES[not self.attacks(side)]
        return [n for n, block in enumerate(blocks) if self.fights(side, n) and block.initiative(role) == letter]

    def canonical(self, side: int, stand: Stand) -> Stand:
        """The stand with interchangeable blocks sorted, the weakest first, those that are gone last."""
        strengths = stand.strengths
        for first, end in self.runs[side]:
            if end - first > 1:
                alike = sorted(strengths[first:end], key=lambda strength: strength or 9)
                strengths = (*strengths[:first], *alike, *strengths[end:])
        return stand if strengths == stand.strengths else stand._replace(strengths=strengths)

    def changed(self, side: int, stand: Stand, slot: int, strength: int, raw: bool = False) -> Stand:
        """The stand with another strength of a slot; ``raw`` does not sort interchangeable blocks."""
        strengths = (*stand.strengths[:slot], strength, *stand.strengths[slot + 1 :])
        spent = stand.spent and (strength > 0 or slot != self.question.sides[side].cleopatra)
        stand = stand._replace(strengths=strengths, spent=spent)
        return stand if raw else self.canonical(side, stand)

    @cache  # noqa: B019
    def struck(self, side: int, stand: Stand) -> list[tuple[int, Stand, int]]:
        """(slot, stand after, code) for every block that may take a hit: one of the strongest (7.4).

        Code 1 if that makes Cleopatra change sides, 2 if it does and she has acted in this round."""
        of = self.question.sides[side]
        strengths = [s if self.fights(side, n) else 0 for n, s in enumerate(stand.strengths)]
        if not (most := max(strengths, default=0)):
            return []
        found = []
        for first, end in self.runs[side]:
            if most in strengths[first:end]:
                slot = max(n for n in range(first, end) if strengths[n] == most)
                left = max(0, most - of.blocks[slot].strength_per_step)
                code = 0 if left or slot != of.cleopatra else 1 + stand.spent
                found.append((slot, self.changed(side, stand, slot, left), code))
        return found

    def standing_order_hit(self, side: int, choices: Sequence[tuple[int, Stand, int]]) -> int:
        """The index of the hit by standing orders: lowest firepower, then latest letter, then last listed."""
        of, role = self.question.sides[side], ROLES[not self.attacks(side)]
        ends = {n: max(of.listed[first:end]) for first, end in self.runs[side] for n in range(first, end)}
        rank = [(of.blocks[n].firepower, -ord(of.blocks[n].initiative(role)), -ends[n]) for n, _, _ in choices]
        return rank.index(min(rank))

    def gone(self, side: int, stand: Stand, slot: int, raw: bool) -> Stand | None:
        """The stand after a block has left; None if no exit is left."""
        of, sails = self.question.sides[side], self.question.sides[side].sails(slot)
        if of.limits[sails] is not None:
            if not (stand.navis if sails else stand.land):
                return None
            stand = stand._replace(navis=stand.navis - 1) if sails else stand._replace(land=stand.land - 1)
        return self.changed(side, stand, slot, 0, raw)

    def joined(self, side: int, stand: Stand, spent: bool) -> Stand:
        """The stand after Cleopatra joins at strength I (7.52)."""
        hers = self.question.sides[side].cleopatra
        if stand.strengths[hers]:
            return stand
        return self.changed(side, stand, hers, 1)._replace(spent=spent)

    def at_next_round(self, side: int, stand: Stand) -> Stand:
        """The stand as a round after the first begins."""
        land, navis = self.question.sides[side].limits
        return Stand(stand.strengths, False, land or 0, navis or 0)

    def reinforced(self, side: int, stand: Stand) -> tuple[Stand, bool, bool]:
        """7.31: the stand after the reserves arrive, whether the main body had died, whether Cleopatra turns."""
        of = self.question.sides[side]
        lost = not any(s for s, waits in zip(stand.strengths, of.reserve) if not waits)
        strengths = tuple(
            max(0, s - block.strength_per_step) if lost and waits else s
            for s, waits, block in zip(stand.strengths, of.reserve, of.blocks)
        )
        turned = of.cleopatra >= 0 and stand.strengths[of.cleopatra] > 0 and not strengths[of.cleopatra]
        return Stand(strengths), lost, turned

    def standing(self, side: int, stand: Stand) -> tuple[BlockStatus, ...]:
        """The blocks of a side as listed; one that is gone has strength 0."""
        of, (main, reserve) = self.question.sides[side], self.question.bodies[side]
        found = []
        for listed, block in enumerate((*main, *reserve)):
            slot = of.listed.index(listed)
            place = RESERVE if self.waiting and listed >= len(main) else MAIN
            found.append(BlockStatus(block, stand.strengths[slot], place, not (slot == of.cleopatra and stand.spent)))
        if -1 in of.listed and stand.strengths[of.cleopatra]:
            found.append(BlockStatus(of.blocks[of.cleopatra], stand.strengths[of.cleopatra], ready=not stand.spent))
        return tuple(found)


class BattleEnd:
    """The end of the last round: the attackers have left, or leave now (7.62)."""

    def __init__(self, roles: Roles) -> None:
        self.roles, self.gains = roles, roles.question.gains

    def value_tables(self, side: int, own: Sequence[Stand], enemy: Sequence[Stand]) -> Table:
        """Return the numbers for every pair of stands, rows by ``side``."""
        tables, lives = [], [[any(stand.strengths) for stand in stands] for stands in (own, enemy)]
        for gain in self.gains:
            first, second = (self._standing(gain, n, each) for n, each in ((side, own), (1 - side, enemy)))
            held = {
                (x, y): self._held(gain, *((x, y) if side == 0 else (y, x)))
                for x in (True, False)
                for y in (True, False)
            }
            table = []
            for worth, alive in zip(first, lives[0]):
                dead, there = worth + held[alive, False], worth + held[alive, True]
                table.append([more + (there if lives_on else dead) for more, lives_on in zip(second, lives[1])])
            tables.append(table)
        return tables

    def _standing(self, gain: Gain, side: int, stands: Sequence[Stand]) -> Row:
        return [sum(row[s] for row, s in zip(gain.standing[side], stand.strengths)) for stand in stands]

    def _held(self, gain: Gain, attacker: bool, defender: bool) -> Any:
        """The number for the place: the attacker holds it if alone, or if both live and roles are exchanged (7.31)."""
        holds = attacker and (not defender or self.roles.exchanged)
        return float(gain.always + (gain.held if holds else 0))


class ReserveArrival:
    """The end of round 1 with reserves: they arrive, and the roles are exchanged if the defenders' main body died."""

    def __init__(self, roles: Roles, following: dict[bool, Node]) -> None:
        self.roles, self.following, self.ended = roles, following, BattleEnd(roles)

    def value_tables(self, side: int, own: Sequence[Stand], enemy: Sequence[Stand]) -> Table:
        """Return the numbers of each pair: as at the end if a side is dead, else from the next turn."""
        tables = self.ended.value_tables(side, own, enemy)
        for x, stand in enumerate(own):
            for y, facing in enumerate(enemy):
                if any(stand.strengths) and any(facing.strengths):
                    pair = (stand, facing) if side == 0 else (facing, stand)
                    if (at := self._at(*pair)) is not None:
                        node, i, j = at
                        for k, table in enumerate(tables):
                            table[x][y] = node.table[k][i][j]
        return tables

    def _at(self, attackers: Stand, defenders: Stand) -> tuple[LetterTurn, int, int] | None:
        """The turn that follows for a pair, and the pair's row and column in its table; None for an impossible pair."""
        (own, _, left), (enemy, lost, came) = self.roles.reinforced(0, attackers), self.roles.reinforced(1, defenders)
        node = self.following.get(lost)
        if not isinstance(node, LetterTurn):
            return None
        pair = [node.roles.canonical(0, own), node.roles.canonical(1, enemy)]
        if came or left:
            pair[left] = node.roles.joined(int(left), pair[left], False)
        at = [node.index[n].get(node.roles.at_next_round(n, stand)) for n, stand in enumerate(pair)]
        own_at, enemy_at = at if node.side == 0 else at[::-1]
        return None if own_at is None or enemy_at is None else (node, own_at, enemy_at)


class LetterTurn:
    """One letter's turn of a side, with all its stands. ``raw``: begun in mid-turn, no blocks interchangeable."""

    def __init__(
        self, solver: Solver, roles: Roles, round: int, number: int, slots: Sequence[int],
        starts: Sequence[Iterable[Stand]], fresh: bool = False, raw: bool = False,
    ) -> None:  # fmt: skip
        self.solver, self.question, self.roles, self.round, self.number = solver, roles.question, roles, round, number
        self.side, self.letter = roles.order(round)[number - 1]
        self.other, self.fresh, self.raw = 1 - self.side, fresh, raw
        self.policy, self.taker = (self.question.policies[n] for n in (self.side, self.other))
        self.of, self.facing = (self.question.sides[n] for n in (self.side, self.other))
        self.must = round == LAST and roles.attacks(self.side)  # 7.2
        self.free = round > 1 and (raw or (self.question.leaves and self.policy.leaves))
        self.tracked = self.question.first_strike and round == 1  # whether it matters that Cleopatra has acted
        self.next: Node
        own, enemy = (set(starts[n]) for n in (self.side, self.other))
        self.slots = self._in_order(slots, own)
        self._add_own(own, enemy)
        self._add_struck(enemy)
        self.own = sorted(own, key=lambda stand: (sum(stand.strengths), stand))  # before a row those it leaves for
        self.enemy = sorted(enemy, key=lambda stand: (-len(roles.struck(self.other, stand)), stand))
        self.stands = (self.own, self.enemy) if self.side == 0 else (self.enemy, self.own)
        self.index = [{stand: place for place, stand in enumerate(stands)} for stands in self.stands]
        gone = [stand for stand in self.own if not any(stand.strengths[slot] for slot in self.slots)]
        self.stay = [
            gone if self.must and n == self.side else stands for n, stands in enumerate(self.stands)
        ]  # after it
        self.compiled = self.question.compiled and not raw

    # The stands -------------------------------------------------------------------------------------------------------

    def _in_order(self, slots: Sequence[int], own: set[Stand]) -> list[int]:
        """The order in which blocks act: leaders last where they count, else the highest firepower first, of
        interchangeable blocks the weakest first. Cleopatra last if she may act in the turn in which she is won over,
        else first."""
        hers, late = self.of.cleopatra, self.question.late and (self.tracked or not self.roles.attacks(self.side))
        begun = next(iter(own)).strengths if self.raw else (0,) * len(self.of.blocks)
        may_come = late and self.letter == CLEOPATRAS and hers >= 0 and not any(stand.strengths[hers] for stand in own)
        life = [abs(row[1]) for row in self.question.gains[0].standing[self.side]]

        def rank(slot: int) -> tuple[Any, ...]:
            first = (slot == hers) * (1 if late else -1), life[slot], -self.of.blocks[slot].firepower
            return (*(() if self.must else first), self.of.kinds[slot], begun[slot], slot)

        return sorted({*slots, hers} if may_come else slots, key=rank)

    def _add_own(self, stands: set[Stand], enemy: set[Stand]) -> None:
        """Add every stand that the side reaches by its own actions."""
        hers = self.facing.cleopatra
        if hers >= 0 and any(stand.strengths[hers] for stand in enemy):
            turns = {False, self.tracked}
            stands |= {self.roles.joined(self.side, stand, spent) for stand in stands for spent in turns}
        fresh = list(stands)
        while fresh:
            stand = fresh.pop()
            after = {self._acted(stand, slot) for slot in self.slots}
            if self.free or self.must:
                after |= {away for slot in self.slots for away in self._leaving(stand, slot) if away is not None}
            fresh += after - stands
            stands |= after
            self.solver.check(len(stands))

    def _add_struck(self, stands: set[Stand]) -> None:
        """Add every stand that the side fired at reaches by hits."""
        if self.must:
            if self.of.cleopatra >= 0:
                stands |= {self.roles.joined(self.other, stand, False) for stand in stands}
            return
        fresh = list(stands)
        while fresh:
            after = {each for _, each, _ in self.roles.struck(self.other, fresh.pop())}
            fresh += after - stands
            stands |= after
            self.solver.check(len(stands))

    def _acted(self, stand: Stand, slot: int) -> Stand:
        """The stand after a block has fired or passed."""
        return (
            stand._replace(spent=True)
            if self.tracked and slot == self.of.cleopatra and stand.strengths[slot]
            else stand
        )

    def _leaving(self, stand: Stand, slot: int) -> tuple[Stand | None, Stand | None]:
        """The stand after a block leaves; and after it is eliminated because it must leave and cannot (7.6)."""
        if not stand.strengths[slot]:
            return None, None
        away, dead = self.roles.gone(self.side, stand, slot, self.raw), None
        if self.must and self.of.limits[self.of.sails(slot)] is not None:
            dead = self.roles.changed(self.side, stand, slot, 0, self.raw)
        return away, dead

    # The tables -------------------------------------------------------------------------------------------------------

    def value_tables(self, side: int, own: Sequence[Stand], enemy: Sequence[Stand]) -> Table:
        """Return the numbers before the turn for these stands, rows by ``side``."""
        rows, columns = (self.places(n, stands) for n, stands in ((side, own), (1 - side, enemy)))
        if side == self.side:
            pick = getter(columns)
            return [[pick(table[row]) for row in rows] for table in self.table]
        pick = getter(rows)
        return [list(zip(*(pick(table[column]) for column in columns))) for table in self.table]

    def places(self, side: int, stands: Sequence[Stand]) -> list[int]:
        index = self.index[side]
        return [index[self.roles.at_next_round(side, stand) if self.fresh else stand] for stand in stands]

    @cached_property
    def after(self) -> Table:
        """The table when the turn is over: [number][own stand][stand fired at]."""
        own = [self.roles.canonical(self.side, stand) for stand in self.own] if self.raw else self.own
        kept = set(self.stay[self.side])
        rows = [n for n, stand in enumerate(self.own) if stand in kept]  # the others have left, or the battle is over
        if self.compiled:
            from gamekit.julius_caesar.odds.best_kernel import table_after_turn

            return table_after_turn(self, rows)
        some = self.next.value_tables(self.side, [own[n] for n in rows], self.enemy)
        if len(rows) == len(own):
            return some
        tables = self.ended
        for table, found in zip(tables, some):
            for n, row in zip(rows, found):
                table[n] = row
        return tables

    @property
    def ended(self) -> Table:
        """The numbers of every pair of stands if the battle ends with this turn."""
        return BattleEnd(self.roles).value_tables(self.side, self.own, self.enemy)

    @cached_property
    def table(self) -> Table:
        """The table when the turn begins."""
        tables = self.run(self.slots)
        del self.after
        return tables if self.compiled else [[array("d", row) for row in table] for table in tables]

    def run(self, slots: Sequence[int]) -> Table:
        """The table before these blocks have acted, the last first."""
        found = self.after
        for place in reversed(range(len(slots))):
            found = self._before_block(slots[place:], found)
        return found

    def _before_block(self, todo: Sequence[int], after: Table) -> Table:
        """The table before the first block of ``todo`` acts."""
        moves = [self.move(todo, stand) for stand in self.own]
        if self.compiled:
            from gamekit.julius_caesar.odds.best_kernel import table_before_block

            return table_before_block(self, moves, todo[0], after, TIE)
        now: Table = [[] for _ in after]
        for n, move in enumerate(moves):
            stays = [table[n] for table in after]
            if move.active and self.shown:
                options = self.options(todo, n, move, after, now)
                if self.said:
                    known = dict(options)
                    rows = self._picked([known.get(code, known[FIRES]) for code in self.acts(n, todo)])
                elif not self.chooses:
                    rows = options[0][1]
                else:
                    rows = best_of_tables([option for _, option in options], self.side == 0)
                stays = [[*row, *kept[self.shown :]] for row, kept in zip(rows, stays)]
            for table, row in zip(now, stays):
                table.append(row)
            if n % 64 == 63 and not self.raw:
                self.solver.tell(64 * len(self.enemy))
        if not self.raw:
            self.solver.tell(len(moves) % 64 * len(self.enemy))
        return now

    def move(self, todo: Sequence[int], stand: Stand) -> Move:
        """Return the moves of the next block in a stand."""
        slot = todo[0]
        strength, index = stand.strengths[slot], self.index[self.side]
        if not strength or (slot == self.of.cleopatra and stand.spent):
            return Move(False, 0, 0, -1, -1)
        away, dead = self._leaving(stand, slot) if self.free or self.must else (None, None)
        if dead is not None and away is not None:  # as many leave as can; by orders the first listed, the strongest
            sails = self.of.sails(slot)
            left = stand.navis if sails else stand.land
            if self.policy.acts == BEST:
                others = sum(stand.strengths[n] > 0 and self.of.sails(n) == sails for n in todo)
                dead = dead if left < others else None
            else:
                before = sum(stand.strengths[n] > 0 and self.of.kinds[n] == self.of.kinds[slot] for n in todo[1:])
                away, dead = (away, None) if left > before else (None, dead)
        acted = index[self._acted(stand, slot)]
        return Move(
            True, 0 if self.must else strength, acted, *(-1 if each is None else index[each] for each in (away, dead))
        )

    def options(self, todo: Sequence[int], n: int, move: Move, after: Table, now: Table) -> list[tuple[int, Table]]:
        """(act, rows of the numbers) of everything that a block can do; a dead block does nothing."""
        slot, found = todo[0], []
        if not self.must:
            hits = self.hit_chances(slot, move.dice)
            levels = self.rows_by_hits(after, move.acted, move.dice, todo[1:])
            found.append(
                (FIRES, [mean_row(hits, [level[k] for level in levels], self.shown) for k in range(len(after))])
            )
            if self.raw or self.chooses:
                found.append((PASSES, [table[move.acted][: self.shown] for table in after]))
        if move.away >= 0:
            strength, rows = self.own[n].strengths[slot], list[Row]()
            for gain in self.question.gains:
                factor, source, plus = gain.leaving(self.side, slot, strength)
                rows.append([factor * x + plus for x in now[source][move.away][: self.shown]])
            found.append((RETREATS, rows))
        if move.dead >= 0:
            rows = [table[move.dead] for table in now]
            if slot == self.of.cleopatra:
                turned = getter([self.index[self.other][self.roles.joined(self.other, e, False)] for e in self.enemy])
                rows = [turned(row) for row in rows]
            found.append((len(ACTS), [row[: self.shown] for row in rows]))
        return found

    def hit_chances(self, slot: int, dice: int) -> list[float]:
        """The chances of 0, 1, 2 ... hits of a block's dice."""
        ways = hit_weights((0,) * (self.of.blocks[slot].firepower - 1) + (dice,))
        return [each / sum(ways) for each in ways]

    def rows_by_hits(self, tables: Table, n: int, hits: int, todo: Sequence[int]) -> list[list[Row]]:
        """The row of a stand by [hits still to be taken][number], the struck side's owner choosing for each hit."""
        found: list[list[Row]] = [[table[n] for table in tables]]
        came = {}
        for code in {code for column in self.columns for _, _, code in column.turned} if hits else ():
            joined = self.index[self.side].get(self.roles.joined(self.side, self.own[n], code == 2), n)  # n: cannot be
            came[code] = found if joined == n else self.rows_by_hits(tables, joined, hits - 1, todo)
        for count in range(1, hits + 1):
            last, options = found[-1], []
            for column in self.columns:
                rows: list[Any] = [column.after(row) for row in last]
                if column.turned:
                    rows = [list(row) for row in rows]
                for place, at, code in column.turned:
                    for row, level in zip(rows, came[code][count - 1]):
                        row[place] = level[at]
                options.append(rows)
            if callable(self.taker.hits):
                chosen = self._picked([options[at] for at in self._said(self.taker.hits, self.own[n], todo, count)])
            else:
                chosen = best_of_tables(options, self.side == 1)
            found.append([[*row, *kept[self.shown :]] for row, kept in zip(chosen, last)])
        return found

    @cached_property
    def columns(self) -> list[HitColumn]:
        """The choices of which block takes a hit, each over the stands that have it, the first; empty without fire."""
        if self.must:
            return []
        listed = [self.roles.struck(self.other, stand) for stand in self.enemy]
        if self.taker.hits == ORDERS:
            listed = [[one[self.roles.standing_order_hit(self.other, one)]] if one else [] for one in listed]
        found = []
        for choice in range(max(map(len, listed), default=0)):
            made = [choices[choice] for choices in listed if len(choices) > choice]
            places = [self.index[self.other][after] for _, after, _ in made]
            turned = [(n, places[n], code) for n, (_, _, code) in enumerate(made) if code]
            found.append(HitColumn(getter(places), places, turned))
        return found

    @cached_property
    def shown(self) -> int:
        """The number of stands fired at with a block in the battle; they come first."""
        return sum(bool(self.roles.struck(self.other, stand)) for stand in self.enemy)

    @property
    def chooses(self) -> bool:
        """Whether the blocks that act may deviate from standing orders."""
        return self.policy.acts != ORDERS

    # Policies other than best play and standing orders ----------------------------------------------------------------

    @property
    def said(self) -> bool:
        return not self.must and bool(self.policy.behind or callable(self.policy.acts))

    def acts(self, n: int, todo: Sequence[int]) -> list[int]:
        """The act that a policy chooses for the next block in stand ``n``, over the stands fired at."""
        own = self.own[n]
        if self.policy.behind:
            return self._behind(self.policy.behind[self.round - 1] + sum(own.strengths))
        return self._said(self.policy.acts, own, todo)

    @cache  # noqa: B019
    def _behind(self, least: int) -> list[int]:
        return [RETREATS if sum(enemy.strengths) >= least else FIRES for enemy in self.enemy[: self.shown]]

    def _picked(self, rows: Sequence[Any]) -> Table:
        """The numbers of the option picked in each column."""
        return [[row[k][place] for place, row in enumerate(rows)] for k in range(len(self.question.gains))]

    def _said(self, asked: Any, own: Stand, todo: Sequence[int], hits: int = 0) -> list[int]:
        """The index of the act that a policy function names, of those that may be done, over the stands fired at."""
        found, acts = list[int](), ACTS[: 2 + (not hits and self.move(todo, own).away >= 0)]
        for enemy in self.enemy[: self.shown]:
            struck = self.roles.struck(self.other, enemy) if hits else []
            slots = [self.facing.place(slot) for slot, _, _ in struck]
            may: list[Any] = [(TAKES, slot) for slot in slots] or [(act, self.of.place(todo[0])) for act in acts]
            first, second = (self.roles.standing(n, (own, enemy)[n != self.side]) for n in (0, 1))
            firing = tuple(self.of.place(slot) for slot in todo if own.strengths[slot])
            here = BattlePosition(first, second, self.round, self.number, self.roles.exchanged, firing, hits)
            said = asked(here) if len(may) > 1 else may[0]
            if said is None:  # standing orders
                found.append(self.roles.standing_order_hit(self.other, struck) if hits else FIRES)
            elif said in (named := may if isinstance(said, tuple) else [act for act, _ in may]):
                found.append(named.index(said))
            else:
                listed = ", ".join(map(repr, may))
                raise ValueError(note("julius_caesar.error.best_said", found=repr(said)[:80], may=listed))
        return found


Node = LetterTurn | ReserveArrival | BattleEnd


class Move(NamedTuple):
    """A block's moves in a stand: its dice, and the indices of the stand after it has acted, left, or died."""

    active: bool
    dice: int
    acted: int
    away: int  # -1 if it cannot
    dead: int


class HitColumn(NamedTuple):
    """A choice of which block takes a hit: the columns after, and (column, column after, code) if Cleopatra turns."""

    after: Callable[[Row], Row]
    places: list[int]
    turned: list[tuple[int, int, int]]


def getter(places: Sequence[int]) -> Callable[[Row], Row]:
    """Return a function that picks the columns ``places`` of a row."""
    return itemgetter(*places) if len(places) > 1 else lambda row: tuple(row[place] for place in places)


def mean_row(hits: Sequence[Any], rows: Sequence[Row], size: int) -> Row:
    """The mean of ``rows`` weighted by the chances ``hits``, over the first ``size`` columns."""
    p, q, *rest = hits
    found = [p * x + q * y for x, y in zip(rows[0][:size], rows[1])]
    for chance, row in zip(rest, rows[2:]):
        found = [value + chance * more for value, more in zip(found, row)]
    return found


def best_of_tables(options: Sequence[Table], greatest: bool) -> Table:
    """The best option in each column by the first number; the other numbers are those of the first such option.

    Later options may be shorter: the columns past their end do not offer them."""
    best = list(options[0][0])
    for option in options[1:]:
        row = option[0]
        if greatest:
            best[: len(row)] = [x if x > y else y for x, y in zip(row, best)]
        else:
            best[: len(row)] = [x if x < y else y for x, y in zip(row, best)]
    if len(options[0]) == 1:
        return [best]
    picks = [0] * len(best)
    for n in reversed(range(len(options))):
        for place, (value, most) in enumerate(zip(options[n][0], best)):
            if abs(value - most) <= TIE:
                picks[place] = n
    return [best, *([options[n][k][place] for place, n in enumerate(picks)] for k in range(1, len(options[0])))]


class Solver:
    """The solution of a question from a position on; the tables of later turns are cached."""

    def __init__(
        self, question: Question, position: BattlePosition, exits: ExitLimits, progress: Progress | None = None
    ) -> None:
        self.question, self.progress, self.states, self.done = question, progress, 0, 0
        self.nodes: dict[tuple[bool, int, int], tuple[Node, Any]] = {}  # the node after a turn, and its first stands
        if self.over(position):
            return
        begun = self._begun(position, exits)
        roles, stands = begun.roles, [{begun.roles.canonical(n, stand) for stand in begun.stay[n]} for n in (0, 1)]
        self._follow(roles, position.round, position.turn + 1, stands, False)

    def over(self, position: BattlePosition) -> bool:
        """Whether no decision is left."""
        return not position.firing and not position.hits

    def can_reach(self, position: BattlePosition, exits: ExitLimits) -> bool:
        """Whether play can reach a position from the one that the solver began with."""
        if self.over(position):
            return True
        begun = self._begun(position, exits)
        if (key := (begun.roles.exchanged, position.round, position.turn)) not in self.nodes:
            return False
        return all(begun.roles.canonical(n, stand) in self.nodes[key][1][n] for n in (0, 1) for stand in begun.stay[n])

    def check(self, stands: int) -> None:
        """Raise ValueError if a side has too many stands, or there are too many positions."""
        numbers = len(self.question.gains) * (30 if self.question.asks else 1)
        most = MOST_STATES[self.question.compiled]
        if stands > MOST_STANDS or self.states * numbers > most:
            door = "julius_caesar.error.best_compiled" if self.question.compiled else "julius_caesar.error.best_plain"
            raise ValueError(note(door, most=f"{most // numbers:,}"))

    def _begun(self, position: BattlePosition, exits: ExitLimits) -> LetterTurn:
        """The turn under way at a position, with the blocks that have yet to act."""
        waiting = position.round == 1 and any(any(side.reserve) for side in self.question.sides)
        roles = Roles(self.question, position.exchanged, waiting)
        side = roles.order(position.round)[position.turn - 1][0]
        stands, slots = zip(*(_stand(self.question, position, n, exits) for n in (0, 1)))
        struck = roles.canonical(1 - side, stands[1 - side])
        starts = [[stands[n] if n == side else struck] for n in (0, 1)]
        todo = [slots[side][listed] for listed in position.firing]
        return LetterTurn(self, roles, position.round, position.turn, todo, starts, raw=True)

    def _follow(self, roles: Roles, round: int, number: int, starts: Any, fresh: bool) -> Node:
        """The node that begins from the stands ``starts``; it is linked to the turn before it."""
        node = self._following(roles, round, number, starts, fresh)
        self.nodes[roles.exchanged, round, number - 1] = node, starts
        return node

    def _following(self, roles: Roles, round: int, number: int, starts: Any, fresh: bool) -> Node:
        order = roles.order(round)
        if number <= len(order):
            side, letter = order[number - 1]
            may_come = {roles.question.sides[side].cleopatra}
            slots = [n for n in roles.acting(side, letter)
                     if n in may_come or any(stand.strengths[n] for stand in starts[side])]  # fmt: skip
            if not slots:
                return self._follow(roles, round, number + 1, starts, fresh)
            turn = LetterTurn(self, roles, round, number, slots, starts, fresh)
            self.states += len(turn.slots) * len(turn.own) * len(turn.enemy)
            self.check(0)
            turn.next = self._follow(roles, round, number + 1, turn.stay, False)
            return turn
        if roles.waiting:
            return ReserveArrival(roles, self._arrivals(roles, starts))
        if round >= self.question.last:
            return BattleEnd(roles)
        renewed = [{roles.at_next_round(n, stand) for stand in starts[n]} for n in (0, 1)]
        return self._follow(roles, round + 1, 1, renewed, True)

    def _arrivals(self, roles: Roles, starts: Any) -> dict[bool, Node]:
        """Round 2: with the roles as they were, and exchanged where the defenders' main body died."""
        found = dict[bool, Node]()
        arrived = [[roles.reinforced(n, stand) for stand in starts[n]] for n in (0, 1)]
        for lost in (False, True):
            after = Roles(self.question, lost, False)
            sides = [{stand for stand, _, _ in arrived[0]}, {stand for stand, died, _ in arrived[1] if died == lost}]
            hers = [
                of.cleopatra >= 0 and any(turned for _, _, turned in arrived[n])
                for n, of in enumerate(self.question.sides)
            ]
            for n in (0, 1):
                sides[n] = {after.canonical(n, stand) for stand in sides[n]}
                sides[n] |= {after.joined(n, stand, False) for stand in sides[n]} if hers[1 - n] else set()
                sides[n] = {after.at_next_round(n, stand) for stand in sides[n]}
            if sides[1]:
                found[lost] = self._follow(after, 2, 1, sides, True)
        return found

    def tell(self, states: int) -> None:
        """Report that ``states`` more positions are solved."""
        self.done += states
        if self.progress is not None and self.states:
            self.progress(min(1.0, self.done / self.states))

    def answer(self, position: BattlePosition, exits: ExitLimits) -> tuple[list[Any], list[tuple[str, int, Any]], int]:
        """The numbers at a position, its choices (act, index in the list, worth), the side that chooses or -1."""
        if self.over(position):
            roles = Roles(self.question, position.exchanged, False)
            own, enemy = ([_stand(self.question, position, n, exits)[0]] for n in (0, 1))
            return self._counted(position, BattleEnd(roles).value_tables(0, own, enemy), 0, 0), [], -1
        turn = self._begun(position, exits)
        turn.next = self.nodes[turn.roles.exchanged, position.round, position.turn][0]
        stands, slots = zip(*(_stand(self.question, position, n, exits) for n in (0, 1)))
        listed = [{slot: place for place, slot in each.items()} for each in slots]
        n = turn.index[turn.side][stands[turn.side]]
        at = turn.index[turn.other][turn.roles.canonical(turn.other, stands[turn.other])]
        if position.hits:
            return self._taking(position, turn, n, at, slots[turn.other])
        choices = []
        for slot in turn.slots:
            if slot not in listed[turn.side]:
                continue  # Cleopatra, if she changes sides in this turn
            todo = [slot, *(each for each in turn.slots if each != slot)]
            after = turn.run(todo[1:])
            move = turn.move(todo, turn.own[n])
            if at < turn.shown:
                options = turn.options(todo, n, move, after, after)
            else:  # no block to fire at
                options = [(act, [table[n] for table in after]) for act in (FIRES, PASSES)]
            for act, rows in options:
                if act < len(ACTS):
                    worth = self._counted(position, [[row] for row in rows], 0, at)[0]
                    choices.append((act, listed[turn.side][slot], worth))
        numbers = self._counted(position, turn.run(turn.slots), n, at)
        named = [(ACTS[act], place, worth) for act, place, worth in sorted(choices, key=itemgetter(0, 1))]
        self.tell(self.states)
        return numbers, named, turn.side

    def _taking(
        self, position: BattlePosition, turn: LetterTurn, n: int, at: int, slots: dict[int, int]
    ) -> tuple[list[Any], list[tuple[str, int, Any]], int]:
        """The answer (numbers, choices, side that chooses) at a position where a hit is to be taken."""
        tables = turn.run(turn.slots)
        standing, choices = position.blocks_of_side(ROLES[turn.other]), []
        of, enemy = turn.facing, turn.enemy[at]
        for slot, after, code in turn.roles.struck(turn.other, enemy):
            came = turn.roles.joined(turn.side, turn.own[n], code == 2) if code else turn.own[n]
            level = turn.rows_by_hits(tables, turn.index[turn.side][came], position.hits - 1, turn.slots)[-1]
            worth = self._counted(position, [[row] for row in level], 0, turn.index[turn.other][after])[0]
            choices += [(TAKES, listed, worth) for listed, now in enumerate(standing)
                        if now.place == MAIN and now.strength == enemy.strengths[slot]
                        and of.kinds[slots[listed]] == of.kinds[slot]]  # fmt: skip
        level = turn.rows_by_hits(tables, n, position.hits, turn.slots)[-1]
        self.tell(self.states)
        return self._counted(position, [[row] for row in level], 0, at), choices, turn.other

    def _counted(self, position: BattlePosition, tables: Table, n: int, at: int) -> list[float]:
        """The numbers in row ``n``, column ``at`` of a table, including blocks that left earlier."""
        numbers = [float(table[n][at]) for table in tables]
        for side, of in enumerate(self.question.sides):
            slots = _slots(of, position.blocks_of_side(ROLES[side]))
            for n, now in enumerate(position.blocks_of_side(ROLES[side])):
                if now.place == LEFT and now.strength:
                    gains = [gain.leaving(side, slots[n], now.strength) for gain in self.question.gains]
                    numbers = [factor * numbers[source] + plus for factor, source, plus in gains]
        return numbers


def _slots(of: Side, standing: Sequence[BlockStatus]) -> dict[int, int]:
    """The slot of each block of a side's list."""
    slots = {listed: slot for slot, listed in enumerate(of.listed) if listed >= 0}
    return slots | {n: of.cleopatra for n in range(len(standing)) if n not in slots}


def _stand(question: Question, position: BattlePosition, side: int, exits: ExitLimits) -> tuple[Stand, dict[int, int]]:
    """A side's stand in a position, and the slot of each block of its list."""
    of, standing = question.sides[side], position.blocks_of_side(ROLES[side])
    slots, strengths = _slots(of, standing), [0] * len(of.blocks)
    there = [(n, now) for n, now in enumerate(standing) if now.place != LEFT]
    for n, now in there:
        strengths[slots[n]] = now.strength
    spent = any(now.block.type == "cleopatra" and now.strength and not now.ready for _, now in there)
    spent = spent and question.first_strike and position.round == 1
    pairs = zip(of.limits, exits.land_and_navis_limits(side))
    left = [min(limit or 0, limit or 0 if now is None else now) for limit, now in pairs]
    return Stand(tuple(strengths), spent, *(left if position.round > 1 else (0, 0))), slots
