"""Who stands where, who is whose friend, and what a province, a capital or a road is to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from gamekit.roma_victrix.geography import CITIES
from gamekit.roma_victrix.places import COASTS, FIRST_COAST, LAND_STEPS, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.rules.scenario_constants import SUBJECT, frame_of
from gamekit.roma_victrix.scenario import SOLITAIRE
from gamekit.roma_victrix.state import (
    FLEET,
    IS_FLEET,
    NONE,
    Active,
    Body,
    Capital,
    Due,
    Leader,
    Pending,
    State,
    Status,
    Units,
    minus,
    only,
    plus,
    total,
)
from gamekit.roma_victrix.tables import FULL_CITY, REVENUE, RULINGS, SACK

EVERYBODY: Final = -1  # as a bit mask: all players know
Where = Callable[[Body], bool]


def ruling(state: State, name: str) -> str:
    """The reading taken: the position's own, else that of ``rulings.csv``."""
    return dict(state.rulings).get(name) or RULINGS[name].value


def name_of(state: State, power: int) -> str:
    """A power's name; of a camp that nobody controls, its only power's."""
    return frame_of(state).powers[power if power >= 0 else -power - 2]


def is_roman(state: State, power: int) -> bool:
    """Whether a power is Roman (10.55, 10.62)."""
    return power != NONE and frame_of(state).kinds[power] == "Roman"


# What is to be done ---------------------------------------------------------------------------------------------------


def push(state: State, *steps: Pending) -> State:
    """The steps on top of what is to be done, the first one first."""
    return replace(state, agenda=(*state.agenda, *reversed(steps)))


def pop(state: State) -> State:
    """Without the step on top."""
    return replace(state, agenda=state.agenda[:-1])


def then(state: State, *steps: Pending) -> State:
    """The steps in place of the one on top."""
    return replace(state, agenda=(*state.agenda[:-1], *reversed(steps)))


# Camps: a player with all whom he controls, or a power that nobody controls -----------------------------------------


def camp(state: State, power: int) -> int:
    """The player who controls a power; a power of nobody's is a camp of its own, below NONE."""
    patron = state.patron[power]
    return patron if patron != NONE else -power - 2


def is_active_major(state: State, power: int) -> bool:
    """Whether it is an active major power: a player's own, or a neutral one that has come under a player (3.84)."""
    return state.patron[power] != NONE and frame_of(state).roles[power] in ("player", "major")


def lord(state: State, power: int) -> int:
    """The active major power in whose turn a power acts and raises: a major power itself, a client its own while both
    have one player, any other its player; NONE for nobody's."""
    if is_active_major(state, power):
        return power
    own = frame_of(state).patrons[power]
    served = own != NONE and is_active_major(state, own) and state.patron[own] == state.patron[power]
    return own if served else state.patron[power]


def acts(state: State, power: int) -> bool:
    """Whether a power's units may move and fight of their own accord now: clients and allies when called (11.0), or
    when their land has been entered (11.14, 11.24)."""
    return frame_of(state).roles[power] not in SUBJECT or power in state.called or power in state.roused


def players_after(state: State, player: int) -> tuple[int, ...]:
    """The other players in the order of the scenario, beginning behind this one."""
    seats = frame_of(state).seats
    if player not in seats:
        return seats
    at = seats.index(player)
    return tuple(seat for seat in seats[at + 1 :] + seats[:at] if seat != player)


# Counters -------------------------------------------------------------------------------------------------------------


def has_land(units: Units) -> bool:
    """Whether there are land units."""
    return any(units[:FLEET])


def has_fleet(units: Units) -> bool:
    """Whether there are fleets."""
    return any(units[FLEET:])


def land_of(units: Units) -> Units:
    """The land units among the counters."""
    return (*units[:FLEET], *(0 for _ in units[FLEET:]))


def fleets_of(units: Units) -> Units:
    """The fleets among the counters."""
    return (*(0 for _ in units[:FLEET]), *units[FLEET:])


assert IS_FLEET.index(True) == FLEET  # fleets stand last


def arranged(groups: Iterable[Body]) -> tuple[Body, ...]:
    """The groups in order, those alike made one, land units and fleets apart, empty ones left out; what is mixed is
    known to whom both were."""
    found: dict[tuple[int, int, int, bool, bool, bool], Body] = {}
    for group in (part for whole in groups for part in _parts(whole)):
        key = (group.place, group.owner, group.status, group.inside, group.hungry, has_fleet(group.units))
        old = found.get(key)
        if old is not None:
            group = replace(group, units=plus(old.units, group.units), known=old.known & group.known)
        found[key] = group
    return tuple(found[key] for key in sorted(found))


