"""Battles of the campaign: the battle board with the real blocks, its exact odds and what its players may do; and what
is believed of face-down blocks: the stack that a person looks at, and the odds of a battle ahead."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from threading import Lock
from typing import Any, Final, NamedTuple

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import Belief, Block, Chances
from gamekit.julius_caesar.fight.moments import SCRIBE, BattleInGame, acting_first
from gamekit.julius_caesar.fight.setup import setup_of
from gamekit.julius_caesar.notation import place_name, side_name
from gamekit.julius_caesar.odds.army import AVERAGE_STRENGTH, generic_block
from gamekit.julius_caesar.odds.belief import OddsSeen, with_reserve
from gamekit.julius_caesar.odds.course import RESERVE
from gamekit.julius_caesar.odds.from_state import OwnSide, attacker_of, coming_battle, plan_attack, standing_order
from gamekit.julius_caesar.rules.control import blocks_of_mask
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import BLOCK_NAMES, ROLES, SIDES
from gamekit.play.session import ALL, Session, set_undo_point
from gamekit.text.translation import format_points, language_or_default, note, percent
from gamekit.widgets import game_page, page
from gamekit.widgets.cover import ANSWERED
from gamekit.widgets.julius_caesar import battle_table
from gamekit.widgets.julius_caesar.battle_table import BattleTable, with_odds
from gamekit.widgets.julius_caesar.battle_view import NARROWEST, WIDTH, PictureInput, fight_animation, scene
from gamekit.widgets.julius_caesar.map import ATLAS, MapOptions, listed, say
from gamekit.widgets.julius_caesar.pieces import block_name, printed
from gamekit.widgets.layout import GAP, NARROW, PAD, Room, col, framed, heading_box, share_bar, text_box
from gamekit.widgets.look import GOOD, HAIRLINE, INK, PAPER, TINTS, WHITE
from gamekit.widgets.map.base import base_map
from gamekit.widgets.scene import Shape


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
    asked = field.battle.at(position)
    for role in unseen:
        waiting = getattr(field.battle, f"{role}_reserve")
        average = tuple(generic_block(AVERAGE_STRENGTH, side=block.side) for block in waiting)
        asked = with_reserve(asked, role, average)
    return replace(table, chances=asked.chances(float), exact=False)


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
    begun, now = set_undo_point(session), session.state.combat
    session, last = begun, now.round + rounds if now and rounds else 0
    while is_fighting(session):
        state = session.state
        if last and session.at > begun.at and state.phase == Phase.TURN and state.combat and state.combat.round >= last:
            break
        person = session.current_player in session.person_seats
        action = standing_order(state, jc.legal_actions(state)) if person else session.choose_automatic_action()
        session = session.with_action(action)
    return session


BY_BELIEF: Final = note("julius_caesar.belief.even")
PAUSE: Final = 0.3  # seconds: a large battle is shown before it is worked out


@dataclass(frozen=True, slots=True)
class FightState:
    """What a person has begun in a battle: the block on turn that is to act, the slot that is to take a hit; the
    chances found last, in which position and as whom; the stack ``over`` which the pointer or the focus is, and the
    card found last."""

    fighter: str = ""
    chosen: int | None = None
    chances: tuple[State, Any, Chances] | None = None
    over: str = ""
    card: tuple[StackQuestion, StackCard | None] | None = None


class StackQuestion(NamedTuple):
    """A request: the stack at a place as one side believes it, and the possible attackers."""

    at: int
    eyes: str
    place: str
    size: int
    battle: OwnSide | None


class StackCard(NamedTuple):
    """A result: the likeliest blocks, the number of other candidates, the samples if any, the odds of a battle."""

    likeliest: tuple[tuple[str, float], ...]
    others: int
    samples: int
    odds: OddsSeen | None


def field_of(session: Session) -> BattleInGame | None:
    """Return the battle in progress in the position shown, or just ended; None without one."""
    field = SCRIBE.field(session.positions, session.record.entries, session.at)
    ended = session.is_at_last_position and session.closed
    return field if ended or session.state.phase in (Phase.TURN, Phase.FIRE, Phase.HIT) else None


def table_of(session: Session, field: BattleInGame, fighting: FightState) -> BattleTable:
    """The battle as the battle board takes it, the block that is to act first, with its chances once they are found."""
    table = battle_table_of(field, fighting.chosen)
    state, fight = session.state, table.course[-1].fight
    turn, found = fight.turn, fighting.chances
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
    aside = table.say("aside_over" if ended else "aside_round", round=field.course[-1].fight.position.round)
    head = say("battle_of", place=place_name(field.place), title=table.title)
    choosing = session.waits_for == "person" and session.state.phase == Phase.HIT
    side = (
        page.Html(battle_table.order_html(table), shown=not ended),
        battle_table.hit_choice(table, ("take",), choosing, odds),
        *_buttons(session, table, fighting),
    )
    hidden = roles_with_hidden_reserve(field, session.viewer)
    seen, width = PictureInput(table, hidden, False), viewport.rooms.get("fight", viewport.width)
    width = max(NARROWEST, min(WIDTH, width))
    drawn = page.Picture(scene(seen, width), view=seen, motion=partial(fight_animation, width=width), name="fight")
    answer = battle_table.answer_html(table)
    if hidden:
        averaged = table.chances is not None and BY_BELIEF in table.chances.basis
        answer += f'<div class="gk-quiet">{escape(say("reserves_believed" if averaged else "unseen_reserves"))}</div>'
    told = page.Html(page.heading_html(head, aside)), page.Html(answer if odds else "", "gk-live")
    fought = page.Container("gk-fight", (drawn, page.section("", *side)))
    work = (background_task(session, field),) if odds else ()
    return page.Container(f"gk-stack {ANSWERED}", (*told, fought, *work), key="fight")


def background_task(session: Session, field: BattleInGame) -> page.BackgroundTask:
    state, viewer, table = session.state, session.viewer, battle_table_of(field)

    def work() -> tuple[State, Any, Chances | None]:
        belief = belief_at_screen(session) if roles_with_hidden_reserve(field, viewer) else None
        return state, viewer, with_chances(table, field, viewer, belief).chances

    return page.BackgroundTask(work, ("chances",), (state, viewer), PAUSE if battle_table.is_large(table.setup) else 0)


def _name(block: Block) -> str:
    return f"{block.colour}:{block.name}"


def _on_turn(session: Session, fighting: FightState) -> tuple[list[str], str]:
    """The blocks on turn, and the one of them that acts."""
    combat = session.state.combat
    blocks = [BLOCK_NAMES[block] for block in blocks_of_mask(combat.turn)] if combat else []
    return blocks, fighting.fighter if fighting.fighter in blocks else next(iter(blocks), "")


def _buttons(session: Session, table: BattleTable, fighting: FightState) -> tuple[page.Control, ...]:
    waits, (blocks, fighter), goes_on = session.waits_for, _on_turn(session, fighting), is_fighting(session)
    names = tuple((block_name(printed(block)), block) for block in blocks)
    choice = waits == "person" and session.state.phase == Phase.TURN and len(names) > 1
    go = game_page.say("go_on") if waits == "end" else battle_table.go_text(table)
    go = say("their_turn", side=side_name(str(session.current_player))) if waits == "turn" else go
    may_pass, may_leave = (act(fighter) in session.legal_actions for act in (jc.Pass, jc.Retreat))
    able = {"pass": may_pass, "leave": may_leave, "next_round": goes_on, "to_the_end": goes_on}
    buttons = [page.Button(table.say(key), (key.replace("_", " "),), disabled=not able[key]) for key in able]
    note = battle_table.fight_note(table) if goes_on else ""
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
    """Return the session and the fight's state after a message about a battle or a stack; None for any other."""
    match message:
        case ("over", target):
            return session, replace(fighting, over=str(target[1]) if target and target[0] == "at" else "")
        case ("believed", found):
            return session, replace(fighting, card=found)
    if (field := field_of(session)) is None:
        return None
    table, (_, fighter) = table_of(session, field, fighting), _on_turn(session, fighting)
    match message:
        case ("hit", slot):
            return session, replace(fighting, chosen=slot)
        case ("take", number) if table.fight:
            return session, replace(fighting, chosen=table.fight.slots_for_next_hit[number])
        case ("fighter" | "chances" as verb, found):
            return session, replace(fighting, **{verb: found})
        case ("fight",):
            after = _fought(session, table, fighter)
        case ("pass" | "leave" as verb,):
            after = session.act(jc.Pass(fighter) if verb == "pass" else jc.Retreat(fighter))
        case ("next round" | "to the end" as verb,):
            after = played_on(session, 1 if verb == "next round" else None)
        case _:
            return None
    return after, replace(fighting, chosen=None)


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


