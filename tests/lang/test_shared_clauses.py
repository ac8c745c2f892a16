"""Clauses that several actions share: `draw(p), pass(p):` under `may`."""

from pathlib import Path

import pytest

from parlour.mixing.compiler import compile_ruleset
from scaffold.home import TESTS

RULE = (TESTS / "examples" / "seven-must-be-covered.yaml").read_text(encoding="utf-8")


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
