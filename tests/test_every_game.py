"""What every game's rules must hold to: random games end, nothing is a dead end, positions and records come back."""

import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, OVER, IllegalAction, play, random_strategy
from gamekit.play.session import begin
from gamekit.probability.distribution import Dist
from gamekit.storage import record
from tests.cases import Cases

ROOT = Path(__file__).parent.parent
LONGEST = 20_000  # actions, chance included
ENOUGH = 700  # actions of random games
POSITIONS = 25  # of a game are looked at, if it has as many


def packages() -> dict[str, str]:
    """The games of the package, those beside the tests, and those named in ``GAMEKIT_GAMES``, by their last name."""
    folders = [*(ROOT / "gamekit").glob("*/rules.py"), *(ROOT / "gamekit").glob("*/rules/__init__.py")]
    rooms = [path.parent if path.name == "rules.py" else path.parent.parent for path in folders]
    rooms += [path.parent for path in (ROOT / "tests/fifth_game").glob("*/rules.py")]
    names = [".".join(room.relative_to(ROOT).parts) for room in rooms]
    names += filter(None, os.environ.get("GAMEKIT_GAMES", "").split(","))
    return {name.rpartition(".")[2]: name for name in sorted(names)}


PACKAGES = packages()
WRONG = tomllib.loads(Path(__file__).with_name("wrong_positions.toml").read_text(encoding="utf-8"))
BASES = WRONG.pop("position")


def package(game: str) -> Any:
    return import_module(PACKAGES[game])


def rules_of(game: str) -> Any:
    return package(game).rules


GAMES = sorted(game for game in PACKAGES if hasattr(rules_of(game), "initial_state"))  # others only reckon


def random_game(rules: Any, seed: int) -> Iterator[tuple[Any, Any]]:
    """(position, action taken there) of a whole random game, the last one without an action."""
    random = Random(seed)
    state = rules.initial_state()
    for after, action in play(rules, defaultdict(lambda: random_strategy(random)), random, state):
        yield state, action
        state = after
    yield state, None


def sampled(rules: Any, seed: int, share: float) -> Iterator[Any]:
    """Some of the positions of a random game, more of them of a short one, the first and the last among them."""
    random, game = Random(seed), list(random_game(rules, seed))
    for number, (state, action) in enumerate(game):
        if not number or action is None or random.random() < max(share, POSITIONS / len(game)):
            yield state


def play_out(rules: Any, seed: int) -> int:
    """How long a random game is; it must end, never at a loss what to do."""
    for number, (state, action) in enumerate(random_game(rules, seed)):
        assert number <= LONGEST, f"seed {seed}: the game does not end"
        player = rules.current_player(state)
        if action is None:
            assert player == OVER
            assert tuple(rules.legal_actions(state)) == ()
            scores = rules.returns(state)
            assert scores
            assert all(isinstance(score, (int, float)) or hasattr(score, "numerator") for score in scores.values())
        elif player != CHANCE:
            assert rules.legal_actions(state), f"seed {seed}: nothing to do"
    return number


@pytest.mark.parametrize("game", GAMES)
def test_random_games_end_without_a_dead_end(game: str, cases: Cases) -> None:
    played = 0
    for seed in range(1000):
        played += play_out(rules_of(game), seed)
        if played > cases(ENOUGH, 10**9):
            break


@pytest.mark.parametrize("game", GAMES)
def test_legal_actions_are_distinct_in_a_fixed_order_and_all_apply(game: str) -> None:
    rules = rules_of(game)
    for state in sampled(rules, 1, 0.1):
        player = rules.current_player(state)
        if player in (OVER, CHANCE):
            continue
        legal = rules.legal_actions(state)
        assert isinstance(legal, tuple)
        assert (len(set(legal)), rules.legal_actions(state)) == (len(legal), legal)
        before = hash(state), repr(state)
        for action in legal:
            hash(rules.apply(state, action))
        assert (hash(state), repr(state)) == before  # apply leaves its argument alone


@pytest.mark.parametrize("game", GAMES)
def test_chance_has_whole_weights_and_every_outcome_applies(game: str) -> None:
    rules, met = rules_of(game), 0
    for state in sampled(rules, 2, 0.3):
        if rules.current_player(state) != CHANCE:
            continue
        met += 1
        outcomes = rules.chance_outcomes(state)
        assert isinstance(outcomes, Dist)
        assert isinstance(outcomes.total_weight, int)
        for outcome in outcomes:
            hash(rules.apply(state, outcome))
    assert bool(met) == (not getattr(rules, "CHANCE_FREE", False))


