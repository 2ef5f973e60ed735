"""Random exercises for a class, from the games: the question, the blanks to fill in, and the exact answers.

An exercise is plain values: texts that can be said in either language, answers as whole numbers or fractions, the
clause and the working. The same seed gives the same exercise. Pictures and paper are in ``gamekit.widgets.lessons``.

>>> from gamekit.lessons import exercises
>>> one = exercises.random_exercise("losses", level=1, seed=49)
>>> print(one.text)
Legio 39 has strength II: it throws two dice at Caesar. C2 means that a roll of 2 or less hits.
>>> [(str(blank.text), blank.worked_solution("en")) for blank in one.blanks]
[('Hits on average:', '2 × 2/6 = 2/3 ≈ 0.67'), ('Chance of no hit at all:', '(4/6)² = 4/9 ≈ 44.4%')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import floor
from random import Random
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.odds.army import full_name
from gamekit.julius_caesar.tables import ROMAN, Block
from gamekit.probability.distribution import Dist, python_number
from gamekit.probability.matrix_game import solve
from gamekit.text.translation import TranslatableText, note, percent, word

LEVELS: Final = (1, 2, 3)
MIXED: Final = "mixed"  # one exercise of each topic, in turn
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FACES: Final = 6
TWO_THIRDS: Final = Fraction(2, 3)
MOST_LEGIONS: Final = 5  # bars of a chart
MOST_SEEDS: Final = 10**9
BRIEF: Final = 12  # a denominator that pupils still work with


@dataclass(frozen=True, slots=True)
class BlankToFill:
    """One thing to fill in. ``form`` is "count", "chance", "mean" or "points"; ``working`` leads to the answer."""

    text: TranslatableText
    answer: Fraction
    form: str = "chance"
    working: str = ""

    def worked_solution(self, language: str | None = None) -> str:
        """Return the working, the answer, and the answer rounded or in per cent: ``4/6 = 2/3 ≈ 66.7%``.

        >>> BlankToFill(note("basis.exact"), Fraction(1, 5), working="4/20").worked_solution("en")
        '4/20 = 1/5 = 20%'
        """
        steps = [part for part in (self.working, self.answer_text(language)) if part]
        if self.form == "chance" and 0 < self.answer < 1:
            whole = (self.answer * 1000).denominator == 1
            shown = percent(self.answer).replace(".0%", "%") if whole else percent(self.answer)
            return " = ".join(dict.fromkeys(steps)) + (" = " if whole else _about(language)) + shown
        if self.form == "mean" and (self.answer * 100).denominator != 1:
            return " = ".join(dict.fromkeys(steps)) + _about(language) + f"{float(self.answer):.2f}"
        return " = ".join(dict.fromkeys(steps))

    def answer_text(self, language: str | None = None) -> str:
        """Return the answer alone: ``2/3``, ``4``, ``21 points``."""
        if self.form == "points":
            return word("exercise.points", language, points=self.answer)
        if self.form == "mean" and (self.answer * 100).denominator == 1:
            return f"{float(self.answer):g}"
        return str(self.answer)

    def answer_choices(self, random: Random) -> tuple[Fraction, ...]:
        """Return four answers in random order: the right one, and three from the usual mistakes."""
        right = self.answer
        if self.form == "chance":
            wrong = [1 - right, right * right, right / 2, 1 - right * right, Fraction(1, 6), Fraction(1, 2), right * 2]
            wrong = [p for p in wrong if 0 <= p <= 1]
        else:
            step = 1 if right.denominator == 1 else Fraction(1, right.denominator)
            wrong = [right + step, right + 2 * step, right - step, right + 3 * step]
            wrong = [number for number in wrong if number >= 0 or right < 0]
        found = [right, *list(dict.fromkeys(other for other in wrong if other != right))[:3]]
        random.shuffle(found)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise: text, blanks, a ``picture`` as a tuple of a kind and its values, ``because`` the explanation.

    Pictures: ("block", rating text or name, side, dice), ("sums", the sum in question), ("fight", attacker, defender),
    ("hidden", dice), ("force", counters), ("matrix", rows), ("bars", per cents)."""

    topic: str
    level: int
    text: TranslatableText
    blanks: tuple[BlankToFill, ...]
    because: TranslatableText
    picture: tuple[Any, ...] = ()
    clause: str = ""


