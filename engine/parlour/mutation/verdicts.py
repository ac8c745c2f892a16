"""The result of a mutant, as plain data that processes can exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Status = Literal["refused", "killed", "survived", "explained", "not told apart", "the same game"]

STATUSES: tuple[Status, ...] = ("killed", "survived", "explained", "refused", "not told apart", "the same game")


@dataclass(frozen=True)
class Verdict:
    """`by` names the example that failed, or the code of the finding. `note` is a sentence about a difference, or the
    reason why no example is needed. `example` is an example to paste that would notice the mutant."""

    id: str
    status: Status
    by: str = ""
    note: str = ""
    example: str = ""
    games: int = 0


def score(verdicts: Sequence[Verdict]) -> float | None:
    """The killed mutants as a share of those that are known to matter: killed or survived. None if there are none."""
    killed = [verdict.status == "killed" for verdict in verdicts if verdict.status in ("killed", "survived")]
    return sum(killed) / len(killed) if killed else None
