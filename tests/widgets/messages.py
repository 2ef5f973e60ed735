"""Messages of the right and the wrong shape, for whatever a board offers."""

from random import Random
from typing import Any

from gamekit.widgets.app import Board
from gamekit.widgets.page import (
    Button,
    Check,
    Clock,
    Input,
    Menu,
    Message,
    Picture,
    Radio,
    Slider,
    Tiles,
    Upload,
    controls,
)

TEXTS = ("", "  ", "2 HI", "Caesar", "C3/III", "4 LGN, rHI", "nobody", "<b>&", "1", "カエサル", "x" * 5_000, "[1]")
JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**9, 2.5, "", "attacker", "x", (), ("block",), ("add", 1), [], {})


def right(board: Board, random: Random) -> Message:
    """Some message that the page offers."""
    offered: list[Message] = []
    for control in controls(board.page):
        match control:
            case Button(disabled=False) | Clock(on=True):
                offered.append(
                    (*control.do, random.randrange(2**32)) if getattr(control, "chance", False) else control.do
                )
            case Menu(disabled=False):
                offered.append((*control.do, random.choice(control.options)[1]))
            case Radio() if control.options:
                offered.append((*control.do, random.randrange(len(control.options))))
            case Slider(disabled=False):
                offered.append((*control.do, random.randint(control.min, control.max)))
            case Check(disabled=False):
                offered.append((*control.do, random.random() < 0.5))
            case Input(disabled=False) | Upload():
                offered.append((*control.do, random.choice(TEXTS)))
            case Tiles():
                offered += [tile.do for tile in control.tiles if not tile.disabled]
            case Picture():
                offered += of_picture(control, random)
    return random.choice(offered)


def of_picture(picture: Picture, random: Random) -> list[Message]:
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
