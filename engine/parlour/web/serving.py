"""Runs the application for `parlour serve`, and says where it is."""

from __future__ import annotations

import socket
from io import StringIO
from pathlib import Path

import segno
import uvicorn

from parlour.base.usage import UsageError
from parlour.terminal.console import Console
from parlour.web import garbage
from parlour.web.app import create_app
from parlour.web.hosting import Hosting

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
