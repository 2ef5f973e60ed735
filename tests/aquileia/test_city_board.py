"""The city board without a browser: what a click does, what is hidden, what is drawn, records, both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.odds.from_state import contest_now, split_now
from gamekit.aquileia.state import Step
from gamekit.play import protocol
from gamekit.play.protocol import OVER, IllegalAction
from gamekit.storage.record import Record
from gamekit.text.translation import error_text, percent
from gamekit.widgets.aquileia import CityBoard, ContestPanel, city_board
from gamekit.widgets.aquileia import city_board as story
from gamekit.widgets.aquileia.city_board import Show
from gamekit.widgets.aquileia.city_view import scene
from gamekit.widgets.page import Button, Download, controls
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds, text_width
from gamekit.widgets.svg import svg
from tests.aquileia.board_positions import ALONE, act, decide, play_to
from tests.aquileia.position import FOUR, acting, begin, play, until
from tests.widgets.helpers import click, control, has, html, press, send, words


def test_unknown_kinds_of_players_are_refused_and_a_seed_may_be_a_number() -> None:
    with pytest.raises(ValueError, match=r"robot.* is not a player; it should be one of person, plain, search, random"):
        CityBoard({"A": "robot", "B": "plain", "C": "plain"})
    assert CityBoard(ALONE, seed=5).state == CityBoard(ALONE, seed="5").state


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


def test_it_opens_on_a_new_game_where_the_person_is_to_place() -> None:
    board = CityBoard(ALONE, seed="5")
    assert board.table.show.player == "Stefan"
    assert board.table.show.step == Step.PLACE
    places = {target.action for target in board.scene.targets() if "Place(field" in str(target.action)}
    assert places == {("act", str(a)) for a in aq.legal_actions(board.state) if isinstance(a, aq.Place)}
    assert len(control(board, ("pick",)).options) == len(aq.legal_actions(board.state)) - 1


def test_a_click_on_a_field_places_a_henchman_and_the_others_answer() -> None:
    board = CityBoard(ALONE, seed="5")
    click(board, ("act", str(aq.Place("arena 3"))))
    assert board.state.table.on("arena 3") == 0
    assert sum(seat >= 0 for seat in (*board.state.table.placed, *board.state.table.track)) == 4
    assert board.table.show.player == "Stefan"
    assert "Stefan places" in words(board)


def test_the_list_and_the_buttons_reach_everything() -> None:
    """Two rounds by the list, the dynamic buttons and the main button alone: the keyboard's path."""
    board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="3")
    pressed = set()
    while board.state.table.round < 3:
        step, at = board.table.show.step, board.table.session.at
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
    assert board.table.show.player == OVER
    assert all(str(score) in html(board) for score in aq.returns(board.state).values())
    assert aq.winners(board.state)[0] in html(board)
    rich = next(seat for seat, score in enumerate(board.state.table.scores) if score.villas)
    told = story.answer_html(board.table.show).split(board.state.table.names[rich])[-1].split("</tr>")[0]
    terms = [term.split(" ")[-3:] for term in told.split("left'>")[-1].split("</td>")[0].split(", ")]
    assert sum(int(points) * int(laurels) for points, _, laurels in terms) == board.state.table.scores[rich].villas


def test_the_odds_stand_beside_the_dice_before_each_throw() -> None:
    board = play_to(CityBoard(ALONE, seed="5"), Step.RED)
    contest = contest_now(board.state.table)
    assert contest is not None
    name = board.state.table.names[board.state.table.task.seat]
    first = contest.p_rank(name)[0]
    assert f"{100 * float(first):.1f}%" in html(board)
    assert str(first) in html(board)  # the fraction, under the pointer
    drawn = [text.text for text, *_ in texts(board.scene.pieces)]
    assert all(any(f"{100 * float(contest.p_rank(n)[0]):.1f}%" in text for text in drawn) for n in contest.names)
    assert drawn.count("?") >= 3 * len(contest.names)
    press(board, ("fraction",))
    assert str(first) in html(board)
    before = board.table.session.at
    (dice,) = [target for target in board.scene.targets() if target.action == ("throw",)]
    assert dice.label == "Throw 3 dice"
    click(board, dice.action)
    assert board.table.session.at > before
    assert isinstance(actions(board)[before], aq.Roll)


