"""One side of a battle as an automaton: each hit, turn, arrival or departure maps its state to the next one; and a
position within a battle: the strength and place of every block, from one decision to the next.

Losses fall on the strongest block first (7.4), so under fixed standing orders a side is known by the hits it has
taken. Every condition of a side is a SideState; every event maps one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES, Block
from gamekit.storage.serialization import shown

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
class Candidate:
    """A block that may take a hit, as an ``order`` sees it."""

    name: str
    type: str
    letter: str
    firepower: int
    strength: int
    place: str


Order = Callable[[tuple[Candidate, ...], str], Candidate]


def memoise_order(order: Order | None) -> Order | None:
    """Memoise an order, so that the same tie is always decided the same way."""
    if order is not None and not callable(order):
        right = "a function of the candidates and the side to one of them, or None for the standing orders"
        raise ValueError(f"order is {shown(order)}; it should be {right}")
    return None if order is None else cache(order)


@dataclass(slots=True)
class Automaton:
    """The slots of one side: its main body, its reserve, and last a place for Cleopatra to join (7.52)."""

    side: str  # "attacker" or "defender" as the battle began
    blocks: tuple[Block, ...]
    names: tuple[str, ...]
    reserves: int  # bit mask of the slots that began in reserve
    order: Order | None = None
    cleopatra: int = 0  # bit mask of the slots she may stand in
    joining: int = -1  # the slot in which she joins this side
    counting: bool = False  # whether a state counts the hits that the side takes
    letters: dict[str, tuple[str, ...]] = field(init=False)
    steps: tuple[int, ...] = field(init=False)
    _hers: tuple[int, ...] = field(init=False)
    _faces: tuple[int, ...] = field(init=False)  # where a slot's dice stand in a pool
    _by_rank: dict[str, list[int]] = field(init=False)  # who takes a hit among equals comes first

    def __post_init__(self) -> None:
        slots = range(len(self.blocks))
        self.letters = {role: tuple(block.letter(role) for block in self.blocks) for role in ROLES}
        self.steps = tuple(block.step for block in self.blocks)
        self._faces = tuple(block.firepower - 1 for block in self.blocks)
        self._hers = tuple(slot for slot in slots if self.cleopatra >> slot & 1)
        self._by_rank = {role: by_rank(self.blocks, role) for role in ROLES}

    def present(self, state: SideState) -> list[int]:
        """The slots in the battle now: alive, arrived and not gone."""
        gone = state.left | state.waiting
        return [slot for slot, strength in enumerate(state.strengths) if strength and not gone >> slot & 1]

    def pool(self, state: SideState, slots: Sequence[int]) -> Pool:
        """The dice of certain slots, as numbers of dice by firepower 1 to 6."""
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
            Candidate(name, block.type, block.letter(role), block.firepower, strength, place)
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
        """One step off a slot, and whether that made Cleopatra change sides (7.41, 7.52)."""
        left = max(0, state.strengths[slot] - self.steps[slot])
        strengths = (*state.strengths[:slot], left, *state.strengths[slot + 1 :])
        turned = not left and bool(self.cleopatra >> slot & 1)
        return state._replace(strengths=strengths, ready=state.ready and not turned), turned

    def join(self, state: SideState, ready: bool) -> SideState:
        """Cleopatra joins this side at strength I, last in its list (7.52)."""
        strengths = (*state.strengths[: self.joining], 1, *state.strengths[self.joining + 1 :])
        return state._replace(strengths=strengths, ready=ready)

    def fights_on(self, state: SideState) -> bool:
        """Whether anybody is in the battle, or still to arrive."""
        if not state.left:
            return any(state.strengths)
        return any(strength and not state.left >> slot & 1 for slot, strength in enumerate(state.strengths))

    def has_cleopatra(self, state: SideState) -> bool:
        """Whether she stands on this side, alive and not gone."""
        return any(state.strengths[slot] and not state.left >> slot & 1 for slot in self._hers)

    def holds_cleopatra(self, state: SideState) -> bool:
        """Whether she is alive on this side, in the battle or gone."""
        return any(state.strengths[slot] for slot in self._hers)

    def refresh(self, state: SideState) -> SideState:
        """A new round: Cleopatra has her turn before her again."""
        return state._replace(ready=bool(self.cleopatra) and self.has_cleopatra(state))

    def arrive(self, state: SideState) -> tuple[SideState, bool]:
        """Round 2: the reserves arrive, each a step down if the main body died (7.31); whether Cleopatra turned."""
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
        """These slots leave on their turn, or die if they cannot (7.6); whether that made Cleopatra change sides.

        With ``merge`` it is forgotten which blocks leave: one bit beyond the slots says that some did.
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


def by_rank(blocks: Sequence[Block], role: str) -> list[int]:
    """The order in which equally strong blocks take hits: lowest firepower, latest letter in the role, last listed."""
    return sorted(range(len(blocks)), key=lambda n: (blocks[n].firepower, -ord(blocks[n].letter(role)), -n))


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
    """The opposite role."""
    return "defender" if role == ATTACKER else ATTACKER


def outcome_names(blocks: Sequence[Block]) -> tuple[str, ...]:
    """The names in an Outcome: generic blocks are numbered by rating, ``C3 #1``, ``C3 #2`` and so on."""
    counts: dict[str, int] = {}
    names = []
    for block in blocks:
        if block.type == "generic":
            counts[block.name] = counts.get(block.name, 0) + 1
            names.append(f"{block.name} #{counts[block.name]}")
        else:
            names.append(block.label)
    return tuple(names)


