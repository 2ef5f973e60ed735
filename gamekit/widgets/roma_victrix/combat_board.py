"""The combat board: two forces built from counters, modifiers line by line, dice, the split, losses paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from typing import Any, ClassVar

from gamekit.probability.distribution import Basis, join_bases
from gamekit.roma_victrix import Combat, Force, LandCombat, LossPayment, NavalCombat, force, ways_to_pay_loss
from gamekit.roma_victrix.odds import spending
from gamekit.roma_victrix.odds.combat import ModifierSplit, rulebook_combat, summary
from gamekit.roma_victrix.odds.losses import MOST_WORK, work_to_pay
from gamekit.roma_victrix.procedures import effective_rating, without_lost_leader
from gamekit.roma_victrix.tables import EXAMPLES, FACES, OTHER, READY, SIDES, Side
from gamekit.storage.link_code import require_board_shows
from gamekit.text.translation import format_points, language_or_default, percent, word
from gamekit.widgets import layout as box
from gamekit.widgets import look, page
from gamekit.widgets.app import Board
from gamekit.widgets.later import Cache
from gamekit.widgets.layout import BOLD, GAP, LEADING, NARROW, PAD, STRONG, WIDE, Room, Sized
from gamekit.widgets.page import Button, Container, Input, Menu, Message, Radio, Viewport, row, section
from gamekit.widgets.roma_victrix import forces as kit
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, line, text_width

WAYS, OFFERED = 60, 6  # ways to pay a loss that the lists offer, and to spend the net that the board does
LIGHT = 100_000  # ways that are compared before a click is answered; some tenth of a second
PAID = Cache(8)  # ways to pay that took longer
KEY, AT_SEA = "Cilicia", "Straits"  # the combats that the board opens on


@dataclass(frozen=True, slots=True)
class CombatTable(kit.TwoForces):
    """A combat on the board. ``split`` and the forces ``left`` are the best and the cheapest unless chosen."""

    FRESH: ClassVar = {"split": None, "left": (None, None)}
    SHARED: ClassVar = (*kit.TwoForces.SHARED, "at", "split", "left", "objective", "treachery", "paying")

    split: tuple[int, int] | None = None
    left: tuple[Force | None, Force | None] = (None, None)
    objective: str = "win"
    treachery: bool = False
    paying: bool = True

    def with_dice(self, dice: tuple[int, int]) -> CombatTable:
        """The table with other dice, whose losses are to be paid."""
        return self.with_changes(dice=dice, paying=True)

    @property
    def fight(self) -> Combat | None:
        """The combat, or None while the forces cannot fight; ``problem`` says why."""
        return self.made[0]

    @property
    def made(self) -> tuple[Combat | None, str]:
        """Return the combat and "", or None and the reason."""
        make, forces = LandCombat if self.at == "land" else NavalCombat, (self.attacker, self.defender)
        cards: dict[str, Any] = {"advantage": self.advantage, "treachery": self.treachery}
        return kit.attempted(make, self.language, *forces, **cards, printed=self.printed)


@dataclass(frozen=True, slots=True)
class ThrowOptions:
    """The choices after a throw: ways to spend the net (best first), the one taken, and each side's ways to pay."""

    ways: tuple[ModifierSplit, ...]
    taken: ModifierSplit
    payments: tuple[tuple[LossPayment, ...], tuple[LossPayment, ...]]
    left: tuple[Force, Force]
    unpaid: str = ""  # why there are no ways to pay, not yet or not at all


@lru_cache(maxsize=256)
def chances(fight: Combat, objective: str) -> dict[str, Any]:
    """Chances, mean losses and leaders' deaths when the holder plays for an objective."""
    ends = fight.odds(objective)
    died = {f"{side}_dies": fight.p_leader_dies(side, objective) for side in SIDES}
    return summary(ends) | died | {"basis": ends.basis}


_splits = lru_cache(maxsize=64)(Combat.best_split)
cells = lru_cache(maxsize=64)(Combat.best_split_by_roll)  # the best split of each of the 36 rolls


@lru_cache(maxsize=64)
def chances_by_points(fight: Combat, objective: str, points: tuple[int, ...]) -> tuple[Any, ...]:
    """Return the net holder's chance to win with each of ``points`` instead of its own."""
    sign, column = (1, "p_win") if fight.modifier_holder == SIDES[0] else (-1, "p_loss")
    return tuple(fight.by_net_modifier([sign * one for one in points], objective)[column])


