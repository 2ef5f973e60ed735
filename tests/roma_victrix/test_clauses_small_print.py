"""Clauses whose small print is easily passed over, each played in a position of the whole game."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gamekit.play.protocol import IllegalAction
from gamekit.roma_victrix.geography import COASTS, FIRST_COAST, FIRST_STRAIT, LAND_STEPS
from gamekit.roma_victrix.rules import battle, cards, control, sequence, setup, subjects, treasury, units
from gamekit.roma_victrix.scenario import Contender
from gamekit.roma_victrix.state import has_land
from gamekit.roma_victrix.tables import MARKERS
from tests.roma_victrix.setting import *

SCENARIO = Path(__file__).parents[2] / "data/roma_victrix/scenarios/two_consuls.toml"
OSTIA, SARDINIA = "Latium (Mare Tyrrhenum)", "Sardinia (Mare Tyrrhenum)"
CARTHAGO, SEA = "Africa (Mare Tyrrhenum)", "Mare Tyrrhenum"


# 3.32: the supreme leader
@clause("3.32")
def test_the_best_other_leader_follows_a_fallen_king() -> None:
    state = placed("Carthage in Africa: HI, Hannibal 4*, Mago 1", "Carthage in Baetica: Hasdrubal 2")
    state = do(turn_of(state, "Rome", "Assassination Attempt"), s.Play("Assassination Attempt", "Hannibal"), 5)
    assert where(state, "Hannibal") is None
    assert [leader.name for leader in state.leaders if leader.supreme and leader.place >= 0] == ["Hasdrubal"]


@clause("3.32", "3.85")
def test_a_power_that_cannot_do_without_its_leader_collapses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SCENARIO.read_text(encoding="utf-8").replace(
        'name = "Crassus"\nrole', 'name = "Crassus"\nsuccession = "collapse"\nrole'
    )
    (tmp_path / "roma_victrix/scenarios").mkdir(parents=True)
    (tmp_path / "roma_victrix/scenarios/brittle.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GAMEKIT_DATA", str(tmp_path))
    state = placed(empty("brittle"), "Crassus in Latium: 4 LGN, Publius 2", "Pompeius in Africa: LGN, Pompeius 3*")
    state = subjects.fallen_powers(state)
    assert (at(state, "Latium"), where(state, "Publius"), holder(state, "Sicilia")) == ("", None, None)
    assert (at(state, "Africa"), holder(state, "Africa")) == ("LGN", "Pompeius")
    assert sum(state.eliminated[power(state, "Crassus")]) == 4


# 5.15, 5.93, 5.72: ships ----------------------------------------------------------------------------------------------


def afloat(ships: str, army: str, *others: str) -> State:
    """Scipio has boarded at Ostia with nine points; others lie elsewhere."""
    state = placed(f"Rome in {OSTIA}: {ships}", f"Rome in Latium: {army}, Scipio 3*", *others)
    return active(state, "Scipio", 9, s.Embark(OSTIA))


@clause("5.15", "5.62")
def test_troops_are_picked_up_and_left_on_the_way() -> None:
    state = sailed(afloat("3 FLEET", "LGN", "Rome in Sardinia: 2 AUX"), SEA, SARDINIA, s.Land())
    state = do(state, s.Leave("LGN", "Rome", 1), s.Take("AUX", "Rome", 2), s.Take("FLEET", "Rome", 3))
    before = ops(state)
    state = do(state, s.Embark(SARDINIA), s.SailTo(SEA), s.SailTo(OSTIA), s.Land())  # a voyage of 2 OP
    assert (at(state, "Sardinia"), at(state, "Latium")) == ("LGN", "2 AUX, 3 FLEET")
    assert before - ops(state) == 4  # on board, two areas, ashore: taking and leaving cost nothing


@clause("5.93", "5.65", "3.23")
def test_a_laden_ship_reckons_with_the_enemy_in_the_strait() -> None:
    state = placed("Rome in Apulia (Mare Tyrrhenum): FLEET", "Rome in Apulia: LGN, Scipio 3*")
    held = placed(state, "Carthage in Messina: FLEET")

    def enough(position: State) -> list[int]:
        ready = {n: active(position, "Scipio", n, s.Embark("Apulia (Mare Tyrrhenum)")) for n in range(2, 7)}
        return [points for points, state in ready.items() if "Messina" in can(state, s.SailTo)]

    assert enough(state) == [4, 5, 6]  # strait, coast, ashore
    assert enough(held) == [5, 6]  # and a fight first


def struck(cargo: str, army: str = "LGN, 2 rAUX", ships: str = "2 FLEET") -> State:
    """Scipio's laden ships are beaten off Sardinia, by the one reading of 5.72 or the other."""
    state = read(afloat(ships, army, f"Carthage in {SARDINIA}: 4 FLEET"), cargo=cargo)
    state = do(state, s.SailTo(SEA), s.SailTo(SARDINIA), s.Attack("Carthage"), s.Stand(), s.Dice(1, 3))
    return do(state, s.Split(0, 1)) if s.Split(0, 1) in rules.legal_actions(state) else state


@clause("5.72", "5.94")
def test_the_owner_chooses_what_goes_down_with_his_ships() -> None:
    state = struck("capacity")
    while phase(state) == Due.PAY and can(state, s.Pay) <= {"FLEET", "rFLEET"}:
        state = do(state, rules.legal_actions(state)[0])
    assert rules.current_player(state) == "Rome"
    assert can(state, s.Pay) == {"LGN", "rAUX"}  # a turned ship: a legion is turned, or one of the auxilia goes
    left = [str(counters(do(state, s.Pay(name, "Rome")), "Rome").force_aboard) for name in ("rAUX", "LGN")]
    assert left == ["LGN, rAUX", "rLGN, 2 rAUX"]


@clause("5.72")
@pytest.mark.parametrize(("reading", "left"), [("capacity", "rAUX"), ("step", "")])
def test_by_the_other_reading_what_a_turned_ship_carries_is_turned(reading: str, left: str) -> None:
    """One still fits; or both take the step and are lost."""
    assert str(counters(paid(struck(reading, "2 rAUX", "FLEET")), "Rome").force_aboard) == left


@clause("5.69")
def test_an_empty_ship_founders_without_cargo() -> None:
    state = read(afloat("3 FLEET", "LGN"), sea_points="areas")
    state = do(state, s.SailTo(SEA), s.SailTo("Mare Africum"), s.SailTo("Mare Ionium"))
    assert phase(state) == Due.SEA_ROLL
    assert str(counters(do(state, 1, 6, 6))) == "rLGN, 2 FLEET, rFLEET"
    assert str(counters(do(state, 6, 6, 1))) == "LGN, 2 FLEET, rFLEET"