def _parts(group: Body) -> Iterator[Body]:
    """The land units and the fleets of a group apart; neither when it is empty."""
    land, ships = has_land(group.units), has_fleet(group.units)
    if land and ships:
        yield replace(group, units=land_of(group.units))
        yield replace(group, units=fleets_of(group.units))
    elif land or ships:
        yield group


def with_groups(state: State, groups: Iterable[Body]) -> State:
    """The position with these groups."""
    return replace(state, groups=arranged(groups))


def changed(state: State, where: Where, **changes: Any) -> State:
    """The position with every such group changed."""
    return with_groups(state, (replace(group, **changes) if where(group) else group for group in state.groups))


def placed(state: State, group: Body) -> State:
    """The position with a group more."""
    return with_groups(state, (*state.groups, group))


def split_off(state: State, group: Body, units: Units, **changes: Any) -> State:
    """The position with a part of a group changed."""
    rest = [other for other in state.groups if other is not group]
    kept = replace(group, units=minus(group.units, units))
    return with_groups(state, (*rest, kept, replace(group, units=units, **changes)))


def removed(state: State, where: Where) -> State:
    """The position with every such group eliminated (9.12: it may be replaced)."""
    kept: list[Body] = []
    pile = list(state.eliminated)
    for group in state.groups:
        if where(group):
            pile[group.owner] = plus(pile[group.owner], as_eliminated(group.units))
        else:
            kept.append(group)
    return replace(state, groups=tuple(kept), eliminated=tuple(pile))


def as_eliminated(units: Units) -> Units:
    """Counters off the map: there only their number counts."""
    pairs = zip(units[::2], units[1::2])
    return tuple(number for full, reduced in pairs for number in (full + reduced, 0))


def at(state: State, place: int) -> Iterator[Body]:
    """The groups in a place."""
    return (group for group in state.groups if group.place == place)


def held(state: State, side: int) -> tuple[Body, ...]:
    """What is with the camp's active leader, or fights for it."""
    return tuple(group for group in state.groups if group.status == Status.HELD and camp(state, group.owner) == side)


def units_of(groups: Iterable[Body]) -> Units:
    """All counters of some groups."""
    return total(group.units for group in groups)


# Leaders --------------------------------------------------------------------------------------------------------------


def leaders_at(state: State, place: int, side: int) -> tuple[int, ...]:
    """A camp's leaders in a province, on its coasts included, the best first."""
    found = (
        number
        for number, leader in enumerate(state.leaders)
        if leader.place != NONE and province_of(leader.place) == place and camp(state, leader.owner) == side
    )
    return tuple(sorted(found, key=lambda number: (-state.leaders[number].rating, number)))


def with_leader(state: State, number: int, **changes: Any) -> State:
    """The position with a leader changed."""
    leaders = list(state.leaders)
    leaders[number] = replace(leaders[number], **changes)
    return replace(state, leaders=tuple(leaders))


def without_leader(state: State, number: int) -> State:
    """The position after a leader has been eliminated (3.34); another may be his power's supreme leader now (3.32)."""
    leader = state.leaders[number]
    state = with_leader(replace(state, fallen=state.fallen | {leader.name}), number, place=NONE)
    if state.active and state.active.leader == number:
        state = replace(state, active=replace(state.active, ops=0))
    if not leader.supreme or frame_of(state).succession[leader.owner] != "heir" or supreme(state, leader.owner):
        return state
    heirs = (n for n, who in enumerate(state.leaders) if who.owner == leader.owner and who.place != NONE)
    heir = min((n for n in heirs if not state.leaders[n].raised), key=lambda n: -state.leaders[n].rating, default=NONE)
    return state if heir == NONE else with_leader(state, heir, supreme=True)


def rating_of(state: State, number: int) -> int:
    """A leader's rating; none counts 0."""
    return state.leaders[number].rating if number != NONE else 0


def supreme(state: State, power: int) -> Leader | None:
    """A power's supreme leader, if he lives."""
    return next((who for who in state.leaders if who.owner == power and who.supreme and who.place != NONE), None)


# Provinces ------------------------------------------------------------------------------------------------------------


def land_camps(state: State, place: int) -> tuple[int, ...]:
    """The camps with land units in a province or strait."""
    found: list[int] = []
    for group in state.groups:
        if group.place == place and has_land(group.units):
            side = camp(state, group.owner)
            if side not in found:
                found.append(side)
    return tuple(found)