@pytest.mark.clause("aquileia", "3.5", "4.4", "5.4")
def test_the_blue_dice_are_counted_where_their_holder_will_throw_them() -> None:
    placed = {"arena 3": "Stefan", "arena 1": "Walter", "silver 1": "Stefan", "gold 1": "Kiko"}
    state = begin(acting(placed, potentia=0, blue=4))
    show = Show(state, "Stefan")
    here = aq.contest_on(state.table)
    split = aq.blue_split(here, aq.contest_on(state.table, "stadium"), "Stefan")
    assert contest_now(show.table) == here.with_entrant("Stefan", blue=split.best)
    told = story.answer_html(show)
    assert "with Stefan&#x27;s 4 blue dice, as many of them as is best when the red dice lie" in told
    assert "the blue dice named in their time" in told
    lying = until(state, Step.CARDS)
    assert f"with {split_now(lying.table).best} of Stefan&#x27;s 4 blue dice" in story.answer_html(
        Show(lying, "Stefan")
    )
    assert "if nobody plays another card" in told
    assert "no card beyond those counted in is played" in told
    named = play(until(state, Step.BLUE), aq.Blue(3))
    falling = Show(named, "Stefan")
    assert aq.contest_on(named.table).entrant("Stefan").blue == 3
    assert contest_now(falling.table) == aq.contest_on(named.table)  # the fourth is kept
    assert "with 3 of Stefan&#x27;s 4 blue dice" in story.answer_html(falling)
    assert "if nobody plays" not in story.answer_html(falling)  # all cards of this contest are played
    person = story.city(falling).people[0]
    assert (len(person.red), person.blue, person.thrown, person.throwing) == (3, ("",) * 4, 3, 3)
    racing = Show(until(named, Step.RED), "Stefan")
    assert racing.table.contest == "stadium"
    assert contest_now(racing.table).entrant("Stefan").blue == 1  # all that are left
    assert "values of the stadium" in story.answer_html(racing)


@pytest.mark.clause("aquileia", "4.3")
def test_the_best_use_of_cards_is_said_while_they_are_played() -> None:
    fields, hands = {"arena 3": "Stefan", "arena 1": "Walter"}, {"Stefan": ["weapon 1", "weapon 3", "gold horse 1"]}
    state = until(begin(acting(fields, hands=hands)), Step.CARDS)
    contest = aq.contest_on(state.table)
    best = aq.best_play(contest, {"Stefan": hands["Stefan"]}).choices[0].cards
    told = story.card_advice(Show(state, "Stefan"))
    assert best == ("weapon 1", "weapon 3")  # two points for each of strength 1
    before, after = (contest.with_entrant("Stefan", cards=cards).p_rank("Stefan")[0] for cards in (0, 4))
    assert f"weapon +1, weapon +3 ({100 * float(before):.1f}% becomes {100 * float(after):.1f}%)" in told
    assert story.card_advice(Show(state, "Stefan", open_hand=False)) == ""


def test_the_chances_as_placed_stand_beside_the_placing() -> None:
    board = CityBoard(dict.fromkeys(ALONE, "person"), seed="5")
    act(board, aq.Place("arena 3"))
    assert "arena as placed" not in words(board)
    act(board, aq.Place("arena 1"))
    for field in ("dolus", "pecunia"):
        act(board, aq.Place(field))
    chance = aq.contest_on(board.state.table, "arena").p_rank("Stefan")[0]
    assert f"arena as placed, no cards or blue dice: {100 * float(chance):.1f}%" in words(board)


