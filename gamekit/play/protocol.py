"""The ``Rules`` protocol of every game, and functions for any game: play, ends, events, perft.

A module satisfies the protocol by having these functions: ``count_action_sequences(jc.rules, state, 2)``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from gamekit.probability.distribution import Dist

if TYPE_CHECKING:
    from random import Random

State: TypeAlias = Any  # a frozen dataclass of the game
Action: TypeAlias = Any  # likewise
Player: TypeAlias = Hashable
Strategy: TypeAlias = "Callable[[Any, tuple[Action, ...]], Action]"  # (what the player sees, legal actions) -> one
PositionPredicate: TypeAlias = "Callable[[Any], bool]"  # of a position: whether it is so there

CHANCE: Final = "chance"
OVER: Final = "over"


class IllegalAction(ValueError):
    """An action that the rules forbid in this position; the message names both and says why."""


class Strategies(Protocol):
    """One strategy per player: a dictionary, a list, or anything else indexed by player."""

    def __getitem__(self, player: Any, /) -> Strategy: ...


class Rules(Protocol):
    """A game: pure functions on frozen states. Randomness is never in a state; chance is a player."""

    def initial_state(self) -> State:
        """The position before the first action."""

    def current_player(self, state: State) -> Player:
        """The player to act, CHANCE or OVER."""

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Distinct actions in a fixed order, the same for all states that look the same to the deciding player."""

    def chance_outcomes(self, state: State) -> Dist[Action]:
        """The distribution of the outcomes where CHANCE is the current player."""

    def apply(self, state: State, action: Action) -> State:
        """The position after the action; ``state`` is not changed. Raises IllegalAction."""

    def observe(self, state: State, player: Player) -> Any:
        """The player's view of a state, without anything hidden from that player."""

    def returns(self, state: State) -> dict[Any, Any]:
        """Each player's score when the game is over; before, a ValueError or the score so far."""


def play(
    rules: Rules, strategies: Strategies, random: Random, state: State | None = None
) -> Iterator[tuple[State, Action]]:
    """Play to the end, yielding ``(state, action)`` for every action, chance included.

    The state is the position after the action; the last position is OVER. ``rules`` is a module such as
    ``gamekit.caesar.rules``; ``strategies`` gives for each player a function (its own view, legal actions) -> action.
    """
    state = rules.initial_state() if state is None else state
    while (player := rules.current_player(state)) != OVER:
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            action = strategies[player](rules.observe(state, player), rules.legal_actions(state))
        state = rules.apply(state, action)
        yield state, action


def random_strategy(random: Random) -> Strategy:
    """Return a strategy that takes a uniformly random legal action."""
    return lambda view, legal: random.choice(legal)


def final_states(rules: Rules, strategies: Strategies, state: State | None = None) -> Dist[State]:
    """Return the exact distribution of final states when every strategy is a deterministic function."""

    def step(position: State) -> Dist[State]:
        player = rules.current_player(position)
        if player == OVER:
            return Dist({position: 1})
        if player == CHANCE:
            return rules.chance_outcomes(position).map(lambda outcome: rules.apply(position, outcome))
        action = strategies[player](rules.observe(position, player), rules.legal_actions(position))
        return Dist({rules.apply(position, action): 1})

    reached: Dist[State] = Dist({rules.initial_state() if state is None else state: 1})
    while any(rules.current_player(position) != OVER for position in reached):
        reached = reached.then(step)
    return reached


@dataclass(frozen=True, slots=True)
class YesNoEvent:
    """A yes-no question about the future: ``happened(state)`` in the first position where ``until(state)`` is true,
    else at the game's end; with ``ever``, whether ``happened`` is true in any position up to there."""

    happened: PositionPredicate
    until: PositionPredicate | None = None
    ever: bool = False

    def answer(self, state: State, over: bool = False) -> bool | None:
        """Return the answer in a position: True, False, or None while it is open."""
        last = over or (self.until is not None and _yes_or_no(self.until, state))
        if not last and not self.ever:
            return None
        return _yes_or_no(self.happened, state) or (False if last else None)


def _yes_or_no(question: PositionPredicate, state: State) -> bool:
    """Return the answer of a question to a position; TypeError unless it is True or False, numpy's included."""
    answer = question(state)
    if type(answer).__module__ == "numpy" and hasattr(answer, "item"):
        answer = answer.item()
    if answer is not True and answer is not False:
        raise TypeError(
            f"an event answers True or False of a position; this one gave {answer!r} (a method not called?)"
        )
    return answer


def count_action_sequences(rules: Rules, state: State, depth: int) -> int:
    """The number of lines of ``depth`` actions from here, each outcome of chance counted as one."""
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    player = rules.current_player(state)
    if player == OVER:
        return 0
    actions = tuple(rules.chance_outcomes(state)) if player == CHANCE else rules.legal_actions(state)
    return (
        len(actions)
        if depth == 1
        else sum(count_action_sequences(rules, rules.apply(state, action), depth - 1) for action in actions)
    )
