"""Winter: Cleopatra, navis, supply, victory, disbanding, the new year, in that order (8.0, 1.2)."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.rules.control import points_leader
from gamekit.julius_caesar.state import NONE
from gamekit.play.protocol import IllegalAction
from tests.julius_caesar.setting import after, done, named, places, setting, where

PLAYED = {"Caesar": ["3/2", "2/2", "2/2", "2/1", "2/1"], "Pompey": ["3/1", "2/3", "2/3", "1/2", "1/2"]}
HOLDING = {"Caesar:Legio 8": "Genua", "Pompey:Legio 39": "Utica"}


def winter(blocks: dict[str, str], year: int = -48) -> jc.State:
    """The year's last turn, in which player 2 has only to say that he is done."""
    state = setting({**HOLDING, **blocks}, ("2/1", "1/2"), player="Pompey", phase="levy", played=PLAYED, year=year)
    return done(state)


def at(names: list[str], city: str) -> dict[str, str]:
    return dict.fromkeys(names, city)


@pytest.mark.clause("julius_caesar", "8.1", "7.52")
def test_cleopatra_goes_home_and_joins_whoever_holds_alexandria() -> None:
    home = winter({"Pompey:Cleopatra": "Antioch/II"})
    assert where(home, "Pompey:Cleopatra") == {"place": "Alexandria", "strength": 2}
    held = winter({"Pompey:Cleopatra": "Antioch/II", "Caesar:Legio 7": "Alexandria"})
    assert where(held, "Pompey:Cleopatra") == {"place": "Alexandria", "strength": 2, "side": "Caesar"}
    assert jc.victory_points(held) == (2, 1)
    back = winter({"Pompey:Cleopatra": "Rome/II for Caesar", "Pompey:Legio 38": "Alexandria"})
    assert where(back, "Pompey:Cleopatra") == {"place": "Alexandria", "strength": 2}
    assert where(winter({"Pompey:Cleopatra": "fallen"}), "Pompey:Cleopatra") == {"place": "fallen"}


@pytest.mark.clause("julius_caesar", "8.2")
def test_navis_go_into_a_friendly_port_of_their_sea_or_are_disbanded() -> None:
    state = winter({"Caesar:Navis 1": "Tyrrhenum", "Caesar:Navis 2": "Aegaeum", "Pompey:Navis 1": "Hispanum"})
    assert where(state, "Caesar:Navis 1")["place"] == "Genua"  # the only one
    assert where(state, "Caesar:Navis 2") == {"place": "pool"}
    assert where(state, "Pompey:Navis 1")["place"] == "Utica"
    choice = winter({"Caesar:Navis 1": "Tyrrhenum", "Caesar:Legio 7": "Rome"})
    assert (choice.phase, places(choice)) == ("harbour", {"Genua", "Rome"})
    choice = after(choice, jc.Go("Rome"))
    assert where(choice, "Caesar:Navis 1")["place"] == "Rome"
    assert where(winter({"Caesar:Navis 1": "Rome"}), "Caesar:Navis 1")["place"] == "Rome"


@pytest.mark.clause("julius_caesar", "X.8.3", "8.3")
@pytest.mark.parametrize(
    ("city", "fed"), [("Genua", 3), ("Massilia", 4), ("Rome", 5), ("Treveri", 3), ("Alexandria", 5)]
)
def test_a_city_feeds_three_blocks_and_its_value(city: str, fed: int) -> None:
    legions = [f"Caesar:Legio {n}" for n in (7, 9, 10, 11, 12, 13)]
    assert winter({"Caesar:Legio 8": "Narbo", **at(legions[:fed], city)}).phase == "disband"
    state = winter({"Caesar:Legio 8": "Narbo", **at([*legions[:fed], "Caesar:Auxilia 1"], city)})
    assert (state.phase, jc.current_player(state)) == ("supply", "Caesar")
    assert set(named(state, jc.Disband)) == {*legions[:fed], "Caesar:Auxilia 1"}  # the owner chooses
    pytest.raises(IllegalAction, lambda: after(state, jc.Done()))
    state = after(state, jc.Disband("Caesar:Auxilia 1"))
    assert (state.phase, where(state, "Caesar:Auxilia 1")) == ("disband", {"place": "pool"})


@pytest.mark.clause("julius_caesar", "8.0", "8.2", "8.3")
def test_navis_come_to_port_before_supply_is_counted() -> None:
    state = winter({"Caesar:Navis 1": "Tyrrhenum", **at([f"Caesar:Legio {n}" for n in (9, 10)], "Genua")})
    assert state.phase == "supply"  # three legions and the navis that came
    assert "Caesar:Navis 1" in named(state, jc.Disband)


