"""Moves: groups, roads, attacks, pinning, responses, navis and amphibious moves (6.1-6.3)."""

from dataclasses import replace

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.from_state import coming_battle, plan_attack
from gamekit.julius_caesar.rules.control import replace_at
from gamekit.julius_caesar.state import RETREAT
from gamekit.julius_caesar.tables import BLOCK, PLACES, PORTS_OF, ROADS, SEAS_OF, WAYS, place_number
from tests.julius_caesar.positions import POMPEY, at
from tests.julius_caesar.setting import *

CAESAR = [f"Caesar:Legio {n}" for n in (7, 8, 9, 10, 11, 12, 13, 14, 16, 17)]


def reached(state: jc.State, block: str) -> set[str]:
    """Every place where a block can end its move."""
    found, waiting = set(), [after(state, jc.Take(block))]
    while waiting:
        now = waiting.pop()
        for action in jc.legal_actions(now):
            then = after(now, action)
            name = PLACES[then.location[BLOCK[block]]]
            if then.phase == "step":
                waiting.append(then)
            found.add(name)
    return found


@pytest.mark.clause("julius_caesar", "X.6.1", "6.1", "4.3")
def test_one_mp_takes_the_massilia_group_in_every_direction() -> None:
    group = CAESAR[:4]
    state = setting({**at(group, "Massilia"), "Caesar:Navis 1": "Massilia", "Pompey:Legio 39": "Utica"})
    near, far = {"Narbo", "Lugdunum", "Genua"}, {"Tarraco", "Burdigala", "Cenabum", "Treveri", "Ravenna", "Rome"}
    assert places(after(state, jc.Take(group[0]))) == near
    assert reached(state, group[0]) == near | far
    state = move(state, group[0], "Narbo", "Burdigala")
    assert state.command.moves == 2
    state = move(move(move(state, group[1], "Lugdunum"), group[2], "Genua", "Rome"), "Caesar:Navis 1", "Hispanum")
    assert state.command.moves == 2  # all of them one group
    assert takeable(state) == {group[3]}  # and nobody moves twice


@pytest.mark.clause("julius_caesar", "6.1", "2.2")
def test_each_group_costs_one_mp_and_fewer_may_be_taken() -> None:
    state = setting("Caesar in Narbo: Legio 7; Caesar in Genua: Legio 8; Pompey in Utica: Legio 39", ("2/2", "1/2"))
    state = move(state, "Caesar:Legio 7", "Massilia")
    assert (state.command.moves, takeable(state)) == (1, {"Caesar:Legio 8"})
    assert done(state).phase == "levy"  # the other MP is not kept


@pytest.mark.clause("julius_caesar", "6.1", "4.21")
def test_a_block_passes_vacant_and_friendly_cities_but_stops_at_enemies() -> None:
    state = setting("Caesar in Narbo: Legio 7; Pompey in Burdigala: Legio 5; Pompey in Utica: Legio 39")
    state = after(state, jc.Take("Caesar:Legio 7"), jc.Go("Burdigala"))
    assert state.phase == "move"  # it has to stop and fight
    assert [attack.place for attack in state.attacks] == [place_number("Burdigala")]


@pytest.mark.clause("julius_caesar", "6.12", "X.6.12")
def test_attacks_come_from_next_door_only() -> None:
    six = CAESAR[:6]
    pompey = {**at(POMPEY[:3], "Tarraco"), **at(POMPEY[3:6], "Genua")}
    state = setting({**at(six, "Massilia"), **pompey})
    ends = reached(state, six[0])
    assert "Tarraco" not in ends  # two moves away
    assert "Genua" in ends
    state = march(state, six[:4], "Genua")
    assert "Genua" not in places(after(state, jc.Take(six[4])))  # the road is full
    assert "Genua" not in places(after(state, jc.Take(six[4]), jc.Go("Lugdunum")))  # two moves away by that road
    refused(r"moved too far to attack or reinforce Genua", state, jc.Take(six[4]), jc.Go("Lugdunum"), jc.Go("Genua"))


