"""Functions whose value could be a word of several lists, or of none."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small

SECTIONS = """
types:
  role: [king, thief, fool]
  other: [fool, king-of-all]
zones:
  stock: {ordered: true}
state:
  kings: {type: int, each: game}
  last: {type: role, each: game}
functions:
  role_of(c): king if c.rank == K else thief
  kind(c): thief
  twice(c): |
    let found = role_of(c)
    found if found == king else thief
"""
STEPS = """
shuffle box into stock
for c in stock:
  last = role_of(c)
  if last == king: kings += 1
  if twice(c) != role_of(c): kings += 100
  if kind(c) != thief: kings += 100
"""


WRONG = {
    "of two lists": ("role_of(c): fool", "`fool` is a word of `role` and `other`"),
    "of no list": ("role_of(c): clown", "unknown name `clown`"),
    "of another list": ("role_of(c): king if c.rank == K else king-of-all", "expected `fool` or `king-of-all`"),
}


@pytest.mark.parametrize(("function", "message"), WRONG.values(), ids=WRONG)
def test_a_word_needs_one_list(function: str, message: str, tmp_path: Path) -> None:
    sections = SECTIONS.replace("role_of(c): king if c.rank == K else thief", function)
    told = [finding.message for finding in Small(tmp_path, STEPS, sections).findings()]
    assert any(message in one for one in told), told
