"""The printed figures of Aquileia as records: coins, cards, laurels, action fields, buildings, prizes.

Figures that the sources do not give are our judgement; ``judged_values()`` lists them with the reasons. Put a
corrected copy of a file into a folder and name that folder in ``GAMEKIT_DATA``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, reduce
from typing import Any

from gamekit.probability.distribution import Number, python_number
from gamekit.storage import data_files
from gamekit.storage.serialization import short_repr
from gamekit.text.piece_list import parse_values
from gamekit.text.translation import TranslatableText, note
from gamekit.text.validation import require_type

COINS = ("bronze", "silver", "gold")
COLOURS = ("white", "blue", "yellow", "purple")
DISTRICTS = ("mercatus", "arena", "stadium", "theatrum", "forum", "portus")
CONTESTS = ("arena", "stadium")


def require_known(what: str, name: Any, names: Iterable[Any]) -> Any:
    """Return the one of ``names`` that is meant, in any case; ValueError with near ones if none is."""
    choices = tuple(names)
    meant = [choice for choice in choices if str(choice).casefold() == str(name).casefold()]
    if name in choices or len(meant) == 1:
        return name if name in choices else meant[0]
    near = get_close_matches(str(name), [str(choice) for choice in choices], 3, 0.5)
    raise ValueError(
        f"no {what} {short_repr(name)}; "
        + (f"did you mean {' or '.join(near)}?" if near else f"there are {_list(choices)}")
    )


def _list(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names))


def require_coin(kind: str) -> str:
    """Return the coin kind if it is one, or raise ValueError.

    >>> require_coin("gold")
    'gold'
    >>> require_coin("golden")
    Traceback (most recent call last):
    ValueError: no coin kind 'golden'; did you mean gold?
    """
    return str(require_known("coin kind", kind, COINS))


def coin_note(kind: str) -> TranslatableText:
    """Return the name of a coin kind, translatable."""
    return note(f"aquileia.board.coin.{kind}")


def _two(one: str, other: str) -> TranslatableText:
    return note("aquileia.board.two", one=one, other=other)


@dataclass(frozen=True, slots=True, init=False)
class Purse:
    """Coins by kind: a multiset, never a sum, since no kind stands for another (1.3).

    >>> Purse(bronze=2, gold=1) + Purse(silver=1)
    Purse(bronze=2, silver=1, gold=1)
    >>> Purse(bronze=2) - Purse(bronze=1, gold=1)
    Traceback (most recent call last):
    ValueError: 2 bronze cannot pay 1 bronze, 1 gold: 1 gold missing
    """

    bronze: int
    silver: int
    gold: int

    def __init__(self, bronze: int = 0, silver: int = 0, gold: int = 0, **other: int) -> None:
        for kind in other:
            require_coin(kind)
        for kind, count in zip(COINS, (bronze, silver, gold)):
            if type(count) is not int:
                count = python_number(count)
            if type(count) is not int or count < 0:
                raise ValueError(f"{count!r} {kind} coins; give a whole number from 0 up of each kind: Purse(silver=2)")
            object.__setattr__(self, kind, count)

    @classmethod
    def of(cls, *kinds: str) -> Purse:
        """Return a purse from its coins one by one.

        >>> Purse.of("bronze", "gold", "bronze")
        Purse(bronze=2, silver=0, gold=1)
        """
        for kind in kinds:
            require_coin(kind)
        return cls(*(kinds.count(kind) for kind in COINS))

    def __add__(self, other: Purse) -> Purse:
        return Purse(self.bronze + other.bronze, self.silver + other.silver, self.gold + other.gold)

    def __sub__(self, other: Purse) -> Purse:
        """Return the coins left after an exact payment; ValueError names the missing ones."""
        if short := self.missing_to_pay(other):
            raise ValueError(f"{self} cannot pay {other}: {short} missing")
        return Purse(self.bronze - other.bronze, self.silver - other.silver, self.gold - other.gold)

    def __bool__(self) -> bool:
        return bool(self.bronze or self.silver or self.gold)

    def __str__(self) -> str:
        """Return the coins in words, as a translatable note."""
        held = [
            note("aquileia.board.coins", count=count, kind=coin_note(kind)) for kind, count in self.items() if count
        ]
        return reduce(_two, held) if held else note("aquileia.board.no_coin")

    def items(self) -> tuple[tuple[str, int], ...]:
        """Return each kind with its number, bronze to gold."""
        return (("bronze", self.bronze), ("silver", self.silver), ("gold", self.gold))

    def covers(self, other: Purse) -> bool:
        """Return whether the purse holds at least the other's coins of each kind."""
        return self.bronze >= other.bronze and self.silver >= other.silver and self.gold >= other.gold

    def missing_to_pay(self, cost: Purse) -> Purse:
        """Return the coins of the other purse that this one lacks."""
        return Purse(*(max(0, asked - held) for (_, asked), (_, held) in zip(cost.items(), self.items())))


