"""A round: placing henchmen, the order of the actions, the end of the round and the final count (2.1-2.6, 9.1-10.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from gamekit.aquileia import state as s
from gamekit.aquileia.rules.steps import name_of, on_table, pay, push_tasks, replace_at, take_card
from gamekit.aquileia.state import Action, State
from gamekit.aquileia.tables import BUILDINGS, COINS, DISTRICTS, FIELDS, LAURELS, ONE, SETUP, ActionField, coin_note
from gamekit.text.translation import note

IN = {district: tuple(name for name in FIELDS if FIELDS[name].district == district) for district in DISTRICTS}
PLACES = {name: s.Place(name) for name in FIELDS}
COIN_FIELDS = tuple(name for name in IN["portus"] if FIELDS[name].coin)
MARKET_STEPS = {
    "dolus": s.Step.DOLUS,
    "pecunia": s.Step.PECUNIA,
    "equi": s.Step.EQUI,
    "servi": s.Step.SERVI,
    "potentia": s.Step.POTENTIA,
}
LATER = "tie-breaker"  # the turn on which a player who has passed places the tie-breaker


def round_agenda(table: s.Table) -> tuple[s.Task, ...]:
    """Return the agenda of a round: six turns of placing, clockwise from the start player, then the actions
    (2.1, 2.2)."""
    turns = (SETUP["henchmen"] + 1) * table.turn_order()
    return (*(s.Task(s.Step.PLACE, seat) for seat in turns), s.Task(s.Step.ACT))


def own_fields(table: s.Table, seat: int) -> tuple[str, ...]:
    """Return the fields with a player's henchmen."""
    return tuple(name for name, holder in zip(FIELDS, table.placed) if holder == seat)


def conflicting_field(own: tuple[str, ...], field: ActionField) -> str:
    """Return the own field, if any, that forbids this one: the other side of the stadium, another harbour coin
    (2.4, 2.5)."""
    if not field.coin or field.district == "mercatus":
        return ""
    return next((name for name in own if FIELDS[name].district == field.district and _differ(FIELDS[name], field)), "")


def _differ(one: ActionField, other: ActionField) -> bool:
    return bool(one.coin) and one.coin != other.coin


RIVALS = {name: frozenset(other for other in FIELDS if conflicting_field((name,), FIELDS[other])) for name in FIELDS}


def _why_not_there(table: s.Table, seat: int, name: str) -> str:
    """Return why a henchman may not be placed on a field that is not among the legal ones."""
    own, field = own_fields(table, seat), FIELDS[name]
    if (holder := table.seat_on_field(name)) != s.NOBODY:
        return note("aquileia.error.taken", name=name_of(table, holder))
    if len(own) == SETUP["henchmen"]:
        return note("aquileia.error.henchmen")
    if rival := conflicting_field(own, field):
        coin, number = coin_note(FIELDS[rival].coin), rival.split()[-1]
        return note(f"aquileia.error.{field.district}", coin=coin, number=number)
    return note("aquileia.error.coin", coin=coin_note(field.coin))


def free_places(table: s.Table) -> tuple[int, ...]:
    """Return the places for a tie-breaker: the left-most free one, or every free one by the option "any" (2.3)."""
    free = tuple(place for place, seat in enumerate(table.track, 1) if seat == s.NOBODY)
    return free if table.tie_breaker == "any" else free[:1]


def legal(state: State, task: s.Task) -> tuple[Action, ...]:
    table, seat = state.table, task.seat
    ties = () if table.tie_breaker_place(seat) else tuple(map(s.TieBreaker, free_places(table)))
    own = own_fields(table, seat)
    if task.about == LATER or len(own) == SETUP["henchmen"]:
        return ties
    barred = {name for name in COIN_FIELDS if not table.purses[seat].covers(ONE[FIELDS[name].coin])}
    barred.update(*map(RIVALS.__getitem__, own))
    free = (place for place, holder in zip(PLACES.values(), table.placed) if holder == s.NOBODY)
    return (*(place for place in free if place.field not in barred), *ties, s.Pass())


def why_not(state: State, task: s.Task, action: Action) -> str:
    match action:
        case s.Place(name) if name in FIELDS and task.about != LATER:
            return _why_not_there(state.table, task.seat, name)
        case s.TieBreaker() if state.table.tie_breaker_place(task.seat):
            return note("aquileia.error.tie_placed")
        case s.TieBreaker():
            return note("aquileia.error.tie_free", places=", ".join(map(str, free_places(state.table))))
        case s.Place(name) if name in FIELDS:
            return note("aquileia.error.tie_left")
        case s.Pass() if not state.table.tie_breaker_place(task.seat):
            return note("aquileia.error.tie_must")
    return ""


def apply_placement(state: State, task: s.Task, action: Action) -> State:
    table, seat = state.table, task.seat
    match action:
        case s.Place(name):
            state = on_table(state, placed=replace_at(table.placed, s.FIELD_INDEX[name], seat))
            return _leave_coin(state, seat, FIELDS[name].coin) if name in COIN_FIELDS else state
        case s.TieBreaker(place):
            return on_table(state, track=replace_at(table.track, place - 1, seat))
    return on_table(state, agenda=_passed(table, seat))


def _leave_coin(state: State, seat: int, coin: str) -> State:
    return on_table(pay(state, seat, ONE[coin]), harbour=replace_at(state.table.harbour, COINS.index(coin), True))


