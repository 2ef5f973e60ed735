"""Bluff and be punished: play a duel again and again against the equilibrium, and see what one's choices cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random
from typing import Any

from ipywidgets import Box

from gamekit import caesar
from gamekit.caesar import LETTERS
from gamekit.caesar.odds.mix import say_card, signed
from gamekit.caesar.tables import Card
from gamekit.widgets import controls
from gamekit.widgets.caesar import charts, story
from gamekit.widgets.caesar.duel_board import READY
from gamekit.widgets.caesar.game_board import STYLE
from gamekit.widgets.caesar.pieces import looks
from gamekit.widgets.caesar.story import Show
from gamekit.widgets.caesar.view import NARROWEST, WIDTH, Fight, FightsView, HandView, Screen
from gamekit.widgets.caesar.view import scene as drawn
from gamekit.widgets.canvas import Board
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg
from gamekit.words import basis_line, language_or_default, word

ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Turn:
    """One fight as it was played: both cards, the swing, and by how much one's own card is worse than the value."""

    card: Card
    other: Card
    swing: int
    loss: float


class RoundsBoard(Box):  # type: ignore[misc]
    """A duel played ``rounds`` times against the equilibrium; shows itself in a notebook.

    Each round begins with the stakes and hands given, by default the two fights that are rock-paper-scissors; the
    other side draws its card from its mix. ``board.expected`` is what one's choices cost on average, ``board.actual``
    what they came to, after each round that is over.

    >>> board = RoundsBoard(seed="1")
    >>> for _ in range(2):
    ...     board.play(1 if 1 in board.duel.hand else 9)
    >>> len(board.expected), board.expected[0] > 0
    (1, True)
    """

    def __init__(
        self,
        stakes: Iterable[Sequence[int]] | None = None,
        hand: Iterable[Any] | None = None,
        other_hand: Iterable[Any] | None = None,
        rounds: int = ROUNDS,
        seed: str = "1",
        language: str | None = None,
    ) -> None:
        self.language = language_or_default(language)
        known = READY["ready_two_fights"]
        self.begin = caesar.duel(
            known[0] if stakes is None else stakes,
            known[1] if hand is None else hand,
            known[2] if other_hand is None else other_hand,
        )
        if not self.begin.play:
            raise ValueError("a duel without a fight cannot be played")
        self.rounds, self.width, self.fraction = rounds, float(WIDTH), False
        self.expected: list[float] = []
        self.actual: list[float] = []
        self.turns: list[Turn] = []
        self.last: list[Turn] = []
        self.duel = self.begin
        self._known: dict[Any, caesar.Duel] = {}
        self._make(seed)
        super().__init__([self._page])
        self.refresh()

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.expected) >= self.rounds

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return drawn(self.screen, self.width, self.language)

    def say(self, key: str, **fields: Any) -> str:
        """A text of the board in its language."""
        return word(f"caesar.board.{key}", self.language, **fields)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        return {**(live or {}), "text/plain": self.screen.sentence, "image/svg+xml": svg(self.scene)}

    # Playing ----------------------------------------------------------------------------------------------------------

    def play(self, card: Card) -> None:
        """Play a card; the other side draws one from its mix. ValueError for a card that is not in the hand."""
        if self.over:
            return
        if card not in self.duel.hand:
            raise ValueError(f"{card!r} is not in the hand {self.duel.hand}")
        random = Random(f"{self.seed.value.strip()}:{len(self.expected)}:{len(self.turns)}")
        mix = self.duel.other_play
        other = random.choices(list(mix), [float(share) for share in mix.values()])[0]
        swing = caesar.swing(*self.duel.stakes[0], card, other)
        self.turns.append(Turn(card, other, swing, float(self.duel.loss[card])))
        rest = (self.duel.stakes, self.duel.hand, self.duel.other_hand, card, other)
        if rest not in self._known:
            self._known[rest] = self.duel.after(card, other)
        self.duel = self._known[rest]
        if not self.duel.play:
            self._end_round()

    def _end_round(self) -> None:
        before = (self.expected[-1], self.actual[-1]) if self.expected else (0.0, 0.0)
        self.expected.append(before[0] + sum(turn.loss for turn in self.turns))
        self.actual.append(before[1] + float(self.begin.value) - sum(turn.swing for turn in self.turns))
        self.last, self.turns, self.duel = self.turns, [], self.begin

    def best(self) -> Card:
        """A card drawn from one's own mix."""
        random = Random(f"own:{self.seed.value.strip()}:{len(self.expected)}:{len(self.turns)}")
        mix = self.duel.play
        return random.choices(list(mix), [float(share) for share in mix.values()])[0]

    def click(self, action: Any) -> None:
        """A click, a tap or a key on a card."""
        if isinstance(action, tuple) and action[0] == "card" and action[1] in self.duel.hand:
            self.play(action[1])
            self.refresh()

    def go_on(self) -> None:
        """Play the card of the list."""
        if self.list.value is not None and not self.over:
            self.play(self.list.value)
            self.refresh()

    def by_mix(self) -> None:
        """Draw a card from one's own mix and play it."""
        if not self.over:
            self.play(self.best())
            self.refresh()

    def to_the_end(self) -> None:
        """All rounds that are left: always the card of the list while it is in the hand, else drawn from the mix."""
        stubborn = self.list.value
        while not self.over:
            self.play(stubborn if stubborn in self.duel.hand else self.best())
        self.refresh()

    def again(self) -> None:
        """All rounds from the beginning."""
        self.expected, self.actual, self.turns, self.last, self.duel = [], [], [], [], self.begin
        self.refresh()

    # The picture ------------------------------------------------------------------------------------------------------

    @property
    def _show(self) -> Show:
        state = caesar.State(("",) * len(caesar.SQUARES), (self.begin.hand, self.begin.other_hand))
        return Show(state, self.language, duel=self.duel, fraction=self.fraction)

    def _claim(self) -> str:
        if self.over:
            return self.say("rounds_over", rounds=self.rounds)
        return self.say("round_of", round=len(self.expected) + 1, rounds=self.rounds, fight=len(self.turns) + 1)

    def _note(self) -> str:
        if not self.expected:
            return self.say("round_worth", value=signed(self.begin.value))
        return self.say("cost_so_far", expected=f"{self.expected[-1]:.1f}", actual=signed(self.actual[-1]))

    @property
    def screen(self) -> Screen:
        """Everything to be seen."""
        show, shown = self._show, self.turns or self.last
        fights = tuple(self._fight(place, shown) for place in range(len(self.begin.stakes)))
        hands = tuple(self._hand(show, player) for player in (0, 1))
        mixes, matrix = story.duel_screen(show, self.duel) if self.peek.value else ((), None)
        sentence = self.say("sentence_rounds", claim=self._claim(), note=self._note())
        note = self._round_text() if not self.turns and self.last else self._hint()
        return Screen(FightsView(fights), hands, mixes, matrix, (note,), self.say("rounds_title"), sentence)

    def _hint(self) -> str:
        you, other = (look.name for look in looks(self.language)[:2])
        return self.say("rounds_hint", you=you, other=other)

    def _round_text(self) -> str:
        result = sum(turn.swing for turn in self.last)
        cost = sum(turn.loss for turn in self.last)
        return self.say("round_was", result=signed(result), value=signed(self.begin.value), cost=f"{cost:.1f}")

    def _fight(self, place: int, shown: list[Turn]) -> Fight:
        own, other = self.begin.stakes[place]
        title = self.say("fight_later", fight=place + 1)
        if place < len(shown):
            turn = shown[place]
            cards = say_card(turn.card, self.language), say_card(turn.other, self.language)
            title = self.say("fight_done", fight=place + 1, card=cards[0], other=cards[1], swing=signed(turn.swing))
        now = place == len(self.turns) and not self.over
        groups = ["n" * (count - 1) + LETTERS[player] for player, count in enumerate((own, other))]
        return Fight(groups[0], groups[1], title, now, place < len(shown))

    def _hand(self, show: Show, player: int) -> HandView:
        look = looks(self.language)[player]
        held = (self.duel.hand, self.duel.other_hand)[player]
        actions: dict[Card, tuple[Any, str]] = {}
        if player == 0 and not self.over:
            actions = {
                card: (("card", card), self.say("play_card", card=say_card(card, self.language))) for card in held
            }
        return HandView(
            look,
            self.say("hand", name=look.name),
            held,
            self.say("held_short", held=len(held)),
            actions,
            active=not player,
        )

    # The widgets ------------------------------------------------------------------------------------------------------

    def _make(self, seed: str) -> None:
        say, button = self.say, controls.button
        heading = controls.html(controls.heading_html(say("rounds_title")))
        self.answer = controls.live()
        style = controls.html(f"<style>{STYLE}</style>", "gk-style")
        self.peek = controls.check(say("peek"), change=lambda _: self.refresh())
        self.seed = controls.line_of_text(seed, lambda _: self.again(), label=say("seed"))
        self.board = Board(self.scene, click=self.click, resize=self.resize)
        self.list = controls.choice([("", None)], None, name=say("card_list"))
        self.go_button = button(say("play_it"), self.go_on, "main")
        self.mix_button, self.end_button = (
            button(say("by_mix"), self.by_mix),
            button(say("all_rounds"), self.to_the_end),
        )
        self.again_button = button(say("again"), self.again)
        self.chart = Panel(charts.rounds([], [], self.language), language=self.language)
        self._charted = 0
        self.below = controls.box("gk-charts")
        play = controls.section("", self.list, self.go_button, self.mix_button, self.end_button, self.again_button)
        stack = controls.box("gk-stack", style, self.board)
        self._page = controls.page(
            heading, self.answer, stack, [play, controls.section("", self.peek, self.seed)], [self.below]
        )

    def refresh(self) -> None:
        """Show where the rounds stand."""
        basis = escape(self.say("basis", basis=basis_line(self.begin.basis, self.language)))
        self.answer.value = (
            f'<div class="gk-cs-top"><span class="gk-cs-claim">{escape(self._claim())}</span>'
            f'<span class="gk-cs-note">{escape(self._note())}</span></div>'
            f'<div class="gk-basis"><span>{basis}</span></div>'
        )
        self.board.show(self.scene)
        options = [(say_card(card, self.language), card) for card in self.duel.hand]
        if list(self.list.options) != options:
            before = self.list.value
            self.list.options = options
            self.list.value = before if before in self.duel.hand else self.duel.hand[0]
        for widget in (self.list, self.go_button, self.mix_button, self.end_button):
            widget.disabled = self.over
        if len(self.expected) != self._charted:
            self._charted = len(self.expected)
            self.chart.offer(lambda: charts.rounds(self.expected, self.actual, self.language))
            self.below.children = (self.chart,) if self.expected else ()

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = float(max(NARROWEST, min(WIDTH, room)))
        if width != self.width:
            self.width = width
            self.board.show(self.scene)
