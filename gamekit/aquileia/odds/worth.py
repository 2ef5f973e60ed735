"""The worth of cards, laurels and villas, owned or still to come, and contests against hidden hands.

Villa points are a colour's total times its laurels, so every laurel adds the total of its colour whatever the others
do, and a laurel of two colours simply takes the larger total (10.1, 10.2). Every deal of the unseen cards is equally
likely: all deals are counted, cards of one kind together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, prod
from typing import Any, TypeAlias

from gamekit.aquileia import tables as t
from gamekit.aquileia.odds.contest import Contest, require_contest
from gamekit.aquileia.odds.plan import best_play
from gamekit.aquileia.rules.rounds import colour_choices
from gamekit.probability.distribution import Basis, Dist, python_number
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, require_type

Villas: TypeAlias = "Mapping[str, int] | Iterable[str | t.Building | tuple[str, int]]"


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
    """Return the points of villas by colour; other buildings add nothing. ``villas`` is a mapping of colours to points,
    or building names, records or (colour, points) pairs.

    >>> villa_totals(["blue 10", ("blue", 6), "workshop 1"])
    {'white': 0, 'blue': 16, 'yellow': 0, 'purple': 0}
    """
    totals: Counter[str] = Counter()
    for villa in villas.items() if isinstance(villas, Mapping) else _listed(villas):
        colour, points = _villa(villa)
        totals[colour] += points
    return {colour: totals[colour] for colour in t.COLOURS}


def _villa(villa: str | t.Building | tuple[str, int]) -> tuple[str, int]:
    if isinstance(villa, str):
        villa = t.BUILDINGS[t.require_known("building", villa, t.BUILDINGS)]
    if isinstance(villa, t.Building):
        return (villa.colour, villa.points) if villa.kind == "villa" else (t.COLOURS[0], 0)
    colour, points = villa if isinstance(villa, (tuple, list)) and len(villa) == 2 else (villa, None)
    points = python_number(points)
    if not isinstance(points, int) or points < 0:
        raise ValueError(
            f"a {short_repr(colour)} villa of {short_repr(points)} points; points are a whole number from 0"
        )
    return t.require_known("villa colour", colour, t.COLOURS), points


def _laurel(laurel: str | int, place: str) -> str:
    names = [name for name, design in t.LAURELS.items() if design.place == place]
    if place == "theatre" and isinstance(laurel, str):
        turned = "/".join(reversed(laurel.split("/")))
        laurel = turned if turned in names else laurel
    return str(t.require_known(f"{place} laurel", str(laurel), names))


def villa_points(villas: Villas, stadium: Iterable[str | int] = (), theatre: Iterable[str] = ()) -> VillaPoints:
    """Return villa points with the best colour for each theatre laurel (10.2); no laurel of a colour, no points.

    ``stadium`` laurels are colours or points (5 or "5"), ``theatre`` laurels two colours ("blue/yellow").
    Laurels with points count in ``final_points`` alone. Raises ValueError for more laurels than the game has.

    >>> kiko = villa_points([("blue", 10), ("blue", 6)], ["blue", 5], ["blue/yellow"])
    >>> kiko.points, kiko.colours
    (32, (('blue/yellow', 'blue'),))
    """
    villas = _listed(villas)
    totals = villa_totals(villas)
    raced = [_laurel(laurel, "stadium") for laurel in _laurels(stadium)]
    shown = [_laurel(laurel, "theatre") for laurel in _laurels(theatre)]
    for name, held in Counter(raced + shown).items():
        if held > t.LAURELS[name].count:
            raise ValueError(f"{held} laurels {name}; the game has {t.LAURELS[name].count} (1.1)")
    chosen = colour_choices(totals, shown)
    counted = Counter((*colour_choices(totals, raced), *chosen))
    by_colour = {colour: totals[colour] * counted[colour] for colour in t.COLOURS}
    stadium_points = sum(t.LAURELS[laurel].points for laurel in raced)
    basis = ("10.2", "10.3", *_judged(villas))
    return VillaPoints(sum(by_colour.values()), tuple(zip(shown, chosen)), by_colour, stadium_points, basis)


def _judged(villas: Villas) -> Basis:
    """Return the note that points are our judgement, if the villas include one of the house set."""
    listed = [] if isinstance(villas, Mapping) else villas
    named = [t.BUILDINGS[villa] if isinstance(villa, str) else villa for villa in listed]
    house = any(isinstance(villa, t.Building) and villa.source.startswith("judged:") for villa in named)
    return (note("aquileia.basis.buildings"),) if house else ()


def final_points(
    villas: Villas, stadium: Iterable[str | int] = (), theatre: Iterable[str] = (), points_won: int = 0
) -> int:
    """Return the final count: points won on the way, stadium points, villa points (10.1, 10.2). The laurels are given
    as to ``villa_points``.

    >>> final_points([("blue", 10), ("blue", 6)], ["blue", 5], ["blue/yellow"])
    37
    """
    require_type(points_won, int, "the points won", "a whole number")
    scored = villa_points(villas, stadium, theatre)
    return points_won + scored.stadium + scored.points


def laurel_gain(
    laurel: str | int, villas: Villas, stadium: Iterable[str | int] = (), theatre: Iterable[str] = ()
) -> int:
    """Return how many points one more laurel adds to the final count.

    ``laurel`` is a colour, two of which the better counts ("blue/white"), or its fixed points. ``villas``: {colour:
    points of the player's villas}; ``stadium`` and ``theatre``: the laurels that he has from there.

    >>> laurel_gain("blue/white", {"blue": 16, "white": 4}), laurel_gain(7, {"blue": 16})
    (16, 7)
    """
    villas, stadium, theatre = _listed(villas), _laurels(stadium), _laurels(theatre)
    more = (stadium, [*theatre, str(laurel)]) if "/" in str(laurel) else ([*stadium, laurel], theatre)
    return final_points(villas, *more) - final_points(villas, stadium, theatre)


def villa_gain(
    villa: str | t.Building | tuple[str, int],
    villas: Villas,
    stadium: Iterable[str | int] = (),
    theatre: Iterable[str] = (),
) -> int:
    """Return how many points one more villa adds to the final count, the colours of theatre laurels chosen anew.

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


_Deal: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]  # strength added to each holder, cards left by kind
CARD_NAMES = "names, such as ('slave 1', 'slave 2')"


