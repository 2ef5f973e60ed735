"""A battle of the campaign: the battle board with the real blocks, its exact odds, and what its players may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import Belief, Block, Chances
from gamekit.julius_caesar.fight.moments import SCRIBE, BattleInGame, acting_first
from gamekit.julius_caesar.fight.setup import setup_of
from gamekit.julius_caesar.notation import place_name, side_name
from gamekit.julius_caesar.odds.belief import with_reserves
from gamekit.julius_caesar.odds.course import RESERVE
from gamekit.julius_caesar.odds.from_state import attacker_of, standing_order
from gamekit.julius_caesar.rules.control import blocks_of_mask
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import BLOCK_NAMES, ROLES, SIDES
from gamekit.play.session import ALL, Session, mark_undo
from gamekit.text.translation import language_or_default, note
from gamekit.widgets import game_page, page
from gamekit.widgets.cover import ANSWERED
from gamekit.widgets.julius_caesar import battle_table
from gamekit.widgets.julius_caesar.battle_table import BattleTable, with_odds
from gamekit.widgets.julius_caesar.battle_view import NARROWEST, WIDTH, PictureInput, fight_animation, scene
from gamekit.widgets.julius_caesar.campaign_belief import belief_at_screen
from gamekit.widgets.julius_caesar.map import printed, say
from gamekit.widgets.julius_caesar.pieces import block_name


def battle_table_of(field: BattleInGame, chosen: int | None = None) -> BattleTable:
    """The field as the battle board takes it, without chances."""
    return BattleTable(setup_of(field.battle), course=field.course, chosen=chosen, language=language_or_default())


def with_chances(table: BattleTable, field: BattleInGame, viewer: str, belief: Belief | None = None) -> BattleTable:
    """The table with the chances from here, as ``viewer`` may know them: reserves that it has not seen are averaged by
    its belief, and count as average blocks without one."""
    unseen, position = roles_with_hidden_reserve(field, viewer), field.course[-1].fight.position
    if not unseen:
        return with_odds(table)
    if belief is not None:
        return replace(table, chances=belief.chances(field.battle, position, float), exact=False)
    battle, position = with_reserves(field.battle, position, dict.fromkeys(unseen))
    return replace(table, chances=battle.at(position).chances(float), exact=False)


def roles_with_hidden_reserve(field: BattleInGame, viewer: str) -> tuple[str, ...]:
    """Return the roles whose reserves the viewer has not seen: other sides' reserves, until they arrive (7.3)."""
    attacker, position = attacker_of(field.begun), field.course[-1].fight.position
    sides = zip(ROLES, (SIDES[attacker], SIDES[1 - attacker]))
    others = [role for role, side in sides if viewer not in (ALL, side)]
    return tuple(role for role in others if any(now.place == RESERVE for now in position.blocks_of_side(role)))


# Playing on -----------------------------------------------------------------------------------------------------------


def is_fighting(session: Session) -> bool:
    """Whether a fight goes on in the last position."""
    return session.is_at_last_position and not session.closed and jc.presentation.fights(session.state)


def played_on(session: Session, rounds: int | None = None) -> Session:
    """Return the game after a fight under standing orders: at least one action, ``rounds`` rounds or to its end."""
    begun, now = mark_undo(session), session.state.combat
    session, last = begun, now.round + rounds if now and rounds else 0
    while is_fighting(session):
        state = session.state
        if last and session.at > begun.at and state.phase == Phase.TURN and state.combat and state.combat.round >= last:
            break
        person = session.current_player in session.person_seats
        session = session.with_action(
            standing_order(state, jc.legal_actions(state)) if person else session.choose_automatic_action()
        )
    return session


BY_BELIEF: Final = note("julius_caesar.belief.even")
PAUSE: Final = 0.3  # seconds: a large battle is shown before it is worked out


@dataclass(frozen=True, slots=True)
class FightState:
    """What a person has begun in a battle: the block on turn that is to act, the slot that is to take a hit; and the
    chances found last, in which position and as whom."""

    fighter: str = ""
    chosen: int | None = None
    found: tuple[State, Any, Chances] | None = None


def field_of(session: Session) -> BattleInGame | None:
    """Return the battle in progress in the position shown, or just ended; None without one."""
    field = SCRIBE.field(session.positions, session.record.entries, session.at)
    looked_at = session.state.phase in (Phase.TURN, Phase.FIRE, Phase.HIT) or (
        session.is_at_last_position and session.closed
    )
    return field if looked_at else None


def table_of(session: Session, field: BattleInGame, fighting: FightState) -> BattleTable:
    """The battle as the battle board takes it, the block that is to act first, with its chances once they are found."""
    table = battle_table_of(field, fighting.chosen)
    state, fight = session.state, table.course[-1].fight
    turn, found = fight.turn, fighting.found
    for slot in fight.position.firing if turn else ():
        if turn and _name(fight.position.blocks_of_side(turn.side)[slot].block) == fighting.fighter:
            led = replace(acting_first(fight, slot), overridden=fight.overridden)
            table = replace(table, course=(*table.course[:-1], replace(table.course[-1], fight=led)))
    if found and found[0] is state and found[1] == session.viewer:
        return replace(table, chances=found[2], exact=False)
    return table