# 5.54: withdrawal over a strait
@clause("5.54", "3.23")
def test_a_force_withdraws_over_an_open_strait_of_two_steps() -> None:
    """From Apulia, their own Sicilia beyond the strait, and Scipio upon them."""
    state = unwalled(garrisoned(empty(), Apulia="Carthage", Sicilia="Carthage"))
    state = placed(state, "Carthage in Apulia: 2 HI, Hanno 3", "Rome in Latium: 4 LGN, Scipio 2*")
    barred, open_, closed = (
        active(each, "Scipio", 4, s.Enter("Apulia"), s.Attack("Carthage"))
        for each in (read(state, withdrawal_strait="barred"), state, placed(state, "Rome in Messina: FLEET"))
    )
    assert phase(barred) == Due.ANSWER
    assert s.Withdraw() not in rules.legal_actions(barred)
    assert can(do(open_, s.Withdraw(), 1), s.RetreatTo) == {"Sicilia"}  # two areas: the strait and the island
    assert s.Withdraw() not in rules.legal_actions(closed)


# 8.2, 8.4: supply
@clause("8.4", "3.9")
def test_a_client_s_units_are_isolated_too_unless_a_friendly_capital_is_theirs() -> None:
    state = placed("Massilia in Narbonensis: HI", "Syracusae in Sicilia: HI")

    def checked(position: State) -> set[int]:
        return {step.place for step in attrition_checks(position)}

    assert checked(state) == set()  # Cisalpina leads from Massilia to Rome, and Syracuse is a capital
    cut = placed(state, "Carthage in Cisalpina: HI")
    assert INDEX["Narbonensis"] in checked(cut)
    alone = placed(cut, "Carthage in Messina: HI")
    assert INDEX["Sicilia"] not in checked(alone)
    assert INDEX["Sicilia"] in checked(read(alone, client_supply="patron"))


@clause("3.9", "8.4")
@pytest.mark.parametrize("strait", PLACES[FIRST_STRAIT:FIRST_COAST])
def test_no_supply_path_leads_through_a_strait_where_enemy_fleets_lie(strait: str) -> None:
    state = placed("Rome in Latium (Mare Tyrrhenum): FLEET")
    rome = power(state, "Rome")
    assert INDEX[strait] in treasury.supplied_places(state, rome)
    assert INDEX[strait] not in treasury.supplied_places(put(state, "Carthage", strait, "FLEET"), rome)


@clause("3.9", "8.4")
def test_no_supply_path_leads_over_another_player_s_province() -> None:
    rome = power(empty(), "Rome")
    fed = treasury.supplied_places(empty(), rome)
    assert INDEX["Tarraconensis"] in fed  # a client's
    assert INDEX["Carthaginiensis"] in fed  # who besieges a hostile province is fed from next door
    assert INDEX["Baetica"] not in fed
    assert INDEX["Baetica"] in treasury.supplied_places(garrisoned(empty(), Carthaginiensis="Rome"), rome)
    assert INDEX["Baetica"] in treasury.supplied_places(garrisoned(empty(), Carthaginiensis=None), rome)


@clause("8.32", "8.4")
def test_barbarian_infantry_pays_no_attrition_of_hunger() -> None:
    state = do(attrition_of(put(empty(), "Rome", "Apulia", "2 LGN, 5 BI", hungry=True)), 5)
    assert (state.agenda[-1].left, can(state, s.Pay)) == (4, {"LGN"})  # half of eight
    assert attrition_checks(put(empty(), "Rome", "Apulia", "5 BI", hungry=True)) == ()


@clause("8.23", "8.4", "8.21", "8.22")
def test_romans_go_over_for_hunger_or_isolation_but_not_from_a_quarrel() -> None:
    near = placed(empty("two_consuls", options=["8.23"]), "Pompeius in Narbonensis: LGN, Pompeius 3*")

    def starved(position: State, place: str = "Narbonensis") -> str:
        position = attrition_of(position)
        while phase(position) == Due.ATTRITION_ROLL:
            position = paid(do(position, 6))
        return at(position, place, "Pompeius")

    assert starved(put(near, "Crassus", "Apulia", "rLGN", hungry=True)) == "LGN, rLGN"
    isolated = placed(near, "Crassus in Sardinia: rLGN")
    assert starved(isolated) == "LGN, rLGN"
    at_sea = put(near, "Crassus", SARDINIA, "rFLEET", hungry=True)
    assert starved(at_sea, PLACES[COASTS[INDEX["Narbonensis"]][0]]) == "rFLEET"
    assert starved(placed(isolated, "Pompeius in Sardinia: LGN")) == "LGN"  # a quarrel


# 9.53
@clause("9.53", "9.54", "9.55")
@pytest.mark.parametrize("place", ["Belgica", "Tarraconensis"])
def test_barbarians_raise_inside_barbaricum_or_outside_but_not_both(place: str) -> None:
    state = economy_of(garrisoned(empty("six_powers", seats=6), Tarraconensis="Gallia"), "Gallia", Due.RAISE)
    assert {"Belgica", "Tarraconensis"} <= can(state, s.Raise)  # at home, and what they have conquered
    state = do(state, s.Raise(place, "warbands", "Gallia"), s.Warbands(4))
    assert at(state, place) in ("4 BI", "3 BI, CAV")
    assert phase(state) != Due.RAISE or {each.partition(" (")[0] for each in can(state, s.Raise)} == {place}


# 10.36: a capital lost
def sacked(garrison: str = "Rome", csp: int = 0) -> State:
    """Carthage is sacked and Rome's; Hannibal is in Baetica."""
    state = placed("Carthage in Baetica: 4 HI, Hannibal 4*", Africa=garrison)
    return turn_of(with_csp(state, "Africa", csp), "Carthage")


@clause("10.36")
def test_who_has_lost_his_capital_may_found_another_in_his_own_turn_among_friends() -> None:
    assert can(sacked(), s.Found) == {"Baetica"}
    assert can(sacked(csp=1), s.Found) == {"Baetica"}  # it stands again, in other hands
    assert can(sacked("Carthage"), s.Found) == set()  # won back: it is rebuilt by a roll
    assert can(turn_of(garrisoned(sacked(), Baetica="Rome"), "Carthage"), s.Found) == set()
    founded = do(sacked(), s.Found("Baetica"))
    assert [(city.place, city.csp) for city in founded.capitals if city.owner == 3] == [(INDEX["Baetica"], 4)]
    none = turn_of(placed(empty("six_powers", seats=6), "Gallia in Belgica: Ambiorix 2*"), "Gallia")
    assert can(none, s.Found) == set()  # it never had one, and the supreme leader serves (3.53)


