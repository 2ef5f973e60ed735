"""Yes-no questions about what will happen in a game, for ``gamekit.outlook``.

Each function makes a question from a position or a seat's view, about the time after it: whether a power pays, a
province rebels, a power holds it, a capital is taken, a player leads."""

from __future__ import annotations

from gamekit.play.protocol import PositionPredicate, YesNoEvent
from gamekit.roma_victrix.forces import resolve_name
from gamekit.roma_victrix.geography import INDEX, OF_REGION, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.notation import power_of
from gamekit.roma_victrix.rules import View, position, victory
from gamekit.roma_victrix.rules.control import capital_at, control, pays_and_collects
from gamekit.roma_victrix.state import Due, State
from gamekit.text.validation import whole_number

PAID = (Due.REVENUE, Due.UPKEEP, Due.MAINTAIN)


def can_pay_upkeep(seen: State | View, power: str, years_ahead: int = 1) -> YesNoEvent:
    """Return the event that a power pays for all its units at its ``years_ahead``-th upkeep from now (8.1 to 8.3).

    ValueError for a power that pays for nothing (7.9).

    >>> from gamekit import outlook
    >>> from gamekit import roma_victrix as rv
    >>> start = rv.initial_state("second_punic_war")
    >>> outlook(rv, start, games=2, event=rv.can_pay_upkeep(start, "Rome")).p
    1.0
    """
    state, who = position(seen), power_of(position(seen), power)
    whole_number(years_ahead, "the years", 1)
    if not pays_and_collects(state, who):
        raise ValueError(f"{power} collects no revenue and pays for no units (7.9)")

    def due(now: State) -> bool:
        return any(step.who == who and step.phase in PAID for step in now.agenda)

    turn = state.turn + years_ahead - due(state)
    return YesNoEvent(
        lambda now: not any(group.hungry for group in now.groups if group.owner == who),
        lambda now: now.turn > turn or (now.turn == turn and not due(now)),
    )


def rebels_this_year(seen: State | View, *where: str) -> YesNoEvent:
    """Return the event, for ``gamekit.outlook``, that rebels are in any of these provinces or regions now or at any
    time before the year is over (14.2); without names it is false.

    A name that is both, such as Africa, is the province."""
    places = frozenset().union(*map(_places, where))
    return YesNoEvent(
        lambda now: any(
            leader.raised.endswith("Rebellion") and leader.place >= 0 and province_of(leader.place) in places
            for leader in now.leaders
        ),
        _year_over(seen),
        ever=True,
    )


def capital_sacked_this_year(seen: State | View, place: str) -> YesNoEvent:
    """Return the event that the capital in a province is sacked this year (10.42); ValueError where there is none."""
    number = INDEX[resolve_name(place, PLACES[: len(PROVINCE)], "the province")]
    if capital_at(position(seen), number) is None:
        raise ValueError(f"{place} has no capital that could be taken (10.42)")

    def sacked(now: State) -> bool:
        city = capital_at(now, number)
        return city is None or city.csp == 0

    return YesNoEvent(sacked, _year_over(seen), ever=True)


def controls_at_year_end(seen: State | View, power: str, place: str) -> YesNoEvent:
    """Return the event that a power controls a province, or all of a region, when the year is over (10.14, 10.23).

    A name that is both, such as Africa, is the province."""
    who, places = power_of(position(seen), power), _places(place)
    return YesNoEvent(lambda now: all(control(now, each) == who for each in places), _year_over(seen))


def ranks_first_at_year_end(seen: State | View, power: str) -> YesNoEvent:
    """Return the event that a player alone ranks first when the year is over (4.51 to 4.53); a tie does not count."""
    who = power_of(position(seen), power)

    def first(now: State) -> bool:
        rows = victory.ranking(now)
        return rows[0][-1] == who and (len(rows) < 2 or rows[0][:3] > rows[1][:3])

    return YesNoEvent(first, _year_over(seen))


def _year_over(seen: State | View) -> PositionPredicate:
    turn = max(1, position(seen).turn)  # before the first year only cards are dealt
    return lambda now: bool(now.turn > turn)


def _places(name: str) -> frozenset[int]:
    """Return the province of a name, else the region's provinces; Africa, Syria and Aegyptus mean the provinces."""
    found = resolve_name(
        name, (*PLACES[: len(PROVINCE)], *(each for each in OF_REGION if each not in INDEX)), "the province or region"
    )
    return frozenset((INDEX[found],)) if found in INDEX else frozenset(OF_REGION[found])
