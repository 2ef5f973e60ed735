"""Boards of Caesar: ``GameBoard`` plays the game and studies positions, ``DuelBoard`` solves fights set up by hand,
``RoundsBoard`` plays them against the equilibrium."""

from gamekit.widgets.caesar.duel_board import DuelBoard
from gamekit.widgets.caesar.game_board import GameBoard
from gamekit.widgets.caesar.rounds_board import RoundsBoard

__all__ = ["DuelBoard", "GameBoard", "RoundsBoard"]
