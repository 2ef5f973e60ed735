"""A board's page as data: controls as frozen values, each with the message that it means.

The same page becomes widgets (``app.Board``), static HTML for a site or a worksheet (``to_html``) and plain text for a
terminal (``to_text``). ``can_send`` says whether a page can send a message at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape, unescape
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from gamekit.storage.atomic_file import numbered_lines
from gamekit.storage.serialization import parse_json
from gamekit.text.translation import note, percent, word
from gamekit.widgets.look import TOKENS, asset
from gamekit.widgets.scene import Circle, Path, Rect, Scene, Shape
from gamekit.widgets.svg import image, picture_bar

if TYPE_CHECKING:
    from gamekit.widgets.charts import Chart

Message: TypeAlias = tuple[Any, ...]  # a verb and what it is about; a control with a value adds the value
CODE = "gk-code"  # the class of controls about code, which the pages of a class leave out
LUCK = 2**32  # a button of chance adds a whole number below this
SLIM: Final = 560.0  # px that a page of 800 and less lays its pictures out for, where nobody lays them out anew


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The fields of every control: ``key`` distinguishes it from others of its class; one not ``shown`` cannot send;
    ``error`` is the reason, shown beside a field, why its text or file was refused."""

    key: Hashable = None
    shown: bool = True
    disabled: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class Html(Control):
    """A piece of HTML; ``kind`` is its CSS classes, "gk-live" for text that a screen reader announces."""

    value: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Button(Control):
    """A button that sends ``do``.

    ``kind`` is "main" or "link"; ``icon`` shows that drawing and keeps ``description`` as its name. A button of
    ``chance`` adds a random whole number to its message, so that the message alone determines the dice."""

    description: str
    do: Message
    kind: str = ""
    tooltip: str = ""
    icon: str = ""
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Menu(Control):
    """A drop-down list of (text, value); ``tooltip`` is its name if it has no description."""

    options: Sequence[tuple[str, Any]]
    value: Any
    do: Message
    description: str = ""
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Radio(Control):
    """One of several (name, quiet note, value at the right); sends the number of the one chosen."""

    options: Sequence[Sequence[str]]
    index: int
    do: Message
    label: str = ""


@dataclass(frozen=True, slots=True)
class Slider(Control):
    """Whole numbers; sends the number while it moves.

    A slider without a description shows no number; its ``tooltip`` describes the value."""

    description: str
    min: int
    max: int
    value: int
    do: Message
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Check(Control):
    """A box to tick; sends True or False."""

    description: str
    value: bool
    do: Message


@dataclass(frozen=True, slots=True)
class Input(Control):
    """A line to type in, ``kind`` its CSS classes; sends the text on Enter or on leaving. A text that is refused stays
    to be mended."""

    value: str
    do: Message
    description: str = ""
    placeholder: str = ""
    kind: str = ""


class Tile(NamedTuple):
    """One button of ``Tiles``: its HTML (trusted, never user input), its name, its message."""

    html: str
    label: str
    do: Message
    kind: str = ""
    pressed: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Tiles(Control):
    """Real buttons with pictures or names, one after the other; with ``keys`` a digit presses the tile of its number,
    the first being 0, wherever on the page the focus is, but in a field."""

    tiles: tuple[Tile, ...]
    label: str = ""
    keys: bool = False


@dataclass(frozen=True, slots=True)
class Copy(Control):
    """A button that copies ``text``, or the result of ``make()`` when pressed, and then shows ``done``.

    ``kind`` is its CSS classes, "gk-code" for a button about code, which pages for a class omit."""

    title: str
    text: str
    done: str
    make: Callable[[], str] | None = field(default=None, compare=False)
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Download(Control):
    """A button that downloads a file; its ``text``, or bytes, and a name that is a function are made when pressed."""

    title: str
    name: str | Callable[[], str] = field(compare=False)
    text: Callable[[], str | bytes] = field(compare=False)
    type: str = "text/plain"

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return self.name() if callable(self.name) else self.name


@dataclass(frozen=True, slots=True)
class Upload(Control):
    """A button that takes a text file; sends its text."""

    title: str
    do: Message
    accept: str = ""


@dataclass(frozen=True, slots=True)
class Clock(Control):
    """A timer that sends ``do`` repeatedly while it is on; the page that shows it keeps the time."""

    do: Message
    on: bool
    milliseconds: int = 900


