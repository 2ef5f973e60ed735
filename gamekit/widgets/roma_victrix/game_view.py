"""The map of the whole game as a picture: a pure function of what a seat sees, of what is chosen, and of the room.

Nothing is drawn, named or labelled that is not in the view: counters that it does not know have no number anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, hypot, radians
from typing import Any, Final

from gamekit.roma_victrix import geography, rules
from gamekit.roma_victrix.geography import FIRST_COAST, FIRST_SEA, INDEX, PLACES, PROVINCE, PROVINCES, SEAS, STEPS
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.odds.march import Destination
from gamekit.roma_victrix.rules import View
from gamekit.roma_victrix.rules.control import camp, control, full_city_csp, name_of
from gamekit.roma_victrix.rules.units import units_of
from gamekit.roma_victrix.state import FLEET, NONE, Leader, State, land_csp
from gamekit.storage import data_files
from gamekit.text.translation import language_or_default, percent, word
from gamekit.widgets import scene
from gamekit.widgets.look import BRONZE, CAESAR, GOLD, GOOD, HALO, INK, LINE, NEUTRAL, PAPER, POMPEY, WHITE, Tint
from gamekit.widgets.map.atlas import Atlas, Conic, DrawingRow, Passage, ScreenWidths, Site, Territory, border_band
from gamekit.widgets.map.base import BaseMap, Pane, base_map, on_pane, pane_outline, peaks, readable, strait
from gamekit.widgets.map.placing import Placement, leader_line, place_boxes
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Scene, Shape, Text

TOWER: Final = "M-6 6V-5h2.4v2.2h2.2V-5h2.8v2.2h2.2V-5H6V6H1.8V2.6a1.8 1.8 0 0 0-3.6 0V6z"
FLAME: Final = "M0 7c-4.2 0-5.4-3-4.2-5.8C-3.2-1-1.4-2.2-1.8-6 1-4.6 2 -2.4 1.8 -.6 2.6-1 3-1.8 3-2.8 5 .4 5.4 6.8 0 7z"
SHIP: Final = "M-7 2h14c-1 3-3 4-6 4h-3c-3 0-4.4-1.4-5-4zM-.6 1V-6h1.2c3 .8 4.2 3 4.4 6z"
DISC: Final = 7.5  # radius of a power's disc


def disc(tint: Tint, x: float, y: float, radius: float = DISC) -> Group:
    """A power's letter on its colour."""
    letter = Text(0, 4, tint.letter, 11, WHITE, weight=700, anchor="middle", max_width=2 * radius - 3)
    return Group((Circle(0, 0, radius, fill=tint.face, stroke=WHITE, stroke_width=1), letter), x, y)


def tower(tint: Tint, x: float, y: float, steps: int, of: int) -> Group:
    """A capital, its middle at (x, y): a square for each step, filled while it is left."""
    left = -3.0 * (of - 1)
    fills = [tint.face] * steps + [WHITE] * (of - steps)
    squares = [Rect(left + 6 * n - 2.5, 6.5, 5, 5, 1, fill=fill, stroke=tint.face) for n, fill in enumerate(fills)]
    wall = Path(TOWER, fill=tint.face if steps else WHITE, stroke=HALO if steps else tint.face, stroke_width=0.8)
    return Group((wall, *squares), x, y - 3)


def flame(x: float, y: float) -> Group:
    """The sign of a pillaged province, its middle at (x, y)."""
    return Group((Path(FLAME, fill=BRONZE, stroke=WHITE, stroke_width=1),), x, y)


def wall(x: float, y: float, full: bool) -> Group:
    """Limes: a wall, half of it when reduced."""
    stones = [Rect(-8 + 6 * n, -3, 5, 6, fill=WHITE if n == 2 and not full else NEUTRAL, stroke=INK) for n in range(3)]
    return Group(tuple(stones), x, y)


def _held(x: float, y: float) -> Iterator[Shape]:
    yield Rect(x - 14, y - 7, 28, 14, 2, fill=POMPEY, opacity=0.3)
    yield Rect(x - 9, y - 3, 18, 6, 1, fill=HALO, opacity=0.8)
    yield disc(Tint(POMPEY, POMPEY, POMPEY, POMPEY, "C"), x, y, 6.5)


