"""Tables and pictures to hand on: every form holds the same numbers, is well-formed, and needs nothing else."""

import csv
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest
from markdown_it import MarkdownIt

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.probability.distribution import Dist
from gamekit.storage import data_files
from gamekit.text import answer_tables, export
from gamekit.text.translation import LANGUAGES, word
from gamekit.text.translation import table as words
from gamekit.widgets import board
from gamekit.widgets.caesar import DuelBoard, GameBoard
from gamekit.widgets.charts import Part, Spec, outcome_bar
from gamekit.widgets.julius_caesar import BattleBoard
from gamekit.widgets.live import LivePage
from gamekit.widgets.look import GOOD
from gamekit.widgets.page import Container, Copy, Download, LiveChart, controls
from gamekit.widgets.roma_victrix import SiegeBoard
from gamekit.widgets.svg import svg
from tests.generators import SETUPS, TABLES, bound

NASTY = export.Table(
    ("name_1", "p & q", "n"),
    (("50% | <b>#$~^\\{}</b>", Fraction(1, 3), 7), ("Λ–·", 0.25, 2.5), ("line\nbreak", None, True)),
    "100% of *what* | is_left",
    ("7.2", "7.4"),
    ("p & q",),
)
ODDS = rv.rulebook_combat("Cilicia").odds()


def chart(language: str = "en") -> Any:
    parts = [Part("wins", Fraction(2, 3), "#A83C17"), Part("loses", Fraction(1, 3), "#1F5C8C")]
    return outcome_bar(parts, Spec("Two in three win", basis=("7.2",), language=language, names={}))