def random_exercise(topic: str, level: int = 2, seed: int = 49) -> Exercise:
    """Return a random exercise of a topic; level 1 is the easiest. ValueError for an unknown topic or level.

    >>> random_exercise("adding", 1, 3) == random_exercise("adding", 1, 3)
    True
    """
    level, seed = python_number(level), python_number(seed)
    _check(topic, level, seed)
    if topic == MIXED:
        raise ValueError(f"an exercise has one topic; it should be one of {', '.join(TOPICS)}")
    return TOPICS[topic](level, Random(f"{topic} {level} {seed}"))


def nth_exercise(topic: str, level: int, seed: int, number: int) -> Exercise:
    """Return exercise ``number`` of an endless series: of one topic, or of all topics in turn ("mixed").

    >>> [nth_exercise("mixed", 2, 49, number).topic for number in range(3)]
    ['die', 'adding', 'losses']
    """
    level, seed = python_number(level), python_number(seed)
    _check(topic, level, seed)
    topics = _order(seed) if topic == MIXED else (topic,)
    return random_exercise(topics[number % len(topics)], level, (seed + 1_000_003 * number) % MOST_SEEDS)


def exercise_series(topic: str = MIXED, level: int = 2, seed: int = 49, count: int = 5) -> tuple[Exercise, ...]:
    """Return ``count`` different exercises of a topic of ``TOPICS``, or of all in turn ("mixed"), of level 1, 2 or 3.

    >>> [one.topic for one in exercise_series("mixed", 2, 49)]
    ['die', 'adding', 'losses', 'conditional', 'chart']
    """
    found: dict[tuple[TranslatableText, Any], Exercise] = {}
    for number in range(40 * python_number(count)):
        if len(found) < count:
            one = nth_exercise(topic, level, seed, number)
            found.setdefault((one.text, one.picture), one)
    return tuple(found.values())


def _order(seed: int) -> tuple[str, ...]:
    """Return the topics of a mixed sheet in order; which middle topics come first depends on the seed's parity."""
    middle = ["losses", "conditional", "rounding", "strategies"]
    chosen = middle[:2] if seed % 2 else middle[2:]
    return ("die", "adding", *chosen, "chart", *(topic for topic in middle if topic not in chosen))


def _check(topic: str, level: int, seed: int) -> None:
    if topic not in (*TOPICS, MIXED):
        raise ValueError(note("exercise.error.topic", topic=repr(topic)[:40], topics=", ".join((*TOPICS, MIXED))))
    if isinstance(level, bool) or level not in LEVELS:
        raise ValueError(note("exercise.error.level", level=repr(level)[:40]))
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < MOST_SEEDS:
        raise ValueError(note("exercise.error.seed", seed=repr(seed)[:40]))


def _about(language: str | None) -> str:
    return f" {word('exercise.about', language)} "


def _power(base: str, times: int) -> str:
    return f"({base}){str(times).translate(RAISED)}" if times > 1 else base


# The dice -------------------------------------------------------------------------------------------------------------


@cache
def total(dice: int) -> Dist[int]:
    """Return the distribution of the sum of ``dice`` dice.

    >>> total(2).p(lambda s: s == 7)
    Fraction(1, 6)
    """
    one = Dist(dict.fromkeys(range(1, FACES + 1), 1))
    return one if dice == 1 else total(dice - 1).then(lambda s: one.map(lambda face: s + face))


@cache
def hits(firepower: int, dice: int) -> Dist[int]:
    """Return the distribution of the hits when a block of this firepower throws ``dice`` dice (7.4).

    >>> hits(2, 4).p(lambda h: h == 0)
    Fraction(16, 81)
    """
    firing = jc.army(f"A{firepower}/{ROMAN[dice]}")
    battle = jc.Battle(firing, jc.army("D1/IV"), first_strike=True)
    return battle.hits(1).map(lambda of_both: of_both[0])


