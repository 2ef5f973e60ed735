"""Two cases beside each other: the chances of A and B as bars, and one line that says what differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gamekit.text.translation import percent, points, word, word_or
from gamekit.widgets import page
from gamekit.widgets.cover import TELLS
from gamekit.widgets.layout import NARROW, Room, label, strong
from gamekit.widgets.look import ANSWER, CAESAR, EDGE, FIGURE, GOOD, INK, MUTED, NEUTRAL, POMPEY, TABLE, WHITE
from gamekit.widgets.scene import Rect, Scene, Shape

PARTS = (CAESAR, NEUTRAL, POMPEY, MUTED, EDGE)  # the colours of ends, first to last
TALL = 132.0  # px
ENDS = ("attacker_wins", "attacker_leaves", "attacker_eliminated")  # of a battle


class Comparison(NamedTuple):
    """The numbers of two cases by name, what is asked for first; ``values`` are no chances."""

    numbers: tuple[Mapping[str, Any], Mapping[str, Any]]
    values: bool
    language: str

    def called(self, name: str) -> str:
        """What a number is of, in words."""
        return word_or(f"compare.of.{name}", name, self.language)

    def figure(self, number: Any) -> str:
        return f"{float(number):+.2f}" if self.values else percent(number)

    def difference(self, name: str) -> str:
        one, other = self.numbers
        apart = other[name] - one[name]
        return f"{float(apart):+.2f}".replace("-", "\u2212") if self.values else points(apart)

    @property
    def line(self) -> str:
        """The one line: by how much B is more than A, in what is asked for first and then in the rest."""
        one, other = self.numbers
        first, *rest = [name for name in one if name in other]
        apart = other[first] - one[first]
        more = ", ".join(f"{self.called(name)} {self.difference(name)}" for name in rest)
        if self.values:
            key = "compare.value_more" if apart > 0 else "compare.value_less"
        else:
            key = "compare.chance_more" if apart > 0 else "compare.chance_less"
        amount = self.difference(first).lstrip("+\u2212<>")
        said = word(key if apart else "compare.same", self.language, what=self.called(first), apart=amount)
        return f"{said} ({more})" if more else said

    def controls(self, names: tuple[str, str], width: float) -> tuple[page.Control, ...]:
        """The line, both cases as bars, and what they are called."""
        return (
            page.Html(page.heading_html(self.line), TELLS),
            page.Picture(scene(self, width), name="apart", tells=True),
            page.quiet(" · ".join(f"{letter}: {name}" for letter, name in zip("AB", names))),
        )


def scene(pair: Comparison, width: float) -> Scene:
    """A and B with their chances as bars, between them what differs."""
    whole = Room(0, 0, width, TALL)
    left, middle, right = whole.row(None, 130, (width - 150) / 2, gap=10)
    shapes: list[Shape] = []
    for name, room, found in zip("AB", (left, right), pair.numbers):
        shapes += [room.rect(8, fill=TABLE), *_side(pair, name, room.inset(), found)]
    if all(pair.numbers):
        first = next(iter(pair.numbers[0]))
        size = ANSWER if width >= NARROW else FIGURE
        shapes += [
            label("B \u2212 A", middle, 0, "middle"),
            strong(pair.difference(first), middle._replace(y=40), 1, "middle", size=size, fill=GOOD),
            label(pair.called(first), middle, 6, "middle"),
        ]
    return Scene(width, TALL, tuple(shapes), title=pair.line, sentence=f"{pair.line}. {_spoken(pair)}")


def _side(pair: Comparison, name: str, room: Room, found: Mapping[str, Any]) -> list[Shape]:
    """One board's first number in large type, and its chances as a bar where they make up a whole."""
    first = next(iter(found))
    shapes: list[Shape] = [strong(f"{name}: {pair.called(first)}", room, fill=INK)]
    shapes.append(strong(pair.figure(found[first]), room._replace(y=room.y + 14), 1, size=FIGURE, fill=CAESAR))
    if pair.values:
        return shapes
    bar, x = Room(room.x, room.y + 62, room.width, 22), room.x
    for share, colour in zip(found.values(), PARTS):
        wide = bar.width * float(share)
        shapes.append(Rect(x, bar.y, wide, bar.height, fill=colour, stroke=WHITE, stroke_width=1))
        x += wide
    rest = " · ".join(f"{pair.called(end)} {pair.figure(p)}" for end, p in list(found.items())[1:])
    return [*shapes, label(rest, room._replace(y=bar.bottom + 2), size=11)]


def _spoken(pair: Comparison) -> str:
    """Both boards' numbers in words."""
    sides = (", ".join(f"{pair.called(end)} {pair.figure(p)}" for end, p in found.items()) for found in pair.numbers)
    return "; ".join(f"{name}: {said}" for name, said in zip("AB", sides) if said)
