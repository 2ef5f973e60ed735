"""The command ``gamekit``: questions answered as a table to read, or with ``--json`` or ``--csv``.

Results go to stdout. An error goes to stderr as a sentence, and the exit status is 2."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import typer

import gamekit
from gamekit.analysis import sweep as sweeps
from gamekit.probability.distribution import Basis, join_bases
from gamekit.storage import link_code
from gamekit.storage.serialization import shorten
from gamekit.text import answer_tables
from gamekit.text.answer_tables import Table
from gamekit.text.export import as_json, csv, numeric_columns
from gamekit.text.piece_list import normalize_characters
from gamekit.text.progress import listening
from gamekit.text.translation import LANGUAGES, error_text, note, percent, word


class Reply(NamedTuple):
    """What a command returns: a function that makes the answer's table; the ``thing`` that ``share`` encodes; the
    column ``of`` its summary that ``sweep`` and ``needed`` read, and of which object if not of the thing itself."""

    sheet: Callable[[], Table]
    thing: Any
    of: str
    asked: Callable[[], Any] | None = None


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """The chance that ``sweep`` and ``needed`` compute, and its basis."""

    p: Any
    basis: Basis


HELP: Final = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, context_settings=HELP)
QUESTIONS: Final[dict[str, Callable[..., Reply]]] = {}
PARTS: Final = ("before", "luck", "decisions", "rest", "after")  # of an audit
FORM = {"form": "table"}  # how results are printed: table, json or csv
WORD: Final = 12  # columns of a terminal that a cell has at least; a longer word is broken
ANY: Final = {"allow_extra_args": True, "ignore_unknown_options": True}
Text = Annotated[str, typer.Argument(show_default=False)]
Leader = Annotated[int, typer.Option(help="The leader's rating, 0 for none.")]
Axes = Annotated[list[str], typer.Option("--axis", help="NAME=1:8, NAME=1:9:2 or NAME=A,B,C; {NAME} stands for it.")]


@app.callback(invoke_without_command=True)
def everywhere(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of a table; so everywhere.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV instead of a table; so everywhere.")] = False,
    language: Annotated[str, typer.Option(help="en or ja; so everywhere.")] = "",
    show_version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Exact odds for four board games of the Roman world.

    An army or force with spaces stands in quotation marks: gamekit battle "Caesar, Legio 10" "Pompey, Legio 1"
    """
    chosen = language or os.environ.get("GAMEKIT_LANGUAGE") or "en"
    os.environ["GAMEKIT_LANGUAGE"] = chosen if chosen in LANGUAGES else "en"
    if chosen not in LANGUAGES:
        _wrong(ValueError(note("cli.language", found=chosen, known=", ".join(LANGUAGES))))
    if as_json and as_csv:
        _wrong(ValueError(note("cli.two_forms")))
    FORM["form"] = "json" if as_json else "csv" if as_csv else "table"
    if show_version:
        typer.echo(gamekit.__version__)
        raise typer.Exit
    if not context.invoked_subcommand:
        typer.echo(context.get_help())


def _wrong(error: Exception) -> None:
    raise typer.Exit(print_error(error))


def print_error(error: Exception) -> int:
    """Print an error and return the exit status: 2, or 1 where the reader of a pipe has closed it."""
    if isinstance(error, BrokenPipeError):
        return 1
    if isinstance(error, OSError) and error.strerror:
        place = str(error.filename or word("cli.output"))
        error = ValueError(note("cli.file", found=Path(place).parent if place.endswith(".part") else place,
                                why=error.strerror))  # fmt: skip
    typer.echo(f"gamekit: {error_text(error)}", err=True)
    return 2


class ArmyCommand(typer.core.TyperCommand):
    """A command with short usage errors, which explain ``-1`` in the place of an army or a number, and spaces without
    quotation marks; a word processor's long dash before an option is read as ``--``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments: a long dash is read as ``--``; errors explain ``-1`` and missing quotation marks."""
        for before, given in pairwise(["", *args]):
            if given[:1] == "-" and given[1:2].isdigit() and before[:1] != "-":
                _wrong(ValueError(note("cli.dash", found=given)))
        args = [re.sub(r"^[—–]-?(?=[a-z])", "--", given) for given in args]
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if hasattr(error, "message"):  # of a usage error: what was given may be long
                error.message = shorten(str(error.message))
                if "unexpected extra" in error.message:
                    error.message += f". {word('cli.quotes')}"
            raise


