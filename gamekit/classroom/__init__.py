"""A class in front of boards: every notebook as a page without code, in each language, from one warm server.

``python -m gamekit.classroom notebooks`` serves a folder (``make class`` does it). Every page runs once; whoever opens
it gets its HTML and a kernel of their own, forked from the process that has run it. Nothing that a pupil sends is run
as code: pages only move their boards."""
