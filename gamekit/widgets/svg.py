"""A scene as SVG text: for print, for tests, and for those who read instead of look."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

from gamekit.text.translation import word
from gamekit.widgets.look import FAMILIES
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, text_width

LONG = re.compile(r'<path d="([^"]{600,})"')


def picture_bar(language: str | None) -> str:
    """The bar above a stored picture, as HTML: that it is one, and how to make it live."""
    look = (
        "padding:5px 12px;margin:0 0 6px;border-left:4px solid #A8401A;background:#FAF6EE;color:#2A2622;font-size:14px"
    )
    return f'<div style="{look}">{escape(word("kit.run", language))}</div>'


def svg(scene: Scene, name: str = "board") -> str:
    """The scene as a well-formed SVG document; ``name`` keeps the ids of several pictures on one page apart.

    >>> picture = svg(Scene(8, 8, (Circle(4, 4, 3, fill="#000", label="a dot"),), title="Dot", sentence="One dot."))
    >>> '<title id="board-title">Dot</title>' in picture, 'aria-label="a dot"' in picture
    (True, True)
    """
    width, height = _number(scene.width), _number(scene.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="{name}-title {name}-text">',
            f'<title id="{name}-title">{escape(scene.title)}</title>',
            f'<desc id="{name}-text">{escape(scene.sentence)}</desc>',
            *drawn(scene, name),
            "</svg>",
        ]
    )


def drawn(scene: Scene, name: str) -> Iterator[str]:
    """The ground of a scene and then its shapes, each as one piece of SVG."""
    if scene.ground:
        yield _tag("rect", width=scene.width, height=scene.height, fill=scene.ground)
    counter = iter(range(1, 1_000_000))
    for layer in scene.layers:
        for shape in layer:
            if isinstance(shape, Group):
                yield from _draw(shape, name, counter, whole=True)
            else:
                yield "\n".join(_draw(shape, name, counter))


@lru_cache(8192)
def live(shape: Shape) -> str:
    """A shape of a picture that can be played on: what can be clicked is a button with its message."""
    return "".join(_draw(shape, f"s{hash(shape) & 0xFFFFFFFFFF:x}", iter(range(1, 1_000)), live=True))


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
    return f"data:image/svg+xml;base64,{b64encode(once(svg(scene, name), name).encode()).decode()}"


def once(text: str, name: str) -> str:
    """An SVG text in which long lines that are drawn several times, such as a coast, are written once."""
    drawn = Counter(LONG.findall(text))
    names = {d: f"{name}-line-{number}" for number, (d, times) in enumerate(drawn.items(), 1) if times > 1}
    used = LONG.sub(lambda path: f'<use href="#{names[path[1]]}"' if path[1] in names else path[0], text)
    lines = "".join(f'<path id="{name}" d="{d}"/>' for d, name in names.items())
    return used.replace("</desc>", f"</desc>\n<defs>{lines}</defs>", 1) if lines else text


def _draw(shape: Shape, name: str, counter: Iterator[int], whole: bool = False, live: bool = False) -> Iterator[str]:
    """A shape line by line; the shapes of a group each in one piece where they are to be ``whole``. On a ``live``
    picture what has an action can be clicked, and is walked to by keys where it has a name."""
    meant = live and shape.action is not None
    act = f' class="gk-do" data-do="{escape(repr(shape.action))}"' if meant else ""
    if shape.label:
        role = "button" if meant else "img"
        yield f'<g role="{role}" aria-label="{escape(shape.label)}"{act}><title>{escape(shape.label)}</title>'
    elif meant:
        yield f"<g{act}>"
    match shape:
        case Group():
            yield from _group(shape, name, counter, whole, live)
        case Text():
            yield _text(shape)
        case Rect() | Circle() | Path():
            yield _outline(shape, fill=shape.fill or "none", **_stroke(shape))
    if shape.label or meant:
        yield "</g>"


def _group(group: Group, name: str, counter: Iterator[int], whole: bool, live: bool) -> Iterator[str]:
    moves = [f"translate({_number(group.x)} {_number(group.y)})"] if group.x or group.y else []
    moves += [f"rotate({_number(group.rotate)})"] if group.rotate else []
    moves += [f"scale({_number(group.scale)})"] if group.scale != 1 else []
    clip = f"{name}-clip-{next(counter)}" if group.clip else None
    if group.clip and clip:
        yield f'<clipPath id="{clip}">{_outline(group.clip, transform=" ".join(moves) or None)}</clipPath>'
        yield f'<g clip-path="url(#{clip})">'
    yield _tag("g", close=False, transform=" ".join(moves) or None, opacity=_opacity(group))
    for shape in group.shapes:
        lines = _draw(shape, name, counter, live=live)
        yield from ("\n".join(lines),) if whole else lines
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
    style: dict[str, Any] = {"opacity": _opacity(shape)}
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
        "opacity": _opacity(text),
    }
    if text.halo:
        style |= {"stroke": text.halo, "stroke-width": text.halo_width}
        style |= {"stroke-linejoin": "round", "paint-order": "stroke"}
    if text.max_width and text_width(text.text, text.size, text.weight) > text.max_width:
        style |= {"textLength": text.max_width, "lengthAdjust": "spacingAndGlyphs"}
    opened = _tag("text", close=False, x=text.x, y=text.y, **{"font-size": text.size}, **style)
    return f"{opened}{escape(text.text)}</text>"


def _tag(kind: str, close: bool = True, **attributes: Any) -> str:
    given = "".join(f' {key}="{_value(value)}"' for key, value in attributes.items() if value is not None)
    return f"<{kind}{given}{'/' if close else ''}>"


def _value(value: Any) -> str:
    return _number(value) if isinstance(value, (int, float)) else escape(str(value))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _opacity(shape: Shape) -> float | None:
    return None if shape.opacity == 1 else shape.opacity
