"""One side of a battle as an automaton, a position within it, and the course of both sides, volley by volley.

Losses fall on the strongest block first (7.4), so under fixed standing orders a side is known by the hits it has
taken: every condition of a side is a ``SideState``, and every hit, turn, arrival or departure maps it to the next.

All blocks of one letter on one side fire together, since none of them can change what the others of their volley roll.
So a battle is a table, {attacker's state: {defender's state: weight}}, not a tree, carried forward from volley to
volley by ``spread``. Exact weights are integers over their sum; floats are chances."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import gcd, lcm
from typing import Any, NamedTuple

from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES, Block
from gamekit.probability.distribution import Basis
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note

MAIN, RESERVE, LEFT = "main", "reserve", "left"


Pool = tuple[int, ...]  # numbers of dice by firepower, 1 to 6


class SideState(NamedTuple):
    """A side's condition: the strength of each slot, who has left, who waits in reserve, and Cleopatra's turn."""

    strengths: tuple[int, ...]
    left: int = 0  # bit mask over the slots
    waiting: int = 0  # bit mask: reserves that have not arrived
    ready: bool = False  # Cleopatra fights here and has not had her turn in this round
    taken: int = 0  # hits, wasted ones included, where they are counted


@dataclass(frozen=True, slots=True)
class HitCandidate:
    """A block that may take a hit. An ``order`` is a function of a tuple of these and the side; it returns one.

    ``letter`` is its initiative in this role, ``firepower`` the highest face that hits, ``strength`` its number of
    dice, ``place`` "main" or "reserve"."""

    name: str
    type: str
    letter: str
    firepower: int
    strength: int
    place: str


Order = Callable[[tuple[HitCandidate, ...], str], HitCandidate]


def memoise_order(order: Order | None) -> Order | None:
    """Memoise an order, so that the same tie is always decided the same way."""
    if order is not None and not callable(order):
        right = "a function of the candidates and the side to one of them, or None for the standing orders"
        raise ValueError(f"order is {short_repr(order)}; it should be {right}")
    return None if order is None else cache(order)


@dataclass(slots=True)
class Automaton:
    """The slots of one side: its main body, its reserve, and last a place for Cleopatra to join (7.52)."""

    side: str  # "attacker" or "defender" at the start of the battle
    blocks: tuple[Block, ...]
    names: tuple[str, ...]
    reserves: int  # bit mask of the slots that began in reserve
    order: Order | None = None
    cleopatra: int = 0  # bit mask of the slots that Cleopatra may have
    joining: int = -1  # the slot in which Cleopatra joins this side
    counting: bool = False  # whether a state counts the hits that the side takes
    letters: dict[str, tuple[str, ...]] = field(init=False)
    steps: tuple[int, ...] = field(init=False)
    _hers: tuple[int, ...] = field(init=False)
    _faces: tuple[int, ...] = field(init=False)  # by slot the index of its dice in a pool
    _by_rank: dict[str, list[int]] = field(init=False)  # by slot: the lowest takes a hit among equals

    def __post_init__(self) -> None:
        slots = range(len(self.blocks))
        self.letters = {role: tuple(block.initiative(role) for block in self.blocks) for role in ROLES}
        self.steps = tuple(block.strength_per_step for block in self.blocks)
        self._faces = tuple(block.firepower - 1 for block in self.blocks)
        self._hers = tuple(slot for slot in slots if self.cleopatra >> slot & 1)
        self._by_rank = {role: hit_order(self.blocks, role) for role in ROLES}

    def present(self, state: SideState) -> list[int]:
        """The slots in the battle now: alive, arrived and not gone."""
        gone = state.left | state.waiting
        return [slot for slot, strength in enumerate(state.strengths) if strength and not gone >> slot & 1]

    def pool(self, state: SideState, slots: Sequence[int]) -> Pool:
        """The dice of ``slots``, as numbers of dice by firepower 1 to 6."""
        dice = [0] * 6
        for slot in slots:
            dice[self._faces[slot]] += state.strengths[slot]
        return tuple(dice)

    def on_turn(self, state: SideState, letter: str, role: str) -> list[int]:
        """The slots that act when this letter acts; Cleopatra acts only once in a round (7.52)."""
        spent = 0 if state.ready else self.cleopatra
        return [slot for slot in self.present(state) if self.letters[role][slot] == letter and not spent >> slot & 1]

    def target(self, state: SideState, role: str) -> int | None:
        """The slot that takes the next hit: the strongest; its owner chooses among equals (7.4)."""
        strengths, gone = state.strengths, state.left | state.waiting
        struck, most = None, 0
        for slot in self._by_rank[role]:
            if strengths[slot] > most and not gone >> slot & 1:
                struck, most = slot, strengths[slot]
        if struck is None or self.order is None:
            return struck
        tied = [slot for slot in self.present(state) if strengths[slot] == most]
        return tied[0] if len(tied) == 1 else self._ordered(state, tied, role)

    def standing_choice(self, tied: Sequence[int], role: str) -> int:
        """Standing orders: the lowest firepower, then the latest letter in this role, then the last listed."""
        return min(tied, key=self._by_rank[role].index)

    def _ordered(self, state: SideState, tied: list[int], role: str) -> int:
        assert self.order is not None
        figures = ((self.names[slot], self.blocks[slot], state.strengths[slot]) for slot in tied)
        places = (RESERVE if self.reserves >> slot & 1 else MAIN for slot in tied)
        candidates = tuple(
            HitCandidate(name, block.type, block.initiative(role), block.firepower, strength, place)
            for (name, block, strength), place in zip(figures, places)
        )
        chosen = self.order(candidates, self.side)
        if chosen not in candidates:
            raise ValueError(f"order chose {chosen!r}; it should return one of {', '.join(c.name for c in candidates)}")
        return tied[candidates.index(chosen)]

    def hit(self, state: SideState, role: str) -> tuple[SideState, bool]:
        """The state after one hit, and whether it made Cleopatra change sides; a hit on nobody is wasted."""
        state = state._replace(taken=state.taken + 1) if self.counting else state
        slot = self.target(state, role)
        return (state, False) if slot is None else self.reduce(state, slot)

    def reduce(self, state: SideState, slot: int) -> tuple[SideState, bool]:
        """The state with one step off a slot, and whether that made Cleopatra change sides (7.41, 7.52)."""
        left = max(0, state.strengths[slot] - self.steps[slot])
        strengths = (*state.strengths[:slot], left, *state.strengths[slot + 1 :])
        turned = not left and bool(self.cleopatra >> slot & 1)
        return state._replace(strengths=strengths, ready=state.ready and not turned), turned

    def join(self, state: SideState, ready: bool) -> SideState:
        """The state after Cleopatra joins at strength I, last in the list (7.52); ``ready``: her turn is to come."""
        strengths = (*state.strengths[: self.joining], 1, *state.strengths[self.joining + 1 :])
        return state._replace(strengths=strengths, ready=ready)

    def fights_on(self, state: SideState) -> bool:
        """Whether any block is in the battle, or still to arrive."""
        if not state.left:
            return any(state.strengths)
        return any(strength and not state.left >> slot & 1 for slot, strength in enumerate(state.strengths))

    def has_cleopatra(self, state: SideState) -> bool:
        """Whether Cleopatra is in the battle on this side."""
        return any(state.strengths[slot] and not state.left >> slot & 1 for slot in self._hers)

    def holds_cleopatra(self, state: SideState) -> bool:
        """Whether Cleopatra is alive on this side, in the battle or having left it."""
        return any(state.strengths[slot] for slot in self._hers)

    def refresh(self, state: SideState) -> SideState:
        """The state in a new round: Cleopatra has a turn again."""
        return state._replace(ready=bool(self.cleopatra) and self.has_cleopatra(state))

    def arrive(self, state: SideState) -> tuple[SideState, bool]:
        """The state after reserves arrive, each a step down if the main body died (7.31); whether Cleopatra turned."""
        waiting, turned = state.waiting, False
        disrupted = not self.present(state)
        state = state._replace(waiting=0)
        for slot in range(len(state.strengths)):
            if disrupted and waiting >> slot & 1 and state.strengths[slot]:
                state, now = self.reduce(state, slot)
                turned |= now
        return state, turned

    def leave(
        self, state: SideState, slots: Sequence[int], cut_off: bool, merge: bool = False
    ) -> tuple[SideState, bool]:
        """The state after ``slots`` leave, or die if ``cut_off`` (7.6); whether that made Cleopatra change sides. With
        ``merge`` the state does not record which blocks leave: one bit past the slots says that some did.
        """
        mask = sum(1 << slot for slot in slots)
        state = state._replace(ready=state.ready and not mask & self.cleopatra)
        if not mask or not (cut_off or merge):
            return state._replace(left=state.left | mask), False
        strengths = tuple(0 if mask >> slot & 1 else strength for slot, strength in enumerate(state.strengths))
        left = state.left if cut_off else state.left | 1 << len(strengths)
        return state._replace(strengths=strengths, left=left), cut_off and bool(mask & self.cleopatra)

    def survivors(self, state: SideState) -> tuple[tuple[str, int], ...]:
        """(name, strength) of every block alive, in list order."""
        return tuple((name, strength) for name, strength in zip(self.names, state.strengths) if strength)


def hit_order(blocks: Sequence[Block], role: str) -> list[int]:
    """The order in which equally strong blocks take hits: lowest firepower, latest letter in the role, last listed."""
    return sorted(range(len(blocks)), key=lambda n: (blocks[n].firepower, -ord(blocks[n].initiative(role)), -n))


def automaton(
    side: str, main: Sequence[Block], reserve: Sequence[Block], order: Order | None, joiner: Block | None
) -> tuple[Automaton, SideState]:
    """A side's slots and its state as the battle begins; ``joiner`` is Cleopatra if she fights in this battle."""
    blocks = (*main, *reserve)
    reserves = sum(1 << slot for slot in range(len(main), len(blocks)))
    strengths = tuple(block.strength for block in blocks)
    cleopatra, joining = 0, -1
    if joiner is not None:
        joining = len(blocks)
        blocks, strengths = (*blocks, joiner), (*strengths, 0)
        cleopatra = sum(1 << slot for slot, block in enumerate(blocks) if block.type == "cleopatra")
    made = Automaton(side, blocks, outcome_names(blocks), reserves, order, cleopatra, joining)
    return made, made.refresh(SideState(strengths, 0, reserves))


