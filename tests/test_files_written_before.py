"""Records and positions as earlier versions wrote them still read, and are written as they were."""

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gamekit.storage import record

FILES = Path(__file__).parent / "golden/files"
RECORDS = sorted(path.name for path in FILES.glob("*.jsonl") if ".positions." not in path.name)


@cache
def text(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


@cache
def kept(name: str) -> tuple[Any, record.Record]:
    game = import_module(f"gamekit.{json.loads(text(name).split(chr(10))[0])['game']}")
    return game, record.load(FILES / name, game)


OMITTED = {"roma_victrix.jsonl": {66: "Commit"}}  # what 0.1 took for granted, by its place among the actions
NEW = {"roused", "band", "belongs", "by_card", "suspects", "emptied", "prey", "fought"}
ADDED = {"roma_victrix.jsonl": NEW}  # fields that positions of before did not have


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_before_reads_and_is_written_as_it_was(name: str) -> None:
    game, found = kept(name)
    omitted = OMITTED.get(name, {})
    entries = [entry for place, entry in enumerate(found.entries) if place not in omitted]
    assert {place: type(found.entries[place].action).__name__ for place in omitted} == omitted
    assert len(entries) == text(name).count("\n") - 1
    assert omitted or found.to_json_lines() == text(name)
    assert record.read(found.to_json_lines(), game) == found
    for line, entry in zip(text(name).split("\n")[1:], entries):
        plain = json.loads(line)
        comment = plain.pop("comment", None)
        assert (game.action_to_json(entry.action), entry.comment) == (plain, comment)


@pytest.mark.parametrize("name", RECORDS)
def test_a_position_of_before_is_the_one_that_the_record_comes_to(name: str) -> None:
    game, found = kept(name)
    positions = found.positions()
    lines = text(name.replace(".jsonl", ".positions.jsonl")).splitlines()
    assert len(lines) > 5
    for line in map(json.loads, lines):
        after = line["after"] + sum(place < line["after"] for place in OMITTED.get(name, {}))
        added = ADDED.get(name, set())
        of_before = json.dumps(_without(json.loads(game.to_json(positions[after])), added))
        assert json.loads(of_before) == json.loads(line["text"])
        assert game.from_json(line["text"]) == (game.from_json(of_before) if added else positions[after])
        assert added or game.to_json(positions[after]) == line["text"]


def _without(value: Any, added: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner, added) for key, inner in value.items() if key not in added}
    return [_without(inner, added) for inner in value] if isinstance(value, list) else value
