"""What all tests share: the clause marker, how many cases are tried, how long a test may take, golden files, whether a
browser is there, which run in one worker, and in which order.

In CI, or with ``GAMEKIT_ORDER=seed``, files and the tests in them run in a random order; the seed is printed."""

from __future__ import annotations

import fcntl
import gc
import os
import resource
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
import pytest_timeout
from _pytest.runner import runtestprotocol

from gamekit.storage import data_files
from tests import golden_files
from tests.cases import Cases
from tests.nbval_twins import first_of
from tests.slow import SLOW

ROOT = Path(__file__).parent.parent
BROWSER = "tests/browser"
LAB = f"{BROWSER}/test_lab_"
NOTEBOOKS = "notebooks/"  # nbval's cells


collect_ignore = ["fifth_game/terni"]  # has no examples, and would be imported a second time, by another name
os.environ.setdefault("GAMEKIT_JOURNAL", "off")  # the boards of the tests keep no games
gc.set_threshold(100_000, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="only what has a long form, and that in its long form")
    parser.addoption("--update-golden", action="store_true", help="write what golden files keep anew")
    parser.addoption("--refuse-slow", action="store_true", help="fail a test of more than a second of processor")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-golden") and getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--update-golden writes files: without -n")
    if os.environ.get("CI"):
        os.environ.setdefault("GAMEKIT_ORDER", str(SystemRandom().randrange(10**6)))  # workers inherit it


@pytest.fixture(scope="session")
def cases(pytestconfig: pytest.Config) -> Cases:
    """How many cases a test tries: ``cases(few, many)`` are few, and many under ``make soak``."""
    soak = pytestconfig.getoption("--soak")
    return lambda few, many: many if soak else few


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> golden_files.Golden:
    """``golden("odds/battles", lines)`` compares with that file in golden/, which ``--update-golden`` writes anew;
    ``golden("odds/battles", lines, 40)`` with its first 40 lines."""
    return golden_files.write if pytestconfig.getoption("--update-golden") else golden_files.check


def pytest_report_header() -> str | None:
    seed = os.environ.get("GAMEKIT_ORDER")
    return f"random order: GAMEKIT_ORDER={seed}" if seed else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The order, what tests that were skipped need, and the tests that took over a second of processor: a machine under
    load is not a reason to fail."""
    if header := pytest_report_header():
        terminalreporter.write_line(header)  # -q prints no header
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", ())
    )
    for reason, count in reasons.items():
        terminalreporter.write_line(f"skipped: {count}, {reason}")
    slow = {
        report.nodeid: took
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, took in getattr(report, "user_properties", ())
        if name == "slow"
    }
    for nodeid, took in sorted(slow.items(), key=lambda pair: -pair[1])[:20]:
        terminalreporter.write_line(f"slow: {took} s of processor, {nodeid}")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Only files of tests are looked through: helpers and benches have no examples, and cost each worker seconds."""
    is_helper = ROOT / "tests" in collection_path.parents and collection_path.suffix == ".py"
    return True if is_helper and not collection_path.name.startswith(("test_", "conftest", "__init__")) else None


@contextmanager
def limited(item: pytest.Item, seconds: float | None = None) -> Iterator[None]:
    """A piece of a test with a time limit of its own: the test's, or so many seconds.

    pytest-timeout's limit is for a whole test. Its alarm may then come between the pieces, in a report, where it ends
    the worker instead of the test, and after a failure it does not come at all, however long the rest stands still."""
    settings, hooks = pytest_timeout._get_item_settings(item), item.config.pluginmanager.hook
    if most := seconds or settings.timeout:
        hooks.pytest_timeout_set_timer(item=item, settings=settings._replace(timeout=most))
    try:
        yield
    finally:
        hooks.pytest_timeout_cancel_timer(item=item)


MOST = 1.0  # seconds of processor that a test may take; half of it is what it should


def processor() -> float:
    """Seconds of processor that this worker and the programs it has started and seen end have used."""
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + others.ru_utime + others.ru_stime


