"""An extension of the Jupyter server that saves notebooks without stale live views.

A board's live view means something only while its kernel lives. So views are left out of a saved file wherever the
output has a picture or text besides, and are put back when the notebook is opened again beside the same kernel. A
notebook that is stored with checked answers (metadata ``gamekit.baked``) is not written while its cells are those of
the file: running and clicking changes nothing on the disk."""

from __future__ import annotations

import platform
from copy import deepcopy
from typing import Any

from gamekit.storage.notebooks import VIEW

OTHER_FORMS = ("text/html", "image/svg+xml", "image/png")  # what a reader sees in the place of a view


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "gamekit.widgets.notebook_files"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Wrap ``get`` and ``save`` of the server's contents manager."""
    from jupyter_core.utils import ensure_async

    manager = server.contents_manager
    opened = dict[str, tuple[Any, int | None]]()  # as last saved, with live views, and the process that has them
    read, write = manager.get, manager.save

    async def process_of(path: str) -> int | None:
        """The process of the kernel that a notebook has, None where it has none; a restarted kernel is another one."""
        for session in await ensure_async(server.session_manager.list_sessions()):
            if session["path"] == path and session["kernel"]:
                kernel = server.kernel_manager.get_kernel(session["kernel"]["id"])
                return getattr(kernel.provisioner, "pid", None)
        return None

    async def get(path: str, *args: Any, **kwargs: Any) -> Any:
        model = await ensure_async(read(path, *args, **kwargs))
        if model["type"] == "notebook" and model["content"]:
            kept, process = opened.get(path, (None, None))
            if kept and same_cells(kept, model["content"]) and process == await process_of(path.strip("/")):
                model["content"] = deepcopy(kept)
            set_python_version(model["content"])
        return model

    async def save(model: Any, path: str = "") -> Any:
        content = model.get("content")
        if model.get("type") != "notebook" or not content:
            return await ensure_async(write(model, path))
        opened[path] = deepcopy(content), await process_of(path.strip("/"))
        if await ensure_async(manager.file_exists(path)):
            stored = (await ensure_async(read(path, content=True, type="notebook")))["content"]
            if is_baked(stored) and same_cells(stored, content):
                return await ensure_async(read(path, content=False))
        return await ensure_async(write({**model, "content": without_views(content)}, path))

    manager.get, manager.save = get, save


def is_baked(content: Any) -> bool:
    """Whether a notebook is stored with answers that a test compares."""
    return bool(content["metadata"].get("gamekit", {}).get("baked"))


def same_cells(one: Any, other: Any) -> bool:
    """Whether two notebooks have the same cells, whatever their outputs."""
    first, second = ([(cell["cell_type"], cell["source"]) for cell in each["cells"]] for each in (one, other))
    return first == second


def without_views(content: Any) -> Any:
    """Return the notebook without live views of outputs that have a picture or a table besides.

    >>> data = {VIEW: {"model_id": "1"}, "text/html": "<img>"}
    >>> cell = {"cell_type": "code", "source": "board", "outputs": [{"data": data}]}
    >>> without_views({"cells": [cell]})["cells"][0]["outputs"]
    [{'data': {'text/html': '<img>'}}]
    """
    content = deepcopy(content)
    for cell in content["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if any(form in data for form in OTHER_FORMS):
                data.pop(VIEW, None)
    return content


def set_python_version(content: Any) -> None:
    """Set the Python version that this kernel will write, so that opening a notebook changes nothing."""
    info = content["metadata"].get("language_info", {})
    if "version" in info and is_baked(content):
        info["version"] = platform.python_version()
