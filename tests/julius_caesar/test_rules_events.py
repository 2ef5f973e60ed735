"""Jupiter and Vulcan, the events that move no group (Mars, Mercury, Neptune and Pluto are with moves and battles)."""

from fractions import Fraction

import pytest

from gamekit import julius_caesar as jc
from tests.julius_caesar.positions import jupiter, vulcan
from tests.julius_caesar.setting import after, done, fight, move, named, places, setting, standing, where


def targets(state: jc.State) -> set[str]:
    return {action.place for action in jc.legal_actions(state) if isinstance(action, jc.Target)}


@pytest.mark.clause("julius_caesar", "E.Jupiter")
def test_jupiter_turns_a_block_beside_a_friendly_city() -> None:
    blocks = {
        "Caesar:Legio 8": "Genua", "Caesar:Legio 9": "Neapolis", "Pompey:Legio 1": "Rome/III",
        "Pompey:Legio 5": "Tarraco",
    }  # fmt: skip
    state = jupiter(blocks)
    assert targets(state) == {"Rome"}
    state = after(state, jc.Target("Rome"))
    assert places(state) == {"Genua", "Neapolis"}
    state = after(state, jc.Go("Genua"))
    assert jc.current_player(state) == "chance"
    state = after(state, jc.Draw("Pompey:Legio 1"))
    assert where(state, "Pompey:Legio 1") == {"place": "Genua", "strength": 3, "side": "Caesar"}
    assert jc.current_player(state) == "Pompey"


@pytest.mark.clause("julius_caesar", "E.Jupiter")
def test_each_block_there_is_as_likely() -> None:
    blocks = {"Caesar:Legio 8": "Genua", **{f"Pompey:Legio {n}": "Rome" for n in (1, 2, 3)}, "Pompey:Pompey": "Rome"}
    state = after(jupiter(blocks), jc.Target("Rome"), jc.Go("Genua"))
    outcomes = jc.chance_outcomes(state)
    assert len(outcomes) == 4
    assert outcomes.p(lambda action: action.block == "Pompey:Pompey") == Fraction(1, 4)
    assert any("Jupiter" in entry for entry in outcomes.basis)


@pytest.mark.clause("julius_caesar", "E.Jupiter", "7.51")
@pytest.mark.parametrize(("block", "place", "left"), [
    ("Pompey:Scipio", "Rome/II", {"place": "Rome", "strength": 1}),
    ("Pompey:Scipio", "Rome/I", {"place": "trophy"}),
    ("Pompey:Navis 1", "Rome/II", {"place": "Rome", "strength": 1}),
    ("Pompey:Navis 1", "Rome/I", {"place": "fallen"}),
    ("Pompey:Navis 1", "Tyrrhenum/I", {"place": "fallen"}),
])  # fmt: skip
def test_leaders_and_navis_stay_loyal_and_lose_a_step(block: str, place: str, left: dict[str, object]) -> None:
    state = jupiter({"Caesar:Legio 8": "Genua", block: place, "Pompey:Legio 39": "Damascus"})
    state = after(state, jc.Target(place.split("/")[0]), jc.Go("Genua"), jc.Draw(block))
    assert where(state, block) == left
    assert jc.victory_points(state)[0] == (left == {"place": "trophy"})


@pytest.mark.clause("julius_caesar", "E.Jupiter", "3.27")
def test_cleopatra_defects() -> None:
    state = jupiter({"Caesar:Legio 8": "Memphis", "Pompey:Cleopatra": "Alexandria", "Pompey:Legio 39": "Utica"})
    state = after(state, jc.Target("Alexandria"), jc.Go("Memphis"), jc.Draw("Pompey:Cleopatra"))
    assert where(state, "Pompey:Cleopatra") == {"place": "Memphis", "strength": 4, "side": "Caesar"}


@pytest.mark.clause("julius_caesar", "E.Jupiter")
def test_adjacent_is_a_road_a_strait_or_a_sea_and_its_port() -> None:
    blocks = {
        "Caesar:Legio 8": "Messana",
        "Pompey:Legio 1": "Rhegium",  # strait
        "Pompey:Legio 37": "Syracuse",  # road
        "Pompey:Navis 1": "Internum",  # the port's sea
        "Pompey:Navis 2": "Hispanum",  # not its sea
        "Pompey:Legio 39": "Utica",  # over the sea only
    }
    assert targets(jupiter(blocks)) == {"Rhegium", "Syracuse", "Internum"}


