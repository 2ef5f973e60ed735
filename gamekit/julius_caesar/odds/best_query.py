"""One moment of a battle as the solver sees it, and what is best there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, Protocol

import numpy as np

from gamekit.dist import Basis
from gamekit.julius_caesar.odds.automaton import LEFT
from gamekit.julius_caesar.odds.best_fast import SCRATCH_BYTES
from gamekit.julius_caesar.odds.best_leg import LETTER_COUNT, LetterTurn, Policy, Question, Stretch
from gamekit.julius_caesar.odds.best_solve import (
    Carried,
    Case,
    Progress,
    Solver,
    base_keys,
    decided,
    end_values,
    numbers_of,
)
from gamekit.julius_caesar.odds.best_states import (
    DONE,
    MOST_SLOTS,
    SPENT,
    Array,
    Moment,
    Side,
    keys_of,
    places,
    side_of,
)
from gamekit.julius_caesar.odds.best_volley import (
    NOBODY,
    Acting,
    Numbers,
    acting,
    conditions,
    hit_tables,
    joins,
    target,
)
from gamekit.julius_caesar.odds.best_worth import Exits, Gain
from gamekit.julius_caesar.odds.course import volleys
from gamekit.julius_caesar.odds.position import Army, Bodies, Position, Standing
from gamekit.julius_caesar.tables import LETTERS, ROLES, Block
from gamekit.words import note

KEPT_BYTES = 256_000_000  # of the cases kept, together
MOST_BYTES = 2_700_000_000  # of all arrays of positions
MOST_ROWS = 40_000  # ways to stand of one side, planned in seconds
MOST_WORK = 60_000_000  # positions times numbers where the turns are not compiled, a minute or two
ASKING = 30  # times as long where a function is asked


class Questioned(Protocol):
    """What best play asks of a battle."""

    @property
    def bodies(self) -> Bodies: ...
    @property
    def blocks(self) -> Army: ...
    @property
    def start(self) -> Position: ...
    @property
    def first_strike(self) -> bool: ...
    @property
    def cut_off(self) -> bool: ...
    @property
    def defender_cut_off(self) -> bool: ...
    @property
    def joins_late(self) -> bool: ...
    @property
    def exits(self) -> Exits | None: ...
    @property
    def basis(self) -> Basis: ...


class Option(NamedTuple):
    """A choice: what a block does, and what the battle is worth to the attacker then."""

    act: str  # "fires", "passes", "retreats" or "takes it"
    listed: int  # of the block, in the list of its side
    worth: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers asked for at a position, and what every choice there is worth; ``chooser`` is who decides."""

    numbers: tuple[Any, ...]
    options: tuple[Option, ...]
    chooser: int  # 0 attacker, 1 defender, as the battle began; -1 when nobody decides


def sides_of(battle: Questioned, exits: Exits, apart: Callable[[Block], Any]) -> tuple[Side, Side]:
    """Both sides' slots; ``apart`` tells blocks apart that are otherwise alike."""
    cleopatra = next((block for block in battle.blocks if block.type == "cleopatra"), None)
    made = []
    for number, (main, reserve) in enumerate(battle.bodies[role] for role in ROLES):
        joins_here = cleopatra if cleopatra is not None and cleopatra not in (*main, *reserve) else None
        made.append(side_of(number, main, reserve, joins_here, exits, apart))
    return made[0], made[1]


def denominator_of(gains: Sequence[Gain]) -> int:
    """What exact gains are over."""
    values: list[Any] = []
    for gain in gains:
        values += [gain.always, gain.held, *(c for c, _, _ in gain.retreat)]
        values += [value for side in gain.standing for row in side for value in row]
    return lcm(*(Fraction(value).denominator for value in values))