def strength_drawn(cards: int, unseen: Iterable[str] = t.SLAVES) -> Dist[int]:
    """Return the distribution of the strength of ``cards`` cards drawn from ``unseen``, by default all slave cards
    (1.1). Raises ValueError for more cards than ``unseen`` has, or an unknown card.

    >>> strength_drawn(2).p(lambda slaves: slaves >= 3)
    Fraction(16, 21)
    """
    listed = as_tuple(unseen, "the unseen cards", CARD_NAMES)
    held = Counter(t.CARDS[t.require_known("card", card, t.CARDS)].strength for card in listed)
    kinds = sorted(held)
    ways = _draws(tuple(held[kind] for kind in kinds), cards)
    return Dist(((sum(kind * count for kind, count in zip(kinds, counts)), way) for counts, way in ways), ("1.1",))


def _draws(held: tuple[int, ...], cards: int) -> list[tuple[tuple[int, ...], int]]:
    """Return every draw of ``cards`` from ``held`` cards by kind: the number of each kind, and in how many ways."""
    cards = python_number(cards)
    if type(cards) is not int or not 0 <= cards <= sum(held):
        raise ValueError(f"{cards!r} cards from {sum(held)} unseen; it should be a whole number from 0 to {sum(held)}")
    return [
        (counts, prod(map(comb, held, counts)))
        for counts in product(*(range(min(count, cards) + 1) for count in held))
        if sum(counts) == cards
    ]


def p_laurel_drawn(colour: str, draws: int, unseen: Iterable[str] = t.STADIUM) -> Fraction:
    """Return the chance that a laurel of a colour is among the next ``draws`` of those unseen (5.5, 6.1).

    >>> p_laurel_drawn("blue", 2)
    Fraction(7, 22)
    """
    t.require_known("laurel colour", colour, t.COLOURS)
    listed = as_tuple(unseen, "the unseen laurels", "names, such as ('blue', '3')")
    fits = Counter(colour in t.LAURELS[t.require_known("laurel", laurel, t.LAURELS)].colours for laurel in listed)
    ways = dict(_draws((fits[True], fits[False]), draws))
    return 1 - Fraction(ways.get((0, draws), 0), sum(ways.values()))


