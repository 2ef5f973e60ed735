"""The whole game of Roma Victrix on the map: what is drawn, what is said, and what nobody may learn from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.play.protocol import CHANCE, OVER
from gamekit.play.simulate import sharpening
from gamekit.roma_victrix.geography import LINKS, PLACES, PROVINCES, SEAS
from gamekit.roma_victrix.rules import View, common_view
from gamekit.roma_victrix.rules.control import camp, scenario_constants
from gamekit.roma_victrix.state import FLEET, NONE, Besiege, Decline, Due, Enter, State
from gamekit.storage.record import Record
from gamekit.widgets import any_game
from gamekit.widgets.canvas import _differing
from gamekit.widgets.game_page import Play
from gamekit.widgets.map.base import base_map
from gamekit.widgets.page import LiveWidget, Picture, controls, plain_text, to_html, to_text
from gamekit.widgets.roma_victrix import MapBoard, game_desk, game_view
from gamekit.widgets.roma_victrix.game_board import THEATRES, WHOLE
from gamekit.widgets.roma_victrix.game_view import (
    ATLAS,
    LAYERS,
    SIGNS,
    WIDTH,
    MapView,
    part_of,
    pile_parts,
    stacks_at,
    tint_of,
    world_scene,
)
from gamekit.widgets.scene import Scene, meet
from gamekit.widgets.svg import svg
from tests.cases import Cases
from tests.roma_victrix.setting import active, empty, lead, put, turn_of
from tests.widgets.board_driver import make_room, send, texts, words

PLAIN = {"Rome": "plain", "Aegyptus": "plain", "Seleucid": "plain"}


@pytest.fixture
def board() -> MapBoard:
    return MapBoard(PLAIN | {"Carthage": "person"}, seed=1, scenario="second_punic_war")


def picture(board: MapBoard) -> Scene:
    return next(one.scene for one in controls(board.page) if isinstance(one, Picture))


# What never moves -----------------------------------------------------------------------------------------------------


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
        meet = min(x + wide, u + across) - max(x, u), min(y + high, v + down) - max(y, v)
        assert min(meet) <= 3, (one.place, other.place, meet)


def test_two_provinces_share_a_border_exactly_where_a_link_joins_them() -> None:
    drawn = {frozenset((name, side.other)) for name, sides in ATLAS.lands.sides.items() for side in sides if side.other}
    assert drawn == {frozenset((link.a, link.b)) for link in LINKS if link.kind in ("land", "pass")}


def test_both_sides_of_a_border_are_drawn_alike() -> None:
    """What is bent for one province is bent for its neighbour: their outlines meet without a gap."""
    from gamekit.widgets.scene import outlines

    cisalpina = {at for part in outlines(ATLAS.lands.outlines["Cisalpina"]) for at in part}
    for other in ("Latium", "Raetia", "Narbonensis"):
        theirs = {at for part in outlines(ATLAS.lands.outlines[other]) for at in part}
        near = [min(abs(x - u) + abs(y - v) for u, v in theirs) for x, y in cisalpina]
        assert sum(far < 0.8 for far in near) >= 3, other


def test_passes_and_straits_stand_between_their_provinces() -> None:
    kinds = [link.kind for link in ATLAS.links]
    assert kinds.count("pass") == sum(link.kind == "pass" for link in LINKS) == 6
    assert kinds.count("strait") == sum(sea.strait for sea in SEAS.values()) == 4


def test_what_is_judged_is_drawn_so() -> None:
    judged = {area.name for area in ATLAS.territories if area.judged}
    assert judged == {name for name, area in PROVINCES.items() if area.source.startswith("judged")}
    drawn = svg(world_scene(rv.observe(rv.initial_state("second_punic_war"), "Rome"), MapView()))
    assert "stroke-dasharray" in drawn


def test_every_power_has_a_sign_and_no_two_of_a_scenario_have_the_same() -> None:
    for name in rv.SCENARIOS:
        powers = scenario_constants(rv.initial_state(name)).powers
        letters = [SIGNS[power].letter for power in powers]
        assert len(set(letters)) == len(letters), name


@pytest.mark.long
def test_the_log_passes_over_what_was_let_be() -> None:
    example = rv.example_of_play()
    let_be = next(at for at, entry in enumerate(example.entries) if isinstance(entry.action, Decline))
    board = MapBoard({"Rome": "plain"}, record=example, at=let_be)
    logs = [any_game.log(board.table.as_any), any_game.log(any_game.AnyTable(Play(board.session.go(let_be + 1))))]
    assert logs[0] == logs[1] != ""


# What is drawn of a position ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [336, 956])
def test_who_holds_a_province_is_seen_along_its_borders(width: int, board: MapBoard) -> None:
    make_room(board, width)
    scenes = []
    for layer in ("reach", "regions"):
        send(board, "layer", layer)
        scenes.append(svg(picture(board)))
    bands = [scene.count(f'stroke="{tint_of("Carthage").face}"') for scene in scenes]
    assert bands[0] >= bands[1] + 8


def positions(count: int) -> Iterator[State]:
    """Positions from all over games that are played at random, every twelfth of each."""
    for seed in range(count):
        random, state, number = Random(seed), rv.initial_state("second_punic_war"), 0
        while number < 1500 and (player := rv.rules.current_player(state)) != OVER:
            if player == CHANCE:
                law = rv.rules.chance_outcomes(state)
                action = random.choices(list(law), [float(law.p(one.__eq__)) for one in law])[0]
            else:
                action = random.choice(rv.rules.legal_actions(state))
            state, number = rv.rules.apply(state, action), number + 1
            if number % 12 == 0:
                yield state


@pytest.mark.parametrize("width", [390, 816, 1230])
@pytest.mark.long
def test_no_stack_covers_a_name_or_another_stack_in_500_positions(width: int, cases: Cases) -> None:
    names = list(ATLAS.parts)
    for number, state in enumerate(islice(positions(99), cases(100, 500))):
        region = "" if width >= WHOLE else names[number % len(names)]
        base = base_map(ATLAS, width, "en", region)
        for index, pane in enumerate(base.panes):
            part = game_view._Part(rv.observe(state, "Rome"), MapView(width, region=region), base, index)
            boxes = [room.box for room in part.rooms.values()]
            assert not any(meet(one, other) for one, other in combinations(boxes, 2))
            assert not any(meet(box, plate.box) for box in boxes for plate in base.names[index])
            assert len(boxes) >= sum(bool(part.stacks[place]) for place in part.rooms)
            assert pane.layout != "bare" or not boxes


def test_stacks_of_a_place_fold_and_a_click_opens_them(board: MapBoard) -> None:
    state, view = board.session.state, board.table.view
    place = next(place for place in range(len(PROVINCES)) if len(stacks_at(View(NONE, state), place)) == 1)
    (stack,) = stacks_at(view, place)
    both = (stack, replace(stack, camp=99, own=False))
    folded, opened = (pile_parts(view, place, both, opened) for opened in (False, True))
    assert [text.text for text in texts((folded[1][1],))] == ["+1"]
    assert sum(width for width, _ in folded) < sum(width for width, _ in opened)


@pytest.mark.long
def test_a_leader_shows_where_his_points_reach_and_what_it_costs(board: MapBoard) -> None:
    send(board, "at", "Carthaginiensis")
    assert board.table.moving == "Hannibal"
    send(board, "at", "Numidia")
    text = to_text(board.page)
    assert "69.4%" in text  # five faces of his die, and five of Syphax' who may intercept
    assert "6 points wanted; the leader has 4 and a die: 2 or more, and Syphax must fail to intercept" in text
    assert "OP 6 · 69%" in svg(picture(board))
    for layer in LAYERS:
        send(board, "layer", layer)
        assert board.error == ""


def onward(board: MapBoard, wanted: str) -> None:
    """Play until the person may do an action of a kind: leaders are activated, the rest is let go."""
    for _ in range(300):
        kinds = {key.partition("(")[0]: key for key in board.table.as_any.legal}
        if wanted in kinds:
            return
        if board.session.waits == "person":
            easy = (kinds[kind] for kind in ("Keep", "Decline", "Stand", "Activate", "EndLeader") if kind in kinds)
            send(board, "do", next(easy, next(iter(kinds.values()), "")))
        else:
            send(board, "accept" if board.session.waits == "handover" else "go on")
    raise AssertionError(f"never {wanted}")


@pytest.mark.long
def test_a_second_click_goes_there(board: MapBoard) -> None:
    onward(board, "Enter")
    action = next(action for action in board.session.legal if isinstance(action, Enter))
    send(board, "at", action.place)
    leader = board.session.state.active.leader
    assert board.table.moving == board.session.state.leaders[leader].name
    before = len(board.record.entries)
    send(board, "at", action.place)
    assert board.error == ""
    assert board.record.entries[before].action == action


@pytest.mark.long
def test_a_march_paints_anew_what_lies_near_it_and_not_the_map(board: MapBoard) -> None:
    onward(board, "Enter")
    places = [action.place for action in board.session.legal if isinstance(action, Enter)]
    shares = []
    for place in places[:3]:
        before = picture(board)
        send(board, "at", place)
        send(board, "at", place)
        now = picture(board)
        assert now.static == before.static
        spots = _differing(before.pieces, now.pieces)
        if spots is not None:  # a leader who is done gives way to the next; then more than a few differ
            shares.append(sum(wide * high for _, _, wide, high in spots) / (now.width * now.height))
        send(board, "undo")
    assert shares
    assert max(shares) < 0.2


@pytest.mark.parametrize("width", [336, 560, 816])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_on_a_narrow_page_every_province_has_its_name_in_a_part_of_a_theatre(width: int, language: str) -> None:
    named: set[str] = set()
    for region in ATLAS.regions:
        base = base_map(ATLAS, width, language, region)
        assert base.width == width
        assert not base.names[0]
        for plates in base.names[1:]:
            named |= {plate.place for plate in plates}
            assert not any(meet(one.box, other.box) for one, other in combinations(plates, 2))
    assert named >= {name for name, area in PROVINCES.items() if not area.impassable}


def test_on_a_narrow_page_the_part_that_holds_what_is_looked_at_stands_below_the_map(board: MapBoard) -> None:
    make_room(board, 336)
    for place in ("Carthaginiensis", "Numidia", "Aegyptus", "Cisalpina"):
        send(board, "at", place)
        part = part_of(board.table.view, MapView(place=place))
        base = base_map(ATLAS, 336, "en", part)
        assert len(base.panes) == 2
        assert base.panes[1].holds(place, 20)
        assert picture(board).height == base.height
    send(board, "zoom", "italia")
    assert picture(board).height > base.height


def opened(board: MapBoard, leader: str, place: str) -> Any:
    """The board in the panel of a leader's fight in a place, all of whose odds are known."""
    if not board.session.state.active:
        send(board, "leader", leader)
    send(board, "at", place)
    send(board, "fight", place)
    board.catch_up()
    return next(one.make() for one in controls(board.page) if isinstance(one, LiveWidget))


