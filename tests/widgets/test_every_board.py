"""What holds for every board: messages of any shape leave it in order, undo goes back, a log plays again, its letters
can be read (11 px on a wide page, 10 px on one of 800 px and less, where JupyterLab's sidebar is open too), and under
its cover no chance is told."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from html import escape
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from random import Random
from typing import Any

import pytest

import gamekit.widgets
from gamekit import roma_victrix as rv
from gamekit.aquileia.state import Step
from gamekit.text.translation import default_language
from gamekit.widgets import page
from gamekit.widgets.app import LANGUAGE, Board, in_language
from gamekit.widgets.aquileia import CityBoard
from gamekit.widgets.caesar import GameBoard
from gamekit.widgets.cover import COVER, GUESS, REVEAL
from gamekit.widgets.roma_victrix import MapBoard, game_board
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds
from gamekit.widgets.svg import picture_bar
from tests.aquileia.board_positions import ALONE, play_to
from tests.cases import Cases
from tests.widgets.board_driver import said
from tests.widgets.boards import BOARDS, VALID
from tests.widgets.messages import right, wrong
from tests.widgets.positions import FIGHTS, STUDY

each = pytest.mark.parametrize("name", BOARDS)


def without_answers(table: Any) -> Any:
    """A table without what follows from the rest, which may be more exact the second time, as hints are, which are
    searched for some seconds."""
    known = {field.name for field in fields(table)}
    hints: dict[str, Any] = {"hinting": replace(table.hinting, found=None)} if "hinting" in known else {}
    return replace(table, **{name: None for name in ("chances", "exact") if name in known}, **hints)


@pytest.mark.long
@each
@pytest.mark.usefixtures("quick")
def test_messages_of_any_shape_leave_the_board_in_order(name: str, cases: Cases) -> None:
    for seed in range(cases(1, 20)):
        random, board = Random(f"{name}:{seed}"), BOARDS[name]("en" if seed % 2 else "ja")
        undoes = type(board).undoes
        for _ in range(cases(6, 500)):
            before, shape = board.table, random.random()
            message = right(board, random) if shape < 0.6 else wrong(board, random)
            meant = isinstance(message, tuple) and bool(message) and page.can_send(board.page, message)
            board.send(message)
            assert VALID[name](board.table), message
            assert meant or board.table == before or message == ("undo",), message
            assert len(board.error) < 500, message
            said = re.sub(r"'[^']*'|JSON .*", "", board.error)  # what was typed or is Python's own may be quoted
            assert board.table.language == "en" or not re.search("[a-z]{2,} [a-z]{2,}", said), message
            undone = undoes and message not in (("undo",), LANGUAGE) and undoes(before, board.table)
            if undone and random.random() < 0.3:
                board.send(("undo",))
                assert without_answers(board.table) == without_answers(before), message
                assert board.error == ""


@each
@pytest.mark.long
def test_a_session_of_clicks_plays_again_from_its_file(name: str, cases: Cases) -> None:
    random, board, again = Random(name), BOARDS[name]("en"), BOARDS[name]("en")
    for _ in range(cases(3, 120)):
        board.send(right(board, random))
    again.replay(board.log_text)
    assert without_answers(again.table) == without_answers(board.table)
    assert again.log == board.log


@pytest.mark.long
@each
@pytest.mark.usefixtures("quick")
def test_the_switch_says_what_a_board_of_the_other_language_says_and_takes_nothing_back(name: str) -> None:
    board, japanese = BOARDS[name]("en"), BOARDS[name]("ja")
    first, english = board.table, page.to_text(board.page)
    board.send(LANGUAGE)
    assert board.error == ""
    same = page.to_text(board.page) == page.to_text(japanese.page) != english
    assert same or name == "what if"  # its question has but one
    board.send(LANGUAGE)
    assert (board.table, page.to_text(board.page)) == (first, english)
    random = Random(name)
    for _ in range(3):
        board.send(right(board, random))
    set_up = without_answers(board.table)
    board.send(LANGUAGE)
    assert without_answers(board.table) == without_answers(in_language(set_up, board.table.language)) != set_up
    board.send(LANGUAGE)
    assert without_answers(board.table) == set_up


@each
def test_what_is_drawn_later_is_said_in_the_language_of_the_board(name: str) -> None:
    for control in page.controls(BOARDS[name]("ja").page):
        for draw in filter(callable, (getattr(control, "still", None), getattr(control, "printed", None))):
            drawn = draw()
            with default_language("ja"):
                assert drawn == draw()


def test_undo_keeps_the_language() -> None:
    board = BOARDS["duel"]("en")
    first = board.table
    board.send(("card", 0, "F"))
    board.send(LANGUAGE)
    board.send(("undo",))
    assert board.table == in_language(first, "ja")
    assert board.log == (("card", 0, "F"), LANGUAGE, ("undo",))


@pytest.mark.long
@each
def test_the_page_can_be_read_without_a_kernel(name: str) -> None:
    language = "en" if len(name) % 2 else "ja"
    board = BOARDS[name](language)
    text, still = page.to_text(board.page), page.to_html(board.page)
    assert "%" in text or board.scene.sentence in text
    assert "data:image/svg+xml;base64," in still
    for control in page.controls(board.page):
        if isinstance(control, page.Menu):
            assert all(option in text for option, _ in control.options)
    wide = [one for one in page.controls(board.page) if isinstance(one, page.Picture) and one.scene.width > 800]
    narrow = re.findall(r'<source media="[(]max-width: 900px[)]" width="([0-9.]+)"', board.html())
    assert len(narrow) == len(wide)  # a page of 800 px has pictures of its own
    assert all(float(width) <= 776 for width in narrow)
    bundle = board._repr_mimebundle_()
    assert ("This is a picture" if language == "en" else "これは画像です") in bundle["text/html"]
    assert bundle["text/html"].partition("<img ")[2]
    pictures = [control for control in page.controls(board.page) if isinstance(control, page.Picture)]
    own = any(control.still for control in pictures) or not pictures
    said = f"{picture_bar(language)}<p>{escape(board.summary_sentence)}</p>"
    assert own or bundle["text/html"].startswith(said)  # that it is a picture, then the answer
    assert bundle["text/plain"].startswith(board.summary_sentence)
    assert "image/svg+xml" not in bundle


def test_a_change_that_no_line_on_the_page_tells_is_spoken() -> None:
    board = BOARDS["duel"]("en")
    assert board.widget  # somebody hears the page
    for message, spoken in ((("card", 1, 8), True), (("ready", "ready_one_fight"), False)):
        board.send(message)
        board.finish_background_work()
        (told,) = (one.control for one in board.widget.shown.values() if getattr(one.control, "key", "") == "aloud")
        assert told.value == (escape(board.summary_sentence) if spoken else "")


def below(kind: type) -> set[type]:
    """All classes made from one."""
    return {found for made in kind.__subclasses__() for found in (made, *below(made))}


def test_every_board_is_listed() -> None:
    for module in walk_packages(gamekit.widgets.__path__, "gamekit.widgets."):
        import_module(module.name)
    ours = {board for board in below(Board) if board.__module__.startswith("gamekit.widgets.")}
    boards = {board for board in ours if not ours & below(board)}
    assert len(boards) >= 10
    assert boards == {type(made("en")) for made in BOARDS.values()}


SIDEBAR, LESSON = 336.0, 304.0  # px of a picture in a window of 800 with JupyterLab's sidebar open, and of a lesson's
LEFT_OUT = ("campaign", "sheet")  # whose letters test_map.py measures, and a page to print
LESSONS = ("predict", "quiz", "steps", "thousand", "timeline")
Written = tuple[str, float, float, float, float, float]
WIDTHS = ((SIDEBAR, 10), (440, 10), (560, 10), (776, 10), (956, 11), (1064, 11), (1248, 11))


def written(shapes: Sequence[Shape], x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Written]:
    """Each text with its size and the edges of its extent: left, top, right, bottom."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from written(shape.shapes, x + scale * shape.x, y + scale * shape.y, scale * shape.scale)
        elif isinstance(shape, Text) and shape.text.strip():
            left, top, width, height = (scale * side for side in bounds(shape))
            yield shape.text, scale * shape.size, x + left, y + top, x + left + width, y + top + height


