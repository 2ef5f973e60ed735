"""Many battles at once: the compiled kernel against the exact course, on random battles."""

from dataclasses import replace
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import battle as engagement
from gamekit.julius_caesar.odds import battle_kernel
from gamekit.probability import jit
from tests.cases import Cases
from tests.julius_caesar.cost_of_orders import drawn as of_printed_blocks
from tests.julius_caesar.random_battles import random_battle


@pytest.fixture(scope="module")
def battles(cases: Cases) -> list[jc.Battle]:
    """Some larger ones of printed blocks, and small ones in which the rare things happen."""
    random = Random(63)
    drawn = [of_printed_blocks(random) for _ in range(cases(60, 1000))]
    drawn += [random_battle(random).battle() for _ in range(cases(40, 400))]
    jc.chances_of_battles(drawn)  # compiled before the first test
    return drawn


@pytest.mark.clause("julius_caesar", "7.2", "7.3", "7.31", "7.4", "7.41", "7.42", "7.52", "7.6", "7.62", "E.Mars")
@pytest.mark.long
def test_compiled_as_by_the_course(battles: list[jc.Battle], monkeypatch: pytest.MonkeyPatch) -> None:
    """By the same course in floats, and for every twelfth battle by the exact one."""
    frame = jc.chances_of_battles(battles)
    assert engagement.should_compile()
    assert jit.is_cached(battle_kernel.chances)
    assert not jit.is_cached(jit.compiled(lambda: 0))
    monkeypatch.setattr(engagement, "should_compile", lambda: False)
    for number, (battle, row) in enumerate(zip(battles, frame.itertuples(index=False), strict=True)):
        right = battle.chances() if number % 12 == 0 else battle.chances(float)
        assert max(abs(found - each) for found, each in zip(row, right)) <= 1e-12, battle


def test_one_battle_runs_compiled_once_the_kernel_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """With reserves and Cleopatra; an own order and a start in the middle go the exact course's way."""
    battle = jc.Battle(
        jc.army("Legio 7/I", "Caesar"), jc.army("Cleopatra/I, Ballista", "Pompey"), jc.army("Antonius", "Caesar")
    )
    asked = []
    compiled = battle_kernel.compiled_chances
    monkeypatch.setattr(battle_kernel, "ready", True)
    monkeypatch.setattr(battle_kernel, "compiled_chances", lambda coded: asked.append(coded) or compiled(coded))
    assert max(abs(found - right) for found, right in zip(battle.chances(float), battle.chances())) <= 1e-12
    assert len(asked) == 1
    battle.chances(float, order=lambda tied, side: tied[0])
    battle.at(replace(battle.start_position, turn=1)).chances(float)
    assert len(asked) == 1


@pytest.mark.parametrize("kept", [False, True], ids=["never compiled here", "kept on the disk"])
def test_the_kernel_is_loaded_ahead_where_that_compiles_nothing(kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_kernel, "ready", False)
    monkeypatch.setattr(jit, "is_cached", lambda kernel: kept)
    engagement.load_compiled()
    assert engagement.should_compile() == kept


def test_battles_that_are_not_for_the_kernel_are_computed_all_the_same() -> None:
    """Armies too big for it, and Cleopatra acting late (a reading of 7.52)."""
    horde = jc.Battle(jc.army("21 D1/I"), jc.army("A6/I"), cut_off=True)
    late = jc.Battle(jc.army("Legio 7/I", "Caesar"), jc.army("Cleopatra/I, Ballista", "Pompey"), reading="online")
    frame = jc.chances_of_battles([horde, late] * engagement.WORTH_LOADING)
    for row, battle in enumerate((horde, late)):
        assert max(abs(found - right) for found, right in zip(frame.iloc[row], battle.chances())) <= 1e-12


def test_the_kernel_takes_no_army_that_is_too_big() -> None:
    sides = [jc.army(f"{number} C3/I") for number in (20, 21)]
    battles = [jc.Battle(own, enemy) for own in sides for enemy in sides]
    assert battle_kernel.encode(battles)[2].tolist() == [0, -1, -1, -1]
    assert battle_kernel.encode([replace(battles[0], first_strike=True, defender_cut_off=True)])[2].tolist() == [5]


def test_it_is_said_whether_the_numbers_are_rounded() -> None:
    battle = jc.Battle(jc.army("C3/I"), jc.army("C2/I"))
    assert jc.chances_of_battles([battle]).attrs["basis"][0] == "rounded numbers, not fractions"
    assert jc.chances_of_battles([battle], numbers=int).attrs["basis"][0] == "exact"
