"""What the combat board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from html import escape
from typing import Any

from gamekit.dist import Basis, join
from gamekit.roma_victrix import Combat, Force, Payment, Split
from gamekit.roma_victrix.tables import OTHER, SIDES, UNITS, Side
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix.combat_table import (
    Table,
    Thrown,
    by_points,
    cells,
    chances,
    most_points,
    ready_keys,
    shown,
    thrown,
    units_at,
)
from gamekit.widgets.roma_victrix.combat_view import Army, Bars, Block, Cell, Means, Shown, View
from gamekit.widgets.roma_victrix.counters import MINUS, SIDE_TINTS, Counter
from gamekit.words import Note, basis_line, clauses_line, percent, spoken, word

REASONS = ("leader", "numerical", "cavalry", "card")
NOTCHES = {"raise": "label_raise", "lower": "label_lower"}
STATES = {"here": "label_here", "turned": "label_turned", "gone": "label_gone"}


def colour(side: Side) -> str:
    """A side's colour."""
    return SIDE_TINTS[side].face


def letter(table: Table, side: Side) -> str:
    """The letter on a side's counters; the second letter where both names begin alike."""
    first, second = (table.name(one) for one in SIDES)
    name = table.name(side)
    return name[0] if side == SIDES[0] or first[0] != second[0] else name[1:2] or name[0]


def title(table: Table) -> str:
    """Who attacks whom."""
    names = {side: table.name(side) for side in SIDES}
    return table.say("title" if table.at == "land" else "title_sea", **names)


def basis(table: Table, fight: Combat) -> Basis:
    """What the numbers on the board rest on."""
    now = thrown(table)
    paid = now.payments if now and table.paying else ((), ())
    return join(chances(fight, table.objective)["basis"], *(ways[0].basis for ways in paid if ways))


def sentence(table: Table) -> str:
    """The combat, its chances and what they rest on, to copy."""
    fight = table.fight
    if fight is None:
        return f"{title(table)}. {table.problem}"
    found = chances(fight, table.objective)
    numbers = {key: percent(found[key]) for key in ("p_win", "p_draw", "p_loss")}
    numbers |= {key: f"{float(found[key]):.1f}" for key in ("attacker_loss", "defender_loss")}
    forces = {side: table.name(side) for side in SIDES}
    units = {f"{side}_units": _force_text(table, table.force(side)) for side in SIDES}
    said = table.say("sentence", **forces, **units, **numbers)
    return f"{said} ({basis_line(basis(table, fight), table.language)})"


def _force_text(table: Table, units: Force) -> str:
    return table.say("force_led", units=str(units), leader=units.leader) if units.leader else str(units)


# The answer and the panels beside the board --------------------------------------------------------------------------


def heading_html(table: Table) -> str:
    """Who attacks whom, and at the right which combat it is."""
    where = ready_name(table.key, table.language) if table.key else table.say("own")
    return page.heading_html(title(table), where)


def ready_name(key: str, language: str | None = None) -> str:
    """What a ready combat is called."""
    return word(f"roma_victrix.name.{key}", language)


def answer_html(table: Table) -> str:
    """The chance to win in large type, the throw beside it, the three chances as a bar."""
    fight = table.fight
    if fight is None:
        return page.answer_html("–", table.say("no_combat"), table.problem, [], "")
    found = chances(fight, table.objective)
    name = table.name(SIDES[0])
    parts = [("win", "p_win", colour(SIDES[0])), ("draw", "p_draw", NEUTRAL), ("defeat", "p_loss", colour(SIDES[1]))]
    entries = basis(table, fight)
    notes = " · ".join(spoken(entry, table.language) for entry in entries if isinstance(entry, Note))
    clauses = clauses_line(entries, table.language)
    return page.answer_html(
        percent(found["p_win"]),
        table.say("wins", side=name),
        throw_text(table),
        [(table.say(key), float(found[chance]), paint) for key, chance, paint in parts],
        notes,
        clauses,
        colour(SIDES[0]),
        f"{table.say('of_36', rolls=found['p_win'] * 36)}",
    )


def throw_text(table: Table) -> str:
    """What this throw costs both sides."""
    now = thrown(table)
    if now is None:
        return ""
    result = now.taken.result
    names = {"attacker": table.name(SIDES[0]), "defender": table.name(SIDES[1])}
    losses = {"attacker_loss": result.attacker_loss, "defender_loss": result.defender_loss}
    return table.say("throw", a=table.dice[0], d=table.dice[1], **names, **losses)


