"""The workbench finds games, shows what a mix says, and answers every link with a page or a sentence."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from warnings import catch_warnings, simplefilter

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

with catch_warnings():
    simplefilter("ignore")  # it prefers another client of the same name
    from starlette.testclient import TestClient

from parlour import load
from parlour.rulebook.game_shelf import Shelf, ShelvedGame
from parlour.web import measuring_games, mix_work, workbench
from parlour.web.app import create_app
from parlour.web.background import Background, OutOfTime
from parlour.web.site import Hosting


@pytest.fixture(scope="module", autouse=True)
def _work_here() -> Iterator[None]:
    """Other processes import and compile everything first, and a page waits for them for half a minute at most."""
    mix_work.library.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Background, "wait", lambda _, question, work, *arguments, seconds=0: work(*arguments))
        yield
    mix_work.library.cache_clear()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    folder = tmp_path_factory.mktemp("tables")
    return TestClient(create_app(Hosting(folder, ("sh + three-reverses",))), base_url="http://cards.test")


def page_of(client: TestClient, line: str, path: str = "/mix") -> str:
    answer = client.get(path, params={"mix": line})
    assert answer.status_code == 200, answer.text
    return words_of(answer.text)


def words_of(page: str) -> str:
    """Return a page with quoted words as messages have them."""
    return unescape(re.sub("</?code>", "`", page))


def ticked(page: str) -> set[str]:
    return set(re.findall(r'name="rule\.([^"]+)" checked', page))


def mixes(page: str) -> dict[str, str]:
    """Return the mixes that links open, by the words of the links."""
    found = re.findall(r'<a [^>]*href="(/mix\?[^"]+)"[^>]*>(.+?)</a>', page)
    return {words: mix_at(address) for address, words in found}


def mix_at(address: str) -> str:
    return parse_qs(urlsplit(address).query)["mix"][0]


# ---------------------------------------------------------------- finding a game


def test_the_first_page_has_all_games_and_begins_with_some_for_beginners(client: TestClient) -> None:
    page = client.get("/").text
    assert {"Crazy Eights", "Shithead", "Gin Rummy", "French Tarot"} <= mixes(page).keys()
    assert mixes(page)["Shithead + 3s reverse"] == "sh + three-reverses"
    assert page.index("Our mixes") < page.index("Start here") < page.index(">Klondike<") < page.index("<h2>Draw poker")


@pytest.mark.parametrize(
    ("words", "title"),
    [("mau mau", "Crazy Eights"), ("EIGHTS crazy", "Crazy Eights"), ("black lady", "Hearts"), ("palace", "Shithead")],
)
def test_games_have_many_names(words: str, title: str, client: TestClient) -> None:
    page = client.get("/", params={"q": words}).text
    assert title in mixes(page)
    assert "Start here" not in page


def test_a_search_for_a_house_rule_finds_its_games(client: TestClient) -> None:
    page = client.get("/", params={"q": "catch at once"}).text
    assert "house rules for these do:" in page
    assert "Crazy Eights" in mixes(page)
    assert "Hearts" not in mixes(page)


def test_a_search_without_a_result_suggests_a_name(client: TestClient) -> None:
    page = words_of(client.get("/", params={"q": "cribage"}).text)
    assert "No game mentions `cribage`; did you mean `cribbage`?" in page


def test_the_first_page_learns_how_long_a_game_is(client: TestClient) -> None:
    facts = ""
    for _ in range(300):
        page = client.get("/", params={"q": "klondike"}).text
        facts = " ".join(re.sub(r"<[^>]+>", " ", page.partition('class="facts')[2].partition("</p>")[0]).split())
        if facts:
            break
        time.sleep(0.1)
    assert re.search(r"1 player A pack of 52 cards about \d+ moves each", facts)


def test_games_that_take_too_long_do_not_keep_the_others_from_being_known(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids, tried = [f"game-{n}" for n in range(2 * workbench.FEW + 1)], list[str]()
    games = tuple(ShelvedGame(id, id, (), "", "Games", False, None) for id in ids)

    class Slow:
        async def run(self, *question: object) -> Shelf:
            return Shelf(games)

        def wait(self, id: str, *question: object, seconds: float) -> None:
            if id in ids:  # what the test before has asked for can still go on
                tried.append(id)
            raise OutOfTime

    monkeypatch.setattr(workbench, "SHELF", Slow())
    monkeypatch.setattr(workbench, "THOROUGH", Slow())
    for _ in range(100):
        if "data-again" not in client.get("/", params={"q": "slow"}).text:
            break
        with workbench.LEARNING:  # the last request has ended
            pass
    assert [*dict.fromkeys(tried)] == ids
    assert {tried.count(id) for id in ids} == {workbench.MOST_TRIES}


# ---------------------------------------------------------------- a mix


def test_a_link_is_a_mix(client: TestClient) -> None:
    page = page_of(client, "mau mau + jack skips - winner-collects, hand-size = 6")
    assert "Crazy Eights + Jacks skip − The winner collects." in page
    assert "For 2 to 7 players." in page
    assert {"jack-skips", "eight-is-wild"} <= ticked(page)
    assert "winner-collects" not in ticked(page)
    assert 'value="crazy-eights + jack-skips - winner-collects, hand-size=6"' in page
    assert "After a skip card (J) the next player misses a turn." in page


def test_ticks_and_options_make_another_mix(client: TestClient) -> None:
    before = page_of(client, "crazy-eights")
    fields = [("mix", "crazy-eights"), *((f"rule.{id}", "on") for id in ticked(before) - {"winner-collects"})]
    fields += [("rule.jack-skips", "on"), ("set.hand-size", "6"), ("set.nonsense", "1")]
    answer = client.get("/mix/change", params=fields, follow_redirects=False)
    assert answer.status_code == 303
    assert mix_at(answer.headers["location"]) == "crazy-eights + jack-skips - winner-collects, hand-size=6"
    same = [("mix", "crazy-eights"), *((f"rule.{id}", "on") for id in ticked(before)), ("set.hand-size", "5")]
    assert mix_at(client.get("/mix/change", params=same, follow_redirects=False).headers["location"]) == "crazy-eights"


def test_a_rule_takes_the_place_of_another_one_of_its_group(client: TestClient) -> None:
    before = page_of(client, "crazy-eights")
    fields = [("mix", "crazy-eights"), *((f"rule.{id}", "on") for id in {*ticked(before), "first-out-wins"})]
    page = client.get("/mix/change", params=fields).text
    assert "first-out-wins" in ticked(page)
    assert "winner-collects" not in ticked(page)


def test_a_rule_says_what_it_needs_and_a_link_adds_it(client: TestClient) -> None:
    page = page_of(client, "hearts + auction")
    assert '"Auction" needs "Bidding".' in page
    assert mixes(page)['Add "Bidding"'] == "hearts + auction + bidding"
    assert "For 3 to 6 players." in page_of(client, "hearts + auction + bidding")


def test_rules_that_disagree_have_several_ways_out(client: TestClient) -> None:
    page = page_of(client, "crazy-eights + queen-draws-four, eight-is-wild.ranks=Q")
    assert "both say what queens do" in page
    ways = mixes(page)
    assert ways['Set "wild ranks" back to 8'] == "crazy-eights + queen-draws-four"
    assert ways['Remove "Queens draw four"'] == "crazy-eights, eight-is-wild.ranks=Q"
    for line in ways.values():
        assert 'class="problem"' not in page_of(client, line)


def test_a_mix_that_nobody_can_play_says_which_options_help(client: TestClient) -> None:
    page = page_of(client, "ct + partners")
    assert "Nobody can play this mix: 4 players need 53 cards, and there are 52." in page
    assert "ct + partners, packs=2" in mixes(page).values()
    assert "Measure it" not in page


def test_the_page_says_what_a_mix_changes(client: TestClient) -> None:
    assert "Nothing: this is Crazy Eights as it is usually played." in page_of(client, "crazy-eights")
    page = page_of(client, "crazy-eights + jack-skips", "/mix/changes")
    assert "1 rule added." in page
    assert "Seat 3 is next." in page


def test_the_page_shows_rules_that_get_in_each_others_way(client: TestClient) -> None:
    page = page_of(client, "crazy-eights + jack-skips", "/mix/clashes")
    assert re.search(r"None, in \d+ pairs of rules|<pre>", page)


def test_a_mix_can_be_downloaded_and_loaded(client: TestClient) -> None:
    answer = client.get("/mix/file", params={"mix": "crazy-eights + jack-skips, hand-size=6"})
    assert 'filename="my-crazy-eights.yaml"' in answer.headers["content-disposition"]
    game = load("my-crazy-eights", documents={"my-crazy-eights.yaml": answer.text})
    assert game.options["hand-size"] == "6"
    assert "jack-skips" in {use.rule.id for use in game.composition.uses}


def test_the_rule_sheet_is_a_page(client: TestClient) -> None:
    page = page_of(client, "crazy-eights + jack-skips", "/rules")
    assert "<h1>Crazy Eights</h1>" in page
    assert 'id="jack-skips"' in page
    assert "style=" not in page
    assert "<style" not in page
    assert "svg.card" in client.get("/rules.css").text


def measured(client: TestClient, form: dict[str, str], words: str) -> str:
    """Return the page of a mix when it has these words."""
    page = ""
    for _ in range(600):
        page = client.get("/mix", params=form).text
        if re.search(words, page):
            return page
        time.sleep(0.1)
    raise AssertionError(page)


def test_a_measurement_grows_until_it_is_stopped(client: TestClient) -> None:
    form = {"mix": "crazy-eights", "players": "3"}
    assert client.post("/mix/measure", data=form).status_code == 200
    page = measured(client, form, r"[\d,]+ games for 3, and more")
    assert re.search(r">seat 3 wins</th><td>\d+\.\d ± ", page)
    client.post("/mix/measure", data=form | {"stop": "yes"})
    page = measured(client, form, r"games for 3\.")
    link = re.search(r'href="(/mix/measured[^"]+)"', page)
    assert link is not None
    report = client.get(unescape(link[1]))
    assert "<table>" in report.text
    assert "style-src 'unsafe-inline'" in report.headers["content-security-policy"]


def test_a_mix_is_compared_with_the_one_of_another_link_until_it_is_decided(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring_games, "WATCHED", 1)
    link = "http://cards.example/mix?mix=crazy-eights,+target-by-players.each%3D10"
    form = {"mix": "crazy-eights, target-by-players.each=50", "players": "2"}
    answer = client.post("/mix/measure", data=form | {"link": link})
    against = {"against": "crazy-eights, target-by-players.each=10"}
    assert against["against"] in parse_qs(answer.url.query.decode())["against"]
    page = measured(client, form | against, r"[\d,]+ games for 2\.")
    assert re.search(r">decisions in a game</th><td>[^<*]+</td><td>[^<*]+</td><td>\+[^<]+\*</td>", page)
    other = "Crazy Eights; points for each player at the table: 10"  # 50 are usual
    times = re.search(rf"Games of “Crazy Eights” take ([\d.]+) minutes where those of “{other}” take ([\d.]+)\.<", page)
    assert times is not None, page
    assert float(times[1]) > float(times[2])
    assert f"differs from “{other}” by more than chance" in page


def test_a_mix_is_not_compared_with_a_link_that_does_not_fit(client: TestClient) -> None:
    answer = client.post("/mix/measure", data={"mix": "crazy-eights", "players": "2", "link": "crazy-eights + no-rule"})
    assert answer.status_code == 400
    assert "`no-rule`" in words_of(answer.text)


def test_a_measurement_ends_when_nobody_looks(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring_games, "AWAY", 0.0)
    form = {"mix": "crazy-eights, hand-size=4", "players": "2"}
    client.post("/mix/measure", data=form)
    assert "2,000" not in measured(client, form, r"games for 2\.")


def test_mixes_for_different_numbers_of_players_are_not_compared(client: TestClient) -> None:
    form = {"mix": "whist", "players": "4", "against": "crazy-eights"}
    client.post("/mix/measure", data={**form, "against": "gin-rummy"})
    page = measured(client, {**form, "against": "gin-rummy"}, "problem")
    assert "4 players can&#39;t play `gin-rummy`." in page


# ---------------------------------------------------------------- bad links


@pytest.mark.parametrize(
    ("line", "sentence", "way"),
    [
        ("crazy-eigths + jack-skips", "Did you mean `crazy-eights`?", "crazy-eights + jack-skips"),
        ("eights", "Expected a game, found the frame `eights`.", "last-one"),
        ("jack-skips", "Expected a game, found the rule `jack-skips`.", "crazy-eights + jack-skips"),
        ("crazy-eights +", "Expected a rule after `+`.", None),
        ("/etc/passwd", "A link can't name a file.", None),
        ("./mine.yaml + jack-skips", "A link can't name a file.", None),
        ("crazy-eights + ~/.profile.yaml", "A link can't name a file.", None),
        ("x" * 10_000, "This link is too long.", None),
        ("<script>alert(1)</script>", "A link can't name a file.", None),
        ("<img onerror=x>", "", None),
        ("", "This link names no game.", None),
    ],
)
def test_a_link_without_a_game(line: str, sentence: str, way: str | None, client: TestClient) -> None:
    for path in ("/mix", "/rules", "/mix/changes", "/mix/file", "/mix/change"):
        answer = client.get(path, params={"mix": line})
        assert answer.status_code == 404
        assert sentence in words_of(answer.text)
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text
        assert way is None or way in mixes(unescape(answer.text)).values()


@pytest.mark.parametrize(
    ("line", "sentence", "ways"),
    [
        ("crazy-eights + jack-skip", "Did you mean `jack-skips`?", {"crazy-eights + jack-skips", "crazy-eights"}),
        ("crazy-eights, hand-sise=5", "Did you mean `hand-size`?", {"crazy-eights, hand-size=5", "crazy-eights"}),
        ("crazy-eights, hand-size=200", "expected a whole number from 1 to 20, found `200`", {"crazy-eights"}),
        ("hearts + jack-skips - partners", "`jack-skips` doesn't fit this game", {"hearts"}),
        ("sh + <b>bold<b>", "No rule `<b>bold<b>`", {"sh"}),
    ],
)
def test_a_link_with_parts_that_do_not_fit(line: str, sentence: str, ways: set[str], client: TestClient) -> None:
    page = page_of(client, line)
    assert sentence in page
    assert ways <= {*mixes(page).values()}
    assert "<b>bold" not in client.get("/mix", params={"mix": line}).text
    assert ticked(page)


def test_hostile_titles_are_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: TestClient) -> None:
    from parlour.library.library import Library
    from parlour.web.mix_view import mix_view

    rule = tmp_path / "evil.yaml"
    rule.write_text(
        'rule: evil\ntitle: "<script>alert(1)</script>"\nfor: eights\ntext: "<img src=x>"\n'
        "when:\n  after pass(p): nothing\n",
        encoding="utf-8",
    )
    view = mix_view("crazy-eights + evil", Library.standard().over([tmp_path]))
    site = create_app(Hosting(tmp_path)).state.site
    html = site.render(
        "mix.html", view=view, players=2, address="/", link="/", changes=None, clashes=None, late=None,
        measurement=None, full=False, against="", experiment=None, known_name="",
    )  # fmt: skip
    assert "&lt;script&gt;alert(1)" in html
    assert "<script>alert" not in html
    assert "<img" not in html


# ---------------------------------------------------------------- a rule of one's own

RULE = """\
rule: sevens-draw-one
title: Sevens draw one
for: eights
text: After a seven the next player draws a card.
powers:
  7: {then: "draw(next(p), 1)"}
