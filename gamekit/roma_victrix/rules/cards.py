"""Event cards: the moments at which each may be played, its targets and its effect (14.0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import (
    CARD_TIMES,
    COASTS,
    FIRST_COAST,
    FIRST_SEA,
    FIRST_STRAIT,
    INDEX,
    OF_REGION,
    PLACES,
    PROVINCE,
    PROVINCES,
    SMALL_ISLANDS,
    province_of,
)
from gamekit.roma_victrix.procedures import PER_PIP, percentage_loss
from gamekit.roma_victrix.rules import sea, subjects
from gamekit.roma_victrix.rules.control import (
    SUBJECT,
    camp,
    capital_at,
    city_income,
    control,
    is_active_major,
    is_friendly,
    is_roman,
    name_of,
    pay_into,
    players_after,
    ruling,
    scenario_constants,
    with_garrison,
)
from gamekit.roma_victrix.rules.units import (
    active_force,
    active_groups,
    building_places,
    groups_at,
    into_stock,
    leader_named,
    reduce_counter,
    with_leader,
    without_counter,
    without_leader,
)
from gamekit.roma_victrix.scenario import SOLITAIRE
from gamekit.roma_victrix.tables import CARDS

INTERCEPTION: Final = "Automatic Land or Naval Interception"
WITHDRAWAL: Final = "Automatic Withdrawal Before Combat"
TREACHERY: Final = "Treachery"
ADVANTAGE: Final = {
    "land": "Land Combat Advantage",
    "sea": "Naval Combat Advantage",
    "siege": "Siege Combat Advantage",
}
MANY: Final = 30  # targets up to which each is named at once
REGION_NAMES: Final = tuple(OF_REGION)
MOVES, FIGHT, ROLLED, SAILS, CANCEL, ANY = range(6)  # ``left`` of a window step: the moment to play cards
REBELS: Final = ("Major Rebellion", "Minor Rebellion")
RAISED: Final = ("Ambush", *REBELS)
FOOT: Final = s.COUNTERS.index("BI")
FOOT_OF: Final = {
    "Roman": frozenset({"LGN", "AUX"}),
    "civilised": frozenset({"HI", "AUX"}),
    "Persian": frozenset({"AUX"}),
    "barbarian": frozenset({"BI"}),
}
WARBANDS: Final = ("Barbarian Invasion", "Barbarian Raid")
ON_PROVINCES: Final = frozenset((*RAISED, *WARBANDS, "Intelligence", "Leader", "Piracy", "Recruit New Units"))
Targets = Callable[[s.State, int], list[str]]
Effect = Callable[[s.State, int, str, str], s.State]


def holds_card(state: s.State, player: int, card: str) -> bool:
    """Return whether a player holds a card."""
    return player >= 0 and card in state.hands[player]


def discard_card(state: s.State, player: int, card: str) -> s.State:
    """Return the position with a card of a player moved from the hand to the discards, for good (14.12)."""
    hand = tuple(each for each in state.hands[player] if each != card)
    hands = s.with_item(state.hands, player, hand)
    return replace(state, hands=hands, discards=(*state.discards, card), used=state.used | {player})


def cancellable(state: s.State, player: int, effect: s.Pending) -> s.State:
    """Schedule a card's effect, after windows in which the other players may annul it by Treachery."""
    windows = [s.Pending(s.Due.WINDOW, other, who=player, left=CANCEL) for other in players_after(state, player)]
    return s.push(state, *windows, effect)


# When -----------------------------------------------------------------------------------------------------------------


def card_plays(state: s.State) -> list[s.Action]:
    """Return the plays of cards open to the player to decide, one for each target."""
    step = state.agenda[-1]
    if step.actor < 0 or state.hands[step.actor] == ():
        return []
    timely = (card for card in state.hands[step.actor] if _timely(state, step, card))
    found = [s.Play(card, target) for card in timely for target in CARD_TABLE[card][0](state, step.actor)]
    if len(found) <= MANY:
        return list(found)
    return [play for card in dict.fromkeys(play.card for play in found) for play in _by_region(card, found)]


