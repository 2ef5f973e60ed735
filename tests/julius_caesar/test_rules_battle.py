"""Battles: order of turns, hits, reserves, disruption, exchange of roles, Cleopatra, leaders (7.1-7.52)."""

from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCKS, place_number
from gamekit.probability.distribution import Dist
from tests.julius_caesar.positions import cleopatra, hit, turns
from tests.julius_caesar.setting import *


def joined(
    attackers: dict[str, str],
    defenders: list[str],
    city: str = "Rome",
    main: str | None = None,
    responses: dict[str, str] | None = None,
    cards: tuple[str, str] = ("4/1", "2/2"),
    bases: dict[str, str] | None = None,
) -> jc.State:
    """Caesar attacks a city, each block from where it is said to be; Pompey may respond."""
    blocks = {**attackers, **dict.fromkeys(defenders, city), **(responses or {}), **(bases or {})}
    blocks = {name if ":" in name else f"Pompey:{name}": at for name, at in blocks.items()}
    state = march(setting(blocks, cards), attackers, city)
    state = finish(state, *([jc.MainAttack(city, main)] if main else []))
    for block in responses or {}:
        state = move(state, f"Pompey:{block}" if ":" not in block else block, city)
    return fight(state) if state.phase == "move" else state


@pytest.mark.clause("julius_caesar", "X.7.2", "7.2", "3.12")
def test_the_order_of_turns_of_the_sidebar() -> None:
    state = joined({"Caesar:Caesar": "Genua", "Caesar:Equitatus 1": "Genua"}, ["Pompey:Pompey", "Pompey:Navis 3"])
    one_round = ["Caesar:Caesar", "Pompey:Pompey", "Caesar:Equitatus 1", "Pompey:Navis 3"]
    assert [block for _, block in turns(state)] == one_round
    assert [block for number, block in turns(state, 3) if number == 3] == one_round


@pytest.mark.clause("julius_caesar", "7.2", "7.8")
def test_defenders_go_first_within_a_letter_and_attackers_leave_in_round_4() -> None:
    state = joined({"Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Genua"}, ["Legio 1", "Legio 2"])
    assert [block[0] for _, block in turns(state)] == ["P", "P", "C", "C"]
    fought = turns(state, 4)
    assert max(number for number, _ in fought) == 4
    state = round_begun(state, 4)
    assert named(state, jc.Fire) == ["Pompey:Legio 1", "Pompey:Legio 2"]  # defenders stay and fire
    state = after(state, jc.Pass("Pompey:Legio 1"), jc.Pass("Pompey:Legio 2"))
    assert set(jc.legal_actions(state)) == {jc.Retreat("Caesar:Legio 7"), jc.Retreat("Caesar:Legio 8")}
    refused(r"attackers leave on their turn of round 4", state, jc.Fire("Caesar:Legio 7"))


@pytest.mark.clause("julius_caesar", "7.2", "7.6")
def test_nobody_retreats_in_round_1() -> None:
    state = joined({"Caesar:Legio 7": "Genua"}, ["Legio 1"])
    assert named(state, jc.Retreat) == []
    refused(r"nobody retreats in round 1", state, jc.Retreat("Pompey:Legio 1"))
    state = after(state, jc.Pass("Pompey:Legio 1"), jc.Pass("Caesar:Legio 7"))
    assert named(state, jc.Retreat) == ["Pompey:Legio 1"]


@pytest.mark.clause("julius_caesar", "7.8", "7.2", "3.26")
def test_navis_fight_at_sea_defender_first_and_for_four_rounds() -> None:
    state = setting("Caesar in Genua: Navis 1; Pompey in Tyrrhenum: Navis 1")
    state = fight(move(state, "Caesar:Navis 1", "Tyrrhenum"))
    assert [block for _, block in turns(state)] == ["Pompey:Navis 1", "Caesar:Navis 1"]
    assert turns(state, 4)[-1] == (4, "Caesar:Navis 1")


