"""A plain player: takes provinces that it can hold, guards its capital, pays its army, besieges when strong enough.

It evaluates the view of its seat anew at every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from gamekit.roma_victrix import procedures
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import COASTS, INDEX, PLACES, PROVINCE, is_coast, province_of
from gamekit.roma_victrix.players import evaluation
from gamekit.roma_victrix.rules import View, battle, cards, movement, treasury, victory
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_of,
    is_friendly,
    may_move_and_fight,
    pays_and_collects,
    scenario_constants,
)
from gamekit.roma_victrix.rules.units import active_of, groups_in_hand, leader_named, units_of
from gamekit.roma_victrix.state import FLEET, NONE, Due, State, has_land

PAYS_FIRST: Final = (
    *("GAR", "rLIMES", "LIMES", "rBI", "rAUX", "BI", "AUX"),
    *("HI", "LGN", "rCAV", "CAV", "HC", "rHI", "rLGN", "rHC"),
)
BUYS: Final = ("LGN", "HI", "CAV", "AUX")
GATHERING: Final = 0.01  # worth of a march to own troops, less than any conquest
PATIENCE: Final = 8  # OP beyond this turn's that a march to own troops may cost
ENOUGH: Final = 4  # CSP that are worth a march
HALF: Final = 0.5  # least strength of troops to be joined, in the leader's own
FAR: Final = 99  # OP that no leader has
LANDING: Final = 3  # OP to board, land and attack
ASHORE: Final = 0.6  # least chance for a landing, from which there is no retreat
NEAR: Final = 1  # most OP to a port to sail from
MEAN: Final = 4  # OP that a leader's die gives, about
CLOSE: Final = 3  # ratio of CSP up to which a card is worth playing
SPARE: Final = 3  # revenue points to leave in the treasury


def plain(view: View, legal: tuple[s.Action, ...]) -> s.Action:
    """Return the plain player's choice among the legal actions."""
    if len(legal) == 1:
        return legal[0]
    state, me = view.state, view.player
    choose = CHOICES.get(state.agenda[-1].phase)
    return (choose(state, me, legal) if choose else None) or legal[0]


def _of(legal: tuple[s.Action, ...], *kinds: type) -> list[Any]:
    return [action for action in legal if isinstance(action, kinds)]


# Orders ---------------------------------------------------------------------------------------------------------------


