"""What expressions that go through sets of cards cost, and the advice if that is too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small


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
