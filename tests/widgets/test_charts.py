"""Charts show the numbers that they were given, say them once more as a table, and never let labels touch."""

import asyncio
import random
import re
from base64 import b64decode
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import ipywidgets
import pandas as pd
import pytest
import traitlets

from gamekit.probability.distribution import Dist
from gamekit.text.translation import note
from gamekit.widgets import charts, later, page
from gamekit.widgets.live import LivePage
from gamekit.widgets.look import CAESAR, CLEOPATRA, INK, NEUTRAL, OCHRE, PLUM, POMPEY, TEAL, WHITE, contrast
from gamekit.widgets.page import Menu, Slider, controls
from gamekit.widgets.scene import Path as Outline
from gamekit.widgets.scene import Text, bounds
from gamekit.widgets.what_if import what_if
from tests.widgets.board_driver import chart_bars as bars
from tests.widgets.board_driver import chart_texts as said
from tests.widgets.board_driver import numbers, told

BASIS = (note("basis.exact"), "7.2")
COLOURS = (CAESAR, NEUTRAL, POMPEY)
PLAYERS = (CLEOPATRA, OCHRE, TEAL, PLUM)
ENDS = [(0, 0, 0), (Fraction(1, 4), 0, Fraction(1, 100)), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))]
ROUNDS = pd.DataFrame(ENDS, columns=["won", "left", "lost"], dtype=object)
ROUNDS.attrs["basis"] = BASIS


def parts(*shares: Any) -> list[charts.Part]:
    return [charts.Part(*one) for one in zip(("wins", "leaves", "lost"), shares, COLOURS)]


def example(kind: str, language: str | None = None) -> charts.Chart:
    spec = partial(charts.Spec, language=language)
    if kind == "outcome":
        return charts.outcome_bar(parts(*ENDS[-1]), spec("Half", basis=BASIS))
    if kind == "at_least":
        pair = {"Caesar": Dist({0: 1, 2: 3}, basis=BASIS), "Pompey": Dist({0: 1, 1: 1}, basis=("7.4",))}
        return charts.at_least_bars(pair, spec("Two steps"))
    if kind == "by_stage":
        return charts.stage_bars(ROUNDS, ["1", "2", "3"], parts(*ROUNDS.columns), "fights on", spec("Round 3"))
    if kind == "heat":
        rows = pd.DataFrame({"m": [1, 2, 1, 2], "n": [1, 1, 2, 2], "answer": [Fraction(1, 5), 0, Fraction(9, 10), 0.5]})
        rows.attrs["basis"] = BASIS
        return charts.heat_map(rows, "m", "n", "answer", spec("Two"))
    if kind == "tornado":
        rows = pd.DataFrame({"axis": ["a step", "Mars"], "at_less": [0.45, None], "at_more": [0.56, 0.81]})
        rows.attrs |= {"basis": BASIS, "as_is": 0.5}
        return charts.tornado(rows, spec("Mars moves it most"))
    if kind == "distributions":
        pair = {"alone": Dist({0: 1, 2: 3}, basis=BASIS), "with Mars": Dist({2: 1}, basis=("7.4",))}
        return charts.distribution_bars(pair, spec("Two steps for sure", heads=("steps",)))
    if kind == "fan":
        fallen = {"start": Dist({3: 1}), "round 1": Dist({1: 1, 2: 3}, basis=BASIS)}
        return charts.fan_chart(fallen, spec("One goes", heads=("round", "steps")))
    rows = pd.DataFrame({"block": ["Legio 21", "Navis"], "rating": ["C3", "D2"], "p": [Fraction(3, 4), Fraction(1, 5)]})
    rows.attrs["basis"] = BASIS
    return charts.choice_bars(rows, Fraction(1, 4), "as it is 25.0%", spec("Legio 21 would add 50.0 points"))


KINDS = ("outcome", "at_least", "by_stage", "heat", "change", "tornado", "distributions", "fan")
each = pytest.mark.parametrize("kind", KINDS)


