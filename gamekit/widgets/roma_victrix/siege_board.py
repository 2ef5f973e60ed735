"""The siege board: a city, its defenders and its besieger, the map of go and stop, and the rounds played out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from gamekit.roma_victrix import Plan, Siege
from gamekit.roma_victrix.tables import FULL_CITY
from gamekit.widgets import page
from gamekit.widgets.app import App
from gamekit.widgets.roma_victrix import counter_page, forces, siege_table
from gamekit.widgets.roma_victrix import siege_story as story
from gamekit.widgets.roma_victrix.combat_view import NARROWEST, WIDTH
from gamekit.widgets.roma_victrix.siege_table import MAP, SiegeTable, opening, plan_now, ready_keys
from gamekit.widgets.roma_victrix.siege_view import POINTS, scene

WORTHS = {  # what things are called, and how far the sliders go
    "capture": ("worth_capture", 30),
    "own_csp": ("worth_own_csp", 5),
    "enemy_csp": ("worth_enemy_csp", 5),
    "op": ("worth_op", 5),
}


def screen(table: SiegeTable, seat: page.Seat) -> page.Area:
    say, begun = table.say, bool(table.rounds)
    soon, problem = siege_table.soon(table), table.problem if table.attacker.stacks else ""
    return page.page(
        seat,
        counter_page.heading_html(table),
        story.answer_html(table),
        (
            page.Picture(
                scene(table, seat.width),
                ghost=None if begun else partial(counter_page.ghost, table),
                covered=partial(scene, table, seat.width, covered=True),
                printed=partial(scene, table, seat.width, printed=True),
            ),
            page.status(seat.error or ("" if soon else problem), problem if soon else story.look_text(table)),
            soon,
        ),
        (
            _rounds(table),
            page.section(say("worths_head"), *_worths(table), page.Check(say("commit"), table.commit, ("commit",))),
            page.section(say("look_head"), *_looks(table)),
        ),
        line=(
            page.fold(
                say("set_up"),
                _setup(table, seat),
                *counter_page.forces(table, "4 LGN, rHI"),
                counter_page.by_list(table),
                shown=not begun,
            ),
            counter_page.basis_fold(table, story.basis(table), story.reasons(table)),
            page.copies(
                say,
                story.sentence(table),
                repr(table.siege) if table.siege else "",
                story.basis_text(table),
                table.language,
                False,
            ),
        ),
    )


def _rounds(table: SiegeTable) -> page.Area:
    say, plan, begun = table.say, plan_now(table), bool(table.rounds)
    over = plan is None or not plan.siege.allowed
    return page.section(
        say("rounds"),
        page.Button(say("play_round"), ("play",), "main", disabled=over, chance=True),
        *counter_page.dice(table),
        page.row(
            page.Button(say("play_these"), ("play these",), disabled=over),
            page.Button(say("back"), ("back",), disabled=not begun),
            page.Button(say("restart"), ("restart",), disabled=not begun),
        ),
        counter_page.seed(table),
        page.Html(story.log_html(table) if begun else ""),
    )


def _setup(table: SiegeTable, seat: page.Seat) -> page.Area:
    say, kinds = table.say, ((table.say("kind_major"), True), (table.say("kind_minor"), False))
    return page.section(
        "",
        counter_page.ready(table, ready_keys()),
        page.Menu(kinds, table.major, ("kind",), say("kind"), say("kind")),
        page.Slider(say("city"), 1, table.full, table.capital, ("number", "capital")),
        page.Slider(say("points_left"), 0, POINTS, table.operations, ("number", "operations")),
        page.Slider(say("treasury"), 0, 60, table.treasury, ("number", "treasury")),
        page.row(page.Button(say("undo"), ("undo",), disabled=not seat.undoable)),
    )


def _worths(table: SiegeTable) -> list[page.Slider]:
    return [
        page.Slider(table.say(key), 0, most, getattr(table, name), ("worth", name))
        for name, (key, most) in WORTHS.items()
    ]


def _looks(table: SiegeTable) -> list[page.Slider]:
    axes = zip(("look_attacker", "look_units"), (1, 0), MAP, _spot(table), range(2))
    return [
        page.Slider(table.say(key), low, max(top, now), now, ("looks", place)) for key, low, top, now, place in axes
    ]


def _spot(table: SiegeTable) -> tuple[int, int]:
    plan = plan_now(table)
    return table.look or (plan.siege.now[:2] if plan else (1, 0))


def update(table: SiegeTable, message: page.Message) -> SiegeTable:
    changed: dict[str, Any] = {}
    match message:
        case ("look", attacker, units):
            return replace(table, look=(attacker, units))
        case ("looks", place, value):
            spot = _spot(table)
            return replace(table, look=(value, spot[1]) if place == 0 else (spot[0], value))
        case ("worth", name, value):
            changed[name] = value
            return replace(table, **changed)
        case ("commit", on):
            return replace(table, commit=on)
        case ("play", luck):
            later = forces.thrown(table, luck)
            return siege_table.played(later, later.dice)
        case ("play these",):
            return siege_table.played(table, table.dice)
        case ("back",):
            return replace(table, rounds=table.rounds[:-1], look=None)
        case ("restart",):
            return replace(table, rounds=(), look=None)
    begun = table.rounds and message[0] not in ("face", "pick", "seed")
    return table if begun else _set_up(table, message)


def _set_up(table: SiegeTable, message: page.Message) -> SiegeTable:
    changed: dict[str, Any] = {}
    match message:
        case ("city", csp):
            return table.anew(capital=csp)
        case ("points", points):
            return table.anew(operations=points if points != table.operations else points - 1)
        case ("number", name, value):
            changed[name] = value
            return table.anew(**changed)
        case ("kind", major):
            return table.anew(major=major, capital=FULL_CITY["major" if major else "minor"], key="")
        case ("ready", key):
            return opening(key, table.language) if key else table
    return forces.update(table, message)


class SiegeBoard(App, screen=screen, update=update, widths=(NARROWEST, WIDTH)):
    """A siege to set up, to plan and to play; shows itself in a notebook.

    Opens on ``siege``, else on a major capital held by 8 CSP. ``names`` are what besieger and besieged are called.
    ``language`` is "en" or "ja"; the default comes from ``GAMEKIT_LANGUAGE``. ``board.plan`` is the best plan from
    where the siege stands (None while there is no siege).

    >>> SiegeBoard().plan.go
    True
    """

    table: SiegeTable

    def __init__(
        self, siege: Siege | None = None, names: tuple[str, str] = ("", ""), language: str | None = None
    ) -> None:
        super().__init__(siege_table.table_of(siege, names, language))

    @property
    def plan(self) -> Plan | None:
        return plan_now(self.table)
