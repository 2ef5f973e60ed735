"""Whether an answer hangs on figures and readings that the sources do not give: each is tried the other way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from gamekit.roma_victrix.geography import PROVINCES
from gamekit.roma_victrix.odds.forecasts.said import said
from gamekit.roma_victrix.state import one_of
from gamekit.roma_victrix.tables import COSTS, RULED, RULINGS
from gamekit.words import percent, word_or

REVENUES: Final = range(4)  # 7.3: 0 to 3
ROOMS: Final = ("gamekit.roma_victrix.odds", "gamekit.roma_victrix.strategies")


@dataclass(frozen=True, slots=True)
class Trial:
    """A judged figure or reading: what is taken, what was tried, and what the answer became by each."""

    figure: str
    taken: str
    tried: tuple[tuple[str, Any], ...]

    def change(self, answer: Any) -> Any:
        """The largest change of a number; of any other answer 1 when it differs."""
        return max((_change(answer, other) for _, other in self.tried), default=0)


@dataclass(frozen=True, slots=True, repr=False)
class Robust:
    """An answer, and what becomes of it by each judged figure and reading; ``within`` is the change that matters not.

    ``depends`` are the trials that change it by more, the largest change first."""

    answer: Any
    within: Any
    trials: tuple[Trial, ...]

    @property
    def depends(self) -> tuple[Trial, ...]:
        """The figures and readings that the answer depends on."""
        found = [trial for trial in self.trials if trial.change(self.answer) > self.within]
        return tuple(sorted(found, key=lambda trial: -trial.change(self.answer)))

    @property
    def robust(self) -> bool:
        """Whether none of them changes it by more than ``within``."""
        return not self.depends

    def said(self, language: str | None = None) -> str:
        """Robust, or what the answer depends on and how far it goes."""
        shown = _shown(self.answer)
        if self.robust:
            key, within = "robust.within" if self.within else "robust.yes", _shown(self.within)
            return said(key, language, answer=shown, count=len(self.trials), within=within)
        lines = [said("robust.no", language, answer=shown, count=len(self.trials))]
        for trial in self.depends:
            value, other = max(trial.tried, key=lambda pair: _change(self.answer, pair[1]))
            name = figure_said(trial.figure, language)
            lines.append(said("robust.depends", language, figure=name, value=value, answer=_shown(other)))
        return " ".join(lines)

    def __repr__(self) -> str:
        return self.said()


def figure_said(figure: str, language: str | None = None) -> str:
    """A figure or a reading by its name in a language."""
    kind, _, name = figure.partition(": ")
    return said(
        f"robust.{kind}",
        language,
        name=word_or(f"roma_victrix.forecast.ruling.{name}", name.replace("_", " "), language),
    )


def robust(
    question: Callable[[], Any],
    within: Any = 0,
    provinces: Iterable[str] = (),
    *,
    rulings: Iterable[str] = tuple(RULED),
) -> Robust:
    """Asks a question again with every other reading of ``rulings.csv``, with each judged cost a point more and less,
    and with every revenue that the named provinces may have where theirs is judged.

    ``question`` is a function without arguments that gives a number or anything that can be compared; what it asks
    about it must make anew, for what was made before keeps the old figures. A reading that a position was begun with
    stays. Judged distances, strengths and the percentage table are not tried. While it runs the figures are changed for
    the whole process.

    >>> from gamekit import roma_victrix as rv
    >>> start = rv.initial_state("second_punic_war")
    >>> rv.robust(lambda: rv.budget(start, "Rome").p, rulings=("odd_reduced", "attrition"))
    100.0% is robust: none of 13 judged figures and readings that were tried changes it.
    """
    answer = question()
    trials = [_trial(question, *each) for each in (*_readings(rulings), *_costs(), *_revenues(provinces))]
    return Robust(answer, within, tuple(trials))


Figure = tuple[str, Any, str, tuple[Any, ...]]  # name, record, field, values to try


def _readings(names: Iterable[str]) -> Iterator[Figure]:
    for name in names:
        row = RULINGS[one_of(name, RULED, "the ruling")]
        yield f"ruling: {name}", row, "value", tuple(value for value in RULED[name] if value != row.value)


def _costs() -> Iterator[Figure]:
    for unit, cost in COSTS.items():
        for field in ("create", "rebuild"):
            value = getattr(cost, field)
            if value and f"judged: {field}" in cost.source:
                yield f"{field}: {unit}", cost, field, (value - 1, value + 1)


def _revenues(names: Iterable[str]) -> Iterator[Figure]:
    for name in names:
        row = PROVINCES[one_of(name, PROVINCES, "the province")]
        if "judged:" in row.source:
            yield f"revenue: {name}", row, "revenue", tuple(each for each in REVENUES if each != row.revenue)


def _trial(question: Callable[[], Any], figure: str, row: Any, field: str, values: tuple[Any, ...]) -> Trial:
    tried = []
    for value in values:
        with _taken(row, field, value):
            tried.append((str(value), question()))
    return Trial(figure, str(getattr(row, field)), tuple(tried))


@contextmanager
def _taken(row: Any, field: str, value: Any) -> Iterator[None]:
    """A figure changed for a while. What has been remembered with the old one is forgotten, before and after."""
    old = getattr(row, field)
    object.__setattr__(row, field, value)
    _forget()
    try:
        yield
    finally:
        object.__setattr__(row, field, old)
        _forget()


def _forget() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(ROOMS):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


def _change(answer: Any, other: Any) -> Any:
    if isinstance(answer, (int, float, Fraction)) and isinstance(other, (int, float, Fraction)):
        return abs(Fraction(other) - Fraction(answer))
    return int(answer != other)


def _shown(answer: Any) -> str:
    """A chance in per cent, another number or answer as it is."""
    chance = isinstance(answer, (Fraction, float)) and 0 <= answer <= 1
    return percent(answer) if chance else str(answer)
