"""Control: the powers and the camps (a player with the powers under it), provinces, capitals, garrisons, treasuries."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from gamekit.roma_victrix.forces import Force
from gamekit.roma_victrix.geography import CITIES, INDEX, PLACES, POWERS, PROVINCE
from gamekit.roma_victrix.scenario import SOLITAIRE, Goal, scenario
from gamekit.roma_victrix.state import NONE, Capital, State, Units, as_units, has_land, with_item
from gamekit.roma_victrix.tables import FULL_CITY, REVENUE, RULINGS, SACK, UNITS

FULL_LIMES: Final = UNITS["LIMES"].full
PLAYER: Final = "player"
SUBJECT: Final = ("client", "ally")  # 11.0: called by a die each phase


@dataclass(frozen=True, slots=True)
class ScenarioConstants:
    """A scenario's fixed part; tuples by power are in the order of ``powers``."""

    name: str
    powers: tuple[str, ...]
    kinds: tuple[str, ...]  # Roman, civilised, Persian or barbarian
    roles: tuple[str, ...]  # player, major (neutral until activated), client, ally, neutral (minor) or barbaricum
    homes: tuple[frozenset[int], ...]  # provinces held at the start (5.33)
    infantry: tuple[int | None, ...]  # per cent of warbands that are infantry (13.21)
    goals: tuple[tuple[Goal, ...], ...]
    patrons: tuple[int, ...]  # the player whose client or ally a power is at the start
    succession: tuple[str, ...]  # heir, collapse or none: without its supreme leader (3.32)
    turns: int
    year: int
    area: frozenset[int]  # the provinces in play
    limes: frozenset[int]
    special: frozenset[str]
    consuls: tuple[tuple[str, int], ...]  # the pool of the special rule
    creation: tuple[tuple[Units, ...], tuple[Units, ...]] = ((), ())  # 16.42 D by the marker: most powers', Persians'

    def limes_at(self, place: int) -> int:
        """Return the limes of a province at the start, of full strength (10.6)."""
        return FULL_LIMES if place in self.limes else 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The players: the powers that begin as active major powers."""
        return tuple(power for power, role in enumerate(self.roles) if role == PLAYER)


@cache
def constants_of(name: str, seats: int) -> ScenarioConstants:
    """Return the fixed part of a scenario for a number of players."""
    plan = scenario(name)
    active = plan.player_powers(seats)

    def by_power(key: str) -> tuple[Any, ...]:
        return tuple(getattr(power, key) for power in plan.powers)

    names: tuple[str, ...] = by_power("name")
    rows = sorted(plan.new_units, key=lambda row: row.warbands)
    return ScenarioConstants(
        name,
        names,
        tuple(POWERS[each].kind for each in names),
        tuple(  # a neutral major power may be activated (3.84)
            PLAYER
            if power in active
            else "major"
            if power.role == "active" or (power.role == "neutral" and power.major)
            else power.role
            for power in plan.powers
        ),
        tuple(frozenset(INDEX[place] for place in power.provinces) for power in plan.powers),
        by_power("infantry"),
        by_power("goals"),
        tuple(names.index(power.patron) if power.patron else NONE for power in plan.powers),
        by_power("succession"),
        plan.turns,
        plan.start,
        frozenset(INDEX[place] for place in plan.provinces_in_play),
        frozenset(INDEX[place] for place in plan.limes),
        frozenset(plan.special),
        tuple((consul.name, consul.rating) for power in plan.powers for consul in power.consuls),
        (tuple(as_units(Force(row.others)) for row in rows), tuple(as_units(Force(row.persian)) for row in rows)),
    )


def scenario_constants(state: State) -> ScenarioConstants:
    """Return the fixed part of the position's scenario."""
    return constants_of(state.scenario, state.seats)


def ruling(state: State, name: str) -> str:
    """Return the reading of a ruling: the position's own, else that of ``rulings.csv``."""
    return dict(state.rulings).get(name) or RULINGS[name].value


def name_of(state: State, power: int) -> str:
    """Return the name of a power, or of a camp that no player controls (a single power)."""
    return scenario_constants(state).powers[power if power >= 0 else -power - 2]


def is_roman(state: State, power: int) -> bool:
    """Return whether a power is Roman (10.55, 10.62)."""
    return power != NONE and scenario_constants(state).kinds[power] == "Roman"


