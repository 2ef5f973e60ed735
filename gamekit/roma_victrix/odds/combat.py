"""One combat, on land (5.31) or at sea (5.72): its result when the net modifier is spent for an objective, and
comparisons of modifiers and choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from gamekit.analysis.evaluate import LabelledBuilder, Perturbation, perturbation
from gamekit.probability.distribution import Basis, Dist, identity, join_bases
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix import tables as t
from gamekit.roma_victrix.forces import (
    CombatResult,
    Force,
    Modifier,
    attacker_wins,
    force,
    force_changes,
    is_draw,
    one_of,
    rating,
    require_flag,
)
from gamekit.roma_victrix.odds import rolls
from gamekit.roma_victrix.odds.losses import cheapest_of_all, paying_basis
from gamekit.roma_victrix.odds.spending import (
    OBJECTIVES,
    THROWS,
    Objective,
    Pair,
    best_pairs,
    check_objective,
    objective_note,
    outcome,
    rank_pairs,
    reachable_pairs,
    swing,
    throws_reaching,
    throws_taken,
)
from gamekit.roma_victrix.procedures import without_lost_leader
from gamekit.text.translation import note, percent, word
from gamekit.text.validation import as_tuple, convert_numpy_fields, require_type, whole_number

if TYPE_CHECKING:
    import pandas as pd

CARD = {"land": "Land Combat Advantage", "sea": "Naval Combat Advantage"}
CLAUSE = {"land": "5.31", "sea": "5.72"}
CASUALTIES = t.RULINGS["naval_leader"].readings
Losses: TypeAlias = "tuple[Sequence[int], Sequence[int]]"


@dataclass(frozen=True, slots=True)
class ModifierSplit:
    """A way to spend the net modifier on a roll: points that raise the enemy's loss (added to the holder's die), points
    that lower the holder's own (taken from the enemy's die), and the result of the combat."""

    raise_enemy: int
    lower_own: int
    result: CombatResult


@dataclass(frozen=True, slots=True)
class BestSplit:
    """The holder's best split of the net modifier on a roll; ``alternatives`` are all splits, best first."""

    raise_enemy: int
    lower_own: int
    result: CombatResult
    alternatives: tuple[ModifierSplit, ...]


