"""Where examples are found and in which mix each of them is run."""

from pathlib import Path
from textwrap import dedent

import pytest

from parlour import examples
from parlour.base.diagnostics import RulesetError
from parlour.examples import render
from parlour.library.library import Library
from scaffold.examples import rule_file
from scaffold.terminal import run


def test_a_rule_is_shown_in_the_smallest_mix(tmp_path: Path) -> None:
    path = rule_file(
        tmp_path,
        "sevens-draw",
        """
        examples:
          - name: the next player draws
            given: {pile: 7♦, hand 1: 7♣ 2♦, to move: 1}
            moves: ["1: play 7♣"]
            then: {hand 2 size: 1}
          - name: not in a game without it
            in: crazy-eights
            without: [eight-is-wild]
            given: {pile: 7♦, hand 1: 7♣ 2♦, to move: 1}
            moves: ["1: play 7♣"]
            then: {hand 2 size: 1, may not: [draw]}
        with:
          queen-draws-four:
            examples:
              - name: together with queens
                given: {pile: 7♦, hand 1: 7♣ 2♦, hand 2: Q♣ 3♦, to move: 1}
                moves: ["1: play 7♣", "2: play Q♣"]
                then: {hand 2 size: 2, hand 1 size: 5}
        """,
    )
    results = examples.run(path)
    assert [(r.name, r.passed) for r in results] == [
        ("the next player draws", True),
        ("not in a game without it", False),
        ("together with queens", True),
    ]
    assert results[0].document == "sevens-draw"


def test_a_rule_is_not_in_the_mix_of_an_example_without_it(tmp_path: Path) -> None:
    game = "game: mine\ntitle: Mine\nextends: crazy-eights\nuses: [./sevens-draw.yaml]\n"
    (tmp_path / "mine.yaml").write_text(game, encoding="utf-8")
    seven = """
            given: {pile: 7♦, hand 1: 7♣ 2♦, hand 2: 3♦, to move: 1}
            moves: ["1: play 7♣"]
"""
    path = rule_file(
        tmp_path,
        "sevens-draw",
        f"""
        examples:
          - name: in its frame with it
            then: {{hand 2 size: 2}}{seven}
          - name: in its frame without it
            without: [sevens-draw]
            then: {{hand 2 size: 1}}{seven}
          - name: in a game that uses it
            in: ./mine.yaml
            then: {{hand 2 size: 2}}{seven}
          - name: in that game without it
            in: ./mine.yaml
            without: [sevens-draw]
            then: {{hand 2 size: 1}}{seven}
          - name: in that game without its file
            in: ./mine.yaml
            without: [./sevens-draw.yaml]
            then: {{hand 2 size: 1}}{seven}
          - name: in a game that doesn't use it
            in: crazy-eights
            without: [sevens-draw, starter-eight-buried]
            then: {{hand 2 size: 1}}{seven}
          - name: named twice it is there once
            in: crazy-eights
            with: [./sevens-draw.yaml]
            then: {{hand 2 size: 2}}{seven}
        """,
    )
    results = examples.run(path)
    assert len(results) == 7
    assert all(r.passed for r in results), render(results)


def test_a_mistake_of_the_ruleset_is_reported_at_the_move_that_shows_it(tmp_path: Path) -> None:
    path = rule_file(
        tmp_path,
        "sevens-draw",
        """
        examples:
          - name: n
            given: {pile: 7♦, hand 1: 7♣ 2♦, rest: none, to move: 1}
            moves: ["1: play 7♣"]
            then: {over: false}
        """,
    )
    text = path.read_text(encoding="utf-8").replace("draw(next(p), 1)", "draw(next(p), 6 // stock.size)")
    path.write_text(text, encoding="utf-8")
    (result,) = examples.run(path)
    (problem,) = result.problems
    assert (problem.code, problem.span and problem.span.text) == ("example-fault", "play 7♣")
    assert "sevens-draw.yaml:5:" in (problem.help or "")


def test_what_a_rule_needs_comes_along(tmp_path: Path) -> None:
    text = """
    needs: [queen-draws-four]
    examples:
      - name: queens draw too
        given: {pile: 7♦, hand 1: 7♣ 2♦, hand 2: Q♣ 3♦, to move: 1}
        moves: ["1: play 7♣", "2: play Q♣"]
        then: {hand 1 size: 5}
    """
    (result,) = examples.run(rule_file(tmp_path, "sevens-draw", text))
    assert result.passed, render([result])


