"""Execute the notebooks and store their answers, the same bytes every time: ``python tests/bake.py [notebook ...]``.

Saved widget state makes a notebook of megabytes and dates change with every run, so both are stripped. What a widget
shows to a reader who runs nothing is the picture or text that it offers beside its live view."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # this checkout's gamekit, installed or not
PICTURES = {one: ROOT / "notebooks" / f"battle_board{end}.svg" for one, end in (("en", ""), ("ja", "_ja"))}
LIVE = "application/vnd.jupyter.widget-view+json"
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
OF_A_RUN = (
    "collapsed",
    "scrolled",
    "trusted",
    "execution",
    "ExecuteTime",
)  # metadata of a cell that differ between runs


def executed(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """The notebook after Run All in a fresh kernel of this interpreter, with this checkout's gamekit."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,  # how a text is cut into messages differs from run to run
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    return notebook


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Strip what differs from run to run: widget state, live views, times, versions; ids come from the content.

    A cell that begins with a heading is called by it, so that a link can lead to it: ``other.ipynb#cell-id=The-board``
    opens there in JupyterLab and in Voila, while the heading itself is looked for too early and the place lost."""
    of_runs = {"kernelspec": KERNEL, "language_info": LANGUAGE, "gamekit": {"baked": True}}
    notebook.metadata = NotebookNode({**notebook.metadata, **of_runs})
    notebook.metadata.pop("widgets", None)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: set[str] = set()
    for cell in notebook.cells:
        cell.metadata = NotebookNode({key: value for key, value in cell.metadata.items() if key not in OF_A_RUN})
        cell.id = next(name for name in names(cell.source) if name not in seen)
        seen.add(cell.id)
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = NotebookNode()
            if len(output.get("data", {})) > 1:
                output.data.pop(LIVE, None)
    return notebook


def names(source: str) -> Iterator[str]:
    """Ids for a cell: from its heading, else its text, then, where that stands twice, with a number."""
    title = re.match(r"#+ (.+)", source)
    name = re.sub(r"[^\w-]", "", title[1].replace(" ", "-"), flags=re.ASCII)[:60] if title else ""
    name = name or sha256(source.encode()).hexdigest()[:8]
    yield name
    yield from (f"{name}-{number}" for number in range(2, 1000))


def bake(path: Path) -> bool:
    """Execute and tidy one notebook; whether its file changed."""
    before = path.read_text(encoding="utf-8")
    notebook = tidy(executed(nbformat.reads(before, as_version=4), path.parent))
    nbformat.validate(notebook)
    after = nbformat.writes(notebook) + "\n"
    path.write_text(after, encoding="utf-8")
    return after != before


def picture(language: str) -> str:
    """The battle of Utica on the board: the picture of the README and of the first notebook in a language."""
    from gamekit import julius_caesar as jc
    from gamekit.widgets.julius_caesar import battle_picture

    utica = jc.Battle(
        attacker=jc.army("Caesar, Equitatus 1, Legio 10, Legio 13", "Caesar"),
        defender=jc.army("Pompey, Legio 39, Ballista, Navis 3", "Pompey"),
        attacker_reserve=jc.army("Auxilia 3, Legio 8", "Caesar"),
        defender_reserve=jc.army("Elephant, Legio 38", "Pompey"),
    )
    return battle_picture.picture(utica, language) + "\n"


if __name__ == "__main__":
    for language, place in PICTURES.items():
        place.write_text(picture(language), encoding="utf-8")
    for path in [Path(name).resolve() for name in sys.argv[1:]] or sorted((ROOT / "notebooks").glob("*.ipynb")):
        print(f"{path.name}: {'changed' if bake(path) else 'as it was'}", flush=True)