class Cells(HTMLParser):
    """The rows of an HTML page's tables, and which tags stay open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows, self.open, self.caption = list[list[str]](), list[str](), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("br", "meta", "img", "input"):
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if set(self.open) & {"td", "th"}:
            self.rows[-1][-1] += data
        elif self.open and self.open[-1] == "caption":
            self.caption += data


def test_csv_keeps_the_numbers_whole() -> None:
    found = list(csv.reader(io.StringIO(export.csv(NASTY))))
    assert found[0] == list(NASTY.heads)
    assert [row[0] for row in found[1:]] == [row[0] for row in NASTY.rows]
    assert (float(found[1][1]), found[2][1], found[3][1]) == (1 / 3, "0.25", "")


def test_json_has_the_fraction_beside_the_number() -> None:
    found = json.loads(export.as_json(NASTY))
    assert (found["rows"][0]["p & q_exact"], found["rows"][0]["p & q"]) == ("1/3", 1 / 3)
    assert found["basis"] == ["7.2", "7.4"]


def test_markdown_and_html_show_the_same_cells() -> None:
    page = Cells(MarkdownIt("commonmark").enable("table").render(export.markdown(NASTY)))
    told = Cells(export.html(NASTY))
    assert told.caption == NASTY.caption
    assert not page.open + told.open
    for found in (page.rows, told.rows[:-1]):
        assert [[re.sub(r"\s+", " ", cell) for cell in row] for row in found] == [
            ["name_1", "p & q", "n"],
            ["50% | <b>#$~^\\{}</b>", "33.3%", "7"],
            ["Λ–·", "25.0%", "2.50"],
            ["line break", "", "True"],
        ]
    assert told.rows[-1] == ["rules 7.2, 7.4"]


def test_latex_escapes_what_latex_reads() -> None:
    found = export.latex(NASTY)
    escaped = r"50\% $|$ $<$b$>$\#\$\textasciitilde{}\textasciicircum{}\textbackslash{}\{\}$<$/b$>$ & 33.3\% & 7 \\"
    assert escaped in found
    assert found.count(r"\begin") == found.count(r"\end") == 2
    assert r"\caption{100\% of *what* $|$ is\_left}" in found


def compiled(tables: list[str], folder: Path, engine: str = "pdflatex", head: str = "") -> str:
    """The log of a document of these tables, once it is a PDF."""
    text = rf"\documentclass{{article}}{head}\begin{{document}}{''.join(tables)}\end{{document}}"
    (folder / "x.tex").write_text(text, encoding="utf-8")
    command = [engine, "-halt-on-error", "-interaction=nonstopmode", "x.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    said = done.stdout.decode(errors="replace")
    assert done.returncode == 0, said[-2000:]
    assert (folder / "x.pdf").read_bytes().startswith(b"%PDF")
    return said


@pytest.mark.soak
@pytest.mark.parametrize(
    ("engine", "language", "head"), [("pdflatex", "en", ""), ("lualatex", "ja", r"\usepackage{luatexja}")]
)
def test_latex_compiles_with_every_sign_and_fits_the_page(
    engine: str, language: str, head: str, tmp_path: Path
) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    signs = "".join(sorted({letter for said in words().values() for letter in said.en if letter not in "日本語"}))
    nasty = replace(NASTY, rows=(*NASTY.rows[:1], (signs, 0.25, 2.5), *NASTY.rows[2:]), caption=signs)
    asked = [
        table
        for kind in ("battle", "combat", "siege", "contest", "conflict", "duel")
        for table in answer_tables.answer_tables_of(bound(SETUPS[kind]), f"{kind}: 100% & more_of #it", language)
    ]
    said = compiled([*map(export.latex, asked), export.latex(export.to_table(ODDS, "Cilicia"))], tmp_path, engine, head)
    assert "Overfull" not in said
    compiled([export.latex(nasty)], tmp_path, engine, head)


def test_a_law_a_frame_and_a_chart_are_tables() -> None:
    law = export.to_table(Dist({"win": 2, "loss": 1}, ("7.2",)), "Who wins", language="ja")
    assert law.rows == (("win", Fraction(2, 3)), ("loss", Fraction(1, 3)))
    assert law.heads[0] == word("export.outcome", "ja")
    frame = pd.DataFrame({"n": [1, 2], "p": [0.5, 0.25]})
    frame.attrs["basis"] = ("5.31",)
    assert export.to_table(frame, chances=["p"]).text_rows == [["1", "50.0%"], ["2", "25.0%"]]
    assert export.to_table(frame).basis == ("5.31",)
    drawn = export.to_table(chart())
    assert drawn.caption == "Two in three win"
    assert [row[1] for row in drawn.text_rows] == ["66.7%", "33.3%"]
    pytest.raises(ValueError, lambda: export.to_table(7)).match("int is not a table")


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_chart_is_a_png_of_the_width_asked_for(tmp_path: Path) -> None:
    export.save(chart(), tmp_path / "x.png", 800)
    scene = chart().scene
    wide, high = size((tmp_path / "x.png").read_bytes())
    assert wide == 800
    assert abs(high - 800 * scene.height / scene.width) <= 1


@pytest.mark.parametrize("kind", ["battle board", "city board"])
def test_a_board_is_a_picture_and_a_page_that_need_nothing_else(kind: str, tmp_path: Path) -> None:
    app = board(TABLES[kind]())
    for width in app.widths:
        drawn = ElementTree.fromstring(app.svg(width))
        assert float(drawn.attrib["width"]) <= max(app.widths) + 48
        assert any(one.tag.endswith("text") for one in drawn.iter())
    export.save(app, tmp_path / "x.html")
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=[\"']?https?:|@import|<script|url\([\"']?https?:", text)
    assert app.summary_sentence.split(".")[0] in text


@pytest.mark.parametrize("ending", [".csv", ".md", ".tex", ".json", ".html"])
def test_a_table_is_saved_by_its_ending_and_never_over_another(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{ending}"
    export.save(ODDS, path)
    kept = path.read_bytes()
    pytest.raises(ValueError, lambda: export.save(export.to_table(Dist({1: 1})), path)).match("already")
    assert path.read_bytes() == kept
    export.save(export.to_table(Dist({1: 1})), path, overwrite=True)
    assert path.read_bytes() != kept


def test_what_cannot_be_saved_is_refused(tmp_path: Path) -> None:
    pytest.raises(ValueError, lambda: export.save(ODDS, tmp_path / "x.doc")).match(r"\.doc is not an ending")
    pytest.raises(ValueError, lambda: export.save(ODDS, tmp_path / "x.png")).match("Dist has no picture")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", [kind for kind in TABLES if kind not in ("campaign board", "map board")])  # slow
def test_every_board_has_its_buttons(kind: str) -> None:
    app = board(TABLES[kind](), "ja")
    saves = {one.title: one for one in controls(app.page) if isinstance(one, Download)}
    assert {word(f"export.save_{what}", "ja") for what in ("page", "picture")} <= set(saves)
    for ending in (".csv", ".md"):
        (saved,) = (str(one.text()) for one in saves.values() if one.file_name.endswith(ending))
        assert len(saved.splitlines()) > 1
        assert "<" not in saved.replace("&lt;", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_has_its_buttons(language: str) -> None:
    page, sent = LivePage(lambda *_: None, lambda *_: None), list[Any]()
    page.show(Container("gk-page", (LiveChart(partial(chart, language), 0, language),)))
    page.catch_up()
    page.send = lambda content, buffers=None: sent.append((content, buffers))
    (number,) = (node.id for node in page.shown.values() if node.fields["is"] == "Chart")
    for what, said in next(node.fields for node in page.shown.values() if node.id == number)["saves"]:
        assert said == word(f"export.save_{what}", language)
        page.hear({"event": "ask", "id": number, "view": "v", "what": what})
    (drawn, (raw,)), (rows, none) = sent
    assert size(raw) == tuple(2 * round(side) for side in (chart().scene.width, chart().scene.height))
    assert (drawn["name"], rows["name"], none) == ("chart.png", "table.csv", None)
    assert rows["text"] == export.excel_csv(chart(language))


def saved(app: Any) -> list[list[str]]:
    """The rows in the file that a board's button gives."""
    made = next(one for one in controls(app.page) if isinstance(one, Download) and one.file_name.endswith(".csv"))
    text = str(made.text())
    assert text[0] == "\ufeff"  # by which Excel knows how to read it
    return list(csv.reader(io.StringIO(text[1:])))


