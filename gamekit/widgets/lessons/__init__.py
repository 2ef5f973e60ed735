"""For a class: worksheets with their key, on paper; a quiz and a chance to be guessed, on the screen."""

from gamekit.widgets.lessons.predict import PredictBoard
from gamekit.widgets.lessons.quiz import QuizBoard
from gamekit.widgets.lessons.worksheet import Worksheet, worksheet

__all__ = ["PredictBoard", "QuizBoard", "Worksheet", "worksheet"]
