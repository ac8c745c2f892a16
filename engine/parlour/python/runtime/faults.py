"""Errors of a ruleset during play, reported with their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from parlour import program as p
from parlour.table.faults import fault


def failing(origins: Sequence[p.Origin | None]) -> Callable[[str, int], NoReturn]:
    """Return `fail`, which takes a message and the number of a line of the ruleset."""

    def fail(message: str, at: int) -> NoReturn:
        fault(message, origins[at])

    return fail
