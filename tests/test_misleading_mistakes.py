"""Mistakes whose consequences point elsewhere: the finding names the mistake, or what to write."""

from __future__ import annotations

import pytest

import parlour

RULE = "rule: my-rule\ntitle: My rule\nfor: eights\ntext: A rule.\n"
GAME = "game: my-game\ntitle: My game\nextends: crazy-eights\nplayers: 2\n"
MISTAKES = {
    "steps without a bar": (
        f"{RULE}procedures:\n  matadors():\n    let x = 1\n    passes += x\n    passes += x\n",
        (8, "put `|` after the colon above"),
    ),
    "an expression of two lines": (
        f"{RULE}functions:\n  matadors(p):\n    let tops = hand(p)\n    count c in tops\n",
        (8, "put `|` after the colon above"),
    ),
    "a quantifier after an operator": (
        f"{RULE}functions:\n  twice(p): 2 * count c in hand(p) where c.rank == 8\n",
        (6, "`* (count …)`"),
    ),
    "a rank and a number": (f"{RULE}functions:\n  next_one(c): c.rank == pile.size + 1\n", (6, "`order(c.rank)`")),
    "an ending as an argument": (f"{RULE}when:\n  after play(p, c): draw(p, blocked)\n", (6, "`end game as blocked`")),
    "a condition of a policy in quotes": (
        f'{RULE}policy:\n  first: ["play if c.rank == 8"]\n',
        (6, "`play(p, c): c.rank == 8`"),
    ),
    "sides without lists": (f"{GAME}sides: {{2: [1, 2]}}\n", (5, "`[[1], [2]]`")),
}


@pytest.mark.parametrize(("text", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_the_finding_says_what_to_write(text: str, expected: tuple[int, str]) -> None:
    line, words = expected
    error = next(finding for finding in parlour.check(text, "mine.yaml") if finding.severity == "error")
    assert error.span is not None
    assert error.span.line == line
    assert words in f"{error.message} {error.help}"