def _by_region(card: str, found: list[s.Play]) -> list[s.Action]:
    """Return a card's plays with provinces of one region grouped into one ``PlayIn`` where there are several."""
    targets = [play.target for play in found if play.card == card]
    regions = [_region(target) if card in ON_PROVINCES else "" for target in targets]
    some = [region for region in dict.fromkeys(regions) if region and regions.count(region) > 1]
    alone = (target for target, region in zip(targets, regions) if region not in some)
    return [*(s.PlayIn(card, region) for region in some), *(s.Play(card, target) for target in alone)]


def _region(target: str) -> str:
    """Return the region of a province; an empty string for any other target."""
    return PROVINCES[target].region if target in PROVINCES else ""


def targets_in_region(state: s.State) -> tuple[s.Action, ...]:
    """Return the plays on each province of the region named before."""
    step = state.agenda[-1]
    card, region = CARD_NAMES[step.who], REGION_NAMES[step.left]
    found = CARD_TABLE[card][0](state, step.actor)
    return tuple(s.Play(card, target) for target in found if _region(target) == region)


def choose_region(state: s.State, action: s.PlayIn) -> s.State:
    """Name the region; the province is chosen next, and the card stays in hand until then."""
    region = REGION_NAMES.index(action.region)
    return s.push(state, s.Pending(s.Due.TARGET, state.agenda[-1].actor, who=CARD_NUMBER[action.card], left=region))


def _timely(state: s.State, step: s.Pending, card: str) -> bool:
    moments = CARD_TIMES[card].moments
    if step.phase in (s.Due.ORDERS, s.Due.LEADER):
        afloat = state.active is not None and state.active.aboard
        return (
            card != TREACHERY and bool({"own phase", "any time"} & set(moments)) and not (afloat and card == "Leader")
        )
    if card == TREACHERY:
        return step.left in (ROLLED, CANCEL) and step.phase == s.Due.WINDOW
    if step.phase == s.Due.RAISE or step.left == ANY:
        return "any time" in moments
    if step.left == FIGHT and state.battle is not None:
        return card == ADVANTAGE[state.battle.at] or "any time" in moments
    if step.left == MOVES:
        return bool({"enemy moves", "any time"} & set(moments))
    return step.left == SAILS and bool({"enemy sails", "enemy moves", "any time"} & set(moments))


def reaction_plays(state: s.State) -> tuple[s.Action, ...]:
    """Return the plays of cards possible now, after declining."""
    return (s.Decline(), *card_plays(state))


def play_card(state: s.State, action: s.Play) -> s.State:
    """Play a card; it takes effect unless Treachery annuls it."""
    step = state.agenda[-1]
    if step.phase == s.Due.TARGET:
        state = s.pop(state)
        step = state.agenda[-1]
    state = discard_card(state, step.actor, action.card)
    if step.phase == s.Due.WINDOW:
        state = s.pop(state)
    if action.card == TREACHERY:
        return _treachery(state, step)
    state = replace(state, play=(action.card, action.target))
    return cancellable(state, step.actor, s.Pending(s.Due.EFFECT, step.actor))


def _treachery(state: s.State, step: s.Pending) -> s.State:
    """14.2 Treachery: swap both sides' percentages in a combat, or annul another card."""
    if step.left == ROLLED and state.battle is not None:
        return replace(state, battle=replace(state.battle, swapped=not state.battle.swapped))
    agenda = list(state.agenda)
    while agenda[-1].phase == s.Due.WINDOW and agenda[-1].left == CANCEL:
        agenda.pop()
    return replace(state, agenda=tuple(agenda[:-1]), play=("", ""))


def carry_out_card(state: s.State) -> s.State:
    """Carry out a card's effect."""
    player = state.agenda[-1].actor
    card, target = state.play
    state = replace(s.pop(state), play=("", ""))
    targets, carried_out = CARD_TABLE[card]
    return carried_out(state, player, target, card) if target in targets(state, player) else state


# On what --------------------------------------------------------------------------------------------------------------


def _enemy_leaders(state: s.State, player: int) -> list[str]:
    return [each.name for each in state.leaders if each.place != s.NONE and camp(state, each.owner) != player]


