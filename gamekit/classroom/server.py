"""The server of a class: an index, pages that are ready before they are asked for, a limit that is said in a sentence.

It listens on loopback, with a token, unless it is told to serve the local network. A page's kernel takes messages of
its widgets alone (no code), pages and pictures are all that is served, and nothing of an address is repeated."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any, Final

import nbformat
import plotly
from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.netutil import bind_sockets
from tornado.websocket import WebSocketClosedError
from traitlets.config import Config
from voila.app import Voila
from voila.notebook_renderer import NotebookRenderer
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import get_page_config

from gamekit.classroom import forked, pages
from gamekit.text.translation import LANGUAGES, language_or_default, word

PAGES: Final = 40  # pages open at once, unless CLASS_PAGES says otherwise
IDLE: Final = 1200  # seconds after which a page that nobody looks at is let go
LEFT: Final = 60  # seconds until a page that has been left is let go
PAINTED: Final = 5  # seconds that a page has to itself before others are made ready
SLOW: Final = 10  # seconds more for a page that has only just been handed out
HEARD: Final = 0.1  # seconds until what makes pages ready hears that somebody waits
WIDGET: Final = "application/vnd.jupyter.widget-view+json"
KERNEL: Final = "kernel-of-this-page"  # stands in a page for the kernel that it will have
PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
RENDER: Final = "/voila/render/"
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # of a token: none looks like another
ALONE: Final = "127.0.0.1"
STARTED: ContextVar[list[str]] = ContextVar("STARTED")  # the kernels that an answer under way has started
PLOTLY: Final = f"/class/plotly.min.js?v={plotly.__version__}"  # what draws charts, fetched once by each browser
MANAGERS: Final = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8"]
EXTENSIONS: Final = [*MANAGERS, "anywidget", "ipycanvas"]  # of the browser's machinery all that our pages need
OURS: Final = (r"/voila/api/contents", r"/voila/tree", r"/voila/render")  # addresses that we serve ourselves, or not


def language_of(path: str) -> str:
    """The language that a page's address begins with, English where it begins with none."""
    first = path.strip("/").split("/")[0]
    return first if first in LANGUAGES else LANGUAGES[0]