def _judged(x: float, y: float) -> Iterator[Shape]:
    yield Rect(x - 14, y - 7, 28, 14, fill=HALO)
    lines = "".join(f"M{x - 14 + n * 7:.1f} {y + 7:.1f}l7 -14" for n in range(4))
    yield Path(lines, stroke=LINE, stroke_width=0.8, opacity=0.6)
    yield Rect(x - 14, y - 7, 28, 14, stroke=LINE, stroke_width=0.9, dash=(3.2, 2.4))


KEY: Final[Mapping[str, Callable[[float, float], Iterable[Shape]]]] = {  # the lines of the legend
    "legend.held": _held,
    "legend.judged": _judged,
    "legend.capital": lambda x, y: [tower(Tint(CAESAR, CAESAR, CAESAR, CAESAR, ""), x, y, 3, 4)],
    "legend.pillaged": lambda x, y: [flame(x, y)],
    "legend.pass": peaks,
    "legend.strait": lambda x, y: strait((x - 12, y), (x + 12, y), 1, 1),
}


WIDTH, HEIGHT = 956.0, 640.0
SEAWARD: Final = 0.25  # how far ships lie off the shore, as a share of the way to the name of their sea
TINTS: Final = ("#EADDC0", "#F3E7CE", "#E6D8BC", "#F6ECD8")  # of regions side by side


@dataclass(frozen=True, slots=True)
class PowerSign:
    """The sign of a power: its letter and its colour."""

    power: str
    letter: str
    colour: str
    source: str


SIGNS: Final = {row.power: row for row in data_files.csv_records(PowerSign, "roma_victrix/power_signs.csv", ("power",))}


@cache
def tint_of(power: str) -> Tint:
    """The colours of a power and its letter."""
    sign = SIGNS[power]
    parts = [int(sign.colour[at : at + 2], 16) for at in (1, 3, 5)]
    rim, inner, faint = (
        "#" + "".join(f"{round(part * share + 255 * white):02X}" for part in parts)
        for share, white in ((0.66, 0), (0.75, 0.25), (0.35, 0.65))
    )
    return Tint(sign.colour, rim, inner, faint, sign.letter)


def _tints() -> dict[str, str]:
    """A tint for each region, another one than its neighbours'."""
    found: dict[str, str] = {}
    for region, names in geography.REGIONS.items():
        near = {PROVINCES[other].region for name in names for other in STEPS[name] if other in PROVINCES}
        taken = {found.get(other) for other in near - {region}}
        found[region] = next((tint for tint in TINTS if tint not in taken), TINTS[0])
    return found


def _sites() -> dict[str, Site]:
    """Where each place of the rules is: provinces and straits by their labels, coasts where ships lie off them."""
    straits = {name: sea for name, sea in SEAS.items() if sea.strait}  # the open seas have the signs of the drawing
    found = {name: Site(area.lat, area.lon) for name, area in (PROVINCES | straits).items()}
    rings = {area.name: area.rings for area in TERRITORIES}
    for place in range(FIRST_COAST, FIRST_SEA):
        name = PLACES[place]
        sea = SEAS[name.partition(" (")[2][:-1]]
        shore = [at for ring in rings[PLACES[geography.SHORE[place]]] for at in ring]
        found[name] = Site(*_off_shore(shore, (sea.lat, sea.lon)))
    return found


def _off_shore(shore: list[Point], sea: Point) -> Point:
    """A point off the shore that faces a sea; degrees north and east."""
    wide = cos(radians(sea[0]))
    north, east = min(shore, key=lambda at: hypot(at[0] - sea[0], (at[1] - sea[1]) * wide))
    far = hypot(north - sea[0], (east - sea[1]) * wide)
    part = min(SEAWARD, 0.5 / far if far else 0)
    return north + (sea[0] - north) * part, east + (sea[1] - east) * part