def _legion(random: Random, least: int, most: int) -> Block:
    """Return a random legion of either side: firepower 2 to 4, so that neither all nor none of its dice surely hit."""
    legions = [block for block in jc.BLOCKS.values() if block.type == "legio" and 2 <= block.firepower <= 4]
    block = random.choice([block for block in legions if block.track[0] >= least])
    return block.with_strength(random.choice([strength for strength in block.track if least <= strength <= most]))


def _fields(block: Block, dice: int) -> dict[str, Any]:
    """Return the fields of a sentence about a block that throws."""
    said = {"block": full_name(block), "strength": ROMAN[block.strength], "dice": note(f"exercise.dice.{_DICE[dice]}")}
    return said | {"rating": block.rating("attacker"), "firepower": block.firepower}


_DICE: Final = ("none", "one", "two", "three", "four")
ASKED: Final = {  # what is to be filled in at each level
    "die": (("hits", "one"), ("hits", "all"), ("hits", "one", "exactly_one")),
    "adding": (("ways", "chance"),) * 3,
    "losses": (("mean", "none"), ("mean", "some"), ("mean", "none", "some")),
    "conditional": (("both",), ("both", "first"), ("two",)),
    "rounding": (("csp", "exact"), ("exact", "rounded"), ("exact", "rounded", "left")),
    "strategies": (("attack", "value"), ("attack", "value"), ("attack", "guard", "value")),
    "chart": (("read", "enough"), ("most", "enough"), ("most", "gain", "of_sixty")),
}


def _blanks(topic: str, level: int, known: dict[str, BlankToFill]) -> tuple[BlankToFill, ...]:
    return tuple(known[name] for name in ASKED[topic][level - 1])


def _die(level: int, random: Random) -> Exercise:
    block = _legion(random, 2, 2 + min(level, 2))
    dice, fire = block.strength, block.firepower
    thrown = tuple(random.randint(1, FACES) for _ in range(dice))
    dist = hits(fire, dice)
    once = f"{dice} × {fire}/6 × {_power(f'{FACES - fire}/6', dice - 1)}"
    known = {
        "hits": BlankToFill(note("exercise.die.hits"), Fraction(sum(face <= fire for face in thrown)), "count"),
        "one": BlankToFill(note("exercise.die.one"), hits(fire, 1).p(bool), working=f"{fire}/6"),
        "all": BlankToFill(note("exercise.die.all"), dist.at_least(dice), working=_power(f"{fire}/6", dice)),
        "exactly_one": BlankToFill(note("exercise.die.exactly_one"), dist.p(lambda h: h == 1), working=once),
    }
    text, because = note("exercise.die.text", **_fields(block, dice)), note("exercise.die.because", firepower=fire)
    picture = ("block", str(block), block.side, thrown)
    return Exercise("die", level, text, _blanks("die", level, known), because, picture, "7.4")


def _adding(level: int, random: Random) -> Exercise:
    dice = 3 if level == 3 else 2
    dist = total(dice)
    asked: int = random.choice([s for s in dist if s not in (dice, FACES * dice)])
    met = [s for s in dist if (s == asked if level == 1 else s >= asked)]
    chance = dist.p(lambda s: s in met)
    ways = chance * FACES**dice
    known = {
        "ways": BlankToFill(note("exercise.adding.ways", ways=FACES**dice), ways, "count"),
        "chance": BlankToFill(note("exercise.adding.chance"), chance, working=f"{ways}/{FACES**dice}"),
    }
    table = note("exercise.adding.table" if dice == 2 else "exercise.adding.three")
    goal = note("exercise.adding.exactly" if level == 1 else "exercise.adding.at_least", sum=asked)
    text = note("exercise.adding.text", table=table, goal=goal)
    because = note("exercise.adding.because", ways=ways, all=FACES**dice)
    picture = ("sums", tuple(met)) if dice == 2 else ("hidden", dice)
    return Exercise("adding", level, text, _blanks("adding", level, known), because, picture)