# Beliefs about face-down blocks ---------------------------------------------------------------------------------------

LIKELIEST: Final = 5  # blocks that the card names
EVERY: Final = 100  # actions between beliefs that are kept, to go back to
WIDE: Final = 330.0  # px of the card
AWAY: Final = 110.0  # px between a city and the card: room for the stack


@dataclass(slots=True)
class BeliefCache:
    """Remembers beliefs of the game looked at last, so that each action costs one step."""

    of: Any = None
    lock: Lock = field(default_factory=Lock)
    marks: dict[int, tuple[Any, Belief]] = field(default_factory=dict)

    def belief(self, session: Session, eyes: str, shown: int) -> Belief:
        """One side's belief after ``shown`` actions; ValueError where the game begins in the middle of something."""
        begun, entries = session.positions[0], session.record.entries
        with self.lock:  # the work beside the page may be under way
            if self.of != (begun, eyes) or not self.marks:
                self.of, self.marks = (begun, eyes), {0: (None, Belief.from_setup(begun, eyes))}
            same = (at for at, (last, _) in self.marks.items()
                    if not at or (at <= len(entries) and entries[at - 1] is last))  # fmt: skip
            at = max(at for at in same if at <= shown)
            belief = self.marks[at][1]
            for number in range(at, shown):
                now, then = session.positions[number], session.positions[number + 1]
                event = jc.observation(now, entries[number].action, then, eyes)
                belief = belief if event is None else belief.after(event)
                if (number + 1) % EVERY == 0 or number + 1 == shown:
                    self.marks[number + 1] = entries[number], belief
            self.marks = {at: mark for at, mark in self.marks.items() if at % EVERY == 0 or at == shown}
            return belief


