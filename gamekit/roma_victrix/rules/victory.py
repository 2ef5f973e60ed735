"""Victory: how many objectives each power has achieved, and when the game ends (4.3 to 4.5)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from gamekit.roma_victrix.geography import INDEX, OF_REGION, PROVINCE
from gamekit.roma_victrix.rules.control import control, is_friendly, ruling, scenario_constants
from gamekit.roma_victrix.scenario import Goal
from gamekit.roma_victrix.state import NONE, State


def achieved_count(state: State, power: int, goal: Goal) -> int:
    """Return how many of a goal's objectives a power has achieved (4.41 to 4.45)."""
    if goal.goal == "province":
        return sum(is_friendly(state, INDEX[name], power) for name in goal.names)
    if goal.goal == "number":
        return min(goal.number, sum(is_friendly(state, place, power) for place in range(len(PROVINCE))))
    if goal.goal == "leader":
        return sum(name in state.fallen for name in goal.names)
    if goal.goal == "last":
        left = {leader.owner for leader in state.leaders if leader.supreme and leader.place != NONE}
        return int(left & {*scenario_constants(state).seats, power} == {power})  # 4.45
    held = [[is_friendly(state, place, power) for place in OF_REGION[name]] for name in goal.names]
    if ruling(state, "region_goal") == "majority":
        return sum(len(region) for region in held if 2 * sum(region) > len(region))
    return sum(map(sum, held))


def objectives_achieved(state: State, power: int) -> tuple[int, int]:
    """Return (objectives achieved, objectives in all) of a power."""
    goals = scenario_constants(state).goals[power]
    return sum(achieved_count(state, power, goal) for goal in goals), sum(goal.worth for goal in goals)


def percentages(state: State) -> dict[int, Fraction]:
    """Return each player's victory per cent (4.51): of its own objectives, or, by a ruling, of all achieved."""
    scores = {seat: objectives_achieved(state, seat) for seat in scenario_constants(state).seats}
    if ruling(state, "victory_percent") == "all":
        whole = sum(done for done, _ in scores.values())
        return {seat: Fraction(100 * done, whole) if whole else Fraction(0) for seat, (done, _) in scores.items()}
    return {seat: Fraction(100 * done, of) if of else Fraction(0) for seat, (done, of) in scores.items()}


def ranking(state: State) -> list[tuple[Fraction, int, int, int]]:
    """Return rows of (victory per cent, revenue of its provinces even if pillaged, treasury, player), the winner first
    (4.51 to 4.53)."""
    owners = [control(state, place) for place in range(len(PROVINCE))]
    friends, rows = ruling(state, "tie_break") == "controlled", []
    for seat, percent in percentages(state).items():
        worth = sum(
            province.revenue
            for owner, province in zip(owners, PROVINCE)
            if owner == seat or (friends and owner != NONE and state.patron[owner] == seat)
        )
        rows.append((percent, worth, state.treasury[seat], seat))
    return sorted(rows, key=lambda row: (*(-each for each in row[:3]), row[3]))


def count_holding_turns(state: State) -> State:
    """Return the position with the turns in a row counted for which each player has held all objectives (4.32)."""
    scores = [objectives_achieved(state, seat) for seat in scenario_constants(state).seats]
    before = state.held or (0,) * len(scores)
    return replace(state, held=tuple(turns + 1 if done == of else 0 for turns, (done, of) in zip(before, scores)))


def is_over(state: State) -> bool:
    """Return whether the game is over: after the last turn, or by sudden death (4.31 to 4.33)."""
    if state.turn >= last_turn(state):
        return True
    return "sudden death" in state.options and any(turns > 1 for turns in state.held)


def last_turn(state: State) -> int:
    """Return the game's length, longer or shorter as the players agreed (4.34, 4.35)."""
    agreed = [int(option.removeprefix("turns ")) for option in state.options if option.startswith("turns ")]
    return agreed[0] if agreed else scenario_constants(state).turns
