"""Several combats in a row while operations points (OP) last: the army's survivors, and when to stop.

Losses are paid in whole counters, the cheapest way by a stated value, so an army depends only on its losses and on
whether its reduced units were joined (6.3), and the campaign is a small tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from math import lcm
from typing import Any, NamedTuple

from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.roma_victrix.forces import CombatResult, Force, exact_fraction, one_of
from gamekit.roma_victrix.odds import rolls
from gamekit.roma_victrix.odds.combat import Combat, check_same_army
from gamekit.roma_victrix.odds.losses import VALUES, cheapest_of_all, paying_basis
from gamekit.roma_victrix.odds.spending import Objective, check_objective, objective_note
from gamekit.roma_victrix.procedures import operations_cost, without_lost_leader
from gamekit.roma_victrix.tables import FACES, RATINGS, RULINGS, ruling_basis
from gamekit.text.progress import report
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, whole_number

ROLLS = len(FACES) ** 2  # outcomes of a combat, and of a leader's death roll and stay roll
WAYS = ROLLS**2
BEATEN = ("retreats", "stays", "at home")
JOINING = ("never", "always", "best")
READINGS = ("wiped_out", "beaten_alone")
MOST_OPERATIONS = RATINGS[-1] + 3 * FACES[-1]  # the most OP accepted, more than any roll gives
MOST_STAGES = 10_000  # some ten seconds
LEFT_OUT: Basis = (note("roma_victrix.campaign.left_out"),)


class CampaignStage(NamedTuple):
    """A decision point of a campaign: the next combat's index, both forces, OP left, whether this foe was fought."""

    fight: int
    army: Force
    foe: Force
    operations: int
    again: bool = False


class CampaignEnd(NamedTuple):
    """The end of a campaign: combats won, army and operations points left. A beaten army is as before its death roll
    and its retreat (5.31 steps 10 and 11)."""

    won: int
    army: Force
    operations: int


@dataclass(frozen=True)
class Campaign:
    """A campaign with best decisions, made by ``campaign``: its ``value``; ``go``, whether to begin at all; ``p_won``,
    the chance to win at least one combat, two, ...; ``after``, for each combat the distribution of the army after it
    (or when the campaign ended earlier); ``ends``, the distribution of the end; ``enemy_loss``, the enemies' mean loss
    in CSP; ``decided``, pairs (stage, whether to attack) for every stage that can occur."""

    value: Fraction
    go: bool
    p_won: tuple[Fraction, ...]
    after: tuple[Dist[Force], ...]
    ends: Dist[CampaignEnd]
    enemy_loss: Fraction
    decided: tuple[tuple[CampaignStage, bool], ...]
    basis: Basis
    question: Any = field(default=None, compare=False, repr=False)  # as ``share`` takes it


