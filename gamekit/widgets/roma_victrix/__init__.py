"""Boards of Roma Victrix: ``CombatBoard`` for land and sea, ``SiegeBoard`` for a city under siege, ``MapBoard`` for the
whole game.

``forces`` draws counters, leaders, dice, sliders and city walls for every board of the game."""

from gamekit.widgets.roma_victrix.combat_board import CombatBoard
from gamekit.widgets.roma_victrix.game_board import MapBoard
from gamekit.widgets.roma_victrix.siege_board import SiegeBoard

__all__ = ["CombatBoard", "MapBoard", "SiegeBoard"]
