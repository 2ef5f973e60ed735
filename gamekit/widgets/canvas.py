"""A scene on a live ipycanvas board.

A canvas has no memory, so a view keeps its scene and paints all of it whenever a client is ready, at twice its size
where the screen has more than one pixel for each px.
The two lower layers and faces of many pieces have hidden canvases, painted when they change and copied from there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import pairwise
from math import ceil, floor, pi, radians
from typing import Any

import anywidget
import ipywidgets
import traitlets
from ipycanvas import Canvas, Path2D, hold_canvas
from ipycanvas import canvas as _ipycanvas

from gamekit.widgets import scene as scenes
from gamekit.widgets.later import handle_messages_meanwhile, in_turn
from gamekit.widgets.look import FAMILIES, asset
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Scene, Shape, Text

SCALE = 2  # canvas pixels per px of the board, before a screen has said that it has one
TOP = 2  # the layer that is seen
SPARE = 100  # px that hidden canvases are higher than the picture
RIM = 6  # px that a shape may reach beyond its outline
SPOTS = 40  # a layer that differs in more of them is painted as a whole
LARGER = 1.05  # a ratio of the screen's pixels to px from which on they are more than one; widths are rounded
WASTE = 1.3  # two of them are one where that is at most so much larger than both
LONG = 600  # outlines with more characters than this travel once, as a Path2D
STROKES = {"M": "moveTo", "L": "lineTo", "Q": "quadraticCurveTo", "C": "bezierCurveTo", "Z": "closePath"}
COMMANDS: dict[str, int] = _ipycanvas.COMMANDS
ATTRIBUTES: dict[str, int] = Canvas.ATTRS
STEPS = 6  # px that the mouse must move before a click becomes a drag
WIDEST = 0.12  # the bold letters of the widest fonts reach so much further than they are reckoned
_path2d = cache(Path2D)


@contextmanager
def batched_drawing() -> Iterator[None]:
    """Send all drawing inside the ``with`` block as one message; also after an exception later drawing is sent."""
    manager = _ipycanvas._CANVAS_MANAGER
    before = manager._caching
    try:
        with hold_canvas():
            yield
    finally:
        if not before:
            manager._caching = False
            manager._commands_cache, manager._buffers_cache, manager._current_canvas = [], [], None


class Painter:
    """Paints shapes on canvases, and keeps the faces that it has painted before."""

    def __init__(self) -> None:
        self.pixels = SCALE
        self.faces: dict[tuple[Box | None, float, tuple[Shape, ...]], Canvas] = {}
        self.layout = ipywidgets.Layout()  # one for all faces, which are not laid out

    def repaint(self) -> None:
        """Paint all faces again, for a client that has just connected."""
        for (box, scale, shapes), face in self.faces.items():
            self._paint_face(face, box, scale, shapes)

    def forget(self) -> None:
        """Close all faces, as after a change of size."""
        for face in self.faces.values():
            face.close()
        self.faces.clear()

    def prepare(self, shapes: Sequence[Shape], scale: float = 1) -> None:
        """Make the canvases of faces that are new, and paint them."""
        for shape in shapes:
            if isinstance(shape, Group):
                size = scale * shape.scale
                if shape.box and (shape.box, size, shape.shapes) not in self.faces:
                    wide, high = (max(1, round(length * size * self.pixels)) for length in shape.box[2:])
                    face = Canvas(width=wide, height=high, layout=self.layout, _send_client_ready_event=False)
                    self.faces[shape.box, size, shape.shapes] = face
                    with batched_drawing():
                        self._paint_face(face, shape.box, size, shape.shapes)
                elif not shape.box:
                    self.prepare(shape.shapes, size)

    def _paint_face(self, face: Canvas, box: Box | None, scale: float, shapes: tuple[Shape, ...]) -> None:
        x, y, width, height = box or (0, 0, 1, 1)
        pen = Pen(face)
        pen.do("resetTransform")
        pen.do("clear")
        pen.do("scale", face.width / width, face.height / height)
        pen.do("translate", -x, -y)
        self.paint(pen, shapes, scale)

    def layer(
        self, canvas: Canvas, shapes: Sequence[Shape], below: Sequence[Canvas] = (), spots: Sequence[Box] | None = None
    ) -> None:
        """Repaint a canvas: copies of the canvases below, and the shapes on them; only within ``spots``, if given."""
        pen = Pen(canvas)
        pen.save()
        pen.do("resetTransform")
        if spots is None:
            pen.do("clear")
        else:
            pen.do("beginPath")
            for spot in spots:
                pen.do("rect", *(self.pixels * length for length in spot))
            pen.do("clip")
            for spot in spots:
                pen.do("clearRect", *(self.pixels * length for length in spot))
            seen = (shape for shape in shapes if isinstance(shape, (Group, Text)) or shape.fill or shape.stroke)
            shapes = [shape for shape in seen if any(map(partial(scenes.boxes_overlap, _extent(shape)), spots))]
        for copied in below:
            pen.do("drawImage", _reference(copied), 0, 0)
        pen.do("scale", self.pixels, self.pixels)
        self.paint(pen, shapes)
        pen.restore()

    def paint(self, pen: Pen, shapes: Sequence[Shape], scale: float = 1, alpha: float = 1) -> None:
        """Paint shapes in the pen's present coordinates."""
        for shape in shapes:
            if isinstance(shape, Group):
                self._group(pen, shape, scale * shape.scale, alpha * shape.opacity)
            elif isinstance(shape, Text):
                _text(pen, shape, alpha)
            elif shape.fill or shape.stroke:
                _outline(pen, shape, alpha)

    def _group(self, pen: Pen, group: Group, scale: float, alpha: float) -> None:
        pen.save()
        if group.x or group.y:
            pen.do("translate", group.x, group.y)
        if group.rotate:
            pen.do("rotate", radians(group.rotate))
        if group.scale != 1:
            pen.do("scale", group.scale, group.scale)
        if group.clip:
            _trace(pen, group.clip)
            pen.do("clip")
        face = self.faces.get((group.box, scale, group.shapes)) if group.box else None
        if face is not None and group.box:
            pen.set(global_alpha=alpha)
            pen.do("drawImage", _reference(face), *group.box)
        else:
            self.paint(pen, group.shapes, scale, alpha)
        pen.restore()


