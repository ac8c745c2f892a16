"""The application: routes, headers, and a page for everything that can't be answered. `serve` runs it.

For another server than `parlour serve`: `uvicorn --factory parlour.web.app:create_app`.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.base.usage import UsageError
from parlour.mixer.mix_link import LinkError
from parlour.terminal.console import Console
from parlour.web import garbage, sockets
from parlour.web.background import OutOfTime
from parlour.web.hosting import HERE, Hosting, WebError, is_foreign
from parlour.web.mix_compiling import PREPARING
from parlour.web.site import Website, site_of
from parlour.web.table_pages import change_mix, game_file, join, new_table, show_table
from parlour.web.workbench import BACKGROUNDS, QUICK, ROUTES, SHELF

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with `no-referrer`, a browser hides the origin of a form from its own server
}
SECURE = {"Cross-Origin-Opener-Policy": "same-origin"}  # browsers complain about it without https
READING = ("GET", "HEAD")


def create_app(settings: Hosting | None = None) -> Starlette:
    """Return the application. By default its tables are in the folder of saved games."""
    site = Website(settings or Hosting())
    routes = [
        *ROUTES,
        Route("/tables", new_table, methods=["POST"]),
        Route("/t/{code}", show_table),
        Route("/t/{code}/join", join, methods=["POST"]),
        Route("/t/{code}/mix", change_mix, methods=["POST"]),
        Route("/t/{code}/game", game_file),
        WebSocketRoute("/t/{code}/socket", sockets.socket),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    errors = (WebError, LinkError, OutOfTime, HTTPException, Exception)
    app = Starlette(routes=routes, exception_handlers=dict.fromkeys(errors, no_answer), lifespan=running)
    app.add_middleware(OwnPagesOnly)
    app.state.site = site
    return app


@asynccontextmanager
async def running(app: Starlette) -> AsyncIterator[None]:
    """Begin what pages need, so that the first one is there soon. End all work with the server."""
    app.state.site.render.prepare()
    SHELF.begin()
    QUICK.begin()
    yield
    for background in (*BACKGROUNDS, PREPARING):
        background.end()
    app.state.site.tables.pool.close()


async def no_answer(request: Request, error: Exception) -> Response:
    """Answer with a page that says why there is no other."""
    problem = None
    match error:
        case WebError():
            answer = error
        case LinkError():
            answer, problem = WebError("This link doesn't work", status=404), error.problem
        case OutOfTime():
            answer = WebError("This takes too long.", "Try again in a minute.", 503)
        case HTTPException():
            message = "There is no such page." if error.status_code == 404 else f"{error.detail}."
            answer = WebError(message, status=error.status_code)
        case _:
            message = "This is a bug in Parlour, and the server's terminal shows more about it."
            answer = WebError(message, "The tables are safe. Try again.", 500)
    return site_of(request).page("notice.html", answer.status, answer=answer, problem=problem)


class OwnPagesOnly:
    """Adds the headers that keep a page to itself, and refuses what a page of another site sends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        if scope.get("method") not in READING and is_foreign(Headers(scope=scope)):
            answer = PlainTextResponse("This server answers only its own pages.\n", 403)
            return await answer(scope, receive, send)

        wanted = HEADERS | SECURE if scope["scheme"] == "https" else HEADERS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in wanted.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


EVERYWHERE, HERE_ONLY = "0.0.0.0", "127.0.0.1"
MOST_SENT = 16_000  # bytes of a message from a browser


def serve(console: Console, mixes: tuple[str, ...], data: Path | None, port: int, lan: bool) -> int:
    """Answer requests until Ctrl-C."""
    listening = _listen(EVERYWHERE if lan else HERE_ONLY, port)
    port = listening.getsockname()[1]
    here = f"http://localhost:{port}/"
    address = f"http://{_own_address()}:{port}/" if lan else None
    app = create_app(Hosting(data, mixes, address or here))
    garbage.begin()
    console.say(f"Parlour is at {here}" + (f" and, for other devices in your network, at {address}" if address else ""))
    if address is not None:
        console.say(_qr_code(address))
    console.say("Ctrl-C ends it.")
    console.finish()
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=MOST_SENT, ws_per_message_deflate=False, server_header=False,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise UsageError(
            f"can't use port {port}: {error.strerror}", "choose another: --port 0 takes a free one"
        ) from None
    return listening


def _own_address() -> str:
    """Return the address of this computer in its network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def _qr_code(address: str) -> str:
    drawn = StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
