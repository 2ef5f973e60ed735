"""The map: a true projection, names that can be read, blocks that show no more than their viewer may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import cos, hypot, radians
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit.julius_caesar import rules
from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.rules.views import SHOWN, View
from gamekit.julius_caesar.tables import BLOCKS, CITIES, LIMITS, PLACE, PLACES, ROAD_BETWEEN, ROADS, SEAS
from gamekit.play.protocol import at_random, play
from gamekit.widgets.julius_caesar.map import (
    ATLAS,
    HEIGHT,
    WIDTH,
    MapOptions,
    Pile,
    Token,
    map_scene,
    picture,
    place_name,
    placed,
    spread,
    stacks_of,
)
from gamekit.widgets.map import base as drawn
from gamekit.widgets.map.atlas import COARSE, FINE
from gamekit.widgets.map.base import BaseMap, Pane
from gamekit.widgets.map.placing import crosses
from gamekit.widgets.scene import Box, Circle, Group, Scene, Shape, Text
from tests.cases import Cases

LANGUAGES = ("en", "ja")


def map_picture(view: View, width: float = WIDTH, language: str | None = None, region: str = "") -> str:
    return picture(map_scene(view, (), MapOptions(width, language, region)))


CONIC = ATLAS.projection
WIDTHS = (776, 860, 1000, 1100, 1248)
HANDS = {"Caesar": ("3/2", "2/3", "2/2", "1/3", "Mars"), "Pompey": ("2/2", "2/1", "3/1", "4/1", "Pluto")}
SHEETS = [(width, language, "") for width in WIDTHS for language in LANGUAGES]
SHEETS += [(width, language, "") for width in (364, 420, 560) for language in LANGUAGES]
SHEETS += [(1248, language, region) for language in LANGUAGES for region in ATLAS.regions]


def ground(width: float, language: str, region: str = "") -> BaseMap:
    return drawn.base_map(ATLAS, width, language, region)


def moving() -> s.State:
    """49 BC, Caesar is player 1 with a 3/2."""
    state = rules.initial_state(hands=HANDS)
    return rules.apply(rules.apply(state, s.Play("3/2")), s.Play("2/2"))


@cache
def positions() -> tuple[s.State, ...]:
    """Positions from all over some random games, at most one in forty actions."""
    found = []
    for seed in (1, 2, 3):
        random = Random(seed)
        players = {side: at_random(random) for side in ("Caesar", "Pompey")}
        found += [state for number, (state, _) in enumerate(play(rules, players, random)) if number % 45 == 7]
    return tuple(found)


def shapes(parts: Any) -> Iterator[Shape]:
    for shape in parts:
        yield shape
        if isinstance(shape, Group):
            yield from shapes(shape.shapes)


def everything(scene: Scene) -> list[Shape]:
    return [shape for layer in scene.layers for shape in shapes(layer)]


def texts(scene: Scene) -> set[str]:
    return {shape.text for shape in everything(scene) if isinstance(shape, Text)}


def overlap(a: Box, b: Box) -> float:
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(across, 0) * max(down, 0)


def distance(box: Box, x: float, y: float) -> float:
    return hypot(max(box[0] - x, x - box[0] - box[2], 0), max(box[1] - y, y - box[1] - box[3], 0))


# The projection ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("latitude", "longitude"), [(30, 31), (41.9, 12.5), (49.8, 6.6), (36.5, -6.3), (38, 39)])
def test_the_projection_keeps_angles(latitude: float, longitude: float) -> None:
    step = 1e-4
    x, y = CONIC.project(latitude, longitude)
    north, east = CONIC.project(latitude + step, longitude), CONIC.project(latitude, longitude + step)
    up, right = (north[0] - x, north[1] - y), (east[0] - x, east[1] - y)
    assert abs(up[0] * right[0] + up[1] * right[1]) < 1e-4 * hypot(*up) * hypot(*right)
    assert hypot(*right) / cos(radians(latitude)) == pytest.approx(hypot(*up), rel=1e-4)


def test_places_lie_as_they_do_on_the_earth() -> None:
    spots = ATLAS.spots
    assert set(spots) == set(CITIES)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in spots.values())
    assert spots["Gades"][0] < spots["Rome"][0] < spots["Athena"][0] < spots["Antioch"][0]
    assert spots["Treveri"][1] < spots["Ravenna"][1] < spots["Rome"][1] < spots["Utica"][1] < spots["Alexandria"][1]
    # Rome to Alexandria is about 1930 km as the crow flies, 6371 km being the Earth's radius.
    assert hypot(spots["Rome"][0] - spots["Alexandria"][0], spots["Rome"][1] - spots["Alexandria"][1]) == pytest.approx(
        1930 / 6371 * CONIC.radius, rel=0.02
    )


@pytest.mark.parametrize("file", [FINE, COARSE])
def test_the_coast_is_closed_and_the_cut_edges_lie_outside_the_map(file: str) -> None:
    d = ATLAS.land(coarse=file == COARSE)
    assert d.count("M") == d.count("Z") > 20
    assert len(d) < 60_000


# Names and roads -----------------------------------------------------------------------------------------------------


def test_every_road_and_strait_is_drawn_as_its_class() -> None:
    board = ground(1248, "en")
    inner = list(shapes(board.shapes))
    dashed = [shape for shape in inner if getattr(shape, "dash", ()) == (5, 4)]
    solid = [shape for shape in inner if getattr(shape, "stroke_width", 0) == 2.4]
    counts = Counter(road.class_.value for road in ROADS)
    assert counts == {"major": 43, "minor": 47, "strait": 4}
    assert len(dashed) == counts["minor"] + 1  # and one in the key
    assert len(solid) == counts["major"] + 1
    for (a, b), control in ATLAS.bends.items():
        assert frozenset((a, b)) in {frozenset((link.here, link.there)) for link in ATLAS.links}
        assert hypot(control[0] - ATLAS.spot(a)[0], control[1] - ATLAS.spot(a)[1]) < 250


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_city_is_named_once_and_every_sea(width: int, language: str) -> None:
    board = ground(width, language)
    named = Counter(plate.place for plates in board.names for plate in plates)
    assert named == Counter(dict.fromkeys(CITIES, 1))
    said = {shape.label for shape in shapes(board.shapes) if isinstance(shape, Group) and shape.label}
    assert {place_name(sea, language) for sea in SEAS} <= said


@pytest.mark.parametrize(("width", "language", "region"), SHEETS)
def test_names_overlap_neither_each_other_nor_a_dot(width: int, language: str, region: str) -> None:
    board = ground(width, language, region)
    for pane, plates, taken in zip(board.panes, board.names, board.taken):
        dots = {city: (*pane.spot(city), ATLAS.radius(city)) for city in CITIES if pane.holds(city, -20)}
        for one, other in combinations(plates, 2):
            assert overlap(one.box, other.box) == 0, (one.place, other.place)
        for plate in plates:
            x, y, width_, height = plate.box
            assert pane.left <= x < x + width_ <= pane.left + pane.width, plate.place
            assert pane.top <= y < y + height <= pane.top + pane.height, plate.place
            own = distance(plate.box, *dots[plate.place][:2]) - dots[plate.place][2]
            for city, (dot_x, dot_y, radius) in dots.items():
                if city != plate.place:
                    away = distance(plate.box, dot_x, dot_y) - radius
                    assert away > 0, (plate.place, city)
                    assert away > own, (plate.place, "is nearer to", city)
            assert all(overlap(plate.box, box) < 30 for box in taken), plate.place


# Stacks --------------------------------------------------------------------------------------------------------------


def test_own_blocks_lie_open_and_the_enemys_face_down() -> None:
    state = rules.initial_state()
    for player, enemy in (("Caesar", "Pompey"), ("Pompey", "Caesar")):
        view = rules.observe(state, player)
        found = {(stack.place, stack.side): stack for stack in stacks_of([view])}
        assert {token.face is not None for key, stack in found.items() if key[1] == player for token in stack.tokens}
        assert all(stack.open == (side == player) for (_, side), stack in found.items())
        assert sum(len(stack.tokens) for stack in found.values()) == 30
        picture = map_picture(view, 1248)
        assert f"{enemy}:" not in picture
    caesar = map_picture(rules.observe(state, "Caesar"))
    pompey = map_picture(rules.observe(state, "Pompey"))
    assert ">A3<" in caesar  # Caesar himself
    assert ">A3<" not in pompey
    assert ">C4<" in caesar
    assert ">C4<" not in pompey  # Legio 10


def test_positions_that_look_alike_give_the_same_picture() -> None:
    state = rules.initial_state()
    names = list(BLOCKS)
    one, other = names.index(("Pompey", "Legio 5")), names.index(("Pompey", "Legio 2"))
    location = list(state.location)
    location[one], location[other] = location[other], location[one]
    swapped = replace(state, location=tuple(location))
    assert swapped != state
    assert map_picture(rules.observe(swapped, "Caesar")) == map_picture(rules.observe(state, "Caesar"))
    assert map_picture(rules.observe(swapped, "Pompey")) != map_picture(rules.observe(state, "Pompey"))


def test_with_both_views_every_face_is_seen_and_the_room_sees_none() -> None:
    state = rules.initial_state()
    views = [rules.observe(state, side) for side in ("Caesar", "Pompey")]
    both = stacks_of(views)
    assert all(token.face for stack in both for token in stack.tokens)
    assert sum(len(stack.tokens) for stack in both) == 30
    closed = map_scene(views[0], (), MapOptions(closed=True))
    assert not {"A3", "C3", "C4", "III"} & texts(closed)
    assert all(
        token.face is None and not token.name for stack in stacks_of(views[:1], closed=True) for token in stack.tokens
    )


def test_in_a_battle_the_blocks_on_both_sides_lie_open_for_the_room_but_no_reserve() -> None:
    random, fights = Random(5), list[s.State]()
    for state, _ in play(rules, {side: at_random(random) for side in ("Caesar", "Pompey")}, random):
        fights += [state] if state.phase in SHOWN else []
        if len(fights) == 30:
            break
    for state in fights:
        combat = state.combat
        assert combat is not None
        place = PLACES[combat.place]
        for player in ("Caesar", "Pompey"):
            for stack in stacks_of([rules.observe(state, player)], closed=True):
                seen = sum(token.face is not None for token in stack.tokens)
                assert seen == (_main(state, stack.side) if stack.place == place else 0)


def _main(state: s.State, side: str) -> int:
    combat = state.combat
    assert combat is not None
    number = ("Caesar", "Pompey").index(side)
    there = [block for block, at in enumerate(state.location) if at == combat.place and state.side[block] == number]
    return sum(not combat.waiting >> block & 1 for block in there)


def test_more_than_three_blocks_fold_and_the_place_looked_at_unfolds() -> None:
    state = moving()
    for block in ("Caesar:Legio 13", "Caesar:Caesar"):
        for action in (s.Take(block), s.Go("Genua"), s.Stop()):
            state = rules.apply(state, action)
    view = rules.observe(state, "Caesar")
    genua = next(stack for stack in stacks_of([view]) if stack.place == "Genua")
    assert len(genua.tokens) == 5
    assert spread(genua, 28).shown == 3
    assert spread(genua, 28, unfolded=True).shown == 5
    assert "+2" in texts(map_scene(view))
    opened = map_scene(view, (), MapOptions(selected="Genua"))
    assert "+2" not in texts(opened)
    moved = [token for token in genua.tokens if token.moved]
    assert {token.name for token in moved} == {"Caesar:Caesar", "Caesar:Legio 13"}
    faint = [shape for shape in everything(opened) if isinstance(shape, Group) and shape.box and shape.opacity < 1]
    assert len(faint) == 2


@pytest.mark.parametrize("width", [1248, 776])
@pytest.mark.long
def test_stacks_of_long_games_cover_neither_each_other_nor_names(width: int) -> None:
    covered, shown = 0, 0
    board = ground(width, "en")
    for number, state in enumerate(positions()):
        stacks = stacks_of([rules.observe(state, ("Caesar", "Pompey")[number % 2])])
        for index, pane in enumerate(board.panes):
            boxes = [room.box for _, _, room in placed(board, index, stacks)]
            assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
            for x, y, across, down in boxes:
                assert pane.left <= x < x + across <= pane.left + pane.width
                assert pane.top <= y < y + down <= pane.top + pane.height
            shown += len(boxes)
            covered += sum(overlap(box, plate.box) > 20 for box in boxes for plate in board.names[index])
    assert shown > 400
    assert covered <= 0.01 * shown


def where(pane: Pane) -> dict[str, tuple[float, float]]:
    return {place: pane.spot(place) for place in PLACES if pane.holds(place)}


def runs_through(ends: tuple[tuple[float, float], tuple[float, float]], box: Box) -> bool:
    (x1, y1), (x2, y2) = ends
    points = ((x1 + (x2 - x1) * step / 40, y1 + (y2 - y1) * step / 40) for step in range(41))
    return any(distance(box, x, y) < 0.01 for x, y in points)


def strays(board: BaseMap, index: int, stacks: Sequence[Pile]) -> Iterator[str]:
    """The stacks that could be taken for another city's: nearer to it, and without a line of their own that is free."""
    pane, found = board.panes[index], placed(board, index, stacks)
    spots = where(pane)
    for stack, _, room in found:
        own = distance(room.box, *pane.spot(stack.place))
        nearest = min((distance(room.box, *spot) for place, spot in spots.items() if place != stack.place), default=99)
        others = [other.box for _, _, other in found if other is not room]
        if (own >= nearest and not room.line) or (room.line and any(runs_through(room.line, b) for b in others)):
            yield f"{stack.side} at {stack.place}"


