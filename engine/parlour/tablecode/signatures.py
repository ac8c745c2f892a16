"""What the passes and printers must know about the library functions that table code calls."""

from __future__ import annotations

# They don't get the state: they depend on their arguments alone.
STATELESS = frozenset({
    "beside", "bounded", "deadwood", "guised", "has", "is_meld", "key", "marked", "melded", "members_of_sides",
    "next_after", "no_card", "out_of_rounds", "product", "put_field", "quotient", "remainder", "showing_face",
    "showing_rank", "showing_suit", "sure",
})  # fmt: skip

# They read no cell that is addressed by a constant alone.
HARMLESS = STATELESS | {"take"}

# They count steps against the limit between two questions.
COUNT_STEPS = frozenset({"spend", "deal_to", "deal_round"})
