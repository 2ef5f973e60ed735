"""What the text leaves open: each ruling has two readings, and the rules follow the one that is taken."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.rules import battle, control, sequence, subjects, treasury, victory
from gamekit.roma_victrix.state import Clash
from gamekit.roma_victrix.tables import RULINGS
from tests.roma_victrix.example_of_play import AEGYPTUS, BEGINNING, ROME, begun, played
from tests.roma_victrix.setting import *

FOLDER = Path(rules.__file__).parent


def test_the_rules_ask_for_rulings_that_there_are() -> None:
    asked = {name for path in FOLDER.glob("*.py") for name in re.findall(r'ruling\(state, "(\w+)"\)', path.read_text())}
    assert asked
    assert asked <= set(RULINGS)


@clause("4.2")
def test_the_order_inside_the_joint_economic_phase() -> None:
    by_segment = sequence.economy_steps(rules.initial_state("two_consuls"))
    by_power = sequence.economy_steps(rules.initial_state("two_consuls", rulings={"economic_order": "powers"}))
    segments = (Due.REVENUE, Due.UPKEEP, Due.RAISE, Due.CARD)
    assert [(step.phase, step.who) for step in by_segment] == [(phase, who) for phase in segments for who in (0, 1)]
    assert [(step.phase, step.who) for step in by_power] == [(phase, who) for who in (0, 1) for phase in segments]


@clause("5.69", "X.4")
def test_what_counts_for_attrition_at_sea_and_how_often_it_is_rolled() -> None:
    untold = next(line for line in AEGYPTUS.splitlines() if "# not in print" in line)
    start, port = played(begun(), BEGINNING, ROME), "SailTo Aegyptus (Mare Aegyptum);"
    landed = played(read(start, sea_points="areas"), AEGYPTUS.replace(untold, ""))  # as in print, two areas: no roll
    again = played(read(start, storms="each"), AEGYPTUS.replace(port, f"{port} Die 6; Die 6;"))
    assert landed.groups == again.groups == played(start, AEGYPTUS).groups
    with pytest.raises(AssertionError, match="is not among"):
        played(start, AEGYPTUS.replace(untold, ""))


@clause("7.8", "10.34")
@pytest.mark.parametrize(("reading", "won"), [("10.34", 10 + 5), ("7.8", 5)])
def test_what_a_sack_brings(reading: str, won: int) -> None:
    state = replace(rules.initial_state("two_consuls", rulings={"sack": reading}), treasury=(2, 9))
    city = next(city for city in state.capitals if city.owner == 1)
    fight = Clash("siege", city.place, (0, 1), (0, NONE))
    assert battle._sacked(state, fight, city).treasury == (2 + won, 4)  # half of 9, rounded up


def ruled(name: str, reading: str, scenario: str = "second_punic_war") -> State:
    """A scenario's garrisons and capitals, with one ruling."""
    return empty(scenario, rulings={name: reading})


def against_carthage(state: State, mine: str, theirs: str, dice: tuple[int, int]) -> State:
    """Scipio falls upon Hanno in Cisalpina; the net modifier, if any, is not spent, and the losses are paid."""
    state = placed(state, f"Rome in Latium: {mine}, Scipio 1", Cisalpina=None)
    state = placed(state, f"Carthage in Cisalpina: {theirs}, Hanno 1")
    state = active(state, "Scipio", 5, s.Enter("Cisalpina"), s.Attack("Carthage"), s.Stand(), s.Dice(*dice))
    return paid(do(state, s.Split(0, 0)) if s.Split(0, 0) in rules.legal_actions(state) else state)


@clause("3.84")
@pytest.mark.parametrize(("reading", "farthest"), [("areas", {"Rome"}), ("land", {"Carthage"})])
def test_how_far_a_capital_is(reading: str, farthest: set[str]) -> None:
    state = placed(ruled("capital_distance", reading), "Seleucid in Syria: 4 HI, Antiochus 3")
    state = active(state, "Antiochus", 6, s.Enter("Osrhoene"), s.Enter("Sophene"))
    assert {draw.name for draw in rules.chance_outcomes(state)} == farthest  # of Armenia: by sea Rome, by land Carthage


@clause("4.51")
@pytest.mark.parametrize(("reading", "percent"), [("own", 300), ("all", 350)])
def test_what_victory_per_cent_divides_by(reading: str, percent: int) -> None:
    state = ruled("victory_percent", reading, "two_consuls")
    assert victory.percentages(state) == {0: Fraction(percent, 7), 1: Fraction(percent, 7)}
    found = victory.percentages(garrisoned(state, Africa="Crassus"))
    own, whole = {0: Fraction(200, 7), 1: Fraction(400, 7)}, {0: Fraction(100, 3), 1: Fraction(200, 3)}
    assert found == {"own": own, "all": whole}[reading]


