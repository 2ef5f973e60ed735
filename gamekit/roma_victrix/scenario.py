"""Scenarios: powers, set-up and objectives, each in one TOML file; and the list of judged figures.

    title = "Two consuls"          # what a player reads; title_ja in Japanese
    start = -54                    # the first turn's year, astronomical: -54 is 55 BC; a turn is a year
    turns = 4                      # the game's length in turns (4.3)
    seats = [2]                    # for how many players
    provinces = ["Latium", ...]    # the provinces in play; none named: all of the map
    special = ["mountain passes"]  # special rules by name, see SPECIAL
    options = ["15.1"]             # the optional rules in force, by clause
    limes = ["Pannonia"]           # where limes stand (10.6)
    source = "judged: ..."
    new_units = [{warbands = 1, others = "HI", persian = "CAV", source = "the printed table"}]    # seats = [1] only:
                                   # the solitaire game's table (16.42 D), a row for each number on a marker

    [[powers]]                     # one for each power, major or minor
    name = "Rome"                  # a power of powers.csv
    role = "active"                # active, neutral, client, ally or barbaricum
    size = "minor"                 # major or minor, if not the one of powers.csv (17.24: a minor Pontus)
    seats = 2                      # an active power plays with this number of seats or more, else it is neutral
    patron = "Rome"                # whose client or ally it is
    provinces = ["Latium"]         # each gets a garrison (10.11), but those of the barbaricum get markers
    capital = "Latium"             # where its capital stands; none: it has none, the supreme leader serves (3.53)
    treasury = 0
    succession = "heir"            # 3.32, when no supreme leader is left: its best other leader is supreme, or it is
                                   # at an end ("collapse"), or it goes on without one ("none")
    card = "Ambush"                # a card that it begins with (14.15); none: a drawn one (14.11)
    heavy_cavalry = "Rome scenarios 7-8"    # its share under 17.1, if not the one of powers.csv
    infantry = 40                  # per cent of barbarian infantry among its warbands (13.21)
    markers = 1                    # Barbari Incognita markers in each province of the barbaricum (13.11)
    leaders = [{name = "Hannibal", rating = 4, province = "Latium", units = "8 HI", supreme = true, source = "X.10"}]
                                   # named = false: 15.4 removes a leader of rating 1 who is not a Roman consul
    stacks = [{province = "Apulia", units = "2 FLEET", source = "X.2"}]     # units without a leader
    goals = [{goal = "province", names = ["Latium"], source = "judged: ..."}]
    consuls = [{name = "Flaminius", rating = 1, source = "judged: ..."}]    # the pool of the special rule "consuls"
    source = "X.2"

``objectives.csv`` has the goals: ``province`` and ``region`` with names, ``number`` with a number of provinces,
``leader`` with the names of leaders, ``last`` with nothing. The file is refused with its key and the reason."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final

from gamekit.probability.distribution import Basis, join_bases
from gamekit.roma_victrix import tables as t
from gamekit.roma_victrix.forces import Stack, force, one_of
from gamekit.roma_victrix.geography import CARD_TIMES, GEOGRAPHY_BASIS, OBJECTIVE_KINDS, POWERS, PROVINCES, REGIONS
from gamekit.storage import data_files
from gamekit.storage.serialization import Converter, short_repr, structure
from gamekit.text.validation import whole_number

NAME: Final = re.compile(r"[\w-]{1,60}")  # of a scenario: a record names one; nothing outside the folder may be read
SCENARIOS: Final = ("second_punic_war", "two_consuls", "six_powers")
ROLES: Final = ("active", "neutral", "client", "ally", "barbaricum")
SUCCESSION: Final = ("none", "heir", "collapse")
SPECIAL: Final = {
    "mountain passes": "a pass costs 2 OP and an attrition roll at half the percentage, rounded down to five (X.3)",
    "consuls": "in each new unit segment Rome's supreme leaders are drawn from the pool, one for each there was (X.2)",
}
OPTIONS: Final = ("8.23", *(f"15.{number}" for number in range(1, 9)), *(f"17.{number}" for number in range(1, 5)))
SEATS: Final = range(2, 7)
SOLITAIRE: Final = 1
NO_TABLE: Final = (
    "solitaire (16.0) cannot be played: its New Unit Creation Table (16.42 D) is in no source at hand, nor are its "
    "scenarios 7 and 20; give the table as new_units in a scenario of your own with seats = [1]"
)


def _stacks(text: Any) -> tuple[Stack, ...]:
    return force(text).stacks if text else ()


Units = Annotated[tuple[Stack, ...], Converter(lambda stacks: [list(stack) for stack in stacks], _stacks)]


def _named(names: tuple[str, ...], known: Any, what: str) -> None:
    """Raise ValueError unless all names are known, each once."""
    for number, name in enumerate(names):
        one_of(name, known, what)
        if name in names[:number]:
            raise ValueError(f"{what} {name} is named twice; name it once")


@dataclass(frozen=True, slots=True)
class Commander:
    """A leader, its first province and the units attached."""

    name: str
    rating: int
    province: str
    units: Units = ()
    supreme: bool = False
    named: bool = True
    source: str = ""

    def __post_init__(self) -> None:
        whole_number(self.rating, "rating", 1, t.RATINGS[-1])
        one_of(self.province, PROVINCES, "province")


@dataclass(frozen=True, slots=True)
class Placement:
    """Land units or fleets that begin in a province without a leader."""

    province: str
    units: Units
    source: str = ""

    def __post_init__(self) -> None:
        one_of(self.province, PROVINCES, "province")


@dataclass(frozen=True, slots=True)
class Consul:
    """A supreme leader in the pool of the special rule "consuls"."""

    name: str
    rating: int
    source: str = ""

    def __post_init__(self) -> None:
        whole_number(self.rating, "rating", 1, t.RATINGS[-1])


@dataclass(frozen=True, slots=True)
class Creation:
    """The units that a marker of ``warbands`` creates for a non-Roman major power in the solitaire game (16.42 D)."""

    warbands: int
    others: Units = ()
    persian: Units = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A victory objective of a power (4.4)."""

    goal: str
    names: tuple[str, ...] = ()
    number: int = 0
    source: str = ""

    def __post_init__(self) -> None:
        one_of(self.goal, OBJECTIVE_KINDS, "goal")
        if self.goal in ("province", "region"):
            _named(self.names, PROVINCES if self.goal == "province" else REGIONS, self.goal)
        if bool(self.names) != (self.goal in ("province", "region", "leader")):
            raise ValueError(f"the goal {self.goal!r} needs {'no names' if self.names else 'names'}")
        whole_number(self.number, "number", *((1, len(PROVINCES)) if self.goal == "number" else (0, 0)))

    @property
    def worth(self) -> int:
        """The number of objectives that the goal counts (4.41 to 4.45)."""
        if self.goal == "region":
            return sum(len(REGIONS[name]) for name in self.names)
        return self.number or len(self.names) or 1


