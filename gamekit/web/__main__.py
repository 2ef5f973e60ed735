"""``python -m gamekit.web SITE``: serve the site's files to this computer, with ``CLASS_NETWORK=1`` to the network."""

from __future__ import annotations

import os
import socket
import sys
from errno import EADDRINUSE
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from gamekit.text.translation import word


class Files(SimpleHTTPRequestHandler):
    """A request handler for files that logs nothing."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *given: object) -> None:
        pass


def main() -> None:
    """Serve the site until Ctrl+C."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    if not (site / "index.html").is_file():
        raise SystemExit(word("class.no_site", site=site))
    network = os.environ.get("CLASS_NETWORK", "") not in ("", "0")
    try:
        port = int(os.environ.get("CLASS_PORT") or 8866)
        server = ThreadingHTTPServer(("" if network else "127.0.0.1", port), partial(Files, directory=str(site)))
    except ValueError as error:
        raise SystemExit(f"CLASS_PORT is a whole number: {error}") from None
    except OSError as error:
        raise SystemExit(word("class.port", port=port) if error.errno == EADDRINUSE else str(error)) from None
    print(word("class.here", address=f"http://127.0.0.1:{port}/"), flush=True)
    print(word("class.network", address=f"http://{_address()}:{port}/") if network else word("class.alone"), flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:  # how a class ends
        raise SystemExit from None


def _address() -> str:
    """Return the address of this computer in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


if __name__ == "__main__":
    main()