class Pen:
    """Drawing commands for one canvas, as ipycanvas sends them; an attribute is sent only when it changes."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._send = canvas._canvas_manager.send_command
        self._state: dict[str, Any] = {}
        self._saved: list[dict[str, Any]] = []

    def do(self, name: str, *arguments: Any) -> None:
        """One command, named as the browser's canvas names it."""
        self._send(self.canvas, [COMMANDS[name], arguments, 0])

    def set(self, **style: Any) -> None:
        """Attributes: fill_style, font, ..."""
        for name, value in style.items():
            if self._state.get(name) != value:
                self._state[name] = value
                if name == "dash":
                    self.do("setLineDash", value)
                else:
                    self._send(self.canvas, [COMMANDS["set"], [ATTRIBUTES[name], value]])

    def save(self) -> None:
        """Remember coordinates, clip and style."""
        self._saved.append(dict(self._state))
        self.do("save")

    def restore(self) -> None:
        """Go back to the coordinates, clip and style last saved."""
        self._state = self._saved.pop()
        self.do("restore")


def _extent(shape: Shape) -> Box:
    """Return the largest extent of a shape, strokes and descenders included, in whole px."""
    x, y, width, height = scenes.bounds(shape)
    across = RIM + (WIDEST * width if isinstance(shape, Text) else 0)
    left, top = floor(x - across), floor(y - RIM)
    return left, top, ceil(x + width + across) - left, ceil(y + height + RIM) - top


