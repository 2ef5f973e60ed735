"""Retreats and regroups by road, by sea and as navis (7.6-7.83)."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import place_number
from tests.julius_caesar.positions import havens, passing, sea_battle
from tests.julius_caesar.setting import *


def regroups(state: jc.State, block: str) -> set[str]:
    return places(after(state, jc.Regroup(block)))


ROME = {"Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Asculum", "Pompey:Legio 1": "Rome", "Pompey:Legio 2": "Rome"}


def attack_on_rome(more: dict[str, str] | None = None, cards: tuple[str, str] = ("3/1", "2/2")) -> jc.State:
    state = setting({**ROME, **(more or {})}, cards)
    state = move(move(state, "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome")
    return fight(state, jc.MainAttack("Rome", "Genua"))


@pytest.mark.clause("julius_caesar", "7.62", "7.61")
def test_attackers_go_back_by_their_roads_or_to_any_friendly_neighbour() -> None:
    assert havens(attack_on_rome(), "Caesar:Legio 7") == {"Genua", "Asculum"}  # vacant now, by roads they used
    friends = attack_on_rome({"Caesar:Legio 9": "Ravenna"})
    assert havens(friends, "Caesar:Legio 7") == {"Genua", "Asculum", "Ravenna"}


@pytest.mark.clause("julius_caesar", "7.62", "7.61")
def test_attackers_never_retreat_to_enemies() -> None:
    state = setting({**ROME, "Pompey:Legio 3": "Massilia"}, ("3/1", "2/2"))
    state = move(move(state, "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome")
    state = fight(move(finish(state, jc.MainAttack("Rome", "Genua")), "Pompey:Legio 3", "Genua"))
    assert havens(state, "Caesar:Legio 7") == {"Asculum"}


@pytest.mark.clause("julius_caesar", "7.61")
def test_nobody_retreats_into_a_battle() -> None:
    blocks = {**ROME, "Caesar:Legio 9": "Ravenna", "Pompey:Legio 3": "Aquileia"}
    state = move(move(setting(blocks, ("3/1", "2/2")), "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome")
    state = move(finish(state, jc.MainAttack("Rome", "Genua")), "Pompey:Legio 3", "Ravenna")
    state = after(fight(state), jc.JoinBattle("Rome"))
    assert havens(state, "Caesar:Legio 7") == {"Genua", "Asculum"}


@pytest.mark.clause("julius_caesar", "7.63")
def test_defenders_retreat_to_friends_or_vacant_cities_but_not_along_the_attackers_roads() -> None:
    assert havens(attack_on_rome(), "Pompey:Legio 1") == {"Neapolis", "Ravenna"}
    assert havens(attack_on_rome({"Caesar:Legio 9": "Ravenna"}), "Pompey:Legio 1") == {"Neapolis"}


@pytest.mark.clause("julius_caesar", "7.61", "4.31")
def test_road_limits_count_every_round_anew() -> None:
    defenders = {f"Pompey:Legio {n}": "Rome" for n in (1, 2, 3)}
    blocks = {**defenders, "Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Neapolis"}
    state = move(move(setting(blocks, ("3/1", "2/2")), "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome")
    state = passing(fight(state, jc.MainAttack("Rome", "Genua")), 2, "Pompey:Legio 1")
    for block in ("Pompey:Legio 1", "Pompey:Legio 2"):
        assert places(after(state, jc.Retreat(block))) == {"Ravenna", "Asculum"}
        state = after(state, jc.Retreat(block), jc.Go("Ravenna"))
    assert places(after(state, jc.Retreat("Pompey:Legio 3"))) == {"Asculum"}  # the minor road is full in this round
    state = after(state, jc.Pass("Pompey:Legio 3"))
    assert havens_in(state, 3, "Pompey:Legio 3") == {"Ravenna", "Asculum"}


def havens_in(state: jc.State, round: int, block: str) -> set[str]:
    return places(after(passing(state, round, block), jc.Retreat(block)))


@pytest.mark.clause("julius_caesar", "7.61", "4.32")
def test_one_block_a_round_retreats_over_a_strait() -> None:
    blocks = "Pompey in Byzantium: Legio 1, Legio 2; Caesar in Aenos: Legio 7"
    state = passing(fight(move(setting(blocks), "Caesar:Legio 7", "Byzantium")), 2, "Pompey:Legio 1")
    state = after(state, jc.Retreat("Pompey:Legio 1"), jc.Go("Nicomedia"))
    assert named(state, jc.Retreat) == []
    state = passing(after(state, jc.Pass("Pompey:Legio 2")), 3, "Pompey:Legio 2")
    assert places(after(state, jc.Retreat("Pompey:Legio 2"))) == {"Nicomedia"}


@pytest.mark.clause("julius_caesar", "7.6", "7.62", "7.2")
def test_who_must_leave_and_cannot_is_eliminated() -> None:
    blocks = "Caesar in Aenos: Legio 7, Legio 8; Pompey in Byzantium: Legio 1; Pompey in Thessalonika: Legio 2"
    state = finish(move(move(setting(blocks), "Caesar:Legio 7", "Byzantium"), "Caesar:Legio 8", "Byzantium"))
    state = fight(move(state, "Pompey:Legio 2", "Aenos"))  # behind them
    state = after(round_begun(state, 4), jc.Pass("Pompey:Legio 1"))
    assert where(state, "Caesar:Legio 7") == where(state, "Caesar:Legio 8") == {"place": "fallen"}
    assert (jc.current_player(state), state.phase) == ("Pompey", "regroup")


@pytest.mark.clause("julius_caesar", "7.6", "7.51")
def test_a_leader_who_cannot_leave_is_a_trophy() -> None:
    blocks = "Caesar in Gades: Caesar, Legio 7; Pompey in Tingis: Legio 1; Pompey in Cordoba: Legio 2"
    state = move(finish(move(setting(blocks), "Caesar:Caesar", "Tingis")), "Pompey:Legio 2", "Gades")
    state = round_begun(after(fight(state), jc.JoinBattle("Tingis")), 4)
    assert where(state, "Caesar:Caesar") == {"place": "trophy"}  # he goes first, and Gades is contested


@pytest.mark.clause("julius_caesar", "X.7.64", "7.64")
def test_both_sides_may_leave_utica_by_sea() -> None:
    blocks = standing(
        "Caesar in Iomnium: Legio 7; Caesar in Massilia: Legio 8; Caesar in Hispanum: Navis 1; "
        "Pompey in Utica: Legio 39, Legio 2; Pompey in Syracuse: Legio 37; Pompey in Internum: Navis 1"
    )
    state = fight(move(setting(blocks), "Caesar:Legio 7", "Utica"))
    assert havens(state, "Pompey:Legio 39") == {"Badias", "Tacape", "Syracuse"}
    assert havens(state, "Caesar:Legio 7") == {"Iomnium", "Massilia"}


@pytest.mark.clause("julius_caesar", "7.64")
def test_one_block_a_round_goes_by_sea_and_others_by_road() -> None:
    blocks = {
        "Caesar:Legio 7": "Iomnium", "Pompey:Legio 39": "Utica", "Pompey:Legio 2": "Utica", "Pompey:Legio 1": "Utica",
        "Pompey:Legio 37": "Syracuse", "Pompey:Navis 1": "Internum",
    }  # fmt: skip
    state = passing(fight(move(setting(blocks), "Caesar:Legio 7", "Utica")), 2, "Pompey:Legio 1")
    state = after(state, jc.Retreat("Pompey:Legio 1"), jc.Go("Syracuse"))
    assert places(after(state, jc.Retreat("Pompey:Legio 2"))) == {"Badias", "Tacape"}
    state = after(state, jc.Retreat("Pompey:Legio 2"), jc.Go("Badias"), jc.Pass("Pompey:Legio 39"))
    assert havens_in(state, 3, "Pompey:Legio 39") == {"Badias", "Tacape", "Syracuse"}


@pytest.mark.clause("julius_caesar", "7.64")
def test_a_sea_retreat_needs_a_friendly_sea_and_a_friendly_port_on_it() -> None:
    blocks = {
        "Caesar:Legio 7": "Iomnium", "Pompey:Legio 39": "Utica", "Pompey:Navis 1": "Egypticum",
        "Pompey:Legio 37": "Syracuse",
    }  # fmt: skip
    assert havens(fight(move(setting(blocks), "Caesar:Legio 7", "Utica")), "Pompey:Legio 39") == {"Badias", "Tacape"}
    contested = {**blocks, "Pompey:Navis 1": "Internum", "Caesar:Navis 1": "Hadriaticum"}
    state = move(move(setting(contested), "Caesar:Legio 7", "Utica"), "Caesar:Navis 1", "Internum")
    state = after(fight(state), jc.JoinBattle("Utica"))
    assert havens(state, "Pompey:Legio 39") == {"Badias", "Tacape"}


@pytest.mark.clause("julius_caesar", "7.64", "7.61")
def test_the_sea_only_carries_whom_no_road_carries() -> None:
    blocks = {
        "Caesar:Legio 7": "Asculum", "Pompey:Legio 1": "Rome", "Pompey:Legio 2": "Neapolis",
        "Pompey:Navis 1": "Tyrrhenum",
    }  # fmt: skip
    state = setting({**blocks, "Pompey:Legio 3": "Rome"})
    state = passing(fight(move(state, "Caesar:Legio 7", "Rome")), 2, "Pompey:Legio 1")
    state = after(state, jc.Retreat("Pompey:Legio 1"), jc.Go("Neapolis"))
    assert state.combat.sailed == (0, 0)


@pytest.mark.clause("julius_caesar", "7.7", "7.61", "6.11")
def test_winners_regroup_to_friendly_or_vacant_neighbours_within_road_limits() -> None:
    attackers = {f"Caesar:Legio {n}": "Genua" for n in (7, 8, 9, 10)}
    blocks = {**attackers, "Caesar:Legio 11": "Asculum", "Pompey:Navis 1": "Rome/I", "Pompey:Legio 1": "Neapolis"}
    state = march(setting(blocks, ("3/1", "2/2")), (*attackers, "Caesar:Legio 11"), "Rome")
    state = after(fight(state, jc.MainAttack("Rome", "Genua")), jc.Fire("Caesar:Legio 10"), jc.Hits(3))
    assert state.phase == "regroup"  # in round 1, the reserve still on its way
    assert set(named(state, jc.Regroup)) == {*attackers, "Caesar:Legio 11"}
    assert regroups(state, "Caesar:Legio 11") == {"Genua", "Ravenna", "Asculum"}
    for block in ("Caesar:Legio 7", "Caesar:Legio 8"):
        state = after(state, jc.Regroup(block), jc.Go("Ravenna"))
    assert regroups(state, "Caesar:Legio 9") == {"Genua", "Asculum"}  # Ravenna's minor road is full
    assert "Caesar:Legio 7" not in named(state, jc.Regroup)
    assert done(state).turn == 2


@pytest.mark.clause("julius_caesar", "7.7")
def test_no_amphibious_regroup() -> None:
    blocks = {
        "Caesar:Legio 10": "Genua", "Caesar:Navis 1": "Tyrrhenum", "Pompey:Navis 1": "Rome/I",
        "Caesar:Legio 8": "Caralis",
    }  # fmt: skip
    state = fight(move(setting(blocks), "Caesar:Legio 10", "Rome"))
    state = after(state, jc.Fire("Caesar:Legio 10"), jc.Hits(1))
    assert regroups(state, "Caesar:Legio 10") == {"Genua", "Ravenna", "Asculum", "Neapolis"}


@pytest.mark.clause("julius_caesar", "7.7", "4.32")
def test_two_blocks_regroup_over_a_strait() -> None:
    blocks = "Caesar in Aenos: Auxilia 3, Legio 8, Legio 9; Pompey in Byzantium: Navis 1/I"
    state = march(setting(blocks), ("Caesar:Auxilia 3", "Caesar:Legio 8", "Caesar:Legio 9"), "Byzantium")
    state = after(fight(state), jc.Fire("Caesar:Auxilia 3"), jc.Hits(1))
    for block in ("Caesar:Auxilia 3", "Caesar:Legio 8"):
        state = after(state, jc.Regroup(block), jc.Go("Nicomedia"))
    assert regroups(state, "Caesar:Legio 9") == {"Aenos"}


@pytest.mark.clause("julius_caesar", "7.82")
def test_attacking_navis_go_back_where_they_came_from() -> None:
    sea = sea_battle({"Caesar:Navis 1": "Internum"}, {"Pompey:Navis 1": "Tyrrhenum"})
    assert havens(sea, "Caesar:Navis 1") == {"Internum"}  # vacant
    port = sea_battle({"Caesar:Navis 1": "Genua"}, {"Pompey:Navis 1": "Tyrrhenum"})
    assert havens(port, "Caesar:Navis 1") == {"Genua"}
    closed = setting("Caesar in Genua: Navis 1; Pompey in Tyrrhenum: Navis 1; Pompey in Massilia: Legio 1")
    closed = fight(move(finish(move(closed, "Caesar:Navis 1", "Tyrrhenum")), "Pompey:Legio 1", "Genua"))
    closed = round_begun(closed, 4)
    assert where(after(closed, jc.Pass("Pompey:Navis 1")), "Caesar:Navis 1") == {"place": "fallen"}


@pytest.mark.clause("julius_caesar", "7.82")
def test_attacking_navis_also_go_to_friendly_seas_and_ports_of_the_same_sea() -> None:
    more = {
        "Caesar:Navis 2": "Hispanum", "Caesar:Legio 7": "Rome", "Caesar:Legio 8": "Massilia",
        "Caesar:Navis 3": "Hadriaticum",
    }  # fmt: skip
    state = sea_battle({"Caesar:Navis 1": "Internum"}, {"Pompey:Navis 1": "Tyrrhenum"}, more=more)
    assert havens(state, "Caesar:Navis 1") == {"Internum", "Hispanum", "Rome"}


@pytest.mark.clause("julius_caesar", "7.82")
def test_defending_navis_avoid_the_sea_that_the_attackers_came_from() -> None:
    state = sea_battle(
        {"Caesar:Navis 1": "Internum"}, {"Pompey:Navis 1": "Tyrrhenum"}, more={"Pompey:Legio 1": "Neapolis"}
    )
    assert havens(state, "Pompey:Navis 1") == {"Hispanum", "Neapolis"}  # vacant, and a friendly port
    friendly = sea_battle(
        {"Caesar:Navis 1": "Genua"},
        {"Pompey:Navis 1": "Tyrrhenum"},
        more={"Pompey:Navis 2": "Hispanum", "Caesar:Navis 2": "Internum"},
    )
    assert havens(friendly, "Pompey:Navis 1") == {"Hispanum"}


@pytest.mark.clause("julius_caesar", "7.82", "7.81")
def test_navis_retreat_from_a_port_by_its_seas() -> None:
    blocks = standing("Caesar in Tyrrhenum: Navis 1; Pompey in Genua: Navis 1, Legio 2; Caesar in Aleria: Legio 8")
    more = {"Pompey:Legio 5": "Tarraco", "Pompey:Legio 1": "Neapolis"}
    state = fight(move(setting({**blocks, **more}), "Caesar:Navis 1", "Genua"))
    assert havens(state, "Pompey:Navis 1") == {"Hispanum", "Tarraco"}  # over Hispanum, not the attackers' Tyrrhenum
    assert havens(state, "Caesar:Navis 1") == {"Tyrrhenum", "Aleria"}
    assert havens(state, "Pompey:Legio 2") == {"Massilia", "Lugdunum", "Ravenna", "Rome"}


@pytest.mark.clause("julius_caesar", "7.82", "6.2")
def test_attacking_navis_do_not_go_back_by_the_road_of_the_land_blocks_beside_them() -> None:
    blocks = "Caesar in Genua: Legio 7; Caesar in Hispanum: Navis 1; Pompey in Massilia: Legio 1"
    state = move(move(setting(blocks, ("3/1", "2/2")), "Caesar:Legio 7", "Massilia"), "Caesar:Navis 1", "Massilia")
    state = fight(state, jc.MainAttack("Massilia", "Genua"))
    assert havens(state, "Caesar:Legio 7") == {"Genua"}
    assert havens(state, "Caesar:Navis 1") == {"Hispanum"}  # Genua is vacant, and no port that they came from


@pytest.mark.clause("julius_caesar", "7.83", "7.8")
def test_winning_navis_regroup_to_seas_and_to_ports_of_the_sea() -> None:
    state = sea_battle(
        {"Caesar:Navis 4": "Internum"},
        {"Pompey:Navis 2": "Tyrrhenum/I"},
        more={"Pompey:Legio 1": "Rome", "Pompey:Navis 1": "Hispanum"},
    )
    state = after(state, jc.Pass("Pompey:Navis 2"), jc.Fire("Caesar:Navis 4"), jc.Hits(1))
    ports = {"Aleria", "Caralis", "Genua", "Lilybaeum", "Messana", "Neapolis", "Rhegium", "Utica"}
    assert regroups(state, "Caesar:Navis 4") == {"Internum"} | ports
    assert (
        jc.observe(after(state, jc.Regroup("Caesar:Navis 4"), jc.Go("Utica"), jc.Done()), "Caesar").pieces[0].place
        == "Utica"
    )


@pytest.mark.clause("julius_caesar", "7.83", "7.81")
def test_navis_that_win_at_a_port_regroup_to_its_seas() -> None:
    blocks = "Caesar in Tyrrhenum: Navis 4; Pompey in Genua: Navis 2/I; Pompey in Internum: Navis 1"
    state = fight(move(setting(blocks), "Caesar:Navis 4", "Genua"))
    state = after(state, jc.Pass("Pompey:Navis 2"), jc.Fire("Caesar:Navis 4"), jc.Hits(1))
    assert regroups(state, "Caesar:Navis 4") == {"Hispanum", "Tyrrhenum"}


@pytest.mark.clause("julius_caesar", "7.31", "7.62", "7.63", "7.7")
def test_after_an_exchange_each_side_retreats_by_its_new_role() -> None:
    blocks = "Caesar in Genua: Caesar, Legio 8; Pompey in Rome: Auxilia 3/I; Pompey in Neapolis: Legio 1, Legio 3"
    state = march(setting(blocks, ("3/1", "2/2")), ("Caesar:Caesar", "Caesar:Legio 8"), "Rome")
    state = march(finish(state), ("Pompey:Legio 1", "Pompey:Legio 3"), "Rome")
    state = after(fight(state), jc.Pass("Pompey:Auxilia 3"), jc.Fire("Caesar:Caesar"), jc.Hits(1))
    assert state.combat.exchanged
    assert havens(state, "Caesar:Caesar") == {"Genua", "Ravenna", "Asculum"}  # a defender now: any road but Neapolis'
    assert havens(state, "Pompey:Legio 1") == {"Neapolis"}  # an attacker now: back by its own road
    while state.combat is not None and state.phase != "regroup":
        leaving = named(state, jc.Retreat) if state.combat.round == 4 and state.actor == 1 else []
        choice = [jc.Retreat(leaving[0]), jc.Go("Neapolis")] if leaving else [jc.Pass(named(state, jc.Pass)[0])]
        state = after(state, *choice)
    assert jc.current_player(state) == "Caesar"
    assert regroups(state, "Caesar:Caesar") == {"Genua", "Ravenna", "Asculum"}  # Neapolis is the enemy's again


@pytest.mark.clause("julius_caesar", "4.21", "7.7")
def test_a_city_that_both_sides_have_left_is_nobodys() -> None:
    blocks = "Caesar in Asculum: Legio 10; Pompey in Rome: Legio 1; Pompey in Utica: Legio 39"
    state = fight(move(setting(blocks), "Caesar:Legio 10", "Rome"))
    assert jc.victory_points(state) == (0, 1)  # contested
    state = after(passing(state, 2, "Pompey:Legio 1"), jc.Retreat("Pompey:Legio 1"), jc.Go("Neapolis"))
    assert jc.victory_points(state) == (2, 1)
    state = after(state, jc.Regroup("Caesar:Legio 10"), jc.Go("Genua"))
    assert jc.victory_points(state) == (0, 1)
    assert place_number("Rome") not in state.location