@dataclass(frozen=True, slots=True)
class Picture(Control):
    """A scene to click and drag on: a click sends its action, a drop ``("drop", action, target or None)``.

    ``ghost(action)`` is the shape that follows a drag, None for what stays put. ``hover`` is sent with the action under
    the pointer or the focus, or None. ``motion(before, now)`` gives the frames between two ``view`` s. ``still`` is the
    picture stored in a notebook, if different; ``printed`` the board without parts that are only for clicks. ``name``
    distinguishes the pictures of a page. One that ``reveals_odds`` is hidden by a cover, or replaced by ``covered``."""

    scene: Scene
    ghost: Callable[[Any], Shape | None] | None = field(default=None, compare=False)
    hover: Message | None = None
    view: Any = field(default=None, compare=False)
    motion: Callable[[Any, Any], Sequence[Sequence[Shape]]] | None = field(default=None, compare=False)
    still: Callable[[], Scene] | None = field(default=None, compare=False)
    printed: Callable[[], Scene] | None = field(default=None, compare=False)
    name: str = "board"
    reveals_odds: bool = False
    covered: Callable[[], Scene] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LiveChart(Control):
    """A chart that ``make`` draws in the background, anew whenever the key ``of`` differs from the last page's."""

    make: Callable[[], Chart] = field(compare=False)
    of: Hashable
    language: str = "en"


@dataclass(frozen=True, slots=True)
class BackgroundTask(Control):
    """Work in the background: its result is sent as the message ``(*do, result)``, or given to ``take``.

    It runs once for each ``of``, after ``pause`` quiet seconds; work for an earlier ``of`` is dropped. The page waits a
    moment for the result; else it is shown without it, and again when the result has come. ``take`` is called in the
    page's own thread; a ValueError of ``work`` is shown as the page's error."""

    work: Callable[[], Any] = field(compare=False)
    do: Message
    of: Hashable
    pause: float = 0.0
    take: Callable[[Any], None] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LiveWidget(Control):
    """A board inside the page, made once; with ``covered`` it is covered together with the page."""

    make: Callable[[], Any] = field(compare=False)
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Container(Control):
    """Controls laid out by the style sheet, by class; under a ``title`` they are folded until it is pressed."""

    kind: str
    children: tuple[Control, ...]
    title: str = ""


class Viewport(NamedTuple):
    """The surroundings of a page: its width in px, whether undo is possible, the last error.

    ``stale``: the answer does not belong to the text in the field. ``rooms`` has the width of each picture."""

    width: float
    undoable: bool = False
    error: str = ""
    stale: bool = False
    rooms: Mapping[str, float] = {}
    reduced: bool = False


def board_css() -> str:
    """Return the CSS of all boards."""
    return "\n".join([TOKENS, *(asset(f"{name}.css") for name in ("page", "games", "lessons"))])


def page(
    viewport: Viewport,
    heading: str,
    answer: str,
    main: Iterable[Control | None],
    side: Iterable[Control | None] = (),
    below: Iterable[Control | None] = (),
    under_answer: Iterable[Control | None] = (),
) -> Container:
    """Return the layout of every screen: heading and answer, the board under them, the controls beside it, the rest.

    The answer stays in sight while the page is scrolled, dimmed while ``viewport.stale``. So do the controls of
    ``under_answer``: a ``fold`` opened there is seen together with the answer, however tall the board is. Where the
    page has less than 1000 px the controls go under the board, in as many columns as fit."""
    said = Html(answer, "gk-live gk-dim" if viewport.stale else "gk-live")
    top = row(Html(heading), said, *under_answer, kind="gk-stack gk-top")
    grid = row(
        row(*main, kind="gk-main gk-stack"), row(*side, kind="gk-side"), row(*below, kind="gk-below"), kind="gk-grid"
    )
    return row(top, grid, kind="gk-page")


def section(
    title: str, *children: Control | None, aside: str = "", shown: bool = True, key: Hashable = None
) -> Container:
    """Group controls under a heading; no heading if the title is empty."""
    head = Html(heading_html(title, aside)) if title else None
    return replace(row(head, *children, kind="gk-section", shown=shown), key=key)


