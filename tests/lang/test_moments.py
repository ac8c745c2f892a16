"""Several rules at one moment, in all three executions: around a step, on a question that a rule replaces, and on the
turn."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

import pytest

from parlour.base.diagnostics import render_text
from parlour.mixing.compiler import Compiled, compile_ruleset
from scaffold.rulesets import write_rule
from three_ways import Small, played

STATE = """
state:
  n: {type: int, each: match}
  m: {type: int, each: match}
procedures:
  step(): n += 1
  turned(): nothing
"""
ASKED = """
prompts:
  foo(p): |
    one: m += 1
"""


def mixed(
    folder: Path, steps: str, sections: str, rules: Mapping[str, str], uses: list[str] | None = None, stages: str = ""
) -> Compiled:
    """A game of these steps and sections with rules."""
    Small(folder, steps, sections, stages=stages)
    for id, text in rules.items():
        write_rule(folder, id, text, "small")
    game = folder / "mixed.yaml"
    uses = list(rules) if uses is None else uses
    game.write_text(f"game: mixed\ntitle: M\nextends: small\nuses: [{', '.join(uses)}]\n", encoding="utf-8")
    return compile_ruleset(game)


def ends(compiled: Compiled) -> tuple[int, int]:
    assert compiled.program is not None, render_text(compiled.findings)
    found = played(compiled.program, 2)
    assert isinstance(found, dict), found
    return found["n"], found["m"]


def told(compiled: Compiled) -> list[tuple[str, str, str]]:
    return [(d.severity, d.code, d.message) for d in compiled.findings]


@pytest.mark.parametrize(("said", "result"), [("earlier-than", 12), ("later-than", 7)])
@pytest.mark.parametrize("ids", ["ab", "ba"])
def test_the_earlier_of_two_surrounds_the_later(tmp_path: Path, said: str, result: int, ids: str) -> None:
    """One doubles what the step has brought, the other adds five to it: (1 + 5) * 2 or 1 * 2 + 5."""
    one, other = ids
    hook = "when:\n  instead of step():\n    {}\n    do: |\n      proceed\n      {}\n"
    rules = {
        one: hook.format(f"{said}: [{other}]", "n = 2 * n"),
        other: hook.format("if: true", "n += 5"),
    }
    for uses in itertools.permutations(rules):
        assert ends(mixed(tmp_path, "step()", STATE, rules, list(uses))) == (result, 0)


REPLACED = "prompts:\n  foo(p):\n    instead: |\n      ten: m += 10\n"
HOOKS = {  # n says when the hook ran: after the answer m is 10
    "before foo(p)": ("n += 1 + m", (1, 10)),
    "after foo(p)": ("n += 1 + m", (11, 10)),
    "instead of foo(p)": ("n += 3", (3, 0)),
}


@pytest.mark.parametrize("heading", HOOKS)
@pytest.mark.parametrize("ids", ["ab", "ba"])
@pytest.mark.parametrize("owner", ["frame", "rule"])
def test_a_hook_on_a_question_that_another_rule_replaces(tmp_path: Path, heading: str, ids: str, owner: str) -> None:
    """Whichever comes first by its id, and whoever asked the question first."""
    replaces, hooks = ids
    steps, result = HOOKS[heading]
    rules = {replaces: REPLACED, hooks: f"when:\n  {heading}: {steps}\n"}
    if owner == "frame":
        frame, game = STATE + ASKED, "ask foo(players.first)"
    else:
        frame, game = STATE, "turned()"
        rules["asks"] = ASKED.lstrip() + "when:\n  after turned(): ask foo(players.first)\n"
    assert ends(mixed(tmp_path, game, frame, rules)) == result


@pytest.mark.parametrize("ids", ["ab", "ba"])
def test_an_instead_of_asks_the_question_that_another_rule_replaces(tmp_path: Path, ids: str) -> None:
    replaces, hooks = ids
    around = "when:\n  instead of foo(p): |\n    n += 1 + m\n    proceed\n    n += 100 + m\n"
    compiled = mixed(tmp_path, "ask foo(players.first)", STATE + ASKED, {replaces: REPLACED, hooks: around})
    assert ends(compiled) == (111, 10)


def test_the_rule_that_replaces_a_question_may_have_a_hook_on_it(tmp_path: Path) -> None:
    rules = {"a": REPLACED + "when:\n  after foo(p): n += 1 + m\n"}
    assert ends(mixed(tmp_path, "ask foo(players.first)", STATE + ASKED, rules)) == (11, 10)


def test_hooks_that_an_instead_of_another_rule_always_keeps_from_happening(tmp_path: Path) -> None:
    lost = "this never runs: `b` acts instead of `step` without `proceed`"
    replaces = "when:\n  instead of step(): m += 1\n"
    for hook in ("before step(): n += 1", "after step(): n += 1"):
        rules = {"a": f"when:\n  {hook}\n", "b": replaces}
        assert told(mixed(tmp_path, "step()", STATE, rules)) == [("warning", "hook-never", lost)]
        for more in ("    proceed\n", "    if m == 1: proceed\n"):
            rules["b"] = f"when:\n  instead of step(): |\n    m += 1\n{more}"
            assert told(mixed(tmp_path, "step()", STATE, rules)) == []
    inner = {
        "a": "when:\n  instead of step(): {do: n += 1, later-than: [b]}\n",
        "b": replaces,
    }
    assert told(mixed(tmp_path, "step()", STATE, inner)) == [("warning", "hook-never", lost)]


def instead(of: str, *steps: str, more: str = "", test: str = "") -> str:
    lines = "".join(f"\n      {step}" for step in steps)
    return f"when:\n  instead of {of}:\n{test and f'    if: {test}{chr(10)}'}{more}    do: |{lines}\n"


MOMENTS = STATE + "  paid(k): n += k\n" + ASKED


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        (instead("step()", "n = 2"), instead("step()", "n = 3"), True),
        (instead("step()", "n = 2", "proceed"), instead("step()", "m += 1"), True),
        (instead("step()", "n = 2", "proceed"), instead("step()", "proceed", "n = 3"), True),
        (instead("step()", "n += 2", "proceed"), instead("step()", "proceed", "m += 1"), False),
        (instead("step()", "n = 2", "proceed"), instead("step()", "if m == 1: proceed"), True),
        (instead("paid(k)", "n = 2", test="k == 1"), instead("paid(k)", "n = 3", test="k == 2"), False),
        (instead("paid(k)", "n = 2", test="k == 1"), instead("paid(k)", "n = 3", test="k < 3"), True),
        (instead("foo(p)", "n = 1", "proceed"), instead("foo(p)", "m += 1"), True),
        (instead("hand", "proceed", "n = 1"), instead("hand", "proceed", "n = 2"), True),
    ],
)
def test_two_rules_act_instead_of_one_moment(tmp_path: Path, one: str, other: str, clash: bool) -> None:
    def errors(rules: Mapping[str, str]) -> list[str]:
        made = mixed(tmp_path, steps, MOMENTS, rules, stages="  hand: step()\n")
        return [d.code for d in made.findings if d.severity == "error"]

    steps = "step()\npaid(1)\nplay hand\nask foo(players.first)"
    assert errors({"a": one, "b": other}) == errors({"b": one, "a": other}) == ["hook-order"] * clash
    for said in ("earlier-than", "later-than"):
        assert errors({"a": one, "b": other.replace("    do:", f"    {said}: [a]\n    do:")}) == []


def test_each_wants_to_surround_the_other(tmp_path: Path) -> None:
    rules = {
        "a": instead("step()", "n = 2", more="    earlier-than: [b]\n"),
        "b": instead("step()", "n = 3", more="    earlier-than: [a]\n"),
    }
    (found,) = [d for d in mixed(tmp_path, "step()", STATE, rules).findings if d.severity == "error"]
    assert found.message == "conflicting order: `b`, `a` must each come before the others"


def after(test: str, steps: str, of: str = "step()") -> str:
    return f"when:\n  after {of}:\n    if: {test}\n    do: {steps}\n"


LIT = STATE.replace("state:\n", "state:\n  lit: {type: bool, each: match}\n") + "  paid(k): m += k\n"
ENABLING = [  # two hooks that never apply at once, although one might make the condition of the other true
    (after("n == 0", "n = 1"), after("n == 1", "n = 0"), True),
    (after("n == 0", "n = 1"), after("n == 2", "n = 3"), False),
    (after("n == 0", "n = 2"), after("n == 2 or n == 3", "m = 1"), True),
    (after("n < 3", "n += 1"), after("n >= 3", "m += 1"), True),
    (after("n == 0", "m = 1"), after("n == 1", "m = 2"), False),
    (after("not lit", "lit = true"), after("lit", "n += 5"), True),
    (after("not lit", "n = 1"), after("lit", "n = 2"), False),
    (after("lit and n == 0", "n = 1"), after("not lit and n == 1", "n = 0"), False),
    (after("k == 1 and n == 0", "n = 1", "paid(k)"), after("k == 2 and n == 1", "n = 0", "paid(k)"), False),
    (after("not lit", "turned()"), after("lit", "n += 5"), True),  # a third hook switches it on
    (instead("step()", "n = 1", "proceed", test="n == 0"), instead("step()", "proceed", "m = 1", test="n == 1"), True),
    (instead("step()", "proceed", "n = 1", test="n == 0"), instead("step()", "proceed", "m = 1", test="n == 1"), False),
    (instead("step()", "n = 1", test="n == 0"), instead("step()", "proceed", "m = 1", test="n == 1"), False),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("one", "other", "clash"), ENABLING)
@pytest.mark.parametrize("ids", ["ab", "ba"])
def test_a_hook_that_can_make_the_condition_of_another_one_true(
    tmp_path: Path, one: str, other: str, clash: bool, ids: str
) -> None:
    rules = {ids[0]: one, ids[1]: other, "switch": "when:\n  after turned(): lit = true\n"}

    def errors() -> list[tuple[str, str, str]]:
        return [found for found in told(mixed(tmp_path, "step()\npaid(1)", LIT, rules)) if found[0] == "error"]

    moment = "after `step`" if "after" in one else "instead of `step`"
    beginning = f"`{min(ids)}` and `{max(ids)}` both act {moment}, and their order matters: `"
    assert [(code, said[: len(beginning)]) for _, code, said in errors()] == [("hook-order", beginning)] * clash
    rules[ids[1]] = other.replace("    do:", f"    later-than: [{ids[0]}]\n    do:")
    assert errors() == []


def test_the_message_names_the_hook_that_decides(tmp_path: Path) -> None:
    rules = {"a": after("m == 1", "n = 5"), "b": after("m == 0", "m = 1")}
    ((_, _, message),) = told(mixed(tmp_path, "step()", STATE, rules))
    assert message.endswith("their order matters: `b` can make the condition of `a` true")


def test_a_hook_that_runs_the_hook_of_another_rule(tmp_path: Path) -> None:
    """What `a` does after the step includes what `c` does after that."""
    rules = {"a": "when:\n  after step(): turned()\n", "b": after("m == 1", "n += 1")}
    assert told(mixed(tmp_path, "step()", STATE, rules)) == []
    rules["c"] = "when:\n  after turned(): m = 1\n"
    message = "`a` and `b` both act after `step`, and their order matters"
    assert told(mixed(tmp_path, "step()", STATE, rules)) == [("error", "hook-order", message)]


TURNS = """
state:
  up: {type: player, each: match}
  other: {type: player, each: match}
  skips: {type: int, each: match}
