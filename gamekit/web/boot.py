"""The code in the web workers of a page: the first runs all boards of the page, the second slow computations.

The page sends messages to a board and receives the differences of its page. For slow work the second worker receives
the board's table, makes the same page from it, and finds the same work there. So only values are sent, and work that is
no longer needed is stopped by ending its worker."""

from __future__ import annotations

import ast
import asyncio
import copyreg
import gc
import json
import os
import pickle
import random
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

Take = Callable[[Callable[[], Any]], None]  # what is done with an answer
GAMES: Final = Path("/games")  # where games are kept; the page keeps what is in it
PATIENCE: Final = 0.4  # seconds that work which nobody waits for may go on before its worker is ended
if sys.platform == "emscripten":
    os.environ["GAMEKIT_JOURNAL"] = str(GAMES)
    from gamekit.web import rows

    sys.modules["pandas"] = rows
    time.thread_time = time.monotonic  # there is one thread, and no clock of its own for it
copyreg.pickle(ModuleType, lambda module: (import_module, (module.__name__,)))

from gamekit.storage import link_code  # noqa: E402
from gamekit.text.progress import listening  # noqa: E402
from gamekit.text.translation import note  # noqa: E402
from gamekit.web.face import WebPage, draw_of  # noqa: E402
from gamekit.widgets import link_codes  # noqa: E402
from gamekit.widgets.app import Board, run_background_task  # noqa: E402
from gamekit.widgets.page import LiveChart  # noqa: E402
from gamekit.widgets.page_diff import draw_chart  # noqa: E402


def post(content: dict[str, Any]) -> None:
    """Post a message to the page; tests, which have no page, replace this function."""
    import js  # type: ignore[import-not-found]

    js.postMessage(json.dumps(content))


def later(do: Callable[[], None], seconds: float) -> None:
    """Call ``do`` after some seconds."""
    asyncio.get_running_loop().call_later(seconds, do)


# Boards of the page ---------------------------------------------------------------------------------------------------

boards: dict[int, Board] = {}
kept: dict[str, str] = {}  # the files of the games as the page knows them
files: dict[Path, bytes] = {}  # of the package, but for code: a page begins with this memory and an empty disk


def remember() -> None:
    """Import all of gamekit and read its other files, for the memory that every page begins with."""
    package = Path(__file__).parents[1]
    for file in sorted(package.rglob("*.*")):
        if file.suffix == ".pyc":
            import_module(".".join(file.relative_to(package.parent).with_suffix("").parts))
        elif file.is_file():
            files[file] = file.read_bytes()
    new("map", "en")  # its coasts and places are long to work out, and there is room for no more
    sys.path_importer_cache.clear()
    gc.collect()


def begin(games: str, address: str, language: str) -> None:
    """Begin a page in a language, with the games that it has saved; ``address`` is that of the site's pages."""
    os.environ["GAMEKIT_LANGUAGE"] = language
    random.seed()  # else every page would go on from the same number
    while files:
        file, content = files.popitem()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    link_codes.ADDRESS[:] = [address] if address else []
    GAMES.mkdir(parents=True, exist_ok=True)
    for name, text in json.loads(games or "{}").items():
        if Path(name).name == name:
            (GAMES / name).write_text(text, encoding="utf-8")
            kept[name] = text


def open_board(number: int, name: str, code: str, language: str) -> None:
    """Open a board by its name, with the content of a link code if there is one; an error of the code is shown on the
    board."""
    try:
        made = link_codes.board(link_code.load(code), language) if code else new(name, language)
    except ValueError as error:
        made = new(name, language)
        made.show_error(error, (*link_codes.OPEN, code))
    show(number, made)


def new(name: str, language: str) -> Board:
    """Return a new board by its name."""
    module, _, kind = link_codes.PAGES.get(name, link_codes.PAGES["battle"]).partition(":")
    made: Board = getattr(import_module(f"gamekit.widgets.{module}"), kind)(language=language)
    return made


def open_cell(number: int, lines: list[str], language: str) -> None:
    """Run statements of a notebook and open the board or panel that is the value of the last one."""
    space: dict[str, Any] = {"__name__": "__main__"}
    *before, last = lines
    tree = ast.parse("\n".join(before) + "\n" + last)
    shown = tree.body.pop()
    assert isinstance(shown, ast.Expr)
    exec(compile(tree, "cell", "exec"), space)
    made: Board = eval(compile(ast.Expression(shown.value), "cell", "eval"), space)
    if language != getattr(made.table, "language", language):
        made.send(("language",))
    show(number, made)


def show(number: int, board: Board) -> None:
    """Show a board in place ``number`` of the page."""
    hide(number)
    boards[number] = board

    def send(content: dict[str, Any]) -> None:
        post({**content, "board": number})

    def within(inner: Board) -> int:
        below = next(place for place in range(1000 * (number + 1), sys.maxsize) if place not in boards)
        show(below, inner)
        return below

    def errand(control: LiveChart, take: Take) -> None:
        work = partial(draw_of, type(board), board.table, board.viewport, (control.key, control.of))
        helper.ask(("chart", number, control.key), work, partial(draw_chart, control), take)

    board.attach_face(partial(WebPage, post=send, within=within, errand=errand, closed=hide))
    send({"event": "classes", "classes": list(board.classes), "title": _sentence(board)})


