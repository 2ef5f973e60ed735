"""A board as a page to click through without Python: every table that its controls lead to, worked out beforehand.

``walk`` follows the messages of a board from table to table; ``html`` makes of them one page that needs nothing but
itself. What is drawn in several tables, such as a coast, is written once."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

from gamekit.widgets.look import asset
from gamekit.widgets.page import (
    Area,
    Button,
    Clock,
    Control,
    Html,
    LiveChart,
    Menu,
    Message,
    Picture,
    Seat,
    Slider,
    Tiles,
    controls,
    style,
)
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import drawn

MOST_BYTES: Final = 3_000_000  # of one page
LUCKS: Final = (1, 2, 3)  # what a button of chance may add: so many ways are worked out
WIDTH: Final = 1216.0


Follows = Callable[[Any, Message], bool | str]


@dataclass(slots=True)
class Walk:
    """The tables that were found, in order, and of each the pieces of its page by their numbers."""

    board: Any  # an App's class
    follows: Follows
    seat: Seat
    numbers: dict[Hashable, int] = field(default_factory=dict)
    tables: list[Any] = field(default_factory=list)
    pieces: dict[str, int] = field(default_factory=dict)
    pages: list[list[int]] = field(default_factory=list)
    spoken: list[int] = field(default_factory=list)

    def number(self, table: Any) -> int:
        """The number of a table, a new one for a new table."""
        if table not in self.numbers:
            self.numbers[table] = len(self.tables)
            self.tables.append(table)
        return self.numbers[table]

    def piece(self, text: str) -> int:
        return self.pieces.setdefault(text, len(self.pieces))

    def after(self, table: Any, message: Message) -> int | None:
        """The number of the table that a message leads to; None where it is not followed or refused."""
        if self.follows(table, message) is not True:
            return None
        try:
            return self.number(self.board.update(table, message))
        except ValueError:
            return None


def walk(board: Any, table: Any, follows: Follows, width: float = WIDTH, **rooms: float) -> Walk:
    """Every table that the messages which are followed lead to, the given one first.

    ``board`` is a subclass of App; ``follows(table, message)`` keeps the walk within bounds, and may name a page that
    the message leads to instead. ``rooms`` are the widths of pictures with another name than the board's."""
    found = Walk(board, follows, Seat(width, reduced=True, rooms=rooms))
    found.number(table)
    while len(found.pages) < len(found.tables):
        here = found.tables[len(found.pages)]
        page = board.screen(here, found.seat)
        said = next((one.scene.sentence for one in controls(page) if isinstance(one, Picture)), "")
        found.spoken.append(found.piece(said))
        found.pages.append([found.piece(text) for text in _html(page, here, found)])
    return found


