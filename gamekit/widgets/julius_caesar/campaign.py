"""The campaign board: the whole game on the map, for two people, against a ready player, or as a replay.

``Session`` plays the game, a ``Desk`` makes the player's controls: cards, the blocks of the place looked at, where the
block in hand may go. Each means a message: ``("act", action, ...)``, as ``action_message`` writes it, or ``("pick",
place, block)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from html import escape
from typing import Any, ClassVar, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import notation, tables
from gamekit.julius_caesar.notation import LogLine, battle_starts, card_name, place_name, side_name
from gamekit.julius_caesar.odds.from_state import battle_of
from gamekit.julius_caesar.players import explain, find
from gamekit.julius_caesar.players.search import compares_plans
from gamekit.julius_caesar.presentation import MOVING, levied_at, reachable
from gamekit.julius_caesar.rules import basis_of
from gamekit.julius_caesar.rules.cards import next_city
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, Phase
from gamekit.julius_caesar.tables import BLOCK, BLOCK_NAMES, NUMBERS, PLACE, PLACES, ROMAN, SIDES
from gamekit.play.search import SearchResult
from gamekit.play.session import ALL, ROOM, Session, begin
from gamekit.play.tournament import match_fields
from gamekit.probability.distribution import Basis
from gamekit.storage.record import Record
from gamekit.text.translation import (
    basis_line,
    default_language,
    in_table_language,
    language_or_default,
    translate,
    word,
)
from gamekit.widgets import game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.game_page import PlayTable
from gamekit.widgets.julius_caesar import campaign_fight, pieces
from gamekit.widgets.julius_caesar.battle_table import reading_choice, reading_chosen
from gamekit.widgets.julius_caesar.campaign_fight import FightState, eyes_of
from gamekit.widgets.julius_caesar.map import ATLAS, DESTINATIONS, WIDTH, MapOptions, listed, map_scene, picture, say
from gamekit.widgets.julius_caesar.pieces import block_label, block_name, block_of, printed
from gamekit.widgets.look import NEUTRAL, TINTS
from gamekit.widgets.page import Button, Container, Html, Message, Tile, section
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg

LINES, NEWEST = 60, 6  # of the log: the last lines that a page has, and those that are not folded
STEP: Final = 8  # px: narrower changes of the page's width are not worth a new map
NOTHING: Final = Scene(WIDTH, 8)
MOVERS: Final = (jc.Take, jc.Embark, jc.Regroup)  # what a block in hand begins with
SECONDS: Final = (1.0, 4.0, 12.0)  # of processor time for a hint, one search after the other
TILE: Final = 40  # px of a block in a list
UNNAMED: Final = (Phase.BATTLE, Phase.JUPITER, Phase.VULCAN)  # a place is chosen, and no block goes there
Ways = dict[str, tuple[jc.Action, ...]]  # the actions that a click on a place means


@dataclass(frozen=True, slots=True)
class CampaignTable(PlayTable):
    """The game, the place picked and a block there or in the pool, where the move in hand began, what is begun in a
    battle or known of face-down blocks, how all of it is shown; how a new game reads the rules (None: as this one), and
    whether that is chosen point by point."""

    SHARED: ClassVar = ("play", "odds")

    place: str = ""
    block: str = ""
    origin: str = ""
    fighting: FightState = field(default_factory=FightState)
    region: str = ""
    odds: bool = True
    reading: tuple[str, ...] | None = None
    pointwise: bool = False

    @property
    def basis(self) -> Basis:
        """The basis of the rules of this game, with the points that its reading decides otherwise than by the text."""
        return basis_of(self.session.state)

    @property
    def online(self) -> tuple[str, ...]:
        """The points that a new game reads as on the web."""
        return self.session.state.online if self.reading is None else self.reading

    def seat_name(self, seat: Any) -> str:
        return side_name(str(seat))

    @property
    def desk(self) -> Desk:
        return Desk(self)


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: CampaignTable, viewport: page.Viewport) -> Container:
    session, now = table.session, table.desk
    battle, lines = campaign_fight.field_of(session), lines_of(session)
    given, ahead = session.waits_for == "handover" or battle is not None, battle is None
    choosing = any(tile.do for tile in now.hand)  # what is asked then stands at the cards
    asked = "" if choosing and not given else prompt(session, lines)
    shown = page.status_line(say("error", message=viewport.error) if viewport.error else "", asked)
    answer = Html(header_html(session)), replace(shown, kind="gk-live gk-status")
    read = "; ".join(translate(point) for point in tables.deviation_basis(session.state.online))
    now_read = say("reads", reading=read or word("julius_caesar.reading.text"))
    settings = (
        reading_choice(table.online, table.pointwise, page.muted_line(now_read)),
        page.muted_line(say("strength", **match_fields("julius_caesar plain"))),
        page.Check(say("odds"), table.odds, ("odds",)),
    )
    top = Container("gk-stack gk-top", (*answer, *game_page.new_game_controls(table, *settings)))
    jump = page.Menu(((say("jump"), -1), *battles(session)), -1, ("jump",), tooltip=say("jump"))
    desks = _cards(table, now, not given), _here(table, now, not given), _log(table, lines)
    along = Container("gk-stack gk-along", (game_page.replay_controls(table, jump),), key="along")
    kind = f"gk-strip{' gk-alone' * given}{' gk-choosing' * choosing}"
    strip = Container(kind, (*desks, along) if session.is_at_last_position else (along, *desks), key="strip")
    drawn = scene_of(table, now, viewport.width) if ahead else NOTHING
    board = page.Picture(drawn, hover=("over",) if ahead else None, still=lambda: scene_of(table))
    regions = {key: word(f"julius_caesar.campaign.region.{key or 'all'}") for key in ("", *ATLAS.regions)}
    links = (Button(text, ("zoom", region), "link") for region, text in regions.items())
    sheet = (
        game_page.handover(table),
        page.row(*game_page.advance_buttons(table), shown=session.waits_for == "turn" and not session.person_seats),
        campaign_fight.fight_pane(session, battle, table.fighting, table.odds, viewport),
        Container("gk-stack", (board,), shown=ahead, key="map"),
        strip,
        page.row(page.row(*links, kind="gk-links"), game_page.viewer_menu(table), kind="gk-bar-line", shown=ahead),
        campaign_fight.controls(session, table.fighting, table.place, ahead),
        hint_pane(table),
    )
    kind = "gk-campaign" if session.is_at_last_position else "gk-campaign gk-replaying"
    return Container("gk-page", (top, Container(kind, sheet, key="sheet")))


@in_table_language
def scene_of(table: CampaignTable, now: Desk | None = None, width: float = WIDTH) -> Scene:
    """The map, with what may be done on it where a desk is given."""
    session = table.session
    options = MapOptions(width - width % STEP, table.language, table.region, closed=session.viewer == ROOM)
    if now is None:
        return map_scene(views_of(session), (), options)
    lit = replace(options, held=now.held, near=now.near, far=now.far, left=now.left, selected=table.place)
    drawn = map_scene(views_of(session), session.legal_actions, lit)
    card = campaign_fight.card(session, table.fighting, table.place, lit)
    return replace(drawn, overlay=(*drawn.overlay, *card))


def _tiles(tiles: tuple[Tile, ...], label: str, key: str) -> page.Tiles:
    return page.Tiles(tuple(tile._replace(disabled=not tile.do) for tile in tiles), label, key=key)


def _cards(table: CampaignTable, now: Desk, shown: bool) -> Container:
    """Both hands, the one shown first: what has been played of it, and what is to be chosen now."""
    session, view = table.session, views_of(table.session)[0]
    own, side = session.viewer in SIDES, str(session.viewer)
    if not own:
        side = str(session.current_player) if session.viewer == ALL and session.current_player in SIDES else SIDES[0]
    other = SIDES[1 - SIDES.index(side)]
    held = say("hand") if own else say("hand_of", side=side_name(side))
    asked = Html(f"<b>{escape(prompt(session))}</b>", "gk-live", shown=any(tile.do for tile in now.hand))
    mine, theirs = (_tiles(now.hand, say("hand"), "hand"), _tiles(now.enemy, say("enemy_cards"), "enemy"))
    areas = list[Container]()
    for title, whose, parts in ((held, side, (asked, mine)), (side_name(other), other, (theirs,))):
        names = " ".join(card_name(name) for name in view.played[view.player != whose])
        aside = say("played", cards=names) if names else ""
        areas.append(Container("gk-section", (Html(page.heading_html(title, aside, 3)), *parts)))
    kind = "gk-cards" if own else "gk-cards gk-open"
    return Container(kind, tuple(areas), shown=shown and bool(now.hand or now.enemy), key="cards")


def _here(table: CampaignTable, now: Desk, shown: bool) -> Container:
    """The place looked at: what may be done there, its blocks, and where they may go."""
    session, undo = table.session, game_page.undo(table)
    places, further = ((say("list"), ""), *now.list), ((say("further"), ""), *now.further)
    picked = table.place if table.place in {place for _, place in now.list} else ""
    idle = not (now.title or now.main.shown or now.list or not undo.disabled)
    children = (
        Html(page.heading_html(now.title, now.note, 3) if now.title else ""),
        page.row(now.main, replace(undo, shown=session.is_at_last_position and not session.is_over), now.more),
        page.Menu(places, picked, ("list",), tooltip=say("list"), shown=len(now.list) > 0),
        _tiles(now.blocks, say("blocks"), "blocks"),
        page.muted_line(now.places_title),
        _tiles(now.places, say("places"), "places"),
        page.Menu(further, "", ("further",), tooltip=say("further"), shown=len(now.further) > 0),
    )
    return Container("gk-section", children, shown=shown and not idle, key="here")


def _log(table: CampaignTable, lines: list[LogLine]) -> Container:
    """The last lines of the log, the newest first, and those before them folded."""
    sides = {side: (TINTS[side].letter, TINTS[side].face) for side in SIDES}
    entries = [(*sides.get(str(one.side), ("•", NEUTRAL)), one.text) for one in reversed(lines[-LINES:])]
    newest, before = (Html(page.log_html(part)) for part in (entries[:NEWEST], entries[NEWEST:]))
    head = Html(page.heading_html(say("log"), "", 3))
    earlier = page.fold(say("log_earlier"), before, shown=len(entries) > NEWEST)
    return Container("gk-section gk-course", (head, newest, earlier), shown=bool(lines), key="log")


def update(table: CampaignTable, message: Message) -> CampaignTable:
    session = table.session
    match message:
        case ("act", *parts):
            return _acted(table, tuple(getattr(jc, name)(*values) for name, *values in parts))
        case ("at" | "further" | "list", ""):
            return table
        case ("at" | "further", place) if place in (moves := table.desk.moves):
            return _acted(table, moves[place])
        case ("at" | "list", place):
            return _picked(table, place)
        case ("on", block):
            pieces = [piece for view in views_of(session) for piece in view.pieces]
            return _picked(table, next((piece.place for piece in pieces if piece.block == block), ""), block)
        case ("pick", place, block):
            return _picked(table, place, block)
        case ("zoom" | "odds" as verb, value):
            return replace(table, **{"region" if verb == "zoom" else "odds": value})
        case ("jump", at):
            return table if at < 0 else _played_on(table, session.go_to(at))
        case ("undo",):
            return _undone(table)
        case ("new", luck) if table.reading is not None:
            begun = replace(session, record=begin_with_reading(session.record, table.reading))
            return _settled(table.after(game_page.new_game(replace(table.play, session=begun), luck)))
    if chosen := reading_chosen(table.online, message):
        return replace(table, reading=chosen[0], pointwise=chosen[1])
    if (found := campaign_fight.update(session, table.fighting, message)) is not None:
        fought = replace(table, fighting=found[1])
        return fought if found[0] is session else _played_on(fought, found[0])
    after = game_page.update(table, message)
    return after if after.play is table.play else _settled(after)


def _played_on(table: CampaignTable, session: Session) -> CampaignTable:
    return _settled(table.played(session))


def _acted(table: CampaignTable, actions: tuple[jc.Action, ...]) -> CampaignTable:
    if table.session.state.phase == Phase.MOVE:
        table = replace(table, origin=table.place)
    return _played_on(table, table.session.act(*actions))


def _picked(table: CampaignTable, place: str, block: str = "") -> CampaignTable:
    """A place is looked at, with a block of it chosen; a block still in hand stays where it has come to."""
    session, stop = table.session, jc.Stop()
    if session.state.phase == Phase.STEP and stop in session.legal_actions:
        session = session.act(stop)
    return _played_on(replace(table, place=place, block=block, origin=""), session)


def _undone(table: CampaignTable) -> CampaignTable:
    """The game before a person's last turn at the mouse; its block is chosen again."""
    session, at = table.session, table.session.undo_target
    undone = session.record.entries[at:] if at is not None else ()
    taken = [entry.action.block for entry in undone if isinstance(entry.action, MOVERS)]
    session = session.undo()
    if taken:
        place = PLACES[session.state.location[BLOCK[taken[0]]]]
        table = replace(table, place=place, block=taken[0], origin="")
    return _played_on(table, session)