def test_a_board_gives_its_headline_table_alone() -> None:
    app = board(TABLES["battle board"]())
    odds = app.battle.odds()
    answer = saved(app)
    assert answer[0] == ["what", "chance", "figure"]
    assert answer[1] == ["attacker wins", str(float(odds.p(jc.attacker_wins))), ""]
    assert float(answer[4][2]) == float(odds.mean(lambda end: end.attacker_strength))
    assert len(answer) == 6
    app.send(("play", "best"))  # whatever is shown is what is given
    app.finish_background_work()
    assert float(saved(app)[1][1]) == float(app.table.shown_chances.attacker_wins) != float(answer[1][1])


def test_a_game_gives_away_what_its_page_tells_and_no_more() -> None:
    heads, *rows = saved(board(TABLES["caesar board"]()))
    assert heads == ["name", "Log"]
    assert rows == [["B", "counter on d5"], ["R", "counter on e3"], ["B", "counter on e1"], ["R", "counter on a3"]]


@pytest.mark.parametrize(
    ("made", "name"), [(BattleBoard, "battle-caesar-pompey.png"), (SiegeBoard, "siege-rome-carthage.png")]
)
def test_a_picture_is_named_for_what_it_shows(made: Any, name: str) -> None:
    saves = [one for one in controls(made(language="ja").page) if isinstance(one, Download) and one.key == "picture"]
    assert [one.file_name for one in saves] == [name]


def test_a_saved_picture_has_no_pool_no_hints_and_no_empty_places() -> None:
    assert "Add a counter" in svg(SiegeBoard(language="en").scene)
    assert "Add a counter" not in SiegeBoard(language="en").svg()
    duel, game = DuelBoard(language="en"), GameBoard(language="en")
    assert "Click a group" in svg(duel.scene)
    assert "Click a group" not in duel.svg()
    assert "Each player places five counters" not in game.svg()
    assert GOOD in svg(game.scene)
    assert GOOD not in game.svg()


def test_a_copied_sentence_has_the_chance_and_its_basis_only_on_request() -> None:
    texts = [one.text for one in controls(BattleBoard(language="en").page) if isinstance(one, Copy)]
    short, whole = texts[:2]
    assert "the attacker wins 68.5%" in short
    assert len(short.split()) < 30
    assert short.endswith("eliminated 7.2%.")
    assert "rules 7.2" not in short
    assert "rules 7.2" in whole


def test_a_table_is_read_by_excel_and_made_of_a_data_frame(tmp_path: Path) -> None:
    rows = pd.DataFrame({"軍団": ["第10軍団"], "chance": [0.25]})
    export.save(rows, tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert pd.read_csv(tmp_path / "rows.csv").columns.tolist() == ["軍団", "chance"]
    assert export.csv(rows) == "軍団,chance\n第10軍団,0.25\n"
    assert "第10軍団" in export.markdown(rows)
    assert export.csv(rows.set_index("軍団")) == export.csv(rows) == export.csv(pd.concat([rows, rows]).iloc[1:])
    assert export.csv(pd.DataFrame({"p": [0.5]}, index=["win"])) == "index,p\nwin,0.5\n"
    pytest.raises(ValueError, lambda: export.csv(7)).match("give a DataFrame, a Dist, a chart or a Table")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["battle", "combat", "siege", "contest", "conflict", "duel"])
def test_every_question_is_a_table(kind: str, language: str) -> None:
    found = answer_tables.answer_tables_of(bound(SETUPS[kind]), "what is asked", language)
    for table in found:
        assert table.basis
        assert table.language == language
        assert {len(row) for row in table.rows} == {len(table.heads)}
        for head in table.chances:
            column = [row[table.heads.index(head)] for row in table.rows]
            assert all(p is None or 0 <= p <= 1 for p in column)
            if kind in ("contest", "conflict", "duel") or len(table.rows) > 9:  # a law
                assert sum(p or 0 for p in column) == 1
    assert found[0].caption == "what is asked"
    assert export.to_table(bound(SETUPS[kind]), "what is asked", language=language) == found[0]
    assert answer_tables.answer_tables_of(7) == ()


def test_all_words_can_be_drawn_with_the_fonts_that_are_shipped() -> None:
    letters = set(data_files.text("fonts/letters.txt"))
    said = {c for row in words().values() for c in row.en + row.ja if not c.isspace()}
    assert sorted(said - letters) == []


def test_a_picture_is_drawn_with_the_shipped_fonts_alone() -> None:
    def drawn(text: str) -> bytes:
        letter = f'<text y="30" font-size="30" font-family="Comic Sans, sans-serif">{text}</text>'
        return export.png(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{letter}</svg>')

    assert len({drawn(text) for text in ("", "A", "カ", "軍", "厳")}) == 5
    with pytest.warns(UserWarning, match="no letter 龘"):
        drawn("龘")
