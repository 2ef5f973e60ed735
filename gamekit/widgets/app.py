"""``Board``: it keeps the table, the undo history and computed results, and makes the page; a face shows it.

A face shows the page: ``live`` in a notebook, ``gamekit.web.face`` on a site. Nothing here needs a notebook."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from html import escape
from operator import attrgetter
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from gamekit.play.session import Session
from gamekit.storage import link_code
from gamekit.storage.autosave import Journal, UnfinishedGame, delete_unfinished
from gamekit.storage.record import Record
from gamekit.text.translation import LANGUAGES, error_text, in_table_language, note, translate, word
from gamekit.widgets import later, link_codes, page
from gamekit.widgets.cover import VERB, Cover, over
from gamekit.widgets.link_codes import in_language as in_language
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg

if TYPE_CHECKING:
    from gamekit.widgets.live import LivePage
    from gamekit.widgets.page_diff import PageDiff

PATIENCE = 0.1  # seconds: what is worked out within them is there when a click is answered
SLOW = 1.0  # seconds after which the page says that it works something out, and how to stop that
UNDO: page.Message = ("undo",)
HALT: page.Message = ("halt",)  # let go what is being worked out
BEGUN = "begun"  # the first line of a game's log, with its seed
LANGUAGE: page.Message = ("language",)  # say all of the page in the other language


def _session(table: Any) -> Session | None:
    found = getattr(getattr(table, "play", table), "session", None)
    return found if isinstance(found, Session) else None


def _left(table: Any) -> UnfinishedGame | None:
    found = getattr(getattr(table, "play", None), "left", None)
    return found if isinstance(found, UnfinishedGame) else None


class Board:
    """A board: ``table`` is its state, ``page`` its controls now, ``send`` handles the message of a control.

    A board is a subclass, ``class CoinBoard(Board, screen=screen, update=update, widths=(200, 400))``: ``screen(table,
    viewport)``, ``update(table, message)`` and the least and the greatest width of its picture. ("undo",) takes back a
    change of the fields that ``undoes`` names, of all fields if empty; with ``undoes=None`` ``update`` handles undo.
    ``screen`` and ``update`` speak the table's ``language``. ``complete_table(table)`` completes a table from a link
    code. A table with texts of its own defines ``in_language(language)``."""

    screen: ClassVar[Callable[[Any, page.Viewport], page.Container]]
    update: ClassVar[Callable[[Any, page.Message], Any]]
    undoes: ClassVar[Callable[[Any, Any], bool] | None] = lambda before, after: before != after
    complete_table: ClassVar[Any] = staticmethod(lambda table: table)
    widths: ClassVar[tuple[float, float]]
    covers: ClassVar = True  # whether a class may cover the chances on the page and guess first
    classes: ClassVar[tuple[str, ...]] = ()  # of the style sheet, for the whole page
    make_worker: ClassVar[Any] = staticmethod(lambda app: later.Worker())  # does what is worked out

    def __init_subclass__(cls, **parts: Any) -> None:
        if fields := parts.get("undoes"):
            of = attrgetter(*fields)
            parts["undoes"] = lambda before, after: of(before) != of(after)
        for name, part in parts.items():
            setattr(cls, name, in_table_language(part) if name in ("screen", "update") else part)
        super().__init_subclass__()

    def __init__(self, table: Any) -> None:
        self.table, self.error, session = table, "", _session(table)
        self._messages, self._seed = list[page.Message](), getattr(session, "seed", None)
        self._past, self._rooms = list[Any](), dict[str, float]()
        self._typo: page.Message = ()
        self._field: page.Message = ()  # the message of the field whose text or file was refused
        self._later, self._cover = self.make_worker(self), Cover()
        self._asked: Hashable = None
        self._heard: tuple[list[str], str, str] = [], "", ""
        self._widget: LivePage | None = None
        self.face: PageDiff | None = None  # shows the page, once there is somebody to show it to
        self._working = self._slow = False
        self.followers = list[Callable[[], None]]()  # called when what is shown may have changed
        self._journal, self._left, self._warned = Journal(), _left(table), False
        self._kept: Record | None = session.record if session else None
        self.refresh(at_once=True)

    def attach_face(self, make_face: Callable[..., Any]) -> Any:
        """Show the board on a face, ``make_face(tell, roomed)``, from now on."""
        self.face = make_face(self._hear, self._fit)
        self._show()
        return self.face

    @property
    def widget(self) -> LivePage:
        """The board as a widget for a notebook."""
        if self._widget is None:
            from gamekit.widgets.live import LivePage

            self._widget = self.attach_face(LivePage)
            self._widget.board = self
            for name in self.classes:
                self._widget.add_class(name)
        return self._widget

    def close(self) -> None:
        """Close the board's widget."""
        if self._widget:
            self._widget.close()

    @property
    def viewport(self) -> page.Viewport:
        """What the page is laid out for: its width, each picture's width, whether undo is possible, the last error."""
        width, reduced = self._rooms.get("board", self.widths[1]), bool(self.face and self.face.reduced)
        error = "" if self._field else self.error  # else it stands beside the field
        return page.Viewport(width, bool(self._past), error, bool(self._typo), dict(self._rooms), reduced)

    @property
    def scene(self) -> Scene:
        """The first picture of the page; ValueError if it has none."""
        shown = *page.controls(self.page), *page.controls(self.page, hidden=True)  # a cover may hide it
        pictures = [control for control in shown if isinstance(control, page.Picture)]
        if not pictures:
            raise ValueError(f"the page of {type(self).__name__} has no Picture; screen() should give one")
        return pictures[0].scene

    @property
    def summary_sentence(self) -> str:
        """The board in one sentence."""
        return self.scene.sentence

    @property
    def log(self) -> tuple[page.Message, ...]:
        """The messages so far, in order."""
        return tuple(self._messages)

    @property
    def log_text(self) -> str:
        """The messages so far as JSON lines for ``replay``; for a game they begin with its seed."""
        return page.log_text([(BEGUN, self._seed), *self._messages] if self._seed else self._messages)

    def replay(self, log_text: str) -> None:
        """Send every message of a log, waiting for background work between them. ValueError, before anything is sent,
        for a text that is not a log, or a log of a game with another seed."""
        messages = page.read_log(log_text)
        begun = [message for message in messages[:1] if message[0] == BEGUN]
        if begun and begun[0] != (BEGUN, self._seed):
            raise ValueError(note("kit.log_seed", seed=", ".join(map(repr, begun[0][1:]))))
        for message in messages[len(begun) :]:
            if self._later.busy:
                self.finish_background_work(charts=False)
            self.send(message)

    def svg(self, width: float | None = None) -> str:
        """Return the board's picture as an SVG document, laid out for ``width`` px, by default the greatest."""
        shown = type(self).screen(self.table, page.Viewport(width or self.widths[1]))
        return svg(page.printed_scene(next(one for one in page.controls(shown) if isinstance(one, page.Picture))))

    def html(self) -> str:
        """Return the page as a self-contained HTML document; a covered answer stays covered."""
        head = f'<meta charset="utf-8"><title>{escape(self.summary_sentence)}</title>'
        viewports = self.viewport, page.Viewport(sorted((page.SLIM, *self.widths))[1])
        pages = (type(self).screen(self.table, each) for each in viewports)
        if self._cover.on:
            pages = (over(one, self._cover, self.table.language, still=True) for one in pages)
        body = f"<head>{head}</head><body>{page.to_html(*pages)}</body>"
        return f'<!doctype html><html lang="{self.table.language}">{body}</html>'

    def send(self, message: page.Message) -> None:
        """Handle a message as if its control were used; if no control sends it, the page shows an error."""
        if not (message == UNDO and self._past) and not page.can_send(self.page, message):
            self._refuse(ValueError(note("kit.unmeant", message=repr(message)[:80])), ())
            self.refresh()
        else:
            self._do(message)

    @later.in_turn
    def finish_background_work(self, charts: bool = True) -> None:
        """Finish background work now, and if ``charts`` is True the charts."""
        self._later.stop()
        self._asked, self._working = None, True
        while soon := self._due():
            self._came(soon, soon.work)
        self._working = False
        self.refresh()
        if charts and self.face:
            self.face.catch_up()

    @later.in_turn
    def _do(self, message: page.Message, logged: bool = True) -> None:
        if message == HALT:  # the work starts again after the next message
            self._later.stop()
            self._field, self.error = (), translate(note("kit.halted"), self.table.language)
            self.refresh()
            return
        try:
            if logged:
                page.read_log(page.log_text([message]))
                self._messages.append(message)
            self._take_message(message)
        except ValueError as error:
            self._refuse(error, message)
        else:
            if logged:  # a pointer that moves on leaves what was said
                self.error, self._typo, self._field = "", (), ()
        if not self._later.busy:
            self._asked = None
        self.refresh()

    def _take_message(self, message: page.Message) -> None:
        undoes = type(self).undoes
        if message == LANGUAGE:
            self.table = in_language(self.table, LANGUAGES[1 - LANGUAGES.index(self.table.language)])
        elif message == UNDO and undoes:
            self.table = in_language(self._past.pop(), self.table.language) if self._past else self.table
        elif message[:1] == (VERB,) and self.covers:
            self._cover = self._cover.after(message)
            for board in getattr(self.table, "boards", None) or ():  # within this one
                board._cover = replace(board._cover, on=self._cover.on)
                board.refresh()
        else:
            table = self._after(message)
            if undoes and undoes(self.table, table):
                self._past.append(self.table)
            self.table = table

    def _after(self, message: page.Message) -> Any:
        """Return the next table. The content of a link code is accepted only if a page can be made of it."""
        if message[:-1] != link_codes.OPEN:
            return type(self).update(self.table, message)
        table = type(self).complete_table(link_codes.table_from_code(self.table, str(message[1])))
        try:
            type(self).screen(table, self.viewport)
        except Exception:  # a forged code can hold values that no board comes to
            raise ValueError(note("share.holds", why=type(table).__module__)) from None
        return table

    def _hear(self, message: page.Message | None, logged: bool) -> None:
        """Handle a message from the face; None means that a control must be set back to its value."""
        if message is None:
            self.refresh()
        else:
            self._do(message, logged)

    def _fit(self, name: str, room: int) -> None:
        width = max(self.widths[0], min(self.widths[1], room))
        if width != self._rooms.get(name, self.widths[1]):
            self._rooms[name] = width
            self.refresh()

    def show_error(self, error: ValueError, message: page.Message) -> None:
        """Show an error about a message, such as a link code that arrived before the board was open."""
        self._refuse(error, message)
        self.refresh()

    def _refuse(self, error: ValueError, message: page.Message) -> None:
        self.error = error_text(error, getattr(self.table, "language", None))
        shown = page.controls(self.page)
        fields = [one for one in shown if isinstance(one, (page.Input, page.Upload)) and one.do == message[:-1]]
        self._field = message[:-1] if fields else ()
        self._typo = message if any(isinstance(one, page.Input) for one in fields) else ()

    @classmethod
    def _page(cls, table: Any, viewport: page.Viewport) -> page.Container:
        """Return a table's page, with the slow work that was asked for while it was made."""
        with later.collected_tasks() as asked:
            shown = cls.screen(table, viewport)
        return replace(shown, children=(*shown.children, *asked)) if asked else shown

    def _code(self) -> str:
        """Return the link code of the board, "" if it has none; the page then shows the reason."""
        try:
            return link_code.code(self.table)
        except ValueError as error:
            self._refuse(error, (*link_codes.OPEN, ""))  # it stands beside the line for codes
            self._typo = ()
            self.refresh()
            return ""

    def _due(self) -> page.BackgroundTask | None:
        self.page = self._page(self.table, self.viewport)
        parts = [*self.page.children, link_codes.controls_of(self, self._code)]
        if hasattr(self.table, "language") and not link_codes.ADDRESS:  # the site's page has its own switch
            button = page.Button(word("kit.switch", self.table.language), LANGUAGE, "link")
            parts.insert(0, page.row(button, kind="gk-switch"))
        self.page = replace(self.page, children=tuple(parts))
        if self._field and self.error:
            marked = page.with_error(self.page, self._field, self.error)
            if marked is self.page:  # the field is gone
                self._field = ()
                return self._due()
            self.page = marked
        if self.covers:
            self.page = over(self.page, self._cover, getattr(self.table, "language", "en"))
        soon = next((control for control in page.controls(self.page) if isinstance(control, page.BackgroundTask)), None)
        if soon is None and self._later.busy:  # found while the page was made: what stands on it may be older
            self._later.stop()
            return self._due()
        return soon if soon and (soon.do, soon.of) != self._asked else None

    @later.in_turn
    def _came(self, soon: page.BackgroundTask, answer: Callable[[], Any]) -> None:
        self._asked = (soon.do, soon.of)
        try:
            if soon.take:
                soon.take(answer())
            else:
                self.table = type(self).update(self.table, (*soon.do, answer()))
        except ValueError as error:
            self._refuse(error, ())
        if not self._working:
            self.refresh()

    @later.in_turn
    @later.without_garbage_collection()
    def refresh(self, at_once: bool = False) -> None:
        """Update the page where it differs, with the background work that finishes within a moment."""
        self._working, until = True, monotonic() + PATIENCE
        try:
            while (soon := self._due()) and (not soon.pause or later.kernel_loop()):
                self._asked = (soon.do, soon.of)
                take, patience = partial(self._came, soon), max(0.0, until - monotonic())
                if at_once and not soon.pause:
                    take(soon.work)
                elif not self._later.ask(soon.work, take, soon.pause, patience):
                    self._wait(soon)
                    break
        finally:
            self._working = False
        if self._slow and self._later.busy:
            said = page.progress_panel(self.table.language, self._later.share)
            self.page = replace(self.page, children=(*self.page.children, said))
        self._show()
        self._keep()  # the disk is not waited for before the page answers
        for follow in self.followers:
            follow()

    def _wait(self, soon: page.BackgroundTask) -> None:
        """Show on the page, after a delay, that work goes on, and its progress."""
        self._slow, of, loop = False, self._asked, later.kernel_loop()

        def still(told: float | None = None) -> None:
            if loop and self._later.busy and self._asked == of:
                share = self._later.share
                if not self._slow or share != told:
                    self._slow = True
                    self.refresh()
                loop.call_later(SLOW, still, share)

        if loop:
            loop.call_later(SLOW + soon.pause, still)

    def _show(self) -> None:
        """Send the face the page, with the sentence for screen readers where no visible text tells of a change."""
        if not self.face:
            return
        shown = [one for one in page.controls(self.page) if isinstance(one, (page.Html, page.Picture))]
        said = [one.value for one in shown if isinstance(one, page.Html) and "gk-live" in one.kind.split()]
        sentence = next((one.scene.sentence for one in shown if isinstance(one, page.Picture)), "")
        lines, before, told = self._heard
        told = told if (said, sentence) == (lines, before) else sentence if said == lines and before else ""
        self._heard = said, sentence, told
        aloud = page.Html(escape(told), "gk-live gk-aloud", key="aloud")
        whole = replace(self.page, children=(*self.page.children, aloud))
        self.face.show(whole, self._typo, getattr(self.table, "language", None))

    def _keep(self) -> None:
        """Write the game into its journal if it has changed; delete an offered one once it was resumed or declined."""
        session = _session(self.table)
        if session is None:
            return
        left, self._left = self._left, _left(self.table)
        if session.record != self._kept:
            branched = session.left is not None
            self._journal.write_new_actions(session.record, session.players, session.seed, session.is_over, branched)
            self._kept = session.record
        if (fault := self._journal.fault) and not self._warned:
            self._warned = True
            self._refuse(ValueError(note("journal.fault", why=str(fault)[:200])), ())
            self.refresh()
        elif left is not None and self._left is None and not fault:
            delete_unfinished(left, session.game)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the live board, and its sentence and a still picture for a notebook that is not run."""
        said, live = self.summary_sentence, self.widget._repr_mimebundle_(**kwargs) or {}
        still = page.still_picture_html(self.page, self.table.language, said)
        return {**(live[0] if isinstance(live, tuple) else live), "text/plain": said, "text/html": still}


class SessionBoard(Board, undoes=None):
    """The board of a whole game, whose table is a ``game_page.PlayTable``; its undo is one of its messages."""

    @property
    def session(self) -> Session:
        """The game so far, with its players."""
        found: Session = self.table.session
        return found

    @property
    def state(self) -> Any:
        """The position shown."""
        return self.session.state

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return self.session.record


def run_background_task(board: type[Board], table: Any, viewport: page.Viewport, task_key: Hashable) -> Any:
    """Run the background task ``task_key`` of a board's page, found again from the table alone; what the page asks
    before, known to the board and not here, is worked out first."""
    while True:
        found = [one for one in page.controls(board._page(table, viewport)) if isinstance(one, page.BackgroundTask)]
        for soon in found:
            if (soon.do, soon.of) == task_key:
                return soon.work()
        take, work = next((soon.take, soon.work) for soon in found if soon.take)
        take(work())