def command(function: Callable[..., Reply | Table]) -> Callable[..., None]:
    """Turn a function into a command: print its answer; end with exit status 2 on a ValueError."""

    @wraps(function)
    def run(*given: Any, **named: Any) -> None:
        try:
            answer = function(*given, **named)
            _print(answer.sheet() if isinstance(answer, Reply) else answer)
        except BrokenPipeError:  # whoever read this has seen enough
            raise
        except (ValueError, OSError) as error:
            _wrong(error)

    extra = ANY if "context" in function.__annotations__ else None
    app.command(function.__name__.rstrip("_"), cls=ArmyCommand, context_settings=extra)(run)
    return run


def question(function: Callable[..., Reply]) -> Callable[..., Reply]:
    """Register a command whose answer has a number, so that ``sweep``, ``needed`` and ``share`` can use it."""
    QUESTIONS[function.__name__] = function
    command(function)
    return function


def _print(table: Table) -> None:
    if FORM["form"] != "table":
        typer.echo({"json": as_json, "csv": csv}[FORM["form"]](table), nl=False)
        sys.stdout.flush()
        return
    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table as Shown

    shown, least = Shown(box=box.SIMPLE_HEAD, pad_edge=False), 2
    for head, right, *cells in zip(table.heads, numeric_columns(table), *table.text_rows):
        word = max(cell_len(word) for cell in (head, *cells) for word in cell.split() or [""])
        wide = word if right else min(word, WORD)
        shown.add_column(head, justify="right" if right else "left", overflow="fold", min_width=wide)
        least += wide + 3
    for row in table.text_rows:
        shown.add_row(*row)
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, least)  # a figure is never cut
    if table.caption:
        console.print(table.caption, style="bold")
    console.print(shown)
    if table.basis_line:
        console.print(table.basis_line, style="dim")
    sys.stdout.flush()


# Questions ------------------------------------------------------------------------------------------------------------


@question
def battle(
    attacker: Text,
    defender: Text,
    reserve: Annotated[str, typer.Option(help="The attackers' reserve.")] = "",
    defender_reserve: Annotated[str, typer.Option(help="The defenders' reserve.")] = "",
    first_strike: Annotated[
        bool, typer.Option("--first-strike", help="The attackers fire first (Mars, Neptune).")
    ] = False,
    cut_off: Annotated[bool, typer.Option("--cut-off", help="Attackers that must leave are eliminated.")] = False,
    defender_cut_off: Annotated[bool, typer.Option("--defender-cut-off", help="So are defenders.")] = False,
) -> Reply:
    """Julius Caesar: will this attack succeed?

    gamekit battle "Caesar, Legio 10" "Pompey, Legio 1" --reserve "Legio 13/II"

    gamekit battle "4 C3/III" "3 C3/IV" --json
    """
    from gamekit import julius_caesar as jc

    try:
        sides = _sides(jc, ("Caesar", "Pompey"), attacker, reserve, defender, defender_reserve)
    except ValueError as error:
        try:
            sides = _sides(jc, ("Pompey", "Caesar"), attacker, reserve, defender, defender_reserve)
        except ValueError:
            raise error from None
    fought = jc.Battle(sides[0], sides[2], sides[1], sides[3], first_strike, cut_off, defender_cut_off)
    return Reply(
        lambda: answer_tables.battle_table(fought.chances(), f"{attacker} – {defender}"), fought, "attacker_wins"
    )


def _sides(jc: Any, sides: tuple[str, str], *texts: str) -> list[Any]:
    return [jc.army(text, side) for text, side in zip(texts, (sides[0], sides[0], sides[1], sides[1]))]


@question
def combat(
    attacker: Text,
    defender: Text,
    leader: Leader = 0,
    enemy_leader: Leader = 0,
    sea: Annotated[bool, typer.Option("--sea", help="A fight at sea.")] = False,
    advantage: Annotated[str, typer.Option(help="Who plays Combat Advantage: attacker or defender.")] = "",
    treachery: Annotated[bool, typer.Option("--treachery", help="Treachery swaps the percentages.")] = False,
    objective: Annotated[str, typer.Option(help="What the net is spent for: win, swing, own, enemy.")] = "win",
) -> Reply:
    """Roma Victrix: what do both sides lose in a combat?

    gamekit combat "3 HI, 2 AUX, 4 CAV" "3 HI, 3 AUX, CAV, GAR" --leader 1 --enemy-leader 1
    """
    from gamekit import roma_victrix as rv
    from gamekit.roma_victrix.odds.combat import summary

    make: Any = rv.NavalCombat if sea else rv.LandCombat
    cards = {"advantage": advantage or None, "treachery": treachery}
    fight = make(rv.force(attacker, leader=leader), rv.force(defender, leader=enemy_leader), **cards)
    caption = f"{attacker} – {defender} ({fight.ratio}, {fight.net_drm:+})"

    def chance() -> Any:
        return fight if objective == "win" else {"p_win": fight.odds(objective).p(rv.attacker_wins)}

    def sheet() -> Table:
        dist = fight.odds(objective)
        return answer_tables.combat_table(summary(dist), dist.basis, caption)

    return Reply(sheet, fight, "p_win", chance)


