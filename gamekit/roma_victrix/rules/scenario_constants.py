"""What a scenario fixes for the whole game: the powers, their seats, homes, goals and special rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from gamekit.roma_victrix.forces import Force
from gamekit.roma_victrix.geography import POWERS
from gamekit.roma_victrix.places import INDEX
from gamekit.roma_victrix.scenario import Contender, Goal, Scenario, scenario
from gamekit.roma_victrix.state import NONE, State, Units, as_units
from gamekit.roma_victrix.tables import UNITS

FULL_LIMES: Final = UNITS["LIMES"].full
PLAYER: Final = "player"
SUBJECT: Final = ("client", "ally")  # 11.0: called by a die each phase


@dataclass(frozen=True, slots=True)
class Frame:
    """A scenario's fixed part; what is by power stands in the order of ``powers``."""

    name: str
    powers: tuple[str, ...]
    kinds: tuple[str, ...]  # Roman, civilised, Persian or barbarian
    roles: tuple[str, ...]  # player, major (neutral until activated), client, ally, neutral (minor) or barbaricum
    homes: tuple[frozenset[int], ...]  # provinces held at the start (5.33)
    infantry: tuple[int | None, ...]  # per cent of warbands that are infantry (13.21)
    goals: tuple[tuple[Goal, ...], ...]
    patrons: tuple[int, ...]  # whose client or ally a power is at the start
    succession: tuple[str, ...]  # what becomes of a power without its supreme leader (3.32)
    turns: int
    year: int
    area: frozenset[int]  # the provinces in play
    limes: frozenset[int]
    special: frozenset[str]
    consuls: tuple[tuple[str, int], ...]  # the pool of the special rule
    creation: tuple[tuple[Units, ...], tuple[Units, ...]] = ((), ())  # 16.42 D by the marker: most powers', Persians'

    def limes_at(self, place: int) -> int:
        """The limes of a province at the start, of full strength (10.6)."""
        return FULL_LIMES if place in self.limes else 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The players: the powers that begin as active major powers."""
        return tuple(power for power, role in enumerate(self.roles) if role == PLAYER)


@cache
def frame(name: str, seats: int) -> Frame:
    """The fixed part of a scenario for so many players."""
    plan = scenario(name)
    active = plan.active(seats)

    def by_power(key: str) -> tuple[Any, ...]:
        return tuple(getattr(power, key) for power in plan.powers)

    names: tuple[str, ...] = by_power("name")
    return Frame(
        name,
        names,
        tuple(POWERS[each].kind for each in names),
        tuple(PLAYER if power in active else _role(power) for power in plan.powers),
        tuple(frozenset(INDEX[place] for place in power.provinces) for power in plan.powers),
        by_power("infantry"),
        by_power("goals"),
        tuple(names.index(power.patron) if power.patron else NONE for power in plan.powers),
        by_power("succession"),
        plan.turns,
        plan.start,
        frozenset(INDEX[place] for place in plan.area),
        frozenset(INDEX[place] for place in plan.limes),
        frozenset(plan.special),
        tuple((consul.name, consul.rating) for power in plan.powers for consul in power.consuls),
        _creation(plan),
    )


def _creation(plan: Scenario) -> tuple[tuple[Units, ...], tuple[Units, ...]]:
    """The solitaire table's columns, a row for each number of warbands."""
    rows = sorted(plan.new_units, key=lambda row: row.warbands)
    return tuple(as_units(Force(row.others)) for row in rows), tuple(as_units(Force(row.persian)) for row in rows)


def _role(power: Contender) -> str:
    """The role of a power that nobody begins with: a neutral major power (3.84), or what the scenario says."""
    return "major" if power.role == "active" or (power.role == "neutral" and power.major) else power.role


def frame_of(state: State) -> Frame:
    """The fixed part of the position's scenario."""
    return frame(state.scenario, state.seats)
