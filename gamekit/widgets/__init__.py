"""Boards and charts: the only modules with ipywidgets and ipycanvas. They show, and compute no odds.

A board is three things, all plain values and functions:

1. a *table*: a frozen dataclass that says what is set up, shown and chosen, in which ``language`` (a switch comes with
   it);
2. ``screen(table, seat) -> page``: the controls as frozen values, each with the message that it sends, made by the
   helpers of ``page`` (``page.page``, ``section``, ``row``); ``seat`` is the ``Viewport``: how wide the picture may be,
   whether undo is possible, the last error;
3. ``update(table, message) -> table``: the next table. A ValueError refuses, and its sentence is shown. An unknown
   message gives the same table.

A message is a tuple of plain values: a verb and its arguments. A control with a value (list, slider, line) adds the
value; a click on the picture sends the action of the shape; a drop sends ``("drop", action, target or None)``. A button
with ``chance=True`` adds a random whole number, so that the message alone determines the dice. ``app.Board`` keeps the
table, the undo history and the log, and updates the page where it differs. Here is a whole board:

>>> from dataclasses import dataclass, replace
>>> from gamekit.widgets.app import Board
>>> from gamekit.widgets.page import Button, Picture, heading_html, page, section, status_line, to_text
>>> from gamekit.widgets.scene import Rect, Scene
>>> @dataclass(frozen=True)
... class Coins:
...     heads: int = 0
...     tails: int = 0
...     language: str = "en"
>>> def screen(coins, seat):
...     coin = Rect(8, 8, 40, 40, fill="#C8961E", label="throw", action=("head",))
...     board = Picture(Scene(seat.width, 56, (coin,), sentence=f"{coins.heads} heads"))
...     side = section("Throws", Button("Throw", ("throw",), "main", chance=True), Button("Undo", ("undo",)))
...     answer = f"{coins.heads} : {coins.tails}"
...     return page(seat, heading_html("Coins"), answer, [board, status_line(seat.error)], [side])
>>> def update(coins, message):
...     match message:
...         case ("throw", luck) if luck % 2:
...             return replace(coins, tails=coins.tails + 1)
...         case ("throw", _) | ("head",):
...             return replace(coins, heads=coins.heads + 1)
...     return coins
>>> class CoinBoard(Board, screen=screen, update=update, widths=(200, 400)):
...     pass
>>> board = CoinBoard(Coins())
>>> for message in [("head",), ("throw", 7), ("undo",), ("nonsense",)]:
...     board.send(message)
>>> board.table
Coins(heads=1, tails=0, language='en')
>>> board.log
(('head',), ('throw', 7), ('undo',))
>>> print(to_text(board.page))
Coins
1 : 0
1 heads
nothing on the board means ('nonsense',) now
Throws
[Throw]
[Undo]
Save as

Slow work is a ``BackgroundTask``: its ``work`` runs beside the kernel's event loop, and its answer comes as a message.
A slow answer that is no part of the table is asked of a ``later.Cache``, which gives it once it is known.
A chart made in the background is a ``LiveChart``. ``board.log_text`` is the session of clicks as a file, and ``replay``
plays it again; ``to_html(board.page)`` is the page for a site. Everything clickable is also in a list, for the
keyboard. A game with ``Rules`` needs none of this to be played: see ``table``. ``explore`` shows a question as a map
that opens on boards and compares two of them. ``board(link_code.load(code))`` is the board of a link code."""

from importlib import import_module
from typing import Any

__all__ = ["board", "explore", "table"]
_ROOMS = {"board": "link_codes", "explore": "exploring", "table": "any_game"}


def __getattr__(name: str) -> Any:
    """Return a public name, imported on first use."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
