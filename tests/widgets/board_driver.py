"""What tests of boards share: messages are sent, pages, scenes and widgets are read; nothing is found by attribute."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from html import unescape
from threading import Event
from typing import Any

import pandas as pd
from ipywidgets import Widget

from gamekit.widgets.app import Board
from gamekit.widgets.canvas import SCALE, CanvasView
from gamekit.widgets.later import Worker
from gamekit.widgets.page import Button, Control, Html, Message, Picture, Tile, controls, plain_text
from gamekit.widgets.page_diff import OnPage
from gamekit.widgets.scene import Group, Rect, Scene, Shape, Text, bounds


# Pages
def control(board: Board, what: Message | str, hidden: bool = False) -> Any:
    """The control on the page that means a message, or has this key, label, name or title."""
    found = [one for one in controls(board.page, hidden) if what in (getattr(one, "do", None), *names(one))]
    assert len(found) == 1, f"{len(found)} controls for {what!r}"
    return found[0]


def names(one: Control) -> list[str]:
    fields = ("key", "description", "tooltip", "label", "title")
    return [said for name in fields if isinstance(said := getattr(one, name, ""), str) and said]


def has(board: Board, what: Message | str) -> bool:
    """Whether such a control is on the page."""
    return any(what in (getattr(one, "do", None), *names(one)) for one in controls(board.page))


def tiles(board: Board, row: str) -> tuple[Tile, ...]:
    """The tiles of a row that has this key, shown or hidden."""
    found: tuple[Tile, ...] = control(board, row, hidden=True).tiles
    return found


def press(board: Board, what: Message | str, luck: int = 1) -> None:
    """Press a button, found by its message or its text; AssertionError when it cannot be pressed."""
    button = control(board, what)
    assert isinstance(button, Button), button
    assert not button.disabled, f"{what!r} cannot be pressed"
    send(board, *button.do, *([luck] if button.chance else []))


def send(board: Board, *message: Any) -> None:
    """Send a message that the page offers; a refusal by the rules is no failure, an unknown message is."""
    board.send(message)
    assert "nothing on the board means" not in board.error, message
    assert "という操作はない" not in board.error, message


def words(board: Board) -> str:
    """All that the page says in its pieces of HTML."""
    shown = controls(board.page)
    return "\n".join(plain_text(one.value) if isinstance(one, Html) else getattr(one, "error", "") for one in shown)


def html(board: Board) -> str:
    """The pieces of HTML themselves, entities written out, and the errors that stand beside fields."""
    shown = controls(board.page)
    return unescape("\n".join(one.value if isinstance(one, Html) else getattr(one, "error", "") for one in shown))


def number(board: Board) -> str:
    """The one number in large type."""
    return html(board).partition('class="gk-number"')[2].partition(">")[2].partition("</span>")[0]


# Widgets
def widgets(root: Widget | Board) -> Iterator[Widget]:
    """Every widget below one."""
    root = root.widget if isinstance(root, Board) else root
    yield root
    for child in (*getattr(root, "children", ()), *getattr(root, "embedded", ())):
        yield from widgets(child)


def node(board: Board, what: Message | str) -> OnPage:
    """What the browser knows of a control."""
    wanted = control(board, what, hidden=True)
    return next(node for node in board.widget.shown.values() if node.control is wanted)


def use(board: Board, what: Message | str, value: Any = None, name: Any = None) -> None:
    """What a browser says when a control is used: ``value`` is what it then shows, of a list ``name`` what
    is chosen there."""
    number = node(board, what).id
    board.widget.hear({"event": "said", "id": number, "view": "test", "serial": 1, "value": value, "name": name})


def listened(board: Board) -> list[dict[str, Any]]:
    """What the browser is told of the page from now on, message by message."""
    told: list[dict[str, Any]] = []
    board.widget.send = lambda content, buffers=None: told.append(content)  # type: ignore[method-assign]
    return told


# Scenes
def texts(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape
        elif isinstance(shape, Group):
            yield from texts(shape.shapes)


def said(picture: Scene) -> list[str]:
    """The texts of a picture."""
    return [text.text for layer in picture.layers for text in texts(layer)]


def placed(shapes: tuple[Shape, ...], x: float = 0, y: float = 0) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Each text with its extent."""
    for shape in shapes:
        if isinstance(shape, Text):
            left, top, width, height = bounds(shape)
            yield shape.text, (x + left, y + top, width, height)
        elif isinstance(shape, Group) and not shape.rotate:
            yield from placed(shape.shapes, x + shape.x, y + shape.y)