def _settled(table: CampaignTable) -> CampaignTable:
    """Return the table with a valid selection after a change: the place of the move, with its next block."""
    session, place, block = table.session, table.place, table.block
    if session.waits_for != "person":
        return replace(table, place=place if session.waits_for == "replay" else "", block="")
    state = session.state
    if state.phase in (Phase.STEP, Phase.VOYAGE):
        return replace(table, place=PLACES[state.path[-1]], block="")
    place = table.origin if state.phase == Phase.MOVE and table.origin else place
    able = [action.block for action in session.legal_actions if isinstance(action, MOVERS)]
    views = views_of(session)
    view = next(view for view in views if view.player == session.current_player or len(views) == 1)
    here = [piece.block for piece in view.pieces if piece.place == place and piece.block in able]
    levies = state.phase == Phase.LEVY and block and jc.Levy(block) in session.legal_actions
    if not levies and block not in here:
        block = here[0] if here else ""
    return replace(table, place=place if place in PLACE else "", block=block, origin="")


# The head of the page ------------------------------------------------------------------------------------------------


def header_html(session: Session) -> str:
    """Return the header: year and turn, the track of victory points, the viewer."""
    state, viewer = session.state, session.viewer
    year = say("bc", bc=1 - state.year)
    old = say("auc", auc=state.year + NUMBERS["founding_of_rome"])
    title = say("turn", turn=state.turn, turns=NUMBERS["turns"])
    title = title if state.phase != Phase.OVER else say("over")
    first = say("first", side=side_name(SIDES[state.first])) if state.first != NONE else ""
    kind = viewer if viewer in (ALL, ROOM) else "one"
    own, other = (side_name(side) for side in (SIDES if viewer != SIDES[1] else SIDES[::-1]))
    seen = word(f"julius_caesar.campaign.seen.{kind}", side=own)
    faces = word(f"julius_caesar.campaign.faces.{kind}", side=other)
    return (
        f'<div class="gk-score"><div class="gk-date"><b>{escape(year)}</b><i>{escape(old)}</i>'
        f"<span><b>{escape(title)}</b>{escape(first)}&nbsp;</span></div>"
        f"{track_html(jc.victory_points(state))}"
        f'<div class="gk-eyes"><b>{escape(seen)}</b><span class="gk-quiet">{escape(faces)}</span></div></div>'
    )


