"""The map of the whole game as a picture: a pure function of what a seat sees, of what is chosen, and of the room.

Nothing is drawn, named or labelled that is not in the view: counters that it does not know have no number anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import cos, hypot, radians
from typing import Final

from gamekit.roma_victrix import rules
from gamekit.roma_victrix.geography import (
    FIRST_COAST,
    FIRST_SEA,
    INDEX,
    LINKS,
    PLACES,
    PROVINCE,
    PROVINCES,
    REGIONS,
    SEAS,
    SHORE,
    STEPS,
    province_cells,
)
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.odds.forecasts.reach import Destination
from gamekit.roma_victrix.rules.control import camp, control, full_city, name_of
from gamekit.roma_victrix.rules.units import units_of
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import FLEET, NONE, Body, Leader, State, land_csp
from gamekit.storage import data_files
from gamekit.text.translation import language_or_default, percent, word
from gamekit.widgets.look import BRONZE, CAESAR, GOLD, GOOD, HALO, INK, LINE, NEUTRAL, PAPER, POMPEY, WHITE, Tint
from gamekit.widgets.map.atlas import Atlas, Conic, DrawingRow, Passage, Site, Territory, Widths, band
from gamekit.widgets.map.base import BaseMap, Pane, base_map, edge, on_pane, peaks, readable, strait
from gamekit.widgets.map.placing import Placement, arrange, leader_line
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Scene, Shape, Text, bounds, text_width, through

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
    squares = [
        Rect(left + 6 * step - 2.5, 6.5, 5, 5, 1, fill=tint.face if step < steps else WHITE, stroke=tint.face)
        for step in range(of)
    ]
    wall = Path(TOWER, fill=tint.face if steps else WHITE, stroke=HALO if steps else tint.face, stroke_width=0.8)
    return Group((wall, *squares), x, y - 3)


def flame(x: float, y: float) -> Group:
    """The sign of a pillaged province, its middle at (x, y)."""
    return Group((Path(FLAME, fill=BRONZE, stroke=WHITE, stroke_width=1),), x, y)


def wall(x: float, y: float, full: bool) -> Group:
    """Limes: a wall, half of it when reduced."""
    stones = [Rect(-8 + 6 * n, -3, 5, 6, fill=WHITE if n == 2 and not full else NEUTRAL, stroke=INK) for n in range(3)]
    return Group(tuple(stones), x, y)


def ship(x: float, y: float, colour: str = WHITE, scale: float = 1) -> Group:
    return Group((Path(SHIP, fill=colour),), x, y, scale=scale)


def _held(x: float, y: float) -> Iterator[Shape]:
    tint = Tint(POMPEY, POMPEY, POMPEY, POMPEY, "C")
    yield Rect(x - 14, y - 7, 28, 14, 2, fill=POMPEY, opacity=0.3)
    yield Rect(x - 9, y - 3, 18, 6, 1, fill=HALO, opacity=0.8)
    yield disc(tint, x, y, 6.5)


def _judged(x: float, y: float) -> Iterator[Shape]:
    yield Rect(x - 14, y - 7, 28, 14, fill=HALO)
    lines = "".join(f"M{x - 14 + n * 7:.1f} {y + 7:.1f}l7 -14" for n in range(4))
    yield Path(lines, stroke=LINE, stroke_width=0.8, opacity=0.6)
    yield Rect(x - 14, y - 7, 28, 14, stroke=LINE, stroke_width=0.9, dash=(3.2, 2.4))


def _capital(x: float, y: float) -> Iterator[Shape]:
    yield tower(Tint(CAESAR, CAESAR, CAESAR, CAESAR, ""), x, y, 3, 4)


KEY: Final[Mapping[str, Callable[[float, float], Iterable[Shape]]]] = {  # the lines of the legend
    "legend.held": _held,
    "legend.judged": _judged,
    "legend.capital": _capital,
    "legend.pillaged": lambda x, y: [flame(x, y)],
    "legend.pass": peaks,
    "legend.strait": lambda x, y: strait((x - 12, y), (x + 12, y), 1, 1),
}


WIDTH, HEIGHT = 956.0, 640.0
SEAWARD: Final = 0.25  # how far ships lie off the shore, as a share of the way to the name of their sea
TINTS: Final = ("#EADDC0", "#F3E7CE", "#E6D8BC", "#F6ECD8")  # of regions side by side


@dataclass(frozen=True, slots=True)
class PowerSign:
    """How a power is told from others: its letter and its colour."""

    power: str
    letter: str
    colour: str
    source: str


SIGNS: Final = {row.power: row for row in data_files.rows(PowerSign, "roma_victrix/power_signs.csv", ("power",))}


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


def _is_judged(source: str) -> bool:
    return source.startswith("judged")


def _territories() -> tuple[Territory, ...]:
    return tuple(
        Territory(
            name,
            tuple(tuple((north, east) for east, north in ring) for ring in rings),
            PROVINCES[name].region,
            _is_judged(PROVINCES[name].source),
            PROVINCES[name].impassable,
        )
        for name, rings in province_cells().items()
    )


def _tints() -> dict[str, str]:
    """A tint for each region, another one than its neighbours'."""
    found: dict[str, str] = {}
    for region, names in REGIONS.items():
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
        found[name] = Site(*_off_shore([at for ring in rings[PLACES[SHORE[place]]] for at in ring], (sea.lat, sea.lon)))
    return found


