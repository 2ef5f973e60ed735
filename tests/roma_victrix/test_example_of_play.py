"""The example of play (X.2 to X.11) as a golden record: the first year of the Second Punic War by the rules, its dice
given. Where print and rule differ stands in ``print_and_rule.csv``; nothing here is bent to fit.

A line of the record is an action: its name, and what it says. Dice that the example does not roll have a comment. What
a player is asked and the example does not tell of, he declines; what a rule leaves no choice in needs no line."""

import csv
from pathlib import Path

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.geography import INDEX
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.rules import treasury
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import NONE, Die, State
from gamekit.roma_victrix.tables import COSTS, ROLLS
from tests.roma_victrix.example_of_play import AEGYPTUS, BEGINNING, ROME, army, begun, played, told

TABLE = Path(__file__).parents[2] / "data/roma_victrix/print_and_rule.csv"
LYCIA = """
Draw Seleucid; Play Ambush, Lycia; Warbands 4; Activate Ambush; Die 4; Take all; Attack Aegyptus; Stand; Dice 5, 3
"""
SELEUCID = """
Pay BI, Seleucid; Pay rBI, Seleucid
Pay AUX, Aegyptus; Pay rAUX, Aegyptus; Pay GAR, Aegyptus; Pay HI, Aegyptus; Pay HI, Aegyptus; Pay CAV, Aegyptus
EndLeader
Activate Antiochus; Die 3; Take HI, Seleucid, 6; Take AUX, Seleucid, 4; Take CAV, Seleucid, 2; Enter Osrhoene
Enter Syria; Enter Iudaea; Attack Aegyptus; Withdraw; Die 2; Dice 6, 2; Split 2, 1
Pay AUX, Seleucid; Pay rAUX, Seleucid; Pay AUX, Seleucid
Pay HI, Aegyptus; Pay rHI, Aegyptus; Pay HI, Aegyptus; Pay rHI, Aegyptus; Pay AUX, Aegyptus; Pay rAUX, Aegyptus
Pay CAV, Aegyptus; Pay rCAV, Aegyptus; Die 2; RetreatTo Aegyptus; Stay; Seize; Die 2
Enter Arabia Petraea; Attack Aegyptus; Withdraw; Die 1; RetreatTo Aegyptus; EndLeader
Activate Seleucus; Die 1; Take rHI, Seleucid, 3; Take rCAV, Seleucid, 1; Enter Hatra; Enter Babylonia; EndLeader
Activate Theodotus; Die 2; Enter Adiabene; Take all; Enter Assyria; EndLeader
Activate Diogenes; Die 6; Take all; Enter Syria; Enter Cilicia; Attack Aegyptus; Dice 1, 4; Split 6, 3
Pay AUX, Seleucid; Enter Syria; EndLeader; EndTurn
"""
CARTHAGE = """
Activate Hasdrubal; Die 5; Take all; Enter Carthaginiensis; Take FLEET, Carthage, 3
Embark Carthaginiensis (Mare Balearicum); SailTo Mare Balearicum; SailTo Mare Tyrrhenum
SailTo Cisalpina (Mare Tyrrhenum)
Die 6; Die 6; Die 6  # not in print: 5.69
Land; Intercept Scipio; Die 2; Attack Rome; Dice 5, 5; Split 5, 4; Pay HI, Carthage; EndLeader
Activate Mago; Die 6; Take HI, Carthage, 1; Take FLEET, Carthage, 1; Embark Africa (Mare Tyrrhenum)
SailTo Mare Tyrrhenum; SailTo Sardinia (Mare Tyrrhenum); Land; Attack Rome; Stand; Dice 1, 4; Split 1, 0
Pay HI, Carthage; Pay GAR, Rome; Die 5; Stay; Die 6
Activate Hannibal; Die 2; Take all; Enter Tarraconensis; Intercept Scipio; Die 1; Commit; Dice 5, 4; Split 0, 3
Pay LGN, Rome; Pay rLGN, Rome; Pay LGN, Rome; Pay rLGN, Rome; Pay LGN, Rome; Pay rLGN, Rome
Pay AUX, Rome; Pay rAUX, Rome; Pay AUX, Rome; Pay rAUX, Rome; Pay AUX, Rome; Pay rAUX, Rome
Pay AUX, Carthage; Pay rAUX, Carthage; Pay AUX, Carthage; Pay rAUX, Carthage; Pay AUX, Carthage; Pay rAUX, Carthage
Pay HI, Carthage; Pay HI, Carthage; Die 5; RetreatTo Narbonensis; Stay
"""
SAGUNTUM = """
Attack Rome; Stand; Dice 6, 6; Split 0, 5; Pay HI, Carthage; Pay rHI, Carthage
Pay LGN, Rome; Pay rLGN, Rome; Pay LGN, Rome; Pay rLGN, Rome; Pay AUX, Rome; Pay rAUX, Rome; Pay AUX, Rome
Pay rAUX, Rome; Pay CAV, Rome; Pay HI, Saguntum; Pay rHI, Saguntum; Pay GAR, Saguntum; Die 5; RetreatTo Narbonensis
Stay; EndLeader
"""


