"""Which tests may take over a second of processor, and why."""

from __future__ import annotations

from typing import Final

SLOW: Final[dict[str, str]] = {}  # a file, or file::test, below tests/
