"""All benchmarks of this folder: ``python -m tests.benchmarks``, or some: ``python -m tests.benchmarks julius``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(*words: str) -> None:
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if not words or any(word in path.stem for word in words):
            module = import_module(f"tests.benchmarks.{path.stem}")
            print(f"\n== {path.stem.removeprefix('bench_')}: {module.__doc__.splitlines()[0]}", flush=True)
            module.main()


if __name__ == "__main__":
    main(*sys.argv[1:])