def _ways(units: Force, loss: int, language: str, most: int) -> tuple[tuple[LossPayment, ...], str]:
    """The ways to pay a loss; or none, and why not yet or not at all. ``most`` is the larger work of both sides: where
    one side cannot pay, the other need not."""
    found: tuple[tuple[LossPayment, ...] | None, str] | None
    given = partial(kit.attempted, ways_to_pay_loss, language, units, loss, limit=WAYS)
    if (work := work_to_pay(units, loss, WAYS)) <= LIGHT or work > MOST_WORK:
        found = given()
    else:
        found = PAID.get_or_compute((units, loss, language), given) if most <= MOST_WORK else None
    ways, why = found or ((), word("roma_victrix.board.counting", language, count=f"{work:,}"))
    return ways or (), why


def throw_options(table: CombatTable) -> ThrowOptions | None:
    """Return the result of the dice, the split and the losses paid; None while there is no combat."""
    fight = table.fight
    if fight is None:
        return None
    ways = _splits(fight, *table.dice, table.objective).alternatives
    taken = next((way for way in ways if (way.raise_enemy, way.lower_own) == table.split), ways[0])
    asked = [(table.force(side), getattr(taken.result, f"{side}_loss")) for side in SIDES]
    works = [work_to_pay(*one, WAYS) for one in asked]
    (mine, why), (theirs, wherefore) = (_ways(*one, table.language, max(works)) for one in asked)
    first, second = (
        one if not found or one in [way.left for way in found] else found[0].left
        for one, found in zip(table.left, (mine, theirs))
    )
    unpaid = (wherefore or why) if works[1] > works[0] else (why or wherefore)
    return ThrowOptions(ways, taken, (mine, theirs), (first or table.attacker, second or table.defender), unpaid)


def most_points(table: CombatTable, fight: Combat) -> tuple[int, int]:
    """Return the two sliders' ends on this throw: points that raise the enemy's loss, points that lower one's own."""
    own, enemy = table.dice if fight.modifier_holder == SIDES[0] else table.dice[::-1]
    return spending.most_points(own, enemy, abs(fight.net_drm))


def split_after_slider(table: CombatTable, kind: str, points: int) -> tuple[int, int] | None:
    """The split after one slider has been moved; the other one is lowered if the net is too small for both."""
    fight, now = table.fight, throw_options(table)
    if fight is None or now is None:
        return None
    net, moved = abs(fight.net_drm), max(0, min(points, most_points(table, fight)[kind != "raise"]))
    if kind == "raise":
        return moved, min(now.taken.lower_own, net - moved)
    return min(now.taken.raise_enemy, net - moved), moved


def next_payment(ways: tuple[LossPayment, ...], left: Force, unit: str) -> Force:
    """The cheapest other way that takes one step more of a kind of unit; after the most, the least."""
    stacks = {way.left: way.left.stack(unit) for way in ways}
    steps = {left: 2 * stack.full + stack.reduced for left, stack in stacks.items()}
    levels = sorted(set(steps.values()), reverse=True)
    wanted = levels[(levels.index(steps[left]) + 1) % len(levels)]
    return next(way.left for way in ways if steps[way.left] == wanted)


def opening_table(key: str = KEY, language: str = "en") -> CombatTable:
    """A ready combat with the throw, the split and the losses that the rulebook gives, where it gives them."""
    row = next((row for row in EXAMPLES if row.name == key), None)
    if row is None:
        ready, names, forces = kit.ready_row(key, language)
        return CombatTable(*forces, names, ready.at, key=key, language=language)
    table = table_of(rulebook_combat(key), kit.side_names(row, language), language)
    after = (row.attacker_left, table.attacker), (row.defender_left, table.defender)
    first, second = (force(text, units.leader) if text else replace(units, stacks=()) for text, units in after)
    dice, split = (row.dice[0], row.dice[1]), (row.split[0], row.split[1])
    return replace(table, dice=dice, split=split, left=(first, second), key=key)


