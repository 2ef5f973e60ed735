"""What if: many sieges at once, and every single change of a combat or a siege."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import DOORS, Doors, Perturbation, Way, perturbation
from gamekit.probability.distribution import Basis, Dist, itself, join
from gamekit.roma_victrix.forces import Force, Result, Stack, attacker_wins, rating, with_stacks
from gamekit.roma_victrix.odds.batch import combats
from gamekit.roma_victrix.odds.campaign import check_same_army
from gamekit.roma_victrix.odds.combat import Combat, summary
from gamekit.roma_victrix.odds.losses import cheapest_of_all, paying_basis
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.odds.spending import Objective
from gamekit.roma_victrix.procedures import led
from gamekit.roma_victrix.tables import SIDES, UNITS, Side
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class CombatTurned:
    """A combat in which the defender attacks instead, without cards; its chances are still those of ``combat``'s
    attacker."""

    combat: Combat

    def __post_init__(self) -> None:
        self.turned  # noqa: B018  where the rules do not allow it, a ValueError

    @property
    def turned(self) -> Combat:
        """The combat that is fought."""
        it = self.combat
        return replace(it, attacker=it.defender, defender=it.attacker, advantage=(), treachery=False, printed=())

    def odds(self, objective: Objective = "win", *, numbers: type[Any] = Fraction) -> Dist[Result]:
        """The law of the result, sides named as in ``combat``."""

        def back(result: Result) -> Result:
            percents = result.defender_loss_pct, result.attacker_loss_pct
            lost = result.defender_loss, result.attacker_loss
            return Result(*percents, *lost, result.defender_left, result.attacker_left)

        return self.turned.odds(objective, numbers=numbers).map(back)


def _turned(others: Sequence[CombatTurned], numbers: type) -> pd.DataFrame:
    import pandas as pd

    laws = [other.odds(numbers=_kind(numbers)) for other in others]
    frame = pd.DataFrame([summary(law) for law in laws])
    frame.attrs["basis"] = join(*(law.basis for law in laws))
    return frame


def _kind(numbers: type) -> type:
    return float if numbers is float else Fraction


def sieges(listed: Sequence[Siege], numbers: type = Fraction) -> pd.DataFrame:
    """Each siege at its best on both sides (``Siege.plan``): what it is worth, the chance of a capture, mean losses.

    >>> from gamekit import roma_victrix as rv
    >>> siege = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=2)
    >>> sieges([siege]).iloc[0, :2].tolist()
    [Fraction(12773, 1296), Fraction(1, 1)]
    """
    import pandas as pd

    listed = as_tuple(listed, "the sieges", "several of rv.Siege")
    for row, siege in enumerate(listed):
        if not isinstance(siege, Siege):
            raise ValueError(f"siege {row} is {siege!r}; it should be an rv.Siege")
    plans = [siege.plan(numbers=_kind(numbers)) for siege in listed]
    names = ("attacker_loss", "units_loss", "capital_loss", "operations")
    chances = ({"value": plan.value, "p_captured": plan.ends["captured"]} for plan in plans)
    rows = [one | {name: getattr(plan, name) for name in names} for one, plan in zip(chances, plans)]
    frame = pd.DataFrame(rows, dtype=None if numbers is float else object)
    frame.attrs["basis"] = join(*(plan.basis for plan in plans))
    return frame


def changes(fight: Combat | Siege) -> Iterator[Perturbation]:
    """Every single change of a combat or siege: a counter, its face, a leader's rating, a card, the net modifier; of a
    combat also who attacks, of a siege OP and the city's CSP. What the rules do not allow is left out."""
    for side in SIDES:
        if (force := getattr(fight, side)) is not None:
            yield from _of_a_force(force, note(f"side.{side}"), partial(_with, fight, side))
        yield _card(fight, side)
    moved = [(f"{fight.net_drm + by:+d}", partial(_moved, fight, by)) for by in (-1, 1)]
    yield perturbation(note("roma_victrix.change.net"), *moved)
    if isinstance(fight, Combat):
        turned = note("roma_victrix.change.turned")
        yield perturbation(turned, None, (turned, lambda: CombatTurned(fight)))
    else:
        for name in ("operations", "capital"):
            now, first = getattr(fight.now, name), getattr(fight, name)
            ways = [(str(now + by), partial(_with, fight, name, first + by)) for by in (-1, 1)]
            yield perturbation(note(f"roma_victrix.change.{name}"), *ways)


