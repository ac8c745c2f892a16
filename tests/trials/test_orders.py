"""The order of rules must not matter if `check` accepts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from shedding import shedding

from parlour.base.diagnostics import Diagnostic
from parlour.trials.orders import order_findings
from parlour.trials.plan import SearchPlan

PLAN = SearchPlan(games=5)


def found(folder: Path, rules: dict[str, str]) -> list[Diagnostic]:
    _, mix = shedding(folder, rules=rules)
    return [each.diagnostic for each in order_findings(mix, PLAN)]


def hook(test: str, do: str) -> str:
    return f'when:\n  after laid(p):\n    if: "{test}"\n    do: "{do}"\n'


FLASH = "stages:\n  flash: nothing\nstate:\n  lamp: {type: bool, each: flash, seen: everybody, text: lamp}\n"
RULES = {  # a stage begins with its own variables at their first values
    "flash": FLASH + hook("true", "play flash"),
    "glow": hook("true", "lamp = true"),
    "other": hook("worth == 7", "worth = 6"),
}


def test_a_stage_that_sets_back_what_another_rule_changes(tmp_path: Path) -> None:
    """The later rule decides whether the lamp is on after a card."""
    (finding,) = found(tmp_path, RULES)
    assert (finding.code, finding.severity) == ("deep-order", "error")
    assert finding.message.startswith("the order of `flash` and `glow` matters after `")
    assert ", move 1 of a game with seed " in finding.message
    assert finding.span is not None
    assert finding.span.source.name.endswith("glow.yaml")
    assert finding.help == "add `later-than: [flash]` or `earlier-than: [flash]` to the hook of `glow`"


def test_a_stated_order_is_kept(tmp_path: Path) -> None:
    glow = RULES["glow"].replace("    if", "    later-than: [flash]\n    if")
    assert found(tmp_path, {**RULES, "glow": glow}) == []


ASKS = """\
when:
  after laid(p):
    if: TEST
    do: |
      ask p:
        "do you NAME?"
        NAME: nothing
        no-NAME: nothing
"""


def asking(name: str, test: str) -> str:
    return ASKS.replace("TEST", test).replace("NAME", name)


def test_a_question_before_or_after_another_change(tmp_path: Path) -> None:
    """During the question, the other rule has acted in only one game; after the answer, both games are equal again."""
    assert found(tmp_path, {"asks": asking("nod", "true"), "counts": hook("true", "worth += 1")}) == []


def test_questions_that_are_never_asked_after_the_same_card(tmp_path: Path) -> None:
    rules = {name: asking(name, f"hand(p).size == {size}") for size, name in enumerate(("bow", "nod", "wave"))}
    assert found(tmp_path, rules) == []


@pytest.mark.parametrize(
    "rules",
    [
        {"one": hook("true", "worth += 1"), "two": hook("pile.size > 3", "worth += 2")},
        {"one": hook("pile.size > 2", "worth = 5"), "two": hook("pile.size < 2", "worth = 4")},
        {"one": hook("worth == 0", "worth = 1"), "two": hook("worth == 2", "worth = 3")},
        {"one": hook("worth == 0", "worth = 1")},
        {},
    ],
)
def test_an_order_that_does_not_matter(rules: dict[str, str], tmp_path: Path) -> None:
    assert found(tmp_path, rules) == []