def table_of(combat: Combat | None, names: tuple[str, str], language: str | None) -> CombatTable:
    """The table of a combat, or the one that the board opens on; ValueError for what the board has no place for."""
    language = language_or_default(language)
    if combat is None:
        return opening_table(language=language)
    found = CombatTable(
        combat.attacker, combat.defender, names, combat.at, advantage=combat.advantage, treachery=combat.treachery,
        printed=combat.printed, language=language,
    )  # fmt: skip
    require_board_shows(combat, found.fight)
    return found


def ready_keys() -> tuple[str, ...]:
    """Return the keys of the ready combats: the rulebook's, then fights at sea."""
    return (*(row.name for row in EXAMPLES), *(row.name for row in READY if row.at == "sea"))


def next_combat(table: CombatTable) -> CombatTable:
    """The next combat with what is left; a leader without land units is gone (5.31 step 10)."""
    now = throw_options(table)
    if now is None or now.unpaid:
        return table
    mine, theirs = (without_lost_leader(table.force(side), left) for side, left in zip(SIDES, now.left))
    return table.with_changes(attacker=mine, defender=theirs, printed=(), key="")


def basis(table: CombatTable) -> Basis:
    fight, now = table.fight, throw_options(table)
    if fight is None:
        return ()
    paid = now.payments if now and table.paying else ((), ())
    return join_bases(chances(fight, table.objective)["basis"], *(ways[0].basis for ways in paid if ways))


def spoken_sentence(table: CombatTable) -> str:
    """The combat, its chances and their basis, to copy."""
    fight = table.fight
    if fight is None:
        return kit.spoken_sentence(table, "", ())
    found = chances(fight, table.objective)
    said = {key: percent(found[key]) for key in ("p_win", "p_draw", "p_loss")}
    said |= {key: f"{float(found[key]):.1f}" for key in ("attacker_loss", "defender_loss")}
    for side in SIDES:
        units = table.force(side)
        led = table.say("force_led", units=str(units), leader=units.leader)
        said |= {side: table.name(side), f"{side}_units": led if units.leader else str(units)}
    laden = any(table.force(side).force_aboard.stacks for side in SIDES) and fight.at == "sea"
    return kit.spoken_sentence(table, table.say("sentence_sea" if laden else "sentence", **said), basis(table))


# The answer and the panels beside the board --------------------------------------------------------------------------


def answer_html(table: CombatTable) -> str:
    """The chance to win in large type, the throw beside it, the three chances as a bar."""
    fight = table.fight
    if fight is None:
        return page.answer_html("–", table.say("no_combat"), table.problem, [], "")
    found = chances(fight, table.objective)
    colours = kit.SIDE_TINTS["attacker"].face, look.NEUTRAL, kit.SIDE_TINTS["defender"].face
    keys = ("win", "p_win"), ("draw", "p_draw"), ("defeat", "p_loss")
    parts = [(table.say(key), float(found[chance]), colour) for (key, chance), colour in zip(keys, colours)]
    claim = table.say("wins", side=table.name(SIDES[0]))
    exact = table.say("of_36", rolls=found["p_win"] * 36)
    now, throw = throw_options(table), ""
    if now:  # what it costs both
        lost = {f"{side}_loss": getattr(now.taken.result, f"{side}_loss") for side in SIDES}
        names = {side: table.name(side) for side in SIDES}
        throw = table.say("throw", a=table.dice[0], d=table.dice[1], **names, **lost)
    return page.answer_html(percent(found["p_win"]), claim, throw, parts, "", "", colours[0], exact)


def modifier_reasons(table: CombatTable) -> dict[str, str]:
    """Return the reason why each modifier counts or not, by its name."""
    fight = table.fight
    if fight is None:
        return {}
    mine, theirs, ratio = fight.attacker, fight.defender, fight.ratio.replace(":", " : ")
    key = "why_cavalry" if any(row.reason == "cavalry" for row in fight.modifiers) else "why_no_cavalry"
    why = {
        "leader": table.say("why_leader", a=effective_rating(mine) or "–", d=effective_rating(theirs) or "–"),
        "numerical": table.say("why_numerical", a=mine.csp, d=theirs.csp, ratio=ratio),
        "cavalry": table.say(key, a=mine.cavalry_csp, d=theirs.cavalry_csp) if fight.at == "land" else "",
        "card": "",
    }
    return why | {reason: table.say("why_printed") for reason, *_ in table.printed}


