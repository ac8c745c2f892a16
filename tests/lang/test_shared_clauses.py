"""Clauses that several actions share: `draw(p), pass(p):` under `may`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.examples import cases_of, render, run_case
from parlour.library.loading import load
from parlour.mixing.compiler import compile_ruleset
from scaffold.examples import mixes

RULE = """
rule: seven-must-be-covered
title: A seven must be covered
for: eights
text: While a seven is on top, you can't draw or pass, and can't play another seven.
may:
  draw(p), pass(p):
    cover: {forbid: is_seven(pile.top), says: "cover {pile.top}"}
  play(p, c):
    another: {forbid: is_seven(pile.top) and is_seven(c), says: "cover {pile.top} with another rank"}
  pass(p):
    tired: {allow: hand(p).size > 5, despite: [cover]}
functions:
  "is_seven(c: card or none)": c.rank == 7
prompts:
  act(p): |
    give-up: nothing
"""
EXAMPLES = """
examples:
  - name: it
    in: crazy-eights
    given: {pile: %s, hand 1: 9♠ 7♥, hand 2: 4♥, to move: 1}
    then: %s
"""
CASES = {
    "both are refused": ("7♠", "{may not: {draw: cover, play 7♥: another}, may: [play 9♠]}"),
    "another card is not covered": ("3♠", "{may: [draw, play 9♠]}"),
}


@pytest.mark.parametrize(("pile", "then"), CASES.values(), ids=CASES)
def test_each_action_has_the_shared_clauses(pile: str, then: str, folder: Path) -> None:
    path = folder / "seven-must-be-covered.yaml"
    path.write_text(RULE + EXAMPLES % (pile, then), encoding="utf-8")
    document, problems = load(path)
    assert document is not None, problems
    (result,) = (run_case(case, mixes()) for case in cases_of(document))
    assert result.passed, render([result])


def test_each_action_has_its_own_permission_with_these_clauses(folder: Path) -> None:
    path = folder / "seven-must-be-covered.yaml"
    path.write_text(RULE, encoding="utf-8")
    program = compile_ruleset("crazy-eights", with_=[path]).program
    assert program is not None
    clauses = {permission.name: [clause.id for clause in permission.clauses] for permission in program.permissions}
    assert "seven-must-be-covered.cover" in clauses["draw"]
    assert [clause for clause in clauses["pass"] if "seven" in clause] == [
        "seven-must-be-covered.cover", "seven-must-be-covered.tired",
    ]  # fmt: skip


@pytest.mark.parametrize("key", ["draw(p) pass(p)", "draw(p),", ", draw(p)", "draw(p), Pass(p)"])
def test_other_keys_are_refused(key: str, folder: Path) -> None:
    path = folder / "seven-must-be-covered.yaml"
    path.write_text(RULE.replace("draw(p), pass(p):", f'"{key}":'), encoding="utf-8")
    findings = compile_ruleset("crazy-eights", with_=[path]).findings
    assert any("with commas between them" in finding.message for finding in findings)


def test_an_error_in_a_shared_clause_is_reported_once(folder: Path) -> None:
    path = folder / "seven-must-be-covered.yaml"
    path.write_text(RULE.replace("forbid: is_seven(pile.top),", "forbid: is_sevn(pile.top),"), encoding="utf-8")
    (finding,) = compile_ruleset("crazy-eights", with_=[path]).findings
    assert "is_sevn" in finding.message
