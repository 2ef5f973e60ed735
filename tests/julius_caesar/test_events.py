"""Yes-no questions about the year's end: against the plays of the year's outlook, which have the same luck."""

from __future__ import annotations

from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit import outlook
from gamekit.julius_caesar.places import PLACES
from gamekit.julius_caesar.rules.control import VALUED

GAMES = 2


def dealt() -> jc.State:
    state = jc.initial_state()
    while jc.current_player(state) == "chance":
        state = jc.apply(state, jc.chance_outcomes(state).sample(Random(1)))
    return state


@pytest.mark.long
@pytest.mark.parametrize("hidden", [False, True])
def test_cities_held_and_who_leads_are_counted_from_the_same_plays(hidden: bool) -> None:
    seen = jc.observe(dealt(), jc.current_player(dealt())) if hidden else dealt()
    year = jc.strategies.year_outlook(seen, games=GAMES, seed=3)
    cities = [PLACES[city] for city in VALUED]
    events = {city: jc.holds_city(seen, "Pompey", city) for city in cities}
    events |= {side: jc.leads(seen, side) for side in ("Caesar", "Pompey")}
    found = outlook(jc, seen, games=GAMES, seed=3, event=events)
    for number, city in enumerate(cities):
        assert found[city].count == sum(play.holders[number] == 1 for play in year.plays)
    rome = cities.index("Rome")
    for number, side in enumerate(("Caesar", "Pompey")):
        ahead = [(mine := play.points[number]) > (other := play.points[1 - number])
                 or (mine == other and play.holders[rome] == number) for play in year.plays]  # fmt: skip
        assert found[side].count == sum(ahead)


def test_what_is_no_side_or_city_is_refused() -> None:
    with pytest.raises(ValueError, match="'Rome' is no side; the sides are Caesar and Pompey"):
        jc.leads(jc.initial_state(), "Rome")
    with pytest.raises(ValueError, match="'Gallia' is no city that counts"):
        jc.holds_city(jc.initial_state(), "Caesar", "Gallia")