def other(role: str) -> str:
    """Return the other of "attacker" and "defender"."""
    return "defender" if role == ATTACKER else ATTACKER


def outcome_names(blocks: Sequence[Block]) -> tuple[str, ...]:
    """The names of blocks in an Outcome: generic blocks are numbered by rating, ``C3 #1``, ``C3 #2`` and so on."""
    counts: dict[str, int] = {}
    names = []
    for block in blocks:
        if block.type == "generic":
            counts[block.name] = counts.get(block.name, 0) + 1
            names.append(f"{block.name} #{counts[block.name]}")
        else:
            names.append(block.name_for_army)
    return tuple(names)


def turn_order(round: int, first_strike: bool, exchanged: bool) -> tuple[tuple[str, str], ...]:
    """The (side, letter) turns of a round: A to D, defender first; or all attackers first (Mars, Neptune)."""
    if first_strike and round == 1:
        return tuple((side, letter) for side in ROLES for letter in LETTERS)
    first = ATTACKER if exchanged else DEFENDER
    return tuple((side, letter) for letter in LETTERS for side in (first, other(first)))


# Positions ------------------------------------------------------------------------------------------------------------

Army = tuple[Block, ...]
Bodies = dict[str, tuple[Army, Army]]  # (main body, reserve) by role


@dataclass(frozen=True, slots=True)
class BlockStatus:
    """A block in a battle: its strength now (0: eliminated), its place, and whether it still has its turn.

    ``place`` is "main", "reserve" (not arrived yet) or "left". ``ready`` matters for Cleopatra alone: whether her turn
    of this round is still to come (7.52).
    """

    block: Block
    strength: int
    place: str = MAIN
    ready: bool = True


