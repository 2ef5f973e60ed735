"""Ready players: ``plain`` by rules of thumb, and ``search`` by playing on from sampled positions."""

from gamekit.aquileia.players.plain import Valuation, plain
from gamekit.aquileia.players.search import HOOKS, field_worths, find, sample, search

__all__ = ["HOOKS", "Valuation", "field_worths", "find", "plain", "sample", "search"]