procedures:
  effect(k): nothing
functions:
  further(): next(up)
"""


@pytest.mark.parametrize(
    ("one", "other", "lost"),
    [
        ("up = players.first", "up = next(up)", True),
        ("up = random players", "up = next(up)", True),
        ("let q = next(players.first)\n      up = q", "up = further()", True),
        ("up = next(up)", "up = next(up)", False),
        ("up = next(up)", "skips += 1", False),
        ("up = players.first", "skips += 1", False),
        ("up = players.first", "up = next(players.first)", False),  # the later card decides
        ("other = players.first", "other = next(other)", False),  # nobody's turn
    ],
)
def test_powers_of_different_cards_on_whose_turn_it_is(tmp_path: Path, one: str, other: str, lost: bool) -> None:
    hook = "when:\n  after effect(k):\n    if: k == {}\n    do: |\n      {}\n"
    rules = {"a": hook.format(1, one), "b": hook.format(2, other)}
    message = "`a` overwrites `up`, which `b` changes earlier in the turn"
    steps = "up = players.first\nother = up\nplay turn(up)"
    compiled = mixed(tmp_path, steps, TURNS, rules, stages="  turn(p): effect(1)\n")
    assert told(compiled) == [("warning", "hook-overwrites", message)] * lost
    rules["b"] = rules["b"].replace("    do:", "    later-than: [a]\n    do:")
    assert told(mixed(tmp_path, steps, TURNS, rules, stages="  turn(p): effect(1)\n")) == []


BETWEEN = """
when:
  {} effect(k):
    if: k == {}
    do: {}