def fold(title: str, *children: Control | None, shown: bool = True) -> Container:
    """Put controls side by side under a line that opens and closes them, closed at first; at most one fold of a page is
    open. ``shown``: whether the line is on the page at all."""
    return replace(row(*children, kind="gk-fold", shown=shown), title=title)


def row(*children: Control | None, kind: str = "gk-row", shown: bool = True) -> Container:
    """Return an area whose controls stand side by side."""
    return Container(kind, tuple(child for child in children if child is not None), shown=shown)


def copy_buttons(say: Callable[[str], str], sentence: str, code: str, basis: str, fraction: bool = True) -> Container:
    """Return buttons that copy a board as a sentence, with or without basis, and as code; one shows the fraction."""
    short = re.sub(rf"\s*[(（]?{re.escape(basis)}[)）]?", "", sentence) if basis else sentence
    with_basis = (word("kit.copy_basis"), sentence, "") if short != sentence else None
    texts = filter(None, ((say("copy_sentence"), short, ""), with_basis, (say("copy_code"), code, CODE)))
    more = (fraction_button(say),) if fraction else ()
    return Container("gk-links", (*(Copy(name, text, say("copied"), kind=kind) for name, text, kind in texts), *more))


def fraction_button(say: Callable[[str], str]) -> Button:
    """Return the button that shows or hides exact fractions; ``say`` gives the text of a key, here "fraction"."""
    return Button(say("fraction"), ("fraction",), "link")


def chooser(label: str, values: Sequence[Any], index: int, message: Message) -> Slider | Check | Menu:
    """Return a slider for consecutive integers, a check box for False and True, else a list, which sends the index."""
    if all(type(value) is bool for value in values) and len(values) == 2:
        return Check(label, values[index], message)
    if all(type(value) is int for value in values) and list(values) == [*range(values[0], values[-1] + 1)]:
        return Slider(label, values[0], values[-1], values[index], message)
    return Menu([(str(value), number) for number, value in enumerate(values)], index, message, label)


def status_line(error: str, text: str = "") -> Html:
    """Return the line with the error, else the text ``text``."""
    return Html(f'<span class="gk-error">{escape(error)}</span>' if error else escape(text), "gk-live")


def progress_html(language: str | None, share: float | None = None) -> tuple[str, str]:
    """Return HTML of a progress bar, if ``share`` is known, and of the text that work goes on."""
    bar = "<progress></progress>" if share is None else f'<progress value="{share:.3f}"></progress> {share:.0%}'
    return bar, escape(word("kit.working", language))


def progress_panel(language: str, share: float | None = None) -> Container:
    """Return the progress of background work, ``share`` if known, and the button that stops it."""
    (bar, words), halt = progress_html(language, share), Button(word("kit.halt", language), ("halt",))
    return Container("gk-row gk-working", (Html(bar), Html(words, "gk-live"), halt), key="working")


def muted_line(text: str) -> Html:
    """Return a line in muted small type."""
    return Html(f'<span class="gk-quiet">{escape(text)}</span>')


def controls(page: Control, hidden: bool = False) -> Iterator[Control]:
    """Every control of a page in reading order, those in areas not shown only if ``hidden``."""
    if hidden or page.shown:
        yield page
        for child in page.children if isinstance(page, Container) else ():
            yield from controls(child, hidden)


def with_error(page: Container, field_message: Message, error: str) -> Container:
    """The page with an error beside the input or upload whose message is ``field_message``; the same page where none
    such is shown.

    >>> area = Container("gk-row", (Input("C5/II", ("write",)),))
    >>> with_error(area, ("write",), "no such block").children[0].error
    'no such block'
    """

    def marked(one: Control) -> Control | None:
        mine = isinstance(one, (Input, Upload)) and one.do == field_message
        return one if not one.shown else replace(one, error=error) if mine else None

    return replace_controls(page, marked)


def replace_controls(area: Container, change: Callable[[Any], Control | None]) -> Container:
    """Return an area with every control replaced by ``change(control)``; where that is None an area is looked into, and
    any other control kept. The same area if nothing changes."""
    children = list(area.children)
    for place, child in enumerate(children):
        inner = replace_controls(child, change) if isinstance(child, Container) else child
        children[place] = change(child) or inner
    same = all(one is other for one, other in zip(children, area.children))
    return area if same else replace(area, children=tuple(children))


