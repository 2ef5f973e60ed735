"""All benchmarks of this folder: ``python -m tests.benchmarks``, or some: ``python -m tests.benchmarks battle``.

One that fails says why and does not stop the others; the exit status is 1 then. Every bench has ``main(quick=False)``;
``quick`` is its smallest form, which a test runs."""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from pathlib import Path

BENCHES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py")))
IN_A_BROWSER = ("bench_board", "bench_site")


def main(*words: str) -> int:
    """Run the benches with one of these words in their names; how many failed."""
    failed = []
    for name in BENCHES:
        if not words or any(word in name for word in words):
            print(f"\n== {name.removeprefix('bench_')}", end="", flush=True)
            try:
                module = import_module(f"tests.benchmarks.{name}")
                print(f": {module.__doc__.splitlines()[0]}", flush=True)
                module.main()
            except Exception:
                traceback.print_exc(file=sys.stdout)
                failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
    return len(failed)


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
