"""Many battles at once: the compiled kernel against the exact course, on battles drawn from all printed blocks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import battle as engagement
from gamekit.julius_caesar.odds import battle_kernel
from tests.cases import Cases

COLOURS = ("Caesar", "Pompey")
CLEOPATRA = jc.BLOCKS["Pompey", "Cleopatra"]
POOLS = {
    colour: [block for (side, _), block in jc.BLOCKS.items() if side == colour and block != CLEOPATRA]
    for colour in COLOURS
}


def random_battle(random: Random, most: int, reserves: bool) -> jc.Battle:
    """Blocks at any strengths; in a third of the battles Cleopatra, on either side, in the main body or in reserve."""
    colours = random.sample(COLOURS, 2)
    mains, waiting = [], []
    for colour in colours:
        main, reserve = random.randint(1, most), random.randint(0, 2) if reserves else 0
        drawn = [block.at(random.choice(block.track)) for block in random.sample(POOLS[colour], main + reserve)]
        mains.append(tuple(drawn[:main]))
        waiting.append(tuple(drawn[main:]))
    if random.random() < 1 / 3:
        side = random.randrange(2)
        where = random.choice((mains, waiting, waiting)) if reserves else mains
        where[side] = with_cleopatra(random, where[side], colours[side])
    flags = {name: random.random() < 0.4 for name in ("first_strike", "cut_off", "defender_cut_off")}
    return jc.Battle(*mains, *waiting, **flags)


def with_cleopatra(random: Random, body: tuple[jc.Block, ...], colour: str) -> tuple[jc.Block, ...]:
    """She takes the place of one of the blocks, or comes as one more where there is none."""
    her = replace(CLEOPATRA.at(random.choice(CLEOPATRA.track)), side=colour)
    slot = random.randrange(max(len(body), 1))
    return (*body[:slot], her, *body[slot + 1 :])


@pytest.fixture(scope="module")
def battles(cases: Cases) -> list[jc.Battle]:
    random = Random(63)
    plain = [random_battle(random, 5, reserves=False) for _ in range(cases(60, 1000))]
    drawn = plain + [random_battle(random, 2, reserves=True) for _ in range(cases(20, 250))]
    jc.odds_of_many(drawn)  # compiled before the first test
    return drawn


def test_every_thing_occurs_often(battles: list[jc.Battle], cases: Cases) -> None:
    counts: Counter[str] = Counter()
    for battle in battles:
        armies = (battle.attacker, battle.defender, battle.attacker_reserve, battle.defender_reserve)
        counts.update(block.type for block in battle.blocks)
        counts.update(f"Cleopatra in {n}" for n, army in enumerate(armies) if any(b.type == "cleopatra" for b in army))
        counts.update(name for name in ("first_strike", "cut_off", "defender_cut_off") if getattr(battle, name))
    assert counts["cleopatra"] >= cases(15, 350)
    assert min(counts.values()) >= cases(1, 20), counts
    assert {block.name for battle in battles for block in battle.blocks} == {block.name for block in jc.BLOCKS.values()}


@pytest.mark.clause("julius_caesar", "7.2", "7.3", "7.31", "7.4", "7.41", "7.42", "7.52", "7.6", "7.62", "E.Mars")
@pytest.mark.long
def test_compiled_as_by_the_exact_course(battles: list[jc.Battle]) -> None:
    frame = jc.odds_of_many(battles)
    assert engagement.kernel_at_hand()
    for battle, row in list(zip(battles, frame.itertuples(index=False), strict=True))[::12]:
        assert max(abs(found - right) for found, right in zip(row, battle.chances())) <= 1e-12, battle


@pytest.mark.long
def test_compiled_as_by_the_same_course_in_floats(battles: list[jc.Battle], monkeypatch: pytest.MonkeyPatch) -> None:
    frame = jc.odds_of_many(battles)
    monkeypatch.setattr(engagement, "kernel_at_hand", lambda: False)
    for battle, row in zip(battles, frame.itertuples(index=False), strict=True):
        assert max(abs(found - right) for found, right in zip(row, battle.chances(float))) <= 1e-12, battle


def test_one_battle_runs_compiled_once_the_kernel_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """With reserves and Cleopatra; an own order and a start in the middle go the exact course's way."""
    battle = jc.Battle(
        jc.army("Legio 7/I", "Caesar"), jc.army("Cleopatra/I, Ballista", "Pompey"), jc.army("Antonius", "Caesar")
    )
    asked = []
    compiled = battle_kernel.compiled_chances
    monkeypatch.setattr(battle_kernel, "compiled_chances", lambda coded: asked.append(coded) or compiled(coded))
    assert max(abs(found - right) for found, right in zip(battle.chances(float), battle.chances())) <= 1e-12
    assert len(asked) == 1
    battle.chances(float, order=lambda tied, side: tied[0])
    battle.at(replace(battle.start, turn=1)).chances(float)
    assert len(asked) == 1


def test_battles_that_are_not_for_the_kernel_are_computed_all_the_same() -> None:
    """Armies too big for it, and Cleopatra acting late (a reading of 7.52)."""
    horde = jc.Battle(jc.army("21 D1/I"), jc.army("A6/I"), cut_off=True)
    late = jc.Battle(jc.army("Legio 7/I", "Caesar"), jc.army("Cleopatra/I, Ballista", "Pompey"), reading="online")
    frame = jc.odds_of_many([horde, late] * engagement.WORTH_LOADING)
    for row, battle in enumerate((horde, late)):
        assert max(abs(found - right) for found, right in zip(frame.iloc[row], battle.chances())) <= 1e-12


def test_the_kernel_takes_no_army_that_is_too_big() -> None:
    sides = [jc.army(f"{number} C3/I") for number in (20, 21)]
    battles = [jc.Battle(own, enemy) for own in sides for enemy in sides]
    assert battle_kernel.encode(battles)[2].tolist() == [0, -1, -1, -1]
    assert battle_kernel.encode([replace(battles[0], first_strike=True, defender_cut_off=True)])[2].tolist() == [5]


def test_it_is_said_whether_the_numbers_are_rounded() -> None:
    battle = jc.Battle(jc.army("C3/I"), jc.army("C2/I"))
    assert jc.odds_of_many([battle]).attrs["basis"][0] == "rounded numbers, not fractions"
    assert jc.odds_of_many([battle], numbers=int).attrs["basis"][0] == "exact"
