"""The duel board: set up fights and hands with the mouse or in text, read what to play how often."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from ipywidgets import Box

from gamekit import caesar
from gamekit.caesar import CARDS, LETTERS
from gamekit.caesar.odds.duel import checked_stakes, games
from gamekit.caesar.odds.mix import listed, say_card
from gamekit.caesar.tables import Card, Hand
from gamekit.widgets import controls
from gamekit.widgets.caesar import story
from gamekit.widgets.caesar.game_board import PATIENCE, STYLE
from gamekit.widgets.caesar.story import Show
from gamekit.widgets.caesar.thinker import Thinker
from gamekit.widgets.caesar.view import NARROWEST, WIDTH, Fight, FightsView, HandView, Screen
from gamekit.widgets.caesar.view import scene as drawn
from gamekit.widgets.canvas import Board
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg
from gamekit.words import basis_line, language_or_default, note, reason, word

READY: dict[str, tuple[tuple[tuple[int, int], ...], Hand, Hand]] = {
    "ready_one_fight": (((3, 2),), (1, 6, 9), (5, 8)),
    "ready_one_flag": (((3, 2),), (1, 6, 9, "F"), (5, 8, "F")),
    "ready_two_fights": (((1, 1), (3, 3)), (1, 9, "F"), (5, 8, "F")),
    "ready_three_fights": (((1, 1), (2, 2), (3, 3)), (1, 5, 9), (2, 6, 8)),
}
LARGEST, MOST = 9, 10  # counters in a group that a click reaches; fights


class DuelBoard(Box):  # type: ignore[misc]
    """A duel to set up and to read; shows itself in a notebook.

    Opens on ``stakes``, ``hand`` and ``other_hand``, else on the two fights that are rock-paper-scissors. Click a
    group to make it larger, a card to take it or to give it back. ``board.duel`` is the duel as it stands.

    >>> board = DuelBoard()
    >>> board.duel.value
    Fraction(3, 2)
    >>> board.click(("card", 1, 8))
    >>> board.duel.other_hand
    (5, 'F')
    """

    def __init__(
        self,
        stakes: Iterable[Sequence[int]] | None = None,
        hand: Iterable[Any] | None = None,
        other_hand: Iterable[Any] | None = None,
        language: str | None = None,
    ) -> None:
        self.language = language_or_default(language)
        ready = READY["ready_two_fights"]
        self.stakes = list(checked_stakes(ready[0] if stakes is None else stakes))
        self.hands = [
            caesar.hand(given if given is not None else known) for given, known in zip((hand, other_hand), ready[1:])
        ]
        self.width, self.fraction, self.error = float(WIDTH), False, ""
        self._height = 0.0  # a canvas that changes its size is painted twice: it only grows
        self._thinker = Thinker()
        self.duel = caesar.duel(self.stakes, self.hands[0], self.hands[1])
        self._make()
        super().__init__([self._page])
        self.refresh()

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        made = drawn(self.screen, self.width, self.language, self._height)
        self._height = made.height
        return made

    @property
    def code(self) -> str:
        """The line of code that makes this duel."""
        return f"caesar.duel({self.stakes}, {self.duel.hand}, {self.duel.other_hand})"

    @property
    def sentence(self) -> str:
        """The duel and its answer in one sentence, with what it rests on."""
        return self.say(
            "duel_sentence",
            stakes=", ".join(f"{own}\u2013{other}" for own, other in self.stakes),
            own=" ".join(map(str, self.duel.hand)),
            other=" ".join(map(str, self.duel.other_hand)),
            claim=self._claim(),
            note=self._note(),
            basis=basis_line(self.duel.basis, self.language),
        )

    def say(self, key: str, **fields: Any) -> str:
        """A text of the board in its language."""
        return word(f"caesar.board.{key}", self.language, **fields)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        return {**(live or {}), "text/plain": self.sentence, "image/svg+xml": svg(self.scene)}

    @property
    def _show(self) -> Show:
        state = caesar.State(("",) * len(caesar.SQUARES), (self.duel.hand, self.duel.other_hand))
        return Show(state, self.language, duel=self.duel, fraction=self.fraction)

    @property
    def _fights(self) -> int:
        """How many of the fights there are cards for."""
        return min(len(self.stakes), *map(len, self.hands))

    def _claim(self) -> str:
        show = self._show
        if self._thinker.busy:
            return self.say("solves", games=f"{games(self._fights, *map(len, self.hands)):,}")
        if not self.duel.play:
            return self.say("no_duel")
        return self.say("told", name=show.name(0), what=self.duel.explain(self.language))

    # The picture ------------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """Everything to be seen."""
        show = self._show
        mixes, matrix = ((), None) if self._thinker.busy else story.duel_screen(show, self.duel)
        fights = tuple(self._fight(show, place, *stake) for place, stake in enumerate(self.stakes))
        hands = tuple(self._hand(show, player) for player in (0, 1))
        left = FightsView(fights, self.say("click_hint"))
        return Screen(left, hands, mixes, matrix, (), self.say("duel_title"), self.sentence)

    def _fight(self, show: Show, place: int, own: int, other: int) -> Fight:
        played = place < self._fights
        title = self.say("fight_now" if place == 0 else "fight_later" if played else "fight_never", fight=place + 1)
        labels = tuple(
            self.say("group_of", fight=place + 1, name=show.name(player), count=count)
            for player, count in enumerate((own, other))
        )
        groups = ["n" * (count - 1) + LETTERS[player] for player, count in enumerate((own, other))]
        actions = (("group", place, 0), ("group", place, 1))
        return Fight(groups[0], groups[1], title, place == 0 and played, not played, actions, (labels[0], labels[1]))

    def _hand(self, show: Show, player: int) -> HandView:
        held = self.hands[player]
        look = show.look(player)
        actions: dict[Card, tuple[Any, str]] = {}
        for card in CARDS:
            key = "give_card" if card in held else "take_card"
            label = self.say(key, name=look.name, card=say_card(card, self.language))
            actions[card] = (("card", player, card), label)
        return HandView(look, self.say("hand", name=look.name), held, self.say("held_short", held=len(held)), actions)

    # The widgets ------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        say, button = self.say, controls.button
        self.heading = controls.html(controls.heading_html(say("duel_title")))
        self.answer, self.status = controls.live(), controls.live()
        style = controls.html(f"<style>{STYLE}</style>", "gk-style")
        self.board = Board(self.scene, click=self.click, resize=self.resize)
        names = {say("own_duel"): ""} | {say(key): key for key in READY}
        self.ready = controls.choice(names, "", self._ready_chosen, name=say("ready"))
        self.stake_text = controls.line_of_text(change=self.write_stakes, label=say("stakes"))
        self.hand_texts = [
            controls.line_of_text(
                change=lambda text, player=player: self.write_hand(player, text),  # type: ignore[misc]
                label=say("hand", name=self._show.name(player)),
            )
            for player in (0, 1)
        ]
        for line in (self.stake_text, *self.hand_texts):
            line.add_class("gk-labelled")
        self.more, self.less = button(say("more_fights"), self.add_fight), button(say("fewer_fights"), self.drop_fight)
        self.swap_button = button(say("swap"), self.swap)
        self.full_button = button(say("full_hands"), self.full_hands)
        self.dice_note = controls.html("")
        self.copy_sentence = controls.Copy(title=say("copy_sentence"), done=say("copied"))
        self.copy_code = controls.Copy(title=say("copy_code"), done=say("copied"))
        self.fraction_button = button(say("fraction"), self.toggle_fraction, "link")
        links = controls.box("gk-links", self.copy_sentence, self.copy_code, self.fraction_button)
        setup = controls.section(
            say("set_up"),
            self.ready,
            controls.row(self.more, self.less),
            controls.row(self.swap_button, self.full_button),
        )
        text = controls.section(say("as_text"), self.stake_text, *self.hand_texts)
        draw = controls.section(say("draw_it"), self.dice_note)
        stack = controls.box("gk-stack", style, self.board, self.status)
        self._quiet = False
        self._page = controls.page(self.heading, self.answer, stack, [setup, text, draw, links])

    def refresh(self) -> None:
        """Show the duel."""
        basis = escape(self.say("basis", basis=basis_line(self.duel.basis, self.language)))
        worth = escape(self._note())
        self.answer.value = (
            f'<div class="gk-cs-top"><span class="gk-cs-claim">{escape(self._claim())}</span>'
            f'<span class="gk-cs-note">{worth}</span></div><div class="gk-basis"><span>{basis}</span></div>'
        )
        self.board.show(self.scene)
        self.status.value = f'<span class="gk-error">{escape(self.error)}</span>' if self.error else ""
        self._quiet = True
        try:
            self.stake_text.value = ", ".join(f"{own}-{other}" for own, other in self.stakes)
            for player, line in enumerate(self.hand_texts):
                line.value = " ".join(map(str, self.hands[player]))
            now = tuple(self.stakes), *self.hands
            self.ready.value = next((key for key, known in READY.items() if known == now), "")
        finally:
            self._quiet = False
        drawing = [] if self._thinker.busy else self.drawing
        self.dice_note.value = "<br>".join(escape(line) for line in drawing)
        self.copy_sentence.text, self.copy_code.text = self.sentence, self.code
        self.less.disabled = len(self.stakes) < 2
        self.more.disabled = len(self.stakes) >= MOST

    def _note(self) -> str:
        return "" if self._thinker.busy else story.worth(self._show, self.duel.value, 0)

    @property
    def drawing(self) -> list[str]:
        """How to draw each mix with things on a table: a die where one does, else balls."""
        show, said = self._show, []
        for player, mix in enumerate((self.duel.play, self.duel.other_play)):
            if not mix:
                continue
            name = show.name(player)
            if len(mix) == 1:
                said.append(self.say("told", name=name, what=caesar.say(mix, self.language)))
            elif (found := caesar.die(mix)) is not None:
                sides, faces = found
                parts = [
                    self.say(
                        "faces",
                        card=say_card(card, self.language),
                        faces=str(on.start) if len(on) == 1 else f"{on.start}\u2013{on.stop - 1}",
                    )
                    for card, on in faces.items()
                ]
                said.append(self.say("by_die", name=name, sides=sides, parts=listed(parts, self.language)))
            else:
                balls = caesar.urn(mix)
                parts = [
                    self.say("balls", count=count, card=say_card(card, self.language)) for card, count in balls.items()
                ]
                said.append(self.say("by_urn", name=name, parts=listed(parts, self.language)))
        return said

    # What the widgets do ----------------------------------------------------------------------------------------------

    def change(
        self, stakes: Iterable[Sequence[int]] | None = None, hands: Sequence[Iterable[Any]] | None = None
    ) -> None:
        """Other stakes or hands; what makes no sense is refused and changes nothing."""
        before = list(self.stakes), list(self.hands)
        try:
            if stakes is not None:
                self.stakes = list(checked_stakes(stakes))
            if hands is not None:
                self.hands = [caesar.hand(cards) for cards in hands]
            self.error = ""
        except ValueError as error:
            self.stakes, self.hands = before
            self.error = reason(error, self.language)
        else:
            fights, (own, other) = tuple(self.stakes), self.hands
            self._thinker.ask(lambda: caesar.duel(fights, own, other), self._take, late=self.refresh, patience=PATIENCE)
        self.refresh()

    def _take(self, found: caesar.Duel) -> None:
        self.duel = found

    def click(self, action: Any) -> None:
        """A click, a tap or a key on a group or a card."""
        match action:
            case ("group", place, side):
                stake = list(self.stakes[place])
                stake[side] = stake[side] % LARGEST + 1
                self.change([*self.stakes[:place], stake, *self.stakes[place + 1 :]])
            case ("card", player, card):
                held = self.hands[player]
                other = tuple(c for c in held if c != card) if card in held else (*held, card)
                self.change(hands=[other, self.hands[1]] if player == 0 else [self.hands[0], other])

    def _ready_chosen(self, key: str) -> None:
        if key and not self._quiet:
            stakes, hand, other = READY[key]
            self._height = 0.0
            self.change(stakes, (hand, other))

    def write_stakes(self, text: str) -> None:
        """The fights as text: ``1-1, 3-3``."""
        if not self._quiet:
            self.change(written(text))

    def write_hand(self, player: int, text: str) -> None:
        """A hand as text: ``9 1 F``."""
        if not self._quiet:
            cards = [int(part) if part.isdecimal() else part.upper() for part in re.split(r"[\s,、]+", text) if part]
            self.change(hands=[cards, self.hands[1]] if player == 0 else [self.hands[0], cards])

    def add_fight(self) -> None:
        """One more fight, as large as the last."""
        self.change([*self.stakes, self.stakes[-1] if self.stakes else (1, 1)][:MOST])

    def drop_fight(self) -> None:
        """One fight less."""
        self._height = 0.0
        self.change(self.stakes[:-1] or self.stakes)

    def swap(self) -> None:
        """Change sides."""
        self.change([(other, own) for own, other in self.stakes], self.hands[::-1])

    def full_hands(self) -> None:
        """Ten cards on each side."""
        self.change(hands=(CARDS, CARDS))

    def toggle_fraction(self) -> None:
        """Payoffs as fractions, or rounded again."""
        self.fraction = not self.fraction
        self.refresh()

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = float(max(NARROWEST, min(WIDTH, room)))
        if width != self.width:
            self.width, self._height = width, 0.0
            self.board.show(self.scene)


def written(text: str) -> Iterator[tuple[int, int]]:
    """The fights in a text; ValueError for what is none, and for more than there is room for."""
    apart = r"(\d+)\s*[^\d\s,、;]+\s*(\d+)"
    if left := re.sub(apart, "", text).strip(" \t\n,、;"):
        raise ValueError(note("caesar.error.no_fight", text=repr(left)))
    found = re.findall(apart, text)
    if len(found) > MOST:
        raise ValueError(note("caesar.error.fights", fights=len(found), most=MOST))
    for own, other in found:
        yield int(own), int(other)
