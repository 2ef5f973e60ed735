"""The forecasts as charts: the money, unrest by cause, where a leader arrives, what an answer hangs on.

Each gives a ``charts.Chart`` whose title is the finding, with what it rests on; ``panel`` lays them on one page under
the one answer."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from gamekit.roma_victrix.odds.forecasts import Budget, Reach, Robust, Unrest
from gamekit.roma_victrix.odds.forecasts.robust import figure_said
from gamekit.roma_victrix.odds.forecasts.said import named, percent, said
from gamekit.widgets import charts
from gamekit.widgets.charts import WIDTH, Chart, Spec
from gamekit.widgets.look import CAESAR, INK, NEUTRAL, POMPEY, SANS, SERIF, TABLE
from gamekit.widgets.svg import image

GOOD = "#2F7D5B"
SHOWN = 8  # rows of a chart


def _rows(rows: Iterable[tuple[str, str, Any]], basis: tuple[str, ...]) -> Any:
    import pandas as pd

    made = pd.DataFrame(list(rows), columns=["block", "rating", "p"])
    made.attrs["basis"] = basis
    return made


def money(budget: Budget, language: str | None = None, width: int = WIDTH) -> Chart:
    """What is left after upkeep and new units, a bar for each amount; below 0 it cannot be paid."""
    least, most = min(budget.left), max(budget.left)
    title = said("chart.money", language, power=budget.power, least=least, most=most)
    name = said("chart.left", language)
    spec = Spec(title, said("chart.left_note", language), budget.basis, language, width, (CAESAR,))
    return charts.laws({name: budget.left}, spec)


def causes(unrest: Unrest, language: str | None = None, width: int = WIDTH) -> Chart | None:
    """What may go wrong by cards and revolts, the likeliest first; None when nothing can."""
    shown = [cause for cause in unrest.causes if cause.kind != "ally"]
    if not shown:
        return None
    rows = [
        (said(f"chart.cause.{cause.kind}", language, source=cause.source), _first(cause.targets, language), cause.p)
        for cause in shown
    ]
    title = said("chart.quiet", language, power=unrest.power, p=1 - unrest.p_cards)
    spec = Spec(title, "", (), language, width, (POMPEY,))
    return charts.change(_rows(rows, unrest.basis), 0, "", spec, SHOWN)


def _first(targets: tuple[str, ...], language: str | None) -> str:
    """The first target, and how many more there are."""
    more = f" +{len(targets) - 1}" if len(targets) > 1 else ""
    return f"{named(targets[0], language)}{more}" if targets else ""


def arrivals(reach: Reach, language: str | None = None, width: int = WIDTH) -> Chart | None:
    """Where a leader may arrive but is not sure to, and in the note where he is; None when nothing is unsure."""
    sure = tuple(each.place for each in reach.arrivals if each.p == 1)
    unsure = [each for each in reach.arrivals if each.p < 1][:SHOWN]
    if not unsure:
        return None
    rows = [(named(each.place, language), said("chart.points", language, points=each.cost), each.p) for each in unsure]
    title = said("chart.sure", language, leader=reach.leader, count=len(sure), place=unsure[0].place, p=unsure[0].p)
    note = said("reach.sure", language, places=sure) if sure else ""
    return charts.change(_rows(rows, reach.basis), 0, "", Spec(title, note, (), language, width, (GOOD,)), SHOWN)


def hangs_on(found: Robust, language: str | None = None, width: int = WIDTH) -> Chart | None:
    """What an answer that is a chance becomes by other figures and readings; None when none of them changes it."""
    if found.robust:
        return None
    rows = []
    for trial in found.depends[:SHOWN]:
        value, other = max(trial.tried, key=lambda pair: abs(pair[1] - found.answer))
        rows.append((figure_said(trial.figure, language), f"{trial.taken} → {value}", other))
    title = said("chart.depends", language, count=len(found.depends), of=len(found.trials))
    label = percent(found.answer)
    return charts.change(_rows(rows, ()), found.answer, label, Spec(title, "", (), language, width, (NEUTRAL,)), SHOWN)


def panel(
    budget: Budget, unrest: Unrest, reach: Reach, found: Robust | None = None, language: str | None = None
) -> str:
    """One page: whether the power can pay in large type, the sum beside it, the charts below, what it rests on. HTML
    that needs no script; the charts stand side by side where there is room."""
    key = "chart.question" if budget.wanted else "chart.question_keeps"
    question = said(key, language, power=budget.power, wanted=budget.wanted)
    answer = percent(budget.p) if budget.allowed else said("chart.never", language)
    pictures = [money(budget, language), causes(unrest, language), arrivals(reach, language)]
    pictures.append(hangs_on(found, language) if found is not None else None)
    figures = "".join(
        f'<figure style="margin:0;flex:1 1 460px;min-width:0;max-width:600px">{image(chart.still(), "chart")}</figure>'
        for chart in pictures
        if chart is not None
    )
    lines = [cause.said(language) for cause in unrest.causes if cause.kind == "ally"]
    lines += [found.said(language)] if found is not None and found.robust else []
    robust = f"<p>{escape(' '.join(lines))}</p>" if lines else ""
    colour = CAESAR if budget.allowed else INK
    return (
        f'<section style="font-family:{escape(SANS)};color:{INK};background:{TABLE};padding:16px 24px">'
        f'<div style="font:18px {escape(SERIF)}">{escape(question)}</div>'
        f'<div style="font-size:44px;font-weight:700;color:{colour}">{escape(answer)}</div>'
        f'<p style="font-size:18px;margin:4px 0 12px">{escape(budget.sums(language))}</p>'
        f'<div style="display:flex;flex-wrap:wrap;gap:16px">{figures}</div>{robust}</section>'
    )