def _defection(state: s.State, player: int) -> list[str]:
    romans = is_roman(state, player)
    return [
        leader.name
        for leader in state.leaders
        if leader.name in _enemy_leaders(state, player)
        and not leader.supreme
        and (romans or not is_roman(state, leader.owner))
        and leader.status != s.Status.HELD
        and leader.place < FIRST_COAST
    ]


def _active_enemy(state: s.State, player: int) -> list[str]:
    if state.active is None or camp(state, state.leaders[state.active.leader].owner) == player:
        return []
    leader = state.leaders[state.active.leader]
    return [leader.name] if leader.place != s.NONE and active_groups(state) else []


def _own_active(state: s.State, player: int) -> list[str]:
    active = state.active
    own = active is not None and camp(state, state.leaders[active.leader].owner) == player
    return [state.leaders[active.leader].name] if active is not None and own else []


def _piracy(state: s.State, player: int) -> list[str]:
    """Return the active enemy leader at sea; in the player's own turn empty enemy coastal provinces (14.2)."""
    foe = _active_enemy(state, player)
    if state.agenda[-1].phase == s.Due.WINDOW or foe:
        return foe if state.active and state.active.aboard else []
    held_ = {province_of(group.place) for group in state.groups} | {city.place for city in state.capitals}
    open_ = (place for place in range(len(PROVINCE)) if COASTS[place] and place not in held_ | state.pillaged)
    return [PLACES[place] for place in open_ if _enemys(state, place, player)]


def _enemys(state: s.State, place: int, player: int) -> bool:
    """Return whether another player controls a province, directly or by a power under it."""
    owner = control(state, place)
    return owner != s.NONE and state.patron[owner] not in (s.NONE, player)


def _subjects(state: s.State, player: int) -> list[str]:
    frame = scenario_constants(state)
    return [
        frame.powers[power]
        for power, role in enumerate(frame.roles)
        if role in SUBJECT and state.patron[power] not in (s.NONE, player)
    ]


def _enemy_armies(state: s.State, player: int) -> list[str]:
    found = {
        group.place
        for group in state.groups
        if group.place < FIRST_STRAIT
        and s.has_land(group.units)
        and camp(state, group.owner) != player
        and not group.inside
        and state.patron[group.owner] != s.NONE
    }
    return [PLACES[place] for place in sorted(found) if not is_friendly(state, place, player)]


def _enemy_provinces(state: s.State, player: int) -> list[str]:
    places = (place for place in range(len(PROVINCE)) if not PROVINCE[place].impassable)
    return [PLACES[place] for place in places if _enemys(state, place, player)]


def _barbaricum(state: s.State, player: int) -> list[str]:
    return [PLACES[place] for place in range(len(PROVINCE)) if state.markers[place]]


def _neutrals(state: s.State, player: int) -> list[str]:
    frame = scenario_constants(state)
    return [
        frame.powers[power]
        for power, role in enumerate(frame.roles)
        if role in ("neutral", "major")
        and state.patron[power] == s.NONE
        and any(g.owner == power for g in state.groups)
    ]


def _stacks(state: s.State, player: int) -> list[str]:
    found = {
        group.place for group in state.groups if camp(state, group.owner) != player and not group.known >> player & 1
    }
    places = sorted({province_of(place) for place in found if place < FIRST_SEA})
    return [PLACES[place] for place in places]


def _homes_of_units(state: s.State, player: int) -> list[str]:
    found = {province_of(group.place) for group in state.groups if group.owner == player and group.place < FIRST_SEA}
    return [PLACES[place] for place in sorted(found) if control(state, place) == player]


def _recruiting(state: s.State, player: int) -> list[str]:
    return [
        PLACES[place]
        for place in sorted(
            {leader.place for leader in state.leaders if leader.owner == player and leader.place != s.NONE}
        )
        if place < FIRST_STRAIT and is_friendly(state, place, player) and place not in state.pillaged
    ]


# What it does ---------------------------------------------------------------------------------------------------------


def _rolls(state: s.State, player: int, target: str, card: str) -> s.State:
    """Schedule a die for the card's target leader, resolved by ``card_roll``."""
    return s.push(state, s.Pending(s.Due.CARD_ROLL, player, who=leader_named(state, target), note=(CARD_NUMBER[card],)))