def rank_chances_with_hidden_cards(
    contest: Contest, name: str, cards_held: Mapping[str, int], unseen: Iterable[str]
) -> list[Fraction]:
    """Return the chance of each rank if rivals hold hidden cards of ``unseen``, every deal equally likely.

    ``cards_held``: {entrant: number of cards}, dealt one after the other; every card that adds strength is played.
    An entrant's ``cards``, the strength already played, counts besides. Raises ValueError for an unknown name or too
    many cards.

    >>> from gamekit.aquileia.odds.contest import Entrant
    >>> arena = Contest([Entrant("Ada", base=2, tie=1, red=0), Entrant("Ben", base=1, tie=2, red=0)])
    >>> rank_chances_with_hidden_cards(arena, "Ada", {"Ben": 1}, ["slave 1", "slave 2", "gold horse 1"])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    names = tuple(require_type(cards_held, Mapping, "cards_held", "how many cards each holds, such as {'Ben': 1}"))
    where = "stadium" if require_contest(contest).is_race else "arena"
    sides = [contest.entrant(holder).side for holder in names]
    worths = Counter(
        tuple(
            t.CARDS[t.require_known("card", card, t.CARDS)].strength * t.adds_strength(card, where, side)
            for side in sides
        )
        for card in as_tuple(unseen, "the unseen cards", CARD_NAMES)
    )
    kinds = list(worths)

    def dealt(place: int, cards: int, deal: _Deal) -> Dist[_Deal]:
        """Return the distribution of the deal after the next holder has got ``cards`` cards."""
        added, left = deal
        found = []
        for counts, way in _draws(left, cards):
            more = sum(kind[place] * count for kind, count in zip(kinds, counts))
            found.append((((*added, more), tuple(have - count for have, count in zip(left, counts))), way))
        return Dist(found)

    start: _Deal = (), tuple(worths.values())
    deals = Dist([(start, 1)])
    for place, holder in enumerate(names):
        deals = deals.then(partial(dealt, place, cards_held[holder]))
    chances = deals.map(lambda deal: deal[0])
    ranks = [Fraction(0)] * len(contest.entrants)
    for added, weight in chances.items():
        with_cards = contest
        for holder, more in zip(names, added):
            with_cards = with_cards.with_entrant(holder, cards=contest.entrant(holder).cards + more)
        ranks = [rank + Fraction(weight, chances.total_weight) * p for rank, p in zip(ranks, with_cards.p_rank(name))]
    return ranks


def expected_prize(contest: Contest, name: str, worth: t.PointWorth | None = None) -> Fraction:
    """Return an entrant's expected prize in victory points, blue dice thrown for the best, no more cards (4.6, 5.5)."""
    found: Fraction = best_play(contest, None, worth).worth[t.require_known("entrant", name, contest.names)]
    return found


def slave_worth_in_arena(contest: Contest, name: str, worth: t.PointWorth | None = None) -> Fraction:
    """Return what a slave card of one slave, played, adds to an entrant's expected prize (4.3).

    >>> from gamekit.aquileia.odds.contest import Entrant
    >>> arena = Contest([Entrant("Ada", base=2, tie=1, red=0), Entrant("Ben", base=1, tie=2, red=0)])
    >>> print(slave_worth_in_arena(arena, "Ada"), slave_worth_in_arena(arena, "Ben"))
    2 0
    """
    more = require_contest(contest).with_entrant(name, cards=contest.entrant(name).cards + 1)
    return expected_prize(more, name, worth) - expected_prize(contest, name, worth)


def villa_worth_per_slave(
    villa: str, laurels: int, worth: t.PointWorth | None = None, also_scored_now: bool = False
) -> Fraction:
    """Return what each slave in a villa's price brings: its points for each laurel of its colour, once more if
    ``also_scored_now``, less its coins, divided by its slaves (7.2, 10.2). Raises ValueError if it is not a villa.

    >>> str(villa_worth_per_slave("blue 10", laurels=2))
    '4'
    """
    house, laurels = t.BUILDINGS[t.require_known("building", villa, t.BUILDINGS)], python_number(laurels)
    if house.kind != "villa" or type(laurels) is not int or laurels < 0:
        raise ValueError(f"{villa!r} with {laurels!r} laurels; they should be a villa, and a whole number from 0")
    valued: t.PointWorth = require_type(worth or t.PointWorth(), t.PointWorth, "the worth", "a PointWorth")
    brought = house.points * (laurels + bool(also_scored_now)) - valued.worth_of_coins(house.coin_cost)
    return Fraction(brought, house.slaves)


def prize_by_tie_place(contest: Contest, name: str, worth: t.PointWorth | None = None) -> list[Fraction]:
    """Return an entrant's expected prize with the tie-breaker in the first place, the second, and so on, the others in
    their order (4.5): the differences are the worth of a better place. The next round's start player is not counted.

    >>> from gamekit.aquileia.odds.contest import Entrant
    >>> arena = Contest([Entrant("Ada", base=2, tie=1, red=0), Entrant("Ben", base=2, tie=2, red=0)])
    >>> list(map(str, prize_by_tie_place(arena, "Ben")))
    ['7', '4']
    """
    own, ties = require_contest(contest).entrant(name), sorted(each.tie for each in contest.entrants)
    others = sorted((each for each in contest.entrants if each != own), key=lambda each: each.tie)
    found = []
    for place in range(len(ties)):
        order = [*others[:place], own, *others[place:]]
        found.append(
            expected_prize(Contest(replace(e, tie=ties[order.index(e)]) for e in contest.entrants), name, worth)
        )
    return found
