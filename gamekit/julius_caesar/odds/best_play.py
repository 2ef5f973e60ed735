"""Best play in a battle: its value when both sides decide optimally, and the cost of every choice.

A zero-sum game of perfect information with dice: the owner picks which block of the letter acts next and whether it
fires, passes or retreats (7.2, 7.6), and who takes each hit, one at a time, knowing how many were rolled (7.4).

For ``worth="win"`` retreats never help, so they are left out of the search. Proof: call a side's blocks x at least as
good as y when every block is at least as strong in x (gone counts as 0, and Cleopatra on the other side as less than
gone), and the enemy's blocks no stronger. From round 2 on the better side can do whatever the worse one does and stays
at least as good: it fires the same block with at least as many dice; what it has more, passes; where the other
retreats, it passes. For a hit: if one of the strongest in x is stronger than in y, it takes the hit and is still no
weaker; otherwise the strongest are the same in both, and the same block takes it. Cleopatra at I need not take one
before everybody else of her side is dead, and then the battle is lost anyway. More hits than the other's only take more
off the enemy. So the chance to hold the place never falls with more or stronger own blocks, hence passing is at least
as good as retreating, however many exits there are; and in round 4 the attackers go (7.2, 7.62), so that the place is
the defender's, who passes. The reserves come before any retreat, so disruption (7.31) does not matter here. The cost of
standing orders, on 200 random battles of three to five blocks a side, in points of the chance to hold the place with
95% intervals (``python -m tests.julius_caesar.cost_of_orders``): the attacker 0.68 +- 0.15 where the other keeps to
orders too and 0.76 +- 0.17 where it plays its best, the defender 0.47 +- 0.12 and 0.40 +- 0.10; nothing in about half
of the battles, at most 6.3 points."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from gamekit.julius_caesar.odds.best_solve import (
    BEST,
    LAST,
    ORDERS,
    TIE,
    Asked,
    ExitLimits,
    Gain,
    Policy,
    Progress,
    Question,
    Solver,
    Worth,
    chance_gains,
    check_exits,
    check_worth,
    gain_from_worth,
    hits_left,
    plan_gains,
    sides_of,
)
from gamekit.julius_caesar.odds.course import CHANCES, BattlePosition, Chances, check, next_to_act
from gamekit.julius_caesar.tables import ATTACKER, CLEOPATRA_TURN, DEFENDER, ROLES, deviation_basis
from gamekit.probability.distribution import Basis, Dist
from gamekit.text.translation import note

if TYPE_CHECKING:
    import pandas as pd

FREE: Final = ExitLimits()
ALWAYS, NEVER = -1000, 1000  # withdraw when this many steps behind
SINGLE: Final = ("passing and leaving", "who takes the hit")  # a policy's acts, one by one
Told = str | Asked | Mapping[BattlePosition, Any]  # "best", "orders", a function or mapping
More = Callable[[Any], Sequence[Gain]]  # the numbers to carry back besides the worth, made from both sides' blocks
SAID: Final = {
    (ATTACKER, BEST): "julius_caesar.best.attacker_best",
    (ATTACKER, ORDERS): "julius_caesar.best.attacker_orders",
    (DEFENDER, BEST): "julius_caesar.best.defender_best",
    (DEFENDER, ORDERS): "julius_caesar.best.defender_orders",
}
MOST_SOLVERS: Final = 32
_solvers: OrderedDict[Any, Solver] = OrderedDict()  # solvers of the last questions, often asked again


def as_policy(said: Told | Policy) -> Policy:
    """Return the ``Policy`` meant by "best", "orders", a function or mapping; a ``Policy`` is returned unchanged.
    ValueError for anything else."""
    asked: Any = said.get if isinstance(said, Mapping) else said
    return asked if isinstance(asked, Policy) else Policy(asked, asked)


def solver_of(
    question: Question, position: BattlePosition, exits: ExitLimits, progress: Progress | None = None
) -> Solver:
    """Return a solver of a question that covers a position: a cached one, or a new one."""
    found = _solvers.pop(question, None)
    if found is None or not found.can_reach(position, exits):
        found = Solver(question, position, exits)
    found.progress, found.done = progress, 0
    _solvers[question] = found
    while len(_solvers) > MOST_SOLVERS:
        _solvers.popitem(last=False)
    return found


@dataclass(frozen=True, slots=True, repr=False)
class BestPlay:
    """A battle from a position on, both sides deciding optimally unless a policy says otherwise.

    ``worth`` is "win" (the attacker holds the place at the end), "killed" (no defender is left alive anywhere) or a
    ``Worth``; ``exits`` says how many blocks may still leave in each round. Answers are floats.

    The blocks of a letter act in a fixed order: the highest firepower first, leaders last where ``Worth`` counts them,
    of blocks that are alike the weakest first. Choosing who is next gained 0.002 points at most in 150 random battles.

    A policy of a side is "best", "orders", or a function or mapping of the ``Position``, in which blocks that are gone
    have strength 0 and ``firing[0]`` acts. It gives the act as ``options`` names it, or with the block's place in the
    position's list, as ("takes it", 0); None (or no entry in the mapping) means standing orders.

    >>> from gamekit import julius_caesar as jc
    >>> battle = jc.Battle(jc.army("Caesar, Antonius/I", "Caesar"), jc.army("Scipio, Legio 39", "Pompey"))
    >>> best = battle.best()
    >>> round(best.value, 4), best.chances.attacker_wins == best.value
    (0.0716, True)
    """

    battle: Any  # a Battle
    position: BattlePosition
    worth: str | Worth = "win"
    exits: ExitLimits = FREE
    attacker: Told | Policy = BEST
    defender: Told | Policy = BEST
    progress: Progress | None = field(default=None, compare=False)
    left: ExitLimits | None = None  # how many may still leave in the round under way; None: as many as at its start

    def __post_init__(self) -> None:
        for policy in (self.attacker, self.defender):
            as_policy(policy)
        check_worth(self.worth)
        check_exits(self.exits)

    @property
    def question(self) -> Any:
        """The question for a link code: the battle."""
        return self.battle

    @property
    def value(self) -> Any:
        """The value of the battle to the attacker: a chance, for "win" and "killed"."""
        return self._answer()[0][0]

    @property
    def positions(self) -> int:
        """The number of positions that play can reach from here, counted before each block acts."""
        if not self.position.firing and not self.position.hits:
            return 1
        return self._solver().states

    @property
    def chances(self) -> Chances:
        """The three chances and both mean strengths under this play.

        Where choices are equally good: fire before pass before retreat, then the first listed block.
        """
        _, wins, eliminated, own, enemy = self._answer(partial(chance_gains, first=1))[0]
        leaves = max(1 - wins - eliminated, 0 * wins)
        return Chances(wins, eliminated, leaves, own, enemy, (*self.basis, note("julius_caesar.best.ties")))

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """Return the figures in sweeps: the value of the battle, and the chances under this play."""
        return {"value": self.value, **dict(zip(CHANCES, self.chances)), "basis": self.basis}

    def distribution(self, numbers: type = int) -> Dist[str]:
        """Return the distribution of the end under this play: ``attacker_wins``, ``attacker_eliminated``, or
        ``attacker_leaves``.

        >>> from gamekit import julius_caesar as jc
        >>> battle = jc.Battle(jc.army("Caesar, Antonius/I", "Caesar"), jc.army("Scipio, Legio 39", "Pompey"))
        >>> round(battle.best().distribution().p(lambda end: end == "attacker_wins"), 4)
        0.0716
        """
        found = self.chances
        return Dist({end: getattr(found, end) for end in CHANCES[:3]}, found.basis)

    def options(self) -> pd.DataFrame:
        """Return every choice now, best first: columns act, block, value and cost (the loss to the side that chooses).
        Acts are "fires", "passes", "retreats", and "takes it" for a hit. Empty when nobody decides. ``attrs["side"]``
        is the side that chooses, ``attrs["slots"]`` the place of each row's block in the position.
        """
        import pandas as pd

        _, choices, chooser = self._answer()
        sign = -1 if chooser == 1 else 1
        named = self.position.blocks_of_side(ROLES[max(chooser, 0)])
        listed = sorted(choices, key=lambda choice: -sign * choice[2])
        rows = [(act, named[n].block.name_for_army, worth) for act, n, worth in listed]
        best = max((sign * worth for _, _, worth in rows), default=0)
        frame = pd.DataFrame([(*row, best - sign * row[2]) for row in rows], columns=["act", "block", "value", "cost"])
        frame.attrs["basis"], frame.attrs["side"] = self.basis, ROLES[max(chooser, 0)]
        frame.attrs["slots"] = tuple(n for _, n, _ in listed)
        return frame

    def at(self, position: BattlePosition, left: ExitLimits | None = None) -> BestPlay:
        """Return best play from another reachable position; ``left``: how many may still leave in this round."""
        check(self.battle.mains_and_reserves, position, self.battle.first_strike)
        return replace(
            self, position=next_to_act(self.battle.mains_and_reserves, self.battle.first_strike, position), left=left
        )

    def against(self, policy: Told = ORDERS) -> pd.DataFrame:
        """Return each side's gain from best play over a policy, and the single order of the policy that costs most.

        ``policy`` is "orders", or a function or mapping as ``BestPlay`` takes it. Columns: side, decides (what it
        decides optimally, the rest by the policy), against (the other side's play: standing orders or best), value, and
        gain over the policy for that side. ``attrs["to_blame"]`` names by side the costliest order,
        ``attrs["to_blame_at_best"]`` the same against best play.

        >>> from gamekit import julius_caesar as jc
        >>> battle = jc.Battle(jc.army("A4/I, A2/I, C1/I"), jc.army("C3/I, C4/I, C3/II"))
        >>> found = battle.best().against("orders").round(6)
        >>> found[found.gain > 0][["side", "decides", "against", "gain"]]
               side            decides against      gain
        0  attacker         everything  orders  0.000635
        2  attacker  who takes the hit  orders  0.000635
        3  attacker         everything    best  0.000635
        5  attacker  who takes the hit    best  0.000635
        """
        import pandas as pd

        said = as_policy(policy)
        choices = {"": said, "everything": Policy()}
        choices |= dict(zip(SINGLE, (replace(said, acts=BEST), replace(said, hits=BEST))))
        asked = [(side, kept, name) for side in ROLES for kept in (ORDERS, BEST) for name in choices]
        plays = [self._with(side, choices[name], kept) for side, kept, name in asked]
        values = dict(zip(asked, (numbers[0] for numbers in _in_turn(plays, self.progress))))
        rows, blame = list[Any](), dict[str, Any]({ORDERS: {}, BEST: {}})
        for side, kept in dict.fromkeys((side, kept) for side, kept, _ in asked):
            sign = 1 if side == ATTACKER else -1
            gains = {name: _above(sign * (values[side, kept, name] - values[side, kept, ""])) for name in choices}
            rows += [(side, name, kept, values[side, kept, name], gains[name]) for name in choices if name]
            dearest = max(SINGLE, key=gains.__getitem__)
            blame[kept][side] = dearest if gains[dearest] > TIE else None
        frame = pd.DataFrame(rows, columns=["side", "decides", "against", "value", "gain"])
        frame.attrs |= {"basis": self.basis, "to_blame": blame[ORDERS], "to_blame_at_best": blame[BEST]}
        return frame

    def _with(self, side: str, said: Told | Policy, other: Told | Policy) -> BestPlay:
        attacker, defender = (said, other) if side == ATTACKER else (other, said)
        return replace(self, attacker=attacker, defender=defender)

    @property
    def basis(self) -> Basis:
        """The rules, options and orders on which the numbers are based."""
        said = [worth_text(self.worth)]
        said += [_policy_said(side, getattr(self, side)) for side in ROLES]
        limited = self.exits != FREE
        said += [note("julius_caesar.best.exits_simplified" if limited else "julius_caesar.best.exits_free")]
        clauses = tuple(entry for entry in self.battle.basis if entry[:1].isdigit() or entry.startswith("E."))
        late = deviation_basis((CLEOPATRA_TURN,) if self.battle.cleopatra_acts_at_once else ())
        return (note("basis.rounded"), *said, *late, *clauses)

    def _answer(self, *more: Any) -> tuple[list[Any], list[tuple[str, int, Any]], int]:
        """The numbers, the choices and the side that chooses; ``more`` as for ``_solver``."""
        return self._solver(*more).answer(self.position, self.exits if self.left is None else self.left)

    def _solver(self, more: More | None = None, leaders: bool = False) -> Solver:
        """The solver of the worth and ``more`` numbers; ``leaders``: these distinguish leaders from other blocks."""
        it = self.battle
        policies = as_policy(self.attacker), as_policy(self.defender)
        plain = self.worth == "win" and all(policy.keeps_the_place for policy in policies)
        asks = any(policy.asks for policy in policies)
        leaders = leaders or (isinstance(self.worth, Worth) and self.worth.leader != 0)
        sides = sides_of(
            it.mains_and_reserves,
            self.exits,
            lambda block: (leaders and block.type == "leader", block.name_for_army if asks else ""),
        )
        blocks = (sides[0].blocks, sides[1].blocks)
        gains = (gain_from_worth(self.worth, blocks), *(more(blocks) if more else ()))
        question = Question(
            sides, tuple(it.mains_and_reserves.values()), it.first_strike, gains, policies,
            not plain, LAST - 1 if plain and not more else LAST, it.cleopatra_acts_at_once, asks,
        )  # fmt: skip
        return solver_of(question, self.position, self.exits if self.left is None else self.left, self.progress)


def _in_turn(plays: Sequence[BestPlay], progress: Progress | None, *more: Any) -> list[list[Any]]:
    """The numbers of several plays, with common progress; raises ValueError for one too large before any is solved."""
    for play in plays:
        play._solver(*more)

    def part(done: int) -> Progress | None:
        return None if progress is None else lambda share: progress((done + share) / len(plays))

    return [replace(play, progress=part(n))._answer(*more)[0] for n, play in enumerate(plays)]


def _policy_said(side: str, said: Any) -> str:
    """A side's policy in words."""
    if isinstance(said, str):
        return note(SAID[side, said])
    return note(f"julius_caesar.best.policy.{side}", name=getattr(said, "__name__", "function"))


def _above(gain: Any) -> Any:
    """A gain over orders, which are among the choices: never below 0."""
    return gain if gain > TIE else abs(gain) * 0


def worth_text(worth: str | Worth) -> str:
    """A worth in words."""
    if isinstance(worth, str):
        return note(f"julius_caesar.best.{worth}")
    return note(
        "julius_caesar.best.worth", win=worth.win, own=worth.own_step, enemy=worth.enemy_step, leader=worth.leader
    )


def compare_leaving_plans(
    battle: Any, side: str = ATTACKER, worth: str | Worth = "win", progress: Progress | None = None
) -> pd.DataFrame:
    """Compare plans of when to leave: in round 2, 3 or 4, or when 1 to 4 steps behind, and best play.

    Columns: plan, worth (to the attacker), win (the chance that the side has the place in the end), steps_lost and
    leaders_dead (means, of the side) and short (the loss against the last row, best play). Except for leaving, the side
    keeps to standing orders, and the other side to them throughout. ``progress`` as for ``best``.
    """
    import pandas as pd

    if side not in ROLES:
        raise ValueError(note("julius_caesar.error.best_side", found=repr(side)))
    plans = {f"leave in round {first}": [NEVER] * (first - 1) + [ALWAYS] * (5 - first) for first in (2, 3, 4)}
    plans |= {"never leave": [NEVER] * 4} if side == DEFENDER else {}
    plans |= {f"leave when {k} behind": [NEVER, k, k, k] for k in (1, 2, 3, 4)}
    number, best = ROLES.index(side), battle.best(worth)
    plays = [best._with(side, Policy(ORDERS, ORDERS, tuple(plan)), ORDERS) for plan in plans.values()]
    plays.append(best._with(side, BEST, ORDERS))
    own = [block for body in battle.mains_and_reserves[side] for block in body]
    begun, leaders = (
        sum(hits_left(block, block.strength) for block in own),
        sum(block.type == "leader" for block in own),
    )
    found = _in_turn(plays, progress, partial(plan_gains, own=number), True)
    rows = [
        (name, value, 1 - win if number else win, begun - left, leaders - alive)
        for name, (value, win, left, alive) in zip((*plans, "best play"), found)
    ]
    frame = pd.DataFrame(rows, columns=["plan", "worth", "win", "steps_lost", "leaders_dead"])
    frame["short"] = (1 - 2 * number) * (frame.worth.iloc[-1] - frame.worth)
    frame.attrs["basis"] = plays[-1].basis
    return frame
