"""`check` warns about local names that hide names of the table: a change there isn't what the author means."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.mixing.compiler import compile_ruleset
from three_ways import Small

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