@pytest.mark.clause("julius_caesar", "X.6.12", "E.Mercury")
def test_mercury_attacks_two_cities_away_and_in_two_directions() -> None:
    six = CAESAR[:6]
    pompey = {**at(POMPEY[:3], "Tarraco"), **at(POMPEY[3:6], "Genua")}
    state = setting({**at(six, "Massilia"), **pompey}, ("Mercury", "2/2"))
    assert {"Tarraco", "Genua"} <= reached(state, six[0])
    state = after(march(state, six[:4], "Genua"), jc.Take(six[4]), jc.Go("Lugdunum"), jc.Go("Genua"))
    state = after(state, jc.Take(six[5]), jc.Go("Narbo"), jc.Go("Tarraco"))
    by_massilia_or_lugdunum = jc.legal_actions(done(state))
    assert set(by_massilia_or_lugdunum) == {jc.MainAttack("Genua", "Massilia"), jc.MainAttack("Genua", "Lugdunum")}


@pytest.mark.clause("julius_caesar", "E.Mercury")
def test_mercury_moves_three_cities_without_attacking() -> None:
    state = setting("Caesar in Narbo: Legio 7, Navis 1; Pompey in Toletum: Legio 5", ("Mercury", "2/2"))
    assert takeable(state) == {"Caesar:Legio 7"}  # no navis, no amphibious move
    state = after(state, jc.Take("Caesar:Legio 7"), jc.Go("Tarraco"), jc.Go("Bilbilis"))
    assert places(state) == {"Asturica", "Burdigala"}  # Toletum would be an attack at the third city
    assert jc.Stop() in jc.legal_actions(state)
    assert after(state, jc.Go("Asturica")).phase != "step"


@pytest.mark.clause("julius_caesar", "X.6.11a", "6.11", "4.31")
def test_four_blocks_go_from_genua_to_rome_and_two_from_ravenna() -> None:
    state = setting({**at(CAESAR[:5], "Genua"), **at(CAESAR[5:8], "Ravenna"), "Pompey:Legio 39": "Utica"})
    for block in CAESAR[:4]:
        assert "Rome" in places(after(state, jc.Take(block)))
        state = move(state, block, "Rome")
    assert "Rome" not in places(after(state, jc.Take(CAESAR[4])))
    state = march(state, CAESAR[5:7], "Rome")
    assert "Rome" not in places(after(state, jc.Take(CAESAR[7])))
    refused(r"the minor road from Ravenna is full", state, jc.Take(CAESAR[7]), jc.Go("Rome"))


@pytest.mark.clause("julius_caesar", "X.6.11b", "6.11")
def test_road_limits_are_each_players_own() -> None:
    four, others = CAESAR[:4], POMPEY[:4]
    state = march(setting({**at(four, "Massilia"), **at(others, "Rome")}), four, "Genua", "Ravenna")
    state = finish(state)
    assert state.phase == "move"
    state = march(state, others, "Genua", "Massilia")
    assert done(state).phase == "levy"
    left = march(setting({**at(four, "Massilia"), **at(others, "Rome")}), four[:3], "Genua", "Ravenna")
    left = finish(move(left, four[3], "Genua"))
    assert "Genua" in reached(left, others[0])
    assert "Massilia" not in reached(left, others[0])  # the block left in Genua has to be fought


@pytest.mark.clause("julius_caesar", "4.31", "4.32", "6.11")
@pytest.mark.parametrize(("here", "there", "free", "attacking"), [
    ("Genua", "Rome", 4, 4), ("Ravenna", "Rome", 2, 2), ("Gades", "Tingis", 2, 1), ("Byzantium", "Nicomedia", 2, 1),
])  # fmt: skip
def test_road_limits_by_class(here: str, there: str, free: int, attacking: int) -> None:
    for limit, enemy in ((free, "Utica"), (attacking, there)):
        state = setting({**at(CAESAR[:6], here), "Pompey:Legio 39": enemy})
        state = march(state, CAESAR[:limit], there)
        assert there not in places(after(state, jc.Take(CAESAR[limit])))


