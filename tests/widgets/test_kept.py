"""What is kept of a board: its game in a journal, and its link code, which any board of its kind takes."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.storage import autosave, link_code
from gamekit.storage.record import GAMES
from gamekit.text.translation import word
from gamekit.widgets import board, link_codes, table
from gamekit.widgets.any_game import table as game_table
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia import CityBoard
from gamekit.widgets.caesar import GameBoard
from gamekit.widgets.page import Button, Copy, Tiles, controls, to_text
from tests.fifth_game import terni
from tests.generators import BATTLE, SETUPS, TABLES, bound, explored, forged, random_record, shown
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
        offered = [one.do for one in controls(board.page) if isinstance(one, Button)]  # or refused: nothing happens
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
def test_a_game_left_is_offered_and_goes_on(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_game_not_kept_is_said_once(language: str, said: str, home: Path) -> None:
    home.write_text("")  # a file stands where the folder would be
    board = game_table(caesar, {0: "person", 1: "person"}, seed=5, language=language)
    board.send(("do it",))
    assert said in board.error
    board.send(("do it",))
    assert (board.error, len(board.session.record.entries)) == ("", 2)


SHOWN = sorted({*SETUPS, *TABLES} & set(link_codes.BOARDS))


@pytest.mark.parametrize("kind", TABLES)
def test_a_board_opens_from_its_code_and_gives_it_back(kind: str) -> None:
    language = "ja"
    thing = TABLES[kind]()
    app = board(link_code.load(link_code.code(thing)), language)
    assert (shown(app.table), app.table.language) == (shown(thing), language)
    copy = next(one for one in controls(app.page) if isinstance(one, Copy) and one.make)
    assert copy.title == word("share.copy", language)
    assert shown(link_code.load(copy.make())) == shown(link_code.load(link_code.code(thing)))


@pytest.mark.parametrize("kind", SHOWN)
def test_a_code_is_pasted_and_taken_back(kind: str) -> None:
    thing = bound(SETUPS[kind] if kind in SETUPS else TABLES[kind]())
    thing = replace(thing, treachery=0) if kind == "siege" else thing  # for which its board has no place
    other = board(thing)
    own = {"game board": lambda: table(terni, seed=9), "explore board": lambda: board(explored(3, 2, 2))}
    app: Any = own.get(kind, type(other))()
    before = app.table
    app.send(("open code", f"  {link_code.code(thing)} \n"))
    assert not app.error
    assert shown(app.table) == shown(other.table)
    assert app.log[-1] == ("open code", f"  {link_code.code(thing)} \n")
    if app.undoes:
        app.send(("undo",))
        assert shown(app.table) == shown(before)


@pytest.mark.parametrize("kind", TABLES)
def test_a_wrong_code_changes_nothing_and_is_said(kind: str) -> None:
    app = board(TABLES[kind](), "ja")
    before = shown(app.table)
    wrong = SETUPS["siege"] if kind == "battle board" else BATTLE
    for code in ("hello", link_code.code(wrong), link_code.code(wrong)[:-3], forged(f'{kind}\n{{"x": 1}}'), "gk9-AAAA"):
        app.send(("open code", code))
        assert app.error
        assert shown(app.table) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_record_and_a_position_open_on_a_board(game: str) -> None:
    kept = random_record(import_module(f"gamekit.{game}"), 3, 20)
    assert board(link_code.load(link_code.code(kept))).table.session.record.entries[:20] == kept.entries
    assert board(kept.positions()[-1]).table.session.positions[0] == kept.positions()[-1]


def test_a_question_without_a_board_is_refused() -> None:
    pytest.raises(ValueError, lambda: board(SETUPS["piracy"])).match("no board shows this: piracy")
    pytest.raises(ValueError, lambda: board(42)).match("no board shows this: 42")


def test_a_board_of_values_that_it_never_comes_to_is_not_shown() -> None:
    app = table(caesar)
    before = app.table
    app.send(("open code", link_code.code(TABLES["game board"]())))
    assert app.error == "this board does not show what the code holds: game board"
    assert app.table == before


def test_a_board_that_has_no_place_for_a_part_says_so_and_shows_nothing_else() -> None:
    siege = rv.Siege(rv.force("4 LGN, 2 HI, 2 CAV", leader=2), rv.force("2 HI, GAR"), capital=4, operations=4)
    army = jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey")
    for asked, part in (
        (siege.at(14, 4, 3, 2), "position"),
        (replace(siege, cavalry=False, garrison=False), "cavalry, garrison"),
        (replace(siege, treachery=2), "treachery"),
        (rv.LandCombat(rv.force("2 LGN"), rv.force("2 HI"), interception=True), "interception"),
        (jc.Battle(*army, exits=jc.ExitLimits(attacker=3)), "exits"),
    ):
        pytest.raises(ValueError, link_codes.board, asked).match(f"no place for this: {part}")
    assert link_codes.board(siege).table.siege == siege