@each
def test_every_number_in_the_picture_stands_in_the_table(kind: str) -> None:
    chart = example(kind)
    wanted = {"tornado": r"[+−]\d+\.\d", "fan": r"\d+%"}.get(kind, r"\d+\.\d%")
    shown = {number for text in said(chart)[:-1] for number in re.findall(wanted, text)}
    stood = {str(value) for value in told(chart).to_numpy().ravel()} | ({"25.0%"} if kind == "change" else set())
    stood |= {*chart.table.heads} if kind == "fan" else set()
    assert shown
    assert shown <= stood
    assert all(value in chart.folded_table_html for value in stood - {"25.0%"})


@each
def test_it_says_what_it_rests_on(kind: str) -> None:
    chart = example(kind)
    assert set(BASIS) <= set(chart.basis)
    assert chart.table.basis == chart.basis
    assert "Exact · rules 7.2" in said(chart)[-1].replace("\u00a0", " ")
    assert "厳密値 · ルール 7.2" in said(example(kind, "ja"))[-1].replace("\u00a0", " ")


def test_the_outcome_bar_is_the_three_numbers() -> None:
    chart = example("outcome")
    assert [bar.width / chart.plane.width for bar in bars(chart)] == pytest.approx([1 / 2, 1 / 3, 1 / 6], abs=1e-5)
    assert [bar.fill for bar in bars(chart)] == list(COLOURS)
    assert bars(chart)[1].x == pytest.approx(bars(chart)[0].x + bars(chart)[0].width)
    assert bars(chart)[0].label == "wins: 50.0% = 1/2"  # for whom the pointer rests on it
    assert said(chart)[:6] == ["50.0%", "wins", "33.3%", "leaves", "16.7%", "lost"]
    assert told(chart).to_numpy().tolist() == [["wins", "50.0%"], ["leaves", "33.3%"], ["lost", "16.7%"]]
    assert numbers(chart)["chance"].tolist() == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    assert str(chart).splitlines()[0] == "Half"


def test_labels_of_the_outcome_bar_never_touch() -> None:
    draw = random.Random(49)
    for _ in range(60):
        cuts = sorted(draw.random() ** draw.choice((1, 4)) for _ in range(2))
        shares = draw.sample((cuts[0], cuts[1] - cuts[0], 1 - cuts[1]), 3)
        chart = charts.outcome_bar(parts(*shares), charts.Spec("x", width=420))
        texts = [bounds(shape) for shape in chart.scene.static if isinstance(shape, Text)][:6]
        pairs = zip(texts[::2], texts[1::2])  # a number and the name below it
        spans = [(min(one[0], two[0]), max(one[0] + one[2], two[0] + two[2])) for one, two in pairs]
        assert spans[0][0] >= 8
        assert spans[-1][1] <= 420 - 8 + 1e-6
        assert all(one[1] <= other[0] for one, other in pairwise(spans)), shares


def test_at_least_counts_down_and_thins_out_long_pictures_only() -> None:
    chart = example("at_least")
    assert told(chart).to_numpy().tolist() == [["1", "75.0%", "50.0%"], ["2", "75.0%", "0.0%"]]
    assert chart.basis == (*BASIS, "7.4")
    long = charts.at_least_bars({"a": Dist(dict.fromkeys(range(41), 1)), "b": Dist({0: 1})}, charts.Spec("Many"))
    assert len(told(long)) == 40
    assert len(bars(long)) == 10  # the other side has none
    assert bars(long)[1].width / bars(long)[0].width == pytest.approx(36 / 40, abs=1e-4)
    pytest.raises(ValueError, charts.at_least_bars, {"a": Dist({1: 1})}, charts.Spec("")).match("two distributions")


def test_what_is_still_open_fills_the_rest_of_a_stage() -> None:
    chart = example("by_stage")
    for row in range(3):
        drawn = [bar.width for bar in bars(chart) if abs(bar.y + bar.height / 2 - chart.plane.y(row)) < 1]
        assert sum(drawn) == pytest.approx(chart.plane.width, abs=1e-3)
    assert told(chart)["fights on"].tolist() == ["100.0%", "74.0%", "0.0%"]
    assert "lost 16.7%" in said(chart)
    floats = pd.DataFrame({"won": [sum([0.1] * 9)], "lost": [0.1]})  # together 1 - 1e-16
    parts = [charts.Part("won", "won", "#A8401A"), charts.Part("lost", "lost", "#1E5B8A")]
    assert told(charts.stage_bars(floats, ["1"], parts, "fights on", charts.Spec("")))["fights on"].tolist() == ["0.0%"]


