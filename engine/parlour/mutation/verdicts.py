"""The result of a mutant, as plain data that processes can exchange."""

from __future__ import annotations

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


def score(verdicts: list[Verdict]) -> float | None:
    """The killed mutants as a share of those that matter: killed or survived. None if there are none."""
    killed = sum(v.status == "killed" for v in verdicts)
    survived = sum(v.status == "survived" for v in verdicts)
    return killed / (killed + survived) if killed + survived else None
