"""Forecasts of the whole game against twins from the clauses, on positions of random games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.game_state import State
from gamekit.roma_victrix.places import INDEX, PLACES
from gamekit.widgets.roma_victrix.game_desk import standing_html
from tests.long import many
from tests.roma_victrix.positions import achieved, owner, positions, powers, seats, side, table

FOUGHT_FOR = {
    "two_consuls": ("Latium", "Sicilia", "Africa", "Narbonensis", "Cisalpina", "Carthaginiensis"),
    "second_punic_war": ("Latium", "Sicilia", "Africa", "Syria", "Lycia", "Carthaginiensis", "Iudaea"),
    "six_powers": ("Syria", "Cilicia", "Latium", "Aegyptus", "Media"),
}


def ranked(state: State) -> list[tuple[Fraction, int, int, str]]:
    """4.51 to 4.53: per cent, revenue of the provinces controlled, treasury."""
    worth = {row["name"]: int(row["revenue"]) for row in table("provinces")}
    rows = []
    for seat in seats(state):
        done, of = achieved(state, seat)
        held = [owner(state, place) for place in range(89)]  # 4.52: all provinces controlled, clients' too, as in 4.41
        mine = sum(worth[PLACES[place]] for place, who in enumerate(held) if who >= 0 and state.patron[who] == seat)
        rows.append((Fraction(100 * done, of), mine, state.treasury[seat], powers(state)[seat]))
    return sorted(rows, key=lambda row: row[:3], reverse=True)


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "4.51", "4.52", "4.53")
@pytest.mark.long
def test_the_standing_follows_the_clauses_in_random_positions() -> None:
    decided = set()
    for state in positions(many(500)):
        mine, now = rv.standing(state), ranked(state)
        assert {(s.percent, s.revenue, s.treasury, s.power) for s in mine.scores} == set(now)
        assert [(s.percent, s.revenue, s.treasury) for s in mine.scores] == [row[:3] for row in now]
        first, second = now[:2]
        level = [mine == theirs for mine, theirs in zip(first[:3], second[:3])]
        assert (
            mine.decided == ("percent", "revenue", "treasury", "nothing")[level.index(False) if False in level else 3]
        )
        assert mine.first == ("" if all(level) else mine.scores[0].power)
        decided.add(mine.decided)
    assert decided >= {"percent", "revenue"}


@pytest.mark.long
def test_what_would_change_the_standing_does_when_it_happens() -> None:
    """Each province named is given to the player, garrison and all; each one left out changes nothing."""
    for state in positions(many(500))[:: many(20)]:
        told = {(shift.power, shift.name): shift for shift in rv.standing(state).shifts if shift.event == "province"}
        before = {row[-1]: row[0] for row in ranked(state)}
        for seat in seats(state):
            for place in map(INDEX.__getitem__, FOUGHT_FOR[state.scenario]):
                if side(state, owner(state, place)) == side(state, seat) and owner(state, place) >= 0:
                    assert (powers(state)[seat], PLACES[place]) not in told
                    continue
                groups = tuple(g for g in state.groups if g.place != place or side(state, g.owner) == side(state, seat))
                garrisons = tuple(seat if n == place else g for n, g in enumerate(state.garrisons))
                after = ranked(replace(state, groups=groups, garrisons=garrisons))
                gain = next(row[0] for row in after if row[-1] == powers(state)[seat]) - before[powers(state)[seat]]
                shift = told.get((powers(state)[seat], PLACES[place]))
                assert (shift.gain if shift else 0) == gain
                if shift and after[0][:3] != after[1][:3]:
                    assert shift.first == after[0][-1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_standing_is_said_in_sentences(language: str) -> None:
    state = rv.initial_state("second_punic_war")
    text = rv.standing(state).said(language)
    assert "{" not in text
    assert "71.4%" in text
    assert repr(rv.standing(rv.observe(state, "Rome"))) == repr(rv.standing(state))


def test_where_all_is_level_nobody_leads_and_what_would_make_it_so_is_said() -> None:
    start = rv.initial_state("two_consuls")
    now = rv.standing(start)
    assert (now.first, now.level) == ("", ("Pompeius", "Crassus"))
    page = standing_html(rv.observe(start, "Pompeius"), "en")
    assert "Level: Pompeius, Crassus" in page
    assert "leads" not in page
    groups = tuple(group for group in start.groups if PLACES[group.place] != "Cisalpina")
    garrisons = tuple(0 if name == "Cisalpina" else held for name, held in zip(PLACES, start.garrisons))
    ahead = rv.standing(replace(start, groups=groups, garrisons=garrisons))
    assert ahead.first == "Pompeius"
    assert {shift.name: shift.first for shift in ahead.overtakes} == {"Cisalpina": "", "Africa": ""}
    assert "If Crassus takes Africa, nobody is first." in ahead.said()
    assert "No single province" not in ahead.said()
