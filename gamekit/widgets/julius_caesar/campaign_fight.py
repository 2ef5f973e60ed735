"""A battle of the campaign: the battle board with the real blocks, its exact odds, and what its players may do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

from ipywidgets import Box

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.pieces import BLOCK_NAMES
from gamekit.julius_caesar.rules.control import bits
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import BLOCKS
from gamekit.widgets import controls
from gamekit.widgets.canvas import Board
from gamekit.widgets.julius_caesar import battle_story
from gamekit.widgets.julius_caesar.battle_story import Table
from gamekit.widgets.julius_caesar.battle_view import NARROWEST, WIDTH, View, block_name, motion, scene
from gamekit.widgets.julius_caesar.campaign_battle import Field, Scribe, hidden_roles, shown, table_of, with_chances
from gamekit.widgets.julius_caesar.campaign_story import say, side_name
from gamekit.widgets.julius_caesar.chart import place_name
from gamekit.widgets.julius_caesar.session import Session
from gamekit.widgets.scene import Scene
from gamekit.words import word

PAUSE = 0.3  # seconds: a large battle is shown before it is worked out
Act = Callable[..., None]


class FightPane(Box):  # type: ignore[misc]
    """The battle that is being fought, as everybody at the screen may see it; ``run`` carries out what is pressed."""

    def __init__(self, run: Callable[[Callable[[], None]], None], language: str) -> None:
        self.run, self.language = run, language
        self.session: Session | None = None
        self.table: Table | None = None
        self.field: Field | None = None
        self.odds, self.width = True, WIDTH
        self.fighter = ""  # which of the blocks on turn acts
        self._scribe = Scribe()
        self._seen: View | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._quiet = False
        self._make()
        super().__init__([self.heading, self.answer, self.main])
        self.add_class("gk-stack")

    def _make(self) -> None:
        say_, button = self._say, controls.button
        self.heading, self.answer, self.note = controls.html(""), controls.live(), controls.html("")
        self.board = Board(Scene(WIDTH, 100), click=self.click, resize=self.resize)
        self.order, self.question = controls.html(""), controls.html("")
        self.options = controls.Choices(label=self._board_say("who_takes"))
        self.options.observe(self._option_chosen, "index")
        self.fighters = controls.choice([("", "")], "", self._fighter_chosen, name=say_("fighter"))
        self.go = button("", self.go_on, "main")
        self.pass_button = button(self._board_say("pass"), lambda: self._do(jc.Pass))
        self.leave_button = button(self._board_say("leave"), lambda: self._do(jc.Retreat))
        self.round_button = button(self._board_say("next_round"), lambda: self._session_does("next_round"))
        self.end_button = button(self._board_say("to_the_end"), lambda: self._session_does("to_the_end"))
        leaving = controls.row(self.pass_button, self.leave_button)
        self.ways = controls.box("gk-stack", leaving, controls.row(self.round_button, self.end_button))
        side = controls.section(
            "",
            self.order,
            self.question,
            self.options,
            self.fighters,
            self.go,
            self.ways,
            self.note,
        )
        self.main = controls.box("gk-fight", self.board, side)

    def _say(self, key: str, **fields: Any) -> str:
        return say(key, self.language, **fields)

    def _board_say(self, key: str) -> str:
        return word(f"julius_caesar.board.{key}", self.language)

    # Showing ---------------------------------------------------------------------------------------------------------

    def show(self, session: Session, odds: bool) -> bool:
        """Show the fight of the position shown; False when there is none."""
        self.session, self.odds = session, odds
        self.field = self._scribe.field(session.positions, session.record.entries, session.at)
        looked_at = session.state.phase in (Phase.TURN, Phase.FIRE, Phase.HIT) or session.fought
        if not self.field or not looked_at:
            self.table = self._seen = None
            return False
        known = self.table.chosen if self.table else None
        self.table = table_of(self.field, self.language, known)
        if self._heavy():
            self._later()
        else:
            self.table = self._counted()
        self._refresh()
        return True

    def _shown(self) -> tuple[Session, Field, Table]:
        """What is shown, once there is something."""
        if not self.session or not self.field or not self.table:
            raise ValueError("no battle is shown")
        return self.session, self.field, self.table

    def _heavy(self) -> bool:
        return bool(self.odds and self.table and battle_story.is_large(self.table.setup) and _in_kernel())

    def _counted(self) -> Table:
        session, field, table = self._shown()
        return with_chances(table, field, session.viewer) if self.odds else table

    def _later(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(PAUSE, self._catch_up)

    def _catch_up(self) -> None:
        if self.table and self.field and self.session:
            self.table = self._counted()
            self._answer()

    def _refresh(self) -> None:
        session, field, table = self._shown()
        language = self.language
        self._quiet = True
        try:
            name = place_name(field.place, language)
            head = self._say("battle_of", place=name, title=table.title)
            fight = table.fight
            aside = table.say("aside_over") if session.fought or not fight else ""
            aside = aside or table.say("aside_round", round=fight.position.round if fight else 1)
            self.heading.value = controls.heading_html(head, aside)
            self._answer()
            self._show_board(shown(table, field, session.viewer))
            choosing = session.waits == "person" and session.state.phase == Phase.HIT
            choices = battle_story.options(table) if choosing else []
            if not self.odds:
                choices = [[name, note, ""] for name, note, _ in choices]
            self.options.options = choices
            self.options.index = fight.tied.index(table.choice) if choices and fight and table.choice is not None else 0
            self.question.value = battle_story.question_html(table) if choices and self.odds else ""
            self.order.value = battle_story.order_html(table) if not session.fought else ""
            self._buttons(table)
            _visible(bool(choices), self.options, self.question)
        finally:
            self._quiet = False

    def _answer(self) -> None:
        session, field, table = self._shown()
        if not self.odds:
            self.answer.value = ""
            return
        text = battle_story.answer_html(table)
        if hidden_roles(field, session.viewer):
            text += f'<div class="gk-quiet">{escape(self._say("unseen_reserves"))}</div>'
        self.answer.value = text

    def _show_board(self, seen: View) -> None:
        before, self._seen = self._seen, seen
        self.board.show(scene(seen, self.width, self.language))
        if before and before.turn and not self.board.helper.reduced:
            self.board.animate(motion(before, seen, self.width, self.language))

    def _buttons(self, table: Table) -> None:
        session = self._shown()[0]
        waits, state = session.waits, session.state
        mine = waits == "person"
        on_turn = [BLOCK_NAMES[block] for block in bits(state.combat.turn)] if state.combat else []
        choice = mine and state.phase == Phase.TURN and len(on_turn) > 1
        if self.fighter not in on_turn:
            self.fighter = on_turn[0] if on_turn else ""
        if choice:
            names = [(block_name(BLOCKS[_key(block)], self.language), block) for block in on_turn]
            if list(self.fighters.options) != names:
                self.fighters.options = names
            self.fighters.value = self.fighter
        _visible(choice, self.fighters)
        self.go.description = self._go_text(table)
        _visible(waits in ("person", "turn", "end"), self.go)
        _visible(waits in ("person", "turn"), self.ways)
        legal = set(session.legal())
        self.pass_button.disabled = jc.Pass(self.fighter) not in legal
        self.leave_button.disabled = jc.Retreat(self.fighter) not in legal
        self.round_button.disabled = self.end_button.disabled = not session.fights
        note = self._say("fight_replay") if waits == "replay" else self._say("fight_end") if waits == "end" else ""
        note = note or (battle_story.fight_note(table) if session.fights else "")
        self.note.value = f'<span class="gk-quiet">{escape(note)}</span>'

    def _go_text(self, table: Table) -> str:
        session = self._shown()[0]
        state = session.state
        if session.waits == "end":
            return self._say("go_on")
        if session.waits == "turn":
            return self._say("their_turn", side=side_name(session.decider, self.language))
        if session.waits != "person":
            return table.say("go")
        if state.phase == Phase.HIT:
            return table.say("take")
        if jc.Fire(self.fighter) not in session.legal():
            return table.say("go_leave", block=block_name(BLOCKS[_key(self.fighter)], self.language))
        count = state.strength[BLOCK_NAMES.index(self.fighter)]
        dice = table.say("dice_one" if count == 1 else "dice_many", dice=count)
        return table.say("go_roll", block=block_name(BLOCKS[_key(self.fighter)], self.language), dice=dice)

    # Pressing --------------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """The main button: throw, take the hit, leave, let the plain player act, or go on after the end."""
        session, table = self.session, self.table
        if not session or not table:
            return
        match session.waits:
            case "end":
                self.run(session.go_on)
            case "turn":
                self.run(session.next_turn)
            case "person" if session.state.phase == Phase.HIT:
                self._take(table)
            case "person":
                self._do(jc.Fire if jc.Fire(self.fighter) in session.legal() else jc.Retreat)

    def _take(self, table: Table) -> None:
        fight, session = table.fight, self.session
        if not fight or not session or table.choice is None or not fight.struck:
            return
        block = fight.position.side(fight.struck)[table.choice].block
        name = f"{block.colour}:{block.name}"
        self.table = replace(table, chosen=None)
        self.run(lambda: session.act(jc.TakeHit(name)))

    def _do(self, kind: Callable[[str], jc.Action]) -> None:
        session, fighter = self.session, self.fighter
        if session:
            self.run(lambda: session.act(kind(fighter)))

    def _session_does(self, name: str) -> None:
        if self.session:
            self.run(getattr(self.session, name))

    def click(self, action: Any) -> None:
        """A click on a block that may take the hit."""
        match action:
            case ("hit", slot) if self.table:
                self.table = replace(self.table, chosen=slot)
                self._refresh()

    def _option_chosen(self, change: Any) -> None:
        fight = self.table.fight if self.table else None
        if not self._quiet and fight and self.options.options:
            self.click(("hit", fight.tied[change["new"]]))

    def _fighter_chosen(self, block: str) -> None:
        if not self._quiet and self.table and block:
            self.fighter = block
            self._refresh()

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = max(NARROWEST, min(WIDTH, room))
        if width != self.width:
            self.width = width
            if self._seen:
                self.board.show(scene(self._seen, width, self.language))


def _key(block: str) -> tuple[str, str]:
    colour, _, name = block.partition(":")
    return colour, name


def _visible(shown_: bool, *widgets: Any) -> None:
    for widget in widgets:
        widget.layout.display = None if shown_ else "none"


def _in_kernel() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
