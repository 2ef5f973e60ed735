"""The rules of Aquileia (see ``gamekit.play.protocol``): legal actions, chance, and the position after each.

The table carries an agenda, the list of what is still to be done this round. Its first item belongs to a player, to
chance, or to nobody; in the last case it is done at once. Each district has its own file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, get_args

from gamekit.aquileia import state as s
from gamekit.aquileia.rules import contests, districts, rounds
from gamekit.aquileia.rules.steps import chance_allows, dice_count, draw_odds, on_table, roll_odds, slaves_to_draw
from gamekit.aquileia.state import Action, State
from gamekit.aquileia.tables import FIELDS, SETUP, require_known
from gamekit.play.protocol import CHANCE, OVER, IllegalAction
from gamekit.probability.distribution import Dist
from gamekit.storage import serialization
from gamekit.text.piece_list import split_names as typed_names
from gamekit.text.translation import note

ACTIONS = get_args(Action)
Doing: TypeAlias = Callable[[State, s.Task, Action], State]

LONGEST = 40  # letters of a name
BLUE_DICE = ("together", "one by one")
TIE_BREAKER = ("leftmost", "any")
LEGAL: dict[s.Step, Callable[[State, s.Task], tuple[Action, ...]]] = {
    s.Step.PLACE: rounds.legal,
    s.Step.PECUNIA: districts.legal_exchanges,
    s.Step.EQUI: districts.legal_gear,
    s.Step.SERVI: districts.legal_slaves,
    s.Step.CARDS: contests.legal_cards,
    s.Step.BLUE: contests.legal_blue,
    s.Step.PRIZE: contests.legal_prizes,
    s.Step.LAUREL: contests.legal_laurels,
    s.Step.BID: districts.legal_bids,
    s.Step.FORUM: districts.legal_builds,
    s.Step.HARBOUR: districts.legal_repayments,
}
DECIDE: dict[s.Step, Doing] = {
    s.Step.PLACE: rounds.apply_placement,
    s.Step.PECUNIA: districts.exchange,
    s.Step.EQUI: districts.buy_gear,
    s.Step.SERVI: districts.buy_slaves,
    s.Step.CARDS: contests.play_card,
    s.Step.BLUE: contests.name_blue,
    s.Step.PRIZE: contests.give_prizes,
    s.Step.LAUREL: contests.give_laurels,
    s.Step.BID: districts.bid_or_leave,
    s.Step.FORUM: districts.build,
    s.Step.HARBOUR: districts.pay_again,
}
HAPPEN: dict[s.Step, Doing] = {
    s.Step.DOLUS: districts.pay_dolus,
    s.Step.GEAR: districts.draw_gear,
    s.Step.SLAVE: districts.draw_slave,
    s.Step.REFILL: districts.refill_market,
    s.Step.RED: contests.roll_red,
    s.Step.BLUE_ROLL: contests.roll_blue,
    s.Step.LOOK: contests.show_laurels,
    s.Step.REVEAL: districts.reveal_laurel,
    s.Step.LATRO: districts.steal_coins,
    s.Step.DISCARD: rounds.discard_laurel,
    s.Step.TURN_UP: rounds.turn_up_laurel,
}
_asked: tuple[State | None, tuple[Action, ...]] = (None, ())  # the last position asked about
# The automatic steps; None means that a player or chance is needed after all.
FOLLOW: dict[s.Step, Callable[[State, s.Task], State | None]] = {
    s.Step.ACT: rounds.schedule_actions,
    s.Step.POTENTIA: districts.give_blue_dice,
    s.Step.GEAR: districts.skip_draw,
    s.Step.SLAVE: districts.skip_draw,
    s.Step.REFILL: districts.skip_refill,
    s.Step.CONTEST: contests.begin_contest,
    s.Step.RANK: contests.pay_by_rank,
    s.Step.HARBOUR: districts.settle_harbour_field,
    s.Step.CLEAR: rounds.clear_board,
    s.Step.SCORE: rounds.count_final_points,
}


def initial_state(
    players: Sequence[str] = s.DEFAULT_NAMES, blue_dice: str = "together", tie_breaker: str = "leftmost"
) -> State:
    """Return a new game, before the row and the first laurel are dealt; players clockwise, the first one starts (1.4).

    ``blue_dice="one by one"`` and ``tie_breaker="any"`` take the other reading of 4.4 and 2.3.

    >>> state = initial_state(("Ada", "Ben", "Cleo"))
    >>> current_player(state), len(chance_outcomes(state))
    ('chance', 7)
    """
    names = check_names(players)
    table = s.new_table(
        names,
        (),
        require_known("way to throw the blue dice", blue_dice, BLUE_DICE),
        require_known("option", tie_breaker, TIE_BREAKER),
    )
    deal = [s.Task(s.Step.REFILL, about=str(slot)) for slot in range(SETUP["row"])]
    state = State(table, ((),) * len(names), ((),) * len(names))
    return on_table(state, agenda=(*deal, s.Task(s.Step.TURN_UP), *rounds.round_agenda(table)))


def check_names(players: Any) -> tuple[str, ...]:
    """Return the names of the players; ValueError if they are not distinct, or not names."""
    if isinstance(players, str):  # as typed: Ada, Ben and Cleo
        players = typed_names(players)
    ordered = hasattr(players, "__getitem__")  # also a column of pandas; a set is not
    names = tuple(str(name) if isinstance(name, str) else name for name in (players if ordered else ()))
    least, most = SETUP["players_least"], SETUP["players_most"]
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST or not name.isprintable():
            raise ValueError(f"{serialization.short_repr(name)} is not a name; it should be 1 to {LONGEST} letters")
    if not least <= len(names) <= most or len(set(names)) < len(names) or {CHANCE, OVER} & set(names):
        right = f"{least} to {most} players with different names are needed, such as ('Ada', 'Ben', 'Cleo')"
        raise ValueError(f"{right}, not {serialization.short_repr(players)}")
    return names


def current_player(state: State) -> str:
    """Return the name of the player to act, or CHANCE, or OVER.

    >>> current_player(initial_state())
    'chance'
    """
    agenda = state.table.agenda
    if not agenda:
        return OVER
    return state.table.names[agenda[0].seat] if agenda[0].step in LEGAL else CHANCE


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return the current player's legal actions; empty while chance moves or when the game is over.

    >>> legal_actions(initial_state())
    ()
    """
    agenda = state.table.agenda
    global _asked
    if (asked := _asked)[0] is not state:
        _asked = asked = state, LEGAL[agenda[0].step](state, agenda[0]) if agenda and agenda[0].step in LEGAL else ()
    return asked[1]


