"""What lies on the combat board, and what follows from it: forces, dice, split, losses paid. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from gamekit.roma_victrix import Combat, Force, LandCombat, NavalCombat, Payment, Split, force, pay
from gamekit.roma_victrix.odds import spending
from gamekit.roma_victrix.odds.combat import example, summary
from gamekit.roma_victrix.procedures import led
from gamekit.roma_victrix.state import Stack, with_stacks
from gamekit.roma_victrix.tables import EXAMPLES, READY, SIDES, UNITS, Side
from gamekit.widgets.roma_victrix.counters import Counter
from gamekit.words import language_or_default, reason, word

WAYS = 60  # ways to pay a loss that the lists offer
KEY = "Cilicia"  # the combat that the board opens on
LAND_UNITS = ("LGN", "HI", "AUX", "BI", "CAV", "HC")
NOTHING = Force(())


@dataclass(frozen=True, slots=True)
class Table:
    """A combat on the board. ``split`` and the forces ``left`` are the best and the cheapest unless chosen."""

    attacker: Force
    defender: Force
    names: tuple[str, str] = ("", "")
    at: str = "land"
    dice: tuple[int, int] = (5, 2)
    split: tuple[int, int] | None = None
    left: tuple[Force | None, Force | None] = (None, None)
    objective: str = "win"
    advantage: tuple[Side, ...] = ()
    treachery: bool = False
    printed: tuple[tuple[str, Side, int], ...] = ()
    paying: bool = True
    key: str = ""
    seed: str = ""
    throws: int = 0
    picked: tuple[Any, ...] | None = None
    language: str = "en"

    def say(self, key: str, **fields: Any) -> str:
        """A word of the board."""
        return word(f"roma_victrix.board.{key}", self.language, **fields)

    def force(self, side: Side) -> Force:
        """The force of a side, perhaps without units."""
        return self.attacker if side == SIDES[0] else self.defender

    def name(self, side: Side) -> str:
        """What a side is called: its own name, or attacker or defender."""
        return self.names[SIDES.index(side)] or word(f"side.{side}", self.language)

    def with_force(self, side: Side, units: Force) -> Table:
        """The table with another force; what was thrown stays, what was chosen for it goes."""
        changed: dict[str, Any] = {side: units}
        return replace(self, **changed, split=None, left=(None, None), printed=(), key="")

    @property
    def fight(self) -> Combat | None:
        """The combat, or None while the forces cannot fight; ``problem`` says why."""
        return self._made[0]

    @property
    def problem(self) -> str:
        """Why the forces cannot fight."""
        return self._made[1]

    @property
    def _made(self) -> tuple[Combat | None, str]:
        forces = (self.attacker, self.defender, self.at)
        return _fight(*forces, self.advantage, self.treachery, self.printed, self.language)


@lru_cache(maxsize=256)
def _fight(
    attacker: Force,
    defender: Force,
    at: str,
    advantage: tuple[Side, ...],
    treachery: bool,
    printed: tuple[tuple[str, Side, int], ...],
    language: str,
) -> tuple[Combat | None, str]:
    make = LandCombat if at == "land" else NavalCombat
    try:
        return make(attacker, defender, advantage=advantage, treachery=treachery, printed=printed), ""
    except ValueError as error:
        return None, reason(error, language)


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw: the ways to spend the net (best first), the one taken, and the ways in which each side may pay."""

    ways: tuple[Split, ...]
    taken: Split
    payments: tuple[tuple[Payment, ...], tuple[Payment, ...]]
    left: tuple[Force, Force]


@lru_cache(maxsize=256)
def chances(fight: Combat, objective: str) -> dict[str, Any]:
    """Chances, mean losses and leaders' deaths when the holder plays for an objective."""
    law = fight.odds(objective)
    found = summary(law)
    found |= {f"{side}_dies": fight.leader_dies(side, objective) for side in SIDES}
    found["basis"] = law.basis
    return found


@lru_cache(maxsize=64)
def cells(fight: Combat, objective: str) -> dict[tuple[int, int], Split]:
    """The best split of each of the 36 rolls."""
    return fight.cells(objective)


@lru_cache(maxsize=64)
def by_points(fight: Combat, objective: str, points: tuple[int, ...]) -> tuple[Any, ...]:
    """The holder's chance to win if he had so many points instead."""
    sign, column = (1, "p_win") if fight.holder == SIDES[0] else (-1, "p_loss")
    return tuple(fight.by_net([sign * one for one in points], objective)[column])


@cache
def _ways(units: Force, loss: int) -> tuple[Payment, ...]:
    return pay(units, loss, limit=WAYS)


def thrown(table: Table) -> Thrown | None:
    """What the dice, the split and the losses paid come to; None while there is no combat."""
    fight = table.fight
    if fight is None:
        return None
    ways = fight.best_split(*table.dice, table.objective).alternatives
    taken = next((way for way in ways if (way.raise_enemy, way.lower_own) == table.split), ways[0])
    losses = taken.result.attacker_loss, taken.result.defender_loss
    payments = _ways(table.attacker, losses[0]), _ways(table.defender, losses[1])
    chosen = [
        one if one is not None and one in [way.left for way in found] else found[0].left
        for one, found in zip(table.left, payments)
    ]
    return Thrown(ways, taken, payments, (chosen[0], chosen[1]))


