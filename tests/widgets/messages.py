"""Messages of the right and the wrong shape, for whatever a board offers."""

from random import Random
from typing import Any

from gamekit.widgets import page
from gamekit.widgets.app import Board

TEXTS = ("", "  ", "2 HI", "Caesar", "C3/III", "4 LGN, rHI", "nobody", "<b>&", "1", "カエサル", "x" * 5_000, "[1]")
JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**9, 2.5, "", "attacker", "x", (), ("block",), ("add", 1), [], {})


def right(board: Board, random: Random) -> page.Message:
    """Some message that the page offers."""
    return random.choice([message for control in page.controls(board.page) for message in offered(control, random)])


def offered(control: page.Control, random: Random) -> list[page.Message]:
    """What may be done with a control; of a text, a number and a picture some of it."""
    match control:
        case page.Button(disabled=False) | page.Clock(on=True):
            return [(*control.do, random.randrange(2**32)) if getattr(control, "chance", False) else control.do]
        case page.Menu(disabled=False):
            return [(*control.do, random.choice(control.options)[1])]
        case page.Radio() if control.options:
            return [(*control.do, random.randrange(len(control.options)))]
        case page.Slider(disabled=False):
            return [(*control.do, random.randint(control.min, control.max))]
        case page.Check(disabled=False):
            return [(*control.do, random.random() < 0.5)]
        case page.Input(disabled=False) | page.Upload():
            return [(*control.do, random.choice(TEXTS))]
        case page.Tiles():
            return [tile.do for tile in control.tiles if not tile.disabled]
        case page.Picture():
            return of_picture(control, random)
    return []


def of_picture(picture: page.Picture, random: Random) -> list[page.Message]:
    actions = picture.scene.clickable_actions()
    movable = [action for action in actions if picture.ghost and picture.ghost(action) is not None]
    drops = [("drop", random.choice(movable), random.choice([*actions, None])) for _ in range(4) if movable]
    return [*random.sample(actions, min(4, len(actions))), *drops]


def wrong(board: Board, random: Random) -> Any:
    """A message that nobody means: a right one with a piece exchanged, missing or added, or none at all."""
    message = list(right(board, random))
    match random.randrange(5):
        case 0:
            message[random.randrange(len(message))] = random.choice(JUNK)
        case 1:
            del message[random.randrange(len(message))]
        case 2:
            message.insert(random.randrange(len(message) + 1), random.choice(JUNK))
        case 3:
            return random.choice([*JUNK, "undo", ("undo", 1), ("",), ("counted", None), tuple(JUNK)])
        case 4:
            message = random.sample(message, len(message))
    return tuple(message)