def _joined(one: Box, other: Box) -> Box:
    """Return the box about two boxes."""
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, bottom = max(one[0] + one[2], other[0] + other[2]), max(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top


def _differing(before: Sequence[Shape] | None, now: Sequence[Shape]) -> list[Box] | None:
    """Return the boxes where two layers differ, joined where they lie close; None if these are too many, or if the
    stacking order has changed."""
    if before is None:
        return None
    numbers: dict[Shape, int] = {}  # a shape is hashed once, which takes longer than all else here
    old, new = ([numbers.setdefault(shape, len(numbers)) for shape in shapes] for shapes in (before, now))
    both = set(old) & set(new)
    if [number for number in old if number in both] != [number for number in new if number in both]:
        return None
    spots = list[Box]()
    for shape, number in numbers.items():
        if number not in both:
            spot, apart = _extent(shape), list[Box]()
            for other in spots:
                about = _joined(spot, other)
                if about[2] * about[3] <= WASTE * (spot[2] * spot[3] + other[2] * other[3]):
                    spot = about
                else:
                    apart.append(other)
            spots = [*apart, spot]
    return spots if len(spots) <= SPOTS else None


def _outline(pen: Pen, shape: Rect | Circle | Path, alpha: float) -> None:
    pen.set(global_alpha=alpha * shape.opacity)
    box = (shape.x, shape.y, shape.width, shape.height) if isinstance(shape, Rect) and not shape.radius else None
    long = _reference(_path2d(shape.d)) if isinstance(shape, Path) and len(shape.d) > LONG else None
    if not long and not box:
        _trace(pen, shape)
    if shape.fill:
        pen.set(fill_style=shape.fill)
        pen.do(*(("fillRect", *box) if box else ("fillPath", long) if long else ("fill", "nonzero")))
    if shape.stroke:
        pen.set(stroke_style=shape.stroke, line_width=shape.stroke_width)
        pen.set(line_cap=getattr(shape, "cap", "butt"), line_join=getattr(shape, "join", "miter"), dash=shape.dash)
        pen.do(*(("strokeRect", *box) if box else ("strokePath", long) if long else ("stroke",)))


def _reference(widget: Any) -> str:
    return f"IPY_MODEL_{widget.model_id}"


def _trace(pen: Pen, shape: Rect | Circle | Path) -> None:
    pen.do("beginPath")
    match shape:
        case Circle():
            pen.do("arc", shape.x, shape.y, shape.radius, 0, 2 * pi)
        case Rect() if shape.radius:
            left, top, right, bottom = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
            radius = min(shape.radius, shape.width / 2, shape.height / 2)
            corners = (right, top), (right, bottom), (left, bottom), (left, top), (right, top)
            pen.do("moveTo", left + radius, top)
            for corner, after in pairwise(corners):
                pen.do("arcTo", *corner, *after, radius)
            pen.do("closePath")
        case Rect():
            pen.do("rect", shape.x, shape.y, shape.width, shape.height)
        case Path():
            for name, numbers in _strokes(shape.d):
                pen.do(name, *numbers)


@cache
def _strokes(d: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    return tuple((STROKES[kind], tuple(round(number, 2) for number in numbers)) for kind, numbers in scenes.segments(d))


def _text(pen: Pen, text: Text, alpha: float) -> None:
    align = {"start": "left", "middle": "center", "end": "right"}[text.anchor]
    pen.set(global_alpha=alpha * text.opacity, font=font(text), text_align=align)
    place = (text.text, text.x, text.y, *([text.max_width] if text.max_width else []))
    if text.halo:
        pen.set(stroke_style=text.halo, line_width=text.halo_width, line_join="round", dash=())
        pen.do("strokeText", *place)
    pen.set(fill_style=text.fill)
    pen.do("fillText", *place)


def font(text: Text) -> str:
    return f"{'italic ' if text.italic else ''}{text.weight} {text.size:g}px {FAMILIES[text.family]}"


class CanvasHelper(anywidget.AnyWidget):  # type: ignore[misc]
    """Browser-side additions to a canvas: keyboard, touch, drag and resize.

    It passes Tab, Ctrl, Alt, Meta and the wheel to the page, lets a finger scroll past the board, holds mouse
    moves back unless something is dragged, shows a hand and a name over what can be clicked, lays a real button over
    each such place (Tab reaches one, arrows walk among them, Enter presses), and reports the shown width, the
    screen's pixels for each px and whether motion is to be reduced."""

    _esm, _css = asset("turn.js") + asset("walk.js") + asset("board.js"), asset("board.css")
    label = traitlets.Unicode("").tag(sync=True)
    size = traitlets.List([1.0, 1.0]).tag(sync=True)
    regions: Any = traitlets.List([]).tag(sync=True)
    ratio = traitlets.Float(float(SCALE)).tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)
    room = traitlets.Int(0).tag(sync=True)
    reduced = traitlets.Bool(False).tag(sync=True)
    hovers = traitlets.Bool(False).tag(sync=True)


class CanvasView(ipywidgets.Box):  # type: ignore[misc]
    """A scene that can be clicked and dragged on.

    ``click(action)`` is called for a click, a tap or a key on something with an action; ``drag(action, target)`` when
    something for which ``ghost(action)`` gives a shape is dropped, ``target`` being the action under the pointer or
    None; ``resize(width)`` when the available width changes, in px: call ``show`` with a scene that fits;
    ``hover(action)`` when the pointer or the focus comes to something with an action and a label, None when it leaves.
    A shape with an action but no label is a drop target, without a keyboard button."""

    def __init__(
        self,
        scene: Scene,
        click: Callable[[Any], None] | None = None,
        drag: Callable[[Any, Any], None] | None = None,
        ghost: Callable[[Any], Shape | None] | None = None,
        resize: Callable[[int], None] | None = None,
        hover: Callable[[Any], None] | None = None,
    ) -> None:
        self.scene = scene
        self._click, self._drag, self._ghost, self._hover = click, drag, ghost, hover
        self._painter = Painter()
        self._watched = False  # nothing is painted before a client has come
        self._painted: list[tuple[Shape, ...] | None] = [None, None, None]
        self._retold = set[int]()  # layers whose targets the browser has not been told
        self._resized = set[int]()  # layers whose canvas the browser may clear after it was painted
        self._targets: list[list[tuple[Any, list[Any]]]] = [[], [], []]  # of each layer: action, box and label
        self._from: tuple[float, float] | None = None
        self._to: tuple[float, float] = (0, 0)
        self._carried: tuple[Hashable, Shape] | None = None
        self.layers = [Canvas(_send_client_ready_event=False) for _ in range(TOP + 1)]
        self.canvas = self.layers[TOP]
        self.helper = CanvasHelper(hovers=hover is not None)
        super().__init__([self.canvas, self.helper])
        handle_messages_meanwhile(self.canvas, self.helper)
        self.add_class("gk-board")
        self.canvas.on_mouse_down(self.press)
        self.canvas.on_mouse_move(self.move)
        self.canvas.on_mouse_up(self.release)
        self.canvas.on_mouse_out(lambda x, y: self.cancel())
        self.canvas.on_touch_start(lambda points: self.press(*points[0]) if points else None)
        self.canvas.on_touch_move(lambda points: self.move(*points[0]) if points else None)
        self.canvas.on_touch_end(lambda points: self.release(*(place * self._painter.pixels for place in self._to)))
        self.canvas.on_touch_cancel(lambda points: self.cancel())
        self.helper.on_msg(self._heard)
        if resize:
            self.helper.observe(lambda change: change["new"] and resize(change["new"]), "room")
        self.helper.observe(lambda change: self._rescale(change["new"]) and self.repaint(), "ratio")
        self._fit()
        self.show(scene)

    @in_turn
    def close(self) -> None:
        """Close the view with all canvases, also those that no other widget contains."""
        for widget in (*self.layers, *(layer.layout for layer in self.layers), *self._painter.faces.values()):
            widget.close()
        self._painter.layout.close()
        super().close()

    def show(self, scene: Scene) -> None:
        """Show another scene."""
        self.paint(scene)
        self.tell_targets()

    @in_turn
    def paint(self, scene: Scene) -> None:
        """Paint another scene, only the layers that differ; ``tell_targets`` is to follow."""
        resized = (scene.width, scene.height) != (self.scene.width, self.scene.height)
        self.scene = scene
        if resized:
            self._fit()
        changed = [place for place, layer in enumerate(scene.layers) if layer != self._painted[place]]
        self._retold.update(changed)
        if self._watched:
            self._paint(changed)
        self._painted = list(scene.layers)

    def _paint(self, places: Sequence[int]) -> None:
        ground = Rect(0, 0, self.scene.width, self.layers[0].height / self._painter.pixels, fill=self.scene.ground)
        seen: list[Box] | None = []
        with batched_drawing():
            for place in places:
                shapes = self.scene.layers[place]
                self._painter.prepare(shapes)
                spots = _differing(self._painted[place], shapes)
                seen = None if seen is None or spots is None else seen + spots
                if place < TOP:
                    self._painter.layer(self.layers[place], shapes if place else (ground, *shapes), spots=spots)
            if places:
                self._top(self.scene.overlay, seen)

    def _top(self, shapes: Sequence[Shape], spots: Sequence[Box] | None = None) -> None:
        below = self.layers[:TOP] if self.scene.pieces else self.layers[:1]  # a copy takes 3 ms
        self._painter.layer(self.canvas, shapes, below, spots)

    @in_turn
    def repaint(self) -> None:
        """Paint everything, for a client that has just connected or a canvas that has just been resized."""
        self._watched = True
        with batched_drawing():
            self._painter.repaint()
        self._painted = [None, None, None]
        self._resized.clear()
        self.show(self.scene)

    @in_turn
    def animate(self, frames: Sequence[Sequence[Shape]], milliseconds: float = 240) -> None:
        """Play frames on the top layer, then restore the scene's; nothing if the browser prefers reduced motion."""
        if self.helper.reduced or not frames or not self._watched:
            return
        for frame in frames:
            self._painter.prepare(frame)
        with batched_drawing():
            for frame in (*frames, self.scene.overlay):
                self._top(frame)
                if frame is not self.scene.overlay:
                    self.canvas.sleep(milliseconds / len(frames))

    def _rescale(self, ratio: float) -> bool:
        """Fit the canvases to a screen's pixel ratio, as painting at twice its size takes four times as long; whether
        that changes them."""
        pixels = 1 if ratio < LARGER else SCALE
        if pixels == self._painter.pixels:
            return False
        self._painter.pixels = pixels
        self._fit()
        return True

    def _fit(self) -> None:
        """Fit the canvases to the scene. Hidden ones are higher and do not shrink: a picture with a line more or less
        keeps what is painted on them, as a map takes a tenth of a second."""
        pixels, height = self._painter.pixels, self.scene.height
        if self.canvas.width != round(self.scene.width * pixels):
            self._painter.forget()
        for place, canvas in enumerate(self.layers):
            wide, high = (round(side * pixels) for side in (self.scene.width, height + SPARE * (place < TOP)))
            if place < TOP and canvas.width == wide and canvas.height >= round(height * pixels):
                continue
            canvas.width, canvas.height = wide, high
            self._painted[place] = None
            self._resized.add(place)
        self.canvas.layout.width, self.canvas.layout.height = "100%", "auto"
        self.canvas.layout.max_width = f"{self.scene.width:g}px"

    @in_turn
    def tell_targets(self) -> None:
        """Tell the browser what the scene is called, and what can be clicked where."""
        while self._retold:
            place = self._retold.pop()
            found = [target for target in scenes.clickable_places(self.scene.layers[place]) if target.label]
            self._targets[place] = [(one.action, [*(round(side, 1) for side in one.box), one.label]) for one in found]
        regions = {action: region for layer in self._targets for action, region in layer}
        seen = {on: [*box, bool(self._ghost and self._ghost(on)), repr(on)] for on, box in regions.items()}
        self._actions = {repr(action): action for action in seen}
        with self.helper.hold_sync():
            self.helper.label = self.scene.sentence or self.scene.title
            self.helper.size = [float(self.scene.width), float(self.scene.height)]
            self.helper.regions = list(seen.values())

    # Mouse, touch and keys; positions come in canvas pixels.

    def _place(self, x: float, y: float) -> Point:
        return x / self._painter.pixels, y / self._painter.pixels

    def press(self, x: float, y: float) -> None:
        """Handle a press at (x, y) in px: begin a click or a drag."""
        self._from = self._to = self._place(x, y)
        self._carried = None

    def move(self, x: float, y: float) -> None:
        """Handle a pointer move, which drags the shape it was pressed on, if draggable."""
        self._to = self._place(x, y)
        if self._from is None or self._ghost is None:
            return
        far = abs(self._to[0] - self._from[0]) + abs(self._to[1] - self._from[1]) > STEPS
        if self._carried is None and far:
            hit = self.scene.clickable_at(*self._from)
            shape = self._ghost(hit.action) if hit else None
            self._carried = (hit.action, shape) if hit and shape else None
            self._from = self._from if self._carried else None
        if self._carried:
            ghost = Group((self._carried[1],), *self._to, opacity=0.85)
            self._painter.prepare((ghost,))
            with batched_drawing():
                self._top((*self.scene.overlay, ghost))

    def release(self, x: float, y: float) -> None:
        """Handle the release of the pointer: a click, or the end of a drag."""
        start, carried = self._from, self._carried
        self._to = self._place(x, y)
        self.cancel()
        hit = self.scene.clickable_at(*self._to)
        pressed = hit if start == self._to else self.scene.clickable_at(*start) if start else None
        if carried and self._drag:
            self._drag(carried[0], hit.action if hit else None)
        elif hit and pressed and self._click and pressed.action == hit.action:
            self._click(hit.action)

    def cancel(self) -> None:
        """Cancel the drag."""
        if self._carried:
            with batched_drawing():
                self._top(self.scene.overlay)
        self._from = self._carried = None

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        if content.get("event") == "attached":
            self._rescale(content.get("ratio") or self.helper.ratio)
            self.helper.room = content.get("room") or self.helper.room
            self.repaint()
            self.helper.send_state(("label", "size", "regions"))  # also to one that began late, after they were told
            self.helper.send({"event": "painted"})
        elif content.get("event") == "resized":
            while self._resized:
                self._painted[self._resized.pop()] = None
            self.show(self.scene)
        elif content.get("event") == "down":
            self.press(*content["at"])
        elif content.get("event") == "click":
            self.press(*content["down"])
            self.release(*content["up"])
        elif content.get("event") == "press" and self._click and content.get("key") in self._actions:
            self._click(self._actions[content["key"]])
        elif content.get("event") == "remove" and self._drag and self._ghost:  # as if it were dragged away
            action = self._actions.get(content.get("key"))
            if action is not None and self._ghost(action):
                self._drag(action, None)
        elif content.get("event") == "over" and self._hover:
            self._hover(self._actions.get(content.get("key")))
