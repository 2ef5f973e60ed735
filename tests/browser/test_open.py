"""``gamekit open CODE`` starts JupyterLab, on loopback and with a token, on a notebook that shows the board."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.storage import link_code
from tests.browser.conftest import environment, free_port
from tests.browser.lab import Server, until

BATTLE = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey"))


def running(home: Path) -> dict[str, Any]:
    """What a server has written down about itself, {} before it has."""
    for path in (home / "runtime_dir").glob("jpserver-*.json"):
        with suppress(ValueError):
            found: dict[str, Any] = json.loads(path.read_text())
            return found
    return {}


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_code_opens_in_a_laboratory_of_its_own_that_ends_when_it_is_told(
    tmp_path: Path,
) -> None:
    settings = environment(tmp_path) | {"TMPDIR": str(tmp_path), "BROWSER": "/bin/false"}
    command = [
        sys.executable,
        "-m",
        "gamekit",
        "open",
        link_code.code(BATTLE),
        "--no-browser",
        f"--ServerApp.port={free_port()}",
    ]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        path = Path(process.stdout.readline().strip())
        assert path.name == "board.ipynb"
        found = until(lambda: running(tmp_path) or (process.poll() is not None and {"ended": True}))
        assert "ended" not in found, (tmp_path / "log").read_text()
        assert found["url"].startswith("http://127.0.0.1:")
        assert found["pid"] == process.pid  # a signal to the command reaches the server
        assert len(found["token"]) >= 32
        server = Server(found["url"].rstrip("/"), found["token"])
        until(lambda: server.answers("api/status"))
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{found['url']}api/contents", timeout=20)
        assert server.ask("GET", f"api/contents/{path.name}")["type"] == "notebook"
        (shown,) = [cell for cell in json.loads(path.read_text())["cells"] if link_code.code(BATTLE) in str(cell)]
        assert shown["cell_type"] == "code"
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)
    assert process.returncode is not None
    assert running(tmp_path) == {}  # it has tidied up
