"""``python -m gamekit`` is the command ``gamekit``."""

from gamekit.cli import main

main()
