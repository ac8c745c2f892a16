"""What the passes and printers must know about the routines that table code calls.

`tests/test_routines.py` compares it with what the routines do.
"""

from __future__ import annotations

# They don't get the state: they depend on their arguments alone.
STATELESS = frozenset({
    "beside", "bounded", "builtin_deadwood", "builtin_is_meld", "builtin_meld_of", "builtin_melded", "drawn",
    "filled_up", "first_subset", "guised", "has", "in_melds", "key", "least_loose", "lowest_numbers", "marked",
    "melded_with", "members_of_sides", "next_after", "next_alike", "next_group", "next_subset", "no_card", "nth_bit",
    "nth_subset", "out_of_rounds", "product", "put_field", "quotient", "ranks_held", "remainder", "scaled", "search",
    "several", "showing_face", "showing_rank", "showing_suit", "stops_before", "sure",
})  # fmt: skip

# They read no cell that is addressed by a constant alone.
HARMLESS = STATELESS | {"take"}

# They count steps against the limit between two questions.
COUNT_STEPS = frozenset({"spend", "deal_to", "deal_round"})
