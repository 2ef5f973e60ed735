"""What the pages of combats and sieges share: forces as text and by list, dice, and what is done to counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from random import Random
from typing import Any

from gamekit.roma_victrix import force
from gamekit.roma_victrix.tables import FACES, SIDES, UNITS, Side
from gamekit.widgets.page import Area, Button, Check, Control, Copy, Html, Input, Menu, Message, Slider, row, section
from gamekit.widgets.roma_victrix.combat_table import added, flipped, without
from gamekit.widgets.roma_victrix.counters import SIDE_TINTS, Counter, counter_group
from gamekit.widgets.scene import Shape

DIE_OF = {"attacker": "die_attacker", "defender": "die_defender"}


def head(side: Side, text: str, kind: str = "") -> Html:
    """Words in a side's colour."""
    return Html(f'<b class="{kind}" style="color:{SIDE_TINTS[side].face}">{escape(text)}</b>')


def forces(table: Any, hint: str, *more: Control, shown: bool = True) -> Area:
    """Both forces as text, each with its leader and one of ``more``."""
    say, boxes = table.say, []
    leaders = ((say("no_leader"), 0), *((say("leader_of", leader=rating), rating) for rating in range(1, 5)))
    for place, side in enumerate(SIDES):
        units = Input(str(table.force(side)), ("write", side), say("units"), hint)
        leader = Menu(leaders, table.force(side).leader, ("lead", side), say("leader"), say("leader"))
        name = head(side, table.name(side), "gk-name")
        joins = table.force(side).recombined() != table.force(side)  # 6.3: the owner may, and need not
        join = Button(say("join"), ("join", side), shown=joins, key=("join", side))
        boxes.append(Area("gk-section gk-labelled", (name, units, leader, join, *more[place : place + 1])))
    return Area("gk-two", tuple(boxes), shown)


def dice(table: Any) -> list[Slider]:
    """The two dice as sliders."""
    names = zip(SIDES, table.dice)
    return [Slider(table.say(DIE_OF[side]), FACES[0], FACES[-1], face, ("face", side)) for side, face in names]


def seed(table: Any) -> Input:
    """What the dice depend on."""
    return Input(table.seed, ("seed",), table.say("seed"), table.say("seed_hint"))


def cards(table: Any) -> list[Check]:
    """Who plays the card that gives the advantage."""
    return [Check(table.say("card", side=table.name(side)), side in table.advantage, ("card", side)) for side in SIDES]


def carded(table: Any, side: Side, on: bool) -> tuple[Side, ...]:
    """Who plays the card after one side has taken or left it."""
    return tuple(one for one in SIDES if (on if one == side else one in table.advantage))


def by_list(table: Any, options: Sequence[tuple[str, Any]], shown: bool = True) -> Area:
    """All counters by name, and what can be done with the one chosen."""
    say, values = table.say, [value for _, value in options]
    picked = table.picked if table.picked in values else values[0]
    away = picked[0] != "counter"
    buttons = (
        Button(say("put"), ("add", *picked[1:]), key="put"),
        Button(say("flip"), ("flip", *picked[1:]), disabled=away, key="flip"),
        Button(say("remove"), ("remove", *picked[1:]), disabled=away, key="remove"),
    )
    return section(
        say("by_list"), Menu(tuple(options), picked, ("pick",), tooltip=say("list")), row(*buttons), shown=shown
    )


def copies(table: Any, sentence: str, code: str) -> Area:
    """Two buttons: the board as a sentence, and as code."""
    pairs = (("copy_sentence", sentence), ("copy_code", code))
    return Area("gk-links", tuple(Copy(table.say(key), text, table.say("copied")) for key, text in pairs))


def ghost(letter: str, action: Any) -> Shape | None:
    """A counter on its way."""
    match action:
        case ("add" | "counter", side, unit, reduced):
            csp = UNITS[unit].reduced if reduced else UNITS[unit].full
            return counter_group(Counter(unit, reduced, csp or 0), side, letter, 48, -24, -24)
    return None


def thrown(table: Any, luck: int) -> tuple[Any, tuple[int, int]]:
    """The table after one more throw, and the dice; the same seed gives the same throws again."""
    random = Random(f"{table.seed}:{table.throws}" if table.seed else luck)
    return replace(table, throws=table.throws + 1), (random.choice(FACES), random.choice(FACES))


def update(table: Any, message: Message) -> Any:
    """What both boards do alike; the same table for a message that means nothing here."""
    match message:
        case ("join", side):
            return table.with_force(side, table.force(side).recombined())
        case ("pick", value):
            return replace(table, picked=value)
        case ("seed", text):
            return replace(table, seed=text.strip(), throws=0)
        case ("lead", side, rating):
            return table.with_force(side, replace(table.force(side), leader=rating))
        case ("leader", side):
            return update(table, ("lead", side, (table.force(side).leader + 1) % 5))
        case ("add", side, unit, reduced):
            return table.with_force(side, added(table.force(side), unit, reduced))
        case ("counter" | "flip", side, unit, reduced):
            return table.with_force(side, flipped(table.force(side), unit, reduced))
        case ("remove", side, unit, reduced) | ("drop", ("counter", side, unit, reduced), None):
            return table.with_force(side, without(table.force(side), unit, reduced))
        case ("write", side, text):
            units = table.force(side)
            written = force(text, units.leader, roman=units.roman) if text.strip() else replace(units, stacks=())
            return table.with_force(side, written)
        case ("drop", ("add", _, unit, reduced), ("army" | "counter" | "pay", onto, *_)):
            return update(table, ("add", onto, unit, reduced))
        case ("drop", ("counter", side, unit, reduced), ("army" | "counter" | "pay", onto, *_)) if onto != side:
            return update(update(table, ("remove", side, unit, reduced)), ("add", onto, unit, reduced))
    return table
