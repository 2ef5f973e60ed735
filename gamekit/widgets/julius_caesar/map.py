"""The map as a picture: a pure function of what a player sees, of what may be done, and of the room there is.

``map_scene(view, legal)`` draws a position through the eyes of whoever the view belongs to; given the views of both
sides it shows every block. Clicks mean ``At`` a place and ``On`` a block; what they do is the board's business."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import hypot
from typing import NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import year_name
from gamekit.julius_caesar.places import CITIES, PLACES
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.tables import BLOCKS, SIDES, Block
from gamekit.widgets.julius_caesar import chart
from gamekit.widgets.julius_caesar.battle_view import block_label
from gamekit.widgets.julius_caesar.ground import Ground, Pane, city_dot, ground
from gamekit.widgets.julius_caesar.stacks import (
    LEFT,
    Spread,
    Stack,
    Token,
    arrange,
    draw,
    spread,
    swords,
    tether,
)
from gamekit.widgets.look import GOOD, INK, TINTS, WHITE
from gamekit.widgets.scene import Box, Circle, Group, Point, Rect, Scene, Shape, Text
from gamekit.widgets.svg import svg
from gamekit.words import language_or_default, word

SIZE = 1248.0
REACH = 15.0  # px round a city in which a click means it
DESTINATIONS = (s.Go, s.Target, s.JoinBattle)
CHOSEN = (s.Take, s.Embark, s.Regroup, s.Disband, s.Strengthen, s.Deploy)


class At(NamedTuple):
    """A click on a city or sea."""

    place: str


class On(NamedTuple):
    """A click on a block: ``Caesar:Legio 13``."""

    block: str


@dataclass(frozen=True, slots=True)
class Options:
    """How the map is shown: the width in px, the language, the region that fills it (all when empty).

    ``selected`` is the place looked at, whose stack lies unfolded; ``held`` the block in hand or chosen; ``near`` and
    ``far`` the places where it may go next, and by going on; ``left`` how many blocks more a road carries, as (here,
    there, number); ``closed`` turns every face down, as the room sees it."""

    width: float = SIZE
    language: str | None = None
    region: str = ""
    selected: str = ""
    held: str = ""
    near: frozenset[str] = frozenset()
    far: frozenset[str] = frozenset()
    left: tuple[tuple[str, str, int], ...] = ()
    closed: bool = False


def map_scene(view: View | Sequence[View], legal: Sequence[s.Action] = (), options: Options | None = None) -> Scene:
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
    options = options or Options()
    options = replace(options, language=language_or_default(options.language))
    return _Map(views, tuple(legal), options).scene()


def map_picture(view: View | Sequence[View], width: float = SIZE, language: str | None = None, region: str = "") -> str:
    """A position as SVG text.

    >>> from gamekit.julius_caesar import rules
    >>> map_picture(rules.observe(rules.initial_state(), "Pompey"))[:4]
    '<svg'
    """
    return picture(map_scene(view, (), Options(width, language, region)))


LONG = re.compile(r'<path d="([^"]{600,})"')


def picture(scene: Scene) -> str:
    """The map as SVG text, its long coastlines, which are drawn several times, written once."""
    text = svg(scene, name="map")
    drawn = Counter(LONG.findall(text))
    names = {d: f"map-line-{number}" for number, (d, times) in enumerate(drawn.items(), 1) if times > 1}
    used = LONG.sub(lambda path: f'<use href="#{names[path[1]]}"' if path[1] in names else path[0], text)
    lines = "".join(f'<path id="{name}" d="{d}"/>' for d, name in names.items())
    return used.replace("</desc>", f"</desc>\n<defs>{lines}</defs>", 1)


def still(scene: Scene) -> str:
    """The map as an HTML image that carries its picture along, for a notebook that is read and not run."""
    carried = b64encode(picture(scene).encode()).decode()
    shown = f'width="{scene.width:g}" style="max-width:100%"'
    return f'<img alt="{escape(scene.sentence)}" {shown} src="data:image/svg+xml;base64,{carried}">'


def stacks_of(views: Sequence[View], legal: Sequence[s.Action] = (), closed: bool = False) -> tuple[Stack, ...]:
    """What lies on the map, by place and side: own faces up, the enemy's down; those of a battle lie open."""
    may = {action.block for action in legal if isinstance(action, CHOSEN)}
    tokens: dict[tuple[str, str], list[Token]] = {}
    seen = {view.player for view in views}
    for view in views:
        for piece in view.pieces:
            open_ = _opened(view, piece.place, piece.reserve) if closed else True
            shown = Token(piece.block, block_of(piece.block, piece.strength, view.player), piece.moved)
            token = replace(shown, may_act=piece.block in may) if open_ else Token(moved=piece.moved)
            tokens.setdefault((piece.place, view.player), []).append(token)
        if view.opponent in seen:
            continue
        for stack in view.enemy:
            tokens[stack.place, view.opponent] = list(_enemy(view, stack.place, stack.count, stack.moved))
    order = {place: number for number, place in enumerate(PLACES)}
    keys = sorted(tokens, key=lambda key: (order[key[0]], SIDES.index(key[1])))
    return tuple(Stack(place, side, tuple(tokens[place, side])) for place, side in keys)