def track_html(points: tuple[int, int]) -> str:
    """Return the track of victory points, counted from both ends: ten points at a year's end win."""
    boxes, goal = max(sum(points), sum(tables.VALUE)), NUMBERS["victory"]
    marks, cells = (("gk-goal", goal), ("gk-aim", boxes - goal + 1)), []
    for number in range(1, boxes + 1):
        side = SIDES[0] if number <= points[0] else SIDES[1] if number > boxes - points[1] else ""
        style = f' style="background:{TINTS[side].face};border-color:{TINTS[side].rim}"' if side else ""
        kind = " ".join(name for name, at in marks if at == number)
        cells.append(f'<span class="{kind}"{style}>{TINTS[side].letter if side else ""}</span>')
    caesar, pompey = (side_name(side) for side in SIDES)
    spoken = say("points_spoken", caesar=caesar, pompey=pompey, first=points[0], second=points[1])
    first, second = (f'<b style="color:{TINTS[side].face}">{n}</b>' for side, n in zip(SIDES, points))
    return (
        f'<div class="gk-points" role="img" aria-label="{escape(spoken)}"><span>{escape(say("points"))}<br>'
        f"{escape(say('points_goal', goal=goal))}</span>{first}"
        f'<div class="gk-track">{"".join(cells)}</div>{second}</div>'
    )


