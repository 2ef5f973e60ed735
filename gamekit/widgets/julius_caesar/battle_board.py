"""The battle board: set a battle up with mouse or lists, read its odds, fight it out with real dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, Final

from gamekit.julius_caesar import BLOCKS, Battle, BattlePosition, Chances, Fight, army, readings_that_matter
from gamekit.julius_caesar.fight import moments
from gamekit.julius_caesar.fight.moments import EQUAL, Act, BestPlaySoFar, Course
from gamekit.julius_caesar.fight.setup import FLAGS, PLACES, Setup, ready_battles, setup_of
from gamekit.julius_caesar.odds.army import distinct_blocks, text_of, unknown_block
from gamekit.julius_caesar.odds.battle import load_compiled
from gamekit.julius_caesar.odds.course import MAIN
from gamekit.julius_caesar.odds.what_if import other_readings
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES
from gamekit.storage.link_code import require_board_shows
from gamekit.text.translation import basis_line, error_text, in_table_language, language_or_default, percent
from gamekit.widgets import compare, later, page
from gamekit.widgets import layout as box
from gamekit.widgets.app import Board, in_language
from gamekit.widgets.charts import Chart, without_basis_caption
from gamekit.widgets.julius_caesar import battle_charts, pieces
from gamekit.widgets.julius_caesar import battle_table as told
from gamekit.widgets.julius_caesar.battle_table import BEST, ORDERS, BattleTable, is_heavy, with_odds
from gamekit.widgets.julius_caesar.battle_view import NARROWEST, WIDTH, PictureInput, fight_animation, scene
from gamekit.widgets.layout import BOLD, GAP, LEADING, NARROW, PAD, STRONG, Room, Sized
from gamekit.widgets.look import ANSWER, HEADING, INK, NAME, NEUTRAL, TEXT
from gamekit.widgets.page import BackgroundTask, Container, Control, Html, Tile, Tiles, muted_line, section
from gamekit.widgets.scene import Group, Scene, Shape, text_width

PLAYS: Final = (ORDERS, BEST)
PAUSE: Final = 0.4  # seconds without a change before slower figures follow


def best_play_task(table: BattleTable, battle: Battle) -> BackgroundTask | None:
    """The next part of best play, then what the decisions of a fight that is over have cost."""
    if table.play != BEST:
        return None
    course, found = table.course, table.found or BestPlaySoFar(battle, table.position(battle))
    if not found.whole:
        begun = found.value is not None
        part = (table.setup, found.position, begun, found.chances is None)
        return BackgroundTask(lambda: moments.compute_next(found), ("best found",), part, PAUSE if begun else 0.0)
    if table.over and table.costs is None:
        of = (table.setup, course)
        return BackgroundTask(lambda: (course, moments.costs_of(battle, course)), ("costs",), of, PAUSE)
    return None


def best_play_switch(table: BattleTable) -> Container:
    """Standing orders or best play, what perfect play gains, and in a fight every choice with its cost."""
    say, found, fight = table.say, table.found, table.fight
    plays = tuple(Tile(escape(say(play)), say(play), ("play", play), "gk-play", play == table.play) for play in PLAYS)
    children: list[Control] = [Tiles(plays, say("play"), key="play")]
    if table.play == BEST and table.battle and not table.over:
        if fight:
            children += _options(table, fight)
        if found and found.gains:
            children += [muted_line(_gain_line(table, *gain)) for gain in found.gains]
        elif found and found.refused and found.value is not None:
            children += [muted_line(error_text(found.refused))]
        elif found and found.value is not None:
            children += [muted_line(say("best_gains_soon"))]
    return section(say("worth"), *children)


def _gain_line(table: BattleTable, side: str, orders: float, best: float, blame: str | None) -> str:
    name = table.side_name(side)
    if max(orders, best) <= EQUAL:
        return table.say("gains_nothing", side=name)
    said = table.say("gains", side=name, orders=_points(orders), best=_points(best))
    return f"{said} {table.say('to_blame', order=table.say(f'order.{blame}'))}" if blame else said


def _points(share: float) -> str:
    """Format a difference of chances in percentage points; a small one is never shown as 0."""
    return f"{100 * share:.1f}" if 100 * share >= 0.05 else "0" if share <= EQUAL else "<0.1"


def _options(table: BattleTable, fight: Fight) -> list[Control]:
    found = table.found
    acts, known = moments.legal(fight), found.options if found else {}
    if found and found.value is not None and not known:  # 7.62: they die, and nobody chooses
        known = dict.fromkeys(acts, (found.value, 0.0))
    acts = sorted(acts, key=lambda act: max(known[act][1], EQUAL) if act in known else 2.0)
    side = fight.side_taking_hits or (fight.turn.side if fight.turn else ATTACKER)
    best = [act for act in acts if act in known and known[act][1] <= EQUAL]
    head = table.say("takes_head" if fight.hits_to_take else "acts_head", side=table.side_name(side))
    aside = table.say("options_aside", side=table.side_name(ATTACKER))
    tiles = tuple(_tile(table, fight, side, act, known.get(act), act in best) for act in acts)
    return [
        Html(page.heading_html(head, "", 3) + f'<div class="gk-quiet gk-right">{escape(aside)}</div>'),
        Tiles(tiles, head, key="options"),
        muted_line(table.say("options_equal", number=len(best)) if len(best) > 1 else table.say("options_note")),
    ]


def _tile(table: BattleTable, fight: Fight, side: str, act: Act, worth: tuple[float, float] | None, best: bool) -> Tile:
    said = act_text(table, fight.position, side, act)
    ordered = act == moments.standing_order_act(fight)
    marks = [table.say(mark) for mark, holds in (("mark_best", best), ("mark_order", ordered)) if holds]
    value, cost = percent(worth[0]) if worth else "…", ""
    if worth:
        cost = "0" if worth[1] <= EQUAL else f"\N{MINUS SIGN}{_points(worth[1])}"
    label = ", ".join([said, *marks, *([value, cost] if worth else [])])
    small = f" <small>{escape(' · '.join(marks))}</small>" if marks else ""
    html = f"<span>{escape(said)}{small}</span><b>{escape(value)}</b><span>{cost}</span>"
    kind = "gk-option" + " gk-best" * best + " gk-order-row" * ordered
    return Tile(html, label, ("act", *act), kind)


def act_text(table: BattleTable, position: BattlePosition, side: str, act: Act) -> str:
    """``Legio 10 III fires``."""
    now, battle = position.blocks_of_side(side)[act[1]], table.battle
    cut_off = battle and (battle.cut_off if side == ATTACKER else battle.defender_cut_off)
    done = "dies" if act[0] == "retreats" and cut_off else act[0]
    block = told.strength_text(table, now.block.with_strength(now.strength))
    return table.say(f"act.{done}", block=block)


def log_notes(table: BattleTable) -> dict[int, str]:
    """Return notes for log entries of a finished fight, by place: the decisions that cost something."""
    notes: dict[int, str] = {}
    for one in table.costs if isinstance(table.costs, tuple) else ():
        best = act_text(table, one.position, one.side, one.best)
        said = table.say("log_cost", side=table.side_name(one.side), cost=_points(one.cost), best=best)
        notes[one.entry] = f"{notes.get(one.entry, '')} {said}"
    return notes


def cost_lines(table: BattleTable) -> str:
    """Return the total cost of each side's decisions in a finished fight."""
    if table.costs is None:
        return table.say("costs_soon")
    if isinstance(table.costs, ValueError):
        return error_text(table.costs)
    sums = {role: sum(one.cost for one in table.costs if one.side == role) for role in ROLES}
    first, second = (table.say("gave_away", side=table.side_name(role), cost=_points(sums[role])) for role in ROLES)
    return table.say("costs_said", first=first, second=second, decisions=len(moments.decisions(table.course)))