def _links() -> Iterator[Passage]:
    """The ways by land; a strait joins the two provinces on its shores."""
    for link in geography.LINKS:
        if link.kind in ("land", "pass"):
            yield Passage(link.a, link.b, link.kind, link.source.startswith("judged"))
    for sound, sea in SEAS.items():
        if sea.strait:
            here, there = (name for name, kind in STEPS[sound].items() if kind == "strait")
            yield Passage(here, there, "strait", sea.source.startswith("judged"))


TERRITORIES: Final = tuple(
    Territory(
        name, tuple(tuple((north, east) for east, north in ring) for ring in rings), PROVINCES[name].region,
        PROVINCES[name].source.startswith("judged"), PROVINCES[name].impassable,
    )
    for name, rings in geography.province_cells().items()
)  # fmt: skip
ATLAS: Final = Atlas(
    WIDTH,
    HEIGHT,
    Conic(radius=1052.0, origin=(419.0, 384.0), centre=(39.0, 20.3), parallels=(33.0, 45.0)),
    sites=_sites(),
    links=tuple(_links()),
    drawing=data_files.csv_records(DrawingRow, "roma_victrix/map_drawing.csv"),
    name=name_in,
    say=lambda key, language: word(f"roma_victrix.map.{key}", language),
    widths=ScreenWidths(whole=900, stacked=900, narrow=900, narrowest=320, roomy=WIDTH, widest=1400, tallest=608.0),
    files=("map/coastline_wide.geojson", "map/coastline_wide.geojson"),
    territories=TERRITORIES,
    tints=_tints(),
    signs=KEY,
)


HIGH, GAP = 22.0, 2.0  # px of a stack's height, and between two parts of a pile
MORE: Final = 18.0  # px of the number of stacks that are folded
DOT: Final = 14.0  # px of a stack on the small map, and where there is no room for more
FOLDS: Final = 4  # how often what covers something is folded, and all are placed anew
CLEAR: Final = 30.0  # px round a place that are enough, whatever else of the map is seen
BAND: Final = 11.0  # px of a power's colour along its borders
PILL: Final = 18.0
ROUND: Final = 6.0  # px of the frame's corners
LAYERS: Final = ("reach", "revenue", "regions", "supply")  # what the map shows besides who holds what


def say(key: str, **fields: Any) -> str:
    return word(f"roma_victrix.map.{key}", **fields)


@dataclass(frozen=True, slots=True)
class MapView:
    """What the map shows besides the position: the part of the map, one of ``LAYERS``, the place looked at, the leader
    whose ``ways`` are shown, the places of the layer "supply" with a way to the capital."""

    width: float = WIDTH
    region: str = ""
    layer: str = LAYERS[0]
    place: str = ""
    leader: str = ""
    ways: Mapping[str, Destination] = field(default_factory=dict)
    clear: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SeenStack:
    """The counters of a camp in a place, as far as visible: CSP and ships are None if not known."""

    camp: int
    power: str
    leaders: tuple[Leader, ...]
    csp: int | None
    ships: int | None
    own: bool


def stacks_at(view: View, place: int) -> tuple[SeenStack, ...]:
    """Return the stacks in a place by camps, one's own first, then the strongest."""
    state, found = view.state, list[SeenStack]()
    groups = [group for group in state.groups if group.place == place]
    leaders = sorted((one for one in state.leaders if one.place == place), key=lambda one: -one.rating)
    for side in {camp(state, one.owner) for one in groups} | {camp(state, one.owner) for one in leaders}:
        mine = [group for group in groups if camp(state, group.owner) == side]
        best = tuple(leader for leader in leaders if camp(state, leader.owner) == side)
        hidden = any(count < 0 for group in mine for count in group.units)
        ships = None if hidden else sum(units_of(mine)[FLEET:])
        csp, own = None if hidden else land_csp(units_of(mine)), view.player in (side, NONE)
        power = name_of(state, best[0].owner if best else mine[0].owner)
        found.append(SeenStack(side, power, best, csp, ships, own))
    return tuple(sorted(found, key=lambda one: (not one.own, -(one.csp or 0), one.camp)))


