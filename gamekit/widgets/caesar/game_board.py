"""The game board: play Caesar with the mouse or the lists, against each other or against ready players.

Rules and best play come from ``gamekit.caesar``, sentences and pictures from ``position``. Here are the controls and
their messages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, Final

from gamekit import caesar
from gamekit.caesar import Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.notation import say
from gamekit.caesar.state import HIDDEN, owner
from gamekit.caesar.tables import COLOURS, NEUTRAL, PLAYERS
from gamekit.play.session import PERSON, PLAIN, begin
from gamekit.play.tournament import match_fields
from gamekit.storage.record import Record
from gamekit.text.translation import language_or_default, note, word
from gamekit.widgets import game_page, later, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.caesar import position
from gamekit.widgets.caesar.position import ALONE, BEST, NARROWEST, WIDTH, CaesarTable, scene

ITERATIONS: Final = 200  # of the search that helps at first;
LONGER, LONGEST = 4, 16  # then it goes on with so many times as many, up to so many times as many in all
LOOK_BACK = 400  # of the look back at a conflict that is too large to be solved
LIMIT: Final = 20_000  # positions that help solves exactly
FEW: Final = 12  # groups: with more of them the positions are too many to be listed
SHOWN: Final = 40  # lines of the log


def _solution(seen: State) -> caesar.Solution | None:
    """The position solved last, its answer for the position shown kept if it leads there."""
    found = [one for one in position.INSIGHTS.found.values() if isinstance(one, caesar.Solution)]
    if found and seen not in position.INSIGHTS.found:
        with suppress(ValueError):
            position.INSIGHTS.keep(seen, found[-1].at(seen))
    return found[-1] if found else None


def _ask(table: CaesarTable) -> None:
    """Ask for what the page needs next; ``game_page`` asks for the action of a searching player."""
    seen, tree, advise = table.seen, _solution(table.seen), partial(caesar.solve_or_advise, search_objective="win")
    if table.thinking == position.REVIEW and table.fought:
        before, answer = table.fought
        cards = before, before.chosen or HIDDEN, answer.card
        position.REVIEWS.get_or_compute(
            table.fought, partial(caesar.review_conflict, *cards, iterations=LOOK_BACK, known_solution=tree)
        )
    elif table.thinking == position.INSIGHT:
        limit = LIMIT if sum(map(bool, seen.board)) <= FEW else 1
        position.INSIGHTS.get_or_compute(seen, partial(advise, seen, limit, ITERATIONS))
    elif (found := advice_in_progress(table)) and not table.still and later.kernel_loop():
        position.INSIGHTS.get_or_compute(seen, partial(advise, seen, 1, found.iterations * LONGER), found.iterations)


def advice_in_progress(table: CaesarTable) -> caesar.Advice | None:
    """Return the advice shown while the background search improves it; None if none is under way."""
    found = table.insight
    if isinstance(found, caesar.Advice) and 0 < found.iterations < ITERATIONS * LONGEST and not found.cut_short:
        return found
    return None


def screen(table: CaesarTable, viewport: page.Viewport) -> page.Container:
    _ask(table)
    title = say("phase_placing" if table.seen.unplaced else "title")
    if table.duel:
        stakes = ", ".join(say("against", own=own, other=other) for own, other in table.duel.stakes)
        title = say("study", stakes=stakes)
    past = (position.log_entry(state, action) for state, action in game_page.last_actions(table, SHOWN))
    log, searched = page.log_html(filter(None, past)), advice_in_progress(table) is not None
    printed = partial(scene, replace(table, chosen="", pointed=""), viewport.width, True)
    named = say("search_on" if table.still else "still")
    still = page.Button(named, ("still", not table.still), "link", shown=searched)
    helps = ((say("no_help"), ""), (say("help_alone"), ALONE), (say("help_best"), BEST))
    return page.page(
        viewport,
        page.heading_html(title),
        position.answer_html(table),
        (
            page.Picture(scene(table, viewport.width), hover=("hover",), printed=printed),
            page.status_line(viewport.error),
        ),
        (
            _deciding(table),
            page.Container("gk-section gk-cs-form", (page.Menu(helps, table.help, ("help",), say("help")), still)),
            page.section("", game_page.replay_controls(table)),
            page.section(say("log"), page.Html(log, "gk-logs"), shown=table.session.at > 0),
        ),
        under_answer=_games(table),
    )


def _deciding(table: CaesarTable) -> page.Container:
    asked = f"<h3>{escape(position.question(table))}</h3>"
    legal = table.legal
    options = tuple((table.option(legal[text]), text) for text in table.offered)
    listed = page.Menu(options or (("", ""),), table.pick, ("pick",), tooltip=say("list"))
    do = page.Button(game_page.say("do_it"), ("do",), "main", disabled=not options)
    return page.section(
        "",
        page.Html(asked, shown=bool(table.stakes or table.insight)),  # else it is said above
        game_page.handover(table),
        page.Button(say("pass"), ("act", str(Pass())), shown=str(Pass()) in legal),
        *game_page.advance_buttons(table),
        game_page.undo(table),
        page.fold(say("list"), listed, do, shown=table.mine and bool(options)),
    )


def _games(table: CaesarTable) -> tuple[page.Control, ...]:
    """Return the controls for the next game's players and reading of the rules, and for the record as a file."""
    play, readings = table.play, list[page.Control]()
    for option, values in caesar.OPTIONS.items():
        ways = tuple((word(f"caesar.short.{value}"), value) for value in values)
        now = table.readings.get(option, getattr(caesar.Options(), option))
        readings.append(page.Menu(ways, now, ("reading", option), word(f"caesar.short.{option}")))
    count = max(PLAYERS.start, sum(map(bool, play.players)))
    strength = say("strength", players=count, even=f"{1 / count:.0%}", **match_fields(f"caesar {count} greedy"))
    head = page.Html(page.heading_html(say("readings"), level=3))
    more = page.Container("gk-seats", (head, *readings)), page.muted_line(strength)
    return *game_page.new_game_controls(table, *more), page.fraction_button(say)


