"""What one side sees of a record, step by step, and the resulting distribution over the blocks that it does not see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import rules
from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import SHOWN, SeenBlock, View, observe
from gamekit.julius_caesar.state import NONE, Action, Phase, State
from gamekit.julius_caesar.tables import ALEXANDRIA, ASIDE, BLOCK, CLEOPATRA, NAVIS, PLACE, POOL, is_sea
from gamekit.probability.sampling import Posterior

GONE: Final = -2  # eliminated, or on the viewing side
WINTER: Final = (Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND, Phase.OVER)
IN_HAND: Final = (Phase.STEP, Phase.VOYAGE)
_latest = lru_cache(maxsize=4)  # each position is looked at after one action and before the next
_observe = _latest(observe)


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = NONE
    strength: int = 0


@_latest
def hidden_blocks(state: State, viewer: str) -> dict[int, Whereabouts]:
    """Return the other side's blocks, on the map or waiting off it, by number; the fallen lie open to both sides."""
    came = dict(pair for attack in state.attacks for pair in attack.came)
    return {
        block: Whereabouts(at, bool(state.moved >> block & 1), came.get(block, NONE), strength)
        for block, (at, strength, side) in enumerate(zip(state.location, state.strength, state.side))
        if t.SIDES[side] != viewer and at not in (t.FALLEN, t.TROPHY)
    }


class Observation(NamedTuple):
    """What a side sees of an action: its views before and after, and ``path``, the places which the log names to both
    sides: where the enemy's block that acts stood, and where it goes. ``winter``: from where to where the enemy's
    blocks go home or to port, if by the action (8.1, 8.2). ``out``: the blocks no longer hidden, with their strength;
    ``new``: those from now on hidden, all of which the side sees."""

    before: View
    view: View
    path: tuple[int, ...] = ()
    winter: tuple[tuple[int, int], ...] = ()
    out: tuple[tuple[int, int], ...] = ()
    new: tuple[tuple[int, Whereabouts], ...] = ()


def observation(before: State, action: Action, after: State, viewer: str) -> Observation | None:
    """Return what a side sees of an action; None if it sees nothing."""
    seen, view, path = _observe(before, viewer), _observe(after, viewer), tuple[int, ...]()
    was, now = hidden_blocks(before, viewer), hidden_blocks(after, viewer)
    actor = BLOCK[action.block] if hasattr(action, "block") else before.held
    match action:
        case s.Levy() if after.phase == Phase.MUSTER:  # it is seen where the block appears
            return None if view == seen else Observation(seen, view)
        case s.MainAttack():
            path = PLACE[action.origin], PLACE[action.place]
        case s.Target():
            path = (PLACE[action.place],)
        case _ if actor not in was:
            pass
        case s.Levy():
            path = POOL, t.LEVIED_AT[actor][0]
        case s.Deploy():
            path = ASIDE, next_city(before)
        case s.Strengthen() | s.Disband():
            path = (before.location[actor],)
        case s.Draw():
            path = before.path[:1]
        case s.Stop():
            path = before.path
        case s.Go() if before.phase in IN_HAND and after.phase != Phase.VOYAGE:  # seen when it is in port
            path = *before.path, PLACE[action.place]
        case s.Go() if before.combat or before.phase == Phase.MUSTER:
            path = before.combat.place if before.combat else POOL, PLACE[action.place]
    out = tuple((block, after.strength[block]) for block in was if block not in now)
    new = tuple((block, status._replace(origin=NONE)) for block, status in now.items() if block not in was)
    return Observation(seen, view, path, _winter_moves(before, action, after, viewer), out, new)


def _winter_moves(before: State, action: Action, after: State, viewer: str) -> tuple[tuple[int, int], ...]:
    if before.phase == Phase.HARBOUR:
        begun = before
    elif before.phase not in WINTER and (after.phase in WINTER or after.year != before.year):
        begun = rules.apply(before, action, until=Phase.WINTER)
    else:
        return ()
    now = hidden_blocks(after, viewer)
    ways = ((was.at, now[block].at if block in now else GONE) for block, was in hidden_blocks(begun, viewer).items())
    return tuple(sorted((at, to) for at, to in ways if at < POOL and at != to))


