"""What one side sees of a record, step by step, and the resulting distribution over the blocks that it does not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import SHOWN, BattleView, View, observe
from gamekit.julius_caesar.state import NONE, Action, Phase, State
from gamekit.julius_caesar.tables import (
    ALEXANDRIA,
    ASIDE,
    BLOCK,
    BLOCK_NAMES,
    CLEOPATRA,
    COLOUR,
    HIGHER,
    LEADER,
    LEVIED_AT,
    LOWER,
    NAVIS,
    PLACE,
    PLACES,
    POOL,
    PORT,
    PORTS_OF,
    ROAD_BETWEEN,
    SIDES,
    SUCCESSOR,
    TRACK,
    is_sea,
)
from gamekit.probability.sampling import Change, Posterior

GONE: Final = -2  # eliminated, or on the viewing side
WINTER: Final = (Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND, Phase.OVER)
IN_HAND: Final = (Phase.STEP, Phase.VOYAGE)
STAYING: Final = (s.Take, s.Embark, s.Strengthen, s.Regroup, s.Disband, s.Retreat)


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = -1
    strength: int = 0


class Sight(NamedTuple):
    """A view, with the kind of the action before it and the places that the log names to both sides."""

    view: View
    deed: str = ""
    places: tuple[str, ...] = ()


def sight(before: State, action: Action, after: State, eyes: str) -> Sight | None:
    """Return what a side sees of an action; None if it sees nothing."""
    view = observe(after, eyes)
    match action:
        case s.Levy() if after.phase == Phase.MUSTER:
            return None if view == observe(before, eyes) else Sight(view)
        case s.Levy():
            return Sight(view, "Levy", (PLACES[LEVIED_AT[BLOCK[action.block]][0]],))
        case s.Go() if before.phase == Phase.MUSTER:
            return Sight(view, "Levy", (action.place,))
        case s.MainAttack():
            return Sight(view, "MainAttack", (action.place, action.origin))
        case s.Deploy():
            return Sight(view, "Deploy", (PLACES[next_city(before)],))
        case s.Go() | s.Target() | s.JoinBattle():
            return Sight(view, type(action).__name__, (action.place,))
    if isinstance(action, STAYING):
        return Sight(view, type(action).__name__, (PLACES[before.location[BLOCK[action.block]]],))
    return Sight(view, type(action).__name__)


def sights(record: Any, eyes: str) -> tuple[Sight, ...]:
    """Return all that a side sees of a record after the set-up."""
    positions = record.positions()
    seen = [
        sight(before, entry.action, after, eyes)
        for before, entry, after in zip(positions, record.entries, positions[1:])
    ]
    return tuple(one for one in seen if one is not None)


# What follows ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """An enemy block in hand: the distribution before it was taken, its path, and whether it crosses the sea (6.3)."""

    posterior: Posterior
    path: tuple[int, ...]
    voyage: bool


@dataclass(slots=True)
class Update:
    """The posterior while it is updated by one event."""

    before: View
    sight: Sight
    posterior: Posterior
    hand: Hand | None

    @property
    def after(self) -> View:
        """The view after the event."""
        return self.sight.view

    @property
    def there(self) -> int:
        """The index of the first place that the event's log names."""
        return PLACE[self.sight.places[0]]

    @property
    def own_places(self) -> set[int]:
        """The places where the viewing side had blocks."""
        return {PLACE[piece.place] for piece in self.before.pieces}

    @property
    def enemy_counts(self) -> dict[int, int]:
        """The number of enemy blocks at each place after the event."""
        return {PLACE[stack.place]: stack.count for stack in self.after.enemy}

    @property
    def own(self) -> set[int]:
        """The viewing side's blocks after the event, on the map and off it."""
        off = self.after.pool, self.after.aside
        return {BLOCK[name] for name in (*(piece.block for piece in self.after.pieces), *sum(off, ()))}

    @property
    def by_enemy(self) -> bool:
        """Whether the action was the enemy's."""
        return self.before.decides == self.before.opponent

    def draw(self, here: int, becomes: Change, chance: bool = False) -> None:
        """Update by a draw of one of the blocks at a place: those for which ``becomes`` is not None."""
        self.posterior = self.posterior.draw(lambda b, was: becomes(b, was) if was.at == here else None, chance)

    def tell(self, fits: Change) -> None:
        """Update every block's status by ``fits``; worlds where it gives None are ruled out."""
        self.posterior = self.posterior.tell(fits)


