"""Two opposing forces: the common tables, messages and controls of the combat and siege boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from html import escape
from itertools import groupby
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from gamekit.probability.distribution import Basis
from gamekit.roma_victrix import Force, force
from gamekit.roma_victrix.forces import Stack, with_stacks
from gamekit.roma_victrix.tables import FACES, READY, SIDES, UNITS, ReadyFight, Side
from gamekit.text import translation
from gamekit.text.translation import TranslatableText, basis_line, clauses_line, error_text, percent, translate, word
from gamekit.widgets import layout as box
from gamekit.widgets import page
from gamekit.widgets.layout import BOLD, GAP, LEADING, PAD, Room, Sized
from gamekit.widgets.look import BAR, EDGE, HEADING, INK, LINE, MUTED, NAME, PAPER, TEXT, TINTS, TINY, WHITE, Tint
from gamekit.widgets.page import Button, Check, Container, Control, Html, Input, Menu, Message, Slider
from gamekit.widgets.scene import Circle, Group, Path, Rect, Shape, Text, line, text_width
from gamekit.widgets.svg import pips, sign_of

SIDE_TINTS = {"attacker": TINTS["Caesar"], "defender": TINTS["Pompey"]}
NAMED, RATED = 48, 42  # counters of this size and more bear the side's letter; and their CSP
MINUS = "\u2212"

sign = partial(sign_of, "roma_victrix")


class Counter(NamedTuple):
    """A counter as it is shown: ``state`` is here, turned (reduced by this loss) or gone; ``paid`` is its CSP paid."""

    unit: str
    reduced: bool
    csp: int
    state: str = "here"
    paid: int = 0


@cache
def face(counter: Counter, tint: Tint, letter: str, size: float) -> tuple[Shape, ...]:
    """A counter, its left top corner at (0, 0): full, reduced with a folded corner, or crossed out where it is gone;
    with a ring that says what is paid with it."""
    scale, gone, reduced = size / 60, counter.state == "gone", counter.reduced or counter.state == "turned"
    shadow, fold = Rect(0, 2, size, size, 6, fill=INK, opacity=0.16), 0.2 * size
    ink = LINE if gone else tint.face if reduced else PAPER
    text = MUTED if gone else ink
    if gone:
        shapes: list[Shape] = [Rect(1, 1, size - 2, size - 2, 6, stroke=LINE, stroke_width=1.4, dash=(4, 4))]
    elif reduced:
        corner = f"M{size - fold} 1.5L{size - 1.5} {fold}L{size - 1.5} 6Q{size - 1.5} 1.5 {size - 6} 1.5Z"
        rim = Rect(1.3, 1.3, size - 2.6, size - 2.6, 5, fill=PAPER, stroke=tint.face, stroke_width=2.6)
        shapes = [shadow, rim, Path(corner, fill=tint.face)]
    else:
        rim = Rect(0.8, 0.8, size - 1.6, size - 1.6, 5.4, stroke=tint.rim, stroke_width=1.6, opacity=0.6)
        shapes = [shadow, Rect(0, 0, size, size, 6, fill=tint.face), rim]
    mark = sign(counter.unit, ink, PAPER if gone or reduced else tint.face)
    shapes.append(Group(mark, 16 * scale, 8 * scale, scale=1.1667 * scale, opacity=0.55 if gone else 1))
    room, low = size - (22 * scale if size >= RATED else 8), size - 7 * scale
    shapes.append(Text(5 * scale, low, counter.unit, max(TINY, 12 * scale), text, max_width=room))
    if size >= RATED:
        number = Text(size - 6 * scale, low, str(counter.csp), max(TINY, 14 * scale), text, weight=600, anchor="end")
        shapes.append(number)
    if gone:
        across_ = f"M{0.22 * size} {0.8 * size}L{0.78 * size} {0.24 * size}"
        shapes.append(Path(across_, stroke=INK, stroke_width=1.8, opacity=0.75))
    elif size >= NAMED:
        shapes.append(Text(6 * scale, 16 * scale, letter, 12, ink, weight=600))
    if counter.paid:
        large, rim_ = size >= NAMED, LINE if gone else tint.face
        shapes.append(Circle(size - 9, 2, 11 if large else 9, fill=PAPER, stroke=rim_, stroke_width=1.6))
        paid, small = f"{MINUS}{counter.paid}", TEXT if large else TINY
        shapes.append(Text(size - 9, 6, paid, small, weight=600, anchor="middle"))
    return tuple(shapes)


def counter_group(
    counter: Counter, side: str, letter: str, size: float, x: float, y: float, label: str = "", action: Hashable = None
) -> Group:
    """A counter at (x, y), copied from a face painted once."""
    around = -2, -14, size + 18, size + 20  # its shadow and its ring included
    return Group(face(counter, SIDE_TINTS[side], letter, size), x, y, box=around, label=label, action=action)


@cache
def leader_disc(rating: int, tint: Tint) -> tuple[Shape, ...]:
    """A leader: a disc of 48 px with a laurel and the rating; a dashed ring without a leader."""
    if not rating:
        return (
            Circle(0, 0, 23, fill=PAPER, stroke=LINE, stroke_width=1.4, dash=(4, 4)),
            Text(0, 6, "–", HEADING, MUTED, anchor="middle"),
        )
    leaves = []
    for turn, x, y in ((162, -3.1, 17.5), (188, -10.5, 14.4), (214, -15.7, 8.4), (240, -17.8, 0.6), (266, -16.3, -7.2),
                       (292, -11.4, -13.6)):  # fmt: skip
        leaf = Path("M-4.2 0C-2 -2.4 2 -2.4 4.2 0C2 2.4 -2 2.4 -4.2 0Z", fill=WHITE)
        leaves += [Group((leaf,), x, y, turn), Group((leaf,), -x, y, -turn)]
    return (
        Circle(0, 1.5, 24, fill=INK, opacity=0.16),
        Circle(0, 0, 24, fill=tint.face),
        Circle(0, 0, 23.2, stroke=tint.rim, stroke_width=1.6, opacity=0.6),
        *leaves,
        Text(0, 6.5, str(rating), HEADING, WHITE, weight=600, anchor="middle"),
    )


@cache
def die(value: int, tint: Tint, size: float = 52) -> tuple[Shape, ...]:
    """A die with a rim in a side's colour, its left top corner at (0, 0)."""
    return (
        Rect(0, 2, size, size, 8, fill=INK, opacity=0.16),
        Rect(1.5, 1.5, size - 3, size - 3, 7, fill=WHITE, stroke=tint.face, stroke_width=3),
        *pips(value, size, INK),
    )


