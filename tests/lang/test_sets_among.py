"""Sets of cards in expressions: `count x in 2..5 cards of cs where …`. Expected values are counted by hand."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from three_ways import Cases, Small, cases_of_module

SECTIONS = """
names: {p: player, c: card, cs: cards, k: int}
state:
  n: {type: int, each: game, seen: everybody}
  dealer: {type: player}
zones:
  hand(player): {seen: owner}
functions:
  fifteens(cs): |
    let some = cs
    count x in 2..5 cards of some at most 5 where (sum min(pips(c.rank), 10) for c in x) == 15
  pairs(cs): count x in 2 cards of cs at most 8 where all c in x where c.rank == x.first.rank
  best(cs): "most (sum pips(c.rank) for c in x) for x in 3 cards of cs at most 6"
  of_size(cs, k): count x in k cards of cs at most 10
"""
# Steps of a game for two, and the value of `n` after them, or the runtime error.
TABLE: dict[str, int | str] = {
    "n = fifteens(of_rank([5]))": 4,  # 5 + 5 + 5, four times
    "n = fifteens(of_rank([5]) + (of_rank([J]) & of_suit([♠])))": 8,  # and each five with the jack
    "n = fifteens(of_rank([7, 8]) & of_suit([♠, ♥]))": 4,
    "n = fifteens(of_rank([A]) & of_suit([♠]))": 0,
    "n = fifteens(pack - pack)": 0,
    "n = fifteens(of_rank([5, 6]))": "expected at most 5 cards, found 8",
    "n = pairs(of_rank([5, 6]))": 12,
    "n = best(of_rank([K, Q]) & of_suit([♠, ♥, ♦]))": 39,
    "n = best(of_rank([K]) & of_suit([♠, ♥]))": 0,  # there are no three cards
    "n = of_size(of_rank([4, 5]), 0)": 1,  # the empty set
    "n = of_size(of_rank([4, 5]), -1)": 0,
    "n = of_size(of_rank([4, 5]), 8)": 1,
    "n = of_size(of_rank([4, 5]), 9)": 0,
    "n = count x in 3..2 + 1 cards of of_rank([4])": 4,
    "n = sum x.size for x in 1..2 cards of of_rank([4]) where 4♠ in x": 7,  # 1 + 3 * 2
    "n = least x.size for x in 0..4 cards of of_rank([4]) where 4♠ in x and 4♥ in x": 2,
    "if any x in 2 cards of of_rank([4]) where x == of_rank([4]) & of_suit([♠, ♣]): n = 1": 1,
    "if all x in 2 cards of of_rank([4]) where x.size == 2: n = 1": 1,
    "if no x in 2 cards of of_rank([4]) where x.size == 1: n = 1": 1,
    "n = count x in 2 cards of pack": comb(54, 2),
    "n = count x in 2 cards of those c in pack where c.rank == 9 at most 4 where 9♥ in x": 3,
    "n = count x in 4 cards of pack": "more than 200000 steps without a question",
    "n = count x in 0..54 cards of pack": "more than 200000 steps without a question",
    "n = count x in 1 // n cards of pack": "division by zero",
}


cases = cases_of_module(TABLE, SECTIONS)


@pytest.mark.parametrize("steps", TABLE)
def test_the_value_is_the_same_in_all_executions(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "n") == TABLE[steps]


def test_native_code_agrees(cases: Cases) -> None:
    cases.play_natively(120)


def cost_of(folder: Path, function: str) -> tuple[str, str | None] | None:
    sections = f"names: {{cs: cards, c: card}}\nstate:\n  n: {{type: int}}\nfunctions:\n  f(cs): |\n    {function}\n"
    found = Small(folder, "n = f(pack - pack)", sections).findings()
    return (found[0].message, found[0].help) if found else None


def test_the_cost_names_the_size_that_it_assumes(tmp_path: Path) -> None:
    found = cost_of(tmp_path, "count x in 1..13 cards of cs where x.size > 2")
    assert found is not None
    assert found[0].startswith("`f` might take too long: up to ")
    assert found[1] == (
        "`check` assumes that players choose from 60 cards; "
        "if there are fewer, add the limit, as in `2..5 cards of cs at most 10`"
    )
    assert cost_of(tmp_path, "count x in 1..13 cards of cs at most 13 where x.size > 2") is None
    assert cost_of(tmp_path, "count x in 2 cards of cs where x.size > 2") is None


def test_a_bound_alone_does_not_make_everything_possible(tmp_path: Path) -> None:
    found = cost_of(tmp_path, "count x in 1..40 cards of cs at most 40 where x.size > 2")
    assert found is not None
    assert found[1] == (
        "nest fewer expressions that go through sets, such as `any` or `count`, "
        "or keep a value in a variable that steps set"
    )


@pytest.mark.parametrize(
    ("function", "refused"),
    [
        # four players, four suits and sixty cards: 4 * 4 * 4 * 4 * 60 parts and a few more
        ("count p in players where any q in players where any u in suits where any v in suits where K♠ in cs", False),
        (
            "count p in players where any q in players where any u in suits where any v in suits where"
            " any c in cs where c.suit == u and c.rank == K",
            False,
        ),
        (
            "count u in (suits if cs has cards else suits - ♣) where any v in (suits - u if cs is empty else suits)"
            " where any c in cs where any d in cs where c.suit == u and d.suit == v",
            False,
        ),
        ("count n in 1..50 where any m in 1..50 where any c in cs where c.rank == K", False),
        ("count n in 1..900 where any m in 1..900 where any c in cs where c.rank == K", True),
        ("count c in cs where any d in cs where any e in cs where any c2 in cs where c2.rank == e.rank", True),
        # those of some cards are no more than the cards, and two of four players no more than the players
        ("count p in those q in players where q != p where any u in suits where any c in cs where c.suit == u", False),
    ],
)
def test_as_many_members_are_counted_as_there_are(function: str, refused: bool, tmp_path: Path) -> None:
    found = cost_of(tmp_path, function)
    assert (found is not None and "might take too long" in found[0]) == refused, found