@dataclass(frozen=True, slots=True)
class Contender:
    """A power as the scenario sets it up; the module's docstring has its keys."""

    name: str
    role: str
    provinces: tuple[str, ...] = ()
    seats: int = SEATS[0]
    patron: str | None = None
    capital: str | None = None
    treasury: int = 0
    succession: str = "none"
    card: str | None = None
    size: str | None = None
    heavy_cavalry: str | None = None
    infantry: int | None = None
    markers: int = 0
    leaders: tuple[Commander, ...] = ()
    stacks: tuple[Placement, ...] = ()
    goals: tuple[Goal, ...] = ()
    consuls: tuple[Consul, ...] = ()
    source: str = ""

    def __post_init__(self) -> None:
        one_of(self.name, POWERS, "name")
        one_of(self.role, ROLES, "role")
        one_of(self.succession, SUCCESSION, "succession")
        _named(self.provinces, PROVINCES, "province")
        whole_number(self.seats, "seats", SEATS[0], SEATS[-1])
        whole_number(self.treasury, "treasury", 0)
        whole_number(self.markers, "markers", 0, 2)
        named = {"capital": self.provinces, "card": CARD_TIMES, "size": ("major", "minor")}
        for name, allowed in {**named, "heavy_cavalry": t.HEAVY_CAVALRY}.items():
            if (value := getattr(self, name)) is not None:
                one_of(value, allowed, name)
        if self.infantry is not None:
            whole_number(self.infantry, "infantry", 0, 100)
        if (self.patron is not None) != (self.role in ("client", "ally")):
            raise ValueError(f"patron is {self.patron!r}; a client or an ally has one, no other power has")
        if self.role == "barbaricum" and (self.infantry is None or not self.markers):
            raise ValueError("a power of the barbaricum needs infantry, a percentage, and markers, 1 or 2")

    @property
    def roman(self) -> bool:
        """Whether its legions are Roman (3.82)."""
        return POWERS[self.name].kind == "Roman"

    @property
    def major(self) -> bool:
        """Whether it is a major power (3.82)."""
        return (self.size or POWERS[self.name].size) == "major"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario; the module's docstring has its keys."""

    title: str
    title_ja: str
    start: int
    turns: int
    seats: tuple[int, ...]
    powers: tuple[Contender, ...]
    provinces: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    limes: tuple[str, ...] = ()
    new_units: tuple[Creation, ...] = ()
    source: str = ""

    def __post_init__(self) -> None:
        for entry, source in sources_of(self):
            if not source.strip():
                right = "the clause that it was read from, or 'judged: ' and the reason"
                raise ValueError(f"{entry}: source is missing: {right}")
        whole_number(self.turns, "turns", 1)
        for names, known, what in (
            (self.provinces, PROVINCES, "province"),
            (self.special, SPECIAL, "special"),
            (self.options, OPTIONS, "option"),
            (self.limes, PROVINCES, "limes"),
            (tuple(power.name for power in self.powers), POWERS, "power"),
        ):
            _named(names, known, what)
        _check_table(self)
        for seats in self.seats:
            whole_number(seats, "seats", SOLITAIRE, SEATS[-1])
            if len(self.player_powers(seats)) != seats:
                raise ValueError(f"with {seats} seats {len(self.player_powers(seats))} powers are active, not {seats}")
        _check_places(self)
        _check_markers(self)
        for power in self.powers:
            _check_pieces(power)
        _check_active(self)

    @property
    def provinces_in_play(self) -> tuple[str, ...]:
        """The provinces in play: those named, or all of the map if none is."""
        return self.provinces or tuple(PROVINCES)

    def player_powers(self, seats: int) -> tuple[Contender, ...]:
        """Return the powers that players hold with a number of seats, in the order of the file."""
        return tuple(power for power in self.powers if power.role == "active" and power.seats <= max(seats, SEATS[0]))


