"""How a law over hidden blocks goes on with each thing that is seen: draws among the blocks able, and what is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from gamekit.julius_caesar.blocks import (
    BLOCK,
    BLOCK_NAMES,
    CLEOPATRA,
    COLOUR,
    HIGHER,
    LEADER,
    LEVIED_AT,
    LOWER,
    NAVIS,
    SUCCESSOR,
    TRACK,
)
from gamekit.julius_caesar.odds.hidden_blocks import Able, HiddenBlocksPosterior, Whereabouts
from gamekit.julius_caesar.odds.sights import Sight
from gamekit.julius_caesar.places import ALEXANDRIA, ASIDE, PLACE, POOL, PORT, PORTS_OF, ROAD_BETWEEN, is_sea
from gamekit.julius_caesar.rules.views import SHOWN, View
from gamekit.julius_caesar.state import NONE, Phase
from gamekit.julius_caesar.tables import SIDES

GONE: Final = -2  # dead, or on the side of these eyes
WINTER: Final = (Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND, Phase.OVER)
IN_HAND: Final = (Phase.STEP, Phase.VOYAGE)


@dataclass(frozen=True, slots=True)
class Hand:
    """An enemy block in hand: the law before it was taken, its path, and whether it crosses the sea (6.3)."""

    posterior: HiddenBlocksPosterior
    path: tuple[int, ...]
    voyage: bool


@dataclass(slots=True)
class Reckoning:
    """The law while one event is taken in."""

    before: View
    sight: Sight
    posterior: HiddenBlocksPosterior
    hand: Hand | None

    @property
    def now(self) -> View:
        """The view after the event."""
        return self.sight.view

    @property
    def there(self) -> int:
        """The first place that was told."""
        return PLACE[self.sight.places[0]]

    def draw(self, able: Able, chance: bool = False) -> None:
        """One of the blocks able is drawn."""
        self.posterior = self.posterior.draw(able, chance)

    def tell(self, fits: Able) -> None:
        """Every block is as told."""
        self.posterior = self.posterior.tell(fits)


def reckoned(
    before: View, sight: Sight, posterior: HiddenBlocksPosterior, hand: Hand | None
) -> tuple[HiddenBlocksPosterior, Hand | None]:
    """The distribution and the block in hand after an event; ValueError where no counted world agrees with it."""
    now = Reckoning(before, sight, posterior, hand)
    if deed := DEEDS.get((before.phase, sight.deed)):
        deed(now)
    winter = before.phase not in WINTER and (sight.view.phase in WINTER or sight.view.year != before.year)
    _battle(now)
    if winter or (before.year, before.turn) != (sight.view.year, sight.view.turn):
        now.tell(lambda block, status: status._replace(moved=False, origin=NONE))
    if winter:
        _home(now)
    _known(now)
    return now.posterior, now.hand


def _theirs(now: Reckoning) -> bool:
    return now.before.decides == now.before.opponent


# Commands -------------------------------------------------------------------------------------------------------------


def _take(now: Reckoning) -> None:
    if _theirs(now):
        now.hand = Hand(now.posterior, (now.there,), now.sight.deed == "Embark")


def _go(now: Reckoning) -> None:
    """The whole path so far is drawn anew among the blocks that could take it (6.1, 6.2, 6.3)."""
    if now.hand is None:
        return
    if now.sight.deed == "Go":
        now.hand = replace(now.hand, path=(*now.hand.path, now.there))
    path, over = now.hand.path, now.now.phase not in IN_HAND
    if now.hand.voyage and not over:
        return
    navis = any(map(is_sea, path)) and not now.hand.voyage
    here, to = path[0], path[-1]
    fought = _ours(now.before) >= {to}
    origin = path[-2] if fought else NONE

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        fit = status.at == here and not status.moved and NAVIS[block] == navis
        return status._replace(at=to, moved=over, origin=origin) if fit else None

    now.posterior = now.hand.posterior
    now.draw(able)
    if over:
        now.hand = None


def _ours(view: View) -> set[int]:
    return {PLACE[piece.place] for piece in view.pieces}


def _levy(now: Reckoning) -> None:
    if not _theirs(now):
        return
    side, city = SIDES.index(now.before.opponent), now.there
    mourning = any(COLOUR[BLOCK[name]] == side for name in now.before.trophies)

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        fit = status.at == POOL and city in LEVIED_AT[block] and (mourning or not SUCCESSOR[block])
        return Whereabouts(city, strength=TRACK[block][-1]) if fit else None

    now.draw(able)


def _strengthen(now: Reckoning) -> None:
    if not _theirs(now):
        return
    city = now.there

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        higher = HIGHER[block].get(status.strength) if status.at == city else None
        return status._replace(strength=higher) if higher else None

    now.draw(able)


def _deploy(now: Reckoning) -> None:
    if not _theirs(now):
        return
    city = now.there

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        fit = status.at == ASIDE and (PORT[city] or not NAVIS[block])
        return status._replace(at=city) if fit else None

    now.draw(able)


def _weaker(block: int, status: Whereabouts) -> Whereabouts:
    lower = LOWER[block][status.strength]
    return status._replace(strength=lower) if lower else Whereabouts(GONE)


def _vulcan(now: Reckoning) -> None:
    city = now.there
    now.tell(lambda block, status: _weaker(block, status) if status.at == city else status)


def _jupiter(now: Reckoning) -> None:
    """Chance has drawn one of the stack, each as likely (E.Jupiter): a leader or a navis stays, others are seen."""
    target = now.before.path[0]
    if not any(stack.place == target for stack in now.before.enemy):
        return
    place = PLACE[target]

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        if status.at != place:
            return None
        return _weaker(block, status) if LEADER[block] or NAVIS[block] else Whereabouts(GONE, strength=status.strength)

    now.draw(able, chance=True)


def _regroup(now: Reckoning) -> None:
    if not _theirs(now) or now.before.battle is None:
        return
    here, to = PLACE[now.before.battle.place], now.there
    land = (here, to) in ROAD_BETWEEN
    moved = _moved(now.now, to) > _moved(now.before, to)

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        fit = status.at == here and NAVIS[block] != land and status.moved == moved
        return status._replace(at=to, origin=NONE) if fit else None

    now.draw(able)


def _moved(view: View, place: int) -> int:
    return sum(stack.moved for stack in view.enemy if PLACE[stack.place] == place)


def _retreat(now: Reckoning) -> None:
    if now.before.held is None or not _theirs(now):
        return
    held, to = BLOCK[now.before.held], now.there
    now.tell(lambda block, status: status._replace(at=to, origin=NONE) if block == held else status)


def _disband(now: Reckoning) -> None:
    if not _theirs(now):
        return
    here, side = now.there, SIDES.index(now.before.opponent)

    def able(block: int, status: Whereabouts) -> Whereabouts | None:
        if status.at != here:
            return None
        own = block == CLEOPATRA or COLOUR[block] == side  # a defector goes back to the pool of these eyes
        return Whereabouts(POOL) if own else Whereabouts(GONE)

    now.draw(able)


# Battles --------------------------------------------------------------------------------------------------------------


def _battle(now: Reckoning) -> None:
    old, new = now.before.battle, now.now.battle
    goes_on = old is not None and new is not None and old.place == new.place
    if new is not None and now.now.phase in SHOWN:
        _shown(now, goes_on)
    elif old is not None and old.enemy_reserves and all(stack.place != old.place for stack in now.now.enemy):
        _disrupted(now, PLACE[old.place], {BLOCK[piece.block] for piece in old.enemy})
    if old is not None and not goes_on:
        place = PLACE[old.place]
        now.tell(lambda block, status: status._replace(origin=NONE) if status.at == place else status)


def _shown(now: Reckoning, goes_on: bool) -> None:
    """The enemy blocks that fight lie open: main bodies at the start, reserves as they arrive (7.1, 7.3, 7.31)."""
    new = now.now.battle
    assert new is not None
    here = PLACE[new.place]
    seen = {BLOCK[piece.block]: piece.strength for piece in new.enemy}
    open_ = {BLOCK[piece.block] for piece in now.before.battle.enemy} if goes_on and now.before.battle else set()
    reserve = _reserve(now)
    arrived = new.round > 1
    old_hands = open_ | {BLOCK[piece.block] for piece in now.before.pieces}
    kept = any(block in old_hands for block in seen)  # somebody of the main body still stands

    def fits(block: int, status: Whereabouts) -> Whereabouts | None:
        if block in open_:
            return status._replace(at=here, strength=seen[block]) if block in seen else status
        if status.at != here:
            return None if block in seen else status
        if reserve(status) and not arrived:
            return None if block in seen else status
        then = _weaker(block, status) if arrived and not kept else status
        if then.at == GONE:
            return None if block in seen else then
        return then if seen.get(block) == then.strength else None

    now.tell(fits)


def _disrupted(now: Reckoning, place: int, open_: set[int]) -> None:
    """The main body is gone, and the reserve has died of its disruption before anybody saw it (7.31)."""

    def fits(block: int, status: Whereabouts) -> Whereabouts | None:
        if block in open_ or status.at != place:
            return status
        then = _weaker(block, status)
        return then if then.at == GONE else None

    now.tell(fits)


def _reserve(now: Reckoning) -> Callable[[Whereabouts], bool]:
    """Whether a block at the place of the battle is in reserve: it came, and not by the main attack (7.3)."""
    battle = now.now.battle
    assert battle is not None
    threat = next((threat for threat in now.before.threats if threat.place == battle.place), None)
    if threat is None or threat.attacker != now.before.opponent:
        return lambda status: status.origin != NONE
    main = threat.main
    if now.sight.deed == "MainAttack" and now.sight.places[0] == battle.place:
        main = now.sight.places[1]
    if main is None:
        main = next(arrival.origin for arrival in threat.arrivals if arrival.side == threat.attacker)
    by = PLACE[main]
    return lambda status: status.origin not in (NONE, by)


# Winter ---------------------------------------------------------------------------------------------------------------


def _home(now: Reckoning) -> None:
    """Cleopatra goes home (8.1) and the navis put in (8.2), as far as the numbers of blocks show."""
    mine = BLOCK_NAMES[CLEOPATRA] in _own(now.now)
    known = now.posterior.statuses().get(CLEOPATRA)
    if known:
        fine = {at for at in {status.at for status in known} if _agrees(now, at, mine)}

        def fits(block: int, status: Whereabouts) -> Whereabouts | None:
            if block != CLEOPATRA or status.at == GONE:
                return status
            if status.at not in fine:
                return None
            if status.at >= POOL:
                return status
            return (
                Whereabouts(GONE, strength=status.strength)
                if mine
                else Whereabouts(ALEXANDRIA, strength=status.strength)
            )

        now.tell(fits)
    _ports(now, None)


def _own(view: View) -> set[str]:
    return {*(piece.block for piece in view.pieces), *view.pool, *view.aside}


def _agrees(now: Reckoning, at: int, mine: bool) -> bool:
    """Whether the numbers of blocks agree with Cleopatra's having come home from a place, or having had no need to."""
    had = now.posterior.counts()
    if at < POOL:
        had[at] -= 1
        had[ALEXANDRIA] += not mine
    for sea, to, leaving in _putting_in(now, had, None):
        had[sea] -= leaving
        had[to] += leaving
    has = {PLACE[stack.place]: stack.count for stack in now.now.enemy}
    return {place: count for place, count in had.items() if place in range(POOL) and count} == has


