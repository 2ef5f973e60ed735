"""A battle as people fight it at a board: its set-up as typed, each step taken, what was played, what choices cost."""

from gamekit.julius_caesar.fight.progress import Deed, Fight, Turn

__all__ = ["Deed", "Fight", "Turn"]
