"""The command ``gamekit``: a question, a table for people; ``--json`` and ``--csv`` for programs.

Results go to stdout. What is wrong goes to stderr as one sentence, and the command ends with 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import wraps
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from gamekit.export import Sheet

EVERYWHERE = {"--json": 0, "--csv": 0, "--language": 1}  # options that may stand after the command too: their values


class Answer(NamedTuple):
    """What a command found: its table, the one number that ``sweep`` and ``needed`` ask for, what ``share`` shares."""

    sheet: Sheet
    figure: Any = None
    question: Any = None


def main(arguments: list[str] | None = None) -> None:
    """Run the command with the arguments given, or with those of the shell."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        print(version())
        return
    from gamekit.commands import app

    app(args=list(_hoisted(given)), prog_name="gamekit")


def version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("gamekit")
    except PackageNotFoundError:
        return "?"


def _hoisted(arguments: list[str]) -> Iterator[str]:
    """The arguments with the options that hold for every command first."""
    rest, end = list[str](), arguments.index("--") if "--" in arguments else len(arguments)
    waiting = 0
    for place, argument in enumerate(arguments):
        if waiting or (place < end and argument.split("=")[0] in EVERYWHERE):
            waiting = waiting - 1 if waiting else EVERYWHERE[argument.split("=")[0]] * ("=" not in argument)
            yield argument
        else:
            rest.append(argument)
    yield from rest
