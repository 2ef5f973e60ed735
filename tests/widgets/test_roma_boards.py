"""The boards of Roma Victrix without a browser: callbacks are fired, scenes, sentences and widgets are read."""

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.tables import EXAMPLES, READY, SIDES
from gamekit.text.translation import percent
from gamekit.widgets.roma_victrix import CombatBoard, SiegeBoard, combat_board, siege_board
from gamekit.widgets.svg import svg
from tests.widgets.board_driver import click, control, drag, has, html, number, press, said, send, words

CILICIA = rv.rulebook_combat("Cilicia")


@pytest.fixture
def board() -> CombatBoard:
    return CombatBoard(language="en")


@pytest.fixture
def siege() -> SiegeBoard:
    return SiegeBoard(language="en")


# Combat
@pytest.mark.clause("roma_victrix", "X.4", "5.31")
def test_it_opens_on_the_fight_for_cilicia_as_it_was_played(board: CombatBoard) -> None:
    assert (board.combat, number(board)) == (CILICIA, "72.2%")
    now = combat_board.throw_options(board.table)
    assert (now.taken.raise_enemy, now.taken.lower_own) == (1, 1)
    assert now.left == (rv.force("3 HI, AUX, 4 CAV", leader=1), rv.force("3 rHI, rCAV", leader=1))
    seen = said(board.scene)
    assert {"60%", "10%", "of 18 CSP: 11", "of 21 CSP: 2", "11 CSP paid of 11", "out: 3 AUX, GAR"} <= set(seen)
    assert "26 of the 36 throws win for Cappadocia" in seen
    assert "exact" in html(board)
    assert "halves up (judged)" in html(board)


def test_every_modifier_is_explained_on_a_line(board: CombatBoard) -> None:
    for text in ("1 against 1", "21 : 18 is 1 : 1", "8 against 2, at least twice"):
        assert text in words(board)
    assert "Net, for Cappadocia" in said(board.scene)
    send(board, "card", "defender", True)
    assert board.combat.net_drm == 0
    seen = said(board.scene)
    assert "+2" in seen[seen.index("card") : seen.index("Net")]


@pytest.mark.parametrize("key", combat_board.ready_keys())
def test_every_ready_combat_shows_its_throw_and_pays_it(key: str, board: CombatBoard) -> None:
    send(board, "ready", key)
    row = next((row for row in EXAMPLES if row.name == key), None)
    now = combat_board.throw_options(board.table)
    if row:
        assert (now.taken.result.attacker_loss, now.taken.result.defender_loss) == row.losses
        left = (row.attacker_left, row.defender_left)
        assert [*map(str, now.left)] == [str(rv.force(text)) if text else "" for text in left]
    assert number(board) == percent(board.combat.odds().p(rv.attacker_wins))


def test_dice_cells_and_sliders_by_mouse(board: CombatBoard) -> None:
    click(board, ("die", "attacker"))
    assert board.table.dice == (6, 2)
    click(board, ("dice", 3, 4))
    assert board.table.dice == (3, 4)
    assert [control(board, ("face", side)).value for side in SIDES] == [3, 4]
    best = CILICIA.best_split(3, 4)
    splits = {("raise", 2): (2, 0), ("lower", 1): (1, 1), ("best",): (best.raise_enemy, best.lower_own)}
    for control_, split in splits.items():
        (press if control_ == ("best",) else click)(board, control_)
        now = combat_board.throw_options(board.table)
        assert (now.taken.raise_enemy, now.taken.lower_own) == split
        assert now.taken.result == CILICIA.resolve(3, 4, *split)


def test_losses_are_paid_by_clicks_and_by_list(board: CombatBoard) -> None:
    click(board, ("dice", 6, 1))
    loss = combat_board.throw_options(board.table).taken.result.defender_loss
    seen = set()
    for _ in range(6):
        click(board, ("pay", "defender", "HI"))
        left = combat_board.throw_options(board.table).left[1]
        seen.add(str(left.stack("HI")))
        assert loss <= board.table.defender.csp - left.csp <= loss + 1
    assert len(seen) > 2
    ways = combat_board.throw_options(board.table).payments[0]
    options = control(board, ("paid", "attacker")).options
    assert len(options) == len(ways)
    send(board, "paid", "attacker", options[-1][1])
    assert combat_board.throw_options(board.table).left[0] == ways[-1].left
    press(board, ("on",))
    assert board.table.attacker == ways[-1].left  # nobody is made to join reduced units (6.3)
    assert board.combat.attacker.csp < 21