# What is said ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def chronicle(viewer: str, language: str) -> notation.Chronicle:
    """The log that was last read for a viewer in a language, to be written on."""
    return notation.Chronicle(None if viewer == ALL else viewer, language)


def lines_of(session: Session) -> list[LogLine]:
    """The log as the viewer of the position shown may read it."""
    told = chronicle(str(session.viewer), language_or_default())
    return told.read(session.positions, session.record.entries, session.at)


def battles(session: Session) -> list[tuple[str, int]]:
    """Return every battle so far: its name, and the number of actions before it."""
    found = []
    for at, state in battle_starts(session.positions):
        assert state.combat is not None
        year, place = say("bc", bc=1 - state.year), place_name(PLACES[state.combat.place])
        found.append((say("battle_at", year=year, turn=state.turn, place=place), at))
    return found


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
            return notation.leader_text(state)
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


# The desk: everything before the player -------------------------------------------------------------------------------


def action_message(*actions: jc.Action) -> Message:
    """The message that means these actions, made of plain values.

    >>> action_message(jc.Take("Caesar:Legio 13"), jc.Go("Rome"), jc.Stop())
    ('act', ('Take', 'Caesar:Legio 13'), ('Go', 'Rome'), ('Stop',))
    """
    return "act", *((type(one).__name__, *(getattr(one, each.name) for each in fields(one))) for one in actions)


