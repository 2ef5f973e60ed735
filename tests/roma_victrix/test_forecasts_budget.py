"""Budgets against a twin from the clauses: every die of the year, revenue and upkeep by the referee."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX
from gamekit.roma_victrix.rules import cards
from gamekit.roma_victrix.rules.units import sort_and_merge
from gamekit.roma_victrix.state import Due, Pending, State, Status, with_item
from tests.cases import Cases
from tests.roma_victrix import referee
from tests.roma_victrix.positions import board_of, kind, land, owner, positions, powers, seats, side, table
from tests.roma_victrix.setting import placed

REVENUE = {row["name"]: int(row["revenue"]) for row in table("provinces")}
FULL = {row["unit"]: int(row["full"]) for row in table("units")}

WAYS = 150  # ways for the dice to fall that the twin tries


def net_income(state: State, power: int) -> int:
    """Revenue less upkeep."""
    board, name = board_of(state), powers(state)[power]
    return int(referee.income(board, name)) - int(referee.upkeep(board, name))


def rested(state: State, *agenda: Pending) -> State:
    """The position with all units free, and these steps to come."""
    groups = tuple(replace(group, status=Status.FREE) for group in state.groups)
    return replace(state, agenda=agenda, battle=None, active=None, raised=(), levied=(), groups=groups)


def year_begins(state: State) -> State:
    """The position as the next game-turn begins, with all its rolls still to come."""
    return rules.settled(rested(state, Pending(Due.GAME_TURN)))


def growing(state: State) -> list[int]:
    """4.2 A, 10.36: where a die is rolled: provinces pillaged, and capitals that are reduced and not pillaged."""
    reduced = [c.place for c in state.capitals if c.place not in state.pillaged and 0 < c.csp < (4 if c.major else 2)]
    return [*sorted(state.pillaged), *reduced]


def after_markers(state: State, dice: tuple[int, ...]) -> State:
    """On a 5 or 6 the marker goes, a sacked capital stands again, a reduced one gains a point."""
    better = {place for place, die in zip(growing(state), dice, strict=True) if die >= 5}
    cities = (
        replace(city, csp=city.csp + (city.place in better and (not city.csp or city.place not in state.pillaged)))
        for city in state.capitals
    )
    return replace(state, pillaged=state.pillaged - better, capitals=tuple(cities))


def worn(state: State) -> list[tuple[Fraction, State]]:
    """Every die of every check: the per cent of the table by the leader's rating, paid weakest first."""
    step = state.agenda[-1]
    if step.phase != Due.ATTRITION_ROLL:
        return [(Fraction(1), state)]
    found = []
    for die in range(1, 7):
        after = rules.apply(state, s.Die(die))
        while after.agenda[-1].phase == Due.PAY:
            after = rules.apply(after, min(rules.legal_actions(after), key=cheap))
        found += [(weight / 6, end) for weight, end in worn(after)]
    return found


def cheap(pay: Any) -> tuple[int, bool]:
    return FULL[pay.counter.removeprefix("r")], not pay.counter.startswith("r")


def twin(state: State, power: int, cost: int) -> dict[int, Fraction]:
    """The distribution of what is left: every way of the year; in the segment of new units only they are paid."""
    money, law = state.treasury[power] - cost, dict[int, Fraction]()
    if state.agenda[-1].phase == Due.RAISE:
        return {money: Fraction(1)}
    for p, gained in one_year(state, power):
        law[money + gained] = law.get(money + gained, 0) + p
    return law


def one_year(state: State, power: int) -> Iterator[tuple[Fraction, int]]:
    """Every way of a year: its chance, and revenue less upkeep."""
    start = year_begins(state)
    count = len(growing(start)) if start.agenda[-1].phase == Due.MARKER_ROLL else 0
    while start.agenda[-1].phase == Due.MARKER_ROLL:  # the twin rolls them itself
        start = replace(start, agenda=start.agenda[:-1])
    for fallen in product(((0, Fraction(4, 6)), (6, Fraction(2, 6))), repeat=count):
        grown = after_markers(start, tuple(face for face, _ in fallen)) if count else start
        for weight, after in worn(rules.settled(grown)):
            end = replace(grown, groups=tuple(replace(group, hungry=False) for group in after.groups))
            yield weight * prod(p for _, p in fallen), net_income(end, power)


