"""Charts of one battle: how it ends, what is left, which round decides, and what one more block would change.

Each takes a ``Battle`` (or an ``Engagement``, a battle from the middle of a round) and gives a ``charts.Chart``."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gamekit.dist import Dist
from gamekit.julius_caesar import Battle, Block, Engagement, Position, army, odds_of_many
from gamekit.julius_caesar.odds.played import either_may_leave
from gamekit.julius_caesar.tables import ATTACKER, ROLES
from gamekit.widgets import charts
from gamekit.widgets.charts import WIDTH, Chart, Part, Spec
from gamekit.widgets.julius_caesar.battle_view import block_name
from gamekit.widgets.look import NEUTRAL, TINTS
from gamekit.words import percent, word

Fight = Battle | Engagement
CHANCES = ("attacker_wins", "attacker_leaves", "attacker_eliminated")
SENTENCES = {
    "attacker_wins": "julius_caesar.board.wins",
    "attacker_leaves": "julius_caesar.board.leaves",
    "attacker_eliminated": "julius_caesar.board.eliminated",
}
RATED = {  # when the attackers are known by their ratings only
    "attacker_wins": "julius_caesar.chart.rated_wins",
    "attacker_leaves": "julius_caesar.chart.rated_leaves",
    "attacker_eliminated": "julius_caesar.chart.rated_eliminated",
}
HALF = Fraction(1, 2)


def outcome(fight: Fight, language: str | None = None, numbers: type = int, width: int = WIDTH) -> Chart:
    """The three ways in which a battle ends, as one bar."""
    chances = fight.chances(numbers)
    parts = [Part(say(fight, key, language), getattr(chances, key), _colours(fight)[key]) for key in CHANCES]
    likeliest = max(parts, key=lambda part: part.share)
    title = word("julius_caesar.chart.outcome", language, end=likeliest.label, p=percent(likeliest.share))
    return charts.outcome(parts, Spec(title, basis=chances.basis, language=language, width=width))


def survivors(fight: Fight, language: str | None = None, numbers: type = int, width: int = WIDTH) -> Chart:
    """How many steps each side has left at the end: the chance of at least 1, 2, 3 ..."""
    odds = fight.odds(numbers)
    steps = {block.label: block.step for block in _blocks(fight)}

    def left(side: str) -> Dist[int]:
        return odds.map(lambda end: sum(strength // steps.get(name, 1) for name, strength in getattr(end, side)))

    laws = {name(fight, side, language): left(side) for side in ROLES}
    first, law = next(iter(laws.items()))
    kept = 0 if law.at_least(1) < HALF else max(step for step in law if law.at_least(step) >= HALF)
    if kept:
        p = percent(law.at_least(kept))
        title = word("julius_caesar.chart.survivors", language, side=first, steps=kept, p=p)
    else:
        title = word("julius_caesar.chart.no_survivors", language, side=first, p=percent(1 - law.at_least(1)))
    colours = (_colours(fight)[CHANCES[0]], _colours(fight)[CHANCES[2]])
    heads = (word("julius_caesar.chart.steps", language),)
    return charts.at_least(laws, Spec(title, language=language, width=width, colours=colours, heads=heads))


def by_round(fight: Fight, language: str | None = None, numbers: type = int, width: int = WIDTH) -> Chart:
    """How far the battle is decided at the end of each round."""
    rows = fight.by_round(numbers)
    over = rows["over"].tolist()
    grown = [(now - before, number) for number, before, now in zip(rows["round"][1:].tolist(), over, over[1:])]
    most, decisive = max(grown, default=(0, 4))
    key = "julius_caesar.chart.decides" if decisive < 4 else "julius_caesar.chart.goes_on"
    title = word(key, language, round=decisive, p=percent(most), before=percent(1 - most))
    rounds = rows.iloc[1:].reset_index(drop=True)
    rounds.attrs["basis"] = rows.attrs["basis"]
    stages = [word("julius_caesar.chart.round", language, round=number) for number in rounds["round"]]
    colours = _colours(fight)
    parts = [Part(word(f"julius_caesar.chart.{key}", language), key, colours[key]) for key in CHANCES]
    heads = (word("julius_caesar.chart.fights_on_then_leaves", language),)
    spec = Spec(title, word("julius_caesar.chart.by_round_note", language), (), language, width, heads=heads)
    return charts.by_stage(rounds, stages, parts, word("julius_caesar.chart.fights_on", language), spec)


def improve(
    battle: Battle,
    pool: Iterable[Block],
    side: str = ATTACKER,
    language: str | None = None,
    numbers: type = int,
    width: int = WIDTH,
    most: int = 8,
) -> Chart:
    """What one more block of a pool would change, best first; ValueError when the pool is empty."""
    pool = tuple(pool)
    if not pool:
        raise ValueError("the pool is empty; name the blocks to try, like jc.army('Legio 7', 'Caesar')")
    called = {str(block): block_name(block, language) for block in pool}
    rows = battle.improve(pool, side, numbers)
    rows["block"] = [called[text] for text in rows["block"]]
    base, best = rows.attrs["without"], rows.iloc[0]
    points = f"{100 * float(best['change']):.1f}"
    helps = "julius_caesar.chart.improve" if best["change"] > 0 else "julius_caesar.chart.improve_none"
    title = word(helps, language, block=best["block"], points=points)
    key = "julius_caesar.chart.improve_note" if side == ATTACKER else "julius_caesar.chart.improve_note_defender"
    accent = _colours(battle)["attacker_wins" if side == ATTACKER else "attacker_eliminated"]
    note = word(key, language, side=name(battle, ATTACKER, language))
    as_it_is = word("julius_caesar.chart.as_it_is", language, p=percent(base))
    return charts.change(rows, base, as_it_is, Spec(title, note, (), language, width, (accent,)), most)


def matchups(
    attacker: str = "C3/III",
    defender: str = "C3/III",
    most: int = 6,
    language: str | None = None,
    width: int = WIDTH,
    **options: Any,
) -> Chart:
    """The chance to win of n blocks of one kind against m of another, 1 to ``most`` of each.

    A kind is a rating and a strength, like C3/III; ValueError for more than one block, or when ``most`` is below 1."""
    if not (isinstance(most, int) and most >= 1):
        raise ValueError(f"most is {most!r}; it should be a whole number from 1 on")
    kinds = [army(text) for text in (attacker, defender)]
    for text, kind in zip((attacker, defender), kinds):
        if len(kind) != 1:
            raise ValueError(f"{text!r} is {len(kind)} blocks; name one kind, like C3/III")
    sizes = [(attackers, defenders) for attackers in range(1, most + 1) for defenders in range(1, most + 1)]
    battles = [Battle(kinds[0] * n, kinds[1] * m, **options) for n, m in sizes]
    rows = odds_of_many(battles).assign(**dict(zip(("attackers", "defenders"), zip(*sizes))))
    rows.attrs["basis"] = odds_of_many(battles[:1]).attrs["basis"]
    need = {m: _need(rows, m) for m in range(1, most + 1)}
    reached = max((m for m, n in need.items() if n), default=None)
    if reached is None:
        title = word("julius_caesar.chart.matchups_never", language, most=most)
    else:
        title = word("julius_caesar.chart.matchups", language, attackers=need[reached], defenders=reached)
    names = {
        "attackers": word("julius_caesar.chart.attackers", language, block=str(kinds[0][0])),
        "defenders": word("julius_caesar.chart.defenders", language, block=str(kinds[1][0])),
    }
    note = word("julius_caesar.chart.matchups_note", language)
    spec = Spec(title, note, language=language, width=width, names=names)
    return charts.heat(rows, "defenders", "attackers", "attacker_wins", spec)


def _need(rows: Any, defenders: int) -> int | None:
    enough = rows[(rows["defenders"] == defenders) & (rows["attacker_wins"] >= 0.5)]["attackers"]
    return int(enough.min()) if len(enough) else None


def name(fight: Fight, role: str, language: str | None = None) -> str:
    """What a side is called: Caesar or Pompey, or attacker or defender when only ratings are known."""
    side = _side(fight, role)
    return word(f"julius_caesar.side.{side}", language) if side else word(f"side.{role}", language)


def say(fight: Fight, key: str, language: str | None = None) -> str:
    """An end of the battle with the attacker's name: "Caesar wins"."""
    if key == "attacker_leaves" and either_may_leave(_battle(fight), _position(fight)):
        return word("julius_caesar.board.leaves_either", language)
    if not _side(fight, ATTACKER):
        return word(RATED[key], language)
    return word(SENTENCES[key], language, side=name(fight, ATTACKER, language))


def _battle(fight: Fight) -> Battle:
    return fight if isinstance(fight, Battle) else fight.battle


def _position(fight: Fight) -> Position:
    return fight.start if isinstance(fight, Battle) else fight.position


def _blocks(fight: Fight) -> tuple[Block, ...]:
    return _battle(fight).blocks


def _side(fight: Fight, role: str) -> str | None:
    battle = _battle(fight)
    blocks = (*getattr(battle, role), *getattr(battle, f"{role}_reserve"))
    return next((block.side for block in blocks if block.side), None)


def _colours(fight: Fight) -> dict[str, str]:
    attacker, defender = (_side(fight, role) for role in ROLES)
    if not attacker:
        attacker = "Pompey" if defender == "Caesar" else "Caesar"
    if not defender:
        defender = "Pompey" if attacker == "Caesar" else "Caesar"
    return dict(zip(CHANCES, (TINTS[attacker].face, NEUTRAL, TINTS[defender].face)))