def _new_leader(state: s.State, player: int, target: str, card: str) -> s.State:
    return s.push(state, s.Pending(s.Due.CARD_ROLL, player, INDEX[target], note=(CARD_NUMBER[card],)))


def card_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a card's die (14.2)."""
    step = state.agenda[-1]
    card = CARD_NAMES[step.note[0]]
    state = s.pop(state)
    if card == "Leader":
        rating = CARDS["Leader", f"die_{action.die}"]
        title = f"Leader of {name_of(state, step.actor)}"
        return subjects.with_new_leader(state, s.Leader(title, rating, step.actor, step.place))
    if card == "Assassination Attempt":
        return without_leader(state, step.who) if action.die > state.leaders[step.who].rating else state
    if card == "Forced March / Favorable Winds":
        active = state.active
        return replace(state, active=replace(active, ops=active.ops + action.die)) if active else state
    if card == "Piracy":
        return _raided(state, step, action.die)
    if card == "Attrition":
        return _worn(state, step, action.die)
    return _defects(state, step, action.die)


def _defects(state: s.State, step: s.Pending, die: int) -> s.State:
    """Resolve a defection: above the rating the leader changes sides; a second die, the rating or less, its units."""
    leader = state.leaders[step.who]
    if step.left:
        return (
            subjects.replace_owner(state, leader.place, step.left - 1, leader.owner) if die <= leader.rating else state
        )
    if die <= leader.rating:
        return state
    state = with_leader(state, step.who, owner=step.actor, status=s.Status.MOVED)
    return s.push(state, replace(step, left=leader.owner + 1))


def _attrition(state: s.State, player: int, target: str, card: str) -> s.State:
    """Schedule a die for each unit with the leader, reduced or eliminated on a hit by the rating."""
    units = s.total(group.units for group in active_groups(state))
    steps = [
        s.Pending(s.Due.CARD_ROLL, player, number, leader_named(state, target), note=(CARD_NUMBER[card],))
        for number, count in enumerate(units)
        for _ in range(count)
    ]
    return s.push(state, *steps[::-1])


def _worn(state: s.State, step: s.Pending, die: int) -> s.State:
    leader = state.leaders[step.who]
    if state.active is None or leader.place == s.NONE or die > CARDS["Attrition", f"hit_{leader.rating}"]:
        return state
    group = next((each for each in active_groups(state) if each.units[step.place]), None)
    return _stricken(state, group, step.place) if group else state


def _stricken(state: s.State, group: s.Body, number: int) -> s.State:
    state = reduce_counter(state, group, s.COUNTERS[number])
    active, _, here, side = active_force(state)
    if active.aboard:
        turned = int(number == s.FLEET and ruling(state, "cargo") == "step")
        state = sea.drown_leader(sea.schedule_jettison(state, here, side, turned))
    return state


def _raided(state: s.State, step: s.Pending, die: int) -> s.State:
    """Assign the fleets' loss: ten per cent per pip of the die less the leader's rating (a ruling sets the least)."""
    leader = state.leaders[step.who]
    if state.active is None or leader.place == s.NONE:
        return state
    least = int(ruling(state, "piracy"))
    percent = PER_PIP * max(least, die - leader.rating)
    ships = s.total(group.units for group in active_groups(state))[s.FLEET :]
    owed = percentage_loss(ships[0] * s.STRENGTH[s.FLEET] + ships[1] * s.STRENGTH[s.FLEET + 1], percent)
    for _ in range(owed):
        group = next((each for face in (1, 0) for each in active_groups(state) if each.units[s.FLEET + face]), None)
        if group is not None:
            state = _stricken(state, group, s.FLEET + 1 if group.units[s.FLEET + 1] else s.FLEET)
    return state


def _pirates(state: s.State, player: int, target: str, card: str) -> s.State:
    if target in INDEX:
        return replace(state, pillaged=state.pillaged | {INDEX[target]})
    return _rolls(state, player, target, card)


def _advantage(state: s.State, player: int, target: str, card: str) -> s.State:
    fight = state.battle
    if fight is None:
        return state
    points = list(fight.points)
    points[fight.sides.index(player)] += CARDS[card, "points"]
    return replace(state, battle=replace(fight, points=(points[0], points[1])))


def _own_fight(state: s.State, player: int) -> list[str]:
    return [""] if state.battle is not None and player in state.battle.sides else []


