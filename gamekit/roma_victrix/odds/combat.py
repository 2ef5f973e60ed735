"""One combat, on land (5.31) or at sea (5.72): the law of its result, the net modifier spent for an objective."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gamekit.dist import Basis, Dist, join
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.odds import rolls
from gamekit.roma_victrix.odds.spending import (
    OBJECTIVES,
    Objective,
    Pair,
    best_order,
    checked,
    highest,
    outcome,
    pairs_of,
    reachable,
    said,
    spread,
    swing,
)
from gamekit.roma_victrix.state import Force, Modifier, Result, drawn, flag, force, one_of, several, whole
from gamekit.roma_victrix.tables import CARDS, EXAMPLES, FACES, PERCENTAGE_BASIS, RULED, RULINGS, SIDES, Side, ruling
from gamekit.words import note, word

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

CARD = {"land": "Land Combat Advantage", "sea": "Naval Combat Advantage"}
CLAUSE = {"land": "5.31", "sea": "5.72"}
CASUALTIES = RULED["naval_leader"]
ROLLS = [(attacker, defender) for attacker in FACES for defender in FACES]


@dataclass(frozen=True, slots=True)
class Split:
    """Points spent and what comes of them."""

    raise_enemy: int
    lower_own: int
    result: Result


@dataclass(frozen=True, slots=True)
class BestSplit:
    """The holder's best way to spend the net modifier on a roll; ``alternatives`` are all ways, best first."""

    raise_enemy: int
    lower_own: int
    result: Result
    alternatives: tuple[Split, ...]


@dataclass(frozen=True, slots=True)
class Luck:
    """How many of the 36 rolls would have been worse, equal and better for a side."""

    worse: int
    equal: int
    better: int

    @property
    def standing(self) -> Fraction:
        """0 for the worst roll, 1 for the best: the share that is worse, equal ones counted half."""
        return Fraction(2 * self.worse + self.equal, 2 * (self.worse + self.equal + self.better))


