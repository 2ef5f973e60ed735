"""What the text leaves open: each ruling has two readings, and the rules follow the one that is taken."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix.game_state import NONE, Battle, Phase
from gamekit.roma_victrix.rules import aftermath, sequence
from gamekit.roma_victrix.tables import RULED, RULINGS
from tests.roma_victrix.test_example_of_play import AEGYPTUS, BEGINNING, ROME, played

FOLDER = Path(rules.__file__).parent


def test_the_rules_ask_for_rulings_that_there_are() -> None:
    asked = {name for path in FOLDER.glob("*.py") for name in re.findall(r'ruling\(state, "(\w+)"\)', path.read_text())}
    assert asked
    assert asked <= set(RULED) == set(RULINGS)


@pytest.mark.clause("roma_victrix", "4.2")
def test_the_order_inside_the_joint_economic_phase() -> None:
    by_segment = sequence.economy_steps(rules.initial_state("two_consuls"))
    by_power = sequence.economy_steps(rules.initial_state("two_consuls", rulings={"economic_order": "powers"}))
    segments = (Phase.REVENUE, Phase.UPKEEP, Phase.RAISE, Phase.CARD)
    assert [(step.phase, step.who) for step in by_segment] == [(phase, who) for phase in segments for who in (0, 1)]
    assert [(step.phase, step.who) for step in by_power] == [(phase, who) for who in (0, 1) for phase in segments]


@pytest.mark.clause("roma_victrix", "5.69", "X.4")
def test_what_counts_for_attrition_at_sea_and_how_often_it_is_rolled() -> None:
    untold = next(line for line in AEGYPTUS.splitlines() if "# not in print" in line)
    areas = rules.initial_state("second_punic_war", rulings={"sea_points": "areas"})
    landed = played(areas, BEGINNING, ROME, AEGYPTUS.replace(untold, ""))  # two areas: no fleet rolls, as in print
    each = rules.initial_state("second_punic_war", rulings={"storms": "each"})
    port = "SailTo Aegyptus (Mare Aegyptum);"
    again = played(each, BEGINNING, ROME, AEGYPTUS.replace(port, f"{port} Roll 6; Roll 6;"))
    once = played(rules.initial_state("second_punic_war"), BEGINNING, ROME, AEGYPTUS)
    assert landed.groups == again.groups == once.groups
    with pytest.raises(AssertionError, match="is not among"):
        played(rules.initial_state("second_punic_war"), BEGINNING, ROME, AEGYPTUS.replace(untold, ""))


@pytest.mark.clause("roma_victrix", "7.8", "10.34")
@pytest.mark.parametrize(("reading", "won"), [("10.34", 10 + 5), ("7.8", 5)])
def test_what_a_sack_brings(reading: str, won: int) -> None:
    state = rules.initial_state("two_consuls", rulings={"sack": reading})
    state = replace(state, treasury=(2, 9))
    city = next(city for city in state.capitals if city.owner == 1)
    fight = Battle("siege", city.place, (0, 1), (0, NONE))
    assert aftermath._sacked(state, fight, city).treasury == (2 + won, 4)  # half of 9, rounded up