def modifiers_html(table: Table) -> str:
    """Every modifier on a line: why, from what, for whom."""
    fight = table.fight
    if fight is None:
        return ""
    rows = []
    for reason in REASONS:
        why = _why(table, fight, reason)
        mine = [row for row in fight.modifiers if row.reason == reason]
        if not why and not mine:
            continue
        points: list[tuple[Side | None, str]] = [(row.side, f"+{row.points}") for row in mine]
        points = points or [(None, "0")]
        name = word(f"roma_victrix.reason.{reason}", table.language)
        for side, said in points:
            rows.append(_line(name, why, said, side, table))
    net = fight.net_drm
    head = table.say("net", side=table.name(fight.holder)) if net else table.say("no_net")
    rows.append(_line(head, "", f"+{abs(net)}" if net else "0", fight.holder if net else None, table, "b"))
    return f'<table style="width:100%">{"".join(rows)}</table>'


def _line(name: str, why: str, said: str, side: Side | None, table: Table, tag: str = "span") -> str:
    mark = ""
    if side:
        mark = f'<span class="gk-letter" style="display:inline-block;background:{colour(side)}">'
        mark += f"{escape(letter(table, side))}</span> "
    left = f'<{tag}>{escape(name)}</{tag}><br><span class="gk-quiet">{escape(why)}</span>' if why else ""
    left = left or f"<{tag}>{escape(name)}</{tag}>"
    cells = f'<td style="text-align:left;white-space:normal">{left}</td><td style="white-space:nowrap">'
    return f"<tr>{cells}{mark}<{tag}>{said}</{tag}></td></tr>"


def _why(table: Table, fight: Combat, reason: str) -> str:
    mine, theirs = fight.attacker, fight.defender
    if any(row[0] == reason for row in table.printed):
        return table.say("why_printed")
    match reason:
        case "leader":
            return table.say("why_leader", a=mine.leader or "–", d=theirs.leader or "–")
        case "numerical":
            return table.say("why_numerical", a=mine.csp, d=theirs.csp, ratio=fight.ratio.replace(":", " : "))
        case "cavalry" if fight.at == "land":
            enough = any(row.reason == "cavalry" for row in fight.modifiers)
            key = "why_cavalry" if enough else "why_no_cavalry"
            return table.say(key, a=mine.cavalry, d=theirs.cavalry)
    return ""


def ways_rows(table: Table, most: int = 8) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """The ways to spend the net on this throw for a list of choices, and the split that each stands for."""
    fight, now = table.fight, thrown(table)
    if fight is None or now is None or len(now.ways) < 2:
        return [], []
    ways = list(now.ways[:most])
    if now.taken not in ways:
        ways[-1] = now.taken
    return [_way_row(fight, way) for way in ways], [(way.raise_enemy, way.lower_own) for way in ways]


def _way_row(fight: Combat, way: Split) -> list[str]:
    result = way.result
    losses = (result.defender_loss, result.attacker_loss)
    enemy, own = losses if fight.holder == SIDES[0] else losses[::-1]
    gain = enemy - own
    swing = f"+{gain}" if gain > 0 else f"{MINUS}{-gain}" if gain else "0"
    return [f"+{way.raise_enemy} {MINUS}{way.lower_own}", f"{enemy} : {own}", swing]


def ways_head(table: Table) -> str:
    """The heading over the ways to spend."""
    return table.say("ways_head", a=table.dice[0], d=table.dice[1])


def payment_options(table: Table, side: Side) -> list[tuple[str, Force]]:
    """The ways in which a side may pay, named by what is lost and turned, cheapest first."""
    now = thrown(table)
    if now is None:
        return []
    units = table.force(side)
    return [(paid_text(table, units, way), way.left) for way in now.payments[SIDES.index(side)]]


def paid_text(table: Table, units: Force, way: Payment) -> str:
    """What a payment costs: counters gone, counters turned, and by how much it overshoots."""
    lists = _paid_lists(table, shown(units, way.left))
    if way.overshoot:
        lists.append(table.say("overshoot", csp=way.overshoot))
    return "; ".join(lists) or table.say("nothing_paid")