def shown_ways(now: ThrowOptions) -> tuple[ModifierSplit, ...]:
    """The ways to spend the net on this throw that are offered, the one taken among them."""
    ways = now.ways[:OFFERED]
    return ways if now.taken in ways else (*ways[:-1], now.taken)


def payment_options(table: CombatTable, side: Side) -> Iterator[str]:
    """The ways in which a side may pay, cheapest first: counters gone and turned, and by how much each overshoots."""
    now, units = throw_options(table), table.force(side)
    for way in now.payments[SIDES.index(side)] if now else ():
        over = [table.say("overshoot", csp=way.overshoot)] if way.overshoot else []
        yield "; ".join([*paid_lists(table.language, units, way.left), *over]) or table.say("nothing_paid")


@lru_cache(4096)  # a throw offers up to 60 ways a side, most of them those of the throw before
def paid_lists(language: str, units: Force, left: Force) -> tuple[str, ...]:
    lists, shown = list[str](), kit.shown_counters(units, left)
    for state in ("gone", "turned"):
        names = Counter("r" * one.reduced + one.unit for one in shown if one.state == state)
        said = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
        lists += [word(f"roma_victrix.board.{state}", language, units=said)] if said else []
    return tuple(lists)


WIDTH, NARROWEST = 956, 336
CHART, NOTES = 290.0, 250.0  # px that a chart and that a list has at least
WAY = {"ways_raise": 30.0, "ways_lower": 30.0, "ways_they": None, "ways_we": None, "ways_swing": 32.0}  # columns, px
CHOSEN = "#E3EFE7"
OUTCOMES = {"attacker": ("win", "#EBCDBF", "M0 8L5 0L10 8Z"), "draw": ("draw", look.PAPER, "M0 2H10M0 6H10")}
OUTCOMES["defender"] = ("defeat", "#BFD3E3", "M0 0H10L5 8Z")  # what it is called for the attacker, its tint, its sign


def scene(table: CombatTable, width: float = WIDTH, covered: bool = False, for_print: bool = False) -> Scene:
    """The board at a width in px; ``covered`` without what tells a chance, ``for_print`` without counters to add."""
    width, fight, now = max(width, NARROWEST), table.fight, throw_options(table)
    both, middle, below = [_army(table, side, now, for_print) for side in SIDES], list[Sized](), list[Sized]()
    beside = [kit.modifiers(table, fight, modifier_reasons(table))] if fight else []
    if now is None or fight is None:
        middle = [box.text_box(table.problem, side="middle")]
    elif not covered:
        middle = [_dealt(table, fight, now, side) for side in SIDES]
        below = [_throws(table, fight), _ladder(table, fight)]
        beside += [_ways_box(table, fight, now)] if len(now.ways) > 1 else []
        (below if width >= WIDE else beside).append(_means(table, fight))
    if width >= WIDE:
        board = box.across(both[0], box.col(*middle, gap=PAD, wide=0.15 * width), both[1], gap=PAD)
    else:
        board = box.col(box.across(*both, gap=PAD), box.across(*middle, gap=PAD), gap=PAD)
    panel = box.framed(board, PAD, GAP, fill=look.LAND, stroke=look.EDGE)
    if width >= NARROW and beside:
        page = box.across(panel._replace(wide=0.62 * width), box.inset(box.col(*beside, gap=PAD), PAD, GAP))
    else:
        page = box.col(panel, box.inset(box.wrap(*beside, least=NOTES, gap=PAD), PAD, 0))
    whole = box.col(page, box.inset(box.wrap(*below, least=CHART, gap=2 * PAD), PAD, GAP / 2))
    return box.picture(whole, width, table.title, spoken_sentence(table))