@clause("4.2")
@pytest.mark.parametrize(("reading", "owed"), [("A", 20), ("B", 0)])
def test_the_two_attrition_tables(reading: str, owed: int) -> None:
    state = placed(ruled("attrition", reading), "Rome in Dalmatia: 10 LGN, Scipio 1", "Carthage in Dalmatia: HI")
    state = replace(state, agenda=(Pending(Due.OVER), Pending(Due.ATTRITION_ROLL, 0, INDEX["Dalmatia"], left=4)))
    after = do(state, 5)
    assert (after.agenda[-1].left if owed else at(after, "Dalmatia", "Rome")) == (owed or "10 LGN")


@clause("13.21", "13.22")
@pytest.mark.parametrize(("reading", "force"), [("infantry", "5 BI"), ("cavalry", "4 BI, CAV")])
def test_whom_the_odd_warband_rides_with(reading: str, force: str) -> None:
    state = ruled("warbands", reading)
    raised = subjects.raise_warbands(state, power(state, "Germani"), INDEX["Quadia"], 5)  # 90 per cent infantry
    assert at(raised, "Quadia") == force


@clause("3.34", "5.72")
@pytest.mark.parametrize(("reading", "asked"), [("5.72", Due.PUT_IN), ("3.34", Due.DEATH_ROLL)])
def test_a_beaten_admiral(reading: str, asked: Due) -> None:
    state = placed(ruled("naval_leader", reading), "Carthage in Sardinia (Mare Tyrrhenum): 3 FLEET")
    state = placed(state, "Rome in Latium (Mare Tyrrhenum): 3 FLEET", "Rome in Latium: Scipio 1*")
    state = active(state, "Scipio", 9, s.Embark("Latium (Mare Tyrrhenum)"), s.SailTo("Mare Tyrrhenum"))
    state = do(state, s.SailTo("Sardinia (Mare Tyrrhenum)"), s.Attack("Carthage"), s.Stand(), s.Dice(1, 3))
    assert phase(losses_paid(state)) == asked


@clause("5.93", "5.95")
@pytest.mark.parametrize(("reading", "ashore"), [("free", "Sardinia"), ("5.95", "Latium")])
def test_units_aboard_a_fleet_that_a_fight_has_left_without_points(reading: str, ashore: str) -> None:
    port, sea, coast = "Latium (Mare Tyrrhenum)", "Mare Tyrrhenum", "Sardinia (Mare Tyrrhenum)"
    state = placed(ruled("landing", reading), f"Rome in {port}: 6 FLEET", "Rome in Latium: 2 LGN, Scipio 1*")
    state = placed(state, f"Carthage in {coast}: FLEET", Sardinia="Carthage")
    state = sailed(active(state, "Scipio", 4), s.Embark(port), sea, coast)
    state = undisturbed(paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(6, 1))))
    assert (phase(state), ops(state)) == (Due.LEADER, 0)
    assert (s.Land() in rules.legal_actions(state)) is (reading == "free")
    state = do(state, s.Land() if reading == "free" else s.EndLeader())
    state = undisturbed(repeated(state, s.RetreatTo(port), Due.PUT_IN))
    assert "2 LGN" in at(state, ashore, "Rome")


@clause("14.2 Piracy")
@pytest.mark.parametrize(("reading", "csp"), [("0", 10), ("1", 9), ("2", 8)])
def test_how_little_pirates_take(reading: str, csp: int) -> None:
    state = placed(ruled("piracy", reading), "Rome in Latium (Mare Tyrrhenum): 5 FLEET")
    state = hand(placed(state, "Rome in Latium: Scipio 3*"), "Carthage", "Piracy")
    state = active(state, "Scipio", 6, s.Embark("Latium (Mare Tyrrhenum)"), s.SailTo("Mare Tyrrhenum"))
    assert counters(do(state, s.Play("Piracy", "Scipio"), 2)).csp == csp


@clause("5.69")
@pytest.mark.parametrize(("reading", "left"), [("step", "rFLEET"), ("capacity", "rAUX, rFLEET")])
def test_reduced_units_aboard_a_ship_that_founders(reading: str, left: str) -> None:
    state = placed(ruled("sea_cargo", reading), "Rome in Latium (Mare Tyrrhenum): FLEET")
    state = active(placed(state, "Rome in Latium: rAUX, Scipio 3*"), "Scipio", 9, s.Embark("Latium (Mare Tyrrhenum)"))
    state = do(state, *map(s.SailTo, ("Mare Tyrrhenum", "Mare Africum", "Mare Ionium")), 1)
    assert str(counters(state)) == left


