"""`parlour test --coverage`: the table, the gaps with their places, data, the page, and exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.terminal import run

RULE = """\
rule: kings-draw
title: Kings draw
for: eights
text: After a King the next player draws <two> cards.
when:
  after play(p, c):
    if: c.rank == K
    do: draw(next(p), 2)
examples:
  - name: the next player draws two cards
    in: crazy-eights
    given: {pile: 9♦, hand 1: K♦ 4♠, hand 2: 4♣ 6♠, to move: 1}
    moves: ["1: play K♦"]
    then: {hand 2 size: 4}
"""
FOUR = """\
  - name: nobody draws after a four
    in: crazy-eights
    given: {pile: 9♦, hand 1: 4♦ 4♠, hand 2: 4♣ 6♠, to move: 1}
    moves: ["1: play 4♦"]
    then: {hand 2 size: 2}
"""


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    return write(tmp_path / "kings-draw.yaml", RULE)


def test_the_report_shows_what_is_missing_with_its_place(rule: Path) -> None:
    printed = run("test", str(rule), "--coverage")
    assert printed.code == 0
    assert "1 example: all passed" in printed.out
    assert re.search(r"hooks +1/2 +50 % +1/2 +50 %", printed.out)
    assert "kings-draw.yaml:6:3: note: after play(p, c): condition never false [uncovered]\n" in printed.out
    assert "    6 |   after play(p, c):\n" in printed.out


def test_a_whole_ruleset_has_a_hundred_percent_and_no_gaps(rule: Path) -> None:
    write(rule, RULE + FOUR)
    printed = run("test", str(rule), "--fail-under", "100")
    assert printed.code == 0
    assert printed.out.splitlines()[-1].split() == ["hooks", "2/2", "100", "%", "2/2", "100", "%"]


def test_too_little_coverage_is_a_failure(rule: Path) -> None:
    assert run("test", str(rule), "--fail-under", "50").code == 0
    printed = run("test", str(rule), "--fail-under", "51")
    assert printed.code == 1
    assert printed.err == "coverage is 50 %, expected at least 51 %\n"


def test_a_failing_example_is_a_failure_at_any_coverage(rule: Path) -> None:
    write(rule, RULE.replace("size: 4", "size: 3"))
    printed = run("test", str(rule), "--coverage")
    assert printed.code == 1
    assert "expected  3" in printed.out
    assert "condition never false" in printed.out


def test_words_choose_the_examples_that_count(rule: Path) -> None:
    write(rule, RULE + FOUR)
    assert "never ran" in run("test", str(rule), "--coverage", "-k", "four").out


def test_data_of_examples_and_items(rule: Path) -> None:
    data = json.loads(run("test", str(rule), "--coverage", "--json").out)
    assert [example["passed"] for example in data["examples"]] == [True]
    (ruleset,) = data["coverage"]["rulesets"]
    assert ruleset["id"] == "kings-draw"
    assert ruleset["all"] == data["coverage"]["all"] == {"covered": 1, "total": 2, "percent": 50}
    (item,) = ruleset["items"]
    assert (item["kind"], item["at"]["line"]) == ("hooks", 6)
    assert [(need["missing"], need["own"]) for need in item["needs"]] == [
        ("never ran", 1),
        ("condition never false", 0),
    ]


def test_without_examples_there_is_no_coverage(rule: Path) -> None:
    write(rule, RULE.partition("examples:")[0])
    printed = run("test", str(rule), "--coverage", "--json")
    assert printed.code == 2
    assert json.loads(printed.out) == {"examples": [], "coverage": None}
    assert "no examples found" in printed.err


def test_a_frame_is_covered_by_the_games_on_it() -> None:
    """`tricks` itself has no examples; those of whist and hearts play by it."""
    printed = run("test", "tricks", "--coverage", "-k", "heart")
    assert printed.code == 0
    head = next(line for line in printed.out.splitlines() if line.startswith("tricks"))
    assert re.fullmatch(r"tricks +– +\d+/\d+ +\d+ %", head)


@pytest.mark.parametrize(("frame", "extends"), [("knocking", "./knocks.yaml"), ("knocks", "knocks")])
def test_a_frame_in_a_file_is_covered_by_the_game_beside_it(tmp_path: Path, frame: str, extends: str) -> None:
    """The game names the frame by its id, or by its file."""
    head = f"frame: {frame}\ntitle: Knocking\nextends: eights\ntext: Players who pass draw a card.\n"
    write(tmp_path / "knocks.yaml", f"{head}when:\n  after pass(p): draw(p, 1)\n")
    head = f"game: knock-knock\ntitle: Knock\nextends: {extends}\ntext: A game.\nplayers: 2..4\n"
    example = (
        "  - name: a pass\n    given: {pile: 9♦, hand 1: 4♣, hand 2: 4♠, to move: 1}\n"
        '    moves: ["1: pass"]\n    then: {passes: 1}\n'
    )
    write(tmp_path / "knock-knock.yaml", f"{head}examples:\n{example}")
    printed = run("test", str(tmp_path / "knocks.yaml"), "--coverage")
    assert printed.code == 0, printed
    assert "1 example: all passed" in printed.out
    assert re.search(rf"{frame} +– +1/1 +100 %", printed.out)


def test_the_page_has_each_line_with_its_state(rule: Path, tmp_path: Path) -> None:
    page = tmp_path / "coverage.html"
    assert run("test", str(rule), "--html", str(page)).code == 0
    html = page.read_text(encoding="utf-8")
    assert "draws &lt;two&gt; cards" in html  # a ruleset can't put anything into the page
    hook = next(line for line in html.splitlines() if "after play(p, c):</code>" in line)
    assert hook.startswith('<details class="line part">')
    assert "after play(p, c): condition never false" in hook
    assert "examples: …" in html
    assert "the next player draws two cards</code>" not in html
    assert not re.search(r"<script|<link|src=|https?:", html)
    assert "prefers-color-scheme: dark" in html
    assert 'name="viewport"' in html


def test_a_page_replaces_only_a_page(rule: Path, tmp_path: Path) -> None:
    page = tmp_path / "coverage.html"
    assert run("test", str(rule), "--html", str(page)).code == run("test", str(rule), "--html", str(page)).code == 0
    printed = run("test", str(rule), "--html", str(rule))
    assert printed.code == 2
    assert "isn't an HTML page" in printed.err
    assert rule.read_text(encoding="utf-8") == RULE


IGNORED = RULE.replace("  after play", "  # parlour: ignore[uncovered] because only Kings are dealt\n  after play")


def test_a_comment_with_a_reason_takes_the_place_of_an_example(rule: Path) -> None:
    write(rule, IGNORED)
    printed = run("test", str(rule), "--fail-under", "100")
    assert printed.code == 0
    assert "1/1" in printed.out
    assert printed.out.endswith("1 part needs no examples\n")
    assert "only Kings are dealt" in run("test", str(rule), "--coverage", "-v").out
    (ruleset,) = json.loads(run("test", str(rule), "--coverage", "--json").out)["coverage"]["rulesets"]
    assert [need["ignored"] for need in ruleset["items"][0]["needs"]] == [None, "only Kings are dealt"]


def test_a_comment_that_is_not_needed_is_reported(rule: Path) -> None:
    write(rule, IGNORED + FOUR)
    assert "ignore-unused" in run("test", str(rule), "--coverage").out
    assert "ignore-unused" not in run("check", str(rule)).out  # only the examples can tell
