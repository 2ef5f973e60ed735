"""The command phase: moves by road, navis and amphibious moves, responses, levies, Jupiter and Vulcan (6.1-6.4).

A block is taken in hand, then moves step by step. The first block of a place costs its MP; after that
the rest of that group may move too, in any order."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.cards import EVENT, LEVIES, MOVES
from gamekit.julius_caesar.rules.control import (
    Counts,
    block_counts,
    blocks_at,
    blocks_on_map,
    is_friendly,
    lose_step,
    move_to,
    replace_at,
)
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.probability.distribution import Dist
from gamekit.text.translation import note

JUPITER, MARS, MERCURY, NEPTUNE, PLUTO, VULCAN = (
    t.CARD[name] for name in ("Jupiter", "Mars", "Mercury", "Neptune", "Pluto", "Vulcan")
)
ORACLES = {JUPITER: Phase.JUPITER, VULCAN: Phase.VULCAN}  # events that move no group
STEPS, ATTACK_STEPS = 2, 1  # 6.1, 6.12: two places, or one and attack
MERCURY_STEPS, MERCURY_ATTACK_STEPS = 3, 2


def begin(state: State) -> State:
    """Begin a player's command phase with the points of their card (6.0)."""
    card = state.force[state.actor]
    if card in ORACLES:
        return replace(state, command=s.Command(), phase=ORACLES[card])
    moves = 1 if EVENT[card] else MOVES[card]
    return replace(state, command=s.Command(moves, LEVIES[card]), phase=Phase.MOVE)


def attack_on(state: State, place: int) -> s.ComingBattle | None:
    """Return the battle still to be fought at a place, if any."""
    return next((attack for attack in state.attacks if attack.place == place), None)


def pinned_count(state: State, place: int) -> int:
    """Return how many of the mover's blocks must stay: one for each enemy in the main attack (6.13)."""
    attack = attack_on(state, place)
    if attack is None or attack.attacker == state.actor:
        return 0
    reserves = {block for block, origin in attack.came if origin != attack.main}
    return sum(1 for block in blocks_at(state, place, attack.attacker) if block not in reserves)


def barred_neighbours(state: State, place: int) -> frozenset[int]:
    """Return the neighbours whose road or sea border the enemy used into this battle (6.13)."""
    attack = attack_on(state, place)
    if attack is None:
        return frozenset()
    return frozenset(origin for block, origin in attack.came if state.side[block] != state.actor)


def _reach(state: State) -> tuple[int, int]:
    """Return the most steps of a move, and the most steps of a move that attacks."""
    mercury = state.force[state.actor] == MERCURY
    return (MERCURY_STEPS, MERCURY_ATTACK_STEPS) if mercury else (STEPS, ATTACK_STEPS)


def _limit(state: State, road: int, place: int, held: Counts) -> int:
    """Return how many of the mover's blocks a road carries into a place this turn (6.11, 4.32, Pluto)."""
    limits = t.LIMITS[road]
    if not held[1 - state.actor][place]:
        return limits.move
    attack = attack_on(state, place)
    if attack is not None and attack.attacker != state.actor:  # by the text a response defends, it does not attack
        return limits.attack if t.RESPONSE_STRAIT in state.online else limits.move
    return limits.pluto if state.force[state.actor] == PLUTO else limits.attack


def steps(state: State, block: int, path: tuple[int, ...], held: Counts) -> list[int]:
    """Return where a block may go next, having come along ``path`` (6.1, 6.11, 6.12, 6.2)."""
    here, taken = path[-1], len(path) - 1
    reach, attack_reach = _reach(state)
    enemies = held[1 - state.actor]
    if taken >= reach or (taken and enemies[here]):
        return []
    shut = {*path, *(barred_neighbours(state, here) if enemies[here] else ())} - {*revisitable(state, path)}
    if t.NAVIS[block]:
        open_ = [to for to in t.WATERS[here] if to not in shut]
    else:
        used, ways = state.command.roads.count, [way for way in t.WAYS[here] if way.to not in shut]
        open_ = [way.to for way in ways if used(way.road) < _limit(state, way.road, way.to, held)]
    return open_ if taken < attack_reach else [to for to in open_ if not enemies[to]]


