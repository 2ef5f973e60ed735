"""A Julius Caesar battle played block by block and die by die: the stupid twin of the battle calculator.

Nothing clever here on purpose, and nothing shared with gamekit but the printed figures of the blocks. A state lists
the living blocks of both sides; every die splits every state in two; every hit is taken by one block.

Where the clauses leave a choice under standing orders, this file takes it as follows.

- A turn is one letter of one side: those that fire in it are the blocks of that letter in the battle when it begins.
- Blocks fire at an empty field, too, while reserves are still to come in round 1: those hits are wasted.
- A battle ends when a side has no block in it and none still to come. That is asked after each turn, and once more
  when disruption may have killed the last reserve; nobody fires, leaves or is cut off any more.
- Main bodies are looked at once, when round 1 is over. That is enough: a side without a main body has nobody left who
  could bring Cleopatra over in round 1, and the other side has the block that fired last.
- Roles are exchanged on arrival, before the first turn of round 2, and not again.
- Cleopatra's new place is the end of the whole list, behind the reserve, each time that she changes sides.
- Disruption comes before all turns of round 2, so a Cleopatra whom it makes change sides has her turn in round 2.
- To leave, or to be cut off, on one's turn of round 4 is to have had that turn.
- Leaders and fleets are blocks like any other; the order of dice within a turn cannot matter, so it is list order."""

import csv
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from gamekit.storage import data_files

FIGURES = {
    (row["side"].casefold(), row["name"].casefold()): row
    for row in csv.DictReader(data_files.text("julius_caesar/blocks.csv").splitlines())
}
NUMERALS = {"I": 1, "II": 2, "III": 3, "IV": 4, "1": 1, "2": 2, "3": 3, "4": 4}
ATTACKER, DEFENDER = 0, 1  # the sides as the battle began


class Block(NamedTuple):
    name: str
    type: str
    letter_attacking: str
    letter_defending: str
    firepower: int
    steps: tuple[int, ...]  # its strengths from full down to the last
    strength: int
    body: str  # "main", "reserve" or, of Cleopatra, "joined"
    place: str  # "here", "coming" or "left"


class State(NamedTuple):
    sides: tuple[tuple[Block, ...], tuple[Block, ...]]  # living blocks of the attacker and of the defender, in order
    exchanged: bool = False  # 7.31: the sides fight in each other's role
    cleopatra_done: bool = False  # Cleopatra has had her turn in this round
    hits: tuple[int, int] = (0, 0)  # in this round by the attacker's and by the defender's dice, wasted ones too


class Candidate(NamedTuple):
    """What a rule for ties is shown."""

    name: str
    type: str
    letter: str
    firepower: int
    strength: int
    place: str


Order = Callable[[tuple[Candidate, ...], str], Any]


class Rules(NamedTuple):
    """What one battle is played under, and what is seen to happen in it with a chance above 0."""

    first_strike: bool
    cut_off: tuple[bool, bool]  # the attacker, the defender
    order: Order | None
    seen: set[str]


def rules(
    first_strike: bool = False, cut_off: bool = False, defender_cut_off: bool = False, order: Order | None = None
) -> Rules:
    return Rules(first_strike, (cut_off, defender_cut_off), order, set())


Law = dict[State, int]  # whole weights; their sum stands for certainty


# The sides before the battle
def blocks(text: str, side: str | None, body: str, numbers: dict[str, int]) -> Iterator[Block]:
    """The blocks of a list like ``Caesar, Legio 13/II, 2 C3/III``; ``numbers`` counts the nameless by rating."""
    place = "coming" if body == "reserve" else "here"
    for piece in filter(None, (part.strip() for part in text.split(","))):
        name, _, strength = piece.partition("/")
        count, _, rating = name.rpartition(" ")
        if len(rating) == 2 and rating[0] in "ABCD":
            for _ in range(int(count or 1)):
                numbers[rating] += 1
                now = NUMERALS[strength]
                figures = rating[0], rating[0], int(rating[1]), tuple(range(now, 0, -1))
                yield Block(f"{rating} #{numbers[rating]}", "generic", *figures, now, body, place)
        else:
            yield named(name, side, strength, body, place)


def named(name: str, side: str | None, strength: str, body: str, place: str) -> Block:
    colour, _, own = name.rpartition(":")
    colour = "Pompey" if own == "Cleopatra" else colour or str(side)
    row = FIGURES[colour.casefold(), own.casefold()]
    letters = row["initiative_attacking"], row["initiative_defending"]
    steps = tuple(int(step) for step in row["strength_track"].split(";"))
    now = NUMERALS[strength] if strength else steps[0]
    return Block(name, row["type"], *letters, int(row["firepower"]), steps, now, body, place)