def _opened(view: View, place: str, reserve: bool) -> bool:
    """Whether a block lies open for everybody: in the battle being fought, reserves aside (7.1, 7.3)."""
    return bool(view.battle and view.battle.enemy and view.battle.place == place and not reserve)


def _enemy(view: View, place: str, count: int, moved: int) -> Iterator[Token]:
    shown = view.battle.enemy if view.battle and view.battle.place == place else ()
    for piece in shown:
        yield Token(piece.block, block_of(piece.block, piece.strength, view.opponent))
    hidden = count - len(shown)
    for number in range(hidden):
        yield Token(moved=number < min(moved, hidden))


def block_of(name: str, strength: int, side: str) -> Block:
    """The block called ``Caesar:Legio 13`` at a strength, serving a side."""
    colour, _, short = name.partition(":")
    return replace(BLOCKS[colour, short].at(strength), side=side)


def listed(parts: Sequence[str], language: str | None = None) -> str:
    """Things one after the other, as a language puts them.

    >>> listed(["Rome", "Genua"]), listed(["ローマ", "ゲヌア"], "ja")
    ('Rome, Genua', 'ローマ、ゲヌア')
    """
    return ("、" if language_or_default(language) == "ja" else ", ").join(parts)


class _Map:
    """One picture: where everything lies at a width."""

    def __init__(self, views: tuple[View, ...], legal: tuple[s.Action, ...], options: Options) -> None:
        self.views, self.options, self.language = views, options, str(options.language)
        self.view = views[0]
        self.ground: Ground = ground(options.width, self.language, options.region)
        self.stacks = stacks_of(views, legal, options.closed)
        self.near = options.near | {a.place for a in legal if isinstance(a, DESTINATIONS)}
        self.far = options.far - self.near
        self.fights = {threat.place for threat in self.view.threats}
        if self.view.battle:
            self.fights.add(self.view.battle.place)
        self.sides: dict[str, list[str]] = {}
        for stack in self.stacks:
            self.sides.setdefault(stack.place, []).append(stack.side)

    def scene(self) -> Scene:
        pieces: list[Shape] = []
        overlay: list[Shape] = []
        for index, pane in enumerate(self.ground.panes):
            drawn, marks = self._pane(index, pane)
            pieces += drawn
            overlay += marks
        title, sentence = self._words()
        return Scene(
            self.ground.width,
            self.ground.height,
            static=self.ground.shapes,
            pieces=tuple(pieces),
            overlay=tuple(overlay),
            title=title,
            sentence=sentence,
            ground=None,
        )

    def _pane(self, index: int, pane: Pane) -> tuple[list[Shape], list[Shape]]:
        drawn: list[Shape] = [*self._holders(pane), *self._targets(index, pane)]
        shown = [stack for stack in self.stacks if pane.holds(stack.place, 4)]
        laid = [(stack, self._spread(stack, pane)) for stack in shown]
        for stack, one, box in arrange(self.ground, index, laid):
            drawn += tether(pane, stack.place, box)
            drawn.append(self._stack(stack, one, box))
        marks = [*self._rings(pane), *self._fights(pane), *self._limits(pane)]
        return drawn, marks

    def _spread(self, stack: Stack, pane: Pane) -> Spread:
        return spread(stack, pane.size, unfolded=stack.place == self.options.selected)

    def _stack(self, stack: Stack, laid: Spread, box: Box) -> Shape:
        """A stack; blocks that may act are clicked one by one, the rest means its place."""
        able = {token.name: token for token in stack.tokens if token.may_act}
        names = {name: block_label(token.block, self.language) for name, token in able.items() if token.block}
        shapes = tuple(draw(stack, laid, box, names, {name: On(name) for name in able}))
        ring = self._held(stack, laid, box)
        room = Rect(box[0] - 3, box[1] - 3, box[2] + 6, box[3] + 6)
        return Group((room, *shapes, *ring), label=self._label(stack.place), action=At(stack.place))

    def _held(self, stack: Stack, laid: Spread, box: Box) -> Iterator[Shape]:
        for place, token in enumerate(stack.tokens[: laid.shown]):
            if token.name and token.name == self.options.held:
                x, y = box[0] + LEFT + place % laid.columns * laid.pitch, box[1] + place // laid.columns * laid.pitch
                yield Rect(x - 2, y - 2, laid.size + 4, laid.size + 4, 5, stroke=WHITE, stroke_width=4)
                yield Rect(x - 2, y - 2, laid.size + 4, laid.size + 4, 5, stroke=GOOD, stroke_width=2.4)

    def _holders(self, pane: Pane) -> Iterator[Shape]:
        """Cities with their holder's colour; contested ones stay white (4.21)."""
        for place, sides in self.sides.items():
            if place in CITIES and len(sides) == 1 and pane.holds(place, -12):
                dot = tuple(city_dot(place, *pane.spot(place), TINTS[sides[0]].face, pane.layout == "small"))
                yield Group(dot, clip=None if pane.holds(place, 12) else _edge(pane))

    def _targets(self, index: int, pane: Pane) -> Iterator[Shape]:
        """Where a click means a place: its dot and its name."""
        for place in PLACES:
            if not pane.holds(place, 2) or not self._matters(place):
                continue
            # the name can be clicked as well; the button of a place is its dot, so that its middle is sure to mean it
            names = tuple(Rect(*plate.box) for plate in self.ground.names[index] if plate.city == place)
            if names:
                yield Group(names, action=At(place))
            dot = Circle(*pane.spot(place), self._reach(pane, place))
            yield Group((dot,), label=self._label(place), action=At(place))

    def _matters(self, place: str) -> bool:
        return place in self.sides or place in self.near or place in self.far

    def _reach(self, pane: Pane, place: str) -> float:
        """Half way to the next place that can be clicked, at most."""
        x, y = pane.spot(place)
        others = (pane.spot(other) for other in PLACES if other != place and self._matters(other))
        nearest = min((hypot(x - a, y - b) for a, b in others), default=99.0)
        return min(REACH, nearest / 2)

    # What may be done.

    def _rings(self, pane: Pane) -> Iterator[Shape]:
        for place in PLACES:
            if not pane.holds(place):
                continue
            (x, y), radius = pane.spot(place), chart.radius(place) if place in CITIES else 5.0
            if place == self.options.selected:
                yield Circle(x, y, radius + 8, fill=GOOD, opacity=0.28)
                yield Circle(x, y, radius + 5, stroke=INK, stroke_width=2)
            if place in self.near:
                yield Circle(x, y, radius + 4, stroke=WHITE, stroke_width=4.5, opacity=0.8)
                yield Circle(x, y, radius + 4, stroke=GOOD, stroke_width=2.6)
            elif place in self.far:
                yield Circle(x, y, radius + 4, stroke=WHITE, stroke_width=3.6, opacity=0.6)
                yield Circle(x, y, radius + 4, stroke=GOOD, stroke_width=1.8, dash=(3.5, 2.5))

    def _fights(self, pane: Pane) -> Iterator[Shape]:
        for place in PLACES:
            if place in self.fights and pane.holds(place):
                x, y = pane.spot(place)
                far = (chart.radius(place) if place in CITIES else 5.0) + 5
                yield swords(x - far, y - far)

    def _limits(self, pane: Pane) -> Iterator[Shape]:
        """How many blocks more each road carries, as numbers on the roads."""
        placed: list[Point] = [pane.spot(city) for city in CITIES]
        names = [plate.box for plate in self.ground.names[self.ground.panes.index(pane)]]
        insets = [other for other in self.ground.panes if other.name and pane.layout == "small"]
        for here, there, left in self.options.left:
            if any(other.holds(here) and other.holds(there) for other in insets):
                continue  # it stands in the inset
            road = chart.road_between(here, there)
            points = [pane.at(point) for point in chart.road_points(road)]
            if road.city_a != here:
                points.reverse()
            spots = [chart.along(points, t) for t in (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68)]
            x, y = max(spots, key=lambda at: self._free(at, placed, names))
            if not _covers(pane, (x, y)):
                continue
            placed.append((x, y))
            disc = Circle(0, 0, 8.5, fill=GOOD, stroke=WHITE, stroke_width=1.2)
            yield Group((disc, Text(0, 4.2, str(left), 12, WHITE, weight=700, anchor="middle")), x, y)

    def _free(self, at: Point, placed: Sequence[Point], names: Sequence[Box]) -> float:
        """How free a point is of dots, other numbers and names."""
        near = min(18.0, *(hypot(at[0] - a, at[1] - b) for a, b in placed))
        return near - 6 * sum(_off(box, at) < 9 for box in names)

    # Words.

    def _label(self, place: str) -> str:
        parts = [chart.place_name(place, self.language)]
        for stack in self.stacks:
            if stack.place == place:
                side = word(f"julius_caesar.side.{stack.side}", self.language)
                parts.append(word("julius_caesar.map.stack", self.language, side=side, count=len(stack.tokens)))
        if place in self.near:
            parts.append(word("julius_caesar.map.may", self.language))
        elif place in self.far:
            parts.append(word("julius_caesar.map.may_later", self.language))
        return listed(parts, self.language)

    def _words(self) -> tuple[str, str]:
        year, turn = year_name(self.view.year, self.language), self.view.turn
        title = word("julius_caesar.map.title", self.language, year=year, turn=turn)
        held = Counter(dict.fromkeys(SIDES, 0))
        lines: dict[str, list[str]] = {side: [] for side in SIDES}
        for stack in self.stacks:
            held[stack.side] += len(stack.tokens)
            name = chart.place_name(stack.place, self.language)
            lines[stack.side].append(f"{name} {len(stack.tokens)}")
        said = [title]
        for side in SIDES:
            name = word(f"julius_caesar.side.{side}", self.language)
            places = listed(lines[side], self.language)
            said.append(word("julius_caesar.map.said", self.language, side=name, count=held[side], places=places))
        return title, ("" if self.language == "ja" else " ").join(said)


def _covers(pane: Pane, at: Point) -> bool:
    return pane.left < at[0] < pane.left + pane.width and pane.top < at[1] < pane.top + pane.height


def _edge(pane: Pane) -> Rect:
    return Rect(pane.left, pane.top, pane.width, pane.height, 6)


def _off(box: Box, at: Point) -> float:
    """How far a point lies from a box."""
    dx, dy = max(box[0] - at[0], at[0] - box[0] - box[2], 0), max(box[1] - at[1], at[1] - box[1] - box[3], 0)
    return hypot(dx, dy)
