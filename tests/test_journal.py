"""Journals: no action is lost when a kernel is killed, and nothing is kept where it should not be."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit import caesar
from gamekit.play.protocol import play, random_strategy
from gamekit.storage import autosave
from gamekit.storage.autosave import Journal, journal_folder, unfinished_games
from gamekit.storage.record import Record, record_of_moves

ROOT = Path(__file__).parent.parent
PLAYERS = {0: "person", 1: "plain"}


def game(seed: int = 3, length: int = 30) -> Record:
    random = Random(seed)
    moves = play(caesar.rules, [random_strategy(random)] * 2, random)
    return record_of_moves(caesar, [next(moves) for _ in range(length)])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAMEKIT_JOURNAL", str(tmp_path / "games"))
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    return tmp_path / "games"


def left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was open is left, as by a kernel that was killed."""
    monkeypatch.setattr(autosave, "_alive", lambda writer: False)


def test_every_action_is_kept_as_it_is_done(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, book = game(), Journal()
    for count in range(len(whole.entries) + 1):
        book.write_new_actions(whole.first_actions(count), PLAYERS, "7")
    assert unfinished_games(caesar) == ()  # it is being played
    left(monkeypatch)
    (offer,) = unfinished_games(caesar)
    assert (offer.actions, dict(offer.players), offer.seed) == (30, PLAYERS, "7")
    assert offer.record(caesar) == whole
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_line_cut_short_costs_that_action_only(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal().write_new_actions(game(), PLAYERS)
    left(monkeypatch)
    (path,) = home.iterdir()
    path.write_bytes(path.read_bytes()[:-5])
    assert unfinished_games(caesar)[0].record(caesar) == game().first_actions(29)
    path.write_bytes(b"\x00\xff")
    assert unfinished_games(caesar) == ()


KILLED = """
import os, signal
from gamekit import caesar
from gamekit.storage.autosave import Journal
from tests.test_journal import PLAYERS, game
whole, book = game(), Journal()
for count in range(1, 18):
    book.write_new_actions(whole.first_actions(count), PLAYERS)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_kernel_loses_no_action(home: Path) -> None:
    assert subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, timeout=60).returncode == -9
    (offer,) = unfinished_games(caesar)
    assert offer.record(caesar) == game().first_actions(17)


def test_nothing_is_kept_when_it_is_off(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GAMEKIT_JOURNAL", "off"), ("GAMEKIT_JOURNAL", "OFF")):
        monkeypatch.setenv(name, value)
        assert journal_folder() is None
        Journal().write_new_actions(game(), PLAYERS)
        assert unfinished_games(caesar) == ()
    assert not home.exists()


def test_a_finished_game_is_kept_but_not_offered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal().write_new_actions(game(), PLAYERS, over=True)
    left(monkeypatch)
    assert unfinished_games(caesar) == ()
    assert [path.suffix for path in home.iterdir()] == [".over"]


def test_a_refused_offer_goes_and_old_ones_make_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left(monkeypatch)
    for seed in range(25):
        Journal().write_new_actions(game(seed, 3), PLAYERS)
    assert len(list(home.iterdir())) == autosave.KEPT
    last = unfinished_games(caesar)[0]
    assert last.record(caesar) == game(24, 3)
    autosave.delete_unfinished(last, caesar)
    assert last not in unfinished_games(caesar)
    assert len(list(home.iterdir())) == autosave.KEPT - 1


def test_a_branch_has_a_file_of_its_own_until_one_goes_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, book = game(), Journal()
    book.write_new_actions(whole.first_actions(29), PLAYERS)
    book.write_new_actions(whole.first_actions(10), PLAYERS, branched=True)
    book.write_new_actions(whole.first_actions(12), PLAYERS, branched=True)
    left(monkeypatch)
    assert [offer.actions for offer in unfinished_games(caesar)] == [12, 29]  # as by a kernel killed in the branch
    book.write_new_actions(whole.first_actions(29), PLAYERS)
    book.write_new_actions(whole, PLAYERS)
    assert [offer.record(caesar) for offer in unfinished_games(caesar)] == [whole]


@pytest.mark.parametrize("change", [
    {"version": 99}, {"journal": "other"}, {"players": [[[1], "person"], [1, "plain"]]},
    {"players": [[{}, "person"]]},
])  # fmt: skip
def test_a_file_of_another_kind_is_left_alone(
    change: dict[str, Any], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal().write_new_actions(game(), PLAYERS)
    left(monkeypatch)
    (offer,), (path,) = unfinished_games(caesar), home.iterdir()
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    path.write_text(f"{json.dumps(json.loads(first) | change)}\n{rest}", encoding="utf-8")
    assert unfinished_games(caesar) == ()
    autosave.delete_unfinished(offer, caesar)
    assert path.exists()


def test_the_usual_folder_is_one_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAMEKIT_JOURNAL", raising=False)
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    assert journal_folder().parts[-2:] == ("gamekit", "games")
