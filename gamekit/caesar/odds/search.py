"""Advice for any position: solved where it is small, else a tree search that tries the moves that promise most, and
mixes cards by regret.

Alliances, conflicts and passes are chosen by upper confidence bounds; a pair of cards is one step of regret matching,
whose average is the mix. Every player is taken to play for the own result."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import monotonic
from typing import Any

from gamekit.caesar import rules
from gamekit.caesar.odds.solve import CLAUSES, OBJECTIVES, Solution, say_actions, solved_within
from gamekit.caesar.state import Action, Alliance, Attack, Pass, Place, Play, State, number
from gamekit.caesar.tables import CARDS, LETTERS, NEUTRAL, RAYS, SIDE, SQUARES
from gamekit.dist import Basis
from gamekit.game import OVER
from gamekit.progress import tell
from gamekit.words import note

ITERATIONS = 20_000
BOLD = {"lead": 120.0, "win": 5.0}  # how much untried moves are preferred, in units of the objective
SOLVED = 20  # a position is solved where one in so many of the iterations is enough to list all that can arise
SETTLED = 16  # the confidence looks back to where this part of the iterations had been done
CHUNK = 200  # iterations between two looks at the clock
RARE = 0.02  # a smaller share of a mix is what is left of the search's first steps, and is dropped
ROOM = 100  # edges that a node has at most: every pair of cards, or each of 25 groups in four directions

Found = tuple[dict[Action, int], dict[Action, float], dict[Action, float]]  # visits, values, mix


@dataclass(frozen=True, slots=True)
class Advice:
    """The result of a search for the player to decide.

    ``mix``: {action: chance}, one action for a move, a mix for cards. ``visits``: {action: how often tried};
    ``values``: {action: mean result}. ``value``: the mean result of ``mix``. ``confidence``: an interval round it, the
    spread of the results and how far the value has moved since the first sixteenth of the iterations; of random
    positions that can be solved (up to 15,000 positions) it holds the exact value in over nine of ten after 20,000
    iterations and in about four of five after 2,000. ``cut_short``: whether the seconds ran out before the
    ``iterations`` asked for; ``iterations`` are those done. A position small enough is solved instead: then
    ``iterations`` and ``visits`` are 0, the rest is exact but for the rounding, the confidence has no width, and the
    basis says so.
    """

    state: State
    player: int
    objective: str
    iterations: int
    cut_short: bool
    visits: dict[Action, int]
    values: dict[Action, float]
    mix: dict[Action, float]
    value: float
    confidence: tuple[float, float]
    basis: Basis = field(default=(), compare=False)

    @property
    def best(self) -> Action:
        """The likeliest action of the mix, the first among equals."""
        return max(self.mix, key=self.mix.__getitem__)

    def explain(self, language: str | None = None) -> str:
        """The advice for the present decision, in words."""
        return say_actions(self.mix, language)


def advise(
    state: State,
    iterations: int = ITERATIONS,
    random: Random | None = None,
    seconds: float | None = None,
    objective: str = "lead",
) -> Advice:
    """Advice for a position of two to five players; a view will do, since hidden cards are chosen at once anyway.

    With two players a position from which at most a twentieth of ``iterations`` positions can arise is solved, which
    is as quick; any other is searched. The same ``iterations`` and ``random`` (``Random(0)`` when none is given) give
    the same answer; ``seconds`` only cuts the search short. With more than two players everybody is taken to maximise
    the own lead over the best of the others. Raises ValueError when the game is over or a number makes no sense.

    >>> from gamekit import caesar
    >>> found = advise(caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)]))
    >>> found.explain(), found.value, found.iterations
    ('conflict of a1 with e1', 2.0, 0)
    """
    return _advised(state, iterations, random, seconds, objective, True)


def searched(state: State, iterations: int, random: Random | None = None, objective: str = "lead") -> Advice:
    """The advice of a search, even where the position is small enough to be solved."""
    return _advised(state, iterations, random, None, objective, False)


def _advised(
    state: State, iterations: int, random: Random | None, seconds: float | None, objective: str, small: bool
) -> Advice:
    decides = rules.current_player(state)
    if decides == OVER:
        raise ValueError("the game is over: there is nothing to advise")
    _check_asked(iterations, seconds, objective)
    player, stop = int(decides), None if seconds is None else monotonic() + seconds
    if small and (exact := solved_within(state, objective, iterations // SOLVED, stop)):
        return _exact(exact)
    tree = _SearchTree(state, iterations, random or Random(0))
    done, seen = _search(tree, player, iterations, stop, objective)
    basis = (
        note(f"caesar.objective.{objective}"),
        note("caesar.basis.searched", iterations=f"{done:,}"),
        *state.options.basis,
        *CLAUSES,
    )
    visits, values, mix, value = tree.found(player)
    margin = tree.margin(sum(visits[action] for action in mix))
    margin += max((abs(value - earlier) for mark, earlier in seen.items() if mark * SETTLED >= done), default=0.0)
    return Advice(
        state, player, objective, done, done < iterations, visits, values, mix, value,
        (value - margin, value + margin), basis,
    )  # fmt: skip


def _check_asked(iterations: int, seconds: float | None, objective: str) -> None:
    if iterations < 1 or (seconds is not None and seconds <= 0):
        raise ValueError(f"iterations={iterations!r}, seconds={seconds!r}; both should be above 0")
    if objective not in OBJECTIVES:
        raise ValueError(f"objective={objective!r}; it should be {' or '.join(map(repr, OBJECTIVES))}")


def _search(
    tree: _SearchTree, player: int, iterations: int, stop: float | None, objective: str
) -> tuple[int, dict[int, float]]:
    """How many iterations were done, and the value found after 1, 2, 4, 8 ... of them."""
    done, mark, seen = 0, 1, dict[int, float]()
    while done < iterations and (stop is None or done == 0 or monotonic() < stop):
        step = min(mark, iterations) - done
        if stop is not None:
            step = min(CHUNK, step)
        tree.search(step, objective)
        done += step
        tell(done / iterations)
        if done == mark:
            mark *= 2
            seen[done] = tree.found(player)[3]
    return done, seen


def _exact(found: Solution) -> Advice:
    value = float(found.value)
    return Advice(
        found.state, found.player, found.objective, 0, False, dict.fromkeys(found.loss, 0),
        {action: float(found.value - loss) for action, loss in found.loss.items()},
        {action: float(share) for action, share in found.mix.items()}, value, (value, value), found.basis,
    )  # fmt: skip


class _SearchTree:
    """The arrays of the search kernel, and the reading of its results."""

    def __init__(self, state: State, iterations: int, random: Random) -> None:
        from gamekit.caesar.odds import search_kernel as kernel
        from gamekit.fast import flat, floats, whole

        self.kernel, self.state = kernel, state
        self.root, self.rays = flat(encode(state)), flat(RAY_TABLE)
        self.seed = flat([random.randrange(1, 1 << 32)])
        nodes = iterations + 2
        self.counts, self.nodes, self.edges = whole(3), whole(nodes * kernel.NODE), whole(nodes * ROOM * kernel.EDGE)
        self.worth = floats(nodes * kernel.SEATS)
        self.held, self.mixes = whole(nodes * 2 * len(CARDS)), floats(nodes * 4 * len(CARDS))
        self.place, self.list, self.path = whole(kernel.LENGTH), whole(kernel.MOVES), whole(3 * 400)
        self.out, self.sums = floats(kernel.SEATS), floats(3)

    def search(self, iterations: int, objective: str) -> None:
        self.kernel.search(
            self.root, self.rays, iterations, BOLD[objective], objective == "win", self.seed, self.counts, self.nodes,
            self.edges, self.worth, self.held, self.mixes, self.place, self.list, self.path, self.out, self.sums,
        )  # fmt: skip

    def edge(self, place: int, player: int) -> tuple[int, float]:
        """The visits of an edge of the root, and its value to a player."""
        start = self.kernel.EDGE * place
        child, visits = int(self.edges[start]), int(self.edges[start + 2])
        return visits, float(self.worth[child * self.kernel.SEATS + player]) if visits else 0.0

    def found(self, player: int) -> tuple[dict[Action, int], dict[Action, float], dict[Action, float], float]:
        """The root's present visits, values and mix, and the value of the mix."""
        visits, values, mix = self.cards(player) if self.state.attack else self.moves(player)
        return visits, values, mix, sum(share * values[action] for action, share in mix.items())

    def moves(self, player: int) -> Found:
        first, count = int(self.nodes[2]), int(self.nodes[3])
        visits: dict[Action, int] = {}
        values: dict[Action, float] = {}
        for place in range(first, first + count):
            action = decode(int(self.edges[place * self.kernel.EDGE + 1]))
            visits[action], value = self.edge(place, player)
            if visits[action]:
                values[action] = value
        best = max(values, key=values.__getitem__)
        return visits, values, {best: 1.0}

    def cards(self, player: int) -> Found:
        first, count, start, columns = (int(self.nodes[place]) for place in (2, 3, 4, 5))
        rows = count // columns
        attacks = player == self.state.player
        names = [Play(CARDS[int(place)]) for place in self.held[start : start + rows + columns]]
        sums = [float(self.mixes[2 * place + 1]) for place in range(start, start + rows + columns)]
        sides = (names[:rows], sums[:rows]), (names[rows:], sums[rows:])
        (own, weights), (_, theirs) = sides if attacks else sides[::-1]
        visits: dict[Action, int] = dict.fromkeys(own, 0)
        values: dict[Action, float] = {}
        for i, action in enumerate(own):
            reached = payoff = 0.0
            for j, weight in enumerate(theirs):
                tried, value = self.edge(first + (i * columns + j if attacks else j * columns + i), player)
                visits[action] += tried
                if tried and weight:
                    reached += weight
                    payoff += weight * value
            if reached:
                values[action] = payoff / reached
        least = RARE * sum(weights)
        kept = {action: weight for action, weight in zip(own, weights) if action in values and weight > least}
        whole = sum(kept.values())
        return visits, values, {action: weight / whole for action, weight in kept.items()}

    def margin(self, visits: int) -> float:
        """Half the width of a 95% interval for the mean of so many results."""
        count, total, squares = (float(part) for part in self.sums)
        return 1.96 * sqrt(max(0.0, squares / count - (total / count) ** 2) / max(1, visits))