def chance_outcomes(state: State) -> Dist[Action]:
    """Return the distribution of the faces or cards to come, weighted by ways to roll and copies of the card.

    Raises ValueError unless chance is to act.

    >>> max(chance_outcomes(initial_state()).items(), key=lambda card: card[1])
    (Draw(card='gold horse 1'), 3)
    """
    if current_player(state) != CHANCE:
        raise ValueError(f"it is {current_player(state)}'s turn, not chance's")
    task = state.table.current_task
    return roll_odds(dice_count(task)) if dice_count(task) else draw_odds(state, task)


def apply(state: State, action: Action) -> State:
    """Return the position after an action and the automatic steps that follow. Raises IllegalAction.

    >>> from gamekit.aquileia.state import Draw
    >>> apply(initial_state(), Draw("weapon 3")).table.row
    ('weapon 3', '', '')
    """
    player = current_player(state)
    if player == OVER:
        raise IllegalAction(f"{action}: the game is over")
    task = state.table.current_task
    if player == CHANCE:
        if not chance_allows(state, task, action):
            raise IllegalAction(f"{action} cannot come: {_unfit(action) or f'chance is asked for {task.step.value}'}")
        return _follow(HAPPEN[task.step](start_next_task(state), task, action))
    if action not in legal_actions(state) or not _whole(action):
        why = _unfit(action) or reason(state, action)
        why = why or note("aquileia.error.step", step=task.step.value)
        raise IllegalAction(note("aquileia.error.may_not", player=player, action=str(action), why=why))
    return _follow(DECIDE[task.step](start_next_task(state), task, action))


