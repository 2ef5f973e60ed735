"""The class's site: ``make site``. Boards to click through, worksheets and lessons as pages that need no Python.

Every page carries its pictures, its style and its script, so it opens from a folder or from any server, and is under
3 MB. ``python docs/make_lessons.py FOLDER [page ...]`` makes all pages, or those named."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import markdown
import nbformat

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from gamekit import aquileia as aq  # noqa: E402
from gamekit import julius_caesar as jc  # noqa: E402
from gamekit import roma_victrix as rv  # noqa: E402
from gamekit.classroom.pages import CODE  # noqa: E402
from gamekit.lessons.exercises import MIXED, TOPICS  # noqa: E402
from gamekit.lessons.predictions import CONTEST, Prediction  # noqa: E402
from gamekit.text.translation import LANGUAGES, percent, translate, word  # noqa: E402
from gamekit.widgets.layout import BOLD, Room  # noqa: E402
from gamekit.widgets.lessons import (  # noqa: E402
    PredictBoard,
    QuizBoard,
    StepBoard,
    ThousandBoard,
    TimelineBoard,
    worksheet,
)
from gamekit.widgets.lessons.board import LessonBoard, lesson, switch  # noqa: E402
from gamekit.widgets.lessons.predict_view import ANSWER, LEAST, forces, tints  # noqa: E402
from gamekit.widgets.look import LINE, MUTED, WHITE  # noqa: E402
from gamekit.widgets.page import Area, Picture, Seat, Slider, controls, heading_html, row, still_scene, style  # noqa: E402
from gamekit.widgets.scene import Rect, Scene, Shape, Text  # noqa: E402
from gamekit.widgets.svg import image  # noqa: E402
from gamekit.widgets.walkable import Walk, html, walk  # noqa: E402

GUESSES = range(0, 101, 10)
HALF, TALLEST = 540.0, 190.0  # px: half a page, and its highest bar
MOST_BYTES = 3_000_000


# What if: a board whose figures are worked out for every place of its sliders -----------------------------------------


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Which question, where its sliders stand, in which language."""

    name: str
    values: tuple[int, ...]
    language: str = "en"


class Question(NamedTuple):
    """A question with sliders: their words (data/words.csv), ranges, and what is asked."""

    sliders: tuple[tuple[str, range], ...]
    start: tuple[int, ...]
    board: Callable[..., Prediction]
    about: int = 0  # the slider that it asks about


def battle(legions: int, enemies: int, strength: int) -> Prediction:
    attacker = jc.army(f"{legions} C3/{'I' * strength}", "Caesar")
    return Prediction(jc.Battle(attacker, jc.army(f"{enemies} C2/III", "Pompey")), "attacker")


def combat(legions: int, leader: int) -> Prediction:
    attacker = rv.force(f"{legions} LGN, 2 CAV", leader=leader)
    return Prediction(rv.LandCombat(attacker, rv.force("5 HI, 3 CAV", leader=2)), "attacker")


def contest(blue: int, cards: int) -> Prediction:
    ready = aq.ready_contests()[CONTEST]
    last = ready.names[-1]
    others = [replace(one, blue=0) for one in ready.entrants if one.name != last]
    return Prediction(aq.Contest([*others, replace(ready.entrant(last), blue=blue, cards=cards)]), last)


QUESTIONS = {
    "battle": Question(
        (("legions", range(1, 9)), ("enemies", range(1, 6)), ("strength", range(1, 4))), (4, 3, 3), battle
    ),
    "combat": Question((("legions", range(2, 13)), ("leader", range(0, 5))), (6, 1), combat, about=1),
    "contest": Question((("blue", range(0, 5)), ("cards", range(0, 4))), (0, 1), contest),
}


def what_if(table: WhatIf, seat: Seat) -> Area:
    """The sliders, the forces that they set, and the chance."""
    asked, say = QUESTIONS[table.name], table.language
    now = asked.board(*table.values)
    sliders = [
        Slider(word(f"site.what_if.{name}", say), values[0], values[-1], table.values[place], ("set", place))
        for place, (name, values) in enumerate(asked.sliders)
    ]
    shapes, height = forces(now, HALF, say)
    told = f"{word(f'predict.chance.{now.kind}', say, who=translate(now.who, say))}: {percent(now.chance, 0)}"
    left = (*sliders, Picture(Scene(HALF, height, pieces=tuple(shapes), ground=WHITE, sentence=told), name="forces"))
    right = Picture(answer_scene(table, asked, now))
    head = heading_html(word(f"site.question.{table.name}", say))
    cards = row(Area("gk-card", left), Area("gk-card gk-card-answer", (right,)), kind="gk-halves")
    return lesson(seat, head, f"<b>{escape(told)}</b>", [row(switch(say)), cards])