@pytest.mark.clause("julius_caesar", "E.Pluto")
@pytest.mark.parametrize(("here", "there", "free", "attacking"), [
    ("Genua", "Rome", 4, 6), ("Ravenna", "Rome", 2, 3), ("Gades", "Tingis", 2, 2),
])  # fmt: skip
def test_pluto_widens_roads_for_attacks_only(here: str, there: str, free: int, attacking: int) -> None:
    for limit, enemy in ((free, "Utica"), (attacking, there)):
        state = setting({**at(CAESAR[:7], here), "Caesar:Navis 1": "Genua", "Pompey:Legio 39": enemy}, ("Pluto", "2/2"))
        assert "Caesar:Navis 1" not in takeable(state)
        state = march(state, CAESAR[:limit], there)
        assert there not in places(after(state, jc.Take(CAESAR[limit])))


@pytest.mark.clause("julius_caesar", "E.Pluto", "E.Mars", "E.Mercury")
@pytest.mark.parametrize("event", ["Pluto", "Mars", "Mercury"])
def test_these_events_move_one_group_of_land_blocks(event: str) -> None:
    blocks = standing("Caesar in Narbo: Legio 7, Navis 1; Caesar in Genua: Legio 8; Caesar in Hispanum: Navis 2")
    state = setting({**blocks, "Pompey:Legio 39": "Utica"}, (event, "2/2"))
    assert takeable(state) == {"Caesar:Legio 7", "Caesar:Legio 8"}
    assert named(state, jc.Embark) == []
    state = move(state, "Caesar:Legio 7", "Massilia")
    assert jc.legal_actions(state) == (jc.Done(),)
    assert done(state).actor == 1  # events levy nothing


@pytest.mark.clause("julius_caesar", "E.Neptune")
def test_neptune_moves_the_navis_of_one_group() -> None:
    blocks = standing("Caesar in Narbo: Legio 7, Navis 1, Navis 2; Caesar in Ravenna: Navis 3")
    state = setting({**blocks, "Pompey:Navis 1": "Tyrrhenum"}, ("Neptune", "2/2"))
    assert takeable(state) == {"Caesar:Navis 1", "Caesar:Navis 2", "Caesar:Navis 3"}
    assert named(state, jc.Embark) == []
    state = move(state, "Caesar:Navis 1", "Hispanum")
    assert takeable(state) == {"Caesar:Navis 2"}


@pytest.mark.clause("julius_caesar", "6.13", "X.6.13")
def test_attackers_pin_as_many_defenders_and_their_roads_are_closed() -> None:
    five = POMPEY[:5]
    state = setting({**at(CAESAR[:4], "Genua"), **at(CAESAR[4:6], "Ravenna"), **at(five, "Rome")})
    state = finish(march(state, CAESAR[:6], "Rome"), jc.MainAttack("Rome", "Genua"))
    assert takeable(state) == set(five)  # the owner chooses who is pinned
    free = after(state, jc.Take(five[2]))
    assert places(free) == {"Neapolis", "Asculum"}  # not by the two roads of the attackers
    refused(r"used this way into the battle", free, jc.Go("Genua"))
    state = move(state, five[2], "Neapolis", "Rhegium")
    assert takeable(state) == set()
    refused(r"4 of the blocks in Rome are pinned", state, jc.Take(five[0]))


@pytest.mark.clause("julius_caesar", "6.13", "7.3")
def test_reserves_pin_nobody() -> None:
    five = POMPEY[:5]
    state = setting({**at(CAESAR[:4], "Genua"), **at(CAESAR[4:6], "Ravenna"), **at(five, "Rome")})
    state = finish(march(state, CAESAR[:6], "Rome"), jc.MainAttack("Rome", "Ravenna"))
    state = march(state, five[:3], "Neapolis")
    assert not takeable(state) & set(five)  # the main attack has two blocks