def _paid_lists(table: Table, counters: list[Counter]) -> list[str]:
    found = []
    for state, key in (("gone", "gone"), ("turned", "turned")):
        names: dict[str, int] = {}
        for one in counters:
            if one.state == state:
                name = ("r" if one.reduced else "") + one.unit
                names[name] = names.get(name, 0) + 1
        if names:
            said = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
            found.append(table.say(key, units=said))
    return found


# The picture ---------------------------------------------------------------------------------------------------------


def view(table: Table) -> View:
    """All that the picture shows."""
    now, fight = thrown(table), table.fight
    first, second = (_army(table, side, now) for side in SIDES)
    said = sentence(table)
    if fight is None or now is None:
        return View((first, second), title(table), said, False, problem=table.problem)
    found = chances(fight, table.objective)
    holder = table.name(fight.holder)
    rolls = int(found["p_win" if fight.holder == SIDES[0] else "p_loss"] * 36)
    return View(
        (first, second),
        title(table),
        said,
        table.paying,
        blocks=tuple(_block(table, fight, now, side) for side in SIDES),
        cells_title=table.say("cells_title", rolls=rolls, side=holder),
        cells_note=table.say("cells_note"),
        across=table.say("across", attacker=table.name(SIDES[0]), defender=table.name(SIDES[1])),
        keys=(table.say("win"), table.say("draw"), table.say("defeat")),
        cells=tuple((roll, _cell(table, roll, split)) for roll, split in cells(fight, table.objective).items()),
        dice=table.dice,
        ladder=_ladder(table, fight),
        means=_means(table, found),
    )


def _army(table: Table, side: Side, now: Thrown | None) -> Army:
    units = table.force(side)
    place = SIDES.index(side)
    left = now.left[place] if now and table.paying else None
    ordered = sorted(shown(units, left), key=lambda one: UNITS[one.unit].kind != "sea")  # ships, then their cargo
    counters = tuple(_shown(table, side, one, left is not None) for one in ordered)
    role = word(f"side.{side}", table.language)
    csp = units.csp
    if left is not None:
        key = "role_left"
        said = table.say(key, role=role, csp=csp, left=left.csp)
    else:
        said = table.say("role", role=role, csp=csp)
    if units.cargo.stacks:
        said = table.say("role_cargo", role=said, csp=sum(stack.csp for stack in units.cargo.stacks))
    return Army(
        side,
        table.name(side),
        said,
        letter(table, side),
        units.leader,
        table.say("label_leader", side=table.name(side), leader=units.leader or "–"),
        counters,
        tuple(_chip(table, side, unit) for unit in units_at(table.at, side)),
        _notes(table, side, now),
    )


def _shown(table: Table, side: Side, one: Counter, paying: bool) -> Shown:
    number = {"paid": one.paid} if one.state == "gone" else {"csp": one.csp}
    label = table.say(STATES[one.state], side=table.name(side), unit=_unit(table, one.unit, one.reduced), **number)
    if not paying:
        return Shown(one, ("counter", side, one.unit, one.reduced), label)
    pays = table.at == "land" or one.unit == "FLEET"
    return Shown(one, ("pay", side, one.unit) if pays else None, label)


def _unit(table: Table, unit: str, reduced: bool) -> str:
    name = word(f"roma_victrix.unit.{unit}", table.language)
    return table.say("reduced", unit=name) if reduced else name


def _chip(table: Table, side: Side, unit: str) -> Shown:
    label = table.say("label_add", side=table.name(side), unit=_unit(table, unit, False))
    return Shown(Counter(unit, False, UNITS[unit].full), ("add", side, unit, False), label)


def _notes(table: Table, side: Side, now: Thrown | None) -> tuple[str, ...]:
    if now is None or not table.paying:
        return ()
    place = SIDES.index(side)
    units, left = table.force(side), now.left[place]
    loss = (now.taken.result.attacker_loss, now.taken.result.defender_loss)[place]
    lists = _paid_lists(table, shown(units, left))
    return (table.say("paid", paid=units.csp - left.csp, loss=loss), *lists)