@question
def siege(
    attacker: Text,
    defender: Annotated[str, typer.Argument(help="The units inside, if any.")] = "",
    leader: Leader = 0,
    enemy_leader: Leader = 0,
    minor: Annotated[bool, typer.Option("--minor", help="A minor capital.")] = False,
    operations: Annotated[int, typer.Option(help="OP left to the besieger.")] = 5,
    capture: Annotated[float, typer.Option(help="What taking the city is worth, in CSP.")] = 10,
) -> Reply:
    """Roma Victrix: does the siege pay?

    gamekit siege "4 LGN, 2 HI, AUX" "2 HI, AUX" --leader 1 --enemy-leader 1 --operations 3
    """
    from gamekit import roma_victrix as rv

    inside = rv.force(defender, leader=enemy_leader) if defender else None
    laid = rv.Siege(rv.force(attacker, leader=leader), inside, major=not minor, operations=operations)

    def sheet() -> Table:
        plan = laid.plan(capture)
        advice = word("cli.go" if plan.should_begin else "cli.stay")
        return answer_tables.siege_plan_summary_table(plan, f"{attacker} – {defender or word('cli.city')}: {advice}")

    def falls() -> AskedFigure:
        plan = laid.plan(capture)
        return AskedFigure(plan.chance_of_each_end["captured"], plan.basis)

    return Reply(sheet, laid, "p", falls)


@question
def contest(
    entrants: Annotated[list[str], typer.Argument(help="NAME:base=2,cards=3,blue=2,tie=4 in turn order.")],
    name: Annotated[str, typer.Option(help="Whose chance of the first place sweep asks for.")] = "",
) -> Reply:
    """Aquileia: who wins the arena or the race?

    gamekit contest Stefan:base=1,tie=1 Giorgio:base=2,cards=3,blue=2,tie=4 Kiko:base=1,cards=2,tie=2
    """
    from gamekit import aquileia as aq

    held = aq.Contest([aq.Entrant(**_entrant(text)) for text in entrants])
    place = held.index(name) if name else 0
    return Reply(
        lambda: answer_tables.answer_tables_of(held)[0],
        held,
        "p",
        lambda: AskedFigure(held.p_rank(held.names[place])[0], held.basis),
    )


def _entrant(text: str) -> dict[str, Any]:
    name, _, rest = normalize_characters(text).partition(":")
    parts = (part.partition("=")[::2] for part in re.split("[,;、]", rest) if part.strip())
    given = [(key.strip().lower(), value.strip()) for key, value in parts]
    try:
        if not name.strip() or len(dict(given)) < len(given):
            raise ValueError
        found = {key: value if key == "side" else int(value) for key, value in _known(dict(given)).items()}
    except ValueError:
        raise ValueError(note("cli.entrant", found=text)) from None
    if any(isinstance(value, int) and value > MOST_STRENGTH for value in found.values()):
        raise ValueError(note("cli.strength", found=text, most=MOST_STRENGTH))
    return {"name": name.strip(), **found}


def _known(given: dict[str, str]) -> dict[str, str]:
    if "base" not in given or not given.keys() <= {"base", "tie", "cards", "rolled", "red", "blue", "side"}:
        raise ValueError
    return given


@question
def conflict(
    attacker: Annotated[int, typer.Argument(help="Counters of the attacking group.")],
    defender: Annotated[int, typer.Argument(help="Counters of the group attacked.")],
    hand: Annotated[str, typer.Option(help="The attacker's cards.")] = "1 2 3 4 5 6 7 8 9 F",
    other: Annotated[str, typer.Option(help="The defender's cards.")] = "1 2 3 4 5 6 7 8 9 F",
) -> Reply:
    """Caesar: which card, and how often?

    gamekit conflict 3 2 --hand "9 1 F" --other "8 5"
    """
    from gamekit import caesar

    fought = caesar.Conflict(attacker, defender, caesar.hand(hand), caesar.hand(other))
    return Reply(lambda: answer_tables.answer_tables_of(fought)[0], fought, "value")


