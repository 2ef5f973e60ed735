"""Best play in a battle against a plain minimax that plays the rules, and what must hold of it."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import best_play
from gamekit.julius_caesar.odds.from_state import attacker_of, battle_of, exit_limits_by_side, position_of
from gamekit.julius_caesar.rules.control import blocks_at
from gamekit.julius_caesar.tables import CLEOPATRA, NAVIS, POINTS, ROLES, read_online
from gamekit.play.protocol import CHANCE
from tests.cases import Cases
from tests.julius_caesar.best_battles import KINDS, drawn_battles
from tests.julius_caesar.best_twin import FIGHTING, Minimax
from tests.julius_caesar.random_battles import random_battle
from tests.julius_caesar.setting import fight, march, setting

WORTHS = (
    ("win", "win"),
    ("killed", "killed"),
    (jc.Worth(1, 0.1, 0.15, 0.5), (1, 0.1, 0.15, 0.5)),
    (jc.Worth(0, 0.3, 0.1, 0.2), (0, 0.3, 0.1, 0.2)),
)
ACTS = {jc.Fire: "fires", jc.Pass: "passes", jc.Retreat: "retreats", jc.TakeHit: "takes it"}


@pytest.fixture(autouse=True)
def _deep() -> Iterator[None]:
    """The minimax goes down to the end of a battle; numba is loaded before the first of these tests."""
    assert jc.Battle(jc.army("C3/I"), jc.army("C3/I")).best().value
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
        best = (
            battle_of(first)
            .best(worth)
            .at(position_of(first, state), left=exit_limits_by_side(state, rest_of_round=True))
        )
        assert best.value == pytest.approx(minimax.value(state), abs=1e-9), jc.to_json(state)
        mine = {(row.act, row.block): row.value for row in best.options().itertuples()}
        theirs = {(ACTS[type(a)], a.block.split(":")[1]): worth for a, worth in minimax.options(state).items()}
        assert mine == pytest.approx(theirs, abs=1e-9), jc.to_json(state)
        checked += 1
    return checked


@pytest.mark.clause("julius_caesar", "7.2", "7.31", "7.4", "7.41", "7.42", "7.52", "7.6", "7.62", "7.64", "7.81")
@pytest.mark.clause("julius_caesar", "7.82")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.long
def test_best_play_is_that_of_a_minimax_on_the_rules(kind: str, cases: Cases) -> None:
    battles = drawn_battles(18, kind, steps=cases(5, 7))
    for which in range(cases(1, 19)):
        assert agrees(next(battles), which + KINDS.index(kind), Random(f"{kind} {which}"), most=cases(2, 5))


@pytest.mark.clause("julius_caesar", "7.52")
@pytest.mark.long
def test_cleopatra_won_over_may_act_at_once_and_best_play_knows(cases: Cases) -> None:
    checked = 0
    for which, first in enumerate(islice(drawn_battles(29, "Cleopatra", steps=5), 18, cases(19, 400))):
        read = replace(first, online=read_online(["cleopatra_turn"]))
        text, online = (battle_of(state).best(WORTHS[3][0]) for state in (first, read))
        if abs(text.value - online.value) > 1e-9:
            checked += agrees(read, which + 3, Random(which), most=3)
    assert checked >= cases(1, 30)
    mars = jc.Battle(jc.army("2 C3/II"), jc.army("Cleopatra/I, C3/II", "Pompey"), first_strike=True)
    other = replace(mars, reading=["cleopatra_turn"])
    values = [battle.best(attacker="orders", defender="orders").value for battle in (mars, other)]
    assert values == pytest.approx([float(battle.odds().p(jc.attacker_holds)) for battle in (mars, other)], abs=1e-12)
    assert other.best().value > mars.best().value + 1e-3


@pytest.mark.clause("julius_caesar", "7.2", "7.64", "7.82")
def test_under_every_reading_it_is_that_of_a_minimax_that_reads_the_same(cases: Cases) -> None:
    random = Random(2026)
    for kind in ("navis", "limited", "reserve"):
        for which, first in enumerate(islice(drawn_battles(29, kind, steps=5), cases(1, 40))):
            points = [point for point in POINTS if random.random() < 0.5]
            read = replace(first, online=read_online(points))
            if "sea_retreats" in points and min(
                exit_limits_by_side(read).attacker or 0, exit_limits_by_side(read).defender or 0
            ):
                points.remove("sea_retreats")  # a sea that both sides share: exits are simplified there
            assert agrees(replace(first, online=read_online(points)), which, random, most=3)


@pytest.mark.clause("julius_caesar", "7.52", "E.Mars")
@pytest.mark.long
@pytest.mark.parametrize("points", [(), ("cleopatra_turn",)], ids=["as printed", "online"])
@pytest.mark.parametrize(
    "other", ["Navis 1", *(pytest.param(n, marks=pytest.mark.soak) for n in ("Equitatus 3", "Legio 13"))]
)
def test_cleopatra_who_has_acted_is_spent_when_won_over(other: str, points: tuple[str, ...], cases: Cases) -> None:
    """Under Mars she fires with the attackers first; whoever wins her over afterwards has no turn of hers left: not in
    the turn that goes on, and not in the next letter's."""
    blocks = {"Pompey:Cleopatra": "Genua/I", "Pompey:Legio 1": "Genua/I"}
    blocks |= {"Caesar:Equitatus 1": "Rome/I", f"Caesar:{other}": "Rome/I"}
    first = setting(blocks, ("2/2", "Mars"), player="Pompey")
    first = replace(fight(march(first, ("Pompey:Cleopatra", "Pompey:Legio 1"), "Rome")), online=points)
    random, spent, met, minimax = Random(5), Counter[str](), set[jc.State](), Minimax(first, WORTHS[2][1])
    for state in (state for _ in range(cases(1, 250)) for state in moments(first, random, 20)):
        acted = state.combat and state.combat.round == 1 and state.combat.acted >> CLEOPATRA & 1
        hit = state.phase == "hit" and state.side[CLEOPATRA] == 1  # she may be won over now
        if not acted or state in met or not (hit or state.side[CLEOPATRA] == 0):
            continue
        met.add(state)
        best = (
            battle_of(first)
            .best(WORTHS[2][0])
            .at(position_of(first, state), exit_limits_by_side(state, rest_of_round=True))
        )
        assert best.value == pytest.approx(minimax.value(state), abs=1e-9), jc.to_json(state)
        spent[state.phase] += 1
    assert spent["turn"]
    assert spent["hit"]