@clause("10.41")
@pytest.mark.parametrize(("name", "reading", "strengths"), [
    ("siege_cavalry", "yes", (24, 5)), ("siege_cavalry", "no", (16, 5)), ("siege_garrison", "yes", (24, 5)),
    ("siege_garrison", "no", (24, 4)),
])  # fmt: skip
def test_who_counts_before_the_walls(name: str, reading: str, strengths: tuple[int, int]) -> None:
    state = placed(ruled(name, reading), "Rome in Tripolitania: 4 LGN, 4 CAV, Scipio 1")
    state = active(state, "Scipio", 6, s.Enter("Africa"), s.Besiege())
    assert battle.fight_csp(state) == strengths
    state = do(state, s.Dice(1, 6), s.Split(0, 0))
    horse = {"CAV"} if (name, reading) != ("siege_cavalry", "no") else set()
    while rules.current_player(state) == "Carthage":
        state = do(state, rules.legal_actions(state)[0])
    assert can(state, s.Pay) == {"LGN"} | horse


@clause("8.1")
@pytest.mark.parametrize(("reading", "points"), [("one", 2), ("half", 1)])
def test_what_odd_reduced_units_cost(reading: str, points: int) -> None:
    state = placed(ruled("odd_reduced", reading), "Rome in Latium: rLGN, rHI, rAUX")
    assert treasury.upkeep_cost(state, power(state, "Rome")) == points


@clause("5.31")
@pytest.mark.parametrize(("reading", "asked"), [("5.31", Due.DEATH_ROLL), ("stands", Due.LEADER)])
def test_who_stands_alone_after_the_heavier_loss(reading: str, asked: Due) -> None:
    state = against_carthage(ruled("beaten_alone", reading), "4 HI", "rAUX", (5, 6))
    assert (at(state, "Cisalpina", "Carthage"), phase(state)) == ("", asked)


@clause("5.31", "3.34", "10.14")
@pytest.mark.parametrize("reading", ["nobody", "5.31"])
def test_both_wiped_out_leave_nobody_on_the_field_by_either_reading(reading: str) -> None:
    state = against_carthage(ruled("wiped_out", reading), "rAUX", "rAUX", (5, 6))
    assert (where(state, "Scipio"), where(state, "Hanno")) == (None, None)
    assert control.control(state, INDEX["Cisalpina"]) == NONE


@clause("11.16", "9.51", "11.1")
@pytest.mark.parametrize(("reading", "offered"), [("11.16", {"BI", "CAV", "FLEET"}), ("9.54", {"warbands"})])
def test_what_a_barbarian_ally_that_was_called_raises(reading: str, offered: set[str]) -> None:
    state = placed(ruled("ally_units", reading, "six_powers"), "Rome in Latium: LGN, Sulla 3*")
    assert "Cantabria" not in can(economy_of(state, "Rome", Due.RAISE), s.Raise)  # it was not called
    state = economy_of(summoned(state, "Iberi"), "Rome", Due.RAISE)
    assert {each.unit for each in ally_raises(state)} == offered
    if reading == "11.16":  # two units of any kind, as in the clause's example
        state = do(state, s.Raise("Cantabria", "BI", "Iberi"), s.Raise("Cantabria", "CAV", "Iberi"))
        assert at(state, "Cantabria") == "BI, CAV"
    else:
        state = do(state, s.Raise("Cantabria", "warbands", "Iberi"), s.Warbands(4))
    assert {each.unit for each in ally_raises(state)} <= {"FLEET for BI", "FLEET for CAV"}


def ally_raises(state: State) -> list[s.Raise]:
    return legal(state, s.Raise, power="Iberi")


def test_every_ruling_has_a_test_by_the_other_reading() -> None:
    files = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    told = [each for file in files for each in file.split("\n\n\n")]
    for name, (_, other) in ((name, row.readings[:2]) for name, row in RULINGS.items() if row.readings[1:]):
        tests = [each for each in told if f'"{name}"' in each or f"{name}=" in each]
        assert any(f'"{other}"' in each for each in tests), name


def test_a_position_names_the_rulings_and_the_judged_rows_it_rests_on() -> None:
    state = rules.initial_state("two_consuls")
    assert "a sack brings 10 and half the treasury, 10.34 over 7.8 (judged)" in state.basis
    other = rules.initial_state("two_consuls", rulings={"sack": "7.8"}).basis
    assert "a sack brings half the treasury alone (7.8)" in other
    for row in ("provinces.csv: Narbonensis", "scenarios/two_consuls.toml: Crassus", "powers.csv: Crassus"):
        assert row in state.basis
    assert not any("Media" in entry or "second_punic" in entry for entry in state.basis)
    assert "provinces.csv: Media" in rules.initial_state("second_punic_war").basis
    rows = {f"{row.file}: {row.row}" for row in rv.judged_values()}
    assert {entry for entry in state.basis if ".csv: " in entry or ".toml: " in entry} <= rows
    assert all(row.reason for row in rv.judged_values())
