"""A player of Aquileia to measure others by: a fixed list of fields."""

from random import Random

from gamekit import aquileia as aq
from gamekit.aquileia.state import View
from gamekit.play.protocol import Strategy, random_strategy

LISTED = ("arena 3", "pecunia", "servi 3", "servi 2", "servi 1", "potentia")


def listed(view: View, legal: tuple[aq.Action, ...]) -> aq.Action:
    """The first free field of a fixed list; all else as the plain player."""
    return next((aq.Place(name) for name in LISTED if aq.Place(name) in legal), None) or aq.players.plain(view, legal)


def fixed_list(random: Random) -> Strategy:
    """Makes the player of the list."""
    return listed


MAKERS = {"plain": lambda random: aq.players.plain, "listed": fixed_list, "random": random_strategy}
