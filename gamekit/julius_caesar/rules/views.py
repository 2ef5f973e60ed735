"""A player's view: own blocks and hand in full, the enemy's face-up blocks and counts (3.2 sidebar, 5.2, 7.1, 2.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, TypeAlias

from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.battle import slot_turn
from gamekit.julius_caesar.rules.cards import card_names
from gamekit.julius_caesar.rules.control import blocks_of_mask, victory_points
from gamekit.julius_caesar.state import NONE, ComingBattle, OngoingBattle, Phase, State
from gamekit.play.protocol import CHANCE, OVER, Player

Names: TypeAlias = tuple[str, ...]
CHANCES = frozenset((Phase.DEAL, Phase.FIRE, Phase.DRAW))
SHOWN = frozenset((Phase.TURN, Phase.FIRE, Phase.HIT, Phase.RETREAT))  # while the blocks of a battle are face up (7.1)


@dataclass(frozen=True, slots=True)
class SeenBlock:
    """A block whose face the player sees: name (``Caesar:Legio 13``), place, strength, moved, in reserve."""

    block: str
    place: str
    strength: int
    moved: bool = False
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class EnemyStack:
    """Face-down enemy blocks at a place: their number, and how many have moved this turn."""

    place: str
    count: int
    moved: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """The number of a side's blocks that moved into a coming battle from one place."""

    side: str
    origin: str
    count: int


@dataclass(frozen=True, slots=True)
class Threat:
    """A coming battle: attacker, arrivals by origin, and the main attack once declared (7.3)."""

    place: str
    attacker: str
    main: str | None
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True)
class BattleView:
    """The battle being fought: ``enemy`` are the enemy blocks seen, ``enemy_reserves`` those still face down."""

    place: str
    attacker: str
    round: int
    letter: str | None
    on_turn: Names
    exchanged: bool
    first_strike: bool
    enemy: tuple[SeenBlock, ...]
    enemy_reserves: int
    origins: tuple[tuple[str, Names], ...]
    firing: str | None
    hits: int


@dataclass(frozen=True, slots=True)
class View:
    """A position as ``player`` sees it, in names; ``decides`` is a side, CHANCE or OVER."""

    player: str
    year: int
    turn: int
    phase: Phase
    decides: str
    player1: str | None
    hand: Names
    discard: str | None
    chosen: str | None
    in_force: tuple[str | None, str | None]  # own, enemy
    played: tuple[Names, Names]
    enemy_chose: bool
    enemy_hand: int
    moves: int
    levies: int
    opened: Names
    roads: tuple[tuple[str, str, int], ...]  # both ends and the number of blocks that used the road this turn
    seas: Names
    pieces: tuple[SeenBlock, ...]
    aside: Names
    pool: Names
    enemy: tuple[EnemyStack, ...]
    enemy_pool: int
    fallen: Names
    trophies: Names
    threats: tuple[Threat, ...]
    held: str | None
    path: Names
    battle: BattleView | None
    points: tuple[int, int]
    online: Names  # the points that are read as in games on the web

    @property
    def opponent(self) -> str:
        """The other side."""
        return t.SIDES[1 - t.SIDES.index(self.player)]

    def room_on_road(self, here: str, there: str) -> int:
        """Return the number of blocks that the moving side may still send by road from here to there this turn (6.11).

        ValueError when no road joins them.
        """
        if (t.PLACE.get(here), t.PLACE.get(there)) not in t.ROAD_BETWEEN:
            raise ValueError(f"no road joins {here!r} and {there!r}")
        road = t.ROAD_BETWEEN[t.PLACE[here], t.PLACE[there]]
        used = next((used for a, b, used in self.roads if t.ROAD_BETWEEN[t.PLACE[a], t.PLACE[b]] == road), 0)
        return max(self._limit(t.LIMITS[road], there) - used, 0)

    def _limit(self, limits: t.RoadLimits, there: str) -> int:
        mine, mover = self.decides == self.player, self.decides
        held = {stack.place for stack in self.enemy} if mine else {piece.place for piece in self.pieces}
        threat = next((threat for threat in self.threats if threat.place == there), None)
        if there not in held:
            return limits.move
        if threat is not None and threat.attacker != mover:
            return limits.attack if t.RESPONSE_STRAIT in self.online else limits.move
        return limits.pluto if self.in_force[0 if mine else 1] == "Pluto" else limits.attack


def decides(state: State) -> str:
    """Return the side to act, CHANCE or OVER."""
    if state.phase in CHANCES:
        return CHANCE
    return OVER if state.phase == Phase.OVER else t.SIDES[state.actor]


