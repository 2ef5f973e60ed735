"""Exact odds of a battle from any position: chances, the full distribution of outcomes, round by round, hit by hit."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.util import find_spec
from itertools import count, groupby, product
from math import lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import frame_of
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.odds.army import army as read_army
from gamekit.julius_caesar.odds.army import first_repeated
from gamekit.julius_caesar.odds.best_play import BestPlay, compare_leaving_plans
from gamekit.julius_caesar.odds.best_solve import ExitLimits, Worth, check_exits
from gamekit.julius_caesar.odds.course import (
    CHANCES,
    LAST,
    LEFT,
    RESERVE,
    Army,
    BattleCourse,
    BattlePosition,
    BlockStatus,
    Bodies,
    Chances,
    Order,
    RoundEnd,
    Table,
    automata,
    blocks_of,
    check,
    check_numbers,
    filter_table,
    memoise_order,
    next_to_act,
    tag_basis,
    weight_of,
)
from gamekit.julius_caesar.odds.events import Outcome
from gamekit.julius_caesar.odds.what_if import changes, in_sequence
from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.text.translation import note
from gamekit.text.validation import require_type, whole_number

if TYPE_CHECKING:
    import pandas as pd

UNFINISHED = 1e-15  # battles less likely than this are not fought on
MOST_UNKNOWN = 2  # blocks "?" of a battle: each multiplies the number of battles by about thirty
WORTH_LOADING = 100  # battles; loading numba takes as long as computing about a hundred without it


@dataclass(frozen=True, slots=True, repr=False)
class Battle:
    """Two armies that meet (7.1-7.52), fought by standing orders unless an ``order`` says otherwise.

    ``attacker`` and ``defender`` are the main bodies, tuples of blocks as ``army`` makes them; the reserves arrive in
    round 2 (7.3). ``first_strike``: the attackers fire first in round 1 (Mars, Neptune). ``cut_off``: attackers that
    must leave are eliminated (7.6); ``defender_cut_off``: likewise defenders after an exchange of roles (7.31).
    ``reading`` is the interpretation of unclear rules, "text" or "online" (see ``readings``); only Cleopatra's changes
    odds.

    ``exits`` counts how many blocks may leave in each round, for best play alone; ``jc.ExitLimits`` has more.

    Standing orders: every block fires on each turn; attackers leave on their own turn of round 4; among the
    strongest the owner reduces the lowest firepower, then the latest letter, then the last listed.

    Raises ValueError for an empty main body, a block listed twice or blocks of one side on both.

    >>> from gamekit import julius_caesar as jc
    >>> battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    >>> battle.odds().p(jc.attacker_wins)
    Fraction(2237911607, 3265173504)
    """

    attacker: Army
    defender: Army
    attacker_reserve: Army = ()
    defender_reserve: Army = ()
    first_strike: bool = False
    cut_off: bool = False
    defender_cut_off: bool = False
    reading: t.Reading = ()
    exits: ExitLimits | None = None
    basis: Basis = field(init=False, compare=False, default=())

    def __post_init__(self) -> None:
        for name in ("attacker", "defender", "attacker_reserve", "defender_reserve"):
            object.__setattr__(self, name, _checked(getattr(self, name), name))
        for name in ("first_strike", "cut_off", "defender_cut_off"):
            if not isinstance(now := python_number(getattr(self, name)), bool):
                raise ValueError(f"{name} is {now!r}; it should be True or False")
            object.__setattr__(self, name, now)
        if self.exits is not None:
            check_exits(self.exits)
        if self.reading != ():
            object.__setattr__(self, "reading", t.read_online(self.reading))
        if not self.attacker or not self.defender:
            empty = t.DEFENDER if self.attacker else t.ATTACKER
            raise ValueError(f"the {empty}'s main body is empty; a battle needs a block on each side")
        if len(self.blocks) > len(t.BLOCKS):
            raise ValueError(note("julius_caesar.error.many", most=len(t.BLOCKS)))
        if (found := sum(block.type == "unknown" for block in self.blocks)) > MOST_UNKNOWN:
            raise ValueError(note("julius_caesar.error.unknown_many", most=MOST_UNKNOWN, found=found))
        _check_sides(self)
        object.__setattr__(self, "basis", _basis(self))

    def __repr__(self) -> str:
        parts = [f"attacker={_code(self.attacker)}", f"defender={_code(self.defender)}"]
        parts += [
            f"{n}={_code(getattr(self, n))}" for n in ("attacker_reserve", "defender_reserve") if getattr(self, n)
        ]
        parts += [f"{n}=True" for n in ("first_strike", "cut_off", "defender_cut_off") if getattr(self, n)]
        parts += [f"exits=jc.{self.exits!r}"] if self.exits is not None else []
        parts += [f"reading={list(self.reading)}"] if self.reading else []
        return f"jc.Battle({', '.join(parts)})"

    @property
    def mains_and_reserves(self) -> Bodies:
        """{"attacker": (main body, reserve), "defender": (main body, reserve)}, each a tuple of blocks."""
        return {t.ATTACKER: (self.attacker, self.attacker_reserve), t.DEFENDER: (self.defender, self.defender_reserve)}

    @property
    def blocks(self) -> Army:
        """All blocks: the attacker's main body and reserve, then the defender's."""
        return blocks_of(self.mains_and_reserves)

    @property
    def odds_key(self) -> tuple[Bodies, tuple[bool, bool, bool, bool]]:
        """A key of everything that its odds depend on: equal codes, equal chances."""
        if self.has_unknown_blocks:
            raise ValueError(note("julius_caesar.error.unknown"))
        return self.mains_and_reserves, (
            self.first_strike,
            self.cut_off,
            self.defender_cut_off,
            self.cleopatra_acts_at_once,
        )

    @property
    def cleopatra_acts_at_once(self) -> bool:
        """Whether Cleopatra is here and acts in the C turn in which she is won over (a reading of 7.52)."""
        return (
            bool(self.reading)
            and t.CLEOPATRA_TURN in self.reading
            and any(block.type == "cleopatra" for block in self.blocks)
        )

    @property
    def start_position(self) -> BattlePosition:
        """The ``BattlePosition`` before the first turn: each side's blocks at the strengths given, reserves waiting."""

        def standing(main: Army, reserve: Army) -> tuple[BlockStatus, ...]:
            waiting = (BlockStatus(block, block.strength, RESERVE) for block in reserve)
            return (*(BlockStatus(block, block.strength) for block in main), *waiting)

        return BattlePosition(
            standing(self.attacker, self.attacker_reserve), standing(self.defender, self.defender_reserve)
        )

    @property
    def has_unknown_blocks(self) -> bool:
        """Whether it has a block "?"; then only ``odds`` and ``chances`` work."""
        return any(block.type == "unknown" for block in self.blocks)

    def possible_battles(self) -> Dist[Battle]:
        """The battles that this may be: each "?" is one of its side's blocks that are not in it, equally likely."""
        rows = (self.attacker, self.defender, self.attacker_reserve, self.defender_reserve)
        places = [
            (row, at) for row, body in enumerate(rows) for at, block in enumerate(body) if block.type == "unknown"
        ]
        here = {(block.colour, block.name) for block in self.blocks}
        sides = [rows[row][at].side for row, at in places]
        pools = [[b for key, b in t.BLOCKS.items() if key[0] == side and key not in here] for side in sides]
        found = dict[Battle, int]()
        for blocks in product(*pools):
            if len(set(blocks)) == len(blocks):
                new = list(rows)
                for (row, at), block in zip(places, blocks):
                    new[row] = (*new[row][:at], replace(block, side=rows[row][at].side), *new[row][at + 1 :])
                one, other, mine, theirs = new
                battle = replace(self, attacker=one, defender=other, attacker_reserve=mine, defender_reserve=theirs)
                found[battle] = found.get(battle, 0) + 1
        return Dist(found, (note("julius_caesar.basis.unknown"),))

    def at(self, position: BattlePosition | None = None) -> BattleFromPosition:
        """The battle from a position in the middle of any round, or from its start when no position is given."""
        if self.has_unknown_blocks:
            raise ValueError(note("julius_caesar.error.unknown"))
        return BattleFromPosition(self, self.start_position if position is None else position)

    def odds(self, numbers: type = int, order: Order | None = None) -> Dist[Outcome]:
        """Return the distribution of the ``Outcome``: exact integer weights, or floats with ``numbers=float``."""
        if self.has_unknown_blocks:
            return self.possible_battles().then(lambda battle: battle.odds(numbers, order))
        return self.at().odds(numbers, order)

    def chances(self, numbers: type = int, order: Order | None = None) -> Chances:
        """Return the three chances and both mean strengths; faster than ``odds``, as outcomes are not listed."""
        if self.has_unknown_blocks:
            return _mixed(self.possible_battles(), numbers, order)
        return self.at().chances(numbers, order)

    summary = chances  # the figures of a battle in sweeps and comparisons

    @staticmethod
    def batch(battles: Sequence[Battle], numbers: type = int) -> tuple[dict[str, list[Any]], Basis]:
        """Return the chances of many battles by column, and their basis; compiled where that is quicker."""
        if (
            numbers is float
            and should_compile(len(battles))
            and not any(battle.has_unknown_blocks for battle in battles)
        ):
            from gamekit.julius_caesar.odds.battle_kernel import compiled_chances

            found, alone = compiled_chances(battles)
            for row in alone:
                found[row] = tuple(battles[row].chances(float))
            rows = found.tolist()
        else:
            rows = [tuple(battle.chances(numbers)) for battle in battles]
        columns = zip(*rows) if rows else ((),) * len(CHANCES)
        basis = tag_basis(join_bases(*{battle.basis: None for battle in battles}), numbers, None)
        return dict(zip(CHANCES, map(list, columns))), basis

    changes = changes
    in_sequence = staticmethod(in_sequence)

    def by_round(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """Return, by the end of rounds 0 to 4, the chances of each end and of any, and the mean strengths then."""
        return self.at().by_round(numbers, order)

    def strength_by_round(
        self, side: str = t.ATTACKER, numbers: type = int, order: Order | None = None
    ) -> dict[int, Dist[int]]:
        """Return by round number the distribution of a side's strength at its end, blocks that left included (7.6).

        >>> from gamekit import julius_caesar as jc
        >>> strengths = jc.Battle(jc.army("C3/II"), jc.army("C3/I")).strength_by_round()
        >>> [f"{float(dist.mean()):.2f}" for dist in strengths.values()]
        ['1.50', '1.31', '1.26', '1.24']
        """
        return self.at().strength_by_round(side, numbers, order)

    def p_leader_dies(self, name: str, order: Order | None = None) -> Fraction:
        """Return the chance that a leader is eliminated (7.51: a trophy worth 1 VP); ValueError if it is not here."""
        leaders = [block.name_for_army for block in self.blocks if block.type == "leader"]
        if name not in leaders:
            raise ValueError(f"{name!r} is not a leader in this battle; {', '.join(leaders) or 'there is none'}")
        dies: Fraction = self.odds(order=order).p(lambda end: name not in dict((*end.attacker, *end.defender)))
        return dies

    def hits(self, round: int = 1, numbers: type = int, order: Order | None = None) -> Dist[tuple[int, int]]:
        """Return the distribution of (hits by the attacker's dice, by the defender's) in a round, wasted ones included.

        A battle that is over before that round has (0, 0).
        """
        if isinstance(round, bool) or round not in (1, 2, 3, 4):
            raise ValueError(f"round is {round!r}; a battle has rounds 1 to 4")
        course, table = self.at().course_and_starting_weights(numbers, order)
        found, dist = course.hits_in(table, round), Counter[Any]()
        common = lcm(*(total for total, _ in found))
        for total, pairs in found:
            for pair, weight in pairs.items():
                dist[pair] += weight * (common // total)
        return Dist(dist, tag_basis(self.basis, numbers, order))

    def improve(
        self, pool: Iterable[t.Block], side: str = t.ATTACKER, numbers: type = int, order: Order | None = None
    ) -> pd.DataFrame:
        """Rank the blocks of a pool by how much adding one to a side's main body changes the chance to win.

        Columns: block (its text), rating, p (the attacker's chance to win with it, or for the defender the chance that
        the attacker does not win) and change (p less the chance without it). Best first. ``order`` chooses which block
        takes a hit (``HitCandidate``).
        """
        import pandas as pd

        order = memoise_order(order)
        if side not in t.ROLES:
            raise ValueError(f"side is {side!r}; it should be 'attacker' or 'defender'")

        def p(battle: Battle) -> Any:
            wins = battle.chances(numbers, order).attacker_wins
            return wins if side == t.ATTACKER else 1 - wins

        def joined(block: t.Block) -> Battle:
            main = (*getattr(self, side), block)
            return replace(self, attacker=main) if side == t.ATTACKER else replace(self, defender=main)

        battles = {block: joined(block) for block in _checked(pool, "pool")}
        base, found = p(self), {block: p(battle) for block, battle in battles.items()}
        rows = [(str(b), f"{b.rating(side)}/{t.ROMAN[b.strength]}", found[b], found[b] - base) for b in found]
        frame = pd.DataFrame(rows, columns=["block", "rating", "p", "change"])
        frame = frame.sort_values("p", ascending=False, kind="stable", ignore_index=True)
        basis = join_bases(self.basis, *(battle.basis for battle in battles.values()))
        frame.attrs["basis"] = tag_basis(basis, numbers, order)
        frame.attrs["without"] = base
        return frame

    def best(
        self,
        worth: str | Worth = "win",
        exits: ExitLimits | None = None,
        attacker: str | Callable[[BattlePosition], Any] = "best",
        defender: str | Callable[[BattlePosition], Any] = "best",
        progress: Callable[[float], None] | None = None,
    ) -> BestPlay:
        """Return best play by both sides: acts, retreats and the block that takes each hit; see ``BestPlay``.

        ``worth`` is "win" (the attacker holds the place at the end), "killed" (no defender left alive anywhere) or a
        ``jc.Worth``. ``exits`` are by default the battle's; without those a side that is cut off has none and the other
        any number. A side may play "orders", standing orders, or a function or mapping of positions (see ``BestPlay``)
        instead of "best". ``progress`` is called with the share done; an exception that it raises stops the search.
        Raises ValueError for a battle that is too large.

        >>> from gamekit import julius_caesar as jc
        >>> jc.Battle(jc.army("C3/III"), jc.army("2 C3/III")).best(worth="killed").value
        0.0
        """
        if (exits := self.exits if exits is None else exits) is None:
            own, enemy = (0 if cut else None for cut in (self.cut_off, self.defender_cut_off))
            exits = ExitLimits(own, enemy, own, enemy)
        start = next_to_act(self.mains_and_reserves, self.first_strike, self.start_position)
        return BestPlay(self, start, worth, exits, attacker, defender, progress)

    compare_leaving_plans = compare_leaving_plans


@dataclass(frozen=True, slots=True)
class BattleFromPosition:
    """A battle from a position on, with the methods of ``Battle``: chances, distribution of outcomes, by round."""

    battle: Battle
    position: BattlePosition

    def __post_init__(self) -> None:
        check(self.battle.mains_and_reserves, self.position, self.battle.first_strike)

    @property
    def basis(self) -> Basis:
        """The clauses and standing orders behind the answers."""
        return self.battle.basis

    def course_and_starting_weights(
        self, numbers: type = int, order: Order | None = None, merge: bool = False
    ) -> tuple[BattleCourse, Table]:
        """Return the course of the battle from here on, and the weights of states that it begins with."""
        exact, it, here = check_numbers(numbers) is not float, self.battle, self.position
        sides, states = automata(it.mains_and_reserves, here, memoise_order(order))
        unable = (t.ATTACKER,) * it.cut_off + (t.DEFENDER,) * it.defender_cut_off
        course = BattleCourse(sides, it.first_strike, unable, it.cleopatra_acts_at_once, exact, merge, here.exchanged)
        return course, course.begun(states, here)

    def round_ends(self, numbers: type, order: Order | None, merge: bool = False) -> tuple[list[RoundEnd], int]:
        """Return the ends of the rounds, and a common total for all their weights."""
        course, table = self.course_and_starting_weights(numbers, order, merge)
        ends = course.ends(table, self.position.round, self.position.turn)
        return ends, lcm(*(end.total for end in ends))

    def odds(self, numbers: type = int, order: Order | None = None) -> Dist[Outcome]:
        """Return the distribution of the ``Outcome`` from here, thousands of outcomes for 8 v 8 blocks."""
        ends, common = self.round_ends(numbers, order)
        weights: dict[Outcome, Any] = {}
        it = self.battle
        began = (*it.attacker, *it.attacker_reserve), (*it.defender, *it.defender_reserve)
        for end in ends:
            (one, other), leaver = end.course.axes, t.DEFENDER if end.course.exchanged else t.ATTACKER
            defenders = {n: other.automaton.survivors(other.states[n]) for row in end.ended.values() for n in row}
            for own, row in end.ended.items():
                attacker = one.automaton.survivors(one.states[own])
                for enemy, weight in row.items():
                    defender, withdrew = defenders[enemy], None
                    if attacker and defender:  # 7.62: the side that must leave, or that has left before
                        here, there = one.fights[own], other.fights[enemy]
                        withdrew = leaver if here == there else t.DEFENDER if here else t.ATTACKER
                    outcome = Outcome(attacker, defender, withdrew, began)
                    weights[outcome] = weights.get(outcome, 0) + weight * (common // end.total)
        return Dist(weights, tag_basis(self.basis, numbers, order))

    def chances(self, numbers: type = int, order: Order | None = None) -> Chances:
        """Return the three chances and both mean strengths from here, without listing the outcomes."""
        if numbers is float and order is None and self.position == self.battle.start_position and should_compile():
            from gamekit.julius_caesar.odds.battle_kernel import compiled_chances

            found, alone = compiled_chances([self.battle])
            if not alone:
                wins, lost, leaves, own, enemy = found[0].tolist()
                return Chances(wins, lost, leaves, own, enemy, tag_basis(self.basis, numbers, order))
        ends, _ = self.round_ends(numbers, order, merge=True)
        return Chances(*_five([(end, end.ended) for end in ends], numbers), tag_basis(self.basis, numbers, order))

    def by_round(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """One row for the start and one for the end of each round from here."""
        import pandas as pd

        ends, _ = self.round_ends(numbers, order, merge=True)
        first = self.position.round - 1
        rows = [(first, *_row_now(self.position, numbers))]
        for number in range(first + 1, LAST + 1):
            done = _five([(end, end.ended) for end in ends if end.round <= number], numbers)
            going = _five([(end, end.running) for end in ends if end.round == number], numbers)
            rows.append((number, sum(done[:3]), *done[:3], done[3] + going[3], done[4] + going[4]))
        frame = pd.DataFrame(rows, columns=["round", "over", *CHANCES], dtype=object)
        frame = frame.astype({"round": int} if numbers is not float else dict.fromkeys(frame.columns[1:], float))
        frame.attrs["basis"] = tag_basis(self.basis, numbers, order)
        return frame

    def strength_by_round(
        self, side: str = t.ATTACKER, numbers: type = int, order: Order | None = None
    ) -> dict[int, Dist[int]]:
        """Return by round the distribution of a side's strength at its end, from here on."""
        if side not in t.ROLES:
            raise ValueError(f"side is {side!r}; it should be 'attacker' or 'defender'")
        (ends, common), place = self.round_ends(numbers, order), t.ROLES.index(side)
        found_by_round = {}
        for number in range(self.position.round, LAST + 1):
            dist = Counter[int]()
            for end in ends:
                strength, scale = end.course.axes[place].strength, common // end.total
                for table in [end.ended] * (end.round <= number) + [end.running] * (end.round == number):
                    for own, row in table.items():
                        for enemy, weight in row.items():
                            dist[strength[enemy if place else own]] += weight * scale
            found_by_round[number] = Dist(dist, tag_basis(self.basis, numbers, order))
        return found_by_round


def chances_of_battles(battles: Iterable[Battle], numbers: type = float) -> pd.DataFrame:
    """Return the three chances and both mean strengths of every battle, one row per battle, in their order.

    Floats unless ``numbers=int`` asks for Fractions. With the extra "fast" a few hundred battles or more run compiled,
    on all cores.

    >>> from gamekit import julius_caesar as jc
    >>> jc.chances_of_battles([jc.Battle(jc.army("C3/III"), jc.army("C3/III"))], numbers=int).attacker_wins[0]
    Fraction(53829, 262144)
    """
    if not isinstance(battles, Iterable):
        raise ValueError(f"battles is {battles!r}; it should be a list of battles, as in odds_of_many([battle])")
    listed = list(battles)
    for row, battle in enumerate(listed):
        if not isinstance(battle, Battle):
            raise ValueError(f"battle {row} of the list is {battle!r}; it should be a jc.Battle")
    return frame_of(*Battle.batch(listed, numbers), numbers)


def matchups(attacker: str = "C3/III", defender: str = "C3/III", most: int = 6, **options: Any) -> pd.DataFrame:
    """Return the odds of n blocks of one kind against m of another, 1 to ``most`` of each: one row per n and m.

    A kind is a rating and a strength, like C3/III; ``options`` are arguments of ``Battle``. ValueError for more than
    one block, or when ``most`` is below 1.
    """
    most = whole_number(most, "most", 1)
    kinds = [read_army(text) for text in (attacker, defender)]
    for text, kind in zip((attacker, defender), kinds):
        if len(kind) != 1:
            raise ValueError(f"{text!r} is {len(kind)} blocks; it should be one kind, like C3/III")
    sizes = list(product(range(1, most + 1), repeat=2))
    battles = [Battle(kinds[0] * n, kinds[1] * m, **options) for n, m in sizes]
    rows = chances_of_battles(battles).assign(**dict(zip(("attackers", "defenders"), zip(*sizes))))
    rows.attrs["basis"] = chances_of_battles(battles[:1]).attrs["basis"]
    return rows


def p_wins_without_round_limit(battle: Battle) -> float:
    """Return the chance that the attackers eliminate every defender if nobody has to leave in round 4, a house option
    for field battles (7.62): to twelve digits, over any number of rounds. Raises ValueError if Cleopatra fights, who
    may change sides for ever.

    >>> from gamekit import julius_caesar as jc
    >>> round(jc.p_wins_without_round_limit(jc.Battle(jc.army("C3/I"), jc.army("C3/I"))), 12)  # defender first
    0.333333333333
    """
    require_type(battle, Battle, "the battle", "a Battle, such as Battle(army('C3/III'), army('C2/II'))")
    if any(block.type == "cleopatra" for block in battle.blocks):
        raise ValueError(note("julius_caesar.error.to_the_end"))
    courses, won = [battle.at().course_and_starting_weights(float)], 0.0
    for number in count(1):
        round = min(number, LAST - 1)  # the third is repeated: nobody arrives in it, nobody leaves
        played = [(course, course.played(table, round)[0]) for course, table in courses]
        won += sum(weight_of(filter_table(table, course.wins)) for course, table in played)
        courses = [each for course, table in played for each in course.next_rounds(table, round)]
        courses = [(course, table) for course, table in courses if weight_of(table) >= UNFINISHED]
        if not courses:
            break
    return won


def _mixed(battles: Dist[Battle], numbers: type, order: Order | None) -> Chances:
    """The mean of the chances of battles; equal ones are computed once."""
    alike = dict[Any, list[Any]]()
    for battle, weight in battles.items():
        code = (
            battle.cleopatra_acts_at_once,
            *(tuple(b.code for b in body) for pair in battle.mains_and_reserves.values() for body in pair),
        )
        alike.setdefault(code, [battle, 0])[1] += weight
    found = [(weight, battle.chances(numbers, order)) for battle, weight in alike.values()]
    share = 1 / battles.total_weight if numbers is float else Fraction(1, battles.total_weight)
    five = [share * sum(weight * figure for weight, figure in zip(map(itemgetter(0), found), column))
            for column in zip(*(tuple(each) for _, each in found))]  # fmt: skip
    return replace(Chances(*five), basis=join_bases(*(each.basis for _, each in found), battles.basis))


def should_compile(count: int = 0) -> bool:
    """Whether ``count`` battles in floats should run compiled: the kernel is ready, or worth loading."""
    kernel = sys.modules.get("gamekit.julius_caesar.odds.battle_kernel")
    return getattr(kernel, "ready", False) or (count >= WORTH_LOADING and find_spec("numba") is not None)


def load_compiled() -> None:
    """Load the compiled kernel if numba is there and the disk keeps it: a second, after which a battle at its start
    takes under a millisecond in floats; so a board in a notebook does it while nobody asks."""
    if find_spec("numba") is not None:
        from gamekit.julius_caesar.odds import battle_kernel
        from gamekit.probability.jit import is_cached

        if is_cached(battle_kernel.chances):
            battle_kernel.compiled_chances([Battle(read_army("C3/I"), read_army("C3/I"))])


def _five(tables: Iterable[tuple[RoundEnd, Table]], numbers: type) -> tuple[Any, Any, Any, Any, Any]:
    """The three chances and both mean strengths, summed over tables of ends of rounds."""
    sums: list[Any] = [0.0 if numbers is float else Fraction(0)] * 5
    for end, table in tables:
        (one, other), found = end.course.axes, [0] * 5
        for own, row in table.items():
            whole = 0
            for enemy, weight in row.items():
                whole += weight
                found[0 if not other.alive[enemy] else 1 if not one.alive[own] else 2] += weight
                found[4] += weight * other.strength[enemy]
            found[3] += whole * one.strength[own]
        sums = [whole + (part if numbers is float else Fraction(part, end.total)) for whole, part in zip(sums, found)]
        sums[4 if end.course.exchanged else 3] += end.gone if table is end.ended else 0
    wins, lost, leaves, own, enemy = sums
    return wins, lost, leaves, own, enemy


def _row_now(position: BattlePosition, numbers: type) -> tuple[Any, ...]:
    """The row of the start: the battle is not over unless one side is gone."""
    strengths = [sum(standing.strength for standing in position.blocks_of_side(side)) for side in t.ROLES]
    here = [any(s.strength and s.place != LEFT for s in position.blocks_of_side(side)) for side in t.ROLES]
    wins, lost = not strengths[1], not strengths[0]
    over = not all(here)
    row = (over, wins, lost, over and not wins and not lost, *strengths)
    return tuple(float(value) if numbers is float else Fraction(int(value)) for value in row)


def _checked(army: object, name: str) -> Army:
    if isinstance(army, str) or not isinstance(army, Iterable):
        raise ValueError(f"{name} is {army!r}; it should be blocks, as jc.army({army!r}, 'Caesar')")
    blocks = tuple(army)
    for block in blocks:
        if not isinstance(block, t.Block):
            raise ValueError(f"{name} holds {block!r}; it should hold blocks, as jc.army(...) makes them")
    if any(block.type == "generic" and block.strength < block.track[0] for block in blocks):
        return tuple(map(_as_it_begins, blocks))
    return blocks


def _as_it_begins(block: t.Block) -> t.Block:
    """The block, with no strengths above its first one if it is known only by its rating."""
    return replace(block, track=block.track[block.track.index(block.strength) :]) if block.type == "generic" else block


def _check_sides(battle: Battle) -> None:
    sides = {
        t.ATTACKER: {block.side for block in (*battle.attacker, *battle.attacker_reserve)} - {None},
        t.DEFENDER: {block.side for block in (*battle.defender, *battle.defender_reserve)} - {None},
    }
    for role, fighting in sides.items():
        if len(fighting) > 1:
            raise ValueError(f"the {role}'s blocks fight for {' and '.join(sorted(map(str, fighting)))}; name one side")
    if twice := first_repeated(battle.blocks):
        raise ValueError(note("julius_caesar.error.twice_in_battle", name=twice.name, colour=twice.colour))
    if both := sides[t.ATTACKER] & sides[t.DEFENDER]:
        raise ValueError(f"both armies fight for {both.pop()}; make one of them the other side's")


def _code(army: Army) -> str:
    if not army:
        return "()"
    bodies = []
    for side, same_side in groupby(army, lambda block: block.side):
        alike = [(text, len(list(same))) for text, same in groupby(map(str, same_side))]
        texts = ", ".join(f"{count} {text}" if count > 1 else text for text, count in alike)
        bodies.append(f"jc.army({texts!r}, {side!r})" if side else f"jc.army({texts!r})")
    return " + ".join(bodies)


def _basis(battle: Battle) -> Basis:
    blocks = battle.blocks
    types = {block.type for block in blocks}
    reserves = battle.attacker_reserve or battle.defender_reserve
    navis_only = all(b.type == "navis" for b in blocks)
    clauses = {
        "7.2": True,
        "7.3": bool(reserves),
        "7.31": bool(reserves),
        "7.4": True,
        "7.41": "elephant" in types,
        "7.42": "ballista" in types,
        "7.51": "leader" in types,
        "7.52": "cleopatra" in types,
        "7.6": battle.cut_off or battle.defender_cut_off,
        "7.62": not battle.cut_off,
        "7.8": navis_only,
        "7.81": "navis" in types and not navis_only,
        "E.Mars": battle.first_strike,
        "E.Neptune": battle.first_strike,
    }
    orders = [
        "julius_caesar.basis.fire",
        "julius_caesar.basis.cut_off" if battle.cut_off else "julius_caesar.basis.leave",
    ]
    orders += ["julius_caesar.basis.defender_cut_off"] if battle.defender_cut_off else []
    orders += ["julius_caesar.basis.ties"]
    orders += ["julius_caesar.basis.unknown"] if battle.has_unknown_blocks else []
    orders += ["julius_caesar.basis.first_strike"] if battle.first_strike else []
    late = t.deviation_basis((t.CLEOPATRA_TURN,)) if battle.cleopatra_acts_at_once else ()
    return (*map(note, orders), *late, *(clause for clause, holds in clauses.items() if holds))