@pytest.mark.clause("julius_caesar", "7.4", "3.11", "3.12")
@pytest.mark.parametrize("block", ["Caesar:Caesar", "Caesar:Legio 10", "Caesar:Auxilia 1", "Caesar:Ballista"])
def test_a_die_at_or_under_the_firepower_hits(block: str) -> None:
    state = joined({block: "Genua"}, ["Legio 1", "Legio 2", "Legio 3"])
    while block not in named(state, jc.Fire):
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    side, name = block.split(":")
    printed = BLOCKS[side, name]
    die = Dist({0: 6 - printed.firepower, 1: printed.firepower})
    law = Dist({0: 1})
    for _ in range(printed.strength):
        law = law.then(lambda hits: die.map(lambda one: hits + one))
    outcomes = jc.chance_outcomes(after(state, jc.Fire(block)))
    assert outcomes.map(lambda action: action.count) == law
    assert outcomes.total_weight == 6**printed.strength


@pytest.mark.parametrize("count", [-1, 4, 1.0, True, None, "1", [1]])
def test_only_a_whole_number_of_hits_is_rolled(count: Any) -> None:
    state = after(joined({"Caesar:Caesar": "Genua"}, ["Legio 1"]), jc.Fire("Caesar:Caesar"))
    refused(r"the hits should be a whole number from 0 to 3", state, jc.Hits(count))


@pytest.mark.clause("julius_caesar", "X.7.4", "7.4")
def test_two_hits_on_three_two_and_one() -> None:
    strengths = {"Legio 1": 3, "Legio 2": 2, "Legio 3": 1}
    weak = {f"Pompey:{name}": f"Rome/{'I' * strength}" for name, strength in strengths.items()}
    state = fight(move(setting({"Caesar:Caesar": "Genua", **weak}), "Caesar:Caesar", "Rome"))
    state = hit(state, "Caesar:Caesar", 2)  # the first falls on III, the second on II or II
    assert set(jc.legal_actions(state)) == {jc.TakeHit("Pompey:Legio 1"), jc.TakeHit("Pompey:Legio 2")}
    assert jc.current_player(state) == "Pompey"
    refused(r"the strongest block takes the hit", state, jc.TakeHit("Pompey:Legio 3"))
    state = after(state, jc.TakeHit("Pompey:Legio 2"))
    assert [where(state, f"Pompey:{name}")["strength"] for name in strengths] == [2, 1, 1]


@pytest.mark.clause("julius_caesar", "7.4", "7.5", "5.2")
def test_hits_are_applied_at_once_and_the_dead_lie_face_up_in_the_pool() -> None:
    state = joined({"Caesar:Auxilia 3": "Genua", "Caesar:Legio 10": "Genua"}, ["Pompey:Navis 1"])
    state = hit(state, "Caesar:Auxilia 3", 2)
    assert where(state, "Pompey:Navis 1") == {"place": "fallen"}
    assert state.phase == "regroup"  # nobody is left to fire back
    assert jc.observe(state, "Caesar").fallen == ("Pompey:Navis 1",)


@pytest.mark.clause("julius_caesar", "7.4")
def test_hits_without_a_target_are_wasted() -> None:
    state = fight(move(setting("Caesar in Genua: Auxilia 3; Pompey in Rome: Navis 1/I"), "Caesar:Auxilia 3", "Rome"))
    state = hit(state, "Caesar:Auxilia 3", 3)
    assert state.phase == "regroup"


@pytest.mark.clause("julius_caesar", "7.41", "3.24")
def test_the_elephant_falls_from_four_to_two_to_none() -> None:
    state = hit(joined({"Caesar:Caesar": "Genua"}, ["Elephant"]), "Caesar:Caesar", 1)
    assert where(state, "Pompey:Elephant")["strength"] == 2
    assert jc.chance_outcomes(after(state, jc.Fire("Pompey:Elephant"))).total_weight == 36
    state = after(state, jc.Pass("Pompey:Elephant"))
    assert where(hit(state, "Caesar:Caesar", 1), "Pompey:Elephant") == {"place": "fallen"}


