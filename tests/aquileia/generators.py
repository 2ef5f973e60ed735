"""Contests of Aquileia drawn at random."""

from fractions import Fraction
from random import Random
from typing import Any

from gamekit import aquileia as aq

STRENGTH = {"slave 1": 1, "slave 2": 2, "weapon 1": 1, "weapon 2": 2, "weapon 3": 3}


STRENGTH |= {f"{metal} horse {n}": n for metal in ("gold", "silver") for n in (1, 2)}


def person(name: str, tie: int, **more: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("cards", "rolled", "red", "blue"), 0)
    return {"name": name, "tie": tie, "base": 1, **nothing, "side": None, "hand": []} | more


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
        drawn = {"base": random.randint(1, 3), "rolled": random.randint(0, 2), "red": red, "hand": hand}
        people.append(person(name, tie, side=random.choice(("gold", "silver")) if race else None, **drawn))
    return people


def crowd(random: Random) -> list[dict[str, Any]]:
    """Two to five people without cards in hand; one of them has the blue dice."""
    names = [f"P{i}" for i in range(random.choice((2, 3, 3, 4, 5)))]
    people = [person(name, tie) for name, tie in zip(names, random.sample(range(1, 8), len(names)))]
    for one in people:
        one |= {"base": random.randint(1, 4), "cards": random.choice((0, 0, 1, 2, 5))}
        one |= {"rolled": random.randint(0, 3), "red": random.randint(0, 3)}
    random.choice(people)["blue"] = random.randint(0, 4)
    return people