@pytest.mark.clause("julius_caesar", "6.13")
def test_unpinned_blocks_may_even_attack() -> None:
    state = setting({"Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Asculum", **at(POMPEY[:2], "Rome")})
    state = move(finish(move(state, "Caesar:Legio 7", "Rome")), POMPEY[0], "Asculum")
    assert {attack.place: attack.attacker for attack in state.attacks} == {
        place_number("Asculum"): 1,
        place_number("Rome"): 0,
    }


@pytest.mark.clause("julius_caesar", "6.14")
def test_player_2_responds_from_next_door_and_always_in_reserve() -> None:
    blocks = standing(
        "Caesar in Genua: Legio 7; Pompey in Rome: Legio 1; Pompey in Neapolis: Legio 2; Pompey in Rhegium: Legio 3"
    )
    state = finish(move(setting(blocks), "Caesar:Legio 7", "Rome"))
    assert "Rome" in places(after(state, jc.Take("Pompey:Legio 2")))
    assert places(after(state, jc.Take("Pompey:Legio 3"), jc.Go("Neapolis"))) == {"Brundisium", "Sipontum"}
    state = finish(move(state, "Pompey:Legio 2", "Rome"))
    view = jc.observe(state, "Pompey")
    reserve = {piece.block: piece.reserve for piece in view.pieces if piece.place == "Rome"}
    assert reserve == {"Pompey:Legio 1": False, "Pompey:Legio 2": True}


@pytest.mark.clause("julius_caesar", "6.14", "4.32")
def test_a_response_over_a_strait_is_no_attack() -> None:
    blocks = {**at(POMPEY[:3], "Nicomedia"), "Pompey:Legio 6": "Byzantium", "Caesar:Legio 7": "Aenos"}
    state = march(finish(move(setting(blocks), "Caesar:Legio 7", "Byzantium")), POMPEY[:2], "Byzantium")
    assert "Byzantium" not in places(after(state, jc.Take(POMPEY[2])))


@pytest.mark.clause("julius_caesar", "6.14", "6.12")
def test_player_1_cannot_respond_to_player_2() -> None:
    blocks = "Pompey in Neapolis: Legio 1; Caesar in Rome: Legio 7; Caesar in Genua: Legio 8"
    state = finish(move(finish(setting(blocks)), "Pompey:Legio 1", "Rome"))
    assert (state.phase, state.combat.waiting) == ("turn", 0)


@pytest.mark.clause("julius_caesar", "6.15")
def test_any_number_may_stand_together_in_the_year() -> None:
    state = setting({**at(CAESAR, "Genua"), **at(CAESAR[:4], "Massilia"), "Pompey:Legio 39": "Utica"})
    state = march(state, CAESAR[:4], "Genua")
    assert sum(at_ == place_number("Genua") for at_ in state.location) == len(CAESAR)


@pytest.mark.clause("julius_caesar", "X.6.2a", "6.2", "4.42")
def test_a_navis_in_massilia() -> None:
    state = setting("Caesar in Massilia: Navis 1; Pompey in Damascus: Legio 39")
    assert places(after(state, jc.Take("Caesar:Navis 1"))) == {"Hispanum"}
    ports = {"Utica", "Caralis", "Iomnium", "Siga", "Tingis", "Carthago Nova", "Tarraco", "Narbo", "Genua"}
    assert places(after(state, jc.Take("Caesar:Navis 1"), jc.Go("Hispanum"))) == {"Atlanticus", "Tyrrhenum"} | ports
    fighting = setting("Caesar in Massilia: Navis 1; Pompey in Hispanum: Navis 1")
    fighting = after(fighting, jc.Take("Caesar:Navis 1"), jc.Go("Hispanum"))
    assert fighting.phase != "step"  # one move and attack


@pytest.mark.clause("julius_caesar", "X.6.2b", "6.2", "4.4")
def test_a_navis_in_mare_internum() -> None:
    state = setting("Caesar in Internum: Navis 1; Pompey in Damascus: Legio 39")
    first = places(after(state, jc.Take("Caesar:Navis 1")))
    seas = {name for name in first if place_number(name) >= place_number("Atlanticus")}
    assert seas == {"Tyrrhenum", "Hadriaticum", "Aegaeum", "Egypticum"}
    second = places(after(state, jc.Take("Caesar:Navis 1"), jc.Go("Aegaeum")))
    assert second == {"Propontis", "Egypticum", "Creta", "Athena", "Thessalonika", "Aenos", "Ephesus"}
    assert "Pergamum" not in PORTS_OF[place_number("Aegaeum")]


