"""A board for any game with rules: the position, legal actions as a list and as keys, log, replay, seats, record.

A game needs nothing else. With its own words (``translation.add_words_file``) its actions read as sentences:
``GAME.title``, ``GAME.seat.NAME``, ``GAME.action.KIND`` with the fields of the action, ``GAME.value.VALUE`` for the
values of fields, ``GAME.view.FIELD`` for the fields of a view; or the game defines ``describe_action(action,
language)`` and ``describe_view(view, language)``, rows of (heading, text). ``picture(view, legal)`` draws the position.
The action of a shape is an action of the game, or a part of one: clicks on parts narrow ``legal`` until one is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from html import escape
from typing import Any, ClassVar, Final

from gamekit.play.protocol import CHANCE, OVER, Action, State
from gamekit.play.session import ALL, ROOM, Session, begin, hook
from gamekit.storage.record import Record
from gamekit.text.translation import language_or_default, word_or
from gamekit.widgets import game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.game_page import PlayTable, say
from gamekit.widgets.layout import break_lines
from gamekit.widgets.look import MUTED, SEATS, TEXT
from gamekit.widgets.scene import Group, Scene, Shape, Text, text_width

Draw = Callable[[Any, tuple[Action, ...]], Scene]
WIDTH: Final = 720  # px of a position in words
LINE: Final = 20
INDENT: Final = 150  # px for the names of a view's fields
KEYS: Final = 30  # more actions than these stand in the list alone
SHOWN: Final = 60  # lines of the log


@dataclass(frozen=True, slots=True)
class AnyTable(PlayTable):
    """A game on the board, the picture drawn of it, and the clicked parts of an action."""

    BEGUN: ClassVar = ("picked", "parts")

    picture: Draw | None = None
    parts: tuple[Any, ...] = ()

    @property
    def legal(self) -> dict[str, Action]:
        """The legal actions that contain the parts clicked, by their text in a message."""
        fit = [action for action in self.session.legal_actions if all(part in _parts(action) for part in self.parts)]
        return {str(action): action for action in fit}


def _parts(action: Action) -> tuple[Any, ...]:
    return tuple(getattr(action, field.name) for field in fields(action)) if is_dataclass(action) else (action,)


def action_text(table: PlayTable, action: Action) -> str:
    """Return an action as a sentence if the game has words for it, else as its kind and fields."""
    if own := getattr(table.session.game, "describe_action", None):
        return str(own(action, table.language))
    if not is_dataclass(action):
        return word_or(f"{table.game}.action.{action}", str(action))
    named = {one.name: _value(table, getattr(action, one.name)) for one in fields(action)}
    kind = type(action).__name__
    return word_or(f"{table.game}.action.{kind}", " ".join((kind, *named.values())), **named)


def _value(table: PlayTable, value: Any) -> str:
    value = value.value if isinstance(value, Enum) else value
    if isinstance(value, (tuple, frozenset)):
        found = sorted(value, key=str) if isinstance(value, frozenset) else value
        return ", ".join(_value(table, one) for one in found) or "–"
    if is_dataclass(value):
        return f"({', '.join(_value(table, getattr(value, one.name)) for one in fields(value))})"
    return word_or(f"{table.game}.value.{value}", str(value))


def prompt(table: PlayTable) -> str:
    """Return a sentence on what the game waits for, or its result."""
    session = table.session
    if session.current_player == OVER:
        scores = session.game.rules.returns(session.state).items()
        return say("is_over", scores=", ".join(f"{table.seat_name(seat)} {score}" for seat, score in scores))
    chance = session.current_player == CHANCE
    return say("chance_acts") if chance else say("to_decide", seat=table.seat_name(session.current_player))


def log(table: PlayTable, marks: Mapping[Any, tuple[str, str]] | None = None) -> str:
    """Return the log as HTML, the latest line first. Hidden actions of a seat in a row are one line, or none if the
    game defines ``public``; actions it calls ``unsaid`` are skipped. ``marks`` are the seats' letters and colours."""
    session, seats, lines = table.session, list(table.session.players), list[tuple[str, str, str]]()
    hidden, unsaid = None, hook(session.game, "unsaid")  # the seat of the line before, where it tells nothing
    for at in range(session.at - 1, -1, -1):
        player, action = session.game.rules.current_player(session.positions[at]), session.record.entries[at].action
        if unsaid and unsaid(action):
            continue
        seen = session.viewer in (ALL, player) or is_public(session, at)
        if not seen and (player == hidden or hook(session.game, "public")):
            continue
        if len(lines) == SHOWN:
            break
        hidden, text = (None, action_text(table, action)) if seen else (player, say("unseen"))
        place = seats.index(player) if player in seats else -1
        mark = (table.seat_name(player)[:1] if place >= 0 else "·", SEATS[place % len(SEATS)])
        lines.append((*(marks or {}).get(player, mark), text))
    return page.log_html(lines)


def is_public(session: Session, at: int) -> bool:
    """Whether all seats see action ``at``: by the game's ``public``, else if all views after it are equal."""
    if says := hook(session.game, "public"):
        return bool(says(session.positions[at], session.record.entries[at].action))
    return _views(session, session.positions[at + 1]) is not None


def _views(session: Session, state: State) -> Any:
    views = [session.game.rules.observe(state, seat) for seat in session.players]
    return views[0] if all(view == views[0] for view in views) else None