KEEPER = BeliefCache()


def eyes_of(session: Session) -> str:
    """The side that has the screen and does not see everything; empty where nobody or everybody looks."""
    return str(session.viewer) if session.viewer in SIDES else ""


def stack_question(session: Session, fighting: FightState, picked: str) -> StackQuestion | None:
    """Return the request for the stack looked at; None if nothing lies face down there."""
    eyes = eyes_of(session)
    if not eyes or not fighting.over:
        return None
    view = jc.observe(session.state, eyes)
    count = next((stack.count for stack in view.enemy if stack.place == fighting.over), 0)
    if not count or (view.battle and view.battle.place == fighting.over):
        return None
    battle = coming_battle(session.state, fighting.over, eyes) or plan_attack(view, picked, fighting.over)
    return StackQuestion(session.at, eyes, fighting.over, count, battle)


def belief_at_screen(session: Session) -> Belief | None:
    """Return the belief of the side at the screen; None if nobody or everybody looks, or it cannot be computed."""
    if not (eyes := eyes_of(session)):
        return None
    try:
        belief = KEEPER.belief(session, eyes, session.at)
        return belief if belief.effective_sample_size >= 0 else None  # a sample that died out is refused here
    except ValueError:
        return None


def compute_card(session: Session, asked: StackQuestion) -> tuple[StackQuestion, StackCard | None]:
    """Return the card of a stack; None if the game began in the middle of a turn, so that no belief can be computed."""
    try:
        belief = KEEPER.belief(session, asked.eyes, asked.at)
        every = belief.likeliest_blocks(asked.place, len(BLOCK_NAMES))
        odds = belief.odds(asked.place, *asked.battle, numbers=float) if asked.battle else None
    except ValueError:
        return asked, None
    first = tuple((block, float(p)) for block, p in every[:LIKELIEST])
    return asked, StackCard(first, len(every) - len(first), belief.effective_sample_size, odds)