def answer_scene(table: WhatIf, asked: Question, now: Prediction) -> Scene:
    """The chance in large figures; under it the chance at every place of the slider that is asked about, the others as
    they are. A click on a bar goes there."""
    say, (name, values) = table.language, asked.sliders[asked.about]
    colour, what = tints(now, now.side).face, word(f"site.what_if.{name}", say)
    at = [(*table.values[: asked.about], value, *table.values[asked.about + 1 :]) for value in values]
    found = [asked.board(*one).chance for one in at]
    top = next(top for top in (0.25, 0.5, 1.0) if max(found) <= top)
    said = word("site.by", say, what=what)
    shapes: list[Shape] = [
        Text(0, 84, percent(now.chance, 0), ANSWER, colour, weight=BOLD),
        Text(0, 142, said, LEAST, MUTED, max_width=HALF),
    ]
    step = HALF / len(values)
    for place, (value, chance) in enumerate(zip(values, found)):
        tall = max(2.0, TALLEST * float(chance) / top)
        bar = Room(step * (place + 0.14), 190 + TALLEST - tall, 0.72 * step, tall)
        chosen = at[place] == table.values
        for y, text in ((bar.y - 8, percent(chance, 0).rstrip("%")), (bar.bottom + 32, value)):
            weight = BOLD if chosen else 400
            shapes.append(Text(step * (place + 0.5), y, str(text), LEAST, weight=weight, anchor="middle"))
        shapes.append(bar.rect(4, fill=colour if chosen else LINE))
        label = f"{what} {value}: {percent(chance, 0)}"
        shapes.append(Rect(step * place, 152, step, TALLEST + 80, label=label, action=("set", asked.about, value)))
    return Scene(HALF, 236 + TALLEST, pieces=tuple(shapes), ground=WHITE, title=said, sentence=said)


def change(table: WhatIf, message: Any) -> WhatIf:
    match message:
        case ("set", place, value):
            return replace(table, values=(*table.values[:place], value, *table.values[place + 1 :]))
        case ("language",):
            return replace(table, language=LANGUAGES[1 - LANGUAGES.index(table.language)])
    return table


class WhatIfBoard(LessonBoard, screen=what_if, update=change):
    """A question with sliders."""


# Walks: which messages each page follows -----------------------------------------------------------------------------


def everything(table: Any, message: Any) -> bool:
    return True


def dating(table: Any, message: Any) -> bool | str:
    """Every event; the board of a battle is a page of its own, and the years run on at one speed."""
    if message[0] == "fight":
        return f"predict_{table.told.battle.lower()}.html#{table.language}" if table.told else False
    return message[0] != "pace" and not (table.running and message[0] not in ("tick", "play"))


def guessing(table: Any, message: Any) -> bool:
    """Guesses in tens by the slider; dice one by one where they are few."""
    if message[0] == "guess":
        return message[1] in GUESSES
    return message[0] in ("by", "language", "reveal", "all", "cover") or (
        message[0] == "fall" and len(table.run.throws) < 10
    )


def stepping(table: Any, message: Any) -> bool:
    """Every branch of the first throws, then the likeliest."""
    free = {"battle": 2, "combat": 2, "contest": 3}[table.asked.kind]
    kinds = {"branch": len(table.path) < free, "next": len(table.path) < 12, "language": True, "back": True}
    return kinds.get(message[0], False) or (message[0] == "jump" and message[1] in (0, len(table.path)))


def rolling(table: Any, message: Any) -> bool:
    return message[0] != "dice" or table.seed in (1, 2, 49)


def quizzing(table: Any, message: Any) -> bool:
    return message[0] in ("choose", "language") or (message[0] == "next" and table.number < 2)


BATTLES = ("Ilerda", "Dyrrhachium", "Pharsalus", "Zela", "Thapsus", "Munda", "Trebia", "Cannae")


