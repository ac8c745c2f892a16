"""`check` warns about each kind of hook that never runs, and about no other."""

from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.mixing.compiler import compile_ruleset
from three_ways import Small

SECTIONS = """
state:
  hooked: {{type: int}}
  done: {{type: int}}
zones:
  hand(player): {{seen: owner}}
  pile: {{seen: everybody, ordered: true}}
  dealt: {{seen: nobody, ordered: true}}
functions:
  first(): the p in players
facets:
  then: {{by: c, takes: steps, text: then, after: "laid(p, c)"}}
powers:
  2..A: {{then: nothing}}
procedures:
  thing(p): |
    done += 1
  moment(): nothing
  in-between(): thing(first())
  laid(p, c): nothing
prompts:
  act(p): |
    only: done += 1
  outer(p): |
    include act(p)
  answers(p): |
    thing: done += 100
  implied(p): |
    thing
  named(p): |
    something does thing(p)
  choosing(p): |
    put for c in hand(p): laid(p, c)
    else: nothing
when:
  {hook}
"""

HOOKS = {
    "before {}": "hooked += 1",
    "after {}": "hooked += 1",
    "instead of {}": "|\n    hooked += 1\n    proceed",
}


def small(folder: Path, steps: str, hook: str, do: str) -> Small:
    text = SECTIONS.format(hook=f"{hook}: {do}\n")
    steps = f"shuffle box into dealt\ndeal 1 from dealt to each hand\n{steps}"
    return Small(folder, steps, text, stages="  round(): done += 1\n  wrapped: in-between()\n")


NEVER = [
    ("act", "ask outer(first())", "only other questions include"),
    ("act", "poll p in players:\n  include act(p)\n  pass: next", "only other questions include"),
    ("act", "ask together p in players:\n  include act(p)", "only other questions include"),
    ("act", "ask first():\n  include act(first())", "only other questions include"),
    ("answers", "moment()", "nothing asks `answers`"),
    ("round", "moment()", "nothing plays `round`"),
    ("moment", "thing(first())", "nothing runs `moment`"),
]


@pytest.mark.parametrize("when", HOOKS)
@pytest.mark.parametrize(("name", "steps", "words"), NEVER, ids=[f"{n}: {w}" for n, _, w in NEVER])
def test_a_hook_that_never_runs_is_reported(tmp_path: Path, when: str, name: str, steps: str, words: str) -> None:
    found = small(tmp_path, steps, when.format(name), HOOKS[when]).findings()
    assert [(d.code, d.severity) for d in found] == [("hook-never", "warning")], found
    assert words in found[0].message


def test_a_step_that_an_option_leaves_out_counts(tmp_path: Path) -> None:
    game = small(tmp_path, "if 1 > 2: moment()", "after moment", "hooked += 1")
    assert game.findings() == ()


def test_a_question_without_a_name_has_no_hooks(tmp_path: Path) -> None:
    (found,) = small(tmp_path, "ask first():\n  go: nothing", "after go", "hooked += 1").findings()
    assert "unknown procedure, stage or question `go`" in found.message
    assert (found.help or "").startswith("hooks can be at ")
    assert "`moment`" in found.help


HOUSE = """\
rule: {id}
title: A house rule
text: It changes the small game.
for: small
{sections}
"""
THROW = "prompts:\n  choosing(p): |\n    instead put for c in hand(p): move c to box\n"


def mixed(folder: Path, *rules: str) -> list[Diagnostic]:
    """Return the findings about the small game, which runs `laid` from `choosing`, with these rules."""
    game = small(folder, "ask choosing(first())", "after thing", "nothing").path
    ids = [f"rule-{number}" for number in range(1, len(rules) + 1)]
    for id, sections in zip(ids, rules, strict=True):
        (folder / f"{id}.yaml").write_text(HOUSE.format(id=id, sections=sections), encoding="utf-8")
    found = compile_ruleset(game, with_=[folder / f"{id}.yaml" for id in ids]).findings
    return [d for d in found if d.span is not None and d.span.source.name.endswith(tuple(f"{id}.yaml" for id in ids))]


HOOK = "when:\n  after laid(p, c): hooked += 1\n"
REPLACING = {
    "the action": (THROW, "`rule-2` replaces the action `put` here"),
    "the question": (
        "prompts:\n  choosing(p):\n    instead: |\n      pass: nothing\n",
        "`rule-2` replaces `choosing` here",
    ),
    "the moment of the question": (
        "when:\n  instead of choosing: done += 1\n",
        "`rule-2` acts instead of `choosing` here",
    ),
    "the stage": ("stages:\n  game: {instead: champions = players}\n", "`rule-2` replaces `game` here"),
}
INSTEAD = {"the moment of the question": [("proceed", "this hook never proceeds, so nothing runs `laid`")]}


@pytest.mark.parametrize("what", REPLACING)
def test_a_hook_whose_action_another_rule_replaces_is_reported(tmp_path: Path, what: str) -> None:
    sections, reason = REPLACING[what]
    assert mixed(tmp_path, HOOK) == []
    found, *more = mixed(tmp_path, HOOK, sections)
    assert (found.code, found.severity, found.span and found.span.text) == ("hook-never", "warning", "after laid(p, c)")
    assert [related.message for related in found.related] == [reason]
    assert [(d.code, d.message) for d in more] == INSTEAD.get(what, [])
    assert (found.help == "add `proceed` in `rule-2`") is bool(more)


def test_a_power_whose_moment_another_rule_replaces_is_reported(tmp_path: Path) -> None:
    power = "powers:\n  7♠: {then: hooked += 1}\n"
    assert mixed(tmp_path, power) == []
    (found,) = mixed(tmp_path, power, THROW)
    assert (found.code, found.span and found.span.text) == ("hook-never", "hooked += 1")


def test_a_hook_is_fine_where_the_new_action_runs_the_same(tmp_path: Path) -> None:
    assert mixed(tmp_path, HOOK, THROW.replace("move c to box", "laid(p, c)")) == []
    assert mixed(tmp_path, HOOK, THROW.replace(": move c to box", " does laid(p, c)")) == []


def test_a_hook_on_the_procedure_of_an_action_with_its_own_steps_is_reported(tmp_path: Path) -> None:
    """Such an action doesn't run the procedure of its name."""
    asking = "prompts:\n  act(p): |\n    thing: x += 10\nprocedures:\n  thing(p): |\n    x += 1\n"
    sections = "state:\n  x: {type: int}\n" + asking + "when:\n  after thing: x += 100\n"
    (found,) = Small(tmp_path, "ask act(players.first)", sections).findings()
    assert (found.code, found.message) == ("hook-never", "this never runs: nothing runs `thing`")
    assert [(related.span.text, related.message) for related in found.related] == [
        ("thing", "the steps of this action replace the procedure of the same name")
    ]
    assert found.help == "run `thing(…)` in the steps of the action, or remove these steps"
    assert Small(tmp_path, "ask act(players.first)", sections.replace(": x += 10\n", "\n")).findings() == ()