@dataclass(frozen=True, slots=True)
class RollRank:
    """The rank of a roll: the number of the 36 rolls that are worse, equal and better for a side."""

    worse: int
    equal: int
    better: int

    @property
    def percentile(self) -> Fraction:
        """The roll's rank from 0 to 1: the share of worse rolls, equal ones, itself too, counted half."""
        return Fraction(2 * self.worse + self.equal, 2 * (self.worse + self.equal + self.better))


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat of two forces; made by ``LandCombat`` or ``NavalCombat``."""

    attacker: Force
    defender: Force
    at: str
    advantage: tuple[t.Side, ...]
    treachery: bool
    interception: bool
    printed: tuple[tuple[str, t.Side, int], ...]
    reading: str
    casualties: str

    def __post_init__(self) -> None:
        convert_numpy_fields(self)
        (procedures.check_land if self.at == "land" else procedures.check_sea)(self.attacker, self.defender)
        one_of(self.reading, procedures.READINGS, "the reading")
        one_of(self.casualties, CASUALTIES, "the clause for the leader's casualties")
        for name in ("treachery", "interception"):
            require_flag(getattr(self, name), name)
        procedures.printed_rows(self.printed)

    def force(self, side: t.Side) -> Force:
        """Return the force of a side."""
        return self.attacker if one_of(side, t.SIDES, "the side") == "attacker" else self.defender

    @property
    def ratio(self) -> str:
        """The CSP ratio, attacker first, rounded in favour of the smaller force: '2:1', '1:3'."""
        return procedures.ratio(self.attacker.csp, self.defender.csp)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """(reason, side, points) in rule order; reasons that give no points are left out."""
        attacker, defender = self.attacker, self.defender
        rows = [
            procedures.as_modifier(
                "leader", procedures.effective_rating(attacker) - procedures.effective_rating(defender)
            )
        ]
        rows.append(procedures.as_modifier("numerical", procedures.numbers_modifier(attacker.csp, defender.csp)))
        if self.at == "land":
            rows.append(
                procedures.as_modifier(
                    "cavalry", procedures.cavalry_modifier(attacker.cavalry_csp, defender.cavalry_csp)
                )
            )
        rows += [Modifier("card", side, t.CARDS[CARD[self.at], "points"]) for side in self.advantage]
        return procedures.with_printed(rows, self.printed)

    @property
    def net_drm(self) -> int:
        """The net die-roll modifier, positive for the attacker."""
        return procedures.net_modifier(self.modifiers)

    @property
    def modifier_holder(self) -> t.Side:
        """The side that spends the net modifier (the attacker if it is 0, with nothing to spend)."""
        return "attacker" if self.net_drm >= 0 else "defender"

    @property
    def basis(self) -> Basis:
        """The clauses and judged figures that the result is based on."""
        cards = [f"14.2 {CARD[self.at]}"] if self.advantage else []
        cards += ["14.2 Treachery"] if self.treachery else []
        clauses = [CLAUSE[self.at], *(["5.4" if self.at == "land" else "5.8"] if self.interception else [])]
        notes = [note("roma_victrix.printed")] if self.printed else []
        notes += [note("roma_victrix.as_printed")] if self.reading == "as printed" else []
        leaders = t.ruling_basis("naval_leader", self.casualties) if self.at == "sea" else ()
        notes += [] if self.attacker.leader else [note("roma_victrix.no_leader")]
        return join_bases(clauses, self.attacker.basis, self.defender.basis, t.PERCENTAGE_BASIS, cards, notes, leaders)

    def result_of_modified_dice(self, attacker_die: int, defender_die: int) -> CombatResult:
        """Return the result of two modified dice, 1 to 10; under Treachery the percentages are swapped."""
        attacker = whole_number(attacker_die, "the attacker's modified die", procedures.LOW, procedures.HIGH)
        defender = whole_number(defender_die, "the defender's modified die", procedures.LOW, procedures.HIGH)
        return result_of((attacker, defender), self._lost, self.treachery)

    def resolve(self, attacker_die: int, defender_die: int, raise_enemy: int = 0, lower_own: int = 0) -> CombatResult:
        """Return the result of a roll, 1 to 6 each, when the holder of the net modifier spends points to raise the
        enemy's loss and to lower its own (5.31 steps 6-9, 5.72 steps 4-7).

        Dice stop at 1 and 10; points beyond are lost. ValueError on dice outside 1-6 or a split over the net.
        """
        return self.result_of_modified_dice(
            *modified_dice(order_dice(attacker_die, defender_die, self.modifier_holder), self, raise_enemy, lower_own)
        )

    def best_split(self, attacker_die: int, defender_die: int, objective: Objective = "win") -> BestSplit:
        """Return the holder's best way to spend the net modifier on this roll.

        Objectives: ``win``; ``swing``, enemy CSP lost minus own; ``own``, lower the enemy's die to 1 first, the rest
        raises one's own; ``enemy``, the reverse; or a function of a CombatResult to maximise. Ties go to a win before a
        draw before a loss, then to the larger swing, the smaller own loss per cent, the fewest points.
        """
        dice = order_dice(attacker_die, defender_die, self.modifier_holder)
        place = {pair: place for place, pair in enumerate(self._order(objective, self.net_drm))}
        pairs = sorted(reachable_pairs(*dice, abs(self.net_drm)), key=place.__getitem__)
        ways = tuple(self._spent(dice, pair) for pair in pairs)
        return BestSplit(ways[0].raise_enemy, ways[0].lower_own, ways[0].result, ways)

    def best_split_by_roll(self, objective: Objective = "win") -> dict[Pair, ModifierSplit]:
        """Return the 36 rolls, (attacker's die, defender's die), with the best split and its result."""
        chosen = sorted(self._chosen(objective, self.net_drm).items())
        return {
            roll: self._spent(swap_by_holder(roll, self.modifier_holder), swap_by_holder(dice, self.modifier_holder))
            for roll, dice in chosen
        }

    def odds(self, objective: Objective = "win", *, numbers: type[Any] = Fraction) -> Dist[CombatResult]:
        """Return the distribution of the result over the 36 rolls when the holder spends the net for the objective."""
        return self._distribution(objective, self.net_drm, numbers)

    def summary(self, numbers: type = Fraction, objective: Objective = "win") -> dict[str, Any]:
        """Return the figures for sweeps: chances and mean losses, the net modifier spent for an objective."""
        lost, killed = (losses(self.force(side).csp, self.reading) for side in t.SIDES)
        found = roll_summary(lost, killed, self.net_drm, objective, self.treachery, numbers)
        return found | {"basis": join_bases(_objective_basis(objective, numbers), self.basis)}

    def changes(self) -> Iterator[Perturbation]:
        """Yield each combat that differs in one input, with the input's name: a counter more or less, its face, a
        leader's rating, a card, the net modifier by 1, the attacking side. ``tornado`` ranks inputs by them."""
        yield from fight_changes(self, lambda name, value: replace(self, **{name: value}))
        turned, cards = note("roma_victrix.change.turned"), {"advantage": (), "treachery": False, "printed": ()}
        sides: dict[str, Any] = {"attacker": self.defender, "defender": self.attacker, **cards}
        yield perturbation(turned, None, (turned, lambda: ExchangedCombat(replace(self, **sides))))

    @staticmethod
    def in_sequence(fights: Sequence[Any], numbers: type) -> tuple[Any, Force, Any, Basis]:
        """Return land combats as ``gamekit.in_a_row`` takes them: fights, the army at first, how to show it, basis. It
        goes on while it wins, paying losses at least CSP (``rv.campaign`` counts OP, and fights again after a draw)."""
        check_same_army(fights)
        basis = join_bases(*map(paying_basis, (fight.attacker for fight in fights)), (note("roma_victrix.in_a_row"),))
        return [partial(_fight_next, fight, numbers) for fight in fights], fights[0].attacker, identity, basis

    def _distribution(self, objective: Objective, net: int, numbers: type[Any] = Fraction) -> Dist[CombatResult]:
        """Return the distribution of the result; a net modifier above 0 is the attacker's, spent for the objective."""
        counts = Counter(self._chosen(objective, net).values())
        weights = {dice: count / len(THROWS) if numbers is float else count for dice, count in counts.items()}
        results = ((result_of(dice, self._lost, self.treachery), weight) for dice, weight in weights.items())
        return Dist(results, join_bases(_objective_basis(objective, numbers), self.basis))

    def _chosen(self, objective: Objective, net: int) -> dict[Pair, Pair]:
        """Return the modified dice of each roll, attacker's die first, when the net is spent for the objective."""
        holder: t.Side = "attacker" if net >= 0 else "defender"
        best = best_pairs(self._order(objective, net), abs(net))
        return {swap_by_holder(roll, holder): swap_by_holder(pair, holder) for roll, pair in best.items()}

    def _order(self, objective: Objective, net: int) -> list[Pair]:
        """Return pairs (holder's die, enemy's die) in the holder's order of preference, not foreseeing Treachery."""
        holder: t.Side = "attacker" if net >= 0 else "defender"
        mine, theirs = (lost[1:] for lost in self._lost)
        ordered = (theirs, mine) if holder == "attacker" else (mine, theirs)

        def foreseen(pair: Pair) -> CombatResult:
            return result_of(swap_by_holder(pair, holder), self._lost, False)

        return rank_pairs(check_objective(objective), ordered, foreseen, abs(net))

    def _spent(self, dice: Pair, pair: Pair) -> ModifierSplit:
        """Return the split that turns a roll into a pair, both (holder's die, enemy's die)."""
        result = result_of(swap_by_holder(pair, self.modifier_holder), self._lost, self.treachery)
        return ModifierSplit(pair[0] - dice[0], dice[1] - pair[1], result)

    @property
    def _lost(self) -> Losses:
        """The losses of attacker and defender in CSP by the enemy's die from 1 to 10; at index 0 the force's CSP."""
        mine, theirs = self.attacker.csp, self.defender.csp
        return (mine, *losses(mine, self.reading)), (theirs, *losses(theirs, self.reading))

    def p_leader_dies_given(self, result: CombatResult, side: t.Side) -> Fraction:
        """Return the chance that a side's leader dies by this result: 1 if the loss leaves no unit however it is paid
        (3.34 a and b; garrisons and limes are not units), else 1/6 if beaten (5.31 step 10); at sea only with all its
        fleets (5.72), unless ``casualties`` is 3.34."""
        require_type(result, CombatResult, "the result", "a CombatResult, as combat.odds() lists them")
        mine, left = self.force(side), result.attacker_left if side == "attacker" else result.defender_left
        gone = not procedures.effective_rating(mine) or left < (
            procedures.least_left(mine, "land") if self.at == "land" else 1
        )
        rolls_for_it = self.at == "land" or self.casualties == "3.34"
        beaten = rolls_for_it and outcome(result, side) < 0
        if not mine.leader:
            return Fraction(0)
        return Fraction(1) if gone else Fraction(rolls.chance("leader killed").p(bool)) if beaten else Fraction(0)

    def p_leader_dies(self, side: t.Side, objective: Objective = "win") -> Fraction:
        """Return the chance that the leader of a side, "attacker" or "defender", dies in this combat when the net is
        spent for the ``objective`` (see ``best_split``); 0 without a leader."""
        mean: Fraction = self.odds(objective).mean(lambda result: self.p_leader_dies_given(result, side))
        return mean

    @property
    def operations_cost(self) -> int:
        """The OP that the attacker pays to start this combat; 0 for an interception (5.46, 5.86)."""
        if self.interception:
            return procedures.operations_cost(["intercept"])
        return procedures.operations_cost(["attack" if self.at == "land" else "naval attack"])

    @property
    def may_withdraw(self) -> bool:
        """Whether the defender may try to withdraw before combat: not when intercepted (5.48, 5.55, 5.88)."""
        return not self.interception

    def roll_rank(
        self, attacker_die: int, defender_die: int, objective: Objective = "win", side: t.Side = "attacker"
    ) -> RollRank:
        """Return how many of the 36 rolls are worse, equal and better for a side than this one: by outcome, then swing
        (by swing alone for ``swing``; for a function by its value, negated for the side that is not the holder)."""
        order_dice(attacker_die, defender_die, self.modifier_holder)
        one_of(side, t.SIDES, "the side")

        def liked(result: CombatResult) -> Any:
            if callable(objective):
                return objective(result)
            return swing(result, side) if objective == "swing" else (outcome(result, side), swing(result, side))

        values = {roll: liked(split.result) for roll, split in self.best_split_by_roll(objective).items()}
        mine = values[attacker_die, defender_die]
        better = sum(value > mine for value in values.values())
        worse = sum(value < mine for value in values.values())
        if callable(objective) and side != self.modifier_holder:
            better, worse = worse, better
        return RollRank(worse, len(values) - worse - better, better)

    def compare_objectives(self) -> pd.DataFrame:
        """Return chances and mean losses when the net modifier is spent for each objective by name, a row each."""
        return basis_frame([{"objective": name} | summary(self.odds(name)) for name in OBJECTIVES], self.basis)

    def by_net_modifier(self, nets: Iterable[int] = range(-5, 6), objective: Objective = "win") -> pd.DataFrame:
        """Return chances and mean losses for other net modifiers (positive: the attacker's), one row each."""
        found = []
        for net in as_tuple(nets, "nets", "several, such as range(-5, 6)"):
            found.append({"net": whole_number(net, "a net modifier")} | summary(self._distribution(objective, net)))
        return basis_frame(found, self.basis)

    def modifier_worths(self, objective: Objective = "win") -> pd.DataFrame:
        """Return the value of each component of the net modifier: the chances without it, and with one point more."""
        by_reason: dict[str, list[Modifier]] = {}
        for row in self.modifiers:
            by_reason.setdefault(row.reason, []).append(row)
        changes = [(f"without {reason}", -procedures.net_modifier(rows)) for reason, rows in by_reason.items()]
        changes += [("one more for the attacker", 1), ("one more for the defender", -1)]
        now, found = summary(self.odds(objective))["p_win"], []
        for change, points in changes:
            there = summary(self._distribution(objective, self.net_drm + points))
            found.append({"change": change, "net": self.net_drm + points} | there | {"gain": there["p_win"] - now})
        return basis_frame(found, self.basis)

    def compare_defender_choices(self, objective: Objective = "win", capital_in_province: bool = False) -> pd.DataFrame:
        """Return the defender's choices: fight and retreat if beaten, fight and try to stay, withdraw by a roll
        or by card, or, with a ``capital_in_province`` in the province, into it (5.52; a siege may follow).

        Columns: the chances that the choice's roll succeeds (to withdraw; to stay, once beaten), to hold the province,
        to be wiped out, to lose the leader; mean losses. A beaten leader's death roll precedes the roll to stay (steps
        10 and 11b). A failed withdrawal is followed by combat and, if beaten, a retreat. A garrison or limes alone must
        fight, and is removed if beaten (10.53, 10.57, 10.61).
        """
        dist = self.odds(objective)
        markers = self.at == "land" and not self.defender.of_kind("land").stacks  # a garrison or limes alone
        fought = _fought(self, dist)
        choices = [{"choice": "fight", "p_works": Fraction(1)} | fought]
        if markers:
            return basis_frame(choices, join_bases(self.basis, ("10.53", "10.57", "10.61")))
        if self.at == "land":
            leader, least = self.defender.leader, procedures.least_left(self.defender, "land")
            dies = rolls.chance("leader killed").p(bool) if leader else Fraction(0)
            stays = (1 - dies) * rolls.p_beaten_force_stays(leader) + dies * rolls.p_beaten_force_stays(None)
            beaten = dist.p(lambda result: result.winner == "attacker" and result.defender_left >= least)
            held = fought["p_holds"] + beaten * stays
            choices.append({"choice": "fight and stay", "p_works": stays} | fought | {"p_holds": held})
        if self.may_withdraw:
            by_land = self.at == "land"
            roll = rolls.chance("withdrawal", self.defender.leader) if by_land else rolls.chance("naval withdrawal")
            works = roll.map(bool).p(bool)
            failed = {name: (1 - works) * value for name, value in fought.items()}
            choices.append({"choice": "withdraw", "p_works": works} | failed)
        if self.may_withdraw and self.at == "land":
            names = ["withdraw by card", *(["withdraw into the capital"] if capital_in_province else [])]
            unharmed = dict.fromkeys(fought, Fraction(0))
            choices += [{"choice": name, "p_works": Fraction(1)} | unharmed for name in names]
        clauses = ("5.5", "5.31") if self.at == "land" else ("5.71",)
        return basis_frame(choices, join_bases(self.basis, clauses))

    def explain(self, objective: Objective = "win", language: str | None = None) -> str:
        """Return the combat in sentences: forces, ratio, each modifier, the net, and the chances when the net is spent
        for the ``objective`` (see ``best_split``)."""
        named = {side: word(f"side.{side}", language) for side in t.SIDES}
        lines = []
        for side in t.SIDES:
            units = self.force(side)
            kinds = ("force_sea", "leaderless_sea") if self.at == "sea" else ("force", "leaderless")
            fields = {"units": str(units), "leader": units.leader, "csp": units.csp, "cavalry": units.cavalry_csp}
            lines.append(word(f"roma_victrix.explain.{kinds[not units.leader]}", language, side=named[side], **fields))
        lines.append(word("roma_victrix.explain.ratio", language, ratio=self.ratio))
        for row in self.modifiers:
            reason = word(f"roma_victrix.reason.{row.reason}", language)
            fields = {"reason": reason[:1].upper() + reason[1:], "points": row.points, "side": named[row.side]}
            lines.append(word("roma_victrix.explain.modifier", language, **fields))
        whose = word("side.attacker" if self.net_drm > 0 else "side.defender", language)
        key = "roma_victrix.explain.net" if self.net_drm else "roma_victrix.explain.no_net"
        lines.append(word(key, language, points=abs(self.net_drm), side=whose))
        found = summary(self.odds(objective))
        chances = {name: percent(found[name]) for name in ("p_win", "p_draw", "p_loss")}
        losses = {name: f"{float(found[name]):.1f}" for name in ("attacker_loss", "defender_loss")}
        lines.append(word("roma_victrix.explain.odds", language, **chances, **losses))
        return "\n".join(lines)

    def __repr__(self) -> str:
        name = "LandCombat" if self.at == "land" else "NavalCombat"
        defaults = {"advantage": (), "treachery": False, "interception": False, "printed": (), "reading": "nearest"}
        defaults |= {"casualties": t.RULINGS["naval_leader"].value if self.at == "sea" else "3.34"}
        extra = [f", {key}={getattr(self, key)!r}" for key, usual in defaults.items() if getattr(self, key) != usual]
        return f"{name}(attacker={self.attacker!r}, defender={self.defender!r}{''.join(extra)})"


