"""The points that can be read in two ways: what each reading allows in a position, and that games come back."""

from dataclasses import replace
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.from_state import battle_of
from gamekit.julius_caesar.tables import POINTS, SIDES, read_online
from gamekit.play.protocol import CHANCE, OVER, IllegalAction, play, random_strategy
from gamekit.storage import record
from gamekit.text.translation import table
from tests.cases import Cases
from tests.julius_caesar.positions import POMPEY, at, cleopatra, ends, havens, hit, sea_battle
from tests.julius_caesar.setting import after, done, fight, finish, move, named, places, refused, setting, where


def read(state: jc.State, *points: str) -> jc.State:
    """The same position, these points read as on the web."""
    return replace(state, online=read_online(points))


def test_a_reading_is_all_or_some_points_by_name() -> None:
    assert read_online("text") == ()
    assert read_online("online") == tuple(point for point in POINTS if point != "tournament_start")
    assert read_online(["tournament_start"]) == ("tournament_start",)  # an option: by its name only
    assert len(POINTS) == 9
    assert read_online({"surprise": "online", "sea_retreats": "text"}) == ("surprise",)
    for wrong in ("web", ["surprize"], {"surprise": "both"}, 7):
        pytest.raises(ValueError, read_online, wrong).match(r"text|surprise")  # type: ignore[arg-type]
    assert all(f"julius_caesar.point.{point}" in table() for point in POINTS)


@pytest.mark.clause("julius_caesar", "7.82")
def test_a_navis_in_a_port_retreats_over_the_sea_or_only_into_it() -> None:
    blocks = {
        "Caesar:Navis 1": "Tyrrhenum", "Pompey:Navis 1": "Genua", "Pompey:Legio 2": "Genua",
        "Caesar:Legio 8": "Aleria", "Pompey:Legio 5": "Tarraco",
    }  # fmt: skip
    state = fight(move(setting(blocks), "Caesar:Navis 1", "Genua"))
    assert havens(state, "Pompey:Navis 1") == {"Hispanum", "Tarraco"}
    assert havens(read(state, "navis_retreat"), "Pompey:Navis 1") == {"Hispanum"}
    assert havens(read(state, "navis_retreat"), "Caesar:Navis 1") == {"Tyrrhenum"}
    at_sea = sea_battle(
        {"Caesar:Navis 1": "Internum"}, {"Pompey:Navis 1": "Tyrrhenum"}, more={"Pompey:Legio 1": "Neapolis"}
    )  # from a sea a port is a neighbour
    assert havens(read(at_sea, "navis_retreat"), "Pompey:Navis 1") == {"Hispanum", "Neapolis"}


@pytest.mark.clause("julius_caesar", "7.52", "7.2")
def test_cleopatra_won_over_in_the_c_turn_waits_or_acts_in_it() -> None:
    begun = cleopatra(attackers={"Caesar:Legio 10": "Genua", "Caesar:Legio 13": "Genua"})
    for online, still in (((), {"Caesar:Legio 13"}), (("cleopatra_turn",), {"Caesar:Legio 13", "Pompey:Cleopatra"})):
        state = hit(read(begun, *online), "Caesar:Auxilia 3", 2)  # Legio 1 is at II
        assert set(named(state, jc.Pass)) >= {"Pompey:Cleopatra"}
        # she is struck in her new side's C turn although she has acted for her old side: never twice in a round
        acted = after(state, jc.Pass("Pompey:Cleopatra"), jc.Pass("Pompey:Legio 1"))
        acted = after(hit(acted, "Caesar:Legio 10", 2), jc.TakeHit("Pompey:Cleopatra"))
        assert set(named(acted, jc.Pass)) == {"Caesar:Legio 13"}
        # under Mars the attackers' C turn comes first, and she has not acted yet
        mars = setting("Caesar in Genua: Legio 10, Legio 13; Pompey in Rome: Cleopatra/I, Legio 1/I", ("Mars", "2/2"))
        mars = read(fight(move(move(mars, "Caesar:Legio 10", "Rome"), "Caesar:Legio 13", "Rome")), *online)
        mars = after(hit(mars, "Caesar:Legio 10", 1), jc.TakeHit("Pompey:Cleopatra"))
        assert set(named(mars, jc.Pass)) == still


