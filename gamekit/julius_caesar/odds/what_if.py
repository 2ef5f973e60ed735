"""What-if questions: every single change of a battle, levies that may join an army, and successive battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappop, heappush
from typing import Any

from gamekit.analysis.evaluate import Perturbation
from gamekit.analysis.solve_for import CaseWithCost
from gamekit.julius_caesar.odds.army import first_repeated
from gamekit.julius_caesar.odds.course import Chances, outcome_names
from gamekit.julius_caesar.odds.events import Outcome, attacker_holds
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, POINTS, Block, deviation_basis, flip_point
from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.text.translation import note
from gamekit.text.validation import whole_number

Army = tuple[Block, ...]
BODIES = ("attacker", "attacker_reserve", "defender", "defender_reserve")
MAIN_BODIES = (ATTACKER, DEFENDER)
MOST_STRENGTH, MOST_FIREPOWER = 4, 6


@dataclass(frozen=True, slots=True)
class ExchangedRoles:
    """The battle with roles exchanged and no first strike; its chances are named by the roles of ``battle``."""

    battle: Any

    @property
    def turned(self) -> Any:
        """The battle that is fought."""
        it = self.battle
        bodies = {"attacker": it.defender, "defender": it.attacker}
        bodies |= {"attacker_reserve": it.defender_reserve, "defender_reserve": it.attacker_reserve}
        cut_off = {"cut_off": it.defender_cut_off, "defender_cut_off": it.cut_off}
        return replace(it, first_strike=False, **bodies, **cut_off)

    def odds(self, numbers: type = int) -> Dist[Outcome]:
        """Return the distribution of the ``Outcome``, roles named as in ``battle``."""
        sides = {ATTACKER: DEFENDER, DEFENDER: ATTACKER, None: None}

        def back(end: Outcome) -> Outcome:
            began = (end.began[1], end.began[0]) if end.began else None
            return Outcome(end.defender, end.attacker, sides[end.withdrew], began)

        found: Dist[Outcome] = self.turned.odds(numbers).map(back)
        return found

    def summary(self, numbers: type = int) -> Chances:
        """Return the chances and mean strengths, roles named as in ``battle``."""
        found = self.turned.chances(numbers)
        wins, eliminated, leaves, own, enemy = found
        return Chances(eliminated, wins, leaves, enemy, own, found.basis)


def changes(battle: Any) -> Iterator[Perturbation]:
    """Every change of one input: of each block a step, the block, its firepower and initiative; the attacker, first
    strike, cut off; each unclear rule read the other way. Of identical blocks only the first."""
    for body in BODIES:
        blocks: Army = getattr(battle, body)
        for at, block in enumerate(blocks):
            if any(_sort(block) == _sort(before) for before in blocks[:at]):
                continue

            def other(instead: Army, body: str = body, blocks: Army = blocks, at: int = at) -> Any:
                changed: dict[str, Any] = {body: (*blocks[:at], *instead, *blocks[at + 1 :])}
                return replace(battle, **changed)

            role = ATTACKER if body.startswith(ATTACKER) else DEFENDER
            yield from _of_a_block(block, role, other, body in MAIN_BODIES and len(blocks) == 1)
    turned = note("julius_caesar.change.turned")
    yield Perturbation(turned, None, (turned, ExchangedRoles(battle)))
    for name in ("first_strike", "cut_off", "defender_cut_off"):
        now, said = getattr(battle, name), note(f"julius_caesar.change.{name}")
        changed: dict[str, Any] = {name: not now}
        way = said, replace(battle, **changed)
        yield Perturbation(said, way if now else None, None if now else way)
    for point, read in other_readings(battle).items():
        (read_so,) = deviation_basis((point,))
        yield Perturbation(read_so, None, (read_so, read))


def other_readings(battle: Any) -> dict[str, Any]:
    """Return the battle with one unclear rule read the other way, by rule, for each that makes a difference."""
    turned = {point: replace(battle, reading=flip_point(battle.reading, point)) for point in POINTS}
    return {point: other for point, other in turned.items() if other.odds_key != battle.odds_key}


def _sort(block: Block) -> tuple[object, ...]:
    figures = (block.initiative_attacking, block.initiative_defending, block.firepower, block.track, block.strength)
    return (block.type, *figures)


def _of_a_block(block: Block, role: str, other: Callable[[Army], Any], only: bool) -> Iterator[Perturbation]:
    whose = note("julius_caesar.change.whose", block=str(block), role=note(f"side.{role}"))
    said = whose if block.type == "generic" else str(block)  # both sides may have nameless blocks that are alike

    def single(name: str, less: Block | None, more: Block | None, text: Callable[[Block], str]) -> Perturbation:
        lower, higher = ((text(made), other((made,))) if made else None for made in (less, more))
        return Perturbation(note(f"julius_caesar.change.{name}", block=said), lower, higher)

    def rating(made: Block) -> str:
        return made.rating(role)

    gone = None if only else (note("julius_caesar.change.without", block=str(block)), other(()))
    steps = single(
        "step",
        _at(block, block.strength - block.strength_per_step),
        _at(block, block.strength + block.strength_per_step),
        str,
    )
    yield steps if block.strength > block.strength_per_step else steps._replace(less=gone)
    twin = _rated(block, block.firepower, 0, "generic")
    more = None if twin is None or block.type == "cleopatra" else (f"+ {twin}", other((block, twin)))
    yield Perturbation(note("julius_caesar.change.block", block=said), gone, more)
    firepower = block.firepower
    yield single("firepower", _rated(block, firepower - 1, 0), _rated(block, firepower + 1, 0), rating)
    yield single("initiative", _rated(block, firepower, 1), _rated(block, firepower, -1), rating)


def _at(block: Block, strength: int) -> Block | None:
    """The block at another strength, None if its track lacks it; a nameless one may have any of I to IV."""
    if block.type == "generic" and block.strength_per_step == 1 and 1 <= strength <= MOST_STRENGTH:
        return replace(block, track=tuple(range(strength, 0, -1)), strength=strength)
    return block.with_strength(strength) if strength in block.track else None


def _rated(block: Block, firepower: int, later: int, type: str | None = None) -> Block | None:
    """The block with another firepower and its letters ``later`` places later; None if there is no such rating."""
    places = [LETTERS.index(letter) + later for letter in (block.initiative_attacking, block.initiative_defending)]
    if not 1 <= firepower <= MOST_FIREPOWER or not all(0 <= place < len(LETTERS) for place in places):
        return None
    attacking, defending = (LETTERS[place] for place in places)
    kind = type or block.type
    name = f"{attacking}{firepower}" if kind == "generic" else block.name
    made = replace(block, name=name, type=kind, firepower=firepower, initiative_attacking=attacking)
    return replace(made, initiative_defending=defending, colour=None if kind == "generic" else block.colour)


def levies(army: Sequence[Block], pool: Sequence[Block] = (), max_cost: int | None = None) -> Iterator[CaseWithCost]:
    """Yield every army that levies can make of an army and a pool, the cheapest first, with its cost in levy points
    (6.4).

    A point is a step for a block of the army, or a block of the pool at its lowest strength; one more point is one more
    step. ``max_cost`` limits the cost. Where a block may be levied (its city, a friendly one, a port for a navis; a
    third leader only after a death, 7.51) is not checked: leave such blocks out. Identical blocks are interchangeable.
    ``gamekit.needed`` takes the levies and finds the cheapest that is enough.

    >>> from gamekit import julius_caesar as jc
    >>> for army, cost in levies(jc.army("Legio 10/II", "Caesar"), jc.army("Auxilia 3", "Caesar"), max_cost=2):
    ...     print(cost, *army)
    0 Legio 10/II
    1 Legio 10/III
    1 Legio 10/II Auxilia 3/I
    2 Legio 10/III Auxilia 3/I
    2 Legio 10/II Auxilia 3/II
    >>> from gamekit import needed
    >>> own, pool, enemy = jc.army("Caesar", "Caesar"), jc.army("Legio 8, Auxilia 3", "Caesar"), jc.army("2 C3/II")
    >>> found = needed(lambda army: jc.Battle(army, enemy), levies(own, pool), p=0.75)
    >>> print(f"{found.cost} LP:", *found.least)
    2 LP: Caesar/III Legio 8/II
    """
    max_cost = None if max_cost is None else whole_number(max_cost, "most, the levy points,")
    standing, waiting = _blocks(army), _blocks(pool)
    _each_once((*standing, *waiting), "twice_in_battle")
    ways = [_steps(block, True) for block in standing] + [_steps(block, False) for block in waiting]
    sorts = [(*_sort(block), "army") for block in standing] + [_sort(block) for block in waiting]
    for taken, cost in choices_by_cost(ways, sorts):
        if max_cost is not None and cost > max_cost:
            return
        here = tuple(raised or block for block, raised in zip(standing, taken))
        yield CaseWithCost((*here, *(block for block in taken[len(standing) :] if block)), cost)


def choices_by_cost(
    ways: Sequence[Sequence[tuple[Any, int]]], sorts: Sequence[Any]
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield every way to take one option or None from each group, (what is taken, cost), in the order of cost.

    A group lists (option, cost), the cheapest first. Of groups of the same sort the first takes at least as much as the
    second, to avoid duplicates.
    """
    before = [max((n for n in range(at) if sorts[n] == sort), default=-1) for at, sort in enumerate(sorts)]
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * len(ways))]  # what is taken counts below 0: more first
    while waiting:
        total, negative = heappop(waiting)
        taken = [-n for n in negative]
        yield tuple(options[n - 1][0] if n else None for options, n in zip(ways, taken)), total
        for at in range(max((at for at, n in enumerate(taken) if n), default=0), len(ways)):
            options, n = ways[at], taken[at]
            if n < len(options) and (before[at] < 0 or taken[before[at]] > n):
                cost = options[n][1] - (options[n - 1][1] if n else 0)
                heappush(waiting, (total + cost, (*negative[:at], -n - 1, *negative[at + 1 :])))


