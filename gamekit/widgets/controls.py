"""Buttons, lists and the page that holds board and controls: quiet, on paper, the same in every theme.

The stock widgets do the work and keep their keyboard; one style sheet, scoped to ``.gk-page``, dresses them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

import anywidget
import ipywidgets
import traitlets
from ipywidgets import Box, Button, Checkbox, Dropdown, Widget

from gamekit.widgets.look import (
    ANSWER,
    CAESAR,
    EDGE,
    GOOD,
    HAIRLINE,
    HEADING,
    INK,
    LINE,
    MUTED,
    NAME,
    NEUTRAL,
    PAPER,
    POMPEY,
    SANS,
    SERIF,
    TABLE,
    TEXT,
    WHITE,
)
from gamekit.words import percent as percent

BOARD, SIDE, GUTTER, MARGIN = 956, 252, 24, 24

STYLE = f"""
.gk-page {{ display: block !important; container-type: inline-size; width: 100%; margin: 0 !important;
  color-scheme: light;
  --jp-widgets-color: {INK}; --jp-widgets-label-color: {INK}; --jp-widgets-readout-color: {INK};
  --jp-widgets-font-size: {TEXT}px;
  --jp-widgets-input-color: {INK}; --jp-widgets-input-background-color: {WHITE};
  --jp-widgets-input-border-color: {EDGE}; --jp-widgets-input-focus-border-color: {GOOD};
  --jp-widgets-slider-handle-background-color: {WHITE}; --jp-widgets-slider-handle-border-color: {LINE};
  --jp-widgets-slider-active-handle-color: {GOOD}; --jp-widgets-inline-height: 30px;
  --jp-ui-font-color1: {INK}; --jp-ui-font-color0: {INK}; --jp-content-font-color1: {INK};
  --jp-brand-color1: {GOOD}; --jp-brand-color2: {GOOD}; --md-blue-500: {GOOD};
  background: {PAPER}; color: {INK}; font: {TEXT}px/1.35 {SANS}; font-variant-numeric: tabular-nums;
  border-radius: 8px; overflow: hidden; }}
.gk-page * {{ box-sizing: border-box; }}
.gk-page > .gk-style {{ display: none; }}
.gk-page .gk-grid {{ display: grid; grid-template-columns: minmax(0, {BOARD}px); justify-content: start;
  gap: 16px {GUTTER}px; padding: 16px; margin: 0; overflow: visible; }}
.gk-page .gk-main, .gk-page .gk-side, .gk-page .gk-below {{ display: flex; flex-direction: column; align-items: stretch;
  gap: 12px; margin: 0; min-width: 0; overflow: visible; }}
.gk-page .gk-side {{ flex-direction: row; flex-wrap: wrap; gap: 16px {GUTTER}px; align-items: flex-start; }}
.gk-page .gk-side > * {{ flex: 1 1 {SIDE}px; max-width: 100%; min-width: 0; }}
@container (min-width: 1000px) {{
  .gk-page .gk-grid {{ grid-template-columns: minmax(0, {BOARD}px) {SIDE}px; padding: 16px {MARGIN}px 20px;
    grid-template-rows: auto 1fr; }}
  .gk-page .gk-side {{ grid-column: 2; grid-row: 1 / span 2; flex-direction: column; align-items: stretch; gap: 16px; }}
  .gk-page .gk-side > * {{ flex: 0 0 auto; }}
  .gk-page .gk-side > * + * {{ border-top: 1px solid {HAIRLINE}; padding-top: 12px; }}
}}
.gk-page .widget-box, .gk-page .jupyter-widgets {{ overflow: visible; }}
.gk-page .widget-html, .gk-page .widget-html-content {{ margin: 0; height: auto; width: 100%; color: {INK};
  line-height: 1.35; min-width: 0; }}
