"""What all tests share: the clause marker, whether a browser is there, and which of them run in one worker."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gamekit import data

ROOT = Path(__file__).parent.parent
BROWSER = ROOT / "tests/browser"


def chromium() -> str | None:
    """Where the browser is: ``GAMEKIT_CHROMIUM``, else the one on PATH."""
    return os.environ.get("GAMEKIT_CHROMIUM") or shutil.which("chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
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
