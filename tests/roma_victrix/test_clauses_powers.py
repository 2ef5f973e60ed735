"""Neutral major powers once they are active (3.84), whose provinces are pillaged (10.7), and Barbaricum (13.0)."""

from dataclasses import replace

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, OF_REGION, PLACES
from gamekit.roma_victrix.rules import battle, cards, subjects, treasury
from gamekit.roma_victrix.rules.control import (
    is_active_major,
    is_opponents,
    major_power_of,
    scenario_constants,
    with_garrison,
)
from gamekit.roma_victrix.state import NONE, Due, Pending, State
from tests.roma_victrix.setting import *


def greeks(patron: str = "Rome") -> State:
    """Philip with 4 HI in Macedonia under a player, whose own leader stands at home."""
    state = placed(under(empty(), Macedonia=patron), "Macedonia in Macedonia: 4 HI, Philip 3*")
    home = {"Rome": "Latium", "Seleucid": "Syria"}[patron]
    return placed(state, f"{patron} in {home}: 2 HI, Own 4*")


@clause("3.84", "4.1", "5.23")
@pytest.mark.parametrize("patron", ["Rome", "Seleucid"])
def test_its_leaders_act_in_its_own_turn_alone(patron: str) -> None:
    state = greeks(patron)
    assert can(turn_of(state, patron), s.Activate) == {"Own"}
    assert can(turn_of(state, "Macedonia"), s.Activate) == {"Philip"}
    assert [
        name for name in rules.seats(state) if s.Activate("Philip") in rules.legal_actions(turn_of(state, name))
    ] == []


@clause("3.84", "5.24")
def test_nobody_takes_its_units_along_in_another_turn() -> None:
    state = placed(greeks(), "Rome in Macedonia: Guest 2")
    assert not {each for each in can(active(turn_of(state, "Rome"), "Guest", 5), s.Take) if each == "HI"}
    guests = placed(state, "Rome in Macedonia: LGN")
    assert at(active(turn_of(guests, "Rome"), "Guest", 5, s.Enter("Thessalia")), "Thessalia") == "LGN"
    assert at(active(turn_of(guests, "Macedonia"), "Philip", 5, s.Enter("Thessalia")), "Thessalia") == "4 HI"


@clause("3.84", "7.1", "7.9", "8.1")
def test_it_collects_and_pays_from_its_own_treasury() -> None:
    state = greeks()
    who = power(state, "Macedonia")
    assert treasury.income(empty(), who) == 0  # neutral still (7.9)
    assert treasury.income(state, who) == 2 + 1 + 5
    assert treasury.income(with_garrison(state, INDEX["Thessalia"], power(state, "Rome")), who) == 2 + 5
    paid = economy_of(rich(rich(state, "Rome", 7), "Macedonia", 9), "Macedonia", Due.UPKEEP)
    assert (money(paid, "Rome"), money(paid, "Macedonia")) == (7, 9 - 2)
    conquest = with_garrison(state, INDEX["Dalmatia"], who)
    assert treasury.income(conquest, who) >= treasury.income(state, who)


@clause("3.84", "9.11", "9.12")
def test_it_raises_by_points_and_levies_like_a_player() -> None:
    state = economy_of(rich(greeks(), "Macedonia", 30), "Macedonia", Due.RAISE)
    kinds = {a.unit for a in legal(state, s.Raise, power="Macedonia")}
    assert kinds == {"HI", "AUX", "CAV", "FLEET"}
    assert {a.power for a in legal(state, s.Raise)} == {"Macedonia"}
    assert not any(a.power == "Macedonia" for a in legal(economy_of(greeks(), "Rome", Due.RAISE), s.Raise))
    assert not legal(economy_of(greeks(), "Macedonia", Due.RAISE), s.Raise)


@clause("9.44", "9.54", "9.55", "11.26")
def test_minors_raise_in_the_segment_of_their_own_lord_and_once() -> None:
    state = placed(under(greeks(), Numidia="Rome"), "Numidia in Numidia: CAV", "Epirus in Epirus: HI")
    called = replace(state, summoned=frozenset({power(state, "Epirus")}))
    raisers = {
        name: {a.power for a in legal(economy_of(called, name, Due.RAISE), s.Raise)} for name in ("Rome", "Macedonia")
    }
    assert raisers == {"Rome": {"Numidia"}, "Macedonia": {"Epirus"}}


