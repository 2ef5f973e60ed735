"""The class's site from its folder, the network off: boards are clicked through, sheets print, nothing is fetched."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from gamekit.text.translation import LANGUAGES
from tests.browser.lab import OUTSIDE, audit, screenshot

ROOT = Path(__file__).parent.parent.parent
PAGES = ("timeline", "predict_cannae", "steps_cannae", "what_if_contest")
SMALL = """main => [...main.querySelectorAll('button, b, span, h2, h3, select, label, td, text')]
  .filter(e => e.getClientRects().length && e.textContent.trim() && parseFloat(getComputedStyle(e).fontSize) < 24)
  .map(e => e.outerHTML.slice(0, 100))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sys.path.insert(0, str(ROOT / "docs"))
    import make_lessons

    folder: Path = tmp_path_factory.mktemp("lessons")
    make_lessons.PAGES |= dict.fromkeys(("PredictBoard", "StepBoard", "ThousandBoard", "QuizBoard"), "timeline")
    make_lessons.build(folder, PAGES)
    return folder


@pytest.fixture
def offline(browser: Any, site: Path) -> Iterator[Any]:
    """A page without a network; whatever it asks for beside its folder fails the test, and so does an error in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_offline(True)
    page, asked, errors = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((site.as_uri(), "data:"))] == []
    assert errors == []


def test_a_year_leads_to_the_board_of_its_battle_in_both_languages(offline: Any, site: Path) -> None:
    offline.goto((site / "index.html").as_uri())
    offline.get_by_role("link", name="Year by year").click()
    expect(offline.get_by_role("heading", name="Pharsalus: Caesar defeats Pompey")).to_be_visible()
    offline.get_by_role("button", name="45 BC", exact=True).click()
    expect(offline.locator("#page")).to_contain_text("Munda: the last battle of the war")
    offline.get_by_role("button", name="Event before").press("Enter")
    expect(offline.locator("#page")).to_contain_text("The reformed (Julian) calendar starts")
    expect(offline.get_by_role("button", name="Event before")).to_be_focused()
    assert offline.locator("#page").evaluate(SMALL) == []
    offline.get_by_role("button", name="48 BC", exact=True).click()
    offline.get_by_role("button", name="日本語").click()
    expect(offline.locator("html")).to_have_attribute("lang", "ja")
    fight = offline.get_by_role("link", name="盤の上で戦う")
    expect(fight).to_have_attribute("href", "predict_pharsalus.html#ja")


def test_a_guess_is_covered_until_it_is_made_then_the_dice_fall(offline: Any, site: Path) -> None:
    offline.goto((site / "predict_cannae.html").as_uri())
    page = offline.locator("#page")
    reveal = offline.get_by_role("button", name="Reveal: let the dice fall")
    expect(reveal).to_be_disabled()
    expect(page).not_to_contain_text("17%")
    offline.get_by_label("My guess, per cent").press("ArrowRight")
    expect(page).to_contain_text("60")
    reveal.click()
    expect(page).to_contain_text("17%")
    offline.get_by_role("button", name="All at once").click()
    expect(page).to_contain_text("To win with losses as small")
    expect(offline.locator("#spoken")).to_contain_text("The class said 60%, the chance is 17%.")
    screenshot(offline, "site_predict")
    offline.get_by_role("button", name="Cover it again").click()
    expect(page).not_to_contain_text("17%")


@pytest.mark.parametrize("width", [1280, 800])
def test_steps_and_sliders_answer_and_nothing_is_cut(offline: Any, site: Path, width: int) -> None:
    offline.set_viewport_size({"width": width, "height": 900})
    offline.goto((site / "steps_cannae.html").as_uri())
    page = offline.locator("#page")
    expect(page).to_contain_text("16.7%")
    offline.get_by_role("button", name=re.compile("^a 6")).press("Enter")
    expect(page).to_contain_text("33.3 points more than before the last throw")
    assert page.evaluate(OUTSIDE) == []
    screenshot(offline, f"site_steps_{width}")
    offline.goto((site / "what_if_contest.html").as_uri() + "#ja")
    before = page.locator("b").first.inner_text()
    offline.get_by_role("slider", name="青いさいころ").press("End")
    assert page.locator("b").first.inner_text() != before
    cards = offline.get_by_role("slider", name="カードの強さ")
    cards.press("ArrowRight")
    expect(cards).to_be_focused()
    offline.get_by_role("button", name="青いさいころ 0").press("Enter")
    expect(page.locator("output").first).to_have_text("0")
    assert page.evaluate(OUTSIDE) == []


def test_a_worksheet_prints_on_one_page_and_a_lesson_stands_beside_it(offline: Any, site: Path) -> None:
    offline.goto((site / "index_ja.html").as_uri())
    offline.get_by_role("link", name="全単元").click()
    printed = offline.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") + printed.count(b"/Type /Page/") == 1
    offline.goto((site / "index.html").as_uri())
    offline.get_by_role("link", name="The Roman civil war in a classroom").click()
    expect(offline.locator("article")).to_contain_text("How lucky was that?")
    expect(offline.locator("article")).not_to_contain_text("LANGUAGE")
    assert offline.locator("article img").first.evaluate("e => e.naturalWidth") > 500
    offline.get_by_role("link", name="The teacher's guide").click()
    expect(offline.locator("article")).to_contain_text("20 minutes: one guess")
    assert max(path.stat().st_size for path in site.glob("*.html")) < 3_000_000


PAPERS = ("worksheet_mixed_en", "worksheet_mixed_ja_key")
SITE = ("index", "index_ja", *PAGES, "history_civil_war", "teachers_guide_ja", *PAPERS)


@pytest.mark.parametrize("name", SITE)
def test_axe_finds_nothing_serious(offline: Any, site: Path, name: str) -> None:
    offline.goto((site / f"{name}.html").as_uri())
    assert audit(offline, "html") == []


@pytest.mark.soak
def test_soak_axe_finds_nothing_serious_on_any_page(browser: Any, site: Path, tmp_path: Path) -> None:
    import make_lessons

    make_lessons.build(tmp_path)
    page, found = browser.new_page(), dict[str, list[str]]()
    for path in sorted(tmp_path.glob("*.html")):
        for language in LANGUAGES:
            page.goto(f"{path.as_uri()}#{language}")
            found[f"{path.name} {language}"] = audit(page, "html")
    page.close()
    assert len(found) > 100
    assert {name: faults for name, faults in found.items() if faults} == {}
