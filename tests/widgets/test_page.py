"""Pages as values: what they can mean, as text, as HTML, as a log; and the widget that shows them."""

from dataclasses import dataclass, replace
from threading import Event
from typing import Any, ClassVar

import pytest
from ipycanvas.canvas import _CANVAS_MANAGER

from gamekit.widgets import later, page
from gamekit.widgets.app import Board
from gamekit.widgets.scene import Rect, Scene, Text
from tests.widgets import board_driver
from tests.widgets.board_driver import control, held, html, listened, node, press, run, send, until, use

ROWS = (("Strong", "", "1"), ("Weak", "takes a hit", "2"))


@dataclass(frozen=True, slots=True)
class Toy:
    """A board with one control of each kind."""

    number: int = 2
    chosen: str = "a"
    option: int = 0
    ticked: bool = False
    name: str = "Rome"
    items: tuple[str, ...] = ("x", "y")
    found: int | None = None
    running: bool = False
    language: str = "en"


def scene(toy: Toy, width: float) -> Scene:
    places = [Rect(40.0 * place, 0, 30, 30, label=f"place {place}", action=("place", place)) for place in range(3)]
    bin_ = Rect(200, 0, 30, 30, action=("bin",))
    said = {"title": "Toy", "sentence": f"{toy.name}, {toy.number}."}
    return Scene(width, 60, (*places, bin_), (Text(0, 50, toy.name),), **said)


def screen(toy: Toy, viewport: page.Viewport) -> page.Container:
    return page.page(
        viewport,
        page.heading_html("Toy"),
        page.answer_html("50.0%", "claim", "note", [("a", 0.5, "#000"), ("b", 0.5, "#111")], "basis", exact="1/2"),
        [
            page.Picture(scene(toy, viewport.width), ghost=lambda at: Rect(0, 0, 9, 9) if at[0] == "place" else None),
            page.status_line(viewport.error, toy.name),
        ],
        [
            page.section(
                "All",
                page.Slider("n", 1, 9, toy.number, ("number",)),
                page.Menu((("A", "a"), ("B", "b")), toy.chosen, ("choose",), tooltip="letters"),
                page.Radio(ROWS, toy.option, ("option",), "who"),
                page.Check("tick", toy.ticked, ("tick",)),
                page.Input(toy.name, ("name",), "name"),
                None,
            ),
            page.row(
                page.Button("Luck", ("luck",), "main", chance=True),
                page.Button("Never", ("never",), disabled=True),
                page.Button("Undo", ("undo",), disabled=not viewport.undoable),
            ),
            page.Tiles(tuple(page.Tile(f"<b>{item}</b>", item, ("drop item", item)) for item in toy.items), "items"),
            page.row(*(page.Button(item, ("item", item)) for item in toy.items)),
            page.Copy("Copy", toy.name, "Copied"),
            page.Download("Save", "toy.txt", lambda: toy.name),
            page.Upload("Load", ("load",), ".txt"),
            page.Clock(("tock",), toy.running),
            page.section("Hidden", page.Button("Secret", ("secret",)), shown=False),
            page.BackgroundTask(lambda: toy.number**2, ("found",), toy.number) if toy.found is None else None,
            page.Html(f"squared: {'…' if toy.found is None else toy.found}"),
        ],
    )


def update(toy: Toy, message: page.Message) -> Toy:
    match message:
        case ("number", number):
            return replace(toy, number=number, found=None)
        case ("luck" | "place", number):
            return replace(toy, number=number % 9 + 1, found=None)
        case ("tock",):
            return replace(toy, number=toy.number % 9 + 1, found=None)
        case ("drop", ("place", place), ("bin",)):
            return replace(toy, name=f"dropped {place}")
        case ("choose" | "option" | "tick" | "found" as kind, value):
            return replace(toy, **{{"choose": "chosen", "tick": "ticked"}.get(kind, kind): value})
        case ("name" | "load", text):
            if not text.strip():
                raise ValueError("a name has letters")
            return replace(toy, name=text)
        case ("drop item", item):
            return replace(toy, items=tuple(one for one in toy.items if one != item))
        case ("item", item):
            return replace(toy, items=(*toy.items, item + item[-1]))
    return toy