@pytest.mark.clause("julius_caesar", "6.2", "4.32")
def test_navis_sail_past_straits_and_never_from_port_to_port() -> None:
    state = setting("Caesar in Aegaeum: Navis 1; Pompey in Aenos: Legio 32; Pompey in Pergamum: Legio 33")
    assert "Propontis" in places(after(state, jc.Take("Caesar:Navis 1")))  # whoever holds the shores
    port = setting("Caesar in Rome: Navis 1; Pompey in Damascus: Legio 39")
    assert places(after(port, jc.Take("Caesar:Navis 1"))) == {"Tyrrhenum"}


@pytest.mark.clause("julius_caesar", "6.2", "7.81")
def test_navis_attack_ports_from_the_sea_only_and_seas_also_from_ports() -> None:
    state = setting("Caesar in Genua: Navis 1; Caesar in Tyrrhenum: Navis 2; Pompey in Rome: Legio 1")
    assert "Rome" in places(after(state, jc.Take("Caesar:Navis 2")))
    assert "Rome" not in places(after(state, jc.Take("Caesar:Navis 1"), jc.Go("Tyrrhenum")))  # a second move
    state = setting("Caesar in Genua: Navis 1; Pompey in Tyrrhenum: Navis 1")
    assert "Tyrrhenum" in places(after(state, jc.Take("Caesar:Navis 1")))


@pytest.mark.clause("julius_caesar", "6.2", "7.3")
def test_navis_and_land_never_both_make_the_main_attack() -> None:
    blocks = "Caesar in Genua: Legio 7; Caesar in Tyrrhenum: Navis 1; Pompey in Rome: Legio 1"
    state = move(move(setting(blocks), "Caesar:Legio 7", "Rome"), "Caesar:Navis 1", "Rome")
    assert set(jc.legal_actions(done(state))) == {jc.MainAttack("Rome", "Genua"), jc.MainAttack("Rome", "Tyrrhenum")}
    state = finish(state, jc.MainAttack("Rome", "Tyrrhenum"))
    assert state.phase == "turn"  # the one defender is pinned: it comes to the battle
    reserve = {piece.block: piece.reserve for piece in jc.observe(state, "Caesar").pieces}
    assert reserve == {"Caesar:Legio 7": True, "Caesar:Navis 1": False}


SEAS = {"Caesar:Navis 1": "Tyrrhenum", "Caesar:Navis 2": "Internum", "Caesar:Navis 3": "Egypticum"}


@pytest.mark.clause("julius_caesar", "X.6.3", "6.3", "4.41")
def test_two_legions_go_from_rome_to_antioch_over_three_seas() -> None:
    state = setting({**SEAS, "Caesar:Legio 7": "Rome", "Caesar:Legio 8": "Rome", "Pompey:Legio 39": "Utica"})
    for left, legion in ((2, "Caesar:Legio 7"), (1, "Caesar:Legio 8")):
        state = after(state, jc.Embark(legion))
        for sea in ("Tyrrhenum", "Internum", "Egypticum"):
            state = after(state, jc.Go(sea))
        assert "Utica" not in places(state)
        state = after(state, jc.Go("Antioch"))
        assert state.command.moves == left
        assert legion not in takeable(state)  # not by land and by sea in one turn
    assert takeable(state) == set()  # the lone navis of every sea that was crossed have to stay
    refused(r"a navis stays in Internum", state, jc.Take("Caesar:Navis 2"))


