"""Caesar's pieces as boxes: towers, cards, urns, and from them hands, mixes, payoff matrices and solved duels."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from gamekit import caesar
from gamekit.caesar.notation import name, say
from gamekit.caesar.odds.mix import card_text, format_signed, join_listed, likeliest, urn_for_mix
from gamekit.caesar.tables import CARDS, COLOURS, FLAG, LETTERS, Card
from gamekit.caesar.tables import NEUTRAL as NOBODY
from gamekit.probability.distribution import Basis
from gamekit.text.translation import basis_line, language_or_default, percent
from gamekit.widgets import layout as box
from gamekit.widgets import look
from gamekit.widgets.layout import BOLD, STRONG, Room, Sized
from gamekit.widgets.look import GOLD, HEADING, INK, LINE, NAME, PAPER, TEXT, TINY
from gamekit.widgets.scene import Circle, Group, Path, Shape, Text, line, text_width

WIDTH, WIDE, NARROWEST = 956.0, 760.0, 320.0  # px of a board; from WIDE on hands stand beside what is fought for
SHORT = 100  # a fraction of a smaller denominator stands beside its number
GLOSS, SHADE, SHADOW = "#ffffff55", "#2A262224", "#2A262222"
_FLAG = "M-7 -11C-2 -14 3 -8 10 -11V1C3 4 -2 -2 -7 1Z"
_POLE = "M-8 12V-12"
_URN = "M-26 -59H26L20 -47C52 -31 50 33 18 51H-18C-50 33 -52 -31 -20 -47Z"
_FOOT = "M-24 56H24"
SEEN = 15  # balls that an urn shows; more are said by number
URN = 118  # px of an urn's height


class Look(NamedTuple):
    """The look of a player's pieces: the name and the letter, and the colour of the face."""

    name: str
    letter: str
    face: str


_FACES = {  # of a counter by its letter: the face and the side
    "R": (look.CAESAR, "#782E12"),
    "B": (look.POMPEY, "#154163"),
    "Y": (look.OCHRE, "#594300"),
    "P": (look.PLUM, "#66294B"),
    "K": ("#45403A", "#1F1C19"),
    NOBODY: (look.NEUTRAL, "#4F4A42"),
}


@cache
def looks(language: str) -> tuple[Look, ...]:
    """The look of every player, in the order of play.

    >>> [look.letter for look in looks("en")][:2], looks("ja")[0].name
    (['R', 'B'], '赤')
    """
    names = [name(player, language) for player in range(len(COLOURS))]
    shown = LETTERS if language == "en" else names
    return tuple(Look(said, short, _FACES[letter][0]) for letter, said, short in zip(LETTERS, names, shown))


def look_of(player: int) -> Look:
    """The look of a player's pieces, in the language that is spoken."""
    return looks(language_or_default())[player]


def _disc(x: float, y: float, rx: float, ry: float) -> str:
    return f"M{x - rx:g} {y:g}A{rx:g} {ry:g} 0 1 0 {x + rx:g} {y:g}A{rx:g} {ry:g} 0 1 0 {x - rx:g} {y:g}Z"


@cache
def tower(group: str, x: float, y: float, room: float, language: str, most: float = 1.0) -> tuple[Shape, ...]:
    """A group as a tower on its base (x, y), at most ``room`` px high: neutral and captured counters below, the
    owner's letter on the top counter, the height in a ring. ``most``: the scale of its counters at most."""
    scale = min(most, room / 58)
    rx, ry = 27 * scale, 10 * scale
    thick = min(11 * scale, (room - 2 * ry - 2) / len(group))
    shapes: list[Shape] = [Path(_disc(x + 2, y + 5 * scale, rx + 2, ry + 2), fill=SHADOW)]
    top = y
    for counter in group:
        face, side = _FACES[counter]
        low, top = top, top - thick
        d = f"M{x - rx:g} {top:g}V{low:g}A{rx:g} {ry:g} 0 0 0 {x + rx:g} {low:g}V{top:g}Z"
        shapes.append(Path(d, fill=side))
        shapes.append(Path(_disc(x, top, rx, ry), fill=face, stroke=GLOSS))
    owner = group[-1]
    if owner != NOBODY:
        shown = looks(language)[LETTERS.index(owner)]
        size = max(TINY, NAME * scale)
        shapes.append(Text(x, top + 1 + 4 * scale, shown.letter, size, "#FFFFFF", weight=600, anchor="middle"))
    ring_x, ring_y, ring = x + 28 * scale + 6, top - 6 * scale, 10.5 * max(scale, 0.85)
    shapes.append(Circle(ring_x, ring_y, ring, fill=PAPER, stroke=_FACES[owner][0], stroke_width=1.6))
    shapes.append(Text(ring_x, ring_y + 4.2, str(len(group)), TEXT, INK, weight=600, anchor="middle"))
    return tuple(shapes)