def _check_table(scenario: Scenario) -> None:
    """Raise ValueError unless a game for one has a table with every number on a marker, and Rome to play (16.11)."""
    numbers = sorted(row.warbands for row in scenario.new_units)
    if SOLITAIRE not in scenario.seats:
        if numbers:
            raise ValueError("new_units is the table of the solitaire game, which has seats = [1]")
        return
    if not numbers:
        raise ValueError(NO_TABLE)
    wanted = sorted(marker.warbands for marker in t.MARKERS)
    if numbers != wanted or len(scenario.seats) > 1:
        raise ValueError(f"new_units has rows for warbands {numbers}; it should be {wanted}, with seats = [1] alone")
    if not all(power.roman for power in scenario.powers if power.role == "active"):
        raise ValueError("in the solitaire game the active power is Roman (16.11)")


def _check_markers(scenario: Scenario) -> None:
    """Raise ValueError when more Barbari Incognita markers are set out than there are."""
    markers = sum(power.markers * len(power.provinces) for power in scenario.powers)
    copies = sum(marker.copies for marker in t.MARKERS)
    if markers > copies:
        raise ValueError(f"{markers} Barbari Incognita markers are set out, but only {copies} exist (13.11)")


def _check_places(scenario: Scenario) -> None:
    """Raise ValueError unless everything stands on a province in play, and each province has one owner."""
    owner: dict[str, str] = {}
    for power in scenario.powers:
        for province in power.provinces:
            if province in owner:
                raise ValueError(f"{province} belongs to {owner[province]} and to {power.name}")
            owner[province] = power.name
        led, unled = [leader.province for leader in power.leaders], [stack.province for stack in power.stacks]
        for province in (*power.provinces, *led, *unled):
            if province not in scenario.provinces_in_play:
                raise ValueError(f"{power.name} stands in {province}, which is not among the scenario's provinces")
            if PROVINCES[province].impassable and power.role != "barbaricum":
                raise ValueError(f"{power.name} stands in {province}, which no unit may enter (3.22)")
    for power in scenario.powers:
        if power.patron is not None:
            one_of(power.patron, [other.name for other in scenario.powers], f"the patron of {power.name}")


