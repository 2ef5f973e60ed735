"""Rome alone: the beginning of a solitaire game, and powers awake in it."""

from dataclasses import replace

from gamekit.roma_victrix import rules
from gamekit.roma_victrix.state import State
from tests.roma_victrix.setting import power

TABLE = ", ".join(
    f'{{warbands = {number}, others = "{1 + number // 4} HI, CAV, FLEET", persian = "{number} CAV", source = "ours"}}'
    for number in range(1, 11)
)

SUPREME = 'supreme = true, source = "ours"'


SCENARIO = f"""
title = "Alone"
title_ja = "一人"
start = 100
turns = 3
seats = [1]
source = "judged: ours, to try the rules"
new_units = [{TABLE}]

[[powers]]
name = "Rome"
role = "active"
provinces = ["Latium", "Apulia", "Cisalpina", "Dalmatia", "Epirus",
             "Thracia", "Moesia Superior", "Moesia Inferior", "Syria"]
capital = "Latium"
source = "ours"
leaders = [
    {{name = "Traianus", rating = 3, province = "Moesia Superior", units = "6 LGN, 2 CAV", {SUPREME}}},
    {{name = "Quietus", rating = 2, province = "Syria", units = "4 LGN", source = "ours"}},
]
stacks = [{{province = "Latium", units = "LGN, FLEET", source = "ours"}}]
goals = [{{goal = "province", names = ["Dacia", "Babylonia"], source = "ours"}}]

[[powers]]
name = "Dacia"
role = "neutral"
provinces = ["Dacia", "Getica"]
capital = "Dacia"
source = "ours"
leaders = [{{name = "Decebalus", rating = 2, province = "Dacia", units = "4 BI, CAV", {SUPREME}}}]

[[powers]]
name = "Macedonia"
role = "neutral"
provinces = ["Macedonia", "Thessalia", "Creta"]
capital = "Macedonia"
source = "ours"
leaders = [
    {{name = "Perseus", rating = 1, province = "Macedonia", units = "4 HI", {SUPREME}}},
    {{name = "Androcles", rating = 1, province = "Thessalia", units = "HI", source = "ours"}},
]

[[powers]]
name = "Parthia"
role = "neutral"
provinces = ["Babylonia", "Hatra"]
capital = "Babylonia"
source = "ours"
leaders = [{{name = "Osroes", rating = 2, province = "Babylonia", units = "AUX, 3 CAV", {SUPREME}}}]

[[powers]]
name = "Germani"
role = "barbaricum"
provinces = ["Marcomannia", "Quadia"]
infantry = 90
markers = 2
source = "ours"
"""


def begun(**asked: str) -> State:
    return rules.initial_state("alone", 1, **asked)


def awake(state: State, *names: str) -> State:
    """Powers that Rome has invaded."""
    patron = list(state.patron)
    for name in names:
        patron[power(state, name)] = power(state, name)
    return replace(state, patron=tuple(patron))
