"""The city board without a browser: what a click does, what is hidden, what is drawn, records, both languages."""

from dataclasses import replace
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.odds.from_state import blue_split_now, contest_now
from gamekit.aquileia.players.plain import quick_plain
from gamekit.aquileia.state import Step
from gamekit.play import protocol
from gamekit.play.protocol import OVER
from gamekit.storage.record import Record
from gamekit.text.translation import percent
from gamekit.widgets.aquileia import CityBoard, city_board
from gamekit.widgets.aquileia import city_board as story
from gamekit.widgets.aquileia.city_view import FACE, CityTable
from gamekit.widgets.page import Button, controls
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds, text_width
from gamekit.widgets.svg import svg
from tests.aquileia.board_positions import ALONE, act, decide, play_to, shown
from tests.aquileia.position import FOUR, acting, begin, play, until
from tests.cases import Cases
from tests.widgets.board_driver import click, control, has, html, press, send, words


def actions(board: CityBoard) -> list[aq.Action]:
    """What has been done up to the position shown."""
    return [entry.action for entry in board.record.entries[: board.table.session.at]]


def texts(
    shapes: tuple[Shape, ...], dx: float = 0, dy: float = 0, scale: float = 1
) -> list[tuple[Text, float, float, float]]:
    """Every line of text with the place and the scale at which it is drawn."""
    found = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += texts(shape.shapes, dx + shape.x * scale, dy + shape.y * scale, scale * shape.scale)
        elif isinstance(shape, Text):
            found.append((shape, dx, dy, scale))
    return found


def held(board: CityBoard) -> int:
    """How many cards of a hand can be read in the picture: all named ones but the row and the stadium's laurel."""
    faces = [one for one in board.scene.pieces if isinstance(one, Group) and one.box == FACE and one.label]
    return len(faces) - sum(map(bool, (*board.state.table.row, board.state.table.face_up)))


def test_it_opens_on_a_new_game_where_the_person_is_to_place() -> None:
    board = CityBoard(ALONE, seed="5")
    assert board.table.player == "Stefan"
    assert board.table.step == Step.PLACE
    places = {target.action for target in board.scene.clickable_places() if "Place(field" in str(target.action)}
    assert places == {("act", str(a)) for a in aq.legal_actions(board.state) if isinstance(a, aq.Place)}
    assert len(control(board, ("pick",)).options) == len(aq.legal_actions(board.state)) - 1


def test_a_click_on_a_field_places_a_henchman_and_the_others_answer() -> None:
    board = CityBoard(ALONE, seed="5")
    click(board, ("act", str(aq.Place("arena 3"))))
    assert board.state.table.seat_on_field("arena 3") == 0
    assert sum(seat >= 0 for seat in (*board.state.table.placed, *board.state.table.track)) == 4
    assert board.table.player == "Stefan"
    assert "Stefan places" in words(board)


def test_the_list_and_the_buttons_reach_everything() -> None:
    """Two rounds by the list, the dynamic buttons and the main button alone: the keyboard's path."""
    board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="3")
    pressed = set()
    while board.state.table.round < 2:
        step, at = board.table.step, board.table.session.at
        if has(board, ("pick",)) and control(board, ("do",)).disabled:
            press(board, ("act", str(aq.Pass())))
        elif has(board, ("pick",)):
            options = control(board, ("pick",)).options
            send(board, "pick", options[at % len(options)][1])
            press(board, ("do",))
        elif has(board, ("do",)):
            press(board, ("do",))
        else:
            buttons = [one for one in controls(board.page) if isinstance(one, Button) and one.do[0] in ("act", "go on")]
            press(board, buttons[0].do)
        pressed.add(step)
        assert not board.error
    assert {Step.PLACE, Step.RED, Step.CARDS, Step.BID} <= pressed


def test_the_end_shows_the_count() -> None:
    board = CityBoard({"Ada": "plain", "Ben": "plain", "Cleo": "plain"}, seed="3")
    send(board, "through")
    assert board.table.player == OVER
    assert all(str(score) in html(board) for score in aq.returns(board.state).values())
    assert aq.winners(board.state)[0] in html(board)
    rich = next(seat for seat, score in enumerate(board.state.table.scores) if score.villas)
    told = story.answer_html(board.table).split(board.state.table.names[rich])[-1].split("</tr>")[0]
    terms = [term.split(" ")[-3:] for term in told.split("<td>")[-1].split("</td>")[0].split(", ")]
    assert sum(int(points) * int(laurels) for points, _, laurels in terms) == board.state.table.scores[rich].villas


