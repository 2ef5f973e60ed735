"""The differences between two pages, as sent to a browser, and the browser's messages.

The browser numbers its messages, and every answer names the last number received: so an old value never overwrites a
newer one of the user. Two faces are made of it: the notebook's (``live``), on whose page pictures and boards are
widgets of their own, and that of a site without a kernel (``gamekit.web.face``), where they are elements. Charts are
elements on both: each is made once it can be seen, and dimmed while a newer one is on its way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any, NamedTuple, TypeAlias

from gamekit.text import export
from gamekit.text.translation import error_text, word
from gamekit.widgets import page
from gamekit.widgets.look import TEXT
from gamekit.widgets.scene import text_width
from gamekit.widgets.svg import svg

Key: TypeAlias = tuple[Hashable, ...]
Fields: TypeAlias = dict[str, Any]
ROOT = "0"
VIEWS = 20  # of so many views of a page it is known what they said last
EMBEDDED = (page.Picture, page.LiveWidget)
TABLE = ("table.csv", "text/csv")
DRAWN = count(1)  # the charts so far: ids on a page differ


class OnPage(NamedTuple):
    """A control on the page: its number, the fields that the browser knows, and its widget in the face."""

    control: Any
    id: str
    fields: Fields
    widget: Any


class Drawn(NamedTuple):
    """A chart as HTML, and as files: its picture and its table."""

    html: str = ""
    picture: str = ""
    table: str = ""


def draw_chart(control: page.LiveChart) -> Drawn:
    """Make a chart of a page."""
    made = control.make()
    shown = svg(made.scene, f"chart-{next(DRAWN)}").replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    return Drawn(shown + made.folded_table_html, made.svg(), export.excel_csv(made))


class LastChart(NamedTuple):
    """The last chart of a ``LiveChart``: its ``of``, the chart, and the reason if a newer one failed."""

    of: Hashable = None
    drawn: Drawn = Drawn()
    wrong: str = ""


def _chosen(menu: page.Menu) -> int:
    chosen = ((one == menu.value and type(one) is type(menu.value)) for _, one in menu.options)
    return next((place for place, here in enumerate(chosen) if here), -1)


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
    page.Tiles: lambda one: {
        "label": one.label,
        "keys": one.keys,
        "tiles": [[repr(t.do), *t[:2], *t[3:]] for t in one.tiles],
    },
}


def _named(control: Any) -> Fields:
    tooltip = getattr(control, "tooltip", "")
    return {"description": control.description, "disabled": control.disabled, "tooltip": tooltip}


def _classes(control: Any) -> str:
    kind: str = getattr(control, "kind", "")
    if isinstance(control, page.Button):
        return f"{kind and f'gk-button-{kind}'} {control.icon and f'gk-icon gamekit-icon-{control.icon}'}".strip()
    return kind


class PageDiff:
    """A page in a browser, which is sent the differences.

    ``tell(message, logged)`` hears what is done with its controls, or None where a control must be set back to what it
    says; ``roomed(name, room)`` hears how many px the page has for a picture. A face says how it sends (``send``,
    ``give``), what a picture and a board on the page are (``embed``), and has charts made (``work``)."""

    send: Callable[[Fields], None]
    send_first_page: Callable[[], None]
    give: Callable[..., None]  # a file by its name, its kind and its content; keywords say who asked
    embed: Callable[[Key, Any, str, OnPage | None], tuple[Any, Fields]]  # the widget, and what the browser knows of it
    work: Callable[[Key, page.LiveChart, Callable[[Callable[[], Drawn]], None]], None]  # gives a function to the last

    def __init__(self, tell: Callable[[page.Message | None, bool], None], roomed: Callable[[str, int], None]) -> None:
        self.tell, self.roomed = tell, roomed
        self._typo: page.Message = ()
        self._before: dict[Key, OnPage] = {}
        self.shown: dict[Key, OnPage] = {}  # what lies within an area comes before it
        self._keys: dict[str, Key] = {}
        self._seen: dict[str, int] = {}  # the last number heard from each view
        self._unsure: set[str] = set()  # controls whose value its reader has set since the page was last sent
        self._numbers, self._version = count(1), 0
        self._language: str | None = None
        self._charts: dict[Key, LastChart] = {}
        self._seen_charts, self.slow = set[Key](), set[Key]()
        self._asked: dict[Key, Hashable] = {}  # what the chart depends on that is being made

    def share(self, key: Key) -> float | None:
        """Return the progress of a chart from 0 to 1, None if unknown."""
        return None

    @property
    def reduced(self) -> bool:
        """Whether the browser prefers reduced motion."""
        return False

    def catch_up(self) -> None:
        """Have every chart that is shown made at once."""
        for key, node in list(self.shown.items()):
            if isinstance(node.control, page.LiveChart) and node.control.shown and not self._is_current(key):
                self._take(key, partial(draw_chart, node.control), (node.control.of, node.control.language))

    def finish(self, gone: list[OnPage]) -> None:
        """Run animations, and close the widgets of the controls ``gone``, after the browser has been updated."""

    def whole_page(self) -> Fields:
        return {"version": self._version, "changed": [(node.id, node.fields) for node in self.shown.values()]}

    def show(self, area: page.Container, typo: page.Message = (), language: str | None = None) -> None:
        """Show a page: send the differences. A refused text, ``typo``, stays in its field."""
        self._typo, self._before, self.shown, self._language = typo, self.shown, {}, language
        self._fit((), area)
        gone = [self._before[key] for key in self._before.keys() - self.shown.keys()]
        changed = [(node.id, fields) for key, node in self.shown.items() if (fields := self._differing(key, node))]
        self._version += 1
        self._unsure.clear()
        if not self._before:
            self.send_first_page()
        else:
            self._tell_browser(changed, [node.id for node in gone])
        for node in gone:
            self._keys.pop(node.id, None)
        self.finish(gone)
        self._charts = {key: made for key, made in self._charts.items() if key in self.shown}
        for key in self._seen_charts & self.shown.keys():
            self._want(key)

    def _tell_browser(self, changed: list[tuple[str, Fields]], gone: list[str]) -> None:
        self.send({"event": "page", "seen": self._seen, "changed": changed, "gone": gone})

    def _differing(self, key: Key, node: OnPage) -> Fields:
        before = self._before.get(key)
        if before is None:
            return node.fields
        old, unsure = before.fields, {"value"} if node.id in self._unsure else ()
        differing = {name: value for name, value in node.fields.items() if old[name] != value or name in unsure}
        if "shapes" in differing:
            differing["shapes"] = diff_shapes(old["shapes"], differing["shapes"])
        return differing

    def _fit(self, key: Key, control: Any) -> str:
        """The number of a control, with what it holds; a control is the one that was there if its key is the same."""
        before = self._before.get(key)
        number = before.id if before else str(next(self._numbers)) if key else ROOT
        widget = before.widget if before else None
        if isinstance(control, page.Container):
            inner = list(_keyed(control, key))
            fields = {**self._common(control), "title": control.title, "children": [self._fit(*one) for one in inner]}
            fields |= {} if key else {"lost": word("kit.lost", self._language)}
            sliders = [self.shown[one].fields for one, child in inner if isinstance(child, page.Slider)]
            for slider in sliders:  # all begin at the same left edge
                slider["wide"] = round(2 + max(text_width(one["description"], TEXT) for one in sliders))
        elif isinstance(control, EMBEDDED):
            self.shown[key] = OnPage(control, number, {}, widget)
            widget, fields = self.embed(key, control, number, before)
            fields = {**self._common(control), **fields}
        elif isinstance(control, page.LiveChart):
            fields = {**self._common(control), **self._chart(key, control)}
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

    def _chart(self, key: Key, control: page.LiveChart) -> Fields:
        made, of = self._charts.get(key, LastChart()), (control.of, control.language)
        saves = [[name, word(f"export.save_{name}", control.language)] for name in ("picture", "table")]
        busy, slow = made.of != of, not made.drawn.html or key in self.slow
        told = " ".join(page.progress_html(control.language, self.share(key))) if busy and slow else made.wrong
        return {"is": "Chart", "html": made.drawn.html, "busy": busy and bool(made.drawn.html), "said": told,
                "saves": saves}  # fmt: skip

    def _is_current(self, key: Key) -> bool:
        control = self.shown[key].control
        return bool(self._charts.get(key, LastChart()).of == (control.of, control.language))

    def _want(self, key: Key) -> None:
        control = self.shown[key].control
        of = control.of, control.language
        if not control.shown or self._is_current(key) or self._asked.get(key) == of:
            return
        self._asked[key] = of

        def take(answer: Callable[[], Drawn]) -> None:
            if self._asked.get(key) == of:
                self._take(key, answer, of)

        self.work(key, control, take)

    def _take(self, key: Key, answer: Callable[[], Drawn], of: tuple[Hashable, str]) -> None:
        """Show a chart; one that cannot be made leaves the one before, with the reason."""
        self._asked.pop(key, None)
        self.slow.discard(key)
        try:
            self._charts[key] = LastChart(of, answer())
        except ValueError as error:
            wrong = page.status_line(error_text(error, of[1])).value
            self._charts[key] = LastChart(of, self._charts.get(key, LastChart()).drawn, wrong)
        self.tell(None, False)

    def node(self, number: Any) -> OnPage | None:
        """The control of a number, None for one that is gone."""
        return self.shown.get(self._keys.get(number, ("gone",)))

    def hear(self, content: Fields) -> None:
        """Handle a message of a browser. One that its control can no longer send (a second quick click) is ignored."""
        node = self.node(content.get("id", ""))
        match content:
            case {"event": "attached", "version": version} if version != self._version:
                self._tell_browser(self.whole_page()["changed"], [])
            case {"event": "seen", "id": number, "seen": seen} if node:
                key = self._keys[number]
                (self._seen_charts.add if seen else self._seen_charts.discard)(key)
                if seen:
                    self._want(key)
            case {"event": "ask", "id": number, "view": view, "what": what} if node:
                drawn = self._charts[self._keys[number]].drawn
                name, kind = (f"chart.{export.PICTURE[0]}", export.PICTURE[1]) if what == "picture" else TABLE
                made = export.png_or_svg(drawn.picture) if what == "picture" else drawn.table
                self.give(name, kind, made, id=number, view=view)
            case {"event": "ask", "id": number, "view": view} if node and isinstance(node.control, page.Download):
                one = node.control
                self.give(one.file_name, one.type, one.text(), id=number, view=view)
            case {"event": "ask", "id": number, "view": view} if node and isinstance(node.control, page.Copy):
                if node.control.make:
                    self.send({"id": number, "view": view, "text": node.control.make()})
            case {"event": "said", "id": number, "view": view, "serial": serial}:
                self._seen.pop(view, None)
                self._seen[view] = serial
                while len(self._seen) > VIEWS:
                    del self._seen[next(iter(self._seen))]
                self._unsure.add(number)
                message = _meant(node.control, content.get("value"), content.get("name")) if node else None
                self.tell(message if node and message and page.can_send(node.control, message) else None, True)


def diff_shapes(old: list[str], new: list[str]) -> list[Any]:
    """Return the shapes of a picture as a diff: a new shape as its text, old ones as runs (first index, count).

    >>> diff_shapes(["a", "b", "c"], ["b", "c", "d"])
    [[1, 2], 'd']
    """
    places, told = {text: place for place, text in enumerate(old)}, list[Any]()
    for text in new:
        place = places.pop(text, None)
        if place is None:
            told.append(text)
        elif told and isinstance(told[-1], list) and sum(told[-1]) == place:
            told[-1][1] += 1
        else:
            told.append([place, 1])
    return told


def _meant(control: Any, value: Any, name: Any) -> page.Message | None:
    """The message of a control that has this value; of a list ``name`` says what stood there."""
    match control:
        case page.Picture():
            action = action_of(control, name)
            return ("drop", action, action_of(control, value)) if value != name else action
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
            return (*control.do, Random().randrange(page.LUCK))  # which determines the dice
        case page.Button() | page.Clock():
            return control.do
    return None


def action_of(picture: page.Picture, name: Any) -> Any:
    """Return the action of a picture with this name, None if it has none."""
    return next((action for action in picture.scene.clickable_actions() if repr(action) == name), None)


def _keyed(area: page.Container, under: Key) -> Iterator[tuple[Key, page.Control]]:
    """The controls in an area: each is known by its message or its key, else by its number among its kind."""
    numbers: dict[Hashable, int] = {}
    for control in area.children:
        if isinstance(control, page.BackgroundTask):
            continue
        name: Hashable = getattr(control, "key", None) or getattr(control, "do", None)
        name = (type(control), name or getattr(control, "name", ""))
        numbers[name] = numbers.get(name, 0) + 1
        yield (*under, name, numbers[name]), control
