"""Which tests may take over a second of processor, and why; besides these, those that are marked ``long``."""

from typing import Final

SLOW: Final[dict[str, str]] = {  # how their names begin, below tests/
    "notebooks/": "notebooks are run by a kernel",
    "test_cli.py": "starts the command in a process of its own",
    "test_every_game.py": "plays whole games",
    "test_sweeps.py": "sweeps over processes",
    "test_words.py": "reads the whole package",
    "web/test_same_as_here.py": "starts a Python of the browser's kind",
    "widgets/test_every_board.py::test_the_page_can_be_read": "draws the campaign's map in every width",
    "widgets/test_slow_work.py": "waits for kernels",
}
