"""The contest panel without a browser: each field changes the chances, a wrong one says why; and its charts."""

from fractions import Fraction

import pytest

from gamekit import aquileia as aq
from gamekit.widgets.aquileia import ContestPanel, contest_panel
from gamekit.widgets.charts import Spec, amount_bars
from gamekit.widgets.page import Copy, Html, LiveChart, Menu, Viewport, controls
from tests.widgets.board_driver import click, control, html, number, numbers, press, send, told, words


def typed(panel: ContestPanel, name: str, column: str, value: object) -> None:
    """Type a number or a name into the field with this label."""
    send(panel, *control(panel, f"{name}: {column}").do, str(value))


def test_it_opens_on_the_arena_example() -> None:
    panel = ContestPanel()
    assert panel.rank_chances["Kiko"] == [Fraction(304, 6561), Fraction(5645, 6561), Fraction(68, 729)]
    assert number(panel) == "4.6%"
    assert "304/6561" in html(panel)
    assert "17.3%" in words(panel)
    assert "strength 4" in words(panel)
    assert panel.summary_sentence.startswith("Kiko: 4.6%, 86.0%, 9.3%")
    copies = [one.text for one in controls(panel.page) if isinstance(one, Copy)]
    assert (copies[1], eval(copies[2], {"aq": aq})) == (panel.summary_sentence, panel.contest)


def test_a_field_changes_the_chances() -> None:
    panel = ContestPanel()
    typed(panel, "Kiko", "cards", 5)
    assert panel.contest.entrant("Kiko").cards == 5
    assert panel.rank_chances["Kiko"] == panel.contest.p_rank("Kiko")
    assert number(panel) == f"{100 * float(panel.rank_chances['Kiko'][0]):.1f}%"
    typed(panel, "Kiko", "name", "Otto")
    assert "Otto" in words(panel)
    press(panel, ("fraction",))
    assert f'gk-fraction">{panel.rank_chances["Otto"][0]}<' in html(panel)  # small, below the percentage
    assert number(panel) == f"{100 * float(panel.rank_chances['Otto'][0]):.1f}%"


def test_what_is_no_number_is_refused_and_changes_nothing() -> None:
    panel = ContestPanel()
    before = panel.contest
    for wrong in ("many", "-1", "99999999999999999999", "", "5.5", "\u0661"):
        typed(panel, "Kiko", "cards", wrong)
        assert "is not a number from 0 to 40" in panel.error
        assert "gk-dim" in control_kinds(panel)  # the answer is not the answer to what was typed
        assert panel.contest == before
    typed(panel, "Kiko", "cards", 3)
    assert panel.error == ""


def control_kinds(panel: ContestPanel) -> str:
    return " ".join(one.kind for one in controls(panel.page) if isinstance(one, Html))


def test_fields_show_the_numbers_that_are_computed_with() -> None:
    own = aq.Contest([aq.Entrant("A", base=40, tie=12, cards=50, rolled=9), aq.Entrant("B", base=88, tie=2)])
    panel = ContestPanel(own)
    shown = [control(panel, f"A: {told}").value for told in ("field", "tie-breaker", "cards", "faces shown")]
    assert (shown, panel.contest) == (["40", "12", "50", "9"], own)


def test_a_place_taken_twice_and_two_holders_are_told() -> None:
    panel = ContestPanel()
    typed(panel, "Kiko", "tie-breaker", 1)
    assert panel.contest is None
    assert "taken twice, by Stefan and Kiko" in words(panel)
    assert panel.rank_chances == {}
    told = [one for one in controls(panel.page) if isinstance(one, (Copy, LiveChart))]
    assert [getattr(one, "key", "") for one in told] == ["code"]  # nothing to paste but what is set up
    typed(panel, "Kiko", "tie-breaker", 2)
    assert len([one for one in controls(panel.page) if isinstance(one, LiveChart)]) == 2
    assert "aq.Entrant(name='Kiko', base=1, tie=2" in str(
        [one.text for one in controls(panel.page) if isinstance(one, Copy)]
    )
    assert "taken twice" not in words(panel)
    typed(panel, "Kiko", "blue to throw", 1)
    assert "both have blue dice" in words(panel)


