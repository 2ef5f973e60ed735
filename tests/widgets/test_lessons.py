"""The boards of lessons: predict and reveal, the quiz, step by step, the timeline, worksheets."""

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pypdfium2
import pytest

from gamekit import aquileia as aq
from gamekit.lessons import history
from gamekit.lessons.exercises import LEVELS, MIXED, TOPICS
from gamekit.text.translation import LANGUAGES, percent, translate
from gamekit.widgets.layout import Room
from gamekit.widgets.lessons import PredictBoard, QuizBoard, StepBoard, TimelineBoard, worksheet
from gamekit.widgets.lessons.board import LARGER
from gamekit.widgets.lessons.timeline import FIRST, LAST, SET, TALL
from gamekit.widgets.lessons.worksheet import MARGIN, PAPERS, SheetBoard
from gamekit.widgets.page import Download, LiveWidget, Picture, controls, to_html, to_text
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds, text_width
from tests.cases import Cases
from tests.widgets.board_driver import control, make_room, placed, press, said, send, words
from tests.widgets.board_driver import texts as written


@pytest.mark.parametrize("name", [*history.historical_setups()])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_chance_is_covered_everywhere_until_there_is_a_vote(name: str, language: str) -> None:
    board = PredictBoard(name, language=language)
    chance = percent(board.table.asked.chance, 0)
    assert control(board, ("reveal",)).disabled
    shown = to_text(board.page) + to_html(board.page) + " ".join(said(board.scene))
    assert chance not in shown or chance in ("0%", "20%", "40%", "60%", "80%", "100%")
    assert percent(board.table.asked.chance) not in shown
    send(board, "guess", 30)
    press(board, ("reveal",), luck=5)
    assert chance in words(board)


def revealed(name: str, language: str = "en") -> PredictBoard:
    """A board after a vote and all throws."""
    board = PredictBoard(name, language=language)
    for message in (("guess", 30), ("reveal", 5), ("all",)):
        board.send(message)
    return board


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.long
def test_what_really_happened_has_both_sides_losses_and_a_tiny_chance_asks_about_the_board(language: str) -> None:
    for name, asks in (("Pharsalus", "1 in 58,000" if language == "en" else "58,000回に1回"), ("Cannae", "")):
        board = revealed(name, language)
        past, shown = history.battles()[name], to_text(board.page)
        assert history.localize(past, "a_losses", language) in shown
        assert history.localize(past, "b_losses", language) in shown
        assert (f"“{asks}”" in shown or f"「{asks}」" in shown) is bool(asks)


def test_a_draw_is_no_victory_of_the_one_who_really_won() -> None:
    for name, rows in (("Cannae", ("72 in 100", "11 in 100")), ("Trebia", ("97 in 100", "1 in 36"))):
        board = revealed(name)
        assert all(f"<td>{often}</td>" in to_html(board.page) for often in rows)


def test_the_dice_fall_one_by_one_and_the_end_is_told_when_they_lie() -> None:
    board = PredictBoard("Zela", language="en")
    send(board, "hand", 3, 1)
    press(board, ("reveal",), luck=11)
    run = board.table.run
    for number in range(1, len(run.throws) + 1):
        assert not board.table.outcome_text
        assert "What really happened" not in to_text(board.page)
        send(board, "fall")
        dice = [shape for shape in board.scene.pieces if isinstance(shape, Group) and not shape.label]
        assert len(dice) == len(run.throws[number - 1].faces)
    assert board.table.done
    assert board.table.outcome_text.startswith("This time Caesar")
    assert ("does not" in board.table.outcome_text) != run.happened
    assert "spades" in to_text(board.page)
    press(board, ("cover",))
    assert "92" not in to_text(board.page)
    assert board.table.votes.hands == (0, 0, 0, 1, 0)


def test_a_contest_of_ones_own_is_asked_about_as_well() -> None:
    board = PredictBoard(aq.example_contests()["arena"], "Kiko", "en")
    assert "Will Kiko be first?" in to_text(board.page)
    send(board, "guess", 10)
    press(board, ("reveal",), luck=2)
    assert board.summary_sentence == "The class said 10%, the chance is 5%."
    send(board, "all")
    assert "5%" in board.summary_sentence
    assert "This time Kiko" in board.summary_sentence
    assert not [one for one in controls(board.page) if getattr(one, "do", None) == ("battle",)]