def observe(state: State, player: Player) -> View:
    """Return a side's view of a position, which reveals no hidden block or card; ValueError for any other player."""
    if player not in t.SIDES:
        raise ValueError(f"{player!r} is not a side; the sides are {' and '.join(t.SIDES)}")
    me = t.SIDES.index(str(player))
    you, command = 1 - me, state.command
    points = victory_points(state)
    return View(
        player=t.SIDES[me],
        year=state.year,
        turn=state.turn,
        phase=_phase(state, me),
        decides=decides(state),
        player1=None if state.first == NONE else t.SIDES[state.first],
        hand=card_names(state.hands[me]),
        discard=_card(state.discards[me]),
        chosen=_card(state.chosen[me]),
        in_force=(_card(state.force[me]), _card(state.force[you])),
        played=(card_names(state.played[me]), card_names(state.played[you])),
        enemy_chose=state.chosen[you] != NONE,
        enemy_hand=len(state.hands[you]),
        moves=command.moves,
        levies=command.levies,
        opened=_places(command.opened),
        roads=tuple((t.ROADS[r].city_a, t.ROADS[r].city_b, used) for r, used in sorted(Counter(command.roads).items())),
        seas=_places(command.seas),
        **_blocks(state, you),
        threats=tuple(_threat(state, attack) for attack in state.attacks),
        held=_held(state, me),
        path=_places(state.path),
        battle=_battle(state, state.combat, me) if state.combat else None,
        points=(points[me], points[you]),
        online=state.online,
    )


def _phase(state: State, me: int) -> Phase:
    """Return the phase; hide MUSTER from the enemy, since only blocks with a choice of cities have it (6.4)."""
    return Phase.LEVY if state.phase == Phase.MUSTER and state.actor != me else state.phase


def _blocks(state: State, you: int) -> dict[str, Any]:
    """Return the fields of a view that say where blocks are: one's own by name, the enemy's only by number."""
    waiting = state.combat.waiting if state.combat else 0
    pieces: list[SeenBlock] = []
    named: dict[int, list[str]] = {at: [] for at in (t.POOL, t.ASIDE, t.FALLEN, t.TROPHY)}
    stacks, stirred = [0] * (t.ASIDE + 1), [0] * (t.ASIDE + 1)
    for block, (at, side) in enumerate(zip(state.location, state.side)):
        if at in (t.FALLEN, t.TROPHY):
            named[at].append(t.BLOCK_NAMES[block])
        elif side == you:
            stacks[at] += 1
            stirred[at] += state.moved >> block & 1
        elif at < t.POOL:
            moved, reserve = bool(state.moved >> block & 1), bool(waiting >> block & 1)
            pieces.append(SeenBlock(t.BLOCK_NAMES[block], t.PLACES[at], state.strength[block], moved, reserve))
        else:
            named[at].append(t.BLOCK_NAMES[block])
    enemy = tuple(EnemyStack(t.PLACES[at], n, stirred[at]) for at, n in enumerate(stacks[: t.POOL]) if n)
    places = zip(("pool", "aside", "fallen", "trophies"), named.values())
    return {"pieces": tuple(pieces), "enemy": enemy, "enemy_pool": stacks[t.POOL]} | {k: tuple(v) for k, v in places}


def _card(card: int) -> str | None:
    return None if card == NONE else t.DESIGNS[card].name


def _places(places: tuple[int, ...]) -> Names:
    return tuple(t.PLACES[place] for place in places)


def _held(state: State, me: int) -> str | None:
    open_ = state.held != NONE and (state.actor == me or state.phase == Phase.RETREAT)
    return t.BLOCK_NAMES[state.held] if open_ else None


def _threat(state: State, attack: ComingBattle) -> Threat:
    came = Counter((state.side[block], origin) for block, origin in attack.came)
    arrivals = tuple(Arrival(t.SIDES[side], t.PLACES[origin], n) for (side, origin), n in sorted(came.items()))
    main = None if attack.main == NONE else t.PLACES[attack.main]
    return Threat(t.PLACES[attack.place], t.SIDES[attack.attacker], main, arrivals)


def _battle(state: State, combat: OngoingBattle, me: int) -> BattleView:
    there = [block for block, at in enumerate(state.location) if at == combat.place and state.side[block] != me]
    shown = [block for block in there if not combat.waiting >> block & 1] if state.phase in SHOWN else []
    seen = tuple(SeenBlock(t.BLOCK_NAMES[block], t.PLACES[combat.place], state.strength[block]) for block in shown)
    slot = combat.slot
    return BattleView(
        place=t.PLACES[combat.place],
        attacker=t.SIDES[combat.attacker],
        round=combat.round,
        letter=None if slot == NONE else t.LETTERS[slot_turn(combat, slot)[1]],
        on_turn=tuple(t.BLOCK_NAMES[block] for block in blocks_of_mask(combat.turn)),
        exchanged=combat.exchanged,
        first_strike=combat.first_strike,
        enemy=seen,
        enemy_reserves=sum(1 for block in there if combat.waiting >> block & 1),
        origins=tuple((t.SIDES[side], _places(combat.origins[side])) for side in (0, 1)),
        firing=None if combat.firing == NONE else t.BLOCK_NAMES[combat.firing],
        hits=combat.hits,
    )
