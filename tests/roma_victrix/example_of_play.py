"""The example of play as a record: actions as the text tells them, with the dice it names."""

from functools import cache

from gamekit.play.protocol import CHANCE
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.geography import PLACES
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import ACTIONS, COUNTERS, Decline, Keep, State

KINDS = {kind.__name__: kind for kind in ACTIONS}


BEGINNING = """
Draw Land Combat Advantage; Draw Frontier War; Draw Ambush; Draw Siege Combat Advantage
Draw Scipio; Draw Sempronius
Convert Apulia (Mare Tyrrhenum), LGN; Convert Apulia (Mare Tyrrhenum), LGN; Convert Baleares (Mare Balearicum), LGN
Convert Cisalpina (Mare Tyrrhenum), LGN; Convert Cisalpina (Mare Tyrrhenum), LGN
Convert Sardinia (Mare Balearicum), LGN; Keep
Raise Aegyptus, HI, Aegyptus; Keep; Raise Syria, HI, Seleucid; Keep; Keep
"""

ROME = """
Draw Rome
Activate Scipio; Die 5; Take all; Enter Latium; Enter Apulia; Take all; Enter Latium; Leave rLGN, Rome, 4
Enter Cisalpina; Enter Narbonensis; Die 1; Pay AUX, Rome; Pay rAUX, Rome; EndLeader
Activate Sempronius; Die 4; Take LGN, Rome, 4; Take AUX, Rome, 2; Take CAV, Rome, 2
Enter Cisalpina; Enter Narbonensis; Die 6; Enter Tarraconensis; Die 6; EndLeader
Join Latium, Rome, LGN; Join Latium, Rome, LGN; EndTurn
"""

AEGYPTUS = """
Draw Aegyptus; Play Frontier War, Cappadocia
Activate Leader of Cappadocia; Die 6; Take all; Enter Cilicia; Attack Seleucid; Stand; Dice 5, 2; Split 1, 1
Pay AUX, Cappadocia; Pay rAUX, Cappadocia
Pay AUX, Seleucid; Pay rAUX, Seleucid; Pay AUX, Seleucid; Pay rAUX, Seleucid; Pay AUX, Seleucid; Pay rAUX, Seleucid
Pay GAR, Seleucid; Pay HI, Seleucid; Pay HI, Seleucid; Pay HI, Seleucid; Pay CAV, Seleucid
Die 5; RetreatTo Syria; Stay; Seize; Die 5; RetreatTo Syria (Mare Aegyptum); Pillage; Enter Cappadocia; EndLeader
Call Parthia; Die 6
Activate Sosibius; Die 2; Take HI, Aegyptus, 1; Take HI, Aegyptus, 1; Take CAV, Aegyptus, 1; Enter Arabia Petraea
Leave HI, Aegyptus, 2; Leave CAV, Aegyptus, 1; Enter Iudaea; EndLeader
Activate Ptolemy; Die 1; Take HI, Aegyptus, 6; Take AUX, Aegyptus, 1; Take CAV, Aegyptus, 2; Enter Iudaea
Leave CAV, Aegyptus, 1; Enter Arabia Petraea; Leave AUX, Aegyptus, 1; Leave CAV, Aegyptus, 1; Enter Aegyptus; EndLeader
Activate Nicolaus; Die 6; Take FLEET, Aegyptus, 1; Embark Lycia (Mare Aegyptum); SailTo Mare Aegyptum
SailTo Cyprus (Mare Aegyptum); Take FLEET, Aegyptus, 1; SailTo Mare Aegyptum
Die 6; Die 6  # not in print: 5.69
SailTo Aegyptus (Mare Aegyptum); Land; Enter Arabia Petraea; EndLeader
"""


def action(line: str) -> object:
    name, _, said = line.partition(" ")
    parts = [int(part) if part.isdigit() else part for part in said.split(", ")] if said else []
    return KINDS[name](*parts)


def told(record: str) -> list[object]:
    lines = (line.partition("#")[0] for line in record.splitlines())
    return [action(part.strip()) for line in lines for part in line.split(";") if part.strip()]


@cache
def played(state: State, *records: str) -> State:
    """The position after the records; whoever is asked what they do not tell declines."""
    if not records:
        return state
    state, todo = played(state, *records[:-1]), told(records[-1])
    while todo:
        chance = rules.current_player(state) == CHANCE
        legal = tuple(rules.chance_outcomes(state)) if chance else rules.legal_actions(state)
        if todo[0] in legal:
            state = rules.apply(state, todo.pop(0))
            continue
        idle = legal if chance and len(legal) == 1 else [each for each in legal if isinstance(each, Decline | Keep)]
        assert idle, f"{todo[0]} is not among {legal[:20]} at {state.agenda[-1]}"
        state = rules.apply(state, idle[0])
    return state


def begun() -> State:
    return rules.initial_state("second_punic_war")


def army(state: State, place: str, power: str) -> str:
    """The counters of a power in a place."""
    names, found = scenario_constants(state).powers, [0] * len(COUNTERS)
    for group in state.groups:
        if PLACES[group.place] == place and names[group.owner] == power:
            found = [have + more for have, more in zip(found, group.units)]
    return ", ".join(f"{count} {counter}" for counter, count in zip(COUNTERS, found) if count)
