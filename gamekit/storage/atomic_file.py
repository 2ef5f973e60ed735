"""Atomic writing of text files, and bounded reading of them."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from gamekit.text.translation import note

LARGEST: Final = 20_000_000  # bytes of a file
MOST_LINES = 100_000
LONGEST: Final = 1_000_000  # bytes of a line


class FileError(ValueError):
    """A file that cannot be read or written: the message says which, why and what would be right."""


def save(path: str | Path, text: str | bytes, overwrite: bool = False) -> None:
    """Write a text to a file, all of it or nothing: the file holds what it held until the whole text is on the disk.

    Raises FileError for an existing file without ``overwrite``, or if the text cannot be written as UTF-8, and OSError
    if the disk is full or the folder cannot be written to.
    """
    try:
        raw = text if isinstance(text, bytes) else text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FileError(note("files.half", found=repr(text[error.start : error.end][:1]), at=error.start)) from None
    target = Path(os.path.realpath(path))
    if target.exists() and not (overwrite and target.is_file()):
        raise FileError(note("files.exists" if target.is_file() else "files.special", name=target.name[-60:]))
    part = target.with_name(f".{target.name[:60]}.{secrets.token_hex(6)}.part")
    try:
        with open(part, "xb") as file:
            file.write(raw)
        if target.exists():
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        rename_into_place(part, target, overwrite)
    finally:
        part.unlink(missing_ok=True)


def rename_into_place(part: Path, target: Path, overwrite: bool = False) -> None:
    """Rename the written file ``part`` to ``target`` once it is on the disk. FileError if ``target`` has appeared in
    the meantime and ``overwrite`` is False; then neither file is changed."""
    with open(part, "r+b") as file:
        os.fsync(file.fileno())
    _named(part, target, overwrite)
    part.unlink(missing_ok=True)
    _settle(target.parent)


def _named(part: Path, target: Path, overwrite: bool) -> None:
    if overwrite or os.name == "nt":
        os.replace(part, target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise FileError(note("files.exists", name=target.name[-60:])) from None
    except OSError:  # a file system without hard links
        os.replace(part, target)


def _settle(folder: Path) -> None:
    """Flush the folder's new entry to the disk, where the system can."""
    with suppress(OSError, AttributeError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def read_numbered_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yield (number, line) of a text file; a byte-order mark at its beginning is skipped.

    Raises FileError for a folder or device, a too long file or line, and text not in UTF-8; OSError if missing.
    """
    name = Path(path).name[-60:]
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise FileError(note("files.special", name=name))
    with open(path, "rb") as file:
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise FileError(note("files.large", found=f"{os.fstat(file.fileno()).st_size:,}", most=f"{LARGEST:,}"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(note("files.utf8", name=name, line=1 + raw.count(b"\n", 0, error.start))) from None
    yield from ((number, line.removesuffix("\r")) for number, line in numbered_lines(text))


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield (number, line) of a text, bounded as in ``read_numbered_lines``; only a line feed ends a line.

    >>> list(numbered_lines("a\\n\\u2028b"))
    [(1, 'a'), (2, '\\u2028b')]
    """
    if len(text) > LARGEST:
        raise FileError(note("files.large", found=f"{len(text):,}", most=f"{LARGEST:,}"))
    if text.count("\n") > MOST_LINES:
        raise FileError(note("files.lines", most=f"{MOST_LINES:,}"))
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        if len(line) > LONGEST:
            raise FileError(note("files.line", line=number, most=f"{LONGEST:,}"))
        yield number, line
