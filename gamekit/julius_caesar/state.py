"""The State of the whole game and the Action types: values without rules.

A State counts blocks, places, roads, cards and sides (see ``tables``), so that it is small and
hashes; sets of blocks are bit masks. Actions carry names. ``to_json`` writes a State in names as well."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from gamekit.julius_caesar import json_fields as w
from gamekit.julius_caesar.json_fields import NONE as NONE
from gamekit.julius_caesar.tables import BLOCK_NAMES, CARDS, PLACES
from gamekit.storage.serialization import JsonKey

Pair: TypeAlias = tuple[int, int]  # one number for Caesar, one for Pompey


class Phase(StrEnum):
    """The decision that comes next."""

    DEPLOY = "deploy"  # 5.3: the next city gets a block
    DEAL = "deal"  # chance: one card
    DISCARD = "discard"
    PLAY = "play"
    MOVE = "move"  # a block is taken, or the moves are done
    STEP = "step"  # where the block in hand goes
    VOYAGE = "voyage"  # the sea or port that the block in hand crosses to (6.3)
    MAIN = "main"  # 7.3: which road is the main attack
    LEVY = "levy"
    MUSTER = "muster"  # where the levied block appears
    JUPITER = "jupiter"
    DEFECT = "defect"  # the friendly city that a defector goes to
    DRAW = "draw"  # chance: the block that Jupiter turns
    VULCAN = "vulcan"
    BATTLE = "battle"  # player 1 names the next battle
    TURN = "turn"  # a block fires, retreats or passes
    FIRE = "fire"  # chance: the number of hits
    HIT = "hit"  # which of the strongest takes the hit
    RETREAT = "retreat"  # where the block in hand retreats
    REGROUP = "regroup"
    REGROUP_TO = "regroup to"
    HARBOUR = "harbour"  # 8.2: the port for the navis in hand
    SUPPLY = "supply"  # 8.3
    DISBAND = "disband"  # 8.5
    OVER = "over"
    # no decisions: the rules pass through these at once
    REVEAL = "reveal"
    COMMAND = "command"
    COMMANDED = "commanded"
    BATTLES = "battles"
    CLASH = "clash"
    TURN_OVER = "turn over"
    WINTER = "winter"
    PORTS = "ports"
    STORES = "stores"
    VERDICT = "verdict"
    YEAR_OVER = "year over"


@dataclass(frozen=True, slots=True)
class Command:
    """The moving player's remaining move and levy points, and the places, roads and seas used so far (6.0)."""

    moves: int = 0
    levies: int = 0
    opened: w.Places = ()  # the places whose group has its MP
    roads: w.Roads = ()  # every road taken, once a block
    seas: w.Places = ()  # crossed by amphibious moves: a navis stays in each (6.3)


@dataclass(frozen=True, slots=True)
class ComingBattle:
    """A battle still to be fought: place, attacker, and the origin of every block that moved in."""

    place: w.Place
    attacker: w.Side
    came: w.Came = ()  # (block, where from), responses included
    main: w.MaybePlace = NONE  # the origin of the main attack, once declared (7.3)


@dataclass(frozen=True, slots=True)
class OngoingBattle:
    """The battle being fought (7.0); every block at its place takes part."""

    place: w.Place
    attacker: w.Side  # the side that attacks now (7.31 exchanges the roles)
    origins: w.Origins = ((), ())  # by side: where its blocks came from
    waiting: Annotated[w.Blocks, JsonKey("reserves")] = 0  # blocks in reserve
    first_strike: bool = False
    exchanged: bool = False
    round: int = 1
    slot: int = NONE  # which of the round's turns has begun: A to D of both sides
    turn: w.Blocks = 0  # blocks of that turn that have yet to act
    acted: w.Blocks = 0  # blocks that have had their turn this round; in a regroup, those that have regrouped
    roads: w.Roads = ()  # taken in this round by retreats, or by the regroup
    sailed: w.Counts = (0, 0)  # sea retreats of each side in this round (7.64)
    firing: w.MaybeBlock = NONE
    hits: int = 0  # still to be taken


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``side`` is a block's side now; ``location`` off the map is POOL, FALLEN, TROPHY, ASIDE."""

    year: int  # astronomical: -48 is 49 BC
    turn: int
    phase: Phase
    actor: Annotated[w.Side, JsonKey("player")]  # the side that decides, or that chance acts for
    location: tuple[int, ...]
    strength: tuple[int, ...]
    side: tuple[int, ...]
    hands: w.Hands = ((), ())
    discards: w.Cards = (NONE, NONE)
    played: w.Piles = ((), ())  # this year, in order
    chosen: w.Cards = (NONE, NONE)  # face down on the table
    force: Annotated[w.Cards, JsonKey("in_force")] = (NONE, NONE)  # the cards of this turn, Apollo as what it copies
    first: Annotated[w.MaybeSide, JsonKey("player1")] = NONE  # player 1
    moved: int = 0
    command: Command = Command()
    attacks: tuple[ComingBattle, ...] = ()
    held: w.MaybeBlock = NONE  # the block in hand
    path: tuple[w.Place, ...] = ()  # where it has been; for Jupiter (the enemy's place, the friendly city)
    combat: Annotated[OngoingBattle | None, JsonKey("battle")] = None
    online: Annotated[
        w.Points, JsonKey("reading")
    ] = ()  # the points that are read as in games on the web (readings.csv)
    surprised: bool = False  # Mars or Neptune has had its battle of this turn, where it has only one


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the card dealt."""

    card: str


@dataclass(frozen=True, slots=True)
class Hits:
    """Chance: the number of hits rolled."""

    count: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the block that Jupiter draws, one of those face down at ``place``."""

    block: str


