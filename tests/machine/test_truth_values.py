"""Every condition is true or false, also where it is a value: compared with another one, passed, stored or counted."""

from __future__ import annotations

import pytest

from three_ways import Cases

SECTIONS = """  other(p): |
    pass: nothing
    take "take {c}" for c in hand(p): nothing
  third(p): |
    go if (kings & of_suit(♠)) has cards: nothing
  fourth(p): |
    pick "pick {c}" for c in kings & of_suit(♠) where K♠ in kings: nothing
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  row: {seen: everybody, ordered: true, turns: true}
state:
  holds: {type: bool, seen: everybody}
  yes: {type: bool, starts: "true", seen: everybody}
  dealer: {type: player, starts: players.first, seen: everybody}
  kings: {type: cards, starts: of_rank(K), seen: everybody}
  aces: {type: ranks, starts: "[A]", seen: everybody}
  several: {type: players, starts: players, seen: everybody}
  trump: {type: suit or none, starts: ♣, seen: everybody}
  n: {type: int, starts: 4, seen: everybody}
  pair: {type: Pair, seen: everybody}
marks:
  tag: {type: bool, inside: [row], seen: everybody}
records:
  Pair: {high: {type: bool, default: true}, of: {type: card or none}}
classes:
  power: [2, K]
  lucky: [K♠, 7♦]
melding: {sets: 3, runs: 3}
names: {p q: player, c d: card, cs ds: cards, a b: bool, u: suit}
functions:
  king(): the c in kings where c.suit == ♠
  has_king(): K♠ in kings
  same(a, b): a == b
  itself(a): a
  shares(cs, ds): (cs & ds) is not empty
may:
  take(p, c):
    known: {forbid: (kings & hand(p)) is not empty}
  shared(p):
    none-there: {forbid: (kings & of_suit(♠)) is empty}
  met(cs):
    none-there: {forbid: (cs & of_suit(♠)) is empty}
  lone(p):
    some: {forbid: (kings & hand(p)) has cards}
"""

TRUE = (
    "true", "K♠ in kings", '"K♠" in kings', "K♠ in of_rank(K)", "K♠ in [K♠, Q♠]", "[K♠, K♥] in kings",
    "not (Q♠ in kings)", "Q♠ not in kings", "has_king()", "itself(K♠ in kings)", "same(K♠ in kings, yes)",
    "king() in kings", "kings has cards", "kings is not empty", "row is empty", "(kings & of_suit(♠)) is not empty",
    "(kings - of_suit(♠)) has cards", "shares(kings, of_suit(♠))", "not shares(kings, of_rank(Q))",
    "(kings & of_rank(Q)) is empty", "any c in kings where c.suit == ♠", "all c in kings where c.rank == K",
    "no c in kings where c.rank == Q", "any c in kings where c in of_suit(♠)", "all c in kings where c in kings",
    "any x in 2 cards of kings where x in kings", "all x in 2 cards of kings where (x & of_suit(♠)) in kings",
    "K in [K, Q]", "A in aces", "K in power", "K♠ in lucky", "king() in lucky", "trump in [♣, ♥]", "trump is some",
    "trump == ♣", "king() is some", "king() == K♠", "K♠ == king()", "king() != Q♠", "n in 2..5", "n in [1, 4, 6..8]",
    "n == 4", "n > 3", "players.first in several", "players in several", "dealer in players", "kings == of_rank(K)",
    "may shared(dealer)", "may lone(dealer)", "may met(kings + hand(dealer))",
    "may met(kings + hand(dealer)) == may met(kings - hand(dealer))", "possible other(dealer)",
    "possible third(dealer)", "possible fourth(dealer)", "is_meld(of_rank(K))", "pair.high",
    "Pair(high: K♠ in kings).high", "(pair but (high: K♠ in kings)).high", "yes and K♠ in kings",
    "K♠ in kings and kings has cards", "Q♠ in kings or K♠ in kings", "K♠ in kings if yes else Q♠ in kings",
    "not not (K♠ in kings)", "(K♠ in kings) == (K♥ in kings)", "(K♠ in kings) != (Q♥ in kings)",
    "king().rank in power", "(count c in kings where (c in kings) == has_king()) == 4",
    "(those c in pack where (c in kings) == (K♠ in kings)) == kings", "any r in ranks where r in aces",
    "any q in several where q == dealer", "K♠ in kings + hand(dealer)", "K♠ in kings & pack",
)  # fmt: skip
"""Conditions that hold in the position of `SECTIONS`."""

USES = {
    "holds = {} == yes": 1, "holds = {} != yes": 0, "holds = same({}, yes)": 1, "holds = (not {}) == (not yes)": 1,
    "let x = {}\nholds = x == yes": 1, "pair = Pair(high: {})\nholds = pair.high == yes": 1,
    "holds = any c in kings where {} == yes": 1, "holds = yes if {} == yes else not {}": 1,
}  # fmt: skip
"""What steps can do with a condition that holds, and the value of `holds` afterwards."""


@pytest.fixture(scope="module", params=USES)
def use(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Cases, int]:
    steps = {test: request.param.replace("{}", f"({test})") for test in TRUE}
    return Cases(tmp_path_factory.mktemp("cases"), steps, SECTIONS), USES[request.param]


def test_a_condition_is_true_or_false_wherever_its_value_is_used(use: tuple[Cases, int]) -> None:
    cases, holds = use
    assert [test for test in TRUE if cases.value(test, "holds") != holds] == []
    cases.play_natively(100)
