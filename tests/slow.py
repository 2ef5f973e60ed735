"""Which tests may take over a second of processor, and why; besides these, those that are marked ``long``."""

from __future__ import annotations

from typing import Final

SLOW: Final[dict[str, str]] = {  # how their names begin, below tests/
    "notebooks/": "notebooks are run by a kernel",
    "test_classroom.py": "starts servers",
    "test_cli.py": "starts the command in a process of its own",
    "test_damaged.py": "texts of megabytes, and processes that read damaged data",
    "test_layers.py": "imports everything in fresh processes",
    "test_sweeps.py": "sweeps over processes",
    "test_wheel.py": "builds the package and installs it",
    "test_workflow.py": "runs the build's own commands",
    "widgets/test_slow_work.py": "waits for kernels",
    "widgets/test_notebook_files.py": "notebooks are run by a kernel",
}