@dataclass(frozen=True, slots=True)
class BattlePosition:
    """A position within any round of a battle, for ``battle.at``.

    ``attacker`` and ``defender`` list the main body, then the reserve, then Cleopatra if she has joined that side.
    ``turn`` counts the volleys of this round that have begun; ``firing`` are the slots that still have their turn in
    the last of them, and ``hits`` the hits of the block that fired last that are still to be taken. ``exchanged`` is
    whether attacker and defender have exchanged roles (7.31); the fields keep the roles of the start.
    """

    attacker: tuple[BlockStatus, ...]
    defender: tuple[BlockStatus, ...]
    round: int = 1
    turn: int = 0
    exchanged: bool = False
    firing: tuple[int, ...] = ()
    hits: int = 0

    def blocks_of_side(self, side: str) -> tuple[BlockStatus, ...]:
        """The blocks of "attacker" or "defender", by the roles at the start of the battle."""
        return self.attacker if side == ATTACKER else self.defender


def automata(
    bodies: Bodies, position: BattlePosition, order: Order | None = None
) -> tuple[dict[str, Automaton], dict[str, SideState]]:
    """Both sides of a battle as automata, and their states in a position."""
    cleopatra = next((block for block in blocks_of(bodies) if block.type == "cleopatra"), None)
    sides, states = {}, {}
    for side, (main, reserve) in bodies.items():
        sides[side], full = automaton(side, main, reserve, order, cleopatra)
        standing = position.blocks_of_side(side)
        strengths = tuple(block.strength for block in standing)
        strengths += (0,) * (len(full.strengths) - len(strengths))
        left = sum(1 << slot for slot, block in enumerate(standing) if block.place == LEFT)
        waiting = sum(1 << slot for slot, block in enumerate(standing) if block.place == RESERVE)
        state = SideState(strengths, left, waiting)
        ready = sides[side].has_cleopatra(state) and all(
            block.ready for slot, block in enumerate(standing) if sides[side].cleopatra >> slot & 1 and block.strength
        )
        states[side] = state._replace(ready=ready)
    return sides, states


