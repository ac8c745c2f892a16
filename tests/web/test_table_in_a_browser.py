"""A table in a real browser: by keyboard, on a small phone, in both colour schemes, and for people who listen."""

import re
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("selenium", reason="a browser needs selenium: pip install 'parlour[test]'")

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from scaffold.real_browser import host, screen, start, until

SMALL = """
return [...document.querySelectorAll("button, a, select, input:not([type=hidden]), summary")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest(".hidden") && (box.width < 43.9 || box.height < 43.9);
}).map((each) => each.outerHTML.slice(0, 120) + JSON.stringify(each.getBoundingClientRect()));
"""


def begin(browser: Chrome, address: str, mix: str, players: int) -> None:
    """Open the lobby of a new table on a small phone."""
    screen(browser, 360, 740)
    host(browser, address, mix, players)
    until(browser, 'document.getElementById("start") !== null')


NEWEST = """
const log = document.getElementById("r-log"), box = log.getBoundingClientRect();
const line = log.querySelector("li:last-child").getBoundingClientRect();
return log.scrollHeight > log.clientHeight && line.top > box.top - 1 && line.bottom < box.bottom + 1;
"""


def violations(browser: Chrome) -> list[str]:
    axe = pytest.importorskip("axe_selenium_python", reason="needs axe-selenium-python").Axe(browser)
    axe.inject()
    found = axe.run()["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


def press(browser: Chrome, key: str) -> None:
    browser.switch_to.active_element.send_keys(key)


def focused(browser: Chrome) -> str:
    return str(browser.execute_script("return document.activeElement.id"))


def test_a_game_by_keyboard_alone(address: str, browser: Chrome) -> None:
    """Tab goes to the buttons and the first card, arrows go from card to card, Enter raises and plays. After a hand, a
    button begins the next one."""
    begin(browser, address, "crazy-eights", 2)
    start(browser)
    for _ in range(5):
        until(browser, 'document.querySelector("#heading.asked, .end") !== null')
        if browser.find_elements(By.CSS_SELECTOR, ".end"):
            break
        version = browser.execute_script("return document.querySelector('#r-log').textContent")
        can = browser.execute_script("return [...document.querySelectorAll('#r-own button.can')].map(({id}) => id)")
        goal = can[0] if can else "next" if browser.find_elements(By.ID, "next") else "m-1"
        browser.execute_script("document.querySelector('.brand').focus()")
        for _ in range(60):
            at = focused(browser)
            if at == goal:
                break
            press(browser, Keys.ARROW_RIGHT if at.startswith("c-") and can else Keys.TAB)
        assert focused(browser) == goal
        press(browser, Keys.ENTER)
        if can:
            until(browser, f'document.getElementById("{goal}").getAttribute("aria-pressed") === "true"')
            assert focused(browser) == goal
            press(browser, Keys.ENTER)
        changed = f"document.querySelector('#r-log').textContent !== {version!r}"
        until(browser, "document.getElementById('next') === null" if goal == "next" else changed)


def test_the_newest_line_is_there_again_after_a_message(address: str, browser: Chrome) -> None:
    begin(browser, address, "crazy-eights", 4)
    start(browser)
    for _ in range(2):
        until(browser, 'document.querySelector("#heading.asked") !== null')
        before = browser.execute_script("return document.querySelector('#r-log').textContent")
        browser.execute_script("document.querySelector('[data-move]').click()")
        until(browser, f"document.querySelector('#r-log').textContent !== {before!r}")
    until(browser, 'document.querySelector("#heading.asked") !== null')
    assert browser.execute_script(NEWEST)
    browser.execute_script("document.querySelector('[data-do=hint]').click()")
    until(browser, 'document.querySelector(".says") !== null')
    assert browser.execute_script("return document.getElementById('r-log').offsetHeight") == 0
    until(browser, '!document.querySelector(".says").textContent.includes("Thinking")')
    browser.execute_script("document.querySelector('.says .close').click()")
    until(browser, 'document.querySelector(".says") === null')
    assert browser.execute_script(NEWEST)


def test_a_game_by_what_a_screen_reader_hears(address: str, browser: Chrome) -> None:
    """The live region alone says what has happened, and what to decide; the labels of cards say what they are."""
    begin(browser, address, "crazy-eights", 2)
    start(browser)
    heard = ""
    for _ in range(4):
        until(browser, 'document.querySelector("#heading.asked") !== null')
        labels = browser.execute_script(
            "return [...document.querySelectorAll('#r-own button')].map((each) => [each.id, each.ariaLabel])"
        )
        card = next((spot for spot, label in labels if label.endswith(", can be played")), None)
        if card is None:
            browser.find_element(By.ID, "m-1").send_keys(Keys.ENTER)
        for wanted in ("true", None) if card else ():
            browser.find_element(By.ID, card).send_keys(Keys.ENTER)
            if wanted:
                until(browser, f'document.getElementById("{card}").ariaPressed === "true"')
        until(browser, f"document.querySelector('#r-news').textContent !== {heard!r}")
        heard = until(browser, "document.querySelector('#r-news').textContent")
        assert re.search(r"You: |Bot 2: |Which card do you play|Bot 2 is thinking", heard)


@pytest.mark.parametrize("mix", ["sh", "klondike", "freecell"])
def test_a_small_phone_shows_everything_in_reach(mix: str, address: str, browser: Chrome) -> None:
    begin(browser, address, mix, 3 if mix == "sh" else 1)
    assert browser.execute_script(SMALL) == []
    start(browser)
    assert browser.execute_script(SMALL) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
    browser.execute_script("document.getElementById('b-more').open = true")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 360


def test_axe_finds_nothing(address: str, browser: Chrome) -> None:
    begin(browser, address, "hearts", 4)
    for on in (False, True):
        screen(browser, 360, 740, dark=on)
        assert violations(browser) == []
    start(browser)
    browser.find_element(By.CSS_SELECTOR, "#r-own button.tile").click()
    until(browser, 'document.querySelector("#r-own .raised") !== null')
    for on in (True, False):
        screen(browser, 360, 740, dark=on)
        assert violations(browser) == []


def test_nothing_is_wrong_with_the_page(address: str, browser: Chrome) -> None:
    """The browser finds no error, no style or script against the policy, and loads little."""
    browser.get_log("browser")
    begin(browser, address, "crazy-eights", 2)
    start(browser)
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    files = [f"{address}/static/{name}" for name in ("parlour.css", "parlour.js")]
    whole = len(browser.page_source.encode()) + sum(len(urlopen(file).read()) for file in files)
    assert whole < 100_000


def test_the_script_is_small() -> None:
    script = Path(__file__).parents[2] / "engine/parlour/web/static/parlour.js"
    assert len(script.read_bytes()) < 8_000
