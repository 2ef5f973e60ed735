"""Advice for any position: solved if it is small, else searched by playing out many times; and a review of cards
played.

A move is found by ``gamekit.play.search``: what each move leads to is played out by greedy players with some random
actions, on common random numbers, and the worse half is dropped repeatedly. The cards of a conflict are a matrix game:
the position after each of its at most four outcomes is played out likewise, what the cards are still worth is judged by
weights that were fitted to games. The other is assumed to play half of the cards as the plain player does: against best
play alone, common mistakes would go unpunished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from math import sqrt
from numbers import Integral, Real
from operator import mul
from random import Random
from statistics import variance
from time import thread_time
from types import SimpleNamespace
from typing import Any, TypeAlias

from gamekit.caesar import rules
from gamekit.caesar.odds.mix import AttackerDefender, CardMix, join_listed
from gamekit.caesar.odds.solve import CLAUSES, MOST_LIMIT, OBJECTIVES, Solution, say_action, say_actions, solve_within
from gamekit.caesar.players.evaluation import CARD, result_shares, weighted_sums, weights
from gamekit.caesar.players.plain import conflict_value, estimated_gain, plain
from gamekit.caesar.state import HIDDEN, Action, Play, State, opponents_in, require_position
from gamekit.caesar.tables import CARDS, FLAG, SQUARES, Card
from gamekit.play import search as general
from gamekit.play.protocol import OVER
from gamekit.play.search import SURE, SearchHooks, SeatPlan, single_action_plan
from gamekit.probability import matrix_game
from gamekit.probability.distribution import Basis
from gamekit.storage.serialization import short_repr
from gamekit.text.progress import report
from gamekit.text.translation import note, word
from gamekit.text.validation import require_type

ITERATIONS = 400  # playouts: about a second
SOLVED = 5  # solved if at most this many times ``iterations`` positions are reachable: as quick
FEW = 0.5  # share of the squares: with groups on more of them no time is spent on trying to solve,
TRIED = 4  # else at most one part in this many of the seconds
MOST = float(len(SQUARES))  # counters, the largest lead
SAID = 3  # most moves named that cannot be distinguished
RARE = 0.02  # a smaller share of a mix is left out
PLAIN = 0.5  # share of the other's cards played as the plain player does
ODD = 0.1  # share of random actions in a playout
WIDTH = 14  # most moves tried, the best by immediate gain
TRUST = 2.0  # tries that an estimate counts for
GAIN = {"win": 0.02, "lead": 0.5}  # value of a counter gained at once, in units of the objective
LONGEST = 10**6  # seconds
MOST_ITERATIONS = 2_000_000
Pair: TypeAlias = tuple[Card, Card]  # the attacker's and the defender's


@dataclass(frozen=True, slots=True)
class Advice:
    """The result of a search for the player to decide.

    ``mix``: {action: chance}, one action for a move, a mix for cards. ``visits``: {action: how often it was played on};
    ``values``: {action: mean result}. ``value``: the mean result of ``mix``. ``confidence``: its 95% interval, by the
    spread of the results; it does not cover other behaviour of the opponents. ``alike``: the moves that the results
    cannot distinguish from the best. A mix of cards has none. ``cut_short``: whether the time ran out, or the best was
    certain, before the ``iterations`` asked for; ``iterations`` are those done. A small position is solved instead:
    then ``iterations`` and ``visits`` are 0, the rest is exact up to rounding, the confidence has no width, and the
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
    def best_action(self) -> Action:
        """The likeliest action of the mix, the first among equals."""
        return max(self.mix, key=self.mix.__getitem__)

    def explain(self, language: str | None = None) -> str:
        """Return the advice for the present decision, in words: a best move is named only if it is distinguished."""
        said = say_actions(self.mix, language)
        if not self.alike:
            return said
        others = [say_action(action, language) for action in self.alike[:SAID]]
        more = len(self.alike) - SAID
        key = "caesar.alike.more" if more > 0 else "caesar.alike"
        return word(key, language, best=said, others=join_listed(others, language), count=max(more, 0))


def advise(
    state: State,
    iterations: int = ITERATIONS,
    random: Random | None = None,
    seconds: float | None = None,
    objective: str = "lead",
) -> Advice:
    """Return advice for a position of two to five players; a view is enough, since cards are chosen simultaneously.
    With two players a position with at most five times ``iterations`` reachable positions is solved, which is as quick;
    any other is searched. The same ``iterations`` and ``random`` (``Random(0)`` when none is given) give the same
    answer; ``seconds`` only cuts the search short. The objective "lead" is the own lead over the best of the others at
    the end, "win" the share of the victory. Raises ValueError if the game is over or a number is out of range, such as
    more than two million ``iterations``.

    >>> from gamekit import caesar
    >>> found = advise(caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)]))
    >>> found.explain(), found.value, found.iterations
    ('conflict of a1 with e1', 2.0, 0)
    """
    return _advised(state, iterations, random, seconds, objective, True)


