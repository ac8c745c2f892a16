"""Somebody whose game sets an option that is a rule learns which rule to add; `wrong-calls.yaml` has commands."""

import parlour


def test_help_in_a_ruleset() -> None:
    text = "game: mine\ntitle: Mine\nextends: sh\nset: {{{}: 1}}\n"
    said = {option: parlour.check(text.format(option))[0].help for option in ("tops", "draw-before-answer")}
    assert said == {
        "tops": "did you mean a rule? Add `uses: [optional-tops]`",
        "draw-before-answer": "this is a rule, not an option: add `uses: [draw-before-answer]`",
    }
