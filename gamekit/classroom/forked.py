"""Kernels forked from one process that has loaded everything: each begins within a moment and shares its memory."""

from __future__ import annotations

import multiprocessing
import os
from importlib.metadata import EntryPoint
from multiprocessing.process import BaseProcess
from typing import Any, Final

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

NAME: Final = "gamekit-forked"
LOADED: Final = "gamekit.classroom.loaded"  # what kernels have before they are forked


class Child:
    """A forked process as ``LocalProvisioner`` knows processes."""

    stdin = stdout = stderr = None

    def __init__(self, process: BaseProcess) -> None:
        self.process, self.pid = process, process.pid

    def poll(self) -> int | None:
        """The exit code, None while it runs."""
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        """The exit code, once it has ended."""
        self.process.join(timeout)
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal; one that has ended takes none."""
        if self.pid and self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()

    def terminate(self) -> None:
        """Ask it to end."""
        self.process.terminate()


class ForkedProvisioner(LocalProvisioner):
    """Starts a kernel as a fork; its command's own arguments are those of ``ipykernel_launcher``."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Fork a kernel; its connection info."""
        given = cmd[cmd.index("ipykernel_launcher") + 1 :], options["env"], options.get("cwd") or os.getcwd()
        process = multiprocessing.get_context("forkserver").Process(target=_kernel, args=given, daemon=True)
        process.start()
        started: Any = Child(process)
        self.process, self.pid, self.pgid = started, process.pid, None
        return self.connection_info


def _kernel(arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """A kernel, in a process of its own that has loaded everything already."""
    os.environ.clear()
    os.environ.update({**environment, "JPY_PARENT_PID": str(os.getppid())})
    os.setsid()
    os.chdir(folder)
    from ipykernel.kernelapp import IPKernelApp
    from ipywidgets import register_comm_target
    from ipywidgets.widgets.widget import _instances

    kernel = IPKernelApp.instance(parent_handle=os.getppid())
    kernel.initialize(arguments)
    register_comm_target(kernel.kernel)  # ipywidgets does so when it is loaded, and was loaded before
    for widget in list(_instances.values()):  # so was ipycanvas, whose drawings go through one widget that it makes
        widget.comm = None
        widget.open()
    kernel.start()


def begin() -> bool:
    """Have all kernels of this process forked, where the system can; whether it can."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([LOADED])
    first = context.Process(target=os.getpid)
    first.start()
    first.join()  # it has loaded everything
    kinds = KernelProvisionerFactory.instance()
    kinds.provisioners[NAME] = EntryPoint(NAME, f"{__name__}:{ForkedProvisioner.__name__}", kinds.GROUP_NAME)
    kinds.default_provisioner_name = NAME
    return True
