"""Hands, conflicts and endings of Caesar drawn at random."""

from random import Random
from typing import Any

from gamekit.caesar import CARDS, Alliance, Attack, Place, Play, State, initial_state, rules
from gamekit.play.protocol import OVER
from tests.caesar import twin


def square(name: str) -> tuple[int, int]:
    return "abcde".index(name[0]) + 1, int(name[1])


def as_tuple(action: Any) -> tuple[Any, ...]:
    match action:
        case Place(at):
            return "place", square(at)
        case Alliance(here, there):
            return "ally", square(here), square(there)
        case Attack(here, there):
            return "attack", square(here), square(there)
        case Play(card):
            return "card", card
    return ("pass",)


def some_hand(random: Random, most: int) -> list[Any]:
    return random.sample(CARDS, random.randint(1, most))


def some_duel(random: Random) -> tuple[list[tuple[int, int]], list[Any], list[Any]]:
    stakes = [(random.randint(1, 4), random.randint(1, 4)) for _ in range(random.randint(1, 4))]
    return stakes, some_hand(random, 4), some_hand(random, 4)


def endgame(random: Random, options: dict[str, str]) -> tuple[State, twin.Game]:
    """A late position of a random game, both hands cut down to two or three cards."""
    while True:
        state, game = initial_state(2, **options), twin.Game(2, **options)
        for _ in range(random.randint(22, 40)):
            if rules.current_player(state) == OVER:
                break
            action = random.choice(rules.legal_actions(state))
            state = rules.apply(state, action)
            game.do(as_tuple(action))
        if rules.current_player(state) == OVER or state.chosen is not None:
            continue
        hands = [random.sample(cards, min(len(cards), random.randint(2, 3))) for cards in state.hands]
        game.hands = hands
        built = State(
            state.board, tuple(tuple(sorted(cards, key=str)) for cards in hands), state.player, 0, state.attack,
            passes=state.passes, out=state.out, options=state.options,
        )  # fmt: skip
        return built, game


def late(random: Random) -> State:
    """A late position of a random game in which somebody chooses what to do."""
    while True:
        state = initial_state()
        for _ in range(random.randint(26, 38)):
            if rules.current_player(state) == OVER:
                break
            state = rules.apply(state, random.choice(rules.legal_actions(state)))
        if rules.current_player(state) != OVER and state.attack is None and len(rules.legal_actions(state)) > 1:
            cut = tuple(cards[-2:] for cards in state.hands)
            return State(state.board, cut, state.player, passes=state.passes, out=state.out)
