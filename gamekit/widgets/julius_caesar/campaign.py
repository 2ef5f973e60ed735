"""The campaign board: the whole game on the map, for two people, against a ready player, or as a replay.

``Session`` plays the game, ``campaign_desk`` makes the player's controls; here are the page and its ``update``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from typing import Any, ClassVar, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import (
    Chronicle,
    LogLine,
    battle_starts,
    card_name,
    place_name,
    side_name,
    turn_lines,
)
from gamekit.julius_caesar.odds.from_state import battle_of
from gamekit.julius_caesar.rules import basis_of
from gamekit.julius_caesar.state import NONE, Phase
from gamekit.julius_caesar.tables import BLOCK, NUMBERS, PLACE, PLACES, SIDES, VALUE, deviation_basis
from gamekit.play.session import ALL, ROOM, Session, begin
from gamekit.play.tournament import match_fields
from gamekit.probability.distribution import Basis
from gamekit.storage.record import Record
from gamekit.text.translation import default_language, language_or_default, localized, translate, word
from gamekit.widgets import game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.game_page import PlayTable
from gamekit.widgets.julius_caesar import campaign_belief as belief
from gamekit.widgets.julius_caesar import campaign_fight
from gamekit.widgets.julius_caesar.battle_table import reading_choice, reading_chosen
from gamekit.widgets.julius_caesar.campaign_belief import BeliefState
from gamekit.widgets.julius_caesar.campaign_desk import Desk, Picked, hint_pane, message_actions, prompt, views_of
from gamekit.widgets.julius_caesar.campaign_fight import FightState
from gamekit.widgets.julius_caesar.map import ATLAS, WIDTH, MapOptions, map_scene, picture, say
from gamekit.widgets.look import NEUTRAL, TINTS
from gamekit.widgets.scene import Scene

LINES, NEWEST = 60, 6  # of the log: the last lines that a page has, and those that are not folded
STEP: Final = 8  # px: narrower changes of the page's width are not worth a new map
NOTHING: Final = Scene(WIDTH, 8)
MOVERS: Final = (jc.Take, jc.Embark, jc.Regroup)  # what a block in hand begins with


@dataclass(frozen=True, slots=True)
class CampaignTable(PlayTable):
    """The game, what is picked, where the move in hand began, what is begun in a battle, what is looked at and known of
    face-down blocks, what is hinted, how all of it is shown; how a new game reads the rules (None: as this one), and
    whether that is chosen point by point."""

    SHARED: ClassVar = ("play", "odds")

    chosen: Picked = field(default_factory=Picked)
    origin: str = ""
    fighting: FightState = field(default_factory=FightState)
    looking: BeliefState = field(default_factory=BeliefState)
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
        return Desk(self.session, self.chosen)


def screen(table: CampaignTable, viewport: page.Viewport) -> page.Container:
    session, now = table.session, table.desk
    battle, lines = campaign_fight.field_of(session), lines_of(session)
    given, ahead = session.waits_for == "handover" or battle is not None, battle is None
    choosing = any(tile.do for tile in now.hand)  # what is asked then stands at the cards
    asked = "" if choosing and not given else prompt(session, lines)
    shown = page.status_line(say("error", message=viewport.error) if viewport.error else "", asked)
    answer = page.Html(header_html(session)), replace(shown, kind="gk-live gk-status")
    read = "; ".join(translate(point) for point in deviation_basis(session.state.online))
    now_read = say("reads", reading=read or word("julius_caesar.reading.text"))
    settings = (
        reading_choice(table.online, table.pointwise, page.muted_line(now_read)),
        page.muted_line(say("strength", **match_fields("julius_caesar plain"))),
        page.Check(say("odds"), table.odds, ("odds",)),
    )
    top = page.Container("gk-stack gk-top", (*answer, *game_page.new_game_controls(table, *settings)))
    begun = ((say("jump"), -1), *battles(session))
    jump = page.Menu(begun, -1, ("jump",), tooltip=say("jump"))
    desks = _cards(table, now, not given), _here(table, now, not given), _log(table, lines)
    along = page.Container("gk-stack gk-along", (game_page.replay_controls(table, jump),), key="along")
    kind = f"gk-strip{' gk-alone' * given}{' gk-choosing' * choosing}"
    strip = page.Container(kind, (*desks, along) if session.is_at_last_position else (along, *desks), key="strip")
    drawn = scene_of(table, now, viewport.width) if ahead else NOTHING
    board = page.Picture(drawn, hover=("over",) if ahead else None, still=lambda: scene_of(table))
    regions = {key: word(f"julius_caesar.campaign.region.{key or 'all'}") for key in ("", *ATLAS.regions)}
    links = (page.Button(text, ("zoom", region), "link") for region, text in regions.items())
    eyes = game_page.viewer_menu(table)
    sheet = (
        game_page.handover(table),
        page.row(*game_page.advance_buttons(table), shown=session.waits_for == "turn" and not session.person_seats),
        campaign_fight.fight_pane(session, battle, table.fighting, table.odds, viewport),
        page.Container("gk-stack", (board,), shown=ahead, key="map"),
        strip,
        page.row(page.row(*links, kind="gk-links"), eyes, kind="gk-bar-line", shown=ahead),
        belief.controls(session, table.looking, table.chosen.place, ahead),
        hint_pane(table),
    )
    kind = "gk-campaign" if session.is_at_last_position else "gk-campaign gk-replaying"
    return page.Container("gk-page", (top, page.Container(kind, sheet, key="sheet")))


@localized
def scene_of(table: CampaignTable, now: Desk | None = None, width: float = WIDTH) -> Scene:
    """The map, with what may be done on it where a desk is given."""
    session = table.session
    options = MapOptions(width - width % STEP, table.language, table.region, closed=session.viewer == ROOM)
    if now is None:
        return map_scene(views_of(session), (), options)
    lit = replace(options, held=now.held, near=now.near, far=now.far, left=now.left, selected=table.chosen.place)
    drawn = map_scene(views_of(session), session.legal_actions, lit)
    card = belief.card(session, table.looking, table.chosen.place, lit)
    return replace(drawn, overlay=(*drawn.overlay, *card))


def _tiles(tiles: tuple[page.Tile, ...], label: str, key: str) -> page.Tiles:
    return page.Tiles(tuple(tile._replace(disabled=not tile.do) for tile in tiles), label, key=key)


def _cards(table: CampaignTable, now: Desk, shown: bool) -> page.Container:
    """Both hands, the one shown first: what has been played of it, and what is to be chosen now."""
    session, view = table.session, views_of(table.session)[0]
    own, side = session.viewer in SIDES, str(session.viewer)
    if not own:
        side = str(session.current_player) if session.viewer == ALL and session.current_player in SIDES else SIDES[0]
    other = SIDES[1 - SIDES.index(side)]
    held = say("hand") if own else say("hand_of", side=side_name(side))
    asked = page.Html(f"<b>{escape(prompt(session))}</b>", "gk-live", shown=any(tile.do for tile in now.hand))
    mine, theirs = (_tiles(now.hand, say("hand"), "hand"), _tiles(now.enemy, say("enemy_cards"), "enemy"))
    areas = list[page.Container]()
    for title, whose, parts in ((held, side, (asked, mine)), (side_name(other), other, (theirs,))):
        names = " ".join(card_name(name) for name in view.played[view.player != whose])
        aside = say("played", cards=names) if names else ""
        areas.append(page.Container("gk-section", (page.Html(page.heading_html(title, aside, 3)), *parts)))
    kind = "gk-cards" if own else "gk-cards gk-open"
    return page.Container(kind, tuple(areas), shown=shown and bool(now.hand or now.enemy), key="cards")


def _here(table: CampaignTable, now: Desk, shown: bool) -> page.Container:
    """The place looked at: what may be done there, its blocks, and where they may go."""
    session, undo = table.session, game_page.undo(table)
    places, further = ((say("list"), ""), *now.list), ((say("further"), ""), *now.further)
    picked = table.chosen.place if table.chosen.place in {place for _, place in now.list} else ""
    idle = not (now.title or now.main.shown or now.list or not undo.disabled)
    children = (
        page.Html(page.heading_html(now.title, now.note, 3) if now.title else ""),
        page.row(now.main, replace(undo, shown=session.is_at_last_position and not session.is_over), now.more),
        page.Menu(places, picked, ("list",), tooltip=say("list"), shown=len(now.list) > 0),
        _tiles(now.blocks, say("blocks"), "blocks"),
        page.muted_line(now.places_title),
        _tiles(now.places, say("places"), "places"),
        page.Menu(further, "", ("further",), tooltip=say("further"), shown=len(now.further) > 0),
    )
    return page.Container("gk-section", children, shown=shown and not idle, key="here")


def _log(table: CampaignTable, lines: list[LogLine]) -> page.Container:
    """The last lines of the log, the newest first, and those before them folded."""
    sides = {side: (TINTS[side].letter, TINTS[side].face) for side in SIDES}
    entries = [(*sides.get(str(one.side), ("•", NEUTRAL)), one.text) for one in reversed(lines[-LINES:])]
    newest, before = (page.Html(page.log_html(part)) for part in (entries[:NEWEST], entries[NEWEST:]))
    head = page.Html(page.heading_html(say("log"), "", 3))
    earlier = page.fold(say("log_earlier"), before, shown=len(entries) > NEWEST)
    return page.Container("gk-section gk-course", (head, newest, earlier), shown=bool(lines), key="log")


def update(table: CampaignTable, message: page.Message) -> CampaignTable:
    session = table.session
    match message:
        case ("act", *parts):
            return _acted(table, message_actions(tuple(parts)))
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
    if (looking := belief.update(table.looking, message)) is not None:
        return replace(table, looking=looking)
    if (found := campaign_fight.update(session, table.fighting, message)) is not None:
        fought = replace(table, fighting=found[1])
        return fought if found[0] is session else _played_on(fought, found[0])
    after = game_page.update(table, message)
    return after if after.play is table.play else _settled(after)


def _played_on(table: CampaignTable, session: Session) -> CampaignTable:
    return _settled(table.played(session))


def _acted(table: CampaignTable, actions: tuple[jc.Action, ...]) -> CampaignTable:
    if table.session.state.phase == Phase.MOVE:
        table = replace(table, origin=table.chosen.place)
    return _played_on(table, table.session.act(*actions))


def _picked(table: CampaignTable, place: str, block: str = "") -> CampaignTable:
    """A place is looked at, with a block of it chosen; a block still in hand stays where it has come to."""
    session, stop = table.session, jc.Stop()
    if session.state.phase == Phase.STEP and stop in session.legal_actions:
        session = session.act(stop)
    return _played_on(replace(table, chosen=Picked(place, block), origin=""), session)


def _undone(table: CampaignTable) -> CampaignTable:
    """The game before a person's last turn at the mouse; its block is chosen again."""
    session, at = table.session, table.session.undo_target
    undone = session.record.entries[at:] if at is not None else ()
    taken = [entry.action.block for entry in undone if isinstance(entry.action, MOVERS)]
    session = session.undo()
    if taken:
        place = PLACES[session.state.location[BLOCK[taken[0]]]]
        table = replace(table, chosen=Picked(place, taken[0]), origin="")
    return _played_on(table, session)


