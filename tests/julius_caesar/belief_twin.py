"""The belief by brute force: every position that may be, each played on by the rules in every way that looks alike.

A world is a whole position. No code is shared with the calculator but the rules themselves."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCK, PLACES
from gamekit.storage.record import Record

Worlds = dict[jc.State, Fraction]
CARDS = (jc.Deal, jc.Discard, jc.Play)
HANDED = ("step", "voyage", "muster", "regroup to")


def seen(state: jc.State, eyes: str) -> tuple[Any, ...]:
    """What these eyes see of the blocks."""
    view = jc.observe(state, eyes)
    fight = view.battle and (view.battle.place, view.battle.enemy, view.battle.enemy_reserves)
    return view.enemy, view.enemy_pool, view.pieces, view.fallen, view.trophies, view.threats, fight


def tried(state: jc.State, action: jc.Action) -> Iterator[jc.State]:
    """The position after an action, if it is legal."""
    chance = jc.current_player(state) == "chance"
    if action in (jc.chance_outcomes(state) if chance else jc.legal_actions(state)):
        yield jc.apply(state, action)


def like(state: jc.State, deeds: tuple[jc.Action, ...], truth: jc.State) -> list[jc.State]:
    """The positions after deeds like these, by any block of the place."""
    first, *rest = deeds
    kind, named = type(first), getattr(first, "block", None)
    at = truth.location[BLOCK[named]] if named else None
    firsts = [a for a in jc.legal_actions(state) if type(a) is kind and state.location[BLOCK[a.block]] == at]  # type: ignore[union-attr]
    if kind is jc.Levy:
        city = rest[0] if rest else None
        return [end for first in firsts for end in mustered(state, first, city or home(truth, first_of(deeds)))]
    return [end for one in firsts for end in walked(jc.apply(state, one), rest)]


def first_of(deeds: tuple[jc.Action, ...]) -> jc.Action:
    return deeds[0]


def home(truth: jc.State, levy: jc.Action) -> jc.Go:
    """Where a block with one city appears."""
    after = jc.apply(truth, levy)
    return jc.Go(PLACES[after.location[BLOCK[levy.block]]])  # type: ignore[union-attr]


def mustered(state: jc.State, levy: jc.Action, city: jc.Action) -> Iterator[jc.State]:
    """A levy of the block in this city."""
    after = jc.apply(state, levy)
    if after.phase == "muster":
        yield from tried(after, city)
    elif home(state, levy) == city:
        yield after


def walked(state: jc.State, steps: Iterable[jc.Action]) -> list[jc.State]:
    """The block in hand goes the same way; that it is put down at once or stops is the same."""
    for step in steps:
        if step == jc.Stop() and state.phase not in HANDED:
            continue
        after = list(tried(state, step)) if state.phase in HANDED else []
        if not after:
            return []
        state = after[0]
    return [jc.apply(state, jc.Stop()) if state.phase == "step" and jc.Stop() in jc.legal_actions(state) else state]


def settled(state: jc.State, truth: jc.State) -> jc.State:
    """A world that has something to do where the truth had nothing: it is not done."""
    while (state.phase, state.actor) != (truth.phase, truth.actor) and jc.Done() in jc.legal_actions(state):
        if state.actor != truth.actor or state.phase in ("levy", "move", "regroup"):
            state = jc.apply(state, jc.Done())
        else:
            break
    return state


def paused(state: jc.State, action: jc.Action) -> jc.State:
    """The position after an action, where levies are asked for although there may be none: that tells nothing."""
    return jc.rules.DECISIONS[state.phase].apply[type(action)](state, action)


def next_worlds(worlds: Worlds, deeds: tuple[jc.Action, ...], before: jc.State, after: jc.State, eyes: str) -> Worlds:
    """The law after deeds that lead from one position of the truth to another."""
    found: Worlds = {}
    first = deeds[0]
    theirs = jc.current_player(before) not in (eyes, "chance")
    hidden = isinstance(first, (jc.Take, jc.Embark, jc.Levy, jc.Strengthen, jc.Regroup, jc.Disband, jc.Deploy))
    jupiter = isinstance(first, jc.Draw)
    for world, weight in worlds.items():
        if jupiter:
            ends = [jc.apply(world, draw) for draw in jc.chance_outcomes(world)] if world.phase == "draw" else []
        elif theirs and hidden:
            ends = like(world, deeds, before)
        elif first == jc.Done() and (world.phase, world.actor) != (before.phase, before.actor):
            ends = [world]
        else:
            ends = [world]
            for deed in deeds:
                ends = [end for one in ends for end in tried(one, deed)]
        if theirs and isinstance(first, (jc.Done, jc.MainAttack)) and after.phase == "levy":
            ends = [paused(world, first)] if ends else []
        ends = [settled(end, after) for end in ends]
        fitting = [end for end in ends if seen(end, eyes) == seen(after, eyes)]
        for end in fitting:
            share = weight / (len(ends) if jupiter else len(fitting))
            found[end] = found.get(end, Fraction(0)) + share
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def turns(record: Record) -> Iterator[tuple[tuple[jc.Action, ...], jc.State, jc.State]]:
    """The deeds of a record: a block taken in hand is one deed until it is put down."""
    states, deeds, begun = record.positions(), (), None
    for entry, before, after in zip(record.entries, states, states[1:]):
        begun = begun or before
        deeds = (*deeds, entry.action)
        if after.phase not in HANDED:
            yield deeds, begun, after
            deeds, begun = (), None


def law(worlds: Worlds, block: str) -> Counter[Any]:
    """The law of (place, strength) of a block, by numbers."""
    found: Counter[Any] = Counter()
    for world, weight in worlds.items():
        found[world.location[BLOCK[block]], world.strength[BLOCK[block]]] += weight  # type: ignore[assignment]
    return found
