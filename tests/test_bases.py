"""Bases: what several examples of a file share."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.examples import cases_of, render, run_case
from parlour.examples.position_files import read_position
from parlour.game import load as game_of
from parlour.library.loading import load
from scaffold.examples import mixes
from scaffold.terminal import run

BASES = """
bases:
  eight:
    in: crazy-eights
    set: {hand-size: 7}
    given: {pile: Q♣, hand 1: 8♣ 2♦, hand 2: 3♥ 3♣, to move: 1}
    moves: ["1: play 8♣"]
examples:
"""
PASSING = {
    "all of the base": "then: {asked: call, pile: Q♣ 8♣, hand 2: 3♥ 3♣}",
    "another card in a zone": "{given: {hand 2: 3♠}, then: {hand 2: 3♠, hand 1: 2♦}}",
    "the same zone in other blanks": "{given: {'hand  2': 3♠}, then: {hand 2: 3♠, hand 1: 2♦}}",
    "one more variable": "{given: {score 2: 4}, then: {score 2: 4, hand 2: 3♥ 3♣}}",
    "other moves": '{moves: ["1: play 8♣; call ♥"], then: {called: ♥, to move: 2}}',
    "no moves": "{moves: [], then: {to move: 1, pile: Q♣, may: [play 8♣]}}",
}


def examples(folder: Path, text: str) -> Path:
    path = folder / "examples.yaml"
    example = text if text.startswith("{") else f"{{{text}}}"
    path.write_text(f"{BASES}  - {{name: it, base: eight, {example[1:]}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("text", PASSING.values(), ids=PASSING)
def test_an_example_begins_with_its_base_and_its_own_keys_replace_parts(text: str, folder: Path) -> None:
    document, problems = load(examples(folder, text))
    assert document is not None, problems
    (result,) = (run_case(case, mixes()) for case in cases_of(document))
    assert result.passed, render([result])


def test_an_unknown_base_is_refused_with_the_known_ones(folder: Path) -> None:
    path = examples(folder, "then: {over: false}")
    path.write_text(path.read_text(encoding="utf-8").replace("base: eight,", "base: eigth,"), encoding="utf-8")
    for command in ("check", "test"):
        printed = run(command, str(path))
        assert printed.code == 1
        assert "unknown base `eigth`" in printed.out + printed.err
        assert "did you mean `eight`?" in printed.out + printed.err


def test_a_failure_in_the_base_is_shown_at_the_base(folder: Path) -> None:
    path = examples(folder, "then: {over: false}")
    path.write_text(path.read_text(encoding="utf-8").replace("play 8♣", "play 9♣"), encoding="utf-8")
    assert "examples.yaml:7:" in run("test", str(path)).out


def test_a_base_can_not_expect_anything(folder: Path) -> None:
    path = examples(folder, "then: {over: false}")
    text = path.read_text(encoding="utf-8").replace("    moves:", "    then: {over: false}\n    moves:")
    path.write_text(text, encoding="utf-8")
    printed = run("check", str(path))
    assert printed.code == 1
    assert "`then`" in printed.out + printed.err


def test_the_first_example_of_a_file_is_a_position_with_its_base(folder: Path) -> None:
    path = examples(folder, "{given: {hand 2: 3♠}, then: {over: false}}")
    state = read_position(path, game_of("crazy-eights"), None, None)
    assert [move.text for move in state.question.legal] == ["call ♣", "call ♦", "call ♥", "call ♠"]