def test_a_target_opens_the_panel_that_exists_set_up(board: MapBoard) -> None:
    inner = opened(board, "Hannibal", "Tarraconensis")
    assert inner.combat == rv.fight(board.table.view, "Hannibal", "Tarraconensis").cases[0][0]
    assert "The enemy's units are not seen: 4 CSP by what was set up." in to_text(board.page)
    send(board, "fight", "Tarraconensis")
    open_ = rv.initial_state("second_punic_war", options=["open stacks"])
    fight = game_desk.set_up(rv.observe(open_, "Carthage"), "Hannibal", PLACES.index("Tarraconensis"))
    assert fight
    assert fight.seen
    ((combat, _),) = fight.cases
    assert (combat.attacker.csp, combat.defender.csp) == (40, 4)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_panel_of_a_siege_says_the_year_by_the_die_and_is_set_up_with_its_middle(language: str) -> None:
    board = MapBoard(PLAIN | {"Carthage": "person"}, seed=1, scenario="second_punic_war", language=language)
    inner = opened(board, "Hannibal", "Numidia")
    year = rv.siege_year(board.table.view, "Hannibal", "Numidia")
    assert f"{float(year.p):.1%}" in to_text(board.page)
    assert year.note(language) in to_text(board.page)
    points = year.points.given(lambda left: left >= 1).quantile(Fraction(1, 2))
    assert inner.plan.siege.now == year.sieges[0][0].now._replace(operations=points)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_forecast_answers_what_it_is_asked(language: str) -> None:
    board = MapBoard(PLAIN | {"Carthage": "person"}, seed=1, scenario="second_punic_war", language=language)
    for message in [("leader", "Hannibal"), ("at", "Numidia"), ("forecast",), ("raise", "2 HI")]:
        send(board, *message)
    board.catch_up()
    text, view = to_text(board.page), board.table.view
    paid = rv.budget(view, "Carthage", "2 HI")
    assert f"{float(paid.p):.1%}" in text
    assert paid.sums(language) in text


