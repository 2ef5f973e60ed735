"""Exact odds and boards for four board games of the Roman world.

Each game is a package of its own with the same modules: ``julius_caesar``, ``caesar``, ``aquileia``, ``roma_victrix``.
The functions for all of them are ``gamekit.sweep``, ``needed``, ``break_even``, ``tornado``, ``compare`` and
``in_a_row``: they take a question, any function that returns a number, a ``Dist``, a dataclass of numbers or a thing
with odds.

>>> import gamekit
>>> gamekit.needed(lambda dice: 1 - (5 / 6) ** dice, range(1, 20), p=0.8).least  # dice for a six
9
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamekit.analysis.compare import compare
    from gamekit.analysis.sensitivity import tornado
    from gamekit.analysis.sequence import in_a_row
    from gamekit.analysis.solve_for import break_even, needed
    from gamekit.analysis.sweep import readable, sweep
    from gamekit.play.luck import audit
    from gamekit.play.simulate import outlook
    from gamekit.play.tournament import tournament
    from gamekit.probability.distribution import Dist

__all__ = [
    "Dist", "audit", "break_even", "compare", "in_a_row", "needed", "outlook",
    "readable", "sweep", "tornado", "tournament",
]  # fmt: skip

_ROOMS = {
    "play.luck": ("audit",),
    "probability.distribution": ("Dist",),
    "analysis.compare": ("compare",),
    "analysis.sequence": ("in_a_row",),
    "play.simulate": ("outlook",),
    "analysis.solve_for": ("break_even", "needed"),
    "analysis.sensitivity": ("tornado",),
    "analysis.sweep": ("readable", "sweep"),
    "play.tournament": ("tournament",),
}


def __getattr__(name: str) -> Any:
    """Return a public name, imported on first use; ``__version__`` is the installed version, "?" if not installed."""
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
