"""`parlour check` finds errors in the sound parts of a file whose structure has errors."""

import json

import pytest

from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

RULE = """\
rule: nap
title: Nap
for: ladder
text: A player can sleep for a while.
options:
  long: {type: int, in: 1..4, default: 2, text: turns of sleep}
state:
  asleep(player): {type: int, each: game, seen: everybody, text: sleeps}
  naps: {type: int, each: game, seen: everybody, text: naps}
groups:
  quiet: sleepers don't play
may:
  lay(p, c):
    sleeping:
      forbid: asleep(p) > 0
      group: quiet
      says: you are asleep
procedures:
  sleep(p): |
    asleep(p) = options.long
    naps += 1
prompts:
  turn(p): |
    snore if asleep(p) > 0: asleep(p) -= 1
when:
  after draw(p): sleep(p)
  after lay(p, c):
    if: c.rank == 7
    do: sleep(p)
"""
SECOND = "after draw(p): sleep(p)", "after draw(p): sleeep(p)", "unknown-name 26"

CASES = {
    "a key of a variable that nobody else uses": ("naps: {type", "naps: {tpye", "schema-unknown-key 9", *SECOND),
    "a value of an option": ("in: 1..4", "in: 1-4", "schema-value 6", *SECOND),
    "a key of a clause": ("says: you", "say: you", "schema-unknown-key 17", *SECOND),
    "a key of a hook": ("    if: c.rank", "    iff: c.rank", "schema-unknown-key 28", *SECOND),
    "a section": ("groups:", "gruops:", "schema-unknown-key 10", *SECOND),
    "syntax": ("groups:", "gruops:", "schema-unknown-key 10", "naps += 1", "naps += = 1", "syntax-assignment 21"),
    "a field": ("type: int, each: game, seen: everybody, text: naps", "type: int, eech: game, text: naps",
                "schema-unknown-key 9", "forbid: asleep(p) > 0", "forbid: pile.tpo is some", "unknown-field 15"),
}  # fmt: skip

HIDDEN = {
    "the declaration of the same name": ("asleep(player): {type", "asleep(player): {tpye", "= options", "= option"),
    "a function in between": ("naps: {type", "naps: {tpye", "naps += 1", "naps += true"),
    "the frame": ("for: ladder", "fr: ladder", "sleep(p)\n  after", "sleeep(p)\n  after"),
    "the section of the name": ("procedures:", "procdures:", "sleep(p)\n  after", "sleep(p, p)\n  after"),
}


def check(*changes: tuple[str, str]) -> list[str]:
    text = RULE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    write("nap.yaml", text)
    findings = json.loads(run("check", "nap.yaml", "--json").out)
    assert all(d["at"]["file"] == "nap.yaml" and d["severity"] == "error" for d in findings)
    return [f"{d['code']} {d['at']['line']}" for d in findings]


def test_the_rule_is_sound() -> None:
    assert check() == []


@pytest.mark.parametrize(("old", "new", "first", "old2", "new2", "second"), CASES.values(), ids=CASES)
def test_both_errors_are_found(old: str, new: str, first: str, old2: str, new2: str, second: str) -> None:
    assert check((old, new)) == [first]
    assert check((old, new), (old2, new2)) == sorted([first, second], key=lambda finding: int(finding.split()[1]))


@pytest.mark.parametrize(("old", "new", "old2", "new2"), HIDDEN.values(), ids=HIDDEN)
def test_what_depends_on_the_first_error_is_not_reported(old: str, new: str, old2: str, new2: str) -> None:
    first = check((old, new))
    assert len(first) == 1
    assert check((old, new), (old2, new2)) == first


def test_the_excerpt_shows_the_file_as_it_is() -> None:
    write("nap.yaml", RULE.replace("naps: {type", "naps: {tpye").replace("after draw(p): sleep", "after draw(p): slep"))
    printed = run("check", "nap.yaml").out
    assert "   9 |   naps: {tpye: int, each: game" in printed
    assert "  26 |   after draw(p): slep(p)" in printed
