"""What the pages of combats and sieges share: heading, answer, modifiers, forces as counters, as text and by list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from gamekit.probability.distribution import Basis
from gamekit.roma_victrix.tables import FACES, SIDES, UNITS, Side
from gamekit.text.translation import Note, basis_line, clauses_line, translate, word
from gamekit.widgets import page
from gamekit.widgets.page import Area, Button, Check, Control, Html, Input, Menu, Slider, row, section
from gamekit.widgets.roma_victrix.counters import MINUS, SIDE_TINTS, Counter, counter_group
from gamekit.widgets.roma_victrix.forces import PLACED, Facing, unit
from gamekit.widgets.scene import Shape

COLOURS = {side: tint.face for side, tint in SIDE_TINTS.items()}


def signed(points: float, said: str = "") -> str:
    """A number with its sign, in this wording."""
    said = said or str(abs(points))
    return f"+{said}" if points > 0 else f"{MINUS}{said}" if points < 0 else said


# What is said ---------------------------------------------------------------------------------------------------------


def ready_name(key: str, language: str | None = None) -> str:
    return word(f"roma_victrix.name.{key}", language)


def heading_html(table: Facing) -> str:
    """Who attacks whom, and at the right which combat or siege it is."""
    return page.heading_html(table.title, ready_name(table.key, table.language) if table.key else table.say("own"))


def answer_html(
    table: Facing, number: str, claim: str, beside: str, parts: Sequence[tuple[str, Any, str]], exact: str
) -> str:
    """The chance in large type with what it means, and a bar of (word, share, colour)."""
    bar = [(table.say(key), float(share), colour) for key, share, colour in parts]
    return page.answer_html(number, claim, beside, bar, "", "", COLOURS[SIDES[0]], exact)


def basis_fold(table: Facing, basis: Basis, reasons: Mapping[str, str]) -> Area:
    """The basis of the chances and the reasons of the modifiers, folded."""
    why = [f"{word(f'roma_victrix.reason.{name}', table.language)}: {text}" for name, text in reasons.items() if text]
    notes = " · ".join(translate(entry, table.language) for entry in basis if isinstance(entry, Note))
    told = [f"<p>{escape(text)}</p>" for text in ("; ".join(why), notes, clauses_line(basis, table.language))]
    return page.fold(table.say("basis"), Html("".join(told)), shown=bool(basis))


def sentence(table: Facing, said: str, basis: Basis) -> str:
    """What the board says in one sentence, with what it rests on; without one, why there is none."""
    return f"{said} ({basis_line(basis, table.language)})" if said else f"{table.title}. {table.problem}"


def ghost(table: Facing, action: Any) -> Shape | None:
    match action:
        case ("add" | "counter", side, name, reduced):
            csp = UNITS[name].reduced if reduced else UNITS[name].full
            return counter_group(Counter(name, reduced, csp or 0), side, table.letter(side), 48, -24, -24)
    return None


# Controls -------------------------------------------------------------------------------------------------------------


def head(side: Side, text: str, kind: str = "") -> Html:
    return Html(f'<b class="{kind}" style="color:{COLOURS[side]}">{escape(text)}</b>')


def forces(table: Facing, hint: str, *more: Control) -> list[Area]:
    """Both forces as text, each with its leader, one of ``more``, and the card that gives it the advantage."""
    say, boxes = table.say, []
    leaders = ((say("no_leader"), 0), *((say("leader_of", leader=rating), rating) for rating in range(1, 5)))
    for place, side in enumerate(SIDES):
        units = Input(str(table.force(side)), ("write", side), say("units"), hint)
        leader = Menu(leaders, table.force(side).leader, ("lead", side), say("leader"), say("leader"))
        joins = table.force(side).recombined() != table.force(side)  # 6.3: the owner may, and need not
        join = Button(say("join"), ("join", side), shown=joins, key=("join", side))
        name = head(side, table.name(side), "gk-name")
        card = Check(say("card", side=table.name(side)), side in table.advantage, ("card", side))
        boxes.append(Area("gk-section gk-labelled", (name, units, leader, join, *more[place : place + 1], card)))
    return boxes


def dice(table: Facing) -> list[Slider]:
    names = zip(SIDES, (table.say("die_attacker"), table.say("die_defender")), table.dice)
    return [Slider(said, FACES[0], FACES[-1], face, ("face", side)) for side, said, face in names]


def seed(table: Facing) -> Input:
    return Input(table.seed, ("seed",), table.say("seed"), table.say("seed_hint"))


def ready(table: Facing, keys: Iterable[str]) -> Menu:
    names = [(ready_name(key, table.language), key) for key in keys]
    return Menu(((table.say("own"), ""), *names), table.key, ("ready",), tooltip=table.say("ready"))


def by_list(table: Facing) -> Area:
    """All counters by name, and what can be done with the one chosen."""
    say, options = table.say, tuple(_counters(table))
    values = [value for _, value in options]
    picked: tuple[Any, ...] = next((value for value in values if value == table.picked), values[0])
    away = picked[0] != "counter"
    buttons = (
        Button(say("put"), ("add", *picked[1:]), key="put"),
        Button(say("flip"), ("flip", *picked[1:]), disabled=away, key="flip"),
        Button(say("remove"), ("remove", *picked[1:]), disabled=away, key="remove"),
    )
    return section(say("by_list"), Menu(options, picked, ("pick",), tooltip=say("list")), row(*buttons))


def _counters(table: Facing) -> list[tuple[str, Any]]:
    """Every kind of counter on the board, then every kind that may be added, with what a click on it means."""
    there, more = list[tuple[str, Any]](), list[tuple[str, Any]]()
    for side, names in zip(SIDES, PLACED[table.at]):
        for name, *counts in table.force(side).stacks:
            for reduced, count in zip((False, True), counts):
                said = {"side": table.name(side), "unit": unit(table, name, reduced)}
                if count:
                    there.append((table.say("list_counter", **said, count=count), ("counter", side, name, reduced)))
        for name in names:
            for reduced in (False, True) if UNITS[name].reduced is not None else (False,):
                said = {"side": table.name(side), "unit": unit(table, name, reduced)}
                more.append((table.say("label_add", **said), ("add", side, name, reduced)))
    return there + more
