"""All texts for people, in English and Japanese, from ``data/words.csv``.

``GAMEKIT_LANGUAGE`` (en, ja) sets the language where none is given."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, wraps
from html import escape
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from gamekit.storage import data_files

LANGUAGES = ("en", "ja")
FILES = ["words.csv"]  # and those of games of one's own


@dataclass(frozen=True, slots=True)
class WordTranslations:
    """A line of ``words.csv``: the text in each language, with ``{fields}`` to fill in, and plurals like ``{steps}
    {steps:step|steps}``."""

    key: str
    en: str
    ja: str

    def __post_init__(self) -> None:
        for said in (self.en, self.ja):
            for _, name, _, _ in Formatter().parse(said):
                if name is not None and not name.isidentifier():
                    raise ValueError(f"{{{name}}} in {said[:60]!r} should be a field by its name, like {{place}}")


@cache
def table() -> dict[str, WordTranslations]:
    """Return every key with its ``WordTranslations``."""
    return {
        row.key: row for name in FILES for row in data_files.csv_records(WordTranslations, name, unique_key=("key",))
    }


def add_words_file(path: str | Path) -> None:
    """Add the words of your own game: a file like ``words.csv``, its keys beginning with the game's name.

    Raises DataError, and adds nothing, when the file cannot be read.
    """
    name = str(Path(path).resolve())
    data_files.csv_records(WordTranslations, name, unique_key=("key",))
    if name not in FILES:
        FILES.append(name)
        table.cache_clear()


_SPOKEN: ContextVar[str] = ContextVar("language", default="")
Speech = TypeVar("Speech", bound=Callable[..., Any])


@contextmanager
def default_language(language: str) -> Iterator[None]:
    """Make ``language`` the default inside the ``with`` block; a generator consumed after it has the old one."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def in_table_language(function: Speech) -> Speech:
    """Decorate a function of a board's table: the table's ``language``, if it has one, is its default language."""

    @wraps(function)
    def spoken(table: Any, *args: Any, **kwargs: Any) -> Any:
        with default_language(getattr(table, "language", "")):
            return function(table, *args, **kwargs)

    return spoken  # type: ignore[return-value]


def language_or_default(language: str | None = None) -> str:
    """Return ``language``, else that on show, else ``GAMEKIT_LANGUAGE``, else "en"; ValueError for any other."""
    chosen = language or _SPOKEN.get() or os.environ.get("GAMEKIT_LANGUAGE") or "en"
    if chosen not in LANGUAGES:
        raise ValueError(f"no words in {chosen!r}; the languages are {', '.join(LANGUAGES)}")
    return chosen