@dataclass(frozen=True, slots=True)
class Deploy:
    """Action: deploy a block in the next city (5.3)."""

    block: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Action: discard a card face down (2.1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Play:
    """Action: play a card face down (2.1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Take:
    """Action: take a block in hand to move it; the first block of a place costs 1 MP (6.1)."""

    block: str


@dataclass(frozen=True, slots=True)
class Embark:
    """Action: take a block in hand to cross the sea, for 1 MP (6.3)."""

    block: str


@dataclass(frozen=True, slots=True)
class Go:
    """Action: move the block in hand to a place: one step of a move, a retreat, a regroup, a levy's city."""

    place: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Action: end the move of the block in hand where it is."""


@dataclass(frozen=True, slots=True)
class MainAttack:
    """Action: declare where the main attack on a place comes from (7.3)."""

    place: str
    origin: str


@dataclass(frozen=True, slots=True)
class Levy:
    """Action: levy a block, such as "Caesar:Legio 13", from the pool at its lowest strength (6.4). If it may appear in
    several cities, a ``Go`` to one of them follows."""

    block: str


@dataclass(frozen=True, slots=True)
class Strengthen:
    """Action: add a step to a block (6.4)."""

    block: str


@dataclass(frozen=True, slots=True)
class Target:
    """Action: choose the place that Jupiter or Vulcan strikes."""

    place: str


@dataclass(frozen=True, slots=True)
class JoinBattle:
    """Action: choose the battle that is fought next (2.3)."""

    place: str


@dataclass(frozen=True, slots=True)
class Fire:
    """Action: fire with a block on its turn (7.4)."""

    block: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Action: pass with a block on its turn (7.2)."""

    block: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """Action: retreat with a block on its turn (7.6)."""

    block: str


@dataclass(frozen=True, slots=True)
class TakeHit:
    """Action: choose which of the strongest blocks takes a hit (7.4)."""

    block: str


@dataclass(frozen=True, slots=True)
class Regroup:
    """Action: take a winning block in hand to regroup; ``Go`` then says where to (7.7)."""

    block: str


@dataclass(frozen=True, slots=True)
class Disband:
    """Action: disband a block to its pool (8.3, 8.5)."""

    block: str


@dataclass(frozen=True, slots=True)
class Done:
    """Action: end or decline a phase of moves, levies, an event's strike, regroups or disbanding."""


Action: TypeAlias = (
    Deal | Hits | Draw | Deploy | Discard | Play | Take | Embark | Go | Stop | MainAttack | Levy | Strengthen | Target
    | JoinBattle | Fire | Pass | Retreat | TakeHit | Regroup | Disband | Done
)  # fmt: skip
ACTIONS: tuple[type, ...] = Action.__args__


# One instance of each action, indexed by block, place or card ---------------------------------------------------------


DONE: Final = Done()
STOP: Final = Stop()
GO: Final = tuple(map(Go, PLACES))
TARGET: Final = tuple(map(Target, PLACES))
JOIN_BATTLE: Final = tuple(map(JoinBattle, PLACES))
DISCARD: Final = tuple(map(Discard, CARDS))
PLAY: Final = tuple(map(Play, CARDS))
DEAL: Final = tuple(map(Deal, CARDS))
DRAW: Final = tuple(map(Draw, BLOCK_NAMES))
DEPLOY: Final = tuple(map(Deploy, BLOCK_NAMES))
TAKE: Final = tuple(map(Take, BLOCK_NAMES))
EMBARK: Final = tuple(map(Embark, BLOCK_NAMES))
LEVY: Final = tuple(map(Levy, BLOCK_NAMES))
STRENGTHEN: Final = tuple(map(Strengthen, BLOCK_NAMES))
FIRE: Final = tuple(map(Fire, BLOCK_NAMES))
PASS: Final = tuple(map(Pass, BLOCK_NAMES))
RETREAT: Final = tuple(map(Retreat, BLOCK_NAMES))
TAKE_HIT: Final = tuple(map(TakeHit, BLOCK_NAMES))
REGROUP: Final = tuple(map(Regroup, BLOCK_NAMES))
DISBAND: Final = tuple(map(Disband, BLOCK_NAMES))
