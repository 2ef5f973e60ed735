"""The game board: play Caesar with the mouse or the lists, against each other or against ready players.

Rules and best play come from ``gamekit.caesar``, sentences and pictures from ``position``. Here are the controls and
their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from html import escape
from typing import Any, ClassVar, Final

from gamekit import caesar
from gamekit.caesar import Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.state import HIDDEN, owner
from gamekit.caesar.tables import COLOURS, NEUTRAL, PLAYERS
from gamekit.play.protocol import OVER
from gamekit.play.session import PERSON, PLAIN, Session, begin
from gamekit.play.tournament import match_fields
from gamekit.storage.record import Record
from gamekit.text.translation import language_or_default, note, word
from gamekit.widgets import game_page, later, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.caesar import position
from gamekit.widgets.caesar.position import ALONE, BEST, NARROWEST, WIDTH, PositionView, fighters, scene

ITERATIONS: Final = 200  # of the search that helps at first;
LONGER, LONGEST = 4, 16  # then it goes on with so many times as many, up to so many times as many in all
LOOK_BACK = 400  # of the look back at a conflict that is too large to be solved
LIMIT: Final = 20_000  # positions that help solves exactly
FEW: Final = 12  # groups: with more of them the positions are too many to be listed
SHOWN: Final = 40  # lines of the log


@dataclass(frozen=True, slots=True)
class CaesarTable(game_page.PlayTable):
    """The game, the group in hand and the square pointed at, what is picked in the list, the next game's readings.

    ``fights`` are those of a study position. ``insights`` and ``reviews`` keep what has been worked out so far,
    ``tree`` the last position that has been solved to its end.
    """

    SHARED: ClassVar = ("play", "fights", "help")

    play: game_page.Play
    fights: tuple[tuple[str, str], ...] = ()
    help: str = ""
    chosen: str = ""
    pointed: str = ""
    picked: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    fraction: bool = False
    still: bool = False
    language: str = "en"
    insights: Mapping[State, position.Insight] = field(default_factory=dict, compare=False, repr=False)
    reviews: Mapping[Any, caesar.Review] = field(default_factory=dict, compare=False, repr=False)
    tree: caesar.Solution | None = field(default=None, compare=False, repr=False)

    @property
    def mine(self) -> bool:
        """Whether a person is to decide."""
        return self.session.waits == "person"

    @property
    def seen(self) -> State:
        """The position as the deciding player sees it."""
        state, player = self.session.state, self.session.decider
        return state if player == OVER else rules.observe(state, player)

    @property
    def show(self) -> PositionView:
        session, seen, fought = self.session, self.seen, last_conflict(self.session)
        secret, fights = session.handover is not None, self.fights if session.at == 0 else ()
        return PositionView(
            seen,
            self.language,
            chosen=self.chosen,
            pointed=self.pointed,
            people=frozenset(session.persons if session.waits in ("person", "handover") else ()),
            secret=secret,
            help=self.help,
            title=word("caesar.board.title", self.language),
            duel=_duel(seen, fights) if fights else None,
            fights=fights,
            insight=best_play_here(self) if self.help == BEST and not secret else None,
            review=self.reviews.get(fought) if fought else None,
            fought=fighters(fought[0]) if fought else (0, 0),
            thinking=next_computation(self),
            fraction=self.fraction,
        )


# What is worked out ---------------------------------------------------------------------------------------------------


def best_play_here(table: CaesarTable) -> position.Insight | None:
    """Return the best play here, or None while it is not computed."""
    seen = table.seen
    if table.session.over and table.session.live:
        return None
    if seen not in table.insights and table.tree is not None:
        try:
            return table.tree.at(seen)
        except ValueError:
            return None
    return table.insights.get(seen)


def last_conflict(session: Session) -> tuple[State, Any] | None:
    """A person's last conflict, as the position before its second card and that card; None once a person has acted."""
    people = session.persons
    for at in range(session.at, 0, -1):
        before = session.positions[at - 1]
        if before.chosen is not None and (not people or {*people} & {*fighters(before)}):
            return before, session.record.entries[at - 1].action
        if rules.current_player(before) in people:
            break
    return None