def may_be_slow(item: pytest.Item) -> bool:
    """Soaks, what is in a browser, what is marked long, and what tests/slow.py names with a reason."""
    return (
        item.get_closest_marker("long") is not None
        or item.config.getoption("--soak")
        or item.config.getoption("--update-golden")
        or item.nodeid.startswith(BROWSER)
        or item.nodeid.partition("[")[0].removeprefix("tests/").startswith(tuple(SLOW))
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    began = processor()
    found = yield
    took = processor() - began
    if took > MOST and not may_be_slow(item):
        if item.config.getoption("--refuse-slow"):
            pytest.fail(f"took {took:.1f} s of processor, more than {MOST}: fewer cases, or a reason in tests/slow.py")
        item.user_properties.append(("slow", round(took, 1)))
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells of a test once, and of its set-up and end where they failed: six messages a test take seconds."""
    if not os.environ.get("PYTEST_XDIST_WORKER"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    with limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    with limited(item):
        return (yield)


def chromium() -> str | None:
    """Where the browser is: ``GAMEKIT_CHROMIUM``, else the one on PATH."""
    return os.environ.get("GAMEKIT_CHROMIUM") or shutil.which("chromium")


@cache
def missing_for_the_browser() -> str:
    """What tests in a browser need and this machine lacks, in one line; "" where nothing is missing."""
    if not chromium():
        return "no Chromium: set GAMEKIT_CHROMIUM or install one"
    listed = shutil.which("fc-list")
    if listed and not subprocess.run([listed, ":lang=ja", "file"], capture_output=True, check=False).stdout.strip():
        return "no Japanese font for the browser: install fonts-noto-cjk or another one"
    return ""


def shuffle(items: list[pytest.Item], seed: str) -> None:
    """Files in random order, and the tests in each: what a file shares is still made once. Cells keep their order."""
    random = Random(seed)
    cells = [item for item in items if item.nodeid.startswith(NOTEBOOKS)]
    tests = [item for item in items if not item.nodeid.startswith(NOTEBOOKS)]
    files = list(dict.fromkeys(item.path for item in tests))
    random.shuffle(files)
    random.shuffle(tests)
    items[:] = [*cells, *sorted(tests, key=lambda item: files.index(item.path))]


def together(name: str) -> str:
    """What one worker does in one piece: a file, a notebook with its twin, or all files of JupyterLab's, which share a
    server and a page."""
    file = name.partition("::")[0]
    return LAB if file.startswith(LAB) else first_of(file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One of our own: pytest-xdist's groups are silently ignored under pytest 9.2, and then every test is one."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    config.option.loadscopereorder = False
    return Together(config, log)


def is_asked_for(item: pytest.Item, soak: bool) -> bool:
    """What is marked soak is for soaks alone; a soak asks for that, and for what tries so many ``cases``."""
    if item.get_closest_marker("soak"):
        return soak
    return not soak or "cases" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    dropped = [item for item in items if not is_asked_for(item, config.getoption("--soak"))]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in set(dropped)]
    if seed := os.environ.get("GAMEKIT_ORDER"):
        shuffle(items, seed)
    if seed or os.environ.get("PYTEST_XDIST_WORKER"):  # the longest pieces begin first
        items.sort(key=lambda item: (not item.nodeid.startswith(BROWSER), not item.nodeid.startswith(NOTEBOOKS)))
    for item in items:
        for marker in item.iter_markers("clause"):
            game, *clauses = marker.args
            known = data_files.clauses(game)
            for clause in clauses:
                if clause not in known:
                    raise pytest.UsageError(f"{item.nodeid}: {game} has no clause {clause!r}")
        if item.get_closest_marker("browser") and not os.environ.get("CI") and missing_for_the_browser():
            item.add_marker(pytest.mark.skip(reason=missing_for_the_browser()))
    gc.freeze()  # the tests and what they import stay: no garbage is looked for among them again


@pytest.fixture(scope="session")
def web_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site for any browser, built once for all workers; ``GAMEKIT_SITE`` names one that has been. Skips with a line
    where Python for the browser has not been fetched."""
    from gamekit.web import build

    if made := os.environ.get("GAMEKIT_SITE"):
        return Path(made)
    if not shutil.which("node") or not (build.cache() / f"pyodide-{build.VERSION}.tgz").exists():
        pytest.skip("no site: npm is missing, or `make site-runtime` has not fetched Python for the browser")
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "web_site"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            making = folder.with_suffix(".making")
            making.mkdir(exist_ok=True)  # one that failed left it
            list(build.build(making, ROOT / "notebooks"))
            making.rename(folder)
    return folder
