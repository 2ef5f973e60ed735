"""A whole game on a board: the positions that were passed, steps both ways, and the record as a file."""

from __future__ import annotations

from abc import abstractmethod
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from ipywidgets import Widget

from gamekit.record import Record
from gamekit.record import read as read_record
from gamekit.widgets import controls
from gamekit.words import reason


class Replay:
    """What a board that plays a whole game does with it; every such board is one.

    ``positions`` begins with the first one, ``actions`` leads from each to the next, and ``at`` says which is shown.
    A wrong file is refused with a sentence in ``error`` and changes nothing."""

    game: ClassVar[ModuleType]
    language: str
    positions: list[Any]
    actions: list[Any]
    at: int
    error: str

    @property
    @abstractmethod
    def record(self) -> Record:
        """The game up to the position shown."""

    @abstractmethod
    def say(self, key: str, **fields: Any) -> str:
        """A text of the board in its language."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the position."""

    @abstractmethod
    def take(self, found: Record) -> None:
        """The players and options of a record; its positions and actions are already in place."""

    def settle(self) -> None:
        """What must end before another position is shown: choices begun, messages, players at work."""

    @property
    def state(self) -> Any:
        """The position shown."""
        return self.positions[self.at]

    # The widgets ------------------------------------------------------------------------------------------------------

    def make_steps(self) -> Widget:
        """Four buttons and where one is."""
        say = self.say
        self.steps = [
            controls.button("⏮", self.first, tooltip=say("first")),
            controls.button("◀", self.back, tooltip=say("back")),
            controls.button("▶", self.forward, tooltip=say("forward")),
            controls.button("⏭", self.last, tooltip=say("last")),
        ]
        self.place_note = controls.html("")
        return controls.section(say("replay"), controls.row(*self.steps), self.place_note)

    def make_file(self) -> list[Widget]:
        """The name of a file, and what saves and loads it; ``copy`` holds the record as text."""
        self.path = controls.line_of_text("game.jsonl", label=self.say("file"))
        self.save_button = controls.button(self.say("save"), self.save)
        self.load_button = controls.button(self.say("load"), self.load)
        self.copy = controls.Copy(title=self.say("copy_record"), done=self.say("copied"))
        return [self.path, controls.row(self.save_button, self.load_button)]

    def show_steps(self) -> None:
        """Bring the buttons, the note and the text to copy up to date."""
        text = self.say("at_move", move=self.at, of=len(self.actions))
        self.place_note.value = f'<span class="gk-quiet">{escape(text)}</span>'
        for button, off in zip(self.steps, (self.at == 0, self.at == 0, *(self.at == len(self.actions),) * 2)):
            button.disabled = off
        self.copy.text = self.record.to_text()

    # Steps ------------------------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """The position after that many actions."""
        self.at = min(max(at, 0), len(self.actions))
        self.settle()
        self.refresh()

    def first(self) -> None:
        """The beginning."""
        self.go(0)

    def back(self) -> None:
        """One action back."""
        self.go(self.at - 1)

    def forward(self) -> None:
        """One action on."""
        self.go(self.at + 1)

    def last(self) -> None:
        """The last position."""
        self.go(len(self.actions))

    # The file ---------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the record of the game up to the position shown."""
        self.error = ""
        try:
            self.record.save(self.path.value)
        except OSError as error:
            self.error = str(error)
        self.refresh()

    def load(self) -> None:
        """Read the record of that file; a wrong one changes nothing."""
        try:
            text = Path(self.path.value).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            self.error = str(error)
            self.refresh()
        else:
            self.read(text)

    def read(self, text: str) -> None:
        """A record as text, checked action by action; a wrong one is refused with its line and changes nothing."""
        try:
            found = read_record(text, self.game)
        except ValueError as error:
            self.error = reason(error, self.language)
        else:
            self.positions = list(found.positions())
            self.actions = [entry.action for entry in found.entries]
            self.at = len(self.actions)
            self.take(found)
            self.settle()
        self.refresh()
