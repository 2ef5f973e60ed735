"""The example of play (X.2 to X.11) as a golden record: the first year of the Second Punic War by the rules, its dice
given, and its economy and marches figure by figure. Where print and rule differ stands in ``print_and_rule.csv``;
nothing here is bent to fit.

A line of the record is an action: its name, and what it says. Dice that the example does not roll have a comment. What
a player is asked and the example does not tell of, he declines; what a rule leaves no choice in needs no line."""

import csv
from math import ceil
from pathlib import Path

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import force, rules
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.rules import treasury
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import COUNTERS, NONE, Die, State
from gamekit.roma_victrix.tables import COSTS, ROLLS
from tests.roma_victrix.example_of_play import AEGYPTUS, BEGINNING, ROME, army, begun, played, told
from tests.roma_victrix.positions import table

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


@pytest.mark.long
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


PROVINCES = {
    "Aegyptus": "Aegyptus, Arabia Petraea, Cyprus, Cyrenaica, Iudaea, Libia, Lycia",
    "Carthage": "Africa, Baetica, Carthaginiensis, Mauretania, Syrtica, Tingitana, Tripolitania",
    "Rome": "Apulia, Baleares, Cisalpina, Corsica, Latium, Sardinia",
    "Seleucid": "Adiabene, Assyria, Atropatene, Babylonia, Characene, Cilicia, Hatra, Osrhoene, Syria",
}
DRAWS = BEGINNING.split("Convert")[0]  # the cards and the consuls


def units(state: State, power: str) -> list[int]:
    """A power's counters by kind and side."""
    number = scenario_constants(state).powers.index(power)
    return [sum(group.units[n] for group in state.groups if group.owner == number) for n in range(len(COUNTERS))]


def points(state: State, power: str) -> int:
    return state.treasury[scenario_constants(state).powers.index(power)]


@pytest.mark.clause("roma_victrix", "X.2", "7.1", "7.4", "10.14")
@pytest.mark.parametrize(("power", "income"), [("Aegyptus", 18), ("Carthage", 18), ("Rome", 16), ("Seleucid", 25)])
def test_what_is_collected_is_the_provinces_listed_and_five(power: str, income: int) -> None:
    worth = {row["name"]: int(row["revenue"]) for row in table("provinces")}
    state = begun()
    number = scenario_constants(state).powers.index(power)
    held = [PLACES[place] for place, owner in enumerate(state.garrisons) if owner == number]
    assert sorted(held) == PROVINCES[power].split(", ")
    assert sum(worth[name] for name in held) + 5 == income


@pytest.mark.clause("roma_victrix", "X.2", "8.1")
@pytest.mark.parametrize(
    ("power", "number", "spent", "left"),
    [("Aegyptus", 25, 13, 5), ("Carthage", 29, 15, 3), ("Rome", 31, 16, 0), ("Seleucid", 37, 19, 6)],  # print: 15 of 16
)
def test_what_is_spent_on_the_units_and_what_is_left(power: str, number: int, spent: int, left: int) -> None:
    assert (sum(units(begun(), power)), ceil(number / 2)) == (number, spent)
    assert points(played(begun(), DRAWS), power) == left


@pytest.mark.clause("roma_victrix", "X.2", "9.3", "9.11", "9.12")
def test_what_is_raised_and_converted() -> None:
    before, after = played(begun(), DRAWS), played(begun(), BEGINNING)
    raised = {"Aegyptus": {"HI": 1}, "Carthage": {}, "Rome": {"FLEET": -6, "rLGN": 6}, "Seleucid": {"HI": 1}}
    for power, gained in raised.items():
        rows = zip(COUNTERS, units(before, power), units(after, power))
        assert {counter: more - had for counter, had, more in rows if more != had} == gained
    assert [points(after, power) for power in PROVINCES] == [1, 3, 0, 2]
    where = {place: army(after, place, "Rome").rpartition(", ")[2] for place in ("Baleares", "Sardinia")}
    assert where == {"Baleares": "1 rLGN", "Sardinia": "1 rLGN"}
    for place in ("Apulia", "Cisalpina"):
        assert "2 rLGN" in army(after, place, "Rome")
    assert army(after, "Aegyptus", "Aegyptus").startswith("6 HI")
    assert "2 HI" not in army(after, "Cilicia", "Seleucid")


@pytest.mark.clause("roma_victrix", "X.3", "5.11", "5.14", "5.22")
def test_the_consuls_points_and_losses_on_their_way() -> None:
    """Six points to Narbonensis over Apulia and back, five to Tarraconensis; 48 CSP lose 2, 24 lose nothing."""
    steps = [step.strip() for step in ROME.replace("\n", ";").split(";") if step.strip()]
    state, told = played(begun(), BEGINNING), []
    for number, step in enumerate(steps):
        if step.startswith("Join"):
            break
        state = played(state, step)
        if state.active is not None and step.startswith(("Enter", "Die")) and steps[number - 1] != "Draw Rome":
            told.append((step, state.active.ops))
    assert [ops for step, ops in told if step.startswith("Enter")] == [5, 4, 3, 2, 0, 4, 2, 0]
    assert rules.current_player(state) == "Rome"
    for place, csp in (("Narbonensis", 46), ("Tarraconensis", 24), ("Latium", 8)):
        assert force(army(state, place, "Rome")).of_kind("land").csp == csp
    after = played(begun(), BEGINNING, ROME)
    assert army(after, "Latium", "Rome") == "2 LGN"  # of four reduced ones (6.3)
    assert army(after, "Narbonensis", "Massilia") == "1 HI"
    assert army(after, "Tarraconensis", "Saguntum") == "1 HI"
