"""``python -m gamekit.classroom NOTEBOOKS``: the server of a class; see ``gamekit.classroom``.

``CLASS_NETWORK=1`` lets others in the local network come, ``CLASS_PAGES`` says how many pages may be open at once,
``CLASS_PORT`` where to listen, ``CLASS_TOKEN`` is a word of one's own instead of a new one each time."""

from __future__ import annotations

import os
import signal
import sys
from errno import EADDRINUSE
from pathlib import Path

from gamekit.text.translation import word


def main() -> None:
    """Serve a folder of notebooks until Ctrl+C."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "notebooks")
    network = os.environ.get("CLASS_NETWORK", "") not in ("", "0")
    share = Path(__file__).parents[2] / "share" / "jupyter"
    if share.is_dir():  # a checkout; a wheel has put it where Jupyter looks
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (str(share), os.environ.get("JUPYTER_PATH"))))
    try:
        most = int(os.environ.get("CLASS_PAGES") or 0)
        port = int(os.environ.get("CLASS_PORT") or 8866)
    except ValueError as error:
        raise SystemExit(f"CLASS_PAGES and CLASS_PORT are whole numbers: {error}") from None
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it was started in the background
    print(word("class.starting"), flush=True)
    try:
        from gamekit.classroom.server import serve

        serve(folder, network=network, most=max(0, most), port=port, token=os.environ.get("CLASS_TOKEN", ""))
    except ValueError as error:
        raise SystemExit(str(error)) from None
    except OSError as error:
        raise SystemExit(word("class.port", port=port) if error.errno == EADDRINUSE else str(error)) from None
    except KeyboardInterrupt:  # how a class ends
        raise SystemExit from None


if __name__ == "__main__":
    main()
