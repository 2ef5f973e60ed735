"""The audit: luck is 0 on average at every throw, luck and decisions and rest add up, and no record breaks it."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

from gamekit import aquileia, caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.odds.from_state import battle_of
from gamekit.play import luck as audits
from gamekit.play.luck import COUNTERS, FIGHTS, GAME, Audit, audit
from gamekit.play.protocol import CHANCE, play, random_strategy
from gamekit.play.session import player_factories, seats_of
from gamekit.storage.record import GAMES, Record, record_of_moves
from tests.cases import Cases
from tests.fifth_game import terni


def game_of(name: str, seed: int, player: str = "random") -> Record:
    """A whole game among ready players of one kind."""
    game = import_module(f"gamekit.{name}")
    seats, random = seats_of(game, game.rules.initial_state()), Random(seed)
    return record_of_moves(
        game, play(game.rules, {seat: player_factories(game)[player](random) for seat in seats}, random)
    )


def throws_of(record: Record) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """(first position, position, actions between) of every throw in a fight of a record."""
    hooks, positions, begin, last = audits.luck_module(record.game), record.positions(), 0, None
    for at, state in enumerate(positions):
        now = hooks.fight(state)
        begin, last = (at if now != last else begin), now
        if now and record.game.rules.current_player(state) == CHANCE:
            yield positions[begin], state, tuple(entry.action for entry in record.entries[begin:at])


def adds_up(found: Audit) -> None:
    for seat in found.seats:
        for by in ("unit", "turn", "fight"):
            rows = found.value_breakdown(seat, by)
            total = rows["before"] + rows["luck"] + rows["decisions"] + rows["rest"]
            assert (total - rows["after"]).abs().max() < 1e-9 or rows.empty
    for number, one in enumerate(found.fights):
        if one.kind == "battle" and one.unit == FIGHTS:
            assert {*one.after} == {0, 1}  # a battle is won by somebody
        for change in (c for c in found.changes if c.fight == number):
            assert (
                change.kind == audits.THROW or change.amounts[found.seats.index(change.who)] <= 0
            )  # none beats the best


OTHERS = (pytest.param(name, marks=pytest.mark.soak) for name in GAMES if name != "caesar")


@pytest.mark.parametrize("name", ["caesar", *OTHERS])
def test_random_records_are_audited_and_every_throw_is_fair(name: str, cases: Cases) -> None:
    plain = range(cases(0, 2 if name in ("aquileia", "roma_victrix") else 0))
    for player, seed in (*(("random", seed) for seed in range(cases(1, 250))), *(("plain", seed) for seed in plain)):
        record = game_of(name, seed, player)
        found = audit(record, games=0)
        adds_up(found)
        assert found.explain()
        every_throw_is_fair(record)


def every_throw_is_fair(record: Record) -> None:
    for begun, state, done in throws_of(record):
        mean, parts = audits.throw_values(record.game.rules, audits.luck_module(record.game).values(begun), state, done)
        lucks = [
            (Fraction(weight, sum(w for _, w, _ in parts)), audits.difference(law, mean)) for _, weight, law in parts
        ]
        for side in mean:
            assert abs(sum(p * luck.get(side, 0) for p, luck in lucks)) < 1e-12


def test_the_luck_of_a_battle_is_that_of_its_odds_said_by_hand() -> None:
    """Legio 13 of three dice at firepower 3 against one block: the law after each count of hits, straight from odds."""
    found = audit(jc.first_year().first_actions(100), games=0)  # the battle of Tarraco, as far as that
    throws = [one for one in found.changes if one.kind == "throw"]
    for one in throws[:12]:
        state, begun = found.positions[one.at], found.positions[found.fights[one.fight].begin]
        law, values = jc.chance_outcomes(state), jc.luck.values(begun)
        by_hand = sum(
            Fraction(weight, law.total_weight) * values((), partial(jc.apply, state, hits))["Caesar"]
            for hits, weight in law.items()
        )
        after = values((), lambda at=one.at + 1: found.positions[at])["Caesar"]
        assert one.amounts[0] == after - by_hand == -one.amounts[1]


@pytest.mark.soak
def test_a_year_fought_by_standing_orders_has_nothing_to_judge_and_no_seams() -> None:
    every_throw_is_fair(jc.first_year())
    row = audit(jc.first_year(), games=0).value_breakdown("Caesar").iloc[0]
    assert (row["decisions"], row["rest"]) == pytest.approx((0, 0), abs=0.002)  # best play beats them by as little
    assert row["before"] + row["luck"] == pytest.approx(3)  # Tarraco, Carthago Nova and Syracuse, not the sea


@pytest.mark.soak
def test_a_small_battle_is_judged_by_best_play_and_then_has_no_seam() -> None:
    found = audit(jc.first_year(), games=0)
    solved = [n for n, one in enumerate(found.fights) if jc.luck.solve_if_small(found.positions[one.begin])]
    assert [found.fights[n].place for n in solved] == ["Syracuse", "Hispanum"]
    rows = found.value_breakdown(by="fight")
    for number in solved:
        assert rows["rest"].iloc[number] == pytest.approx(0, abs=1e-12)
        play = battle_of(found.positions[found.fights[number].begin]).best()
        assert rows["before"].iloc[number] in (pytest.approx(play.value), pytest.approx(1 - play.value))


def test_a_combat_of_the_example_has_the_odds_of_the_calculator_and_its_luck() -> None:
    found = audit(rv.example_of_play(), games=0)
    combats = [one for one in rv.fights_of(found.record) if one.luck is not None]
    mine = [one for one in found.fights if one.kind != "siege"]
    assert len(combats) == len(mine)
    for asked, one in zip(combats, mine):
        begun = found.positions[one.begin]
        assert next(iter(rv.luck.values(begun)((), lambda begun=begun: begun).values())) == asked.p


def test_throws_are_valued_in_roma_victrix_without_being_applied() -> None:
    """The position after a throw is not asked for, and the mean over all throws is the chance before them."""
    for begun, state, done in throws_of(rv.example_of_play()):
        values = rv.luck.values(begun)
        every = [values((*done, dice), lambda: 1 // 0) for dice in rv.rules.chance_outcomes(state)]
        before = values(done, lambda: 1 // 0)
        assert before == {side: Fraction(sum(each[side] for each in every), 36) for side in before}


def test_a_game_without_a_module_luck_has_no_fights() -> None:
    players = dict.fromkeys(seats_of(terni, terni.rules.initial_state()), random_strategy(Random(1)))
    record = record_of_moves(terni, islice(play(terni.rules, players, Random(1)), 8))
    assert audit(record, games=0).fights == ()
    assert audit(record, 2, ("random",)).value_breakdown()["unit"].tolist() == [GAME]


DUEL = caesar.position(["nR . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])


def test_two_cards_meet_by_luck_and_each_is_judged_by_what_could_be_known() -> None:
    """Attacker 2, defender 1; the 9 wins or loses 2, the 1 loses 4: the 9 against either card is best."""
    record = Record(caesar, start=caesar.to_json(DUEL))
    for action in (caesar.Attack("a1", "e1"), caesar.Play(1), caesar.Play(5)):
        record = record.with_action(action)
    found = audit(record, games=0)
    (one,) = found.fights
    assert one.unit == COUNTERS
    assert (one.before[0], one.after[0]) == (2, -4)
    costs = {(c.kind, c.who): c.amounts[0] for c in found.changes}
    assert costs == {("decision", 0): -6, ("decision", 1): 0, ("throw", None): 0}
    assert found.costliest_decisions()["cost"].tolist() == [6.0]


def test_a_record_that_begins_between_two_cards_leaves_that_conflict_out() -> None:
    state = caesar.rules.apply(caesar.rules.apply(DUEL, caesar.Attack("a1", "e1")), caesar.Play(9))
    assert audit(Record(caesar, start=caesar.to_json(state)).with_action(caesar.Play(5)), games=0).fights == ()


@pytest.mark.soak
def test_luck_of_a_throw_in_a_game_is_its_share_of_what_the_fight_is_worth() -> None:
    record = game_of("aquileia", 7)
    found = audit(record, 2, ("random",))
    adds_up(found)
    valued = [n for n, one in enumerate(found.fights) if one.unit == GAME]
    assert valued
    for number in valued:
        one = found.fights[number]
        for seat in range(4):
            assert 0 <= one.before[seat] <= 1
        assert sum(one.before) == pytest.approx(1)
        own = [c for c in found.changes if c.fight == number]
        assert all(sum(c.amounts) == pytest.approx(0) for c in own)  # what one gains the others lose
    assert (found.line[0].at, found.line[-1].values) == (0, found.turns[-1].after)
    assert found.basis


def test_errors_say_what_is_wrong() -> None:
    found = audit(game_of("caesar", 1), games=0)
    pytest.raises(ValueError, lambda: found.value_breakdown("Ada")).match("no seat 'Ada'")
    pytest.raises(ValueError, lambda: found.value_breakdown(by="year")).match("'unit', 'turn' or 'fight'")
    pytest.raises(ValueError, lambda: audit("game.jsonl")).match("is not a record")  # type: ignore[arg-type]
    assert "Nothing could be valued" in audit(Record(aquileia), games=0).explain()


@pytest.mark.parametrize("siege", [
    rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=1),
    rv.Siege(rv.force("4 LGN, 2 HI", leader=2), rv.force("2 HI", leader=1), capital=4, operations=2),
    rv.Siege(rv.force("3 HI", leader=1), rv.force("AUX", leader=3), capital=1, major=False, operations=2),
])  # fmt: skip
def test_a_siege_is_worth_before_its_dice_what_the_best_plan_for_the_city_is(siege: Any) -> None:
    """Splits may bring a die to ten (10.41 step 7)."""
    before, faces = rv.luck.city_falls(siege), range(1, 7)
    after = [rv.luck.city_falls(siege, (one, two)) for one in faces for two in faces]
    assert before == pytest.approx(float(siege.plan(1, 0, 0).value), abs=1e-12)
    assert before == pytest.approx(sum(after) / 36, abs=1e-12)


def test_a_city_that_is_captured_by_a_split_above_six_is_captured() -> None:
    siege = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=1)
    assert siege.resolve(6, 1, 4, 0).is_captured
    assert rv.luck.city_falls(siege, (6, 1), (4, 0)) == 1
