"""The position in which a scenario begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix.game_state import KINDS, NONE, Capital, Group, Leader, Phase, State, Step, Units
from gamekit.roma_victrix.geography import CARD_TIMES, POWERS
from gamekit.roma_victrix.places import COASTS, FIRST_COAST, INDEX, PROVINCE
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.rules.board import arranged, fleets_of, has_fleet, has_land, land_of
from gamekit.roma_victrix.rules.frame import Frame, frame
from gamekit.roma_victrix.scenario import OPTIONS, Power, scenario
from gamekit.roma_victrix.state import Force, Stack, one_of
from gamekit.roma_victrix.tables import COUNTER_MIX, FULL_CITY, HEAVY_CAVALRY, RULED

MORE_OPTIONS = ("15.81", "15.82", "15.83", "15.84", "open stacks", "sudden death")  # besides the scenarios' own
SOLITAIRE = (
    "solitaire (16.0) cannot be played: its New Unit Creation Table (16.42 D) is in no source at hand, "
    "nor are its scenarios 7 and 20"
)
MIX = tuple(n for kind in KINDS for n in (COUNTER_MIX[kind], 0))


def begun(scenario: str, seats: int | None, options: Iterable[str], rulings: Mapping[str, str] | None) -> State:
    """A scenario's pieces in place, cards still to be drawn (14.11)."""
    plan = _plan(scenario)
    players = min(plan.seats) if seats is None else seats
    if players not in plan.seats:
        raise ValueError(f"{scenario} is for {', '.join(map(str, plan.seats))} players, not {players!r}")
    chosen = frozenset((*plan.options, *map(_option, options)))
    taken = dict(rulings or {})
    for name, value in taken.items():
        one_of(value, RULED[one_of(name, RULED, "the ruling")], f"the ruling {name}")
    fixed = frame(scenario, players)
    groups, leaders, cities = _pieces(scenario, chosen)
    mine = [_sum(group.units for group in groups if group.owner == power) for power in range(len(fixed.powers))]
    given = tuple((power.card,) if power.card else () for power in plan.powers)
    hands = tuple(hand if number in fixed.seats else () for number, hand in enumerate(given))
    steps = [Step(Phase.CARD_DRAW, seat, who=seat) for seat in fixed.seats if not hands[seat]]
    return State(
        scenario=scenario,
        seats=players,
        options=chosen,
        rulings=tuple(sorted(taken.items())),
        turn=0,
        agenda=(Step(Phase.GAME_TURN), *reversed(steps)),
        patron=_patrons(fixed),
        garrisons=_garrisons(fixed),
        limes=tuple(2 * (place in fixed.limes) for place in range(len(PROVINCE))),
        pillaged=frozenset(),
        markers=_markers(scenario),
        capitals=tuple(cities),
        groups=arranged(groups),
        leaders=tuple(leaders),
        eliminated=(s.NO_UNITS,) * len(fixed.powers),
        unused=tuple(s.minus(MIX, _folded(units)) for units in mine),
        treasury=tuple(power.treasury for power in plan.powers),
        deck=tuple(card for card in CARD_TIMES if not any(card in hand for hand in hands)),
        hands=hands,
    )


_plan = scenario


def _option(option: str) -> str:
    """An optional rule, or a ValueError."""
    if option == "solitaire":
        raise ValueError(SOLITAIRE)
    head, _, number = option.partition(" ")
    if head == "turns" and number.isdecimal() and int(number):
        return option
    return one_of(option, (*OPTIONS, *MORE_OPTIONS, "turns 1"), "the option")


def _folded(units: Units) -> Units:
    return tuple(n for full, reduced in zip(units[::2], units[1::2]) for n in (full + reduced, 0))


def _sum(lots: Iterable[Units]) -> Units:
    return s.total(lots)


def _patrons(fixed: Frame) -> tuple[int, ...]:
    """Players control themselves and their clients and allies; others are nobody's."""
    found = []
    for power in range(len(fixed.powers)):
        lord = power if power in fixed.seats else fixed.patrons[power]
        found.append(lord if lord in fixed.seats else NONE)
    return tuple(found)


def _garrisons(fixed: Frame) -> tuple[int, ...]:
    """10.11: a garrison in each province that a power holds; Barbaricum has markers instead."""
    found = [NONE] * len(PROVINCE)
    for power, homes in enumerate(fixed.homes):
        if fixed.roles[power] != "barbaricum":
            for place in homes:
                found[place] = power
    return tuple(found)


def _markers(name: str) -> tuple[int, ...]:
    found = [0] * len(PROVINCE)
    for power in _plan(name).powers:
        if power.role == "barbaricum":
            for place in power.provinces:
                found[INDEX[place]] = power.markers
    return tuple(found)


def _pieces(name: str, options: frozenset[str]) -> tuple[list[Group], list[Leader], list[Capital]]:
    """Counters, leaders and capitals as the scenario sets them up."""
    groups: list[Group] = []
    leaders: list[Leader] = []
    cities: list[Capital] = []
    for number, power in enumerate(_plan(name).powers):
        for leader in power.leaders:
            leaders.append(Leader(leader.name, leader.rating, number, INDEX[leader.province], leader.supreme))
            groups += _groups(power, number, leader.province, leader.units, options)
        for stack in power.stacks:
            groups += _groups(power, number, stack.province, stack.units, options)
        capital = power.capital
        if capital is None and "15.7" in options and power.role in ("client", "ally", "neutral") and power.provinces:
            capital = min(power.provinces)
        if capital is not None:
            major = POWERS[power.name].size == "major"
            cities.append(Capital(INDEX[capital], number, major, FULL_CITY["major" if major else "minor"]))
    return groups, leaders, cities


def _groups(power: Power, number: int, province: str, units: tuple[Stack, ...], options: frozenset[str]) -> list[Group]:
    """Land units in the province, fleets on its first coast."""
    counters = _optional(s.as_units(Force(units)), power, options)
    place = INDEX[province]
    known = -1 if "open stacks" in options else 0
    found = []
    if has_land(counters):
        found.append(Group(place, number, land_of(counters), known=known))
    if has_fleet(counters):
        coast = COASTS[place][0] if COASTS[place] else NONE
        if coast < FIRST_COAST:
            raise ValueError(f"{power.name} has fleets in {province}, which has no coast")
        found.append(Group(coast, number, fleets_of(counters), known=known))
    return found


def _optional(units: Units, power: Power, options: frozenset[str]) -> Units:
    """17.1: a share of the cavalry is heavy; 15.6: no AUX."""
    if "17.1" in options:
        share = HEAVY_CAVALRY[power.heavy_cavalry or POWERS[power.name].heavy_cavalry]
        heavy = percentage_loss(units[s.COUNTERS.index("CAV")], 5 * round(share / 5))
        units = s.plus(s.minus(units, s.only("CAV", heavy)), s.only("HC", heavy))
    if "15.6" in options:
        at = s.COUNTERS.index("AUX")
        units = (*units[:at], 0, 0, *units[at + 2 :])
    return units
