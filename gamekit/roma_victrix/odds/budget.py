"""The distribution of a treasury after the next joint economic phase, the map unchanged (4.2 A to C, 7.0, 8.0, 9.0).

The year rolls for pillage markers and reduced capitals, then for attrition, then collects, pays for the units and
raises new ones. Nobody moves before that, so the rolls are independent, and the year is one pass over (pillaged
provinces, the capital, stacks that check for attrition) with integer weights. For later years ``rv.can_pay_upkeep``
plays games out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from math import lcm, prod
from typing import Any, Final

from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import force
from gamekit.roma_victrix.geography import PROVINCE, is_coast, province_of
from gamekit.roma_victrix.notation import forecast_note, power_of, sentence
from gamekit.roma_victrix.odds.hidden import with_pool_revealed
from gamekit.roma_victrix.rules import View, position, sequence, treasury
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_of,
    control,
    full_city_csp,
    has_land_units_of_others,
    pays_and_collects,
    scenario_constants,
)
from gamekit.roma_victrix.rules.units import change_groups, groups_at, units_of
from gamekit.roma_victrix.state import FLEET, NONE, Body, Due, Pending, State, Status, has_fleet, has_land
from gamekit.roma_victrix.tables import COSTS, FACES, ROLLS, judged_note
from gamekit.roma_victrix.tables import ruling_basis as reading
from gamekit.text.translation import TranslatableText, translate

MOST: Final = 200_000  # combinations of rolls that a forecast enumerates
FOOT: Final = ("LGN", "HI")
RULINGS: Final = ("odd_reduced", "attrition", "client_supply")
DUE: Final = (Due.REVENUE, Due.UPKEEP, Due.MAINTAIN)
Stacks = tuple[Body, ...]  # the groups of one place
Town = tuple[int, frozenset[int]]  # (the capital's CSP, the pillaged provinces)
Terms = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]  # by the capital's CSP: (income, gain without each marker)


@dataclass(frozen=True, slots=True, repr=False)
class Budget:
    """A power's money after its next economic phase: ``left`` is the distribution of what remains after revenue, upkeep
    and new units; below 0 it is the deficit. ``p`` is the chance that all can be paid.

    ``wanted`` are the new units and ``cost`` their price; ``most`` is the number of each kind that the rules allow in
    the year (9.15), ``why`` the reasons that forbid ``wanted``. Where the year's revenue and upkeep are ``done``,
    ``income`` and ``upkeep`` are 0 and the treasury already includes them."""

    power: str
    wanted: str
    treasury: int
    income: Dist[int]
    upkeep: Dist[int]
    cost: int
    left: Dist[int]
    most: tuple[tuple[str, int], ...]
    why: tuple[TranslatableText, ...]
    basis: Basis
    done: bool = False

    @property
    def p(self) -> Any:
        """The chance that all can be paid."""
        return self.left.at_least(0)

    @property
    def allowed(self) -> bool:
        """Whether the rules let the power raise ``wanted`` in the year, apart from the money."""
        return not self.why

    def explain(self, language: str | None = None) -> str:
        """Return in sentences whether all can be paid, and why not."""
        key = "budget.pays" if self.wanted else "budget.keeps"
        lines = [translate(why, language) for why in self.why]
        lines = lines or [sentence(key, language, p=self.p, power=self.power, wanted=self.wanted)]
        return " ".join([*lines, self.sums(language)])

    def sums(self, language: str | None = None) -> str:
        """Return the calculation in a sentence."""
        spread = {"income": _spread(self.income), "upkeep": _spread(self.upkeep)}
        key = "budget.sum.done" if self.done else "budget.sum"
        return sentence(key, language, now=self.treasury, cost=self.cost, **spread)

    def __repr__(self) -> str:
        return self.explain()


def _spread(dist: Dist[int]) -> str:
    return str(min(dist)) if len(dist) == 1 else f"{min(dist)}-{max(dist)}"


def budget(seen: State | View, power: str, new_units: str = "") -> Budget:
    """Return a power's ``Budget``: whether it can pay its units, and new ones (``new_units``), in the next joint
    economic phase.

    The map stays unchanged: nobody moves, no card is played. Pillage markers and reduced capitals roll, stacks that are
    isolated, unpaid or crowded lose their weakest units by attrition, revenue comes from the provinces with a way to
    the capital (7.5), then upkeep is due for all, then the new units. A sacked capital cuts all off until it is
    rebuilt. In the segment of new units itself the money is the treasury. Stacks that a view hides count as the power's
    units set up and not eliminated. ValueError for a power without upkeep (7.9), and when no economic phase is left.

    >>> from gamekit import roma_victrix as rv
    >>> start = rv.initial_state("second_punic_war")
    >>> plan = rv.budget(start, "Rome", "2 LGN")
    >>> plan.p, plan.allowed, dict(plan.most)["LGN"], str(rv.budget(start, "Rome", "8 LGN").why[0])
    (Fraction(0, 1), True, 4, 'The rules let Rome raise 4 LGN in a year at most (9.15).')
    """
    state, who = position(seen), power_of(position(seen), power)
    power = scenario_constants(state).powers[who]
    if not pays_and_collects(state, who):
        raise ValueError(f"{power} collects no revenue and pays for no units (7.9)")
    wanted = s.as_units(force(new_units)) if new_units else s.NO_UNITS
    state, ahead = _ahead(with_pool_revealed(state), who, power)
    cost = sum(count * COSTS[kind].create for kind, count in zip(s.KINDS, wanted[::2]))
    most = raisable(state, who)
    why = _forbidden(state, power, wanted, most, bool(new_units))
    year = _Year(state, who, ahead)
    income, upkeep, left = year.distributions(cost)
    basis = join_bases(("4.2", "7.5", "8.1", "9.15"), _basis(state, who, ahead))
    return Budget(
        power,
        new_units,
        state.treasury[who],
        income,
        upkeep,
        cost,
        Dist(left, basis),
        most,
        why,
        basis,
        not (year.collects or year.pays),
    )


def _ahead(state: State, who: int, power: str) -> tuple[State, list[Pending]]:
    """Return the position and the steps before the power's next segment of new units, the next step first."""
    while state.agenda[-1].phase == Due.PAY and state.battle is None and _segment(state, who):
        state = rules.apply(state, _weakest(state))
    steps = _segment(state, who)
    if not steps:
        resting = replace(state, agenda=(Pending(Due.GAME_TURN),), battle=None, active=None, raised=(), levied=())
        state = sequence.begin_game_turn(change_groups(resting, lambda group: True, status=Status.FREE))
        steps = _segment(state, who)
    if not steps:
        raise ValueError(f"no economic phase is left for {power}: turn {state.turn} is the last (4.3)")
    return state, steps


