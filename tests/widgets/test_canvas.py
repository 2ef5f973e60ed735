"""The live board without a browser: its callbacks are fired and its drawing commands read."""

import json
from collections.abc import Iterator
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
from ipycanvas import canvas as ipycanvas

from gamekit.widgets.canvas import SCALE, TOP, CanvasView, Painter
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text
from tests.widgets.board_driver import attach, heard

NAMES = {number: name for name, number in ipycanvas.COMMANDS.items()}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[Any]]]:
    """Every message to the browser: a list of (canvas, command, arguments) each."""
    messages: list[list[Any]] = []

    def record(command: list[Any], buffers: list[Any] = []) -> None:  # noqa: B006
        _, buffer = ipycanvas.commands_to_buffer(command)
        commands = json.loads(bytes(buffer))
        commands = commands if isinstance(commands[0], list) else [commands]
        messages.append([(NAMES[one[0]], one[1] if len(one) > 1 else []) for one in commands])

    monkeypatch.setattr(ipycanvas._CANVAS_MANAGER, "_send_custom", record)
    yield messages
    assert not ipycanvas._CANVAS_MANAGER._caching


def scene(block: float = 20, overlay: tuple[Shape, ...] = ()) -> Scene:
    ground = Rect(0, 0, 200, 100, fill="#F3ECDC"), Rect(100, 0, 100, 100, action="reserve", label="Reserve")
    face = (Rect(0, 0, 20, 20, radius=3, fill="#A8401A"),)
    piece = Group(face, x=block, y=20, action="legio", label="Legio 13")
    return Scene(200, 100, ground, (piece,), overlay, title="A board", sentence="One block.")


def ghost(action: str) -> Shape | None:
    return Circle(0, 0, 5, fill="#000") if action == "legio" else None


def watched(scene: Scene, **how: Any) -> CanvasView:
    """A board with a client that shows it."""
    board = CanvasView(scene, **how)
    attach(board)
    return board


def at(x: float, y: float) -> tuple[float, float]:
    return x * SCALE, y * SCALE


def layers(board: CanvasView, message: list[Any]) -> list[int]:
    keys = [f"IPY_MODEL_{layer.model_id}" for layer in board.layers]
    switched = [arguments[0] for name, arguments in message if name == "switchCanvas"]
    return [keys.index(key) for key in switched]


def test_a_click_means_the_action_under_it_only_when_pressed_and_released_there() -> None:
    clicks: list[str] = []
    board = watched(scene(), click=clicks.append)
    board.canvas._mouse_down_callbacks(*at(25, 25))
    board.canvas._mouse_up_callbacks(*at(26, 25))
    assert clicks == ["legio"]
    board.press(*at(25, 25))
    board.release(*at(150, 25))
    board.press(*at(5, 5))
    board.release(*at(5, 5))
    assert clicks == ["legio"]


def test_a_drag_carries_what_has_a_ghost_to_what_lies_under_the_pointer() -> None:
    drags: list[tuple[str, str | None]] = []
    clicks: list[str] = []
    board = watched(scene(), click=clicks.append, drag=lambda *pair: drags.append(pair), ghost=ghost)
    board.press(*at(25, 25))
    board.move(*at(60, 30))
    board.release(*at(150, 40))
    board.press(*at(25, 25))
    board.move(*at(60, 30))
    board.release(*at(5, 95))
    board.press(*at(150, 40))  # the reserve row has no ghost: nothing to drag
    board.move(*at(25, 25))
    board.release(*at(25, 25))
    assert drags == [("legio", "reserve"), ("legio", None)]
    assert clicks == []


def test_only_the_layers_that_changed_are_painted_and_moves_touch_the_overlay_alone(sent: list[Any]) -> None:
    board = watched(scene(), ghost=ghost)
    assert layers(board, sent[-1]) == [0, 1, 2]
    sent.clear()
    board.show(scene(block=40))
    assert [layers(board, message) for message in sent] == [[1, 2]]
    named = [name for name, _ in sent[0]]
    assert named.count("clip") == 2  # in both where the block was and is, no more
    assert "clear" not in named
    sent.clear()
    board.show(scene(block=40))
    assert sent == []
    board.press(*at(45, 25))
    board.move(*at(70, 25))
    assert [layers(board, message) for message in sent] == [[2]]


