"""Damaged texts, the same for the same seed: what a hand, a disk or a program can do to a file."""

import json
from random import Random
from typing import Any

NASTY = ["\ud800", "\x00", "\ufeff", "NaN", "1e999", "9" * 5_000, "[" * 200, '"', "\\", "\n", "\u2028", "{}", ""]
VALUES: list[Any] = [None, True, 0, 1, -1, 7, 10**12, 1.5, "", "x", "Rome", "a1", "Caesar", "slave 1", "y" * 2_000]
VALUES += [[], [[]], {}, ["x"], {"x": 1}, "\ud800", ["a1", "b1"], list(range(40))]


def damaged(text: str, random: Random) -> str:
    """The text with one to three things wrong with it, in its letters, its lines or its values."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice((_letters, _lines, _values, _values))(text, random)
    return text


def _letters(text: str, random: Random) -> str:
    here = random.randrange(len(text) + 1)
    there = min(len(text), here + random.choice((1, 3, 30, 300)))
    put = random.choice((random.choice(NASTY), chr(random.randrange(1, 0x500)), text[here:there][::-1]))
    return text[:here] + put + random.choice((text[here:], text[there:], ""))


def _lines(text: str, random: Random) -> str:
    lines = text.split("\n")
    here, there = (random.randrange(len(lines)) for _ in range(2))
    lines[here : here + random.randrange(2)] = random.choice(([], [lines[there]]))
    return "\n".join(lines)


def _values(text: str, random: Random) -> str:
    """One value of one JSON document in the text changed, left out, doubled, or put under another key."""
    lines = text.split("\n")
    whole = random.random() < 0.5 or len(lines) == 1
    at = random.randrange(len(lines))
    try:
        found = json.loads(text if whole else lines[at])
    except (ValueError, RecursionError):
        return _letters(text, random)
    changed = json.dumps(_changed(found, random))
    return changed if whole else "\n".join([*lines[:at], changed, *lines[at + 1 :]])


def _changed(found: Any, random: Random) -> Any:
    if not isinstance(found, (dict, list)) or not found:
        return found + random.choice((-1, 1)) if type(found) is int and random.random() < 0.5 else random.choice(VALUES)
    keys = list(found) if isinstance(found, dict) else list(range(len(found)))
    key, other = random.choice(keys), random.choice(keys)
    if random.random() < 0.75:
        found[key] = _changed(found[key], random)
    elif random.random() < 0.4:
        found[key], found[other] = found[other], found[key]
    elif isinstance(found, dict) and random.random() < 0.5:
        found[random.choice(("x", "do", "round", "y" * 3_000))] = found[key]
    else:
        del found[key]
    return found