class Kernels(AsyncMappingKernelManager):  # type: ignore[misc]
    """The kernels of a class, each told the language of its page."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self.left = dict[str, float]()  # since when nobody looks at a page any more, or does not yet

    def notify_connect(self, kernel_id: str) -> None:
        """Somebody looks at a page."""
        super().notify_connect(kernel_id)
        self.left.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        """One looks away; it may be the last."""
        super().notify_disconnect(kernel_id)
        if kernel_id in self and not self._kernel_connections.get(kernel_id):
            self.left[kernel_id] = monotonic()

    def hand_out(self, kernel_id: str) -> None:
        """A page goes to somebody, who may be slow, or close it before it has said a word."""
        if kernel_id in self and not self._kernel_connections.get(kernel_id):
            self.left[kernel_id] = monotonic() + SLOW

    async def let_go(self, after: float) -> None:
        """End the kernels of pages that were left so many seconds ago; a tablet closes pages without a word."""
        for kernel in [one for one, since in self.left.items() if monotonic() - since >= after]:
            self.left.pop(kernel)
            if kernel in self:
                await ensure_async(self.shutdown_kernel(kernel, now=True))

    async def start_kernel(self, *, kernel_id: str | None = None, path: str | None = None, **named: Any) -> str:
        """Start the kernel of a page in the folder ``path``; its id."""
        named["env"] = {**(named.get("env") or {}), **told(path or "")}
        started: str = await super().start_kernel(kernel_id=kernel_id, path=path, **named)
        STARTED.get([]).append(started)
        return started


class ReadyPages:
    """Every page, run once and kept as its HTML and as a process that kernels are forked from.

    They are made one after the other, before they are asked for; meanwhile one that is asked for is made first."""

    def __init__(self, app: ClassRoom, names: list[str]) -> None:
        self.app, self.names = app, names
        self._made = dict[str, asyncio.Task[str]]()
        self.pictures = dict[str, str]()  # of each page that is made, in its language
        self._wanted = set[str]()

    async def begin(self) -> None:
        """Make all pages, one on each core; whoever waits for another page, or for one to be painted, has the machine
        meanwhile."""
        names = iter(self.names)
        await asyncio.gather(*(self._make(names) for _ in range(min(4, os.cpu_count() or 1))))

    async def _make(self, names: Iterator[str]) -> None:
        for name in names:
            await self.app.quiet()
            making, held = self.making(name), False
            while not making.done() or held:  # one that is done forks kernels, and is never left held
                await asyncio.wait([making], timeout=HEARD)
                waits = self.app.busy and name not in self._wanted and not making.done()
                if name in forked.PAGES and held is not (held := waits):
                    forked.PAGES[name].hold(held)

    async def take(self, name: str) -> str:
        """A page with a kernel of its own."""
        self._wanted.add(name)
        html = await asyncio.shield(self.making(name))
        kernels, environment = self.app.kernel_manager, {**os.environ, forked.PAGE: name}
        try:
            kernel = await kernels.start_kernel(path=os.path.dirname(name), env=environment)
        except (EOFError, OSError):  # the process that ran the page has ended
            del self._made[name]
            raise
        kernels.hand_out(kernel)
        return html.replace(KERNEL, kernel)

    def making(self, name: str) -> asyncio.Task[str]:
        """The making of a page, begun where it has not been or has failed."""
        found = self._made.get(name)
        if found is None or (found.done() and found.exception()):
            found = self._made[name] = asyncio.ensure_future(_made(self.app, name))
        return found


class Executed(NotebookRenderer):  # type: ignore[misc]
    """Makes the page of a notebook that has run."""

    async def _jinja_kernel_start(self, nb: Any, kernel_id: str, kernel_future: Any) -> str:
        return kernel_id

    async def _jinja_cell_generator(self, nb: Any, kernel_id: str) -> AsyncIterator[Any]:
        for cell in nb.cells:
            yield cell


async def _made(app: ClassRoom, name: str) -> str:
    """A page that has run, for a kernel that is still to be forked."""
    config = app.voila_configuration
    given = {"base_url": app.base_url, "settings": app.app.settings, "log": app.log, "voila_configuration": config}
    said = page_config(get_page_config(**given), notebook_path=name)
    renderer = Executed(
        **given, traitlet_config=app.config, notebook_path=name, template_paths=app.template_paths,
        config_manager=app.config_manager, contents_manager=app.contents_manager,
        kernel_spec_manager=app.kernel_spec_manager, page_config=said,
    )  # fmt: skip
    await renderer.initialize()
    form: Any = nbformat
    code = [cell for cell in renderer.notebook.cells if cell.cell_type == "code"]
    folder = Path(app.root_dir, name).parent
    page = forked.PAGES[name] = forked.Prepared([cell.source for cell in code], told(name), str(folder))
    for cell, outputs in zip(code, await page.outputs(), strict=True):
        cell.outputs = list(map(form.from_dict, outputs))
    app.shelf.pictures[name] = next(pages.pictures(renderer.notebook), "")
    for cell in code:
        for data in (output.get("data", {}) for output in cell.outputs):
            if WIDGET in data:
                data.pop("text/html", None)  # a still picture, for whoever has no kernel
    html: str = await renderer.generate_content_str(KERNEL)
    return html


def told(path: str) -> dict[str, str]:
    """What the kernel of a page is told."""
    ours = {"GAMEKIT_LANGUAGE": language_of(path), "GAMEKIT_JOURNAL": "off", "GAMEKIT_PLOTLY": PLOTLY}
    return {**os.environ, **ours}


def page_config(config: dict[str, Any], *, notebook_path: str, **_: Any) -> dict[str, Any]:
    """What a page's template knows, with the words of its head."""
    return {**config, "gamekit": pages.bar(language_of(notebook_path), Path(notebook_path).stem)}


class Spoken(JupyterHandler):  # type: ignore[misc]
    """Whatever goes wrong is a page with a sentence, in the language of the address."""

    @property
    def language(self) -> str:
        """The language asked for, else that of the address."""
        asked = self.get_query_argument("language", "")
        return asked if asked in LANGUAGES else language_of(self.request.path.removeprefix(RENDER))

    def show(self, name: str, **fields: Any) -> None:
        """Answer with a page of ours."""
        said = {key: word(f"class.{key}", self.language) for key in ("title", "all", "token", "enter", "lead")}
        other = LANGUAGES[1 - LANGUAGES.index(self.language)]
        template = self.settings["voila_jinja2_env"].get_template(name)
        switch = word("kit.switch", self.language)
        self.finish(template.render(said=said, language=self.language, other=other, switch=switch, **fields))

    def write_error(self, status_code: int, **_: Any) -> None:
        """Say in a sentence that there is no page."""
        known = {HTTPStatus.NOT_FOUND: "missing", HTTPStatus.SERVICE_UNAVAILABLE: "full_house"}
        key = known.get(HTTPStatus(status_code), "broken")
        pages_open = self.settings["voila"].most if "voila" in self.settings else PAGES
        fields = {"pages": pages_open} if key == "full_house" else {}
        self.show("class_error.html", sentence=word(f"class.{key}", self.language, **fields))

    def get_login_url(self) -> str:
        """Where somebody without the token is sent."""
        return f"{self.base_url}login?language={self.language}"


