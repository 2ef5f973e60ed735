"""Positions as JSON: any can be set up by hand, and a wrong one says where and why."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from tests.julius_caesar.setting import document, finish, move, setting

START = document(jc.initial_state())
OPENING = document(
    jc.initial_state({"Caesar": ["3/2", "2/2", "2/2", "2/1", "Mars"], "Pompey": ["3/1", "2/3", "2/3", "1/2", "Vulcan"]})
)
ROME = {"Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Asculum", "Pompey:Legio 1": "Rome", "Pompey:Legio 2": "Neapolis"}


def attacking() -> jc.State:
    """Two roads into Rome: Pompey is to answer."""
    state = move(move(setting(ROME), "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome")
    return finish(state, jc.MainAttack("Rome", "Genua"))


ATTACKING = document(attacking())
FIGHTING = document(finish(move(attacking(), "Pompey:Legio 2", "Rome")))
CARDS = {
    "hands": {"Caesar": ["2/1", "2/1", "3/1", "3/1"], "Pompey": ["2/2", "2/2", "2/3", "2/1"]},
    "played": {"Caesar": ["1/2"], "Pompey": ["3/2"]},
}
REGROUPING = {
    **CARDS,
    "phase": "regroup",
    "blocks": {"Caesar:Legio 13": {"place": "Ravenna"}, "Caesar:Legio 8": {"place": "Rome"}},
    "battle": {
        "place": "Ravenna",
        "attacker": "Pompey",
        "acted": ["Caesar:Legio 8"],
        "roads": [["Ravenna", "Rome", 1]],
    },
}
HITTING = {
    **CARDS,
    "phase": "hit",
    "blocks": {
        "Caesar:Legio 13": {"place": "Ravenna", "strength": 2},
        "Caesar:Legio 8": {"place": "Ravenna", "strength": 2},
        "Pompey:Legio 1": {"place": "Ravenna", "strength": 2},
    },
    "battle": {"place": "Ravenna", "attacker": "Pompey", "slot": 5, "firing": "Pompey:Legio 1", "hits": 2},
}
DISCARDING = {
    "phase": "discard",
    "player": "Pompey",
    "hands": {"Caesar": ["3/2", "3/2", "2/1", "2/1", "2/1"], "Pompey": ["2/2"] * 3 + ["2/3"] * 3},
    "discards": {"Caesar": "3/1"},
}


def test_a_position_needs_only_what_differs() -> None:
    short = {
        "phase": "move",
        "player": "Caesar",
        "played": {"Caesar": ["3/2"], "Pompey": ["2/2"]},
        "hands": {"Caesar": ["3/2", "2/1", "2/1", "1/2"], "Pompey": ["3/1", "2/3", "2/3", "Mars"]},
        "blocks": {"Caesar:Caesar": {"place": "Ravenna"}, "Pompey:Pompey": {"place": "Rome", "strength": 2}},
        "command": {"moves": 3, "levies": 2},
    }
    state = jc.from_json(json.dumps(short))
    assert jc.observe(state, "Caesar").player1 == "Caesar"  # it follows from the cards
    assert jc.observe(state, "Caesar").in_force == ("3/2", "2/2")
    assert jc.Take("Caesar:Caesar") in jc.legal_actions(state)
    assert jc.observe(state, "Pompey").pieces[0].strength == 2


def test_a_position_in_the_midst_of_anything_comes_back() -> None:
    for state in (
        attacking(),
        *(jc.from_json(json.dumps(found)) for found in (FIGHTING, REGROUPING, HITTING, DISCARDING)),
    ):
        assert jc.from_json(jc.to_json(state)) == state
        assert hash(jc.from_json(jc.to_json(state))) == hash(state)
    assert ATTACKING["attacks"] == [
        {
            "place": "Rome",
            "attacker": "Caesar",
            "came": {"Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Asculum"},
            "main": "Genua",
        }
    ]
    assert FIGHTING["battle"]["reserves"] == ["Caesar:Legio 8", "Pompey:Legio 2"]
    assert FIGHTING["battle"]["origins"] == {"Caesar": ["Asculum", "Genua"], "Pompey": ["Neapolis"]}


def edit(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Set a value deep in a document: ``"blocks/Caesar:Caesar/place"``."""

    def change(found: dict[str, Any]) -> None:
        *keys, last = path.split("/")
        for key in keys:
            found = found[int(key) if isinstance(found, list) else key]
        found[last] = value

    return change


