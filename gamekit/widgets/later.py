"""Background work: slow work in a thread beside the kernel's event loop, so that the page stays responsive."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from pathlib import Path
from threading import RLock, Thread
from traceback import walk_stack
from typing import Any, TypeVar, cast

from gamekit.text.progress import listening
from gamekit.widgets.page import BackgroundTask

Work = Callable[[], Any]
Act = TypeVar("Act", bound=Callable[..., Any])
PAUSE = 0.2  # seconds of quiet before what takes long is begun
IDLE = 1.0  # seconds until that is begun which nobody waits for
AGAIN = 0.02  # seconds until a thread that could not be ended is looked at again
OURS = str(Path(__file__).parents[1])
OTHERS = ("site-packages", "<frozen importlib", "logging", "concurrent")  # whose locks a thread may hold
_TURN = RLock()
_QUESTIONS: ContextVar[list[BackgroundTask] | None] = ContextVar("questions", default=None)


class Stopped(SystemExit):
    """Raised within work that is no longer wanted; it ends the work's thread silently."""


def kernel_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop of a notebook's kernel, or of a page's web worker; None without either."""
    shell = getattr(sys.modules.get("IPython.core.getipython"), "get_ipython", lambda: None)()
    if not hasattr(shell, "kernel") and sys.platform != "emscripten":
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Suspend the garbage collector inside the ``with`` block: a full collection, due every few clicks, takes 60 ms
    with a map, as long as the answer to a click; it runs afterwards."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def in_turn(act: Act) -> Act:
    """Decorate a function to run in one thread at a time, since messages of a page arrive while cells run."""

    @wraps(act)
    def alone(*given: Any, **named: Any) -> Any:
        with _TURN:
            return act(*given, **named)

    return cast(Act, alone)


def handle_messages_meanwhile(*widgets: Any) -> None:
    """Handle messages to these widgets while cells run, if the page has its own thread (a subshell).

    ipykernel handles a page's messages in the thread that sent to it last, for a new board the thread that runs the
    cells: on *Run All* a board would be blank until the last cell has run. So the page's choice is kept."""

    def opened(widget: Any) -> None:
        if widget.comm is not None:
            widget.comm._reply_subshell_for = lambda content, chosen: chosen
            widget.comm.on_msg(in_turn(widget._handle_msg))

    for widget in widgets:
        widget.observe(lambda change: opened(change["owner"]), "comm")
        opened(widget)


@contextmanager
def collected_tasks() -> Iterator[list[BackgroundTask]]:
    """Collect the slow work that is asked for inside the ``with`` block."""
    token = _QUESTIONS.set([])
    try:
        yield cast(list[BackgroundTask], _QUESTIONS.get())
    finally:
        _QUESTIONS.reset(token)


def start_when_idle(work: Callable[[], object]) -> None:
    """Do what nobody waits for in a thread of its own once the cells have run: in a notebook's kernel alone, as a page
    of the site has no threads."""
    if sys.platform != "emscripten" and (loop := kernel_loop()):
        loop.call_later(IDLE, Thread(target=work, daemon=True).start)


class Cache:
    """The last answers to slow questions, for all boards; work on a new one begins after ``pause`` quiet seconds."""

    def __init__(self, most: int, pause: float = PAUSE) -> None:
        self.most, self.pause, self.found = most, pause, dict[Any, Any]()

    def get_or_compute(self, question: Any, work: Callable[[], Any], known: Any = None) -> Any:
        """Return the answer, or None while it is not known: the board whose page is being made then does ``work`` in
        the background and makes its page again. So it does where the answer so far, ``known``, can be improved."""
        found, asked = self.found.get(question), _QUESTIONS.get()
        if asked is not None and (found is None or known is not None):
            asked.append(BackgroundTask(work, ("worked",), (question, known), self.pause, partial(self.keep, question)))
        return found

    def keep(self, question: Any, answer: Any) -> None:
        """Keep an answer, the oldest ones going."""
        self.found[question] = answer
        for old in list(self.found)[: -self.most]:
            self.found.pop(old, None)


class Worker:
    """Does one piece of work at a time, the latest request; without a kernel, immediately.

    Each piece of work has its own thread, in which it is ended, between two bytecodes, once it is no longer wanted.

    >>> Worker().ask(lambda: 6 * 7, lambda answer: print(answer()))
    42
    True
    """

    def __init__(self) -> None:
        self._asked: object | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.share: float | None = None  # how much of the work is done, where the work tells it

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        gone = self._loop is not None and self._loop.is_closed()  # with the page that asked
        return self._asked is not None and not gone

    def ask(self, work: Work, take: Callable[[Work], None], pause: float = 0.0, patience: float = 0.0) -> bool:
        """Do ``work`` after ``pause`` quiet seconds, then call ``take(answer)``; return whether it was already called.

        ``answer()`` returns the result of ``work``, or raises its exception. An answer within ``patience`` seconds is
        taken before this returns, a later one by the event loop. An earlier request is dropped."""
        self.stop()
        loop = self._loop = kernel_loop()
        if loop is None:
            take(work)
            return True
        asked = self._asked = object()

        def come(found: Future[Any]) -> None:
            if asked is self._asked:
                self._asked = self.share = None
                take(found.result)

        if pause:
            self._timer = loop.call_later(pause, self._begin, loop, work, come)
            return False
        found = self._begin(loop, work, come, patience)
        if done := found.done():
            come(found)
        return done

    def stop(self) -> None:
        """Drop the request; an answer that still comes is ignored."""
        if self._timer:
            self._timer.cancel()
        loop = kernel_loop()
        if self._asked and self._thread and loop:
            _end(self._thread, loop)
        self._asked = self._timer = self.share = None

    def _begin(
        self, loop: asyncio.AbstractEventLoop, work: Work, come: Callable[[Future[Any]], None], patience: float = 0.0
    ) -> Future[Any]:
        found, before, asked = Future[Any](), self._thread, self._asked

        def hear(share: float) -> None:
            if asked is self._asked:
                self.share = share

        def run() -> None:
            try:
                if before:
                    before.join()
                with listening(hear):
                    answer = work()
            except BaseException as error:
                found.set_exception(error)
            else:
                found.set_result(answer)

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()
        if patience > 0:
            wait([found], patience)

        if not found.done() or not patience:
            found.add_done_callback(lambda one: loop.is_closed() or loop.call_soon_threadsafe(come, one))
        return found


def _end(thread: Thread, loop: asyncio.AbstractEventLoop) -> None:
    """End a thread once it is not inside foreign code, such as an import, whose lock it would keep for ever."""
    frame = sys._current_frames().get(thread.ident or 0)
    if frame is None or not thread.is_alive():
        return
    files = (frame.f_code.co_filename for frame, _ in walk_stack(frame))
    if any(other in file and not file.startswith(OURS) for file in files for other in OTHERS):
        loop.call_later(AGAIN, _end, thread, loop)
    else:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stopped))
