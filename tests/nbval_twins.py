"""For nbval: a notebook's twin in Japanese runs right after it and in its kernel, emptied, so that what one of them has
worked out is not worked out again. Every cell of both is run and compared as ever."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import pytest

ANSWERS = 60  # seconds that a kernel may take to forget
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # jsonschema does without: a grammar of 2 s


def first_of(name: str) -> str:
    """The notebook that a twin follows, by file name or address; every other one's own."""
    return name.replace("_ja.ipynb", ".ipynb")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    files: dict[Any, Any] = {item.parent.path: item.parent for item in items if item.parent}
    for path, twin in files.items():
        first = files.get(path.with_name(first_of(path.name)), twin)
        if first is not twin:
            first.teardown = lambda: None
            twin.setup = partial(take_over, twin, first)


def take_over(twin: Any, first: Any) -> None:
    """Give a notebook the kernel of another one, without what that has defined; one of its own if there is none."""
    if not (first.kernel and first.kernel.is_alive()):
        type(twin).setup(twin)
        return
    twin.kernel = first.kernel
    twin.setup_sanitize_files()
    twin.kernel.await_reply(twin.kernel.execute_cell_input("%reset -f"), timeout=ANSWERS)


@pytest.hookimpl(optionalhook=True, trylast=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A notebook and its twin are one worker's, also where notebooks are run alone, without ``tests/conftest.py``."""
    from xdist.scheduler import LoadScopeScheduling

    class Twins(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return first_of(nodeid.partition("::")[0])

    return Twins(config, log)
