"""What every kernel of a class needs, loaded once before the first is forked; nothing here may start a thread."""

import gc
import importlib
import signal
from contextlib import suppress
from typing import Final

ROOMS: Final = (
    "ipykernel.ipkernel", "ipykernel.kernelapp", "ipywidgets",
    "pandas", "plotly.graph_objects", "anywidget", "ipycanvas", "scipy.special", "scipy.optimize", "numba",
    "gamekit.julius_caesar", "gamekit.caesar", "gamekit.aquileia", "gamekit.roma_victrix", "gamekit.lessons.exercises",
    "gamekit.lessons.history", "gamekit.analysis.solve_for", "gamekit.analysis.sweep", "gamekit.text.export",
    "gamekit.widgets.charts",
    "gamekit.widgets.julius_caesar", "gamekit.widgets.caesar", "gamekit.widgets.aquileia",
    "gamekit.widgets.roma_victrix", "gamekit.widgets.lessons", "gamekit.widgets.any_game", "gamekit.widgets.exploring",
)  # fmt: skip

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
for name in ROOMS:
    with suppress(ImportError):  # numba is an extra; what a kernel lacks it says itself
        importlib.import_module(name)

gc.collect()
gc.freeze()  # what is never looked at for rubbish stays shared by all kernels
