"""The rules of Caesar by the protocol of ``gamekit.play.protocol``: pure functions on frozen states.

Cards are chosen simultaneously: the attacker's first, hidden from the defender by ``observe`` until both are chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gamekit.caesar import state as s
from gamekit.caesar.state import Action, State, card
from gamekit.caesar.tables import CARDS, COUNTERS, FLAG, LETTERS, NEUTRAL, PLAYERS, RAYS, SQUARES, Card
from gamekit.play.protocol import CHANCE, OVER, IllegalAction
from gamekit.probability.distribution import Dist
from gamekit.text.translation import TranslatableText, note, untranslated_message

__all__ = [
    "CHANCE", "OVER", "apply", "chance_outcomes", "current_player", "initial_state", "leads", "legal_actions",
    "observe", "returns", "winners",
]  # fmt: skip


CHANCE_FREE = True  # no action is left to chance


def initial_state(players: int = 2, start: int = 0, **options: str) -> State:
    """Return the empty board, everybody's ten cards, and ``start`` to place the first counter (2, 3).

    The options are those of ``caesar.Options``. Raises ValueError for a wrong number of players.

    >>> initial_state(3, start=1).unplaced
    15
    """
    players, start = s.require_int(players), s.require_int(start)
    if players not in PLAYERS:
        raise ValueError(f"players={players!r}; it should be from {PLAYERS[0]} to {PLAYERS[-1]}")
    if start not in range(players):
        raise ValueError(f"player {start!r} cannot start; the players are 0 to {players - 1}")
    empty = ("",) * len(SQUARES)
    return State(empty, (CARDS,) * players, start, COUNTERS * players, options=s.Options(**options))


def current_player(state: State) -> int | str:
    """Return the player to decide: in a conflict first the attacker, then the defender; OVER at the end."""
    if state.attack is not None:
        return state.player if state.chosen is None else s.owner(state.group_at(state.attack.there))
    return OVER if is_over(state) else state.player


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return the legal actions in a fixed order: to place a group, the empty squares row by row; in a turn alliances,
    then attacks, then the pass; in a conflict the cards from 1 to 9, then the flag card."""
    if state.attack is not None:
        decides = current_player(state)
        return tuple(s.Play(card) for card in state.hands[int(decides)])
    if state.unplaced:
        return tuple(s.Place(square) for square, group in zip(SQUARES, state.board) if not group)
    if is_over(state):
        return ()
    allied = tuple(s.Alliance(SQUARES[here], SQUARES[there]) for here, there in alliances(state))
    fought = tuple(s.Attack(SQUARES[here], SQUARES[there]) for here, there in conflicts(state.board, state.player))
    return (*allied, *fought, s.Pass()) if _may_pass(state, bool(allied), bool(fought)) else (*allied, *fought)


def chance_outcomes(state: State) -> Dist[Action]:
    """Raise ValueError: there is no chance in this game."""
    raise ValueError("Caesar has no chance: nothing is dealt and no die is thrown")


def apply(state: State, action: Action) -> State:
    """Return the position after the action; raises IllegalAction, a ValueError, with the reason."""
    match action:
        case s.Place():
            return _place(state, action)
        case s.Play():
            return _play(state, action)
        case s.Alliance():
            return _ally(state, action)
        case s.Attack():
            return _attack(state, action)
        case s.Pass():
            return _pass(state)
    raise IllegalAction(f"{action!r} is not an action of Caesar")


def observe(state: State, player: int) -> State:
    """Return the position as a player sees it, without another's chosen, hidden card (10). Hands are public."""
    if player not in state.players:
        raise ValueError(f"player {player!r} is not in the game; the players are 0 to {len(state.hands) - 1}")
    if state.chosen is None or player == state.player:
        return state
    return replace(state, chosen=s.HIDDEN)


def returns(state: State) -> dict[int, int]:
    """Return the counters in each player's groups when the game is over (17); ValueError before."""
    if current_player(state) != OVER:
        raise ValueError("the game is not over, so it has no result yet")
    return {player: state.counters_in_groups(player) for player in state.players}


def winners(state: State) -> tuple[int, ...]:
    """Return the winners: most counters in own groups; several share the victory. ValueError before the end.

    Two players whose last groups remove each other share it too, if nobody else is left.

    >>> from gamekit import caesar
    >>> winners(caesar.position(["R . . . ."] + [". . . . ."] * 3 + [". nB . . ."], hands=[(9,), (8,)]))
    (1,)
    """
    final = returns(state)
    staying = [player for player in state.players if player not in state.out]
    most = max(final[player] for player in staying)
    return tuple(player for player in staying if final[player] == most)


