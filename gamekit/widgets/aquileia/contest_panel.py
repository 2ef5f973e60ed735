"""The contest panel: who wins the arena or the race, with every number a field to type in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from html import escape
from itertools import cycle
from typing import Any, ClassVar

from gamekit import aquileia as aq
from gamekit.aquileia.notation import Words
from gamekit.aquileia.odds.contest import PLACES, without_blue
from gamekit.aquileia.tables import SETUP, Purse
from gamekit.probability.distribution import Dist
from gamekit.text.piece_list import normalize_characters
from gamekit.text.translation import basis_line, error_text, format_points, language_or_default, note, percent, word
from gamekit.widgets import charts, page
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia.city_board import chance_html
from gamekit.widgets.aquileia.city_view import LEAST, WIDTH, Person, contest_scene, draw_width
from gamekit.widgets.aquileia.pieces import FIVE, TINTS, pawns
from gamekit.widgets.charts import Chart, Part, Spec, without_basis_caption
from gamekit.widgets.cover import TELLS
from gamekit.widgets.look import NEUTRAL


def say(key: str, language: str | None = None, **fields: Any) -> str:
    return word(f"aquileia.chart.{key}", language, **fields)


def ranks(contest: aq.Contest, name: str, language: str | None = None, width: int = charts.WIDTH) -> Chart:
    """An entrant's chances of each place, as one bar."""
    chances = contest.p_rank(name)
    tints = [_colour(contest, name), "#B49A6A", *["#8C8577"] * 3]
    parts = [Part(say("place", language, place=n), p, tints[n - 1]) for n, p in enumerate(chances, 1)]
    title = say("ranks", language, name=name, p=percent(chances[0]))
    return charts.outcome_bar(parts, Spec(title, "", contest.basis, language, width, heads=(say("places", language),)))


def by_card_strength(
    contest: aq.Contest, name: str, cards: Sequence[int] = range(9), language: str | None = None,
    width: int = charts.WIDTH,
) -> Chart:  # fmt: skip
    """Rank chances against the strength of cards; the title says from which one half the wins are reached.

    Cards are the axis, since fields cannot give any strength: an arena has 1, 1 and 2."""
    rows = aq.rank_rows(contest, name, cards=cards)
    half = next((held for held, first in zip(rows["cards"], rows["first"]) if first >= 0.5), None)
    title = say("never_half" if half is None else "half", language, name=name, cards=half)
    stages = [say("card_stage", language, cards=each) for each in rows["cards"]]
    return _stages(contest, name, rows, stages, Spec(title, say("note", language), language=language, width=width))


def by_blue(contest: aq.Contest, name: str, language: str | None = None, width: int = charts.WIDTH) -> Chart:
    """Rank chances with none to four blue dice; the title says what the first die and all four add."""
    rows = aq.rank_rows(without_blue(contest), name, blue=range(5))
    firsts = rows["first"].tolist()
    one, four = (format_points(firsts[dice] - firsts[0], "") for dice in (1, 4))
    title = say("blue", language, name=name, one=one, four=four)
    stages = [say("dice", language, dice=dice) for dice in rows["blue"]]
    others = any(entrant.blue for entrant in contest.entrants if entrant.name != name)
    note = say("note_blue" if others else "note", language)
    return _stages(contest, name, rows, stages, Spec(title, note, language=language, width=width))


def _stages(contest: aq.Contest, name: str, rows: Any, stages: list[str], spec: Spec) -> Chart:
    count, language = len(contest.entrants), spec.language
    first, last = (say("place", language, place=place) for place in (1, count))
    parts = [Part(first, "first", _colour(contest, name)), Part(last, PLACES[count - 1], NEUTRAL)]
    middle = say("place", language, place=2) if count == 3 else say("between", language)
    return charts.stage_bars(rows, stages, parts, middle, spec)


def by_cards(
    contest: aq.Contest, name: str, bases: Sequence[int] = range(1, 5), cards: Sequence[int] = range(6),
    language: str | None = None, width: int = charts.WIDTH,
) -> Chart:  # fmt: skip
    """The chance to win against field strength, as far as one player's fields in a district go, and cards."""
    rows = aq.rank_rows(contest, name, base=bases, cards=cards)
    total = aq.break_even(contest.with_entrant(name, cards=0), name)
    title = say("cards" if total else "never_half", language, name=name, total=total or 0)
    names = {"base": say("field_strength", language), "cards": say("card_strength", language)}
    colour = _colour(contest, name)
    return charts.heat_map(rows, "cards", "base", "first", Spec(title, "", (), language, width, (colour,), names=names))


