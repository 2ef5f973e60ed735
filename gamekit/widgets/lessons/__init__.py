"""For a class: worksheets with their key, on paper; a quiz on the screen."""

from gamekit.widgets.lessons.quiz import QuizBoard
from gamekit.widgets.lessons.worksheet import Worksheet, worksheet

__all__ = ["QuizBoard", "Worksheet", "worksheet"]
