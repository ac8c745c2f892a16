"""`with most` and `with least` belong to the nearest quantifier, and `check` reports them where they do nothing."""

from __future__ import annotations

from pathlib import Path

from three_ways import Small, findings_of

SECTIONS = "state:\n  n: {type: int}\n  total: {type: int}\n  points(player): {type: int}\n"
TAKER = "`those`, `the`, `count`, totals and loops can"
REPORTED = [
    (  # the condition of `those` ends with the quantifier that takes its order
        "champions = those s in players where any p in players where p == s with least points(s)",
        f"`with least` belongs to `any` here, which can't have it; {TAKER}",
        "put brackets around `any …`: `s in players where (any p in players where p == s) with least points(s)`",
    ),
    (
        "champions = those s in players where n == 1 and no p in players where p == s with most points(s)",
        f"`with most` belongs to `no` here, which can't have it; {TAKER}",
        "put brackets around `no …`: "
        "`s in players where n == 1 and (no p in players where p == s) with most points(s)`",
    ),
    (  # the outermost quantifier at the end is the one that needs brackets
        "for s in players where any p in players where all q in players where q == p with most points(s): n = 1",
        f"`with most` belongs to `all` here, which can't have it; {TAKER}",
        "put brackets around `any …`: "
        "`s in players where (any p in players where all q in players where q == p) with most points(s)`",
    ),
    (
        "champions = those s in players where n == count p in players where p == s with most points(s)",
        "`with most` belongs to `count` here, but its value doesn't depend on `p`",
        "put brackets around `count …`: "
        "`s in players where n == (count p in players where p == s) with most points(s)`",
    ),
    (  # here nothing outside could take the order
        "if any p in players where n == 0 with least points(p): n = 1",
        f"`with least` belongs to `any` here, which can't have it; {TAKER}",
        "to choose members first, write `any p in (those p in players with least points(p)) where n == 0`",
    ),
    (
        "if all p in players with least points(p): n = 1",
        f"`with least` belongs to `all` here, which can't have it; {TAKER}",
        "to choose members first, write `all p in (those p in players with least points(p))`",
    ),
    (
        "if any p in (players - players.first) where (n == 0) with least points(p): n = 1",
        f"`with least` belongs to `any` here, which can't have it; {TAKER}",
        "to choose members first, write "
        "`any p in (those p in (players - players.first) with least points(p)) where (n == 0)`",
    ),
    (
        "if any m in 1..3 with least m: n = 1",
        f"`with least` belongs to `any` here, which can't have it; {TAKER}",
        None,
    ),
    (
        "n = count p in players with most n",
        "`with most` belongs to `count` here, but its value doesn't depend on `p`",
        "compare a value of `p`, or remove `with most …`",
    ),
    (  # brackets that the author wrote decide
        "champions = those s in players where (any p in players with least points(p))",
        f"`with least` belongs to `any` here, which can't have it; {TAKER}",
        "to choose members first, write `any p in (those p in players with least points(p))`",
    ),
]


ACCEPTED = [
    "champions = those s in players where (any p in players where p == s) with least points(s)",
    "champions = those s in players where any p in (those q in players with least points(q)) where p == s",
    "if (the p in players where n == 0 with most points(p)) is some: n = 1",
    "n = count p in players where n == 0 with most points(p)",
    "n = sum points(p) for p in players with least points(p)",
    "for p in players with least points(p): n += 1",
]


def test_an_order_that_does_nothing_is_reported(tmp_path: Path) -> None:
    steps = [step for step, _, _ in REPORTED]
    for found, (step, message, help_) in zip(findings_of(tmp_path, steps, SECTIONS), REPORTED, strict=True):
        assert [(d.code, d.message, d.help) for d in found] == [("type", message, help_)], step
        assert found[0].span is not None
        assert found[0].span.text.startswith("with ")


def test_an_order_that_chooses_members_is_accepted(tmp_path: Path) -> None:
    found = findings_of(tmp_path, ACCEPTED, SECTIONS)
    assert [d for each in found for d in each if d.severity == "error"] == []


def test_the_help_says_what_the_author_meant(tmp_path: Path) -> None:
    """Seat 1 has 1 point and seat 2 has 2, so only seat 1 has the least."""
    steps = """
    for p in players:
      total += 1
      points(p) = total
    n = count s in players where (any p in players where p == s) with least points(s)
    total = sum points(s) for s in players where (any p in players where p == s) with least points(s)
    """
    end = Small(tmp_path, steps, SECTIONS).ends()
    assert isinstance(end, dict), end
    assert (end["n"], end["total"]) == (1, 1)