def _number(text: str) -> float:
    """Return the number of a typed text: 0.8, 80%."""
    plain = normalize_characters(text).strip()
    try:
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise ValueError(note("cli.chance_of", found=text)) from None


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(note("cli.whole", found=text)) from None


# Questions about questions --------------------------------------------------------------------------------------------


def _asked(name: str, arguments: list[str], values: Mapping[str, str]) -> Reply:
    """Return the reply of a command, with ``{axis}`` in its arguments replaced by the axis's value."""
    _check(name)
    made: Any = typer.main.get_command(app)
    for axis, value in values.items():
        arguments = [argument.replace(f"{{{axis}}}", value) for argument in arguments]
    given = made.commands[name].make_context(f"gamekit {name}", arguments).params
    return QUESTIONS[name](**given)


def _check(question: str) -> None:
    if question not in QUESTIONS:
        raise ValueError(note("cli.question", found=question, known=", ".join(QUESTIONS)))


def _axes(question: str, texts: list[str], arguments: list[str]) -> dict[str, list[str]]:
    """Return the values of each axis: ``n=1:8`` includes 8, ``n=1:9:2`` is every second number, ``n=A,B`` is a list."""
    _check(question)
    found = dict[str, list[str]]()
    for text in texts:
        name, equals, values = (part.strip() for part in normalize_characters(text).partition("="))
        ends = re.sub(r"^(\d+)\s*(?:\.\.+|-|to)\s*(\d+)$", r"\1:\2", values).split(":")
        if not (equals and name.isidentifier() and values) or len(ends) > 3:
            raise ValueError(note("cli.axis", found=text))
        named = sorted(set(re.findall(r"\{\w+\}", " ".join(arguments))))
        if name in found or name in OPTIONS or f"{{{name}}}" not in named:
            raise ValueError(note("cli.axis_name", found=name, named=", ".join(named) or "-"))
        if len(ends) == 1:
            found[name] = [value.strip() for value in values.split(",")]
        else:
            first, last, step = map(_whole, (*ends, "1")[:3])
            found[name] = [str(value) for value in range(first, last + 1, max(step, 1))[: MOST + 1]] if step > 0 else []
        if not found[name]:
            raise ValueError(note("cli.axis", found=text))
    if prod(map(len, found.values())) > MOST:
        raise ValueError(note("cli.many", most=f"{MOST:,}"))
    return found


MOST_STRENGTH: Final = 999  # of an entrant, more than the game has
MOST: Final = 10_000  # combinations of a sweep, and plays of an audit
OPTIONS: Final = frozenset(signature(sweeps.sweep).parameters)  # an axis is called otherwise


def _swept(name: str, arguments: list[str], axes: Mapping[str, Sequence[str]]) -> tuple[Any, str]:
    """Return ``gamekit.sweep`` over a command, and the column of its figure."""
    of = list[str]()

    def asked(**values: str) -> Any:
        reply = _asked(name, arguments, values)
        of[:] = [reply.of]
        return reply.asked() if reply.asked else reply.thing

    with warnings.catch_warnings():  # what an interrupt leaves out is said below
        warnings.simplefilter("ignore", UserWarning)
        rows = sweeps.sweep(asked, **dict[str, Any](axes))
    if rows.attrs["missing"]:
        typer.echo(f"gamekit: {word('cli.interrupted', missing=rows.attrs['missing'])}", err=True)
    return rows, of[0] if of else "answer"


def _figure_of(name: str) -> str:
    return "cli.worth" if name == "conflict" else "cli.chance"


def _chances(name: str) -> tuple[str, ...]:
    return () if name == "conflict" else (word("cli.chance"),)


@command
def sweep(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="QUESTION")],
    axis: Axes = [],  # noqa: B006
) -> Table:
    """A question for every combination of values: gamekit sweep QUESTION ARGUMENTS --axis NAME=FROM:TO

    gamekit sweep battle "{n} C3/III" "{m} C3/III" --axis n=1:4 --axis m=2:3
    """
    axes = _axes(name, axis, context.args)
    rows, of = _swept(name, context.args, axes)
    cells = tuple(zip(*(rows[column] for column in (*axes, of))))
    return Table((*axes, word(_figure_of(name))), cells, name, rows.attrs["basis"], _chances(name))


