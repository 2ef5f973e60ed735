"""Link codes, one line of text for a set-up or a game: ``code`` writes it, ``load`` reads it back.

A code is ``gk1-`` (1 is the version) and, in characters safe in a URL, a checksum and the thing as JSON without default
values, compressed with the dictionary ``data/share_1.txt``. Questions are shared, not their answers: a calculator that
is a function goes as ``functools.partial`` with its arguments, and is not called.

>>> from gamekit import julius_caesar as jc
>>> battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
>>> len(code(battle)) < 80, load(code(battle)) == battle
(True, True)
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import fields
from functools import cache, partial
from html import unescape
from importlib import import_module
from inspect import signature
from types import FunctionType
from typing import Any, Final
from unicodedata import category, normalize

from gamekit.storage import data_files, record, serialization
from gamekit.text.translation import note, untranslated_message

VERSION: Final = 1
LONGEST: Final = 1_000_000  # characters of a code, and bytes of what is in it
MOST_PARTS: Final = 500  # lines that a code may be wrapped into
BEGUN: Final = re.compile(r"gk(?P<version>\d{1,6})\s*[-–—]\s*(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
HYPHENS: Final = "−ー⁃˗➖─"  # what looks like one, and is no dash by its Unicode category
LETTERS: Final = re.compile(r"[A-Za-z0-9_\-–—]*")
KINDS: Final = {  # what a code can hold besides positions and records, and where that lives
    "battle": "julius_caesar:Battle",
    "engagement": "julius_caesar:BattleFromPosition",
    "fight": "julius_caesar:Fight",
    "worth": "julius_caesar:Worth",
    "combat": "roma_victrix:Combat",
    "siege": "roma_victrix:Siege",
    "campaign": "roma_victrix:campaign",
    "attrition": "roma_victrix:attrition_csp_loss",
    "attrition card": "roma_victrix:attrition_card",
    "sea attrition": "roma_victrix:sea_attrition",
    "piracy": "roma_victrix:piracy_csp_loss",
    "contest": "aquileia:Contest",
    "dice": "aquileia:best_play",
    "blue dice": "aquileia:split_blue_dice",
    "auction": "aquileia:auction_course",
    "conflict": "caesar:Conflict",
    "duel": "caesar:duel",
    "battle board": "widgets.julius_caesar.battle_table:BattleTable",
    "campaign board": "widgets.julius_caesar.campaign:CampaignTable",
    "combat board": "widgets.roma_victrix.combat_board:CombatTable",
    "siege board": "widgets.roma_victrix.siege_board:SiegeTable",
    "map board": "widgets.roma_victrix.game_board:MapTable",
    "contest board": "widgets.aquileia.contest_panel:ContestTable",
    "city board": "widgets.aquileia.city_view:CityTable",
    "duel board": "widgets.caesar.duel_board:DuelTable",
    "caesar board": "widgets.caesar.game_board:CaesarTable",
    "game board": "widgets.any_game:AnyTable",
    "explore board": "widgets.exploring:Exploration",
}


class CodeError(ValueError):
    """A code that cannot be read, or a thing that cannot be shared: the message says why."""


@cache
def _words() -> bytes:
    """Return the compression dictionary of this version of codes, which never changes."""
    return data_files.text(f"share_{VERSION}.txt").replace("\r\n", "\n").encode()


def code(thing: Any) -> str:
    """Return the code of a question of a calculator, a board or its table, a position or a record.

    Raises CodeError for anything else, and for more than a megabyte.
    """
    table = thing.table if hasattr(type(thing), "screen") else thing  # a board's
    text = to_tagged_json(table)
    if len(text.encode()) > LONGEST:
        raise CodeError(note("share.large", most=f"{LONGEST:,}"))
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_words())
    packed = press.compress(text.encode()) + press.flush()
    return f"gk{VERSION}-{urlsafe_b64encode(_sum(packed) + packed).decode().rstrip('=')}"


def load(text: str) -> Any:
    """Return the thing that a code encodes. It may be inside a sentence or an address, wrapped, quoted, or changed by a
    word processor or mail program (dashes, invisible characters): the checksum shows whether it is complete.

    Nothing in a code is run: a question that is a function is returned as a ``partial``, not called. Your own game must
    have been imported before. Raises CodeError for a code that is cut off, damaged, too long, of a newer version, or of
    an invalid thing.
    """
    text = text if isinstance(text, str) and len(text) <= 2 * LONGEST else ""
    begun = BEGUN.search(_keyboard(text))
    if not begun or not int(begun["version"]):
        raise CodeError(note("share.none", found=serialization.short_repr(text)))
    if int(begun["version"]) > VERSION:
        raise CodeError(note("share.newer", found=begun["version"], version=VERSION))
    return from_tagged_json(_whole(begun["rest"]))


def _keyboard(text: str) -> str:
    """Return the text with ASCII hyphens, without invisible characters and the marks of quoted mail."""
    bytes_of = r"(?:[%=][0-9A-F]{2})+"  # as in an address, or in mail
    text = re.sub(bytes_of, lambda found: bytes.fromhex(re.sub("[%=]", "", found[0])).decode(errors="replace"), text)
    text = "".join(c for c in normalize("NFKC", unescape(text)) if category(c) != "Cf")
    plain = "".join("-" if c in HYPHENS or (category(c) == "Pd" and c not in "–—") else c for c in text)
    return re.sub(r"^[ \t]*(?:[>|][ \t]?)+|[=\\\\\"']+\r?$|^[\"']", "", plain, flags=re.MULTILINE)


def _whole(rest: str) -> str:
    """Return the text of the code at the beginning of ``rest``: the shortest run of its words, joined, that fits the
    checksum, each long dash read as one hyphen or as two."""
    joined, damage = "", None
    for part in rest.split()[:MOST_PARTS]:
        joined += part
        packed = LETTERS.match(joined)
        for dash in ("-", "--") if any(c in joined for c in "–—") else ("-",):
            try:
                return _unpacked(re.sub("[–—]", dash, packed[0] if packed else ""))
            except CodeError as error:
                damage = damage or error if len(packed[0] if packed else "") < len(joined) else error
        if packed and len(packed[0]) < len(joined):  # a full stop, a quotation mark: the code has ended
            break
    raise damage or CodeError(note("share.cut"))


def from_tagged_json(text: str) -> Any:
    """Return the thing that a text from ``to_tagged_json`` describes; CodeError if it is invalid."""
    kind, _, body = text.partition("\n")
    try:
        return _read(kind, body)
    except ValueError as error:
        raise CodeError(note("share.holds", why=serialization.shorten(untranslated_message(error)))) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError):  # a class met what its checks did not expect
        raise CodeError(note("share.holds", why=kind)) from None


def kind_of(thing: Any) -> str:
    """Return the name of a thing's kind in ``KINDS``, "" if it has none.

    >>> from gamekit import caesar
    >>> kind_of(caesar.Conflict(3, 2)), kind_of(partial(caesar.duel, [(1, 1)])), kind_of(42)
    ('conflict', 'duel', '')
    """
    made = thing.func if isinstance(thing, partial) else type(thing)
    named = (kind for kind, where in KINDS.items() if where.endswith(f":{made.__name__}"))
    return next((kind for kind in named if _imported(KINDS[kind]) is made), "")


def _imported(where: str) -> Any:
    """Return a class or function by its "module:name", None while its module has not been imported."""
    module, name = where.split(":")
    return getattr(sys.modules.get(f"gamekit.{module}"), name, None)


def _sum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4)


def _unpacked(letters: str) -> str:
    if len(letters) % 4 == 1:
        raise CodeError(note("share.cut"))
    found = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    press = zlib.decompressobj(-15, zdict=_words())
    try:
        text = press.decompress(found[4:], LONGEST + 1)
    except zlib.error:
        raise CodeError(note("share.damaged")) from None
    if len(text) > LONGEST:
        raise CodeError(note("share.large", most=f"{LONGEST:,}"))
    if not press.eof:
        raise CodeError(note("share.cut"))
    if found[:4] != _sum(found[4:]):
        raise CodeError(note("share.damaged"))
    return text.decode(errors="replace")


def to_tagged_json(thing: Any) -> str:
    """Return a thing as text: a line with its kind, then JSON."""
    if not isinstance(thing, record.Record) and not kind_of(thing):
        thing = getattr(thing, "question", thing)  # what is solved is shared as its question
    if isinstance(thing, record.Record):
        return f"{record.package_name(thing.game)}.record\n{thing.to_json_lines()}"
    if type(thing).__name__ == "State":
        game = sys.modules[type(thing).__module__.rpartition(".")[0]]
        return f"{record.package_name(game)}.state\n{game.to_json(thing)}"
    kind, function = kind_of(thing), thing.func if isinstance(thing, partial) else type(thing)
    if not kind:
        raise CodeError(note("share.unknown", found=serialization.short_repr(thing), kinds=", ".join(KINDS)))
    try:
        return f"{kind}\n{_plain(kind, function, thing)}"
    except (TypeError, ValueError) as error:
        raise CodeError(
            note("share.unwritten", found=kind, why=serialization.shorten(untranslated_message(error)))
        ) from None


def _plain(kind: str, made: Any, thing: Any) -> str:
    """Return the JSON of a value or of a function's arguments; ValueError if it would not read back equal."""
    if isinstance(thing, partial):
        found = serialization.unstructure(
            made, signature(made).bind_partial(*thing.args, **thing.keywords).arguments, omit_defaults=True
        )
    else:
        found = serialization.to_plain(thing, omit_defaults=True)
    text = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    back = _made(kind, made, serialization.parse_json(text))
    if isinstance(thing, partial):
        same = serialization.unstructure(made, back.keywords, omit_defaults=True) == found
    else:  # a board's table keeps what is SHARED
        same = serialization.to_plain(back, omit_defaults=True) == found if kind.endswith(" board") else back == thing
    if not same:
        raise ValueError(serialization.short_repr(thing))
    return text


def _read(kind: str, body: str) -> Any:
    name, _, what = kind.partition(".")
    if what in ("record", "state"):
        game = record.package(name)
        return record.read(body, game) if what == "record" else game.from_json(body)
    if kind not in KINDS:
        raise ValueError(note("share.kind", found=serialization.short_repr(kind)))
    module, called = KINDS[kind].split(":")
    return _made(kind, getattr(import_module(f"gamekit.{module}"), called), serialization.parse_json(body))


def _made(kind: str, made: Any, found: Any) -> Any:
    if isinstance(made, FunctionType):
        return partial(made, **serialization.fields_from_json(made, found, kind, True))
    return serialization.from_plain(found, made, kind, True)


def require_board_shows(asked: Any, shown: Any) -> None:
    """Raise ValueError if a board cannot show some parts of the thing: those where ``shown`` differs from ``asked``."""
    lacks = [field.name for field in fields(asked) if getattr(asked, field.name) != getattr(shown, field.name, None)]
    if lacks:
        raise ValueError(note("share.lacks", parts=", ".join(lacks)))
