"""The searching player for any game: against solved games, mixes by hand, and what it must not see."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from gamekit import caesar
from gamekit.caesar.odds.solve import solve_within
from gamekit.play.protocol import CHANCE, OVER
from gamekit.play.search import SearchHooks, SearchResult, find, player
from gamekit.probability.distribution import Dist
from tests.caesar.generators import late
from tests.fifth_game import terni
from tests.fifth_game.events import ENOUGH, ahead
from tests.fifth_game.terni.rules import Put, State


def terni_worths(state: State) -> dict[Any, int]:
    """What each action is worth to the one who moves, from the twin that looks ahead."""
    after = {action: terni.rules.apply(state, action) for action in terni.rules.legal_actions(state)}
    return {a: -ahead(each.points, min(each.moves, 6 + each.moves % 2), ENOUGH) for a, each in after.items()}


@pytest.mark.soak
def test_terni_lapilli_is_played_as_solved_in_most_positions() -> None:
    random, right, wrong = Random(1), 0, 0
    while right + wrong < 3:
        state = State()
        for _ in range(random.randrange(4, 10)):
            if terni.rules.current_player(state) != OVER:
                state = terni.rules.apply(state, random.choice(terni.rules.legal_actions(state)))
        if terni.rules.current_player(state) == OVER or len(set((worths := terni_worths(state)).values())) == 1:
            continue
        found = find(terni, state, terni.rules.legal_actions(state), iterations=150, random=random)
        good = worths[found.best] == max(worths.values())
        right, wrong = right + good, wrong + (not good)
    assert right >= 2


# Pennies: a coin is laid in secret, another beside it; the first of them wins what lies equal, heads counting thrice.
@dataclass(frozen=True, slots=True)
class Pennies:
    """The coins laid so far; "?" for one that is hidden from the one who looks."""

    seen: str = ""
    looker: str = ""


def _apply(state: Pennies, action: str) -> Pennies:
    return replace(state, seen=state.seen + action)


def _returns(state: Pennies) -> dict[str, float]:
    won = {"HH": 3, "TT": 1}.get(state.seen, -1)
    return {"first": won, "second": -won}


PENNIES = SimpleNamespace(
    rules=SimpleNamespace(
        initial_state=Pennies,
        current_player=lambda state: ("first", "second", OVER)[len(state.seen)],
        legal_actions=lambda state: ("H", "T"),
        apply=_apply,
        observe=lambda state, looker: Pennies("" if looker == "first" else "?" * len(state.seen), looker),
        returns=_returns,
    )
)


@pytest.mark.parametrize("looker", ["first", "second"])
def test_pennies_are_mixed_as_the_matrix_says(looker: str) -> None:
    """Heads in a third: 3p - (1 - p) = -p + (1 - p). The second one's positions are those before the first has laid."""
    view = Pennies("?" * (looker == "second"), looker)
    found = find(PENNIES, view, ("H", "T"), hooks=SearchHooks(lambda view, random: Pennies()), iterations=8000)
    assert found.mix["H"] == pytest.approx(1 / 3, abs=0.06)
    assert sum(found.mix.values()) == pytest.approx(1)


def as_seen(view: caesar.State, random: Random) -> caesar.State:
    """Caesar: the position before a hidden card was chosen; the lead is the aim."""
    return replace(view, chosen=None)


def lead(state: caesar.State) -> dict[int, float]:
    counters = caesar.rules.returns(state)
    return {each: counters[each] - counters[1 - each] for each in counters}


def test_caesar_s_endgames_lose_little_against_the_solution() -> None:
    random, losses = Random(5), list[float]()
    while len(losses) < 2:
        state = late(random)
        solved = solve_within(state, "lead", 400)
        if solved is None or not any(solved.loss.values()):
            continue
        legal = caesar.rules.legal_actions(state)
        found = find(caesar, state, legal, hooks=SearchHooks(as_seen, value=lead), iterations=400, random=random)
        losses.append(float(sum(Fraction(share) * solved.loss[each] for each, share in found.mix.items())))
    assert sum(losses) / len(losses) < 0.3