COLUMNS = ("p_win", "p_draw", "p_loss", "attacker_loss", "defender_loss", "swing")


@cache
def losses(csp: int, reading: str = "nearest") -> tuple[int, ...]:
    """Return the CSP that a force of ``csp`` loses at each modified enemy die from 1 to 10."""
    dice = range(procedures.LOW, procedures.HIGH + 1)
    return tuple(procedures.percentage_loss(csp, die * procedures.PER_PIP, reading) for die in dice)


def modified_dice(dice: Pair, fight: Any, raise_enemy: int, lower_own: int) -> Pair:
    """Return (attacker's, defender's) modified dice after a split; ``dice`` is (holder's, enemy's).

    Dice stop at 1 and 10. ValueError for more points than the fight's net modifier has."""
    up = min(procedures.HIGH, dice[0] + whole_number(raise_enemy, "raise_enemy", 0))
    down = max(procedures.LOW, dice[1] - whole_number(lower_own, "lower_own", 0))
    if raise_enemy + lower_own > abs(fight.net_drm):
        whose = f"the {fight.modifier_holder}'s net modifier is {abs(fight.net_drm)}"
        raise ValueError(f"a split of {raise_enemy} and {lower_own} spends too many points: {whose}")
    return swap_by_holder((up, down), fight.modifier_holder)