@clause("10.36", "10.31", "17.24")
def test_reduced_cities_grow_up_to_their_own_strength() -> None:
    state = with_csp(with_csp(empty(), "Sicilia", 1), "Africa", 3)
    assert {PLACES[step.place] for step in sequence.marker_steps(state)} == {"Sicilia", "Africa"}
    state = do(replace(state, agenda=(Pending(Due.OVER), *sequence.marker_steps(state))), 5, 6)
    assert (city(state, "Sicilia"), city(state, "Africa")) == (2, 4)
    assert sequence.marker_steps(state) == []
    assert [step.left for step in sequence.marker_steps(replace(state, options=frozenset({"17.2"})))] != []


@clause("10.33", "10.36", "10.41")
def test_a_city_that_its_conqueror_holds_is_not_besieged_by_him_again() -> None:
    state = with_csp(placed("Rome in Numidia: 4 LGN, Scipio 3*", Africa="Rome"), "Africa", 1)
    assert s.Besiege() not in rules.legal_actions(active(state, "Scipio", 5, s.Enter("Africa")))


# 10.74: pillage of itself


@clause("10.74", "10.71")
def test_a_minor_power_s_army_pillages_every_empty_province_it_enters() -> None:
    raiders = under(placed("Cappadocia in Cappadocia: 3 HI, Chief 1"), Cappadocia="Aegyptus")
    raiders = turn_of(replace(raiders, by_card=frozenset({power(raiders, "Cappadocia")})), "Aegyptus")
    state = active(raiders, "Chief", 6, s.Enter("Cilicia"))
    assert (INDEX["Cilicia"] in state.pillaged, ops(state), money(state, "Aegyptus")) == (True, 5, 0)
    held = active(placed(raiders, "Seleucid in Cilicia: AUX"), "Chief", 6, s.Enter("Cilicia"))
    assert held.pillaged == frozenset()
    assert INDEX["Syria"] not in do(state, s.Enter("Syria")).pillaged  # a capital stands there


@clause("10.74", "14.2 Ally or Client State Changes Allegiance")
def test_a_client_that_a_card_has_brought_pillages_so_but_not_one_s_own() -> None:
    own = placed("Parthia in Media: 3 CAV, Arsaces 1")
    won = cards._changes_sides(own, power(own, "Rome"), "Parthia", "Ally or Client State Changes Allegiance")
    arsaces = own.leaders[0]
    assert not cards.raised_by_card(own, arsaces)
    assert cards.raised_by_card(won, arsaces)  # a client is a minor power (3.9)
    massilia = placed("Massilia in Narbonensis: Chief 1")
    assert not cards.raised_by_card(massilia, massilia.leaders[0])
    invaded = under(massilia, Massilia="Carthage")
    assert not cards.raised_by_card(invaded, massilia.leaders[0])  # no card has brought it
    assert cards.raised_by_card(read(invaded, pillagers="all"), massilia.leaders[0])


# 13.11: markers without putting back
@clause("13.11", "13.1")
def test_a_marker_that_was_shown_is_not_drawn_again_until_all_were() -> None:
    state = placed("Rome in Cisalpina: 4 LGN, Scipio 3*")
    turn = turn_of(state, "Rome")
    state = active(turn, "Scipio", 6, s.Enter("Pannonia"))
    every = {s.Warbands(marker.warbands) for marker in MARKERS}
    assert set(rules.chance_outcomes(state)) == every
    assert do(state, s.Warbands(6)).drawn == (6,)
    again = active(replace(turn, drawn=(6, 2) * MARKERS[0].copies), "Scipio", 6, s.Enter("Pannonia"))
    assert every - set(rules.chance_outcomes(again)) == {s.Warbands(6), s.Warbands(2)}
    back = active(read(replace(turn, drawn=()), markers_aside="back"), "Scipio", 6, s.Enter("Pannonia"))
    assert do(back, s.Warbands(6)).drawn == ()
    full = active(replace(turn, drawn=tuple(range(1, 11)) * MARKERS[0].copies), "Scipio", 6, s.Enter("Pannonia"))
    assert set(rules.chance_outcomes(full)) == every
    assert do(full, s.Warbands(3)).drawn == (3,)


@clause("13.11", "14.2 Barbarian Invasion")
@pytest.mark.parametrize("reading", ["aside", "back"])
def test_two_markers_are_two_of_those_there_are(reading: str) -> None:
    state = placed("Rome in Cisalpina: LGN, Scipio 3*")
    state = turn_of(read(hand(state, "Rome", "Barbarian Invasion"), markers_aside=reading), "Rome")
    state = do(state, s.Play("Barbarian Invasion", "Raetia"), s.Warbands(9))
    left = rules.chance_outcomes(state)
    assert (left[s.Warbands(9)], left[s.Warbands(8)]) == (MARKERS[8].copies - 1, MARKERS[7].copies)
    state = do(state, s.Warbands(6))
    assert counters(state, "Galli").counters == 15


# 14.2: the cards
@clause("14.2 Siege Combat Advantage")
def test_an_advantage_in_a_siege_lasts_through_its_rounds() -> None:
    state = turn_of(placed("Rome in Numidia: 6 LGN, Scipio 1*"), "Rome", "Siege Combat Advantage")
    state = active(state, "Scipio", 6, s.Enter("Africa"), s.Besiege(), s.Play("Siege Combat Advantage"))
    first = do(state, s.Dice(1, 1))
    points = first.battle.net
    assert do(paid(do(first, s.Split(0, 0))), s.Besiege()).battle.points == (2, 0)
    assert points >= 2
    gone = do(paid(do(first, s.Split(0, 0))), s.Enter("Tripolitania"))
    assert gone.active.siege == (0, 0)  # another siege is without it


@clause("14.2 Minor Rebellion", "14.2 Major Rebellion")
def test_rebels_hold_their_province_for_the_game_turn() -> None:
    state = turn_of(placed("Rome in Latium: LGN, Scipio 1*"), "Rome", "Minor Rebellion")
    state = do(state, s.Play("Minor Rebellion", "Syrtica"), s.Warbands(3))
    syrtica = INDEX["Syrtica"]
    assert control.control(state, syrtica) == power(state, "Rome")
    assert control.control(put(state, "Carthage", "Syrtica", "HI"), syrtica) == NONE
    waiting = replace(state, bag=(1,), agenda=(Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), state.agenda[-1]))
    after = do(waiting, s.EndTurn())
    assert at(after, "Syrtica") == "3 BI"  # the others' turns are still to come
    gone = cards.dismiss_rebels(after)
    assert (at(gone, "Syrtica"), control.control(gone, syrtica)) == ("", power(state, "Carthage"))
    assert all(leader.place == NONE for leader in gone.leaders if leader.raised)