@pytest.mark.long
@pytest.mark.clause("julius_caesar", "7.52", "E.Mars")
@pytest.mark.parametrize("mars", [False, True])
def test_wherever_cleopatra_is_listed_best_play_is_the_same_and_orders_have_the_odds(mars: bool) -> None:
    enemy = jc.army("C3/I, A3/I")
    for case in product(("A2/I", "D1/I"), (False, True), ("text", ["cleopatra_turn"])):
        (other, attacks, reading), values = case, list[float]()
        for listed in (f"Cleopatra/I, {other}", f"{other}, Cleopatra/I"):
            own = jc.army(listed, "Pompey")
            battle = jc.Battle(*((own, enemy) if attacks else (enemy, own)), first_strike=mars, reading=reading)
            values.append(battle.best(WORTHS[2][0]).value)
        assert values[0] == pytest.approx(values[1], abs=1e-12), case
        for policy in ("orders", lambda position: None):
            orders = battle.best(attacker=policy, defender=policy).value
            assert orders == pytest.approx(battle.odds(float).p(jc.attacker_holds), abs=1e-12), case


@pytest.mark.clause("julius_caesar", "7.52", "7.6")
def test_in_her_own_turn_of_round_four_a_cleopatra_who_cannot_leave_joins_the_other_side() -> None:
    best = jc.Battle(jc.army("Cleopatra/II, D1/I", "Pompey"), jc.army("D1/I"), cut_off=True).best()
    hers = replace(best.position, round=4, turn=6, firing=(0,))
    assert best.at(hers).chances.defender_strength == pytest.approx(2)  # the D1 and she, at I


