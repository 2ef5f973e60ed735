"""The log: plain sentences in both languages, which tell a side no more than it sees."""

from __future__ import annotations

from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCK_NAMES, SIDES
from tests.julius_caesar.setting import after, done, fight, lively_games, move, setting

OPEN = ("turn", "fire", "hit", "retreat", "draw")


Steps = list[tuple[jc.State, jc.Action, jc.State]]


@pytest.fixture(scope="module")
def steps() -> Steps:
    """(position, an action that may be taken there, what comes of it) from random games."""
    random, found = Random(1), []
    for state in lively_games(1, 81):
        if jc.current_player(state) == "chance":
            actions = list(jc.chance_outcomes(state))
        else:
            actions = list(jc.legal_actions(state))
        action = random.choice(actions)
        found.append((state, action, after(state, action)))
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_that_happens_can_be_said(language: str, steps: Steps) -> None:
    for state, action, then in steps:
        told = [jc.describe(action, state, language), *jc.consequences(state, then, language)]
        assert all(sentence and "{" not in sentence for sentence in told)
    assert {type(action) for _, action, _ in steps} >= set(jc.ACTIONS) - {jc.Draw, jc.Embark, jc.MainAttack, jc.Target}


def test_a_side_reads_no_names_that_it_does_not_see(steps: Steps) -> None:
    checked = 0
    for state, action, then in steps:
        if jc.current_player(state) not in SIDES or state.phase in OPEN:
            continue
        viewer = SIDES[1 - state.actor]
        hidden = [name for name in (getattr(action, "block", None),) if name]
        hidden += [BLOCK_NAMES[state.held]] if state.held >= 0 else []
        told = " ".join([jc.describe(action, state, "en", viewer), *jc.consequences(state, then, "en", viewer)])
        seen = {piece.block for piece in _seen(then, viewer)}
        for block in set(hidden) - seen:
            if "'s" in jc.block_name(block):  # a leader's name may be that of his side
                checked += 1
                assert jc.block_name(block) not in told
        card = getattr(action, "card", None)
        assert card is None or card not in jc.describe(action, state, "en", viewer)
    assert checked > 150


def _seen(state: jc.State, viewer: str) -> tuple[jc.rules.views.Piece, ...]:
    battle = jc.observe(state, viewer).battle
    return battle.enemy if battle is not None else ()


def test_sentences() -> None:
    blocks = "Caesar in Genua: Caesar, Legio 8; Pompey in Rome: Legio 1/I; Pompey in Utica: Legio 39"
    state = setting(blocks)
    assert jc.describe(jc.Take("Caesar:Legio 8"), state) == "Caesar's Legio 8 sets out from Genua."
    assert (
        jc.describe(jc.Take("Caesar:Legio 8"), state, viewer="Pompey") == "One of Caesar's blocks sets out from Genua."
    )
    assert jc.describe(jc.Take("Caesar:Legio 8"), state, "ja") == "カエサル軍の第8軍団がゲヌアを発つ。"
    held = after(state, jc.Take("Caesar:Caesar"))
    assert jc.describe(jc.Go("Rome"), held) == "Caesar attacks Rome."
    assert jc.describe(jc.Go("Massilia"), held) == "Caesar goes to Massilia."
    state = fight(move(state, "Caesar:Caesar", "Rome"))
    rolled = after(state, jc.Fire("Caesar:Caesar"))
    assert jc.describe(jc.Hits(2), rolled) == "Caesar rolls 3 dice: hits 2."
    assert jc.consequences(rolled, after(rolled, jc.Hits(2))) == (
        "Pompey's Legio 1 is eliminated.",
        "Caesar has won the battle of Rome.",
    )


def test_a_levy_does_not_tell_the_enemy_in_how_many_cities_the_block_may_appear() -> None:
    state = done(setting("Caesar in Rome: Caesar; Pompey in Athena: Pompey"))
    legio, auxilia = jc.Levy("Caesar:Legio 17"), jc.Levy("Caesar:Auxilia 3")
    assert {legio, auxilia} <= set(jc.legal_actions(state))
    assert jc.describe(legio, state) == "Caesar's Legio 17 is levied in Rome."
    assert jc.describe(auxilia, state) == "Caesar's Auxilia 3 is levied."
    levied = "One of Caesar's blocks is levied in Rome."
    assert jc.describe(legio, state, viewer="Pompey") == levied
    assert jc.describe(auxilia, state, viewer="Pompey") == ""  # the same words follow with the city
    assert jc.describe(jc.Go("Rome"), after(state, auxilia), viewer="Pompey") == levied


def test_cards_turned_and_cancelled() -> None:
    hands = {"Caesar": ["3/2", "2/2", "2/1", "2/1", "Mars"], "Pompey": ["3/1", "2/2", "2/3", "1/2", "Vulcan"]}
    state = after(jc.initial_state(hands), jc.Play("Mars"))
    assert jc.describe(jc.Play("Mars"), jc.initial_state(hands), viewer="Pompey") == "Caesar lays a card on the table."
    told = jc.consequences(state, after(state, jc.Play("2/2")))
    assert told == ("Caesar has played Mars, Pompey 2/2: Caesar is player 1.",)
    told = jc.consequences(state, after(state, jc.Play("Vulcan")))
    assert told == (
        "Caesar has played Mars, Pompey Vulcan: two events cancel each other.",
        "Turn 2 of 49 BC (705 AUC).",
    )