def city_step(
    csp: int, full: int, revenue: str, now: bool, tint: Tint, width: float, pillaged: str = ""
) -> tuple[Shape, ...]:
    """One marker of a capital: its steps, CSP (or what it is called at 0) and revenue; left top corner at (0, 0)."""
    ground, rim, ink, quiet = (tint.face, tint.rim, WHITE, WHITE) if now else (PAPER, LINE, INK, MUTED)
    gap = min(14.0, (width - 18) / full)
    steps = []
    for step in range(full):
        fill = (WHITE if now else tint.face) if step < csp else None
        edge = WHITE if now else LINE
        steps.append(Rect(9 + step * gap, 9, min(10.0, gap - 3), 11, 2, fill=fill, stroke=edge, stroke_width=1.2))
    pillaged = pillaged if text_width(pillaged, TEXT) <= width - 28 else ""  # else the 0 says it
    size = NAME if not pillaged else TEXT
    return (
        Rect(0.7, 0.7, width - 1.4, 46.6, 6, fill=ground, stroke=rim, stroke_width=1.4),
        *steps,
        Text(8, 40, pillaged or str(csp), size, ink, weight=400 if pillaged else 600, max_width=width - 28),
        Text(width - 8, 40, revenue, size, quiet, anchor="end"),
    )


