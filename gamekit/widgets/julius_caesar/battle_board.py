"""The battle board: set a battle up with mouse or lists, read its odds, fight it out with real dice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from gamekit.julius_caesar import BLOCKS, Battle, Fight, army, depends_on_reading
from gamekit.julius_caesar.fight import played
from gamekit.julius_caesar.fight.played import Course
from gamekit.julius_caesar.fight.setup import FLAGS, PLACES, Setup, ready_battles, setup_of
from gamekit.julius_caesar.odds.army import distinct, text_of, unknown
from gamekit.julius_caesar.odds.automaton import MAIN
from gamekit.julius_caesar.odds.what_if import read_otherwise
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES
from gamekit.storage.link_code import shows_all
from gamekit.text.translation import language_or_default
from gamekit.widgets import beside, page
from gamekit.widgets.app import App, in_language
from gamekit.widgets.charts import Chart
from gamekit.widgets.cover import TELLS
from gamekit.widgets.julius_caesar import battle_best, battle_charts, battle_picture, pieces
from gamekit.widgets.julius_caesar import battle_story as story
from gamekit.widgets.julius_caesar.battle_best import PAUSE
from gamekit.widgets.julius_caesar.battle_story import BEST, ORDERS, BattleTable, counted, is_heavy, is_large
from gamekit.widgets.julius_caesar.battle_view import NARROWEST, WIDE, WIDTH, ShownBattle, motion, scene
from gamekit.widgets.julius_caesar.reading import reading_choice, reading_chosen
from gamekit.widgets.scene import Shape

KEPT = {"best found": "best", "hangs": "hangs", "play": "play", "pick": "picked", "pick row": "row", "hit": "chosen"}


def screen(table: BattleTable, seat: page.Seat) -> page.Area:
    say, view, error = table.say, story.view(table), seat.error
    picture = page.Picture(
        scene(view, seat.width, table.language),
        ghost=partial(_ghost, table),
        view=view,
        motion=partial(_motion, table, seat.width),
        still=lambda: battle_picture.still(table),
        printed=lambda: scene(replace(view, pools=False), seat.width, table.language),
    )
    return page.page(
        seat,
        story.heading_html(table),
        story.answer_html(table),
        (picture, page.status(say("error", message=error) if error else ""), _texts(table), _soon(table)),
        (
            battle_best.switch(table),
            _fight(table),
            _log(table),
            _setup(table, seat),
        ),
        (
            *_apart(table, seat.width),
            page.quiet(say("charts_orders")) if table.play == BEST and table.battle else None,
            _charts(table, seat.width),
        ),
        (
            _lists(table),
            _plans(table),
            page.copies(
                say,
                story.sentence(table),
                repr(table.battle) if table.battle else "",
                story.basis_text(table),
                table.language,
            ),
        ),
    )


def _texts(table: BattleTable) -> page.Area:
    boxes = []
    for role in ROLES:
        head = escape(table.say("as_text", side=table.side_name(role)))
        lines = (
            page.Input(
                text_of(table.setup.row(role, place)), ("write", role, place),
                table.say("main_short" if place == MAIN else "reserve"), table.say("placeholder"),
            )
            for place in PLACES
        )  # fmt: skip
        name = page.Html(f'<b class="gk-name" style="color:{table.colour(role)}">{head}</b>')
        boxes.append(page.Area("gk-section gk-labelled", (name, *lines)))
    return page.Area("gk-two", tuple(boxes), shown=not table.fight)


def _log(table: BattleTable) -> page.Area:
    priced = table.play == BEST and table.over and bool(table.found and table.found.value is not None)
    log = page.Html(story.log_html(table, battle_best.log_notes(table) if priced else {}))
    return page.section("", page.quiet(battle_best.cost_lines(table)) if priced else None, log, shown=bool(table.fight))


def _fight(table: BattleTable) -> page.Area:
    say, fight, over = table.say, table.fight, table.over or not table.battle or table.battle.unknown
    turn = fight.turn if fight else None
    return page.section(
        "",
        page.Area(
            "gk-head",
            (
                page.Html(page.heading_html(say("fight"))),
                page.Input(table.seed, ("seed",), say("seed"), kind="gk-seed"),
            ),
        ),
        page.Html(story.order_html(table), shown=bool(fight)),
        story.hit_choice(table, ("tied",), table.play != BEST),
        page.Button(story.go_text(table), ("go",), "main", disabled=over),
        page.row(*(page.Button(say(key), (key,), disabled=over) for key in ("next_turn", "next_round", "to_the_end"))),
        page.row(
            page.Button(say("back"), ("back",), disabled=not fight),
            page.Button(say("pass"), ("pass",), disabled=not turn or turn.must_leave),
            page.Button(say("leave"), ("leave",), disabled=not turn or not turn.may_leave),
        ),
        page.quiet(story.fight_note(table)),
        page.Button(say("stop"), ("stop",), shown=bool(fight)),
    )


def _setup(table: BattleTable, seat: page.Seat) -> page.Area:
    say = table.say
    names = [(story.ready_name(key, table.language), key) for key in ready_battles()]
    flags = {"first_strike": say("first_strike"), "cut_off": say("cut_off")}
    flags["defender_cut_off"] = say("defender_cut_off")
    return page.section(
        say("set_up"),
        page.Menu([(say("own"), ""), *names], table.key, ("ready",), tooltip=say("ready")),
        page.row(
            page.Button(say("swap"), ("swap",)),
            page.Button(say("clear"), ("clear",)),
            page.Button(say("undo"), ("undo",), disabled=not seat.undoable),
        ),
        *(page.Check(flags[flag], getattr(table.setup, flag), ("flag", flag)) for flag in FLAGS),
        reading_choice(
            table.setup.reading,
            table.pointwise,
            table.language,
            page.quiet(story.hangs_text(table)) if table.hangs else None,
        ),
        shown=not table.fight,
    )


def _lists(table: BattleTable) -> page.Area:
    say, blocks, rows = table.say, story.block_list(table), story.row_list(table)
    picked, onto = (_kept(value, options) for value, options in ((table.picked, blocks), (table.row, rows)))
    placed, known = bool(picked) and picked[0] == "block", bool(picked) and bool(onto)
    put, earlier = ("drop", picked, ("row", *(onto or ()))), ("earlier", *(picked or ())[1:])
    return page.fold(
        say("by_list"),
        page.Menu(blocks, picked, ("pick",), tooltip=say("list_block")),
        page.Menu(rows, onto, ("pick row",), tooltip=say("list_row")),
        page.row(
            page.Button(say("put"), put, disabled=not known, key="put"),
            page.Button(say("step"), picked or ("step",), disabled=not placed, key="step"),
        ),
        page.row(
            page.Button(say("earlier"), earlier, disabled=not placed or picked[3] == 0, key="earlier"),
            page.Button(say("remove"), ("drop", picked, None), disabled=not placed, key="remove"),
        ),
        shown=not table.fight,
    )


def _plans(table: BattleTable) -> page.Area:
    """For an article: a plan kept to compare with, what a win costs, and the battle that follows."""
    say, now = table.say, table.chances
    return page.fold(
        say("plans"),
        page.Button(say("unpin" if table.pinned else "pin"), ("plan",), disabled=not (now or table.pinned)),
        page.Check(say("given_win"), table.given_win, ("given win",)),
        *(page.Button(say("unknown", side=table.side_name(role)), ("unknown", role)) for role in reversed(ROLES)),
        page.Input(text_of(table.then), ("then",), say("then"), say("placeholder")),
        shown=not table.fight,
    )


def _apart(table: BattleTable, width: float) -> tuple[page.Control, ...]:
    """What differs between the plan that is kept as A and the battle on the board."""
    kept = table.pinned
    if kept is None or not table.chances or table.fight:
        return ()
    ends = tuple(beside.of_battle(one) for one in (kept, table))
    pair = beside.Pair("chances", (ends[0], ends[1]), table.language)
    told = page.Html(page.heading_html(pair.line), TELLS)
    names = (_said(one) for one in (in_language(kept, table.language), table))
    return (
        told,
        page.Picture(beside.scene(pair, width), name="apart", tells=True),
        page.quiet(" · ".join(f"{letter}: {said}" for letter, said in zip("AB", names))),
    )


def _said(table: BattleTable) -> str:
    """Both armies in a line."""
    return " – ".join(story.listed(table, role) for role in ROLES)


def _kept(value: Any, options: list[tuple[str, Any]]) -> Any:
    """What was chosen, while it is there, else the first."""
    values = [one for _, one in options]
    return value if value in values else values[0] if values else None


def _soon(table: BattleTable) -> page.Soon | None:
    """The chances of a large battle, best play, whether they hang on a reading, exact ones after floats."""
    battle = table.battle
    if not battle:
        return None
    if battle.unknown:
        exact = bool(table.chances)
        return None if exact else page.Soon(lambda: counted(table), ("counted",), (table.setup, exact))
    best = battle_best.soon(table)
    if table.chances and best and not best.pause:
        return best
    if table.chances and not is_heavy(table.setup) and (table.hangs is None or table.hangs[0] != battle):
        return page.Soon(lambda: (battle, depends_on_reading(battle)), ("hangs",), table.setup)
    if table.chances and (table.exact or is_heavy(table.setup)):
        return best
    exact = bool(table.chances)
    of = (table.setup, table.course, exact)
    return page.Soon(lambda: counted(table, exact), ("counted",), of, pause=PAUSE if exact else 0.0)


def _charts(table: BattleTable, room: float) -> page.Area:
    """Which round decides, and what one more block would change, which a fight does not."""
    battle, position = table.battle, table.fight.position if table.fight else None
    width = int((room - 32) // 2 if room >= WIDE else room)
    known = battle is not None and not battle.unknown
    going, plans = known and not table.over, known and not table.fight
    pool = distinct(table.setup.pool(table.setup.side(ATTACKER)))

    def by_round() -> Chart:
        assert battle  # else it is not shown
        here = battle.at(position) if position else battle
        return battle_charts.by_round(here, table.language, float, width)

    def one_more() -> Chart:
        assert battle
        return battle_charts.improve(battle, pool, language=table.language, numbers=float, width=width, most=6)

    def given_win() -> Chart:
        assert battle
        return battle_charts.given_win(battle, table.language, float, width)

    def two() -> Chart:
        assert battle
        return battle_charts.both(battle, table.then, table.language, float, width)

    tried = going and not is_heavy(table.setup) and bool(pool)
    rounds = page.LiveChart(by_round, (battle, position, width), table.language, key="by_round", shown=going)
    more = page.LiveChart(one_more, (battle, width), table.language, key="one_more", shown=tried)
    win = page.LiveChart(given_win, (battle, width), table.language, key="given_win", shown=plans and table.given_win)
    both = page.LiveChart(
        two, (battle, table.then, width), table.language, key="both", shown=plans and bool(table.then)
    )
    return page.Area("gk-charts", (rounds, more, win, both))


def _ghost(table: BattleTable, action: Any) -> Shape | None:
    setup = table.setup
    match action:
        case ("block", role, place, index) if not table.fight:
            block = setup.row(role, place)[index]
        case ("chip", colour, name) if not table.fight:
            role, block = setup.role(colour), BLOCKS[colour, name]
        case _:
            return None
    return pieces.block_group(block, setup.side(role), role, 60, 0, 0)


def _motion(table: BattleTable, width: float, before: ShownBattle | None, now: ShownBattle) -> tuple[Any, ...]:
    return motion(before, now, width, table.language) if before and table.fight else ()


def update(table: BattleTable, message: page.Message) -> BattleTable:
    match message:
        case (verb, value) if verb in KEPT:
            return replace(table, **{KEPT[verb]: value})
        case ("counted", found):
            return replace(table, chances=found.chances, exact=found.exact)
        case ("costs", (course, costs)):
            return replace(table, costs=costs) if course == table.course else table
        case ("plan",):
            return replace(table, pinned=None if table.pinned else replace(table, pinned=None))
        case ("given win", on):
            return replace(table, given_win=on)
        case ("then", text):
            return replace(table, then=army(text, table.setup.side(DEFENDER)))
        case ("fraction",):
            return _shown(replace(table, fraction=not table.fraction))
        case ("seed", text):
            return _shown(replace(table, seed=text.strip(), course=(), chosen=None))
        case ("stop",):
            return _shown(replace(table, course=(), chosen=None))
        case ("tied", place):
            return replace(table, chosen=table.fight.tied[place] if table.fight else None)
    course = _played(table, message) if table.battle else None
    if course is not None:
        return _shown(replace(table, course=course, chosen=None, costs=None))
    if table.fight:  # the armies stand still
        return table
    return _arranged(table, message)


def _arranged(table: BattleTable, message: page.Message) -> BattleTable:
    if chosen := reading_chosen(table.setup.reading, message):
        return _with(replace(table, pointwise=chosen[1]), replace(table.setup, reading=chosen[0]))
    if message[0] == "earlier":
        _, role, place, index = message
        table = replace(table, picked=("block", role, place, index - 1))
        return _with(table, table.setup.moved((role, place, index), role, place, index - 1))
    key = message[1] if message[0] == "ready" else ""
    return _with(table, _set_up(table.setup, message), key)


def _with(table: BattleTable, setup: Setup, key: str = "") -> BattleTable:
    if (setup, key) == (table.setup, table.key) or (setup == table.setup and not key):
        return table
    return _shown(replace(table, setup=setup, key=key, course=(), chosen=None))


def _shown(table: BattleTable) -> BattleTable:
    """The table with its chances; a battle so large that working it out takes a while is shown first."""
    battle = table.battle
    if battle and battle.unknown:  # it answers for standing orders alone
        table = replace(table, play=ORDERS, hangs=None)
    elif battle and not read_otherwise(battle):  # then there is nothing to be worked out and shown later
        table = replace(table, hangs=(battle, ()))
    return replace(table, chances=None) if is_large(table.setup) else counted(table)


def _played(table: BattleTable, message: page.Message) -> Course | None:
    """The fight after a message of the fight; None for any other message."""
    seed, course = table.seed, table.course or played.begin(table.setup.battle())
    match message:
        case ("go",):
            return played.thrown(course, seed) if table.choice is None else played.take_hit(course, table.choice)
        case ("act", act, slot):
            return played.decide(course, act, slot, seed)
        case ("next_turn",):
            return played.play_turn(course, seed)
        case ("next_round",):
            return played.play_round(course, seed)
        case ("to_the_end",):
            return played.play_out(course, seed)
        case ("pass",):
            return played.act(course, Fight.pass_turn)
        case ("leave",):
            return played.act(course, Fight.leave)
        case ("back",):
            return played.undone(course)
    return None


def _set_up(setup: Setup, message: page.Message) -> Setup:
    changed: dict[str, Any] = {}
    match message:
        case ("block", role, place, index):
            return setup.stepped(role, place, index)
        case ("chip", colour, name):
            return setup.added(BLOCKS[colour, name], setup.role(colour), MAIN)
        case ("drop", ("block", *start), ("row" | "block", *spot)):
            return setup.moved((start[0], start[1], start[2]), *spot)
        case ("drop", ("block", *start), _):
            return setup.removed(*start)
        case ("drop", ("chip", colour, name), ("row" | "block", *spot)):
            return setup.added(BLOCKS[colour, name], *spot)
        case ("unknown", role):
            return setup.with_row(role, MAIN, (*setup.row(role, MAIN), unknown(setup.side(role)))).checked()
        case ("write", role, place, text):
            return setup.with_row(role, place, army(text, setup.side(role))).checked()
        case ("flag", flag, on):
            changed[flag] = on
            return replace(setup, **changed)
        case ("swap",):
            return setup.swapped()
        case ("clear",):
            return Setup(setup.attacker_side, reading=setup.reading)
        case ("ready", key) if key:
            return replace(setup_of(ready_battles()[key].battle()), reading=setup.reading)
    return setup


class BattleBoard(
    App,
    screen=screen,
    update=update,
    undoes=("setup", "key"),
    opens=staticmethod(_shown),
    widths=(NARROWEST, WIDTH),
):
    """A battle to set up, to read and to fight; shows itself in a notebook.

    Opens on ``battle``, else on the example of 7.2. ``language`` is "en" or "ja"; the default comes from
    ``GAMEKIT_LANGUAGE``. ``board.battle`` is the battle as it stands on the board (None while a side has no blocks),
    ``board.fight`` the fight in progress (None while the battle is being set up).

    >>> board = BattleBoard()
    >>> board.battle.attacker == army("Caesar, Equitatus 1", "Caesar")
    True
    """

    table: BattleTable

    def __init__(self, battle: Battle | None = None, language: str | None = None) -> None:
        key = "" if battle else next(iter(ready_battles()))
        setup = setup_of(battle or ready_battles()[key].battle())
        table = BattleTable(setup, key, language=language_or_default(language))
        if battle:
            shows_all(battle, table.battle)
        super().__init__(_shown(table))

    @property
    def battle(self) -> Battle | None:
        return self.table.battle

    @property
    def fight(self) -> Fight | None:
        return self.table.fight