def test_a_picture_with_a_line_more_keeps_what_is_painted_below(sent: list[list[Any]]) -> None:
    board = watched(scene())
    for height, places in ((120, {TOP}), (110, {TOP}), (300, {0, 1, TOP})):
        sent.clear()
        board.show(replace(scene(), height=height))
        assert {place for message in sent for place in layers(board, message)} == places, height
        assert [canvas.height >= SCALE * height for canvas in board.layers] == [True] * 3
        sent.clear()
        heard(board, {"event": "resized"})  # what was resized may have been cleared afterwards
        assert {place for message in sent for place in layers(board, message)} == places, height
    assert board.canvas.height == SCALE * 300


def test_nothing_is_painted_before_a_client_has_come(sent: list[Any]) -> None:
    board = CanvasView(scene())
    board.show(scene(block=40))
    board.animate([(Circle(5, 5, 2, fill="#000"),)])
    assert sent == []
    attach(board)
    assert layers(board, sent[-1]) == [0, 1, 2]


def test_a_new_client_says_how_much_room_there_is_and_gets_everything_transforms_included(sent: list[Any]) -> None:
    told: list[int] = []
    board = CanvasView(scene(), resize=told.append)
    heard(board, {"event": "attached", "room": 776})
    heard(board, {"event": "attached", "room": 0})
    assert told == [776]
    for message in sent[-2:]:
        names = [name for name, _ in message]
        assert layers(board, message) == [0, 1, 2]
        assert names.count("resetTransform") == names.count("clear") == 3
        assert [arguments for name, arguments in message if name == "scale"].count([SCALE, SCALE]) == 3


def test_a_screen_with_one_pixel_for_each_px_is_painted_at_that_size(sent: list[Any]) -> None:
    clicks: list[str] = []
    board = watched(scene(), click=clicks.append)
    heard(board, {"event": "attached", "room": 200, "ratio": 1})
    assert (board.canvas.width, board.canvas.height) == (200, 100)
    assert [arguments for name, arguments in sent[-1] if name == "scale"] == [[1, 1]] * 3
    board.press(25, 25)
    board.release(25, 25)
    assert clicks == ["legio"]
    board.helper.ratio = 1.5  # the reader has zoomed
    assert board.canvas.width == 200 * SCALE
    assert layers(board, sent[-1]) == [0, 1, 2]


def test_a_shared_face_is_painted_once_and_copied(sent: list[Any]) -> None:
    face = (Rect(0, 0, 20, 20, fill="#123456"), Text(10, 12, "C3"))
    pieces = tuple(Group(face, x=30 * place, box=(0, 0, 20, 20)) for place in range(4))
    board = watched(Scene(200, 100, pieces=pieces))
    commands = [command for message in sent for command in message]
    assert [name for name, _ in commands].count("fillText") == 1
    assert [name for name, _ in commands].count("drawImage") == 4 + 2
    sent.clear()
    board.show(Scene(200, 100, pieces=pieces[:3]))
    assert [name for message in sent for name, _ in message].count("fillText") == 0
    sent.clear()
    board.repaint()
    names = [name for message in sent for name, _ in message]
    assert names.count("fillText") == 1
    assert names.index("fillText") < names.index("drawImage")


