"""Losses in whole counters: the ways to reduce and eliminate units until a loss in CSP is met.

A way is minimal: without any one of its steps it would not meet the loss. Steps are worth 1 or 2 CSP, so a way
overshoots by at most 1. At sea the fleets pay, and their cargo goes with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple, NoReturn

from gamekit.probability.distribution import Basis, join_bases
from gamekit.roma_victrix.forces import Force, Stack, one_of, require_force, weak_basis, with_stacks
from gamekit.roma_victrix.procedures import cargo_room, cavalry_modifier, check_cargo
from gamekit.roma_victrix.tables import COSTS, RULINGS, UNITS, judged_note, ruling_basis
from gamekit.text.progress import report
from gamekit.text.translation import note
from gamekit.text.validation import whole_number

VALUES = ("csp", "rebuild", "cavalry")
CARGO = RULINGS["cargo"].readings
BASE = 10**6  # base of the packed cost, more than twice any part of it
MOST_WORK = 20_000_000  # ways compared to find the cheapest; some fifteen seconds
STATE = 20  # time to build one state of a stack, in compared ways
MOST_WAYS = 20_000  # most ways to pay a loss that are listed in full; some four seconds


@dataclass(frozen=True, slots=True)
class LossPayment:
    """A way to meet a loss: the force left, CSP paid and paid too much (``overshoot``), the revenue to restore it.

    ``csp_left`` counts everything left, cargo included. ``superior`` is whether cavalry superiority is kept over the
    ``enemy_cavalry`` given to ``ways_to_pay_loss``. ``basis`` names judged figures."""

    left: Force
    paid: int
    overshoot: int
    csp_left: int
    rebuild_cost: int
    cavalry_left: int
    superior: bool
    basis: Basis


def ways_to_pay_loss(
    force: Force,
    loss: int,
    by: str = "csp",
    *,
    enemy_cavalry: int = 0,
    cargo: str | None = None,
    limit: int | None = None,
) -> tuple[LossPayment, ...]:
    """Return the ways to meet a loss in CSP, cheapest first by ``csp`` (most CSP left), ``rebuild`` (least revenue to
    restore the loss) or ``cavalry`` (superiority over ``enemy_cavalry`` kept, then most cavalry CSP left).

    Garrisons and limes may pay (10.54, 10.67) and are replaced free. With fleets, cargo that no longer fits aboard is
    lost (``cargo="capacity"``, judged) or each unit aboard a hit ship takes a step (``"step"``); the owner loads the
    ships as suits best. ``limit`` keeps only the cheapest. ValueError when the loss exceeds the force's CSP, when there
    are more than 20,000 ways and no ``limit``, or when more than twenty million would be compared (``work_to_pay``).

    >>> from gamekit import roma_victrix as rv
    >>> [str(way.left) for way in ways_to_pay_loss(rv.force("HI, AUX"), 1)]
    ['HI, rAUX', 'rHI, AUX']
    >>> ways_to_pay_loss(rv.force("2 FLEET, 2 HI"), 2)[0].left
    force('2 rHI, 2 rFLEET')
    """
    loss = whole_number(loss, "the loss", 0, require_force(force, "the force that pays").csp)
    one_of(by, VALUES, "the value to pay by")
    whole_number(enemy_cavalry, "the enemy's cavalry CSP", 0)
    if limit is not None:
        whole_number(limit, "the limit", 1)
    reading = one_of(cargo or RULINGS["cargo"].value, CARGO, "the cargo rule")
    if (
        not force.has_fleets
        and (limit is None or limit > MOST_WAYS)
        and (count := ways_to_pay(force, loss)) > MOST_WAYS
    ):
        _too_many_ways(f"there are {count:,} ways", force, loss)
    if limit is not None or force.has_fleets:
        check_work(work_to_pay(force, loss, min(limit or MOST_WAYS, MOST_WAYS)), loss)
    ways = _at_sea(force, loss, by, reading) if force.has_fleets else _ways(force.stacks, loss, by, limit)
    lefts = dict.fromkeys(with_stacks(force, way.left) for way in sorted(ways))
    aboard = ("5.94", *ruling_basis("cargo", reading)) if force.force_aboard.stacks else ()
    basis = join_bases(paying_basis(force), aboard)
    return tuple(
        LossPayment(
            left,
            paid := force.csp - left.csp,
            paid - loss,
            sum(stack.csp for stack in left.stacks),
            rebuild_cost(force, left),
            left.cavalry_csp,
            cavalry_modifier(left.cavalry_csp, enemy_cavalry) > 0,
            join_bases(left.basis, basis),
        )
        for left in islice(lefts, limit)
    )


def ways_to_pay(force: Force, loss: int) -> int:
    """Return the number of ways in which a land force can meet a loss, counted without listing them.

    >>> from gamekit import roma_victrix as rv
    >>> ways_to_pay(rv.force("6 LGN, 6 HI, 6 AUX, 6 CAV"), 20)
    11578
    """
    return _counts(force.stacks, loss, 1)[loss] + _counts(force.stacks, loss + 1, 2)[loss + 1]


def _counts(stacks: tuple[Stack, ...], most: int, least_step: int) -> list[int]:
    """Return the number of ways to pay each total from 0 to ``most`` that ``_exactly`` would list."""
    counts = [1] + [0] * most
    for stack in stacks:
        steps = [stack.csp - left.csp for left, step in _lesser(stack, most) if step >= least_step]
        counts = [sum(counts[due - paid] for paid in steps if paid <= due) for due in range(most + 1)]
    return counts


def _too_many_ways(found: str, force: Force, loss: int) -> NoReturn:
    what = f"{found} for {force} to lose {loss} CSP" if len(str(force)) < 200 else f"{found} to lose {loss} CSP"
    raise ValueError(f"{what}, more than the {MOST_WAYS:,} that are listed; ask for the cheapest, such as limit=100")


def paying_basis(force: Force) -> Basis:
    """Return the judged figures by which ways to pay are compared: reduced strengths and costs of restoring."""
    sources = "; ".join(COSTS[stack.unit].source for stack in force.stacks)
    return join_bases(
        weak_basis(stack.unit for stack in force.stacks), judged_note(sources, "roma_victrix.judged.costs")
    )


def rebuild_cost(before: Force, after: Force) -> int:
    """Return the revenue points that restore a force: rebuilding reduced units, creating eliminated ones (9.1, 9.2).

    >>> from gamekit import roma_victrix as rv
    >>> rebuild_cost(rv.force("3 HI, GAR"), rv.force("HI, rHI"))
    6
    """
    left = require_force(after, "the force that is left")
    return sum(_stack_cost(stack, left.stack(stack.unit)) for stack in require_force(before, "the force before").stacks)


def _stack_cost(before: Stack, after: Stack) -> int:
    gone = before.full + before.reduced - after.full - after.reduced
    turned = max(0, before.full - after.full - gone)
    # An eliminated unit counts as created anew at full strength: the reduced ones that the force had stay as they were.
    return COSTS[before.unit].create * gone + COSTS[before.unit].rebuild * turned


class WayToPay(NamedTuple):
    """The counters left of some stacks after a payment; ways sort by cost, then by a fixed order."""

    cost: int  # four figures of ``BASE``, the weightiest first, so that costs add up and compare as one number
    order: tuple[tuple[int, int], ...]
    left: tuple[Stack, ...]

    def after(self, first: WayToPay) -> WayToPay:
        """Return the combined way of an earlier stack (``first``) and these stacks."""
        return WayToPay(first.cost + self.cost, first.order + self.order, first.left + self.left)


NO_WAY = WayToPay(0, (), ())


def _way(before: Stack, after: Stack, by: str) -> WayToPay:
    cavalry = after.csp if UNITS[after.unit].cavalry else 0
    csp, rebuild, counters = -after.csp, _stack_cost(before, after), -after.full - after.reduced
    first = {"csp": (csp, rebuild, -cavalry), "rebuild": (rebuild, csp, -cavalry), "cavalry": (-cavalry, csp, rebuild)}
    cost = reduce(lambda so_far, figure: so_far * BASE + figure, (*first[by], counters))
    return WayToPay(cost, ((after.reduced, -after.full),), (after,))


def _ways(stacks: tuple[Stack, ...], loss: int, by: str, limit: int | None) -> list[WayToPay]:
    """Return the cheapest ways to pay the loss exactly, and one CSP more where each last step is worth 2.

    Costs add up over the stacks, so the cheapest ways of the later stacks for each part of the loss are found once."""
    exact = _exactly(stacks, range(loss, loss + 1), by, limit, 1, lambda share: report(share / 2))
    over = _exactly(stacks, range(loss + 1, loss + 2), by, limit, 2, lambda share: report((1 + share) / 2))
    return exact[loss] + over[loss + 1]


def _exactly(
    stacks: tuple[Stack, ...],
    dues: range,
    by: str,
    limit: int | None,
    least_step: int,
    hear: Callable[[float], None] = lambda share: None,
) -> dict[int, list[WayToPay]]:
    """Return the cheapest ways to pay each total of ``dues``; ``hear`` is called with the share done."""
    cheapest = {0: [NO_WAY]}
    for place, stack in reversed(list(enumerate(stacks))):
        steps = [
            (stack.csp - left.csp, _way(stack, left, by))
            for left, step in _lesser(stack, dues[-1])
            if step >= least_step
        ]
        totals = dues if not place else range(dues[-1] + 1)
        later, cheapest = cheapest, {}
        for due in totals:
            cheapest[due] = _joined(steps, later, due, limit)
            hear((len(stacks) - 1 - place + len(cheapest) / len(totals)) / len(stacks))
    return cheapest


def _joined(
    steps: list[tuple[int, WayToPay]], cheapest: dict[int, list[WayToPay]], due: int, limit: int | None
) -> list[WayToPay]:
    """Return the cheapest ways to pay a total with an earlier stack and the later ones; no others are built."""
    ways = [(way.cost + rest.cost, way, rest) for paid, way in steps for rest in cheapest.get(due - paid, ())]
    if limit is not None and len(ways) > limit:
        most = nsmallest(limit, (cost for cost, _, _ in ways))[-1]
        ways = [way for way in ways if way[0] <= most]
    return sorted(rest.after(way) for _, way, rest in ways)[:limit]


def check_work(work: int, loss: int) -> None:
    """Raise ValueError if paying ``loss`` has more ways (``work``) than are compared."""
    if work > MOST_WORK:
        raise ValueError(note("roma_victrix.error.pay", loss=loss, count=f"{work:,}", most=f"{MOST_WORK:,}"))


def work_to_pay(force: Force, loss: int, limit: int) -> int:
    """Estimate, before the search, how many ways ``ways_to_pay_loss`` compares to find the ``limit`` cheapest (at sea:
    the fleets'). Building a state of a stack counts as ``STATE`` ways."""
    return _work((force.stack("FLEET"),) if force.has_fleets else force.stacks, loss, limit)


@cache
def _work(stacks: tuple[Stack, ...], loss: int, limit: int) -> int:
    total, found = 0, [1]  # number of ways kept for each total with the stacks so far
    for place, stack in reversed(list(enumerate(stacks))):
        states = _states(stack)[: loss + 1]
        total += STATE * sum(states)
        kept = [min(ways, limit) for ways in found] + [0] * (loss + 1 - len(found))
        if not place:
            return total + sum(many * kept[loss - paid] for paid, many in enumerate(states))
        found = [0] * min(len(states) + len(found) - 1, loss + 1)
        for paid, many in enumerate(states):
            if many:
                for due in range(len(found) - paid):
                    found[paid + due] += many * kept[due]
        total += sum(found)
        if total > MOST_WORK:
            break
    return total


def _states(stack: Stack) -> list[int]:
    """Return the number of states of a stack that pay each total."""
    full, weak = UNITS[stack.unit].full, UNITS[stack.unit].reduced or 0
    found = [0] * (stack.csp + 1)
    for gone in range(stack.full + 1):
        found[gone * (full - weak)] += 1  # the first of a row of states, each ``weak`` CSP further
        if weak and (beyond := gone * full + weak * (stack.reduced + 1)) < len(found):
            found[beyond] -= 1
    for paid in range(weak, len(found)) if weak else ():
        found[paid] += found[paid - weak]
    return found


def _lesser(stack: Stack, most: int) -> Iterator[tuple[Stack, int]]:
    """Yield every state of a stack after losses up to ``most`` CSP, with the least CSP that undoing a step restores."""
    weak = UNITS[stack.unit].reduced
    for full in range(stack.full, -1, -1):
        for reduced in range(stack.reduced + stack.full - full if weak else 0, -1, -1):
            left = Stack(stack.unit, full, reduced)
            if stack.csp - left.csp > most:
                break  # fewer reduced ones mean a larger loss
            yield left, _smallest_step(stack, left)


def _smallest_step(before: Stack, after: Stack) -> int:
    """Return the least CSP that undoing one step would restore; 3, more than any step, if there was none."""
    figures = UNITS[before.unit]
    weak = figures.reduced or 0
    gone = before.full + before.reduced - after.full - after.reduced
    steps = [figures.full - weak] if after.full < before.full and (after.reduced or not weak) else []
    steps += [weak] if gone and weak else []
    return min(steps, default=3)


def _at_sea(force: Force, loss: int, by: str, cargo: str) -> list[WayToPay]:
    check_cargo(force)
    fleet, found = force.stack("FLEET"), list[WayToPay]()
    for ships in _ways((fleet,), loss, by, None):
        for aboard in _cargo_left(force, ships.left[0], cargo):
            way = NO_WAY
            for left in reversed(aboard):
                way = way.after(_way(force.stack(left.unit), left, by))
            found.append(way.after(ships))
            if len(found) > MOST_WAYS:
                _too_many_ways(f"there are more than {MOST_WAYS:,} ways", force, loss)
    return found


def _cargo_left(force: Force, left: Stack, cargo: str) -> Iterator[list[Stack]]:
    """Yield the cargo that can be left when the fleets are reduced to ``left``: the most, for each choice of the ships
    hit.

    Full ships are sunk or reduced, and reduced ones sunk; full units are on full ships, and stay full, are reduced or
    are lost with them."""
    fleet, land = force.stack("FLEET"), list(force.force_aboard.stacks)
    full = sum(stack.full for stack in land)
    weak = sum(stack.reduced for stack in land)
    survivors = 1 if cargo == "capacity" else 0
    for turned in range(fleet.full - left.full + 1):
        sunk = fleet.full - left.full - turned
        afloat = left.reduced - turned  # ships that were reduced before and still are
        if not 0 <= afloat <= fleet.reduced:
            continue
        for keep in range(max(0, full - turned - sunk), min(left.full, full) + 1):
            for turn in range(max(0, full - keep - sunk), min(turned, full - keep) + 1):
                saved = cargo_room(left.full - keep, afloat) + survivors * (turned - turn)
                yield from _shared(land, keep, turn, min(weak, saved))


def _shared(land: list[Stack], keep: int, turn: int, saved: int) -> Iterator[list[Stack]]:
    """Yield the choices of ``keep`` full units that stay full, ``turn`` that are reduced, ``saved`` reduced ones."""
    if not land:
        if keep == turn == saved == 0:
            yield []
        return
    first, rest = land[0], land[1:]
    for full in range(min(keep, first.full), -1, -1):
        for turned in range(min(turn, first.full - full), -1, -1):
            for weak in range(min(saved, first.reduced), -1, -1):
                for others in _shared(rest, keep - full, turn - turned, saved - weak):
                    yield [Stack(first.unit, full, turned + weak), *others]


def force_after_cheapest_loss(force: Force, loss: int, by: str = "csp") -> Force:
    """Return the land force left when a loss is met the cheapest way, the first of ``ways_to_pay_loss``.

    >>> from gamekit import roma_victrix as rv
    >>> force_after_cheapest_loss(rv.force("8 LGN, 3 AUX, 4 CAV"), 18).csp
    28
    """
    one_of(by, VALUES, "the value to pay by")
    loss = whole_number(loss, "the loss", 0, require_force(force, "the force that pays").csp)
    check_work(_work(force.stacks, loss, 1), loss)
    return with_stacks(force, min(_ways(force.stacks, loss, by, 1)).left)


def cheapest_of_all(force: Force, by: str = "csp") -> tuple[Force, ...]:
    """Return the land force left after each loss from 0 to all its CSP, each met the cheapest way."""
    one_of(by, VALUES, "the value to pay by")
    require_force(force, "the force that pays")
    exact, over = (_exactly(force.stacks, range(force.csp + 2), by, 1, least_step) for least_step in (1, 2))
    best = (min(exact[loss] + over[loss + 1]) for loss in range(force.csp + 1))
    return tuple(with_stacks(force, way.left) for way in best)
