"""The combat board as a picture: two armies with the dice between them, the 36 throws, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import product
from typing import Any

from gamekit.roma_victrix import Combat
from gamekit.roma_victrix.tables import FACES, OTHER, SIDES, Side
from gamekit.text.translation import percent, points, word
from gamekit.widgets.boxes import (
    NARROW,
    WIDE,
    Box,
    blank,
    col,
    drawn,
    figure,
    flowed,
    framed,
    inset,
    key,
    picture,
    row,
    ruled,
    said,
    share,
    titled,
    wrap,
)
from gamekit.widgets.layout import BOLD, GAP, LEADING, PAD, Room, label
from gamekit.widgets.look import EDGE, FIGURE, GOOD, HAIRLINE, INK, LAND, LINE, NAME, PAPER, TABLE, TEXT, TINY
from gamekit.widgets.roma_victrix import armies, combat_story
from gamekit.widgets.roma_victrix.combat_table import (
    CombatTable,
    Thrown,
    by_points,
    cells,
    chances,
    most_points,
    thrown,
)
from gamekit.widgets.roma_victrix.counter_page import signed
from gamekit.widgets.roma_victrix.counters import MINUS, SIDE_TINTS, die, slider
from gamekit.widgets.scene import Group, Path, Scene, Shape, text_width

WIDTH, NARROWEST = 956, 336
CHART, NOTES = 290.0, 250.0  # px that a chart and that a list has at least
WAY = (
    ("ways_raise", 30.0),
    ("ways_lower", 30.0),
    ("ways_they", None),
    ("ways_we", None),
    ("ways_swing", 32.0),
)  # columns, and their px
CHOSEN = "#E3EFE7"
LABELS = {"raise": "label_raise", "lower": "label_lower"}
OUTCOMES = {"attacker": ("win", "#EBCDBF", "M0 8L5 0L10 8Z"), "draw": ("draw", PAPER, "M0 2H10M0 6H10")}
OUTCOMES["defender"] = ("defeat", "#BFD3E3", "M0 0H10L5 8Z")  # what it is called for the attacker, its tint, its sign


def scene(table: CombatTable, width: float = WIDTH, covered: bool = False, printed: bool = False) -> Scene:
    """The board at a width in px; ``covered`` without what tells a chance, ``printed`` without counters to add."""
    width, fight, now = max(width, NARROWEST), table.fight, thrown(table)
    both, middle, below = [_army(table, side, now, printed) for side in SIDES], list[Box](), list[Box]()
    beside = [armies.modifiers(table, fight, combat_story.reasons(table))] if fight else []
    if now is None or fight is None:
        middle = [said(table.problem, side="middle")]
    elif not covered:
        middle = [_dealt(table, fight, now, side) for side in SIDES]
        below = [_throws(table, fight), _ladder(table, fight)]
        beside += [_ways(table, fight, now)] if len(now.ways) > 1 else []
        (below if width >= WIDE else beside).append(_means(table, fight))
    if width >= WIDE:
        board = row(both[0], col(*middle, gap=PAD, wide=0.15 * width), both[1], gap=PAD)
    else:
        board = col(row(*both, gap=PAD), row(*middle, gap=PAD), gap=PAD)
    panel = framed(board, PAD, GAP, fill=LAND, stroke=EDGE)
    if width >= NARROW and beside:
        page = row(panel._replace(wide=0.62 * width), inset(col(*beside, gap=PAD), PAD, GAP))
    else:
        page = col(panel, inset(wrap(*beside, least=NOTES, gap=PAD), PAD, 0))
    return picture(
        col(page, inset(wrap(*below, least=CHART, gap=2 * PAD), PAD, GAP / 2)),
        width,
        table.title,
        combat_story.sentence(table),
    )


def _army(table: CombatTable, side: Side, now: Thrown | None, printed: bool) -> Box:
    units, place, at = table.force(side), SIDES.index(side), "end" if side == SIDES[1] else "start"
    role = table.say("role", role=word(f"side.{side}", table.language), csp=units.csp)
    left = now.left[place] if now and table.paying and not now.unpaid else None
    if now and left is not None:
        role = table.say("role_left", role=word(f"side.{side}", table.language), csp=units.csp, left=left.csp)
        paid = table.say("paid", paid=units.csp - left.csp, loss=now.losses[place])
        foot: Box | None = armies.notes([paid, *combat_story.paid_lists(table.language, units, left)], at)
    else:
        foot = None if printed else armies.palette(table, side)
    if units.cargo.stacks:
        role = table.say("role_cargo", role=role, csp=sum(stack.csp for stack in units.cargo.stacks))
    top = armies.head(table, side, role, units.leader, left, at)
    zone = framed(col(top, armies.counters(table, side, left, True, at), gap=PAD), action=("army", side))
    return col(zone._replace(grows=True), foot, gap=PAD)


def _dealt(table: CombatTable, fight: Combat, now: Thrown, side: Side) -> Box:
    """A side's die, the loss that it deals (by Treachery to itself), and the slider of the holder's points on it."""
    say, name, value = table.say, table.name(side), table.dice[SIDES.index(side)]
    victim = side if fight.treachery else OTHER[side]
    hit, loss = getattr(now.taken.result, f"{victim}_loss_pct"), getattr(now.taken.result, f"{victim}_loss")
    mine, best, most = fight.holder == side, now.ways[0], most_points(table) if fight.net_drm else (0, 0)
    raised, lowered = (now.taken.raise_enemy, most[0], best.raise_enemy), (now.taken.lower_own, most[1], best.lower_own)
    kind, sign, (put, top, wanted) = ("raise", "+", raised) if mine else ("lower", MINUS, lowered)
    sums = f"{value} {sign} {put} = {value + put if mine else value - put}" if put else "0"
    label_ = say("label_die", side=name, value=value)
    thrown_ = drawn(
        52, lambda room: [Group(die(value, SIDE_TINTS[side]), room.x, room.y, label=label_, action=("die", side))], 52
    )
    told = col(
        said(f"{hit}%", FIGURE, fill=INK, weight=BOLD),
        said(say("of_csp", csp=table.force(victim).csp, loss=loss), NAME, fill=INK),
        gap=0,
    )

    def notched(room: Room) -> Iterator[Shape]:
        track, names = room.inset(GAP, PAD), [say(LABELS[kind], points=number) for number in range(top + 1)]
        tint = SIDE_TINTS[side if mine else OTHER[side]]
        yield Group(
            tuple(slider(kind, put, top, wanted, tint, track.width, names, say("best", points=wanted))),
            track.x,
            track.y,
        )

    moves = [figure(say(kind), sums, fill=INK), drawn(3 * LEADING, notched)] if top else []
    return col(said(say("throws", side=name)), row(thrown_, told), *moves)


def _ways(table: CombatTable, fight: Combat, now: Thrown) -> Box:
    """The ways to spend the net on this throw, best first: what they cost both; a click takes one."""
    say, side, ticked = table.say, fight.holder, drawn(LEADING, lambda room: [_tick(room)], TEXT)
    heads = (said(say(one), side="end", wide=wide) for one, wide in WAY)
    lines = [inset(row(blank(TEXT), *heads, gap=4), 6, 0)]
    for place, way in enumerate(combat_story.shown_ways(now)):
        enemy, own = (
            (getattr(way.result, f"{one}_loss"), getattr(way.result, f"{one}_loss_pct")) for one in (OTHER[side], side)
        )
        swing = signed(enemy[0] - own[0])
        cells = signed(way.raise_enemy), signed(-way.lower_own), *(f"{csp} ({pct}%)" for csp, pct in (enemy, own))
        taken, bold = way == now.taken, BOLD if way == now.taken else 400
        texts = (said(text, side="end", wide=wide, fill=INK, weight=bold)
                 for text, (_, wide) in zip((*cells, swing), WAY))  # fmt: skip
        name = say("label_way", up=way.raise_enemy, down=way.lower_own, enemy=enemy[0], own=own[0], swing=swing)
        look = {"fill": CHOSEN, "stroke": GOOD} if taken else {}
        sign = ticked if taken else blank(TEXT)
        lines.append(framed(row(sign, *texts, gap=4), 6, 6, name, ("way", place), **look))
    return col(titled(say("ways_head", a=table.dice[0], d=table.dice[1]), ""), col(*lines, gap=2), gap=4)


def _tick(room: Room) -> Path:
    return Path(f"M{room.x} {room.middle[1]}l4 4l7 -8", stroke=GOOD, stroke_width=2)


def _throws(table: CombatTable, fight: Combat) -> Box:
    """The 36 throws: who wins, both losses; a click sets the dice."""
    say, found = table.say, cells(fight, table.objective)
    rolls = int(chances(fight, table.objective)["p_win" if fight.holder == SIDES[0] else "p_loss"] * 36)
    axis = list(map(str, FACES))

    def squares(room: Room) -> Iterator[Shape]:
        for (down, across), cell in zip(product(FACES, FACES), room.grid(len(FACES), len(FACES), 3)):
            yield _throw(table, (across, down), found[across, down].result, cell)

    beside = drawn(0, lambda room: armies.axis(axis, room, True), LEADING)
    lines = row(beside, drawn(len(FACES) * 2 * LEADING, squares), gap=3)
    above = row(blank(LEADING), drawn(LEADING, partial(armies.axis, axis)), gap=3)
    keys = [key(partial(_keyed, one), say(text)) for one, (text, *_) in OUTCOMES.items()]
    names = {side: table.name(side) for side in SIDES}
    head = titled(say("cells_title", rolls=rolls, side=table.name(fight.holder)), say("cells_note"))
    return col(head, above, lines, said(say("across", **names)), flowed(*keys, gap=PAD), gap=GAP / 2)


def _keyed(winner: str, room: Room) -> Iterator[Shape]:
    yield _sign(winner, room)


def _throw(table: CombatTable, dice: tuple[int, int], result: Any, room: Room) -> Group:
    losses = {"attacker_loss": result.attacker_loss, "defender_loss": result.defender_loss}
    outcome = table.say(OUTCOMES[result.winner][0])
    name = table.say("label_cell", a=dice[0], d=dice[1], outcome=outcome, **losses)
    lost, now = f"{result.defender_loss} : {result.attacker_loss}", dice == table.dice
    return Group(_roll(result.winner, lost, room, now), label=name, action=("dice", *dice))


@lru_cache
def _roll(winner: str, lost: str, room: Room, now: bool) -> tuple[Shape, ...]:
    """The cell of a throw, framed where its dice lie."""
    dashed = winner == "draw"
    frame = room.rect(4, fill=OUTCOMES[winner][1], stroke=LINE if dashed else None, dash=(3, 2) if dashed else ())
    mark, losses = room.inset(4, (room.height - LEADING) / 2).row(TEXT, None, gap=0)
    size = TEXT if text_width("88 : 88", TEXT) <= losses.width else TINY
    rim = (room.rect(4, stroke=INK, stroke_width=2.4),) if now else ()
    return frame, _sign(winner, mark), label(lost, losses, side="end", fill=INK, size=size), *rim


def _sign(winner: str, room: Room) -> Group:
    """Up for a win, two strokes for a draw, down for a defeat."""
    d = OUTCOMES[winner][2]
    drawn_ = Path(d, stroke=INK, stroke_width=1.6) if winner == "draw" else Path(d, fill=SIDE_TINTS[winner].face)
    return Group((drawn_,), room.x, room.y + room.height / 4)


def _ladder(table: CombatTable, fight: Combat) -> Box:
    """The holder's chance to win by the points that he holds, and what his largest modifier adds."""
    held, change = abs(fight.net_drm), partial(by_points, fight, table.objective)
    first = max(0, min(held - 2, held - 5)) if held > 5 else 0
    asked = tuple(range(first, first + 6))
    parts = [(f"+{one}" if one else "0", float(p), one == held) for one, p in zip(asked, change(asked))]
    mine = [modifier for modifier in fight.modifiers if modifier.side == fight.holder]
    if mine and held:
        most = max(mine, key=lambda modifier: modifier.points)
        here, there = change((held, held - most.points))
        text = word(f"roma_victrix.finding.{most.reason}", table.language, points=points(here - there, ""))
    else:
        here, more = change((held, held + 1))
        text = table.say("ladder_more", points=points(more - here, ""))
    note = table.say("ladder_note", side=table.name(fight.holder))
    return armies.bars(text, note, parts, SIDE_TINTS[fight.holder].face, 220)


def _means(table: CombatTable, fight: Combat) -> Box:
    """Mean losses, and the leaders' chances to be killed."""
    found, lost, died = chances(fight, table.objective), list[Box](), list[Box]()
    for side in SIDES[::-1]:
        mean, units, name = float(found[f"{side}_loss"]), table.force(side), table.name(side)
        lost.append(figure(name, table.say("mean_of", mean=f"{mean:.1f}", csp=units.csp)))
        lost.append(share(mean / units.csp, SIDE_TINTS[side].face, fill=TABLE, stroke=HAIRLINE))
        died.append(figure(name, percent(found[f"{side}_dies"]) if units.leader else "–", fill=INK))
    heads = [armies.headed(table.say(name)) for name in ("means_title", "leaders_title")]
    parts = col(heads[0], *lost, gap=4), col(heads[1], ruled(*died), gap=4)
    return wrap(*parts, least=NOTES, gap=PAD)