def split(found: aq.BlueDiceSplit, language: str | None = None, width: int = charts.WIDTH) -> Chart:
    """Return a chart of the worth of each split of the blue dice; its title gives the cost of the second best."""
    rows = found.to_frame()
    rows["label"] = [say("thrown", language, arena=arena) for arena in rows["arena"]]
    rows["more"] = [say("kept", language, race=race) for race in rows["race"]]
    best = {"arena": found.best, "race": len(found.values) - 1 - found.best, "second": found.second}
    title = say("split", language, name=found.holder, loss=f"{float(found.loss):.2f}", **best)
    names = {"label": say("in_arena", language), "more": say("in_race", language), "worth": say("worth", language)}
    return charts.amount_bars(rows, "worth", "label", "more", Spec(title, language=language, width=width, names=names))


def coins(purses: Dist[Purse], title: str, language: str | None = None, width: int = charts.WIDTH) -> Chart:
    """Return a distribution of coins as one bar, likeliest first."""
    ordered, told = sorted(purses, key=lambda purse: -purses[purse]), Words(language_or_default(language)).coins
    parts = [Part(told(purse), purses.p(purse.__eq__), tint) for purse, tint in zip(ordered, cycle(TINTS))]
    return charts.outcome_bar(parts, Spec(title, "", purses.basis, language, width, heads=(say("coins", language),)))


def _colour(contest: aq.Contest, name: str) -> str:
    return next(pawn.colour for pawn in pawns(contest.names) if pawn.name == name)


FEWEST = 2
MOST = {"base": 30, "tie": 9, "cards": 40, "rolled": 7, "red": 3, "blue": 4}  # as far as the fields go
FROM_ONE = ("base", "tie")
SIDES = ("gold", "silver")
CHART, GAP = 400, 24  # px: the least width of each of two charts side by side, and the gap, as in games.css
CHARTS: dict[str, Callable[..., Chart]] = {"cards": by_card_strength, "blue": by_blue}


@dataclass(frozen=True, slots=True)
class ContestTable:
    """The entrants as typed, the selected entrant, and how chances are written."""

    SHARED: ClassVar = ("entrants", "chosen", "fraction")

    entrants: tuple[aq.Entrant, ...]
    chosen: int
    fraction: bool = False
    language: str = "en"

    def say(self, key: str, **fields: Any) -> str:
        return word(f"aquileia.panel.{key}", self.language, **fields)

    @property
    def race(self) -> bool:
        return self.entrants[0].side is not None

    @property
    def contest(self) -> aq.Contest | None:
        """The contest as typed, None while it is not one."""
        return None if self.problem else aq.Contest(self.entrants)

    @property
    def problem(self) -> str:
        """The reason why the typed entrants are not a contest."""
        try:
            aq.Contest(self.entrants)
        except ValueError as error:
            return error_text(error, self.language)
        return ""

    @property
    def name(self) -> str:
        """The selected entrant, whose chances are in large type."""
        return self.entrants[self.chosen].name


def chances_of(contest: aq.Contest | None) -> dict[str, list[Fraction]]:
    """Each entrant's chances of the places, first to last; empty while the entries are invalid."""
    return {name: contest.p_rank(name) for name in contest.names} if contest else {}


def spoken_sentence(table: ContestTable, contest: aq.Contest | None) -> str:
    """Return the chosen entrant's chances in one sentence, with their basis."""
    if not contest:
        return table.problem
    ranks = ", ".join(percent(p) for p in contest.p_rank(table.name))
    return table.say("sentence", name=table.name, ranks=ranks, basis=basis_line(contest.basis, table.language))


def screen(table: ContestTable, viewport: page.Viewport) -> page.Container:
    say, contest = table.say, table.contest
    people, said = [*_people(table, contest)], spoken_sentence(table, contest)
    drawn = contest_scene(people, draw_width(viewport.width), table.language, said)
    return page.page(
        viewport,
        page.heading_html(say("title"), say("race" if table.race else "arena")),
        _answer(table, contest),
        (page.Picture(drawn), _fields(table), page.status_line(viewport.error or table.problem)),
        (_choosing(table), *_beside(table, contest)),
        (_charts(table, contest, viewport.width),),
    )