def test_a_house_out_of_reach_says_what_is_missing() -> None:
    purses, hands = {"Stefan": aq.Purse(2, 2, 0)}, {"Stefan": ["slave 2"]}
    state = begin(acting({"forum 1": "Stefan"}, purses=purses, hands=hands, houses={"blue 4": "Kiko"}))
    board = at(until(state, Step.FORUM))
    targets = {target.action: target.label for target in board.scene.targets()}
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
    assert "judged: the bank changes one coin" in story.answer_html(Show(state, "Kiko"))


def test_dolus_and_latro_show_their_laws_then_their_faces() -> None:
    board = CityBoard(ALONE, seed="5")
    act(board, aq.Place("dolus"))
    play_to(board, Step.DOLUS)
    assert "22.2%" in html(board)
    assert "2.00" in html(board)
    send(board, "go on")
    faces = next(action for action in reversed(actions(board)) if isinstance(action, aq.Roll)).faces
    if actions(board)[-1] == aq.Roll(faces):
        person = story.city(board.table.show).people[0]
        assert person.red == faces


def test_the_auction_is_by_buttons_and_says_who_is_beaten() -> None:
    board = play_to(CityBoard(ALONE, seed="5"), Step.BID)
    while board.table.show.player != "Stefan":
        send(board, "go on")
    said = [one.description for one in controls(board.page) if isinstance(one, Button) and one.do[0] == "act"]
    assert said == [board.table.show.option(action) for action in aq.legal_actions(board.state)]
    assert said[-1] == "Pass"


@pytest.mark.clause("aquileia", "6.1")
def test_whoever_has_bid_all_he_has_is_not_beaten_by_his_own_bid() -> None:
    """Was: "already beaten: Walter", whose bid it is."""
    purses = {name: aq.Purse(silver=2) for name in FOUR} | {"Giorgio": aq.Purse(bronze=9), "Walter": aq.Purse(silver=1)}
    state = until(begin(acting({"theatrum": "Stefan"}, purses=purses)), Step.BID)
    state = aq.apply(aq.apply(state, aq.Pass()), aq.Bid(aq.Purse(silver=1)))
    assert story.hint(Show(aq.apply(state, aq.Pass()), "Kiko")) == "higher bids in reach: 1"
    assert story.hint(Show(state, "Giorgio")) == "beaten for certain: the very same coins cannot be matched"
    bid, mine = aq.Purse(silver=1), aq.Purse(bronze=1)
    assert aq.standing(bid, mine, {"Walter": bid}).out == ("Walter",)
    led = aq.standing(bid, mine, {"Walter": bid}, "Walter")
    assert (led.out, led.outlasted) == ((), ("Walter",))


@pytest.mark.clause("aquileia", "4.6")
def test_who_is_alone_in_the_arena_leaves_nothing_to_a_second() -> None:
    state = until(begin(acting({"arena 1": "Kiko"})), Step.PRIZE)
    assert story.hint(Show(state, "Kiko")).endswith("VP or a slave; nobody is second")


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
    assert ("building", name) in {target.action for target in board.scene.targets()}
    click(board, ("building", name))
    ways = aq.payments(name, board.state.table.purses[0], [c for c in board.state.hands[0] if c.startswith("slave")])
    assert len(control(board, ("way",)).options) == len(ways) == 2
    assert control(board, ("do",)).description == "Build it"
    send(board, "way", len(ways) - 1)
    press(board, ("do",))
    assert name in board.state.table.buildings(0)
    assert actions(board)[-1] != aq.Pass()