def test_a_choice_that_a_rule_leaves_open_is_asked_for(tmp_path: Path) -> None:
    text = """
    needs: [one of catching]
    examples:
      - name: n
        given: {pile: 7♦, hand 1: 7♣ 2♦, to move: 1}
        then: {over: false}
    """
    (result,) = examples.run(rule_file(tmp_path, "sevens-draw", text))
    (problem,) = result.problems
    assert "missing a rule for the group `catching`" in problem.message
    assert "`catch-in-your-turn`" in (problem.help or "")


def test_files_of_their_own_say_where_they_are_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("examples:\n  - {name: n, then: {over: false}}\n", encoding="utf-8")
    (result,) = examples.run(path)
    assert [d.message for d in result.problems] == ["this example doesn't name its game"]


def test_by_name_and_by_folder(tmp_path: Path) -> None:
    rule_file(tmp_path, "sevens-draw", "examples:\n  - {name: n, set: {hand-size: 3}, then: {hand 1 size: 3}}\n")
    (tmp_path / "more").mkdir()
    rule_file(tmp_path / "more", "other", "examples:\n  - {name: m, then: {hand 1 size: 3}}\n")
    library = Library((tmp_path, *Library.standard().folders))
    assert [r.passed for r in examples.run("sevens-draw", library=library)] == [True]
    assert [(r.name, r.passed) for r in examples.run(tmp_path)] == [("m", False), ("n", True)]


def test_a_family_of_ones_own(tmp_path: Path) -> None:
    """The frame is on no shelf, but beside the folder of its rules."""
    frame = "frame: sevens\ntitle: Sevens\nextends: eights\nplayers: 2..4\n"
    (tmp_path / "frame.yaml").write_text(frame, encoding="utf-8")
    (tmp_path / "rules").mkdir()
    path = rule_file(tmp_path / "rules", "mine", "examples:\n  - {name: n, then: {hand 1 size: 5}}\n")
    path.write_text(path.read_text(encoding="utf-8").replace("for: eights", "for: sevens"), encoding="utf-8")
    (result,) = examples.run(path)
    assert result.passed, render([result])


def test_what_can_not_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="no such file"):
        examples.run(tmp_path / "none.yaml")
    with pytest.raises(RulesetError, match="no game, rule, frame or deck"):
        examples.run("no-such-thing")


def test_a_ruleset_can_have_examples_in_a_file_beside_it(tmp_path: Path) -> None:
    ruleset, apart = tmp_path / "mine.yaml", tmp_path / "mine.examples.yaml"
    ruleset.write_text("game: mine\ntitle: Mine\nextends: crazy-eights\n", encoding="utf-8")
    apart.write_text("examples:\n  - {name: a card for each, then: {pile size: 1}}\n", encoding="utf-8")
    for subject in (ruleset, apart, tmp_path):
        assert [(r.name, r.document, r.passed) for r in examples.run(subject)] == [("a card for each", "mine", True)]
    apart.write_text("examples:\n  - {name: a card for each, then: {pyle size: 1}}\n", encoding="utf-8")
    for subject in (ruleset, apart, tmp_path):
        assert "mine.examples.yaml:2:36: error: Mine has no zone or variable `pyle`" in run("check", str(subject)).out
    apart.write_text("examples:\n  - {name: a card for each, than: {pile size: 1}}\n", encoding="utf-8")
    assert "did you mean `then`?" in run("check", str(ruleset)).out


def test_an_example_asks_a_function_about_the_card_and_not_only_its_rank(tmp_path: Path) -> None:
    text = """
        functions:
          is_black_lady(c): c == Q♠
        may:
          play(p, c):
            royal: {forbid: c.rank == K or is_black_lady(c), says: no}
        examples:
          - name: another queen is allowed
            given: {pile: Q♣, hand 1: Q♠ Q♥ K♣}
            then: {only may: [play Q♥], may not: {play Q♠: royal, play K♣: royal}}
        """
    path = tmp_path / "no-royals.yaml"
    path.write_text("rule: no-royals\ntitle: No royals\nfor: eights\n" + dedent(text), encoding="utf-8")
    results = examples.run(path)
    assert results[0].passed, render(results)