@pytest.mark.parametrize(
    ("width", "region", "many"), [(1248, "", 500), (776, "", 500), (1248, "italia", 60), (1000, "graecia", 60)]
)
@pytest.mark.long
def test_whose_city_a_stack_stands_at_is_seen_in_random_positions(
    width: int, region: str, many: int, cases: Cases
) -> None:
    """Nearer to its own city than to any other, or tied to it by a line that crosses no stack; insets as well."""
    count = cases(many // 5, many)
    board, random, wrong, seen = ground(width, "en", region), Random(2026), list[str](), 0
    crossed = drawn_lines = 0
    for _ in range(count):
        stacks = scattered(random)
        for index in range(len(board.panes)):
            wrong += strays(board, index, stacks)
            lines = [room.line for _, _, room in placed(board, index, stacks) if room.line]
            crossed += sum(crosses(one, plate.box) for one in lines for plate in board.names[index])
            drawn_lines += len(lines)
        seen += len(stacks)
    assert seen > 10 * count
    assert wrong == []
    print(f"{crossed} of {drawn_lines} lines run through a name")
    assert crossed <= 0.02 * drawn_lines


def scattered(random: Random) -> list[Pile]:
    """All blocks of both sides that lie on a map, on random places: in heaps near each other or all over it."""
    places = random.sample(PLACES, random.randint(8, 24))
    found: dict[tuple[str, str], list[Token]] = {}
    for (colour, name), block in BLOCKS.items():
        side = colour or "Caesar"
        if random.random() < 0.7:
            here = (random.choice(places), side)
            face = block if side == "Caesar" else None
            found.setdefault(here, []).append(Token(f"{colour}:{name}" if face else "", face, random.random() < 0.2))
    return [Pile(place, side, tuple(tokens)) for (place, side), tokens in sorted(found.items())]


def test_in_the_opening_caesars_stacks_stand_at_their_own_cities() -> None:
    """Ravenna's lay below Genua, and Genua's touched Ravenna."""
    board = ground(1248, "en")
    pane = board.panes[0]
    stacks = stacks_of([rules.observe(rules.initial_state(), "Caesar")])
    assert list(strays(board, 0, stacks)) == []
    rooms = {stack.place: room for stack, _, room in placed(board, 0, stacks) if stack.side == "Caesar"}
    for city, other in (("Genua", "Ravenna"), ("Ravenna", "Genua"), ("Massilia", "Narbo"), ("Narbo", "Massilia")):
        (x, y, width, height), (near, far) = rooms[city].box, (pane.spot(city), pane.spot(other))
        middle = (x + width / 2, y + height / 2)
        ratio = hypot(middle[0] - near[0], middle[1] - near[1]) / hypot(middle[0] - far[0], middle[1] - far[1])
        assert ratio < 0.95 or rooms[city].line


# What may be done ----------------------------------------------------------------------------------------------------


def ringed(scene: Scene, board: BaseMap, dashed: bool) -> set[str]:
    """The places with a green ring round them."""
    found = set()
    for shape in everything(scene):
        if isinstance(shape, Circle) and shape.stroke == "#2F7D5B" and bool(shape.dash) == dashed:
            for pane in board.panes:
                near = (place for place in PLACES if pane.holds(place, -12))
                found |= {place for place in near if pane.spot(place) == (shape.x, shape.y)}
    return found


@pytest.mark.parametrize("width", [1248, 776])
def test_where_the_block_in_hand_may_go_is_lit_and_a_click_there_means_it(width: int) -> None:
    state = rules.apply(moving(), s.Take("Caesar:Legio 13"))
    legal = rules.legal_actions(state)
    near = {action.place for action in legal if isinstance(action, s.Go)}
    assert near == {"Aquileia", "Asculum", "Genua", "Rome"}
    options = MapOptions(width, far=frozenset({"Salone", "Rome"}), left=tuple(("Ravenna", place, 4) for place in near))
    scene = map_scene(rules.observe(state, "Caesar"), legal, options)
    board = ground(width, "en")
    assert ringed(scene, board, dashed=False) == near
    assert ringed(scene, board, dashed=True) == {"Salone"}
    for pane in board.panes:
        for place in near:
            if pane.holds(place, 8):
                hit = scene.at(*pane.spot(place))
                assert hit
                assert hit.action == ("at", place)
                assert place_name(place) in hit.label


def test_limits_stand_on_their_roads() -> None:
    state = rules.apply(moving(), s.Take("Caesar:Legio 13"))
    left = tuple(
        ("Ravenna", to, LIMITS[ROAD_BETWEEN[PLACE["Ravenna"], PLACE[to]]].move) for to in ("Rome", "Genua", "Aquileia")
    )
    scene = map_scene(rules.observe(state, "Caesar"), (), MapOptions(left=left))
    pane = ground(1248, "en").panes[0]
    discs = [shape for shape in shapes(scene.overlay) if isinstance(shape, Group) and shape.x]
    said = {inner.text: (disc.x, disc.y) for disc in discs for inner in disc.shapes if isinstance(inner, Text)}
    assert sorted(inner.text for disc in discs for inner in disc.shapes if isinstance(inner, Text)) == ["2", "4", "4"]
    a, b = pane.spot("Ravenna"), pane.spot("Rome")
    x, y = said["2"]
    assert abs((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0])) < 1e-6 * hypot(*a) * hypot(*b)


