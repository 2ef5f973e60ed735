"""What the campaign board says of face-down blocks: the five likeliest, the odds ahead, what is typed in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import hidden_blocks
from gamekit.julius_caesar.odds.battle_seen import with_average_reserves
from gamekit.julius_caesar.odds.from_state import battle_of, position_of
from gamekit.julius_caesar.tables import SIDES
from gamekit.text.translation import percent
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.julius_caesar import campaign_belief as belief
from gamekit.widgets.julius_caesar.campaign import scene_of
from gamekit.widgets.julius_caesar.map import block_of
from gamekit.widgets.page import Picture, controls
from tests.widgets.board_driver import html, number, send, texts

SPRING = 60  # actions of the first year: Caesar moves, his blocks stand at Narbo, four of the enemy's at Tarraco


def board(at: int = SPRING, language: str = "en", **options: Any) -> CampaignBoard:
    players = {"Caesar": "person", "Pompey": "plain"}
    return CampaignBoard(jc.first_year().until(at), players, language, **options)


def over(shown: CampaignBoard, place: str | None) -> None:
    send(shown, "over", None if place is None else ("at", place))


def said(shown: CampaignBoard) -> str:
    table = shown.table
    return belief.sentence(table.session, table.looking, table.picked.place, table.language)


def card(shown: CampaignBoard) -> list[str]:
    """The texts of the map's card, if it is there."""
    written = [text.text for text in texts(scene_of(shown.table, shown.table.desk).overlay)]
    heads = [number for number, text in enumerate(written) if "face down" in text or "伏せた" in text]
    return written[heads[0] :] if heads else []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_stack_under_the_pointer_shows_its_five_likeliest_blocks(language: str) -> None:
    shown = board(language=language)
    assert card(shown) == []
    assert said(shown) == ""
    over(shown, "Tarraco")
    expected = jc.Belief.of(jc.first_year().until(SPRING), "Caesar").likeliest("Tarraco")
    assert len(expected) == 5
    shares = [text for text in card(shown) if text.endswith("%")]
    assert shares == [percent(p) for _, p in expected]
    assert all(f"{percent(p)}" in said(shown) for _, p in expected)
    picture = next(one for one in controls(shown.page) if isinstance(one, Picture))
    assert picture.hover == ("over",)
    over(shown, None)
    assert card(shown) == []
    over(shown, "Narbo")  # one's own blocks lie open
    assert card(shown) == []


