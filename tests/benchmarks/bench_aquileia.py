"""Contests of Aquileia against every throw one by one and icepool, the blue-dice plan, whole games.

Every peer answers the same question and its answer is compared before anything is timed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from statistics import median
from time import perf_counter

import icepool

from gamekit import aquileia as aq
from gamekit import game
from gamekit.aquileia import rules
from tests.benchmarks.measure import compare, line

FIVE = [
    aq.Contest(
        aq.Entrant(f"P{i}", base=1 + (i + shift) % 3, tie=i + 1, cards=(i * shift) % 3, blue=4 * (i == shift % 5))
        for i in range(5)
    )
    for shift in range(1, 4)
]
ARENA = aq.Contest(
    [
        aq.Entrant("Stefan", base=1, tie=1),
        aq.Entrant("Giorgio", base=2, cards=3, blue=4, tie=4),
        aq.Entrant("Kiko", base=1, cards=2, tie=2),
    ]
)
RACE = aq.Contest(
    aq.Entrant(name, base=1 + i % 2, tie=i + 1, side=("gold", "silver")[i % 2])
    for i, name in enumerate(("Stefan", "Kiko", "Walter", "Giorgio", "Flavia"))
)
HANDS = {"Stefan": ["slave 1"], "Giorgio": ["weapon 2", "slave 1", "silver horse 2"], "Kiko": ["slave 2", "weapon 1"]}

BOTH = (
    aq.Contest(aq.Entrant(one.name, 1 + i % 2, one.tie, blue=4 * (i == 3)) for i, one in enumerate(RACE.entrants)),
    RACE,
)
ARMS = ["slave 1", "slave 2", "weapon 2"]
HORSES = [f"{metal} horse {strength}" for metal in ("gold", "silver") for strength in (1, 1, 2)]
MANY = dict.fromkeys(RACE.names, ARMS + HORSES)


def counted(contest: aq.Contest) -> dict[tuple[str, ...], Fraction]:
    """The peer: every combination of numbers of faces, ranked by sorting."""
    weights = {dice: [1] for dice in range(8)}
    for dice in range(1, 8):
        last = [*weights[dice - 1], 0]
        weights[dice] = [2 * here + (last[k - 1] if k else 0) for k, here in enumerate(last)]
    laws = [list(enumerate(weights[one.red + one.blue])) for one in contest.entrants]
    found: Counter[tuple[str, ...]] = Counter()
    for throw in product(*laws):
        times = 1
        for _, weight in throw:
            times *= weight
        strengths = [one.sure + faces for one, (faces, _) in zip(contest.entrants, throw)]
        order = sorted(zip(contest.entrants, strengths), key=lambda pair: (-pair[1], pair[0].tie))
        found[tuple(one.name for one, _ in order)] += times
    whole = sum(found.values())
    return {order: Fraction(times, whole) for order, times in found.items()}


def pooled(contest: aq.Contest) -> dict[tuple[str, ...], Fraction]:
    """icepool, as its documentation maps several dice at once."""
    face = icepool.Die([1, 0, 0])
    dice = [(one.red + one.blue) @ face + one.sure for one in contest.entrants]

    def order(*strengths: int) -> tuple[str, ...]:
        pairs = sorted(zip(contest.entrants, strengths), key=lambda pair: (-pair[1], pair[0].tie))
        return tuple(one.name for one, _ in pairs)

    law = icepool.map(order, *dice)
    return {tuple(outcome): law.probability(outcome) for outcome in law.outcomes()}


def exact(contest: aq.Contest) -> dict[tuple[str, ...], Fraction]:
    odds = contest.odds()
    return {order: Fraction(int(weight), odds.total) for order, weight in odds.items()}


def seconds_of(run: Callable[[int], object], repeats: int) -> float:
    times = []
    for repeat in range(repeats):
        started = perf_counter()
        run(repeat)
        times.append(perf_counter() - started)
    return median(times)


def whole_game(seed: int) -> None:
    random = Random(seed)
    strategies = defaultdict(lambda: game.at_random(random))
    for _ in game.play(rules, strategies, random):
        pass


def main() -> None:
    for contest in FIVE:
        assert exact(contest) == counted(contest) == pooled(contest)
    print(f"{'the law of rankings of five':<58}{'gamekit':>12}{'peer':>13}{'ratio':>10}")
    for label, numbers in (("floats", float), ("exact", Fraction)):
        for name, peer in (("every combination", counted), ("icepool", pooled)):
            found = compare(lambda n, k=numbers: FIVE[n % 3].odds(k), lambda n, p=peer: p(FIVE[n % 3]), repeats=5)
            print(line(f"{label} against {name}", found))
    told = "{:<58}{:>9.2f} ms  (aim: at most {} ms)".format
    split = seconds_of(lambda _: aq.blue_split(ARENA, RACE), 21)
    print(told("blue dice split, all dice to come, exact", split * 1e3, 20))
    print(told("the same with hands", seconds_of(lambda _: aq.blue_split(ARENA, RACE, hands=HANDS), 21) * 1e3, 20))
    for label, hands in (("", None), (", three cards of each kind", MANY)):
        print(told(f"five and five{label}", seconds_of(lambda _, h=hands: aq.blue_split(*BOTH, hands=h), 11) * 1e3, 20))
    print(
        told(
            "best play of five, three cards",
            seconds_of(lambda _: aq.best_play(BOTH[0], MANY, what_if=True), 11) * 1e3,
            20,
        )
    )
    print(told("a random game of four", seconds_of(whole_game, 21) * 1e3, 50))


if __name__ == "__main__":
    main()
