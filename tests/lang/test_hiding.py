"""`check` warns about local names that hide names of the table: a change there isn't what the author means."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.mixing.compiler import compile_ruleset
from three_ways import Small, findings_of

SECTIONS = """
names: {p: player}
state:
  total: {type: int}
  points(player): {type: int}
zones:
  heap: {seen: nobody, ordered: true}
  hand(player): {seen: owner}
classes:
  high: {of: rank, starts: [J, Q, K]}
functions:
  first(): the p in players
  is_high(c): c.rank in high
"""
ASK = "ask players.first:\n  take for {}: nothing\n  else: nothing"
CASES = {
    "let total = 3": "`total` hides the variable `total`",
    "let total = random 1..6": "`total` hides the variable `total`",
    "let heap = 3": "`heap` hides the zone `heap`",
    "let high = 3": "`high` hides the class `high`",
    "let colours = 3": "`colours` hides the built-in name `colours`",
    "let options = 3": "`options` hides the built-in name `options`",
    "let x = 1\nif x == 1:\n  let x = 2": "`x` hides the earlier name `x`",
    "let x = 1\nlet x = 2": "`x` hides the earlier name `x`",
    "for total in 1..3: nothing": "`total` hides the variable `total`",
    "if any heap in players where heap == heap: nothing": "`heap` hides the zone `heap`",
    "let x = sum total for total in 1..3": "`total` hides the variable `total`",
    ASK.format("total in 1..3"): "`total` hides the variable `total`",
    ASK.format("high in 2 cards of hand(players.first)"): "`high` hides the class `high`",
    ASK.format("suits in places of heap"): "`suits` hides the built-in name `suits`",
    "let first = first()": None,  # names with brackets aren't hidden
    "for p in players:\n  let hand = hand(p)\n  let points = points(p)": None,
    "for p in players:\n  let x = 1\nfor p in players:\n  let x = 2": None,
    "if true: let y = 1\nlet y = 2": None,
}


def test_it_is_reported_with_what_the_author_can_do(tmp_path: Path) -> None:
    for (steps, words), found in zip(CASES.items(), findings_of(tmp_path, CASES, SECTIONS), strict=True):
        told = [(d.code, d.severity, d.message) for d in found]
        assert told == ([] if words is None else [("hidden-name", "warning", words)]), steps
    steps = {
        "let x = 1\nlet x = 2": "write `x = …` to change it, or choose another name",
        "let total = 2": "write `total = …` to change it, or choose another name",
        **dict.fromkeys(("let heap = 2", "let high = 2", "let colours = 2"), "choose another name"),
    }
    (tmp_path / "help").mkdir()
    told = [[d.help for d in found] for found in findings_of(tmp_path / "help", steps, SECTIONS)]
    assert told == [[words] for words in steps.values()]


@pytest.mark.parametrize("step", ["let c = stock.top", "for c in hand(p): nothing", "let n = count c in hand(p)"])
def test_the_parameters_of_a_facet_are_hidden_in_a_power(tmp_path: Path, step: str) -> None:
    """A power doesn't show them: its author would take `c` for a new name, and lose the card that was played."""
    file = tmp_path / "r.yaml"
    file.write_text(
        f"rule: r\ntitle: R\nfor: eights\ntext: x\npowers:\n  Q:\n    then: |\n      {step}\n", encoding="utf-8"
    )
    found = [d for d in compile_ruleset("crazy-eights", with_=[file]).findings if d.code == "hidden-name"]
    assert [(d.message, d.help) for d in found] == [("`c` hides the facet's parameter `c`", "choose another name")]


def test_a_rule_hides_nothing_that_it_does_not_know(tmp_path: Path) -> None:
    """A frame, or another rule, can't know what a rule declares; a rule knows its frame."""
    game = Small(tmp_path, "let lot = 3\ngo(players.first)", SECTIONS + "procedures:\n  go(p): nothing\n")
    for name, text in {
        "one": "state:\n  lot: {type: int}\n",
        "two": "when:\n  before go(p):\n    let lot = 4\n",
        "three": "when:\n  before go(total): nothing\n",
    }.items():
        (tmp_path / f"{name}.yaml").write_text(f"rule: {name}\ntitle: R\nfor: small\n{text}", encoding="utf-8")
    found = compile_ruleset(game.path, with_=[tmp_path / f"{n}.yaml" for n in ("one", "two")]).findings
    assert [d for d in found if d.code == "hidden-name"] == []
    found = compile_ruleset(game.path, with_=[tmp_path / "three.yaml"]).findings
    assert [d.message for d in found if d.code == "hidden-name"] == ["`total` hides the variable `total`"]


UNSHOWN = [
    ("after go: number = number + total", True),
    ("after go(p, n): number = n + total", False),
    ("after go:\n    if: total > 1\n    do: number += 1", True),
    ("instead of go: number = total", True),
    ("after go: number += 1", False),
]


@pytest.mark.parametrize(("hook", "hides"), UNSHOWN)
def test_a_parameter_that_a_heading_does_not_show_is_reported_where_it_is_used(
    tmp_path: Path, hook: str, hides: bool
) -> None:
    """The frame calls the parameter `total`, which is also a variable of the rule."""
    sections = 'state:\n  number: {type: int}\nprocedures:\n  "go(p, total: int)": number += total\n'
    game = Small(tmp_path, "go(players.first, 3)", sections).path
    rule = tmp_path / "house.yaml"
    head = "rule: house\ntitle: House\ntext: It counts.\nfor: small\nstate:\n  total: {type: int}\n"
    rule.write_text(f"{head}when:\n  {hook}\n", encoding="utf-8")
    found = [d for d in compile_ruleset(game, with_=[rule]).findings if d.code == "hidden-name"]
    assert [(d.message, d.severity) for d in found] == [("`total` hides the variable `total`", "warning")] * hides
    for finding in found:
        assert finding.span is not None
        assert finding.help == f"rename the parameters: `{finding.span.text}(p, total-2)`"
