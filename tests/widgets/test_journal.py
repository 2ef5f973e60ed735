"""A board that plays a game writes it into its journal, action by action."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamekit import caesar
from gamekit.storage import autosave
from gamekit.widgets.any_game import table as game_table
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia import CityBoard
from gamekit.widgets.caesar import GameBoard
from gamekit.widgets.page import Button, Tiles, controls, to_text
from tests.widgets.board_driver import control, has, press

MAKERS: dict[str, Callable[[], Any]] = {  # boards that play a game, each with a person who can act at once
    "aquileia": lambda: CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="7"),
    "caesar": lambda: GameBoard(("person", "plain"), seed="7"),
    "any game": lambda: game_table(caesar, {0: "person", 1: "plain"}, seed=5),
}
LEFT_ALONE = {(name,) for name in ("take up", "decline", "undo", "through", "first", "back", "play")}
each = pytest.mark.parametrize("name", MAKERS)


def play(board: Board, count: int) -> None:
    """As many messages that bring the game on, the first that the page offers each time."""
    for _ in range(count):
        before = len(board.table.session.record.entries)
        offered = [
            one.do for one in controls(board.page) if isinstance(one, Button) and not (one.disabled or one.chance)
        ]
        offered += [tile.do for one in controls(board.page) if isinstance(one, Tiles) for tile in one.tiles]
        for message in offered:
            if message not in LEFT_ALONE:
                board.send(message)
            if len(board.table.session.record.entries) > before:
                break
        else:
            raise AssertionError(f"nothing on the page brings the game on: {offered}")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAMEKIT_JOURNAL", str(tmp_path / "games"))
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    return tmp_path / "games"


@each
def test_a_board_offers_the_game_left_and_goes_on_with_it(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = MAKERS[name]()
    assert not has(first, ("take up",))
    play(first, 3)
    (path,) = home.iterdir()
    assert not has(MAKERS[name](), ("take up",))  # it is still being played
    monkeypatch.setattr(autosave, "_alive", lambda writer: False)
    second = MAKERS[name]()
    assert f"(actions: {len(first.table.session.record.entries)})" in control(second, ("take up",)).description
    assert control(second, ("take up",)).description not in to_text(second.page) + second.html()
    press(second, ("take up",))
    assert (second.error, second.table.session.record) == ("", first.table.session.record)
    assert second.table.session.players == first.table.session.players
    assert not has(second, ("take up",))
    assert not path.exists()  # it is kept anew
    (kept,) = autosave.unfinished_games(second.table.session.game)
    assert kept.record(second.table.session.game) == first.table.session.record


@each
def test_a_game_that_is_declined_is_dropped(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(MAKERS[name](), 3)
    monkeypatch.setattr(autosave, "_alive", lambda writer: False)
    second = MAKERS[name]()
    before = second.table.session.record
    press(second, ("decline",))
    assert second.table.session.record == before
    assert not list(home.iterdir())
    assert not has(second, ("decline",))
    assert not has(MAKERS[name](), ("take up",))


@pytest.mark.parametrize(("language", "said"), [("en", "this game is not kept"), ("ja", "記録されていない")])
def test_a_game_not_kept_is_said_once(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GAMEKIT_JOURNAL", str(tmp_path / "file" / "below"))
    board = game_table(caesar, {0: "person", 1: "person"}, seed=5, language=language)
    board.send(("do it",))
    assert said in board.error
    board.send(("do it",))
    assert (board.error, len(board.session.record.entries)) == ("", 2)