def garrison(state: State, province: str) -> str:
    power = state.garrisons[INDEX[province]]
    return scenario_constants(state).powers[power] if power != NONE else ""


def difference(what: str) -> tuple[str, str]:
    rows = csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())
    return next((row["printed"], row["by_rule"]) for row in rows if row["what"].startswith(what))


@pytest.mark.clause("roma_victrix", "X.2", "X.3", "6.3", "9.3", "9.12")
def test_the_first_economic_phase_and_the_roman_turn() -> None:
    state = played(begun(), BEGINNING)
    assert state.treasury[:4] == (0, 1, 2, 3)  # Rome, Aegyptus, Seleucid, Carthage
    state = played(state, ROME)
    assert army(state, "Narbonensis", "Rome") == "8 LGN, 3 AUX, 4 CAV"
    assert army(state, "Tarraconensis", "Rome") == "4 LGN, 2 AUX, 2 CAV"
    assert army(state, "Latium", "Rome") == "2 LGN"


@pytest.mark.clause("roma_victrix", "X.4", "5.68", "10.74", "14.2 Frontier War")
def test_the_egyptian_turn() -> None:
    state = played(begun(), BEGINNING, ROME, AEGYPTUS)
    assert army(state, "Cappadocia", "Cappadocia") == "3 HI, 1 AUX, 4 CAV"
    assert (garrison(state, "Cilicia"), state.pillaged) == ("Cappadocia", {INDEX["Cilicia"]})
    assert army(state, "Arabia Petraea", "Aegyptus") == "2 HI, 1 AUX, 2 CAV"
    assert army(state, "Iudaea", "Aegyptus") == "2 HI, 1 AUX, 2 CAV"
    assert army(state, "Aegyptus", "Aegyptus") == "6 HI"
    assert state.treasury[1] == 1  # 10.74: the pillage brings nothing


@pytest.mark.clause("roma_victrix", "X.5", "X.6", "X.7", "14.2 Ambush")
def test_the_seleucid_turn() -> None:
    state = played(begun(), BEGINNING, ROME, AEGYPTUS, LYCIA)
    assert (state.battle.net, state.battle.percents) == (0, (30, 50))
    state = played(state, SELEUCID)
    assert army(state, "Lycia", "Seleucid") == "3 BI"
    assert army(state, "Lycia", "Aegyptus") == ""  # 14.2 Ambush: who is beaten may not retreat
    assert army(state, "Arabia Petraea", "Seleucid") == "6 HI, 2 AUX, 1 rAUX, 2 CAV"
    assert army(state, "Iudaea (Mare Aegyptum)", "Seleucid") == "1 FLEET"
    assert army(state, "Babylonia", "Seleucid") == "1 HI, 3 rHI, 1 AUX, 1 CAV, 1 rCAV"
    assert army(state, "Assyria", "Seleucid") == "1 HI, 1 AUX, 1 CAV"
    assert army(state, "Syria", "Seleucid") == "1 HI, 1 rAUX, 1 CAV"
    owners = ("Lycia", "Iudaea", "Arabia Petraea", "Cilicia")
    assert {garrison(state, province) for province in owners} == {"Seleucid"}