@dataclass(frozen=True, slots=True)
class Combat:
    """Two forces that meet; made by ``LandCombat`` or ``NavalCombat``."""

    attacker: Force
    defender: Force
    at: str
    advantage: tuple[Side, ...]
    treachery: bool
    interception: bool
    printed: tuple[tuple[str, Side, int], ...]
    reading: str
    casualties: str

    def __post_init__(self) -> None:
        (procedures.check_land if self.at == "land" else procedures.check_sea)(self.attacker, self.defender)
        one_of(self.reading, procedures.READINGS, "the reading")
        one_of(self.casualties, CASUALTIES, "the clause for the leader's casualties")
        for name in ("treachery", "interception"):
            flag(getattr(self, name), name)
        procedures.printed_rows(self.printed)

    def force(self, side: Side) -> Force:
        """The force of a side."""
        return self.attacker if one_of(side, SIDES, "the side") == "attacker" else self.defender

    @property
    def ratio(self) -> str:
        """CSP against CSP, attacker first, rounded for the smaller force: '2:1', '1:3'."""
        return procedures.ratio(self.attacker.csp, self.defender.csp)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """(reason, side, points) in rule order; reasons that give no points are left out."""
        attacker, defender = self.attacker, self.defender
        rows = [procedures.signed("leader", procedures.rated(attacker) - procedures.rated(defender))]
        rows.append(procedures.signed("numerical", procedures.numerical(attacker.csp, defender.csp)))
        if self.at == "land":
            rows.append(procedures.signed("cavalry", procedures.superiority(attacker.cavalry, defender.cavalry)))
        rows += [Modifier("card", side, CARDS[CARD[self.at], "points"]) for side in self.advantage]
        return procedures.with_printed(rows, self.printed)

    @property
    def net_drm(self) -> int:
        """The net die-roll modifier, positive for the attacker."""
        return procedures.net(self.modifiers)

    @property
    def holder(self) -> Side:
        """Who spends the net modifier (the attacker if it is 0, with nothing to spend)."""
        return "attacker" if self.net_drm >= 0 else "defender"

    @property
    def basis(self) -> Basis:
        """The clauses and judged figures that the result rests on."""
        cards = [f"14.2 {CARD[self.at]}"] if self.advantage else []
        cards += ["14.2 Treachery"] if self.treachery else []
        clauses = [CLAUSE[self.at], *(["5.4" if self.at == "land" else "5.8"] if self.interception else [])]
        notes = [note("roma_victrix.printed")] if self.printed else []
        notes += [note("roma_victrix.as_printed")] if self.reading == "as printed" else []
        leaders = ruling("naval_leader", self.casualties) if self.at == "sea" else ()
        notes += [] if self.attacker.leader else [note("roma_victrix.no_leader")]
        return join(clauses, self.attacker.basis, self.defender.basis, PERCENTAGE_BASIS, cards, notes, leaders)

    def result(self, attacker_die: int, defender_die: int) -> Result:
        """The result of two modified dice, 1 to 10; Treachery swaps their percentages."""
        attacker = whole(attacker_die, "the attacker's modified die", procedures.LOW, procedures.HIGH)
        defender = whole(defender_die, "the defender's modified die", procedures.LOW, procedures.HIGH)
        return self._result((attacker, defender), self._losses(), self.treachery)

    def _losses(self) -> tuple[list[int], list[int]]:
        """CSP lost by the attacker and by the defender at each modified die from 1 to 10; at 0 stands what there is."""
        mine, theirs = self.attacker.csp, self.defender.csp
        return [mine, *losses(mine, self.reading)], [theirs, *losses(theirs, self.reading)]

    def _result(self, dice: Pair, lost: tuple[list[int], list[int]], swapped: bool) -> Result:
        hits_attacker, hits_defender = dice if swapped else dice[::-1]
        mine, theirs = lost[0][hits_attacker], lost[1][hits_defender]
        percents = hits_attacker * procedures.PER_PIP, hits_defender * procedures.PER_PIP
        return Result(*percents, mine, theirs, lost[0][0] - mine, lost[1][0] - theirs)

    def resolve(self, attacker_die: int, defender_die: int, raise_enemy: int = 0, lower_own: int = 0) -> Result:
        """The result of a roll when the holder spends so many points on either loss (5.31 steps 6-9, 5.72 steps 4-7).

        Dice stop at 1 and 10; points beyond are lost. ValueError on dice outside 1-6 or a split over the net.
        """
        own, enemy = _dice(attacker_die, defender_die, self.holder)
        up = min(procedures.HIGH, own + whole(raise_enemy, "raise_enemy", 0))
        down = max(procedures.LOW, enemy - whole(lower_own, "lower_own", 0))
        if raise_enemy + lower_own > abs(self.net_drm):
            whose = f"the {self.holder}'s net modifier is {abs(self.net_drm)}"
            raise ValueError(f"a split of {raise_enemy} and {lower_own} spends too much: {whose}")
        return self.result(*_by_side((up, down), self.holder))

    def best_split(self, attacker_die: int, defender_die: int, objective: Objective = "win") -> BestSplit:
        """The holder's best way to spend the net modifier on this roll.

        Objectives: ``win``; ``swing``, enemy CSP lost less own; ``own``, the enemy's die down to 1 first, the rest on
        one's own; ``enemy``, the mirror; or a function of a Result to maximise. Equal ones are told apart by a win over
        a draw over a loss, the larger swing, the smaller own loss per cent, the fewest points.
        """
        holder, points = self.holder, abs(self.net_drm)
        own, enemy = _dice(attacker_die, defender_die, holder)
        places = self._places(objective, holder, points)
        pairs = sorted(reachable(own, enemy, points), key=lambda pair: -places[pair[0] - 1, pair[1] - 1])
        ways = tuple(self._split(own, enemy, pair, holder, self._losses()) for pair in pairs)
        return BestSplit(ways[0].raise_enemy, ways[0].lower_own, ways[0].result, ways)

    def _split(self, own: int, enemy: int, pair: Pair, holder: Side, lost: tuple[list[int], list[int]]) -> Split:
        return Split(pair[0] - own, enemy - pair[1], self._result(_by_side(pair, holder), lost, self.treachery))

    def _places(self, objective: Objective, holder: Side, points: int) -> NDArray[Any]:
        """Each pair's place in the holder's order; Treachery is not foreseen."""
        mine, theirs = self._losses()
        ordered = (theirs[1:], mine[1:]) if holder == "attacker" else (mine[1:], theirs[1:])

        def foreseen(pair: Pair) -> Result:
            return self._result(_by_side(pair, holder), (mine, theirs), False)

        return best_order(checked(objective), ordered, foreseen, highest(points))

    def _chosen(self, objective: Objective, net: int) -> dict[Pair, Pair]:
        """For each roll, attacker's die first, the modified dice when the net is spent for the objective."""
        holder: Side = "attacker" if net >= 0 else "defender"
        best = spread(self._places(objective, holder, abs(net)), abs(net))
        own, enemy = (dice.ravel().tolist() for dice in pairs_of(best))
        return {_by_side(roll, holder): _by_side(pair, holder) for roll, pair in zip(ROLLS, zip(own, enemy))}

    def cells(self, objective: Objective = "win") -> dict[Pair, Split]:
        """The 36 rolls, (attacker's die, defender's die), with the best split and its result."""
        chosen, holder, lost = self._chosen(objective, self.net_drm), self.holder, self._losses()
        return {
            roll: self._split(*_by_side(roll, holder), _by_side(dice, holder), holder, lost)
            for roll, dice in sorted(chosen.items())
        }

    def odds(self, objective: Objective = "win", *, numbers: type[Any] = Fraction) -> Dist[Result]:
        """The law of the result over the 36 rolls when the holder spends the net for the objective."""
        return self._law(objective, self.net_drm, numbers)

    def _law(self, objective: Objective, net: int, numbers: type[Any] = Fraction) -> Dist[Result]:
        counts: dict[Pair, int] = {}
        for dice in self._chosen(objective, net).values():
            counts[dice] = counts.get(dice, 0) + 1
        weigh = (lambda count: count / len(ROLLS)) if numbers is float else int
        exact = note("basis.rounded" if numbers is float else "basis.exact")
        basis = join((exact, said(objective)), self.basis)
        lost = self._losses()
        results = ((self._result(dice, lost, self.treachery), weigh(count)) for dice, count in counts.items())
        return Dist(results, basis)

    def leader_killed(self, result: Result, side: Side) -> Fraction:
        """The chance that a side's leader dies of this result: certain without units (3.34 a and b), else 1/6 when
        beaten (5.31 step 10); at sea only with all his fleets (5.72), unless ``casualties`` is 3.34."""
        mine, left = self.force(side), result.attacker_left if side == "attacker" else result.defender_left
        gone = left == 0 or not procedures.rated(mine)
        rolls_for_it = self.at == "land" or self.casualties == "3.34"
        beaten = rolls_for_it and outcome(result, side) < 0
        chance: Fraction = rolls.leader_killed(mine.leader, gone=gone, beaten=beaten).p(bool)
        return chance

    def leader_dies(self, side: Side, objective: Objective = "win") -> Fraction:
        """The chance that a side's leader dies of this combat; 0 without one."""
        mean: Fraction = self.odds(objective).mean(lambda result: self.leader_killed(result, side))
        return mean

    @property
    def operations(self) -> int:
        """OP that starting this combat costs: none for one who intercepts (5.46, 5.86)."""
        if self.interception:
            return procedures.operations_cost(["intercept"])
        return procedures.operations_cost(["attack" if self.at == "land" else "naval attack"])

    @property
    def may_withdraw(self) -> bool:
        """Whether the defender may try to withdraw before combat: not when intercepted (5.48, 5.55, 5.88)."""
        return not self.interception

    def operations_lost(self, result: Result) -> int:
        """OP that an intercepted defender loses on top when beaten on land (5.49)."""
        beaten = self.interception and self.at == "land" and result.winner == "attacker"
        return procedures.BEATEN_AFTER_INTERCEPTION if beaten else 0

    def luck(self, attacker_die: int, defender_die: int, objective: Objective = "win", side: Side = "attacker") -> Luck:
        """Where a roll stands among the 36 for a side: by outcome, then swing (by swing alone for ``swing``, by its
        value, turned round for the other side, for a function)."""
        _dice(attacker_die, defender_die, self.holder)
        one_of(side, SIDES, "the side")
        values = {roll: self._liked(split.result, objective, side) for roll, split in self.cells(objective).items()}
        mine = values[attacker_die, defender_die]
        better = sum(value > mine for value in values.values())
        worse = sum(value < mine for value in values.values())
        if callable(objective) and side != self.holder:
            better, worse = worse, better
        return Luck(worse, len(values) - worse - better, better)

    def _liked(self, result: Result, objective: Objective, side: Side) -> Any:
        if callable(objective):
            return objective(result)
        return swing(result, side) if objective == "swing" else (outcome(result, side), swing(result, side))

    def objectives(self) -> pd.DataFrame:
        """Objective against objective: chances and mean losses when the holder plays for each."""
        return self._frame([{"objective": name} | summary(self.odds(name)) for name in OBJECTIVES])

    def by_net(self, nets: Iterable[int] = range(-5, 6), objective: Objective = "win") -> pd.DataFrame:
        """Chances and mean losses if the net modifier were another one, positive for the attacker."""
        asked = [whole(net, "a net modifier") for net in several(nets, "nets", "several, such as range(-5, 6)")]
        return self._frame([{"net": net} | summary(self._law(objective, net)) for net in asked])

    def worth(self, objective: Objective = "win") -> pd.DataFrame:
        """What each thing that makes the net modifier is worth: the chances without it, and with one point more."""
        by_reason: dict[str, list[Modifier]] = {}
        for row in self.modifiers:
            by_reason.setdefault(row.reason, []).append(row)
        changes = [(f"without {reason}", -procedures.net(rows)) for reason, rows in by_reason.items()]
        changes += [("one more for the attacker", 1), ("one more for the defender", -1)]
        now = self._law(objective, self.net_drm).p(lambda result: result.winner == "attacker")
        found = []
        for change, points in changes:
            there = summary(self._law(objective, self.net_drm + points))
            found.append({"change": change, "net": self.net_drm + points} | there | {"gain": there["p_win"] - now})
        return self._frame(found)

    def compare(self, objective: Objective = "win", capital: bool = False) -> pd.DataFrame:
        """The defender's choices: fight and retreat if beaten, fight and try to stay, withdraw by a roll or by card,
        or, with a ``capital`` in the province, into it (5.52; a siege may follow).

        Columns: the chance that it works (the roll to withdraw; the roll to stay, once beaten), to hold the province,
        to be wiped out, to lose the leader, mean losses. A beaten leader is checked before the roll to stay (steps 10
        and 11b). A withdrawal that fails is fought out and followed by a retreat. A garrison or limes alone can but
        fight, and go if beaten (10.53, 10.57, 10.61).
        """
        law = self.odds(objective)
        fought = self._fought(law)
        stays = self._stays()
        beaten = law.p(lambda result: result.winner == "attacker" and result.defender_left > 0)
        choices = [{"choice": "fight", "p_works": Fraction(1)} | fought]
        if self._only_markers:
            return self._frame(choices, ("10.53", "10.57", "10.61"))
        if self.at == "land":
            held = fought["p_holds"] + beaten * stays
            choices.append({"choice": "fight and stay", "p_works": stays} | fought | {"p_holds": held})
        if self.may_withdraw:
            works = (rolls.withdrawal(self.defender.leader) if self.at == "land" else rolls.naval_withdrawal()).p(bool)
            failed = {name: (1 - works) * value for name, value in fought.items()}
            choices.append({"choice": "withdraw", "p_works": works} | failed)
        if self.may_withdraw and self.at == "land":
            names = ["withdraw by card", *(["withdraw into the capital"] if capital else [])]
            unharmed = dict.fromkeys(fought, Fraction(0))
            choices += [{"choice": name, "p_works": Fraction(1)} | unharmed for name in names]
        return self._frame(choices, ("5.5", "5.31") if self.at == "land" else ("5.71",))

    @property
    def _only_markers(self) -> bool:
        """Whether the defender is a garrison or limes alone."""
        return self.at == "land" and not self.defender.of_kind("land").stacks

    def _fought(self, law: Dist[Result]) -> dict[str, Any]:
        markers = self._only_markers
        return {
            "p_holds": law.p(lambda result: result.winner != "attacker" and result.defender_left > 0),
            "p_gone": law.p(lambda result: result.defender_left == 0 or (markers and result.winner == "attacker")),
            "p_leader_dies": law.mean(lambda result: self.leader_killed(result, "defender")),
            "defender_loss": law.mean(lambda result: result.defender_loss),
            "attacker_loss": law.mean(lambda result: result.attacker_loss),
        }

    def _stays(self) -> Any:
        leader = self.defender.leader
        dies = rolls.leader_killed(leader, gone=False, beaten=True).p(bool)
        alive, dead = rolls.forced_retreat(leader), rolls.forced_retreat(None)
        return (1 - dies) * alive.p(rolls.stays) + dies * dead.p(rolls.stays)

    def _frame(self, found: list[dict[str, Any]], clauses: Sequence[str] = ()) -> pd.DataFrame:
        return frame(found, join(self.basis, clauses))

    def explain(self, objective: Objective = "win", language: str | None = None) -> str:
        """The combat in sentences: forces, ratio, each modifier, the net, and what to expect."""
        lines = [self._said_force(side, language) for side in SIDES]
        ratio = word("roma_victrix.explain.ratio", language, ratio=self.ratio)
        lines += [ratio, *(self._said_modifier(row, language) for row in self.modifiers)]
        whose = word("side.attacker" if self.net_drm > 0 else "side.defender", language)
        key = "roma_victrix.explain.net" if self.net_drm else "roma_victrix.explain.no_net"
        lines.append(word(key, language, points=abs(self.net_drm), side=whose))
        found = summary(self.odds(objective))
        shown = {name: f"{float(found[name]):.1%}" for name in ("p_win", "p_draw", "p_loss")}
        shown |= {name: f"{float(found[name]):.1f}" for name in ("attacker_loss", "defender_loss")}
        lines.append(word("roma_victrix.explain.odds", language, **shown))
        return "\n".join(lines)

    def _said_force(self, side: Side, language: str | None) -> str:
        units = self.force(side)
        key = SAID_FORCE[self.at, bool(units.leader)]
        fields = {"units": str(units), "leader": units.leader, "csp": units.csp, "cavalry": units.cavalry}
        return word(key, language, side=word(f"side.{side}", language), **fields)

    def _said_modifier(self, row: Modifier, language: str | None) -> str:
        reason = word(REASON[row.reason], language)
        whose = word(f"side.{row.side}", language)
        reason = reason[:1].upper() + reason[1:]
        return word("roma_victrix.explain.modifier", language, reason=reason, points=row.points, side=whose)

    def __repr__(self) -> str:
        name = "LandCombat" if self.at == "land" else "NavalCombat"
        defaults = {"advantage": (), "treachery": False, "interception": False, "printed": (), "reading": "nearest"}
        defaults |= {"casualties": RULINGS["naval_leader"].value if self.at == "sea" else "3.34"}
        extra = [f", {key}={getattr(self, key)!r}" for key, usual in defaults.items() if getattr(self, key) != usual]
        return f"{name}(attacker={self.attacker!r}, defender={self.defender!r}{''.join(extra)})"


