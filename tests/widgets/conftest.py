"""What the tests of boards share: advice that thinks for a moment only, since many of them press every button."""

import asyncio

import pytest

from gamekit.caesar import players
from gamekit.caesar.players import ITERATIONS
from gamekit.widgets import later
from gamekit.widgets.aquileia import city_board
from gamekit.widgets.caesar import game_board
from gamekit.widgets.julius_caesar import campaign


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    game_board.INSIGHTS.found.clear()
    game_board.REVIEWS.found.clear()
    monkeypatch.setattr(city_board, "HINT", 0.05)
    monkeypatch.setattr(campaign, "SECONDS", (0.05, 0.1))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caesar's searching player and its help look less far: what they find is no matter here."""
    looks = players.search.__defaults__
    assert looks
    assert ITERATIONS in looks
    monkeypatch.setattr(players.search, "__defaults__", tuple(20 if one == ITERATIONS else one for one in looks))
    monkeypatch.setattr(game_board, "ITERATIONS", 20)
    monkeypatch.setattr(game_board, "LOOK_BACK", 20)
    monkeypatch.setattr(game_board, "LIMIT", 60)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, whose page says at once what takes long."""
    monkeypatch.setattr(later, "kernel_loop", asyncio.get_running_loop)
    monkeypatch.setattr("gamekit.widgets.app.SLOW", 0.01)
    monkeypatch.setattr("gamekit.widgets.app.PATIENCE", 0.001)
