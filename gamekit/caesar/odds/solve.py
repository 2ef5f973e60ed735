"""Small positions of two players, solved exactly: alliances and conflicts as moves, cards as matrix games.

Every reachable position is listed first (which gives the size), then valued from the last ones back.
Only a group's owner and height matter, so groups that differ below the top count as one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from time import thread_time
from typing import Any

from gamekit.caesar import rules
from gamekit.caesar.odds.mix import CardMix, describe_mix, solve_mix
from gamekit.caesar.state import Action, Alliance, Attack, Pass, Place, Play, State, require_position, square_number
from gamekit.caesar.tables import Hand
from gamekit.play.protocol import OVER, Strategy
from gamekit.probability import matrix_game
from gamekit.probability.distribution import Basis
from gamekit.text.progress import report
from gamekit.text.translation import note, word
from gamekit.text.validation import whole_number

OBJECTIVES = ("lead", "win")
MOST_LIMIT = 2_000_000  # most positions: some GB, and minutes
LIMIT = 100_000  # positions: some ten seconds to list, and ten more to value
CLAUSES = ("4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17")


@dataclass(frozen=True, slots=True)
class StateSpaceSize:
    """The size of a game tree: how many positions can be reached, and how many of them are conflicts."""

    positions: int
    conflicts: int

    def explain(self, language: str | None = None) -> str:
        return word("caesar.solve.size", language, positions=f"{self.positions:,}", games=f"{self.conflicts:,}")

    def __str__(self) -> str:
        return self.explain("en")


class _Beyond(Exception):
    """Raised beyond the allowed positions or time."""


class PositionTooLarge(ValueError):
    """Raised for a position with more reachable positions than the limit; the message gives an estimate."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A position of the tree: a final one (no actions), a choice of actions, or a matrix of following positions."""

    player: int
    actions: tuple[Action, ...] = ()
    after: tuple[int, ...] = ()
    hands: tuple[Hand, Hand] | None = None
    end: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """Best play in a position. ``value`` is for the player to act: counters of lead at the end, or for
    the objective "win" 1, 1/2, 0. ``mix``: {action: chance}. ``loss``: {action: how much worse than the value}.

    ``unique``: whether the player to act has no equally good answer; else the first legal action is given, and for
    cards pure mixes before others, then the lowest cards."""

    state: State
    player: int
    objective: str
    size: StateSpaceSize
    value: Fraction
    mix: dict[Action, Fraction]
    loss: dict[Action, Fraction]
    unique: bool
    basis: Basis = field(default=(), compare=False)
    _tree: _SolvedTree = field(default=None, compare=False, repr=False)  # type: ignore[assignment]

    @property
    def question(self) -> State:
        """The question, as ``share`` takes it: the position."""
        return self.state

    @property
    def value_by_player(self) -> dict[int, Fraction]:
        """{player: what the position is worth to him}, in the units of ``value``."""
        other = -self.value if self.objective == "lead" else 1 - self.value
        return {self.player: self.value, 1 - self.player: other}

    @property
    def best_action(self) -> Action | None:
        """The likeliest action of the mix, the first among equals; None when the game is over."""
        return max(self.mix, key=self.mix.__getitem__) if self.mix else None

    def at(self, state: State) -> Solution:
        """Return best play in a position reachable from this one; ValueError for any other."""
        return self._tree.solution(state)

    def strategy(self, random: Random) -> Strategy:
        """Return best play as a strategy for ``gamekit.play.protocol.play``; the mixes are drawn with ``random``."""

        def decide(view: State, legal: tuple[Action, ...]) -> Action:
            mix = self.at(view).mix
            return random.choices(list(mix), [float(share) for share in mix.values()])[0]

        return decide

    def explain(self, language: str | None = None) -> str:
        """Return the advice for the present decision, in words."""
        return say_actions(self.mix, language)


def solve(
    state: State,
    objective: str = "lead",
    max_positions: int = LIMIT,
    report_size: Callable[[StateSpaceSize], None] | None = None,
) -> Solution:
    """Return the subgame-perfect value and strategy of a position of two players, exactly.

    ``objective="lead"``: own counters less the other's at the end; ``"win"``: 1, 1/2, 0. ``report_size`` is called with
    the ``StateSpaceSize`` before solving. Raises TooLarge, a ValueError with the size, if more than ``max_positions``
    positions are reachable, and ValueError for more than two players or an unknown objective.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> caesar.solve(state).value, caesar.solve(state).explain()
    (Fraction(2, 1), 'conflict of a1 with e1')
    """
    tree = _listed(state, objective, max_positions)
    if report_size is not None:
        report_size(tree.size)
    tree.value_all()
    return tree.solution(state)


