"""Searching players of Caesar with a part of their play taken away or prescribed, for measuring what it is worth."""

from functools import partial
from random import Random
from typing import Any

from gamekit.caesar.players import ITERATIONS, plain, search
from gamekit.caesar.players.search import advise
from gamekit.caesar.state import Alliance, Attack, State
from gamekit.caesar.tables import NEUTRAL
from gamekit.play.protocol import Strategy


def placed_anywhere(random: Random, seconds: float) -> Strategy:
    """Places its counters at random and then searches."""
    searching = search(random, seconds=seconds)

    def decide(view: State, legal: tuple[Any, ...]) -> Any:
        return random.choice(legal) if view.unplaced else searching(view, legal)

    return decide


def greedy_cards(random: Random, seconds: float) -> Strategy:
    """Searches for its moves and plays the greedy player's cards."""
    searching = search(random, seconds=seconds)

    def decide(view: State, legal: tuple[Any, ...]) -> Any:
        return plain(view, legal) if view.attack is not None else searching(view, legal)

    return decide


def placed_first(square: str, random: Random, seconds: float) -> Strategy:
    """Searches, but its first counter goes to a square, or if that is taken to the one across the middle."""
    searching = search(random, seconds=seconds)
    across = chr(ord("a") + ord("e") - ord(square[0])) + str(6 - int(square[1]))

    def decide(view: State, legal: tuple[Any, ...]) -> Any:
        first = view.unplaced > len(view.hands) * 4
        wanted = [action for place in (square, across) for action in legal if first and action.at == place]
        return wanted[0] if wanted else searching(view, legal)

    return decide


first_c3, first_b3, first_a3, first_b2, first_a2, first_a1 = (
    partial(placed_first, square) for square in ("c3", "b3", "a3", "b2", "a2", "a1")
)


def preferring(kind: type, random: Random, seconds: float) -> Strategy:
    """Searches, but takes the best alliance with a neutral group, or the best conflict, as long as there is one."""
    searching = search(random, seconds=seconds)

    def decide(view: State, legal: tuple[Any, ...]) -> Any:
        kept = [a for a in legal if isinstance(a, kind) and (kind is Attack or view.group_at(a.there)[-1] == NEUTRAL)]
        if not kept or len(legal) == 1:
            return searching(view, legal)
        values = advise(view, ITERATIONS, random, seconds, "win").values
        return max(kept, key=lambda action: values.get(action, 0.0))

    return decide


allies_first, fights_first = partial(preferring, Alliance), partial(preferring, Attack)