examples:
  - name: the next player has one more card
    players: 2
    given: {hand 1: 7♣ K♥, hand 2: 9♦, pile: 5♣, rest: stock, to move: 1}
    moves: ["1: play 7♣"]
    then: {hand 2 size: 2}
  - name: nobody draws
    players: 2
    given: {hand 1: 7♣ K♥, hand 2: 9♦, pile: 5♣, rest: stock, to move: 1}
    moves: ["1: play 7♣"]
    then: {hand 2 size: 1}
"""


def checked(client: TestClient, text: str) -> str:
    answer = client.post("/mix/rule", data={"mix": "crazy-eights", "text": text})
    assert answer.status_code == 200
    return words_of(answer.text)


def test_a_new_rule_begins_with_the_members_of_its_family(client: TestClient) -> None:
    page = page_of(client, "crazy-eights", "/mix/rule")
    assert "for: eights" in page
    assert "# Powers of cards." in page


def test_the_text_field_leads_to_rules_to_copy_from(client: TestClient) -> None:
    page = client.get("/mix/rule", params={"mix": "crazy-eights"}).text
    (address,) = re.findall(r'href="(/mix/rule/help[^"]+)"', page)
    page = client.get(unescape(address)).text
    assert "Positions with moves" in page
    texts = [unescape(text) for text in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)]
    assert any("rule: jack-skips" in text for text in texts)


def test_an_error_in_a_rule_has_its_line(client: TestClient) -> None:
    page = checked(client, RULE.replace("draw(", "drw("))
    assert "Unknown procedure `drw`." in page
    assert "did you mean `draw`?" in page
    assert "Error in line 6" in page
    assert "Start a table" not in page


def test_a_rule_is_tried_in_the_mix_and_its_examples_run(client: TestClient) -> None:
    page = checked(client, RULE)
    assert "Passed: the next player has one more card" in page
    assert "Failed: nobody draws" in page
    assert "Crazy Eights + Sevens draw one." in page
    assert "1 rule added." in page
    assert 'value="crazy-eights + sevens-draw-one"' in page


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "error"),
        ("game: mine\ntitle: Mine\nextends: crazy-eights\n", "found a game"),
        ("rule: <b>x</b>\ntitle: <b>x</b>\nfor: eights\n", "error"),
        ("rule: mine\ntitle: Mine\nfor: tricks\ntext: x\n", "it is for `tricks`"),
        ("rule: mine\ntitle: Mine\nfor: ../../../etc/passwd\ntext: x\n", "error"),
        ("&a [*a, *a]", "error"),
        ("\x00\ufffe", "error"),
        ("x" * 20_000, "error"),
    ],
)
def test_an_impossible_rule_gets_a_finding(text: str, sentence: str, client: TestClient) -> None:
    page = checked(client, text)
    assert sentence.casefold() in page.casefold()
    assert "<b>x</b>" not in client.post("/mix/rule", data={"mix": "crazy-eights", "text": text}).text
    assert "root:" not in page


def test_a_rule_can_be_downloaded_and_played(client: TestClient) -> None:
    answer = client.post("/mix/rule", data={"mix": "crazy-eights", "text": RULE, "file": "yes"})
    assert answer.text == RULE
    assert 'filename="my-rule.yaml"' in answer.headers["content-disposition"]
    form = {"mix": "crazy-eights + sevens-draw-one", "text": RULE.replace("\n", "\r\n"), "players": "2"}
    table = client.post("/tables", data=form, follow_redirects=False).headers["location"]
    assert "After a seven the next player draws a card." in client.get(f"{table}/rules").text
    assert client.post("/mix/rule", data={"mix": "crazy-eights", "text": "x" * 30_000}).status_code == 413


def test_the_page_asks_the_host_for_a_name_and_remembers_it(tmp_path: Path) -> None:
    client = TestClient(create_app(Hosting(tmp_path)), base_url="http://cards.test")
    assert 'name="name" value=""' in client.get("/mix", params={"mix": "crazy-eights"}).text
    form = {"mix": "crazy-eights", "players": "2", "name": "Zoë"}
    assert "Zoë" in client.post("/tables", data=form).text
    assert 'name="name" value="Zoë"' in client.get("/mix", params={"mix": "crazy-eights"}).text
