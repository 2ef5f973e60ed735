"""A game as a file: a header, then one action a line, chance included, so that it replays without a random number.

A line is a JSON object. The header is ``{"record": "gamekit", "version": 1, "game": ..., "scenario": ..., "options":
...}`` with the arguments of ``initial_state`` under ``options``, or a whole position under ``start``. Then come actions
like ``{"do": "Go", "place": "Rome"}`` or ``{"do": ["place", "d4"]}``, as the game writes them, each with a ``comment``
if there is something to remember, such as the dice. Any game takes part whose package has ``rules``, ``to_json``,
``from_json``, ``action_to_json`` and ``action_from_json``; for actions that are dataclasses ``encoded`` and ``decoded``
do the last two."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from gamekit.game import OVER, Action, State
from gamekit.words import note, why

VERSION: Final = 1
HEADER: Final = ("record", "version", "game", "scenario", "options", "start", "actions")


class RecordError(ValueError):
    """A record that is damaged, or of another game: the message says on which line and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action, and what is to be remembered with it: anything JSON holds."""

    action: Action
    comment: Any = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game so far: where it began and every action since. ``start`` is a position as JSON, else ``options`` count."""

    game: Any  # the game's package
    entries: tuple[Entry, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None
    scenario: str = "standard"

    def initial_state(self) -> State:
        """The position before the first action."""
        return self.game.from_json(self.start) if self.start else self.game.rules.initial_state(**self.options)

    def positions(self) -> tuple[State, ...]:
        """Every position, from before the first action to after the last: one more than there are actions."""
        return tuple(position for _, position in _replayed(self.game, self.initial_state(), self.entries))

    def replay(self) -> Iterator[tuple[State, Action]]:
        """(position after it, action) for every action, as ``play`` yields them."""
        for number, position in _replayed(self.game, self.initial_state(), self.entries):
            if number:
                yield position, self.entries[number - 1].action

    def until(self, count: int) -> Record:
        """The game's first ``count`` actions: from there another move can be tried."""
        return Record(self.game, self.entries[:count], self.options, self.start, self.scenario)

    def then(self, action: Action, comment: Any = None) -> Record:
        """The game with one more action; IllegalAction is left to ``positions``."""
        entries = (*self.entries, Entry(action, comment))
        return Record(self.game, entries, self.options, self.start, self.scenario)

    def to_text(self) -> str:
        """The record as JSON lines."""
        header = {
            "record": "gamekit",
            "version": VERSION,
            "game": name_of(self.game),
            "scenario": self.scenario,
            "options": dict(self.options),
            "start": json.loads(self.start) if self.start else None,
            "actions": len(self.entries),
        }
        lines = (header, *(_line(self.game, entry) for entry in self.entries))
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.to_text(), encoding="utf-8")


def keep(
    game: Any,
    moves: Iterable[tuple[State, Action]],
    comment: Callable[[State, Action], Any] | None = None,
    options: Mapping[str, Any] | None = None,
    start: str | None = None,
    scenario: str = "standard",
) -> Record:
    """The record of a game as ``play`` yields it; ``comment(position before, action)`` says what to remember."""
    begun = Record(game, (), options or {}, start, scenario)
    entries, before = [], begun.initial_state()
    for after, action in moves:
        entries.append(Entry(action, comment(before, action) if comment else None))
        before = after
    return Record(game, tuple(entries), begun.options, start, scenario)


def load(path: str | Path, game: Any) -> Record:
    """The record in a file; see ``read``."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{Path(path).name}: this is not UTF-8 text ({error.reason})") from None
    return read(text, game)


def read(text: str, game: Any) -> Record:
    """The record that a text holds, every action checked against the rules.

    Raises RecordError with the line and the reason: no JSON, no record, another game, an action that does not exist
    or is not legal there, a line missing.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is read from text, not from {type(text).__name__}")
    # not splitlines: it also breaks at characters that a text within a line may hold, such as U+2028
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise _wrong(1, note("record.empty"))
    header = _header(_object(*lines[0]), lines[0][0], game)
    entries = tuple(_entry(game, _object(number, line), number) for number, line in lines[1:])
    record = Record(game, entries, header["options"], header["start"], header["scenario"])
    try:
        begin = record.initial_state()
    except (ValueError, TypeError) as error:
        raise _wrong(lines[0][0], note("record.begins", why=why(error))) from None
    done = 0
    try:
        for number, _ in _replayed(game, begin, entries):
            done = number
    except ValueError as error:
        raise _wrong(lines[done + 1][0], why(error)) from None
    if header["actions"] is not None and header["actions"] != len(entries):
        raise _wrong(lines[-1][0], note("record.ends", actions=len(entries), said=header["actions"]))
    return record