@pytest.mark.clause("julius_caesar", "4.32", "6.12")
def test_one_or_two_respond_over_a_strait() -> None:
    blocks = {**at(POMPEY[:3], "Nicomedia"), "Pompey:Legio 6": "Byzantium", "Caesar:Legio 7": "Aenos"}
    state = finish(move(setting(blocks), "Caesar:Legio 7", "Byzantium"))
    assert "Byzantium" in places(after(move(state, POMPEY[0], "Byzantium"), jc.Take(POMPEY[1])))
    other = move(read(state, "response_strait"), POMPEY[0], "Byzantium")
    assert jc.observe(other, "Pompey").room_on_road("Nicomedia", "Byzantium") == 0
    assert jc.Take(POMPEY[1]) not in jc.legal_actions(other) or "Byzantium" not in places(
        after(other, jc.Take(POMPEY[1]))
    )
    refused("full", other, jc.Take(POMPEY[1]), jc.Go("Byzantium"))


@pytest.mark.clause("julius_caesar", "6.1", "E.Mercury")
def test_the_third_step_under_mercury_may_come_back() -> None:
    state = setting("Caesar in Genua: Legio 7; Pompey in Athena: Legio 1", ("Mercury", "2/2"))
    out = (jc.Take("Caesar:Legio 7"), jc.Go("Ravenna"))
    assert "Genua" not in places(after(state, *out))
    assert "Genua" not in places(after(read(state, "mercury_return"), *out))  # not on the second step
    further = (*out, jc.Go("Rome"))
    assert not {"Ravenna", "Genua"} & places(after(state, *further))
    assert {"Ravenna", "Genua"} <= places(after(read(state, "mercury_return"), *further))
    pytest.raises(IllegalAction, lambda: after(state, *further, jc.Go("Ravenna"))).match("already been in Ravenna")
    back = after(read(state, "mercury_return"), *further, jc.Go("Ravenna"))
    assert back.phase == "move"  # three steps are all there are
    assert jc.from_json(jc.to_json(back)) == back


@pytest.mark.clause("julius_caesar", "7.64")
def test_one_block_a_round_goes_by_sea_of_each_side_or_of_both() -> None:
    blocks = {
        "Caesar:Legio 7": "Genua", "Caesar:Navis 1": "Tyrrhenum", "Caesar:Legio 8": "Aleria",
        "Pompey:Legio 1": "Massilia", "Pompey:Navis 1": "Hispanum", "Pompey:Legio 2": "Tarraco",
    }  # fmt: skip
    state = fight(move(setting(blocks, ("3/1", "2/2")), "Caesar:Legio 7", "Massilia"))
    assert state.combat is not None
    for sailed, by_text, by_web in (((0, 0), True, True), ((1, 0), True, False), ((0, 1), False, False)):
        now = replace(state, combat=replace(state.combat, round=2, sailed=sailed))
        assert ("Tarraco" in havens(now, "Pompey:Legio 1")) is by_text
        assert ("Tarraco" in havens(read(now, "sea_retreats"), "Pompey:Legio 1")) is by_web


ALEXANDRIA = {"Pompey:Legio 39": "Utica", "Caesar:Legio 7": "Narbo"}


def struck(blocks: dict[str, str], city: str, *points: str, player: str = "Caesar") -> jc.State:
    """Vulcan strikes a city: played by this side against a command card, before player 2 has moved."""
    cards = ("Vulcan", "3/2") if player == "Caesar" else ("3/2", "Vulcan")
    state = setting({**ALEXANDRIA, **blocks}, cards, player, "vulcan", reading=list(points))
    assert ("vulcan_cleopatra" in jc.readings_that_matter(state)) is (where(state, "Pompey:Cleopatra")["strength"] == 1)
    state = after(state, jc.Target(city))
    assert jc.from_json(jc.to_json(state)) == state
    return state