def _army(table: CombatTable, side: Side, now: ThrowOptions | None, for_print: bool) -> Sized:
    units, place, at = table.force(side), SIDES.index(side), "end" if side == SIDES[1] else "start"
    role = table.say("role", role=word(f"side.{side}", table.language), csp=units.csp)
    left, foot = now.left[place] if now and table.paying and not now.unpaid else None, None
    if now and left is not None:
        role = table.say("role_left", role=word(f"side.{side}", table.language), csp=units.csp, left=left.csp)
        paid = table.say("paid", paid=units.csp - left.csp, loss=getattr(now.taken.result, f"{side}_loss"))
        lists = (box.text_box(text, side=at) for text in paid_lists(table.language, units, left))
        foot = box.col(box.text_box(paid, side=at, fill=look.INK, weight=STRONG), *lists, gap=0)
    elif not for_print:
        foot = kit.palette(table, side)
    if units.force_aboard.stacks:
        role = table.say("role_cargo", role=role, csp=sum(stack.csp for stack in units.force_aboard.stacks))
    top = kit.army_head(table, side, role, units.leader, left, at)
    zone = box.framed(box.col(top, kit.counters(table, side, left, True, at), gap=PAD), action=("army", side))
    return box.col(zone._replace(grows=True), foot, gap=PAD)


def _dealt(table: CombatTable, fight: Combat, now: ThrowOptions, side: Side) -> Sized:
    """A side's die, the loss that it deals (by Treachery to itself), and the slider of the holder's points on it."""
    say, name, value = table.say, table.name(side), table.dice[SIDES.index(side)]
    victim = side if fight.treachery else OTHER[side]
    hit, loss = getattr(now.taken.result, f"{victim}_loss_pct"), getattr(now.taken.result, f"{victim}_loss")
    mine, best, most = fight.modifier_holder == side, now.ways[0], most_points(table, fight)
    raised, lowered = (now.taken.raise_enemy, most[0], best.raise_enemy), (now.taken.lower_own, most[1], best.lower_own)
    kind, sign, (put, top, wanted) = ("raise", "+", raised) if mine else ("lower", kit.MINUS, lowered)
    sums = f"{value} {sign} {put} = {value + put if mine else value - put}" if put else "0"

    def thrown(room: Room) -> list[Shape]:
        face, label = kit.die(value, kit.SIDE_TINTS[side]), say("label_die", side=name, value=value)
        return [Group(face, room.x, room.y, label=label, action=("die", side))]

    lost = say("of_csp", csp=table.force(victim).csp, loss=loss)
    share = box.text_box(f"{hit}%", look.FIGURE, fill=look.INK, weight=BOLD)
    told = box.col(share, box.text_box(lost, look.NAME, fill=look.INK), gap=0)

    def slider(room: Room) -> Iterator[Shape]:  # a notch for each number of points, the best place marked
        track, tint = room.inset(GAP, PAD), kit.SIDE_TINTS[side if mine else OTHER[side]]
        step, shapes = track.width / top, list[Shape]((line(0, 0, track.width, 0, look.LINE, 3, cap="round"),))
        if put:
            shapes.append(line(0, 0, put * step, 0, tint.face, 3.4, cap="round"))
        for points in range(top + 1):
            x, reach = points * step, min(20.0, max(9.0, step / 2))
            knob = Circle(x, 0, 4, fill=look.PAPER, stroke=look.LINE, stroke_width=1.4)
            if points == put:
                knob = Circle(x, 0, 9, fill=look.WHITE, stroke=tint.face, stroke_width=3)
            label = say(f"label_{kind}", points=points)
            shapes.append(Group((Rect(x - reach, -14, 2 * reach, 28), knob), label=label, action=(kind, points)))
        ends = ((x, end) for x, end in ((0.0, 0), (track.width, top)) if end != wanted)
        shapes += [Text(x, 25, str(end), look.TEXT, look.MUTED, anchor="middle") for x, end in ends]
        x = wanted * step
        shapes.append(Path(f"M{x - 5} 20L{x + 5} 20L{x} 13Z", fill=look.GOOD))
        anchor = "start" if x < 24 else "end" if x > track.width - 24 else "middle"
        x += {"start": -5, "end": 5, "middle": 0}[anchor]
        best_text = say("best", points=wanted)
        shapes.append(Text(x, 33, best_text, look.TEXT, look.GOOD, weight=STRONG, anchor=anchor))
        yield Group(tuple(shapes), track.x, track.y)

    moves = [box.name_and_number(say(kind), sums, fill=look.INK), box.drawing(3 * LEADING, slider)] if top else []
    return box.col(box.text_box(say("throws", side=name)), box.across(box.drawing(52, thrown, 52), told), *moves)


