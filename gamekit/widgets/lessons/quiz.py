"""A quiz for a class: the exercises of the worksheets with four answers to choose from, and what is right at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from random import Random
from typing import Final

from gamekit.lessons.exercises import LEVELS, MIXED, TOPICS, Blank, Exercise, nth
from gamekit.text.translation import language_or_default, translate, word
from gamekit.widgets.layout import Room, legible
from gamekit.widgets.lessons.board import WIDTHS, LessonBoard, lesson, other, switch
from gamekit.widgets.lessons.exercise_view import height_of, shapes_of
from gamekit.widgets.lessons.worksheet import downloads, worksheet
from gamekit.widgets.page import (
    Area,
    Button,
    Control,
    Html,
    Menu,
    Message,
    Picture,
    Seat,
    Tile,
    Tiles,
    heading_html,
    row,
    section,
    status,
)
from gamekit.widgets.scene import Group, Scene

SCALE: Final = 1.6  # of the worksheet: its 15 px are 24 here
NONE: Final = -1  # no answer yet
MOST: Final = 3  # blanks of an exercise
LETTERS: Final = 14.5  # px of the smallest letters at the least width, of which a page of 800 px shows less than half


@dataclass(frozen=True, slots=True)
class Quiz:
    """What is asked, which answer was chosen for each blank, and the class's score so far."""

    topic: str = MIXED
    level: int = 1
    seed: int = 49
    number: int = 0
    chosen: tuple[int, ...] = ()
    right: int = 0
    asked: int = 0
    language: str = "en"

    @property
    def exercise(self) -> Exercise:
        return nth(self.topic, self.level, self.seed, self.number)

    @property
    def done(self) -> bool:
        """Whether every blank of the exercise has an answer."""
        return NONE not in self.answers

    @property
    def answers(self) -> tuple[int, ...]:
        """The number of the choice made for each blank."""
        return (*self.chosen, *[NONE] * (len(self.exercise.blanks) - len(self.chosen)))

    def choices(self, place: int) -> tuple[Blank, ...]:
        """A blank with each of the four answers to choose from."""
        blank = self.exercise.blanks[place]
        random = Random(f"{self.topic} {self.level} {self.seed} {self.number} {place}")
        return tuple(replace(blank, answer=answer) for answer in blank.choices(random))


def screen(quiz: Quiz, seat: Seat) -> Area:
    """The question, its choices, what is right, and the score."""
    say = quiz.language
    head = heading_html(word("quiz.title", say), word("quiz.question", say, number=quiz.number + 1))
    score = word("quiz.score", say, right=quiz.right, asked=quiz.asked)
    topics = tuple((word(f"exercise.topic.{topic}", say), topic) for topic in (*TOPICS, MIXED))
    levels = tuple((word("quiz.level", say, level=level), level) for level in LEVELS)
    following = Button(word("quiz.next", say), ("next",), "main", disabled=not quiz.done)
    return lesson(
        seat,
        head,
        f"<b>{escape(score)}</b>",
        [
            row(
                Menu(topics, quiz.topic, ("topic",), tooltip=word("quiz.topic", say)),
                Menu(levels, quiz.level, ("level",), tooltip=word("quiz.levels", say)),
                Button(word("quiz.again", say), ("again",)),
                switch(say),
            ),
            Picture(_scene(quiz, seat.width)),
            status(seat.error),
            *_questions(quiz),
            Html(
                f'<span class="gk-why">{escape(translate(quiz.exercise.because, say))}</span>',
                shown=quiz.done,
                key="why",
            ),
            row(following),
            row(*downloads(worksheet(quiz.topic, say, quiz.level, quiz.seed)), kind="gk-links"),
        ],
    )