def _losses(level: int, random: Random) -> Exercise:
    block = _legion(random, min(1 + level, 3), 4)
    dice, fire = block.strength, block.firepower
    enemy = "Pompey" if block.side == "Caesar" else "Caesar"
    target, dist, miss = jc.BLOCKS[enemy, enemy], hits(fire, dice), _power(f"{FACES - fire}/6", dice)
    known = {
        "mean": BlankToFill(note("exercise.losses.mean"), dist.mean(), "mean", f"{dice} × {fire}/6"),
        "none": BlankToFill(note("exercise.losses.none"), dist.p(lambda h: h == 0), working=miss),
        "some": BlankToFill(note("exercise.losses.some"), dist.p(bool), working=f"1 − {miss}"),
    }
    text = note("exercise.losses.text", **_fields(block, dice), target=full_name(target))
    because = note("exercise.losses.because", dice=dice, firepower=fire)
    picture = ("fight", str(block), str(target), block.side)
    return Exercise("losses", level, text, _blanks("losses", level, known), because, picture, "7.4")


def _conditional(level: int, random: Random) -> Exercise:
    dice = 3 if level == 3 else 2
    block = _legion(random, dice, dice)
    dist, fire = hits(block.firepower, dice), block.firepower
    heard = dist.given(bool)
    ways, good = (dist.at_least(least) * FACES**dice for least in (1, 2))
    share, first = f"{good}/{ways}", f"{fire * FACES ** (dice - 1)}/{ways}"
    known = {
        "both": BlankToFill(note("exercise.conditional.both"), heard.at_least(2), working=share),
        "two": BlankToFill(note("exercise.conditional.two"), heard.at_least(2), working=share),
        "first": BlankToFill(note("exercise.conditional.first"), Fraction(fire, FACES) / dist.p(bool), working=first),
    }
    because = note("exercise.conditional.because", all=FACES**dice, ways=ways, good=good)
    text = note("exercise.conditional.text", **_fields(block, dice))
    return Exercise("conditional", level, text, _blanks("conditional", level, known), because, ("hidden", dice), "7.4")


def _rounding(level: int, random: Random) -> Exercise:
    """Return an exercise on a loss of the percentage table (3.72) that equals the exact share, rounded."""
    while True:
        kinds = random.sample(["LGN", "HI", "AUX", "CAV"], 2 if level == 1 else 3)
        counters = ", ".join(f"{random.randint(2, 4 + level)} {kind}" for kind in kinds)
        csp = rv.force(counters).csp
        share = random.choice([10, 20, 50] if level == 1 else [15, 25, 30, 35, 40, 60])
        exact, loss = Fraction(csp * share, 100), rv.percentage_loss(csp, share)
        if loss == floor(exact + Fraction(1, 2)):
            break
    left = csp - loss
    known = {
        "csp": BlankToFill(note("exercise.rounding.csp"), Fraction(csp), "count"),
        "exact": BlankToFill(note("exercise.rounding.exact", share=share), exact, "mean", f"{csp} × {share}/100"),
        "rounded": BlankToFill(note("exercise.rounding.rounded"), Fraction(loss), "count"),
        "left": BlankToFill(note("exercise.rounding.left"), Fraction(left, csp), working=f"{left}/{csp}"),
    }
    strengths = ", ".join(f"{kind} {rv.force(f'1 {kind}').csp}" for kind in kinds)
    text = note("exercise.rounding.text", units=counters, strengths=strengths, share=share)
    because = note("exercise.rounding.because", share=share, csp=csp)
    return Exercise("rounding", level, text, _blanks("rounding", level, known), because, ("force", counters), "3.72")


