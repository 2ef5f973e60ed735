"""Boards of Julius Caesar: ``BattleBoard`` sets a battle up with the mouse, shows its odds and fights it out;
``CampaignBoard`` plays the whole game on the map; ``pieces`` draws blocks, signs and dice for both."""

from gamekit.widgets.julius_caesar.battle_board import BattleBoard
from gamekit.widgets.julius_caesar.campaign import CampaignBoard

__all__ = ["BattleBoard", "CampaignBoard"]
