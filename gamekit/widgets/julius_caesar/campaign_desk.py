"""The player's controls: cards, the blocks of the place looked at, destinations of the block in hand, buttons.

A desk is made from a session and the person's selection; each of its items means a message of the
board: ``("act", action, ...)``, each action as ``said`` writes it, or ``("pick", place, block)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from html import escape
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import ENDS, LogLine, card_name, leader_text, place_name, side_name
from gamekit.julius_caesar.players import explain, find
from gamekit.julius_caesar.players.search import compares_plans
from gamekit.julius_caesar.presentation import MOVING, levied_at, reachable
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, Phase
from gamekit.julius_caesar.tables import (
    BLOCK,
    BLOCK_NAMES,
    CARDS,
    DEFENDER,
    HIGHER,
    NAVIS,
    PLACE,
    PLACES,
    ROAD_BETWEEN,
    ROMAN,
    SIDES,
)
from gamekit.play.search import SearchResult
from gamekit.play.session import ALL, ROOM, Session
from gamekit.text.translation import basis_line, word
from gamekit.widgets.game_page import PlayTable, hint
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.julius_caesar.campaign_belief import eyes_of
from gamekit.widgets.julius_caesar.map import DESTINATIONS, block_of, listed, printed, say
from gamekit.widgets.julius_caesar.pieces import block_label, block_name
from gamekit.widgets.page import Button, Container, Message, Tile, section
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg

SECONDS: Final = (1.0, 4.0, 12.0)  # of processor time, one search after the other


def may_hint(session: Session) -> bool:
    """Whether there is a decision of the side at the screen about which plans can be compared."""
    if session.waits_for != "person" or session.viewer != session.current_player or not eyes_of(session):
        return False
    return len(session.legal_actions) > 1 and compares_plans(session.state.phase)


def hint_pane(table: PlayTable) -> Container:
    """Below the map: the hint, where one can be given."""

    def told(found: SearchResult) -> tuple[str, ...]:
        return explain(found), basis_line(found.basis)

    may = may_hint(table.session)
    return section("", *(hint(table, SECONDS, find, told) if may else ()), shown=may, key="hinting")


TILE: Final = 40  # px of a block in a list
UNNAMED: Final = (Phase.BATTLE, Phase.JUPITER, Phase.VULCAN)  # a place is chosen, and no block goes there
Ways = dict[str, tuple[jc.Action, ...]]  # the actions that a click on a place means


@dataclass(frozen=True, slots=True)
class Picked:
    """The person's selection: a place, and a block there (or in the pool)."""

    place: str = ""
    block: str = ""


def action_message(*actions: jc.Action) -> Message:
    """The message that means these actions, made of plain values.

    >>> action_message(jc.Take("Caesar:Legio 13"), jc.Go("Rome"), jc.Stop())
    ('act', ('Take', 'Caesar:Legio 13'), ('Go', 'Rome'), ('Stop',))
    """
    return "act", *(
        (type(action).__name__, *(getattr(action, one.name) for one in fields(action))) for action in actions
    )


def message_actions(parts: tuple[tuple[Any, ...], ...]) -> tuple[jc.Action, ...]:
    """The actions of a message that ``action_message`` has written."""
    return tuple(getattr(jc, name)(*values) for name, *values in parts)


def views_of(session: Session) -> tuple[View, ...]:
    """Return the views that the screen shows: one side's, or both."""
    if session.viewer == ALL:
        return tuple(jc.observe(session.state, side) for side in SIDES)
    return (jc.observe(session.state, SIDES[0] if session.viewer == ROOM else session.viewer),)


