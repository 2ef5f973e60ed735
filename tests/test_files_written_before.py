"""Records and positions as earlier versions wrote them still read, and are written as they were."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gamekit import record

FILES = Path(__file__).parent / "golden/files"
RECORDS = sorted(path.name for path in FILES.glob("*.jsonl") if ".positions." not in path.name)


@cache
def text(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


@cache
def kept(name: str) -> tuple[Any, record.Record]:
    game = import_module(f"gamekit.{json.loads(text(name).split(chr(10))[0])['game']}")
    return game, record.load(FILES / name, game)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_before_reads_and_is_written_as_it_was(name: str) -> None:
    game, found = kept(name)
    assert len(found.entries) == text(name).count("\n") - 1
    assert found.to_text() == text(name)
    for line, entry in zip(text(name).split("\n")[1:], found.entries):
        plain = json.loads(line)
        comment = plain.pop("comment", None)
        assert game.action_to_json(entry.action) == plain
        assert entry.comment == comment


@pytest.mark.parametrize("name", RECORDS)
def test_a_position_of_before_is_the_one_that_the_record_comes_to(name: str) -> None:
    game, found = kept(name)
    positions = found.positions()
    lines = text(name.replace(".jsonl", ".positions.jsonl")).splitlines()
    assert len(lines) > 5
    for line in map(json.loads, lines):
        assert game.from_json(line["text"]) == positions[line["after"]]
        assert game.to_json(positions[line["after"]]) == line["text"]
