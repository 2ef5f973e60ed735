"""Lessons about these games: history, predictions, probability trees, exercises, dice."""
