"""Terni lapilli: a fifth game, to see what a game needs to be played, kept and shown."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace

from gamekit.storage import serialization
from gamekit.text import translation
from gamekit.widgets.scene import Circle, Scene
from gamekit.widgets.scene import Path as Line
from tests.fifth_game.terni import rules
from tests.fifth_game.terni.rules import LINES, Action, Put, Slide, State

translation.add_words_file(Path(__file__).with_name("words.csv"))
to_json, from_json = serialization.to_json, partial(serialization.read_dataclass, State)
action_to_json, action_from_json = serialization.action_to_json, partial(serialization.action_from_json, (Put, Slide))


def plain(view: State, legal: tuple[Action, ...]) -> Action:
    """A player who takes three in a row, else the point with most lines."""
    wins = [action for action in legal if rules.winner(rules.apply(view, action))]
    return wins[0] if wins else max(legal, key=lambda action: sum(action.to in line for line in LINES))


players = SimpleNamespace(plain=plain)


def picture(view: State, legal: tuple[Action, ...]) -> Scene:
    """The board: a click on a counter, then on the point it slides to."""
    at = [(60 + 120 * (point % 3), 60 + 120 * (point // 3)) for point in range(9)]
    drawn = tuple(Line(f"M{at[a][0]} {at[a][1]}L{at[b][0]} {at[b][1]}", stroke="#8A7B62") for a, _, b in LINES)
    fills = {".": "#FAF6EE", "w": "#FFFDF8", "b": "#2A2622"}
    lit = {getattr(action, "here", action.to) for action in legal}
    lit |= {action.to for action in legal} if len(lit) == 1 else set()
    rims = ["#2F7D5B" if point in lit else "#8A7B62" for point in range(9)]
    points = (
        Circle(*at[point], 12 if mark == "." else 34, fills[mark], rims[point], 3, label=f"{point + 1}", action=point)
        for point, mark in enumerate(view.points)
    )
    return Scene(360, 360, drawn, tuple(points), title="Terni lapilli")
