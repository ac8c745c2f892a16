"""Whole questions, and single actions, that a rule or a game replaces."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.base.diagnostics import render_text
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.program import Program

ASKS = (
    "  foo(p): |\n    yes-please: nothing\nwhen:\n  after claimed(p): ask foo(p)\n"  # a rule with a question of its own
)
REPLACES = "  foo(p):\n    instead: |\n      no-thanks: nothing\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    rule(tmp_path, "aa", ASKS)
    return tmp_path


def rule(shelf: Path, id: str, prompts: str, more: str = "") -> None:
    text = f"rule: {id}\ntitle: {id}\nfor: doubting\ntext: T.\n{more}prompts:\n{prompts}"
    (shelf / f"{id}.yaml").write_text(text, encoding="utf-8")


def made(shelf: Path, uses: Sequence[str] = (), prompts: str = "", with_: Sequence[str] = ()) -> Compiled:
    listed = f"uses: [{', '.join(uses)}]\n"
    own = f"prompts:\n{prompts}" if prompts else ""
    (shelf / "mine.yaml").write_text(f"game: mine\ntitle: M\nextends: cheat\n{listed}{own}", encoding="utf-8")
    path = shelf / "mine.yaml"
    return compile_ruleset(path, with_, library=Library.standard().beside(path))


def program(compiled: Compiled) -> Program:
    assert compiled.program is not None, render_text(compiled.findings)
    return compiled.program


def actions(compiled: Compiled, prompt: str = "foo") -> list[str]:
    (question,) = [q for q in program(compiled).questions if q.name == prompt]
    return [arm.id for arm in question.arms]


def errors(compiled: Compiled) -> list[tuple[str, str]]:
    return [(d.code, d.message) for d in compiled.findings if d.severity == "error"]


def test_a_rule_replaces_the_prompt_of_another_rule(shelf: Path) -> None:
    rule(shelf, "bb", REPLACES)
    both = [made(shelf, uses) for uses in (("aa", "bb"), ("bb", "aa"))]
    assert [actions(compiled) for compiled in both] == [["no-thanks"]] * 2
    assert repr(both[0].program) == repr(both[1].program)


def test_what_other_rules_add_stays(shelf: Path) -> None:
    rule(shelf, "bb", REPLACES)
    for id in ("ab", "zz"):  # one before the replacing rule, one after it
        rule(shelf, id, "  foo(p): |\n    perhaps: nothing\n", "needs: [aa]\n")
        for order in itertools.permutations(("aa", "bb", id)):
            assert actions(made(shelf, order)) == ["no-thanks", "perhaps"]


def test_a_replaced_prompt_leaves_permissions_and_policy_of_its_actions_behind(shelf: Path) -> None:
    """The frame says when `decline` is allowed, and prefers it last."""
    asks = "  act(p):\n    instead: |\n      no-thanks: nothing\n"
    text = f"rule: bb\ntitle: bb\nfor: eights\ntext: T.\nprompts:\n{asks}"
    (shelf / "bb.yaml").write_text(text, encoding="utf-8")
    compiled = compile_ruleset("crazy-eights", [shelf / "bb.yaml"])
    assert actions(compiled, "act") == ["no-thanks", "draw"]  # which another rule of the game adds


def test_a_game_replaces_an_action_of_its_rules(shelf: Path) -> None:
    """The rules of a game come after it in the mix, but count less."""
    ours = '  foo(p): |\n    instead yes-please "ours": nothing\n'
    assert actions(made(shelf, ("aa",), ours)) == ["yes-please"]
    rule(shelf, "bb", '  foo(p): |\n    instead yes-please "theirs": nothing\n')
    (question,) = [q for q in program(made(shelf, ("aa", "bb"), ours)).questions if q.name == "foo"]
    assert "ours" in repr(question.arms[0].notation)


def test_two_rules_cannot_replace_one_action(shelf: Path) -> None:
    for id in ("bb", "cc"):
        rule(shelf, id, f'  foo(p): |\n    instead yes-please "{id}": nothing\n')
    for order in (("bb", "cc"), ("cc", "bb")):
        assert errors(made(shelf, ("aa", *order))) == [("instead", "`bb` and `cc` both replace `yes-please`")]


def test_two_texts_cannot_both_say_what_happens_otherwise(shelf: Path) -> None:
    for id in ("bb", "cc"):
        rule(shelf, id, "  foo(p): |\n    else: due = A\n")
    message = "the question `foo` has two `else:` parts"
    assert errors(made(shelf, ("aa", "bb", "cc"))) == [("name-twice", message)]
