"""Cases: examples that share what stands beside them."""

from pathlib import Path

import pytest

from parlour.examples.position_files import read_position
from parlour.game import load as game_of
from scaffold.terminal import run

SHARED = """
examples:
  - in: crazy-eights
    set: {hand-size: 7}
    given: {pile: Q♣, hand 1: 8♣ 2♦, hand 2: 3♥ 3♣, to move: 1}
    moves: ["1: play 8♣"]
    cases:
"""


def examples(folder: Path, *cases: str) -> Path:
    path = folder / "examples.yaml"
    lines = [f"      case {number}: {case}\n" for number, case in enumerate(cases, 1)]
    path.write_text(SHARED + "".join(lines), encoding="utf-8")
    return path


def test_each_case_is_an_example_with_its_name(folder: Path) -> None:
    path = examples(folder, "{then: {asked: call}}", "{then: {asked: act}}")
    printed = run("test", str(path), "-v").out
    assert "case 1" in printed
    assert "case 2" in printed
    assert "2 examples: 1 failed" in printed


def test_a_failure_in_the_shared_part_is_shown_there(folder: Path) -> None:
    path = examples(folder, "{then: {over: false}}")
    path.write_text(path.read_text(encoding="utf-8").replace("play 8♣", "play 9♣"), encoding="utf-8")
    assert "examples.yaml:6:" in run("test", str(path)).out


WRONG = {
    "no name and no cases": ("    cases:\n      case 1: {then: {over: false}}\n", "    then: {over: false}\n", "name"),
    "a name beside cases": ("    cases:", "    name: another\n    cases:", "cases"),
    "a name inside a case": ("{then:", "{name: another, then:", "name"),
    "cases inside a case": ("{then: {over: false}}", "{cases: {inner: {then: {over: false}}}}", "cases"),
    "no case": ("    cases:\n      case 1: {then: {over: false}}\n", "    cases: {}\n", "cases"),
    "nothing expected": ("{then: {over: false}}", "{seed: 2}", "then:"),
    "an unknown key": ("{then: {over: false}}", "{thne: {over: false}}", "then"),
}


@pytest.mark.parametrize(("old", "new", "named"), WRONG.values(), ids=WRONG)
def test_a_wrong_group_is_reported(old: str, new: str, named: str, folder: Path) -> None:
    path = examples(folder, "{then: {over: false}}")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    printed = run("check", str(path))
    assert printed.code == 1
    assert f"`{named}`" in printed.out + printed.err


def test_the_first_case_of_a_file_is_a_position_with_what_it_shares(folder: Path) -> None:
    path = examples(folder, "{given: {hand 2: 3♠}, then: {over: false}}")
    state = read_position(path, game_of("crazy-eights"), None, None)
    assert [move.text for move in state.question.legal] == ["call ♣", "call ♦", "call ♥", "call ♠"]
