"""Best play in a battle against a plain minimax that plays the rules, and what must hold of it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.game import CHANCE
from gamekit.julius_caesar.odds import best_fast, best_play, best_query
from gamekit.julius_caesar.odds.from_state import battle_of, exits_of, position_of
from gamekit.words import reason
from tests.julius_caesar.best_battles import KINDS, drawn_battles
from tests.julius_caesar.best_twin import FIGHTING, Minimax
from tests.julius_caesar.random_battles import random_battle

SOAK = os.environ.get("GAMEKIT_SOAK") == "1"
SOAKING = pytest.mark.skipif(not SOAK, reason="long: GAMEKIT_SOAK=1")
FEW_OR_SOAK = ("few", pytest.param("soak", marks=SOAKING))
WORTHS = (
    ("win", "win"),
    ("killed", "killed"),
    (jc.Worth(1, 0.1, 0.15, 0.5), (1, 0.1, 0.15, 0.5)),
    (jc.Worth(0, 0.3, 0.1, 0.2), (0, 0.3, 0.1, 0.2)),
)
ACTS = {jc.Fire: "fires", jc.Pass: "passes", jc.Retreat: "retreats", jc.TakeHit: "takes it"}


@pytest.fixture(autouse=True)
def _deep() -> Iterator[None]:
    """The minimax goes down to the end of a battle."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def moments(first: jc.State, random: Random, most: int) -> Iterator[jc.State]:
    """Decisions on a random way through a battle, its first among them."""
    state, found = first, 0
    while state.phase in FIGHTING and found < most:
        if state.phase in ("turn", "hit") and (not found or random.random() < 0.4):
            found += 1
            yield state
        drawn = jc.current_player(state) == CHANCE
        state = jc.apply(
            state, jc.chance_outcomes(state).sample(random) if drawn else random.choice(jc.legal_actions(state))
        )


def agrees(first: jc.State, which: int, random: Random, most: int = 5) -> int:
    """Checks value and options of decisions in a battle, and says how many there were."""
    worth, plain = WORTHS[which % len(WORTHS)]
    minimax, checked = Minimax(first, plain), 0
    for state in moments(first, random, most):
        best = battle_of(first).best(worth).at(position_of(first, state), left=exits_of(state, left=True))
        assert best.value == pytest.approx(minimax.value(state), abs=1e-9), jc.to_json(state)
        mine = {(row.act, row.block): row.value for row in best.options().itertuples()}
        theirs = {(ACTS[type(a)], a.block.split(":")[1]): worth for a, worth in minimax.options(state).items()}
        assert mine == pytest.approx(theirs, abs=1e-9), jc.to_json(state)
        checked += 1
    return checked


@pytest.mark.clause(
    "julius_caesar", "7.2", "7.31", "7.4", "7.41", "7.42", "7.52", "7.6", "7.62", "7.64", "7.81", "7.82"
)
@pytest.mark.parametrize("kind", KINDS)
def test_best_play_is_that_of_a_minimax_on_the_rules(kind: str) -> None:
    battles = drawn_battles(12, kind, steps=5)
    for which in range(2):
        assert agrees(next(battles), which + KINDS.index(kind), Random(f"{kind} {which}"))


@SOAKING
@pytest.mark.parametrize("kind", KINDS)
def test_soak_best_play_is_that_of_a_minimax_on_the_rules(kind: str) -> None:
    battles = drawn_battles(7, kind, steps=7)
    for which in range(19):  # 209 in all
        assert agrees(next(battles), which, Random(f"{kind} {which}"))


@SOAKING
@pytest.mark.parametrize("seed", range(10))
def test_soak_three_against_three(seed: int) -> None:
    battles = drawn_battles(seed, "plain", least=3, most=3, strongest=2, steps=10)
    assert agrees(next(battles), seed, Random(seed), most=3)


def three_a_side() -> jc.Battle:
    own = jc.army("Caesar, Legio 8, Legio 10", "Caesar")
    return jc.Battle(own, jc.army("Scipio, Legio 3, Equitatus 2", "Pompey"))


def test_three_against_three_is_solved_exactly() -> None:
    for worth in ("win", "killed", jc.Worth(1, 0.1, 0.1, 0.5)):
        exact = three_a_side().best(worth, numbers=int).value
        assert isinstance(exact, Fraction)
        assert three_a_side().best(worth).value == pytest.approx(float(exact), abs=1e-12)


