"""explore: the numbers of the map are the question's own, and what is clicked is what opens."""

import re
from fractions import Fraction
from typing import Any

import pytest

import gamekit
from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.widgets import charts, explore
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia import ContestPanel
from gamekit.widgets.caesar import DuelBoard
from gamekit.widgets.julius_caesar import BattleBoard
from gamekit.widgets.live import LivePage
from gamekit.widgets.look import INK
from gamekit.widgets.page import LiveWidget, Picture, controls, to_html, to_text
from gamekit.widgets.roma_victrix import CombatBoard, SiegeBoard
from gamekit.widgets.scene import Path, Rect, bounds


def attack(enemy: int, legions: int, mars: bool = False) -> jc.Battle:
    return jc.Battle(jc.army(f"{legions} C3/III"), jc.army(f"{enemy} C2/II"), first_strike=mars)


def test_every_cell_has_the_chance_of_its_own_battle() -> None:
    board = explore(attack, enemy=range(1, 5), legions=range(1, 4), mars=(False, True))
    for mars in (False, True):
        board.send(("set", 2, mars))
        for legions, line in zip(range(1, 4), board.table.asked.cells):
            for enemy, number in zip(range(1, 5), line):
                assert number == pytest.approx(float(attack(enemy, legions, mars).chances().attacker_wins), abs=1e-12)
    assert board.rows.loc[2, 3] == board.table.asked.cells[1][2]
    assert f"{100 * board.rows.loc[2, 3]:.1f}%" in to_html(board.page)  # in the table under the map
    assert board.rows.attrs["basis"] == board.table.asked.basis != ()


def test_a_place_to_click_lies_on_the_number_that_it_means() -> None:
    """Seen in the picture: the number drawn within a place is the one that its label says."""
    board = explore(attack, enemy=range(1, 5), legions=range(1, 4))
    texts = [shape for shape in board.scene.static if hasattr(shape, "text")]
    places = [place for place in board.scene.overlay if isinstance(place, Rect)]
    assert len(places) == 12
    for place in places:
        x, y, width, height = bounds(place)
        inside = [text.text for text in texts if x < text.x < x + width and y < text.y < y + height]
        assert inside == [place.label.split(": ")[1].rstrip("%" if "%" not in inside[0] else "")], place.label
        assert board.scene.clickable_at(x + width / 2, y + height / 2).action == place.action


def test_a_click_opens_the_case_on_its_board() -> None:
    board = explore(attack, enemy=range(1, 5), legions=range(1, 4))
    board.send(("cell", 3, 0))
    assert board.case == {"enemy": 4, "legions": 1}
    assert opened(board).battle.chances().attacker_wins == attack(4, 1).chances().attacker_wins
    board.send(("cell", 0, 2))
    assert opened(board).battle.chances().attacker_wins == attack(1, 3).chances().attacker_wins
    board.send(("undo",))
    assert board.case == {"enemy": 4, "legions": 1}
    board.send(("close",))
    assert opened(board) is None


def pictures(board: Board) -> dict[str, Any]:
    return {one.name: one.scene for one in controls(board.page) if isinstance(one, Picture)}


def test_a_case_that_is_kept_is_compared_with_the_next_one() -> None:
    board = explore(attack, enemy=range(1, 5), legions=range(1, 4), mars=(False, True))
    board.send(("set", 1, 2))
    assert pictures(board)["case"].sentence == "C3/III, C3/III – C2/II, C2/II, C2/II"
    board.send(("pin",))
    assert set(pictures(board)) == {"board", "case"}  # there is nothing to compare yet
    board.send(("set", 2, True))
    board.finish_background_work()
    one, other = (attack(3, 2, mars).chances() for mars in (False, True))
    by = f"{100 * float(other.attacker_wins - one.attacker_wins):.1f}"
    assert f"the attacker wins {by} points more often with B than with A (the attacker leaves" in to_text(board.page)
    board.send(("open",))
    boards = [one for one in controls(board.page) if isinstance(one, LiveWidget)]
    expected = [BattleBoard(attack(3, 2, mars)).table.setup for mars in (False, True)]
    assert [one.make().table.setup for one in boards] == expected
    board.send(("close",))
    board.send(("pin",))
    assert set(pictures(board)) == {"board", "case"}


def first(ranking: tuple[str, ...]) -> bool:
    return ranking[0] == "A"


