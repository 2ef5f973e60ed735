"""A scene as SVG text: for print, for tests, and for screen readers."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from itertools import count
from typing import Any, Final

from gamekit.storage import data_files
from gamekit.text.translation import word
from gamekit.widgets.look import FAMILIES, INK, TABLE
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, text_width

LONG = re.compile(r'<path d="([^"]{600,})"')
PIPS: Final = ("", "5", "19", "159", "1379", "13579", "134679")  # of each face, in squares numbered row by row


def picture_bar(language: str | None) -> str:
    """The bar above a stored picture, as HTML: that it is one, and how to make it live."""
    look = "padding:5px 12px;margin:0 0 6px;border-left:4px solid #A8401A;background:#FAF6EE"
    return f'<div style="{look};color:#2A2622;font-size:14px">{escape(word("kit.run", language))}</div>'


def svg(scene: Scene, name: str = "board") -> str:
    """The scene as a well-formed SVG document; ``name`` keeps the ids of several pictures on one page apart.

    >>> picture = svg(Scene(8, 8, (Circle(4, 4, 3, fill="#000", label="a dot"),), title="Dot", sentence="One dot."))
    >>> '<title id="board-title">Dot</title>' in picture, 'aria-label="a dot"' in picture
    (True, True)
    """
    width, height, counter = _number(scene.width), _number(scene.height), count(1)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    said = f'role="img" aria-labelledby="{name}-title {name}-text"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {said}>']
    lines += [f'<title id="{name}-title">{escape(scene.title)}</title>']
    lines += [f'<desc id="{name}-text">{escape(scene.sentence)}</desc>']
    if scene.ground:
        lines.append(_tag("rect", width=scene.width, height=scene.height, fill=scene.ground))
    lines += [line for layer in scene.layers for shape in layer for line in _draw(shape, name, counter)]
    return "\n".join([*lines, "</svg>"])


@lru_cache(8192)
def clickable_svg(shape: Shape) -> str:
    """A shape of a picture that can be played on: what can be clicked is a button with its message."""
    return "".join(_draw(shape, f"s{hash(shape) & 0xFFFFFFFFFF:x}", count(1), live=True))


def image(scene: Scene, name: str = "board", narrow: Scene | None = None) -> str:
    """The scene as an HTML image that carries its picture along: JupyterLab shows it in a notebook that it does not
    trust yet, where it hides SVG. On a page of less than 900 px ``narrow`` stands in its place.

    >>> image(Scene(8, 8, (Circle(4, 4, 3, fill="#000"),), title="Dot", sentence="One dot."))[:29]
    '<img alt="One dot." width="8"'
    """
    if narrow is not None and narrow.width < scene.width:
        source = f'<source media="(max-width: 900px)" {_room(narrow)} srcset="{_data(narrow, name)}">'
        return f"<picture>{source}{image(scene, name)}</picture>"
    room = f'{_room(scene)} style="max-width:100%;height:auto"'  # kept before the picture is there
    return f'<img alt="{escape(scene.sentence)}" {room} src="{_data(scene, name)}">'


def _room(scene: Scene) -> str:
    return f'width="{_number(scene.width)}" height="{_number(scene.height)}"'


def _data(scene: Scene, name: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(share_long_lines(svg(scene, name), name).encode()).decode()}"


def share_long_lines(text: str, name: str) -> str:
    """An SVG text in which long lines that are drawn several times, such as a coast, are written once."""
    drawn = Counter(LONG.findall(text))
    names = {d: f"{name}-line-{number}" for number, (d, times) in enumerate(drawn.items(), 1) if times > 1}
    used = LONG.sub(lambda path: f'<use href="#{names[path[1]]}"' if path[1] in names else path[0], text)
    lines = "".join(f'<path id="{name}" d="{d}"/>' for d, name in names.items())
    return used.replace("</desc>", f"</desc>\n<defs>{lines}</defs>", 1) if lines else text


def _draw(shape: Shape, name: str, counter: Iterator[int], live: bool = False) -> Iterator[str]:
    """A shape line by line; on a ``live`` picture what has an action is a button."""
    meant = live and shape.action is not None
    act = f' class="gk-do" data-do="{escape(repr(shape.action))}"' if meant else ""
    if shape.label:
        role = "button" if meant else "img"
        yield f'<g role="{role}" aria-label="{escape(shape.label)}"{act}><title>{escape(shape.label)}</title>'
    elif meant:
        yield f"<g{act}>"
    match shape:
        case Group():
            yield from _group(shape, name, counter, live)
        case Text():
            yield _text(shape)
        case Rect() | Circle() | Path():
            yield _outline(shape, fill=shape.fill or "none", **_stroke(shape))
    if shape.label or meant:
        yield "</g>"


def _group(group: Group, name: str, counter: Iterator[int], live: bool) -> Iterator[str]:
    moves = [f"translate({_number(group.x)} {_number(group.y)})"] if group.x or group.y else []
    moves += [f"rotate({_number(group.rotate)})"] if group.rotate else []
    moves += [f"scale({_number(group.scale)})"] if group.scale != 1 else []
    clip = f"{name}-clip-{next(counter)}" if group.clip else None
    if group.clip and clip:
        yield f'<clipPath id="{clip}">{_outline(group.clip, transform=" ".join(moves) or None)}</clipPath>'
        yield f'<g clip-path="url(#{clip})">'
    yield _tag("g", close=False, transform=" ".join(moves) or None, opacity=group.opacity)
    for shape in group.shapes:
        yield from _draw(shape, name, counter, live)
    yield "</g></g>" if clip else "</g>"


def _outline(shape: Rect | Circle | Path, **style: Any) -> str:
    match shape:
        case Rect():
            rx = shape.radius or None
            return _tag("rect", x=shape.x, y=shape.y, width=shape.width, height=shape.height, rx=rx, **style)
        case Circle():
            return _tag("circle", cx=shape.x, cy=shape.y, r=shape.radius, **style)
        case Path():
            return _tag("path", d=shape.d, **style)


def _stroke(shape: Rect | Circle | Path) -> dict[str, Any]:
    style: dict[str, Any] = {"opacity": shape.opacity}
    if shape.stroke:
        style |= {"stroke": shape.stroke, "stroke-width": shape.stroke_width}
        style |= {"stroke-dasharray": " ".join(map(_number, shape.dash)) or None}
        if isinstance(shape, Path):
            style |= {"stroke-linecap": shape.cap, "stroke-linejoin": shape.join}
    return style


def _text(text: Text) -> str:
    style: dict[str, Any] = {
        "font-family": FAMILIES[text.family],
        "font-weight": text.weight,
        "font-style": "italic" if text.italic else None,
        "text-anchor": text.anchor,
        "fill": text.fill,
        "opacity": text.opacity,
    }
    if text.halo:
        style |= {"stroke": text.halo, "stroke-width": text.halo_width}
        style |= {"stroke-linejoin": "round", "paint-order": "stroke"}
    if text.max_width and text_width(text.text, text.size, text.weight) > text.max_width:
        style |= {"textLength": text.max_width, "lengthAdjust": "spacingAndGlyphs"}
    opened = _tag("text", close=False, x=text.x, y=text.y, **{"font-size": text.size}, **style)
    return f"{opened}{escape(text.text)}</text>"


def _tag(kind: str, close: bool = True, **attributes: Any) -> str:
    drawn = {key: value for key, value in attributes.items() if value is not None and (key, value) != ("opacity", 1)}
    said = {key: _number(one) if isinstance(one, (int, float)) else escape(str(one)) for key, one in drawn.items()}
    given = "".join(f' {key}="{one}"' for key, one in said.items())
    return f"<{kind}{given}{'/' if close else ''}>"


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


@dataclass(frozen=True, slots=True)
class SignPart:
    """A line of ``signs.csv``: an outline, filled or drawn with a pen; through ``ground`` shows what lies below."""

    sign: str
    width: float | None
    ground: bool
    outline: str


_parts = cache(lambda game: data_files.csv_records(SignPart, f"{game}/signs.csv"))


@cache
def sign_of(game: str, name: str, colour: str = INK, ground: str = TABLE) -> tuple[Path, ...]:
    """The sign of a kind of piece on a field of 24 x 24.

    >>> len(sign_of("roma_victrix", "HC")) - len(sign_of("roma_victrix", "CAV"))
    1
    """
    parts = [(part, ground if part.ground else colour) for part in _parts(game) if part.sign == name]
    return tuple(
        Path(part.outline, stroke=ink, stroke_width=part.width, cap="round") if part.width
        else Path(part.outline, fill=ink) for part, ink in parts
    )  # fmt: skip


def pips(value: int, size: float, colour: str) -> Iterator[Circle]:
    """The pips of a die of a size, its left top corner at (0, 0)."""
    for square in PIPS[value]:
        down, across = divmod(int(square) - 1, 3)
        yield Circle((1 + across) * size / 4, (1 + down) * size / 4, 0.09 * size, fill=colour)
