"""The campaign board's hint: plans with how sure they are, not played; it sharpens, and stops."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.storage.record import Record
from gamekit.widgets import game_page
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.julius_caesar import campaign_desk as hint
from gamekit.widgets.julius_caesar.campaign import CampaignTable
from gamekit.widgets.page import BackgroundTask, controls
from tests.julius_caesar.positions import HANDS
from tests.widgets.board_driver import html, send


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint, "SECONDS", (0.05, 0.1))


def board(language: str = "en") -> CampaignBoard:
    return CampaignBoard(
        Record(jc, options={"hands": HANDS}), {"Caesar": "person", "Pompey": "plain"}, language, seed=1
    )


def searches(table: CampaignTable) -> list[BackgroundTask]:
    """The search that the page of a hint asks for."""
    return [one for one in controls(hint.hint_pane(table)) if isinstance(one, BackgroundTask)]


@pytest.mark.parametrize(("language", "words"), [("en", "Best plans: play "), ("ja", "有力な計画：")])
def test_it_says_plans_and_plays_none(language: str, words: str) -> None:
    shown = board(language)
    before = shown.state
    assert words not in html(shown)
    send(shown, "hint")
    assert words in html(shown)
    assert "±" in html(shown)
    assert (shown.state, shown.table.hinting.done) == (before, 2)
    assert shown.table.hinting.found is not None


def test_each_search_is_longer_and_one_may_stop() -> None:
    table = board().table
    assert searches(table) == []
    table = game_page.update(table, ("hint",))
    (first,) = searches(table)
    table = game_page.update(table, (*first.do, first.work()))
    (second,) = searches(table)
    assert second.of != first.of
    stopped = game_page.update(table, ("hint stop",))
    assert stopped.hinting.found == table.hinting.found is not None
    assert searches(stopped) == []
    assert game_page.update(stopped, (*second.do, first.work())) == stopped