class ToyBoard(Board):
    screen: ClassVar = screen
    update: ClassVar = update
    widths: ClassVar = (300, 600)


@pytest.fixture
def board() -> ToyBoard:
    return ToyBoard(Toy())


def test_a_page_means_what_its_controls_can_send_and_nothing_else(board: ToyBoard) -> None:
    yes: list[page.Message] = [
        ("number", 9), ("choose", "b"), ("option", 1), ("tick", True), ("name", ""), ("luck", 7), ("item", "x"),
        ("drop item", "y"), ("load", "z"), ("place", 2), ("drop", ("place", 0), None), ("drop", ("place", 0), ("bin",)),
        ("bin",),
    ]  # fmt: skip
    no: list[Any] = [
        ("number", 10), ("number", 2.0), ("number", True), ("choose", "c"), ("option", 2), ("tick", 1), ("name", 4),
        ("luck",), ("luck", -1), ("never",), ("item", "z"), ("secret",), ("place", 3), ("drop", ("bin",), None),
        ("drop", ("place", 0), ("place", 7)), ("tock",), ("found", 4), (), None, "number", ("undo",),
    ]  # fmt: skip
    assert [message for message in yes if not page.can_send(board.page, message)] == []
    assert [message for message in no if page.can_send(board.page, message)] == []


def test_messages_change_the_table_and_undo_has_it_back(board: ToyBoard) -> None:
    tables = [board.table]
    for message in (("number", 5), ("choose", "b"), ("option", 1), ("tick", True), ("name", "Roma"), ("place", 2)):
        send(board, *message)
        tables.append(board.table)
    assert board.table == Toy(3, "b", 1, True, "Roma", found=9)
    for table in tables[-2::-1]:
        press(board, "Undo")
        assert board.table == table
    assert control(board, "Undo").disabled


def test_what_is_refused_is_said_and_a_typed_text_stays_to_be_mended(board: ToyBoard) -> None:
    before = board.table
    send(board, "name", "  ")
    assert board.table == before
    said = page.plain_text(page.status_line(board.viewport.error).value)
    assert "a name has letters" not in said  # beside the field alone
    assert node(board, "name").fields["error"] == "a name has letters"
    assert node(board, "name").fields["value"] == "  "
    assert "gk-dim" in answer(board)
    send(board, "name", "Roma")
    assert (board.error, node(board, "name").fields["error"]) == ("", "")
    assert node(board, "name").fields["value"] == "Roma"
    assert "gk-dim" not in answer(board)
    board.send(("nonsense", 1))
    assert "nothing on the board means ('nonsense', 1)" in board.error


def answer(board: ToyBoard) -> str:
    """The classes of the answer."""
    return next(one.fields["classes"] for one in board.widget.shown.values() if "50.0%" in one.fields.get("html", ""))


def test_what_is_done_with_a_control_is_its_message(board: ToyBoard) -> None:
    use(board, ("number",), 4)
    use(board, ("choose",), 0, "'b'")  # wherever it stands by now
    use(board, ("option",), 1, "Weak")
    use(board, ("tick",), True)
    use(board, ("name",), "Roma")
    use(board, ("item", "x"))
    assert board.table == Toy(4, "b", 1, True, "Roma", ("x", "y", "xx"), 16)
    use(board, ("luck",))
    assert (board.log[-1][0], board.table.number) == ("luck", board.log[-1][1] % 9 + 1)
    use(board, "items", "('drop item', 'y')")
    assert board.table.items == ("x", "xx")
    use(board, ("load",), "Karthago")
    assert board.table.name == "Karthago"