class Desk:
    """Everything before the player, worked out anew after each action, and what the map should light: ``near`` and
    ``far`` the places where the block in hand may go next and by going on, ``left`` what the roads still carry."""

    def __init__(self, table: CampaignTable) -> None:
        session, self.place, self.block = table.session, table.place, table.block
        self.session = session
        self.state, self.legal, self.person = session.state, session.legal_actions, session.waits_for == "person"
        self.views, viewer = views_of(session), session.viewer
        self.mine = self.views[0] if viewer in SIDES else None  # the view of the person whose hand is shown
        if viewer == ALL:
            self.mine = self.views[SIDES.index(session.current_player) if session.current_player in SIDES else 0]
        self.may = {action.block: action for action in self.legal if hasattr(action, "block")}
        self.held = BLOCK_NAMES[self.state.held] if self.state.held != NONE else table.block
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
        shown = tables.CARDS[card]
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
        place = self.place
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
        here = self.place
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
                    risen = ROMAN[tables.HIGHER[BLOCK[piece.block]][piece.strength]]
                    do, note = action_message(action), say("grows", strength=risen)
                case jc.Disband():
                    do, note = action_message(action), say("disbands")
                case jc.Take() | jc.Embark() | jc.Regroup():
                    do = ("pick", here, piece.block)
            yield self._tile(piece.block, piece.strength, do, note, piece.moved, side)
        for action in self.legal if self.person and self.state.phase == Phase.LEVY else ():
            if not isinstance(action, jc.Levy) or (here and here not in levied_at(self.state, action.block)):
                continue
            lowest, do = tables.HIGHER[BLOCK[action.block]][0], ("pick", here, action.block)
            if jc.apply(self.state, action).phase != Phase.MUSTER:  # in one city only
                do = action_message(action)
            elif here:
                do = action_message(action, jc.Go(here))
            yield self._tile(action.block, lowest, do, say("levies", strength=ROMAN[lowest]))

    def _tile(self, block: str, strength: int, do: Message, note: str = "", pale: bool = False, side: str = "") -> Tile:
        side = side or printed(block).colour or ""
        shown, pressed = block_of(block, strength, side), block in (self.held, self.block)
        html = f"{block_picture(block, strength, side)}{escape(block_name(shown))}{_small(note)}"
        label, kind = _noted(block_label(shown), note), "gk-block gk-faint" if pale else "gk-block"
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
            chosen = block == self.block or self.state.phase in MOVING
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
        state = self.state
        if state.phase in MOVING and state.held != NONE:
            return [self.held]
        if state.phase == Phase.LEVY:
            return [self.block] if isinstance(self.may.get(self.block), jc.Levy) else []
        if state.phase not in (Phase.MOVE, Phase.REGROUP) or not self.mine:
            return []
        here = [piece.block for piece in self.mine.pieces if piece.place == self.place and piece.block in self.may]
        return sorted(here, key=lambda block: block != self.block)

    def _left(self, near: Ways) -> tuple[tuple[str, str, int], ...]:
        """Return the remaining capacity of the roads to the neighbours (6.11)."""
        mine, held = self.mine, self.held
        if self.state.phase not in (Phase.MOVE, Phase.STEP) or not mine or not held or tables.NAVIS[BLOCK[held]]:
            return ()
        here = PLACES[self.state.path[-1]] if self.state.path else self.place
        roads = [place for place in near if (PLACE.get(here), PLACE[place]) in tables.ROAD_BETWEEN]
        return tuple((here, place, mine.room_on_road(here, place)) for place in roads)

    def _places(self, near: Ways, sea: set[str]) -> Iterator[Tile]:
        """A tile for each place to go to at once, and for each road that may be the main attack (7.3)."""
        notes = dict.fromkeys(sea, say("by_sea"))
        notes |= {there: say("left", count=number) for _, there, number in self.left}
        for place, actions in near.items():
            name, note = place_name(place), notes.get(place, "")
            html = f"<span>{escape(name)}</span>{_small(note)}"
            yield Tile(html, _noted(name, note), action_message(*actions), "gk-place")
        for action in self.legal if self.person else ():
            if isinstance(action, jc.MainAttack):
                text = say("main_attack", place=place_name(action.place), origin=place_name(action.origin))
                yield Tile(f"<span>{escape(text)}</span>", text, action_message(action), "gk-place")

    def _further(self, far: Ways) -> Iterator[tuple[str, str]]:
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
            ended = phase.value if phase in notation.ENDS else "event"
            text, do = word(f"julius_caesar.campaign.done.{ended}"), action_message(jc.Done())
        levies = bool(self.person and self.block) and phase == Phase.LEVY
        back = Button(say("put_back"), ("pick", self.place, ""), shown=levies, key="more")
        return Button(text, do, "main", shown=bool(do), key="main"), back