@pytest.mark.parametrize(("question", "of", "kind", "shown"), [
    (lambda x, y: rv.LandCombat(rv.force(f"{x} HI"), rv.force(f"{y} HI")), rv.attacker_wins, CombatBoard, "combat"),
    (lambda x, y: rv.Siege(rv.force(f"{x + 6} HI"), rv.force(f"{y} HI")), lambda end: end.is_captured, SiegeBoard, ""),
    (lambda x, y: aq.Contest([aq.Entrant("A", x, 1), aq.Entrant("B", y, 2)]), first, ContestPanel, "contest"),
    (lambda x, y: caesar.duel([(1, 1)], (x, 5), (y, 6)), "value", DuelBoard, "duel"),
])  # fmt: skip
def test_every_kind_of_thing_opens_on_its_own_board(question: Any, of: Any, kind: type, shown: str) -> None:
    board = explore(question, of=of, x=(1, 2), y=(2, 3), numbers=Fraction)
    board.send(("cell", 1, 0))
    found = opened(board)
    assert type(found) is kind
    assert not shown or repr(getattr(found, shown)) == repr(question(2, 2))


def opened(board: Board) -> Any:
    return next((one.board for one in board.widget.embedded if isinstance(one, LivePage)), None)


def test_plain_numbers_are_no_percentages() -> None:
    board = explore(lambda own, other: caesar.duel([(1, 1)], (own,), (other,)).value, own=(1, 5), other=(2, 6))
    assert not board.table.chances
    assert "%" not in board.summary_sentence
    assert "+2.00 the answer own 5 · other 2" in to_text(board.page)
    assert not explore(lambda a, b: a / b / 10, a=(1, 2), b=(1, 2), even=Fraction(1, 10)).table.chances


@pytest.mark.parametrize(("axes", "said"), [
    ({"a": (1, 2)}, "a map needs two axes or more"),
    ({"a": (1, 2), "b": ()}, "the axis b is"),
    ({"a": (1, 2), "b": "xy"}, "the axis b is 'xy'"),
    ({"a": (1, 1), "b": (1, 2)}, "the axis a is"),
    ({"a": range(21), "b": range(20)}, "a map of 420 squares; at most 400"),
    ({"a": (1, 0), "b": (1, 2)}, "no dice (a 0 · b 1)"),
])  # fmt: skip
def test_what_cannot_be_a_map_is_refused_with_a_sentence(axes: dict[str, Any], said: str) -> None:
    def question(**case: int) -> float:
        if not case["a"]:
            raise ValueError("no dice")
        return 0.5

    with pytest.raises(ValueError) as caught:
        explore(question, **axes)
    assert said in str(caught.value)


def test_the_map_of_break_even_is_parted_where_the_table_says() -> None:
    found = gamekit.break_even(lambda own, enemy: own / (own + enemy), own=(2, 3, 9), enemy=(1, 2, 4, 8))
    chart = charts.break_even_map(found, charts.Spec("Even"))
    rules = [line.d for line in chart.scene.static if isinstance(line, Path) and line.stroke == INK]
    level = [ends for d in rules for ends in [re.findall(r"[\d.]+", d)] if ends[1] == ends[3]]
    xs, ys = ({float(ends[axis]) for ends in level} for axis in (0, 1))
    assert sorted(xs) == pytest.approx([chart.plane.x(-0.5), chart.plane.x(0.5)], abs=0.01)
    assert ys == {round(chart.plane.y(1.5), 2)}  # 2 passes after 2, 3 between 2 and 4, 9 never
    assert chart.basis == found.attrs["basis"]


@pytest.mark.parametrize(("figures", "found"), [
    ((0.1, 0.2, 0.3), "Legions: none reaches 66.7% at enemy 2"),
    ((0.1, 0.7, 0.9), "Legions: 6 or more reach 66.7% at enemy 2"),
    ((0.9, 0.8, 0.1), "Legions: up to 6 reach 66.7% at enemy 2"),
    ((0.9, 0.8, 0.7), "Legions: 5 to 7, all reach 66.7% at enemy 2"),
    ((0.9, 0.1, 0.7), "Legions: only 5, 7 reach 66.7% at enemy 2"),
    ((0.1, 0.9, 0.1), "Legions: only 6 reach 66.7% at enemy 2"),
])  # fmt: skip
def test_the_title_says_which_values_are_enough(figures: tuple[float, ...], found: str) -> None:
    for legions in ((5, 6, 7), (7, 6, 5)):
        board = explore(lambda enemy, legions: figures[legions - 5], enemy=(1, 2), legions=legions)
        assert board.scene.title == found


def test_the_chance_that_is_asked_for_is_a_field() -> None:
    chances = {5: 0.1, 6: 0.7, 7: 0.9}
    board = explore(lambda enemy, legions: chances[legions], enemy=(1, 2), legions=chances, language="en")
    assert "Legions: 6 or more reach 66.7%" in board.scene.title
    board.send(("enough", "80 %"))
    assert "Legions: 7 or more reach 80.0%" in board.scene.title
    board.send(("enough", "maybe"))
    assert board.error == "maybe is not a chance; write it as 80%, 0.8 or 4/5"
    board.send(("undo",))
    assert "reach 66.7%" in board.scene.title
