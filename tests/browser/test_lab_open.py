"""``gamekit open CODE`` starts JupyterLab, on loopback and with a token, on a notebook that shows the board.

All tests of JupyterLab run on it; that it tidies up is asked at their end."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from gamekit.storage import link_code
from tests.browser.conftest import BATTLE, Opened
from tests.browser.lab import Server


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_code_opens_in_a_laboratory_of_its_own(opened: Opened, lab: Server, workbook: Path) -> None:
    path, found = opened.notebook, opened.server
    assert path.name == "board.ipynb"
    assert found["url"].startswith("http://127.0.0.1:")
    assert found["pid"] == opened.process.pid  # a signal to the command reaches the server
    assert len(found["token"]) >= 32
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"{found['url']}api/contents", timeout=20)
    assert lab.ask("GET", f"api/contents/{path.relative_to(workbook).as_posix()}")["type"] == "notebook"
    (shown,) = [cell for cell in json.loads(path.read_text())["cells"] if link_code.code(BATTLE) in str(cell)]
    assert shown["cell_type"] == "code"