def card_text(session: Session, fighting: FightState, picked: str) -> list[str]:
    """The card in words: the head and the likeliest blocks, who else may be there, the odds of a battle and what
    knowing is worth; empty while it is computed."""
    asked = stack_question(session, fighting, picked)
    if asked is None or fighting.card is None or fighting.card[0] != asked:
        return []
    card = fighting.card[1]
    if card is None:
        return [say("belief.none")]
    names = [f"{block_name(printed(block))} {percent(p)}" for block, p in card.likeliest]
    head = say("belief.head", place=place_name(asked.place), count=asked.size)
    # a share of so many samples is farther off in at most one case of twenty
    basis = say("belief.sampled", margin=f"{0.98 / card.samples**0.5:.1%}") if card.samples else ""
    rest = f"{asked.size - sum(p for _, p in card.likeliest):.2f}"
    parts = [head, " ".join(filter(None, (listed(names), basis)))]
    parts += [say("belief.others", count=card.others, share=rest)] if card.others else []
    if card.odds and asked.battle:
        own, reserve, attacks = asked.battle
        army = [block_name(block) for block in (*own, *reserve)]
        odds, key = card.odds, "belief.if_attack" if attacks else "belief.if_defend"
        mean, worst, best = (percent(p) for p in (odds.mean, odds.worst.p, odds.best.p))
        mean += f" ± {1.96 * odds.error:.1%}" if odds.samples else ""
        said_ = say("belief.range", mean=mean, worst=worst, best=best)
        parts.append(f"{say(key, names=listed(army))}: {said_}")
        parts.append(say("belief.knowing", points=format_points(odds.worth_of_knowing, "")))
    return parts


def spoken_sentence(session: Session, fighting: FightState, picked: str) -> str:
    """Return the card in one line, for screen readers and where there is no room for the card."""
    head, *rest = card_text(session, fighting, picked) or [""]
    ends = "。" if language_or_default() == "ja" else ". "
    return ends.join([f"{head}: {rest[0]}", *rest[1:]]) + ends.strip() if rest else head


def controls(session: Session, fighting: FightState, picked: str, shown: bool) -> page.Container:
    """Below the map: the card in words, and its work, done beside the page."""
    words, asked, work = spoken_sentence(session, fighting, picked), stack_question(session, fighting, picked), None
    if asked and not (fighting.card and fighting.card[0] == asked):
        work = page.BackgroundTask(partial(compute_card, session, asked), ("believed",), asked)
    told, note = page.Html(escape(words), "gk-live gk-quiet"), page.muted_line(say("belief.even"))
    return page.section("", told, note, work, shown=shown and bool(eyes_of(session)), key="belief")


def card(session: Session, fighting: FightState, picked: str, options: MapOptions) -> list[Shape]:
    """Return the card beside the stack looked at; empty while it is computed, or without room for it."""
    base, place = base_map(ATLAS, options.width, str(options.language), options.region), fighting.over
    spot = next((pane.spot(place) for pane in base.panes if place and pane.holds(place)), None)
    head, *words = card_text(session, fighting, picked) or [""]
    found = fighting.card[1] if fighting.card and words else None
    if spot is None or found is None or base.width < NARROW:
        return []
    bar, texts = None, (text_box(text, fill=INK) for text in words)
    if found.odds:
        bar = share_bar(float(found.odds.mean), TINTS[eyes_of(session)].face, fill=PAPER, stroke=HAIRLINE)
    told = col(heading_box(head), *texts, bar, gap=GAP / 2)
    box = framed(told, PAD, 8, fill=WHITE, stroke=GOOD, stroke_width=2)
    high = box.high(WIDE)
    x = spot[0] + AWAY if spot[0] < base.width / 2 else spot[0] - AWAY - WIDE
    y = min(max(spot[1] - high / 2, 4), max(base.height - high - 4, 4))
    return list(box.draw(Room(x, y, WIDE, high)))