def _small(note: str) -> str:
    return f"<small>{escape(note)}</small>" if note else ""


def _noted(label: str, note: str) -> str:
    return f"{label}, {note}" if note else label


@lru_cache(maxsize=1024)
def block_picture(block: str, strength: int, side: str) -> str:
    size, face = TILE + 6, block_of(block, strength, side)
    shape = pieces.block_group(face, side, tables.DEFENDER, TILE, size / 2 - 1, size / 2 - 1)
    text = svg(Scene(size, size, pieces=(shape,), ground=None), name="block")
    return text.replace('role="img" aria-labelledby="block-title block-text"', 'aria-hidden="true"')


def hint_pane(table: PlayTable) -> Container:
    """Below the map: the hint, where the side at the screen has a decision about which plans can be compared."""
    session = table.session
    mine = session.waits_for == "person" and session.viewer == session.current_player and bool(eyes_of(session))
    may = mine and len(session.legal_actions) > 1 and compares_plans(session.state.phase)

    def told(found: SearchResult) -> tuple[str, ...]:
        return explain(found), basis_line(found.basis)

    return section("", *(game_page.hint(table, SECONDS, find, told) if may else ()), shown=may, key="hinting")


def begin_with_reading(record: Record, reading: Sequence[str]) -> Record:
    """The beginning of a record, its rules read in another way."""
    if record.start is None:
        return Record(jc, (), {**record.options, "reading": list(reading)}, None, record.scenario)
    start = jc.to_json(replace(jc.from_json(record.start), online=tuple(reading)))
    return Record(jc, (), record.options, start, record.scenario)


