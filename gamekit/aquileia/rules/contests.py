"""Districts II and III, the arena and the stadium: red dice, cards, blue dice, prizes (4.1 to 5.5)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.aquileia.rules.rounds import IN
from gamekit.aquileia.rules.steps import (
    gain,
    on_table,
    push_tasks,
    replace_at,
    replace_fields,
    score,
    take_back_henchmen,
    take_card,
    to_laurels,
    without,
)
from gamekit.aquileia.state import NOBODY, Action, Blue, Draw, Fighter, Pass, Play, Roll, State, Step, Table, Take, Task
from gamekit.aquileia.tables import CARDS, FIELDS, SETUP, ActionField, Purse, adds_strength, prize_coins
from gamekit.text.translation import note


def contest_fighters(table: Table, contest: str) -> tuple[Fighter, ...]:
    """Return the players in a contest in turn order, each with the sum of their fields' strengths (4.1, 5.1)."""
    fields: dict[int, list[ActionField]] = {}
    for name in IN[contest]:
        if (seat := table.seat_on_field(name)) != NOBODY:
            fields.setdefault(seat, []).append(FIELDS[name])
    return tuple(
        Fighter(seat, sum(field.strength for field in fields[seat]), fields[seat][0].coin or "bronze")
        for seat in (table.turn_order() if fields else ())
        if seat in fields
    )


def begin_contest(state: State, task: Task) -> State:
    """Begin a contest: all throw, then all play cards, then the blue dice, then the ranking."""
    field = contest_fighters(state.table, task.about)
    if not field:
        return state
    seats = [fighter.seat for fighter in field]
    todo = [Task(step, seat, task.about) for step in (Step.RED, Step.CARDS) for seat in seats]
    if state.table.potentia in seats and state.table.blue:
        todo.append(Task(Step.BLUE, state.table.potentia, task.about))
    todo.append(Task(Step.RANK, about=task.about))
    return push_tasks(on_table(state, contest=task.about, fighters=field), *todo)


def fighter(table: Table, seat: int) -> Fighter:
    """Return a seat's ``Fighter`` in the contest under way."""
    return next(fighter for fighter in table.fighters if fighter.seat == seat)


def _changed(state: State, new: Fighter) -> State:
    others = state.table.fighters
    place = next(index for index, old in enumerate(others) if old.seat == new.seat)
    return on_table(state, fighters=replace_at(others, place, new))


def roll_red(state: State, task: Task, action: Action) -> State:
    """Record three red dice (4.2, 5.2)."""
    assert isinstance(action, Roll)
    return _changed(state, replace(fighter(state.table, task.seat), red=action.faces))


def legal_cards(state: State, task: Task) -> tuple[Action, ...]:
    """Return the player's cards that help here, and the pass (4.3, 5.3)."""
    side = fighter(state.table, task.seat).side
    hand = dict.fromkeys(state.hands[task.seat])
    return (*(Play(card) for card in hand if adds_strength(card, task.about, side)), Pass())


def play_card(state: State, task: Task, action: Action) -> State:
    if not isinstance(action, Play):
        return state
    own = fighter(state.table, task.seat)
    state = _changed(state, replace(own, cards=(*own.cards, action.card)))
    state = discard(state, task.seat, action.card)
    return push_tasks(state, task)


def discard(state: State, seat: int, card: str) -> State:
    """Discard a card that was played (1.3)."""
    pile = "slave_discards" if CARDS[card].kind == "slave" else "gear_discards"
    state = replace_fields(state, hands=replace_at(state.hands, seat, without(state.hands[seat], card)))
    return on_table(state, **{pile: tuple(sorted((*getattr(state.table, pile), card)))})


def legal_blue(state: State, task: Task) -> tuple[Action, ...]:
    """Return the numbers of blue dice that may be thrown: none to all left, or one at a time under that option
    (4.4, 5.4)."""
    most = min(1, state.table.blue) if state.table.blue_dice == "one by one" else state.table.blue
    return tuple(Blue(dice) for dice in range(most + 1))


def name_blue(state: State, task: Task, action: Action) -> State:
    assert isinstance(action, Blue)
    if not action.dice:
        return state
    state = on_table(state, blue=state.table.blue - action.dice)
    return push_tasks(state, Task(Step.BLUE_ROLL, task.seat, task.about, action.dice))


def roll_blue(state: State, task: Task, action: Action) -> State:
    assert isinstance(action, Roll)
    own = fighter(state.table, task.seat)
    state = _changed(state, replace(own, blue=own.blue + action.faces))
    again = state.table.blue_dice == "one by one" and state.table.blue
    return push_tasks(state, Task(Step.BLUE, task.seat, task.about)) if again else state


def ranking(table: Table) -> tuple[Fighter, ...]:
    """Return the fighters, strongest first; the lower tie-breaker place decides ties (4.5)."""
    return tuple(sorted(table.fighters, key=lambda fighter: (-fighter.strength, table.tie_breaker_place(fighter.seat))))


def pay_by_rank(state: State, task: Task) -> State:
    """Pay coins by rank, then let the winner choose (4.6, 5.5)."""
    ranked = ranking(state.table)
    for place, own in enumerate(ranked, 1):
        state = gain(state, own.seat, Purse(**{own.side: prize_coins(task.about, place)}))
    state = take_back_henchmen(state, *IN[task.about])
    winner = ranked[0].seat
    if task.about == "arena":
        return push_tasks(state, Task(Step.PRIZE, winner))
    return push_tasks(state, Task(Step.LOOK, winner), Task(Step.LAUREL, winner))


def end_contest(state: State) -> State:
    """End the contest under way."""
    return on_table(state, contest="", fighters=())


def legal_prizes(state: State, task: Task) -> tuple[Action, ...]:
    return (Take("points"), Take("slave"))


def give_prizes(state: State, task: Task, action: Action) -> State:
    """Give the winner points or a slave, the second the other; points are twice the winner's own strength (4.6)."""
    assert isinstance(action, Take)
    first, *rest = ranking(state.table)
    second = rest[0] if rest else None
    pointed, given = (first, second) if action.prize == "points" else (second, first)
    state = end_contest(state)
    if pointed:
        state = score(state, pointed.seat, SETUP["victory_factor"] * pointed.strength)
    return push_tasks(state, Task(Step.SLAVE, given.seat, count=1)) if given else state


def show_laurels(state: State, task: Task, action: Action) -> State:
    """Show the winner the open laurel and the top one (5.5)."""
    assert isinstance(action, Draw)
    offered = (state.table.face_up, action.card)
    return replace_fields(on_table(take_card(state, task, action.card), face_up=""), offered=offered)


def legal_laurels(state: State, task: Task) -> tuple[Action, ...]:
    return tuple(Take(laurel) for laurel in dict.fromkeys(state.offered))


def give_laurels(state: State, task: Task, action: Action) -> State:
    """Give one laurel to the winner and the other to the second (5.5)."""
    assert isinstance(action, Take)
    _, *rest = ranking(state.table)
    (left,) = without(state.offered, action.prize)
    state = to_laurels(end_contest(replace_fields(state, offered=())), task.seat, action.prize)
    return to_laurels(state, rest[0].seat, left) if rest else state


def why_no_card(state: State, task: Task, card: str) -> str:
    """Return why a card cannot be played here."""
    if card not in state.hands[task.seat]:
        return note("aquileia.error.not_in_hand")
    return note(f"aquileia.error.no_help.{task.about}")


__all__ = ["NOBODY", "begin_contest", "contest_fighters", "fighter", "ranking"]
