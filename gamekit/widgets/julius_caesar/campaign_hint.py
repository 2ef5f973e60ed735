"""Advice for the side at the screen: the plans that the searching player would weigh, said without playing them.

It is asked for by a button and worked out beside the page, each time for longer, so that the figures sharpen while one
watches; another button stops it and keeps what was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from random import Random
from typing import Final

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.players import explain, find
from gamekit.julius_caesar.players.search import compares_plans
from gamekit.play.search import SearchFound
from gamekit.play.session import Session
from gamekit.text.translation import basis_line
from gamekit.widgets.julius_caesar.campaign_belief import eyes_of
from gamekit.widgets.julius_caesar.campaign_story import say
from gamekit.widgets.page import Area, Button, Html, Message, Soon, row

SECONDS: Final = (1.0, 4.0, 12.0)  # of processor time, one search after the other


@dataclass(frozen=True, slots=True)
class Hinting:
    """After how many actions a hint was asked for, how many searches of it are done or let be, what the last found."""

    at: int = -1
    done: int = 0
    found: SearchFound | None = None


def able(session: Session) -> bool:
    """Whether there is a decision of the side at the screen about which plans can be compared."""
    if session.waits != "person" or session.viewer != session.decider or not eyes_of(session):
        return False
    return len(session.legal) > 1 and compares_plans(session.state.phase)


def controls(session: Session, hinting: Hinting, language: str) -> Area:
    """The button that asks, the one that stops, and what was found."""
    asked = hinting.at == session.at
    thinks = asked and hinting.done < len(SECONDS)
    said = [say("hint.thinking", language)] if thinks else []
    if asked and hinting.found:
        said = [explain(hinting.found, language), basis_line(hinting.found.basis, language), *said]
    buttons = (
        Button(say("hint.ask", language), ("hint",), tooltip=say("hint.what", language), shown=not thinks, key="hint"),
        Button(say("hint.stop", language), ("hint stop",), shown=thinks, key="hint stop"),
    )
    told = Html("<br>".join(map(escape, said)), "gk-live gk-quiet")
    return Area("gk-section", (row(*buttons), told), shown=able(session), key="hinting")


def soon(session: Session, hinting: Hinting) -> Iterator[Soon]:
    """The next search of a hint under way."""
    if hinting.at == session.at and hinting.done < len(SECONDS) and able(session):
        view = jc.observe(session.state, session.decider)
        seconds = SECONDS[hinting.done]
        work = partial(find, view, session.legal, seconds=seconds, random=Random(0))
        yield Soon(work, ("hinted", session.at, hinting.done), ("hint", session.at, hinting.done))


def update(session: Session, hinting: Hinting, message: Message) -> Hinting | None:
    """What is hinted after a message; None for any other message."""
    match message:
        case ("hint",) if able(session):
            return replace(hinting, at=session.at, done=0, found=None)
        case ("hint stop",):
            return replace(hinting, done=len(SECONDS))
        case ("hinted", int(at), int(done), SearchFound() as found) if (at, done) == (hinting.at, hinting.done):
            return replace(hinting, done=done + 1, found=found)
        case ("hint" | "hinted", *_):
            return hinting
    return None
