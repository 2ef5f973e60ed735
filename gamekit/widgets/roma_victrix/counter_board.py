"""What the boards of combats and sieges share: a table that changes and can be had back, dice, a list of counters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ipywidgets import Box, Widget

from gamekit.roma_victrix.tables import FACES, Side
from gamekit.widgets import controls
from gamekit.widgets.canvas import Board
from gamekit.widgets.roma_victrix.combat_view import NARROWEST, WIDTH
from gamekit.widgets.scene import Scene
from gamekit.words import reason


class CounterBoard(Box):  # type: ignore[misc]
    """Two forces of counters on a board. ``table`` is what it stands for and is never changed in place."""

    table: Any
    board: Board
    seed: Widget
    undoable: list[Any]
    width: float = WIDTH
    _quiet = False  # while widgets are brought up to date they report changes that nobody has made
    _random: tuple[str, Random]  # the seed, and the dice that it began

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The picture now on the board."""

    @abstractmethod
    def refresh(self) -> None:
        """Show everything that changed."""

    @abstractmethod
    def click(self, action: Any) -> None:
        """A click, a tap or a key on something on the board."""

    @abstractmethod
    def drop(self, carried: Any, target: Any) -> None:
        """A counter dropped somewhere, or away."""

    def change(self, make: Callable[[], Any]) -> None:
        """Another table, or a sentence that says why not; the one before can be had back by ``undo``."""
        if self._quiet:
            return
        try:
            table = make()
        except ValueError as error:
            self.table = replace(self.table, error=reason(error, self.table.language))
        else:
            if table != self.table:
                self.undoable.append(replace(self.table, error=""))
            self.table = replace(table, error="")
        self.refresh()

    def undo(self) -> None:
        """Back to the table before the last change."""
        if self.undoable:
            self.table = self.undoable.pop()
            self.refresh()

    def lead(self, side: Side, rating: int) -> None:
        """A side's leader."""
        self.change(lambda: self.table.with_force(side, replace(self.table.force(side), leader=rating)))

    def two_dice(self) -> tuple[int, int]:
        """Both dice are thrown; the same seed gives the same throws again."""
        seed = self.seed.value.strip()
        if seed != self._random[0]:
            self._random = (seed, Random(seed or None))
        return self._random[1].choice(FACES), self._random[1].choice(FACES)

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = max(NARROWEST, min(WIDTH, room))
        if width != self.width:
            self.width = width
            self.board.show(self.scene)

    # The same by list, without a mouse.

    def make_list(self) -> Widget:
        """All counters by name, and what can be done with the one chosen."""
        say, button = self.table.say, controls.button
        self.list = controls.choice([("", None)], None, lambda _: self.enable_list(), name=say("list"))
        self.put_button = button(say("put"), self.put)
        self.flip_button = button(say("flip"), self.flip)
        self.remove_button = button(say("remove"), self.remove)
        row = controls.row(self.put_button, self.flip_button, self.remove_button)
        return controls.section(say("by_list"), self.list, row)

    def show_list(self, options: Sequence[tuple[str, Any]]) -> None:
        """Bring the list up to date; what was chosen stays chosen while it is there."""
        if list(self.list.options) != options:
            kept, values = self.list.value, [value for _, value in options]
            self.list.options = options
            self.list.index = values.index(kept) if kept in values else 0
        self.enable_list()

    def enable_list(self) -> None:
        """Only what can be done with the counter chosen can be pressed."""
        on_board = bool(self.list.value) and self.list.value[0] == "counter"
        self.flip_button.disabled = self.remove_button.disabled = not on_board
        self.put_button.disabled = not self.list.value

    def put(self) -> None:
        """One more of the counter of the list."""
        match self.list.value:
            case (_, side, unit, reduced):
                self.click(("add", side, unit, reduced))

    def flip(self) -> None:
        """The counter of the list is turned over."""
        self.click(self.list.value)

    def remove(self) -> None:
        """The counter of the list leaves the board."""
        self.drop(self.list.value, None)