def update(
    before: View, sight: Sight, posterior: Posterior, hand: Hand | None
) -> tuple[Posterior, Hand | None]:
    """Return the posterior and the block in hand after an event; ValueError if no counted world agrees with it."""
    now, after = Update(before, sight, posterior, hand), sight.view
    deed = DEEDS.get((before.phase, sight.deed))
    if deed and (now.by_enemy or deed in EITHER):
        deed(now)
    winter = before.phase not in WINTER and (after.phase in WINTER or after.year != before.year)
    _battle(now)
    if winter or (before.year, before.turn) != (after.year, after.turn):
        now.tell(lambda block, was: was._replace(moved=False, origin=NONE))
    if winter:
        _home(now)
    _known(now)
    return now.posterior, now.hand


# Commands -------------------------------------------------------------------------------------------------------------


def _take(now: Update) -> None:
    now.hand = Hand(now.posterior, (now.there,), now.sight.deed == "Embark")


def _go(now: Update) -> None:
    """Draw the moving block anew among those that could take its whole path so far (6.1, 6.2, 6.3)."""
    if now.hand is None:
        return
    if now.sight.deed == "Go":
        now.hand = replace(now.hand, path=(*now.hand.path, now.there))
    path, over = now.hand.path, now.after.phase not in IN_HAND
    if now.hand.voyage and not over:
        return
    navis, to = any(map(is_sea, path)) and not now.hand.voyage, path[-1]
    origin = path[-2] if to in now.own_places else NONE

    def goes(block: int, was: Whereabouts) -> Whereabouts | None:
        fit = not was.moved and NAVIS[block] == navis
        return was._replace(at=to, moved=over, origin=origin) if fit else None

    now.posterior = now.hand.posterior
    now.draw(path[0], goes)
    now.hand = None if over else now.hand


def _levy(now: Update) -> None:
    city, side = now.there, SIDES.index(now.before.opponent)
    mourning = any(COLOUR[BLOCK[name]] == side for name in now.before.trophies)

    def appears(block: int, was: Whereabouts) -> Whereabouts | None:
        fit = city in LEVIED_AT[block] and (mourning or not SUCCESSOR[block])
        return Whereabouts(city, strength=TRACK[block][-1]) if fit else None

    now.draw(POOL, appears)


def _strengthen(now: Update) -> None:
    def rises(block: int, was: Whereabouts) -> Whereabouts | None:
        higher = HIGHER[block].get(was.strength)
        return was._replace(strength=higher) if higher else None

    now.draw(now.there, rises)


def _deploy(now: Update) -> None:
    now.draw(ASIDE, lambda b, was: was._replace(at=now.there) if PORT[now.there] or not NAVIS[b] else None)


def _weaker(block: int, was: Whereabouts) -> Whereabouts:
    lower = LOWER[block][was.strength]
    return was._replace(strength=lower) if lower else Whereabouts(GONE)


def _vulcan(now: Update) -> None:
    now.tell(lambda block, was: _weaker(block, was) if was.at == now.there else was)


def _jupiter(now: Update) -> None:
    """Chance has drawn one of the stack, all equally likely (E.Jupiter): leaders and navis stay, others are seen."""
    target = now.before.path[0]
    if not any(stack.place == target for stack in now.before.enemy):
        return

    def struck(block: int, was: Whereabouts) -> Whereabouts:
        return _weaker(block, was) if LEADER[block] or NAVIS[block] else Whereabouts(GONE, strength=was.strength)

    now.draw(PLACE[target], struck, chance=True)


def _regroup(now: Update) -> None:
    if now.before.battle is None:
        return
    here, to = PLACE[now.before.battle.place], now.there
    land = (here, to) in ROAD_BETWEEN
    had, has = (sum(s.moved for s in view.enemy if PLACE[s.place] == to) for view in (now.before, now.after))

    def goes(block: int, was: Whereabouts) -> Whereabouts | None:
        fit = NAVIS[block] != land and was.moved == (has > had)
        return was._replace(at=to, origin=NONE) if fit else None

    now.draw(here, goes)


def _retreat(now: Update) -> None:
    if now.before.held is not None:
        held = BLOCK[now.before.held]
        now.tell(lambda block, was: was._replace(at=now.there, origin=NONE) if block == held else was)