def require_purse(value: Any, name: str = "the purse") -> Purse:
    """Return the value if it is a purse, or raise ValueError."""
    found: Purse = require_type(value, Purse, name, "a Purse, such as Purse(silver=2)")
    return found


ONE = {kind: Purse.of(kind) for kind in COINS}


@dataclass(frozen=True, slots=True)
class BuildingCost:
    """The cost of a building: exact coins, and a least number of slaves (7.2)."""

    bronze: int = 0
    silver: int = 0
    gold: int = 0
    slaves: int = 0

    def __post_init__(self) -> None:
        for thing in fields(self):
            if type(count := getattr(self, thing.name)) is not int or count < 0:
                raise ValueError(f"a cost of {count!r} {thing.name}; it should be a whole number from 0")

    @property
    def coin_cost(self) -> Purse:
        return Purse(self.bronze, self.silver, self.gold)


@dataclass(frozen=True, slots=True)
class Card:
    """A slave, horse or weapon card design and how many there are (1.1)."""

    kind: str
    strength: int
    count: int
    source: str

    @property
    def name(self) -> str:
        return f"{self.kind} {self.strength}"


@dataclass(frozen=True, slots=True)
class Laurel:
    """A laurel card: a colour, a choice of two, or points (1.1)."""

    place: str
    name: str
    colours: tuple[str, ...]
    points: int
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class ActionField:
    """A field for one henchman (2.2): its district, and what its action gives or costs."""

    name: str
    district: str
    strength: int
    coin: str
    cards: int
    builds: int
    scores: bool
    source: str


@dataclass(frozen=True, slots=True)
class Building:
    """A villa, workshop or private bank of the forum: cost, printed points, income."""

    name: str
    kind: str
    colour: str
    points: int
    bronze: int
    silver: int
    gold: int
    slaves: int
    income_bronze: int
    income_silver: int
    income_gold: int
    source: str

    @property
    def cost(self) -> BuildingCost:
        return BuildingCost(self.bronze, self.silver, self.gold, self.slaves)

    @property
    def coin_cost(self) -> Purse:
        return Purse(self.bronze, self.silver, self.gold)

    @property
    def income(self) -> Purse:
        """The coins of a private bank when it is activated (8.2)."""
        return Purse(self.income_bronze, self.income_silver, self.income_gold)


@dataclass(frozen=True, slots=True)
class BankExchange:
    """An exchange that the bank offers, of one coin or several (3.2)."""

    give: tuple[str, ...]
    get: tuple[str, ...]
    source: str

    def __post_init__(self) -> None:
        if not self.give or not self.get:
            raise ValueError("an exchange gives coins and gets coins, such as bronze;bronze for gold")
        Purse.of(*self.give, *self.get)


@dataclass(frozen=True, slots=True)
class Prize:
    """The coins for a rank in a contest (4.6, 5.5)."""

    contest: str
    rank: int
    coins: int
    source: str


@dataclass(frozen=True, slots=True)
class _Number:
    key: str
    number: int
    source: str


@dataclass(frozen=True, slots=True)
class _WorthRow:
    thing: str
    worth: Fraction
    source: str