@dataclass(slots=True)
class Spot:
    """A position in the solver's terms; ``number`` is the turn of its round that is under way."""

    question: Question
    position: Position
    exits: Exits  # how many may still leave in this round

    @property
    def number(self) -> int:
        """The turn of the round, from 0."""
        return self.position.turn - 1

    @property
    def waiting(self) -> bool:
        """Whether reserves are still to come."""
        return self.position.round == 1 and any(side.reserve.any() for side in self.question.sides)

    def leg(self, starts: tuple[Array, Array]) -> Stretch:
        """What follows the turn under way."""
        last = 1 if self.waiting else max(self.question.last, self.position.round)
        return Stretch(
            self.question, self.position.exchanged, self.position.round, last, starts, self.number + 1, self.waiting
        )

    def acts(self) -> tuple[int, int]:
        """Whose turn is under way, and the place of its letter."""
        order = volleys(self.position.round, self.question.first_strike, self.position.exchanged)
        side, letter = order[self.number]
        return ROLES.index(side), LETTERS.index(letter)

    def slot_runs(self, side: int, moment: Moment) -> list[int]:
        """By place in the position's list the run of blocks that are alike."""
        of = self.question.sides[side]
        run = {slot: number for number, (first, end) in enumerate(moment.runs) for slot in range(first, end)}
        at = {listed: slot for slot, listed in enumerate(of.listed) if listed >= 0}
        return [run[at.get(n, of.cleopatra)] for n in range(len(self.position.side(ROLES[side])))]

    def row(self, side: int, moment: Moment, cells: bool) -> Array:
        """The row of a side; as ``cells`` where its letter acts."""
        of, standing = self.question.sides[side], self.position.side(ROLES[side])
        row = np.zeros((1, of.width + 2), np.uint8)
        by_run: dict[int, list[int]] = {}
        for n, (now, run) in enumerate(zip(standing, self.slot_runs(side, moment))):
            if now.place != LEFT and now.strength:
                by_run.setdefault(run, []).append(self._cell(moment, now, cells, n in self.position.firing))
        for run, found in by_run.items():
            first = moment.runs[run][0]
            row[0, first : first + len(found)] = sorted(found, reverse=True)
        land, navis = self.exits.of(side)
        if of.land_exits is not None:
            row[0, of.width] = min(of.land_exits, of.land_exits if land is None else land)
        if of.navis_exits is not None and cells and self.acts()[1] == LETTERS.index("D"):
            row[0, of.width + 1] = min(of.navis_exits, of.navis_exits if navis is None else navis)
        return row

    def _cell(self, moment: Moment, now: Standing, cells: bool, fires: bool) -> int:
        spent = moment.tracked and now.block.type == "cleopatra" and not now.ready
        if cells:
            return DONE + now.strength if spent else 2 * now.strength + fires
        return now.strength + SPENT * spent


def left_behind(spot: Spot, numbers: list[Any]) -> list[Any]:
    """The numbers, what has left the battle before counted in."""
    gains = spot.question.gains
    for side in (0, 1):
        of = spot.question.sides[side]
        for n, now in enumerate(spot.position.side(ROLES[side])):
            if now.place == LEFT and now.strength:
                slot = of.listed.index(n) if n in of.listed else of.cleopatra
                numbers = [_when_left(gain, side, slot, now.strength, numbers) for gain in gains]
    return numbers


def _when_left(gain: Gain, side: int, slot: int, strength: int, numbers: Sequence[Any]) -> Any:
    constant, factor, source = gain.retreat[side]
    return constant + (factor * numbers[source] + gain.standing[side][slot][strength] if factor else 0)


@dataclass(slots=True)
class _Here:
    """The turn under way, evaluated: its conditions, those fired at, and all numbers."""

    spot: Spot
    leg: Stretch
    turn: LetterTurn
    made: Acting
    known: list[Array]
    carried: Carried
    numbers: Numbers
    level: int
    at: int
    enemy_keys: Array
    enemy: Array

    def number(self, value: Any, power: int) -> Any:
        """A number as it is asked for."""
        if not self.spot.question.exact:
            return float(value)
        return Fraction(value) / (int(self.carried.scale) * self.numbers.unit**power * self.spot.question.denominator)


