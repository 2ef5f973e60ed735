"""What one side sees of a record, step by step, and the resulting distribution over the blocks that it does not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import SHOWN, BattleView, View, observe
from gamekit.julius_caesar.state import NONE, Action, Phase, State
from gamekit.julius_caesar.tables import ALEXANDRIA, ASIDE, BLOCK, CLEOPATRA, NAVIS, PLACE, PLACES, POOL, is_sea
from gamekit.probability.sampling import Change, Posterior

GONE: Final = -2  # eliminated, or on the viewing side
WINTER: Final = (Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND, Phase.OVER)
IN_HAND: Final = (Phase.STEP, Phase.VOYAGE)


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = NONE
    strength: int = 0


class Observation(NamedTuple):
    """A view, with the kind of the action before it and the places that the log names to both sides."""

    view: View
    deed: str = ""
    places: tuple[str, ...] = ()


def observation(before: State, action: Action, after: State, viewer: str) -> Observation | None:
    """Return what a side sees of an action; None if it sees nothing."""
    view, deed, places = observe(after, viewer), type(action).__name__, tuple[str, ...]()
    match action:
        case s.Levy() if after.phase == Phase.MUSTER:  # it is seen where the block appears
            return None if view == observe(before, viewer) else Observation(view)
        case s.Levy():
            places = (PLACES[t.LEVIED_AT[BLOCK[action.block]][0]],)
        case s.Go() if before.phase == Phase.MUSTER:
            deed, places = "Levy", (action.place,)
        case s.MainAttack():
            places = action.place, action.origin
        case s.Deploy():
            places = (PLACES[next_city(before)],)
        case s.Go() | s.Target():
            places = (action.place,)
        case s.Take() | s.Embark() | s.Strengthen() | s.Regroup() | s.Disband() | s.Retreat():
            places = (PLACES[before.location[BLOCK[action.block]]],)
    return Observation(view, deed, places)


def observations(record: Any, viewer: str) -> tuple[Observation, ...]:
    """Return all that a side sees of a record after the set-up."""
    positions = record.positions()
    steps = zip(positions, record.entries, positions[1:])
    return tuple(seen for before, entry, after in steps if (seen := observation(before, entry.action, after, viewer)))


# What follows ---------------------------------------------------------------------------------------------------------


class MovingBlock(NamedTuple):
    """An enemy block in hand: the distribution before it was taken, its path, and whether it crosses the sea (6.3)."""

    posterior: Posterior
    path: tuple[int, ...]
    voyage: bool


@dataclass(slots=True)
class Update:
    """The posterior while it is updated by one event."""

    before: View
    sight: Observation
    posterior: Posterior
    hand: MovingBlock | None

    @property
    def after(self) -> View:
        """The view after the event."""
        return self.sight.view

    @property
    def there(self) -> int:
        """The first place that the event's log names."""
        return PLACE[self.sight.places[0]]

    @property
    def own_places(self) -> set[int]:
        """The places where the viewing side had blocks."""
        return {PLACE[piece.place] for piece in self.before.pieces}

    @property
    def own(self) -> set[int]:
        """The viewing side's blocks after the event, on the map and off it."""
        return {BLOCK[n] for n in (*(p.block for p in self.after.pieces), *self.after.pool, *self.after.aside)}

    @property
    def enemy_counts(self) -> Counter[int]:
        """The number of enemy blocks at each place after the event."""
        return Counter({PLACE[stack.place]: stack.count for stack in self.after.enemy})

    @property
    def by_enemy(self) -> bool:
        """Whether the action was the enemy's."""
        return self.before.decides == self.before.opponent

    def draw(self, here: int, becomes: Callable[[Update, int, Whereabouts], Any], chance: bool = False) -> None:
        """Update by a draw of one of the blocks at a place: those for which ``becomes`` is not None."""
        able: Change = lambda block, was: becomes(self, block, was) if was.at == here else None  # noqa: E731
        self.posterior = self.posterior.draw(able, chance)

    def tell(self, fits: Change) -> None:
        """Update every block's status by ``fits``; worlds where it gives None are ruled out."""
        self.posterior = self.posterior.tell(fits)


def update(
    before: View, sight: Observation, posterior: Posterior, hand: MovingBlock | None
) -> tuple[Posterior, MovingBlock | None]:
    """Return the posterior and the block in hand after an event; ValueError if no counted world agrees with it."""
    now, after = Update(before, sight, posterior, hand), sight.view
    _deed(now)
    winter = before.phase not in WINTER and (after.phase in WINTER or after.year != before.year)
    _battle(now)
    if winter or (before.year, before.turn) != (after.year, after.turn):
        now.tell(lambda block, was: was._replace(moved=False, origin=NONE))
    if winter:
        _home(now)
    _known(now)
    return now.posterior, now.hand


