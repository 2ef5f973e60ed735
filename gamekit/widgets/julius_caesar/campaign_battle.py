"""A battle of the campaign on the battle board, as each viewer may see it."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import Belief
from gamekit.julius_caesar.odds.automaton import RESERVE
from gamekit.julius_caesar.odds.from_record import Field
from gamekit.julius_caesar.odds.from_state import attacker_of
from gamekit.julius_caesar.odds.setup import setup_of
from gamekit.julius_caesar.odds.unseen import guessed
from gamekit.julius_caesar.tables import ROLES, SIDES
from gamekit.session import ALL
from gamekit.widgets.julius_caesar.battle_story import Table, counted, view
from gamekit.widgets.julius_caesar.battle_view import Piece, ShownBattle, ShownSide


def table_of(field: Field, language: str, chosen: int | None = None) -> Table:
    """The field as the battle board takes it, without chances."""
    return Table(setup_of(field.battle), course=field.course, chosen=chosen, language=language)


def with_chances(table: Table, field: Field, viewer: str, belief: Belief | None = None) -> Table:
    """The table with the chances from here, as ``viewer`` may know them: reserves that it has not seen are averaged by
    what it believes, and are reckoned as average blocks where it believes nothing."""
    unseen, position = hidden_roles(field, viewer), field.course[-1].fight.position
    if not unseen:
        return counted(table)
    if belief is not None:
        return replace(table, chances=belief.chances(field.battle, position, float), exact=False)
    battle, position = guessed(field.battle, position, unseen)
    return replace(table, chances=battle.at(position).chances(float), exact=False)


def hidden_roles(field: Field, viewer: str) -> tuple[str, ...]:
    """The roles whose reserves the viewer has not seen: those of others, until they arrive (7.3)."""
    attacker, position = attacker_of(field.begun), field.course[-1].fight.position
    sides = zip(ROLES, (SIDES[attacker], SIDES[1 - attacker]))
    others = [role for role, side in sides if viewer not in (ALL, side)]
    return tuple(role for role in others if any(now.place == RESERVE for now in position.side(role)))


def shown(table: Table, field: Field, viewer: str) -> ShownBattle:
    """The battle board's picture as the viewer may see it: no pools, reserves face down until they arrive."""
    seen, unseen = view(table), hidden_roles(field, viewer)
    attacker, defender = (
        replace(_masked(side) if side.role in unseen else side, pool=()) for side in (seen.attacker, seen.defender)
    )
    return replace(seen, attacker=attacker, defender=defender, pools=False)


def _masked(side: ShownSide) -> ShownSide:
    reserve = tuple(Piece(piece.block, piece.strength, state="hidden") for piece in side.reserve)
    here = [piece for piece in side.main if piece.state == "here"]
    strength, full = sum(piece.strength for piece in here), sum(piece.block.track[0] for piece in side.main)
    return replace(side, reserve=reserve, strength=strength, full=full)
