"""What one side sees of a record, step by step, and the resulting distribution over the blocks that it does not see."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import rules
from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import SHOWN, BattleView, View, observe
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
    """What a side sees of an action: its views before and after, the kind of the action, and the places that the log
    names to both sides. ``winter``: from where to where the enemy's blocks go home or to port, if by the action
    (8.1, 8.2). ``out``: the blocks no longer hidden, with their strength; ``new``: those from now on hidden, all of
    which the side sees."""

    before: View
    view: View
    deed: str = ""
    places: tuple[int, ...] = ()
    winter: tuple[tuple[int, int], ...] = ()
    out: tuple[tuple[int, int], ...] = ()
    new: tuple[tuple[int, Whereabouts], ...] = ()

    @property
    def by_enemy(self) -> bool:
        """Whether the action was the enemy's."""
        return self.before.decides == self.before.opponent


def observation(before: State, action: Action, after: State, viewer: str) -> Observation | None:
    """Return what a side sees of an action; None if it sees nothing."""
    seen, view = _observe(before, viewer), _observe(after, viewer)
    deed, places = type(action).__name__, tuple[int, ...]()
    match action:
        case s.Levy() if after.phase == Phase.MUSTER:  # it is seen where the block appears
            return None if view == seen else Observation(seen, view)
        case s.Levy():
            places = (t.LEVIED_AT[BLOCK[action.block]][0],)
        case s.Go() if before.phase == Phase.MUSTER:
            deed, places = "Levy", (PLACE[action.place],)
        case s.MainAttack():
            places = PLACE[action.place], PLACE[action.origin]
        case s.Deploy():
            places = (next_city(before),)
        case s.Go() | s.Target():
            places = (PLACE[action.place],)
        case s.Take() | s.Embark() | s.Strengthen() | s.Regroup() | s.Disband() | s.Retreat():
            places = (before.location[BLOCK[action.block]],)
    was, now = hidden_blocks(before, viewer), hidden_blocks(after, viewer)
    out = tuple((block, after.strength[block]) for block in was if block not in now)
    new = tuple((block, status._replace(origin=NONE)) for block, status in now.items() if block not in was)
    return Observation(seen, view, deed, places, _winter_moves(before, action, after, viewer), out, new)


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


# What follows ---------------------------------------------------------------------------------------------------------


def update(seen: Observation, posterior: Posterior, taken: Posterior | None) -> tuple[Posterior, Posterior | None]:
    """Return the posterior after an event, and while an enemy block is in hand the one from before it was taken;
    ValueError if no counted world agrees with it."""
    before, after = seen.before, seen.view
    if before.phase == Phase.MOVE and seen.by_enemy and after.phase in IN_HAND:
        taken = posterior
    posterior = _battle(seen, _deed(seen, posterior, taken))
    winter = after.phase in WINTER or after.year != before.year
    if winter or before.turn != after.turn:
        posterior = posterior.tell(lambda block, was: was._replace(moved=False, origin=NONE))
    if winter:
        posterior = _winter(seen, posterior)
    return _revealed(seen, posterior), taken if after.phase in IN_HAND else None


def _deed(seen: Observation, posterior: Posterior, taken: Posterior | None) -> Posterior:
    """Return the posterior after what was done: a draw of one of the blocks at a place, most often."""
    before, there = seen.before, seen.places[0] if seen.places else NONE

    def draw(here: int, becomes: Callable[[Observation, int, Whereabouts], Any], chance: bool = False) -> Posterior:
        able = lambda block, was: becomes(seen, block, was) if was.at == here else None  # noqa: E731
        return posterior.draw(able, chance)

    match before.phase, seen.deed:
        case Phase.VULCAN, "Target":
            return posterior.tell(lambda block, was: _weaker(block, was) if was.at == there else was)
        case Phase.DRAW, "Draw" if any(stack.place == before.path[0] for stack in before.enemy):
            return draw(PLACE[before.path[0]], _is_struck, chance=True)
        case _ if not seen.by_enemy:
            return posterior
        case Phase.VOYAGE, "Go" if seen.view.phase == Phase.VOYAGE:  # it is moved when it is in port
            return posterior
        case Phase.STEP | Phase.VOYAGE, "Go" | "Stop" if taken:
            posterior = taken  # the moving block is drawn anew
            return draw(PLACE[before.path[0]], _goes)
        case Phase.LEVY, "Levy":
            return draw(POOL, _appears)
        case Phase.LEVY, "Strengthen":
            return draw(there, _rises)
        case Phase.DEPLOY, "Deploy":
            return draw(ASIDE, _deploys)
        case Phase.REGROUP_TO, "Go" if before.battle:
            return draw(PLACE[before.battle.place], _regroups)
        case Phase.RETREAT, "Go" if before.held:
            held = BLOCK[before.held]
            return posterior.tell(lambda block, was: was._replace(at=there, origin=NONE) if block == held else was)
        case Phase.SUPPLY | Phase.DISBAND, "Disband":
            return draw(there, _disbands)
    return posterior


