"""`check` warns about a mark that steps certainly set on a card outside its zones: the card would lose it at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic
from three_ways import Small

SECTIONS = """
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  stock: {seen: nobody, ordered: true}
marks:
  seen-by: {type: int, inside: pile}
procedures:
  away(c): move c to pile
names: {c: card}
"""


def found(folder: Path, steps: str) -> list[Diagnostic]:
    """Return the findings about marks. Tests around the steps exclude missing values."""
    start = "shuffle box into stock\ndeal 2 from stock to each hand\nlet p = players.first\n"
    inside = "\n".join(f"  {line}" for line in steps.splitlines())
    game = Small(folder, f"{start}if stock has cards and pile has cards:\n{inside}", SECTIONS)
    findings = game.findings()
    assert [d for d in findings if d.severity == "error"] == []
    return [d for d in findings if d.code == "mark-outside"]


NOT_KEPT = [
    ("stock.top.seen-by = 1", "stock.top"),
    ("for c in hand(p): c.seen-by = 1", "c.seen-by"),
    ("for c in hand(p):\n  if c.rank == 8:\n    c.seen-by = 1", "c.seen-by"),
    ("for c in hand(p):\n  c.seen-by = 1\n  move c to pile", "c.seen-by"),
    ("ask p:\n  touch for c in hand(p): c.seen-by = 1\n  pass: nothing", "c.seen-by"),
]
KEPT = [
    "pile.top.seen-by = 1",
    "for c in pile: c.seen-by = 1",
    "for c in hand(p):\n  move c to pile\n  c.seen-by = 1",
    "for c in hand(p):\n  away(c)\n  c.seen-by = 1",
    "for c in hand(p) + pile: c.seen-by = 1",
    "ask p:\n  touch for c in hand(p):\n    move c to pile\n    c.seen-by = 1\n  pass: nothing",
]


@pytest.mark.parametrize(("steps", "text"), NOT_KEPT)
def test_a_mark_of_a_card_that_is_surely_elsewhere_is_reported(tmp_path: Path, steps: str, text: str) -> None:
    (wrong,) = found(tmp_path, steps)
    assert wrong.severity == "warning"
    assert wrong.span is not None
    assert wrong.span.text.startswith(text)
    zone = "stock" if "stock" in text else "hand"
    assert wrong.message == f"cards in `{zone}` lose the mark `seen-by`: only cards in `pile` keep it"


@pytest.mark.parametrize("steps", KEPT)
def test_a_mark_that_may_be_kept_is_not(tmp_path: Path, steps: str) -> None:
    assert found(tmp_path, steps) == []


def test_cards_in_the_box_have_no_marks_either(tmp_path: Path) -> None:
    (wrong,) = found(tmp_path, "for c in box: c.seen-by = 1")
    assert "cards in `box` lose the mark `seen-by`" in wrong.message
