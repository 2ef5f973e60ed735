"""What all tests share: the clause marker, whether a browser is there, which run in one worker, and in which order.

In CI, or with ``GAMEKIT_ORDER=seed``, files and the tests in them run in a random order; the seed is printed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random, SystemRandom

import pytest

from gamekit import data

ROOT = Path(__file__).parent.parent
BROWSER = ROOT / "tests/browser"


collect_ignore = ["fifth_game/terni"]  # has no examples, and would be imported a second time, by another name
os.environ.setdefault("GAMEKIT_JOURNAL", "off")  # the boards of the tests keep no games


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI"):
        os.environ.setdefault("GAMEKIT_ORDER", str(SystemRandom().randrange(10**6)))  # workers inherit it


def pytest_report_header() -> str | None:
    seed = os.environ.get("GAMEKIT_ORDER")
    return f"random order: GAMEKIT_ORDER={seed}" if seed else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if header := pytest_report_header():
        terminalreporter.write_line(header)  # -q prints no header


def chromium() -> str | None:
    """Where the browser is: ``GAMEKIT_CHROMIUM``, else the one on PATH."""
    return os.environ.get("GAMEKIT_CHROMIUM") or shutil.which("chromium")


def shuffle(items: list[pytest.Item], seed: str) -> None:
    """Files in random order, and the tests in each: what a file shares is still made once."""
    random = Random(seed)
    files = list(dict.fromkeys(item.path for item in items))
    random.shuffle(files)
    random.shuffle(items)
    items.sort(key=lambda item: files.index(item.path))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if seed := os.environ.get("GAMEKIT_ORDER"):
        shuffle(items, seed)
    for item in items:
        # A file is one piece of work; all browser tests are one, since two browsers at once starve each other.
        group = BROWSER if BROWSER in item.path.parents else item.path
        item.add_marker(pytest.mark.xdist_group(str(group.relative_to(ROOT))))
        for marker in item.iter_markers("clause"):
            game, *clauses = marker.args
            known = data.clauses(game)
            for clause in clauses:
                if clause not in known:
                    raise pytest.UsageError(f"{item.nodeid}: {game} has no clause {clause!r}")
        if item.get_closest_marker("browser") and not chromium() and not os.environ.get("CI"):
            item.add_marker(pytest.mark.skip(reason="no Chromium: set GAMEKIT_CHROMIUM or install one"))