@pytest.mark.parametrize("wrong", [
    (("number",), 12), (("number",), "4"), (("choose",), 1, None), (("choose",), 1, "'c'"), (("tick",), 1),
    (("never",),), (("option",), None), ("items", "('drop item', 'z')"),
])  # fmt: skip
def test_what_a_control_cannot_mean_by_now_is_let_go_and_set_right(board: ToyBoard, wrong: Any) -> None:
    before, told = board.table, listened(board)
    use(board, *wrong)
    assert (board.table, board.log) == (before, ())
    shown = node(board, wrong[0])
    changed = [(shown.id, {"value": shown.fields["value"]})] if "value" in shown.fields else []
    assert told == [{"event": "page", "seen": {"test": 1}, "gone": [], "changed": changed}]


def test_the_answer_to_a_browser_names_the_last_number_heard_from_each_view(board: ToyBoard) -> None:
    told, tick = listened(board), node(board, ("tick",)).id
    for view, serial, value in (("a", 3, True), ("b", 1, False), ("a", 4, True)):
        board.widget.hear({"event": "said", "id": tick, "view": view, "serial": serial, "value": value})
    assert [one["seen"] for one in told] == [{"a": 4, "b": 1}] * 3  # one dictionary, as it is now
    assert all((tick, {"value": value}) in one["changed"] for one, value in zip(told, (True, False, True)))


def test_a_browser_that_comes_late_is_told_the_whole_page(board: ToyBoard) -> None:
    told = listened(board)
    board.widget.hear({"event": "attached", "view": "late", "version": 1})
    assert told == []
    send(board, "tick", True)
    told.clear()
    board.widget.hear({"event": "attached", "view": "late", "version": 1})
    assert dict(told[0]["changed"]) == {one.id: one.fields for one in board.widget.shown.values()}
    seen = set[str]()
    for number, fields in board.widget.get_state()["whole"]["changed"]:  # what lies within an area comes before it
        assert seen >= set(fields.get("children", ()))
        seen.add(number)


def test_a_file_and_a_text_are_given_to_the_view_that_asked(board: ToyBoard) -> None:
    told = listened(board)
    board.widget.hear({"event": "ask", "view": "a", "id": node(board, "Save").id})
    assert told[0] == {"event": "file", "name": "toy.txt", "type": "text/plain", "text": "Rome", "view": "a",
                       "id": node(board, "Save").id}  # fmt: skip


def test_only_what_differs_is_sent_to_the_browser(board: ToyBoard) -> None:
    told = listened(board)
    send(board, "tick", True)
    (message,) = told
    assert (node(board, ("tick",)).id, {"value": True}) in message["changed"]
    assert all(set(fields) <= {"value", "disabled", "text"} for _, fields in message["changed"]), message  # and Undo


