"""What the campaign's page has besides the common controls: tiles to press, files to take along, a clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from gamekit.widgets.look import (
    CAESAR,
    EDGE,
    GOOD,
    HAIRLINE,
    INK,
    MUTED,
    NAME,
    POMPEY,
    SANS,
    SERIF,
    TABLE,
    TEXT,
    TINTS,
    TINY,
    WHITE,
)

STYLE = f"""
.gk-page .gk-campaign {{ display: flex; flex-direction: column; gap: 8px; padding: 12px 16px 20px; margin: 0;
  max-width: 1592px; overflow: visible; }}
.gk-page .gk-campaign > * {{ margin: 0; }}
.gk-page .gk-top {{ display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 6px 24px;
  align-items: center; }}
.gk-page .gk-date {{ display: flex; align-items: baseline; gap: 14px; white-space: nowrap; }}
.gk-page .gk-date b {{ font: 700 28px/1.1 {SERIF}; }}
.gk-page .gk-date i {{ font: 400 16px/1 {SERIF}; color: {MUTED}; }}
.gk-page .gk-date span b {{ display: block; font: 600 {NAME}px/1.3 {SANS}; }}
.gk-page .gk-points {{ display: flex; align-items: center; justify-content: center; gap: 12px; }}
.gk-page .gk-points > span {{ text-align: right; color: {MUTED}; white-space: nowrap; }}
.gk-page .gk-points > b {{ font-size: 18px; }}
.gk-page .gk-track {{ display: flex; gap: 2px; position: relative; flex: 0 1 440px; min-width: 200px; }}
.gk-page .gk-track > span {{ flex: 1 1 0; height: 21px; border-radius: 4px; border: 1px solid {EDGE};
  background: {WHITE}; color: #fff; font: 700 {TINY}px/19px {SANS}; text-align: center; position: relative; }}
.gk-page .gk-track > .gk-goal::after {{ content: ""; position: absolute; top: -5px; bottom: -5px; right: -3px;
  border-right: 2px dotted {CAESAR}; }}
.gk-page .gk-track > .gk-aim::before {{ content: ""; position: absolute; top: -5px; bottom: -5px; left: -3px;
  border-left: 2px dotted {POMPEY}; }}
.gk-page .gk-eyes {{ text-align: right; }}
.gk-page .gk-eyes b {{ display: block; }}
.gk-page .gk-bar-line {{ display: flex; flex-flow: row wrap; gap: 2px 12px; align-items: center;
  justify-content: space-between; margin: 0; }}
.gk-page .gk-bar-line > * {{ flex: 0 1 auto; width: auto; margin: 0; }}
.gk-page .gk-strip {{ display: grid; gap: 12px 24px; margin: 0; align-items: start; overflow: visible;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }}
.gk-page .gk-strip > * {{ min-width: 0; }}
.gk-page .gk-strip > .gk-cards {{ display: flex; gap: 12px 24px; flex-flow: row wrap; margin: 0; }}
.gk-page .gk-cards > :first-child {{ flex: 0 1 auto; min-width: min(100%, 392px); }}
.gk-page .gk-cards > :last-child {{ flex: 0 0 auto; min-width: 136px; }}
.gk-page .gk-cards > :last-child .gk-tiles {{ flex-wrap: nowrap; }}
.gk-page .gk-cards.gk-open > * {{ flex: 0 0 auto; }}
.gk-page .gk-cards.gk-open > :last-child .gk-tiles {{ flex-wrap: wrap; }}
.gk-page .gk-replaying > .gk-strip {{ order: 1; }}
.gk-page .gk-replaying > .gk-games {{ order: 2; }}
.gk-page .gk-strip > .gk-wide {{ grid-column: 1 / -1; }}
@container (max-width: 1099px) {{
  .gk-page .gk-top {{ grid-template-columns: minmax(0, 1fr) auto; }}
  .gk-page .gk-top > .gk-points {{ grid-column: 1 / -1; grid-row: 2; justify-content: flex-start; }}
  .gk-page .gk-track {{ flex-basis: 600px; }}
  .gk-page .gk-strip > .gk-cards {{ grid-column: 1 / -1; order: 3; }}
  .gk-page .gk-strip.gk-choosing > .gk-cards {{ order: 0; }}
}}
@container (max-width: 620px) {{ .gk-page .gk-strip {{ grid-template-columns: minmax(0, 1fr); }} }}
@container (min-width: 1100px) {{
  .gk-page .gk-strip {{ grid-template-columns: minmax(0, 570px) minmax(280px, 1.2fr) minmax(240px, 1fr); }}
  .gk-page .gk-strip > .gk-cards:not(.gk-open) {{ flex-flow: row; }}
  .gk-page .gk-strip:not(.gk-alone) > :nth-child(3) {{ grid-column: 3; }}
  .gk-page .gk-strip > * + * {{ border-left: 1px solid {HAIRLINE}; padding-left: 18px; }}
}}
.gk-page .gk-strip.gk-alone {{ grid-template-columns: minmax(0, 1fr); }}
.gk-page .gk-strip.gk-alone > * {{ border: 0; padding: 0; }}
.gk-page .gk-fight {{ display: grid; gap: 12px 24px; grid-template-columns: minmax(0, 1fr); margin: 0; }}
.gk-page .gk-fight > * {{ min-width: 0; margin: 0; }}
@container (min-width: 1100px) {{
  .gk-page .gk-fight {{ grid-template-columns: minmax(0, 956px) minmax(268px, 1fr); }}
}}
.gk-page .gk-games {{ display: flex; flex-flow: row wrap; gap: 8px 16px; align-items: center; margin: 0;
  border-top: 1px solid {HAIRLINE}; padding-top: 10px; }}
.gk-page .gk-games > * {{ flex: 0 1 auto; width: auto; margin: 0; }}
.gk-page .gk-games .widget-dropdown > select {{ min-width: 120px; }}
.gk-page .gk-games .widget-upload, .gk-page .gk-games .jupyter-button {{ padding: 0 12px; }}
.gk-page .gk-replay {{ display: flex; flex-flow: row wrap; gap: 4px 10px; align-items: center; margin: 0; }}
.gk-page .gk-replay > * {{ flex: 0 0 auto; width: auto; margin: 0; }}
.gk-page .gk-replay > .widget-hslider {{ flex: 1 1 180px; min-width: 120px; }}
.gk-page .gk-replay > .widget-dropdown {{ flex: 1 1 200px; min-width: 150px; }}
.gk-page .gk-log-box {{ max-height: 190px; overflow-y: auto; }}
.gk-page .gk-log-head {{ font: 700 {NAME}px/1.4 {SERIF}; margin: 4px 0 0; }}
.gk-page .gk-status, .gk-page .gk-status > .widget-html-content {{ min-height: 20px; font: 500 {NAME}px/20px {SANS}; }}
.gk-page .gk-seat {{ display: flex; flex-direction: column; align-items: center; gap: 10px; padding: 20px; margin: 0;
  background: {TABLE}; border-radius: 8px; text-align: center; font: 700 18px/1.4 {SERIF}; }}
.gk-page .gk-seat .jupyter-button {{ min-width: 240px; width: auto; padding: 0 20px; }}
.gk-tiles {{ display: flex; flex-flow: row wrap; gap: 8px; }}
.gk-tile {{ font: 500 {TEXT}px/1.3 {SANS}; color: {INK}; background: {WHITE}; border: 1px solid {EDGE};
  border-radius: 6px; padding: 0; cursor: pointer; text-align: center; }}
.gk-tile:hover:enabled {{ background: {TABLE}; }}
.gk-tile:disabled {{ cursor: default; color: {INK}; }}
.gk-tile.gk-faint {{ opacity: .5; }}
.gk-tile.gk-block {{ border: 2px solid transparent; background: none; padding: 2px 3px; min-width: 56px;
  font: 400 {TEXT}px/1.2 {SERIF}; }}
.gk-tile.gk-block svg {{ display: block; margin: 0 auto 2px; }}
.gk-tile.gk-block small {{ display: block; font: 500 {TINY}px/1.2 {SANS}; color: {GOOD}; }}
.gk-tile.gk-block:enabled {{ border-color: {HAIRLINE}; }}
.gk-tile.gk-block.gk-pressed, .gk-tile.gk-card.gk-pressed {{ border-color: {GOOD}; border-width: 2px; }}
.gk-tile.gk-place {{ border-color: {GOOD}; padding: 5px 10px; display: flex; gap: 12px; align-items: baseline;
  font: 400 {NAME}px/1.2 {SERIF}; }}
.gk-tile.gk-place small {{ font: 500 {TEXT}px/1.2 {SANS}; color: {GOOD}; margin-left: auto; white-space: nowrap; }}
.gk-tile.gk-place.gk-later {{ border-style: dashed; }}
.gk-tile.gk-card {{ width: 66px; min-height: 104px; padding: 8px 4px; display: flex; flex-direction: column;
  align-items: center; border-width: 1.5px; }}
.gk-tile.gk-card b {{ font: 700 28px/1.1 {SANS}; }}
.gk-tile.gk-card b + small + b {{ font-size: 18px; border-top: 1px solid {HAIRLINE}; padding-top: 6px; margin-top: 6px;
  width: 42px; }}
.gk-tile.gk-card small {{ font: 400 {TINY}px/1.3 {SANS}; color: {MUTED}; }}
.gk-tile.gk-card strong {{ font: 700 {NAME}px/1.3 {SERIF}; margin: 4px 0 6px; }}
.gk-tile.gk-card.gk-event {{ width: 96px; }}
.gk-tile.gk-card.gk-back {{ width: 56px; margin-right: -54px; border: 1.5px solid {TINTS["Pompey"].rim};
  background: {POMPEY}; box-shadow: inset 0 0 0 4px {POMPEY}, inset 0 0 0 5px {TINTS["Pompey"].inner}; }}
.gk-tile.gk-card.gk-back.gk-Caesar {{ border-color: {TINTS["Caesar"].rim}; background: {CAESAR};
  box-shadow: inset 0 0 0 4px {CAESAR}, inset 0 0 0 5px {TINTS["Caesar"].inner}; }}
.gk-tile.gk-card.gk-back:last-child {{ margin-right: 0; }}
.gk-tile:focus-visible {{ outline: 2px solid {GOOD}; outline-offset: 2px; }}
"""


class Tiles(anywidget.AnyWidget):  # type: ignore[misc]
    """Real buttons with pictures or names, one after the other; ``press(key)`` is called for the one that is pressed.

    A tile is a dictionary: key, html (made by us, never a reader's text), label, kind (CSS classes), pressed,
    disabled. The focus stays on the tile of the same key when they change."""

    _esm = """
    export default { render({model, el}) {
      el.classList.add('gk-tiles');
      const show = () => {
        const had = el.contains(document.activeElement) ? document.activeElement.dataset.key : null;
        const index = [...el.children].indexOf(document.activeElement);
        el.setAttribute('role', 'group');
        el.setAttribute('aria-label', model.get('label'));
        el.replaceChildren(...model.get('tiles').map(tile => {
          const button = document.createElement('button');
          button.type = 'button';
          button.className = 'gk-tile ' + tile.kind + (tile.pressed ? ' gk-pressed' : '');
          button.dataset.key = tile.key;
          button.disabled = tile.disabled;
          button.title = tile.label;
          button.setAttribute('aria-label', tile.label);
          if (tile.pressed) button.setAttribute('aria-pressed', 'true');
          button.innerHTML = tile.html;
          button.addEventListener('click', () => model.send({event: 'press', key: tile.key}));
          return button;
        }));
        if (had === null) return;
        const all = [...el.querySelectorAll('button:enabled')];
        const next = all.find(b => b.dataset.key === had) || all[Math.min(index, all.length - 1)];
        next?.focus();
      };
      show();
      model.on('change:tiles', show);
      return () => model.off('change:tiles', show);
    } };
    """
    label = traitlets.Unicode("").tag(sync=True)
    tiles: Any = traitlets.List([]).tag(sync=True)

    def __init__(self, press: Callable[[str], None], label: str = "") -> None:
        super().__init__(label=label)
        self._press = press
        self.on_msg(self._heard)

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        known = {tile["key"] for tile in self.tiles if not tile["disabled"]}
        if content.get("event") == "press" and content.get("key") in known:
            self._press(content["key"])


class Download(anywidget.AnyWidget):  # type: ignore[misc]
    """A button that gives the page's reader a file; its text is made when it is pressed."""

    _esm = """
    export default { render({model, el}) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'gk-copy';
      const name = () => { button.textContent = model.get('title'); };
      button.addEventListener('click', () => model.send({event: 'ask'}));
      model.on('msg:custom', message => {
        if (message.event !== 'file') return;
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([message.text], {type: message.type}));
        link.download = message.name;
        document.body.append(link); link.click(); link.remove();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      });
      el.append(button);
      name();
      model.on('change:title', name);
      return () => model.off('change:title', name);
    } };
    """
    title = traitlets.Unicode("").tag(sync=True)

    def __init__(self, title: str, name: str, kind: str, make: Callable[[], str]) -> None:
        super().__init__(title=title)
        self.name, self.kind, self._make = name, kind, make
        self.on_msg(self._heard)

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        if content.get("event") == "ask":
            self.send({"event": "file", "name": self.name, "type": self.kind, "text": self._make()})


class Upload(anywidget.AnyWidget):  # type: ignore[misc]
    """A button that takes a text file from the page's reader and hands it to ``take(text)``."""

    _esm = """
    export default { render({model, el}) {
      const button = document.createElement('button'), input = document.createElement('input');
      button.type = 'button'; button.className = 'gk-copy'; button.textContent = model.get('title');
      input.type = 'file'; input.accept = model.get('accept'); input.style.display = 'none';
      input.setAttribute('aria-label', model.get('title'));
      button.addEventListener('click', () => input.click());
      input.addEventListener('change', async () => {
        if (!input.files.length) return;
        model.send({event: 'file', text: await input.files[0].text()});
        input.value = '';
      });
      el.append(button, input);
    } };
    """
    title = traitlets.Unicode("").tag(sync=True)
    accept = traitlets.Unicode("").tag(sync=True)

    def __init__(self, title: str, accept: str, take: Callable[[str], None]) -> None:
        super().__init__(title=title, accept=accept)
        self._take = take
        self.on_msg(self._heard)

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        if content.get("event") == "file" and isinstance(content.get("text"), str):
            self._take(content["text"])


class Clock(anywidget.AnyWidget):  # type: ignore[misc]
    """Calls ``tick`` again and again while it is on; the page it lives in keeps the time."""

    _esm = """
    export default { render({model, el}) {
      el.style.display = 'none';
      let timer = null;
      const set = () => {
        clearInterval(timer);
        timer = model.get('on') ? setInterval(() => model.send({event: 'tick'}), model.get('milliseconds')) : null;
      };
      set();
      model.on('change:on', set);
      return () => { clearInterval(timer); model.off('change:on', set); };
    } };
    """
    on = traitlets.Bool(False).tag(sync=True)
    milliseconds = traitlets.Int(900).tag(sync=True)

    def __init__(self, tick: Callable[[], None]) -> None:
        super().__init__()
        self._tick = tick
        self.on_msg(self._heard)

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        if content.get("event") == "tick" and self.on:
            self._tick()
