"""A table to hand on, before it is written as CSV, Markdown or anything else (see ``export``)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamekit.text.translation import basis_line, percent


@dataclass(frozen=True, slots=True)
class Table:
    """A table: rows are tuples as long as ``heads``; ``chances`` names the columns that hold chances."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    caption: str = ""
    basis: tuple[str, ...] = ()
    chances: tuple[str, ...] = ()
    language: str | None = None

    @property
    def told(self) -> list[list[str]]:
        """The cells as people read them: chances in per cent with one decimal, other numbers with two."""
        return [[_told(value, head in self.chances) for head, value in zip(self.heads, row)] for row in self.rows]

    @property
    def source(self) -> str:
        """The basis in one line."""
        return basis_line(self.basis, self.language)


def _told(value: Any, chance: bool) -> str:
    if chance and isinstance(value, (int, float, Fraction)):
        return percent(value)
    return f"{float(value):.2f}" if isinstance(value, (float, Fraction)) else "" if value is None else str(value)
