"""Frozen dataclasses to JSON and back, and a strict reader for all JSON from outside.

A dataclass becomes an object with its fields, an enum its value, tuples and frozensets lists. An annotation changes
that: ``Annotated[int, Written(write, read), JsonKey("player")]``. An action also has its kind under ``do``: ``{"do":
"Go", "place": "Rome"}``.

``parse_json`` takes only unambiguous JSON: no duplicate key, no NaN, at most ``DEEPEST`` levels and ``LONGEST`` bytes,
no unpaired surrogates. Every error is a ValueError of less than 500 characters that says where, what was found and what
would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from functools import cache
from inspect import Parameter, signature
from math import isfinite
from reprlib import Repr
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from gamekit.probability import distribution
from gamekit.text.translation import note, untranslated_message

Value = TypeVar("Value")
LONGEST: Final = 1_000_000  # bytes of one line, or of one position
DEEPEST: Final = 50  # levels of lists and objects
LONGEST_NAME: Final = 1_000  # characters of a name, in a position or an action
MOST_DIGITS: Final = 30
MOST_SAID: Final = 400  # characters of a refusal
RATIO: Final = re.compile(r"-?\d{1,30}(/[1-9]\d{0,29})?")
NO_TEXT: Final = re.compile("[\x00\ud800-\udfff]")


class PositionError(ValueError):
    """JSON that cannot be read, or an invalid position or action: the message says where and why."""


@dataclass(frozen=True, slots=True)
class Converter:
    """A custom JSON form of a field: ``write`` makes plain JSON, ``read_dataclass`` reads it back.

    ``read_dataclass`` raises ValueError for an invalid form."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


FORMS: Final[dict[Any, Converter]] = {}  # how every value of a class is written, wherever it stands


@dataclass(frozen=True, slots=True)
class JsonKey:
    """The JSON key of a field, if not the field's name."""

    name: str


_repr = Repr()
_repr.maxstring = _repr.maxother = 60
_repr.maxlist = _repr.maxdict = 4
_repr.maxlevel = 2


def short_repr(value: Any) -> str:
    """Return the ``repr`` of a value for an error message, cut to at most 60 characters.

    >>> len(short_repr("x" * 1_000_000))
    60
    """
    try:
        return _repr.repr(value)
    except ValueError:  # of a number that is too long Python makes no text
        return f"<{type(value).__name__}>"


def shorten(message: str) -> str:
    """Return a text for an error message: one of over 400 characters is cut there, "..." after it."""
    return message if len(message) <= MOST_SAID else f"{message[:MOST_SAID]}..."


def keyed_tuple_converter(keys: tuple[str, ...], hint: Any, default: Any) -> Converter:
    """Return the converter of a tuple with one entry per key: a JSON object; a missing key means ``default``."""

    def read(found: Any) -> Any:
        if not isinstance(found, dict):
            _refuse("bare", found=short_repr(found), right=note("codec.kind.dict"))
        for unknown in (key for key in found if key not in keys):
            _refuse("unknown", where=unknown[:60], hint=note("codec.keys", keys=", ".join(keys)))
        given = {key: value for key, value in found.items() if value is not None}
        return tuple(from_plain(given[key], hint, key) if key in given else default for key in keys)

    return Converter(lambda values: {key: to_plain(value, hint) for key, value in zip(keys, values)}, read)


# The strict reader ----------------------------------------------------------------------------------------------------


def parse_json(text: Any) -> Any:
    """Return the value of a JSON text, as plain lists, dictionaries, strings and numbers. Raises PositionError.

    >>> parse_json('{"year": -48, "year": -47}')
    Traceback (most recent call last):
    ...
    gamekit.storage.serialization.PositionError: the key 'year' is there twice in one object
    """
    if not isinstance(text, str):
        _refuse("text", found=type(text).__name__)
    size = len(text) if text.isascii() or len(text) > LONGEST else len(text.encode("utf-8", "surrogatepass"))
    if size > LONGEST:
        _refuse("long", found=f"{size:,}", most=f"{LONGEST:,}")
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
    _check_values(found)
    return found


