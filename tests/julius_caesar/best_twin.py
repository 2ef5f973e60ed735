"""A second, stupid answer to what is best in a battle: minimax that plays the public rules, position by position.

It asks the rules what may be done and does it, all of it, to the end of the battle; nothing of the solver is used."""

import csv
from pathlib import Path
from typing import Any

from gamekit import julius_caesar as jc
from gamekit.play.protocol import CHANCE

DATA = Path(__file__).parent.parent.parent / "data" / "julius_caesar"
KIND = [row["type"] for row in csv.DictReader((DATA / "blocks.csv").open(encoding="utf-8"))]
OFF_MAP = len(list(csv.DictReader((DATA / "cities.csv").open(encoding="utf-8")))) + 9  # and nine seas
DECIDED = ("turn", "hit", "retreat")
FIGHTING = (*DECIDED, "fire")
Worth = str | tuple[float, float, float, float]  # "win", "killed" or (win, own step, enemy step, leader)


class Minimax:
    """The worth of every position of a battle for the side that attacked first, both sides at their best.

    The owner also chooses which block of a letter acts next.
    """

    def __init__(self, first: jc.State, worth: Worth = "win") -> None:
        assert first.combat is not None
        self.attacker = 1 - first.combat.attacker if first.combat.exchanged else first.combat.attacker
        self.place = first.combat.place
        self.fighting = [block for block, at in enumerate(first.location) if at == self.place]
        self.side = dict(enumerate(first.side))
        self.worth = worth
        self.known: dict[jc.State, Any] = {}

    def value(self, state: jc.State) -> Any:
        if state not in self.known:
            self.known[state] = self._value(state)
        return self.known[state]

    def _value(self, state: jc.State) -> Any:
        if state.phase not in FIGHTING:
            return self.ended(state)
        if jc.current_player(state) == CHANCE:
            law = jc.chance_outcomes(state)
            worths = [weight * self.value(jc.apply(state, outcome)) for outcome, weight in law.items()]
            return sum(worths) / law.total_weight
        return (max if state.actor == self.attacker else min)(self.options(state).values())

    def options(self, state: jc.State) -> dict[jc.Action, Any]:
        """What every legal action leads to."""
        return {action: self.value(jc.apply(state, action)) for action in jc.legal_actions(state)}

    def ended(self, state: jc.State) -> Any:
        """What the end is worth: who stands there, the steps alive, the leaders dead."""
        holders = {state.side[block] for block in self.fighting if state.location[block] == self.place}
        alive = [block for block in self.fighting if state.location[block] < OFF_MAP]
        holds = float(holders == {self.attacker})
        if self.worth == "win":
            return holds
        if self.worth == "killed":
            return float(all(state.side[block] == self.attacker for block in alive))
        win, own, enemy, leader = map(float, self.worth)
        total = win * holds
        for block in alive:
            steps = state.strength[block] // (2 if KIND[block] == "elephant" else 1)
            total += own * steps if state.side[block] == self.attacker else -enemy * steps
        for block in self.fighting:
            if KIND[block] == "leader" and block not in alive:
                total += -leader if self.side[block] == self.attacker else leader
        return total
