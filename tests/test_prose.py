"""The texts of rules, with the values of options filled in."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour.sheets.assembly import rules_in_words

RULE = """\
rule: talks
title: Talks
for: eights
text: >-
  Draw {options.cards}. {options.loud: Say so.} {options.tie is not share: Ties go on for {options.cards} rounds.}
  {options.tie is share: Share.} {with queen-skips: Queens skip.} {without queen-skips: Queens don't skip.}
  {options.talks.cards} again, {options.hand-size} at {{first}}.
options:
  cards: {type: int, in: 1..9, default: 2, text: cards to draw}
  loud: {type: bool, default: false, text: saying so}
  tie: {type: [play-again, share], default: play-again, text: ties}
"""


def told(tmp_path: Path, **options: str | int | bool) -> dict[str, str]:
    path = tmp_path / "talks.yaml"
    path.write_text(RULE, encoding="utf-8")
    game = parlour.load("crazy-eights", with_=[str(path)], options={f"talks.{name}": v for name, v in options.items()})
    return dict(rules_in_words(game))


def test_a_text_shows_options_and_leaves_out_what_does_not_apply(tmp_path: Path) -> None:
    expected = "Draw 2. Ties go on for 2 rounds. Queens don't skip. 2 again, 5 at {first}."
    assert told(tmp_path)["Talks"] == expected
    expected = "Draw 3. Say so. Share. Queens don't skip. 3 again, 5 at {first}."
    assert told(tmp_path, cards=3, loud=True, tie="share")["Talks"] == expected


def test_what_is_set_is_said_in_words(tmp_path: Path) -> None:
    said = told(tmp_path, loud=True, tie="play-again", cards=4)["Set for this game"]
    assert "saying so: yes" in said
    assert "ties: play again" in said
    assert "cards to draw: 4" in said