def _passed(table: s.Table, seat: int) -> tuple[s.Task, ...]:
    """Return a passed player's tasks: no henchman any more; the tie-breaker, if in hand, next turn (2.2, 2.3)."""
    turns = tuple(task for task in table.agenda if task != s.Task(s.Step.PLACE, seat))
    if table.tie_breaker_place(seat):
        return turns
    following = table.agenda.index(s.Task(s.Step.PLACE, seat))
    kept = [other for other in table.agenda[:following] if other != s.Task(s.Step.PLACE, seat)]
    return (*kept, s.Task(s.Step.PLACE, seat, LATER), *turns[len(kept) :])


def schedule_actions(state: State, task: s.Task) -> State:
    """Schedule the actions of the round in the districts' order; fields without a henchman are left out."""
    table = state.table
    todo = [s.Task(MARKET_STEPS[name.split()[0]], table.seat_on_field(name), name) for name in IN["mercatus"]]
    todo += [s.Task(s.Step.REFILL, about=str(slot)) for slot in range(SETUP["row"])]
    todo += [s.Task(s.Step.CONTEST, about=contest) for contest in ("arena", "stadium")]
    todo += [s.Task(s.Step.REVEAL, table.seat_on_field("theatrum"), "theatrum")]
    todo += [
        s.Task(s.Step.FORUM, table.seat_on_field(name), name)
        for name in IN["forum"]
        for _ in range(FIELDS[name].builds)
    ]
    todo += [s.Task(s.Step.LATRO, table.seat_on_field("latro"), "latro")]
    todo += [s.Task(s.Step.HARBOUR, table.seat_on_field(name), name) for name in COIN_FIELDS]
    done = tuple(item for item in todo if item.seat != s.NOBODY or item.step in (s.Step.REFILL, s.Step.CONTEST))
    unused = [s.Task(s.Step.DISCARD, about=place) for place in ("stadium", "theatre") if not _used(table, place)]
    return on_table(state, agenda=(*done, *unused, s.Task(s.Step.CLEAR)))


def _used(table: s.Table, place: str) -> bool:
    fields = IN["stadium"] if place == "stadium" else IN["theatrum"]
    return any(table.seat_on_field(name) != s.NOBODY for name in fields)


def discard_laurel(state: State, task: s.Task, action: Action) -> State:
    """Discard the top laurel of an unused theatre or stadium, with the stadium's open one (9.1)."""
    assert isinstance(action, s.Draw)
    state = take_card(state, task, action.card)
    return on_table(state, face_up="") if task.about == "stadium" else state


def turn_up_laurel(state: State, task: s.Task, action: Action) -> State:
    """Turn up a new open laurel in the stadium (1.4, 9.1)."""
    assert isinstance(action, s.Draw)
    return on_table(take_card(state, task, action.card), face_up=action.card)


def clear_board(state: State, task: s.Task) -> State:
    """Take all pieces home; the foremost tie-breaker starts the next round; after six, the count (9.1)."""
    table = state.table
    state = on_table(
        state,
        start=next(seat for seat in table.track if seat != s.NOBODY),
        placed=(s.NOBODY,) * len(s.FIELD_INDEX),
        track=(s.NOBODY,) * len(table.track),
        harbour=(False,) * len(COINS),
        potentia=s.NOBODY,
        blue=0,
    )
    if table.round == SETUP["rounds"]:
        return push_tasks(state, s.Task(s.Step.SCORE))
    return push_tasks(on_table(state, round=table.round + 1), s.Task(s.Step.TURN_UP), *round_agenda(state.table))


def colour_choices(totals: Mapping[str, int], laurels: Iterable[str]) -> tuple[str, ...]:
    """Return the best colour for each laurel with colours: the one whose villas are worth more, the first of equals
    (10.2).

    Points are villa totals times laurels, so each laurel adds its colour's total independently.
    """
    return tuple(
        max(LAURELS[laurel].colours, key=lambda colour: totals.get(colour, 0))
        for laurel in laurels
        if LAURELS[laurel].colours
    )


def villa_totals(buildings: Iterable[str]) -> Counter[str]:
    """Return the printed points of villas by colour."""
    totals: Counter[str] = Counter()
    for name in buildings:
        if BUILDINGS[name].kind == "villa":
            totals[BUILDINGS[name].colour] += BUILDINGS[name].points
    return totals


def final_score(won: int, buildings: Iterable[str], laurels: Iterable[str]) -> s.FinalScore:
    """Return the final count: points won, stadium points, villas times laurels of their colour (10.1, 10.2)."""
    held, totals = tuple(laurels), villa_totals(buildings)
    colours = colour_choices(totals, held)
    return s.FinalScore(won, sum(LAURELS[laurel].points for laurel in held), sum(totals[c] for c in colours), colours)


def count_final_points(state: State, task: s.Task) -> State:
    """Make the final count; all laurels are shown for it."""
    table = state.table
    shown = tuple((*open_, *hidden) for open_, hidden in zip(table.shown, state.laurels))
    scores = tuple(
        final_score(table.points[seat], table.buildings(seat), shown[seat]) for seat in range(len(table.names))
    )
    return on_table(state, shown=shown, scores=scores, points=tuple(score.total for score in scores))