def boards() -> dict[str, Callable[[], Walk]]:
    """Every page with a board, by name."""

    def of(made: Any, follows: Callable[[Any, Any], bool]) -> Walk:
        return walk(type(made), made.table, follows)

    found: dict[str, Callable[[], Walk]] = {
        "timeline": lambda: walk(TimelineBoard, TimelineBoard(-47, "en").table, dating, 740, axis=1216)
    }
    for name in (*BATTLES, CONTEST):
        found[f"predict_{name.lower()}"] = lambda name=name: walk(  # type: ignore[misc]
            PredictBoard, replace(PredictBoard(name, language="en").table, counts=False), guessing
        )  # type: ignore[misc]
    for name in ("Zela", "Cannae", CONTEST):
        found[f"steps_{name.lower()}"] = lambda name=name: of(StepBoard(name, language="en"), stepping)  # type: ignore[misc]
    found["thousand"] = lambda: of(ThousandBoard(language="en"), rolling)
    found["quiz"] = lambda: of(QuizBoard("die", language="en"), quizzing)
    for name, asked in QUESTIONS.items():
        found[f"what_if_{name}"] = lambda name=name, asked=asked: walk(  # type: ignore[misc]
            WhatIfBoard, WhatIf(name, asked.start), everything
        )
    return found


# Pages ---------------------------------------------------------------------------------------------------------------


def title(name: str, language: str) -> str:
    """What a page is called."""
    kind, _, of = name.partition("_")
    if kind in ("predict", "steps"):
        from gamekit.widgets.lessons.board import title as called

        thing = called(next((one for one in BATTLES if one.lower() == of), CONTEST), language)
        return word(f"site.page.{kind}", language, battle=thing)
    if name.startswith("what_if_"):
        return word(f"site.question.{name.removeprefix('what_if_')}", language)
    return word(f"site.page.{name}", language)


def home(name: str) -> str:
    links = "".join(
        f'<a href="{index(language)}" lang="{language}">{escape(word("site.home", language))}</a>'
        for language in LANGUAGES
    )
    return f'<nav class="gk-walk-home">{links}</nav>\n'


def index(language: str) -> str:
    return "index.html" if language == "en" else f"index_{language}.html"


def document(language: str, heading: str, body: str) -> str:
    css = (Path(__file__).parent / "lessons.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(heading)}</title>'
        f"<style>{style()}{css}</style></head>\n<body>{body}</body></html>\n"
    )


def card(name: str, language: str, picture: str) -> str:
    """A page on the index: its picture, its name, a line."""
    said = escape(title(name, language))
    return f'<li><a href="{name}.html#{language}">{picture}<span>{said}</span></a></li>'


def thumbnail(found: Walk, language: str) -> str:
    table = next((one for one in found.tables if one.language == language), found.tables[0])
    shown = found.board.screen(table, found.seat)
    pictures = (one for one in controls(shown) if isinstance(one, Picture))
    return image(still_scene(max(pictures, key=lambda one: one.scene.height)), "card")


