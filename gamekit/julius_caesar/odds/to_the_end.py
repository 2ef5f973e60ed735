"""A battle fought until one side is gone, a house option for field battles: nobody has to leave in round 4 (7.62)."""

from __future__ import annotations

from gamekit.given import of_kind
from gamekit.julius_caesar.odds.automaton import Order
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import kept, weight_of
from gamekit.words import note

REST = 1e-15  # the chance that is left unfinished
LAST = 3  # the round that is fought again and again: nobody arrives in it and nobody must leave


def wins_to_the_end(battle: Battle, order: Order | None = None) -> float:
    """The chance that the attackers eliminate every defender, to twelve digits, whatever the number of rounds.

    Raises ValueError where Cleopatra fights, who may change sides for ever.

    >>> from gamekit import julius_caesar as jc
    >>> round(jc.wins_to_the_end(jc.Battle(jc.army("C3/I"), jc.army("C3/I"))), 12)  # the defender fires first
    0.333333333333
    """
    of_kind(battle, Battle, "the battle", "a Battle, such as Battle(army('C3/III'), army('C2/II'))")
    if any(block.type == "cleopatra" for block in battle.blocks):
        raise ValueError(note("julius_caesar.error.to_the_end"))
    course, start = battle.at().course(float, order)
    courses, won, number = [(course, course.begun(start))], 0.0, 1
    while courses:
        round = min(number, LAST)
        played = [(course, course.played(table, round)[0]) for course, table in courses]
        won += sum(weight_of(kept(table, course.wins)) for course, table in played)
        courses = [each for course, table in played for each in course.following(table, round)]
        courses = [(course, table) for course, table in courses if weight_of(table) >= REST]
        number += 1
    return won
