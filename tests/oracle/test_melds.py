"""Melds, the best ways to meld and to lay off, and runs: the engine and the oracle agree about random hands."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from oracle.side_by_side import compare_natively, play_in_step
from parlour import load

FRAME = Path(__file__).with_name("melds.yaml").read_text(encoding="utf-8")
PIPS = 'worth: "min(pips(c.rank), 10)"'
UNEVEN = 'worth: "pips(c.rank) - (8 if c.suit in [♥, ♠] else 4)"'  # some cards count nothing, others less than that
JOKER = 'worth: "20 if c.rank == Jk else min(pips(c.rank), 10)", wild: c.rank == Jk'
TABLES = {
    "gin": ("pack: 52, ace: low, ranks: [A, 2..6]", f"sets: 3, runs: 3, {PIPS}"),
    "uneven": ("pack: 52, ranks: [3..8]", f"sets: 3, runs: 3, {UNEVEN}"),
    "pairs and long runs": ("pack: 52, ranks: [3..8]", f"sets: 2, runs: 4, {PIPS}"),
    "seven up": ("pack: 52, jokers: 2, ace: high, ranks: [9, 10, J, Q, K, A]", f"sets: 3, runs: 3, {PIPS}"),
    "round the corner": ("pack: 52, ace: low, ranks: [A, 2, 3, J, Q, K]", f"sets: 3, runs: 3, corner: true, {UNEVEN}"),
    "jokers": ("pack: 52, jokers: 2, ranks: [4..7]", f"sets: 3, runs: 3, most-wild: 2, {JOKER}"),
    "one joker": ("pack: 52, jokers: 2, ranks: [4..7]", f"sets: 3, runs: 3, most-wild: 1, {JOKER}"),
    "twos": ("pack: 52, ace: low, ranks: [A, 2..5]", f"sets: 3, runs: 3, most-wild: 2, wild: c.rank == 2, {PIPS}"),
    "wild and round": ("pack: 52, jokers: 2, ace: low, ranks: [A, 2, Q, K]",
                       f"sets: 3, runs: 3, corner: true, most-wild: 2, {JOKER}"),
    "two packs": ("pack: 52, copies: 2, jokers: 1, ranks: [5..7]", f"sets: 3, runs: 3, most-wild: 1, {JOKER}"),
    "twins": ("pack: 52, copies: 2, jokers: 1, ranks: [5..7]", f"sets: 3, runs: 3, twins: true, most-wild: 2, {JOKER}"),
}  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", TABLES)
def test_hands_are_melded_as_the_language_page_says(name: str, seed: int) -> None:
    deck, melding = TABLES[name]
    frame = FRAME.replace("DECK", deck).replace("MELDING", melding)
    game = load("g", documents={"melds.yaml": frame, "g.yaml": "game: g\ntitle: G\nextends: melds\n"})
    assert play_in_step(game, 2, seed, most=200).decisions == 3
    if find_spec("llvmlite") is not None:
        compare_natively(game, 2, seed=2 + seed)
