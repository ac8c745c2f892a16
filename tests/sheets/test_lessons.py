"""Sheets for players who know another game: what they must learn, and what is gone."""

from __future__ import annotations

import parlour
from parlour.sheets.lessons import lesson


def test_the_sheet_of_changes_repeats_no_beginning_that_still_holds() -> None:
    """Without bottom cards the aim ends earlier: only its rest is gone."""
    known, game = parlour.load("ctg"), parlour.load("ruse")
    gone = [p.text for p in lesson(known, game, 0).parts["gone"]]
    assert gone[0] == "“… first your hand, then the bottom cards in front of you.”"


def test_the_sheet_of_changes_names_ordinary_cards_once() -> None:
    """Shithead has no Joker, all queens are ordinary cards, not only that of spades, and the aim begins as in Ruse."""
    changes = lesson(parlour.load("ruse"), parlour.load("sh"), 0)
    (plain,) = [row.cards for row in changes.chart if row.words[0].text == "An ordinary card."]
    assert plain == ("4", "5", "6", "7", "9", "J", "Q", "K", "A")
    assert not [p.text for p in changes.parts["gone"] if "Get rid of all your cards" in p.text]
