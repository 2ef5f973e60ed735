"""What the pictures of combat and siege share: an army's name, leader and counters, the counters to add, small bars."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from gamekit.roma_victrix import Force
from gamekit.roma_victrix.tables import SIDES, UNITS, Side
from gamekit.text.translation import percent, word
from gamekit.widgets.boxes import Box, col, drawn, row, ruled, said, titled
from gamekit.widgets.layout import BOLD, GAP, LEADING, PAD, STRONG, Room, centred
from gamekit.widgets.look import BAR, HEADING, INK, LINE, MUTED, NAME, TINY, WHITE
from gamekit.widgets.roma_victrix.counter_page import signed
from gamekit.widgets.roma_victrix.counters import SIDE_TINTS, Counter, counter_group, leader_disc
from gamekit.widgets.roma_victrix.forces import PLACED, Facing, shown, unit
from gamekit.widgets.scene import Circle, Group, Shape, line

DISC, CHIP = 48.0, 40.0  # px of a leader and of a counter to add
SIZES, TALLEST = (60, 54, 48, 42, 36, 30), 300.0  # px of counters, and of all their lines
MOST = 120  # counters of an army that are drawn, so many of each kind; the rest is said
STATES = {"here": "label_here", "turned": "label_turned", "gone": "label_gone"}


def head(table: Facing, side: Side, role: str, leader: int, left: Force | None = None, at: str = "start") -> Box:
    """An army's name and what it is, beside its leader."""
    if rest := _kinds(table, side, left)[1]:
        role = table.say("role_more", role=role, count=f"{rest:,}")
    disc = drawn(DISC, lambda room: [_leader(table, side, leader, room)], wide=DISC)
    texts = col(said(table.name(side), HEADING, at, fill=INK, family="serif"), said(role, side=at), gap=PAD - GAP)
    return row(disc, texts, gap=PAD) if at == "start" else row(texts, disc, gap=PAD)


def _leader(table: Facing, side: Side, rating: int, room: Room) -> Group:
    said = table.say("label_leader", side=table.name(side), leader=rating or "–")
    box = (-DISC / 2 - 2, -DISC / 2 - 2, DISC + 4, DISC + 6)
    x, y = room.x + DISC / 2, room.y + DISC / 2
    return Group(leader_disc(rating, SIDE_TINTS[side]), x, y, box=box, label=said, action=("leader", side))


def counters(table: Facing, side: Side, left: Force | None, pays: bool = False, at: str = "start") -> Box:
    """An army's counters; with what is ``left`` they are paid with, or cannot be clicked."""
    kinds, letter = _kinds(table, side, left)[0], table.letter(side)

    def means(one: Counter) -> Hashable:
        if left is None:
            return "counter", side, one.unit, one.reduced
        return ("pay", side, one.unit) if pays and (table.at != "sea" or one.unit == "FLEET") else None

    def draw(room: Room) -> Iterator[Shape]:
        size, lines = _laid(kinds, room.width)
        for number, part in enumerate(lines):
            spare = room.width - len(part) * size * 7 / 6 + size / 6
            x = room.x + {"start": 0, "middle": spare / 2, "end": spare}[at]
            for place, one in enumerate(part):
                spot = x + place * size * 7 / 6, room.y + number * size * 7 / 6
                yield counter_group(one, side, letter, size, *spot, _label(table, side, one), means(one))

    def high(width: float) -> float:
        size, lines = _laid(kinds, width)
        return max(len(lines) * size * 7 / 6, SIZES[0])

    return Box(high, draw, grows=True)