def result_of(dice: Pair, lost: Losses, swapped: bool) -> CombatResult:
    """Return the result of two modified dice, attacker's first. ``lost`` has the attacker's and the defender's CSP lost
    by enemy die (index 0: the force's CSP); ``swapped``: Treachery swaps the percentages."""
    hits_attacker, hits_defender = dice if swapped else dice[::-1]
    mine, theirs = lost[0][hits_attacker], lost[1][hits_defender]
    percents = hits_attacker * procedures.PER_PIP, hits_defender * procedures.PER_PIP
    return CombatResult(*percents, mine, theirs, lost[0][0] - mine, lost[1][0] - theirs)


def swap_by_holder(pair: Pair, holder: t.Side) -> Pair:
    """Return (attacker's, defender's) as (holder's, enemy's), or back."""
    return pair if holder == "attacker" else (pair[1], pair[0])


def order_dice(attacker_die: int, defender_die: int, holder: t.Side) -> Pair:
    """Return two dice as (holder's, enemy's); ValueError unless both are 1 to 6."""
    attacker = whole_number(attacker_die, "the attacker's die", t.FACES[0], t.FACES[-1])
    return swap_by_holder((attacker, whole_number(defender_die, "the defender's die", t.FACES[0], t.FACES[-1])), holder)


