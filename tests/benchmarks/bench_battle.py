"""Battles of Julius Caesar against dyce; a large siege; luck in a year of war.

The peer answers the same question, the three chances of a battle of eight blocks against eight without reserves, and is
written as its documentation shows. It may keep between calls what it knows about dice alone, as gamekit does. Before
anything is timed its answers are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
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
ARMIES = {
    "Caesar": "Caesar, Equitatus 1, Legio 8, Legio 10, Legio 13, Auxilia 1, Auxilia 3, Ballista",
    "Pompey": "Pompey, Scipio, Legio 1, Legio 3, Legio 39, Equitatus 2, Elephant, Navis 3",
}
LARGE = jc.Battle(*(jc.army(text, side) for side, text in ARMIES.items()))
SMALL = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey"))


class Side:
    """What the peer needs to know of a side: letters, dice, and who takes a hit (7.4)."""

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


# dyce: histograms of dice pools, and a cached function that returns histograms (its Risus example)


@cache
def dyce_volley(dice: tuple[tuple[int, int], ...]) -> H:
    return sum((count @ H(6).le(firepower) for count, firepower in dice), H({0: 1}))


def with_dyce(battle: jc.Battle) -> Chances:
    """By ``aggregate_weighted``, the quickest documented way."""
    sides = Side(battle.attacker, ATTACKER), Side(battle.defender, DEFENDER)

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


def against_dyce(repeats: int, battle: jc.Battle, numbers: type, wanted: float) -> None:
    found = compare(lambda: battle.chances(numbers), lambda: with_dyce(battle), repeats)
    print(line(f"three chances by {numbers.__name__}, dyce by aggregate_weighted", found, wanted), flush=True)


def load_kernel() -> None:
    """From then on floats run compiled; the first time on a machine takes some 20 s of compiling."""
    started = process_time()
    jc.chances_of_battles([LARGE] * WORTH_LOADING)
    took = process_time() - started
    print(f"loading the compiled kernel: {took:.1f} s of processor time (about 20 s when not cached)")


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
    """``quick``: each once, with a battle of 2 v 2, a small siege and the first steps of the year."""
    battle, repeats = (SMALL, 1) if quick else (LARGE, 7)
    assert [Fraction(p) for p in with_dyce(battle)] == list(battle.chances())[:3]  # both answer the same question
    print(f"{'8 v 8 mixed blocks':<58}{'gamekit':>12}{'peer':>13}{'ratio':>10}")
    against_dyce(repeats, battle, int, 10)
    armies = [[block for (side, _), block in jc.BLOCKS.items() if side == colour] for colour in ARMIES]
    seconds_of("exact, 16 v 16", jc.Battle(*(tuple(army[:16]) for army in armies)).chances, 0.5)
    if not quick:  # compiling takes longer than all the rest
        load_kernel()
        against_dyce(repeats, battle, float, 80)
    label, sizes = ("siege of 20 v 7", (20, 1)) if quick else ("siege of 60 v 58", (60, 18))
    seconds_of(label, lambda: siege(*sizes), 0.5)
    year = rv.example_of_play()
    seconds_of("luck of the example of play", lambda: audit(year.first_actions(5) if quick else year, games=0))


if __name__ == "__main__":
    main()
