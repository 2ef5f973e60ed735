"""Contests of Aquileia drawn at random."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from gamekit import aquileia as aq

STRENGTH = {"slave 1": 1, "slave 2": 2, "weapon 1": 1, "weapon 2": 2, "weapon 3": 3}


STRENGTH |= {f"{metal} horse {n}": n for metal in ("gold", "silver") for n in (1, 2)}


def person(name: str, tie: int, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "tie": tie,
        "base": 1,
        "cards": 0,
        "rolled": 0,
        "red": 0,
        "blue": 0,
        "side": None,
        "hand": [],
    } | more


def contest_of(people: list[dict[str, Any]]) -> aq.Contest:
    return aq.Contest(aq.Entrant(**{key: value for key, value in one.items() if key != "hand"}) for one in people)


def random_worth(random: Random) -> dict[str, Fraction]:
    worth = {name: Fraction(random.randint(0, 8), random.choice((1, 2, 3))) for name in aq.PointWorth.__slots__}
    return worth | {"point": Fraction(random.randint(0, 2), 2)} if random.random() < 0.5 else worth


def random_people(random: Random, race: bool, names: list[str] | None = None, reds: int = 2) -> list[dict[str, Any]]:
    names = names or [f"P{i}" for i in range(random.choice((2, 3, 3)))]
    ties = random.sample(range(1, 6), len(names))
    left = reds
    people = []
    for name, tie in zip(names, ties):
        red = random.randint(0, min(2, left))
        left -= red
        hand = random.sample(sorted(STRENGTH), random.randint(0, 2))
        people.append(
            person(
                name,
                tie,
                base=random.randint(1, 3),
                rolled=random.randint(0, 2),
                red=red,
                hand=hand,
                side=random.choice(("gold", "silver")) if race else None,
            )
        )
    return people