@lru_cache(maxsize=4)  # asked for each pane, and while one looks from place to place
def _standing(view: View) -> tuple[dict[str, str], dict[int, tuple[SeenStack, ...]]]:
    """Return who holds each province, and what stands in each place."""
    holders = {name: holder(view.state, place) for place, name in enumerate(PROVINCES)}
    return holders, {place: stacks_at(view, place) for place in range(FIRST_SEA)}


def holder(state: State, place: int) -> str:
    """The power that controls a province, "" for nobody."""
    power = control(state, place)
    return name_of(state, power) if power != NONE else ""


def label(view: View, place: int, shown: MapView) -> str:
    """A place in words: its name, who holds it, what stands there, how the leader comes there."""
    state, name = view.state, PLACES[place]
    parts = [name_in(name)]
    if place < len(PROVINCE):
        power = holder(state, place)
        parts += [name_in(power) if power else say("nobody"), say("revenue", points=PROVINCE[place].revenue)]
        parts += [say("legend.pillaged")] if place in state.pillaged else []
    parts += [stack_text(stack) for stack in stacks_at(view, place)]
    if way := shown.ways.get(name):  # the points of a way, and the chance to have them
        points = say("points", points=way.cost)
        parts.append(points if way.p_arrives == 1 else f"{points} {percent(way.p_arrives)}")
    return ", ".join(parts)


def stack_text(stack: SeenStack) -> str:
    """A stack in words, as far as it is seen."""
    who = " + ".join(f"{name_in(leader.name)} {leader.rating}" for leader in stack.leaders)
    csp = "" if stack.csp == 0 else say("unseen") if stack.csp is None else f"{stack.csp} CSP"
    ships = say("ships", count=stack.ships) if stack.ships else ""
    return " ".join(filter(None, (who or name_in(stack.power), csp, ships)))


def world_scene(view: View, shown: MapView) -> Scene:
    """The map with a position on it.

    >>> from gamekit import roma_victrix as rv
    >>> scene = world_scene(rv.observe(rv.initial_state("second_punic_war"), "Rome"), MapView())
    >>> sum(action[0] == "at" for action in scene.clickable_actions()) >= 89
    True
    """
    base = base_map(ATLAS, shown.width, language_or_default(), shown.region)
    parts = [_Part(view, shown, base, index) for index in range(len(base.panes))]
    lands = (shape for part in parts for shape in part.lands())
    upper = (shape for part in parts for shape in part.pieces())
    return Scene(
        base.width,
        base.height,
        static=base.shapes[: len(parts)],
        pieces=(*lands, *base.shapes[len(parts) :], *readable(upper, base.width, shown.width)),
        overlay=readable((shape for part in parts for shape in part.overlay()), base.width, shown.width),
        title=say("title"),
    )


def part_of(view: View, shown: MapView) -> str:
    """The part of the map that holds what is looked at (place, leader, own capital) farthest from its edges."""
    placed = {each.name: PLACES[each.place] for each in view.state.leaders if each.place != NONE}
    home = next((PLACES[city.place] for city in view.state.capitals if city.owner == view.player), "")
    spots = [ATLAS.spots[name] for name in (shown.place, placed.get(shown.leader), home) if name in ATLAS.spots]

    def depths(part: str) -> list[float]:
        x, y, wide, high = ATLAS.parts[part]
        found = [min(u - x, x + wide - u, v - y, y + high - v) for u, v in spots]
        return [*(min(depth, CLEAR) for depth in found), *found]

    return max(ATLAS.parts, key=depths)