def fight_pane(
    session: Session, field: BattleInGame | None, fighting: FightState, odds: bool, viewport: page.Viewport
) -> page.Container:
    """The battle that is being fought, as everybody at the screen may see it; out of sight when there is none."""
    if field is None:
        return page.Container("gk-stack", (), shown=False, key="fight")
    table, ended = table_of(session, field, fighting), session.closed and session.is_at_last_position
    over = ended or not table.fight
    aside = table.say("aside_over") if over else table.say("aside_round", round=field.course[-1].fight.position.round)
    head = say("battle_of", place=place_name(field.place), title=table.title)
    choosing = session.waits_for == "person" and session.state.phase == Phase.HIT
    side = (
        page.Html(battle_table.order_html(table), shown=not ended),
        battle_table.hit_choice(table, ("take",), choosing, odds),
        *_buttons(session, table, fighting),
    )
    parts = (
        page.Html(page.heading_html(head, aside)),
        page.Html(_answer(session, field, table) if odds else "", "gk-live"),
        page.Container("gk-fight", (_picture(session, field, table, viewport), page.section("", *side))),
    )
    work = (background_task(session, field),) if odds else ()
    return page.Container(f"gk-stack {ANSWERED}", (*parts, *work), key="fight")


def background_task(session: Session, field: BattleInGame) -> page.BackgroundTask:
    state, viewer, table = session.state, session.viewer, battle_table_of(field)

    def work() -> tuple[State, Any, Chances | None]:
        belief = belief_at_screen(session) if roles_with_hidden_reserve(field, viewer) else None
        return state, viewer, with_chances(table, field, viewer, belief).chances

    return page.BackgroundTask(work, ("chances",), (state, viewer), PAUSE if battle_table.is_large(table.setup) else 0)


def _picture(session: Session, field: BattleInGame, table: BattleTable, viewport: page.Viewport) -> page.Picture:
    seen = PictureInput(table, roles_with_hidden_reserve(field, session.viewer), False)
    width = max(NARROWEST, min(WIDTH, viewport.rooms.get("fight", viewport.width)))

    def moved(before: PictureInput | None, now: PictureInput) -> Any:
        return fight_animation(before, now, width) if before and before.table.fight else ()

    return page.Picture(scene(seen, width), view=seen, motion=moved, name="fight")


def _answer(session: Session, field: BattleInGame, table: BattleTable) -> str:
    text = battle_table.answer_html(table)
    if roles_with_hidden_reserve(field, session.viewer):
        averaged = table.chances is not None and BY_BELIEF in table.chances.basis
        said = say("reserves_believed" if averaged else "unseen_reserves")
        text += f'<div class="gk-quiet">{escape(said)}</div>'
    return text


def _name(block: Block) -> str:
    return f"{block.colour}:{block.name}"


def _on_turn(session: Session, fighting: FightState) -> tuple[list[str], str]:
    """The blocks on turn, and the one of them that acts."""
    combat = session.state.combat
    blocks = [BLOCK_NAMES[block] for block in blocks_of_mask(combat.turn)] if combat else []
    return blocks, fighting.fighter if fighting.fighter in blocks else next(iter(blocks), "")


def _buttons(session: Session, table: BattleTable, fighting: FightState) -> tuple[page.Control, ...]:
    waits, (blocks, fighter) = session.waits_for, _on_turn(session, fighting)
    names = tuple((block_name(printed(block)), block) for block in blocks)
    choice = waits == "person" and session.state.phase == Phase.TURN and len(names) > 1
    go = game_page.say("go_on") if waits == "end" else battle_table.go_text(table)
    go = say("their_turn", side=side_name(str(session.current_player))) if waits == "turn" else go
    off = {
        "pass": jc.Pass(fighter) not in session.legal_actions,
        "leave": jc.Retreat(fighter) not in session.legal_actions,
    }
    off |= dict.fromkeys(("next_round", "to_the_end"), not is_fighting(session))
    buttons = [page.Button(table.say(key), (key.replace("_", " "),), disabled=off[key]) for key in off]
    note = battle_table.fight_note(table) if is_fighting(session) else ""
    if waits in ("replay", "end"):
        note = say("fight_replay" if waits == "replay" else "fight_end")
    busy = waits in ("person", "turn")
    return (
        page.Menu(names or (("", ""),), fighter, ("fighter",), tooltip=say("fighter"), shown=choice),
        page.Button(go, ("fight",), "main", shown=busy or waits == "end"),
        page.row(*buttons[:2], shown=busy),
        page.row(*buttons[2:], shown=busy),
        page.muted_line(note),
    )


def update(session: Session, fighting: FightState, message: page.Message) -> tuple[Session, FightState] | None:
    """Return the session and the fight's state after a message of the pane; None for any other message."""
    field, (_, fighter) = field_of(session), _on_turn(session, fighting)
    if field is None:
        return None
    table = table_of(session, field, fighting)
    acts: dict[page.Message, Callable[[], Session]] = {
        ("fight",): lambda: _fought(session, table, fighter),
        ("pass",): lambda: session.act(jc.Pass(fighter)),
        ("leave",): lambda: session.act(jc.Retreat(fighter)),
        ("next round",): lambda: played_on(session, 1),
        ("to the end",): lambda: played_on(session),
    }
    if message in acts:
        return acts[message](), replace(fighting, chosen=None)
    match message:
        case ("hit", slot):
            return session, replace(fighting, chosen=slot)
        case ("take", number) if table.fight:
            return session, replace(fighting, chosen=table.fight.slots_for_next_hit[number])
        case ("fighter", block):
            return session, replace(fighting, fighter=block)
        case ("chances", found):
            return session, replace(fighting, found=found)
    return None


def _fought(session: Session, table: BattleTable, fighter: str) -> Session:
    """The main button: throw, take the hit, leave, let the plain player act, or go on after the end."""
    if session.waits_for in ("end", "turn"):
        return session.continue_play()
    if session.state.phase != Phase.HIT:
        return session.act((jc.Fire if jc.Fire(fighter) in session.legal_actions else jc.Retreat)(fighter))
    fight = table.fight
    if not fight or not fight.side_taking_hits or table.choice is None:
        return session
    return session.act(jc.TakeHit(_name(fight.position.blocks_of_side(fight.side_taking_hits)[table.choice].block)))
