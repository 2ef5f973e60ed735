"""Positions of Julius Caesar that tests begin from, and steps to get to them."""

from collections import Counter

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.from_state import block_numbers
from gamekit.julius_caesar.tables import BLOCK, BLOCK_NAMES, BLOCKS, CLEOPATRA, POOL
from gamekit.play.protocol import CHANCE
from gamekit.probability.distribution import Dist
from tests.julius_caesar.setting import after, fight, march, named, places, setting

HANDS = {"Caesar": ["3/2", "2/2", "2/1", "2/1", "1/2"], "Pompey": ["3/1", "2/2", "2/3", "1/2", "2/3"]}


FIGHTING = ("turn", "fire", "hit", "retreat")


def standing_orders(first: jc.State, state: jc.State) -> jc.Action:
    """Fire, leave in round 4, spend the lowest firepower, then the latest letter, then the last listed."""
    legal = jc.legal_actions(state)
    if state.phase != "hit":
        return legal[0]
    assert state.combat is not None
    role = "attacker" if state.combat.attacker == state.actor else "defender"
    listed = [block for blocks in block_numbers(first) for block in blocks]

    def rank(action: jc.Action) -> tuple[int, int, int]:
        side, name = action.block.split(":")
        block = BLOCK[action.block]
        joined = first.side[block] != state.side[block]
        printed = BLOCKS[side, name]
        return printed.firepower, -ord(printed.initiative(role)), -(99 if joined else listed.index(block))

    return min(legal, key=rank)


def ends(first: jc.State, state: jc.State) -> Dist[tuple[tuple[tuple[str, int], ...], ...]]:
    """The exact law of what is left of attacker and defender, fought by the rules from a moment on."""
    reached: Counter[jc.State] = Counter({state: 1})
    ended: Counter[tuple[tuple[tuple[str, int], ...], ...]] = Counter()
    while reached:
        step: Counter[jc.State] = Counter()
        common = max((jc.chance_outcomes(s).total_weight for s in reached if jc.current_player(s) == CHANCE), default=1)
        ended = Counter({end: weight * common for end, weight in ended.items()})
        for now, weight in reached.items():
            if now.phase not in FIGHTING:
                ended[left(first, now)] += weight * common
            elif jc.current_player(now) == CHANCE:
                outcomes = jc.chance_outcomes(now)
                for outcome, part in outcomes.items():
                    step[jc.apply(now, outcome)] += weight * part * (common // outcomes.total_weight)
            else:
                step[jc.apply(now, standing_orders(first, now))] += weight * common
        reached = step
    return Dist(ended)


def left(first: jc.State, now: jc.State) -> tuple[tuple[tuple[str, int], ...], ...]:
    sides: tuple[list[tuple[str, int]], ...] = ([], [])
    for block in (block for blocks in block_numbers(first) for block in blocks):
        if now.location[block] < POOL:
            side = now.side[block] if block == CLEOPATRA else first.side[block]
            sides[side].append((BLOCK_NAMES[block].split(":")[1], now.strength[block]))
    return tuple(tuple(sorted(side)) for side in sides)


def turns(state: jc.State, rounds: int = 1) -> list[tuple[int, str]]:
    """(round, block) of every turn while everybody passes or leaves by the first way there is."""
    found = []
    while state.combat is not None and state.phase == "turn" and state.combat.round <= rounds:
        action = next((a for a in jc.legal_actions(state) if isinstance(a, jc.Pass)), jc.legal_actions(state)[0])
        found.append((state.combat.round, action.block))
        state = after(state, action)
        if state.phase == "retreat":
            state = after(state, jc.legal_actions(state)[0])
    return found


def hit(state: jc.State, block: str, count: int) -> jc.State:
    """A block fires and makes so many hits."""
    return after(state, jc.Fire(block), jc.Hits(count))


def cleopatra(strength: str = "I", attackers: dict[str, str] | None = None) -> jc.State:
    blocks = {
        "Caesar:Auxilia 3": "Genua",
        **(attackers or {}),
        "Pompey:Cleopatra": f"Rome/{strength}",
        "Pompey:Legio 1": "Rome",
    }
    state = march(setting(blocks, ("4/1", "2/2")), ("Caesar:Auxilia 3", *(attackers or {})), "Rome")
    return fight(state)


def jupiter(blocks: dict[str, str]) -> jc.State:
    return setting(blocks, ("Jupiter", "2/2"), phase="jupiter")


def vulcan(blocks: dict[str, str]) -> jc.State:
    return setting(blocks, ("Vulcan", "2/2"), phase="vulcan")


def passing(state: jc.State, round: int, block: str) -> jc.State:
    """Everybody passes until this block may retreat in that round."""
    while state.combat is not None and (state.combat.round < round or block not in named(state, jc.Retreat)):
        state = after(state, jc.Pass(named(state, jc.Pass)[0]))
    return state


def havens(state: jc.State, block: str) -> set[str]:
    """Where the block may retreat in its turn of round 2."""
    return places(after(passing(state, 2, block), jc.Retreat(block)))


def sea_battle(
    attackers: dict[str, str], defenders: dict[str, str], sea: str = "Tyrrhenum", more: dict[str, str] | None = None
) -> jc.State:
    state = setting({**attackers, **defenders, **(more or {})}, ("3/1", "2/2"))
    state = march(state, attackers, sea)
    mains = sorted(set(attackers.values()))
    return fight(state, *([jc.MainAttack(sea, mains[0])] if len(mains) > 1 else []))


POMPEY = [f"Pompey:Legio {n}" for n in (1, 2, 3, 4, 5, 6, 32, 33, 34, 35)]


def at(names: list[str], where: str) -> dict[str, str]:
    return dict.fromkeys(names, where)
