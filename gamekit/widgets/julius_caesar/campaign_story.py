"""What a campaign board says: the log in plain sentences, year and turn, victory points, what is to be decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, Final, NamedTuple

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.blocks import BLOCK, BLOCK_NAMES
from gamekit.julius_caesar.log import losses
from gamekit.julius_caesar.pace import FIGHT
from gamekit.julius_caesar.places import NUMBERS, PLACES, VALUE
from gamekit.julius_caesar.rules.control import ahead
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.record import Entry
from gamekit.session import ALL, ROOM, Session
from gamekit.widgets import page
from gamekit.widgets.julius_caesar.atlas import place_name
from gamekit.widgets.look import NEUTRAL, TINTS
from gamekit.words import word

LINES: Final = 60  # the last lines of the log that a page shows
QUIET: Final = (jc.Take, jc.Embark, jc.Stop, jc.Fire, jc.Retreat, jc.Regroup, jc.Deal, jc.JoinBattle, jc.TakeHit)
ENDS: Final = frozenset((Phase.MOVE, Phase.LEVY, Phase.REGROUP, Phase.DISBAND))  # "no more of this" goes unsaid


def say(key: str, language: str | None, **fields: Any) -> str:
    """A word of this board."""
    return word(f"julius_caesar.campaign.{key}", language, **fields)


def side_name(side: str, language: str | None) -> str:
    """What a side is called."""
    return word(f"julius_caesar.side.{side}", language)


# The log -------------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A sentence of the log: after how many actions, the side it is about (or none), whether it is a heading."""

    at: int
    side: str
    text: str
    head: bool = False


class Chronicle:
    """The log as one viewer may read it, written on as the game goes on and back as it is taken back."""

    def __init__(self, viewer: str, language: str) -> None:
        self.viewer, self.language = viewer, language
        self.lines: list[Line] = []
        self._told: list[Entry] = []
        self._path: list[int] = []  # where the block in hand has been

    @property
    def _eyes(self) -> str | None:
        return None if self.viewer == ALL else self.viewer

    def read(self, session: Session) -> list[Line]:
        """The lines up to the position shown."""
        entries = session.record.entries
        if self._told and (len(self._told) > len(entries) or entries[len(self._told) - 1] is not self._told[-1]):
            same = next((n for n, (a, b) in enumerate(zip(self._told, entries)) if a is not b), len(entries))
            del self._told[same:]
            self._path = _path_at(session.positions[len(self._told)])
            self.lines = [line for line in self.lines if line.at <= len(self._told)]
        for at in range(len(self._told), len(entries)):
            self._tell(at + 1, session.positions[at], entries[at], session.positions[at + 1])
            self._told.append(entries[at])
        return [line for line in self.lines if line.at <= session.at]

    def _tell(self, at: int, before: State, entry: Entry, after: State) -> None:
        side = SIDES[before.actor] if before.phase != Phase.DEAL else ""
        for text in self._said(before, entry, after):
            self.lines.append(Line(at, side, text))
        for text in jc.consequences(before, after, self.language, self._eyes):
            self.lines.append(Line(at, "", text, head=(before.year, before.turn) != (after.year, after.turn)))
        if before.phase == Phase.DEAL and after.phase != Phase.DEAL:
            self.lines.append(Line(at, "", say("dealt", self.language)))

    def _said(self, before: State, entry: Entry, after: State) -> Iterator[str]:
        action = entry.action
        if before.phase in (Phase.STEP, Phase.VOYAGE, Phase.MOVE) and isinstance(
            action, (jc.Take, jc.Embark, jc.Go, jc.Stop)
        ):
            yield from self._marches(before, action, after)
        elif isinstance(action, jc.Play):
            if not self._secret(before) and after.phase == Phase.PLAY:
                yield jc.describe(action, before, self.language, self._eyes)
        elif isinstance(action, jc.Levy):
            if after.phase != Phase.MUSTER:
                yield self._levied(before, BLOCK[action.block], after)
        elif isinstance(action, QUIET):
            return
        elif not (isinstance(action, jc.Done) and before.phase in ENDS):
            text = jc.describe(action, before, self.language, self._eyes)
            dice = entry.comment if isinstance(action, jc.Hits) else None
            yield f"{text} ({' '.join(map(str, dice))})" if dice else text

    def _secret(self, before: State) -> bool:
        return self.viewer not in (ALL, SIDES[before.actor])

    def _marches(self, before: State, action: jc.Action, after: State) -> Iterator[str]:
        """One sentence for a whole move, when the block is put down."""
        if isinstance(action, (jc.Take, jc.Embark)):
            self._path = list(after.path)
            return
        if isinstance(action, jc.Go):
            self._path.append(PLACES.index(action.place))
        if after.held == before.held:
            return
        path, block = self._path, before.held
        names = [place_name(PLACES[place], self.language) for place in path]
        said = {"block": self._block(before, block), "origin": names[0], "place": names[-1]}
        fight = next((attack for attack in after.attacks if attack.place == path[-1]), None)
        if before.phase == Phase.VOYAGE:
            yield say("sailed", self.language, **said)
        elif fight and any(came == block for came, _ in fight.came):
            yield say("attacked" if fight.attacker == before.actor else "answered", self.language, **said)
        elif len(path) > 2:
            yield say("marched_by", self.language, by=" – ".join(names[1:-1]), **said)
        else:
            yield say("marched", self.language, **said)

    def _levied(self, before: State, block: int, after: State) -> str:
        """In the words of a block that might have appeared elsewhere as well, which would tell what it is."""
        place = place_name(PLACES[after.location[block]], self.language)
        return word("julius_caesar.log.muster", self.language, block=self._block(before, block), place=place)

    def _block(self, state: State, block: int) -> str:
        if self.viewer in (ALL, SIDES[state.side[block]]):
            return jc.block_name(BLOCK_NAMES[block], self.language)
        return word("julius_caesar.log.a_block", self.language, side=side_name(SIDES[state.side[block]], self.language))