def begin(spot: Spot) -> tuple[Stretch, Acting, tuple[Array, Array]]:
    """The leg that follows the turn under way, and that turn's conditions."""
    side, letter = spot.acts()
    probe = spot.leg((np.zeros(0, np.int64),) * 2)
    moments = [probe.moment(number, spot.position.round) for number in (0, 1)]
    row, enemy = spot.row(side, moments[side], True), spot.row(1 - side, moments[1 - side], False)
    rows = [row]
    hers = moments[side].side.cleopatra
    if hers >= 0 and row[0, hers] == 0:
        for code in (2, DONE + 1) if moments[side].tracked else (2,):
            rows.append(row.copy())
            rows[-1][0, hers] = code
    turn = LetterTurn(spot.position.round, side, letter, probe.starts, spot.number)
    attacks, must = probe.attacks(side), probe.must(turn)
    free = must or spot.position.round > 1
    late = spot.question.late
    made = acting(moments[side], np.zeros(0, np.int64), letter, attacks, free, must, late, np.concatenate(rows))
    starts = [base_keys(made), fired_at(spot, moments[1 - side], enemy)]
    return spot.leg((starts[side], starts[1 - side])), made, (row, enemy)


def fired_at(spot: Spot, moment: Moment, enemy: Array) -> Array:
    """The rows that the side fired at can come to on this turn, whoever takes a hit that is to be taken now."""
    rows = keys_of(enemy)
    if spot.position.hits:
        after, may = replace(moment, orders=None).struck(enemy)
        rows = np.concatenate([rows, keys_of(after[may])])
    return moment.closed(rows)


def positions_of(spot: Spot) -> int:
    """How many positions play can reach from here, counted before each turn; ValueError where they do not fit."""
    if not spot.position.firing and not spot.position.hits:
        return 1
    check_rows(spot.question)
    return _planned(Solver(spot.question), begin(spot)[0])[0].whole


def _planned(solver: Solver, leg: Stretch) -> tuple[Solver, Stretch, list[Stretch]]:
    leg, following = solver.legs(leg)
    check_size(solver, [leg, *following])
    return solver, leg, following


def answer(spot: Spot, progress: Progress | None = None, case: Case | None = None) -> Answer:
    """What is best at a position, solved from the end of the battle back to it.

    What ``case`` has is not solved again; what has to be solved is put there.
    """
    if not spot.position.firing and not spot.position.hits:
        return _over(spot)
    check_rows(spot.question)
    with np.errstate(invalid="ignore"):  # rows that cannot meet, as Cleopatra on both sides, have no worth
        return _answer(spot, progress, {} if case is None else case)


def _known(leg: Stretch, case: Case) -> Carried | None:
    """The numbers after the turn under way, where they have been kept."""
    turns = case.get((leg.exchanged, leg.waiting, leg.first), {})
    found = next((kept for (first, last), kept in turns.items() if first <= leg.number <= last), None)
    if found is None or not all(np.isin(keys, table).all() for keys, table in zip(leg.starts, found.tables)):
        return None
    return found


def _carried(spot: Spot, leg: Stretch, progress: Progress | None, case: Case) -> Carried:
    if (known := _known(leg, case)) is not None:
        return known
    case.clear()
    solver, leg, following = _planned(Solver(spot.question, progress), leg)
    if solver.whole * cell_bytes(spot.question) <= KEPT_BYTES // 2:
        solver.case = case
    return solver.carried(leg, following)


def _answer(spot: Spot, progress: Progress | None, case: Case) -> Answer:
    leg, made, (row, enemy) = begin(spot)
    carried = _carried(spot, leg, progress, case)
    side = spot.acts()[0]
    turn = LetterTurn(spot.position.round, side, spot.acts()[1], leg.starts, spot.number)
    moment = leg.moment(1 - side, turn.round)
    keys = fired_at(spot, moment, enemy)
    fired, said = decided(leg, turn, made, target(moment, keys))
    numbers = numbers_of(leg, turn, made, carried.scale)
    values = carried.values if side == 0 else carried.values.transpose(0, 2, 1)
    base = values[
        :, places(carried.tables[side], base_keys(made))[:, None], places(carried.tables[1 - side], keys)[None, :]
    ]
    plan = spot.question.policies[side].plans[turn.round - 1]
    sign = 1 - 2 * side
    known = conditions(base, made, fired, numbers, sign, plan, said)
    key = keys_of(row)[0]
    level = next(n for n, found in enumerate(made.keys) if key in found)
    at = int(places(made.keys[level], key))
    here = _Here(spot, leg, turn, made, known, carried, numbers, level, at, keys, enemy)
    if spot.position.hits:
        return _hits(here, fired, sign)
    column = int(places(keys, keys_of(enemy)[0]))
    found = [here.number(value, level) for value in known[level][:, at, column]]
    options = _options(here, fired, sign, column)
    return Answer(tuple(left_behind(spot, found)), _counted(spot, found, options), side)


