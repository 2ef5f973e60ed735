"""The position in which a scenario begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import Force, Stack, one_of
from gamekit.roma_victrix.geography import CARD_TIMES, COASTS, INDEX, POWERS, PROVINCE
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.rules.cards import regions_held
from gamekit.roma_victrix.rules.control import ScenarioConstants, constants_of, full_city_csp
from gamekit.roma_victrix.rules.units import sort_and_merge
from gamekit.roma_victrix.scenario import NO_TABLE, OPTIONS, SOLITAIRE, Commander, Contender, Scenario, scenario
from gamekit.roma_victrix.tables import COUNTER_MIX, HEAVY_CAVALRY, RULINGS
from gamekit.storage.serialization import short_repr

MORE_OPTIONS = ("15.81", "15.82", "15.83", "15.84", "open stacks", "sudden death")  # besides the scenarios' own
MIX = tuple(n for kind in s.KINDS for n in (COUNTER_MIX[kind], 0))


def initial_setup(
    scenario: str, seats: int | None, options: Iterable[str], rulings: Mapping[str, str] | None
) -> s.State:
    """Return a scenario's position with its pieces in place, and the agenda, with the cards to be drawn (14.11)."""
    plan = _plan(scenario)
    players = min(plan.seats) if seats is None else seats
    if players not in plan.seats:
        raise ValueError(f"{scenario} is for {', '.join(map(str, plan.seats))} players, not {players!r}")
    chosen = frozenset((*plan.options, *map(_option, options)))
    fixed = constants_of(scenario, players)
    groups, leaders, cities = _pieces(scenario, chosen)
    hands, deck, steps = _dealt(plan, fixed)
    places, seats_ = range(len(PROVINCE)), fixed.seats
    barbaric = [power.role == "barbaricum" for power in plan.powers]  # 10.11: markers in place of garrisons
    homes = {place: power for power, held in enumerate(fixed.homes) for place in held}
    garrisons = tuple(homes[each] if each in homes and not barbaric[homes[each]] else s.NONE for each in places)
    state = s.State(
        scenario=scenario,
        seats=players,
        options=chosen,
        rulings=_taken(rulings or {}),
        turn=0,
        agenda=(s.Pending(s.Due.GAME_TURN), *reversed(steps)),
        patron=tuple(  # players control themselves and their clients and allies; others are nobody's
            power if power in seats_ else patron if patron in seats_ else s.NONE
            for power, patron in enumerate(fixed.patrons)
        ),
        garrisons=garrisons,
        belongs=garrisons,
        limes=tuple(map(fixed.limes_at, range(len(PROVINCE)))),
        pillaged=frozenset(),
        markers=tuple(
            plan.powers[homes[each]].markers if each in homes and barbaric[homes[each]] else 0 for each in places
        ),
        capitals=tuple(cities),
        groups=sort_and_merge(groups),
        leaders=tuple(leaders),
        eliminated=(s.NO_UNITS,) * len(fixed.powers),
        unused=tuple(  # 9.0: what a power's counter mix has left off the map
            s.minus(MIX, s.as_eliminated(s.total(group.units for group in groups if group.owner == power)))
            for power in range(len(fixed.powers))
        ),
        treasury=tuple(power.treasury for power in plan.powers),
        deck=deck,
        hands=hands,
    )
    return replace(state, regions=regions_held(state)) if "15.82" in chosen else state


def _dealt(
    plan: Scenario, fixed: ScenarioConstants
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], list[s.Pending]]:
    """Return the hands that the scenario gives, the deck, and the steps that draw cards (14.11, 14.15); a solitaire
    game has no cards (16.2)."""
    seats = fixed.seats if len(fixed.seats) != SOLITAIRE else ()
    hands = tuple((power.card,) if power.card and n in seats else () for n, power in enumerate(plan.powers))
    held = [card for hand in hands for card in hand]
    deck = tuple(card for card in CARD_TIMES if card not in held) if seats else ()
    return hands, deck, [s.Pending(s.Due.CARD_DRAW, seat, who=seat) for seat in seats if not hands[seat]]


