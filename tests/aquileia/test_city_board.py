"""The city board without a browser: what a click does, what is hidden, what is drawn, records, both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit import aquileia as aq
from gamekit import game
from gamekit.aquileia.state import Step
from gamekit.game import CHANCE, OVER, IllegalAction
from gamekit.widgets.aquileia import CityBoard, ContestPanel
from gamekit.widgets.aquileia import city_story as story
from gamekit.widgets.aquileia.city_story import Show
from gamekit.widgets.aquileia.city_view import scene
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds, text_width
from gamekit.widgets.svg import svg
from gamekit.words import reason
from tests.aquileia.position import FOUR, acting, begin, play, until

ALONE = {"Stefan": "person", "Walter": "plain", "Giorgio": "plain", "Kiko": "plain"}


def test_unknown_kinds_of_players_are_refused_and_a_seed_may_be_a_number() -> None:
    with pytest.raises(ValueError, match="no kind of player 'robot'; there are person, plain, random"):
        CityBoard({"A": "robot", "B": "plain", "C": "plain"})
    assert CityBoard(ALONE, seed=5).state == CityBoard(ALONE, seed="5").state


def decide(board: CityBoard) -> aq.Action:
    """What the sensible player would do."""
    return aq.strategies.plain(aq.observe(board.state, board.show.player), aq.legal_actions(board.state))


def play_to(board: CityBoard, step: Step | None, skip: int = 0) -> CityBoard:
    """Play on to a person's decision or throw of a kind (None: to the end)."""
    while board.show.player != OVER:
        mine = board.show.player in board.people
        if board.show.step == step and (mine or board.show.player == CHANCE):
            if not skip:
                return board
            skip -= 1
        board.act(decide(board)) if mine else board.go_on()
    assert step is None
    return board


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
    assert board.show.player == "Stefan"
    assert board.show.step == Step.PLACE
    places = {target.action for target in board.scene.targets() if isinstance(target.action, aq.Place)}
    assert places == {action for action in aq.legal_actions(board.state) if isinstance(action, aq.Place)}
    assert len(board.list.options) == len(aq.legal_actions(board.state)) - 1  # passing has its own button


def test_a_click_on_a_field_places_a_henchman_and_the_others_answer() -> None:
    board = CityBoard(ALONE, seed="5")
    target = next(t for t in board.scene.targets() if t.action == aq.Place("arena 3"))
    x, y, width, height = target.box
    board.board.press(2 * (x + width / 2), 2 * (y + height / 2))
    board.board.release(2 * (x + width / 2), 2 * (y + height / 2))
    assert board.state.table.on("arena 3") == 0
    assert sum(seat >= 0 for seat in (*board.state.table.placed, *board.state.table.track)) == 4
    assert board.show.player == "Stefan"
    assert "Stefan" in board.logged.value


def test_the_list_and_the_buttons_reach_everything() -> None:
    """Two rounds by the list, the dynamic buttons and the main button alone: the keyboard's path."""
    board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="3")
    pressed = set()
    while board.state.table.round < 3:
        nothing = board.list.value is None and board.show.step in (Step.FORUM, Step.CARDS)
        button = (*board.buttons.children, board.pass_button if nothing else board.go_button)[0]
        pressed.add((board.show.step, button.description))
        board.list.index = board.at % len(board.list.options)
        button.click()
        assert not board.error
    assert {Step.PLACE, Step.RED, Step.CARDS, Step.BID} <= {step for step, _ in pressed}


def test_the_end_shows_the_count() -> None:
    board = CityBoard({"Ada": "plain", "Ben": "plain", "Cleo": "plain"}, seed="3")
    board.to_me()
    assert board.show.player == OVER
    assert all(str(score) in board.answer.value for score in aq.returns(board.state).values())
    assert aq.winners(board.state)[0] in board.answer.value
    rich = next(seat for seat, score in enumerate(board.state.table.scores) if score.villas)
    told = story.answer_html(board.show).split(board.state.table.names[rich])[-1].split("</tr>")[0]
    terms = [term.split(" ")[-3:] for term in told.split("left'>")[-1].split("</td>")[0].split(", ")]
    assert sum(int(points) * int(laurels) for points, _, laurels in terms) == board.state.table.scores[rich].villas