def next_computation(table: CaesarTable) -> str:
    """Return the next computation: a player's action, a review of a conflict, the best play here, or "" if none."""
    session = table.session
    if game_page.player_is_searching(table.play):
        return position.PLAYER
    if (fought := last_conflict(session)) and fought not in table.reviews:
        return position.REVIEW
    helps = table.help == BEST and session.decider != OVER and session.handover is None
    return position.INSIGHT if helps and best_play_here(table) is None else ""


def _asked(table: CaesarTable) -> page.BackgroundTask | None:
    """Return the background task that the page needs; ``game_page`` has the one of a searching player."""
    kind, seen, fought = next_computation(table), table.seen, last_conflict(table.session)
    if kind == position.REVIEW and fought:
        before, answer = fought
        cards = before, before.chosen or HIDDEN, answer.card
        work = partial(caesar.review, *cards, iterations=LOOK_BACK, known=table.tree)
        return page.BackgroundTask(work, ("reviewed", fought), fought)
    if kind == position.INSIGHT:
        limit = LIMIT if sum(map(bool, seen.board)) <= FEW else 1
        return _consulted(seen, limit, ITERATIONS)
    if (found := advice_in_progress(table)) and not table.still and later.kernel_loop():
        return _consulted(seen, 1, found.iterations * LONGER)
    return None


def advice_in_progress(table: CaesarTable) -> caesar.Advice | None:
    """Return the advice shown while the background search improves it; None if none is under way."""
    found = best_play_here(table) if table.help == BEST and table.session.handover is None else None
    if isinstance(found, caesar.Advice) and 0 < found.iterations < ITERATIONS * LONGEST and not found.cut_short:
        return found
    return None


def _consulted(seen: State, limit: int, iterations: int) -> page.BackgroundTask:
    """Best play in counters where it is solved, else what a search finds for the victory."""
    work = partial(caesar.solve_or_advise, seen, limit, iterations, aim="win")
    return page.BackgroundTask(work, ("known", seen), (seen, iterations))


@cache
def _duel(state: State, fights: tuple[tuple[str, str], ...]) -> caesar.Duel:
    sizes = [(len(state.group(here)), len(state.group(there))) for here, there in fights]
    return caesar.duel(sizes, state.hands[0], state.hands[1])


def screen(table: CaesarTable, viewport: page.Viewport) -> page.Container:
    play, show = table.play, table.show
    past = (position.log_entry(state, action) for state, action in game_page.last_actions(play, SHOWN))
    log, searched = page.log_html(filter(None, past)), advice_in_progress(table) is not None
    seen = replace(show, chosen="", pointed="")
    named = show.say("search_on" if table.still else "still")
    still = page.Button(named, ("still", not table.still), "link", shown=searched)
    helps = ((show.say("no_help"), ""), (show.say("help_alone"), ALONE), (show.say("help_best"), BEST))
    return page.page(
        viewport,
        page.heading_html(_heading(show)),
        position.answer_html(show),
        (
            page.Picture(
                scene(show, viewport.width), hover=("hover",), printed=partial(scene, seen, viewport.width, True)
            ),
            page.status(viewport.error),
            _asked(table),
        ),
        (
            _deciding(table, show),
            page.Container("gk-section gk-cs-form", (page.Menu(helps, table.help, ("help",), show.say("help")), still)),
            page.section("", game_page.replay_controls(play)),
            page.section(show.say("log"), page.Html(log, "gk-logs"), shown=table.session.at > 0),
        ),
        line=_games(table, show),
    )