@pytest.mark.clause("julius_caesar", "7.42", "3.25")
def test_a_ballista_is_b_in_defence_and_d_in_attack() -> None:
    attackers = {"Caesar:Ballista": "Genua", "Caesar:Legio 7": "Genua"}
    state = joined(attackers, ["Ballista", "Legio 1"])
    order = [block for _, block in turns(state)]
    assert order == ["Pompey:Ballista", "Pompey:Legio 1", "Caesar:Legio 7", "Caesar:Ballista"]


@pytest.mark.clause("julius_caesar", "X.7.3", "7.3", "6.14")
def test_reserves_at_tarraco() -> None:
    main = ["Caesar:Legio 7", "Caesar:Legio 8", "Caesar:Legio 9", "Caesar:Legio 10"]
    side_road = ["Caesar:Legio 11", "Caesar:Legio 12"]
    responses = {f"Legio {n}": "Carthago Nova" for n in (1, 2, 32, 33)}
    attackers = {**dict.fromkeys(main, "Narbo"), **dict.fromkeys(side_road, "Bilbilis")}
    state = joined(attackers, ["Legio 4", "Legio 5", "Legio 6"], "Tarraco", "Narbo", responses)
    first = {block for _, block in turns(state)}
    assert first == {*main, "Pompey:Legio 4", "Pompey:Legio 5", "Pompey:Legio 6"}
    second = {block for number, block in turns(state, 2) if number == 2}
    assert second == first | set(side_road) | {f"Pompey:{name}" for name in responses}
    seen = jc.observe(state, "Caesar").battle
    assert {piece.block for piece in seen.enemy} == {"Pompey:Legio 4", "Pompey:Legio 5", "Pompey:Legio 6"}
    assert seen.enemy_reserves == 4  # not shown before round 2


@pytest.mark.clause("julius_caesar", "7.3", "6.13")
def test_reserves_are_not_hit_in_round_1() -> None:
    attackers = {"Caesar:Caesar": "Genua", "Caesar:Legio 7": "Asculum"}
    state = joined(attackers, ["Pompey:Scipio", "Legio 1"], main="Genua")
    state = after(state, jc.Fire("Pompey:Scipio"), jc.Hits(2))
    assert where(state, "Caesar:Caesar")["strength"] == 1
    assert where(state, "Caesar:Legio 7")["strength"] == 3


@pytest.mark.clause("julius_caesar", "7.31")
def test_disrupted_attackers_lose_a_step_and_fight_on() -> None:
    attackers = {"Caesar:Auxilia 1": "Genua", "Caesar:Legio 7": "Asculum", "Caesar:Legio 8": "Asculum"}
    blocks = {**attackers, "Caesar:Auxilia 1": "Genua/I", "Caesar:Legio 8": "Asculum/I", "Pompey:Scipio": "Rome"}
    state = march(setting(blocks), attackers, "Rome")
    state = hit(fight(state, jc.MainAttack("Rome", "Genua")), "Pompey:Scipio", 1)
    assert state.combat.round == 2
    assert not state.combat.exchanged
    assert where(state, "Caesar:Legio 7")["strength"] == 2
    assert where(state, "Caesar:Legio 8") == {"place": "fallen"}  # that step was its last
    assert [block for number, block in turns(state, 2) if number == 2] == ["Pompey:Scipio", "Caesar:Legio 7"]


