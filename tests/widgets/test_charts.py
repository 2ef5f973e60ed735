"""Charts show the numbers that they were given, say them once more as a table, and never let labels touch."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
from base64 import b64decode
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ipywidgets
import nbformat
import pandas as pd
import pytest
import traitlets

import gamekit
from gamekit import julius_caesar as jc
from gamekit.probability.distribution import Dist
from gamekit.text.translation import note
from gamekit.widgets import charts, later, page, stills
from gamekit.widgets.charts import (
    Chart,
    Part,
    Spec,
    at_least,
    by_stage,
    change,
    fan,
    heat,
    laws,
    moves,
    outcome,
    table,
    table_html,
    tornado,
)
from gamekit.widgets.figure import PlotlyFigure
from gamekit.widgets.look import CAESAR, CLEOPATRA, INK, NEUTRAL, OCHRE, PLUM, POMPEY, TEAL, WHITE, contrast
from gamekit.widgets.page import Menu, Slider, controls
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import Rect, Text, bounds, text_width
from gamekit.widgets.what_if import what_if
from tests.widgets.board_driver import is_dim

ROOT = Path(__file__).parent.parent.parent

BASIS = (note("basis.exact"), "7.2")
COLOURS = (CAESAR, NEUTRAL, POMPEY)
PLAYERS = (CLEOPATRA, OCHRE, TEAL, PLUM)
ROUNDS = pd.DataFrame(
    {"won": [Fraction(0), Fraction(1, 4), Fraction(1, 2)], "left": [Fraction(0), Fraction(0), Fraction(1, 3)],
     "lost": [Fraction(0), Fraction(1, 100), Fraction(1, 6)]}
)  # fmt: skip
ROUNDS.attrs["basis"] = BASIS


def parts(*shares: Any) -> list[Part]:
    return [Part(name, share, colour) for name, share, colour in zip(("wins", "leaves", "lost"), shares, COLOURS)]


def example(kind: str, language: str | None = None) -> Chart:
    if kind == "outcome":
        return outcome(
            parts(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), Spec("Half", basis=BASIS, language=language)
        )
    if kind == "at_least":
        pair = {"Caesar": Dist({0: 1, 2: 3}, basis=BASIS), "Pompey": Dist({0: 1, 1: 1}, basis=("7.4",))}
        return at_least(pair, Spec("Two steps", language=language))
    if kind == "by_stage":
        stages = [Part("wins", "won", CAESAR), Part("leaves", "left", NEUTRAL), Part("lost", "lost", POMPEY)]
        return by_stage(ROUNDS, ["1", "2", "3"], stages, "fights on", Spec("Round 3", language=language))
    if kind == "heat":
        rows = pd.DataFrame({"m": [1, 2, 1, 2], "n": [1, 1, 2, 2], "answer": [Fraction(1, 5), 0, Fraction(9, 10), 0.5]})
        rows.attrs["basis"] = BASIS
        return heat(rows, "m", "n", "answer", Spec("Two", language=language))
    if kind == "tornado":
        rows = pd.DataFrame({"axis": ["a step", "Mars"], "at_less": [0.45, None], "at_more": [0.56, 0.81]})
        rows.attrs |= {"basis": BASIS, "as_is": 0.5}
        return tornado(rows, Spec("Mars moves it most", language=language))
    if kind == "laws":
        pair = {"alone": Dist({0: 1, 2: 3}, basis=BASIS), "with Mars": Dist({2: 1}, basis=("7.4",))}
        return laws(pair, Spec("Two steps for sure", language=language, heads=("steps",)))
    if kind == "fan":
        fallen = {"start": Dist({3: 1}), "round 1": Dist({1: 1, 2: 3}, basis=BASIS)}
        return fan(fallen, Spec("One goes", language=language, heads=("round", "steps")))
    rows = pd.DataFrame({"block": ["Legio 21", "Navis"], "rating": ["C3", "D2"], "p": [Fraction(3, 4), Fraction(1, 5)]})
    rows.attrs["basis"] = BASIS
    return change(rows, Fraction(1, 4), "as it is 25.0%", Spec("Legio 21 would add 50.0 points", language=language))


KINDS = ("outcome", "at_least", "by_stage", "heat", "change", "tornado", "laws", "fan")
each = pytest.mark.parametrize("kind", KINDS)


def said(chart: Chart) -> list[str]:
    return [re.sub(r"<[^>]*>", " ", annotation.text).strip() for annotation in chart.figure.layout.annotations]


@each
def test_every_number_in_the_picture_stands_in_the_table(kind: str) -> None:
    chart = example(kind)
    wanted = {"tornado": r"[+−]\d+\.\d", "fan": r"\d+%"}.get(kind, r"\d+\.\d%")
    shown = {number for text in said(chart)[:-1] for number in re.findall(wanted, text)}
    shown |= {number for trace in chart.figure.data for number in trace.text or ()} if kind == "at_least" else set()
    stood = {str(value) for value in table(chart).to_numpy().ravel()} | ({"25.0%"} if kind == "change" else set())
    stood |= set(table(chart).columns) if kind == "fan" else set()
    assert shown
    assert shown <= stood
    assert all(value in table_html(chart) for value in stood - {"25.0%"})


@each
def test_it_says_what_it_rests_on(kind: str) -> None:
    chart = example(kind)
    assert set(BASIS) <= set(chart.basis)
    assert chart.rows.attrs["basis"] == chart.basis
    assert "Exact · rules 7.2" in said(chart)[-1].replace("\u00a0", " ")
    assert "厳密値 · ルール 7.2" in said(example(kind, "ja"))[-1].replace("\u00a0", " ")


def test_the_outcome_bar_is_the_three_numbers() -> None:
    chart = example("outcome")
    assert [trace.x[0] for trace in chart.figure.data] == [0.5, 0.333333, 0.166667]
    assert [text.split() for text in said(chart)[:3]] == [["50.0%", "wins"], ["33.3%", "leaves"], ["16.7%", "lost"]]
    assert table(chart).to_numpy().tolist() == [["wins", "50.0%"], ["leaves", "33.3%"], ["lost", "16.7%"]]
    assert table(chart, exact=True)["chance"].tolist() == ["1/2", "1/3", "1/6"]
    assert str(chart).splitlines()[0] == "Half"


def test_labels_of_the_outcome_bar_never_touch() -> None:
    draw = random.Random(49)
    for _ in range(100):
        cuts = sorted(draw.random() ** draw.choice((1, 4)) for _ in range(2))
        shares = (cuts[0], cuts[1] - cuts[0], 1 - cuts[1])
        draw_again = tuple(draw.sample(shares, 3))
        chart, inner = outcome(parts(*draw_again), Spec("x", width=420)), 420 - 16
        spans = []
        for label, part in zip(chart.figure.layout.annotations, parts(*draw_again)):
            wide = max(text_width(f"{100 * part.share:.1f}%", 18, 700), text_width(part.label, 12))
            begin = label.x * inner - (wide if label.xanchor == "right" else 0)
            spans.append((begin, begin + wide))
        assert spans[0][0] >= 0
        assert spans[-1][1] <= inner + 1e-6
        assert all(one[1] <= other[0] for one, other in pairwise(spans)), draw_again


def test_what_is_all_but_certain_is_written_so_and_is_sound_html() -> None:
    rare = Fraction(1, 7776)
    chart = outcome([Part("wins", 1 - rare, CAESAR), Part("lost", rare, POMPEY)], Spec("Rare"))
    html = page.bar_html([("wins", float(1 - rare), CAESAR), ("lost", float(rare), POMPEY)])
    for text in (*[label.text for label in chart.figure.layout.annotations[:2]], html):
        assert ElementTree.fromstring(f"<p>{text.replace('<br>', ' ')}</p>") is not None
    drawn = [shape.text for shape in chart.still().static if isinstance(shape, Text)]
    assert {"<0.1%", ">99.9%"} <= {text for text in drawn if "%" in text}


def test_at_least_counts_down_and_thins_out_long_pictures_only() -> None:
    chart = example("at_least")
    assert table(chart).to_numpy().tolist() == [["1", "75.0%", "50.0%"], ["2", "75.0%", "0.0%"]]
    assert chart.basis == (*BASIS, "7.4")
    long = at_least({"a": Dist(dict.fromkeys(range(41), 1)), "b": Dist({0: 1})}, Spec("Many"))
    assert len(table(long)) == 40
    assert len(long.figure.data[0].x) == 10
    assert long.figure.data[0].x[1] == pytest.approx(36 / 41, abs=1e-6)
    with pytest.raises(ValueError, match="two laws"):
        at_least({"a": Dist({1: 1})}, Spec("One"))


def test_what_is_still_open_fills_the_rest_of_a_stage() -> None:
    chart = example("by_stage")
    for row in range(3):
        assert sum(trace.x[row] for trace in chart.figure.data) == pytest.approx(1, abs=2e-6)
    assert table(chart)["fights on"].tolist() == ["100.0%", "74.0%", "0.0%"]
    assert "lost 16.7%" in said(chart)
    floats = pd.DataFrame({"won": [sum([0.1] * 9)], "lost": [0.1]})  # together 1 - 1e-16
    parts = [Part("won", "won", "#A8401A"), Part("lost", "lost", "#1E5B8A")]
    assert table(by_stage(floats, ["1"], parts, "fights on", Spec("")))["fights on"].tolist() == ["0.0%"]


def test_the_heat_map_parts_even_chances_from_poor_ones() -> None:
    chart = example("heat")
    assert [list(line) for line in chart.figure.data[0].z] == [[0.2, 0], [0.9, 0.5]]
    bold = {annotation.text for annotation in chart.figure.layout.annotations if annotation.text.endswith("</b>")}
    assert bold == {"<b>90.0%</b>", "<b>50.0%</b>"}
    assert {(line.x0, line.y0, line.x1, line.y1) for line in chart.figure.layout.shapes} == {
        (-0.5, 0.5, 0.5, 0.5),
        (0.5, 0.5, 1.5, 0.5),
    }
    assert [line.line.width for line in chart.figure.layout.shapes] == [7, 7, 3, 3]  # each on a pale case


def test_plain_numbers_are_parted_where_they_are_said_to_be_even() -> None:
    rows = pd.DataFrame({"m": [1, 2, 3], "n": [1, 1, 1], "gain": [-4.0, 2, 6]})
    chart = heat(rows, "m", "n", "gain", Spec("Two are enough", heads=("", "", "gain")), even=2)
    assert [list(line) for line in chart.figure.data[0].z] == [[0, 0.5, 0.833333]]
    assert {"−4", "+2", "+6", "n ↑ · gain"} <= set(said(chart))
    assert {(line.x0, line.x1) for line in chart.figure.layout.shapes} == {(0.5, 0.5)}
    assert table(chart).to_numpy().tolist() == [["1", "-4.00", "2.00", "6.00"]]


@pytest.mark.parametrize("colour", [CAESAR, POMPEY, NEUTRAL, *PLAYERS])
def test_a_number_can_be_read_on_every_cell_of_the_heat_map(colour: str) -> None:
    scale = charts._parted(POMPEY if colour != POMPEY else CAESAR, colour)
    for step in range(1001):
        share = step / 1000
        ground = stills._scaled(scale, share)
        assert contrast(INK if 0.25 <= share <= 0.75 else WHITE, ground) >= 4.45, share


def test_a_tornado_speaks_the_language_and_says_whose_nameless_block_it_is() -> None:
    alike = jc.Battle(jc.army("2 C3/III"), jc.army("2 C3/III"))
    named = [[name for name, *_ in moves(gamekit.tornado(alike, numbers=float), language)] for language in ("en", "ja")]
    assert named[0][0] == "C3/III of the defender: a block"
    assert named[1][0] == "防御側の C3/III：ブロック"
    assert len({*named[0]}) == len({*named[1]}) == len(named[0])
    assert not {*named[0]} & {*named[1]}


def test_a_tornado_stands_widest_first_and_shows_both_ways() -> None:
    chart = example("tornado")
    assert [list(bar.x) for bar in chart.figure.data] == [[0, -0.05], [0.31, 0.06]]
    assert chart.figure.layout.barmode == example("laws").figure.layout.barmode == "overlay"  # plotly else spreads bars
    assert table(chart).to_numpy().tolist() == [["Mars", "–", "+31.0"], ["a step", "−5.0", "+6.0"]]
    names = list(map(str, range(30)))
    many = pd.DataFrame(
        {"axis": names, "at_less": [1 - n for n in range(30)], "at_more": [1 + n / 2 for n in range(30)]}
    )
    many.attrs["as_is"] = 1
    chart = tornado(many, Spec("x"), chances=False)
    assert (len(table(chart)), len(chart.figure.data[0].x)) == (30, 10)
    assert table(chart).iloc[0].tolist() == ["29", "−29", "+14.5"]


def test_laws_stand_side_by_side_and_the_rare_ends_only_in_the_table() -> None:
    chart = example("laws")
    assert table(chart).to_numpy().tolist() == [["0", "25.0%", "0.0%"], ["2", "75.0%", "100.0%"]]
    alone, other = chart.figure.data
    assert all(a < b for a, b in zip(alone.y, other.y))
    assert chart.basis == (*BASIS, "7.4")
    wide = laws({"a": Dist({n: n + 1 for n in range(40)})}, Spec("x"))
    assert (len(table(wide)), len(wide.figure.data[0].x)) == (40, 12)
    with pytest.raises(ValueError, match="3 laws need as many colours, not 2"):
        laws({name: Dist({1: 1}) for name in "abc"}, Spec("x"))


def test_the_fan_has_half_of_the_law_within_its_inner_band() -> None:
    law = Dist(dict.fromkeys(range(101), 1))
    chart = fan({"a": law, "b": Dist({50: 1})}, Spec("x", heads=("place", "number")))
    outer, inner, median = chart.figure.data
    assert (outer.y[0], outer.y[-1], inner.y[0], inner.y[-1], median.y[0]) == (95, 5, 75, 25, 50)
    assert outer.y[1] == outer.y[2] == 50
    assert chart.still().static


def test_a_change_is_drawn_from_what_it_is_now() -> None:
    stands, rise, fall = example("change").figure.data
    assert (list(stands.x), list(rise.x), list(fall.x)) == ([0.25, 0.2], [0.5, 0], [0, 0.05])
    assert table(example("change"))["points"].tolist() == ["+50.0", "−5.0"]
    assert table(example("change"), exact=True)["chance"].tolist() == ["3/4", "1/5"]


def test_long_titles_and_captions_are_broken_in_both_languages() -> None:
    for text in (
        "Caesar wins in most battles, and then some more words follow, and more still " * 3,
        "攻撃側の勝率は" * 30,
    ):
        lines = charts._broken(text.strip(), 14, 300, 700)
        assert len(lines) > 2
        assert all(text_width(line, 14, 700) <= 300 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@each
def test_a_figure_on_the_page_is_changed_in_place(kind: str) -> None:
    panel = Panel(example(kind))
    figure = panel.figure
    panel.show(example(kind, "ja"))
    assert panel.figure is figure
    assert figure.figure["layout"]["annotations"][-1]["text"] == example(kind, "ja").figure.layout.annotations[-1].text
    assert len(figure.figure["data"]) == len(example(kind).figure.data)
    assert not figure.figure["config"]["displayModeBar"]


def test_all_charts_share_one_drawing_library() -> None:
    one, other = Panel(example("outcome")), Panel(example("heat"))
    assert one.figure.library is other.figure.library
    assert "plotly.js" in one.figure.library.source[:200]
    assert len(json.dumps(one.figure.get_state())) < 20_000
    one.figure.library.close()
    assert Panel(example("heat")).figure.library.comm is not None


def test_a_panel_makes_its_chart_only_while_it_is_seen() -> None:
    panel = Panel(example("outcome"))
    made = []

    def make() -> Chart:
        made.append(1)
        return outcome(parts(Fraction(1, 9), Fraction(1, 9), Fraction(7, 9)), Spec("Other", basis=BASIS))

    panel.offer(make)
    assert (len(made), panel.chart.heading) == (1, "Other")
    assert "77.8%" in panel.numbers.table
    assert not is_dim(panel)
    panel.watch.visible = False
    panel.offer(make)
    panel.offer(make)
    assert len(made) == 1
    assert is_dim(panel)
    panel.watch.visible = True
    assert len(made) == 2
    assert not is_dim(panel)


def test_while_a_slider_moves_on_nothing_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(later, "kernel_loop", asyncio.get_running_loop)
    made = []

    async def slide() -> None:
        panel = Panel(example("outcome"))
        panel.watch.visible = True
        for number in range(5):
            panel.offer(lambda number=number: made.append(number) or example("outcome"))
        assert made == []
        assert is_dim(panel)
        while is_dim(panel):
            await asyncio.sleep(0.005)

    asyncio.run(slide())
    assert made == [4]


def test_what_if_gives_every_argument_a_slider() -> None:
    def chart(legions: int, defender: str) -> Chart:
        return outcome(
            parts(Fraction(1, legions), 0, 1 - Fraction(1, legions)), Spec(f"{legions} against {defender}", basis=BASIS)
        )

    panel = what_if(chart, legions=range(1, 6), defender=("Pompey", "Scipio"))
    assert panel.table.chart.heading == "3 against Scipio"
    chosen = [one for one in controls(panel.page) if isinstance(one, (Slider, Menu))]
    assert [(type(one), one.description) for one in chosen] == [(Slider, "legions"), (Menu, "defender")]
    panel.send(("legions", 5))
    panel.send(("defender", 0))
    assert panel.table.chart.heading == "5 against Pompey"
    assert panel.table.chart.rows["chance"][0] == Fraction(1, 5)
    bundle = panel._repr_mimebundle_()
    assert bundle["text/plain"] == str(panel.table.chart)
    assert bundle["text/html"].count("20.0%") == 1  # numbers once: the picture has its own, as an image
    assert shapes_of(bundle["text/html"])
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_chart_shows_itself_live_and_stored_with_its_table_below() -> None:
    shown = example("outcome")._repr_mimebundle_()
    assert set(shown) == {"text/html", "text/plain", "application/vnd.jupyter.widget-view+json"}
    assert shown["text/plain"].splitlines()[-1].split() == ["lost", "16.7%"]
    assert shown["text/html"].count("16.7%") == 1  # the numbers stand once, in the table
    assert "This is a picture" in shown["text/html"]
    assert "<details>" in shown["text/html"]  # closed


def test_a_chart_in_a_box_of_widgets_is_its_widget_and_the_chart_says_so() -> None:
    chart = example("outcome")
    with pytest.raises(traitlets.TraitError, match=r"inside a box of widgets: chart\.widget"):
        ipywidgets.HBox([chart])
    figure, numbers = ipywidgets.HBox([chart.widget]).children[0].children
    assert isinstance(figure, PlotlyFigure)
    assert "16.7%" in numbers.value


def test_a_notebook_that_is_run_and_turned_into_html_keeps_boards_and_charts_as_pictures(tmp_path: Path) -> None:
    cells = (
        "from gamekit import julius_caesar as jc\n"
        "from gamekit.widgets.julius_caesar import BattleBoard, battle_charts\n"
        'battle = jc.Battle(jc.army("Caesar"), jc.army("Pompey"))\nBattleBoard(battle)',
        "chart = battle_charts.outcome(battle)\nshown = display(chart, display_id=True)\nshown.update(chart)",
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbformat.write(notebook, tmp_path / "own.ipynb")
    settings = os.environ | {"JUPYTER_CONFIG_PATH": str(ROOT / "etc/jupyter"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--execute", "--to", "html", "own.ipynb"]
    subprocess.run(command, cwd=tmp_path, env=settings, check=True, capture_output=True, timeout=200)
    page = (tmp_path / "own.html").read_text(encoding="utf-8")
    assert re.findall(r'<img alt="(Caesar)', page) == ["Caesar", "Caesar"]  # the board, and the chart once


# The still picture ---------------------------------------------------------------------------------------------------


def shapes_of(page: str) -> str:
    """The SVG that an HTML image carries."""
    match = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert match
    return b64decode(match[1]).decode()


def drawn(chart: Chart) -> list[str]:
    return [shape.text for shape in chart.still().static if isinstance(shape, Text)]


@pytest.mark.parametrize("language", ["en", "ja"])
@each
def test_the_still_picture_says_what_the_live_one_says(kind: str, language: str) -> None:
    chart = example(kind, language)
    live = {part for text in (a.text for a in chart.figure.layout.annotations) for part in re.split("<[^>]*>", text)}
    live |= {number for trace in chart.figure.data for number in trace.text or ()} if kind == "at_least" else set()
    assert {text for text in live if text} <= set(drawn(chart))
    assert ElementTree.fromstring(shapes_of(chart.picture)).tag.endswith("svg")
    assert chart.still().height == chart.figure.layout.height


@each
def test_the_still_picture_keeps_to_its_frame(kind: str) -> None:
    scene = example(kind).still()
    for shape in scene.static:
        x, y, width, height = bounds(shape)
        assert -1 <= x <= x + width <= scene.width + 1, shape
        assert -1 <= y <= y + height <= scene.height + 1, shape


def test_bars_of_the_still_picture_are_as_long_as_their_shares() -> None:
    bars = [shape for shape in example("outcome").still().static if isinstance(shape, Rect)]
    whole = sum(bar.width for bar in bars)
    assert [bar.width / whole for bar in bars] == pytest.approx([1 / 2, 1 / 3, 1 / 6], abs=1e-5)
    assert [bar.fill for bar in bars] == list(COLOURS)
    assert bars[1].x == pytest.approx(bars[0].x + bars[0].width)
    first, second, rise, fall = (shape for shape in example("change").still().static if isinstance(shape, Rect))
    assert rise.x == pytest.approx(first.x + first.width)
    assert rise.width == pytest.approx(2 * first.width)
    assert fall.x == pytest.approx(second.x + second.width)
    assert fall.stroke  # hollow: what is lost


def test_cells_of_the_still_picture_lie_where_they_are_named() -> None:
    chart = example("heat")
    texts = {shape.text: shape for shape in chart.still().static if isinstance(shape, Text)}
    assert texts["90.0%"].y < texts["20.0%"].y  # n = 2 lies above n = 1
    assert texts["50.0%"].x > texts["90.0%"].x
    cell = min(
        (shape for shape in chart.still().static if isinstance(shape, Rect)),
        key=lambda one: abs(one.x + one.width / 2 - texts["90.0%"].x) + abs(one.y + one.height / 2 - texts["90.0%"].y),
    )
    assert int((cell.fill or "#FFFFFF")[3:5], 16) < 128  # nearly the colour of 100%