def list_of(main: str, reserve: str, side: str | None) -> tuple[Block, ...]:
    numbers: dict[str, int] = defaultdict(int)
    return (*blocks(main, side, "main", numbers), *blocks(reserve, side, "reserve", numbers))


# Who fights how, and when
def is_attacking(state: State, side: int) -> bool:
    """Whether a side is in the attacker's role now."""
    return (side == ATTACKER) != state.exchanged


def letter_of(state: State, side: int, block: Block) -> str:
    """7.42: the letter as fought now; only a ballista has two."""
    return block.letter_attacking if is_attacking(state, side) else block.letter_defending


def turn_of(state: State, round_: int, turn: int, under: Rules) -> tuple[int, str]:
    """7.2: A to D, the defender first within each; Mars, Neptune: in round 1 all attackers before all defenders."""
    if under.first_strike and round_ == 1:
        return [(side, letter) for side in (ATTACKER, DEFENDER) for letter in "ABCD"][turn]
    defending = ATTACKER if state.exchanged else DEFENDER
    return [(side, letter) for letter in "ABCD" for side in (defending, 1 - defending)][turn]


def on_turn(state: State, side: int, letter: str) -> list[Block]:
    """The blocks whose turn it is; 7.52: Cleopatra has one turn in a round, on whichever side."""
    present = [block for block in state.sides[side] if block.place == "here"]
    present = [block for block in present if letter_of(state, side, block) == letter]
    return [block for block in present if not (block.name == "Cleopatra" and state.cleopatra_done)]


def is_over(state: State) -> bool:
    return any(all(block.place == "left" for block in side) for side in state.sides)


# What happens to blocks
def with_side(state: State, side: int, changed: Iterable[Block]) -> State:
    attacker, defender = state.sides
    sides = (tuple(changed), defender) if side == ATTACKER else (attacker, tuple(changed))
    return state._replace(sides=sides)


def exchange(state: State, side: int, old: Block, new: Block) -> State:
    return with_side(state, side, (new if block == old else block for block in state.sides[side]))


def eliminate(state: State, side: int, block: Block, under: Rules) -> State:
    """7.4; 7.52: Cleopatra goes over to the other side's main body, at strength I and last in its list."""
    state = with_side(state, side, (other for other in state.sides[side] if other != block))
    if block.name != "Cleopatra":
        return state
    under.seen.add(f"Cleopatra joins {'the attacker' if side == DEFENDER else 'the defender'}")
    joined = block._replace(strength=1, body="joined", place="here")
    return with_side(state, 1 - side, (*state.sides[1 - side], joined))


def lose_step(state: State, side: int, block: Block, under: Rules) -> State:
    """3.11, 7.41: one step down the block's own track, eliminated after the last."""
    below = [step for step in block.steps if step < block.strength]
    if not below:
        return eliminate(state, side, block, under)
    return exchange(state, side, block, block._replace(strength=max(below)))


def take_hit(state: State, side: int, under: Rules) -> State:
    """7.4: the strongest block takes it; of those the lowest firepower, then the latest letter, then the last."""
    present = [block for block in state.sides[side] if block.place == "here"]
    if not present:
        under.seen.add("a hit is wasted")
        return state
    most = max(block.strength for block in present)
    tied = [block for block in present if block.strength == most]
    if under.order and len(tied) > 1:
        return lose_step(state, side, ordered(state, side, tied, under), under)
    weakest = min(block.firepower for block in tied)
    tied = [block for block in tied if block.firepower == weakest]
    latest = max(letter_of(state, side, block) for block in tied)
    tied = [block for block in tied if letter_of(state, side, block) == latest]
    return lose_step(state, side, tied[-1], under)


def ordered(state: State, side: int, tied: list[Block], under: Rules) -> Block:
    """Another rule for ties than the standing order."""
    bodies = ["reserve" if block.body == "reserve" else "main" for block in tied]
    letters = [letter_of(state, side, block) for block in tied]
    shown = tuple(
        Candidate(block.name, block.type, letter, block.firepower, block.strength, body)
        for block, letter, body in zip(tied, letters, bodies)
    )
    assert under.order
    return tied[shown.index(under.order(shown, ("attacker", "defender")[side]))]


def leave(state: State, side: int, going: list[Block], under: Rules) -> State:
    """7.62: in round 4 the attackers go on their own turn; 7.6: who cannot go is eliminated."""
    name = ("attacker", "defender")[side]
    for block in going:
        if under.cut_off[side]:
            under.seen.add(f"the {name} is cut off")
            if block.name == "Cleopatra":
                under.seen.add("Cleopatra changes sides because she cannot leave")
            state = eliminate(state, side, block, under)
        else:
            under.seen.add(f"the {name} leaves")
            state = exchange(state, side, block, block._replace(place="left"))
    return state


