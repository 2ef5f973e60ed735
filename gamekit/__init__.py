"""Exact odds and boards for four board games of the Roman world.

Each game is a package of its own with the same rooms: ``julius_caesar``, ``caesar``, ``aquileia``, ``roma_victrix``.
What is asked of any of them stands here, as ``gamekit.sweep``, ``needed``, ``break_even``, ``tornado``, ``compare`` and
``in_a_row``: a question is any function to a number, a ``Dist``, a dataclass of numbers or something that has odds.

>>> import gamekit
>>> gamekit.needed(lambda dice: 1 - (5 / 6) ** dice, range(1, 20), p=0.8).least  # dice for a six
9
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamekit.audits import audit
    from gamekit.dist import Dist
    from gamekit.laws import compare
    from gamekit.sequence import in_a_row
    from gamekit.outlooks import outlook
    from gamekit.questions import break_even, needed
    from gamekit.sensitivity import tornado
    from gamekit.sweeps import readable, sweep
    from gamekit.tournaments import tournament

__all__ = [
    "Dist", "audit", "break_even", "compare", "in_a_row", "needed", "outlook",
    "readable", "sweep", "tornado", "tournament",
]  # fmt: skip

_ROOMS = {
    "audits": ("audit",),
    "dist": ("Dist",),
    "laws": ("compare",),
    "sequence": ("in_a_row",),
    "outlooks": ("outlook",),
    "questions": ("break_even", "needed"),
    "sensitivity": ("tornado",),
    "sweeps": ("readable", "sweep"),
    "tournaments": ("tournament",),
}


def __getattr__(name: str) -> Any:
    """The names above, loaded when first asked for, and the version that is installed ("?" where none is)."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(__name__)
        except PackageNotFoundError:
            return "?"
    for room, names in _ROOMS.items():
        if name in names:
            globals()[name] = found = getattr(import_module(f"{__name__}.{room}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
