"""A battle of the campaign: on the battle board, as each viewer may see it; and played on under standing orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import Belief
from gamekit.julius_caesar.fight.from_record import Field
from gamekit.julius_caesar.fight.setup import setup_of
from gamekit.julius_caesar.odds.automaton import RESERVE
from gamekit.julius_caesar.odds.battle_seen import with_average_reserves
from gamekit.julius_caesar.odds.from_state import attacker_of, standing_order
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import ROLES, SIDES
from gamekit.play.session import ALL, Session, mark_undo
from gamekit.widgets.julius_caesar.battle_story import BattleTable, counted, view
from gamekit.widgets.julius_caesar.battle_view import Piece, ShownBattle, ShownSide


def table_of(field: Field, language: str, chosen: int | None = None) -> BattleTable:
    """The field as the battle board takes it, without chances."""
    return BattleTable(setup_of(field.battle), course=field.course, chosen=chosen, language=language)


def with_chances(table: BattleTable, field: Field, viewer: str, belief: Belief | None = None) -> BattleTable:
    """The table with the chances from here, as ``viewer`` may know them: reserves that it has not seen are averaged by
    what it believes, and are reckoned as average blocks where it believes nothing."""
    unseen, position = hidden_roles(field, viewer), field.course[-1].fight.position
    if not unseen:
        return counted(table)
    if belief is not None:
        return replace(table, chances=belief.chances(field.battle, position, float), exact=False)
    battle, position = with_average_reserves(field.battle, position, unseen)
    return replace(table, chances=battle.at(position).chances(float), exact=False)


def hidden_roles(field: Field, viewer: str) -> tuple[str, ...]:
    """The roles whose reserves the viewer has not seen: those of others, until they arrive (7.3)."""
    attacker, position = attacker_of(field.begun), field.course[-1].fight.position
    sides = zip(ROLES, (SIDES[attacker], SIDES[1 - attacker]))
    others = [role for role, side in sides if viewer not in (ALL, side)]
    return tuple(role for role in others if any(now.place == RESERVE for now in position.side(role)))


def shown(table: BattleTable, field: Field, viewer: str) -> ShownBattle:
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


# Playing on -----------------------------------------------------------------------------------------------------------


def fights(session: Session) -> bool:
    """Whether a fight goes on in the last position."""
    return session.live and not session.closed and jc.presentation.fights(session.state)


def next_turn(session: Session) -> Session:
    """One turn of a fight under standing orders: whoever is on turn fires, or leaves if it must."""
    return _ordered(session, lambda state: state.phase == Phase.TURN)


def next_round(session: Session) -> Session:
    now = session.state.combat

    def stops(state: State) -> bool:
        return state.phase == Phase.TURN and bool(now and state.combat and state.combat.round != now.round)

    return _ordered(session, stops)


def to_the_end(session: Session) -> Session:
    return _ordered(session, lambda state: False)


def _ordered(session: Session, stops: Callable[[State], bool]) -> Session:
    """The fight under standing orders, at least one action on and up to where it stops."""
    begun = session = mark_undo(session)
    while fights(session) and (session.at == begun.at or not stops(session.state)):
        person = session.decider in session.persons
        order = standing_order(session.state, jc.legal_actions(session.state)) if person else session.choice()
        session = session.then(order)
    return session