def blocks_of(bodies: Bodies) -> Army:
    """All blocks: the attacker's main body and reserve, then the defender's."""
    return tuple(block for both in bodies.values() for body in both for block in body)


def check(bodies: Bodies, position: BattlePosition, first_strike: bool) -> None:
    """Raise ValueError unless the position can belong to a battle of these bodies."""
    if not isinstance(position, BattlePosition):
        raise ValueError(f"position is {position!r}; it should be a jc.BattlePosition, like battle.start")
    for name, right in (("round", range(1, 5)), ("turn", range(9)), ("hits", range(5))):
        if getattr(position, name) not in right:
            raise ValueError(f"{name} is {getattr(position, name)!r}; it should be from {right[0]} to {right[-1]}")
    for side in ROLES:
        standing, listed = position.blocks_of_side(side), blocks_of({side: bodies[side]})
        if tuple(now.block for now in standing[: len(listed)]) != listed:
            raise ValueError(f"the position's {side} does not list the blocks of the battle in their order")
        if len(standing) > len(listed) + 1 or any(now.block.type != "cleopatra" for now in standing[len(listed) :]):
            raise ValueError(f"only Cleopatra can have joined the {side} during the battle")
        for now in standing:
            if now.strength not in (0, *now.block.track):
                raise ValueError(f"{now.block.name_for_army} cannot have strength {now.strength}")
            if now.place == RESERVE and now.strength and position.round > 1:
                raise ValueError(
                    f"{now.block.name_for_army} is in reserve in round {position.round}; all arrive in round 2"
                )
    alive = [now.block.type for side in ROLES for now in position.blocks_of_side(side) if now.strength]
    if not alive:
        raise ValueError("the position has no block alive; at least one side must have one")
    if (hers := alive.count("cleopatra")) != any(block.type == "cleopatra" for block in blocks_of(bodies)):
        raise ValueError(f"Cleopatra is alive in {hers} places; in a battle of hers she stands on one side (7.52)")
    if not (position.firing or position.hits):
        return
    if not position.turn:
        raise ValueError("turn is 0: no volley has begun, so nobody is firing and there are no hits to take")
    side, letter = turn_order(position.round, first_strike, position.exchanged)[position.turn - 1]
    role = other(side) if position.exchanged else side
    slots = [slot for slot, now in enumerate(position.blocks_of_side(side)) if now.block.initiative(role) == letter]
    if not set(position.firing) <= set(slots):
        raise ValueError(f"firing is {position.firing!r}; turn {position.turn} is that of {letter} of the {side}")


def with_states(
    bodies: Bodies, position: BattlePosition, sides: dict[str, Automaton], states: dict[str, SideState]
) -> BattlePosition:
    """Copy strengths, departures and reserves from the automata's states into the position."""
    found = {}
    for side in ROLES:
        automaton, state = sides[side], states[side]
        army = next((block.side for block in bodies[side][0] if block.side), None)
        standing = []
        for slot, strength in enumerate(state.strengths):
            if slot == automaton.joining and not strength:
                continue
            block = automaton.blocks[slot]
            place = LEFT if state.left >> slot & 1 else RESERVE if state.waiting >> slot & 1 else MAIN
            ready = state.ready or not automaton.cleopatra >> slot & 1
            shown = replace(block, side=army) if slot == automaton.joining else block
            standing.append(BlockStatus(shown, strength, place, ready))
        found[side] = tuple(standing)
    return replace(position, attacker=found[ATTACKER], defender=found[DEFENDER])


def next_to_act(bodies: Bodies, first_strike: bool, position: BattlePosition) -> BattlePosition:
    """Move on to the next block that can act, past empty volleys and ends of rounds, or to the end of the battle."""
    while not position.hits:
        sides, states = automata(bodies, position)
        if not all(sides[side].fights_on(states[side]) for side in ROLES):
            return replace(position, firing=())
        order = turn_order(position.round, first_strike, position.exchanged)
        if position.firing:
            side = order[position.turn - 1][0]
            firing = tuple(slot for slot in position.firing if slot in sides[side].present(states[side]))
            if firing:
                return replace(position, firing=firing)
            position = replace(position, firing=())
        elif position.turn < len(order):
            side, letter = order[position.turn]
            role = other(side) if position.exchanged else side
            slots = tuple(sides[side].on_turn(states[side], letter, role))
            position = replace(position, turn=position.turn + 1, firing=slots)
        elif position.round == 4:
            return position
        else:
            position = _next_round(bodies, position, sides, states)
    return position


