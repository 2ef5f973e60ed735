"""Yes-no questions about the year's end: against the positions in which the same plays end."""

from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit import outlook
from gamekit.julius_caesar.odds.events import year_over
from gamekit.julius_caesar.rules.control import VALUED, victory_points
from gamekit.julius_caesar.tables import PLACE, PLACES

GAMES = 2


def dealt() -> jc.State:
    state = jc.initial_state()
    while jc.current_player(state) == "chance":
        state = jc.apply(state, jc.chance_outcomes(state).sample(Random(1)))
    return state


@pytest.mark.long
def test_cities_held_and_who_leads_are_counted_from_the_plays_themselves() -> None:
    seen, cities, ends = dealt(), [PLACES[city] for city in VALUED], list[jc.State]()
    events = {city: jc.holds_city_at_year_end(seen, "Pompey", city) for city in cities}
    events |= {side: jc.leads_at_year_end(seen, side) for side in ("Caesar", "Pompey")}
    found = outlook(jc, seen, games=GAMES, seed=3, event=events)

    def noted(state: jc.State) -> bool:
        ends.append(state)
        return True

    outlook(jc, seen, games=GAMES, seed=3, event=noted, until=year_over(seen))
    assert len(ends) == GAMES
    for city in cities:
        there = [{end.side[block] for block, at in enumerate(end.location) if at == PLACE[city]} for end in ends]
        assert found[city].count == there.count({1})
    points = [victory_points(end) for end in ends]
    assert found["Caesar"].count >= sum(mine > other for mine, other in points)
    assert found["Pompey"].count >= sum(mine < other for mine, other in points)
    assert found["Caesar"].count + found["Pompey"].count <= GAMES


def test_what_is_no_side_or_city_is_refused() -> None:
    with pytest.raises(ValueError, match="'Rome' is not a side; the sides are Caesar and Pompey"):
        jc.leads_at_year_end(jc.initial_state(), "Rome")
    with pytest.raises(ValueError, match="'Gallia' is not a city worth VP"):
        jc.holds_city_at_year_end(jc.initial_state(), "Caesar", "Gallia")
