"""Icons of the buttons and signs of the pieces, drawn by us: a font that lacks a glyph shows an empty box.

``icon_svg`` is an icon as a file of its own, and ``icon_css`` is the style sheet that puts an icon before the text of
any element of class ``gamekit-icon-NAME``, in that element's own text colour."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from gamekit.storage import data_files
from gamekit.widgets.look import INK, TABLE
from gamekit.widgets.scene import Circle, Path

FIELD = 24  # an icon or sign is drawn on a field of 24 x 24

ICONS: Final = {
    "first": "M5 5H7.5V19H5ZM20 5V19L9 12Z",
    "back": "M18 5V19L7 12Z",
    "play": "M7 4V20L20 12Z",
    "pause": "M6 5H10V19H6ZM14 5H18V19H14Z",
    "forward": "M6 5V19L17 12Z",
    "last": "M4 5V19L15 12ZM16.5 5H19V19H16.5Z",
}


def icon_svg(name: str, colour: str = "currentColor") -> str:
    """An icon as an SVG document.

    >>> icon_svg("play").partition(">")[2]
    '<path d="M7 4V20L20 12Z" fill="currentColor"/></svg>'
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FIELD} {FIELD}">'
        f'<path d="{ICONS[name]}" fill="{colour}"/></svg>'
    )


def icon_css() -> str:
    """One rule an icon, and one for all: drawn as a mask, so that an icon takes the colour of its button's text."""
    shared = ", ".join(f".gamekit-icon-{name}::before" for name in ICONS)
    rules = [
        f"{shared} {{ content: ''; display: inline-block; width: 1.15em; height: 1.15em; vertical-align: -0.2em; "
        "background: currentColor; -webkit-mask: var(--gamekit-icon) center / contain no-repeat; "
        "mask: var(--gamekit-icon) center / contain no-repeat; }"
    ]
    for name in ICONS:
        picture = b64encode(icon_svg(name, "black").encode()).decode()
        rules.append(f".gamekit-icon-{name} {{ --gamekit-icon: url(data:image/svg+xml;base64,{picture}); }}")
    return "\n".join(rules)


@dataclass(frozen=True, slots=True)
class SignPart:
    """A line of a game's ``signs.csv``: an outline of a sign, filled, or drawn with a pen of a ``width``; where
    ``ground`` what lies under the sign shows through."""

    sign: str
    width: float | None
    ground: bool
    outline: str


_parts = cache(lambda game: data_files.rows(SignPart, f"{game}/signs.csv"))


@cache
def sign_of(game: str, name: str, colour: str = INK, ground: str = TABLE) -> tuple[Path, ...]:
    """The sign of a kind of piece on a field of 24 x 24.

    >>> len(sign_of("roma_victrix", "HC")) - len(sign_of("roma_victrix", "CAV"))
    1
    """
    parts = [(part, ground if part.ground else colour) for part in _parts(game) if part.sign == name]
    return tuple(
        Path(part.outline, stroke=ink, stroke_width=part.width, cap="round") if part.width
        else Path(part.outline, fill=ink) for part, ink in parts
    )  # fmt: skip


PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pips(value: int, size: float, colour: str) -> Iterator[Circle]:
    """The pips of a die of a size, its left top corner at (0, 0)."""
    return (Circle(size / 2 + x * size / 4, size / 2 + y * size / 4, 0.09 * size, fill=colour) for x, y in PIPS[value])
