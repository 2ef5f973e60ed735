"""The whole game of Roma Victrix on the map: what is drawn, what is said, and what nobody may learn from it."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.play.protocol import CHANCE
from gamekit.roma_victrix.geography import LINKS, PLACES, PROVINCES
from gamekit.roma_victrix.rules import View, common_view
from gamekit.roma_victrix.state import Besiege, Due, State
from gamekit.storage.record import Record
from gamekit.widgets.app import run_background_task
from gamekit.widgets.map.base import base_map
from gamekit.widgets.page import BackgroundTask, LiveWidget, controls, to_html, to_text
from gamekit.widgets.roma_victrix import MapBoard, game_board, game_view
from gamekit.widgets.roma_victrix.game_board import THEATRES, WHOLE
from gamekit.widgets.roma_victrix.game_view import ATLAS, WIDTH, MapView, part_of, tint_of
from gamekit.widgets.scene import boxes_overlap
from gamekit.widgets.svg import svg
from tests.cases import Cases
from tests.roma_victrix.positions import random_game, twin_of
from tests.roma_victrix.setting import active, empty, placed, power, put, repeated
from tests.widgets.board_driver import make_room, send

PLAIN = {"Rome": "plain", "Aegyptus": "plain", "Seleucid": "plain"}


@pytest.fixture
def board() -> MapBoard:
    return MapBoard(PLAIN | {"Carthage": "person"}, seed=1, scenario="second_punic_war")


# What never moves
@pytest.mark.parametrize("region", THEATRES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_province_of_a_part_has_its_name_and_no_two_names_meet(region: str, language: str) -> None:
    base = base_map(ATLAS, WIDTH, language, region)
    pane, plates = base.panes[0], {plate.place: plate for plate in base.names[0]}
    assert set(plates) >= {name for name in PROVINCES if pane.holds(name, 30)}
    if not region:
        assert set(plates) == set(PROVINCES)
    for one, other in combinations(plates.values(), 2):
        (x, y, wide, high), (u, v, across, down) = one.box, other.box
        assert min(min(x + wide, u + across) - max(x, u), min(y + high, v + down) - max(y, v)) <= 3, (one, other)


def test_two_provinces_share_a_border_exactly_where_a_link_joins_them() -> None:
    drawn = {frozenset((name, side.other)) for name, sides in ATLAS.lands.sides.items() for side in sides if side.other}
    assert drawn == {frozenset((link.a, link.b)) for link in LINKS if link.kind in ("land", "pass")}


def test_what_is_judged_is_marked_so() -> None:
    judged = {area.name for area in ATLAS.territories if area.judged}
    assert judged == {name for name, area in PROVINCES.items() if area.source.startswith("judged")}


# What is drawn of a position
@pytest.mark.parametrize("width", [pytest.param(336, marks=pytest.mark.soak), 1230])
def test_who_holds_a_province_is_seen_along_its_borders(width: int, board: MapBoard) -> None:
    make_room(board, width)
    scenes = []
    for layer in ("reach", "regions"):
        send(board, "layer", layer)
        scenes.append(svg(board.scene))
    bands = [scene.count(f'stroke="{tint_of("Carthage").face}"') for scene in scenes]
    assert bands[0] >= bands[1] + 8


@pytest.mark.parametrize("width", [336, 1230])
@pytest.mark.long
def test_no_stack_covers_a_name_or_another_stack(width: int, cases: Cases) -> None:
    names = list(ATLAS.parts)
    for number, state in enumerate(islice(random_game("second_punic_war", 3), 12, cases(60, 6000), 12)):
        region = "" if width >= WHOLE else names[number % len(names)]
        base = base_map(ATLAS, width, "en", region)
        for index, pane in enumerate(base.panes):
            part = game_view._Part(rv.observe(state, "Rome"), MapView(width, region=region), base, index)
            boxes = [room.box for room in part.rooms.values()]
            assert not any(boxes_overlap(one, other) for one, other in combinations(boxes, 2))
            assert not any(boxes_overlap(box, plate.box) for box in boxes for plate in base.names[index])
            assert len(boxes) >= sum(bool(part.stacks[place]) for place in part.rooms)
            assert pane.layout != "bare" or not boxes


def test_a_leader_shows_where_his_points_reach_and_what_it_costs(board: MapBoard) -> None:
    send(board, "at", "Carthaginiensis")
    assert board.table.moving == "Hannibal"
    send(board, "at", "Numidia")
    text = to_text(board.page)
    assert "69.4%" in text  # five faces of his die, and five of Syphax' who may intercept
    assert "6 points wanted; the leader has 4 and a die: 2 or more, and Syphax must fail to intercept" in text
    assert "OP 6 · 69%" in svg(board.scene)


@pytest.mark.parametrize(("width", "language"), [(336, "en"), pytest.param(816, "ja", marks=pytest.mark.soak)])
def test_on_a_narrow_page_every_province_has_its_name_in_a_part_of_a_theatre(width: int, language: str) -> None:
    named: set[str] = set()
    for region in ATLAS.regions:
        base = base_map(ATLAS, width, language, region)
        assert base.width == width
        assert not base.names[0]
        for plates in base.names[1:]:
            named |= {plate.place for plate in plates}
            assert not any(boxes_overlap(one.box, other.box) for one, other in combinations(plates, 2))
    assert named >= {name for name, area in PROVINCES.items() if not area.impassable}


def test_on_a_narrow_page_the_part_that_holds_what_is_looked_at_stands_below_the_map(board: MapBoard) -> None:
    make_room(board, 336)
    send(board, "at", "Aegyptus")
    base = base_map(ATLAS, 336, "en", part_of(board.table.view, MapView(place="Aegyptus")))
    assert len(base.panes) == 2
    assert base.panes[1].holds("Aegyptus", 20)
    assert board.scene.height == base.height


def opened(board: MapBoard, leader: str, place: str) -> Any:
    """The board in the panel of a leader's fight in a place, all of whose odds are known."""
    if not board.session.state.active:
        send(board, "leader", leader)
    send(board, "at", place)
    send(board, "fight", place)
    board.finish_background_work()
    return next(one.make() for one in controls(board.page) if isinstance(one, LiveWidget))


