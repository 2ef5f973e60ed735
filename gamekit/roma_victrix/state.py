"""A position of the game, and the actions of players and chance. No rules here.

A State numbers places (``places``), powers (in the order of the scenario) and leaders, so that it is small and
hashable. ``agenda`` is what is still to be done, the next thing last: a step that interrupts another one goes on top of
it. Actions carry names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from operator import add, sub
from typing import Final, TypeAlias, TypeVar

from gamekit.probability.distribution import Basis
from gamekit.roma_victrix.forces import Force, Stack
from gamekit.roma_victrix.geography import PLACES, province_of
from gamekit.roma_victrix.scenario import basis_of
from gamekit.roma_victrix.tables import UNITS

T = TypeVar("T")
NONE: Final = -1
KINDS: Final = tuple(name for name, unit in UNITS.items() if unit.kind != "marker")
Units: TypeAlias = tuple[int, ...]  # counters of each kind: full ones, reduced ones
COUNTERS: Final = tuple(face + kind for kind in KINDS for face in ("", "r"))
NO_UNITS: Final = (0,) * len(COUNTERS)
STRENGTH: Final = tuple(csp for kind in KINDS for csp in (UNITS[kind].full, UNITS[kind].reduced or 0))
IS_FLEET: Final = tuple(UNITS[kind].kind == "sea" for kind in KINDS for _ in range(2))
FLEET: Final = COUNTERS.index("FLEET")
assert IS_FLEET.index(True) == FLEET  # fleets come last
EVERYBODY: Final = -1  # as a bit mask: all players know


def plus(units: Units, more: Units) -> Units:
    """Return the sum of two lots of counters, kind by kind."""
    return tuple(map(add, units, more))


def minus(units: Units, less: Units) -> Units:
    """Return the counters less those of ``less``, kind by kind."""
    return tuple(map(sub, units, less))


def only(counter: str, count: int = 1) -> Units:
    """Return ``count`` counters of one kind, such as 'HI' or 'rHI' (reduced), and none of the others.

    >>> only("rLGN", 2)[:3]
    (0, 2, 0)
    """
    at = COUNTERS.index(counter)
    return tuple(count if number == at else 0 for number in range(len(COUNTERS)))


def total(lots: Iterable[Units]) -> Units:
    """Return the sum of several lots of counters."""
    return tuple(map(sum, zip(NO_UNITS, *lots)))


def has_land(units: Units) -> bool:
    """Return whether any of the counters is a land unit."""
    return any(units[:FLEET])


def has_fleet(units: Units) -> bool:
    """Return whether any of the counters is a fleet."""
    return any(units[FLEET:])


def land_of(units: Units) -> Units:
    """Return the land units among the counters."""
    return (*units[:FLEET], *(0 for _ in units[FLEET:]))


def fleets_of(units: Units) -> Units:
    """Return the fleets among the counters."""
    return (*(0 for _ in units[:FLEET]), *units[FLEET:])


def as_eliminated(units: Units) -> Units:
    """Return the counters as they count off the map: reduced ones as full."""
    pairs = zip(units[::2], units[1::2])
    return tuple(number for full, reduced in pairs for number in (full + reduced, 0))


def with_item(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the values with ``value`` at index ``at``.

    >>> with_item(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*values[:at], value, *values[at + 1 :])


def land_csp(units: Units, horse: bool = True) -> int:
    """Return the combat strength points of the land units, with or without the cavalry among them."""
    points = (count * csp for count, csp, fleet in zip(units, STRENGTH, IS_FLEET) if count and not fleet)
    return sum(points) if horse else sum(points) - as_force(units).cavalry_csp


def as_force(units: Units, leader: int = 0, roman: bool = False, garrison: int = 0, limes: int = 0) -> Force:
    """Return the counters as a force for the procedures of combat; ``limes`` is 2 for the full side, 1 for the
    reduced."""
    stacks = [Stack(kind, *units[2 * n : 2 * n + 2]) for n, kind in enumerate(KINDS) if any(units[2 * n : 2 * n + 2])]
    stacks += [Stack("GAR", garrison, 0)] if garrison else []
    stacks += [Stack("LIMES", int(limes == 2), int(limes == 1))] if limes else []
    return Force(tuple(stacks), leader, roman)


def as_units(force: Force) -> Units:
    """Return the units of a force, markers left out."""
    return tuple(count for kind in KINDS for count in (force.stack(kind).full, force.stack(kind).reduced))


class Status(IntEnum):
    """Whether a stack may still move in its player's operations phase (5.18, 5.24)."""

    FREE = 0
    MOVED = 1
    LEFT = 2  # left behind by the active leader, who may take it again
    HELD = 3  # with the leader who is active, or in a fight


