"""A seeded session of messages on every board, and what its page says at the end: run here and in the browser's Python,
it must come to the same."""

import hashlib
import json
import os
import re
import traceback
from random import Random
from typing import Any

from gamekit.web import boot
from gamekit.web.face import draw_chart
from gamekit.widgets import later
from gamekit.widgets.page import LiveChart, controls, to_text
from tests.widgets.boards import BOARDS, VALID
from tests.widgets.messages import right, wrong

COUNT = 8  # messages a board


def told(name: str, count: int = COUNT) -> dict[str, Any]:
    """What the page of a board says after so many messages, three in four of the right shape, in a browser's words."""
    random, posts = Random(f"web:{name}"), list[dict[str, Any]]()
    boot.post = posts.append  # type: ignore[assignment]
    os.environ["GAMEKIT_JOURNAL"] = "off"
    later.kernel_loop = lambda: None  # nothing is sharpened by the clock
    board = BOARDS[name]("en")
    boot.show(1, board)
    for _ in range(count):
        board.send(right(board, random) if random.random() < 0.75 else wrong(board, random))
        board.finish_background_work(charts=False)
        assert VALID[name](board.table)
    board.finish_background_work()
    charts = [drawn(one) for one in controls(board.page, hidden=True) if isinstance(one, LiveChart)]
    json.dumps(posts)  # all that a browser is told is plain
    known: dict[str, dict[str, Any]] = {}
    for post in posts:
        changed = post["whole"]["changed"] if post["event"] == "open" else post.get("changed", ())
        for number, fields in changed if post["board"] == 1 else ():
            known[number] = {**known.get(number, {}), **fields}
        for number in post.get("gone", ()) if post["board"] == 1 else ():
            known.pop(number, None)
    face = board.face
    assert face is not None
    for node in face.shown.values():  # what the browser was told piece by piece is what the page is
        here = {key: value for key, value in known[node.id].items() if key != "shapes"}
        assert here == {key: value for key, value in node.fields.items() if key != "shapes"}, node.control
    return {"messages": len(board.log), "text": digest(to_text(board.page)), "charts": charts}


def drawn(chart: LiveChart) -> str:
    """The table of a chart, or why there is none."""
    try:
        return digest(draw_chart(chart).table)
    except ValueError as error:
        return str(error)


def digest(text: str) -> str:
    """What a text says, whatever stands between its words, and a float to twelve digits."""
    text = re.sub(r"\d\.\d{9,}(?:e-\d+)?", lambda found: f"{float(found[0]):.12f}", " ".join(text.split()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def all_told(names: list[str] | None = None) -> str:
    """The same of every board as JSON; what goes wrong stands in the place of its answer."""
    found: dict[str, Any] = {}
    for name in names or BOARDS:
        try:
            found[name] = told(name)
        except Exception as error:
            found[name] = f"{error!r}\n{traceback.format_exc(limit=-4)}"
    return json.dumps(found)