@pytest.mark.clause("julius_caesar", "7.31", "7.42")
def test_a_disrupted_defender_becomes_the_attacker() -> None:
    blocks = "Caesar in Genua: Caesar, Ballista; Pompey in Rome: Auxilia 3/I; Pompey in Neapolis: Ballista, Legio 1"
    state = march(setting(blocks, ("3/1", "2/2")), ("Caesar:Caesar", "Caesar:Ballista"), "Rome")
    state = march(finish(state), ("Pompey:Ballista", "Pompey:Legio 1"), "Rome")
    state = hit(after(finish(state), jc.Pass("Pompey:Auxilia 3")), "Caesar:Caesar", 1)
    assert (state.combat.round, state.combat.attacker, state.combat.exchanged) == (2, 1, True)
    assert where(state, "Pompey:Legio 1")["strength"] == 3
    assert where(state, "Pompey:Ballista")["strength"] == 1
    order = [block for number, block in turns(state, 2) if number == 2]
    assert order == ["Caesar:Caesar", "Caesar:Ballista", "Pompey:Legio 1", "Pompey:Ballista"]  # B now for Caesar's
    leaving = turns(state, 4)
    assert [block for number, block in leaving if number == 4] == order
    while state.combat is not None and not (state.combat.round == 4 and state.actor == 1):
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    assert {type(action) for action in jc.legal_actions(state)} == {jc.Retreat}


@pytest.mark.clause("julius_caesar", "E.Mars", "7.2")
def test_mars_lets_all_attackers_fire_first_in_round_1() -> None:
    state = joined(
        {"Caesar:Legio 7": "Genua", "Caesar:Auxilia 1": "Genua"}, ["Pompey:Scipio", "Legio 1"], cards=("Mars", "2/2")
    )
    fought = turns(state, 2)
    one = [block for number, block in fought if number == 1]
    assert one == ["Caesar:Auxilia 1", "Caesar:Legio 7", "Pompey:Scipio", "Pompey:Legio 1"]
    assert fought[3:5] == [(1, "Pompey:Legio 1"), (2, "Pompey:Scipio")]
    two = [block for number, block in fought if number == 2]
    assert two == ["Pompey:Scipio", "Caesar:Auxilia 1", "Pompey:Legio 1", "Caesar:Legio 7"]