def _off_shore(shore: list[Point], sea: Point) -> Point:
    """A point off the shore that faces a sea; degrees north and east."""
    wide = cos(radians(sea[0]))
    north, east = min(shore, key=lambda at: hypot(at[0] - sea[0], (at[1] - sea[1]) * wide))
    far = hypot(north - sea[0], (east - sea[1]) * wide)
    part = min(SEAWARD, 0.5 / far if far else 0)
    return north + (sea[0] - north) * part, east + (sea[1] - east) * part


def _links() -> list[Passage]:
    """The ways by land; a strait joins the two provinces on its shores."""
    found = [
        Passage(link.a, link.b, link.kind, _is_judged(link.source)) for link in LINKS if link.kind in ("land", "pass")
    ]
    for sound, sea in SEAS.items():
        if sea.strait:
            here, there = (name for name, kind in STEPS[sound].items() if kind == "strait")
            found.append(Passage(here, there, "strait", _is_judged(sea.source)))
    return found


TERRITORIES: Final = _territories()
ATLAS: Final = Atlas(
    WIDTH,
    HEIGHT,
    Conic(radius=1052.0, origin=(419.0, 384.0), centre=(39.0, 20.3), parallels=(33.0, 45.0)),
    sites=_sites(),
    links=_links(),
    drawing=data_files.rows(DrawingRow, "roma_victrix/map_drawing.csv"),
    name=name_in,
    say=lambda key, language: word(f"roma_victrix.map.{key}", language),
    widths=Widths(whole=900, stacked=900, narrow=900, narrowest=320, roomy=WIDTH, widest=1400, tallest=608.0),
    files=("map/coastline_wide.geojson", "map/coastline_wide.geojson"),
    territories=TERRITORIES,
    tints=_tints(),
    signs=KEY,
)


OWN, OTHER, NAMELESS, CITY, SIGN = 56.0, 38.0, 20.0, 26.0, 16.0  # px of the parts of a pile
SHIPS, FLEETS = 38.0, 32.0  # px of ships with their number and without
HIGH, GAP = 22.0, 2.0
DOT: Final = 14.0  # px of a stack on the small map
CLEAR: Final = 30.0  # px round a place that are enough, whatever else of the map is seen
BAND: Final = 11.0  # px of a power's colour along its borders
PILL: Final = 18.0
ROUND: Final = 6.0  # px of the frame's corners
LAYERS: Final = ("reach", "revenue", "regions", "supply")  # what the map shows besides who holds what


@dataclass(frozen=True, slots=True)
class MapShown:
    """What the map shows besides the position: the part of the map, one of ``LAYERS``, the place looked at, the leader
    whose ``ways`` are shown, the places of the layer "supply" with a way to the capital."""

    width: float = WIDTH
    language: str = "en"
    region: str = ""
    layer: str = LAYERS[0]
    place: str = ""
    leader: str = ""
    ways: Mapping[str, Destination] = field(default_factory=dict)
    clear: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SeenStack:
    """The counters of a camp in a place, as they are seen: CSP and ships are None where they are not known."""

    camp: int
    power: str
    leaders: tuple[Leader, ...]
    csp: int | None
    ships: int | None
    own: bool


def at(place: str) -> tuple[str, str]:
    """What a click on a place means."""
    return "at", place


