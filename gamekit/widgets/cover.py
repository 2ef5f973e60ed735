"""A cover over a board's answer: a class guesses first, by a slider or raised hands, then the chance stands beside it.

Under the cover no figure of chance is left on the page: not in its texts, its lists, its charts or its picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from gamekit.predictions import BANDS, Votes
from gamekit.widgets import page
from gamekit.widgets.page import Area, Button, Control, Html, Message, Slider
from gamekit.widgets.scene import Group, Scene, Shape, Text
from gamekit.words import word

VERB: Final = "cover"
TELLS: Final = "gk-tells"  # the class of a text without figures that tells a chance all the same
ANSWERED: Final = "gk-answered"  # the class of an area within a page whose second control is an answer
COVER: Final[Message] = (VERB, "on")
GUESS: Final[Message] = (VERB, "guess")
HANDS: Final[Message] = (VERB, "hands")
NOBODY: Final = Votes()
EVEN: Final = 50  # per cent, where a slider stands before anybody has voted
REVEAL: Final[Message] = (VERB, "off")
FIGURE: Final = re.compile(r"\d[\d,.]*\s?[%％]|\d[\d,]*/\d[\d,]*")  # 68.5%, 1/3
TAG: Final = re.compile(r"(<[^>]*>)")
LENGTH: Final = re.compile(r"(width|left|flex):[\d.]+")  # of a bar


@dataclass(frozen=True, slots=True)
class Cover:
    """Whether a board's answer is covered, and what those before it think."""

    on: bool = False
    votes: Votes = NOBODY

    def after(self, message: Message) -> Cover:
        """The cover after one of its messages; ValueError for a number of hands that there cannot be."""
        match message:
            case (_, "guess", guess):
                return replace(self, votes=replace(self.votes, guess=guess))
            case (_, "hands", band, text):
                return replace(self, votes=self.votes.typed(band, text))
            case (_, "on"):
                return Cover(True)
        return replace(self, on=False)


def voting(votes: Votes, language: str, guess: Message = ("guess",), hands: Message = ("hands",)) -> list[Control]:
    """The slider for a guess of one's own, and a field for the raised hands of each band."""
    at = EVEN if votes.guess is None else votes.guess
    fields = [
        page.Input(str(count), (*hands, band), word("predict.band", language, low=low, high=high), key=("hands", band))
        for band, ((low, high), count) in enumerate(zip(BANDS, votes.hands))
    ]
    return [Slider(word("predict.guess", language), 0, 100, at, guess), *fields]


def over(shown: Area, cover: Cover, language: str) -> Area:
    """A page with its answer covered, or with the guess beside it and at its foot the button that covers it."""
    top = next((one for one in page.controls(shown) if isinstance(one, Area) and _answers(one)), None)
    if top is None:
        return shown
    heading, answer, *rest = top.children
    if not cover.on:
        mean = cover.votes.mean
        said = "" if mean is None else escape(word("predict.class", language, mean=round(mean)))
        guess = [Html(said, key="guessed", kind="gk-live")] if said else []
        told = _with(shown, top, (heading, answer, *guess, *rest))
        foot: Any
        *others, foot = told.children
        links = replace(foot, children=(Button(word("cover.cover", language), COVER, "link"), *foot.children))
        return replace(shown, children=(*others, links))
    asked = (
        Html(f"<b>{escape(word('predict.covered', language))}</b>", key="covered"),
        *voting(cover.votes, language, GUESS, HANDS),
        Button(word("cover.reveal", language), REVEAL, "main", disabled=not cover.votes.count),
    )
    covered: Area = _blank(_with(shown, top, (heading, *asked, *rest)))
    return covered


def _answers(area: Area) -> bool:
    """Whether an area is one with a heading and under it a chance."""
    named = {"gk-top", ANSWERED} & set(area.kind.split())
    return bool(named) and any(FIGURE.search(_text(one)) for one in area.children)


def _with(area: Area, old: Area, children: tuple[Control, ...]) -> Area:
    """An area in which another one, or itself, holds other controls."""
    if area is old:
        return replace(area, children=children)
    parts = (_with(one, old, children) if isinstance(one, Area) else one for one in area.children)
    return replace(area, children=tuple(parts))


def _blank(control: Control) -> Any:
    """A control without figures of chance; what is nothing else is not shown."""
    match control:
        case Area():
            return replace(control, children=tuple(map(_blank, control.children)))
        case Html():
            return replace(control, value=_covered_html(control.value), shown=control.shown and control.kind != TELLS)
        case page.LiveChart() | page.LiveWidget() | page.Copy() | page.Download():
            return replace(control, shown=False)
        case page.Radio():
            return replace(control, options=tuple(tuple(map(_masked, parts)) for parts in control.options))
        case page.Menu():
            return replace(control, options=tuple((_masked(text), value) for text, value in control.options))
        case page.Tiles():
            tiles = ((one, _covered_html(one.html), _masked(one.label)) for one in control.tiles)
            return replace(control, tiles=tuple(one._replace(html=html, label=label) for one, html, label in tiles))
        case page.Button():
            return replace(control, description=_masked(control.description), tooltip=_masked(control.tooltip))
        case page.Picture():
            return _covered(control)
    return control


def _covered(picture: page.Picture) -> page.Picture:
    """A picture whose words hold no chance; one that shows chances is not shown."""
    scene: Scene = picture.scene
    tells = picture.tells or any(map(FIGURE.search, _words(layer for part in scene.layers for layer in part)))
    named = replace(scene, title=_masked(scene.title), sentence=_masked(scene.sentence))
    return replace(picture, scene=named, shown=picture.shown and not tells)


def _masked(text: str) -> str:
    return FIGURE.sub("?", text)


def _covered_html(html: str) -> str:
    """HTML with each figure masked, and bars of one length."""
    parts = (LENGTH.sub(r"\1:0", part) if part.startswith("<") else part for part in TAG.split(html))
    return "".join(map(_masked, parts))


def _text(control: Control) -> str:
    return TAG.sub(" ", control.value) if isinstance(control, Html) else ""


def _words(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group):
            yield from _words(shape.shapes)
