"""The map: a true projection, names that can be read, provinces, blocks that show no more than their viewer may see."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import cos, hypot, radians
from pathlib import Path as File
from random import Random
from typing import Any

import pytest

import gamekit.widgets.map
from gamekit.julius_caesar import first_year, rules
from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.tables import BLOCKS, CITIES, PLACES, ROADS, SEAS
from gamekit.text.translation import LANGUAGES
from gamekit.widgets.julius_caesar import map as war_map
from gamekit.widgets.julius_caesar.map import ATLAS, MapOptions, Pile, Token, map_scene, place_name, stacks_of
from gamekit.widgets.look import INK
from gamekit.widgets.map.atlas import Lands, Territory, border_band, borders, hatched, place_provinces, tinted
from gamekit.widgets.map.base import BaseMap, base_map, panes
from gamekit.widgets.map.placing import crosses
from gamekit.widgets.scene import Box, Circle, Group, Path, Scene, Shape, Text, outlines
from gamekit.widgets.svg import svg
from tests.cases import Cases
from tests.widgets.board_driver import said

SOAKED = pytest.param(776, "", marks=pytest.mark.soak)


def map_picture(view: View, width: float = 1248, language: str | None = None, region: str = "") -> str:
    return war_map.picture(map_scene(view, (), MapOptions(width, language, region)))


HANDS = {"Caesar": ("3/2", "2/3", "2/2", "1/3", "Mars"), "Pompey": ("2/2", "2/1", "3/1", "4/1", "Pluto")}
SHEETS: list[Any] = [(364, "en", ""), (776, "ja", ""), (1248, "en", "")]
SHEETS += [(1248, "en", region) for region in ATLAS.regions]
SHEETS += [pytest.param(560, "ja", "", marks=pytest.mark.soak)]
SHEETS += [pytest.param(1248, "ja", region, marks=pytest.mark.soak) for region in ATLAS.regions]


def ground(width: float, language: str, region: str = "") -> BaseMap:
    return base_map(ATLAS, width, language, region)


def moving() -> s.State:
    """49 BC, Caesar is player 1 with a 3/2."""
    return rules.apply(rules.apply(rules.initial_state(hands=HANDS), s.Play("3/2")), s.Play("2/2"))


def shapes(parts: Any) -> Iterator[Shape]:
    for shape in parts:
        yield shape
        if isinstance(shape, Group):
            yield from shapes(shape.shapes)


def everything(scene: Scene) -> list[Shape]:
    return [shape for layer in scene.layers for shape in shapes(layer)]


def overlap(a: Box, b: Box) -> float:
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(across, 0) * max(down, 0)


def distance(box: Box, x: float, y: float) -> float:
    return hypot(max(box[0] - x, x - box[0] - box[2], 0), max(box[1] - y, y - box[1] - box[3], 0))


# The projection
@pytest.mark.parametrize(("latitude", "longitude"), [(30, 31), (41.9, 12.5), (49.8, 6.6), (36.5, -6.3), (38, 39)])
def test_the_projection_keeps_angles(latitude: float, longitude: float) -> None:
    step, project = 1e-4, ATLAS.projection.project
    x, y = project(latitude, longitude)
    north, east = project(latitude + step, longitude), project(latitude, longitude + step)
    up, right = (north[0] - x, north[1] - y), (east[0] - x, east[1] - y)
    assert abs(up[0] * right[0] + up[1] * right[1]) < 1e-4 * hypot(*up) * hypot(*right)
    assert hypot(*right) / cos(radians(latitude)) == pytest.approx(hypot(*up), rel=1e-4)


# Names and roads
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


@pytest.mark.parametrize(("width", "language"), [(776, "ja"), (1248, "en")])
def test_every_city_is_named_once_and_every_sea(width: int, language: str) -> None:
    board = ground(width, language)
    named = Counter(plate.place for plates in board.names for plate in plates)
    assert named == Counter(dict.fromkeys(CITIES, 1))
    seas = {shape.label for shape in shapes(board.shapes) if isinstance(shape, Group) and shape.label}
    assert {place_name(sea, language) for sea in SEAS} <= seas


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


# Stacks
def test_own_blocks_lie_open_and_the_enemys_face_down() -> None:
    state = rules.initial_state()
    for player, enemy in (("Caesar", "Pompey"), ("Pompey", "Caesar")):
        view = rules.observe(state, player)
        found = {(stack.place, stack.side): stack for stack in stacks_of([view])}
        assert {token.face is not None for key, stack in found.items() if key[1] == player for token in stack.tokens}
        assert all(stack.open == (side == player) for (_, side), stack in found.items())
        assert sum(len(stack.tokens) for stack in found.values()) == 30
        assert f"{enemy}:" not in map_picture(view, 1248)
    pictures = [map_picture(rules.observe(state, side)) for side in ("Caesar", "Pompey")]
    for mark in (">A3<", ">C4<"):  # Caesar himself, Legio 10
        assert [mark in each for each in pictures] == [True, False]


def test_positions_that_look_alike_give_the_same_picture() -> None:
    state, names = rules.initial_state(), list(BLOCKS)
    one, other = names.index(("Pompey", "Legio 5")), names.index(("Pompey", "Legio 2"))
    places = {one: state.location[other], other: state.location[one]}
    swapped = replace(state, location=tuple(places.get(at, place) for at, place in enumerate(state.location)))
    assert swapped != state
    assert map_picture(rules.observe(swapped, "Caesar")) == map_picture(rules.observe(state, "Caesar"))
    assert map_picture(rules.observe(swapped, "Pompey")) != map_picture(rules.observe(state, "Pompey"))


def test_with_both_views_every_face_is_seen_and_the_room_sees_none() -> None:
    state = rules.initial_state()
    views = [rules.observe(state, side) for side in ("Caesar", "Pompey")]
    both = stacks_of(views)
    assert all(token.face for stack in both for token in stack.tokens)
    assert sum(len(stack.tokens) for stack in both) == 30
    assert not {"A3", "C3", "C4", "III"} & {*said(map_scene(views[0], (), MapOptions(closed=True)))}
    closed = [token for stack in stacks_of(views[:1], closed=True) for token in stack.tokens]
    assert not any(token.face or token.name for token in closed)


def test_battles_to_come_are_marked() -> None:
    state = next(state for state in first_year().positions() if state.attacks)
    scene = map_scene(rules.observe(state, "Caesar"))
    discs = [shape for shape in shapes(scene.overlay) if isinstance(shape, Circle) and shape.fill == INK]
    assert len(discs) == len(state.attacks)


def test_more_than_three_blocks_fold_and_the_place_looked_at_unfolds() -> None:
    state = moving()
    for block in ("Caesar:Legio 13", "Caesar:Caesar"):
        for action in (s.Take(block), s.Go("Genua"), s.Stop()):
            state = rules.apply(state, action)
    view = rules.observe(state, "Caesar")
    genua = next(stack for stack in stacks_of([view]) if stack.place == "Genua")
    assert (len(genua.tokens), war_map.stack_extent(genua, 28).shown) == (5, 3)
    assert war_map.stack_extent(genua, 28, unfolded=True).shown == 5
    assert "+2" in said(map_scene(view))
    opened = map_scene(view, (), MapOptions(selected="Genua"))
    assert "+2" not in said(opened)
    moved = [token for token in genua.tokens if token.moved]
    assert {token.name for token in moved} == {"Caesar:Caesar", "Caesar:Legio 13"}
    faint = [shape for shape in everything(opened) if isinstance(shape, Group) and shape.box and shape.opacity < 1]
    assert len(faint) == 2


def runs_through(ends: tuple[tuple[float, float], tuple[float, float]], box: Box) -> bool:
    (x1, y1), (x2, y2) = ends
    points = ((x1 + (x2 - x1) * step / 40, y1 + (y2 - y1) * step / 40) for step in range(41))
    return any(distance(box, x, y) < 0.01 for x, y in points)


def strays(board: BaseMap, index: int, stacks: Sequence[Pile]) -> Iterator[str]:
    """The stacks that could be taken for another city's: nearer to it, and without a line of their own that is free."""
    pane, found = board.panes[index], war_map.lay_out_stacks(board, index, stacks)
    spots = {place: pane.spot(place) for place in PLACES if pane.holds(place)}
    for stack, _, room in found:
        own = distance(room.box, *pane.spot(stack.place))
        nearest = min((distance(room.box, *spot) for place, spot in spots.items() if place != stack.place), default=99)
        others = [other.box for _, _, other in found if other is not room]
        if (own >= nearest and not room.line) or (room.line and any(runs_through(room.line, b) for b in others)):
            yield f"{stack.side} at {stack.place}"


