"""Autosave of games while they are played, so that a killed kernel loses no action.

One journal file per game, in a private folder of the user: a line with the players and the writing process, then a
record as ``record`` reads it, to which every action adds a line. ``GAMEKIT_JOURNAL`` names another folder, or is
``off``. A game that another kernel still plays is not offered. An offer shows only a time and a number of actions,
nothing hidden."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from gamekit.storage import atomic_file, serialization
from gamekit.storage.record import Record, package_name, read

KEPT: Final = 20  # files a game; older ones go
SUFFIX: Final = ".journal"
VERSION: Final = 1
CLOSED: Final = (OSError, ValueError, RuntimeError)  # where a folder cannot be looked at, or its name be understood


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """An unfinished game to resume: time of its last action, number of actions, players, and the record as text."""

    when: datetime
    actions: int
    players: tuple[tuple[Any, str], ...]
    seed: str
    text: str

    def record(self, game: Any) -> Record:
        """Return the game's record, checked; RecordError if it does not replay."""
        return read(self.text, game)


def journal_folder() -> Path | None:
    """Return the folder of the journals; None if autosave is off."""
    said = os.environ.get("GAMEKIT_JOURNAL", "")
    if said.lower() == "off":
        return None
    if said:
        return Path(said).expanduser()
    from platformdirs import user_state_path

    return user_state_path("gamekit", appauthor=False) / "games"


class Journal:
    """The journal file of one game; it is created with the first action.

    A folder that cannot be written to, or a full disk, does not stop the game: ``fault`` says so. A branch has its own
    file, which is deleted when the original game is continued."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.fault: Exception | None = None
        self._record: Record | None = None
        self._trunk: tuple[Path | None, Record | None] | None = None

    def write_new_actions(
        self, record: Record, players: Mapping[Any, str], seed: str = "", over: bool = False, branched: bool = False
    ) -> None:
        """Write the actions since the last call; a finished game is kept, but not offered any more."""
        try:
            if branched and self._trunk is None:
                self._trunk, self.path, self._record = (self.path, self._record), None, None
            elif self._trunk is not None and not branched:
                if self.path is not None:
                    self.path.unlink(missing_ok=True)
                (self.path, self._record), self._trunk = self._trunk, None
            home = journal_folder()
            if home is None or self.fault or (self._record is None and not record.entries):
                return
            if self.path is None:
                self.path = _begin(home, package_name(record.game))
            if self._follows(record) and self.path.exists():
                self._add(record)
            else:
                atomic_file.save(self.path, _text(record, players, seed), overwrite=True)
            self._record = record
            if over:
                self.mark_finished()
        except CLOSED as error:
            self.fault = error

    def mark_finished(self) -> None:
        """Mark the game as over or abandoned: its file is not offered any more."""
        if self.path is not None:
            with suppress(OSError):
                self.path.rename(self.path.with_suffix(f"{SUFFIX}.over"))
        self.path = self._record = None

    def _follows(self, record: Record) -> bool:
        old = self._record
        return (
            old is not None
            and (record.options, record.start) == (old.options, old.start)
            and (record.entries[: len(old.entries)] == old.entries)
        )

    def _add(self, record: Record) -> None:
        assert self.path is not None
        assert self._record is not None
        new = record.action_lines(len(self._record.entries))
        if new:
            with open(self.path, "ab") as file:
                file.write(new.encode("utf-8"))


def _begin(home: Path, game: str) -> Path:
    """Create a file in the folder ``home``; the oldest files of the game are deleted unless being played."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(OSError):
        home.chmod(0o700)
    for old in sorted(home.glob(f"{game}-*{SUFFIX}*"), reverse=True)[KEPT - 1 :]:
        with suppress(OSError):
            if old.suffix != SUFFIX or not _written(old):
                old.unlink()
    return home / f"{game}-{datetime.now():%Y%m%dT%H%M%S%f}-{secrets.token_hex(3)}{SUFFIX}"


def _writer(process: int | None = None) -> tuple[int, float]:
    """Return a process (by default this one) as its id and start time, since ids are reused. In a browser there are no
    processes: every game kept there counts as left."""
    if sys.platform == "emscripten":
        return 0, time.time()
    import psutil

    found = psutil.Process(process)
    return found.pid, found.create_time()


def _alive(writer: Any) -> bool:
    """Whether the process that writes a journal still runs; False if the file names no process."""
    if sys.platform == "emscripten":
        return False
    import psutil

    try:
        number, since = writer
        return bool(abs(_writer(number)[1] - since) < 1)
    except (psutil.Error, TypeError, ValueError, OverflowError):
        return False


def _written(path: Path) -> bool:
    """Whether a running process writes the journal: its game is being played."""
    try:
        return _alive(serialization.parse_object(next(atomic_file.read_numbered_lines(path))[1]).get("writer"))
    except (OSError, ValueError, StopIteration):
        return False


def _text(record: Record, players: Mapping[Any, str], seed: str) -> str:
    about = {
        "journal": "gamekit", "version": VERSION, "players": [[*pair] for pair in players.items()], "seed": seed,
        "writer": _writer(),
    }  # fmt: skip
    return f"{json.dumps(about, ensure_ascii=False)}\n{record.to_json_lines(open_end=True)}"


def unfinished_games(game: Any) -> tuple[UnfinishedGame, ...]:
    """Return the unfinished games of ``game`` whose kernel has ended, the latest first, without those of a later
    version; an empty tuple if the folder cannot be read."""
    try:
        home = journal_folder()
        paths = sorted(home.glob(f"{package_name(game)}-*{SUFFIX}"), reverse=True) if home and home.is_dir() else []
    except CLOSED:
        return ()
    return tuple(found for path in paths if not _written(path) and (found := _offer(path)))


def _offer(path: Path) -> UnfinishedGame | None:
    """Return a journal as an offer; None if it is damaged or has no action. An incomplete last line is ignored."""
    try:
        lines = [line for _, line in atomic_file.read_numbered_lines(path)]
        if not path.read_bytes().endswith(b"\n"):
            lines.pop()
        about = serialization.parse_object(lines[0])
        players = tuple((seat, str(player)) for seat, player in about["players"])
        if (about["journal"], about["version"]) != ("gamekit", VERSION) or not all(
            isinstance(seat, (int, str)) for seat, _ in players
        ):
            return None
        when = datetime.fromtimestamp(path.stat().st_mtime)
        text = "".join(f"{line}\n" for line in lines[1:])
        return UnfinishedGame(when, len(lines) - 2, players, str(about["seed"]), text) if len(lines) > 2 else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def delete_unfinished(unfinished_game: UnfinishedGame, game: Any) -> None:
    """Delete the file of an offer that was declined, or taken up and saved in a new file."""
    with suppress(*CLOSED):
        home = journal_folder()
        for path in home.glob(f"{package_name(game)}-*{SUFFIX}") if home else ():
            if not _written(path) and _offer(path) == unfinished_game:
                path.unlink()