def test_the_order_within_a_letter_matters() -> None:
    found = jc.Battle(jc.army("A4/I, A2/I, C1/I"), jc.army("C3/I, C4/I, C3/II")).best().against("orders")
    row = found[(found.side == "defender") & (found.against == "best") & (found.decides == "everything")]
    assert row.gain.item() == pytest.approx(5.0276e-5, abs=1e-8)
    assert found.attrs["to_blame"] == {"attacker": "who takes the hit", "defender": None}
    assert found.attrs["to_blame_at_best"] == {"attacker": "who takes the hit", "defender": "who acts next"}


@pytest.mark.parametrize("length", FEW_OR_SOAK)
def test_under_standing_orders_on_both_sides_it_is_the_battle_of_the_odds(length: str) -> None:
    random = Random(length)
    for _ in range(40 if length == "soak" else 5):
        battle = random_battle(random).battle()
        orders = {"attacker": "orders", "defender": "orders"}
        played = battle.best(**orders).chances
        assert list(played) == pytest.approx(list(battle.chances(float)), abs=1e-12), battle
        assert battle.best(**orders).value == pytest.approx(float(battle.odds().p(jc.attacker_holds)), abs=1e-12)
        exact = battle.best("killed", numbers=int, **orders).value
        assert exact == battle.odds().p(jc.attacker_wins)


@pytest.mark.parametrize("length", FEW_OR_SOAK)
def test_best_play_is_never_below_a_fixed_policy(length: str) -> None:
    random = Random(length)
    for number in range(60 if length == "soak" else 3):
        battle = random_battle(random).battle()
        worth = ("win", "killed", jc.Worth(1, 0.1, 0.1, 0.5))[number % 3]
        value = battle.best(worth).value
        assert battle.best(worth, defender="orders").value >= value - 1e-12
        assert battle.best(worth, attacker="orders").value <= value + 1e-12
        for side in ("attacker", "defender"):
            plans = battle.stop_plan(side, worth)
            assert plans.short.min() >= -1e-12


@pytest.mark.clause("julius_caesar", "7.6")
@pytest.mark.parametrize("length", FEW_OR_SOAK)
def test_retreats_change_nothing_for_the_place(length: str) -> None:
    random = Random(length)
    for _ in range(40 if length == "soak" else 8):
        battle = random_battle(random).battle()
        with_retreats = battle.best(jc.Worth(win=1)).value  # the same worth, solved in full
        assert battle.best("win").value == pytest.approx(with_retreats, abs=1e-12), battle


def test_the_range_of_equal_choices_holds_the_chances() -> None:
    best = three_a_side().best()
    ranges, chances = best.ranges(), list(best.chances)
    assert (ranges.least - 1e-12 <= chances).all()
    assert (ranges.most + 1e-12 >= chances).all()
    assert ranges.most[2] > ranges.least[2] + 0.01  # attackers may leave or die: the place is lost either way
    assert sum(chances[:3]) == pytest.approx(1, abs=1e-12)


def test_defenders_flee_where_only_the_dead_count() -> None:
    battle = jc.Battle(jc.army("2 C3/III"), jc.army("C3/III"))
    assert float(battle.odds().p(jc.attacker_wins)) == pytest.approx(0.916, abs=5e-4)
    assert battle.best("killed").value == pytest.approx(0.40, abs=5e-3)


def test_what_does_not_fit_is_refused_with_the_number_of_positions() -> None:
    own = ", ".join(f"{letter}{fire}/IV" for letter in "ABC" for fire in (1, 2, 3, 4))
    with pytest.raises(ValueError, match=r"has up to [\d,]+ positions"):
        jc.Battle(jc.army(own), jc.army(own)).best("killed").value  # noqa: B018
    with pytest.raises(ValueError, match="should be 'win', 'killed' or"):
        three_a_side().best("victory")
    with pytest.raises(ValueError, match="how many may leave"):
        jc.Exits(attacker=-1)
    with pytest.raises(ValueError, match="should be 'best' or 'orders'"):
        three_a_side().best(attacker="brave")


def test_progress_rises_to_the_whole_and_can_stop_the_search() -> None:
    told: list[float] = []
    battle = jc.Battle(jc.army("A1/II, B2/II, 2 C3/III"), jc.army("A2/I, B1/III, 2 C2/III"))
    battle.best("killed", progress=told.append).value  # noqa: B018
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        battle.best(jc.Worth(1, 0.01), progress=stop).value  # noqa: B018


