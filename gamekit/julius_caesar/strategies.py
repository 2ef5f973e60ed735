"""Ready players, each a function (view, legal actions) -> one of them."""

from __future__ import annotations

from random import Random

from gamekit.game import Strategy


def at_random(random: Random) -> Strategy:
    """A player who takes any legal action, each as likely."""
    return lambda view, legal: legal[random.randrange(len(legal))]