def test_others_hands_are_never_drawn_and_a_shared_screen_hides_the_own_one() -> None:
    alone = play_to(CityBoard(ALONE, seed="5"), Step.CARDS)
    assert story.city(alone.table.show).hand == alone.state.hands[0]
    two = CityBoard({"Stefan": "person", "Walter": "person", "Kiko": "plain"}, seed="4")
    while two.table.show.step != Step.CARDS:
        if two.table.session.handover:
            assert story.city(two.table.show).hand is None
            press(two, ("accept",))
        elif two.table.session.waits == "person":
            act(two, decide(two))
        else:
            send(two, "go on")
    assert two.table.show.player in two.table.session.persons
    if two.table.session.handover is None:  # whoever placed last is on turn: the other one then
        act(two, aq.Pass())
    assert two.table.session.handover
    assert story.city(two.table.show).hand is None
    assert two.table.show.secret
    assert not [t for t in two.scene.targets() if "Play(" in str(t.action)]
    assert not [one for one in controls(two.page) if isinstance(one, Button) and one.do[0] == "act"]
    press(two, ("accept",))
    assert story.city(two.table.show).hand == two.state.hands[two.state.table.names.index(two.table.show.player)]
    before = two.table.show.player
    act(two, aq.Pass())
    assert two.table.session.handover or two.table.show.eyes == before


def test_backwards_and_another_move() -> None:
    board = CityBoard(ALONE, seed="5")
    for _ in range(3):
        act(board, decide(board))
    end, moves = board.state, board.table.session.at
    press(board, ("back",))
    press(board, ("back",))
    assert board.table.session.at == moves - 2
    press(board, ("forward",))
    press(board, ("last",))
    assert board.state == end
    press(board, ("first",))
    assert board.state == aq.initial_state(tuple(ALONE))
    assert control(board, ("first",)).disabled
    send(board, "moment", board.table.session.moments.index(4))
    press(board, ("branch",))
    act(board, aq.TieBreaker(1))
    assert actions(board)[4] == aq.TieBreaker(1)
    assert len(actions(board)) == board.table.session.at
    press(board, ("rejoin",))
    assert board.state == end


def test_the_same_seed_plays_the_same_game() -> None:
    players = {"Ada": "random", "Ben": "plain", "Cleo": "random"}
    one, two, other = (CityBoard(players, seed=seed) for seed in ("9", "9", "10"))
    for board in (one, two, other):
        send(board, "through")
        assert board.table.show.player == OVER
    assert actions(one) == actions(two)
    assert actions(one) != actions(other)


def test_a_game_is_saved_and_loaded() -> None:
    board = CityBoard(ALONE, seed="5", options={"blue_dice": "one by one"})
    act(board, aq.Place("arena 1"))
    press(board, ("back",))  # the whole game is saved, also while one looks back
    (saved,) = [one for one in controls(board.page) if isinstance(one, Download) and one.file.endswith(".jsonl")]
    text = saved.text()
    other = CityBoard({"A": "person", "B": "plain", "C": "plain"})
    send(other, "read", text)
    assert other.record == board.record
    assert len(actions(other)) == len(board.record.entries) > len(actions(board))
    before = other.state
    send(other, "read", "nonsense")
    assert "line 1" in other.error
    assert other.state == before
    assert text.splitlines()[0].startswith('{"record": "gamekit"')
    begun = at(until(begin(acting({"forum 1": "Stefan"})), Step.FORUM))
    act(begun, aq.Pass())
    again = CityBoard(ALONE)
    send(again, "read", begun.record.to_text())
    assert again.record == begun.record  # a record with a position at its start comes back too


def test_a_new_game_takes_the_players_of_the_lists() -> None:
    board = CityBoard(ALONE)
    for place in (2, 3):
        send(board, "seat", place, "")
    press(board, ("new",))
    assert "three to five" in board.error
    for place in range(5):
        send(board, "seat", place, "random")
    press(board, ("new",))
    assert board.state.table.names == ("Stefan", "Walter", "Giorgio", "Kiko", "Livia")
    assert control(board, ("go on",)).description.startswith("Let ")
    send(board, "through")
    assert board.table.show.player == OVER


