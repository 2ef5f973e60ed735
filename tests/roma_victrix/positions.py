"""Positions of random games, and what the clauses say of them: twins that ask the State and the data, no rule of ours.

Whoever stands somewhere is read from the position's own tuples; every figure comes from the CSV files."""

import csv
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from gamekit import roma_victrix as rv
from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import PLACES
from gamekit.roma_victrix.rules.control import camp, scenario_constants
from gamekit.roma_victrix.state import COUNTERS, FLEET, KINDS, NONE, Body, State, as_eliminated

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


# What the data and the position say
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


def board_of(state: State) -> dict[str, Any]:
    """A position as the referee reads it: plain dictionaries of names."""
    fixed = scenario_constants(state)
    names = fixed.powers
    return {
        "powers": list(names),
        "players": [names[seat] for seat in fixed.seats],
        "kind": dict(zip(names, fixed.kinds)),
        "patron": {names[power]: names[player] for power, player in enumerate(state.patron) if player != NONE},
        "garrisons": {PLACES[at]: names[power] for at, power in enumerate(state.garrisons) if power != NONE},
        "limes": {PLACES[at]: strength for at, strength in enumerate(state.limes) if strength},
        "pillaged": {PLACES[at] for at in state.pillaged},
        "markers": {PLACES[at]: markers for at, markers in enumerate(state.markers) if markers},
        "people": {
            PLACES[at]: names[state.patron[who]]
            for who, homes in enumerate(fixed.homes)
            for at in homes
            if state.markers[at] and state.patron[who] != NONE
        },
        "capitals": [
            {"place": PLACES[city.place], "power": names[city.owner], "major": city.major, "csp": city.csp}
            for city in state.capitals
        ],
        "stacks": [
            {
                "place": PLACES[group.place],
                "power": names[group.owner],
                "hungry": group.hungry,
                "units": {counter: count for counter, count in zip(COUNTERS, group.units) if count},
            }
            for group in state.groups
        ],
        "leaders": [
            {"power": names[leader.owner], "place": PLACES[leader.place], "supreme": leader.supreme}
            for leader in state.leaders
            if leader.place != NONE
        ],
        "rebels": {
            PLACES[leader.place]: [names[leader.owner]]
            for leader in state.leaders
            if leader.place != NONE and leader.raised.endswith("Rebellion")
        },
        "treasury": dict(zip(names, state.treasury)),
        "fallen": set(state.fallen),
        "goals": dict(zip(names, fixed.goals)),
        "area": set(rv.scenario(state.scenario).provinces_in_play),
        "special": set(fixed.special),
    }


def moved_on(state: State, random: Random) -> State:
    """The position after a random action, of a player or of chance."""
    if rules.current_player(state) == CHANCE:
        law = rules.chance_outcomes(state)
        return rules.apply(state, random.choices(list(law), [int(weight) for weight in law.values()])[0])
    return rules.apply(state, random.choice(rules.legal_actions(state)))


LONGEST, MOST = 20_000, 60  # actions of a game, and in a position


def random_game(scenario: str, seed: int) -> Iterator[State]:
    """The positions of a random game, chance's and the players'."""
    random = Random(seed)
    options = random.choice(([], ["15.1"], ["15.2", "17.1"], ["15.81", "15.83", "15.84"], ["8.23", "17.2"], ["17.4"]))
    seats = random.choice(rv.scenario(scenario).seats)
    state = rules.initial_state(scenario, seats, options)
    yield state
    for _ in range(LONGEST):
        player = rules.current_player(state)
        if player == OVER:
            return
        if player == CHANCE:
            state = moved_on(state, random)
        else:
            legal = rules.legal_actions(state)
            assert 0 < len(legal) <= MOST, f"{scenario} {seed}: {len(legal)} actions in a {state.agenda[-1].phase}"
            state = rules.apply(state, random.choice(legal))
        yield state
    raise AssertionError(f"{scenario} {seed}: the game does not end")


def twin_of(state: State, seat: int, random: Random) -> State:
    """A position that the player cannot tell from this one: other counters in stacks he has not seen, other hands."""
    unused = list(state.unused)
    groups: list[Body] = []
    for group in state.groups:
        if camp(state, group.owner) != seat and not group.known >> seat & 1:
            unused[group.owner] = s.plus(unused[group.owner], as_eliminated(group.units))
            arm = range(0, FLEET, 2) if any(group.units[:FLEET]) else range(FLEET, len(group.units), 2)
            found = [number for number in arm if unused[group.owner][number]]
            number = random.choice(found)
            count = random.randint(1, unused[group.owner][number])
            fresh = s.only(s.COUNTERS[number], count)
            unused[group.owner] = s.minus(unused[group.owner], fresh)
            group = replace(group, units=fresh)
        groups.append(group)
    others = [power for power in range(len(state.hands)) if power != seat]
    pool = [*state.deck, *(card for power in others for card in state.hands[power])]
    random.shuffle(pool)
    hands = list(state.hands)
    for power in others:
        hands[power] = tuple(sorted(pool.pop() for _ in hands[power]))
    return replace(state, groups=tuple(groups), unused=tuple(unused), hands=tuple(hands), deck=tuple(sorted(pool)))