# Commands: what a block becomes if it is the one that does it, None if it could not be --------------------------------


def _goes(now: Update, block: int, was: Whereabouts) -> Whereabouts | None:
    """It takes its whole path so far (6.1, 6.2, 6.3)."""
    assert now.hand
    path, navis = now.hand.path, not now.hand.voyage and any(map(is_sea, now.hand.path))
    origin = path[-2] if path[-1] in now.own_places else NONE
    then = was._replace(at=path[-1], moved=now.after.phase not in IN_HAND, origin=origin)
    return then if not was.moved and NAVIS[block] == navis else None


def _appears(now: Update, block: int, was: Whereabouts) -> Whereabouts | None:
    side = t.SIDES.index(now.before.opponent)
    mourning = any(t.COLOUR[BLOCK[name]] == side for name in now.before.trophies)
    fit = now.there in t.LEVIED_AT[block] and (mourning or not t.SUCCESSOR[block])
    return Whereabouts(now.there, strength=t.TRACK[block][-1]) if fit else None


def _rises(now: Update, block: int, was: Whereabouts) -> Whereabouts | None:
    higher = t.HIGHER[block].get(was.strength)
    return was._replace(strength=higher) if higher else None


def _deploys(now: Update, block: int, was: Whereabouts) -> Whereabouts | None:
    return was._replace(at=now.there) if t.PORT[now.there] or not NAVIS[block] else None


def _weaker(block: int, was: Whereabouts) -> Whereabouts:
    lower = t.LOWER[block][was.strength]
    return was._replace(strength=lower) if lower else Whereabouts(GONE)


def _is_struck(now: Update, block: int, was: Whereabouts) -> Whereabouts:
    """Leaders and navis stay, others change sides in sight (E.Jupiter)."""
    stays = t.LEADER[block] or NAVIS[block]
    return _weaker(block, was) if stays else Whereabouts(GONE, strength=was.strength)


def _regroups(now: Update, block: int, was: Whereabouts) -> Whereabouts | None:
    assert now.before.battle
    here, to = PLACE[now.before.battle.place], now.there
    had, has = (
        sum(stack.moved for stack in view.enemy if PLACE[stack.place] == to) for view in (now.before, now.after)
    )
    fit = NAVIS[block] != ((here, to) in t.ROAD_BETWEEN) and was.moved == (has > had)
    return was._replace(at=to, origin=NONE) if fit else None


def _disbands(now: Update, block: int, was: Whereabouts) -> Whereabouts:
    """A defector goes back to the viewing side's pool."""
    own = block == CLEOPATRA or t.COLOUR[block] == t.SIDES.index(now.before.opponent)
    return Whereabouts(POOL if own else GONE)


def _deed(now: Update) -> None:
    """Update by what was done: a draw of one of the blocks at a place, most often."""
    before, hand = now.before, now.hand
    match before.phase, now.sight.deed:
        case Phase.MOVE, "Take" | "Embark" if now.by_enemy:
            now.hand = MovingBlock(now.posterior, (now.there,), now.sight.deed == "Embark")
        case Phase.STEP | Phase.VOYAGE, "Go" | "Stop" if hand:  # the moving block is drawn anew
            over = now.after.phase not in IN_HAND
            now.hand = hand = hand._replace(path=(*hand.path, now.there) if now.sight.deed == "Go" else hand.path)
            if over or not hand.voyage:
                now.posterior = hand.posterior
                now.draw(hand.path[0], _goes)
            now.hand = None if over else hand
        case Phase.LEVY, "Levy" if now.by_enemy:
            now.draw(POOL, _appears)
        case Phase.LEVY, "Strengthen" if now.by_enemy:
            now.draw(now.there, _rises)
        case Phase.DEPLOY, "Deploy" if now.by_enemy:
            now.draw(ASIDE, _deploys)
        case Phase.VULCAN, "Target":
            now.tell(lambda block, was: _weaker(block, was) if was.at == now.there else was)
        case Phase.DRAW, "Draw" if any(stack.place == before.path[0] for stack in before.enemy):
            now.draw(PLACE[before.path[0]], _is_struck, chance=True)
        case Phase.REGROUP_TO, "Go" if now.by_enemy and before.battle:
            now.draw(PLACE[before.battle.place], _regroups)
        case Phase.RETREAT, "Go" if now.by_enemy and before.held:
            held, to = BLOCK[before.held], now.there
            now.tell(lambda block, was: was._replace(at=to, origin=NONE) if block == held else was)
        case Phase.HARBOUR, "Go":  # the navis that puts into the port chosen, and those after it with only one port
            _ports(now, now.there if now.by_enemy else None)
        case Phase.SUPPLY | Phase.DISBAND, "Disband" if now.by_enemy:
            now.draw(now.there, _disbands)


