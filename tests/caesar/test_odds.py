"""One conflict and duels: printed values, what is shown among equals, words, urns, and what is refused."""

import sys
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from gamekit import caesar, compare, needed
from gamekit.caesar.notation import log_text
from gamekit.caesar.odds.duel import DuelRounds, count_matrix_games
from gamekit.caesar.odds.mix import format_signed
from gamekit.play.protocol import IllegalAction
from gamekit.text.translation import basis_line

RPS = [(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")
EMPTY = ". . . . ."


@pytest.mark.clause("caesar", "10", "11", "12")
def test_the_swing_is_counted_from_both_sides() -> None:
    assert caesar.lead_swing(1, 4, 9, 5) == 8  # four counters change hands: +4 and -4
    assert caesar.lead_swing(2, 3, 5, 4) == 1  # two and three leave the game
    assert caesar.lead_swing(3, 2, 1, 9) == -6
    assert caesar.lead_swing(3, 2, "F", 9) == caesar.lead_swing(3, 2, 1, "F") == caesar.lead_swing(3, 2, "F", "F") == 0
    with pytest.raises(ValueError, match="the attacker's group has the size 0; a group has from 1 to 99 counters"):
        caesar.lead_swing(0, 2, 9, 8)
    pytest.raises(ValueError, lambda: caesar.lead_swing(1, 2, 99, 8)).match("99 is not a card")


@pytest.mark.clause("caesar", "9")
@pytest.mark.parametrize(("there", "message"), [
    ("c1", "not one of one player's group with"), ("e1", "nothing between"), ("e5", "stand in line"), ("b1", "one"),
])  # fmt: skip
def test_a_conflict_that_the_squares_forbid_is_not_answered(there: str, message: str) -> None:
    state = caesar.position(["R . n . B", EMPTY, EMPTY, EMPTY, "nR . . B B"], hands=[(9, 1, "F"), (8, 5)])
    pytest.raises(ValueError, lambda: caesar.conflict_of(state, caesar.Attack("a1", there))).match(message)
    assert caesar.conflict_of(state, caesar.Attack("d5", "a5")).attacker_hand == (5, 8)  # whoever is to move


def test_the_pure_answer_with_the_lowest_card_is_shown() -> None:
    found = caesar.Conflict(3, 2, (9, 8, 1, "F"), (5, 1)).equilibrium()
    assert found.attacker == {8: 1}  # 8 + 3 beats 5 + 2, and so does the 9
    assert found.defender == {1: 1}  # both lose
    assert (found.value, found.exploitability) == (4, 0)
    assert found.loss == ({1: 0, 8: 0, 9: 0, "F": 4}, {1: 0, 5: 0})
    assert (found.unique, found.attacker_unique, found.defender_unique) == (False, False, False)
    assert found.attacker[9] == 0
    assert "Other answers exist." in found.explain()
    assert "ほかにも解がある。" in found.explain("ja")


def test_a_conflict_by_itself_needs_no_mixing_in_floats_either() -> None:
    found = caesar.Conflict(5, 5).equilibrium(numbers=float)
    assert (found.value, found.attacker, found.defender) == (0.0, {9: 1.0}, {9: 1.0})
    assert isinstance(found.value, float)
    assert isinstance(found.attacker[1], float)
    assert basis_line(found.basis).endswith("rules 9, 10, 11, 12, 13")
    assert "rounded numbers, not fractions" in basis_line(found.basis)
    assert max(caesar.Conflict(5, 3, (2, 4), (2, 3, 6)).equilibrium(numbers=float).defender.values()) == 1
    assert "rounded" not in basis_line(caesar.Conflict(3, 2, (9, 1), (8, 5)).equilibrium(None).basis)


def test_hands_may_be_given_in_any_order() -> None:
    assert caesar.Conflict(2, 2, ("F", 9, 1), [5, 8]) == caesar.Conflict(2, 2, (1, 9, "F"), (8, 5))
    assert caesar.Conflict(2, 2, np.array([3, 1]), (5,)).attacker_hand == (1, 3)
    assert repr(caesar.Conflict(np.int64(3), 2)) == repr(caesar.Conflict(3, 2))


@pytest.mark.clause("caesar", "10", "11", "12", "13")
@pytest.mark.parametrize(("stakes", "hand", "other", "value"), [
    (*RPS, Fraction(3, 2)),
    ([(1, 1), (2, 2), (3, 3)], (9, 5, 1), (8, 6, 2), Fraction(16, 9)),
    ([(1, 1), (2, 2), (3, 3)], (9, 5, 1), (8, 5, 2), Fraction(28, 11)),
])  # fmt: skip
def test_printed_duels(stakes: Any, hand: Any, other: Any, value: Fraction) -> None:
    found = caesar.duel(stakes, hand, other)
    assert (found.value, found.exploitability) == (value, 0)
    # mirrored: the other side has just as much less
    assert caesar.duel([stake[::-1] for stake in stakes], other, hand).value == -value
    assert abs(caesar.duel(stakes, hand, other, numbers=float).value - value) <= 1e-12


def test_two_fights_to_go_are_rock_paper_scissors() -> None:
    found = caesar.duel(*RPS)
    assert found.play == {9: Fraction(3, 4), "F": Fraction(1, 4)}
    assert found.other_play == {5: Fraction(3, 4), "F": Fraction(1, 4)}
    assert found.matrix == ((-2, -2, 6), (2, 2, 0), (0, 0, 6))
    assert (found.play_unique, found.other_unique, found.unique) == (True, False, False)
    assert found.loss == {1: Fraction(3, 2), 9: 0, "F": 0}
    assert found.other_loss == {5: 0, 8: 0, "F": 0}
    assert found.explain() == "play the 9 three times in four, else the flag"
    assert found.explain("ja") == "4 回に 3 回は9、ほかは旗印を出す"
    assert found.explain_opponent() == "play the 5 three times in four, else the flag"
    assert basis_line(found.basis) == (
        "in counters of lead: win +2d, loss −2a, tie d − a, flag 0 · stakes fixed beforehand: 1–1, 3–3 · exact · "
        "rules 9, 10, 11, 12, 13"
    )
    assert (found.matrix_frame().loc[9, "F"], found.after(9, 5).value) == (0, 0)


def test_a_duel_ends_with_the_last_stake_or_an_empty_hand() -> None:
    assert caesar.duel([], (9,), (8,)).value == caesar.duel([(1, 1)], (), (8,)).value == 0
    assert caesar.duel([], (9,), (8,)).play == {}
    assert caesar.duel([], (9,), (8,)).explain() == "no fight is left"
    one = caesar.duel([(2, 3), (9, 9), (9, 9)], (9,), (8, 7, 1))
    assert one.stakes == ((2, 3),)
    assert one.value == caesar.duel([(2, 3)], (9,), (8, 7, 1)).value
    # the last of two fights is a conflict by itself
    last = caesar.duel([(4, 3)], (9, 2, "F"), (8, 3))
    assert last.value == caesar.Conflict(4, 3, (9, 2, "F"), (8, 3)).equilibrium().value


def test_large_duels_are_floats_and_say_so() -> None:
    assert count_matrix_games(10, 10, 10) == 184_756
    stakes = [(1 + k % 3, 1 + k % 2) for k in range(10)]
    hand = caesar.CARDS[2:]
    found = caesar.duel(stakes[:8], hand, hand)
    assert isinstance(found.value, float)
    assert found.exploitability <= 1e-9
    assert "rounded numbers, not fractions" in basis_line(found.basis)
    assert sum(found.play.values()) == pytest.approx(1, abs=1e-12)
    assert caesar.duel([stake[::-1] for stake in stakes[:8]], hand, hand).value == pytest.approx(-found.value, abs=1e-9)
    with pytest.raises(ValueError, match="an exact duel of 10 fights is too large: 184,756 matrix games"):
        caesar.duel(stakes, caesar.CARDS, caesar.CARDS, numbers=Fraction)


def test_the_compiled_induction_is_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["gamekit.caesar.odds.duel"], "FEW_GAMES", 0)
    random = Random(8)
    for _ in range(15):
        hands = [random.sample(caesar.CARDS, random.randint(1, 5)) for _ in range(2)]
        stakes = [(random.randint(1, 5), random.randint(1, 5)) for _ in range(random.randint(1, 5))]
        exact, quick = caesar.duel(stakes, *hands, numbers=Fraction), caesar.duel(stakes, *hands, numbers=float)
        assert abs(quick.value - exact.value) <= 1e-12
        for card in exact.hand:
            assert quick.play[card] == pytest.approx(float(exact.play[card]), abs=1e-9)
        for card in exact.other_hand:
            assert quick.other_play[card] == pytest.approx(float(exact.other_play[card]), abs=1e-9)
        assert (quick.play_unique, quick.other_unique) == (exact.play_unique, exact.other_unique)


def test_urns_and_dice_play_the_mix() -> None:
    mix = caesar.duel(*RPS).play
    assert caesar.urn_for_mix(mix) == {9: 3, "F": 1}
    assert caesar.die_for_mix(mix) == (4, {9: range(1, 4), "F": range(4, 5)})
    assert caesar.die_for_mix({9: Fraction(2, 3), 1: Fraction(1, 3)}) == (6, {9: range(1, 5), 1: range(5, 7)})
    assert caesar.die_for_mix({9: Fraction(4, 11), 1: Fraction(7, 11)}) is None
    assert caesar.urn_for_mix({9: Fraction(4, 11), 1: Fraction(7, 11)}) == {9: 4, 1: 7}
    assert caesar.urn_for_mix({9: Fraction(998, 1000), 8: Fraction(1, 1000), 7: Fraction(1, 1000)}) == {
        9: 98,
        8: 1,
        7: 1,
    }
    for most in (float("-inf"), 0):
        pytest.raises(ValueError, caesar.urn_for_mix, mix, most).match(
            f"max_balls is {most}; it should be a whole number of balls"
        )
    for question in (caesar.die_for_mix, caesar.describe_mix):
        pytest.raises(ValueError, question, {}).match("the mix is empty")
    rounded = caesar.urn_for_mix({9: 1 / 3, 5: 2 / 3 - 1e-4, 1: 1e-4}, max_balls=60)
    assert (sum(rounded.values()), rounded[1]) == (60, 1)


@pytest.mark.parametrize(("mix", "en", "ja"), [
    ({9: Fraction(1)}, "always play the 9", "必ず9を出す"),
    (
        {9: Fraction(2, 3), 1: Fraction(1, 3)},
        "play the 9 twice in three, else the 1",
        "3 回に 2 回は9、ほかは1を出す",
    ),
    (
        {9: Fraction(17, 28), 1: Fraction(3, 28), "F": Fraction(8, 28)},
        "play the 9 17 times in 28, the flag twice in seven and the 1 three times in 28",
        "28 回に 17 回は9、7 回に 2 回は旗印、28 回に 3 回は1を出す",
    ),
    ({9: 0.75, "F": 0.25}, "play the 9 75.0% of the time, else the flag", None),
])  # fmt: skip
def test_a_mix_in_words(mix: Any, en: str, ja: str | None) -> None:
    assert caesar.describe_mix(mix) == en
    if ja:
        assert caesar.describe_mix(mix, "ja") == ja


def test_signs_are_shown() -> None:
    shown = [format_signed(value) for value in (Fraction(3, 2), -2, 0, 0.001, -16 / 9)]
    assert shown == ["+1.5", "−2", "0", "0", "−1.78"]


@pytest.mark.clause("caesar", "9", "17")
def test_a_conflict_among_three_changes_every_lead() -> None:
    state = caesar.position(["nR . . . B"] + [EMPTY] * 3 + ["YYY . . . n"], hands=[(9, 2), (8, 5), (7,)])
    found = caesar.conflict_effects(state, caesar.Attack("a1", "e1"))
    assert (found.conflict, found.equilibrium.value) == (caesar.Conflict(2, 1, (9, 2), (8, 5)), 2)
    assert (found.counters, found.leads) == ({0: 1, 1: -1, 2: 0}, {0: 1, 1: -1, 2: -1})
    assert "the others stand still" in basis_line(found.basis)
    assert "the others" not in basis_line(
        caesar.conflict_effects(
            caesar.position(["R . . . B"] + [EMPTY] * 4, [(9,), (8,)]), caesar.Attack("a1", "e1")
        ).basis
    )
    pytest.raises(IllegalAction, lambda: caesar.conflict_effects(state, caesar.Attack("a1", "e5"))).match(
        "they are not in one row or column"
    )


def test_in_any_conflict_the_swing_is_the_gain_less_the_loss() -> None:
    random = Random(9)
    for _ in range(40):
        players = random.randint(2, 5)
        hands = [random.sample(caesar.CARDS, random.randint(1, 6)) for _ in range(players)]
        groups = ["n" * random.randint(0, 3) + letter for letter in "RBYPK"[:players]]
        state = caesar.position(
            [f"{groups[0]} . . . {groups[1]}", *[f"{g} . . . ." for g in groups[2:]], *[EMPTY] * (6 - players)], hands
        )
        found = caesar.conflict_effects(state, caesar.Attack("a1", "e1"))
        assert found.counters[0] - found.counters[1] == found.equilibrium.value
        assert all(change == 0 for player, change in found.counters.items() if player > 1)
        if players == 2:
            assert found.leads[0] == found.equilibrium.value == -found.leads[1]


@pytest.mark.parametrize(("make", "message"), [
    (lambda: caesar.Conflict(0, 2), "the attacker's group has the size 0; a group has from 1 to 99 counters"),
    (lambda: caesar.Conflict(2, -1), "the defender's group has the size -1"),
    (lambda: caesar.Conflict(1, 1, ()), "the attacker's hand is empty"),
    (lambda: caesar.Conflict(1, 1, (10,)), "10 is not a card; the cards are the numbers 1 to 9 and 'F'"),
    (lambda: caesar.Conflict(1, 1, (9, 9)), "the 9 is twice in the hand"),
    (lambda: caesar.duel([(1, 0)], (9,), (8,)), "the other group of stake 0 has the size 0"),
    (lambda: caesar.duel([1], (9,), (8,)), r"stake 0 is 1; it should be \(own group, other's group\)"),
    (lambda: caesar.duel(*RPS).after(8, 5), "8 is not in the hand"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(make: Any, message: str) -> None:
    pytest.raises(ValueError, make).match(message)


def test_a_round_goes_on_in_the_numbers_it_began_with() -> None:
    for numbers in (Fraction, float):
        rounds = DuelRounds(caesar.duel([(2, 1), (1, 3), (2, 2)], (9, 4, 1), (8, 5, 2), numbers=numbers))
        assert isinstance(rounds.played(9).duel.value, numbers)


def test_an_urn_gives_what_is_left_to_the_largest_remainders() -> None:
    # 5.5, 2.9 and 1.6 balls of ten: two are left for those of .9 and .6
    assert caesar.urn_for_mix({9: 0.55, 8: 0.29, 1: 0.16}, max_balls=10) == {9: 5, 8: 3, 1: 2}


@pytest.mark.clause("caesar", "5", "7")
def test_an_alliance_is_told_with_the_height_it_makes() -> None:
    state = caesar.position(["nnR . n . B", *[EMPTY] * 4], hands=[(9,), (8,)])
    assert log_text(state, caesar.Alliance("a1", "c1"), "en") == "alliance a1 – c1, now 4"


def test_the_law_of_a_conflict_is_that_of_both_mixes() -> None:
    """Every pair of cards, by the chances of both, straight from what the cards do; in floats the same."""
    random = Random(5)
    for _ in range(30):
        heights = random.randint(1, 6), random.randint(1, 6)
        conflict = caesar.Conflict(*heights, *(random.sample(caesar.CARDS, random.randint(1, 4)) for _ in "ab"))
        mixes, law = conflict.equilibrium(), conflict.odds()
        assert law.mean() == mixes.value
        for swing_ in law:
            pairs = (
                (c, o) for c in mixes.attacker for o in mixes.defender if caesar.lead_swing(*heights, c, o) == swing_
            )
            assert law.p(lambda one, of=swing_: one == of) == sum(
                mixes.attacker[c] * mixes.defender[o] for c, o in pairs
            )
        assert compare(conflict, caesar.Conflict(*heights)).distributions[0] == law
        asked = needed(lambda n, it=conflict: it, (0,), p=0, of=lambda gain: gain > 0)
        assert asked.figure == law.p(lambda gain: gain > 0)
        rounded = conflict.odds(float)
        assert abs(float(law.mean()) - rounded.mean()) < 1e-12
