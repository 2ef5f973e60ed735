"""The live page: one widget that is told what differs, and tells what is done with its controls.

The browser numbers what it says, and every answer names the last number heard: so the page never paints a value over a
newer one of its reader. Pictures, charts and boards on the page are widgets of their own within it.

One widget for the page, and not one a control: so a click on the siege board is answered with one message and not five
(by reacton 1.11 over ipywidgets, which also took 6.3 ms of the kernel for what takes 0.6 here)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple, TypeAlias

import anywidget
import traitlets
from ipywidgets import Widget

from gamekit.text.translation import word
from gamekit.widgets import page
from gamekit.widgets.canvas import Board
from gamekit.widgets.figure import give
from gamekit.widgets.later import heard_meanwhile
from gamekit.widgets.look import TEXT, asset
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import text_width

Key: TypeAlias = tuple[Hashable, ...]
Fields: TypeAlias = dict[str, Any]
ROOT = "0"
VIEWS = 20  # of so many views of a page it is known what they said last
EMBEDDED = (page.Picture, page.LiveChart, page.LiveWidget)


class OnPage(NamedTuple):
    """A control on the page: its number there, what the browser knows of it, its widget where it has one of its own."""

    control: Any
    id: str
    fields: Fields
    widget: Widget | None


def _chosen(menu: page.Menu) -> int:
    """The place of a list's value; -1 where it is none of the list."""
    value = menu.value
    places = (place for place, (_, one) in enumerate(menu.options) if one == value and type(one) is type(value))
    return next(places, -1)


FIELDS: dict[type, Callable[[Any], Fields]] = {  # what the browser knows of a control, beside its classes
    page.Html: lambda one: {"html": one.value},
    page.Button: lambda one: _named(one),
    page.Menu: lambda one: {**_named(one), "options": [(t, repr(v)) for t, v in one.options], "value": _chosen(one)},
    page.Radio: lambda one: {"options": [list(parts) for parts in one.options], "value": one.index, "label": one.label},
    page.Slider: lambda one: {**_named(one), "min": one.min, "max": one.max, "value": one.value},
    page.Check: lambda one: {**_named(one), "value": one.value},
    page.Input: lambda one: {**_named(one), "value": one.value, "placeholder": one.placeholder},
    page.Copy: lambda one: {"title": one.title, "text": one.text, "done": one.done},
    page.Download: lambda one: {"title": one.title},
    page.Upload: lambda one: {"title": one.title, "accept": one.accept},
    page.Clock: lambda one: {"on": one.on, "milliseconds": one.milliseconds},
    page.Tiles: lambda one: {"label": one.label, "keys": one.keys, "tiles": [_tile(tile) for tile in one.tiles]},
}


def _named(control: Any) -> Fields:
    shown = {"description": control.description, "disabled": control.disabled}
    return {**shown, "tooltip": getattr(control, "tooltip", "")}


def _tile(tile: page.Tile) -> list[Any]:
    return [repr(tile.do), tile.html, tile.label, tile.kind, tile.pressed, tile.disabled]


def _classes(control: Any) -> str:
    kind: str = getattr(control, "kind", "")
    if isinstance(control, page.Button):
        return f"{kind and f'gk-button-{kind}'} {control.icon and f'gk-icon gamekit-icon-{control.icon}'}".strip()
    return kind


