"""The site, built once for all tests of it; they are skipped with a line where the runtime is not there to build it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gamekit.web import build

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; ``GAMEKIT_SITE`` names one that has been built."""
    if made := os.environ.get("GAMEKIT_SITE"):
        return Path(made)
    if not shutil.which("node") or not (build.cache() / f"pyodide-{build.VERSION}.tgz").exists():
        pytest.skip("no site: npm is missing, or `make site-runtime` has not fetched the runtime")
    folder = tmp_path_factory.mktemp("site")
    list(build.build(folder, ROOT / "notebooks"))
    return folder