def _objective_basis(objective: Objective, numbers: type[Any]) -> Basis:
    return note("basis.rounded" if numbers is float else "basis.exact"), objective_note(objective)


def roll_summary(
    lost: Sequence[int], killed: Sequence[int], net: int, objective: Objective, treachery: bool, numbers: type[Any]
) -> dict[str, Any]:
    """Return chances and mean losses over the 36 throws; ``lost``, ``killed``: the sides' losses in CSP by die."""
    attacks, points = net >= 0, abs(net)
    of_both = [lost[-1], *lost], [killed[-1], *killed]  # at 10 pips a force loses all its CSP

    def foreseen(pair: Pair) -> CombatResult:
        return result_of(pair if attacks else pair[::-1], of_both, False)

    order = rank_pairs(objective, (killed, lost) if attacks else (lost, killed), foreseen, points)
    masks = throws_reaching(points)
    won = beaten = paid = caused = 0
    for pair, taken in zip(order, throws_taken(masks[pair] for pair in order)):
        count, (attacker, defender) = taken.bit_count(), pair if attacks != treachery else pair[::-1]
        won += count * (attacker > defender)
        beaten += count * (attacker < defender)
        paid += count * lost[defender - 1]
        caused += count * killed[attacker - 1]
    sums = won, len(THROWS) - won - beaten, beaten, paid, caused, caused - paid
    return {
        name: total / len(THROWS) if numbers is float else Fraction(total, len(THROWS))
        for name, total in zip(COLUMNS, sums)
    }


