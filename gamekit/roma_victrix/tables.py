"""The printed figures of Roma Victrix as records; the only file that reads data."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from gamekit.probability.distribution import Basis
from gamekit.storage import data_files
from gamekit.text.translation import note

GAME: Final = "roma_victrix"
Side = Literal["attacker", "defender"]
SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")
OTHER: Final[dict[Side, Side]] = {"attacker": "defender", "defender": "attacker"}
RULED: Final = {  # what a ruling may say, the judged reading first
    "siege_cavalry": ("yes", "no"),
    "siege_garrison": ("yes", "no"),
    "cargo": ("capacity", "step"),
    "activation": ("11.13", "3.9"),
    "attrition": ("A", "B"),
    "warbands": ("infantry", "cavalry"),
    "naval_leader": ("5.72", "3.34"),
    "piracy": ("0", "1", "2", "3", "4", "5", "6"),
    "sea_cargo": ("step", "capacity"),
    "commit": ("chosen", "all"),
    "withdrawn_garrison": ("replaced", "fights"),
    "passage": ("asked", "never"),
    "interceptors": ("seats", "rating"),
    "capital_distance": ("areas", "land"),
    "fallen_patron": ("neutral", "conqueror"),
    "beaten_attacker": ("back", "barred"),
    "victory_percent": ("own", "all"),
    "region_goal": ("all", "majority"),
    "economic_order": ("segments", "powers"),
    "sea_points": ("all", "areas"),
    "sack": ("10.34", "7.8"),
    "storms": ("once", "each"),
    "odd_reduced": ("one", "half"),
    "pillage": ("occupied", "conquered"),
    "wiped_out": ("nobody", "5.31"),
    "beaten_alone": ("5.31", "stands"),
    "withdrawal_strait": ("open", "barred"),
    "client_supply": ("friendly", "patron"),
    "markers_aside": ("aside", "back"),
    "ally_units": ("11.16", "9.54"),
    "port_attrition": ("ports", "land"),
    "beaten_garrison": ("11b", "10.57"),
    "retreat_bar": ("neutrals", "11d", "settled"),
    "new_fleets": ("chosen", "first"),
    "lost_capital": ("shut", "open"),
    "admiral_lost": ("haven", "lost"),
    "besieged_province": ("10.14", "capital"),
    "garrison_leader": ("none", "counts"),
    "naval_attempts": ("once", "again"),
    "invader": ("counted", "apart"),
    "warband_command": ("people",),
    "client_units": ("any", "capital"),
    "rebels": ("gone", "stay"),
    "pillagers": ("cards", "all"),
    "tie_break": ("controlled", "own"),
    "barbarian_way": ("any", "enemies"),
    "besieged_capital": ("10.23", "7.1"),
    "taken_capital": ("replaced",),
    "persian_capital": ("9.63", "leader"),
    "conversion_port": ("any", "friendly"),
    "court": ("0", "5"),
    "raid_marker": ("stays", "lost"),
    "beaten_leaders": ("one", "each"),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of counter: its combat strength points (CSP) on each face."""

    unit: str
    kind: str  # land, sea or marker
    full: int
    reduced: int | None
    cavalry: bool
    most: int | None
    option: str
    source: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a unit costs in revenue points."""

    unit: str
    create: int
    rebuild: int
    source: str


@dataclass(frozen=True, slots=True)
class PrintedLoss:
    """A loss that the rulebook states."""

    csp: int
    percent: int
    loss: int
    source: str


@dataclass(frozen=True, slots=True)
class Attrition:
    """A cell of the attrition table; 0 per cent is NE."""

    variant: str
    leader: int
    die: int
    percent: int
    source: str


@dataclass(frozen=True, slots=True)
class RollFaces:
    """A die that succeeds on these faces."""

    roll: str
    faces: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Activation:
    """On how many faces a supreme leader calls an ally or a client."""

    leader: int
    faces: int
    by_definition: int
    source: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on an event card."""

    card: str
    figure: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class Named:
    """A number that a rule states."""

    figure: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class InterceptionRule:
    """Who may be intercepted."""

    target: str
    allowed: bool
    source: str


