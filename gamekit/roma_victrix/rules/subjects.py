"""Clients, allies, neutrals and barbarians: calling them, what entering their land sets off, rebellions (3.84, 3.88,
11.0, 12.2, 13.0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_STRAIT,
    LAND_STEPS,
    PLACES,
    PROVINCE,
    distances,
    province_of,
    steps_from,
)
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.rules.control import (
    SUBJECT,
    camp,
    capital_of,
    is_active_major,
    major_power_of,
    name_of,
    ruling,
    scenario_constants,
    with_garrison,
)
from gamekit.roma_victrix.rules.units import (
    add_group,
    change_groups,
    eliminate,
    groups_at,
    into_stock,
    supreme_leader,
    units_of,
    with_leader,
)
from gamekit.roma_victrix.scenario import SOLITAIRE
from gamekit.roma_victrix.tables import ACTIVATION, MARKERS


def may_call_ally(state: s.State, power: int) -> bool:
    """Return whether the phasing player may roll for an ally or a client: once a phase, with a supreme leader, while
    the power has any units or garrisons."""
    owners = {*state.garrisons, *(group.owner for group in state.groups)}
    owners |= {leader.owner for leader in state.leaders if leader.place != s.NONE}
    callable_ = scenario_constants(state).roles[power] in SUBJECT and power not in state.asked
    return callable_ and power in owners and supreme_leader(state, state.phasing) is not None


def call_ally(state: s.State, action: s.Call) -> s.State:
    """Roll a die to call a client or an ally (11.13, 11.23)."""
    power = scenario_constants(state).powers.index(action.power)
    state = replace(state, asked=state.asked | {power})
    return s.push(state, s.Pending(s.Due.CALL_ROLL, state.agenda[-1].actor, who=power))


def call_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a call: a 1 succeeds, under a supreme leader of rating 3 or 4 also a 2; by 3.9 the rating or less."""
    step = state.agenda[-1]
    king = supreme_leader(state, state.phasing)
    row = ACTIVATION[king.rating if king else 1]
    faces = row.faces if ruling(state, "activation") == "11.13" else row.by_definition
    state = s.pop(state)
    return replace(state, called=state.called | {step.who}) if action.die <= faces else state


def active_majors(state: s.State) -> tuple[int, ...]:
    """Return the active major powers: the players' own, and neutral ones that came under a player (3.84) or, in the
    solitaire game, have been invaded (16.16)."""
    return tuple(power for power in range(len(state.patron)) if is_active_major(state, power))


# Neutrals and barbarians ----------------------------------------------------------------------------------------------


def steps_on_entering(state: s.State, place: int, side: int) -> list[s.Pending]:
    """Return the steps due when a force enters a place: drawing the warbands of its markers, or a neutral power joining
    a player; fleets in a neutral's port set that off too (3.84, 3.88, 13.12)."""
    port, place = place, province_of(place)
    if place >= FIRST_STRAIT or (port != place and state.markers[place]):
        return []
    if state.markers[place]:
        if camp(state, barbarian_power_of(state, place)) == side:
            return []  # 13.12: a hostile force
        return [s.Pending(s.Due.REVEAL, side, place, left=state.markers[place])]
    owners = {group.owner for group in groups_at(state, place) if s.has_land(group.units)}
    garrison = state.garrisons[place]
    owners |= {garrison} if garrison != s.NONE else set()
    neutral = sorted(owner for owner in owners if state.patron[owner] == s.NONE)
    return [step for owner in neutral for step in steps_on_provoking(state, place, side, owner)]


def rouse_allies(state: s.State, place: int, side: int) -> s.State:
    """Let allies and clients act in this phase whose land or units an enemy force enters or meets (11.14, 11.24)."""
    here = (place, *COASTS[place])
    owners = {group.owner for group in state.groups if group.place in here}
    owners |= {state.garrisons[place]} - {s.NONE} if place < len(PROVINCE) else set()
    risen = {
        power for power in owners if scenario_constants(state).roles[power] in SUBJECT and camp(state, power) != side
    }
    return replace(state, roused=state.roused | risen) if risen else state


