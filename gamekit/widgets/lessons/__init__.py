"""For a class: worksheets with their key, on paper; on the screen a quiz, a chance to be guessed, a thousand rolls."""

from gamekit.widgets.lessons.predict import PredictBoard
from gamekit.widgets.lessons.quiz import QuizBoard
from gamekit.widgets.lessons.thousand import ThousandBoard
from gamekit.widgets.lessons.worksheet import Worksheet, worksheet

__all__ = ["PredictBoard", "QuizBoard", "ThousandBoard", "Worksheet", "worksheet"]
