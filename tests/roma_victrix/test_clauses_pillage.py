"""Whose province may be pillaged (10.7), and the homes of Barbaricum (13.1, 13.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX
from gamekit.roma_victrix.rules import cards, subjects
from gamekit.roma_victrix.rules.control import is_opponents, with_garrison
from gamekit.roma_victrix.state import NONE, Due, State
from tests.roma_victrix.setting import active, at, do, empty, holder, lead, losses_paid, phase, power, put, turn_of


def marching(units: str, place: str, owner: str = "Carthage", leader: str = "Mago") -> State:
    return lead(put(empty(), owner, place, units), owner, leader, 2, place, True)


def pillages(state: State) -> bool:
    return s.Pillage() in rules.legal_actions(state)


@pytest.mark.clause("roma_victrix", "10.71", "10.73", "10.24")
def test_a_province_taken_from_another_player_is_pillaged_once_in_that_phase() -> None:
    state = losses_paid(
        active(turn_of(marching("5 HI", "Carthaginiensis"), "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))
    )
    state = losses_paid(do(state, s.Attack("Rome"), s.Dice(6, 1)))
    assert holder(state, "Tarraconensis") == "Carthage"
    assert pillages(state)
    later = turn_of(
        replace(state, active=None, leaders=tuple(replace(x, status=s.Status.FREE) for x in state.leaders)), "Carthage"
    )
    assert not pillages(active(later, "Mago", 6))  # it is his own by then (10.73)


@pytest.mark.clause("roma_victrix", "10.71", "10.73")
@pytest.mark.parametrize(("lost", "may"), [("Carthage", False), ("Rome", True)])
def test_a_province_without_garrison_is_still_whose_it_was(lost: str, may: bool) -> None:
    state = with_garrison(
        with_garrison(marching("4 HI", "Baetica"), INDEX["Baetica"], power(empty(), lost)), INDEX["Baetica"], NONE
    )
    assert is_opponents(state, INDEX["Baetica"], power(state, "Carthage")) == may
    state = put(state, "Rome", "Baetica", "rAUX")
    state = losses_paid(do(active(turn_of(state, "Carthage"), "Mago", 6), s.Attack("Rome"), s.Stand(), s.Dice(6, 1)))
    assert at(state, "Baetica", "Rome") == ""
    assert pillages(state) == may


@pytest.mark.clause("roma_victrix", "10.71", "10.73")
@pytest.mark.parametrize("place", ["Pisidia", "Creta"])
def test_nobody_s_province_and_a_friend_s_are_not_pillaged(place: str) -> None:
    start = {"Pisidia": "Cilicia", "Creta": "Creta"}[place]
    state = marching("4 HI", start, "Seleucid", "Seleucus")
    state = active(turn_of(state, "Seleucid"), "Seleucus", 6, *([s.Enter(place)] if start != place else []))
    assert not pillages(do(losses_paid(state), s.Leave("HI", "Seleucid", 1)))
    ally = active(turn_of(marching("2 LGN", "Narbonensis", "Rome", "Scipio"), "Rome"), "Scipio", 6)
    assert not pillages(ally)  # Massilia is Rome's client


@pytest.mark.clause("roma_victrix", "10.71")
def test_who_is_alone_in_an_enemy_province_may_pillage_and_beside_a_garrison_not() -> None:
    state = with_garrison(marching("4 HI", "Carthaginiensis"), INDEX["Tarraconensis"], NONE)
    assert pillages(losses_paid(active(turn_of(state, "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))))
    guarded = marching("4 HI", "Carthaginiensis")
    assert not pillages(losses_paid(active(turn_of(guarded, "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))))
    ruled = replace(state, rulings=(("pillage", "conquered"),))
    assert not pillages(losses_paid(active(turn_of(ruled, "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))))


# Barbaricum -----------------------------------------------------------------------------------------------------------


def germans(card: str = "Barbarian Raid", home: str = "Quadia", warbands: int = 6) -> State:
    state = lead(put(empty("six_powers"), "Rome", "Latium", "LGN"), "Rome", "Sulla", 3, "Latium", True)
    hands = list(state.hands)
    hands[power(state, "Rome")] = (card,)
    return do(turn_of(replace(state, hands=tuple(hands)), "Rome"), s.Play(card, home), s.Warbands(warbands))


@pytest.mark.clause("roma_victrix", "13.12", "14.2 Barbarian Raid")
def test_a_people_s_own_markers_are_not_turned_by_its_raiders_nor_by_their_player() -> None:
    state = active(germans(), "Barbarian Raid", 8, s.Enter("Marcomannia"))
    assert (phase(state), state.markers[INDEX["Marcomannia"]]) == (Due.LEADER, 1)
    assert holder(do(state, s.Leave("BI", "Germani", 1)), "Marcomannia") is None  # the marker lies there still
    legions = lead(put(germans(), "Rome", "Noricum", "2 LGN"), "Rome", "Cinna", 1, "Noricum")
    assert phase(active(legions, "Cinna", 5, s.Enter("Marcomannia"))) != Due.REVEAL
    strangers = lead(put(empty("six_powers"), "Rome", "Noricum", "2 LGN"), "Rome", "Cinna", 1, "Noricum")
    assert phase(active(turn_of(strangers, "Rome"), "Cinna", 5, s.Enter("Marcomannia"))) == Due.REVEAL


@pytest.mark.clause("roma_victrix", "13.3")
def test_a_home_is_covered_again_only_after_a_combat() -> None:
    gone = active(germans(), "Barbarian Raid", 8, s.Enter("Marcomannia"))
    assert subjects.mark_vacated(gone).markers[INDEX["Quadia"]] == 0
    fought = put(germans(warbands=1), "Pontus", "Quadia", "AUX")
    beaten = replace(fought, groups=(), battle=s.Clash("land", INDEX["Quadia"], (1, 0)))
    from gamekit.roma_victrix.rules import battle

    assert subjects.mark_vacated(battle.cast_off(beaten)).markers[INDEX["Quadia"]] == 1
    won = replace(beaten, groups=tuple(g for g in fought.groups if g.owner == power(fought, "Pontus")))
    assert subjects.mark_vacated(battle.cast_off(won)).markers[INDEX["Quadia"]] == 0  # the victor holds it
    at_sea = replace(beaten, battle=s.Clash("sea", INDEX["Quadia"], (1, 0)))
    assert subjects.mark_vacated(battle.cast_off(at_sea)).markers[INDEX["Quadia"]] == 0


@pytest.mark.clause("roma_victrix", "14.2 Barbarian Raid", "14.2 Barbarian Invasion")
@pytest.mark.parametrize(("reading", "left"), [("stays", 1), ("lost", 0)])
def test_a_raid_turns_one_of_two_markers(reading: str, left: int) -> None:
    state = empty("six_powers", rulings={"raid_marker": reading})
    home = next(place for place, count in enumerate(state.markers) if count == 2)
    state = lead(put(state, "Rome", "Latium", "LGN"), "Rome", "Sulla", 3, "Latium", True)
    step = s.Pending(Due.CARD_DRAW, 0, home, cards.CARD_NUMBER["Barbarian Raid"], 1, (1,))
    state = cards.apply_draw(replace(state, agenda=(*state.agenda, step)), s.Warbands(3))
    assert state.markers[home] == left
    both = replace(step, who=cards.CARD_NUMBER["Barbarian Invasion"], note=(1, 2))
    assert cards.apply_draw(replace(state, agenda=(*state.agenda, both)), s.Warbands(3)).markers[home] == 0