class _Part:
    """A pane of the map; the first of several is the whole map, which is too small for names."""

    def __init__(self, view: View, shown: MapView, base: BaseMap, index: int) -> None:
        self.view, self.state, self.shown, self.base, self.index = view, view.state, shown, base, index
        self.pane: Pane = base.panes[index]
        self.small = self.pane.layout == "bare"
        self.holders, self.stacks = _standing(view)
        self.plates, self.frame, wide = {one.place: one for one in base.names[index]}, pane_outline(self.pane), 2 * DISC
        self.discs: dict[str, Box] = {  # before the name of what is held
            name: (plate.box[0] - wide - 1, plate.box[1] + plate.box[3] / 2 - DISC + 0.5, wide, wide)
            for name, plate in self.plates.items()
            if self.holders[name]
        }
        self.kept = tuple(Placement(box, None, (*box[:2], box[0] + wide, box[1] + wide)) for box in self.discs.values())
        self.piles = {} if self.small else dict(self._piles())
        self.rooms: dict[int, Placement] = {}
        for _ in range(FOLDS):
            widths = {place: sum(width + GAP for width, _ in pile) - GAP for place, pile in self.piles.items()}
            sizes = [(PLACES[place], wide, HIGH if wide > DOT else DOT) for place, wide in widths.items()]
            self.rooms = dict(zip(self.piles, place_boxes(base, index, sizes, self.kept)))
            tight = [place for place in self.rooms if self._covers(place) and self.stacks[place]]
            for place in tight:
                self.piles[place] = [(DOT, self._dot(self.stacks[place][0]))]
            if not tight:
                break

    def _covers(self, place: int) -> bool:
        """Whether a pile lies on a name, or on another pile."""
        others = (room.box for other, room in self.rooms.items() if other != place)
        boxes = *(plate.box for plate in self.plates.values()), *others
        return any(scene.boxes_overlap(self.rooms[place].box, other) for other in boxes)

    @staticmethod
    def _dot(stack: SeenStack) -> Group:
        """A stack where there is no room for more than its letter."""
        tint = tint_of(stack.power)
        letter = Text(DOT / 2, 11, tint.letter, 11, WHITE, weight=700, anchor="middle", max_width=DOT)
        return Group((Rect(0, 0, DOT, DOT, 3, fill=tint.face, stroke=WHITE), letter))

    def _piles(self) -> Iterator[tuple[int, list[tuple[float, Shape]]]]:
        """Yield the pile of each place, part by part; only the place looked at shows all its stacks."""
        for place, stacks in self.stacks.items():
            if self.pane.holds(PLACES[place], 6):
                moving = any(one.name == self.shown.leader for stack in stacks for one in stack.leaders)
                opened = PLACES[place] == self.shown.place or moving
                if pile := pile_parts(self.view, place, stacks, opened):
                    yield place, pile

    def pieces(self) -> Iterator[Shape]:
        for name, plate in self.plates.items():
            x, y, wide, high = plate.box
            said = label(self.view, INDEX[name], self.shown)
            yield Rect(x - 17, y - 2, wide + 19, high + 4, label=said, action=("at", name))
        for point in ATLAS.havens(self.pane.names):
            if self.pane.holds(point, 6):
                yield Circle(*self.pane.spot(point), 9, label=name_in(point), action=("at", point))
        for name, (x, y, *_) in self.discs.items():
            yield disc(tint_of(self.holders[name]), x + DISC, y + DISC)

    def _stacks(self) -> Iterator[Shape]:
        for place, room in self.rooms.items():
            yield from leader_line(room)
            x, drawn = 0.0, list[Shape]()
            for width, shape in self.piles[place]:
                drawn.append(Group((shape,), x, 0))
                x += width + GAP
            said, (left, top, wide, high) = label(self.view, place, self.shown), room.box
            yield Group((Rect(0, 0, wide, high), *drawn), left, top, label=said, action=("at", PLACES[place]))

    def overlay(self) -> Iterator[Shape]:
        yield from self._wash()
        yield from self._armies() if self.small else (*self._path(), *self._stacks(), *self._pills(), *self._ring())

    def lands(self) -> Iterator[Shape]:
        lands, wide = ATLAS.lands, BAND / max(1.0, self.pane.scale)
        for name, power in self.holders.items() if self.shown.layer != "regions" else ():
            if power:
                mine = {other for other, held in self.holders.items() if held == power}
                drawn = on_pane(self.pane, (border_band(lands, name, mine.__contains__, tint_of(power).face, wide),))
                box, (x, y, wide_, high) = scene.bounds(drawn), scene.bounds(self.frame)
                across = x + ROUND <= box[0] and box[0] + box[2] <= x + wide_ - ROUND
                within = across and y + ROUND <= box[1] and box[1] + box[3] <= y + high - ROUND
                yield drawn if within else Group((drawn,), clip=self.frame)
        clicks = tuple(Path(lands.outlines[name], action=("at", name)) for name in PROVINCES)
        yield Group((on_pane(self.pane, clicks),), clip=self.frame)

    def _armies(self) -> Iterator[Shape]:
        """Yield the armies of the players as letters alone."""
        seats = rules.seats(self.state)
        armies = ((PLACES[place], one) for place in range(len(PROVINCE)) for one in self.stacks[place])
        found = [(name, one) for name, one in armies if one.power in seats]
        rooms = place_boxes(self.base, self.index, [(name, DOT, DOT) for name, _ in found])
        for (name, one), room in zip(found, rooms):
            yield Group((self._dot(one),), *room.box[:2], action=("at", name))

    def _wash(self) -> Iterator[Shape]:
        """The provinces of the layer: green where the leader comes, gold by revenue, green where a way is clear."""
        shown, outlines, shares = self.shown, ATLAS.lands.outlines, dict[str, float]()
        if shown.layer == "reach":
            shares = {name: 0.1 + 0.2 * float(way.p_arrives) for name, way in shown.ways.items() if name in outlines}
        elif shown.layer == "revenue":
            shares = {name: 0.14 * area.revenue for name, area in PROVINCES.items() if area.revenue}
        elif shown.layer == "supply":
            shares = dict.fromkeys((name for name in outlines if name in shown.clear), 0.28)
        fill = GOLD if shown.layer == "revenue" else GOOD
        inner: list[Shape] = [Path(outlines[name], fill=fill, opacity=share) for name, share in shares.items()]
        if shown.place in outlines:
            inner.append(Path(outlines[shown.place], stroke=GOOD, stroke_width=2.4 / self.pane.scale, join="round"))
        if inner:
            yield Group((on_pane(self.pane, tuple(inner)),), clip=self.frame)

    def _path(self) -> Iterator[Shape]:
        """The cheapest way to the place looked at."""
        way = self.shown.ways.get(self.shown.place)
        if way is None or len(way.way) < 2 or self.shown.layer != "reach":
            return
        points = [self.pane.spot(name) for name in way.way]
        d = _smooth(points)
        inks = (WHITE, 7.5), (GOOD, 4)
        lines = [Path(d, stroke=ink, stroke_width=wide, cap="round", join="round") for ink, wide in inks]
        head = Path(_arrow(points[-2], points[-1]), fill=GOOD, stroke=WHITE, stroke_width=1.2)
        yield Group((*lines, head), clip=self.frame)

    def _pills(self) -> Iterator[Shape]:
        texts: dict[str, tuple[str, bool]] = {}
        if self.shown.layer == "reach":
            for name, way in self.shown.ways.items():
                if len(way.way) > 1 and name in PROVINCES:
                    sure = way.p_arrives == 1
                    texts[name] = f"OP {way.cost}" + ("" if sure else f" · {percent(way.p_arrives, 0)}"), sure
        elif self.shown.layer == "revenue":
            texts = {name: (str(area.revenue), True) for name, area in PROVINCES.items() if area.revenue}
        names = [name for name in texts if self.pane.holds(name, 6)]
        sizes = [(name, scene.text_width(texts[name][0], 11, 600) + 14, PILL) for name in names]
        colour, bright = (GOOD, WHITE) if self.shown.layer == "reach" else (GOLD, INK)
        for name, berth in zip(names, place_boxes(self.base, self.index, sizes, (*self.kept, *self.rooms.values()))):
            (x, y, wide, high), (text, sure) = berth.box, texts[name]
            fill, ink, dash = (colour, bright, ()) if sure else (WHITE, colour, (3.0, 2.0))
            plate = Rect(x, y, wide, high, high / 2, fill=fill, stroke=colour, stroke_width=1.4, dash=dash)
            said = Text(x + wide / 2, y + 13, text, 11, ink, weight=600, anchor="middle", max_width=wide - 6)
            yield Group((plate, said))

    def _ring(self) -> Iterator[Shape]:
        leader = next((each for each in self.state.leaders if each.name == self.shown.leader), None)
        berth = self.rooms.get(leader.place) if leader else None
        if berth:
            x, y, wide, high = berth.box
            yield Rect(x - 3, y - 3, wide + 6, high + 6, 5, stroke=WHITE, stroke_width=4.5)
            yield Rect(x - 3, y - 3, wide + 6, high + 6, 5, stroke=GOOD, stroke_width=2.4)


