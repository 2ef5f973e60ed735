"""Single rolls, draws and attrition as exact distributions, each with its clause in ``.basis``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from typing import Any, Final, NamedTuple

from gamekit.probability.distribution import Dist, join_bases
from gamekit.roma_victrix import tables as t
from gamekit.roma_victrix.forces import MOST_COUNTERS, Force, Stack, force, one_of, rating, require_force, with_stacks
from gamekit.roma_victrix.odds.losses import CARGO
from gamekit.roma_victrix.procedures import check_cargo, percentage_loss
from gamekit.text.validation import as_tuple, whole_number

SIX = len(t.FACES)
RAISED = {
    "Ambush": "14.2 Ambush",
    "Barbarian Invasion": "14.2 Barbarian Invasion",
    "Barbarian Raid": "14.2 Barbarian Raid",
    "Major Rebellion": "14.2 Major Rebellion",
    "Minor Rebellion": "14.2 Minor Rebellion",
}


class Roll(NamedTuple):
    """A roll of the rulebook: its result by the leader's rating (0: no leader) and dice, and the leader it needs."""

    comes_to: Callable[..., Any]
    clauses: tuple[str, ...]
    leader: str = "needed"  # needed, optional (rating or None) or none (no rating counts)


def _shows(name: str) -> Callable[..., bool]:
    return lambda _, die: die in t.ROLLS[name].faces


def _answers(leader: int, die: int) -> bool:
    row = t.ACTIVATION[leader]
    return die <= (row.faces if t.RULINGS["activation"].value == "11.13" else row.by_definition)


def _withdraws(leader: int, die: int) -> int:
    if not leader:
        return t.FIGURES["least_withdrawal"] if die in t.ROLLS["withdrawal_without_leader"].faces else 0
    return max(t.FIGURES["least_withdrawal"], leader - die) if die <= leader else 0


def _retreats(leader: int, die: int) -> int:
    return max(0, die - (leader or max(t.ROLLS["stays_without_leader"].faces)))


def _defects(leader: int, die: int, second: int) -> str:
    return "nothing" if die <= leader else "leader and units" if second <= leader else "leader"


_ANSWERED = ("11.13", "11.23") if t.RULINGS["activation"].value == "11.13" else ("3.9",)
CHANCES: Final = {
    "operations points": Roll(lambda leader, die: leader + die, ("5.11",)),
    "forced march": Roll(
        lambda leader, die, second: leader + die + second, ("5.11", "14.2 Forced March / Favorable Winds")
    ),
    "land interception": Roll(lambda leader, die: die <= leader, ("5.45",)),
    "naval interception": Roll(lambda leader, die: die + leader >= t.FIGURES["naval_interception"], ("5.85",)),
    "withdrawal": Roll(_withdraws, ("5.51", "5.53"), "optional"),
    "naval withdrawal": Roll(_shows("naval_withdrawal"), ("5.71",), "none"),
    "forced retreat": Roll(_retreats, ("5.31",), "optional"),
    "leader killed": Roll(_shows("leader_killed"), ("3.34", "5.31"), "none"),
    "fleet capture": Roll(lambda leader, die: die <= leader, ("5.68",)),
    "sea attrition": Roll(_shows("sea_attrition"), ("5.69",), "none"),
    "activation": Roll(_answers, (*_ANSWERED, *t.ruling_basis("activation"))),
    "levy": Roll(lambda leader, die: die <= leader, ("9.13", "9.14")),
    "pillage": Roll(lambda leader, die: leader + die, ("10.71",)),
    "pillage removal": Roll(_shows("pillage_removed"), ("4.2", "10.75"), "none"),
    "capital rebuilding": Roll(_shows("capital_rebuilt"), ("10.36",), "none"),
    "rebellion": Roll(lambda leader, die: die < leader, ("12.21", "12.22")),
    "leader defection": Roll(_defects, ("14.2 Leader Defection",)),
    "assassination attempt": Roll(lambda leader, die: die > leader, ("14.2 Assassination Attempt",)),
    "new leader": Roll(lambda _, die: t.CARDS["Leader", f"die_{die}"], ("14.2 Leader",), "none"),
}
TWO_DICE: Final = ("forced march", "leader defection")


