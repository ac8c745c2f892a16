"""Plays that a rule adds to a mix: no mix without the rule has them, so they need no comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.clashes.laid import Laid
from parlour.diffs.searching import PlayWitness, WitnessSearch, is_past, is_upheaval
from parlour.diffs.sides import MixSide


@dataclass(frozen=True)
class OwnPlays(WitnessSearch):
    """A mix, the rules that must offer the play, and another mix that has no such play."""

    side: MixSide
    lacking: MixSide
    rules: frozenset[str]

    @property
    def sides(self) -> tuple[MixSide, ...]:
        return (self.side,)

    def difference(
        self, laid: Laid, moves: tuple[str, ...], plays: Sequence[str] | None = None, like: PlayWitness | None = None
    ) -> PlayWitness | None:
        scene = self.side.reach(laid, moves)
        if scene is None or (moves and is_past(laid, scene)):
            return None
        found = [
            PlayWitness("new", laid, moves, play, scene.asked[0], is_upheaval(scene, play))
            for play in (scene.moves if plays is None else plays)
            if play in scene.moves and scene.offering(play) in self.rules and not self.lacking.could_mean(play)
        ]
        return min(found, key=self.size, default=None)
