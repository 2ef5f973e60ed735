"""Roll it a thousand times: the distribution and the shares of simulated rolls in one picture, up to 10,000 rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from gamekit.lessons.dice import MOST_ROLLS, DicePool
from gamekit.text.translation import language_or_default, percent, percent_html, word
from gamekit.widgets import page
from gamekit.widgets.layout import BOLD, Room
from gamekit.widgets.lessons.board import LETTER, LessonBoard, lesson_page
from gamekit.widgets.look import BAR, HAIRLINE, INK, LINE, MUTED
from gamekit.widgets.scene import Path, Rect, Scene, Shape, Text, line

STEPS: Final = (1, 10, 100, 1_000, MOST_ROLLS)
ROLLS: Final = ((1, 0), (2, 0), (3, 0), (2, 3), (3, 3), (4, 2))  # dice and firepower, 0 for their sum
PACE: Final = 300  # milliseconds between two pictures of a run
FASTER: Final = 1.25  # how many times as many rolls each of them shows
HEIGHT: Final = 460.0
PAIR: Final = DicePool(2)


@dataclass(frozen=True, slots=True)
class ThousandTable:
    """The dice, the seed, and the number of rolls shown."""

    roll: DicePool = PAIR
    seed: int = 49
    rolls: int = 1
    running: bool = False
    language: str = "en"


def screen(table: ThousandTable, viewport: page.Viewport) -> page.Container:
    """The bars, how many rolls they show, and the same as a table."""
    gap = f"{100 * float(table.roll.max_deviation(table.seed, table.rolls)):.1f}"
    said = word("rolls.gap" if table.rolls > 1 else "rolls.first", rolls=f"{table.rolls:,}", gap=gap)
    chosen, title = (table.roll.dice, table.roll.firepower), word("rolls.title")
    rolls = ROLLS if chosen in ROLLS else (chosen, *ROLLS)
    kinds = tuple((word(f"rolls.{'hits' if fire else 'sum'}", dice=d, firepower=fire), (d, fire)) for d, fire in rolls)
    steps = (page.Button(f"{step:,}", ("rolls", step), tooltip=word("rolls.show", rolls=f"{step:,}")) for step in STEPS)
    other = page.Button(word("rolls.other"), ("dice",), chance=True)
    shapes, run = tuple(_bars(table, viewport.width)), word("rolls.stop" if table.running else "rolls.run")
    below = (
        page.Clock(("more",), table.running and table.rolls < MOST_ROLLS and not viewport.reduced, PACE),
        page.row(*steps, page.Button(run, ("run",), "main", shown=not viewport.reduced), other),
        page.Html(_table(table)),
    )
    above = (page.Menu(kinds, chosen, ("roll",), tooltip=word("rolls.what")),)
    picture = page.Picture(Scene(viewport.width, HEIGHT, pieces=shapes, title=title, sentence=said))
    aside = word("rolls.seed", seed=table.seed)
    return lesson_page(viewport, title, f"<b>{escape(said)}</b>", above, picture, *below, aside=aside)


def _bars(table: ThousandTable, width: float) -> Iterator[Shape]:
    chances = {outcome: float(chance) for outcome, chance in table.roll.chances.items()}
    counts = table.roll.outcome_counts(table.seed, table.rolls)
    shares = {outcome: count / table.rolls for outcome, count in counts.items()}
    head, plane, _ = Room(0, 0, width, HEIGHT).column(84, None, 48, gap=0)
    rolled, law = head.columns(2, 0)
    high = plane.height / max(1.6 * max(chances.values()), *shares.values())
    yield line(0, plane.bottom, width, plane.bottom, HAIRLINE, 2)
    yield Rect(rolled.x, 12, 24, 24, 3, fill=BAR, stroke=LINE, stroke_width=2)
    yield Text(rolled.x + 36, 33, word("rolls.rolled"), LETTER)
    yield line(law.x, 24, law.x + 40, 24, INK, 6)
    yield Text(law.x + 52, 33, word("rolls.law"), LETTER)
    for (outcome, share), cell in zip(shares.items(), plane.columns(len(shares), 0)):
        x, top, mark = cell.middle[0], cell.bottom - share * high, cell.bottom - chances[outcome] * high
        bar, reach = cell.inset(0.14 * cell.width, 0), 0.44 * cell.width
        yield bar._replace(y=top, height=max(share * high, 1)).rect(3, fill=BAR, stroke=LINE, stroke_width=2)
        yield line(x - reach, mark, x + reach, mark, INK, 6)
        yield Text(x, cell.bottom + 34, str(outcome), LETTER, INK, weight=BOLD, anchor="middle")
        if cell.width > 100:
            yield Text(x, min(top, mark) - 12, percent(share), LETTER, MUTED, anchor="middle")
    yield Path(f"M0 {plane.bottom}H{width}", stroke=LINE, stroke_width=2)


def _table(table: ThousandTable) -> str:
    heads = (escape(word(f"rolls.{head}")) for head in ("outcome", "law", "times", "rolled"))
    chances, counts = table.roll.chances, table.roll.outcome_counts(table.seed, table.rolls)
    rows = ((str(o), percent_html(chances[o]), f"{n:,}", percent_html(n / table.rolls)) for o, n in counts.items())
    return page.table_html(rows, heads)


def update(table: ThousandTable, message: page.Message) -> ThousandTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("rolls", rolls):
            return replace(table, rolls=rolls, running=False)
        case ("roll", (dice, firepower)):
            return replace(table, roll=DicePool(dice, firepower), rolls=1, running=False)
        case ("run",):
            rolls = 1 if table.rolls == MOST_ROLLS and not table.running else table.rolls
            return replace(table, running=not table.running, rolls=rolls)
        case ("more",) if table.running:
            rolls = min(MOST_ROLLS, max(table.rolls + 1, int(table.rolls * FASTER)))
            return replace(table, rolls=rolls, running=rolls < MOST_ROLLS)
        case ("dice", luck):
            return replace(table, seed=luck, rolls=1, running=False)
    return table


class ThousandBoard(LessonBoard, screen=screen, update=update):
    """Dice rolled up to 10,000 times beside their distribution: a sum, or with a ``firepower`` the hits of a block.

    >>> board = ThousandBoard(dice=2, seed=49, language="en")
    >>> board.send(("rolls", 1000))
    >>> board.summary_sentence
    '1,000 rolls: the furthest share is about 1.9 points from its chance'
    """

    table: ThousandTable

    def __init__(self, dice: int = 2, firepower: int = 0, seed: int = 49, language: str | None = None) -> None:
        super().__init__(ThousandTable(DicePool(dice, firepower), seed, language=language_or_default(language)))