def test_blocks_that_may_act_are_clicked_one_by_one_the_others_mean_their_place() -> None:
    state = moving()
    legal = rules.legal_actions(state)
    scene = map_scene(rules.observe(state, "Caesar"), legal, MapOptions(selected="Ravenna"))
    clicks = {target.action: target.label for target in scene.targets()}
    assert {name for kind, name in clicks if kind == "on"} >= {"Caesar:Caesar", "Caesar:Legio 13"}
    assert clicks["on", "Caesar:Legio 13"] == "Legio 13, C3, strength III"
    assert ("at", "Neapolis") in clicks
    assert ("at", "Treveri") not in clicks


def test_close_cities_can_be_told_apart_by_a_click() -> None:
    scene = map_scene(
        rules.observe(rules.initial_state(), "Caesar"),
        (s.Go("Messana"), s.Go("Rhegium"), s.Go("Byzantium"), s.Go("Nicomedia")),
    )
    pane = ground(1248, "en").panes[0]
    for place in ("Messana", "Rhegium", "Byzantium", "Nicomedia"):
        hit = scene.at(*pane.spot(place))
        assert hit
        assert hit.action == ("at", place)


def test_battles_to_come_are_marked() -> None:
    fights = [state for state in positions() if state.attacks]
    assert fights
    for state in fights[:6]:
        scene = map_scene(rules.observe(state, "Caesar"))
        discs = [shape for shape in shapes(scene.overlay) if isinstance(shape, Circle) and shape.fill == "#2A2622"]
        assert len(discs) >= len(state.attacks)


