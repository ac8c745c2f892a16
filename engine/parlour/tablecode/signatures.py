"""The facts that the passes and printers need about the routines that table code calls.

`tests/test_routines.py` compares it with what the routines do.
"""

from __future__ import annotations

# They don't get the state: they depend on their arguments alone.
STATELESS = frozenset({
    "beside", "best_meld", "bounded", "builtin_deadwood", "builtin_is_meld", "builtin_meld_of", "builtin_melded",
    "drawn", "few_enough", "filled_up", "first_subset", "guised", "has", "in_melds", "is_open_meld", "key",
    "least_loose", "lowest_numbers", "melded_with", "members_of_sides", "next_after", "next_alike",
    "next_group", "next_meld", "next_run", "next_run_within", "next_subset", "next_with_wilds", "no_card", "nth_bit",
    "nth_mixed", "nth_subset", "open_melded", "open_search", "out_of_rounds", "product", "put_field", "quotient",
    "ranks_held", "remainder", "scaled", "search", "several", "showing_face", "showing_rank", "showing_suit",
    "sorted_cards", "stops_before", "sure", "taken_cards", "taken_wilds",
})  # fmt: skip

# They read no cell that is addressed by a constant alone.
HARMLESS = STATELESS | {"take"}

# They count steps against the limit between two questions.
COUNT_STEPS = frozenset({"spend", "deal_to", "deal_round"})

# They change nothing: the same call has the same result until something else changes the state.
UNCHANGING = STATELESS | {
    "are_twins", "builtin_run_at_top", "column_cards", "column_count", "column_place", "face_up", "first_card", "foot",
    "highest_place", "is_place", "last_place", "lowest", "lying_at", "mixed", "named", "noted", "once", "place_of",
    "reached", "row_cards", "row_place", "runs_among", "shared_cards", "sooner", "subsets", "value_of", "with_guise",
    "zone_cards", "zone_end", "zone_place", "zone_size",
}  # fmt: skip