@lru_cache(maxsize=8)
def chronicle(viewer: str, language: str) -> Chronicle:
    """The log that was last read for a viewer in a language, to be written on."""
    return Chronicle(viewer, language)


def lines_of(session: Session, language: str) -> list[Line]:
    """The log as the viewer of the position shown may read it."""
    return chronicle(str(session.viewer), language).read(session)


def told(session: Session, when: tuple[int, int], language: str, dice: bool) -> Iterator[str]:
    """The sentences of one turn, (year, turn), without its heading; of fights only losses and ends unless ``dice``."""
    whole = Chronicle(str(session.viewer), language)
    whole.read(session)
    for line in whole.lines:
        before, after = session.positions[line.at - 1], session.positions[line.at]
        throw = before.phase in FIGHT and (bool(line.side) or after.phase in FIGHT)
        throw = throw and line.text not in losses(before, after, language)
        if (before.year, before.turn) == when and not line.head and (dice or not throw):
            yield line.text


def _path_at(state: State) -> list[int]:
    return list(state.path) if state.phase in (Phase.STEP, Phase.VOYAGE) else []


def log_html(lines: list[Line], language: str) -> str:
    """The last lines of the log, the newest first."""
    rows = []
    for line in reversed(lines[-LINES:]):
        tint = TINTS[line.side] if line.side else None
        letter = (
            f'<span class="gk-letter" style="background:{tint.face}">{tint.letter}</span>'
            if tint
            else (f'<span class="gk-letter" style="background:none;color:{NEUTRAL}">•</span>')
        )
        text = escape(line.text)
        rows.append(f"<li>{letter}<span>{f'<b>{text}</b>' if line.head else text}</span></li>")
    return f'<div class="gk-log-box" tabindex="0"><ul class="gk-log">{"".join(rows)}</ul></div>'


# The head of the page ------------------------------------------------------------------------------------------------


def header_html(session: Session, language: str) -> str:
    """Year and turn, the track of victory points, whose eyes one looks through."""
    state = session.state
    bc, auc = 1 - state.year, state.year + NUMBERS["founding_of_rome"]
    year, old = say("bc", language, bc=bc), say("auc", language, auc=auc)
    turn = say("turn", language, turn=state.turn, turns=NUMBERS["turns"])
    first = say("first", language, side=side_name(SIDES[state.first], language)) if state.first != NONE else ""
    title = f"{escape(turn)}" if state.phase != Phase.OVER else escape(say("over", language))
    date = (
        f'<div class="gk-date"><b>{escape(year)}</b><i>{escape(old)}</i>'
        f"<span><b>{title}</b>{escape(first)}&nbsp;</span></div>"
    )
    head, note = eyes(session, language)
    seen = f'<div class="gk-eyes"><b>{escape(head)}</b><span class="gk-quiet">{escape(note)}</span></div>'
    return f'<div class="gk-score">{date}{track_html(jc.victory_points(state), language)}{seen}</div>'