class LivePage(anywidget.AnyWidget):  # type: ignore[misc]
    """A page in the browser.

    ``tell(message, logged)`` hears what is done with its controls, or None where a control must be set back to what it
    says; ``roomed(name, room)`` hears how many px the page has for a picture."""

    _esm, _css = asset("file.js") + asset("page.js"), page.style()
    whole = traitlets.Any().tag(sync=True, to_json=lambda _, live: live.whole_page())  # what a new browser is told

    def __init__(self, tell: Callable[[page.Message | None, bool], None], roomed: Callable[[str, int], None]) -> None:
        self._tell, self._roomed = tell, roomed
        self._typo: page.Message = ()
        self._before: dict[Key, OnPage] = {}
        self.shown: dict[Key, OnPage] = {}  # what lies within an area comes before it
        self._keys: dict[str, Key] = {}
        self._seen: dict[str, int] = {}  # the last number heard from each view
        self._paintings: list[Callable[[], None]] = []
        self._unsure: set[str] = set()  # controls whose value its reader has set since the page was last sent
        self._numbers, self._version = count(1), 0
        super().__init__()
        heard_meanwhile(self)
        self.add_class("gk-page")
        self.on_msg(lambda _, content, buffers: self.hear(content))

    def open(self) -> None:
        """Tell the browser of the page, once there is one."""
        if self.shown:
            super().open()

    def close(self) -> None:
        for node in self.shown.values():
            if node.widget:
                close(node.widget)
        super().close()

    @property
    def embedded(self) -> list[Widget]:
        return [node.widget for node in self.shown.values() if node.widget]

    @property
    def reduced(self) -> bool:
        return any(one.helper.reduced for one in self.embedded if isinstance(one, Board))

    def whole_page(self) -> Fields:
        return {"version": self._version, "changed": [(node.id, node.fields) for node in self.shown.values()]}

    def show(self, area: page.Area, typo: page.Message = (), language: str | None = None) -> None:
        """Show a page: send what differs. A refused text, ``typo``, stays in its line."""
        self._typo, self._before, self.shown, self._language = typo, self.shown, {}, language
        self._paintings = []
        self._fit((), area)
        gone = [self._before[key] for key in self._before.keys() - self.shown.keys()]
        changed = [(node.id, fields) for key, node in self.shown.items() if (fields := self._differing(key, node))]
        self._version += 1
        self._unsure.clear()
        if not self._before:
            self.open()
        else:
            self._tell_browser(changed, [node.id for node in gone])
        for paint in self._paintings:  # after the answer, which would stand waiting behind it for 15 ms
            paint()
        for node in gone:
            self._keys.pop(node.id, None)
            if node.widget:
                close(node.widget)

    def _tell_browser(self, changed: list[tuple[str, Fields]], gone: list[str]) -> None:
        self.send({"event": "page", "seen": self._seen, "changed": changed, "gone": gone})

    def _differing(self, key: Key, node: OnPage) -> Fields:
        """What the browser does not know of a control."""
        before = self._before.get(key)
        if before is None:
            return node.fields
        old, unsure = before.fields, node.id in self._unsure
        return {
            name: value for name, value in node.fields.items() if old[name] != value or (unsure and name == "value")
        }

    def _fit(self, key: Key, control: Any) -> str:
        """The number of a control, with what it holds; a control is the one that was there if its key is the same."""
        before = self._before.get(key)
        number = before.id if before else str(next(self._numbers)) if key else ROOT
        widget = before.widget if before else None
        if isinstance(control, page.Area):
            inner = list(_keyed(control, key))
            fields = {**self._common(control), "title": control.title, "children": [self._fit(*one) for one in inner]}
            fields |= {} if key else {"lost": word("kit.lost", self._language)}
            _align([self.shown[one].fields for one, child in inner if isinstance(child, page.Slider)])
        elif isinstance(control, EMBEDDED):
            self.shown[key] = OnPage(control, number, {}, widget)
            widget = self._embed(key, control, before)
            fields = {**self._common(control), "is": "Widget", "model": f"IPY_MODEL_{widget.model_id}"}
        elif before and before.control == control and not isinstance(control, (page.Input, page.Slider)):
            fields = before.fields
        else:
            fields = {**self._common(control), **FIELDS[type(control)](control)}
            if isinstance(control, page.Input) and self._typo[:-1] == control.do:
                fields["value"] = self._typo[-1]
        self.shown[key], self._keys[number] = OnPage(control, number, fields, widget), key
        return number

    def _common(self, control: Any) -> Fields:
        told = {"is": type(control).__name__, "classes": _classes(control), "shown": control.shown}
        return {**told, "error": control.error}

    # Widgets on the page ----------------------------------------------------------------------------------------------

    def _embed(self, key: Key, control: Any, before: OnPage | None) -> Any:
        """The widget of a picture, a chart or a board, as it should be."""
        widget: Any = before.widget if before else self._made(key, control)
        if isinstance(control, page.Picture) and before:
            self._paintings.append(lambda: _paint(widget, before.control, control))
        elif isinstance(control, page.LiveChart) and control.shown and widget.of != (control.of, control.language):
            widget.of = control.of, control.language
            widget.speak(control.language)
            widget.offer(control.make)
        return widget

    def _made(self, key: Key, control: Any) -> Any:
        match control:
            case page.Picture():
                return self._board(key, control)
            case page.LiveChart():
                made = Panel(language=control.language)
                made.watch.visible = False  # until a page says so
                return made
        return control.make()

    def _board(self, key: Key, control: page.Picture) -> Board:
        def now() -> page.Picture:
            return self.shown[key].control if key in self.shown else control

        def ghost(action: Any) -> Any:
            follows = now().ghost
            return follows(action) if follows else None

        return Board(
            control.scene,
            click=lambda action: self._tell(action, True),
            drag=lambda carried, target: self._tell(("drop", carried, target), True),
            ghost=ghost,
            resize=lambda room: self._roomed(control.name, room),
            hover=(lambda action: self._tell((*(now().hover or ()), action), False)) if control.hover else None,
        )

    # What is done with the page ---------------------------------------------------------------------------------------

    def hear(self, content: Fields) -> None:
        """Take in what a browser says. What a control cannot mean by now (a second click in a hurry) is let go."""
        node = self.shown.get(self._keys.get(content.get("id", ""), ("gone",)))
        match content:
            case {"event": "attached", "version": version} if version != self._version:
                self._tell_browser(self.whole_page()["changed"], [])
            case {"event": "ask", "id": number, "view": view} if node:
                self._answer(node.control, {"id": number, "view": view})
            case {"event": "said", "id": number, "view": view, "serial": serial}:
                self._seen.pop(view, None)
                self._seen[view] = serial
                while len(self._seen) > VIEWS:
                    del self._seen[next(iter(self._seen))]
                self._unsure.add(number)
                message = _meant(node.control, content.get("value"), content.get("name")) if node else None
                self._tell(message if node and message and page.means(node.control, message) else None, True)

    def _answer(self, control: Any, to: dict[str, str]) -> None:
        match control:
            case page.Download():
                give(self, control.file, control.type, control.text(), **to)
            case page.Copy(make=make) if make:
                self.send({**to, "text": make()})


