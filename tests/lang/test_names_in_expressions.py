"""`let` in functions and other expressions: each value is computed once, and later lines can use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Cases, Small, cases_of_module

SECTIONS = """
names: {p: player, c: card, k: int}
state:
  n: {type: int, each: game, seen: everybody}
zones:
  hand(player): {seen: owner}
functions:
  twice(k): |
    let more = k + 1
    more * more + k
  both(k): |
    let a = k * 2; let b = a + 1
    a * b
  spread(): |
    let cards = of_rank([2..4])
    let low = least pips(c.rank) for c in cards
    count c in cards where pips(c.rank) == low
  nested(k): |
    let x = twice(k)
    sum twice(x) + k for c in of_rank([K])
  held(p): |
    let c = hand(p).first
    pips(c.rank) if c is some else 0
  chosen(k): |
    let other = -k
    k if k > 0 else other
  long(k): |
    let total = k
      if k > 0
      else 7
    (total +
      1)
"""
TABLE = {
    "n = twice(3)": 19,  # 4 * 4 + 3
    "n = both(2)": 20,  # 4 * 5
    "n = spread()": 4,
    "n = nested(0)": 20,  # four kings: ((1 + 1)^2 + 1) each
    "n = held(dealer)": 0,
    "move those c in box where c.rank == 9 and c.suit == ♠ to hand(dealer)\nn = held(dealer)": 9,
    "n = chosen(-6)": 6,
    "n = long(0)": 8,
}


cases = cases_of_module(TABLE, SECTIONS.replace("state:", "state:\n  dealer: {type: player}"))


@pytest.mark.parametrize("steps", TABLE)
def test_the_value_is_the_same_in_all_executions(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "n") == TABLE[steps]


def test_native_code_agrees(cases: Cases) -> None:
    cases.play_natively(40)


@pytest.mark.parametrize("key", ["player", "side"])
def test_the_key_of_a_heading_is_named_if_another_name_is_used(tmp_path: Path, key: str) -> None:
    """In `outcome`, the word in brackets is the name, not a short name such as `p`."""
    sections = f"state:\n  gain({key}): {{type: int}}\noutcome:\n  gain({key}): gain(p)\n"
    (found,) = Small(tmp_path, "nothing", sections).findings()
    assert (found.code, found.message, found.help) == (
        "unknown-name", "unknown name `p`", f"here the {key} is called `{key}`",
    )  # fmt: skip
    misspelt = sections.replace("gain(p)", f"gain({key}s1)")
    assert Small(tmp_path, "nothing", misspelt).findings()[0].help == f"did you mean `{key}s`?"