def symbol(card: Card, x: float, y: float, size: float, colour: str, weight: int = 600) -> Shape:
    """A card's number or flag, with its middle at (x, y)."""
    if card == FLAG:
        shapes = Path(_POLE, stroke=colour, stroke_width=2.2), Path(_FLAG, fill=colour)
        return Group(shapes, x, y, scale=size / 22.5)
    return Text(x, y + 0.36 * size, str(card), size, colour, weight=weight, anchor="middle")


@cache
def _ball_places(count: int) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Return a radius and places for ``count`` balls piled up in an urn of 102 x 120 round (0, 0)."""
    radius, wide = (13.5, 2) if count <= 4 else (10.5, 3) if count <= 9 else (8.2, 4)
    places: list[tuple[float, float]] = []
    row, y = 0, 51 - radius - 3
    while len(places) < count:
        across = min(wide - row % 2, count - len(places))
        places += [((k - (across - 1) / 2) * (2 * radius + 2), y) for k in range(across)]
        row, y = row + 1, y - 1.85 * radius
    return radius, tuple(places)


def urn(balls: Mapping[Card, int], x: float, y: float, colour: str, scale: float = 1) -> Group:
    """An urn to draw a card from, a ball for every share; the flag's are white."""
    total, least = sum(balls.values()), TINY / scale
    ranked = sorted(balls.items(), key=lambda item: -item[1])
    shapes: list[Shape] = [Path(_URN, fill=PAPER, stroke=LINE, stroke_width=2.4)]
    shapes.append(Path(_FOOT, stroke=LINE, stroke_width=4))

    def ball(card: Card, x: float, y: float, radius: float, size: float) -> tuple[Shape, ...]:
        fill, ink = ("#FFFFFF", colour) if card == FLAG else (colour, "#FFFFFF")
        disc = Circle(x, y, radius, fill=fill, stroke=colour, stroke_width=1.6)
        return disc, symbol(card, x, y, max(size, least), ink)

    if total <= SEEN:
        radius, places = _ball_places(total)
        for card, place in zip((card for card, count in ranked for _ in range(count)), places):
            shapes += ball(card, *place, radius, radius * 1.05)
    else:
        for row, (card, count) in enumerate(ranked[:4]):
            middle = -26 + 18 * row
            shapes.append(Text(-4, middle + 5, str(count), NAME, INK, weight=600, anchor="end"))
            shapes += ball(card, 13, middle, 8.5, 11)
        if len(balls) > 4:
            shapes.append(Text(0, 48, "…", NAME, INK, anchor="middle"))
    return Group(tuple(shapes), x, y, scale=scale)


SQUARE, EDGE, CHOSEN_TEXT = "#FAF6EE", "#D9CDB4", "#7A5A08"
MOST_ROWS, LEAST_ROWS = 6, 4  # cards that a mix lists
HEAD, ROW = 28.0, 26.0  # px: above the cards of a hand; of a card in a mix
BADGE = 11  # px of the radius of a player's letter


def hand(
    player: int, cards: Sequence[Card], note: str = "", actions: Mapping[Card, tuple[Hashable, str]] = {},
    marked: Card | None = None, active: bool = False, gone: bool = True,
) -> Sized:  # fmt: skip
    """A hand: all ten cards, those that are gone struck unless they are left out; ``actions`` are what clicks mean."""
    shown = look_of(player)
    title = say("hand", name=shown.name)

    def size(width: float) -> tuple[float, float]:
        each = width / len(CARDS) - 6
        return each, min(54.0, each * 1.28)

    def draw(room: Room) -> Iterator[Shape]:
        x, y, letter = room.x + 11, room.y + TEXT, min(NAME, BADGE * 1.27)
        yield Circle(x, y, BADGE, fill=shown.face)
        yield Text(x, y + 0.42 * BADGE, shown.letter, letter, "#FFFFFF", weight=600, anchor="middle")
        told = room._replace(x=room.x + HEAD + 2, width=room.width - HEAD - 2)
        yield box.heading(title, told, weight=BOLD if active else 400)
        wide = max(80, told.width - text_width(title, HEADING) - 10)
        yield box.label(note, Room(told.right - wide, told.y + 5, wide, 0), side="end")
        each, high = size(room.width)
        for card, cell in zip(CARDS, Room(room.x, room.y + HEAD, room.width, high).spread(len(CARDS), each)):
            x, y = cell.middle
            if card in cards:
                yield cell._replace(y=cell.y + 2).rect(5, fill=SHADE)
                yield cell.rect(5, fill="#FFFFFF", stroke=shown.face, stroke_width=2.2)
                yield symbol(card, x, y, min(26, cell.width * 0.56), shown.face)
            elif gone:  # used: struck
                half = min(12, cell.width * 0.27)
                yield cell.inset(1).rect(5, stroke=LINE, stroke_width=1.2, dash=(3, 4), opacity=0.8)
                yield symbol(card, x, y, NAME, LINE, 400)
                yield line(x - half, y, x + half, y, LINE, 1.2)
            if card == marked:
                yield cell.inset(-3).rect(7, stroke=GOLD, stroke_width=3)
            if card in actions:
                action, label = actions[card]
                yield cell.inset(-2).rect(action=action, label=label)

    return box.drawing(lambda width: HEAD + size(width)[1] + 4, draw)