def others_land(state: State, place: int, side: int) -> bool:
    """Whether anybody else has land units there."""
    return any(other != side for other in land_camps(state, place))


def control(state: State, place: int) -> int:
    """The power that controls a province: its garrison's, or that of the only land units there; NONE while two camps
    have land units there, and by the other ruling while a capital of another camp still stands (10.14, 10.23)."""
    if place >= len(PROVINCE):
        return NONE
    garrison = state.garrisons[place]
    camps = set(land_camps(state, place))
    if garrison != NONE:
        return garrison if camps <= {camp(state, garrison)} else _rebels(state, place, camps)
    if len(camps) != 1:
        return NONE
    side = camps.pop()
    city = capital_at(state, place)
    shut = city and city.csp and camp(state, city.owner) != side
    if shut and ruling(state, "besieged_province") == "capital":
        return NONE
    return next(group.owner for group in state.groups if group.place == place and has_land(group.units))


def _rebels(state: State, place: int, camps: set[int]) -> int:
    """14.2: whose rebels stand in a province without enemies: for this game-turn it is theirs; NONE when none do."""
    found = (leader for leader in state.leaders if leader.place == place and leader.raised.endswith("Rebellion"))
    return next((leader.owner for leader in found if camps == {camp(state, leader.owner)}), NONE)


def friendly(state: State, place: int, side: int) -> bool:
    """Whether a camp controls a province."""
    power = control(state, place)
    return power != NONE and camp(state, power) == side


def contested(state: State, place: int) -> bool:
    """Whether land units of two camps are there (10.23)."""
    return len(land_camps(state, place)) > 1


def capital_at(state: State, place: int) -> Capital | None:
    """The capital in a province."""
    return next((city for city in state.capitals if city.place == place), None)


def capital_of(state: State, power: int) -> Capital | None:
    """A power's capital, sacked or not."""
    return next((city for city in state.capitals if city.owner == power), None)


def full_city(options: frozenset[str], place: int, major: bool) -> int:
    """CSP of a capital of full strength: by 17.24 and 17.3 the named city of a minor power has as many as a major's."""
    city = CITIES.get(PLACES[place])
    named = (
        city is not None and city.minor and bool({"17.2", "17.3" if city.province == "Thracia" else "17.2"} & options)
    )
    return FULL_CITY["major" if major or named else "minor"]


def as_major(state: State, city: Capital) -> bool:
    """Whether a capital is as strong as a major power's, its own being one or by 17.24 and 17.3."""
    return full_city(state.options, city.place, city.major) == FULL_CITY["major"]


def taken(state: State, city: Capital) -> bool:
    """Whether another camp has captured a capital: its garrison stands in the province (10.33)."""
    garrison = state.garrisons[city.place]
    return garrison != NONE and camp(state, garrison) != camp(state, city.owner)


def city_income(state: State, power: int, place: int) -> int:
    """What a capital gives: its owner by its strength, another who has captured it one point (10.33)."""
    city = capital_at(state, place)
    if city is None:
        return 0
    kind = "major" if city.major else "minor"
    if city.owner == power:
        return REVENUE[kind, city.csp] if city.major else 0
    holds = taken(state, city) and camp(state, state.garrisons[place]) == camp(state, power)
    return SACK[kind].occupied_revenue if holds else 0


def shelter(state: State, place: int, side: int) -> bool:
    """Whether a camp has a standing capital there that no other has captured (5.52; a ruling)."""
    city = capital_at(state, place)
    if not city or not city.csp or camp(state, city.owner) != side:
        return False
    return not taken(state, city) or ruling(state, "lost_capital") == "open"


def fleets_at(state: State, place: int, side: int | None = None) -> tuple[Body, ...]:
    """The fleets on a coast or in a strait, of one camp or of all."""
    return tuple(
        group
        for group in state.groups
        if group.place == place and has_fleet(group.units) and (side is None or camp(state, group.owner) == side)
    )


def enemy_fleets(state: State, place: int, side: int) -> bool:
    """Whether another camp's fleets lie there."""
    return any(camp(state, group.owner) != side for group in fleets_at(state, place))


def with_garrison(state: State, place: int, power: int) -> State:
    """The province with a power's garrison, or with none (10.24)."""
    if place >= len(PROVINCE):
        return state
    garrisons, belongs = list(state.garrisons), list(state.belongs or state.garrisons)
    last = next((each for each in (power, garrisons[place]) if each != NONE), belongs[place])
    garrisons[place], belongs[place] = power, last
    return replace(state, garrisons=tuple(garrisons), belongs=tuple(belongs))


