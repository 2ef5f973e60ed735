"""Ready players of two strengths: plain and search. Each sees only its own view."""

from __future__ import annotations

from random import Random

from gamekit.caesar.players.plain import estimated_gain, plain
from gamekit.caesar.players.search import advise
from gamekit.caesar.state import Action, State
from gamekit.play.protocol import Strategy

ITERATIONS, SECONDS = 20_000, 1.0  # the searching player's processor time for a decision


def search(
    random: Random | None = None, iterations: int = ITERATIONS, objective: str = "win", seconds: float | None = SECONDS
) -> Strategy:
    """Return a player that draws every decision from the mix of ``advise``; by default it plays to win. It uses
    ``seconds`` of processor time or ``iterations``, whichever end first; with ``seconds=None`` the same random numbers
    give the same game. Strengths at 0.05 s are in ``data/strengths.csv``.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> fight = caesar.rules.apply(state, caesar.Attack("a1", "e1"))
    >>> str(search(iterations=40)(fight, caesar.rules.legal_actions(fight)))
    '9'
    """
    chance = random or Random(0)

    def decide(view: State, legal: tuple[Action, ...]) -> Action:
        if len(legal) == 1:
            return legal[0]
        mix = advise(view, iterations, chance, seconds, objective).mix
        return chance.choices(list(mix), list(mix.values()))[0]

    return decide


__all__ = ["ITERATIONS", "SECONDS", "estimated_gain", "plain", "search"]
