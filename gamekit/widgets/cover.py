"""A cover over a board's answer: a class guesses first, by a slider or raised hands, then the chance is shown.

Under the cover the page has no chance in figures: not in texts, lists, charts or the picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any, Final

from gamekit.lessons.votes import BANDS, Votes
from gamekit.text.translation import word
from gamekit.widgets import page
from gamekit.widgets.page import Button, Container, Control, Html, Message, Slider
from gamekit.widgets.scene import Group, Scene, Shape, Text, each_shape

VERB: Final = "cover"
TELLS: Final = "gk-tells"  # the class of a text without figures that tells a chance all the same
ANSWERED: Final = "gk-answered"  # the class of an area within a page whose second control is an answer
COVER, REVEAL, GUESS, HAND = ((VERB, what) for what in ("on", "off", "guess", "hand"))
NOBODY: Final = Votes()
EVEN: Final = 50  # per cent, where a slider stands before anybody has voted
VOTES: Final = "votes"  # the key of the area in which a class votes
FIGURE: Final = re.compile(r"(?:[<>]|&[lg]t;)?\d[\d,.]*\s?[%％]|\d[\d,]*/\d[\d,]*")  # 68.5%, 1/3
VALUE: Final = re.compile(rf"{FIGURE.pattern}|[+\u2212]\s?\d[\d,.]*")  # +1.5, where the answer is no chance
TENTHS: Final = re.compile(rf"{FIGURE.pattern}|\d\.\d")  # where a picture tells the chance, and words how far off
PER_CENT: Final = re.compile(r"\d\s?[%％]")
MOST: Final = 100  # how far from 0 a value can be guessed
TAG: Final = re.compile(r"(<[^>]*>)")
LENGTH: Final = re.compile(r"(width|left|flex):(?!100%)[\d.]+")  # of a bar; a table is as wide as its column


@dataclass(frozen=True, slots=True)
class Cover:
    """Whether a board's answer is covered, and the class's votes."""

    on: bool = False
    votes: Votes = NOBODY

    def after(self, message: Message) -> Cover:
        """Return the cover after one of its messages."""
        match message:
            case (_, "guess", guess):
                return replace(self, votes=replace(self.votes, guess_percent=guess))
            case (_, "hand", band, step):
                count = max(0, min(99, self.votes.hands[band] + step))
                return replace(self, votes=self.votes.with_hands_in_band(band, count))
            case (_, "on"):
                return Cover(True)
        return replace(self, on=False)


def voting(cover: Cover, language: str, value: bool, reveal: Button, to: Message) -> Container:
    """Return a slider for one guess, buttons for one hand more or fewer in each band, and the button that reveals.
    Messages begin with ``to``. If the answer is a ``value``, not a chance, there is only the slider."""
    guess, hands = cover.votes.guess_percent, []
    if value:
        slider = Slider(word("cover.guess", language), -MOST, MOST, guess or 0, (*to, "guess"))
        return Container("gk-votes", (slider, reveal), key=VOTES)
    slider = Slider(word("predict.guess", language), 0, 100, EVEN if guess is None else guess, (*to, "guess"))
    for band, ((low, high), count) in enumerate(zip(BANDS, cover.votes.hands)):
        of, least, most = (*to, "hand", band), count == 0, count == 99
        told, told_more = (word(f"predict.{key}", language, low=low, high=high) for key in ("fewer", "more"))
        fewer = Button("\u2212", (*of, -1), tooltip=told, disabled=least)
        more = Button("+", (*of, 1), tooltip=told_more, disabled=most)
        said = Html(f"<b>{count}</b><span class='gk-quiet'>{low}–{high}%</span>", "gk-live", key=("hands", band))
        hands.append(Container("gk-hand", (fewer, said, more), key=("hand", band)))
    return Container("gk-votes", (slider, Container("gk-hands", tuple(hands), key="hands"), reveal), key=VOTES)


def over(shown: Container, cover: Cover, language: str, still: bool = False, reveal: Button | None = None) -> Container:
    """Return a page with its answer covered, or revealed beside the guess, with a button that covers it again.

    A page without a chance is unchanged. On a ``still`` page nobody can vote. A board with its own cover passes its
    ``reveal`` button, and hears the votes as messages of its own."""
    found = _answer(shown)
    if found is None:
        return shown
    top, figure, place = found
    before, after = top.children[: place + 1], top.children[place + 1 :]

    def holding(children: tuple[Control, ...]) -> Container:
        return page.replace_controls(shown, lambda one: replace(top, children=children) if one is top else None)

    if not cover.on:
        mean, key = cover.votes.mean, "cover.class" if figure is VALUE else "predict.class"
        said = "" if mean is None else escape(word(key, language, mean=round(mean)))
        guess = [Html(said, key="guessed", kind="gk-live")] if said else []
        beside = holding((*before, *guess, *after))
        foot: Any
        *others, foot = beside.children
        links = replace(foot, children=(Button(word("cover.cover", language), COVER, "link"), *foot.children))
        return replace(shown, children=(*others, links))
    button = reveal or Button(word("cover.reveal", language), REVEAL, "main")
    button = replace(button, disabled=not cover.votes.count)
    asked: list[Control] = [Html(f"<b>{escape(word('predict.covered', language))}</b>", key="covered")]
    if not still:
        asked.append(voting(cover, language, figure is VALUE, button, () if reveal else (VERB,)))
    kept = before[:place] if any(map(figure.search, _said(before[-1]))) else before
    return page.replace_controls(holding((*kept, *asked, *after)), partial(_blank, figure=figure))


def _answer(shown: Container) -> tuple[Container, re.Pattern[str], int] | None:
    """The area of a page's answer, the pattern of its figures, and the place of the guess in it; None without one."""
    areas = (one for one in page.controls(shown) if isinstance(one, Container))
    tops = [one for one in areas if {"gk-top", ANSWERED} & {*one.kind.split()}]
    for tells, figure in ((PER_CENT, FIGURE), (VALUE, VALUE)):
        for top in tops:
            if any(map(tells.search, (text for one in top.children for text in _said(one)))):
                return top, figure, 1
    texts = (text for one in page.controls(shown) if isinstance(one, page.Picture) for text in _said(one))
    told = tops and any(map(PER_CENT.search, texts))
    return (tops[0], TENTHS, sum(isinstance(one, Html) for one in tops[0].children) - 1) if told else None