def varied(state: State, random: Random, power: int) -> State:
    """The position with what a few years turn on: provinces pillaged, the capital wrecked, little money, another's
    capital sacked under the power's units; sometimes in the segment of new units."""
    own = [place for place in range(89) if owner(state, place) == power]
    wrecked = set(random.sample(own, min(len(own), random.randint(0, 2))))
    cities = list(state.capitals)
    for number, city in enumerate(cities):
        if city.owner == power and random.random() < 0.4:
            cities[number] = replace(city, csp=random.randint(0, city.csp))
            wrecked |= set() if cities[number].csp else {city.place}
    armies, garrisons = [group for group in state.groups if group.owner == power and land(group)], list(state.garrisons)
    groups = state.groups
    others = [n for n, city in enumerate(cities) if side(state, city.owner) != side(state, power)]
    if armies and others and random.random() < 0.3:
        here, army = random.choice(others), random.choice(armies)
        cities[here], place = replace(cities[here], csp=0), cities[here].place
        wrecked, garrisons[place] = wrecked | {place}, random.choice((-1, power))
        groups = sort_and_merge(replace(g, place=place) if g is army else g for g in groups if g.place != place)
    state = replace(state, capitals=tuple(cities), pillaged=frozenset(wrecked), groups=groups)
    state = replace(state, garrisons=tuple(garrisons))
    if random.random() < 0.5:
        purse = max(0, random.randint(-1, 6) - net_income(state, power))
        state = replace(state, treasury=with_item(state.treasury, power, purse))
    step = Pending(Due.GAME_TURN)
    if random.random() < 0.2 and state.turn:
        state = cards.dismiss_rebels(state)  # 14.2: no rebels stay to the next year
        return rested(state, step, Pending(Due.RAISE, max(0, state.patron[power]), who=power))
    economic = any(each.phase in (Due.RAISE, Due.UPKEEP, Due.REVENUE) for each in state.agenda)
    return rested(state, step) if economic else state


def thinned(state: State, random: Random) -> State | None:
    """The position without some stacks, so that few dice are rolled; None when too many are all the same."""
    for _ in range(60):
        begun = year_begins(state)
        if begun.agenda[-1].phase == Due.OVER:
            return None
        rolled = rules.settled(replace(begun, agenda=tuple(x for x in begun.agenda if x.phase != Due.MARKER_ROLL)))
        checks = [step.place for step in rolled.agenda if step.phase == Due.ATTRITION_ROLL]
        if len(checks) <= 2 and 6 ** len(checks) * 2 ** len(growing(begun)) <= WAYS:
            return state
        pillaged = frozenset(sorted(state.pillaged)[:4])
        place = random.choice(checks) if len(checks) > 2 else -1
        state = replace(state, pillaged=pillaged, groups=tuple(g for g in state.groups if g.place != place))
    return None


def paying(state: State) -> list[int]:
    return [seat for seat in seats(state) if kind(state, seat) in ("Roman", "civilised")]


@pytest.mark.clause("roma_victrix", "4.2", "7.5", "7.6", "7.7", "8.1", "10.36")
@pytest.mark.long
def test_budgets_are_those_of_every_die_of_the_year(cases: Cases) -> None:
    random, tried, wide, rolled = Random(8), 0, 0, 0
    for state in positions(cases(2, 700)):
        power = random.choice(paying(state))
        few = thinned(varied(state, random, power), random)
        if few is None or any(g.hungry for g in few.groups):
            continue
        found = rv.budget(few, powers(few)[power], "AUX")
        law = twin(few, power, 3)
        assert {left: found.left.p(lambda each, left=left: each == left) for left in found.left} == law
        tried, wide = tried + 1, wide + (len(law) > 1)
        rolled += len(found.upkeep) > 1
    assert tried >= cases(1, 500)
    assert wide >= cases(1, 200)
    assert rolled >= cases(0, 20)