@pytest.mark.parametrize("game", GAMES)
def test_illegal_actions_raise(game: str) -> None:
    rules, tried = rules_of(game), 0
    for seed in range(3, 3 + 50):
        known = {action for _, action in random_game(rules, seed) if action is not None}
        for state in sampled(rules, seed, 0.05):
            player = rules.current_player(state)
            legal = set(rules.chance_outcomes(state)) if player == CHANCE else set(rules.legal_actions(state))
            for action in [*sorted(known - legal, key=repr)[::9], "no such thing", None]:
                tried += 1
                pytest.raises(IllegalAction, rules.apply, state, action).match(r".")
        if tried > 50:
            return
    raise AssertionError("nothing to try")


@pytest.mark.parametrize("game", GAMES)
def test_views_are_values_and_the_same_for_the_same_position(game: str) -> None:
    rules = rules_of(game)
    players = {rules.current_player(state) for state in sampled(rules, 4, 0.3)} - {CHANCE, OVER}
    assert players <= set(rules.returns([state for state, _ in random_game(rules, 4)][-1]))
    for state in sampled(rules, 4, 0.05):
        for player in players:
            assert rules.observe(state, player) == rules.observe(state, player)


@pytest.mark.parametrize("game", [game for game in GAMES if hasattr(package(game), "from_json")])
def test_positions_come_back_from_json(game: str) -> None:
    rules, made = rules_of(game), package(game)
    for state in sampled(rules, 5, 0.04):
        text = made.to_json(state)
        assert isinstance(text, str)
        again = made.from_json(text)
        assert (again, hash(again), made.to_json(again)) == (state, hash(state), text)


def document(game: str, base: str) -> dict[str, Any]:
    """The position of this name in ``wrong_positions.toml``."""
    start: dict[str, Any] = json.loads(package(game).to_json(rules_of(game).initial_state()))
    return start | deepcopy(BASES[game][base]) if base != "start" else start


def spoil(found: Any, path: str, value: Any) -> None:
    """Put a value at a key deep in a document, such as "blocks/Caesar:Caesar/place"; "gone" takes the key away."""
    *keys, last = (int(key) if key.isdigit() else key for key in path.split("/"))
    for key in keys:
        found = found[key]
    found[last] = value
    if value == "gone":
        del found[last]


@pytest.mark.parametrize(
    ("game", "base", "changes", "said"), [(game, *row) for game, rows in WRONG.items() for row in rows]
)
def test_a_position_that_cannot_be_is_refused(game: str, base: str, changes: dict[str, Any], said: str) -> None:
    wrong = document(game, base)
    for path, value in changes.items():
        spoil(wrong, path, value)
    pytest.raises(ValueError, package(game).from_json, json.dumps(wrong)).match(said)


@pytest.mark.parametrize(("game", "base"), [(game, base) for game in BASES for base in BASES[game]])
def test_a_position_in_the_midst_of_anything_comes_back(game: str, base: str) -> None:
    state = package(game).from_json(json.dumps(document(game, base)))
    assert package(game).from_json(package(game).to_json(state)) == state


@pytest.mark.parametrize("game", [game for game in GAMES if hasattr(package(game), "action_from_json")])
@pytest.mark.long
def test_a_saved_record_replays_to_the_same_end_both_ways(game: str, tmp_path: Path) -> None:
    made, random = package(game), Random(6)
    played = list(play(rules_of(game), defaultdict(lambda: random_strategy(random)), random))
    kept = record.record_of_moves(made, played)
    kept.save(tmp_path / "game.jsonl")
    again = record.load(tmp_path / "game.jsonl", made)
    assert (again.entries, list(again.states_after_actions())) == (kept.entries, played)
    shown = begin(again)
    assert [shown.go_to(at).state for at in range(1, len(played) + 1)] == [state for state, _ in played]
    assert shown.go_to(len(played) + 1).state == played[-1][0]  # the end stays the end
    there = [shown := shown.go_to_next_stop() for _ in shown.replay_stops][:-1]
    back = [shown := shown.go_to_previous_stop() for _ in shown.replay_stops][:-1]
    assert [step.at for step in reversed(back)] == [0, *(step.at for step in there[:-1])]
    assert back[-1].state == again.initial_state()


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_is_none_is_missed_in_the_package_itself(game: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{PACKAGES[game]}' has no attribute 'initial_stat'") as error:
        package(game).initial_stat  # noqa: B018
    assert (error.value.name, error.value.obj) == ("initial_stat", package(game))
