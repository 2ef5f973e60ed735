"""A block "?" in a battle: any of its side's blocks that are not there, each a battle of its own."""

from fractions import Fraction
from itertools import combinations

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import BLOCKS, Battle
from gamekit.julius_caesar.odds.army import text_of
from gamekit.widgets import page
from gamekit.widgets.julius_caesar import BattleBoard
from tests.widgets.board_driver import numbers

CAESAR, POMPEY = "Caesar", "Pompey"


def wins(battle: Battle) -> Fraction:
    return battle.odds().p(jc.attacker_wins)


def test_one_unknown_block_is_the_mean_of_all_that_it_may_be() -> None:
    attacker, defender = jc.army("Caesar, Legio 10", CAESAR), jc.army("Pompey, ?", POMPEY)
    pool = [block for (side, name), block in BLOCKS.items() if side == POMPEY and name != "Pompey"]
    twin = sum((wins(Battle(attacker, (defender[0], block))) for block in pool), Fraction(0)) / len(pool)
    mixed = Battle(attacker, defender)
    assert mixed.chances().attacker_wins == twin
    assert mixed.chances(float).attacker_wins == pytest.approx(float(twin), abs=1e-12)
    assert any("each ? is one of" in str(note) for note in mixed.chances().basis)


def test_the_law_with_an_unknown_block_is_the_mixture_of_laws() -> None:
    battle = Battle(jc.army("Legio 10/I", CAESAR), jc.army("?", POMPEY))
    assert wins(battle) == battle.chances().attacker_wins


@pytest.mark.long
def test_two_unknown_blocks_are_drawn_without_repetition() -> None:
    attacker = jc.army("Auxilia 1/I", CAESAR)
    own = [block for (side, _), block in BLOCKS.items() if side == POMPEY]
    pairs = list(combinations(own, 2))
    known: dict[tuple[int, ...], Fraction] = {}
    total = Fraction(0)
    for pair in pairs:
        code = tuple(block.code for block in pair)
        if code not in known:
            known[code] = Battle(attacker, pair).chances().attacker_wins
        total += known[code]
    assert Battle(attacker, jc.army("2 ?", POMPEY)).chances().attacker_wins == total / len(pairs)


def test_it_reads_and_writes_itself_and_says_what_it_cannot() -> None:
    army = jc.army("Pompey, ?, Legio 1/II, ？", POMPEY)
    assert (text_of(army), jc.army(text_of(army), POMPEY)) == ("Pompey, ?, Legio 1/II, ?", army)
    battle = Battle(jc.army("Legio 10", CAESAR), jc.army("?", POMPEY))
    for asked in (battle.by_round, lambda: battle.at(), lambda: battle.odds_key):
        pytest.raises(ValueError, asked).match("there is a block \\?")
    with pytest.raises(ValueError, match="3 blocks are \\?; at most 2"):
        Battle(jc.army("Legio 10", CAESAR), jc.army("3 ?", POMPEY))
    pytest.raises(ValueError, lambda: jc.army("?")).match("say the side")


def test_a_board_takes_it_by_button_and_by_text() -> None:
    board = BattleBoard(
        jc.Battle(jc.army("Caesar, Legio 10", CAESAR), jc.army("Pompey, Legio 1", POMPEY)), language="en"
    )
    board.send(("unknown", "defender"))
    assert board.error == ""
    assert board.table.chances.attacker_wins == board.battle.chances().attacker_wins
    assert "?" in board.summary_sentence
    assert not any(one.shown for one in page.controls(board.page) if isinstance(one, page.LiveChart))


def test_plans_losses_and_two_battles_by_mouse() -> None:
    board = BattleBoard(language="en")
    first = board.battle
    board.send(("plan",))
    board.send(("given win", True))
    board.send(("then", "Legio 1/II"))
    board.send(("write", "attacker", "main", "Caesar, Legio 10"))
    shown = list(page.controls(board.page))
    more = board.battle.chances().attacker_wins - first.chances().attacker_wins
    assert f"the attacker wins {100 * float(more):.1f} points more often with B" in page.to_text(board.page)
    charts = {
        one.key: one.make() for one in shown if isinstance(one, page.LiveChart) and one.key in ("given_win", "both")
    }
    law = board.battle.odds().given(jc.attacker_wins)
    lost = 6 - law.mean(lambda end: sum(strength for _, strength in end.attacker))
    assert f"loses {float(lost):.1f} of 6 steps" in charts["given_win"].heading
    assert numbers(charts["both"]).iloc[:, -1].sum() == pytest.approx(1)
    board.send(("plan",))
    assert "with B than with A" not in page.to_text(board.page)