def summary(dist: Dist[CombatResult]) -> dict[str, Any]:
    """Return chances and mean losses of a distribution of results; ``p_win`` is the attacker's."""
    return {
        "p_win": dist.p(lambda result: result.winner == "attacker"),
        "p_draw": dist.p(is_draw),
        "p_loss": dist.p(lambda result: result.winner == "defender"),
        "attacker_loss": dist.mean(lambda result: result.attacker_loss),
        "defender_loss": dist.mean(lambda result: result.defender_loss),
        "swing": dist.mean(lambda result: result.swing),
    }


def basis_frame(found: list[dict[str, Any]], basis: Basis) -> pd.DataFrame:
    """Return rows as a DataFrame that carries its basis."""
    import pandas as pd

    made = pd.DataFrame(found)
    made.attrs["basis"] = basis
    return made


def as_sides(names: str | Iterable[str] | None, what: str) -> tuple[t.Side, ...]:
    """Return a side's name, several or None as a tuple of sides; ``what`` names the argument in errors."""
    given = (names,) if isinstance(names, str) else as_tuple(names or (), what, "'attacker', 'defender' or both")
    return tuple(side for side in t.SIDES if side in [one_of(name, t.SIDES, what) for name in given])


def LandCombat(
    attacker: Force,
    defender: Force,
    *,
    advantage: str | Iterable[str] | None = None,
    treachery: bool = False,
    interception: bool = False,
    printed: Sequence[tuple[str, t.Side, int]] = (),
    reading: str = "nearest",
) -> Combat:
    """Return a land combat (5.31).

    ``advantage`` names the side, or sides, that play Land Combat Advantage; ``treachery`` swaps the two percentages
    after the side with the net modifier has spent it, not foreseeing the swap; with ``interception`` the attacker
    intercepts (5.4); ``printed`` has modifiers as the rulebook prints them, in place of the calculated ones, such as
    ``[("numerical", "defender", 1)]``; ``reading`` of the losses as in ``percentage_loss``. ValueError when these
    forces cannot fight on land.

    >>> from gamekit import roma_victrix as rv
    >>> cappadocia = rv.force("3 HI, 2 AUX, 4 CAV", leader=1)
    >>> fight = LandCombat(attacker=cappadocia, defender=rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1))
    >>> fight.ratio, fight.net_drm, fight.odds("win").p(rv.attacker_wins)
    ('1:1', 2, Fraction(13, 18))
    >>> result = fight.best_split(5, 2, objective="swing").result
    >>> result.attacker_loss_pct, result.defender_loss_pct, result.attacker_loss, result.defender_loss, result.winner
    (10, 60, 2, 11, 'attacker')
    """
    cards, rows = as_sides(advantage, "the side with the advantage"), procedures.printed_rows(printed)
    return Combat(attacker, defender, "land", cards, treachery, interception, rows, reading, "3.34")