@pytest.mark.clause("julius_caesar", "8.0", "8.1", "8.4")
def test_victory_is_checked_when_cleopatra_is_home() -> None:
    cities = ["Rome", "Athena", "Byzantium", "Ephesus", "Massilia", "Tarraco", "Carthago Nova", "Syracuse"]
    blocks = {f"Caesar:Legio {n}": city for n, city in zip((7, 9, 10, 11, 12, 13, 14, 16), cities)}
    blocks |= {"Pompey:Cleopatra": "Alexandria/II for Caesar"}
    assert jc.victory_points(winter({**blocks})) == (11, 1)
    over = winter({**blocks, "Pompey:Cleopatra": "Antioch for Caesar"})
    assert over.phase == "over"  # 9 for the cities, 2 for Alexandria, to which she has returned
    assert jc.returns(over) == {"Caesar": 1, "Pompey": -1}


@pytest.mark.clause("julius_caesar", "1.2", "8.4", "7.51")
def test_ten_points_win_at_once_trophies_counted() -> None:
    cities = ["Rome", "Athena", "Byzantium", "Ephesus", "Massilia", "Tarraco", "Carthago Nova"]
    blocks = {f"Caesar:Legio {n}": city for n, city in zip((7, 9, 10, 11, 12, 13, 14), cities)}
    nine = {**blocks, "Pompey:Scipio": "trophy"}
    assert winter(nine).phase == "disband"
    assert jc.victory_points(winter(nine)) == (9, 1)
    ten = winter({**nine, "Pompey:Brutus": "trophy"})
    assert (ten.phase, jc.returns(ten)) == ("over", {"Caesar": 1, "Pompey": -1})
    pytest.raises(ValueError, lambda: jc.returns(winter(nine))).match("not over")


@pytest.mark.clause("julius_caesar", "1.2")
@pytest.mark.parametrize(("blocks", "result"), [
    ({"Caesar:Legio 7": "Rome"}, (1, -1)),
    ({}, (-1, 1)),
    ({"Caesar:Legio 7": "Athena"}, (0, 0)),  # one each, and Rome is nobody's
    ({"Caesar:Legio 7": "Athena", "Caesar:Legio 9": "Ephesus", "Pompey:Legio 39": "Rome"}, (-1, 1)),
    ({"Pompey:Legio 39": "Damascus"}, (0, 0)),
    ({"Caesar:Legio 7": "Rome", "Pompey:Legio 5": "Tarraco"}, (1, -1)),
])  # fmt: skip
def test_the_last_year_goes_by_score_then_to_rome_or_nobody(blocks: dict[str, str], result: tuple[int, int]) -> None:
    state = winter(blocks, year=-44)
    assert state.phase == "over"
    assert jc.returns(state) == dict(zip(("Caesar", "Pompey"), result))
    assert jc.legal_actions(state) == ()


@pytest.mark.clause("julius_caesar", "1.2", "8.4")
def test_both_at_ten_would_go_by_points_then_rome() -> None:
    assert (points_leader((11, 10), 1), points_leader((10, 10), 1)) == (0, 1)
    assert points_leader((10, 10), NONE) == NONE


@pytest.mark.clause("julius_caesar", "8.5")
def test_each_side_may_disband_any_block_cleopatra_too() -> None:
    state = winter({"Caesar:Caesar": "Rome", "Pompey:Cleopatra": "Alexandria"})
    assert (state.phase, jc.current_player(state)) == ("disband", "Caesar")
    state = after(state, jc.Disband("Caesar:Caesar"), jc.Disband("Caesar:Legio 8"), jc.Done())
    assert where(state, "Caesar:Caesar") == {"place": "pool"}  # not a trophy
    assert jc.current_player(state) == "Pompey"
    state = after(state, jc.Disband("Pompey:Cleopatra"), jc.Done())
    assert where(state, "Pompey:Cleopatra") == {"place": "pool"}
    assert (state.year, state.phase) == (-47, "deal")


@pytest.mark.clause("julius_caesar", "8.6", "5.2", "8.2", "8.3")
def test_the_new_year_begins_with_all_cards_and_no_fallen() -> None:
    state = winter({"Caesar:Legio 11": "fallen", "Pompey:Legio 5": "fallen", "Pompey:Scipio": "trophy"})
    state = after(state, jc.Done(), jc.Done())
    assert (state.year, state.turn, state.phase) == (-47, 1, "deal")
    assert jc.chance_outcomes(state).total_weight == 27
    assert state.hands == state.played == ((), ())
    assert where(state, "Caesar:Legio 11") == where(state, "Pompey:Legio 5") == {"place": "pool"}
    assert where(state, "Pompey:Scipio") == {"place": "trophy"}  # for good


@pytest.mark.clause("julius_caesar", "8.0", "2.0")
def test_winter_follows_the_fifth_turn_even_when_it_was_cancelled() -> None:
    four = {side: cards[:4] for side, cards in PLAYED.items()}
    last = {"Caesar": ["Mars"], "Pompey": ["Vulcan"]}
    state = setting({**HOLDING, "Caesar:Navis 2": "Aegaeum"}, phase="play", played=four, hands=last, turn=5)
    state = after(state, jc.Play("Mars"), jc.Play("Vulcan"))
    assert (state.phase, where(state, "Caesar:Navis 2")) == ("disband", {"place": "pool"})