def test_entrants_come_and_go_and_the_race_has_sides() -> None:
    panel = ContestPanel()
    press(panel, ("add",))
    press(panel, ("add",))
    assert len(panel.rank_chances) == 5
    assert control(panel, ("add",)).disabled
    send(panel, "kind", True)
    assert {entrant.side for entrant in panel.contest.entrants} == {"gold", "silver"}
    for _ in range(3):
        press(panel, ("remove",))
    assert len(panel.rank_chances) == 2
    assert control(panel, ("remove",)).disabled
    send(panel, "ready", "five")
    assert panel.contest == aq.example_contests()["five"]
    click(panel, ("entrant", 2))
    assert panel.table.chosen == 2
    whose = [one for one in controls(panel.page) if isinstance(one, Menu) and one.do == ("entrant",)]
    assert whose[0].value == 2
    send(panel, "entrant", 0)
    assert panel.summary_sentence.startswith("Stefan")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_charts_show_what_was_computed(language: str) -> None:
    ready = aq.example_contests()
    arena, five = ready["arena"], ready["five"]
    ranks = contest_panel.ranks(arena, "Kiko", language)
    assert told(ranks).iloc[:, 1].tolist() == ["4.6%", "86.0%", "9.3%"]
    held = contest_panel.by_card_strength(arena, "Kiko", language=language)
    assert numbers(held).iloc[:, 1].tolist() == [
        arena.with_entrant("Kiko", cards=c).p_rank("Kiko")[0] for c in range(9)
    ]
    assert "5" in held.heading
    least = {"en": "at least half", "ja": "5割以上"}[language]
    assert least in held.heading
    blue = contest_panel.by_blue(five, "Livia", language)
    assert numbers(blue).iloc[:, 1].tolist() == [ranks[0] for ranks in aq.rank_chances_by_blue_dice(five, "Livia")]
    cards = contest_panel.by_cards(arena, "Kiko", range(1, 4), range(3), language)
    assert numbers(cards).shape == (3, 4)
    assert least in contest_panel.by_cards(arena, "Kiko", language=language).heading
    assert numbers(cards).iloc[1, 2] == arena.with_entrant("Kiko", base=2, cards=1).p_rank("Kiko")[0]
    assert sum(numbers(contest_panel.coins(aq.dolus_coins(), "Dolus", language)).iloc[:, 1]) == 1
    split = aq.split_blue_dice(ready["arena_last"], ready["race"], "Giorgio")
    chart = contest_panel.split(split, language)
    assert numbers(chart).iloc[:, 2].tolist() == list(split.values)
    assert f"{float(split.loss):.2f}" in chart.heading
    assert "5.5" in chart.basis


def test_a_bar_from_zero_shows_no_negative_number() -> None:
    import pandas as pd

    with pytest.raises(ValueError, match="cannot show -1"):
        amount_bars(pd.DataFrame({"a": ["x"], "b": [-1]}), "b", "a", "a", Spec("t"))


def test_rank_rows_name_their_columns() -> None:
    rows = aq.rank_rows(aq.example_contests()["arena"], "Kiko", base=(1, 2))
    assert list(rows.columns) == ["base", "first", "second", "third"]
    assert rows["first"][0] == Fraction(304, 6561)
    assert "4.1" in rows.attrs["basis"]
    with pytest.raises(ValueError, match="did you mean base"):
        aq.rank_rows(aq.example_contests()["arena"], "Kiko", bases=(1, 2))
    with pytest.raises(ValueError, match="did you mean Kiko"):
        aq.rank_rows(aq.example_contests()["arena"], "Kika", base=(1,))


@pytest.mark.parametrize(("room", "width"), [(940, 458), (780, 780), (336, 336)])
def test_charts_are_laid_out_for_the_room_that_they_have(room: int, width: int) -> None:
    board = ContestPanel()
    shown = type(board).screen(board.table, Viewport(room))
    charts = [one.make() for one in controls(shown) if isinstance(one, LiveChart)]
    assert [chart.spec.width for chart in charts] == [width, width]


@pytest.mark.clause("aquileia", "3.5")
def test_what_blue_dice_bring_says_that_the_others_have_none() -> None:
    """One player holds them all: the others' were left out, and the note said "everybody else as given"."""
    arena = aq.example_contests()["arena"]
    for name, note in (("Kiko", "everybody else as given, without blue dice"), ("Giorgio", "everybody else as given")):
        assert contest_panel.by_blue(arena, name).spec.note == note
    two = aq.Contest(arena.entrants[:2])
    assert "with 0 to 4 blue dice, the others with none, places 1 to 2" in html(ContestPanel(two))
