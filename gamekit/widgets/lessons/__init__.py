"""For a class: worksheets with their key; a timeline, a chance to guess, a battle step by step, many rolls, a quiz."""

from gamekit.widgets.lessons.predict import PredictBoard, StepBoard
from gamekit.widgets.lessons.thousand import ThousandBoard
from gamekit.widgets.lessons.timeline import TimelineBoard
from gamekit.widgets.lessons.worksheet import QuizBoard, Worksheet, worksheet

__all__ = ["PredictBoard", "QuizBoard", "StepBoard", "ThousandBoard", "TimelineBoard", "Worksheet", "worksheet"]