class Due(StrEnum):
    """The kind of a pending step: a player's decision, a roll or draw, or something that the rules do at once."""

    # a player decides
    MAINTAIN = "maintain"  # 8.1: which stacks are paid for
    RAISE = "raise"  # 9.0
    CARD = "card"  # 4.2 C 4
    ORDERS = "orders"  # 5.1: which leader, or the end of the turn
    LEADER = "leader"  # what the active leader does
    PASSAGE = "passage"  # 5.27: whether the leader may march through
    SHELTER = "shelter"  # 10.41 step 1
    INTERCEPT = "intercept"  # 5.4, 5.8
    COMMIT = "commit"  # which units of the interceptor take part
    ANSWER = "answer"  # 5.5, 5.71: withdraw or stand
    WITHDRAW = "withdraw"  # where to
    WINDOW = "window"  # a card may be played
    TARGET = "target"  # which province of the region named
    SPLIT = "split"  # 5.31 step 7
    PAY = "pay"  # 5.31 step 9
    RETREAT = "retreat"  # 5.31 step 11
    PUT_IN = "put in"  # where ships go that cannot stay
    FOUND = "found"  # 10.36: a new capital
    PLACE_LEADER = "place leader"
    # chance
    MARKER_ROLL = "marker roll"  # 4.2 A
    ATTRITION_ROLL = "attrition roll"
    PASS_ROLL = "pass roll"  # X.3
    LEVY_ROLL = "levy roll"
    CARD_DRAW = "card draw"
    INITIATIVE = "initiative"
    CONSULS = "consuls"
    OP_ROLL = "op roll"
    CALL_ROLL = "call roll"  # 11.13, 11.23
    INTERCEPT_ROLL = "intercept roll"
    WITHDRAW_ROLL = "withdraw roll"
    DICE = "dice"
    DEATH_ROLL = "death roll"
    STAY_ROLL = "stay roll"
    PILLAGE_ROLL = "pillage roll"
    SEIZE_ROLL = "seize roll"
    SEA_ROLL = "sea roll"  # 5.69
    MUSTER_DRAW = "muster draw"  # 9.54
    REVEAL = "reveal"  # 13.12
    CONTROLLER = "controller"  # 3.84
    REBELLION_ROLL = "rebellion roll"  # 12.22
    CARD_ROLL = "card roll"
    WAY_ROLL = "way roll"  # 16.42 G
    # nobody decides in these
    GAME_TURN = "game turn"
    ATTRITION = "attrition"
    REVENUE = "revenue"
    UPKEEP = "upkeep"
    ENTERED = "entered"
    CLASH = "clash"
    LOSSES = "losses"
    VERDICT = "verdict"
    CASTING = "casting"
    RELEASE = "release"
    BAG = "bag"
    CREATION = "creation"  # 16.42 D
    ROMAN_TURN = "Roman turn"  # 16.42 E
    OTHERS = "others"  # 16.42 F
    EFFECT = "effect"
    CARDS = "cards"
    END_LEADER = "end leader"
    TURN_OVER = "turn over"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pending:
    """A step still to be done. ``actor`` is the player who decides, or NONE; ``phase`` gives the rest its meaning."""

    phase: Due
    actor: int = NONE
    place: int = NONE
    who: int = NONE
    left: int = 0
    note: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """Counters of one power in one place. ``known`` has a bit for each player who knows what they are (6.2)."""

    place: int
    owner: int
    units: Units
    status: Status = Status.FREE
    inside: bool = False  # in the capital (10.41)
    hungry: bool = False  # unsupplied: not paid for (8.2)
    known: int = 0


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader on the map; ``place`` is NONE when dead or not in play."""

    name: str
    rating: int
    owner: int
    place: int
    supreme: bool = False
    status: Status = Status.FREE
    inside: bool = False
    drilling: bool = False  # 9.14: no operations in the coming phase
    raised: str = ""  # the event card that brought the leader
    band: int = 0  # rebel units that came with the leader and go at the end of the game-turn


@dataclass(frozen=True, slots=True)
class Capital:
    """A capital: CSP 0 when it has been sacked (10.42)."""

    place: int
    owner: int
    major: bool
    csp: int


@dataclass(frozen=True, slots=True)
class Active:
    """The state of the active leader: operations points left (``ops``), and how it came to its place."""

    leader: int
    ops: int = 0
    origin: int = NONE  # the place left last
    aboard: bool = False
    blocked: bool = False  # 5.27: others' land units in the place entered
    tried: frozenset[int] = frozenset()  # leaders who tried to intercept (5.42)
    conquered: frozenset[int] = frozenset()
    prey: frozenset[int] = frozenset()  # those of ``conquered`` that belonged to another player (10.71)
    fought: frozenset[int] = frozenset()  # the camps attacked in this place (5.27)
    sailed: int = 0  # points spent at sea (5.69)
    siege: tuple[int, int] = (0, 0)  # modifier points from cards, attacker's first, while the siege lasts


@dataclass(frozen=True, slots=True)
class Clash:
    """A fight, from the attack until one side is beaten. In each pair the attacker's value comes first."""

    at: str  # land, sea or siege
    place: int
    sides: tuple[int, int]  # players; NONE for a neutral power
    leaders: tuple[int, int] = (NONE, NONE)
    origin: int = NONE  # where the attackers came from
    interception: bool = False
    garrison: bool = False  # whether the garrison fights
    limes: bool = False
    points: tuple[int, int] = (0, 0)  # from cards
    net: int = 0
    dice: tuple[int, int] = (0, 0)
    swapped: bool = False  # Treachery
    percents: tuple[int, int] = (0, 0)  # lost by each side
    lost: bool = False  # the defenders of an Ambush may not retreat
    powers: tuple[int, int] = (NONE, NONE)  # the powers that lead the sides


