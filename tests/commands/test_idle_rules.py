"""`parlour check` explains once why a rule has no effect in a mix."""

import json

import pytest

from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

RULE = """rule: idle
title: Idle
for: ladder
text: t.
state: {cheers: {type: int, each: game, seen: everybody, text: cheers}}
"""
FALSE = "when:\n  after lay(p, c):\n    if: players.size > 99\n    do: cheers += 1\n"
NEVER = "procedures:\n  cheer(p): nothing\nwhen:\n  after cheer(p): cheers += 1\n"


@pytest.mark.parametrize(("parts", "code"), [(FALSE, "always-false"), (NEVER, "hook-never")])
def test_a_rule_without_effect_is_reported_once(parts: str, code: str) -> None:
    printed = run("check", "climb", "--with", str(write("idle.yaml", RULE + parts)), "--json")
    assert [finding["code"] for finding in json.loads(printed.out)] == [code]
