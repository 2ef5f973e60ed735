"""Ready players: ``plain`` by rules of thumb, and ``search`` by playing on from sampled positions."""

from gamekit.aquileia.players.plain import Valuation, plain
from gamekit.aquileia.players.search import HOOKS, evaluate_placements, find, sample, search

__all__ = ["HOOKS", "Valuation", "evaluate_placements", "find", "plain", "sample", "search"]