def campaign(
    fights: Sequence[Combat],
    operations: int = 6,
    *,
    march: int | Sequence[int] = 1,
    prize: int | Fraction = 5,
    own_csp: int | Fraction = 1,
    enemy_csp: int | Fraction = 1,
    op: int | Fraction = 0,
    objective: Objective = "win",
    by: str = "csp",
    enemy_by: str = "csp",
    beaten: str = "retreats",
    joining: str = "never",
    wiped_out: str | None = None,
    beaten_alone: str | None = None,
) -> Campaign:
    """Return the best campaign of an army that attacks enemies in turn while OP last, after a draw the same one again.

    ``fights`` are land combats whose attacker is the army at its start. Each attack costs its OP, and reaching each
    fight after the first ``march`` more (one figure, or one per fight). The attacker stops when going on is worth 0 or
    less: ``prize`` for each combat won, ``enemy_csp`` for each CSP destroyed, less ``own_csp`` for each lost and ``op``
    for each OP. A beaten attacker stops (step 12). A ``beaten`` defender retreats, stays if the roll allows (11b; not
    markers alone, 10.57), or is at home and need not retreat (5.33); its leader is lost with its last land unit. ``by``
    and ``enemy_by`` are the values by which losses are paid. ``joining`` says when pairs of reduced units become full
    between combats (6.3): never, always, or when that is worth more (``best``). A combat is won when no enemy is left
    there. An army wiped out has not won (ruling ``wiped_out``); the side with the higher loss per cent is beaten even
    if no enemy is left (``beaten_alone``). Cards of a fight count in its first combat. Withdrawal, interceptions and
    beaten enemies joining the next are left out. ValueError when armies differ, fights are not on land or
    interceptions, or there are too many stages.

    >>> from gamekit import roma_victrix as rv
    >>> army = rv.force("6 HI, 2 CAV", leader=3)
    >>> march = campaign([rv.LandCombat(army, rv.force("2 HI, GAR")), rv.LandCombat(army, rv.force("3 HI, AUX, GAR"))])
    >>> march.go, [f"{float(p):.1%}" for p in march.p_won]
    (True, ['100.0%', '99.7%'])
    """
    question = {name: python_number(value) for name, value in locals().items()}
    fights = as_tuple(fights, "fights", "several combats, such as [LandCombat(army, foe)]")
    check_same_army(fights)
    orders = _orders(by, enemy_by, beaten, joining, wiped_out, beaten_alone)
    worth = _Worth(
        *(exact_fraction(value, name) for name, value in zip(_Worth._fields, (prize, own_csp, enemy_csp, op)))
    )
    tree = _Tree(fights, _marches(march, len(fights)), worth, check_objective(objective), *orders)
    operations = whole_number(operations, "the operations points", 0, MOST_OPERATIONS)
    start = CampaignStage(0, fights[0].attacker, fights[0].defender, operations)
    return replace(
        tree.campaign(start, _basis(fights, objective, orders)),
        question=partial(campaign, **question | worth._asdict()),
    )


def _orders(by: str, enemy_by: str, beaten: str, joining: str, *rulings: str | None) -> tuple[str, ...]:
    """Return the checked orders and the rulings of READINGS, those of the data where None is given."""
    one_of(by, VALUES, "the value to pay by")
    one_of(enemy_by, VALUES, "the value that the enemy pays by")
    one_of(beaten, BEATEN, "what a beaten defender does")
    one_of(joining, JOINING, "when reduced units join")
    taken = [given or RULINGS[name].value for name, given in zip(READINGS, rulings)]
    for name, value in zip(READINGS, taken):
        one_of(value, RULINGS[name].readings, f"the ruling {name}")
    return by, enemy_by, beaten, joining, *taken


def _basis(fights: tuple[Combat, ...], objective: Objective, orders: tuple[str, ...]) -> Basis:
    paying = (paying_basis(force) for fight in fights for force in (fight.attacker, fight.defender))
    taken = (ruling_basis(name, value) for name, value in zip(READINGS, orders[-len(READINGS) :]))
    first = (note("basis.exact"), objective_note(objective))
    return join_bases(first, *(fight.basis for fight in fights), ("5.31", "6.3"), *paying, *taken, LEFT_OUT)


def _marches(march: int | Sequence[int], fights: int) -> tuple[int, ...]:
    march = python_number(march)
    one = isinstance(march, int)
    costs = (0, *([march] * (fights - 1))) if one else as_tuple(march, "march", "OP, for each or for all")
    if len(costs) != fights:
        raise ValueError(f"{len(costs)} marches are given for {fights} combats; give one per combat, 0 for no march")
    return tuple(whole_number(cost, "the cost of a march", 0) for cost in costs)


class _Worth(NamedTuple):
    prize: Fraction
    own_csp: Fraction
    enemy_csp: Fraction
    op: Fraction


class _Fought(NamedTuple):
    """One outcome of a combat: its weight out of WAYS to the power of its OP, both forces left (``foe`` None: no enemy
    is left), CSP lost, whether it is won, and whether it ends the campaign."""

    weight: int
    army: Force
    foe: Force | None
    own_loss: int
    enemy_loss: int
    won: bool
    ends: bool