def test_the_odds_stand_beside_the_dice_before_each_throw() -> None:
    board = play_to(CityBoard(ALONE, seed="5"), Step.RED)
    contest = contest_now(board.state.table)
    assert contest is not None
    name = board.state.table.names[board.state.table.current_task.seat]
    first = contest.p_rank(name)[0]
    assert f"{100 * float(first):.1f}%" in html(board)
    assert str(first) in html(board)  # the fraction, under the pointer
    drawn = [text.text for text, *_ in texts(board.scene.pieces)]
    assert all(any(f"{100 * float(contest.p_rank(n)[0]):.1f}%" in text for text in drawn) for n in contest.names)
    assert drawn.count("?") >= 3 * len(contest.names)
    press(board, ("fraction",))
    assert str(first) in html(board)
    before = board.table.session.at
    (dice,) = [target for target in board.scene.clickable_places() if target.action == ("throw",)]
    assert dice.label == "Throw 3 dice"
    click(board, dice.action)
    assert board.table.session.at > before
    assert isinstance(actions(board)[before], aq.Roll)


@pytest.mark.clause("aquileia", "3.5", "4.4", "5.4")
def test_the_blue_dice_are_counted_where_their_holder_will_throw_them() -> None:
    placed = {"arena 3": "Stefan", "arena 1": "Walter", "silver 1": "Stefan", "gold 1": "Kiko"}
    state = begin(acting(placed, potentia=0, blue=4))
    show = shown(state, "Stefan")
    here = aq.contest_from_table(state.table)
    split = aq.split_blue_dice(here, aq.contest_from_table(state.table, "stadium"), "Stefan")
    assert contest_now(state.table) == here.with_entrant("Stefan", blue=split.best)
    told = story.answer_html(show)
    assert "with Stefan&#x27;s 4 blue dice, as many of them as is best when the red dice lie" in told
    assert "the blue dice named in their time" in told
    lying = until(state, Step.CARDS)
    assert f"with {blue_split_now(lying.table).best} of Stefan&#x27;s 4 blue dice" in story.answer_html(
        shown(lying, "Stefan")
    )
    assert "if nobody plays another card" in told
    assert "no further cards are played" in told
    named = play(until(state, Step.BLUE), aq.Blue(3))
    falling = shown(named, "Stefan")
    assert aq.contest_from_table(named.table).entrant("Stefan").blue == 3
    assert contest_now(falling.city) == aq.contest_from_table(named.table)  # the fourth is kept
    assert "with 3 of Stefan&#x27;s 4 blue dice" in story.answer_html(falling)
    assert "if nobody plays" not in story.answer_html(falling)  # all cards of this contest are played
    person = story.player_boxes(falling)[0]
    assert (len(person.red), person.blue, person.thrown, person.throwing) == (3, ("",) * 4, 3, 3)
    racing = shown(until(named, Step.RED), "Stefan")
    assert racing.city.contest == "stadium"
    assert contest_now(racing.city).entrant("Stefan").blue == 1  # all that are left
    assert "values of the stadium" in story.answer_html(racing)


@pytest.mark.clause("aquileia", "4.3")
def test_the_best_use_of_cards_is_said_while_they_are_played() -> None:
    fields, hands = {"arena 3": "Stefan", "arena 1": "Walter"}, {"Stefan": ["weapon 1", "weapon 3", "gold horse 1"]}
    state = until(begin(acting(fields, hands=hands)), Step.CARDS)
    contest = aq.contest_from_table(state.table)
    best = aq.best_play(contest, {"Stefan": hands["Stefan"]}).choices[0].cards
    told = story.card_advice(shown(state, "Stefan"))
    assert best == ("weapon 1", "weapon 3")  # two points for each of strength 1
    before, after = (contest.with_entrant("Stefan", cards=cards).p_rank("Stefan")[0] for cards in (0, 4))
    assert f"weapon +1, weapon +3 ({100 * float(before):.1f}% becomes {100 * float(after):.1f}%)" in told
    assert story.card_advice(shown(state, None)) == ""


def test_while_placing_the_chances_as_placed_and_from_the_best_field_are_said() -> None:
    board = CityBoard(dict.fromkeys(ALONE, "person"), seed="5")
    assert "wins from" not in words(board)  # nobody competes yet
    act(board, aq.Place("arena 3"))
    assert "arena as placed" not in words(board)
    tables = (aq.apply(board.state, aq.Place(f"arena {number}")).table for number in (1, 2))
    best = max(aq.contest_from_table(table, "arena").p_rank("Walter")[0] for table in tables)
    assert f"{percent(best)} Walter wins from Arena 1, strength 1" in words(board)
    for field in ("arena 1", "dolus", "pecunia"):
        act(board, aq.Place(field))
    chance = aq.contest_from_table(board.state.table, "arena").p_rank("Stefan")[0]
    assert f"arena as placed, no cards or blue dice: {100 * float(chance):.1f}%" in words(board)


