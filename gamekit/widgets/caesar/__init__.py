"""Boards of Caesar: ``GameBoard`` plays the game and studies positions, ``DuelBoard`` solves fights set up by hand."""

from gamekit.widgets.caesar.duel_board import DuelBoard
from gamekit.widgets.caesar.game_board import GameBoard

__all__ = ["DuelBoard", "GameBoard"]
