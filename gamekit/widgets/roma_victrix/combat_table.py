"""What lies on the combat board, and what follows from it: forces, dice, split, losses paid. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar

from gamekit.roma_victrix import Combat, Force, LandCombat, NavalCombat, Payment, force, pay
from gamekit.roma_victrix.forces import Stack
from gamekit.roma_victrix.odds import spending
from gamekit.roma_victrix.odds.combat import Spent, example, summary
from gamekit.roma_victrix.odds.losses import MOST_WORK, work_to_pay
from gamekit.roma_victrix.procedures import led
from gamekit.roma_victrix.tables import EXAMPLES, READY, SIDES
from gamekit.storage.link_code import shows_all
from gamekit.text.translation import language_or_default, word
from gamekit.widgets.page import Soon
from gamekit.widgets.roma_victrix.forces import Facing, Shelf, attempt, peoples, ready_row

WAYS = 60  # ways to pay a loss that the lists offer
LIGHT = 100_000  # ways that are compared before a click is answered; some tenth of a second
PAID = Shelf(8)  # ways to pay that took longer
KEY, AT_SEA = "Cilicia", "Straits"  # the combats that the board opens on


@dataclass(frozen=True, slots=True)
class CombatTable(Facing):
    """A combat on the board. ``split`` and the forces ``left`` are the best and the cheapest unless chosen."""

    FRESH: ClassVar = {"split": None, "left": (None, None)}

    SHARED: ClassVar = (*Facing.SHARED, "at", "split", "left", "objective", "treachery", "paying")

    split: tuple[int, int] | None = None
    left: tuple[Force | None, Force | None] = (None, None)
    objective: str = "win"
    treachery: bool = False
    paying: bool = True

    def with_dice(self, dice: tuple[int, int]) -> CombatTable:
        """The table with other dice, whose losses are to be paid."""
        return self.anew(dice=dice, paying=True)

    @property
    def fight(self) -> Combat | None:
        """The combat, or None while the forces cannot fight; ``problem`` says why."""
        found: Combat | None = self.made[0]
        return found

    @property
    def made(self) -> tuple[Any, str]:
        """The combat, or None and why there is none."""
        make, forces = LandCombat if self.at == "land" else NavalCombat, (self.attacker, self.defender)
        cards: dict[str, Any] = {"advantage": self.advantage, "treachery": self.treachery}
        return attempt(make, self.language, *forces, **cards, printed=self.printed)


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw: the ways to spend the net (best first), the one taken, and the ways in which each side may pay."""

    ways: tuple[Spent, ...]
    taken: Spent
    payments: tuple[tuple[Payment, ...], tuple[Payment, ...]]
    left: tuple[Force, Force]
    unpaid: str = ""  # why there are no ways to pay, not yet or not at all

    @property
    def losses(self) -> tuple[int, int]:
        return self.taken.result.attacker_loss, self.taken.result.defender_loss


@lru_cache(maxsize=256)
def chances(fight: Combat, objective: str) -> dict[str, Any]:
    """Chances, mean losses and leaders' deaths when the holder plays for an objective."""
    law = fight.odds(objective)
    found = summary(law)
    found |= {f"{side}_dies": fight.leader_dies(side, objective) for side in SIDES}
    found["basis"] = law.basis
    return found


@lru_cache(maxsize=64)
def cells(fight: Combat, objective: str) -> dict[tuple[int, int], Spent]:
    """The best split of each of the 36 rolls."""
    return fight.cells(objective)


_splits = lru_cache(maxsize=64)(Combat.best_split)


@lru_cache(maxsize=64)
def by_points(fight: Combat, objective: str, points: tuple[int, ...]) -> tuple[Any, ...]:
    """The holder's chance to win if he had so many points instead."""
    sign, column = (1, "p_win") if fight.holder == SIDES[0] else (-1, "p_loss")
    return tuple(fight.by_net([sign * one for one in points], objective)[column])


def _ways(units: Force, loss: int, language: str) -> tuple[tuple[Payment, ...], str]:
    """The ways to pay a loss; or none, and why not yet or not at all."""
    found: tuple[tuple[Payment, ...], str] | None
    if (work := work_to_pay(units, loss, WAYS)) <= LIGHT or work > MOST_WORK:
        found = attempt(pay, language, units, loss, limit=WAYS)
    else:
        found = PAID.found.get((units, loss, language))
    ways, why = found or ((), word("roma_victrix.board.counting", language, count=f"{work:,}"))
    return ways or (), why


