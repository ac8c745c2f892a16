"""Rule sheets say only what holds with the options, and first what comes first."""

from __future__ import annotations

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.text import as_text


def sheet(game: str, **options: int | bool) -> str:
    return as_text(sheet_of(parlour.load(game, options={name.replace("_", "-"): v for name, v in options.items()})))


def test_a_rule_with_nothing_to_say_under_these_options_is_left_out() -> None:
    assert "Number of games" not in sheet("sh")
    assert "Number of games. Play 3 games." in sheet("sh", games=3)


def test_a_turn_says_first_what_comes_first() -> None:
    assert "YOUR TURN\n  The draw comes first. Play one card" in sheet("sh")
    assert "YOUR TURN\n  Play one card" in sheet("sh", start_draw=False)