def walls(width: float, height: float) -> tuple[Shape, ...]:
    """A city's walls seen from above, with four towers and a gate below; left top corner at (0, 0)."""
    shapes: list[Shape] = [Rect(16, 16, width - 32, height - 32, 4, fill=PAPER)]
    gate, low = width / 2, height - 16
    left, right = gate - 18, gate + 18
    outline = f"M{left} {low}H16V16H{width - 16}V{low}H{right}M{left} {low + 2}V{low - 8}H{right}V{low + 2}"
    shapes += [Path(outline, stroke=LINE, stroke_width=7), Path(outline, stroke=PAPER, stroke_width=1.6, dash=(5, 4))]
    for x in (16, width - 16):
        for y in (16, low):
            shapes += [Circle(x, y, 17, fill=LINE), Circle(x, y, 11.5, fill=PAPER), Circle(x, y, 5, fill=LINE)]
    shapes += [Rect(x, y, 40, 18, 3, fill=EDGE, opacity=0.4) for x in (40, width - 80) for y in (44, height - 64)]
    return tuple(shapes)


LAND_UNITS = ("LGN", "HI", "AUX", "BI", "CAV", "HC")
PLACED = {  # what a side may have at each place
    "land": (LAND_UNITS, (*LAND_UNITS, "GAR", "LIMES")),
    "sea": (("FLEET", *LAND_UNITS),) * 2,
    "siege": (LAND_UNITS, (*LAND_UNITS, "GAR")),
}
NOTHING = Force(())


@dataclass(frozen=True, slots=True)
class TwoForces:
    """Two forces on a board: at land, at sea or in a siege. ``key`` is the ready set-up that they are, if any."""

    FRESH: ClassVar[dict[str, Any]] = {}  # what was chosen or played for a set-up, as it is before
    ROLES: ClassVar[tuple[str, str]] = ("side.attacker", "side.defender")
    SHARED: ClassVar[Any] = ("attacker", "defender", "names", "dice", "advantage", "printed", "key", "seed", "throws")

    attacker: Force
    defender: Force
    names: tuple[str, str] = ("", "")
    at: str = "land"
    dice: tuple[int, int] = (5, 2)
    advantage: tuple[Side, ...] = ()
    printed: tuple[tuple[str, Side, int], ...] = ()
    key: str = ""
    seed: str = ""
    throws: int = 0
    language: str = "en"

    def in_language(self, language: str) -> Self:
        """The same table in a language, the names of peoples that we know in it as well."""
        peoples = (key for key in translation.table() if key.startswith("roma_victrix.people."))
        known = {word(key, self.language): word(key, language) for key in peoples}
        first, second = (known.get(name, name) for name in self.names)
        return replace(self, names=(first, second), language=language)

    def say(self, key: str, **fields: Any) -> str:
        """A word of the board; a siege has some of its own."""
        own = f"roma_victrix.siege.{key}"
        mine = self.at == "siege" and own in translation.table()
        return word(own if mine else f"roma_victrix.board.{key}", self.language, **fields)

    def force(self, side: Side) -> Force:
        """The force of a side as it was set up, perhaps without units."""
        return self.attacker if side == SIDES[0] else self.defender

    def name(self, side: Side) -> str:
        """Return a side's name, else its role."""
        place = SIDES.index(side)
        return self.names[place] or word(self.ROLES[place], self.language)

    @property
    def title(self) -> str:
        names = {side: self.name(side) for side in SIDES}
        return self.say("title_sea" if self.at == "sea" else "title", **names)

    def letter(self, side: Side) -> str:
        """The letter on a side's counters; the second letter where both names begin alike."""
        first, second = (self.name(one).removeprefix("the ").upper() for one in SIDES)
        name = first if side == SIDES[0] else second
        return name[0] if side == SIDES[0] or first[0] != second[0] else name[1:2] or name[0]

    def with_changes(self, **changes: Any) -> Self:
        """The table with something changed; what was chosen or played for it goes."""
        return replace(self, **self.FRESH | changes)

    def with_force(self, side: Side, units: Force) -> Self:
        """The table with another force; what was thrown stays."""
        return self.with_changes(**{side: units}, printed=(), key="")

    @property
    def made(self) -> tuple[Any, str]:
        """The combat or siege that the forces make, and ""; or None, and why they make none."""
        raise NotImplementedError

    @property
    def problem(self) -> str:
        """Why the forces cannot fight."""
        return self.made[1]

    def with_dice(self, dice: tuple[int, int]) -> Self:
        return replace(self, dice=dice)