def test_the_heat_map_parts_even_chances_from_poor_ones() -> None:
    chart = example("heat")
    texts = {shape.text: shape for shape in chart.scene.static if isinstance(shape, Text)}
    assert {text for text, shape in texts.items() if shape.weight == 700 and "%" in text} == {"90.0%", "50.0%"}
    assert texts["90.0%"].y < texts["20.0%"].y  # n = 2 lies above n = 1
    assert texts["50.0%"].x > texts["90.0%"].x
    rules = [shape for shape in chart.scene.static if isinstance(shape, Outline)]
    assert [rule.stroke_width for rule in rules] == [7, 7, 3, 3]  # each on a pale case
    y = round(chart.plane.y(0.5), 2)
    assert all(f" {y:g}" in rule.d for rule in rules)


@pytest.mark.parametrize("colour", [CAESAR, POMPEY, NEUTRAL, *PLAYERS])
def test_a_number_can_be_read_on_every_cell_of_the_heat_map(colour: str) -> None:
    for step in range(1001):
        share = step / 1000
        ground = charts.share_colour(share, POMPEY if colour != POMPEY else CAESAR, colour)
        assert contrast(INK if 0.25 <= share <= 0.75 else WHITE, ground) >= 4.45, share


def test_a_tornado_stands_widest_first_and_shows_both_ways() -> None:
    chart = example("tornado")
    assert [bar.label for bar in bars(chart)] == ["Mars: +31.0", "a step: −5.0", "a step: +6.0"]
    assert told(chart).to_numpy().tolist() == [["Mars", "–", "+31.0"], ["a step", "−5.0", "+6.0"]]
    ways = {"at_less": [1 - n for n in range(30)], "at_more": [1 + n / 2 for n in range(30)]}
    many = pd.DataFrame({"axis": [*map(str, range(30))], **ways})
    many.attrs["as_is"] = 1
    chart = charts.tornado(many, charts.Spec("x"), chances=False)
    assert (len(told(chart)), len({bar.y for bar in bars(chart)})) == (30, 10)
    assert told(chart).iloc[0].tolist() == ["29", "−29", "+14.5"]


def test_laws_stand_side_by_side_and_the_rare_ends_only_in_the_table() -> None:
    chart = example("distributions")
    assert told(chart).to_numpy().tolist() == [["0", "25.0%", "0.0%"], ["2", "75.0%", "100.0%"]]
    labels = [bar.label for bar in sorted(bars(chart), key=lambda bar: bar.y)]
    assert labels == ["alone: 0: 25.0% = 1/4", "alone: 2: 75.0% = 3/4", "with Mars: 2: 100.0% = 1"]
    assert chart.basis == (*BASIS, "7.4")
    wide = charts.distribution_bars({"a": Dist({n: n + 1 for n in range(40)})}, charts.Spec("x"))
    assert (len(told(wide)), len(bars(wide))) == (40, 12)
    with pytest.raises(ValueError, match="3 distributions need as many colours, not 2"):
        charts.distribution_bars({name: Dist({1: 1}) for name in "abc"}, charts.Spec("x"))


def test_the_fan_has_half_of_the_law_within_its_inner_band() -> None:
    law = Dist(dict.fromkeys(range(101), 1))
    chart = charts.fan_chart({"a": law, "b": Dist({50: 1})}, charts.Spec("x", heads=("place", "number")))
    outer, inner = (shape for shape in chart.scene.static if isinstance(shape, Outline) and shape.fill)
    for band, ends in ((outer, (95, 50, 50, 5)), (inner, (75, 50, 50, 25))):
        ys = [float(point.split()[1]) for point in band.d[1:-1].split("L")]
        assert ys == pytest.approx([chart.plane.y(end) for end in ends], abs=0.01)


def test_a_change_is_drawn_from_what_it_is_now() -> None:
    first, rise, second, fall = bars(example("change"))
    assert rise.x == pytest.approx(first.x + first.width)
    assert rise.width == pytest.approx(2 * first.width)
    assert fall.x == pytest.approx(second.x + second.width)
    assert fall.stroke  # hollow: what is lost
    assert told(example("change"))["points"].tolist() == ["+50.0", "−5.0"]
    assert numbers(example("change"))["chance"].tolist() == [Fraction(3, 4), Fraction(1, 5)]