def _sentence(board: Board) -> str:
    try:
        return board.summary_sentence
    except ValueError:  # a page without a picture
        return ""


def hide(number: int) -> None:
    """Forget the board in place ``number``."""
    if board := boards.pop(number, None):
        board._later.stop()


def hear(number: int, said: str) -> None:
    """Handle a message from the page to a board."""
    board = boards.get(number)
    if board and board.face:
        try:
            board.face.hear(json.loads(said))
        except ImportError as error:
            board.show_error(_said(error), ())
        keep()


def code(number: int) -> str:
    return link_code.code(boards[number])


def keep() -> None:
    """Send the page the saved games that have changed."""
    found = {file.name: file.read_text(encoding="utf-8") for file in GAMES.glob("*.journal")}
    if found != kept:
        changed = {name: found.get(name) for name in found.keys() | kept.keys() if found.get(name) != kept.get(name)}
        kept.clear()
        kept.update(found)
        post({"event": "keep", "games": changed})


# Work in the second worker --------------------------------------------------------------------------------------------


class Helper:
    """The second worker, as the first one uses it: one piece of work at a time, of each board only the newest."""

    def __init__(self) -> None:
        self.jobs: dict[Any, tuple[int, str, Take, Callable[[float], None]]] = {}
        self.running: int | None = None
        self._number = 0

    def ask(
        self,
        who: Any,
        work: Callable[[], Any],
        here: Callable[[], Any],
        take: Take,
        share: Callable[[float], None] = lambda share: None,
    ) -> None:
        """Have ``work`` done for ``who``, replacing its earlier request; ``here`` does the same in this worker, if
        the work cannot be sent."""
        self.drop(who)
        try:
            parcel = b64encode(pickle.dumps(work, 5)).decode()
        except Exception:  # a table may hold a function of a notebook
            parcel = ""
        if not parcel:
            alone: Any = object()
            self.jobs[who] = (alone, "", take, share)
            later(partial(self._here, who, alone, here), 0.0)
            return
        self._number += 1
        self.jobs[who] = (self._number, parcel, take, share)
        self._next()

    def _here(self, who: Any, number: Any, here: Callable[[], Any]) -> None:
        if who in self.jobs and self.jobs[who][0] is number:
            *_, take, _share = self.jobs.pop(who)
            take(partial(_tried, here))

    def drop(self, who: Any) -> None:
        """Forget the request of ``who``; if it is being computed, its worker is ended unless it finishes soon."""
        job = self.jobs.pop(who, None)
        if job and job[0] == self.running:
            later(partial(self._end, self.running), PATIENCE)

    def _end(self, number: int) -> None:
        if number == self.running:
            self.running = None
            post({"event": "end helper"})
            self._next()

    def _next(self) -> None:
        waiting = [job for job in self.jobs.values() if job[1]]
        if self.running is None and waiting:
            self.running, parcel, *_ = waiting[0]
            post({"event": "work", "number": self.running, "parcel": parcel})

    def told(self, number: int, share: float) -> None:
        for job in list(self.jobs.values()):
            if job[0] == number:
                job[3](share)

    def came(self, number: int, parcel: str) -> None:
        """Handle an answer; one that is no longer wanted is ignored."""
        if number == self.running:
            self.running = None
        for who, job in list(self.jobs.items()):
            if job[0] == number:
                del self.jobs[who]
                good, found = pickle.loads(b64decode(parcel))
                job[2](partial(_answer, good, found))
        self._next()


def _tried(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except ImportError as error:
        raise _said(error) from None


def _answer(good: bool, found: Any) -> Any:
    if not good:
        raise ValueError(found)
    return found


helper = Helper()


class Errand:
    """The worker of one board (see ``widgets.later.Worker``), which sends its work to the second web worker."""

    def __init__(self, app: Board) -> None:
        self._app, self._asked, self.share = app, object(), None
        self.busy = False

    def ask(self, work: Callable[[], Any], take: Take, pause: float = 0.0, patience: float = 0.0) -> bool:
        self.stop()
        asked, self.busy = self._asked, True
        remote = partial(run_background_task, type(self._app), self._app.table, self._app.viewport, self._app._asked)

        def come(answer: Callable[[], Any]) -> None:
            if asked is self._asked:
                self.busy, self.share = False, None
                take(answer)
                keep()

        def tell(share: float) -> None:
            self.share = share  # type: ignore[assignment]

        def start() -> None:
            if asked is self._asked:
                helper.ask(id(self), remote, work, come, tell)

        later(start, pause)
        return False

    def stop(self) -> None:
        self._asked, self.busy, self.share = object(), False, None
        helper.drop(id(self))


if sys.platform == "emscripten":
    Board.make_worker = staticmethod(Errand)


def _said(error: ValueError | ImportError) -> ValueError:
    """Return the reason why something cannot be computed on a page; a missing package needs an installed gamekit."""
    return ValueError(note("web.lab", needs=error.name or "")) if isinstance(error, ImportError) else error


def work(number: int, parcel: str) -> str:
    """Do a piece of work, in the second worker, reporting its progress."""
    try:
        with listening(lambda share: post({"event": "share", "number": number, "share": share})):
            found = True, pickle.loads(b64decode(parcel))()
    except (ValueError, ImportError) as error:
        found = False, (_said(error).args or ("",))[0]
    return b64encode(pickle.dumps(found, 5)).decode()
