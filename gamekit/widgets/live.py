"""The widgets of a page: made once, found again by what their control means, set where it differs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import ipywidgets
from ipywidgets import Box, IntSlider, Widget

from gamekit.widgets import browser
from gamekit.widgets.canvas import Board
from gamekit.widgets.look import TEXT
from gamekit.widgets.page import (
    LUCK,
    Area,
    Button,
    Check,
    Clock,
    Control,
    Copy,
    Download,
    Html,
    Input,
    LiveChart,
    LiveWidget,
    Menu,
    Message,
    Picture,
    Radio,
    Slider,
    Soon,
    Tile,
    Tiles,
    Upload,
    means,
)  # fmt: skip
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import text_width

Key: TypeAlias = tuple[Hashable, ...]
TRAITS: dict[type, tuple[str, ...]] = {  # the fields of a control that its widget has by the same name, in this order
    Html: ("value",),
    Button: ("description", "disabled"),
    Menu: ("options", "value", "description", "disabled"),
    Radio: ("options", "index", "label"),
    Slider: ("max", "min", "value", "description", "disabled"),
    Check: ("description", "value", "disabled"),
    Input: ("value", "description", "placeholder", "disabled"),
    Copy: ("title", "text", "done"),
    Download: ("title",),
    Upload: ("title", "accept"),
    Clock: ("milliseconds", "on"),
    Tiles: ("label",),
}
SENDS: dict[type, str] = {Menu: "value", Radio: "index", Slider: "value", Check: "value", Input: "value"}
STOCK: dict[type, Callable[[], Widget]] = {
    Html: ipywidgets.HTML,
    Button: ipywidgets.Button,
    Menu: ipywidgets.Dropdown,
    Radio: browser.RadioList,
    Slider: lambda: IntSlider(min=0, max=0, continuous_update=True),
    Check: lambda: ipywidgets.Checkbox(indent=False),
    Input: lambda: ipywidgets.Text(continuous_update=False),
    Copy: browser.CopyButton,
}
SCRIPTED: dict[type, Callable[..., Widget]] = {
    Download: browser.DownloadButton,
    Upload: browser.UploadButton,
    Clock: browser.Ticker,
    Tiles: browser.TileButtons,
}


class LivePage:
    """The widgets of a page.

    ``tell(message, logged)`` hears what is done with them, or None where a widget must be set back to what its control
    says; ``roomed(name, room)`` hears how many px the page has for a picture."""

    def __init__(self, tell: Callable[[Message | None, bool], None], roomed: Callable[[str, int], None]) -> None:
        self._tell, self._roomed = tell, roomed
        self._quiet = False  # while widgets are set they report changes that nobody has made
        self._typo: Message = ()
        self._before: dict[Key, tuple[Any, Widget]] = {}
        self.shown: dict[Key, tuple[Any, Widget]] = {}  # each control with its widget
        self.behaviour = browser.Behaviour()

    @property
    def reduced(self) -> bool:
        """Whether the reader wants less motion."""
        return any(one.helper.reduced for _, one in self.shown.values() if isinstance(one, Board))

    def show(self, page: Area, typo: Message = ()) -> tuple[Widget, ...]:
        """The widgets of a page's children, as they should be; a refused text, ``typo``, stays in its line."""
        self._quiet, self._typo, self._before, self.shown = True, typo, self.shown, {}
        try:
            return (self.behaviour, *self._fitted(page.children, ()))
        finally:
            self._quiet = False

    def sweep(self) -> None:
        """Close the widgets that have left the page."""
        for key in self._before.keys() - self.shown.keys():
            _close(self._before[key][1])
        self._before = {}

    def _fitted(self, children: Sequence[Control], under: Key) -> Iterator[Widget]:
        """The widgets of controls. Each is found by its message or its key, else by its number among its kind."""
        numbers: dict[Hashable, int] = {}
        for control in children:
            if isinstance(control, Soon):
                continue
            name: Hashable = getattr(control, "key", None) or getattr(control, "do", None)
            name = (type(control), name or getattr(control, "name", ""))
            numbers[name] = numbers.get(name, 0) + 1
            yield self._fit((*under, name, numbers[name]), control)

    def _fit(self, key: Key, control: Any) -> Widget:
        """The widget of a control: the one that was there, with what differs set, or a new one."""
        before, widget = self._before.get(key) or (None, self._made(key, control))
        self.shown[key] = control, widget
        if isinstance(control, Area):
            children = tuple(self._fitted(control.children, key))
            if widget.children != children:
                widget.children = children
                _align([child for child in children if isinstance(child, IntSlider)])
        elif isinstance(control, Picture):
            self._show(control, before, widget)
        elif isinstance(control, LiveChart):
            if control.shown and widget.of != control.of:
                widget.of = control.of
                widget.offer(control.make)
        elif not isinstance(control, LiveWidget):
            self._set(control, before, widget)
        if before is None or before != control:
            _dress(control, widget)
        return widget

    def _set(self, control: Any, before: Any, widget: Widget) -> None:
        sends = SENDS.get(type(control))
        changed = {}
        for name in TRAITS[type(control)]:
            value = getattr(control, name)
            if name == sends and isinstance(control, Input) and self._typo[:-1] == control.do:
                value = self._typo[-1]
            if before is None or getattr(before, name) != getattr(control, name) or name == sends:
                changed[name] = value
        if isinstance(control, Tiles) and (before is None or before.tiles != control.tiles):
            changed["tiles"] = [_tile(tile) for tile in control.tiles]
        if isinstance(control, Radio) and "options" in changed:
            changed["options"] = [list(option) for option in control.options]
        changed = {name: value for name, value in changed.items() if getattr(widget, name) != value}
        if isinstance(control, Slider) and len(changed) > 1:
            with widget.hold_trait_notifications():
                _assign(widget, changed)
        else:
            _assign(widget, changed)

    def _show(self, control: Picture, before: Picture | None, widget: Board) -> None:
        if before is not None:
            widget.show(control.scene)
            if control.motion and not self.reduced and (frames := control.motion(before.view, control.view)):
                widget.animate(frames)

    def _made(self, key: Key, control: Any) -> Widget:
        """A new widget, which tells what is done with it."""
        kind = type(control)
        if kind is Area:
            return Box()
        if kind is LiveWidget:
            return control.make()
        if kind is LiveChart:
            made = Panel(language=control.language)
            made.watch.visible = False  # until a page says so
            return made
        if kind is Picture:
            return self._board(key, control)
        if kind in SCRIPTED:
            made = SCRIPTED[kind](lambda content: self._heard(key, content))
            return made
        made = STOCK[kind]()
        if kind is Button:
            made.on_click(lambda _: self._said(key))
        elif kind in SENDS:
            made.observe(lambda event: self._said(key, event["new"]), SENDS[kind])
        return made

    def _board(self, key: Key, control: Picture) -> Board:
        def now() -> Picture:
            found: Picture = self.shown[key][0] if key in self.shown else control
            return found

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

    def _said(self, key: Key, *value: Any) -> None:
        """Something was done with a control; what it cannot mean by now (a second click in a hurry) is let go."""
        if not self._quiet and key in self.shown:
            control = self.shown[key][0]
            chance = (luck(),) if isinstance(control, Button) and control.chance else ()
            message = (*control.do, *value, *chance)
            self._tell(message if means(control, message) else None, True)

    def _heard(self, key: Key, content: dict[str, Any]) -> None:
        control, widget = self.shown.get(key, (None, None))
        match control, content:
            case Download(), {"event": "ask"}:
                widget.send({"event": "file", "name": control.name, "type": control.type, "text": control.text()})
            case Upload(), {"event": "file", "text": str(text)}:
                self._said(key, text)
            case Clock(on=True), {"event": "tick"}:
                self._said(key)
            case Tiles(), {"event": "press", "key": pressed}:
                for tile in control.tiles:
                    if repr(tile.do) == pressed and not tile.disabled:
                        self._tell(tile.do, True)
                        break


