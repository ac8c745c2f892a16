"""What a loose card counts can be computed with all operators, as long as none of them could fail."""

from pathlib import Path

import pytest

from parlour import program as p
from parlour.mixing.compiler import compile_ruleset
from parlour.program.value_ranges import value_range
from three_ways import Small

STATE = "state:\n  x: {type: int, starts: 0, text: a number}\n"
RULE = "rule: mine\ntitle: Mine\nfor: rummy\ntext: Cards count otherwise.\n"


@pytest.mark.parametrize(
    ("worth", "loose"),
    [
        ("2 * pips(c.rank)", 22),  # a two and a nine
        ("pips(c.rank) // 2", 5),
        ("pips(c.rank) mod 5", 6),
        ("100 - pips(c.rank) * (3 if c.suit == ♠ else 1)", 185),
    ],
)
def test_operators_that_can_not_fail_are_played(worth: str, loose: int, tmp_path: Path) -> None:
    sections = f'{STATE}melding: {{worth: "{worth}"}}\n'
    end = Small(tmp_path, "x = deadwood([2♠, 9♥])", sections).ends()
    assert isinstance(end, dict)
    assert end["x"] == loose


@pytest.mark.parametrize(
    ("worth", "told"),
    [
        ("60 // (pips(c.rank) - 3)", "`//` could fail here"),  # a three has no value
        ("100000 * pips(c.rank) * 100000", "`*` could fail here"),
        ("2 * hand(dealer).size", "can only depend on the rank and suit of `c`"),
    ],
)
def test_what_could_fail_or_change_is_refused_at_its_rule(worth: str, told: str, tmp_path: Path) -> None:
    rule = tmp_path / "mine.yaml"
    rule.write_text(f'{RULE}functions:\n  worth(c): {{instead: "{worth}"}}\n', encoding="utf-8")
    (found,) = [d for d in compile_ruleset("gin-rummy", (rule,)).findings if d.severity == "error"]
    assert told in found.message
    assert found.span is not None
    assert (found.span.source.name, found.span.line) == (str(rule), 6)


def test_the_range_of_an_operator_is_that_of_its_corners() -> None:
    design = compile_ruleset("gin-rummy").program.deck.design  # type: ignore[union-attr] # a shipped game
    pips = p.Pips(p.CardFact("rank", p.Local(0)))
    low, high = min(design.pips), max(design.pips)
    assert value_range(p.Op("*", pips, p.Const(-2)), design) == (-2 * high, -2 * low)
    assert value_range(p.Op("-", p.Const(5), pips), design) == (5 - high, 5 - low)
    assert value_range(p.Op("mod", pips, p.Const(-4)), design) == (-4, 0)
    assert value_range(p.Op("//", p.Const(5), pips), design) is None