def _blocks(army: Any) -> Army:
    if not isinstance(army, Sequence) or not all(isinstance(block, Block) for block in army):
        raise ValueError(f"army is {army!r}; it should be blocks, as jc.army(...) makes them")
    return tuple(army)


def _each_once(blocks: Iterable[Block], error: str) -> None:
    if twice := first_repeated(blocks):
        raise ValueError(note(f"julius_caesar.error.{error}", name=twice.name, colour=twice.colour))


def _steps(block: Block, standing: bool) -> tuple[tuple[Block, int], ...]:
    """A block at each strength to which it may be raised, or levied, with the cost in levy points."""
    rising = block.track[::-1]
    above = rising[rising.index(block.strength) + 1 :] if standing else rising
    return tuple((block.with_strength(strength), cost) for cost, strength in enumerate(above, 1))


Left = tuple[tuple[str, int], ...]  # the survivors by the names that they have in the whole army


def in_sequence(battles: Sequence[Any], numbers: type = int) -> tuple[Any, Left, Any, Basis]:
    """The battles as ``gamekit.in_a_row`` takes them: the fights, the army at first, how to show it, the basis.

    The attacker goes on if it holds the place when the battle is over: all enemy blocks are dead or had to leave
    (7.31). All its blocks alive go on with the steps they have, those in reserve included, undisrupted. Each battle
    says which blocks come by the main road; if none of these is left, the reserve is the main attack (7.3). A Cleopatra
    that has joined goes on in the main body (7.52).
    """
    army = _army_of(battles)
    enemies = [block for battle in battles for block in (*battle.defender, *battle.defender_reserve)]
    _each_once((*army.values(), *enemies), "twice_in_row")
    side = next((block.side for block in army.values() if block.side), None)
    known = army | {block.name_for_army: replace(block, side=side) for block in enemies if block.type == "cleopatra"}
    start = tuple((name, block.strength) for name, block in army.items())

    def shown(left: Left) -> Army:
        return tuple(known[name].with_strength(strength) for name, strength in left)

    fights = [partial(_fought, battle, known, numbers) for battle in battles]
    return (
        fights,
        start,
        shown,
        join_bases((note("julius_caesar.basis.in_a_row"),), *(battle.basis for battle in battles)),
    )


