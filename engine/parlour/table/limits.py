"""The limits on the work of a table, and the errors of rulesets that exceed them. All executions have the same limits.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.table.faults import RulesetFault
from parlour.table.subsets import MOST

STEPS = 200_000  # between two questions
FIRST_CHECKPOINT = 64  # rounds after which a loop compares its positions with earlier ones


def too_many_sets(count: int, origin: p.Origin | None) -> RulesetFault:
    """The error that all executions raise for too many sets of cards."""
    limits = f"this choice has {count:,} sets of cards, and the limit is {STEPS:,}"
    return RulesetFault(f"{limits}; let the action choose fewer at once, as in `1..4 cards of …`", origin)


def within_reach(choices: Sequence[int], origin: p.Origin | None) -> Sequence[int]:
    """Return choices that will all be examined, if there aren't too many."""
    if len(choices) > STEPS:
        raise too_many_sets(len(choices), origin)
    return choices


def too_many_moves(count: int, origin: p.Origin | None) -> RulesetFault:
    return RulesetFault(f"this question has {count:,} moves, and the limit is {MOST:,}", origin)