MARGIN = 24


@in_table_language
def print_scene(table: BattleTable) -> Scene:
    """Return a table's scene for print: no empty places, pool or hints; no chances while it is not a battle."""
    board = scene(PictureInput(table, pools=False), WIDTH)
    shapes = tuple(shape for layer in board.layers for shape in layer)
    parts = [box.heading_box(table.title, HEADING)]
    if table.battle and table.shown_chances:
        basis = box.col(*map(box.text_box, told.basis_lines(table)), gap=0)
        parts += [*_answer(table, table.shown_chances), basis]
    parts.append(box.drawing(board.height, lambda room: [Group(shapes, room.x, room.y)]))
    laid = box.inset(box.col(*parts, gap=PAD), MARGIN)
    return box.picture(laid, board.width + 2 * MARGIN, table.title, board.sentence)


def _answer(table: BattleTable, chances: Chances) -> tuple[Sized, Sized]:
    """The chance to win in large type, and the three chances as a bar over their names."""
    shares = chances.attacker_wins, chances.attacker_leaves, chances.attacker_eliminated
    colours, number = (table.colour(ATTACKER), NEUTRAL, table.colour(DEFENDER)), percent(shares[0])
    large = box.text_box(number, ANSWER, wide=text_width(number, ANSWER, BOLD), fill=colours[0], weight=BOLD)
    claim = box.text_box(table.ends[0], NAME, fill=INK, weight=STRONG)
    head = box.across(large, box.col(box.drawing(ANSWER - NAME - GAP, lambda room: ()), claim, gap=0), gap=PAD)

    def bar(room: Room) -> list[Shape]:
        parts = room.row(*(float(share) * room.width for share in shares), gap=0)
        return [part.rect(fill=colour) for part, colour in zip(parts, colours)]

    under = list[Sized]()
    for share, end, colour in zip(shares, table.ends, colours):
        name = f"{percent(share)} {end}"
        under.append(box.text_box(name, wide=text_width(name, TEXT, STRONG) + GAP, fill=colour, weight=STRONG))
    return head, box.col(box.drawing(LEADING, bar), box.flow_boxes(*under), gap=GAP / 2)