def steps_on_provoking(state: s.State, place: int, side: int, power: int) -> list[s.Pending]:
    """Return the steps that bring a neutral, its land entered or units attacked, under a player (3.84, 3.88)."""
    city = capital_of(state, power)
    start = city.place if city else province_of(place)
    return [s.Pending(s.Due.CONTROLLER, side, start, power)] if candidates(state, start, power, side) else []


def candidates(state: s.State, start: int, power: int, side: int) -> tuple[int, ...]:
    """Return the players whose capitals are farthest from a place; by a ruling never ``side``, which entered it."""
    if state.seats == SOLITAIRE:  # 16.16: nobody's, and no longer inactive
        return (power,)
    counted = ruling(state, "invader") == "counted"
    far = {seat: _distance(state, start, seat) for seat in scenario_constants(state).seats if counted or seat != side}
    most = max(far.values(), default=0)
    return tuple(seat for seat in far if far[seat] == most)


def _distance(state: s.State, start: int, seat: int) -> int:
    """Return the areas from a place to a player's capital, or to the supreme leader without one: over land and sea, or
    by land alone (a ruling)."""
    city, king = capital_of(state, seat), supreme_leader(state, seat)
    there = city.place if city else king.place if king else start
    if ruling(state, "capital_distance") == "areas":
        return distances(start)[there]
    return steps_from(start, LAND_STEPS.__getitem__).get(there, len(PLACES))


def controllers(state: s.State) -> Dist[Any]:
    """Return the distribution of the player who gets the power: among tied players, who roll, each alike."""
    step = state.agenda[-1]
    tied = candidates(state, step.place, step.who, step.actor)
    return Dist({s.Draw(name_of(state, seat)): 1 for seat in tied})


def take_control(state: s.State, action: s.Draw) -> s.State:
    """Bring the step's power under the player drawn; or a rebel leader, its land units and province (12.22)."""
    step = state.agenda[-1]
    player = scenario_constants(state).powers.index(action.name)
    if not step.left:
        return bring_under(s.pop(state), step.who, player)
    state = with_leader(s.pop(state), step.left - 1, owner=player)
    state = replace_owner(state, step.place, step.who, player, s.has_land)
    return with_garrison(state, step.place, player) if step.place < len(PROVINCE) else state


def bring_under(state: s.State, power: int, player: int) -> s.State:
    """Bring a power and its clients under a player; a major power still gets its turn this year (3.84, 4.2 E)."""
    patron = list(state.patron)
    patron[power] = player
    for client, own in enumerate(scenario_constants(state).patrons):
        if own == power and state.patron[client] == s.NONE:
            patron[client] = player
    awoken = state.patron[power] == s.NONE and scenario_constants(state).roles[power] == "major"
    state = replace(state, patron=tuple(patron))
    if not awoken:
        return state
    drawing = {s.Due.INITIATIVE, s.Due.BAG, s.Due.OTHERS} & {step.phase for step in state.agenda}
    late = () if drawing else (s.Pending(s.Due.INITIATIVE),)  # all others have been drawn
    return replace(state, bag=(*state.bag, power), agenda=(*state.agenda[:1], *late, *state.agenda[1:]))


def marker_numbers(state: s.State) -> Dist[Any]:
    """Return the distribution of the warbands on the next marker (13.11): of those never drawn or, by the other
    reading, of all but those of this draw."""
    seen = list(state.drawn if ruling(state, "markers_aside") == "aside" else state.agenda[-1].note[1:])
    if len(seen) >= sum(marker.copies for marker in MARKERS):
        seen = []
    return Dist(
        {s.Warbands(row.warbands): left for row in MARKERS if (left := row.copies - seen.count(row.warbands)) > 0}
    )


def show_marker(state: s.State, action: s.Warbands) -> tuple[s.State, int]:
    """Return the position with the drawn marker put aside, and the warbands of all markers together, or 0 while another
    is to be drawn."""
    step = state.agenda[-1]
    full = len(state.drawn) >= sum(marker.copies for marker in MARKERS)
    drawn = (action.number,) if full else (*state.drawn, action.number)
    state = replace(state, drawn=drawn if ruling(state, "markers_aside") == "aside" else ())
    note = (*(step.note or (0,)), action.number)
    if step.left > 1:
        return s.replace_step(state, replace(step, left=step.left - 1, note=note)), 0
    return s.pop(state), sum(note[1:])


