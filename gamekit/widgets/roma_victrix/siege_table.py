"""What lies on the siege board, and what follows from it: forces, city, points left, rounds played. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar

from gamekit.roma_victrix import Choice, Force, Plan, Siege, SiegePosition, cheapest
from gamekit.roma_victrix.odds.plan import check_size, size
from gamekit.roma_victrix.tables import FULL_CITY, READY, SIDES, Side
from gamekit.storage.link_code import shows_all
from gamekit.text.translation import language_or_default
from gamekit.widgets.page import Soon
from gamekit.widgets.roma_victrix.forces import NOTHING, Facing, Shelf, attempt, ready_row

KEY = "Major capital"
LIGHT = 250_000  # positions that are looked at before a click is answered; some half a second
PLANS = Shelf(2)  # plans that took longer
# A siege, what its ends are worth, whether only a part may attack.
Asked = tuple[Siege, tuple[int, int, int, int], bool]
MAP = (40, 16)  # the map goes at least to so many CSP of the besieger and of the units inside


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played: the dice, what both sides did, and how the siege stood before."""

    dice: tuple[int, int]
    choice: Choice
    before: SiegePosition


@dataclass(frozen=True, slots=True)
class SiegeTable(Facing):
    """A siege on the board; ``rounds`` are those played, ``look`` a place of the map that was asked about."""

    FRESH: ClassVar = {"rounds": (), "look": None}
    ROLES: ClassVar = ("roma_victrix.siege.besieger", "roma_victrix.siege.besieged")

    SHARED: ClassVar = (
        *Facing.SHARED,
        *("capital", "major", "treasury", "operations", "capture", "own_csp", "enemy_csp", "op", "commit", "rounds"),
    )

    at: str = "siege"
    dice: tuple[int, int] = (4, 3)
    capital: int = 4
    major: bool = True
    treasury: int = 0
    operations: int = 5
    capture: int = 10
    own_csp: int = 1
    enemy_csp: int = 1
    op: int = 0
    commit: bool = False
    rounds: tuple[Played, ...] = ()
    look: tuple[int, int] | None = None

    @property
    def siege(self) -> Siege | None:
        """The siege as it began; None while it cannot be, and ``problem`` says why."""
        found: Siege | None = self.made[0]
        return found

    @property
    def made(self) -> tuple[Any, str]:
        """The siege, or None and why there is none."""
        inside = self.defender if self.defender.stacks else None
        given = self.capital, self.major, self.treasury, self.operations, self.advantage
        return attempt(Siege, self.language, self.attacker, inside, *given, printed=self.printed)

    @property
    def problem(self) -> str:
        """Why there is no siege, or no plan yet or at all."""
        return self.made[1] or _planned(self)[1]

    @property
    def now(self) -> SiegePosition | None:
        """How the siege stands after the rounds played."""
        if self.siege is None or not self.rounds:
            return self.siege.now if self.siege else None
        last = self.rounds[-1]
        return SiegePosition(last.choice.attacker, last.choice.units, last.choice.capital, last.before.operations - 1)

    @property
    def full(self) -> int:
        """The city's CSP at full strength."""
        return FULL_CITY["major" if self.major else "minor"]

    @property
    def worths(self) -> tuple[int, int, int, int]:
        """What capture, own CSP, enemy CSP and an OP are worth."""
        return self.capture, self.own_csp, self.enemy_csp, self.op


@lru_cache(maxsize=16)
def _plan(siege: Siege, worths: tuple[int, int, int, int], commit: bool) -> Plan:
    return siege.plan(*worths, commit=commit)


_on = lru_cache(maxsize=16)(Plan.on)  # each works out its chances once, however often the page asks


def _asked(table: SiegeTable) -> Asked | None:
    """What the one plan is of that answers for the board: the siege as it began, over all the strengths of the map."""
    siege = table.siege
    if siege is None:
        return None
    strengths = max(MAP[0], siege.now.attacker), max(MAP[1], siege.now.units)
    whole, _ = attempt(siege.of_csp, table.language, *strengths)  # none where there are more CSP than counters can be
    return whole or siege, table.worths, table.commit


def _planned(table: SiegeTable) -> tuple[Plan | None, str]:
    """That plan; or None, and why not yet or not at all."""
    asked = _asked(table)
    if asked is None:
        return None, ""
    if _heavy(asked):
        plan = PLANS.found.get(asked)
        return plan, "" if plan else table.say("counting", count=f"{size(asked[0], table.commit):,}")
    found: tuple[Plan | None, str] = attempt(_plan, table.language, *asked)
    return found


def _heavy(asked: Asked) -> bool:
    """Whether a plan is worked out beside the page: not what is light, nor what is too large, which is said at once."""
    return size(asked[0], asked[2]) > LIGHT and not attempt(check_size, "en", asked[0], asked[2])[1]


def soon(table: SiegeTable) -> Soon | None:
    """The plan that is to be worked out beside the page."""
    asked = _asked(table)
    heavy = asked is not None and _heavy(asked) and asked not in PLANS.found
    return PLANS.soon(asked, partial(asked[0].plan, *asked[1], commit=asked[2])) if asked and heavy else None


def plan_now(table: SiegeTable) -> Plan | None:
    plan, siege, now = _planned(table)[0], table.siege, table.now
    return _on(plan, siege.at(*now)) if plan and siege and now else None


def plan_of_map(table: SiegeTable) -> Plan | None:
    """The plan over all the strengths of the map, with the points left now."""
    plan, now = _planned(table)[0], table.now
    if plan is None or now is None:
        return None
    first = plan.siege.now
    return _on(plan, plan.siege.at(first.attacker, first.units, now.capital, now.operations))


def left(table: SiegeTable, side: Side) -> Force | None:
    """What is left of a force after the rounds played, paid the cheapest way; None before the first round."""
    now, siege = table.now, table.siege
    if siege is None or now is None or not table.rounds:
        return None
    units = table.force(side)
    lost = (siege.now.attacker - now.attacker, siege.now.units - now.units)[SIDES.index(side)]
    return cheapest(units, min(lost, units.csp)) if units.stacks else None


def played(table: SiegeTable, dice: tuple[int, int]) -> SiegeTable:
    """The siege after another round with these dice, both sides at their best."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return table
    choice = plan.best(*dice)
    return replace(table, rounds=(*table.rounds, Played(dice, choice, now)), dice=dice, look=None)


def opening(key: str = KEY, language: str = "en") -> SiegeTable:
    row, names, forces = ready_row(key, language)
    city: dict[str, Any] = {"capital": row.capital or 1, "major": bool(row.major), "treasury": row.treasury or 0}
    return SiegeTable(*forces, names, **city, operations=row.operations or 0, key=key, language=language)


def table_of(siege: Siege | None, names: tuple[str, str], language: str | None) -> SiegeTable:
    """The table of a siege, or the one that the board opens on; ValueError for one that has begun, and for what
    the board has no place for."""
    language = language_or_default(language)
    if siege is None:
        return opening(language=language)
    cards = tuple(side for side in SIDES if side in siege.advantage)
    found = SiegeTable(
        siege.attacker, siege.defender or NOTHING, names, capital=siege.capital or 0, major=siege.major,
        treasury=siege.treasury, operations=siege.operations, advantage=cards, printed=siege.printed,
        language=language,
    )  # fmt: skip
    shows_all(siege, found.siege)
    return found


def ready_keys() -> tuple[str, ...]:
    return tuple(row.name for row in READY if row.at == "siege")
