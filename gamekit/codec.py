"""Frozen dataclasses to JSON and back, and the strict reader of all JSON that comes from outside.

A dataclass is an object with its fields; enums stand by their value, tuples and frozensets as lists. A field that is
written otherwise says so: ``Annotated[int, Written(write, read), Key("player")]``. An action has its kind under ``do``
besides: ``{"do": "Go", "place": "Rome"}``.

``parse`` takes JSON only as everybody reads it: no key twice, no NaN, at most ``DEEPEST`` levels and ``LONGEST`` bytes,
no half characters. Every refusal is a ValueError of less than 500 characters that says where, what was found and what
would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cache
from math import isfinite
from reprlib import Repr
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from gamekit.words import note, why

Value = TypeVar("Value")
LONGEST: Final = 1_000_000  # bytes of one line, or of one position
DEEPEST: Final = 50  # levels of lists and objects
MOST_VALUES: Final = 200_000  # values in one line or position
LONGEST_NAME: Final = 1_000  # characters of a name, in a position or an action
MOST_DIGITS: Final = 30
MOST_SAID: Final = 400  # characters of a refusal
NO_TEXT: Final = re.compile("[\x00\ud800-\udfff]")


class PositionError(ValueError):
    """JSON that cannot be read, or a position or an action that cannot be: the message says where and why."""


@dataclass(frozen=True, slots=True)
class Written:
    """The JSON form of a field whose type does not give one: ``write`` makes plain JSON, ``read`` reads it back.

    ``read`` raises ValueError when there is none."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Key:
    """The key that a field is written under, where it is not the field's own name."""

    name: str


_repr = Repr()
_repr.maxstring = _repr.maxother = 60
_repr.maxlist = _repr.maxdict = 4
_repr.maxlevel = 2


def shown(value: Any) -> str:
    """A value in a sentence, however long it is.

    >>> len(shown("x" * 1_000_000))
    60
    """
    return _repr.repr(value)


def brief(said: str) -> str:
    """A text cut to the length of a message."""
    return said if len(said) <= MOST_SAID else f"{said[:MOST_SAID]}..."


def keyed(keys: tuple[str, ...], hint: Any, default: Any) -> Written:
    """The JSON form of a tuple with one entry per key: an object, from which default values may be left out."""

    def read(found: Any) -> Any:
        if not isinstance(found, dict):
            _refuse("bare", found=shown(found), right=note("codec.kind.dict"))
        for unknown in (key for key in found if key not in keys):
            _refuse("unknown", where=unknown[:60], hint=note("codec.keys", keys=", ".join(keys)))
        given = {key: value for key, value in found.items() if value is not None}
        return tuple(value_of(given[key], hint, key) if key in given else default for key in keys)

    return Written(lambda values: {key: plain(value, hint) for key, value in zip(keys, values)}, read)


# The strict reader ----------------------------------------------------------------------------------------------------


def parse(text: Any) -> Any:
    """The value that a JSON text holds, as plain lists, objects, texts and numbers. Raises PositionError.

    >>> parse('{"year": -48, "year": -47}')
    Traceback (most recent call last):
    ...
    gamekit.codec.PositionError: the key 'year' is there twice in one object
    """
    return counted(text)[0]


def counted(text: Any) -> tuple[Any, int]:
    """The value that a JSON text holds, and how many values there are in it; see ``parse``."""
    if not isinstance(text, str):
        _refuse("text", found=type(text).__name__)
    size = len(text) if text.isascii() or len(text) > LONGEST else len(text.encode("utf-8", "surrogatepass"))
    if size > LONGEST:
        _refuse("long", found=f"{size:,}", most=f"{LONGEST:,}")
    if sum(map(text.count, "[{,")) > MOST_VALUES:  # before a list of them takes its time
        _refuse("values", most=f"{MOST_VALUES:,}")
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole, parse_float=_fraction
        )
    except PositionError:
        raise
    except RecursionError:
        _refuse("deep", most=DEEPEST)
    except ValueError as error:
        _refuse("json", why=error)
    return found, _walked(found)


def _refuse(key: str, **said: Any) -> NoReturn:
    raise PositionError(brief(note(f"codec.{key}", **said))) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        _refuse("twice", found=shown(next(key for number, key in enumerate(keys) if key in keys[:number])))
    return found


