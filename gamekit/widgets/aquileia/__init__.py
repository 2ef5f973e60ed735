"""Boards of Aquileia: ``CityBoard`` plays the game, ``ContestPanel`` asks who wins the arena or the race."""

from gamekit.widgets.aquileia.city_board import CityBoard
from gamekit.widgets.aquileia.contest_panel import ContestPanel

__all__ = ["CityBoard", "ContestPanel"]