def prompt(session: Session, lines: Sequence[LogLine] = ()) -> str:
    """Return a sentence on what the game waits for; in a replay the last of the log's ``lines``."""
    state = session.state
    match session.waits_for:
        case "over":
            return leader_text(state)
        case "replay":
            at, of = session.replay_progress
            key = "replaying" if lines else "replay_unseen" if at else "replay_begins"
            return say(key, at=at, of=of, text=lines[-1].text if lines else "")
        case "handover":
            return word("session.hand_over", seat=side_name(session.handover_seat))
        case "end":
            return say("fight_over")
        case "turn" if session.current_player in SIDES and not session.person_seats:
            return say("their_turn", side=side_name(session.current_player))
    return word(
        f"julius_caesar.campaign.ask.{state.phase.value}",
        side=side_name(SIDES[state.actor]),
        block=jc.block_name(BLOCK_NAMES[state.held]) if state.held != NONE else "",
        count=state.command.levies if state.phase == Phase.LEVY else state.command.moves,
    )


class Desk:
    """Everything before the player, worked out anew after each action, and what the map should light: ``near`` and
    ``far`` the places where the block in hand may go next and by going on, ``left`` what the roads still carry."""

    def __init__(self, session: Session, picked: Picked) -> None:
        self.session, self.picked = session, picked
        self.state, self.legal, self.person = session.state, session.legal_actions, session.waits_for == "person"
        self.views, viewer = views_of(session), session.viewer
        self.mine = self.views[0] if viewer in SIDES else None  # the view of the person whose hand is shown
        if viewer == ALL:
            self.mine = self.views[SIDES.index(session.current_player) if session.current_player in SIDES else 0]
        self.may = {action.block: action for action in self.legal if hasattr(action, "block")}
        self.held = BLOCK_NAMES[self.state.held] if self.state.held != NONE else picked.block
        self.title, self.note = self._title()
        self.hand, self.blocks = tuple(self._hand()), tuple(self._blocks())
        self.enemy = tuple(self._across(self.mine or self.views[0], hidden=viewer != ALL))
        self.list = tuple(self._list())
        near, far, sea = self._ways() if self.person else ({}, {}, set())
        self.near, self.far, self.moves = frozenset(near), frozenset(far), {**far, **near}
        self.left = self._left(near) if self.person else ()
        self.main, self.more = self._buttons()
        self.places, self.further = tuple(self._places(near, sea)), tuple(self._further(far))
        named = self.held and self.state.phase not in UNNAMED
        title = say("may_go", block=block_name(printed(self.held))) if named else say("may_choose")
        self.places_title = title if near or far else ""

    # Cards.

    def _hand(self) -> Iterator[Tile]:
        if not self.mine:
            yield from self._across(jc.observe(self.state, self.views[0].opponent), hidden=True)
            return
        cards = {action.card: action for action in self.legal if isinstance(action, (jc.Play, jc.Discard))}
        turned = self.mine.played[0][-1:] if self.state.phase not in (Phase.PLAY, Phase.DISCARD) else ()
        for card in (*turned, *filter(None, [self.mine.chosen])):
            yield self._card(card, (), True)
        for card in self.mine.hand:
            yield self._card(card, action_message(cards[card]) if card in cards else ())

    def _card(self, card: str, do: Message = (), pressed: bool = False) -> Tile:
        shown = CARDS[card]
        if shown.kind == "event":
            name, text = (card_name(card), word(f"julius_caesar.campaign.event_text.{card}"))
            html = f"<strong>{escape(name)}</strong><small>{escape(text)}</small>"
            return Tile(html, f"{name}: {text}", do, "gk-card gk-event", pressed)
        figures = (shown.move, say("card_move")), (shown.levy, say("card_levy"))
        html = "".join(f"<b>{figure}</b><small>{escape(text)}</small>" for figure, text in figures)
        return Tile(html, say("card", move=shown.move, levy=shown.levy), do, "gk-card", pressed)

    def _across(self, view: View, hidden: bool) -> Iterator[Tile]:
        """The enemy's cards as one sees them across the table."""
        if self.state.phase not in (Phase.PLAY, Phase.DISCARD, Phase.DEAL) and view.played[1]:
            yield self._card(view.played[1][-1], (), True)
        if hidden:
            back = Tile("", say("card_back"), (), f"gk-card gk-back gk-{view.opponent}")
            yield from [back] * (view.enemy_hand + bool(view.enemy_chose))
        else:
            yield from map(self._card, next(each for each in self.views if each.player != view.player).hand)

    # The place looked at.

    def _title(self) -> tuple[str, str]:
        place = self.picked.place
        if self.state.phase == Phase.DEPLOY and self.person:
            return place_name(PLACES[next_city(self.state)]), ""
        if not place:
            return "", ""
        own = sum(piece.place == place for view in self.views for piece in view.pieces)
        enemy = sum(stack.count for stack in self.views[0].enemy if stack.place == place)
        parts = [say("blocks_here", count=own)] if own else []
        if enemy and self.session.viewer != ALL:  # else they are among the blocks already
            other = side_name(self.views[0].opponent)
            parts.append(say("enemies_here", side=other, count=enemy))
        return place_name(place), listed(parts)

    def _blocks(self) -> Iterator[Tile]:
        """The blocks at the place, and in the pool while one levies, each with what a click on it does."""
        here = self.picked.place
        if self.person and self.state.phase == Phase.DEPLOY:
            for action in self.legal:
                yield self._tile(action.block, printed(action.block).track[0], action_message(action))
            return
        views = self.views if self.session.viewer != ROOM else ()
        for piece, side in ((one, view.player) for view in views for one in view.pieces if one.place == here):
            do: Message = ()
            note, action = "", self.may.get(piece.block)
            match action:
                case jc.Strengthen():
                    risen = ROMAN[HIGHER[BLOCK[piece.block]][piece.strength]]
                    do, note = action_message(action), say("grows", strength=risen)
                case jc.Disband():
                    do, note = action_message(action), say("disbands")
                case jc.Take() | jc.Embark() | jc.Regroup():
                    do = ("pick", here, piece.block)
            yield self._tile(piece.block, piece.strength, do, note, piece.moved, side)
        for action in self.legal if self.person and self.state.phase == Phase.LEVY else ():
            if not isinstance(action, jc.Levy) or (here and here not in levied_at(self.state, action.block)):
                continue
            lowest, do = HIGHER[BLOCK[action.block]][0], ("pick", here, action.block)
            if jc.apply(self.state, action).phase != Phase.MUSTER:  # in one city only
                do = action_message(action)
            elif here:
                do = action_message(action, jc.Go(here))
            yield self._tile(action.block, lowest, do, say("levies", strength=ROMAN[lowest]))

    def _tile(
        self, block: str, strength: int, do: Message, note: str = "", faint: bool = False, side: str | None = None
    ) -> Tile:
        side = side or printed(block).colour or ""
        shown, pressed = block_of(block, strength, side), block in (self.held, self.picked.block)
        html = f"{block_picture(block, strength, side)}{escape(block_name(shown))}{_small(note)}"
        label, kind = _noted(block_label(shown), note), "gk-block gk-faint" if faint else "gk-block"
        return Tile(html, label, do, kind, pressed)

    def _list(self) -> Iterator[tuple[str, str]]:
        """Places worth looking at: where something can be done."""
        if not self.person or not self.mine:
            return
        own = Counter(piece.place for piece in self.mine.pieces)
        able = {piece.place for piece in self.mine.pieces if piece.block in self.may}
        for action in self.legal if self.state.phase == Phase.LEVY else ():
            able.update(levied_at(self.state, action.block) if isinstance(action, jc.Levy) else ())
        for place in (one for one in PLACES if one in able):
            yield say("in_list", place=place_name(place), count=own[place]), place

    # Where to.

    def _ways(self) -> tuple[Ways, Ways, set[str]]:
        """The places where a block may go at once, those by going on, and which are reached over the sea."""
        near, far, sea = Ways(), Ways(), set[str]()
        for block in self._movers():
            chosen = block == self.picked.block or self.state.phase in MOVING
            for place, way in reachable(self.state, block).items():
                if way.steps == 1 or way.sea:
                    near[place] = way.actions if chosen else near.get(place, way.actions)
                    sea |= {place} if way.sea else set()
                elif chosen:
                    far[place] = way.actions
        near |= {action.place: (action,) for action in self.legal if isinstance(action, DESTINATIONS)}
        return near, {place: actions for place, actions in far.items() if place not in near}, sea

    def _movers(self) -> list[str]:
        """The blocks whose ways are shown: the one in hand, or the chosen one and then the others of its place."""
        state, picked = self.state, self.picked
        if state.phase in MOVING and state.held != NONE:
            return [self.held]
        if state.phase == Phase.LEVY:
            return [picked.block] if isinstance(self.may.get(picked.block), jc.Levy) else []
        if state.phase not in (Phase.MOVE, Phase.REGROUP) or not self.mine:
            return []
        here = [piece.block for piece in self.mine.pieces if piece.place == picked.place and piece.block in self.may]
        return sorted(here, key=lambda block: block != picked.block)

    def _left(self, near: Ways) -> tuple[tuple[str, str, int], ...]:
        """Return the remaining capacity of the roads to the neighbours (6.11)."""
        mine, held = self.mine, self.held
        if self.state.phase not in (Phase.MOVE, Phase.STEP) or not mine or not held or NAVIS[BLOCK[held]]:
            return ()
        here = PLACES[self.state.path[-1]] if self.state.path else self.picked.place
        roads = [place for place in near if (PLACE.get(here), PLACE[place]) in ROAD_BETWEEN]
        return tuple((here, place, mine.room_on_road(here, place)) for place in roads)

    def _places(self, near: Ways, sea: set[str]) -> Iterator[Tile]:
        """A tile for each place to go to at once, and for each road that may be the main attack (7.3)."""
        notes = dict.fromkeys(sea, say("by_sea"))
        notes |= {there: say("left", count=number) for _, there, number in self.left}
        for place, actions in near.items():
            name, note = place_name(place), notes.get(place, "")
            yield Tile(
                f"<span>{escape(name)}</span>{_small(note)}", _noted(name, note), action_message(*actions), "gk-place"
            )
        for action in self.legal if self.person else ():
            if isinstance(action, jc.MainAttack):
                text = say("main_attack", place=place_name(action.place), origin=place_name(action.origin))
                yield Tile(f"<span>{escape(text)}</span>", text, action_message(action), "gk-place")

    def _further(self, far: Ways) -> Iterator[tuple[str, str]]:
        """Yield the names of the places that a block reaches by moving on."""
        for place, actions in far.items():
            via = " – ".join(place_name(step.place) for step in actions[:-1] if isinstance(step, jc.Go))
            yield _noted(place_name(place), say("via", places=via) if len(actions) > 2 else ""), place

    def _buttons(self) -> tuple[Button, Button]:
        """The button that ends what is being done, and the one that puts a block back into the pool."""
        phase, text = self.state.phase, ""
        do: Message = ()
        if self.person and jc.Stop() in self.legal:
            text, do = say("stop", place=place_name(PLACES[self.state.path[-1]])), action_message(jc.Stop())
        if self.person and jc.Done() in self.legal:
            ended = phase.value if phase in ENDS else "event"
            text, do = word(f"julius_caesar.campaign.done.{ended}"), action_message(jc.Done())
        levies = bool(self.person and self.picked.block) and phase == Phase.LEVY
        back = Button(say("put_back"), ("pick", self.picked.place, ""), shown=levies, key="more")
        return Button(text, do, "main", shown=bool(do), key="main"), back


def _small(note: str) -> str:
    return f"<small>{escape(note)}</small>" if note else ""


def _noted(label: str, note: str) -> str:
    return f"{label}, {note}" if note else label


@lru_cache(maxsize=1024)
def block_picture(block: str, strength: int, side: str) -> str:
    size = TILE + 6
    shapes = (pieces.block_group(block_of(block, strength, side), side, DEFENDER, TILE, size / 2 - 1, size / 2 - 1),)
    text = svg(Scene(size, size, pieces=shapes, ground=None), name="block")
    return text.replace('role="img" aria-labelledby="block-title block-text"', 'aria-hidden="true"')