def _disband(now: Update) -> None:
    side = SIDES.index(now.before.opponent)  # a defector goes back to the viewing side's pool
    now.draw(now.there, lambda b, was: Whereabouts(POOL if b == CLEOPATRA or COLOUR[b] == side else GONE))


# Battles --------------------------------------------------------------------------------------------------------------


def _battle(now: Update) -> None:
    old, new = now.before.battle, now.after.battle
    goes_on = old is not None and new is not None and old.place == new.place
    if new is not None and now.after.phase in SHOWN:
        _shown(now, new, goes_on)
    elif old is not None and old.enemy_reserves and PLACE[old.place] not in now.enemy_counts:
        _disrupted(now, PLACE[old.place], {BLOCK[piece.block] for piece in old.enemy})
    if old is not None and not goes_on:
        place = PLACE[old.place]
        now.tell(lambda block, was: was._replace(origin=NONE) if was.at == place else was)


def _shown(now: Update, new: BattleView, goes_on: bool) -> None:
    """The enemy blocks that fight are face up: main bodies at the start, reserves as they arrive (7.1, 7.3, 7.31)."""
    here = PLACE[new.place]
    seen = {BLOCK[piece.block]: piece.strength for piece in new.enemy}
    open_ = {BLOCK[piece.block] for piece in now.before.battle.enemy} if goes_on and now.before.battle else set()
    declared = now.sight.places[1] if now.sight.deed == "MainAttack" and now.sight.places[0] == new.place else None
    waits, arrived = in_reserve(now.before, new.place, declared), new.round > 1
    old_hands = open_ | {BLOCK[piece.block] for piece in now.before.pieces}
    kept = any(block in old_hands for block in seen)  # a block of the main body is still alive

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        if block in open_:
            return was._replace(at=here, strength=seen[block]) if block in seen else was
        if was.at != here or (waits(was.origin) and not arrived):
            return None if block in seen else was
        then = _weaker(block, was) if arrived and not kept else was
        return then if seen.get(block, 0) == then.strength else None

    now.tell(fits)


def _disrupted(now: Update, place: int, open_: set[int]) -> None:
    """The main body is eliminated, and the reserve has died of its disruption before it was seen (7.31)."""

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        if block in open_ or was.at != place:
            return was
        return then if (then := _weaker(block, was)).at == GONE else None

    now.tell(fits)


def in_reserve(view: View, place: str, declared: str | None = None) -> Callable[[int], bool]:
    """Return the test whether an enemy block that came to a battle from a place is in reserve, not of the main attack
    (7.3); until that is declared as if all came by one road."""
    threat = next((threat for threat in view.threats if threat.place == place), None)
    if threat is None or threat.attacker != view.opponent:
        return lambda origin: origin != NONE
    roads = [arrival.origin for arrival in threat.arrivals if arrival.side == view.opponent]
    main = declared or threat.main or (roads[0] if len(roads) == 1 else None)
    return lambda origin: main is not None and origin not in (NONE, PLACE[main])


# Winter ---------------------------------------------------------------------------------------------------------------


def _counts(now: Update) -> Counter[int]:
    return Counter(was.at for was in now.posterior.possible_world().values())


def _home(now: Update) -> None:
    """Cleopatra goes home (8.1) and the navis put in (8.2), as far as the numbers of blocks show."""
    mine = CLEOPATRA in now.own
    if known := now.posterior.marginals.get(CLEOPATRA):
        had = _counts(now)
        fine = {at for at in {was.at for was in known} if _agrees(now, Counter(had), at, mine)}

        def fits(block: int, was: Whereabouts) -> Whereabouts | None:
            if block != CLEOPATRA or was.at == GONE:
                return was
            if was.at not in fine:
                return None
            return was if was.at >= POOL else Whereabouts(GONE if mine else ALEXANDRIA, strength=was.strength)

        now.tell(fits)
    _ports(now, None)


def _agrees(now: Update, had: Counter[int], at: int, mine: bool) -> bool:
    """Whether the numbers of blocks fit: Cleopatra has come home from place ``at``, or was at home already."""
    if at < POOL:
        had[at] -= 1
        had[ALEXANDRIA] += not mine
    for sea, to, leaving in _putting_in(now, had, None):
        had[sea] -= leaving
        had[to] += leaving
    return {place: count for place, count in had.items() if place in range(POOL) and count} == now.enemy_counts


