"""A game as a file: a header, then one action per line, chance included, so that it replays without random numbers.

A line is a JSON object. The header is ``{"record": "gamekit", "version": 1, "game": ..., "scenario": ..., "options":
...}`` with the arguments of ``initial_state`` under ``options``, or a whole position under ``start``. Then come actions
like ``{"do": "Go", "place": "Rome"}`` or ``{"do": ["place", "d4"]}``, as the game writes them, with an optional
``comment``, such as the dice. A game needs ``rules``, ``to_json``, ``from_json``, ``action_to_json`` and
``action_from_json``; ``serialization`` has the last four for frozen dataclasses."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from importlib import import_module
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any, Final

from gamekit.play.protocol import CHANCE, OVER, Action, State
from gamekit.storage import atomic_file, serialization
from gamekit.storage.data_files import DataError
from gamekit.text.piece_list import clean, names, nearest
from gamekit.text.translation import message_of, note

VERSION: Final = 1
GAMES: Final = ("julius_caesar", "caesar", "aquileia", "roma_victrix")
NUMBER: Final = re.compile(r"[0-9]{1,9}")
NUMBERED: Final = re.compile(r"^(?:\(?\d{1,5}[.):]\s+|[-*•]\s+)")  # the number or bullet of a line
OPTION: Final = re.compile(r"(\w[\w \-]*?)\s*([=:])\s*(.*)")  # of a typed game
MOST_NAMED: Final = 4  # actions that an error names
HEADER: Final = ("record", "version", "game", "scenario", "options", "start", "actions")


class RecordError(ValueError):
    """A record that is damaged, or of another game: the message gives the line and the reason."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of a record, with a comment (any JSON) such as the dice."""

    action: Action
    comment: Any = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game so far: its beginning and every action since. It begins in ``start``, a position as JSON, else in
    ``initial_state(**options)``."""

    game: Any  # the game's package
    entries: tuple[Entry, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None
    scenario: str = "standard"

    def __post_init__(self) -> None:
        """Turn tuples among the options into lists, as JSON reads them."""
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in self.options.items()}
        object.__setattr__(self, "options", options)

    def initial_state(self) -> State:
        """The position before the first action."""
        return self.game.from_json(self.start) if self.start else self.game.rules.initial_state(**self.options)

    def positions(self) -> tuple[State, ...]:
        """Every position, from before the first action to after the last: one more than the actions."""
        return tuple(_replayed(self.game, self.initial_state(), self.entries))

    def replay(self) -> Iterator[tuple[State, Action]]:
        """Yield (position after the action, action) for every action, like ``play``."""
        positions = _replayed(self.game, self.initial_state(), self.entries)
        next(positions)
        for position, entry in zip(positions, self.entries):
            yield position, entry.action

    def until(self, count: int) -> Record:
        """Return the record of the first ``count`` actions, from where another move can be tried."""
        return Record(self.game, self.entries[:count], self.options, self.start, self.scenario)

    def then(self, action: Action, comment: Any = None) -> Record:
        """Return the record with one more action, unchecked; ``positions`` raises IllegalAction."""
        entries = (*self.entries, Entry(action, comment))
        return Record(self.game, entries, self.options, self.start, self.scenario)

    def to_text(self, open_end: bool = False) -> str:
        """Return the record as JSON lines; with ``open_end`` the header omits the number of actions."""
        header = {
            "record": "gamekit",
            "version": VERSION,
            "game": name_of(self.game),
            "scenario": self.scenario,
            "options": dict(self.options),
            "start": json.loads(self.start) if self.start else None,
            "actions": None if open_end else len(self.entries),
        }
        return f"{_json(header)}\n{self.lines()}"

    def lines(self, start: int = 0) -> str:
        """Return the lines of the actions from number ``start`` on."""
        return "".join(f"{_json(_line(self.game, entry))}\n" for entry in self.entries[start:])

    def save(self, path: str | Path, overwrite: bool = False) -> None:
        """Write the record to a file, all or nothing; an existing file is replaced only with ``overwrite``."""
        atomic_file.save(path, self.to_text(), overwrite)


def save(
    game: Any,
    moves: Iterable[tuple[State, Action]],
    comment: Callable[[State, Action], Any] | None = None,
    options: Mapping[str, Any] | None = None,
    start: str | None = None,
    scenario: str = "standard",
) -> Record:
    """Return the record of ``moves``, as ``play`` yields them; ``comment(position before, action)`` makes comments."""
    begun = Record(game, (), options or {}, start, scenario)
    entries, before = [], begun.initial_state()
    for after, action in moves:
        entries.append(Entry(action, comment(before, action) if comment else None))
        before = after
    return Record(game, tuple(entries), begun.options, start, scenario)


def load(path: str | Path, game: Any) -> Record:
    """Return the record in a file; errors as in ``read``."""
    return _read(atomic_file.lines(path), game)


def read(text: str, game: Any) -> Record:
    """Return the record in a text, every action checked against the rules, line by line.

    Raises RecordError with the line and the reason: not JSON, not a record, another game, an action that does not exist
    or is not legal there, a missing line, a text that is too long (see ``atomic_file``).
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is read from text, not from {type(text).__name__}")
    return _read(atomic_file.lines_of(text), game)


