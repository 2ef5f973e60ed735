"""How the doubtful points of the rules are read: chosen whole or point by point, alike on every board."""

from __future__ import annotations

from typing import Final

from gamekit.julius_caesar.readings import ONLINE, POINTS, TEXT, read_online
from gamekit.text.translation import word
from gamekit.widgets.page import Area, Check, Control, Menu, Message, section

BY_POINT: Final = "points"  # the third way of choosing a reading


def reading_choice(online: tuple[str, ...], pointwise: bool, language: str, *more: Control | None) -> Area:
    """By the text, as online, or each point by itself; a reading that is neither whole is shown by its points."""
    whole = next((kind for kind in (TEXT, ONLINE) if online == read_online(kind)), BY_POINT)
    kind = BY_POINT if pointwise else whole
    names = [(word(f"julius_caesar.reading.{kind}", language), kind) for kind in (TEXT, ONLINE, BY_POINT)]
    points = [
        Check(word(f"julius_caesar.point.{point}", language), point in online, ("point", point)) for point in POINTS
    ]
    return section(
        "",
        Menu(names, kind, ("reading",), word("julius_caesar.reading", language)),
        Area("gk-section", tuple(points)) if kind == BY_POINT else None,
        *more,
    )


def reading_chosen(online: tuple[str, ...], message: Message) -> tuple[tuple[str, ...], bool] | None:
    """The points read as online after a message, and whether they are chosen by themselves; None for others."""
    match message:
        case ("reading", kind):
            return (online, True) if kind == BY_POINT else (read_online(kind), False)
        case ("point", point, on):
            others = {other for other in online if other != point}
            return read_online({*others, point} if on else others), True
    return None
