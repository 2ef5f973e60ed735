"""Two cases side by side: their numbers as a table, and one line with the differences."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from gamekit.text.translation import format_points, percent, word, word_or
from gamekit.widgets import page
from gamekit.widgets.cover import TELLS


class Comparison(NamedTuple):
    """The numbers of two cases by name, the main one first; those in ``values`` are not chances."""

    numbers: tuple[Mapping[str, Any], Mapping[str, Any]]
    values: bool
    language: str

    def called(self, name: str) -> str:
        """Return the name of a number in words."""
        return word_or(f"compare.of.{name}", name, self.language)

    def figure(self, number: Any) -> str:
        return f"{float(number):+.2f}" if self.values else percent(number)

    def difference(self, name: str) -> str:
        one, other = self.numbers
        apart = other[name] - one[name]
        return f"{float(apart):+.2f}".replace("-", "\u2212") if self.values else format_points(apart)

    @property
    def shared(self) -> list[str]:
        """The names of the numbers that both cases have."""
        return [name for name in self.numbers[0] if name in self.numbers[1]]

    @property
    def line(self) -> str:
        """Return the differences in one line: the first number, then the rest."""
        first, *rest = self.shared
        apart = self.numbers[1][first] - self.numbers[0][first]
        more = ", ".join(f"{self.called(name)} {self.difference(name)}" for name in rest)
        lower, higher = ("value_less", "value_more") if self.values else ("chance_less", "chance_more")
        amount = self.difference(first).lstrip("+\u2212<>")
        key = f"compare.{higher if apart > 0 else lower}" if apart else "compare.same"
        said = word(key, self.language, what=self.called(first), apart=amount)
        return word("kit.based", self.language, said=said, basis=more) if more else said

    def controls(self, names: tuple[str, str]) -> tuple[page.Control, ...]:
        """Return controls: the line of differences, and under it a table of both cases' numbers."""
        heads = ("", *(f"{letter}: {name}" for letter, name in zip("AB", names)), "B \u2212 A")
        one, other = self.numbers
        rows = [(self.called(n), self.figure(one[n]), self.figure(other[n]), self.difference(n)) for n in self.shared]
        table = page.table_html((map(escape, row) for row in rows), map(escape, heads), "gk-apart")
        return page.Html(page.heading_html(self.line), TELLS), page.Html(table, TELLS)