.gk-page .widget-html-content {{ align-self: stretch; font-size: {TEXT}px; }}
.gk-page .gk-section {{ display: flex; flex-direction: column; gap: 8px; margin: 0; overflow: visible; }}
.gk-page .gk-row {{ display: flex; flex-direction: row; gap: 8px; margin: 0; align-items: center; width: 100%; }}
.gk-page .gk-row > * {{ flex: 1 1 0; min-width: 0; width: auto; margin: 0; }}
.gk-page .gk-row > .gk-fixed {{ flex: 0 0 auto; }}
.gk-page .gk-two {{ display: flex; flex-flow: row wrap; gap: 16px 32px; width: 100%; margin: 0; }}
.gk-page .gk-two > * {{ flex: 1 1 240px; min-width: 0; margin: 0; }}
.gk-page .gk-charts {{ display: flex; flex-flow: row wrap; gap: 16px 32px; width: 100%; margin: 0; }}
.gk-page .gk-charts > * {{ flex: 1 1 340px; min-width: 0; margin: 0; }}
.gk-page h2 {{ font: 700 {HEADING}px/1.25 {SERIF}; margin: 0; color: {INK}; }}
.gk-page h3 {{ font: 600 {NAME}px/1.3 {SANS}; margin: 0; color: {INK}; }}
.gk-page .gk-head {{ display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }}
.gk-page .gk-head > :last-child:not(:first-child) {{ text-align: right; white-space: nowrap; }}
.gk-page .gk-quiet {{ color: {MUTED}; font-weight: 400; }}
.gk-page .gk-name {{ font-family: {SERIF}; font-size: {NAME}px; }}
.gk-page .gk-answer {{ display: grid; grid-template-columns: fit-content(52%) minmax(0, 1fr);
  gap: 6px 20px; align-items: center; }}
.gk-page .gk-claim {{ display: flex; align-items: center; gap: 12px; }}
.gk-page .gk-number {{ font: 700 {ANSWER}px/1 {SANS}; letter-spacing: -0.01em; white-space: nowrap; }}
.gk-page .gk-said b {{ display: block; font-size: {NAME}px; font-weight: 600; }}
.gk-page .gk-bar {{ display: flex; gap: 2px; height: 26px; border-radius: 4px; overflow: hidden; background: {TABLE}; }}
.gk-page .gk-bar > span {{ color: #fff; font: 600 {NAME}px/26px {SANS}; padding-left: 10px; overflow: hidden;
  white-space: nowrap; min-width: 2px; }}
.gk-page .gk-bar > span.gk-thin {{ padding: 0; }}
.gk-page .gk-joints {{ display: grid; gap: 0 10px; font-weight: 600; white-space: nowrap; margin-top: 4px; }}
.gk-page .gk-joints > :last-child {{ text-align: right; }}
.gk-page .gk-basis {{ display: flex; justify-content: space-between; flex-wrap: wrap; gap: 2px 16px; color: {MUTED};
  grid-column: 1 / -1; }}
.gk-page .gk-basis > :first-child {{ flex: 1 1 420px; }}
@container (max-width: 700px) {{ .gk-page .gk-answer {{ grid-template-columns: minmax(0, 1fr); }} }}
@container (max-width: 480px) {{ .gk-page .gk-joints {{ white-space: normal; }} }}
.gk-page .jupyter-button {{ height: 30px; line-height: 28px; border: 1px solid {EDGE}; border-radius: 6px;
  background: {WHITE}; color: {INK}; font: 500 {TEXT}px/28px {SANS}; padding: 0 6px; margin: 0; width: auto;
  box-shadow: none; overflow: hidden; text-overflow: ellipsis; }}
.gk-page .jupyter-button:hover:enabled {{ background: {TABLE}; box-shadow: none; }}
.gk-page .jupyter-button:disabled {{ opacity: .45; }}
.gk-page .gk-button-main {{ height: 36px; background: {INK}; color: #fff; border-color: {INK};
  font: 600 {NAME}px/34px {SANS}; width: 100%; }}
