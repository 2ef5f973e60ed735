"""The battle board without a browser: its callbacks are fired, its scene, sentences and widgets are read."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.fight.setup import Setup, cycle_strength, ready_battles, setup_of
from gamekit.julius_caesar.odds.army import text_of
from gamekit.julius_caesar.odds.course import MAIN, RESERVE
from gamekit.julius_caesar.tables import ROLES, ROMAN
from gamekit.text.translation import percent
from gamekit.widgets.canvas import SCALE
from gamekit.widgets.julius_caesar import BattleBoard, battle_table, pieces
from gamekit.widgets.julius_caesar.battle_view import PictureInput, fight_animation, scene
from gamekit.widgets.scene import Group, Text, clickable_places
from gamekit.widgets.svg import svg
from tests.widgets import board_driver
from tests.widgets.board_driver import click, control, html, number, press, said, send, texts

RECRUIT = ("chip", "Caesar", "Legio 13")
WIDTHS = (320, 336, 540, 620, 776, 956)


@pytest.fixture
def board() -> BattleBoard:
    return BattleBoard(language="en")


def wins(battle: jc.Battle) -> Fraction:
    return battle.odds().p(jc.attacker_wins)


def high(board: BattleBoard, action: object) -> tuple[float, float]:
    """A third down: in the middle of a row there may be a block."""
    x, y, width, height = next(target.box for target in board.scene.clickable_places() if target.action == action)
    return SCALE * (x + width / 2), SCALE * (y + height / 3)


def drag(board: BattleBoard, action: object, target: object) -> None:
    board_driver.drag(board, action, *high(board, target))


def typed(board: BattleBoard, role: str, place: str) -> str:
    return control(board, ("write", role, place)).value


def copied(board: BattleBoard, title: str) -> str:
    return control(board, title).text


# Setting up
@pytest.mark.clause("julius_caesar", "7.2")
def test_it_opens_on_the_example_of_the_rules(board: BattleBoard) -> None:
    assert board.battle == jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    assert number(board) == "68.5%"
    assert 'title="2237911607/3265173504"' in html(board)
    assert "exact" in html(board)
    assert {"Caesar", "Equitatus 1", "Pompey", "Navis 3", "A3", "B2", "B3", "D2"} <= set(said(board.scene))


def test_a_click_lowers_a_block_by_a_step_and_from_the_last_brings_it_back(board: BattleBoard) -> None:
    seen = []
    for _ in range(3):
        click(board, ("block", "attacker", MAIN, 0))
        seen.append((board.battle.attacker[0].strength, number(board)))
        assert number(board) == percent(wins(board.battle))
    assert [strength for strength, _ in seen] == [2, 1, 3]
    assert seen[2][1] == "68.5%"
    elephant = jc.BLOCKS["Pompey", "Elephant"]
    assert [cycle_strength(elephant).strength, cycle_strength(cycle_strength(elephant)).strength] == [2, 4]


def test_a_block_is_added_by_a_click_on_the_pool_and_by_a_drag() -> None:
    first, second = BattleBoard(), BattleBoard()
    click(first, RECRUIT)
    drag(second, RECRUIT, ("row", "attacker", MAIN))
    expected = jc.army("Caesar, Equitatus 1, Legio 13", "Caesar")
    assert first.battle.attacker == second.battle.attacker == expected
    assert all(number(board) == percent(wins(board.battle)) for board in (first, second))
    assert RECRUIT not in first.scene.clickable_actions()


def test_the_delete_key_removes_a_block_and_nothing_else(board: BattleBoard) -> None:
    for key, left in ((RECRUIT, "Caesar, Equitatus 1"), (("block", "attacker", MAIN, 1), "Caesar")):
        board_driver.heard(board_driver.picture(board), {"event": "remove", "key": repr(key)})
        assert board.battle.attacker == jc.army(left, "Caesar")
    assert not board.error


def test_the_places_of_blocks_taken_from_the_pool_stay_empty(board: BattleBoard) -> None:
    before = board.scene
    click(board, RECRUIT)
    chips = [t for t in before.clickable_places() if t.action[0] == "chip"]
    left = [t for t in board.scene.clickable_places() if t.action[0] == "chip"]
    assert left == [t for t in chips if t.action != RECRUIT] != chips
    assert board.scene.height == before.height


def test_a_drag_changes_the_order_moves_a_block_to_the_reserve_and_removes_it() -> None:
    board = BattleBoard()
    drag(board, ("block", "attacker", MAIN, 1), ("block", "attacker", MAIN, 0))
    assert [block.name for block in board.battle.attacker] == ["Equitatus 1", "Caesar"]
    drag(board, ("block", "attacker", MAIN, 0), ("row", "attacker", MAIN))
    assert [block.name for block in board.battle.attacker] == ["Caesar", "Equitatus 1"]
    drag(board, ("block", "attacker", MAIN, 1), ("row", "attacker", RESERVE))
    assert board.battle.attacker_reserve == jc.army("Equitatus 1", "Caesar")
    drag(board, ("block", "attacker", RESERVE, 0), ("pool", "Caesar"))
    assert board.battle.attacker_reserve == ()


@pytest.mark.clause("julius_caesar", "E.Jupiter")
def test_a_block_dropped_on_the_other_side_changes_sides_unless_it_is_a_leader_or_a_navis(board: BattleBoard) -> None:
    drag(board, ("chip", "Caesar", "Legio 10"), ("row", "defender", MAIN))
    assert board.battle.defender[-1] == jc.army("Caesar:Legio 10", "Pompey")[0]
    assert text_of(board.battle.defender) == "Pompey, Navis 3, Caesar:Legio 10"
    before = board.battle
    drag(board, ("chip", "Caesar", "Antonius"), ("row", "defender", MAIN))
    assert board.battle == before
    assert "Antonius is Caesar's" in html(board)


@pytest.mark.clause("julius_caesar", "7.52")
def test_cleopatra_fights_for_either_side_but_only_for_one(board: BattleBoard) -> None:
    drag(board, ("chip", "Pompey", "Cleopatra"), ("row", "attacker", MAIN))
    assert board.battle.attacker[-1] == jc.army("Cleopatra", "Caesar")[0]
    assert ("chip", "Pompey", "Cleopatra") not in board.scene.clickable_actions()
    drag(board, ("block", "attacker", MAIN, 2), ("row", "defender", MAIN))
    assert board.battle.defender[-1] == jc.army("Cleopatra", "Pompey")[0]


def test_swap_changes_roles_reserves_and_all(board: BattleBoard) -> None:
    send(board, "ready", "utica")
    before = board.battle
    press(board, ("swap",))
    after = board.battle
    assert (after.attacker, after.defender) == (before.defender, before.attacker)
    assert (after.attacker_reserve, after.defender_reserve) == (before.defender_reserve, before.attacker_reserve)
    assert "Pompey attacks Caesar" in html(board)


def test_clear_leaves_an_empty_board_that_says_what_to_do_and_undo_brings_it_back(board: BattleBoard) -> None:
    before = board.battle
    press(board, ("clear",))
    assert board.battle is None
    assert "Each side needs a block" in html(board)
    assert all(control(board, (key,)).disabled for key in ("go", "next_turn", "next_round", "to_the_end"))
    click(board, ("chip", "Caesar", "Caesar"))
    press(board, ("undo",))
    press(board, ("undo",))
    assert board.battle == before
    assert control(board, ("undo",)).disabled


def test_there_are_six_ready_battles_and_each_shows_its_own_odds(board: BattleBoard) -> None:
    assert len(ready_battles()) == 6
    for key, ready in ready_battles().items():
        send(board, "ready", key)
        assert (board.battle, number(board)) == (ready.battle(), percent(wins(board.battle)))
        assert ready.source.startswith(("7.2", "judged: "))
    send(board, *("block", "attacker", MAIN, 0))
    assert control(board, ("ready",)).value == ""


@pytest.mark.parametrize("flag", ["first_strike", "cut_off", "defender_cut_off"])
def test_the_boxes_set_the_flags_of_the_battle(board: BattleBoard, flag: str) -> None:
    send(board, "flag", flag, True)
    assert getattr(board.battle, flag) is True
    assert number(board) == percent(wins(board.battle))
    press(board, ("undo",))
    assert control(board, ("flag", flag)).value is False


def test_a_row_can_be_typed_with_blocks_known_by_rating(board: BattleBoard) -> None:
    send(board, "write", "attacker", MAIN, "4 c3/iii, legio 13/2")
    send(board, "write", "defender", RESERVE, "2 A1/4")
    assert board.battle.attacker == jc.army("4 C3/III, Legio 13/II", "Caesar")
    assert board.battle.defender_reserve == jc.army("2 A1/4", "Pompey")
    assert typed(board, "attacker", MAIN) == "4 C3/III, Legio 13/II"
    assert number(board) == percent(wins(board.battle))
    click(board, ("block", "attacker", MAIN, 0))
    assert typed(board, "attacker", MAIN) == "C3/II, 3 C3/III, Legio 13/II"
    assert board.battle == eval(repr(board.battle), {"jc": jc})


@pytest.mark.parametrize("text", ["Legio 99", "<b>"])
def test_what_cannot_be_read_gets_a_sentence_and_changes_nothing(board: BattleBoard, text: str) -> None:
    before = board.battle
    send(board, "write", "attacker", MAIN, text)
    assert "no such block" in html(board)
    assert board.battle == before
    click(board, ("block", "attacker", MAIN, 0))
    assert board.error == ""


# The picture
def random_setup(random: Random, most: int = 14) -> Setup:
    setup = Setup(random.choice(("Caesar", "Pompey")))
    for role in ROLES:
        pool = random.sample(setup.pool(setup.side(role)), random.randint(1, most))
        for block in pool:
            place = MAIN if not setup.row(role, MAIN) or random.random() < 0.7 else RESERVE
            setup = setup.added(block.with_strength(random.choice(block.track)), role, place)
    return setup


@pytest.mark.parametrize("seed", range(4))
def test_every_block_is_on_the_board_once_inside_it_and_over_no_other(seed: int) -> None:
    setup = random_setup(Random(seed), 31 if seed == 0 else 14)
    width = WIDTHS[seed % len(WIDTHS)]
    picture = scene(PictureInput(battle_table.with_odds(battle_table.BattleTable(setup))), width)
    boxes = [(t.action, t.box) for t in clickable_places(picture.pieces) if t.action[0] == "block"]
    assert [action for action, _ in boxes] == [("block", *place) for *place, _ in setup.blocks()]
    for _, (x, y, w, h) in boxes:
        assert x >= 0
        assert x + w <= picture.width
        assert y + h <= picture.height
    for (_, (x, y, w, h)), (_, (u, v, s, t)) in combinations(boxes, 2):
        assert x + w <= u + 3 or u + s <= x + 3 or y + h <= v + 4 or v + t <= y + 4  # shadows may touch
    names = [piece for piece in said(picture) if piece in {block.name for *_, block in setup.blocks()}]
    assert sorted(set(names)) == sorted({block.name for *_, block in setup.blocks()})


def test_the_strength_is_on_top_and_the_others_on_the_edges_they_turn_up_on() -> None:
    tint = pieces.TINTS["Caesar"]
    for block, strength in ((b, s) for b in jc.BLOCKS.values() for s in b.track):
        shapes = pieces.face(tint, "legio", "C3", block.track, strength, 80)
        on_top = [shape.text for shape in shapes if isinstance(shape, Text)]
        turned = [shape for shape in shapes if isinstance(shape, Group) and shape.rotate]
        edges = {shape.rotate: next(texts(shape.shapes)).text for shape in turned}
        assert on_top[0] == ROMAN[strength]
        assert set(edges.values()) == {ROMAN[other] for other in block.track} - {ROMAN[strength]}
        place = block.track.index(strength)
        if place + 1 < len(block.track):
            assert edges[90] == ROMAN[block.track[place + 1]]  # a quarter turn anticlockwise brings it up


# Sentences
def test_the_sentence_and_the_code_say_what_is_on_the_board(board: BattleBoard) -> None:
    send(board, "ready", "utica")
    odds = board.battle.odds()
    for event in (jc.attacker_wins, jc.attacker_leaves, jc.attacker_eliminated):
        assert percent(odds.p(event)) in copied(board, "Copy the sentence")
    assert "reserve Elephant IV, Legio 38 IV" in copied(board, "Copy the sentence")
    assert "7.31" in copied(board, "Sentence with its basis")
    assert eval(copied(board, "Copy the code"), {"jc": jc}) == board.battle


def test_large_battles_show_floats_first_and_the_exact_fraction_soon_after(board: BattleBoard) -> None:
    send(board, "ready", "pharsalus")
    assert "rounded numbers, not fractions" in html(board)
    before = number(board)
    board.finish_background_work()
    assert number(board) == before
    assert "rounded numbers, not fractions" not in html(board)
    exact = wins(board.battle)
    assert f'title="{exact.numerator}/{exact.denominator}"' in html(board)
    assert "(exact" in copied(board, "Sentence with its basis")


def test_the_fraction_on_request(board: BattleBoard) -> None:
    press(board, ("fraction",))
    assert '<span class="gk-fraction">2237911607/3265173504</span>' in html(board)
    send(board, *("block", "attacker", MAIN, 0))
    exact = wins(board.battle)
    assert f'<span class="gk-fraction">{exact.numerator}/{exact.denominator}</span>' in html(board)
    assert number(board) == percent(exact)
    press(board, ("fraction",))
    assert "gk-fraction" not in html(board)
    assert number(board) == percent(exact)


# Fighting it out
@pytest.mark.parametrize("seed", range(2))
def test_a_fight_step_by_step_shows_the_chance_from_where_it_is(seed: int) -> None:
    random = Random(seed)
    board = BattleBoard(random_setup(random, 4).battle())
    send(board, "seed", str(seed))
    while not board.fight or not board.fight.is_over:
        press(board, ("go",))
        chances = board.battle.at(board.fight.position).odds(float)
        assert number(board) == percent(chances.p(jc.attacker_wins))
        if len(board.fight.slots_for_next_hit) > 1:
            assert len(control(board, ("tied",)).options) == len(board.fight.slots_for_next_hit)
            send(board, "tied", random.randrange(len(board.fight.slots_for_next_hit)))
    (end,) = board.battle.at(board.fight.position).odds()
    assert end == board.fight.outcome
    assert control(board, ("go",)).disabled


def test_dice_hits_and_steps_are_on_the_board(board: BattleBoard) -> None:
    press(board, ("go",))
    entry = board.fight.log[-1]
    assert entry.block == "Caesar"
    labels = [one.get("aria-label") or "" for one in ElementTree.fromstring(svg(board.scene)).iter()]
    hits = [label for label in labels if label.endswith((", a hit", ", a miss"))]
    assert hits == [f"{face}, a hit" if face <= 3 else f"{face}, a miss" for face in entry.faces]
    words = said(board.scene)
    assert "Caesar fires" in words
    assert f"{entry.hits} hits" in words or f"{entry.hits} hit" in words or "no hit" in words
    assert " ".join(map(str, entry.faces)) in html(board)


@pytest.mark.clause("julius_caesar", "7.4")
def test_who_takes_the_hit_can_be_chosen_on_the_board_and_in_the_list_and_the_odds_say_so() -> None:
    board = BattleBoard(jc.Battle(jc.army("2 C3/II"), jc.army("2 C3/II")))
    while not board.fight or len(board.fight.slots_for_next_hit) < 2:
        press(board, ("go",))
    fight = board.fight
    assert set(board.scene.clickable_actions()) == {("hit", slot) for slot in fight.slots_for_next_hit}
    for slot, (name, note, chance) in zip(fight.slots_for_next_hit, control(board, ("tied",)).options):
        assert chance == percent(board.battle.at(fight.take_hit(slot).position).odds(float).p(jc.attacker_wins))
        assert name == fight.position.blocks_of_side(fight.side_taking_hits)[slot].block.name
        assert bool(note) == (slot == fight.slot_hit_next)
    other = next(slot for slot in fight.slots_for_next_hit if slot != fight.slot_hit_next)
    click(board, ("hit", other))
    assert control(board, ("tied",)).index == fight.slots_for_next_hit.index(other)
    press(board, ("go",))
    assert board.fight.overridden
    assert "from here standing orders again" in html(board)
    before, now = (one.position.blocks_of_side(fight.side_taking_hits)[other] for one in (fight, board.fight))
    assert now.strength < before.strength


def test_back_undoes_throws_and_choices_down_to_the_setup_and_forward_throws_the_same(board: BattleBoard) -> None:
    tables = [board.table]
    for _ in range(4):
        press(board, ("go",))
        tables.append(board.table)
    for table in reversed(tables[:-1]):
        press(board, ("back",))
        assert board.table.course == table.course
    assert board.fight is None
    for table in tables[1:]:
        press(board, ("go",))
        assert board.table.course == table.course


def test_the_same_seed_throws_the_same_dice_however_one_gets_there() -> None:
    boards = [BattleBoard() for _ in range(4)]
    send(boards[3], "seed", "50")
    for board, button in zip(boards, ("to_the_end", "next_round", "next_turn", "to_the_end")):
        while not board.fight or not board.fight.is_over:
            press(board, (button,))
    assert boards[0].fight == boards[1].fight == boards[2].fight
    assert boards[0].fight.log != boards[3].fight.log
    assert not boards[0].fight.overridden


@pytest.mark.clause("julius_caesar", "7.2", "7.62")
def test_leaving_and_passing_where_the_rules_allow_it() -> None:
    board = BattleBoard(jc.Battle(jc.army("2 D1/IV"), jc.army("2 D1/IV")))
    press(board, ("next_turn",))
    assert control(board, ("leave",)).disabled
    assert not control(board, ("pass",)).disabled
    press(board, ("pass",))
    assert board.fight.log[-1].deed == "passes"
    press(board, ("next_round",))
    assert not control(board, ("leave",)).disabled
    side = board.fight.turn.side
    press(board, ("leave",))
    assert board.fight.log[-1].deed == "leaves"
    assert [now.place for now in board.fight.position.blocks_of_side(side)].count("left") == 1
    assert "has left" in said(board.scene)
    assert "from here standing orders again" in html(board)


def test_eliminated_blocks_leave_an_empty_place_and_the_end_is_told() -> None:
    board = BattleBoard(jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Navis 3/I", "Pompey")))
    press(board, ("to_the_end",))
    assert "eliminated" in said(board.scene)
    assert "Caesar has won" in html(board)
    assert number(board) == "100.0%"
    press(board, ("stop",))
    assert board.fight is None
    assert not control(board, ("go",)).disabled


def test_setup_and_battle_are_two_faces_of_one_thing() -> None:
    for seed in range(5):
        setup = random_setup(Random(seed))
        assert setup_of(setup.battle()) == setup
        for role in ROLES:
            for place in (MAIN, RESERVE):
                assert jc.army(text_of(setup.row(role, place)), setup.side(role)) == setup.row(role, place)


# Motion and charts
def test_dice_fall_and_struck_blocks_turn_a_quarter_anticlockwise() -> None:
    board = BattleBoard(jc.Battle(jc.army("A6/IV"), jc.army("Pompey/III, Legio 1/IV", "Pompey")))
    before = PictureInput(board.table)
    press(board, ("next_turn",))
    after = PictureInput(board.table)
    frames = fight_animation(before, after, 956)
    assert 3 <= len(frames) <= 6
    turns = [[shape.rotate for shape in frame if isinstance(shape, Group) and shape.rotate] for frame in frames]
    assert all(len(one) == 2 for one in turns)
    assert [one[0] for one in turns] == sorted((one[0] for one in turns), reverse=True)
    assert 0 < turns[-1][0] < turns[0][0] < 90
    assert fight_animation(after, after, 956) == ()
    assert fight_animation(after, before, 956) == ()


def test_the_charts_below_follow_the_board_and_the_fight() -> None:
    board = BattleBoard()
    assert board.widget
    board.finish_background_work()

    def fields(key: str) -> dict[str, Any]:
        return board_driver.node(board, key).fields

    def follows(fight: Any) -> bool:
        shown = [row[1] for row in board_driver.chart_rows(fields("by_round"))]
        return shown == [percent(float(p)) for p in fight.by_round()["attacker_wins"][1:]]

    assert follows(board.battle)
    click(board, ("block", "attacker", MAIN, 0))
    assert fields("by_round")["busy"]
    board.finish_background_work()
    assert not fields("by_round")["busy"]
    assert follows(board.battle)
    added, _, chance, _ = board_driver.chart_rows(fields("one_more"))[0]
    joined = replace(board.battle, attacker=(*board.battle.attacker, jc.army(added, "Caesar")[0]))
    assert chance == percent(float(wins(joined)))
    press(board, ("next_round",))
    board.finish_background_work()
    assert follows(board.battle.at(board.fight.position))
    press(board, ("stop",))
    press(board, ("clear",))
    assert not any(fields(key)["shown"] for key in ("by_round", "one_more"))
