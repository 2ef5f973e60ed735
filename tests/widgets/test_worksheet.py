"""Worksheets: nothing outside the page, nothing over anything else, both languages, the same for the same seed."""

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pypdfium2
import pytest

from gamekit.lessons.exercises import LEVELS, MIXED, TOPICS
from gamekit.text.translation import LANGUAGES, translate
from gamekit.widgets.layout import Room
from gamekit.widgets.lessons import worksheet
from gamekit.widgets.lessons.worksheet import MARGIN, PAPERS, SheetBoard
from gamekit.widgets.page import Download, controls, to_text
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds, text_width
from tests.cases import Cases

SEEDS = range(20)
DRAWN = [topic for topic in TOPICS if topic != "chart"]  # whose chances take a second


def texts(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    """The texts that stand on the paper itself, not on a block or a counter."""
    return (shape for shape in shapes if isinstance(shape, Text))


def extent(text: Text) -> Room:
    """Where a text stands, its width as reckoned, or as it is squeezed."""
    width = text_width(text.text, text.size, text.weight) * 0.93
    width = min(width, text.max_width or width)
    x = text.x - {"start": 0, "middle": width / 2, "end": width}[text.anchor]
    return Room(x, text.y - 0.72 * text.size, width, 0.86 * text.size)


def overlap(one: Room, other: Room) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > 1 and min(one.bottom, other.bottom) - max(one.y, other.y) > 1


def check(scene: Scene, case: str) -> None:
    paper = Room(MARGIN - 12, 40, scene.width - 2 * MARGIN + 24, scene.height - 60)
    for shape in scene.static:
        box = extent(shape) if isinstance(shape, Text) else Room(*bounds(shape))
        inside = paper.x <= box.x and box.right <= paper.right and paper.y <= box.y and box.bottom <= paper.bottom
        assert inside, f"{case}: {shape} at {box}"
    said = [(text, extent(text)) for text in texts(scene.static)]
    for (one, here), (other, there) in combinations(said, 2):
        assert not overlap(here, there), f"{case}: {one.text!r} over {other.text!r}"
    pieces = [Room(*bounds(shape)) for shape in scene.static if isinstance(shape, Group)]
    for text, here in said:
        assert not any(overlap(here, piece) for piece in pieces), f"{case}: {text.text!r} over a picture"


@pytest.mark.parametrize("topic", [*DRAWN, MIXED, pytest.param("chart", marks=pytest.mark.soak)])
def test_nothing_leaves_the_page_or_lies_over_anything_else(topic: str, cases: Cases) -> None:
    for seed in SEEDS[: cases(1, 20)]:
        language = LANGUAGES[(seed + len(topic)) % 2]
        paper = list(PAPERS)[seed // len(LEVELS) % len(PAPERS)]
        sheet = worksheet(topic, language, 1 + seed % len(LEVELS), seed, paper)
        assert 3 <= len(sheet.exercises) <= 5
        for kind in ("key", "page") if seed < 6 else ("key",):  # what stands on the page stands there in the key
            check(getattr(sheet, kind), f"{topic} {language} {paper} seed {seed} {kind}")


def test_the_key_has_every_answer_and_the_sheet_has_none() -> None:
    for topic, language in zip(DRAWN, LANGUAGES * 4):
        sheet = worksheet(topic, language, 3, 11)
        shown = [text.text for text in texts(sheet.key.static)]
        asked = [text.text for text in texts(sheet.page.static)]
        for one in sheet.exercises:
            for blank in one.blanks:
                assert blank.worked_solution(language) in shown
                assert any(translate(blank.text, language) in text for text in asked)
                assert "=" not in blank.worked_solution(language) or blank.worked_solution(language) not in asked
        places = [(text.text, text.x, text.y) for text in texts(sheet.page.static)]
        same = {(text.text, text.x, text.y) for text in texts(sheet.key.static)}
        assert sum(place in same for place in places) > 0.6 * len(places), "questions stay where they are in the key"


def test_both_languages_have_the_same_exercises_and_a_line_begins_with_no_stop() -> None:
    for topic in DRAWN:
        english, japanese = (worksheet(topic, language, 2, 5) for language in LANGUAGES)
        assert english.exercises == japanese.exercises
        assert english == worksheet(topic, "en", 2, 5)
        lines = [text.text for text in texts(japanese.page.static)]
        assert not [line for line in lines if line[0] in "、。」？：）"]


def test_the_html_is_whole_and_needs_nothing_else() -> None:
    for paper, size in (("A4", "size: A4"), ("Letter", "size: letter")):
        html = worksheet("mixed", "ja", paper=paper).html(key=True)
        assert size in html
        assert '<html lang="ja">' in html
        assert not re.search(r'(?:src|href)="(?!#)|@import|url\((?!#)', html)
        (picture,) = re.findall(r"<svg.*</svg>", html, re.DOTALL)
        ElementTree.fromstring(picture)


@pytest.mark.parametrize(("paper", "size"), [("A4", (595.5, 842.25)), ("Letter", (612, 792))])
def test_the_pdf_is_one_page_of_the_paper_with_real_text(paper: str, size: tuple[float, float]) -> None:
    document = pypdfium2.PdfDocument(worksheet("mixed", "ja", paper=paper).pdf(key=True))
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx(size, abs=1)
    said = document[0].get_textpage().get_text_range()
    assert "さいころと決断" in said.replace(" ", "")
    assert "命中" in said


def test_buttons_give_the_sheet_and_its_key_and_the_key_is_never_on_the_page() -> None:
    board = SheetBoard(worksheet("die", "en", seed=3))
    board.send(("topic", "losses"))
    shown = board._repr_mimebundle_()
    solutions = [blank.worked_solution("en") for one in board.table.exercises for blank in one.blanks]
    assert not any(solution in to_text(board.page) + board.html() for solution in solutions if "=" in solution)
    assert shown["text/html"].count("<img") == 1
    sheet, key = [one for one in controls(board.page) if isinstance(one, Download)][:2]
    assert (sheet.file_name, key.file_name) == ("worksheet_losses_en_2_3.pdf", "worksheet_losses_en_2_3_key.pdf")
    texts_of = ["".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(one.text()))
                for one in (sheet, key)]  # fmt: skip
    assert [all(one in text for one in solutions) for text in texts_of] == [False, True]