# As text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("region", ["", *ATLAS.regions])
@pytest.mark.long
def test_any_position_is_a_well_formed_picture(language: str, region: str) -> None:
    for state in positions()[5::16]:
        views = [rules.observe(state, side) for side in ("Caesar", "Pompey")]
        for view in (*views, views):
            root = ElementTree.fromstring(map_picture(view, 1248, language, region))
            assert root.tag.endswith("svg")


def test_the_picture_is_said_in_words() -> None:
    view = rules.observe(rules.initial_state(), "Caesar")
    english, japanese = (map_scene(view, (), MapOptions(language=language)) for language in LANGUAGES)
    assert english.title == "49 BC (705 AUC), turn 1."
    assert "Caesar has 14 blocks on the map: Genua 3, Lugdunum 2, Massilia 3, Narbo 3, Ravenna 3." in english.sentence
    assert "Pompey has 16 blocks on the map" in english.sentence
    assert "ラウェンナ 3" in japanese.sentence
    assert "49" in japanese.title


@pytest.mark.parametrize("width", [364, 420, 560])
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_narrow_page_every_city_has_its_name_in_one_of_the_parts(width: int, language: str) -> None:
    board = ground(width, language)
    assert board.width == width
    assert {plate.place for plates in board.names for plate in plates} == set(CITIES)
    assert all(shape.size >= 10 for shape in shapes(board.shapes) if isinstance(shape, Text))
    state = moving()
    scene = map_scene(rules.observe(state, "Caesar"), rules.legal_actions(state), MapOptions(width, language))
    assert {place for place in CITIES if any(pane.holds(place, 8) for pane in board.panes[1:])} == set(CITIES)
    assert scene.width == width
