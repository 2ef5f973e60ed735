"""A battle being set up: four rows of blocks and the flags, every change a person makes to them, and ready battles.

A ``Setup`` may be half done (a side without blocks), which a ``Battle`` may not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from gamekit.julius_caesar.odds.army import FIXED_LOYALTY, NAMELESS, army, full_name, loyal_block_error
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import MAIN, RESERVE
from gamekit.julius_caesar.tables import ATTACKER, BLOCKS, DEFENDER, ROLES, SIDES, Block, read_online
from gamekit.storage.data_files import csv_records
from gamekit.text.translation import note

PLACES: Final = (MAIN, RESERVE)
FLAGS: Final = ("first_strike", "cut_off", "defender_cut_off")
Army = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """The attacking side, the main body and the reserve of each role, and the flags of the battle."""

    attacker_side: str = "Caesar"
    attacker: Army = ()
    defender: Army = ()
    attacker_reserve: Army = ()
    defender_reserve: Army = ()
    first_strike: bool = False
    cut_off: bool = False
    defender_cut_off: bool = False
    reading: tuple[str, ...] = ()

    def side(self, role: str) -> str:
        """The side that has a role."""
        return self.attacker_side if role == ATTACKER else opposite(self.attacker_side)

    def role(self, side: str) -> str:
        """The role of a side, "attacker" or "defender"."""
        return ATTACKER if side == self.attacker_side else DEFENDER

    def row(self, role: str, place: str) -> Army:
        """The blocks of a role in its main body or reserve."""
        found: Army = getattr(self, role if place == MAIN else f"{role}_reserve")
        return found

    def with_row(self, role: str, place: str, blocks: Army) -> Setup:
        """The setup with other blocks in a row."""
        changed: dict[str, Any] = {role if place == MAIN else f"{role}_reserve": blocks}
        return replace(self, **changed)

    def blocks(self) -> tuple[tuple[str, str, int, Block], ...]:
        """Every block as (role, place, index, block), attackers first."""
        return tuple(
            (role, place, index, block)
            for role in ROLES
            for place in PLACES
            for index, block in enumerate(self.row(role, place))
        )

    def battle(self) -> Battle:
        """The battle; ValueError while the setup is incomplete."""
        return _battle(self)

    def checked(self) -> Setup:
        """The setup itself; ValueError if a block is in it twice, or on both sides."""
        if self.attacker and self.defender:
            self.battle()
        return self

    def pool(self, side: str) -> Army:
        """The printed blocks of a side's colour that are not in the setup, at full strength."""
        placed = {(block.colour, block.name) for *_, block in self.blocks() if block.type != "generic"}
        return tuple(block for key, block in BLOCKS.items() if key[0] == side and key not in placed)

    def strength_cycled(self, role: str, place: str, index: int) -> Setup:
        """The setup with a block one step weaker, or back at full strength after its last step."""
        row = self.row(role, place)
        return self.with_row(role, place, (*row[:index], cycle_strength(row[index]), *row[index + 1 :]))

    def removed(self, role: str, place: str, index: int) -> Setup:
        """The setup without a block."""
        row = self.row(role, place)
        return self.with_row(role, place, (*row[:index], *row[index + 1 :]))

    def added(self, block: Block, role: str, place: str, index: int | None = None) -> Setup:
        """The setup with a block in a row, before ``index`` or last, fighting for that row's side (E.Jupiter).

        ValueError for a block that does not change sides, or that is in the setup already."""
        joined = change_side(block, self.side(role))
        if block.type not in NAMELESS and any(
            (b.colour, b.name) == (block.colour, block.name) for *_, b in self.blocks()
        ):
            raise ValueError(note("julius_caesar.error.on_board", block=full_name(block)))
        row = self.row(role, place)
        index = len(row) if index is None else index
        return self.with_row(role, place, (*row[:index], joined, *row[index:]))

    def moved(self, start: tuple[str, str, int], role: str, place: str, index: int | None = None) -> Setup:
        """The setup with a block moved from ``start`` into a row, before ``index`` or last."""
        block = self.row(*start[:2])[start[2]]
        if index is not None and start[:2] == (role, place) and index > start[2]:
            index -= 1
        return self.removed(*start).added(block, role, place, index)

    def swapped(self) -> Setup:
        """The setup with attackers and defenders exchanged, reserves included."""
        bodies = self.defender, self.attacker, self.defender_reserve, self.attacker_reserve
        flags = self.first_strike, self.cut_off, self.defender_cut_off
        return Setup(opposite(self.attacker_side), *bodies, *flags, self.reading)


@lru_cache(8)  # boards ask often
def _battle(setup: Setup) -> Battle:
    bodies = setup.attacker, setup.defender, setup.attacker_reserve, setup.defender_reserve
    return Battle(*bodies, setup.first_strike, setup.cut_off, setup.defender_cut_off, setup.reading)


def setup_of(battle: Battle) -> Setup:
    """The setup of a battle; attackers known only by ratings fight for Caesar."""
    attackers = {block.side for block in (*battle.attacker, *battle.attacker_reserve)} - {None}
    defenders = {block.side for block in (*battle.defender, *battle.defender_reserve)} - {None}
    side = next(iter(attackers), None) or opposite(next(iter(defenders), None) or "Pompey")
    bodies = (battle.attacker, battle.defender, battle.attacker_reserve, battle.defender_reserve)
    flags = battle.first_strike, battle.cut_off, battle.defender_cut_off
    return Setup(side, *bodies, *flags, read_online(battle.reading))


def change_side(block: Block, side: str) -> Block:
    """The block fighting for a side; ValueError for leaders and navis of the other (E.Jupiter)."""
    if block.colour not in (None, side) and block.type in FIXED_LOYALTY:
        raise ValueError(loyal_block_error(block))
    return replace(block, side=side)


def cycle_strength(block: Block) -> Block:
    """The block after one hit; at its last step, full again. One without a name goes through IV, III, II, I."""
    if block.type == "generic":
        strength = block.strength - 1 or 4
        return replace(block, track=tuple(range(strength, 0, -1)), strength=strength)
    place = block.track.index(block.strength)
    return block.with_strength(block.track[(place + 1) % len(block.track)])


def opposite(one: str) -> str:
    """Return the other role, or the other side."""
    pair = ROLES if one in ROLES else SIDES
    return pair[1 - pair.index(one)]


@dataclass(frozen=True, slots=True)
class ReadyBattle:
    """A line of ``ready_battles.csv``: a battle to start from; ``name`` is a key of words.csv."""

    key: str
    attacker_side: str
    attacker: str
    attacker_reserve: str
    defender: str
    defender_reserve: str
    first_strike: bool
    cut_off: bool
    defender_cut_off: bool
    source: str

    def __post_init__(self) -> None:
        self.battle()

    def battle(self) -> Battle:
        """The battle, with its blocks read from the texts."""
        own, enemy = self.attacker_side, SIDES[1 - SIDES.index(self.attacker_side)]
        main, reserve = army(self.attacker, own), army(self.attacker_reserve, own)
        against = army(self.defender, enemy), army(self.defender_reserve, enemy)
        flags = self.first_strike, self.cut_off, self.defender_cut_off
        return Battle(main, against[0], reserve, against[1], *flags)


@cache
def ready_battles() -> dict[str, ReadyBattle]:
    """The ready battles by key, in the file's order.

    >>> list(ready_battles())
    ['sidebar', 'neapolis', 'tarraco', 'utica', 'pharsalus', 'alexandria']
    """
    return {ready.key: ready for ready in csv_records(ReadyBattle, "julius_caesar/ready_battles.csv")}