def mix(
    player: int, title: str, shares: Mapping[Card, Any], hand: Sequence[Card] = (), played: Card | None = None,
    note: str = "",
) -> Sized:  # fmt: skip
    """A player's mix: (card, chance) lines with bars, the likeliest first, the urn with its balls, a line below.

    The card that was ``played`` is listed and framed; cards of the ``hand`` that are never played fill the list up."""
    rows = [(card, float(share)) for card, share in likeliest(shares) if share][:MOST_ROWS]
    if played is not None and played not in (card for card, _ in rows):
        rows = [*rows[: MOST_ROWS - 1], (played, float(shares[played]))]
    rows += [(card, 0.0) for card in reversed(hand) if not shares.get(card)][: max(0, LEAST_ROWS - len(rows))]
    face = look_of(player).face

    def draw(room: Room) -> Iterator[Shape]:
        for (card, share), cell in zip(rows, room._replace(height=ROW * len(rows)).rows(len(rows), 0)):
            sign, bar, number = cell.inset(0, 4).row(30, None, 60, gap=0)
            x, y, long = sign.x + 11, cell.middle[1], max(1.0, bar.width * share) if share else 0.0
            yield line(bar.x, cell.y + 2, bar.x, cell.bottom - 2, LINE)
            yield symbol(card, x, y, HEADING if share else NAME, INK if share else LINE)
            style: dict[str, Any] = {}
            if share:
                yield bar._replace(width=long).rect(2, fill=face)
                style = {"size": NAME, "fill": INK, "weight": STRONG if share >= 0.5 else 400}
            yield box.label(percent(share), Room(bar.x + long + 6, bar.y + 1, number.width, 0), **style)
            if card == played:
                yield cell.inset(-2, 1).rect(4, stroke=GOLD, stroke_width=2.4)

    beside = box.drawing(ROW * max(1, len(rows)), draw)
    if rows and rows[0][1]:
        balls = urn_for_mix(shares, max_balls=60)
        drawn = box.drawing(86, lambda room: [urn(balls, room.x + 43, room.y + 43, face, 86 / URN)], 86)
        beside = box.across(beside, drawn, gap=0)
    return box.col(box.heading_box(title), beside, box.text_box(note) if note else None, gap=4)


def number(payoff: Any, fraction: bool = False) -> str:
    """A payoff for a cell: signed, rounded to one decimal unless fractions are asked for."""
    sign = "+" if payoff > 0 else "\u2212"
    if fraction and isinstance(payoff, Fraction) and 1 < payoff.denominator < 100:
        return f"{sign}{abs(payoff)}"
    text = f"{abs(round(float(payoff), 1)):.1f}".removesuffix(".0")
    return text if text == "0" else sign + text


