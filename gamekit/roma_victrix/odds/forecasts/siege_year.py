"""A siege planned over the points that a leader has left when he arrives (5.11, 10.41)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gamekit.dist import Basis, Dist, join
from gamekit.roma_victrix.game_state import State
from gamekit.roma_victrix.odds.forecasts.fight import FightAhead, fight, walls
from gamekit.roma_victrix.odds.forecasts.said import noted, position, said
from gamekit.roma_victrix.odds.rolls import chance
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.places import INDEX, PLACES, PROVINCE
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import one_of, whole


@dataclass(frozen=True, slots=True, repr=False)
class SiegeYear:
    """The chance that a city falls this year: over the points on arrival (below 1 there is no siege), and in all.

    ``capture`` is the chance by points on arrival, ``plans`` one siege with its weight for each strength of the
    defenders that the seat must reckon with."""

    points: Dist[int]
    capture: tuple[tuple[int, Any], ...]
    p: Any
    sieges: tuple[tuple[Siege, Any], ...]
    basis: Basis
    fight: FightAhead | None = None  # that the sieges come from, on the map

    @property
    def p_arrives(self) -> Any:
        """The chance to have a point for the siege at all."""
        return self.points.at_least(1)

    def said(self, language: str | None = None) -> str:
        """The chance, how it hangs on the points, and what the defenders may have."""
        return f"{said('siege_year.p', language, p=self.p)} {self.note(language)}"

    def note(self, language: str | None = None) -> str:
        """How the chance hangs on the points, and what the defenders may have."""
        most, best = max(self.capture, default=(0, 0))
        unseen = self.fight.note(language) if self.fight else ""
        return f"{said('siege_year.best', language, points=most, p=best)} {unseen}".rstrip()

    def __repr__(self) -> str:
        return self.said()


def siege_year(
    siege: Siege | FightAhead | State | View,
    leader: str = "",
    place: str = "",
    *,
    march: int = 0,
    worths: tuple[Any, ...] = (),
    numbers: type[Any] = Fraction,
) -> SiegeYear:
    """The chance that a city falls in the year's one activation: the siege plan for each number of points left.

    A ``Siege`` has ``march`` points spent on the way to it. A position or a view, a leader and a place set it up, as
    ``fight`` does: his army where he is, the points by ``reach``, all of the owner's units in the province behind the
    walls; of what the view does not show, every composition that may be there, by its law. ``worths`` are those of
    ``Siege.plan``, which stops when going on does not pay. ValueError when there is no such city.

    >>> from gamekit import roma_victrix as rv
    >>> siege = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1))
    >>> year = rv.siege_year(siege, march=1)
    >>> f"{float(siege.plan().p_capture[-1]):.1%} with 5 points, {float(year.p):.1%} by the die"
    '68.8% with 5 points, 32.6% by the die'
    """
    if isinstance(siege, Siege):
        whole(march, "the points of the march", 0)
        found, points = (
            None,
            chance("operations points", siege.attacker.leader).map(lambda total: max(-1, total - march)),
        )
        sieges: tuple[tuple[Siege, Any], ...] = ((siege, Fraction(1)),)
    else:
        found = siege if isinstance(siege, FightAhead) else _ahead(siege, leader, place)
        points, sieges = found.points, found.sieges
        if not sieges:
            raise ValueError(f"{found.place} has no capital that {found.leader} could besiege (10.41)")
    chances, planned = _by_points(sieges, max(points), worths, numbers)
    p = sum((points.p(lambda total, left=left: total == left) * p for left, p in chances.items()), Fraction(0))  # type: ignore[misc]
    basis = join(points.basis, planned, found.basis if found else sieges[0][0].basis, (noted("siege_year.year"),))
    return SiegeYear(points, tuple(sorted(chances.items())), p, sieges, basis, found)


def _ahead(seen: State | View, leader: str, place: str) -> FightAhead:
    if walls(position(seen), INDEX[one_of(place, PLACES[: len(PROVINCE)], "the province")]) is None:
        raise ValueError(f"{place} has no capital that {leader} could besiege (10.41)")
    return fight(seen, leader, place)


def _by_points(
    sieges: tuple[tuple[Siege, Any], ...], most: int, worths: tuple[Any, ...], numbers: type[Any]
) -> tuple[dict[int, Any], Basis]:
    """The chance of a capture by points, and what it rests on: one plan, for the most of them and the most units
    inside, answers for all."""
    chances = dict.fromkeys(range(1, most + 1), Fraction(0))
    able = [(each, p) for each, p in sieges if each.now.attacker >= each.now.units + each.now.capital]
    if not chances or not able:
        return chances, ()
    widest = max((each for each, _ in able), key=lambda each: each.now.units)
    plan = replace(widest, operations=most, position=None).plan(*worths, numbers=numbers)
    for siege, p in able:
        fought = siege.operations - siege.now.operations  # rounds that a siege which has begun has had
        for left in chances:
            here = plan.on(replace(plan.siege, operations=fought + left).at(*siege.now[:3], left))
            chances[left] += p * here.p_capture[-1]
    return chances, plan.basis