def _no_number(name: str) -> Any:
    _refuse("number", found=name)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _refuse("digits", found=len(digits), most=MOST_DIGITS)
    return int(digits)


def _fraction(digits: str) -> float:
    if not isfinite(number := float(digits)):
        _refuse("number", found=shown(digits))
    return number


def _walked(found: Any) -> int:
    """Count the values, refusing half characters and too deep nesting."""
    level, deep, count = [found], 0, 0
    while level:
        count += len(level)
        if count > MOST_VALUES:
            _refuse("values", most=f"{MOST_VALUES:,}")
        if deep > DEEPEST:
            _refuse("deep", most=DEEPEST)
        deeper: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if NO_TEXT.search(value):
                    _refuse("character", found=shown(value))
            elif isinstance(value, list):
                deeper += value
            elif isinstance(value, dict):
                deeper += value
                deeper += value.values()
        level, deep = deeper, deep + 1
    return count


# Dataclasses to JSON --------------------------------------------------------------------------------------------------


@cache
def _hints(kind: type) -> dict[str, tuple[str, Any, bool]]:
    """By the key that a field is written under: the field, its type, and whether it has a default."""
    hints, found = get_type_hints(kind, include_extras=True), {}
    for field in fields(kind):
        hint = hints[field.name]
        key = next((each.name for each in getattr(hint, "__metadata__", ()) if isinstance(each, Key)), field.name)
        optional = field.default is not MISSING or field.default_factory is not MISSING
        found[key] = field.name, hint, optional
    return found


def _written(hint: Any) -> Written | None:
    said = getattr(hint, "__metadata__", None)
    return next((each for each in said if isinstance(each, Written)), None) if said else None


def plain(value: Any, hint: Any = None) -> Any:
    """A value of frozen dataclasses as plain JSON.

    >>> from gamekit.aquileia.tables import Purse
    >>> plain((Purse(gold=2), None))
    [{'bronze': 0, 'silver': 0, 'gold': 2}, None]
    """
    if written := _written(hint):
        return written.write(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, frozenset)):
        inner = next(iter(get_args(hint)), None)
        return [plain(each, inner) for each in (sorted(value) if isinstance(value, frozenset) else value)]
    if is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        return {key: plain(getattr(value, field), inner) for key, (field, inner, _) in hints.items()}
    return value


def encoded(action: Any) -> dict[str, Any]:
    """An action that is a dataclass as a JSON object: its type's name under ``do``, then its fields."""
    return {"do": type(action).__name__, **plain(action)}


def written(value: Any, **header: Any) -> str:
    """A dataclass as JSON text, after the keys of a header if one is given."""
    return json.dumps({**header, **plain(value)}, ensure_ascii=False, allow_nan=False)


# And back -------------------------------------------------------------------------------------------------------------


def read(kind: type[Value], text: str, check: Callable[[Value], Any] | None = None) -> Value:
    """The dataclass that a JSON text describes, once ``check`` has not raised. ValueError says what is wrong.

    >>> from gamekit.aquileia.tables import Purse
    >>> read(Purse, '{"bronze": 1, "silver": 0, "gold": "2"}')
    Traceback (most recent call last):
    ...
    gamekit.codec.PositionError: Purse.gold is '2'; it should be a whole number
    """
    found: Value = made(kind, document(text), kind.__name__)
    if check:
        check(found)
    return found


def document(text: str) -> dict[str, Any]:
    """The JSON object that a text holds."""
    found = parse(text)
    if not isinstance(found, dict):
        _refuse("object", found=shown(found))
    return found


def decoded(kinds: Iterable[type], found: Any) -> Any:
    """The action of one of these dataclasses that a JSON object describes; ValueError when there is none like it."""
    named = {kind.__name__: kind for kind in kinds}
    if not isinstance(found, dict) or not isinstance(found.get("do"), str) or found["do"] not in named:
        _refuse("action", found=shown(found), kinds=", ".join(named))
    return made(named[found["do"]], {key: value for key, value in found.items() if key != "do"}, found["do"])


