"""A server on a port and Chromium, for tests, measurements and pictures of pages that need a real browser."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
SECONDS = 120  # that a page may take


@contextmanager
def served(folder: Path, pace: float = 0.05) -> Iterator[str]:
    """Serve pages in a thread of this process; yield their address. `pace` is the time that a bot takes."""
    import uvicorn

    from parlour.web.app import create_app
    from parlour.web.hosting import Hosting

    config = uvicorn.Config(create_app(Hosting(folder, pace=pace)), port=0, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
        "--hide-scrollbars", "--window-size=390,840", f"--user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=ChromeService(DRIVER))
    yield driver
    driver.quit()


def until(browser: Chrome, script: str, seconds: float = SECONDS) -> Any:
    """Wait until an expression is true; return it. Raises TimeoutException after some seconds."""
    from selenium.webdriver.support.ui import WebDriverWait

    wait = WebDriverWait(browser, seconds, poll_frequency=0.05)
    return wait.until(lambda _: browser.execute_script(f"return {script}"))


def screen(browser: Chrome, width: int, height: int, scale: float = 1, dark: bool = False) -> None:
    """Set the size and the colours of the screen, on which nothing moves."""
    size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 800}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
    listed = [{"name": name, "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})


def host(browser: Chrome, address: str, mix: str, players: int, bot: str = "bot") -> str:
    """Make a table as a form does, and open it with the cookie of its host, Ann. Return its path."""
    return _enter(browser, address, "/tables", {"mix": mix, "players": players, "name": "Ann", "bot": bot})


def sit(browser: Chrome, address: str, place: str, seat: int, name: str) -> None:
    """Sit down at a table, and open it in a new tab. Tabs have other cookies if their hosts differ."""
    browser.switch_to.new_window("tab")
    screen(browser, 390, 840)
    _enter(browser, address, f"{place}/join", {"seat": seat, "name": name})


def _enter(browser: Chrome, address: str, path: str, form: dict[str, Any]) -> str:
    server = HTTPConnection(f"127.0.0.1:{address.rpartition(':')[2]}", timeout=SECONDS)
    server.request("POST", path, urlencode(form), {"Content-Type": "application/x-www-form-urlencoded"})
    answer = server.getresponse()
    assert answer.status == 303, answer.read().decode()
    place = str(answer.getheader("location"))
    cookies = (cookie.partition(";")[0].partition("=") for cookie in answer.headers.get_all("set-cookie", ()))
    name, token = next((name, token) for name, _, token in cookies if name.startswith("seat_"))
    server.close()
    browser.get(f"{address}{place}")
    browser.add_cookie({"name": name, "value": token, "path": place})
    browser.get(f"{address}{place}")
    until(browser, 'document.getElementById("offline").hidden')
    return place


def start(browser: Chrome, asked: bool = True) -> None:
    """Start the game, by keyboard, and wait until Ann must decide something, if she is asked first."""
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    until(browser, 'document.getElementById("start") !== null')
    while browser.find_elements(By.ID, "start"):
        with suppress(WebDriverException):  # the page was sent again
            browser.find_element(By.ID, "start").send_keys(Keys.ENTER)
        time.sleep(0.2)
    until(browser, f'document.querySelector("#heading{".asked" if asked else ""}, .end") !== null')