def _keys(path: str) -> list[str]:
    return path.split("/")


@pytest.mark.parametrize(
    ("base", "path", "value", "message"),
    [
        (START, "game", "caesar", "game is 'caesar'; this program reads game julius_caesar"),
        (START, "format", 2, "format is 2; this program reads format 1"),
        (START, "year", -50, "year is -50; it should be -48 to -44"),
        (START, "turn", 6, "turn is 6; it should be 1 to 5"),
        (START, "phase", "moves", "phase is 'moves'; it should be one of deploy, deal"),
        (START, "player", "Crassus", "player: 'Crassus' should be one of Caesar, Pompey"),
        (START, "yaer", -48, "yaer: no such key; did you mean year"),
        (
            START,
            "blocks/Caesar:Caesar/place",
            "Romme",
            "Caesar.place: no city or sea is called 'Romme'; near names: Rome",
        ),
        (START, "blocks/Caesar:Caesar/strength", 4, "Caesar:Caesar: strength 4 is none of its own; it may be 3, 2, 1"),
        (START, "blocks/Caesar:Caesar/place", "Internum", "a land block cannot stand in Internum"),
        (START, "blocks/Caesar:Navis 1/place", "Lugdunum", "a navis cannot stand in Lugdunum"),
        (START, "blocks/Caesar:Caesar/side", "Pompey", "leaders and navis do not change sides"),
        (START, "blocks/Caesar:Legio 17", {"place": "pool", "strength": 1}, "a block off the map has no strength"),
        (START, "blocks/Caesar:Legio 17", {"place": "pool", "side": "Pompey"}, "it belongs to its own colour"),
        (START, "blocks/Caesar:Legio 99", {"place": "Rome"}, "no block is called 'Caesar:Legio 99'"),
        (START, "blocks/Caesar:Legio 17/strenght", 1, "no such key; did you mean strength"),
        (START, "blocks/Caesar:Legio 7/place", "Tarraco", "both sides have blocks in Tarraco"),
        (OPENING, "hands/Caesar", ["Mars"] * 5, "the card Mars is given 5 times; the deck has 1"),
        (OPENING, "hands/Caesar", ["Bacchus"] * 5, "no card is called 'Bacchus'"),
        (OPENING, "chosen", {"Pompey": "Jupiter"}, "cards lie face down"),
        (OPENING, "turn", 2, "each side has turned 1"),
        (ATTACKING, "command/roads", [["Rome", "Massilia", 2]], "there is no road between Rome and Massilia"),
        (ATTACKING, "attacks", [], "both sides have blocks in Rome"),
        (ATTACKING, "attacks/0/place", "Neapolis", "Neapolis is not contested|both sides have blocks in Rome"),
        (FIGHTING, "battle/round", 5, "round is 5; it should be 1 to 4"),
        (FIGHTING, "battle/slot", 8, "slot is 8; it should be 0 to 7"),
        (FIGHTING, "battle/turn", ["Caesar:Legio 7"], "not all these blocks have their turn now"),
        (FIGHTING, "battle/reserves", ["Caesar:Legio 9"], "a block in reserve is not there"),
        (FIGHTING, "battle/attacker", "Pompey", "not all these blocks have their turn now|is on turn"),
        (FIGHTING, "phase", "regroup", "Pompey has not won it"),
        (FIGHTING, "phase", "hit", "firing should name a block"),
        (HITTING, "battle/hits", 0, "there is no choice who takes one"),
        (REGROUPING, "battle/round", 99, "round is 99; it should be 1 to 4"),
    ],
)
def test_what_cannot_be_is_said_and_where(base: dict[str, Any], path: str, value: Any, message: str) -> None:
    wrong = copy.deepcopy(base)
    edit(path, value)(wrong)
    pytest.raises(jc.PositionError, lambda: jc.from_json(json.dumps(wrong))).match(message)
