"""What the campaign board knows of face-down blocks and of plans: the five likeliest, the odds ahead, the hint."""

from dataclasses import replace
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import SIDES
from gamekit.probability import sampling
from gamekit.storage.record import Record
from gamekit.text.translation import default_language, percent
from gamekit.widgets import game_page
from gamekit.widgets.julius_caesar import CampaignBoard, campaign
from gamekit.widgets.julius_caesar import campaign_fight as belief
from gamekit.widgets.julius_caesar.campaign import CampaignTable, scene_of
from gamekit.widgets.julius_caesar.pieces import block_of
from gamekit.widgets.page import BackgroundTask, Picture, controls
from tests.julius_caesar.positions import HANDS
from tests.widgets.board_driver import html, send, texts
from tests.widgets.positions import TWO

pytestmark = pytest.mark.long
SPRING = 60  # actions of the first year: Caesar moves, his blocks stand at Narbo, four of the enemy's at Tarraco
ONE = {"Caesar": "person", "Pompey": "plain"}


def board(at: int = SPRING, language: str = "en", **options: Any) -> CampaignBoard:
    return CampaignBoard(jc.first_year().first_actions(at), ONE, language, **options)


def over(shown: CampaignBoard, place: str | None) -> None:
    send(shown, "over", None if place is None else ("at", place))


def said(shown: CampaignBoard) -> str:
    table = shown.table
    with default_language(table.language):
        return belief.spoken_sentence(table.session, table.fighting, table.place)


def card(shown: CampaignBoard) -> list[str]:
    """The texts of the map's card, if it is there."""
    written = [text.text for text in texts(scene_of(shown.table, shown.table.desk).overlay)]
    heads = [number for number, text in enumerate(written) if "face down" in text or "伏せた" in text]
    return written[heads[0] :] if heads else []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_stack_under_the_pointer_shows_its_five_likeliest_blocks(language: str) -> None:
    shown = board(language=language)
    assert (card(shown), said(shown)) == ([], "")
    over(shown, "Tarraco")
    expected = jc.Belief.from_record(jc.first_year().first_actions(SPRING), "Caesar").likeliest_blocks("Tarraco")
    assert len(expected) == 5
    words = "".join(card(shown)).replace(" ", "")
    assert all(percent(p) in words and percent(p) in said(shown) for _, p in expected)
    assert next(one for one in controls(shown.page) if isinstance(one, Picture)).hover == ("over",)
    over(shown, None)
    assert card(shown) == []
    over(shown, "Narbo")  # one's own blocks lie open
    assert card(shown) == []


def test_sampled_odds_are_said_with_their_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean lies within the interval around what is counted, and both the mean and the shares have one."""
    record = jc.first_year().first_actions(SPRING)
    army = jc.army("Legio 7, Legio 8, Legio 9, Legio 10", "Caesar")
    exact = jc.Belief.from_record(record, "Caesar").odds("Tarraco", army)
    assert exact.error == 0
    monkeypatch.setattr(sampling, "MOST", 1)
    rough = jc.Belief.from_record(record, "Caesar").odds("Tarraco", army)
    assert 0 < rough.error < 0.02
    assert abs(rough.mean - float(exact.mean)) < 4 * rough.error
    monkeypatch.setattr(belief, "KEEPER", belief.BeliefCache())
    shown = board()
    send(shown, "at", "Narbo")
    over(shown, "Tarraco")
    assert "".join(card(shown)).count("±") == said(shown).count("±") == 2  # for the shares and for the mean


def test_the_odds_of_an_attack_are_a_range_with_its_mean() -> None:
    shown = board()
    send(shown, "at", "Narbo")
    over(shown, "Tarraco")
    view = jc.observe(shown.state, "Caesar")
    here = [piece for piece in view.pieces if piece.place == "Narbo"]
    strongest = sorted(here, key=lambda piece: -piece.strength)[:4]  # what the road carries
    army = tuple(block_of(piece.block, piece.strength, "Caesar") for piece in strongest)
    odds = jc.Belief.from_record(jc.first_year().first_actions(SPRING), "Caesar").odds("Tarraco", army)
    mean, worst, best = (percent(p) for p in (odds.mean, odds.worst.p, odds.best.p))
    assert worst < mean < best
    for text in (" ".join(card(shown)), said(shown)):
        assert f"mean {mean}, from {worst} to {best}" in text
    send(shown, "at", "Rome")  # which is not beside it
    over(shown, "Tarraco")
    assert "mean" not in said(shown)


def test_nobody_who_may_not_see_is_told_anything() -> None:
    """With open blocks there is nothing to believe, and a room of two sides is told nothing of either."""
    for shown in (board(open_=True), CampaignBoard(jc.first_year().first_actions(SPRING), TWO)):
        assert shown.table.session.viewer not in SIDES
        place = jc.observe(shown.state, "Caesar").enemy[0].place
        shown.table = replace(shown.table, fighting=belief.FightState(over=place))  # as if a pointer had been there
        assert belief.stack_question(shown.table.session, shown.table.fighting, "") is None
        assert said(shown) == ""


def test_the_belief_goes_on_with_the_game_and_back() -> None:
    whole = CampaignBoard(jc.first_year(), ONE).table.session
    for at in (SPRING, SPRING + 4, SPRING - 8):
        kept = belief.KEEPER.belief(whole, "Caesar", at)
        direct = jc.Belief.from_record(jc.first_year().first_actions(at), "Caesar")
        for name in ("Pompey:Legio 2", "Pompey:Legio 4"):
            assert kept.whereabouts(name) == direct.whereabouts(name)


def hint_board(language: str = "en") -> CampaignBoard:
    return CampaignBoard(Record(jc, options={"hands": HANDS}), ONE, language, seed=1)


def searches(table: CampaignTable) -> list[BackgroundTask]:
    """The search that the page of a hint asks for."""
    return [one for one in controls(campaign.hint_pane(table)) if isinstance(one, BackgroundTask)]


@pytest.mark.parametrize(("language", "words"), [("en", "Best plans: play "), ("ja", "有力な計画：")])
def test_it_says_plans_and_plays_none(language: str, words: str) -> None:
    shown = hint_board(language)
    before = shown.state
    assert words not in html(shown)
    send(shown, "hint")
    assert words in html(shown)
    assert "±" in html(shown)
    assert (shown.state, shown.table.hinting.done) == (before, 2)
    assert shown.table.hinting.found is not None


def test_each_search_is_longer_and_one_may_stop() -> None:
    table = hint_board().table
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
