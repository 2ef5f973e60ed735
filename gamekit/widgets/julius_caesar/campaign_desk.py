"""What lies before the player: cards, the blocks of the place looked at, where the block in hand may go, buttons.

A desk is worked out from a session and from what the person has picked; each of its items means a message of the
board: ``("act", action, ...)``, each action as ``said`` writes it, or ``("pick", place, block)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from html import escape
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.blocks import BLOCK, BLOCK_NAMES, HIGHER, NAVIS
from gamekit.julius_caesar.log import card_name
from gamekit.julius_caesar.places import CARDS, PLACE, PLACES, ROAD_BETWEEN
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.reach import MOVING, levied_at, reachable
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, Phase
from gamekit.julius_caesar.tables import BLOCKS, DEFENDER, ROMAN, SIDES
from gamekit.session import ALL, ROOM, Session
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.julius_caesar.atlas import place_name
from gamekit.widgets.julius_caesar.battle_view import block_label, block_name
from gamekit.widgets.julius_caesar.campaign_story import prompt, say, side_name
from gamekit.widgets.julius_caesar.map import block_of, listed
from gamekit.widgets.page import Message, Tile
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg
from gamekit.words import word

TILE: Final = 40  # px of a block in a list


@dataclass(frozen=True, slots=True)
class Picked:
    """What a person looks at: a place, and a block there (or in the pool)."""

    place: str = ""
    block: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything before the player, and what the map should light."""

    title: str
    note: str
    hand: tuple[Tile, ...] = ()
    enemy: tuple[Tile, ...] = ()
    blocks: tuple[Tile, ...] = ()
    places: tuple[Tile, ...] = ()
    further: tuple[tuple[str, str], ...] = ()  # (what it is called, place) of the places two steps away
    places_title: str = ""
    main: tuple[str, Message] | None = None
    more: tuple[str, Message] | None = None
    near: frozenset[str] = frozenset()
    far: frozenset[str] = frozenset()
    left: tuple[tuple[str, str, int], ...] = ()
    held: str = ""
    list: tuple[tuple[str, str], ...] = ()  # (what it is called, place) of the places worth looking at
    moves: dict[str, tuple[jc.Action, ...]] = field(default_factory=dict)  # what a click on a place does


def said(*actions: jc.Action) -> Message:
    """The message that means these actions, made of plain values.

    >>> said(jc.Take("Caesar:Legio 13"), jc.Go("Rome"), jc.Stop())
    ('act', ('Take', 'Caesar:Legio 13'), ('Go', 'Rome'), ('Stop',))
    """
    return "act", *(
        (type(action).__name__, *(getattr(action, one.name) for one in fields(action))) for action in actions
    )


def meant(parts: tuple[tuple[Any, ...], ...]) -> tuple[jc.Action, ...]:
    """The actions of a message that ``said`` has written."""
    return tuple(getattr(jc, name)(*values) for name, *values in parts)


def views_of(session: Session) -> tuple[View, ...]:
    """What the screen shows: one side's view, or both."""
    if session.viewer == ALL:
        return tuple(jc.observe(session.state, side) for side in SIDES)
    return (jc.observe(session.state, SIDES[0] if session.viewer == ROOM else session.viewer),)


def desk(session: Session, picked: Picked, language: str) -> Desk:
    """Everything before the player, worked out anew after each action."""
    return _Desk(session, picked, language).made()