def _putting_in(now: Reckoning, had: Counter[int], chosen: int | None) -> list[tuple[int, int, int]]:
    """(sea, to, how many) of the navis that leave: to the only port, to the pool, or to the port chosen (8.2)."""
    has, ours = {PLACE[stack.place]: stack.count for stack in now.now.enemy}, _ours(now.before)
    found = []
    for sea in sorted(place for place in had if is_sea(place)):
        ports = [port for port in PORTS_OF[sea] if had[port] > 0 and port not in ours]
        to = ports[0] if len(ports) == 1 else POOL if not ports else chosen
        if to is not None and had[sea] > has.get(sea, 0):
            found.append((sea, to, had[sea] - has.get(sea, 0)))
    return found


def _ports(now: Reckoning, chosen: int | None) -> None:
    """Navis leave their seas, each of a sea as likely as the others."""
    for sea, to, leaving in _putting_in(now, now.posterior.counts(), chosen):

        def able(block: int, status: Whereabouts, sea: int = sea, to: int = to) -> Whereabouts | None:
            if status.at != sea:
                return None
            return Whereabouts(POOL) if to == POOL else status._replace(at=to)

        for _ in range(leaving):
            now.draw(able)


def _harbour(now: Reckoning) -> None:
    """The navis that chooses, and those after it that need not: theirs too when the last choice was of these eyes."""
    _ports(now, now.there if _theirs(now) else None)