# What nobody may learn ------------------------------------------------------------------------------------------------


def disguised(state: State, seat: str, random: Random) -> State:
    """A position that a seat cannot tell from this one: unseen stacks of a power have changed places, hands and the
    deck are dealt anew."""
    power = scenario_constants(state).powers.index(seat)
    hidden: dict[tuple[int, bool], list[int]] = {}
    for number, group in enumerate(state.groups):
        if camp(state, group.owner) != power and not group.known >> power & 1:
            hidden.setdefault((group.owner, any(group.units[:FLEET])), []).append(number)
    groups = list(state.groups)
    for numbers in hidden.values():
        for here, there in zip(numbers, (*numbers[1:], numbers[0])):
            groups[here] = replace(groups[here], units=state.groups[there].units)
    cards = [*state.deck, *(card for owner, hand in enumerate(state.hands) if owner != power for card in hand)]
    random.shuffle(cards)
    hands = [hand if owner == power else tuple(cards.pop() for _ in hand) for owner, hand in enumerate(state.hands)]
    return replace(state, groups=tuple(groups), deck=tuple(cards), hands=tuple(hands))


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


@pytest.mark.parametrize("seed", range(4))
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
        assert board.session.waits == "person"
        for message in [
            ("at", "Latium"),
            ("at", "Africa"),
            ("layer", "supply"),
            ("power", "Rome"),
            ("power", "Carthage"),
        ]:
            board.send(message)
            pages.append((one is twin, message, to_html(board.page), list(picture(board).targets())))
        for width in (776.0, 956.0):
            make_room(board, width)
            board.refresh()
            pages.append((one is twin, width, to_html(board.page), list(picture(board).targets())))
    half = len(pages) // 2
    for mine, theirs in zip(pages[:half], pages[half:]):
        assert mine[1:] == theirs[1:], mine[1]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.long