@dataclass(frozen=True, slots=True)
class State:
    """A position of the whole game; the module's docstring says how things are numbered."""

    scenario: str
    seats: int
    options: frozenset[str]
    rulings: tuple[tuple[str, str], ...]  # (ruling, reading) where it differs from rulings.csv
    turn: int
    agenda: tuple[Pending, ...]
    patron: tuple[int, ...]  # by power: the player who controls it, NONE for nobody
    garrisons: tuple[int, ...]  # by province: whose garrison, or NONE
    limes: tuple[int, ...]
    pillaged: frozenset[int]
    markers: tuple[int, ...]  # by province: Barbari Incognita
    capitals: tuple[Capital, ...]
    groups: tuple[Body, ...]
    leaders: tuple[Leader, ...]
    eliminated: tuple[Units, ...]  # by power; reduced counters are counted as full
    unused: tuple[Units, ...]
    treasury: tuple[int, ...]
    deck: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()  # by power
    discards: tuple[str, ...] = ()
    phasing: int = NONE  # the power whose turn it is
    bag: tuple[int, ...] = ()  # initiative markers to be drawn
    called: frozenset[int] = frozenset()  # allies and clients that may act this phase
    roused: frozenset[int] = frozenset()  # those whose land has been entered in this phase (11.14, 11.24)
    asked: frozenset[int] = frozenset()  # those for which the die was rolled
    active: Active | None = None
    battle: Clash | None = None
    raised: tuple[tuple[int, int, int], ...] = ()  # (place, kind, units) of this segment (9.15)
    levied: tuple[tuple[int, int], ...] = ()  # (leader, 1 when the roll failed)
    held: tuple[int, ...] = ()  # turns in a row for which each player has held all objectives (4.32)
    fallen: frozenset[str] = frozenset()  # leaders who were eliminated (4.44)
    play: tuple[str, str] = ("", "")  # the event card that is being played, and its target
    summoned: frozenset[int] = frozenset()  # allies and clients that were called in the turn before (11.16, 11.26)
    regions: frozenset[tuple[int, str]] = frozenset()  # (player, region) of which all is held, for 15.82
    used: frozenset[int] = frozenset()  # players who have played a card since the last draw (14.13)
    drawn: tuple[int, ...] = ()  # Barbari Incognita markers that have been shown and lie aside (13.11)
    belongs: tuple[int, ...] = ()  # by province: whose garrison stood there last (3.61); as the garrisons while empty
    by_card: frozenset[int] = frozenset()  # powers that a card has brought to their player (10.74)
    suspects: frozenset[int] = frozenset()  # leaders with more units than their king, who have been checked (12.21)
    emptied: frozenset[int] = frozenset()  # Barbaricum whose defenders were lost or driven off in this turn (13.3)

    @property
    def basis(self) -> Basis:
        """The readings taken, and the judged rows that the position is based on."""
        held = {place for place, owner in enumerate(self.garrisons) if owner != NONE or self.markers[place]}
        held |= {province_of(group.place) for group in self.groups}
        held |= {province_of(leader.place) for leader in self.leaders if leader.place != NONE}
        return basis_of(self.scenario, dict(self.rulings), {PLACES[place] for place in held})


def push(state: State, *steps: Pending) -> State:
    """Return the position with the steps on top of the agenda, the first of them to be done first."""
    return replace(state, agenda=(*state.agenda, *reversed(steps)))


def pop(state: State) -> State:
    """Return the position without the step on top of the agenda."""
    return replace(state, agenda=state.agenda[:-1])


def replace_step(state: State, *steps: Pending) -> State:
    """Return the position with steps in place of the one on top of the agenda."""
    return replace(state, agenda=(*state.agenda[:-1], *reversed(steps)))