def _scene(quiz: Quiz, width: float) -> Scene:
    """The exercise as on the worksheet, larger, without the lines to write on."""
    one, say = replace(quiz.exercise, blanks=()), quiz.language
    inner = width / SCALE
    height = height_of(one, inner, say)
    shapes = tuple(shapes_of(one, quiz.number + 1, Room(0, 0, inner, height), say, key=quiz.done))
    if width == WIDTHS[0]:  # or less, and shrunk
        shapes = tuple(legible(shape, LETTERS) for shape in shapes)
    return Scene(
        width,
        height * SCALE,
        pieces=(Group(shapes, scale=SCALE),),
        title=word("quiz.title", say),
        sentence=translate(one.text, say),
    )


def _questions(quiz: Quiz) -> Iterator[Control]:
    """A place for each blank that an exercise may have; those that this one lacks are not shown."""
    for place in range(MOST):
        there = place < len(quiz.exercise.blanks)
        label, tiles, verdict = _choosing(quiz, place) if there else ("", (), "")
        yield section(
            "",
            Html(f"<span>{escape(label)}</span>", key=("blank", place)),
            Tiles(tiles, label, key=("choices", place)),
            Html(verdict, "gk-live", key=("verdict", place)),
            shown=there,
            key=("question", place),
        )


def _choosing(quiz: Quiz, place: int) -> tuple[str, tuple[Tile, ...], str]:
    """What a blank asks, its choices, and what is said of the one that was made."""
    blank, chosen = quiz.exercise.blanks[place], quiz.answers[place]
    choices, say = quiz.choices(place), quiz.language
    label = translate(blank.text, say)
    tiles = tuple(
        Tile(
            escape(choice.said(say)),
            f"{label} {choice.said(say)}",
            ("choose", place, number),
            _look(choice.answer == blank.answer, number == chosen) if chosen != NONE else "",
            number == chosen,
            chosen != NONE,
        )
        for number, choice in enumerate(choices)
    )
    return label, tiles, _verdict(blank, choices[chosen], say) if chosen != NONE else ""


def _look(right: bool, chosen: bool) -> str:
    return "gk-correct" if right else "gk-wrong" if chosen else ""


def _verdict(blank: Blank, choice: Blank, language: str) -> str:
    """Whether the choice is right, in words, and the working."""
    good = choice.answer == blank.answer
    said = word("quiz.right" if good else "quiz.wrong", language, solution=blank.solution(language))
    return f'<span class="gk-verdict{"" if good else " gk-missed"}">{escape(said)}</span>'


def update(quiz: Quiz, message: Message) -> Quiz:
    """The quiz after a message."""
    match message:
        case ("choose", place, number) if quiz.answers[place] == NONE:
            answers = (*quiz.answers[:place], number, *quiz.answers[place + 1 :])
            right = quiz.choices(place)[number].answer == quiz.exercise.blanks[place].answer
            return replace(quiz, chosen=answers, right=quiz.right + right, asked=quiz.asked + 1)
        case ("next",) if quiz.done:
            return replace(quiz, number=quiz.number + 1, chosen=())
        case ("topic", topic):
            return replace(quiz, topic=topic, number=0, chosen=())
        case ("level", level):
            return replace(quiz, level=level, number=0, chosen=())
        case ("again",):
            return Quiz(quiz.topic, quiz.level, quiz.seed, language=quiz.language)
        case ("language",):
            return replace(quiz, language=other(quiz.language))
    return quiz


class QuizBoard(LessonBoard, screen=screen, update=update, covers=False):
    """A quiz to click through with a class; shows itself in a notebook. The same seed asks the same questions.

    >>> board = QuizBoard("die", level=1, seed=3)
    >>> for place, blank in enumerate(board.table.exercise.blanks):
    ...     answers = [choice.answer for choice in board.table.choices(place)]
    ...     board.send(("choose", place, answers.index(blank.answer)))
    >>> board.table.right, board.table.asked, board.table.done
    (2, 2, True)
    """

    table: Quiz

    def __init__(self, topic: str = MIXED, level: int = 1, seed: int = 49, language: str | None = None) -> None:
        nth(topic, level, seed, 0)  # refuses what is not there
        super().__init__(Quiz(topic, level, seed, language=language_or_default(language)))
