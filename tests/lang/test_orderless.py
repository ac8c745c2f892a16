"""`check` refuses a step that needs an order if a function can return a zone without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small

SECTIONS = """
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  stock: {seen: nobody, ordered: true}
  heap: {seen: nobody}
functions:
  sorted(n): pile if n > 0 else stock
  any_of(n): pile if n > 0 else heap
  further(n): any_of(n)
names: {n: int}
"""
DEALT = "shuffle box into stock\n"


def errors(folder: Path, steps: str) -> list[str]:
    findings = Small(folder, f"{DEALT}{steps}", SECTIONS).findings()
    return [d.message for d in findings if d.severity == "error"]


@pytest.mark.parametrize("step", ["deal 2 from {} to hand(p)", "deal 2 from {} to each hand", "shuffle {}"])
def test_a_zone_that_a_function_gives(tmp_path: Path, step: str) -> None:
    start = "let p = players.first\n"
    (tmp_path / "fine").mkdir()
    assert errors(tmp_path / "fine", start + step.format("sorted(1)")) == []
    for wrong in ("any_of(1)", "further(1)", "(heap if 1 > 0 else pile)"):
        folder = tmp_path / wrong[:4]
        folder.mkdir()
        (message,) = errors(folder, start + step.format(wrong))
        assert "`heap`" in message
        assert "has no order" in message