Table = TypeVar("Table", bound=TwoForces)


@lru_cache(maxsize=256)
def attempted(make: Callable[..., Any], language: str, *given: Any, **named: Any) -> tuple[Any, str]:
    """Return the result of ``make()`` and "", or None and the text of its ValueError."""
    try:
        return make(*given, **named), ""
    except ValueError as error:
        return None, error_text(error, language)


def ready_row(key: str, language: str) -> tuple[ReadyFight, tuple[str, str], tuple[Force, Force]]:
    """A ready set-up, what its sides are called, and their forces."""
    row = next(row for row in READY if row.name == key)
    defender = force(row.defender, row.defender_leader) if row.defender else NOTHING
    return row, side_names(row, language), (force(row.attacker, row.attacker_leader), defender)


def side_names(row: Any, language: str) -> tuple[str, str]:
    """Return the names of the two sides of a ready or printed set-up."""
    said = [name and word(f"roma_victrix.people.{name}", language) for name in (row.attacker_name, row.defender_name)]
    return said[0], said[1]


def shown_counters(units: Force, left: Force | None) -> list[Counter]:
    """A force counter by counter; with what is left after a loss, each as it is paid."""
    kept = units if left is None else left
    return [counter for stack in units.stacks for counter in _stack_shown(stack, kept.stack(stack.unit))]


def _stack_shown(before: Stack, after: Stack) -> list[Counter]:
    """Full counters stay full first, reduced ones stay first among the reduced; the rest are turned or gone."""
    full, weak = UNITS[before.unit].full, UNITS[before.unit].reduced or 0
    kept_weak = min(before.reduced, after.reduced)
    turned = after.reduced - kept_weak
    gone_full = before.full - after.full - turned
    return [
        *[Counter(before.unit, False, full)] * after.full,
        *[Counter(before.unit, False, weak, "turned", full - weak)] * turned,
        *[Counter(before.unit, False, full, "gone", full)] * gone_full,
        *[Counter(before.unit, True, weak)] * kept_weak,
        *[Counter(before.unit, True, weak, "gone", weak)] * (before.reduced - kept_weak),
    ]


def with_counters(units: Force, unit: str, full: int, reduced: int) -> Force:
    """Return a force with ``full`` and ``reduced`` more counters of a unit."""
    stack = units.stack(unit)
    others = (one for one in units.stacks if one.unit != unit)
    return with_stacks(units, (*others, Stack(unit, stack.full + full, stack.reduced + reduced)))


def after_throw(table: Table, luck: int) -> Table:
    """Return the table after one more throw; its dice depend on the table's seed or, without one, on ``luck``."""
    random = Random(f"{table.seed}:{table.throws}" if table.seed else luck)
    return replace(table, throws=table.throws + 1).with_dice((random.choice(FACES), random.choice(FACES)))