.gk-page .gk-button-main:hover:enabled {{ background: #45403A; }}
.gk-page .gk-button-link, .gk-page .gk-copy {{ border: 0; background: none; color: {POMPEY}; padding: 0 2px; height:
  24px;
  font: 500 {TEXT}px/24px {SANS}; cursor: pointer; }}
.gk-page .gk-button-link:hover:enabled, .gk-page .gk-copy:hover {{ background: none; text-decoration: underline; }}
.gk-page .widget-dropdown, .gk-page .widget-text, .gk-page .widget-textarea, .gk-page .widget-checkbox,
.gk-page .widget-hslider, .gk-page .widget-select, .gk-page .widget-inline-hbox {{ width: 100%; margin: 0; height:
  auto; }}
.gk-page .widget-dropdown > select, .gk-page .widget-text input, .gk-page .widget-textarea textarea,
.gk-page .widget-select > select {{ border: 1px solid {EDGE}; border-radius: 6px; background-color: {WHITE}; color:
  {INK};
  font: 400 {NAME}px/20px {SANS}; padding: 4px 8px; height: 30px; box-shadow: none; }}
.gk-page ::placeholder {{ color: {NEUTRAL}; opacity: .8; }}
.gk-page .widget-dropdown > select {{ padding-right: 24px; text-overflow: ellipsis; }}
.gk-page .widget-select > select, .gk-page .widget-textarea textarea {{ height: auto; }}
.gk-page .widget-label {{ color: {INK}; font: 400 {TEXT}px/30px {SANS}; width: auto; min-width: 0; text-align: left;
  margin-right: 8px; height: 30px; }}
.gk-page .widget-checkbox {{ min-height: 20px; margin: -1px 0; }}
.gk-page .widget-checkbox .widget-label-basic {{ color: {INK}; font: 400 {TEXT}px/18px {SANS}; width: 100%; height:
  auto;
  display: flex; align-items: flex-start; gap: 8px; white-space: normal; }}
.gk-page .widget-checkbox input[type=checkbox] {{ accent-color: {INK}; width: 15px; height: 15px; margin: 1px 0;
  flex: none; }}
.gk-page .gk-choice {{ display: flex; align-items: baseline; gap: 8px; padding: 3px 6px; margin: 0 -6px;
  border-radius: 5px;
  cursor: pointer; line-height: 20px; }}
.gk-page .gk-choice.gk-chosen {{ background: {TABLE}; }}
.gk-page .gk-choice input {{ accent-color: {GOOD}; margin: 0; align-self: center; flex: none; width: 14px; height:
  14px; }}
.gk-page .gk-choice .gk-value {{ margin-left: auto; font-size: {NAME}px; white-space: nowrap; }}
.gk-page .gk-choice.gk-chosen .gk-value {{ font-weight: 600; }}
.gk-page .gk-log {{ display: flex; flex-direction: column; gap: 4px; margin: 0; padding: 0; list-style: none; }}
.gk-page .gk-log li {{ display: flex; gap: 7px; margin: 0; }}
.gk-page .gk-letter {{ flex: none; width: 15px; height: 15px; border-radius: 50%; color: #fff; font: 700 11px/15px
  {SANS};
  text-align: center; }}
.gk-page .gk-logs {{ display: flex; flex-direction: column; gap: 8px; max-height: 300px; overflow: auto; }}
.gk-page .gk-right {{ text-align: right; }}
.gk-page .gk-error {{ color: {CAESAR}; font-weight: 500; }}
.gk-page .gk-stack {{ display: flex; flex-direction: column; align-items: stretch; gap: 10px; margin: 0; }}
.gk-page .gk-links {{ display: flex; flex-flow: row wrap; gap: 4px 14px; margin: 0; }}
.gk-page .gk-links > * {{ flex: 0 0 auto; width: auto; margin: 0; }}
.gk-page .gk-labelled .widget-label {{ width: 60px; flex: none; }}
.gk-page .gk-seed {{ width: 92px; flex: none; }}
.gk-page .gk-head > .widget-html {{ flex: 1 1 auto; width: auto; }}
.gk-page .gk-order {{ width: 100%; table-layout: fixed; }}
.gk-page .gk-order th, .gk-page .gk-order td {{ border: 0; padding: 3px; text-align: center; color: {MUTED};
  font-weight: 600; }}
.gk-page .gk-order td {{ font-weight: 400; }}
.gk-page .gk-order tr th:first-child {{ text-align: left; color: {INK}; font-weight: 500; padding-left: 0; width: 30%;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }}
.gk-page .gk-order span {{ display: block; height: 22px; border-radius: 4px; font: 600 {TEXT}px/20px {SANS};
  border: 1px solid var(--gk-side); }}
.gk-page .gk-done {{ background: var(--gk-side); color: #fff; }}
.gk-page .gk-due {{ color: var(--gk-side); }}
.gk-page .gk-order .gk-now {{ border: 2px solid {GOOD}; color: {GOOD}; line-height: 18px; }}
.gk-page .gk-dim {{ opacity: .45; }}
.gk-page table {{ border-collapse: collapse; font: {TEXT}px/1.35 {SANS}; color: {INK}; background: none; }}
.gk-page td, .gk-page th {{ border: 0; border-bottom: 1px solid {HAIRLINE}; padding: 3px 10px 3px 0; text-align: right;
  background: none; color: {INK}; }}
.gk-page :focus-visible {{ outline: 2px solid {GOOD} !important; outline-offset: 2px; }}
.gk-page .gk-targets :focus-visible {{ outline-width: 3px !important; }}
@media (prefers-reduced-motion: no-preference) {{ .gk-page .gk-dim {{ transition: opacity .15s; }} }}
"""


class Choices(anywidget.AnyWidget):  # type: ignore[misc]
    """One of several, each with a name, a quiet note and a value at the right; ``index`` is the chosen one."""

    _esm = """
    export default { render({model, el}) {
      const name = 'gk-' + Math.random().toString(36).slice(2);
      const show = () => {
        const had = el.contains(document.activeElement);
        el.setAttribute('role', 'radiogroup');
        el.setAttribute('aria-label', model.get('label'));
        el.replaceChildren(...model.get('options').map(([title, note, value], index) => {
          const row = document.createElement('label'), input = document.createElement('input');
          const chosen = index === model.get('index');
          row.className = 'gk-choice' + (chosen ? ' gk-chosen' : '');
          input.type = 'radio'; input.name = name; input.checked = chosen;
          input.addEventListener('change', () => { model.set('index', index); model.save_changes(); });
          row.append(input);
          for (const [text, kind] of [[title, 'gk-name'], [note, 'gk-quiet'], [value, 'gk-value']]) {
            const part = document.createElement('span');
            part.className = kind; part.textContent = text; row.append(part);
          }
          return row;
        }));
        if (had) el.querySelector('input:checked')?.focus();
      };
      show();
      model.on('change:options change:index change:label', show);
      return () => model.off('change:options change:index change:label', show);
    } };
    """
    label = traitlets.Unicode("").tag(sync=True)
    options: Any = traitlets.List([]).tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)


class Copy(anywidget.AnyWidget):  # type: ignore[misc]
    """A button that copies ``text`` and says so."""

    _esm = """
    export default { render({model, el}) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'gk-copy';
      const name = () => { button.textContent = model.get('title'); button.title = model.get('text'); };
      const old = text => {
        const area = document.createElement('textarea');
        area.value = text; area.style.position = 'fixed'; area.style.opacity = 0;
        document.body.append(area); area.select();
        const done = document.execCommand('copy');
        area.remove(); button.focus();
        return done;
      };
      button.addEventListener('click', async () => {
        const text = model.get('text');
        try { await navigator.clipboard.writeText(text); } catch { if (!old(text)) return; }
        button.textContent = model.get('done');
        setTimeout(name, 1500);
      });
      el.append(button);
      name();
      model.on('change:title change:text', name);
      return () => model.off('change:title change:text', name);
    } };
    """
    title = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    done = traitlets.Unicode("").tag(sync=True)


class Behaviour(anywidget.AnyWidget):  # type: ignore[misc]
    """What a page does in the browser besides showing its widgets.

    It keeps a notebook's one-letter commands (dd deletes a cell) from acting while a control of the page has the focus;
    Ctrl, Alt, Meta and Escape still reach the notebook. And it has screen readers announce what ``live`` texts say."""

    _esm = """
    export default { render({el}) {
      const page = () => el.closest('.gk-page');
      const guard = event => {
        if (!page()?.contains(event.target)) return;
        const notebook = event.ctrlKey || event.altKey || event.metaKey || event.key === 'Escape';
        if (notebook) event.target.removeAttribute('data-lm-suppress-shortcuts');
        else event.target.setAttribute('data-lm-suppress-shortcuts', 'true');
      };
      const announce = () => {
        if (!page()) return;
        if (!found) look(found = page());
        for (const text of found.querySelectorAll('.gk-live > .widget-html-content:not([role])')) {
          text.setAttribute('role', 'status');
          text.setAttribute('aria-live', 'polite');
        }
      };
      const watch = new MutationObserver(announce);
      const look = at => { watch.disconnect(); watch.observe(at, {childList: true, subtree: true}); };
      let found = null;
      look(document.body);  // until the page is there
      announce();
      window.addEventListener('keydown', guard, true);
      el.style.display = 'none';
      return () => { watch.disconnect(); window.removeEventListener('keydown', guard, true); };
    } };
    """


def page(
    title: str | Widget,
    answer: str | Widget,
    board: Widget,
    controls: Sequence[Widget],
    below: Sequence[Widget] = (),
    aside: str = "",
) -> Box:
    """The one shell of every screen: title, answer and board, the controls beside them, charts below.

    Where the page has less than 1000 px the controls fold under the board, in as many columns as fit."""
    top = heading(title, aside) if isinstance(title, str) else title
    main = box("gk-main", top, html(answer) if isinstance(answer, str) else answer, board)
    parts = [main, box("gk-side", *controls), *([box("gk-below", *below)] if below else [])]
    return box("gk-page", html(f"<style>{STYLE}</style>", "gk-style"), Behaviour(), box("gk-grid", *parts))


def box(kind: str, *children: Widget) -> Box:
    """A box that the style sheet lays out, by its class or classes."""
    made = Box(list(children))
    for one in kind.split():
        made.add_class(one)
    return made


def shown(whether: bool, *widgets: Widget) -> None:
    """Show widgets, or take them off the page."""
    for widget in widgets:
        widget.layout.display = None if whether else "none"


def section(title: str, *children: Widget, aside: str = "") -> Box:
    """Controls that belong together, under a heading; no heading when the title is empty."""
    return box("gk-section", *([heading(title, aside)] if title else []), *children)


def row(*children: Widget) -> Box:
    """Controls side by side, of equal width."""
    return box("gk-row", *children)


def html(text: str, kind: str = "") -> ipywidgets.HTML:
    """A piece of HTML."""
    made = ipywidgets.HTML(text)
    if kind:
        made.add_class(kind)
    return made


def live() -> ipywidgets.HTML:
    """A piece of HTML that a screen reader announces when it changes."""
    return html("", "gk-live")


def heading(title: str, aside: str = "", level: int = 2) -> ipywidgets.HTML:
    """A heading with something quiet at its right."""
    return html(heading_html(title, aside, level))


def heading_html(title: str, aside: str = "", level: int = 2) -> str:
    """The HTML of ``heading``."""
    right = f'<span class="gk-quiet">{escape(aside)}</span>' if aside else ""
    return f'<div class="gk-head"><h{level}>{escape(title)}</h{level}>{right}</div>'


def button(text: str, click: Callable[[], None], kind: str = "", tooltip: str = "", disabled: bool = False) -> Button:
    """A button; ``kind`` is "main" for the one that goes on, "link" for a quiet one."""
    made = Button(description=text, tooltip=tooltip or None, disabled=disabled)
    if kind:
        made.add_class(f"gk-button-{kind}")
    made.on_click(lambda _: click())
    return made


def choice(
    options: Mapping[str, Any] | Sequence[tuple[str, Any]] | Sequence[str],
    value: Any = None,
    change: Callable[[Any], None] | None = None,
    label: str = "",
    name: str = "",
) -> Dropdown:
    """A list to choose from; ``label`` stands before it, ``name`` is its tooltip and what a screen reader says."""
    pairs = list(options.items()) if isinstance(options, Mapping) else list(options)
    made = Dropdown(options=pairs, value=value, description=label, tooltip=name or label or None)
    if change:
        made.observe(lambda event: change(event["new"]), "value")
    return made


def check(text: str, value: bool = False, change: Callable[[bool], None] | None = None) -> Checkbox:
    """A box to tick."""
    made = Checkbox(value=value, description=text, indent=False)
    if change:
        made.observe(lambda event: change(event["new"]), "value")
    return made


def line_of_text(
    value: str = "", change: Callable[[str], None] | None = None, label: str = "", placeholder: str = ""
) -> ipywidgets.Text:
    """A line to type in; ``change`` is called when it is done (Enter, or on leaving it)."""
    made = ipywidgets.Text(value=value, description=label, placeholder=placeholder, continuous_update=False)
    if change:
        made.observe(lambda event: change(event["new"]), "value")
    return made


def slider(
    label: str, low: int, high: int, value: int, change: Callable[[int], None] | None = None, step: int = 1
) -> ipywidgets.IntSlider:
    """A slider over whole numbers; it follows while it moves."""
    made = ipywidgets.IntSlider(value=value, min=low, max=high, step=step, description=label, continuous_update=True)
    if change:
        made.observe(lambda event: change(event["new"]), "value")
    return made


def answer_html(
    number: str,
    claim: str,
    note: str,
    parts: Sequence[tuple[str, float, str]],
    basis: str,
    rules: str = "",
    colour: str = INK,
    exact: str = "",
) -> str:
    """The result line: the number in large type, its meaning, a bar of (label, share, colour) parts, what it rests on.

    ``exact`` is shown when the pointer rests on the number."""
    return f"""<div class="gk-answer"><div class="gk-claim">
<span class="gk-number" style="color:{colour}" title="{escape(exact)}">{escape(number)}</span>
<span class="gk-said"><b>{escape(claim)}</b><span class="gk-quiet">{escape(note)}</span></span></div>
<div>{bar_html(parts)}</div>
<div class="gk-basis"><span>{escape(basis)}</span><span>{escape(rules)}</span></div></div>"""


def bar_html(parts: Sequence[tuple[str, float, str]]) -> str:
    """A bar of (label, share of 1, colour) parts, labels below at the joints; the first part's number is left out,
    since it stands beside the bar in large type."""
    shown = [(label, share, colour, percent(share)) for label, share, colour in parts]
    bars, names = [], []
    for place, (label, share, colour, said) in enumerate(shown):
        inside = said if place and share >= 0.12 else ""
        thin = "" if inside else ' class="gk-thin"'
        if share > 0:
            bars.append(f'<span{thin} style="flex:{share:.6f} 0 0;background:{colour}">{inside}</span>')
        before = f'<span style="font-weight:400;color:{INK}">{said}</span> ' if place and not inside else ""
        names.append(f'<span style="color:{colour}">{before}{escape(label)}</span>')
    widths = [f"minmax(max-content, {100 * share:.3f}%)" for _, share, _, _ in shown[:-2]]
    columns = " ".join([*widths, "minmax(max-content, 1fr)", "max-content"][-len(shown) :])
    spoken = ", ".join(f"{label} {said}" for label, _, _, said in shown)
    return (
        f'<div class="gk-bar" role="img" aria-label="{escape(spoken)}">{"".join(bars)}</div>'
        f'<div class="gk-joints" style="grid-template-columns:{columns}">{"".join(names)}</div>'
    )


def log_html(entries: Iterable[tuple[str, str, str]]) -> str:
    """A list of (letter, colour, sentence)."""
    rows = (
        f'<li><span class="gk-letter" style="background:{colour}">{escape(letter)}</span>'
        f"<span>{escape(text)}</span></li>"
        for letter, colour, text in entries
    )
    return f'<ul class="gk-log">{"".join(rows)}</ul>'