@clause("11.13", "11.22", "11.23", "3.84")
def test_its_clients_are_called_in_its_turn_by_its_king() -> None:
    state = placed(greeks(), "Epirus in Epirus: HI")
    assert major_power_of(state, power(state, "Epirus")) == power(state, "Macedonia")
    assert "Epirus" not in can(turn_of(state, "Rome"), s.Call)
    turn = turn_of(state, "Macedonia")
    assert can(turn, s.Call) >= {"Epirus"}
    assert "Massilia" not in can(turn, s.Call)
    assert do(turn, s.Call("Epirus"), 2).called  # rating 3
    lost = under(state, Epirus="Carthage")
    assert major_power_of(lost, power(lost, "Epirus")) == power(lost, "Carthage")


@clause("4.2", "3.84")
def test_it_has_one_turn_a_year_and_still_one_in_the_year_it_awakes() -> None:
    state = empty()
    asleep = replace(state, bag=(1,), agenda=(Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), Pending(Due.ORDERS, 0)))
    awake = subjects.bring_under(asleep, power(state, "Macedonia"), 0)
    assert awake.bag == (1, power(state, "Macedonia"))
    last = replace(asleep, bag=(), agenda=(Pending(Due.GAME_TURN), Pending(Due.ORDERS, 0)))
    late = subjects.bring_under(last, power(state, "Macedonia"), 0)
    assert late.agenda == (Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), Pending(Due.ORDERS, 0))
    assert subjects.bring_under(late, power(state, "Macedonia"), 1).bag == late.bag  # once
    assert subjects.active_majors(awake).count(power(state, "Macedonia")) == 1
    assert subjects.bring_under(last, power(state, "Bithynia"), 0).bag == ()  # a minor power has no marker


@clause("5.33", "5.31")
@pytest.mark.parametrize(("owner", "asked"), [("Macedonia", Due.STAY_ROLL), ("Epirus", Due.LEADER)])
def test_beaten_at_home_a_major_power_rolls_to_stay_and_its_client_does_not(owner: str, asked: Due) -> None:
    place = {"Macedonia": "Thessalia", "Epirus": "Epirus"}[owner]
    state = placed(under(empty(), Macedonia="Carthage"), f"{owner} in {place}: 4 HI, Chief 2*")
    state = placed(state, "Seleucid in Achaia: 9 HI, Antiochus 3*")
    state = with_garrison(replace(state, capitals=()), INDEX["Achaia"], power(state, "Seleucid"))
    state = active(turn_of(state, "Seleucid"), "Antiochus", 8, s.Enter(place))
    while phase(state) in (Due.INTERCEPT, Due.WINDOW, Due.SHELTER, Due.CONTROLLER):
        state = do(
            state,
            rules.legal_actions(state)[0]
            if rules.current_player(state) != "chance"
            else next(iter(rules.chance_outcomes(state))),
        )
    state = do(state, s.Attack("Carthage"), s.Stand(), s.Dice(3, 2))
    while phase(state) in (Due.SPLIT, Due.PAY, Due.WINDOW):
        state = do(state, s.Split(0, 0) if phase(state) == Due.SPLIT else rules.legal_actions(state)[0])
    assert phase(do(state, 6, s.Stay())) == asked


@clause("3.88", "10.31", "10.35", "17.24")
def test_pontus_and_armenia_are_minor_powers_in_218() -> None:
    state = rules.initial_state("second_punic_war")
    cities = {PLACES[city.place]: (city.csp, city.major) for city in state.capitals}
    assert (cities["Pontus"], cities["Artaxata"]) == ((2, False), (2, False))
    assert cities["Macedonia"] == (4, True)
    for name in ("Pontus", "Armenia"):
        assert not is_active_major(under(state, **{name: "Rome"}), power(state, name))
        assert power(state, name) not in subjects.active_majors(under(state, **{name: "Rome"}))
    later = rules.initial_state("six_powers")
    assert scenario_constants(later).roles[power(later, "Seleucid")] == "major"
    assert power(later, "Seleucid") in subjects.active_majors(under(later, Seleucid="Pontus"))


@clause("8.4", "3.9")
def test_it_is_supplied_from_its_own_capital() -> None:
    state = greeks()
    cut = with_garrison(
        replace(state, capitals=tuple(c for c in state.capitals if PLACES[c.place] != "Macedonia")),
        INDEX["Macedonia"],
        NONE,
    )
    assert INDEX["Macedonia"] in treasury.supply_networks(state)[power(state, "Macedonia")]
    assert INDEX["Latium"] not in treasury.supply_networks(replace(cut, leaders=()))[power(state, "Macedonia")]


