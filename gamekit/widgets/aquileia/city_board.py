"""The city board: Aquileia to play with the mouse or the lists, against each other or against ready players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

from gamekit import aquileia as aq
from gamekit.aquileia.state import DEFAULT_NAMES, Step
from gamekit.game import Player
from gamekit.record import Record
from gamekit.session import ALL, PERSON, PLAIN, ROOM, Session, begin, kinds
from gamekit.widgets import game_page
from gamekit.widgets.app import App
from gamekit.widgets.aquileia import city_story as story
from gamekit.widgets.aquileia.city_story import Show
from gamekit.widgets.aquileia.city_view import SLIM, WIDTH, City, fitting, scene
from gamekit.widgets.game_page import Play, player_name
from gamekit.widgets.page import (
    Area,
    Button,
    Control,
    Html,
    Input,
    Menu,
    Message,
    Picture,
    Radio,
    Seat,
    heading_html,
    log_html,
    page,
    row,
    section,
    status,
)
from gamekit.words import language_or_default, note

FIVE = (*DEFAULT_NAMES, "Livia")
FEWEST = 3  # players
BY_BUTTON = (Step.PECUNIA, Step.EQUI, Step.SERVI, Step.BLUE, Step.PRIZE, Step.LAUREL, Step.BID, Step.HARBOUR)
SHOWN = 40  # lines of the log


@dataclass(frozen=True, slots=True)
class Table:
    """The game, the house that is being paid and how, what is picked in the list, the seats of the next game."""

    play: Play
    names: tuple[str, ...]
    building: str = ""
    way: int = 0
    picked: str = ""
    fraction: bool = False
    language: str = "en"

    @property
    def session(self) -> Session:
        """The game so far."""
        return self.play.session

    @property
    def show(self) -> Show:
        """The position as it is shown: through whose eyes, whether their hand lies open, the house being paid."""
        session = self.session
        at, viewer = session.at, session.viewer
        decider = session.decider if session.decider in session.players else next(iter(session.players))
        eyes = str(decider if viewer in (ALL, ROOM) else viewer)
        last = (session.positions[at - 1], session.record.entries[at - 1].action) if at else None
        return Show(session.state, eyes, viewer != ROOM, self.building, last, self.fraction, self.language)

    @property
    def legal(self) -> dict[str, aq.Action]:
        """What the person at the screen may do, by the text that stands for it in a message."""
        return {str(action): action for action in self.session.legal}


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: Table, seat: Seat) -> Area:
    """All controls of the board."""
    play, show, language = table.play, table.show, table.language
    district = story.district(show)
    place = show.name("district", district) if district else ""
    log = section(show.say("log"), Html(log_html(_log(table)), "gk-logs"))
    return page(
        seat,
        heading_html(show.say("heading", round=show.table.round), place),
        story.answer_html(show),
        (Picture(scene(city_of(table), fitting(seat.width), language)), status(seat.error)),
        (_deciding(table, show), section("", game_page.steps(play, language)), log, _games(table)),
    )


def city_of(table: Table) -> City:
    """What is drawn; it can be clicked while a person at the screen decides."""
    drawn = story.city(table.show)
    return drawn if table.session.waits == "person" else replace(drawn, legal={})


def _name(seat: Player) -> str:
    return str(seat)


def _deciding(table: Table, show: Show) -> Area:
    """Whose turn it is, and every way to act."""
    play, language, mine = table.play, table.language, table.session.waits == "person"
    dice = story.dice_to_throw(show)
    thrown = show.say("throw_one" if dice == 1 else "throw", dice=dice) if dice else ""
    told = show.say("pay_for", building=story.building_text(show, show.building)) if show.building else ""
    given = table.session.handover is None
    advice = story.muted(_advice(show)) if mine else ""
    return section(
        "",
        Html(f"<h3>{escape(told or story.claim(show))}</h3>{advice}", shown=given),
        game_page.handover(play, _name, language),
        *(_choices(table, show) if mine else ()),
        *game_page.onward(play, _name, language, thrown),
        game_page.undo(play, language),
    )


def _choices(table: Table, show: Show) -> tuple[Control, ...]:
    """The ways to pay for a house, a button for each of a few actions, or a list of all."""
    ways, legal, passing = story.ways_to_pay(show), tuple(table.legal), str(aq.Pass())
    if ways:
        options = tuple(
            (
                story.cards_text(show, way.slaves),
                show.say("overpaid", count=way.overpaid) if way.overpaid else show.say("exactly"),
                story.coins_text(show, way.coins),
            )
            for way in ways
        )
        paying = Radio(options, min(table.way, len(ways) - 1), ("way",), show.say("ways"))
        return paying, Button(show.say("build"), ("do",), "main")
    if show.step in BY_BUTTON:
        return (Area("gk-stack", tuple(_buttons(table, show)), key="buttons"),)
    offered = tuple((story.option_text(show, table.legal[text]), text) for text in legal if text != passing)
    if show.step == Step.FORUM:
        names = dict.fromkeys(action.building for action in table.legal.values() if isinstance(action, aq.Build))
        offered = tuple((story.offer_text(show, name), name) for name in names)
    options_now = offered or ((show.say("nothing"), ""),)
    picked = table.picked if table.picked in [text for _, text in options_now] else options_now[0][1]
    return (
        Menu(options_now, picked, ("pick",), tooltip=show.say("list")),
        row(
            Button(show.say("go"), ("do",), "main", disabled=not picked),
            Button(story.option_text(show, aq.Pass()), ("act", passing), shown=passing in legal),
        ),
    )


def _buttons(table: Table, show: Show) -> list[Button]:
    advice = story.blue_advice(show) if show.step == Step.BLUE else []
    made = []
    for place, (text, action) in enumerate(table.legal.items()):
        said = [story.option_text(show, action), *(advice[place][2:0:-1] if advice else ())]
        best = bool(advice) and advice[place][3]
        made.append(Button(" · ".join(filter(None, said)), ("act", text), "main" if best else "", key=text))
    return made


def _advice(show: Show) -> str:
    if show.step == Step.CARDS:
        return story.card_advice(show)
    return story.blue_hint(show) if show.step == Step.BLUE else story.hint(show)


def _log(table: Table) -> list[tuple[str, str, str]]:
    session, show = table.session, table.show
    seen = zip(session.positions[: session.at], session.record.entries)
    lines = [(state, entry.action) for state, entry in seen][-SHOWN:]
    return [story.log_entry(replace(show, state=state), action) for state, action in reversed(lines)]


def _games(table: Table) -> Area:
    """Who plays the next game, its seed, the record as a file, percentages or fractions."""
    play, language, show = table.play, table.language, table.show
    options = tuple((player_name(kind, language), kind) for kind in kinds(aq))
    nobody = (show.say("nobody"), "")
    lists = [
        Menu((*options, nobody), kind, ("seat", place), name, name)
        for place, (name, kind) in enumerate(zip(table.names, _kinds(table)))
    ]
    seed = Input(play.seed, ("seed",), game_page.say("seed", language), game_page.say("seed_hint", language))
    new = Button(game_page.say("new_game", language), ("new",), chance=True)
    fraction = Button(show.say("fraction"), ("fraction",), "link")
    files = game_page.files(play, language, fraction)
    return section(
        game_page.say("who_plays", language), *lists, seed, row(new), game_page.opened(play, language), files
    )


def _kinds(table: Table) -> tuple[str, ...]:
    now = table.session.players
    return table.play.chosen or tuple(now.get(name, "") for name in table.names)


# Messages -------------------------------------------------------------------------------------------------------------


def update(table: Table, message: Message) -> Table:
    """The table after a message."""
    match message:
        case ("act", text):
            return _played(table, table.session.act(table.legal[text]))
        case ("building", name):
            return replace(table, building="" if name == table.building else name, way=0)
        case ("short", name):
            raise ValueError(story.why_not(table.show, name))
        case ("way", way):
            return replace(table, way=way)
        case ("pick", text):
            return replace(table, picked=text)
        case ("do",):
            return _done(table)
        case ("throw",):
            return _played(table, table.session.go_on())
        case ("fraction",):
            return replace(table, fraction=not table.fraction)
        case ("seat", place, kind):
            now = _kinds(table)
            return replace(table, play=replace(table.play, chosen=(*now[:place], kind, *now[place + 1 :])))
        case ("new", luck):
            return _anew(table, luck)
    play = game_page.update(table.play, message)
    return table if play is None else _settled(replace(table, play=play), message)


def _played(table: Table, session: Session) -> Table:
    return replace(table, play=replace(table.play, session=session, running=False), building="", way=0)


def _settled(table: Table, message: Message) -> Table:
    """The table beside another position: what was begun is let go, another game brings its players."""
    if message[0] not in ("read", "take up"):
        return replace(table, building="", way=0)
    names = tuple(table.session.players)
    return Table(replace(table.play, chosen=()), _five(names), fraction=table.fraction, language=table.language)


def _done(table: Table) -> Table:
    """The way to pay that is chosen, or what is picked in the list."""
    show, legal = table.show, table.legal
    if show.building:
        ways = story.ways_to_pay(show)
        action = aq.Build(show.building, ways[min(table.way, len(ways) - 1)].slaves)
        return _played(table, table.session.act(action))
    if show.step == Step.FORUM:
        houses = [action.building for action in legal.values() if isinstance(action, aq.Build)]
        return replace(table, building=table.picked if table.picked in houses else houses[0], way=0)
    text = table.picked if table.picked in legal else next(text for text in legal if text != str(aq.Pass()))
    return _played(table, table.session.act(legal[text]))


def _anew(table: Table, luck: int) -> Table:
    chosen = {name: kind for name, kind in zip(table.names, _kinds(table)) if kind}
    if len(chosen) < FEWEST:
        raise ValueError(note("aquileia.board.too_few"))
    old = table.session.record.options
    record = Record(aq, options={**old, "players": list(chosen)})
    session = begin(record, chosen, table.play.seed or luck, table.session.open)
    return _played(replace(table, picked=""), session)


# The board ------------------------------------------------------------------------------------------------------------


class CityBoard(App):
    """A game of Aquileia to play, replay and save; shows itself in a notebook.

    ``players`` says who plays each seat: a mapping from name to "person", "plain" (the ready player) or
    "random"; three to five. ``seed`` fixes the dice and the ready players. ``language`` is "en" or "ja".
    ``board.state`` is the position shown, ``board.record`` the game so far. A ``record`` is gone on with instead.

    >>> board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="7")
    >>> board.state.table.names, board.table.show.player
    (('Ada', 'Ben', 'Cleo'), 'Ada')
    """

    screen: ClassVar = screen
    update: ClassVar = update
    undoes: ClassVar = None
    widths: ClassVar = (float(SLIM), float(WIDTH))
    table: Table

    def __init__(
        self,
        players: Mapping[str, str] | None = None,
        seed: Any = "1",
        language: str | None = None,
        options: Mapping[str, str] | None = None,
        record: Record | None = None,
    ) -> None:
        seated = dict(players or {FIVE[0]: PERSON, **dict.fromkeys(FIVE[1:4], PLAIN)})
        begun = record or Record(aq, options={"players": list(seated), **(options or {})})
        session = begin(begun, None if record and not players else seated, seed)
        play = replace(game_page.begun(session), seed=str(seed))
        super().__init__(Table(play, _five(tuple(session.players)), language=language_or_default(language)))

    @property
    def state(self) -> aq.State:
        """The position shown."""
        found: aq.State = self.table.session.state
        return found

    @property
    def record(self) -> Record:
        """The game so far."""
        return self.table.session.record


def _five(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of five seats, those of a game first."""
    return (*names, *(name for name in FIVE if name not in names))[: len(FIVE)]