def open_record(path: str | Path) -> Record:
    """Return the record in a file of any game: the JSON lines of ``load``, or the text of ``parse_notation``."""
    lines = atomic_file.lines(path)
    number, first = next(((number, line) for number, line in lines if line.strip()), (1, ""))
    first = first.removeprefix("\ufeff")
    if not first.lstrip().startswith("{"):
        return _typed(chain([(number, first)], lines))
    try:
        header = serialization.parse_object(first)
    except ValueError as error:
        raise _wrong(number, message_of(error)) from None
    return _read(chain([(number, first)], lines), package(str(header.get("game"))))


def parse_notation(text: str) -> Record:
    """Return the record of a game typed by hand: its name and options, then one action per line, chance included.

    Commas separate the values of an option: ``players=Ada, Ben, Cleo``; lines may be numbered. An action is its kind
    and its fields, or as many of these words as distinguish it from all other legal actions; # begins a remark.
    RecordError names the line and the possible actions.

    >>> game = parse_notation("caesar players=2  # Red begins" + chr(10) + "place c3" + chr(10) + "b2")
    >>> [str(entry.action) for entry in game.entries]
    ['c3', 'b2']
    """
    return _typed(atomic_file.lines_of(text))


def _typed(lines: Iterator[tuple[int, str]]) -> Record:
    record, state, number, begun, head, listed = None, None, 1, 1, list[str](), False
    for number, line in lines:
        if not line.strip():
            continue
        said = NUMBERED.sub("", clean(line.partition("#")[0]).strip())
        if not said:
            continue
        if len(said) > serialization.LONGEST_NAME:
            raise _wrong(
                number,
                note("record.unread", said=serialization.short_repr(said), most=f"{serialization.LONGEST_NAME:,}"),
            )
        bulleted = bool(NUMBERED.match(clean(line).strip()) and not re.search(r"\d", said))
        listed = bulleted and bool(head) and (listed or head[-1].endswith("="))  # Players: and a name a line
        option = said if record is None or listed else _option(record.game, said)
        if record is None or (state is None and option):
            head[len(head) - listed :] = [f"{head[-1]}{said}," if listed else option]
            record, begun = _headed("; ".join(head), number), number
            continue
        state = _begun(record, begun) if state is None else state
        action = _meant(record.game, state, said, number)
        state, record = _after(record.game, state, Entry(action)), record.then(action)
    if record is None:
        raise _wrong(number, note("record.empty"))
    if state is None:
        _begun(record, begun)
    return record


def _option(game: Any, said: str) -> str:
    """Return a line before the first action as an option, ``Players: Ada, Ben`` or ``tie breaker = any``; else ""."""
    if not (found := OPTION.fullmatch(said)):
        return ""
    key, known = re.sub(r"[\s-]+", "_", found[1]).lower(), signature(game.rules.initial_state).parameters
    is_one = found[2] == "=" or key in known or nearest(key, known, 1, 0.7)
    return f"{key}={found[3]}" if is_one else ""