def small(scene: Scene, width: float, least: float) -> dict[str, float]:
    """The letters of a picture that are too small on a page so wide, which shrinks a wider one."""
    shown = min(1.0, width / scene.width)
    found = ((size * shown, text) for layer in scene.layers for text, size, *_ in written(layer))
    return {text: size for size, text in found if size < least - 0.05}


def outside(scene: Scene) -> list[str]:
    """The texts that do not lie within the picture, of those that are neither turned nor cut off at an edge."""
    upright = [shape for layer in scene.layers for shape in layer]
    upright = [shape for shape in upright if not isinstance(shape, Group) or not (shape.rotate or shape.clip)]
    most = scene.width + 1, scene.height + 2
    found = ((text, min(left, top), right, bottom) for text, _, left, top, right, bottom in written(upright))
    return [text for text, first, right, bottom in found if first < -1 or right > most[0] or bottom > most[1]]


class Rooms(dict[str, float]):
    """The width of the board for every picture."""

    def get(self, name: str, default: float = 0) -> float:  # type: ignore[override]
        return self["board"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", [name for name in BOARDS if name not in LEFT_OUT])
def test_every_picture_can_be_read_and_nothing_is_written_beside_it(name: str, cases: Cases) -> None:
    board, random = BOARDS[name]("en" if len(name) % 2 else "ja"), Random(name)
    for clicks in range(cases(1, 40)):
        for room, least in WIDTHS[:: cases(7 if name == "map" else 4, 1)]:  # it is drawn anew for each
            width = min(max(board.widths[0], LESSON if name in LESSONS and room == SIDEBAR else room), board.widths[1])
            shown = type(board).screen(board.table, page.Viewport(width, rooms=Rooms(board=width)))
            for one in page.controls(shown):
                if isinstance(one, page.Picture):
                    assert small(one.scene, room, least) == {}, (clicks, width)
                    assert name in LESSONS or outside(one.scene) == [], (clicks, width)
        for _ in range(4):
            board.send(right(board, random))


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("scenario", ["six_powers", "second_punic_war"])
def test_the_whole_game_of_roma_victrix_can_be_read_in_every_part_and_layer(scenario: str, language: str) -> None:
    board = MapBoard(dict.fromkeys(rv.rules.seats(rv.initial_state(scenario)), "plain"), 1, language, scenario=scenario)
    session = board.session
    for _ in range(400):
        session = session.continue_play()
    table = replace(board.table, play=replace(board.table.play, session=session))
    leaders = [leader.name for leader in session.state.leaders if leader.place >= 0]
    for region, layer in product(game_board.THEATRES, game_board.LAYERS):
        shown = replace(table, region=region, layer=layer, leader=Random(region + layer).choice(leaders))
        ways = game_board.found_ways(shown, shown.view)
        for width, least in ((SIDEBAR, 10), (710, 10), (776, 11), (956, 11)):
            assert small(game_board.scene_of(shown, shown.view, ways, width), width, least) == {}


CHANCES = ("battle", "combat", "siege", "contest", "explore", "steps", "thousand")
TELLING = ("contest", "explore", "thousand")  # whose picture shows chances
VALUES = ("duel", "luck")  # whose answer is no chance


def made(name: str, language: str = "en") -> Board:
    board = BOARDS[name](language)
    board.finish_background_work()
    return board


def answer(board: Board) -> str:
    """The heading and the answer, as text."""
    top = next(one for one in page.controls(board.page) if "gk-top" in getattr(one, "kind", ""))
    return "\n".join(page.to_text(one) for one in top.children if "gk-fold" not in getattr(one, "kind", ""))


@pytest.mark.parametrize("name", CHANCES)
@pytest.mark.long
def test_nothing_on_the_page_tells_the_chance_until_it_is_revealed(name: str) -> None:
    board = made(name)
    before, told, spoken = board.table, answer(board), board.summary_sentence
    assert "%" in page.to_text(board.page)
    board.send(COVER)
    assert "%" not in re.sub(r"\b\d+–\d+%|\d+/\d+ \d+%|Enough is a chance of: 66.7%", "", page.to_text(board.page))
    assert "covered until you vote" in answer(board)
    assert not re.search(r"\d%", board.summary_sentence)
    shown = list(page.controls(board.page))
    assert not [one for one in shown if isinstance(one, (page.LiveChart, page.Copy, page.Download))]
    assert any(isinstance(one, page.Picture) for one in shown) is not (name in TELLING)
    assert not [one for one in shown if isinstance(one, page.Picture) and "%" in one.scene.sentence]
    saved = page.plain_text(board.html().split("</style>")[1]).replace("Enough is a chance of: 66.7%", "")
    assert not re.search(r"\d%", saved)
    assert "covered until you vote" in saved
    board.send((*GUESS, 60))
    board.send(REVEAL)
    assert answer(board).startswith(told)
    assert "the class: 60%" in answer(board)
    assert (board.table, board.summary_sentence) == (before, spoken)


@pytest.mark.long
@pytest.mark.parametrize("name", VALUES)
def test_an_answer_that_is_no_chance_is_covered_and_guessed_as_a_number(name: str) -> None:
    board = made(name)
    told = re.findall(r"[+\u2212]\d[.\d]*", answer(board))
    assert told
    board.send(COVER)
    covered = page.to_text(board.page) + board.summary_sentence
    assert "covered until you vote" in answer(board)
    assert not [one for one in told if one in covered]
    assert not re.search(r"\d%|three times in four", covered)
    assert any(isinstance(one, page.Picture) for one in page.controls(board.page)) is (name == "duel")
    board.send((*GUESS, -2))
    board.send(REVEAL)
    assert "the class: -2" in answer(board)
    assert [one for one in told if one in answer(board)] == told


def test_the_cover_stays_while_the_board_is_set_up_and_a_log_plays_again() -> None:
    board = made("battle")
    board.send(COVER)
    board.send(("language",))
    assert "予想するまで見えません" in answer(board)
    assert not re.search(r"\d\.\d%", answer(board))
    board.send((*GUESS, 5))
    board.send(REVEAL)
    assert "クラス：5％" in answer(board)
    again = made("battle")
    again.replay(board.log_text)
    assert page.to_text(again.page) == page.to_text(board.page)
    again.send(COVER)  # a new guess begins in the middle
    assert next(one.value for one in page.controls(again.page) if getattr(one, "do", None) == GUESS) == 50


def test_a_game_at_the_table_has_a_cover_once_there_is_a_chance_on_it() -> None:
    board = made("city")
    board.send(COVER)
    assert "nothing on the board means" in board.error
    assert not page.can_send(board.page, COVER)
    throwing = play_to(CityBoard(ALONE, seed="5"), Step.RED)
    conflict = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    for board in (throwing, conflict):
        told = answer(board)
        assert re.search(r"\d\.\d%|\+1\.5", told)
        board.send(COVER)
        assert "covered until you vote" in answer(board)
        assert not re.search(r"\d\.\d%|\+1\.5|three times in four", page.to_text(board.page) + str(said(board.scene)))
        board.send((*GUESS, 40))
        board.send(REVEAL)
        assert answer(board).startswith(told)
