"""The server's extension without a browser: what is written, what is read back, beside which kernel."""

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from jupyter_server.services.contents.filemanager import FileContentsManager
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

from gamekit.widgets.notebook_files import VIEW, _load_jupyter_server_extension

PICTURE = {"text/html": "<img>"}


class Server:
    """A Jupyter server with one notebook, whose kernel runs in a process."""

    def __init__(self, folder: Path, kind: Any, baked: bool) -> None:
        self.contents_manager, self.process = kind(root_dir=str(folder)), 17
        self.session_manager = SimpleNamespace(list_sessions=self.sessions)
        self.kernel = SimpleNamespace(provisioner=SimpleNamespace(pid=17))
        self.kernel_manager = SimpleNamespace(get_kernel=lambda number: self.kernel)
        cell = nbformat.v4.new_code_cell("board", outputs=[nbformat.v4.new_output("display_data", data=PICTURE)])
        notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"gamekit": {"baked": True}} if baked else {})
        self.path = folder / "a.ipynb"
        self.path.write_text(nbformat.writes(notebook) + "\n")
        _load_jupyter_server_extension(self)

    async def sessions(self) -> list[Any]:
        return [{"path": "a.ipynb", "kernel": {"id": "k"}}] if self.kernel.provisioner.pid else []

    def read(self) -> Any:
        return asyncio.run(self.contents_manager.get("/a.ipynb", content=True, type="notebook"))["content"]

    def save(self, content: Any) -> Any:
        model = {"type": "notebook", "format": "json", "content": json.loads(json.dumps(content))}
        return asyncio.run(self.contents_manager.save(model, "/a.ipynb"))

    def ran(self) -> Any:
        """The notebook as its page has it after Run All."""
        content = self.read()
        content["cells"][0]["outputs"][0]["data"] = {VIEW: {"model_id": "1"}, **PICTURE}
        content["cells"][0]["execution_count"] = 7
        return content


@pytest.mark.parametrize("kind", [AsyncLargeFileManager, FileContentsManager])
def test_running_a_baked_notebook_leaves_its_file_and_brings_the_views_back(kind: Any, tmp_path: Path) -> None:
    server = Server(tmp_path, kind, baked=True)
    stored = server.path.read_bytes()
    server.save(server.ran())
    assert server.path.read_bytes() == stored
    assert server.read()["cells"][0]["outputs"][0]["data"] == {VIEW: {"model_id": "1"}, **PICTURE}
    for process in (18, None):  # restarted; shut down
        server.kernel.provisioner.pid = process
        assert server.read()["cells"][0]["outputs"][0]["data"] == PICTURE
    server.kernel.provisioner.pid = 17
    server.path.write_bytes(stored.replace(b'"board"', b'"another"'))  # changed by another program
    assert server.read()["cells"][0]["outputs"][0]["data"] == PICTURE


def test_a_changed_cell_of_a_baked_notebook_is_saved_without_views(tmp_path: Path) -> None:
    server = Server(tmp_path, AsyncLargeFileManager, baked=True)
    content = server.ran()
    content["cells"][0]["source"] = "my_board"
    server.save(content)
    found = json.loads(server.path.read_text())
    assert found["cells"][0]["source"] in ("my_board", ["my_board"])
    assert (found["cells"][0]["execution_count"], VIEW in server.path.read_text()) == (7, False)
    assert VIEW in server.read()["cells"][0]["outputs"][0]["data"]


def test_ones_own_notebook_is_saved_with_its_answers_and_without_views(tmp_path: Path) -> None:
    server = Server(tmp_path, AsyncLargeFileManager, baked=False)
    server.save(server.ran())
    found = json.loads(server.path.read_text())
    assert found["cells"][0]["execution_count"] == 7
    assert found["cells"][0]["outputs"][0]["data"] == {"text/html": ["<img>"]}
