"""The city board: Aquileia to play with the mouse or the lists, against each other or against ready players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any, ClassVar

from gamekit import aquileia as aq
from gamekit.aquileia.state import Step
from gamekit.play.search import SearchFound
from gamekit.play.session import ALL, PERSON, PLAIN, ROOM, Session, begin
from gamekit.play.tournament import measured
from gamekit.storage.record import Record
from gamekit.text.translation import language_or_default, note, percent
from gamekit.widgets import game_page, page
from gamekit.widgets.app import GameApp
from gamekit.widgets.aquileia import city_story as story
from gamekit.widgets.aquileia.city_story import Show
from gamekit.widgets.aquileia.city_view import LEAST, WIDTH, fitting, scene
from gamekit.widgets.aquileia.pieces import FIVE
from gamekit.widgets.game_page import Play, PlayTable

FEWEST = 3  # players
BY_BUTTON = (Step.PECUNIA, Step.EQUI, Step.SERVI, Step.BLUE, Step.PRIZE, Step.LAUREL, Step.BID, Step.HARBOUR)
SHOWN = 40  # lines of the log
HINT = 1.5  # seconds of processor time that a hint is searched for
PASSING = str(aq.Pass())


@dataclass(frozen=True, slots=True)
class CityTable(PlayTable):
    """The game, the house that is being paid and how, what is picked in the list."""

    SHARED: ClassVar = ("play",)

    play: Play
    building: str = ""
    way: int = 0
    picked: str = ""
    asked: Record | None = None  # the game at which a hint was asked for
    found: SearchFound | None = None
    fraction: bool = False
    language: str = "en"

    @property
    def show(self) -> Show:
        """The position as it is shown: through whose eyes, whether their hand lies open, the house being paid."""
        session = self.session
        at, viewer = session.at, session.viewer
        decider = session.decider if session.decider in session.players else next(iter(session.players))
        eyes = str(decider if viewer in (ALL, ROOM) else viewer)
        last = (session.positions[at - 1], session.record.entries[at - 1].action) if at else None
        return Show(session.state, eyes, viewer != ROOM, self.building, last, self.fraction, self.language)


def screen(table: CityTable, seat: page.Seat) -> page.Area:
    play, show, language = table.play, table.show, table.language
    now, mine, answer = show.table.district, table.session.waits == "person", story.answer_html(show)
    drawn = story.city(show)
    drawn = drawn if mine else replace(drawn, legal={})  # it can be clicked while a person at the screen decides
    past = [story.log_entry(replace(show, state=state), action) for state, action in game_page.past(play, SHOWN)]
    log = page.section(show.say("log"), page.Html(page.log_html(past), "gk-logs"))
    strength = page.quiet(show.say("strength", **measured("aquileia search plain")))
    return page.page(
        seat,
        page.heading_html(show.say("heading", round=show.table.round), show.name("district", now) if now else ""),
        answer,
        (
            page.Picture(
                scene(drawn, fitting(seat.width), language),
                printed=lambda: scene(replace(drawn, legal={}), fitting(seat.width), language),
            ),
            page.status(seat.error),
        ),
        (
            _deciding(table, show, mine, answer),
            page.section("", game_page.steps(play, language)),
            log,
        ),
        line=(*game_page.games(play, str, language, strength), page.fraction_button(show.say)),
    )


def _deciding(table: CityTable, show: Show, mine: bool, answer: str) -> page.Area:
    play, language = table.play, table.language
    dice = story.dice_to_throw(show)
    thrown = show.say("throw_one" if dice == 1 else "throw", dice=dice) if dice else ""
    told = show.say("pay_for", building=show.building(show.paying)) if show.paying else story.claim(show)
    above = answer.partition("gk-told")[2]  # a question that the answer asks already need not be asked again
    said = {told: f"<h3>{escape(told)}</h3>", (advice := story.advice(show) if mine else ""): story.muted(advice)}
    asked = "".join(html for text, html in said.items() if escape(text) not in above)
    return page.section(
        "",
        page.Html(asked, shown=table.session.handover is None),
        game_page.handover(play, str, language),
        *(_choices(table, show) if mine else ()),
        *(_hint(table, show) if mine and len(table.legal) > 1 else ()),
        *game_page.onward(play, str, language, thrown),
        game_page.undo(play, language),
    )


def _hint(table: CityTable, show: Show) -> tuple[page.Control, ...]:
    """The button for a hint, and the best plans once they have been searched for; nothing is played."""
    record = table.session.record
    asked = table.asked == record
    button = page.Button(show.say("hint"), ("hint",), disabled=asked, tooltip=show.say("hint_tip"))
    if not asked:
        return (button,)
    if table.found is None:
        work = partial(_searched, table.session)
        return button, page.Html(story.muted(show.say("hint_wait"))), page.Soon(work, ("hinted",), record)
    plans = table.found.explain(show.language, show.option, percent)
    return button, page.Html(f"<p>{escape(show.say('hint_told', plans=plans))}</p>")


def _searched(session: Session) -> SearchFound:
    state = session.state
    return aq.players.find(aq.observe(state, session.decider), aq.legal_actions(state), seconds=HINT)


def _choices(table: CityTable, show: Show) -> tuple[page.Control, ...]:
    """The ways to pay for a house, a button for each of a few actions, or a list of all."""
    if ways := story.ways_to_pay(show):
        options = tuple(
            (
                show.cards(way.slaves),
                show.say("overpaid", count=way.overpaid) if way.overpaid else show.say("exactly"),
                show.coins(way.coins),
            )
            for way in ways
        )
        paying = page.Radio(options, min(table.way, len(ways) - 1), ("way",), show.say("ways"))
        return paying, page.Button(show.say("build"), ("do",), "main")
    if show.step in BY_BUTTON:
        return (page.Area("gk-stack", tuple(_buttons(table, show)), key="buttons"),)
    offered = _offered(table, show)
    options_now = tuple((text, key) for key, text in offered.items()) or ((show.say("nothing"), ""),)
    picked = table.picked if table.picked in offered else next(iter(offered), "")
    return (
        page.Menu(options_now, picked, ("pick",), tooltip=show.say("list")),
        page.row(
            page.Button(game_page.say("do_it", table.language), ("do",), "main", disabled=not picked),
            page.Button(show.option(aq.Pass()), ("act", PASSING), shown=PASSING in table.legal),
        ),
    )


def _offered(table: CityTable, show: Show) -> dict[str, str]:
    """What the list offers, with its texts: the houses that can be paid, else all actions but to pass."""
    legal = {key: action for key, action in table.legal.items() if key != PASSING}
    if show.step == Step.FORUM:
        return {one.building: show.offer(one.building) for one in legal.values() if isinstance(one, aq.Build)}
    return {key: show.option(action) for key, action in legal.items()}


def _buttons(table: CityTable, show: Show) -> list[page.Button]:
    advice = story.blue_advice(show) if show.step == Step.BLUE else []
    made = []
    for place, (text, action) in enumerate(table.legal.items()):
        said = [show.option(action), *(advice[place][2:0:-1] if advice else ())]
        best = bool(advice) and advice[place][3]
        made.append(page.Button(" · ".join(filter(None, said)), ("act", text), "main" if best else "", key=text))
    return made


def update(table: CityTable, message: page.Message) -> CityTable:
    match message:
        case ("act", text):
            return _played(table, table.session.act(table.legal[text]))
        case ("building", name):
            return replace(table, building="" if name == table.building else name, way=0)
        case ("short", name):
            raise ValueError(story.why_not(table.show, name))
        case ("do",):
            return _done(table)
        case ("throw",):
            return _played(table, table.session.go_on())
        case ("new", luck):
            return _anew(table, luck)
    play = game_page.update(table.play, message)
    if play is None:
        return _looked_at(table, message)
    if message[0] in ("read", "take up"):  # another game brings its players
        play = replace(play, chosen=(), room=_five(play.session))
        return CityTable(play, fraction=table.fraction, language=table.language)
    same = play.session is table.session
    return replace(table, play=play) if same else replace(table, play=play, building="", way=0)


def _looked_at(table: CityTable, message: page.Message) -> CityTable:
    match message:
        case ("way", way):
            return replace(table, way=way)
        case ("pick", text):
            return replace(table, picked=text)
        case ("fraction",):
            return replace(table, fraction=not table.fraction)
        case (("hint" | "hinted"), *found):
            return replace(table, asked=table.session.record, found=found[0] if found else None)
    return table


def _played(table: CityTable, session: Session) -> CityTable:
    return replace(table, play=replace(table.play, session=session, running=False), building="", way=0)


def _done(table: CityTable) -> CityTable:
    show = table.show
    if ways := story.ways_to_pay(show):
        action = aq.Build(show.paying, ways[min(table.way, len(ways) - 1)].slaves)
        return _played(table, table.session.act(action))
    offered = _offered(table, show)
    picked = table.picked if table.picked in offered else next(iter(offered))
    if show.step == Step.FORUM:
        return replace(table, building=picked, way=0)
    return _played(table, table.session.act(table.legal[picked]))


def _anew(table: CityTable, luck: int) -> CityTable:
    play, session = table.play, table.session
    chosen = {str(name): kind for name, kind in zip(play.seats, play.players) if kind}
    if len(chosen) < FEWEST:
        raise ValueError(note("aquileia.board.too_few"))
    record = Record(aq, options={**session.record.options, "players": list(chosen)})
    return _played(replace(table, picked=""), begin(record, chosen, play.seed or luck, session.open))


class CityBoard(GameApp, screen=screen, update=update, widths=(LEAST, WIDTH)):
    """A game of Aquileia to play, replay and save; shows itself in a notebook.

    ``players`` says who plays each seat: a mapping from name to "person", "plain" (the ready player), "search" or
    "random"; three to five. ``seed`` fixes the dice and the ready players. ``language`` is "en" or "ja".
    ``board.state`` is the position shown, ``board.record`` the game so far. A ``record`` is gone on with instead.

    >>> board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="7")
    >>> board.state.table.names, board.table.show.player
    (('Ada', 'Ben', 'Cleo'), 'Ada')
    """

    table: CityTable

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
        play = replace(game_page.begun(session), seed=str(seed), room=_five(session))
        super().__init__(CityTable(play, language=language_or_default(language)))


def _five(session: Session) -> tuple[str, ...]:
    """The names of five seats, those of the game first."""
    names = tuple(session.players)
    return (*names, *(name for name in FIVE if name not in names))[: len(FIVE)]
