"""The workbench in a real browser: ticks change the page in place, and the address follows."""

import re
from pathlib import Path
from urllib.parse import unquote_plus
from urllib.request import urlopen

import pytest

pytest.importorskip("selenium", reason="a browser needs selenium: pip install 'parlour[test]'")

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from scaffold.real_browser import SECONDS


@pytest.fixture(scope="module", autouse=True)
def _compiled(address: str) -> None:
    """Open the mixes of the tests once: a browser waits for at most two minutes."""
    for line in ("crazy-eights", "sh", "hearts"):
        urlopen(f"{address}/mix?mix={line}").close()


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
    wait_for(browser, "#summary", r"Crazy Eights \+ Jacks skip")
    assert unquote_plus(browser.current_url).endswith("/mix?mix=crazy-eights + jack-skips")
    assert browser.execute_script("return window.same && document.activeElement.id") == "rule-jack-skips"
    said = browser.execute_script("return document.getElementById('said').textContent")
    assert "Crazy Eights + Jacks skip" in said
    browser.execute_script("document.getElementById('changes').scrollIntoView()")
    wait_for(browser, "#changes", r"Seat 3 is next\.")
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


def test_a_remedy_is_a_step_that_back_undoes(address: str, browser: Chrome) -> None:
    browser.get(f"{address}/mix?mix=hearts+%2B+auction")
    wait_for(browser, "#bar", "1 problem: show")
    browser.find_element(By.LINK_TEXT, 'Add "Bidding"').click()
    wait_for(browser, "#summary", r"Hearts \+ (Auction \+ Bidding|Bidding \+ Auction)")
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
    press(browser, "#measure button")
    wait_for(browser, "#measure", r"games for 2, and more are coming[\s\S]*seat 2 wins")
    press(browser, "#measure button[name=stop]")
    wait_for(browser, "#measure", r"games for 2\.[\s\S]*What the numbers mean")
    press(browser, "#measure a.button")
    wait_for(browser, "table", r"decisions in a game")
    assert "Crazy Eights" in browser.title


def press(browser: Chrome, selector: str) -> None:
    button = browser.find_element(By.CSS_SELECTOR, selector)
    browser.execute_script("arguments[0].scrollIntoView(); arguments[0].click()", button)


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
