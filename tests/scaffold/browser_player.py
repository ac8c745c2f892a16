"""A player in a real browser that knows no game: it taps what the page offers, and judges the page meanwhile."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from selenium.common.exceptions import TimeoutException

from scaffold.real_browser import host, screen, start, until

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

WIDTH = 360
STUCK = 60  # taps in a row without a line about what has happened
WATCH = """
window.changes = 0;
const watched = {childList: true, subtree: true};
new MutationObserver(() => window.changes++).observe(document.querySelector('.board'), watched);
"""
READY = 'document.querySelector(".end, #heading.asked") !== null'
OFFERS = """
const tiles = [...document.querySelectorAll('button.tile.can')];
return {
  asked: document.querySelector('#heading.asked') !== null,
  over: document.querySelector('.end') !== null,
  buttons: [...document.querySelectorAll('[data-move], [data-do=next]')].map((each) => each.id),
  raised: tiles.filter((each) => each.matches('.raised')).map((each) => each.id),
  cards: tiles.map((each) => each.id),
  says: document.getElementById('r-says').innerText,
  log: document.getElementById('r-log').innerText,
  width: document.documentElement.scrollWidth,
};
"""


class PageDefect(Exception):  # noqa: N818 - it is what this looks for
    """The page doesn't do what it should."""


def play(
    browser: Chrome, address: str, mix: str, players: int, taps: int, seed: int, seconds: float = 0
) -> dict[str, Any]:
    """Play a game, or its first taps; then a bot may play on for some seconds. Raises PageDefect."""
    chance = Random(f"{mix} {seed}")
    screen(browser, WIDTH, 740)
    browser.get_log("browser")
    host(browser, address, mix, players)
    start(browser, asked=False)
    browser.execute_script(WATCH)
    log, still, made = "", 0, 0
    while made < taps:
        until(browser, READY)
        offers = browser.execute_script(OFFERS)
        if offers["over"]:
            break
        if not offers["asked"]:
            continue  # time has passed: somebody else has reacted
        still, log = (0 if offers["log"] != log else still + 1), offers["log"]
        _judge(browser, offers, still)
        _tap(browser, offers, chance)
        made += 1
    by_bot = not browser.execute_script(OFFERS)["over"]
    if by_bot and seconds:
        with suppress(TimeoutException):
            browser.execute_script("document.getElementById('b-away').click()")
            until(browser, "document.querySelector('.end h2')", seconds)
    offers = browser.execute_script(OFFERS)
    _judge(browser, offers, 0)
    return {"mix": mix, "players": players, "taps": made, "over": bool(offers["over"]), "by_bot": by_bot}


def _tap(browser: Chrome, offers: dict[str, Any], chance: Random) -> None:
    """Press a button or tap a card, and wait until the page has changed."""
    cards, buttons = offers["cards"], offers["buttons"]
    if not buttons and chance.random() < 0.8:
        cards = [card for card in cards if card not in offers["raised"]] or cards
    if not (cards or buttons):
        raise PageDefect("the page asks, and offers nothing")
    choice = chance.choice(buttons if buttons and (not cards or chance.random() < 0.5) else cards)
    script = "window.changes = 0; document.getElementById(arguments[0])?.click()"
    browser.execute_script(script, choice)
    until(browser, "window.changes > 0")


def _judge(browser: Chrome, offers: dict[str, Any], still: int) -> None:
    if "fail" in offers["says"] or "bug" in offers["says"]:
        raise PageDefect(offers["says"])
    if offers["width"] > WIDTH:
        raise PageDefect(f"the page is {offers['width']} pixels wide")
    if still > STUCK:
        raise PageDefect(f"{still} taps change nothing: {browser.execute_script('return document.body.innerText')}")
    errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    if errors:
        raise PageDefect(errors[0])
