"""Operators of sets, and the players beside a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Cases, Small, cases_of_module

SECTIONS = """
state:
  n: {type: int, each: game, seen: everybody}
zones:
  heap: {seen: everybody}
names: {p q: player, c: card}
functions:
  red_kings(): of_rank([K]) & of_suit([♥, ♦])
"""
# Steps of a game for four, and the value of `n` after them.
TABLE = {
    "n = (of_rank([2..4]) & of_suit([♠])).size": 3,
    "n = red_kings().size": 2,
    "n = (pack - of_suit([♠]) & of_rank([A])).size": 53,  # `&` goes before `-`: all cards but A♠
    "n = ((pack - of_suit([♠])) & of_rank([A])).size": 3,
    "n = (players & dealer).size": 1,
    "n = order(A) * 100 + order(2)": 1301,  # the ace is high
    "if 7♠ in of_suit([♠]) & of_rank([7, 8]): n = 1": 1,
    "move [2♠, 9♠] to heap\nif heap in of_suit([♠]): n = 1": 1,  # a zone is a set of cards
    "move [2♠, 9♦] to heap\nif heap not in of_suit([♠]): n = 1": 1,
    "if previous(next(dealer)) == dealer: n = 1": 1,
    "if previous(previous(dealer)) == next(next(dealer)): n = 1": 1,
    "let third = next(next(dealer))\nif (seats from third).first == third: n = 1": 1,
    "let third = next(next(dealer))\nif (seats after third).first == next(third): n = 1": 1,
    "reverse direction\nif previous(dealer) == next(next(next(dealer))): n = 1": 1,
    "let p = next(dealer)\np leaves game\nif previous(next(p)) == dealer: n = 1": 1,
    "for p in players - dealer: p leaves game\nif previous(dealer) == dealer: n = 1": 1,
}


SEATS = "seats: {out: game, direction: game}\nstate:\n  dealer: {type: player}"
cases = cases_of_module(TABLE, SECTIONS.replace("state:", SEATS), players=4)


@pytest.mark.parametrize("steps", TABLE)
def test_the_value_is_the_same_in_all_executions(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "n") == TABLE[steps]


def test_native_code_agrees(cases: Cases) -> None:
    cases.play_natively(60)


@pytest.mark.parametrize(
    ("steps", "message", "help_"),
    [
        ("n = n & 3", "`&` is for sets, not for a number", "to combine conditions, write `and`"),
        (
            "if true & n == 0: n = 1",
            "`&` is for sets, not for a condition (true or false)",
            "to combine conditions, write `and`",
        ),
        ("n = (pack * pack).size", "sets support `+`, `-` and `&`, not `*`", None),
    ],
)
def test_other_values_have_no_intersection(tmp_path: Path, steps: str, message: str, help_: str | None) -> None:
    (finding,) = Small(tmp_path, steps, "state:\n  n: {type: int}\n").findings()
    assert finding.message == message
    assert finding.help == help_