@pytest.mark.clause("roma_victrix", "6.3")
def test_reduced_units_are_joined_when_their_owner_says_so() -> None:
    board = CombatBoard(rv.LandCombat(rv.force("6 HI, 2 rHI", 1), rv.force("3 HI", 1)), language="en")
    assert board.table.attacker.csp == 22
    assert not has(board, ("join", "defender"))  # nothing to join
    press(board, ("join", "attacker"))
    assert str(board.table.attacker) == "7 HI"
    assert not has(board, ("join", "attacker"))
    press(board, ("undo",))
    assert board.table.attacker.csp == 22


@pytest.mark.long
def test_forces_are_built_by_mouse_and_by_text(board: CombatBoard) -> None:
    send(board, "mode", 0)
    for side, unit in (("attacker", "LGN"), ("defender", "LIMES")):
        for kind, faces in (("add", (1, 0)), ("counter", (0, 1))):
            click(board, (kind, side, unit, False))
            assert getattr(board.table, side).stack(unit) == (unit, *faces)
    drag(board, ("counter", "attacker", "LGN", True), 2 * 400, 2 * 20)
    assert board.table.attacker == CILICIA.attacker
    send(board, "drop", ("counter", "defender", "LIMES", True), None)
    assert not board.table.defender.stack("LIMES").csp
    send(board, "write", "defender", "2 hi, rCAV")
    assert board.combat.defender == rv.force("2 HI, rCAV", leader=1)
    click(board, ("leader", "defender"))
    send(board, "lead", "attacker", 4)
    assert (board.combat.attacker.leader, board.combat.defender.leader) == (4, 2)
    assert number(board) == percent(board.combat.odds().p(rv.attacker_wins))
    while not control(board, ("undo",)).disabled:
        press(board, ("undo",))
    assert board.combat == CILICIA


def test_what_cannot_be_is_said_and_leaves_the_board_alone(board: CombatBoard) -> None:
    send(board, "write", "attacker", "3 HY")
    assert "did you mean 'HI'" in html(board)
    assert board.combat == CILICIA
    send(board, "mode", 0)
    click(board, ("add", "defender", "GAR", False))
    assert "at most 1" in html(board)
    send(board, "write", "attacker", "2 FLEET")
    assert board.combat is None
    assert "fights only at sea" in html(board)
    press(board, ("clear",))
    assert number(board) == "–"
    assert control(board, ("throw",)).disabled
    assert "Traceback" not in html(board)


# Siege
@pytest.mark.clause("roma_victrix", "10.41")
def test_the_siege_board_opens_on_a_decision(siege: SiegeBoard) -> None:
    assert siege.plan.should_begin
    assert number(siege) == "68.8%"
    assert "Besiege" in html(siege)
    assert {"now: 24 v 8", "Where the plan ends", "city captured", "68.8%"} <= set(said(siege.scene))
    assert "city steps count as enemy CSP" in html(siege)


@pytest.mark.long
def test_a_siege_is_set_up_by_mouse_and_by_controls(siege: SiegeBoard) -> None:
    click(siege, ("city", 2))
    assert siege.plan.siege.current_position.capital == 2
    click(siege, ("points", 8))
    assert siege.plan.siege.current_position.operations == 8
    click(siege, ("leader", "attacker"))
    click(siege, ("add", "defender", "GAR", False))
    assert siege.plan.siege.current_position.units == 9
    for message in (("kind", False), ("write", "defender", ""), ("worth", "capture", 0), ("card", "attacker", True)):
        send(siege, *message)
    assert siege.plan.siege.current_position.capital == 2
    assert (siege.plan.siege.defender, siege.plan.worths.capture) == (None, 0)
    assert siege.plan.siege.modifiers[-1] == ("card", "attacker", 2)
    press(siege, ("undo",))
    assert siege.plan.siege.advantage == ()


