"""The exact forecasts as charts: the money, where a leader arrives, how many to send into a fight.

Each gives a ``charts.Chart`` whose title is the finding, with what it rests on; ``panel`` lays them on one page under
the one answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import Any

from gamekit.roma_victrix.odds.forecasts import Budget, FightAhead, Reach
from gamekit.roma_victrix.odds.forecasts.describe import name_in, sentence
from gamekit.text.translation import percent
from gamekit.widgets import charts
from gamekit.widgets.charts import WIDTH, Chart, Spec
from gamekit.widgets.look import CAESAR, INK, POMPEY, SANS, SERIF, TABLE
from gamekit.widgets.svg import image

GOOD = "#2F7D5B"
SHOWN = 8  # rows of a chart
SENT = 16  # numbers of CSP on a chart


def _rows(rows: Iterable[tuple[str, str, Any]], basis: tuple[str, ...]) -> Any:
    import pandas as pd

    made = pd.DataFrame(list(rows), columns=["block", "rating", "p"])
    made.attrs["basis"] = basis
    return made


def money(budget: Budget, language: str | None = None, width: int = WIDTH) -> Chart:
    """What is left after upkeep and new units, a bar for each amount; below 0 it cannot be paid."""
    least, most = min(budget.left), max(budget.left)
    key = "chart.money" if least < most else "chart.money_sure"
    title = sentence(key, language, power=budget.power, least=least, most=most)
    name = sentence("chart.left", language)
    spec = Spec(title, sentence("chart.left_note", language), budget.basis, language, width, (CAESAR,))
    return charts.laws({name: budget.left}, spec)


def arrivals(reach: Reach, language: str | None = None, width: int = WIDTH) -> Chart | None:
    """Where a leader may arrive but is not sure to, and in the note where he is; None when nothing is unsure."""
    sure = tuple(each.place for each in reach.arrivals if each.p == 1)
    unsure = [each for each in reach.arrivals if each.p < 1][:SHOWN]
    if not unsure:
        return None
    rows = [
        (name_in(each.place, language), sentence("chart.points", language, points=each.cost), each.p) for each in unsure
    ]
    title = sentence("chart.sure", language, leader=reach.leader, count=len(sure), place=unsure[0].place, p=unsure[0].p)
    note = sentence("reach.sure", language, places=sure) if sure else ""
    return charts.change(_rows(rows, reach.basis), 0, "", Spec(title, note, (), language, width, (GOOD,)), SHOWN)


def sending(fight: FightAhead, language: str | None = None, width: int = WIDTH) -> Chart | None:
    """What each number of CSP sent into a combat is worth, over all that the enemy may have; None for a siege."""
    if fight.sieges:
        return None
    found = fight.how_many()
    rows = list(zip(found["csp"].tolist(), found["worth"].tolist()))
    best, worth = max(rows, key=lambda row: row[1])
    values = {"csp": best, "all": rows[-1][0], "place": fight.place, "worth": _points(worth)}
    every = -(-len(rows) // SENT)
    rows = [row for number, row in enumerate(rows, 1) if number % every == 0 or row[0] in (best, rows[-1][0])]
    heads = sentence("chart.sent", language), sentence("chart.worth", language)
    title = sentence("chart.send" if worth > 0 else "chart.send_none", language, **values)
    spec = Spec(title, sentence("chart.send_note", language), fight.basis, language, width)
    spec = replace(spec, colours=(POMPEY,), heads=heads)
    return charts.lines({heads[1]: [worth for _, worth in rows]}, [csp for csp, _ in rows], spec)


def _points(worth: Any) -> str:
    return f"{float(worth):+.1f}".replace("-", "\u2212")


def _first_round(fight: FightAhead, language: str | None) -> str:
    """How many to send into the first round of a siege."""
    sent, worth, most = fight.first_round()
    army = fight.sieges[0][0].now.attacker
    values = {"place": fight.place, "sent": sent, "all": army, "points": fight.middle}
    key = "fight.first_round" if sent else "fight.no_round"
    likeliest = "" if fight.seen else sentence("fight.likeliest", language)
    return f"{sentence(key, language, **values, worth=_points(worth), most=_points(most))} {likeliest}".rstrip()


def panel(
    budget: Budget,
    reach: Reach | None = None,
    language: str | None = None,
    fight: FightAhead | None = None,
    width: int = WIDTH,
) -> str:
    """One page: whether the power can pay in large type, the sum beside it, the charts below, what it rests on. HTML
    that needs no script; the charts, so many px wide, stand side by side where there is room."""
    key = "chart.question" if budget.wanted else "chart.question_keeps"
    question = sentence(key, language, power=budget.power, wanted=budget.wanted)
    answer = percent(budget.p) if budget.allowed else sentence("chart.never", language)
    shown = [(money, budget), (sending, fight), (arrivals, reach)]
    pictures = [make(what, language, width) for make, what in shown if what is not None]  # type: ignore[operator]
    figures = "".join(
        f'<figure style="margin:0;flex:0 1 {width}px;min-width:0">{image(chart.still(), "chart")}</figure>'
        for chart in pictures
        if chart is not None
    )
    first = f"<p>{escape(_first_round(fight, language))}</p>" if fight is not None and fight.sieges else ""
    colour = CAESAR if budget.allowed else INK
    return (
        f'<section style="font-family:{escape(SANS)};color:{INK};background:{TABLE};padding:16px 24px">'
        f'<div style="font:18px {escape(SERIF)}">{escape(question)}</div>'
        f'<div style="font-size:44px;font-weight:700;color:{colour}">{escape(answer)}</div>'
        f'<p style="font-size:18px;margin:4px 0 12px">{escape(budget.sums(language))}</p>'
        f'<div style="display:flex;flex-wrap:wrap;gap:16px">{figures}</div>{first}</section>'
    )