def place_warbands(state: s.State, action: s.Warbands) -> s.State:
    """Turn up a province's marker; after its last one place as many warbands as the markers show (13.12), and start
    the steps that bring them under a player (13.13)."""
    step = state.agenda[-1]
    state, warbands = show_marker(state, action)
    if not warbands:
        return state
    power = barbarian_power_of(state, step.place)
    state = raise_warbands(state, power, step.place, warbands)
    state = with_garrison(state, step.place, power)
    rising = steps_on_provoking(state, step.place, step.actor, power) if state.patron[power] == s.NONE else []
    return s.push(replace(state, markers=s.with_item(state.markers, step.place, 0)), *rising)


def barbarian_power_of(state: s.State, place: int) -> int:
    """Return the barbarian power whose home a province is, else the first barbarian one; NONE if there is none."""
    frame = scenario_constants(state)
    found = [power for power, homes in enumerate(frame.homes) if place in homes and frame.kinds[power] == "barbarian"]
    return found[0] if found else frame.kinds.index("barbarian") if "barbarian" in frame.kinds else s.NONE


def raise_warbands(state: s.State, power: int, place: int, number: int, infantry: int | None = None) -> s.State:
    """Place ``number`` warbands of a power as infantry, by its per cent, and cavalry, as far as there are counters."""
    share = (scenario_constants(state).infantry[power] or 0) if infantry is None else infantry
    share = 5 * int(Fraction(share, 5) + Fraction(1, 2))
    foot = percentage_loss(number, share)
    if ruling(state, "warbands") == "cavalry":
        foot = number - percentage_loss(number, 100 - share)
    units = s.plus(s.only("BI", foot), s.only("CAV", number - foot))
    return place_counters(state, power, place, units)


def place_counters(
    state: s.State, power: int, place: int, units: s.Units, status: s.Status = s.Status.FREE, known: int = -1
) -> s.State:
    """Place counters from those off the map, the unused first, as far as there are any (9.0). ``known`` has the players
    who know them, as bits (6.2)."""
    unused, pile = list(state.unused), list(state.eliminated)
    got = []
    for number, count in enumerate(units):
        whole = number - number % 2
        fresh = min(count, unused[power][whole])
        again = min(count - fresh, pile[power][whole])
        unused[power] = s.minus(unused[power], s.only(s.COUNTERS[whole], fresh))
        pile[power] = s.minus(pile[power], s.only(s.COUNTERS[whole], again))
        got.append(fresh + again)
    state = replace(state, unused=tuple(unused), eliminated=tuple(pile))
    return add_group(state, s.Body(place, power, tuple(got), status, known=known)) if any(got) else state


def place_full_counter(state: s.State, power: int, place: int, unit: str) -> s.State:
    """Place a full counter from those off the map, eliminated ones first."""
    at = s.COUNTERS.index(unit)
    again = bool(state.eliminated[power][at])
    lots = state.eliminated if again else state.unused
    if not lots[power][at]:
        return state
    lots = s.with_item(lots, power, s.minus(lots[power], s.only(unit)))
    state = replace(state, eliminated=lots) if again else replace(state, unused=lots)
    where = COASTS[place][0] if unit == "FLEET" and place < FIRST_STRAIT else place
    return add_group(state, s.Body(where, power, s.only(unit), known=1 << max(0, camp(state, power))))


def with_new_leader(state: s.State, leader: s.Leader) -> s.State:
    """Return the position with one more leader; a duplicate name gets a number."""
    names = {each.name for each in state.leaders}
    name, number = leader.name, 2
    while name in names:
        name, number = f"{leader.name} {number}", number + 1
    return replace(state, leaders=(*state.leaders, replace(leader, name=name)))


def place_vacated_markers(state: s.State) -> s.State:
    """Put a marker on each province of Barbaricum emptied by a land combat, before the next player's phase (13.3)."""
    for place in state.emptied:
        empty = state.garrisons[place] in (s.NONE, barbarian_power_of(state, place)) and not [*groups_at(state, place)]
        if empty and not state.markers[place]:
            state = with_garrison(replace(state, markers=s.with_item(state.markers, place, 1)), place, s.NONE)
    return replace(state, emptied=frozenset())


