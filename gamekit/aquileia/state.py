"""A position of Aquileia and the actions that change it: values only, no rules.

Open information is one value, ``Table``; ``State`` adds the hidden part. A player's
``View`` is the table with that player's own cards, so nothing else can leak.
Seats are numbered clockwise from 0 in the order of ``names``; -1 means nobody."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, FIELDS, SETUP, STADIUM, START, THEATRE, Purse
from gamekit.aquileia.tables import GEAR as GEAR_DECK
from gamekit.aquileia.tables import SLAVES as SLAVE_DECK

NOBODY = -1
NOTHING = Purse()


class Step(StrEnum):
    """The kinds of task on the agenda: decisions, rolls, draws and automatic steps."""

    PLACE = "place"
    ACT = "act"
    DOLUS = "dolus"
    PECUNIA = "pecunia"
    EQUI = "equi"
    GEAR = "gear"
    SERVI = "servi"
    SLAVE = "slave"
    POTENTIA = "potentia"
    REFILL = "refill"
    CONTEST = "contest"
    RED = "red"
    CARDS = "cards"
    BLUE = "blue"
    BLUE_ROLL = "blue roll"
    RANK = "rank"
    PRIZE = "prize"
    LOOK = "look"
    LAUREL = "laurel"
    REVEAL = "reveal"
    BID = "bid"
    FORUM = "forum"
    LATRO = "latro"
    HARBOUR = "harbour"
    CLEAR = "clear"
    DISCARD = "discard"
    TURN_UP = "turn up"
    SCORE = "score"


_MARKET = (Step.DOLUS, Step.PECUNIA, Step.EQUI, Step.GEAR, Step.SERVI, Step.SLAVE, Step.REFILL)
_DISTRICTS = dict.fromkeys(_MARKET, "mercatus") | {
    Step.PRIZE: "arena", Step.LOOK: "stadium", Step.LAUREL: "stadium", Step.REVEAL: "theatrum", Step.BID: "theatrum",
    Step.FORUM: "forum", Step.LATRO: "portus", Step.HARBOUR: "portus",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Task:
    """One task of the agenda: its step, its player, and the field, slot or number concerned."""

    step: Step
    seat: int = NOBODY
    about: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Fighter:
    """A player in the arena or the race; ``side`` is the coin whose faces count (bronze in the arena)."""

    seat: int
    base: int
    side: str
    red: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()

    @property
    def strength(self) -> int:
        """Field values, faces of one's metal and cards (4.1 to 4.4)."""
        faces = self.red.count(self.side) + self.blue.count(self.side)
        return self.base + faces + sum(CARDS[card].strength for card in self.cards)


@dataclass(frozen=True, slots=True)
class Auction:
    """The sale of a theatre laurel: ``waiting`` are the seats still bidding, the next to speak first."""

    laurel: str
    placer: int
    waiting: tuple[int, ...]
    bid: Purse = NOTHING
    bidder: int = NOBODY


@dataclass(frozen=True, slots=True)
class FinalScore:
    """A player's final count: points won on the way, laurel points, villa points, colours chosen."""

    won: int
    laurels: int
    villas: int
    colours: tuple[str, ...]

    @property
    def total(self) -> int:
        """The player's final victory points."""
        return self.won + self.laurels + self.villas


@dataclass(frozen=True, slots=True)
class Table:
    """The open information, seen by all players."""

    names: tuple[str, ...]
    agenda: tuple[Task, ...]
    purses: tuple[Purse, ...]
    points: tuple[int, ...]
    shown: tuple[tuple[str, ...], ...]  # theatre laurels by seat
    blue_dice: str = "together"
    tie_breaker: str = "leftmost"
    round: int = 1
    start: int = 0
    placed: tuple[int, ...] = (NOBODY,) * len(FIELDS)
    track: tuple[int, ...] = (NOBODY,) * SETUP["tie_places"]
    harbour: tuple[bool, ...] = (False,) * len(COINS)  # whether a coin lies on the bronze, silver, gold field
    owners: tuple[int, ...] = (NOBODY,) * len(BUILDINGS)
    row: tuple[str, ...] = ("",) * SETUP["row"]
    face_up: str = ""  # the open stadium laurel
    potentia: int = NOBODY
    blue: int = 0  # blue dice that the holder has not thrown yet
    contest: str = ""
    fighters: tuple[Fighter, ...] = ()
    auction: Auction | None = None
    gear_discards: tuple[str, ...] = ()
    slave_discards: tuple[str, ...] = ()
    scores: tuple[FinalScore, ...] = ()

    @property
    def current_task(self) -> Task:
        """The first task of the agenda; IndexError if the game is over."""
        return self.agenda[0]

    @property
    def current_district(self) -> str:
        """The district at work, "" while pieces are placed."""
        return self.contest or (_DISTRICTS.get(self.current_task.step, "") if self.agenda else "")

    def turn_order(self) -> tuple[int, ...]:
        """Return the seats in turn order, clockwise from the start player."""
        return tuple((self.start + turn) % len(self.names) for turn in range(len(self.names)))

    def seat_on_field(self, field: str) -> int:
        """Return the seat whose henchman is on a field, or NOBODY."""
        return self.placed[FIELD_INDEX[field]]

    def tie_breaker_place(self, seat: int) -> int:
        """Return the place of a player's tie-breaker, from 1; 0 while it is not placed."""
        return self.track.index(seat) + 1 if seat in self.track else 0

    def buildings(self, seat: int) -> tuple[str, ...]:
        """Return the names of the buildings with a player's house."""
        return tuple(name for name, owner in zip(BUILDINGS, self.owners) if owner == seat)

    def henchmen_left(self, seat: int) -> int:
        """Return how many henchmen a player still has off the board."""
        return SETUP["henchmen"] - self.placed.count(seat)


