"""Golden files: what was found once stays so, a line a question.

``pytest --update-golden`` writes them anew."""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"
SET = re.compile(r"frozenset\({([^{}]*)}\)")  # whose order differs from run to run
FLOAT = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")


Golden = Callable[..., None]  # what the fixture ``golden`` of conftest.py is


def check(name: str, lines: Iterable[str], first: int | None = None) -> None:
    """Raise AssertionError where lines differ from those kept in ``golden/<name>.txt``, with the first that does.

    ``first`` looks at so many alone."""
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    number = 0
    for number, now in enumerate(islice(lines, first), 1):
        assert now == kept[number - 1], f"golden/{name}.txt, line {number}"
    assert number == min(first or len(kept), len(kept)), f"golden/{name}.txt has more lines"


def write(name: str, lines: Iterable[str], first: int | None = None) -> None:
    """Keep these lines from now on; all of them, however many a check looks at."""
    path = GOLDEN / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def digest(value: Any, size: int = 4) -> str:
    """Hexadecimal digits that stand for a value, however large, the same on every machine: floats to nine places."""
    text = ordered(repr(plain(value)))
    text = FLOAT.sub(lambda found: f"{float(found[0]) + 0.0:.9f}".replace("-0.000000000", "0.000000000"), text)
    return blake2b(text.encode(), digest_size=size).hexdigest()


def ordered(text: str) -> str:
    """Sets in the order of their texts."""
    return SET.sub(lambda found: str(sorted(found[1].split(", "))), text)


def plain(value: Any) -> Any:
    """Tables, laws and arrays as lists."""
    if hasattr(value, "columns"):
        return [list(value.columns), value.to_numpy().tolist(), value.attrs]
    if isinstance(value, Mapping):
        return sorted((repr(key), repr(weight)) for key, weight in value.items())
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [plain(one) for one in value]
    return value.tolist() if hasattr(value, "tolist") else value