@pytest.mark.clause("julius_caesar", "E.Vulcan", "7.52", "4.21")
def test_cleopatra_alone_falls_to_vulcan_or_holds_the_city_for_the_other_side() -> None:
    alone = {"Pompey:Cleopatra": "Alexandria/I"}
    state = struck(alone, "Alexandria")
    assert (where(state, "Pompey:Cleopatra"), jc.victory_points(state)) == ({"place": "fallen"}, (0, 1))
    state = struck(alone, "Alexandria", "vulcan_cleopatra")
    assert where(state, "Pompey:Cleopatra") == {"place": "Alexandria", "strength": 1, "side": "Caesar"}
    assert (jc.victory_points(state), state.attacks) == ((2, 1), ())
    assert struck(alone, "Alexandria", *read_online("online")) == replace(state, online=read_online("online"))
    for points in ((), ("vulcan_cleopatra",)):  # of two steps she loses one
        state = struck({"Pompey:Cleopatra": "Alexandria/II"}, "Alexandria", *points)
        assert where(state, "Pompey:Cleopatra") == {"place": "Alexandria", "strength": 1}


@pytest.mark.clause("julius_caesar", "E.Vulcan", "7.52", "6.13", "6.14", "7.2")
def test_cleopatra_turned_by_vulcan_attacks_those_who_are_left_beside_her() -> None:
    blocks = {"Pompey:Cleopatra": "Alexandria/I", "Pompey:Legio 2": "Alexandria/III", "Pompey:Legio 38": "Memphis"}
    blocks |= {"Pompey:Legio 34": "Alexandria/I", "Pompey:Elephant": "Alexandria"}
    state = struck(blocks, "Alexandria", "vulcan_cleopatra")
    assert where(state, "Pompey:Legio 34") == {"place": "fallen"}
    assert [where(state, f"Pompey:{name}")["strength"] for name in ("Cleopatra", "Legio 2", "Elephant")] == [1, 2, 2]
    (attack,) = state.attacks
    assert (SIDES[attack.attacker], attack.came) == ("Caesar", ())
    assert jc.current_player(state) == "Pompey"
    one_left = move(state, "Pompey:Elephant", "Pelusium")  # she pins one of the two
    assert not any(jc.Take(f"Pompey:{n}") in jc.legal_actions(one_left) for n in ("Legio 2", "Cleopatra"))
    responded = move(one_left, "Pompey:Legio 38", "Alexandria")
    assert jc.from_json(jc.to_json(responded)) == responded
    battle = fight(responded)
    assert (SIDES[battle.combat.attacker], battle.combat.first_strike) == ("Caesar", False)
    assert named(battle, jc.Fire) == ["Pompey:Legio 2"]  # C of the defender; Legio 38 is in reserve
    hers = after(battle, jc.Pass("Pompey:Legio 2"))
    assert (jc.current_player(hers), named(hers, jc.Fire)) == ("Caesar", ["Pompey:Cleopatra"])
    assert jc.from_json(jc.to_json(hers)) == hers
    odds = battle_of(battle).odds().map(lambda e: (tuple(sorted(e.attacker)), tuple(sorted(e.defender))))
    assert odds == ends(battle, battle)
    back = hit(battle, "Pompey:Legio 2", 1)  # 7.52 again, now in battle
    assert (back.phase, jc.current_player(back)) == ("regroup", "Pompey")
    assert "side" not in where(back, "Pompey:Cleopatra")


@pytest.mark.clause("julius_caesar", "E.Vulcan", "7.52", "6.13")
def test_vulcan_on_ones_own_city_turns_cleopatra_against_its_player_who_attacks() -> None:
    blocks = {"Pompey:Cleopatra": "Rome/I for Caesar", "Caesar:Legio 8": "Rome/III", "Caesar:Legio 9": "Genua"}
    state = struck(blocks, "Rome", "vulcan_cleopatra")
    assert where(state, "Pompey:Cleopatra") == {"place": "Rome", "strength": 1}
    assert jc.Take("Pompey:Cleopatra") not in jc.legal_actions(state)  # pinned by Legio 8
    battle = fight(state)
    assert SIDES[battle.combat.attacker] == "Caesar"
    assert named(battle, jc.Fire) == ["Pompey:Cleopatra"]
    fallen = struck(blocks, "Rome")
    assert (where(fallen, "Pompey:Cleopatra"), fallen.attacks) == ({"place": "fallen", "side": "Caesar"}, ())