def search_position(state: State, iterations: int, random: Random | None = None, objective: str = "lead") -> Advice:
    """Return the advice of a search, even if the position is small enough to be solved."""
    return _advised(state, iterations, random, None, objective, False)


def _advised(
    state: State, iterations: int, random: Random | None, seconds: float | None, objective: str, small: bool
) -> Advice:
    decides = rules.current_player(require_position(state))
    if decides == OVER:
        raise ValueError("the game is over: there is nothing to advise")
    _check_asked(iterations, seconds, objective)
    random = require_type(random or Random(0), Random, "random", "a random.Random, such as Random(1)")
    start, player = thread_time(), int(decides)
    stop, solving = (None, None) if seconds is None else (start + seconds, start + seconds / TRIED)
    few = seconds is None or (not state.unplaced and sum(map(bool, state.board)) < FEW * len(SQUARES))
    if small and few and (exact := solve_within(state, objective, min(MOST_LIMIT, iterations * SOLVED), solving)):
        return _exact(exact)
    seek = _cards if state.attack else _moves
    found = seek(state, player, iterations, stop, random, objective)
    basis = (
        note(f"caesar.objective.{objective}"),
        note("caesar.basis.searched", iterations=f"{found.iterations:,}"),
        *((note("caesar.basis.plain", share=f"{PLAIN:.0%}"),) if state.attack else ()),
        *state.options.basis,
        *CLAUSES,
    )
    return replace(found, basis=basis)


def _check_asked(iterations: int, seconds: float | None, objective: str) -> None:
    sound = isinstance(iterations, Integral) and 1 <= iterations <= MOST_ITERATIONS
    if not sound or (seconds is not None and not (isinstance(seconds, Real) and 0 < seconds < LONGEST)):
        found = f"iterations={short_repr(iterations)}, seconds={short_repr(seconds)}; both should be above 0"
        raise ValueError(f"{found}, and iterations at most {MOST_ITERATIONS:,}")
    if objective not in OBJECTIVES:
        raise ValueError(f"objective={objective!r}; it should be {' or '.join(map(repr, OBJECTIVES))}")


def final_results(state: State, objective: str) -> dict[int, float]:
    """Return each player's result at the end of a game."""
    if objective == "lead":
        return {player: float(lead) for player, lead in rules.leads(state).items()}
    won = rules.winners(state)
    return {player: (player in won) / len(won) for player in state.players}


def play_out(state: State, random: Random, objective: str) -> dict[int, float]:
    """Return each player's result of a playout by greedy players with some random actions."""
    while rules.current_player(state) != OVER:
        legal = rules.legal_actions(state)
        state = rules.apply(state, random.choice(legal) if random.random() < ODD else plain(state, legal))
    return final_results(state, objective)


def _moves(state: State, player: int, iterations: int, stop: float | None, random: Random, objective: str) -> Advice:
    """Return the moves compared by ``gamekit.play.search``."""

    def plans(view: State, legal: Sequence[Action]) -> list[SeatPlan]:
        return [single_action_plan(view, action, GAIN[objective] * estimated_gain(view, action)) for action in legal]

    hooks = SearchHooks(
        sample=lambda view, random: view, plans=plans, horizon=lambda state, start: True,
        playout=partial(play_out, objective=objective), trust=TRUST, width=WIDTH,
    )  # fmt: skip
    legal = rules.legal_actions(state)
    if len(legal) == 1:  # a single move, but its value is wanted
        hooks = replace(hooks, plans=lambda view, legal: [single_action_plan(view, legal[0], 0.0)] * 2, halves=False)
    seconds = None if stop is None else max(1e-3, stop - thread_time())
    found = general.find(
        SimpleNamespace(rules=rules), state, legal, hooks=hooks, iterations=iterations, seconds=seconds, random=random
    )
    tried = {plan.action: plan for plan in found.plans}
    visits = {action: tried[action].tries if action in tried else 0 for action in legal}
    values = {action: plan.value for action, plan in tried.items() if plan.tries}
    value, (low, high) = found.plans[0].value, found.confidence
    return Advice(
        state, player, objective, found.iterations, found.iterations < iterations, visits, values, dict(found.mix),
        value, _within(objective, low, high), found.alike,
    )  # fmt: skip


