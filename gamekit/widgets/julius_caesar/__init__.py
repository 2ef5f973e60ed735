"""Boards of Julius Caesar: ``BattleBoard`` sets a battle up with the mouse, shows its odds and fights it out.

``pieces`` draws blocks, signs and dice for every board of the game."""

from gamekit.widgets.julius_caesar.battle_board import BattleBoard

__all__ = ["BattleBoard"]