def word(key: str, language: str | None = None, **fields: Any) -> str:
    """Return the text of a key, its ``{fields}`` filled in; a ``TranslatableText`` among them is translated too.

    >>> word("side.attacker"), word("side.attacker", "ja")
    ('attacker', '攻撃側')
    """
    if (row := table().get(key)) is None:
        near = get_close_matches(key, table(), 1)
        raise ValueError(f"words.csv has no key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    text: str = getattr(row, language_or_default(language))
    for name, field in fields.items():
        if isinstance(field, TranslatableText):
            fields[name] = translate(field, language)
    try:
        return (
            _NUMBERED.vformat(text, (), fields) if "|" in text else text.format(**fields)
        )  # which is ten times as fast
    except KeyError as missing:
        raise ValueError(f"the words of {key!r} need the field {missing}: {text}") from None


class _Numbered(Formatter):
    """A formatter with plurals: ``{n:step|steps}`` is the first word if n is 1, else the second."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        one, parted, more = format_spec.partition("|")
        return (one if str(value) == "1" else more) if parted else super().format_field(value, format_spec)


_NUMBERED = _Numbered()


def word_or(key: str, default: str, language: str | None = None, **fields: Any) -> str:
    """Return the text of a key, or the default if no file has the key."""
    return word(key, language, **fields) if key in table() else default


class TranslatableText(str):
    """An English ``str`` that remembers its key, made by ``note`` and put into a language by ``translate``: an entry of
    a ``basis``, or an error message."""

    __slots__ = ("fields", "key")
    key: str
    fields: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _note, (self.key, self.fields)

    def __deepcopy__(self, kept: dict[int, Any]) -> TranslatableText:
        return self  # nobody changes one, and pandas copies ``attrs`` in every operation


def note(key: str, **fields: Any) -> TranslatableText:
    """Return the English text of a key as a ``TranslatableText``.

    >>> note("basis.exact")
    'exact'
    >>> translate(note("basis.exact"), "ja")
    '厳密値'
    """
    made = TranslatableText(word(key, "en", **fields))
    made.key, made.fields = key, fields
    return made


def _note(key: str, fields: dict[str, Any]) -> TranslatableText:
    return note(key, **fields)


def translate(entry: str, language: str | None = None) -> str:
    """Return a ``TranslatableText`` in a language; clause numbers and other plain text unchanged."""
    return word(entry.key, language, **entry.fields) if isinstance(entry, TranslatableText) else entry


def untranslated_message(error: Exception) -> str:
    """Return the message of an error, for another error: its ``TranslatableText`` if it has one, else its text."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, TranslatableText) else str(error)


def error_text(error: Exception, language: str | None = None) -> str:
    """Return the message of an error, translated if it was raised with a ``TranslatableText``; a long one without its
    middle.

    >>> error_text(ValueError(note("basis.exact")), "ja")
    '厳密値'
    """
    said = translate(untranslated_message(error), language)
    return said if len(said) < 500 else f"{said[:240]} ... {said[-240:]}"


def basis_line(basis: Iterable[str], language: str | None = None) -> str:
    """Return a basis as one line: the notes as sentences, then the clauses together.

    >>> basis_line((note("basis.exact"), "7.2", "7.4"))
    'exact · rules 7.2, 7.4'
    """
    entries = tuple(basis)
    said = [translate(entry, language) for entry in entries if isinstance(entry, TranslatableText)]
    said.append(clauses_line(entries, language))
    return " · ".join(filter(None, said))


def clauses_line(basis: Iterable[str], language: str | None = None) -> str:
    """Return the clauses of a basis in words; event cards with the same effect on a battle share a name.

    >>> clauses_line(("7.2", "7.4", "E.Mars", "E.Neptune"))
    'rules 7.2, 7.4 · event Mars or Neptune'
    """
    plain = [entry for entry in basis if not isinstance(entry, TranslatableText)]
    events = [entry.removeprefix("E.") for entry in plain if entry.startswith("E.")]
    said = []
    if clauses := [entry for entry in plain if not entry.startswith("E.")]:
        said.append(word("basis.rules", language, clauses=", ".join(clauses)))
    if events:
        said.append(word("basis.events", language, events=f" {word('basis.or', language)} ".join(events)))
    return " · ".join(said)


def percent(share: float | Fraction, digits: int = 1) -> str:
    """Format a chance as a percentage with ``digits`` decimals; a small chance is never shown as 0, nor a large one as
    100. A float within 1e-12 of 1 counts as certain; only 0 itself as impossible.

    >>> percent(Fraction(53829, 262144)), percent(0.5387), percent(1)
    ('20.5%', '53.9%', '100.0%')
    >>> percent(Fraction(1, 7776)), percent(0.9996), percent(0.004, 0)
    ('<0.1%', '>99.9%', '<1%')
    """
    said, least = f"{float(share):z.{digits}%}", 10.0**-digits
    error = 1e-12 if isinstance(share, float) else 0
    if share > 0 and float(said[:-1]) == 0:
        return f"<{least:.{digits}f}%"
    return f">{100 - least:.{digits}f}%" if share < 1 - error and float(said[:-1]) == 100 else said


def format_points(difference: float | Fraction, plus_sign: str = "+") -> str:
    """Format a difference of chances in percentage points; a small one is never shown as 0. ``plus_sign=""`` omits the
    sign of a gain.

    >>> tuple(map(format_points, (Fraction(107, 1000), -0.159, Fraction(1, 7776), -1e-9, 0)))
    ('+10.7', '\u221215.9', '<+0.1', '>\u22120.1', '0.0')
    """
    if not difference or (isinstance(difference, float) and abs(difference) <= 1e-12):
        return "0.0"
    said = f"{100 * float(difference):+.1f}"
    if float(said) == 0:
        said = "<+0.1" if difference > 0 else ">-0.1"
    return said.replace("-", "\u2212").replace("+", plus_sign)


def percent_html(share: float | Fraction) -> str:
    """Return ``percent(share)`` escaped for HTML."""
    return escape(percent(share))