def arrive(state: State, under: Rules) -> State:
    """7.3: the reserves come; 7.31: those whose main body is gone lose a step, and such a defender becomes attacker."""
    routed = [side for side in (ATTACKER, DEFENDER) if all(block.place == "coming" for block in state.sides[side])]
    if DEFENDER in routed:
        state = state._replace(exchanged=True)
    for side in routed:
        under.seen.add(f"the {('attacker', 'defender')[side]} is disrupted")
        for block in state.sides[side]:
            state = lose_step(state, side, block, under)
            if block.name == "Cleopatra" and block not in state.sides[side] and block.strength == 1:
                under.seen.add("Cleopatra changes sides by disruption")
    for side in (ATTACKER, DEFENDER):
        state = with_side(state, side, (block._replace(place="here") for block in state.sides[side]))
    if state.exchanged and not is_over(state):
        under.seen.add("the roles are exchanged")
    return state


# The dice
def fire(state: State, side: int, firing: list[Block], under: Rules) -> tuple[Law, int]:
    """All dice of some blocks of a side, one after the other: the law of what follows, and how many dice there were."""
    if any(block.name == "Cleopatra" for block in firing):
        state = state._replace(cleopatra_done=True)
    dice = [block.firepower for block in firing for _ in range(block.strength)]
    law = {state: 1}
    for firepower in dice:
        after: Law = defaultdict(int)
        for before, weight in law.items():
            after[hit(before, side, under)] += firepower * weight  # so many of six faces
            if firepower < 6:
                after[before] += (6 - firepower) * weight
        law = after
    return law, len(dice)


def hit(state: State, side: int, under: Rules) -> State:
    """A hit by a die of ``side`` on the other one."""
    attacker, defender = state.hits
    after = take_hit(state, 1 - side, under)
    return after._replace(hits=(attacker + 1, defender) if side == ATTACKER else (attacker, defender + 1))


# The battle
def before_battle(
    attacker: str,
    defender: str,
    attacker_side: str | None = None,
    defender_side: str | None = None,
    attacker_reserve: str = "",
    defender_reserve: str = "",
) -> State:
    """The state as a battle begins, from lists of blocks."""
    attackers = list_of(attacker, attacker_reserve, attacker_side)
    return State((attackers, list_of(defender, defender_reserve, defender_side)))


def rounds(start: State | Law, under: Rules, round_: int = 1, turn: int = 0) -> list[Law]:
    """The law from which the battle goes on (before turn 0 to 8 of a round), and that at the end of each round."""
    laws = [{start: 1} if isinstance(start, State) else start]
    for number in range(round_, 5):
        law = laws[-1] if number == round_ and turn else begin_round(laws[-1], number, under)
        for n in range(turn if number == round_ else 0, 8):
            law = gather([take_turn(state, weight, number, n, under) for state, weight in law.items()])
        laws.append(law)
    return laws


def begin_round(law: Law, round_: int, under: Rules) -> Law:
    begun: Law = defaultdict(int)
    for state, weight in law.items():
        fresh = state._replace(cleopatra_done=False, hits=(0, 0))
        begun[arrive(fresh, under) if round_ == 2 and not is_over(fresh) else fresh] += weight
    return begun


def take_turn(state: State, weight: int, round_: int, turn: int, under: Rules) -> tuple[int, Law, int]:
    """The weight before a turn, the law after it, and the number of dice rolled."""
    side, letter = turn_of(state, round_, turn, under)
    return weight, *act(state, side, on_turn(state, side, letter), round_, under)


def act(state: State, side: int, acting: list[Block], round_: int, under: Rules) -> tuple[Law, int]:
    """What some blocks of a side do on their turn: they fire, or in round 4 as attackers they leave."""
    if is_over(state):
        return {state: 1}, 0
    if round_ == 4 and is_attacking(state, side):
        return {leave(state, side, acting, under): 1}, 0
    return fire(state, side, acting, under)


def gather(results: list[tuple[int, Law, int]]) -> Law:
    """Several laws as one: who rolled fewer dice than the most is weighed as if they had rolled those, too."""
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


def chances(law: Law, value: Callable[[State], Any] = outcome) -> dict[Any, Fraction]:
    """The exact chance of every value of a function of the state, by default of every outcome."""
    weights: dict[Any, int] = defaultdict(int)
    for state, weight in law.items():
        weights[value(state)] += weight
    return {found: Fraction(weight, sum(weights.values())) for found, weight in weights.items()}


def odds(start: State, **under: Any) -> dict[tuple[Survivors, Survivors], Fraction]:
    """The exact chance of every (attacker's survivors, defender's survivors).

    >>> ends = odds(before_battle("C3/III", "C3/III"))
    >>> sum(chance for (attacker, defender), chance in ends.items() if not defender)
    Fraction(53829, 262144)
    """
    return chances(rounds(start, rules(**under))[-1])