def _changes_sides(state: s.State, player: int, target: str, card: str) -> s.State:
    return _brought(state, scenario_constants(state).powers.index(target), player)


def _brought(state: s.State, power: int, player: int) -> s.State:
    return subjects.bring_under(replace(state, by_card=state.by_card | {power}), power, player)


def _looks(state: s.State, player: int, target: str, card: str) -> s.State:
    here = INDEX[target]
    spots = (here, *COASTS[here]) if here < FIRST_COAST else (here,)
    groups = (
        replace(group, known=group.known | 1 << player) if group.place in spots else group for group in state.groups
    )
    return replace(state, groups=tuple(groups))


def _rises(state: s.State, player: int, target: str, card: str) -> s.State:
    """Begin to raise a card's force: markers are drawn first for its warbands."""
    count = CARDS[card, "markers"]
    return s.push(state, s.Pending(s.Due.CARD_DRAW, player, INDEX[target], CARD_NUMBER[card], count, (1,)))


def place_raised_force(state: s.State, action: s.Warbands) -> s.State:
    """Place the leader and its warbands in the province (14.2)."""
    step = state.agenda[-1]
    card = CARD_NAMES[step.who]
    state, warbands = subjects.show_marker(state, action)
    if not warbands:
        return state
    title = s.Leader(card, CARDS[card, "leader"], step.actor, step.place, raised=card)
    if card in WARBANDS:
        people = subjects.barbarian_power_of(state, step.place)
        left = max(0, state.markers[step.place] - CARDS[card, "markers"])
        left = left if ruling(state, "raid_marker") == "stays" else 0
        state = replace(_brought(state, people, step.actor), markers=s.with_item(state.markers, step.place, left))
        state = subjects.raise_warbands(state, people, step.place, warbands)
        state = with_garrison(state, step.place, people)
        return subjects.with_new_leader(state, replace(title, owner=people))
    state = subjects.raise_warbands(state, step.actor, step.place, warbands, 100)
    return subjects.with_new_leader(state, replace(title, band=warbands if card in REBELS else 0))


def _frontier(state: s.State, player: int, target: str, card: str) -> s.State:
    power = scenario_constants(state).powers.index(target)
    state = _brought(state, power, player)
    if any(leader.owner == power and leader.place != s.NONE for leader in state.leaders):
        return state
    place = next(group.place for group in state.groups if group.owner == power)
    leader = s.Leader(f"Leader of {target}", CARDS[card, "leader"], power, province_of(place), raised=card)
    return subjects.with_new_leader(state, leader)


def _recruits(state: s.State, player: int, target: str, card: str) -> s.State:
    """Begin to raise units free of cost, up to a CSP: the revenue, the rating and the capital's points (10.33)."""
    place = INDEX[target]
    best = max(leader.rating for leader in state.leaders if leader.place == place and leader.owner == player)
    total = PROVINCE[place].revenue + best + city_income(state, player, place)
    return s.push(state, s.Pending(s.Due.CARDS, player, place, left=total))


def recruit_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the units that the CSP left can still raise, of the power's kinds (9.15, 9.17, 9.55, 9.66)."""
    step = state.agenda[-1]
    kinds = FOOT_OF[scenario_constants(state).kinds[step.actor]] | {
        "CAV",
        "FLEET",
        *(("HC",) if "17.1" in state.options else ()),
    }
    kinds &= {"AUX", "FLEET"} if step.place in SMALL_ISLANDS else kinds
    kinds -= {*(() if COASTS[step.place] else ("FLEET",)), *(("AUX",) if "15.6" in state.options else ())}
    found: list[s.Action] = [s.Keep()]
    for number, counter in enumerate(s.COUNTERS):
        stock = state.unused[step.actor][number] + state.eliminated[step.actor][number]
        if counter in kinds and stock and s.STRENGTH[number] <= step.left:
            found += [
                s.Raise(there, counter, name_of(state, step.actor))
                for there in building_places(state, step.place, counter)
            ]
    return tuple(found)