def can_send(page: Control, message: Message) -> bool:
    """Whether a control of the page that is shown, and not disabled, can send this message.

    >>> [can_send(Slider("CSP", 1, 4, 2, ("city",)), ("city", csp)) for csp in (4, 5)]
    [True, False]
    """
    try:
        return isinstance(message, tuple) and bool({message}) and any(_means(one, message) for one in controls(page))
    except TypeError:  # it holds a list or the like
        return False


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal and of one type: True is not 1, 2 is not 2.0."""
    return bool(one == other) and repr(one) == repr(other)


def _among(message: Any, messages: Iterable[Any]) -> bool:
    return any(_same(message, one) for one in messages)


TAKES: dict[type, Callable[[Any, Any], bool]] = {  # which values a control adds to its message
    Menu: lambda control, value: _among(value, (one for _, one in control.options)),
    Radio: lambda control, value: _whole(value, range(len(control.options))),
    Slider: lambda control, value: _whole(value, range(control.min, control.max + 1)),
    Check: lambda control, value: isinstance(value, bool),
    Input: lambda control, value: isinstance(value, str),
    Upload: lambda control, value: isinstance(value, str),
    Button: lambda control, value: _whole(value, range(LUCK)),
}


def _whole(value: Any, among: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in among


def _means(control: Control, message: Message) -> bool:
    match control:
        case Picture():
            return _of_picture(control, message)
        case Tiles():
            return any(_same(tile.do, message) and not tile.disabled for tile in control.tiles)
        case Clock() | Button(chance=False):
            return _same(control.do, message) and not control.disabled and getattr(control, "on", True)
        case Menu() | Radio() | Slider() | Check() | Input() | Upload() | Button():
            mine = not control.disabled and bool(message) and _same(message[:-1], control.do)
            return mine and TAKES[type(control)](control, message[-1])
    return False


def _of_picture(picture: Picture, message: Message) -> bool:
    actions = set(picture.scene.clickable_actions())
    if _among(message, actions):
        return True
    if picture.hover is not None and _same(message[:-1], picture.hover):
        return message[-1] is None or _among(message[-1], actions)
    match message:
        case ("drop", carried, target) if picture.ghost is not None:
            aimed = target is None or _among(target, actions)
            return aimed and _among(carried, actions) and picture.ghost(carried) is not None
    return False


def log_text(log: Iterable[Message]) -> str:
    """Return messages as JSON lines; TypeError for a message that is not made of plain values.

    >>> log_text([("city", 4), ("undo",)])
    '["city", 4]\\n["undo"]\\n'
    """
    return "".join(json.dumps(_plain(message), ensure_ascii=False) + "\n" for message in log)


def read_log(text: str) -> tuple[Message, ...]:
    """Return the messages of JSON lines; ValueError with the number of an invalid line.

    >>> read_log('["city", 4]')
    (('city', 4),)
    """
    found = []
    for number, line in numbered_lines(text):
        if not line or line.isspace():
            continue
        try:
            message = _tuple(parse_json(line))
        except ValueError as error:
            raise ValueError(note("kit.log", line=number, why=str(error))) from None
        if not isinstance(message, tuple) or not message:
            raise ValueError(note("kit.log", line=number, why=line[:80]))
        found.append(message)
    return tuple(found)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise TypeError(f"a message holds {value!r}; it should hold texts, numbers, True, False, None and tuples of them")


def _tuple(value: Any) -> Any:
    return tuple(_tuple(one) for one in value) if isinstance(value, list) else value


def still_picture_html(page: Control, language: str, sentence: str = "") -> str:
    """Return the picture of a page as HTML for a notebook that is not run, below a bar that says how to make it live.

    ``sentence`` stands above the picture, but not above one that has a still version (``Picture.still``), on which the
    answer is written."""
    picture = next((control for control in controls(page) if isinstance(control, Picture)), None)
    told = "" if picture and picture.still else f"<p>{escape(sentence)}</p>"
    return f"{picture_bar(language)}{told}{image(printed_scene(picture), picture.name) if picture else ''}"


def printed_scene(picture: Picture) -> Scene:
    """Return the scene of a picture as it is printed: without invisible shapes that are only there to be clicked."""
    kept, outlines = picture.still or picture.printed, (Rect, Circle, Path)
    scene = kept() if kept else picture.scene
    return scene.redrawn(lambda one: () if isinstance(one, outlines) and not (one.fill or one.stroke) else (one,))


def to_html(page: Control, narrow: Control | None = None) -> str:
    """Return a page as static HTML: texts and tables, pictures and charts as SVG images, choices as text, no buttons.

    Below 900 px width the pictures of ``narrow``, the page laid out for ``SLIM`` px, are shown if given."""
    pictures = (one for one in controls(narrow) if isinstance(one, Picture)) if narrow else ()
    slim = {one.name: printed_scene(replace(one, still=None)) for one in pictures}
    return f"<style>{board_css()}</style>{_html(page, slim)}"


def _html(control: Control, slim: Mapping[str, Scene]) -> str:
    if not control.shown:
        return ""
    match control:
        case Container():
            within, tag = "".join(_html(one, slim) for one in control.children), "details" if control.title else "div"
            head = f"<summary>{escape(control.title)}</summary>" if control.title else ""
            return f'<{tag} class="{control.kind}">{head}{within}</{tag}>'
        case Html():
            return f'<div class="{control.kind}">{control.value}</div>' if control.value else ""
        case Picture():
            scene = printed_scene(replace(control, still=None))  # the answer stands on the page
            return image(scene, control.name, slim.get(control.name))
        case Button():
            return ""
        case LiveChart():
            drawn = control.make()
            return f"<div>{image(drawn.scene, 'chart')}{drawn.folded_table_html}</div>"
        case Tiles():
            pressed = [tile for tile in control.tiles if tile.pressed] or control.tiles
            tiles = (f'<span class="gk-tile {tile.kind}">{tile.html}</span>' for tile in pressed)
            return f'<div class="gk-tiles">{"".join(tiles)}</div>'
    said = escape(_chosen(control))
    return f"<div>{said}</div>" if said else ""


def _chosen(control: Control) -> str:
    match control:
        case Menu():
            text = next((text for text, value in control.options if value == control.value), "")
            return f"{control.description}: {text}" if control.description and text else text
        case Radio():
            chosen = " ".join(filter(None, control.options[control.index]))
            return f"{control.label}: {chosen}" if control.label else chosen
        case Check():
            return f"✓ {control.description}" if control.value else ""
        case Input() if not control.value:
            return ""
    return " ".join(_said(control))


def to_text(page: Control) -> str:
    """Return a page as plain text: each control's text and value, one below the other."""
    return "\n".join(line for control in controls(page) for line in _said(control) if line.strip())


