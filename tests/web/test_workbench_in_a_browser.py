"""The workbench in a real browser: ticks change the page in place, and the address follows."""

from __future__ import annotations

import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_plus
from urllib.request import urlopen

import pytest

pytest.importorskip("selenium", reason="a browser needs selenium: pip install 'parlour[test]'")
pytest.importorskip("uvicorn", reason="pages need uvicorn: pip install 'parlour[web]'")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs chromium and chromedriver")

import uvicorn  # noqa: E402
from selenium.webdriver import Chrome, ChromeOptions, ChromeService  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from parlour.web.app import create_app  # noqa: E402
from parlour.web.site import Hosting  # noqa: E402

SECONDS = 120


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = create_app(Hosting(tmp_path_factory.mktemp("tables")))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    there = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    for line in ("crazy-eights", "sh", "hearts"):  # a browser waits for at most two minutes
        urlopen(f"{there}/mix?mix={line}").close()
    yield there
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    profile = tmp_path_factory.mktemp("profile")
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
        "--window-size=390,840", f"--user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=ChromeService(DRIVER))
    yield driver
    driver.quit()


def wait_for(browser: Chrome, selector: str, pattern: str) -> str:
    """Return the text of an element once it matches."""

    def text(_: Chrome) -> str | None:
        try:
            found = browser.find_element(By.CSS_SELECTOR, selector).text
        except Exception:  # the page is being exchanged
            return None
        return found if re.search(pattern, found) else None

    return str(WebDriverWait(browser, SECONDS).until(text))


def test_a_tick_changes_the_page_in_place(address: str, browser: Chrome) -> None:
    browser.get(f"{address}/mix?mix=crazy-eights")
    wait_for(browser, "#summary", "with only its own rules")
    browser.execute_script("window.same = true")
    tick = browser.find_element(By.ID, "rule-jack-skips")
    browser.execute_script("arguments[0].focus({preventScroll: true})", tick)
    tick.send_keys(Keys.SPACE)
    wait_for(browser, "#summary", "Crazy Eights with Jacks skip")
    assert unquote_plus(browser.current_url).endswith("/mix?mix=crazy-eights + jack-skips")
    assert browser.execute_script("return window.same && document.activeElement.id") == "rule-jack-skips"
    said = browser.execute_script("return document.getElementById('said').textContent")
    assert "Crazy Eights with Jacks skip" in said
    browser.execute_script("document.getElementById('changes').scrollIntoView()")
    wait_for(browser, "#changes", r"Seat 3 is next\.")
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


def test_a_repair_is_a_step_that_back_undoes(address: str, browser: Chrome) -> None:
    browser.get(f"{address}/mix?mix=hearts+%2B+auction")
    wait_for(browser, "#bar", "1 problem: show")
    browser.find_element(By.LINK_TEXT, 'Add "Bidding"').click()
    wait_for(browser, "#summary", "Hearts with Auction and Bidding|Hearts with Bidding and Auction")
    browser.back()
    wait_for(browser, "#summary", '"Auction" needs "Bidding"')


def test_rules_and_games_are_found_while_somebody_types(address: str, browser: Chrome) -> None:
    browser.get(f"{address}/")
    browser.find_element(By.ID, "q").send_keys("black lady")
    assert "Hearts" in wait_for(browser, "#games", "^1 game")
    assert browser.switch_to.active_element.get_attribute("id") == "q"
    browser.get(f"{address}/mix?mix=crazy-eights")
    browser.find_element(By.ID, "filter").send_keys("skip")
    shown = [row.text for row in browser.find_elements(By.CSS_SELECTOR, ".rule") if row.is_displayed()]
    assert 0 < len(shown) < 10
    assert all("skip" in row.lower() for row in shown)


def test_a_measurement_is_live(address: str, browser: Chrome) -> None:
    browser.get(f"{address}/mix?mix=crazy-eights")
    button = browser.find_element(By.CSS_SELECTOR, "#measure button")
    browser.execute_script("arguments[0].scrollIntoView(); arguments[0].click()", button)
    wait_for(browser, "#measure", r"games for 2")
    wait_for(browser, "#measure", r"^(?!.*more are coming)[\s\S]*Seat 2")


@pytest.mark.parametrize("path", ["/", "/mix?mix=sh", "/rules?mix=sh"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_page_is_wider_than_the_screen(width: int, path: str, address: str, browser: Chrome, tmp_path: Path) -> None:
    browser.set_window_size(width, 800)
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    )
    browser.get(address + path)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    small = browser.execute_script(
        """return [...document.querySelectorAll("button, select, .button, input:not([type=hidden], [type=checkbox])")]
        .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML)"""
    )
    assert small == []
