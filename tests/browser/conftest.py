"""What the browser tests of a worker share: one JupyterLab, one Chromium, and a page of each kind.

The servers listen on loopback with throw-away folders, run copies of the notebooks, and their kernels use this
interpreter and this checkout's gamekit. Without Chromium the tests skip with a reason, but fail when CI is set."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from gamekit import julius_caesar as jc
from gamekit.storage import link_code
from tests.browser.lab import GALLERY, GALLERY_OF, Server, put
from tests.browser.page import until
from tests.conftest import chromium, limited

ROOT = Path(__file__).parent.parent.parent
DISABLED = ("gpu", "dev-shm-usage", "quic", "background-networking", "component-update", "sync")
FLAGS = ["--no-sandbox", "--no-first-run", *(f"--disable-{one}" for one in DISABLED)]
SIZE = {"width": 1280, "height": 900}
REPORT = 10  # seconds that a page that failed has to say what stood on it
# Whether a page was loaded again: JupyterLab then opens at its leisure what was open, in front of what a test opens.
RELOADED = "() => performance.getEntriesByType('navigation')[0]?.type === 'reload'"
BATTLE = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey"))
FAILED = pytest.StashKey[bool]()
QUIET = {"@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False}}
FOLDERS = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(600))  # a page that stands still is not waited for longer


@pytest.fixture(scope="session")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with copies of the notebooks, the root of JupyterLab; a test may put its own there."""
    folder = tmp_path_factory.mktemp("workbook")
    for path in (ROOT / "notebooks").glob("*"):
        if path.suffix in (".ipynb", ".svg", ".png"):
            shutil.copy(path, folder)
    put(folder, GALLERY, GALLERY_OF)
    return folder


def environment(home: Path) -> dict[str, str]:
    """What a server is started with: throw-away folders, this checkout's gamekit, no language of the reader's."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "GAMEKIT_"))}
    ours |= {f"JUPYTER_{folder}": str(home / folder.lower()) for folder in FOLDERS}
    ours |= {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}
    return ours | {
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": str(ROOT),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTER_PATH": str(ROOT / "share/jupyter"),
        "JUPYTER_CONFIG_PATH": str(ROOT / "etc/jupyter"),  # as ``make lab`` does
        "GAMEKIT_JOURNAL": str(home / "games"),
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def python(module: str) -> list[str]:
    """How a module is run; jsonschema does without a grammar that takes it seconds to import."""
    code = "import runpy, sys; sys.modules['rfc3987_syntax'] = None"
    return [sys.executable, "-c", f"{code}; runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"]


def serve(module: str, home: Path, *arguments: str, port: int, token: str, ready: str) -> Iterator[Server]:
    """Run a server with this checkout's gamekit until it is closed; fails with its log when it does not answer."""
    server = Server(f"http://127.0.0.1:{port}", token)
    with (home / "log").open("w") as log:
        command = [*python(module), *arguments]
        process = subprocess.Popen(command, cwd=home, env=environment(home), stdout=log, stderr=subprocess.STDOUT)
    try:
        until(lambda: server.answers(ready) or process.poll() is not None, seconds=180)
        assert process.poll() is None, (home / "log").read_text()
        yield server
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def written_down(home: Path) -> dict[str, Any]:
    """What a server has written down about itself, {} before it has and when it has tidied up."""
    for path in (home / "runtime_dir").glob("jpserver-*.json"):
        with suppress(ValueError):
            found: dict[str, Any] = json.loads(path.read_text())
            return found
    return {}


@dataclass(frozen=True, slots=True)
class Opened:
    """What ``gamekit open`` started: its process, the notebook that it named, what its server wrote down."""

    process: subprocess.Popen[str]
    notebook: Path
    server: dict[str, Any]


