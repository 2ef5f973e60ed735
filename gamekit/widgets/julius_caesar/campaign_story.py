"""What a campaign board says: the log, year and turn, victory points, what is to be decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import Chronicle, LogLine, battle_starts, outcome, place_name, side_name, turn_lines
from gamekit.julius_caesar.readings import deviations
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import BLOCK_NAMES, NUMBERS, PLACES, SIDES, VALUE
from gamekit.play.session import ALL, ROOM, Session
from gamekit.storage.record import Record
from gamekit.text.translation import translate, word
from gamekit.widgets.look import NEUTRAL, TINTS

LINES: Final = 60  # the last lines of the log that a page shows


def say(key: str, language: str | None, **fields: Any) -> str:
    return word(f"julius_caesar.campaign.{key}", language, **fields)


@lru_cache(maxsize=8)
def chronicle(viewer: str, language: str) -> Chronicle:
    """The log that was last read for a viewer in a language, to be written on."""
    return Chronicle(None if viewer == ALL else viewer, language)


def lines_of(session: Session, language: str) -> list[LogLine]:
    """The log as the viewer of the position shown may read it."""
    return chronicle(str(session.viewer), language).read(session.positions, session.record.entries, session.at)


def told(session: Session, when: tuple[int, int], language: str, dice: bool) -> Iterator[str]:
    """The sentences of one turn, (year, turn), as the viewer may read them."""
    lines = chronicle(str(session.viewer), language).read(session.positions, session.record.entries)
    return turn_lines(lines, session.positions, when, dice, language)


def log_html(lines: Sequence[LogLine], language: str) -> str:
    """The last lines of the log, the newest first."""
    rows = []
    for line in reversed(lines[-LINES:]):
        tint = TINTS[line.side] if line.side else None
        style = f"background:{tint.face}" if tint else f"background:none;color:{NEUTRAL}"
        text = f"<b>{escape(line.text)}</b>" if line.head else escape(line.text)
        letter = f'<span class="gk-letter" style="{style}">{tint.letter if tint else "•"}</span>'
        rows.append(f"<li>{letter}<span>{text}</span></li>")
    return f'<div class="gk-log-box" tabindex="0"><ul class="gk-log">{"".join(rows)}</ul></div>'


def battles(session: Session, language: str) -> list[tuple[str, int]]:
    """Every battle so far, for a list: what it is called, and after how many actions it begins."""
    found = []
    for at, state in battle_starts(session.positions):
        assert state.combat is not None
        year, place = say("bc", language, bc=1 - state.year), place_name(PLACES[state.combat.place], language)
        found.append((say("battle_at", language, year=year, turn=state.turn, place=place), at))
    return found


# The head of the page ------------------------------------------------------------------------------------------------


def header_html(session: Session, language: str) -> str:
    """Year and turn, the track of victory points, whose eyes one looks through."""
    state, viewer = session.state, session.viewer
    year = say("bc", language, bc=1 - state.year)
    old = say("auc", language, auc=state.year + NUMBERS["founding_of_rome"])
    title = say("turn", language, turn=state.turn, turns=NUMBERS["turns"])
    title = title if state.phase != Phase.OVER else say("over", language)
    first = say("first", language, side=side_name(SIDES[state.first], language)) if state.first != NONE else ""
    kind = viewer if viewer in (ALL, ROOM) else "one"
    own, other = (side_name(side, language) for side in (SIDES if viewer != SIDES[1] else SIDES[::-1]))
    seen = word(f"julius_caesar.campaign.seen.{kind}", language, side=own)
    faces = word(f"julius_caesar.campaign.faces.{kind}", language, side=other)
    return (
        f'<div class="gk-score"><div class="gk-date"><b>{escape(year)}</b><i>{escape(old)}</i>'
        f"<span><b>{escape(title)}</b>{escape(first)}&nbsp;</span></div>"
        f"{track_html(jc.victory_points(state), language)}"
        f'<div class="gk-eyes"><b>{escape(seen)}</b><span class="gk-quiet">{escape(faces)}</span></div></div>'
    )


def track_html(points: tuple[int, int], language: str) -> str:
    """Victory points from both ends: whose tenth is reached at year's end wins."""
    boxes, goal = max(sum(points), sum(VALUE)), NUMBERS["victory"]
    marks, cells = (("gk-goal", goal), ("gk-aim", boxes - goal + 1)), []
    for number in range(1, boxes + 1):
        side = SIDES[0] if number <= points[0] else SIDES[1] if number > boxes - points[1] else ""
        style = f' style="background:{TINTS[side].face};border-color:{TINTS[side].rim}"' if side else ""
        kind = " ".join(name for name, at in marks if at == number)
        cells.append(f'<span class="{kind}"{style}>{TINTS[side].letter if side else ""}</span>')
    caesar, pompey = (side_name(side, language) for side in SIDES)
    spoken = say("points_spoken", language, caesar=caesar, pompey=pompey, first=points[0], second=points[1])
    first, second = (f'<b style="color:{TINTS[side].face}">{n}</b>' for side, n in zip(SIDES, points))
    return (
        f'<div class="gk-points" role="img" aria-label="{escape(spoken)}"><span>{escape(say("points", language))}<br>'
        f"{escape(say('points_goal', language, goal=goal))}</span>{first}"
        f'<div class="gk-track">{"".join(cells)}</div>{second}</div>'
    )


# What is to be decided -----------------------------------------------------------------------------------------------


def prompt(session: Session, language: str, lines: Sequence[LogLine] = ()) -> str:
    """What the game waits for, in one sentence; in a replay the last of the log's ``lines``."""
    state = session.state
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
    return word(
        f"julius_caesar.campaign.ask.{state.phase.value}",
        language,
        side=side_name(SIDES[state.actor], language),
        block=jc.block_name(BLOCK_NAMES[state.held], language) if state.held != NONE else "",
        count=state.command.levies if state.phase == Phase.LEVY else state.command.moves,
    )


# How the rules are read ----------------------------------------------------------------------------------------------


def reading_text(state: State, language: str) -> str:
    """How the game under way reads the doubtful points."""
    text = word("julius_caesar.reading.text", language)
    read = "; ".join(translate(point, language) for point in deviations(state.online))
    return say("reads", language, reading=read or text)


def begun_with(record: Record, reading: Sequence[str]) -> Record:
    """The beginning of a record, its rules read in another way."""
    if record.start is None:
        return Record(jc, (), {**record.options, "reading": list(reading)}, None, record.scenario)
    start = jc.to_json(replace(jc.from_json(record.start), online=tuple(reading)))
    return Record(jc, (), record.options, start, record.scenario)
