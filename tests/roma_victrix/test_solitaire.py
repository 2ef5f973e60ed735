"""The solitaire game (16.0) by a table of our own in place of the printed one, which is in no source at hand."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import scenario
from gamekit.roma_victrix.positions import from_json, to_json
from gamekit.roma_victrix.rules import cards, sequence, solitaire
from gamekit.roma_victrix.rules.units import with_leader
from gamekit.storage.data_files import DataError
from tests.roma_victrix.positions import moved_on
from tests.roma_victrix.setting import *
from tests.roma_victrix.solitaire import SCENARIO, TABLE, awake, begun

pytestmark = pytest.mark.usefixtures("alone")


def turn_of_power(state: State, name: str) -> State:
    who = power(state, name)
    return replace(state, phasing=who, agenda=(Pending(Due.OVER), Pending(Due.ORDERS, who)))


@clause("16.1", "16.11", "16.12", "16.13", "16.14", "16.15", "16.2")
def test_rome_alone_is_played_and_all_the_others_stand_where_they_begin() -> None:
    state = begun()
    assert rules.seats(state) == ("Rome",)
    asked = 0
    while rules.current_player(state) != CHANCE and state.turn == 1:
        state, asked = do(state, legal(state, s.Keep, s.EndTurn)[0]), asked + 1
    assert asked >= 2  # new units, then Rome's turn: nobody else does anything, and no card is drawn
    assert (at(state, "Moesia Superior"), at(state, "Macedonia")) == ("6 LGN, 2 CAV", "4 HI")
    assert [state.markers[INDEX[place]] for place in ("Marcomannia", "Quadia", "Dacia")] == [2, 2, 0]
    assert state.deck == ()
    assert not any(state.hands)
    assert {state.patron[power(state, name)] for name in ("Dacia", "Macedonia", "Parthia", "Germani")} == {NONE}


@clause("16.16")
def test_a_power_wakes_when_rome_comes_and_is_nobody_s() -> None:
    state = placed(empty("alone", seats=1), "Rome in Epirus: 4 LGN, Mummius 2*", "Macedonia in Macedonia: 2 HI")
    assert sequence.subjects.active_majors(state) == (power(state, "Rome"),)
    state = active(state, "Mummius", 5, s.Enter("Macedonia"))
    assert list(rules.chance_outcomes(state)) == [s.Draw("Macedonia")]
    state = do(state, s.Draw("Macedonia"))
    assert state.patron[power(state, "Macedonia")] == power(state, "Macedonia")
    assert rules.current_player(state) == "Rome"  # its answer was given: into the city, or not
    assert sequence.subjects.active_majors(state) == (power(state, "Rome"), power(state, "Macedonia"))


@clause("16.14", "16.15", "16.4", "16.41", "16.42")
def test_a_turn_goes_through_rome_s_economy_the_others_new_units_rome_and_the_others() -> None:
    state = pillaged(awake(begun(), "Macedonia", "Dacia"), "Apulia")
    state = sequence.begin_game_turn(replace(state, turn=1, agenda=(Pending(Due.GAME_TURN),)))
    order = [Due.MARKER_ROLL, Due.ATTRITION, Due.REVENUE, Due.UPKEEP, Due.RAISE, Due.CREATION, Due.ROMAN_TURN]
    assert [step.phase for step in reversed(state.agenda)] == [*order, Due.OTHERS, Due.GAME_TURN]
    assert {step.who for step in state.agenda if step.phase == Due.REVENUE} == {power(state, "Rome")}
    after = solitaire.draw_other_majors(replace(state, agenda=(Pending(Due.GAME_TURN), Pending(Due.OTHERS))))
    assert set(rules.chance_outcomes(after)) == {s.Draw("Dacia"), s.Draw("Macedonia")}
    nobody = replace(begun(), agenda=(Pending(Due.GAME_TURN), Pending(Due.OTHERS)))
    assert solitaire.draw_other_majors(nobody).agenda == (Pending(Due.GAME_TURN),)


@clause("16.4", "16.41", "16.42")
def test_every_game_turn_is_alike_and_the_first_has_its_attrition_too() -> None:
    state = replace(pillaged(begun(), "Apulia"), agenda=(Pending(Due.GAME_TURN),))
    phases = [[step.phase for step in sequence.begin_game_turn(replace(state, turn=turn)).agenda] for turn in (0, 1)]
    assert phases[0] == phases[1]
    assert {Due.MARKER_ROLL, Due.ATTRITION} <= set(phases[0])


@clause("16.42")
def test_markers_and_the_table_bring_the_others_their_new_units() -> None:
    state = awake(begun(), "Macedonia", "Parthia", "Germani")
    state = replace(marked(garrisoned(state, Quadia="Germani"), Quadia=0), groups=())
    state = rules.settled(replace(state, agenda=(Pending(Due.OVER), Pending(Due.CREATION))))
    placed = {}
    while phase(state) == Due.MUSTER_DRAW:
        place, draw = PLACES[state.agenda[-1].place], min(rules.chance_outcomes(state), key=lambda draw: draw.number)
        state = do(state, draw)
        placed[place] = (draw.number, at(state, place))
    assert set(placed) == {"Macedonia", "Thessalia", "Creta", "Babylonia", "Hatra", "Quadia"}
    assert money(state, "Macedonia") == 0
    for place in ("Macedonia", "Thessalia"):
        number, units = placed[place]
        assert units == f"{1 + number // 4} HI, CAV, FLEET".replace("1 HI", "HI")
    assert placed["Creta"][1] == "FLEET"  # no heavy infantry and no cavalry on the islands
    for place in ("Babylonia", "Hatra"):
        number, units = placed[place]
        assert units == (f"{number} CAV" if number > 1 else "CAV")
    number, units = placed["Quadia"]  # barbarians of Barbaricum by 9.54: warbands
    assert sum(int(part.split()[0]) if part[0].isdigit() else 1 for part in units.split(", ")) == number


@clause("16.42")
def test_leaders_go_by_the_alphabet_to_the_richest_and_weakest_roman_province() -> None:
    state = rules.settled(turn_of_power(awake(begun(), "Macedonia"), "Macedonia"))
    assert phase(state) == Due.OP_ROLL
    assert state.leaders[state.active.leader].name == "Androcles"  # before Perseus
    alike = [INDEX["Epirus"], INDEX["Thracia"], INDEX["Dalmatia"]]
    assert solitaire.roman_targets(state, alike) == [INDEX["Dalmatia"], INDEX["Thracia"]]  # two points, a garrison each
    assert {solitaire.defending_csp(state, place, power(state, "Rome")) for place in alike[1:]} == {1}
    assert solitaire.roman_targets(put(state, "Rome", "Dalmatia", "AUX"), alike) == [INDEX["Thracia"]]
    rich = solitaire.roman_targets(state, [INDEX["Latium"], INDEX["Epirus"], INDEX["Thessalia"]])
    assert rich == [INDEX["Latium"]]


@clause("16.42")
@pytest.mark.parametrize(("die", "goal"), [(1, "Dalmatia"), (3, "Dalmatia"), (4, "Thracia"), (6, "Thracia")])
def test_between_two_provinces_alike_a_die_decides(die: int, goal: str) -> None:
    state = awake(begun(), "Macedonia")
    state = with_leader(state, state.leaders.index(leader(state, "Androcles")), place=NONE)
    state = do(rules.settled(turn_of_power(state, "Macedonia")), 1)  # two points
    assert phase(state) == Due.WAY_ROLL
    state = do(state, die, s.Decline())  # Traianus is near, and Rome may intercept
    assert where(state, "Perseus") == goal
    assert phase(state) == Due.DICE  # he attacks the garrison


@clause("16.3", "10.74")
def test_barbarians_pillage_without_revenue_and_the_civilised_never() -> None:
    state = awake(begun(), "Dacia", "Macedonia", "Parthia")
    for name, barbarian in (("Decebalus", True), ("Perseus", False), ("Osroes", False)):
        assert cards.raised_by_card(state, leader(state, name)) is barbarian
    state = replace(state, groups=tuple(group for group in state.groups if group.owner != power(state, "Rome")))
    state = do(rules.settled(turn_of_power(state, "Dacia")), 1)
    while rules.current_player(state) == CHANCE and state.active is not None:
        state = moved_on(state, Random(1))
    assert state.pillaged
    assert money(state, "Dacia") == 0
    greek = do(rules.settled(turn_of_power(replace(state, pillaged=frozenset()), "Macedonia")), 6)
    while rules.current_player(greek) == CHANCE and greek.active is not None:
        greek = moved_on(greek, Random(2))
    assert greek.pillaged == frozenset()
    roman = placed(empty("alone", seats=1), "Rome in Dalmatia: LGN, Varus 2*")
    roman = active(turn_of(awake(garrisoned(roman, Epirus="Macedonia"), "Macedonia"), "Rome"), "Varus", 5)
    roman = do(roman, s.Enter("Epirus"), s.Attack("Macedonia"), s.Dice(6, 1), s.Split(0, 0))
    before = money(roman, "Rome")
    roman = do(roman, s.Pillage(), 4)
    assert (money(roman, "Rome") - before, holder(roman, "Epirus")) == (6, "Rome")


@pytest.mark.parametrize(("inside", "mine", "goes"), [("4 HI", "3 LGN, rAUX", True), ("4 HI", "3 LGN", False)])
def test_the_weaker_ones_go_into_their_capital(inside: str, mine: str, goes: bool) -> None:
    assert solitaire._weaker(before_africa(inside, mine)) == goes


def test_who_lost_his_capital_founds_another_who_is_beaten_goes_one_place_and_losses_are_what_comes_first() -> None:
    state = empty()
    found, paid = (s.Decline(), s.Found("Epirus")), (s.Pay("HI", "Dacia"), s.Pay("CAV", "Dacia"))
    assert solitaire.auto_action(replace(state, agenda=(Pending(Due.FOUND),)), found) == found[1]
    assert solitaire.auto_action(replace(state, agenda=(Pending(Due.PAY),)), paid) == paid[0]
    beaten = s.Stay(), s.RetreatTo("Epirus")
    for gone, actions, goes in ((0, beaten, beaten[1]), (1, beaten, beaten[0]), (0, beaten[:1], beaten[0])):
        assert solitaire.auto_action(replace(state, agenda=(Pending(Due.RETREAT, note=(gone,)),)), actions) == goes


@clause("16.4", "16.41", "16.42")
def test_random_solitaire_games_end() -> None:
    for seed in range(8):
        state, random = begun(), Random(seed)
        for number in range(5000):
            player = rules.current_player(state)
            if player == OVER:
                break
            assert player in (CHANCE, "Rome")
            assert player == CHANCE or rules.legal_actions(state)
            state = moved_on(state, random)
            if number % 50 == 0:
                assert from_json(to_json(state)) == state
        assert (rules.current_player(state), set(rules.returns(state))) == (OVER, {"Rome"})


@pytest.mark.parametrize(("old", "new", "said"), [
    (f"new_units = [{TABLE}]", "", "New Unit Creation Table (16.42 D) is in no source at hand"),
    ("warbands = 10", "warbands = 9", "it should be [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"),
    ("seats = [1]", "seats = [1, 2]", "with seats = [1] alone"),
    ('name = "Rome"\nrole', 'name = "Carthage"\nrole', "in the solitaire game the active power is Roman (16.11)"),
])  # fmt: skip
def test_a_bad_solitaire_scenario_is_refused(alone: Path, old: str, new: str, said: str) -> None:
    assert old in SCENARIO
    (alone / "other.toml").write_text(SCENARIO.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        scenario("other")
    assert said in str(error.value)
    assert can(begun(), s.Activate) == set()
