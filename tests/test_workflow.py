"""The forge's workflow calls commands that README gives, and nothing else; two workers never share a file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_the_workflow_calls_what_the_readme_says() -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    said = {line.split("  #")[0].strip() for line in readme.splitlines() if line.startswith("    ")}
    called = re.findall(r"^ *- run: (.*)$", workflow, re.MULTILINE)
    assert len(called) == workflow.count("run:") == 4
    assert set(called) <= said
    assert "make test" in called
    assert {"ubuntu-latest", "windows-latest", "macos-latest"} <= set(re.findall(r"\w+-latest", workflow))


@pytest.mark.long
def test_a_file_and_all_browser_tests_are_one_piece_of_work(tmp_path: Path) -> None:
    for name in ("tests/test_a", "tests/test_b", "tests/browser/test_c", "tests/browser/test_d"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.py").write_text("\n".join(f"def test_{n}(): pass" for n in range(4)), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "-p",
        "xdist.plugin",
        "-p",
        "pytest_timeout",
        "-p",
        "tests.conftest",
    ]
    command += ["-n", "2", "-c", os.devnull, "--rootdir", str(tmp_path), "tests"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    workers = defaultdict(set)
    for worker, piece in re.findall(r"\[(gw\d)\] .*PASSED tests/(browser|test_\w)", done.stdout):
        workers[piece].add(worker)
    assert done.stdout.count("PASSED") == 16, done.stdout + done.stderr
    assert [len(workers[piece]) for piece in ("test_a", "test_b", "browser")] == [1, 1, 1]