def _fields(table: ContestTable) -> page.Container:
    """The grid of fields: a row an entrant, a column a number."""
    columns = ["name", *(["side"] if table.race else []), *MOST]
    cells: list[page.Control] = [page.Html(f"<b>{escape(table.say(f'field.{column}'))}</b>") for column in columns]
    for place, entrant in enumerate(table.entrants):
        cells += [_field(table, place, entrant, column) for column in columns]
    return page.Container(f"gk-aq-grid gk-aq-{len(columns)}", tuple(cells), key=("fields", len(columns)))


def _field(table: ContestTable, place: int, entrant: aq.Entrant, column: str) -> page.Control:
    told, do = f"{entrant.name}: {table.say(f'field.{column}')}", ("set", place, column)
    if column == "side":
        sides = tuple((word(f"aquileia.board.coin.{side}", table.language), side) for side in SIDES)
        return page.Menu(sides, entrant.side, do, tooltip=told, key=do)
    line = page.Input(str(getattr(entrant, column)), do, told, key=do)
    if column not in MOST:
        return line
    fewer, more = (
        page.Button(sign, ("step", place, column, by), tooltip=f"{told} {sign}1",
                    disabled=not int(column in FROM_ONE) <= getattr(entrant, column) + by <= MOST[column])
        for sign, by in (("\u2212", -1), ("+", 1))
    )  # fmt: skip
    return page.Container("gk-stepper", (fewer, line, more), key=("step", place, column))


def _choosing(table: ContestTable) -> page.Container:
    say, kinds = table.say, ((table.say("arena"), False), (table.say("race"), True))
    ready = ((say("own"), ""), *((say(f"ready.{key}"), key) for key in aq.example_contests()))
    now = next((key for key, one in aq.example_contests().items() if one.entrants == table.entrants), "")
    add = page.Button(say("add"), ("add",), disabled=len(table.entrants) == len(FIVE))
    remove = page.Button(say("remove"), ("remove",), disabled=len(table.entrants) == FEWEST)
    return page.section(
        say("contest"),
        page.Menu(ready, now, ("ready",), tooltip=say("ready")),
        page.Menu(kinds, table.race, ("kind",), tooltip=say("kind")),
        page.row(add, remove),
    )


def _beside(table: ContestTable, contest: aq.Contest | None) -> tuple[page.Control, ...]:
    """Return controls: the entrant, the strength that wins half the time, the gain by blue dice, texts to copy."""
    say, name = table.say, table.name
    names = tuple((entrant.name, place) for place, entrant in enumerate(table.entrants))
    whose = page.Menu(names, table.chosen, ("entrant",), say("whose"))
    if not contest:
        return (page.section(say("chance"), whose),)
    base = aq.break_even(contest, name)
    half = say("half", base=base) if base else say("never")
    code = f"aq.Contest([{', '.join(f'aq.{entrant!r}' for entrant in contest.entrants)}])"
    return (
        page.section(say("chance"), whose, page.Html(f"<span>{escape(half)}</span>", TELLS)),
        page.section(say("blue_dice"), page.Html(_blue(table, contest))),
        page.copy_buttons(say, spoken_sentence(table, contest), code, basis_line(contest.basis, table.language)),
    )


def _blue(table: ContestTable, contest: aq.Contest) -> str:
    shown = min(3, len(table.entrants))
    gain = enumerate(aq.rank_chances_by_blue_dice(contest, table.name))
    rows = (map(escape, (str(dice), *map(percent, ranks[:shown]))) for dice, ranks in gain)
    heads = escape(table.say("field.blue")), *map(str, range(1, shown + 1))
    note = page.muted_line(table.say("blue_note", name=table.name, places=shown)).value
    return note + page.table_html(rows, heads, "gk-aq-blue")


def _charts(table: ContestTable, contest: aq.Contest | None, room: float) -> page.Container:
    """Return charts of other field strengths and blue dice, side by side if there is room."""
    width = int((room - GAP) / 2 if room >= 2 * CHART + GAP else room)
    asked, of = {"language": table.language, "width": width}, (table.entrants, table.chosen, width)
    shown = list[page.LiveChart]()
    for kind, make in CHARTS.items() if contest else ():
        made = partial(without_basis_caption, partial(make, contest, table.name, **asked))
        shown.append(page.LiveChart(made, of, table.language, key=kind))
    return page.Container("gk-aq-charts", tuple(shown), shown=contest is not None)


