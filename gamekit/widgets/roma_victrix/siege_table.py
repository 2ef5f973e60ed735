"""What lies on the siege board, and what follows from it: forces, city, points left, rounds played. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from gamekit.roma_victrix import Choice, Force, Plan, Position, Siege, cheapest, force
from gamekit.roma_victrix.tables import FULL_CITY, READY, SIDES, Side
from gamekit.widgets.roma_victrix.combat_table import power
from gamekit.words import language_or_default, reason, word

KEY = "Major capital"
MAP = (40, 16)  # the map goes at least to so many CSP of the besieger and of the units inside
NOTHING = Force(())


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played: the dice, what both sides did, and how the siege stood before."""

    dice: tuple[int, int]
    choice: Choice
    before: Position


@dataclass(frozen=True, slots=True)
class Table:
    """A siege on the board; ``rounds`` are those played, ``look`` a place of the map that was asked about."""

    attacker: Force
    defender: Force
    names: tuple[str, str] = ("", "")
    capital: int = 4
    major: bool = True
    treasury: int = 0
    operations: int = 5
    advantage: tuple[Side, ...] = ()
    capture: int = 10
    own_csp: int = 1
    enemy_csp: int = 1
    op: int = 0
    rounds: tuple[Played, ...] = ()
    look: tuple[int, int] | None = None
    dice: tuple[int, int] = (4, 3)
    key: str = ""
    seed: str = ""
    throws: int = 0
    picked: tuple[Any, ...] | None = None
    language: str = "en"

    def say(self, key: str, **fields: Any) -> str:
        """A word of the board."""
        return word(f"roma_victrix.siege.{key}", self.language, **fields)

    def force(self, side: Side) -> Force:
        """The force of a side as the siege began, perhaps without units."""
        return self.attacker if side == SIDES[0] else self.defender

    def name(self, side: Side) -> str:
        """What a side is called."""
        return self.names[SIDES.index(side)] or self.say("besieger" if side == SIDES[0] else "besieged")

    def with_force(self, side: Side, units: Force) -> Table:
        """Another force: the siege begins anew."""
        changed: dict[str, Any] = {side: units}
        return replace(self, **changed, rounds=(), look=None, key="")

    def anew(self, **changes: Any) -> Table:
        """The siege with something else changed, begun anew."""
        return replace(self, **changes, rounds=(), look=None)

    @property
    def siege(self) -> Siege | None:
        """The siege as it began; None while it cannot be."""
        return _siege(self)[0]

    @property
    def problem(self) -> str:
        """Why there is no siege."""
        return _siege(self)[1]

    @property
    def now(self) -> Position | None:
        """How the siege stands after the rounds played."""
        siege = self.siege
        if siege is None:
            return None
        if not self.rounds:
            return siege.now
        last = self.rounds[-1]
        return Position(last.choice.attacker, last.choice.units, last.choice.capital, last.before.operations - 1)

    @property
    def full(self) -> int:
        """The city's CSP at full strength."""
        return FULL_CITY["major" if self.major else "minor"]


def _siege(table: Table) -> tuple[Siege | None, str]:
    return _made(
        table.attacker, table.defender, table.capital, table.major, table.treasury, table.operations, table.advantage,
        table.language,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _made(
    attacker: Force,
    defender: Force,
    capital: int,
    major: bool,
    treasury: int,
    operations: int,
    advantage: tuple[Side, ...],
    language: str,
) -> tuple[Siege | None, str]:
    try:
        inside = defender if defender.stacks else None
        return Siege(attacker, inside, capital, major, treasury, operations, advantage=advantage), ""
    except ValueError as error:
        return None, reason(error, language)


@lru_cache(maxsize=16)
def _plan(siege: Siege, capture: int, own_csp: int, enemy_csp: int, op: int) -> Plan:
    return siege.plan(capture, own_csp, enemy_csp, op)


def plan_of(table: Table) -> Plan | None:
    """The best plan from the siege's beginning."""
    return _worths(table, table.siege)


def plan_now(table: Table) -> Plan | None:
    """The best plan from where the siege stands."""
    siege, now = table.siege, table.now
    return _worths(table, siege.at(*now)) if siege is not None and now is not None else None


def plan_of_map(table: Table) -> Plan | None:
    """The plan over all the strengths of the map, with the points left now."""
    siege, now = table.siege, table.now
    if siege is None or now is None:
        return None
    wide = max(MAP[0], now.attacker), max(MAP[1], now.units)
    there = siege.of_csp(*wide)
    return _worths(table, replace(there, capital=now.capital, operations=now.operations))


def _worths(table: Table, siege: Siege | None) -> Plan | None:
    return None if siege is None else _plan(siege, table.capture, table.own_csp, table.enemy_csp, table.op)


def left(table: Table, side: Side) -> Force | None:
    """What is left of a force after the rounds played, paid the cheapest way; None before the first round."""
    now, siege = table.now, table.siege
    if siege is None or now is None or not table.rounds:
        return None
    units = table.force(side)
    lost = (siege.now.attacker - now.attacker, siege.now.units - now.units)[SIDES.index(side)]
    return cheapest(units, min(lost, units.csp)) if units.stacks else None


def played(table: Table, dice: tuple[int, int]) -> Table:
    """The siege after another round with these dice, both sides at their best."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return table
    choice = plan.best(*dice)
    return replace(table, rounds=(*table.rounds, Played(dice, choice, now)), dice=dice, look=None)


def opening(key: str = KEY, language: str = "en") -> Table:
    """A ready siege."""
    row = next(row for row in READY if row.name == key)
    names = power(row.attacker_name, language), power(row.defender_name, language)
    defender = force(row.defender, row.defender_leader) if row.defender else NOTHING
    return Table(
        force(row.attacker, row.attacker_leader), defender, names, row.capital or 1, bool(row.major), row.treasury or 0,
        row.operations or 0, key=key, language=language,
    )  # fmt: skip


def table_of(siege: Siege | None, names: tuple[str, str], language: str | None) -> Table:
    """The table of a siege, or the one that the board opens on."""
    language = language_or_default(language)
    if siege is None:
        return opening(language=language)
    start, cards = siege.now, tuple(side for side in SIDES if side in siege.advantage)
    return Table(
        siege.attacker, siege.defender or NOTHING, names, start.capital, siege.major, siege.treasury, start.operations,
        cards, language=language,
    )  # fmt: skip


def ready_keys() -> tuple[str, ...]:
    """The ready sieges."""
    return tuple(row.name for row in READY if row.at == "siege")
