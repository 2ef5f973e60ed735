"""Every board that is an ``Board``: a new one needs a line here to be fuzzed, replayed and read as text."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit.play.session import Session
from gamekit.storage.record import Entry, Record
from gamekit.text.translation import LANGUAGES
from gamekit.widgets import explore, table
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia import CityBoard, ContestPanel
from gamekit.widgets.caesar import DuelBoard, GameBoard
from gamekit.widgets.charts import Chart
from gamekit.widgets.julius_caesar import BattleBoard, CampaignBoard, battle_charts
from gamekit.widgets.lessons import PredictBoard, QuizBoard, StepBoard, ThousandBoard, TimelineBoard, worksheet
from gamekit.widgets.lessons.worksheet import SheetBoard
from gamekit.widgets.luck import LuckBoard
from gamekit.widgets.roma_victrix import CombatBoard, MapBoard, SiegeBoard
from gamekit.widgets.what_if import what_if
from tests.fifth_game import terni

CHANCES = {language: partial(lambda language, **at: chances(language, **at), language) for language in LANGUAGES}
CASES: dict[str, Any] = {"legions": range(1, 4), "mars": (False, True)}
BOARDS: dict[str, Callable[[str], Board]] = {  # each made in a language
    "battle": lambda language: BattleBoard(jc.Battle(jc.army("2 C3/III"), jc.army("A1/II, D2/I")), language),
    "campaign": lambda language: CampaignBoard(jc.first_year(), language=language, seed=1),
    "city": lambda language: CityBoard(language=language, seed="5"),
    "combat": lambda language: CombatBoard(language=language),
    "contest": lambda language: ContestPanel(language=language),
    "duel": lambda language: DuelBoard(language=language),
    "explore": lambda language: explore(attack, enemy=(1, 2), **CASES, language=language),
    "game of Caesar": lambda language: GameBoard(language=language, seed="5"),
    "luck": lambda language: LuckBoard(duel_record(), language=language),
    "map": lambda language: MapBoard(language=language, seed=1),
    "predict": lambda language: PredictBoard("Zela", language=language),
    "quiz": lambda language: QuizBoard(language=language),
    "sheet": lambda language: SheetBoard(worksheet("die", language)),
    "siege": lambda language: SiegeBoard(language=language),
    "steps": lambda language: StepBoard("Zela", language=language),
    "thousand": lambda language: ThousandBoard(language=language),
    "timeline": lambda language: TimelineBoard(language=language),
    "what if": lambda language: what_if(CHANCES[language], language, **CASES),
    "table": lambda language: table(terni, seed=1, language=language),
}


def attack(enemy: int, legions: int, mars: bool) -> Any:
    """A number of its own, and in one corner a battle, which has a board."""
    if not mars or legions < 3:
        return legions / (legions + enemy)
    return jc.Battle(jc.army(f"{legions} C3/III"), jc.army(f"{enemy} C2/II"), first_strike=mars)


def chances(language: str, legions: int, mars: bool) -> Chart:
    """The chances of a battle as one bar."""
    battle = jc.Battle(jc.army(f"{legions} C3/III"), jc.army("2 C2/III"), first_strike=mars)
    return battle_charts.outcome(battle, language=language)


def duel_record() -> Record:
    """A conflict of Caesar in which Red plays the wrong card."""
    state = caesar.position(["nR . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    actions = (caesar.Attack("a1", "e1"), caesar.Play(1), caesar.Play(5))
    return Record(caesar, tuple(map(Entry, actions)), start=caesar.to_json(state))


VALID: dict[str, Callable[[Any], object]] = {  # what must hold of a board's table, beyond that its page can be shown
    "battle": lambda table: table.setup.checked() and 0 <= len(table.course) < 400,
    "campaign": lambda table: in_order(table.session),
    "city": lambda table: in_order(table.session),
    "combat": lambda table: all(1 <= face <= 6 for face in table.dice) and table.at in ("land", "sea"),
    "contest": lambda table: 2 <= len(table.entrants) <= 5 and 0 <= table.chosen < len(table.entrants),
    "duel": lambda table: table.known and len(table.setup[0]) <= 10,
    "explore": lambda table: table.current and all(0 <= at < len(one.values) for at, one in zip(table.at, table.axes)),
    "game of Caesar": lambda table: in_order(table.session),
    "luck": lambda table: table.seat in table.found.seats and -1 <= table.open < len(table.found.positions),
    "map": lambda table: in_order(table.session),
    "predict": lambda table: -1 <= table.seen <= len(table.run.throws) and table.revealed <= table.votes.count,
    "quiz": lambda table: 0 <= table.right <= table.asked and -1 <= min(table.answers) <= max(table.answers) < 4,
    "sheet": lambda table: 1 <= len(table.exercises) <= 5,
    "siege": lambda table: all(1 <= face <= 6 for face in table.dice) and 1 <= table.capital <= table.full,
    "steps": lambda table: len(table.path) + 1 == len(table.steps),
    "thousand": lambda table: 1 <= table.rolls <= 10_000,
    "timeline": lambda table: -59 <= table.year <= -30,
    "what if": lambda table: all(0 <= at < len(values) for at, (_, values) in zip(table.at, table.axes)),
    "table": lambda table: in_order(table.session),
}


def in_order(session: Session) -> bool:
    """Whether a session shows one of the positions that its record leads to."""
    return 0 <= session.at <= len(session.record.entries) == len(session.positions) - 1