def _heading(show: PositionView) -> str:
    if show.duel is not None and show.duel.play:
        said = ", ".join(show.say("against", own=own, other=other) for own, other in show.duel.stakes)
        return show.say("study", stakes=said)
    return show.say("phase_placing" if show.state.unplaced else "title")


def _deciding(table: CaesarTable, show: PositionView) -> page.Container:
    play = table.play
    asked = f"<h3>{escape(position.question(show))}</h3>"
    options = tuple((show.option(one), text) for text, one in table.legal.items() if one != Pass())
    listed = page.Menu(options or (("", ""),), _picked(table), ("pick",), tooltip=show.say("list"))
    do = page.Button(game_page.say("do_it"), ("do",), "main", disabled=not options)
    return page.section(
        "",
        page.Html(asked, shown=bool(show.duel or show.insight)),  # else it is said above
        game_page.handover(play, show.name),
        page.Button(show.say("pass"), ("act", str(Pass())), shown=str(Pass()) in table.legal),
        *game_page.advance_buttons(play, show.name),
        game_page.undo(play),
        page.fold(show.say("list"), listed, do, shown=table.mine and bool(options)),
    )


def _picked(table: CaesarTable) -> str:
    offered = [text for text, action in table.legal.items() if action != Pass()]
    return table.picked if table.picked in offered else next(iter(offered), "")


def _games(table: CaesarTable, show: PositionView) -> tuple[page.Control, ...]:
    """Return the controls for the next game's players and reading of the rules, and for the record as a file."""
    play, language = table.play, table.language
    readings = list[page.Control]()
    for name, values in caesar.OPTIONS.items():
        ways = tuple((word(f"caesar.short.{value}", language), value) for value in values)
        now = table.readings.get(name, getattr(caesar.Options(), name))
        readings.append(page.Menu(ways, now, ("reading", name), word(f"caesar.short.{name}", language)))
    count = max(PLAYERS.start, sum(map(bool, play.players)))
    strength = show.say("strength", players=count, even=f"{1 / count:.0%}", **match_fields(f"caesar {count} greedy"))
    head = page.Html(page.heading_html(show.say("readings"), level=3))
    more = page.Container("gk-seats", (head, *readings)), page.muted_line(strength)
    return *game_page.new_game_controls(play, show.name, *more), page.fraction_button(show.say)


def update(table: CaesarTable, message: page.Message) -> CaesarTable:
    match message:
        case ("square", square):
            return _square(table, square)
        case ("card", card):
            return _acted(table, Play(card)) if table.mine else table
        case ("do",):
            return _acted(table, table.legal[_picked(table)])
        case ("act", text):
            return _acted(table, table.legal[text])
        case ("new", luck):
            return _anew(table, luck)
        case ("reviewed", fought, review):
            return replace(table, reviews={**table.reviews, fought: review})
        case ("known", seen, found):
            tree = found if isinstance(found, caesar.Solution) else table.tree
            return replace(table, insights={**table.insights, seen: found}, tree=tree)
        case ("hover", action):
            return replace(table, pointed=action[1] if action and action[0] == "square" else "")
        case ("pick" | "help" | "still" as verb, value):
            return replace(table, **{"picked" if verb == "pick" else verb: value})
        case ("fraction",):
            return replace(table, fraction=not table.fraction)
        case ("reading", name, value):
            return replace(table, readings={**table.readings, name: value})
    play = game_page.update(table.play, message)
    if play is None:
        return table
    if play.session is table.session:
        return replace(table, play=play)
    return _settled(table, play, another=message[0] in ("read", "take up"))


def _settled(table: CaesarTable, play: game_page.Play, another: bool = False) -> CaesarTable:
    """The table after another step: what was begun is let go; ``another`` game brings its players and readings."""
    table = replace(table, play=play, chosen="", picked="")
    if not another:
        return table
    readings = {name: value for name, value in play.session.record.options.items() if name in caesar.OPTIONS}
    return replace(table, play=replace(play, chosen=()), fights=(), readings=readings)


