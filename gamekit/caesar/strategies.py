"""Ready players of two strengths: plain and search. Each sees only its own view."""

from __future__ import annotations

from random import Random

from gamekit.caesar.odds.effects import alone
from gamekit.caesar.odds.search import ITERATIONS, advise
from gamekit.caesar.rules import current_player
from gamekit.caesar.state import Action, Alliance, Attack, Pass, Place, Play, State
from gamekit.caesar.tables import NEUTRAL, NUMBER, SIDE
from gamekit.game import Strategy


def plain(view: State, legal: tuple[Action, ...]) -> Action:
    """What gains most at once: a neutral group by an alliance, or a conflict by its value when it stands alone; the
    card is the one that answers the conflict alone. The first among equals."""
    return max(legal, key=lambda action: gain(view, action))


def gain(view: State, action: Action) -> float:
    """The plain player's estimate of an action, in counters of lead."""
    match action:
        case Alliance(_, there):
            group = view.group(there)
            return len(group) if group[-1] == NEUTRAL else 0
        case Attack():
            return float(alone(view, action).equilibrium().value)
        case Play(card) if view.attack is not None:
            answer = alone(view, view.attack).equilibrium()
            attacks = current_player(view) == view.player
            return float((answer.attacker if attacks else answer.defender)[card])
        case Pass():
            return 0
        case Place(at):
            return near(at)
    raise ValueError(f"{action!r} is no action of Caesar")


def search(random: Random | None = None, iterations: int = ITERATIONS, objective: str = "lead") -> Strategy:
    """A player who asks ``advise`` for every decision and draws from the mix.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> fight = caesar.rules.apply(state, caesar.Attack("a1", "e1"))
    >>> str(search(iterations=400)(fight, caesar.rules.legal_actions(fight)))
    '9'
    """
    chance = random or Random(0)

    def decide(view: State, legal: tuple[Action, ...]) -> Action:
        if len(legal) == 1:
            return legal[0]
        mix = advise(view, iterations, chance, objective=objective).mix
        return chance.choices(list(mix), list(mix.values()))[0]

    return decide


def near(square: str) -> int:
    """How near the middle a square lies: from there most lines are open."""
    row, column = divmod(NUMBER[square], SIDE)
    return -abs(2 * row - SIDE + 1) - abs(2 * column - SIDE + 1)