def soon(table: CombatTable) -> Soon | None:
    """The ways to pay that are to be worked out beside the page."""
    now = thrown(table)
    losses = now.losses if now else ()
    asked = [(table.force(side), loss, table.language) for side, loss in zip(SIDES, losses)]
    works = [work_to_pay(units, loss, WAYS) for units, loss, _ in asked]
    heavy = [one for one, work in zip(asked, works) if work > LIGHT and one not in PAID.found]
    if not heavy or max(works) > MOST_WORK:  # where one side cannot pay, the other need not
        return None
    units, loss, language = heavy[0]
    return PAID.soon(heavy[0], partial(attempt, pay, language, units, loss, limit=WAYS))


def thrown(table: CombatTable) -> Thrown | None:
    """What the dice, the split and the losses paid come to; None while there is no combat."""
    fight = table.fight
    if fight is None:
        return None
    ways = _splits(fight, *table.dice, table.objective).alternatives
    taken = next((way for way in ways if (way.raise_enemy, way.lower_own) == table.split), ways[0])
    losses = taken.result.attacker_loss, taken.result.defender_loss
    asked = [(table.force(side), loss) for side, loss in zip(SIDES, losses)]
    (mine, why), (theirs, wherefore) = (_ways(*one, table.language) for one in asked)
    first, second = (
        one if not found or one in [way.left for way in found] else found[0].left
        for one, found in zip(table.left, (mine, theirs))
    )
    harder = work_to_pay(*asked[1], WAYS) > work_to_pay(*asked[0], WAYS)
    unpaid = (wherefore or why) if harder else (why or wherefore)
    return Thrown(ways, taken, (mine, theirs), (first or table.attacker, second or table.defender), unpaid)


def most_points(table: CombatTable) -> tuple[int, int]:
    """How far the two sliders go on this throw: points that raise the enemy's loss, points that lower one's own."""
    fight = table.fight
    if fight is None:
        return 0, 0
    own, enemy = table.dice if fight.holder == SIDES[0] else table.dice[::-1]
    return spending.most_points(own, enemy, abs(fight.net_drm))


def moved_split(table: CombatTable, kind: str, points: int) -> tuple[int, int] | None:
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


def next_way(ways: tuple[Payment, ...], left: Force, unit: str) -> Force:
    """The cheapest other way that takes one step more of a kind of unit; after the most, the least."""
    steps = {way.left: _steps(way.left.stack(unit)) for way in ways}
    levels = sorted(set(steps.values()), reverse=True)
    wanted = levels[(levels.index(steps[left]) + 1) % len(levels)]
    return next(way.left for way in ways if steps[way.left] == wanted)


def _steps(stack: Stack) -> int:
    return 2 * stack.full + stack.reduced


def opening(key: str = KEY, language: str = "en") -> CombatTable:
    """A ready combat with the throw, the split and the losses that the rulebook gives, where it gives them."""
    row = next((row for row in EXAMPLES if row.name == key), None)
    if row is None:
        ready, names, forces = ready_row(key, language)
        return CombatTable(*forces, names, ready.at, key=key, language=language)
    fight = example(key)
    first, second = (
        force(text, units.leader) if text else replace(units, stacks=())
        for text, units in ((row.attacker_left, fight.attacker), (row.defender_left, fight.defender))
    )
    table = table_of(fight, peoples(row, language), language)
    dice, split = (row.dice[0], row.dice[1]), (row.split[0], row.split[1])
    return replace(table, dice=dice, split=split, left=(first, second), key=key)


def table_of(combat: Combat | None, names: tuple[str, str], language: str | None) -> CombatTable:
    """The table of a combat, or the one that the board opens on; ValueError for what the board has no place for."""
    language = language_or_default(language)
    if combat is None:
        return opening(language=language)
    found = CombatTable(
        combat.attacker, combat.defender, names, combat.at, advantage=combat.advantage, treachery=combat.treachery,
        printed=combat.printed, language=language,
    )  # fmt: skip
    shows_all(combat, found.fight)
    return found


def ready_keys() -> tuple[str, ...]:
    """The ready combats: those of the rulebook, then fights at sea."""
    return (*(row.name for row in EXAMPLES), *(row.name for row in READY if row.at == "sea"))


def went_on(table: CombatTable) -> CombatTable:
    """The next combat with what is left; a leader without land units is gone (5.31 step 10)."""
    now = thrown(table)
    if now is None or now.unpaid:
        return table
    mine, theirs = (led(table.force(side), left) for side, left in zip(SIDES, now.left))
    return table.anew(attacker=mine, defender=theirs, printed=(), key="")
