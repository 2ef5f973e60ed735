"""Two forces that face each other: what the tables of both boards are, and what is done to forces, cards and dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Any, ClassVar, Self, TypeVar

from gamekit.roma_victrix import Force, force
from gamekit.roma_victrix.forces import Stack, with_stacks
from gamekit.roma_victrix.tables import FACES, READY, SIDES, UNITS, Ready, Side
from gamekit.text import translation
from gamekit.text.translation import error_text, word
from gamekit.widgets.page import Message, Soon
from gamekit.widgets.roma_victrix.counters import Counter

LAND_UNITS = ("LGN", "HI", "AUX", "BI", "CAV", "HC")
PLACED = {  # what a side may have at each place
    "land": (LAND_UNITS, (*LAND_UNITS, "GAR", "LIMES")),
    "sea": (("FLEET", *LAND_UNITS),) * 2,
    "siege": (LAND_UNITS, (*LAND_UNITS, "GAR")),
}
NOTHING = Force(())
PAUSE = 0.2  # seconds of quiet before what takes long is begun


@dataclass(frozen=True, slots=True)
class Facing:
    """Two forces on a board: at land, at sea or in a siege. ``key`` is the ready set-up that they are, if any."""

    FRESH: ClassVar[dict[str, Any]] = {}  # what was chosen or played for a set-up, as it is before
    ROLES: ClassVar[tuple[str, str]] = ("side.attacker", "side.defender")

    SHARED: ClassVar[tuple[str, ...]] = (
        "attacker",
        "defender",
        "names",
        "dice",
        "advantage",
        "printed",
        "key",
        "seed",
        "throws",
    )

    attacker: Force
    defender: Force
    names: tuple[str, str] = ("", "")
    at: str = "land"
    dice: tuple[int, int] = (5, 2)
    advantage: tuple[Side, ...] = ()
    printed: tuple[tuple[str, Side, int], ...] = ()
    key: str = ""
    seed: str = ""
    throws: int = 0
    picked: tuple[Any, ...] | None = None
    language: str = "en"

    def in_language(self, language: str) -> Self:
        """The same table in a language, the names of peoples that we know in it as well."""
        peoples = (key for key in translation.table() if key.startswith("roma_victrix.people."))
        known = {word(key, self.language): word(key, language) for key in peoples}
        first, second = (known.get(name, name) for name in self.names)
        return replace(self, names=(first, second), language=language)

    def say(self, key: str, **fields: Any) -> str:
        """A word of the board; a siege has some of its own."""
        own = f"roma_victrix.siege.{key}"
        mine = self.at == "siege" and own in translation.table()
        return word(own if mine else f"roma_victrix.board.{key}", self.language, **fields)

    def force(self, side: Side) -> Force:
        """The force of a side as it was set up, perhaps without units."""
        return self.attacker if side == SIDES[0] else self.defender

    def name(self, side: Side) -> str:
        """What a side is called: its own name, or its role."""
        place = SIDES.index(side)
        return self.names[place] or word(self.ROLES[place], self.language)

    @property
    def title(self) -> str:
        names = {side: self.name(side) for side in SIDES}
        return self.say("title_sea" if self.at == "sea" else "title", **names)

    def letter(self, side: Side) -> str:
        """The letter on a side's counters; the second letter where both names begin alike."""
        first, second = (self.name(one).removeprefix("the ").upper() for one in SIDES)
        name = first if side == SIDES[0] else second
        return name[0] if side == SIDES[0] or first[0] != second[0] else name[1:2] or name[0]

    def anew(self, **changes: Any) -> Self:
        """The table with something changed; what was chosen or played for it goes."""
        return replace(self, **self.FRESH | changes)

    def with_force(self, side: Side, units: Force) -> Self:
        """The table with another force; what was thrown stays."""
        return self.anew(**{side: units}, printed=(), key="")

    @property
    def made(self) -> tuple[Any, str]:
        """The combat or siege that the forces make, and ""; or None, and why they make none."""
        raise NotImplementedError

    @property
    def problem(self) -> str:
        """Why the forces cannot fight."""
        return self.made[1]

    def with_dice(self, dice: tuple[int, int]) -> Self:
        return replace(self, dice=dice)


Table = TypeVar("Table", bound=Facing)


@lru_cache(maxsize=256)
def attempt(make: Callable[..., Any], language: str, *given: Any, **named: Any) -> tuple[Any, str]:
    """What a calculator makes of what it is given, and ""; or None, and why it refuses."""
    try:
        return make(*given, **named), ""
    except ValueError as error:
        return None, error_text(error, language)


class Shelf:
    """The last answers that took long, by what was asked: a board looks here, and has worked out what is missing."""

    def __init__(self, most: int) -> None:
        self.most, self.found = most, dict[Any, Any]()

    def keep(self, asked: Any, work: Callable[[], Any]) -> None:
        """Work something out and keep it, the oldest answers going."""
        answer = work()
        for old in list(self.found)[: -self.most + 1 or None] if len(self.found) >= self.most else ():
            self.found.pop(old, None)
        self.found[asked] = answer

    def soon(self, asked: Any, work: Callable[[], Any]) -> Soon:
        """What a board asks for, beside the page and after a moment of quiet."""
        return Soon(partial(self.keep, asked, work), ("worked",), asked, pause=PAUSE)


