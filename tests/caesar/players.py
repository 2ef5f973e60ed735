"""Searching players of Caesar with a part of their play taken away, for measuring what the part is worth."""

from __future__ import annotations

from random import Random
from typing import Any

from gamekit.caesar.state import State
from gamekit.caesar.strategies import plain, search
from gamekit.game import Strategy


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