@pytest.mark.clause("julius_caesar", "6.3")
def test_the_other_navis_of_a_crossed_sea_may_go() -> None:
    state = setting("Caesar in Tyrrhenum: Navis 1, Navis 2; Caesar in Rome: Legio 7; Pompey in Utica: Legio 39")
    state = after(state, jc.Embark("Caesar:Legio 7"), jc.Go("Tyrrhenum"), jc.Go("Caralis"))
    assert takeable(state) == {"Caesar:Navis 1", "Caesar:Navis 2"}
    state = move(state, "Caesar:Navis 2", "Internum")
    assert takeable(state) == set()


@pytest.mark.clause("julius_caesar", "6.3")
def test_amphibious_moves_come_first_and_over_seas_that_are_friendly_then() -> None:
    blocks = standing(
        "Caesar in Tyrrhenum: Navis 1; Caesar in Rome: Legio 7; Caesar in Genua: Legio 8; Pompey in Utica: Legio 39"
    )
    state = setting(blocks)
    assert set(named(state, jc.Embark)) == {"Caesar:Legio 7", "Caesar:Legio 8"}
    later = move(state, "Caesar:Legio 8", "Massilia")
    assert named(later, jc.Embark) == []
    refused(r"amphibious moves come before", later, jc.Embark("Caesar:Legio 7"))
    closed = setting(
        {**blocks, "Pompey:Navis 1": "Internum", "Caesar:Navis 1": "Hispanum", "Caesar:Legio 8": "Lugdunum"}
    )
    assert named(closed, jc.Embark) == []
    refused("no sea beside Rome is friendly", closed, jc.Embark("Caesar:Legio 7"))


@pytest.mark.clause("julius_caesar", "6.3")
def test_amphibious_moves_never_land_at_enemies_or_in_battle() -> None:
    blocks = {
        "Pompey:Navis 1": "Tyrrhenum", "Pompey:Legio 1": "Neapolis", "Caesar:Legio 7": "Genua",
        "Pompey:Legio 2": "Rome",
    }  # fmt: skip
    state = finish(move(setting(blocks), "Caesar:Legio 7", "Rome"))
    landing = places(after(state, jc.Embark("Pompey:Legio 1"), jc.Go("Tyrrhenum")))
    assert landing == {"Aleria", "Caralis", "Genua", "Lilybaeum", "Messana", "Rhegium", "Utica"}
    assert named(state, jc.Embark) == ["Pompey:Legio 1"]  # the one in Rome is pinned


@pytest.mark.clause("julius_caesar", "6.3", "6.13")
def test_unpinned_blocks_in_battle_may_embark() -> None:
    blocks = "Pompey in Tyrrhenum: Navis 1; Pompey in Rome: Legio 1, Legio 2; Caesar in Genua: Legio 7"
    state = finish(move(setting(blocks), "Caesar:Legio 7", "Rome"))
    assert named(state, jc.Embark) == ["Pompey:Legio 1", "Pompey:Legio 2"]
    state = after(state, jc.Embark("Pompey:Legio 1"), jc.Go("Tyrrhenum"), jc.Go("Caralis"))
    assert named(state, jc.Embark) == []


@pytest.mark.clause("julius_caesar", "6.13", "6.3")
def test_nobody_embarks_over_the_sea_that_the_enemy_came_by() -> None:
    blocks = {
        "Caesar:Navis 1": "Tyrrhenum",
        **at(POMPEY[:2], "Genua"),
        "Pompey:Navis 1": "Hispanum",
        "Pompey:Navis 2": "Internum",
    }
    state = finish(move(setting(blocks), "Caesar:Navis 1", "Genua"))
    seas = {"Tyrrhenum": "Pompey:Navis 2", "Hispanum": "Pompey:Navis 1"}
    for there, fleet in seas.items():  # set down there by hand: a fleet that moved would leave no MP to embark
        state = replace(state, location=replace_at(state.location, BLOCK[fleet], place_number(there)))
    assert set(seas) == {PLACES[sea] for sea in SEAS_OF[place_number("Genua")]}
    assert named(state, jc.Embark) == POMPEY[:2]
    assert places(after(state, jc.Embark(POMPEY[0]))) == {"Hispanum"}