def update(table: CaesarTable, message: page.Message) -> CaesarTable:
    match message:
        case ("square", square):
            return _square(table, square)
        case ("card", card):
            return table.played(table.session.act(Play(card))) if table.mine else table
        case ("new", luck):
            return _anew(table, luck)
        case ("hover", action):
            return replace(table, pointed=action[1] if action and action[0] == "square" else "")
        case ("help", kind):
            return replace(table, help=kind)
        case ("still", on):
            return replace(table, still=on)
        case ("reading", option, value):
            return replace(table, readings={**table.readings, option: value})
        case ("read" | "take up", *_):  # another game brings its players and readings
            table = game_page.update(table, message)
            readings = {key: value for key, value in table.session.record.options.items() if key in caesar.OPTIONS}
            return replace(table, play=replace(table.play, chosen=()), fights=(), readings=readings)
    return game_page.update(table, message)


def _anew(table: CaesarTable, luck: int) -> CaesarTable:
    chosen, defaults = [kind for kind in table.play.players if kind], caesar.Options()
    if len(chosen) < PLAYERS.start:
        raise ValueError(note("caesar.board.too_few"))
    readings = {key: value for key, value in table.readings.items() if value != getattr(defaults, key)}
    record = Record(caesar, options={"players": len(chosen), **readings})
    session = begin(record, dict(enumerate(chosen)), table.play.seed or luck, table.session.open)
    play = replace(table.play, session=session, running=False, chosen=())
    return replace(table.after(play), fights=())


def _square(table: CaesarTable, square: str) -> CaesarTable:
    """A click on a square: a counter is placed, a group taken in hand or let go, or the group in hand acts."""
    state = table.session.state
    if not table.mine or state.attack is not None:
        return table
    if state.unplaced:
        return table.played(table.session.act(Place(square)))
    if not state.group(square):
        return table
    if square == table.chosen:
        return replace(table, chosen="")
    moves = [action for action in table.session.legal_actions if isinstance(action, Alliance | Attack)]
    target = next((action for action in moves if (action.here, action.there) == (table.chosen, square)), None)
    if target is not None:
        return table.played(table.session.act(target))
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
        return
    whose = note("caesar.board.neutral" if group[-1] == NEUTRAL else f"caesar.colour.{COLOURS[owner(group)].colour}")
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
        super().__init__(CaesarTable(play, fights=tuple(fights), help=help, language=language_or_default(language)))
