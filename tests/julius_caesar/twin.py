"""A Julius Caesar battle played block by block and die by die: the stupid twin of the battle calculator.

Nothing clever here on purpose, and nothing shared with gamekit but the printed figures of the blocks. A state lists
every block of both sides; every die of every block splits every state in two; every hit is taken by one block.

Where the clauses leave a choice under standing orders, this file takes it as follows.

- A turn is one letter of one side: the blocks that fire in it are those in the battle, of that letter, when it begins.
- Blocks fire at an empty field too while reserves are still to come in round 1: those hits are wasted.
- A side is out when none of its blocks is in the battle or still to come; the battle then ends at once, also between
  rounds 1 and 2, where disruption may kill the last reserve.
- Main bodies are looked at once, when round 1 is over. No side can lose its main body and get one back within round 1:
  a side without a main body has nobody who could make Cleopatra come over, and the other side has the block that fired.
- Roles are exchanged on arrival, with the loss of a step, before the first turn of round 2.
- Cleopatra's place is the end of the whole list, behind the reserve, each time she changes sides; on arrival of a
  disrupted reserve she joins the other side before round 2 begins, so she fires in it.
- Being made to leave is a turn: whoever is cut off on the C turn of round 4 has had that turn.
- A leader is a block like any other here; a fleet is a D block like any other."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from gamekit import data

FIGURES = {
    (row["side"].casefold(), row["name"].casefold()): row
    for row in csv.DictReader(data.text("julius_caesar/blocks.csv").splitlines())
}
NUMERALS = {"I": 1, "II": 2, "III": 3, "IV": 4, "1": 1, "2": 2, "3": 3, "4": 4}
ATTACKER, DEFENDER = 0, 1  # the sides as the battle began


class Block(NamedTuple):
    name: str
    letter_attacking: str
    letter_defending: str
    firepower: int
    steps: tuple[int, ...]  # its strengths from full down to the last
    strength: int
    place: str  # "main" (in the battle), "reserve" (still to come) or "left"
    colour: str = ""  # whose block it is by its colour; two blocks of a side may share a name (7.52 apart, Jupiter)


class State(NamedTuple):
    sides: tuple[tuple[Block, ...], tuple[Block, ...]]  # living blocks of the attacker and of the defender, in order
    exchanged: bool = False  # 7.31: the defender was disrupted, the sides fight in each other's role
    cleopatra_done: bool = False  # Cleopatra has had her turn in this round
    hits: tuple[int, int] = (0, 0)  # rolled in this round by the attacker's and by the defender's dice


Law = dict[State, int]  # whole weights; their sum is the weight of certainty


# The sides before the battle


def blocks(text: str, side: str | None, place: str, numbers: dict[str, int]) -> Iterator[Block]:
    """The blocks of a list like ``Caesar, Legio 13/II, 2 C3/III``; ``numbers`` counts the nameless by rating."""
    for piece in filter(None, (part.strip() for part in text.split(","))):
        name, _, strength = piece.partition("/")
        count, _, rating = name.rpartition(" ")
        if len(rating) == 2 and rating[0] in "ABCD":
            for _ in range(int(count or 1)):
                numbers[rating] += 1
                steps, now = (4, 3, 2, 1), NUMERALS[strength]
                yield Block(f"{rating} #{numbers[rating]}", rating[0], rating[0], int(rating[1]), steps, now, place)
        else:
            yield named(name, side, strength, place)


def named(name: str, side: str | None, strength: str, place: str) -> Block:
    colour, _, own = name.rpartition(":")
    own = own.casefold()
    row = FIGURES["pompey", own] if own == "cleopatra" else FIGURES[(colour or str(side)).casefold(), own]
    letters = row["initiative_attacking"], row["initiative_defending"]
    steps = tuple(int(step) for step in row["strength_track"].split(";"))
    now = NUMERALS[strength] if strength else steps[0]
    return Block(row["name"], *letters, int(row["firepower"]), steps, now, place, row["side"])


def list_of(main: str, reserve: str, side: str | None) -> tuple[Block, ...]:
    numbers: dict[str, int] = defaultdict(int)
    return (*blocks(main, side, "main", numbers), *blocks(reserve, side, "reserve", numbers))


# Who fights how


def is_attacking(state: State, side: int) -> bool:
    """Whether a side is in the attacker's role now."""
    return (side == ATTACKER) != state.exchanged