def _said(control: Control) -> list[str]:
    if isinstance(control, page.Picture):
        return [control.scene.sentence, *_words(control.scene)]
    return [TAG.sub(" ", control.value)] if isinstance(control, Html) else []


def _blank(control: Control, figure: re.Pattern[str]) -> Any:
    """Return a control with its figures masked, one that consists of figures hidden; None for all others."""
    masked, html = partial(figure.sub, "?"), partial(_covered_html, figure=figure)
    match control:
        case Container(key="votes"):
            return control
        case Html():
            return replace(control, value=html(control.value), shown=control.shown and control.kind != TELLS)
        case page.LiveChart() | page.LiveWidget(covered=False) | page.Copy() | page.Download():
            return replace(control, shown=False)
        case page.Radio():
            return replace(control, options=tuple(tuple(map(masked, parts)) for parts in control.options))
        case page.Menu():
            return replace(control, options=tuple((masked(text), value) for text, value in control.options))
        case page.Tiles():
            tiles = (one._replace(html=html(one.html), label=masked(one.label)) for one in control.tiles)
            return replace(control, tiles=tuple(tiles))
        case page.Button():
            return replace(control, description=masked(control.description), tooltip=masked(control.tooltip))
        case page.Picture():
            return _covered(control, figure)
    return None


def _covered(picture: page.Picture, figure: re.Pattern[str]) -> page.Picture:
    """Return a picture with figures in its words masked; one that shows chances is hidden or replaced."""
    scene: Scene = picture.covered() if picture.covered else picture.scene
    tells = (picture.reveals_odds and not picture.covered) or any(map(FIGURE.search, _words(scene)))
    title = figure.sub("?", scene.title)
    sentence = title if tells or picture.covered else figure.sub("?", scene.sentence)
    scene = scene.redrawn(lambda shape: (_plain(shape, figure),))
    return replace(picture, scene=replace(scene, title=title, sentence=sentence), shown=picture.shown and not tells)


def _plain(shape: Shape, figure: re.Pattern[str]) -> Shape:
    if isinstance(shape, Group):
        shape = replace(shape, shapes=tuple(_plain(one, figure) for one in shape.shapes))
    elif isinstance(shape, Text) and figure.search(shape.text):
        shape = replace(shape, text=figure.sub("?", shape.text))
    label = getattr(shape, "label", "")
    return replace(shape, label=figure.sub("?", label)) if figure.search(label) else shape


def _covered_html(html: str, figure: re.Pattern[str]) -> str:
    parts = (LENGTH.sub(r"\1:0", part) if part.startswith("<") else figure.sub("?", part) for part in TAG.split(html))
    return "".join(parts)


def _words(scene: Scene) -> Iterator[str]:
    return (shape.text for layer in scene.layers for shape in each_shape(layer) if isinstance(shape, Text))
