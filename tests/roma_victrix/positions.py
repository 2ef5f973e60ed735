"""Positions of random games, and what the clauses say of them: twins that ask the State and the data, no rule of ours.

Whoever stands somewhere is read from the position's own tuples; every figure comes from the CSV files."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.geography import PLACES
from gamekit.roma_victrix.state import KINDS, Body, State

DATA = Path(__file__).parents[2] / "data/roma_victrix"
SCENARIOS = ("two_consuls", "second_punic_war", "six_powers")


def positions(count: int) -> tuple[State, ...]:
    """The first so many positions of random games, a scenario after the other, from any moment of them."""
    games, known = games_of()
    while len(known) < count:
        known.append(next(games[len(known) % len(games)]))
    return tuple(known[:count])


@cache
def games_of() -> tuple[tuple[Iterator[State], ...], list[State]]:
    return tuple(_positions(name, Random(15 + number)) for number, name in enumerate(SCENARIOS)), []


def _positions(name: str, random: Random) -> Iterator[State]:
    while True:
        yield from _game(name, random)


def _game(name: str, random: Random) -> Iterator[State]:
    """Every so many actions of a game that nobody plays well: armies are taken along, so that something happens."""
    state, wait = rules.initial_state(name), random.randrange(5, 40)
    while (player := rules.current_player(state)) != OVER:
        if player == CHANCE:
            action: Any = rules.chance_outcomes(state).sample(random)
        else:
            legal = rules.legal_actions(state)
            lively = [each for each in legal if type(each).__name__ not in ("Leave", "EndTurn", "EndLeader", "Join")]
            action = random.choice(lively or legal)
        state = rules.apply(state, action)
        wait -= 1
        if not wait:
            yield state
            wait = random.randrange(20, 60)


# What the data and the position say ----------------------------------------------------------------------------------


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """A data file as it is written."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def scenario(name: str) -> dict[str, Any]:
    """A scenario as it is written."""
    return tomllib.loads((DATA / f"scenarios/{name}.toml").read_text(encoding="utf-8"))


def powers(state: State) -> list[str]:
    return [power["name"] for power in scenario(state.scenario)["powers"]]


def seats(state: State) -> list[int]:
    """The powers that players began with: the active ones, some of them only when there are enough players."""
    rows = enumerate(scenario(state.scenario)["powers"])
    return [n for n, row in rows if row["role"] == "active" and row.get("seats", 0) <= state.seats]


def kind(state: State, power: int) -> str:
    """Roman, civilised, Persian or barbarian."""
    return {row["name"]: row["kind"] for row in table("powers")}[powers(state)[power]]


def side(state: State, power: int) -> tuple[str, int]:
    """Whose friend a power is: its player's, or its own."""
    return ("player", state.patron[power]) if state.patron[power] >= 0 else ("alone", power)


def land(group: Body) -> bool:
    return any(count for kind, count in zip(sorted(KINDS * 2, key=KINDS.index), group.units) if kind != "FLEET")


def owner(state: State, place: int) -> int:
    """10.14, 10.15, 10.23: who controls a province; -1 for nobody. Rebels hold theirs for the game-turn (14.2)."""
    sides = {side(state, group.owner) for group in state.groups if group.place == place and land(group)}
    guard = state.garrisons[place]
    if guard >= 0:
        if not sides - {side(state, guard)}:
            return guard
        rebels = [who.owner for who in state.leaders if who.place == place and "Rebellion" in who.raised]
        return next((each for each in rebels if sides == {side(state, each)}), -1)
    if len(sides) != 1:
        return -1
    return next(group.owner for group in state.groups if group.place == place and land(group))


def held_by(state: State, seat: int) -> set[str]:
    """The provinces of a player and of whom he controls."""
    mine = {place for place in range(89) if owner(state, place) >= 0 and side(state, owner(state, place))[1] == seat}
    return {PLACES[place] for place in mine if side(state, owner(state, place))[0] == "player"}


def achieved(state: State, seat: int) -> tuple[int, int]:
    """4.41 to 4.45: objectives achieved and in all."""
    mine, done, of = held_by(state, seat), 0, 0
    living = {leader.owner for leader in state.leaders if leader.supreme and leader.place >= 0}
    for goal in scenario(state.scenario)["powers"][seat]["goals"]:
        names = set(goal.get("names", ()))
        if goal["goal"] == "region":
            names = {row["name"] for row in table("provinces") if row["region"] in names}
        if goal["goal"] in ("province", "region"):
            done, of = done + len(names & mine), of + len(names)
        elif goal["goal"] == "leader":
            done, of = done + len(names & state.fallen), of + len(names)
        elif goal["goal"] == "number":
            done, of = done + min(goal["number"], len(mine)), of + goal["number"]
        else:
            done, of = done + (living & set(seats(state)) == {seat}), of + 1
    return done, of