def _exact(found: Solution) -> Advice:
    value = float(found.value)
    return Advice(
        found.state, found.player, found.objective, 0, False, dict.fromkeys(found.loss, 0),
        {action: float(found.value - loss) for action, loss in found.loss.items()},
        {action: float(share) for action, share in found.mix.items()}, value, (value, value), (), found.basis,
    )  # fmt: skip


def _within(objective: str, low: float, high: float) -> tuple[float, float]:
    """Return an interval cut to the possible results."""
    return (max(low, 0.0), min(high, 1.0)) if objective == "win" else (max(low, -MOST), min(high, MOST))


class _Outcome:
    """One end of a conflict, by any cards: its judged value, and the results of its playouts. ``pair`` are the first
    cards tried that lead to it."""

    def __init__(self, fight: State, pair: Pair, objective: str) -> None:
        self.after = rules.apply(rules.apply(fight, Play(pair[0])), Play(pair[1]))
        self.objective, self.pair = objective, pair
        self.sides = opponents_in(fight, fight.attack) if fight.attack else (0, 1)
        self.over = rules.current_player(self.after) == OVER
        self.sums = [] if self.over else weighted_sums(self.after, objective)
        self.found = [[*final_results(self.after, objective).values()]] if self.over else list[list[float]]()

    def play(self, random: Random) -> None:
        if not self.over:
            self.found.append([*play_out(self.after, random, self.objective).values()])

    def error(self, player: int) -> float:
        """Return the standard error of a player's mean result; with fewer than two playouts that of one."""
        found = [each[player] for each in self.found]
        spread = variance(found) if len(found) > 1 else (GAIN[self.objective] * MOST) ** 2
        return 0.0 if self.over else sqrt(spread / len(found))

    def results_after(self, pair: Pair) -> list[float]:
        """Return every player's judged result if these cards are spent instead of ``pair``."""
        known, held = weights(self.objective, len(self.sums)), self.sums[:]
        for player, card, kept in zip(self.sides, pair, self.pair):
            held[player] += known[CARD + CARDS.index(kept)] - known[CARD + CARDS.index(card)]
        return result_shares(held, self.objective)

    def worth(self, pair: Pair, player: int) -> float:
        """Return a player's value of a pair of cards with this end: the judged one blended with its playouts' mean."""
        if self.over:
            return self.found[0][player]
        judged, tried = self.results_after(pair)[player], len(self.found)
        played = sum(each[player] for each in self.found)
        return (TRUST * judged + played + tried * (judged - self.results_after(self.pair)[player])) / (TRUST + tried)


def _ends(heights: tuple[int, int], pair: Pair) -> int:
    """Return how a pair of cards ends a conflict: won, lost, tied or by a flag."""
    if FLAG in pair:
        return 2
    ahead = heights[0] + int(pair[0]) - heights[1] - int(pair[1])
    return (ahead > 0) - (ahead < 0)


def _cards(state: State, player: int, iterations: int, stop: float | None, random: Random, objective: str) -> Advice:
    """Return advice on the cards of a conflict: a matrix game of the values of its outcomes."""
    fight, attack = replace(state, chosen=None), state.attack
    assert attack is not None
    sides = opponents_in(fight, attack)
    hands = fight.hands[sides[0]], fight.hands[sides[1]]
    heights = len(fight.group_at(attack.here)), len(fight.group_at(attack.there))
    outcomes: dict[int, _Outcome] = {}
    for pair in product(*hands):
        if (kind := _ends(heights, pair)) not in outcomes:
            outcomes[kind] = _Outcome(fight, pair, objective)
    done, seed = 0, random.getrandbits(60)
    while done < iterations and (stop is None or done == 0 or thread_time() < stop):
        for outcome in outcomes.values():  # all on the same random numbers
            outcome.play(Random(seed + done))
        done = min(iterations, done + len(outcomes))
        report(done / iterations)
    place = sides.index(player)
    own, others = hands[place], hands[1 - place]
    pairs = [[(card, answer) if place == 0 else (answer, card) for answer in others] for card in own]
    matrices = [
        [[outcomes[_ends(heights, pair)].worth(pair, side) for pair in row] for row in pairs]
        for side in (player, sides[1 - place])
    ]
    answers = matrix_game.solve([[-payoff for payoff in row] for row in matrices[1]], float).column
    obvious = others.index(conflict_value(heights[1 - place], heights[place], others, own)[1])
    answers = tuple((1 - PLAIN) * share + PLAIN * (each == obvious) for each, share in enumerate(answers))
    believed = [[(1 - PLAIN) * payoff + PLAIN * row[obvious] for payoff in row] for row in matrices[0]]
    shares = matrix_game.solve(believed, float).row
    values: dict[Action, float] = {Play(card): sum(map(mul, row, answers)) for card, row in zip(own, matrices[0])}
    kept: dict[Action, float] = {Play(card): share for card, share in zip(own, shares) if share > RARE}
    mix = {action: share / sum(kept.values()) for action, share in kept.items()}
    value = sum(share * values[action] for action, share in mix.items())
    margin = SURE * max((outcome.error(player) for outcome in outcomes.values()), default=0.0)
    return Advice(
        state, player, objective, done, done < iterations, dict.fromkeys(values, done), values, mix, value,
        _within(objective, value - margin, value + margin),
    )  # fmt: skip