@pytest.mark.clause("julius_caesar", "4.42", "4.4", "4.41")
def test_border_ports_lie_on_two_seas_utica_and_creta_on_three() -> None:
    on = {PLACES[port]: {PLACES[sea] for sea in SEAS_OF[port]} for port in range(67) if SEAS_OF[port]}
    assert on["Utica"] == {"Hispanum", "Tyrrhenum", "Internum"}
    assert on["Creta"] == {"Internum", "Aegaeum", "Egypticum"}
    two = {"Brundisium", "Byzantium", "Caralis", "Genua", "Lilybaeum", "Messana", "Rhegium", "Tingis"}
    assert {port for port, seas in on.items() if len(seas) == 2} == two
    for island in ("Aleria", "Caralis", "Creta", "Salamis"):
        assert WAYS[place_number(island)] == ()
    assert {PLACES[way.to] for way in WAYS[place_number("Messana")]} == {"Lilybaeum", "Syracuse", "Rhegium"}
    assert [road.city_a for road in ROADS if road.class_ == "strait"] == ["Aenos", "Byzantium", "Gades", "Messana"]


@pytest.mark.clause("julius_caesar", "6.11")
def test_a_view_says_what_each_road_still_carries() -> None:
    state = setting({**at(CAESAR[:4], "Genua"), **at(CAESAR[4:6], "Gades"), **at(POMPEY[:2], "Tingis")})
    for view in (jc.observe(state, "Caesar"), jc.observe(state, "Pompey")):
        assert (view.room_on_road("Genua", "Rome"), view.room_on_road("Ravenna", "Genua")) == (4, 4)
        assert (view.room_on_road("Gades", "Tingis"), view.room_on_road("Rome", "Ravenna")) == (1, 2)
    state = move(state, CAESAR[0], "Rome", "Ravenna")
    view = jc.observe(state, "Pompey")
    assert (view.room_on_road("Genua", "Rome"), view.room_on_road("Rome", "Ravenna")) == (3, 1)
    answer = jc.observe(finish(move(state, CAESAR[4], "Tingis")), "Pompey")
    assert answer.room_on_road("Genua", "Rome") == 4  # his own limits
    pytest.raises(ValueError, lambda: view.room_on_road("Rome", "Utica")).match(r"no road joins")
    pytest.raises(ValueError, lambda: jc.observe(state, "Crassus")).match(r"'Crassus' is not a side")


@pytest.mark.clause("julius_caesar", "6.11", "6.12", "6.14", "E.Pluto")
def test_a_view_says_the_same_of_roads_as_the_rules() -> None:
    checked = 0
    for state in lively_games(2, 60):
        if state.phase != "step" or "Navis" in RETREAT[state.held].block:
            continue
        view, here = jc.observe(state, jc.current_player(state)), PLACES[state.path[-1]]
        for way in WAYS[state.path[-1]]:
            there = PLACES[way.to]
            if jc.Go(there) in jc.legal_actions(state):
                checked += 1
                assert view.room_on_road(here, there) > 0
            elif len(state.path) == 1 and way.to not in jc.rules.movement.barred_neighbours(state, state.path[0]):
                assert view.room_on_road(here, there) == 0
    assert checked > 300


@pytest.mark.clause("julius_caesar", "6.11", "7.3")
def test_a_battle_to_come_is_seen_by_either_side_and_an_attack_before_it_is_made() -> None:
    blocks = "Caesar in Genua: Legio 7; Caesar in Ravenna: Legio 8; Pompey in Rome: Legio 1"
    state = finish(move(move(setting(blocks), "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome"))
    ours, theirs = (coming_battle(state, "Rome", eyes) for eyes in ("Caesar", "Pompey"))
    assert ours == (jc.army("Legio 7", "Caesar"), jc.army("Legio 8", "Caesar"), True)
    assert theirs == (jc.army("Legio 1", "Pompey"), (), False)
    view = jc.observe(setting(blocks), "Caesar")
    assert plan_attack(view, "Ravenna", "Rome") == (jc.army("Legio 8", "Caesar"), (), True)
    assert plan_attack(view, "Massilia", "Rome") is plan_attack(view, "pool", "Rome") is None