def leads(state: State) -> dict[int, int]:
    """Return each player's counters less those of the best other player."""
    held = {player: state.counters_in_groups(player) for player in state.players}
    return {player: own - max(held[other] for other in held if other != player) for player, own in held.items()}


# Groups and lines ----------------------------------------------------------------------------------------------------


def alliances(state: State) -> Iterator[tuple[int, int]]:
    """Yield (from, to) of every alliance: own group onto own or neutral one in line, nothing between (5, 7)."""
    own, merge = LETTERS[state.player], state.options.neutrals == "merge"
    for here, group in enumerate(state.board):
        if group and (group[-1] == own or (merge and group[-1] == NEUTRAL)):
            onto = NEUTRAL + own if group[-1] == own else NEUTRAL
            for there in s.groups_in_line(state.board, here):
                if state.board[there][-1] in onto:
                    yield here, there


def conflicts(board: s.Board, player: int) -> Iterator[tuple[int, int]]:
    """Yield (own, other) of every conflict: an own group and another player's, in line with nothing between (9)."""
    own = LETTERS[player]
    for here, group in enumerate(board):
        if group and group[-1] == own:
            for there in s.groups_in_line(board, here):
                if board[there][-1] not in (own, NEUTRAL):
                    yield here, there


def merge_groups(board: s.Board, here: int, there: int) -> s.Board:
    """Return the board after one group has been put onto another (6)."""
    return replace_group(replace_group(board, there, board[there] + board[here]), here, "")


def replace_group(board: s.Board, square: int, group: str) -> s.Board:
    return (*board[:square], group, *board[square + 1 :])


def resolve_conflict(board: s.Board, here: int, there: int, card: Card, other: Card) -> s.Board:
    """Return the board after a conflict: attacker's square and card ``here``, defender's ``there`` (10-12)."""
    if FLAG in (card, other):
        return board
    attacker, defender = len(board[here]) + int(card), len(board[there]) + int(other)
    if attacker > defender:
        return merge_groups(board, here, there)
    if attacker < defender:
        return merge_groups(board, there, here)
    return replace_group(replace_group(board, here, ""), there, "")


# The end -------------------------------------------------------------------------------------------------------------


def is_over(state: State) -> bool:
    """Return whether the game has ended (16)."""
    if state.unplaced or state.attack is not None:
        return False
    if not all(state.hands):
        return True
    owners = {group[-1] for group in state.board if group} - {NEUTRAL}
    if len(owners) < 2 and (not owners or state.options.last_player == "ends"):
        return True
    return not _any_conflict(state.board) and (
        state.options.end == "no conflict now" or state.passes >= len(owners) or not _any_alliance(state)
    )


def _any_conflict(board: s.Board) -> bool:
    for here, group in enumerate(board):
        if group and group[-1] != NEUTRAL:
            for ray in RAYS[here][2:]:
                nearest = next((board[there][-1] for there in ray if board[there]), NEUTRAL)
                if nearest not in (group[-1], NEUTRAL):
                    return True
    return False


def _any_alliance(state: State) -> bool:
    return any(any(True for _ in alliances(replace(state, player=player))) for player in _remaining(state))


def _may_pass(state: State, allied: bool, fought: bool) -> bool:
    return not fought and (not allied or state.options.passing == "no conflict")


def _remaining(state: State) -> list[int]:
    """Return the players with groups (15)."""
    owners = {group[-1] for group in state.board if group}
    return [player for player in state.players if LETTERS[player] in owners]


# Actions -------------------------------------------------------------------------------------------------------------


def _place(state: State, action: s.Place) -> State:
    square = _square(action.at)
    if not state.unplaced:
        raise IllegalAction(f"no counter can be placed on {action.at}: all have been placed")
    if state.board[square]:
        raise IllegalAction(note("caesar.error.taken", at=action.at, group=_say(state.board, square)))
    board = replace_group(state.board, square, LETTERS[state.player])
    if state.unplaced == 1:
        board = tuple(group or NEUTRAL for group in board)
    return replace(state, board=board, unplaced=state.unplaced - 1, player=(state.player + 1) % len(state.hands))


def _ally(state: State, action: s.Alliance) -> State:
    here, there = _line(state, "alliance", action.here, action.there)
    mine, theirs = s.owner(state.board[here]), s.owner(state.board[there])
    free = state.options.neutrals == "merge" and mine == theirs == -1
    if not free and mine != state.player:
        raise IllegalAction(note("caesar.error.move", group=_say(state.board, here), player=_name(state.player)))
    if not free and theirs not in (state.player, -1):
        raise IllegalAction(f"no alliance with {_say(state.board, there)}: it is neither own nor neutral")
    return _next(replace(state, board=merge_groups(state.board, here, there), passes=0))


