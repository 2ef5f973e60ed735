"""The current arena or race of a position, as a ``Contest`` for the odds."""

from __future__ import annotations

from gamekit.aquileia.odds.contest import Contest, Entrant
from gamekit.aquileia.rules.contests import fighters
from gamekit.aquileia.state import Fighter, Step, Table, Task
from gamekit.aquileia.tables import SETUP


def contest_on(table: Table, contest: str | None = None, blue: int | None = None) -> Contest | None:
    """The arena or race as it stands, or as the henchmen placed so far would fight it; None below two entrants.

    Without a name the one that is on. Dice not thrown are still to come, blue dice named and not thrown among them;
    ``blue`` is how many more the holder will throw, none unless given. Who has not placed the tie-breaker comes after
    those who have.

    >>> from dataclasses import replace
    >>> from gamekit.aquileia import FIELDS, initial_state
    >>> seats = {"arena 1": 0, "arena 3": 1}
    >>> table = replace(initial_state().table, placed=tuple(seats.get(field, -1) for field in FIELDS))
    >>> contest_on(table, "arena").p_rank("Walter")[0]
    Fraction(487, 729)
    """
    where = contest or table.contest
    if not where:
        return None
    present = table.fighters if where == table.contest else fighters(table, where)
    if len(present) < 2:
        return None
    return Contest(_entrant(table, where, fighter, blue or 0) for fighter in present)


def _entrant(table: Table, where: str, fighter: Fighter, blue: int) -> Entrant:
    thrown = (fighter.red + fighter.blue).count(fighter.side)
    more = min(blue, table.blue) if fighter.seat == table.potentia else 0
    cards = fighter.strength - fighter.base - thrown
    return Entrant(
        name=table.names[fighter.seat],
        base=fighter.base,
        tie=table.tie_place(fighter.seat) or SETUP["tie_places"] + 1 + fighter.seat,
        cards=cards,
        rolled=thrown,
        red=0 if fighter.red else SETUP["red_dice"],
        blue=more + _named(table.agenda[:1], fighter.seat, where),
        side=fighter.side if where == "stadium" else None,
    )


def _named(now: tuple[Task, ...], seat: int, contest: str) -> int:
    """How many blue dice a player is about to throw in a contest: named, no longer held, not yet fallen (4.4)."""
    return sum(task.count for task in now if task.step == Step.BLUE_ROLL and (task.seat, task.about) == (seat, contest))