def _with(fight: Any, name: str, value: Any) -> Any:
    """The fight with another field; a siege that has begun stands so much better or worse by it than it does."""
    if not isinstance(fight, Siege) or fight.position is None:
        return replace(fight, **{name: value})
    before, after = replace(fight, position=None), replace(fight, position=None, **{name: value})
    return after.at(*(at + new - old for at, new, old in zip(fight.now, after.now, before.now)))


def _rated(other: Callable[[Force], Any], force: Force, by: int) -> Any:
    return other(replace(force, leader=rating(force.leader + by)))


def _of_a_force(force: Force, where: str, other: Callable[[Force], Any]) -> Iterator[Perturbation]:
    """Every single change of a force, as ``other`` makes a thing of it: a counter, its face, the leader's rating."""
    for stack in force.stacks:
        yield from _of_a_stack(force, stack, where, other)
    ways = [(str(force.leader + by), partial(_rated, other, force, by)) for by in (-1, 1)]
    yield perturbation(note("roma_victrix.change.leader", side=where), *ways)


def _of_a_stack(force: Force, stack: Stack, where: str, other: Callable[[Force], Any]) -> Iterator[Perturbation]:
    def made(full: int, reduced: int) -> Callable[[], Any]:
        stacks = (each for each in force.stacks if each.unit != stack.unit)
        return lambda: other(with_stacks(force, (*stacks, Stack(stack.unit, full, reduced))))

    unit, full, reduced = stack
    fewer = made(full - 1, reduced) if full else made(full, reduced - 1)
    counter = note("roma_victrix.change.counter", side=where, unit=unit)
    yield perturbation(counter, (f"- {unit if full else f'r{unit}'}", fewer), (f"+ {unit}", made(full + 1, reduced)))
    if UNITS[unit].reduced is not None:
        face = note("roma_victrix.change.face", side=where, unit=unit)
        flipped = made(full - 1, reduced + 1) if full else None, made(full + 1, reduced - 1) if reduced else None
        ways = zip((f"{unit} > r{unit}", f"r{unit} > {unit}"), flipped)
        yield perturbation(face, *((text, way) if way else None for text, way in ways))


def _card(fight: Combat | Siege, side: Side) -> Perturbation:
    """The card of advantage with it, if the side has none, or without it."""
    has = side in fight.advantage
    cards = tuple(each for each in SIDES if (each in fight.advantage) != (each == side))
    said = note("roma_victrix.change.card", side=note(f"side.{side}"))
    way: Way = (said, partial(_with, fight, "advantage", cards))
    return perturbation(said, way if has else None, None if has else way)


def _moved(fight: Any, by: int) -> Any:
    """The net modifier one point to either side in every round: as by a card, since numbers are counted anew."""
    rows = [row for row in fight.modifiers if row.reason == "card"]
    points = sum(row.points if row.side == "attacker" else -row.points for row in rows) + by
    kept = tuple(row for row in fight.printed if row[0] != "card")
    side = "attacker" if points >= 0 else "defender"
    return replace(fight, printed=(*kept, ("card", side, abs(points))))


def steps(fights: Sequence[Any], numbers: type) -> tuple[Any, Force, Any, Basis]:
    """Land combats in a row, one each: the army goes on as long as it wins, its losses paid in counters, the least CSP
    (``rv.campaign`` counts OP, and fights again after a draw)."""
    check_same_army(fights)
    basis = join(*map(paying_basis, (fight.attacker for fight in fights)), (note("roma_victrix.in_a_row"),))
    return [partial(_fought, fight, numbers) for fight in fights], fights[0].attacker, itself, basis


def _fought(fight: Combat, numbers: type, army: Force) -> Dist[tuple[bool, Force]]:
    """The law of (whether it goes on, the army left) of a combat."""
    left = [led(army, rest) for rest in cheapest_of_all(army)]
    law = replace(fight, attacker=army).odds(numbers=_kind(numbers))
    return law.map(lambda end: (bool(left[end.attacker_loss].stacks) and attacker_wins(end), left[end.attacker_loss]))


DOORS[Combat] = Doors(lambda fights, numbers: combats(fights, numbers=_kind(numbers)), changes, steps)
DOORS[CombatTurned] = Doors(_turned)
DOORS[Siege] = Doors(sieges, changes, law=lambda siege, numbers: siege.plan(numbers=_kind(numbers)).law())
DOORS[Force] = Doors(changes=lambda force: _of_a_force(force, note("roma_victrix.change.force"), itself))