def add_recruit(state: s.State, action: s.Raise) -> s.State:
    """Raise one unit out of the card's CSP."""
    step = state.agenda[-1]
    state = s.replace_step(state, replace(step, left=step.left - s.STRENGTH[s.COUNTERS.index(action.unit)]))
    return subjects.place_full_counter(state, step.actor, INDEX[action.place], action.unit)


def _nothing(state: s.State, player: int, target: str, card: str) -> s.State:
    return state  # it changes a die roll or another card, elsewhere


CARD_TABLE: Final[dict[str, tuple[Targets, Effect]]] = {  # the targets and the effect of each card
    "Ally or Client State Changes Allegiance": (_subjects, _changes_sides),
    "Ambush": (_enemy_armies, _rises),
    "Attrition": (_active_enemy, _attrition),
    INTERCEPTION: (lambda state, player: [], _nothing),
    WITHDRAWAL: (lambda state, player: [], _nothing),
    "Barbarian Invasion": (_barbaricum, _rises),
    "Barbarian Raid": (_barbaricum, _rises),
    "Forced March / Favorable Winds": (_own_active, _rolls),
    "Frontier War": (_neutrals, _frontier),
    "Intelligence": (_stacks, _looks),
    "Land Combat Advantage": (_own_fight, _advantage),
    "Leader": (_homes_of_units, _new_leader),
    "Leader Defection": (_defection, _rolls),
    "Major Rebellion": (_enemy_provinces, _rises),
    "Minor Rebellion": (_enemy_provinces, _rises),
    "Assassination Attempt": (_enemy_leaders, _rolls),
    "Naval Combat Advantage": (_own_fight, _advantage),
    "Piracy": (_piracy, _pirates),
    "Recruit New Units": (_recruiting, _recruits),
    "Siege Combat Advantage": (_own_fight, _advantage),
    TREACHERY: (lambda state, player: [""], _nothing),
}
CARD_NAMES: Final = tuple(CARD_TABLE)
CARD_NUMBER: Final = {card: number for number, card in enumerate(CARD_NAMES)}


# Drawing --------------------------------------------------------------------------------------------------------------


def draw_odds(state: s.State) -> Dist[Any]:
    """Return the distribution of a draw: a card of the deck, or markers for the force that a card raises."""
    step = state.agenda[-1]
    if step.note:
        return subjects.marker_numbers(state)
    return Dist({s.Draw(card): 1 for card in state.deck})


def apply_draw(state: s.State, action: s.Draw | s.Warbands) -> s.State:
    """Take the drawn card in hand, or place the drawn force."""
    if isinstance(action, s.Warbands):
        return place_raised_force(state, action)
    step = state.agenda[-1]
    hands = s.with_item(state.hands, step.who, tuple(sorted((*state.hands[step.who], action.name))))
    return replace(s.pop(state), hands=hands, deck=tuple(card for card in state.deck if card != action.name))