def choose(board: QuizBoard, place: int, right: bool) -> None:
    answer = board.table.exercise.blanks[place].answer
    fits = [(choice.answer == answer) == right for choice in board.table.choices(place)]
    send(board, "choose", place, fits.index(True))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_answers_are_told_at_once_with_the_working_and_counted(language: str) -> None:
    board = QuizBoard("die", 3, 8, language)
    blanks = board.table.exercise.blanks
    assert control(board, ("next",)).disabled
    for place, blank in enumerate(blanks):
        assert blank.worked_solution(language) not in to_text(board.page) or "=" not in blank.worked_solution(language)
        choose(board, place, right=place != 1)
        assert blank.worked_solution(language) in to_text(board.page)
    assert (board.table.right, board.table.asked) == (len(blanks) - 1, len(blanks))
    assert "2" in to_text(board.page)
    press(board, ("next",))
    assert (board.table.number, board.table.asked, board.table.chosen) == (1, 3, ())
    press(board, ("again",))
    assert (board.table.number, board.table.asked) == (0, 0)


def test_a_choice_stands() -> None:
    board = QuizBoard("losses", 1, 3)
    choose(board, 0, right=False)
    before = board.table
    board.send(("choose", 0, 0))
    board.send(("choose", 0, 1))
    assert board.table == before
    assert (before.right, before.asked) == (0, 1)
    assert "nothing on the board means" in board.error


def test_the_letters_of_the_picture_are_24_px_but_for_those_on_pieces() -> None:
    for topic in [topic for topic in TOPICS if topic != "chart"]:  # whose chances take a second
        (group,) = QuizBoard(topic, 2, 5).scene.pieces
        assert isinstance(group, Group)
        texts = [shape for shape in group.shapes if isinstance(shape, Text)]
        said = [text for text in texts if len(text.text) > 12]
        assert all(text.size * group.scale >= 19 for text in texts)
        assert sum(text.size * group.scale >= 24 for text in said) >= 2


def test_a_branch_is_followed_by_a_click_and_the_way_back_is_open() -> None:
    board = StepBoard("Zela", language="en")
    start = board.table.steps[-1]
    assert percent(start.p_win_from_here) in words(board)
    for branch in start.branches:
        assert percent(branch.chance) in said(board.scene)
        assert f"then {percent(branch.then.p_win_from_here)}" in said(board.scene)
    assert any("Legio 36 III to II" in text for text in said(board.scene))
    send(board, "branch", 2)
    assert percent(start.branches[2].then.p_win_from_here) in words(board)
    assert "points more than before the last throw" in words(board)
    press(board, ("next",))
    press(board, ("roll",), luck=7)
    press(board, ("round",), luck=7)
    steps = board.table.steps
    assert steps[-1].round == 2
    menu = control(board, ("jump",))
    assert len(menu.options) == len(steps)
    assert menu.options[1][0] == f"1. {translate(steps[0].thrower_name)}: 2 count"
    send(board, "jump", 1)
    assert board.table.path == (2,)
    press(board, ("back",))
    assert board.table.path == ()
    assert control(board, ("back",)).disabled


def test_the_sentence_says_whose_chance_it_is() -> None:
    board = StepBoard("arena", language="en")
    assert "Stefan throws" in board.summary_sentence
    assert board.summary_sentence.endswith("Now the chance that Kiko is first is 4.6%.")


@pytest.mark.parametrize(("width", "language"), [(700, "en"), (1216, "ja")])
@pytest.mark.parametrize("name", [pytest.param("Munda", marks=pytest.mark.soak), "Cannae", "arena"])
def test_every_step_to_the_end_fits_in_large_letters(name: str, width: int, language: str) -> None:
    board = StepBoard(name, language=language)
    make_room(board, width / LARGER)
    for luck in range(6):
        board.refresh()
        assert min(text.size for text in written(board.scene.pieces)) >= 24
        for text, (x, y, wide, high) in placed(board.scene.pieces):
            assert x >= -1, text
            assert x + wide <= width + 1, text
            assert 0 <= y <= y + high <= board.scene.height, text
        if board.table.steps[-1].is_over:
            break
        press(board, ("round",), luck=luck)
    assert board.table.steps[-1].is_over
    assert ("It is decided." if language == "en" else "決着がついた。") in to_text(board.page)


def here(board: TimelineBoard) -> Scene:
    """The map, which is the second picture."""
    return [one.scene for one in controls(board.page) if isinstance(one, Picture)][1]