def track_html(points: tuple[int, int], language: str) -> str:
    """Victory points from both ends: whose tenth is reached at year's end wins."""
    boxes = max(sum(points), sum(VALUE))
    goal = NUMBERS["victory"]
    cells = []
    for number in range(1, boxes + 1):
        side = SIDES[0] if number <= points[0] else SIDES[1] if number > boxes - points[1] else ""
        marks = (" gk-goal" if number == goal else "") + (" gk-aim" if number == boxes - goal + 1 else "")
        style = f' style="background:{TINTS[side].face};border-color:{TINTS[side].rim}"' if side else ""
        cells.append(f'<span class="{marks.strip()}"{style}>{TINTS[side].letter if side else ""}</span>')
    caesar, pompey = (side_name(side, language) for side in SIDES)
    spoken = say("points_spoken", language, caesar=caesar, pompey=pompey, first=points[0], second=points[1])
    numbers = [f'<b style="color:{TINTS[side].face}">{n}</b>' for side, n in zip(SIDES, points)]
    label = f"<span>{escape(say('points', language))}<br>{escape(say('points_goal', language, goal=goal))}</span>"
    return (
        f'<div class="gk-points" role="img" aria-label="{escape(spoken)}">{label}{numbers[0]}'
        f'<div class="gk-track">{"".join(cells)}</div>{numbers[1]}</div>'
    )


def eyes(session: Session, language: str) -> tuple[str, str]:
    """Through whose eyes the map is seen, and what that means."""
    viewer = session.viewer
    if viewer in SIDES:
        other = side_name(SIDES[1 - SIDES.index(viewer)], language)
        return say("seen_by", language, side=side_name(viewer, language)), say("face_down", language, side=other)
    if viewer == ROOM:
        return say("seen_by_room", language), say("all_face_down", language)
    return say("seen_by_both", language), say("all_face_up", language)


# What is to be decided -----------------------------------------------------------------------------------------------


def prompt(session: Session, language: str, lines: Sequence[Line] = ()) -> str:
    """What the game waits for, in one sentence; in a replay the last of the log's ``lines``."""
    state = session.state
    side = side_name(SIDES[state.actor], language)
    match session.waits:
        case "over":
            return outcome(state, language)
        case "replay":
            at, of = session.count
            key = "replaying" if lines else "replay_unseen" if at else "replay_begins"
            return say(key, language, at=at, of=of, text=lines[-1].text if lines else "")
        case "handover":
            return word("session.hand_over", language, seat=side_name(session.handover, language))
        case "end":
            return say("fight_over", language)
    fields: dict[str, Any] = {"side": side}
    if state.held != NONE:
        fields["block"] = jc.block_name(BLOCK_NAMES[state.held], language)
    if state.phase == Phase.MOVE:
        fields["count"] = state.command.moves
    elif state.phase == Phase.LEVY:
        fields["count"] = state.command.levies
    return word(f"julius_caesar.campaign.ask.{state.phase.value}", language, **fields)


def outcome(state: State, language: str) -> str:
    """Who has won."""
    points, winner = jc.victory_points(state), ahead(state)
    fields = {"caesar": points[0], "pompey": points[1]}
    if winner == NONE:
        return word("julius_caesar.log.draw", language, **fields)
    return word("julius_caesar.log.over", language, side=side_name(SIDES[winner], language), **fields)


@dataclass(frozen=True, slots=True)
class Stop:
    """A place of the record to jump to."""

    at: int
    text: str


def battles_of(session: Session) -> tuple[tuple[int, State], ...]:
    """(where, position) of the beginning of every battle."""
    found = []
    for at, (before, now) in enumerate(pairwise(session.positions), 1):
        fresh = now.combat and (before.combat is None or before.combat.place != now.combat.place)
        if fresh and now.phase in FIGHT:
            found.append((at, now))
    return tuple(found)


def battles(session: Session, language: str) -> tuple[Stop, ...]:
    """Every battle so far, for a list."""
    found = []
    for at, state in battles_of(session):
        assert state.combat is not None
        year, place = say("bc", language, bc=1 - state.year), place_name(PLACES[state.combat.place], language)
        found.append(Stop(at, say("battle_at", language, year=year, turn=state.turn, place=place)))
    return tuple(found)


def page_title(session: Session, language: str) -> str:
    """What a still picture of the game is called."""
    return page.heading_html(say("title", language), jc.year_name(session.state.year, language))
