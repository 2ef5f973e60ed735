"""Best play through a fight: what every choice of a moment is worth, and what each decision taken has cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from gamekit.julius_caesar.fight.played import Act, Course, acting_first, hit_between
from gamekit.julius_caesar.fight.progress import Fight
from gamekit.julius_caesar.odds.automaton import Position
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import Chances
from gamekit.julius_caesar.tables import ROLES
from gamekit.probability.distribution import Basis
from gamekit.text.progress import report

EQUAL: Final = 1e-12  # of a chance: choices that differ by less are equally good
ACTS: Final = {"fires": "fires", "passes": "passes", "leaves": "retreats", "eliminated": "retreats"}


@dataclass(frozen=True, slots=True)
class FoundBest:
    """Best play from a position on, as far as it is known: worth and choices, then the chances, then the gains.

    ``options`` has (value, cost) by choice; ``gains`` has for each side what perfect play gains over standing orders,
    against orders and against best play, and the order to blame. ``refused`` is why no more is to come."""

    battle: Battle
    position: Position
    value: float | None = None
    options: Mapping[Act, tuple[float, float]] = field(default_factory=dict)
    basis: Basis = ()
    chances: Chances | None = None
    gains: tuple[tuple[str, float, float, str | None], ...] = ()
    refused: ValueError | None = None

    @property
    def whole(self) -> bool:
        """Whether nothing more is to come."""
        return bool(self.gains or self.refused)


@dataclass(frozen=True, slots=True)
class DecisionCost:
    """What a decision gave away, by its place in the log: who decided, how much, and what would have been best."""

    entry: int
    side: str
    cost: float
    position: Position
    best: Act


def options_of(
    battle: Battle, position: Position, progress: Callable[[float], None] | None = None
) -> dict[Act, tuple[float, float]]:
    """The value and the cost of every choice, by what is done and the slot that does it."""
    frame = battle.best(progress=progress).at(position).options()
    acts = zip(frame["act"], frame.attrs["slots"])
    return dict(zip(acts, zip(map(float, frame["value"]), map(float, frame["cost"]))))


def more(found: FoundBest) -> FoundBest:
    """The next part of an answer; a ValueError is kept, for its sentence is to be shown."""
    try:
        best = found.battle.best(progress=report).at(found.position)
        if found.value is None:
            options = options_of(found.battle, found.position, report)
            return replace(found, value=float(best.value), options=options, basis=best.basis)
        if found.chances is None:
            return replace(found, chances=best.chances)
        return replace(found, gains=_gains(best.against("orders")))
    except ValueError as error:
        return replace(found, refused=error)


def _gains(frame: Any) -> tuple[tuple[str, float, float, str | None], ...]:
    rows = zip(frame.decides, frame.side, frame.against, frame.gain)
    whole = {(side, against): gain for decides, side, against, gain in rows if decides == "everything"}
    return tuple((s, float(whole[s, "orders"]), float(whole[s, "best"]), frame.attrs["to_blame"][s]) for s in ROLES)


def decisions(course: Course) -> list[tuple[int, str, Position, Act]]:
    """Every decision of a fight: its place in the log, who took it, where, and what it was."""
    made = []
    for before, after in pairwise(course):
        entry, position = len(after.fight.log) - 1, before.fight.position
        if hit := hit_between(before, after):
            made.append((entry, hit[0], position, ("takes it", hit[1])))
        elif after.actor and after.turns > before.turns:
            made.append((entry, after.actor[0], position, (ACTS[after.fight.log[-1].deed], after.actor[1])))
    return made


def costs_of(battle: Battle, course: Course) -> tuple[DecisionCost, ...] | ValueError:
    """What each decision of a fight gave away, where it gave something away; why not where best play is refused."""
    found = []
    try:
        made = decisions(course)
        for place, (entry, side, position, act) in enumerate(made):
            report(place / len(made))
            options = options_of(battle, position)
            cost = options.get(act, (0.0, 0.0))[1]
            if cost > EQUAL:
                found.append(DecisionCost(entry, side, cost, position, min(options, key=lambda one: options[one][1])))
    except ValueError as error:
        return error
    return tuple(found)


def legal(fight: Fight) -> list[Act]:
    """Every choice of this moment, whatever it is worth."""
    if fight.pending:
        return [("takes it", slot) for slot in fight.tied]
    made: list[Act] = []
    for slot in fight.position.firing:
        turn = acting_first(fight, slot).turn
        assert turn is not None
        acts = {"fires": not turn.must_leave, "passes": not turn.must_leave, "retreats": turn.may_leave}
        made += [(act, slot) for act, may in acts.items() if may]
    return made


def standing_act(fight: Fight) -> Act | None:
    """What standing orders do at this moment; None when the fight is over."""
    if fight.pending and fight.standing_choice is not None:
        return ("takes it", fight.standing_choice)
    turn = fight.turn
    return ("retreats" if turn.must_leave else "fires", turn.index) if turn else None
