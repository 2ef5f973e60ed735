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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from importlib import import_module
from inspect import signature
from itertools import chain, product
from pathlib import Path
from typing import Any, Final, TypeAlias
from unicodedata import normalize

from gamekit.play.protocol import CHANCE, OVER, Action, State
from gamekit.storage import atomic_file, serialization
from gamekit.storage.data_files import DataError
from gamekit.text.piece_list import figure, normalize_characters, similar_names, split_names
from gamekit.text.translation import note, untranslated_message

VERSION: Final = 1
GAMES: Final = ("julius_caesar", "caesar", "aquileia", "roma_victrix")
NUMBER: Final = re.compile(r"[0-9]{1,9}")
NUMBERED: Final = re.compile(r"^(?:\(?\d{1,5}[.):]\s+|[-*•]\s+)")  # the number or bullet of a line
COUNTED_OPTION: Final = re.compile(r"(\d{1,3})\s+(\w+)")
OPTION: Final = re.compile(r"(\w[\w \-]*?)\s*([=:])\s*(.*)")  # of a typed game
BOOLEANS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
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

    def states_after_actions(self) -> Iterator[tuple[State, Action]]:
        """Yield (position after the action, action) for every action, like ``play``."""
        positions = _replayed(self.game, self.initial_state(), self.entries)
        next(positions)
        for position, entry in zip(positions, self.entries):
            yield position, entry.action

    def first_actions(self, count: int) -> Record:
        """Return the record of the first ``count`` actions, from where another move can be tried."""
        return Record(self.game, self.entries[:count], self.options, self.start, self.scenario)

    def with_action(self, action: Action, comment: Any = None) -> Record:
        """Return the record with one more action, unchecked; ``positions`` raises IllegalAction."""
        entries = (*self.entries, Entry(action, comment))
        return Record(self.game, entries, self.options, self.start, self.scenario)

    def to_json_lines(self, open_end: bool = False) -> str:
        """Return the record as JSON lines; with ``open_end`` the header omits the number of actions."""
        header = {
            "record": "gamekit",
            "version": VERSION,
            "game": package_name(self.game),
            "scenario": self.scenario,
            "options": dict(self.options),
            "start": json.loads(self.start) if self.start else None,
            "actions": None if open_end else len(self.entries),
        }
        return f"{_json(header)}\n{self.action_lines()}"

    def action_lines(self, start: int = 0) -> str:
        """Return the lines of the actions from number ``start`` on."""
        return "".join(f"{_json(_line(self.game, entry))}\n" for entry in self.entries[start:])

    def save(self, path: str | Path, overwrite: bool = False) -> None:
        """Write the record to a file, all or nothing; FileError, a ValueError, if it exists without ``overwrite``."""
        atomic_file.save(path, self.to_json_lines(), overwrite)


