"""Makes the pictures of pages in `docs/pictures`: `python tests/pictures.py [NAME …]`.

It needs chromium, selenium and pillow. All cards come from one seed, so a picture changes only if its page does.
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT / "tests")]

from PIL import Image  # noqa: E402

from parlour.web import live_table, store  # noqa: E402
from scaffold.browser_player import play as play_on  # noqa: E402
from scaffold.real_browser import chromium, host, screen, served, start, until  # noqa: E402

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FOLDER = ROOT / "docs" / "pictures"
PHONE = 390, 880, 2
DESK = 1000, 800, 1
REFUSED = "return [...document.querySelectorAll('#r-own button.tile:not(.can)')].map((card) => card.id)"
SEED = 11
COLOURS = 128
TURNS = 40  # that a game may take to the moment of its picture
Scene = Callable[["Chrome", str], None]


def click(browser: Chrome, selector: str) -> None:
    browser.execute_script("document.querySelector(arguments[0]).click()", selector)


def turn(browser: Chrome) -> None:
    until(browser, 'document.querySelector("#heading.asked, .end") !== null')


def play(browser: Chrome) -> None:
    """Play the first card that can be played."""
    card = until(browser, 'document.querySelector("#r-own .can")?.id')
    click(browser, f"#{card}")
    until(browser, 'document.querySelector(".moves .main") !== null')
    click(browser, ".moves .main")
    until(browser, 'document.querySelector(".moves .main") === null')


def table_refused(browser: Chrome, address: str) -> None:
    """A tap on a card that a rule of the mix refuses."""
    screen(browser, *PHONE)
    host(browser, address, "hearts", 4)
    start(browser)
    for _ in range(TURNS):
        turn(browser)
        for card in browser.execute_script(REFUSED):
            click(browser, f"#{card}")
            if "first trick" in until(browser, 'document.querySelector("#r-says").textContent'):
                return
        play(browser)
    raise AssertionError("no card was refused")


def lobby(browser: Chrome, address: str) -> None:
    """Before the game: the seats, and how the others get in."""
    screen(browser, *PHONE)
    host(browser, address, "hearts", 4)
    until(browser, 'document.getElementById("start") !== null')


def table_end(browser: Chrome, address: str) -> None:
    """The result, and what can come next."""
    play_on(browser, address, "crazy-eights + jack-skips", 2, taps=1000, seed=SEED)
    screen(browser, *PHONE)
    click(browser, "#did")
    until(browser, 'document.querySelector("#r-says").textContent.includes("mattered")')
    browser.execute_script("document.querySelector('#r-says').scrollIntoView({block: 'center'})")


def workbench(browser: Chrome, address: str) -> None:
    """All games, when the server knows how long they are."""
    screen(browser, *PHONE)
    browser.get(f"{address}/")
    until(browser, '[...document.querySelectorAll(".game")].slice(0, 4).every((game) => game.querySelector(".facts"))')


def mix(browser: Chrome, address: str) -> None:
    """A mix, and what its rules change."""
    screen(browser, *DESK)
    browser.get(f"{address}/mix?mix=crazy-eights+%2B+jack-skips")
    browser.execute_script("document.getElementById('changes').scrollIntoView({block: 'center'})")
    until(browser, 'document.querySelector("#changes").textContent.includes("Seat 3 is next")')


def rules(browser: Chrome, address: str) -> None:
    """The rule sheet of a mix."""
    screen(browser, 390, 880, 1.5)
    browser.get(f"{address}/rules?mix=scopa")
    until(browser, 'document.querySelector("main section") !== null')


PICTURES: dict[str, Scene] = {
    "table-refused": table_refused, "lobby": lobby, "table-end": table_end, "workbench": workbench, "mix": mix,
    "rules": rules,
}  # fmt: skip


def save(browser: Chrome, name: str) -> int:
    """Save what the browser shows; return the number of bytes."""
    shot = base64.b64decode(browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
    picture = Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    FOLDER.mkdir(exist_ok=True)
    picture.save(FOLDER / f"{name}.png", optimize=True)
    return (FOLDER / f"{name}.png").stat().st_size


def main(names: list[str]) -> None:
    chance = Random(SEED)
    known = SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex())
    live_table.secrets = store.secrets = known  # type: ignore[assignment,attr-defined]
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        for name in names or PICTURES:
            with chromium(Path(folder) / name) as browser:
                PICTURES[name](browser, address)
                print(name, save(browser, name), "bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
