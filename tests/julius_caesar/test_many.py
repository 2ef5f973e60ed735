"""Many battles at once: the compiled kernel against the general course, on battles drawn from all printed blocks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import battle as engagement
from gamekit.julius_caesar.odds import encoding

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
def battles() -> list[jc.Battle]:
    random = Random(63)
    plain = [random_battle(random, 5, reserves=False) for _ in range(1000)]
    return plain + [random_battle(random, 2, reserves=True) for _ in range(250)]


def test_every_thing_occurs_often(battles: list[jc.Battle]) -> None:
    counts: Counter[str] = Counter()
    for battle in battles:
        armies = (battle.attacker, battle.defender, battle.attacker_reserve, battle.defender_reserve)
        counts.update(block.type for block in battle.blocks)
        counts.update(f"Cleopatra in {n}" for n, army in enumerate(armies) if any(b.type == "cleopatra" for b in army))
        counts.update(name for name in ("first_strike", "cut_off", "defender_cut_off") if getattr(battle, name))
    assert counts["cleopatra"] >= 350
    assert min(counts.values()) >= 20, counts
    assert {block.name for battle in battles for block in battle.blocks} == {block.name for block in jc.BLOCKS.values()}


@pytest.mark.clause("julius_caesar", "7.2", "7.3", "7.31", "7.4", "7.41", "7.42", "7.52", "7.6", "7.62", "E.Mars")
@pytest.mark.long
def test_compiled_as_by_the_general_course(battles: list[jc.Battle], monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(battles) >= encoding.WORTH_LOADING
    frame = jc.odds_of_many(battles)
    assert encoding.kernel_is_loaded()
    monkeypatch.setattr(engagement, "kernel_is_loaded", lambda: False)
    for battle, row in zip(battles, frame.itertuples(index=False), strict=True):
        general = tuple(battle.chances(float))
        assert max(abs(found - right) for found, right in zip(row, general)) <= 1e-12, battle


def test_one_battle_runs_compiled_once_the_kernel_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """With reserves and Cleopatra; an own order and a start in the middle go the general way."""
    battle = jc.Battle(
        jc.army("Legio 7/I", "Caesar"), jc.army("Cleopatra/I, Ballista", "Pompey"), jc.army("Antonius", "Caesar")
    )
    jc.odds_of_many([battle] * encoding.WORTH_LOADING)
    asked = []
    compiled = engagement.compiled_chances
    monkeypatch.setattr(engagement, "compiled_chances", lambda *coded: asked.append(coded) or compiled(*coded))
    exact = battle.chances()
    assert max(abs(found - right) for found, right in zip(battle.chances(float), exact)) <= 1e-12
    assert len(asked) == 1
    battle.chances(float, order=lambda tied, side: tied[0])
    battle.at(replace(battle.start, turn=1)).chances(float)
    assert len(asked) == 1


def test_armies_too_big_for_the_kernel_are_computed_all_the_same() -> None:
    horde = jc.Battle(jc.army("21 D1/I"), jc.army("A6/I"), cut_off=True)
    frame = jc.odds_of_many([horde] * encoding.WORTH_LOADING)
    assert max(abs(found - right) for found, right in zip(frame.iloc[0], horde.chances())) <= 1e-12


def test_the_kernel_takes_no_army_that_is_too_big() -> None:
    sides = [jc.army(f"{number} C3/I") for number in (20, 21)]
    battles = [jc.Battle(own, enemy) for own in sides for enemy in sides]
    flags = encoding.encoded(battles)[2]
    assert flags.tolist() == [0, -1, -1, -1]
    assert encoding.encoded([replace(battles[0], first_strike=True, defender_cut_off=True)])[2].tolist() == [5]


def test_it_is_said_whether_the_numbers_are_rounded() -> None:
    battle = jc.Battle(jc.army("C3/I"), jc.army("C2/I"))
    assert jc.odds_of_many([battle]).attrs["basis"][0] == "rounded numbers, not fractions"
    assert jc.odds_of_many([battle], numbers=int).attrs["basis"][0] == "exact"