def _army_of(battles: Sequence[Any]) -> dict[str, Block]:
    """The attackers by name, the same in every battle, or ValueError."""
    armies = []
    for number, battle in enumerate(battles, 1):
        if not hasattr(battle, "attacker_reserve"):
            raise ValueError(f"battle {number} is {battle!r}; it should be a jc.Battle")
        both = (*battle.attacker, *battle.attacker_reserve)
        armies.append(dict(zip(outcome_names(both), both)))
        if armies[-1] != armies[0]:
            raise ValueError(note("julius_caesar.error.another_army", number=number))
    return armies[0]


def _fought(battle: Any, known: dict[str, Block], numbers: type, left: Left) -> Dist[Any]:
    """Return the distribution of (whether the army goes on, survivors) of a battle that it fights with ``left``."""
    here, names = dict(left), outcome_names((*battle.attacker, *battle.attacker_reserve))
    roads = names[: len(battle.attacker)], names[len(battle.attacker) :]
    joined = [name for name in here if name not in names]  # 7.52
    came = [name for name in (*roads[0], *joined) if name in here], [name for name in roads[1] if name in here]
    main, reserve = ([(name, known[name].with_strength(here[name])) for name in road] for road in came)
    if not main:
        main, reserve = reserve, []
    bodies = [tuple(block for _, block in body) for body in (main, reserve)]
    fight = replace(battle, attacker=bodies[0], attacker_reserve=bodies[1])
    as_known = dict(zip(outcome_names((*bodies[0], *bodies[1])), (name for name, _ in (*main, *reserve))))

    def after(end: Outcome) -> tuple[bool, Left]:
        alive = {as_known.get(name, name): strength for name, strength in end.attacker}
        return bool(alive) and attacker_holds(end), tuple((name, alive[name]) for name in known if name in alive)

    found: Dist[Any] = fight.odds(numbers).map(after)
    return found
