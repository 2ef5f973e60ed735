"""A byte that stands for a value, however large, the same on every machine: what golden files keep of each step."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"
SET = re.compile(r"frozenset\({([^{}]*)}\)")  # whose order differs from run to run
FLOAT = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")


def byte(value: Any) -> str:
    """Two hexadecimal digits; floats count to nine places."""
    text = SET.sub(lambda found: str(sorted(found[1].split(", "))), repr(plain(value)))
    text = FLOAT.sub(lambda found: f"{float(found[0]) + 0.0:.9f}".replace("-0.000000000", "0.000000000"), text)
    return blake2b(text.encode(), digest_size=1).hexdigest()


def plain(value: Any) -> Any:
    """Tables, laws and arrays as lists."""
    if hasattr(value, "columns"):
        return [list(value.columns), value.to_numpy().tolist(), value.attrs]
    if isinstance(value, Mapping):
        return sorted((repr(key), repr(weight)) for key, weight in value.items())
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [plain(one) for one in value]
    return value.tolist() if hasattr(value, "tolist") else value


def check(name: str, key: str, values: Iterable[Any]) -> None:
    """Raise AssertionError where values differ from those kept in a golden file, with the first that does."""
    kept, number = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))[key], -1
    for number, value in enumerate(values):
        assert byte(value) == kept[2 * number : 2 * number + 2], f"{number} of {len(kept) // 2}"
    assert len(kept) == 2 * (number + 1)


def write(name: str, games: Mapping[str, Iterable[Any]]) -> None:
    """Keep these values from now on."""
    kept = {key: "".join(map(byte, values)) for key, values in games.items()}
    (GOLDEN / f"{name}.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
