"""A battle of the whole game and the calculator: from any moment on, both give the same law."""

from dataclasses import replace
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.from_state import attacker_of, battle_of, position_of
from gamekit.julius_caesar.tables import CLEOPATRA, PLACE, SIDES, read_online
from gamekit.play.protocol import CHANCE, play, random_strategy
from tests.julius_caesar.positions import FIGHTING, ends, standing_orders
from tests.julius_caesar.setting import setting

NEAR = {"Caesar": ("Genua", "Asculum"), "Pompey": ("Rome", "Neapolis")}  # main body, reserve
BATTLES = (
    ("Legio 8", "", "Legio 3", "", "3/2"),
    ("Legio 8/II", "Antonius", "Scipio/II", "Legio 3/II", "3/2"),
    ("Legio 10/II", "Ballista", "Auxilia 3/I", "Legio 3/I, Ballista", "3/2"),
    ("Legio 10/II, Auxilia 3/I", "", "Legio 3/I, Elephant/II", "", "Mars"),
    ("Legio 8/I, Auxilia 3/II", "", "Cleopatra/II, Legio 3/I", "", "3/2"),
    ("Auxilia 3/II", "Legio 8/I", "Auxilia 4/I", "Cleopatra/I", "3/2"),
    ("Caesar/II, Equitatus 1/II", "", "Pompey/II, Navis 3/I", "", "3/2"),
)


def begun(main: str, reserve: str, defenders: str, responses: str, card: str) -> jc.State:
    """A battle for Rome, marched to by the rules."""
    blocks, steps = {}, []
    for side, lists in (("Caesar", (main, reserve)), ("Pompey", (defenders, responses))):
        for city, text in zip(NEAR[side], lists):
            for piece in filter(None, text.split(", ")):
                name, _, strength = piece.partition("/")
                blocks[f"{side}:{name}"] = f"{city}/{strength}" if strength else city
                steps += [(side, f"{side}:{name}")] if city != "Rome" else []
    state = setting(blocks, (card, "2/2"))
    for side in ("Caesar", "Pompey"):
        for mover, block in steps:
            if mover == side:
                state = jc.apply(jc.apply(state, jc.Take(block)), jc.Go("Rome"))
        while jc.current_player(state) == side and state.phase in ("move", "main", "levy"):
            legal = jc.legal_actions(state)
            state = jc.apply(state, jc.MainAttack("Rome", "Genua") if state.phase == "main" else legal[-1])
    return state


@pytest.mark.clause("julius_caesar", "7.2", "7.3", "7.31", "7.4", "7.41", "7.42", "7.52", "E.Mars")
@pytest.mark.parametrize("armies", BATTLES, ids=lambda armies: " v ".join(filter(None, armies[:4])))
def test_from_any_moment_of_a_battle_the_odds_are_those_of_the_rules(armies: tuple[str, ...]) -> None:
    _compared(begun(*armies), Random(f"{armies}"))


LATE = (*BATTLES[4:6], ("Legio 8/II, Auxilia 3/I", "", "Cleopatra/I, Legio 3/I", "", "Mars"))


@pytest.mark.clause("julius_caesar", "7.2", "7.52")
@pytest.mark.parametrize("armies", LATE, ids=lambda armies: " v ".join(filter(None, armies[:4])))
def test_cleopatra_who_acts_in_the_turn_that_won_her_does_so_in_both(armies: tuple[str, ...]) -> None:
    first = replace(begun(*armies), online=read_online(["cleopatra_turn"]))
    _compared(first, Random(f"{armies}"))
    if armies[-1] == "Mars":
        assert jc.readings_that_matter(first) == ("cleopatra_turn",)
        assert battle_of(first).odds() != battle_of(replace(first, online=())).odds()


def _compared(first: jc.State, random: Random) -> None:
    """The law of the calculator and that of the rules, at up to five moments of one fight."""
    state, checked = first, 0
    while state.phase in FIGHTING and checked < 5:
        if state.phase in ("turn", "hit") and (checked == 0 or random.random() < 0.4):
            law = battle_of(first, state).at(position_of(first, state)).odds()
            said = law.map(lambda end: tuple(tuple(sorted(side)) for side in (end.attacker, end.defender)))
            assert said == ends(first, state), jc.to_json(state)
            checked += 1
        if jc.current_player(state) == CHANCE:
            state = jc.apply(state, jc.chance_outcomes(state).sample(random))
        else:
            state = jc.apply(state, standing_orders(first, state))
    assert checked