SAID_FORCE = {
    ("land", True): "roma_victrix.explain.force",
    ("land", False): "roma_victrix.explain.leaderless",
    ("sea", True): "roma_victrix.explain.force_sea",
    ("sea", False): "roma_victrix.explain.leaderless_sea",
}
REASON = {
    "leader": "roma_victrix.reason.leader",
    "numerical": "roma_victrix.reason.numerical",
    "cavalry": "roma_victrix.reason.cavalry",
    "card": "roma_victrix.reason.card",
}


def _dice(attacker_die: int, defender_die: int, holder: Side) -> Pair:
    attacker = whole(attacker_die, "the attacker's die", FACES[0], FACES[-1])
    return _by_side((attacker, whole(defender_die, "the defender's die", FACES[0], FACES[-1])), holder)


def losses(csp: int, reading: str = "nearest") -> list[int]:
    """CSP that a force loses at each modified die from 1 to 10."""
    dice = range(procedures.LOW, procedures.HIGH + 1)
    return [procedures.percentage_loss(csp, die * procedures.PER_PIP, reading) for die in dice]


def _by_side(pair: Pair, holder: Side) -> Pair:
    """(attacker's, defender's) as (holder's, enemy's), or back."""
    return pair if holder == "attacker" else (pair[1], pair[0])