def card_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the card actions (4.2 C 4): draw after playing one; discard one for another (14.13); buy one (15.83)."""
    step = state.agenda[-1]
    found: list[s.Action] = [s.Keep()]
    if state.deck and not step.left and (step.actor in state.used or state.hands[step.actor]):
        found.append(s.Swap())
        more = state.hands[step.actor][1:] if step.actor not in state.used else ()
        found += [s.Swap(card) for card in more]  # 15.84
    if state.deck and "15.83" in state.options and state.treasury[step.actor] >= CARD_PRICE:
        found.append(s.Purchase())
    return tuple(found)


CARD_PRICE: Final = CARDS["any", "price"]


def exchange_card(state: s.State, action: s.Swap) -> s.State:
    """Draw a card for one played or now discarded; 14.14: a player whose limit is one card discards it first."""
    step = state.agenda[-1]
    many, mine = "15.84" in state.options, state.hands[step.actor]
    gone = mine if not many else () if step.actor in state.used else (action.card,) if action.card else mine[:1]
    hands = s.with_item(state.hands, step.actor, tuple(card for card in mine if card not in gone))
    state = replace(state, hands=hands, discards=(*state.discards, *gone), used=state.used - {step.actor})
    return s.push(s.replace_step(state, replace(step, left=1)), s.Pending(s.Due.CARD_DRAW, step.actor, who=step.actor))


def buy_card(state: s.State, action: s.Purchase) -> s.State:
    """Buy a card for twenty points (15.83)."""
    step = state.agenda[-1]
    return s.push(pay_into(state, step.actor, -CARD_PRICE), s.Pending(s.Due.CARD_DRAW, step.actor, who=step.actor))


def reward_conquest(state: s.State, side: int) -> s.State:
    """Give a card to a player whose active leader has completed the conquest of a region (15.82)."""
    if "15.82" not in state.options or side < 0:
        return state
    now, conquered = regions_held(state), state.active.conquered if state.active else ()
    new = [region for seat, region in sorted(now - state.regions) if seat == side]
    cards = [s.Pending(s.Due.CARD_DRAW, side, who=side) for region in new if {*OF_REGION[region]} & {*conquered}]
    return s.push(replace(state, regions=now), *cards)


def regions_held(state: s.State) -> frozenset[tuple[int, str]]:
    """Return (player, region) for every region of which one player controls all provinces."""
    owners = {region: {control(state, place) for place in places} for region, places in OF_REGION.items()}
    holders = {region: {camp(state, owner) for owner in found if owner != s.NONE} for region, found in owners.items()}
    return frozenset(
        (max(found), region) for region, found in holders.items() if len(found) == 1 and s.NONE not in owners[region]
    )


# Forces of a card -----------------------------------------------------------------------------------------------------


def dismiss_rebels(state: s.State) -> s.State:
    """Remove rebels and their leader at the end of the card's game-turn (14.2), but no units that joined them; by the
    other reading they stay."""
    if ruling(state, "rebels") == "stay":
        return state
    for number, leader in enumerate(state.leaders):
        for _ in range(leader.band):
            state = _without_rebel(state, leader)
        if leader.raised in REBELS:
            state = with_leader(state, number, place=s.NONE, band=0)
    return state


def _without_rebel(state: s.State, leader: s.Leader) -> s.State:
    """Return the position with one BI less, first where the rebels' leader is, an Ambush's only if there are no others.
    The BI of a barbarian player elsewhere count as that player's own."""
    barbarian = scenario_constants(state).kinds[leader.owner] == "barbarian"
    ambushes = {each.place for each in state.leaders if each.raised == "Ambush"}
    found = [
        (group, FOOT + face)
        for group in state.groups
        for face in (0, 1)
        if group.owner == leader.owner and group.units[FOOT + face] and (group.place == leader.place or not barbarian)
    ]
    if not found:
        return state
    group, number = min(
        found, key=lambda one: (one[0].place != leader.place, one[0].place in ambushes, one[0].place, one[1])
    )
    counter = s.COUNTERS[number]
    return into_stock(without_counter(state, group, counter), leader.owner, s.only(counter), eliminated=True)


def raised_by_card(state: s.State, leader: s.Leader) -> bool:
    """Return whether a leader's force was raised by a card, or is a minor power's that a card brought (10.74) or, by
    the other reading, that its player did not have from the scenario."""
    frame, power = scenario_constants(state), leader.owner
    if state.seats == SOLITAIRE:  # 16.3
        return frame.kinds[power] == "barbarian"
    if leader.raised or is_active_major(state, power):
        return bool(leader.raised)
    if ruling(state, "pillagers") == "cards":
        return power in state.by_card
    changed_sides = frame.roles[power] in SUBJECT and frame.patrons[power] != state.patron[power]
    return changed_sides or frame.roles[power] in ("neutral", "barbaricum")


def auto_pillage(state: s.State, number: int) -> s.State:
    """Pillage, without OP or die, an enemy province that a force raised by a card enters, if no other units and no
    capital are there (10.74)."""
    leader = state.leaders[number]
    place, side = leader.place, camp(state, leader.owner)
    if (
        not 0 <= place < FIRST_STRAIT
        or not raised_by_card(state, leader)
        or place in scenario_constants(state).homes[leader.owner]
    ):
        return state
    garrison, city = state.garrisons[place], capital_at(state, place)
    stands = {camp(state, group.owner) for group in groups_at(state, place) if s.has_land(group.units)}
    enemy = garrison != s.NONE and camp(state, garrison) not in (side, s.NONE)
    if stands != {side} or not enemy or (city and city.csp):
        return state
    return replace(state, pillaged=state.pillaged | {place})
