"""Villas and laurels at the end: best colours, points, and the gain of one more villa or laurel (10.1, 10.2).

Villa points are a colour's total times its laurels, so every laurel adds the total of its colour whatever the
others do, and a laurel of two colours simply takes the larger total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gamekit.aquileia.rules.rounds import colour_choices
from gamekit.aquileia.tables import BUILDINGS, COLOURS, LAURELS, Building, require_known
from gamekit.probability.distribution import Basis, plain
from gamekit.storage.serialization import shown
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, require_type

Villas: TypeAlias = "Mapping[str, int] | Iterable[str | Building | tuple[str, int]]"


@dataclass(frozen=True, slots=True)
class VillaPoints:
    """Villa points, with the colour chosen for each theatre laurel and the points by colour; ``stadium`` points
    are counted by ``final_points`` only."""

    points: int
    colours: tuple[tuple[str, str], ...]
    by_colour: dict[str, int]
    stadium: int
    basis: Basis


def villa_totals(villas: Villas) -> dict[str, int]:
    """Return villas as totals by colour: a mapping of totals, or building names, records or (colour, points) pairs.

    >>> villa_totals(["blue 10", ("blue", 6), "workshop 1"])
    {'white': 0, 'blue': 16, 'yellow': 0, 'purple': 0}
    """
    totals: Counter[str] = Counter()
    for villa in villas.items() if isinstance(villas, Mapping) else _listed(villas):
        colour, points = _villa(villa)
        totals[colour] += points
    return {colour: totals[colour] for colour in COLOURS}


def _villa(villa: str | Building | tuple[str, int]) -> tuple[str, int]:
    if isinstance(villa, str):
        villa = BUILDINGS[require_known("building", villa, BUILDINGS)]
    if isinstance(villa, Building):
        return (villa.colour, villa.points) if villa.kind == "villa" else (COLOURS[0], 0)
    colour, points = villa if isinstance(villa, (tuple, list)) and len(villa) == 2 else (villa, None)
    points = plain(points)
    if not isinstance(points, int) or points < 0:
        raise ValueError(f"a {shown(colour)} villa of {shown(points)} points; points are a whole number from 0")
    return require_known("villa colour", colour, COLOURS), points


def _laurel(laurel: str | int, place: str) -> str:
    names = [name for name, design in LAURELS.items() if design.place == place]
    if place == "theatre" and isinstance(laurel, str):
        turned = "/".join(reversed(laurel.split("/")))
        laurel = turned if turned in names else laurel
    return str(require_known(f"{place} laurel", str(laurel), names))


def villa_points(villas: Villas, stadium: Iterable[str | int] = (), theatre: Iterable[str] = ()) -> VillaPoints:
    """Return villa points with the best colour for each theatre laurel (10.2); no laurel of a colour, no points.

    ``stadium`` laurels are colours or points (5 or "5"), ``theatre`` laurels two colours ("blue/yellow").

    >>> kiko = villa_points([("blue", 10), ("blue", 6)], ["blue", 5], ["blue/yellow"])
    >>> kiko.points, kiko.colours
    (32, (('blue/yellow', 'blue'),))
    """
    villas = _listed(villas)
    totals = villa_totals(villas)
    raced = [_laurel(laurel, "stadium") for laurel in _laurels(stadium)]
    shown = [_laurel(laurel, "theatre") for laurel in _laurels(theatre)]
    for name, held in Counter(raced + shown).items():
        if held > LAURELS[name].count:
            raise ValueError(f"{held} laurels {name}; the game has {LAURELS[name].count} (1.1)")
    chosen = colour_choices(totals, shown)
    counted = Counter((*colour_choices(totals, raced), *chosen))
    by_colour = {colour: totals[colour] * counted[colour] for colour in COLOURS}
    stadium_points = sum(LAURELS[laurel].points for laurel in raced)
    basis = ("10.2", "10.3", *_judged(villas))
    return VillaPoints(sum(by_colour.values()), tuple(zip(shown, chosen)), by_colour, stadium_points, basis)


def _judged(villas: Villas) -> Basis:
    """Return the note that points are judged, if the villas include one of the house set."""
    listed = [] if isinstance(villas, Mapping) else villas
    named = [BUILDINGS[villa] if isinstance(villa, str) else villa for villa in listed]
    house = any(isinstance(villa, Building) and villa.source.startswith("judged:") for villa in named)
    return (note("aquileia.basis.buildings"),) if house else ()


def final_points(villas: Villas, stadium: Iterable[str | int] = (), theatre: Iterable[str] = (), won: int = 0) -> int:
    """Return the final count: points won on the way, stadium points, villa points (10.1, 10.2).

    >>> final_points([("blue", 10), ("blue", 6)], ["blue", 5], ["blue/yellow"])
    37
    """
    require_type(won, int, "the points won", "a whole number")
    scored = villa_points(villas, stadium, theatre)
    return won + scored.stadium + scored.points


def laurel_gain(
    laurel: str | int, villas: Villas, stadium: Iterable[str | int] = (), theatre: Iterable[str] = ()
) -> int:
    """Return the gain of one more laurel in the final count.

    >>> laurel_gain("blue/white", {"blue": 16, "white": 4}), laurel_gain(7, {"blue": 16})
    (16, 7)
    """
    villas, stadium, theatre = _listed(villas), _laurels(stadium), _laurels(theatre)
    more = (stadium, [*theatre, str(laurel)]) if "/" in str(laurel) else ([*stadium, laurel], theatre)
    return final_points(villas, *more) - final_points(villas, stadium, theatre)


def villa_gain(
    villa: str | Building | tuple[str, int],
    villas: Villas,
    stadium: Iterable[str | int] = (),
    theatre: Iterable[str] = (),
) -> int:
    """Return the gain of one more villa in the final count, with the laurels' colours chosen anew.

    >>> villa_gain("yellow 10", {"blue": 6}, ["blue"], ["blue/yellow"])
    4
    """
    totals, stadium, theatre = villa_totals(villas), _laurels(stadium), _laurels(theatre)
    colour, points = _villa(villa)
    more = totals | {colour: totals[colour] + points}
    return final_points(more, stadium, theatre) - final_points(totals, stadium, theatre)


def _listed(villas: Villas) -> Villas:
    return villas if isinstance(villas, Mapping) else as_tuple(villas, "the villas", "names, such as ['blue 10']")


def _laurels(laurels: Iterable[str | int]) -> tuple[Any, ...]:
    return as_tuple(laurels, "the laurels", "several, such as ['blue', 5] or ['blue/yellow']")