def ready_row(key: str, language: str) -> tuple[Ready, tuple[str, str], tuple[Force, Force]]:
    """A ready set-up, what its sides are called, and their forces."""
    row = next(row for row in READY if row.name == key)
    defender = force(row.defender, row.defender_leader) if row.defender else NOTHING
    return row, peoples(row, language), (force(row.attacker, row.attacker_leader), defender)


def peoples(row: Any, language: str) -> tuple[str, str]:
    """What the two sides of a ready or printed set-up are called."""
    first, second = (
        word(f"roma_victrix.people.{name}", language) if name else "" for name in (row.attacker_name, row.defender_name)
    )
    return first, second


def shown(units: Force, left: Force | None) -> list[Counter]:
    """A force counter by counter; with what is left after a loss, each as it is paid."""
    kept = units if left is None else left
    return [counter for stack in units.stacks for counter in _stack_shown(stack, kept.stack(stack.unit))]


def _stack_shown(before: Stack, after: Stack) -> list[Counter]:
    """Full counters stay full first, reduced ones stay first among the reduced; the rest are turned or gone."""
    full, weak = UNITS[before.unit].full, UNITS[before.unit].reduced or 0
    kept_weak = min(before.reduced, after.reduced)
    turned = after.reduced - kept_weak
    gone_full = before.full - after.full - turned
    return [
        *[Counter(before.unit, False, full)] * after.full,
        *[Counter(before.unit, False, weak, "turned", full - weak)] * turned,
        *[Counter(before.unit, False, full, "gone", full)] * gone_full,
        *[Counter(before.unit, True, weak)] * kept_weak,
        *[Counter(before.unit, True, weak, "gone", weak)] * (before.reduced - kept_weak),
    ]


def unit(table: Facing, name: str, reduced: bool) -> str:
    said = word(f"roma_victrix.unit.{name}", table.language)
    return table.say("reduced", unit=said) if reduced else said


def changed(units: Force, unit: str, full: int, reduced: int) -> Force:
    """A force with so many counters of a kind more, full and reduced."""
    stack = units.stack(unit)
    others = (one for one in units.stacks if one.unit != unit)
    return with_stacks(units, (*others, Stack(unit, stack.full + full, stack.reduced + reduced)))


def added(units: Force, unit: str, reduced: bool) -> Force:
    """A force with one counter more; ValueError where a province has such a marker once."""
    more = changed(units, unit, not reduced, reduced)
    return force(str(more), units.leader, roman=units.roman)


def without(units: Force, unit: str, reduced: bool) -> Force:
    return changed(units, unit, reduced - 1, -int(reduced))


def flipped(units: Force, unit: str, reduced: bool) -> Force:
    """A force with one counter turned over; a garrison has one side."""
    by = 1 if reduced else -1
    return units if UNITS[unit].reduced is None else changed(units, unit, by, -by)


def thrown(table: Table, luck: int) -> Table:
    """The table after one more throw; the same seed gives the same throws again."""
    random = Random(f"{table.seed}:{table.throws}" if table.seed else luck)
    return replace(table, throws=table.throws + 1).with_dice((random.choice(FACES), random.choice(FACES)))


def update(table: Table, message: Message) -> Table:
    """What both boards do alike; the same table for a message that means nothing here."""
    match message:
        case ("face", side, face):
            first, second = (face if one == side else old for one, old in zip(SIDES, table.dice))
            return table.with_dice((first, second))
        case ("card", side, on):
            kept = (one for one in SIDES if (on if one == side else one in table.advantage))
            return table.anew(advantage=tuple(kept))
        case ("join", side):
            return table.with_force(side, table.force(side).recombined())
        case ("pick", value):
            return replace(table, picked=value)
        case ("seed", text):
            return replace(table, seed=text.strip(), throws=0)
        case ("lead", side, rating):
            return table.with_force(side, replace(table.force(side), leader=rating))
        case ("leader", side):
            return update(table, ("lead", side, (table.force(side).leader + 1) % 5))
        case ("write", side, text):
            units = table.force(side)
            written = force(text, units.leader, roman=units.roman) if text.strip() else replace(units, stacks=())
            return table.with_force(side, written)
    return _counters(table, message)


def _counters(table: Table, message: Message) -> Table:
    match message:
        case ("add", side, unit, reduced):
            return table.with_force(side, added(table.force(side), unit, reduced))
        case ("counter" | "flip", side, unit, reduced):
            return table.with_force(side, flipped(table.force(side), unit, reduced))
        case ("remove", side, unit, reduced) | ("drop", ("counter", side, unit, reduced), None):
            return table.with_force(side, without(table.force(side), unit, reduced))
        case ("drop", ("add", _, unit, reduced), ("army" | "counter" | "pay", onto, *_)):
            return _counters(table, ("add", onto, unit, reduced))
        case ("drop", ("counter", side, unit, reduced), ("army" | "counter" | "pay", onto, *_)) if onto != side:
            return _counters(_counters(table, ("remove", side, unit, reduced)), ("add", onto, unit, reduced))
    return table
