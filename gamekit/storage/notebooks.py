"""Notebooks with stored and checked outputs: ``gamekit bake my.ipynb`` stores them, ``gamekit check my.ipynb`` runs the
notebook anew and compares.

Both need Jupyter (the extra ``lab``) and run in English unless the notebook's metadata say otherwise
(``gamekit.language``), whatever language the reader has set."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

VIEW = "application/vnd.jupyter.widget-view+json"
# As JupyterLab writes them: opening a notebook then changes nothing in it.
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3.11",
}
OF_A_RUN = ("collapsed", "scrolled", "trusted", "execution", "ExecuteTime")  # metadata of a cell that differ by run
IDENTITY = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|0x[0-9a-f]+|T_[0-9a-f]{5}"
)  # never a number of an answer


def execute(notebook: Any, folder: Path) -> Any:
    """Run all cells in a fresh kernel and return the notebook; ValueError names the cell that failed."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    chosen = notebook.metadata.get("gamekit", {}).get("language", "en")
    pinned = {"GAMEKIT_LANGUAGE": chosen, "GAMEKIT_JOURNAL": "off"}
    before = {name: os.environ.get(name) for name in pinned}
    os.environ.update(pinned)
    try:
        NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,  # how a text is cut into messages differs from run to run
            resources={"metadata": {"path": str(folder)}},
            extra_arguments=["--log-level=ERROR"],
        ).execute()
    except CellExecutionError as error:
        cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
        number = max(n for n, cell in enumerate(cells, 1) if cell.execution_count or cell.outputs)
        what = f"{error.ename}: {error.evalue}"
        raise ValueError(f"cell {number} ({cells[number - 1].source.strip().splitlines()[-1][:60]}): {what}") from None
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    return notebook


def make_reproducible(notebook: Any) -> Any:
    """Remove what differs between runs from a notebook, in place, and return it: widget state, live views, times,
    versions; ids come from the content.

    A cell that begins with a heading gets its id from it, for links like ``other.ipynb#cell-id=The-board``: JupyterLab
    scrolls to an id, while it looks for the heading itself before the page is there."""
    kept = {**notebook.metadata.get("gamekit", {}), "baked": True}
    notebook.metadata.update(kernelspec=KERNEL, language_info=LANGUAGE, gamekit=kept)
    notebook.metadata.pop("widgets", None)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: set[str] = set()
    for cell in notebook.cells:
        for name in OF_A_RUN:
            cell.metadata.pop(name, None)
        cell.id = next(name for name in _ids(cell.source) if name not in seen)
        seen.add(cell.id)
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata.clear()
            if len(output.get("data", {})) > 1:
                output.data.pop(VIEW, None)
    return notebook


def _ids(source: str) -> Iterator[str]:
    """Yield candidate ids for a cell: from its heading, else its text, then with a number for duplicates."""
    title = re.match(r"#+ (.+)", source)
    name = re.sub(r"[^\w-]", "", title[1].replace(" ", "-"), flags=re.ASCII)[:60] if title else ""
    name = name or sha256(source.encode()).hexdigest()[:8]
    yield name
    yield from (f"{name}-{number}" for number in range(2, 1000))


def bake(path: str | Path) -> bool:
    """Run a notebook and store its outputs, byte for byte reproducible; return whether the file changed."""
    nbformat: Any = import_module("nbformat")
    path = Path(path)
    before = path.read_text(encoding="utf-8")
    notebook = make_reproducible(execute(_parsed(before), path.parent))
    nbformat.validate(notebook)
    after = str(nbformat.writes(notebook)) + "\n"
    path.write_text(after, encoding="utf-8")
    return after != before


def compare_outputs(path: str | Path) -> list[str]:
    """Run a notebook anew; return a sentence for each output that differs from the stored one or is not checked.

    Not checked: a cell without execution number, which never ran, one whose tags or text skip the comparison, and an
    error output."""
    try:
        stored = _parsed(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        return [f"{path}: {error}"]
    cells = [cell for cell in stored.cells if cell.cell_type == "code" and cell.source.strip()]
    counts = [cell.execution_count for cell in cells]
    found = []
    if counts != list(range(1, len(cells) + 1)):
        found.append(f"{path}: not every cell was run in order; store the answers with: gamekit bake {path}")
    found += [_said(path, n, cell, "asks to be skipped") for n, cell in enumerate(cells, 1) if _is_skipped(cell)]
    try:
        anew = execute(deepcopy(stored), Path(path).parent)
    except Exception as error:  # whatever a cell raises
        return [*found, f"{path}: {str(error).strip().splitlines()[-1]}"]
    new_cells = [cell for cell in anew.cells if cell.cell_type == "code" and cell.source.strip()]
    for number, (cell, new) in enumerate(zip(cells, new_cells), 1):
        one, other = _answers(cell), _answers(new)
        for kind in dict.fromkeys((*one, *other)):
            if one.get(kind) != other.get(kind):
                found.append(_said(path, number, cell, _difference(one.get(kind, ""), other.get(kind, ""))))
    return found


def _parsed(text: str) -> Any:
    nbformat: Any = import_module("nbformat")
    try:
        return nbformat.reads(text, as_version=4)
    except Exception:  # of JSON, of its schema, of an upgrade from an old version
        raise ValueError("this is not a notebook; one is a file *.ipynb that Jupyter writes") from None


def _is_skipped(cell: Any) -> bool:
    return "NBVAL" in cell.source or any(tag.startswith("nbval") for tag in cell.metadata.get("tags", ()))


def _said(path: str | Path, number: int, cell: Any, what: str) -> str:
    return f"{path}, cell {number} ({cell.source.strip().splitlines()[-1][:60]}): {what}"


def _answers(cell: Any) -> dict[str, str]:
    """Return the outputs of a cell by kind: its streams and each MIME type, without object ids."""
    found: dict[str, str] = {}
    for output in cell.outputs:
        if output.output_type == "stream":
            found[output.name] = found.get(output.name, "") + output.text
        elif output.output_type == "error":
            found["error"] = f"{output.ename}: {output.evalue}"
        for form, data in output.get("data", {}).items():
            if form.startswith("text/"):
                found[form] = found.get(form, "") + str(data)
    return {kind: IDENTITY.sub("...", text) for kind, text in found.items()}


def _difference(stored: str, new: str) -> str:
    """Return the first line that differs, stored and new."""
    lines, others = stored.splitlines() or [""], new.splitlines() or [""]
    at = next((n for n, (one, other) in enumerate(zip(lines, others)) if one != other), min(len(lines), len(others)))
    one, other = (found[at].strip() if at < len(found) else "(nothing)" for found in (lines, others))
    start = max(0, next((n for n, (a, b) in enumerate(zip(one, other)) if a != b), 0) - 30)
    return f"stored «{one[start : start + 100]}», new «{other[start : start + 100]}»"
