"""What tests of Roma Victrix may ask for by name."""

from pathlib import Path

import pytest

from tests.roma_victrix.solitaire import SCENARIO


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the solitaire scenario of these tests, which is then in the reader's own data."""
    folder = tmp_path / "roma_victrix/scenarios"
    folder.mkdir(parents=True)
    (folder / "alone.toml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.setenv("GAMEKIT_DATA", str(tmp_path))
    return folder