def _ways_box(table: CombatTable, fight: Combat, now: ThrowOptions) -> Sized:
    """The ways to spend the net on this throw, best first: what they cost both; a click takes one."""

    def tick(room: Room) -> list[Path]:
        return [Path(f"M{room.x} {room.middle[1]}l4 4l7 -8", stroke=look.GOOD, stroke_width=2)]

    say, side, ticked = table.say, fight.modifier_holder, box.drawing(LEADING, tick, look.TEXT)
    heads = (box.text_box(say(one), side="end", wide=wide) for one, wide in WAY.items())
    lines = [box.inset(box.across(box.blank(look.TEXT), *heads, gap=4), 6, 0)]
    for place, way in enumerate(shown_ways(now)):
        losses = (f"{one}_loss" for one in (OTHER[side], side))
        enemy, own = ((getattr(way.result, one), getattr(way.result, f"{one}_pct")) for one in losses)
        spent, swing = map(kit.signed, (way.raise_enemy, -way.lower_own)), kit.signed(enemy[0] - own[0])
        cells = *spent, *(f"{csp} ({pct}%)" for csp, pct in (enemy, own)), swing
        taken = way == now.taken
        texts = (box.text_box(text, side="end", wide=wide, fill=look.INK) for text, wide in zip(cells, WAY.values()))
        name = say("label_way", up=way.raise_enemy, down=way.lower_own, enemy=enemy[0], own=own[0], swing=swing)
        style = {"fill": CHOSEN, "stroke": look.GOOD} if taken else {}
        sign = ticked if taken else box.blank(look.TEXT)
        lines.append(box.framed(box.across(sign, *texts, gap=4), 6, 6, name, ("way", place), **style))
    return box.col(box.titled(say("ways_head", a=table.dice[0], d=table.dice[1]), ""), box.col(*lines, gap=2), gap=4)


def _throws(table: CombatTable, fight: Combat) -> Sized:
    """The 36 throws: who wins, both losses; a click sets the dice."""
    say, found = table.say, cells(fight, table.objective)
    rolls = int(chances(fight, table.objective)["p_win" if fight.modifier_holder == SIDES[0] else "p_loss"] * 36)
    axis = list(map(str, FACES))

    def squares(room: Room) -> Iterator[Shape]:
        for (low, left), cell in zip(product(FACES, FACES), room.grid(len(FACES), len(FACES), 3)):
            dice, result = (left, low), found[left, low].result
            losses = {f"{side}_loss": getattr(result, f"{side}_loss") for side in SIDES}
            outcome, lost = say(OUTCOMES[result.winner][0]), f"{result.defender_loss} : {result.attacker_loss}"
            name = say("label_cell", a=dice[0], d=dice[1], outcome=outcome, **losses)
            yield Group(_roll(result.winner, lost, cell, dice == table.dice), label=name, action=("dice", *dice))

    beside = box.drawing(0, lambda room: kit.axis(axis, room, True), LEADING)
    lines = box.across(beside, box.drawing(len(FACES) * 2 * LEADING, squares), gap=3)
    above = box.across(box.blank(LEADING), box.drawing(LEADING, partial(kit.axis, axis)), gap=3)
    keys = [box.legend_entry(partial(_sign, one), say(text)) for one, (text, *_) in OUTCOMES.items()]
    names = {side: table.name(side) for side in SIDES}
    head = box.titled(say("cells_title", rolls=rolls, side=table.name(fight.modifier_holder)), say("cells_note"))
    across = box.text_box(say("across", **names))
    return box.col(head, above, lines, across, box.flow_boxes(*keys, gap=PAD), gap=GAP / 2)


@lru_cache
def _roll(winner: str, lost: str, room: Room, now: bool) -> tuple[Shape, ...]:
    """The cell of a throw, framed where its dice lie."""
    dashed = winner == "draw"
    frame = room.rect(4, fill=OUTCOMES[winner][1], stroke=look.LINE if dashed else None, dash=(3, 2) if dashed else ())
    mark, losses = room.inset(4, (room.height - LEADING) / 2).row(look.TEXT, None, gap=0)
    size = look.TEXT if text_width("88 : 88", look.TEXT) <= losses.width else look.TINY
    rim = (room.rect(4, stroke=look.INK, stroke_width=2.4),) if now else ()
    return frame, *_sign(winner, mark), box.label(lost, losses, side="end", fill=look.INK, size=size), *rim