def marching(units: str, place: str, owner: str = "Carthage", leader: str = "Mago") -> State:
    return placed(f"{owner} in {place}: {units}, {leader} 2*")


def pillages(state: State) -> bool:
    return s.Pillage() in rules.legal_actions(state)


@clause("10.71", "10.73", "10.24")
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


@clause("10.71", "10.73")
@pytest.mark.parametrize(("lost", "may"), [("Carthage", False), ("Rome", True)])
def test_a_province_without_garrison_is_still_whose_it_was(lost: str, may: bool) -> None:
    state = with_garrison(
        with_garrison(marching("4 HI", "Baetica"), INDEX["Baetica"], power(empty(), lost)), INDEX["Baetica"], NONE
    )
    assert is_opponents(state, INDEX["Baetica"], power(state, "Carthage")) == may
    state = placed(state, "Rome in Baetica: rAUX")
    state = losses_paid(do(active(turn_of(state, "Carthage"), "Mago", 6), s.Attack("Rome"), s.Stand(), s.Dice(6, 1)))
    assert (at(state, "Baetica", "Rome"), pillages(state)) == ("", may)


@clause("10.71", "10.73")
@pytest.mark.parametrize("place", ["Pisidia", "Creta"])
def test_nobody_s_province_and_a_friend_s_are_not_pillaged(place: str) -> None:
    start = {"Pisidia": "Cilicia", "Creta": "Creta"}[place]
    state = marching("4 HI", start, "Seleucid", "Seleucus")
    state = active(turn_of(state, "Seleucid"), "Seleucus", 6, *([s.Enter(place)] if start != place else []))
    assert not pillages(do(losses_paid(state), s.Leave("HI", "Seleucid", 1)))
    ally = active(turn_of(marching("2 LGN", "Narbonensis", "Rome", "Scipio"), "Rome"), "Scipio", 6)
    assert not pillages(ally)  # Massilia is Rome's client