@pytest.mark.parametrize(("width", "region"), [(1248, ""), (1248, "graecia"), SOAKED])
@pytest.mark.long
def test_whose_city_a_stack_stands_at_is_seen_in_random_positions(width: int, region: str, cases: Cases) -> None:
    """Nearer to its own city than to any other, or tied to it by a line that crosses no stack; insets as well."""
    count = cases(1, 60 if region else 500)
    board, random, wrong, seen = ground(width, "en", region), Random(2026), list[str](), 0
    crossed = drawn_lines = 0
    for _ in range(count):
        stacks = scattered(random)
        for index in range(len(board.panes)):
            wrong += strays(board, index, stacks)
            lines = [room.line for _, _, room in war_map.lay_out_stacks(board, index, stacks) if room.line]
            crossed += sum(crosses(one, plate.box) for one in lines for plate in board.names[index])
            drawn_lines += len(lines)
        seen += len(stacks)
    assert seen > 10 * count
    assert wrong == []
    assert crossed <= cases(2, drawn_lines // 50)


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


# What may be done
def ringed(scene: Scene, board: BaseMap, dashed: bool) -> set[str]:
    """The places with a green ring round them."""
    found = set()
    for shape in everything(scene):
        if isinstance(shape, Circle) and shape.stroke == "#2F7D5B" and bool(shape.dash) == dashed:
            for pane in board.panes:
                near = (place for place in PLACES if pane.holds(place, -12))
                found |= {place for place in near if pane.spot(place) == (shape.x, shape.y)}
    return found


@pytest.mark.parametrize("width", [1248, pytest.param(776, marks=pytest.mark.soak)])
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
                hit = scene.clickable_at(*pane.spot(place))
                assert hit.action == ("at", place)
                assert place_name(place) in hit.label


def test_blocks_that_may_act_are_clicked_one_by_one_the_others_mean_their_place() -> None:
    state = moving()
    legal = rules.legal_actions(state)
    scene = map_scene(rules.observe(state, "Caesar"), legal, MapOptions(selected="Ravenna"))
    clicks = {target.action: target.label for target in scene.clickable_places()}
    assert {name for kind, name in clicks if kind == "on"} >= {"Caesar:Caesar", "Caesar:Legio 13"}
    assert clicks["on", "Caesar:Legio 13"] == "Legio 13, C3, strength III"
    assert ("at", "Neapolis") in clicks
    assert ("at", "Treveri") not in clicks


# As text
def test_the_picture_is_said_in_words() -> None:
    view = rules.observe(rules.initial_state(), "Caesar")
    english, japanese = (map_scene(view, (), MapOptions(language=language)) for language in LANGUAGES)
    assert english.title == "49 BC (705 AUC), turn 1."
    assert "Caesar has 14 blocks on the map: Genua 3, Lugdunum 2, Massilia 3, Narbo 3, Ravenna 3." in english.sentence
    assert "Pompey has 16 blocks on the map" in english.sentence
    assert "ラウェンナ 3" in japanese.sentence
    assert "49" in japanese.title


@pytest.mark.parametrize(("width", "language"), [(364, "en"), pytest.param(560, "ja", marks=pytest.mark.soak)])
@pytest.mark.long
def test_on_a_narrow_page_every_city_has_its_name_in_one_of_the_parts(width: int, language: str) -> None:
    board = ground(width, language)
    assert board.width == width
    assert {plate.place for plates in board.names for plate in plates} == set(CITIES)
    assert all(shape.size >= 10 for shape in shapes(board.shapes) if isinstance(shape, Text))
    state = moving()
    scene = map_scene(rules.observe(state, "Caesar"), rules.legal_actions(state), MapOptions(width, language))
    assert {place for place in CITIES if any(pane.holds(place, 8) for pane in board.panes[1:])} == set(CITIES)
    assert scene.width == width


ITALY = Territory("Italia", (((46, 8), (46, 13), (38, 17), (38, 15)),), "south")
RAETIA = Territory("Raetia", (((46, 13), (46, 8), (49, 8), (49, 13)),), "north", judged=True)
GAUL = Territory("Gallia", (((48, -2), (48, 6), (43, 6), (43, -2)), ((52, -1), (52, 0), (51, 0))), "west")


def lands() -> Lands:
    return place_provinces((ITALY, RAETIA, GAUL), ATLAS.projection)


def test_a_province_is_tinted_and_its_border_is_drawn_once() -> None:
    pane = panes(ATLAS, 1248)[0]
    shapes = [*tinted(lands(), {"Italia": "#A8401A"}), *hatched(lands(), 1), *borders(lands(), lambda *_: True, 1)]
    scene = Scene(1248, 620, tuple(shapes))
    picture = svg(scene)
    assert picture.count('fill="#A8401A"') == 1
    assert "stroke-dasharray" in picture  # its border to Raetia is judged
    found = [side.other for name in ("Italia", "Raetia", "Gallia") for side in lands().sides[name] if side.other]
    assert found == ["Raetia", "Italia"]
    assert Path(lands().outlines["Italia"]).d.count("M") == 1
    assert lands().outlines["Gallia"].count("M") == 2
    assert pane.spot("Rome")


def test_a_border_is_bent_alike_for_both_sides_of_it() -> None:
    paths = [side.path for name in ("Italia", "Raetia") for side in lands().sides[name] if side.other]
    one, other = (outlines(path)[0] for path in paths)
    assert len(one) > 4
    assert all(min(hypot(x - u, y - v) for u, v in other) < 0.8 for x, y in one)


def test_a_holders_band_runs_along_what_is_not_his() -> None:
    inner = border_band(lands(), "Italia", {"Italia"}.__contains__, "#A8401A", 11)
    whole = border_band(lands(), "Italia", {"Italia", "Raetia"}.__contains__, "#A8401A", 11)
    assert len(inner.shapes) == 3  # the tint, the border to Raetia, the coast
    assert (len(whole.shapes), inner.clip) == (2, Path(lands().outlines["Italia"]))


@pytest.mark.parametrize("file", sorted(File(gamekit.widgets.map.__file__).parent.glob("*.py")), ids=lambda f: f.name)
def test_the_library_of_maps_knows_no_game(file: File) -> None:
    text = file.read_text()
    for game in ("julius_caesar", "aquileia", "roma_victrix", "gamekit.caesar", "Caesar", "Pompey"):
        assert game not in text.replace("data/<game>", "")
