"""The economy and the marches of the example of play (X.2, X.3), figure by figure, from the position alone: counters
are counted here, and each power's points are what is printed. The one figure that print has wrong is said."""

from math import ceil

import pytest

from gamekit.roma_victrix import force, rules
from gamekit.roma_victrix.geography import PLACES
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import COUNTERS, State
from tests.roma_victrix.example_of_play import BEGINNING, ROME, army, begun, played
from tests.roma_victrix.positions import table

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
