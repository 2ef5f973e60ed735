"""The answers of the calculators as tables: the summary first, then the distribution that it comes from.

Used by the command line, the boards' *Save: Table* and ``export``: named in words, chances marked, numbers exact, with
a basis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

from gamekit.analysis.evaluate import answer_columns
from gamekit.probability.distribution import Basis, Dist
from gamekit.storage import link_code
from gamekit.text.translation import basis_line, percent, word


@dataclass(frozen=True, slots=True)
class Table:
    """A table: rows are tuples as long as ``heads``; ``chances`` names the columns that hold chances."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    caption: str = ""
    basis: tuple[str, ...] = ()
    chances: tuple[str, ...] = ()
    language: str | None = None

    @property
    def text_rows(self) -> list[list[str]]:
        """The cells as text: chances in per cent with one decimal, other fractions and floats with two."""
        return [[_told(value, head in self.chances) for head, value in zip(self.heads, row)] for row in self.rows]

    @property
    def basis_line(self) -> str:
        """What the answer rests on, in one line, such as "exact · rules 7.2, 7.4"."""
        return basis_line(self.basis, self.language)


def _told(value: Any, chance: bool) -> str:
    if chance and isinstance(value, (int, float, Fraction)):
        return percent(value)
    return f"{float(value):.2f}" if isinstance(value, (float, Fraction)) else "" if value is None else str(value)


FIELDS: Final = (  # of outcomes, with words for them
    *("attacker", "defender", "withdrew"),
    *("attacker_loss_pct", "defender_loss_pct", "attacker_loss", "defender_loss", "attacker_left", "defender_left"),
)


def answer_tables_of(thing: Any, caption: str = "", language: str | None = None) -> tuple[Table, ...]:
    """Return a question's tables (battle, combat, siege, contest, conflict, duel), its answer first; () for others.

    >>> from gamekit import julius_caesar as jc
    >>> answer, ends = answer_tables_of(jc.Battle(jc.army("C3/II"), jc.army("C3/I")), "Two steps against one")
    >>> answer.text_rows[0], ends.heads
    (['attacker wins', '79.9%', ''], ('attacker left', 'defender left', 'who left', 'chance'))
    """
    named = TABLES.get(link_code.kind_of(thing) or type(thing).__name__.lower())
    return named(thing, caption, language) if named else ()


def figures_table(
    chances: Mapping[str, Any], numbers: Mapping[str, Any], caption: str, basis: Basis, language: str | None = None
) -> Table:
    """Return a table of named figures, chances and other ``numbers`` in separate columns."""
    what, chance, figure = (word(f"cli.{head}", language) for head in ("what", "chance", "figure"))
    rows = [(word(f"cli.{key}", language), p, None) for key, p in chances.items()]
    rows += [(word(f"cli.{key}", language), None, number) for key, number in numbers.items()]
    return Table((what, chance, figure), tuple(rows), caption, basis, (chance,), language)


def distribution_table(found: Dist[Any], caption: str = "", language: str | None = None) -> Table:
    """Return a table with one row per outcome, the likeliest first: a column per field of the outcomes (one column for
    outcomes without fields), then the chance."""
    whole = all(isinstance(weight, int) for weight in found.values())
    ranked = sorted(found.items(), key=lambda pair: -pair[1])
    known = [answer_columns(outcome) for outcome, _ in ranked]
    chance = word("cli.chance", language)
    heads = [word(f"cli.of.{name}", language) if name in FIELDS else name.replace("_", " ") for name in known[0]]
    rows = (
        (*map(_cell, fields.values()), Fraction(weight, found.total_weight) if whole else weight)
        for fields, (_, weight) in zip(known, ranked)
    )
    return Table((*heads, chance), tuple(rows), caption, found.basis, (chance,), language)


def _cell(value: Any) -> Any:
    """Format survivors as a text; anything else unchanged."""
    if isinstance(value, tuple):
        return ", ".join(" ".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value)
    return value