def test_the_odds_stand_beside_the_dice_before_each_throw() -> None:
    board = play_to(CityBoard(ALONE, seed="5"), Step.RED)
    contest = story.contest_now(board.show)
    assert contest is not None
    name = board.state.table.names[board.state.table.task.seat]
    first = contest.p_rank(name)[0]
    assert f"{100 * float(first):.1f}%" in board.answer.value
    assert str(first) in board.answer.value  # the fraction, under the pointer
    drawn = [text.text for text, *_ in texts(board.scene.pieces)]
    assert all(any(f"{100 * float(contest.p_rank(n)[0]):.1f}%" in text for text in drawn) for n in contest.names)
    assert drawn.count("?") >= 3 * len(contest.names)
    board.toggle_fraction()
    assert str(first) in board.answer.value
    before = board.at
    (dice,) = [target for target in board.scene.targets() if target.action == ("throw",)]
    assert dice.label == "throw 3 dice"
    board.click(dice.action)
    assert board.at > before
    assert isinstance(board.actions[before], aq.Roll)


@pytest.mark.clause("aquileia", "3.5", "4.4", "5.4")
def test_the_blue_dice_are_counted_where_their_holder_will_throw_them() -> None:
    placed = {"arena 3": "Stefan", "arena 1": "Walter", "silver 1": "Stefan", "gold 1": "Kiko"}
    state = begin(acting(placed, potentia=0, blue=4))
    show = Show(state, "Stefan")
    here = aq.contest_on(state.table)
    split = aq.blue_split(here, aq.contest_on(state.table, "stadium"), "Stefan")
    assert story.contest_now(show) == here.with_entrant("Stefan", blue=split.best)
    told = story.answer_html(show)
    assert f"with {split.best} of Stefan&#x27;s 4 blue dice" in told
    assert "the blue dice split as is best" in told
    named = play(until(state, Step.BLUE), aq.Blue(3))
    falling = Show(named, "Stefan")
    assert aq.contest_on(named.table).entrant("Stefan").blue == 3
    assert story.contest_now(falling) == aq.contest_on(named.table)  # the fourth is kept
    assert "with 3 of Stefan&#x27;s 4 blue dice" in story.answer_html(falling)
    person = story.city(falling).people[0]
    assert (len(person.red), person.blue, person.thrown, person.throwing) == (3, ("",) * 4, 3, 3)
    racing = Show(until(named, Step.RED), "Stefan")
    assert racing.table.contest == "stadium"
    assert story.contest_now(racing).entrant("Stefan").blue == 1  # all that are left
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
    board.act(aq.Place("arena 3"))
    assert "arena as placed" not in board.now.value
    board.act(aq.Place("arena 1"))
    for field in ("dolus", "pecunia"):
        board.act(aq.Place(field))
    chance = aq.contest_on(board.state.table, "arena").p_rank("Stefan")[0]
    assert f"arena as placed: {100 * float(chance):.1f}%" in board.now.value


def test_a_house_out_of_reach_says_what_is_missing() -> None:
    purses, hands = {"Stefan": aq.Purse(2, 2, 0)}, {"Stefan": ["slave 2"]}
    state = begin(acting({"forum 1": "Stefan"}, purses=purses, hands=hands, houses={"blue 4": "Kiko"}))
    board = at(CityBoard(ALONE, seed="5"), until(state, Step.FORUM))
    targets = {target.action: target.label for target in board.scene.targets()}
    assert ("short", "blue 4") not in targets
    board.click(("short", "blue 10"))
    assert board.error == targets["short", "blue 10"]
    assert "missing: 1 gold, slaves: 1" in board.status.value
    board.click(("building", "white 4"))
    assert not board.error
    assert "Pay for the white villa of 4" in board.now.value


