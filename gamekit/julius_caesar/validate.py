"""Reject impossible positions; each check raises an error with a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

from gamekit.codec import PositionError
from gamekit.julius_caesar import rules
from gamekit.julius_caesar.blocks import BLOCK_NAMES, CLEOPATRA, COLOUR, LEADER, LETTER, NAVIS, START, TRACK
from gamekit.julius_caesar.places import (
    ASIDE,
    FALLEN,
    LIMITS,
    NUMBERS,
    PLACES,
    POOL,
    PORT,
    ROADS,
    TROPHY,
    WATERS,
    WAYS,
    is_sea,
)
from gamekit.julius_caesar.readings import SEA_RETREATS, SURPRISE, VULCAN_CLEOPATRA
from gamekit.julius_caesar.rules import battle, cards, movement
from gamekit.julius_caesar.rules.control import Counts, bits, counts
from gamekit.julius_caesar.rules.events import havens
from gamekit.julius_caesar.rules.movement import attackers_origins
from gamekit.julius_caesar.state import NONE, ComingBattle, Command, OngoingBattle, Phase, State
from gamekit.julius_caesar.tables import SIDES

Faults = Iterator[str | None]
P = Phase
MOVING = (P.MOVE, P.STEP, P.VOYAGE, P.MAIN)
COMMANDING = (*MOVING, P.LEVY, P.MUSTER, P.JUPITER, P.DEFECT, P.DRAW, P.VULCAN)
FIGHTING = (P.TURN, P.FIRE, P.HIT, P.RETREAT)
REGROUPING = (P.REGROUP, P.REGROUP_TO)
IN_TURN = (*COMMANDING, P.BATTLE, *FIGHTING, *REGROUPING)
WINTER = (P.HARBOUR, P.SUPPLY, P.DISBAND, P.OVER)
IN_HAND = (P.STEP, P.VOYAGE, P.MUSTER, P.RETREAT, P.REGROUP_TO, P.HARBOUR)
CARDS_LEFT = NUMBERS["hand"] - 1
LAST_YEAR = NUMBERS["first_year"] + NUMBERS["years"] - 1


def completed(state: State) -> State:
    """The position with player 1 and the cards in force, when they follow from the cards and are not given."""
    if state.phase not in IN_TURN or state.force != (NONE, NONE) or not all(state.played):
        return state
    shown = _revealed(state)
    return replace(state, force=shown.force, first=shown.first if state.first == NONE else state.first)


def _revealed(state: State) -> State:
    before = replace(state, played=(state.played[0][:-1], state.played[1][:-1]))
    return cards.reveal(replace(before, chosen=(state.played[0][-1], state.played[1][-1])))


def check(state: State) -> None:
    """PositionError with the first thing that is wrong, in a sentence."""
    held = counts(state)
    for faults in (_calendar(state), _pieces(state), _hands(state)):
        _raise_first(faults)
    for faults in (_command(state), _contests(state, held), _battle(state), _in_hand(state), _surprise(state)):
        _raise_first(faults)
    chance = state.phase in (P.DEAL, P.FIRE, P.DRAW)
    if state.phase != P.OVER and not (chance or rules.legal_actions(state)):
        raise PositionError(f"phase is {state.phase.value!r}, but there is nothing that {SIDES[state.actor]} can do")


def _raise_first(faults: Faults) -> None:
    for fault in faults:
        if fault:
            raise PositionError(fault)


def _calendar(state: State) -> Faults:
    first, last = NUMBERS["first_year"], LAST_YEAR
    yield None if first <= state.year <= last else f"year is {state.year}; it should be {first} to {last}"
    turns = NUMBERS["turns"]
    yield None if 1 <= state.turn <= turns else f"turn is {state.turn}; it should be 1 to {turns}"
    known = (P.DEPLOY, P.DEAL, P.DISCARD, P.PLAY, *IN_TURN, *WINTER)
    yield None if state.phase in known else f"phase {state.phase.value!r} passes at once and cannot be set up"
    if state.phase in WINTER and state.turn != turns:
        yield f"phase {state.phase.value!r} comes after turn {turns}, not turn {state.turn}"
    if state.phase in (P.DEAL, P.DISCARD, P.DEPLOY) and state.turn != 1:
        yield f"phase {state.phase.value!r} comes before turn 1, not in turn {state.turn}"


def _pieces(state: State) -> Faults:
    for block, at in enumerate(state.location):
        fault = _piece(state, block, at)
        yield f"{BLOCK_NAMES[block]}: {fault}" if fault else None
    if state.phase == P.DEPLOY:
        yield _deployment(state)


def _piece(state: State, block: int, at: int) -> str | None:
    strength = state.strength[block]
    if at < POOL and is_sea(at) != NAVIS[block] and not (NAVIS[block] and PORT[at]):
        return f"a {'navis' if NAVIS[block] else 'land block'} cannot stand in {PLACES[at]} (4.1)"
    if (at < POOL or at == ASIDE) and strength not in TRACK[block]:
        return f"strength {strength} is not on its track; it may be {', '.join(map(str, TRACK[block]))}"
    if at == TROPHY and not LEADER[block]:
        return "only leaders become trophies (7.51)"
    if at == FALLEN and LEADER[block]:
        return "a dead leader is a trophy and does not return to the pool (7.51)"
    if (at == ASIDE) and state.phase != P.DEPLOY:
        return "blocks stand aside only in the phase 'deploy' (5.3)"
    return _changed_sides(state, block, at)


def _changed_sides(state: State, block: int, at: int) -> str | None:
    if state.side[block] != COLOUR[block] and block != CLEOPATRA:
        if at >= POOL:
            return "off the map it belongs to its own colour (Jupiter)"
        if LEADER[block] or NAVIS[block]:
            return f"leaders and navis do not change sides, so it cannot serve {SIDES[state.side[block]]} (Jupiter)"
    if state.moved >> block & 1 and (at >= POOL or state.phase not in IN_TURN):
        return "it cannot have moved"
    return None


def _deployment(state: State) -> str | None:
    quotas = Counter(zip(COLOUR, START))
    placed = Counter((state.side[block], at) for block, at in enumerate(state.location) if at != ASIDE)
    for (side, at), count in placed.items():
        if count > quotas[side, at] or (at == POOL and count < quotas[side, at]):
            where = PLACES[at] if at < POOL else "the pool"
            return f"{SIDES[side]} has {count} blocks in {where}; the deployment has {quotas[side, at]} there (5.3)"
    if cards.next_city(state) == NONE:
        return f"{SIDES[state.actor]} has deployed all blocks"
    return None


def _hands(state: State) -> Faults:
    laid = [tuple(card for card in pair if card != NONE) for pair in (state.discards, state.chosen)]
    try:
        cards.check_copies(state.hands, state.played, [laid[0]], [laid[1]])
    except ValueError as error:
        yield str(error)
    yield from _numbers_of_cards(state)
    wanted = (1, 0) if state.phase == P.PLAY and state.actor == 1 else (0, 0)
    chosen = _chosen(state)
    yield None if chosen == wanted else f"chosen: {chosen} cards lie face down, where it should be {wanted} (2.1)"
    if state.phase in (P.DEPLOY, P.DEAL):
        yield "discards: no card is laid aside before all are dealt (2.1)" if laid[0] else None
    if state.phase in (P.DEPLOY, P.DEAL, P.DISCARD):
        yield "played: no card has been played yet this year" if any(state.played) else None
    for side, pile in zip(SIDES, state.played):
        yield f"played.{side}: Apollo is not playable in turn 1" if pile[:1] == (cards.APOLLO,) else None
    yield _in_force(state)


def _chosen(state: State) -> tuple[int, ...]:
    """The number of cards that each side has face down."""
    return tuple(int(card != NONE) for card in state.chosen)


def _numbers_of_cards(state: State) -> Faults:
    lengths = tuple(map(len, state.hands))
    played = tuple(map(len, state.played))
    chosen, me = _chosen(state), state.actor
    if state.phase == P.DEAL:
        dealt = sum(lengths)
        fits = dealt < 2 * NUMBERS["hand"] and lengths == ((dealt + 1) // 2, dealt // 2) and me == dealt % 2
        yield None if fits else f"hands have {lengths} cards while they are dealt to each side in turn, Caesar first"
    elif state.phase == P.DISCARD:
        yield (
            None if lengths == (NUMBERS["hand"] - me, NUMBERS["hand"]) else f"hands have {lengths} cards at the discard"
        )
        in_order = (state.discards[0] != NONE, state.discards[1] != NONE) == (me == 1, False)
        yield None if in_order else "discards: Caesar discards first, then Pompey"
    elif state.phase == P.DEPLOY:
        yield None if lengths in ((0, 0), (CARDS_LEFT,) * 2) else f"hands have {lengths} cards before the game"
    else:
        have = tuple(a + b + c for a, b, c in zip(lengths, played, chosen))
        yield (
            None if have == (CARDS_LEFT,) * 2 else f"hands and cards played make {have}, not {CARDS_LEFT} for each side"
        )
        turned = state.turn - (state.phase == P.PLAY)
        yield (
            None if played == (turned, turned) else f"played: {played} cards, where each side has turned {turned} (2.1)"
        )


def _in_force(state: State) -> str | None:
    if state.phase not in IN_TURN:
        unset = state.force == (NONE, NONE) and state.first == NONE
        return None if unset else f"in_force and player1 should be null in the phase {state.phase.value!r}"
    shown = _revealed(state)
    if shown.phase != P.COMMAND:
        return "both sides played events: they cancel each other, and the turn is over (2.1)"
    if state.force != shown.force:
        right = " and ".join(cards.card_names(shown.force))
        return f"in_force: by the cards played these are {right} (2.1)"
    return None if state.first == shown.first else f"player1: by the cards played this is {SIDES[shown.first]} (2.1)"


def _command(state: State) -> Faults:
    command = state.command
    if state.phase not in (*MOVING, P.LEVY, P.MUSTER):
        yield None if command == Command() else f"command should be empty in the phase {state.phase.value!r}"
        return
    card = state.force[state.actor]
    most = 1 if cards.EVENT[card] else cards.MOVES[card]
    name = cards.card_names((card,))[0]
    yield None if 0 <= command.moves <= most else f"command.moves is {command.moves}; the card {name} has {most}"
    levies = cards.LEVIES[card]
    yield None if 0 <= command.levies <= levies else f"command.levies is {command.levies}; the card {name} has {levies}"
    for road, used in Counter(command.roads).items():
        limits = LIMITS[road]
        ends = f"{ROADS[road].city_a} and {ROADS[road].city_b}"
        yield (
            f"command.roads: {used} blocks on the road between {ends}"
            if used > max(limits.move, limits.pluto)
            else None
        )
    yield None if all(map(is_sea, command.seas)) else "command.seas: not all of these are seas"


def _contests(state: State, held: Counts) -> Faults:
    known = Counter(attack.place for attack in state.attacks)
    for place in range(POOL):
        contested = bool(held[0][place] and held[1][place])
        fought = state.combat is not None and state.combat.place == place
        if contested and not known[place] and not fought:
            yield f"both sides have blocks in {PLACES[place]}; list who attacks under attacks"
        if known[place] and (not contested or known[place] > 1 or fought):
            yield f"attacks: {PLACES[place]} is not contested, or is there twice"
    yield from _attacks(state)


def _attacks(state: State) -> Faults:
    if state.attacks and state.phase not in IN_TURN:
        yield f"attacks: there are none in the phase {state.phase.value!r}"
    for attack in state.attacks:
        fault = _attack(state, attack)
        yield f"attacks: {PLACES[attack.place]}: {fault}" if fault else None


def _attack(state: State, attack: ComingBattle) -> str | None:
    came = dict(attack.came)
    for block, origin in came.items():
        fault = _arrival(state, attack, block, origin)
        if fault:
            return f"{BLOCK_NAMES[block]} {fault}"
    for block, at in enumerate(state.location):
        if at == attack.place and state.side[block] == attack.attacker and block not in came and not _turned(state):
            return f"{BLOCK_NAMES[block]} attacks, so came should say where from"
    if attack.attacker != state.first and state.actor == state.first and state.phase in COMMANDING:
        return "player 2 has not moved yet"
    right = attackers_origins(state, attack)
    if attack.main == NONE and (right or not _turned(state)):
        declaring = state.phase in MOVING and attack.attacker == state.actor
        return None if declaring else "main should say where the main attack came from"
    return (
        None
        if attack.main in (right or [NONE])
        else f"main should be one of {', '.join(PLACES[origin] for origin in right)}"
    )


def _turned(state: State) -> bool:
    """Whether attackers may have come from nowhere: Vulcan turns Cleopatra where she stands in games on the web."""
    return VULCAN_CLEOPATRA in state.online and movement.VULCAN in state.force


def _arrival(state: State, attack: ComingBattle, block: int, origin: int) -> str | None:
    if state.location[block] != attack.place:
        return "is not there"
    if state.side[block] != attack.attacker and attack.attacker != state.first:
        return "cannot have come in response: only player 2 responds (6.14)"
    if not state.moved >> block & 1:
        return "came there, so moved should be true"
    return None if beside(block, origin, attack.place) else f"cannot have come from {PLACES[origin]}"


def beside(block: int, here: int, there: int) -> bool:
    """Whether a block can go from one place to the other in one step."""
    return there in WATERS[here] if NAVIS[block] else any(way.to == there for way in WAYS[here])


def _battle(state: State) -> Faults:
    combat = state.combat
    needed = state.phase in (*FIGHTING, *REGROUPING)
    if combat is None:
        yield f"phase is {state.phase.value!r}, but there is no battle" if needed else None
        return
    yield None if needed else f"battle: there is none in the phase {state.phase.value!r}"
    there = [
        sum(1 << b for b, at in enumerate(state.location) if at == combat.place and state.side[b] == n) for n in (0, 1)
    ]
    sides = [bool(mask) for mask in there]
    over = state.phase in REGROUPING
    if over:
        yield None if not sides[1 - state.actor] else f"battle: {SIDES[state.actor]} has not won it, so cannot regroup"
    else:
        yield None if all(sides) else f"battle: only one side has blocks in {PLACES[combat.place]}"
    now = _regrouping(state, combat) if over else _moment(state, combat, there)
    for fault in chain(_course(combat, over), now):
        yield f"battle: {fault}" if fault else None


def _course(combat: OngoingBattle, over: bool) -> Faults:
    """Check the round, origins and used roads of a battle, also while its winner regroups."""
    here = PLACES[combat.place]
    yield None if 1 <= combat.round <= battle.ROUNDS else f"round is {combat.round}; it should be 1 to {battle.ROUNDS}"
    for origin in (*combat.origins[0], *combat.origins[1]):
        near = any(way.to == origin for way in WAYS[combat.place]) or origin in WATERS[combat.place]
        yield None if near else f"{PLACES[origin]} is not beside {here}"
    for road, used in Counter(combat.roads).items():
        ends, limits = (ROADS[road].city_a, ROADS[road].city_b), LIMITS[road]
        if here not in ends or used > (limits.move if over else limits.retreat):
            yield f"roads: {used} blocks cannot have left {here} by the road between {' and '.join(ends)}"


def _surprise(state: State) -> Faults:
    if state.surprised:
        fought = state.phase in (P.BATTLE, *FIGHTING, *REGROUPING)
        right = SURPRISE in state.online and fought and {movement.MARS, movement.NEPTUNE} & {*state.force}
        yield None if right else "surprised: Mars or Neptune has not had its battle of this turn"


def _regrouping(state: State, combat: OngoingBattle) -> Faults:
    bare = replace(combat, slot=NONE, turn=0, waiting=0, sailed=(0, 0), firing=NONE, hits=0)
    yield (
        None
        if combat == bare
        else "slot, turn, reserves, sailed, firing and hits are empty once the fight is over (7.7)"
    )
    for block in bits(combat.acted):
        gone = state.side[block] == state.actor and beside(block, combat.place, state.location[block])
        yield None if gone else f"acted: {BLOCK_NAMES[block]} has not regrouped from {PLACES[combat.place]}"


def _moment(state: State, combat: OngoingBattle, there: list[int]) -> Faults:
    slots = battle.SLOTS
    yield None if 0 <= combat.slot < slots else f"slot is {combat.slot}; it should be 0 to {slots - 1}"
    yield "a block in reserve is not there" if combat.waiting & ~(there[0] | there[1]) else None
    yield "nobody waits in reserve after round 1 (7.3)" if combat.waiting and combat.round > 1 else None
    fighters = battle.present(state)
    yield None if all(fighters) else "one side has its reserve only"
    both = not set(combat.sailed) <= {0, 1} or (SEA_RETREATS in state.online and combat.sailed == (1, 1))
    yield "sailed is 0 or 1 for each side, or for both by the reading of games on the web (7.64)" if both else None
    fresh = replace(combat, acted=combat.acted & ~combat.turn)
    yield (
        "turn: not all these blocks have their turn now"
        if combat.turn & ~battle.on_turn(state, fresh, fighters)
        else None
    )
    yield "acted: a block on turn has not acted" if combat.acted & combat.turn else None
    if combat.round == battle.ROUNDS:
        yield from _last_round(state, combat, fighters)
    if state.phase == P.TURN:
        right = bool(combat.turn) and state.side[bits(combat.turn)[0]] == state.actor
        yield None if right else f"turn: nobody of {SIDES[state.actor]} is on turn"
    yield from _shots(state, combat, fighters)


def _last_round(state: State, combat: OngoingBattle, fighters: tuple[int, int]) -> Faults:
    begun = {battle.slot_turn(combat, slot) for slot in range(combat.slot + 1)}
    letters, side = LETTER[1], combat.attacker
    staying = (block for block in bits(fighters[side] & ~combat.turn) if block != state.held)
    late = [block for block in staying if (side, letters[block]) in begun]
    yield f"{BLOCK_NAMES[late[0]]} should have left on its turn of the last round (7.2)" if late else None


def _shots(state: State, combat: OngoingBattle, fighters: tuple[int, int]) -> Faults:
    shooting = state.phase in (P.FIRE, P.HIT)
    if not shooting:
        yield "firing and hits belong to the phases 'fire' and 'hit'" if combat.firing != NONE or combat.hits else None
        return
    all_fighters = fighters[0] | fighters[1]
    if combat.firing == NONE or not all_fighters >> combat.firing & 1:
        yield "firing should name a block that fights here"
        return
    if state.phase == P.HIT:
        choosing = state.side[combat.firing] != state.actor and len(battle.strongest(state)) > 1
        yield None if choosing and combat.hits > 0 else "hits: there is no choice who takes one"
        dice = state.strength[combat.firing]
        yield None if combat.hits <= dice else f"hits is {combat.hits}; the block that fires has {dice} dice (7.4)"
    else:
        yield "hits: they are not rolled yet" if combat.hits else None


def _in_hand(state: State) -> Faults:
    block, path, me = state.held, state.path, state.actor
    if state.phase not in IN_HAND:
        yield None if block == NONE else f"held: nothing is in hand in the phase {state.phase.value!r}"
        wanted = {P.DEFECT: 1, P.DRAW: 2}.get(state.phase, 0)
        yield None if len(path) == wanted else f"path should have {wanted} places in the phase {state.phase.value!r}"
        if wanted:
            yield from _oracle(state)
        return
    yield f"held should name the block in hand in the phase {state.phase.value!r}" if block == NONE else None
    at = state.location[block]
    yield None if state.side[block] == me else f"held: {BLOCK_NAMES[block]} does not serve {SIDES[me]}"
    yield from _held_at(state, block, at)
    if state.phase in (P.STEP, P.VOYAGE):
        yield from _journey(state, block, path)
    else:
        yield f"path should be empty in the phase {state.phase.value!r}" if path else None


def _held_at(state: State, block: int, at: int) -> Faults:
    wanted_at = {P.RETREAT: state.combat, P.REGROUP_TO: state.combat}.get(state.phase)
    if wanted_at is not None and at != wanted_at.place:
        yield f"held: {BLOCK_NAMES[block]} is not in {PLACES[wanted_at.place]}"
    if state.phase == P.MUSTER and at != POOL:
        yield f"held: {BLOCK_NAMES[block]} is not in the pool"
    if state.phase == P.MUSTER and not state.command.levies:
        yield "command.levies is 0, but a block is being levied"
    if state.phase == P.HARBOUR and not (NAVIS[block] and is_sea(at)):
        yield f"held: {BLOCK_NAMES[block]} is no navis at sea (8.2)"


def _journey(state: State, block: int, path: tuple[int, ...]) -> Faults:
    name = BLOCK_NAMES[block]
    stands = path[-1:] if state.phase == P.STEP else path[:1]
    yield None if stands == (state.location[block],) else f"path: {name} is not there"
    yield f"held: {name} has already moved" if state.moved >> block & 1 else None
    yield "path: it comes to a place twice" if len(set(path)) < len(path) else None
    if state.phase == P.STEP:
        yield None if path[0] in state.command.opened else f"command.opened should have {PLACES[path[0]]}"
        chained = all(beside(block, here, there) for here, there in pairwise(path))
    else:
        yield "held: a navis does not embark (6.3)" if NAVIS[block] else None
        chained = all(is_sea(there) and there in WATERS[here] for here, there in pairwise(path))
    yield None if chained else "path: each place should lie beside the one before"


def _oracle(state: State) -> Faults:
    held = counts(state)
    place = state.path[0]
    yield None if held[1 - state.actor][place] else f"path: no enemy is in {PLACES[place]}"
    if len(state.path) == 2:
        haven = state.path[1]
        right = haven in havens(state, place, held)
        yield None if right else f"path: {PLACES[haven]} is no friendly city beside {PLACES[place]}"