@pytest.fixture(scope="session")
def opened(workbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """JupyterLab as ``gamekit open CODE`` starts it, on the notebooks, without the news pop-up; it ends when told."""
    home = tmp_path_factory.mktemp("lab")
    for name, settings in QUIET.items():
        file = home / "settings" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    (home / "rfc3987_syntax.py").write_text("raise ImportError")  # as python() has it
    settings = environment(home) | {"TMPDIR": str(workbook), "BROWSER": "/bin/false"}
    settings["PYTHONPATH"] += f"{os.pathsep}{home}"
    where = (f"--ServerApp.root_dir={workbook}", f"--ServerApp.port={free_port()}", "--ServerApp.port_retries=0")
    how = ("--no-browser", "--LabApp.expose_app_in_browser=True")  # notebooks are opened without loading a page again
    command = [*python("gamekit"), "open", link_code.code(BATTLE), *where, *how]
    with (home / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=home, env=settings, stdout=subprocess.PIPE, stderr=log, text=True, errors="replace"
        )
    assert process.stdout
    try:
        notebook = Path(process.stdout.readline().strip())
        until(lambda: written_down(home) or process.poll() is not None)
        assert process.poll() is None, (home / "log").read_text()
        yield Opened(process, notebook, written_down(home))
    finally:
        process.terminate()
        process.communicate(timeout=120)
    assert written_down(home) == {}  # it has tidied up


@pytest.fixture(scope="session")
def lab(opened: Opened) -> Server:
    """That JupyterLab, once it answers."""
    server = Server(opened.server["url"].rstrip("/"), opened.server["token"])
    until(lambda: server.answers("api/status"))
    return server


@pytest.fixture(scope="package")
def playwright() -> Iterator[Any]:
    """What drives the browsers, ended with the last test of this folder: its event loop would disturb other tests."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=90_000)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Any) -> Iterator[Any]:
    """A Chromium that no test may close. Every host but loopback takes a connection and never answers."""
    executable = chromium()
    assert executable, "no Chromium, and CI is set: install one or set GAMEKIT_CHROMIUM"
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(256)
        rules = f"--host-resolver-rules=MAP * 127.0.0.1:{silent.getsockname()[1]}, EXCLUDE 127.0.0.1"
        running = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, rules])
        yield running
        running.close()


# anywidget says so when a model took over two seconds to begin; what a test waits for shows whether it came.
SLOW = "[anywidget] Failed to initialize model."
LATE = ("Cannot send", "is not valid JSON")  # JupyterLab, of a message to or from a kernel that has just ended


def new_context(browser: Any, **more: Any) -> Any:
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce", locale="en-GB", **more)
    context.set_default_navigation_timeout(90_000)  # a busy machine answers late
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return context


@pytest.fixture(scope="package")
def context(browser: Any) -> Iterator[Any]:
    """What pages share: scripts are loaded once."""
    context = new_context(browser)
    yield context
    context.close()


@pytest.fixture(scope="package")
def kept(context: Any) -> dict[str, Any]:
    """The pages that stay from test to test: JupyterLab takes longer to load than most tests, as Python does."""
    return {}


@pytest.fixture
def elsewhere() -> list[str]:
    """The addresses outside this machine that the pages have asked for."""
    return []


@pytest.fixture
def page(context: Any, kept: dict[str, Any], elsewhere: list[str], request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page, 1280 by 900: JupyterLab's or the site's as the last test left it, a new one after a test that failed. An
    uncaught error on any page fails the test, and so does asking another machine for anything."""
    part, errors = "lab" if "lab" in request.fixturenames else "site", list[str]()

    def note(error: Any) -> None:
        errors.append(str(error.error))

    def listed(asked: Any) -> None:
        parts = urlsplit(asked.url)
        if parts.scheme not in ("data", "blob", "file") and parts.hostname != "127.0.0.1":
            elsewhere.append(asked.url)

    context.on("weberror", note)
    context.on("request", listed)
    page = kept[part] = kept.get(part) or context.new_page()
    page.bring_to_front()  # a page behind another one is never idle, and is slow
    page.set_viewport_size(SIZE)
    yield page
    context.remove_listener("weberror", note)
    context.remove_listener("request", listed)
    errors = [error for error in errors if not error.endswith((SLOW, *LATE))]
    if errors or request.node.stash.get(FAILED, False) or page.evaluate(RELOADED):
        kept.pop(part).close()
    assert errors == []
    assert elsewhere == []


@pytest.fixture
def other(page: Any) -> Iterator[Any]:
    """A second page beside the one that stays, closed with the test."""
    other = page.context.new_page()
    yield other
    other.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """A test that fails shows what stood on its page."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    page = getattr(item, "funcargs", {}).get("page")
    if report.failed and report.when == "call" and page:
        with suppress(Exception, pytest.fail.Exception), limited(item, REPORT):  # a page on its way may never answer
            boards = page.locator(".gk-page:visible, .jp-Dialog").all_inner_texts()
            report.sections.append(("the page", f"{page.url}\n" + "\n\n".join(boards)[:5_000]))
    return report