def test_what_is_judged_is_said_on_the_board() -> None:
    drawn = [text.text for layer in CityBoard(ALONE).scene.layers for text, *_ in texts(layer)]
    assert {"values judged", "places: judged", "length judged", "dashed rim: judged, not in the sources"} <= {*drawn}
    state = begin(acting({"pecunia": "Kiko"}))
    assert "judged: the bank changes one coin" in story.answer_html(Show(state, "Kiko"))


def test_dolus_and_latro_show_their_laws_then_their_faces() -> None:
    board = CityBoard(ALONE, seed="5")
    board.click(aq.Place("dolus"))
    play_to(board, Step.DOLUS)
    assert "22.2%" in board.answer.value
    assert "2.00" in board.answer.value
    board.go_on()
    faces = next(action for action in reversed(board.actions) if isinstance(action, aq.Roll)).faces
    if board.actions[-1] == aq.Roll(faces):
        person = story.city(board.show).people[0]
        assert person.red == faces


def test_the_auction_is_by_buttons_and_says_who_is_beaten() -> None:
    board = play_to(CityBoard(ALONE, seed="5"), Step.BID)
    while board.show.player != "Stefan":
        board.go_on()
    said = [button.description for button in board.buttons.children]
    assert said == [story.option_text(board.show, action) for action in aq.legal_actions(board.state)]
    assert said[-1] == "pass"


def at(board: CityBoard, state: aq.State) -> CityBoard:
    """The board with a position set up by hand, as if the game began there."""
    board.positions, board.actions, board.at = [state], [], 0
    board.refresh()
    return board


def test_a_house_is_chosen_then_its_payment() -> None:
    hands = {"Stefan": ["slave 1", "slave 1", "slave 2", "slave 2"]}
    state = begin(acting({"forum 1": "Stefan"}, purses={"Stefan": aq.Purse(2, 2, 2)}, hands=hands))
    board = at(CityBoard(ALONE, seed="5"), until(state, Step.FORUM))
    builds = [a for a in aq.legal_actions(board.state) if isinstance(a, aq.Build) and a.building == "blue 10"]
    name = builds[-1].building
    assert ("building", name) in {target.action for target in board.scene.targets()}
    board.click(("building", name))
    ways = aq.payments(name, board.state.table.purses[0], [c for c in board.state.hands[0] if c.startswith("slave")])
    assert len(board.ways.options) == len(ways) == 2
    assert board.go_button.description == "build it"
    board.ways.index = len(ways) - 1
    board.go_on()
    assert name in board.state.table.buildings(0)
    assert board.actions[-1] != aq.Pass()


def test_others_hands_are_never_drawn_and_a_shared_screen_hides_the_own_one() -> None:
    alone = play_to(CityBoard(ALONE, seed="5"), Step.CARDS)
    assert story.city(alone.show).hand == alone.state.hands[0]
    two = CityBoard({"Stefan": "person", "Walter": "person", "Kiko": "plain"}, seed="4")
    play_to(two, Step.CARDS)
    assert two.show.player in two.people
    assert story.city(two.show).hand is None
    assert two.show.secret
    assert not [t for t in two.scene.targets() if isinstance(t.action, aq.Play)]
    assert not two.buttons.children
    two.go_on()  # open my cards
    assert story.city(two.show).hand == two.state.hands[two.state.table.names.index(two.show.player)]
    two.act(aq.Pass())
    assert story.city(two.show).hand is None or two.show.player == OVER or len(two.people) == 1


def test_backwards_and_another_move() -> None:
    board = CityBoard(ALONE, seed="5")
    for _ in range(3):
        board.act(decide(board))
    end, moves = board.state, board.at
    board.back()
    board.back()
    assert board.at == moves - 2
    board.forward()
    board.last()
    assert board.state == end
    board.first()
    assert board.state == aq.initial_state(tuple(ALONE))
    assert board.steps[0].disabled
    board.go(4)
    board.act(aq.TieBreaker(1))
    assert board.actions[4] == aq.TieBreaker(1)
    assert len(board.actions) == board.at