def _segment(state: State, who: int) -> list[Pending]:
    """Return the steps up to and including the power's segment of new units; an empty list if none is coming."""
    agenda = state.agenda[::-1]
    last = next((n for n, step in enumerate(agenda) if step.phase == Due.RAISE and step.who == who), NONE)
    return list(agenda[: last + 1])


class _Year:
    """The independent parts of a power's year: markers, attrition, and the revenue and upkeep that result."""

    def __init__(self, state: State, who: int, ahead: list[Pending]) -> None:
        self.state, self.who = state, who
        phases = {step.phase for step in ahead if step.phase not in DUE or step.who == who}
        self.collects, self.pays = Due.REVENUE in phases, bool(phases & {Due.UPKEEP, Due.MAINTAIN})
        self.markers = {(step.place, step.left) for step in ahead if step.phase == Due.MARKER_ROLL}
        self.city = capital_of(state, who)
        attrition = bool(phases & {Due.ATTRITION, Due.ATTRITION_ROLL})
        self.due = {
            stands: _checks(self._with_city(stands)) if attrition else {}
            for stands in {True, self.city is None or self.city.csp > 0}
        }
        self.checks = {place for due in self.due.values() for place in due}
        self.known: dict[Any, Terms] = {}

    def _with_city(self, stands: bool) -> State:
        """Return the position with the power's capital sacked or not at the time of attrition (4.2 A before B)."""
        cities = (
            replace(city, csp=max(city.csp, int(stands))) if city.owner == self.who else city
            for city in self.state.capitals
        )
        return replace(self.state, capitals=tuple(cities))

    def distributions(self, cost: int) -> tuple[Dist[int], Dist[int], Dist[int]]:
        """Return the distributions of income, upkeep and the treasury in the end."""
        incomes: dict[int, int] = {}
        bills: dict[int, int] = {}
        left: dict[int, int] = {}
        towns = self._towns()
        stands = {town: self.city is None or town[0] > 0 for town in towns}  # else no province can reach it
        fields = {each: self._fields(each) for each in set(stands.values())}
        if len(towns) * max(map(len, fields.values())) > MOST:
            raise ValueError(f"{len(towns)} x {max(map(len, fields.values()))} combinations of rolls are too many")
        total = lcm(*(field.total_weight for field in fields.values()))
        for town, chance in towns.items():
            field = fields[stands[town]]
            chance *= total // field.total_weight
            for (terms, due), weight in field.items():
                base, freed = terms[town[0]] if terms else (0, ())
                earned = (base + sum(more for place, more in freed if place not in town[1])) * self.collects
                rest = self.state.treasury[self.who] + earned - due - cost
                for found, value in ((incomes, earned), (bills, due), (left, rest)):
                    found[value] = found.get(value, 0) + weight * chance
        return Dist(incomes), Dist(bills), Dist(left)

    def _towns(self) -> Dist[Town]:
        """Return the capital's CSP and the pillaged provinces that matter, after the rolls that are still to come."""
        city = self.city
        mine = frozenset(place for place in self.state.pillaged if self._worth(place))
        towns: Dist[Town] = Dist({(city.csp if city else 0, mine): 1})
        for place in sorted(mine):
            if (place, 0) in self.markers:
                towns = towns.then(partial(_cleared, place, bool(city and city.place == place)))
        if city and city.place not in mine and (city.place, 1) in self.markers:
            towns = towns.then(partial(_rebuilt, full_city_csp(self.state.options, city.place, city.major)))
        return towns

    def _worth(self, place: int) -> bool:
        """Return whether removing a pillage marker matters: the province may be the power's, or has its capital."""
        owners = control(self.state, place), self.state.garrisons[place]
        return bool(self.city and self.city.place == place) or self.who in owners or place in self.checks

    def _fields(self, stands: bool) -> Dist[tuple[Terms, int]]:
        """Return the distribution over attrition of (the provinces' yield, the units' cost), for a capital sacked or
        not."""
        side, due = camp(self.state, self.who), self.due[stands]
        fleets = [g.place for g in self.state.groups if g.owner == self.who and has_fleet(g.units)]
        mapped, units = list[tuple[int, Dist[Stacks]]](), Dist({s.NO_UNITS: 1})
        for place, steps in sorted(due.items()):
            if is_coast(place) and all(step.actor != side for step in steps):
                continue  # another camp's ships
            left = _rolled(
                self.state, tuple(replace(g, status=Status.FREE) for g in groups_at(self.state, place)), steps
            )
            # attrition may take the last ships, and so the ways over water (7.7)
            last_ships = place in fleets and all(each in self.checks for each in fleets)
            if last_ships or _matters(self.state, place, side, left):
                mapped.append((place, left))
            else:
                counted = left.map(self._counted)
                units = units.then(
                    lambda so_far, counted=counted: counted.map(lambda more: _canonical(s.plus(so_far, more)))  # type: ignore[misc]
                )
        if prod(len(left) for _, left in mapped) * len(units) > MOST:
            raise ValueError(f"attrition in {len(due)} places has too many results")
        fixed = self._counted(tuple(g for g in self.state.groups if g.place not in due))
        places = [place for place, _ in mapped]
        joined = Dist(
            (self._mapped(places, [stacks for stacks, _ in chosen]), prod(weight for _, weight in chosen))
            for chosen in product(*(left.items() for _, left in mapped))
        )

        def bill(terms: Terms, standing: s.Units, worn: s.Units) -> tuple[Terms, int]:
            return terms, self.pays * treasury.unit_upkeep(self.state, s.plus(fixed, s.plus(standing, worn)))

        return joined.then(lambda part: units.map(partial(bill, *part)))

    def _mapped(self, places: list[int], stacks: list[Stacks]) -> tuple[Terms, s.Units]:
        """Return the provinces' yield with these stacks left in these places, and the power's units there."""
        rest = tuple(group for group in self.state.groups if group.place not in places)
        terms = self._terms((*rest, *(group for here in stacks for group in here)))
        return terms, _canonical(s.total(self._counted(here) for here in stacks))

    def _counted(self, stacks: Stacks) -> s.Units:
        """Return the power's units among the stacks, those of equal upkeep merged."""
        units = units_of(group for group in stacks if group.owner == self.who)
        if "15.2" not in self.state.options:  # 8.1: barbarian infantry costs nothing
            units = tuple(count * (counter not in ("BI", "rBI")) for counter, count in zip(s.COUNTERS, units))
        return _canonical(units)

    def _terms(self, groups: Stacks) -> Terms:
        """Return a map's yield by the capital's CSP: with all pillage markers, and the gain without each of them."""
        key = frozenset((g.place, g.owner, has_land(g.units)) for g in groups)
        if key not in self.known:
            city = self.city
            most = full_city_csp(self.state.options, city.place, city.major) if city else 0
            self.known[key] = tuple(self._yields(groups, csp) for csp in range(most + 1))
        return self.known[key]

    def _yields(self, groups: Stacks, csp: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        cities = tuple(replace(c, csp=csp) if c.owner == self.who else c for c in self.state.capitals)
        state = replace(self.state, groups=groups, capitals=cities)
        base = treasury.income(state, self.who)
        freed = (
            (place, treasury.income(_unmarked(state, place), self.who) - base)
            for place in state.pillaged
            if self._worth(place)
        )
        return base, tuple(each for each in freed if each[1])


def _unmarked(state: State, place: int) -> State:
    """Return the position without a pillage marker; a sacked capital below it is rebuilt, whoever holds the
    province."""
    cities = (replace(city, csp=city.csp or int(city.place == place)) for city in state.capitals)
    return replace(state, pillaged=state.pillaged - {place}, capitals=tuple(cities))


def _cleared(place: int, capital: bool, town: Town) -> Dist[Town]:
    """Return the distribution after a pillage marker's roll; a sacked capital below it gets 1 CSP (10.36)."""
    gone = len(ROLLS["pillage_removed"].faces)
    after = max(town[0], 1) if capital else town[0], town[1] - {place}
    return Dist({after: gone, town: len(FACES) - gone})


def _rebuilt(full: int, town: Town) -> Dist[Town]:
    """Return the distribution after a reduced capital's roll (10.36)."""
    if not 0 < town[0] < full:
        return Dist({town: 1})
    better = len(ROLLS["capital_rebuilt"].faces)
    return Dist({(town[0] + 1, town[1]): better, town: len(FACES) - better})


def _canonical(units: s.Units) -> s.Units:
    """Return counters of equal upkeep in one form: reduced ones paired off, full land units all as one kind."""
    full = [units[n] + units[n + 1] // 2 for n in range(0, len(units), 2)]
    odd = [count % 2 for count in units[1::2]]
    land, ships = sum(full[: FLEET // 2]), sum(full[FLEET // 2 :])
    found = [part for reduced in odd for part in (0, reduced)]
    found[0], found[FLEET] = land, ships
    return tuple(found)


# Attrition ------------------------------------------------------------------------------------------------------------

ELSEWHERE: Final[dict[str, Any]] = {  # fields that no check depends on, so that checks are cached over positions
    **{"turn": 1, "agenda": (), "groups": (), "active": None, "battle": None, "phasing": NONE, "bag": ()},
    **{"deck": (), "discards": (), "raised": (), "levied": (), "held": (), "pillaged": frozenset()},
}
WEAKEST: Final = {counter: (s.STRENGTH[n - n % 2], n % 2 == 0) for n, counter in enumerate(s.COUNTERS)}


def _checks(state: State) -> dict[int, list[Pending]]:
    """Return the attrition checks of the coming phase by place, from the agenda if it has them."""
    waiting = [step for step in state.agenda if step.phase == Due.ATTRITION_ROLL]
    if not waiting:
        resting = replace(state, agenda=(Pending(Due.OVER), Pending(Due.ATTRITION)))
        waiting = [step for step in sequence.schedule_attrition(resting).agenda if step.phase == Due.ATTRITION_ROLL]
    found: dict[int, list[Pending]] = {}
    for step in waiting:
        found.setdefault(step.place, []).append(step)
    return found


def _rolled(state: State, stacks: Stacks, steps: list[Pending]) -> Dist[Stacks]:
    """Return the distribution of the stacks left in a place after its checks, the weakest units lost first."""
    left = Dist({stacks: 1})
    for step in steps:
        leaders = tuple(leader for leader in state.leaders if province_of(leader.place) == province_of(step.place))
        left = left.then(partial(_check, replace(state, leaders=leaders, **ELSEWHERE), step))
    return left


@lru_cache(maxsize=1024)
def _check(state: State, step: Pending, stacks: Stacks) -> Dist[Stacks]:
    return Dist((_after(state, stacks, step, die), 1) for die in FACES)


def _after(state: State, stacks: Stacks, step: Pending, die: int) -> Stacks:
    """Return the stacks after one check with one die, played by the rules themselves."""
    state = replace(state, groups=stacks, agenda=(Pending(Due.OVER), step), active=None, battle=None)
    state = rules.apply(state, s.Die(die))
    while state.agenda[-1].phase == Due.PAY:
        state = rules.apply(state, _weakest(state))
    return tuple(replace(group, status=Status.FREE, hungry=False) for group in state.groups)


def _weakest(state: State) -> s.Action:
    """Return the legal payment with the weakest unit, a reduced one first."""
    return min(rules.legal_actions(state), key=lambda pay: WEAKEST[getattr(pay, "counter")])  # noqa: B009


def _matters(state: State, place: int, side: int, left: Dist[Stacks]) -> bool:
    """Return whether attrition may change the control of a place, or a camp's way through it."""
    rest = [group for group in state.groups if group.place != place]
    seen = set()
    for stacks in {*left, tuple(groups_at(state, place))}:
        then = replace(state, groups=(*rest, *stacks))
        seen.add((control(then, place), has_land_units_of_others(then, place, side)))
    return len(seen) > 1


# Units that may be raised ---------------------------------------------------------------------------------------------


def raisable(state: State, who: int) -> tuple[tuple[str, int], ...]:
    """Return how many units of each kind a power may raise in its next segment, whatever its money: two LGN or HI, two
    AUX, a CAV and a fleet in each province of its capital or of its leaders (9.12, 9.15), as far as there are
    counters."""
    opened = list(state.levied)
    taken = {state.leaders[number].place for number, _ in opened}
    for number in sorted(range(len(state.leaders)), key=lambda number: not state.leaders[number].supreme):
        leader = state.leaders[number]
        if leader.owner == who and leader.place not in taken and treasury.may_raise_in(state, who, leader.place):
            opened.append((number, 0))
            taken.add(leader.place)
    state = replace(state, levied=tuple(opened))
    anew: dict[str, int] = {}
    again: dict[str, int] = {}
    for place in treasury.muster_places(state, who):
        fresh = treasury.raising_limits(state, who, place, False)
        for unit, count in treasury.raising_limits(state, who, place, True).items():
            where = anew if unit in fresh else again
            where[unit] = where.get(unit, 0) + count
    found = []
    for unit in (*s.KINDS,):
        at = s.COUNTERS.index(unit)
        fallen, unused = state.eliminated[who][at], state.unused[who][at]
        most = min(fallen + unused, anew.get(unit, 0) + min(again.get(unit, 0), fallen))
        found += [(unit, most)] if most else []
    return tuple(found)


def _forbidden(
    state: State, power: str, wanted: s.Units, most: tuple[tuple[str, int], ...], any_wanted: bool
) -> tuple[TranslatableText, ...]:
    """Return the reasons why the rules do not let a power raise the units wanted."""
    if any_wanted and not most:
        return (forecast_note("budget.nowhere", power=power),)
    foot = sum(wanted[2 * s.KINDS.index(unit)] for unit in FOOT)
    together = max(dict(most).get(unit, 0) for unit in FOOT)
    both = all(wanted[2 * s.KINDS.index(unit)] for unit in FOOT)
    if both and foot > together:  # 9.15: LGN and HI share their limit
        return (forecast_note("budget.too_many", power=power, unit=" + ".join(FOOT), most=together),)
    return tuple(
        forecast_note("budget.too_many", power=power, unit=unit, most=dict(most).get(unit, 0))
        for unit, count in zip(s.KINDS, wanted[::2])
        if count > dict(most).get(unit, 0)
    )


def _basis(state: State, who: int, ahead: list[Pending]) -> Basis:
    """Return the basis of a budget: readings, judged costs and judged revenues."""
    mine = [province for place, province in enumerate(PROVINCE) if control(state, place) == who]
    count = sum("judged:" in province.source for province in mine)
    readings = [reading(name, dict(state.rulings).get(name)) for name in RULINGS]
    revenues = (forecast_note("budget.revenues", count=count),) if count else ()
    still = (forecast_note("still"),)
    return join_bases(*readings, judged_note(COSTS["LGN"].source, "roma_victrix.judged.costs"), revenues, still)