def battle_table(chances: Any, caption: str = "", language: str | None = None) -> Table:
    """Return the table of ``jc.Chances``: how a battle ends, and the mean strengths left."""
    ends = ("attacker_wins", "attacker_leaves", "attacker_eliminated")
    left = ("attacker_strength", "defender_strength")
    shares, means = ({name: getattr(chances, name) for name in names} for names in (ends, left))
    return figures_table(shares, means, caption, chances.basis, language)


def combat_table(found: Mapping[str, Any], basis: Basis, caption: str = "", language: str | None = None) -> Table:
    """Return the table of a combat, as ``Combat.summary`` names it: who wins, and the mean losses."""
    events = {"attacker_wins": found["p_win"], "draw": found["p_draw"], "defender_wins": found["p_loss"]}
    means = {"attacker_loses": found["attacker_loss"], "defender_loses": found["defender_loss"]}
    return figures_table(events, means, caption, basis, language)


def siege_plan_summary_table(plan: Any, caption: str = "", language: str | None = None) -> Table:
    """Return the table of a siege's plan: the chance that the city falls, the plan's ``value``, and the
    attacker's mean loss in CSP and mean OP spent."""
    means = {"worth": plan.value, "attacker_loses": plan.mean_attacker_loss, "operations": plan.mean_operations}
    return figures_table({"captured": plan.chance_of_each_end["captured"]}, means, caption, plan.basis, language)


def contest_table(contest: Any, caption: str = "", language: str | None = None) -> Table:
    """Return the table of each entrant's chance of each place."""
    heads = [word("cli.rank", language, rank=place) for place in range(1, len(contest.names) + 1)]
    rows = tuple((name, *contest.p_rank(name)) for name in contest.names)
    return Table((word("cli.name", language), *heads), rows, caption, contest.basis, tuple(heads), language)


def card_mix_table(found: Any, hands: Iterable[Any], caption: str = "", language: str | None = None) -> Table:
    """Return a table of how often each player plays each card, from the mixes of a ``Duel`` or the equilibrium of a
    ``Conflict``; ``hands`` are both players' cards, the first one's or the attacker's first."""
    mixes = (found.attacker, found.defender) if hasattr(found, "attacker") else (found.play, found.other_play)
    held = tuple(map(tuple, hands))
    sides = ("side.attacker", "side.defender") if hasattr(found, "attacker") else ("cli.hand", "cli.other_hand")
    heads = tuple(word(key, language) for key in sides)
    cards = sorted({card for hand in held for card in hand}, key=lambda card: (isinstance(card, str), card))
    rows = ((str(c), *(mix.get(c, 0) if c in hand else None for mix, hand in zip(mixes, held))) for c in cards)
    return Table((word("cli.card", language), *heads), tuple(rows), caption, found.basis, heads, language)


def _battle(battle: Any, caption: str, language: str | None) -> tuple[Table, ...]:
    return battle_table(battle.chances(), caption, language), distribution_table(
        battle.odds(), word("cli.ends", language), language
    )


def _combat(combat: Any, caption: str, language: str | None) -> tuple[Table, ...]:
    found = combat.summary()
    answer = combat_table(found, found["basis"], caption, language)
    return answer, distribution_table(combat.odds(), word("cli.ends", language), language)


def _siege(siege: Any, caption: str, language: str | None) -> tuple[Table, ...]:
    return (siege_plan_summary_table(siege.plan(), caption, language),)


def _contest(contest: Any, caption: str, language: str | None) -> tuple[Table, ...]:
    return (contest_table(contest, caption or word("cli.contest", language), language),)


def _conflict(conflict: Any, caption: str, language: str | None) -> tuple[Table, ...]:
    found = conflict.equilibrium()
    hands = conflict.attacker_hand, conflict.defender_hand
    return (card_mix_table(found, hands, caption or found.explain(language), language),)


def _duel(duel: Any, caption: str, language: str | None) -> tuple[Table, ...]:
    solved = duel() if isinstance(duel, partial) else duel
    hands = solved.hand, solved.other_hand
    return (card_mix_table(solved, hands, caption or solved.explain(language), language),)


TABLES: Final[dict[str, Callable[[Any, str, str | None], tuple[Table, ...]]]] = {
    "battle": _battle,
    "combat": _combat,
    "siege": _siege,
    "contest": _contest,
    "conflict": _conflict,
    "duel": _duel,
}
