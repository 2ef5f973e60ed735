"""The campaign board's hint: plans with how sure they are, not played; it sharpens, and stops."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.julius_caesar import campaign_desk as hint
from gamekit.widgets.julius_caesar.campaign_desk import HintState
from gamekit.widgets.page import BackgroundTask
from tests.julius_caesar.positions import HANDS
from tests.widgets.board_driver import html, send


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint, "SECONDS", (0.05, 0.1))


def board(language: str = "en") -> CampaignBoard:
    return CampaignBoard(
        Record(jc, options={"hands": HANDS}), {"Caesar": "person", "Pompey": "plain"}, language, seed=1
    )


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
    session, hinting = board().table.session, HintState()
    assert list(hint.background_tasks(session, hinting)) == []
    hinting = hint.update(session, hinting, ("hint",)) or hinting
    (first,) = hint.background_tasks(session, hinting)
    assert isinstance(first, BackgroundTask)
    hinting = hint.update(session, hinting, (*first.do, first.work())) or hinting
    (second,) = hint.background_tasks(session, hinting)
    assert second.of != first.of
    stopped = hint.update(session, hinting, ("hint stop",))
    assert stopped.found == hinting.found
    assert list(hint.background_tasks(session, stopped)) == []
    assert hint.update(session, stopped, (*second.do, first.work())) == stopped
