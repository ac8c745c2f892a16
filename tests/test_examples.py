"""Running examples: what passes, and how errors are reported. `tests/bad/examples` has examples that fail, or that are
written in a wrong way."""

from pathlib import Path
from textwrap import dedent

import pytest

from parlour.examples import render, run_examples
from parlour.examples.example_check import check_examples
from parlour.library.loading import load
from scaffold.examples import EIGHT, mixes, run_one
from scaffold.home import TESTS
from scaffold.terminal import run

QUEEN = "given: {pile: Q♣, hand 1: 3♣ Q♥ 8♦ 3♥ K♦, to move: 1}"
FALSE = "then: {over: false}"
MALFORMED = TESTS / "bad" / "examples" / "malformed.yaml"


def test_each_form_of_an_example_passes() -> None:
    results = run_examples([TESTS / "examples"])
    assert len(results) == 88
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize(
    "rest",
    [
        "then: {may not: {knock Q♣: too-much, knock K♣: not-there}}",
        'moves: ["1: knock Q♣"]\nrefused: 14 points of deadwood',
    ],
)
def test_a_forbidden_move_can_lack_its_joining_words(rest: str, folder: Path) -> None:
    """`knock Q♣` stands for `knock and discard Q♣`, as it does where the move is legal."""
    position = """
        given:
          drawn: true
          hand 1: 2♦ 3♦ 4♦ 9♠ 9♥ 9♣ A♠ 4♠ 8♥ A♣ Q♣
          hand 2: 5♦ K♠ K♥ 10♣ 6♠ 6♥ 6♣ 7♥ 7♠ 8♣
          to move: 1
        """
    result = run_one(folder, f"{dedent(position).strip()}\n{rest}", "gin-rummy")
    assert result.passed, render([result])


WITHOUT_PLAY = (
    "no such action", "a jumbled action", "no action at all", "no such clause", "no such reason at all",
    "a move without a seat", "an empty result", "an empty list of moves",
    "nothing seen",
)  # fmt: skip


def test_errors_that_need_no_play_are_found_by_the_check() -> None:
    document, _ = load(MALFORMED)
    assert document is not None
    lines = document.source.text.splitlines()
    above = [lines[: problem.span.line] for problem in check_examples(document, mixes()) if problem.span is not None]
    names = {next(line for line in reversed(before) if "- name: " in line).split("name: ")[1] for before in above}
    assert names >= {*WITHOUT_PLAY}


@pytest.mark.parametrize(
    ("move", "help"), [("darw", "`draw`"), ("dorw", "`draw`"), ("xyzzy", "moves begin with `play`, ")]
)
def test_a_move_that_begins_like_none_gets_help(move: str, help: str, folder: Path) -> None:
    path = folder / "checked.yaml"
    example = f"examples:\n  - name: it\n    seed: 1\n    moves: ['1: {move}']\n    {FALSE}\n"
    path.write_text(f"in: crazy-eights\n{example}", encoding="utf-8")
    document, _ = load(path)
    assert document is not None
    (problem,) = check_examples(document, mixes())
    assert problem.message == f"no action of this game has the text `{move}`"
    assert help in (problem.help or "")
    assert problem.span is not None
    assert problem.span.text == move


@pytest.mark.parametrize("then", ["only may: []", "hand 2: []", "hand 2: none"])
def test_some_empty_lists_prove_something(then: str, folder: Path) -> None:
    assert not run_one(folder, f"{QUEEN}\nthen: {{{then}}}").problems


def test_a_move_that_names_a_missing_seat_proves_nothing(folder: Path) -> None:
    def problems(seat: int) -> list[str]:
        example = f"players: 6\nseed: 1\nthen: {{may not: [guess seat {seat}]}}"
        return [problem.message for problem in run_one(folder, example, "animalball-cutthroat").problems]

    assert problems(1) == []  # nobody guesses themselves
    assert problems(7) == ["there is no seat 7 in `guess seat 7`"]


def test_all_that_is_wrong_is_reported_at_once(folder: Path) -> None:
    result = run_one(folder, f"{EIGHT}\nthen: {{pile: 8♣, called: ♦, to move: 1, hnad 1: 3, may: [play 3♣, draw]}}")
    assert [f.what for f in result.failures] == ["`pile`", "`called`", "`to move`", "`may`"]
    assert [d.code for d in result.problems] == ["example-malformed"]
    result = run_one(folder, f"given: {{pile: 1♥, hnad 1: 2♦, called: x, to move: 1}}\n{FALSE}")
    assert len(result.problems) == 3


def test_a_move_without_a_colon_is_shown_with_one(folder: Path) -> None:
    given = "given: {pile: Q♣, hand 1: 9♣ 2♦, hand 2: 3♥ 4♣, to move: 1}, then: {over: false}"
    example = f'examples:\n  - {{name: one, in: crazy-eights, players: 2, {given}, moves: ["1 play 9♣"]}}\n'
    (folder / "one.yaml").write_text(example, encoding="utf-8")
    assert 'help: write whose move it is: "1: play 9♣"' in run("test", str(folder / "one.yaml")).out