# What a block becomes if it is the one that does it, None if it could not be ------------------------------------------


def _goes(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    """It takes its whole path so far (6.1, 6.2, 6.3)."""
    path = (*map(PLACE.__getitem__, seen.before.path), *seen.places)
    navis = seen.before.phase == Phase.STEP and any(map(is_sea, path))
    attacks = any(PLACE[piece.place] == path[-1] for piece in seen.before.pieces)
    moved, origin = seen.view.phase not in IN_HAND, path[-2] if attacks else NONE
    fit = not was.moved and NAVIS[block] == navis
    return was._replace(at=path[-1], moved=moved, origin=origin) if fit else None


def _appears(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    city, side = seen.places[0], t.SIDES.index(seen.before.opponent)
    mourning = any(t.COLOUR[BLOCK[name]] == side for name in seen.before.trophies)
    fit = city in t.LEVIED_AT[block] and (mourning or not t.SUCCESSOR[block])
    return Whereabouts(city, strength=t.TRACK[block][-1]) if fit else None


def _rises(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    higher = t.HIGHER[block].get(was.strength)
    return was._replace(strength=higher) if higher else None


def _deploys(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    city = seen.places[0]
    return was._replace(at=city) if t.PORT[city] or not NAVIS[block] else None


def _weaker(block: int, was: Whereabouts) -> Whereabouts:
    lower = t.LOWER[block][was.strength]
    return was._replace(strength=lower) if lower else Whereabouts(GONE)


def _is_struck(seen: Observation, block: int, was: Whereabouts) -> Whereabouts:
    """Leaders and navis stay, others change sides in sight (E.Jupiter)."""
    stays = t.LEADER[block] or NAVIS[block]
    return _weaker(block, was) if stays else Whereabouts(GONE, strength=was.strength)


def _regroups(seen: Observation, block: int, was: Whereabouts) -> Whereabouts | None:
    to = seen.places[0]
    views = seen.before, seen.view
    had, has = (sum(stack.moved for stack in view.enemy if PLACE[stack.place] == to) for view in views)
    fit = NAVIS[block] != ((was.at, to) in t.ROAD_BETWEEN) and was.moved == (has > had)
    return was._replace(at=to, origin=NONE) if fit else None


def _disbands(seen: Observation, block: int, was: Whereabouts) -> Whereabouts:
    """A defector goes back to the viewing side's pool."""
    own = block == CLEOPATRA or t.COLOUR[block] == t.SIDES.index(seen.before.opponent)
    return Whereabouts(POOL if own else GONE)


# What is told ---------------------------------------------------------------------------------------------------------


def _battle(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior after what a battle shows: who fights there, who has died unseen, and that it is over."""
    old, new = seen.before.battle, seen.view.battle
    open_ = {BLOCK[piece.block] for piece in old.enemy} if old else set()
    goes_on = old is not None and new is not None and old.place == new.place
    place = PLACE[old.place] if old else NONE
    if old and old.enemy_reserves and all(stack.place != old.place for stack in seen.view.enemy):
        # 7.31: the main body is eliminated, and the reserve has died of its disruption before it was seen.
        posterior = posterior.tell(
            lambda block, was: (
                was if block in open_ or was.at != place else then if (then := _weaker(block, was)).at == GONE else None
            )
        )
    if new and seen.view.phase in SHOWN:
        posterior = _shown(seen, new, open_ if goes_on else set(), posterior)
    if old and not goes_on:
        posterior = posterior.tell(lambda block, was: was._replace(origin=NONE) if was.at == place else was)
    return posterior


def _shown(seen: Observation, new: BattleView, open_: set[int], posterior: Posterior) -> Posterior:
    """The enemy blocks that fight are face up: main bodies at the start, reserves as they arrive (7.1, 7.3, 7.31)."""
    here, arrived = PLACE[new.place], new.round > 1
    shown = {BLOCK[piece.block]: piece.strength for piece in new.enemy}
    declared = seen.places[1] if seen.deed == "MainAttack" and seen.places[0] == here else None
    waits = in_reserve(seen.before, new.place, declared)
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
    main = (
        declared
        if declared is not None
        else PLACE[threat.main]
        if threat.main
        else roads[0]
        if len(roads) == 1
        else None
    )
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
    if was.at != sea:
        return None
    return was._replace(at=to) if to < POOL else Whereabouts(POOL)


def _revealed(seen: Observation, posterior: Posterior) -> Posterior:
    """Return the posterior without the blocks no longer hidden, and with those from now on hidden."""
    out, fought = dict(seen.out), {BLOCK[p.block] for p in seen.before.battle.enemy} if seen.before.battle else set()

    def fits(block: int, was: Whereabouts) -> Whereabouts | None:
        gone = was.at == GONE
        if block not in out:
            return None if gone else was
        return Whereabouts(GONE) if block in fought or (gone and was.strength in (0, out[block])) else None

    return posterior.tell(fits).exchange(out, dict(seen.new))