def _answer(table: ContestTable, contest: aq.Contest | None) -> str:
    if not contest:
        return ""
    others = list(enumerate(contest.p_rank(table.name), 1))[1:]
    told = " · ".join(table.say("rank", place=place, chance=percent(p)) for place, p in others)
    basis, wins = basis_line(contest.basis, table.language), table.say("wins", name=table.name)
    return chance_html(chances_of(contest), table.name, wins, told, basis, fraction=table.fraction)


def _people(table: ContestTable, contest: aq.Contest | None) -> Iterator[Person]:
    chances, words = chances_of(contest), Words(table.language)
    looks = pawns([entrant.name for entrant in table.entrants])
    for place, (one, pawn) in enumerate(zip(table.entrants, looks)):
        metal = one.side or "bronze"
        detail = table.say("detail", tie=one.tie, coin=words.name("coin", metal))
        sums, ranks = (one.base, one.rolled, one.cards), tuple(map(float, chances.get(pawn.name, ())))
        dice: dict[str, Any] = {"red": ("",) * one.red, "blue": ("",) * one.blue, "counts": metal}
        yield Person(pawn, 0, None, detail, acting=place == table.chosen, sums=sums, ranks=ranks, **dice)


def update(table: ContestTable, message: page.Message) -> ContestTable:
    match message:
        case ("set", place, column, value):
            entrant = replace(table.entrants[place], **{column: _typed(table, column, value)})
            return replace(table, entrants=(*table.entrants[:place], entrant, *table.entrants[place + 1 :]))
        case ("step", place, column, by):
            return update(table, ("set", place, column, str(getattr(table.entrants[place], column) + by)))
        case ("entrant", place):
            return replace(table, chosen=place)
        case ("fraction",):
            return replace(table, fraction=not table.fraction)
        case ("add",):
            name = next(name for name in FIVE if name not in {entrant.name for entrant in table.entrants})
            tie = next(tie for tie in range(1, MOST["tie"]) if tie not in {entrant.tie for entrant in table.entrants})
            entrant = aq.Entrant(name, 1, tie, side=SIDES[0] if table.race else None, red=SETUP["red_dice"])
            return replace(table, entrants=(*table.entrants, entrant))
        case ("remove",):
            kept = table.entrants[:-1]
            return replace(table, entrants=kept, chosen=min(table.chosen, len(kept) - 1))
        case ("ready", key) if key:
            entrants = tuple(aq.example_contests()[key].entrants)
            return replace(table, entrants=entrants, chosen=len(entrants) - 1)
        case ("kind", race) if race != table.race:
            sides = [SIDES[place % 2] if race else None for place in range(len(table.entrants))]
            return replace(table, entrants=tuple(replace(e, side=s) for e, s in zip(table.entrants, sides)))
    return table


def _typed(table: ContestTable, column: str, value: str) -> Any:
    text = normalize_characters(value).strip()
    if column not in MOST:
        return text
    least, most = int(column in FROM_ONE), MOST[column]
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and least <= int(text) <= most):
        field = note(f"aquileia.panel.field.{column}")
        raise ValueError(note("aquileia.panel.number", field=field, found=text[:20], least=least, most=most))
    return int(text)


class ContestPanel(Board, screen=screen, update=update, widths=(LEAST, WIDTH)):
    """A contest to change and to read; shows itself in a notebook.

    Opens on ``contest``, else on the arena example (4.E). ``panel.contest`` is the contest as typed (None while it
    is not one, with the reason under the fields), ``panel.rank_chances`` everybody's rank chances.

    >>> panel = ContestPanel()
    >>> panel.rank_chances["Kiko"][0]
    Fraction(304, 6561)
    >>> panel.set_entrant("Kiko", base=2)
    >>> panel.rank_chances["Kiko"][0]
    Fraction(416, 2187)
    """

    table: ContestTable

    def __init__(self, contest: aq.Contest | None = None, language: str | None = None) -> None:
        entrants = tuple((contest or aq.example_contests()["arena"]).entrants)
        super().__init__(ContestTable(entrants, len(entrants) - 1, language=language_or_default(language)))

    @property
    def contest(self) -> aq.Contest | None:
        """The contest entered; None while an entry is invalid."""
        return self.table.contest

    @property
    def rank_chances(self) -> dict[str, list[Fraction]]:
        """Each entrant's chances of the places, first to last; empty while the entries are invalid."""
        return chances_of(self.contest)

    def set_entrant(self, name: str, **changes: Any) -> None:
        """Change fields of one entrant, as by typing."""
        place = [entrant.name for entrant in self.table.entrants].index(name)
        for column, value in changes.items():
            self.send(("set", place, column, str(value)))
