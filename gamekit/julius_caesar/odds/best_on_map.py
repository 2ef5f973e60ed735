"""Best play in a small battle by the rules of the game themselves: exact where retreats change the map."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gamekit.dist import Basis
from gamekit.game import CHANCE
from gamekit.julius_caesar import rules
from gamekit.julius_caesar.blocks import LEADER, TRACK
from gamekit.julius_caesar.odds.best_play import said_of
from gamekit.julius_caesar.odds.best_worth import Worth, checked_worth
from gamekit.julius_caesar.odds.from_state import attacker_of
from gamekit.julius_caesar.places import POOL
from gamekit.julius_caesar.rules.control import fighting
from gamekit.julius_caesar.state import Action, Phase, State
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

IN_BATTLE = (Phase.TURN, Phase.FIRE, Phase.HIT, Phase.RETREAT)
MOST_POSITIONS = 50_000


@dataclass(slots=True)
class MapPlay:
    """A battle of a game from a position on, searched move by move to its end, both sides deciding for the best.

    Raises ValueError where more than ``most`` positions are met, or where no battle is being fought.
    """

    state: State
    worth: str | Worth = "win"
    most: int = MOST_POSITIONS
    known: dict[State, float] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        checked_worth(self.worth)
        if getattr(self.state, "phase", None) not in IN_BATTLE:
            raise ValueError(note("julius_caesar.error.no_battle"))

    @property
    def value(self) -> float:
        """What the battle is worth to the side that attacked."""
        return self._value(self.state)

    def at(self, state: State) -> float:
        """What it is worth in a position that the battle comes to."""
        return self._value(state)

    def options(self) -> pd.DataFrame:
        """Every action now, best first: columns action, value and cost, what it gives away for who decides."""
        import pandas as pd

        sign = 1 if self.state.actor == attacker_of(self.state) else -1
        found = {action: self._value(rules.apply(self.state, action)) for action in rules.legal_actions(self.state)}
        ranked = sorted(found.items(), key=lambda item: -sign * item[1])
        best = ranked[0][1] if ranked else 0.0
        frame = pd.DataFrame(ranked, columns=["action", "value"])
        frame["cost"] = [sign * (best - value) for _, value in ranked]
        frame.attrs["basis"] = self.basis
        return frame

    @property
    def basis(self) -> Basis:
        """What the numbers rest on."""
        return (note("basis.rounded"), said_of(self.worth), note("julius_caesar.best.by_rules"))

    def _value(self, state: State) -> float:
        if state not in self.known:
            if len(self.known) >= self.most:
                raise ValueError(note("julius_caesar.error.best_on_map", most=f"{self.most:,}"))
            self.known[state] = self._searched(state)
        return self.known[state]

    def _searched(self, state: State) -> float:
        if state.phase not in IN_BATTLE:
            return self._ended(state)
        if rules.current_player(state) == CHANCE:
            law = rules.chance_outcomes(state)
            parts = (weight * self._value(rules.apply(state, outcome)) for outcome, weight in law.items())
            return float(sum(parts) / law.total)
        choose = max if state.actor == attacker_of(self.state) else min
        actions: tuple[Action, ...] = rules.legal_actions(state)
        return choose(self._value(rules.apply(state, action)) for action in actions)

    def _ended(self, state: State) -> float:
        place, attacker = fighting(self.state).place, attacker_of(self.state)
        blocks = [block for block, at in enumerate(self.state.location) if at == place]
        alive = [block for block in blocks if state.location[block] < POOL]
        holds = any(state.location[block] == place and state.side[block] == attacker for block in alive)
        if self.worth == "win":
            return float(holds)
        if self.worth == "killed":
            return float(all(state.side[block] == attacker for block in alive))
        assert isinstance(self.worth, Worth)
        return float(self.worth.win * holds + self._steps_and_leaders(state, blocks, alive))

    def _steps_and_leaders(self, state: State, blocks: list[int], alive: list[int]) -> float:
        attacker, worth = attacker_of(self.state), self.worth
        assert isinstance(worth, Worth)
        own = _steps(state, [block for block in alive if state.side[block] == attacker])
        dead = [self.state.side[block] for block in blocks if LEADER[block] and block not in alive]
        lost = dead.count(attacker) - dead.count(1 - attacker)
        return float(own * worth.own_step - (_steps(state, alive) - own) * worth.enemy_step - lost * worth.leader)


def _steps(state: State, blocks: list[int]) -> int:
    """The steps that blocks have left."""
    return sum(len(TRACK[block]) - TRACK[block].index(state.strength[block]) for block in blocks)


def best_by_rules(state: State, worth: str | Worth = "win", most: int = MOST_POSITIONS) -> MapPlay:
    """Best play in the battle of a position by the rules themselves, retreats changing the map as they do.

    For small battles, up to about two blocks against two; blocks that have left before the position do not count.
    """
    return MapPlay(state, worth, most)