def test_a_house_out_of_reach_says_what_is_missing() -> None:
    purses, hands = {"Stefan": aq.Purse(2, 2, 0)}, {"Stefan": ["slave 2"]}
    state = begin(acting({"forum 1": "Stefan"}, purses=purses, hands=hands, houses={"blue 4": "Kiko"}))
    board = at(until(state, Step.FORUM))
    targets = {target.action: target.label for target in board.scene.clickable_places()}
    assert ("short", "blue 4") not in targets
    click(board, ("short", "blue 10"))
    assert board.error == targets["short", "blue 10"]
    assert "missing: 1 gold, slaves: 1" in words(board)
    click(board, ("building", "white 4"))
    assert not board.error
    assert "Pay for the white villa of 4" in words(board)


def test_what_is_judged_is_said_on_the_board() -> None:
    drawn = [text.text for layer in CityBoard(ALONE).scene.layers for text, *_ in texts(layer)]
    assert {"values judged", "places: judged", "length judged", "dashed rim: judged, not in the sources"} <= {*drawn}
    state = begin(acting({"pecunia": "Kiko"}))
    assert "judged: the bank changes one coin" in story.answer_html(shown(state, "Kiko"))


def test_dolus_shows_its_distribution() -> None:
    board = CityBoard(ALONE, seed="5")
    act(board, aq.Place("dolus"))
    play_to(board, Step.DOLUS)
    assert "22.2%" in html(board)
    assert "2.00" in html(board)


@pytest.mark.clause("aquileia", "6.1")
def test_whoever_has_bid_all_he_has_is_not_beaten_by_his_own_bid() -> None:
    """Was: "already beaten: Walter", whose bid it is."""
    purses = {name: aq.Purse(silver=2) for name in FOUR} | {"Giorgio": aq.Purse(bronze=9), "Walter": aq.Purse(silver=1)}
    state = until(begin(acting({"theatrum": "Stefan"}, purses=purses)), Step.BID)
    state = aq.apply(aq.apply(state, aq.Pass()), aq.Bid(aq.Purse(silver=1)))
    assert story.hint(shown(aq.apply(state, aq.Pass()), "Kiko")) == "higher bids in reach: 1"
    assert story.hint(shown(state, "Giorgio")) == "beaten for certain: the very same coins cannot be matched"
    bid, mine = aq.Purse(silver=1), aq.Purse(bronze=1)
    assert aq.auction_standing(bid, mine, {"Walter": bid}).out == ("Walter",)
    led = aq.auction_standing(bid, mine, {"Walter": bid}, "Walter")
    assert (led.out, led.unbeatable_rivals) == ((), ("Walter",))


@pytest.mark.clause("aquileia", "4.6")
def test_who_is_alone_in_the_arena_leaves_nothing_to_a_second() -> None:
    state = until(begin(acting({"arena 1": "Kiko"})), Step.PRIZE)
    assert story.hint(shown(state, "Kiko")).endswith("VP or a slave; nobody is second")


def at(state: aq.State, language: str = "en") -> CityBoard:
    """A board whose game begins with a position set up by hand."""
    names = state.table.names
    record = Record(aq, start=aq.to_json(state))
    return CityBoard({name: ALONE.get(name, "plain") for name in names}, "5", language, record=record)


def test_a_house_is_chosen_then_its_payment() -> None:
    hands = {"Stefan": ["slave 1", "slave 1", "slave 2", "slave 2"]}
    state = begin(acting({"forum 1": "Stefan"}, purses={"Stefan": aq.Purse(2, 2, 2)}, hands=hands))
    board = at(until(state, Step.FORUM))
    builds = [a for a in aq.legal_actions(board.state) if isinstance(a, aq.Build) and a.building == "blue 10"]
    name = builds[-1].building
    assert ("building", name) in {target.action for target in board.scene.clickable_places()}
    click(board, ("building", name))
    ways = aq.payments(name, board.state.table.purses[0], [c for c in board.state.hands[0] if c.startswith("slave")])
    assert len(control(board, ("way",)).options) == len(ways) == 2
    assert control(board, ("do",)).description == "Build it"
    send(board, "way", len(ways) - 1)
    press(board, ("do",))
    assert name in board.state.table.buildings(0)
    assert actions(board)[-1] != aq.Pass()


