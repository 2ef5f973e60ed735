"""The combat board: two forces built from counters, modifiers line by line, dice, the split, losses paid."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from gamekit.roma_victrix import Combat
from gamekit.roma_victrix.odds.spending import OBJECTIVES
from gamekit.roma_victrix.tables import FACES, SIDES
from gamekit.widgets import page
from gamekit.widgets.app import App
from gamekit.widgets.page import Area, Button, Input, Menu, Message, Radio, Seat, row, section
from gamekit.widgets.roma_victrix import combat_story as story
from gamekit.widgets.roma_victrix import combat_table, counter_page, forces
from gamekit.widgets.roma_victrix.combat_table import AT_SEA, KEY, CombatTable, Thrown, opening, ready_keys, thrown
from gamekit.widgets.roma_victrix.combat_view import NARROWEST, WIDTH, scene

OBJECTIVE_WORDS = {
    "win": "objective_win",
    "swing": "objective_swing",
    "own": "objective_own",
    "enemy": "objective_enemy",
}


def screen(table: CombatTable, seat: Seat) -> Area:
    say, now = table.say, thrown(table)
    problem = seat.error or (table.problem if table.attacker.stacks and table.defender.stacks else "")
    names = [Input(name, ("rename", side), say("name")) for side, name in zip(SIDES, table.names)]
    return page.page(
        seat,
        counter_page.heading_html(table),
        story.answer_html(table),
        (
            page.Picture(
                scene(table, seat.width),
                ghost=partial(counter_page.ghost, table),
                covered=partial(scene, table, seat.width, covered=True),
                printed=partial(scene, table, seat.width, printed=True),
            ),
            page.status(problem),
            combat_table.soon(table),
        ),
        (_throw(table, now), _losses(table, now)),
        line=(
            page.fold(
                say("set_up"),
                _setup(table, seat),
                *counter_page.forces(table, "3 HI, 2 rHI", *names),
                counter_page.by_list(table),
            ),
            counter_page.basis_fold(table, story.basis(table), story.reasons(table)),
            page.copies(
                say,
                story.sentence(table),
                repr(table.fight) if table.fight else "",
                story.basis_text(table),
                table.language,
                False,
            ),
        ),
    )


def _throw(table: CombatTable, now: Thrown | None) -> Area:
    say = table.say
    objectives = tuple((say(OBJECTIVE_WORDS[name]), name) for name in OBJECTIVES)
    return section(
        "",
        Button(say("throw_dice"), ("throw",), "main", disabled=now is None, chance=True),
        *counter_page.dice(table),
        Menu(objectives, table.objective, ("objective",), tooltip=say("objective")),
        Button(say("take_best"), ("best",), disabled=not now or now.taken == now.ways[0]),
        counter_page.seed(table),
    )


def _losses(table: CombatTable, now: Thrown | None) -> Area:
    say, paid = table.say, list[page.Control]()
    modes = (say("mode_build"), say("mode_build_hint"), ""), (say("mode_pay"), say("mode_pay_hint"), "")
    for place, side in enumerate(SIDES):
        head = say("payment", side=table.name(side))
        ways = [way.left for way in now.payments[place]] if now else []
        texts = story.payment_options(table, side) or ["–"]
        chosen = ways.index(now.left[place]) if now and ways else 0
        options = tuple((text, place) for place, text in enumerate(texts))
        paid += [counter_page.head(side, head), Menu(options, chosen, ("paid", side), tooltip=head)]
    over = now is None or not all(left.stacks for left in now.left)
    unpaid, pays = (now.unpaid if now else ""), bool(now) and table.paying
    paying = Area("gk-section", (*paid, Button(say("fight_on"), ("on",), disabled=over)), shown=pays and not unpaid)
    mode = Radio(modes, int(table.paying), ("mode",), say("mode"))
    return section(say("losses"), mode, page.quiet(unpaid) if pays and unpaid else None, paying)


def _setup(table: CombatTable, seat: Seat) -> Area:
    say = table.say
    places = ((say("at_land"), "land"), (say("at_sea"), "sea"))
    return section(
        "",
        counter_page.ready(table, ready_keys()),
        Menu(places, table.at, ("place",), tooltip=say("place")),
        row(
            Button(say("swap"), ("swap",)),
            Button(say("clear"), ("clear",)),
            Button(say("undo"), ("undo",), disabled=not seat.undoable),
        ),
        page.Check(say("treachery"), table.treachery, ("treachery",)),
    )


def update(table: CombatTable, message: Message) -> CombatTable:
    match message:
        case ("die", side):
            return update(table, ("face", side, table.dice[SIDES.index(side)] % FACES[-1] + 1))
        case ("dice", attacker, defender):
            return table.with_dice((attacker, defender))
        case ("throw", luck):
            return forces.thrown(table, luck)
        case ("raise" | "lower" as kind, points):
            return table.anew(split=combat_table.moved_split(table, kind, points))
        case ("way", place):
            now = thrown(table)
            way = story.shown_ways(now)[place] if now else None
            return table.anew(split=(way.raise_enemy, way.lower_own)) if way else table
        case ("best",):
            return table.anew()
        case ("objective", name):
            return table.anew(objective=name)
        case ("mode", place):
            return replace(table, paying=bool(place))
        case ("pay" | "paid", *_):
            return _paid(table, message)
        case ("on",):
            return combat_table.went_on(table)
    return _set_up(table, message)


def _paid(table: CombatTable, message: Message) -> CombatTable:
    """A side pays by another way: the one of the list, or the next that takes one step more of a unit."""
    now, kind, side, what = thrown(table), *message
    if now is None or now.unpaid:
        return table
    place = SIDES.index(side)
    ways, left = now.payments[place], list(now.left)
    left[place] = ways[what].left if kind == "paid" else combat_table.next_way(ways, left[place], what)
    return replace(table, left=(left[0], left[1]))


def _set_up(table: CombatTable, message: Message) -> CombatTable:
    match message:
        case ("rename", side, name):
            first, second = (name.strip() if one == side else old for one, old in zip(SIDES, table.names))
            return replace(table, names=(first, second))
        case ("ready", key):
            return opening(key, table.language) if key else table
        case ("place", at) if at != table.at:
            ready = KEY if at == "land" else AT_SEA
            return opening(ready, table.language)
        case ("treachery", on):
            return replace(table, treachery=on, left=(None, None))
        case ("swap",):  # markers stay behind, for they only defend
            turned = table.anew(names=table.names[::-1], dice=table.dice[::-1], printed=(), key="")
            return replace(turned, attacker=table.defender.of_kind("land", "sea"), defender=table.attacker)
        case ("clear",):
            return CombatTable(forces.NOTHING, forces.NOTHING, at=table.at, paying=False, language=table.language)
    return forces.update(table, message)


class CombatBoard(App, screen=screen, update=update, widths=(NARROWEST, WIDTH)):
    """A combat on land or at sea to build, to throw and to pay for; shows itself in a notebook.

    Opens on ``combat``, else on the fight for Cilicia. ``names`` are what the sides are called. ``language`` is "en" or
    "ja"; the default comes from ``GAMEKIT_LANGUAGE``. ``board.combat`` is the combat as it stands on the board (None
    while the forces cannot fight).

    >>> CombatBoard().combat.net_drm
    2
    """

    table: CombatTable

    def __init__(
        self, combat: Combat | None = None, names: tuple[str, str] = ("", ""), language: str | None = None
    ) -> None:
        super().__init__(combat_table.table_of(combat, names, language))

    @property
    def combat(self) -> Combat | None:
        return self.table.fight