def note_vacated(state: s.State, place: int) -> s.State:
    """Note after a land combat that a home of Barbaricum may have lost its defenders (13.3)."""
    frame, people = scenario_constants(state), barbarian_power_of(state, place)
    home = people != s.NONE and frame.roles[people] == "barbaricum" and place in frame.homes[people]
    gone = home and not any(group.owner == people for group in groups_at(state, place))
    return replace(state, emptied=state.emptied | {place}) if gone else state


# Parthia and Persia ---------------------------------------------------------------------------------------------------


def rebellions(state: s.State) -> s.State:
    """Schedule the rolls (12.21) of all Parthian and Persian leaders who now have more land units than their king.
    Called after every activation, attrition check and economic phase."""
    if "Persian" not in scenario_constants(state).kinds:
        return state
    now = frozenset(number for number in range(len(state.leaders)) if _overgrown(state, number))
    rolls = [
        s.Pending(s.Due.REBELLION_ROLL, camp(state, state.leaders[number].owner), state.leaders[number].place, number)
        for number in sorted(now - state.suspects)
    ]
    return state if now == state.suspects else s.push(replace(state, suspects=now), *rolls)


def _overgrown(state: s.State, number: int) -> bool:
    """Return whether a Parthian or Persian leader has more land units than the king, who is elsewhere (12.21)."""
    leader = state.leaders[number]
    player = state.patron[leader.owner]
    if scenario_constants(state).kinds[leader.owner] != "Persian" or s.NONE in (leader.place, player):
        return False
    king = supreme_leader(state, leader.owner)
    if king is None:
        return False
    own = [group for group in state.groups if group.owner == leader.owner]
    led, kings = (sum(s.land_of(units_of(g for g in own if g.place == who.place))) for who in (leader, king))
    return leader.place != king.place and led > kings


def rebellion_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a rebellion: below the rating the leader rebels and goes to the player whose capital is farthest from its
    place (12.22)."""
    step = state.agenda[-1]
    leader = state.leaders[step.who]
    if action.die >= leader.rating:
        return s.pop(state)
    return s.replace_step(state, replace(step, phase=s.Due.CONTROLLER, who=leader.owner, left=step.who + 1))


def replace_owner(state: s.State, place: int, old: int, new: int, part: Callable[[s.Units], bool] = any) -> s.State:
    """Replace a power's units in a place and on its coasts by another's counters (14.2)."""
    spots = (place, *COASTS[place]) if place < len(COASTS) else (place,)
    going = [group for group in state.groups if group.place in spots and group.owner == old and part(group.units)]
    state = change_groups(state, lambda group: group in going, units=s.NO_UNITS)
    for group in going:
        state = into_stock(state, old, group.units)
    for group in going:
        known = group.known | 1 << max(0, camp(state, old))
        state = place_counters(state, new, group.place, group.units, s.Status.MOVED, known)
    return state


def fallen_powers(state: s.State) -> s.State:
    """Remove powers that have fallen: without units and garrisons, or collapsing without a supreme leader (3.32). Their
    clients become neutral or, by the other reading, follow the captor of the capital."""
    frame = scenario_constants(state)
    for power, fate in enumerate(frame.succession):
        if fate == "collapse" and supreme_leader(state, power) is None:
            state = eliminate(state, lambda group, power=power: group.owner == power)  # type: ignore[misc]
            leaders = tuple(replace(each, place=s.NONE) if each.owner == power else each for each in state.leaders)
            garrisons = tuple(s.NONE if owner == power else owner for owner in state.garrisons)
            state = replace(state, leaders=leaders, garrisons=garrisons)
    patron = list(state.patron)
    for power in active_majors(state):
        if power in state.garrisons or any(group.owner == power for group in state.groups):
            continue
        city = capital_of(state, power)
        victor = state.garrisons[city.place] if city else s.NONE
        for client in range(len(patron)):
            if client != power and power in (patron[client], major_power_of(state, client)):
                conquered = ruling(state, "fallen_patron") == "conqueror" and victor != s.NONE
                patron[client] = state.patron[victor] if conquered else s.NONE
    return replace(state, patron=tuple(patron))
