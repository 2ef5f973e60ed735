"""What a class sees: a quiz clicked through in both languages, large enough to be read at ten metres."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamekit.widgets.lessons.worksheet import Quiz
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    UNREADABLE,
    Server,
    click,
    opened,
    press,
    push,
    put,
    screenshot,
    settle,
    until,
    wait_for_ink,
)

# The size of every word outside the picture that is shown, and of every word of the picture's own targets.
SMALL = """page => [...page.querySelectorAll('button, b, span, h2, h3, select, label, td')]
  .filter(e => e.getClientRects().length && e.textContent.trim() && !e.closest('.gk-targets, .gk-style'))
  .filter(e => parseFloat(getComputedStyle(e).fontSize) * (e.currentCSSZoom || 1) < 23)
  .map(e => e.outerHTML.slice(0, 100))"""


@pytest.fixture(scope="module")
def quiz(workbook: Path) -> str:
    return put(workbook, "quiz", "from gamekit.widgets.lessons import QuizBoard\n\nQuizBoard('losses', 1, 3, 'en')")


@pytest.fixture(scope="module")
def guess(workbook: Path) -> str:
    return put(
        workbook, "guess", "from gamekit.widgets.lessons import PredictBoard\n\nPredictBoard('Zela', language='en')"
    )


def looked_at(page: Page, name: str) -> None:
    """Nothing is cut off or sticks out on a projector, wide and narrow; on the projector nothing is small."""
    board = page.locator(".gk-page").first
    for width in (1920, 1280, 800):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        until(lambda: board.evaluate(OUTSIDE) == [] and board.evaluate(CUT) == [])
        assert width < 1700 or board.evaluate(SMALL) == []
        assert board.evaluate(UNREADABLE) == []
        screenshot(board, f"{name}_{width}")


def test_a_quiz_in_both_languages(page: Any, lab: Server, quiz: str) -> None:
    opened(page, lab, quiz)
    wait_for_ink(page.locator(".gk-page canvas").first)
    table, board = Quiz("losses", 1, 3), page.locator(".gk-page").first
    looked_at(page, "quiz_asked")
    for place, blank in enumerate(table.exercise.blanks):
        choices = table.choices(place)
        number = next(n for n, choice in enumerate(choices) if (choice.answer == blank.answer) == (place == 0))
        press(page, f"{blank.text} {choices[number].said('en')}")
        expect(board).to_contain_text(f"The class: 1 of {place + 1} right")
        expect(board).to_contain_text(f"{'Right:' if place == 0 else 'Not this one.'} {blank.solution('en')}")
    looked_at(page, "quiz_answered")
    press(page, "日本語")
    expect(board).to_contain_text("クラスの得点：2問中1問正解")
    looked_at(page, "quiz_ja")
    press(page, "次の問題", "Enter")
    expect(board).to_contain_text("第2問")


def test_a_guess_is_covered_until_the_class_has_voted_then_the_dice_fall(page: Any, lab: Server, guess: str) -> None:
    opened(page, lab, guess)
    wait_for_ink(page.locator(".gk-page canvas").first)
    board = page.locator(".gk-page").first
    reveal = page.get_by_role("button", name="Reveal: let the dice fall", exact=True)
    expect(reveal).to_be_disabled()
    for _ in range(3):
        push(page.get_by_role("button", name="60–80%: one hand more", exact=True))
    for _ in range(5):
        push(page.get_by_role("button", name="40–60%: one hand more", exact=True))
    expect(reveal).to_be_enabled()
    looked_at(page, "predict_covered")
    push(reveal)
    expect(board).to_contain_text("The class was 34 points too low")
    push(page.get_by_role("button", name="All at once", exact=True))
    expect(board).to_contain_text("What really happened")
    expect(board).to_contain_text("92 in 100")
    looked_at(page, "predict_revealed")
    press(page, "日本語")
    expect(board).to_contain_text("クラスの予想は34ポイント低かった")
    looked_at(page, "predict_ja")
    press(page, "もう一度隠す")
    expect(board).not_to_contain_text("34")


def test_a_year_of_the_war_on_the_map(page: Any, lab: Server, workbook: Path) -> None:
    cell = "from gamekit.widgets.lessons import TimelineBoard\n\nTimelineBoard(-47, 'en')"
    opened(page, lab, put(workbook, "timeline", cell))
    wait_for_ink(page.locator(".gk-page canvas").first)
    board = page.locator(".gk-page").first
    expect(board).to_contain_text("Two tellings of 48 BC")
    looked_at(page, "timeline_48")
    click(page, "45 BC")
    expect(board).to_contain_text("Munda: the last battle of the war")
    press(page, "日本語")
    expect(board).to_contain_text("前45年：出来事3件")
    looked_at(page, "timeline_ja")


def test_a_battle_step_by_step(page: Any, lab: Server, workbook: Path) -> None:
    cell = "from gamekit.widgets.lessons import StepBoard\n\nStepBoard('Zela', language='en')"
    opened(page, lab, put(workbook, "steps", cell))
    wait_for_ink(page.locator(".gk-page canvas").first)
    board = page.locator(".gk-page").first
    expect(board).to_contain_text("Round 1: Caesar throws.")
    click(page, "2 count, 37.5%: Legio 36 III to II")
    expect(board).to_contain_text("Round 1: Pharnaces throws.")
    looked_at(page, "steps")
    press(page, "日本語")
    expect(board).to_contain_text("ゼラ：一歩ずつ")
    press(page, "次へ：いちばん起きやすい出方", "Enter")
    press(page, "戻る")
    expect(board).to_contain_text("2個振る")
    looked_at(page, "steps_ja")


def test_a_thousand_rolls(page: Any, lab: Server, workbook: Path) -> None:
    cell = "from gamekit.widgets.lessons import ThousandBoard\n\nThousandBoard(language='en')"
    opened(page, lab, put(workbook, "thousand", cell))
    wait_for_ink(page.locator(".gk-page canvas").first)
    board = page.locator(".gk-page").first
    press(page, "1,000")
    expect(board).to_contain_text("1,000 rolls: the furthest share is about 1.9 points from its chance")
    looked_at(page, "thousand")
    press(page, "日本語")
    expect(board).to_contain_text("1,000回：割合と確率の差は最大で約1.9ポイント")
    looked_at(page, "thousand_ja")
