"""Combats: ratio, modifiers, splits and results (5.31), and all the combats that the rulebook plays out."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.odds import spending
from gamekit.roma_victrix.odds.combat import summary
from gamekit.roma_victrix.state import Due
from gamekit.roma_victrix.tables import Example

CAPPADOCIA = rv.force("3 HI, 2 AUX, 4 CAV", leader=1)
SELEUCID = rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1)
FIGHT = rv.LandCombat(attacker=CAPPADOCIA, defender=SELEUCID)


@pytest.mark.clause("roma_victrix", "5.31", "3.72")
@pytest.mark.parametrize(("mine", "theirs", "ratio", "points"), [
    (9, 3, "3:1", 2), (9, 5, "1:1", 0), (8, 5, "1:1", 0), (21, 18, "1:1", 0), (30, 13, "2:1", 1), (27, 3, "9:1", 8),
    (7, 1, "7:1", 6), (8, 1, "8:1", 7), (3, 3, "1:1", 0), (46, 40, "1:1", 0), (32, 28, "1:1", 0), (8, 11, "1:1", 0),
    (3, 9, "1:3", -2), (4, 8, "1:2", -1), (5, 1, "5:1", 4),
])  # fmt: skip
def test_ratios(mine: int, theirs: int, ratio: str, points: int) -> None:
    assert (rv.ratio(mine, theirs), rv.numbers_modifier(mine, theirs)) == (ratio, points)


@pytest.mark.clause("roma_victrix", "5.31")
@pytest.mark.parametrize(("mine", "theirs", "points"), [
    (2, 0, 2), (8, 2, 2), (0, 2, -2), (4, 4, 0), (10, 8, 0), (10, 4, 2), (0, 0, 0), (4, 2, 2), (3, 2, 0), (2, 4, -2),
])  # fmt: skip
def test_cavalry_superiority(mine: int, theirs: int, points: int) -> None:
    assert rv.cavalry_modifier(mine, theirs) == points


@pytest.mark.clause("roma_victrix", "5.3", "5.31", "X.4")
def test_the_example_of_the_issue() -> None:
    assert (CAPPADOCIA.csp, CAPPADOCIA.cavalry_csp, SELEUCID.csp) == (21, 8, 18)
    assert (FIGHT.ratio, FIGHT.modifiers, FIGHT.net_drm) == ("1:1", (("cavalry", "attacker", 2),), 2)
    result = FIGHT.resolve(5, 2, raise_enemy=1, lower_own=1)
    assert (result.attacker_left, result.defender_left) == (19, 7)


def test_equal_swings_spare_ones_own() -> None:
    best = FIGHT.best_split(5, 2, objective="swing")
    assert (best.raise_enemy, best.lower_own, best.result.swing) == (1, 1, 9)
    assert [(way.raise_enemy, way.lower_own) for way in best.alternatives[:2]] == [(1, 1), (2, 0)]
    assert (best.alternatives[1].result.swing, best.alternatives[0].result) == (9, best.result)


@pytest.mark.parametrize("objective", spending.OBJECTIVES)
@pytest.mark.parametrize("contest", [True, False])
def test_pairs_of_dice_stand_in_the_order_that_the_objective_says(objective: str, contest: bool) -> None:
    random = Random(1)
    for most in (2, 9, 60):
        lost, paid = ([random.randrange(most) for _ in range(10)] for _ in range(2))

        def key(pair: tuple[int, int], lost: Any = lost, paid: Any = paid) -> tuple[Any, ...]:
            own, enemy = pair
            swing, won = lost[own - 1] - paid[enemy - 1], contest * ((own > enemy) - (own < enemy))
            first = {"win": (), "swing": (swing,), "own": (-enemy, own), "enemy": (own, -enemy)}[objective]
            return *first, won, swing, -enemy, -own

        pairs = sorted(product(range(1, 11), range(1, 7)), key=key, reverse=True)
        assert spending.rank_pairs(objective, (lost, paid), lambda pair: pair, 99, contest) == pairs


@pytest.mark.parametrize("points", [0, 1, 2, 5, 9, 14, 99])
def test_each_throw_takes_the_first_pair_in_order_that_its_points_reach(points: int) -> None:
    order = sorted(spending.throws_reaching(points))
    Random(points).shuffle(order)
    for throw, chosen in spending.best_pairs(order, points).items():
        assert chosen == min(spending.reachable_pairs(*throw, points), key=order.index)


@pytest.mark.clause("roma_victrix", "5.31")
def test_the_holder_of_a_net_of_0_to_5_wins_so_many_of_36() -> None:
    rows = FIGHT.by_net_modifier()  # from -5 to 5
    assert list(rows.p_win[5:] * 36) == [15, 21, 26, 30, 33, 35]
    assert list(rows.p_loss[5::-1] * 36) == [15, 21, 26, 30, 33, 35]


def test_the_law_of_the_example() -> None:
    found = summary(FIGHT.odds("win"))
    assert (found["p_win"], found["p_draw"]) == (Fraction(26, 36), Fraction(4, 36))
    assert (found["attacker_loss"], found["defender_loss"]) == (4, Fraction(65, 9))
    assert FIGHT.p_leader_dies("defender") == Fraction(26, 216)
    assert FIGHT.p_leader_dies("attacker") == Fraction(6, 216)


@pytest.mark.clause(
    "roma_victrix", "5.31", "X.1", "X.4", "X.5", "X.6", "X.7", "X.8", "X.9", "X.10", "X.11", "3.34", "10.54"
)
@pytest.mark.parametrize("row", rv.EXAMPLES, ids=lambda row: row.name)
def test_combats_of_the_rulebook(row: Example) -> None:
    fight = rv.rulebook_combat(row.name)
    result = fight.resolve(*row.dice, *row.split)
    points = [sum(row.points for row in fight.modifiers if row.side == side) for side in ("attacker", "defender")]
    losses = result.attacker_loss, result.defender_loss
    percents = result.attacker_loss_pct, result.defender_loss_pct
    assert (*points, fight.net_drm, *percents, result.winner, *losses) == EXPECTED[row.name]
    assert losses == row.losses
    assert result in [way.result for way in fight.best_split(*row.dice).alternatives]
    for force, loss, left in zip((fight.attacker, fight.defender), losses, (row.attacker_left, row.defender_left)):
        overshoot = {str(way.left): way.overshoot for way in rv.ways_to_pay_loss(force, loss)}
        assert overshoot[str(rv.force(left)) if left else ""] == 0  # what the rulebook paid is among the ways


EXPECTED = {  # modifiers of attacker and defender, net, final percentages of both, winner, CSP that both lose
    "Pannonia": (2, 1, 1, 10, 50, "attacker", 1, 3),
    "Cilicia": (2, 0, 2, 10, 60, "attacker", 2, 11),
    "Lycia": (2, 3, -1, 30, 40, "attacker", 2, 4),
    "Iudaea": (3, 0, 3, 10, 80, "attacker", 3, 10),
    "Cilicia again": (9, 0, 9, 10, 70, "attacker", 1, 1),
    "Cisalpina": (11, 0, 11, 10, 100, "attacker", 1, 1),
    "Sardinia": (1, 0, 1, 40, 20, "defender", 1, 1),
    "Tarraconensis": (0, 3, -3, 40, 20, "defender", 18, 8),
    "Tarraconensis again": (5, 0, 5, 10, 60, "attacker", 3, 17),
}


@pytest.mark.clause("roma_victrix", "X.5")
def test_the_ambush_by_the_rule_has_no_net_modifier() -> None:
    egypt = rv.force("2 HI, 1 AUX, 1 CAV, GAR")
    fight = rv.LandCombat(rv.force("4 BI", leader=2), egypt)
    assert (fight.ratio, fight.net_drm) == ("1:1", 0)
    result = fight.resolve(5, 3)
    assert (result.attacker_loss, result.defender_loss) == (2, 6)
    printed = rv.LandCombat(rv.force("4 BI", leader=2), egypt, printed=[("numerical", "defender", 1)])
    assert printed.modifiers == (("leader", "attacker", 2), ("numerical", "defender", 1), ("cavalry", "defender", 2))
    assert printed.net_drm == -1


@pytest.mark.clause("roma_victrix", "X.9")
def test_mago_under_the_stray_paragraph() -> None:
    mago, romans = rv.force("HI", leader=1), rv.force("rLGN, GAR")
    result = rv.LandCombat(mago, romans, reading="as printed").resolve(1, 6, lower_own=1)
    assert (result.attacker_loss_pct, result.attacker_loss) == (50, 1)
    assert rv.LandCombat(mago, romans).resolve(1, 6, lower_own=1).attacker_loss == 2


@pytest.mark.clause("roma_victrix", "X.8", "5.31")
def test_points_beyond_1_and_10_are_not_spent() -> None:
    hasdrubal = rv.LandCombat(rv.force("2 HI, CAV", leader=2), rv.force("GAR"))
    assert hasdrubal.net_drm == 11
    best = hasdrubal.best_split(5, 5, "own")
    assert (best.raise_enemy, best.lower_own) == (5, 4)
    assert hasdrubal.resolve(5, 5, raise_enemy=7, lower_own=4) == hasdrubal.resolve(5, 5, 5, 4)


@pytest.mark.clause("roma_victrix", "14.2", "14.2 Land Combat Advantage", "14.2 Treachery")
def test_cards() -> None:
    card = rv.LandCombat(CAPPADOCIA, SELEUCID, advantage="defender")
    assert card.modifiers == (("cavalry", "attacker", 2), ("card", "defender", 2))
    assert card.net_drm == 0
    assert "14.2 Land Combat Advantage" in card.basis
    assert rv.LandCombat(CAPPADOCIA, SELEUCID, advantage=("attacker", "defender")).net_drm == 2
    swapped = rv.LandCombat(CAPPADOCIA, SELEUCID, treachery=True)
    assert swapped.best_split(5, 2, "swing").lower_own == FIGHT.best_split(5, 2, "swing").lower_own == 1
    result = swapped.resolve(5, 2, 1, 1)
    assert (result.attacker_loss_pct, result.defender_loss_pct, result.winner) == (60, 10, "defender")
    assert (result.attacker_loss, result.defender_loss) == (13, 2)
    assert swapped.odds("win").p(rv.defender_wins) == FIGHT.odds("win").p(rv.attacker_wins)


@pytest.mark.clause("roma_victrix", "3.34", "5.31")
def test_leaders_die_with_their_force_or_by_a_1_after_defeat() -> None:
    gone = FIGHT.result_of_modified_dice(10, 3)
    assert FIGHT.p_leader_dies_given(gone, "defender") == 1
    assert FIGHT.p_leader_dies_given(gone, "attacker") == 0
    assert FIGHT.p_leader_dies_given(FIGHT.result_of_modified_dice(5, 3), "defender") == Fraction(1, 6)
    drawn = FIGHT.result_of_modified_dice(4, 4)
    assert [FIGHT.p_leader_dies_given(drawn, side) for side in ("attacker", "defender")] == [0, 0]
    small = rv.LandCombat(rv.force("rAUX", leader=1), rv.force("rAUX", leader=1))
    both_gone = small.result_of_modified_dice(5, 5)
    assert both_gone.winner == "draw"
    assert small.p_leader_dies_given(both_gone, "attacker") == small.p_leader_dies_given(both_gone, "defender") == 1
    leaderless = rv.LandCombat(rv.force("HI"), rv.force("HI"))
    assert leaderless.p_leader_dies_given(leaderless.result_of_modified_dice(10, 1), "defender") == 0


@pytest.mark.clause("roma_victrix", "5.4", "5.41", "5.45", "5.46", "5.47", "5.48", "5.49", "5.55", "X.10")
def test_who_intercepts_attacks_without_op_and_the_other_cannot_withdraw() -> None:
    romans, hannibal = rv.force("8 LGN, 3 AUX, 4 CAV", leader=1), rv.force("8 HI, 3 AUX, 5 CAV", leader=4)
    fight = rv.LandCombat(romans, hannibal, interception=True)
    assert (fight.operations_cost, fight.may_withdraw) == (0, False)
    assert (FIGHT.operations_cost, FIGHT.may_withdraw) == (1, True)
    assert "withdraw" not in set(fight.compare_defender_choices().choice)
    assert "5.4" in fight.basis


@pytest.mark.parametrize("side", ["attacker", "defender"])
@pytest.mark.parametrize(("mine", "theirs", "holder"), [("4 HI", "HI", "attacker"), ("HI", "4 HI", "defender")])
def test_luck_counts_for_the_side_that_asks(mine: str, theirs: str, holder: str, side: str) -> None:
    fight = rv.LandCombat(rv.force(mine, 1), rv.force(theirs, 1))
    assert fight.modifier_holder == holder
    assert rv.RollRank(worse=9, equal=18, better=9).percentile == Fraction(1, 2)
    sign = 1 if side == "attacker" else -1
    rank = {side: 1, "draw": 0}
    for objective in ("win", "swing"):
        values = {}
        for roll, split in fight.best_split_by_roll(objective).items():
            swing = sign * (split.result.defender_loss - split.result.attacker_loss)
            values[roll] = swing if objective == "swing" else (rank.get(split.result.winner, -1), swing)
        for roll in ((1, 6), (3, 3), (5, 2)):
            luck = fight.roll_rank(*roll, objective, side)
            assert luck.worse + luck.equal + luck.better == 36
            assert luck.better == sum(value > values[roll] for value in values.values())
            assert luck.worse == sum(value < values[roll] for value in values.values())

    def taste(result: rv.CombatResult) -> int:
        return 3 * result.defender_loss - 2 * result.attacker_loss + result.attacker_left

    likes = {roll: taste(split.result) for roll, split in fight.best_split_by_roll(taste).items()}
    for roll in ((1, 6), (3, 3), (5, 2)):
        above, below = (sum(value * way > likes[roll] * way for value in likes.values()) for way in (1, -1))
        expected = (above, below) if side == holder else (below, above)
        luck = fight.roll_rank(*roll, taste, side)
        assert (luck.better, luck.worse) == expected


@pytest.mark.clause("roma_victrix", "5.5", "5.51", "5.52", "5.53", "14.2 Automatic Withdrawal Before Combat")
def test_withdraw_fight_or_stay() -> None:
    table = FIGHT.compare_defender_choices().set_index("choice")
    law = FIGHT.odds()
    assert table.loc["fight", "defender_loss"] == Fraction(65, 9)
    assert table.loc["withdraw", "p_works"] == Fraction(1, 6)
    assert table.loc["withdraw", "defender_loss"] == Fraction(5, 6) * Fraction(65, 9)
    assert table.loc["withdraw by card", "defender_loss"] == 0
    holds = 1 - law.p(rv.attacker_wins)
    assert table.loc["fight", "p_holds"] == holds
    assert table.loc["fight and stay", "p_holds"] == holds + law.p(rv.attacker_wins) * Fraction(1, 6)
    assert "5.5" in FIGHT.compare_defender_choices().attrs["basis"]
    inside = (
        FIGHT.compare_defender_choices(capital_in_province=True).set_index("choice").loc["withdraw into the capital"]
    )
    assert (inside.p_works, inside.defender_loss) == (1, 0)
    led = (
        rv.LandCombat(CAPPADOCIA, rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=3))
        .compare_defender_choices()
        .set_index("choice")
    )
    assert led.loc["fight and stay", "p_works"] == Fraction(5, 6) * Fraction(1, 2) + Fraction(1, 36)


@pytest.mark.clause("roma_victrix", "3.34", "3.9")
def test_a_leader_without_land_units_counts_nothing_and_is_gone() -> None:
    alone = rv.LandCombat(rv.force("2 HI", 1), rv.force("GAR", 4))
    assert alone.net_drm == 6  # five for 6:1, one for the leader; there was -3 for a leader of nobody
    assert alone.p_leader_dies("defender") == 1
    assert rv.LandCombat(rv.force("2 HI", 1), rv.force("AUX, GAR", 4)).net_drm == -3 + 1
    besieged = rv.Siege(rv.force("4 HI", leader=1), rv.force("GAR", leader=4), capital=4)
    assert (besieged.inside_leader_rating, besieged.net_drm) == (0, 1 + 1)
    led = rv.Siege(rv.force("4 HI", leader=1), rv.force("AUX", leader=4), capital=4)
    assert (led.inside_leader_rating, led.net_drm) == (4, 1 + 1 - 4)


@pytest.mark.clause("roma_victrix", "5.1", "5.31", "10.41")
def test_an_attack_without_a_leader_says_so() -> None:
    said = "in the game only an activated leader attacks (5.1); none is named"
    assert said in rv.LandCombat(rv.force("2 HI"), rv.force("HI")).basis
    assert said not in rv.LandCombat(rv.force("2 HI", 1), rv.force("HI")).basis
    assert said in rv.Siege(rv.force("4 HI")).basis
    assert said not in rv.Siege(rv.force("4 HI", 1)).basis


@pytest.mark.clause("roma_victrix", "10.53", "10.57", "10.61")
@pytest.mark.parametrize("markers", ["GAR", "LIMES", "GAR, rLIMES"])
def test_markers_alone_neither_withdraw_nor_stay(markers: str) -> None:
    fight = rv.LandCombat(rv.force("2 HI", 1), rv.force(markers))
    table = fight.compare_defender_choices(capital_in_province=True).set_index("choice")
    assert list(table.index) == ["fight"]
    law = fight.odds()
    gone = law.p(lambda result: result.defender_left == 0 or result.winner == "attacker")
    assert table.loc["fight", "p_gone"] == gone
    assert table.loc["fight", "p_gone"] + table.loc["fight", "p_holds"] == 1


def test_tables_of_what_if() -> None:
    rows = FIGHT.compare_objectives().set_index("objective")
    assert list(rows.index) == list(rv.OBJECTIVES)
    assert rows.loc["win", "p_win"] == rows.p_win.max() == Fraction(13, 18)
    assert rows.loc["swing", "swing"] == rows.swing.max()
    assert rows.loc["own", "attacker_loss"] == rows.attacker_loss.min()
    assert rows.loc["enemy", "defender_loss"] == rows.defender_loss.max()
    worth = FIGHT.modifier_worths().set_index("change")
    both = rv.LandCombat(CAPPADOCIA, SELEUCID, advantage=("attacker", "defender")).modifier_worths().set_index("change")
    assert both.index.is_unique
    assert both.loc["without card"].net == FIGHT.net_drm
    assert worth.loc["without cavalry", "gain"] == Fraction(15 - 26, 36)
    assert worth.loc["one more for the attacker", "gain"] == Fraction(30 - 26, 36)
    assert FIGHT.compare_objectives().attrs["basis"] == FIGHT.basis


def test_the_sentences_of_a_combat() -> None:
    said = FIGHT.explain()
    assert "3 HI, 2 AUX, 4 CAV under a leader of 1: 21 CSP, 8 of them cavalry" in said
    assert "Cavalry superiority: +2 for the attacker" in said
    assert "72.2%" in said
    assert "騎兵優越" in FIGHT.explain(language="ja")
    sea = rv.NavalCombat(rv.force("4 FLEET, 2 HI, CAV", 2), rv.force("3 FLEET"))
    assert "2 HI, CAV, 4 FLEET under a leader of 2: 8 CSP of fleets." in sea.explain()
    assert "cavalry" not in sea.explain()
    assert "騎兵" not in sea.explain(language="ja")


def test_a_combat_prints_as_the_code_that_makes_it() -> None:
    names = {"LandCombat": rv.LandCombat, "NavalCombat": rv.NavalCombat, "force": rv.force}
    fights = [
        FIGHT,
        rv.LandCombat(CAPPADOCIA, SELEUCID, advantage="attacker", treachery=True, printed=[("cavalry", "attacker", 0)]),
        rv.NavalCombat(rv.force("2 FLEET, HI", leader=1), rv.force("FLEET"), casualties="3.34"),
    ]
    for fight in fights:
        assert eval(repr(fight), names) == fight


@pytest.mark.parametrize(("call", "said"), [
    (lambda: FIGHT.resolve(0, 3), "attacker's die is 0"),
    (lambda: FIGHT.resolve(3, 7), "defender's die is 7"),
    (lambda: FIGHT.resolve(3, 3, 2, 1), "net modifier is 2"),
    (lambda: FIGHT.best_split(3, 3, "wins"), "did you mean 'win'"),
    (lambda: FIGHT.odds("swings"), "did you mean 'swing'"),
    (lambda: rv.LandCombat(CAPPADOCIA, SELEUCID, advantage="attackers"), "did you mean 'attacker'"),
    (lambda: rv.LandCombat(CAPPADOCIA, SELEUCID, printed=[("numbers", "attacker", 1)]), "reason"),
    (lambda: rv.LandCombat(CAPPADOCIA, SELEUCID, reading="nearer"), "did you mean 'nearest'"),
    (lambda: FIGHT.roll_rank(0, 1), "attacker's die"),
    (lambda: rv.ratio(0, 4), "from 1 up"),
    (lambda: FIGHT.result_of_modified_dice(0, 3), "attacker's modified die is 0; it should be a whole number from 1"),
    (lambda: FIGHT.result_of_modified_dice(1, 11), "defender's modified die is 11"),
    (lambda: FIGHT.roll_rank(5, 2, "swing", side="foe"), "the side is 'foe'"),
])  # fmt: skip
def test_bad_input(call: object, said: str) -> None:
    pytest.raises(ValueError, call).match(said)  # type: ignore[operator]


def test_the_table_of_strengths_rests_on_the_card_that_is_played() -> None:
    plain, card = rv.odds_by_csp([4], [4]), rv.odds_by_csp([4], [4], advantage="attacker")
    said = "14.2 Land Combat Advantage"
    assert (said in plain.attrs["basis"], said in card.attrs["basis"]) == (False, True)
    assert set(plain.attrs["basis"]) < set(card.attrs["basis"])
    fight = rv.LandCombat(rv.force("4 AUX"), rv.force("4 AUX"), advantage="attacker")
    assert card.p_win.item() == fight.odds().p(rv.attacker_wins)


@pytest.mark.clause("roma_victrix", "3.52", "4.2")
def test_initiative_is_drawn_without_looking() -> None:
    """One marker after the other, each as likely, those drawn not put back."""
    state = rules.initial_state("second_punic_war")
    random, drawn = Random(3), []
    while len(drawn) < 4:
        law = rules.chance_outcomes(state) if rules.current_player(state) == "chance" else None
        if state.agenda[-1].phase == Due.INITIATIVE and law is not None:
            assert len(set(law.values())) == 1
            drawn.append({action.name for action in law})
        state = rules.apply(state, law.sample(random) if law else random.choice(rules.legal_actions(state)))
    assert all(after < before and len(after) == len(before) - 1 for before, after in pairwise(drawn))


@pytest.mark.parametrize(
    "text", ["HI, GAR", "LGN, GAR", "HI", "2 HI", "LGN, HI", "HI, AUX", "GAR", "AUX, GAR", "HI, LIMES"]
)
def test_a_leader_dies_with_his_last_unit_whatever_marker_is_left(text: str) -> None:
    """3.34 b, 5.31 steps 9 to 11, 10.57: of every roll, each way to pay the loss in whole counters."""
    fight = rv.LandCombat(rv.force("6 LGN", leader=3), rv.force(text, leader=3))
    law = fight.odds("win")
    dies = holds = gone = stays = Fraction(0)
    units = any(stack.unit not in ("GAR", "LIMES") for stack in fight.defender.stacks)
    for result, weight in law.items():
        share = Fraction(weight, law.total_weight)
        left = [way.left.stacks for way in rv.ways_to_pay_loss(fight.defender, result.defender_loss)]
        unit = units and any(stack.unit not in ("GAR", "LIMES") for stacks in left for stack in stacks)
        beaten = result.winner == "attacker"
        dies += share * (1 if not unit else Fraction(1, 6) if beaten else 0)
        holds += share * (not beaten and any(left))
        gone += share * (not unit if beaten else not any(left))
        stays += share * (beaten and unit)
    found = fight.compare_defender_choices().set_index("choice")
    assert fight.p_leader_dies("defender") == found.p_leader_dies["fight"] == dies
    assert (found.p_holds["fight"], found.p_gone["fight"]) == (holds, gone)
    if units:
        assert found.p_holds["fight and stay"] == holds + stays * found.p_works["fight and stay"]