def _listed(named: str, options: Iterable[tuple[str, bool]]) -> list[str]:
    return [*([f"{named}:"] if named else []), *(f"({'x' if chosen else ' '}) {text}" for text, chosen in options)]


SAID: dict[type, Callable[[Any], list[str]]] = {  # what a control says, line by line
    Container: lambda one: [one.title],
    Html: lambda one: [plain_text(one.value)],
    Picture: lambda one: [one.scene.sentence or one.scene.title],
    LiveChart: lambda one: str(one.make()).splitlines(),
    Tiles: lambda one: [f"[{tile.label}]" for tile in one.tiles if not tile.disabled],
    Menu: lambda one: _listed(one.description or one.tooltip, ((text, v == one.value) for text, v in one.options)),
    Radio: lambda one: _listed("", ((" ".join(filter(None, o)), n == one.index) for n, o in enumerate(one.options))),
    Slider: lambda one: [f"{one.description}: {one.value} ({one.min}–{one.max})"] if one.description else [],
    Check: lambda one: [f"[{'x' if one.value else ' '}] {one.description}"],
    Input: lambda one: [f"{one.description}: {one.value}" if one.description else one.value, one.error],
    Upload: lambda one: [one.error],
    Button: lambda one: [] if one.disabled or one.kind == "link" else [f"[{one.description}]"],
}


def _said(control: Control) -> list[str]:
    return SAID.get(type(control), lambda one: [])(control)


def plain_text(html: str) -> str:
    """Return the text of a piece of HTML.

    >>> plain_text("<h3>Rome &amp; <b>Carthage</b></h3><p>13%</p>")
    'Rome & Carthage 13%'
    """
    spaced = re.sub(r"</?(?:div|p|h\d|li|ul|table|tr|td|th|br|span|summary)[^>]*>", " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", spaced)).split())


