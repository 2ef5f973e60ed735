"""The whole game on the map: for two to six people, against ready players, or as a replay.

``Session`` plays the game, ``game_desk`` makes the panels beside the map; here are the page and its ``update``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import chain
from typing import Any, ClassVar, Final

from gamekit import roma_victrix as rv
from gamekit.play.session import ALL, ROOM, Session, begin
from gamekit.roma_victrix.geography import INDEX, PLACES, province_of
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.odds.march import Destination
from gamekit.roma_victrix.rules import View, common_view
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import NONE, Enter, RetreatTo, SailTo
from gamekit.storage.record import Record
from gamekit.text.translation import language_or_default, localized, percent, translate
from gamekit.widgets import any_game, game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.game_page import PlayTable
from gamekit.widgets.roma_victrix import game_desk
from gamekit.widgets.roma_victrix.game_desk import say
from gamekit.widgets.roma_victrix.game_view import ATLAS, LAYERS, SIGNS, MapView, part_of, world_scene
from gamekit.widgets.scene import Scene

THEATRES: Final = ("", *ATLAS.regions)
NARROW, WHOLE = 899.0, 1100.0  # px: below the second a part of the map stands below it, drawn at the first at most
LIGHT: Final = 776.0  # px of the picture that is kept for those who only read
GOES: Final = (Enter, SailTo, RetreatTo)  # what a second click on a place does
BASIS: Final = 4  # entries of the basis that are said below the board
BUTTONS: Final = 9  # more orders than these stand in the list alone
FIELD_OF: Final = {"zoom": "region", "layer": "layer", "power": "power", "raise": "units"}
MARKS: Final = {name: (sign.letter, sign.colour) for name, sign in SIGNS.items()}


@dataclass(frozen=True, slots=True)
class MapTable(PlayTable):
    """The game, and what is looked at: a place, the leader whose ways are shown, the theatre, the layer of the map, the
    power whose purse is shown, the place whose fight is set up, whether the forecast is open, the new units that it is
    asked about, and whether the game is played out for it now."""

    BEGUN: ClassVar = ("picked", "fight", "playing")

    place: str = ""
    leader: str = ""
    region: str = ""
    layer: str = LAYERS[0]
    power: str = ""
    fight: str = ""
    forecast: bool = False
    units: str = ""
    playing: bool = False

    @property
    def offered(self) -> tuple[str, ...]:
        """The list of actions: first those of the place and the leader looked at, last counters to take along."""
        return tuple(chain(*game_desk.button_keys(self.legal, {self.place, self.leader} - {""})))

    @property
    def view(self) -> View:
        """The view of the seat at the screen."""
        return seen_by(self.session)

    @property
    def moving(self) -> str:
        """The leader whose ways are shown: the one who is active, else the one chosen."""
        state = self.session.state
        return state.leaders[state.active.leader].name if state.active else self.leader


def seen_by(session: Session) -> View:
    """The position through the eyes at the screen: a seat's, everybody's at once, or what lies open to all."""
    viewer, state = session.viewer, session.state
    if viewer == ALL:
        return View(NONE, state)
    return common_view(state) if viewer == ROOM else rv.observe(state, viewer)


def found_ways(table: MapTable, view: View) -> Mapping[str, Destination]:
    """Return the leader's destinations by land; empty for another power's leader."""
    own = table.moving in [each.name for each in game_desk.leaders_of(view)]
    return {each.place: each for each in rv.leader_reach(view, table.moving).arrivals} if own else {}


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: MapTable, viewport: page.Viewport) -> page.Container:
    """All controls of the board."""
    session, state, view = table.session, table.session.state, table.view
    reach, told = found_ways(table, view), any_game.log(table, MARKS)
    own = page.section(say("log"), page.Html(told, "gk-logs"), shown=bool(told))
    if session.viewer in (ALL, ROOM):
        eyes = game_page.say("look_all" if session.viewer == ALL else "look_room")
    else:
        eyes = game_page.say("look_as", seat=table.seat_name(session.viewer))
    answer = game_desk.at_hand_html(view)  # the one answer: a chance to arrive, a fight's, the purse's, else
    power = game_desk.money_power(view, table.power)
    if (way := reach.get(table.place)) and way.cost:
        answer = game_desk.way_html(view, table.moving, way)
    elif not answer and state.agenda[-1].phase in game_desk.MONEY:
        answer = game_desk.money_html(view, power)
    basis = tuple(state.basis)
    based = [translate(entry) for entry in basis[:BASIS]]
    based.append(say("basis_more", count=len(basis) - BASIS))
    cards, score = game_desk.cards_html(view), game_desk.score_html(view)
    light = partial(scene_of, table, view, reach, LIGHT) if session.person_seats else None  # for those who only read
    here = page.Container("gk-war-desk", (_leader(table, view, reach), own), key="desk")
    place = PLACES[province_of(INDEX[table.place])] if table.place else ""
    asked = game_desk.ForecastAsked(view, power, table.units, table.language, viewport.width)
    return page.page(
        viewport,
        game_desk.heading_html(view, eyes),
        answer or game_desk.standing_html(view),
        (
            _tabs(table),
            page.Picture(scene_of(table, view, reach, viewport.width), still=light),
            page.status_line(viewport.error, any_game.prompt(table)),
            game_page.handover(table),
            here,
            game_desk.fight_panel(view, table.moving, table.fight),
        ),
        (
            _orders(table),
            page.section("", game_page.replay_controls(table)),
            _purse(table, view, power),
            page.section(say("cards"), page.Html(cards)),
            page.section(say("standing"), page.Html(score), aside=say("share")),
        ),
        (game_desk.forecast_section(asked, table.forecast, table.playing, place),),
        game_page.new_game_controls(table, page.muted_line(" · ".join(based)), game_page.viewer_menu(table)
        ),
    )  # fmt: skip


@localized
def scene_of(table: MapTable, view: View, reach: Mapping[str, Destination], width: float = 1230.0) -> Scene:
    """The map; below 1100 px small, with the part that holds what is looked at below it."""
    power = game_desk.money_power(view, table.power)
    clear = game_desk.connected_provinces(view.state, power) if table.layer == "supply" else frozenset()
    width = NARROW if NARROW < width < WHOLE else width
    shown = MapView(width, table.language, table.region, table.layer, table.place, table.moving, reach, clear)
    if width < ATLAS.widths.stacked:
        shown = replace(shown, region=table.region or part_of(view, shown))
    sentence = f"{game_desk.year_text(view.state)}. {any_game.prompt(table)}"
    return replace(world_scene(view, shown), sentence=sentence)


def _tabs(table: MapTable) -> page.Container:
    """The theatres, which the keys 0 to 6 choose as well, and what the map shows."""
    areas = {region: say(f"theatre.{region or 'all'}") for region in THEATRES}
    layers = {layer: say(f"layer.{layer}") for layer in LAYERS}
    tiles = tuple(
        page.Tile(f"{escape(text)} <small>{key}</small>", text, ("zoom", area), "gk-tab", area == table.region)
        for key, (area, text) in enumerate(areas.items())
    )
    shown = tuple(page.Tile(escape(text), text, ("layer", layer), "gk-tab", layer == table.layer)
                  for layer, text in layers.items())  # fmt: skip
    theatres = page.Tiles(tiles, say("theatres"), keys=True)
    return page.Container("gk-war-tabs", (theatres, page.Tiles(shown, say("layers"))))


def _leader(table: MapTable, view: View, reach: Mapping[str, Destination]) -> page.Container:
    """Return the panel of the leader and the place looked at: the leader, the way by points (dashed if uncertain), the
    counters there."""
    mine = {each.name: each for each in game_desk.leaders_of(view)}
    options = [(say("no_leader"), "")]
    for name, one in mine.items():
        options.append((f"{name_in(name)} {one.rating} · {name_in(PLACES[one.place])}", name))
    moving, active = table.moving if table.moving in mine else "", view.state.active is not None
    parts: list[page.Control] = [page.Menu(options, moving, ("leader",), tooltip=say("leader"), disabled=active)]
    steps = [reach[name] for name in reach[table.place].way[1:]] if table.place in reach else []
    if steps:
        chances = [say("certain") if there.p_arrives == 1 else percent(there.p_arrives) for there in steps]
        drawn = (
            f'<span class="gk-step{" gk-unsure" * (there.p_arrives < 1)}"><b>{there.cost}</b>'
            f'{escape(name_in(there.place))}<span class="gk-quiet">{escape(chance)}</span></span>'
            for there, chance in zip(steps, chances)
        )
        parts.append(page.Html(f'<div class="gk-route">{"".join(drawn)}</div>'))
    if table.place:
        parts.append(page.Html(game_desk.place_html(view, province_of(INDEX[table.place]))))
        asked = game_desk.button(view, table.moving, table.place)
        parts += [asked] if asked else []
    else:
        parts.append(page.muted_line(say("click")))
    return page.section(say("leader"), *parts)


def _orders(table: MapTable) -> page.Container:
    """Return the legal actions, first those of the place and the leader looked at."""
    session, legal = table.session, table.legal
    told = {key: any_game.action_text(table, legal[key]) for key in table.offered}
    options = tuple((text, key) for key, text in told.items())
    orders, units = game_desk.button_keys(legal, {table.place, table.leader} - {""})
    keys, counters = (
        tuple(page.Tile(escape(told[key]), told[key], ("do", key), "gk-deed") for key in part[:BUTTONS])
        for part in (orders, units)
    )
    waits, title = session.waits_for in ("turn", "end"), say("what_now")
    return page.section(
        title,
        page.row(*game_page.advance_buttons(table), shown=waits),
        page.Menu(options or (("–", ""),), table.pick, ("pick",), tooltip=say("all_orders"), shown=bool(options)),
        page.row(
            page.Button(game_page.say("do_it"), ("do it",), "main", shown=bool(options)),
            game_page.undo(table),
        ),
        page.Tiles(keys, title, key="orders", shown=bool(keys)),
        page.Tiles(counters, say("counters"), key="counters", shown=bool(counters)),
        shown=waits or bool(options) or bool(session.person_seats),
    )


def _purse(table: MapTable, view: View, power: int) -> page.Container:
    """A power's money, with the powers to choose from."""
    frame = scenario_constants(view.state)
    names = {seat: frame.powers[seat] for seat in frame.seats}
    discs = tuple(
        page.Tile(game_desk.disc_html(name, seat == power), name_in(name), ("power", name), "", seat == power)
        for seat, name in names.items()
    )
    title = say("treasury", power=name_in(frame.powers[power]))
    money = page.Html(game_desk.purse_html(view, power))
    return page.section(title, page.Tiles(discs, say("powers")), money)


