"""The battle calculator against its stupid twin, on random small battles, exactly."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import ROLES
from gamekit.probability.distribution import Dist
from tests.cases import Cases
from tests.julius_caesar import twin
from tests.julius_caesar.random_battles import RandomBattle, happens, random_battle

pytestmark = pytest.mark.long
SEED = 705  # 49 BC is 705 AUC
AT_LEAST_20 = (
    "attacker's reserve", "defender's reserve", "the attacker is disrupted", "the defender is disrupted",
    "the roles are exchanged", "attacker's Elephant", "defender's Elephant", "attacker's Ballista",
    "defender's Ballista", "a Ballista changes its role", "attacker's Cleopatra", "defender's Cleopatra",
    "Cleopatra joins the attacker", "Cleopatra joins the defender", "Cleopatra changes sides by disruption",
    "Cleopatra changes sides because she cannot leave", "first strike", "first strike with a reserve",
    "the attacker leaves", "the attacker is cut off", "the defender leaves", "the defender is cut off",
    "a hit is wasted", "a block fights for the other side",
)  # fmt: skip


class Case:
    """A battle with the answers of both."""

    def __init__(self, drawn: RandomBattle) -> None:
        self.drawn = drawn
        self.battle = drawn.battle()
        self.under = twin.rules(**drawn.options)
        self.laws = twin.rounds(drawn.state(), self.under)  # at the start and at the end of each round
        self.right = twin.chances(self.laws[-1])

    @cached_property
    def odds(self) -> Dist[jc.Outcome]:
        return self.battle.odds()

    @cached_property
    def five(self) -> list[tuple[Fraction, ...]]:
        """The three chances so far and both mean strengths, at the start and at the end of each round."""
        return [five(law) for law in self.laws]


@pytest.fixture(scope="module")
def battles(cases: Cases) -> list[Case]:
    random = Random(SEED)
    return [Case(random_battle(random)) for _ in range(cases(40, 2_000))]


def survivors(odds: Dist[jc.Outcome]) -> dict[tuple[twin.Survivors, twin.Survivors], Any]:
    """The law of who is left, whoever had to leave."""
    return {ends: odds._share(weight) for ends, weight in odds.map(lambda end: (end.attacker, end.defender)).items()}


def close(found: float, right: Fraction) -> bool:
    return abs(found - float(right)) <= 1e-12


# What the random battles are
def test_every_rule_occurs_in_some_battles(battles: list[Case], cases: Cases) -> None:
    counts = Counter(thing for case in battles for thing in happens(case.drawn, case.under.seen))
    assert {thing: counts[thing] for thing in AT_LEAST_20 if counts[thing] < cases(1, 20)} == {}
    assert len({case.drawn for case in battles}) >= cases(38, 300)


# The law of the end
@pytest.mark.clause("julius_caesar", "3.11", "3.12", "3.21", "3.22", "3.23", "3.24", "3.25", "3.26", "3.27", "7.2")
@pytest.mark.clause("julius_caesar", "7.3", "7.31", "7.4", "7.41", "7.42", "7.52", "7.6", "7.62", "7.81", "E.Mars")
@pytest.mark.clause("julius_caesar", "E.Neptune")
def test_same_law_exactly(battles: list[Case]) -> None:
    for case in battles:
        assert survivors(case.odds) == case.right, case.battle
        found = survivors(case.battle.odds(numbers=float))
        assert found.keys() == case.right.keys(), case.battle
        assert all(type(p) is float and close(p, case.right[end]) for end, p in found.items()), case.battle


def strength(side: int) -> Callable[[twin.State], int]:
    return lambda state: sum(block.strength for block in state.sides[side])


def mean(law: twin.Law, value: Callable[[twin.State], int]) -> Fraction:
    return sum((worth * chance for worth, chance in twin.chances(law, value).items()), Fraction(0))


def wins(state: twin.State) -> bool:
    return not state.sides[twin.DEFENDER]


def lost(state: twin.State) -> bool:
    return not state.sides[twin.ATTACKER]


def p(law: twin.Law, event: Callable[[twin.State], bool]) -> Fraction:
    return twin.chances(law, event).get(True, Fraction(0))


def five(law: twin.Law) -> tuple[Fraction, ...]:
    """The three chances so far, and both mean strengths."""
    both_left = p(law, lambda state: twin.is_over(state) and not wins(state) and not lost(state))
    return p(law, wins), p(law, lost), both_left, mean(law, strength(0)), mean(law, strength(1))


def test_same_three_chances_and_means(battles: list[Case]) -> None:
    events = jc.attacker_wins, jc.attacker_eliminated, jc.attacker_leaves
    strengths = (lambda end: end.attacker_strength), (lambda end: end.defender_strength)
    for case in battles:
        right = case.five[-1]
        assert tuple(case.battle.chances()) == right, case.battle
        assert all(map(close, case.battle.chances(numbers=float), right)), case.battle
        assert (*map(case.odds.p, events), *map(case.odds.mean, strengths)) == right, case.battle
        assert sum(right[:3]) == 1


@pytest.mark.clause("julius_caesar", "7.2", "7.31", "7.62")
def test_who_had_to_withdraw(battles: list[Case]) -> None:
    for case in battles:
        law = case.laws[-1]
        attackers_go = p(law, lambda state: all(state.sides) and not state.exchanged)
        defenders_go = p(law, lambda state: all(state.sides) and state.exchanged)
        assert case.odds.p(jc.attacker_withdraws) == attackers_go, case.battle
        assert case.odds.p(jc.defender_withdraws) == defenders_go, case.battle
        assert case.odds.p(jc.attacker_holds) == p(law, wins) + defenders_go, case.battle


# Round by round
def test_same_by_round(battles: list[Case], cases: Cases) -> None:
    for case in battles[: cases(30, 160)]:
        frame = case.battle.by_round()
        right = [(number, sum(row[:3]), *row) for number, row in enumerate(case.five)]
        assert [tuple(row) for row in frame.itertuples(index=False)] == right, case.battle


@pytest.mark.clause("julius_caesar", "7.4")
def test_same_hits_in_each_round(battles: list[Case]) -> None:
    for number, case in enumerate(battles):
        round_ = number % 4 + 1
        found = case.battle.hits(round_)
        right = twin.chances(case.laws[round_], lambda state: state.hits)
        assert {hits: Fraction(weight, found.total_weight) for hits, weight in found.items()} == right, case.battle


@pytest.mark.clause("julius_caesar", "7.2", "7.4", "7.62")
def test_same_strengths_after_each_round(battles: list[Case], cases: Cases) -> None:
    for case in battles[: cases(30, 160)]:
        for number, side in enumerate(ROLES):
            for round_, found in case.battle.strength_by_round(side).items():
                right = twin.chances(case.laws[round_], strength(number))
                assert {steps: Fraction(weight, found.total_weight) for steps, weight in found.items()} == right, (
                    case.battle
                )
                assert found.basis == case.odds.basis


@pytest.mark.clause("julius_caesar", "7.51")
def test_same_chance_that_a_leader_dies(battles: list[Case], cases: Cases) -> None:
    compared = 0
    for case in battles:
        for block in (block for side in case.drawn.state().sides for block in side if block.type == "leader"):
            lives = p(case.laws[-1], lambda state, b=block: any(b.name == o.name for side in state.sides for o in side))
            assert case.battle.p_leader_dies(block.name) == 1 - lives, case.battle
            compared += 1
    assert compared >= cases(3, 20)


# Other orders than the standing one
def odd_order(tied: tuple[Any, ...], side: str) -> Any:
    """A rule that looks at everything it is shown."""
    rank = (lambda b: (b.place, b.letter, -b.firepower, b.name)) if side == "attacker" else (lambda b: (b.type, b.name))
    return max(tied, key=rank)


def test_same_law_under_another_order(battles: list[Case], cases: Cases) -> None:
    changed = 0
    for case in battles[: cases(20, 60)]:
        laws = twin.rounds(case.drawn.state(), twin.rules(**case.drawn.options, order=odd_order))
        right = twin.chances(laws[-1])
        assert survivors(case.battle.odds(order=odd_order)) == right, case.battle
        changed += right != case.right
    assert changed >= cases(2, 20)


# From the middle
def as_state(position: jc.BattlePosition) -> twin.State:
    """A position as the twin's state."""
    standing = [position.blocks_of_side(name) for name in ("attacker", "defender")]
    named: list[list[twin.Block]] = []
    for side in standing:
        numbers: Counter[str] = Counter()
        named.append([_as_block(now, numbers) for now in side])
    done = any(not now.ready for side in standing for now in side if now.block.type == "cleopatra" and now.strength)
    return twin.State((_alive(named[0]), _alive(named[1])), position.exchanged, done)


