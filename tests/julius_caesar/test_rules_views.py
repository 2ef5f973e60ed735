"""What a side sees, and that what it may do never tells more (3.2 sidebar, 5.2, 7.1)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.battle import fighting_blocks
from gamekit.julius_caesar.rules.control import replace_at
from gamekit.julius_caesar.state import NONE
from tests.cases import Cases
from tests.julius_caesar.setting import after, fight, finish, lively_games, move, setting

SHOWN = ("turn", "fire", "hit", "retreat")


def hidden(state: jc.State, viewer: int) -> list[int]:
    """The enemy blocks whose names the viewer cannot know: face down on the map, aside or in the pool."""
    shown = 0
    if state.combat is not None and state.phase in SHOWN:
        fighters = fighting_blocks(state)
        shown = fighters[0] | fighters[1]
    return [
        block
        for block, at in enumerate(state.location)
        if state.side[block] != viewer and (at <= t.POOL or at == t.ASIDE) and not shown >> block & 1
    ]


def may_stand(block: int, at: int) -> bool:
    if at >= t.POOL:
        return at != t.POOL or not t.SUCCESSOR[block]
    return t.NAVIS[block] if t.is_sea(at) else t.PORT[at] or not t.NAVIS[block]


def swapped(state: jc.State, one: int, two: int, random: Random) -> jc.State:
    """The same position with two hidden blocks of one side in each other's place, at any strengths."""

    def exchanged(values: tuple[int, ...]) -> tuple[int, ...]:
        return replace_at(replace_at(values, one, values[two]), two, values[one])

    strength = list(state.strength)
    location = exchanged(state.location)
    for block in (one, two):
        on_map = location[block] < t.POOL or location[block] == t.ASIDE
        strength[block] = random.choice(t.TRACK[block]) if location[block] < t.POOL else t.FULL[block] if on_map else 0
    flags = [state.moved >> block & 1 for block in (one, two)]
    moved = state.moved & ~(1 << one | 1 << two) | flags[1] << one | flags[0] << two
    names = {one: two, two: one}
    attacks = tuple(
        replace(attack, came=tuple(sorted((names.get(block, block), origin) for block, origin in attack.came)))
        for attack in state.attacks
    )
    combat = state.combat
    if combat is not None:
        bits = {field: getattr(combat, field) for field in ("waiting", "turn", "acted")}
        changed = {
            field: mask & ~(1 << one | 1 << two) | (mask >> one & 1) << two | (mask >> two & 1) << one
            for field, mask in bits.items()
        }
        combat = replace(combat, **changed)
    changes = {"location": location, "strength": tuple(strength), "side": exchanged(state.side), "moved": moved}
    return replace(state, **changes, attacks=attacks, combat=combat)


@pytest.mark.clause("julius_caesar", "2.1", "5.2", "7.1", "7.3")
@pytest.mark.long
def test_swapping_what_a_side_cannot_see_changes_neither_its_view_nor_what_it_may_do(cases: Cases) -> None:
    random, checked = Random(7), Counter[str]()
    for state in lively_games(cases(1, 4)):
        player = jc.current_player(state)
        if player not in t.SIDES or (
            random.random() < cases(9, 7) / 10 and state.phase not in ("jupiter", "battle", "retreat")
        ):
            continue
        me = t.SIDES.index(player)
        unseen = hidden(state, me)
        pairs = [(a, b) for a in unseen for b in unseen if a < b and state.location[a] != state.location[b]]
        pairs = [(a, b) for a, b in pairs if may_stand(a, state.location[b]) and may_stand(b, state.location[a])]
        for one, two in random.sample(pairs, min(3, len(pairs))):
            other = swapped(state, one, two, random)
            assert jc.observe(other, player) == jc.observe(state, player), (
                state.phase,
                t.BLOCK_NAMES[one],
                t.BLOCK_NAMES[two],
            )
            assert jc.legal_actions(other) == jc.legal_actions(state)
            checked[state.phase] += 1
        other = swapped_hands(state, me)
        assert jc.observe(other, player) == jc.observe(state, player)
        assert jc.legal_actions(other) == jc.legal_actions(state)
    assert checked.total() > cases(60, 400)
    assert len(checked) >= cases(7, 9), checked


