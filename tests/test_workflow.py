"""The forge's workflow calls commands that README gives, and nothing else; two workers never share a file."""

import re
from pathlib import Path

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