class _Desk:
    def __init__(self, session: Session, picked: Picked, language: str) -> None:
        self.session, self.picked, self.language = session, picked, language
        self.state, self.legal = session.state, session.legal
        self.views = views_of(session)
        self.mine = self._my_view()
        self.may = {action.block: action for action in self.legal if hasattr(action, "block")}

    def say(self, key: str, **fields: Any) -> str:
        return say(key, self.language, **fields)

    def _my_view(self) -> View | None:
        """The view of the person whose hand is shown."""
        viewer = self.session.viewer
        if viewer == ALL:
            side = self.session.decider if self.session.decider in SIDES else SIDES[0]
            return next(view for view in self.views if view.player == side)
        return self.views[0] if viewer in SIDES else None

    def made(self) -> Desk:
        title, note = self._title()
        base = Desk(
            title,
            note,
            hand=tuple(self._hand()),
            enemy=tuple(self._enemy()),
            blocks=tuple(self._blocks()),
            list=tuple(self._list()),
        )
        return self._lit(base)

    # Cards.

    def _hand(self) -> Iterator[Tile]:
        if not self.mine:
            yield from self._across(jc.observe(self.state, self.views[0].opponent))
            return
        cards = {action.card: action for action in self.legal if isinstance(action, (jc.Play, jc.Discard))}
        shown = self.mine.played[0][-1:] if self.state.phase not in (Phase.PLAY, Phase.DISCARD) else ()
        for card in shown:
            yield self._card(card, (), True)
        if self.mine.chosen:
            yield self._card(self.mine.chosen, (), True)
        for card in self.mine.hand:
            yield self._card(card, said(cards[card]) if card in cards else (), False)

    def _card(self, card: str, do: Message, pressed: bool) -> Tile:
        printed = CARDS[card]
        if printed.kind == "event":
            text = event_text(card, self.language)
            html = f"<strong>{escape(card_name(card, self.language))}</strong><small>{escape(text)}</small>"
            return Tile(html, f"{card_name(card, self.language)}: {text}", do, "gk-card gk-event", pressed)
        move, levy = self.say("card_move"), self.say("card_levy")
        html = f"<b>{printed.move}</b><small>{escape(move)}</small><b>{printed.levy}</b><small>{escape(levy)}</small>"
        label = self.say("card", move=printed.move, levy=printed.levy)
        return Tile(html, label, do, "gk-card", pressed)

    def _enemy(self) -> Iterator[Tile]:
        view = self.mine or self.views[0]
        if self.session.viewer != ALL:
            yield from self._across(view)
            return
        yield from self._turned(view)
        enemy = next(each for each in self.views if each.player != view.player)
        for card in enemy.hand:
            yield self._card(card, (), False)

    def _turned(self, view: View) -> Iterator[Tile]:
        """The enemy's card of this turn."""
        if self.state.phase not in (Phase.PLAY, Phase.DISCARD, Phase.DEAL) and view.played[1]:
            yield self._card(view.played[1][-1], (), True)

    def _across(self, view: View) -> Iterator[Tile]:
        """The enemy's cards as one sees them across the table."""
        yield from self._turned(view)
        for _ in range(view.enemy_hand + (1 if view.enemy_chose else 0)):
            yield Tile("", self.say("card_back"), (), f"gk-card gk-back gk-{view.opponent}")

    # The place looked at.

    def _title(self) -> tuple[str, str]:
        place = self.picked.place
        if self.state.phase == Phase.DEPLOY and self.session.waits == "person":
            return place_name(PLACES[next_city(self.state)], self.language), prompt(self.session, self.language)
        if not place:
            return "", prompt(self.session, self.language)
        count = sum(1 for view in self.views for piece in view.pieces if piece.place == place)
        enemy = sum(stack.count for view in self.views[:1] for stack in view.enemy if stack.place == place)
        if self.session.viewer == ALL:
            enemy = 0  # they are among the blocks already
        parts = []
        if count:
            parts.append(self.say("blocks_here", count=count))
        if enemy:
            other = side_name(self.views[0].opponent, self.language)
            parts.append(self.say("enemies_here", side=other, count=enemy))
        return place_name(place, self.language), listed(parts, self.language)

    def _blocks(self) -> Iterator[Tile]:
        phase = self.state.phase
        if self.session.waits == "person" and phase == Phase.DEPLOY:
            for action in self.legal:
                yield self._tile(action.block, None, said(action))
            return
        for view in self.views if self.session.viewer != ROOM else ():
            for piece in view.pieces:
                if piece.place == self.picked.place:
                    yield self._piece(piece.block, piece.strength, view.player, piece.moved)
        if self.session.waits == "person" and phase == Phase.LEVY:
            yield from self._pool()

    def _piece(self, block: str, strength: int, side: str, moved: bool) -> Tile:
        action = self.may.get(block)
        do: Message = ()
        note = ""
        match action:
            case jc.Strengthen():
                do = said(action)
                note = self.say("grows", strength=ROMAN[HIGHER[BLOCK[block]][strength]])
            case jc.Disband():
                do, note = said(action), self.say("disbands")
            case jc.Take() | jc.Embark() | jc.Regroup():
                do = ("pick", self.picked.place, block)
        held = self.state.held != NONE and BLOCK_NAMES[self.state.held] == block
        return self._tile(block, strength, do, note, pressed=held or block == self.picked.block, faint=moved, side=side)

    def _pool(self) -> Iterator[Tile]:
        for action in self.legal:
            if not isinstance(action, jc.Levy):
                continue
            cities = levied_at(self.state, action.block)
            here = self.picked.place
            if here and here not in cities:
                continue
            lowest = HIGHER[BLOCK[action.block]][0]
            note = self.say("levies", strength=ROMAN[lowest])
            alone = jc.apply(self.state, action).phase != Phase.MUSTER
            do: Message = ("pick", here, action.block)
            if alone:
                do = said(action)
            elif here:
                do = said(action, jc.Go(here))
            yield self._tile(action.block, lowest, do, note, pressed=action.block == self.picked.block)

    def _tile(
        self,
        block: str,
        strength: int | None,
        do: Message,
        note: str = "",
        pressed: bool = False,
        faint: bool = False,
        side: str | None = None,
    ) -> Tile:
        colour, _, name = block.partition(":")
        printed = BLOCKS[colour, name]
        shown = block_of(block, strength or printed.track[0], side or colour)
        label = block_label(shown, self.language) + (f", {note}" if note else "")
        small = f"<small>{escape(note)}</small>" if note else ""
        picture = block_picture(block, shown.strength, shown.side or colour)
        html = f"{picture}{escape(block_name(shown, self.language))}{small}"
        return Tile(html, label, do, "gk-block gk-faint" if faint else "gk-block", pressed)

    def _list(self) -> Iterator[tuple[str, str]]:
        """Places worth looking at: where something can be done, else wherever one has blocks."""
        if self.session.waits != "person" or not self.mine:
            return
        own: dict[str, int] = {}
        for piece in self.mine.pieces:
            own[piece.place] = own.get(piece.place, 0) + 1
        able = {piece.place for piece in self.mine.pieces if piece.block in self.may}
        if self.state.phase == Phase.LEVY:
            for action in self.legal:
                if isinstance(action, jc.Levy):
                    able.update(levied_at(self.state, action.block))
        for place in PLACES:
            if place in able:
                yield self.say("in_list", place=place_name(place, self.language), count=own.get(place, 0)), place

    # Where to.

    def _lit(self, base: Desk) -> Desk:
        if self.session.waits != "person":
            return base
        state = self.state
        main, more = self._buttons()
        near: dict[str, tuple[jc.Action, ...]] = {}
        far: dict[str, tuple[jc.Action, ...]] = {}
        sea: set[str] = set()
        for block in self._movers():
            for place, way in reachable(state, block).items():
                chosen = block == self.picked.block or state.phase in MOVING
                if way.steps == 1 or way.sea:
                    near.setdefault(place, way.actions)
                    if chosen:
                        near[place] = way.actions
                    sea |= {place} if way.sea else set()
                elif chosen:
                    far[place] = way.actions
        for action in self.legal:
            if isinstance(action, (jc.Go, jc.Target, jc.JoinBattle)):
                near[action.place] = (action,)
        far = {place: actions for place, actions in far.items() if place not in near}
        left = self._left(near)
        room = {there: number for _, there, number in left}
        tiles = [self._where(place, actions, room.get(place), place in sea, False) for place, actions in near.items()]
        tiles += self._origins()
        held = BLOCK_NAMES[state.held] if state.held != NONE else self.picked.block
        return replace(
            base,
            places=tuple(tiles),
            further=tuple(
                (self._where(place, actions, None, False, True).label, place) for place, actions in far.items()
            ),
            places_title=self._where_title(held) if near or far else "",
            main=main,
            more=more,
            near=frozenset(near),
            far=frozenset(far),
            left=left,
            held=held,
            moves={**far, **near},
        )

    def _movers(self) -> list[str]:
        """The blocks whose ways are shown: the one in hand, or the chosen one and then the others of its place."""
        state, picked = self.state, self.picked
        if state.phase in MOVING and state.held != NONE:
            return [BLOCK_NAMES[state.held]]
        if state.phase == Phase.LEVY:
            return [picked.block] if isinstance(self.may.get(picked.block), jc.Levy) else []
        if state.phase not in (Phase.MOVE, Phase.REGROUP) or not self.mine:
            return []
        here = [piece.block for piece in self.mine.pieces if piece.place == picked.place and piece.block in self.may]
        return sorted(here, key=lambda block: block != picked.block)

    def _left(self, near: dict[str, tuple[jc.Action, ...]]) -> tuple[tuple[str, str, int], ...]:
        """What is left on the roads to the neighbours (6.11)."""
        state = self.state
        if state.phase not in (Phase.MOVE, Phase.STEP) or not self.mine:
            return ()
        held = BLOCK_NAMES[state.held] if state.held != NONE else self.picked.block
        if not held or NAVIS[BLOCK[held]]:
            return ()
        here = PLACES[state.path[-1]] if state.path else self.picked.place
        found = []
        for place in near:
            if (PLACE.get(here), PLACE[place]) in ROAD_BETWEEN:
                found.append((here, place, self.mine.room_on_road(here, place)))
        return tuple(found)

    def _where(self, place: str, actions: tuple[jc.Action, ...], left: int | None, sea: bool, later: bool) -> Tile:
        name = place_name(place, self.language)
        note = self.say("left", count=left) if left is not None else self.say("by_sea") if sea else ""
        if later and len(actions) > 2:
            via = [place_name(step.place, self.language) for step in actions[:-1] if isinstance(step, jc.Go)]
            note = self.say("via", places=" – ".join(via))
        small = f"<small>{escape(note)}</small>" if note else ""
        label = f"{name}, {note}" if note else name
        kind = "gk-place gk-later" if later else "gk-place"
        return Tile(f"<span>{escape(name)}</span>{small}", label, said(*actions), kind)

    def _origins(self) -> Iterator[Tile]:
        """7.3: which road is the main attack."""
        for action in self.legal:
            if isinstance(action, jc.MainAttack):
                name = place_name(action.origin, self.language)
                text = self.say("main_attack", place=place_name(action.place, self.language), origin=name)
                yield Tile(f"<span>{escape(text)}</span>", text, said(action), "gk-place")

    def _where_title(self, held: str) -> str:
        if held and self.state.phase not in (Phase.BATTLE, Phase.JUPITER, Phase.VULCAN):
            colour, _, name = held.partition(":")
            return self.say("may_go", block=block_name(BLOCKS[colour, name], self.language))
        return self.say("may_choose")

    def _buttons(self) -> tuple[tuple[str, Message] | None, tuple[str, Message] | None]:
        legal = set(self.legal)
        main: tuple[str, Message] | None = None
        more: tuple[str, Message] | None = None
        if jc.Stop() in legal:
            place = place_name(PLACES[self.state.path[-1]], self.language)
            main = (self.say("stop", place=place), said(jc.Stop()))
        if jc.Done() in legal:
            key = {Phase.MOVE: "done_move", Phase.LEVY: "done_levy", Phase.REGROUP: "done_regroup"}
            key |= {Phase.DISBAND: "done_disband"}
            main = (self.say(key.get(self.state.phase, "done_event")), said(jc.Done()))
        if self.picked.block and self.state.phase == Phase.LEVY:
            more = self.say("put_back"), ("pick", self.picked.place, "")
        return main, more


# Pictures and words of single things ---------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def block_picture(block: str, strength: int, side: str) -> str:
    """A block as a small SVG."""
    size = TILE + 6
    shapes = (pieces.block_group(block_of(block, strength, side), side, DEFENDER, TILE, size / 2 - 1, size / 2 - 1),)
    text = svg(Scene(size, size, pieces=shapes, ground=None), name="block")
    return text.replace('role="img" aria-labelledby="block-title block-text"', 'aria-hidden="true"')


def event_text(card: str, language: str | None) -> str:
    """What an event card does, in a few words."""
    return word(f"julius_caesar.campaign.event_text.{card}", language)