def _counted(spot: Spot, found: list[Any], options: list[tuple[str, int, Any]]) -> tuple[Option, ...]:
    """The choices, what has left before counted in."""
    rest = list(found[1:])
    return tuple(Option(act, index, left_behind(spot, [worth, *rest])[0]) for act, index, worth in options)


def _options(here: _Here, fired: Any, sign: int, column: int) -> list[tuple[str, int, Any]]:
    made, n, at = here.made, here.level, here.at
    numbers, unit = here.numbers, here.numbers.unit
    tables = None
    if n and (made.act[n][at] != NOBODY).any():
        most = int(made.strength[n][at].max(initial=0))
        tables = hit_tables(here.known, made, n - 1, fired, most, numbers, sign)
    found: list[tuple[str, int, Any]] = []
    side = here.turn.side
    runs = here.spot.slot_runs(side, made.moment)
    standing = here.spot.position.side(ROLES[side])
    moment = made.moment
    for kind in ("fires", "passes", "retreats"):
        for listed in sorted(here.spot.position.firing):
            j = _slot(made, n, at, moment.runs[runs[listed]], standing[listed].strength)
            act, left = int(made.act[n][at, j]), int(made.retreat[n][at, j])
            strength = int(made.strength[n][at, j])
            if kind == "retreats" and left != NOBODY:
                gain = here.spot.question.gains[0].retreat[side]
                reward = numbers.rewards[0, made.group[j], strength]  # a worth has no constant for retreats
                worth = gain[1] * unit * here.known[n - 1][gain[2], left, column] + reward * (numbers.scale * unit**n)
            elif kind == "passes" and act != NOBODY:
                worth = here.known[n - 1][0, act, column] * unit
            elif kind == "fires" and act != NOBODY:
                assert tables is not None
                law = numbers.weights[strength, moment.side.firepower[made.group[j]]]
                worth = sum(law[hits] * tables[hits][0, act, column] for hits in range(strength + 1))
            else:
                continue
            found.append((kind, listed, here.number(worth, n)))
    return found


def _slot(made: Acting, n: int, at: int, run: tuple[int, int], strength: int) -> int:
    for j, slot in enumerate(made.group.tolist()):
        if run[0] <= slot < run[1] and made.strength[n][at, j] == strength:
            return j
    raise AssertionError("a block that acts has its slot")


def _hits(here: _Here, fired: Any, sign: int) -> Answer:
    """Who takes the next hit: the choices of the side that is fired at."""
    spot, hits, struck = here.spot, here.spot.position.hits, 1 - here.turn.side
    tables = hit_tables(here.known, here.made, here.level, fired, hits, here.numbers, sign)
    column = int(places(here.enemy_keys, keys_of(here.enemy)[0]))
    found = [here.number(value, here.level) for value in tables[hits][:, here.at, column]]
    moment = replace(here.leg.moment(struck, here.turn.round), orders=None)
    after, may = moment.struck(here.enemy)
    hers = moment.side.cleopatra
    standing, options = spot.position.side(ROLES[struck]), []
    strengths = [now.strength if now.place == "main" else 0 for now in standing]
    for listed, run in enumerate(spot.slot_runs(struck, moment)):
        if not strengths[listed] or strengths[listed] < max(strengths) or not may[0, run]:
            continue
        to = int(places(here.enemy_keys, keys_of(after[:, run])[0]))
        value, level = tables[hits - 1][0, here.at, to], here.level
        if hers >= 0 and here.enemy[0, hers] and not after[0, run, hers]:
            spent = here.enemy[0, hers] > SPENT
            level += here.made.late and not spent
            at = joins(here.made, here.level)[int(spent)][here.at]
            value = hit_tables(here.known, here.made, level, fired, hits - 1, here.numbers, sign)[hits - 1][0, at, to]
        options.append(("takes it", listed, here.number(value, level)))
    return Answer(tuple(left_behind(spot, found)), _counted(spot, found, options), struck)