HANDS = {"Caesar": ("1/2", "2/1", "2/2", "Neptune", "3/1"), "Pompey": ("4/1", "Mars", "Vulcan", "3/2", "2/2")}


def opened(caesar: str, pompey: str, reading: object = ("tournament_start",)) -> jc.State:
    return after(jc.initial_state(HANDS, reading=reading), jc.Play(caesar), jc.Play(pompey))  # type: ignore[arg-type]


@pytest.mark.clause("julius_caesar", "2.1")
def test_in_tournaments_caesar_is_player_1_in_the_first_turn_whatever_the_cards() -> None:
    for pompey in ("4/1", "Mars", "Vulcan"):
        assert jc.observe(opened("1/2", pompey, "text"), "Caesar").player1 == "Pompey"
        assert jc.observe(opened("1/2", pompey, "online"), "Caesar").player1 == "Pompey"
        state = opened("1/2", pompey)
        assert (jc.observe(state, "Caesar").player1, jc.current_player(state)) == ("Caesar", "Caesar")
        assert jc.from_json(jc.to_json(state)) == state
    assert opened("Neptune", "Mars").turn == 2  # two events cancel each other as ever
    state = opened("1/2", "4/1")
    while state.turn == 1:
        state = after(state, jc.legal_actions(state)[-1])
    later = after(state, jc.Play("2/1"), jc.Play("3/2"))
    assert jc.observe(later, "Caesar").player1 == "Pompey"  # from turn 2 on by the cards
    played: dict[str, list[str]] = {"Caesar": ["1/2"], "Pompey": ["4/1"]}
    year_2 = setting("Caesar in Genua: Legio 7; Pompey in Rome: Legio 1", ("1/2", "4/1"), "Pompey", year=-47,
                     played=played, reading=["tournament_start"])  # fmt: skip
    assert jc.observe(year_2, "Caesar").player1 == "Pompey"


@pytest.mark.clause("julius_caesar", "E.Mars", "2.1", "7.2")
def test_an_event_of_player_2_in_a_tournaments_first_turn_does_what_it_says() -> None:
    blocks = {"Caesar:Legio 8": "Genua", "Caesar:Legio 13": "Ravenna", "Pompey:Legio 1": "Rome",
              "Pompey:Scipio": "Neapolis", "Caesar:Legio 7": "Narbo", "Pompey:Legio 5": "Tarraco"}  # fmt: skip
    read_so = {"reading": ["tournament_start"]}
    state = move(setting(blocks, ("2/1", "Mars"), **read_so), "Caesar:Legio 8", "Rome")
    state = done(finish(move(state, "Caesar:Legio 13", "Rome"), jc.MainAttack("Rome", "Ravenna")))
    assert not state.combat.first_strike  # Mars is the other side's
    state = finish(setting(blocks, ("2/1", "Mars"), **read_so))
    state = done(move(state, "Pompey:Legio 5", "Narbo"))
    assert (SIDES[state.combat.attacker], state.combat.first_strike) == ("Pompey", True)
    # Jupiter draws the main attack out of the battle: the other road's block is the main attack
    state = move(setting(blocks, ("2/1", "Jupiter"), **read_so), "Caesar:Legio 8", "Rome")
    state = finish(move(state, "Caesar:Legio 13", "Rome"), jc.MainAttack("Rome", "Ravenna"))
    state = after(state, jc.Target("Rome"), jc.Go("Neapolis"), jc.Draw("Caesar:Legio 13"))
    assert (state.combat.round, state.combat.waiting) == (1, 0)
    assert where(state, "Caesar:Legio 13")["place"] == "Neapolis"
    # Vulcan kills the attacker before the battle, which is not fought
    state = move(
        setting({**blocks, "Caesar:Legio 8": "Genua/I"}, ("2/1", "Vulcan"), **read_so), "Caesar:Legio 8", "Rome"
    )
    state = after(finish(state), jc.Target("Rome"))
    assert (state.turn, state.combat, state.attacks) == (2, None, ())
    assert (where(state, "Caesar:Legio 8"), where(state, "Pompey:Legio 1")["strength"]) == ({"place": "fallen"}, 3)