def stacks_at(view: View, place: int) -> tuple[SeenStack, ...]:
    """What stands in a place by camps, one's own first."""
    state = view.state
    camps: dict[int, tuple[list[Body], list[Leader]]] = {}
    for group in state.groups:
        if group.place == place:
            camps.setdefault(camp(state, group.owner), ([], []))[0].append(group)
    for leader in state.leaders:
        if leader.place == place:
            camps.setdefault(camp(state, leader.owner), ([], []))[1].append(leader)
    found = [_stack(view, side, *parts) for side, parts in camps.items()]
    return tuple(sorted(found, key=lambda stack: (not stack.own, stack.camp)))


def _stack(view: View, side: int, groups: list[Body], leaders: list[Leader]) -> SeenStack:
    state = view.state
    hidden = any(count < 0 for group in groups for count in group.units)
    units = None if hidden else units_of(groups)
    best = tuple(sorted(leaders, key=lambda leader: -leader.rating))
    power = best[0].owner if best else groups[0].owner
    ships = None if units is None else sum(units[FLEET:])
    csp = None if units is None else land_csp(units)
    return SeenStack(side, name_of(state, power), best, csp, ships, side == view.player or view.player == NONE)


def holder(state: State, place: int) -> str:
    """The power that controls a province, "" for nobody."""
    power = control(state, place)
    return name_of(state, power) if power != NONE else ""


def label(view: View, place: int, shown: MapShown) -> str:
    """A place in words: its name, who holds it, what stands there, how the leader comes there."""
    state, language, name = view.state, shown.language, PLACES[place]
    parts = [name_in(name, language)]
    if place < len(PROVINCE):
        power = holder(state, place)
        parts.append(name_in(power, language) if power else word("roma_victrix.map.nobody", language))
        parts.append(word("roma_victrix.map.revenue", language, points=PROVINCE[place].revenue))
        if place in state.pillaged:
            parts.append(word("roma_victrix.map.legend.pillaged", language))
    parts += [stack_said(stack, language) for stack in stacks_at(view, place)]
    if way := shown.ways.get(name):
        parts.append(way_said(way, language))
    return ", ".join(parts)


def stack_said(stack: SeenStack, language: str) -> str:
    """A stack in words, as far as it is seen."""
    who = " + ".join(f"{name_in(leader.name, language)} {leader.rating}" for leader in stack.leaders)
    parts = [who or name_in(stack.power, language)]
    if stack.csp is None:
        parts.append(word("roma_victrix.map.unseen", language))
    elif stack.csp:
        parts.append(f"{stack.csp} CSP")
    if stack.ships:
        parts.append(word("roma_victrix.map.ships", language, count=stack.ships))
    return " ".join(parts)


def way_said(way: Destination, language: str) -> str:
    """The points of a way, and the chance to have them."""
    points = word("roma_victrix.map.points", language, points=way.cost)
    return points if way.p == 1 else f"{points} {percent(way.p)}"


def world_scene(view: View, shown: MapShown) -> Scene:
    """The map with a position on it.

    >>> from gamekit import roma_victrix as rv
    >>> scene = world_scene(rv.observe(rv.initial_state("second_punic_war"), "Rome"), MapShown())
    >>> sum(action[0] == "at" for action in scene.actions()) >= 89
    True
    """
    language = language_or_default(shown.language)
    base = base_map(ATLAS, shown.width, language, shown.region)
    parts = [_Part(view, shown, base, index) for index in range(len(base.panes))]
    lands = (shape for part in parts for shape in part.lands())
    upper = (shape for part in parts for shape in part.pieces())
    return Scene(
        base.width,
        base.height,
        static=base.shapes[: len(parts)],
        pieces=(*lands, *base.shapes[len(parts) :], *readable(upper, base.width, shown.width)),
        overlay=readable((shape for part in parts for shape in part.overlay()), base.width, shown.width),
        title=word("roma_victrix.map.title", language),
        sentence=word("roma_victrix.map.title", language),
        ground=PAPER,
    )


def looked_at(view: View, shown: MapShown) -> list[str]:
    """The place and the leader looked at, and one's own capital: by places, what there is of them."""
    leader = next((each.place for each in view.state.leaders if each.name == shown.leader), NONE)
    home = next((city.place for city in view.state.capitals if city.owner == view.player), NONE)
    return [name for name in (shown.place, *(PLACES[place] for place in (leader, home) if place != NONE)) if name]