def _orders(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return, in this order, a useful card, a call of an ally, the leader with the best aim; else None."""
    if found := next(iter(_of(legal, s.Found)), None) or _card(state, me, legal):
        return found
    if calls := _of(legal, s.Call):
        return calls[0]  # type: ignore[no-any-return]
    best: tuple[float, Any] = (0.0, None)
    for action in _of(legal, s.Activate):
        leader = state.leaders[leader_named(state, action.leader)]
        aim = _aim(state, me, leader, leader.rating + MEAN)  # with this turn's and the next one's OP
        best = max(best, (aim.worth if aim else 0.0, action), key=lambda pair: pair[0])
    return best[1] or s.EndTurn()


def _card(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    goals = evaluation.wanted_provinces(state, me)
    for action in _of(legal, s.PlayIn):
        if action.card in cards.RAISED and any(PROVINCE[place].region == action.region for place in goals):
            return action  # type: ignore[no-any-return]
    for action in _of(legal, s.Play):
        if action.card in ("Recruit New Units", "Leader"):
            return action  # type: ignore[no-any-return]
        if action.card in cards.RAISED and INDEX.get(action.target) in goals:
            return action  # type: ignore[no-any-return]
        if action.card.startswith(("Assassination", "Leader Defection")):
            return action  # type: ignore[no-any-return]
    return None


class LeaderAim(NamedTuple):
    """A leader's aim: its worth and its place, with the first step by land or the coast to board at; neither if the
    leader has to wait for more OP."""

    worth: float
    target: int
    first: int = NONE
    coast: int = NONE


def _aim(state: State, me: int, leader: s.Leader, ops: int) -> LeaderAim | None:
    """Return the best aim of a leader with the army in its place, by land or by sea."""
    place = province_of(leader.place)
    army = tuple(g for g in state.groups if g.place == place and _follows(state, me, g) and has_land(g.units))
    force = evaluation.strength_of_units(units_of(army))
    reach = evaluation.reached_by_land(state, place, me, leader.owner, force.csp)
    found: list[LeaderAim] = []
    for target, worth in _goals(state, me, place, force, leader.rating).items():
        points, first = reach.get(target, (FAR, NONE))
        if points <= ops + PATIENCE:
            found.append(LeaderAim(worth / (1 + max(0, points + 1 - ops) + 0.1 * points), target, first))
    for coast, room in evaluation.fleet_capacities(state, me).items():
        ashore, first = reach.get(province_of(coast), (FAR, NONE))
        if ashore > NEAR:
            continue
        sailing = evaluation.reached_by_sea(state, coast, me)
        sent = evaluation.carried_units(army, room)
        for target, worth in _goals(state, me, place, sent, leader.rating, ASHORE).items():
            points = min((sailing[each][0] for each in COASTS[target] if each in sailing), default=FAR) + LANDING
            if points <= max(ops, leader.rating + MEAN):
                late = max(0, ashore + points - ops)
                boards = NONE if ashore or late else coast
                found.append(LeaderAim(worth / (1 + late + 0.1 * points), target, first, boards))
    return max(found, default=None)


def _follows(state: State, me: int, group: s.Body) -> bool:
    """Return whether a group may come along now."""
    mine = camp(state, group.owner) == me and may_move_and_fight(state, group.owner)
    return mine and group.status in (s.Status.FREE, s.Status.HELD)


def _goals(
    state: State, me: int, here: int, force: evaluation.Strength, rating: int, least: float = 0
) -> dict[int, float]:
    """Return the places that an army would go to, with their worth: those that it is strong enough to take, by the
    chance; else, but not overseas, own troops that have not moved, are worth it and have no better leader still to
    act."""
    found: dict[int, float] = {}
    for target, worth in evaluation.wanted_provinces(state, me).items():
        hope = evaluation.estimated_chance(state, target, me, force, rating)
        if hope > least:
            found[target] = worth * hope
    if least:
        return found
    led = _led(state, me, rating)
    for group in state.groups:
        csp = evaluation.strength(state, group).csp
        if group.place in (here, *found, *led) or csp < max(ENOUGH, force.csp * HALF):
            continue
        if group.status == s.Status.FREE and _follows(state, me, group):
            found[group.place] = GATHERING * csp
    return found


def _led(state: State, me: int, rating: int) -> set[int]:
    """Return the places of the player's better leaders that have still to act."""
    waiting = (each for each in state.leaders if each.status == s.Status.FREE and not each.drilling)
    return {each.place for each in waiting if camp(state, each.owner) == me and each.rating > rating}


# The leader -----------------------------------------------------------------------------------------------------------


def _leader(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the active leader's choice: take the army along, fight for the aim, march on."""
    active = active_of(state)
    if found := _of(legal, s.Found):
        return found[0]  # type: ignore[no-any-return]
    if active.aboard:
        return _afloat(state, me, legal)
    if fight := _fight(state, me, legal):
        return fight
    done = any(group.status == s.Status.LEFT and has_land(group.units) for group in state.groups)
    takes, leader = _of(legal, s.Take), state.leaders[active.leader]
    done = done or leader.place in _led(state, me, leader.rating)
    if takes and not done and takes[0].counter == movement.ALL:
        return takes[0]  # type: ignore[no-any-return]
    return _march(state, me, legal) or _settle(state, me, legal)


def _fight(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    place = state.leaders[active_of(state).leader].place
    if s.Besiege() in legal and evaluation.begins_siege_round(state, me):
        return s.Besiege()
    attacks = _of(legal, s.Attack)
    rating = state.leaders[active_of(state).leader].rating
    enemy = evaluation.defending_strength(state, place, me, walls=False)
    if attacks and evaluation.estimated_chance(state, place, me, evaluation.active_army(state, me), rating, enemy):
        return attacks[0]  # type: ignore[no-any-return]
    for seize in _of(legal, s.Seize):
        return seize  # type: ignore[no-any-return]
    return None


def _settle(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the leader's last action: in the last turn an attack in a contested province (10.23)."""
    if evaluation.is_last(state) and (attacks := _of(legal, s.Attack)):
        return attacks[0]  # type: ignore[no-any-return]
    if s.Pillage() in legal and state.treasury[me] < 2 * SPARE:
        return s.Pillage()
    return s.EndLeader() if s.EndLeader() in legal else None


def _march(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    active = active_of(state)
    aim = _aim(state, me, state.leaders[active.leader], active.ops) if active.ops else None
    if aim is None:
        return None
    if aim.coast != NONE:
        return _board(state, me, legal, aim.coast)
    step = s.Enter(PLACES[aim.first]) if aim.first != NONE else None
    return step if step in legal and _safe(state, me, aim.first, aim.target) else None


def _safe(state: State, me: int, step: int, target: int) -> bool:
    """Return whether a step is safe: it does not end among stronger enemies off its goal, break neutrality on the way,
    or enter its goal without an OP to attack."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    spent = movement.enter_cost(state, leader.owner, leader.place, step)
    if spent == active.ops and evaluation.defending_strength(state, step, me).csp:
        return False
    return step == target or evaluation.defending_strength(state, step, me).csp <= evaluation.active_army(
        state, me
    ).csp / evaluation.wanted_margin(state, me)


def _board(state: State, me: int, legal: tuple[s.Action, ...], coast: int) -> s.Action | None:
    """Return the action to board; units that do not fit are left behind first, the weakest first."""
    embark = s.Embark(PLACES[coast])
    if embark in legal:
        return embark
    leaves = [
        action for action in _of(legal, s.Leave) if action.counter.removeprefix("r") != "FLEET" and action.count == 1
    ]
    units = units_of(groups_in_hand(state, me))
    ships = sum(g.units[FLEET] for g in groups_in_hand(state, me) if g.place == coast)
    if not ships or sum(units[:FLEET]) <= ships:
        return None
    weakest = min(leaves, key=lambda action: s.STRENGTH[s.COUNTERS.index(action.counter)], default=None)
    return weakest


def _afloat(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    active = active_of(state)
    here = state.leaders[active.leader].place
    goals = _goals(state, me, NONE, evaluation.active_army(state, me), state.leaders[active.leader].rating, ASHORE)
    if is_coast(here) and province_of(here) in goals and s.Land() in legal:
        return s.Land()
    sailing = evaluation.reached_by_sea(state, here, me)
    found = []
    for target in goals:
        for coast in COASTS[target]:
            if coast in sailing and sailing[coast][0] + 2 <= active.ops:
                found.append((goals[target] - sailing[coast][0], sailing[coast][1]))
    if found:
        step = s.SailTo(PLACES[max(found)[1]])
        if step in legal:
            return step
    return _home(state, me, legal, sailing)


def _home(state: State, me: int, legal: tuple[s.Action, ...], sailing: dict[int, tuple[int, int]]) -> s.Action | None:
    """Return the action that takes a leader at sea to the nearest friendly shore."""
    here = state.leaders[active_of(state).leader].place
    if is_coast(here) and is_friendly(state, province_of(here), me):
        return next((action for action in (s.Land(), s.EndLeader()) if action in legal), None)
    ports = [
        (points, first)
        for coast, (points, first) in sailing.items()
        if is_coast(coast) and is_friendly(state, province_of(coast), me)
    ]
    for _, first in sorted(ports):
        if first != NONE and s.SailTo(PLACES[first]) in legal:
            return s.SailTo(PLACES[first])
    return next((action for action in (s.Land(), s.EndLeader()) if action in legal), None)


# Combat ---------------------------------------------------------------------------------------------------------------


def _answer(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    fight = battle.battle_of(state)
    if fight.at == "sea":
        return s.Stand()
    mine, theirs = evaluation.land_strength(state, fight.place, me), evaluation.enemies(state, fight.place, me)
    if mine.csp >= 0.75 * theirs.csp:
        return s.Stand()
    return next(
        (action for action in (s.EnterCapital(), s.Withdraw(cards.WITHDRAWAL), s.Withdraw()) if action in legal), None
    )


def _shelter(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    step = state.agenda[-1]
    mine, theirs = evaluation.land_strength(state, step.place, me), evaluation.enemies(state, step.place, me)
    return s.Stand() if mine.csp >= theirs.csp else s.EnterCapital()


def _intercept(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    step = state.agenda[-1]
    mine_to_keep = is_friendly(state, step.place, me) or step.place in evaluation.wanted_provinces(state, me)
    if state.active is None or state.active.aboard or not mine_to_keep:
        return s.Decline()
    theirs = evaluation.enemies(state, step.place, me)
    for action in _of(legal, s.Intercept):
        leader = state.leaders[leader_named(state, action.leader)]
        city = capital_of(state, me)
        at_home = city is not None and city.place == leader.place
        mine = evaluation.land_strength(state, leader.place, me)
        if (
            theirs.csp
            and not at_home
            and evaluation.estimated_chance(state, step.place, me, mine, leader.rating, theirs)
        ):
            return action  # type: ignore[no-any-return]
    return s.Decline()


def _split(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the split that wins the fight if any, then the one with the largest enemy loss."""
    fight = battle.battle_of(state)
    mine, theirs = battle.fight_csp(state)
    if fight.net < 0:
        mine, theirs = theirs, mine
    own, enemy = fight.dice if fight.net > 0 else fight.dice[::-1]

    def worth(action: Any) -> tuple[bool, int]:
        hits, hurt = own + action.raise_enemy, enemy - action.lower_own
        loss = procedures.percentage_loss(mine, hurt * procedures.PER_PIP)
        gain = procedures.percentage_loss(theirs, hits * procedures.PER_PIP)
        return hits > hurt, gain - loss

    return max(_of(legal, s.Split), key=worth)  # type: ignore[no-any-return]


def _pay(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    rank = {counter: number for number, counter in enumerate(PAYS_FIRST)}
    return min(_of(legal, s.Pay), key=lambda action: rank.get(action.counter, 99))  # type: ignore[no-any-return]


def _retreat(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    step = state.agenda[-1]
    if s.EnterCapital() in legal:
        return s.EnterCapital()
    if len(step.note) > 1 and s.Stay() in legal:
        return s.Stay()
    ways = _of(legal, s.RetreatTo)
    safe = [
        action for action in ways if INDEX[action.place] < len(PROVINCE) and is_friendly(state, INDEX[action.place], me)
    ]
    return next(iter(safe), None) or (s.Stay() if s.Stay() in legal else ways[0])


def _close(state: State) -> bool:
    """Return whether the fight is close enough for a card to be worth playing."""
    mine, theirs = battle.fight_csp(state)
    return max(mine, theirs) < CLOSE * min(mine, theirs)


def _window(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    step = state.agenda[-1]
    plays = _of(legal, s.Play)
    if step.left == cards.FIGHT and plays and _close(state):
        return plays[0]  # type: ignore[no-any-return]
    if step.left == cards.ROLLED and plays and state.battle is not None and me in state.battle.sides:
        role = state.battle.sides.index(me)
        if state.battle.percents[role] > state.battle.percents[1 - role]:
            return plays[0]  # type: ignore[no-any-return]
    attrition = [play for play in plays if play.card in ("Attrition", "Assassination Attempt", "Piracy")]
    return next(iter(attrition), s.Decline())


# Money ----------------------------------------------------------------------------------------------------------------


def _raise(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the action that raises the strongest unit that next year's revenue can pay for; free units always."""
    powers = scenario_constants(state).powers
    free = [action for action in _of(legal, s.Raise) if not pays_and_collects(state, powers.index(action.power))]
    if free:
        return free[0]  # type: ignore[no-any-return]
    power = state.agenda[-1].who
    years = victory.last_turn(state) - state.turn
    left = state.treasury[power] + years * (treasury.income(state, power) - treasury.upkeep_cost(state, power))
    if left <= SPARE * min(years, 1):
        return s.Keep()
    port = INDEX[raises[0].place] if (raises := _of(legal, s.Raise)) else NONE
    for unit in ("FLEET", *BUYS) if port != NONE and evaluation.needs_ships(state, port, me) else BUYS:
        for action in raises:
            if action.unit == unit:
                return action  # type: ignore[no-any-return]
    return next(iter(_of(legal, s.Rebuild)), s.Keep())


def _target(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    """Return the play on the province of the region that is worth most."""
    goals = evaluation.wanted_provinces(state, me)
    return max(_of(legal, s.Play), key=lambda action: goals.get(INDEX[action.target], 0.0))  # type: ignore[no-any-return]


def _recruit(state: State, me: int, legal: tuple[s.Action, ...]) -> s.Action | None:
    raises = _of(legal, s.Raise)
    return max(raises, key=lambda action: s.STRENGTH[s.COUNTERS.index(action.unit)], default=s.Keep())


Choose = Callable[[State, int, tuple[s.Action, ...]], s.Action | None]
CHOICES: Final[dict[Due, Choose]] = {
    Due.ORDERS: _orders,
    Due.LEADER: _leader,
    Due.ANSWER: _answer,
    Due.SHELTER: _shelter,
    Due.INTERCEPT: _intercept,
    Due.SPLIT: _split,
    Due.PAY: _pay,
    Due.RETREAT: _retreat,
    Due.WINDOW: _window,
    Due.TARGET: _target,
    Due.RAISE: _raise,
    Due.CARD: lambda state, me, legal: s.Swap() if s.Swap() in legal and not state.hands[me] else s.Keep(),
    Due.CARDS: _recruit,
    Due.FOUND: lambda state, me, legal: legal[-1],
}
