"""What is known of the effects of rules in some games: at how many decisions each mattered, and in which ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["offered", "refused", "asked", "cards", "score", "turn", "other"]
KINDS: Mapping[Kind, str] = {
    "offered": "allows more moves",
    "refused": "forbids moves",
    "asked": "asks a question",
    "cards": "moves cards elsewhere",
    "score": "changes the result",
    "turn": "changes who is next",
    "other": "changes something else",
}
"""The ways in which a rule matters, in words."""


@dataclass(frozen=True)
class Mattered:
    """For each game of the sample, the number of decisions at which a rule mattered, in all and in each way."""

    games: tuple[int, ...]
    kinds: Mapping[Kind, tuple[int, ...]]
    beside: tuple[str, ...] = ()  # rules that need it, which both sides of the comparison lack

    @property
    def times(self) -> int:
        return sum(self.games)


@dataclass(frozen=True)
class Influence:
    """The effects of the rules of a mix in the first games of playouts.

    Of these games one decision in `of_each` was looked at, so the numbers of a game are estimates unless that is 1.
    """

    games: int
    looked_at: int
    of_each: int
    rules: Mapping[str, Mattered]
    unknown: Mapping[str, str]  # rules without a mix to compare with, and the reasons

    def times(self, rule: str, kind: Kind | None = None) -> tuple[int, ...]:
        """Return for each game how often a rule mattered, in all or in one way."""
        mattered = self.rules[rule]
        return tuple(n * self.of_each for n in (mattered.games if kind is None else mattered.kinds[kind]))
