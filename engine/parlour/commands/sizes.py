"""The numbers of players of a mix: which are possible, and why others are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from parlour.documents.composition import Composition
from parlour.game import numbers
from parlour.program import Program
from parlour.states.table_sizes import refusals


@dataclass(frozen=True)
class Sizes:
    """The possible numbers of players in words. `refused`: numbers that the rules allow but this mix doesn't, and
    why."""

    told: str
    refused: Mapping[int, str] = field(default_factory=dict)

    @property
    def not_for(self) -> str | None:
        if not self.refused:
            return None
        counts = sorted(self.refused)
        return f"not for {numbers(counts)}: {self.refused[counts[0]]}"


Made = Callable[[], Program | None]
"""Compiles a mix; returns None if it has errors."""


def sizes_of(composition: Composition, make: Made) -> Sizes:
    node = composition.players
    if node is None:
        return Sizes("")
    program = make() if composition.playable else None
    if program is None:  # not a game, or one with errors, which `parlour check` reports
        return Sizes(node.span.text.replace("..", " to ").strip("[]"))
    against = {players: "; ".join(refusals(program, players)) for players in program.players}
    possible = [players for players, told in against.items() if not told]
    return Sizes(numbers(possible) if possible else "no", {n: told for n, told in against.items() if told})
