"""Exercises: every answer again by counting dice, both languages, the same seed the same exercise."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import cycle, product
from typing import Any

import pytest

from gamekit.lessons import exercises
from gamekit.lessons.exercises import LEVELS, TOPICS, BlankToFill, Exercise, exercise_series, random_exercise
from gamekit.text.translation import translate as spoken
from tests.cases import Cases
from tests.julius_caesar import twin

SEEDS = range(20)
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4}
WORTH = {"LGN": 4, "HI": 3, "AUX": 2, "CAV": 2}  # 3.11: the strength of a full counter


def share(
    dice: int, event: Callable[[tuple[int, ...]], bool], given: Callable[[Any], bool] = lambda _: True
) -> Fraction:
    """By counting every throw."""
    throws = [throw for throw in product(range(1, 7), repeat=dice) if given(throw)]
    return Fraction(sum(map(event, throws)), len(throws))


def name_of(blank: BlankToFill) -> str:
    return blank.text.key.rpartition(".")[2]


def _of_block(one: Exercise) -> list[Fraction]:
    """Topics with one block that throws: what each blank asks, by the key of its text."""
    fire = one.text.fields["firepower"]
    dice = ROMAN[one.text.fields["strength"]]

    def hits(throw: tuple[int, ...]) -> int:
        return sum(face <= fire for face in throw)

    def some(throw: tuple[int, ...]) -> bool:
        return hits(throw) > 0

    asked: dict[str, Callable[[], Any]] = {
        "die.hits": lambda: Fraction(hits(one.picture[3])),
        "die.one": lambda: Fraction(fire, 6),
        "die.all": lambda: share(dice, lambda t: hits(t) == dice),
        "die.exactly_one": lambda: share(dice, lambda t: hits(t) == 1),
        "losses.mean": lambda: Fraction(sum(map(hits, product(range(1, 7), repeat=dice))), 6**dice),
        "losses.none": lambda: share(dice, lambda t: not some(t)),
        "losses.some": lambda: share(dice, some),
        "conditional.both": lambda: share(dice, lambda t: hits(t) == 2, some),
        "conditional.two": lambda: share(dice, lambda t: hits(t) >= 2, some),
        "conditional.first": lambda: share(dice, lambda t: t[0] <= fire, some),
    }
    return [asked[blank.text.key.removeprefix("exercise.")]() for blank in one.blanks]


def _adding(one: Exercise) -> list[Fraction]:
    goal, dice = one.text.fields["goal"], 3 if one.level == 3 else 2
    exact = goal.key.endswith("exactly")
    chance = share(dice, lambda t: sum(t) == goal.fields["sum"] if exact else sum(t) >= goal.fields["sum"])
    return [chance * 6**dice, chance]


def _rounding(one: Exercise) -> list[Fraction]:
    units = [part.split() for part in one.text.fields["units"].split(", ")]
    csp, per = sum(int(n) * WORTH[kind] for n, kind in units), one.text.fields["share"]
    assert one.text.fields["strengths"] == ", ".join(f"{kind} {WORTH[kind]}" for _, kind in units)
    hundredths = csp * per
    loss = hundredths // 100 + (hundredths % 100 >= 50)
    found = {"csp": csp, "exact": Fraction(hundredths, 100), "rounded": loss, "left": 1 - Fraction(loss, csp)}
    return [Fraction(found[name_of(blank)]) for blank in one.blanks]


def _strategies(one: Exercise) -> list[Fraction]:
    """By trying every mix of hundreds of parts: the best worst case of each side."""
    (a, b), (c, d) = one.picture[1]
    parts = abs(a - b - c + d)
    mixes = [Fraction(n, parts) for n in range(parts + 1)]
    attack = max(mixes, key=lambda p: min(p * a + (1 - p) * c, p * b + (1 - p) * d))
    guard = min(mixes, key=lambda q: max(q * a + (1 - q) * b, q * c + (1 - q) * d))
    value = min(attack * a + (1 - attack) * c, attack * b + (1 - attack) * d)
    found = {"attack": attack, "guard": guard, "value": value}
    return [found[name_of(blank)] for blank in one.blanks]


@cache
def _won(rating: str, defender: str, legions: int) -> Fraction:
    ends = twin.odds(twin.before_battle(f"{legions} {rating}", defender))
    return sum((chance for (_, left), chance in ends.items() if not left), Fraction(0))


def _chart(one: Exercise) -> list[Fraction]:
    said = one.text.fields
    chances = [_won(said["rating"], f"{said['count']} {said['of']}", n) for n in range(1, 6)]
    shown = one.picture[1]
    assert all(abs(100 * p - bar) <= Fraction(1, 2) for p, bar in zip(chances, shown))
    gains = [bar - before for before, bar in zip((0, *shown), shown)]
    goal = Fraction(1, 2) if one.level == 1 else Fraction(2, 3)
    found: dict[str, Any] = {
        "enough": next(n for n, p in enumerate(chances, 1) if p >= goal),
        "most": gains.index(max(gains)) + 1,
        "gain": max(gains),
    }
    assert gains.count(max(gains)) == 1
    answers = []
    for blank in one.blanks:
        kind, number = name_of(blank), blank.text.fields.get("number", 1)
        percent = Fraction(shown[number - 1], 100)
        answers.append(Fraction(found.get(kind, percent if kind == "read" else 60 * percent)))
    return answers


SECOND = dict.fromkeys(("die", "losses", "conditional"), _of_block)
SECOND |= {"adding": _adding, "rounding": _rounding, "strategies": _strategies, "chart": _chart}


@pytest.mark.parametrize("topic", TOPICS)
def test_every_answer_is_that_of_a_second_calculation(topic: str, cases: Cases) -> None:
    met = set()
    drawn = list(zip(cycle(LEVELS), SEEDS))
    for level, seed in drawn[: cases(1 if topic == "chart" else 12, 10**6)]:  # the twin of charts is slow
        one = random_exercise(topic, level, seed)
        assert [blank.answer for blank in one.blanks] == SECOND[topic](one), f"{topic} {level} {seed}"
        met.add((one.text, one.picture))
    assert len(met) >= cases(1, 6), "the seeds are to give different exercises"


@pytest.mark.parametrize("topic", TOPICS)
def test_the_working_leads_to_the_answer(topic: str, cases: Cases) -> None:
    small = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹×−", "0123456789*-")
    for level, seed in product(LEVELS, SEEDS[: cases(1, 20)]):
        for blank in random_exercise(topic, level, seed).blanks:
            sums = re.sub(r"([⁰-⁹¹²³]+)", r"**\1", blank.working).translate(small)
            exact = re.sub(r"(?<!\*\*)\b(\d+)", r"Fraction(\1)", sums)
            assert not sums or eval(exact, {"Fraction": Fraction}) == blank.answer, blank


def test_an_answer_is_said_with_its_working_and_its_rounding() -> None:
    text = random_exercise("die").blanks[0].text
    assert BlankToFill(text, Fraction(2, 3), working="4/6").worked_solution("en") == "4/6 = 2/3 ≈ 66.7%"
    assert BlankToFill(text, Fraction(2, 3), working="4/6").worked_solution("ja") == "4/6 = 2/3 ≈ 66.7%"
    assert BlankToFill(text, Fraction(1, 5), working="1/5").worked_solution("en") == "1/5 = 20%"
    assert BlankToFill(text, Fraction(1, 8)).worked_solution("en") == "1/8 = 12.5%"
    assert BlankToFill(text, Fraction(0)).worked_solution("en") == "0"
    assert BlankToFill(text, Fraction(4, 3), "mean", "4 × 2/6").worked_solution("en") == "4 × 2/6 = 4/3 ≈ 1.33"
    assert BlankToFill(text, Fraction(31, 4), "mean").worked_solution("en") == "7.75"
    assert BlankToFill(text, Fraction(21), "points").worked_solution("ja") == "21ポイント"


@pytest.mark.parametrize("topic", TOPICS)
def test_both_languages_say_all_of_it_and_nothing_is_left_to_fill_in(topic: str, cases: Cases) -> None:
    for level, seed in product(LEVELS, SEEDS[: cases(1, 20)]):
        one = random_exercise(topic, level, seed)
        texts = [one.text, one.because, *(blank.text for blank in one.blanks)]
        for said in (spoken(text, language) for text in texts for language in ("en", "ja")):
            assert said
            assert not re.search(r"[{}]|exercise\.|julius_caesar", said)
        assert all(re.search("[ぁ-んァ-ン一-龥]", spoken(text, "ja")) for text in texts)


def test_a_sheet_has_five_different_exercises_always_the_same_for_a_seed() -> None:
    for seed in SEEDS[:1]:
        mixed = exercise_series("mixed", 2, seed)
        assert len({one.topic for one in mixed}) == 5
        assert mixed == exercise_series("mixed", 2, seed)
    for topic in [topic for topic in TOPICS if topic != "chart"]:  # whose chances take a second
        sheet = exercise_series(topic, 1, 3)
        assert len({(one.text, one.picture) for one in sheet}) == 5


@pytest.mark.parametrize(("asked", "said"), [
    (("dice", 1, 1), "there is no topic 'dice'; the topics are die, adding"),
    (("die", 4, 1), "the level is 4; it should be 1, 2 or 3"),
    (("die", True, 1), "the level is True"),
    (("die", 1, -1), "the seed is -1; it should be a whole number"),
    (("die", 1, "x"), "the seed is 'x'"),
])  # fmt: skip
def test_what_is_not_there_is_refused_with_what_would_be_right(asked: tuple[Any, ...], said: str) -> None:
    pytest.raises(ValueError, lambda: exercises.exercise_series(*asked)).match(re.escape(said))
