"""Contests of Aquileia against every throw one by one and icepool, the blue-dice plan, whole games.

Every peer answers the same question and its answer is compared before anything is timed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from statistics import median
from time import process_time

import icepool

from gamekit import aquileia as aq
from gamekit.aquileia import rules
from gamekit.play import protocol
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

THREE = (
    aq.Contest(
        aq.Entrant(name, base=base, tie=tie, blue=4 * (name == "Giorgio"))
        for name, base, tie in (("Stefan", 1, 1), ("Kiko", 1, 2), ("Giorgio", 2, 4))
    ),
    RACE,
)
ARMS = {"Stefan": ["slave 1", "slave 2", "weapon 2"], "Kiko": ["slave 2", "slave 2"], "Giorgio": ["weapon 1"]}
HORSES = {"Stefan": ["gold horse 1"], "Kiko": ["silver horse 2"], "Giorgio": ["silver horse 1"]}
FULL = {name: [*ARMS[name], *HORSES[name]] for name in ARMS}


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
        strengths = [one.sure_strength + faces for one, (faces, _) in zip(contest.entrants, throw)]
        order = sorted(zip(contest.entrants, strengths), key=lambda pair: (-pair[1], pair[0].tie))
        found[tuple(one.name for one, _ in order)] += times
    whole = sum(found.values())
    return {order: Fraction(times, whole) for order, times in found.items()}


def pooled(contest: aq.Contest) -> dict[tuple[str, ...], Fraction]:
    """icepool, as its documentation maps several dice at once."""
    face = icepool.Die([1, 0, 0])
    dice = [(one.red + one.blue) @ face + one.sure_strength for one in contest.entrants]

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
        started = process_time()
        run(repeat)
        times.append(process_time() - started)
    return median(times)


def whole_game(seed: int) -> None:
    random = Random(seed)
    strategies = defaultdict(lambda: protocol.at_random(random))
    for _ in protocol.play(rules, strategies, random):
        pass


def playings(seconds: float) -> int:
    """How many times the searching player plays on to the end of the round, for the first henchman of a game."""
    state = aq.initial_state()
    while aq.current_player(state) == protocol.CHANCE:
        state = aq.apply(state, next(iter(aq.chance_outcomes(state))))
    return aq.players.find(aq.observe(state, "Stefan"), aq.legal_actions(state), seconds=seconds).iterations


def main(quick: bool = False) -> None:
    """``quick``: each question once."""
    times = 1 if quick else 11
    for contest in FIVE[:times]:
        assert exact(contest) == counted(contest) == pooled(contest)
    print(f"{'the law of rankings of five':<58}{'gamekit':>12}{'peer':>13}{'ratio':>10}")
    for label, numbers in (("floats", float), ("exact", Fraction)):
        for name, peer in (("every combination", counted), ("icepool", pooled)):
            found = compare(
                lambda n, k=numbers: FIVE[n % 3].odds(k), lambda n, p=peer: p(FIVE[n % 3]), repeats=min(times, 5)
            )
            print(line(f"{label} against {name}", found))
    told = "{:<58}{:>9.2f} ms  (aim: at most {} ms)".format
    questions: dict[str, tuple[Callable[[int], object], int]] = {
        "one entrant's ranks of five, exact": (lambda n: FIVE[n % 3].p_rank("P0"), 1),
        "blue dice split, all dice to come, exact": (lambda _: aq.blue_split(ARENA, RACE), 150),
        "the same with hands": (lambda _: aq.blue_split(ARENA, RACE, hands=HANDS), 300),
        "three in the arena, five in the race, full hands": (lambda _: aq.blue_split(*THREE, hands=FULL), 600),
        "best play of three, full hands": (lambda _: aq.best_play(THREE[0], FULL, what_if=True), 60),
        "a random game of four": (whole_game, 50),
    }
    for label, (ask, most) in questions.items():
        print(told(label, seconds_of(ask, times) * 1e3, most))
    seconds = 0.05 if quick else 1.0
    print(f"{'rounds that the search plays on a second':<58}{playings(seconds) / seconds:>9.0f}  (aim: at least 100)")


if __name__ == "__main__":
    main()
