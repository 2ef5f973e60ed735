"""The reference opens from its folder: every link leads somewhere, nothing is fetched, search and charts work."""

from __future__ import annotations

import os
import re
import subprocess
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import python

ROOT = Path(__file__).parent.parent.parent
PUBLIC = ("gamekit.julius_caesar", "gamekit.caesar", "gamekit.aquileia", "gamekit.roma_victrix")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    how = ("build", "--strict", "-q", "-f", str(ROOT / "docs/mkdocs.yml"), "-d", str(folder))
    done = subprocess.run([*python("mkdocs"), *how], env=environment, capture_output=True, text=True, timeout=540)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_link_leads_somewhere_and_no_picture_or_script_is_fetched(site: Path) -> None:
    texts = {path.resolve(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    named = {path: re.findall(r'\b(?:id|name)="?([^">\s]+)', text) for path, text in texts.items()}
    places = {path: set(map(unescape, names)) for path, names in named.items()}
    lost, links = [], 0
    for path, text in texts.items():
        for tag, target in re.findall(r'<(\w+)\b[^>]*?\s(?:href|src)="?([^">\s]+)', text):
            if re.match(r"https?:", target):
                assert tag == "a", (path.name, target)
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            name, _, anchor = unquote(unescape(target)).partition("#")
            there = (path.parent / name).resolve() if name else path
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file() or (anchor and anchor not in places.get(there, {anchor})):
                lost.append((path.name, target))
    assert links > 2000
    assert lost == []


def test_every_public_name_has_an_entry(site: Path) -> None:
    """By its last word: an entry stands under the module that defines the name."""
    for module in (*PUBLIC, "gamekit"):
        text = (site / "reference" / f"{module}.html").read_text(encoding="utf-8")
        entries = {name.split(".")[-1] for name in re.findall(r'id="?(gamekit[\w.]+)', text)}
        named = set(getattr(import_module(module), "__all__", ()))
        modules = {name for name in named if isinstance(getattr(import_module(module), name), type(os))}
        assert named - modules - entries == set(), module


def test_it_works_from_its_folder_without_a_network(site: Path, other: Any) -> None:
    other.goto((site / "index.html").as_uri())
    other.get_by_role("textbox", name="Search").fill("convolution")
    expect(other.locator(".md-search-result__item").first).to_contain_text("How it is fast")
    other.goto((site / "notebooks" / "julius_caesar_battle.html").as_uri())
    board = other.locator(".gk-answer-of-a-cell img").first
    expect(board).to_be_visible()
    assert board.evaluate("e => e.naturalWidth") > 500
