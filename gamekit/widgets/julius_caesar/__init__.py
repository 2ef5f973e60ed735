"""Boards of Julius Caesar: ``BattleBoard`` sets a battle up with the mouse, shows its odds and fights it out;
``CampaignBoard`` plays the whole game on the map.

``pieces`` draws blocks, signs and dice for every board of the game, ``map_picture`` a position of the whole game as an
SVG document."""

from gamekit.widgets.julius_caesar.battle_board import BattleBoard
from gamekit.widgets.julius_caesar.campaign import CampaignBoard
from gamekit.widgets.julius_caesar.map import map_picture

__all__ = ["BattleBoard", "CampaignBoard", "map_picture"]