@dataclass(frozen=True, slots=True)
class WayRow:
    """A way that a withdrawal or a retreat may take, or may not."""

    move: str
    way: str
    allowed: bool
    source: str


@dataclass(frozen=True, slots=True)
class CityStep:
    """A capital's revenue at a number of CSP."""

    kind: str
    csp: int
    revenue: int
    source: str


@dataclass(frozen=True, slots=True)
class Sack:
    """What a captured capital gives."""

    kind: str
    plunder: int
    treasury_share: Fraction
    occupied_revenue: int
    source: str


@dataclass(frozen=True, slots=True)
class Operation:
    """What an action costs in operations points (OP)."""

    action: str
    cost: int
    source: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A Barbari Incognita marker: warbands on its back, and how many such markers there are."""

    warbands: int
    copies: int
    source: str


@dataclass(frozen=True, slots=True)
class Counters:
    """How many counters of a kind one player has: the mix that nobody may exceed (9.0)."""

    unit: str
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class Horse:
    """The share of a power's cavalry that is heavy (17.1)."""

    power: str
    percent: int
    source: str


@dataclass(frozen=True, slots=True)
class LevyLimit:
    """How many units of a kind a province may raise, and who may raise new ones."""

    unit: str
    most: int
    new_by: str
    islands: bool
    source: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a full fleet may become."""

    unit: str
    reduced: bool
    roman_only: bool
    source: str


@dataclass(frozen=True, slots=True)
class RetreatRule:
    """Whether a beaten force must retreat when it does not stay, whether it may, and how far it may go by choice."""

    circumstance: str
    need: bool
    may: bool
    provinces: int
    source: str

    @property
    def eliminated(self) -> bool:
        """Beaten, it has to go and cannot."""
        return self.need and not self.may


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the sources are read where they are silent or say two things."""

    ruling: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Example:
    """A combat that the rulebook plays out: dice and losses attacker's first, the split raise first."""

    name: str
    attacker: str
    attacker_leader: int
    attacker_name: str
    defender: str
    defender_leader: int
    defender_name: str
    dice: tuple[int, ...]
    split: tuple[int, ...]
    printed: tuple[str, ...]
    losses: tuple[int, ...]
    attacker_left: str
    defender_left: str
    source: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A position to begin with on a board: a fight at sea or a siege."""

    name: str
    at: str
    attacker: str
    attacker_leader: int
    attacker_name: str
    defender: str
    defender_leader: int
    defender_name: str
    capital: int | None
    major: bool | None
    treasury: int | None
    operations: int | None
    source: str


def _percentages(name: str) -> tuple[tuple[tuple[int, ...], ...], str]:
    """Return the percentage table, a row for each CSP from 0, a column for each five per cent from 0; and its
    source."""
    lines = csv.reader(data_files.text(name).splitlines())
    header = next(lines, [])
    columns = [f"p{percent}" for percent in range(5, 101, 5)]
    if header[:21] != ["csp", *columns]:
        raise data_files.DataError(f"{name}:1: the columns should be csp, {', '.join(columns)}, source")
    table: list[tuple[int, ...]] = [(0,) * 21]
    source = ""
    for cells in lines:
        try:
            row = tuple(map(int, cells[:21]))
        except ValueError:
            raise data_files.DataError(f"{name}:{lines.line_num}: CSP and losses should be whole numbers") from None
        if len(row) != 21 or row[0] != len(table):
            raise data_files.DataError(f"{name}:{lines.line_num}: this should be the row for {len(table)} CSP")
        if row[-1] != row[0]:
            raise data_files.DataError(
                f"{name}:{lines.line_num}: at 100 per cent all {row[0]} CSP are lost, not {row[-1]}"
            )
        table.append((0, *row[1:]))
        source = source if source.startswith("judged:") else "".join(cells[21:])
    if len(table) < 2:
        raise data_files.DataError(f"{name}: there is no row for 1 CSP")
    return tuple(table), source


def _rulings(name: str) -> dict[str, Ruling]:
    """Return the rulings by name; a value that nothing follows is refused."""
    found = {row.ruling: row for row in data_files.rows(Ruling, name)}
    for ruling, values in RULED.items():
        value = found[ruling].value if ruling in found else None
        if value not in values:
            raise data_files.DataError(f"{name}: the ruling {ruling} is {value!r}; it should be {' or '.join(values)}")
    return found


UNITS: Final = {unit.unit: unit for unit in data_files.rows(Unit, f"{GAME}/units.csv", key=("unit",))}
COSTS: Final = {cost.unit: cost for cost in data_files.rows(Cost, f"{GAME}/costs.csv", key=("unit",))}
LOSSES, LOSSES_SOURCE = _percentages(f"{GAME}/percentage_table.csv")
PRINTED: Final = data_files.rows(PrintedLoss, f"{GAME}/percentage_printed.csv")
ATTRITION: Final = {
    (cell.variant, cell.leader, cell.die): cell
    for cell in data_files.rows(Attrition, f"{GAME}/attrition.csv", key=("variant", "leader", "die"))
}
ROLLS: Final = {roll.roll: roll for roll in data_files.rows(RollFaces, f"{GAME}/rolls.csv", key=("roll",))}
ACTIVATION: Final = {row.leader: row for row in data_files.rows(Activation, f"{GAME}/activation.csv", key=("leader",))}
CARDS: Final = {
    (figure.card, figure.figure): figure.value
    for figure in data_files.rows(Figure, f"{GAME}/cards.csv", key=("card", "figure"))
}
FIGURES: Final = {row.figure: row.value for row in data_files.rows(Named, f"{GAME}/figures.csv", key=("figure",))}
INTERCEPTIONS: Final = {
    row.target: row for row in data_files.rows(InterceptionRule, f"{GAME}/interceptions.csv", key=("target",))
}
WAYS: Final = {(row.move, row.way): row for row in data_files.rows(WayRow, f"{GAME}/ways.csv", key=("move", "way"))}
REVENUE: Final = {
    (city.kind, city.csp): city.revenue
    for city in data_files.rows(CityStep, f"{GAME}/capitals.csv", key=("kind", "csp"))
}
SACK: Final = {sack.kind: sack for sack in data_files.rows(Sack, f"{GAME}/sack.csv", key=("kind",))}
OPERATIONS: Final = {
    action.action: action for action in data_files.rows(Operation, f"{GAME}/operations.csv", key=("action",))
}
MARKERS: Final = data_files.rows(Marker, f"{GAME}/barbari_incognita.csv", key=("warbands",))
COUNTER_MIX: Final = {row.unit: row.count for row in data_files.rows(Counters, f"{GAME}/counters.csv")}
HEAVY_CAVALRY: Final = {
    horse.power: horse.percent for horse in data_files.rows(Horse, f"{GAME}/heavy_cavalry.csv", key=("power",))
}
LEVY: Final = data_files.rows(LevyLimit, f"{GAME}/levy.csv", key=("unit",))
CONVERSIONS: Final = data_files.rows(Conversion, f"{GAME}/conversion.csv", key=("unit",))
RETREATS: Final = {
    row.circumstance: row for row in data_files.rows(RetreatRule, f"{GAME}/retreats.csv", key=("circumstance",))
}
RULINGS: Final = _rulings(f"{GAME}/rulings.csv")
READY: Final = data_files.rows(Ready, f"{GAME}/ready.csv")
EXAMPLES: Final = data_files.rows(Example, f"{GAME}/combats.csv")

FULL_CITY: Final = {kind: max(csp for k, csp in REVENUE if k == kind) for kind in SACK}
RATINGS: Final = range(5)  # 0: no leader (3.31 gives 1 to 4)
FACES: Final = range(1, 7)


def judged_note(source: str, key: str) -> Basis:
    """Return the note that a figure is judged, while its source says so: a reader's own figure needs none."""
    return (note(key),) if "judged:" in source else ()


def ruling(name: str, taken: str | None = None) -> Basis:
    """Return the note on the reading taken: judged, or another one; a reader's own ruling needs none."""
    row = RULINGS[name]
    value = taken or row.value
    if value == row.value and "judged:" not in row.source:
        return ()
    return (note(f"{GAME}.{'judged' if value == RULED[name][0] else 'other_reading'}.{name}"),)


PERCENTAGE_BASIS: Final[Basis] = ("3.72", *judged_note(LOSSES_SOURCE, "roma_victrix.judged.percentage"))
