"""Several people at a table, each with a browser: they slap at once, and answer at once without seeing each other."""

import time
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("selenium", reason="a browser needs selenium: pip install 'parlour[test]'")

from selenium.webdriver import Chrome

from scaffold.real_browser import SECONDS, host, screen, served, sit, start, until

MOVES = "return [...document.querySelectorAll('[data-move]')].map((each) => each.dataset.move)"
LOG = "return [document.querySelector('#r-log').textContent]"
HAND = "return [...document.querySelectorAll('#r-own button.tile')].map((each) => each.id)"
Table = Callable[[str, int], list[str]]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that gives people time to react."""
    with served(tmp_path_factory.mktemp("tables"), pace=3) as address:
        yield address


@pytest.fixture
def table(address: str, browser: Chrome) -> Iterator[Table]:
    """Seat Ann, Bob and Cem, each in a tab with cookies of its own. Return the tabs once the game has begun."""
    port = address.rpartition(":")[2]
    hosts = [f"http://{name}:{port}" for name in ("localhost", "bob.localhost", "cem.localhost")]
    first = browser.current_window_handle

    def seat(mix: str, players: int) -> list[str]:
        screen(browser, 390, 840)
        place = host(browser, hosts[0], mix, players)
        for number, name in enumerate(("Bob", "Cem")[: players - 1], 2):
            sit(browser, hosts[number - 1], place, number, name)
        tabs = [first, *(tab for tab in browser.window_handles if tab != first)]
        browser.switch_to.window(first)
        until(browser, 'document.querySelector("#r-room").textContent.includes("Bob")')
        start(browser, asked=False)
        return tabs

    yield seat
    for tab in browser.window_handles:
        browser.switch_to.window(tab)
        if tab != first:
            browser.close()
    browser.switch_to.window(first)


def look(browser: Chrome, tab: str, script: str) -> list[str]:
    browser.switch_to.window(tab)
    return list(browser.execute_script(script))


def press(browser: Chrome, tab: str, move: str) -> None:
    """Press the button of a move, if the page still has it."""
    browser.switch_to.window(tab)
    browser.execute_script(f"document.querySelector('[data-move=\"{move}\"]')?.click()")


def test_three_people_slap_and_the_first_one_counts(table: Table, browser: Chrome) -> None:
    tabs = table("egyptian-ratscrew", 3)
    end, slapped = time.monotonic() + SECONDS, False
    while not slapped:
        assert time.monotonic() < end
        moves = {tab: look(browser, tab, MOVES) for tab in tabs}
        if all("slap" in offered for offered in moves.values()):
            press(browser, tabs[2], "slap")  # the last whom the rules would ask
        for tab, offered in moves.items():
            if offered == ["turn over"]:
                press(browser, tab, "turn over")
        slapped = "You: slap" in look(browser, tabs[2], LOG)[0]
    for tab, who in zip(tabs, ("Cem", "Cem", "You"), strict=True):
        browser.switch_to.window(tab)
        until(browser, f'document.querySelector("#r-log").textContent.includes("{who}: slap")')


def test_two_people_lay_away_without_seeing_each_other(table: Table, browser: Chrome) -> None:
    ann, bob = table("cribbage", 2)
    felt = "return [document.querySelector('#r-felt').innerHTML]"
    for tab in (ann, bob):
        browser.switch_to.window(tab)
        until(browser, "document.querySelectorAll('#r-own button.tile').length === 6")
    before = look(browser, ann, felt)
    for tab in (bob, ann):
        browser.switch_to.window(tab)
        until(browser, 'document.querySelector("#heading.asked") !== null')
        for card in look(browser, tab, HAND)[:2]:
            browser.execute_script(f"document.getElementById('{card}').click()")
            until(browser, f"document.getElementById('{card}').getAttribute('aria-pressed') === 'true'")
        until(browser, "document.querySelector('.moves button') !== null")
        browser.execute_script("document.querySelector('.moves button').click()")
        if tab == bob:
            until(browser, 'document.getElementById("heading").textContent === "The others are answering too."')
            assert look(browser, ann, felt) == before
            assert browser.execute_script("return document.querySelector('#heading.asked') !== null")
    for tab in (ann, bob):
        browser.switch_to.window(tab)
        until(browser, "document.querySelectorAll('#r-own button.tile').length === 4")