@pytest.fixture(scope="module")
def shows() -> list[Show]:
    """A game of five as its players see it: the first position of every step, with a house being paid, and the end."""
    names = (*ALONE, "Livia")
    first: dict[Any, Show] = {}
    before = start = aq.initial_state(names)
    for state, action in protocol.play(aq.rules, dict.fromkeys(names, aq.players.plain), Random(5), start):
        player = aq.current_player(state)
        eyes = player if player in names else names[0]
        houses = [a.building for a in aq.legal_actions(state) if isinstance(a, aq.Build)]
        step = state.table.task.step if state.table.agenda else None
        first.setdefault(step, Show(state, eyes, paying=(houses or [""])[0], last=(before, action)))
        before = state
    assert len(first) > 18
    return list(first.values())


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [956, 736, 500, 440])
@pytest.mark.long
def test_every_screen_is_well_formed_and_nothing_leaves_the_board(shows: list[Show], language: str, width: int) -> None:
    for show in shows:
        shown = replace(show, language=language)
        look(scene(story.city(shown), width, language))
        assert story.answer_html(shown)


def look(scene: Scene) -> None:
    ElementTree.fromstring(svg(scene))
    assert scene.sentence.strip()
    assert len({target.action for target in scene.targets()}) == len({t.label for t in scene.targets()})
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


def test_coins_lie_within_their_cards_and_words_apart(shows: list[Show]) -> None:
    """What a house brings, what it needs and what it costs stood on each other, and coins outside their cards."""
    for width in (956, 724, 440):
        drawn = scene(story.city(shows[-1]), width, "en")
        cards = [s for s in drawn.static if isinstance(s, Group) and s.box and s.box[:2] == (-2, -2)]
        assert len(cards) > 25
        for card in cards:
            right, bottom = card.box[2] - 2, card.box[3] - 2
            inner = [bounds(shape) for shape in card.shapes]
            assert all(-2 <= x <= x + w <= right + 2 and -2 <= y <= y + h <= bottom + 2 for x, y, w, h in inner), inner
            band = sorted((bounds(s) for s in card.shapes if isinstance(s, Text)), key=lambda box: box[0])
            assert all(a[0] + a[2] <= b[0] for a, b in pairwise(band)), [s for s in card.shapes if isinstance(s, Text)]


def test_it_leaves_a_picture_for_readers() -> None:
    bundle = CityBoard(ALONE)._repr_mimebundle_()
    assert bundle["text/plain"] == "Round 1. Stefan places a piece."
    assert "data:image/svg+xml" in bundle["text/html"]


