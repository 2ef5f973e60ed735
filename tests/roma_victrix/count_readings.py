"""How often each reading of ``rulings.csv`` that was once taken silently matters: in 50 random games the number of
answers that another reading changes, of how many looked at. ``python -m tests.roma_victrix.count_readings``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import procedures, rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.rules import battle, cards, sequence, subjects, treasury, victory
from gamekit.roma_victrix.state import NONE, Due, State
from tests.roma_victrix.test_referee import moved_on

GAMES = {"second_punic_war": 20, "six_powers": 20, "two_consuls": 10}
Answer = Callable[[State], Any]


def legal(state: State) -> Any:
    return rules.DECISIONS[state.agenda[-1].phase].legal(state)


def incomes(state: State) -> Iterator[tuple[int, int]]:
    return ((power, treasury.income(state, power)) for power in subjects.majors(state))


def net(state: State) -> int:
    return procedures.net(battle.modifiers(state))


def checks(state: State) -> Any:
    asked = replace(state, agenda=(s.Pending(Due.GAME_TURN), s.Pending(Due.ATTRITION)))
    return sequence.attrition(asked).agenda


BY_PHASE: dict[Due, list[tuple[str, str, Answer]]] = {
    Due.DICE: [("garrison_leader", "counts", net)],
    Due.CONTROLLER: [("invader", "apart", lambda state: set(rules.chance_outcomes(state)))],
    Due.RAISE: [
        ("client_units", "capital", legal),
        ("persian_capital", "leader", legal),
        ("conversion_port", "friendly", legal),
        ("new_fleets", "first", legal),
    ],
    Due.RETREAT: [("retreat_bar", "11d", legal), ("retreat_bar", "settled", legal)],
    Due.ANSWER: [("lost_capital", "open", legal)],
    Due.LEADER: [
        ("landing", "5.95", legal),
        ("pillagers", "all", lambda state: cards.by_card(state, state.leaders[state.agenda[-1].who])),
    ],
}
YEARLY: list[tuple[str, str, Answer]] = [
    *((name, way, lambda state: tuple(incomes(state))) for name, way in (
        ("besieged_province", "capital"), ("barbarian_way", "enemies"), ("besieged_capital", "7.1"), ("court", "5"))),
    ("port_attrition", "land", checks),
    ("besieged_province", "capital", lambda state: [victory.score(state, n) for n in rules.scenario_constants(state).seats]),  # noqa: E501
]  # fmt: skip


def told(state: State, found: Counter[str], asked: list[tuple[str, str, Answer]]) -> None:
    """Count the questions whose answer another reading changes."""
    for name, way, answer in asked:
        found[f"{name} of"] += 1
        found[name] += answer(state) != answer(replace(state, rulings=((name, way),)))


def looked_at(state: State, found: Counter[str]) -> None:
    step = state.agenda[-1]
    told(state, found, BY_PHASE.get(step.phase, []))
    if step.phase == Due.REVEAL:
        people = subjects.people_of(state, step.place)
        found["warband_command of"] += 1
        far = subjects.candidates(state, step.place, people, step.actor)
        found["warband_command"] += state.patron[people] not in (NONE, *far)
    if step.phase == Due.DEATH_ROLL and state.battle is not None:
        found["beaten_leaders of"] += 1
        role = int(state.battle.percents[1] > state.battle.percents[0])
        retreat = s.Pending(Due.RETREAT, step.actor, step.place, role)
        found["beaten_leaders"] += len(battle._going(state, state.battle, retreat)) > 1
    if step.phase == Due.INTERCEPT_ROLL and state.active is not None:
        found["naval_attempts of"] += 1
        found["naval_attempts"] += state.active.aboard  # who misses may try again
    if step.phase == Due.PUT_IN and state.active is not None and state.active.aboard:
        found["admiral_lost"] += state.battle is None and state.leaders[state.active.leader].place == NONE
    if step.phase == Due.STAY_ROLL:
        found["beaten_garrison of"] += 1
        found["beaten_garrison"] += not battle.units_left(state, step.who)
    if step.phase == Due.CARD_DRAW and step.note == (1,) and cards.CARD_NAMES[step.who] == "Barbarian Raid":
        found["raid_marker of"] += 1
        found["raid_marker"] += state.markers[step.place] > 1


def counted(scenario: str, seed: int, found: Counter[str]) -> None:
    random, turn = Random(seed), 0
    before = state = rules.initial_state(scenario)
    while (player := rules.current_player(state)) != OVER:
        looked_at(state, found)
        if state.turn != turn:
            turn = state.turn
            told(state, found, YEARLY)
            found["rebels"] += sum(leader.band > 0 for leader in before.leaders)
        before, action_of = state, None if player == CHANCE else rules.legal_actions(state)
        state = moved_on(state, random)
        found["taken_capital"] += (
            state.capitals != before.capitals and bool(action_of) and s.Found in map(type, action_of or ())
        )
    found["games"] += 1
    found["tie_break"] += victory.ranking(state) != victory.ranking(replace(state, rulings=(("tie_break", "own"),)))


if __name__ == "__main__":
    counts: Counter[str] = Counter()
    for name, many in GAMES.items():
        for seed in range(many):
            counted(name, 7000 + seed, counts)
    for name in sorted(counts):
        if not name.endswith(" of"):
            print(f"{name}: {counts[name]:,} of {counts.get(f'{name} of', counts['games']):,}")