@pytest.mark.clause("julius_caesar", "E.Jupiter", "7.5")
def test_a_defector_fights_for_his_new_side_and_dies_into_the_pool_of_the_first() -> None:
    state = jupiter({"Caesar:Legio 8": "Genua", "Pompey:Legio 2": "Rome/I", "Pompey:Auxilia 3": "Massilia"})
    state = after(state, jc.Target("Rome"), jc.Go("Genua"), jc.Draw("Pompey:Legio 2"))
    state = fight(move(state, "Pompey:Auxilia 3", "Genua"))
    assert jc.current_player(state) == "Pompey"
    fires = after(state, jc.Pass("Pompey:Auxilia 3"))
    assert named(fires, jc.Fire) == ["Caesar:Legio 8", "Pompey:Legio 2"]
    assert jc.current_player(fires) == "Caesar"
    dies = after(state, jc.Fire("Pompey:Auxilia 3"), jc.Hits(3))  # Legio 8 falls to I, then there is a choice
    dies = after(dies, jc.TakeHit("Pompey:Legio 2"))
    assert where(dies, "Pompey:Legio 2") == {"place": "fallen"}
    assert jc.observe(dies, "Caesar").fallen == ("Pompey:Legio 2",)


@pytest.mark.clause("julius_caesar", "E.Jupiter", "8.5")
def test_a_defector_who_is_disbanded_returns_to_his_first_side() -> None:
    blocks = "Caesar in Genua: Legio 8; Pompey in Genua: Legio 2/II for Caesar; Pompey in Utica: Legio 39"
    played = {"Caesar": ["3/2", "2/2", "2/2", "2/1", "2/1"], "Pompey": ["3/1", "2/3", "2/3", "1/2", "1/2"]}
    state = setting(blocks, phase="disband", played=played)
    assert "Pompey:Legio 2" in named(state, jc.Disband)
    state = after(state, jc.Disband("Pompey:Legio 2"))
    assert where(state, "Pompey:Legio 2") == {"place": "pool"}
    assert "Pompey:Legio 2" in jc.observe(state, "Pompey").pool


@pytest.mark.clause("julius_caesar", "E.Vulcan")
def test_vulcan_takes_a_step_of_every_block_in_any_city_that_holds_some() -> None:
    blocks = standing(
        "Caesar in Genua: Caesar, Legio 8/I, Navis 1; Pompey in Utica: Elephant; Pompey in Internum: Navis 3"
    )
    state = vulcan(blocks)
    assert targets(state) == {"Genua", "Utica"}  # even his own; navis at sea are safe
    own = after(state, jc.Target("Genua"))
    assert where(own, "Caesar:Caesar")["strength"] == 2
    assert where(own, "Caesar:Legio 8") == {"place": "fallen"}
    assert where(own, "Caesar:Navis 1")["strength"] == 1
    assert where(after(state, jc.Target("Utica")), "Pompey:Elephant")["strength"] == 2
    assert jc.current_player(own) == "Pompey"


@pytest.mark.clause("julius_caesar", "E.Vulcan", "7.51")
def test_vulcan_kills_leaders_into_trophies_and_empties_cities() -> None:
    state = vulcan({"Pompey:Scipio": "Rome/I", "Caesar:Legio 8": "Genua", "Pompey:Legio 39": "Utica"})
    assert jc.victory_points(state) == (0, 3)
    state = after(state, jc.Target("Rome"))
    assert where(state, "Pompey:Scipio") == {"place": "trophy"}
    assert jc.victory_points(state) == (1, 1)


@pytest.mark.clause("julius_caesar", "E.Vulcan", "7.52")
def test_cleopatra_killed_outside_battle_stays_with_the_side_that_she_served() -> None:
    state = vulcan(
        {"Pompey:Cleopatra": "Alexandria/I for Caesar", "Caesar:Legio 8": "Genua", "Pompey:Legio 39": "Utica"}
    )
    state = after(state, jc.Target("Alexandria"))
    assert where(state, "Pompey:Cleopatra") == {"place": "fallen", "side": "Caesar"}


@pytest.mark.clause("julius_caesar", "2.1", "E.Jupiter", "E.Vulcan")
def test_an_event_may_be_left_unused() -> None:
    for state in (
        jupiter({"Caesar:Legio 8": "Genua", "Pompey:Legio 1": "Rome"}),
        vulcan({"Caesar:Legio 8": "Genua", "Pompey:Legio 1": "Rome"}),
    ):
        assert jc.current_player(done(state)) == "Pompey"


def test_the_readings_that_had_to_be_judged_are_named() -> None:
    basis = jc.rules.basis
    assert {"6.13", "7.52", "8.3", "E.Vulcan"} <= set(basis)
    judged = " ".join(entry for entry in basis if entry.startswith("judged:"))
    subjects = ("10 VP", "Cleopatra", "Jupiter", "defector", "response over a strait", "navis", "exchange of roles")
    assert [subject for subject in (*subjects, "levy points", "vacant") if subject not in judged] == []
    assert sum(entry.startswith("this rulebook") for entry in basis) == 3
