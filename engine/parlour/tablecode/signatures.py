"""The facts that the passes and printers need about the routines that table code calls.

`tests/test_routines.py` compares it with what the routines do.
"""

from __future__ import annotations

# They don't get the state: they depend on their arguments alone.
STATELESS = frozenset({
    "beside", "best_meld", "better_way", "bounded", "builtin_below", "builtin_deadwood", "builtin_is_meld",
    "divisible", "drawn", "few_enough", "filled_up", "first_subset", "guised",
    "has", "in_melds", "is_open_meld", "key", "least_loose", "lowest_face", "lowest_numbers", "melded_with",
    "members_of_sides", "next_after", "next_alike", "next_group", "next_meld", "next_run", "next_run_within",
    "next_subset", "next_with_wilds", "no_card", "nth_bit", "nth_mixed", "nth_subset", "open_melded", "open_search",
    "out_of_rounds", "product", "put_field", "quotient", "ranks_held", "remainder", "scaled", "search", "several",
    "showing_face", "showing_rank", "showing_suit", "sorted_cards", "stops_before", "sure", "taken_cards",
    "taken_wilds",
})  # fmt: skip