def _taken(rulings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the rulings as sorted pairs; ValueError on an unknown ruling or reading."""
    if not isinstance(rulings, Mapping):
        raise ValueError(f"rulings are {short_repr(rulings)}; they should be readings by name")
    for name, value in rulings.items():
        one_of(value, RULINGS[one_of(name, RULINGS, "the ruling")].readings, f"the ruling {name}")
    return tuple(sorted(rulings.items()))


_plan = scenario


def _option(option: str) -> str:
    """Return the option if the game has it, else raise ValueError."""
    if option == "solitaire":
        raise ValueError(NO_TABLE)
    head, _, number = option.partition(" ")
    if head == "turns" and number.isdecimal() and int(number):
        return option
    return one_of(option, (*OPTIONS, *MORE_OPTIONS, "turns 1"), "the option")


def _pieces(name: str, options: frozenset[str]) -> tuple[list[s.Body], list[s.Leader], list[s.Capital]]:
    """Return the counters, leaders and capitals as the scenario sets them up."""
    groups: list[s.Body] = []
    leaders: list[s.Leader] = []
    cities: list[s.Capital] = []
    for number, power in enumerate(_plan(name).powers):
        for leader in power.leaders:
            if not _left_out(power, leader, options):
                leaders.append(s.Leader(leader.name, leader.rating, number, INDEX[leader.province], leader.supreme))
            groups += _groups(power, number, leader.province, leader.units, options)
        for stack in power.stacks:
            groups += _groups(power, number, stack.province, stack.units, options)
        capital = _capital(power, options)
        if capital is not None:
            csp = full_city_csp(options, INDEX[capital], power.major)
            cities.append(s.Capital(INDEX[capital], number, power.major, csp))
    return groups, leaders, cities


def _left_out(power: Contender, leader: Commander, options: frozenset[str]) -> bool:
    """Return whether option 15.4 leaves a leader out: unnamed, of rating 1 and not a consul of Rome."""
    return "15.4" in options and not leader.named and leader.rating == 1 and not (power.roman and leader.supreme)


def _capital(power: Contender, options: frozenset[str]) -> str | None:
    """Return the province of a power's capital or None: the scenario's, or a minor power's by 15.7, 17.24, 17.3."""
    if power.capital or power.role not in ("client", "ally", "neutral") or not power.provinces:
        return power.capital
    if "15.7" in options or ("17.2" in options and len(power.provinces) == 1):
        return min(power.provinces)
    listed = POWERS[power.name].capital
    return (
        listed
        if listed in power.provinces and ("17.2" in options or (listed == "Thracia" and "17.3" in options))
        else None
    )


def _groups(
    power: Contender, number: int, province: str, units: tuple[Stack, ...], options: frozenset[str]
) -> list[s.Body]:
    """Return a stack as groups: land units in the province, fleets on its first coast."""
    counters = _optional(s.as_units(Force(units)), power, options)
    place = INDEX[province]
    known = -1 if "open stacks" in options else 0
    found = []
    if s.has_land(counters):
        found.append(s.Body(place, number, s.land_of(counters), known=known))
    if s.has_fleet(counters):
        found.append(s.Body(COASTS[place][0], number, s.fleets_of(counters), known=known))
    return found


def _optional(units: s.Units, power: Contender, options: frozenset[str]) -> s.Units:
    """Return the units by the options: 17.1, a share of the cavalry is heavy; 15.6, no AUX."""
    if "17.1" in options:
        share = HEAVY_CAVALRY[power.heavy_cavalry or POWERS[power.name].heavy_cavalry]
        heavy = percentage_loss(units[s.COUNTERS.index("CAV")], 5 * round(share / 5))
        units = s.plus(s.minus(units, s.only("CAV", heavy)), s.only("HC", heavy))
    if "15.6" in options:
        at = s.COUNTERS.index("AUX")
        units = (*units[:at], 0, 0, *units[at + 2 :])
    return units
