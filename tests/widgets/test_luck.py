"""The luck board: each jump named and clicked, lists and sums, the replay opened there, played out beside the page."""

import pytest

from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit.play.luck import Audit, audit
from gamekit.storage.record import Record
from gamekit.widgets import page
from gamekit.widgets.luck import LuckBoard, jumps
from gamekit.widgets.scene import Text
from tests.widgets.boards import duel_record


@pytest.fixture(scope="module")
def first_battles() -> Audit:
    """The luck of a game's first hundred actions."""
    return audit(jc.first_year().first_actions(100), games=0)


@pytest.mark.long
def test_the_jumps_are_those_that_moved_most_and_a_click_opens_the_replay_there(first_battles: Audit) -> None:
    found = first_battles
    board = LuckBoard(found, language="en")
    named = [one["at"] for one in jumps(board.table)]
    assert named == sorted(named)
    largest = max(found.changes, key=lambda one: abs(one.amounts[0] or 0))
    assert largest.at in named
    assert {("go", at) for at in named} == set(board.scene.clickable_actions())
    assert len(jumps(board.table, 4)) == 4
    board.send(("go", largest.at))
    (live,) = (one for one in page.controls(board.page) if isinstance(one, page.LiveWidget))
    assert live.make().table.session.at == largest.at
    board.send(("close",))
    assert not any(isinstance(one, page.LiveWidget) for one in page.controls(board.page))


def test_whose_luck_is_chosen_and_what_one_gains_the_other_loses(first_battles: Audit) -> None:
    board = LuckBoard(first_battles, language="en")
    mine = sum(one["amount"] for one in jumps(board.table, 99))
    board.send(("seat", "Pompey"))
    assert sum(one["amount"] for one in jumps(board.table, 99)) == pytest.approx(-mine)
    row = board.table.found.value_breakdown("Pompey").iloc[0]
    said = f"should have won {row['before']:.2f} fights and won {row['after']:.2f}: luck cost {-row['luck']:.2f}"
    assert said in board.summary_sentence
    board.send(("language",))
    assert "ポンペイウスは" in board.summary_sentence


def test_where_no_throw_was_valued_it_says_so_and_no_die_is_explained(first_battles: Audit) -> None:
    board = LuckBoard(audit(duel_record(), games=4), language="en")
    assert "luck for Red: no throw was valued" in page.to_text(board.page)
    error = board.table.found.values_with_errors()[0][2]
    assert error > 0.1
    assert f"± {196 * error:.1f} at the start (4 games played out)" in board.summary_sentence
    assert "a throw" not in [one.text for one in board.scene.layers[0] if isinstance(one, Text)]
    thrown = LuckBoard(first_battles, language="en")
    assert "fights won by luck for Caesar" in page.to_text(thrown.page)
    assert "a throw" in [one.text for one in thrown.scene.layers[0] if isinstance(one, Text)]


def test_a_record_without_fights_says_so_and_anything_else_is_refused() -> None:
    assert LuckBoard(Record(caesar), language="en").summary_sentence.startswith("Nothing could be valued")
    pytest.raises(TypeError, lambda: LuckBoard("a game")).match("an audit or a record")  # type: ignore[arg-type]