def update(table: Table, message: Message) -> Table:
    """Return the table after a message that both boards have; unchanged for any other message."""
    match message:
        case ("face", side, face):
            first, second = (face if one == side else old for one, old in zip(SIDES, table.dice))
            return table.with_dice((first, second))
        case ("card", side, on):
            kept = (one for one in SIDES if (on if one == side else one in table.advantage))
            return table.with_changes(advantage=tuple(kept))
        case ("join", side):
            return table.with_force(side, table.force(side).recombined())
        case ("seed", text):
            return replace(table, seed=text.strip(), throws=0)
        case ("lead", side, rating):
            return table.with_force(side, replace(table.force(side), leader=rating))
        case ("leader", side):
            return update(table, ("lead", side, (table.force(side).leader + 1) % 5))
        case ("write", side, text):
            units = table.force(side)
            written = force(text, units.leader, roman=units.roman) if text.strip() else replace(units, stacks=())
            return table.with_force(side, written)
        case ("add", side, unit, reduced):  # ValueError where a province has such a marker once
            units = table.force(side)
            more = with_counters(units, unit, not reduced, reduced)
            return table.with_force(side, force(str(more), units.leader, roman=units.roman))
        case ("counter", side, unit, reduced):  # turned over; a garrison has one side
            by, units = 1 if reduced else -1, table.force(side)
            turned = units if UNITS[unit].reduced is None else with_counters(units, unit, by, -by)
            return table.with_force(side, turned)
        case ("drop", ("counter", side, unit, reduced), None):
            return table.with_force(side, with_counters(table.force(side), unit, reduced - 1, -int(reduced)))
        case ("drop", ("add", _, unit, reduced), ("army" | "counter" | "pay", onto, *_)):
            return update(table, ("add", onto, unit, reduced))
        case ("drop", ("counter", side, unit, reduced), ("army" | "counter" | "pay", onto, *_)) if onto != side:
            return update(update(table, ("drop", message[1], None)), ("add", onto, unit, reduced))
    return table


def signed(points: float) -> str:
    """A number with its sign."""
    return f"{points:+}".replace("-", MINUS) if points else "0"


# What is said ---------------------------------------------------------------------------------------------------------


def board_page(
    table: TwoForces, viewport: page.Viewport, scene: Callable[..., Any], answer: str, below: Iterable[Control | None],
    side: Iterable[Control | None], setup: Iterable[Control], told: tuple[str, Basis, Mapping[str, str]], asked: Any,
    builds: bool = True,
) -> Container:  # fmt: skip
    """The page of both boards: the picture and what stands below it, the controls beside it; folded, what is set up;
    ``told`` is the sentence to copy, the basis of the chances and the reasons of the modifiers."""
    said, basis, reasons = told
    why = [f"{word(f'roma_victrix.reason.{name}', table.language)}: {text}" for name, text in reasons.items() if text]
    texts = "; ".join(why), notes_of(basis, table.language), clauses_line(basis, table.language)
    lines = [f"<p>{escape(text)}</p>" for text in texts]
    picture = page.Picture(
        scene(table, viewport.width),
        ghost=partial(ghost, table) if builds else None,
        covered=partial(scene, table, viewport.width, covered=True),
        printed=partial(scene, table, viewport.width, for_print=True),
    )
    line = (
        page.fold(table.say("set_up"), *setup, shown=builds),
        page.fold(table.say("basis"), Html("".join(lines)), shown=bool(basis)),
        page.copy_buttons(table.say, said, repr(asked) if asked else "", basis_line(basis, table.language), False),
    )
    ready = word(f"roma_victrix.name.{table.key}", table.language) if table.key else table.say("own")
    head = page.heading_html(table.title, ready)
    return page.page(viewport, head, answer, (picture, *below), side, under_answer=line)


def notes_of(basis: Basis, language: str | None = None) -> str:
    """Return what a basis has besides the clauses: options, rulings and judged figures."""
    return " · ".join(translate(entry, language) for entry in basis if isinstance(entry, TranslatableText))


def spoken_sentence(table: TwoForces, said: str, basis: Basis) -> str:
    """Return the board's sentence ``said`` with its basis; without a combat or siege, the reason."""
    based = word("kit.based", table.language, said=said, basis=basis_line(basis, table.language))
    return based if said else word("kit.reason", table.language, said=table.title, why=table.problem)


def ghost(table: TwoForces, action: Any) -> Shape | None:
    match action:
        case ("add" | "counter", side, name, reduced):
            csp = UNITS[name].reduced if reduced else UNITS[name].full
            return counter_group(Counter(name, reduced, csp or 0), side, table.letter(side), 48, -24, -24)
    return None


# Controls -------------------------------------------------------------------------------------------------------------


def head(side: Side, text: str, kind: str = "") -> Html:
    return Html(f'<b class="{kind}" style="color:{SIDE_TINTS[side].face}">{escape(text)}</b>')


