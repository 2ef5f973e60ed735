"""The year's outlook: the plays are those of ``gamekit.outlook``, and each number is counted again from them."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.game import play
from gamekit.julius_caesar.places import PLACE
from gamekit.julius_caesar.rules.control import counts
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.strategies.guess import sample
from gamekit.julius_caesar.tables import SIDES
from gamekit.outlooks import outlook

GAMES = 6


def played(number: int) -> tuple[jc.State, jc.State]:
    """The position at the first year's end and the last one, of a play counted here by itself."""
    ended = None
    for state, _ in play(jc.rules, dict.fromkeys(SIDES, jc.strategies.plain), Random(f"3 {number}")):
        if ended is None and state.phase in (Phase.DISBAND, Phase.OVER):
            ended = state
    assert ended is not None
    return ended, state


@pytest.fixture(scope="module")
def found() -> jc.strategies.YearOutlook:
    return jc.strategies.year_outlook(jc.initial_state(), games=GAMES, seed=3)


@pytest.mark.long
def test_the_law_and_the_cities_are_those_of_the_plays(found: jc.strategies.YearOutlook) -> None:
    plays = [played(number) for number in range(GAMES)]
    points = Counter(jc.victory_points(ended) for ended, _ in plays)
    assert all(found.points.p(pair.__eq__) == Fraction(many, GAMES) for pair, many in points.items())
    for stake in found.stakes:
        at = PLACE[stake.city]
        held = [bool(counts(ended)[0][at] and not counts(ended)[1][at]) for ended, _ in plays]
        won = [(jc.returns(end)["Caesar"] + 1) / 2 for _, end in plays]
        assert stake.held == sum(held) / GAMES
        for shown, wanted in ((stake.chance_held, True), (stake.chance_else, False)):
            mine = [w for w, h in zip(won, held) if h is wanted]
            assert shown == sum(mine) / len(mine) if mine else math.isnan(shown)
    weights = [abs(one.swing) * math.sqrt(one.held * (1 - one.held)) for one in found.stakes if one.error > 0]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.long
def test_the_chance_to_win_is_that_of_the_general_outlook(found: jc.strategies.YearOutlook) -> None:
    assert found.chance[0] == outlook(jc, games=GAMES, seed=3).means[0]
    assert found.chance[1] > 0


def test_it_says_means_and_how_sure_they_are(found: jc.strategies.YearOutlook) -> None:
    for language, words in (("en", "At the end of 49 BC"), ("ja", "紀元前49年")):
        assert found.explain(language).startswith(words)
        assert "±" in found.explain(language)
    assert len(found.to_frame()) == 11


@pytest.mark.long
def test_a_view_tells_no_more_than_it_shows() -> None:
    state = jc.first_year().until(60).positions()[-1]
    view = jc.observe(state, "Caesar")
    twin = jc.observe(sample(view, Random(9)), "Caesar")
    one, other = (jc.strategies.year_outlook(each, games=2, seed=1) for each in (view, twin))
    assert one == other
    assert one.plays == other.plays


def test_it_stops_and_refuses() -> None:
    state = jc.initial_state()
    assert len(jc.strategies.year_outlook(state, games=50, stop=lambda: True).plays) == 1
    for wrong in ({"players": "nobody"}, {"games": 0}, {"players": ("plain",)}):
        with pytest.raises(ValueError, match="it should be"):
            jc.strategies.year_outlook(state, **wrong)
    with pytest.raises(ValueError, match="does not decide here"):
        jc.strategies.year_outlook(jc.observe(state, "Pompey"))
