"""Positions as JSON: any can be set up by hand, with no more than what differs (wrong ones: ``test_every_game.py``)."""

import json

from gamekit import julius_caesar as jc
from tests.julius_caesar.setting import document, finish, move, setting


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


def test_attacks_and_battles_are_written_with_their_roads() -> None:
    blocks = (
        "Caesar in Genua: Legio 7; Caesar in Asculum: Legio 8; Pompey in Rome: Legio 1; Pompey in Neapolis: Legio 2"
    )
    state = move(move(setting(blocks), "Caesar:Legio 7", "Rome"), "Caesar:Legio 8", "Rome")
    attacking = finish(state, jc.MainAttack("Rome", "Genua"))
    came = {"Caesar:Legio 7": "Genua", "Caesar:Legio 8": "Asculum"}
    assert document(attacking)["attacks"] == [{"place": "Rome", "attacker": "Caesar", "came": came, "main": "Genua"}]
    battle = document(finish(move(attacking, "Pompey:Legio 2", "Rome")))["battle"]
    assert battle["reserves"] == ["Caesar:Legio 8", "Pompey:Legio 2"]
    assert battle["origins"] == {"Caesar": ["Asculum", "Genua"], "Pompey": ["Neapolis"]}