class Index(Spoken):
    """A card for every notebook."""

    @web.authenticated
    def get(self) -> None:
        """The index, in the language asked for; the token goes from the address once it is known."""
        if self.get_query_argument("token", None) is not None:
            self.redirect(f"{self.base_url}?language={self.language}")
            return
        app: ClassRoom = self.settings["voila"]
        drawn = {
            card: app.shelf.pictures.get(f"{self.language}/{card.name}.ipynb") for card in app.cards[self.language]
        }
        cards = [replace(card, picture=picture or card.picture) for card, picture in drawn.items()]
        groups = {key: [card for card in cards if card.group == key] for key in pages.GROUPS}
        heads = {key: word(f"class.group.{key}", self.language) for key in pages.GROUPS}
        self.show("class_index.html", groups=groups, heads=heads, base_url=self.base_url)


class Entrance(Spoken):
    """Where the token is asked for."""

    @allow_unauthenticated  # type: ignore[untyped-decorator]
    def get(self) -> None:
        """A line to type it in."""
        self.show("class_token.html", base_url=self.base_url)


class Nowhere(Spoken):
    """Any other address."""

    @allow_unauthenticated  # type: ignore[untyped-decorator]
    def get(self) -> None:
        """Say that there is no such page."""
        raise web.HTTPError(HTTPStatus.NOT_FOUND)


class Page(TornadoVoilaHandler, Spoken):  # type: ignore[misc]
    """A notebook without code: one that is ready, else a new one while there is room."""

    @web.authenticated
    async def get(self, path: str = "") -> None:
        """The page."""
        app: ClassRoom = self.settings["voila"]
        if path.endswith(pages.FILES):  # a picture that stands beside the notebooks
            self.redirect(f"{self.base_url}voila/files/{path}")
            return
        if path not in app.served:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        app.asked += 1
        started = list[str]()
        STARTED.set(started)
        try:
            if app.room() <= 0:
                await app.kernel_manager.let_go(after=LEFT / 6)
            if app.room() <= 0:
                raise web.HTTPError(HTTPStatus.SERVICE_UNAVAILABLE)
            if app.forks:
                self.set_header("Cache-Control", "no-store")
                self.finish(await app.shelf.take(path))
            else:
                await super().get(path)
        finally:
            app.asked, app.answered = app.asked - 1, monotonic()
            for kernel in started:
                app.kernel_manager.hand_out(kernel)


