"""A few games in a real browser, by a player that knows none of them. `tests/bench/browsers.py` plays all."""

import pytest

pytest.importorskip("selenium", reason="a browser needs selenium: pip install 'parlour[test]'")

from selenium.webdriver import Chrome

from scaffold.browser_player import play


@pytest.mark.parametrize(("mix", "players"), [("scopa", 2), ("gin-rummy", 2), ("crazy-eights + jack-skips", 3)])
def test_a_player_who_knows_no_game_gets_on(mix: str, players: int, address: str, browser: Chrome) -> None:
    result = play(browser, address, mix, players, taps=15, seed=1)
    assert result["over"] or result["taps"] == 15
