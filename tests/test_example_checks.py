"""Examples with checks between their moves, with zones of other kinds, and how their results are shown."""

import json
from pathlib import Path

from parlour import examples
from parlour.examples import render, to_json
from scaffold.examples import EIGHT, rule_file, run_one
from scaffold.home import TESTS

VIEWS = TESTS / "views" / "hiding.yaml"
CALLING = """
given: {pile: Q♣, hand 1: 8♣ 2♦, hand 2: 3♥ 3♣, to move: 1}
moves:
  - check: {%s}
  - "1: play 8♣"
  - check: {%s}
  - "1: call ♥"
  - check: {%s}
"""


def test_a_check_that_fails_says_which_one_and_both_sides(tmp_path: Path) -> None:
    text = CALLING % ("to move: 2", "asked: act, pile: Q♣", "called: ♦")
    failures = run_one(tmp_path, f"{text}then: {{to move: 1}}").failures
    assert [(f.what, f.expected, f.actual) for f in failures] == [
        ("`to move` in check 1, at the beginning", "2", "1 (`act`)"),
        ("`asked` in check 2, after `1: play 8♣`", "`act`", "1 (`call`)"),
        ("`pile` in check 2, after `1: play 8♣`", "Q♣", "Q♣ 8♣"),
        ("`called` in check 3, after `1: call ♥`", "♦", "♥"),
        ("`to move`", "1", "2 (`act`)"),
    ]
    assert [f.span.line for f in failures] == [6, 8, 8, 10, 11]
    told = "\n".join(failures[1].lines())
    assert "error: `asked` in check 2, after `1: play 8♣`" in told
    assert "check: {asked: act, pile: Q♣}" in told


def test_what_seats_saw_until_a_check(tmp_path: Path) -> None:
    text = """
        given: {pile: Q♣, hand 1: K♦ 2♥, hand 2: 3♥, stock top: 4♥ 5♥, to move: 1}
        moves:
          - "1: draw"
          - check: {1 sees: {hand 1 has: 4♥}, 2 does not see: 4♥ 5♥}
          - "1: draw"
          - check: {1 sees: {hand 1 has: 4♥ 5♥}, 1 does not see: 3♥}
        """
    result = run_one(tmp_path, text)
    assert result.passed, render([result])


def test_moves_after_one_that_can_not_be_made_are_not_looked_at(tmp_path: Path) -> None:
    text = """
        given: {pile: Q♣, hand 1: 3♣ 2♦, to move: 1}
        moves: ["1: play 2♦", {check: {to move: 1}}, "2: draw"]
        then: {over: false}
        """
    (failure,) = run_one(tmp_path, text).failures
    assert failure.what == "this move"


def test_columns_marks_and_cards_that_are_turned(tmp_path: Path) -> None:
    text = """
    players: 2
    given: {row 1: 3♣ - 4♦ 5♦, row 1 up: 4♦, heap: 9♣ Jk, pile: Jk as 9♣, touched: {3♣: 2}, to move: 1, rest: stock}
    moves: ["1: lift 3"]
    then:
      row 1: 3♣ - - 5♦
      row 1 up: none
      hand 1 has: 4♦
      pile: Jk as 9♣
      pile top: Jk
      touched: {3♣: 2}
      2 sees: {hand 1 known: 4♦, row 1: 2 cards, shelf: 0 cards, pile top: Jk}
    """
    result = run_one(tmp_path, text, game=str(VIEWS))
    assert [f.what for f in result.failures] == ["seat 2 sees `shelf`"], render([result])  # nobody counts it


def test_expected_and_actual_stand_one_below_the_other(tmp_path: Path) -> None:
    result = run_one(tmp_path, f"{EIGHT.strip()}\nthen:\n  pile: Q♣ 8♦")
    told = render([result]).replace(str(tmp_path), "…")
    assert told.splitlines() == [
        "FAILED  …/examples.yaml: it", "  …/examples.yaml:7:13: error: `pile` [example-failed]",
        "      7 |       pile: Q♣ 8♦", "        |             ^^^^^", "    expected  Q♣ 8♦", "    actual    Q♣ 8♣",
        "1 example: 1 failed",
    ]  # fmt: skip


def test_as_data(tmp_path: Path) -> None:
    passed = run_one(tmp_path, f"{EIGHT}\nthen: {{pile: Q♣ 8♣}}")
    failed = run_one(tmp_path, f"{EIGHT}\nthen: {{pile: Q♣ 8♦, caled: ♥}}")
    data = json.loads(to_json([passed, failed]))
    assert [entry["passed"] for entry in data] == [True, False]
    assert data[1]["failures"][0]["expected"] == "Q♣ 8♦"
    assert data[1]["failures"][0]["at"]["line"] == data[1]["problems"][0]["at"]["line"]
    assert render([passed, failed], verbose=True).startswith("ok      ")
    assert render([]) == "0 examples: nothing to run"


def test_a_mistake_of_a_ruleset_is_reported_once_and_counted_under_the_other_examples(tmp_path: Path) -> None:
    text = """
        examples:
          - name: first
            given: {pile: 7♦, hand 1: 7♣ 2♦, rest: none, to move: 1}
            then: {over: false}
          - name: second
            given: {pile: 7♦, hand 1: 7♣ 2♦, rest: none, to move: 1}
            then: {over: false}
        """
    path = rule_file(tmp_path, "sevens-draw", text)
    path.write_text(path.read_text(encoding="utf-8").replace("draw(next(p), 1)", "drew(next(p), 1)"), encoding="utf-8")
    told = render(examples.run(path))
    assert told.count("`drew`") == 1
    assert told.endswith("FAILED  sevens-draw: second\n  its mix has the error reported above\n2 examples: 2 failed")