class Channels(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """What a page and its kernel say to each other. Of connections that do not name the protocol of today Voila
    misreads what has buffers, and is at it for ever, with all pages: they are refused."""

    async def get(self, kernel_id: str) -> None:
        """Open the connection."""
        if PROTOCOL not in self.request.headers.get("Sec-WebSocket-Protocol", ""):
            raise web.HTTPError(HTTPStatus.BAD_REQUEST)
        await super().get(kernel_id)

    @property
    def left(self) -> bool:
        """Whether the page has gone before all was ready."""
        return getattr(self, "connection", self) is None

    def log_exception(self, *told: Any) -> None:
        """What goes wrong when a page has been left while it connected is no news."""
        if not self.left:
            super().log_exception(*told)

    def write_error(self, status_code: int, **_: Any) -> None:
        """Nobody reads what a refused connection says."""
        if self.left and status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.set_status(HTTPStatus.GONE)
        self.finish()


class Closing(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """A page that is left lets its kernel go. It says so with its last breath, which brings no form's token along; the
    kernel's own name, which nobody else knows, stands for it."""

    def check_xsrf_cookie(self) -> None:
        """Nothing more is asked for."""


class ClassRoom(Voila):  # type: ignore[misc]
    """Voila with an index, pages kept ready and a limit."""

    name = "voila"
    asked = 0  # pages that somebody waits for
    answered = -1e9  # when the last of them was handed out
    most = PAGES
    network = False
    forks = False  # whether kernels are forked
    cards: dict[str, tuple[pages.PageCard, ...]] = {}  # noqa: RUF012

    def init_handlers(self) -> list[Any]:
        """Our addresses before Voila's; those that we have no use for are gone."""
        own = [(r"/", Index), (r"/login", Entrance), (r"/voila/tree.*", web.RedirectHandler, {"url": self.base_url})]
        render = {"template_paths": self.template_paths, "config": self.config}
        own.append((r"/voila/render/(.*)", Page, {**render, "voila_configuration": self.voila_configuration}))
        own.append((r"/voila/api/shutdown/(.*)", Closing))
        own.append((r"/api/kernels/(?P<kernel_id>[\w-]+)/channels", Channels))
        theirs = [one for one in super().init_handlers() if one[0] != "/" and not one[0].startswith(OURS)]
        library = {"path": str(Path(plotly.__file__).parent / "package_data")}
        own.append((r"/class/(plotly\.min\.js)", FileFindHandler, library))
        return [*own, *theirs, (r".*", Nowhere)]

    def init_settings(self) -> dict[str, Any]:
        """Voila's, with the pages to keep ready."""
        found: dict[str, Any] = super().init_settings()
        rows = (zip(self.cards, row) for row in zip(*self.cards.values()))  # each card in every language, one by one
        self.served = [f"{language}/{card.name}.ipynb" for row in rows for language, card in row]
        self.shelf = ReadyPages(self, self.served)
        kept = [f"{self.base_url}voila/labextensions/", PLOTLY.partition("?")[0]]  # what changes has another address
        return {**found, "compress_response": True, "static_immutable_cache": kept}

    def room(self) -> int:
        """How many pages more may be open."""
        return self.most - len(self.kernel_manager)

    async def _tidy(self) -> None:
        """Let go what was left."""
        await self.kernel_manager.let_go(after=LEFT)

    @property
    def busy(self) -> bool:
        """Whether somebody waits for a page, or for one just handed out to be painted."""
        return self.asked > 0 or monotonic() - self.answered < PAINTED

    async def quiet(self) -> None:
        """Until nobody waits."""
        while self.busy:
            await asyncio.sleep(HEARD)

    def listen(self) -> None:
        """Make pages ready, and begin to answer once the first of them is; OSError where the port is taken."""
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self._open, bind_sockets(self.port, self.ip))
        PeriodicCallback(self._tidy, 10_000).start()
        try:
            self.ioloop.start()
        finally:
            for page in forked.PAGES.values():
                page.hold(False)  # one that is held would not hear that it is to end
            self.stop()

    async def _open(self, sockets: list[Any]) -> None:
        """Begin to answer, and say where."""
        if self.forks:
            first = next((name for name in self.served if language_of(name) == language_or_default()), self.served[0])
            await asyncio.wait([self.shelf.making(first)])
            self.ioloop.add_callback(self.shelf.begin)
        HTTPServer(self.app).add_sockets(sockets)
        print(word("class.here", address=f"http://{ALONE}:{self.port}/?token={self.token}"), flush=True)
        at = " · ".join(f"http://{one}:{self.port}/" for one in addresses()) or "–"
        said = word("class.network", address=at, token=self.token) if self.network else word("class.alone")
        print(said, flush=True)
        print(word("class.limit", pages=self.most), flush=True)


def new_token() -> str:
    """A word to be typed in by a class: 12 letters, about 59 bits."""
    parts = ("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    return "-".join(parts)


def addresses() -> Iterator[str]:
    """The addresses of this computer in the local network."""
    import psutil

    for cards in psutil.net_if_addrs().values():
        for card in cards:
            if card.family.name == "AF_INET" and not card.address.startswith("127."):
                yield card.address


def serve(notebooks: Path, *, network: bool = False, most: int = 0, port: int = 8866, token: str = "") -> None:
    """Serve the notebooks of a folder to a class until it is stopped; ValueError where there is none."""
    with tempfile.TemporaryDirectory(prefix="class-") as root:
        cards = pages.laid_out(notebooks, Path(root))
        forks = forked.begin()
        where = {"ip": "0.0.0.0" if network else ALONE, "port": port, "token": token or new_token()}
        how = {
            "template": "gamekit",
            "multi_kernel_manager_class": Kernels,
            "page_config_hook": page_config,
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "file_allowlist": [r".*\.(png|jpg|svg)$"],
            "extension_allowlist": EXTENSIONS,
        }
        idle = {"cull_idle_timeout": IDLE, "cull_interval": 60}
        config = Config(Voila=where, VoilaConfiguration=how, MappingKernelManager=idle)
        app = ClassRoom(config=config, root_dir=root, open_browser=False, log_level="ERROR")
        app.cards, app.most, app.network, app.forks = cards, most or PAGES, network, forks
        app.initialize([])
        logging.getLogger("asyncio").addFilter(is_news)
        app.start()


def is_news(record: logging.LogRecord) -> bool:
    """Whether a record is told; not that somebody closed a page which was still being written to."""
    return not (record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError))
