"""Everything a person reads, in English and Japanese, from ``data/words.csv``.

``GAMEKIT_LANGUAGE`` (en, ja) sets the language where none is given."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import Any

from gamekit import data

LANGUAGES = ("en", "ja")


@cache
def table() -> dict[str, dict[str, str]]:
    """Every key with its text in each language."""
    lines = data.text("words.csv").splitlines()
    return {row["key"]: {language: row[language] for language in LANGUAGES} for row in csv.DictReader(lines)}


def language_or_default(language: str | None = None) -> str:
    """The language asked for, else ``GAMEKIT_LANGUAGE``, else English; ValueError for any other."""
    chosen = language or os.environ.get("GAMEKIT_LANGUAGE") or "en"
    if chosen not in LANGUAGES:
        raise ValueError(f"no words in {chosen!r}; the languages are {', '.join(LANGUAGES)}")
    return chosen


def word(key: str, language: str | None = None, **fields: Any) -> str:
    """The text of a key, its ``{fields}`` filled in.

    >>> word("side.attacker"), word("side.attacker", "ja")
    ('attacker', '攻撃側')
    """
    if key not in table():
        near = get_close_matches(key, table(), 1)
        raise ValueError(f"words.csv has no key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    template = table()[key][language_or_default(language)]
    return template.format(**fields) if fields else template


class Note(str):
    """An entry of a ``basis``: English text that can also be said in another language."""

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