def heading_html(title: str, aside: str = "", level: int = 2) -> str:
    """Return a heading as HTML, with ``aside`` in muted type at its right; both are plain text and are escaped."""
    right = f'<span class="gk-quiet">{escape(aside)}</span>' if aside else ""
    return f'<div class="gk-head"><h{level}>{escape(title)}</h{level}>{right}</div>'


def answer_html(
    number: str,
    claim: str,
    note: str,
    parts: Sequence[tuple[str, float, str]],
    basis: str,
    rules: str = "",
    colour: str = "inherit",
    exact: str = "",
    fraction: bool = False,
) -> str:
    """Return the result line: the number in large type, its meaning, a bar of (label, share, colour) parts, the basis.

    ``exact`` is shown when the pointer rests on the number, and below it in small type if ``fraction``."""
    below = f'<span class="gk-fraction">{escape(exact)}</span>' if fraction and exact else ""
    return f"""<div class="gk-answer"><div class="gk-claim">
<span class="gk-number" style="color:{colour}" title="{escape(exact)}">{escape(number)}</span>
<span class="gk-said"><b>{escape(claim)}</b><span class="gk-quiet">{escape(note)}</span></span></div>
<div>{bar_html(parts) if parts else ""}</div>{below}
<div class="gk-basis"><span>{escape(basis)}</span><span>{escape(rules)}</span></div></div>"""


def worded_answer_html(claim: str, note: str, basis: str, exact: str = "", more: str = "") -> str:
    """Return an answer in words: in large type, a note, its fraction, the basis, of which ``more`` is folded."""
    below = f'<span class="gk-fraction">{escape(exact)}</span>' if exact else ""
    shown = f"<details><summary>{escape(basis)}</summary>{escape(more)}</details>" if more else escape(basis)
    told = f'<span class="gk-told-claim">{escape(claim)}</span><span class="gk-told-note">{escape(note)}</span>'
    return f'<div class="gk-told">{told}</div>{below}<div class="gk-basis"><span>{shown}</span></div>'


def bar_html(parts: Sequence[tuple[str, float, str]]) -> str:
    """A bar of (label, share of 1, colour) parts, each with its share, and the labels below them."""
    shown = [(label, share, colour, percent(share)) for label, share, colour in parts]
    bars, names = [], []
    for label, share, colour, said in shown:
        inside = escape(said) if share >= 0.12 else ""
        thin = "" if inside else ' class="gk-thin"'
        if share > 0:
            bars.append(f'<span{thin} style="flex:{share:.6f} 0 0;background:{colour}">{inside}</span>')
        before = "" if inside else f'<span class="gk-plain">{escape(said)}</span>'
        name = " ".join(text for text in (before, escape(label)) if text)
        names.append(f'<span style="color:{colour};flex-grow:{share:.4f}">{name}</span>')
    spoken = ", ".join(f"{label} {said}" for label, _, _, said in shown)
    named = f' role="img" aria-label="{escape(spoken)}"' if spoken else ""
    return f'<div class="gk-bar"{named}>{"".join(bars)}</div><div class="gk-joints">{"".join(names)}</div>'


def table_html(rows: Iterable[Iterable[str]], heads: Iterable[str] = (), kind: str = "") -> str:
    """Return rows of cells, which are HTML, as a table of a CSS class, under ``heads`` if there are any."""
    tagged = ("th", heads), *(("td", cells) for cells in rows)
    head, *lines = (
        "".join(f"<{tag}>{cell}</{tag}>" if cell else "<td></td>" for cell in cells) for tag, cells in tagged
    )
    above = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f'<table class="{kind}">{above}<tbody>{"".join(f"<tr>{line}</tr>" for line in lines)}</tbody></table>'


def log_html(letters_colours_texts: Iterable[tuple[str, str, str]]) -> str:
    row = '<li><span class="gk-letter" style="background:{}">{}</span><span>{}</span></li>'.format
    rows = (row(colour, escape(letter), escape(text)) for letter, colour, text in letters_colours_texts)
    return f'<ul class="gk-log">{"".join(rows)}</ul>'