"""


@pytest.mark.parametrize(
    ("one", "other", "inside", "lost"),
    [
        (("before", "1", "up = players.first"), ("after", "2", "up = next(up)"), "nothing", True),
        (("after", "1", "up = players.first"), ("before", "2", "up = next(up)"), "nothing", True),
        (("after", "1", "up = players.first"), ("before", "1", "up = next(up)"), "nothing", True),
        (("after", "1", "up = players.first"), ("before", "1", "up = next(up)"), "play turn(up)", False),
        # it uses the earlier change
        (("before", "1", "up = players.first"), ("after", "1", "up = next(up)"), "nothing", False),
        (("before", "1", "up = next(up)"), ("after", "2", "up = next(up)"), "nothing", False),
        (("after", "1", "other = players.first"), ("before", "2", "other = next(other)"), "nothing", False),
    ],
)
def test_whose_turn_it_is_changes_before_and_after_one_step(
    tmp_path: Path, one: tuple[str, str, str], other: tuple[str, str, str], inside: str, lost: bool
) -> None:
    rules = {"a": BETWEEN.format(*one), "b": BETWEEN.format(*other)}
    message = "`a` overwrites `up`, which `b` changes earlier in the turn"
    sections = TURNS.replace("effect(k): nothing", f"effect(k): {inside}")
    stages = "  turn(p): nothing\n  whole: effect(1)\n"
    steps = "up = players.first\nother = up\nplay turn(up)\nplay whole"
    compiled = mixed(tmp_path, steps, sections, rules, stages=stages)
    assert told(compiled) == [("warning", "hook-overwrites", message)] * lost


LEAVES = "  hand: |\n    n += 1\n    leave()\n    n += 1000\n"
LEAVING = STATE + "  leave(): {}\nwhen:\n  after hand: m = 10 * m + 1\n"


@pytest.mark.parametrize(
    ("leave", "hooks", "result"),
    [
        ("end hand", {}, (1, 1)),
        ("end hand", {"a": instead("hand", "m = 2", "proceed", "m = 5")}, (1, 21)),
        ("nothing", {"a": instead("hand", "m = 2", "proceed", "m += 300")}, (1001, 321)),
        ("end hand", {"a": instead("hand", "proceed", more="    earlier-than: [b]\n"),
                      "b": instead("hand", "m = 3", "proceed")}, (1, 31)),
        ("nothing", {"a": instead("hand", "m = 2", "end hand")}, (0, 2)),
        ("nothing", {"a": instead("hand", "proceed", "end hand")}, (1001, 1)),
        ("end hand", {"a": instead("hand", "proceed", test="n == 0")}, (1, 1)),
        ("end hand", {"a": instead("hand", "proceed", test="n == 5")}, (1, 1)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("asks", [False, True])
def test_hooks_after_a_stage_run_however_its_own_steps_end(
    tmp_path: Path, leave: str, hooks: Mapping[str, str], result: tuple[int, int], asks: bool
) -> None:
    """Where an `instead of` proceeds, too; but not if it ends the stage without the steps of the stage."""
    step = f"|\n    ask players.first:\n      only: {leave}\n" if asks else leave
    assert ends(mixed(tmp_path, "play hand", LEAVING.replace("{}", step), hooks, stages=LEAVES)) == result