def test_a_target_opens_the_panel_that_exists_set_up(board: MapBoard) -> None:
    inner = opened(board, "Hannibal", "Tarraconensis")
    assert inner.combat == rv.fight_ahead(board.table.view, "Hannibal", "Tarraconensis").cases[0][0]
    assert "The enemy's units are not seen: 4 CSP by what was set up." in to_text(board.page)
    send(board, "fight", "Tarraconensis")
    open_ = rv.initial_state("second_punic_war", options=["open stacks"])
    fight = game_board.fight_ahead(rv.observe(open_, "Carthage"), "Hannibal", PLACES.index("Tarraconensis"))
    assert fight.seen
    ((combat, _),) = fight.cases
    assert (combat.attacker.csp, combat.defender.csp) == (40, 4)


def test_the_panel_of_a_siege_says_the_year_by_the_die_and_is_set_up_with_its_middle(board: MapBoard) -> None:
    inner = opened(board, "Hannibal", "Numidia")
    year = rv.siege_year(board.table.view, "Hannibal", "Numidia")
    assert f"{float(year.p):.1%}" in to_text(board.page)
    assert year.note("en") in to_text(board.page)
    points = year.points.given(lambda left: left >= 1).quantile(Fraction(1, 2))
    assert inner.plan.siege.current_position == year.sieges[0][0].current_position._replace(operations=points)


def test_the_forecast_answers_what_it_is_asked(board: MapBoard) -> None:
    for message in [("leader", "Hannibal"), ("at", "Numidia"), ("forecast",), ("raise", "2 HI")]:
        send(board, *message)
    board.finish_background_work()
    text, view = to_text(board.page), board.table.view
    paid = rv.budget(view, "Carthage", "2 HI")
    assert f"{float(paid.p):.1%}" in text
    assert paid.sums("en") in text