@pytest.mark.clause("julius_caesar", "7.2", "7.4")
@pytest.mark.parametrize("kind", ["plain", "response", "leader", "ballista", "elephant"])
def test_a_function_that_says_what_best_play_does_has_its_value(kind: str) -> None:
    battle = battle_of(next(drawn_battles(5, kind, steps=4)))
    best, orders = (battle.best(WORTHS[2][0], **dict.fromkeys(sides, "orders")) for sides in ((), ROLES))

    def best_act(position: jc.BattlePosition) -> tuple[str, int]:
        options = best.at(position).options()
        acts = zip(options.act, options.attrs["slots"])
        return next((act, slot) for act, slot in acts if position.hits or slot == position.firing[0])

    for side in ROLES:
        assert battle.best(WORTHS[2][0], **{side: best_act}).value == pytest.approx(best.value, abs=1e-12)
    silent = dict.fromkeys(ROLES, lambda position: None)
    assert battle.best(WORTHS[2][0], **silent).value == pytest.approx(orders.value, abs=1e-12)


def test_a_policy_may_be_a_mapping_and_says_nothing_that_cannot_be_done() -> None:
    battle = jc.Battle(jc.army("C3/II"), jc.army("B2/II, C2/I"))
    start = battle.best().position  # B2 of the defender acts
    held = battle.best(attacker="orders", defender={start: "passes"})
    assert held.value > battle.best(attacker="orders", defender="orders").value
    with pytest.raises(ValueError, match=r"a policy said \('takes it', 9\); here it may say \('"):
        battle.best(attacker=lambda position: ("takes it", 9)).value  # noqa: B018


def three_a_side() -> jc.Battle:
    own = jc.army("Caesar, Legio 8, Legio 10", "Caesar")
    return jc.Battle(own, jc.army("Scipio, Legio 3, Equitatus 2", "Pompey"))


def test_who_of_one_letter_acts_next_is_fixed_and_hardly_matters() -> None:
    """A battle built to show it: 0.00005 of a chance, for a defender who would let C4 wait."""
    found = jc.Battle(jc.army("A4/I, A2/I, C1/I"), jc.army("C3/I, C4/I, C3/II")).best()
    options = found.options()
    assert set(options.block) == {"A4", "A2"}
    assert options.value.max() == pytest.approx(found.value, abs=1e-12)
    table = found.against("orders")
    assert table.attrs["to_blame"] == {"attacker": "who takes the hit", "defender": None}
    assert set(table.decides) == {"everything", "passing and leaving", "who takes the hit"}
    assert [*found.against(lambda position: None).value] == pytest.approx([*table.value], abs=1e-12)


def test_under_standing_orders_on_both_sides_it_is_the_battle_of_the_odds(cases: Cases) -> None:
    random = Random(2026)
    for _ in range(cases(5, 40)):
        battle = random_battle(random).battle()
        orders = {"attacker": "orders", "defender": "orders"}
        played = battle.best(**orders).chances
        assert list(played) == pytest.approx(list(battle.chances(float)), abs=1e-12), battle
        assert battle.best(**orders).value == pytest.approx(float(battle.odds().p(jc.attacker_holds)), abs=1e-12)
        assert battle.best("killed", **orders).value == pytest.approx(
            float(battle.odds().p(jc.attacker_wins)), abs=1e-12
        )


