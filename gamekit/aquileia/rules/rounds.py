"""The end of a round and of the game: unused laurels, the next start player, the final count (9.1 to 10.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from gamekit.aquileia.rules.placement import round_agenda
from gamekit.aquileia.rules.steps import on_table, push, taken
from gamekit.aquileia.state import FIELD_INDEX, NOBODY, Action, Draw, Score, State, Step, Task
from gamekit.aquileia.tables import BUILDINGS, COINS, LAURELS, SETUP


def discard(state: State, task: Task, action: Action) -> State:
    """9.1: the top laurel of an unused theatre or stadium goes, with the stadium's open one."""
    assert isinstance(action, Draw)
    state = taken(state, task, action.card)
    return on_table(state, face_up="") if task.about == "stadium" else state


def turn_up(state: State, task: Task, action: Action) -> State:
    """1.4, 9.1: a new open laurel in the stadium."""
    assert isinstance(action, Draw)
    return on_table(taken(state, task, action.card), face_up=action.card)


def clear(state: State, task: Task) -> State:
    """9.1: pieces come home, the foremost tie-breaker starts the next round; after six, the count."""
    table = state.table
    state = on_table(
        state,
        start=next(seat for seat in table.track if seat != NOBODY),
        placed=(NOBODY,) * len(FIELD_INDEX),
        track=(NOBODY,) * len(table.track),
        harbour=(False,) * len(COINS),
        potentia=NOBODY,
        blue=0,
    )
    if table.round == SETUP["rounds"]:
        return push(state, Task(Step.SCORE))
    return push(on_table(state, round=table.round + 1), Task(Step.TURN_UP), *round_agenda(state.table))


def colour_choices(totals: Mapping[str, int], laurels: Iterable[str]) -> tuple[str, ...]:
    """The best colour for each laurel with colours: the one whose villas are worth more, the first of equals (10.2).

    Points are villa totals times laurels, so a laurel adds its colour's total whatever the others do.
    """
    return tuple(
        max(LAURELS[laurel].colours, key=lambda colour: totals.get(colour, 0))
        for laurel in laurels
        if LAURELS[laurel].colours
    )


def villa_totals(buildings: Iterable[str]) -> Counter[str]:
    """The printed points of villas by colour."""
    totals: Counter[str] = Counter()
    for name in buildings:
        if BUILDINGS[name].kind == "villa":
            totals[BUILDINGS[name].colour] += BUILDINGS[name].points
    return totals


def final_score(won: int, buildings: Iterable[str], laurels: Iterable[str]) -> Score:
    """10.1, 10.2: points won, stadium points, villas times laurels of their colour."""
    held, totals = tuple(laurels), villa_totals(buildings)
    colours = colour_choices(totals, held)
    return Score(won, sum(LAURELS[laurel].points for laurel in held), sum(totals[c] for c in colours), colours)


def count(state: State, task: Task) -> State:
    """The final count; all laurels are shown for it."""
    table = state.table
    shown = tuple((*open_, *hidden) for open_, hidden in zip(table.shown, state.laurels))
    scores = tuple(
        final_score(table.points[seat], table.buildings(seat), shown[seat]) for seat in range(len(table.names))
    )
    return on_table(state, shown=shown, scores=scores, points=tuple(score.total for score in scores))