def _sign(winner: str, room: Room) -> tuple[Group]:
    """Up for a win, two strokes for a draw, down for a defeat."""
    ink: dict[str, Any] = {"stroke": look.INK, "stroke_width": 1.6}
    ink = ink if winner == "draw" else {"fill": kit.SIDE_TINTS[winner].face}
    return (Group((Path(OUTCOMES[winner][2], **ink),), room.x, room.y + room.height / 4),)


def _ladder(table: CombatTable, fight: Combat) -> Sized:
    """Return the holder's chance to win by its points, and the gain by its largest modifier."""
    held, change = abs(fight.net_drm), partial(chances_by_points, fight, table.objective)
    first = max(0, min(held - 2, held - 5)) if held > 5 else 0
    asked = tuple(range(first, first + 6))
    parts = [(f"+{one}" if one else "0", float(p), one == held) for one, p in zip(asked, change(asked))]
    mine = [modifier for modifier in fight.modifiers if modifier.side == fight.modifier_holder]
    if mine and held:
        most = max(mine, key=lambda modifier: modifier.points)
        here, there = change((held, held - most.points))
        text = word(f"roma_victrix.finding.{most.reason}", table.language, points=format_points(here - there, ""))
    else:
        here, more = change((held, held + 1))
        text = table.say("ladder_more", points=format_points(more - here, ""))
    note = table.say("ladder_note", side=table.name(fight.modifier_holder))
    return kit.bars(text, note, parts, kit.SIDE_TINTS[fight.modifier_holder].face, 220)


def _means(table: CombatTable, fight: Combat) -> Sized:
    found, lost, died = chances(fight, table.objective), list[Sized](), list[Sized]()
    for side in SIDES[::-1]:
        mean, units, name = float(found[f"{side}_loss"]), table.force(side), table.name(side)
        lost.append(box.name_and_number(name, table.say("mean_of", mean=f"{mean:.1f}", csp=units.csp)))
        lost.append(box.share_bar(mean / units.csp, kit.SIDE_TINTS[side].face, fill=look.TABLE, stroke=look.HAIRLINE))
        died.append(box.name_and_number(name, percent(found[f"{side}_dies"]) if units.leader else "–", fill=look.INK))
    heads = [box.heading_box(table.say(name)) for name in ("means_title", "leaders_title")]
    parts = box.col(heads[0], *lost, gap=4), box.col(heads[1], box.lined_column(*died), gap=4)
    return box.wrap(*parts, least=NOTES, gap=PAD)


OBJECTIVE_WORDS = "objective_win", "objective_swing", "objective_own", "objective_enemy"


def screen(table: CombatTable, viewport: Viewport) -> Container:
    say, now = table.say, throw_options(table)
    problem = viewport.error or (table.problem if table.attacker.stacks and table.defender.stacks else "")
    names = [Input(name, ("rename", side), say("name")) for side, name in zip(SIDES, table.names)]
    objectives = tuple((say(key), name) for name, key in zip(spending.OBJECTIVES, OBJECTIVE_WORDS))
    throw = section(
        "",
        Button(say("throw_dice"), ("throw",), "main", disabled=now is None, chance=True),
        *kit.dice(table),
        Menu(objectives, table.objective, ("objective",), tooltip=say("objective")),
        Button(say("take_best"), ("best",), disabled=not now or now.taken == now.ways[0]),
        kit.seed(table),
    )
    places = ((say("at_land"), "land"), (say("at_sea"), "sea"))
    undo = Button(say("undo"), ("undo",), disabled=not viewport.undoable)
    setup = section(
        "",
        kit.ready(table, ready_keys()),
        Menu(places, table.at, ("place",), tooltip=say("place")),
        row(Button(say("swap"), ("swap",)), Button(say("clear"), ("clear",)), undo),
        page.Check(say("treachery"), table.treachery, ("treachery",)),
    )
    return kit.board_page(
        table, viewport, scene, answer_html(table), (page.status_line(problem),), (throw, _losses(table, now)),
        (setup, *kit.forces(table, "3 HI, 2 rHI", *names)),
        (spoken_sentence(table), basis(table), modifier_reasons(table)), table.fight,
    )  # fmt: skip


