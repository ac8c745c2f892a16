"""For how many players a mix is, in words: those to whom it can be dealt, and why not to others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from parlour.documents.composition import Composition
from parlour.game import numbers
from parlour.program import Program
from parlour.states.table_sizes import refusals


@dataclass(frozen=True)
class Sizes:
    """`refused` are those whom the rules are made for, but not this mix of them."""

    told: str
    refused: Mapping[int, str] = field(default_factory=dict)

    @property
    def not_for(self) -> str | None:
        if not self.refused:
            return None
        counts = sorted(self.refused)
        return f"not for {numbers(counts)}: {self.refused[counts[0]]}"


Made = Callable[[], Program | None]
"""Makes the Program of a mix; none where it has mistakes."""


def sizes_of(composition: Composition, make: Made) -> Sizes:
    node = composition.players
    if node is None:
        return Sizes("")
    program = make() if composition.playable else None
    if program is None:  # no game, or one with mistakes, which `parlour check` tells
        return Sizes(node.span.text.replace("..", " to ").strip("[]"))
    against = {players: "; ".join(refusals(program, players)) for players in program.players}
    possible = [players for players, told in against.items() if not told]
    return Sizes(numbers(possible) if possible else "no", {n: told for n, told in against.items() if told})