def _putting_in(now: Update, had: Counter[int], chosen: int | None) -> list[tuple[int, int, int]]:
    """(sea, destination, number) of the navis that leave: to the only port, the pool, or the port chosen (8.2)."""
    has, found = now.enemy_counts, []
    for sea in sorted(filter(is_sea, had)):
        ports = [port for port in PORTS_OF[sea] if had[port] > 0 and port not in now.own_places]
        to = ports[0] if len(ports) == 1 else chosen if ports else POOL
        if to is not None and had[sea] > has.get(sea, 0):
            found.append((sea, to, had[sea] - has.get(sea, 0)))
    return found


def _ports(now: Update, chosen: int | None) -> None:
    """Navis leave their seas, each navis of a sea equally likely to be the one."""
    seas = any(is_sea(was.at) for column in now.posterior.marginals.values() for was in column)
    for sea, to, leaving in _putting_in(now, _counts(now), chosen) if seas else ():
        for _ in range(leaving):
            now.draw(sea, lambda b, was, to=to: Whereabouts(POOL) if to == POOL else was._replace(at=to))  # type: ignore[misc]


def _harbour(now: Update) -> None:
    """Update by the navis that puts into the port chosen, and by those after it that have only one port."""
    _ports(now, now.there if now.by_enemy else None)


# What is known --------------------------------------------------------------------------------------------------------


def _known(now: Update) -> None:
    """Drop blocks that are face up, off the map or the viewing side's from the posterior; add those newly hidden."""
    before, view = now.before, now.after
    out = {*now.own, *(BLOCK[name] for name in (*view.fallen, *view.trophies))}
    fought = {BLOCK[piece.block] for piece in before.battle.enemy} if before.battle else set()
    strengths = {BLOCK[piece.block]: piece.strength for piece in view.pieces}

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        gone = was.at == GONE
        if block not in out:
            return None if gone else was
        return Whereabouts(GONE) if block in fought or (gone and was.strength in (0, strengths.get(block))) else None

    statuses = now.posterior.marginals
    if not out.isdisjoint(statuses) or any(was.at == GONE for column in statuses.values() for was in column):
        now.tell(fits)
        now.posterior = now.posterior.without(out)
    for block in range(len(BLOCK_NAMES)):
        if block not in statuses and block not in out:
            now.posterior = now.posterior.with_item(block, _joined(now, block))


def _joined(now: Update, block: int) -> Whereabouts:
    """The status of a block that has joined the enemy's side in sight of the viewer."""
    before, after = now.before, now.after
    piece = next((piece for piece in before.pieces if BLOCK[piece.block] == block), None)
    if piece is None or now.sight.deed == "Disband":
        return Whereabouts(POOL)
    fighting = before.battle is not None and before.battle.place == piece.place
    strength = 1 if fighting and block == CLEOPATRA else piece.strength
    if after.phase in WINTER or after.year != before.year:
        return Whereabouts(ALEXANDRIA, strength=strength)
    to = before.path[1] if now.sight.deed == "Draw" else piece.place
    return Whereabouts(PLACE[to], piece.moved and before.turn == after.turn, strength=strength)


DEEDS: Final[dict[tuple[Phase, str], Callable[[Update], None]]] = {
    (Phase.MOVE, "Take"): _take,
    (Phase.MOVE, "Embark"): _take,
    **dict.fromkeys(((phase, deed) for phase in IN_HAND for deed in ("Go", "Stop")), _go),
    (Phase.LEVY, "Levy"): _levy,
    (Phase.LEVY, "Strengthen"): _strengthen,
    (Phase.DEPLOY, "Deploy"): _deploy,
    (Phase.VULCAN, "Target"): _vulcan,
    (Phase.DRAW, "Draw"): _jupiter,
    (Phase.REGROUP_TO, "Go"): _regroup,
    (Phase.RETREAT, "Go"): _retreat,
    (Phase.HARBOUR, "Go"): _harbour,
    (Phase.SUPPLY, "Disband"): _disband,
    (Phase.DISBAND, "Disband"): _disband,
}
EITHER: Final = (_go, _vulcan, _jupiter, _harbour)  # whichever side acts