class _Tree:
    """The stages of a campaign, each evaluated once. Values and chances are integers: a value is to be divided by WAYS
    for each OP left, a chance for each OP spent."""

    def __init__(self, fights: tuple[Combat, ...], marches: tuple[int, ...], worth: _Worth, *orders: Any) -> None:
        self.fights, self.marches, self.attack = fights, marches, operations_cost(["attack"])
        self.scale = lcm(*(value.denominator for value in worth))
        self.prize, self.own_csp, self.enemy_csp, self.op = (int(value * self.scale) for value in worth)
        self.objective, self.by, self.enemy_by, self.beaten, self.joining, self.wiped_out, self.beaten_alone = orders
        self.fought = cache(self._fought)
        self.paid = cache(cheapest_of_all)
        self.staying = cache(self._staying)
        self.going = cache(self._going)

    def cost(self, stage: CampaignStage) -> int:
        """Return the OP of the next combat: the attack (none where nobody defends), and the march if it is
        elsewhere."""
        attack = 0 if walk_over(stage.army, stage.foe) else self.attack
        return attack + (0 if stage.again else self.marches[stage.fight])

    def _going(self, stage: CampaignStage) -> int:
        """Return the value of another combat at this stage; 0 if there can be none."""
        if stage.operations < self.cost(stage):
            return 0
        if (stages := self.fought.cache_info().currsize) >= MOST_STAGES:
            raise ValueError(
                f"this campaign has more than the {MOST_STAGES:,} stages that are played out; "
                "give fewer OP, fewer fights or smaller forces"
            )
        report(stages / MOST_STAGES)
        return sum(way.weight * self._worth(stage, way) for way in self.fought(stage))

    def _worth(self, stage: CampaignStage, way: _Fought) -> int:
        """Return the value of this outcome of a combat, times WAYS to the power of the OP left after it."""
        cost, following = self.cost(stage), self.then(stage, way)
        gain = self.enemy_csp * way.enemy_loss - self.own_csp * way.own_loss - self.op * cost
        gain += self.prize if way.won else 0
        later = self.value(following) if following is not None else 0
        return gain * int(WAYS ** (stage.operations - cost)) + later

    def then(self, stage: CampaignStage, way: _Fought) -> CampaignStage | None:
        """Return the stage after a combat, reduced units joined by order ``joining``; None when the campaign ends."""
        fight = stage.fight + (way.foe is None)
        if way.ends or fight == len(self.fights):
            return None
        foe = self.fights[fight].defender if way.foe is None else way.foe
        left = stage.operations - self.cost(stage)
        first = CampaignStage(fight, way.army, foe, left, way.foe is not None)
        if self.joining != "best" or (joined := way.army.recombined()) == way.army:
            return first
        return max(first, first._replace(army=joined), key=self.value)

    def value(self, stage: CampaignStage) -> int:
        """Return the value of the rest of the campaign: that of attacking, or 0 for stopping."""
        return max(0, self.going(stage))

    def _fought(self, stage: CampaignStage) -> tuple[_Fought, ...]:
        fight = self.fights[stage.fight]
        unit = int(WAYS ** self.cost(stage))
        if walk_over(stage.army, stage.foe):
            return (_Fought(unit, stage.army, None, 0, 0, True, False),)
        cards: dict[str, Any] = {"advantage": (), "treachery": False} if stage.again else {}
        combat = replace(fight, attacker=stage.army, defender=stage.foe, **cards)
        dist = combat.odds(self.objective)
        ways = (
            way
            for result, weight in dist.items()
            for way in self._ways(stage, combat, result, int(weight) * (unit // dist.total_weight))
        )
        return tuple(ways)

    def _ways(self, stage: CampaignStage, combat: Combat, result: CombatResult, weight: int) -> list[_Fought]:
        army = without_lost_leader(stage.army, self.paid(stage.army, self.by)[result.attacker_loss])
        army = army.recombined() if self.joining == "always" else army
        foe = without_lost_leader(stage.foe, self.paid(stage.foe, self.enemy_by)[result.defender_loss])
        lost = stage.army.csp - army.csp, stage.foe.csp - foe.csp
        rests: list[tuple[Force | None, int]] = [(foe if foe.stacks else None, ROLLS)]
        if foe.stacks and result.winner == "attacker":
            rests = self.staying(foe, combat.p_leader_dies_given(result, "defender"))
        found = []
        for rest, part in rests:
            won, ends = self._verdict(army, foe, rest, result)
            found.append(_Fought(weight * part // ROLLS, army, rest, *lost, won, ends))
        return found

    def _verdict(self, army: Force, foe: Force, rest: Force | None, result: CombatResult) -> tuple[bool, bool]:
        """Return whether a combat is won, and whether it is the army's last (5.31 steps 8 and 10)."""
        if not army.stacks:
            return self.wiped_out == "5.31" and result.winner == "attacker" and not foe.stacks, True
        beaten = result.winner == "defender" and (bool(foe.stacks) or self.beaten_alone == "5.31")
        return rest is None and not beaten, beaten

    def _staying(self, foe: Force, dies: Fraction) -> list[tuple[Force | None, int]]:
        """Return (foe left, weight out of ROLLS) of a beaten foe: None if it retreats, or all of it, with or without
        its leader."""
        if self.beaten == "retreats" or (self.beaten == "stays" and not foe.of_kind("land").stacks):
            return [(None, ROLLS)]
        found: list[tuple[Force | None, Fraction]] = []
        for leader, chance in ((foe.leader, 1 - dies), (0, dies)):
            stays = Fraction(1) if self.beaten == "at home" else rolls.p_beaten_force_stays(leader)
            found += [(replace(foe, leader=leader), chance * stays), (None, chance * (1 - stays))]
        return [(rest, int(chance * ROLLS)) for rest, chance in found if chance]

    def campaign(self, start: CampaignStage, basis: Basis) -> Campaign:
        """Return the campaign by a forward pass that plays the best decisions and keeps the distribution of survivors.

        A weight is out of WAYS to the power of the OP spent so far; OP left count as a factor WAYS each."""
        stages, decided, killed = {start: 1}, dict[CampaignStage, bool](), 0
        ends = list[tuple[CampaignEnd, int]]()
        after: list[list[tuple[Force, int]]] = [[] for _ in self.fights]
        while stages:
            reached = Counter[CampaignStage]()
            for stage, mass in stages.items():
                decided[stage] = self.going(stage) > 0
                if not decided[stage]:
                    ends.append((CampaignEnd(stage.fight, stage.army, stage.operations), mass))
                    continue
                left = stage.operations - self.cost(stage)
                for way in self.fought(stage):
                    weight, following = mass * way.weight, self.then(stage, way)
                    killed += way.enemy_loss * weight * WAYS**left
                    if way.won:
                        after[stage.fight].append((way.army, weight * WAYS**left))
                    if following is None:
                        ends.append((CampaignEnd(stage.fight + way.won, way.army, left), weight))
                    else:
                        reached[following] += weight
            stages = reached
        total = int(WAYS**start.operations)
        ends = [(end, weight * WAYS**end.operations) for end, weight in ends]
        for end, weight in ends:  # unfought combats repeat the last army
            for armies in after[end.won :]:
                armies.append((end.army, weight))
        dist = Dist(ends, basis)
        return Campaign(
            Fraction(self.value(start), self.scale * total),
            decided[start],
            tuple(dist.p(lambda end, number=number: end.won >= number) for number in range(1, len(after) + 1)),  # type: ignore[misc]
            tuple(Dist(armies, basis) for armies in after),
            dist,
            Fraction(killed, total),
            tuple(decided.items()),
            basis,
        )


def walk_over(army: Force, foe: Force) -> bool:
    """Return whether a province is taken without an attack: a Roman garrison alone does not defend against Romans
    (10.55)."""
    return army.roman and foe.roman and [stack.unit for stack in foe.stacks] == ["GAR"]
