"""What the tests of boards share: advice that thinks for a moment only, since many of them press every button."""

from __future__ import annotations

import pytest

from gamekit.widgets.aquileia import city_board
from gamekit.widgets.julius_caesar import campaign_hint


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(city_board, "HINT", 0.05)
    monkeypatch.setattr(campaign_hint, "SECONDS", (0.1, 0.2))
    monkeypatch.setattr(campaign_hint, "PLAYS", 2)