class CampaignBoard(SessionBoard, screen=screen, update=update, widths=(320.0, float(WIDTH))):
    """The whole game on the map; shows itself in a notebook.

    ``players`` says who plays each side, a "person" or a ready player such as "plain"; left out, a person plays Caesar.
    A ``record`` is continued, or replayed if its game is over; ``at`` replays it from after ``at`` actions, and the
    game goes on at its end. ``open_`` lays all blocks and hands open, for a class or for practice. ``odds`` shows the
    exact odds of battles. ``seed`` makes chance repeatable. ``board.table.session`` is the game, ``board.table.basis``
    the basis of its rules, ``board.record`` what has happened, ``board.state`` the position shown, ``board.svg()`` a
    picture, ``board.turn_log(1)`` what a turn brought.

    >>> board = CampaignBoard(seed=49)
    >>> board.summary_sentence
    'Caesar: click the card that you discard.'
    """

    table: CampaignTable

    def __init__(
        self, record: Record | None = None, players: Mapping[str, str] | None = None, language: str | None = None,
        seed: Any = None, odds: bool = True, open_: bool = False, at: int | None = None,
    ) -> None:  # fmt: skip
        session = begin(record or Record(jc), players, seed, open_, at)
        if not session.person_seats and at is None:
            session = session.advance(pass_stops=True).go_to(0)
        play = game_page.with_offer(session)
        super().__init__(CampaignTable(play, odds=odds, language=language_or_default(language)))

    @property
    def battles_so_far(self) -> tuple[jc.Battle, ...]:
        """The battles of the game so far, as they began, for questions about their odds."""
        return tuple(battle_of(state) for _, state in battle_starts(self.table.session.positions))

    @property
    def summary_sentence(self) -> str:
        """A sentence on what the game waits for; in a replay, on the last action."""
        with default_language(self.table.language):
            return self.error or prompt(self.table.session, lines_of(self.table.session))

    def svg(self, width: float | None = None) -> str:
        """The position shown as SVG text, as it is seen on the board."""
        return picture(scene_of(self.table, width=width or WIDTH))

    def turn_log(self, turn: int, year: int | None = None, dice: bool = False) -> str:
        """Return a turn's log, one sentence per line, as the viewer may know it; with ``dice`` every throw too.

        ``year`` is astronomical, -48 for 49 BC; left out, that of the position shown.

        >>> board = CampaignBoard(jc.first_year(), at=0, open_=True)
        >>> print(board.turn_log(4).splitlines()[2])
        Caesar's Legio 12 goes from Rhegium to Messana.
        """
        when = (self.state.year if year is None else year, turn)
        session, language = self.table.session, self.table.language
        lines = chronicle(str(session.viewer), language).read(session.positions, session.record.entries)
        return "\n".join(notation.turn_lines(lines, session.positions, when, dice, language))
