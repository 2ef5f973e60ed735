"""What every page of the site begins with needs no game and no lessons, whose parts other pages are without."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from gamekit.web.build import PACKAGE, part_of

LOADED = "import sys, gamekit.web.face; print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('gamekit')))"


def test_the_core_of_a_page_imports_nothing_but_the_core() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    parts = {path: part_of(Path(path).relative_to(PACKAGE)) for path in done.stdout.split()}
    assert {path: part for path, part in parts.items() if part != "core"} == {}


def test_the_style_sheets_of_a_saved_page_are_in_the_core() -> None:
    sheets = list((PACKAGE / "widgets/static").glob("*.css"))
    assert len(sheets) == 4
    assert {part_of(sheet.relative_to(PACKAGE)) for sheet in sheets} == {"core"}


def test_what_the_site_styles_by_class_alone_is_nothing_of_a_board() -> None:
    """Its cards once gave the campaign's hands their margin, and a hand of an embedded campaign its link's address."""
    boards = "".join(sheet.read_text("utf-8") for sheet in (PACKAGE / "widgets/static").glob("*.css"))
    alone = re.findall(r"(?:^|[,}]) *\.(gk-[\w-]+)", (PACKAGE / "web/site.css").read_text("utf-8"), re.MULTILINE)
    assert {"gk-in-gamekit", "gk-title"} <= set(alone)
    assert set(alone) & set(re.findall(r"\.(gk-[\w-]+)", boards)) == {"gk-page"}