def _next_round(
    bodies: Bodies, position: BattlePosition, sides: dict[str, Automaton], states: dict[str, SideState]
) -> BattlePosition:
    """Reserves arrive in round 2, disrupted if their main body died, which may exchange the roles (7.31)."""
    exchanged = position.exchanged
    if position.round == 1 and any(states[side].waiting for side in ROLES):
        exchanged = not sides[DEFENDER].present(states[DEFENDER])
        for side in ROLES:
            ready = states[side].ready
            states[side], turned = sides[side].arrive(states[side])
            if turned:
                states[other(side)] = sides[other(side)].join(states[other(side)], ready)
    states = {side: sides[side].refresh(states[side]) for side in ROLES}
    moved = with_states(bodies, position, sides, states)
    return replace(moved, round=position.round + 1, turn=0, exchanged=exchanged)


CLEOPATRAS = "C"  # Cleopatra's letter in either role
LAST = 4  # the round in which the attackers leave
Row = dict[int, Any]  # weights by the number of the other side's state
Table = dict[int, Row]  # rows by the number of the attacker's state
Who = str | tuple[int, ...]  # a letter, or the slots still to act
empty_row = partial(defaultdict[int, Any], int)
SAME, WON, WON_SPENT = range(3)  # Cleopatra did not change sides; did before her turn; did after it (7.52)


