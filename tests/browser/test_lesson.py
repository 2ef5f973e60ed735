"""A whole lesson clicked through from its first board to its last, in each language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from gamekit.lessons.predictions import Votes, of_history, verdict
from gamekit.text.translation import translate, word
from gamekit.widgets.lessons.worksheet import Quiz
from tests.browser.lab import CUT, OUTSIDE, Server, audit, click, opened, press, push, screenshot, settle, until

YEAR = {"en": "45 BC", "ja": "前45年"}
MUNDA = {"en": "Munda: the last battle of the war", "ja": "ムンダ"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_whole_lesson(page: Any, lab: Server, language: str) -> None:
    def say(key: str, **holes: Any) -> str:
        return word(key, language, **holes)

    opened(page, lab, f"history_civil_war{'_ja' if language == 'ja' else ''}.ipynb")
    boards = page.locator(".gk-page")
    until(lambda: boards.count() == 6, seconds=120)
    settle(page)
    years, guess, steps, contest, rolls, quiz = boards.all()

    click(page, YEAR[language])
    expect(years).to_contain_text(MUNDA[language])

    reveal = guess.get_by_role("button", name=say("predict.reveal"), exact=True)
    expect(reveal).to_be_disabled()
    guess.get_by_role("slider").first.focus()
    page.keyboard.press("ArrowRight")
    expect(reveal).to_be_enabled()
    push(reveal)
    expect(guess).to_contain_text(translate(verdict(Votes(guess=51), of_history("Pharsalus")), language))
    push(guess.get_by_role("button", name=say("predict.next"), exact=True))
    push(guess.get_by_role("button", name=say("predict.all"), exact=True))
    expect(guess).to_contain_text(say("predict.happened"))

    for board in (steps, contest):
        before = board.inner_text()
        push(board.get_by_role("button", name=say("steps.next"), exact=True))
        until(lambda board=board, before=before: board.inner_text() != before)
        push(board.get_by_role("button", name=say("steps.back"), exact=True))
        until(lambda board=board, before=before: board.inner_text() == before)

    press(page, "1,000")
    expect(rolls).to_contain_text("1,000")

    asked = Quiz(language=language)
    blank = asked.exercise.blanks[0]
    right = next(one for one in asked.choices(0) if one.answer == blank.answer)
    press(page, f"{translate(blank.text, language)} {right.said(language)}")
    expect(quiz).to_contain_text(say("quiz.right", solution=blank.solution(language)))
    expect(quiz).to_contain_text(say("quiz.score", right=1, asked=1))

    for board in boards.all():
        assert board.evaluate(OUTSIDE) == []
        assert board.evaluate(CUT) == []
    assert audit(page, ".gk-page") == []
    screenshot(page, f"lesson_{language}")
