"""A whole position consistent with a view: hidden things are drawn at random, and only the view is read.

Enemy blocks are dealt to the visible stacks, early in a game likelier where they begin or are levied; their strengths
and the enemy's cards are drawn too. It is a rougher guess than a ``Belief``'s, which needs every sight since the
set-up: a player at the table is given no more than its view."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from math import exp
from random import Random
from typing import Any

from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.players.evaluation import distances
from gamekit.julius_caesar.rules.battle import SLOTS, slot_turn
from gamekit.julius_caesar.rules.cards import APOLLO
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, ComingBattle, Command, OngoingBattle, Phase, State

FAR = 12  # steps counted to an unreachable place
FULL_STRENGTH = 0.5  # the chance that a block which began on the map has lost no step
Slots = list[tuple[int, bool]]  # (place, moved) of every unseen block


def sample(view: View, random: Random) -> State:
    """Return a position that agrees with the view; a last block may be dealt to a place that it could not be in."""
    me = t.SIDES.index(view.player)
    location, strength, side = _seen(view, me)
    moved = _hide(view, me, location, strength, side, random)
    for piece in view.pieces:
        moved |= piece.moved << t.BLOCK[piece.block]
    hands, discards, chosen = _cards(view, me, random)
    return State(
        year=view.year,
        turn=view.turn,
        phase=view.phase,
        actor=t.SIDES.index(view.decides) if view.decides in t.SIDES else me,
        location=tuple(location),
        strength=tuple(strength),
        side=tuple(side),
        hands=hands,
        discards=discards,
        played=_pair(me, *(tuple(t.CARD[card] for card in pile) for pile in view.played)),
        chosen=chosen,
        force=_pair(me, *(NONE if card is None else t.CARD[card] for card in view.in_force)),
        first=NONE if view.player1 is None else t.SIDES.index(view.player1),
        moved=moved,
        command=_command(view),
        attacks=tuple(_coming(view, threat, location, side, moved) for threat in view.threats),
        held=NONE if view.held is None else t.BLOCK[view.held],
        path=tuple(t.PLACE[name] for name in view.path),
        combat=_combat(view, me, location, side),
        online=view.online,
    )


def _pair(me: int, mine: Any, yours: Any) -> Any:
    return (mine, yours) if me == 0 else (yours, mine)


def _seen(view: View, me: int) -> tuple[list[int], list[int], list[int]]:
    """Return place, strength and side of every block, unseen ones at NONE."""
    location, strength, side = [NONE] * len(t.BLOCK), [0] * len(t.BLOCK), list(t.COLOUR)
    for names, where in (
        (view.fallen, t.FALLEN),
        (view.trophies, t.TROPHY),
        (view.pool, t.POOL),
        (view.aside, t.ASIDE),
    ):
        for name in names:
            block = t.BLOCK[name]
            location[block] = where
            if where in (t.POOL, t.ASIDE):
                side[block] = me
            if where == t.ASIDE:
                strength[block] = t.TRACK[block][0]
    for pieces, owner in ((view.pieces, me), (view.battle.enemy if view.battle else (), 1 - me)):
        for piece in pieces:
            block = t.BLOCK[piece.block]
            location[block], strength[block], side[block] = t.PLACE[piece.place], piece.strength, owner
    return location, strength, side


def _slots(view: View, me: int, location: list[int], side: list[int]) -> Slots:
    """Return the places of unseen enemy blocks: seas first, then cities without a port, then ports."""
    shown = Counter(at for at, owner in zip(location, side) if owner != me)
    found: Slots = []
    for stack in view.enemy:
        at = t.PLACE[stack.place]
        found += [(at, number < stack.moved) for number in range(shown[at], stack.count)]
    return sorted(found, key=lambda slot: (slot[0] < t.FIRST_SEA, slot[0] < t.FIRST_SEA and t.PORT[slot[0]], slot[0]))


@lru_cache(maxsize=64)
def _ties(played: int) -> tuple[tuple[float, ...], ...]:
    """By block and place: how much likelier it is there than elsewhere after ``played`` turns."""
    pull = 2.0 / (1 + 0.5 * played)
    near = distances()
    rows = []
    for block in range(len(t.BLOCK)):
        homes = [t.START[block]] if t.START[block] < t.POOL else list(t.LEVIED_AT[block])
        steps = near[t.NAVIS[block]]
        rows.append(
            tuple(exp(-pull * min((steps[home].get(at, FAR) for home in homes), default=FAR)) for at in range(t.POOL))
        )
    return tuple(rows)


def _fits(block: int, at: int, mourning: bool) -> bool:
    """Return whether a block may be at a place; a third leader only after another has died (4.1, 7.51)."""
    stands = t.NAVIS[block] if at >= t.FIRST_SEA else t.PORT[at] or not t.NAVIS[block]
    return stands and (mourning or not t.SUCCESSOR[block])


def _hide(view: View, me: int, location: list[int], strength: list[int], side: list[int], random: Random) -> int:
    """Deal the unseen blocks to the slots and the rest to the pool; return the mask of those that have moved."""
    hidden = [block for block, at in enumerate(location) if at == NONE]
    turns = (view.year - t.NUMBERS["first_year"]) * t.NUMBERS["turns"] + view.turn - 1
    ties, moved = _ties(turns), _stirred(view)
    mourning = any(t.COLOUR[t.BLOCK[name]] != me for name in view.trophies)
    for at, stirred in _slots(view, me, location, side):
        able = [block for block in hidden if _fits(block, at, mourning)] or hidden
        weights = [ties[block][at] * _pull(block, me) for block in able]
        block = random.choices(able, weights)[0]
        hidden.remove(block)
        location[block], side[block] = at, 1 - me
        strength[block] = _steps(block, random)
        moved |= stirred << block
    off = t.ASIDE if view.phase == Phase.DEPLOY and not view.enemy else t.POOL
    for block in hidden:  # the only unseen own-colour block is Cleopatra: a defector off the map is one's own again
        location[block], strength[block] = off, t.TRACK[block][0] if off == t.ASIDE else 0
        side[block] = 1 - me if block == t.CLEOPATRA else t.COLOUR[block]
    return moved


def _stirred(view: View) -> int:
    """Return a mask of enemy blocks shown in a battle, as many as have moved."""
    if view.battle is None:
        return 0
    many = next((stack.moved for stack in view.enemy if stack.place == view.battle.place), 0)
    return sum(1 << t.BLOCK[piece.block] for piece in view.battle.enemy[:many])


def _pull(block: int, me: int) -> float:
    """Return how much likelier a block is on the map than in the pool: one's own colour, unseen, has defected."""
    if t.COLOUR[block] == me and block != t.CLEOPATRA:
        return 1e9
    return 1.0 if t.START[block] < t.POOL else 0.5


