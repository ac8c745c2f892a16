"""Reads a move again where the players hold more cards, if the described cards leave the answer open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from parlour.base.diagnostics import RulesetError
from parlour.disputes.plain import FullerTable, Given
from parlour.disputes.readings import Reading, answers
from parlour.table.faults import RulesetFault


def is_doubtful(reading: Reading) -> bool:
    """True if the answer could be another one where the players hold more cards."""
    allowed = reading.why.verdict == "allowed"
    return reading.why.verdict == "impossible" or (reading.is_costly and (not allowed or len(reading.passed) > 1))


def with_fuller_hands(
    reading: Reading, tables: Iterable[FullerTable], ask: Callable[[Given], Reading]
) -> tuple[Reading, str]:
    """Return a reading with fuller hands that settles more, with the words about these hands; else the same reading."""
    found, told = reading, ""
    for table in tables:
        full = attempted(partial(ask, table.given))
        if full is not None and _is_better(full, found):
            found, told = full, table.told
            if full.why.verdict == "allowed":
                break
    return found, told


def _is_better(full: Reading, reading: Reading) -> bool:
    """True if a reading with fuller hands settles more: the move is allowed, or it is refused after fewer moves."""
    allowed, was_allowed = (each.why.verdict == "allowed" for each in (full, reading))
    if allowed != was_allowed:
        return allowed
    return reading.is_costly and answers(full.why) and len(full.passed) < len(reading.passed)


def attempted(ask: Callable[[], Reading]) -> Reading | None:
    """Return a reading; None if its position is impossible."""
    try:
        return ask()
    except (RulesetError, RulesetFault, ValueError):
        return None
