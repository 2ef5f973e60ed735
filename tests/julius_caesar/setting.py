"""Positions set up by hand for the tests of the rules, and short ways to play on from them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCK, CARDS, SIDES, WAYS
from gamekit.play.protocol import IllegalAction

__all__ = [  # the words of the tests of rules, which import them all
    "after", "done", "fight", "finish", "lively_games", "march", "move", "named", "places", "refused", "round_begun",
    "setting", "standing", "takeable", "where",
]  # fmt: skip

ARABIC = {"I": 1, "II": 2, "III": 3, "IV": 4}


def deal_rest(played: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Hands that go with the cards played, five in all for each side."""
    left = {name: card.count for name, card in CARDS.items()}
    for cards in played.values():
        for card in cards:
            left[card] -= 1
    pool = [name for name, count in left.items() for _ in range(count) if CARDS[name].kind == "command"]
    hands = {}
    for side in SIDES:
        wanted = 5 - len(list(played[side]))
        hands[side], pool = pool[:wanted], pool[wanted:]
    return hands


def place_of(text: str) -> dict[str, Any]:
    """``"Rome"``, ``"Rome/II"`` or ``"Rome/II for Pompey"`` as an entry of a position's blocks."""
    where, _, side = text.partition(" for ")
    place, _, strength = where.partition("/")
    entry: dict[str, Any] = {"place": place}
    if strength:
        entry["strength"] = ARABIC[strength]
    if side:
        entry["side"] = side
    return entry


def standing(text: str) -> dict[str, str]:
    """Where blocks are, read from ``"Caesar in Genua: Legio 7, Legio 8/II; Pompey in Rome: Scipio"``."""
    found = {}
    for group in text.split("; "):
        where, _, names = group.partition(": ")
        side, _, place = where.partition(" in ")
        for name, slash, rest in (block.partition("/") for block in names.split(", ")):
            name, of, joined = name.partition(" for ") if not slash else (name, "", "")
            found[f"{side}:{name}"] = f"{place}{slash}{rest}{of}{joined}"
    return found


def setting(
    blocks: Mapping[str, str] | str,
    cards: tuple[str, str] = ("3/2", "2/2"),
    player: str = "Caesar",
    phase: str = "move",
    moved: Iterable[str] = (),
    **more: Any,
) -> jc.State:
    """A position in turn 1: where the blocks are (or a text that ``standing`` reads), the card of each side, who is to
    do what."""
    played = more.pop("played", {side: [card] for side, card in zip(SIDES, cards)})
    turn = len(played["Caesar"])
    found = standing(blocks) if isinstance(blocks, str) else blocks
    entries = {name: place_of(where) for name, where in found.items()}
    for name in moved:
        entries[name]["moved"] = True
    document = {
        "turn": more.pop("turn", turn),
        "phase": phase,
        "player": player,
        "played": played,
        "hands": deal_rest(played),
        "blocks": entries,
        **more,
    }
    if phase in ("move", "levy") and "command" not in more:
        card = CARDS[cards[SIDES.index(player)]]
        moves = 1 if card.kind == "event" else card.move
        document["command"] = {"moves": moves, "levies": card.levy or 0}
    return jc.from_json(json.dumps(document))


def after(state: jc.State, *actions: jc.Action) -> jc.State:
    """The position after some actions."""
    for action in actions:
        state = jc.apply(state, action)
    return state


def refused(said: str, state: jc.State, *actions: Any) -> None:
    """Assert that the actions are refused, the last of them, with a sentence that has ``said`` in it."""
    *before, last = actions
    for action in before:
        state = jc.apply(state, action)
    pytest.raises(IllegalAction, jc.apply, state, last).match(said)


def move(state: jc.State, block: str, *places: str) -> jc.State:
    """A block moves by these places and stays there."""
    state = after(state, jc.Take(block), *map(jc.Go, places))
    return after(state, jc.Stop()) if state.phase == "step" else state


def march(state: jc.State, blocks: Iterable[str], *places: str) -> jc.State:
    """Each of the blocks moves by these places and stays there."""
    for block in blocks:
        state = move(state, block, *places)
    return state


def round_begun(state: jc.State, number: int) -> jc.State:
    """Everybody in the battle passes until a round begins."""
    while state.combat is not None and state.combat.round < number:
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    return state


def done(state: jc.State) -> jc.State:
    """No more of this."""
    return after(state, jc.Done())


def finish(state: jc.State, *mains: jc.MainAttack) -> jc.State:
    """The player is done with moves and levies, having declared his main attacks."""
    state = after(done(state), *mains)
    return done(state) if state.phase == "levy" else state


def fight(state: jc.State, *mains: jc.MainAttack) -> jc.State:
    """Nobody moves or levies any more: on to the battles."""
    state = finish(state, *mains)
    while state.phase in ("move", "levy"):
        state = done(state)
    return state


def places(state: jc.State) -> set[str]:
    """Where the block in hand may go."""
    return {action.place for action in jc.legal_actions(state) if isinstance(action, jc.Go)}


def takeable(state: jc.State) -> set[str]:
    """The blocks that may be taken to move."""
    return {action.block for action in jc.legal_actions(state) if isinstance(action, jc.Take)}


def named(state: jc.State, kind: type) -> list[str]:
    """The blocks that an action of this kind may name now."""
    return [action.block for action in jc.legal_actions(state) if isinstance(action, kind)]


def where(state: jc.State, block: str) -> dict[str, Any]:
    """What a position's JSON says of a block."""
    return json.loads(jc.to_json(state))["blocks"][block]


def document(state: jc.State) -> dict[str, Any]:
    """A position's JSON as a dictionary."""
    return json.loads(jc.to_json(state))


def lively_games(count: int, first: int = 0) -> Iterator[jc.State]:
    """Positions of random games whose players use their cards, like to attack and seldom disband: many battles."""
    for seed in range(first, first + count):
        random = Random(seed)
        state = jc.initial_state(free_deployment=seed % 2 == 1)
        while jc.current_player(state) != "over":
            yield state
            if jc.current_player(state) == "chance":
                action = jc.chance_outcomes(state).sample(random)
            else:
                action = random.choice(lively(state, random))
            state = jc.apply(state, action)


def lively(state: jc.State, random: Random) -> list[jc.Action]:
    legal = list(jc.legal_actions(state))
    if state.phase == "disband":
        return [jc.Done()]
    if state.phase == "step" and random.random() < 0.7:
        view = jc.observe(state, jc.current_player(state))
        enemies = {threat.place for threat in view.threats} or {stack.place for stack in view.enemy}
        return [action for action in legal if isinstance(action, jc.Go) and action.place in enemies] or legal
    fought = {attack.place for attack in state.attacks}
    if state.phase == "move" and fought and random.random() < 0.7:  # more roads to the same battle
        near = {way.to for place in fought for way in WAYS[place]}
        joining = [a for a in legal if isinstance(a, jc.Take) and state.location[BLOCK[a.block]] in near]
        legal = joining or legal
    acting = [action for action in legal if action != jc.Done()]
    return acting if acting and random.random() < 0.9 else legal
