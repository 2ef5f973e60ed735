"""Charts of one battle: its ends, survivors, decision by round, and the effect of one more block.

Each takes a ``Battle`` (or an ``Engagement``, a battle from the middle of a round) and gives a ``charts.Chart``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gamekit.analysis.sequence import in_a_row
from gamekit.julius_caesar import Battle, BattleFromPosition, BattlePosition, Block, army, attacker_wins
from gamekit.julius_caesar.fight.moments import either_may_leave
from gamekit.julius_caesar.odds import battle as odds
from gamekit.julius_caesar.tables import ATTACKER, ROLES
from gamekit.probability.distribution import Dist
from gamekit.text.translation import format_points, percent, word
from gamekit.widgets import charts
from gamekit.widgets.charts import WIDTH, Chart, Part, Spec
from gamekit.widgets.julius_caesar.pieces import block_name
from gamekit.widgets.look import NEUTRAL, TINTS

Fight = Battle | BattleFromPosition
ENDS = ("wins", "leaves", "eliminated")
CHANCES = tuple(f"attacker_{end}" for end in ENDS)
HALF = Fraction(1, 2)
ROOMY = 400  # px of a chart whose labels may be long


def outcome(fight: Fight, language: str | None = None, numbers: type = int) -> Chart:
    """Return the chances of a battle's three ends as one bar."""
    chances = fight.chances(numbers)
    shares, colours = (getattr(chances, key) for key in CHANCES), _colours(fight).values()
    parts = [Part(say(fight, *part[:1], language), *part[1:]) for part in zip(ENDS, shares, colours)]
    likeliest = max(parts, key=lambda part: part.share)
    title = _said("outcome", language, end=likeliest.label, p=percent(likeliest.share))
    return charts.outcome_bar(parts, Spec(title, basis=chances.basis, language=language))


def survivors(fight: Fight, language: str | None = None, numbers: type = int) -> Chart:
    """Return each side's surviving steps at the end: the chances of at least 1, 2, 3 ..."""
    strengths = {name(fight, side, language): _left(fight, fight.odds(numbers), side) for side in ROLES}
    first, strength = next(iter(strengths.items()))
    kept = 0 if strength.at_least(1) < HALF else max(step for step in strength if strength.at_least(step) >= HALF)
    p = percent(strength.at_least(kept) if kept else 1 - strength.at_least(1))
    title = _said("survivors" if kept else "no_survivors", language, side=first, steps=kept, p=p)
    colours = (_colours(fight)[CHANCES[0]], _colours(fight)[CHANCES[2]])
    heads = (_said("steps", language),)
    return charts.at_least_bars(strengths, Spec(title, language=language, colours=colours, heads=heads))