def _refuse(key: str, **said: Any) -> NoReturn:
    raise PositionError(shorten(note(f"codec.{key}", **said))) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        _refuse("twice", found=short_repr(next(key for number, key in enumerate(keys) if key in keys[:number])))
    return found


def _no_number(name: str) -> Any:
    _refuse("number", found=name)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _refuse("digits", found=len(digits), most=MOST_DIGITS)
    return int(digits)


def _fraction(digits: str) -> float:
    if not isfinite(number := float(digits)):
        _refuse("number", found=short_repr(digits))
    return number


def _check_values(found: Any) -> None:
    """Raise PositionError for unpaired surrogates and too deep nesting."""
    level, deep = [found], 0
    while level:
        if deep > DEEPEST:
            _refuse("deep", most=DEEPEST)
        deeper: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if NO_TEXT.search(value):
                    _refuse("character", found=short_repr(value))
            elif isinstance(value, list):
                deeper += value
            elif isinstance(value, dict):
                deeper += value
                deeper += value.values()
        level, deep = deeper, deep + 1


# Dataclasses to JSON --------------------------------------------------------------------------------------------------


@cache
def _hints(kind: Any) -> dict[str, tuple[str, Any, Any]]:
    """Map each JSON key to (field, type, default factory or None).

    The fields of a function are its parameters."""
    hints, found = get_type_hints(kind, include_extras=True), {}
    for name, default in _fields(kind).items():
        hint = hints[name]
        key = next((each.name for each in getattr(hint, "__metadata__", ()) if isinstance(each, JsonKey)), name)
        found[key] = name, hint, default
    return found


def _fields(kind: Any) -> dict[str, Callable[[], Any] | None]:
    """Map each init field of a dataclass (only those in ``SHARED``, if it has that), or each parameter of a function,
    to its default factory or None."""
    if not isinstance(kind, type):
        named = signature(kind).parameters.values()
        return {one.name: None if one.default is Parameter.empty else _always(one.default) for one in named}
    factories = {field.name: field.default_factory for field in fields(kind) if field.default_factory is not MISSING}
    defaults = {field.name: _always(field.default) for field in fields(kind) if field.default is not MISSING}
    names = getattr(kind, "SHARED", None) or [field.name for field in fields(kind) if field.init]
    return {name: (factories | defaults).get(name) for name in names}


def _always(value: Any) -> Callable[[], Any]:
    return lambda: value


def _written(hint: Any) -> Converter | None:
    said = getattr(hint, "__metadata__", None)
    found = next((each for each in said if isinstance(each, Converter)), None) if said else None
    return found or (FORMS.get(hint) if isinstance(hint, type) else None)