def chance(name: str, *leaders: int | None, times: int | None = None) -> Dist[Any]:
    """Return the distribution of a roll of the rulebook, under a leader of this rating where the roll needs one.

    Yes or no: ``land interception`` (5.45), ``naval interception`` (5.85) (of several leaders: whether any does),
    ``naval withdrawal`` (5.71), ``leader killed`` when beaten (3.34, 5.31), ``fleet capture`` (5.68), ``sea attrition``
    (5.69), ``activation`` of an ally or a client (11.13, 11.23), ``levy``: whether the leader operates too (9.13,
    9.14), ``pillage removal`` (4.2, 10.75), ``capital rebuilding`` by 1 CSP (10.36), ``rebellion`` of a leader with
    more units than the king (12.21, 12.22), ``assassination attempt`` (14.2); with ``times`` the number of successes in
    that many rolls. Numbers: ``operations points`` (5.11), ``forced march``: OP with the card (5.11, 14.2),
    ``withdrawal``: provinces, 0 where it fails (5.51, without a leader 5.53), ``forced retreat``: provinces, 0 where
    the force stays (5.31), ``pillage``: revenue (10.71), ``new leader``: the rating (14.2). ``leader defection``
    (14.2): ``nothing``, ``leader`` or ``leader and units``. ValueError with the nearest names for any other.

    >>> chance("operations points", 1).at_least(5), chance("land interception", 1, 2).p(bool)
    (Fraction(1, 2), Fraction(4, 9))
    >>> chance("fleet capture", 3, times=2).p(lambda captured: captured == 2)
    Fraction(1, 4)
    """
    roll = CHANCES[one_of(name, CHANCES, "the roll")]
    if roll.leader == "none" and leaders:
        raise ValueError(f"{name} does not depend on a leader; give no rating")
    if roll.leader == "needed" and not leaders:
        raise ValueError(f"{name} is rolled by a leader; give the rating, {t.RATINGS[1]} to {t.RATINGS[-1]}")
    if len(leaders) > 1 and not name.endswith("interception"):
        raise ValueError(f"{name} is rolled for one leader, not for {len(leaders)}")
    first, *others = [
        whole_number(one, "the leader's rating", t.RATINGS[1], t.RATINGS[-1])
        if roll.leader == "needed"
        else rating(one)
        for one in leaders or (None,)
    ]
    dice = product(t.FACES, repeat=2 if name in TWO_DICE else 1)
    found: Dist[Any] = Dist(((roll.comes_to(first, *faces), 1) for faces in dice), roll.clauses)
    for other in others:
        found = found.then(lambda works, other=other: chance(name, other).map(lambda too: works or too))  # type: ignore[misc]
    if times is None:
        return found
    if not all(isinstance(outcome, bool) for outcome in found):
        raise ValueError(f"{name} is not a roll that succeeds or fails, so successes cannot be counted")
    number, faces = whole_number(times, "the number of rolls", 0, MOST_COUNTERS), found.p(bool) * SIX
    if faces.denominator > 1:
        raise ValueError(f"{name} by several leaders is one question; leave out times")
    return hits_of_dice(number, int(faces), *roll.clauses)


def p_beaten_force_stays(leader: int | None) -> Any:
    """Return the chance that a beaten force remains in place (5.31 steps 11b and 11c)."""
    return chance("forced retreat", leader).p(lambda provinces: provinces == 0)