def solve_within(state: State, objective: str, limit: int, stop: float | None = None) -> Solution | None:
    """Return the solution of a position of two players; None if more than ``limit`` positions are reachable or the
    clock reaches ``stop`` first."""
    if len(require_position(state).hands) != 2:
        return None
    try:
        tree = _SolvedTree(state, objective, limit, stop)
        tree.value_all()
    except _Beyond:
        return None
    return tree.solution(state)


def _listed(state: State, objective: str, limit: int) -> _SolvedTree:
    try:
        return _SolvedTree(state, objective, limit)
    except _Beyond:
        raise PositionTooLarge(
            f"more than {limit:,} positions can arise from here, in about {_say(estimated_lines(state))} lines of "
            "play; advise() searches such a position without listing it"
        ) from None


def reduced_position(state: State) -> State:
    """Return the position reduced to the owners and heights of groups, without the chosen card."""
    board = tuple(group and group[-1] * len(group) for group in state.board)
    return replace(state, board=board, chosen=None)


class _SolvedTree:
    """All positions reachable from one, numbered, and their values to player 0."""

    def __init__(self, state: State, objective: str, limit: int, stop: float | None = None) -> None:
        whole_number(limit, "limit", 0, MOST_LIMIT)
        if len(require_position(state).hands) != 2:
            raise ValueError(f"{len(state.hands)} players; only positions of two players are solved")
        if objective not in OBJECTIVES:
            raise ValueError(f"objective={objective!r}; it should be {' or '.join(map(repr, OBJECTIVES))}")
        self.objective, self.stop = objective, stop
        self.numbers: dict[State, int] = {reduced_position(state): 0}
        self.nodes: list[_Node] = []
        self.values: dict[int, Fraction] = {}
        states = list(self.numbers)
        while len(self.nodes) < len(states):
            self.nodes.append(self._node(states[len(self.nodes)], states))
            if len(states) > limit:
                raise _Beyond
            self._look_at_the_clock()
        self.size = StateSpaceSize(len(self.nodes), sum(node.hands is not None for node in self.nodes))
        self.order = sorted(range(len(states)), key=lambda place: _ahead(states[place]))

    def _look_at_the_clock(self) -> None:
        if self.stop is not None and thread_time() >= self.stop:
            raise _Beyond

    def _node(self, state: State, states: list[State]) -> _Node:
        player = rules.current_player(state)
        if player == OVER:
            return _Node(state.player, end=self._end(state))
        if state.attack is None:
            actions = rules.legal_actions(state)
            after = tuple(self._number(reduced_position(rules.apply(state, action)), states) for action in actions)
            return _Node(state.player, actions, after)
        pair = state.hands[state.player], state.hands[1 - state.player]
        after = tuple(self._number(child, states) for child in after_conflict(state, pair))
        return _Node(state.player, after=after, hands=pair)

    def _number(self, state: State, states: list[State]) -> int:
        found = self.numbers.setdefault(state, len(states))
        if found == len(states):
            states.append(state)
        return found

    def _end(self, state: State) -> Fraction:
        if self.objective == "lead":
            return Fraction(state.counters_in_groups(0) - state.counters_in_groups(1))
        won = rules.winners(state)
        return Fraction(int(0 in won), len(won))

    def value_all(self) -> None:
        for done, place in enumerate(self.order):
            self._look_at_the_clock()
            report(done / len(self.order))
            self.values[place] = self._value(self.nodes[place])

    def _value(self, node: _Node) -> Fraction:
        if node.end is not None:
            return node.end
        if node.hands is None:
            best = min if node.player else max
            return best(self.values[child] for child in node.after)
        return matrix_game.game_value(self._matrix(node)) * (-1 if node.player else 1)

    def _matrix(self, node: _Node) -> list[list[Fraction]]:
        """Return the conflict's values to the attacker (for "win" shifted by a constant, which changes nothing)."""
        assert node.hands is not None
        sign, wide = (-1 if node.player else 1), len(node.hands[1])
        values = [sign * self.values[child] for child in node.after]
        return [values[start : start + wide] for start in range(0, len(values), wide)]

    def solution(self, state: State) -> Solution:
        place = self.numbers.get(reduced_position(state))
        if place is None:
            raise ValueError("this position is not reachable from the solved one")
        node, value = self.nodes[place], self.values[place]
        decides = rules.current_player(state)
        player = node.player if decides == OVER else int(decides)
        if node.hands is not None:
            mix, loss, unique = self._cards(node, player)
        else:
            sign = -1 if player else 1
            loss = {a: sign * (value - self.values[child]) for a, child in zip(node.actions, node.after)}
            best = [action for action in loss if not loss[action]]
            mix, unique = ({best[0]: Fraction(1)} if best else {}), len(best) < 2
        own = value if player == 0 else (-value if self.objective == "lead" else 1 - value)
        basis = (
            note(f"caesar.objective.{self.objective}"),
            note("caesar.basis.solved", positions=f"{self.size.positions:,}", games=f"{self.size.conflicts:,}"),
            note("basis.exact"),
            *state.options.basis,
            *CLAUSES,
        )
        return Solution(state, player, self.objective, self.size, own, mix, loss, unique, basis, self)

    def _cards(self, node: _Node, player: int) -> tuple[dict[Action, Fraction], dict[Action, Fraction], bool]:
        assert node.hands is not None
        game = solve_mix(tuple(map(tuple, self._matrix(node))), *node.hands, Fraction)
        first = player == node.player
        mix, loss = (game.play, game.loss) if first else (game.other_play, game.other_loss)
        unique = game.play_unique if first else game.other_unique
        return {Play(c): share for c, share in mix.items()}, {Play(c): less for c, less in loss.items()}, unique


