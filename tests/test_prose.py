"""The texts of rules, with the values of options filled in."""

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


CONDITIONS = """\
rule: rounds-of-talk
title: Rounds of talk
for: eights
text: >-
  Talk. {with two-misses-turn or with jack-skips and options.loud: Say who is skipped.} {options.loud or with
  two-misses-turn: Speak up.}
options:
  loud: {type: bool, default: false, text: saying so}
"""


def talk(tmp_path: Path, *with_: str, loud: bool = False) -> str:
    path = tmp_path / "talk.yaml"
    path.write_text(CONDITIONS, encoding="utf-8")
    game = parlour.load("crazy-eights", (str(path), *with_), (), {"rounds-of-talk.loud": loud})
    return dict(rules_in_words(game))["Rounds of talk"]


def test_words_apply_if_one_of_several_conditions_holds(tmp_path: Path) -> None:
    assert talk(tmp_path) == "Talk."
    assert talk(tmp_path, loud=True) == "Talk. Speak up."
    assert talk(tmp_path, "jack-skips") == "Talk.", "`and` binds tighter than `or`"
    assert talk(tmp_path, "jack-skips", loud=True) == "Talk. Say who is skipped. Speak up."


def test_options_of_a_missing_rule_are_reported_unless_the_same_words_need_the_rule() -> None:
    """`or` separates the conditions: the first ones don't say that the others need the rule."""
    start = "rule: asks\ntitle: Asks\nfor: eights\ntext: |\n  Look.\n"
    reported = {
        "with jack-skips and options.jack-skips.ranks is J": False,
        "with jack-skips and options.jack-skips.ranks is J or without jack-skips": False,
        "without jack-skips or options.jack-skips.ranks is J": True,
        "without jack-skips and options.jack-skips.ranks is J": True,
    }
    text = "".join(f"  {{{when}: Jacks skip.}}\n" for when in reported)
    found = [finding for finding in parlour.check(start + text) if finding.code == "text-braces"]
    lines = sorted(finding.span.line for finding in found if finding.span is not None)
    assert lines == [number for number, when in enumerate(reported, 6) if reported[when]]