def opponents(state: State, place: int, side: int) -> bool:
    """Whether a province belongs to another player, or to whom he controls (10.71): by the last garrison there."""
    garrison = state.garrisons[place]
    owner = garrison if garrison != NONE or not state.belongs else state.belongs[place]
    return owner != NONE and state.patron[owner] not in (NONE, side)


def occupied(state: State, place: int, side: int) -> State:
    """The province conquered, if only this camp's land units are there and no enemy garrison or capital stands: it
    gets the camp's garrison (10.24, 10.52, 10.56)."""
    if place >= len(PROVINCE) or state.markers[place] or land_camps(state, place) != (side,):
        return state
    city = capital_at(state, place)
    if city and city.csp and camp(state, city.owner) != side:
        return state
    old = state.garrisons[place]
    if old != NONE and camp(state, old) == side:
        return state
    if old != NONE and not _gives_way(state, old, side, place):
        return state
    owners = [group.owner for group in at(state, place) if has_land(group.units)]
    power = side if side in owners else owners[0]
    active = state.active
    if active and state.leaders[active.leader].place == place:
        prey = active.prey | {place} if opponents(state, place, side) else active.prey
        state = replace(state, active=replace(active, conquered=active.conquered | {place}, prey=prey))
    return with_garrison(state, place, power)


def _gives_way(state: State, old: int, side: int, place: int) -> bool:
    """10.55: a Roman garrison alone gives way to other Romans without a fight."""
    owners = {group.owner for group in at(state, place) if has_land(group.units)}
    return is_roman(state, old) and all(is_roman(state, owner) for owner in owners)


def pay_into(state: State, power: int, points: int) -> State:
    """Revenue points into a treasury, or out of it; never below 0 (9.17 1)."""
    treasury = list(state.treasury)
    treasury[power] = max(0, treasury[power] + points)
    return replace(state, treasury=tuple(treasury))


def yards(state: State, place: int, unit: str) -> list[str]:
    """Where a new unit of a province stands: a fleet on any of its coasts (5.6; a ruling), the first of which goes by
    the province's name."""
    coasts = COASTS[place][1:] if unit.startswith("FLEET") and ruling(state, "new_fleets") == "chosen" else ()
    return [PLACES[place], *(PLACES[coast] for coast in coasts)]


def near(place: int) -> tuple[int, ...]:
    """The provinces and straits next to a province or strait, those that nobody may enter included."""
    return LAND_STEPS[place] if place < FIRST_COAST else ()


def active_of(state: State) -> Active:
    """The leader who is active."""
    if state.active is None:
        raise ValueError("no leader is active here")
    return state.active


def leader_named(state: State, name: str) -> int:
    """A leader's number."""
    return next(number for number, leader in enumerate(state.leaders) if leader.name == name)


def treasurer(state: State, power: int) -> int:
    """The power whose treasury a force fills: a major power's own, else its player's (3.85)."""
    return power if is_active_major(state, power) else max(0, camp(state, power))


def pays_and_collects(state: State, power: int) -> bool:
    """Whether a major power has revenue: barbarians, Parthia and Persia only by option 15.2 (7.9)."""
    if not is_active_major(state, power) or (state.seats == SOLITAIRE and frame_of(state).roles[power] != "player"):
        return False  # 16.42 D
    return frame_of(state).kinds[power] in ("Roman", "civilised") or "15.2" in state.options


def decider(state: State, side: int) -> int:
    """Who decides for a camp: its player; for a power of nobody's the next player after the phasing one."""
    if side >= 0:
        return side
    phasing = state.patron[state.phasing] if state.phasing != NONE else frame_of(state).seats[0]
    others = players_after(state, phasing)
    return others[0] if others else phasing


def drop(state: State, phase: Due) -> State:
    """Without the topmost step of a phase, if there is one."""
    agenda = list(state.agenda)
    for number in range(len(agenda) - 1, -1, -1):
        if agenda[number].phase == phase:
            del agenda[number]
            break
    return replace(state, agenda=tuple(agenda))


def worn(state: State, group: Body, counter: str) -> State:
    """One counter of a group is turned over, or eliminated."""
    units = minus(group.units, only(counter))
    pile = list(state.eliminated)
    if counter.startswith("r"):
        pile[group.owner] = plus(pile[group.owner], as_eliminated(only(counter)))
    else:
        units = plus(units, only(f"r{counter}"))
    groups = (replace(each, units=units) if each is group else each for each in state.groups)
    return replace(with_groups(state, groups), eliminated=tuple(pile))
