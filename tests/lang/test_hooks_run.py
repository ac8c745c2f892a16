"""Every kind of hook on every kind of thing, wherever it is run from: it runs, in all executions, or `check` warns."""

from __future__ import annotations

from pathlib import Path

import pytest

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
  2..A: {{then: {power}}}
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

# What is hooked, from where it is run, and the steps.
RUN = [
    ("thing", "from steps", "thing(first())", "nothing", ""),
    ("thing", "from does", "ask named(first())", "nothing", ""),
    ("thing", "from an action of its name", "ask implied(first())", "nothing", ""),
    ("thing", "from a facet", "ask choosing(first())", "thing(p)", ""),
    ("thing", "from another hook", "moment()", "nothing", "  after moment(): thing(first())"),
    ("thing", "from a common answer", "ask together p in players where p == first():\n  go: thing(p)", "nothing", ""),
    ("thing", "from an answer on the spot", "ask first():\n  go: thing(first())", "nothing", ""),
    ("thing", "from a poll", "poll p in players where p == first():\n  go: thing(p)", "nothing", ""),
    ("thing", "from a procedure", "play wrapped", "nothing", ""),
    ("round", "from steps", "play round()", "nothing", ""),
    ("round", "from an answer", "ask first():\n  go: play round()", "nothing", ""),
    ("round", "from another hook", "moment()", "nothing", "  after moment(): play round()"),
    ("act", "from steps", "ask act(first())", "nothing", ""),
    ("act", "from another hook", "moment()", "nothing", "  after moment(): ask act(first())"),
    ("act", "from an answer", "ask first():\n  go: ask act(first())", "nothing", ""),
]  # fmt: skip
HOOKS = {
    "before {}": ("hooked += 1", 1),
    "after {}": ("hooked += 1", 1),
    "instead of {}": ("|\n    hooked += 1\n    proceed", 1),
}


def small(folder: Path, steps: str, hook: str, do: str, power: str = "nothing", other: str = "") -> Small:
    hooks = f"{hook}: {do}\n{other}"
    text = SECTIONS.format(power=power, hook=hooks)
    steps = f"shuffle box into dealt\ndeal 1 from dealt to each hand\n{steps}"
    return Small(folder, steps, text, stages="  round(): done += 1\n  wrapped: in-between()\n")


@pytest.mark.parametrize("when", HOOKS)
@pytest.mark.parametrize(("name", "place", "steps", "power", "other"), RUN, ids=[f"{n} {p}" for n, p, *_ in RUN])
def test_it_runs(tmp_path: Path, when: str, name: str, place: str, steps: str, power: str, other: str) -> None:
    do, times = HOOKS[when]
    game = small(tmp_path, steps, when.format(name), do, power, other)
    never = [d for d in game.findings() if d.code == "hook-never"]
    assert never == []
    end = game.ends()
    assert isinstance(end, dict), end
    assert (end["hooked"], end["done"]) == (times, 1)


NEVER = [
    ("act", "ask outer(first())", "only included in other questions"),
    ("act", "poll p in players:\n  include act(p)\n  pass: next", "only included in other questions"),
    ("act", "ask together p in players:\n  include act(p)", "only included in other questions"),
    ("act", "ask first():\n  include act(first())", "only included in other questions"),
    ("answers", "moment()", "nothing asks `answers`"),
    ("round", "moment()", "nothing plays `round`"),
    ("moment", "thing(first())", "nothing runs `moment`"),
]


@pytest.mark.parametrize("when", HOOKS)
@pytest.mark.parametrize(("name", "steps", "words"), NEVER, ids=[f"{n}: {w}" for n, _, w in NEVER])
def test_a_hook_that_never_runs_is_reported(tmp_path: Path, when: str, name: str, steps: str, words: str) -> None:
    found = small(tmp_path, steps, when.format(name), HOOKS[when][0]).findings()
    assert [(d.code, d.severity) for d in found] == [("hook-never", "warning")], found
    assert words in found[0].message


def test_a_step_that_an_option_leaves_out_counts(tmp_path: Path) -> None:
    game = small(tmp_path, "if 1 > 2: moment()", "after moment", "hooked += 1")
    assert game.findings() == ()


def test_a_question_without_a_name_has_no_hooks(tmp_path: Path) -> None:
    (found,) = small(tmp_path, "ask first():\n  go: nothing", "after go", "hooked += 1").findings()
    assert "there is no moment `go`" in found.message