def test_the_battle_lists_main_bodies_and_reserves_and_who_is_cut_off() -> None:
    state = begun(*BATTLES[1])
    battle = battle_of(state)
    assert [str(block) for block in battle.attacker] == ["Legio 8/II"]
    assert [str(block) for block in battle.attacker_reserve] == ["Antonius/II"]
    assert [str(block) for block in battle.defender] == ["Scipio/II"]
    assert [str(block) for block in battle.defender_reserve] == ["Legio 3/II"]
    assert not battle.first_strike
    assert not battle.cut_off
    assert battle_of(begun(*BATTLES[3])).first_strike
    island = setting("Caesar in Tyrrhenum: Navis 1; Caesar in Hispanum: Navis 2; Pompey in Caralis: Legio 3")
    for action in (jc.Take("Caesar:Navis 1"), jc.Go("Caralis"), jc.Done()):
        island = jc.apply(island, action)
    assert PLACE["Caralis"] == island.combat.place
    assert not battle_of(island).cut_off  # back to the sea
    assert battle_of(island).defender_cut_off


def test_in_random_games_every_moment_of_every_battle_has_a_position() -> None:
    random, seen = Random(6), 0
    players = {side: random_strategy(random) for side in SIDES}
    first = None
    for state, _ in play(jc.rules, players, random):
        if state.phase in FIGHTING and state.combat:
            if first is None or first.combat.place != state.combat.place:
                first = state
            engagement = battle_of(first, state).at(position_of(first, state))
            if state.phase in ("turn", "hit") and state.combat.round > 1:
                assert 0 <= engagement.chances(float).attacker_wins <= 1
                seen += 1
        else:
            first = None
        if seen > 40:
            break
    assert seen > 10


def test_once_the_battle_is_over_nobody_fires() -> None:
    first, random = begun("Legio 10", "", "Legio 3/I", "", "3/2"), Random(2)
    state = first
    while state.combat is not None:
        chance = jc.current_player(state) == CHANCE
        action = jc.chance_outcomes(state).sample(random) if chance else standing_orders(first, state)
        state = jc.apply(state, action)
    position = position_of(first, state)
    assert position.firing == ()
    assert [standing.place for standing in (*position.attacker, *position.defender)] == ["left", "main"]


@pytest.mark.clause("julius_caesar", "7.52")
def test_cleopatra_who_came_over_fires_among_her_new_side() -> None:
    """Whoever fires at a moment is named on the side that fires, she as well, who stands last there."""
    first, found = begun(*BATTLES[4]), 0
    for seed in range(40):
        state, random = first, Random(seed)
        while state.phase in FIGHTING:
            if state.phase == "turn" and state.side[CLEOPATRA] != first.side[CLEOPATRA]:
                position = position_of(first, state)
                sides = (position.attacker, position.defender)
                joined = sides[state.side[CLEOPATRA] != attacker_of(first)]
                acting = [action for action in jc.legal_actions(state) if isinstance(action, jc.Fire)]
                if any(action.block == "Pompey:Cleopatra" for action in acting):
                    assert len(position.firing) == len(acting)
                    assert len(joined) - 1 in position.firing
                    found += 1
            if jc.current_player(state) == CHANCE:
                state = jc.apply(state, jc.chance_outcomes(state).sample(random))
            else:
                legal = jc.legal_actions(state)
                state = jc.apply(state, random.choice([a for a in legal if isinstance(a, jc.Fire)] or legal))
    assert found > 3


@pytest.mark.clause("julius_caesar", "7.6")
def test_who_may_retreat_is_not_cut_off_whoever_attacks() -> None:
    """In battles of random games nobody is said to be cut off whom the rules let retreat, of either side and role."""
    seen = set()
    for seed in range(4):
        random, first = Random(seed), None
        for state, _ in play(jc.rules, dict.fromkeys(SIDES, random_strategy(random)), random):
            first = None if state.phase not in FIGHTING else first or state
            if first and state.phase == "turn" and any(isinstance(a, jc.Retreat) for a in jc.legal_actions(state)):
                actor, battle = SIDES.index(str(jc.current_player(state))), battle_of(first, state)
                attacks = actor == attacker_of(first)
                assert not (battle.cut_off if attacks else battle.defender_cut_off)
                seen.add((actor, attacks))
    assert len(seen) == 4
