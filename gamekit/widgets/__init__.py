"""The rooms with ipywidgets, ipycanvas and plotly: they show, and compute nothing."""