def letter(state: State, side: int, block: Block) -> str:
    """7.42: the letter as fought now; only a ballista has two."""
    return block.letter_attacking if is_attacking(state, side) else block.letter_defending


def turns(state: State, round_: int, first_strike: bool) -> list[tuple[int, str]]:
    """7.2: A to D, the defender first within each; Mars and Neptune: in round 1 all attackers first."""
    if first_strike and round_ == 1:
        return [(side, letter) for side in (ATTACKER, DEFENDER) for letter in "ABCD"]
    first, second = (ATTACKER, DEFENDER) if state.exchanged else (DEFENDER, ATTACKER)
    return [(side, letter) for letter in "ABCD" for side in (first, second)]


def is_over(state: State) -> bool:
    return any(all(block.place == "left" for block in side) for side in state.sides)


# What happens to blocks


def with_side(state: State, side: int, changed: tuple[Block, ...]) -> State:
    attacker, defender = state.sides
    return state._replace(sides=(changed, defender) if side == ATTACKER else (attacker, changed))


def eliminate(state: State, side: int, block: Block) -> State:
    """7.4; 7.52: Cleopatra goes over to the other side's main body, at strength I and last in its list."""
    state = with_side(state, side, tuple(other for other in state.sides[side] if other != block))
    if block.name != "Cleopatra":
        return state
    turned = block._replace(strength=1, place="main")
    return with_side(state, 1 - side, (*state.sides[1 - side], turned))


def lose_step(state: State, side: int, block: Block) -> State:
    """3.11, 7.41: one step down the block's own track, off the board after the last."""
    below = [step for step in block.steps if step < block.strength]
    if not below:
        return eliminate(state, side, block)
    reduced = block._replace(strength=max(below))
    return with_side(state, side, tuple(reduced if other == block else other for other in state.sides[side]))


def take_hit(state: State, side: int) -> State:
    """7.4: the strongest block takes it; of those the lowest firepower, then the latest letter, then the last listed."""
    targets = [block for block in state.sides[side] if block.place == "main"]
    if not targets:
        return state
    most = max(block.strength for block in targets)
    targets = [block for block in targets if block.strength == most]
    weakest = min(block.firepower for block in targets)
    targets = [block for block in targets if block.firepower == weakest]
    latest = max(letter(state, side, block) for block in targets)
    targets = [block for block in targets if letter(state, side, block) == latest]
    return lose_step(state, side, targets[-1])


def leave(state: State, side: int, now: str, is_cut_off: bool, seen: set[str]) -> State:
    """7.62: round 4, the attackers go on their own turn; 7.6: who cannot go is eliminated."""
    for block in state.sides[side]:
        if block.place == "main" and letter(state, side, block) == now:
            if is_cut_off:
                seen.add("cut off" if side == ATTACKER else "defender cut off")
                seen |= {"cut off Cleopatra"} if block.name == "Cleopatra" else set()
                state = eliminate(state, side, block)
            else:
                seen.add("attacker leaves" if side == ATTACKER else "defender leaves")
                gone = block._replace(place="left")
                state = with_side(state, side, tuple(gone if b == block else b for b in state.sides[side]))
    return state


def arrive(state: State, seen: set[str]) -> State:
    """7.3: reserves come in; 7.31: disrupted if their main body is gone, and a disrupted defender becomes the attacker."""
    routed = [side for side in (ATTACKER, DEFENDER) if not any(block.place == "main" for block in state.sides[side])]
    if DEFENDER in routed:
        state = state._replace(exchanged=True)
    for side in routed:
        seen.add("defender disrupted" if side == DEFENDER else "attacker disrupted")
        for block in state.sides[side]:
            state = lose_step(state, side, block)
            if block.name == "Cleopatra" and block not in state.sides[side] and block.strength == 1:
                seen.add("disrupted Cleopatra")
    for side in (ATTACKER, DEFENDER):
        state = with_side(state, side, tuple(block._replace(place="main") for block in state.sides[side]))
    if state.exchanged and not is_over(state):
        seen.add("exchange")
    return state


# The dice


