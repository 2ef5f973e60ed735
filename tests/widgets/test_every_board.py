"""What holds for every board: messages of any shape leave it in order, undo goes back, a log plays again."""

import re
from dataclasses import fields, replace
from html import escape
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from typing import Any

import pytest

import gamekit.widgets
from gamekit.text.translation import default_language
from gamekit.widgets.app import LANGUAGE, Board, in_language
from gamekit.widgets.page import Menu, Picture, can_send, controls, to_html, to_text
from gamekit.widgets.svg import picture_bar
from tests.cases import Cases
from tests.widgets.boards import BOARDS, VALID
from tests.widgets.messages import right, wrong

each = pytest.mark.parametrize("name", BOARDS)


def without_answers(table: Any) -> Any:
    """A table without what follows from the rest, which may be more exact the second time, as hints are, which are
    searched for some seconds."""
    known = {field.name for field in fields(table)}
    hints: dict[str, Any] = {"hinting": replace(table.hinting, found=None)} if "hinting" in known else {}
    return replace(table, **{name: None for name in ("chances", "exact") if name in known}, **hints)


@each
@pytest.mark.usefixtures("quick")
def test_messages_of_any_shape_leave_the_board_in_order(name: str, cases: Cases) -> None:
    for seed in range(cases(1, 20)):
        random, board = Random(f"{name}:{seed}"), BOARDS[name]("en" if seed % 2 else "ja")
        undoes = type(board).undoes
        for _ in range(cases(8, 500)):
            before, shape = board.table, random.random()
            message = right(board, random) if shape < 0.6 else wrong(board, random)
            meant = isinstance(message, tuple) and bool(message) and can_send(board.page, message)
            board.send(message)
            assert VALID[name](board.table), message
            assert meant or board.table == before or message == ("undo",), message
            assert len(board.error) < 500, message
            said = re.sub(r"'[^']*'|JSON .*", "", board.error)  # what was typed or is Python's own may be quoted
            assert board.table.language == "en" or not re.search("[a-z]{2,} [a-z]{2,}", said), message
            if (
                undoes
                and message not in (("undo",), LANGUAGE)
                and undoes(before, board.table)
                and random.random() < 0.3
            ):
                board.send(("undo",))
                assert without_answers(board.table) == without_answers(before), message
                assert board.error == ""


@each
def test_a_session_of_clicks_plays_again_from_its_file(name: str, cases: Cases) -> None:
    random, board, again = Random(name), BOARDS[name]("en"), BOARDS[name]("en")
    for _ in range(cases(4, 120)):
        board.send(right(board, random))
    again.replay(board.log_text)
    assert without_answers(again.table) == without_answers(board.table)
    assert again.log == board.log


@each
@pytest.mark.usefixtures("quick")
def test_the_switch_says_what_a_board_of_the_other_language_says_and_takes_nothing_back(name: str) -> None:
    board, japanese = BOARDS[name]("en"), BOARDS[name]("ja")
    first, english = board.table, to_text(board.page)
    board.send(LANGUAGE)
    assert board.error == ""
    assert to_text(board.page) == to_text(japanese.page) != english or name == "what if"  # its question has but one
    board.send(LANGUAGE)
    assert (board.table, to_text(board.page)) == (first, english)
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
    for control in controls(BOARDS[name]("ja").page):
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


@each
def test_the_page_can_be_read_without_a_kernel(name: str) -> None:
    language = "en" if len(name) % 2 else "ja"
    board = BOARDS[name](language)
    text, still = to_text(board.page), to_html(board.page)
    assert "%" in text or board.scene.sentence in text
    assert "data:image/svg+xml;base64," in still
    for control in controls(board.page):
        if isinstance(control, Menu):
            assert all(option in text for option, _ in control.options)
    wide = [one for one in controls(board.page) if isinstance(one, Picture) and one.scene.width > 800]
    narrow = re.findall(r'<source media="[(]max-width: 900px[)]" width="([0-9.]+)"', board.html())
    assert len(narrow) == len(wide)  # a page of 800 px has pictures of its own
    assert all(float(width) <= 776 for width in narrow)
    bundle = board._repr_mimebundle_()
    assert ("This is a picture" if language == "en" else "これは画像です") in bundle["text/html"]
    assert bundle["text/html"].partition("<img ")[2]
    pictures = [control for control in controls(board.page) if isinstance(control, Picture)]
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