@pytest.mark.clause("julius_caesar", "E.Mars")
def test_mars_helps_every_battle_of_the_group_and_no_other() -> None:
    blocks = standing("Caesar in Genua: Legio 7, Legio 8; Pompey in Rome: Legio 1; Pompey in Ravenna: Legio 2")
    blocks |= {"Caesar:Legio 9": "Narbo", "Pompey:Legio 5": "Tarraco"}
    state = move(move(setting(blocks, ("Mars", "2/2")), "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Ravenna")
    state = finish(move(done(state), "Pompey:Legio 5", "Narbo"))
    strikes = {}
    for city in ("Rome", "Ravenna", "Narbo"):
        begun = after(state, jc.JoinBattle(city)).combat
        strikes[city] = begun.first_strike
    assert strikes == {"Rome": True, "Ravenna": True, "Narbo": False}


@pytest.mark.clause("julius_caesar", "E.Neptune", "7.81")
def test_neptune_lets_attacking_navis_fire_first() -> None:
    state = setting("Caesar in Genua: Navis 1; Pompey in Tyrrhenum: Navis 1", ("Neptune", "2/2"))
    state = done(move(state, "Caesar:Navis 1", "Tyrrhenum"))  # the other navis is pinned
    assert [block for _, block in turns(state)] == ["Caesar:Navis 1", "Pompey:Navis 1"]
    shore = setting("Caesar in Tyrrhenum: Navis 1; Pompey in Rome: Scipio", ("Neptune", "2/2"))
    shore = done(move(shore, "Caesar:Navis 1", "Rome"))
    assert [block for _, block in turns(shore)] == ["Caesar:Navis 1", "Pompey:Scipio"]


@pytest.mark.clause("julius_caesar", "7.51", "3.21", "1.2")
def test_a_dead_leader_is_a_trophy_and_the_third_may_come() -> None:
    state = joined({"Caesar:Caesar": "Genua"}, ["Pompey:Scipio"], bases={"Legio 39": "Utica"})
    assert jc.victory_points(state) == (0, 1)  # Pompey holds Utica; Rome is contested
    state = hit(after(state, jc.Pass("Pompey:Scipio")), "Caesar:Caesar", 3)
    assert where(state, "Pompey:Scipio") == {"place": "trophy"}
    assert jc.victory_points(state) == (2 + 1, 1)
    levy = setting(
        "Caesar in Genua: Legio 7; Pompey in trophy: Scipio; Pompey in Utica: Legio 39", player="Pompey", phase="levy"
    )
    assert "Pompey:Brutus" in named(levy, jc.Levy)
    alive = setting("Caesar in Genua: Legio 7; Pompey in Antioch: Scipio", player="Pompey", phase="levy")
    assert "Pompey:Brutus" not in named(alive, jc.Levy)
    refused(r"only when a leader of his side is dead", alive, jc.Levy("Pompey:Brutus"))


@pytest.mark.clause("julius_caesar", "7.52", "3.27")
def test_cleopatra_changes_sides_and_fights_in_her_next_turn() -> None:
    state = hit(cleopatra(), "Caesar:Auxilia 3", 2)  # a step of Legio 1, then of Legio 1
    assert where(state, "Pompey:Legio 1")["strength"] == 2
    state = after(state, jc.Pass("Pompey:Cleopatra"), jc.Pass("Pompey:Legio 1"))
    state = hit(state, "Caesar:Auxilia 3", 2)  # one on Legio 1, then a choice
    state = after(state, jc.TakeHit("Pompey:Cleopatra"))
    assert where(state, "Pompey:Cleopatra") == {"place": "Rome", "strength": 1, "side": "Caesar"}
    assert named(state, jc.Fire) == ["Pompey:Legio 1"]
    state = after(state, jc.Pass("Pompey:Legio 1"))
    assert named(state, jc.Fire) == ["Pompey:Cleopatra"]  # she had not had her turn in this round
    assert jc.current_player(state) == "Caesar"


@pytest.mark.clause("julius_caesar", "7.52")
def test_cleopatra_who_has_had_her_turn_waits_for_the_next_round() -> None:
    state = cleopatra(attackers={"Caesar:Legio 10": "Genua"})
    state = after(
        state, jc.Pass("Caesar:Auxilia 3"), jc.Fire("Pompey:Cleopatra"), jc.Hits(0), jc.Pass("Pompey:Legio 1")
    )
    state = hit(state, "Caesar:Legio 10", 3)  # Legio 1 falls to I
    state = after(state, jc.Pass("Caesar:Auxilia 3"), jc.Pass("Pompey:Cleopatra"), jc.Pass("Pompey:Legio 1"))
    state = after(hit(state, "Caesar:Legio 10", 1), jc.TakeHit("Pompey:Cleopatra"))
    assert state.combat.round == 3
    state = after(state, jc.Pass("Caesar:Auxilia 3"), jc.Pass("Pompey:Legio 1"))
    assert set(named(state, jc.Pass)) == {"Caesar:Legio 10", "Pompey:Cleopatra"}


@pytest.mark.clause("julius_caesar", "7.52")
def test_the_rest_of_a_volley_falls_on_cleopatras_old_side() -> None:
    blocks = "Caesar in Genua: Auxilia 3; Pompey in Rome: Cleopatra/I, Legio 1/I"
    state = fight(move(setting(blocks), "Caesar:Auxilia 3", "Rome"))
    state = after(hit(state, "Caesar:Auxilia 3", 2), jc.TakeHit("Pompey:Cleopatra"))
    assert (where(state, "Pompey:Legio 1"), state.phase) == ({"place": "fallen"}, "regroup")


@pytest.mark.clause("julius_caesar", "7.52", "7.31")
def test_the_last_of_a_main_body_may_be_cleopatra() -> None:
    blocks = "Caesar in Genua: Auxilia 3; Pompey in Rome: Cleopatra/I; Pompey in Neapolis: Legio 1"
    state = finish(move(setting(blocks), "Caesar:Auxilia 3", "Rome"))
    state = hit(finish(move(state, "Pompey:Legio 1", "Rome")), "Caesar:Auxilia 3", 1)
    assert (state.combat.round, state.combat.exchanged) == (2, True)
    assert where(state, "Pompey:Legio 1")["strength"] == 3
    order = [block for number, block in turns(state, 2) if number == 2]
    assert order == ["Caesar:Auxilia 3", "Pompey:Cleopatra", "Pompey:Legio 1"]


@pytest.mark.clause("julius_caesar", "7.52", "7.6")
def test_cleopatra_who_cannot_leave_joins_the_other_side() -> None:
    blocks = "Pompey in Genua: Cleopatra/IV for Caesar; Pompey in Rome: Legio 1; Pompey in Asculum: Legio 2"
    state = finish(move(setting(blocks), "Pompey:Cleopatra", "Rome"))
    state = move(state, "Pompey:Legio 2", "Ravenna", "Genua")  # her way back is closed
    state = finish(state)
    while state.combat is not None and state.phase == "turn" and state.combat.round < 4:
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    state = after(state, jc.Pass("Pompey:Legio 1"))
    assert where(state, "Pompey:Cleopatra") == {"place": "Rome", "strength": 1, "moved": True}
    assert (state.phase, jc.current_player(state)) == ("regroup", "Pompey")


@pytest.mark.clause("julius_caesar", "7.52", "7.2")
def test_cleopatra_who_joins_the_attackers_late_leaves_with_them_in_round_4() -> None:
    blocks = {"Caesar:Legio 7": "Narbo", "Caesar:Ballista": "Narbo", "Caesar:Legio 8": "Massilia"}
    state = setting({**blocks, "Pompey:Cleopatra": "Tarraco/I", "Pompey:Legio 1": "Tarraco/I"})
    state = round_begun(fight(march(state, ("Caesar:Legio 7", "Caesar:Ballista"), "Tarraco")), 3)
    state = after(state, jc.Pass("Pompey:Cleopatra"), jc.Pass("Pompey:Legio 1"), jc.Pass("Caesar:Legio 7"))
    assert state.combat is not None
    late = after(hit(state, "Caesar:Ballista", 1), jc.TakeHit("Pompey:Cleopatra"))
    assert (late.combat.round, late.phase) == (4, "turn")
    late = after(late, jc.Pass("Pompey:Legio 1"))
    assert set(named(late, jc.Retreat)) == {"Caesar:Legio 7", "Pompey:Cleopatra"}  # she had her turn to come


@pytest.mark.clause("julius_caesar", "2.3", "7.1")
def test_player_1_chooses_the_next_battle() -> None:
    blocks = "Caesar in Genua: Legio 7; Caesar in Narbo: Legio 8; Pompey in Rome: Legio 1; Pompey in Tarraco: Legio 5"
    state = setting(blocks, ("3/1", "2/2"))
    state = fight(move(move(state, "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Tarraco"))
    assert jc.current_player(state) == "Caesar"
    assert jc.legal_actions(state) == (jc.JoinBattle("Rome"), jc.JoinBattle("Tarraco"))
    assert jc.observe(state, "Caesar").battle is None  # nothing is shown yet
    fought = after(state, jc.JoinBattle("Tarraco"))
    view = jc.observe(fought, "Caesar")
    assert [piece.block for piece in view.battle.enemy] == ["Pompey:Legio 5"]


def test_the_place_is_free_after_the_battle() -> None:
    state = hit(joined({"Caesar:Auxilia 3": "Genua"}, ["Pompey:Navis 1"]), "Caesar:Auxilia 3", 2)
    assert places(after(state, jc.Regroup("Caesar:Auxilia 3"))) >= {"Neapolis", "Genua"}
    assert state.combat.place == place_number("Rome")