def made(kind: type, values: Any, where: str = "", partly: bool = False) -> Any:
    """A dataclass from a JSON object, every field of its type; ``partly`` if what has a default may be left out."""
    hints = _hints(kind)
    if not isinstance(values, Mapping):
        _refuse("value", where=where, found=shown(values), right=note("codec.kind.dict"))
    if partly:
        values = {key: value for key, value in values.items() if value is not None or key not in hints}
    _check_keys(values, hints, where, partly)
    given = {
        field: value_of(values[key], inner, _at(where, key), partly)
        for key, (field, inner, _) in hints.items()
        if key in values
    }
    try:
        return kind(**given)
    except ValueError as error:
        raise refusal(error, where) from None


def _check_keys(values: Mapping[str, Any], hints: Mapping[str, Any], where: str, partly: bool) -> None:
    unknown = [key for key in values if key not in hints]
    missing = [key for key, (_, _, optional) in hints.items() if key not in values and not (partly and optional)]
    if partly and unknown:
        near = get_close_matches(unknown[0][:LONGEST_NAME], hints, 1)
        hint = note("codec.near", name=near[0]) if near else note("codec.keys", keys=", ".join(hints))
        _refuse("unknown", where=_at(where, unknown[0][:60]), hint=hint)
    if unknown or missing:
        none, right = note("codec.none"), ", ".join(hints)
        _refuse("fields", where=where, right=right or none, found=brief(", ".join(values)) or none)


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def refusal(error: ValueError, where: str) -> PositionError:
    """An error with the place that it is about."""
    said = why(error)
    return PositionError(note("codec.at", where=where, why=brief(said)) if where else brief(said))


def value_of(value: Any, hint: Any, where: str = "", partly: bool = False) -> Any:
    """A field's value from plain JSON."""
    if form := _written(hint):
        try:
            return form.read(value)
        except ValueError as error:
            raise refusal(error, where) from None
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if origin is Annotated:
        return value_of(value, inner[0], where, partly)
    if origin in (Union, UnionType):
        return _either(value, inner, where, partly)
    if origin in (tuple, frozenset):
        return _several(value, hint, where, partly)
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return made(hint, value, where, partly)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(value, hint, where)
    if value is None if hint is NoneType else type(value) is hint and _short(value):
        return value
    return _wrong(value, _kind(hint), where)


def _member(value: Any, hint: type[Enum], where: str) -> Any:
    """A member of an enum from its value."""
    members = (member for member in hint if member.value == value and type(member.value) is type(value))
    found = next(members, None)
    return _wrong(value, _kind(hint), where) if found is None else found


def _several(value: Any, hint: Any, where: str, partly: bool) -> Any:
    """A tuple or frozenset from a list."""
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(value, list):
        kinds = inner if origin is tuple and inner[-1:] != (Ellipsis,) else inner[:1] * len(value)
        if len(kinds) == len(value):
            each = enumerate(zip(value, kinds))
            return origin(value_of(one, kind, f"{where}[{number}]", partly) for number, (one, kind) in each)
    return _wrong(value, _kind(hint), where)


def _short(value: Any) -> bool:
    return not isinstance(value, str) or len(value) <= LONGEST_NAME


def _wrong(value: Any, right: str, where: str) -> NoReturn:
    _refuse("value" if where else "bare", where=where, found=shown(value), right=right)


def _either(value: Any, hints: tuple[Any, ...], where: str, partly: bool) -> Any:
    for hint in hints:
        if value is None if hint is NoneType else value is not None:
            try:
                return value_of(value, hint, where, partly)
            except ValueError:
                if len(hints) == 2 and NoneType in hints:
                    raise
    right = " / ".join(map(_kind, hints))
    return _wrong(value, right, where)


def _kind(hint: Any) -> str:
    """The kind of value expected, in words."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return note("codec.one_of", known=", ".join(str(member.value) for member in hint))
    if get_origin(hint) in (tuple, frozenset):
        return note("codec.kind.list", each=" , ".join(_kind(each) for each in get_args(hint) if each is not Ellipsis))
    if isinstance(hint, type) and is_dataclass(hint):
        return note("codec.kind.dict")
    name = getattr(hint, "__name__", "")
    return note(f"codec.kind.{name}") if name in ("int", "bool", "str", "float", "NoneType") else name
