"""Advice for any position: solved where it is small, else a tree search that tries the moves that promise most, and
mixes cards by regret.

Alliances, conflicts and passes are chosen by upper confidence bounds; a conflict is a matrix game solved by regret
matching, whose average is the mix. A position at the edge of the tree is judged by weights that were fitted to games of
the search with itself and with greedy players. Every player is taken to play for the own result; at a table of more
than two the others are also taken to do in half of their choices what gains most at once, as the plain player does:
who reckons only with best play against himself misses what most tables give away."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import hypot, sqrt
from numbers import Integral, Real
from random import Random
from time import thread_time
from typing import Any

from gamekit.caesar import rules
from gamekit.caesar.odds.mix import listed
from gamekit.caesar.odds.solve import CLAUSES, OBJECTIVES, Solution, say_action, say_actions, solved_within
from gamekit.caesar.state import Action, Alliance, Attack, Pass, Place, Play, State, a_position, number
from gamekit.caesar.tables import CARDS, LETTERS, NEUTRAL, RAYS, SIDE, SQUARES
from gamekit.codec import shown
from gamekit.data import rows
from gamekit.dist import Basis
from gamekit.game import OVER
from gamekit.given import of_kind
from gamekit.progress import tell
from gamekit.words import note, word

ITERATIONS = 20_000
BOLD = {"lead": 100.0, "win": 1.5}  # how much untried moves are preferred, in units of the objective
SOLVED = 20  # a position is solved where one in so many of the iterations is enough to list all that can arise
FEW = 0.5  # of the squares: with groups on more of them no part of the seconds is spent on trying to solve,
TRIED = 4  # else at most one part in so many
SETTLED = 16  # the confidence looks back to where this part of the iterations had been done
CHUNK = 200  # iterations between two looks at the clock
MOST = float(len(SQUARES))  # counters, the largest lead
DOUBT = 1.5  # of the interval's part for the trying of doubtful moves, measured on random late positions
SAID = 3  # moves that cannot be told apart are named up to so many
RARE = 0.02  # a smaller share of a mix is what is left of the search's first steps, and is dropped
PLAIN = 0.5  # of others' choices at a table of more than two are taken to be the plain player's, at least
ROOM = 100  # edges that a node has at most: every pair of cards, or each of 25 groups in four directions
LONGEST = 10**6  # seconds
MOST_ITERATIONS = 2_000_000  # the tree is laid out for all of them, some 600 bytes each
EDGES = 5_000_000  # of a whole tree, some 200 MB; a search that reaches so many ends there


@dataclass(frozen=True, slots=True)
class FigureWeight:
    """What one figure of a player counts in judging a position, by objective and number of players."""

    figure: str
    win2: float
    win3: float
    win4: float
    win5: float
    lead2: float
    lead3: float
    lead4: float
    lead5: float
    source: str


@cache
def weights(objective: str, players: int) -> tuple[float, ...]:
    """The weights of ``data/caesar/weights.csv`` for an objective and a number of players."""
    return tuple(getattr(row, f"{objective}{players}") for row in rows(FigureWeight, "caesar/weights.csv", ("figure",)))


Found = tuple[dict[Action, int], dict[Action, float], dict[Action, float]]  # visits, values, mix


@dataclass(frozen=True, slots=True)
class Advice:
    """The result of a search for the player to decide.

    ``mix``: {action: chance}, one action for a move, a mix for cards. ``visits``: {action: how often tried};
    ``values``: {action: mean result}. ``value``: the mean result of ``mix``. ``confidence``: an interval round it, made
    of the spread of the results, how far the value has moved since the first sixteenth of the iterations, and what the
    search's trying of doubtful moves may cost; of random late positions that can be solved it holds the exact value in
    at least 93 of 100, after 3,000 iterations as after 20,000. ``alike``: the moves that cannot be told apart from the
    best one, by the spread of both; the best and these hold a move that is really best in at least 93 of 100 such
    positions. A mix of cards has none. ``cut_short``: whether the seconds ran out before the
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
    alike: tuple[Action, ...] = ()
    basis: Basis = field(default=(), compare=False)

    @property
    def best(self) -> Action:
        """The likeliest action of the mix, the first among equals."""
        return max(self.mix, key=self.mix.__getitem__)

    def explain(self, language: str | None = None) -> str:
        """The advice for the present decision, in words: a best move is named only where it is told apart."""
        said = say_actions(self.mix, language)
        if not self.alike:
            return said
        others = [say_action(action, language) for action in self.alike[:SAID]]
        more = len(self.alike) - SAID
        key = "caesar.alike.more" if more > 0 else "caesar.alike"
        return word(key, language, best=said, others=listed(others, language), count=max(more, 0))


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
    the own lead over the best of the others, and the others to do in half of their choices what gains most at once,
    which the basis says. Raises ValueError when the game is over or a number makes no sense, such as
    more than two million ``iterations``.

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
    decides = rules.current_player(a_position(state))
    if decides == OVER:
        raise ValueError("the game is over: there is nothing to advise")
    _check_asked(iterations, seconds, objective)
    random = of_kind(random or Random(0), Random, "random", "a random.Random, such as Random(1)")
    start, player = thread_time(), int(decides)
    stop, solving = (None, None) if seconds is None else (start + seconds, start + seconds / TRIED)
    few = seconds is None or (not state.unplaced and sum(map(bool, state.board)) < FEW * len(SQUARES))
    if small and few and (exact := solved_within(state, objective, iterations // SOLVED, solving)):
        return _exact(exact)
    tree = _SearchTree(state, iterations, random)
    done, seen = _search(tree, player, iterations, stop, objective)
    basis = (
        note(f"caesar.objective.{objective}"),
        note("caesar.basis.searched", iterations=f"{done:,}"),
        *((note("caesar.basis.plain", share=f"{tree.plain:.0%}"),) if tree.plain else ()),
        *state.options.basis,
        *CLAUSES,
    )
    visits, values, mix, value = tree.found(player)
    margin = tree.margin(sum(visits[action] for action in mix))
    margin += max((abs(value - earlier) for mark, earlier in seen.items() if mark * SETTLED >= done), default=0.0)
    doubt = DOUBT * BOLD[objective] / sqrt(done)
    margin += doubt
    return Advice(
        state, player, objective, done, done < iterations, visits, values, mix, value,
        _within(objective, value - margin, value + margin), tree.alike(visits, values, mix, doubt), basis,
    )  # fmt: skip


def _check_asked(iterations: int, seconds: float | None, objective: str) -> None:
    sound = isinstance(iterations, Integral) and 1 <= iterations <= MOST_ITERATIONS
    if not sound or (seconds is not None and not (isinstance(seconds, Real) and 0 < seconds < LONGEST)):
        found = f"iterations={shown(iterations)}, seconds={shown(seconds)}; both should be above 0"
        raise ValueError(f"{found}, and iterations at most {MOST_ITERATIONS:,}")
    if objective not in OBJECTIVES:
        raise ValueError(f"objective={objective!r}; it should be {' or '.join(map(repr, OBJECTIVES))}")


def _search(
    tree: _SearchTree, player: int, iterations: int, stop: float | None, objective: str
) -> tuple[int, dict[int, float]]:
    """How many iterations were done, and the value found after 1, 2, 4, 8 ... of them."""
    done, mark, seen = 0, 1, dict[int, float]()
    while done < iterations and (stop is None or done == 0 or thread_time() < stop):
        step = min(mark, iterations) - done
        if stop is not None:
            step = min(CHUNK, step)
        step = tree.search(step, objective)
        done += step
        if not step:
            break
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
        {action: float(share) for action, share in found.mix.items()}, value, (value, value), (), found.basis,
    )  # fmt: skip


def _within(objective: str, low: float, high: float) -> tuple[float, float]:
    """An interval cut to what can be."""
    return (max(low, 0.0), min(high, 1.0)) if objective == "win" else (max(low, -MOST), min(high, MOST))


class _SearchTree:
    """The arrays of the search kernel, and the reading of its results."""

    def __init__(self, state: State, iterations: int, random: Random) -> None:
        from gamekit.caesar.odds import search_kernel as kernel
        from gamekit.caesar.odds.board_kernel import LENGTH, MOVES
        from gamekit.caesar.odds.value_kernel import FIGURES
        from gamekit.fast import flat, floats, room, whole

        self.kernel, self.state = kernel, state
        self.me = int(rules.current_player(state))
        self.plain = PLAIN if len(state.hands) > 2 else 0.0
        self.root, self.rays = flat(encode(state)), flat(RAY_TABLE)
        self.seed = flat([random.randrange(1, 1 << 32)])
        nodes = iterations + 2
        edges = min(nodes * ROOM, EDGES + ROOM)
        self.counts, self.nodes, self.edges = whole(3), room(nodes * kernel.NODE), room(edges * kernel.EDGE)
        self.worth, self.priors = room(nodes * kernel.SEATS, 0.0), room(2 * edges, 0.0)
        self.held, self.mixes = room(nodes * 2 * len(CARDS)), room(nodes * 4 * len(CARDS), 0.0)
        self.place, self.list, self.path = whole(LENGTH), whole(MOVES), whole(2 * 400)
        self.out, self.totals, self.sums = floats(kernel.SEATS), floats(3), floats(kernel.SEATS)
        self.figures, self.after, self.work = floats(kernel.SEATS * FIGURES), whole(LENGTH), floats(80)
        self.table = {name: flat(weights(name, len(state.hands))) for name in OBJECTIVES}

    def search(self, iterations: int, objective: str) -> int:
        """Search on; how many iterations there was room for."""
        iterations = min(iterations, max(0, (EDGES - int(self.counts[1])) // ROOM))
        self.kernel.search(
            self.root, self.rays, iterations, BOLD[objective], objective == "win", self.me, self.plain, self.seed,
            self.counts, self.nodes, self.edges, self.worth, self.held, self.mixes, self.priors, self.place, self.list,
            self.path, self.out, self.totals, self.table[objective], self.figures, self.sums, self.after, self.work,
        )  # fmt: skip
        return iterations

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
        best = max(values, key=lambda action: values[action] - self.margin(visits[action]))
        return visits, values, {best: 1.0}

    def alike(
        self, visits: dict[Action, int], values: dict[Action, float], mix: dict[Action, float], doubt: float
    ) -> tuple[Action, ...]:
        """The moves that cannot be told apart from the best one, those of the highest values first."""
        if self.state.attack:
            return ()
        best = next(iter(mix))
        near = [
            action
            for action in visits
            if action != best
            and values[best] - values.get(action, values[best]) <= self.apart(visits[action], visits[best], doubt)
        ]
        return tuple(sorted(near, key=lambda action: -values.get(action, values[best])))

    def apart(self, visits: int, others: int, doubt: float) -> float:
        """How far two moves' values must lie apart to be told apart."""
        return float(hypot(self.margin(visits), self.margin(others)) + doubt / 2)

    def cards(self, player: int) -> Found:
        first, count, start, columns = (int(self.nodes[place]) for place in (2, 3, 4, 5))
        rows = count // columns
        attacks = player == self.state.player
        names = [Play(CARDS[int(place)]) for place in self.held[start : start + rows + columns]]
        sums = [float(self.mixes[2 * place + 1]) for place in range(start, start + rows + columns)]
        sides = (names[:rows], sums[:rows]), (names[rows:], sums[rows:])
        (own, weights), (_, theirs) = sides if attacks else sides[::-1]
        visits: dict[Action, int] = dict.fromkeys(own, 0)
        values: dict[Action, float] = dict.fromkeys(own, 0.0)
        for i, action in enumerate(own):
            for j, weight in enumerate(theirs):
                edge = first + (i * columns + j if attacks else j * columns + i)
                visits[action] += self.edge(edge, player)[0]
                paid = self.kernel.pay(self.worth, self.edges, self.priors, edge, player, int(not attacks))
                values[action] += weight / sum(theirs) * float(paid)
        least = RARE * sum(weights)
        kept = {action: weight for action, weight in zip(own, weights) if weight > least}
        whole = sum(kept.values())
        return visits, values, {action: weight / whole for action, weight in kept.items()}

    def margin(self, visits: int) -> float:
        """Half the width of a 95% interval for the mean of so many results."""
        count, total, squares = (float(part) for part in self.totals)
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
