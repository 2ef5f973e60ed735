"""Kernels forked from processes that have run a page: each begins within a moment, on exactly what the page shows.

One process has loaded everything. From it one more is forked for each page, which runs the notebook once; a kernel for
somebody who opens the page is a fork of that one, with all its boards, and shares its memory."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import EntryPoint
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any, Final

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

NAME: Final = "gamekit-forked"
LOADED: Final = "gamekit.classroom.loaded"  # what pages have before they are forked
PAGE: Final = "GAMEKIT_PAGE"  # in a kernel's environment: which page it stands on
HELD: Final = hasattr(signal, "SIGSTOP")


class Child:
    """A kernel's process as ``LocalProvisioner`` knows processes; its parent, which is not this process, reaps it."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """0 once it has ended, None while it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self) -> int | None:
        """0 once it has ended."""
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Send it a signal; one that has ended takes none."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class Prepared:
    """A process that runs a page once; ``outputs`` of its cells of code come when that is done."""

    def __init__(self, cells: list[str], environment: dict[str, str], folder: str) -> None:
        self._line, theirs = multiprocessing.Pipe()
        given = theirs, cells, environment, folder
        self._process = multiprocessing.get_context("forkserver").Process(target=_prepared, args=given, daemon=True)
        self._process.start()
        theirs.close()
        self._turn = asyncio.Lock()

    async def outputs(self) -> list[list[Any]]:
        """What each cell has shown, as a notebook stores it; EOFError where one has failed."""
        found: list[list[Any]] = await self._said()
        return found

    async def fork(self, arguments: list[str], environment: dict[str, str]) -> Child:
        """A kernel that stands on the page."""
        async with self._turn:
            self._line.send((arguments, environment))
            return Child(await self._said())

    async def _said(self) -> Any:
        loop, came = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._line.fileno(), came.set)
        try:
            await came.wait()
        finally:
            loop.remove_reader(self._line.fileno())
        return self._line.recv()

    def hold(self, on: bool) -> None:
        """Have it wait, or go on."""
        if HELD and self._process.pid and self._process.is_alive():
            os.kill(self._process.pid, signal.SIGSTOP if on else signal.SIGCONT)


PAGES: Final = dict[str, Prepared]()


class ForkedProvisioner(LocalProvisioner):
    """Starts a kernel as a fork of its page; its command's own arguments are those of ``ipykernel_launcher``."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Fork a kernel; its connection info."""
        environment: dict[str, str] = options["env"]
        arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
        started: Any = await PAGES[environment[PAGE]].fork(arguments, environment)
        self.process, self.pid, self.pgid = started, started.pid, None
        return self.connection_info


def _prepared(line: Connection, cells: list[str], environment: dict[str, str], folder: str) -> None:
    """Run the cells, say what they have shown, then fork a kernel whenever one is asked for."""
    import gc
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends this
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    line.send(list(_run(cells)))
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join()  # a fork has no thread but its first
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with suppress(EOFError):
        while True:
            arguments, environment = line.recv()
            if not (child := os.fork()):
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                line.close()
                _kernel(arguments, environment)
                os._exit(0)
            line.send(child)


class _Shown(list[Any]):
    """What a cell shows, in order: a file for what is printed, a list for what is displayed."""

    def write(self, text: str) -> int:
        """Add printed text."""
        if self and self[-1]["output_type"] == "stream":
            self[-1]["text"] += text
        else:
            super().append({"output_type": "stream", "name": "stdout", "text": text})
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""

    def append(self, shown: Any) -> None:
        """Add the value of a cell."""
        self.display(**shown)

    def display(self, data: Any, metadata: Any = None, *_: Any, **__: Any) -> None:
        """Add what is displayed."""
        from ipykernel.jsonutil import encode_images, json_clean

        if data:
            data, metadata = json_clean(encode_images(data)), json_clean(metadata or {})
            super().append({"output_type": "display_data", "data": data, "metadata": metadata})


def _run(cells: list[str]) -> Iterator[list[Any]]:
    """What each cell shows; what one raises is raised."""
    import sys

    from IPython.core import displayhook
    from IPython.core.interactiveshell import InteractiveShell
    from ipywidgets.widgets.widget import _instances
    from traitlets.config import Config

    from gamekit.widgets import later
    from gamekit.widgets.app import App

    later.AHEAD = True
    hooks: Any = displayhook
    shell: Any = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    terminal = sys.stdout
    for cell in cells:
        shown = _Shown()
        sys.stdout, shell.display_trap.hook = shown, hooks.CapturingDisplayHook(shell, shown)
        shell.display_pub.publish = shown.display
        try:
            shell.run_cell(cell, store_history=False).raise_error()
        finally:
            sys.stdout = terminal
        yield list(shown)
    for widget in list(_instances.values()):
        if isinstance(widget, App):
            widget.catch_up(charts=False)
    later.AHEAD = False
    InteractiveShell.clear_instance()


def _kernel(arguments: list[str], environment: dict[str, str]) -> None:
    """A kernel, in a process of its own that has run its page already."""
    import random

    os.environ.clear()
    os.environ.update({**environment, "JPY_PARENT_PID": str(os.getppid())})
    os.setsid()
    random.seed()
    from ipykernel.kernelapp import IPKernelApp
    from ipywidgets import register_comm_target

    kernel = IPKernelApp.instance(parent_handle=os.getppid(), log_level="ERROR")
    try:
        kernel.initialize(arguments)
    except FileNotFoundError:  # where it was to say how it is reached is gone: the class has ended meanwhile
        return
    register_comm_target(kernel.kernel)  # ipywidgets does so when it is loaded, and was loaded before
    for line in kernel.kernel.comm_manager.comms.values():  # opened when there was no kernel to speak for
        line.kernel = kernel.kernel
    kernel.start()


def begin() -> bool:
    """Have all kernels of this process forked, where the system can; whether it can."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([LOADED])
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for this process, from the first moment on
    forkserver.ensure_running()
    signal.signal(signal.SIGINT, before)
    first = context.Process(target=os.getpid)
    first.start()
    first.join()  # it has loaded everything
    kinds = KernelProvisionerFactory.instance()
    kinds.provisioners[NAME] = EntryPoint(NAME, f"{__name__}:{ForkedProvisioner.__name__}", kinds.GROUP_NAME)
    kinds.default_provisioner_name = NAME
    return True