def _headed(said: str, number: int) -> Record:
    """Return the record without actions of a typed header: ``caesar players=Ada, Ben``, case ignored.

    Names are counted where a game takes a number of players."""
    name, *found = re.split(r"[\s,.;:|-]+(?=\w+\s*[=:])|[,.;:]$", re.sub(r"^(?i:game)\s*[:=]\s*", "", said))
    try:
        game = package("_".join(name.strip("\"'").split()))
    except RecordError as error:
        raise _wrong(number, message_of(error)) from None
    known, options = signature(game.rules.initial_state).parameters, dict[str, Any]()
    for key, _, text in (re.split(r"\s*([=:])\s*", option, maxsplit=1) for option in filter(None, found)):
        near = nearest(key, known, 1, 0.7)
        if key.lower() not in known and (near or all(each.kind != each.VAR_KEYWORD for each in known.values())):
            has = ", ".join(sorted(known, key=lambda each: each not in near))
            raise _wrong(number, note("record.option", game=name_of(game), found=repr(key), known=has))
        values = names(text)
        single = len(values) == 1 and "," not in text
        counted = key.lower() == "players" and isinstance(known["players"].default, int)
        value = int(values[0]) if single and NUMBER.fullmatch(values[0]) else values[0] if single else values
        options[key.lower()] = len(values) if counted and not single else value
    return Record(game, options=options)


def _meant(game: Any, state: State, said: str, number: int) -> Action:
    """Return the action of a typed line: the legal action with exactly its words, else the only one with them."""
    player = game.rules.current_player(state)
    if player == OVER:
        raise _wrong(number, note("record.over", action=serialization.short_repr(said)))
    known = game.rules.chance_outcomes(state) if player == CHANCE else game.rules.legal_actions(state)
    spelled = {action: _words(game, action) for action in known}
    asked = _split(said)
    found: list[Action] = []
    for fits in FITS:
        found = [action for action, words in spelled.items() if fits(asked, words)]
        if len(found) == 1:
            return found[0]
        if found:
            break
    likeness = {action: SequenceMatcher(None, said.casefold(), " ".join(words)) for action, words in spelled.items()}
    near = found or sorted(spelled, key=lambda action: -likeness[action].ratio())
    listed = "; ".join(" ".join(spelled[action]) for action in near[:MOST_NAMED])
    key = "record.several" if found else "record.unmeant"
    raise _wrong(number, note(key, said=serialization.short_repr(said), actions=listed))


FITS: Final[tuple[Callable[[list[str], list[str]], bool], ...]] = (  # how what is typed fits an action's words
    lambda asked, words: asked in (words, words[1:]),
    lambda asked, words: sorted(asked) in (sorted(words), sorted(words[1:])),
    lambda asked, words: set(asked) <= set(words),
)


def _words(game: Any, action: Action) -> list[str]:
    """Return an action's words: its kind, then its fields."""
    plain = game.action_to_json(action)
    flat = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else (plain,)
    return _split(" ".join(map(str, flat)))


def _split(said: str) -> list[str]:
    return re.findall(r"\w+", said.casefold())


def _read(lines: Iterator[tuple[int, str]], game: Any) -> Record:
    try:
        objects = _objects(lines)
        number, found = next(objects, (0, {}))
        if not number:
            raise _wrong(1, note("record.empty"))
        header = _header(found, number, game)
        record = Record(game, (), header["options"], header["start"], header["scenario"])
        state, entries, lines_read = _begun(record, number), list[Entry](), 0
        for number, found in objects:
            state, new = _next(game, state, found, number)
            entries += new
            lines_read += 1
    except atomic_file.FileError as error:
        raise RecordError(message_of(error)) from None
    if header["actions"] is not None and header["actions"] != lines_read:
        raise _wrong(number, note("record.ends", actions=lines_read, said=header["actions"]))
    return Record(game, tuple(entries), record.options, record.start, record.scenario)


