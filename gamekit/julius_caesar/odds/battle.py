"""A battle and what a writer asks about it: the chances, round by round, hit by hit, block by block."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from gamekit.dist import Basis, Dist, join
from gamekit.julius_caesar.odds.engagement import Chances, Engagement, tagged
from gamekit.julius_caesar.odds.outcome import Outcome
from gamekit.julius_caesar.odds.position import Position, Standing
from gamekit.julius_caesar.odds.sides import RESERVE, Order, asked_once
from gamekit.julius_caesar.odds.tally import hits_in_round
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES, ROMAN, Block
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

Army = tuple[Block, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Battle:
    """Two armies that meet (7.1-7.52), fought by standing orders unless an ``order`` says otherwise.

    ``attacker`` and ``defender`` are the main bodies, tuples of blocks as ``army`` makes them; the reserves arrive
    in round 2 (7.3). ``first_strike``: the attackers fire first in round 1 (Mars, Neptune). ``cut_off``: attackers
    that must leave are eliminated (7.6); ``defender_cut_off``: likewise defenders after an exchange of roles (7.31).

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
    basis: Basis = field(init=False, compare=False, default=())

    def __post_init__(self) -> None:
        for name in ("attacker", "defender", "attacker_reserve", "defender_reserve"):
            object.__setattr__(self, name, _checked(getattr(self, name), name))
        for name in ("first_strike", "cut_off", "defender_cut_off"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is {getattr(self, name)!r}; it should be True or False")
        if not self.attacker or not self.defender:
            empty = DEFENDER if self.attacker else ATTACKER
            raise ValueError(f"the {empty}'s main body is empty; a battle needs a block on each side")
        _check_sides(self)
        object.__setattr__(self, "basis", _basis(self))

    def __repr__(self) -> str:
        parts = [f"attacker={_code(self.attacker)}", f"defender={_code(self.defender)}"]
        parts += [
            f"{n}={_code(getattr(self, n))}" for n in ("attacker_reserve", "defender_reserve") if getattr(self, n)
        ]
        parts += [f"{n}=True" for n in ("first_strike", "cut_off", "defender_cut_off") if getattr(self, n)]
        return f"jc.Battle({', '.join(parts)})"

    @property
    def blocks(self) -> Army:
        """All blocks: the attacker's main body and reserve, then the defender's."""
        return (*self.attacker, *self.attacker_reserve, *self.defender, *self.defender_reserve)

    @property
    def start(self) -> Position:
        """The battle before its first turn."""

        def standing(main: Army, reserve: Army) -> tuple[Standing, ...]:
            waiting = (Standing(block, block.strength, RESERVE) for block in reserve)
            return (*(Standing(block, block.strength) for block in main), *waiting)

        return Position(standing(self.attacker, self.attacker_reserve), standing(self.defender, self.defender_reserve))

    def at(self, position: Position | None = None) -> Engagement:
        """The same questions from the middle of any round; the exact same battle when no position is given."""
        return Engagement(self, self.start if position is None else position)

    def odds(self, numbers: type = int, order: Order | None = None) -> Dist[Outcome]:
        """The law of how the battle ends: exact whole weights, or floats with ``numbers=float``."""
        return self.at().odds(numbers, order)

    def chances(self, numbers: type = int, order: Order | None = None) -> Chances:
        """The three chances and both mean strengths, without the law behind them."""
        return self.at().chances(numbers, order)

    def by_round(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """Rows 0 to 4: the chance that the battle is over by the end of that round, how, and mean strengths then."""
        return self.at().by_round(numbers, order)

    def leader_dies(self, name: str, order: Order | None = None) -> Fraction:
        """The chance that a leader is eliminated (7.51: a trophy worth 1 VP); ValueError if no such leader fights."""
        leaders = [block.label for block in self.blocks if block.type == "leader"]
        if name not in leaders:
            raise ValueError(f"{name!r} is no leader in this battle; {', '.join(leaders) or 'there is none'}")
        dies: Fraction = self.odds(order=order).p(lambda end: name not in dict((*end.attacker, *end.defender)))
        return dies

    def hits(self, round: int = 1, numbers: type = int, order: Order | None = None) -> Dist[tuple[int, int]]:
        """The law of (hits by the attacker's dice, by the defender's) in a round, wasted ones included.

        A battle that is over before that round has (0, 0).
        """
        if isinstance(round, bool) or round not in (1, 2, 3, 4):
            raise ValueError(f"round is {round!r}; a battle has rounds 1 to 4")
        return Dist(hits_in_round(*self.at().plan(numbers, order), 1, round), tagged(self.basis, numbers, order))

    def improve(
        self, pool: Iterable[Block], side: str = ATTACKER, numbers: type = int, order: Order | None = None
    ) -> pd.DataFrame:
        """Every block of a pool, ranked by what adding it to a side's main body does to the chance to win.

        Columns: block (its text), rating, p (the attacker's chance to win with it, or for the defender the chance
        that the attacker does not win) and change (p less what it is without). Best first.
        """
        import pandas as pd

        order = asked_once(order)
        if side not in ROLES:
            raise ValueError(f"side is {side!r}; it should be 'attacker' or 'defender'")

        def p(battle: Battle) -> Any:
            wins = battle.chances(numbers, order).attacker_wins
            return wins if side == ATTACKER else 1 - wins

        def joined(block: Block) -> Battle:
            main = (*getattr(self, side), block)
            return replace(self, attacker=main) if side == ATTACKER else replace(self, defender=main)

        battles = {block: joined(block) for block in _checked(pool, "pool")}
        base, found = p(self), {block: p(battle) for block, battle in battles.items()}
        rows = [(str(b), f"{b.rating(side)}/{ROMAN[b.strength]}", found[b], found[b] - base) for b in found]
        frame = pd.DataFrame(rows, columns=["block", "rating", "p", "change"])
        frame = frame.sort_values("p", ascending=False, kind="stable", ignore_index=True)
        basis = join(self.basis, *(battle.basis for battle in battles.values()))
        frame.attrs["basis"] = tagged(basis, numbers, order)
        frame.attrs["without"] = base
        return frame

    def from_damage(self, numbers: type = int, order: Order | None = None) -> pd.DataFrame:
        """The attacker's chance to win from every state of damage at the start of every round, in one backward pass.

        Columns: round, exchanged (7.31), attacker and defender (what stands, as text), attacker_strength,
        defender_strength, p. Rows run by round, then from the least damage to the most.
        """
        return self.at().from_damage(numbers, order)


def _checked(army: object, name: str) -> Army:
    if isinstance(army, str) or not isinstance(army, Iterable):
        raise ValueError(f"{name} takes blocks, as jc.army({army!r}, 'Caesar') makes them, not {army!r}")
    blocks = tuple(army)
    for block in blocks:
        if not isinstance(block, Block):
            raise ValueError(f"{name} takes blocks, as jc.army(...) makes them, not {block!r}")
    if any(block.type == "generic" and block.strength < block.track[0] for block in blocks):
        return tuple(map(_as_it_begins, blocks))
    return blocks


def _as_it_begins(block: Block) -> Block:
    """A block known only by its rating has no strengths above the one that it begins with."""
    return replace(block, track=block.track[block.track.index(block.strength) :]) if block.type == "generic" else block


def _check_sides(battle: Battle) -> None:
    sides = {
        ATTACKER: {block.side for block in (*battle.attacker, *battle.attacker_reserve)} - {None},
        DEFENDER: {block.side for block in (*battle.defender, *battle.defender_reserve)} - {None},
    }
    for role, fighting in sides.items():
        if len(fighting) > 1:
            raise ValueError(f"the {role}'s blocks fight for {' and '.join(sorted(map(str, fighting)))}; name one side")
    named = [(b.colour, b.name) for b in battle.blocks if b.type != "generic"]
    for colour, name in named:
        if named.count((colour, name)) > 1:
            raise ValueError(note("julius_caesar.error.twice_in_battle", name=name, colour=colour))
    if both := sides[ATTACKER] & sides[DEFENDER]:
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
    orders += ["julius_caesar.basis.first_strike"] if battle.first_strike else []
    return (*map(note, orders), *(clause for clause, holds in clauses.items() if holds))