def _check_pieces(power: Contender) -> None:
    """Raise ValueError unless a power's units are within its counter mix, of its kinds, and its fleets on a coast."""
    counted = dict.fromkeys(t.COUNTER_MIX, 0)
    standing: tuple[Commander | Placement, ...] = (*power.leaders, *power.stacks)
    for each in standing:
        for stack in each.units:
            if t.UNITS[stack.unit].kind == "marker":
                raise ValueError(
                    f"{power.name} has {stack.unit} in {each.province}, which is a marker, not a unit (3.9)"
                )
            if stack.unit == "LGN" and not power.roman:
                raise ValueError(f"{power.name} has LGN in {each.province}, which only Romans have (9.15)")
            if stack.unit == "FLEET" and not PROVINCES[each.province].coastal:
                raise ValueError(f"{power.name} has a FLEET in {each.province}, which has no coast (5.6)")
            counted[stack.unit] += stack.full + stack.reduced
    for unit, count in counted.items():
        if count > t.COUNTER_MIX[unit]:
            raise ValueError(f"{power.name} has {count} {unit}, but only {t.COUNTER_MIX[unit]} counters exist")


def _check_active(scenario: Scenario) -> None:
    """Raise ValueError unless each active power has a supreme leader and a goal, and all names in goals exist."""
    leaders = {leader.name for power in scenario.powers for leader in power.leaders}
    leaders |= {consul.name for power in scenario.powers for consul in power.consuls}
    known = {"province": scenario.provinces_in_play, "leader": sorted(leaders)}
    for power in scenario.powers:
        if power.role == "active" and not power.goals:
            raise ValueError(f"{power.name} has no goals, and an active power needs one at least (4.4)")
        if power.role == "active" and not any(leader.supreme for leader in power.leaders):
            raise ValueError(f"{power.name} has no supreme leader (3.32)")
        if power.consuls and "consuls" not in scenario.special:
            raise ValueError(f"{power.name} has a pool of consuls, but the special rule 'consuls' is not in force")
        for goal in power.goals:
            _named(goal.names, known.get(goal.goal, goal.names), f"a goal of {power.name}")


@cache
def scenario(name: str) -> Scenario:
    """Return a scenario by the name of its file, such as ``second_punic_war``; ``SCENARIOS`` are the game's own.

    Your own scenarios go into ``roma_victrix/scenarios`` under the folder that ``GAMEKIT_DATA`` names. ValueError gives
    file, key and reason.

    >>> punic = scenario("second_punic_war")
    >>> [power.name for power in punic.player_powers(4)]
    ['Rome', 'Aegyptus', 'Seleucid', 'Carthage']
    """
    if re.sub(r"[\s\-]+", "_", str(name).strip()).lower() in SCENARIOS:
        name = re.sub(r"[\s\-]+", "_", name.strip()).lower()
    file = f"{t.GAME}/scenarios/{name}.toml"
    if not (NAME.fullmatch(str(name)) and data_files.exists(file)):
        raise ValueError(f"there is no scenario {short_repr(name)}; the game's own are {', '.join(SCENARIOS)}")
    try:
        found: Scenario = structure(Scenario, data_files.toml_table(file), allow_missing=True)
    except data_files.DataError:
        raise
    except ValueError as error:
        raise data_files.DataError(f"{file}: {error}") from None
    return found