def observations(record: Any, viewer: str) -> tuple[Observation, ...]:
    """Return all that a side sees of a record after the set-up."""
    positions = record.positions()
    steps = zip(positions, record.entries, positions[1:])
    return tuple(seen for before, entry, after in steps if (seen := observation(before, entry.action, after, viewer)))


def update(seen: Observation, posterior: Posterior, taken: Posterior | None) -> tuple[Posterior, Posterior | None]:
    """Return the posterior after an event, and while an enemy block is in hand the one from before it was taken;
    ValueError if no counted world agrees with it."""
    before, after, path = seen.before, seen.view, seen.path
    if before.phase == Phase.MOVE and before.decides == before.opponent and after.phase in IN_HAND:
        taken = posterior
    if before.phase == Phase.VULCAN and path:
        posterior = posterior.tell(lambda block, was: _weaker(block, was) if was.at == path[0] else was)
    elif path and before.phase not in (Phase.MAIN, Phase.JUPITER):  # a block in hand is drawn anew at each step
        posterior = (taken or posterior).draw(partial(_becomes, seen), chance=before.phase == Phase.DRAW)
    posterior = _battle(seen, posterior)
    winter = after.phase in WINTER or after.year != before.year
    if winter or before.turn != after.turn:
        posterior = posterior.tell(lambda block, was: was._replace(moved=False, origin=NONE))
    if winter:
        posterior = _winter(seen, posterior)
    return _revealed(seen, posterior), taken if after.phase in IN_HAND else None


