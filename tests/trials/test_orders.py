"""The order of rules: it must not matter where `check` says that it doesn't."""

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
    return list(order_findings(mix, PLAN))


def hook(test: str, do: str) -> str:
    return f'when:\n  after laid(p):\n    if: "{test}"\n    do: "{do}"\n'


def test_hooks_that_change_each_others_conditions(tmp_path: Path) -> None:
    """One after the other leaves 0 as it is; the other way round, the first card sets it to 1."""
    rules = {"flip": hook("worth == 0", "worth = 1"), "flop": hook("worth == 1", "worth = 0"),
             "other": hook("worth == 7", "worth = 6")}  # fmt: skip
    (finding,) = found(tmp_path, rules)
    assert (finding.code, finding.severity) == ("deep-order", "error")
    assert finding.message.startswith("the order of `flip` and `flop` matters after `")
    assert ", move 1 of a game with seed " in finding.message
    assert finding.span is not None
    assert finding.span.source.name.endswith("flop.yaml")
    assert finding.help == "add `later-than: [flip]` or `earlier-than: [flip]` to the hook of `flop`"


def test_a_stated_order_is_kept(tmp_path: Path) -> None:
    flop = hook("worth == 1", "worth = 0").replace("    if", "    later-than: [flip]\n    if")
    assert found(tmp_path, {"flip": hook("worth == 0", "worth = 1"), "flop": flop}) == []


@pytest.mark.parametrize(
    "rules",
    [
        {"one": hook("true", "worth += 1"), "two": hook("pile.size > 3", "worth += 2")},
        {"one": hook("pile.size > 2", "worth = 5"), "two": hook("pile.size < 2", "worth = 4")},
        {"one": hook("worth == 0", "worth = 1")},
        {},
    ],
)
def test_an_order_that_does_not_matter(rules: dict[str, str], tmp_path: Path) -> None:
    assert found(tmp_path, rules) == []