def test_sampled_odds_are_said_with_their_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean lies within the interval around what is counted, and both the mean and the shares have one."""
    record = jc.first_year().until(SPRING)
    army = jc.army("Legio 7, Legio 8, Legio 9, Legio 10", "Caesar")
    exact = jc.Belief.of(record, "Caesar").odds(jc.BattleSeen("Tarraco", army))
    assert exact.error == 0
    monkeypatch.setattr(hidden_blocks, "MOST", 1)
    rough = jc.Belief.of(record, "Caesar").odds(jc.BattleSeen("Tarraco", army))
    assert 0 < rough.error < 0.02
    assert abs(rough.mean - float(exact.mean)) < 4 * rough.error
    monkeypatch.setattr(belief, "KEEPER", belief.Keeper())
    shown = board()
    send(shown, "at", "Narbo")
    over(shown, "Tarraco")
    lines = [line for line in card(shown) if "±" in line]
    assert len(lines) == 2  # for the shares and for the mean
    assert "±" in said(shown)


def test_the_odds_of_an_attack_are_a_range_with_its_mean() -> None:
    shown = board()
    send(shown, "at", "Narbo")
    over(shown, "Tarraco")
    view = jc.observe(shown.state, "Caesar")
    here = [piece for piece in view.pieces if piece.place == "Narbo"]
    strongest = sorted(here, key=lambda piece: -piece.strength)[:4]  # what the road carries
    army = tuple(block_of(piece.block, piece.strength, "Caesar") for piece in strongest)
    odds = jc.Belief.of(jc.first_year().until(SPRING), "Caesar").odds(jc.BattleSeen("Tarraco", army))
    mean, worst, best = (percent(p) for p in (odds.mean, odds.worst.p, odds.best.p))
    assert worst < mean < best
    assert f"mean {mean}, from {worst} to {best}" in card(shown)
    assert f"mean {mean}, from {worst} to {best}" in said(shown)
    send(shown, "at", "Rome")  # which is not beside it
    over(shown, "Tarraco")
    assert "mean" not in said(shown)


@pytest.mark.parametrize(
    ("language", "averaged"),
    [("en", "averaged over all that may wait there"), ("ja", "そこにありうる全ての組み合わせで平均")],
)
@pytest.mark.long
def test_in_a_battle_an_unseen_reserve_is_reckoned_by_what_is_believed(language: str, averaged: str) -> None:
    record = jc.first_year().until(242)
    shown = CampaignBoard(record, {"Caesar": "plain", "Pompey": "person"}, language)
    state = shown.table.session.state
    known = jc.Belief.of(record, "Pompey")
    assert known.view.battle.enemy_reserves == 1
    found = known.chances(battle_of(state), position_of(state), float)
    assert number(shown) == percent(found.attacker_wins)
    guess, here = with_average_reserves(battle_of(state), position_of(state), ("defender",))
    assert percent(guess.at(here).chances(float).attacker_wins) != number(shown)
    assert averaged in html(shown)
    everybody = CampaignBoard(record, dict.fromkeys(SIDES, "plain"), language)
    assert averaged not in html(everybody)


def test_nobody_who_may_not_see_is_told_anything() -> None:
    """With open blocks there is nothing to believe, and a room of two sides is told nothing of either."""
    two = dict.fromkeys(SIDES, "person")
    for shown in (board(open_=True), CampaignBoard(jc.first_year().until(SPRING), two)):
        assert shown.table.session.viewer not in SIDES
        place = jc.observe(shown.state, "Caesar").enemy[0].place
        shown.table = replace(shown.table, looking=belief.Looking(place))  # as if a pointer had been there
        assert belief.asks(shown.table.session, shown.table.looking, "") is None
        assert said(shown) == ""


def test_what_is_typed_in_is_taken_as_seen_or_refused_with_a_sentence() -> None:
    shown = board()
    over(shown, "Carthago Nova")
    assert "Legio 2 50.0%, Legio 4 50.0%" in said(shown)
    send(shown, "know", "Legio 2 is in Tarraco")
    assert shown.error == ""
    assert "Legio 4 100.0%" in said(shown)
    send(shown, "know", "Legio 2: Rome")
    assert shown.error == "Legio 2: Rome contradicts what has been seen; it may be at Tarraco."
    send(shown, "know", "Legio 5: Tarraco/I")
    assert "contradicts" in shown.error
    send(shown, "know", "somebody somewhere")
    assert shown.error == "Name an enemy block and a place, as in: Legio 9 is in Narbo"
    send(shown, "know", "Legio 13 is in Rome")  # one's own
    assert "Name an enemy block" in shown.error
    assert [(known.block, known.place) for known in shown.table.looking.known] == [("Pompey:Legio 2", "Tarraco")]
    send(shown, "forget", 0)
    assert "Legio 2 50.0%, Legio 4 50.0%" in said(shown)


def test_typing_in_japanese() -> None:
    shown = board(language="ja")
    over(shown, "Carthago Nova")
    send(shown, "know", f"第2軍団 {jc.place_name('Tarraco', 'ja')}")
    assert shown.error == ""
    assert "100.0%" in said(shown)
    send(shown, "know", f"第2軍団 {jc.place_name('Rome', 'ja')}")
    assert "矛盾する" in shown.error


def test_what_was_typed_in_goes_on_with_the_game_and_back() -> None:
    """It counts from where it was typed: a later position keeps it, an earlier one does not know of it."""
    shown = board()
    session, looking = shown.table.session, shown.table.looking
    known = (belief.Known(SPRING, "Pompey:Legio 2", "Tarraco"),)
    asked = belief.Asked(SPRING, "Caesar", "Carthago Nova", 1, known, None)
    assert (
        belief.KEEPER.belief(session, asked).whereabouts("Pompey:Legio 4").p(lambda at: at[0] == "Carthago Nova") == 1
    )
    whole = CampaignBoard(jc.first_year(), {"Caesar": "person", "Pompey": "plain"}).table.session
    later = belief.Asked(SPRING + 4, "Caesar", "Carthago Nova", 1, known, None)
    direct = jc.Belief.of(jc.first_year().until(SPRING), "Caesar").knowing("Pompey:Legio 2", "Tarraco")
    positions, entries = whole.positions, whole.record.entries
    for step in range(SPRING, SPRING + 4):
        event = jc.sight(positions[step], entries[step].action, positions[step + 1], "Caesar")
        direct = direct if event is None else direct.after(event)
    kept = belief.KEEPER.belief(whole, later)
    for name in ("Pompey:Legio 2", "Pompey:Legio 4"):
        assert kept.whereabouts(name) == direct.whereabouts(name)
    before = belief.KEEPER.belief(whole, belief.Asked(SPRING - 8, "Caesar", "Carthago Nova", 1, (), None))
    assert before.whereabouts("Pompey:Legio 4") == jc.Belief.of(
        jc.first_year().until(SPRING - 8), "Caesar"
    ).whereabouts("Pompey:Legio 4")
    assert looking.known == ()


@pytest.mark.long
def test_every_stack_of_the_first_year_has_a_card() -> None:
    """Each stack that Caesar sees lie face down, at moments through the year."""
    cards = 0
    for at in range(0, 248, 31):
        shown = board(at)
        if shown.state.combat is not None:  # the map makes room for the battle
            continue
        for stack in jc.observe(shown.state, "Caesar").enemy:
            over(shown, stack.place)
            assert said(shown).startswith(f"{jc.place_name(stack.place)}, face down: {stack.count}")
            cards += 1
    assert cards > 30


@pytest.mark.parametrize(
    "text", ["9th Legion is in NARBO", "Legio IX: Narbo", "leg 9 is in ｎａｒｂｏ", "第9軍団　ナルボ"]
)
def test_a_block_and_a_place_are_understood_as_people_type_them(text: str) -> None:
    plain = belief._plain(text)
    assert ("legio 9" in plain and "narbo" in plain) or "第9軍団 ナルボ" in plain