def part_of(view: View, shown: MapShown) -> str:
    """The part of the map for a narrow page that holds what is looked at farthest from its edges."""
    spots = [ATLAS.spots[name] for name in looked_at(view, shown) if name in ATLAS.spots]

    def depths(part: str) -> list[float]:
        x, y, wide, high = ATLAS.parts[part]
        found = [min(u - x, x + wide - u, v - y, y + high - v) for u, v in spots]
        return [*(min(depth, CLEAR) for depth in found), *found]

    return max(ATLAS.parts, key=depths)


class _Part:
    """A pane of the map; the first of several is the whole map, which is too small for names."""

    def __init__(self, view: View, shown: MapShown, base: BaseMap, index: int) -> None:
        self.view, self.state, self.shown, self.base, self.index = view, view.state, shown, base, index
        self.language = language_or_default(shown.language)
        self.pane: Pane = base.panes[index]
        self.small = self.pane.layout == "bare"
        self.holders = {name: holder(self.state, place) for place, name in enumerate(PROVINCES)}
        self.stacks = {place: stacks_at(view, place) for place in range(FIRST_SEA)}
        self.plates = {plate.place: plate for plate in base.names[index]}
        self.frame = edge(self.pane)
        wide = 2 * DISC
        self.discs: dict[str, Box] = {  # before the name of what is held
            name: (plate.box[0] - wide - 1, plate.box[1] + plate.box[3] / 2 - DISC + 0.5, wide, wide)
            for name, plate in self.plates.items()
            if self.holders[name]
        }
        self.kept = tuple(Placement(box, None, (*box[:2], box[0] + wide, box[1] + wide)) for box in self.discs.values())
        self.rooms = {} if self.small else self._rooms()

    def pieces(self) -> Iterator[Shape]:
        yield from self._names()
        yield from self._discs()
        for place, room in self.rooms.items():
            yield from leader_line(room)
            yield self._pile(place, room.box)

    def overlay(self) -> Iterator[Shape]:
        yield from self._wash()
        if self.small:
            yield from self._armies()
        else:
            yield from (*self._path(), *self._pills(), *self._ring())

    # Provinces: who holds them, and places to click.

    def lands(self) -> Iterator[Shape]:
        lands, wide = ATLAS.lands, BAND / max(1.0, self.pane.scale)
        for name, power in self.holders.items() if self.shown.layer != "regions" else ():
            if power:
                mine = {other for other, held in self.holders.items() if held == power}
                drawn = on_pane(self.pane, (band(lands, name, mine.__contains__, tint_of(power).face, wide),))
                yield drawn if _lies_in(bounds(drawn), bounds(self.frame)) else Group((drawn,), clip=self.frame)
        clicks = tuple(Path(lands.outlines[name], action=at(name)) for name in PROVINCES)
        yield Group((on_pane(self.pane, clicks),), clip=self.frame)

    def _names(self) -> Iterator[Shape]:
        for name, plate in self.plates.items():
            x, y, wide, high = plate.box
            yield Rect(
                x - 17, y - 2, wide + 19, high + 4, label=label(self.view, INDEX[name], self.shown), action=at(name)
            )
        for point in ATLAS.havens(self.pane.names):
            if self.pane.holds(point, 6):
                yield Circle(*self.pane.spot(point), 9, label=name_in(point, self.language), action=at(point))

    def _discs(self) -> Iterator[Shape]:
        for name, (x, y, *_) in self.discs.items():
            yield disc(tint_of(self.holders[name]), x + DISC, y + DISC)

    def _armies(self) -> Iterator[Shape]:
        """Where the armies of those at the table stand: letters alone."""
        seats = rules.seats(self.state)
        armies = ((PLACES[place], one) for place in range(len(PROVINCE)) for one in self.stacks[place])
        found = [(name, tint_of(one.power)) for name, one in armies if one.power in seats]
        rooms = arrange(self.base, self.index, [(name, DOT, DOT) for name, _ in found])
        for (name, tint), (x, y, *_) in zip(found, (room.box for room in rooms)):
            plate = Rect(x, y, DOT, DOT, 3, fill=tint.face, stroke=WHITE)
            letter = Text(x + DOT / 2, y + 11, tint.letter, 11, WHITE, weight=700, anchor="middle", max_width=DOT)
            yield Group((plate, letter), action=at(name))

    # What stands in a place, side by side.

    def _rooms(self) -> dict[int, Placement]:
        wanted = []
        for place in range(FIRST_SEA):
            wide = sum(width + GAP for width, _ in pile_parts(self.view, place, self.stacks[place])) - GAP
            if wide > 0 and self.pane.holds(PLACES[place], 6):
                wanted.append((place, wide))
        berths = arrange(self.base, self.index, [(PLACES[place], wide, HIGH) for place, wide in wanted], self.kept)
        return {place: berth for (place, _), berth in zip(wanted, berths)}

    def _pile(self, place: int, box: Box) -> Shape:
        x, drawn = 0.0, list[Shape]()
        for width, shape in pile_parts(self.view, place, self.stacks[place]):
            drawn.append(Group((shape,), x, 0))
            x += width + GAP
        said = label(self.view, place, self.shown)
        return Group((Rect(0, 0, box[2], box[3]), *drawn), box[0], box[1], label=said, action=at(PLACES[place]))

    # What is chosen.

    def _wash(self) -> Iterator[Shape]:
        """The provinces of the layer: green where the leader comes, gold by revenue, green where a way is clear."""
        shown, outlines = self.shown, ATLAS.lands.outlines
        inner: list[Shape] = []
        if shown.layer == "reach":
            inner = [
                Path(outlines[name], fill=GOOD, opacity=0.1 + 0.2 * float(way.p))
                for name, way in shown.ways.items()
                if name in outlines
            ]
        elif shown.layer == "revenue":
            worth = ((name, area.revenue) for name, area in PROVINCES.items() if area.revenue)
            inner = [Path(outlines[name], fill=GOLD, opacity=0.14 * points) for name, points in worth]
        elif shown.layer == "supply":
            inner = [Path(outlines[name], fill=GOOD, opacity=0.28) for name in outlines if name in shown.clear]
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
        head = _arrow(points[-2], points[-1])
        yield Group(
            (
                Path(d, stroke=WHITE, stroke_width=7.5, cap="round", join="round"),
                Path(d, stroke=GOOD, stroke_width=4, cap="round", join="round"),
                Path(head, fill=GOOD, stroke=WHITE, stroke_width=1.2),
            ),
            clip=self.frame,
        )

    def _pills(self) -> Iterator[Shape]:
        texts: dict[str, tuple[str, bool]] = {}
        if self.shown.layer == "reach":
            for name, way in self.shown.ways.items():
                if len(way.way) > 1 and name in PROVINCES:
                    texts[name] = pill_text(way)[:2]
        elif self.shown.layer == "revenue":
            texts = {name: (str(area.revenue), True) for name, area in PROVINCES.items() if area.revenue}
        names = [name for name in texts if self.pane.holds(name, 6)]
        sizes = [(name, text_width(texts[name][0], 11, 600) + 14, PILL) for name in names]
        for name, berth in zip(names, arrange(self.base, self.index, sizes, (*self.kept, *self.rooms.values()))):
            text, sure = texts[name]
            yield pill(text, sure, berth.box, GOOD if self.shown.layer == "reach" else GOLD)

    def _ring(self) -> Iterator[Shape]:
        leader = next((each for each in self.state.leaders if each.name == self.shown.leader), None)
        berth = self.rooms.get(leader.place) if leader else None
        if berth:
            x, y, wide, high = berth.box
            yield Rect(x - 3, y - 3, wide + 6, high + 6, 5, stroke=WHITE, stroke_width=4.5)
            yield Rect(x - 3, y - 3, wide + 6, high + 6, 5, stroke=GOOD, stroke_width=2.4)


