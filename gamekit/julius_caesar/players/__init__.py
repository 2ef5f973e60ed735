"""Ready players, each a function (view, legal actions) -> one of them.

>>> from random import Random
>>> from gamekit import julius_caesar as jc
>>> from gamekit.play.protocol import random_strategy, play
>>> random = Random(49)
>>> players = {"Caesar": jc.players.plain, "Pompey": random_strategy(random)}
>>> *_, (end, last) = play(jc.rules, players, random)
>>> jc.returns(end)
{'Caesar': 1, 'Pompey': -1}
"""

from gamekit.julius_caesar.players.hidden import sample
from gamekit.julius_caesar.players.plain import plain
from gamekit.julius_caesar.players.search import HOOKS, explain, find, search

__all__ = ["HOOKS", "explain", "find", "plain", "sample", "search"]