def NavalCombat(
    attacker: Force,
    defender: Force,
    *,
    advantage: str | Iterable[str] | None = None,
    treachery: bool = False,
    interception: bool = False,
    printed: Sequence[tuple[str, t.Side, int]] = (),
    reading: str = "nearest",
    casualties: str | None = None,
) -> Combat:
    """Return a naval combat (5.72): fleets fight, land units are their cargo; cards and arguments as in ``LandCombat``.

    ``casualties`` is the clause for leaders: "5.72" (judged), lost only with all fleets, or "3.34", by a roll too.

    >>> from gamekit import roma_victrix as rv
    >>> fight = NavalCombat(rv.force("4 FLEET, 2 HI", leader=2), rv.force("2 FLEET, rFLEET"))
    >>> fight.attacker.csp, fight.defender.csp, fight.net_drm
    (8, 5, 2)
    """
    cards, rows = as_sides(advantage, "the side with the advantage"), procedures.printed_rows(printed)
    clause = casualties or t.RULINGS["naval_leader"].value
    return Combat(attacker, defender, "sea", cards, treachery, interception, rows, reading, clause)


def odds_by_csp(
    attackers: Iterable[int],
    defenders: Iterable[int],
    *,
    leader: Sequence[int | None] = (0, 0),
    cavalry: str | None = None,
    advantage: str | Iterable[str] | None = None,
    objective: Objective = "win",
    treachery: bool = False,
    numbers: type[Any] = Fraction,
) -> pd.DataFrame:
    """Return chances, mean losses in CSP and swing of land combats, one row for every attacker's CSP against every
    defender's.

    ``leader`` has the ratings, the attacker's first; ``cavalry`` names the side with cavalry superiority. Columns
    attacker, defender, p_win (the attacker's), p_draw, p_loss, attacker_loss, defender_loss, swing; ``numbers=float``
    for floats. ValueError as in ``LandCombat``.

    >>> table = odds_by_csp(range(1, 61), range(1, 61), leader=(1, 1), cavalry="attacker")
    >>> table.query("attacker == 21 and defender == 18").p_win.item()
    Fraction(13, 18)
    """
    mine, theirs = (
        [whole_number(csp, f"the {side}'s CSP", 1) for csp in as_tuple(csps, f"the {side}'s CSP", "several numbers")]
        for csps, side in zip((attackers, defenders), t.SIDES)
    )
    if len(ratings := as_tuple(leader, "leaders' ratings", "two, the attacker's first")) != len(t.SIDES):
        raise ValueError(f"leaders' ratings are {leader!r}; give two, the attacker's first")
    cards, horse = as_sides(advantage, "the side with the advantage"), as_sides(cavalry, "the side with cavalry")
    fixed = rating(ratings[0]) - rating(ratings[1])
    for side, points in (
        *((side, t.CARDS[CARD["land"], "points"]) for side in cards),
        *((side, t.FIGURES["cavalry_points"]) for side in horse),
    ):
        fixed += points if side == t.SIDES[0] else -points
    check_objective(objective)
    found = []
    for pair in product(mine, theirs):
        net, (lost, killed) = fixed + procedures.numbers_modifier(*pair), map(losses, pair)
        found.append(dict(zip(t.SIDES, pair)) | roll_summary(lost, killed, net, objective, treachery, numbers))
    played = [f"14.2 {CARD['land']}"] * bool(cards) + ["14.2 Treachery"] * treachery
    return basis_frame(
        found, join_bases(_objective_basis(objective, numbers), (CLAUSE["land"],), t.PERCENTAGE_BASIS, played)
    )


def rulebook_combat(name: str) -> Combat:
    """Return a combat that the rulebook plays out, by the name of its row in EXAMPLES, with the modifiers it prints.

    >>> rulebook_combat("Lycia").net_drm
    -1
    """
    rows = {row.name: row for row in t.EXAMPLES}
    row = rows[one_of(name, rows, "the rulebook_combat")]
    sides_of = ((row.attacker, row.attacker_leader), (row.defender, row.defender_leader))
    attacker, defender = (force(units, leader) for units, leader in sides_of)
    printed: list[tuple[str, t.Side, int]] = []
    if row.printed:
        reason, side, points = row.printed
        printed.append((reason, as_sides(side, "the side of a printed modifier")[0], int(points)))
    return LandCombat(attacker, defender, printed=printed)