PLAYED = {"next_turn": moments.play_turn, "next_round": moments.play_round, "to_the_end": moments.play_out}
ACTS = {"pass": Fight.pass_turn, "leave": Fight.leave}
FIELD_OF = {"best found": "best", "hangs": "hangs", "play": "play", "hit": "chosen", "given win": "given_win"}


def screen(table: BattleTable, viewport: page.Viewport) -> page.Container:
    say, error, moment = table.say, viewport.error, PictureInput(table, pools=not table.fight)
    board = page.Picture(
        scene(moment, viewport.width),
        ghost=partial(_ghost, table),
        view=moment,
        motion=partial(fight_animation, width=viewport.width),
        still=lambda: print_scene(table),
        printed=lambda: scene(PictureInput(table, pools=False), viewport.width),
    )
    problem = page.status_line(say("error", message=error) if error else "")
    orders = page.muted_line(say("charts_orders")) if table.play == BEST and table.battle else None
    code = repr(table.battle) if table.battle else ""
    priced = table.play == BEST and table.over and bool(table.found and table.found.value is not None)
    costs = page.muted_line(cost_lines(table)) if priced else None
    log = section("", costs, Html(told.log_html(table, log_notes(table) if priced else {})), shown=bool(table.fight))
    return page.page(
        viewport,
        told.heading_html(table),
        told.answer_html(table),
        (board, problem, _texts(table), _soon(table)),
        (best_play_switch(table), _fight(table), log, _setup(table, viewport)),
        (*_apart(table), orders, _charts(table, viewport.width)),
        (_plans(table), page.copy_buttons(say, told.spoken_sentence(table), code, basis_line(told.basis(table)))),
    )


def _texts(table: BattleTable) -> page.Container:
    say, boxes = table.say, []
    for role in ROLES:
        head = escape(say("as_text", side=table.side_name(role)))
        lines: list[Control] = [Html(f'<b class="gk-name" style="color:{table.colour(role)}">{head}</b>')]
        for place, key in zip(PLACES, ("main_short", "reserve")):
            text = text_of(table.setup.row(role, place))
            lines.append(page.Input(text, ("write", role, place), say(key), say("placeholder")))
        boxes.append(Container("gk-section gk-labelled", tuple(lines)))
    return Container("gk-two", tuple(boxes), shown=not table.fight)


def _fight(table: BattleTable) -> page.Container:
    say, fight, over = table.say, table.fight, table.over or not table.battle or table.battle.has_unknown_blocks
    turn = fight.turn if fight else None
    heading = page.Html(page.heading_html(say("fight"))), page.Input(table.seed, ("seed",), say("seed"), kind="gk-seed")
    off = {"back": not fight, "pass": not turn or turn.must_leave, "leave": not turn or not turn.may_leave}
    return page.section(
        "",
        page.Container("gk-head", heading),
        page.Html(told.order_html(table), shown=bool(fight)),
        told.hit_choice(table, ("tied",), table.play != BEST),
        page.Button(told.go_text(table), ("go",), "main", disabled=over),
        page.row(*(page.Button(say(key), (key,), disabled=over) for key in PLAYED)),
        page.row(*(page.Button(say(key), (key,), disabled=off[key]) for key in off)),
        page.muted_line(told.fight_note(table)),
        page.Button(say("stop"), ("stop",), shown=bool(fight)),
    )


