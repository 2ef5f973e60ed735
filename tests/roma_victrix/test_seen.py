"""What each player sees (6.2): positions that differ in what he may not look at look the same to him.

For each clause a pair of positions; the one who may not tell them apart sees the same, the one who may sees both."""

from dataclasses import replace

from gamekit.roma_victrix.rules import common_view, subjects
from tests.roma_victrix.setting import *


def same(one: State, other: State, player: str) -> bool:
    return rules.observe(one, player) == rules.observe(other, player)


def sees(state: State, player: str, place: str) -> bool:
    """Whether a player sees the counters in a place: 0 and -1 stand where he sees none."""
    groups = rules.observe(state, player).state.groups
    return all(min(group.units) >= 0 for group in groups if PLACES[group.place] == place)


@clause("6.2")
def test_a_client_s_stack_is_its_patron_s_to_see() -> None:
    one, other = (put(empty(), "Syracusae", "Sicilia", units) for units in ("2 HI", "3 AUX, CAV"))
    assert not same(one, other, "Rome")
    assert same(one, other, "Carthage")
    assert same(one, other, "Aegyptus")
    assert common_view(one) == common_view(other)


@clause("6.2", "3.84", "3.88")
def test_a_neutral_s_stack_is_nobody_s_and_then_its_player_s() -> None:
    one, other = (put(empty(), "Macedonia", "Thessalia", units) for units in ("2 HI", "5 CAV"))
    assert same(one, other, "Rome")
    one, other = (under(each, Macedonia="Carthage") for each in (one, other))
    assert not same(one, other, "Carthage")
    assert same(one, other, "Rome")


@clause("6.2", "5.6")
def test_fleets_and_land_units_are_told_apart_and_not_counted() -> None:
    one = placed("Carthage in Africa: HI", "Carthage in Africa (Mare Tyrrhenum): 3 FLEET")
    other = placed("Carthage in Africa: 5 AUX", "Carthage in Africa (Mare Tyrrhenum): rFLEET")
    assert same(one, other, "Rome")
    assert not same(one, put(empty(), "Carthage", "Africa", "HI"), "Rome")  # that ships lie there is seen


@clause("14.11", "14.14", "3.62")
def test_a_hand_is_seen_by_its_player_and_its_number_by_all() -> None:
    start = replace(empty(), deck=("Ambush",))
    hands = [((), ("Piracy",), (), ("Leader",)), ((), ("Leader",), (), ("Piracy",))]
    one, other = (replace(start, hands=(*each, *((),) * (len(start.hands) - 4))) for each in hands)
    third = next(
        name for name in rules.seats(start) if not start.hands[power(start, name)] and power(start, name) in (0, 2)
    )
    assert same(one, other, third)
    seen = rules.observe(one, third).state
    assert [len(hand) for hand in seen.hands[:4]] == [0, 1, 0, 1]
    assert seen.deck == ("Ambush", "Leader", "Piracy")  # in an order that says nothing
    assert not same(one, other, rules.seats(start)[1])


@clause("6.2", "14.2 Intelligence")
def test_a_look_at_one_stack_is_the_looker_s_alone() -> None:
    def looked(units: str) -> State:
        state = placed(f"Carthage in Africa: {units}", f"Carthage in Numidia: {units}")
        state = turn_of(placed(state, "Rome in Latium: LGN, Scipio 2*"), "Rome", "Intelligence")
        return undisturbed(do(state, s.Play("Intelligence", "Africa")))

    one, other = looked("2 HI"), looked("4 AUX")
    assert not same(one, other, "Rome")
    assert sees(one, "Rome", "Africa")
    assert not sees(one, "Rome", "Numidia")
    assert same(one, other, "Aegyptus")


@clause("6.2", "14.2 Leader Defection", "14.2 Treachery")
def test_deserters_are_known_to_both_and_to_no_third_player() -> None:
    def gone(units: str) -> State:
        state = placed(f"Seleucid in Cilicia: {units}")
        return subjects.replace_owner(state, INDEX["Cilicia"], power(state, "Seleucid"), power(state, "Aegyptus"))

    one, other = gone("3 HI"), gone("2 AUX, CAV")
    assert same(one, other, "Rome")
    assert sees(one, "Seleucid", "Cilicia")
    assert sees(one, "Aegyptus", "Cilicia")


@clause("6.2", "9.3")
def test_what_a_fleet_becomes_is_not_shown() -> None:
    state = rich(placed("Rome in Baleares (Mare Balearicum): FLEET"), "Rome", 0)
    state = economy_of(lead(state, "Rome", "Scipio", 1, "Latium", True), "Rome", Due.RAISE)
    one, other = (do(state, s.Convert("Baleares (Mare Balearicum)", unit)) for unit in ("LGN", "AUX"))
    assert same(one, other, "Carthage")
    assert not same(one, other, "Rome")


@clause("6.2", "9.42", "9.44")
def test_what_a_client_raises_is_not_shown() -> None:
    state = placed("Rome in Latium: Scipio 1*", "Syracusae in Sicilia: HI")
    state = economy_of(summoned(rich(state, "Rome", 0), "Syracusae"), "Rome", Due.RAISE)  # 11.26
    one, other = (do(state, s.Raise("Sicilia", unit, "Syracusae")) for unit in ("HI", "CAV"))
    assert same(one, other, "Carthage")
    assert common_view(one) == common_view(other)
    assert not same(one, other, "Rome")


@clause("6.2", "6.3")
def test_joined_units_and_those_left_behind_are_still_unseen() -> None:
    def left(units: str, stays: str) -> State:
        state = placed(f"Rome in Latium: {units}, Scipio 2*")
        return undisturbed(active(state, "Scipio", 4, s.Leave(stays, "Rome", 1), s.Enter("Apulia")))

    one, other = left("4 LGN, AUX", "AUX"), left("2 LGN, CAV", "CAV")
    assert same(one, other, "Carthage")
    assert not sees(one, "Carthage", "Latium")


@clause("6.2", "13.12")
def test_warbands_that_a_marker_brings_are_seen_by_all_and_its_number_before_by_nobody() -> None:
    state = active(placed("Rome in Tarraconensis: 4 LGN, Scipio 2*"), "Scipio", 5, s.Enter("Cantabria"))
    assert phase(state) == Due.REVEAL
    assert {rules.observe(state, player).state.markers[INDEX["Cantabria"]] for player in rules.seats(state)} == {1}
    state = do(state, s.Warbands(6))
    for player in rules.seats(state):
        groups = rules.observe(state, player).state.groups
        band = next(each for each in groups if each.owner == power(state, "Iberi"))
        assert s.land_csp(band.units) == 12