def _becomes(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    """What a block becomes if it is the one that acts, None if it could not be."""
    if was.at != seen.path[0]:
        return None
    before, after, to, own = seen.before, seen.view, seen.path[-1], t.SIDES.index(seen.before.opponent)
    fit, then = True, was._replace(at=to)
    match before.phase:
        case Phase.STEP | Phase.VOYAGE:  # 6.1, 6.2, 6.3
            navis = before.phase == Phase.STEP and any(map(is_sea, seen.path))
            attacks = any(PLACE[piece.place] == to for piece in before.pieces)
            fit = not was.moved and NAVIS[block] == navis
            then = then._replace(moved=after.phase not in IN_HAND, origin=seen.path[-2] if attacks else NONE)
        case Phase.LEVY if was.at == POOL:
            mourning = any(t.COLOUR[BLOCK[name]] == own for name in before.trophies)
            fit = to in t.LEVIED_AT[block] and (mourning or not t.SUCCESSOR[block])
            then = Whereabouts(to, strength=t.TRACK[block][-1])
        case Phase.LEVY:
            higher = t.HIGHER[block].get(was.strength)
            fit, then = bool(higher), was._replace(strength=higher or 0)
        case Phase.DEPLOY:
            fit = t.PORT[to] or not NAVIS[block]
        case Phase.REGROUP_TO:
            had, has = (sum(stack.moved for stack in view.enemy if PLACE[stack.place] == to) for view in seen[:2])
            fit = NAVIS[block] != ((was.at, to) in t.ROAD_BETWEEN) and was.moved == (has > had)
            then = then._replace(origin=NONE)
        case Phase.RETREAT:
            fit, then = block == BLOCK[before.held or ""], then._replace(origin=NONE)
        case Phase.DRAW:  # leaders and navis stay, others change sides in sight (E.Jupiter)
            stays = t.LEADER[block] or NAVIS[block]
            then = _weaker(block, was) if stays else Whereabouts(GONE, strength=was.strength)
        case _:  # disbanded: a defector goes back to the viewing side's pool
            then = Whereabouts(POOL if block == CLEOPATRA or t.COLOUR[block] == own else GONE)
    return then if fit else None


def _weaker(block: int, was: Whereabouts) -> Whereabouts:
    lower = t.LOWER[block][was.strength]
    return was._replace(strength=lower) if lower else Whereabouts(GONE)


def _battle(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior after what a battle shows: who fights there, who has died unseen, and that it is over."""
    old, new = seen.before.battle, seen.view.battle
    goes_on = old is not None and new is not None and old.place == new.place
    if old and old.enemy_reserves and all(stack.place != old.place for stack in seen.view.enemy):
        # 7.31: the main body is eliminated, and the reserve has died of its disruption before it was seen.
        posterior = _shown(seen, old.place, (), True, posterior)
    if new and seen.view.phase in SHOWN:
        posterior = _shown(seen, new.place, new.enemy, new.round > 1, posterior)
    if old and not goes_on:
        place = PLACE[old.place]
        posterior = posterior.tell(lambda block, was: was._replace(origin=NONE) if was.at == place else was)
    return posterior


def _shown(seen: Observation, place: str, enemy: Sequence[SeenBlock], arrived: bool, posterior: Posterior) -> Posterior:
    """The enemy blocks that fight are face up: main bodies at the start, reserves as they arrive (7.1, 7.3, 7.31)."""
    here, shown, old = PLACE[place], {BLOCK[piece.block]: piece.strength for piece in enemy}, seen.before.battle
    open_ = {BLOCK[piece.block] for piece in old.enemy} if old and old.place == place else set()
    declared = seen.path[0] if seen.before.phase == Phase.MAIN and seen.path[1:] == (here,) else None
    waits = in_reserve(seen.before, place, declared)
    # a block of the main body is still alive
    kept = not shown.keys().isdisjoint(open_ | {BLOCK[piece.block] for piece in seen.before.pieces})

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        if block in open_:
            return was._replace(at=here, strength=shown[block]) if block in shown else was
        if was.at != here or (waits(was.origin) and not arrived):
            return None if block in shown else was
        then = _weaker(block, was) if arrived and not kept else was
        return then if shown.get(block, 0) == then.strength else None

    return posterior.tell(fits)


def in_reserve(view: View, place: str, declared: int | None = None) -> Callable[[int], bool]:
    """Return the test whether an enemy block that came to a battle from a place is in reserve, not of the main attack
    (7.3); until that is declared as if all came by one road."""
    threat = next((threat for threat in view.threats if threat.place == place), None)
    if threat is None or threat.attacker != view.opponent:
        return lambda origin: origin != NONE
    roads = [PLACE[arrival.origin] for arrival in threat.arrivals if arrival.side == view.opponent]
    roads = [PLACE[threat.main]] if threat.main else roads
    main = roads[0] if declared is None and len(roads) == 1 else declared
    return lambda origin: main is not None and origin not in (NONE, main)


def _winter(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior after Cleopatra has gone home, if she was not there (8.1), and navis have put in, each of a
    sea as likely to be the one (8.2)."""
    home = {at: to for at, to in seen.winter if not is_sea(at)}

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        if block != CLEOPATRA or not (home or was.at in range(POOL)):
            return was
        return was._replace(at=home[was.at]) if was.at in home else was if not home and was.at == ALEXANDRIA else None

    posterior = posterior.tell(fits)
    for sea, to in seen.winter:
        if is_sea(sea):
            posterior = posterior.draw(partial(_puts_in, sea, to))
    return posterior


def _puts_in(sea: int, to: int, block: int, was: Whereabouts) -> Whereabouts | None:
    return was._replace(at=to, strength=was.strength if to < POOL else 0) if was.at == sea else None


def _revealed(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior without the blocks no longer hidden, and with those from now on hidden."""
    out, fought = dict(seen.out), {BLOCK[p.block] for p in seen.before.battle.enemy} if seen.before.battle else set()

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        gone = was.at == GONE
        if block not in out:
            return None if gone else was
        return Whereabouts(GONE) if block in fought or (gone and was.strength in (0, out[block])) else None

    return posterior.tell(fits).exchange(out, dict(seen.new))
