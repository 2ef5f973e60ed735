"""What if: many conflicts and duels at once, and every single change of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import DOORS, Doors, Perturbation, perturbation
from gamekit.caesar.odds.conflict import Conflict
from gamekit.caesar.odds.duel import Duel, duel, without
from gamekit.caesar.tables import CARDS, Card, Hand
from gamekit.probability.distribution import join
from gamekit.text.translation import note

if TYPE_CHECKING:
    import pandas as pd


def duels(
    listed: Iterable[tuple[Iterable[Sequence[int]], Iterable[Any], Iterable[Any]]], numbers: type | None = None
) -> pd.DataFrame:
    """Every duel solved, (stakes, hand, other hand) each, one row each in their order: its value, whether it is unique,
    and the ``duel``. Duels that are the same are solved once.

    >>> duels([([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")), ([(1, 1)], (9,), (8,))]).value.map(str).tolist()
    ['3/2', '2']
    """
    if not isinstance(listed, Iterable):
        raise ValueError(f"listed is {listed!r}; it should be several duels, (stakes, hand, other hand) each")
    solved: dict[Any, Duel] = {}
    found = []
    for row, each in enumerate(listed):
        try:
            stakes, hand, other = each
            key = tuple(map(tuple, stakes)), frozenset(hand), frozenset(other)
        except (TypeError, ValueError):
            raise ValueError(f"duel {row} is {each!r}; it should be (stakes, hand, other hand)") from None
        if key not in solved:
            solved[key] = duel(key[0], hand, other, numbers)
        found.append(solved[key])
    return _duels(found, numbers or Fraction)


def _duels(listed: Sequence[Duel], numbers: type) -> pd.DataFrame:
    """Duels that are solved: a duel is exact or rounded by itself."""
    import pandas as pd

    values = [float(each.value) if numbers is float else each.value for each in listed]
    frame = pd.DataFrame({"value": pd.Series(values, dtype=float if numbers is float else object)})
    frame["unique"] = [each.unique for each in listed]
    frame["duel"] = pd.Series(list(listed), dtype=object)
    frame.attrs["basis"] = join(*(each.basis for each in listed))
    return frame


def _conflicts(listed: Sequence[Conflict], numbers: type) -> pd.DataFrame:
    import pandas as pd

    answers = [conflict.equilibrium(float if numbers is float else Fraction) for conflict in listed]
    frame = pd.DataFrame({"value": pd.Series([answer.value for answer in answers], dtype=object)})
    frame["unique"] = [answer.unique for answer in answers]
    frame.attrs["basis"] = join(*(answer.basis for answer in answers))
    return frame


def changes(conflict: Conflict) -> Iterator[Perturbation]:
    """Every single change of a conflict: a counter of a group, a card of a hand. Who attacks
    makes none (9-12)."""
    for side in ("attacker", "defender"):
        where, size = note(f"side.{side}"), getattr(conflict, side)
        ways = [(str(size + by), partial(_with, conflict, side, size + by)) for by in (-1, 1)]
        yield perturbation(note("caesar.change.group", side=where), *ways)
        yield from _cards(getattr(conflict, f"{side}_hand"), where, partial(_with, conflict, f"{side}_hand"))


def _with(thing: Any, name: str, value: Any) -> Any:
    return replace(thing, **{name: value})


def _cards(held: Hand, where: str, other: Callable[[Hand], Any]) -> Iterator[Perturbation]:
    """Without each card that is held, and with each that is not."""
    for card in CARDS:
        hand: tuple[Card, ...] = without(held, card) if card in held else (*held, card)
        way = (f"{'-' if card in held else '+'} {card}", partial(other, hand))
        name = note("caesar.change.card", side=where, card=str(card))
        yield perturbation(name, way if card in held else None, None if card in held else way)


def _duel_changes(solved: Duel) -> Iterator[Perturbation]:
    """Every single change of a duel: a counter of a stake, a card of a hand."""
    kind = float if isinstance(solved.value, float) else Fraction
    sides = (note("caesar.change.own"), note("caesar.change.other"))
    for fight, stake in enumerate(solved.stakes):
        for at, where in enumerate(sides):
            ways = []
            for by in (-1, 1):
                changed = tuple(size + by * (place == at) for place, size in enumerate(stake))
                stakes = (*solved.stakes[:fight], changed, *solved.stakes[fight + 1 :])
                ways.append((str(stake[at] + by), partial(duel, stakes, solved.hand, solved.other_hand, kind)))
            yield perturbation(note("caesar.change.stake", side=where, fight=fight + 1), *ways)
    hands = solved.hand, solved.other_hand
    yield from _cards(hands[0], sides[0], lambda hand: duel(solved.stakes, hand, hands[1], kind))
    yield from _cards(hands[1], sides[1], lambda hand: duel(solved.stakes, hands[0], hand, kind))


DOORS[Conflict] = Doors(_conflicts, changes)
DOORS[Duel] = Doors(_duels, _duel_changes)