def pile_parts(
    view: View, place: int, stacks: tuple[SeenStack, ...], opened: bool = False
) -> list[tuple[float, Shape]]:
    """The width of each part of a pile, and its drawing with its left top at (0, 0): the first stack, how many more
    there are, and the marks of the province; all its stacks where it is ``opened``."""
    shown = stacks if opened else stacks[:1]
    found = [_stack(stack, opened, place >= FIRST_COAST) for stack in shown]
    if rest := len(stacks) - len(shown):
        text = Text(MORE / 2, HIGH / 2 + 4, f"+{rest}", 11, INK, weight=700, anchor="middle", max_width=MORE - 2)
        found.append((MORE, Group((Rect(0, 3, MORE, HIGH - 6, 8, fill=WHITE, stroke=INK), text))))
    city = next((each for each in view.state.capitals if each.place == place), None)
    if city:
        full, tint = full_city_csp(view.state.options, place, city.major), tint_of(name_of(view.state, city.owner))
        found.append((26.0, tower(tint, 13, HIGH / 2, city.csp, full)))
    if place in view.state.pillaged:
        found.append((16.0, flame(8, HIGH / 2)))
    if place < len(PROVINCE) and (stones := view.state.limes[place]):
        found.append((22.0, wall(11, HIGH / 2, stones > 1)))
    return found


