"""How strong the ready players are: plays the matches of ``data/tournaments.csv`` and keeps what came of them.

    python -m tests.tournaments                     # all of them: make tournament
    python -m tests.tournaments caesar --games 40   # those whose name begins so, fewer games

A row is a match: a game with its options, who sits at the table, how many games, from which seed, and the share of the
victories that the first of the table should have. A player is a ready player's name, or ``module:function`` that makes
one; ``@0.1`` gives it so many seconds of processor time a decision. The results stand in ``data/strengths.csv``, a row
a match, each with the command that made it; a match played again replaces its row."""

import argparse
import csv
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from gamekit.play.protocol import Strategy
from gamekit.play.session import player_factories
from gamekit.play.tournament import MatchResult, tournament
from gamekit.storage.data_files import csv_records

KEPT = Path(__file__).parents[1] / "data" / "strengths.csv"


@dataclass(frozen=True, slots=True)
class Match:
    """A question of strength: the first player of the table against the rest."""

    match: str
    game: str
    options: tuple[str, ...]
    table: tuple[str, ...]
    games: int
    seed: int
    goal: float
    source: str


def maker(game: Any, name: str) -> Callable[[Random], Strategy]:
    """Makes the player of a cell of the table."""
    who, _, seconds = name.partition("@")
    module, _, function = who.rpartition(":")
    made = getattr(import_module(module), function) if module else player_factories(game)[who]
    return partial(made, seconds=float(seconds)) if seconds else made


def played(match: Match, games: int) -> MatchResult:
    """Play a match of so many games."""
    game = import_module(f"gamekit.{match.game}")
    given = dict(part.split("=") for part in match.options)
    options = {name: int(value) if value.isdigit() else value for name, value in given.items()}
    players = {name: maker(game, name) for name in match.table}
    start = game.rules.initial_state(**options)
    found = tournament(game, players, games, match.seed, tables=(match.table,), start=start)
    share = found.victory_share(match.table[0])
    command = f"measured: python -m tests.tournaments '{match.match}' --games {len(found.games)}"
    numbers = (round(number, 3) for number in (share.value, share.low, share.high))
    return MatchResult(match.match, len(found.games), match.seed, *numbers, share.deals, command)


def keep(new: MatchResult) -> None:
    """Put a result into the table of the last runs."""
    kept = {row.match: row for row in csv_records(MatchResult, "strengths.csv")} if KEPT.exists() else {}
    kept[new.match] = new
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(MatchResult)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for _, row in sorted(kept.items()))


def main() -> None:
    asked = argparse.ArgumentParser(description="plays the matches of data/tournaments.csv")
    asked.add_argument("name", nargs="?", default="", help="how the names of the matches begin")
    asked.add_argument("--games", type=int, help="games of each match instead of those of the table")
    given = asked.parse_args()
    for match in csv_records(Match, "tournaments.csv", unique_key=("match",)):
        if match.match.startswith(given.name):
            result = played(match, given.games or match.games)
            keep(result)
            verdict = f"goal {match.goal:.0%} {'reached' if result.share >= match.goal else 'missed'}"
            print(f"{match.match}: {result.share:.1%} ({result.low:.1%}-{result.high:.1%}), {verdict}", flush=True)


if __name__ == "__main__":
    main()