def _lies_in(box: Box, frame: Box) -> bool:
    """Whether a box lies in a frame, its round corners aside."""
    across = box[0] >= frame[0] + ROUND and box[0] + box[2] <= frame[0] + frame[2] - ROUND
    return across and box[1] >= frame[1] + ROUND and box[1] + box[3] <= frame[1] + frame[3] - ROUND


def pile_parts(view: View, place: int, stacks: tuple[SeenStack, ...]) -> list[tuple[float, Shape]]:
    """The width of each part of a pile, and its drawing with its left top at (0, 0)."""
    found: list[tuple[float, Shape]] = []
    for stack in stacks:
        if place >= FIRST_COAST or (stack.csp == 0 and stack.ships and not stack.leaders):
            width = SHIPS if stack.ships else FLEETS
            found.append((width, _fleet(stack, width)))
        else:
            width = OWN if stack.csp is not None else OTHER if stack.leaders else NAMELESS
            found.append((width, _army(stack, width)))
    return found if place >= len(PROVINCE) else [*found, *_marks(view.state, place)]


def _marks(state: State, place: int) -> Iterator[tuple[float, Shape]]:
    """The capital, the flame and the wall of a province."""
    city = next((each for each in state.capitals if each.place == place), None)
    if city:
        full, tint = full_city(state.options, place, city.major), tint_of(name_of(state, city.owner))
        yield CITY, tower(tint, CITY / 2, HIGH / 2, city.csp, full)
    if place in state.pillaged:
        yield SIGN, flame(SIGN / 2, HIGH / 2)
    if state.limes[place]:
        yield SIGN + 6, wall(SIGN / 2 + 3, HIGH / 2, state.limes[place] > 1)