def _setup(table: BattleTable, viewport: page.Viewport) -> page.Container:
    say, setup = table.say, table.setup
    names = [(told.ready_name(key), key) for key in ready_battles()]
    points = "; ".join(say(f"hangs.{point}") for point in (table.hangs[1] if table.hangs else ()))
    hangs = page.muted_line(say("hangs", points=points) if points else say("hangs_not")) if table.hangs else None
    undo = page.Button(say("undo"), ("undo",), disabled=not viewport.undoable)
    return page.section(
        say("set_up"),
        page.Menu([(say("own"), ""), *names], table.key, ("ready",), tooltip=say("ready")),
        page.row(page.Button(say("swap"), ("swap",)), page.Button(say("clear"), ("clear",)), undo),
        *(page.Check(say(flag), getattr(setup, flag), ("flag", flag)) for flag in FLAGS),
        told.reading_choice(setup.reading, table.pointwise, hangs),
        shown=not table.fight,
    )


def _plans(table: BattleTable) -> page.Container:
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


def _apart(table: BattleTable) -> tuple[page.Control, ...]:
    """Return the differences between the plan kept as A and the battle on the board."""
    kept = table.pinned
    if kept is None or not table.chances or table.fight:
        return ()
    ends = tuple({name: getattr(one.chances, name) for name in battle_charts.CHANCES} for one in (kept, table))
    both = in_language(kept, table.language), table
    names = [" – ".join(told.listed(one, role) for role in ROLES) for one in both]
    return compare.Comparison((ends[0], ends[1]), False, table.language).controls((names[0], names[1]))


def _soon(table: BattleTable) -> BackgroundTask | None:
    """The chances of a large battle, best play, whether they depend on a reading, exact ones after floats."""
    battle, counted = table.battle, table.chances is not None
    if not battle or (battle.has_unknown_blocks and counted):
        return None
    best, of = best_play_task(table, battle), (table.setup, table.course, counted)
    if counted and best and not best.pause:
        return best
    if counted and not is_heavy(table.setup) and (table.hangs is None or table.hangs[0] != battle):
        return BackgroundTask(lambda: (battle, readings_that_matter(battle)), ("hangs",), table.setup)
    if counted and (table.exact or is_heavy(table.setup)):
        return best
    return BackgroundTask(lambda: with_odds(table, counted), ("counted",), of, PAUSE if counted else 0.0)