def to_plain(value: Any, hint: Any = None, omit_defaults: bool = False) -> Any:
    """Return a value made of frozen dataclasses as plain JSON; ``omit_defaults`` omits fields with their default value.

    >>> from gamekit.aquileia.tables import PointWorth, Purse
    >>> to_plain((Purse(gold=2), None)), to_plain(PointWorth(gold=3), omit_defaults=True)
    ([{'bronze': 0, 'silver': 0, 'gold': 2}, None], {'gold': '3'})
    """
    if form := _written(hint) or FORMS.get(type(value)):
        return form.write(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction) and hint is not Any:
        return str(value)
    if isinstance(value, (tuple, list, frozenset)):
        inner = next(iter(get_args(hint)), None)
        return [
            to_plain(each, inner, omit_defaults) for each in (sorted(value) if isinstance(value, frozenset) else value)
        ]
    if isinstance(value, Mapping):
        return {str(key): to_plain(each, None, omit_defaults) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return unstructure(
            type(value), {field.name: getattr(value, field.name) for field in fields(value)}, omit_defaults
        )
    return distribution.python_number(value)


def unstructure(kind: Any, values: Mapping[str, Any], omit_defaults: bool = False) -> dict[str, Any]:
    """Return the fields of a dataclass, or the arguments of a function, as a JSON object."""
    found = {}
    for key, (name, hint, default) in _hints(kind).items():
        if name in values and not (
            omit_defaults and default and _usual(distribution.python_number(values[name]), default())
        ):
            found[key] = to_plain(values[name], hint, omit_defaults)
    return found


def _usual(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default)


def action_to_json(action: Any) -> dict[str, Any]:
    """Return an action that is a dataclass as a JSON object: its type's name under ``do``, then its fields.

    >>> from gamekit.aquileia.state import Place
    >>> action_to_json(Place("arena 1"))
    {'do': 'Place', 'field': 'arena 1'}
    """
    return {"do": type(action).__name__, **to_plain(action)}


def to_json(value: Any, **header: Any) -> str:
    """Return a dataclass as JSON text; the keys of ``header``, if given, come first."""
    return json.dumps({**header, **to_plain(value)}, ensure_ascii=False, allow_nan=False)


# And back -------------------------------------------------------------------------------------------------------------


def read_dataclass(kind: type[Value], text: str, check: Callable[[Value], Any] | None = None) -> Value:
    """Return the dataclass of a JSON text; ValueError if it is invalid, or from ``check(value)``.

    >>> from gamekit.aquileia.tables import Purse
    >>> read_dataclass(Purse, '{"bronze": 1, "silver": 0, "gold": "2"}')
    Traceback (most recent call last):
    ...
    gamekit.storage.serialization.PositionError: Purse.gold is '2'; it should be a whole number
    """
    found: Value = structure(kind, parse_object(text), kind.__name__)
    if check:
        check(found)
    return found


def parse_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text; PositionError if it is not an object."""
    found = parse_json(text)
    if not isinstance(found, dict):
        _refuse("object", found=short_repr(found))
    return found


def action_from_json(action_types: Iterable[type], json_object: Any) -> Any:
    """Return the action of one of these dataclasses that a JSON object describes; ValueError if none fits."""
    named = {kind.__name__: kind for kind in action_types}
    if (
        not isinstance(json_object, dict)
        or not isinstance(json_object.get("do"), str)
        or json_object["do"] not in named
    ):
        _refuse("action", found=short_repr(json_object), kinds=", ".join(named))
    return structure(
        named[json_object["do"]], {key: value for key, value in json_object.items() if key != "do"}, json_object["do"]
    )


def structure(kind: type, values: Any, where: str = "", allow_missing: bool = False) -> Any:
    """Return a dataclass from a JSON object, fields checked; ``allow_missing``: fields with a default may be
    missing."""
    given = fields_from_json(kind, values, where, allow_missing)
    try:
        return kind(**given)
    except ValueError as error:
        raise position_error(error, where) from None


def fields_from_json(kind: Any, values: Any, where: str = "", allow_missing: bool = False) -> dict[str, Any]:
    """Return the fields of a dataclass, or the arguments of a function, from a JSON object."""
    hints = _hints(kind)
    if not isinstance(values, Mapping):
        _refuse("value", where=where, found=short_repr(values), right=note("codec.kind.dict"))
    if allow_missing:
        values = {key: value for key, value in values.items() if value is not None or key not in hints}
    _check_keys(values, hints, where, allow_missing)
    return {
        field: from_plain(values[key], inner, _at(where, key), allow_missing)
        for key, (field, inner, _) in hints.items()
        if key in values
    }


def _check_keys(values: Mapping[str, Any], hints: Mapping[str, Any], where: str, partly: bool) -> None:
    unknown = [key for key in values if key not in hints]
    missing = [key for key, (_, _, optional) in hints.items() if key not in values and not (partly and optional)]
    if partly and unknown:
        near = get_close_matches(unknown[0][:LONGEST_NAME], hints, 1)
        hint = note("codec.near", name=near[0]) if near else note("codec.keys", keys=", ".join(hints))
        _refuse("unknown", where=_at(where, unknown[0][:60]), hint=hint)
    if unknown or missing:
        none, right = note("codec.none"), ", ".join(hints)
        _refuse("fields", where=where, right=right or none, found=shorten(", ".join(values)) or none)


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def position_error(error: ValueError, where: str) -> PositionError:
    """Return an error as a PositionError that begins with the place ``where``."""
    said = untranslated_message(error)
    return PositionError(note("codec.at", where=where, why=shorten(said)) if where else shorten(said))


def from_plain(value: Any, hint: Any, where: str = "", allow_missing: bool = False) -> Any:
    """Return a value of type ``hint`` from plain JSON."""
    if form := _written(hint):
        try:
            return form.read(value)
        except ValueError as error:
            raise position_error(error, where) from None
    if hint is Any:
        return value
    if isinstance(hint, type):
        return (_several if issubclass(hint, tuple) else _single)(value, hint, where, allow_missing)
    return _composed(value, hint, where, allow_missing)


def _composed(value: Any, hint: Any, where: str, partly: bool) -> Any:
    """Return a value of a generic type or union from plain JSON."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return from_plain(value, inner[0], where, partly)
    if origin in (Union, UnionType):
        return _either(value, inner, where, partly)
    if origin in LISTS:
        return _several(value, hint, where, partly)
    if origin in (dict, Mapping) and isinstance(value, dict):
        return {key: from_plain(one, inner[1], _at(where, key), partly) for key, one in value.items()}
    if origin is Literal and any(value == one and type(value) is type(one) for one in inner):
        return value
    return _wrong(value, _kind(hint), where)


LISTS: Final = {tuple: tuple, frozenset: frozenset, Sequence: tuple, Iterable: tuple, Collection: tuple}


def _single(value: Any, hint: type, where: str, partly: bool) -> Any:
    """Return a value of a class, which is not a list, from plain JSON."""
    if is_dataclass(hint) and isinstance(value, dict):
        return structure(hint, value, where, partly)
    if issubclass(hint, Enum):
        return _member(value, hint, where)
    if hint is Fraction and isinstance(value, str) and RATIO.fullmatch(value):
        return Fraction(value)
    if value is None if hint is NoneType else type(value) is hint and _short(value):
        return value
    return _wrong(value, _kind(hint), where)


def _member(value: Any, hint: type[Enum], where: str) -> Any:
    """Return the member of an enum with this value."""
    members = (member for member in hint if member.value == value and type(member.value) is type(value))
    found = next(members, None)
    return _wrong(value, _kind(hint), where) if found is None else found


def _several(value: Any, hint: Any, where: str, partly: bool) -> Any:
    """Return a tuple, frozenset or named tuple from a list."""
    if fields := getattr(hint, "_fields", ()):
        hints = get_type_hints(hint)
        make, inner = hint._make, tuple(hints[field] for field in fields)
    else:
        make, inner = LISTS[get_origin(hint)], get_args(hint)
        if make is not tuple or get_origin(hint) is not tuple:
            inner = (*inner, Ellipsis)
    if isinstance(value, list):
        kinds = inner if inner[-1:] != (Ellipsis,) else inner[:1] * len(value)
        if len(kinds) == len(value):
            each = enumerate(zip(value, kinds))
            return make(from_plain(one, kind, f"{where}[{number}]", partly) for number, (one, kind) in each)
    return _wrong(value, _kind(hint), where)


def _short(value: Any) -> bool:
    return not isinstance(value, str) or len(value) <= LONGEST_NAME


def _wrong(value: Any, right: str, where: str) -> NoReturn:
    _refuse("value" if where else "bare", where=where, found=short_repr(value), right=right)


def _either(value: Any, hints: tuple[Any, ...], where: str, partly: bool) -> Any:
    for hint in hints:
        if value is None if hint is NoneType else value is not None:
            try:
                return from_plain(value, hint, where, partly)
            except ValueError:
                if len(hints) == 2 and NoneType in hints:
                    raise
    right = " / ".join(map(_kind, hints))
    return _wrong(value, right, where)


def _kind(hint: Any) -> str:
    """Describe the expected kind of value for an error message."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return note("codec.one_of", known=", ".join(str(member.value) for member in hint))
    if get_origin(hint) is Literal:
        return note("codec.one_of", known=", ".join(map(str, get_args(hint))))
    if get_origin(hint) in LISTS:
        return note("codec.kind.list", each=" , ".join(_kind(each) for each in get_args(hint) if each is not Ellipsis))
    if isinstance(hint, type) and is_dataclass(hint):
        return note("codec.kind.dict")
    name = getattr(hint, "__name__", "")
    return note(f"codec.kind.{name}") if name in ("int", "bool", "str", "float", "NoneType") else name