@clause("14.2 Minor Rebellion")
@pytest.mark.parametrize("owner", ["Rome", "Gallia"])
def test_rebels_go_alone_and_only_once(owner: str) -> None:
    """Legions that have joined them stay, and so do the infantry of barbarians who play the card."""
    kind = "LGN" if owner == "Rome" else "BI"
    state = placed(put(empty("six_powers", seats=6), owner, "Latium", f"4 {kind}"), f"{owner} in Latium: Scipio 1*")
    state = turn_of(state, owner, "Minor Rebellion")
    state = do(state, s.PlayIn("Minor Rebellion", "Aegyptus"), s.Play("Minor Rebellion", "Libia"), s.Warbands(3))
    state = put(put(state, owner, "Libia", f"2 {kind}"), owner, "Africa", f"r{kind}")
    assert at(state, "Libia", owner) == ("2 LGN, 3 BI" if owner == "Rome" else "5 BI")
    gone = cards.dismiss_rebels(state)
    assert [at(gone, place, owner) for place in ("Latium", "Libia", "Africa")] == [f"4 {kind}", f"2 {kind}", f"r{kind}"]
    assert cards.dismiss_rebels(gone) == gone
    routed = units.eliminate(state, lambda group: group.place == INDEX["Libia"])
    assert at(cards.dismiss_rebels(routed), "Latium", owner) == f"4 {kind}"
    lain = s.Leader("Ambush", 2, power(state, owner), INDEX["Baetica"], raised="Ambush")
    lain_in_wait = placed(replace(routed, leaders=(*routed.leaders, lain)), f"{owner} in Baetica: 3 BI")
    gone = cards.dismiss_rebels(put(lain_in_wait, owner, "Iudaea", "3 BI"))
    assert [at(gone, place) for place in ("Baetica", "Iudaea")] == ["3 BI", "" if owner == "Rome" else "3 BI"]
    strayed = units.change_groups(state, lambda group: group.place == INDEX["Libia"], place=INDEX["Iudaea"])
    assert at(cards.dismiss_rebels(strayed), "Iudaea", owner) == ("2 LGN" if owner == "Rome" else "5 BI")


@clause("14.2 Leader Defection")
def test_a_leader_who_defects_brings_his_ships_as_well() -> None:
    state = placed("Carthage in Baetica: 2 HI, Hasdrubal 2", "Carthage in Baetica (Mare Balearicum): 2 FLEET")
    state = turn_of(placed(state, "Rome in Latium: LGN, Scipio 1*"), "Rome", "Leader Defection")
    state = do(state, s.Play("Leader Defection", "Hasdrubal"), 3, 2)
    assert (at(state, "Baetica", "Rome"), at(state, "Baetica", "Carthage")) == ("2 HI, 2 FLEET", "")


@clause("14.2 Piracy")
def test_pirates_raid_enemies_and_no_neutrals() -> None:
    found = targets(turn_of(placed("Rome in Latium: LGN, Scipio 1*"), "Rome", "Piracy"))
    assert "Tripolitania" in found
    assert not {"Thessalia", "Sicilia", "Africa"} & found  # neutral, a client's, with a capital


@clause("14.2 Major Rebellion")
def test_where_a_card_has_many_targets_the_region_is_named_first() -> None:
    state = turn_of(placed(empty("six_powers", seats=6), "Rome in Latium: LGN, Scipio 1*"), "Rome", "Major Rebellion")
    legal = rules.legal_actions(state)
    regions = [action.region for action in legal if isinstance(action, s.PlayIn)]
    named = [action.target for action in legal if isinstance(action, s.Play)]
    within = {region: can_play(do(state, s.PlayIn("Major Rebellion", region))) for region in regions}
    everywhere = sorted([*named, *(place for places in within.values() for place in places)])
    lords = [state.patron[owner] if owner >= 0 else NONE for owner in state.garrisons]
    assert everywhere == sorted(p for p, lord in zip(PLACES, lords) if lord not in (NONE, power(state, "Rome")))
    assert min(map(len, within.values())) > 1
    assert len(legal) < 30 < len(everywhere)
    before = do(state, s.PlayIn("Major Rebellion", "Aegyptus"))
    assert before.hands == state.hands  # not played yet
    risen = do(before, s.Play("Major Rebellion", "Libia"), s.Warbands(3), s.Warbands(5))
    assert (at(risen, "Libia", "Rome"), risen.discards[-1:]) == ("8 BI", ("Major Rebellion",))


def can_play(state: State) -> list[str]:
    """The targets of the cards that may be played; nothing else is open here."""
    legal = rules.legal_actions(state)
    assert all(isinstance(action, s.Play) for action in legal)
    return [action.target for action in legal if isinstance(action, s.Play)]


# 15.4, 17.2, 17.3: the set-up -----------------------------------------------------------------------------------------


MINOR = {"Thracia": "Thracia", "Pergamum": "Asia"}


def cities(*options: str) -> dict[str, int]:
    """CSP of each capital of the Second Punic War, by province."""
    state = rules.initial_state("second_punic_war", options=options)
    return {PLACES[each.place]: each.csp for each in state.capitals}


@clause("17.2", "17.21", "17.22", "17.23", "17.24", "17.3", "15.7")
def test_capitals_by_the_options() -> None:
    plain = cities()
    assert plain["Latium"] == plain["Africa"] == plain["Macedonia"] == 4
    assert plain["Sicilia"] == plain["Asia"] == plain["Thracia"] == plain["Bithynia"] == 2
    assert not {"Narbonensis", "Tarraconensis"} & set(plain)
    more = cities("17.2")
    assert more["Sicilia"] == more["Asia"] == more["Thracia"] == 4  # cities with a name
    assert more["Bithynia"] == more["Numidia"] == more["Narbonensis"] == more["Tarraconensis"] == 2
    assert cities("17.3") == plain | {"Thracia": 4}
    assert set(cities("15.7")) >= {"Narbonensis", "Tarraconensis"}
    bare = {name: Contender(name, "neutral", (place, "Dacia"), source="-") for name, place in MINOR.items()}
    for option, standing in (("17.2", {"Thracia", "Pergamum"}), ("17.3", {"Thracia"}), ("15.7", {"Pergamum"})):
        found = {name for name, each in bare.items() if setup._capital(each, frozenset({option})) == MINOR[name]}
        assert found == standing  # where the scenario names none


