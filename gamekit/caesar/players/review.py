"""Best play, solved or searched by the size of the position, and the cost of the cards played in a conflict."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from typing import Any

from gamekit.caesar.odds.mix import Mix, Sides
from gamekit.caesar.odds.solve import Solution, solved_within
from gamekit.caesar.players.search import Advice, searched
from gamekit.caesar.state import HIDDEN, Play, State, a_position
from gamekit.caesar.tables import Card
from gamekit.probability.distribution import Basis
from gamekit.text.validation import require_type

SMALL = 2_000  # positions: a fraction of a second
QUICK = 200  # iterations
LOOK_BACK = 1_000  # iterations for what cards have cost: fewer leave more noise than cost


def consult(
    state: State,
    limit: int = SMALL,
    iterations: int = QUICK,
    random: Random | None = None,
    objective: str = "lead",
    aim: str | None = None,
) -> Solution | Advice:
    """``solve`` where at most ``limit`` positions can arise, else what ``advise`` searches; the basis says which.

    ``aim``: what a search is for, where that is not the ``objective`` of the solution.

    >>> from gamekit import caesar
    >>> caesar.consult(caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])).value
    Fraction(2, 1)
    """
    return solved_within(state, objective, limit) or searched(state, iterations, random, aim or objective)


def values(found: Solution | Advice) -> dict[Any, Any]:
    """The value of each action to the player to decide, where known."""
    if isinstance(found, Advice):
        return found.values
    require_type(found, Solution, "what was found", "a Solution or an Advice")
    return {action: found.value - loss for action, loss in found.loss.items()}


@dataclass(frozen=True, slots=True)
class Review:
    """A conflict looked back at: both mixes as they should have been, and what each card played has cost against the
    other's mix, in counters of lead. ``value``: what the position was worth to the attacker. ``margin``: by how much a
    cost that was searched for may be off, by the search's confidence; 0 when ``exact``."""

    cards: Sides
    mixes: Sides
    costs: Sides
    value: Any
    exact: bool
    margin: float = 0.0
    basis: Basis = field(default=(), compare=False)


def review(
    state: State,
    card: Card,
    other: Card,
    limit: int = SMALL,
    iterations: int = LOOK_BACK,
    random: Random | None = None,
    known: Solution | None = None,
) -> Review:
    """Look back at a conflict: ``state`` is the position before the cards, which the attacker and the defender chose.

    ``known``: an earlier position that has been solved; where this one arises from it, its answer is taken.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B", "R . . . ."] + [". . . . ."] * 3, hands=[(9, 1), (8, 5)])
    >>> caesar.review(caesar.rules.apply(state, caesar.Attack("a1", "e1")), 1, 8).costs.attacker > 0
    True
    """
    if a_position(state).attack is None:
        raise ValueError("there is no conflict in this position to look back at")
    attacking = _known(known, state) or consult(replace(state, chosen=None), limit, iterations, random)
    answering: Solution | Advice
    if isinstance(attacking, Solution):
        answering = attacking.at(replace(state, chosen=HIDDEN))
    else:
        answering = searched(replace(state, chosen=HIDDEN), iterations, random)
    sides = tuple(zip((attacking, answering), (card, other)))
    return Review(
        cards=Sides(card, other),
        mixes=Sides(*(_mix(found) for found, _ in sides)),
        costs=Sides(*(_cost(found, played) for found, played in sides)),
        value=attacking.value,
        exact=isinstance(attacking, Solution),
        margin=max((_margin(found) for found, _ in sides), default=0.0),
        basis=attacking.basis,
    )


def _known(known: Solution | None, state: State) -> Solution | None:
    try:
        return known.at(replace(state, chosen=None)) if known else None
    except ValueError:
        return None


def _mix(found: Solution | Advice) -> Mix:
    return Mix((action.card, share) for action, share in found.mix.items() if isinstance(action, Play))


def _margin(found: Solution | Advice) -> float:
    """The possible error of the difference between two cards of a search."""
    if isinstance(found, Solution):
        return 0.0
    low, high = found.confidence
    return (high - low) / 2 * sqrt(2)


def _cost(found: Solution | Advice, card: Card) -> Any:
    if isinstance(found, Solution):
        if Play(card) not in found.loss:
            raise ValueError(f"{card!r} is not in the hand")
        return found.loss[Play(card)]
    known = found.values
    return max(known.values()) - known.get(Play(card), min(known.values()))