def _objects(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (number, object) of every line that is not empty."""
    for number, line in lines:
        if not line or line.isspace():
            continue
        try:
            found = serialization.parse(line)
        except ValueError as error:
            raise _wrong(number, message_of(error)) from None
        if not isinstance(found, dict):
            raise _wrong(number, note("record.object", text=serialization.short_repr(line)))
        yield number, found


def _begun(record: Record, number: int) -> State:
    try:
        return record.initial_state()
    except DataError:
        raise
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError) as error:  # options are anything
        raise _wrong(number, note("record.begins", why=serialization.shorten(message_of(error)))) from None


def _next(game: Any, state: State, line: dict[str, Any], number: int) -> tuple[State, list[Entry]]:
    """Return the position after the action that a line describes, and the action with its comment.

    If the game's ``omitted(state, action)`` returns an action, which earlier versions did not record, it is inserted
    before."""
    comment = line.pop("comment", None)
    plain = line["do"] if list(line) == ["do"] and not isinstance(line["do"], str) else line
    try:
        entry = Entry(game.action_from_json(plain), comment)
        omitted = getattr(game, "omitted", None)
        left_out = omitted and omitted(state, entry.action)
        new = [Entry(left_out), entry] if left_out else [entry]
        if left_out:
            state = _after(game, state, new[0])
        state, before = _after(game, state, entry), state
        if check := getattr(game, "check_comment", None):
            check(before, entry.action, comment)
    except ValueError as error:
        raise _wrong(number, message_of(error)) from None
    return state, new


def name_of(game: Any) -> str:
    """Return the name of a game's package: ``julius_caesar``."""
    return str(game.__name__).rpartition(".")[2]


def package(name: str) -> Any:
    """Return the package of a game by its name: one of gamekit's, or your own if already imported.

    Raises RecordError for any other name, without importing it."""
    if name.casefold() in GAMES:
        return import_module(f"gamekit.{name.casefold()}")
    for full, module in list(sys.modules.items()):
        if full.rpartition(".")[2] == name and hasattr(module, "rules") and hasattr(module, "action_from_json"):
            return module
    near = nearest(name, GAMES, 1)
    known = ", ".join(sorted(GAMES, key=lambda game: game not in near))
    raise RecordError(note("record.unknown", found=serialization.short_repr(name), known=known))


def _replayed(game: Any, state: State, entries: Iterable[Entry]) -> Iterator[State]:
    yield state
    for entry in entries:
        state = _after(game, state, entry)
        yield state


def _after(game: Any, state: State, entry: Entry) -> State:
    if game.rules.current_player(state) == OVER:
        raise RecordError(note("record.over", action=serialization.short_repr(entry.action)))
    return game.rules.apply(state, entry.action)


def _wrong(number: int, said: str) -> RecordError:
    return RecordError(note("record.line", line=number, why=serialization.shorten(said)))


def _header(header: dict[str, Any], number: int, game: Any) -> dict[str, Any]:
    if header.get("record") != "gamekit":
        raise _wrong(number, note("record.none"))
    if header.get("version") != VERSION:
        raise _wrong(
            number, note("record.version", found=serialization.short_repr(header.get("version")), version=VERSION)
        )
    if header.get("game") != name_of(game):
        raise _wrong(
            number, note("record.game", found=serialization.short_repr(header.get("game")), game=repr(name_of(game)))
        )
    if unknown := sorted(set(header) - set(HEADER)):
        raise _wrong(number, note("record.key", found=serialization.short_repr(unknown[0]), keys=", ".join(HEADER)))
    options, start, actions = header.get("options"), header.get("start"), header.get("actions")
    if not (options is None or isinstance(options, dict)):
        raise _wrong(number, note("record.options", found=serialization.short_repr(options)))
    if not (actions is None or type(actions) is int):
        raise _wrong(number, note("record.actions", found=serialization.short_repr(actions)))
    scenario = header.get("scenario", "standard")
    if not (isinstance(scenario, str) and len(scenario) <= serialization.LONGEST_NAME):
        raise _wrong(number, note("record.scenario", found=serialization.short_repr(scenario)))
    return {
        "options": options or {},
        "start": None if start is None else json.dumps(start),
        "scenario": scenario,
        "actions": actions,
    }


def _json(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def _line(game: Any, entry: Entry) -> dict[str, Any]:
    plain = game.action_to_json(entry.action)
    line = plain if isinstance(plain, dict) else {"do": plain}
    return line if entry.comment is None else {**line, "comment": entry.comment}