@clause("17.2", "17.23", "10.35")
def test_a_minor_power_s_named_city_takes_four_steps_and_yields_five() -> None:
    state = placed(under(empty(options=["17.2"]), Syracusae="Carthage"), "Rome in Messina: 8 LGN, Scipio 4*")
    state = active(state, "Scipio", 6, s.Enter("Sicilia"), s.Besiege())
    assert battle.fight_csp(state) == (32, 5)  # four of the city, one of the garrison
    state = paid(do(state, s.Dice(6, 1)))
    assert (city(state, "Sicilia"), money(state, "Rome")) == (0, 5)


# What a year brings, and its end
@clause("7.2", "7.3", "7.4", "10.1", "10.11", "10.12", "10.3", "11.15", "11.25")
def test_revenue_flows_from_garrisoned_provinces_and_the_capital_and_is_spent() -> None:
    start = placed(f"Rome in {OSTIA}: FLEET", "Rome in Latium: LGN, Scipio 1")
    state = economy_of(start, "Rome", Due.REVENUE)
    assert money(state, "Rome") == 16  # six provinces and the capital's five; nothing from Massilia and Syracuse
    assert (money(state, "Massilia"), money(state, "Syracusae")) == (0, 0)
    poorer = economy_of(garrisoned(start, Cisalpina="Carthage"), "Rome", Due.REVENUE)
    assert money(poorer, "Rome") == 16 - 3
    spent = do(economy_of(rich(empty(), "Rome", 16), "Rome", Due.RAISE), s.Raise("Latium", "LGN", "Rome"))
    assert (money(spent, "Rome"), at(spent, "Latium")) == (11, "LGN")


def ended(state: State) -> dict[str, Any]:
    """Who has how much per cent once the turn is over."""
    state = rules.settled(replace(state, agenda=(Pending(Due.GAME_TURN),)))
    assert phase(state) == Due.OVER
    return rules.returns(state)


@clause("4.4", "4.5", "4.51", "4.33")
def test_when_the_last_turn_is_over_each_divides_what_he_has_reached_by_what_he_wanted() -> None:
    state = replace(empty("two_consuls"), turn=4)
    assert ended(state) == {"Pompeius": Fraction(300, 7), "Crassus": Fraction(300, 7)}
    alone = placed(state, "Crassus in Latium: LGN, Crassus 2*")
    assert ended(garrisoned(alone, Africa="Crassus")) == {"Pompeius": Fraction(200, 7), "Crassus": Fraction(500, 7)}


@clause("4.32", "4.31")
def test_by_sudden_death_the_game_ends_after_a_whole_turn_of_holding_all() -> None:
    names = ("Sicilia", "Cisalpina", "Latium", "Carthaginiensis", "Narbonensis", "Africa")
    state = garrisoned(empty("two_consuls", options=["sudden death"]), **dict.fromkeys(names, "Pompeius"))
    state = placed(replace(state, capitals=()), "Pompeius in Africa: LGN, Pompeius 3*")
    state = rules.settled(replace(state, turn=1, agenda=(Pending(Due.GAME_TURN),)))
    assert (state.turn, phase(state) == Due.OVER) == (2, False)  # the others have their last chance
    assert ended(state) == {"Pompeius": 100, "Crassus": Fraction(0)}
    lost = garrisoned(state, Sicilia="Crassus")
    assert rules.settled(replace(lost, agenda=(Pending(Due.GAME_TURN),))).turn == 3


@clause("10.13", "4.43", "15.82")
def test_a_whole_region_conquered_brings_a_card_where_the_option_says_so() -> None:
    state = garrisoned(empty(options=["15.82"]), Mauretania="Carthage", Sitifensis="Carthage", Tingitana=None)
    state = placed(state, "Carthage in Mauretania: HI, Hanno 1")
    state = active(replace(turn_of(state, "Carthage"), deck=("Piracy",)), "Hanno", 4, s.Enter("Tingitana"))
    state = do(state, s.EndLeader())
    assert (holder(state, "Tingitana"), phase(state)) == ("Carthage", Due.CARD_DRAW)
    assert do(state, s.Draw("Piracy")).hands[power(state, "Carthage")] == ("Piracy",)


# Options in play
@clause("15.7", "17.2", "17.22", "17.24")
@pytest.mark.parametrize("option", ["15.7", "17.2"])
def test_a_city_of_a_single_province_is_besieged_by_the_option(option: str) -> None:
    def before(*options: str) -> State:
        state = placed(empty(options=options), "Carthage in Tarraconensis: 6 HI, Hannibal 4*")
        return active(state, "Hannibal", 6, s.Enter("Narbonensis"), 6)

    assert s.Besiege() not in rules.legal_actions(before())
    state = do(before(option), s.Besiege())
    assert battle.fight_csp(state) == (18, 3)  # two of the city, one of the garrison


@clause("17.3", "17.21", "17.22", "17.23")
def test_byzantium_and_the_generic_capitals_stand_a_siege() -> None:
    def walls(name: str, place: str, start: str, *options: str) -> int:
        state = placed(awoken(empty(options=options), name), f"Rome in {start}: 8 LGN, Scipio 4*")
        state = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter(place), s.Besiege())
        return battle.fight_csp(state)[1] - 1  # without the garrison

    assert walls("Thracia", "Thracia", "Macedonia") == 2
    assert walls("Thracia", "Thracia", "Macedonia", "17.3") == 4
    assert walls("Carthage", "Africa", "Tripolitania") == walls("Aegyptus", "Aegyptus", "Libia", "17.2") == 4


def awoken(state: State, name: str) -> State:
    """A power under Carthage, so that nobody has to be found for it; one that a player holds stays his."""
    return state if state.patron[power(state, name)] >= 0 else under(state, **{name: "Carthage"})


@clause("17.1")
def test_heavy_cavalry_counts_four_and_as_cavalry() -> None:
    state = placed(empty(options=["17.1"]), "Carthage in Cisalpina: 2 HI, HC, Hanno 1", Cisalpina=None)
    state = placed(state, "Rome in Latium: 2 LGN, CAV, Scipio 1*")
    state = active(state, "Scipio", 4, s.Enter("Cisalpina"), s.Attack("Carthage"), s.Stand())
    assert battle.fight_csp(state) == (10, 10)
    assert do(state, s.Dice(3, 3)).battle.net == -2  # four CSP of cavalry against two
    raised = economy_of(rich(empty(options=["17.1"]), "Carthage", 20), "Carthage", Due.RAISE)
    assert money(do(raised, s.Raise("Africa", "HC", "Carthage")), "Carthage") == 15


