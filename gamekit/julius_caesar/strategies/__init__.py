"""Ready players, each a function (view, legal actions) -> one of them.

>>> from random import Random
>>> from gamekit import julius_caesar as jc
>>> from gamekit.game import play
>>> random = Random(49)
>>> players = {"Caesar": jc.strategies.sensible, "Pompey": jc.strategies.at_random(random)}
>>> *_, (end, last) = play(jc.rules, players, random)
>>> jc.returns(end)
{'Caesar': 1, 'Pompey': -1}
"""

from gamekit.julius_caesar.strategies.plain import at_random, sensible

__all__ = ["at_random", "sensible"]