def page_of(make: Any) -> tuple[LivePage, Any]:
    """A notebook's page with one chart, and what its browser knows of it."""
    shown = LivePage(lambda message, logged: None, lambda name, room: None)
    shown.tell = lambda message, logged: shown.show(shown.shown[()].control)
    shown.show(page.Container("gk-page", (page.LiveChart(make, 0, key="chart"),)))
    return shown, lambda: next(node for node in shown.shown.values() if node.fields["is"] == "Chart")


def test_a_chart_is_made_only_while_it_is_seen_and_anew_when_what_it_shows_differs() -> None:
    made = []
    shown, node = page_of(lambda: made.append(1) or example("outcome"))
    assert not made
    shown.hear({"event": "seen", "id": node().id, "seen": True})
    assert len(made) == 1
    assert "16.7%" in node().fields["html"]
    assert not node().fields["busy"]
    shown.hear({"event": "seen", "id": node().id, "seen": False})
    other = page.LiveChart(lambda: made.append(1) or example("heat"), 1, key="chart")
    shown.show(page.Container("gk-page", (other,)))
    assert (len(made), node().fields["busy"]) == (1, True)  # dimmed, not dropped
    assert "16.7%" in node().fields["html"]
    shown.catch_up()
    assert (len(made), node().fields["busy"]) == (2, False)
    assert "90.0%" in node().fields["html"]


def test_while_a_slider_moves_on_nothing_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(later, "kernel_loop", asyncio.get_running_loop)
    made = []

    async def slide() -> None:
        shown, node = page_of(lambda: example("outcome"))
        shown.hear({"event": "seen", "id": node().id, "seen": True})
        for number in range(5):
            make = page.LiveChart(lambda number=number: made.append(number) or example("heat"), number + 1, key="chart")
            shown.show(page.Container("gk-page", (make,)))
        assert made == []
        while "90.0%" not in node().fields["html"]:
            await asyncio.sleep(0.005)

    asyncio.run(slide())
    assert made == [4]


def test_what_if_gives_every_argument_a_slider() -> None:
    def chart(legions: int, defender: str) -> charts.Chart:
        p = Fraction(1, legions)
        return charts.outcome_bar(parts(p, 0, 1 - p), charts.Spec(f"{legions} against {defender}", basis=BASIS))

    panel = what_if(chart, legions=range(1, 6), defender=("Pompey", "Scipio"))
    assert panel.table.chart.heading == "3 against Scipio"
    chosen = [one for one in controls(panel.page) if isinstance(one, (Slider, Menu))]
    assert [(type(one), one.description) for one in chosen] == [(Slider, "legions"), (Menu, "defender")]
    panel.send(("legions", 5))
    panel.send(("defender", 0))
    assert panel.table.chart.heading == "5 against Pompey"
    assert numbers(panel.table.chart)["chance"][0] == Fraction(1, 5)
    bundle = panel._repr_mimebundle_()
    assert bundle["text/plain"] == str(panel.table.chart)
    assert bundle["text/html"].count("20.0%") == 1  # numbers once: the picture has its own, as an image
    assert shapes_of(bundle["text/html"])
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_chart_in_a_box_of_widgets_is_its_widget_and_the_chart_says_so() -> None:
    chart = example("outcome")
    with pytest.raises(traitlets.TraitError, match=r"inside a box of widgets: chart\.widget"):
        ipywidgets.HBox([chart])
    shown = ipywidgets.HBox([chart.widget]).children[0].value
    assert "16.7%" in shown
    assert "<img" in shown


# The still picture
def shapes_of(page: str) -> str:
    """The SVG that an HTML image carries."""
    match = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert match
    return b64decode(match[1]).decode()


@each
def test_the_picture_keeps_to_its_frame(kind: str) -> None:
    scene = example(kind).scene
    for shape in scene.static:
        x, y, width, height = bounds(shape)
        assert -1 <= x <= x + width <= scene.width + 1, shape
        assert -1 <= y <= y + height <= scene.height + 1, shape