# A lottery: each plan adds a number to what the dice bring; only differences tell them apart.

DIE = Dist(dict.fromkeys(range(1, 7), 1))
TICKETS = (0, 1, 2, 3)
LOTTERY = SimpleNamespace(
    rules=SimpleNamespace(
        current_player=lambda state: "one" if len(state) == 1 else CHANCE if len(state) < 5 else OVER,
        legal_actions=lambda state: TICKETS,
        chance_outcomes=lambda state: DIE,
        apply=lambda state, action: (*state, action),
        observe=lambda state, player: "a view",
        returns=lambda state: {"one": 5.0 * state[0] + state[1] / 4 + sum(state[2:])},
    )
)
LUCK = SearchHooks(lambda view, random: (random.randrange(4),), rollout=lambda view, legal: legal[0])


def test_plans_are_compared_on_common_dice() -> None:
    """The same dice for all: a quarter of a point is told apart, which the spread of three dice would hide."""
    found = find(LOTTERY, "a view", TICKETS, hooks=LUCK, iterations=60)
    assert (found.best, found.alike) == (3, ())
    assert found.iterations < 60  # beyond doubt before all are done
    best, second = found.plans[:2]
    assert (best.value - second.value, best.error > 0.25) == (pytest.approx(0.25), True)
    low, high = found.confidence
    assert low < best.value < high


def test_priors_order_what_is_not_tried_and_width_leaves_out() -> None:
    hooks = replace(LUCK, prior=lambda view, action: -action, width=2, trust=1000)
    found = find(LOTTERY, "a view", TICKETS, hooks=hooks, iterations=20)
    assert [plan.action for plan in found.plans] == [0, 1]


def test_a_stop_is_asked_between_iterations_and_gives_what_was_found() -> None:
    for game, view, legal, hooks in ((LOTTERY, "a view", TICKETS, LUCK), (terni, State(), None, None)):
        asked = count()
        legal = legal or terni.rules.legal_actions(State())
        found = find(game, view, legal, hooks=hooks, iterations=10**6, stop=lambda asked=asked: next(asked) > 20)
        assert 10 <= found.iterations <= 21
        assert found.best in legal
    stopped = find(terni, State(), terni.rules.legal_actions(State()), stop=lambda: True)
    assert (stopped.iterations, stopped.best) == (0, Put(0))


def test_the_same_seed_gives_the_same_answer() -> None:
    def twice(game: Any, view: Any, legal: Any, hooks: SearchHooks | None) -> list[SearchResult]:
        return [find(game, view, legal, hooks=hooks, iterations=50, random=Random(seed)) for seed in (1, 1, 2)]

    for one, again, other in (
        twice(LOTTERY, "a view", TICKETS, LUCK),
        twice(terni, State(), terni.rules.legal_actions(State()), None),
    ):
        assert one == again != other


def test_only_the_view_is_read() -> None:
    """Whatever lies behind equal views, the same seed gives the same actions."""
    taken = []
    for coin in "HT":
        decide = player(PENNIES, Random(4), iterations=40, hooks=SearchHooks(lambda view, random: Pennies()))
        taken.append([decide(PENNIES.rules.observe(Pennies(coin), "second"), ("H", "T")) for _ in range(12)])
    assert (taken[0], set(taken[0])) == (taken[1], {"H", "T"})


@pytest.mark.parametrize("more", [{"iterations": 0}, {"seconds": 0.0}, {"legal": ()}])
def test_numbers_that_make_no_sense_are_refused(more: Any) -> None:
    with pytest.raises(ValueError, match="above 0"):
        find(terni, State(), **{"legal": terni.rules.legal_actions(State()), "iterations": 5, **more})
