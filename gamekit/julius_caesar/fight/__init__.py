"""A battle fought step by step: real dice, one block at a time, and the choices that the rules leave open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import (
    CLEOPATRAS,
    Automaton,
    BattlePosition,
    SideState,
    automata,
    next_to_act,
    other,
    turn_order,
    with_states,
)
from gamekit.julius_caesar.odds.events import Outcome
from gamekit.julius_caesar.tables import ATTACKER, ROLES, ROMAN, Block
from gamekit.probability.distribution import Dist, python_number
from gamekit.text.validation import require_type


@dataclass(frozen=True, slots=True)
class BlockTurn:
    """The block to act, and whether it may or must leave (7.2)."""

    side: str
    index: int
    block: Block
    letter: str
    dice: int
    firepower: int
    may_leave: bool
    must_leave: bool


class BlockAct(NamedTuple):
    """The act of one block on its turn; ``taken`` lists (block, strength before, after) for each hit taken from it."""

    round: int
    side: str
    block: str
    deed: str  # "fires", "leaves", "passes" or "eliminated"
    faces: tuple[int, ...] = ()
    hits: int = 0
    taken: tuple[tuple[str, int, int], ...] = ()
    wasted: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle in progress. Every step returns a new Fight; ``log`` is the list of acts so far, ``position`` the
    position now. ``overridden``: some choice was not by standing orders; the odds from here are under them again. An
    illegal step raises ValueError.

    >>> from random import Random
    >>> from gamekit import julius_caesar as jc
    >>> fight = jc.Fight(jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey")))
    >>> fight.turn.block.name, fight.turn.dice, fight.turn.letter
    ('Caesar', 3, 'A')
    >>> fight = fight.fire((1, 4, 6))
    >>> fight.hits_to_take, fight.slots_for_next_hit
    (1, (0,))
    >>> str(fight.take_hit().play_to_end(Random(49)).outcome.withdrew)
    'None'
    """

    battle: Battle
    position: BattlePosition = None  # type: ignore[assignment]  # the start when left out
    log: tuple[BlockAct, ...] = ()
    overridden: bool = False

    def __post_init__(self) -> None:
        require_type(self.battle, Battle, "the battle", "a Battle, such as Battle(army('C3/III'), army('C2/II'))")
        if self.position is None:
            object.__setattr__(self, "position", self._onward(self.battle.start_position))

    @property
    def hits_to_take(self) -> int:
        """The number of hits of the last block to fire that the struck side still has to take."""
        return self.position.hits

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended."""
        return not self.hits_to_take and not self.position.firing

    @property
    def turn(self) -> BlockTurn | None:
        """The block that acts next, when no hits are to be taken; None when the battle is over."""
        if self.hits_to_take or not self.position.firing:
            return None
        sides, states = self._now()
        side, letter = self._volley()
        index = self.position.firing[0]
        block, round = sides[side].blocks[index], self.position.round
        must = round == 4 and self._role(side) == ATTACKER
        may = round >= 2 and (must or not self._cut_off(side))
        dice = states[side].strengths[index]
        return BlockTurn(side, index, block, letter, dice, block.firepower, may, must)

    @property
    def side_taking_hits(self) -> str | None:
        """The side that has hits to take, if any."""
        return other(self._volley()[0]) if self.hits_to_take else None

    @property
    def slots_for_next_hit(self) -> tuple[int, ...]:
        """The slots of the struck side that may take the next hit: the strongest (7.4)."""
        if not self.hits_to_take:
            return ()
        sides, states = self._now()
        side = other(self._volley()[0])
        present, strengths = sides[side].present(states[side]), states[side].strengths
        return tuple(slot for slot in present if strengths[slot] == max(strengths[other] for other in present))

    @property
    def slot_hit_next(self) -> int | None:
        """The slot that takes the next hit; standing orders choose among tied ones. None if no hit is due."""
        sides, _ = self._now()
        side = other(self._volley()[0])
        return sides[side].standing_choice(self.slots_for_next_hit, self._role(side)) if self.hits_to_take else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome once the battle is over, else None."""
        if not self.is_over:
            return None
        (end,) = self.battle.at(self.position).odds()
        return end

    def odds(self, numbers: type = int) -> Dist[Outcome]:
        """Return the distribution of the ``Outcome`` from here, under standing orders."""
        return self.battle.at(self.position).odds(numbers)

    def roll(self, random: Random) -> tuple[int, ...]:
        """Return random faces for the dice of the block to act."""
        require_type(random, Random, "random", "a random.Random, such as Random(1)")
        return tuple(random.randint(1, 6) for _ in range(self._acting().dice))

    def fire(self, faces: Sequence[int]) -> Fight:
        """The fight after the block to act fires with these dice: one face per strength point, 1 to 6 (7.4)."""
        turn = self._acting()
        if turn.must_leave:
            raise ValueError(f"{turn.block.name_for_army} must leave in round 4 (7.2)")
        thrown = tuple(map(python_number, faces)) if hasattr(faces, "__len__") else ()
        if len(thrown) != turn.dice or not all(face in range(1, 7) for face in thrown):
            raise ValueError(f"{turn.block.name_for_army} rolls {turn.dice} dice, faces 1 to 6, not {faces!r}")
        hits = sum(face <= turn.firepower for face in thrown)
        sides, states = self._now()
        targets = sides[other(turn.side)].present(states[other(turn.side)])
        entry = BlockAct(self.position.round, turn.side, turn.block.name_for_army, "fires", thrown, hits)
        if not targets:
            entry, hits = entry._replace(wasted=hits), 0
        return self._done(turn, replace(_acted(self.position, turn), hits=hits), entry)

    def take_hit(self, slot_index: int | None = None) -> Fight:
        """The fight after the next hit is taken by slot ``slot_index``, by default the one of standing orders."""
        if not self.hits_to_take:
            raise ValueError("no hit is to be taken; the block to act fires, passes or leaves")
        tied, choice = self.slots_for_next_hit, self.slot_hit_next
        slot_index = choice if slot_index is None else slot_index
        if slot_index is None or slot_index not in tied:
            raise ValueError(f"slot {slot_index} may not take this hit; the strongest are {', '.join(map(str, tied))}")
        firing = self._volley()[0]
        struck = other(firing)
        sides, states = self._now()
        before = states[struck].strengths[slot_index]
        states[struck], turned = sides[struck].reduce(states[struck], slot_index)
        if turned:  # 7.52
            ready = self.position.blocks_of_side(struck)[slot_index].ready
            states[firing] = sides[firing].join(states[firing], ready)
        late = turned and ready and self.battle.cleopatra_acts_at_once and self._volley()[1] == CLEOPATRAS
        step = sides[struck].names[slot_index], before, states[struck].strengths[slot_index]
        entry = self.log[-1]._replace(taken=(*self.log[-1].taken, step))
        left = self.hits_to_take - 1
        if left and not sides[struck].present(states[struck]):
            entry, left = entry._replace(wasted=left), 0
        firing_on = (*self.position.firing, *([sides[firing].joining] if late else []))
        position = replace(
            with_states(self.battle.mains_and_reserves, self.position, sides, states), hits=left, firing=firing_on
        )
        overridden, log = self.overridden or slot_index != choice, (*self.log[:-1], entry)
        return replace(self, position=self._onward(position), log=log, overridden=overridden)

    def leave(self) -> Fight:
        """The fight after the block to act leaves; in round 4 one that cannot is eliminated (7.6)."""
        turn = self._acting()
        if not turn.may_leave:
            reason = "nobody leaves in round 1" if self.position.round == 1 else "it is cut off"
            raise ValueError(f"{turn.block.name_for_army} cannot leave: {reason}")
        cut_off = self._cut_off(turn.side)
        sides, states = self._now()
        ready = self.position.blocks_of_side(turn.side)[turn.index].ready
        states[turn.side], turned = sides[turn.side].leave(states[turn.side], [turn.index], cut_off)
        if turned:
            states[other(turn.side)] = sides[other(turn.side)].join(states[other(turn.side)], ready)
        position = with_states(self.battle.mains_and_reserves, self.position, sides, states)
        entry = BlockAct(
            self.position.round, turn.side, turn.block.name_for_army, "eliminated" if cut_off else "leaves"
        )
        made = self._done(turn, position, entry)
        return replace(made, overridden=self.overridden or not turn.must_leave)

    def pass_turn(self) -> Fight:
        """The fight after the block to act passes (7.2)."""
        turn = self._acting()
        if turn.must_leave:
            raise ValueError(f"{turn.block.name_for_army} must leave in round 4 (7.2)")
        entry = BlockAct(self.position.round, turn.side, turn.block.name_for_army, "passes")
        return replace(self._done(turn, _acted(self.position, turn), entry), overridden=True)

    def play_next_turn(self, random: Random) -> Fight:
        """The fight after the block to act fires, or leaves if it must, and its hits are taken, by standing orders."""
        if self.is_over:
            return self
        fight = self
        if (turn := fight.turn) is not None:
            fight = fight.leave() if turn.must_leave else fight.fire(fight.roll(random))
        while fight.hits_to_take:
            fight = fight.take_hit()
        return fight

    def play_to_end(self, random: Random) -> Fight:
        """The fight played to its end under standing orders."""
        fight = self
        while not fight.is_over:
            fight = fight.play_next_turn(random)
        return fight

    def _now(self) -> tuple[dict[str, Automaton], dict[str, SideState]]:
        return automata(self.battle.mains_and_reserves, self.position)

    def _onward(self, position: BattlePosition) -> BattlePosition:
        return next_to_act(self.battle.mains_and_reserves, self.battle.first_strike, position)

    def _acting(self) -> BlockTurn:
        if self.hits_to_take:
            raise ValueError(f"{self.hits_to_take} hits are still to be taken")
        if (turn := self.turn) is None:
            raise ValueError("the battle is over")
        return turn

    def _volley(self) -> tuple[str, str]:
        return turn_order(self.position.round, self.battle.first_strike, self.position.exchanged)[
            self.position.turn - 1
        ]

    def _role(self, side: str) -> str:
        return other(side) if self.position.exchanged else side

    def _cut_off(self, side: str) -> bool:
        return self.battle.cut_off if side == ATTACKER else self.battle.defender_cut_off

    def _done(self, turn: BlockTurn, position: BattlePosition, entry: BlockAct) -> Fight:
        position = replace(position, firing=position.firing[1:])
        return replace(self, position=self._onward(position), log=(*self.log, entry))

    def __str__(self) -> str:
        sides, states = self._now()
        texts = (
            ", ".join(f"{name}/{ROMAN[strength]}" for name, strength in sides[side].survivors(states[side])) or "none"
            for side in ROLES
        )
        return f"round {self.position.round}: {' against '.join(texts)}"


def _acted(position: BattlePosition, turn: BlockTurn) -> BattlePosition:
    """The position, noting if Cleopatra has had her turn (7.52)."""
    if turn.block.type != "cleopatra":
        return position
    standing = tuple(
        replace(now, ready=False) if slot == turn.index else now
        for slot, now in enumerate(position.blocks_of_side(turn.side))
    )
    return replace(position, attacker=standing) if turn.side == ATTACKER else replace(position, defender=standing)
