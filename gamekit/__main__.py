"""``python -m gamekit`` is the command ``gamekit``; what it does stands in ``cli``, which takes longer to load."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO, TextIOWrapper

import gamekit

EVERYWHERE = {"--json": 0, "--csv": 0, "--language": 1}  # options that may stand after the command too: their values


def main(arguments: list[str] | None = None) -> None:
    """Run the command with the arguments given, or with those of the shell."""
    given = sys.argv[1:] if arguments is None else arguments
    sys.stdout = sys.stdout or StringIO()  # closed by whoever wants no answer
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what the terminal cannot show is no reason to show nothing
    try:
        if given == ["--version"]:
            print(gamekit.__version__, flush=True)
            return
        from gamekit.cli import app

        app(args=list(hoisted(given)), prog_name="gamekit")
    except OSError as error:
        from gamekit.cli import print_error

        sys.stdout = StringIO()  # what is left of the answer
        sys.exit(print_error(error))


def hoisted(arguments: list[str]) -> Iterator[str]:
    """The arguments with the options that hold for every command first.

    >>> list(hoisted(["battle", "C3/III", "--language", "ja", "B2/II", "--json"]))
    ['--language', 'ja', '--json', 'battle', 'C3/III', 'B2/II']
    """
    rest, waiting = list[str](), 0
    for argument in arguments:
        name, equals, _ = argument.partition("=")
        if waiting or name in EVERYWHERE:
            waiting = waiting - 1 if waiting else EVERYWHERE[name] * (not equals)
            yield argument
        else:
            rest.append(argument)
    yield from rest


if __name__ == "__main__":
    main()