def _kinds(table: Facing, side: Side, left: Force | None) -> tuple[tuple[tuple[Counter, ...], ...], int]:
    """The counters that are drawn, kind by kind, and how many more there are."""
    every = sorted(shown(table.force(side), left), key=lambda one: UNITS[one.unit].kind != "sea")  # then the cargo
    kinds = [tuple(alike) for _, alike in groupby(every)]
    most = max(1, MOST // len(kinds)) if len(every) > MOST else MOST
    found = tuple(alike[:most] for alike in kinds)
    return found, len(every) - sum(map(len, found))


@lru_cache
def _laid(kinds: tuple[tuple[Counter, ...], ...], room: float) -> tuple[int, list[tuple[Counter, ...]]]:
    """The size and the lines of counters, each kind of unit on lines of its own where there is room for that."""
    every = [one for alike in kinds for one in alike]
    units = [tuple(alike) for _, alike in groupby(every, key=lambda one: one.unit)]
    longest = max(map(len, units), default=0)  # better smaller than a kind on two lines
    for groups, sizes, least in ((units, SIZES[:4], longest), (units, SIZES[:4], 1), ([tuple(every)], SIZES[3:], 1)):
        for size in sizes:
            columns = int((6 * room + size) // (7 * size))
            if columns < least:
                continue
            lines = [part[at : at + columns] for part in groups for at in range(0, len(part), columns)]
            if len(lines) * size * 7 / 6 <= TALLEST:
                return size, lines
    return size, lines


def palette(table: Facing, side: Side) -> Box:
    """The counters that can be added, under a line that says so."""
    units, letter = PLACED[table.at][SIDES.index(side)], table.letter(side)

    def draw(room: Room) -> Iterator[Shape]:
        size = min(CHIP, room.width / len(units) - 3)
        for name, cell in zip(units, room.spread(len(units), size, most=CHIP + GAP / 2)):
            label = table.say("label_add", side=table.name(side), unit=unit(table, name, False))
            one = Counter(name, False, UNITS[name].full)
            yield counter_group(one, side, letter, size, cell.x, cell.y, label, ("add", side, name, False))

    return col(said(table.say("palette")), drawn(CHIP, draw), gap=GAP / 2)


def _label(table: Facing, side: Side, one: Counter) -> str:
    number = {"paid": one.paid} if one.state == "gone" else {"csp": one.csp}
    return table.say(STATES[one.state], side=table.name(side), unit=unit(table, one.unit, one.reduced), **number)


def bars(finding: str, note: str, parts: Sequence[tuple[str, float, bool]], colour: str, high: float) -> Box:
    """Shares as upright bars over their names, each with its number on top; a marked one in colour."""

    def draw(room: Room) -> Iterator[Shape]:
        _, chart, below = room.column(LEADING + GAP, None, LEADING + GAP, gap=0)
        top = max(0.01, *(share for _, share, _ in parts))
        for (name, share, marked), cell, foot in zip(parts, *(part.columns(len(parts), 8) for part in (chart, below))):
            tall, weight = max(1.0, share / top * cell.height), BOLD if marked else 400
            bar = Room(cell.x, cell.bottom - tall, cell.width, tall)
            yield bar.centred(min(cell.width, 56), tall).rect(2, fill=colour if marked else BAR)
            yield centred(percent(share), bar._replace(y=bar.y - LEADING, height=LEADING), TINY, weight=weight)
            yield centred(name, foot, weight=weight)
        yield line(chart.x, chart.bottom, chart.right, chart.bottom, LINE)

    return col(titled(finding, note), drawn(high, draw), gap=0)


def axis(texts: Sequence[str], room: Room, down: bool = False) -> Iterator[Shape]:
    """Names along the columns of a grid, or down its rows."""
    for text, cell in zip(texts, room.rows(len(texts), 0) if down else room.columns(len(texts), 0)):
        if text:
            yield centred(text, cell if down else cell.inset(-GAP, 0), fill=MUTED)


def notes(lines: Iterable[str], at: str) -> Box:
    """Lines of which the first is strong."""
    first, *rest = lines
    return col(said(first, side=at, fill=INK, weight=STRONG), *(said(text, side=at) for text in rest), gap=0)


def headed(text: str) -> Box:
    """A heading in the letters of the boards."""
    return said(text, NAME, fill=INK, family="serif", weight=BOLD)


def modifiers(table: Facing, fight: Any, why: Mapping[str, str], last: str = "") -> Box:
    """Every modifier of a combat or siege on a line, with why it is there; then the net, and a last line."""
    lines = list[Box]()
    for cause, text in why.items():
        name = word(f"roma_victrix.reason.{cause}", table.language)
        mine = [(one.side, one.points) for one in fight.modifiers if one.reason == cause]
        if text or mine:
            lines += [_modifier(table, name, text, points, side) for side, points in mine or [(None, 0)]]
    net, side = abs(fight.net_drm), fight.holder if fight.net_drm else None
    name = table.say("net", side=table.name(fight.holder)) if net else table.say("no_net")
    lines.append(_modifier(table, name, "", net, side, BOLD))
    return col(headed(table.say("modifiers")), ruled(*lines), said(last) if last else None, gap=4)


def _modifier(table: Facing, name: str, why: str, points: int, side: Side | None, weight: int = 400) -> Box:
    """A modifier: its name, why it is there, the letter of whom it favours, its points."""

    def mark(room: Room) -> Iterator[Shape]:
        if side:
            spot = room._replace(height=room.width)
            yield Circle(*spot.middle, spot.width / 2, fill=SIDE_TINTS[side].face)
            yield centred(table.letter(side), spot, TINY, fill=WHITE, weight=BOLD)

    texts = col(said(name, fill=INK, weight=weight), said(why) if why else None, gap=0)
    return row(texts, drawn(LEADING, mark, LEADING), said(signed(points), NAME, "end", 26, fill=INK, weight=weight))