def pill_text(way: Destination) -> tuple[str, bool, float]:
    """What a pill says of a way, whether it is sure, and how wide the pill is."""
    sure = way.p == 1
    text = f"OP {way.cost}" if sure else f"OP {way.cost} · {percent(way.p, 0)}"
    return text, sure, text_width(text, 11, 600) + 14


def _army(stack: SeenStack, width: float) -> Shape:
    """A stack of land units: letter, the best leader's rating (a dashed ring for none), CSP where they are seen."""
    tint, middle = tint_of(stack.power), HIGH / 2
    shapes: list[Shape] = [_plate(tint, width, HIGH, 3), _letter(tint, 9.5)]
    if stack.leaders:
        shapes.append(Circle(25.5, middle, 8, fill=PAPER))
        shapes.append(Text(25.5, middle + 4.2, str(stack.leaders[0].rating), 12, INK, weight=700, anchor="middle"))
    elif stack.csp is not None:
        shapes.append(Circle(25.5, middle, 7, stroke=tint.faint, stroke_width=1.2, dash=(2.2, 2.2)))
    if stack.csp is not None:
        shapes.append(Text(width - 5, middle + 5, str(stack.csp), 13, WHITE, weight=700, anchor="end"))
    return Group(tuple(shapes))


def _fleet(stack: SeenStack, width: float) -> Shape:
    """Ships of a power, their number where they are seen."""
    tint = tint_of(stack.power)
    count = [Text(width - 5, 15.2, str(stack.ships), 12, WHITE, weight=700, anchor="end")] if stack.ships else []
    return Group((_plate(tint, width, HIGH - 3, 8), _letter(tint, 9), ship(20.5, 11, scale=0.7), *count))


def _plate(tint: Tint, width: float, high: float, radius: float) -> Rect:
    top = (HIGH - high) / 2 + 0.75
    return Rect(0.75, top, width - 1.5, high - 1.5, radius, fill=tint.face, stroke=tint.rim, stroke_width=1.5)


def _letter(tint: Tint, x: float) -> Text:
    return Text(x, HIGH / 2 + 4, tint.letter, 11, WHITE, weight=700, anchor="middle", max_width=14)


def pill(text: str, sure: bool, box: Box, colour: str) -> Shape:
    x, y, wide, high = box
    fill, ink = (colour, WHITE if colour == GOOD else INK) if sure else (WHITE, colour)
    plate = Rect(x, y, wide, high, high / 2, fill=fill, stroke=colour, stroke_width=1.4, dash=() if sure else (3, 2))
    return Group((plate, Text(x + wide / 2, y + 13, text, 11, ink, weight=600, anchor="middle", max_width=wide - 6)))


def _smooth(points: list[Point]) -> str:
    """A line through points, its corners rounded."""
    if len(points) < 3:
        return through(points)
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (u, v) in pairwise(points[1:]):
        d += f"Q{x:.1f} {y:.1f} {(x + u) / 2:.1f} {(y + v) / 2:.1f}"
    return d + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


def _arrow(start: Point, end: Point) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = (dx * dx + dy * dy) ** 0.5 or 1
    ux, uy = dx / far, dy / far
    tip = (end[0] + 4 * ux, end[1] + 4 * uy)
    sides = [(end[0] - 9 * ux - 6 * uy, end[1] - 9 * uy + 6 * ux), (end[0] - 9 * ux + 6 * uy, end[1] - 9 * uy - 6 * ux)]
    return through([tip, *sides], closed=True)