# Messages -------------------------------------------------------------------------------------------------------------


def update(table: MapTable, message: page.Message) -> MapTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("at", place):
            return _looked_at(table, place)
        case ("leader", name):
            return replace(table, leader=name, place="")
        case (verb, value) if verb in FIELD_OF:
            chosen: dict[str, Any] = {FIELD_OF[verb]: value}
            return replace(table, **chosen)
        case ("fight", place):
            return replace(table, fight="" if place == table.fight else place)
        case ("forecast",):
            return replace(table, forecast=not table.forecast, playing=False)
        case ("play out",):
            return replace(table, playing=not table.playing)
    return game_page.update(table, message)


def _looked_at(table: MapTable, place: str) -> MapTable:
    """A place is looked at, its own leader chosen; the second click goes there."""
    legal = table.session.legal_actions
    goes = [action for action in legal if isinstance(action, GOES) and action.place == place]
    if place == table.place and goes:
        return table.done(str(goes[0]))
    here = [each for each in game_desk.leaders_of(table.view) if PLACES[each.place] == place]
    best = max(here, key=lambda each: each.rating).name if here else ""
    return replace(table, place=place, leader=best or table.leader, fight="")


class MapBoard(SessionBoard, screen=screen, update=update, widths=(320.0, 1230.0)):
    """The whole game of Roma Victrix on the map, shows itself in a notebook.

    ``players`` names for each power a "person" or a ready player ("plain", "random"); left out, a person has the first
    seat. ``options`` begin a new game (``scenario``, ``seats``, ``options``, ``rulings``); a ``record`` is gone on
    with, ``at`` looks at it from there. ``board.session`` is the game so far.

    >>> board = MapBoard({"Rome": "plain", "Carthage": "person"}, seed=218, scenario="second_punic_war")
    >>> board.send(("at", "Carthaginiensis"))
    >>> board.table.leader
    'Hannibal'
    """

    table: MapTable

    def __init__(
        self,
        players: Mapping[str, str] | None = None,
        seed: Any = None,
        language: str | None = None,
        record: Record | None = None,
        at: int | None = None,
        open_: bool = False,
        **options: Any,
    ) -> None:
        session = begin(record or Record(rv, (), options), players, seed, open_, at)
        super().__init__(MapTable(game_page.with_offer(session), language=language_or_default(language)))