@pytest.mark.clause(
    "roma_victrix", "X.8", "X.9", "X.10", "X.11", "10.56", "5.4", "5.41", "5.45", "5.46", "5.93", "5.95"
)
def test_the_carthaginian_turn() -> None:
    state = played(begun(), BEGINNING, ROME, AEGYPTUS, LYCIA, SELEUCID, CARTHAGE)
    assert army(state, "Cisalpina", "Carthage") == "1 HI, 1 rHI, 1 CAV"
    assert army(state, "Sardinia", "Carthage") == ""
    assert army(state, "Sardinia (Mare Tyrrhenum)", "Carthage") == "1 FLEET"
    assert "Mago" in state.fallen
    assert army(state, "Narbonensis", "Rome") == "5 LGN, 4 CAV"
    assert army(state, "Tarraconensis", "Carthage") == "6 HI, 2 rHI, 5 CAV"  # nobody joins them (6.3)
    state = played(state, SAGUNTUM)
    assert army(state, "Tarraconensis", "Carthage") == "5 HI, 2 rHI, 5 CAV"
    assert rv.force("5 HI, 2 rHI, 5 CAV").csp == 29
    assert army(state, "Narbonensis", "Rome") == "7 LGN, 5 CAV, 1 rCAV"
    held = [garrison(state, province) for province in ("Cisalpina", "Sardinia", "Tarraconensis")]
    assert held == ["Carthage", "Rome", "Carthage"]  # 10.56: Rome's in Sardinia is placed again


@pytest.mark.clause("roma_victrix", "X.1", "X.2", "X.5", "X.8", "X.9", "5.69", "8.1")
def test_where_print_and_rule_differ() -> None:
    rome = scenario_constants(begun()).powers.index("Rome")
    assert difference("revenue points to maintain Rome's") == ("15", str(treasury.upkeep_cost(begun(), rome)))
    assert difference("revenue points for the Seleucid unit") == ("4", str(COSTS["HI"].create))
    assert COSTS["HC"].create == 5
    assert difference("faces of the die") == ("1;6", ";".join(map(str, ROLLS["leader_killed"].faces)))
    printed, ruled = rv.rulebook_combat("Lycia"), rv.LandCombat(rv.force("4 BI", 2), rv.force("2 HI, AUX, CAV, GAR"))
    assert difference("net modifier of the Egyptians") == (str(-printed.net_drm), str(ruled.net_drm))
    losses = printed.resolve(5, 3, lower_own=1).defender_loss, ruled.resolve(5, 3).defender_loss
    assert difference("CSP that the Egyptians lose") == tuple(map(str, losses))
    assert difference("CSP of Hasdrubal") == ("6", str(rv.force("2 HI").csp))
    for record, what in ((AEGYPTUS, "on the voyage from Lycia"), (CARTHAGE, "on Hasdrubal's voyage")):
        unprinted = next(line for line in record.splitlines() if "# not in print" in line)
        rolled = len([each for each in told(unprinted) if isinstance(each, Die)])
        assert difference(f"dice for attrition at sea {what}") == ("0", str(rolled))
    assert difference("CSP that a HI loses") == ("1", str(percentage_loss(rv.force("HI").csp, 50)))
    assert difference("die for the pillage") == ("0", str(AEGYPTUS.count("Pillage; Roll")))


def test_the_record_that_ships_is_this_year() -> None:
    """``rv.example_of_play``, the fights' odds before the dice straight from the 36 throws, and the luck of each."""
    record = rv.example_of_play()
    assert record.positions()[-1] == played(begun(), BEGINNING, ROME, AEGYPTUS, LYCIA, SELEUCID, CARTHAGE, SAGUNTUM)
    fights = list(rv.fights_of(record))
    assert [fight.place for fight in fights[:3]] == ["Cilicia", "Lycia", "Iudaea"]
    assert [fight.dice for fight in fights] == [(5, 2), (5, 3), (6, 2), (1, 4), (5, 5), (1, 4), (5, 4), (6, 6)]
    for fight in fights:
        assert fight.luck.worse + fight.luck.equal + fight.luck.better == 36
        assert (36 * fight.p).denominator == 1
