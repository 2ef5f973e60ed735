"""The duel board: set up fights and hands with the mouse or in text, read the optimal mixed strategy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from typing import Any

from gamekit import caesar
from gamekit.caesar import CARDS, LETTERS
from gamekit.caesar.notation import name, say
from gamekit.caesar.odds.duel import check_stakes, count_matrix_games, parse_fights
from gamekit.caesar.odds.mix import card_text
from gamekit.caesar.tables import Card, Hand
from gamekit.storage.serialization import FORMS, Converter, from_plain, to_plain
from gamekit.text.translation import basis_line, in_table_language, language_or_default, word
from gamekit.widgets import layout as box
from gamekit.widgets import page
from gamekit.widgets.app import Board
from gamekit.widgets.caesar import pieces
from gamekit.widgets.caesar.pieces import NARROWEST, WIDE, WIDTH
from gamekit.widgets.cover import TELLS
from gamekit.widgets.layout import LEADING, PAD, STRONG, Room, Sized
from gamekit.widgets.look import GOLD, INK, LAND, MUTED, TEXT
from gamekit.widgets.scene import Scene, Shape, line

Setup = tuple[tuple[tuple[int, int], ...], Hand, Hand]  # the fights, and both hands
READY: dict[str, Setup] = {
    "ready_one_fight": (((3, 2),), (1, 6, 9), (5, 8)),
    "ready_one_flag": (((3, 2),), (1, 6, 9, "F"), (5, 8, "F")),
    "ready_two_fights": (((1, 1), (3, 3)), (1, 9, "F"), (5, 8, "F")),
    "ready_three_fights": (((1, 1), (2, 2), (3, 3)), (1, 5, 9), (2, 6, 8)),
}
LARGEST, MOST = 9, 10  # counters in a group that a click reaches; fights
FIGHT = 84.0  # px of a fight


@dataclass(frozen=True, slots=True)
class DuelTable:
    """The state of the duel board: fights and hands as set up, the set-up last solved, and its solution."""

    setup: Setup
    solved: Setup
    duel: caesar.Duel = field(compare=False, repr=False)
    fraction: bool = False
    language: str = "en"

    @property
    def known(self) -> bool:
        """Whether what is set up has been solved."""
        return self.setup == self.solved

    @property
    def hands(self) -> tuple[Hand, Hand]:
        return self.setup[1:]

    @property
    def fights(self) -> int:
        """The number of fights: those set up, at most one for each card of the smaller hand."""
        return min(len(self.setup[0]), *map(len, self.hands))


def initial_setup(stakes: Any = None, hand: Any = None, other_hand: Any = None) -> Setup:
    """Return fights and hands as given, else those of two fights that are matching pennies; ValueError if invalid."""
    ready: tuple[Any, ...] = READY["ready_two_fights"]
    fights, own, other = (usual if one is None else one for one, usual in zip((stakes, hand, other_hand), ready))
    return check_stakes(fights), caesar.hand(own), caesar.hand(other)


def _read(found: Any) -> DuelTable:
    setup, ready = initial_setup(*from_plain(found, Setup)), initial_setup()
    return DuelTable(setup, ready, caesar.duel(*ready))


FORMS[DuelTable] = Converter(lambda table: to_plain(table.setup), _read)


def headline(table: DuelTable, told: str = "told") -> str:
    """Say in one line what to play; ``told`` is the key of the wording."""
    if not table.known:
        return say("solves", games=f"{count_matrix_games(table.fights, *map(len, table.hands)):,}")
    if not table.duel.play:
        return say("no_duel")
    return say(told, name=name(0), what=table.duel.explain())


def spoken_sentence(table: DuelTable) -> str:
    """Return the duel and its answer in one sentence, with the basis."""
    stakes, *hands = table.setup
    fights = ", ".join(f"{own}–{other}" for own, other in stakes)
    own, other = (" ".join(map(str, hand)) for hand in hands)
    claim = headline(table, "told" if len(stakes) == 1 else "told_first")
    note, based = pieces.worth(table.duel.value, 0) if table.known else "", basis_line(table.duel.basis)
    return say("duel_sentence", stakes=fights, own=own, other=other, claim=claim, note=note, basis=based)


def screen(table: DuelTable, viewport: page.Viewport) -> page.Container:
    duel = table.duel
    worth = pieces.worth(duel.value, 0) if table.known else ""
    small = pieces.as_fraction(duel.value) if table.fraction else ""
    based = pieces.basis_lines(duel.basis, small) if table.known else ("",)
    drawn = "<br>".join(map(escape, duel.how_to_randomize())) if table.known else ""
    code = f"caesar.duel({list(table.setup[0])}, {table.hands[0]}, {table.hands[1]})"
    draw = partial(scene, table, viewport.width)
    solving = page.BackgroundTask(partial(caesar.duel, *table.setup), ("solved", table.setup), table.setup)
    return page.page(
        viewport,
        page.heading_html(say("duel_title")),
        page.worded_answer_html(headline(table), worth, *based),
        (
            page.Picture(draw(), covered=partial(draw, answer=False), printed=partial(draw, bare=True)),
            page.status_line(viewport.error),
            None if table.known else solving,
        ),
        (
            _setting_up(table, viewport),
            _texts(table),
            page.section(say("draw_it"), page.Html(drawn, TELLS), shown=bool(drawn)),
            page.copy_buttons(say, spoken_sentence(table), code, basis_line(duel.basis)),
        ),
    )


def _setting_up(table: DuelTable, viewport: page.Viewport) -> page.Container:
    stakes = table.setup[0]
    names = ((say("own_duel"), ""), *((say(key), key) for key in READY))
    now = next((key for key, ready in READY.items() if ready == table.setup), "")
    more = page.Button(say("more_fights"), ("more",), disabled=len(stakes) >= MOST)
    fewer = page.Button(say("fewer_fights"), ("fewer",), disabled=len(stakes) < 2)
    return page.section(
        say("set_up"),
        page.Menu(names, now, ("ready",), tooltip=say("ready")),
        page.row(more, fewer),
        page.row(page.Button(say("swap"), ("swap",)), page.Button(say("full_hands"), ("full",))),
        page.row(page.Button(word("session.undo"), ("undo",), disabled=not viewport.undoable)),
    )


def _texts(table: DuelTable) -> page.Container:
    stakes, *hands = table.setup
    written = ", ".join(f"{own}-{other}" for own, other in stakes)
    called = [say("hand", name=name(player)) for player in (0, 1)]
    lines = [page.Input(" ".join(map(str, held)), ("hand", seat), called[seat]) for seat, held in enumerate(hands)]
    fights = page.Input(written, ("stakes",), say("stakes"))
    return page.section(say("as_text"), page.Container("gk-section gk-cs-form", (fights, *lines)))


@in_table_language
def scene(table: DuelTable, width: float, bare: bool = False, answer: bool = True) -> Scene:
    """Return the picture: fights, hands, and the mix below; ``bare`` omits parts that are only for clicks."""
    width = max(NARROWEST, min(WIDTH, width))
    fights = [_fight(table, place, *stake) for place, stake in enumerate(table.setup[0])]
    hint = None if bare else box.text_box(say("click_hint"))
    laid = box.framed(box.col(box.wrap(*fights, least=190), hint), 12, 10, fill=LAND, stroke=pieces.EDGE)
    hands = box.col(*(_hand(table, player, bare) for player in (0, 1)), gap=PAD)
    found = pieces.duel_boxes(table.duel, table.fraction) if table.known and answer else []
    side_by_side = partial(box.across, gap=2 * PAD) if width >= WIDE else partial(box.col, gap=LEADING)
    whole = box.col(side_by_side(laid, hands), side_by_side(*found) if found else None, gap=LEADING)
    return box.picture(box.inset(whole, 2), width, say("duel_title"), spoken_sentence(table))


def _fight(table: DuelTable, place: int, own: int, other: int) -> Sized:
    """One fight: both groups as towers, to be clicked."""
    played, now = place < table.fights, place == 0 < table.fights
    title = say("fight_now" if place == 0 else "fight_later" if played else "fight_never", fight=place + 1)

    def draw(room: Room) -> Iterator[Shape]:
        yield box.label(title, room, fill=pieces.CHOSEN_TEXT if now else MUTED, weight=STRONG if now else 400)
        below = room._replace(y=room.y + 16, height=room.height - 16)
        sides = below.centred(min(260.0, below.width), below.height).columns(2, 0)
        (x1, y), (x2, _) = (side.middle for side in sides)
        yield line(x1 + 50, y + 10, x2 - 42, y + 10, INK, 2.4)
        for player, (side, count) in enumerate(zip(sides, (own, other))):
            group, spot = "n" * (count - 1) + LETTERS[player], (side.middle[0], side.bottom - TEXT)
            yield from pieces.tower(group, *spot, side.height - 4, language_or_default())
            label = say("group_of", fight=place + 1, name=name(player), count=count)
            yield side.centred(96, side.height).rect(6, action=("group", place, player), label=label)

    rim: dict[str, Any] = {"stroke": GOLD, "stroke_width": 3} if now else {"stroke": pieces.EDGE}
    return box.framed(box.drawing(FIGHT, draw), 8, 6, fill=pieces.SQUARE, **rim)


def _hand(table: DuelTable, player: int, bare: bool) -> Sized:
    held = table.hands[player]
    actions: dict[Card, tuple[Any, str]] = {}
    for card in () if bare else CARDS:
        said = say("give_card" if card in held else "take_card", name=name(player), card=card_text(card))
        actions[card] = (("card", player, card), said)
    return pieces.hand(player, held, say("held_short", held=len(held)), actions, gone=not bare)


def update(table: DuelTable, message: page.Message) -> DuelTable:
    stakes: Any = table.setup[0]
    hands: list[Any] = [*table.hands]
    match message:
        case ("fraction",):
            return replace(table, fraction=not table.fraction)
        case ("solved", setup, duel):
            return replace(table, solved=setup, duel=duel)
        case ("hand", player, text):
            hands[player] = text
        case ("card", player, card):
            held = hands[player]
            hands[player] = [one for one in held if one != card] if card in held else [*held, card]
        case ("stakes", text):
            stakes = parse_fights(text, MOST)
        case ("ready", key) if key:
            stakes, *hands = READY[key]
        case ("full",):
            hands = [CARDS, CARDS]
        case ("swap",):
            stakes, hands = [stake[::-1] for stake in stakes], hands[::-1]
        case ("group", place, side):
            sizes = [size % LARGEST + 1 if side == one else size for one, size in enumerate(stakes[place])]
            stakes = [*stakes[:place], sizes, *stakes[place + 1 :]]
        case ("more",):
            stakes = [*stakes, stakes[-1] if stakes else (1, 1)]
        case ("fewer",):
            stakes = stakes[:-1]
    return replace(table, setup=initial_setup(stakes, *hands))


class DuelBoard(Board, screen=screen, update=update, undoes=("setup",), widths=(NARROWEST, WIDTH)):
    """A duel to set up and to read; shows itself in a notebook.

    Opens on ``stakes``, ``hand`` and ``other_hand``, else on the two fights that are matching pennies. Click a
    group to make it larger, a card to take it or to give it back. ``board.duel`` is the duel last solved.

    >>> board = DuelBoard()
    >>> board.duel.value
    Fraction(3, 2)
    >>> board.send(("card", 1, 8))
    >>> board.duel.other_hand
    (5, 'F')
    """

    table: DuelTable

    def __init__(
        self,
        stakes: Iterable[Sequence[int]] | None = None,
        hand: Iterable[Any] | None = None,
        other_hand: Iterable[Any] | None = None,
        language: str | None = None,
    ) -> None:
        setup = initial_setup(stakes, hand, other_hand)
        super().__init__(DuelTable(setup, setup, caesar.duel(*setup), language=language_or_default(language)))

    @property
    def duel(self) -> caesar.Duel:
        """The solved duel."""
        return self.table.duel