# What nobody may learn
def disguised(state: State, seat: str, random: Random) -> State:
    """A position that a seat cannot tell from this one."""
    return twin_of(state, power(state, seat), random)


def played(seed: int, seat: str) -> State:
    """A position some way into the war in which a seat has to decide."""
    random, state = Random(seed), rv.initial_state("second_punic_war")
    for number in range(4000):
        player = rv.rules.current_player(state)
        if number > 60 + 37 * seed and player == seat:
            return state
        if player == CHANCE:
            state = rv.apply(state, rv.chance_outcomes(state).sample(random))
        else:
            state = rv.apply(state, rv.players.plain(rv.observe(state, player), rv.legal_actions(state)))
    raise AssertionError("nobody decides")


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.long
def test_two_positions_alike_to_a_seat_are_the_same_page(seed: int) -> None:
    seat = ("Carthage", "Rome")[seed % 2]
    state = played(seed, seat)
    twin = disguised(state, seat, Random(seed))
    assert twin != state
    assert rv.observe(twin, seat) == rv.observe(state, seat)
    pages = []
    for one in (state, twin):
        record = Record(rv, start=rv.to_json(one))
        board = MapBoard(dict.fromkeys(rv.rules.seats(one), "plain") | {seat: "person"}, seed=1, record=record)
        assert board.session.waits_for == "person"
        for message in [("at", "Africa"), ("layer", "supply"), ("power", "Rome")]:
            board.send(message)
            pages.append((message, to_html(board.page), list(board.scene.clickable_places())))
    for mine, theirs in zip(pages[:3], pages[3:]):
        assert mine == theirs, mine[0]


def test_before_the_screen_is_handed_over_nothing_of_any_seat_is_shown() -> None:
    state = played(1, "Rome")
    view = common_view(state)
    for seat in ("Rome", "Carthage"):
        assert common_view(disguised(state, seat, Random(3))) == view
    assert len([group for group in view.state.groups if min(group.units) < 0]) > 20
    assert all(card == "?" for hand in view.state.hands for card in hand)


@pytest.mark.long
def test_what_will_be_is_played_out_as_long_as_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    game_board.OUTLOOKS.found.clear()
    monkeypatch.setattr(game_board, "STEP", 1)
    monkeypatch.setattr(game_board, "MOST", 1)
    board = MapBoard({"Pompeius": "plain", "Crassus": "person"}, seed=1, scenario="two_consuls")
    for message in [("at", "Africa"), ("forecast",)]:
        send(board, *message)
    board.finish_background_work()
    asked = game_board.OutlookAsked(board.table.view, board.table.view.player, "Africa")
    assert asked not in game_board.OUTLOOKS.found  # nobody has asked for it
    send(board, "play out")
    (soon,) = (one for one in controls(board.page) if isinstance(one, BackgroundTask))
    game_board.PANELS.found.clear()  # the second worker of a site has the table alone
    assert [*run_background_task(MapBoard, board.table, board.viewport, (soon.do, soon.of))] == [*soon.work()]
    board.finish_background_work()
    known = game_board.OUTLOOKS.found[asked]
    assert list(known) == ["will_pay", "will_lead", "will_rise", "will_fall", "will_hold"]
    assert {each.games for each in known.values()} == {1}
    text = to_text(board.page)
    low, high = known["will_hold"].interval
    assert f"{100 * low:.1f}–{high:.1%}" in text


@pytest.mark.clause("roma_victrix", "10.41")
def test_a_siege_at_hand_counts_the_walls_with_those_inside() -> None:
    """The chance was that against all of them, and "against 2" stood beside it."""
    state = placed(empty("two_consuls"), "Pompeius in Latium: 6 LGN, Gnaeus 2")
    state = put(replace(state, garrisons=(-1,) * len(state.garrisons)), "Crassus", "Latium", "AUX", inside=True)
    state = repeated(active(state, "Gnaeus", 3, Besiege()), None, Due.WINDOW)
    assert state.agenda[-1].phase == Due.DICE
    assert "24 CSP against 6" in game_board.at_hand_html(View(-1, state))
