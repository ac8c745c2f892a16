"""`does f(…)` in actions: with all parameters, or with the player who answers added in front."""

from __future__ import annotations

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
  count-up(n): n_is(n)
  "n_is(k: int)": total = k
{more}
prompts:
  one(p): |
    put {action}
    else: nothing
"""
STEPS = "shuffle box into dealt\ndeal 1 from dealt to each hand\nfor q in players: ask one(q)"
ALLOWED = "may:\n  lay(p, c):\n    no: {forbid: c == Jk, says: no}"
OTHER = "may:\n  lay(p):\n    no: {forbid: p == p, says: no}"


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


@pytest.mark.parametrize(
    ("action", "more", "words"),
    [
        ("for c in hand(p) does lay()", "", "`lay(p, c)` expects 2 arguments, but `does` passes 0"),
        ("for c in hand(p) does lay(p, c, c)", "", "`lay(p, c)` expects 2 arguments, but `does` passes 3"),
        ("for c in hand(p) does lay(p, c, c)", ALLOWED, "`lay(p, c)` expects 2 arguments, but `does` passes 3"),
        ("for c in hand(p) does lay(c)", OTHER, "the permission and the procedure `lay` have different parameters"),
        ("for c in hand(p) does count-up()", "", "`count-up(n)` expects 1 argument, but `does` passes 0"),
        ("for c in hand(p) does lay(c, p)", "", "expected a player"),
        ("for c in hand(p) does play(c)", "", "unknown permission or procedure `play`"),
    ],
)
def test_wrong_parameters_are_refused(tmp_path: Path, action: str, more: str, words: str) -> None:
    found = small(tmp_path, action, more).findings()
    assert any(words in d.message for d in found), found
    assert all(d.severity == "error" for d in found)


@pytest.mark.parametrize("action", ["for c in hand(p) does lay(c): total = 7", "for c in hand(p): total = 7"])
def test_steps_below_an_action_stand_instead_of_the_procedure(tmp_path: Path, action: str) -> None:
    end = small(tmp_path, action, "  put(p, c): total = 9").ends()
    assert isinstance(end, dict)
    assert end["total"] == 7


def test_a_permission_of_an_action_with_other_parameters_is_refused(tmp_path: Path) -> None:
    """`put` chooses a card, so its permission is `put(p, c)`: clauses for `put(p)` would never be looked at."""
    more = "may:\n  put(p):\n    no: {forbid: p == p, says: no}"
    (found,) = small(tmp_path, "for c in hand(p): nothing", more).findings()
    assert "no action uses the permission `put`" in found.message
    assert "parameters of the action `put`" in (found.help or "")


@pytest.mark.parametrize(
    ("action", "heading", "message", "help"),
    [
        ("for c in hand(p), q in players where c == c: nothing", "put(p, q, c)",
         "`q` is a player, but `put(p, c, q)` has a card here", "write `put(p, c, q)`"),
        ("for c in hand(p): nothing", "put(c, p)", "`c` is a card, but `put(p, c)` has a player here",
         "write `put(p, c)`"),
    ],
)  # fmt: skip
def test_a_permission_with_swapped_parameters_is_wrong_at_its_heading(
    tmp_path: Path, action: str, heading: str, message: str, help: str
) -> None:
    more = f"may:\n  {heading}:\n    no: {{forbid: c == Jk, says: no}}"
    (found,) = small(tmp_path, action, more).findings()
    assert (found.code, found.message, found.help) == ("type", message, help)
    assert found.span is not None
    assert message.startswith(f"`{found.span.text}`")


def test_a_permission_of_a_rule_is_wrong_at_its_heading_although_the_action_calls_it(tmp_path: Path) -> None:
    """The frame's `does` was right before the rule was added."""
    frame = SECTIONS.format(action="for c in hand(p) does lay(p, c)", more="")
    text = "for: small\ntext: No jokers.\nmay:\n  lay(c, p):\n    no: {forbid: c == Jk, says: no}\n"
    rule = write(tmp_path / "no-jokers.yaml", f"rule: no-jokers\ntitle: No jokers\n{text}")
    (found,) = compile_ruleset(Small(tmp_path, STEPS, frame).path, (rule,)).findings
    assert (found.code, found.message) == ("type", "`c` is a card, but `lay(p, c)` has a player here")
    assert found.span is not None
    assert found.span.text == "c"