def given_win(fight: Fight, language: str | None = None, numbers: type = int, width: int = WIDTH) -> Chart:
    """Return the attacker's survivors, given a win and in all battles: the chances of at least 1, 2, 3 ... steps."""
    odds = fight.odds(numbers)
    strength = _left(fight, odds.given(attacker_wins), ATTACKER)
    had = sum(now.strength // now.block.strength_per_step for now in _position(fight).attacker)
    who = name(fight, ATTACKER, language)
    title = _said("given_win", language, side=who, lost=f"{had - float(strength.mean()):.1f}", had=had)
    strengths = {_said("if_it_wins", language): strength, _said("in_all", language): _left(fight, odds, ATTACKER)}
    colours, heads = (_colours(fight)[CHANCES[0]], NEUTRAL), (_said("steps", language),)
    return charts.at_least_bars(strengths, Spec(title, language=language, width=width, colours=colours, heads=heads))


def _left(fight: Fight, ends: Dist[Any], side: str) -> Dist[int]:
    steps = {block.name_for_army: block.strength_per_step for block in _battle(fight).blocks}
    return ends.map(lambda end: sum(strength // steps.get(name, 1) for name, strength in getattr(end, side)))


def two_battles(
    battle: Battle, then: tuple[Block, ...], language: str | None = None, numbers: type = int, width: int = WIDTH
) -> Chart:
    """Return a chart of two battles in a row: the survivors of the first attack a second army."""
    row = in_a_row([battle, replace(battle, defender=then, defender_reserve=())], numbers=numbers)
    first, second = row.p_won
    shares = {"row_both": second, "row_first_only": first - second, "row_neither": 1 - first}
    ends = zip(shares.items(), _colours(battle).values())
    parts = [Part(_said(key, language), share, colour) for (key, share), colour in ends]
    who = name(battle, ATTACKER, language)
    title = _said("row_title", language, side=who, p=percent(second))
    return charts.outcome_bar(parts, Spec(title, basis=row.basis, language=language, width=width))


def by_round(fight: Fight, language: str | None = None, numbers: type = int, width: int = WIDTH) -> Chart:
    """Return the chances that the battle is won, lost or open at the end of each round."""
    rows = fight.by_round(numbers)
    over = rows["over"].tolist()
    grown = [(now - before, number) for number, before, now in zip(rows["round"][1:].tolist(), over, over[1:])]
    most, decisive = max(grown, default=(0, 4))
    shares = {"p": percent(most), "before": percent(1 - most)}
    title = _said("decides" if decisive < 4 else "goes_on", language, round=decisive, **shares)
    rounds = rows.iloc[1:].reset_index(drop=True)
    rounds.attrs["basis"] = rows.attrs["basis"]
    stages = [_said("round", language, round=number) for number in rounds["round"]]
    colours = _colours(fight)
    parts = [Part(_said(key, language), key, colours[key]) for key in CHANCES]
    heads = (_said("fights_on_then_leaves" if width >= ROOMY else "fights_on", language),)
    spec = Spec(title, _said("by_round_note", language), (), language, width, heads=heads)
    return charts.stage_bars(rounds, stages, parts, _said("fights_on", language), spec)


def strength_by_round(battle: Battle, side: str = ATTACKER, language: str | None = None, numbers: type = int) -> Chart:
    """Return a fan chart of a side's total strength by round: its median, 50% and 90% intervals."""
    strengths = battle.strength_by_round(side, numbers)
    blocks = (*getattr(battle, side), *getattr(battle, f"{side}_reserve"))
    places = {_said("start", language): Dist({sum(block.strength for block in blocks): 1})}
    places |= {_said("round", language, round=number): strength for number, strength in strengths.items()}
    kept = strengths[4].quantile(HALF)
    fields = {"strength": kept, "p": percent(strengths[4].at_least(kept))}
    title = _said("spread", language, side=name(battle, side, language), **fields)
    colour = _colours(battle)[CHANCES[0] if side == ATTACKER else CHANCES[2]]
    heads = (word("charts.stage", language), _said("strength", language))
    return charts.fan_chart(places, Spec(title, language=language, colours=(colour,), heads=heads))


def improve(
    battle: Battle, pool: Iterable[Block], side: str = ATTACKER, language: str | None = None, numbers: type = int,
    width: int = WIDTH, most: int = 8,
) -> Chart:  # fmt: skip
    """Return the chance to win with each block of a pool added, best first; ValueError if the pool is empty."""
    pool = tuple(pool)
    if not pool:
        raise ValueError("the pool is empty; name the blocks to try, like jc.army('Legio 7', 'Caesar')")
    called = {str(block): block_name(block, language) for block in pool}
    rows = battle.improve(pool, side, numbers)
    rows["block"] = [called[text] for text in rows["block"]]
    base, best = rows.attrs["without"], rows.iloc[0]
    more = format_points(best["change"], "")
    helps = best["change"] > 0 and more != "0.0"  # which is no more than floats are off
    title = _said("improve" if helps else "improve_none", language, block=best["block"], points=more)
    accent = _colours(battle)["attacker_wins" if side == ATTACKER else "attacker_eliminated"]
    key = "improve_note" if side == ATTACKER else "improve_note_defender"
    note = _said(key, language, side=name(battle, ATTACKER, language))
    as_it_is = _said("as_it_is", language, p=percent(base))
    return charts.choice_bars(rows, base, as_it_is, Spec(title, note, (), language, width, (accent,)), most)


def matchups(
    attacker: str = "C3/III", defender: str = "C3/III", most: int = 6, language: str | None = None, **options: Any
) -> Chart:
    """Return a heat map of the chance to win of n blocks of one kind against m of another, 1 to ``most`` of each.

    ValueError for more than one block of a kind, or when ``most`` is below 1."""
    rows = odds.matchups(attacker, defender, most, **options)
    enough = rows[rows["attacker_wins"] >= 0.5].groupby("defenders")["attackers"].min()
    reached = max(map(int, enough.index), default=None)
    fields = {"most": most} if reached is None else {"attackers": int(enough[reached]), "defenders": reached}
    title = _said("matchups_never" if reached is None else "matchups", language, **fields)
    kinds = {"attackers": attacker, "defenders": defender}
    names = {key: _said(key, language, block=str(*army(kind))) for key, kind in kinds.items()}
    spec = Spec(title, _said("matchups_note", language), language=language, names=names)
    return charts.heat_map(rows, "defenders", "attackers", "attacker_wins", spec)


def name(fight: Fight, role: str, language: str | None = None) -> str:
    """Return a side's name: Caesar or Pompey, or attacker or defender if only ratings are known."""
    side = _side(fight, role)
    return word(f"julius_caesar.side.{side}", language) if side else word(f"side.{role}", language)


def _said(key: str, language: str | None, **fields: Any) -> str:
    return word(f"julius_caesar.chart.{key}", language, **fields)


def say(fight: Fight, end: str, language: str | None = None) -> str:
    """Return the text of an end of the battle, with the attacker's name: "Caesar wins"."""
    if end == "leaves" and either_may_leave(_battle(fight), _position(fight)):
        return word("julius_caesar.board.leaves_either", language)
    if not _side(fight, ATTACKER):
        return word(f"julius_caesar.chart.rated.{end}", language)
    return word(f"julius_caesar.board.{end}", language, side=name(fight, ATTACKER, language))


def _battle(fight: Fight) -> Battle:
    return fight if isinstance(fight, Battle) else fight.battle


def _position(fight: Fight) -> BattlePosition:
    return fight.start_position if isinstance(fight, Battle) else fight.position


def _side(fight: Fight, role: str) -> str | None:
    battle = _battle(fight)
    blocks = (*getattr(battle, role), *getattr(battle, f"{role}_reserve"))
    return next((block.side for block in blocks if block.side), None)


def _colours(fight: Fight) -> dict[str, str]:
    attacker, defender = (_side(fight, role) for role in ROLES)
    attacker = attacker or ("Pompey" if defender == "Caesar" else "Caesar")
    defender = defender or ("Pompey" if attacker == "Caesar" else "Caesar")
    return dict(zip(CHANCES, (TINTS[attacker].face, NEUTRAL, TINTS[defender].face)))