@command
def needed(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="QUESTION")],
    axis: Axes = [],  # noqa: B006
    chance: Annotated[str, typer.Option(help="The chance that is to be reached: 0.8 or 80%.")] = "0.8",
) -> Table:
    """The least value of an axis with which a question's chance is reached.

    gamekit needed battle "{n} C3/III" "3 C3/III" --axis n=1:9 --chance 0.9
    """
    from gamekit.analysis.solve_for import needed as least

    axes = _axes(name, axis, context.args)
    if len(axes) != 1:
        raise ValueError(note("cli.one_axis", found=len(axes)))
    wanted = _number(chance)
    if _chances(name) and not 0 <= wanted < 1:
        as_percent = 1 < wanted < 100 and "%" not in chance
        raise ValueError(note("cli.percent" if as_percent else "cli.chance_of", found=chance))
    ((head, values),) = axes.items()
    asked, bases = dict[str, Any](), list[Basis]()

    def figure(value: str) -> Any:
        rows, of = _swept(name, context.args, {head: [value]})
        if rows.attrs["missing"]:
            raise KeyboardInterrupt
        asked[value] = rows[of][0]
        bases.append(rows.attrs["basis"])
        return asked[value]

    found = least(figure, values, wanted)
    if found.least is None:
        best = percent(found.short_figure) if _chances(name) else f"{float(found.short_figure):+.2f}"
        raise ValueError(note("cli.never", chance=wanted, best=best))
    caption = word(
        "cli.least", axis=head, value=found.least, chance=f"{100 * wanted:g}%" if _chances(name) else f"{wanted:+g}"
    )
    said = word(_figure_of(name))
    return Table(
        (head, said),
        tuple((value, asked[value]) for value in values if value in asked),
        caption,
        join_bases(*bases),
        _chances(name),
    )


@app.command("share", context_settings=ANY)
def share_(context: typer.Context, name: Annotated[str, typer.Argument(metavar="QUESTION|FILE")]) -> None:
    """The link code of a question, or of a game in a file, saved or typed.

    gamekit share battle "Caesar, Legio 10" "Pompey, Legio 1"
    """
    from gamekit.storage import record

    try:
        kept = name not in QUESTIONS and (name.endswith(".jsonl") or Path(name).is_file())
        thing = record.open_record(name) if kept else _asked(name, context.args, {}).thing
        typer.echo(link_code.code(thing))
    except (ValueError, OSError) as error:
        _wrong(error)


@command
def audit(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    games: Annotated[int, typer.Option(help="Plays from each turn's end; 0 values only the fights, exactly.")] = 0,
    seat: Annotated[str, typer.Option(help="Whose luck; the first seat's when left out.")] = "",
    seed: Annotated[int, typer.Option(help="What the plays depend on.")] = 0,
    search: Annotated[bool, typer.Option("--search", help="Judge decisions outside fights as well.")] = False,
    most: Annotated[int, typer.Option(min=0, help="How many throws and decisions are listed.")] = 5,
) -> Table:
    """How lucky was a game? FILE is a record, typed (its game's name, then an action a line) or saved; also first_year
    and example_of_play, which come with gamekit.

    gamekit audit first_year

    gamekit audit example_of_play --most 20 --csv
    """
    from gamekit.play import luck
    from gamekit.play.simulate import seat_name
    from gamekit.storage import record

    if not 0 <= games <= MOST or (search and not games):
        raise ValueError(note("cli.games", most=f"{MOST:,}"))
    kept = SHIPPED[file]() if file in SHIPPED else record.open_record(file)
    with _telling():
        found = luck.audit(kept, games, search=search, seed=seed)
    named = {str(one): one for one in found.seats}
    named |= {seat_name(record.package_name(kept.game), one): one for one in found.seats}
    if seat and seat not in named:
        raise ValueError(note("cli.seat", found=repr(seat), known=", ".join(map(str, named))))
    chosen = named.get(seat, found.seats[0])
    heads = tuple(word(f"cli.audit.{head}") for head in ("part", "turn", "what", "amount", "error", "unit"))
    return Table(heads, tuple(_audited(found, chosen, most)), found.explain(seat=chosen), found.basis)


@contextmanager
def _telling() -> Iterator[None]:
    """Show the progress of long work on a terminal, in whole per cent."""
    said = [0]

    def hear(share: float) -> None:
        if (now := int(100 * share)) > said[-1]:
            said.append(now)
            typer.echo(f"\r{now}%", nl=False, err=True)

    with listening(hear) if sys.stderr.isatty() else nullcontext():
        yield
    if said[1:]:
        typer.echo("\r    \r", nl=False, err=True)