@pytest.mark.skipif(not find_spec("numba"), reason='needs the extra "fast"')
def test_compiled_turns_agree_with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(9)
    for _ in range(3):
        battle = random_battle(random).battle()
        for worth in ("win", "killed", jc.Worth(1, 0.1, 0.1, 0.5)):
            plain = battle.best(worth, jc.Exits(attacker=1)).value
            with monkeypatch.context() as patch:
                patch.setattr(best_fast, "WORTH_LOADING", 0)
                patch.setattr(best_play, "_kept", best_play.Kept(0))
                fast = battle.best(worth, jc.Exits(attacker=1)).value
            assert fast == pytest.approx(plain, abs=1e-12), battle


def test_by_the_rules_themselves_best_play_follows_the_map() -> None:
    for kind in ("cut off", "limited", "Cleopatra", "leader"):
        first = next(drawn_battles(3, kind, steps=4))
        for worth, plain in WORTHS[:3]:
            minimax, played = Minimax(first, plain), jc.best_by_rules(first, worth)
            assert played.value == pytest.approx(minimax.value(first), abs=1e-12)
            options = dict(played.options()[["action", "value"]].itertuples(index=False))
            assert options == pytest.approx(minimax.options(first), abs=1e-12)
    with pytest.raises(ValueError, match="more than 10 positions"):
        jc.best_by_rules(first, most=10).value  # noqa: B018
    with pytest.raises(ValueError, match="no battle is being fought"):
        jc.best_by_rules(jc.initial_state())


def test_errors_are_said_in_both_languages() -> None:
    battle, state = three_a_side(), jc.initial_state()
    wrong = (
        (lambda: battle.best("victory"), "worth is 'victory'", "価値"),
        (lambda: battle.best(exits=2), "exits is 2", "退却|Exits"),
        (lambda: jc.Exits(defender=-1), "defender is -1", "無制限"),
        (lambda: jc.Worth(leader="many"), "leader is 'many'", "数とする"),
        (lambda: battle.best(attacker="brave"), "attacker is 'brave'", "攻撃側"),
        (lambda: battle.best().against("chance"), "not 'chance'", "基本方針"),
        (lambda: battle.stop_plan("Caesar"), "side is 'Caesar'", "defender"),
        (lambda: jc.best_by_rules(state), "no battle is being fought", "戦闘"),
    )
    for made, english, japanese in wrong:
        with pytest.raises(ValueError, match=english) as caught:
            made()
        assert re.search(japanese, reason(caught.value, "ja"))
        assert len(str(caught.value)) < 500


def test_a_case_already_solved_is_not_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("reserve", "first strike", "limited", "Cleopatra"):
        first = next(drawn_battles(21, kind, steps=6))
        shelf = best_play.Kept(10_000_000)
        monkeypatch.setattr(best_play, "_kept", shelf)
        best = battle_of(first).best(jc.Worth(1, 0.1, 0.15, 0.5))
        assert best.value == pytest.approx(Minimax(first, (1, 0.1, 0.15, 0.5)).value(first), abs=1e-9)
        fresh, seen = [], []
        for state in moments(first, Random(kind), 8):
            here = best.at(position_of(first, state), left=exits_of(state, left=True))
            with monkeypatch.context() as patch:
                patch.setattr(best_query.Solver, "carried", _unasked)
                seen.append(here.value)  # from what is kept
            with monkeypatch.context() as patch:
                patch.setattr(best_play, "_kept", best_play.Kept(0))
                fresh.append(here.value)
        assert seen == pytest.approx(fresh, abs=1e-12)
        assert 0 < shelf.size <= shelf.most
        shelf.keep("more", None, shelf.most)
        assert (shelf.size, list(shelf.held)) == (shelf.most, ["more"])


def _unasked(*asked: object) -> None:
    raise AssertionError("solved again")


def test_positions_are_counted_as_the_refusal_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    best = three_a_side().best("killed")
    count = f"{best.positions:,}"
    monkeypatch.setattr(best_play, "_kept", best_play.Kept(0))
    for bound in ("MOST_BYTES", "MOST_WORK"):
        with monkeypatch.context() as patch:
            patch.setattr(best_query, bound, 1000)
            with pytest.raises(ValueError, match=f"has {count} positions"):
                best.value  # noqa: B018
    five = jc.army("A1/IV, A2/IV, A3/IV, A4/IV, B1/IV")
    with pytest.raises(ValueError, match=r"positions with 15 numbers each, which would take minutes"):
        jc.Battle(five, five).best("killed").ranges()


def test_progress_comes_within_a_turn() -> None:
    told: list[float] = []
    battle = jc.Battle(jc.army("4 C3/III"), jc.army("2 C2/III, C3/II, C4/II"))
    battle.best("killed", progress=told.append).value  # noqa: B018
    assert len(set(told)) > 12  # of 8 turns
    assert told == sorted(told)