def test_a_plan_s_chance_is_that_of_its_side_holding_the_place() -> None:
    """Where best play is to stay as standing orders have it, both sides' chances are those of the battle."""
    battle = jc.Battle(jc.army("Legio 8/II", "Caesar"), jc.army("Legio 3/I", "Pompey"))
    won, _, _, own, enemy = battle.chances(float)
    for side, chance, lost in (("attacker", won, 2 - own), ("defender", 1 - won, 1 - enemy)):
        plans = battle.compare_leaving_plans(side).set_index("plan")
        assert plans.win["best play"] == pytest.approx(chance, abs=1e-12)
        assert plans.steps_lost["best play"] == pytest.approx(lost, abs=1e-12)
        assert plans.win["leave in round 2"] < chance
        other = {"attacker": "defender", "defender": "attacker"}[side]
        killed = battle.compare_leaving_plans(side, "killed").set_index("plan").worth["best play"]
        assert killed == pytest.approx(battle.best("killed", **{other: "orders"}).value, abs=1e-12)


@pytest.mark.clause("julius_caesar", "7.6")
def test_retreats_change_nothing_for_the_place(cases: Cases) -> None:
    random = Random(2026)
    for _ in range(cases(8, 40)):
        battle = random_battle(random).battle()
        with_retreats = battle.best(jc.Worth(win=1)).value  # the same worth, solved in full
        assert battle.best("win").value == pytest.approx(with_retreats, abs=1e-12), battle


def test_what_is_no_question_is_refused_with_what_would_be_one() -> None:
    pytest.raises(ValueError, lambda: three_a_side().best("victory")).match("should be 'win', 'killed' or")
    pytest.raises(ValueError, lambda: jc.ExitLimits(attacker=-1)).match("how many may leave")
    with pytest.raises(ValueError, match="should be 'best', 'orders', or a function or mapping"):
        three_a_side().best(attacker="brave")


def test_progress_rises_to_the_whole_and_can_stop_the_search() -> None:
    battle = jc.Battle(jc.army("2 C3/III, 2 C2/III"), jc.army("C2/III, C3/I"))
    for policy in ("best", lambda position: None):  # compiled, and not
        told: list[float] = []
        battle.best("killed", attacker=policy, progress=told.append).value  # noqa: B018
        assert told == sorted(told)
        assert [share > 1 - 1e-9 for share in told[-3:]] == [False, True, True]  # the last turn, the end
        assert len(set(told)) > 12  # of 8 turns

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    pytest.raises(KeyboardInterrupt, lambda: battle.best(jc.Worth(1, 0.01), progress=stop).value)


def gone(state: jc.State, turn: tuple[int, int], sails: bool) -> int:
    """How many land blocks, or navis, get away one after the other on a turn by the rules, wherever they go."""
    if state.phase == "retreat":
        return 1 + max(gone(jc.apply(state, go), turn, sails) for go in jc.legal_actions(state))
    if state.phase != "turn" or (state.combat.round, state.combat.slot) != turn:
        return 0
    leaving = [a for a in jc.legal_actions(state) if isinstance(a, jc.Retreat) and ("Navis" in a.block) == sails]
    return gone(jc.apply(state, leaving[0]), turn, sails) if leaving else 0


@pytest.mark.clause("julius_caesar", "7.61", "7.62", "7.63", "7.64", "7.82")
def test_the_exits_of_the_map_are_as_many_as_the_rules_let_go(cases: Cases) -> None:
    seen = stopped = 0
    for kind in ("plain", "navis", "limited", "cut off", "response", "reserve", "leader"):
        for first in islice(drawn_battles(77, kind, steps=6), cases(3, 30)):
            for state in moments(first, Random(kind), 4):
                if state.phase != "turn" or state.combat.round == 1:
                    continue
                exits = exit_limits_by_side(state, rest_of_round=True)
                for side, sails in product((0, 1), (False, True)):
                    there = [b for b in blocks_at(state, state.combat.place, side) if bool(NAVIS[b]) == sails]
                    if not there:
                        continue
                    acting = replace(state.combat, turn=sum(1 << block for block in there))
                    limit = exits.land_and_navis_limits(int(side != attacker_of(first)))[sails]
                    away = len(there) if limit is None else min(limit, len(there))
                    turn = (acting.round, acting.slot)
                    assert gone(replace(state, actor=side, combat=acting), turn, sails) == away, jc.to_json(state)
                    seen, stopped = seen + 1, stopped + (away < len(there))
    assert seen >= cases(10, 200)
    assert stopped >= cases(1, 5)