def slips() -> list[tuple[aq.State, aq.Action, str]]:
    """Positions, a click that comes too late or for another piece, and what a Japanese board says to it."""
    start, coin, held = until(aq.initial_state(), Step.PLACE), aq.Purse.of, {name: ["slave 1"] for name in FOUR}
    again = [aq.TieBreaker(place) for place in (1, 2, 3)]
    passed = play(start, *[aq.Pass()] * 4)
    rich = dict.fromkeys(FOUR, aq.Purse(3, 3, 3))
    full = acting(dict.fromkeys(("dolus", "potentia", "arena 1", "arena 2", "arena 3"), "Stefan"), [])
    full = replace(full, table=replace(full.table, agenda=start.table.agenda))
    race = acting(
        {"gold 1": "Kiko", "arena 1": "Kiko"}, hands={"Kiko": ["weapon 1", "gold horse 1"]}, potentia=3, blue=2
    )
    arena, race = until(begin(race), Step.CARDS), until(play(until(begin(race), Step.CARDS), aq.Pass()), Step.CARDS)
    sale = play(until(begin(acting({"theatrum": "Kiko"}, purses=rich)), Step.BID), aq.Bid(coin("gold")))
    forum = begin(acting({"forum 1": "Kiko"}, purses=rich, hands=held, houses={"bank 1": "Walter"}))
    built = replace(forum, table=replace(forum.table, owners=(3,) * 9 + forum.table.owners[9:]))
    late = list(aq.BUILDINGS)[10]
    return [
        (play(start, aq.Place("arena 3")), aq.Place("arena 3"), "そこにはStefanの部下がいる（2.2）"),
        (full, aq.Place("latro"), "部下はすべて配置済み（2.2）"),
        (play(start, aq.Place("gold 3"), *again), aq.Place("silver 1"), "部下が反対側の金3にいる（2.4）"),
        (play(start, aq.Place("portus silver"), *again), aq.Place("portus gold"), "部下が港の銀にいる（2.5）"),
        (acting({}, [], agenda=start.table.agenda), aq.Place("portus gold"), "置くのに払う金貨がない（2.5）"),
        (play(start, aq.TieBreaker(1), *[aq.Pass()] * 3), aq.TieBreaker(2), "タイブレーカーは配置済み（2.3）"),
        (start, aq.TieBreaker(2), "空いている場所は1（2.3）"),
        (passed, aq.Place("servi 1"), "パスの後に置けるのはタイブレーカーだけ（2.2）"),
        (passed, aq.Pass(), "タイブレーカーを置かなければならない（2.3）"),
        (start, aq.Play("gold horse 1"), "今はその場面ではない"),
        (begin(acting({"equi 2": "Kiko"})), aq.Buy(1), "武器と馬2は1枚銅1で1枚まで"),
        (begin(acting({"servi 3": "Kiko"})), aq.Buy(1), "奴隷3は1枚金1で3枚まで"),
        (arena, aq.Play("weapon 3"), "そのカードは手札にない"),
        (arena, aq.Play("gold horse 1"), "闘技場では役に立たないカード（4.3, 5.3）"),
        (race, aq.Play("weapon 1"), "競技場では役に立たないカード（4.3, 5.3）"),
        (until(arena, Step.BLUE), aq.Blue(4), "残りの青ダイスは2個（4.4）"),
        (sale, aq.Bid(coin("gold")), "入札は最高額（金1枚）に硬貨を1枚加えたもの（6.1）"),
        (sale, aq.Bid(aq.Purse(4, 4)), "銅3枚、銀3枚、金3枚では銅4枚、銀4枚を払えない。不足：銅1枚、銀1枚（6.1）"),
        (forum, aq.Build("bank 1", ("slave 1",)), "そこにはWalterの家がある"),
        (built, aq.Build(late, ("slave 1",)), "家9軒はすべて建っている"),
    ]


def test_what_is_wrong_is_said_in_japanese() -> None:
    found = slips()
    for state, action, says in found:
        with pytest.raises(IllegalAction) as error:
            aq.apply(state, action)
        said = error_text(error.value, "ja")
        assert said == f"{aq.current_player(state)}にはできない：{says}"
        assert not re.search("[a-z]+ [a-z]+", said)
    board = CityBoard(dict.fromkeys(FOUR, "person"), language="ja")
    act(board, found[0][1])
    press(board, ("accept",))
    board.send(("act", str(found[0][1])))  # the field is taken, and no control means it any more
    assert "という操作はない" in board.error
    panel = ContestPanel(language="ja")
    for place, column, value, says in (
        (2, "tie", 1, "タイブレーカーの場所1が重なっている：StefanとKiko"),
        (2, "tie", 2, ""),
        (2, "blue", 1, "青ダイスをGiorgioとKikoが持っている。持てるのは1人だけ（3.5）"),
        (0, "blue", 1, "青ダイスをStefanとGiorgioとKikoが持っている。持てるのは1人だけ（3.5）"),
        (0, "name", "Kiko", "名前 'Kiko' が重なっている：KikoとKiko"),
    ):
        send(panel, "set", place, column, str(value))
        assert (panel.error or panel.table.problem) == says
        assert says in html(panel)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_names_plans_and_plays_none(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(city_board, "HINT", 0.05)
    board = CityBoard(ALONE, seed="3", language=language)
    before = board.record
    send(board, "hint")
    found = board.table.found
    assert found is not None
    assert board.record == before
    assert set(found.mix) <= set(aq.legal_actions(board.state))
    said = found.explain(language, board.table.show.option, percent)
    assert said in unescape(" ".join(html(board)) if not isinstance(html(board), str) else html(board))
    act(board, found.best)
    assert board.table.asked != board.record