def _paint(board: Board, before: page.Picture, now: page.Picture) -> None:
    """Show a picture on its board, with what moves on the way from the one before."""
    board.show(now.scene)
    moves = now.motion if not board.helper.reduced else None
    if moves and (frames := moves(before.view, now.view)):
        board.animate(frames)


def _meant(control: Any, value: Any, name: Any) -> page.Message | None:
    """The message of a control of which the browser says ``value``; of a list ``name`` says what stood there, which
    may have moved on."""
    match control:
        case page.Tiles():
            return next((tile.do for tile in control.tiles if repr(tile.do) == value), None)
        case page.Menu():
            return next(((*control.do, one) for _, one in control.options if repr(one) == name), None)
        case page.Radio():
            named = value in range(len(control.options)) and control.options[value][0] == name
            return (*control.do, value) if named else None
        case page.Slider() | page.Check() | page.Input() | page.Upload():
            return (*control.do, value)
        case page.Button(chance=True):
            return (*control.do, luck())
        case page.Button() | page.Clock():
            return control.do
    return None


def luck() -> int:
    """A fresh whole number, which says what falls by chance."""
    return Random().randrange(page.LUCK)


def _keyed(area: page.Area, under: Key) -> Iterator[tuple[Key, page.Control]]:
    """The controls in an area: each is known by its message or its key, else by its number among its kind."""
    numbers: dict[Hashable, int] = {}
    for control in area.children:
        if isinstance(control, page.Soon):
            continue
        name: Hashable = getattr(control, "key", None) or getattr(control, "do", None)
        name = (type(control), name or getattr(control, "name", ""))
        numbers[name] = numbers.get(name, 0) + 1
        yield (*under, name, numbers[name]), control


def _align(sliders: list[Fields]) -> None:
    """Sliders that stand below each other begin at the same place."""
    width = max((text_width(slider["description"], TEXT) for slider in sliders), default=0)
    for slider in sliders:
        slider["wide"] = round(width + 2)


def close(widget: Widget) -> None:
    """A widget goes with what is below it, and with its layout and style, which nobody closes otherwise."""
    for child in getattr(widget, "children", ()):
        close(child)
    for part in (getattr(widget, name, None) for name in ("layout", "style")):
        if isinstance(part, Widget):
            part.close()
    widget.close()