@pytest.mark.long
def test_a_later_turn_solved_first_does_not_stand_for_an_earlier_one(cases: Cases) -> None:
    """A case kept from the middle of a round does not know the turns before it."""
    worth, plain = WORTHS[3]
    earlier = 0
    for first in islice(drawn_battles(31, "Cleopatra", steps=5), cases(3, 8)):
        best_play._solvers.clear()
        minimax = Minimax(first, plain)
        for state in reversed(list(moments(first, Random(4), 12))):
            best = (
                battle_of(first)
                .best(worth)
                .at(position_of(first, state), left=exit_limits_by_side(state, rest_of_round=True))
            )
            assert best.value == pytest.approx(minimax.value(state), abs=1e-9), jc.to_json(state)
            earlier += 1
    assert earlier > cases(5, 15)


@pytest.mark.clause("julius_caesar", "7.6", "7.61")
def test_where_one_exit_is_left_the_strongest_leaves_by_orders() -> None:
    battle = jc.Battle(jc.army("C1/III, C1/I, C1/I"), jc.army("B1/III"))
    found = battle.best(exits=jc.ExitLimits(attacker=1), attacker="orders", defender="orders").chances

    def strength(end: jc.Outcome) -> int:
        left = [steps for _, steps in end.attacker]
        return max(left) if jc.attacker_leaves(end) else sum(left)

    assert found.attacker_strength == pytest.approx(float(battle.odds().mean(strength)), abs=1e-12)


@pytest.mark.clause("julius_caesar", "7.61")
def test_a_defender_who_never_leaves_loses_what_standing_orders_lose() -> None:
    battle = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Scipio, Legio 1/II", "Pompey"))
    never = battle.compare_leaving_plans("defender").set_index("plan").loc["never leave"]
    assert never.leaders_dead == pytest.approx(float(battle.p_leader_dies("Scipio")), abs=1e-12)


@pytest.mark.long
def test_the_compiled_door_gives_what_plain_python_gives(monkeypatch: pytest.MonkeyPatch, cases: Cases) -> None:
    pytest.importorskip("numba")
    asked = ((WORTHS[2][0], {}, None), ("killed", {"defender": "orders"}, jc.ExitLimits(1, 1, 1, 0)))
    for kind in KINDS[:: cases(4, 1)]:
        battle = battle_of(next(drawn_battles(41, kind, steps=4)))
        for worth, orders, exits in asked:
            found = []
            for door in (True, False):
                best_play._solvers.clear()
                with monkeypatch.context() as patch:
                    if not door:
                        patch.setattr("gamekit.probability.jit.FAST", False)
                    best = battle.best(worth, exits, **orders)
                    plans = battle.compare_leaving_plans(worth=worth).short if kind == "leader" else ()
                    found.append([best.value, *best.chances, *best.options().value, *plans])
                    assert best._solver().question.compiled == door
            assert found[0] == pytest.approx(found[1], abs=1e-12), (battle, worth)


def test_a_battle_too_large_is_refused_with_a_size_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    own, told = jc.army(", ".join(f"{letter}{fire}/III" for letter in "ABC" for fire in (1, 2, 3))), list[float]()
    with monkeypatch.context() as patch:
        patch.setattr("gamekit.probability.jit.FAST", False)
        with pytest.raises(ValueError, match=r"more than [\d,]+ positions; 6 blocks against 6 .* with the extra fast$"):
            jc.Battle(own, own).best("killed", progress=told.append).against()
    assert told == []  # said before the first is solved