# What is known --------------------------------------------------------------------------------------------------------


def _known(now: Reckoning) -> None:
    """Blocks that lie open, off the map or on the side of these eyes, are no longer asked about; others join."""
    before, view = now.before, now.now
    out = {BLOCK[name] for name in (*view.fallen, *view.trophies, *_own(view))}
    fought = {BLOCK[piece.block] for piece in before.battle.enemy} if before.battle else set()
    strengths = {BLOCK[piece.block]: piece.strength for piece in view.pieces}

    def fits(block: int, status: Whereabouts) -> Whereabouts | None:
        if block in out:
            if status.at == GONE and status.strength in (0, strengths.get(block)):
                return Whereabouts(GONE)
            return Whereabouts(GONE) if block in fought else None
        return None if status.at == GONE else status

    statuses = now.posterior.statuses()
    if not out.isdisjoint(statuses) or any(status.at == GONE for column in statuses.values() for status in column):
        now.tell(fits)
        now.posterior = now.posterior.without(out)
    for block in range(len(BLOCK_NAMES)):
        if block not in statuses and block not in out:
            now.posterior = now.posterior.meet(block, _joined(now, block))


def _joined(now: Reckoning, block: int) -> Whereabouts:
    """Where a block stands that has come to the enemy's side before these eyes."""
    before = now.before
    piece = next((piece for piece in before.pieces if BLOCK[piece.block] == block), None)
    if piece is None or now.sight.deed == "Disband":
        return Whereabouts(POOL)
    fighting = before.battle is not None and before.battle.place == piece.place
    strength = 1 if fighting and block == CLEOPATRA else piece.strength
    if now.now.phase in WINTER or now.now.year != before.year:
        return Whereabouts(ALEXANDRIA, strength=strength)
    moved = piece.moved and before.turn == now.now.turn
    to = before.path[1] if now.sight.deed == "Draw" else piece.place
    return Whereabouts(PLACE[to], moved, strength=strength)


DEEDS: Final[dict[tuple[Phase, str], Callable[[Reckoning], None]]] = {
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
