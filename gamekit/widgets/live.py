"""The widgets of a page: made once, found again by what their control means, set where it differs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import nullcontext
from random import Random
from typing import Any, NamedTuple, TypeAlias

import ipywidgets
from ipywidgets import Box, IntSlider, Widget

from gamekit.widgets import browser, page
from gamekit.widgets.canvas import Board
from gamekit.widgets.figure import give
from gamekit.widgets.look import TEXT
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import text_width

Key: TypeAlias = tuple[Hashable, ...]


class Kind(NamedTuple):
    """How a control is shown: what makes its widget, the fields that the widget has by the same name, in the order in
    which they are set, and which of them changes when it is used. A widget that ``hears`` sends messages of its own."""

    make: Callable[..., Widget]
    traits: tuple[str, ...]
    sends: str = ""
    hears: bool = False


def _slider() -> Widget:
    return IntSlider(min=0, max=0, continuous_update=True)


KINDS: dict[type, Kind] = {
    page.Html: Kind(ipywidgets.HTML, ("value",)),
    page.Button: Kind(ipywidgets.Button, ("description", "disabled")),
    page.Menu: Kind(ipywidgets.Dropdown, ("options", "value", "description", "disabled"), "value"),
    page.Radio: Kind(browser.RadioList, ("options", "index", "label"), "index"),
    page.Slider: Kind(_slider, ("max", "min", "value", "description", "disabled"), "value"),
    page.Check: Kind(lambda: ipywidgets.Checkbox(indent=False), ("description", "value", "disabled"), "value"),
    page.Input: Kind(
        lambda: ipywidgets.Text(continuous_update=False), ("value", "description", "placeholder", "disabled"), "value"
    ),
    page.Copy: Kind(browser.CopyButton, ("title", "text", "done"), hears=True),
    page.Download: Kind(browser.DownloadButton, ("title",), hears=True),
    page.Upload: Kind(browser.UploadButton, ("title", "accept"), hears=True),
    page.Clock: Kind(browser.Ticker, ("milliseconds", "on"), hears=True),
    page.Tiles: Kind(browser.TileButtons, ("label", "tiles"), hears=True),
}
TRAITS: dict[tuple[type, str], Callable[[Any], Any]] = {  # where the widget has a field in another shape
    (page.Menu, "options"): tuple,
    (page.Radio, "options"): lambda options: [list(option) for option in options],
    (page.Tiles, "tiles"): lambda tiles: [_tile(tile) for tile in tiles],
}


class LivePage:
    """The widgets of a page.

    ``tell(message, logged)`` hears what is done with them, or None where a widget must be set back to what its control
    says; ``roomed(name, room)`` hears how many px the page has for a picture."""

    def __init__(self, tell: Callable[[page.Message | None, bool], None], roomed: Callable[[str, int], None]) -> None:
        self._tell, self._roomed = tell, roomed
        self._quiet = False  # while widgets are set they report changes that nobody has made
        self._typo: page.Message = ()
        self._before: dict[Key, tuple[Any, Widget]] = {}
        self.shown: dict[Key, tuple[Any, Widget]] = {}  # each control with its widget
        self.behaviour = browser.Behaviour()

    @property
    def reduced(self) -> bool:
        return any(one.helper.reduced for _, one in self.shown.values() if isinstance(one, Board))

    def show(self, area: page.Area, typo: page.Message = ()) -> tuple[Widget, ...]:
        """The widgets of a page's controls, as they should be; a refused text, ``typo``, stays in its line."""
        self._quiet, self._typo, self._before, self.shown = True, typo, self.shown, {}
        try:
            return (self.behaviour, *self._fitted(area.children, ()))
        finally:
            self._quiet = False

    def sweep(self) -> None:
        for key in self._before.keys() - self.shown.keys():
            _close(self._before[key][1])
        self._before = {}

    def _fitted(self, children: Sequence[page.Control], under: Key) -> Iterator[Widget]:
        """The widgets of controls. Each is found by its message or its key, else by its number among its kind."""
        numbers: dict[Hashable, int] = {}
        for control in children:
            if isinstance(control, page.Soon):
                continue
            name: Hashable = getattr(control, "key", None) or getattr(control, "do", None)
            name = (type(control), name or getattr(control, "name", ""))
            numbers[name] = numbers.get(name, 0) + 1
            yield self._fit((*under, name, numbers[name]), control)

    def _fit(self, key: Key, control: Any) -> Widget:
        """The widget of a control: the one that was there, with what differs set, or a new one."""
        before, widget = self._before.get(key) or (None, self._made(key, control))
        self.shown[key] = control, widget
        same = before is not None and before == control
        if isinstance(control, page.Area):
            children = tuple(self._fitted(control.children, key))
            if widget.children != children:
                widget.children = children
                _align([child for child in children if isinstance(child, IntSlider)])
        elif isinstance(control, page.Picture):
            self._show(control, before, widget)
        elif isinstance(control, page.LiveChart):
            if control.shown and widget.of != control.of:
                widget.of = control.of
                widget.offer(control.make)
        elif not isinstance(control, page.LiveWidget):
            self._set(control, widget, same)
        if not same:
            _dress(control, widget)
        return widget

    def _set(self, control: Any, widget: Widget, same: bool) -> None:
        """Set what differs on the widget; of the same control as before only what a reader can have changed."""
        kind = KINDS[type(control)]
        names = (kind.sends,) if same and kind.sends else () if same else kind.traits
        wanted = {name: self._wanted(control, name) for name in names}
        changed = {name: value for name, value in wanted.items() if getattr(widget, name) != value}
        together = isinstance(control, page.Slider) and len(changed) > 1
        with widget.hold_trait_notifications() if together else nullcontext():
            for name, value in changed.items():
                setattr(widget, name, value)

    def _wanted(self, control: Any, name: str) -> Any:
        """What a field of a control's widget should be; a refused text stays."""
        if name == "value" and isinstance(control, page.Input) and self._typo[:-1] == control.do:
            return self._typo[-1]
        value, shaped = getattr(control, name), TRAITS.get((type(control), name))
        return shaped(value) if shaped else value

    def _show(self, control: page.Picture, before: page.Picture | None, widget: Board) -> None:
        if before is not None:
            widget.show(control.scene)
            if control.motion and not self.reduced and (frames := control.motion(before.view, control.view)):
                widget.animate(frames)

    def _made(self, key: Key, control: Any) -> Widget:
        """A new widget, which tells what is done with it."""
        match control:
            case page.Area():
                return Box()
            case page.LiveWidget():
                return control.make()
            case page.Picture():
                return self._board(key, control)
            case page.LiveChart():
                made = Panel(language=control.language)
                made.watch.visible = False  # until a page says so
                return made
        kind = KINDS[type(control)]
        if kind.hears:
            return kind.make(lambda content: self._heard(key, content))
        made = kind.make()
        if isinstance(control, page.Button):
            made.on_click(lambda _: self._said(key))
        elif kind.sends:
            made.observe(lambda event: self._said(key, event["new"]), kind.sends)
        return made

    def _board(self, key: Key, control: page.Picture) -> Board:
        def now() -> page.Picture:
            found: page.Picture = self.shown[key][0] if key in self.shown else control
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
            chance = (luck(),) if isinstance(control, page.Button) and control.chance else ()
            message = (*control.do, *value, *chance)
            self._tell(message if page.means(control, message) else None, True)

    def _heard(self, key: Key, content: dict[str, Any]) -> None:
        control, widget = self.shown.get(key, (None, None))
        match control, content:
            case page.Download(), {"event": "ask"}:
                give(widget, control.name, control.type, control.text())
            case page.Copy(), {"event": "ask"} if control.make:
                widget.send({"event": "text", "text": control.make()})
            case page.Upload(), {"event": "file", "text": str(text)}:
                self._said(key, text)
            case page.Clock(on=True), {"event": "tick"}:
                self._said(key)
            case page.Tiles(), {"event": "press", "key": pressed}:
                for tile in control.tiles:
                    if repr(tile.do) == pressed and not tile.disabled:
                        self._tell(tile.do, True)
                        break


def luck() -> int:
    """A fresh whole number, which says what falls by chance."""
    return Random().randrange(page.LUCK)


def _tile(tile: page.Tile) -> dict[str, Any]:
    shown = {"html": tile.html, "label": tile.label, "kind": tile.kind, "pressed": tile.pressed}
    return {**shown, "disabled": tile.disabled, "key": repr(tile.do)}


def _dress(control: Any, widget: Widget) -> None:
    """The classes, the name on hovering, and whether the widget is on the page."""
    kind = getattr(control, "kind", "")
    if isinstance(control, page.Button):
        kind = f"{kind and f'gk-button-{kind}'} {control.icon and f'gk-icon gamekit-icon-{control.icon}'}"
    if isinstance(control, (page.Area, page.Html, page.Button, page.Input)) and widget._dom_classes != (
        classes := tuple(kind.split())
    ):
        widget._dom_classes = classes
    tooltip = getattr(control, "tooltip", "") or getattr(control, "description", "")
    if isinstance(control, (page.Button, page.Menu)) and tooltip and widget.tooltip != tooltip:
        widget.tooltip = tooltip
    display = None if control.shown else "none"
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
