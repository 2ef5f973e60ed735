"""How long a test is: ``make soak`` asks the whole number of cases, every other run a fifth of them."""

from __future__ import annotations

import os
from typing import Final

SOAK: Final = bool(os.environ.get("GAMEKIT_SOAK"))


def many(cases: int, short: int = 5) -> int:
    """All cases in a soak, else a fifth, or less; mark a test that asks with ``pytest.mark.soak``."""
    return cases if SOAK else cases // short
