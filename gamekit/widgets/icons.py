"""Icons of the buttons, drawn by us: a font that lacks a glyph shows an empty box, a path never does.

``icon`` is an icon as a shape of a scene, ``icon_svg`` as a file of its own, and ``icon_css`` is the style sheet that
puts an icon before the text of any element of class ``gamekit-icon-NAME``, in that element's own text colour."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from gamekit.widgets.look import INK
from gamekit.widgets.scene import Group, Path

FIELD = 24  # an icon is drawn on a field of 24 x 24

ICONS: Final = {
    "first": "M5 5H7.5V19H5ZM20 5V19L9 12Z",
    "back": "M18 5V19L7 12Z",
    "play": "M7 4V20L20 12Z",
    "pause": "M6 5H10V19H6ZM14 5H18V19H14Z",
    "forward": "M6 5V19L17 12Z",
    "last": "M4 5V19L15 12ZM16.5 5H19V19H16.5Z",
}


def icon(name: str, x: float = 0, y: float = 0, size: float = 16, colour: str = INK, label: str = "") -> Group:
    """An icon with its left top corner at (x, y), ``size`` px wide and high.

    Raises KeyError for a name that is not in ``ICONS``.

    >>> icon("play", size=12).scale
    0.5
    """
    return Group((Path(ICONS[name], fill=colour),), x, y, scale=size / FIELD, label=label)


def icon_svg(name: str, colour: str = "currentColor") -> str:
    """An icon as an SVG document.

    >>> icon_svg("play").partition(">")[2]
    '<path d="M7 4V20L20 12Z" fill="currentColor"/></svg>'
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FIELD} {FIELD}">'
        f'<path d="{ICONS[name]}" fill="{colour}"/></svg>'
    )


def icon_css() -> str:
    """One rule an icon, and one for all: drawn as a mask, so that an icon takes the colour of its button's text."""
    shared = ", ".join(f".gamekit-icon-{name}::before" for name in ICONS)
    rules = [
        f"{shared} {{ content: ''; display: inline-block; width: 1.15em; height: 1.15em; vertical-align: -0.2em; "
        "background: currentColor; -webkit-mask: var(--gamekit-icon) center / contain no-repeat; "
        "mask: var(--gamekit-icon) center / contain no-repeat; }"
    ]
    for name in ICONS:
        picture = b64encode(icon_svg(name, "black").encode()).decode()
        rules.append(f".gamekit-icon-{name} {{ --gamekit-icon: url(data:image/svg+xml;base64,{picture}); }}")
    return "\n".join(rules)