SMALL = 2_000  # positions: a fraction of a second
QUICK = 200  # iterations
LOOK_BACK = 1_000  # iterations for the cost of cards: with fewer, noise exceeds cost


def solve_or_advise(
    state: State,
    max_positions: int = SMALL,
    iterations: int = QUICK,
    random: Random | None = None,
    objective: str = "lead",
    search_objective: str | None = None,
) -> Solution | Advice:
    """Solve a position with at most ``max_positions`` reachable positions, else ``advise``; the basis says which.
    ``search_objective``: the objective of a search, if not ``objective``.

    >>> from gamekit import caesar
    >>> caesar.solve_or_advise(caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])).value
    Fraction(2, 1)
    """
    return solve_within(state, objective, max_positions) or search_position(
        state, iterations, random, search_objective or objective
    )


def action_values(found: Solution | Advice) -> dict[Any, Any]:
    """Return the value of each action to the player to decide, where known."""
    if isinstance(found, Advice):
        return found.values
    require_type(found, Solution, "what was found", "a Solution or an Advice")
    return {action: found.value - loss for action, loss in found.loss.items()}


@dataclass(frozen=True, slots=True)
class ConflictReview:
    """The review of a conflict: both best mixes, and the cost of each card played against the other's mix, in counters
    of lead. ``value``: the position's value to the attacker. ``margin``: the possible error of a cost found by search;
    0 if ``exact``."""

    cards: AttackerDefender
    mixes: AttackerDefender
    costs: AttackerDefender
    value: Any
    exact: bool
    margin: float = 0.0
    basis: Basis = field(default=(), compare=False)


def review_conflict(
    state: State,
    attacker_card: Card,
    defender_card: Card,
    max_positions: int = SMALL,
    iterations: int = LOOK_BACK,
    random: Random | None = None,
    known_solution: Solution | None = None,
) -> ConflictReview:
    """Review a conflict: ``state`` is the position before the attacker's ``attacker_card`` and the defender's
    ``defender_card``. ``known_solution``: the solution of an earlier position; used if this one is reachable from it.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B", "R . . . ."] + [". . . . ."] * 3, hands=[(9, 1), (8, 5)])
    >>> caesar.review_conflict(caesar.rules.apply(state, caesar.Attack("a1", "e1")), 1, 8).costs.attacker > 0
    True
    """
    if require_position(state).attack is None:
        raise ValueError("there is no conflict in this position to review")
    attacking = _known(known_solution, state) or solve_or_advise(
        replace(state, chosen=None), max_positions, iterations, random
    )
    answering: Solution | Advice
    if isinstance(attacking, Solution):
        answering = attacking.at(replace(state, chosen=HIDDEN))
    else:
        answering = search_position(replace(state, chosen=HIDDEN), iterations, random)
    sides = tuple(zip((attacking, answering), (attacker_card, defender_card)))
    return ConflictReview(
        cards=AttackerDefender(attacker_card, defender_card),
        mixes=AttackerDefender(*(_mix(found) for found, _ in sides)),
        costs=AttackerDefender(*(_cost(found, played) for found, played in sides)),
        value=attacking.value,
        exact=isinstance(attacking, Solution),
        margin=max((_margin(found) for found, _ in sides), default=0.0),
        basis=attacking.basis,
    )


def _known(known: Solution | None, state: State) -> Solution | None:
    try:
        return known.at(replace(state, chosen=None)) if known else None
    except ValueError:
        return None


def _mix(found: Solution | Advice) -> CardMix:
    return CardMix((action.card, share) for action, share in found.mix.items() if isinstance(action, Play))


def _margin(found: Solution | Advice) -> float:
    """Return the possible error of the difference between two cards of a search."""
    if isinstance(found, Solution):
        return 0.0
    low, high = found.confidence
    return (high - low) / 2 * sqrt(2)


def _cost(found: Solution | Advice, card: Card) -> Any:
    if isinstance(found, Solution):
        if Play(card) not in found.loss:
            raise ValueError(f"{card!r} is not in the hand")
        return found.loss[Play(card)]
    known = found.values
    return max(known.values()) - known.get(Play(card), min(known.values()))