def revisitable(state: State, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places that a block may come back to: none by the text, on the third step all by the other
    reading (6.1)."""
    return path[:-1] if len(path) > STEPS and t.MERCURY_RETURN in state.online else ()


def _groups(state: State, held: Counts) -> list[list[int]]:
    """Return the mover's blocks that may leave, place by place: unmoved and neither pinned nor in battle."""
    by_place: dict[int, list[int]] = {}
    for block in blocks_on_map(state, state.actor):
        if not state.moved >> block & 1:
            by_place.setdefault(state.location[block], []).append(block)
    enemies = held[1 - state.actor]
    found = []
    for place, blocks in by_place.items():
        staying = pinned_count(state, place) if enemies[place] else 0
        if place in state.command.seas:
            staying = max(staying, 1)  # 6.3: a navis stays in every sea that was crossed
        if len(blocks) > staying:
            found.append(blocks)
    return found


def moves(state: State) -> tuple[s.Action, ...]:
    """Return every block that may be taken in hand, by land, as navis or across the sea, and Done."""
    held, command = block_counts(state), state.command
    taken, embarking = [], []
    for blocks in _groups(state, held):
        place = state.location[blocks[0]]
        if command.moves or place in command.opened:
            taken += _takeable(state, blocks, held)
        if command.moves and not command.opened and not _event(state) and sailings(state, (place,), held):
            embarking += [block for block in blocks if not t.NAVIS[block]]
    return (*(s.TAKE[block] for block in sorted(taken)), *(s.EMBARK[block] for block in sorted(embarking)), s.DONE)


def _event(state: State) -> bool:
    """Return whether the mover's card is an event."""
    return EVENT[state.force[state.actor]]


def _takeable(state: State, blocks: list[int], held: Counts) -> list[int]:
    """Return the blocks of one place that have somewhere to go; an event moves navis alone (Neptune) or none."""
    fit, place = {False, True}, state.location[blocks[0]]
    if _event(state):
        fit = {state.force[state.actor] == NEPTUNE}
    movers: dict[bool, bool] = {}  # blocks of a kind at a place have the same ways
    for block in blocks:
        if t.NAVIS[block] in fit and t.NAVIS[block] not in movers:
            movers[t.NAVIS[block]] = bool(steps(state, block, (place,), held))
    return [block for block in blocks if movers.get(t.NAVIS[block])]


def sailings(state: State, path: tuple[int, ...], held: Counts) -> list[int]:
    """Return the seas and ports that an amphibious move may go on to, having come along ``path`` (6.3)."""
    here, me = path[-1], state.actor
    shut = barred_neighbours(state, here) if len(path) == 1 and held[1 - me][here] else ()
    ports = (
        [port for port in t.PORTS_OF[here] if not held[1 - me][port] and port != path[0]] if here >= t.FIRST_SEA else []
    )
    seas = (sea for sea in t.SEAS_OF[here] if sea not in path and sea not in shut and is_friendly(held, sea, me))
    return [*ports, *(sea for sea in seas if sailings(state, (*path, sea), held))]


def take_in_hand(state: State, action: s.Take) -> State:
    """Take a block in hand and pay the MP of its group."""
    block = t.BLOCK[action.block]
    place, command = state.location[block], state.command
    if place not in command.opened:
        command = replace(command, moves=command.moves - 1, opened=tuple(sorted((*command.opened, place))))
    return replace(state, command=command, held=block, path=(place,), phase=Phase.STEP)


def embark(state: State, action: s.Embark) -> State:
    """Take a block in hand to cross the sea and pay its MP (6.3)."""
    block = t.BLOCK[action.block]
    command = replace(state.command, moves=state.command.moves - 1)
    return replace(state, command=command, held=block, path=(state.location[block],), phase=Phase.VOYAGE)


def step_choices(state: State) -> tuple[s.Action, ...]:
    """Return the places to which the block in hand may go, and Stop where it may stay."""
    onward = (s.GO[to] for to in steps(state, state.held, state.path, block_counts(state)))
    return (*onward, s.STOP) if len(state.path) > 1 else tuple(onward)


def step(state: State, action: s.Go) -> State:
    """Move the block in hand one step; its move ends among enemies or where no further step is legal."""
    block, here, to = state.held, state.path[-1], t.PLACE[action.place]
    command = state.command
    if not t.NAVIS[block]:
        road = next(way.road for way in t.WAYS[here] if way.to == to)
        command = replace(command, roads=tuple(sorted((*command.roads, road))))
    location, path = replace_at(state.location, block, to), (*state.path, to)
    state = replace(state, location=location, path=path, command=command)
    held = block_counts(state)
    if held[1 - state.actor][to]:
        return put_down(_entered(state, block, here, to))
    return state if steps(state, block, path, held) else put_down(state)


def _entered(state: State, block: int, origin: int, place: int) -> State:
    """Record that the block has entered a battle, as an attacker or in response (6.12, 6.14)."""
    main = origin if t.MAIN_ATTACK in state.online else NONE
    attack = attack_on(state, place) or s.ComingBattle(place, state.actor, (), main)
    joined = replace(attack, came=tuple(sorted((*attack.came, (block, origin)))))
    others = (other for other in state.attacks if other.place != place)
    return replace(state, attacks=tuple(sorted((*others, joined), key=lambda each: each.place)))


def put_down(state: State) -> State:
    """Put the block in hand down where it is, ending its move."""
    return replace(state, moved=state.moved | 1 << state.held, held=NONE, path=(), phase=Phase.MOVE)


def voyage_choices(state: State) -> tuple[s.Action, ...]:
    """Return the next sea, or the port to land in."""
    return tuple(s.GO[to] for to in sailings(state, state.path, block_counts(state)))


def voyage(state: State, action: s.Go) -> State:
    """Move the block in hand over a sea, or ashore (6.3)."""
    to, command = t.PLACE[action.place], state.command
    if to >= t.FIRST_SEA:
        seas = tuple(sorted({*command.seas, to}))
        return replace(state, path=(*state.path, to), command=replace(command, seas=seas))
    return put_down(replace(state, location=replace_at(state.location, state.held, to)))


def end_moves(state: State) -> State:
    """Move on after all moves: first main attacks are declared, then levies follow (7.3, 6.4)."""
    attacks = []
    for attack in state.attacks:
        origins = attackers_origins(state, attack)
        if attack.attacker == state.actor and attack.main == NONE and len(origins) == 1:
            attack = replace(attack, main=origins[0])
        attacks.append(attack)
    state = replace(state, attacks=tuple(attacks))
    return replace(state, phase=Phase.MAIN if undeclared_battle(state) else Phase.LEVY)


def attackers_origins(state: State, attack: s.ComingBattle) -> list[int]:
    """Return where the attackers of a battle came from."""
    return sorted({origin for block, origin in attack.came if state.side[block] == attack.attacker})


def undeclared_battle(state: State) -> s.ComingBattle | None:
    """Return the first battle whose attackers came by several roads and have not declared the main one (7.3, 6.2)."""
    attacks = (attack for attack in state.attacks if attack.main == NONE)
    return next((attack for attack in attacks if attackers_origins(state, attack)), None)


def main_choices(state: State) -> tuple[s.Action, ...]:
    """Return the roads and sea borders that the attackers used, one of which is the main attack."""
    attack = undeclared_battle(state)
    assert attack is not None
    place, origins = t.PLACES[attack.place], attackers_origins(state, attack)
    return tuple(s.MainAttack(place, t.PLACES[origin]) for origin in origins)


def declare(state: State, action: s.MainAttack) -> State:
    """Declare the main attack; blocks that came by another road are in reserve (7.3)."""
    place, origin = t.PLACE[action.place], t.PLACE[action.origin]
    attacks = (replace(attack, main=origin) if attack.place == place else attack for attack in state.attacks)
    return end_moves(replace(state, attacks=tuple(attacks)))


def has_lost_leader(state: State, side: int) -> bool:
    """Return whether a leader of this side is dead, so that the third may be levied (7.51)."""
    return any(at == t.TROPHY and t.COLOUR[block] == side for block, at in enumerate(state.location))


def muster_cities(state: State, block: int, held: Counts) -> list[int]:
    """Return the cities where a block of the pool may appear now (6.4)."""
    if t.SUCCESSOR[block] and not has_lost_leader(state, state.actor):
        return []
    return [city for city in t.LEVIED_AT[block] if is_friendly(held, city, state.actor)]


def levies(state: State) -> tuple[s.Action, ...]:
    """Return blocks that may gain a step, blocks that may be levied, and Done."""
    if not state.command.levies:
        return (s.DONE,)
    held, me = block_counts(state), state.actor
    growing = (
        s.STRENGTHEN[block]
        for block in blocks_on_map(state, me)
        if state.strength[block] in t.HIGHER[block]
        and state.location[block] < t.FIRST_SEA
        and is_friendly(held, state.location[block], me)
    )
    coming = (s.LEVY[block] for block in blocks_at(state, t.POOL, me) if muster_cities(state, block, held))
    return (*growing, *coming, s.DONE)


def strengthen(state: State, action: s.Strengthen) -> State:
    """Add a step to a block; the elephant goes from II to IV (7.41)."""
    block = t.BLOCK[action.block]
    grown = replace_at(state.strength, block, t.HIGHER[block][state.strength[block]])
    return replace(_paid(state), strength=grown)


def levy(state: State, action: s.Levy) -> State:
    """Take a block out of the pool; one that carries its city's name goes there at once."""
    block = t.BLOCK[action.block]
    if len(t.LEVIED_AT[block]) == 1:
        return _appear(state, block, t.LEVIED_AT[block][0])
    return replace(state, held=block, phase=Phase.MUSTER)


def muster_choices(state: State) -> tuple[s.Action, ...]:
    """Return the friendly cities for the block in hand."""
    return tuple(s.GO[city] for city in muster_cities(state, state.held, block_counts(state)))


def place_levied(state: State, action: s.Go) -> State:
    """Place the levied block, which is in hand, in the city."""
    return _appear(state, state.held, t.PLACE[action.place])


def _appear(state: State, block: int, city: int) -> State:
    return replace(
        _paid(state),
        location=replace_at(state.location, block, city),
        strength=replace_at(state.strength, block, t.TRACK[block][-1]),
        held=NONE,
        phase=Phase.LEVY,
    )


def _paid(state: State) -> State:
    return replace(state, command=replace(state.command, levies=state.command.levies - 1))


def havens(state: State, place: int, held: Counts) -> list[int]:
    """Return the friendly cities beside an enemy place: by a road or strait, or on the same shore for a sea
    (E.Jupiter)."""
    near = {way.to for way in t.WAYS[place]} | {to for to in t.WATERS[place] if to < t.FIRST_SEA}
    return sorted(city for city in near if is_friendly(held, city, state.actor))


def jupiter_choices(state: State) -> tuple[s.Action, ...]:
    """Return every place with enemy blocks beside a friendly city."""
    held = block_counts(state)
    enemies = (place for place, count in enumerate(held[1 - state.actor][: len(s.TARGET)]) if count)
    return (*(s.TARGET[place] for place in enemies if havens(state, place, held)), s.DONE)


def jupiter(state: State, action: s.Target) -> State:
    """Choose the enemy's place; the friendly city comes next."""
    return replace(state, path=(t.PLACE[action.place],), phase=Phase.DEFECT)


def defect_choices(state: State) -> tuple[s.Action, ...]:
    """Return the friendly cities beside the place that Jupiter strikes."""
    return tuple(s.GO[city] for city in havens(state, state.path[0], block_counts(state)))


def defect(state: State, action: s.Go) -> State:
    """Choose the city for Jupiter's block; chance then draws the block, since all look alike."""
    return replace(state, path=(*state.path, t.PLACE[action.place]), phase=Phase.DRAW)


def defector_distribution(state: State) -> Dist[s.Action]:
    """Return the distribution of the block drawn: any enemy block at the place, equally likely."""
    there = blocks_at(state, state.path[0], 1 - state.actor)
    alike: dict[s.Action, int] = {s.DRAW[block]: 1 for block in there}
    return Dist(alike, ("E.Jupiter", note("julius_caesar.judged.jupiter_draw")))


def draw_defector(state: State, action: s.Draw) -> State:
    """Move the drawn block to the city, on the other side; a leader or a navis stays loyal and loses a step."""
    block, haven = t.BLOCK[action.block], state.path[1]
    struck = replace(state, path=(), phase=Phase.COMMANDED)
    if t.LEADER[block] or t.NAVIS[block]:
        return _still_fought(state, lose_step(struck, block))
    return _still_fought(state, replace(move_to(struck, block, haven), side=replace_at(state.side, block, state.actor)))


def vulcan_choices(state: State) -> tuple[s.Action, ...]:
    """Return every city that holds blocks of either side."""
    held = block_counts(state)
    return (*(s.TARGET[city] for city in range(t.FIRST_SEA) if held[0][city] or held[1][city]), s.DONE)


def vulcan(state: State, action: s.Target) -> State:
    """Take a step off every block in the city, leaders included (E.Vulcan).

    By the text Cleopatra at strength I is eliminated like the rest, as 7.52 speaks of battle. By the reading of games
    on the web she changes sides and stays, and Vulcan's player attacks if both sides are left in the city.
    """
    city, struck = t.PLACE[action.place], replace(state, phase=Phase.COMMANDED)
    for block, at in enumerate(state.location):
        dying = at == city and not t.LOWER[block][state.strength[block]]
        if dying and block == t.CLEOPATRA and t.VULCAN_CLEOPATRA in state.online:
            struck = replace(struck, side=replace_at(struck.side, block, 1 - state.side[block]))
        elif at == city:
            struck = lose_step(struck, block)
    struck, held = _still_fought(state, struck), block_counts(struck)
    if held[0][city] and held[1][city] and attack_on(struck, city) is None:
        attacks = (*struck.attacks, s.ComingBattle(city, state.actor))
        struck = replace(struck, attacks=tuple(sorted(attacks, key=lambda each: each.place)))
    return struck


def _still_fought(before: State, state: State) -> State:
    """Return the position without the battles, and the arrivals in them, that player 2's event has ended."""
    held, attacks = block_counts(state), []
    for attack in state.attacks:
        still = (entry for entry in attack.came if _same(before, state, entry[0]))
        attack = replace(attack, came=tuple(still))
        origins = attackers_origins(state, attack)
        if attack.main not in origins:  # the main attack has ended: another road becomes the main attack
            attack = replace(attack, main=origins[0] if origins else NONE)
        if held[0][attack.place] and held[1][attack.place]:
            attacks.append(attack)
    return replace(state, attacks=tuple(attacks))


def _same(before: State, now: State, block: int) -> bool:
    """Return whether a block is in the same place on the same side in both positions."""
    return before.location[block] == now.location[block] and before.side[block] == now.side[block]
