"""What attrition leaves of the stacks in a place, year after year, while nobody moves (4.2 B, 8.2, 8.4)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any, Final

from gamekit.dist import Dist
from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.game_state import NONE, Body, Due, Pending, State, Status
from gamekit.roma_victrix.places import province_of
from gamekit.roma_victrix.rules import sequence
from gamekit.roma_victrix.rules.board import at, camp, contested, control, has_land, others_land
from gamekit.roma_victrix.tables import FACES

Stacks = tuple[Body, ...]
ELSEWHERE: Final[dict[str, Any]] = {  # what no check in a place depends on: so it is worked out once for many positions
    **{"turn": 1, "agenda": (), "groups": (), "active": None, "battle": None, "phasing": NONE, "bag": ()},
    **{"deck": (), "discards": (), "raised": (), "levied": (), "held": (), "pillaged": frozenset()},
}
WEAKEST: Final = {counter: (s.STRENGTH[n - n % 2], n % 2 == 0) for n, counter in enumerate(s.COUNTERS)}


def checks(state: State, pending: bool = True) -> dict[int, list[Pending]]:
    """The attrition checks of the coming phase by place; ``pending`` ones are taken from the agenda if they are
    there."""
    waiting = [step for step in state.agenda if step.phase == Due.ATTRITION_ROLL]
    if not (pending and waiting):
        resting = replace(state, agenda=(Pending(Due.OVER), Pending(Due.ATTRITION)))
        waiting = [step for step in sequence.attrition(resting).agenda if step.phase == Due.ATTRITION_ROLL]
    found: dict[int, list[Pending]] = {}
    for step in waiting:
        found.setdefault(step.place, []).append(step)
    return found


def rolled(state: State, stacks: Stacks, steps: list[Pending]) -> Dist[Stacks]:
    """What is left of the stacks in a place after its checks, the weakest units given up first."""
    law = Dist({stacks: 1})
    for step in steps:
        leaders = tuple(leader for leader in state.leaders if province_of(leader.place) == province_of(step.place))
        law = law.then(partial(_check, replace(state, leaders=leaders, **ELSEWHERE), step))
    return law


@lru_cache(maxsize=1024)
def _check(state: State, step: Pending, stacks: Stacks) -> Dist[Stacks]:
    return Dist((_after(state, stacks, step, die), 1) for die in FACES)


def _after(state: State, stacks: Stacks, step: Pending, die: int) -> Stacks:
    """One check with one die, by the rules themselves."""
    state = replace(state, groups=stacks, agenda=(Pending(Due.OVER), step), active=None, battle=None)
    state = rules.apply(state, s.Die(die))
    while state.agenda[-1].phase == Due.PAY:
        state = rules.apply(state, weakest(state))
    return tuple(replace(group, status=Status.FREE, hungry=False) for group in state.groups)


def weakest(state: State) -> s.Action:
    """The payment that gives up the weakest unit, a reduced one first."""
    return min(rules.legal_actions(state), key=lambda pay: WEAKEST[getattr(pay, "counter")])  # noqa: B009


def paths(state: State, place: int, steps: list[list[Pending]]) -> Dist[tuple[Stacks, ...]]:
    """The stacks in a place after each year's checks; after the first they are those of the units that are left then,
    and of those whom the year's ``steps`` say to be isolated."""
    stacks = tuple(replace(group, status=Status.FREE) for group in at(state, place))
    law: Dist[tuple[Stacks, ...]] = rolled(state, stacks, steps[0]).map(lambda now: (now,))
    for year in steps[1:]:
        isolated = {step.actor for step in year if step.left & sequence.ISOLATED}
        law = law.then(partial(_onward, state, place, isolated))
    return law


def _onward(state: State, place: int, isolated: set[int], path: tuple[Stacks, ...]) -> Dist[tuple[Stacks, ...]]:
    due = _again(state, place, path[-1], isolated)
    return rolled(state, path[-1], due).map(lambda now: (*path, now))


def _again(state: State, place: int, stacks: Stacks, isolated: set[int]) -> list[Pending]:
    """The checks of a later year: in a place with others' land units, and of those who are isolated."""
    shared = contested(replace(state, groups=stacks), place)
    steps = []
    for side in sorted({camp(state, group.owner) for group in stacks}):
        mine = [group for group in stacks if camp(state, group.owner) == side]
        why = sequence.CROWDED * (shared and any(has_land(group.units) for group in mine))
        why |= sequence.ISOLATED * (side in isolated and any(any(sequence.needing(state, group)) for group in mine))
        if why and side >= 0:
            steps.append(Pending(Due.ATTRITION_ROLL, side, place, left=why))
    return steps


def matters(state: State, place: int, side: int, law: Dist[tuple[Stacks, ...]]) -> bool:
    """Whether attrition may change who controls a place, or whether a camp has a way through it."""
    rest = [group for group in state.groups if group.place != place]
    seen = set()
    for stacks in {stacks for path in law for stacks in path} | {tuple(at(state, place))}:
        then = replace(state, groups=(*rest, *stacks))
        seen.add((control(then, place), others_land(then, place, side)))
    return len(seen) > 1


def together(laws: list[Dist[tuple[Stacks, ...]]]) -> Dist[tuple[tuple[Stacks, ...], ...]]:
    """Independent places side by side: one path for each."""
    weighed = [[*law.items()] for law in laws]
    found = []
    for chosen in product(*weighed):
        weight = 1
        for _, each in chosen:
            weight *= each
        found.append((tuple(path for path, _ in chosen), weight))
    return Dist(found)
