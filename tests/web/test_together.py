"""The end of a game at a table: the shuffle can be checked, and the same people play on. Answers at the same time."""

import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

import parlour
from scaffold.web_pages import Browser, Page, asked, server, two_people

SHORT = "target-by-players.each=10"


def hand(page: Page) -> list[str]:
    return re.findall(r'<button[^>]* aria-label="(\w+ of \w+)', page.regions.get("own", ""))


async def to_the_end(*pages: Page) -> None:
    """Let people play by turns what their pages offer."""
    chance = Random(1)
    while not pages[0].over:
        for page in pages:
            if page.asked:
                await page.act(chance)
            with suppress(asyncio.TimeoutError):
                while True:
                    await asyncio.wait_for(page.take(), 0.01)


async def test_the_shuffle_can_be_checked_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("egyptian-ratscrew", 2)
    async with ann.open(code) as page:
        await page.take()
        (promised,) = re.findall(r"Fingerprint of the shuffle: ([0-9a-f]{64})", page.words("room"))
        await page.send(do="start")
        await page.until(asked)
        assert f"Fingerprint of this shuffle: {promised}" in page.words("menu")
        assert (await ann.client.get(f"/t/{code}/game")).status_code == 403
        await to_the_end(page)
        (word,) = re.findall(r"the secret word ([0-9a-f]{32}) ", page.words("question"))
        assert sha256(word.encode()).hexdigest() == promised
        assert not any(word in text for text in page.sent[:-1])
        saved = (await ann.client.get(f"/t/{code}/game")).text
        await page.send(do="start")
        await page.until(lambda page: page.asked)
    file = tmp_path / "game.json"
    file.write_text(saved)
    assert f"SHA-256: {promised}" in replay(file).stdout
    data = json.loads(saved)
    for damage in ({"word": "0" * 32}, {"seeds": ["1", *data["seeds"][1:]]}, {"moves": data["moves"][1:]}):
        file.write_text(json.dumps(data | damage))
        assert "damaged" in replay(file).stderr, damage


async def test_a_game_with_a_rule_of_ones_own_can_be_checked_anywhere(tmp_path: Path) -> None:
    rule = "rule: mine\ntitle: Mine\nfor: eights\ntext: One more.\npowers:\n  7: {then: 'draw(next(p), 1)'}\n"
    ann = Browser(server(tmp_path))
    code = await ann.host(f"crazy-eights + mine, {SHORT}", 2, text=rule)
    async with ann.open(code) as page:
        await page.send(do="start")
        await to_the_end(page)
    saved = (await ann.client.get(f"/t/{code}/game")).text
    file = tmp_path / "game.json"
    file.write_text(saved)
    assert "Rules from this file: Mine." in replay(file).stdout
    file.write_text(saved.replace("next(p), 1", "next(p), 2"))
    assert "`mine` differs" in replay(file).stderr


def replay(file: Path) -> subprocess.CompletedProcess[str]:
    engine = Path(parlour.__file__).parents[1]
    command = [sys.executable, "-m", "parlour", "replay", "--verify", str(file)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": str(engine)}
    )


async def test_the_next_game_has_the_same_cards_or_other_rules(tmp_path: Path) -> None:
    _, ann, bob, code = await two_people(tmp_path, f"crazy-eights, {SHORT}", 3)
    other = {"mix": "crazy-eights + jack-skips", "players": "2"}
    async with ann.open(code) as page, bob.open(code) as his:
        await page.send(do="start")
        await page.until(hand)
        deal = hand(page)
        assert (await bob.client.post(f"/t/{code}/mix", data=other)).status_code == 403
        await to_the_end(page, his)
        await page.send(do="again")
        await page.until(lambda page: not page.over)
        assert hand(page) == deal
        await to_the_end(page, his)
        assert (await bob.client.post(f"/t/{code}/mix", data=other)).status_code == 303
        await page.until(lambda page: "Bob" in page.words("room"))
        assert page.words("title") == "Crazy Eights"