def _fought(fight: Combat, dist: Dist[CombatResult]) -> dict[str, Any]:
    """Return the defender's figures after a combat: chances to hold, be wiped out, lose the leader, and mean losses."""
    units, all_ = (procedures.least_left(fight.defender, "land", "sea", *more) for more in ((), ("marker",)))
    return {
        "p_holds": dist.p(lambda result: result.winner != "attacker" and result.defender_left >= all_),
        "p_gone": dist.p(lambda result: result.defender_left < (units if result.winner == "attacker" else all_)),
        "p_leader_dies": dist.mean(lambda result: fight.p_leader_dies_given(result, "defender")),
        "defender_loss": dist.mean(lambda result: result.defender_loss),
        "attacker_loss": dist.mean(lambda result: result.attacker_loss),
    }


@dataclass(frozen=True, slots=True)
class ExchangedCombat:
    """A combat with the roles exchanged: the original's defender attacks, so that chances are given for it."""

    fought: Combat

    def odds(self, objective: Objective = "win", *, numbers: type[Any] = Fraction) -> Dist[CombatResult]:
        """Return the distribution of the result, the sides' names exchanged."""

        def back(result: CombatResult) -> CombatResult:
            percents = result.defender_loss_pct, result.attacker_loss_pct
            lost = result.defender_loss, result.attacker_loss
            return CombatResult(*percents, *lost, result.defender_left, result.attacker_left)

        return self.fought.odds(objective, numbers=numbers).map(back)

    def summary(self, numbers: type = Fraction) -> dict[str, Any]:
        """Return the figures for sweeps: chances and mean losses, the sides' names exchanged."""
        found = self.odds(numbers=float if numbers is float else Fraction)
        return {**summary(found), "basis": found.basis}


def fight_changes(fight: Any, change: Callable[[str, Any], Any]) -> Iterator[Perturbation]:
    """Yield the changes of one input that combats and sieges have in common: either force, a card, the net modifier.

    ``change(field, value)`` returns the fight with another value of a field. Changes against the rules are left out.
    """
    for side in t.SIDES:
        if (one := getattr(fight, side)) is not None:
            yield from force_changes(one, note(f"side.{side}"), partial(change, side))
        has = side in fight.advantage
        cards = tuple(each for each in t.SIDES if (each in fight.advantage) != (each == side))
        said = note("roma_victrix.change.card", side=note(f"side.{side}"))
        way: LabelledBuilder = (said, partial(change, "advantage", cards))
        yield perturbation(said, way if has else None, None if has else way)
    moved = [(f"{fight.net_drm + by:+d}", partial(_moved, fight, by)) for by in (-1, 1)]
    yield perturbation(note("roma_victrix.change.net"), *moved)


def _moved(fight: Any, by: int) -> Any:
    """Return the fight with ``by`` points for a side in every round, as by a card: numbers are counted each round."""
    rows = [row for row in fight.modifiers if row.reason == "card"]
    points = sum(row.points if row.side == "attacker" else -row.points for row in rows) + by
    kept = tuple(row for row in fight.printed if row[0] != "card")
    side = "attacker" if points >= 0 else "defender"
    return replace(fight, printed=(*kept, ("card", side, abs(points))))


def check_same_army(fights: Sequence[Any]) -> None:
    """Raise ValueError unless these are land combats of the same attacking army and not interceptions."""
    if not fights:
        raise ValueError("a sequence of fights needs at least one combat")
    for number, fight in enumerate(fights, 1):
        if not isinstance(fight, Combat):
            raise ValueError(f"combat {number} is {fight!r}; it should be a LandCombat")
        if fight.attacker != fights[0].attacker:
            raise ValueError(
                f"combat {number} has another army ({fight.attacker}) than the first ({fights[0].attacker})"
            )
        if fight.at != "land":
            raise ValueError(f"combat {number} is at sea; a campaign is fought on land")
        if fight.interception:
            raise ValueError(
                f"combat {number} is an interception, by an army that has no OP to go on with (5.41, 5.46); "
                "a campaign consists of attacks in one's own turn"
            )


def _fight_next(fight: Combat, numbers: type, army: Force) -> Dist[tuple[bool, Force]]:
    """Return the distribution of (whether the army wins and goes on, the army left) after a combat."""
    left = [without_lost_leader(army, rest) for rest in cheapest_of_all(army)]
    found = replace(fight, attacker=army).odds(numbers=float if numbers is float else Fraction)
    return found.map(lambda end: (bool(left[end.attacker_loss].stacks) and attacker_wins(end), left[end.attacker_loss]))