def _acted(table: CaesarTable, action: Any) -> CaesarTable:
    return _settled(table, replace(table.play, session=table.session.act(action), running=False))


def _anew(table: CaesarTable, luck: int) -> CaesarTable:
    """A new game with the players and readings of the lists."""
    chosen = [kind for kind in table.play.players if kind]
    if len(chosen) < PLAYERS.start:
        raise ValueError(note("caesar.board.too_few"))
    defaults = caesar.Options()
    readings = {name: value for name, value in table.readings.items() if value != getattr(defaults, name)}
    record = Record(caesar, options={"players": len(chosen), **readings})
    session = begin(record, dict(enumerate(chosen)), table.play.seed or luck, table.session.open)
    play = replace(table.play, session=session, running=False, chosen=())
    return replace(_settled(table, play), fights=())


def _square(table: CaesarTable, square: str) -> CaesarTable:
    """A click on a square: a counter is placed, a group taken in hand or let go, or the group in hand acts."""
    state = table.session.state
    if not table.mine or state.attack is not None:
        return table
    if state.unplaced:
        return _acted(table, Place(square))
    if not state.group(square):
        return table
    if square == table.chosen:
        return replace(table, chosen="")
    moves = [action for action in table.session.legal if isinstance(action, Alliance | Attack)]
    target = next((action for action in moves if (action.here, action.there) == (table.chosen, square)), None)
    if target is not None:
        return _acted(table, target)
    mine = owner(state.group(square)) == state.player
    if square in {action.here for action in moves} or (mine and not table.chosen):
        return replace(table, chosen=square)
    _refuse(state, table.chosen, square)
    return table


def _refuse(state: State, here: str, there: str) -> None:
    """Say in the words of the rules why a group cannot act, or cannot be taken in hand."""
    group = state.group(there)
    if here:
        other = owner(group) not in (state.player, -1)
        rules.apply(state, (Attack if other else Alliance)(here, there))
    else:
        whose = note(
            "caesar.board.neutral" if group[-1] == NEUTRAL else f"caesar.colour.{COLOURS[owner(group)].colour}"
        )
        what = note("caesar.board.group", square=there, whose=whose, count=len(group))
        raise ValueError(note("caesar.board.not_yours", what=what))


class GameBoard(SessionBoard, screen=screen, update=update, widths=(NARROWEST, WIDTH)):
    """A game of Caesar to play, study, replay and save; shows itself in a notebook.

    ``players``: who plays each seat, two to five of "person", "plain", "search", "random". ``state``: a position to
    begin with instead of the empty board; ``fights``: its conflicts in order, whose duel is then solved beside it.
    ``seed`` fixes the ready players; ``help`` is "", "alone" (a conflict by itself) or "best"; ``language`` is "en" or
    "ja". ``board.state`` is the position shown, ``board.record`` the game so far.

    >>> board = GameBoard(("person", "plain"), seed="7")
    >>> board.send(("square", "c3"))
    >>> board.state.group("c3"), len(board.record.entries)
    ('R', 2)
    """

    table: CaesarTable

    def __init__(
        self,
        players: Sequence[str] = (PERSON, PLAIN),
        state: State | None = None,
        fights: Sequence[tuple[str, str]] = (),
        seed: Any = "1",
        help: str = "",
        language: str | None = None,
    ) -> None:
        if state is not None and len(state.hands) != len(players):
            raise ValueError(f"{len(players)} players for a position of {len(state.hands)}")
        start = caesar.to_json(state) if state else None
        record = Record(caesar, options={} if start else {"players": len(players)}, start=start)
        session = begin(record, dict(enumerate(players)), seed)
        play = game_page.Play(session) if start else game_page.with_offer(session)
        play = replace(play, seed=str(seed), room=tuple(range(len(COLOURS))))
        super().__init__(CaesarTable(play, tuple(fights), help, language=language_or_default(language)))