def sources_of(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Yield (entry, source) for a scenario, its powers, leaders, stacks and goals."""
    yield "scenario", scenario.source
    for row in scenario.new_units:
        yield f"new_units - {row.warbands}", row.source
    for power in scenario.powers:
        yield power.name, power.source
        for leader in power.leaders:
            yield f"{power.name} - {leader.name}", leader.source
        for stack in power.stacks:
            yield f"{power.name} - {stack.province}", stack.source
        for goal in power.goals:
            yield f"{power.name} - {goal.goal} {', '.join(goal.names) or goal.number}", goal.source
        for consul in power.consuls:
            yield f"{power.name} - {consul.name}", consul.source


JUDGED_IN: Final = (  # the files with judged rows
    *("units", "unit_aliases", "costs", "percentage_table", "attrition", "rulings", "barbari_incognita", "ready"),
    *("provinces", "seas", "links", "powers", "card_times", "counters", "power_signs", "signs", "map_drawing"),
    "name_aliases",
)
KEY_COLUMNS: Final = {"attrition": 3, "links": 2, "map_drawing": 5}  # number of columns that identify a row, if not one
TABLES_BASIS: Final = (
    *t.judged_note(t.UNITS["BI"].source, f"{t.GAME}.judged.reduced_strength"),
    *t.judged_note(t.COSTS["LGN"].source, f"{t.GAME}.judged.costs"),
    *t.judged_note(t.MARKERS[0].source, f"{t.GAME}.judged.markers"),
)


@dataclass(frozen=True, slots=True)
class JudgedValue:
    """A judged row: figures of a data file that the rulebook does not give, so that we chose them, and the reason."""

    file: str
    row: str
    reason: str


def _rows(scenarios: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (file, row, source) for every row of the tables and of these scenarios that may be judged."""
    for name in JUDGED_IN:
        for row in csv.DictReader(data_files.text(f"{t.GAME}/{name}.csv").splitlines()):
            yield f"{name}.csv", " - ".join(list(row.values())[: KEY_COLUMNS.get(name, 1)]), row["source"]
    for name in scenarios:
        for entry, source in sources_of(scenario(name)):
            yield f"scenarios/{name}.toml", entry, source


def basis_of(name: str, rulings: Mapping[str, str], places: Collection[str]) -> Basis:
    """Return the basis of a position of a scenario: the readings taken, the judged tables, and the judged rows of the
    occupied provinces, the links between them, the scenario and its powers."""
    readings = [t.ruling_basis(each, rulings.get(each)) for each in t.RULINGS]
    powers = {power.name for power in scenario(name).powers}
    rows = [f"{row.file}: {row.row}" for row in _judged(name) if _matters(row, name, powers, places)]
    return join_bases(*readings, t.PERCENTAGE_BASIS, TABLES_BASIS, GEOGRAPHY_BASIS, rows)


def _matters(row: JudgedValue, name: str, powers: Collection[str], places: Collection[str]) -> bool:
    if row.file.startswith("scenarios/"):
        return row.file == f"scenarios/{name}.toml"
    within = {"provinces.csv": places, "links.csv": places, "powers.csv": powers}.get(row.file, ())
    return all(part in within for part in row.row.split(" - "))


def judged_values() -> tuple[JudgedValue, ...]:
    """Return every judged row of the game's data: figures that the rulebook does not give, with the reason for each.

    >>> [row for row in judged_values() if row.row == "Cisalpina - Raetia"]
    [JudgedValue(file='links.csv', row='Cisalpina - Raetia', reason='Alps (Brenner)')]
    """
    return _judged(*SCENARIOS)


@cache
def _judged(*scenarios: str) -> tuple[JudgedValue, ...]:
    parts = ((file, row, source.partition("judged:")) for file, row, source in _rows(scenarios))
    return tuple(JudgedValue(file, row, reason.strip()) for file, row, (_, found, reason) in parts if found)