def swapped_hands(state: jc.State, viewer: int) -> jc.State:
    """The same position with the cards in the enemy's hand, discard and on the table in each other's place."""
    enemy = 1 - viewer
    cards = [*state.hands[enemy], state.discards[enemy], state.chosen[enemy]]
    known = [card for card in cards if card != NONE]
    turned = iter([*known[1:], *known[:1]])
    *hand, laid, chosen = (next(turned) if card != NONE else NONE for card in cards)
    return replace(
        state,
        hands=replace_at(state.hands, enemy, tuple(sorted(hand))),
        discards=replace_at(state.discards, enemy, laid),
        chosen=replace_at(state.chosen, enemy, chosen),
    )


@pytest.mark.clause("julius_caesar", "4.1", "4.21", "7.41", "3.11")
def test_what_holds_in_every_position() -> None:
    for number, state in enumerate(lively_games(2, 100)):
        legal = jc.legal_actions(state)
        assert len(set(legal)) == len(legal) <= 100
        if number % 7:
            continue
        for block, at in enumerate(state.location):
            assert at >= t.POOL or may_stand(block, at)
            assert state.strength[block] in (t.TRACK[block] if at < t.POOL or at == t.ASIDE else (0,))
            assert state.strength[block] == 0 or state.strength[block] in t.LOWER[block]
        cards = Counter(card for piles in (state.hands, state.played) for pile in piles for card in pile)
        assert all(count <= jc.rules.cards.COPIES[card] for card, count in cards.items())


def test_a_view_shows_own_blocks_whole_and_of_the_enemy_numbers_only() -> None:
    state = jc.initial_state(
        {"Caesar": ["3/2", "2/2", "2/2", "2/1", "Mars"], "Pompey": ["3/1", "2/3", "2/3", "1/2", "Vulcan"]}
    )
    view = jc.observe(state, "Caesar")
    assert view.hand == ("3/2", "2/2", "2/2", "2/1", "Mars")
    assert (view.enemy_hand, view.enemy_pool, len(view.pieces)) == (5, 16, 14)
    counts = {"Neapolis": 3, "Brundisium": 1, "Syracuse": 1, "Antioch": 2, "Alexandria": 2, "Utica": 2}
    assert {stack.place: stack.count for stack in view.enemy} == counts | {"Carthago Nova": 2, "Tarraco": 3}
    assert "Pompey:" not in repr(view)
    assert not {"3/1", "2/3", "Vulcan", "1/2"} & set(repr(view).split("'"))
    moved = move(after(state, jc.Play("2/2"), jc.Play("3/1")), "Pompey:Legio 1", "Rome")
    seen = jc.observe(moved, "Caesar")
    assert {stack.place: stack.moved for stack in seen.enemy}["Rome"] == 1
    assert ("Neapolis", "Rome", 1) in seen.roads
    held = after(moved, jc.Take("Pompey:Pompey"))
    assert jc.observe(held, "Caesar").held is None
    assert jc.observe(held, "Pompey").held == "Pompey:Pompey"


@pytest.mark.clause("julius_caesar", "7.1", "7.3")
def test_blocks_are_seen_while_they_fight_and_stand_up_afterwards() -> None:
    blocks = {
        "Caesar:Legio 10": "Genua", "Caesar:Legio 7": "Asculum", "Pompey:Navis 1": "Rome/I",
        "Pompey:Legio 39": "Utica",
    }  # fmt: skip
    state = move(move(setting(blocks), "Caesar:Legio 10", "Rome"), "Caesar:Legio 7", "Rome")
    coming = finish(state, jc.MainAttack("Rome", "Genua"))
    coming = coming if coming.phase == "move" else state
    assert "Caesar:" not in repr(jc.observe(coming, "Pompey"))
    state = fight(state, jc.MainAttack("Rome", "Genua"))
    seen = jc.observe(state, "Pompey").battle
    assert [piece.block for piece in seen.enemy] == ["Caesar:Legio 10"]
    assert seen.enemy_reserves == 1
    won = after(state, jc.Fire("Caesar:Legio 10"), jc.Hits(1))
    assert won.phase == "regroup"
    assert "Caesar:" not in repr(jc.observe(won, "Pompey"))