def _whole(action: Action) -> bool:
    """Return whether an action's number is an int: 1.0 and True would pass as 1."""
    match action:
        case s.TieBreaker(number) | s.Buy(number) | s.Blue(number):
            return type(number) is int
    return True


def _unfit(action: Any) -> str:
    """Return the fault in an action's own fields, independent of the position; "" if none."""
    if not isinstance(action, ACTIONS):
        return f"it is not an action; there are {', '.join(kind.__name__ for kind in ACTIONS)}"
    try:
        serialization.action_from_json(ACTIONS, serialization.action_to_json(action))
    except ValueError as error:
        return str(error)
    return ""


def start_next_task(state: State) -> State:
    """Return the position with the first task of the agenda taken off."""
    return on_table(state, agenda=state.table.agenda[1:])


def _follow(state: State) -> State:
    while (agenda := state.table.agenda) and agenda[0].step in FOLLOW:
        after = FOLLOW[agenda[0].step](start_next_task(state), agenda[0])
        if after is None:
            break
        state = after
    return state


def reason(state: State, action: Action) -> str:
    """Return why the current player may not do this, if a clause says so; "" if it belongs to another step."""
    task = state.table.current_task
    match task.step, action:
        case s.Step.PLACE, s.Place(name) if name not in FIELDS:
            return _unknown(name)
        case s.Step.PLACE, _:
            return rounds.why_not(state, task, action)
        case s.Step.PECUNIA, s.Change(give, get):
            held = state.table.purses[task.seat]
            short = held.missing_to_pay(give)
            return f"{short} missing (3.2)" if short else f"the bank does not change {give} into {get} (3.2)"
        case ((s.Step.EQUI | s.Step.SERVI), s.Buy()):
            return districts.why_no_card(state.table, task)
        case s.Step.CARDS, s.Play(card):
            return contests.why_no_card(state, task, card)
        case s.Step.BLUE, s.Blue():
            return note("aquileia.error.blue", dice=state.table.blue)
        case s.Step.BID, s.Bid():
            return districts.why_no_bid(state, task, action)
        case s.Step.FORUM, s.Build():
            return districts.why_no_house(state, task, action)
        case ((s.Step.PRIZE | s.Step.LAUREL), s.Take()):
            return "the choices are " + ", ".join(str(take.prize) for take in LEGAL[task.step](state, task))  # type: ignore[union-attr]
    return ""


def _unknown(name: str) -> str:
    try:
        require_known("action field", name, FIELDS)
    except ValueError as error:
        return str(error)
    return ""


def observe(state: State, player: str) -> s.View:
    """Return a player's view: the table, the own hand and laurels, and the two laurels offered to the winner of the
    race.

    Others' cards and stadium laurels, their kinds and numbers, stay hidden (1.3); so do the decks.

    >>> view = observe(initial_state(), "Kiko")
    >>> view.seat, view.hand, str(view.table.purses[view.seat])
    (3, (), '2 bronze, 1 silver, 1 gold')
    """
    table = state.table
    seat = table.names.index(require_known("player", player, table.names))
    looking = bool(table.agenda) and table.current_task.step == s.Step.LAUREL and table.current_task.seat == seat
    return s.View(
        player,
        seat,
        table,
        state.hands[seat],
        state.laurels[seat],
        state.offered if looking else (),
        slaves_to_draw(state),
    )


def returns(state: State) -> dict[Any, Any]:
    """Return each player's victory points; after the last round they include the final count.

    >>> returns(initial_state(("Ada", "Ben", "Cleo")))
    {'Ada': 0, 'Ben': 0, 'Cleo': 0}
    """
    return dict(zip(state.table.names, state.table.points))


def winners(state: State) -> tuple[str, ...]:
    """Return the players with most points when the game is over, several if they share it (10.3); empty before.

    >>> winners(initial_state())
    ()
    """
    if current_player(state) != OVER:
        return ()
    scores = returns(state)
    return tuple(name for name, points in scores.items() if points == max(scores.values()))