def _attack(state: State, action: s.Attack) -> State:
    here, there = _line(state, "conflict", action.here, action.there)
    if s.owner(state.board[here]) != state.player:
        raise IllegalAction(note("caesar.error.fight", group=_say(state.board, here), player=_name(state.player)))
    if s.owner(state.board[there]) in (state.player, -1):
        raise IllegalAction(f"no conflict with {_say(state.board, there)}: it is not another player's")
    return replace(state, attack=action, passes=0)


def _play(state: State, action: s.Play) -> State:
    if state.attack is None:
        raise IllegalAction(note("caesar.error.no_conflict", card=s.say_card(action.card)))
    decides = int(current_player(state))
    try:
        played = card(action.card)
    except ValueError as error:
        raise IllegalAction(untranslated_message(error)) from None
    if played not in state.hands[decides]:
        card_said, held = s.say_card(played), s.say_hand(state.hands[decides])
        raise IllegalAction(note("caesar.error.not_held", card=card_said, player=_name(decides), held=held))
    if state.chosen is None:
        return replace(state, chosen=played)
    if state.chosen == s.HIDDEN:
        raise IllegalAction("the attacker's card is hidden in this view, so the conflict cannot be resolved on it")
    return _resolve(state, state.attack, state.chosen, decides, played)


def _resolve(state: State, attack: s.Attack, chosen: Card, defender: int, answer: Card) -> State:
    played = {state.player: chosen, defender: answer}
    hands = tuple(
        tuple(card for card in cards if card != played.get(player)) for player, cards in enumerate(state.hands)
    )
    board = resolve_conflict(state.board, s.square_number(attack.here), s.square_number(attack.there), chosen, answer)
    after = replace(state, board=board, hands=hands, attack=None, chosen=None)
    remaining = _remaining(after)
    gone = tuple(player for player in played if player not in remaining) if remaining else ()
    return _next(replace(after, out=state.out + gone))


def _pass(state: State) -> State:
    if state.unplaced or state.attack is not None:
        raise IllegalAction("no pass: there is a counter to place or a card to play")
    if is_over(state):
        raise IllegalAction("no pass: the game is over")
    allied = any(True for _ in alliances(state))
    target = next(conflicts(state.board, state.player), None)
    if not _may_pass(state, allied, target is not None):
        if target is None:
            raise IllegalAction(note("caesar.error.pass_alliance"))
        here, there = target
        group = _say(state.board, there)
        raise IllegalAction(note("caesar.error.pass_conflict", here=SQUARES[here], group=group))
    return _next(replace(state, passes=state.passes + 1))


def _next(state: State) -> State:
    """Return the position with the turn passed to the next player who still has groups."""
    remaining = _remaining(state)
    if not remaining:
        return state
    later = [player for player in remaining if player > state.player]
    return replace(state, player=(later or remaining)[0])


def _line(state: State, kind: str, here: str, there: str) -> tuple[int, int]:
    """Return both squares of an alliance or a conflict, or raise IllegalAction if they cannot meet now."""
    if state.unplaced or state.attack is not None:
        raise IllegalAction(f"no {kind} now: there is a counter to place or a card to play")
    if is_over(state):
        raise IllegalAction(f"no {kind}: the game is over")
    first, last = _square(here), _square(there)
    blocked = _blocked(state.board, first, last)
    if blocked:
        said = note(f"caesar.board.{kind}")
        raise IllegalAction(note("caesar.error.line", kind=said, here=here, there=there, why=blocked))
    return first, last


def _blocked(board: s.Board, first: int, last: int) -> str:
    """Return why two squares do not hold groups in line with nothing between; "" if they do."""
    for square in (first, last):
        if not board[square]:
            return note("caesar.error.empty", square=SQUARES[square])
    ray = next((ray for ray in RAYS[first] if last in ray), None)
    if ray is None:
        return "they are one square" if first == last else note("caesar.error.no_line")
    between = next(square for square in ray if board[square])
    return "" if between == last else note("caesar.error.between", group=_say(board, between))


def _square(name: Any) -> int:
    try:
        return s.square_number(name)
    except (ValueError, TypeError) as error:
        raise IllegalAction(str(error)) from None


def _say(board: s.Board, square: int) -> TranslatableText:
    """Return a group in a sentence: ``the neutral group of 2 on c3``."""
    group = board[square]
    return note("caesar.error.group", whose=_name(s.owner(group)), count=len(group), square=SQUARES[square])


def _name(player: int) -> TranslatableText:
    """Return a player, or -1 for the neutral groups, in a sentence."""
    return note("caesar.board.neutral") if player == -1 else note(f"caesar.letter.{LETTERS[player]}")