RAY_TABLE = [ray[step] if step < len(ray) else -1 for rays in RAYS for ray in rays for step in range(SIDE - 1)]


def encode(state: State) -> list[int]:
    """A position as the kernel reads it."""
    owners = [0 if not group else 1 if group[-1] == NEUTRAL else 2 + LETTERS.index(group[-1]) for group in state.board]
    hands = [sum(1 << CARDS.index(card) for card in cards) for cards in state.hands]
    squares = [number(state.attack.here), number(state.attack.there)] if state.attack else [-1, -1]
    options = state.options
    return [
        *owners,
        *map(len, state.board),
        *hands,
        *[0] * (len(LETTERS) - len(hands)),
        state.player,
        state.unplaced,
        state.passes,
        *squares,
        len(hands),
        int(options.end == "no conflict now"),
        int(options.passing == "no action"),
        int(options.neutrals == "merge"),
        int(options.last_player == "plays on"),
        sum(1 << player for player in state.out),
    ]


def decode(code: int) -> Action:
    """The action that a move of the kernel stands for."""
    kind, squares = divmod(code, 1000)
    here, there = (SQUARES[place] for place in divmod(squares, len(SQUARES)))
    known: list[Any] = [lambda: Place(SQUARES[code]), lambda: Alliance(here, there), lambda: Attack(here, there), Pass]
    action: Action = known[kind]()
    return action