@clause("X.1")
def test_the_first_example_in_pannonia() -> None:
    state = placed(marked(empty(), Pannonia=0), "Rome in Cisalpina: LGN, AUX, CAV, Red 3")
    state = placed(state, "Carthage in Pannonia: HI, BI, Blue 4", Noricum="Carthage", Dacia="Carthage")
    state = undisturbed(active(state, "Red", 3, s.Enter("Pannonia")))
    state = do(state, s.Attack("Carthage"), s.Stand())
    assert battle.fight_csp(state) == (8, 5)
    state = do(state, s.Dice(5, 2))
    assert state.battle.net == 1
    state = do(state, s.Split(0, 1), s.Pay("AUX", "Rome"), s.Pay("BI", "Carthage"), s.Pay("rBI", "Carthage"))
    state = do(state, s.Pay("HI", "Carthage"))
    assert (at(state, "Pannonia", "Rome"), at(state, "Pannonia", "Carthage")) == ("LGN, rAUX, CAV", "rHI")
    state = do(state, 5)  # Blue lives
    assert (rules.current_player(state), phase(state)) == ("Carthage", Due.RETREAT)
    assert ops(state) == 1


# The game-turn
@clause("4.1")
def test_a_game_turn_goes_through_its_phases_in_the_order_of_the_text() -> None:
    state = pillaged(empty(), "Apulia")
    later = [step.phase for step in reversed(sequence.begin_game_turn(state).agenda)]
    first = [step.phase for step in reversed(sequence.begin_game_turn(replace(state, turn=0)).agenda)]
    economy = [Due.REVENUE, Due.UPKEEP, Due.CONSULS, Due.RAISE, Due.CARD]
    order = [Due.MARKER_ROLL, Due.ATTRITION, *economy, Due.BAG, Due.INITIATIVE, Due.GAME_TURN]
    assert list(dict.fromkeys(each for each in later if each != Due.CONSULS)) == [x for x in order if x != Due.CONSULS]
    assert {Due.MARKER_ROLL, Due.ATTRITION} & set(first) == set()


# Ships
@clause("5.63", "5.24")
def test_ships_left_in_port_by_one_leader_sail_with_no_other() -> None:
    state = placed(f"Rome in {OSTIA}: 2 FLEET", "Rome in Latium: LGN, Scipio 2*", "Rome in Sardinia: Varro 1")
    state = sailed(active(state, "Scipio", 8), s.Embark(OSTIA), SEA, SARDINIA, s.Land())
    second = active(do(state, s.EndLeader()), "Varro", 8)
    assert (at(second, "Sardinia"), can(second, s.Take), can(second, s.Embark)) == ("LGN, 2 FLEET", set(), set())


@clause("5.67", "5.25")
def test_ships_stay_in_port_when_their_leader_marches_on() -> None:
    state = placed(f"Rome in {OSTIA}: 2 FLEET", "Rome in Latium: LGN, Scipio 2*")
    state = active(state, "Scipio", 6, s.Enter("Apulia"))
    assert (at(state, "Apulia"), at(state, "Latium")) == ("LGN", "2 FLEET")


def in_messina(points: int, *enemies: str) -> State:
    """Mago with a laden fleet of Carthage has come into the strait of Messina, where enemies lie."""
    state = placed("Carthage in Africa: HI, Mago 2*", f"Carthage in {CARTHAGO}: 4 FLEET")
    state = placed(state, *(f"{enemy} in Messina: 2 FLEET" for enemy in enemies))
    return sailed(active(state, "Mago", points), s.Embark(CARTHAGO), SEA, "Messina")


@clause("5.93", "5.66", "3.23")
def test_who_sails_laden_into_a_strait_has_points_to_fight_for_his_way_out() -> None:
    """Embark, the sea, the strait, a fight with each who lies there, a coast, and ashore: 5 points and one a fight."""
    for enemies in ((), ("Rome",), ("Rome", "Seleucid")):
        assert where(in_messina(5 + len(enemies), *enemies), "Mago") == "Messina"
        with pytest.raises(IllegalAction):
            in_messina(4 + len(enemies), *enemies)


@clause("5.65", "5.93")
def test_who_cannot_fight_his_way_out_of_a_strait_puts_in_with_all_aboard() -> None:
    state = in_messina(6, "Rome")
    assert can(state, s.SailTo) == set()
    assert s.EndLeader() not in rules.legal_actions(state)  # while he has points to fight
    for points in (2, 1, 0):  # three fights without a winner
        state = losses_paid(do(state, s.Attack("Rome"), s.Stand(), s.Dice(1, 1)))
        assert ops(state) == points
    assert rules.legal_actions(state)[-1] == s.EndLeader()
    laden = (g if g.owner == 0 else replace(g, place=INDEX["Pillars of Hercules"]) for g in state.groups)
    west = do(replace(state, groups=tuple(laden)), s.EndLeader())
    seas = ("Mare Balearicum", "Oceanus Atlanticus")
    assert can(west, s.RetreatTo) == {f"{land} ({sea})" for land in ("Baetica", "Tingitana") for sea in seas}
    state = do(state, s.EndLeader())  # to the nearest friendly coast
    assert (where(state, "Mago"), at(state, "Messina", "Carthage")) == ("Africa", "")
    assert not any(has_land(group.units) and group.place == INDEX[CARTHAGO] for group in state.groups)


# Revenue and new units
@clause("7.7")
@pytest.mark.parametrize(("owner", "reaches"), [("Rome", True), ("Syracusae", False), ("Carthage", False)])
def test_the_ships_over_which_revenue_comes_are_the_power_s_own(owner: str, reaches: bool) -> None:
    state = placed(f"{owner} in Sicilia (Mare Tyrrhenum): FLEET")
    dry = treasury.income(empty(), power(state, "Rome"))
    assert treasury.income(state, power(state, "Rome")) - dry == (1 + 1 + 1) * reaches


@clause("9.13", "9.14")
@pytest.mark.parametrize(("die", "acts"), [(1, True), (2, True), (3, False)])
def test_a_levy_roll_of_his_rating_or_less_leaves_a_leader_his_points(die: int, acts: bool) -> None:
    state = placed(rich(empty(), "Rome", 60), "Rome in Apulia: Varro 2")
    state = do(economy_of(state, "Rome", Due.RAISE), s.LevyRoll("Varro"), die, s.Raise("Apulia", "AUX", "Rome"))
    assert (can(do(state, s.Keep()), s.Activate) == {"Varro"}) is acts


@clause("9.41", "9.12", "11.26")
def test_a_called_client_turns_its_reduced_units_at_home() -> None:
    state = summoned(placed("Syracusae in Sicilia: rHI, rCAV"), "Syracusae")
    state = do(economy_of(state, "Rome", Due.RAISE), s.Rebuild("Sicilia", "HI", "Syracusae"))
    assert at(state, "Sicilia") == "HI, rCAV"