def after_conflict(state: State, pair: tuple[Hand, Hand]) -> Iterator[State]:
    """Return the positions after each pair of cards, the attacker's card running slowest."""
    known: dict[int, State] = {}
    here, there = (square_number(square) for square in _squares(state.attack))
    heights = len(state.board[here]), len(state.board[there])
    attacker = state.player
    for card in pair[0]:
        for other in pair[1]:
            both = isinstance(card, int) and isinstance(other, int)
            kind = _sign(heights[0] + int(card) - heights[1] - int(other)) if both else 2
            if kind not in known:
                end = rules.apply(rules.apply(state, Play(card)), Play(other))
                known[kind] = reduced_position(end)
            left = tuple(c for c in pair[0] if c != card), tuple(c for c in pair[1] if c != other)
            yield replace(known[kind], hands=left if attacker == 0 else left[::-1])


def _squares(attack: Attack | None) -> tuple[str, str]:
    assert attack is not None
    return attack.here, attack.there


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _ahead(state: State) -> tuple[int, int, int]:
    """Return a sort key that is smaller for later positions."""
    groups = sum(1 for group in state.board if group)
    cards = sum(map(len, state.hands))
    return 30 * state.unplaced + groups + cards, int(state.attack is None), -state.passes


def estimated_lines(state: State, probes: int = 60) -> float:
    """Estimate how many lines of play there are, by Knuth's estimate: the mean product of the choices along
    random lines. Always the same for the same position."""
    random, total = Random(0), 0.0
    for _ in range(probes):
        at, product = state, 1.0
        while rules.current_player(at) != OVER:
            legal = rules.legal_actions(at)
            product *= len(legal)
            at = rules.apply(at, random.choice(legal))
        total += product / probes
    return total


def _say(amount: float) -> str:
    digits, power = f"{amount:.0e}".split("e")
    return f"{amount:,.0f}" if amount < 10_000 else f"{digits} x 10^{int(power)}"


def say_actions(mix: dict[Action, Any], language: str | None = None) -> str:
    """Return a mix of actions in words: cards as a mix, other actions by name."""
    cards = CardMix((action.card, share) for action, share in mix.items() if isinstance(action, Play))
    if cards:
        return describe_mix(cards, language)
    return ", ".join(say_action(action, language) for action in mix)


def say_action(action: Action, language: str | None = None) -> str:
    """Return an action in words."""
    match action:
        case Place(at):
            return word("caesar.action.place", language, at=at)
        case Alliance(here, there):
            return word("caesar.action.alliance", language, here=here, there=there)
        case Attack(here, there):
            return word("caesar.action.attack", language, here=here, there=there)
        case Pass():
            return word("caesar.action.pass", language)
    return describe_mix({action.card: 1}, language)