def sheets(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Worksheets and keys, one of each topic and language: (language, topic, file)."""
    for language in LANGUAGES:
        for topic in (MIXED, *TOPICS):
            sheet = worksheet(topic, language, level=1, seed=49)
            for key in (False, True):
                name = f"worksheet_{topic}_{language}{'_key' if key else ''}.html"
                (folder / name).write_text(sheet.html(key), encoding="utf-8")
            yield language, topic, f"worksheet_{topic}_{language}"


# Lessons -------------------------------------------------------------------------------------------------------------


LESSONS = ("history_civil_war", "teachers_guide")
PAGES = {  # the page of a board that a cell of a lesson makes
    "TimelineBoard": "timeline", "PredictBoard": "predict_pharsalus", "StepBoard": "steps_zela",
    "ThousandBoard": "thousand", "QuizBoard": "quiz",
}  # fmt: skip


def notebook(name: str, language: str) -> Path:
    return ROOT / "notebooks" / f"{name}{'' if language == 'en' else f'_{language}'}.ipynb"


def lesson_page(path: Path, language: str) -> str:
    """A lesson without its code: prose, answers, pictures, and a link to each board's page."""
    parts = []
    for cell in nbformat.read(path, 4).cells:
        if "notebook-only" in cell.metadata.get("tags", []):
            continue
        if cell.cell_type == "markdown":
            parts.append(markdown.markdown(relinked(CODE.sub("", cell.source), language), extensions=["tables"]))
            continue
        for output in cell.outputs:
            parts.append(answer(output))
        if made := next((page for board, page in PAGES.items() if f"\n{board}(" in f"\n{cell.source}"), None):
            said = escape(word("site.open", language))
            parts.append(f'<p><a class="open" href="{made}.html#{language}">{said}</a></p>')
    nav = home(path.stem)
    heading = nbformat.read(path, 4).cells[0].source.splitlines()[0].lstrip("# ")
    return document(language, heading, f"{nav}<article>{''.join(parts)}</article>")


def answer(output: Any) -> str:
    """What a cell says: its picture or table, else its text as it stands."""
    html = output.get("data", {}).get("text/html")
    if html is not None:
        return re.sub(r"<div><small>.*?</small></div>", "", html, flags=re.DOTALL)  # that it can be run
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    return f"<pre>{escape(text)}</pre>"


def relinked(text: str, language: str) -> str:
    """Links to other lessons lead to their pages; those to notebooks that are no page are words alone."""

    def link(match: re.Match[str]) -> str:
        stem = match[2].removesuffix(".ipynb").removesuffix("_ja")
        return f"[{match[1]}]({notebook(stem, language).stem}.html)" if stem in LESSONS else match[1]

    return re.sub(r"\[([^\]]*)\]\(([\w.]+\.ipynb)[^)]*\)", link, text)


# All of it -----------------------------------------------------------------------------------------------------------


def build(folder: Path, only: tuple[str, ...] = ()) -> None:
    """Write the site, or of its boards those named; ValueError for a page that is too large or is not known."""
    folder.mkdir(parents=True, exist_ok=True)
    makers = boards()
    if unknown := set(only) - set(makers):
        raise ValueError(f"no page {', '.join(sorted(unknown))}; there are {', '.join(makers)}")
    cards: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for name in only or tuple(makers):
        found = makers[name]()
        said = " · ".join(title(name, language) for language in LANGUAGES)
        (folder / f"{name}.html").write_text(html(found, said, home(name)), encoding="utf-8")
        for language in LANGUAGES:
            cards[language].append(card(name, language, thumbnail(found, language)))
    papers = list(sheets(folder))
    for language in LANGUAGES:
        lessons = []
        for name in LESSONS:
            path = notebook(name, language)
            if path.is_file():
                (folder / f"{path.stem}.html").write_text(lesson_page(path, language), encoding="utf-8")
                lessons.append(
                    f'<li><a href="{path.stem}.html">{escape(word(f"site.lesson.{name}", language))}</a></li>'
                )
        (folder / index(language)).write_text(front(language, cards[language], lessons, papers), encoding="utf-8")
    for path in folder.glob("*.html"):
        if (size := path.stat().st_size) > MOST_BYTES:
            raise ValueError(f"{path.name} has {size:,} bytes; a page has {MOST_BYTES:,} at most")


def front(language: str, cards: list[str], lessons: list[str], papers: list[tuple[str, str, str]]) -> str:
    """The first page: lessons, boards with pictures, worksheets with keys."""

    def said(key: str) -> str:
        return escape(word(f"site.{key}", language))

    rows = "".join(
        f'<li><a href="{file}.html">{escape(word(f"exercise.topic.{topic}", language))}</a> '
        f'· <a href="{file}_key.html">{said("key")}</a></li>'
        for of, topic, file in papers
        if of == language
    )
    other = LANGUAGES[1 - LANGUAGES.index(language)]
    switched = f'<p><a href="{index(other)}" lang="{other}">{escape(switch(language).description)}</a></p>'
    body = (
        f"<main><header><h1>{said('title')}</h1>{switched}</header><p>{said('intro')}</p>"
        f"<h2>{said('lessons')}</h2><ul>{''.join(lessons)}</ul>"
        f'<h2>{said("boards")}</h2><ul class="cards">{"".join(cards)}</ul>'
        f"<h2>{said('sheets')}</h2><ul>{rows}</ul><p>{said('judged')}</p></main>"
    )
    return document(language, word("site.title", language), body)


if __name__ == "__main__":
    build(Path(sys.argv[1]), tuple(sys.argv[2:]))
