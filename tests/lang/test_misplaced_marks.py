"""`check` warns about a mark that steps certainly set on a card outside its zones: the card would lose it at once."""

from __future__ import annotations

from pathlib import Path

from three_ways import findings_of

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


# Tests around the steps exclude missing values.
START = "shuffle box into stock\ndeal 2 from stock to each hand\nlet p = players.first"
GUARD = "if stock has cards and pile has cards:\n  "
LOST = {
    "stock.top.seen-by = 1": "stock",
    "for c in hand(p): c.seen-by = 1": "hand",
    "for c in hand(p):\n  if c.rank == 8:\n    c.seen-by = 1": "hand",
    "for c in hand(p):\n  c.seen-by = 1\n  move c to pile": "hand",
    "ask p:\n  touch for c in hand(p): c.seen-by = 1\n  pass: nothing": "hand",
    "for c in box: c.seen-by = 1": "box",
    "pile.top.seen-by = 1": None,
    "for c in pile: c.seen-by = 1": None,
    "for c in hand(p):\n  move c to pile\n  c.seen-by = 1": None,
    "for c in hand(p):\n  away(c)\n  c.seen-by = 1": None,
    "for c in hand(p) + pile: c.seen-by = 1": None,
    "ask p:\n  touch for c in hand(p):\n    move c to pile\n    c.seen-by = 1\n  pass: nothing": None,
}


def test_a_mark_of_a_card_that_is_surely_elsewhere_is_reported(tmp_path: Path) -> None:
    cases = [GUARD + steps.replace("\n", "\n  ") for steps in LOST]
    for (steps, zone), found in zip(LOST.items(), findings_of(tmp_path, cases, SECTIONS, before=START), strict=True):
        message = f"cards in `{zone}` lose the mark `seen-by`: only cards in `pile` keep it"
        told = [(d.code, d.severity, d.message) for d in found]
        assert told == ([] if zone is None else [("mark-outside", "warning", message)]), steps
        assert all(d.span is not None and "seen-by" in d.span.text for d in found)
