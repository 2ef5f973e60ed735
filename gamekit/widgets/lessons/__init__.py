"""For a class: worksheets with their key, on paper and on screen."""

from gamekit.widgets.lessons.worksheet import Worksheet, worksheet

__all__ = ["Worksheet", "worksheet"]