def matrix(
    title: str, payoffs: Sequence[Sequence[Any]], cards: Sequence[Sequence[Card]], mixes: Sequence[Mapping[Card, Any]],
    fraction: bool, players: Sequence[int] = (0, 1),
) -> Sized:  # fmt: skip
    """A payoff matrix: own cards down, the other's across, the high ones first and the flag last; losses are blue,
    gains red, what both mixes play is bold."""
    looks = [look_of(player) for player in players]
    captions = [say("card_of", name=shown.name) for shown in looks]
    own, other = (tuple(sorted(hand, key=lambda card: 100 if card == FLAG else -int(card))) for hand in cards)
    payoff = {(card, answer): payoffs[i][j] for i, card in enumerate(cards[0]) for j, answer in enumerate(cards[1])}
    most = max(1.0, *(abs(float(value)) for value in payoff.values()))
    high = ROW + 4.0 if len(own) <= 4 else ROW - 4.0

    def draw(room: Room) -> Iterator[Shape]:
        caption = max(text_width(text, TEXT) for text in captions) + HEAD
        wide = min(50.0, (room.width - caption) / len(other))
        cells = Room(room.x + caption, room.y + 20, wide * len(other), high * len(own))
        names = room._replace(width=caption - HEAD + 4)
        yield box.label(captions[1], names, side="end")
        yield box.label(captions[0], names._replace(y=cells.bottom + 2), side="end")
        for card, column in zip(other, cells.columns(len(other), 0)):
            yield symbol(card, column.middle[0], cells.y - 12, NAME, looks[1].face)
        for card, row in zip(own, cells.rows(len(own), 0)):
            yield symbol(card, cells.x - 14, row.middle[1], NAME, looks[0].face)
        size = NAME if wide >= 36 else TEXT if wide >= 30 else TINY
        pairs = [(card, answer) for card in own for answer in other]
        for (card, answer), cell in zip(pairs, cells.grid(len(other), len(own), 0)):
            value, kept = payoff[card, answer], mixes[0].get(card) and mixes[1].get(answer)
            yield cell.inset(1).rect(4, fill=shade(float(value) / most))
            yield box.centred(number(value, fraction), cell.inset(2), size, fill=INK, weight=BOLD if kept else 400)

    return box.col(box.heading_box(title), box.drawing(high * len(own) + 40, draw), gap=6)


def shade(tint: float) -> str:
    """A colour between blue (-1), land (0) and red (1)."""
    red, blue, middle = (0xDB, 0xA5, 0x8D), (0x9F, 0xBE, 0xD6), (0xEF, 0xE6, 0xD2)
    end = red if tint > 0 else blue
    share = min(1.0, abs(tint)) ** 0.6
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(middle, end))


def worth(value: Any, player: int) -> str:
    """Return the worth of a position or a fight to a player, with its fraction if that is short."""
    whole = isinstance(value, Fraction) and 1 < value.denominator < SHORT
    exact = f" ({value})".replace("-", "\u2212") if whole else ""
    return say("worth", value=f"{format_signed(value)}{exact}", name=name(player))


def as_fraction(value: Any) -> str:
    """A value as a fraction for small type; "" where its number is one by itself."""
    return str(value).replace("-", "\u2212") if isinstance(value, Fraction) and value.denominator >= SHORT else ""


def basis_lines(basis: Basis, small: str) -> tuple[str, str, str]:
    """Return the first entry of a basis, what the number counts, then ``small`` and the other entries."""
    first, *rest = basis
    return say("basis", basis=basis_line((first,))), small, basis_line(rest)


def mixes_and_matrix(
    title: str, payoffs: Any, cards: Sequence[Any], mixes: Sequence[Any], fraction: bool, notes: Sequence[str],
    players: Sequence[int] = (0, 1),
) -> list[Sized]:  # fmt: skip
    """Both mixes of a matrix game, and its matrix over some notes."""
    made = [mix(who, say("mix", name=name(who)), *each) for who, *each in zip(players, mixes, cards)]
    told = (box.text_box(note, fill=INK) for note in notes)
    drawn = matrix(title, payoffs, cards, mixes, fraction, players)
    return [box.wrap(*made, least=190), box.col(drawn, *told, gap=6)]


def duel_boxes(duel: caesar.Duel, fraction: bool) -> list[Sized]:
    """Both mixes and the matrix of a duel."""
    if not duel.play:
        return []
    key = {1: "matrix_one", 2: "matrix_two"}.get(len(duel.stakes), "matrix_more")
    title, cards = say(key, count=len(duel.stakes), name=name(0)), (duel.hand, duel.other_hand)
    mixes = duel.play, duel.other_play
    return mixes_and_matrix(title, duel.matrix, cards, mixes, fraction, alternatives(duel))


def alternatives(duel: caesar.Duel) -> list[str]:
    """Return sentences on the cards that best play never uses, and on other mixes that are as good."""
    notes = []
    for player, losses in ((0, duel.loss), (1, duel.other_loss)):
        never = [card_text(card) for card, loss in losses.items() if loss > 1e-9]
        if never and len(never) <= 4:
            key = "never" if len(duel.stakes) == 1 else "never_first"
            notes.append(say(key, name=name(player), cards=join_listed(never)))
    for player, unique in ((0, duel.play_unique), (1, duel.other_unique)):
        if not unique:
            notes.append(say("others", name=name(player)))
    return notes