@clause("7.9", "9.42", "11.25", "11.26")
def test_a_client_costs_and_brings_its_patron_nothing() -> None:
    state = placed(rich(empty(), "Rome", 30), "Rome in Latium: Scipio 1*", "Syracusae in Sicilia: 6 HI, rCAV")
    alone = replace(state, groups=())
    bare = garrisoned(alone, Sicilia=None, Narbonensis=None, Tarraconensis=None)
    assert len({treasury.income(each, power(state, "Rome")) for each in (state, alone, bare)}) == 1
    assert treasury.income(state, power(state, "Syracusae")) == 0
    paid = economy_of(state, "Rome", Due.UPKEEP)
    assert (money(paid, "Rome"), any(group.hungry for group in paid.groups)) == (30, False)
    state = economy_of(summoned(state, "Syracusae"), "Rome", Due.RAISE)
    state = do(state, s.Raise("Sicilia", "HI", "Syracusae"), s.Rebuild("Sicilia", "CAV", "Syracusae"))
    assert (at(state, "Sicilia"), money(state, "Rome"), money(state, "Syracusae")) == ("7 HI, CAV", 30, 0)


@clause("12.1", "12.13", "9.61")
def test_rome_conquers_in_persia_and_parthia_raises_nothing_outside() -> None:
    state = placed(empty("six_powers"), "Rome in Syria (Mare Aegyptum): FLEET", Osrhoene="Rome", Syria="Rome")
    state = placed(state, "Rome in Osrhoene: 9 LGN, Crassus 3*")
    before = treasury.income(state, power(state, "Rome"))
    state = undisturbed(active(state, "Crassus", 5, s.Enter("Hatra")))
    state = do(losses_paid(do(state, s.Attack("Parthia"), s.Dice(6, 1))), s.EndLeader())
    assert (holder(state, "Hatra"), control.control(state, INDEX["Hatra"])) == ("Rome", power(state, "Rome"))
    assert treasury.income(state, power(state, "Rome")) == before + 2
    abroad = placed(empty("six_powers"), "Parthia in Syria: Surena 3", "Parthia in Media: King 3*", Syria="Parthia")
    raising = economy_of(garrisoned(abroad, Media="Parthia"), "Parthia", Due.RAISE)
    assert {each.place for each in legal(raising, s.Raise) if each.power == "Parthia"} >= {"Media"}
    assert not legal(raising, s.Raise, place="Syria")


# Provinces and capitals
def in_africa(theirs: str, csp: int = 4, mine: str = "8 LGN", points: int = 8) -> State:
    """Scipio has come to Africa, where Carthage's capital stands; the defenders stay outside."""
    state = with_csp(placed(f"Carthage in Africa: {theirs}") if theirs else empty(), "Africa", csp)
    state = placed(state, f"Rome in Numidia: {mine}, Scipio 2*", Numidia="Rome", Africa=None)
    return undisturbed(repeated(active(state, "Scipio", points, s.Enter("Africa")), s.Stand(), Due.SHELTER))


def in_narbonensis(theirs: str = "9 HI", **garrisons: str) -> State:
    """Scipio has come from Cisalpina to Narbonensis, where Hanno stands."""
    state = garrisoned(unwalled(empty()), **garrisons)
    state = placed(state, f"Carthage in Narbonensis: {theirs}, Hanno 1", "Rome in Cisalpina: 9 LGN, Scipio 2*")
    return undisturbed(active(state, "Scipio", 6, s.Enter("Narbonensis"), 6))


@clause("10.2", "10.21", "10.24", "10.52")
@pytest.mark.parametrize("beaten", ["rAUX", "9 HI"])
def test_a_province_is_conquered_when_its_defenders_fall_or_must_go(beaten: str) -> None:
    state = in_narbonensis(beaten, Narbonensis="Carthage", Tarraconensis="Carthage")
    assert holder(state, "Narbonensis") == "Carthage"  # coming there is not enough
    state = do(state, s.Attack("Carthage"), s.Stand(), s.Dice(6, 1))
    state = losses_paid(do(state, s.Split(4, 0)) if beaten == "rAUX" else state)
    state = repeated(state, 6, Due.DEATH_ROLL)
    if beaten == "9 HI":
        state = do(state, s.RetreatTo("Tarraconensis"), s.Stay())
    assert (at(state, "Narbonensis", "Carthage"), holder(undisturbed(state), "Narbonensis")) == ("", "Rome")


@clause("10.2", "10.21", "10.23")
def test_a_province_where_the_defenders_stay_is_not_conquered() -> None:
    state = in_narbonensis(Narbonensis="Carthage", Tarraconensis="Carthage")
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6, s.Stay(), 1)
    ended = do(undisturbed(state), s.EndLeader())
    assert (holder(ended, "Narbonensis"), control.control(ended, INDEX["Narbonensis"])) == ("Carthage", NONE)
    bare = do(garrisoned(undisturbed(state), Narbonensis=None), s.EndLeader())
    assert (holder(bare, "Narbonensis"), control.control(bare, INDEX["Narbonensis"])) == (None, NONE)


@clause("5.31")
def test_a_retreat_goes_on_and_never_back() -> None:
    state = in_narbonensis(Aquitania="Carthage", Lugdunensis="Carthage")
    state = replace(state, markers=(0,) * len(state.markers))
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6, s.Stay(), 4)  # three provinces
    passed = ["Narbonensis"]
    while phase(state) == Due.RETREAT:
        ways = can(state, s.RetreatTo)
        assert ways
        assert not ways & {*passed, "Cisalpina"}  # whence the attacker came
        passed.append(min(ways))
        state = do(state, s.RetreatTo(passed[-1]))
    assert len(passed) == 4


@clause("5.31", "3.22")
def test_nobody_retreats_into_the_desert() -> None:
    state = garrisoned(unwalled(empty()), Tripolitania="Carthage", Syrtica="Rome", Cyrenaica="Rome")
    state = placed(state, "Carthage in Tripolitania: HI, Hanno 1", "Rome in Syrtica: 9 LGN, Scipio 2*")
    state = undisturbed(active(state, "Scipio", 6, s.Enter("Tripolitania")))
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(3, 1), s.Split(0, 0))), 6)
    deserts = {"Gaetulia", "Garamantia"}
    assert {PLACES[place] for place in LAND_STEPS[INDEX["Tripolitania"]]} & deserts
    assert can(state, s.RetreatTo)
    assert not can(state, s.RetreatTo) & deserts