def hits_of_dice(dice: int, hitting_faces: int, *basis: str) -> Dist[int]:
    """Return the distribution of hits of ``dice`` dice, each hitting on ``hitting_faces`` (0 to 5) of its six faces."""
    weights = [(SIX - hitting_faces) ** dice]
    for hits in range(dice):
        weights.append(weights[-1] * (dice - hits) * hitting_faces // ((hits + 1) * (SIX - hitting_faces)))
    return Dist(enumerate(weights), basis)


def warbands(number: int, infantry_percent: int) -> Force:
    """Return ``number`` warbands as barbarian infantry, ``infantry_percent`` per cent of them, and cavalry (13.2,
    9.54).

    The percentage table gives the infantry and the rest is cavalry, or the reverse (the ruling ``warbands``, judged,
    for where both would round up).

    >>> warbands(7, infantry_percent=90)
    force('6 BI, CAV')
    """
    total = whole_number(number, "the number of warbands", 1)
    mounted = 100 - whole_number(infantry_percent, "the infantry per cent", 0, 100)
    by_foot = t.RULINGS["warbands"].value == "infantry"
    on_foot = percentage_loss(total, infantry_percent) if by_foot else total - percentage_loss(total, mounted)
    pieces = [(on_foot, "BI"), (total - on_foot, "CAV")]
    band = force(", ".join(f"{count} {unit}" for count, unit in pieces if count))
    return replace(band, origin=join_bases(("13.2", "9.54"), t.PERCENTAGE_BASIS, t.ruling_basis("warbands")))


def warbands_on_markers(markers: int = 1, in_use: Iterable[int] = ()) -> Dist[int]:
    """Return the distribution of the warbands on one marker, or on two together, without replacement (3.56, 13.1).

    ``in_use`` are the warbands on markers that cannot be drawn because they are in use elsewhere; a province that was
    emptied gets one of the rest (13.3).

    >>> warbands_on_markers().mean(), warbands_on_markers(2).p(lambda warbands: warbands == 3)
    (Fraction(11, 2), Fraction(4, 195))
    """
    heap = {marker.warbands: marker.copies for marker in t.MARKERS}
    for number in as_tuple(in_use, "in_use", "the numbers of markers, such as (3, 8)"):
        if number not in list(heap) or not heap[number]:
            raise ValueError(f"out has more markers of {number} than the game has")
        heap[number] -= 1
    if sum(heap.values()) < whole_number(markers, "the number of markers", 1, 2):
        raise ValueError(f"too few markers are left to draw {markers}: {sum(heap.values())}; name fewer in out")
    basis = ("13.1", *t.judged_note(t.MARKERS[0].source, "roma_victrix.judged.markers"))
    first = Dist(heap, basis)
    if markers == 1:
        return first
    return first.then(lambda one: Dist(heap | {one: heap[one] - 1}).map(lambda two: one + two))


def event_card_force(card: str, infantry_percent: int | None = None) -> Dist[Force]:
    """Return the force distribution of an event card, with leader: Ambush, Barbarian Invasion, Barbarian Raid, Major
    Rebellion or Minor Rebellion. For the barbarians of a province give the ``infantry_percent`` share of its warbands.

    >>> event_card_force("Ambush").p(lambda band: band.csp >= 8), next(iter(event_card_force("Ambush"))).leader
    (Fraction(7, 10), 2)
    """
    name = one_of(card, RAISED, "the card")
    share = t.CARDS.get((name, "infantry"), infantry_percent)
    if share is None:
        raise ValueError(f"{name} needs the infantry share of the province's warbands, such as infantry=90")
    leader = t.CARDS[name, "leader"]
    drawn = warbands_on_markers(t.CARDS[name, "markers"])
    raised = drawn.map(lambda number: replace(warbands(number, share), leader=leader))
    return Dist(raised, join_bases((RAISED[name],), drawn.basis, *(band.origin for band in raised)))


def attrition_csp_loss(force: Force, variant: str | None = None, *, halved: bool = False) -> Dist[int]:
    """Return the distribution of the CSP that a force loses in an attrition check under its own leader (4.2 B).

    Land units and fleets roll separately; garrisons and limes do not. ``variant`` is the table, A or B (both judged);
    ``halved`` is for the passes of scenario 1 (X.3). ValueError when nothing in the force can suffer attrition.

    >>> from gamekit import roma_victrix as rv
    >>> attrition_csp_loss(rv.force("8 LGN, 4 AUX, 4 CAV", leader=1), halved=True)[2]
    1
    """
    table = one_of(variant or t.RULINGS["attrition"].value, sorted({key[0] for key in t.ATTRITION}), "the variant")
    arms = [arm for arm in (require_force(force, "the force").of_kind("land"), force.fleet_force) if arm.stacks]
    if not arms:
        raise ValueError(f"{force} should have land units or fleets; it has nothing to lose by attrition")
    lost = Dist(
        {0: 1}, join_bases(("4.2",), t.ruling_basis("attrition", table), t.PERCENTAGE_BASIS, ("X.3",) if halved else ())
    )
    for arm in arms:
        percents = (t.ATTRITION[table, arm.leader, die].percent // (2 if halved else 1) for die in t.FACES)
        rolled = Dist((percentage_loss(arm.csp, percent), 1) for percent in percents)
        lost = lost.then(lambda before, rolled=rolled: rolled.map(lambda more: before + more))  # type: ignore[misc]
    return lost


def attrition_card(force: Force) -> Dist[Force]:
    """Return the distribution of a force after the Attrition card: one die for each unit, reduced or, if reduced,
    eliminated.

    The leader is not affected. ValueError for a force without a leader, which the card needs.

    >>> from gamekit import roma_victrix as rv
    >>> attrition_card(rv.force("LGN, rHI", leader=3)).p(lambda left: left == rv.force("rLGN", leader=3))
    Fraction(1, 9)
    """
    leader = whole_number(
        require_force(force, "the force").leader, "the rating of the leader", t.RATINGS[1], t.RATINGS[-1]
    )
    hits = t.CARDS["Attrition", f"hit_{leader}"]
    basis = join_bases(("14.2 Attrition",), force.basis, ("5.94",) if force.force_aboard.stacks else ())
    units = force.of_kind("land", "sea").stacks
    left = Dist({with_stacks(force, force.of_kind("marker").stacks): 1}, basis)
    for stack in units:
        worn = _worn(stack, hits)
        left = left.then(lambda rest, worn=worn: worn.map(lambda now: _with(rest, now)))  # type: ignore[misc]
    return left.map(_unladen) if force.force_aboard.stacks else left


def _worn(stack: Stack, hits: int) -> Dist[Stack]:
    turned, gone = hits_of_dice(stack.full, hits), hits_of_dice(stack.reduced, hits)
    return turned.then(
        lambda weak: gone.map(lambda dead: Stack(stack.unit, stack.full - weak, stack.reduced + weak - dead))
    )


def _with(force: Force, stack: Stack) -> Force:
    return with_stacks(force, (*force.stacks, stack))


def _unladen(force: Force) -> Force:
    """Return the force without the cargo that no longer fits aboard, the weakest lost first (5.94)."""
    try:
        check_cargo(force)
    except ValueError:
        return _unladen(_lightened(force))
    return force


def _lightened(force: Force) -> Force:
    """Return the force with one step of cargo less: a full unit too many reduced, else the weakest reduced one lost."""
    land, fleet = force.force_aboard.stacks, force.stack("FLEET")
    if sum(stack.full for stack in land) > fleet.full:
        stack = min((stack for stack in land if stack.full), key=lambda stack: t.UNITS[stack.unit].full)
        return _with(force, Stack(stack.unit, stack.full - 1, stack.reduced + 1))
    stack = min((stack for stack in land if stack.reduced), key=lambda stack: t.UNITS[stack.unit].reduced or 0)
    return _with(force, Stack(stack.unit, stack.full, stack.reduced - 1))


class Ship(NamedTuple):
    """A fleet, full or reduced, and the land units aboard as (unit, full)."""

    full: bool
    load: tuple[tuple[str, bool], ...] = ()


def load_ships(force: Force) -> tuple[Ship, ...]:
    """Return the ships of a force with their cargo: full units first, reduced ones spread over all ships.

    >>> from gamekit import roma_victrix as rv
    >>> [ship.load for ship in load_ships(rv.force("2 FLEET, HI, rAUX"))]
    [(('HI', True),), (('AUX', False),)]
    """
    check_cargo(require_force(force, "the force"))
    fleet = force.stack("FLEET")
    full = [(stack.unit, True) for stack in force.force_aboard.stacks for _ in range(stack.full)]
    weak = [(stack.unit, False) for stack in force.force_aboard.stacks for _ in range(stack.reduced)]
    laden = [Ship(True, (unit,)) for unit in full]
    empty = fleet.full - len(full)
    places: list[list[tuple[str, bool]]] = [[] for _ in range(empty + fleet.reduced)]
    order = [*range(empty + fleet.reduced), *range(empty)]
    for place, unit in zip(order, weak):
        places[place].append(unit)
    return (*laden, *(Ship(place < empty, tuple(load)) for place, load in enumerate(places)))


def sea_attrition(force: Force, cargo: str | None = None) -> Dist[Force]:
    """Return the distribution of fleets and cargo left after 3 operations points at sea (5.69).

    Each fleet is reduced on a 1, or eliminated with its cargo if reduced already. By the
    rule "step" for ``cargo`` every unit aboard a hit fleet is reduced too (judged: a reduced one is lost), by
    "capacity" only what no longer fits is lost. Ships are laden as by ``load_ships``.

    >>> from gamekit import roma_victrix as rv
    >>> sea_attrition(rv.force("FLEET, HI")).p(lambda left: left == rv.force("rFLEET, rHI"))
    Fraction(1, 6)
    """
    if not require_force(force, "the force").has_fleets:
        raise ValueError(f"{force} has no FLEET, and only fleets suffer from the sea (5.69)")
    reading = one_of(cargo or t.RULINGS["sea_cargo"].value, CARGO, "the cargo rule")
    basis = join_bases(("5.69", "5.94"), t.ruling_basis("sea_cargo", reading) if force.force_aboard.stacks else ())
    left, hits = Dist({with_stacks(force, ()): 1}, basis), len(t.ROLLS["sea_attrition"].faces)
    ships = Counter(load_ships(force))
    for ship, count in ships.items():
        fates = hits_of_dice(count, hits).map(
            lambda hit, ship=ship, count=count: ((ship, count - hit), *((each, hit) for each in _struck(ship, reading)))  # type: ignore[misc]
        )
        left = left.then(lambda rest, fates=fates: fates.map(lambda now: _joined(rest, now)))  # type: ignore[misc]
    return left


def _struck(ship: Ship, cargo: str) -> tuple[Ship, ...]:
    """Return what may become of a ship by a hit: itself reduced with its cargo; an empty tuple if it sinks."""
    if not ship.full:
        return ()
    if cargo == "step":
        return (Ship(False, tuple((unit, False) for unit, full in ship.load if full)),)
    strongest = sorted(ship.load, key=lambda unit: -(t.UNITS[unit[0]].reduced or 0))
    return (Ship(False, tuple((unit, False) for unit, _ in strongest[:1])),)


def _joined(force: Force, ships: Iterable[tuple[Ship, int]]) -> Force:
    """Return the force with these ships added."""
    for ship, count in ships:
        for unit, full in (("FLEET", ship.full), *ship.load):
            stack = force.stack(unit)
            force = _with(force, Stack(unit, stack.full + full * count, stack.reduced + (not full) * count))
    return force


def piracy_csp_loss(force: Force) -> Dist[int]:
    """Return the distribution of the fleet CSP lost by the card Piracy: ten per cent per pip of the die less the rating
    (judged).

    >>> from gamekit import roma_victrix as rv
    >>> piracy_csp_loss(rv.force("5 FLEET", leader=2)).mean()
    Fraction(5, 3)
    """
    if not require_force(force, "the force").has_fleets:
        raise ValueError(f"{force} has no FLEET for pirates to attack")
    floor, each = int(t.RULINGS["piracy"].value), t.CARDS["Piracy", "percent_per_pip"]
    basis = join_bases(("14.2 Piracy",), t.PERCENTAGE_BASIS, t.ruling_basis("piracy"))
    percents = (max(floor, die - force.leader) * each for die in t.FACES)
    return Dist(((percentage_loss(force.csp, percent), 1) for percent in percents), basis)