def scene(table: AnyTable) -> Scene:
    """Return the picture of the position, as the viewer may see it."""
    seen = _seen(table.session)
    if seen is not None and table.picture:
        drawn = table.picture(seen, tuple(table.legal.values()))
    else:
        drawn = in_words(table, say("looked_away") if seen is None else seen)
    return replace(drawn.redrawn(lambda shape: (_meant(shape, table),)), sentence=prompt(table))


def _seen(session: Session) -> Any:
    rules, viewer = session.game.rules, session.viewer
    if viewer == ROOM:
        return _views(session, session.state)
    if viewer == ALL:
        viewer = session.current_player if session.current_player in session.players else next(iter(session.players))
    return rules.observe(session.state, viewer)


def _meant(shape: Shape, table: AnyTable) -> Shape:
    if isinstance(shape, Group):
        shape = replace(shape, shapes=tuple(_meant(inner, table) for inner in shape.shapes))
    if shape.action is None:
        return shape
    legal = table.session.legal_actions
    if shape.action in legal:
        return replace(shape, action=("do", str(shape.action)), label=shape.label or action_text(table, shape.action))
    part = any(shape.action in _parts(action) for action in legal)
    return replace(shape, action=("part", shape.action) if part else None)


def in_words(table: AnyTable, seen: Any) -> Scene:
    """Return a view as a picture of text lines, one or more for each of its fields."""
    rows, y, shapes = list(_rows(table, seen)), LINE, list[Shape]()
    widest = max((text_width(head, TEXT) for head, text in rows), default=0)
    indent = min(max(INDENT, 24 + widest), WIDTH / 2)
    for head, text in rows:
        shapes.append(Text(12, y, head, TEXT, MUTED, max_width=indent - 24))
        for line in break_lines(text, WIDTH - indent - 12):
            shapes.append(Text(indent if head else 12, y, line, TEXT))
            y += LINE
    return Scene(WIDTH, y, tuple(shapes))


def _rows(table: AnyTable, seen: Any) -> Iterable[tuple[str, str]]:
    own = getattr(table.session.game, "describe_view", None)
    if not is_dataclass(seen) or own:
        return own(seen, table.language) if is_dataclass(seen) and own else [("", _value(table, seen))]
    named = {one.name: word_or(f"{table.game}.view.{one.name}", one.name.replace("_", " ")) for one in fields(seen)}
    return [(head, _value(table, getattr(seen, name))) for name, head in named.items()]


def screen(table: AnyTable, viewport: page.Viewport) -> page.Container:
    session, legal = table.session, table.legal
    options = tuple((action_text(table, action), key) for key, action in legal.items())
    keys = tuple(page.Tile(escape(text), text, ("do", key), "gk-place") for text, key in options)
    title = word_or(f"{table.game}.title", table.game.replace("_", " ").capitalize())
    return page.page(
        viewport,
        page.heading_html(title, say("at_move", **dict(zip(("move", "of"), session.replay_progress)))),
        f"<h3>{escape(prompt(table))}</h3>",
        (page.Picture(scene(table)), page.status_line(viewport.error), game_page.replay_controls(table)),
        (
            game_page.handover(table),
            page.section(
                say("actions"),
                page.Menu(options or (("–", ""),), table.pick, ("pick",), tooltip=say("actions")),
                page.row(page.Button(say("do_it"), ("do it",), "main"), game_page.undo(table)),
                page.Tiles(keys, say("actions"), shown=len(keys) <= KEYS),
                shown=bool(options),
            ),
            page.row(*game_page.advance_buttons(table), shown=session.waits_for in ("turn", "end")),
            page.row(game_page.undo(table), shown=not options and session.undo_target is not None),
            page.section(say("log"), page.Html(log(table), "gk-logs")),
        ),
        under_answer=game_page.new_game_controls(table, game_page.viewer_menu(table)),
    )


def update(table: AnyTable, message: page.Message) -> AnyTable:
    match message:
        case ("part", part):
            narrowed = replace(table, parts=(*table.parts, part))
            if not narrowed.legal or part in table.parts:
                narrowed = replace(table, parts=() if part in table.parts else (part,))
            return narrowed.done(next(iter(narrowed.legal))) if len(narrowed.legal) == 1 else narrowed
    return game_page.update(table, message)


class GameTable(SessionBoard, screen=screen, update=update, widths=(320.0, 956.0)):
    """A board for any game; ``table`` makes one. ``board.session`` is the game so far."""

    table: AnyTable


def table(
    game: Any,
    players: Mapping[Any, str] | None = None,
    picture: Draw | None = None,
    seed: Any = None,
    language: str | None = None,
    record: Record | None = None,
    at: int | None = None,
    open_: bool = False,
    **options: Any,
) -> GameTable:
    """A board to play, replay and keep a game of any package with ``rules``.

    ``players`` names for each seat a "person" or a ready player ("plain", "search", "random"); left out, a person has
    the first seat. ``picture(view, legal)`` draws the position, by default the game's own ``picture``, else words. A
    ``record`` is continued, or shown after ``at`` actions; ``options`` begin a game. ValueError for an unknown player.

    >>> from gamekit import caesar
    >>> from gamekit.widgets import table
    >>> board = table(caesar, {1: "random"}, seed=3)
    >>> board.send(("do", "c3"))
    >>> len(board.session.record.entries)
    2
    """
    session = begin(record or Record(game, (), options), players, seed, open_, at)
    drawn = picture or getattr(game, "picture", None)
    return GameTable(AnyTable(game_page.with_offer(session), picture=drawn, language=language_or_default(language)))