def luck() -> int:
    """A fresh whole number, which says what falls by chance."""
    return Random().randrange(LUCK)


def _assign(widget: Widget, changed: dict[str, Any]) -> None:
    for name, value in changed.items():
        setattr(widget, name, value)


def _tile(tile: Tile) -> dict[str, Any]:
    shown = {"html": tile.html, "label": tile.label, "kind": tile.kind, "pressed": tile.pressed}
    return {**shown, "disabled": tile.disabled, "key": repr(tile.do)}


def _dress(control: Any, widget: Widget) -> None:
    """The classes, the name on hovering, and whether the widget is on the page."""
    kind = getattr(control, "kind", "")
    if isinstance(control, Button):
        kind = f"{kind and f'gk-button-{kind}'} {control.icon and f'gk-icon gamekit-icon-{control.icon}'}"
    if isinstance(control, (Area, Html, Button, Input)) and widget._dom_classes != (classes := tuple(kind.split())):
        widget._dom_classes = classes
    tooltip = getattr(control, "tooltip", "") or getattr(control, "description", "")
    if isinstance(control, (Button, Menu)) and tooltip and widget.tooltip != tooltip:
        widget.tooltip = tooltip
    display = None if getattr(control, "shown", True) else "none"
    if widget.layout.display != display:
        widget.layout.display = display


def _align(sliders: Sequence[IntSlider]) -> None:
    """Sliders that stand below each other begin at the same place."""
    width = max((text_width(slider.description, TEXT) for slider in sliders), default=0)
    for slider in sliders:
        slider.style.description_width = f"{width + 2:.0f}px"


def _close(widget: Widget) -> None:
    """A widget goes with what is below it, and with its layout and style, which nobody closes otherwise."""
    for child in getattr(widget, "children", ()):
        _close(child)
    for part in (getattr(widget, name, None) for name in ("layout", "style")):
        if isinstance(part, Widget):
            part.close()
    widget.close()