def _strategies(level: int, random: Random) -> Exercise:
    """Return an exercise on a 2 x 2 game (attack left or right, guard left or right) without a dominant choice."""
    while True:
        if level == 1:
            rows = [[0, random.randint(1, 6)], [random.randint(1, 6), 0]]
        else:
            rows = [[random.randint(-2 if level == 3 else 0, 6) for _ in "ab"] for _ in "ab"]
        found = solve(rows)
        if found.unique and 0 < found.row[0] < 1 and found.value.denominator <= BRIEF:
            break
    (a, b), (c, d) = rows
    attack, guard = (f"{abs(d - other)}/{abs(a - b - c + d)}" for other in (c, b))
    known = {
        "attack": BlankToFill(note("exercise.strategies.attack"), found.row[0], working=attack),
        "guard": BlankToFill(note("exercise.strategies.guard"), found.column[0], working=guard),
        "value": BlankToFill(note("exercise.strategies.value"), found.value, "mean"),
    }
    text, because = note("exercise.strategies.text"), note("exercise.strategies.because")
    picture = ("matrix", tuple(map(tuple, rows)))
    return Exercise("strategies", level, text, _blanks("strategies", level, known), because, picture)


@cache
def _wins(rating: str, defender: str) -> tuple[Fraction, ...]:
    """Return the chances that one to five legions of a rating beat ``defender`` (7.1-7.62)."""
    legions = range(1, MOST_LEGIONS + 1)
    return tuple(jc.Battle(jc.army(f"{n} {rating}"), jc.army(defender)).chances().attacker_wins for n in legions)


def _charts(random: Random) -> Iterator[tuple[str, str, tuple[Fraction, ...]]]:
    """Yield attacks by a growing number of legions, in random order."""
    legions = [f"C{fire}/{ROMAN[strength]}" for fire in (2, 3, 4) for strength in (2, 3, 4)]
    asked = [(rating, f"{count} {against}") for rating in legions for count in (1, 2, 3, 4) for against in legions]
    random.shuffle(asked)
    for rating, defender in asked:
        yield rating, defender, _wins(rating, defender)


def _readable(chances: tuple[Fraction, ...], goal: Fraction) -> tuple[tuple[int, ...], int, int] | None:
    """Return (percentages, the legion that adds most, how many reach the goal); None if a reader could not tell."""
    shown = tuple(round(100 * p) for p in chances)
    gains = [after - before for before, after in pairwise((0, *shown))]
    best, second = sorted(gains, reverse=True)[:2]
    enough = [n for n, p in enumerate(chances, 1) if p >= goal]
    clear = all(abs(100 * p - 100 * goal) > 1 for p in chances) and shown[0] > 0 and shown[-2] < 100
    if not (clear and best > second and enough and enough[0] > 1):
        return None
    return shown, gains.index(best) + 1, enough[0]


def _chart(level: int, random: Random) -> Exercise:
    goal, said = (TWO_THIRDS, "two_thirds") if level > 1 else (Fraction(1, 2), "half")
    found = ((rating, defender, _readable(p, goal)) for rating, defender, p in _charts(random))
    rating, defender, (shown, best, enough) = next((r, d, read) for r, d, read in found if read)
    gain = shown[best - 1] - (shown[best - 2] if best > 1 else 0)
    number = min(random.randint(1, MOST_LEGIONS), sum(p < 100 for p in shown))  # 99.6% is drawn as 100
    share = Fraction(shown[number - 1], 100)
    sixty = note("exercise.chart.of_sixty", number=number)
    needed = note("exercise.chart.enough", goal=note(f"exercise.chart.goal.{said}"))
    known = {
        "read": BlankToFill(note("exercise.chart.read", number=number), share),
        "enough": BlankToFill(needed, Fraction(enough), "count"),
        "most": BlankToFill(note("exercise.chart.most"), Fraction(best), "count"),
        "gain": BlankToFill(note("exercise.chart.gain"), Fraction(gain), "points"),
        "of_sixty": BlankToFill(sixty, 60 * share, "mean", f"60 × {shown[number - 1]}/100"),
    }
    count, _, of = defender.partition(" ")
    text = note("exercise.chart.text", rating=rating, count=count, of=of)
    because = note("exercise.chart.because", best=best, gain=gain, enough=enough, share=shown[enough - 1])
    return Exercise("chart", level, text, _blanks("chart", level, known), because, ("bars", shown), "7.2")


TOPICS: Final[dict[str, Callable[[int, Random], Exercise]]] = {
    "die": _die,
    "adding": _adding,
    "losses": _losses,
    "conditional": _conditional,
    "rounding": _rounding,
    "strategies": _strategies,
    "chart": _chart,
}
