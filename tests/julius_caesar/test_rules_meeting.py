"""Positions where several rules meet, each worked out by hand from the clauses before it was played.

Rome's roads: Genua and Neapolis (major), Asculum and Ravenna (minor). Auxilia 3 and 4 are archers (A1), Scipio is
A2, legions are C. Alexandria's roads: Memphis and Catabathmus (major), Pelusium (minor)."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.from_state import battle_of
from gamekit.julius_caesar.tables import place_number
from tests.julius_caesar.positions import ends, hit, jupiter, passing, turns, vulcan
from tests.julius_caesar.setting import after, done, fight, finish, march, move, named, places, setting, where

MAIN, RESERVE, LAST = "Caesar:Auxilia 3", "Caesar:Legio 7", "Pompey:Auxilia 4"


def defenders_fall(responses: dict[str, str], more: dict[str, str] | None = None) -> jc.State:
    """Auxilia 3 (main) and Legio 7 attack Rome; its one defender falls in round 1 with responses on their way."""
    blocks = {MAIN: "Genua", RESERVE: "Asculum", LAST: "Rome/I", **responses, **(more or {})}
    state = move(move(setting(blocks, ("4/1", "3/1")), MAIN, "Rome"), RESERVE, "Rome")
    if "Caesar:Legio 8" in (more or {}):
        state = move(state, "Caesar:Legio 8", "Neapolis")
    state = finish(march(finish(state, jc.MainAttack("Rome", "Genua")), responses, "Rome"))
    if state.phase == "battle":
        state = after(state, jc.JoinBattle("Rome"))
    return hit(after(state, jc.Pass(LAST)), MAIN, 1)


TWO = {"Pompey:Legio 1": "Neapolis", "Pompey:Legio 3": "Neapolis"}


def last_round(state: jc.State, side: str) -> jc.State:
    """Everybody passes up to the first turn of a side in round 4."""
    while state.combat is not None and not (state.combat.round == 4 and jc.current_player(state) == side):
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    return state


@pytest.mark.clause("julius_caesar", "7.31", "7.3", "7.2", "7.62")
def test_responses_that_become_the_attackers_leave_in_round_4_by_their_own_road() -> None:
    state = defenders_fall(TWO)
    assert (state.combat.round, state.combat.attacker, state.combat.exchanged) == (2, 1, True)
    strengths = {name: where(state, name)["strength"] for name in (MAIN, RESERVE, *TWO)}
    assert strengths == {MAIN: 3, RESERVE: 3, "Pompey:Legio 1": 3, "Pompey:Legio 3": 2}  # one side is disrupted
    order = [block for number, block in turns(state, 2) if number == 2]
    assert order == [MAIN, RESERVE, "Pompey:Legio 1", "Pompey:Legio 3"]  # C: the defender first
    state = last_round(state, "Pompey")
    assert set(jc.legal_actions(state)) == {jc.Retreat(block) for block in TWO}  # Caesar's passed, and may stay
    for block in TWO:
        state = after(state, jc.Retreat(block))
        assert places(state) == {"Neapolis"}
        state = after(state, jc.Go("Neapolis"))
    assert (state.phase, jc.current_player(state)) == ("regroup", "Caesar")


@pytest.mark.clause("julius_caesar", "7.31", "7.61", "7.6", "6.13")
def test_responses_that_become_the_attackers_are_lost_while_their_city_is_contested() -> None:
    more = {"Pompey:Legio 5": "Neapolis", "Caesar:Legio 8": "Brundisium"}  # one of the three is pinned there
    state = defenders_fall(TWO, more)
    while state.combat is not None and state.phase == "turn":
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    assert [where(state, block) for block in TWO] == [{"place": "fallen"}] * 2
    assert (state.phase, jc.current_player(state)) == ("regroup", "Caesar")
    assert [attack.place for attack in state.attacks] == [place_number("Neapolis")]


@pytest.mark.clause("julius_caesar", "7.31", "7.61", "7.62", "7.6")
@pytest.mark.parametrize("contested", [True, False])
def test_the_odds_from_a_position_know_that_responses_may_be_cut_off_as_attackers(contested: bool) -> None:
    """As defenders they might leave by Asculum and Ravenna, as attackers only by the road to Neapolis."""
    blocks = {MAIN: "Genua", LAST: "Rome/I", "Pompey:Legio 3": "Neapolis/II", "Pompey:Legio 5": "Neapolis/I"}
    blocks |= {"Caesar:Legio 8": "Brundisium/I"} if contested else {}
    state = move(setting(blocks), MAIN, "Rome")
    state = finish(move(state, "Caesar:Legio 8", "Neapolis") if contested else state)
    state = finish(move(state, "Pompey:Legio 3", "Rome"))
    state = after(state, jc.JoinBattle("Rome")) if contested else state
    assert battle_of(state).defender_cut_off is contested
    odds = battle_of(state).odds().map(lambda end: tuple(tuple(sorted(side)) for side in (end.attacker, end.defender)))
    assert odds == ends(state, state)
    swept = after(hit(after(state, jc.Pass(LAST)), MAIN, 1))
    assert battle_of(state, swept).defender_cut_off is contested  # roles exchanged, and so read
    stands = after(state, jc.Pass(LAST), jc.Pass(MAIN))
    assert not battle_of(state, stands).defender_cut_off  # round 2: they stay the defenders


@pytest.mark.clause("julius_caesar", "7.31", "7.63")
def test_attackers_who_become_the_defenders_leave_by_any_road_but_the_responses() -> None:
    state = defenders_fall(TWO)
    for block in (MAIN, RESERVE):
        now = passing(state, 2, block)
        assert places(after(now, jc.Retreat(block))) == {"Genua", "Asculum", "Ravenna"}


@pytest.mark.clause("julius_caesar", "7.31", "7.41", "7.51", "7.5")
def test_disruption_takes_the_elephant_to_two_and_kills_a_leader_of_one() -> None:
    responses = {"Pompey:Elephant": "Neapolis", "Pompey:Scipio": "Neapolis/I", "Pompey:Legio 3": "Neapolis/I"}
    state = defenders_fall(responses, {"Pompey:Legio 39": "Utica"})
    assert where(state, "Pompey:Elephant")["strength"] == 2
    assert where(state, "Pompey:Scipio") == {"place": "trophy"}
    assert where(state, "Pompey:Legio 3") == {"place": "fallen"}
    assert jc.victory_points(state) == (1, 1)  # the trophy; Utica; Rome is contested still
    state = last_round(state, "Pompey")
    assert jc.legal_actions(state) == (jc.Retreat("Pompey:Elephant"),)


@pytest.mark.clause("julius_caesar", "7.31", "7.2")
def test_a_main_body_that_falls_in_round_2_disrupts_nobody() -> None:
    blocks = {MAIN: "Genua", LAST: "Rome/I", "Pompey:Legio 3": "Neapolis/I"}
    state = finish(move(setting(blocks), MAIN, "Rome"))
    state = after(finish(move(state, "Pompey:Legio 3", "Rome")), jc.Pass(LAST), jc.Pass(MAIN), jc.Pass(LAST))
    state = after(hit(state, MAIN, 1), jc.TakeHit(LAST))
    assert (state.combat.round, state.combat.attacker, state.combat.exchanged) == (2, 0, False)
    assert where(state, "Pompey:Legio 3")["strength"] == 1
    assert jc.legal_actions(last_round(state, "Caesar")) == (jc.Retreat(MAIN),)


@pytest.mark.clause("julius_caesar", "7.31", "7.52", "7.2")
def test_cleopatra_whose_last_step_is_lost_to_disruption_fights_for_the_other_side() -> None:
    state = defenders_fall({"Pompey:Cleopatra": "Neapolis/I", "Pompey:Legio 3": "Neapolis"})
    assert where(state, "Pompey:Cleopatra")["side"] == "Caesar"
    assert [where(state, f"Pompey:{name}")["strength"] for name in ("Cleopatra", "Legio 3")] == [1, 2]
    order = [block for number, block in turns(state, 2) if number == 2]
    assert sorted(order[1:3]) == [RESERVE, "Pompey:Cleopatra"]  # C of the side that defends now
    assert (order[0], order[3]) == (MAIN, "Pompey:Legio 3")


@pytest.mark.clause("julius_caesar", "7.31", "7.52", "7.7")
def test_cleopatra_as_the_whole_reserve_loses_the_battle_by_disruption() -> None:
    blocks = "Caesar in Genua: Auxilia 1/I; Pompey in Asculum: Cleopatra/I for Caesar; Pompey in Rome: Scipio"
    state = move(move(setting(blocks), "Caesar:Auxilia 1", "Rome"), "Pompey:Cleopatra", "Rome")
    state = hit(fight(state, jc.MainAttack("Rome", "Genua")), "Pompey:Scipio", 2)
    assert where(state, "Pompey:Cleopatra")["strength"] == 1
    assert "side" not in where(state, "Pompey:Cleopatra")  # Pompey's again
    assert (state.phase, jc.current_player(state)) == ("regroup", "Pompey")
    assert set(named(state, jc.Regroup)) == {"Pompey:Scipio", "Pompey:Cleopatra"}


@pytest.mark.clause("julius_caesar", "7.52", "7.4", "7.7", "1.2")
def test_cleopatra_as_the_last_block_is_won_at_one_and_the_rest_of_the_volley_is_wasted() -> None:
    state = setting({MAIN: "Genua", "Pompey:Cleopatra": "Rome/I", "Pompey:Legio 39": "Utica"})
    state = hit(fight(move(state, MAIN, "Rome")), MAIN, 3)
    assert where(state, "Pompey:Cleopatra") == {"place": "Rome", "strength": 1, "side": "Caesar"}
    assert (state.phase, jc.current_player(state)) == ("regroup", "Caesar")
    assert jc.victory_points(state) == (2, 1)
    assert places(after(state, jc.Regroup("Pompey:Cleopatra"))) == {"Genua", "Neapolis", "Asculum", "Ravenna"}


@pytest.mark.clause("julius_caesar", "7.52", "7.4")
def test_cleopatra_won_may_be_the_last_block_of_her_new_side_and_be_won_back() -> None:
    blocks = {MAIN: "Genua/I", "Pompey:Cleopatra": "Rome/I", "Pompey:Legio 1": "Rome/I"}
    state = hit(fight(move(setting(blocks), MAIN, "Rome")), MAIN, 1)
    state = after(after(state, jc.TakeHit("Pompey:Cleopatra")), jc.Fire("Pompey:Legio 1"), jc.Hits(1))
    assert jc.current_player(state) == "Caesar"  # both of his are at I
    state = after(state, jc.TakeHit(MAIN))
    assert (where(state, MAIN), named(state, jc.Fire)) == ({"place": "fallen"}, ["Pompey:Cleopatra"])
    state = hit(after(state, jc.Pass("Pompey:Cleopatra")), "Pompey:Legio 1", 1)
    assert (state.phase, jc.current_player(state)) == ("regroup", "Pompey")
    assert [where(state, f"Pompey:{name}")["strength"] for name in ("Cleopatra", "Legio 1")] == [1, 1]


@pytest.mark.clause("julius_caesar", "E.Jupiter", "7.52", "4.21", "1.2")
def test_jupiter_takes_cleopatra_out_of_the_city_that_she_alone_holds() -> None:
    blocks = {"Caesar:Legio 8": "Memphis", "Pompey:Cleopatra": "Alexandria/I", "Pompey:Legio 39": "Utica"}
    state = jupiter(blocks)
    assert jc.victory_points(state) == (0, 3)
    state = after(state, jc.Target("Alexandria"), jc.Go("Memphis"), jc.Draw("Pompey:Cleopatra"))
    assert where(state, "Pompey:Cleopatra") == {"place": "Memphis", "strength": 1, "side": "Caesar"}  # no step lost
    assert jc.victory_points(state) == (0, 1)  # Alexandria is vacant at once
    back = setting({**blocks, "Pompey:Cleopatra": "Memphis/II for Caesar", "Pompey:Legio 38": "Alexandria"},
                   ("2/2", "Jupiter"), "Pompey", "jupiter")  # fmt: skip
    back = after(back, jc.Target("Memphis"), jc.Go("Alexandria"), jc.Draw("Pompey:Cleopatra"))
    assert where(back, "Pompey:Cleopatra") == {"place": "Alexandria", "strength": 2}


@pytest.mark.clause("julius_caesar", "E.Vulcan", "7.52", "8.1", "4.21")
def test_vulcan_is_no_battle_so_cleopatra_falls_and_does_not_go_home() -> None:
    blocks = {"Pompey:Cleopatra": "Memphis/I", "Caesar:Legio 8": "Genua", "Pompey:Legio 39": "Utica"}
    state = after(vulcan(blocks), jc.Target("Memphis"))
    assert where(state, "Pompey:Cleopatra") == {"place": "fallen"}
    assert jc.victory_points(state) == (0, 1)
    assert [stack.place for stack in jc.observe(state, "Caesar").enemy] == ["Utica"]


@pytest.mark.clause("julius_caesar", "E.Mars", "7.3", "6.14", "7.2")
def test_mars_from_a_position_is_for_those_who_entered_by_it_and_not_for_player_2() -> None:
    blocks = {
        "Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Genua", "Pompey:Legio 3": "Rome", "Pompey:Legio 1": "Neapolis",
        "Caesar:Legio 9": "Narbo", "Pompey:Legio 5": "Tarraco", "Pompey:Legio 6": "Tarraco",
    }  # fmt: skip
    state = setting(blocks, ("Mars", "2/2"))
    state = done(move(move(state, "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome"))
    state = finish(move(move(state, "Pompey:Legio 1", "Rome"), "Pompey:Legio 5", "Narbo"))
    caesars, pompeys = (after(state, jc.JoinBattle(city)) for city in ("Rome", "Narbo"))
    army = {side: (lambda text, side=side: jc.army(text, side)) for side in ("Caesar", "Pompey")}
    struck = jc.Battle(
        army["Caesar"]("Legio 7, Legio 8"), army["Pompey"]("Legio 3"), (), army["Pompey"]("Legio 1"), first_strike=True
    )
    plain = jc.Battle(army["Pompey"]("Legio 5"), army["Caesar"]("Legio 9"))
    for begun, by_hand in ((caesars, struck), (pompeys, plain)):
        found = battle_of(begun)
        assert found.first_strike is by_hand.first_strike
        assert found.odds() == by_hand.odds()
    assert named(caesars, jc.Fire) == ["Caesar:Legio 7", "Caesar:Legio 8"]
    assert named(pompeys, jc.Fire) == ["Caesar:Legio 9"]


@pytest.mark.clause("julius_caesar", "E.Neptune", "7.8", "7.81", "7.2")
def test_neptune_from_a_position_strikes_first_at_sea_and_ashore() -> None:
    blocks = {
        "Caesar:Navis 1": "Tyrrhenum", "Caesar:Navis 2": "Tyrrhenum", "Caesar:Legio 8": "Narbo",
        "Pompey:Scipio": "Rome", "Pompey:Navis 1": "Hispanum", "Pompey:Legio 5": "Tarraco",
    }  # fmt: skip
    state = setting(blocks, ("Neptune", "2/2"))
    assert set(named(state, jc.Take)) == {"Caesar:Navis 1", "Caesar:Navis 2"}
    state = done(move(move(state, "Caesar:Navis 1", "Rome"), "Caesar:Navis 2", "Hispanum"))
    state = finish(move(state, "Pompey:Legio 5", "Narbo"))
    first = {}
    for at, navis, enemy in (("Rome", "Navis 1", "Scipio"), ("Hispanum", "Navis 2", "Navis 1")):
        begun = after(state, jc.JoinBattle(at))
        by_hand = jc.Battle(jc.army(navis, "Caesar"), jc.army(enemy, "Pompey"), first_strike=True)
        assert battle_of(begun).first_strike
        assert battle_of(begun).chances().attacker_wins == by_hand.chances().attacker_wins
        first[at] = named(begun, jc.Fire)
    assert first == {"Rome": ["Caesar:Navis 1"], "Hispanum": ["Caesar:Navis 2"]}
    assert not battle_of(after(state, jc.JoinBattle("Narbo"))).first_strike


@pytest.mark.clause("julius_caesar", "E.Apollo", "E.Mars", "2.1")
def test_apollo_is_mars_when_the_opponent_played_mars_last_turn() -> None:
    played = {"Caesar": ["3/2", "Apollo"], "Pompey": ["Mars", "4/1"]}
    state = setting("Caesar in Genua: Legio 7; Pompey in Rome: Scipio", ("Apollo", "4/1"), played=played)
    assert jc.observe(state, "Caesar").player1 == "Caesar"  # an event goes before any command card
    state = fight(move(state, "Caesar:Legio 7", "Rome"))
    assert battle_of(state).first_strike
    assert named(state, jc.Fire) == ["Caesar:Legio 7"]


@pytest.mark.clause("julius_caesar", "E.Apollo", "2.1", "2.2")
def test_apollo_copies_the_last_card_not_an_earlier_one_and_ties_go_to_caesar() -> None:
    played = {"Caesar": ["4/1", "2/2", "2/1"], "Pompey": ["3/1", "1/2", "Apollo"]}
    points = {"moves": 2, "levies": 1}
    blocks = "Caesar in Genua: Legio 7; Pompey in Rome: Scipio"
    state = setting(blocks, ("2/1", "Apollo"), played=played, command=points)
    seen = jc.observe(state, "Pompey")
    assert (seen.player1, seen.in_force) == ("Caesar", ("2/2", "2/1"))
    state = finish(state)
    assert (jc.current_player(state), state.command.moves, state.command.levies) == ("Pompey", 2, 2)


@pytest.mark.clause("julius_caesar", "E.Apollo", "8.6")
def test_apollo_waits_for_turn_2_in_every_year() -> None:
    hands = {"Caesar": ["Apollo", "3/2", "3/2", "2/2", "2/2"], "Pompey": ["3/1", "2/1", "2/1", "2/2", "2/2"]}
    played: dict[str, list[str]] = {"Caesar": [], "Pompey": []}
    blocks = "Caesar in Genua: Legio 7; Pompey in Rome: Scipio"
    state = setting(blocks, phase="play", played=played, turn=1, year=-47, hands=hands)
    assert jc.Play("Apollo") not in jc.legal_actions(state)
    state = done(done(after(state, jc.Play("2/2"), jc.Play("2/2"))))
    while state.turn == 1:
        state = after(state, jc.legal_actions(state)[-1])
    assert jc.Play("Apollo") in jc.legal_actions(state)