@clause("10.32", "10.4", "10.41")
def test_a_city_s_points_defend_it_in_a_siege_alone() -> None:
    state = in_africa("2 HI")
    assert s.Besiege() not in rules.legal_actions(state)  # defenders stand before the gates
    assert battle.fight_csp(do(state, s.Attack("Carthage"), s.Stand())) == (32, 6)
    siege = do(in_africa(""), s.Besiege())
    assert (phase(siege), battle.fight_csp(siege)) == (Due.DICE, (32, 4))


# Clients, allies and barbarians
@clause("11.14", "11.24")
def test_an_ally_attacked_where_its_attacker_already_stood_is_active() -> None:
    state = placed(empty("six_powers"), "Gallia in Gallaecia: 9 BI, Vercingetorix 3*", "Iberi in Gallaecia: 2 BI")
    state = garrisoned(replace(state, markers=(0,) * len(state.markers)), Gallaecia="Gallia")
    state = active(state, "Vercingetorix", 6)
    iberi = power(state, "Iberi")
    assert not control.may_move_and_fight(state, iberi)
    assert control.may_move_and_fight(do(state, s.Attack("Rome")), iberi)


@clause("13.1", "13.12")
def test_where_two_markers_lie_both_are_turned() -> None:
    state = placed("Rome in Cisalpina: 4 LGN, Scipio 3*")
    state = active(marked(state, Pannonia=2), "Scipio", 6, s.Enter("Pannonia"), s.Warbands(2))
    assert (phase(state), at(state, "Pannonia", "Illyrii")) == (Due.REVEAL, "")
    assert at(do(state, s.Warbands(3)), "Pannonia", "Illyrii") == "4 BI, CAV"


# Cards
@clause("14.2", "14.2 Treachery")
def test_every_other_player_may_annul_a_card() -> None:
    state = hand(hand(placed("Rome in Latium: LGN, Scipio 1*"), "Rome", "Leader"), "Seleucid", "Treachery")
    state = do(turn_of(state, "Rome"), s.Play("Leader", "Latium"))
    assert (phase(state), rules.current_player(state)) == (Due.WINDOW, "Seleucid")
    annulled = do(state, s.Play("Treachery", ""))
    assert (phase(annulled), len(annulled.leaders), annulled.hands) == (Due.ORDERS, 1, ((),) * len(annulled.hands))
    assert len(do(state, s.Decline(), 6).leaders) == 2


@clause("14.2 Ambush")
def test_an_ambush_lies_among_enemies_outside_their_walls_alone() -> None:
    state = placed("Carthage in Baetica: 2 HI", "Rome in Latium: LGN")
    state = put(placed(state, "Massilia in Narbonensis: HI"), "Carthage", "Africa", "HI", inside=True)
    state = placed(state, "Rome in Africa: LGN")  # before the gates
    state = turn_of(placed(state, "Pergamum in Asia: HI"), "Rome", "Ambush")  # nobody's
    assert targets(state) == {"Baetica"}


@clause("14.2 Ambush", "5.33")
def test_an_ambush_that_is_beaten_need_not_retreat() -> None:
    state = hand(placed("Carthage in Carthaginiensis: 9 HI"), "Rome", "Ambush")
    state = do(turn_of(state, "Rome"), s.Play("Ambush", "Carthaginiensis"), s.Warbands(4))
    assert at(state, "Carthaginiensis", "Rome") == "4 BI"
    state = active(state, "Ambush", 4, s.Attack("Carthage"))
    state = do(losses_paid(do(losses_paid(do(state, s.Stand())), s.Dice(1, 5))), 6)
    assert phase(state) == Due.RETREAT
    assert phase(do(state, s.Stay())) == Due.LEADER  # without a roll


@clause("14.2 Ally or Client State Changes Allegiance")
def test_another_player_s_client_or_ally_changes_sides_and_no_neutral() -> None:
    state = hand(empty(), "Carthage", "Ally or Client State Changes Allegiance")
    found = targets(turn_of(state, "Carthage"))
    assert found == {"Massilia", "Saguntum", "Syracusae", "Parthia"}  # Epirus and Achaia are as neutral as Macedonia
    assert targets(turn_of(empty(), "Rome", "Ally or Client State Changes Allegiance")) == {"Parthia"}
    state = placed(state, "Massilia in Narbonensis: 2 HI, Protis 1")
    state = do(turn_of(state, "Carthage"), s.Play("Ally or Client State Changes Allegiance", "Massilia"))
    assert state.patron[power(state, "Massilia")] == power(state, "Carthage")


@clause("14.2 Intelligence")
def test_who_looks_into_a_province_sees_its_ports_too() -> None:
    state = placed("Carthage in Africa: 3 HI", f"Carthage in {CARTHAGO}: 2 FLEET", "Carthage in Baetica: HI")
    state = do(turn_of(state, "Rome", "Intelligence"), s.Play("Intelligence", "Africa"))
    seen = rules.observe(state, "Rome").state.groups
    assert sorted(str(s.as_force(group.units)) for group in seen if min(group.units) >= 0) == ["2 FLEET", "3 HI"]


@clause("14.2 Leader")
def test_a_new_leader_comes_where_own_units_stand_in_an_own_province() -> None:
    state = placed("Rome in Apulia: LGN", f"Rome in {SARDINIA}: FLEET", "Rome in Africa: LGN")
    state = placed(state, "Massilia in Narbonensis: HI")
    state = placed(state, "Carthage in Corsica (Mare Tyrrhenum): FLEET")  # in a port of Rome's
    assert targets(turn_of(state, "Rome", "Leader")) == {"Apulia", "Sardinia"}


# Options
@clause("15.6")
@pytest.mark.parametrize(
    ("options", "kinds"), [((), {"HI", "AUX", "CAV", "FLEET"}), (("15.6",), {"HI", "CAV", "FLEET"})]
)
def test_by_option_a_client_raises_no_auxilia_either(options: tuple[str, ...], kinds: set[str]) -> None:
    state = economy_of(summoned(empty(options=options), "Syracusae"), "Rome", Due.RAISE)
    assert {each.unit for each in legal(state, s.Raise, power="Syracusae")} == kinds


@clause("15.83")
@pytest.mark.parametrize(
    ("options", "points", "may"), [(("15.83",), 19, False), (("15.83",), 20, True), ((), 60, False)]
)
def test_by_option_a_card_costs_twenty_points(options: tuple[str, ...], points: int, may: bool) -> None:
    state = replace(rich(empty(options=options), "Rome", points), deck=("Leader", "Piracy"))
    state = economy_of(state, "Rome", Due.CARD)
    assert bool(legal(state, s.Purchase)) is may
    if may:
        state = do(state, s.Purchase(), s.Draw("Piracy"))
        assert (money(state, "Rome"), state.hands[0]) == (points - 20, ("Piracy",))