def picture(board: Board) -> CanvasView:
    """The canvas of the first picture."""
    return next(one for one in widgets(board) if isinstance(one, CanvasView))


def spot(board: Board, action: object) -> tuple[float, float]:
    """The middle of the place that means an action, in pixels of the canvas."""
    scenes = [one.scene for one in controls(board.page) if isinstance(one, Picture)]
    x, y, width, height = next(t.box for scene in scenes for t in scene.clickable_places() if t.action == action)
    return SCALE * (x + width / 2), SCALE * (y + height / 2)


def click(board: Board, action: object) -> None:
    """The mouse goes down and up on a place."""
    at, canvas = spot(board, action), picture(board)
    canvas.press(*at)
    canvas.release(*at)


def drag(board: Board, action: object, x: float, y: float) -> None:
    """Something is dragged to (x, y), in pixels of the canvas."""
    at, canvas = spot(board, action), picture(board)
    canvas.press(*at)
    canvas.move(at[0] + 30, at[1] - 30)
    canvas.release(x, y)


# What follows later
def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test that waits for what follows later, for four minutes at most, since machines can be busy."""
    asyncio.run(asyncio.wait_for(test(), 240))


async def until(ready: Callable[[], Any]) -> None:
    while not ready():
        await asyncio.sleep(0.05)


def held(gate: Event, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which waits until the gate is opened, in steps between which it can be ended."""

    def wait(*given: Any, **more: Any) -> Any:
        while not gate.wait(0.005):
            pass
        return answer(*given, **more)

    return wait


# What a browser does and sees that has no name in the package's own words
def make_room(board: Board, width: float) -> None:
    """The page has so many px for the picture, from the next screen on."""
    board._rooms["board"] = width


def late(board: Board, message: Message) -> None:
    """A click that comes when the board has gone on."""
    board._do(message)


def heard(picture: CanvasView, event: dict[str, Any]) -> None:
    """What the helper of a canvas tells of keys and clicks."""
    picture._heard(None, event, [])


def attach(picture: CanvasView) -> None:
    """A browser has come that shows the canvas."""
    picture.helper._handle_custom_msg({"event": "attached"}, [])


def slow_work(board: Board) -> Worker:
    """What a board has others work out."""
    return board._later


# Charts
def numbers(chart: Any) -> Any:
    """The numbers of a chart as a DataFrame."""
    return pd.DataFrame(chart.table.rows, columns=chart.table.heads, dtype=object)


def told(chart: Any) -> Any:
    """The numbers of a chart as people read them."""
    return pd.DataFrame(chart.table.text_rows, columns=chart.table.heads, dtype=object)


def chart_texts(chart: Any) -> list[str]:
    """The texts of a chart's picture."""
    return [shape.text for shape in chart.scene.static if isinstance(shape, Text)]


def chart_bars(chart: Any) -> list[Rect]:
    """The bars or cells of a chart's picture."""
    return [shape for shape in chart.scene.static if isinstance(shape, Rect)]


def chart_rows(fields: dict[str, Any]) -> list[list[str]]:
    """The table under a chart of a page, without its heads."""
    lines = re.findall(r"<tr>(.*?)</tr>", fields["html"])
    return [[unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", line)] for line in lines[1:]]