async def test_the_end_says_what_the_added_rules_did(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    skipping = "jack-skips.ranks=A 2 3 4 5 6 7 9 10 J Q K"  # a short game might have no jacks
    code = await ann.host(f"crazy-eights + jack-skips, {SHORT}, {skipping}", 2)
    async with ann.open(code) as page:
        await page.send(do="start")
        await to_the_end(page)
        await page.do(do="did")
        assert re.search(r"Of \d+ moves, .* Jacks skip: it mattered (once|\d+ times)", page.words("says"))
        assert "changes who is next" in page.words("says")


NO_HEARTS = """\
rule: no-hearts
title: No hearts yet
for: eights
text: Hearts stay in the hand while the stock has more than 20 cards.
may:
  play(p, c):
    no-hearts: {forbid: c.suit == ♥ and stock.size > 20, says: hearts must wait}
"""


async def test_the_end_says_how_many_taps_the_rules_have_refused(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights + no-hearts", 2, text=NO_HEARTS)
    async with ann.open(code) as page:
        refused = 0
        await page.send(do="start")
        await page.until(asked)
        while refused < 2:
            hearts = re.findall(r'data-spot="([^"]*)"[^>]* aria-label="[^"]* of hearts"', page.regions["own"])
            if not hearts:
                await page.do(do="play", move="draw")
                await page.until(asked)
                continue
            await page.do(do="tap", spot=hearts[0])
            assert "hearts must wait" in page.words("says").casefold()
            refused += 1
        ann.app = server(tmp_path)
    async with ann.open(code) as page:
        await page.until(asked)
        await to_the_end(page)
        await page.do(do="did")
        assert re.search(r"No hearts yet: it mattered .*\. It refused 2 taps\.", page.words("says"))


async def test_secret_answers_come_in_any_order_and_survive_a_restart(tmp_path: Path) -> None:
    """In Cribbage both players discard two cards at the same time, and nobody sees the other's."""

    async def discard(page: Page) -> None:
        await page.until(lambda page: page.asked)
        for _ in range(2):
            await page.do(do="tap", spot=next(card for card in page.cards() if card not in page.raised))
        await page.do(do="play", move=page.buttons[0])

    async def discard_nothing(page: Page, before: dict[str, str]) -> None:
        """The page shows only that the other has answered."""
        await page.do(do="close")
        assert {name: page.regions[name] for name in before} == before
        assert page.asked

    app, ann, bob, code = await two_people(tmp_path, "cribbage", 2)
    async with ann.open(code) as hers, bob.open(code) as his:
        await hers.send(do="start")
        for page in (hers, his):
            await page.until(lambda page: page.asked and len(hand(page)) == 6)
        before = {page: {name: page.regions[name] for name in ("felt", "own", "log")} for page in (hers, his)}
        await discard(his)
        await discard_nothing(hers, before[hers])
        assert "The others are answering too." in his.words("question")
        await his.do(do="undo")
        await discard(his)
    app = server(tmp_path)
    for browser in (ann, bob):
        browser.app = app
    async with ann.open(code) as hers, bob.open(code) as his:
        await his.until(lambda page: "own" in page.regions)
        assert not his.asked
        await discard(hers)
        for page in (hers, his):
            await page.until(lambda page: len(hand(page)) == 4)


async def test_a_reaction_is_of_the_player_who_has_sent_it(tmp_path: Path) -> None:
    """In Egyptian Ratscrew chance decides whom the rules ask first. Only Cem slaps, whenever he can."""
    app = server(tmp_path)
    ann, bob, cem = (Browser(app) for _ in range(3))
    code = await ann.host("egyptian-ratscrew", 3)
    await bob.sit(code, 2, "Bob")
    await cem.sit(code, 3, "Cem")
    (await app.state.site.tables.get(code)).pace = 10  # people have time
    async with ann.open(code) as hers, bob.open(code) as his, cem.open(code) as last:
        await hers.send(do="start")
        slaps = 0
        while slaps < 10:
            await last.do(do="close")
            assert not re.search("(Ann|Bob): slap", last.words("log"))
            if "slap" in last.buttons:
                await last.do(do="play", move="slap")
                slaps += 1
                continue
            for page in (hers, his, last):
                await page.do(do="close")
                if "turn over" in page.buttons:
                    await page.do(do="play", move="turn over")


async def test_a_player_who_waits_is_not_asked_again_before_the_others_have_answered(tmp_path: Path) -> None:
    """In Speed the same question comes again, and chance decides who is asked first then."""
    app, ann, bob, code = await two_people(tmp_path, "speed", 2)
    (await app.state.site.tables.get(code)).pace = 10  # people have time
    async with ann.open(code) as hers, bob.open(code) as his:
        await hers.send(do="start")
        for _ in range(16):
            for page in (hers, his):
                await page.do(do="close")
                await page.until(asked)
            await hers.do(do="play", move="wait")
            assert not hers.asked
            await his.do(do="play", move="wait")


async def test_the_server_does_not_wait_for_people_again_and_again_if_that_changes_nothing(tmp_path: Path) -> None:
    app, ann, bob, code = await two_people(tmp_path, "speed", 2)
    store = app.state.site.tables.store
    async with ann.open(code) as hers, bob.open(code) as his:
        await hers.send(do="start")
        for page in (hers, his):
            await page.until(asked)
        await asyncio.sleep(0.3)
        assert store.moves(code) == []
        await hers.do(do="play", move="wait")
        for page in (hers, his):
            await page.until(asked)  # Bob lets it pass too, and both can act again
        await asyncio.sleep(0.3)
        assert {*store.moves(code)} == {"wait"}
        assert len(store.moves(code)) < 5
