"""The picture of a screen: the board or the fights of a duel, hands, mixes with their urns, and the matrix.

``scene`` draws a ``Screen``, a value with everything that is to be seen; it computes nothing of the game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from gamekit.caesar.tables import CARDS, FLAG, NUMBER, SIDE, SQUARES, Card
from gamekit.widgets.caesar.pieces import SEEN, Look, badge, gone_card, held_card, symbol, tower, urn
from gamekit.widgets.look import (
    GOLD,
    GOOD,
    HAIRLINE,
    HEADING,
    INK,
    LAND,
    LINE,
    MUTED,
    NAME,
    NEUTRAL,
    PAPER,
    TABLE,
    TEXT,
    TINY,
)
from gamekit.widgets.scene import Circle, Path, Rect, Scene, Shape, Text, line, text_width, through
from gamekit.words import language_or_default, percent, word

WIDTH, WIDE, NARROWEST = 956, 760, 320  # px; from WIDE on hands and mixes stand beside the board
GAP, PAD, EDGE = 28, 12, 2
SQUARE_A, SQUARE_B, CELL_LINE = "#FAF6EE", "#F5EEDF", "#D9CDB4"
CHOSEN_TEXT = "#7A5A08"
MOST_ROWS = 6  # cards that a mix lists
ROOMY, CRAMPED = 78, 64  # px of a square: its mark has a word above the tower, below it, or none in smaller ones


@dataclass(frozen=True, slots=True)
class Cell:
    """A square: its group, how it is marked ("", chosen, alliance, conflict, hidden), what a click on it means and how
    a screen reader calls it."""

    group: str
    mark: str = ""
    action: Hashable = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ray:
    """A line between two squares: sight, alliance, conflict or next, with a text in the middle."""

    kind: str
    here: str
    there: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board: 25 cells, a1 to e1 first, lines, and a line of text at the foot's right."""

    cells: tuple[Cell, ...]
    rays: tuple[Ray, ...] = ()
    score: str = ""