def test_the_same_seed_plays_the_same_game() -> None:
    players = {"Ada": "random", "Ben": "plain", "Cleo": "random"}
    one, two, other = (CityBoard(players, seed=seed) for seed in ("9", "9", "10"))
    for board in (one, two, other):
        board.to_me()
        assert board.show.player == OVER
    assert one.actions == two.actions
    assert one.actions != other.actions


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    board = CityBoard(ALONE, seed="5", options={"blue_dice": "one by one"})
    board.act(aq.Place("arena 1"))
    board.path.value = str(tmp_path / "game.jsonl")
    board.save()
    other = CityBoard({"A": "person", "B": "plain", "C": "plain"})
    other.path.value = board.path.value
    other.load()
    assert other.state == board.state
    assert other.actions == board.actions
    before = other.state
    other.read("nonsense")
    assert "line 1" in other.error
    assert other.state == before
    other.path.value = str(tmp_path / "none.jsonl")
    other.load()
    assert "No such file" in other.error
    assert other.copy.text.splitlines()[0].startswith('{"record": "gamekit"')


def test_a_new_game_takes_the_players_of_the_lists() -> None:
    board = CityBoard(ALONE)
    for _, seat in board.seats[2:]:
        seat.value = ""
    board.new_from_list()
    assert "three to five" in board.error
    for _, seat in board.seats:
        seat.value = "random"
    board.new_from_list()
    assert board.state.table.names == ("Stefan", "Walter", "Giorgio", "Kiko", "Livia")
    assert board.go_button.description == "next"
    board.to_me()
    assert board.show.player == OVER


@pytest.fixture(scope="module")
def shows() -> list[Show]:
    """A game of five as its players see it: the first position of every step, with a house being paid, and the end."""
    names = (*ALONE, "Livia")
    first: dict[Any, Show] = {}
    before = start = aq.initial_state(names)
    for state, action in game.play(aq.rules, dict.fromkeys(names, aq.strategies.plain), Random(5), start):
        player = aq.current_player(state)
        eyes = player if player in names else names[0]
        houses = [a.building for a in aq.legal_actions(state) if isinstance(a, aq.Build)]
        step = state.table.task.step if state.table.agenda else None
        first.setdefault(step, Show(state, eyes, building=(houses or [""])[0], last=(before, action)))
        before = state
    assert len(first) > 18
    return list(first.values())


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [956, 736])
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
            assert text.size * scale >= 10.4, text.text
            x, y, width, height = bounds(text)
            left, right = dx + x * scale, dx + (x + width) * scale
            assert left >= -1, text.text
            assert right <= scene.width + 1, text.text
            assert dy + (y + height) * scale <= scene.height + 1, text.text
            if text.max_width:
                wanted = text_width(text.text, text.size, text.weight)
                assert text.max_width >= 0.72 * wanted, (text.text, text.max_width, wanted)


def test_it_leaves_a_picture_for_readers() -> None:
    bundle = CityBoard(ALONE)._repr_mimebundle_()
    assert bundle["text/plain"] == "Round 1. Stefan places a piece."
    assert "<svg" in bundle["image/svg+xml"]


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
        said = reason(error.value, "ja")
        assert said == f"{aq.current_player(state)}にはできない：{says}"
        assert not re.search("[a-z]+ [a-z]+", said)
    board = CityBoard(dict.fromkeys(FOUR, "person"), language="ja")
    board.positions, board.actions, board.at = [found[0][0]], [], 0
    board.act(found[0][1])
    assert board.error == "Walterにはできない：そこにはStefanの部下がいる（2.2）"
    assert board.error in board.status.value
    panel = ContestPanel(language="ja")
    for place, column, value, says in (
        (2, "tie", 1, "タイブレーカーの場所1が重なっている：StefanとKiko"),
        (2, "tie", 2, ""),
        (2, "blue", 1, "青ダイスをGiorgioとKikoが持っている。持てるのは1人だけ（3.5）"),
        (0, "blue", 1, "青ダイスをStefanとGiorgioとKikoが持っている。持てるのは1人だけ（3.5）"),
        (0, "name", "Kiko", "名前 'Kiko' が重なっている：KikoとKiko"),
    ):
        panel._typed(place, column, value)
        assert panel.error == says
        assert escape(says) in panel.status.value
