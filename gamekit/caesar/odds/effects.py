"""The effect of a conflict on every player of a board of two to five."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from gamekit.caesar import rules
from gamekit.caesar.odds.conflict import CardEquilibrium, Conflict
from gamekit.caesar.state import Attack, Board, State, a_position, number, opposed
from gamekit.caesar.tables import LETTERS
from gamekit.probability.distribution import Basis
from gamekit.text.translation import note
from gamekit.text.validation import require_type


@dataclass(frozen=True, slots=True)
class Effects:
    """What a conflict fought by its equilibrium changes on average: each player's counters, and each one's lead over
    the best of the others. The attacker's gain less the defender's is the equilibrium's value."""

    conflict: Conflict
    equilibrium: CardEquilibrium
    counters: dict[int, Fraction]
    leads: dict[int, Fraction]
    basis: Basis = field(default=(), compare=False)


def alone(state: State, attack: Attack) -> Conflict:
    """A conflict of a position by itself, group sizes and hands as they stand, whoever is to move.

    Raises ValueError where the two groups cannot fight: not two players', not in line, a group between (9).

    >>> from gamekit import caesar
    >>> state = caesar.position(["nR . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> alone(state, caesar.Attack("a1", "e1"))
    Conflict(attacker=2, defender=1, attacker_hand=(1, 9), defender_hand=(5, 8))
    """
    attacker, defender = opposed(state, attack)
    groups = [state.group(square) for square in (attack.here, attack.there)]
    return Conflict(len(groups[0]), len(groups[1]), state.hands[attacker], state.hands[defender])


def effects(state: State, attack: Attack) -> Effects:
    """The effects of a conflict that the player to move could begin; IllegalAction when it is not legal.

    >>> from gamekit import caesar
    >>> state = caesar.position(["nR . . . B"] + [". . . . ."] * 3 + ["Y . . . ."], hands=[(9,), (8,), (7,)])
    >>> caesar.effects(state, caesar.Attack("a1", "e1")).leads
    {0: Fraction(1, 1), 1: Fraction(-2, 1), 2: Fraction(-1, 1)}
    """
    rules.apply(a_position(state), require_type(attack, Attack, "the attack", "an Attack, such as Attack('a1', 'e1')"))
    here, there = number(attack.here), number(attack.there)
    conflict = alone(state, attack)
    answer = conflict.equilibrium()
    held = {player: state.counters(player) for player in state.players}
    counters = dict.fromkeys(held, Fraction(0))
    leads = dict.fromkeys(held, Fraction(0))
    before = _leads(held)
    for card, share in answer.attacker.items():
        for other, part in answer.defender.items():
            after = _counters(rules.fought(state.board, here, there, card, other), state.players)
            ahead = _leads(after)
            for player in held:
                counters[player] += share * part * (after[player] - held[player])
                leads[player] += share * part * (ahead[player] - before[player])
    basis = (note("caesar.basis.others"), *answer.basis) if len(held) > 2 else answer.basis
    return Effects(conflict, answer, counters, leads, basis)


def effects_now(state: State) -> Effects:
    """The effects of the present conflict; ValueError when there is none.

    >>> from gamekit import caesar
    >>> state = caesar.position(["nR . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> caesar.effects_now(caesar.rules.apply(state, caesar.Attack("a1", "e1"))).counters
    {0: Fraction(1, 1), 1: Fraction(-1, 1)}
    """
    a_position(state)
    if state.attack is None:
        raise ValueError("there is no conflict in this position")
    return effects(replace(state, attack=None, chosen=None), state.attack)


def _counters(board: Board, players: range) -> dict[int, int]:
    return {player: sum(len(group) for group in board if group[-1:] == LETTERS[player]) for player in players}


def _leads(held: dict[int, int]) -> dict[int, int]:
    return {player: own - max(held[other] for other in held if other != player) for player, own in held.items()}
