"""The sums of a siege's rounds by every way to compute them: small numbers, large ones, compiled and not."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds import rounds

LARGE = Fraction(1, 10**18 + 9)  # with such a worth no value fits numpy's whole numbers


def some_siege(random: Random) -> rv.Siege:
    major = random.random() < 0.6
    inside = rv.force(f"{random.randint(1, 4)} HI", random.randint(0, 4)) if random.random() < 0.8 else None
    outside = rv.force(f"{random.randint(1, 6)} LGN, rHI", random.randint(0, 4))
    return rv.Siege(outside, inside, random.randint(1, 4 if major else 2), major, operations=random.randint(1, 5))


def same(one: rv.Plan, other: rv.Plan) -> bool:
    values = all((a == b).all() for a, b in zip(one.values, other.values))
    return values and all((a == b).all() for a, b in zip(one.sending, other.sending)) and one.value == other.value


def test_large_numbers_are_added_up_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "compiled_pays", lambda count: False)
    random = Random(7)
    for _ in range(8):
        siege, worth = some_siege(random), (10 + LARGE, 1, Fraction(random.randint(0, 9), 7), Fraction(1, 3))
        halves = siege.plan(*worth)
        assert halves.values[0].dtype == object
        with monkeypatch.context() as plain:
            plain.setattr(rounds, "WIDE", 0)
            assert same(halves, siege.plan(*worth))


def test_the_compiled_rounds_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    random = Random(8)
    for _ in range(8):
        siege = some_siege(random)
        for worth in ((10, 1, 1, 0), (10 + LARGE, 1, Fraction(2, 7), Fraction(1, 3))):
            found = []
            for fast in (True, False):
                monkeypatch.setattr(rounds, "compiled_pays", lambda count, fast=fast: fast)
                found.append(siege.plan(*worth))
            assert same(*found)
            assert siege.plan(*worth, numbers=float).value == pytest.approx(float(found[0].value), abs=1e-9)


def test_the_kernel_is_loaded_for_much_work_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(rounds.sys.modules, "gamekit.roma_victrix.odds.compiled", raising=False)
    monkeypatch.setattr(rounds, "find_spec", lambda name: None)
    assert not rounds.compiled_pays(10**9)
    monkeypatch.setattr(rounds, "find_spec", lambda name: name)
    assert rounds.compiled_pays(10**6)  # positions times rounds
    assert not rounds.compiled_pays(10**6 - 1)