def sides(names: str | Iterable[str] | None, what: str) -> tuple[Side, ...]:
    """One side's name, several or none as a tuple of sides."""
    given = (names,) if isinstance(names, str) else tuple(names or ())
    return tuple(side for side in SIDES if side in [one_of(name, SIDES, what) for name in given])


def summary(law: Dist[Result]) -> dict[str, Any]:
    """Chances and mean losses of a law of results; ``p_win`` is the attacker's."""
    return {
        "p_win": law.p(lambda result: result.winner == "attacker"),
        "p_draw": law.p(drawn),
        "p_loss": law.p(lambda result: result.winner == "defender"),
        "attacker_loss": law.mean(lambda result: result.attacker_loss),
        "defender_loss": law.mean(lambda result: result.defender_loss),
        "swing": law.mean(lambda result: result.swing),
    }


def frame(found: list[dict[str, Any]], basis: Basis) -> pd.DataFrame:
    """Rows as a DataFrame that carries its basis."""
    import pandas as pd

    made = pd.DataFrame(found)
    made.attrs["basis"] = basis
    return made


def LandCombat(
    attacker: Force,
    defender: Force,
    *,
    advantage: str | Iterable[str] | None = None,
    treachery: bool = False,
    interception: bool = False,
    printed: Sequence[tuple[str, Side, int]] = (),
    reading: str = "nearest",
) -> Combat:
    """A land combat (5.31).

    ``advantage`` names the side, or sides, that play Land Combat Advantage; ``treachery`` swaps the two final
    percentages after the split, which the holder does not foresee; ``interception`` says that the attacker intercepts
    (5.4); ``printed`` gives modifiers as the rulebook prints them in place of the calculated, such as
    ``[("numerical", "defender", 1)]``. ValueError when these forces cannot fight on land.

    >>> from gamekit import roma_victrix as rv
    >>> cappadocia = rv.force("3 HI, 2 AUX, 4 CAV", leader=1)
    >>> fight = LandCombat(attacker=cappadocia, defender=rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1))
    >>> fight.ratio, fight.net_drm, fight.odds("win").p(rv.attacker_wins)
    ('1:1', 2, Fraction(13, 18))
    >>> result = fight.best_split(5, 2, objective="swing").result
    >>> result.attacker_loss_pct, result.defender_loss_pct, result.attacker_loss, result.defender_loss, result.winner
    (10, 60, 2, 11, 'attacker')
    """
    cards = sides(advantage, "the side with the advantage")
    return Combat(
        attacker, defender, "land", cards, treachery, interception, procedures.printed_rows(printed), reading, "3.34"
    )


