"""A class in front of boards: every notebook as a page without code, in each language, from one warm server.

``python -m gamekit.classroom notebooks`` serves a folder (``make class`` does it). Every page has a kernel of its own,
forked from one process that has everything loaded, so that a page costs what it computes and little more. A page of
each notebook and language is kept ready. Nothing that a pupil sends is run as code: pages only move their boards."""
