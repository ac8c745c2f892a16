"""Choices of runs: against an exhaustive search, and in all executions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from packs import deck, pack
from parlour import program as p
from parlour.game import load
from parlour.table.cards import Pack, members
from scaffold.melds import MeldFunctions
from three_ways import Small

ONE_PACK, TWO_PACKS = pack(False, 2, 1), pack(False, 0, 2)
NO_MELDS = p.Melding(3, 3, False, p.Const(0), 0)
SECTIONS = """\
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  table: {seen: everybody}
state:
  x: {type: int, each: game}
  dealer: {type: player, each: game}
"""
DECK = "deck: {{pack: 52, {}, each: game}}\n"


def is_run(of: Pack, cards: int, width: int) -> bool:
    """By the rules: the same number of cards of each of several consecutive ranks. Jokers have no place among them."""
    counts = Counter(of.rank[c] for c in members(cards))
    ranks = sorted(counts)
    in_a_row = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(ranks) > 1 and in_a_row and ranks[-1] < of.design.ordered and set(counts.values()) == {width}


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("of", [ONE_PACK, TWO_PACKS])
def test_the_runs_among_cards_are_all_runs(of: Pack, width: int) -> None:
    chance, design = Random(width), deck(False, 2 * (of is ONE_PACK), of.copies)
    found = MeldFunctions(design, NO_MELDS, of).names["runs"]
    top = [c for c in range(of.size) if of.rank[c] > 8]  # from the jack to the joker
    near = [c for c in range(of.size) if 2 < of.rank[c] < 6]
    for cards in (chance.sample(cards, 10) for cards in (near, near, near, top, top) for _ in range(5)):
        held = sum(1 << c for c in cards)
        sets = (sum(1 << c for c in chosen) for n in range(1, 11) for chosen in combinations(cards, n))
        every = sorted(one for one in sets if is_run(of, one, width))
        assert found(held, width, 2, None, 0) == every
        three = [one for one in every if one.bit_count() == 3 * width]
        assert found(held, width, 3, 3, 0) == three


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("ranks", "deck", "choice", "cards"),
    [
        ("K, A, 2", "ace: high", "runs of hand(p) where cs.size >= 3", 0),  # runs don't go round the corner
        ("K, A, 2", "ranks: [3..10, J, Q, K, A, 2]", "runs of hand(p) where cs.size >= 3", 12),
        ("4, 6", "ranks: [3, 4, 6, 7]", "runs of hand(p)", 8),  # neighbours in this pack
        ("K, A, Jk", "jokers: 2", "runs of hand(p) where cs.size >= 3", 0),  # a joker has no place among the ranks
        ("5", "ace: high", "double runs of hand(p)", 0),  # a pair alone is no run of pairs
        ("5, 6", "ace: high", "double runs of hand(p)", 8),
        ("5, 6", "ace: high", "triple runs of hand(p)", 6),
    ],
)
def test_which_cards_are_in_runs(tmp_path: Path, ranks: str, deck: str, choice: str, cards: int) -> None:
    """Play runs until there are none, and count their cards."""
    assert melded(tmp_path, f"move of_rank([{ranks}]) to hand(dealer)", choice, deck) == cards


def melded(tmp_path: Path, deal: str, choice: str, deck: str) -> int:
    """Return how many cards the players have put on the table in all executions."""
    steps = f"""
        shuffle box into stock
        {deal}
        for p in players:
          repeat 20 times:
            ask p:
              run for cs in {choice}:
                x += cs.size
                move cs to table
              else: nothing
        """
    ends = Small(tmp_path, steps, SECTIONS, DECK.format(deck)).ends()
    assert not isinstance(ends, str), ends
    return ends["x"]


@pytest.mark.parametrize("low", [2, 3])
def test_too_many_runs_are_a_runtime_error(tmp_path: Path, low: int) -> None:
    """A whole pack has 4 ** 13 runs of thirteen cards alone."""
    steps = f"""
        for p in players where p == dealer:
          move box to hand(p)
          ask p:
            run for cs in runs of hand(p) where cs.size >= {low}: nothing
            else: nothing
        """
    fault = Small(tmp_path, steps, SECTIONS, DECK.format("ace: high")).ends()
    assert isinstance(fault, str)
    assert "sets of cards, and the limit is 200,000" in fault


def test_a_set_that_is_no_run_is_explained(tmp_path: Path) -> None:
    steps = """
        move of_rank([5..8]) to hand(dealer)
        ask dealer:
          run for cs in runs of hand(dealer)
          pair for cs in double runs of hand(dealer)
          pass: nothing
        """
    sections = SECTIONS + "procedures:\n  run(p, cs): nothing\n  pair(p, cs): nothing\n"
    small = Small(tmp_path, steps, sections, DECK.format("ace: high"))
    state = load(small.path).start(seed=1)
    assert "these cards aren't a run" in str(state.why("run 5♣ 7♣"))
    assert "these cards aren't a double run" in str(state.why("pair 5♣ 5♦ 6♣ 7♣"))