@pytest.mark.long
def test_others_hands_are_never_drawn_and_a_shared_screen_hides_the_own_one() -> None:
    alone = play_to(CityBoard(ALONE, seed="5"), Step.CARDS)
    assert held(alone) == len(alone.state.hands[0]) > 0
    two = CityBoard({"Stefan": "person", "Walter": "person", "Kiko": "plain"}, seed="4")
    while two.table.step != Step.CARDS:
        if two.table.session.handover_seat:
            assert held(two) == 0
            press(two, ("accept",))
        elif two.table.session.waits_for == "person":
            act(two, decide(two))
        else:
            send(two, "go on")
    assert two.table.player in two.table.session.person_seats
    if two.table.session.handover_seat is None:  # whoever placed last is on turn: the other one then
        act(two, aq.Pass())
    assert two.table.session.handover_seat
    assert held(two) == 0
    assert not [t for t in two.scene.clickable_places() if "Play(" in str(t.action)]
    assert not [one for one in controls(two.page) if isinstance(one, Button) and one.do[0] == "act"]
    press(two, ("accept",))
    assert held(two) == len(two.state.hands[two.state.table.names.index(two.table.player)]) > 0
    before = two.table.player
    act(two, aq.Pass())
    assert two.table.session.handover_seat or two.table.eyes == before


@pytest.fixture(scope="module")
def shows() -> list[CityTable]:
    """A game of five as its players see it: the first position of every step, with a house being paid, and the end."""
    names = (*ALONE, "Livia")
    first: dict[Any, CityTable] = {}
    before = start = aq.initial_state(names)
    for state, action in protocol.play(aq.rules, dict.fromkeys(names, quick_plain), Random(5), start):
        player = aq.current_player(state)
        eyes = player if player in names else names[0]
        houses = [a.building for a in aq.legal_actions(state) if isinstance(a, aq.Build)]
        step = state.table.current_task.step if state.table.agenda else None
        first.setdefault(step, shown(before, eyes, action, (houses or [""])[0]))
        before = state
    assert len(first) > 18
    return list(first.values())


@pytest.mark.parametrize(("width", "language"), [(956, "en"), (736, "ja"), (500, "en"), (440, "ja")])
@pytest.mark.long
def test_every_screen_is_well_formed_and_nothing_leaves_the_board(
    shows: list[CityTable], language: str, width: int, cases: Cases
) -> None:
    for show in shows[:: cases(6, 1)]:
        told = replace(show, language=language)
        look(story.city_scene(told, story.clickable_actions(told), width))
        assert story.answer_html(told)


def look(scene: Scene) -> None:
    ElementTree.fromstring(svg(scene))
    assert scene.sentence.strip()
    assert len({target.action for target in scene.clickable_places()}) == len(
        {t.label for t in scene.clickable_places()}
    )
    for layer in scene.layers:
        for text, dx, dy, scale in texts(layer):
            assert text.size * scale >= (10.4 if scene.width > 700 else 10), text.text
            x, y, width, height = bounds(text)
            left, right = dx + x * scale, dx + (x + width) * scale
            assert left >= -1, text.text
            assert right <= scene.width + 1, text.text
            assert dy + (y + height) * scale <= scene.height + 1, text.text
            if text.max_width:
                wanted = text_width(text.text, text.size, text.weight)
                assert text.max_width >= 0.72 * wanted, (text.text, text.max_width, wanted)


def test_coins_lie_within_their_cards_and_words_apart(shows: list[CityTable]) -> None:
    """What a house brings, what it needs and what it costs stood on each other, and coins outside their cards."""
    for width in (956, 724, 440):
        drawn = story.city_scene(shows[-1], {}, width)
        cards = [s for s in drawn.pieces if isinstance(s, Group) and s.box and s.box[:2] == (-2, -2)]
        assert len(cards) > 25
        for card in cards:
            right, bottom = card.box[2] - 2, card.box[3] - 2
            inner = [bounds(shape) for shape in card.shapes]
            assert all(-2 <= x <= x + w <= right + 2 and -2 <= y <= y + h <= bottom + 2 for x, y, w, h in inner), inner
            band = sorted((bounds(s) for s in card.shapes if isinstance(s, Text)), key=lambda box: box[0])
            assert all(a[0] + a[2] <= b[0] for a, b in pairwise(band)), [s for s in card.shapes if isinstance(s, Text)]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_names_plans_and_plays_none(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(city_board, "HINT", 0.05)
    board = CityBoard(ALONE, seed="3", language=language)
    before = board.record
    send(board, "hint")
    found = board.table.hinting.found
    assert found is not None
    assert board.record == before
    assert set(found.mix) <= set(aq.legal_actions(board.state))
    said = found.explain(language, board.table.option, percent)
    assert said in unescape(" ".join(html(board)) if not isinstance(html(board), str) else html(board))
    act(board, found.best)
    assert not board.table.hinting.on