def _charts(table: BattleTable, room: float) -> page.Container:
    """Return charts: by which round the battle is decided and, before a fight, what one more block would change."""
    battle, position, language = table.battle, table.fight.position if table.fight else None, table.language
    width = int((room - 32) // 2 if room >= NARROW else room)
    known = battle is not None and not battle.has_unknown_blocks
    going, plans = known and not table.over, known and not table.fight
    pool = distinct_blocks(table.setup.pool(table.setup.side(ATTACKER)))
    whole: Any = battle
    here: Any = battle.at(position) if battle and position else battle
    given: dict[str, Any] = {"language": language, "numbers": float, "width": width}
    more, both = partial(battle_charts.improve, whole, pool, most=6), (whole, table.then)
    made: dict[str, tuple[Any, Any, Callable[..., Chart]]] = {  # whether it is shown, of what, how
        "by_round": (going, position, partial(battle_charts.by_round, here)),
        "one_more": (going and not is_heavy(table.setup) and pool, None, more),
        "given_win": (plans and table.given_win, None, partial(battle_charts.given_win, whole)),
        "both": (plans and table.then, table.then, partial(battle_charts.two_battles, *both)),
    }
    shown = list[Control]()
    for key, (on, of, make) in made.items():
        chart = partial(without_basis_caption, partial(make, **given))
        shown.append(page.LiveChart(chart, (battle, of, width), language, key=key, shown=bool(on)))
    return Container("gk-charts", tuple(shown))


def _ghost(table: BattleTable, action: Any) -> Shape | None:
    setup = table.setup
    match action:
        case ("block", role, place, index) if not table.fight:
            return pieces.block_group(setup.row(role, place)[index], setup.side(role), role, 60, 0, 0)
        case ("chip", colour, name) if not table.fight:
            role = setup.role(colour)
            return pieces.block_group(BLOCKS[colour, name], setup.side(role), role, 60, 0, 0)
    return None


def update(table: BattleTable, message: page.Message) -> BattleTable:
    match message:
        case (verb, value) if verb in FIELD_OF:
            return replace(table, **{FIELD_OF[verb]: value})
        case ("counted", found):
            return replace(table, chances=found.chances, exact=found.exact)
        case ("costs", (course, costs)):
            return replace(table, costs=costs) if course == table.course else table
        case ("plan",):
            return replace(table, pinned=None if table.pinned else replace(table, pinned=None))
        case ("then", text):
            return replace(table, then=army(text, table.setup.side(DEFENDER)))
        case ("fraction",):
            return _shown(replace(table, fraction=not table.fraction))
        case ("seed", text):
            return _shown(replace(table, seed=text.strip(), course=(), chosen=None))
        case ("stop",):
            return _shown(replace(table, course=(), chosen=None))
        case ("tied", place):
            return replace(table, chosen=table.fight.slots_for_next_hit[place] if table.fight else None)
    course = _played(table, message) if table.battle else None
    if course is not None:
        return _shown(replace(table, course=course, chosen=None, costs=None))
    if table.fight:  # the armies stand still
        return table
    if chosen := told.reading_chosen(table.setup.reading, message):
        return _with(replace(table, pointwise=chosen[1]), replace(table.setup, reading=chosen[0]))
    key = message[1] if message[0] == "ready" else ""
    return _with(table, _set_up(table.setup, message), key)


def _with(table: BattleTable, setup: Setup, key: str = "") -> BattleTable:
    if (setup, key) == (table.setup, table.key) or (setup == table.setup and not key):
        return table
    return _shown(replace(table, setup=setup, key=key, course=(), chosen=None))


def _shown(table: BattleTable) -> BattleTable:
    """Return the table with its chances; a large battle's has none yet, so that it is shown at once."""
    battle = table.battle
    if battle and battle.has_unknown_blocks:  # it answers for standing orders alone
        table = replace(table, play=ORDERS, hangs=None)
    elif battle and not other_readings(battle):  # then there is nothing to be worked out and shown later
        table = replace(table, hangs=(battle, ()))
    return replace(table, chances=None) if told.is_large(table.setup) else with_odds(table)


def _played(table: BattleTable, message: page.Message) -> Course | None:
    """The fight after a message of the fight; None for any other message."""
    seed, course = table.seed, table.course or moments.begin(table.setup.battle())
    match message:
        case ("go",):
            return moments.after_throw(course, seed) if table.choice is None else moments.take_hit(course, table.choice)
        case ("act", act, slot):
            return moments.decide(course, act, slot, seed)
        case (verb,) if verb in PLAYED:
            return PLAYED[verb](course, seed)
        case (verb,) if verb in ACTS:
            return moments.act(course, ACTS[verb])
        case ("back",):
            return moments.undo(course)
    return None


def _set_up(setup: Setup, message: page.Message) -> Setup:
    match message:
        case ("block", role, place, index):
            return setup.strength_cycled(role, place, index)
        case ("chip", colour, name):
            return setup.added(BLOCKS[colour, name], setup.role(colour), MAIN)
        case ("drop", ("block", *start), ("row" | "block", *spot)):
            return setup.moved((start[0], start[1], start[2]), *spot)
        case ("drop", ("block", *start), _):
            return setup.removed(*start)
        case ("drop", ("chip", colour, name), ("row" | "block", *spot)):
            return setup.added(BLOCKS[colour, name], *spot)
        case ("unknown", role):
            return setup.with_row(role, MAIN, (*setup.row(role, MAIN), unknown_block(setup.side(role)))).checked()
        case ("write", role, place, text):
            return setup.with_row(role, place, army(text, setup.side(role))).checked()
        case ("flag", flag, on):
            return replace(setup, **{flag: on})
        case ("swap",):
            return setup.swapped()
        case ("clear",):
            return Setup(setup.attacker_side, reading=setup.reading)
        case ("ready", key) if key:
            return replace(setup_of(ready_battles()[key].battle()), reading=setup.reading)
    return setup


class BattleBoard(
    Board, screen=screen, update=update, undoes=("setup", "key"), complete_table=staticmethod(_shown),
    widths=(NARROWEST, WIDTH),
):  # fmt: skip
    """A battle to set up, to read and to fight; shows itself in a notebook.

    Opens on ``battle``, else on the example of 7.2. ``language`` is "en" or "ja"; the default comes from
    ``GAMEKIT_LANGUAGE``. ``board.battle`` is the battle on the board (None while a side has no blocks),
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
            require_board_shows(battle, table.battle)
        super().__init__(_shown(table))
        later.start_when_idle(load_compiled)

    @property
    def battle(self) -> Battle | None:
        """The battle set up; None while it is not one."""
        return self.table.battle

    @property
    def fight(self) -> Fight | None:
        """The fight at the moment shown; None while no battle is set up."""
        return self.table.fight