def html(found: Walk, title: str, home: str = "") -> str:
    """The page of a walk; ``home`` is HTML that stands above the board. ValueError where it is larger than 3 MB."""
    tables = {"pieces": list(found.pieces), "pages": found.pages, "spoken": found.spoken}
    languages = {"languages": [one.language for one in found.tables]}
    data = json.dumps(tables | languages, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    text = (
        f'<!doctype html>\n<html lang="{found.tables[0].language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{style()}{asset('walkable.css')}</style></head><body>\n{home}"
        '<main id="page"></main><p id="spoken" role="status" aria-live="polite"></p>\n'
        f'<script type="application/json" id="tables">{data}</script>\n<script>{asset("walkable.js")}</script>\n'
        "</body></html>\n"
    )
    if (size := len(text.encode())) > MOST_BYTES:
        raise ValueError(f"{title}: {size:,} bytes and {len(found.tables)} tables; a page has {MOST_BYTES:,} at most")
    return text


def _html(control: Control, table: Any, found: Walk) -> Iterator[str]:
    """A control as pieces of HTML; what leads to another table has its number in ``data-go``."""
    if not control.shown:
        return
    match control:
        case Area():
            kind = "gk-page gk-lesson" if control.kind == "gk-page" else control.kind
            yield f'<div class="{kind}">'
            for child in control.children:
                yield from _html(child, table, found)
            yield "</div>"
        case Html(value=value) if value:
            yield f'<div class="{control.kind}">{value}</div>'
        case Picture():
            yield from _picture(control.scene, table, found)
        case LiveChart():
            from gamekit.widgets.charts import table_html

            chart = control.make()
            yield f"<h3>{escape(chart.heading)}</h3>{table_html(chart)}"
        case Menu() | Slider() | Button() | Tiles() | Clock():
            yield from WAYS[type(control)](control, table, found)


def _button(one: Button, table: Any, found: Walk) -> Iterator[str]:
    if isinstance(page := found.follows(table, one.do), str):
        yield f'<a class="gk-walk-link" href="{page}">{escape(one.description)}</a>'
        return
    messages = [(*one.do, luck) for luck in LUCKS] if one.chance else [one.do]
    ways = [number for message in messages if (number := found.after(table, message)) is not None]
    if ways or one.disabled:
        kind = f"jupyter-button gk-button-{one.kind}" if one.kind else "jupyter-button"
        off = " disabled" if one.disabled else ""
        yield f'<button class="{kind}" data-go="{" ".join(map(str, ways))}"{off}>{escape(one.description)}</button>'


def _menu(one: Menu, table: Any, found: Walk) -> Iterator[str]:
    ways = [(text, found.after(table, (*one.do, value)), value == one.value) for text, value in one.options]
    ways = [(text, number, chosen) for text, number, chosen in ways if number is not None or chosen]
    if len(ways) > 1:
        here = found.numbers[table]
        options = "".join(_option(text, here if number is None else number, chosen) for text, number, chosen in ways)
        name = escape(one.description or one.tooltip)
        yield f'<div class="widget-dropdown"><select aria-label="{name}">{options}</select></div>'


def _option(text: str, number: int, chosen: bool) -> str:
    return f'<option value="{number}"{" selected" if chosen else ""}>{escape(text)}</option>'


def _slider(one: Slider, table: Any, found: Walk) -> Iterator[str]:
    ways = {value: found.after(table, (*one.do, value)) for value in range(one.min, one.max + 1)}
    there = {value: number for value, number in ways.items() if number is not None}
    if len(there) > 1:
        values = sorted({*there, one.value} if one.value in ways else there)
        numbers = " ".join(str(there.get(value, found.numbers[table])) for value in values)
        at = values.index(one.value) if one.value in values else 0
        yield (
            f'<label class="gk-walk-slider"><span>{escape(one.description)}</span><input type="range" min="0" '
            f'max="{len(values) - 1}" value="{at}" data-ways="{numbers}" aria-valuetext="{one.value}">'
            f"<output>{one.value if one.description else ''}</output></label>"
        )


def _tiles(one: Tiles, table: Any, found: Walk) -> Iterator[str]:
    yield f'<div class="gk-tiles" role="group" aria-label="{escape(one.label)}">'
    for tile in one.tiles:
        number = None if tile.disabled else found.after(table, tile.do)
        off = " disabled" if number is None else ""
        go = "" if number is None else number
        yield f'<button class="{tile.kind}" aria-label="{escape(tile.label)}" data-go="{go}"{off}>{tile.html}</button>'
    yield "</div>"


def _clock(one: Clock, table: Any, found: Walk) -> Iterator[str]:
    number = found.after(table, one.do) if one.on else None
    if number is not None:
        yield f'<span data-clock="{one.milliseconds}" data-go="{number}"></span>'


WAYS: Final[dict[type, Callable[[Any, Any, Walk], Iterable[str]]]] = {
    Button: _button,
    Menu: _menu,
    Slider: _slider,
    Tiles: _tiles,
    Clock: _clock,
}


def _picture(scene: Scene, table: Any, found: Walk) -> Iterator[str]:
    """The scene shape by shape, and over it what can be clicked."""
    yield f'<svg role="group" viewBox="0 0 {scene.width:g} {scene.height:g}" aria-label="{escape(scene.sentence)}">'
    yield from drawn(scene, "board")
    for target in scene.targets():
        if (number := found.after(table, target.action)) is not None:  # type: ignore[arg-type]
            x, y, width, height = (f"{value:g}" for value in target.box)
            yield (
                f'<rect class="gk-walk-target" x="{x}" y="{y}" width="{width}" height="{height}" role="button" '
                f'tabindex="0" data-go="{number}" aria-label="{escape(target.label)}"/>'
            )
    yield "</svg>"