def _stack(stack: SeenStack, opened: bool, at_sea: bool) -> tuple[float, Shape]:
    """A stack: its letter, a ship at sea, the best leader's rating, its CSP or ships where they are seen."""
    tint, ships = tint_of(stack.power), at_sea or (stack.csp == 0 and bool(stack.ships) and not stack.leaders)
    x, middle, count = 18.0, HIGH / 2, stack.ships if ships else stack.csp
    shapes: list[Shape] = [Text(9, middle + 4, tint.letter, 11, WHITE, weight=700, anchor="middle", max_width=14)]
    if ships:
        shapes.append(Group((Path(SHIP, fill=WHITE),), x + 4, middle, scale=0.7))
        x += 11
    elif stack.leaders:
        shapes.append(Circle(x + 7, middle, 8, fill=PAPER))
        rating = str(stack.leaders[0].rating)
        shapes.append(Text(x + 7, middle + 4.2, rating, 12, INK, weight=700, anchor="middle"))
        x += 17
    if count and (opened or stack.own or not stack.leaders):
        wide = scene.text_width(str(count), 12, 700)
        shapes.append(Text(x + wide, middle + 4.5, str(count), 12, WHITE, weight=700, anchor="end"))
        x += wide + 4
    plate = Rect(0.75, 0.75 + 1.5 * ships, x - 1.5, HIGH - 1.5 - 3 * ships, 8 if ships else 3, fill=tint.face,
                 stroke=tint.rim, stroke_width=1.5)  # fmt: skip
    return x, Group((plate, *shapes))


def _smooth(points: list[Point]) -> str:
    if len(points) < 3:
        return scene.polyline_path(points)
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (u, v) in pairwise(points[1:]):
        d += f"Q{x:.1f} {y:.1f} {(x + u) / 2:.1f} {(y + v) / 2:.1f}"
    return d + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


def _arrow(start: Point, end: Point) -> str:
    (x, y), dx, dy = end, end[0] - start[0], end[1] - start[1]
    far = (dx * dx + dy * dy) ** 0.5 or 1
    ux, uy = dx / far, dy / far
    wings = [(x - 9 * ux - side * uy, y - 9 * uy + side * ux) for side in (6, -6)]
    return scene.polyline_path([(x + 4 * ux, y + 4 * uy), *wings], closed=True)