def forces(table: TwoForces, hint: str, *more: Control) -> list[Container]:
    """Return the controls of both forces: units as text (``hint`` is shown in an empty field), leader, one of ``more``,
    and the card that gives the advantage."""
    say, boxes = table.say, []
    leaders = ((say("no_leader"), 0), *((say("leader_of", leader=rating), rating) for rating in range(1, 5)))
    for place, side in enumerate(SIDES):
        units = Input(str(table.force(side)), ("write", side), say("units"), hint)
        leader = Menu(leaders, table.force(side).leader, ("lead", side), say("leader"), say("leader"))
        joins = table.force(side).recombined() != table.force(side)  # 6.3: the owner may, and need not
        join = Button(say("join"), ("join", side), shown=joins, key=("join", side))
        name = head(side, table.name(side), "gk-name")
        card = Check(say("card", side=table.name(side)), side in table.advantage, ("card", side))
        boxes.append(Container("gk-section gk-labelled", (name, units, leader, join, *more[place : place + 1], card)))
    return boxes


def dice(table: TwoForces) -> list[Slider]:
    dice = zip(SIDES, table.dice)
    return [Slider(table.say(f"die_{side}"), FACES[0], FACES[-1], face, ("face", side)) for side, face in dice]


def seed(table: TwoForces) -> Input:
    return Input(table.seed, ("seed",), table.say("seed"), table.say("seed_hint"))


def ready(table: TwoForces, keys: Iterable[str]) -> Menu:
    names = [(word(f"roma_victrix.name.{key}", table.language), key) for key in keys]
    return Menu(((table.say("own"), ""), *names), table.key, ("ready",), tooltip=table.say("ready"))


DISC, CHIP = 48.0, 40.0  # px of a leader and of a counter to add
SIZES, TALLEST = (60, 54, 48, 42, 36, 30), 300.0  # px of counters, and of all their lines
MOST = 120  # counters of an army that are drawn, so many of each kind; the rest is said


def army_head(
    table: TwoForces, side: Side, role: str, leader: int, left: Force | None = None, at: str = "start"
) -> Sized:
    """An army's name and what it is, beside its leader."""
    if rest := _kinds(table, side, left)[1]:
        role = table.say("role_more", role=role, count=f"{rest:,}")
    name = box.text_box(table.name(side), HEADING, at, fill=INK, family="serif")
    texts = box.col(name, box.text_box(role, side=at), gap=PAD - GAP)

    def draw(room: Room) -> Iterator[Shape]:
        said = table.say("label_leader", side=table.name(side), leader=leader or "–")
        around, spot = (-DISC / 2 - 2, -DISC / 2 - 2, DISC + 4, DISC + 6), (room.x + DISC / 2, room.y + DISC / 2)
        yield Group(leader_disc(leader, SIDE_TINTS[side]), *spot, box=around, label=said, action=("leader", side))

    disc = box.drawing(DISC, draw, wide=DISC)
    return box.across(*((disc, texts) if at == "start" else (texts, disc)), gap=PAD)


def counters(table: TwoForces, side: Side, left: Force | None, pays: bool = False, at: str = "start") -> Sized:
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

    return Sized(high, draw, grows=True)


def _kinds(table: TwoForces, side: Side, left: Force | None) -> tuple[tuple[tuple[Counter, ...], ...], int]:
    """The counters that are drawn, kind by kind, and how many more there are."""
    cargo_last = lambda one: UNITS[one.unit].kind != "sea"  # noqa: E731
    every = sorted(shown_counters(table.force(side), left), key=cargo_last)
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