def _block(table: Table, fight: Combat, now: Thrown, side: Side) -> Block:
    """A side's die: the loss that it deals, and the slider of the holder that moves it."""
    place = SIDES.index(side)
    result, mine = now.taken.result, fight.holder == side
    percents, losses = (
        (result.defender_loss_pct, result.attacker_loss_pct),
        (result.defender_loss, result.attacker_loss),
    )
    if fight.treachery:
        percents, losses = percents[::-1], losses[::-1]
    victim = OTHER[side] if not fight.treachery else side
    points = now.taken.raise_enemy if mine else now.taken.lower_own
    die, final = table.dice[place], table.dice[place] + (points if mine else -points)
    total = f"{die} {'+' if mine else MINUS} {points} = {final}" if points else ""
    most, best = most_points(table), now.ways[0]
    kind, top, wanted = ("raise", most[0], best.raise_enemy) if mine else ("lower", most[1], best.lower_own)
    name = table.name(side)
    head, label = table.say("throws", side=name), table.say("label_die", side=name, value=die)
    of = table.say("of_csp", csp=table.force(victim).csp, loss=losses[place])
    if not fight.net_drm or not top:
        return Block(side, head, die, label, f"{percents[place]}%", total, of)
    notches = tuple(table.say(NOTCHES[kind], points=number) for number in range(top + 1))
    return Block(
        side,
        head,
        die,
        label,
        f"{percents[place]}%",
        total,
        of,
        kind=kind,
        label=table.say(kind),
        points=points,
        most=top,
        best=wanted,
        best_text=table.say("best", points=wanted),
        notches=notches,
    )


def _cell(table: Table, roll: tuple[int, int], split: Split) -> Cell:
    result = split.result
    outcome = {"attacker": 1, "draw": 0, "defender": -1}[result.winner]
    label = table.say(
        "label_cell", a=roll[0], d=roll[1], attacker_loss=result.attacker_loss, defender_loss=result.defender_loss,
        outcome=table.say({1: "win", 0: "draw", -1: "defeat"}[outcome]),
    )  # fmt: skip
    return Cell(outcome, f"{result.defender_loss} : {result.attacker_loss}", label)


def _ladder(table: Table, fight: Combat) -> Bars:
    """The holder's chance to win by the points that he holds, and what his largest modifier adds."""
    points = abs(fight.net_drm)
    first = max(0, min(points - 2, points - 5)) if points > 5 else 0
    shown_points = tuple(range(first, first + 6))
    shares = by_points(fight, table.objective, shown_points)
    bars = tuple((f"+{one}" if one else "0", float(share), one == points) for one, share in zip(shown_points, shares))
    mine = [row for row in fight.modifiers if row.side == fight.holder]
    if mine and points:
        most = max(mine, key=lambda row: row.points)
        here, there = by_points(fight, table.objective, (points, points - most.points))
        text = word(f"roma_victrix.finding.{most.reason}", table.language, points=f"{100 * float(here - there):.1f}")
    else:
        here, more = by_points(fight, table.objective, (points, points + 1))
        text = table.say("ladder_more", points=f"{100 * float(more - here):.1f}")
    return Bars(text, table.say("ladder_note", side=table.name(fight.holder)), bars, fight.holder)


def _means(table: Table, found: dict[str, Any]) -> Means:
    losses = []
    for side in SIDES[::-1]:
        mean, csp = float(found[f"{side}_loss"]), table.force(side).csp
        said = table.say("mean_of", mean=f"{mean:.1f}", csp=csp)
        losses.append((table.name(side), side, said, mean / csp))
    leaders = tuple(
        (table.name(side), percent(found[f"{side}_dies"]) if table.force(side).leader else "–") for side in SIDES[::-1]
    )
    return Means(table.say("means_title"), tuple(losses), table.say("leaders_title"), leaders)


# The lists -----------------------------------------------------------------------------------------------------------


def counter_list(table: Table) -> list[tuple[str, Any]]:
    """Every kind of counter on the board, then every kind that may be added, with the action that a click means."""
    found: list[tuple[str, Any]] = []
    for side in SIDES:
        for stack in table.force(side).stacks:
            for reduced, count in ((False, stack.full), (True, stack.reduced)):
                if count:
                    name = _unit(table, stack.unit, reduced)
                    text = table.say("list_counter", side=table.name(side), count=count, unit=name)
                    found.append((text, ("counter", side, stack.unit, reduced)))
    for side in SIDES:
        for unit in units_at(table.at, side):
            for reduced in (False, True) if UNITS[unit].reduced is not None else (False,):
                text = table.say("list_add", side=table.name(side), unit=_unit(table, unit, reduced))
                found.append((text, ("add", side, unit, reduced)))
    return found


def ready_options(table: Table) -> list[tuple[str, str]]:
    """The ready combats by name."""
    return [(table.say("own"), ""), *((ready_name(key, table.language), key) for key in ready_keys())]