def _alive(blocks: list[twin.Block]) -> tuple[twin.Block, ...]:
    return tuple(block for block in blocks if block.strength)


def _as_block(now: jc.BlockStatus, numbers: Counter[str]) -> twin.Block:
    block = now.block
    numbers[block.name] += 1
    name = f"{block.name} #{numbers[block.name]}" if block.type == "generic" else block.name_for_army
    letters = block.initiative_attacking, block.initiative_defending
    place = {"main": "here", "reserve": "coming", "left": "left"}[now.place]
    return twin.Block(name, block.type, *letters, block.firepower, block.track, now.strength, "main", place)


def from_position(position: jc.BattlePosition, under: twin.Rules) -> twin.Law:
    """The twin's law of the end, from a position in the middle of a turn or between two."""
    state = as_state(position)
    if not position.turn:
        return twin.rounds(state, under, position.round)[-1]
    side, _ = twin.turn_of(state, position.round, position.turn - 1, under)
    slots = position.blocks_of_side(("attacker", "defender")[side])
    acting = {slots[slot].block.name_for_army + str(slot) for slot in position.firing}
    living = [(slot, now) for slot, now in enumerate(slots) if now.strength]
    firing = [
        block for (slot, now), block in zip(living, state.sides[side]) if now.block.name_for_army + str(slot) in acting
    ]
    for _ in range(position.hits):
        state = twin.hit(state, side, under)
    law, _ = twin.act(state, side, firing, position.round, under)
    return twin.rounds(law, under, position.round, position.turn)[-1]


