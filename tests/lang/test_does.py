"""`does f(…)` in actions, and the permissions of the procedure that it calls. The oracle tests what it does."""

from pathlib import Path

from parlour.mixing.compiler import compile_ruleset
from scaffold.files import write
from three_ways import Small

SECTIONS = """
zones:
  hand(player): {seen: owner}
procedures:
  lay(p, c): nothing
prompts:
  one(p): |
    put for c in hand(p) does lay(p, c)
    else: nothing
"""


def test_a_permission_of_a_rule_is_wrong_at_its_heading_although_the_action_calls_it(tmp_path: Path) -> None:
    """The frame's `does` was right before the rule was added."""
    text = "for: small\ntext: No jokers.\nmay:\n  lay(c, p):\n    no: {forbid: c == Jk, says: no}\n"
    rule = write(tmp_path / "no-jokers.yaml", f"rule: no-jokers\ntitle: No jokers\n{text}")
    steps = "deal 1 from box to each hand\nfor q in players: ask one(q)"
    (found,) = compile_ruleset(Small(tmp_path, steps, SECTIONS).path, (rule,)).findings
    assert (found.code, found.message) == ("type", "`c` is a card, but `lay(p, c)` has a player here")
    assert found.span is not None
    assert found.span.text == "c"
