"""Damaged files of every kind: refused by a short ValueError without much memory, or they can be played and shown."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit import aquileia, caesar, julius_caesar, roma_victrix
from gamekit.play.protocol import CHANCE, OVER, play, random_strategy
from gamekit.storage import atomic_file, record, serialization
from tests.cases import Cases
from tests.damage import damaged

resource = pytest.importorskip("resource", reason="limits that a system like Unix can set")

ROOT = Path(__file__).parent.parent
FILES = ROOT / "tests/golden/files"
GAMES: dict[str, Any] = {
    "aquileia": aquileia,
    "caesar": caesar,
    "julius_caesar": julius_caesar,
    "roma_victrix": roma_victrix,
}
RECORDS = {
    name: [path.read_text("utf-8") for path in sorted(FILES.glob(f"{name}*.jsonl")) if ".positions" not in path.name]
    for name in GAMES
}
POSITIONS = {
    name: [
        json.loads(line)["text"]
        for path in sorted(FILES.glob(f"{name}*.positions.jsonl"))
        for line in path.open(encoding="utf-8")
    ]
    for name in GAMES
}
MOST_MEGABYTES, MOST_SAID = 100, 500


def held() -> float:
    """The most memory that this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def refused(read: Callable[[], Any]) -> Any:
    """What is read, or None when it is refused as it should be."""
    try:
        return read()
    except ValueError as error:
        assert 0 < len(str(error)) < MOST_SAID  # noqa: PT017
        return None


def play_on(game: Any, state: Any, random: Random) -> None:
    """What was accepted comes back from JSON, and can be looked at and played."""
    assert game.from_json(game.to_json(state)) == state
    for after, _ in islice(play(game.rules, defaultdict(lambda: random_strategy(random)), random, state), 40):
        if (player := game.rules.current_player(after)) not in (CHANCE, OVER):
            game.rules.observe(after, player)


def damage(seeds: Iterable[int]) -> Counter[tuple[str, bool]]:
    met: Counter[tuple[str, bool]] = Counter()
    for seed in seeds:
        random = Random(seed)
        name = random.choice(sorted(GAMES))
        if random.random() < 0.5:
            text = damaged(random.choice(RECORDS[name]), random)
            found = refused(lambda name=name, text=text: record.read(text, GAMES[name]).positions()[-1])
        else:
            text = damaged(random.choice(POSITIONS[name]), random)
            found = refused(lambda name=name, text=text: GAMES[name].from_json(text))
        met[name, found is not None] += 1
        if found is not None:
            play_on(GAMES[name], found, random)
    return met


def test_damaged_texts_are_refused_or_can_be_played(cases: Cases) -> None:
    before, met = held(), damage(range(cases(20, 5_000)))
    assert held() - before < MOST_MEGABYTES
    assert sum(met[name, False] for name in GAMES) > cases(5, 500)
    assert all(met[name, True] for name in GAMES) or cases(True, False)


# Bounds ---------------------------------------------------------------------------------------------------------------

HEADER = RECORDS["julius_caesar"][0].split("\n")[0] + "\n"
LONG = {
    "a name of 3 MB": HEADER + '{"do": "Go", "place": "' + "x" * 3_000_000 + '"}',
    "a line of lists": HEADER + "[" + "[]," * 100_000 + "[]]",
    "very deep": HEADER + "[" * 900_000,
    "a long number": HEADER + '{"do": "Hits", "count": ' + "9" * 900_000 + "}",
    "many lines": HEADER + "{}\n" * 20_000,
}


@pytest.mark.parametrize("name", LONG)
def test_however_long_a_text_is_it_is_refused_shortly_and_with_little_memory(name: str, tmp_path: Path) -> None:
    (path := tmp_path / "game.jsonl").write_text(LONG[name], "utf-8")
    before = held()
    assert refused(lambda: record.open_record(path)) is None
    assert refused(lambda: record.parse_typed_game(LONG[name])) is None
    line = LONG[name].split("\n", 2)[1]
    assert [game for game in GAMES.values() if refused(lambda game=game: game.from_json(line))] == []
    assert held() - before < MOST_MEGABYTES


@pytest.mark.parametrize(("text", "message"), [
    ('{"a": 1, "a": 2}', "the key 'a' is there twice in one object"),
    ('{"a": NaN}', "NaN is not a number that JSON knows"),
    ('{"a": "\\ud800"}', r"'\\ud800' holds half a character or NUL"),
    ("[" * 52 + "]" * 52, "more than 50 deep"),
    ('{"a": ' + "1" * 31 + "}", "a whole number of 31 digits; it should have at most 30"),
    (" " * 1_000_001, "1,000,001 bytes long; at most 1,000,000"),
])  # fmt: skip
def test_json_that_not_everybody_reads_is_refused(text: Any, message: str) -> None:
    pytest.raises(serialization.PositionError, lambda: serialization.parse_json(text)).match(message)


def test_what_is_written_is_read_by_everybody_and_by_a_person() -> None:
    setup = julius_caesar.Battle(julius_caesar.army("C3/III"), julius_caesar.army("C2/II"))
    assert "カエサル" in serialization.to_json(setup, note="カエサル")
    pytest.raises(ValueError, lambda: serialization.to_json(setup, note=float("nan"))).match("not JSON compliant")


def test_what_stays_within_the_bounds_is_read() -> None:
    assert serialization.parse_json("[" * 50 + "]" * 50) == json.loads("[" * 50 + "]" * 50)
    assert serialization.parse_json('{"a": "\\ud83d\\ude00", "b": ' + "1" * 30 + "}") == {"a": "😀", "b": int("1" * 30)}
    assert [line for _, line in atomic_file.numbered_lines("a\n" + "b" * 1_000_000)] == ["a", "b" * 1_000_000]


@pytest.mark.parametrize("comment", [1, [7], [1, 1], [True]])
def test_a_comment_that_is_no_roll_of_these_hits_is_refused(comment: Any) -> None:
    lines = RECORDS["julius_caesar"][0].split("\n")
    at = next(number for number, line in enumerate(lines) if '"Hits"' in line)
    said = json.loads(lines[at])
    dice = len(said["comment"])
    lines[at] = json.dumps({**said, "comment": comment if comment != [1, 1] else [7] * dice})
    with pytest.raises(record.RecordError, match=rf"line {at + 1}: comment is .* it should be a list of {dice} faces"):
        record.read("\n".join(lines), julius_caesar)


@pytest.mark.parametrize("players", [[1, 2, 3], "abc", ["a", " ", "c"], ["a", "b", "x" * 41]])
def test_players_that_are_no_names_are_refused(players: Any) -> None:
    header = json.loads(RECORDS["aquileia"][0].split("\n")[0])
    with pytest.raises(record.RecordError, match=r"line 1: the game cannot begin like this: .*name"):
        record.read(json.dumps({**header, "options": {"players": players}, "actions": 0}), aquileia)