def camp(state: State, power: int) -> int:
    """Return a power's camp: the player who controls it; without one a camp of its own, a number below NONE."""
    patron = state.patron[power]
    return patron if patron != NONE else -power - 2


def is_active_major(state: State, power: int) -> bool:
    """Return whether a power is an active major power: a player's own, or a neutral one that has come under a player
    (3.84)."""
    return state.patron[power] != NONE and scenario_constants(state).roles[power] in ("player", "major")


def major_power_of(state: State, power: int) -> int:
    """Return the active major power in whose turn a power acts and raises units: a major power itself; a client's
    patron while both have the same player; else the power's player; NONE for a power without one."""
    if is_active_major(state, power):
        return power
    own = scenario_constants(state).patrons[power]
    served = own != NONE and is_active_major(state, own) and state.patron[own] == state.patron[power]
    return own if served else state.patron[power]


def may_move_and_fight(state: State, power: int) -> bool:
    """Return whether a power's units may move and fight of their own accord now: clients and allies when called
    (11.0), or when their land has been entered (11.14, 11.24)."""
    return scenario_constants(state).roles[power] not in SUBJECT or power in state.called or power in state.roused


def players_after(state: State, player: int) -> tuple[int, ...]:
    """Return the other players in the order of the scenario, beginning after this one."""
    seats = scenario_constants(state).seats
    if player not in seats:
        return seats
    at = seats.index(player)
    return tuple(seat for seat in seats[at + 1 :] + seats[:at] if seat != player)


def land_camps(state: State, place: int) -> tuple[int, ...]:
    """Return the camps with land units in a province or strait."""
    here = (group for group in state.groups if group.place == place and has_land(group.units))
    return tuple(dict.fromkeys(camp(state, group.owner) for group in here))


def has_land_units_of_others(state: State, place: int, side: int) -> bool:
    """Return whether any camp but ``side`` has land units in a place."""
    return any(other != side for other in land_camps(state, place))


def control(state: State, place: int) -> int:
    """Return the power that controls a province: its garrison's, or that of the only land units there; NONE while two
    camps have land units there or, by a ruling, another camp's capital has CSP (10.14, 10.23)."""
    if place >= len(PROVINCE):
        return NONE
    garrison = state.garrisons[place]
    camps = set(land_camps(state, place))
    if garrison != NONE:
        if camps <= {camp(state, garrison)}:
            return garrison  # 14.2: else, for this game-turn, rebels hold it who stand there without enemies
        rebels = (each for each in state.leaders if each.place == place and each.raised.endswith("Rebellion"))
        return next((each.owner for each in rebels if camps == {camp(state, each.owner)}), NONE)
    if len(camps) != 1:
        return NONE
    side = camps.pop()
    city = capital_at(state, place)
    shut = city and city.csp and camp(state, city.owner) != side
    if shut and ruling(state, "besieged_province") == "capital":
        return NONE
    return next(group.owner for group in state.groups if group.place == place and has_land(group.units))


def is_friendly(state: State, place: int, side: int) -> bool:
    """Return whether a camp controls a province."""
    power = control(state, place)
    return power != NONE and camp(state, power) == side


def is_contested(state: State, place: int) -> bool:
    """Return whether land units of two camps are there (10.23)."""
    return len(land_camps(state, place)) > 1


def capital_at(state: State, place: int) -> Capital | None:
    """Return the capital in a province, or None."""
    return next((city for city in state.capitals if city.place == place), None)


def capital_of(state: State, power: int) -> Capital | None:
    """Return a power's capital, sacked or not, or None."""
    return next((city for city in state.capitals if city.owner == power), None)


def full_city_csp(options: frozenset[str], place: int, major: bool) -> int:
    """Return the CSP of a capital at full strength: by options 17.24 and 17.3 a minor power's named city has as many as
    a major power's."""
    city = CITIES.get(PLACES[place])
    named = (
        city is not None and city.minor and bool({"17.2", "17.3" if city.province == "Thracia" else "17.2"} & options)
    )
    return FULL_CITY["major" if major or named else "minor"]


def has_major_strength(state: State, city: Capital) -> bool:
    """Return whether a capital is as strong as a major power's: it is one, or by options 17.24 and 17.3."""
    return full_city_csp(state.options, city.place, city.major) == FULL_CITY["major"]