def palette(table: TwoForces, side: Side) -> Sized:
    """The counters that can be added, under a line that says so."""
    units, letter = PLACED[table.at][SIDES.index(side)], table.letter(side)

    def draw(room: Room) -> Iterator[Shape]:
        size = min(CHIP, room.width / len(units) - 3)
        for name, cell in zip(units, room.spread(len(units), size, most=CHIP + GAP / 2)):
            said = word(f"roma_victrix.unit.{name}", table.language)
            label = table.say("label_add", side=table.name(side), unit=said)
            one = Counter(name, False, UNITS[name].full)
            yield counter_group(one, side, letter, size, cell.x, cell.y, label, ("add", side, name, False))

    return box.col(box.text_box(table.say("palette")), box.drawing(CHIP, draw), gap=GAP / 2)


def _label(table: TwoForces, side: Side, one: Counter) -> str:
    number = {"paid": one.paid} if one.state == "gone" else {"csp": one.csp}
    unit = word(f"roma_victrix.unit.{one.unit}", table.language)
    unit = table.say("reduced", unit=unit) if one.reduced else unit
    return table.say(f"label_{one.state}", side=table.name(side), unit=unit, **number)


def bars(finding: str, note: str, parts: Sequence[tuple[str, float, bool]], colour: str, high: float) -> Sized:
    """Shares as upright bars over their names, each with its number on top; a marked one in colour."""

    def draw(room: Room) -> Iterator[Shape]:
        _, chart, below = room.column(LEADING + GAP, None, LEADING + GAP, gap=0)
        top = max(0.01, *(share for _, share, _ in parts))
        for (name, share, marked), cell, foot in zip(parts, *(part.columns(len(parts), 8) for part in (chart, below))):
            tall, weight = max(1.0, share / top * cell.height), BOLD if marked else 400
            bar = Room(cell.x, cell.bottom - tall, cell.width, tall)
            yield bar.centred(min(cell.width, 56), tall).rect(2, fill=colour if marked else BAR)
            yield box.centred(percent(share), bar._replace(y=bar.y - LEADING, height=LEADING), TINY, weight=weight)
            yield box.centred(name, foot, weight=weight)
        yield line(chart.x, chart.bottom, chart.right, chart.bottom, LINE)

    return box.col(box.titled(finding, note), box.drawing(high, draw), gap=0)


def axis(texts: Sequence[str], room: Room, down: bool = False) -> Iterator[Shape]:
    """Names along the columns of a grid, or down its rows."""
    for text, cell in zip(texts, room.rows(len(texts), 0) if down else room.columns(len(texts), 0)):
        if text:
            yield box.centred(text, cell if down else cell.inset(-GAP, 0), fill=MUTED)


def modifiers(table: TwoForces, fight: Any, why: Mapping[str, str], last: str = "") -> Sized:
    """Every modifier of a combat or siege on a line, with why it is there; then the net, and a last line."""
    lines = list[Sized]()
    for cause, text in why.items():
        name = word(f"roma_victrix.reason.{cause}", table.language)
        mine = [(one.side, one.points) for one in fight.modifiers if one.reason == cause]
        if text or mine:
            lines += [_modifier(table, name, text, points, side) for side, points in mine or [(None, 0)]]
    net, side = abs(fight.net_drm), fight.modifier_holder if fight.net_drm else None
    name = table.say("net", side=table.name(fight.modifier_holder)) if net else table.say("no_net")
    lines.append(_modifier(table, name, "", net, side, BOLD))
    foot = box.text_box(last) if last else None
    return box.col(box.heading_box(table.say("modifiers")), box.lined_column(*lines), foot, gap=4)


def _modifier(table: TwoForces, name: str, why: str, points: int, side: Side | None, weight: int = 400) -> Sized:
    """A modifier: its name, why it is there, the letter of whom it favours, its points."""

    def mark(room: Room) -> Iterator[Shape]:
        if side:
            spot = room._replace(height=room.width)
            yield Circle(*spot.middle, spot.width / 2, fill=SIDE_TINTS[side].face)
            yield box.centred(table.letter(side), spot, TINY, fill=WHITE, weight=BOLD)

    texts = box.col(box.text_box(name, fill=INK, weight=weight), box.text_box(why), gap=0)
    number = box.text_box(signed(points), NAME, "end", 26, fill=INK, weight=weight)
    return box.across(texts, box.drawing(LEADING, mark, LEADING), number)