def _steps(block: int, random: Random) -> int:
    if t.START[block] < t.POOL and random.random() < FULL_STRENGTH:
        return t.TRACK[block][0]
    return random.choice(t.TRACK[block])


def _cards(view: View, me: int, random: Random) -> tuple[Any, Any, Any]:
    """Return hands, discards and face-down cards, the enemy's drawn from the rest of the deck."""
    mine, discard, chosen = (_numbered(cards) for cards in (view.hand, (view.discard,), (view.chosen,)))
    out = Counter((*mine, *discard, *chosen, *_numbered(view.played[0]), *_numbered(view.played[1])))
    deck = [card for card, design in enumerate(t.DESIGNS) for _ in range(design.count - out[card])]
    random.shuffle(deck)
    theirs = sorted(deck.pop() for _ in range(view.enemy_hand + view.enemy_chose))
    laid = view.phase not in (Phase.DEPLOY, Phase.DEAL) and not (view.phase == Phase.DISCARD and me == 0)
    discards = _pair(me, *(pile[0] if pile else NONE for pile in (discard, tuple(deck[: bool(laid)]))))
    turned = NONE
    if view.enemy_chose:
        turned = random.choice([card for card in theirs if card != APOLLO or view.played[0]])
        theirs.remove(turned)
    hands = _pair(me, tuple(sorted(mine)), tuple(theirs))
    return hands, discards, _pair(me, chosen[0] if chosen else NONE, turned)


def _numbered(cards: tuple[str | None, ...]) -> tuple[int, ...]:
    return tuple(t.CARD[card] for card in cards if card is not None)


def _command(view: View) -> Command:
    roads = tuple(sorted(road for a, b, used in view.roads for road in [t.ROAD_BETWEEN[t.PLACE[a], t.PLACE[b]]] * used))
    return Command(view.moves, view.levies, _numbers(view.opened), roads, _numbers(view.seas))


def _numbers(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(t.PLACE[name] for name in names))


def _coming(view: View, threat: Any, location: list[int], side: list[int], moved: int) -> ComingBattle:
    """Return a coming battle; the arrivals are any blocks at the place that have moved."""
    place, came = t.PLACE[threat.place], []
    for owner, name in enumerate(t.SIDES):
        there = [block for block, at in enumerate(location) if at == place and side[block] == owner]
        waiting = sorted(there, key=lambda block: not moved >> block & 1)
        origins = [t.PLACE[a.origin] for a in threat.arrivals if a.side == name for _ in range(a.count)]
        for origin in sorted(origins, reverse=True):  # seas first, since only navis come by them
            wanted = [block for block in waiting if t.NAVIS[block] == (origin >= t.FIRST_SEA)] or waiting
            for block in wanted[:1]:
                waiting.remove(block)
                came.append((block, origin))
    main = NONE if threat.main is None else t.PLACE[threat.main]
    return ComingBattle(place, t.SIDES.index(threat.attacker), tuple(sorted(came)), main)


def _combat(view: View, me: int, location: list[int], side: list[int]) -> OngoingBattle | None:
    battle = view.battle
    if battle is None:
        return None
    place, attacker = t.PLACE[battle.place], t.SIDES.index(battle.attacker)
    seen = {t.BLOCK[piece.block] for piece in battle.enemy}
    waiting = sum(1 << t.BLOCK[piece.block] for piece in view.pieces if piece.reserve)
    unseen = [b for b, at in enumerate(location) if at == place and side[b] != me and b not in seen]
    waiting |= sum(1 << block for block in unseen[: battle.enemy_reserves])
    origins = {name: tuple(t.PLACE[at] for at in places) for name, places in battle.origins}
    begun = OngoingBattle(
        place,
        attacker,
        (origins[t.SIDES[0]], origins[t.SIDES[1]]),
        waiting,
        first_strike=battle.first_strike,
        exchanged=battle.exchanged,
        round=battle.round,
        turn=sum(1 << t.BLOCK[name] for name in battle.on_turn),
        firing=NONE if battle.firing is None else t.BLOCK[battle.firing],
        hits=battle.hits,
    )
    return begun if battle.letter is None else _at_slot(begun, view, me, location, side)


def _at_slot(combat: OngoingBattle, view: View, me: int, location: list[int], side: list[int]) -> OngoingBattle:
    """Return the battle at its turn: of the side that acts, or that fires at the side taking hits."""
    battle = view.battle
    assert battle is not None
    assert battle.letter is not None
    acting = 1 - me if view.phase == Phase.HIT else me
    wanted = acting, t.LETTERS.index(battle.letter)
    slot = next((slot for slot in range(SLOTS) if slot_turn(combat, slot) == wanted), NONE)
    return replace(combat, slot=slot)
