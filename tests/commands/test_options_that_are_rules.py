"""Somebody who sets an option that is a rule, or that only a rule has, learns which rule to add or to remove."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from scaffold.terminal import run

RULE = "this is a rule, not an option"
HELP = {
    ("sh", "draw-before-answer"): f"{RULE}: add `--with draw-before-answer`",
    ("sh", "answers-from-bottoms"): f"{RULE}: add `--with blind-answers` or `--with hands-answer`",
    ("sh", "pending-return"): f"{RULE}: add `--with winner-returns`",
    ("sh", "tops"): "did you mean a rule? Add `--with optional-tops`",
    ("sh", "ends"): "did you mean a rule? Add `--with first-out-ends`",
    ("sh", "hand-siz"): "did you mean `hand-size`?",
    ("chaos-sh", "chaos"): "the mix has the rule `chaos`; to remove it, add `--without chaos`",
    ("gin-rummy", "knock"):
        "the mix has the rule `knock` with `knock.loose` and `knock.before-taking`; to remove it, add `--without ",
    ("crazy-eights", "penalty"): "a rule has this option: add `--with last-card-call` or `--with straight-out`",
    ("crazy-eights", "cards-drawn"): "the options are ",
}


@pytest.mark.parametrize(("game", "option"), HELP)
def test_help_on_the_command_line(game: str, option: str) -> None:
    said = run("show", game, "--set", f"{option}=3").err
    assert f"no option `{option}` [option-unknown]" in said
    assert f"  help: {HELP[game, option]}" in said


def test_an_option_of_a_single_rule_is_set_at_once() -> None:
    """Only `deal-in-packets` has this option."""
    said = run("show", "crazy-eights", "--set", "packet=3").err
    assert "help: a rule has this option: add `--with deal-in-packets --set deal-in-packets.packet=…`" in said


def test_help_in_a_ruleset(tmp_path: Path) -> None:
    text = "game: mine\ntitle: Mine\nextends: sh\nset: {{{}: 1}}\n"
    said = {option: parlour.check(text.format(option))[0].help for option in ("tops", "draw-before-answer")}
    assert said == {
        "tops": "did you mean a rule? Add `uses: [optional-tops]`",
        "draw-before-answer": f"{RULE}: add `uses: [draw-before-answer]`",
    }
