"""The map as a picture: a pure function of what a player sees, of what may be done, and of the room there is.

``map_scene(view, legal)`` draws a position through the eyes of whoever the view belongs to; given the views of both
sides it shows every block. Clicks mean ``at`` a place and ``on`` a block; what they do is the board's business."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.notation import place_name, side_name, year_name
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.tables import CITIES, DEFENDER, PLACES, ROADS, SIDES, Block
from gamekit.storage import data_files
from gamekit.text.translation import default_language, language_or_default, word
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.julius_caesar.pieces import block_label, block_of
from gamekit.widgets.look import CAESAR, GOOD, INK, TINTS, TINY, WHITE
from gamekit.widgets.map.atlas import Atlas, Conic, DrawingRow, Passage, Site
from gamekit.widgets.map.base import PIECE, BaseMap, Pane, base_map, dot, pane_outline, readable
from gamekit.widgets.map.placing import Placement, leader_line, place_boxes
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Scene, Shape, Text, bezier_point
from gamekit.widgets.svg import share_long_lines, svg

WIDTH, HEIGHT = 1248.0, 620.0
ATLAS: Final = Atlas(
    WIDTH,
    HEIGHT,
    Conic(radius=1810.0, origin=(564.7, 370.7), centre=(39.0, 12.0), parallels=(33.0, 45.0)),
    sites={
        city.name: Site(city.lat, city.lon, city.value, "major " * city.major_port + "port" * city.port)
        for city in CITIES.values()
    },
    links=[Passage(road.city_a, road.city_b, road.class_.value) for road in ROADS],
    drawing=data_files.csv_records(DrawingRow, "julius_caesar/map_drawing.csv"),
    name=place_name,
    say=lambda key, language: word(f"julius_caesar.map.{key}", language),
    accent=CAESAR,
)


def say(key: str, **fields: Any) -> str:
    """A sentence of the campaign."""
    return word(f"julius_caesar.campaign.{key}", **fields)


REACH = 15.0  # px round a city in which a click means it
DESTINATIONS = (s.Go, s.Target, s.JoinBattle)
CHOSEN = (s.Take, s.Embark, s.Regroup, s.Disband, s.Strengthen, s.Deploy)
SHOWN = 3  # pieces of a folded stack; the rest is a number (looked at, all are shown)
ROW = 5  # pieces in a row of an unfolded stack
HIDDEN, STEP = 21.0, 8.0  # a piece face down, and how much of the next one is seen
CHIP, MORE = 20.0, 22.0  # a piece with a count on it; the room of "+2"
MOVED = 0.55  # how faint a piece is that has moved this turn
LEFT, BELOW = 6.0, 5.0  # how far the side's letter juts out of a stack


@dataclass(frozen=True, slots=True)
class Token:
    """A block on the map: ``name`` and ``face`` where it is seen, else neither."""

    name: str = ""
    face: Block | None = None
    moved: bool = False
    may_act: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """The blocks of a side at a place."""

    place: str
    side: str
    tokens: tuple[Token, ...]

    @property
    def open(self) -> bool:
        return any(token.face for token in self.tokens)


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How the map is shown: the width in px, the language, the region that fills it (all when empty).

    ``selected`` is the place looked at, whose stack lies unfolded; ``held`` the block in hand or chosen; ``near`` and
    ``far`` the places where it may go next, and by going on; ``left`` how many blocks more a road carries, as (here,
    there, number); ``closed`` turns every face down, for a screen that both sides see."""

    width: float = WIDTH
    language: str | None = None
    region: str = ""
    selected: str = ""
    held: str = ""
    near: frozenset[str] = frozenset()
    far: frozenset[str] = frozenset()
    left: tuple[tuple[str, str, int], ...] = ()
    closed: bool = False


def map_scene(view: View | Sequence[View], legal: Sequence[s.Action] = (), options: MapOptions | None = None) -> Scene:
    """The map with a position on it, as the player of ``view`` sees it (as both do, given both views).

    ``legal`` are the actions open to the player: where they lead is lit, and the blocks that they name can be
    clicked.

    >>> from gamekit.julius_caesar import rules
    >>> state = rules.initial_state()
    >>> scene = map_scene(rules.observe(state, "Caesar"))
    >>> scene.sentence.split(". ")[0]
    '49 BC (705 AUC), turn 1'
    """
    views = (view,) if isinstance(view, View) else tuple(view)
    options = options or MapOptions()
    with default_language(language_or_default(options.language)):
        return _Map(views, tuple(legal), options).scene()


def picture(scene: Scene) -> str:
    """The map as SVG text, its long coastlines, which are drawn several times, written once."""
    return share_long_lines(svg(scene, name="map"), "map")