@clause("10.71")
def test_who_is_alone_in_an_enemy_province_may_pillage_and_beside_a_garrison_not() -> None:
    state = with_garrison(marching("4 HI", "Carthaginiensis"), INDEX["Tarraconensis"], NONE)
    assert pillages(losses_paid(active(turn_of(state, "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))))
    guarded = marching("4 HI", "Carthaginiensis")
    assert not pillages(losses_paid(active(turn_of(guarded, "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))))
    ruled = replace(state, rulings=(("pillage", "conquered"),))
    assert not pillages(losses_paid(active(turn_of(ruled, "Carthage"), "Mago", 8, s.Enter("Tarraconensis"))))


# Barbaricum
def germans(card: str = "Barbarian Raid", home: str = "Quadia", warbands: int = 6) -> State:
    state = placed(empty("six_powers"), "Rome in Latium: LGN, Sulla 3*")
    hands = list(state.hands)
    hands[power(state, "Rome")] = (card,)
    return do(turn_of(replace(state, hands=tuple(hands)), "Rome"), s.Play(card, home), s.Warbands(warbands))


@clause("13.12", "14.2 Barbarian Raid")
def test_a_people_s_own_markers_are_not_turned_by_its_raiders_nor_by_their_player() -> None:
    state = active(germans(), "Barbarian Raid", 8, s.Enter("Marcomannia"))
    assert (phase(state), state.markers[INDEX["Marcomannia"]]) == (Due.LEADER, 1)
    assert holder(do(state, s.Leave("BI", "Germani", 1)), "Marcomannia") is None  # the marker lies there still
    legions = placed(germans(), "Rome in Noricum: 2 LGN, Cinna 1")
    assert phase(active(legions, "Cinna", 5, s.Enter("Marcomannia"))) != Due.REVEAL
    strangers = placed(empty("six_powers"), "Rome in Noricum: 2 LGN, Cinna 1")
    assert phase(active(turn_of(strangers, "Rome"), "Cinna", 5, s.Enter("Marcomannia"))) == Due.REVEAL


@clause("13.3")
def test_a_home_is_covered_again_only_after_a_combat() -> None:
    gone = active(germans(), "Barbarian Raid", 8, s.Enter("Marcomannia"))
    assert subjects.place_vacated_markers(gone).markers[INDEX["Quadia"]] == 0
    fought = placed(germans(warbands=1), "Pontus in Quadia: AUX")
    beaten = replace(fought, groups=(), battle=s.Clash("land", INDEX["Quadia"], (1, 0)))

    assert subjects.place_vacated_markers(battle.end_fight(beaten)).markers[INDEX["Quadia"]] == 1
    won = replace(beaten, groups=tuple(g for g in fought.groups if g.owner == power(fought, "Pontus")))
    assert subjects.place_vacated_markers(battle.end_fight(won)).markers[INDEX["Quadia"]] == 0  # the victor holds it
    at_sea = replace(beaten, battle=s.Clash("sea", INDEX["Quadia"], (1, 0)))
    assert subjects.place_vacated_markers(battle.end_fight(at_sea)).markers[INDEX["Quadia"]] == 0


@clause("14.2 Barbarian Raid", "14.2 Barbarian Invasion")
@pytest.mark.parametrize(("reading", "left"), [("stays", 1), ("lost", 0)])
def test_a_raid_turns_one_of_two_markers(reading: str, left: int) -> None:
    state = empty("six_powers", rulings={"raid_marker": reading})
    home = next(place for place, count in enumerate(state.markers) if count == 2)
    state = placed(state, "Rome in Latium: LGN, Sulla 3*")
    step = s.Pending(Due.CARD_DRAW, 0, home, cards.CARD_NUMBER["Barbarian Raid"], 1, (1,))
    state = cards.apply_draw(replace(state, agenda=(*state.agenda, step)), s.Warbands(3))
    assert state.markers[home] == left
    both = replace(step, who=cards.CARD_NUMBER["Barbarian Invasion"], note=(1, 2))
    assert cards.apply_draw(replace(state, agenda=(*state.agenda, both)), s.Warbands(3)).markers[home] == 0


@clause("11.1", "11.11", "11.12", "11.13", "11.22", "11.23", "3.86", "3.87")
@pytest.mark.parametrize(("scenario", "friend", "home"), [
    ("six_powers", "Iberi", "Cantabria"), ("second_punic_war", "Massilia", "Narbonensis"),
])  # fmt: skip
@pytest.mark.parametrize(("die", "called"), [(1, True), (2, False)])
def test_friends_act_in_the_phase_of_their_call(scenario: str, friend: str, home: str, die: int, called: bool) -> None:
    state = placed(empty(scenario), "Rome in Latium: LGN, Sulla 2*", f"{friend} in {home}: 2 HI, Chief 1*")
    state = turn_of(state, "Rome")
    assert "Chief" not in can(state, s.Activate)
    state = do(state, s.Call(friend), die)
    assert ("Chief" in can(state, s.Activate)) is called
    more = replace(state, bag=(1,), agenda=(state.agenda[0], Pending(Due.INITIATIVE), *state.agenda[1:]))
    assert do(more, s.EndTurn()).called == frozenset()


@clause("12.12", "12.2", "12.21", "12.22")
@pytest.mark.parametrize(("die", "rebels"), [(1, True), (2, False), (3, False)])
def test_parthia_under_a_player_may_revolt_too_below_the_rating(die: int, rebels: bool) -> None:
    state = placed("Parthia in Media: AUX, Arsaces 1*", "Parthia in Persis: 3 CAV, Gotarzes 2")
    state = placed(state, "Aegyptus in Aegyptus: HI, Ptolemy 2*")
    state = do(active(turn_of(state, "Aegyptus"), "Ptolemy", 4), s.EndLeader())
    assert phase(state) == Due.REBELLION_ROLL
    assert (phase(do(state, die)) == Due.CONTROLLER) is rebels


@clause("13.11", "13.1")
def test_as_many_markers_lie_as_the_scenario_says() -> None:
    state = empty("six_powers")
    assert [state.markers[INDEX[place]] for place in ("Dacia", "Iazygia", "Quadia", "Syria")] == [2, 2, 1, 0]


@clause("12.11", "12.14")
@pytest.mark.parametrize(("scenario", "owners"), [
    ("six_powers", {"Parthia": 8, "Armenia": 2}), ("second_punic_war", {"Seleucid": 7, "Parthia": 3}),
])  # fmt: skip
def test_persia_belongs_to_whom_the_scenario_says(scenario: str, owners: dict[str, int]) -> None:
    state = empty(scenario)
    found = [holder(state, PLACES[place]) for place in OF_REGION["Persia"]]
    assert {name: found.count(name) for name in set(found) - {None}} == owners
