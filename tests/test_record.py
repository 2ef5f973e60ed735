"""Records: what is kept, how it replays, and what is said of a damaged or foreign one."""

import json
import tomllib
from collections import defaultdict
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import FIREPOWER
from gamekit.play.protocol import play, random_strategy
from gamekit.play.session import begin, branch
from gamekit.storage import record
from gamekit.storage.record import Entry, Record, RecordError, load, read
from gamekit.storage.record import record_of_moves as keep


def short_game(options: dict[str, bool] | None = None, seed: int = 3, length: int = 120) -> Record:
    random = Random(seed)
    players = {side: random_strategy(random) for side in ("Caesar", "Pompey")}
    moves = play(jc.rules, players, random, jc.initial_state(**(options or {})))
    return keep(jc, [next(moves) for _ in range(length)], options=options)


TEXT = short_game().to_json_lines()
LINES = TEXT.splitlines()
WRONG = tomllib.loads(Path(__file__).with_name("wrong_files.toml").read_text(encoding="utf-8"))


def test_options_and_hands_are_kept() -> None:
    free = short_game({"free_deployment": True})
    assert read(free.to_json_lines(), jc) == free
    five = Record(aq, options={"players": ("Ada", "Ben", "Cy", "Dora", "Eve")})
    assert read(five.to_json_lines(), aq) == five
    hands = {"Caesar": ["3/2", "2/2", "2/2", "2/1", "Mars"], "Pompey": ["3/1", "2/3", "2/3", "1/2", "Vulcan"]}
    opened = Record(jc, (Entry(jc.Play("Mars")), Entry(jc.Play("3/1"))), {"hands": hands})
    assert read(opened.to_json_lines(), jc).positions()[-1].phase == "move"
    with pytest.raises(ValueError, match="Out of range"):  # a NaN, which no reader would take again
        opened.with_action(jc.Play("2/2"), float("nan")).to_json_lines()


def test_a_record_may_begin_from_any_position_and_branch_off() -> None:
    whole = short_game()
    middle = Record(jc, (), {}, jc.to_json(whole.positions()[60]), "from turn 1")
    middle = middle.with_action(whole.entries[60].action).with_action(whole.entries[61].action)
    again = read(middle.to_json_lines(), jc)
    assert (again.scenario, again.positions()[-1]) == ("from turn 1", whole.positions()[62])
    assert len(whole.first_actions(60).entries) == 60
    looked = begin(whole, seed=1, at=40)
    assert looked.record.entries[looked.at - 1] == whole.entries[39]
    assert branch(looked).record.first_actions(40) == whole.first_actions(40)
    assert looked.go_to(-5).state == whole.initial_state()


def test_comments_keep_the_faces_of_the_dice() -> None:
    random = Random(8)
    players = dict.fromkeys(("Caesar", "Pompey"), jc.players.plain)
    dice = Random(9)
    played = islice(play(jc.rules, players, random), 500)
    kept = keep(jc, played, lambda state, action: jc.dice_for_outcome(state, action, dice))
    again = read(kept.to_json_lines(), jc)
    rolled = 0
    for before, entry in zip(again.positions(), again.entries):
        if isinstance(entry.action, jc.Hits):
            rolled += 1
            firing = before.combat.firing
            firepower = FIREPOWER[firing]
            assert len(entry.comment) == before.strength[firing]
            assert sum(face <= firepower for face in entry.comment) == entry.action.count
            assert set(entry.comment) <= set(range(1, 7))
        else:
            assert entry.comment is None
    assert rolled > 20


def changed(number: int, old: str, new: str) -> str:
    """The record with something in one line, counted from 1, or the whole line replaced."""
    line = LINES[number - 1]
    return "\n".join([*LINES[: number - 1], line.replace(old or line, new), *LINES[number:]])


@pytest.mark.parametrize(("text", "message"), [
    ("", "line 1: the record is empty"),
    ("[1, 2]", r"line 1: .* is not a JSON object"),
    ('{"game": "julius_caesar"}', "line 1: this is not a game record"),
    *((changed(*change), said) for *change, said in WRONG["record"]),
    ("\n".join(LINES[:50]), "line 50: the record ends after 49 actions; the header says 120"),
    ("\n".join([*LINES[:30], *LINES[35:]]), r"line \d+: "),
])  # fmt: skip
def test_a_damaged_record_says_on_which_line_and_why(text: str, message: str) -> None:
    pytest.raises(RecordError, lambda: read(text, jc)).match(message)


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\x0c", "\x1c", "\n", "\r"])
def test_any_text_comes_back_whatever_breaks_lines_elsewhere(odd: str, tmp_path: Path) -> None:
    record = Record(jc, scenario=f"a{odd}b").with_action(jc.Deal("3/2"), f"one{odd}two")
    assert read(record.to_json_lines(), jc) == record
    assert read(record.to_json_lines().replace("\n", "\r\n"), jc) == record
    record.save(tmp_path / "game.jsonl")
    assert load(tmp_path / "game.jsonl", jc) == record


def test_nothing_follows_the_end() -> None:
    random = Random(4)
    players = {side: random_strategy(random) for side in ("Caesar", "Pompey")}
    over = keep(jc, play(jc.rules, players, random)).with_action(jc.Done())
    pytest.raises(RecordError, lambda: read(over.to_json_lines(), jc)).match(r"line \d+: the game is over, but")


@pytest.mark.parametrize("name", record.GAMES)
def test_a_game_typed_action_by_action_is_the_game(name: str) -> None:
    game = import_module(f"gamekit.{name}")
    random, begin = Random(5), game.rules.initial_state()
    moves = play(game.rules, defaultdict(lambda: random_strategy(random)), random, begin)
    kept = record.record_of_moves(game, islice(moves, 60))
    lines = [" ".join(chain(*record._written(game, entry.action)[0])) for entry in kept.entries]
    read = record.parse_typed_game("\n".join([name, *lines]))
    assert [entry.action for entry in read.entries] == [entry.action for entry in kept.entries]


def test_several_values_of_an_option_are_typed_with_commas() -> None:
    game = record.parse_typed_game("aquileia players=Ada,Ben,Cleo")
    assert game.positions()[0].table.names == ("Ada", "Ben", "Cleo")
    assert read(game.to_json_lines(), aq).options == game.options == {"players": ["Ada", "Ben", "Cleo"]}


@pytest.mark.parametrize("name", record.GAMES)
def test_options_that_cannot_be_are_refused_by_their_line(name: str) -> None:
    """Briefly, and without a word of what lies where on this machine."""
    game = import_module(f"gamekit.{name}")
    home, header = str(Path(record.__file__).parent.parent), {"record": "gamekit", "version": 1, "game": name}
    for option in (*signature(game.rules.initial_state).parameters, "class", "1"):
        asked = [partial(record.parse_typed_game, f"{name} {option}={value}") for value in ("x=y", "../x", "/etc/motd")]
        asked += [partial(read, json.dumps({**header, "options": {option: value}}), game) for value in ([[1]], 10**29)]
        for ask in asked:
            with pytest.raises(RecordError, match=r"^line 1: ") as error:
                ask()
            assert len(str(error.value)) < 500
            assert home not in str(error.value)