def stacks_of(views: Sequence[View], legal: Sequence[s.Action] = (), closed: bool = False) -> tuple[Pile, ...]:
    """Return the stacks on the map by place and side: own blocks face up, the enemy's down; in a battle all face up."""
    may = {action.block for action in legal if isinstance(action, CHOSEN)}
    tokens: dict[tuple[str, str], list[Token]] = {}
    seen = {view.player for view in views}
    for view in views:
        for piece in view.pieces:
            fought = view.battle and view.battle.enemy and view.battle.place == piece.place and not piece.reserve
            face = block_of(piece.block, piece.strength, view.player)
            shown = Token(piece.block, face, piece.moved, piece.block in may)
            token = shown if fought or not closed else Token(moved=piece.moved)  # 7.1, 7.3: what is fought lies open
            tokens.setdefault((piece.place, view.player), []).append(token)
        if view.opponent in seen:
            continue
        for stack in view.enemy:
            seen_ = view.battle.enemy if view.battle and view.battle.place == stack.place else ()
            lie = tokens[stack.place, view.opponent] = [
                Token(one.block, block_of(one.block, one.strength, view.opponent)) for one in seen_
            ]
            lie += [Token(moved=number < stack.moved) for number in range(stack.count - len(lie))]
    order = {place: number for number, place in enumerate(PLACES)}
    keys = sorted(tokens, key=lambda key: (order[key[0]], SIDES.index(key[1])))
    return tuple(Pile(place, side, tuple(tokens[place, side])) for place, side in keys)


def listed(parts: Sequence[str], language: str | None = None) -> str:
    """Join texts with a language's comma.

    >>> listed(["Rome", "Genua"]), listed(["ローマ", "ゲヌア"], "ja")
    ('Rome, Genua', 'ローマ、ゲヌア')
    """
    return ("、" if language_or_default(language) == "ja" else ", ").join(parts)


# Stacks ---------------------------------------------------------------------------------------------------------------


class StackLayout(NamedTuple):
    """The layout of a stack: width and height, columns, and the number of pieces shown before a number."""

    width: float
    height: float
    columns: int
    shown: int
    size: float
    pitch: float


