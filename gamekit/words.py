"""Everything a person reads, in English and Japanese, from ``data/words.csv``.

``GAMEKIT_LANGUAGE`` (en, ja) sets the language where none is given."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from typing import Any

from gamekit import data

LANGUAGES = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Word:
    """A line of ``words.csv``: what is said in each language, with ``{fields}`` to fill in."""

    key: str
    en: str
    ja: str


@cache
def table() -> dict[str, Word]:
    """Every key with its text in each language."""
    return {row.key: row for row in data.rows(Word, "words.csv")}


def language_or_default(language: str | None = None) -> str:
    """The language asked for, else ``GAMEKIT_LANGUAGE``, else English; ValueError for any other."""
    chosen = language or os.environ.get("GAMEKIT_LANGUAGE") or "en"
    if chosen not in LANGUAGES:
        raise ValueError(f"no words in {chosen!r}; the languages are {', '.join(LANGUAGES)}")
    return chosen


def word(key: str, language: str | None = None, **fields: Any) -> str:
    """The text of a key, its ``{fields}`` filled in; a note among them is said in the same language.

    >>> word("side.attacker"), word("side.attacker", "ja")
    ('attacker', '攻撃側')
    """
    if key not in table():
        near = get_close_matches(key, table(), 1)
        raise ValueError(f"words.csv has no key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    text: str = getattr(table()[key], language_or_default(language))
    said = {name: spoken(field, language) if isinstance(field, Note) else field for name, field in fields.items()}
    try:
        return text.format(**said)
    except KeyError as missing:
        raise ValueError(f"the words of {key!r} need the field {missing}: {text}") from None


class Note(str):
    """An entry of a ``basis`` or the text of an error: English, and can be said in another language as well."""

    __slots__ = ("fields", "key")
    key: str
    fields: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _note, (self.key, self.fields)


def note(key: str, **fields: Any) -> Note:
    """The English text of a key as a basis entry that remembers its key.

    >>> note("basis.exact")
    'exact'
    >>> spoken(note("basis.exact"), "ja")
    '厳密値'
    """
    made = Note(word(key, "en", **fields))
    made.key, made.fields = key, fields
    return made


def _note(key: str, fields: dict[str, Any]) -> Note:
    return note(key, **fields)


def spoken(entry: str, language: str | None = None) -> str:
    """A basis entry in a language; clause numbers and other plain text stay as they are."""
    return word(entry.key, language, **entry.fields) if isinstance(entry, Note) else entry


def why(error: Exception) -> str:
    """What an error says: the note that it was raised with, to be told on in another one, else its text."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Note) else str(error)


def reason(error: Exception, language: str | None = None) -> str:
    """What an error says, in a language where it was raised with a note, else as it is.

    >>> reason(ValueError(note("basis.exact")), "ja")
    '厳密値'
    """
    return spoken(why(error), language)


def basis_line(basis: Iterable[str], language: str | None = None) -> str:
    """A basis as one line: the notes as sentences, then the clauses together.

    >>> basis_line((note("basis.exact"), "7.2", "7.4"))
    'exact · rules 7.2, 7.4'
    """
    entries = tuple(basis)
    said = [spoken(entry, language) for entry in entries if isinstance(entry, Note)]
    plain = [entry for entry in entries if not isinstance(entry, Note)]
    if plain:
        said.append(word("basis.rules", language, clauses=", ".join(plain)))
    return " · ".join(said)


def percent(share: float | Fraction) -> str:
    """A chance as people read it: a percentage with one decimal.

    >>> percent(Fraction(53829, 262144)), percent(0.5387)
    ('20.5%', '53.9%')
    """
    return f"{100 * float(share):.1f}%"