def test_every_kind_of_shape_is_drawn(sent: list[Any]) -> None:
    shapes = (
        Rect(0, 0, 9, 9, fill="#111111", stroke="#222222", dash=(2, 1)),
        Rect(0, 0, 9, 9, radius=2, stroke="#333333"),
        Circle(5, 5, 4, fill="#444444"),
        Path("M0 0L5 5Q6 6 7 0C1 2 3 4 5 6Z", fill="#555555", stroke="#666666", cap="round"),
        Text(0, 9, "Roma", halo="#777777", max_width=20, anchor="middle"),
        Group((Rect(0, 0, 3, 3, fill="#888888"),), x=2, rotate=30, scale=2, opacity=0.5, clip=Circle(0, 0, 3)),
        Rect(0, 0, 3, 3, action="only a target"),
    )
    watched(Scene(20, 20, pieces=shapes))
    names = {name for message in sent for name, _ in message}
    wanted = "fillRect strokeRect arcTo arc fill stroke quadraticCurveTo bezierCurveTo fillText strokeText clip rotate"
    assert set(wanted.split()) <= names
    alphas = [arguments[1] for message in sent for name, arguments in message if name == "set" and arguments[0] == 2]
    assert 0.5 in alphas


def test_the_helper_knows_what_can_be_clicked_and_its_buttons_press() -> None:
    clicks: list[str] = []
    board = watched(scene(), click=clicks.append, ghost=ghost)
    assert board.helper.label == "One block."
    assert board.helper.regions == [
        [100, 0, 100, 100, "Reserve", False, "'reserve'"],
        [20, 20, 20, 20, "Legio 13", True, "'legio'"],
    ]
    heard(board, {"event": "press", "key": "'legio'"})
    heard(board, {"event": "press", "key": "'no longer there'"})
    assert clicks == ["legio"]


def test_motion_plays_on_the_top_layer_and_not_when_it_is_to_be_reduced(sent: list[Any]) -> None:
    board = watched(scene())
    sent.clear()
    board.animate([(Circle(5, 5, 2, fill="#000"),), (Circle(9, 5, 2, fill="#000"),)], 200)
    (message,) = sent
    assert layers(board, message) == [2]
    assert [arguments for name, arguments in message if name == "sleep"] == [[100], [100]]
    board.helper.reduced = True
    sent.clear()
    board.animate([(Circle(5, 5, 2, fill="#000"),)])
    assert sent == []


def test_a_layer_is_painted_anew_only_where_it_differs(sent: list[Any]) -> None:
    far = tuple(Rect(5 + 30 * place, 60, 20, 20, fill="#00705A") for place in range(5))
    board = watched(Scene(200, 100, pieces=(Rect(0, 0, 20, 20, fill="#111111"), *far)))
    sent.clear()
    board.show(Scene(200, 100, pieces=(Rect(0, 0, 20, 20, fill="#222222"), *far)))
    names = [name for name, _ in sent[-1]]
    assert names.count("fillRect") == 1  # the other five lie elsewhere
    assert names.index("clip") < names.index("clearRect") < names.index("fillRect")
    for turned in (far[::-1], (*far, far[0])):  # what lies on what may be another
        sent.clear()
        board.show(Scene(200, 100, pieces=turned))
        assert "clip" not in [name for name, _ in sent[-1]]


def test_a_board_is_painted_by_one_thread_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """JupyterLab 4.4 and later hear a page in a thread of its own, while a cell runs or shows what it worked out."""
    board, order, layer = watched(scene()), list[str](), Painter.layer
    other = Thread(target=lambda: (board.repaint(), order.append("the other")))

    def painted(painter: Painter, *what: Any, **how: Any) -> None:
        if not order:
            order.append("begun")
            other.start()
            other.join(0.3)
            order.append("went on")
        layer(painter, *what, **how)

    monkeypatch.setattr(Painter, "layer", painted)
    board.repaint()
    other.join(30)
    assert order == ["begun", "went on", "the other"]


def test_a_failure_while_drawing_does_not_hold_back_what_comes_after(sent: list[Any]) -> None:
    board = watched(scene())
    broken = Scene(200, 100, pieces=(Rect(0, 0, 5, 5, fill="#000000"), Text(0, 0, "Roma", anchor="nowhere")))
    pytest.raises(KeyError, lambda: board.show(broken))
    sent.clear()
    board.show(scene(block=50))
    assert "fill" in [name for message in sent for name, _ in message]
