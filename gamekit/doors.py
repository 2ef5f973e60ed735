"""The doors by which things that have odds are asked: many at once, their single changes, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit.dist import Basis, Dist

if TYPE_CHECKING:
    import pandas as pd


class Single(NamedTuple):
    """One single change both ways: its name, what is less and what is more as (label, thing), or None."""

    name: str
    less: tuple[str, Any] | None
    more: tuple[str, Any] | None


Way = tuple[str, Callable[[], Any]]  # what a change makes, as a text, and how to make it


def single(name: str, less: Way | None = None, more: Way | None = None) -> Single:
    """A single change both ways; what raises a ValueError is no way.

    >>> single("a die", ("none", lambda: int("no")), ("two", lambda: 2))
    Single(name='a die', less=None, more=('two', 2))
    """

    def tried(way: Way | None) -> tuple[str, Any] | None:
        try:
            return (way[0], way[1]()) if way else None
        except ValueError:
            return None

    return Single(name, tried(less), tried(more))


class Doors(NamedTuple):
    """What a kind of thing that has odds is asked by, each None where it has no such door.

    ``many(things, numbers)`` answers many at once, a frame with a row each, what is asked for first; ``changes(thing)``
    yields each ``Single`` change; ``steps(things, numbers)`` puts them in a row (see ``gamekit.laws.in_a_row``);
    ``law(thing, numbers)`` is the law of what ``many`` tells, where the thing's own ``odds`` are of less.
    """

    many: Callable[[Sequence[Any], type], pd.DataFrame] | None = None
    changes: Callable[[Any], Iterable[Single]] | None = None
    steps: Callable[[Sequence[Any], type], tuple[Any, Any, Any, Basis]] | None = None
    law: Callable[..., Dist[Any]] | None = None


DOORS: dict[type, Doors] = {}  # each game's odds put theirs here


def doors(kind: type) -> Doors:
    """The doors of a kind of thing."""
    return DOORS.get(kind, Doors())


def answered_at_once(things: Sequence[Any], numbers: type) -> pd.DataFrame | None:
    """The chances of things of one kind that has a door for many; None for anything else."""
    kinds = {type(thing) for thing in things}
    many = doors(kinds.pop()).many if len(kinds) == 1 else None
    return many(things, numbers) if many else None


def law_of(thing: Any, numbers: type) -> Dist[Any] | None:
    """A law as it is, that of a thing by its kind's door, by its odds or its ``law``; None for what has none."""
    if isinstance(thing, Dist):
        return thing
    law = doors(type(thing)).law or getattr(type(thing), "odds", None) or getattr(type(thing), "law", None)
    return law(thing, numbers=numbers) if law else None