def test_a_pillaged_province_pays_again_in_one_case_of_three() -> None:
    state = rv.initial_state("second_punic_war")
    state = replace(state, turn=1, agenda=(Pending(Due.GAME_TURN),), pillaged=frozenset({INDEX["Apulia"]}))
    worth = REVENUE["Apulia"]
    found = rv.budget(state, "Rome")
    assert found.income.p(lambda points: points == max(found.income)) == Fraction(1, 3)
    assert max(found.income) - min(found.income) == worth


@pytest.mark.clause("roma_victrix", "10.3", "10.36")
def test_a_budget_is_told_with_what_a_broken_capital_brings_and_is_due_only_before_it_is_paid() -> None:
    state = replace(rv.initial_state("second_punic_war"), turn=1, agenda=(Pending(Due.GAME_TURN),))
    for csp, p, income in ((3, "100.0", "16"), (2, "33.3", "14-16"), (1, "0.0", "14")):  # a die: one CSP more, or none
        here = replace(state, capitals=tuple(replace(each, csp=csp) for each in state.capitals))
        told = f"{p}%. 0 in the treasury + {income} revenue - 16 upkeep - 0 for new units."
        assert rv.budget(here, "Rome").explain() == f"Rome can pay all its units: {told}"
    raising = replace(state, agenda=(*state.agenda, Pending(Due.RAISE, 0, who=0)))
    assert dict(rv.budget(raising, "Rome", "LGN").left) == {-5: 1}


@pytest.mark.clause("roma_victrix", "4.2", "8.4")
def test_the_weakest_of_an_isolated_stack_go_first() -> None:
    """10 to 60 per cent of six CSP: 1, 1, 2, 2, 3 or 4. With one gone there are three units still, to pay in twos."""
    cut_off = replace(placed("Rome in Dacia: AUX, CAV, rLGN"), turn=1, agenda=(Pending(Due.GAME_TURN),))
    assert dict(rv.budget(cut_off, "Rome").upkeep) == {2: 1, 1: 2}


@pytest.mark.clause("roma_victrix", "9.15", "9.12")
def test_two_legions_a_place_so_eight_in_a_year_never() -> None:
    state = rv.initial_state("second_punic_war")
    assert not rv.budget(state, "Rome", "8 LGN").allowed
    assert rv.budget(state, "Rome", "4 LGN").allowed  # Latium and Scipio in Cisalpina
    assert not rv.budget(state, "Rome", "4 LGN, HI").allowed
    rich = replace(state, treasury=(99, *state.treasury[1:]))
    with_new, without = (rv.budget(rich, "Rome", units) for units in ("8 LGN", ""))
    assert without.left.mean() - with_new.left.mean() == 40


def test_a_view_counts_what_was_set_up_and_has_not_fallen() -> None:
    state = rv.initial_state("second_punic_war")
    assert rv.budget(rv.observe(state, "Rome"), "Rome").left == rv.budget(state, "Rome").left
    assert rv.budget(rv.observe(state, "Rome"), "Carthage").upkeep == rv.budget(state, "Carthage").upkeep
    assert rv.budget(rv.observe(state, "Rome"), "Carthage").most == rv.budget(state, "Carthage").most


def test_who_pays_nothing_has_no_budget() -> None:
    pytest.raises(ValueError, lambda: rv.budget(rv.initial_state("six_powers"), "Parthia")).match(r"7\.9")
    pytest.raises(ValueError, lambda: rv.budget(rv.initial_state("second_punic_war"), "Romme")).match("Rome")
    last = replace(rv.initial_state(), turn=4, agenda=(Pending(Due.GAME_TURN),))
    pytest.raises(ValueError, lambda: rv.budget(last, "Crassus")).match("no economic phase")