def most_points(table: Table) -> tuple[int, int]:
    """How far the two sliders go on this throw: points that raise the enemy's loss, points that lower one's own."""
    fight = table.fight
    if fight is None:
        return 0, 0
    own, enemy = table.dice if fight.holder == SIDES[0] else table.dice[::-1]
    return spending.most_points(own, enemy, abs(fight.net_drm))


def moved_split(table: Table, kind: str, points: int) -> tuple[int, int] | None:
    """The split after one slider has been moved; the other gives way where the net does not suffice for both."""
    fight, now = table.fight, thrown(table)
    if fight is None or now is None:
        return None
    net, most = abs(fight.net_drm), most_points(table)
    up, down = now.taken.raise_enemy, now.taken.lower_own
    if kind == "raise":
        up = max(0, min(points, most[0]))
        return up, min(down, net - up)
    down = max(0, min(points, most[1]))
    return min(up, net - down), down


def shown(units: Force, left: Force | None) -> list[Counter]:
    """A force counter by counter; with what is left after a loss, each as it is paid."""
    found: list[Counter] = []
    for stack in units.stacks:
        kept = stack if left is None else left.stack(stack.unit)
        found += _stack_shown(stack, kept)
    return found


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


def next_way(ways: tuple[Payment, ...], left: Force, unit: str) -> Force:
    """The cheapest other way that takes one step more of a kind of unit; after the most, the least."""
    steps = {way.left: _steps(way.left.stack(unit)) for way in ways}
    levels = sorted(set(steps.values()), reverse=True)
    now = levels.index(steps[left])
    wanted = levels[(now + 1) % len(levels)]
    return next(way.left for way in ways if steps[way.left] == wanted)


def _steps(stack: Stack) -> int:
    return 2 * stack.full + stack.reduced


def added(units: Force, unit: str, reduced: bool) -> Force:
    """A force with one counter more; ValueError where a province has such a marker once."""
    stack = units.stack(unit)
    text = str(with_stacks(units, (*units.stacks, Stack(unit, stack.full + (not reduced), stack.reduced + reduced))))
    return force(text, units.leader, roman=units.roman)


def without(units: Force, unit: str, reduced: bool) -> Force:
    """A force with one counter less."""
    stack = units.stack(unit)
    fewer = Stack(unit, stack.full - (not reduced), stack.reduced - reduced)
    return with_stacks(units, (*(one for one in units.stacks if one.unit != unit), fewer))


def flipped(units: Force, unit: str, reduced: bool) -> Force:
    """A force with one counter turned over; a garrison has one side."""
    if UNITS[unit].reduced is None:
        return units
    return (
        added(without(units, unit, reduced), unit, not reduced) if units.counters > 1 else _alone(units, unit, reduced)
    )


def _alone(units: Force, unit: str, reduced: bool) -> Force:
    return with_stacks(units, (Stack(unit, int(reduced), int(not reduced)),))


def units_at(at: str, side: Side) -> tuple[str, ...]:
    """The units that a side may have at a place."""
    if at == "sea":
        return ("FLEET", *LAND_UNITS)
    return LAND_UNITS if side == SIDES[0] else (*LAND_UNITS, "GAR", "LIMES")


def power(name: str, language: str) -> str:
    """What a power of the ready combats is called."""
    return word(f"roma_victrix.people.{name}", language) if name else ""


def opening(key: str = KEY, language: str = "en") -> Table:
    """A ready combat with the throw, the split and the losses that the rulebook gives, where it gives them."""
    row = next((row for row in EXAMPLES if row.name == key), None)
    if row is None:
        return _ready(key, language)
    fight = example(key)
    names = power(row.attacker_name, language), power(row.defender_name, language)
    left = tuple(
        force(text, units.leader) if text else replace(units, stacks=())
        for text, units in ((row.attacker_left, fight.attacker), (row.defender_left, fight.defender))
    )
    dice, split = (row.dice[0], row.dice[1]), (row.split[0], row.split[1])
    return Table(
        fight.attacker, fight.defender, names, dice=dice, split=split, left=(left[0], left[1]), printed=fight.printed,
        key=key, language=language,
    )  # fmt: skip


def _ready(key: str, language: str) -> Table:
    row = next(row for row in READY if row.name == key)
    names = power(row.attacker_name, language), power(row.defender_name, language)
    attacker = force(row.attacker, row.attacker_leader)
    defender = force(row.defender, row.defender_leader)
    return Table(attacker, defender, names, at=row.at, key=key, language=language)


def table_of(combat: Combat | None, names: tuple[str, str], language: str | None) -> Table:
    """The table of a combat, or the one that the board opens on."""
    language = language_or_default(language)
    if combat is None:
        return opening(language=language)
    return Table(
        combat.attacker, combat.defender, names, combat.at, advantage=combat.advantage, treachery=combat.treachery,
        printed=combat.printed, language=language,
    )  # fmt: skip


def ready_keys() -> tuple[str, ...]:
    """The ready combats: those of the rulebook, then fights at sea."""
    return (*(row.name for row in EXAMPLES), *(row.name for row in READY if row.at == "sea"))


def went_on(table: Table) -> Table:
    """The next combat with what is left; a leader without land units is gone (5.31 step 10)."""
    now = thrown(table)
    if now is None:
        return table
    mine, theirs = (led(table.force(side), left) for side, left in zip(SIDES, now.left))
    return replace(table, attacker=mine, defender=theirs, split=None, left=(None, None), printed=(), key="")