@dataclass(frozen=True, slots=True)
class State:
    """A position: the open table, and what is hidden: hands, stadium laurels, decks (in no order)."""

    table: Table
    hands: tuple[tuple[str, ...], ...]
    laurels: tuple[tuple[str, ...], ...]
    gear: tuple[str, ...] = tuple(sorted(GEAR_DECK))
    slaves: tuple[str, ...] = tuple(sorted(SLAVE_DECK))
    stadium: tuple[str, ...] = tuple(sorted(STADIUM))
    theatre: tuple[str, ...] = tuple(sorted(THEATRE))
    offered: tuple[str, ...] = ()  # the two stadium laurels that the winner of the race chooses from


@dataclass(frozen=True, slots=True)
class View:
    """A player's view: the table, the own hand and laurels; of the slave cards only how many
    can still be drawn, counted up to three."""

    player: str
    seat: int
    table: Table
    hand: tuple[str, ...]
    laurels: tuple[str, ...]
    offered: tuple[str, ...]
    slave_stock: int


@dataclass(frozen=True, slots=True)
class Place:
    """Action: put a henchman on an action field; on one of the harbour with the coin that it names (2.2, 2.5)."""

    field: str


@dataclass(frozen=True, slots=True)
class TieBreaker:
    """Action: the player puts his tie-breaker on a place of the tie-breakers' track, from 1 (2.3)."""

    place: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Action: decline, or stop: no (more) henchman, exchange, purchase, card, bid, building, payment."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the faces rolled, bronze first."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the card or laurel drawn."""

    card: str


@dataclass(frozen=True, slots=True)
class Change:
    """Action: exchange coins at the bank (3.2)."""

    give: Purse
    get: Purse


@dataclass(frozen=True, slots=True)
class Buy:
    """Action: buy ``cards`` cards at the field that is resolved: a card of equipment, or up to three slaves (3.3,
    3.4)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Play:
    """Action: play a card in the arena or the race (4.3, 5.3)."""

    card: str


@dataclass(frozen=True, slots=True)
class Blue:
    """Action: throw ``dice`` blue dice (4.4, 5.4)."""

    dice: int


@dataclass(frozen=True, slots=True)
class Take:
    """Action: choose a prize, ``points`` or ``slave`` in the arena, one of the two laurels after a race (4.6, 5.5)."""

    prize: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Action: bid these coins: the very coins of the highest bid and one coin more (6.1)."""

    coins: Purse


@dataclass(frozen=True, slots=True)
class Build:
    """Action: build, paying these slave cards besides the coins (7.2)."""

    building: str
    slaves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """Action: pay a harbour field's coin again, which the thief took, to activate it; ``Pass`` forgoes it (8.2)."""


Action: TypeAlias = Place | TieBreaker | Pass | Roll | Draw | Change | Buy | Play | Blue | Take | Bid | Build | Pay
FIELD_INDEX = {name: index for index, name in enumerate(FIELDS)}
DEFAULT_NAMES = ("Stefan", "Walter", "Giorgio", "Kiko")


def new_table(names: tuple[str, ...], agenda: tuple[Task, ...], blue_dice: str, tie_breaker: str) -> Table:
    """Return the table at set-up: each player with the starting coins and no points (1.4)."""
    count = len(names)
    return Table(names, agenda, (START,) * count, (0,) * count, ((),) * count, blue_dice, tie_breaker)