class Replay:
    """A record that one steps through both ways; ``at`` counts the actions done."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions = record.positions()
        self.at = 0

    @property
    def state(self) -> State:
        """The position now."""
        return self.positions[self.at]

    @property
    def last(self) -> Entry | None:
        """What led here, with its comment; None at the beginning."""
        return self.record.entries[self.at - 1] if self.at else None

    def go(self, at: int) -> State:
        """The position after that many actions, or the nearest there is."""
        self.at = min(max(at, 0), len(self.positions) - 1)
        return self.state

    def forward(self) -> State:
        """One action on."""
        return self.go(self.at + 1)

    def back(self) -> State:
        """One action back."""
        return self.go(self.at - 1)

    def branch(self) -> Record:
        """The game up to here, to go on otherwise."""
        return self.record.until(self.at)


def name_of(game: Any) -> str:
    """The name of a game by its package: ``julius_caesar``."""
    return str(game.__name__).rpartition(".")[2]


def _replayed(game: Any, state: State, entries: Iterable[Entry]) -> Iterator[tuple[int, State]]:
    yield 0, state
    for number, entry in enumerate(entries, 1):
        if game.rules.current_player(state) == OVER:
            raise RecordError(note("record.over", action=repr(entry.action)))
        state = game.rules.apply(state, entry.action)
        yield number, state


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _wrong(number, note("record.json", why=str(error))) from None
    if not isinstance(found, dict):
        raise _wrong(number, note("record.object", text=repr(line[:40])))
    return found


def _wrong(number: int, said: str) -> RecordError:
    return RecordError(note("record.line", line=number, why=said))


def _header(header: dict[str, Any], number: int, game: Any) -> dict[str, Any]:
    if header.get("record") != "gamekit":
        raise _wrong(number, note("record.none"))
    if header.get("version") != VERSION:
        raise _wrong(number, note("record.version", found=repr(header.get("version")), version=VERSION))
    if header.get("game") != name_of(game):
        raise _wrong(number, note("record.game", found=repr(header.get("game")), game=repr(name_of(game))))
    if unknown := sorted(set(header) - set(HEADER)):
        raise _wrong(number, note("record.key", found=repr(unknown[0]), keys=", ".join(HEADER)))
    options, start, actions = header.get("options"), header.get("start"), header.get("actions")
    if not (options is None or isinstance(options, dict)):
        raise _wrong(number, note("record.options", found=repr(options)))
    if not (actions is None or type(actions) is int):
        raise _wrong(number, note("record.actions", found=repr(actions)))
    return {
        "options": options or {},
        "start": None if start is None else json.dumps(start),
        "scenario": str(header.get("scenario", "standard")),
        "actions": actions,
    }


def _line(game: Any, entry: Entry) -> dict[str, Any]:
    plain = game.action_to_json(entry.action)
    line = plain if isinstance(plain, dict) else {"do": plain}
    return line if entry.comment is None else {**line, "comment": entry.comment}


def encoded(action: Action) -> dict[str, Any]:
    """An action that is a dataclass as a JSON object: its type's name under ``do``, then its fields."""
    return {"do": type(action).__name__, **{f.name: _plain(getattr(action, f.name)) for f in fields(action)}}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, frozenset)):
        return [_plain(each) for each in (sorted(value) if isinstance(value, frozenset) else value)]
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    return value


def _entry(game: Any, line: dict[str, Any], number: int) -> Entry:
    comment = line.pop("comment", None)
    plain = line["do"] if list(line) == ["do"] and not isinstance(line["do"], str) else line
    try:
        return Entry(game.action_from_json(plain), comment)
    except ValueError as error:
        raise _wrong(number, why(error)) from None


def decoded(kinds: Iterable[type], found: Any) -> Action:
    """The action of one of these dataclasses that a JSON object describes; ValueError when there is none like it."""
    named = {kind.__name__: kind for kind in kinds}
    if not isinstance(found, dict) or found.get("do") not in tuple(named):
        raise ValueError(f"{found!r} is no action; its kind under 'do' should be one of {', '.join(named)}")
    kind = named[found["do"]]
    return _made(kind, {key: value for key, value in found.items() if key != "do"}, kind.__name__)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return {f.name: get_type_hints(kind)[f.name] for f in fields(kind)}


def _made(kind: type, values: Mapping[str, Any], where: str) -> Any:
    hints = _hints(kind)
    if set(values) != set(hints):
        raise ValueError(f"{where} has the fields {', '.join(hints) or 'none'}, not {', '.join(values) or 'none'}")
    return kind(**{name: _value(values[name], hint, f"{where}.{name}") for name, hint in hints.items()})


def _value(value: Any, hint: Any, where: str) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if origin in (Union, UnionType):
        return _either(value, inner, where)
    if origin in (tuple, frozenset) and isinstance(value, list):
        kinds = inner if origin is tuple and inner[-1:] != (Ellipsis,) else inner[:1] * len(value)
        if len(kinds) == len(value):
            return origin(_value(each, kind, where) for each, kind in zip(value, kinds))
    elif isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return _made(hint, value, where)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        for member in hint:
            if member.value == value and type(member.value) is type(value):
                return member
    elif value is None if hint is NoneType else type(value) is hint:
        return value
    raise ValueError(f"{where} is {value!r}; it should be {getattr(hint, '__name__', hint)}")


def _either(value: Any, hints: tuple[Any, ...], where: str) -> Any:
    for hint in hints:
        try:
            return _value(value, hint, where)
        except ValueError:
            continue
    raise ValueError(f"{where} is {value!r}; it should be {' or '.join(getattr(h, '__name__', str(h)) for h in hints)}")