@lru_cache(maxsize=4096)
def hit_weights(pool: Pool) -> tuple[int, ...]:
    """The weights of 0, 1, 2 ... hits by the dice of a pool (7.4), in lowest terms.

    A pool is the number of dice by firepower, 1 to 6.

    >>> hit_weights((0, 2, 0, 0, 0, 0))
    (4, 4, 1)
    """
    weights = [1]
    for firepower, dice in enumerate(pool, 1):
        miss, hit = (part // gcd(firepower, 6) for part in (6 - firepower, firepower))
        for _ in range(dice):
            weights = [a * miss + b * hit for a, b in zip([*weights, 0], [0, *weights])]
    return tuple(weights)


class StateIndex:
    """The states of one side in one role, numbered as they are first met, and the states that hits lead to."""

    def __init__(self, automaton: Automaton, role: str) -> None:
        self.automaton, self.role = automaton, role
        self.states: list[SideState] = []
        self.fights: list[bool] = []  # whether any block is in the battle, or still to arrive
        self.strength: list[int] = []
        self.alive: list[bool] = []  # whether any block is alive, in the battle or not
        self._numbers: dict[SideState, int] = {}
        self._paths: dict[int, list[tuple[int, int]]] = {}
        self._weights: dict[tuple[int, Who, bool], tuple[int, ...]] = {}

    def number(self, state: SideState) -> int:
        """The number of a state."""
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
            self.fights.append(self.automaton.fights_on(state))
            self.strength.append(sum(state.strengths))
            self.alive.append(any(state.strengths) or state.left >> len(state.strengths) > 0)
        return self._numbers[state]

    def path(self, start: int, hits: int) -> list[tuple[int, int]]:
        """The states after 0, 1, 2 ... hits, up to ``hits`` or more, each with whether Cleopatra has changed sides."""
        path = self._paths.setdefault(start, [(SAME, start)])
        while len(path) <= hits:
            came, last = path[-1]
            state, turned = self.automaton.hit(self.states[last], self.role)
            if turned:
                came = WON if self.states[start].ready else WON_SPENT
            path.append((came, self.number(state)))
        return path

    def joined(self, number: int) -> int:
        """Return the number of the state after Cleopatra joins this side (7.52); she acts in the next round."""
        return self.number(self.automaton.join(self.states[number], True))

    def weights(self, number: int, who: Who, late: bool = False) -> tuple[int, ...]:
        """The weights of 0, 1, 2 ... hits by ``who``, a letter or some slots; ``late``: by Cleopatra alone."""
        if (number, who, late) not in self._weights:
            slots = self.slots(self.states[number], who)
            slots = [slot for slot in slots if not late or self.automaton.cleopatra >> slot & 1]
            self._weights[number, who, late] = hit_weights(self.automaton.pool(self.states[number], slots))
        return self._weights[number, who, late]

    def slots(self, state: SideState, who: Who) -> list[int]:
        """The slots that act: all of a letter, or those of ``who`` that are still in the battle."""
        if isinstance(who, str):
            return self.automaton.on_turn(state, who, self.role)
        return [slot for slot in self.automaton.present(state) if slot in who]

    def may_include_cleopatra(self, who: Who) -> bool:
        """Whether ``who`` may include Cleopatra."""
        return who == CLEOPATRAS or any(self.automaton.cleopatra >> slot & 1 for slot in who if isinstance(slot, int))


class RoundEnd(NamedTuple):
    """The end of a round: the battles that end and those that go on, as shares of ``total``."""

    course: BattleCourse
    round: int
    ended: Table
    running: Table
    total: int
    gone: Any  # the part of the mean strength from attackers dropped by ``merge``


@dataclass
class BattleCourse:
    """One battle as maps on tables, until the roles are exchanged."""

    sides: dict[str, Automaton]
    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    acts_at_once: bool = False  # won over in her new side's C turn, Cleopatra still acts in it (a reading of 7.52)
    exact: bool = True
    merge: bool = False  # do not record which attackers have left in round 4, to keep the tables small
    exchanged: bool = False
    axes: tuple[StateIndex, StateIndex] = field(init=False)

    def __post_init__(self) -> None:
        roles = reversed(ROLES) if self.exchanged else ROLES
        first, second = (StateIndex(self.sides[side], role) for side, role in zip(ROLES, roles))
        self.axes = first, second
        self.hers = any(automaton.cleopatra for automaton in self.sides.values())
        self.reserves = any(automaton.reserves for automaton in self.sides.values())
        self.known: dict[Any, Any] = {}

    def goes_on(self, own: int, enemy: int) -> bool:
        """Whether both sides have blocks in the battle, or still to arrive."""
        return self.axes[0].fights[own] and self.axes[1].fights[enemy]

    def wins(self, own: int, enemy: int) -> bool:
        """Whether no defender is left alive."""
        return not self.axes[1].strength[enemy]

    def spread(self, table: Table, side: str, shares: Mapping[int, Sequence[Any]], rest: Any, hers: bool) -> Table:
        """Spread the weight of every pair of states over the hits that a side makes.

        ``shares`` has the shares of 0, 1, 2 ... hits by the number of the side's state, ``rest`` the factor for a
        battle that is over; ``hers``: Cleopatra may act.
        """
        firing, struck = self.axes if side == ATTACKER else self.axes[::-1]
        rows = table if side == ATTACKER else transpose(table)
        most, fresh = max(len(shares[own]) for own in rows) - 1, defaultdict[int, Row](empty_row)
        paths = {enemy: struck.path(enemy, most if struck.fights[enemy] else 0) for enemy in columns(rows)}
        for own, row in rows.items():
            landing = self.cleopatra_rows(fresh, firing, own, hers)
            of_hits = shares[own] if firing.fights[own] else (rest,)
            for enemy, weight in row.items():
                for share, (came, after) in zip(of_hits if struck.fights[enemy] else (rest,), paths[enemy]):
                    landing[came][after] += weight * share
        return _filled(fresh) if side == ATTACKER else transpose(fresh)

    def cleopatra_rows(self, fresh: Table, axis: StateIndex, own: int, hers: bool) -> tuple[Row, Row, Row]:
        """Return the rows for a firing side: unchanged, and with Cleopatra won over before or after her turn (7.52)."""
        if not self.hers:
            return fresh[own], fresh[own], fresh[own]
        state = axis.states[own]._replace(ready=False) if hers else axis.states[own]
        same = fresh[axis.number(state)]
        if axis.automaton.holds_cleopatra(state):
            return same, same, same
        won, spent = (fresh[axis.number(axis.automaton.join(state, ready))] for ready in (True, False))
        return same, won, spent

    def fire(self, table: Table, side: str, who: Who, late: bool = False) -> Table:
        """Return the table after a letter or some slots of a side fire; ``late``: Cleopatra alone, if she is due."""
        axis = self.axes[ROLES.index(side)]
        numbers = table if side == ATTACKER else columns(table)
        rolled = {number: axis.weights(number, who, late) for number in numbers}
        if all(len(weights) == 1 for weights in rolled.values()):
            return table
        totals = {number: sum(weights) for number, weights in rolled.items()}
        common = lcm(*totals.values()) if self.exact else 1.0
        scales = {n: common // total if self.exact else common / total for n, total in totals.items()}
        shares = {n: [weight * scales[n] for weight in weights] for n, weights in rolled.items()}
        return self.spread(table, side, shares, common, axis.may_include_cleopatra(who))

    def turn(self, table: Table, side: str, round: int, who: Who) -> Table:
        """Return the table after a side's turn of a letter, or of the slots that still have to act."""
        axis = self.axes[ROLES.index(side)]
        if self.leaving(side, round):  # 7.2, 7.62: the attackers must leave
            if side not in self.cut_off and not self.fired_at_after(side, who):
                return table
            merge = self.merge and isinstance(who, str)

            def gone(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
                return automaton.leave(state, axis.slots(state, who), side in self.cut_off, merge)

            return self.changed(table, {side: gone})
        return self.join_late(self.fire(table, side, who), side, round, who)

    def join_late(self, table: Table, side: str, round: int, letter: Who) -> Table:
        """Return the table after Cleopatra fires in the C turn that won her over, if the reading says so (7.52)."""
        late = self.acts_at_once and letter == CLEOPATRAS and not self.leaving(side, round)
        return self.fire(table, side, letter, late=True) if late else table

    def leaving(self, side: str, round: int) -> bool:
        """Whether a side must leave in this round."""
        return round == LAST and self.axes[ROLES.index(side)].role == ATTACKER

    def fired_at_after(self, side: str, who: Who) -> bool:
        """Whether an enemy fires at a side in round 4 after this turn; if not, departures need no record."""
        axis = self.axes[1 - ROLES.index(side)]
        return max(axis.automaton.letters[axis.role]) > (who if isinstance(who, str) else "A")

    def changed(self, table: Table, changes: dict[str, Change], to: BattleCourse | None = None) -> Table:
        """Return the table after changes of states by side; a Cleopatra that changes sides acts in the next round."""
        to, fresh = to or self, defaultdict[int, Row](empty_row)
        after: list[dict[int, tuple[int, bool]]] = []
        for place, numbers in enumerate((table, columns(table))):
            change, axis = changes.get(ROLES[place], _same), self.axes[place]
            states = {number: change(axis.automaton, axis.states[number]) for number in numbers}
            after.append({number: (to.axes[place].number(now), came) for number, (now, came) in states.items()})
        for own, row in table.items():
            for enemy, weight in row.items():
                (here, lost), (there, came) = after[0][own], after[1][enemy]
                here = to.axes[0].joined(here) if came else here
                there = to.axes[1].joined(there) if lost else there
                fresh[here][there] += weight
        return fresh

    def begun(self, states: dict[str, SideState], here: Any) -> Table:
        """Return the table of a position, after the volley under way if any."""
        own, enemy = (axis.number(states[side]) for axis, side in zip(self.axes, ROLES))
        table: Table = {own: {enemy: 1}}
        if not here.turn or not (here.hits or here.firing) or not self.goes_on(own, enemy):
            return table
        side, letter = turn_order(here.round, self.first_strike, self.exchanged)[here.turn - 1]
        if here.hits:
            sure: dict[int, tuple[int, ...]] = defaultdict(lambda: (0,) * here.hits + (1,))
            table = filter_table(self.spread(table, side, sure, 1, False))
        if here.firing:
            table = self.turn(table, side, here.round, here.firing)
        return self.join_late(table, side, here.round, letter)

    def played(self, table: Table, round: int, turn: int = 0) -> tuple[Table, Any]:
        """Return the table at the round's end, and the mean strength of attackers whose departure ``merge`` forgets."""
        gone = Fraction(0) if self.exact else 0.0
        for side, letter in turn_order(round, self.first_strike, self.exchanged)[turn:]:
            before = table
            table = self.turn(table, side, round, letter)
            if self.merge and self.leaving(side, round) and side not in self.cut_off:
                place = ROLES.index(side)
                gone += self.mean_strength(before, place) - self.mean_strength(table, place)
        return table, gone

    def mean_strength(self, table: Table, place: int) -> Any:
        """Return the mean strength of a side in a table: ``place`` is 0 for the rows, 1 for the columns."""
        strength = self.axes[place].strength
        rows = transpose(table) if place else table
        mean = sum(strength[own] * sum(row.values()) for own, row in rows.items())
        return Fraction(mean, weight_of(table)) if self.exact else mean / weight_of(table)

    def next_rounds(self, table: Table, round: int) -> list[tuple[BattleCourse, Table]]:
        """Return the courses and tables at the start of the next round, for the battles that go on."""
        going = filter_table(table, self.goes_on)
        if round == LAST or not going:
            return []
        if round == 1 and self.reserves:
            return self.reinforced(going)
        return [(self, self.changed(going, dict.fromkeys(ROLES, _refreshed)) if self.hers else going)]

    def reinforced(self, table: Table) -> list[tuple[BattleCourse, Table]]:
        """Return the courses and tables of round 2 after reserves arrive, with roles exchanged or not (7.31)."""
        alive, found = [bool(self.axes[1].automaton.present(state)) for state in self.axes[1].states], []
        for lost in (False, True):
            if part := filter_table(table, lambda own, enemy, lost=lost: alive[enemy] != lost):  # type: ignore[misc]
                course = self.with_roles_exchanged(lost)
                found.append((course, self.changed(part, dict.fromkeys(ROLES, _arrived), course)))
        return found

    def with_roles_exchanged(self, exchanged: bool) -> BattleCourse:
        """Return the course after the reserves arrive, with the roles exchanged or not."""
        if exchanged not in self.known:
            self.known[exchanged] = replace(self, exchanged=exchanged)
        course: BattleCourse = self.known[exchanged]
        return course

    def round_end(self, table: Table, total: int, round: int, turn: int = 0) -> RoundEnd:
        """Return the end of a round that starts with a table at its turn number ``turn``."""
        (after, gone), mass = self.played(table, round, turn), weight_of(table)
        gone *= Fraction(mass, total) if self.exact else mass
        total = total * weight_of(after) // mass if self.exact else 1
        running = {} if round == LAST else filter_table(after, self.goes_on)
        ended = filter_table(after, lambda own, enemy: round == LAST or not self.goes_on(own, enemy))
        return RoundEnd(self, round, ended, running, total, gone)

    def ends(self, table: Table, round: int, turn: int) -> list[RoundEnd]:
        """Return the end of every round, on every branch, from a table before a turn of a round."""
        total, found = weight_of(table) if self.exact else 1, list[RoundEnd]()
        if not filter_table(table, self.goes_on):
            return [RoundEnd(self, round, table, {}, total, 0)]
        waiting = [self.round_end(table, total, round, turn)]
        while waiting:
            end = waiting.pop()
            found.append(end)
            begun = end.course.next_rounds(end.running, end.round)
            waiting += [course.round_end(table, end.total, end.round + 1) for course, table in begun]
        return found

    def hits_in(self, table: Table, round: int) -> list[tuple[int, dict[tuple[int, int], Any]]]:
        """Return (total, weights of the pairs of hits) of a round on every branch, wasted hits included.

        The states of that round count the hits that their side takes.
        """
        found: list[tuple[int, dict[tuple[int, int], Any]]] = []
        begun = [(self, table, 1)]
        for before in range(1, round):
            ends = [course.round_end(table, total, before) for course, table, total in begun]
            found += [(end.total, {(0, 0): weight_of(end.ended)}) for end in ends]
            begun = [(*next, end.total) for end in ends for next in end.course.next_rounds(end.running, before)]
        for course, table, total in begun:
            counting = replace(course, sides={s: replace(each, counting=True) for s, each in course.sides.items()})
            end, pairs = counting.round_end(course.changed(table, {}, counting), total, round), Counter[Any]()
            taken = [[state.taken for state in axis.states] for axis in counting.axes]
            for own, row in (*end.ended.items(), *end.running.items()):
                for enemy, weight in row.items():
                    pairs[taken[1][enemy], taken[0][own]] += weight
            found.append((end.total, pairs))
        return found


Change = Callable[[Automaton, SideState], tuple[SideState, bool]]  # a new state, and whether Cleopatra changes sides


def _same(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return state, False


def _refreshed(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return automaton.refresh(state), False


def _arrived(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    arrived, turned = automaton.arrive(state)
    return automaton.refresh(arrived), turned


def transpose(table: Table) -> Table:
    """Return the table with columns as rows."""
    fresh: Table = defaultdict(dict)
    for own, row in table.items():
        for enemy, weight in row.items():
            fresh[enemy][own] = weight
    return fresh


def columns(table: Table) -> set[int]:
    """Return the numbers of the column side's states."""
    return set().union(*table.values())


def filter_table(table: Table, fits: Callable[[int, int], bool] = lambda own, enemy: True) -> Table:
    """Return the table of the pairs of states that ``fits`` accepts and that have any weight."""
    return _filled({own: {n: w for n, w in row.items() if w and fits(own, n)} for own, row in table.items()})


def weight_of(table: Table) -> Any:
    """Return the sum of all weights of a table."""
    return sum(sum(row.values()) for row in table.values())


def _filled(table: Table) -> Table:
    return {own: row for own, row in table.items() if row}


@dataclass(frozen=True, slots=True)
class Chances:
    """The three chances of a battle and both mean strengths at its end; it unpacks into these five numbers.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit.analysis.sweep import sweep
    >>> grid = sweep(lambda n: jc.Battle(jc.army(f"{n} C3/III"), jc.army("C3/III")).chances(float), n=(1, 2))
    >>> grid[["n", "attacker_wins", "attacker_strength"]].round(3)
       n  attacker_wins  attacker_strength
    0  1          0.205              0.453
    1  2          0.916              3.887
    """

    attacker_wins: Any
    attacker_eliminated: Any
    attacker_leaves: Any
    attacker_strength: Any
    defender_strength: Any
    basis: Basis = field(default=(), compare=False, repr=False)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in CHANCES)


CHANCES = ("attacker_wins", "attacker_eliminated", "attacker_leaves", "attacker_strength", "defender_strength")


def check_numbers(numbers: type) -> type:
    """Return ``numbers``: ``float``, or ``int`` for exact weights; ValueError for anything else."""
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; leave it out for exact weights, or give float")
    return numbers


def tag_basis(basis: Basis, numbers: type, order: Callable[..., Any] | None) -> Basis:
    """Return the basis of an answer: the battle's, whether the numbers are exact, and the order that decides ties."""
    ties = note("julius_caesar.basis.ties")
    keep = tuple(note("julius_caesar.basis.order") if order and entry == ties else entry for entry in basis)
    return (note("basis.rounded" if numbers is float else "basis.exact"), *keep)
