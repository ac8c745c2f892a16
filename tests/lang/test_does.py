"""`does f(…)` in actions: with all parameters, or with the player who answers added in front."""

from pathlib import Path

import pytest

from parlour.mixing.compiler import compile_ruleset
from scaffold.files import write
from three_ways import Small

SECTIONS = """
state:
  total: {{type: int}}
  who: {{type: player}}
zones:
  hand(player): {{seen: owner}}
  dealt: {{seen: nobody, ordered: true}}
procedures:
  lay(p, c): who = p
{more}
prompts:
  one(p): |
    put {action}
    else: nothing
"""
STEPS = "shuffle box into dealt\ndeal 1 from dealt to each hand\nfor q in players: ask one(q)"
ALLOWED = "may:\n  lay(p, c):\n    no: {forbid: c == Jk, says: no}"


def small(folder: Path, action: str, more: str = "") -> Small:
    return Small(folder, STEPS, SECTIONS.format(action=action, more=more))


@pytest.mark.parametrize(
    "action",
    [
        "for c in hand(p) does lay(c)",
        "for c in hand(p) does lay(p, c)",
        "for c in hand(p) does lay(next(next(p)), c)",
    ],
)
@pytest.mark.parametrize("more", ["", ALLOWED])
def test_the_asked_player_may_be_left_out(tmp_path: Path, action: str, more: str) -> None:
    end = small(tmp_path, action, more).ends()
    assert isinstance(end, dict)
    assert end["who"] == 1


@pytest.mark.parametrize("action", ["for c in hand(p) does lay(c): total = 7", "for c in hand(p): total = 7"])
def test_steps_below_an_action_stand_instead_of_the_procedure(tmp_path: Path, action: str) -> None:
    end = small(tmp_path, action, "  put(p, c): total = 9").ends()
    assert isinstance(end, dict)
    assert end["total"] == 7


def test_a_permission_of_a_rule_is_wrong_at_its_heading_although_the_action_calls_it(tmp_path: Path) -> None:
    """The frame's `does` was right before the rule was added."""
    frame = SECTIONS.format(action="for c in hand(p) does lay(p, c)", more="")
    text = "for: small\ntext: No jokers.\nmay:\n  lay(c, p):\n    no: {forbid: c == Jk, says: no}\n"
    rule = write(tmp_path / "no-jokers.yaml", f"rule: no-jokers\ntitle: No jokers\n{text}")
    (found,) = compile_ruleset(Small(tmp_path, STEPS, frame).path, (rule,)).findings
    assert (found.code, found.message) == ("type", "`c` is a card, but `lay(p, c)` has a player here")
    assert found.span is not None
    assert found.span.text == "c"