def test_two_positions_alike_to_a_seat_have_the_same_odds_in_the_panel(seed: int) -> None:
    seat = ("Carthage", "Rome")[seed]
    state = played(seed, seat)
    view, shown = rv.observe(state, seat), list[list[str]]()
    leaders = [leader.name for leader in game_desk.leaders_of(view)[:3]]
    found = [(game_desk.set_up(view, *each), each) for each in product(leaders, range(len(PROVINCES)))]
    unseen = [each for fight, each in found if fight and not fight.seen and not fight.sieges][-1:]
    walls = [each for fight, each in found if fight and not fight.seen and fight.sieges][:1]
    assert unseen
    for one in (state, disguised(state, seat, Random(seed))):
        record = Record(rv, start=rv.to_json(one))
        board = MapBoard(dict.fromkeys(rv.rules.seats(one), "plain") | {seat: "person"}, seed=1, record=record)
        boards = [opened(board, leader, PLACES[place]) for leader, place in (*unseen, *walls)]
        shown.append([to_html(board.page), *(to_html(each.page) for each in boards)])
    assert shown[0] == shown[1]


def test_before_the_screen_is_handed_over_nothing_of_any_seat_is_shown() -> None:
    state = played(1, "Rome")
    view = common_view(state)
    for seat in ("Rome", "Carthage"):
        assert common_view(disguised(state, seat, Random(3))) == view
    hidden = [group for group in view.state.groups if min(group.units) < 0]
    assert len(hidden) > 20
    assert all(card == "?" for hand in view.state.hands for card in hand)