def steps(fight: jc.Fight, random: Random) -> Iterator[jc.Fight]:
    """A battle fought with real dice, in which the owners now and then do not follow standing orders."""
    while not fight.is_over:
        yield fight
        if fight.hits_to_take:
            fight = fight.take_hit(random.choice(fight.slots_for_next_hit) if random.random() < 0.3 else None)
            continue
        goes = fight.turn.must_leave or (fight.turn.may_leave and random.random() < 0.1)
        passes = not goes and random.random() < 0.1
        fight = fight.leave() if goes else fight.pass_turn() if passes else fight.fire(fight.roll(random))
    yield fight


def test_same_law_from_every_position_of_a_fight(battles: list[Case], cases: Cases) -> None:
    random, seen = Random(SEED), Counter[str]()
    for case in battles[: cases(6, 40)]:
        for fight in steps(jc.Fight(case.battle), random):
            here = case.battle.at(fight.position)
            law = from_position(fight.position, twin.rules(**case.drawn.options))
            assert survivors(here.odds()) == twin.chances(law), here
            assert tuple(here.chances()) == five(law), here
            gone = any(now.place == "left" for side in ROLES for now in fight.position.blocks_of_side(side))
            if gone:
                assert all(map(close, here.by_round(numbers=float).iloc[-1, -5:], five(law))), here
            seen.update(
                {"position": True, "in a turn": bool(fight.hits_to_take), "some have left": gone and not fight.is_over}
            )
    assert seen["position"] >= cases(25, 250)
    assert seen["in a turn"] >= cases(5, 60)
    assert seen["some have left"] >= cases(1, 20)


def as_position(battle: jc.Battle, state: twin.State, round_: int, turn: int) -> jc.BattlePosition:
    """A state of the twin as a position."""
    sides = []
    for number, name in enumerate(("attacker", "defender")):
        alive = {block.name: block for block in state.sides[number] if block.body != "joined"}
        numbers: Counter[str] = Counter()
        standing = []
        for now in battle.start_position.blocks_of_side(name):
            block = alive.get(_as_block(now, numbers).name)
            place = {"here": "main", "coming": "reserve", "left": "left"}[block.place] if block else now.place
            standing.append(jc.BlockStatus(now.block, block.strength if block else 0, place))
        if state.sides[number] and state.sides[number][-1].body == "joined":
            standing.append(jc.BlockStatus(jc.BLOCKS["Pompey", "Cleopatra"], state.sides[number][-1].strength))
        sides.append(tuple(standing))
    return jc.BattlePosition(sides[0], sides[1], round_, turn, state.exchanged)


@pytest.mark.clause("julius_caesar", "7.3", "7.31", "7.52")
def test_same_law_from_the_end_of_round_1(battles: list[Case], cases: Cases) -> None:
    """Before the reserves arrive, from the likeliest and the least likely state."""
    compared = 0
    for case in battles[: cases(20, 80)]:
        open_states = sorted((weight, state) for state, weight in case.laws[1].items() if not twin.is_over(state))
        for _, state in open_states[:1] + open_states[1:][-1:]:
            right = twin.chances(twin.rounds(state, case.under, 2)[-1])
            position = as_position(case.battle, state, 1, 8)
            assert survivors(case.battle.at(position).odds()) == right, (case.battle, position)
            compared += 1
    assert compared >= cases(20, 100)
