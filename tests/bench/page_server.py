"""A server of pages in a process of its own, which measurements start, watch and kill.

`python tests/bench/page_server.py FOLDER PORT PACE` serves the tables of a folder as `parlour serve` does, but compiles
mixes in the same process and limits no page. The other way to use it is `Served`.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT / "tests")]

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

TICK = 0.002  # seconds


class Served:
    """A folder that is served. The process can be killed and started again on the same port."""

    def __init__(self, folder: Path, pace: float = 0.0) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder, self.pace = folder, pace
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, __file__, str(self.folder), str(self.port), str(self.pace)]
        self.process = subprocess.Popen(command, env=os.environ | {"PYTHONWARNINGS": "ignore"})
        while True:
            with suppress(OSError):
                urlopen(f"{self.address}/static/icon.svg").close()
                return
            if self.process.poll() is not None:
                raise RuntimeError("the server has ended")
            time.sleep(0.05)

    def kill(self) -> None:
        """End it with `kill -9`, as a power failure would."""
        assert self.process is not None, "it was started"
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


def main(folder: str, port: str, pace: str) -> None:
    import uvicorn

    from parlour.web import garbage
    from parlour.web.app import create_app
    from parlour.web.hosting import Hosting

    app = create_app(Hosting(Path(folder), pace=float(pace), messages=10_000))
    garbage.begin()
    site = app.state.site
    site.compiler.background = None
    site.limits.allow = lambda connection, kind: None
    app.router.routes.insert(0, Route("/measured", Measured().answer))
    uvicorn.run(app, port=int(port), log_level="warning", ws_per_message_deflate=False, lifespan="off")


class Measured:
    """Measures the process for `/measured`: the longest stall of its loop since the last answer in milliseconds, and
    the longest work without a pause (time on the processor, so other processes don't count), its time on the processor
    in seconds, and its memory in MB."""

    def __init__(self) -> None:
        self.stall = self.work = 0.0
        self.at = 0.0
        once = asyncio.Handle._run

        def run(handle: asyncio.Handle) -> None:
            begun = time.thread_time()
            once(handle)
            took = time.thread_time() - begun
            if took > self.work:
                self.work = took

        asyncio.Handle._run = run  # type: ignore[method-assign]

    def _tick(self) -> None:
        now = time.perf_counter()
        self.stall, self.at = max(self.stall, now - self.at - TICK), now
        asyncio.get_running_loop().call_later(TICK, self._tick)

    async def answer(self, request: Request) -> JSONResponse:
        if not self.at:
            self.at = time.perf_counter()
            self._tick()
        stall, work, self.stall, self.work = self.stall, self.work, 0.0, 0.0
        memory = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
        return JSONResponse(
            {"stall": 1000 * stall, "work": 1000 * work, "time": time.process_time(), "memory": memory / 1e6}
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