@pytest.mark.long
def test_the_log_tells_what_everybody_sees_and_nothing_else(board: MapBoard) -> None:
    onward(board, "Activate")
    text = plain_text(to_html(board.page))
    for word in ("raise LGN of Rome", "raise HI of Seleucid", "leave behind 1 LGN"):
        assert word not in text


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_will_be_is_played_out_as_long_as_one_waits_and_stops_when_told(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_desk.OUTLOOKS.found.clear()
    monkeypatch.setattr(game_desk, "STEP", 1)
    monkeypatch.setattr(game_desk, "MOST", 3)
    seats = dict.fromkeys(("Rome", "Aegyptus", "Seleucid"), "plain") | {"Carthage": "person"}
    board = MapBoard(seats, seed=1, scenario="second_punic_war", language=language)
    for message in [("at", "Africa"), ("forecast",)]:
        send(board, *message)
    board.catch_up()
    asked = game_desk.OutlookAsked(board.table.view, board.table.view.player, "Africa")
    assert asked not in game_desk.OUTLOOKS.found  # nobody has asked for it
    send(board, "play out")
    board.catch_up()
    known = game_desk.OUTLOOKS.found[asked]
    assert list(known) == ["will_pay", "will_lead", "will_rise", "will_fall", "will_hold"]
    assert {each.games for each in known.values()} == {3}
    *_, whole = sharpening(rv, board.table.view, asked.events(), games=3)  # the steps are those of one go
    assert whole == known
    text = to_text(board.page)
    low, high = known["will_hold"].interval
    assert f"{100 * low:.1f}–{high:.1%}" in text
    assert "{" not in text
    send(board, "play out")  # all have been played: it has stopped by itself
    send(board, "forecast")
    assert not board.table.playing


def test_once_revenue_and_upkeep_are_done_the_forecast_does_not_add_them_as_nothing() -> None:
    seats = dict.fromkeys(("Rome", "Aegyptus", "Seleucid"), "plain") | {"Carthage": "person"}
    board = MapBoard(seats, seed=1, scenario="second_punic_war")
    paid = rv.budget(board.table.view, "Carthage")
    assert paid.done
    assert "This year 3 in the treasury after revenue and upkeep, 0 for new units." in paid.said()
    assert "The treasury of Carthage 3 now, " in words(board)


@pytest.mark.clause("roma_victrix", "10.41")
def test_a_siege_at_hand_counts_the_walls_with_those_inside() -> None:
    """The chance was that against all of them, and "against 2" stood beside it."""
    state = lead(put(empty("two_consuls"), "Pompeius", "Latium", "6 LGN"), "Pompeius", "Gnaeus", 2, "Latium")
    state = put(replace(state, garrisons=(-1,) * len(state.garrisons)), "Crassus", "Latium", "AUX", inside=True)
    state = active(turn_of(state, "Pompeius"), "Gnaeus", 3, Besiege())
    while state.agenda[-1].phase != Due.DICE:
        state = rv.apply(state, rv.legal_actions(state)[0])
    assert "24 CSP against 6" in game_desk.at_hand_html(View(-1, state), "en")
