"""Charts of combats and sieges beside what their boards show: what each modifier is worth, strength against strength,
objectives, survivors, a siege point by point. Each gives a ``charts.Chart`` with its numbers and their basis."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from gamekit.roma_victrix import Campaign, Combat, SiegePlan, odds_by_csp
from gamekit.roma_victrix.tables import SIDES
from gamekit.text.translation import format_points, percent, word
from gamekit.widgets import charts
from gamekit.widgets.charts import Chart, Part, Spec
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix.forces import SIDE_TINTS

CHANGES = {f"without {reason}": f"without_{reason}" for reason in ("leader", "numerical", "cavalry", "card")}
CHANGES |= {f"one more for the {side}": f"more_{side}" for side in SIDES}


def say(key: str, language: str | None, **fields: Any) -> str:
    return word(f"roma_victrix.chart.{key}", language, **fields)


def worth(combat: Combat, objective: str = "win", language: str | None = None) -> Chart:
    """Return the attacker's chance without each modifier, and with a point more for either side."""
    rows = combat.modifier_worths(objective)
    base = combat.odds(objective).p(lambda result: result.winner == SIDES[0])
    lines = sorted(zip(rows["change"], rows["net"], rows["p_win"]), key=lambda line: -line[2])
    told = ((say(CHANGES[change], language), charts.format_signed(net), p) for change, net, p in lines)
    changes, nets, chances = zip(*told)
    shown = charts.Columns({"block": changes, "rating": nets, "p": chances}, rows.attrs["basis"])
    gain, change = max(((p - base, text) for p, text in zip(chances, changes)), key=lambda one: abs(one[0]))
    key = "worth_more" if gain > 0 else "worth_less" if gain else "worth_none"
    title = say(key, language, change=change, points=format_points(abs(gain), ""))
    label = say("as_it_is", language, p=percent(base))
    spec = Spec(title, say("worth_note", language), language=language, colours=(SIDE_TINTS["attacker"].face,))
    return charts.choice_bars(shown, base, label, spec)


def strengths(
    csps: Iterable[int] = range(4, 33, 4),
    leader: tuple[int, int] = (1, 1),
    cavalry: str | None = None,
    language: str | None = None,
) -> Chart:
    """The attacker's chance to win, CSP against CSP."""
    sizes = tuple(csps)
    if not sizes:
        raise ValueError("there are no CSP to compare; give some, such as range(4, 33, 4)")
    rows = odds_by_csp(sizes, sizes, leader=leader, cavalry=cavalry)
    names = {"attacker": say("csp_attacker", language), "defender": say("csp_defender", language)}
    even, double = odds_by_csp([sizes[0], 2 * sizes[0]], sizes[:1], leader=leader, cavalry=cavalry)["p_win"]
    title = say("strengths", language, even=percent(even), double=percent(double))
    return charts.heat_map(rows, "defender", "attacker", "p_win", Spec(title, language=language, names=names))


def objectives(combat: Combat, language: str | None = None) -> Chart:
    """Objective against objective: win, draw and defeat when the holder plays for each, mean losses beside them."""
    rows = combat.compare_objectives()
    stages = [_objective(str(name), language) for name in rows["objective"]]
    parts = [
        Part(word("roma_victrix.board.win", language), "p_win", SIDE_TINTS["attacker"].face),
        Part(word("roma_victrix.board.defeat", language), "p_loss", SIDE_TINTS["defender"].face),
    ]
    shares = [float(p) for p in rows["p_win"]]
    apart = format_points(max(shares) - min(shares), "")
    same = len(set(zip(rows["p_win"], rows["p_loss"], rows["attacker_loss"], rows["defender_loss"]))) == 1
    key = "objectives_same" if same else "objectives_alike" if max(shares) == min(shares) else "objectives"
    title = say(key, language, points=apart)
    means = zip(stages, rows["defender_loss"], rows["attacker_loss"])
    losses = "; ".join(f"{stage}: {float(theirs):.1f} : {float(mine):.1f}" for stage, theirs, mine in means)
    note = say("objectives_note", language, losses=losses)
    draw = word("roma_victrix.board.draw", language)
    return charts.stage_bars(rows, stages, parts, draw, Spec(title, note, language=language))


def _objective(name: str, language: str | None) -> str:
    """What an objective is called, without the word objective."""
    said = word(f"roma_victrix.objective.{name}", language)
    return said.partition(": ")[2] or said.partition("：")[2]


def survivors(combat: Combat, objective: str = "win", language: str | None = None) -> Chart:
    """Return both sides' survivors after one combat: the chances of at least 1, 2, 3 ... CSP."""
    ends = combat.odds(objective)
    left = {word(f"side.{side}", language): ends.map(attrgetter(f"{side}_left")) for side in SIDES}
    half = [one.quantile(0.5) for one in left.values()]
    title = say("survivors", language, attacker=half[0], defender=half[1])
    colours = tuple(SIDE_TINTS[side].face for side in SIDES)
    heads = (say("csp_left", language),)
    return charts.at_least_bars(left, Spec(title, language=language, colours=colours, heads=heads))


def campaign_survivors(found: Campaign, language: str | None = None) -> Chart:
    """Return an army's survivors after the first and the last combat of a campaign."""
    left = {
        say("after_combat", language, number=number): found.after[number - 1].map(lambda army: army.csp)
        for number in dict.fromkeys((1, len(found.after)))
    }
    if len(left) == 1:
        left[say("before_it", language)] = next(iter(left.values()))
    title = say("campaign", language, p=percent(found.p_won[-1]), combats=len(found.p_won))
    colours = (SIDE_TINTS["attacker"].face, NEUTRAL)
    heads = (say("csp_left", language),)
    return charts.at_least_bars(left, Spec(title, language=language, colours=colours, heads=heads))


def siege_by_point(plan: SiegePlan, language: str | None = None) -> Chart:
    """The chance that the city has fallen by the first OP, the second, ...; ValueError when the plan has no OP."""
    chances = list(plan.p_captured_by_operation)
    if not chances:
        raise ValueError("this plan has no OP, so nothing happens by any of them; give the siege operations")
    grown = [now - before for before, now in zip([0, *chances], chances)]
    rows = charts.Columns({"captured": chances, "given_up": list(plan.outcome.p_given_up)}, plan.basis)
    stages = [say("point", language, point=point) for point in range(1, len(chances) + 1)]
    best = max(range(len(grown)), key=grown.__getitem__) + 1
    never = say("siege_never", language)
    title = say("siege_by_point", language, p=percent(chances[-1]), point=best) if chances[-1] else never
    parts = [
        Part(word("roma_victrix.siege.end_captured", language), "captured", SIDE_TINTS["attacker"].face),
        Part(say("given_up", language), "given_up", SIDE_TINTS["defender"].face),
    ]
    return charts.stage_bars(rows, stages, parts, say("goes_on", language), Spec(title, language=language))