@dataclass(frozen=True, slots=True)
class _Entrant:
    ready: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of an unclear clause, and the reason."""

    key: str
    choice: str
    source: str


SETUP = {row.key: row.number for row in data_files.csv_records(_Number, "aquileia/setup.csv", unique_key=("key",))}
START = Purse(*(SETUP[kind] for kind in COINS))
CARDS = {
    card.name: card for card in data_files.csv_records(Card, "aquileia/cards.csv", unique_key=("kind", "strength"))
}
_COUNTS = {"equi": 3, "servi": 3, "arena": 3, "gold": 3, "silver": 3, "forum": 5}
_SPACES = (
    *("dolus", "pecunia", "potentia", "theatrum", "latro", *(f"portus {kind}" for kind in COINS)),
    *(f"{name} {number}" for name, count in _COUNTS.items() for number in range(1, count + 1)),
)
FIELDS = {
    field.name: field for field in data_files.csv_records(ActionField, "aquileia/fields.csv", unique_key=("name",))
}
if strange := set(FIELDS) ^ set(_SPACES):
    raise data_files.DataError(
        f"aquileia/fields.csv: {', '.join(sorted(strange))} should {'not ' * bool(strange & set(FIELDS))}be there; "
        f"the board has {len(_SPACES)} fields, whose numbers may be changed, not their names"
    )
BUILDINGS = {building.name: building for building in data_files.csv_records(Building, "aquileia/buildings.csv")}
PRICES = {name: building.coin_cost for name, building in BUILDINGS.items()}
_SWAPS = data_files.csv_records(BankExchange, "aquileia/exchanges.csv")
EXCHANGES = tuple((Purse.of(*row.give), Purse.of(*row.get)) for row in _SWAPS)
EXCHANGES_JUDGED = any("judged:" in row.source for row in _SWAPS)
READINGS = {row.key: row for row in data_files.csv_records(Reading, "aquileia/readings.csv", unique_key=("key",))}
_LAURELS = data_files.csv_records(Laurel, "aquileia/laurels.csv", unique_key=("place", "name"))
LAURELS = {laurel.name: laurel for laurel in _LAURELS}
_PRIZES = {
    (row.contest, row.rank): row.coins
    for row in data_files.csv_records(Prize, "aquileia/prizes.csv", unique_key=("contest", "rank"))
}
PLAIN = {
    row.thing: float(row.worth)
    for row in data_files.csv_records(_WorthRow, "aquileia/plain.csv", unique_key=("thing",))
}
_WORTH = {
    row.thing: row.worth for row in data_files.csv_records(_WorthRow, "aquileia/worth.csv", unique_key=("thing",))
}

SLAVES = tuple(name for name, card in CARDS.items() if card.kind == "slave" for _ in range(card.count))
GEAR = tuple(name for name, card in CARDS.items() if card.kind != "slave" for _ in range(card.count))
STADIUM = tuple(laurel.name for laurel in _LAURELS if laurel.place == "stadium" for _ in range(laurel.count))
THEATRE = tuple(laurel.name for laurel in _LAURELS if laurel.place == "theatre" for _ in range(laurel.count))


def prize_coins(contest: str, rank: int) -> int:
    """Return the coins that a rank, 1 for the winner, earns in the arena or the stadium (4.6, 5.5).

    >>> [prize_coins("arena", rank) for rank in (1, 2, 3, 4)]
    [3, 2, 1, 0]
    """
    require_type(rank, int, "the rank", "a whole number, 1 for the winner")
    return _PRIZES.get((require_known("contest", contest, CONTESTS), rank), 0)


def adds_strength(card: str, contest: str, side: str | None = None) -> bool:
    """Return whether a card adds strength: slaves and weapons in the arena, horses of one's metal in a race
    (4.3, 5.3)."""
    kind = CARDS[card].kind
    return kind in ("slave", "weapon") if contest == "arena" else kind == f"{side} horse"


def parse_cards(text: str) -> tuple[str, ...]:
    """Return the cards of a typed list. ValueError for an unknown card, with near names.

    >>> parse_cards("2x Slave 1, weapon 3")
    ('slave 1', 'slave 1', 'weapon 3')
    """
    return tuple(parse_values(text, lambda piece: [require_known("card", piece.name.lower(), CARDS)] * piece.count))


def exact_number(number: Number) -> Fraction:
    """Return a number as a Fraction, a float by its decimal digits: 0.1 is a tenth.

    >>> exact_number(0.1), exact_number(2)
    (Fraction(1, 10), Fraction(2, 1))
    """
    try:
        number = python_number(number)
        return Fraction(str(number) if isinstance(number, float) else number)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{short_repr(number)} is not a number; give a finite one, such as 2 or 0.5") from None


@dataclass(frozen=True, slots=True)
class PointWorth:
    """The worth of coins, cards and laurels to a player in victory points; the defaults are our judgement.

    ``slave`` is a slave card as a prize, ``slave_strength`` one slave (or weapon, or horse) of a card in hand.

    >>> PointWorth(bronze=2).worth_of_coins(Purse(bronze=3, gold=1))
    Fraction(8, 1)
    """

    point: Number = _WORTH["point"]
    bronze: Number = _WORTH["bronze"]
    silver: Number = _WORTH["silver"]
    gold: Number = _WORTH["gold"]
    slave: Number = _WORTH["slave"]
    slave_strength: Number = _WORTH["slave_strength"]
    weapon_strength: Number = _WORTH["weapon_strength"]
    horse_strength: Number = _WORTH["horse_strength"]
    laurel_chosen: Number = _WORTH["laurel_chosen"]
    laurel_left: Number = _WORTH["laurel_left"]

    def __post_init__(self) -> None:
        for field in fields(self):
            value = python_number(getattr(self, field.name))
            if (
                isinstance(value, bool)
                or not isinstance(value, int | float | Fraction)
                or not 0 <= value < float("inf")
            ):
                raise ValueError(f"worth of {field.name} is {value!r}; give a number from 0 up")
            object.__setattr__(self, field.name, exact_number(value))

    def worth_of_coins(self, purse: Purse) -> Fraction:
        """Return the worth of a purse."""
        require_purse(purse)
        return Fraction(self.bronze * purse.bronze + self.silver * purse.silver + self.gold * purse.gold)

    def worth_of_card(self, name: str) -> Fraction:
        """Return the worth of a card kept in hand."""
        card = CARDS[require_known("card", name, CARDS)]
        each = {"slave": self.slave_strength, "weapon": self.weapon_strength}.get(card.kind, self.horse_strength)
        return Fraction(each * card.strength)


@dataclass(frozen=True, slots=True)
class JudgedValue:
    """A figure or reading that is our judgement, with its reason."""

    file: str
    what: str
    reason: str


@cache
def judged_values() -> tuple[JudgedValue, ...]:
    """Return all figures and readings in Aquileia's data that are our judgement; see ``GAMEKIT_DATA`` to replace them.

    >>> [entry.what for entry in judged_values() if entry.file == "fields.csv"][-1]
    'portus gold'
    """
    kinds: dict[str, tuple[type, str]] = {
        "setup.csv": (_Number, "key"),
        "fields.csv": (ActionField, "name"),
        "buildings.csv": (Building, "name"),
        "exchanges.csv": (BankExchange, "give get"),
        "worth.csv": (_WorthRow, "thing"),
        "plain.csv": (_WorthRow, "thing"),
        "contests.csv": (_Entrant, "ready name"),
        "readings.csv": (Reading, "key"),
    }
    found = []
    for file, (record, keys) in kinds.items():
        found_rows: tuple[Any, ...] = data_files.csv_records(record, f"aquileia/{file}")
        for row in found_rows:
            if "judged:" in row.source:
                named = [getattr(row, key) for key in keys.split()]
                what = " for ".join(map(" and ".join, named)) if keys == "give get" else " ".join(named)
                found.append(JudgedValue(file, what, row.source.split("judged:")[1].strip()))
    return tuple(found)


def is_judged(building: str) -> bool:
    """Return whether a building's cost or points are our judgement."""
    return "judged:" in BUILDINGS[building].source