def test_rounds_are_played_as_the_plan_has_it(siege: SiegeBoard) -> None:
    send(siege, "face", "attacker", 4)
    send(siege, "face", "defender", 3)
    press(siege, ("play these",))
    assert siege.plan.siege.current_position == (17, 6, 0, 4)
    assert "Round 1, 4 and 3" in html(siege)
    press(siege, ("back",))
    assert siege.plan.siege.current_position == (24, 8, 4, 5)
    send(siege, "seed", "1")
    while not control(siege, ("play",)).disabled:
        press(siege, ("play",))
    now = siege.plan.siege
    assert not now.may_begin_round or now.current_position.operations == 0 or now.is_captured
    assert control(siege, ("play",)).disabled
    press(siege, ("restart",))
    assert number(siege) == "68.8%"


def test_not_to_begin_is_said_of_the_plan_and_of_what_the_city_is_worth(siege: SiegeBoard) -> None:
    send(siege, "number", "operations", 3)
    assert number(siege) == "0.0%"
    assert "Do not begin: by this plan a city worth 10 CSP is not attacked" in html(siege)
    assert "By this plan the city falls 0.0% of the time" in siege_board.spoken_sentence(siege.table)
    assert "best play if the city counts 10 and each CSP 1" in siege_board.spoken_sentence(siege.table)
    send(siege, "worth", "capture", 16)
    assert "Besiege" in html(siege)
    assert "best play if the city counts 16 and each CSP 1" in siege_board.spoken_sentence(siege.table)


@pytest.mark.clause("roma_victrix", "10.34", "10.42")
def test_nobody_plunders_a_city_that_falls_with_the_last_besieger() -> None:
    table = siege_board.table_of(rv.Siege(rv.force("rAUX", 1), None, 1, False), ("A", "B"), "en")
    assert "5 revenue points" in siege_board.spoken_sentence(siege_board.after_round(table, (6, 1)))
    both = siege_board.spoken_sentence(siege_board.after_round(table, (6, 6)))
    assert "nobody is left to plunder it" in both
    assert "revenue" not in both


@pytest.mark.clause("roma_victrix", "3.34", "3.9")
def test_a_leader_without_units_is_no_modifier_and_is_not_said_to_be_one() -> None:
    fight = rv.LandCombat(rv.force("4 LGN", 2), rv.force("GAR", 4))
    assert "2 against –" in said(CombatBoard(fight, ("A", "B"), "en").scene)


def test_the_map_answers_for_any_place(siege: SiegeBoard) -> None:
    click(siege, ("look", 30, 14))
    assert siege.table.look == (30, 14)
    wide = siege.plan.siege.with_csp(40, 16).plan()
    assert ("stop" in html(siege)) == (not wide.should_continue(30, 14, 4, 5))
    send(siege, "number", "operations", 0)
    click(siege, ("look", 30, 14))
    assert "No operations points left" in html(siege)
    assert siege_board.legend_words(siege.table)[2] == "No operations points left"
    send(siege, "looks", 0, 6)
    assert siege.table.look == (6, 14)
    assert "too few" in html(siege)


@pytest.mark.parametrize("key", [row.name for row in READY if row.at == "siege"])
def test_every_ready_siege(key: str, siege: SiegeBoard) -> None:
    send(siege, "ready", key)
    assert number(siege) == percent(siege.plan.chance_of_each_end["captured"])
    press(siege, ("play",))
    assert siege.table.rounds
    assert svg(siege.scene).startswith("<svg")


def test_payments_that_would_take_too_long_are_refused_with_the_figure() -> None:
    large = rv.force("150 LGN, 150 HI, 150 CAV", 2)
    board = CombatBoard(rv.LandCombat(large, large))
    assert "20,000,000" in words(board)
    for side, text in (("attacker", "4 LGN"), ("defender", "2 HI")):
        send(board, "write", side, text)
    assert "20,000,000" not in words(board)


def test_the_board_can_ask_how_many_to_send(siege: SiegeBoard) -> None:
    assert "every unit with the attacker takes part" in siege.summary_sentence
    send(siege, "commit", True)
    assert "79.0%" in siege.summary_sentence
    assert "the attacker chooses what takes part (judged)" in siege.summary_sentence
    assert "send 12 of 24 CSP first" in words(siege)
    send(siege, "play these")
    assert siege.table.rounds[-1].choice.sent == 12