def _audited(found: Any, seat: Any, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an audit's table: its sums, its luckiest and unluckiest throws, its costliest decisions."""
    for row in found.value_breakdown(seat).to_dict("records"):
        for part in PARTS:
            yield word(f"luck.sum.{part}"), "", "", float(row[part]), None, word(f"luck.unit.{row['unit']}")
    unit = word(f"luck.unit.{found.unit_of_totals}")
    for one in found.extreme_throws(seat, most).to_dict("records"):
        yield word("luck.throw"), one["turn"], one["what"], one["amount"], one["error"] or None, unit
    for one in found.costliest_decisions(most).to_dict("records"):
        yield word("cli.decision"), one["turn"], one["what"], -one["cost"], one["error"] or None, unit


SHIPPED: Final[dict[str, Callable[[], Any]]] = {  # the records that come with the games
    "first_year": lambda: import_module("gamekit.julius_caesar").first_year(),
    "example_of_play": lambda: import_module("gamekit.roma_victrix").example_of_play(),
}
NOTEBOOK: Final = (
    "from gamekit.storage import link_code\nfrom gamekit.widgets import board\n\nboard(link_code.load({code!r}))"
)


@app.command("open", context_settings=ANY)
def open_(
    context: typer.Context,
    code: Text,
    notebook: Annotated[str, typer.Option(help="Write the notebook there instead of starting JupyterLab.")] = "",
) -> None:
    """Start the workbook on the board of a link code; options that are not listed here go to JupyterLab.

    gamekit open gk1-AllYXSNzYMcANhpDpDVImSK2FgA
    """
    from gamekit.storage import atomic_file

    try:
        link_code.load(code)
        if notebook and Path(notebook).exists():
            raise ValueError(note("cli.exists", name=shorten(notebook)))
        path = Path(notebook or Path(tempfile.mkdtemp(prefix="gamekit-")) / "board.ipynb")
        atomic_file.save(path, _notebook(NOTEBOOK.format(code=code)))
        if not notebook and not find_spec("jupyterlab"):
            raise ValueError(note("cli.lab"))
    except (ValueError, OSError) as error:
        _wrong(error)
    typer.echo(str(path))
    if not notebook:
        sys.stdout.flush()
        root = ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        lab = [sys.executable, "-m", "jupyter", "lab", "--ServerApp.ip=127.0.0.1", *root, *context.args, str(path)]
        if os.name == "nt":
            raise typer.Exit(subprocess.call(lab))
        os.execv(sys.executable, lab)  # so that it hears Ctrl+C itself, and ends with this command


def _notebook(source: str) -> str:
    """Return a notebook with a line that says to run the cell, and that cell."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": "how", "metadata": {}, "source": word("cli.run_cell")},
        {"cell_type": "code", "id": "board", "execution_count": None, "metadata": {}, "outputs": [], "source": source},
    ]
    kernel = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}, indent=1)


@app.command("bake")
def bake_(notebooks: Annotated[list[Path], typer.Argument(metavar="NOTEBOOK...")]) -> None:
    """Run notebooks and store their answers, the same bytes every time.

    gamekit bake my_notebook.ipynb
    """
    _needs_jupyter()
    from gamekit.storage import notebooks as kept

    for path in notebooks:
        try:
            typer.echo(f"{path}: {'changed' if kept.bake(path) else 'unchanged'}")
        except OSError as error:
            _wrong(error)
        except Exception as error:  # whatever a cell raises
            _wrong(ValueError(f"{path}: {str(error).strip().splitlines()[-1]}"))


@app.command("check")
def check_(notebooks: Annotated[list[Path], typer.Argument(metavar="NOTEBOOK...")]) -> None:
    """Run notebooks anew and compare every answer with the stored one; the exit status is 1 where one differs.

    gamekit check my_notebook.ipynb
    """
    _needs_jupyter()
    from gamekit.storage import notebooks as kept

    try:
        found = [(path, kept.compare_outputs(path)) for path in notebooks]
    except OSError as error:
        _wrong(error)
    for path, wrong in found:
        typer.echo("\n".join(wrong) if wrong else f"{path}: every answer as stored")
    if any(wrong for _, wrong in found):
        raise typer.Exit(1)


def _needs_jupyter() -> None:
    if not find_spec("nbclient"):
        _wrong(ValueError(note("cli.lab")))
