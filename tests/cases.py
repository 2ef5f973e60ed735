"""How many cases a test tries: the type of the fixture ``cases`` of conftest.py."""

from collections.abc import Callable

Cases = Callable[[int, int], int]