def volleys(round: int, first_strike: bool, exchanged: bool) -> tuple[tuple[str, str], ...]:
    """The (side, letter) turns of a round: A to D, defender first; or all attackers first (Mars, Neptune)."""
    if first_strike and round == 1:
        return tuple((side, letter) for side in ROLES for letter in LETTERS)
    first = ATTACKER if exchanged else DEFENDER
    return tuple((side, letter) for letter in LETTERS for side in (first, other(first)))


# Positions ------------------------------------------------------------------------------------------------------------

Army = tuple[Block, ...]
Bodies = dict[str, tuple[Army, Army]]  # by role: the main body and the reserve


@dataclass(frozen=True, slots=True)
class Standing:
    """A block within a battle: its present strength (0: eliminated), its place, and whether it still has its turn.

    ``place`` is "main", "reserve" (not arrived yet) or "left". ``ready`` matters for Cleopatra alone: whether
    she has her turn of this round before her (7.52).
    """

    block: Block
    strength: int
    place: str = MAIN
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """A position within any round of a battle, for ``battle.at``.

    ``attacker`` and ``defender`` list the main body, then the reserve, then Cleopatra if she has joined that side.
    ``turn`` counts the volleys of this round that have begun; ``firing`` are the slots that still have their turn
    in the last of them, and ``hits`` those of the block that fired last which still have to be taken.
    """

    attacker: tuple[Standing, ...]
    defender: tuple[Standing, ...]
    round: int = 1
    turn: int = 0
    exchanged: bool = False
    firing: tuple[int, ...] = ()
    hits: int = 0

    def side(self, side: str) -> tuple[Standing, ...]:
        """The blocks of "attacker" or "defender", as the battle began."""
        return self.attacker if side == ATTACKER else self.defender


def automata(
    bodies: Bodies, position: Position, order: Order | None = None
) -> tuple[dict[str, Automaton], dict[str, SideState]]:
    """Both sides of a battle as automata, and their states in a position."""
    cleopatra = next((block for block in blocks_of(bodies) if block.type == "cleopatra"), None)
    sides, states = {}, {}
    for side, (main, reserve) in bodies.items():
        sides[side], full = automaton(side, main, reserve, order, cleopatra)
        standing = position.side(side)
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


def check(bodies: Bodies, position: Position, first_strike: bool) -> None:
    """Raise ValueError unless the position is one of the battle of these bodies."""
    if not isinstance(position, Position):
        raise ValueError(f"a battle goes on from a jc.Position, like battle.start, not from {position!r}")
    for name, right in (("round", range(1, 5)), ("turn", range(9)), ("hits", range(5))):
        if getattr(position, name) not in right:
            raise ValueError(f"{name} is {getattr(position, name)!r}; it should be from {right[0]} to {right[-1]}")
    for side in ROLES:
        standing, listed = position.side(side), blocks_of({side: bodies[side]})
        if tuple(now.block for now in standing[: len(listed)]) != listed:
            raise ValueError(f"the position's {side} does not list the blocks of the battle in their order")
        if len(standing) > len(listed) + 1 or any(now.block.type != "cleopatra" for now in standing[len(listed) :]):
            raise ValueError(f"only Cleopatra can have joined the {side} during the battle")
        for now in standing:
            if now.strength not in (0, *now.block.track):
                raise ValueError(f"{now.block.label} cannot stand at strength {now.strength}")
            if now.place == RESERVE and now.strength and position.round > 1:
                raise ValueError(f"{now.block.label} is in reserve in round {position.round}; it arrives in round 2")
    alive = [now.block.type for side in ROLES for now in position.side(side) if now.strength]
    if not alive:
        raise ValueError("the position has nobody alive on either side")
    if (hers := alive.count("cleopatra")) != any(block.type == "cleopatra" for block in blocks_of(bodies)):
        raise ValueError(f"Cleopatra is alive in {hers} places; in a battle of hers she stands on one side (7.52)")
    if not (position.firing or position.hits):
        return
    if not position.turn:
        raise ValueError("turn is 0: no volley has begun, so nobody is firing and there are no hits to take")
    side, letter = volleys(position.round, first_strike, position.exchanged)[position.turn - 1]
    role = other(side) if position.exchanged else side
    slots = [slot for slot, now in enumerate(position.side(side)) if now.block.letter(role) == letter]
    if not set(position.firing) <= set(slots):
        raise ValueError(f"firing is {position.firing!r}; turn {position.turn} is that of {letter} of the {side}")


def restand(bodies: Bodies, position: Position, sides: dict[str, Automaton], states: dict[str, SideState]) -> Position:
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
            standing.append(Standing(shown, strength, place, ready))
        found[side] = tuple(standing)
    return replace(position, attacker=found[ATTACKER], defender=found[DEFENDER])


def onward(bodies: Bodies, first_strike: bool, position: Position) -> Position:
    """Move on to the next block that can act, past empty volleys and ends of rounds, or to the end of the battle."""
    while not position.hits:
        sides, states = automata(bodies, position)
        if not all(sides[side].fights_on(states[side]) for side in ROLES):
            return replace(position, firing=())
        order = volleys(position.round, first_strike, position.exchanged)
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
    bodies: Bodies, position: Position, sides: dict[str, Automaton], states: dict[str, SideState]
) -> Position:
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
    moved = restand(bodies, position, sides, states)
    return replace(moved, round=position.round + 1, turn=0, exchanged=exchanged)