def test_a_click_is_drawn_then_answered_and_the_browser_is_told_last_where_things_lie(
    board: ToyBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drawing that came after the answer would wait until the page is laid out."""
    told, shown = list[str](), board_driver.picture(board)
    board_driver.attach(shown)
    monkeypatch.setattr(_CANVAS_MANAGER, "_send_custom", lambda *_: told.append("drawing"))
    monkeypatch.setattr(board.widget, "send", lambda *_: told.append("answer"))
    shown.helper.observe(lambda _: told.append("places"), "label")
    send(board, "name", "Capua")
    assert told == ["drawing", "answer", "places"]


def test_a_log_is_a_file_and_plays_again(board: ToyBoard) -> None:
    for message in (("number", 5), ("name", ""), ("place", 0), ("drop", ("place", 1), ("bin",)), ("undo",)):
        send(board, *message)
    use(board, ("luck",))
    again = ToyBoard(Toy())
    again.replay(board.log_text)
    assert (again.table, again.log) == (board.table, board.log)
    pytest.raises(ValueError, lambda: page.read_log('["undo"]\n{"a": 1}\n')).match("line 2 is not a message")
    for line in ('["a", NaN]', "[" * 100_000, '["\\ud800"]', '["' + "x" * 1_000_001 + '"]', '[{"a": 1, "a": 2}]'):
        with pytest.raises(ValueError, match="line 2") as refused:
            page.read_log(f'["undo"]\n{line}\n')
        assert len(str(refused.value)) < 500
    pytest.raises(TypeError, lambda: page.log_text([("name", {1, 2})])).match("a message holds")


@pytest.mark.parametrize("text", ["x" * 1_000_001, "\u0000", "\ud800"])
def test_what_a_log_could_not_hold_is_refused_before_it_is_done(board: ToyBoard, text: str) -> None:
    send(board, "number", 5)
    before = board.table
    use(board, ("load",), text)
    assert board.error
    assert len(board.error) < 500
    assert board.table == before
    assert page.read_log(board.log_text) == board.log == (("number", 5),)
    use(board, ("load",), "Karthago")
    assert (board.error, page.read_log(board.log_text)) == ("", board.log)


def test_the_page_as_text_and_as_html_without_a_kernel(board: ToyBoard) -> None:
    text, still = page.to_text(board.page), page.to_html(board.page)
    for said in ("Toy", "50.0% claim note", "n: 2 (1–9)", "(x) A", "( ) B", "(x) Strong 1", "[ ] tick", "name: Rome",
                 "[Luck]", "Rome, 2."):  # fmt: skip
        assert said in text
    assert "Secret" not in text + still
    assert "data:image/svg+xml;base64," in still
    for said in ("50.0%", "Strong 1", "name: Rome", "squared: 4"):
        assert said in still
    assert "( ) B" not in still
    assert "(x) A" not in still
    bundle = board._repr_mimebundle_()
    assert "This is a picture" in bundle["text/html"]
    assert "data:image/svg+xml;base64," in bundle["text/html"]
    assert bundle["text/plain"] == "Rome, 2."


# Later
@pytest.mark.usefixtures("kernel")
def test_a_late_answer_is_taken_and_a_forgotten_one_is_not() -> None:
    async def test() -> None:
        mind, gate, taken = later.Worker(), Event(), list[int]()
        assert not mind.ask(held(gate, lambda: 1), lambda answer: taken.append(answer()))
        assert mind.busy
        assert not mind.ask(held(gate, lambda: 2), lambda answer: taken.append(answer()))
        gate.set()
        await until(lambda: not mind.busy)
        assert taken == [2]
        assert mind.ask(lambda: 3, lambda answer: taken.append(answer()), patience=10)
        assert (taken, mind.busy) == ([2, 3], False)
        assert not mind.ask(lambda: 4, lambda answer: taken.append(answer()), pause=0.01)
        await until(lambda: not mind.busy)
        assert taken == [2, 3, 4]
        mind.ask(lambda: 5, lambda answer: taken.append(answer()), pause=10)
        mind.stop()
        assert not mind.busy

    run(test)


@pytest.mark.usefixtures("kernel")
def test_the_page_is_shown_before_slow_work_and_again_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        gate, board = Event(), ToyBoard(Toy())
        assert "squared: 4" in html(board)
        slow = held(gate, lambda toy: toy.number**2)

        def screen_slowly(toy: Toy, viewport: page.Viewport) -> page.Container:
            made = screen(replace(toy, found=0), viewport)
            soon = page.BackgroundTask(lambda: slow(toy), ("found",), toy.number)
            late = soon if toy.found is None else page.Html(f"so {toy.found}")
            return replace(made, children=(*made.children, late))

        monkeypatch.setattr(ToyBoard, "screen", screen_slowly)
        send(board, "number", 5)
        assert "so " not in html(board)
        send(board, "number", 6)
        gate.set()
        await until(lambda: "so 36" in html(board))
        assert board.log == (("number", 5), ("number", 6))

    run(test)


def test_a_board_without_a_picture_is_refused_with_a_sentence() -> None:
    class Bare(ToyBoard):
        screen: ClassVar = lambda toy, viewport: page.Container("", (page.Html("no picture"),))

    with pytest.raises(ValueError, match="the page of Bare has no Picture; screen\\(\\) should give one"):
        Bare(Toy()).summary_sentence  # noqa: B018
