"""Battles of Julius Caesar against a recursion and dyce; a large siege; luck in a year of war.

Every peer answers the same question, the three chances of a battle of eight blocks against eight without reserves,
and is written as its own documentation shows. They may keep between calls what they know about dice alone, as gamekit
does. Before anything is timed their answers are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from time import process_time
from typing import Any

from dyce import H
from dyce.evaluation import aggregate_weighted

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.odds.battle import WORTH_LOADING
from gamekit.play.luck import audit
from tests.benchmarks.measure import compare, line

Chances = Sequence[Any]  # attacker wins, attacker eliminated, attacker leaves
Strengths = tuple[int, ...]

ATTACKER, DEFENDER = 0, 1
TURNS = [(letter, side) for letter in "ABCD" for side in (DEFENDER, ATTACKER)]
WINS, ELIMINATED, LEAVES = 1, 2, 3

BATTLES = [
    jc.Battle(jc.army(attacker, "Caesar"), jc.army(defender, "Pompey"))
    for attacker, defender in (
        (
            "Caesar, Equitatus 1, Legio 8, Legio 10, Legio 13, Auxilia 1, Auxilia 3, Ballista",
            "Pompey, Scipio, Legio 1, Legio 3, Legio 39, Equitatus 2, Elephant, Navis 3",
        ),
        (
            "Antonius, Legio 7, Legio 9, Legio 12, Legio 14/II, Legio 21, Equitatus 4, Navis 4",
            "Brutus, Legio 2, Legio 33, Legio 36, Auxilia 1, Auxilia 4, Equitatus 1, Ballista",
        ),
        (
            "Octavian/II, Legio 17, Legio 10, Legio 16/I, Auxilia 2, Auxilia 4, Equitatus 3, Equitatus 2",
            "Pompey/II, Legio 4, Legio 5, Legio 34, Legio 38, Equitatus 3, Auxilia 2, Navis 1",
        ),
    )
]
SMALL = [jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey"))]


class Side:
    """What every peer needs to know of a side: letters, dice, and who takes a hit (7.4)."""

    def __init__(self, blocks: tuple[jc.Block, ...], side: int) -> None:
        self.letters = [block.initiative_defending if side else block.initiative_attacking for block in blocks]
        self.firepowers = [block.firepower for block in blocks]
        self.steps = [block.strength_per_step for block in blocks]
        self.start = tuple(block.strength for block in blocks)
        self.slots = range(len(blocks))
        rank = sorted(self.slots, key=lambda n: (self.firepowers[n], -ord(self.letters[n]), -n))
        self.rank = [rank.index(slot) for slot in self.slots]
        self.after = cache(self._after)

    def hit(self, strengths: Strengths) -> Strengths:
        top = max(strengths)
        if not top:
            return strengths
        slot = min((n for n in self.slots if strengths[n] == top), key=self.rank.__getitem__)
        return (*strengths[:slot], max(0, top - self.steps[slot]), *strengths[slot + 1 :])

    def _after(self, strengths: Strengths, hits: int) -> Strengths:
        return self.hit(self.after(strengths, hits - 1)) if hits else strengths

    def dice(self, letter: str, strengths: Strengths) -> tuple[tuple[int, int], ...]:
        """(dice, firepower) of each block of a letter."""
        return tuple((n, fire) for n, fire, own in zip(strengths, self.firepowers, self.letters) if n and own == letter)


def sides_of(battle: jc.Battle) -> tuple[Side, Side]:
    return Side(battle.attacker, ATTACKER), Side(battle.defender, DEFENDER)


def gamekit(battle: jc.Battle, numbers: type = float) -> Chances:
    return list(battle.chances(numbers))[:3]


# A memoised recursion over tuples of strengths


@cache
def binomial(dice: int, firepower: int) -> list[float]:
    p = firepower / 6
    return [comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1)]


def recursion(battle: jc.Battle) -> Chances:
    """Block by block: the chances from a state are the mean of those after each number of hits."""
    sides = sides_of(battle)
    order = [(side, n) for letter, side in TURNS for n in sides[side].slots if sides[side].letters[n] == letter]

    @cache
    def chances(round_: int, turn: int, attacker: Strengths, defender: Strengths) -> tuple[float, float, float]:
        if not any(defender):
            return 1.0, 0.0, 0.0
        if not any(attacker):
            return 0.0, 1.0, 0.0
        if turn == len(order):
            return chances(round_ + 1, 0, attacker, defender)
        side, slot = order[turn]
        dice = (attacker, defender)[side][slot]
        if not dice:
            return chances(round_, turn + 1, attacker, defender)
        if round_ == 4 and side == ATTACKER:
            return 0.0, 0.0, 1.0  # somebody gets away, and nobody fires at the defenders any more
        wins = eliminated = leaves = 0.0
        for p in binomial(dice, sides[side].firepowers[slot]):
            after = chances(round_, turn + 1, attacker, defender)
            wins, eliminated, leaves = wins + p * after[0], eliminated + p * after[1], leaves + p * after[2]
            if side == DEFENDER:
                attacker = sides[ATTACKER].hit(attacker)
            else:
                defender = sides[DEFENDER].hit(defender)
        return wins, eliminated, leaves

    return chances(1, 0, sides[ATTACKER].start, sides[DEFENDER].start)


# dyce: histograms of dice pools, and a cached function that returns histograms (its Risus example)


@cache
def dyce_volley(dice: tuple[tuple[int, int], ...]) -> H:
    return sum((count @ H(6).le(firepower) for count, firepower in dice), H({0: 1}))


def with_dyce(battle: jc.Battle) -> Chances:
    """By ``aggregate_weighted``, the quickest documented way."""
    sides = sides_of(battle)

    @cache
    def resolve(round_: int, turn: int, attacker: Strengths, defender: Strengths) -> H:
        if not any(defender):
            return H({WINS: 1})
        if not any(attacker):
            return H({ELIMINATED: 1})
        for now in range(turn, 8):
            letter, side = TURNS[now]
            if dice := sides[side].dice(letter, (attacker, defender)[side]):
                break
        else:
            return resolve(round_ + 1, 0, attacker, defender)
        if round_ == 4 and side == ATTACKER:
            return H({LEAVES: 1})

        def after(hits: int) -> H:
            if side == DEFENDER:
                return resolve(round_, now + 1, sides[ATTACKER].after(attacker, hits), defender)
            return resolve(round_, now + 1, attacker, sides[DEFENDER].after(defender, hits))

        return aggregate_weighted([(after(int(h)), n) for h, n in dyce_volley(dice).items()]).lowest_terms()

    ends = resolve(1, 0, sides[ATTACKER].start, sides[DEFENDER].start)
    return [Fraction(ends.get(end, 0), ends.total) for end in (WINS, ELIMINATED, LEAVES)]


PEERS: list[tuple[str, Callable[[jc.Battle], Chances], float]] = [  # and the ratio that is aimed at
    ("memoised recursion over strengths, block by block", recursion, 60),
    ("dyce, aggregate_weighted", with_dyce, 80),
]


def check_peers(battles: Sequence[jc.Battle]) -> None:
    """They answer the same question."""
    for battle in battles:
        right = gamekit(battle, int)
        for label, peer, _ in PEERS:
            for found, exact in zip(peer(battle), right, strict=True):
                if abs(float(found) - float(exact)) > 1e-12:
                    raise AssertionError(f"{label} gives {float(found)} instead of {float(exact)} for {battle}")
        assert [Fraction(p) for p in with_dyce(battle)] == right


def floats(repeats: int, battles: Sequence[jc.Battle]) -> None:
    """Compiled; the kernel is loaded."""
    which = cycle_of(battles)
    print(f"{'8 v 8 mixed blocks, three chances (aim: under 0.5 ms)':<58}{'gamekit':>12}{'peer':>13}{'ratio':>10}")
    for label, peer, wanted in PEERS:
        found = compare(lambda n: gamekit(which(n)), lambda n, ask=peer: ask(which(n)), repeats)
        print(line(f"floats v {label}", found, wanted), flush=True)


def cycle_of(battles: Sequence[jc.Battle]) -> Callable[[int], jc.Battle]:
    """The battle of a repeat, the first again after the last."""
    return lambda repeat: battles[repeat % len(battles)]


def exact(repeats: int, battles: Sequence[jc.Battle]) -> None:
    which = cycle_of(battles)
    found = compare(lambda n: gamekit(which(n), int), lambda n: with_dyce(which(n)), repeats)
    print(line("exact v dyce, aggregate_weighted", found, 10), flush=True)
    armies = [[block for (side, _), block in jc.BLOCKS.items() if side == colour] for colour in ("Caesar", "Pompey")]
    large = jc.Battle(*(tuple(army[:16]) for army in armies))
    started = process_time()
    large.chances()
    print(f"exact, 16 v 16: {process_time() - started:.2f} s of processor time  (aim: 0.5 s)", flush=True)


def load_kernel() -> None:
    """From then on floats run compiled; the first time on a machine takes some 20 s of compiling."""
    started = process_time()
    jc.chances_of_battles([BATTLES[0]] * WORTH_LOADING)
    print(
        f"loading the compiled kernel: {process_time() - started:.1f} s of processor time (about 20 s when not cached)"
    )


# What has no peer


def seconds_of(label: str, run: Callable[[], object], aim: float | None = None) -> None:
    """The processor time of one run."""
    started = process_time()
    run()
    aimed = f"  (aim: {aim:g} s)" if aim else ""
    print(f"{label:<58}{process_time() - started:>9.2f} s of processor{aimed}", flush=True)


def siege(csp: int, walls: int) -> rv.SiegePlan:
    """A siege of 10 operations points, planned, with what comes of it."""
    army, inside = rv.force(f"{csp // 4} LGN", leader=4), rv.force(f"{walls} HI", leader=1)
    plan = rv.Siege(army, inside, operations=10, advantage="attacker").plan()
    assert plan.outcome
    return plan


def main(quick: bool = False) -> None:
    """``quick``: each once, with one battle of 2 v 2, a small siege and the first steps of the year."""
    battles, repeats = (SMALL, 1) if quick else (BATTLES, 7)
    check_peers(battles)
    exact(repeats, battles)
    if not quick:  # compiling takes longer than all the rest
        load_kernel()
        floats(repeats, battles)
    seconds_of(
        "siege of 20 v 7" if quick else "siege of 60 v 58", lambda: siege(*((20, 1) if quick else (60, 18))), 0.5
    )
    year = rv.example_of_play()
    seconds_of("luck of the example of play", lambda: audit(year.first_actions(5) if quick else year, games=0))


if __name__ == "__main__":
    main()