# Battles --------------------------------------------------------------------------------------------------------------


def _battle(now: Update) -> None:
    old, new = now.before.battle, now.after.battle
    goes_on = old is not None and new is not None and old.place == new.place
    open_ = {BLOCK[piece.block] for piece in old.enemy} if old else set()
    if new is not None and now.after.phase in SHOWN:
        _shown(now, new, open_ if goes_on else set())
    elif old is not None and old.enemy_reserves and PLACE[old.place] not in now.enemy_counts:
        _disrupted(now, PLACE[old.place], open_)
    if old is not None and not goes_on:
        place = PLACE[old.place]
        now.tell(lambda block, was: was._replace(origin=NONE) if was.at == place else was)


def _shown(now: Update, new: BattleView, open_: set[int]) -> None:
    """The enemy blocks that fight are face up: main bodies at the start, reserves as they arrive (7.1, 7.3, 7.31)."""
    here, arrived = PLACE[new.place], new.round > 1
    seen = {BLOCK[piece.block]: piece.strength for piece in new.enemy}
    declared = now.sight.places[1] if now.sight.deed == "MainAttack" and now.sight.places[0] == new.place else None
    waits = in_reserve(now.before, new.place, declared)
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


def _counts(now: Update) -> Counter[int]:
    """The number of enemy blocks at each place, which is the same in every world."""
    return Counter(was.at for was in now.posterior.possible_world().values())


def _agrees(now: Update, had: Counter[int], at: int, mine: bool) -> bool:
    """Whether the numbers of blocks fit: Cleopatra has come home from place ``at``, or was at home already."""
    if at < POOL:
        had[at] -= 1
        had[ALEXANDRIA] += not mine
    for sea, to, leaving in _putting_in(now, had, None):
        had[sea] -= leaving
        had[to] += leaving
    return Counter({place: count for place, count in had.items() if place in range(POOL)}) == now.enemy_counts


def _putting_in(now: Update, had: Counter[int], chosen: int | None) -> list[tuple[int, int, int]]:
    """(sea, destination, number) of the navis that leave: to the only port, the pool, or the port chosen (8.2)."""
    has, found = now.enemy_counts, []
    for sea in sorted(filter(is_sea, had)):
        ports = [port for port in t.PORTS_OF[sea] if had[port] > 0 and port not in now.own_places]
        to = ports[0] if len(ports) == 1 else chosen if ports else POOL
        if to is not None and had[sea] > has[sea]:
            found.append((sea, to, had[sea] - has[sea]))
    return found


def _ports(now: Update, chosen: int | None) -> None:
    """Navis leave their seas, each navis of a sea equally likely to be the one."""
    if not any(is_sea(was.at) for column in now.posterior.marginals.values() for was in column):
        return
    for sea, to, leaving in _putting_in(now, _counts(now), chosen):
        for _ in range(leaving):
            now.draw(sea, lambda _, block, was, to=to: Whereabouts(POOL) if to == POOL else was._replace(at=to))  # type: ignore[misc]


# What is known --------------------------------------------------------------------------------------------------------


def _known(now: Update) -> None:
    """Drop blocks that are face up, off the map or the viewing side's from the posterior; add those newly hidden."""
    battle, view, known = now.before.battle, now.after, now.posterior.marginals
    out = {*now.own, *(BLOCK[name] for name in (*view.fallen, *view.trophies))}
    fought = {BLOCK[piece.block] for piece in battle.enemy} if battle else set()
    strengths = {BLOCK[piece.block]: piece.strength for piece in view.pieces}

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        gone = was.at == GONE
        if block not in out:
            return None if gone else was
        return Whereabouts(GONE) if block in fought or (gone and was.strength in (0, strengths.get(block))) else None

    if not out.isdisjoint(known) or any(was.at == GONE for column in known.values() for was in column):
        now.tell(fits)
    joined = {block: _joined(now, block) for block in BLOCK.values() if block not in known and block not in out}
    now.posterior = now.posterior.exchange(out, joined)


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
