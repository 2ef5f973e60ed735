"""The contest panel without a browser: each field changes the chances, a wrong one says why; and its charts."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from gamekit import aquileia as aq
from gamekit.widgets.aquileia import ContestPanel, dice_charts
from gamekit.widgets.charts import amounts, table
from gamekit.widgets.svg import svg


def field(panel: ContestPanel, name: str, column: str) -> object:
    return next(w for w in panel.grid.children if getattr(w, "description", None) == f"{name}: {column}")


def test_it_opens_on_the_arena_example() -> None:
    panel = ContestPanel()
    assert panel.chances["Kiko"] == [Fraction(304, 6561), Fraction(5645, 6561), Fraction(68, 729)]
    assert "4.6%" in panel.answer.value
    assert "304/6561" in panel.answer.value
    assert "17.3%" in panel.blue.value
    assert "strength 4" in panel.half.value
    assert panel.sentence.startswith("Kiko: 4.6%, 86.0%, 9.3%")
    assert eval(panel.copy_code.text, {"aq": aq}) == panel.contest


def test_a_field_changes_the_chances() -> None:
    panel = ContestPanel()
    field(panel, "Kiko", "cards").value = 5  # type: ignore[attr-defined]
    assert panel.contest is not None
    assert panel.contest.entrant("Kiko").cards == 5
    assert panel.chances["Kiko"] == panel.contest.p_rank("Kiko")
    assert f"{100 * float(panel.chances['Kiko'][0]):.1f}%" in panel.answer.value
    field(panel, "Kiko", "name").value = "Otto"  # type: ignore[attr-defined]
    assert "Otto" in panel.answer.value
    panel.toggle_fraction()
    assert str(panel.chances["Otto"][0]) in panel.answer.value


def test_fields_show_the_numbers_that_are_computed_with() -> None:
    own = aq.Contest([aq.Entrant("A", base=40, tie=12, cards=50, rolled=9), aq.Entrant("B", base=88, tie=2)])
    panel = ContestPanel(own)
    shown = [field(panel, "A", told).value for told in ("field", "tie-breaker", "cards", "faces shown")]  # type: ignore[attr-defined]
    assert shown == [40, 12, 50, 9]
    assert panel.contest == own


def test_a_place_taken_twice_and_two_holders_are_told() -> None:
    panel = ContestPanel()
    field(panel, "Kiko", "tie-breaker").value = 1  # type: ignore[attr-defined]
    assert panel.contest is None
    assert "taken twice, by Stefan and Kiko" in panel.status.value
    assert panel.chances == {}
    assert (panel.copy_code.text, panel.copy_sentence.text, panel.below.children) == ("", "", ())
    assert panel.copy_code.layout.display == "none"
    field(panel, "Kiko", "tie-breaker").value = 2  # type: ignore[attr-defined]
    assert len(panel.below.children) == 2
    assert "aq.Entrant(name='Kiko', base=1, tie=2" in panel.copy_code.text
    assert panel.copy_code.layout.display is None
    assert panel.status.value == ""
    field(panel, "Kiko", "blue to throw").value = 1  # type: ignore[attr-defined]
    assert "both have blue dice" in panel.status.value


def test_entrants_come_and_go_and_the_race_has_sides() -> None:
    panel = ContestPanel()
    panel.add_button.click()
    panel.add_button.click()
    assert len(panel.chances) == 5
    assert panel.add_button.disabled
    panel.kind.value = True
    assert panel.contest is not None
    assert {entrant.side for entrant in panel.contest.entrants} == {"gold", "silver"}
    for _ in range(4):
        panel.remove()
    assert len(panel.chances) == 2
    assert panel.remove_button.disabled
    panel.ready.value = "five"
    assert panel.contest == aq.ready_contests()["five"]
    panel.click(("entrant", 2))
    assert panel.whose.value == 2
    panel.whose.value = 0
    assert panel.sentence.startswith("Stefan")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", sorted(aq.ready_contests()))
def test_pictures_are_well_formed(language: str, key: str) -> None:
    panel = ContestPanel(aq.ready_contests()[key], language)
    for room in (1000, 640):
        panel.resize(room)
        ElementTree.fromstring(svg(panel.scene))
    assert panel._repr_mimebundle_()["text/plain"] == panel.sentence


@pytest.mark.parametrize("language", ["en", "ja"])
def test_charts_show_what_was_computed(language: str) -> None:
    ready = aq.ready_contests()
    arena, five = ready["arena"], ready["five"]
    ranks = dice_charts.ranks(arena, "Kiko", language)
    assert table(ranks).iloc[:, 1].tolist() == ["4.6%", "86.0%", "9.3%"]
    base = dice_charts.by_base(arena, "Kiko", language=language)
    assert base.rows.iloc[:, 1].tolist() == [arena.with_entrant("Kiko", base=b).p_rank("Kiko")[0] for b in range(1, 9)]
    assert "4" in base.heading
    blue = dice_charts.by_blue(five, "Livia", language)
    assert blue.rows.iloc[:, 1].tolist() == [ranks[0] for ranks in aq.blue_gain(five, "Livia")]
    cards = dice_charts.by_cards(arena, "Kiko", range(1, 4), range(3), language)
    assert cards.rows.shape == (3, 4)
    assert cards.rows.iloc[1, 2] == arena.with_entrant("Kiko", base=2, cards=1).p_rank("Kiko")[0]
    coins = dice_charts.coins(aq.dolus(), "Dolus", language)
    assert sum(coins.rows.iloc[:, 1]) == 1
    split = aq.blue_split(ready["arena_last"], ready["race"], "Giorgio")
    chart = dice_charts.split(split, language)
    assert chart.rows.iloc[:, 2].tolist() == list(split.values)
    assert f"{float(split.loss):.2f}" in chart.heading
    assert "5.5" in chart.basis


def test_a_bar_from_zero_shows_no_negative_number() -> None:
    import pandas as pd

    with pytest.raises(ValueError, match="cannot show -1"):
        amounts(pd.DataFrame({"a": ["x"], "b": [-1]}), "t", "b", "a")


def test_rank_rows_name_their_columns() -> None:
    rows = aq.rank_rows(aq.ready_contests()["arena"], "Kiko", base=(1, 2))
    assert list(rows.columns) == ["base", "first", "second", "third"]
    assert rows["first"][0] == Fraction(304, 6561)
    assert "4.1" in rows.attrs["basis"]
    with pytest.raises(ValueError, match="did you mean base"):
        aq.rank_rows(aq.ready_contests()["arena"], "Kiko", bases=(1, 2))
    with pytest.raises(ValueError, match="did you mean Kiko"):
        aq.rank_rows(aq.ready_contests()["arena"], "Kika", base=(1,))