@dataclass(frozen=True, slots=True)
class Fight:
    """One fight of a duel: both groups, the text before it, and what clicks on the groups mean."""

    own: str
    other: str
    title: str
    now: bool = False
    over: bool = False
    actions: tuple[Hashable, Hashable] = (None, None)
    labels: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class FightsView:
    """The fights of a duel, first to last."""

    fights: tuple[Fight, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """A player's hand: the cards held, a quiet text, what a click on each card means, and the one that is marked."""

    look: Look
    title: str
    cards: tuple[Card, ...]
    note: str = ""
    actions: Mapping[Card, tuple[Hashable, str]] = field(default_factory=dict)
    marked: Card | None = None
    active: bool = False


@dataclass(frozen=True, slots=True)
class MixView:
    """A mix: (card, chance) rows, the balls of its urn, the card that was played, and a line below."""

    look: Look
    title: str
    rows: tuple[tuple[Card, float], ...]
    balls: Mapping[Card, int]
    played: Card | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatrixView:
    """A payoff matrix: own cards down, the other's across, texts and shares from -1 (blue) to 1 (red) for the tint."""

    title: str
    own: tuple[Card, ...]
    other: tuple[Card, ...]
    texts: tuple[tuple[str, ...], ...]
    tints: tuple[tuple[float, ...], ...]
    looks: tuple[Look, Look]
    captions: tuple[str, str]
    kept: frozenset[tuple[Card, Card]] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything to be seen."""

    left: BoardView | FightsView
    hands: tuple[HandView, ...]
    mixes: tuple[MixView, ...] = ()
    matrix: MatrixView | None = None
    notes: tuple[str, ...] = ()
    title: str = ""
    sentence: str = ""


def scene(screen: Screen, width: float = WIDTH, language: str | None = None, least: float = 0) -> Scene:
    """The picture: two columns where there is room, else one below the other; at least ``least`` px high."""
    said = language_or_default(language)
    width = max(NARROWEST, min(WIDTH, width))
    wide = width >= WIDE
    left = round((width - GAP) * (0.49 if width > 860 else 0.53)) if wide else min(width, 560)
    right_x, right = (left + GAP, width - left - GAP - EDGE) if wide else (float(EDGE), width - 2 * EDGE)
    drawn = _Drawing(said)
    if isinstance(screen.left, BoardView):
        foot = drawn.board(screen.left, 0, 0, left)
    else:
        foot = drawn.fights(screen.left, 0, 0, left)
    y = 2.0 if wide else foot + 20
    for hand in screen.hands:
        y = drawn.hand(hand, right_x, y, right)
    if screen.mixes:
        drawn.static.append(line(right_x, y, right_x + right, y, HAIRLINE))
        y = drawn.mixes(screen.mixes, right_x, y + 8, right)
    if screen.matrix:
        drawn.static.append(line(right_x, y, right_x + right, y, HAIRLINE))
        y = drawn.matrix(screen.matrix, right_x, y + 8, right)
    for note in screen.notes:
        for text in broken(note, NAME, right):
            drawn.static.append(Text(right_x, y + 16, text, NAME, INK))
            y += 20
        y += 6
    height = max(foot, y, least - 4) + 4
    return Scene(
        width, height, tuple(drawn.static), tuple(drawn.pieces), tuple(drawn.overlay), screen.title, screen.sentence
    )


class _Drawing:
    """Shapes by layer: what stays, the pieces, and what follows the pointer."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.static: list[Shape] = []
        self.pieces: list[Shape] = []
        self.overlay: list[Shape] = []

    def say(self, key: str) -> str:
        return word(f"caesar.board.{key}", self.language)

    # The board --------------------------------------------------------------------------------------------------------

    def board(self, board: BoardView, x: float, y: float, width: float) -> float:
        """The board in a frame; the y of its foot."""
        pitch = (width - 2 * PAD - 20) / SIDE
        left, top = x + PAD + 16, y + PAD
        frame = len(self.static)
        for number, cell in enumerate(board.cells):
            row, column = divmod(number, SIDE)
            self._cell(cell, left + column * pitch, top + row * pitch, pitch, (row + column) % 2)
        for place in range(SIDE):
            self.static.append(
                Text(
                    left + (place + 0.5) * pitch,
                    top + SIDE * pitch + 16,
                    SQUARES[place][0],
                    TEXT,
                    MUTED,
                    anchor="middle",
                )
            )
            self.static.append(
                Text(left - 7, top + (place + 0.5) * pitch + 4, str(place + 1), TEXT, MUTED, anchor="end")
            )
        for ray in board.rays:
            self._ray(ray, left, top, pitch)
        foot = self._legend(board, x + PAD, top + SIDE * pitch + 27, width - 2 * PAD)
        self.static.insert(frame, Rect(x, y, width, foot - y, 10, fill=LAND, stroke=CELL_LINE))
        return foot

    def _cell(self, cell: Cell, x: float, y: float, pitch: float, shade: int) -> None:
        side = pitch - 3
        fill = SQUARE_B if shade else SQUARE_A
        self.static.append(Rect(x + 1.5, y + 1.5, side, side, 5, fill=fill, stroke=CELL_LINE))
        if cell.group:
            below = CRAMPED <= pitch < ROOMY
            base, room = (pitch - 29, pitch * 0.52) if below else (pitch * 0.81, pitch * 0.64)
            self.pieces += tower(cell.group, x + pitch * 0.43, y + base, room, self.language, min(1.0, pitch / 92))
        self._mark(cell.mark, x + 1.5, y + 1.5, side)
        if cell.action is not None:
            self.overlay.append(Rect(x, y, pitch, pitch, action=cell.action, label=cell.label))

    def _mark(self, mark: str, x: float, y: float, side: float) -> None:
        text, colour, weight = "", INK, 600
        if mark == "chosen":
            self.static.append(Rect(x + 2, y + 2, side - 4, side - 4, 5, fill=GOLD + "22", stroke=GOLD, stroke_width=4))
            text, colour = self.say("chosen"), CHOSEN_TEXT
        elif mark in ("alliance", "place"):
            self.static.append(
                Rect(x + 1.5, y + 1.5, side - 3, side - 3, 5, fill=GOOD + "14", stroke=GOOD, stroke_width=2.4)
            )
            text, colour = (self.say("alliance"), GOOD) if mark == "alliance" else ("", GOOD)
        elif mark == "conflict":
            self.static.append(Rect(x + 1.5, y + 1.5, side - 3, side - 3, 5, stroke=INK, stroke_width=2.4))
            self.static.append(Rect(x + 5.5, y + 5.5, side - 11, side - 11, 3, stroke=INK, stroke_width=1.2))
            text = self.say("conflict")
        elif mark == "can":
            self.static.append(Rect(x + 1, y + 1, side - 2, side - 2, 5, stroke=GOLD, stroke_width=1.6))
        elif mark == "hidden":
            text, colour, weight = self.say("hidden"), MUTED, 400
        if text and side + 3 >= CRAMPED:
            inset = 10 if mark == "conflict" else 7
            foot = y + inset + 11 if side + 3 >= ROOMY else y + side - inset + 1
            self.static.append(Text(x + inset, foot, text, TEXT, colour, weight=weight, max_width=side - 2 * inset))

    def _ray(self, ray: Ray, left: float, top: float, pitch: float) -> None:
        (x1, y1), (x2, y2) = (_middle(square, left, top, pitch) for square in (ray.here, ray.there))
        right, down = _sign(x2 - x1), _sign(y2 - y1)
        inner = pitch / 2 + 1
        x1, y1 = x1 + right * inner, y1 + down * inner
        x2, y2 = x2 - right * inner, y2 - down * inner
        colour = {"alliance": GOOD, "next": INK, "conflict": INK}.get(ray.kind, LINE)
        dash = {"alliance": (7.0, 5.0), "next": (1.5, 6.0), "sight": (2.0, 4.0)}.get(ray.kind, ())
        layer = self.overlay if ray.kind == "sight" else self.pieces
        gap = abs(x2 - x1) + abs(y2 - y1)
        if ray.kind in ("alliance", "conflict"):
            tip = 7 if gap > 12 else 9
            a, b = (x2, y2) if gap > 12 else (x2 + right * 4, y2 + down * 4)
            if gap > 12:
                layer.append(line(x1, y1, x2 - right * tip, y2 - down * tip, colour, 2.6, dash))
            points = [(a, b), (a - right * tip + down * 6, b - down * tip + right * 6)]
            points.append((a - right * tip - down * 6, b - down * tip - right * 6))
            layer.append(Path(through(points, True), fill=colour))
        elif gap > 2:
            layer.append(line(x1, y1, x2, y2, colour, 2, dash, "round"))
        if ray.text and right:
            self.pieces.append(
                Text(
                    (x1 + x2) / 2,
                    y1 - 10,
                    ray.text,
                    TEXT,
                    MUTED,
                    anchor="middle",
                    halo=SQUARE_B,
                    max_width=max(gap, 60),
                )
            )
        elif ray.text:
            self.pieces.append(Text(x1 + 8, (y1 + y2) / 2, ray.text, TEXT, MUTED, halo=SQUARE_B))

    def _legend(self, board: BoardView, x: float, y: float, width: float) -> float:
        self.static.append(line(x + 4, y, x + width - 4, y, CELL_LINE))
        y += 20
        end = x + 8
        items: list[tuple[str, list[Shape]]] = [
            (self.say("neutral"), [Circle(end + 7, y - 4, 6, fill=NEUTRAL)]),
            (self.say("alliance_legal"), []),
            (self.say("conflict_legal"), []),
        ]
        for place, (text, shapes) in enumerate(items):
            if place == 1:
                shapes.append(Rect(end + 1, y - 11, 14, 14, 3, fill=GOOD + "14", stroke=GOOD, stroke_width=2.2))
            elif place == 2:
                shapes.append(Rect(end + 1, y - 11, 14, 14, 3, stroke=INK, stroke_width=2))
                shapes.append(Rect(end + 4.5, y - 7.5, 7, 7, 1.5, stroke=INK))
            self.static += shapes
            self.static.append(Text(end + 21, y, text, TEXT, MUTED))
            end += 21 + text_width(text, TEXT) + 16
        if end + text_width(board.score, TEXT, 600) > x + width - 6:
            y += 20
        self.static.append(Text(x + width - 6, y, board.score, TEXT, INK, weight=600, anchor="end"))
        return y + 14

    # A duel's fights --------------------------------------------------------------------------------------------------

    def fights(self, view: FightsView, x: float, y: float, width: float) -> float:
        """The fights one below the other, the first on top; the y of the foot."""
        each = 96
        height = PAD * 2 + each * max(1, len(view.fights)) + (24 if view.note else 0)
        self.static.append(Rect(x, y, width, height, 10, fill=LAND, stroke=CELL_LINE))
        for place, fight in enumerate(view.fights):
            self._fight(fight, x + PAD, y + PAD + place * each, width - 2 * PAD, each - 6)
        if view.note:
            self.static.append(
                Text(x + PAD + 4, y + height - 12, view.note, TEXT, MUTED, max_width=width - 2 * PAD - 8)
            )
        return y + height

    def _fight(self, fight: Fight, x: float, y: float, width: float, height: float) -> None:
        rim, thick = (GOLD, 3) if fight.now else (CELL_LINE, 1)
        self.static.append(Rect(x, y, width, height, 6, fill=SQUARE_A, stroke=rim, stroke_width=thick))
        weight, colour = (600, CHOSEN_TEXT) if fight.now else (400, MUTED)
        self.static.append(Text(x + 10, y + 19, fight.title, TEXT, colour, weight=weight))
        middles = x + width * 0.3, x + width * 0.7
        for middle, group, action, label in zip(middles, (fight.own, fight.other), fight.actions, fight.labels):
            self.pieces += tower(group, middle, y + height - 18, height - 26, self.language)
            if action is not None:
                self.overlay.append(Rect(middle - 48, y + 22, 96, height - 24, 6, action=action, label=label))
        self.static.append(line(middles[0] + 52, y + height - 30, middles[1] - 44, y + height - 30, INK, 2.4))

    # Hands ------------------------------------------------------------------------------------------------------------

    def hand(self, hand: HandView, x: float, y: float, width: float) -> float:
        """A hand: all ten cards, those that are gone struck; the y below it."""
        self.static += badge(hand.look, x + 11, y + 12)
        self.static.append(
            Text(x + 30, y + 18, hand.title, HEADING, INK, family="serif", weight=700 if hand.active else 400)
        )
        room = width - 40 - text_width(hand.title, HEADING)
        self.static.append(Text(x + width, y + 17, hand.note, TEXT, MUTED, anchor="end", max_width=max(80, room)))
        pitch = width / len(CARDS)
        wide = pitch - 6
        high = min(54, wide * 1.28)
        for place, card in enumerate(CARDS):
            left = x + place * (width - wide) / (len(CARDS) - 1)
            if card in hand.cards:
                self.pieces += held_card(card, left, y + 28, wide, high, hand.look.face)
            else:
                self.pieces += gone_card(card, left, y + 28, wide, high)
            if card == hand.marked:
                self.pieces.append(Rect(left - 3, y + 25, wide + 6, high + 6, 7, stroke=GOLD, stroke_width=3))
            if card in hand.actions:
                action, label = hand.actions[card]
                self.overlay.append(Rect(left - 2, y + 26, wide + 4, high + 4, action=action, label=label))
        return y + 28 + high + 14

    # Mixes ------------------------------------------------------------------------------------------------------------

    def mixes(self, mixes: Sequence[MixView], x: float, y: float, width: float) -> float:
        """Mixes side by side; the y below them."""
        beside = width >= 400
        each = (width - 20) / 2 if beside else width
        feet: list[float] = []
        for place, mix in enumerate(mixes):
            left = x + place * (each + 20) if beside else x
            top = y if beside or not place else feet[-1] + 8
            feet.append(self._mix(mix, left, top, each))
        return max(feet) + 10

    def _mix(self, mix: MixView, x: float, y: float, width: float) -> float:
        self.static.append(Text(x, y + 14, mix.title, NAME, INK, family="serif", weight=700, max_width=width))
        y += 24
        bars, aside = x + 30, 86 if mix.balls and (width >= 210 or sum(mix.balls.values()) <= SEEN) else 0
        room = width - 30 - 60 - aside
        for place, (card, share) in enumerate(mix.rows[:MOST_ROWS]):
            middle = y + 12 + place * 26
            faint = share == 0
            self.static.append(symbol(card, x + 11, middle, HEADING if not faint else NAME, LINE if faint else INK))
            self.static.append(line(bars, middle - 11, bars, middle + 11, LINE))
            long = max(1.0, room * share)
            if not faint:
                self.static.append(Rect(bars, middle - 9, long, 18, 2, fill=mix.look.face))
            self.static.append(
                Text(bars + (long if not faint else 0) + 6, middle + 5, percent(share), NAME if not faint else TEXT,
                     INK if not faint else MUTED, weight=600 if share >= 0.5 else 400)
            )  # fmt: skip
            if card == mix.played:
                self.static.append(Rect(x - 2, middle - 12, width - aside - 2, 24, 4, stroke=GOLD, stroke_width=2.4))
        foot = y + 26 * max(1, min(MOST_ROWS, len(mix.rows))) + 2
        if aside:
            scale = aside / 118
            self.static.append(urn(mix.balls, x + width - aside / 2, y + 59 * scale, mix.look.face, scale))
            foot = max(foot, y + 122 * scale)
        for text in broken(mix.note, TEXT, width):
            self.static.append(Text(x, foot + 12, text, TEXT, MUTED))
            foot += 16
        return foot

    # The matrix -------------------------------------------------------------------------------------------------------

    def matrix(self, matrix: MatrixView, x: float, y: float, width: float) -> float:
        """The matrix, its notes beside it where there is room; the y below it."""
        self.static.append(Text(x, y + 14, matrix.title, NAME, INK, family="serif", weight=700, max_width=width))
        rows, columns = len(matrix.own), len(matrix.other)
        caption = max(text_width(text, TEXT) for text in matrix.captions) + 6
        cell = min(50.0, (width - caption - 24) / columns)
        high = 30.0 if rows <= 4 else 22.0
        left, top = x + caption + 24, y + 46
        self.static.append(Text(x + caption, y + 38, matrix.captions[1], TEXT, MUTED, anchor="end"))
        for j, card in enumerate(matrix.other):
            self.static.append(symbol(card, left + (j + 0.5) * cell, y + 33, NAME, matrix.looks[1].face))
        for i, card in enumerate(matrix.own):
            middle = top + (i + 0.5) * high
            self.static.append(symbol(card, left - 14, middle, NAME, matrix.looks[0].face))
            for j, other in enumerate(matrix.other):
                bold = (card, other) in matrix.kept
                tint = matrix.tints[i][j]
                self.static.append(
                    Rect(left + j * cell + 1, top + i * high + 1, cell - 2, high - 2, 4, fill=shade(tint))
                )
                size = NAME if cell >= 36 else TEXT if cell >= 30 else TINY
                self.static.append(
                    Text(left + (j + 0.5) * cell, middle + 0.36 * size, matrix.texts[i][j], size, INK,
                         weight=700 if bold else 400, anchor="middle", max_width=cell - 4)
                )  # fmt: skip
        self.static.append(Text(left - 6, top + rows * high + 14, matrix.captions[0], TEXT, MUTED, anchor="end"))
        foot = top + rows * high + 22
        end = left + columns * cell + 18
        beside = x + width - end >= 150
        at, place, room = (end, top + 10.0, x + width - end) if beside else (x, foot + 8, width)
        for text in (text for note in matrix.notes for text in broken(note, TEXT, room)):
            self.static.append(Text(at, place, text, TEXT, INK))
            place += 16
        return max(foot, place)


def shade(tint: float) -> str:
    """A colour between blue (-1), land (0) and red (1)."""
    red, blue, middle = (0xDB, 0xA5, 0x8D), (0x9F, 0xBE, 0xD6), (0xEF, 0xE6, 0xD2)
    end = red if tint > 0 else blue
    share = min(1.0, abs(tint)) ** 0.6
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(middle, end))


def broken(text: str, size: float, room: float) -> list[str]:
    """A text in lines no wider than ``room``; Japanese breaks anywhere, other text at spaces."""
    lines: list[str] = []
    current = ""
    for piece in _pieces(text):
        if current and text_width((current + piece).rstrip(), size) > room:
            lines.append(current.rstrip())
            current = ""
        current += piece
    return [*lines, current.rstrip()] if current.strip() else lines


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    for letter in text:
        narrow = letter <= "\u2e7f" and bool(pieces) and pieces[-1][-1] <= "\u2e7f" and not pieces[-1].endswith(" ")
        follows = bool(pieces) and letter in "、。，）」・ "  # never at the beginning of a line
        if narrow or follows:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _middle(square: str, left: float, top: float, pitch: float) -> tuple[float, float]:
    row, column = divmod(NUMBER[square], SIDE)
    return left + (column + 0.5) * pitch, top + (row + 0.5) * pitch


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


__all__ = ["FLAG", "PAPER", "TABLE", "BoardView", "Cell", "Screen", "scene"]
