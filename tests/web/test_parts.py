"""What a page is given of the package, and what it may not need."""

import re

from gamekit.web.build import PACKAGE, shipped


def test_a_page_has_the_style_sheets_it_saves_and_nothing_that_only_a_computer_runs() -> None:
    sheets = list((PACKAGE / "widgets/static").glob("*.css"))
    assert len(sheets) == 4
    assert all(shipped(sheet.relative_to(PACKAGE)) for sheet in sheets)
    compiled = [*PACKAGE.rglob("*_kernel.py"), *PACKAGE.rglob("*_numpy.py"), PACKAGE / "web/build.py"]
    assert len(compiled) > 3
    assert not any(shipped(file.relative_to(PACKAGE)) for file in compiled)


def test_what_the_site_styles_by_class_alone_is_nothing_of_a_board() -> None:
    """Its cards once gave the campaign's hands their margin, and a hand of an embedded campaign its link's address."""
    boards = "".join(sheet.read_text("utf-8") for sheet in (PACKAGE / "widgets/static").glob("*.css"))
    alone = re.findall(r"(?:^|[,}]) *\.(gk-[\w-]+)", (PACKAGE / "web/site.css").read_text("utf-8"), re.MULTILINE)
    assert {"gk-in-gamekit", "gk-title"} <= set(alone)
    assert set(alone) & set(re.findall(r"\.(gk-[\w-]+)", boards)) == {"gk-page"}