def names(scene: Scene) -> list[tuple[str, Room]]:
    """The names on the map, with the room that each takes."""
    texts = [shape for shape in scene.static if isinstance(shape, Text)]
    widths = [min(SET * text_width(t.text, t.size, t.weight), t.max_width or 999) for t in texts]
    return [(t.text, Room(t.x, t.y - 20, width, 26)) for t, width in zip(texts, widths)]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_year_shows_its_events_with_their_sources_and_the_tellings(language: str, cases: Cases) -> None:
    board = TimelineBoard(FIRST, language)
    for year in range(FIRST + (language == "ja"), LAST + 1, cases(2, 1)):
        send(board, "year", year)
        text = to_text(board.page)
        assert history.year_name(year, language) in text
        assert not re.search(r"\b0 BC|前0年", text.replace("0年はない", ""))
        fields = [(one, name) for one in history.events(year) for name in ("title", "date")]
        fields += [(one, name) for one in history.rulebook_discrepancies(year) for name in ("rulebook", "usual")]
        lost = [field for one, name in fields if (field := history.localize(one, name, language)) not in text]
        assert lost == [], year
        assert all(event.source in text for event in history.events(year))


@pytest.mark.parametrize("width", [736, 1216])
def test_names_lie_on_the_map_and_not_over_each_other(width: int, cases: Cases) -> None:
    for language in ("en", "ja"):
        board = TimelineBoard(language=language)
        make_room(board, width / LARGER)
        for year in range(FIRST, LAST + 1, cases(5, 1)):
            send(board, "year", year)
            found = names(here(board))
            for name, room in found:
                assert 0 <= room.x <= room.right <= width, (year, name)
                assert 0 <= room.y <= room.bottom <= TALL, (year, name)
            for (one, at), (other, there) in combinations(found, 2):
                assert not overlap(at, there, 0), f"{year}: {one} over {other}"


def test_seas_are_named_once_and_a_crowded_year_shows_the_land_of_the_event_looked_at() -> None:
    board = TimelineBoard(-46, "en")
    make_room(board, 740 / LARGER)
    send(board, "year", -47)
    assert board.table.selected.place == "Pharsalus"

    def seas() -> list[str]:
        return sorted(one.label for one in here(board).static if isinstance(one, Group) and one.label)

    assert seas() == ["Mare Hadriaticum", "Mare Internum"]
    assert {"Thessalonika", "Ambracia"} <= {name for name, _ in names(here(board))}
    assert "Nicopolis" not in {name for name, _ in names(here(board))}
    press(board, ("event", 1))  # the murder off Pelusium: all of the east
    assert {"Pelusium", "Nicopolis"} <= {name for name, _ in names(here(board))}
    press(board, ("language",))
    assert "インテルヌム海" in seas()


def test_who_went_where_is_drawn_with_its_number_and_told_and_its_roads_are_lit() -> None:
    board = TimelineBoard(-47, "en")
    text = to_text(board.page)
    numbers = [shape.text for shape in here(board).static if isinstance(shape, Text) and shape.text.isdecimal()]
    assert numbers == ["1", "2", "3", "4"]
    for march in history.marches_and_voyages(-47):
        assert march.text_en in text
    assert ("Dyrrachium", "Thessalonika") in history.roads_used(-47)
    assert all(march.source.startswith("judged:") for march in history.marches_and_voyages())
    assert {march.side for march in history.marches_and_voyages()} == {"Caesar", "Pompey", "others"}


def test_a_battle_that_is_set_up_is_fought_below_the_map() -> None:
    board = TimelineBoard(-47, "en")
    assert board.table.selected.battle == "Pharsalus"
    press(board, ("fight",))
    (live,) = [one.make() for one in controls(board.page) if isinstance(one, LiveWidget)]
    assert isinstance(live, PredictBoard)
    assert live.table.name == "Pharsalus"
    press(board, ("event", 1))
    assert not board.table.fight
    assert not control(board, ("fight",), hidden=True).shown  # the murder of Pompey is no battle


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


def overlap(one: Room, other: Room, least: float = 1) -> bool:
    """Whether two rooms have more than so many px in common, across and down."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return min(across, min(one.bottom, other.bottom) - max(one.y, other.y)) > least


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


@pytest.mark.long
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


@pytest.mark.long
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
