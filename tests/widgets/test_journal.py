"""A board that plays a game writes it into its journal, action by action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from gamekit import caesar
from gamekit.play.session import Session, begin
from gamekit.storage import autosave, link_code
from gamekit.storage.record import Record, read
from gamekit.widgets.any_game import table as game_table
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia import CityBoard
from gamekit.widgets.caesar import GameBoard
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.page import Button, Container, Download, Message, Tiles, Viewport, controls, page, to_text
from tests.widgets.board_driver import control, has, late, press


@dataclass(frozen=True)
class Table:
    session: Session
    language: str = "en"


class SampleBoard(Board):
    def screen(table: Any, viewport: Viewport) -> Container:  # type: ignore[misc,override]
        return page(viewport, "<h2>game</h2>", "", (Button("first", ("first",)),), (), ())

    def update(table: Any, message: Message) -> Table:  # type: ignore[misc,override]
        return replace(table, session=table.session.act(table.session.legal[0]))

    undoes: ClassVar = None
    widths: ClassVar = (320.0, 956.0)


def test_a_board_keeps_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_JOURNAL", str(tmp_path / "games"))
    board = SampleBoard(Table(begin(Record(caesar), {0: "person", 1: "person"}, seed=5)))
    for _ in range(4):
        late(board, ("first",))
    assert autosave.offers(caesar) == ()
    monkeypatch.setattr(autosave, "_alive", lambda writer: False)
    (offer,) = autosave.offers(caesar)
    assert offer.record(caesar) == board.table.session.record
    assert dict(offer.players) == {0: "person", 1: "person"}
    assert begin(offer.record(caesar), dict(offer.players)).eyes is None  # whoever is at the screen says so first


MAKERS: dict[str, Callable[[], Any]] = {  # boards that play a game, each with a person who can act at once
    "aquileia": lambda: CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="7"),
    "caesar": lambda: GameBoard(("person", "plain"), seed="7"),
    "julius_caesar": lambda: CampaignBoard(players={"Caesar": "person", "Pompey": "plain"}, seed=49),
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
@pytest.mark.long
def test_a_board_offers_the_game_that_was_left_and_goes_on_with_it(
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
    assert second.error == ""
    assert second.table.session.record == first.table.session.record
    assert second.table.session.players == first.table.session.players
    assert not has(second, ("take up",))
    assert not path.exists()  # it is kept anew
    (kept,) = autosave.offers(second.table.session.game)
    assert kept.record(second.table.session.game) == first.table.session.record


@each
@pytest.mark.long
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


@each
@pytest.mark.long
def test_a_code_that_is_opened_leaves_the_game_that_was_left(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(MAKERS[name](), 3)
    monkeypatch.setattr(autosave, "_alive", lambda writer: False)
    second = MAKERS[name]()
    second.send(("open code", link_code.code(MAKERS[name]().table)))
    assert second.error == ""
    assert len(list(home.iterdir())) == 1
    assert has(second, ("take up",))


@each
@pytest.mark.long
def test_once_a_person_has_played_no_other_game_is_offered(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(MAKERS[name](), 3)
    monkeypatch.setattr(autosave, "_alive", lambda writer: False)
    second = MAKERS[name]()
    play(second, 1)
    assert not has(second, ("take up",))
    assert len(list(home.iterdir())) == 2


@pytest.mark.parametrize(("language", "said"), [("en", "this game is not kept"), ("ja", "記録されていない")])
def test_that_a_game_cannot_be_kept_is_said_once(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GAMEKIT_JOURNAL", str(tmp_path / "file" / "below"))
    board = game_table(caesar, {0: "person", 1: "person"}, seed=5, language=language)
    board.send(("do it",))
    assert said in board.error
    board.send(("do it",))
    assert board.error == ""
    assert len(board.session.record.entries) == 2


def test_a_finished_game_is_kept_once_however_long_it_is_looked_at(home: Path) -> None:
    board = game_table(caesar, {0: "plain", 1: "plain"}, seed=5)
    press(board, ("through",))
    assert board.session.over
    for message in (("first",), ("forward",), ("last",), ("first",)):
        board.send(message)
    assert len(list(home.iterdir())) == 1


@each
@pytest.mark.long
def test_saving_while_looking_back_keeps_the_whole_game(name: str) -> None:
    board = MAKERS[name]()
    play(board, 4)
    whole = board.table.session.record
    for message in (("first",), ("forward",), ("back",)):
        board.send(message)
    assert not board.table.session.live
    (save,) = [one for one in controls(board.page) if isinstance(one, Download) and one.file.endswith(".jsonl")]
    assert read(save.text(), whole.game) == whole