def NavalCombat(
    attacker: Force,
    defender: Force,
    *,
    advantage: str | Iterable[str] | None = None,
    treachery: bool = False,
    interception: bool = False,
    printed: Sequence[tuple[str, Side, int]] = (),
    reading: str = "nearest",
    casualties: str | None = None,
) -> Combat:
    """A naval combat (5.72): fleets fight, land units are their cargo; cards and arguments as in ``LandCombat``.

    ``casualties`` is the clause on leaders: 5.72 (judged), lost only with all his fleets, or 3.34, by a roll too.

    >>> from gamekit import roma_victrix as rv
    >>> fight = NavalCombat(rv.force("4 FLEET, 2 HI", leader=2), rv.force("2 FLEET, rFLEET"))
    >>> fight.attacker.csp, fight.defender.csp, fight.net_drm
    (8, 5, 2)
    """
    cards = sides(advantage, "the side with the advantage")
    clause = casualties or RULINGS["naval_leader"].value
    return Combat(
        attacker, defender, "sea", cards, treachery, interception, procedures.printed_rows(printed), reading, clause
    )


def example(name: str) -> Combat:
    """A combat that the rulebook plays out, by the name of its row in EXAMPLES, with the modifiers it prints.

    >>> example("Lycia").net_drm
    -1
    """
    rows = {row.name: row for row in EXAMPLES}
    row = rows[one_of(name, rows, "the example")]
    sides_of = ((row.attacker, row.attacker_leader), (row.defender, row.defender_leader))
    attacker, defender = (force(units, leader) for units, leader in sides_of)
    printed: list[tuple[str, Side, int]] = []
    if row.printed:
        reason, side, points = row.printed
        printed.append((reason, sides(side, "the side of a printed modifier")[0], int(points)))
    return LandCombat(attacker, defender, printed=printed)