def _losses(table: CombatTable, now: ThrowOptions | None) -> Container:
    say, paid = table.say, list[page.Control]()
    modes = (say("mode_build"), say("mode_build_hint"), ""), (say("mode_pay"), say("mode_pay_hint"), "")
    for place, side in enumerate(SIDES):
        head, ways = say("payment", side=table.name(side)), [way.left for way in now.payments[place]] if now else []
        options = tuple((text, way) for way, text in enumerate(payment_options(table, side))) or (("–", 0),)
        chosen = ways.index(now.left[place]) if now and ways else 0
        paid += [kit.head(side, head), Menu(options, chosen, ("paid", side), tooltip=head)]
    over = now is None or not all(left.stacks for left in now.left)
    unpaid, pays = (now.unpaid if now else ""), bool(now) and table.paying
    onward = Button(say("fight_on"), ("on",), disabled=over)
    paying = Container("gk-section", (*paid, onward), shown=pays and not unpaid)
    mode = Radio(modes, int(table.paying), ("mode",), say("mode"))
    return section(say("losses"), mode, page.muted_line(unpaid) if pays and unpaid else None, paying)


def update(table: CombatTable, message: Message) -> CombatTable:
    match message:
        case ("die", side):
            return update(table, ("face", side, table.dice[SIDES.index(side)] % FACES[-1] + 1))
        case ("dice", attacker, defender):
            return table.with_dice((attacker, defender))
        case ("throw", luck):
            return kit.after_throw(table, luck)
        case ("raise" | "lower" as kind, points):
            return table.with_changes(split=split_after_slider(table, kind, points))
        case ("way", place):
            now = throw_options(table)
            way = shown_ways(now)[place] if now else None
            return table.with_changes(split=(way.raise_enemy, way.lower_own)) if way else table
        case ("best",):
            return table.with_changes()
        case ("objective", name):
            return table.with_changes(objective=name)
        case ("mode", place):
            return replace(table, paying=bool(place))
        case ("pay" | "paid", *_):
            return _paid(table, message)
        case ("on",):
            return next_combat(table)
        case ("rename", side, name):
            first, second = (name.strip() if one == side else old for one, old in zip(SIDES, table.names))
            return replace(table, names=(first, second))
        case ("ready", key):
            return opening_table(key, table.language) if key else table
        case ("place", at) if at != table.at:
            ready = KEY if at == "land" else AT_SEA
            return opening_table(ready, table.language)
        case ("treachery", on):
            return replace(table, treachery=on, left=(None, None))
        case ("swap",):  # markers stay behind, for they only defend
            turned = table.with_changes(names=table.names[::-1], dice=table.dice[::-1], printed=(), key="")
            return replace(turned, attacker=table.defender.of_kind("land", "sea"), defender=table.attacker)
        case ("clear",):
            return CombatTable(kit.NOTHING, kit.NOTHING, at=table.at, paying=False, language=table.language)
    return kit.update(table, message)


def _paid(table: CombatTable, message: Message) -> CombatTable:
    """A side pays by another way: the one of the list, or the next that takes one step more of a unit."""
    now, kind, side, what = throw_options(table), *message
    if now is None or now.unpaid:
        return table
    place = SIDES.index(side)
    ways, left = now.payments[place], list(now.left)
    left[place] = ways[what].left if kind == "paid" else next_payment(ways, left[place], what)
    return replace(table, left=(left[0], left[1]))


class CombatBoard(Board, screen=screen, update=update, widths=(NARROWEST, WIDTH)):
    """A combat on land or at sea to build, to throw and to pay for; shows itself in a notebook.

    Opens on ``combat``, else on the fight for Cilicia. ``names`` are what the sides are called. ``language`` is "en" or
    "ja"; the default comes from ``GAMEKIT_LANGUAGE``. ``board.combat`` is the combat on the board (None
    while the forces cannot fight).

    >>> CombatBoard().combat.net_drm
    2
    """

    table: CombatTable

    def __init__(
        self, combat: Combat | None = None, names: tuple[str, str] = ("", ""), language: str | None = None
    ) -> None:
        super().__init__(table_of(combat, names, language))

    @property
    def combat(self) -> Combat | None:
        """The combat set up; None while the forces make none."""
        return self.table.fight
