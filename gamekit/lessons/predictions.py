"""A chance to guess before it is shown, and one run of the dice: for battles, combats and contests.

>>> from gamekit.lessons import history
>>> asked = historical_prediction("Pharsalus", "value")
>>> f"{float(asked.chance):.1%}", asked.side_name
('94.0%', 'Caesar')
>>> run = asked.play(seed=48)
>>> run.happened, run.throws[0].who, run.throws[0].faces
(True, 'Caesar', (5, 3, 2))"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Final

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.odds.army import full_name
from gamekit.julius_caesar.tables import ATTACKER, ROLES
from gamekit.lessons import history
from gamekit.lessons.votes import Votes
from gamekit.text.translation import TranslatableText, note, word

FACES: Final = 6
CONTEST: Final = "arena"  # of Aquileia's ready contests
MANY, RARE = 0.1, 1e-6  # chances said in hundreds from the one on, as very rare below the other
COUNTING: Final = (1, 2)  # the faces of Aquileia's dice that count, of six: one in three


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """Dice thrown together: the side, the name of the thrower, the faces, and which of the dice count."""

    side: str
    who: str
    faces: tuple[int, ...]
    counts: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class DiceRun:
    """One run of the dice: the throws in order, and whether the side won."""

    throws: tuple[DiceThrow, ...]
    happened: bool


@dataclass(frozen=True, slots=True)
class Prediction:
    """The question whether ``side``, a role or an entrant, wins a battle, combat or contest; ``past`` is the battle of
    the past that it represents, if any."""

    thing: Any
    side: str
    past: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.thing, (jc.Battle, rv.Combat, aq.Contest)):
            raise ValueError(note("predict.error.thing", found=repr(self.thing)[:60]))
        if self.side not in self.possible_sides:
            raise ValueError(
                note("predict.error.side", side=repr(self.side)[:40], sides=", ".join(self.possible_sides))
            )

    @property
    def possible_sides(self) -> tuple[str, ...]:
        """The possible values of ``side``."""
        return self.thing.names if isinstance(self.thing, aq.Contest) else ROLES

    @property
    def fight_kind(self) -> str:
        """The kind of thing: "battle", "combat" or "contest"."""
        kinds = {jc.Battle: "battle", rv.Combat: "combat", aq.Contest: "contest"}
        return kinds[type(self.thing)]

    @property
    def question(self) -> TranslatableText:
        """The question as one sentence, a ``Note`` that reads in English or Japanese."""
        return note(f"predict.question.{self.fight_kind}", who=self.side_name)

    @property
    def side_name(self) -> str:
        """The name of the side asked about: an entrant's as text, a role's as a ``Note`` for either language."""
        return side_name(self, self.side)

    @property
    def chance(self) -> Fraction:
        """The exact chance that ``side`` wins the battle or combat, or comes first in the contest."""
        return _chance(self)

    def play(self, seed: int) -> DiceRun:
        """Return one run of the dice, the same for the same seed."""
        return _run(self, seed)


def historical_prediction(name: str, force_measure: str | None = None) -> Prediction:
    """Return the question whether side a, Caesar or Rome, wins a battle of the past."""
    return Prediction(history.game_battle(name, force_measure), history.historical_setup(name).asked, name)


def named_prediction(name: str, force_measure: str | None = None) -> tuple[Prediction, str]:
    """Return (prediction, estimate): a question for a class to guess, about a battle of history by its name or the
    example contest ``CONTEST``, and how the battle's forces are estimated.

    ``force_measure``: "heads" or "value", None for the battle's usual one; a contest has the estimate ""."""
    if name == CONTEST:
        contest = aq.example_contests()[CONTEST]
        return Prediction(contest, contest.names[-1]), ""
    estimate = history.historical_setup(name).estimated_forces(force_measure).force_measure
    return historical_prediction(name, estimate), estimate


def as_frequency(chance: float | Fraction, language: str | None = None) -> str:
    """Format a chance as a frequency: in hundreds, else one in n, rounded to two digits.

    >>> as_frequency(0.939), as_frequency(0.996), as_frequency(Fraction(1, 58449)), as_frequency(0)
    ('94 in 100', 'more than 99 in 100', '1 in 58,000', 'never')
    """
    if not chance:
        return word("predict.never", language)
    if 0.995 <= chance < 1:
        return word("predict.nearly", language)
    if chance >= MANY:
        return word("predict.in_hundred", language, share=round(100 * chance))
    if chance < RARE:
        return word("predict.rare", language)
    times = 1 / float(chance)
    digits = 10 ** max(0, len(str(int(times))) - 2)
    return word("predict.one_in", language, count=f"{round(times / digits) * digits:,}")