def record_of_moves(
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
    """Return the record in a file, of ``game``, a package such as ``gamekit.caesar``; RecordError as in ``read``,
    OSError if the file is missing."""
    return _read(atomic_file.read_numbered_lines(path), game)


def read(text: str, game: Any) -> Record:
    """Return the record in a text, every action checked against the rules, line by line.

    Raises RecordError with the line and the reason: not JSON, not a record, another game, an action that does not exist
    or is not legal there, a missing line, a text that is too long (see ``atomic_file``).
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is read from text, not from {type(text).__name__}")
    return _read(atomic_file.numbered_lines(text), game)


def open_record(path: str | Path) -> Record:
    """Return the record in a file of any game: the JSON lines of ``load``, or the text of ``parse_typed_game``."""
    lines = atomic_file.read_numbered_lines(path)
    number, first = next(((number, line) for number, line in lines if line.strip()), (1, ""))
    first = first.removeprefix("\ufeff")
    if not first.lstrip().startswith("{"):
        return _typed(chain([(number, first)], lines))
    try:
        header = serialization.parse_object(first)
    except ValueError as error:
        raise _wrong(number, untranslated_message(error)) from None
    return _read(chain([(number, first)], lines), package(str(header.get("game"))))


def parse_typed_game(text: str) -> Record:
    """Return the record of a game typed by hand: its name and options, then one action per line, chance included.

    A saved record is JSON lines instead, which ``read`` reads.

    Commas separate the values of an option: ``players=Ada, Ben, Cleo``; lines may be numbered. An action is its kind
    and its fields, or as many of these words as distinguish it from all other legal actions; # begins a remark.
    RecordError names the line and the possible actions.

    >>> game = parse_typed_game("caesar players=2  # Red begins" + chr(10) + "place c3" + chr(10) + "b2")
    >>> [str(entry.action) for entry in game.entries]
    ['c3', 'b2']
    """
    return _typed(atomic_file.numbered_lines(text))


def _typed(lines: Iterator[tuple[int, str]]) -> Record:
    record, state, number, begun, head, listed = None, None, 1, 1, list[str](), False
    for number, line in lines:
        if not line.strip():
            continue
        said = NUMBERED.sub("", normalize_characters(line.partition("#")[0]).strip())
        if not said:
            continue
        if len(said) > serialization.LONGEST_NAME:
            raise _wrong(
                number,
                note("record.unread", said=serialization.short_repr(said), most=f"{serialization.LONGEST_NAME:,}"),
            )
        bulleted = bool(NUMBERED.match(normalize_characters(line).strip()) and not re.search(r"\d", said))
        listed = bulleted and bool(head) and (listed or head[-1].endswith("="))  # Players: and a name a line
        option = said if record is None or listed else _option(record, said)
        if record is None or (state is None and option):
            head[len(head) - listed :] = [f"{head[-1]}{said}," if listed else option]
            record, begun = _headed("; ".join(head), number), number
            continue
        state = _begun(record, begun) if state is None else state
        for action in _actions(record.game, state, said, number):
            state, record = _after(record.game, state, Entry(action)), record.with_action(action)
    if record is None:
        raise _wrong(number, note("record.empty"))
    if state is None:
        _begun(record, begun)
    return record


def _option(record: Record, said: str) -> str:
    """Return a line before the first action as an option, ``Players: Ada, Ben`` or ``tie breaker = any``; else ""."""
    known = signature(record.game.rules.initial_state).parameters
    if (counted := COUNTED_OPTION.fullmatch(said)) and counted[2].lower() in known:  # 3 players
        return f"{counted[2]}={counted[1]}"
    if not (found := OPTION.fullmatch(said)):
        return ""
    key = re.sub(r"[\s-]+", "_", found[1]).lower()
    if key not in known and not similar_names(key, known, 1, 0.7):
        with suppress(ValueError):
            if found[2] == "=":
                _actions(record.game, record.initial_state(), said, 1)
            return ""
    return f"{key}={found[3]}"


def _headed(said: str, number: int) -> Record:
    """Return the record without actions of a typed header: ``caesar players=Ada, Ben``, case ignored.

    Names are counted where a game takes a number of players."""
    said = re.sub(r"^(?i:game)\s*[:=]\s*", "", said)
    words = re.match(r"[\s\"']*([^\W\d]+(?:[\s-]+[^\W\d]+)*)", said)
    names_of = _split(words[1].replace("_", " ")) if words else []
    typed = next(("_".join(names_of[:n]) for n in (2, 1) if "_".join(names_of[:n]) in GAMES), "")
    name, *_ = re.split(r"[\s,.;:|-]+(?=\w+\s*[=:])|[,.;:]$", said)
    try:
        game = package(typed or "_".join(name.strip("\"'").split()))
    except RecordError as error:
        raise _wrong(number, untranslated_message(error)) from None
    known, options = signature(game.rules.initial_state).parameters, dict[str, Any]()
    for key in known:  # blue dice = ..., 3 players
        spaced = key.replace("_", r"[\s_-]*")
        said = re.sub(rf"\b{spaced}(?=\s*[=:])", key, said, flags=re.IGNORECASE)
        said = re.sub(rf"\b(\d+)\s+{key}\b(?!\s*[=:])", rf"{key}=\1", said, flags=re.IGNORECASE)
    _, *found = re.split(r"[\s,.;:|-]+(?=\w+\s*[=:])|[,.;:]$", said)
    for key, _, text in (re.split(r"\s*([=:])\s*", option, maxsplit=1) for option in filter(None, found)):
        near = similar_names(key, known, 1, 0.7)
        if key.lower() not in known and (near or all(each.kind != each.VAR_KEYWORD for each in known.values())):
            has = ", ".join(sorted(known, key=lambda each: each not in near))
            raise _wrong(number, note("record.option", game=package_name(game), found=repr(key), known=has))
        values: list[Any] = [*split_names(text)]
        if known.get(key.lower()) and isinstance(known[key.lower()].default, bool):
            values = [BOOLEANS.get(str(value).lower(), value) for value in values]
        single = len(values) == 1 and "," not in text
        counted = key.lower() == "players" and isinstance(known["players"].default, int)
        value = int(values[0]) if single and NUMBER.fullmatch(str(values[0])) else values[0] if single else values
        options[key.lower()] = len(values) if counted and not single else value
    return Record(game, options=options)


def _actions(game: Any, state: State, said: str, number: int) -> list[Action]:
    """Return the actions of a typed line: one, or several with semicolons, commas, "then" or blanks between them."""
    try:
        return [_meant(game, state, said, number)]
    except RecordError:
        marked = [*BETWEEN.finditer(said)]
        for cut in marked or reversed([*re.finditer(r"\s+", said)]):
            with suppress(RecordError):
                first = _meant(game, state, said[: cut.start()], number, FITS if marked else FITS[:2])
                break
        else:
            raise
        later, rest = _after(game, state, Entry(first)), said[cut.end() :].strip(" .")
        return [first, *_actions(game, later, rest, number)] if rest else [first]


def _meant(game: Any, state: State, said: str, number: int, fitting: Sequence[Fit] | None = None) -> Action:
    """Return the action of a typed line: the legal action with exactly its words, else the only one with them."""
    player = game.rules.current_player(state)
    if player == OVER:
        raise _wrong(number, note("record.over", action=serialization.short_repr(said)))
    known = game.rules.chance_outcomes(state) if player == CHANCE else game.rules.legal_actions(state)
    written = {action: _written(game, action) for action in known}
    plain = _split(said)
    if len(sure := [action for action, ways in written.items() if plain == [*chain(*ways[0])]]) == 1:
        return sure[0]
    folded = _folded(game, state, said, written)
    found: list[Action] = []
    for fits in fitting or FITS:
        pairs = {action: product((plain, folded), ways) for action, ways in written.items()}
        found = [action for action, tried in pairs.items() if any(fits(asked, *way) for asked, way in tried)]
        if len(found) == 1:
            return found[0]
        if found:
            break
    listed = {action: " ".join(chain(*ways[-1])) for action, ways in written.items()}
    near = found or sorted(known, key=lambda each: -_likeness(folded, *written[each][-1]))
    actions = "; ".join([*dict.fromkeys(listed[action] for action in near)][:MOST_NAMED])
    why = "" if found or player == CHANCE else _refusal(game, state, folded, known)
    key = "record.several" if found else "record.refused" if why else "record.unmeant"
    raise _wrong(number, note(key, said=serialization.short_repr(said), actions=actions, why=why))


Words: TypeAlias = tuple[list[str], list[str]]  # an action's kind, and its fields
Fit: TypeAlias = Callable[[list[str], list[str], list[str]], bool]


def _fits_exactly(asked: list[str], kind: list[str], words: list[str]) -> bool:
    return _squeezed(asked) in (_squeezed([*kind, *words]), _squeezed(words))


def _fits_in_any_order(asked: list[str], kind: list[str], words: list[str]) -> bool:
    return _counted(asked) in (_counted([*kind, *words]), _counted(words))


def _fits_in_part(asked: list[str], kind: list[str], words: list[str]) -> bool:
    return bool(asked) and set(asked) <= {*kind, *words}


def _fits_abbreviated(asked: list[str], kind: list[str], words: list[str]) -> bool:
    spelled = [word for word in (*kind, *words) if word.isalpha()]
    inflected = {*kind, *words, *(word + ending for word in spelled for ending in ("s", "es", "d"))}
    return bool(asked) and all(
        one in inflected or (len(one) > 1 and any(word.startswith(one) for word in spelled)) for one in asked
    )


FITS: Final[tuple[Fit, ...]] = (_fits_exactly, _fits_in_any_order, _fits_in_part, _fits_abbreviated)


def _squeezed(words: list[str]) -> str:
    """Return words without the blanks between them, except between two figures."""
    return re.sub(r"(?<!\d) | (?!\d)", "", " ".join(words))


def _counted(words: list[str]) -> tuple[set[str], list[str]]:
    """Return the different words, and all the figures."""
    return {word for word in words if not word.isdigit()}, sorted(word for word in words if word.isdigit())


def _likeness(asked: list[str], kind: list[str], words: list[str]) -> float:
    return max(SequenceMatcher(None, " ".join(asked), " ".join(each)).ratio() for each in ([*kind, *words], words))


def _written(game: Any, action: Action) -> list[Words]:
    """Return the words of an action's kind and of its fields: in full, with fields' names, and without absent coins."""
    plain = game.action_to_json(action)
    kind, *fields = _parts(plain)
    names_of = [*plain][1:] if isinstance(plain, dict) else [*getattr(action, "__dataclass_fields__", ())]
    named = [f"{name} {value}" for name, value in zip(names_of, fields)]
    apart = _split(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(kind)))  # TieBreaker
    full = _split(" ".join(map(str, fields)))
    lean = [
        " ".join(f"{count} {coin}" for coin, count in each.items() if count) if isinstance(each, dict) else str(each)
        for each in fields
    ]
    return [(apart, words) for words in (full, _split(" ".join(named)), _split(" ".join(lean)))]


def _parts(plain: Any) -> list[Any]:
    """Return the kind and the fields of an action in JSON."""
    return [*plain.values()] if isinstance(plain, dict) else plain if isinstance(plain, list) else [plain]


def _folded(game: Any, state: State, said: str, written: Mapping[Action, list[Words]]) -> list[str]:
    """Return the words of a typed line as the actions write them: other spellings of the game's names replaced, numbers
    as figures, without the player's name and articles."""
    ways = [way for each in written.values() for way in each]
    vocabulary = {word for kind, words in ways for word in (*kind, *words)}
    spelled = {"".join(kind): " ".join(kind) for kind, _ in ways}
    spelled |= {"".join(_split(spelling)): name for spelling, name in _spellings(game, state).items()}
    words, found = _split(said), list[str]()
    while words:
        most = next((n for n in range(min(6, len(words)), 0, -1) if "".join(words[:n]) in spelled), 0)
        if most > 1 or (most and words[0] not in vocabulary):
            found += _split(spelled["".join(words[:most])])
        else:
            found.append(words[0] if words[0] in vocabulary else figure(words[0]))
        words = words[max(most, 1) :]
    player = _split(str(game.rules.current_player(state)))
    return [word for word in found if word in vocabulary or word not in (*FILLERS, *player)]


FILLERS: Final = "laurel card block player the a an to at on in into from of and with my his her s is by do".split()  # noqa: SIM905
BETWEEN: Final = re.compile(r"\s*(?:[;,、；]|\s(?:and\s+)?then\s)\s*(?:then\s)?", re.IGNORECASE)


def _spellings(game: Any, state: State) -> dict[str, str]:
    """Return the game's names by their other spellings: its ``name_by_spelling(state)``, if it has any."""
    return game.name_by_spelling(state) if hasattr(game, "name_by_spelling") else {}


def _refusal(game: Any, state: State, asked: list[str], known: Iterable[Action]) -> str:
    """Return why the rules refuse what the words say, where they name something for an action of one field; else ""."""
    names_of = {" ".join(_split(name)): name for name in _spellings(game, state).values()}
    for plain in {type(each): game.action_to_json(each) for each in known}.values():
        kind, *fields = _parts(plain)
        name = names_of.get(" ".join(asked[1:] if asked[:1] == _split(str(kind)) else asked))
        if name and len(fields) == 1 and isinstance(fields[0], str) and ":" not in fields[0]:
            other = {**plain, [*plain][-1]: name} if isinstance(plain, dict) else [kind, name]
            try:
                game.rules.apply(state, game.action_from_json(other))
            except ValueError as error:
                return untranslated_message(error)
    return ""


def _split(said: str) -> list[str]:
    """Return the words of a text, without case and accents."""
    return re.findall(r"[^\W_]+", normalize("NFC", re.sub("[\u0300-\u036f]", "", normalize("NFD", said))).casefold())


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
        raise RecordError(untranslated_message(error)) from None
    if header["actions"] is not None and header["actions"] != lines_read:
        raise _wrong(number, note("record.ends", actions=lines_read, said=header["actions"]))
    return Record(game, tuple(entries), record.options, record.start, record.scenario)


def _objects(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (number, object) of every line that is not empty."""
    for number, line in lines:
        if not line or line.isspace():
            continue
        try:
            found = serialization.parse_json(line)
        except ValueError as error:
            raise _wrong(number, untranslated_message(error)) from None
        if not isinstance(found, dict):
            raise _wrong(number, note("record.object", text=serialization.short_repr(line)))
        yield number, found


def _begun(record: Record, number: int) -> State:
    try:
        return record.initial_state()
    except DataError:
        raise
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError) as error:  # options are anything
        raise _wrong(number, note("record.begins", why=serialization.shorten(untranslated_message(error)))) from None


def _next(game: Any, state: State, line: dict[str, Any], number: int) -> tuple[State, list[Entry]]:
    """Return the position after the action that a line describes, and the action with its comment.

    If the game's ``omitted_action(state, action)`` returns an action, which earlier versions did not record, it is
    inserted before."""
    comment = line.pop("comment", None)
    plain = line["do"] if list(line) == ["do"] and not isinstance(line["do"], str) else line
    try:
        entry = Entry(game.action_from_json(plain), comment)
        omitted = getattr(game, "omitted_action", None)
        left_out = omitted and omitted(state, entry.action)
        new = [Entry(left_out), entry] if left_out else [entry]
        if left_out:
            state = _after(game, state, new[0])
        state, before = _after(game, state, entry), state
        if check := getattr(game, "check_comment", None):
            check(before, entry.action, comment)
    except ValueError as error:
        raise _wrong(number, untranslated_message(error)) from None
    return state, new


def package_name(game: Any) -> str:
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
    near = similar_names(name, GAMES, 1)
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
    if header.get("game") != package_name(game):
        raise _wrong(
            number,
            note("record.game", found=serialization.short_repr(header.get("game")), game=repr(package_name(game))),
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
