"""Charts of Aquileia's dice: rank chances against base strength and cards, blue dice, the split, coin laws.

Each takes what ``gamekit.aquileia`` computes and gives a ``charts.Chart`` whose title states the finding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit import aquileia as aq
from gamekit.aquileia.odds.contest import PLACES, without_blue
from gamekit.aquileia.tables import Purse
from gamekit.probability.distribution import Dist
from gamekit.text.translation import percent, points, translate, word
from gamekit.widgets import charts
from gamekit.widgets.aquileia.pieces import TINTS, pawns
from gamekit.widgets.charts import WIDTH, Chart, Part, Spec
from gamekit.widgets.look import NEUTRAL


def say(key: str, language: str | None = None, **fields: Any) -> str:
    return word(f"aquileia.chart.{key}", language, **fields)


def ranks(contest: aq.Contest, name: str, language: str | None = None, width: int = WIDTH) -> Chart:
    """An entrant's chances of each place, as one bar."""
    chances = contest.p_rank(name)
    tints = [_colour(contest, name), "#B49A6A", *["#8C8577"] * 3]
    parts = [Part(say("place", language, place=n), p, tints[n - 1]) for n, p in enumerate(chances, 1)]
    title = say("ranks", language, name=name, p=percent(chances[0]))
    return charts.outcome(parts, Spec(title, "", contest.basis, language, width, heads=(say("places", language),)))


def by_card_strength(
    contest: aq.Contest, name: str, cards: Sequence[int] = range(9), language: str | None = None, width: int = WIDTH
) -> Chart:
    """Rank chances against the strength of cards; the title says from which one half the wins are reached.

    Cards are the axis, since fields cannot give any strength: an arena has 1, 1 and 2."""
    rows = aq.rank_rows(contest, name, cards=cards)
    half = next((held for held, first in zip(rows["cards"], rows["first"]) if first >= 0.5), None)
    title = say("never_half" if half is None else "half", language, name=name, cards=half)
    stages = [say("card_stage", language, cards=each) for each in rows["cards"]]
    return _stages(contest, name, rows, stages, title, language, width)


def by_blue(contest: aq.Contest, name: str, language: str | None = None, width: int = WIDTH) -> Chart:
    """Rank chances with none to four blue dice; the title says what the first die and all four add."""
    rows = aq.rank_rows(without_blue(contest), name, blue=range(5))
    firsts = rows["first"].tolist()
    one, four = (points(firsts[dice] - firsts[0], "") for dice in (1, 4))
    title = say("blue", language, name=name, one=one, four=four)
    stages = [say("dice", language, dice=dice) for dice in rows["blue"]]
    others = any(entrant.blue for entrant in contest.entrants if entrant.name != name)
    return _stages(contest, name, rows, stages, title, language, width, "note_blue" if others else "note")


def _stages(
    contest: aq.Contest,
    name: str,
    rows: Any,
    stages: list[str],
    title: str,
    language: str | None,
    width: int,
    note: str = "note",
) -> Chart:
    count = len(contest.entrants)
    last = PLACES[count - 1]
    parts = [
        Part(say("place", language, place=1), "first", _colour(contest, name)),
        Part(say("place", language, place=count), last, NEUTRAL),
    ]
    middle = say("place", language, place=2) if count == 3 else say("between", language)
    spec = Spec(title, say(note, language), language=language, width=width)
    return charts.by_stage(rows, stages, parts, middle, spec)


def by_cards(
    contest: aq.Contest,
    name: str,
    bases: Sequence[int] = range(1, 5),
    cards: Sequence[int] = range(6),
    language: str | None = None,
    width: int = WIDTH,
) -> Chart:
    """The chance to win against field strength, as far as one player's fields in a district go, and cards."""
    rows = aq.rank_rows(contest, name, base=bases, cards=cards)
    total = aq.break_even(contest.with_entrant(name, cards=0), name)
    title = say("cards" if total else "never_half", language, name=name, total=total or 0)
    names = {"base": say("field_strength", language), "cards": say("card_strength", language)}
    colour = _colour(contest, name)
    return charts.heat(rows, "cards", "base", "first", Spec(title, "", (), language, width, (colour,), names=names))


def split(found: aq.BlueSplit, language: str | None = None, width: int = WIDTH) -> Chart:
    """What each split of the blue dice is worth; the title says what the second best costs."""
    rows = found.rows()
    rows["label"] = [say("thrown", language, arena=arena) for arena in rows["arena"]]
    rows["more"] = [say("kept", language, race=race) for race in rows["race"]]
    title = say(
        "split", language, name=found.holder, arena=found.best, race=len(found.values) - 1 - found.best,
        loss=f"{float(found.loss):.2f}", second=found.second,
    )  # fmt: skip
    names = {
        "label": say("in_arena", language),
        "more": say("in_race", language),
        "worth": say("worth", language),
    }
    return charts.amounts(rows, "worth", "label", "more", Spec(title, language=language, width=width, names=names))


def coins(law: Dist[Purse], title: str, language: str | None = None, width: int = WIDTH) -> Chart:
    """A law of coins as one bar, likeliest first."""
    ordered = sorted(law, key=lambda purse: -law[purse])
    parts = [
        Part(translate(str(purse), language), law.p(purse.__eq__), TINTS[place % len(TINTS)])
        for place, purse in enumerate(ordered)
    ]
    return charts.outcome(parts, Spec(title, "", law.basis, language, width, heads=(say("coins", language),)))


def _colour(contest: aq.Contest, name: str) -> str:
    return next(pawn.colour for pawn in pawns(contest.names) if pawn.name == name)