@pytest.mark.clause("julius_caesar", "7.3")
def test_the_first_block_in_makes_the_main_attack() -> None:
    blocks = "Caesar in Genua: Legio 7; Caesar in Ravenna: Legio 8; Pompey in Rome: Legio 1"
    state = move(move(setting(blocks), "Caesar:Legio 8", "Rome"), "Caesar:Legio 7", "Rome")
    assert after(state, jc.Done()).phase == "main"
    state = move(move(read(setting(blocks), "main_attack"), "Caesar:Legio 8", "Rome"), "Caesar:Legio 7", "Rome")
    assert after(state, jc.Done()).phase != "main"
    assert [threat.main for threat in jc.observe(state, "Pompey").threats] == ["Ravenna"]


@pytest.mark.clause("julius_caesar", "E.Mars", "E.Neptune")
def test_mars_has_every_battle_of_the_turn_or_the_first_fought() -> None:
    blocks = "Caesar in Genua: Legio 7, Legio 8, Legio 9; Pompey in Rome: Legio 1; Pompey in Massilia: Legio 2"
    for online, second in (((), True), (("surprise",), False)):
        state = read(setting(blocks, ("Mars", "2/2")), *online)
        state = finish(move(move(state, "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Massilia"))
        if state.phase != "battle":
            state = finish(state)
        state, struck = after(state, jc.JoinBattle("Massilia")), {}
        while state.phase != "play":
            if state.combat is not None:
                struck[state.combat.place] = state.combat.first_strike
                assert jc.from_json(jc.to_json(state)) == state
            legal = jc.legal_actions(state)
            state = after(state, (jc.Done() if jc.Done() in legal else legal[0]) if legal else jc.Hits(0))
        assert list(struck.values()) == [True, second]
        assert not state.surprised


@pytest.mark.clause("julius_caesar", "E.Mars", "E.Neptune")
def test_with_two_battles_to_come_mars_depends_on_the_reading() -> None:
    blocks = "Caesar in Genua: Legio 7, Legio 8; Pompey in Rome: Legio 1; Pompey in Massilia: Legio 2"
    for card, hangs in (("Mars", True), ("3/2", False)):
        state = move(setting(blocks, (card, "2/2")), "Caesar:Legio 7", "Rome")
        assert not {"surprise", "main_attack"} & {*jc.readings_that_matter(state)}
        assert ("surprise" in jc.readings_that_matter(move(state, "Caesar:Legio 8", "Massilia"))) == hangs


@pytest.mark.clause("julius_caesar", "7.3")
@pytest.mark.long
def test_games_under_random_readings_end_and_come_back(cases: Cases) -> None:
    for seed in range(cases(1, 300)):
        random = Random(seed)
        points = [point for point in POINTS if random.random() < 0.5]
        start = jc.initial_state(reading=points)
        moves = list(play(jc.rules, {side: random_strategy(random) for side in SIDES}, random, start))
        end = moves[-1][0]
        assert jc.current_player(end) == OVER
        for state, _ in random.sample(moves, 8):
            assert (state.online, jc.from_json(jc.to_json(state))) == (tuple(points), state)
            if jc.current_player(state) not in (CHANCE, OVER):
                assert all(jc.apply(state, action).online == state.online for action in jc.legal_actions(state))
        kept = record.record_of_moves(jc, moves, options={"reading": points})
        assert record.read(kept.to_json_lines(), jc).positions()[-1] == end
