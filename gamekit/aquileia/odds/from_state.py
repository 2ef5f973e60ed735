"""The current arena or race of a position, as a ``Contest`` for the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

from gamekit.aquileia.odds.contest import Contest, Entrant
from gamekit.aquileia.odds.plan import BlueDiceSplit, best_play, split_blue_dice
from gamekit.aquileia.rules import apply, legal_actions
from gamekit.aquileia.rules.contests import contest_fighters
from gamekit.aquileia.state import Fighter, Place, State, Step, Table, Task
from gamekit.aquileia.tables import CONTESTS, FIELDS, SETUP, require_known
from gamekit.text.validation import require_type


def contest_from_table(table: Table, contest: str | None = None, more_blue_dice: int | None = None) -> Contest | None:
    """Return the arena or race under way, or the one that the henchmen placed so far would fight; None without one, or
    below two entrants. ``contest`` is "arena" or "stadium", by default the one under way. Dice not thrown are still to
    come, blue dice named and not thrown among them; ``more_blue_dice`` is how many more the holder of the blue dice
    will throw, none by default. Entrants without a placed tie-breaker come after those with one.

    >>> from dataclasses import replace
    >>> from gamekit.aquileia import FIELDS, initial_state
    >>> seats = {"arena 1": 0, "arena 3": 1}
    >>> table = replace(initial_state().table, placed=tuple(seats.get(field, -1) for field in FIELDS))
    >>> contest_from_table(table, "arena").p_rank("Walter")[0]
    Fraction(487, 729)
    """
    require_type(table, Table, "the table", "the table of a State or a View")
    where = contest or table.contest
    if not where:
        return None
    require_known("contest", where, CONTESTS)
    present = table.fighters if where == table.contest else contest_fighters(table, where)
    if len(present) < 2:
        return None
    return Contest(_entrant(table, where, fighter, more_blue_dice or 0) for fighter in present)


def _entrant(table: Table, where: str, fighter: Fighter, blue: int) -> Entrant:
    thrown = (fighter.red + fighter.blue).count(fighter.side)
    more = min(blue, table.blue) if fighter.seat == table.potentia else 0
    cards = fighter.strength - fighter.base - thrown
    return Entrant(
        name=table.names[fighter.seat],
        base=fighter.base,
        tie=table.tie_breaker_place(fighter.seat) or SETUP["tie_places"] + 1 + fighter.seat,
        cards=cards,
        rolled=thrown,
        red=0 if fighter.red else SETUP["red_dice"],
        blue=more + _named(table.agenda, fighter.seat, where),
        side=fighter.side if where == "stadium" else None,
    )


def _named(agenda: tuple[Task, ...], seat: int, contest: str) -> int:
    """Return how many blue dice a player has named in a contest and not yet thrown (4.4)."""
    roll = (Step.BLUE_ROLL, seat, contest)
    return sum(task.count for task in agenda if (task.step, task.seat, task.about) == roll)


def contest_now(table: Table) -> Contest | None:
    """Return the contest under way, if any, with the blue dice that their holder will still throw in it."""
    return contest_from_table(table, more_blue_dice=blue_dice_to_come(table)) if table.contest else None


def contests_if_placed(state: State) -> Iterator[tuple[str, Contest]]:
    """Yield each field of arena and stadium where the player to act may place a henchman, with the contest that would
    follow if nobody placed any more; none while the player would be alone in it."""
    for field in (action.field for action in legal_actions(state) if isinstance(action, Place)):
        where = FIELDS[field].district
        if where in CONTESTS and (contest := contest_from_table(apply(state, Place(field)).table, where)):
            yield field, contest


def blue_dice_to_come(table: Table) -> int:
    """Return how many of the blue dice still held would be thrown in the contest under way, if named now. All of them,
    or the arena's share of the best split when a race of the holder follows; 0 once they are named.
    """
    if not may_name_blue_dice(table):
        return 0
    split = blue_split_now(table)
    return split.best if split else table.blue


def may_name_blue_dice(table: Table) -> bool:
    """Return whether blue dice may still be named in the contest under way, besides those named and not yet thrown."""
    if table.agenda and table.current_task.step == Step.BLUE_ROLL:
        return table.blue_dice == "one by one"
    return any(task.step == Step.BLUE and task.about == table.contest for task in table.agenda)


@lru_cache(maxsize=16)
def ranks_now(table: Table) -> dict[str, list[Fraction]]:
    """Return everybody's chance of each rank in the contest under way, if nobody plays another card; empty if there is
    none. Blue dice that their holder could also keep for a race are named after the red dice, as best play by the
    default worths: so the chance before a throw is the mean of the chances after it (4.4).
    """
    contest, split = contest_now(table), _split_to_come(table)
    if contest is None or split is None:
        return {name: contest.p_rank(name) for name in contest.names} if contest else {}
    own, ranks = contest.entrant(split.holder), {name: [Fraction(0)] * len(contest.names) for name in contest.names}
    flying = own.blue - split.best
    for up in range(flying + 1):  # dice already named are thrown before the next is named
        fallen = contest.with_entrant(own.name, rolled=own.rolled + up, blue=table.blue)
        plan = best_play(fallen, blue=table.blue_dice, keep=split.keep)
        share = Fraction(comb(flying, up) * 2 ** (flying - up), 3**flying)
        ranks = {name: [p + share * q for p, q in zip(ranks[name], plan.p_rank(name))] for name in ranks}
    return ranks


def best_cards_now(table: Table, hand: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a hand that the player to act should play in the contest under way; no rival plays any."""
    contest, split, player = contest_now(table), _split_to_come(table), table.names[table.current_task.seat]
    if contest is None:
        return ()
    if split:
        contest = contest.with_entrant(split.holder, blue=table.blue)
    keep = split.keep if split else None
    return best_play(contest, {player: hand}, blue=table.blue_dice, keep=keep).choices[0].cards


def _split_to_come(table: Table) -> BlueDiceSplit | None:
    return blue_split_now(table) if table.contest and may_name_blue_dice(table) else None


@lru_cache(maxsize=4)
def blue_split_now(table: Table) -> BlueDiceSplit | None:
    """Return the best split of the blue dice while the arena is on and a race of their holder follows, else None."""
    if table.contest != "arena" or not table.blue:
        return None
    arena, race, holder = contest_from_table(table), contest_from_table(table, "stadium"), table.names[table.potentia]
    if arena is None or race is None or holder not in arena.names or holder not in race.names:
        return None
    return split_blue_dice(arena, race, holder, dice=table.blue, blue=table.blue_dice)