def drop_phase(state: State, phase: Due) -> State:
    """Return the position without the topmost step of a phase, if there is one."""
    at = max((number for number, step in enumerate(state.agenda) if step.phase == phase), default=len(state.agenda))
    return replace(state, agenda=(*state.agenda[:at], *state.agenda[at + 1 :]))


@dataclass(frozen=True, slots=True)
class Action:
    """Base class of all actions: those of the players, and the outcomes of chance."""


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Action: activate a leader (5.11)."""

    leader: str


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Action: roll to call an ally or a client (11.13, 11.23)."""

    power: str


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Action: take ``count`` counters along with the active leader; ``counter="all"`` takes everything allowed."""

    counter: str
    owner: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Action: leave ``count`` counters of the active leader's force behind."""

    counter: str
    owner: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Action: march with the active leader into a province or a strait."""

    place: str


@dataclass(frozen=True, slots=True)
class Embark(Action):
    """Action: board the active leader and its land units on its fleets at a coast."""

    place: str


@dataclass(frozen=True, slots=True)
class SailTo(Action):
    """Action: sail with the active leader's ships to a sea, a strait or a coast."""

    place: str


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Action: land the active leader and its cargo."""


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Action: attack the units of a player, or of a neutral power, in the active leader's place."""

    power: str


@dataclass(frozen=True, slots=True)
class Besiege(Action):
    """Action: begin a round of a siege."""


@dataclass(frozen=True, slots=True)
class Pillage(Action):
    """Action: pillage the active leader's province."""


@dataclass(frozen=True, slots=True)
class Seize(Action):
    """Action: try to capture the fleets in the province's ports (5.68)."""


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """Action: ask for passage through a province with others' land units (5.27)."""


@dataclass(frozen=True, slots=True)
class Found(Action):
    """Action: found a new capital (10.36)."""

    place: str


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Action: join two reduced units of a kind into a full one (6.3)."""

    place: str
    owner: str
    kind: str


@dataclass(frozen=True, slots=True)
class EndLeader(Action):
    """Action: end the active leader's operations (5.18)."""


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Action: end the turn, activating no more leaders."""


@dataclass(frozen=True, slots=True)
class Allow(Action):
    """Action: allow another's leader to march through (5.27)."""


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Action: decline the offered choice: a card, an interception, passage, shelter, new capital."""


@dataclass(frozen=True, slots=True)
class Intercept(Action):
    """Action: try to intercept with a leader; ``card`` is the event card that spares the roll."""

    leader: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Commit(Action):
    """Action: intercept with the units that have not been left behind."""


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Action: try to withdraw before the combat; ``card`` is the event card that spares the roll."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """Action: stand and fight as the defender."""


@dataclass(frozen=True, slots=True)
class EnterCapital(Action):
    """Action: move the defender into its capital."""


@dataclass(frozen=True, slots=True)
class Split(Action):
    """Action: spend the net modifier: points that raise the enemy's loss, points that lower one's own."""

    raise_enemy: int
    lower_own: int


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Action: pay a loss with a counter: reduce it, or remove it if it is reduced or has only one side."""

    counter: str
    owner: str


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Action: try to stay with a beaten force, or stop where it has retreated far enough."""


@dataclass(frozen=True, slots=True)
class RetreatTo(Action):
    """Action: move to a place: in a retreat or withdrawal, into port, or to join units (15.1)."""

    place: str


@dataclass(frozen=True, slots=True)
class Maintain(Action):
    """Action: pay upkeep for a power's units in a place: for all, or for ``count`` of one counter."""

    place: str
    counter: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class LevyRoll(Action):
    """Action: roll a leader's die that lets it raise units in its province (9.13)."""

    leader: str


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Action: create a unit, or bring back an eliminated one."""

    place: str
    unit: str
    power: str


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Action: turn a reduced unit to its full side."""

    place: str
    unit: str
    power: str


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Action: convert a full fleet into a land unit (9.3)."""

    place: str
    unit: str


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Action: draw a card in place of one played or discarded; ``card`` is the one to discard (15.84)."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Purchase(Action):
    """Action: buy a card (15.83)."""


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Action: do nothing more in this step: upkeep, new units, cards, or a card's recruiting."""


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Action: play an event card on a target: a leader, place or power, or empty."""

    card: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class PlayIn(Action):
    """Action: play an event card in a region; the province is chosen next."""

    card: str
    region: str


@dataclass(frozen=True, slots=True)
class Die(Action):
    """Chance: the result of one die."""

    die: int


@dataclass(frozen=True, slots=True)
class Dice(Action):
    """Chance: the results of both dice of a combat."""

    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Chance: the marker drawn from the bag, or the card drawn from the deck."""

    name: str


@dataclass(frozen=True, slots=True)
class Warbands(Action):
    """Chance: the number of warbands on a drawn Barbari Incognita marker."""

    number: int


ACTIONS: Final = tuple(
    kind for kind in [*vars().values()] if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action
)