def side_name(prediction: Prediction, side: str) -> str:
    """Return a side's name: in a battle of the past who fought, else the owner of the blocks, else the role."""
    thing = prediction.thing
    if isinstance(thing, aq.Contest):
        return side
    if prediction.past:
        first = side == history.historical_setup(prediction.past).asked
        us = "Rome" if isinstance(thing, rv.Combat) else "Caesar"
        return note(f"history.us.{us}") if first else note(f"history.foe.{prediction.past}")
    if isinstance(thing, jc.Battle):
        owners = {block.side for block in getattr(thing, side)} - {None}
        if owners:
            return note(f"julius_caesar.side.{owners.pop()}")
    return note(f"predict.the.{side}")


def block_name(prediction: Prediction, side: str, block: jc.Block) -> str:
    """Return a block's name, or in a battle of the past the name of whom it represents."""
    known = history.stand_ins(prediction.past) if prediction.past else {}
    return known.get((side, block.name)) or full_name(block)


@lru_cache(64)
def _chance(asked: Prediction) -> Fraction:
    if isinstance(asked.thing, aq.Contest):
        first: Fraction = asked.thing.p_rank(asked.side)[0]
        return first
    return history.p_wins(asked.thing, asked.side)


@lru_cache(64)
def _run(asked: Prediction, seed: int) -> DiceRun:
    random = Random(seed)
    match asked.thing:
        case jc.Battle():
            return _battle(asked, random)
        case aq.Contest():
            return _contest(asked, random)
    dice = random.randint(1, FACES), random.randint(1, FACES)
    throws = tuple(DiceThrow(role, side_name(asked, role), (die,), (True,)) for role, die in zip(ROLES, dice))
    return DiceRun(throws, asked.thing.best_split(*dice, "win").result.winner == asked.side)


def _battle(asked: Prediction, random: Random) -> DiceRun:
    """Return one battle under standing orders, with every volley."""
    fight = jc.Fight(asked.thing).play_to_end(random)
    bodies = asked.thing.mains_and_reserves
    blocks = {(role, block.name_for_army): block for role in ROLES for body in bodies[role] for block in body}
    end = fight.outcome
    assert end is not None  # it is over
    holds = jc.attacker_holds(end)
    return DiceRun(tuple(_volleys(asked, fight.log, blocks)), holds == (asked.side == ATTACKER))


def _volleys(
    asked: Prediction, log: tuple[jc.BlockAct, ...], blocks: dict[tuple[str, str], jc.Block]
) -> Iterator[DiceThrow]:
    for deed in log:
        if deed.deed == "fires":
            known = blocks.get((deed.side, deed.block))
            block = known or next(one for (_, label), one in blocks.items() if label == deed.block)  # 7.52: came over
            counts = tuple(face <= block.firepower for face in deed.faces)
            yield DiceThrow(deed.side, block_name(asked, deed.side, block), deed.faces, counts)


def _contest(asked: Prediction, random: Random) -> DiceRun:
    """Return one contest with every entrant's dice."""
    contest, throws = asked.thing, []
    for entrant in contest.entrants:
        faces = tuple(random.randint(1, FACES) for _ in range(entrant.red + entrant.blue))
        counts = tuple(face in COUNTING for face in faces)
        throws.append(DiceThrow(entrant.name, entrant.name, faces, counts))
        contest = contest.with_entrant(entrant.name, rolled=entrant.rolled + sum(counts), red=0, blue=0)
    return DiceRun(tuple(throws), contest.p_rank(asked.side)[0] == 1)


# The class ------------------------------------------------------------------------------------------------------------


def guess_verdict(votes: Votes, prediction: Prediction) -> TranslatableText:
    """Return a sentence on how near the class's guess was, in whole percentage points."""
    mean = votes.mean
    if mean is None:
        raise ValueError(note("predict.vote_first"))
    points = round(100 * prediction.chance) - round(mean)
    if not points:
        return note("predict.hit")
    return note("predict.low" if points > 0 else "predict.high", points=abs(points))