def _over(spot: Spot) -> Answer:
    """Nobody decides any more: the battle has ended."""
    probe = spot.leg((np.zeros(0, np.int64),) * 2)
    rows = [keys_of(spot.row(side, probe.moment(side, 2), False)) for side in (0, 1)]
    ends, _ = end_values(probe, (rows[0], rows[1]), probe.exchanged)
    over = spot.question.denominator
    found = [Fraction(value) / over if spot.question.exact else float(value) for value in ends[:, 0, 0]]
    return Answer(tuple(left_behind(spot, found)), (), NOBODY)


def check_rows(question: Question) -> None:
    """Raises ValueError where a side has more blocks, or ways to stand, than can be planned with."""
    width = max(side.width for side in question.sides)
    if width > MOST_SLOTS:
        raise ValueError(note("julius_caesar.error.best_blocks", blocks=width, most=MOST_SLOTS))
    ends = question.last == 4
    rows = [
        most_rows(side, policy, ends or (question.leaves and policy.leaves))
        for side, policy in zip(question.sides, question.policies)
    ]
    if max(rows) > MOST_ROWS:
        count = rows[0] * rows[1] * question.last * 2 * LETTER_COUNT
        raise ValueError(note("julius_caesar.error.best_rows", positions=f"{count:,}"))


def cell_bytes(question: Question) -> int:
    """The bytes of a position with all its numbers."""
    return len(question.gains) * (120 if question.exact else 8)


def case_bytes(case: Case) -> int:
    """The bytes of what is kept of a case, about."""
    arrays = [each.values for turns in case.values() for each in turns.values()]
    return sum(array.size * (120 if array.dtype == object else 8) for array in arrays)


def check_size(solver: Solver, legs: Sequence[Stretch]) -> None:
    """Raises ValueError, with the number of positions, where the legs do not fit or would take too long."""
    question, positions = solver.question, f"{solver.whole:,}"
    need = sum(leg.size for leg in legs) * cell_bytes(question)
    if legs[0].fast:
        need += SCRATCH_BYTES
    else:
        weight = (10 if question.exact else 1) * (ASKING if question.asks else 1)
        if solver.whole * len(question.gains) * weight > MOST_WORK:
            numbers = len(question.gains)
            raise ValueError(note("julius_caesar.error.best_long", positions=positions, numbers=numbers))
        need += _scratch(legs) * cell_bytes(question)
    if need > MOST_BYTES:
        size, bound = f"{need / 1e9:.1f}", f"{MOST_BYTES / 1e9:.1f}"
        raise ValueError(note("julius_caesar.error.best_large", positions=positions, size=size, most=bound))


def _scratch(legs: Sequence[Stretch]) -> int:
    """The cells of the widest turn: those of all its conditions, and several times those of one number to act."""
    turns = [(leg, step) for leg in legs for step in leg.steps if isinstance(step, LetterTurn)]
    if not turns:
        return 0
    leg, turn = max(turns, key=lambda pair: len(pair[1].rows[0]) * len(pair[1].rows[1]))
    levels = [len(keys) for keys in leg.acting(turn).keys]
    return (sum(levels) + 8 * max(levels)) * len(turn.rows[1 - turn.side])


def most_rows(side: Side, policy: Policy, leaves: bool) -> int:
    """How many rows a side has at most: its blocks stand at two neighbouring strengths, or have left.

    By standing orders the hits fall in one order.
    """
    total, steps = 0, sum(block.strength for block in side.blocks) + 1
    for top in range(1, 5):
        rows = 1
        for first, end in side.runs:
            high = sum(block.strength >= top for block in side.blocks[first:end])
            low = end - first - high
            rows *= (high + 1) * (high + 2) * (low + 1) // 2 if leaves else high + 1
        total += rows
    if policy.hits_by_orders and not leaves:
        total = min(total, steps << (side.cleopatra >= 0))
    return total * (1 + (side.land_exits or 0) * leaves)
