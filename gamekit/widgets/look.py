"""Colours and type of every board, panel and chart, in one place."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

PAPER, LAND, SEA, LINE, INK = "#FAF6EE", "#EFE6D2", "#CFE1E8", "#8A7B62", "#2A2622"
CAESAR, POMPEY, CLEOPATRA = "#A8401A", "#1E5B8A", "#6B4C9A"
NEUTRAL, GOOD = "#6E675C", "#2F7D5B"
GOLD, SILVER, BRONZE = "#C8961E", "#8C949C", "#A6652E"

TABLE, HAIRLINE, EDGE, MUTED, WHITE = "#F3ECDC", "#DDD2BB", "#BFB195", "#5E564A", "#FFFDF8"
PALE = "#F7F0E0"  # the middle of a scale of two colours
BAR, BAR_MARKED = "#E6DCC5", "#D9CDB3"
DROP = "#C9BB9C"
GOLD_RIM = "#8A6410"  # gold alone is 2.2:1 on land
SEA_NAME, COAST = "#3F6A7D", "#8FA3A3"
SEA_BANDS, LAND_BAND, HALO = ("#B9D2DC", "#A9C6D2"), "#DCCDAE", "#F7F1E4"

# Players three to five, at least 4.5:1 against white; always with a letter.
OCHRE, TEAL, PLUM = "#806000", "#00705A", "#93406F"
SEATS = (CAESAR, POMPEY, TEAL, OCHRE, PLUM, CLEOPATRA)  # of the players of a game without colours of its own

TINY, TEXT, NAME, HEADING, FIGURE, ANSWER = 11, 12, 14, 18, 28, 44

SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", sans-serif'
_LATIN, _KANJI = '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif"', '"Noto Serif CJK JP"'
SERIF = f'{_LATIN}, {_KANJI}, "Hiragino Mincho ProN", "Yu Mincho", serif'
FAMILIES = {"sans": SANS, "serif": SERIF}

_COLOURS = {"paper": PAPER, "line": LINE, "ink": INK, "caesar": CAESAR, "pompey": POMPEY, "neutral": NEUTRAL}
_COLOURS |= {"good": GOOD, "table": TABLE, "hairline": HAIRLINE, "edge": EDGE, "muted": MUTED, "white": WHITE}
_SIZES = {"tiny": TINY, "text": TEXT, "name": NAME, "heading": HEADING, "figure": FIGURE, "answer": ANSWER}
_TOKENS = [f"--gk-{name}: {value};" for name, value in {**_COLOURS, "sans": SANS, "serif": SERIF}.items()]
_TOKENS += [f"--gk-{name}-size: {size}px;" for name, size in _SIZES.items()]
TOKENS = f".gk-page, .gk-panel {{ {' '.join(_TOKENS)} }}"  # the same names for the style sheet


def contrast(one: str, other: str) -> float:
    """How far two colours stand out from each other (WCAG 2): 1 is the same, 21 black on white.

    >>> contrast("#000000", "#FFFFFF")
    21.0
    """

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@cache
def asset(name: str) -> str:
    """The text of a file of ``static``: a style sheet or a script of the browser."""
    return (Path(__file__).parent / "static" / name).read_text(encoding="utf-8")


class Tint(NamedTuple):
    """The colours of one side's pieces: face, rim, inner line, faint numerals; and the side's letter."""

    face: str
    rim: str
    inner: str
    faint: str
    letter: str


TINTS = {
    "Caesar": Tint(CAESAR, "#6F280D", "#C4623E", "#E9C4B3", "C"),
    "Pompey": Tint(POMPEY, "#113C5E", "#4580AE", "#B4CFE3", "P"),
    "Cleopatra": Tint(CLEOPATRA, "#46306A", "#8D70B8", "#D9CCEA", "C"),
    "neutral": Tint(NEUTRAL, "#454038", "#8C8577", "#D8D2C6", ""),
}
