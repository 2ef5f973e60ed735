"""The boards in the browser's own Python: the same messages come to the same page, its charts to the same numbers."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gamekit.web import build
from tests.cases import Cases
from tests.widgets.boards import BOARDS

ROOT = Path(__file__).parents[2]
SENT = ("tests/web/clicks.py", "tests/widgets/boards.py", "tests/widgets/messages.py")


@pytest.mark.long
def test_a_session_of_messages_is_the_same_in_the_browsers_python(web_site: Path, tmp_path: Path, cases: Cases) -> None:
    names, sent = list(BOARDS)[:: cases(10, 1)], tmp_path / "tests.zip"
    with zipfile.ZipFile(sent, "w") as packed:
        for file in (*map(ROOT.joinpath, SENT), *(ROOT / "tests/fifth_game").rglob("*.*")):
            packed.write(file, str(file.relative_to(ROOT)))
    code = f"from tests.web.clicks import all_told\nall_told({names})"
    node, script = shutil.which("node") or "node", ROOT / "tests/web/pyodide.mjs"
    command = [node, str(script), str(build.runtime(fetch=False)), str(web_site), str(sent), code]
    there = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    # A process of its own here too: in this one other tests have answered slow questions that a page then shows.
    own = [sys.executable, "-c", f"{code.replace('all_told(', 'print(all_told(')})"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "GAMEKIT_LANGUAGE": "en"}
    here = json.loads(subprocess.run(own, capture_output=True, text=True, check=True, cwd=ROOT, env=env).stdout)
    assert [*there] == names == [*here], there
    for name in names:
        assert isinstance(here[name], dict), here[name]
        assert there[name] == here[name], name