def is_captured(state: State, city: Capital) -> bool:
    """Return whether another camp has captured a capital: its garrison stands in the province (10.33)."""
    garrison = state.garrisons[city.place]
    return garrison != NONE and camp(state, garrison) != camp(state, city.owner)


def city_income(state: State, power: int, place: int) -> int:
    """Return the revenue points that a capital gives a power: by its strength to the owner, one to a captor (10.33)."""
    city = capital_at(state, place)
    if city is None:
        return 0
    kind = "major" if city.major else "minor"
    if city.owner == power:
        return REVENUE[kind, city.csp] if city.major else 0
    holds = is_captured(state, city) and camp(state, state.garrisons[place]) == camp(state, power)
    return SACK[kind].occupied_revenue if holds else 0


def has_shelter(state: State, place: int, side: int) -> bool:
    """Return whether a camp has a capital in a place that is neither sacked nor captured (5.52; a ruling)."""
    city = capital_at(state, place)
    if not city or not city.csp or camp(state, city.owner) != side:
        return False
    return not is_captured(state, city) or ruling(state, "lost_capital") == "open"


def with_garrison(state: State, place: int, power: int) -> State:
    """Return the position with a power's garrison in a province, or with none (10.24)."""
    if place >= len(PROVINCE):
        return state
    belongs = state.belongs or state.garrisons
    last = next((each for each in (power, state.garrisons[place]) if each != NONE), belongs[place])
    return replace(state, garrisons=with_item(state.garrisons, place, power), belongs=with_item(belongs, place, last))


def is_opponents(state: State, place: int, side: int) -> bool:
    """Return whether a province belongs to another player than ``side``, or to a power under one (10.71): by the last
    garrison there."""
    garrison = state.garrisons[place]
    owner = garrison if garrison != NONE or not state.belongs else state.belongs[place]
    return owner != NONE and state.patron[owner] not in (NONE, side)


def occupy(state: State, place: int, side: int) -> State:
    """Place a camp's garrison in a province where only its land units and no enemy garrison or capital stand
    (10.24, 10.52, 10.56)."""
    if place >= len(PROVINCE) or state.markers[place] or land_camps(state, place) != (side,):
        return state
    city = capital_at(state, place)
    if city and city.csp and camp(state, city.owner) != side:
        return state
    old = state.garrisons[place]
    if old != NONE and camp(state, old) == side:
        return state
    owners = [group.owner for group in state.groups if group.place == place and has_land(group.units)]
    if old != NONE and not all(is_roman(state, power) for power in (old, *owners)):
        return state  # 10.55: a Roman garrison alone gives way to other Romans without a fight
    power = side if side in owners else owners[0]
    active = state.active
    if active and state.leaders[active.leader].place == place:
        prey = active.prey | {place} if is_opponents(state, place, side) else active.prey
        state = replace(state, active=replace(active, conquered=active.conquered | {place}, prey=prey))
    return with_garrison(state, place, power)


def pay_into(state: State, power: int, points: int) -> State:
    """Add revenue points to a treasury, or take them out; never below 0 (9.17 1)."""
    return replace(state, treasury=with_item(state.treasury, power, max(0, state.treasury[power] + points)))


def treasurer(state: State, power: int) -> int:
    """Return the power whose treasury takes a power's gains: an active major power itself, else its player (3.85)."""
    return power if is_active_major(state, power) else max(0, camp(state, power))


def pays_and_collects(state: State, power: int) -> bool:
    """Return whether a major power has revenue: barbarians, Parthia and Persia only by option 15.2 (7.9)."""
    if not is_active_major(state, power) or (
        state.seats == SOLITAIRE and scenario_constants(state).roles[power] != "player"
    ):
        return False  # 16.42 D
    return scenario_constants(state).kinds[power] in ("Roman", "civilised") or "15.2" in state.options


def decider(state: State, side: int) -> int:
    """Return the player who decides for a camp: its own; for a camp without one, the next after the phasing player."""
    if side >= 0:
        return side
    phasing = state.patron[state.phasing] if state.phasing != NONE else scenario_constants(state).seats[0]
    others = players_after(state, phasing)
    return others[0] if others else phasing