def volley(state: State, side: int, now: str, seen: set[str]) -> tuple[Law, int]:
    """All dice of one letter of one side, one after the other; the law of what follows, and how many dice there were."""
    firing = [block for block in state.sides[side] if block.place == "main" and letter(state, side, block) == now]
    if state.cleopatra_done:
        firing = [block for block in firing if block.name != "Cleopatra"]
    if any(block.name == "Cleopatra" for block in firing):
        state = state._replace(cleopatra_done=True)
    law = {state: 1}
    dice = [block.firepower for block in firing for _ in range(block.strength)]
    for firepower in dice:
        after: Law = defaultdict(int)
        for before, weight in law.items():
            for face in (1, 2, 3, 4, 5, 6):
                after[hit(before, side, seen) if face <= firepower else before] += weight
        law = after
    return law, len(dice)


def hit(state: State, side: int, seen: set[str]) -> State:
    """A hit by a die of ``side`` on the other one."""
    attacker, defender = state.hits
    after = take_hit(state, 1 - side)
    if after == state:
        seen.add("wasted")
    if any(block.name == "Cleopatra" for block in state.sides[1 - side]) and len(after.sides[side]) > len(
        state.sides[side]
    ):
        seen.add("Cleopatra turns")
    return after._replace(hits=(attacker + 1, defender) if side == ATTACKER else (attacker, defender + 1))


# The battle


def rounds(
    attacker: str,
    defender: str,
    attacker_side: str | None = None,
    defender_side: str | None = None,
    attacker_reserve: str = "",
    defender_reserve: str = "",
    first_strike: bool = False,
    cut_off: bool = False,
    defender_cut_off: bool = False,
    seen: set[str] | None = None,
) -> list[Law]:
    """The law of the state before the battle and at the end of each of its four rounds.

    ``seen``, if given, is filled with what happens in this battle with a chance above 0.
    """
    seen = set() if seen is None else seen
    attackers = list_of(attacker, attacker_reserve, attacker_side)
    defenders = list_of(defender, defender_reserve, defender_side)
    laws: list[Law] = [{State((attackers, defenders)): 1}]
    for round_ in (1, 2, 3, 4):
        law = each(laws[-1], lambda state: state._replace(cleopatra_done=False, hits=(0, 0)))
        if round_ == 2:
            law = each(law, lambda state: state if is_over(state) else arrive(state, seen))
        for turn in range(8):
            results: list[tuple[int, Law, int]] = []
            for state, weight in law.items():
                side, now = turns(state, round_, first_strike)[turn]
                if is_over(state):
                    results.append((weight, {state: 1}, 0))
                elif round_ == 4 and is_attacking(state, side):
                    gone = leave(state, side, now, cut_off if side == ATTACKER else defender_cut_off, seen)
                    results.append((weight, {gone: 1}, 0))
                else:
                    results.append((weight, *volley(state, side, now, seen)))
            law = gather(results)
        laws.append(law)
    return laws


def each(law: Law, change: Callable[[State], State]) -> Law:
    changed: Law = defaultdict(int)
    for state, weight in law.items():
        changed[change(state)] += weight
    return changed


def gather(results: list[tuple[int, Law, int]]) -> Law:
    """Several laws as one: whoever rolled fewer dice than the most is weighed as if they had rolled them, too."""
    most = max(dice for _, _, dice in results)
    law: Law = defaultdict(int)
    for weight, following, dice in results:
        for state, chance in following.items():
            law[state] += weight * chance * 6 ** (most - dice)
    return law


Survivors = tuple[tuple[str, int], ...]


def outcome(state: State) -> tuple[Survivors, Survivors]:
    """What is left of both sides, those who left or are still to come included: (name, strength) in list order."""
    attacker, defender = (tuple((block.name, block.strength) for block in side) for side in state.sides)
    return attacker, defender


def chances(law: Law, value: Callable[[State], object]) -> dict[object, Fraction]:
    """The exact chance of every value of a function of the state."""
    total = sum(law.values())
    answer: dict[object, Fraction] = defaultdict(Fraction)
    for state, weight in law.items():
        answer[value(state)] += Fraction(weight, total)
    return dict(answer)


def odds(**battle: object) -> dict[object, Fraction]:
    """The exact chance of every outcome of a battle; the arguments are those of ``rounds``."""
    return chances(rounds(**battle)[-1], outcome)  # type: ignore[arg-type]
