"""A table in the browser, through its pages and sockets: play, reasons, undo, several people, what must not happen."""

import re
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from parlour.web.hosting import Hosting
from scaffold.web_pages import Browser, asked, begun, server, two_people, words


async def test_a_card_is_raised_and_then_played(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as page:
        await page.take()
        assert "Start the game" in page.words("room")
        await page.send(do="start")
        await page.until(asked)
        while not page.cards():
            await page.do(do="play", move="draw")
            await page.until(asked)
        spot, version = page.cards()[0], page.version
        await page.do(do="tap", spot=spot)
        assert page.version == version
        assert f'id="c-{spot}" data-do="tap" data-spot="{spot}" aria-pressed="true"' in page.regions["own"]
        (move,) = [button for button in page.buttons if button.startswith("play ")]
        await page.do(do="tap", spot=spot)
        assert page.version > version
        assert f"You: {move}" in page.words("log") or f"; {move}" in page.words("log")


async def test_a_card_that_cannot_be_played_says_why(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    async with ann.open(await ann.host("whist", 4)) as page:
        await page.send(do="start")
        says = ""
        while not re.search(r"“play [^”]+” is not allowed .*follow", says):
            await page.until(asked)
            assert not page.over, "in a game somebody must follow suit"
            for spot in page.cards(playable=False):  # also those of the last trick
                await page.do(do="tap", spot=spot)
                says = page.words("says")
                if "follow" in says:
                    break
            else:
                await page.act(Random(1))
        await page.do(do="close")
        assert page.regions["says"].strip() == ""


async def test_several_cards_are_chosen_one_after_another(tmp_path: Path) -> None:
    async with begun(tmp_path, "sh", 2) as page:
        said = "Tap three cards, then the button of the move."
        for more in ("Tap 2 more cards.", "Tap 1 more card."):
            assert said in page.words("question")
            assert page.buttons == []
            said = more
            await page.do(do="tap", spot=page.cards()[len(page.raised)])
        assert said in page.words("question")
        await page.do(do="tap", spot=page.cards()[2])
        assert len(page.buttons) == 1
        assert len(page.raised) == 3
        assert "Tap" not in page.words("question")
        await page.do(do="tap", spot=page.raised[0])
        assert said in page.words("question")


async def test_people_sit_down_and_play_with_their_names(tmp_path: Path) -> None:
    app = server(tmp_path)
    ann, bob = Browser(app), Browser(app)
    code = await ann.host("hearts", 4)
    shown = (await bob.client.get(f"/t/{code}")).text
    assert "The host starts the game." in shown
    assert (await bob.sit(code, 1, "Bob")).status_code == 409
    assert (await bob.sit(code, 3, "ann")).status_code == 409
    assert (await bob.sit(code, 3, "Bob")).status_code == 303
    async with ann.open(code) as hers, bob.open(code) as his:
        await his.take()
        await his.do(do="start")
        assert "Only the host can do this." in his.words("says")
        await hers.send(do="start")
        await his.until(lambda page: "player" in page.regions["players"])
        assert "Ann" in his.words("players")
        assert "Bot 2" in his.words("players")


async def test_undo_asks_whether_others_have_learned_something(tmp_path: Path) -> None:
    _, ann, bob, code = await two_people(tmp_path, "crazy-eights", 2)
    async with ann.open(code) as hers, bob.open(code) as his:
        await hers.send(do="start")
        for page in (hers, his):
            await page.until(lambda page: "heading" in page.regions.get("question", ""))
        first = hers if hers.asked else his
        await first.do(do="play", move=(first.buttons or ["draw"])[0])
        await first.do(do="undo")
        assert re.search(r"You can't undo this: since then, (Ann|Bob|chance) has", first.words("says"))


async def test_a_hint_says_at_once_that_it_thinks_and_then_what_is_best(tmp_path: Path) -> None:
    async with begun(tmp_path, "crazy-eights", 2) as page:
        await page.send(do="hint")
        await page.until(lambda page: "Thinking…" in page.words("says"))
        await page.until(lambda page: "Thinking…" not in page.words("says"))
        best = r"(With|A bot would choose) “(play [^”]+|draw)”|You have only one move\."
        assert re.search(best, page.words("says"))


async def test_somebody_alone_can_always_undo(tmp_path: Path) -> None:
    async with begun(tmp_path, "crazy-eights", 2) as page:
        before = page.regions["own"]
        assert 'id="b-undo" disabled' in page.regions["menu"]
        await page.do(do="play", move="draw")
        await page.until(asked)
        assert 'id="b-undo">' in page.regions["menu"]
        assert page.regions["own"] != before
        await page.do(do="undo")
        assert page.regions["own"] == before


async def test_somebody_without_an_open_page_is_away_and_keeps_the_seat(tmp_path: Path) -> None:
    _, ann, bob, code = await two_people(tmp_path, "crazy-eights", 2)
    async with ann.open(code) as hers:
        async with bob.open(code) as his:
            await hers.send(do="start")
            await his.until(lambda page: "own" in page.regions and page.words("own"))
        await hers.until(lambda page: "Bob away" in words(page.regions.get("players", "")))
        async with bob.open(code) as his:
            await hers.until(lambda page: "away" not in page.words("players"))
            await his.until(lambda page: words(page.regions.get("own", "")))


async def test_a_network_that_doubles_and_delays_messages_changes_nothing(tmp_path: Path) -> None:
    """A doubled tap would play the card, a doubled undo would go back twice, and a late start would deal again."""
    async with begun(tmp_path, "crazy-eights", 2) as page:
        while not page.cards():
            await page.do(do="play", move="draw")
            await page.until(asked)
        spot, version = page.cards()[0], page.version
        await page.send(do="tap", spot=spot)
        await page.again(v=page.version, n=page.asking, do="tap", spot=spot)
        await page.do(do="close")
        assert page.version == version
        assert page.raised == [spot]
        for late in ("start", "undo"):
            await page.again(v=version - 1, n=page.asking + 1, do=late)
            page.asking += 1
            await page.until(lambda page: page.answered == page.asking)
            assert "changed before you acted" in page.words("says")
        assert page.version == version


async def test_after_a_restart_every_table_goes_on(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights", 3)
    chance = Random(2)
    async with ann.open(code) as page:
        await page.send(do="start")
        for _ in range(12):
            await page.until(asked)
            await page.act(chance)
        await page.until(asked)
        before = {name: page.regions[name] for name in ("own", "players", "felt", "log")}
    again = ann.copy()
    again.app = server(tmp_path)
    async with again.open(code) as page:
        await page.until(asked)
        chosen = {name: re.sub(r" raised|true|false", "", html) for name, html in before.items()}
        assert {name: re.sub(r" raised|true|false", "", page.regions[name]) for name in before} == chosen
        await page.act(chance)


async def test_two_tabs_of_one_seat_show_the_same(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as one, ann.copy().open(code) as other:
        await one.send(do="start")
        await one.until(asked)
        await other.until(lambda page: page.version == one.version and page.asked)
        await one.do(do="play", move="draw")
        await one.until(asked)
        await other.until(lambda page: page.version == one.version)
        assert other.regions["own"] == one.regions["own"]


# ---------------------------------------------------------------- what comes from outside


async def test_unknown_codes_and_foreign_pages_get_no_table(tmp_path: Path) -> None:
    app = server(tmp_path)
    ann = Browser(app)
    code = await ann.host("crazy-eights", 2)
    for wrong in ("x", "a" * 16, code[:-1], f"{code}x", "' OR 1=1 --"):
        answer = await ann.client.get(f"/t/{wrong}")
        assert answer.status_code == 404
        assert "There is no such table." in answer.text
    async with ann.open("a" * 16) as page:
        await page.until(lambda page: page.ended)
        assert page.ended == "There is no such table."
    async with Browser(app, "http://elsewhere.test").open(code) as page:
        await page.until(lambda page: page.ended)
        assert page.ended == "refused: 403"
    answer = await Browser(app, "http://elsewhere.test").sit(code, 2, "Eve")
    assert answer.status_code == 403


async def test_a_stranger_looks_on_and_cannot_act(tmp_path: Path) -> None:
    app = server(tmp_path)
    ann, eve = Browser(app), Browser(app)
    code = await ann.host("crazy-eights", 2)
    eve.client.cookies.set(f"seat_{code}", "a-token-that-is-not-hers", path=f"/t/{code}")
    async with ann.open(code) as page, eve.open(code) as strange:
        await page.send(do="start")
        await page.until(asked)
        await strange.until(lambda strange: strange.version == page.version)
        assert strange.regions["own"].strip() == ""
        hand = set(re.findall(r'aria-label="([^"]* of [^"]*)"', page.regions["own"]))
        assert hand
        assert not hand & set(re.findall(r'aria-label="([^"]*)"', "".join(strange.regions.values())))
        for action in ("play", "tap", "undo", "hint", "leave", "rename", "start", "nonsense"):
            await strange.do(do=action, move="draw", spot="0-0", name="Eve")
            assert re.search(r"You have no seat|Only the host|another version", strange.words("says")), action


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("{", "The server can't read this message."),
        ("[1]", "The server can't read this message."),
        ('{"do": {"a": 1}}', "The server can't read this message."),
        ("[" * 3000, "The server can't read this message."),
        ('{"do": "' + "x" * 5000 + '"}', "This message is too large."),
    ],
)
async def test_a_strange_message_gets_a_sentence(text: str, answer: str, tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    async with ann.open(await ann.host("crazy-eights", 2)) as page:
        await page.inbox.put({"type": "websocket.receive", "text": text})
        await page.until(lambda page: page.ended)
        assert page.ended == answer


async def test_a_flood_is_stopped(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path, Hosting.messages))
    async with ann.open(await ann.host("crazy-eights", 2)) as page:
        for _ in range(200):
            await page.send(do="close")
        await page.until(lambda page: page.ended)
        assert page.ended == "This page sends too much."


async def test_names_and_mixes_from_outside_are_only_text(tmp_path: Path) -> None:
    app = server(tmp_path)
    ann = Browser(app)
    code = await ann.host("crazy-eights", 2, name="<b onclick=x>&\u202e\x00Ann")
    shown = (await ann.client.get(f"/t/{code}")).text
    assert "<b onclick" not in shown
    assert "&lt;b onclick=x&gt;&amp; Ann" in shown
    for mix in ("/etc/passwd", "./x.yaml", "whist + ../../x.yaml", "-", "nosuch", "whist + ", "x" * 5000):
        answer = await ann.client.post("/tables", data={"mix": mix})
        assert answer.status_code == 400, mix
        assert "root:" not in answer.text
    answer = await ann.client.post("/tables", data={"mix": "crazy-eights", "players": "99"})
    assert "can't play" in words(answer.text) or "players" in words(answer.text)


async def test_a_place_that_is_face_down_can_be_tapped(tmp_path: Path) -> None:
    async with begun(tmp_path, "golf", 2) as page:
        spots = page.cards()
        assert len(spots) > 1
        assert page.buttons == []
        for _ in range(2):
            await page.do(do="tap", spot=spots[0])
        await page.until(asked)
        assert re.search(r"You: turn up card \d", page.words("log"))