def stack_extent(stack: Pile, size: float, unfolded: bool = False) -> StackLayout:
    """The room that a stack takes, pieces being ``size`` px (0: one piece with a count)."""
    count, more = len(stack.tokens), 0.0
    folded = min(count, SHOWN)
    columns, shown, piece, pitch = folded, folded, size, size - 1
    if not size:
        return StackLayout(CHIP + 4 + LEFT, CHIP + 4 + BELOW, 1, 1, CHIP, 0)
    if not stack.open:
        piece, pitch, more = HIDDEN * size / PIECE, STEP, MORE - 4 if count > SHOWN else 0.0
    elif unfolded:
        columns, shown = min(count, ROW), count
    else:
        more = MORE if count > SHOWN else 0.0
    rows = -(-shown // columns)
    return StackLayout(piece + pitch * (columns - 1) + more + LEFT, piece + pitch * (rows - 1) + BELOW, columns, shown,
                  piece, pitch)  # fmt: skip


def piece_corners(laid: StackLayout, box: Box) -> Iterator[Point]:
    """The left top corners of the pieces that a stack in a box shows."""
    for place in range(laid.shown):
        row, column = divmod(place, laid.columns)
        yield box[0] + LEFT + column * laid.pitch, box[1] + row * laid.pitch


def _drawn(stack: Pile, laid: StackLayout, box: Box) -> Iterator[Shape]:
    """The pieces of a stack in a box; those that may act can be clicked."""
    left, top, tint, size = box[0] + LEFT, box[1], TINTS[stack.side], laid.size
    if not laid.pitch:
        yield from _counted(stack, left, top)
        return
    for token, (x, y) in zip(stack.tokens, piece_corners(laid, box)):
        square, middle = Rect(x, y, size, size, size / 10), (x + size / 2, y + size / 2)
        if token.moved:  # faint, but nothing of the map shows through
            yield replace(square, fill=WHITE)
        face = token.face
        piece = pieces.block_face(face, stack.side, DEFENDER, size) if face else pieces.hidden(stack.side, size)
        shown = Group(piece, *middle, box=pieces.face_box(size), opacity=MOVED if token.moved else 1)
        yield Group((shown, square), label=block_label(face), action=("on", token.name)) if (
            face and token.may_act) else shown  # fmt: skip
    if (rest := len(stack.tokens) - laid.shown) > 0:
        pill = Rect(-10, -8, 20, 16, 8, fill=WHITE, stroke=tint.face, stroke_width=1.2)
        text = Text(0, 4, f"+{rest}", TINY, tint.face, weight=700, anchor="middle", max_width=17)
        yield Group((pill, text), box[0] + laid.width - 10, top + size / 2)
    yield pieces.disc(stack.side, left + 1, top + laid.height - BELOW - 2, radius=7, ring=WHITE)


def _counted(stack: Pile, left: float, top: float) -> Iterator[Shape]:
    """One piece with the number of pieces on it; more than one lie under it."""
    count, x, y, tint = len(stack.tokens), left + 1, top + 4, TINTS[stack.side]
    faint = MOVED if all(token.moved for token in stack.tokens) else 1.0
    if faint < 1:
        yield Rect(x, y, CHIP, CHIP, 3, fill=WHITE)
    shapes: list[Shape] = [
        Rect(x + shift, y - shift, CHIP, CHIP, 3, fill=tint.face, stroke=tint.rim, stroke_width=1.5)
        for shift in ((3, 0) if count > 1 else (0,))
    ]
    shapes.append(Text(x + CHIP / 2, y + 14.5, str(count), 13, WHITE, weight=700, anchor="middle"))
    yield Group(tuple(shapes), opacity=faint)
    yield pieces.disc(stack.side, x, y + CHIP - 2, radius=7, ring=WHITE)


def _swords(x: float, y: float) -> Group:
    """Two crossed swords on a disc: a battle is to be fought here."""
    blade = Path("M-4.2-4.2L3.4 3.4M4.2-4.2L-3.4 3.4", stroke=WHITE, stroke_width=1.5, cap="round")
    hilts = Path("M1 4.4L4.4 1M-1 4.4L-4.4 1", stroke=WHITE, stroke_width=1.3, cap="round")
    return Group((Circle(0, 0, 8.5, fill=INK, stroke=WHITE, stroke_width=1.2), blade, hilts), x, y)


class _Map:
    """One picture: where everything lies at a width."""

    def __init__(self, views: tuple[View, ...], legal: tuple[s.Action, ...], options: MapOptions) -> None:
        self.views, self.options = views, options
        self.view = views[0]
        self.base: BaseMap = base_map(ATLAS, options.width, language_or_default(), options.region)
        self.stacks = stacks_of(views, legal, options.closed)
        self.near = options.near | {a.place for a in legal if isinstance(a, DESTINATIONS)}
        self.far = options.far - self.near
        fights = {threat.place for threat in self.view.threats} | {one.place for one in (self.view.battle,) if one}
        self.fights = [place for place in PLACES if place in fights]
        self.sides: dict[str, list[str]] = {}
        for stack in self.stacks:
            self.sides.setdefault(stack.place, []).append(stack.side)
        self.clicked = [place for place in PLACES if place in {*self.sides, *self.near, *self.far}]

    def scene(self) -> Scene:
        drawn, overlay = list[Shape](), list[Shape]()
        for index, pane in enumerate(self.base.panes):
            found = lay_out_stacks(self.base, index, self.stacks, self.options.selected)
            drawn += [line for _, _, room in found for line in leader_line(room)]
            drawn += [*self._holders(pane), *self._targets(index, pane)]
            drawn += [self._stack(stack, laid, room.box) for stack, laid, room in found]
            overlay += [*self._rings(pane), *self._limits(pane)]
        upper, top = (readable(shapes, self.base.width, self.options.width) for shapes in (drawn, overlay))
        size = self.base.width, self.base.height
        return Scene(*size, self.base.shapes, upper, top, *self._words(), ground=None)

    def _stack(self, stack: Pile, laid: StackLayout, box: Box) -> Shape:
        """A stack; blocks that may act are clicked one by one, the rest means its place; the one in hand is ringed."""
        shapes: list[Shape] = [Rect(box[0] - 3, box[1] - 3, box[2] + 6, box[3] + 6)]
        shapes += _drawn(stack, laid, box)
        for token, (x, y) in zip(stack.tokens, piece_corners(laid, box)):
            if token.name and token.name == self.options.held:
                ring = Rect(x - 2, y - 2, laid.size + 4, laid.size + 4, 5)
                shapes += [replace(ring, stroke=WHITE, stroke_width=4), replace(ring, stroke=GOOD, stroke_width=2.4)]
        return Group(tuple(shapes), label=self._label(stack.place), action=("at", stack.place))

    def _holders(self, pane: Pane) -> Iterator[Shape]:
        """Cities with their holder's colour; contested ones stay white (4.21)."""
        for place, sides in self.sides.items():
            if place in CITIES and len(sides) == 1 and pane.holds(place, -12):
                held = TINTS[sides[0]].face
                shapes = tuple(dot(CITIES[place].value, *pane.spot(place), held, pane.layout in ("small", "bare")))
                yield Group(shapes, clip=None if pane.holds(place, 12) else pane_outline(pane))

    def _targets(self, index: int, pane: Pane) -> Iterator[Shape]:
        """Where a click means a place: its dot and its name."""
        for place in (one for one in self.clicked if pane.holds(one, 2)):
            # the name can be clicked as well; the button of a place is its dot, so that its middle is sure to mean it
            names = tuple(Rect(*plate.box) for plate in self.base.names[index] if plate.place == place)
            if names:
                yield Group(names, action=("at", place))
            dot = Circle(*pane.spot(place), self._reach(pane, place))
            yield Group((dot,), label=self._label(place), action=("at", place))

    def _reach(self, pane: Pane, place: str) -> float:
        """Half way to the next place that can be clicked, at most."""
        x, y = pane.spot(place)
        others = (pane.spot(other) for other in self.clicked if other != place)
        nearest = min((hypot(x - a, y - b) for a, b in others), default=99.0)
        return min(REACH, nearest / 2)

    # What may be done.

    def _rings(self, pane: Pane) -> Iterator[Shape]:
        for place in PLACES:
            if not pane.holds(place):
                continue
            (x, y), radius = pane.spot(place), ATLAS.radius(place)
            if place == self.options.selected:
                yield Circle(x, y, radius + 8, fill=GOOD, opacity=0.28)
                yield Circle(x, y, radius + 5, stroke=INK, stroke_width=2)
            if place in self.near:
                yield Circle(x, y, radius + 4, stroke=WHITE, stroke_width=4.5, opacity=0.8)
                yield Circle(x, y, radius + 4, stroke=GOOD, stroke_width=2.6)
            elif place in self.far:
                yield Circle(x, y, radius + 4, stroke=WHITE, stroke_width=3.6, opacity=0.6)
                yield Circle(x, y, radius + 4, stroke=GOOD, stroke_width=1.8, dash=(3.5, 2.5))
        for place in self.fights:
            if pane.holds(place):
                (x, y), far = pane.spot(place), ATLAS.radius(place) + 5
                yield _swords(x - far, y - far)

    def _limits(self, pane: Pane) -> Iterator[Shape]:
        """How many blocks more each road carries, as numbers on the roads."""
        taken: list[Point] = [pane.spot(city) for city in CITIES]
        names = [plate.box for plate in self.base.names[self.base.panes.index(pane)]]
        insets = [other for other in self.base.panes if other.name and pane.layout == "small"]
        for here, there, left in self.options.left:
            if any(other.holds(here) and other.holds(there) for other in insets):
                continue  # it stands in the inset
            points = pane.road(here, there)
            spots = [bezier_point(points, t) for t in (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68)]
            at = max(spots, key=lambda spot: self._free(spot, taken, names))
            if not pane.covers(at):
                continue
            taken.append(at)
            disc = Circle(0, 0, 8.5, fill=GOOD, stroke=WHITE, stroke_width=1.2)
            yield Group((disc, Text(0, 4.2, str(left), 12, WHITE, weight=700, anchor="middle")), *at)

    def _free(self, at: Point, placed: Sequence[Point], names: Sequence[Box]) -> float:
        """How free a point is of dots, other numbers and names."""
        near = min(18.0, *(hypot(at[0] - a, at[1] - b) for a, b in placed))
        off = (
            hypot(max(x - at[0], at[0] - x - wide, 0), max(y - at[1], at[1] - y - high, 0))
            for x, y, wide, high in names
        )
        return near - 6 * sum(far < 9 for far in off)

    # Words.

    def _label(self, place: str) -> str:
        parts = [place_name(place)]
        for stack in self.stacks:
            if stack.place == place:
                side = side_name(stack.side)
                parts.append(word("julius_caesar.map.stack", side=side, count=len(stack.tokens)))
        if place in self.near:
            parts.append(word("julius_caesar.map.may"))
        elif place in self.far:
            parts.append(word("julius_caesar.map.may_later"))
        return listed(parts)

    def _words(self) -> tuple[str, str]:
        year, turn = year_name(self.view.year), self.view.turn
        title = word("julius_caesar.map.title", year=year, turn=turn)
        said = [title]
        for side in SIDES:
            held = {place_name(one.place): len(one.tokens) for one in self.stacks if one.side == side}
            places = listed([f"{place} {count}" for place, count in held.items()])
            name, count = side_name(side), sum(held.values())
            said.append(word("julius_caesar.map.said", side=name, count=count, places=places))
        return title, ("" if language_or_default() == "ja" else " ").join(said)


def lay_out_stacks(
    base: BaseMap, index: int, stacks: Sequence[Pile], selected: str = ""
) -> list[tuple[Pile, StackLayout, Placement]]:
    """The stacks that a pane shows, how each is laid and the room that it has; the place looked at lies unfolded."""
    pane = base.panes[index]
    shown = [stack for stack in stacks if pane.holds(stack.place, 4)]
    laid = [stack_extent(stack, pane.size, unfolded=stack.place == selected) for stack in shown]
    wanted = [(stack.place, one.width, one.height) for stack, one in zip(shown, laid)]
    return list(zip(shown, laid, place_boxes(base, index, wanted)))