def _settled(table: CampaignTable) -> CampaignTable:
    """Return the table with a valid selection after a change: the place of the move, with its next block."""
    session, picked = table.session, table.chosen
    if session.waits_for != "person":
        return replace(table, chosen=Picked(picked.place if session.waits_for == "replay" else ""))
    state = session.state
    if state.phase in (Phase.STEP, Phase.VOYAGE):
        return replace(table, chosen=Picked(PLACES[state.path[-1]]))
    place = table.origin if state.phase == Phase.MOVE and table.origin else picked.place
    here = _able(session, place)
    block = picked.block if picked.block in here else here[0] if here else ""
    if state.phase == Phase.LEVY and picked.block and jc.Levy(picked.block) in session.legal_actions:
        block = picked.block
    return replace(table, chosen=Picked(place if place in PLACE else "", block), origin="")


def _able(session: Session, place: str) -> list[str]:
    """The blocks at a place that may be taken in hand."""
    able = [action.block for action in session.legal_actions if isinstance(action, MOVERS)]
    views = views_of(session)
    view = next(view for view in views if view.player == session.current_player or len(views) == 1)
    return [piece.block for piece in view.pieces if piece.place == place and piece.block in able]


# What is said --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def chronicle(viewer: str, language: str) -> Chronicle:
    """The log that was last read for a viewer in a language, to be written on."""
    return Chronicle(None if viewer == ALL else viewer, language)


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
    boxes, goal = max(sum(points), sum(VALUE)), NUMBERS["victory"]
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


# How the rules are read ----------------------------------------------------------------------------------------------


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
        self,
        record: Record | None = None,
        players: Mapping[str, str] | None = None,
        language: str | None = None,
        seed: Any = None,
        odds: bool = True,
        open_: bool = False,
        at: int | None = None,
    ) -> None:
        session = begin(record or Record(jc), players, seed, open_, at)
        if not session.person_seats and at is None:
            session = session.advance(pass_stops=True).go_to(0)
        super().__init__(
            CampaignTable(game_page.with_offer(session), odds=odds, language=language_or_default(language))
        )

    @property
    def battles(self) -> tuple[jc.Battle, ...]:
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
        return "\n".join(turn_lines(lines, session.positions, when, dice, language))
